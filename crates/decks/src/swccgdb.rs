//! Text as swccgdb exports it: name and version, `Side: …`, `Sets: …`, kinds, `2x Title [Set]`.

use super::Confidence;
use super::decode::DeckText;
use super::error::DeckProblem;
use super::raw::RawDeck;
use super::text::TextList;

pub(super) fn detect(source: &DeckText) -> Confidence {
    let mut lines = source.text.lines().map(str::trim).filter(|line| !line.is_empty());
    let first = lines.next().unwrap_or("");
    let side = lines.next().is_some_and(|line| line.starts_with("Side:"));
    let sets = lines.next().is_some_and(|line| line.starts_with("Sets:"));
    if side && sets && !first.starts_with('#') { Confidence::Yes } else { Confidence::No }
}

pub(super) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut list = TextList::new(&source.text, deck);
    for line in source.text.lines() {
        let line = line.trim();
        if list.deck.name.is_none() && !line.is_empty() {
            list.deck.name = Some(list.with_span(line));
        } else if line.starts_with("Sets:") || is_set_range(line, &list) {
            continue;
        } else {
            list.read_line(line);
        }
    }
    list.finish()
}

/// `From Premiere (20) to Hoth (3)`, the second line of `Sets:`.
fn is_set_range(line: &str, list: &TextList) -> bool {
    list.deck.items.is_empty() && line.starts_with("From ") && line.contains(" to ")
}

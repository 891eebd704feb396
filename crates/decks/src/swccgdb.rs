//! The text export of swccgdb: name and version, `Side: …`, `Sets: …`, kinds as headings,
//! `2x Title [Set]`.

use super::{
    decode::DeckText,
    form::Confidence,
    messages::DeckProblem,
    raw::RawDeck,
    text::TextList,
    view::{DeckView, join_lines, list_rows},
};
use sleeve_data::{
    Arrange,
    grammar::capitalize,
    model::{Lang, SetId},
};
use std::fmt::Write;

pub(super) fn detect(source: &DeckText) -> Confidence {
    let mut lines = source
        .text
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty());
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

/// Whether a line is the second of `Sets:`, `From Premiere (20) to Hoth (3)`.
fn is_set_range(line: &str, list: &TextList) -> bool {
    list.deck.items.is_empty() && line.starts_with("From ") && line.contains(" to ")
}

pub(super) fn write(view: &DeckView) -> String {
    let mut out = format!("{}\n", join_lines(view.title()));
    let _ = writeln!(out, "\nSide: {}", capitalize(view.shared_value().unwrap_or("")));
    let _ = writeln!(out, "\nSets: {}", set_range(view));
    let all = list_rows(view.deck, &|_| true);
    for (kind, rows) in view.group_by_kind(&all) {
        if let Some(kind) = view.catalog.game.kinds.get(kind) {
            let many = rows.len() > 1;
            let word = if many { &kind.plural } else { &kind.named.name };
            let _ = writeln!(out, "\n{}\n", capitalize(word.get(Lang::En)));
        }
        for row in rows {
            let name = row
                .card
                .map_or_else(join_lines, |card| view.names.name(card).to_owned());
            let set = row.card.ok().and_then(|card| view.names.set_name(card));
            let hint = set.map_or_else(String::new, |set| format!(" [{set}]"));
            let _ = writeln!(out, "{}x {name}{hint}", row.count);
        }
    }
    out
}

/// The value of `Sets:`: `Premiere`, or `From Premiere to Hoth` on its own line.
fn set_range(view: &DeckView) -> String {
    let cards = view.deck.entries.iter();
    let mut sets: Vec<_> = cards
        .filter_map(|e| view.catalog.cards.card(e.card).sets().next())
        .collect();
    // Sets are in the order of the game, so the ends are the first and the last of that list.
    sets.arrange();
    match (sets.first(), sets.last()) {
        (Some(first), Some(last)) if first != last => {
            format!("\nFrom {} to {}", set_name(view, *first), set_name(view, *last))
        }
        (Some(set), _) => set_name(view, *set).to_owned(),
        _ => String::new(),
    }
}

fn set_name<'a>(view: &DeckView<'a>, set: SetId) -> &'a str {
    view.catalog
        .game
        .sets
        .get(set.index())
        .map_or("", |set| set.named.name.get(Lang::En))
}

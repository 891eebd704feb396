//! Files of lines, read and written by patterns.

use super::{
    has_no_cards, head_value, parse_copies, row_id, row_name, row_print, row_set, set_head, shorten, zone_of,
    zone_parts,
};
use crate::convert::{DeckView, ListRow, join_lines};
use crate::decode::DeckText;
use crate::error::{DeckProblem, MAX_ENTRIES};
use crate::messages::DeckMessage;
use crate::raw::{CopyNotation, RawCard, RawDeck, RawItem};
use sleeve_data::model::pattern::{FilledPattern, LinePattern, Placeholder};
use sleeve_data::model::reader::{HeadKey, LineLayout};
use sleeve_data::model::{DeckReader, Spanned};
use sleeve_data::problem::span_within;
use sleeve_data::problem::{Problem, Problems};

/// A line, with what its form makes of it.
enum DescribedLine<'l, 'r> {
    Blank,
    /// A value of the deck's head.
    Key(HeadKey, &'l str),
    /// The heading of the zone of this word.
    Heading(&'r str),
    Ignored,
    /// A card, perhaps with the word for its zone.
    Card(FilledPattern<'l>, Option<&'r str>),
    /// No pattern reads it.
    Unread,
}

/// The first pattern that reads a line, with the word for a zone if the pattern has one.
fn match_patterns<'l, 'r>(
    patterns: &[LinePattern],
    line: &'l str,
    reader: &'r DeckReader,
) -> Option<(FilledPattern<'l>, Option<&'r str>)> {
    patterns.iter().find_map(|pattern| {
        if pattern.has(Placeholder::Zone) {
            reader
                .zones
                .iter()
                .filter(|(word, _)| !word.is_empty())
                .find_map(|(word, _)| Some((pattern.read(line, word)?, Some(word.as_str()))))
        } else {
            Some((pattern.read(line, "")?, None))
        }
    })
}

/// Classifies a line; above the first heading of a form with a preface no line is a card.
fn classify_line<'l, 'r>(
    line: &'l str,
    layout: &LineLayout,
    reader: &'r DeckReader,
    in_preface: bool,
) -> DescribedLine<'l, 'r> {
    if line.is_empty() {
        return DescribedLine::Blank;
    }
    for (key, pattern) in &layout.keys {
        if let Some(value) =
            pattern.read(line, "").and_then(|filled| filled.get(Placeholder::Value))
        {
            return DescribedLine::Key(*key, value);
        }
    }
    if let Some((_, Some(word))) = match_patterns(&layout.headings, line, reader) {
        return DescribedLine::Heading(word);
    }
    if layout.ignored.iter().any(|pattern| pattern.read(line, "").is_some()) {
        return DescribedLine::Ignored;
    }
    match match_patterns(&layout.cards, line, reader).filter(|_| !in_preface) {
        Some((filled, zone)) => DescribedLine::Card(filled, zone),
        None => DescribedLine::Unread,
    }
}

/// Whether some pattern reads every line, at least one as a card and one as a heading or a key: a
/// card's pattern alone reads lists of other forms as well.
pub(super) fn matches_layout(text: &str, layout: &LineLayout, reader: &DeckReader) -> bool {
    let (mut cards, mut signs, mut in_preface) = (0usize, 0usize, layout.preface);
    for line in text.lines() {
        match classify_line(line.trim(), layout, reader, in_preface) {
            DescribedLine::Blank | DescribedLine::Ignored => {}
            DescribedLine::Key(..) => signs += 1,
            DescribedLine::Heading(_) => {
                signs += 1;
                in_preface = false;
            }
            DescribedLine::Card(_, zone) => {
                cards += 1;
                signs += usize::from(zone.is_some());
            }
            DescribedLine::Unread if in_preface => {}
            DescribedLine::Unread => return false,
        }
    }
    cards > 0 && signs > 0
}

/// Reads a text. A line that no pattern reads is taken for the name of a card, so that the user
/// hears of it.
pub(super) fn read(
    source: &DeckText,
    mut deck: RawDeck,
    layout: &LineLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let text = &*source.text;
    let mut problems = Problems::<DeckMessage>::default();
    let mut preface = layout.preface.then(Vec::new);
    let mut headed = false;
    for line in text.lines().map(str::trim) {
        if deck.items.len() >= MAX_ENTRIES {
            problems.push(Problem::from_span(span_within(text, line), DeckMessage::TooMany));
            break;
        }
        let mut card = RawCard {
            count: 1,
            notation: CopyNotation::Separate,
            zone: if headed { None } else { zone_of(reader, "") },
            span: span_within(text, line),
            ..RawCard::default()
        };
        match classify_line(line, layout, reader, preface.is_some()) {
            DescribedLine::Blank => {
                if let Some(lines) = &mut preface {
                    lines.push(line);
                }
                continue;
            }
            DescribedLine::Ignored => continue,
            DescribedLine::Key(key, value) => {
                set_head(&mut deck, key, value, span_within(text, value));
                continue;
            }
            DescribedLine::Heading(word) => {
                if let Some(lines) = preface.take() {
                    set_head(&mut deck, HeadKey::Notes, &lines.join("\n"), 0..0);
                }
                headed = true;
                let zone = zone_of(reader, word).unwrap_or_default();
                deck.items.push(RawItem::Zone(Spanned::new(zone, card.span)));
                continue;
            }
            DescribedLine::Unread => match &mut preface {
                Some(lines) => {
                    lines.push(line);
                    continue;
                }
                None => card.name = line.to_owned(),
            },
            DescribedLine::Card(filled, zone) => {
                if let Some(digits) = filled.get(Placeholder::Count) {
                    match parse_copies(digits) {
                        Some(count) => card.count = count,
                        None => {
                            let found = shorten(digits);
                            let at = span_within(text, digits);
                            problems.push(Problem::from_span(at, DeckMessage::Count { found }));
                            continue;
                        }
                    }
                }
                card.name = filled.get(Placeholder::Name).unwrap_or("").to_owned();
                let set = filled.get(Placeholder::Code).or(filled.get(Placeholder::Set));
                let number = set.zip(filled.get(Placeholder::Number));
                card.id = filled.get(Placeholder::Id).map(str::to_owned);
                card.id = card.id.or(number.map(|(set, number)| format!("{set} {number}")));
                card.hints = set.map(str::to_owned).into_iter().collect();
                card.zone = zone.and_then(|word| zone_of(reader, word)).or(card.zone);
            }
        }
        deck.items.push(RawItem::Card(card));
    }
    if problems.is_empty() && has_no_cards(&deck) {
        problems.push(DeckMessage::Empty);
    }
    problems.into_result(vec![deck])
}

pub(super) fn write(view: &DeckView, layout: &LineLayout, reader: &DeckReader) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let mut has_lines = false;
    for (key, pattern) in &layout.keys {
        let value = head_value(view.deck, *key).map(join_lines).filter(|value| !value.is_empty());
        let fill = |hole| value.clone().filter(|_| hole == Placeholder::Value);
        if let Some(text) = pattern.write(fill) {
            line(&text);
            has_lines = true;
        }
    }
    let has_key = layout.keys.iter().any(|(key, _)| *key == HeadKey::Notes);
    if let Some(notes) = view.deck.remarks.as_deref().filter(|_| layout.preface && !has_key) {
        notes.lines().for_each(&mut line);
        has_lines = true;
    }
    for (word, rows) in zone_parts(view, reader).iter().filter(|(_, rows)| !rows.is_empty()) {
        if has_lines {
            line("");
        }
        has_lines = true;
        let copies: u32 = rows.iter().map(|row| row.count).sum();
        if let Some(text) = write_heading(layout, word, copies) {
            line(&text);
        }
        for row in rows {
            let Some((pattern, text)) = write_card(view, layout, reader, row, word) else {
                continue;
            };
            let times = if pattern.has(Placeholder::Count) { 1 } else { row.count };
            (0..times).for_each(|_| line(&text));
        }
    }
    out
}

fn write_heading(layout: &LineLayout, word: &str, copies: u32) -> Option<String> {
    let fill = |hole| match hole {
        Placeholder::Zone => Some(word.to_owned()),
        Placeholder::Count => Some(copies.to_string()),
        _ => None,
    };
    layout.headings.iter().filter(|_| !word.is_empty()).find_map(|heading| heading.write(fill))
}

/// Writes a card's line, with the pattern that was used: the first without a set, or with a set or
/// an id if the name is not enough. A pattern with a number goes before one without, which a game
/// means for certain cards only.
fn write_card<'p>(
    view: &DeckView,
    layout: &'p LineLayout,
    reader: &DeckReader,
    row: &ListRow,
    word: &str,
) -> Option<(&'p LinePattern, String)> {
    let (set, number) = row_print(view, reader, row).unzip();
    let fill = |hole| match hole {
        Placeholder::Count => Some(row.count.to_string()),
        Placeholder::Name => Some(join_lines(&row_name(view, row))),
        Placeholder::Id => row_id(view, reader, row).map(|id| join_lines(&id)),
        Placeholder::Set | Placeholder::Code => set.clone().or_else(|| row_set(view, row)),
        Placeholder::Number => number.clone(),
        Placeholder::Zone => Some(word.to_owned()).filter(|word| !word.is_empty()),
        Placeholder::Value | Placeholder::Word | Placeholder::Any => None,
    };
    // The line has the zone where no heading has it.
    let is_headed = word.is_empty() || !layout.headings.is_empty();
    let fits = |pattern: &&LinePattern| is_headed != pattern.has(Placeholder::Zone);
    let write = |wanted: &dyn Fn(&LinePattern) -> bool| {
        let patterns = layout.cards.iter().filter(fits).filter(|pattern| wanted(pattern));
        let mut written = patterns.filter_map(|pattern| Some((pattern, pattern.write(fill)?)));
        let first = written.next()?;
        let has_count = |(pattern, _): &(&LinePattern, _)| pattern.has(Placeholder::Count);
        Some(if has_count(&first) { first } else { written.find(has_count).unwrap_or(first) })
    };
    let is_name_enough = !row.card.is_ok_and(|card| view.names.by_id.contains(&card));
    let tells_apart = |pattern: &LinePattern| {
        let holes = [Placeholder::Id, Placeholder::Set, Placeholder::Code, Placeholder::Number];
        holes.iter().any(|hole| pattern.has(*hole))
    };
    if is_name_enough {
        write(&|pattern| !pattern.has(Placeholder::Set)).or_else(|| write(&|_| true))
    } else {
        write(&tells_apart).or_else(|| write(&|_| true))
    }
}

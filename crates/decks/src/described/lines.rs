//! Files of lines, read and written by patterns.

use super::{
    ZonePart, copy_field, has_no_cards, head_value, row_id, row_name, row_print, row_set,
    row_state, set_head, shorten, zone_of, zone_parts,
};
use crate::decode::DeckText;
use crate::limits::MAX_ENTRIES;
use crate::line::parse_copies;
use crate::messages::{DeckMessage, DeckProblem};
use crate::raw::{CopyNotation, RawCard, RawDeck, RawItem};
use crate::raw::{RawField, WrittenValue};
use crate::view::{DeckView, ListRow, join_lines};
use sleeve_data::Arrange;
use sleeve_data::model::pattern::{FilledPattern, LinePattern, Placeholder};
use sleeve_data::model::reader::{CardPattern, HeadKey, LineLayout};
use sleeve_data::model::{DeckReader, Spanned};
use sleeve_data::problem::{Problem, Problems, span_within};
use std::cmp::Reverse;
use std::ops::Range;

/// A line and its meaning in the form.
enum DescribedLine<'l, 'r> {
    Blank,
    /// A value of the deck's head.
    Key(&'r HeadKey, &'l str),
    /// The heading of a zone.
    Heading(&'r str),
    Ignored,
    /// A card, possibly with its zone.
    Card(&'r CardPattern, FilledPattern<'l>, Option<&'r str>),
    /// A line that no pattern matches.
    Unread,
}

/// Matches a line against a pattern. The word at `{zone}` gives the zone.
fn match_pattern<'l, 'r>(
    pattern: &LinePattern,
    line: &'l str,
    reader: &'r DeckReader,
) -> Option<(FilledPattern<'l>, Option<&'r str>)> {
    if !pattern.has(Placeholder::Zone) {
        return Some((pattern.read(line, "")?, None));
    }
    let mut words = reader.zones.iter().filter(|(word, _)| !word.is_empty());
    words.find_map(|(word, zone)| Some((pattern.read(line, word)?, Some(zone.as_str()))))
}

/// Classifies a line. In a form with a preface, no line above the first heading is a card.
fn classify_line<'l, 'r>(
    line: &'l str,
    layout: &'r LineLayout,
    reader: &'r DeckReader,
    is_title: bool,
    in_preface: bool,
) -> DescribedLine<'l, 'r> {
    if line.is_empty() {
        return DescribedLine::Blank;
    }
    let mut headings = layout.headings.iter();
    let heading = headings.find_map(|p| match_pattern(p, line, reader)).and_then(|(_, zone)| zone);
    if is_title && heading.is_none() {
        return DescribedLine::Key(&HeadKey::Name, line);
    }
    for (key, pattern) in &layout.keys {
        if let Some(value) =
            pattern.read(line, "").and_then(|filled| filled.get(Placeholder::Value))
        {
            return DescribedLine::Key(key, value);
        }
    }
    if let Some(zone) = heading {
        return DescribedLine::Heading(zone);
    }
    if layout.ignored.iter().any(|pattern| pattern.read(line, "").is_some()) {
        return DescribedLine::Ignored;
    }
    let mut cards = layout.cards.iter().filter(|_| !in_preface);
    let read = |card: &'r CardPattern| {
        let (filled, zone) = match_pattern(&card.pattern, line, reader)?;
        Some(DescribedLine::Card(card, filled, zone.or(card.zone.as_deref())))
    };
    cards.find_map(read).unwrap_or(DescribedLine::Unread)
}

/// Whether every line matches a pattern, at least one as a card and one as a heading or a key. A
/// card pattern alone would also match lists of other forms. If a form has a title, the cards under
/// no heading have to come first, because otherwise the title may be one of them. Our own lists
/// begin with `#`.
pub(super) fn matches_layout(text: &str, layout: &LineLayout, reader: &DeckReader) -> bool {
    let (mut cards, mut signs, mut in_preface) = (0usize, 0usize, layout.preface);
    let (mut is_title, mut is_headed) = (layout.title, false);
    let has_first_zone = reader.zones.iter().any(|(word, _)| word.is_empty());
    for line in text.lines().map(str::trim) {
        match classify_line(line, layout, reader, is_title, in_preface) {
            DescribedLine::Blank => continue,
            DescribedLine::Ignored => {}
            DescribedLine::Key(..) if is_title && line.starts_with('#') => return false,
            DescribedLine::Key(..) => signs += usize::from(!is_title),
            DescribedLine::Heading(_) if layout.title && has_first_zone && cards == 0 => {
                return false;
            }
            DescribedLine::Heading(_) => {
                signs += 1;
                (in_preface, is_headed) = (false, true);
            }
            // A pattern that any line matches identifies no form, but it may match the only card
            // above the headings.
            DescribedLine::Card(card, ..)
                if card.zone.is_some() && card.pattern.reads_all() && (is_headed || cards > 0) =>
            {
                return false;
            }
            DescribedLine::Card(card, ..) => {
                cards += 1;
                signs += usize::from(card.pattern.has(Placeholder::Zone));
            }
            DescribedLine::Unread if in_preface => {}
            DescribedLine::Unread => return false,
        }
        is_title = false;
    }
    cards > 0 && signs > 0
}

/// Reads a text. A line without a matching pattern is read as the name of a card, so that it is
/// reported to the user.
pub(super) fn read(
    source: &DeckText,
    mut deck: RawDeck,
    layout: &LineLayout,
    reader: &DeckReader,
) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let text = &*source.text;
    let mut problems = Problems::<DeckMessage>::default();
    let mut preface = layout.preface.then(Vec::new);
    let (mut headed, mut is_title, mut starts_paragraph) = (false, layout.title, true);
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
        let read = classify_line(line, layout, reader, is_title, preface.is_some());
        is_title &= line.is_empty();
        starts_paragraph |= line.is_empty();
        match read {
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
            DescribedLine::Heading(zone) => {
                if let Some(lines) = preface.take() {
                    set_head(&mut deck, &HeadKey::Notes, &lines.join("\n"), 0..0);
                }
                headed = true;
                deck.items.push(RawItem::Zone(Spanned::new(zone.to_owned(), card.span)));
                continue;
            }
            DescribedLine::Unread => match &mut preface {
                Some(lines) => {
                    lines.push(line);
                    continue;
                }
                None => card.name = line.to_owned(),
            },
            DescribedLine::Card(pattern, filled, zone) => {
                if let Some(digits) = filled.get(Placeholder::Count) {
                    match parse_copies(digits) {
                        Some(count) => (card.count, card.has_no_copies) = (count, count == 0),
                        None => {
                            let found = shorten(digits);
                            let at = span_within(text, digits);
                            problems.push(Problem::from_span(at, DeckMessage::Count { found }));
                            continue;
                        }
                    }
                }
                let name = filled.get(Placeholder::Name).unwrap_or("");
                card.name = name.to_owned();
                card.whole = filled.get(Placeholder::Any).and_then(|ignored| {
                    let (name, ignored) = (span_within(text, name), span_within(text, ignored));
                    let whole = name.start.min(ignored.start)..name.end.max(ignored.end);
                    text.get(whole).map(str::to_owned)
                });
                let set = filled.get(Placeholder::Code).or(filled.get(Placeholder::Set));
                let number = set.zip(filled.get(Placeholder::Number));
                card.id = filled.get(Placeholder::Id).map(str::to_owned);
                card.id = card.id.or(number.map(|(set, number)| format!("{set} {number}")));
                card.state.extend(line_state(pattern, &filled, &card.span));
                card.hints = set.map(str::to_owned).into_iter().collect();
                card.zone = zone.map(str::to_owned).or(card.zone);
            }
        }
        card.starts_paragraph = std::mem::take(&mut starts_paragraph);
        deck.items.push(RawItem::Card(card));
    }
    if problems.is_empty() && has_no_cards(&deck) {
        problems.push(DeckMessage::Empty);
    }
    problems.into_result(vec![deck])
}

/// The state of the copies on a line.
fn line_state(
    card: &CardPattern,
    filled: &FilledPattern<'_>,
    span: &Range<usize>,
) -> Option<RawField> {
    let value = filled.get(Placeholder::State).map(|text| WrittenValue::from_text(text.to_owned()));
    let field = card.state.as_deref();
    (value.is_some() || field.is_some()).then(|| {
        RawField::new(field.unwrap_or(""), value.unwrap_or(WrittenValue::Flag(true)), span)
    })
}

/// The text at `{state}` for copies in a state; `None` if the line is for others.
fn written_state(
    view: &DeckView,
    card: &CardPattern,
    state: &[(String, Vec<String>)],
) -> Option<String> {
    let is_mark = card.state.is_none();
    let is_flag = is_mark || !card.pattern.has(Placeholder::State);
    let (field, words) = state.iter().find(|(field, words)| {
        (is_mark || card.state.as_ref() == Some(field)) && (!is_flag || words == &["yes"])
    })?;
    let named = &copy_field(view, field)?.named;
    let mark = || named.aliases.first().unwrap_or(&named.id).to_string();
    Some(if is_mark { mark() } else { words.join(",") })
}

pub(super) fn write(view: &DeckView, layout: &LineLayout, reader: &DeckReader) -> String {
    let mut out = String::new();
    let mut line = |text: &str| {
        out.push_str(text);
        out.push('\n');
    };
    let mut has_lines = layout.title;
    if layout.title {
        line(&join_lines(view.title()));
    }
    for (key, pattern) in &layout.keys {
        let value = head_value(view.deck, key)
            .map(|text| join_lines(&text))
            .filter(|value| !value.is_empty());
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
    for part in zone_parts(view, reader).iter().filter(|part| !part.rows.is_empty()) {
        if has_lines {
            line("");
        }
        has_lines = true;
        let copies: u32 = part.rows.iter().map(|row| row.count).sum();
        if let Some(text) = write_heading(layout, part, copies) {
            line(&text);
        }
        for row in &part.rows {
            let Some((pattern, text)) = write_card(view, layout, reader, row, part) else {
                continue;
            };
            let times = if pattern.has(Placeholder::Count) { 1 } else { row.count };
            (0..times).for_each(|_| line(&text));
        }
    }
    out
}

fn write_heading(layout: &LineLayout, part: &ZonePart, copies: u32) -> Option<String> {
    let has_heading = !part.word.is_empty() && !layout.has_own_lines(part.zone);
    let fill = |hole| match hole {
        Placeholder::Zone => Some(part.word.to_owned()),
        Placeholder::Count => Some(copies.to_string()),
        _ => None,
    };
    layout.headings.iter().filter(|_| has_heading).find_map(|heading| heading.write(fill))
}

/// Writes a card's line and returns the pattern used: the first one without a set, or one with a
/// set or an id if the name does not identify the card. Patterns with a number come before patterns
/// without one, which a game uses for certain cards only.
fn write_card<'p>(
    view: &DeckView,
    layout: &'p LineLayout,
    reader: &DeckReader,
    row: &ListRow,
    part: &ZonePart,
) -> Option<(&'p LinePattern, String)> {
    let ZonePart { zone, word, .. } = *part;
    let (set, number) = row_print(view, reader, row).unzip();
    let fill = |hole| match hole {
        Placeholder::Count => Some(row.count.to_string()),
        Placeholder::Name => Some(join_lines(&row_name(view, row))),
        Placeholder::Id => row_id(view, reader, row).map(|id| join_lines(&id)),
        Placeholder::Set | Placeholder::Code => set.clone().or_else(|| row_set(view, row)),
        Placeholder::Number => number.clone(),
        Placeholder::Zone => Some(word.to_owned()).filter(|word| !word.is_empty()),
        _ => None,
    };
    let state = row_state(view, row);
    // The line contains the zone if no heading does.
    let is_headed = word.is_empty() || !layout.headings.is_empty();
    let has_own = layout.has_own_lines(zone);
    let fits = |card: &&'p CardPattern| match &card.zone {
        Some(its) => its == zone,
        None => !has_own && is_headed != card.pattern.has(Placeholder::Zone),
    };
    let write = |wanted: &dyn Fn(&LinePattern) -> bool| {
        let cards = layout.cards.iter().filter(fits).filter(|card| wanted(&card.pattern));
        let write = |card: &'p CardPattern| {
            let state = written_state(view, card, &state);
            let is_hole = |hole| hole == Placeholder::State;
            let fill = |hole| if is_hole(hole) { state.clone() } else { fill(hole) };
            let text = card.pattern.write(fill).filter(|_| state.is_some() || !card.has_state())?;
            Some((card, text))
        };
        let mut written: Vec<(&CardPattern, String)> = cards.filter_map(write).collect();
        // Lines with a state come first, because the others lose it.
        let has = |card: &CardPattern| (card.has_state(), card.pattern.has(Placeholder::Count));
        written.arrange_by_key(|(card, _)| Reverse(has(card)));
        written.into_iter().next().map(|(card, text)| (&card.pattern, text))
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

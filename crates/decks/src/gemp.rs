//! The decks of the GEMP game server: its XML export, the line in its database, and the text of its
//! deck page.

use super::Confidence;
use super::convert::{DeckView, ListRow, join_lines, list_rows};
use super::decode::DeckText;
use super::messages::{DeckMessage, DeckProblem, MAX_ATTRIBUTES, MAX_ENTRIES};
use super::raw::{CopyNotation, RawCard, RawDeck, RawItem};
use super::text::TextList;
use super::toml::DECK_KEYS;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use sleeve_data::files::FileMessage;
use sleeve_data::grammar::capitalize;
use sleeve_data::model::{CardIndex, Lang, Spanned, hidden};
use sleeve_data::problem::{Phrase, Problem, Problems, span_within};
use std::fmt::Write;
use std::ops::Range;

// A DOCTYPE may declare entities that expand without limit.
pub(super) const DOCTYPE: Phrase = word!("a DOCTYPE");
pub(super) const TOO_DEEP: Phrase = word!("elements nested this deep");

/// The zone of the cards that the server calls outside the deck.
pub(super) const OUTSIDE: &str = "outside";

/// The marks that the server adds to ids.
const MARKS: [char; 2] = ['*', '^'];

/// One element per copy: `<card blueprintId="1_194" title="…"/>`.
pub(super) mod xml {
    use super::*;

    const FORMAT: &str = "XML";

    pub(crate) fn detect(source: &DeckText) -> Confidence {
        let text = source.text.trim_start();
        let is_named = source.extension == "xml";
        let is_marked = text.starts_with("<?xml") || text.starts_with("<deck");
        if is_marked || is_named && text.starts_with('<') {
            Confidence::Yes
        } else if is_named {
            Confidence::Perhaps
        } else {
            Confidence::No
        }
    }

    pub(crate) fn read(
        source: &DeckText,
        mut deck: RawDeck,
    ) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
        let mut reader = Reader::from_str(&source.text);
        let mut problems = Problems::default();
        let (mut depth, mut entries) = (0usize, 0usize);
        let (mut decks, mut is_begun) = (Vec::new(), false);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let opens = matches!(event, Ok(Event::Start(_)));
            let end = reader.buffer_position() as usize;
            let span = trim_span(&source.text, start..end);
            let refused = |what| {
                Problem::from_span(span.clone(), DeckMessage::Refused { format: FORMAT, what })
            };
            match event {
                // The format has a depth of two.
                Ok(Event::Start(_)) if depth >= 8 => {
                    problems.push(refused(TOO_DEEP));
                    break;
                }
                Ok(Event::Start(element) | Event::Empty(element)) => {
                    depth += usize::from(opens);
                    // `<decks>` around several decks contains nothing about them.
                    if element.name().as_ref() == b"decks" && depth == usize::from(opens) {
                        continue;
                    }
                    let is_deck = element.name().as_ref() == b"deck";
                    if is_deck && std::mem::replace(&mut is_begun, true) {
                        let another = deck.begin_another();
                        decks.push(std::mem::replace(&mut deck, another));
                    }
                    self::read_element(&element, span, &mut deck, &mut problems);
                    entries += 1;
                }
                Ok(Event::End(_)) => depth = depth.saturating_sub(1),
                Ok(Event::DocType(_)) => {
                    problems.push(refused(DOCTYPE));
                    break;
                }
                Ok(Event::GeneralRef(_)) => {
                    problems.push(refused(word!("an entity between elements")))
                }
                Ok(Event::Text(text)) if !text.iter().all(u8::is_ascii_whitespace) => {
                    problems.push(refused(word!("text between elements")));
                }
                Ok(Event::Eof) => {
                    if depth > 0 {
                        let message = "the file ends inside an element".to_owned();
                        problems.fail(end..end, FileMessage::Syntax { form: FORMAT, message });
                    }
                    break;
                }
                Ok(_) => {}
                Err(error) => {
                    let at = reader.error_position() as usize;
                    problems.push(syntax_error(at..end.max(at), &error));
                    break;
                }
            }
            if entries > MAX_ENTRIES {
                problems.push(DeckMessage::TooMany);
                break;
            }
        }
        decks.push(deck);
        if problems.is_empty() && decks.iter().all(|deck| deck.items.is_empty()) {
            problems.push(DeckMessage::Empty);
        }
        problems.into_result(RawDeck::number(decks))
    }

    pub(crate) fn syntax_error(span: Range<usize>, error: &dyn std::fmt::Display) -> DeckProblem {
        let message = error.to_string().lines().collect::<Vec<_>>().join("; ");
        Problem::from_span(span, FileMessage::Syntax { form: FORMAT, message }.into())
    }

    /// The part of a span without the spaces around it.
    pub(crate) fn trim_span(text: &str, span: Range<usize>) -> Range<usize> {
        let part = text.get(span.clone()).unwrap_or("");
        let lead = part.len() - part.trim_start().len();
        span.start + lead..span.start + lead + part.trim().len()
    }

    fn read_element(
        element: &BytesStart,
        span: Range<usize>,
        deck: &mut RawDeck,
        problems: &mut Problems<DeckMessage>,
    ) {
        let name = element.name();
        let zone = match name.as_ref() {
            b"deck" => return,
            b"card" => None,
            b"cardOutsideDeck" => Some(OUTSIDE.to_owned()),
            other => {
                return problems.push_with(|| {
                    let key = String::from_utf8_lossy(other).into_owned();
                    let known = ["card", "cardOutsideDeck"].into_iter();
                    Problem::from_span(
                        span,
                        FileMessage::unknown_key(&key, DECK_KEYS.place, known).into(),
                    )
                });
            }
        };
        let (mut id, mut title) = (None, String::new());
        // Duplicates are found below, because the XML reader's own check compares all pairs of
        // attributes.
        for (at, attribute) in element.attributes().with_checks(false).enumerate() {
            if at == MAX_ATTRIBUTES {
                let (key, limit) = ("attributes", MAX_ATTRIBUTES);
                return problems.fail(span, FileMessage::TooMany { key, limit });
            }
            let (key, value) = match attribute
                .as_ref()
                .map(|a| (a.key.as_ref(), a.normalized_value(XmlVersion::Implicit1_0)))
            {
                Ok((key, Ok(value))) => (key, value),
                Ok((_, Err(error))) => return problems.push(syntax_error(span, &error)),
                Err(error) => return problems.push(syntax_error(span, error)),
            };
            let is_double = match key {
                b"blueprintId" => id.is_some(),
                b"title" => !title.is_empty(),
                _ => false,
            };
            if is_double {
                let key = String::from_utf8_lossy(key).into_owned();
                return problems.fail(span, FileMessage::GivenTwice { key });
            }
            match key {
                b"blueprintId" => id = Some(value.trim_end_matches(MARKS).to_owned()),
                b"title" => title = value.into_owned(),
                _ => {}
            }
        }
        if id.is_none() {
            let (key, place) = ("blueprintId", DECK_KEYS.place);
            problems.fail(span, FileMessage::MissingKey { key, place });
            return;
        }
        let notation = CopyNotation::Separate;
        let card =
            RawCard { name: title, id, zone, count: 1, notation, span, ..RawCard::default() };
        deck.items.push(RawItem::Card(card));
    }
}

/// One line of ids; those outside the deck follow a bar: `1_286,1_194,1_194|13_54`.
pub(super) mod line {
    use super::*;

    pub(crate) fn detect(source: &DeckText) -> Confidence {
        let text = source.text.trim();
        let is_id = |id: &str| {
            let id = id.trim_end_matches(MARKS);
            id.split_once('_').is_some_and(|(set, number)| {
                let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
                digits(set) && digits(number)
            })
        };
        let mut ids = text.split([',', '|']).filter(|id| !id.is_empty());
        let starts_as_ids =
            text.starts_with(|c: char| c.is_ascii_digit() || matches!(c, ',' | '|'));
        let has_several = starts_as_ids && text.contains([',', '|']);
        if has_several && ids.all(is_id) { Confidence::Yes } else { Confidence::No }
    }

    pub(crate) fn read(
        source: &DeckText,
        mut deck: RawDeck,
    ) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
        let text = source.text.trim();
        let (inside, outside) = text.split_once('|').unwrap_or((text, ""));
        for (ids, zone) in [(inside, None), (outside, Some(OUTSIDE))] {
            for id in ids.split([',', '|']).map(str::trim).filter(|id| !id.is_empty()) {
                if deck.items.len() == MAX_ENTRIES {
                    return Err(vec![DeckMessage::TooMany.into()]);
                }
                deck.items.push(RawItem::Card(RawCard {
                    id: Some(id.trim_end_matches(MARKS).to_owned()),
                    zone: zone.map(str::to_owned),
                    count: 1,
                    notation: CopyNotation::Separate,
                    span: span_within(&source.text, id),
                    ..RawCard::default()
                }));
            }
        }
        Ok(vec![deck])
    }
}

/// Name, side, author, `Deck:`, then kinds in capitals and `2x Title`, then `Outside Deck:`.
pub(super) mod text {
    use super::*;

    pub(crate) fn detect(source: &DeckText) -> Confidence {
        let deck =
            source.text.contains("Deck:") && source.text.lines().any(|line| line.trim() == "Deck:");
        let capitals = |line: &str| {
            let kind = line.trim().strip_suffix(':').unwrap_or("");
            kind.len() > 3 && kind.chars().all(|c| c.is_ascii_uppercase() || c == ' ' || c == '\'')
        };
        if deck && source.text.lines().any(capitals) { Confidence::Yes } else { Confidence::No }
    }

    pub(crate) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
        let mut list = TextList::new(&source.text, deck);
        let mut head = true;
        for line in source.text.lines() {
            if head && line.trim() != "Deck:" {
                read_header(&mut list, line.trim());
            } else {
                head = false;
                list.read_line(line);
            }
        }
        list.finish()
    }

    fn read_header(list: &mut TextList, line: &str) {
        let slot = if let Some(author) = line.strip_prefix("Author:") {
            (author.trim(), GempSlot::Player)
        } else if let Some(side) = line.strip_suffix(" Side") {
            (side, GempSlot::Side)
        } else {
            (line, GempSlot::Name)
        };
        let value = Some(list.with_span(slot.0)).filter(|v: &Spanned<String>| !v.value.is_empty());
        match slot.1 {
            GempSlot::Player => list.deck.player = value,
            GempSlot::Side => list.deck.side = value,
            GempSlot::Name if list.deck.name.is_none() => list.deck.name = value,
            GempSlot::Name => {}
        }
    }

    enum GempSlot {
        Player,
        Side,
        Name,
    }
}

/// The rows of all zones but one, because the server has no other zones.
fn rows_inside<'a>(view: &DeckView<'a>) -> Vec<ListRow<'a>> {
    list_rows(view.deck, &|zone| zone != OUTSIDE)
}

/// Repeats each card for each copy, without unresolved lines.
fn expand_copies(rows: &[ListRow]) -> Vec<CardIndex> {
    let cards = rows.iter().filter_map(|row| Some((row.card.ok()?, row.count)));
    cards.flat_map(|(card, count)| std::iter::repeat_n(card, count as usize)).collect()
}

pub(super) fn write_xml(view: &DeckView) -> String {
    // As the server exports it: lines end with CRLF, and apostrophes are not escaped.
    let head = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\r\n<deck>\r\n";
    let mut out = String::from(head);
    for (rows, element) in [(rows_inside(view), "card"), (view.rows(OUTSIDE), "cardOutsideDeck")] {
        for card in expand_copies(&rows) {
            let (id, title) = (view.names.id(card), server_title(view, card));
            let (id, title) = (escape(id), escape(hidden::escaped(&title)).replace("&apos;", "'"));
            let _ = write!(out, "    <{element} blueprintId=\"{id}\" title=\"{title}\"/>\r\n");
        }
    }
    out.push_str("</deck>\r\n");
    out
}

/// The title as the server writes it, without the mark of a virtual card.
fn server_title(view: &DeckView, card: CardIndex) -> String {
    let name = view.catalog.cards.card(card).name(Lang::En);
    name.strip_suffix(" (V)").unwrap_or(name).to_owned()
}

pub(super) fn write_line(view: &DeckView) -> String {
    let ids = |rows: &[ListRow]| {
        expand_copies(rows)
            .into_iter()
            .map(|card| view.names.id(card))
            .collect::<Vec<_>>()
            .join(",")
    };
    format!("{}|{}\n", ids(&rows_inside(view)), ids(&view.rows(OUTSIDE)))
}

pub(super) fn write_text(view: &DeckView) -> String {
    let mut out = String::new();
    let _ = writeln!(out, "{}", join_lines(view.title()));
    if let Some(side) = view.shared_value() {
        let _ = writeln!(out, "{} Side", capitalize(side));
    }
    if let Some(player) = &view.deck.player {
        let _ = writeln!(out, "Author: {}", join_lines(player));
    }
    out.push_str("Deck:\n");
    write_section(view, &rows_inside(view), &mut out);
    let outside = view.rows(OUTSIDE);
    if !outside.is_empty() {
        out.push_str("\nOutside Deck:\n");
        write_section(view, &outside, &mut out);
    }
    out
}

fn write_section(view: &DeckView, rows: &[ListRow], out: &mut String) {
    for (kind, rows) in view.group_by_kind(rows) {
        if let Some(kind) = view.catalog.game.kinds.get(kind) {
            let _ = writeln!(out, "{}:", kind.named.name.get(Lang::En).to_uppercase());
        }
        for row in rows {
            match row.card {
                Ok(card) => {
                    let _ = writeln!(out, "{}x {}", row.count, view.names.name(card));
                }
                Err(text) => {
                    let _ = writeln!(out, "{}x {}", row.count, join_lines(text));
                }
            }
        }
    }
}

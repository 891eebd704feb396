//! The XML export of the GEMP server. One element per copy: `<card blueprintId="1_194" title="…"/>`.

use super::{MARKS, OUTSIDE, expand_copies, rows_inside};
use crate::decode::DeckText;
use crate::form::Confidence;
use crate::limits::{MAX_ATTRIBUTES, MAX_ENTRIES};
use crate::messages::{DeckMessage, DeckProblem};
use crate::raw::{CopyNotation, RawCard, RawDeck, RawItem};
use crate::toml::DECK_KEYS;
use crate::view::DeckView;
use quick_xml::escape::escape;
use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use sleeve_data::files::FileMessage;
use sleeve_data::model::{CardIndex, Lang, hidden};
use sleeve_data::problem::{Phrase, Problem, Problems};
use std::fmt::Write;
use std::ops::Range;

// A DOCTYPE may declare entities that expand without limit.
pub(crate) const DOCTYPE: Phrase = word!("a DOCTYPE");
pub(crate) const TOO_DEEP: Phrase = word!("elements nested this deep");

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

pub(crate) fn read(source: &DeckText, mut deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
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
        match event {
            // The format has a depth of two.
            Ok(Event::Start(_)) if depth >= 8 => {
                problems.push(refuse(span, TOO_DEEP));
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
                read_element(&element, span, &mut deck, &mut problems);
                entries += 1;
            }
            Ok(Event::End(_)) => depth = depth.saturating_sub(1),
            Ok(Event::DocType(_)) => {
                problems.push(refuse(span, DOCTYPE));
                break;
            }
            Ok(Event::GeneralRef(_)) => {
                problems.push(refuse(span, word!("an entity between elements")))
            }
            Ok(Event::Text(text)) if !text.iter().all(u8::is_ascii_whitespace) => {
                problems.push(refuse(span, word!("text between elements")));
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

pub(crate) fn refuse(span: Range<usize>, what: Phrase) -> DeckProblem {
    Problem::from_span(span, DeckMessage::Refused { format: FORMAT, what })
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
    let card = RawCard { name: title, id, zone, count: 1, notation, span, ..RawCard::default() };
    deck.items.push(RawItem::Card(card));
}

pub(crate) fn write(view: &DeckView) -> String {
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

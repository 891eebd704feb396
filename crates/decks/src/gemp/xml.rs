//! The XML export of the GEMP server, with one element per copy:
//! `<card blueprintId="1_194" title="…"/>`.

use super::{MARKS, OUTSIDE, expand_copies, rows_inside};
use crate::{
    decode::DeckText,
    form::Confidence,
    limits::{MAX_ATTRIBUTES, MAX_ENTRIES},
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
    toml::DECK_KEYS,
    view::DeckView,
};
use quick_xml::{
    Reader, XmlVersion,
    escape::escape,
    events::{BytesStart, Event},
};
use sleeve_data::{
    files::FileMessage,
    model::{CardIndex, Lang, hidden},
    problem::{Phrase, Problem, Problems},
};
use std::{fmt::Write, ops::Range};

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

pub(crate) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut reading =
        GempReader { deck, decks: Vec::new(), is_begun: false, problems: Problems::default() };
    reading.read_all(&source.text);
    let GempReader { deck, mut decks, mut problems, .. } = reading;
    decks.push(deck);
    if problems.is_empty() && decks.iter().all(|deck| deck.items.is_empty()) {
        problems.push(DeckMessage::Empty);
    }
    problems.into_result(RawDeck::number(decks))
}

struct GempReader {
    deck: RawDeck,
    /// The decks above this one.
    decks: Vec<RawDeck>,
    /// Whether a `<deck>` began.
    is_begun: bool,
    problems: Problems<DeckMessage>,
}

impl GempReader {
    fn read_all(&mut self, text: &str) {
        let mut reader = Reader::from_str(text);
        let (mut depth, mut entries) = (0usize, 0usize);
        loop {
            let start = reader.buffer_position() as usize;
            let event = reader.read_event();
            let opens = matches!(event, Ok(Event::Start(_)));
            let end = reader.buffer_position() as usize;
            let span = trim_span(text, start..end);
            match event {
                // The format has a depth of two.
                Ok(Event::Start(_)) if depth >= 8 => {
                    return self.problems.push(refuse(span, TOO_DEEP));
                }
                Ok(Event::Start(element) | Event::Empty(element)) => {
                    // `<decks>` around several decks contains nothing about them.
                    let is_outermost = depth == 0 && element.name().as_ref() == b"decks";
                    depth += usize::from(opens);
                    if is_outermost {
                        continue;
                    }
                    self.begin_element(&element, span);
                    entries += 1;
                }
                Ok(Event::End(_)) => depth = depth.saturating_sub(1),
                Ok(Event::DocType(_)) => return self.problems.push(refuse(span, DOCTYPE)),
                Ok(Event::GeneralRef(_)) => {
                    self.problems.push(refuse(span, word!("an entity between elements")))
                }
                Ok(Event::Text(text)) if !text.iter().all(u8::is_ascii_whitespace) => {
                    self.problems.push(refuse(span, word!("text between elements")));
                }
                Ok(Event::Eof) if depth > 0 => {
                    let message = "the file ends inside an element".to_owned();
                    return self
                        .problems
                        .fail(end..end, FileMessage::Syntax { form: FORMAT, message });
                }
                Ok(Event::Eof) => return,
                Ok(_) => {}
                Err(error) => {
                    let at = reader.error_position() as usize;
                    return self.problems.push(syntax_error(at..end.max(at), &error));
                }
            }
            if entries > MAX_ENTRIES {
                return self.problems.push(DeckMessage::TooMany);
            }
        }
    }

    /// Begins another deck, or reads a card.
    fn begin_element(&mut self, element: &BytesStart, span: Range<usize>) {
        let zone = match element.name().as_ref() {
            b"deck" => {
                if std::mem::replace(&mut self.is_begun, true) {
                    let another = self.deck.begin_another();
                    self.decks.push(std::mem::replace(&mut self.deck, another));
                }
                return;
            }
            b"card" => None,
            b"cardOutsideDeck" => Some(OUTSIDE.to_owned()),
            other => {
                return self.problems.push_with(|| {
                    let key = String::from_utf8_lossy(other).into_owned();
                    let known = ["card", "cardOutsideDeck"].into_iter();
                    let message = FileMessage::unknown_key(&key, DECK_KEYS.place, known);
                    Problem::from_span(span, message.into())
                });
            }
        };
        match read_card(element, &span) {
            Ok(card) => self.deck.items.push(RawItem::Card(RawCard { zone, span, ..card })),
            Err(problem) => self.problems.push(problem),
        }
    }
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

/// Reads the id and the title of a card.
fn read_card(element: &BytesStart, span: &Range<usize>) -> Result<RawCard, DeckProblem> {
    let (mut id, mut title) = (None, String::new());
    // Duplicates are found below, because the XML reader's own check compares all pairs of
    // attributes.
    for (at, attribute) in element.attributes().with_checks(false).enumerate() {
        if at == MAX_ATTRIBUTES {
            let (key, limit) = ("attributes", MAX_ATTRIBUTES);
            return Err(Problem::from_span(
                span.clone(),
                FileMessage::TooMany { key, limit }.into(),
            ));
        }
        let attribute = attribute.map_err(|error| syntax_error(span.clone(), &error))?;
        let value = attribute
            .normalized_value(XmlVersion::Implicit1_0)
            .map_err(|error| syntax_error(span.clone(), &error))?;
        let is_double = match attribute.key.as_ref() {
            b"blueprintId" => id.replace(value.trim_end_matches(MARKS).to_owned()).is_some(),
            b"title" => !std::mem::replace(&mut title, value.into_owned()).is_empty(),
            _ => false,
        };
        if is_double {
            let key = String::from_utf8_lossy(attribute.key.as_ref()).into_owned();
            return Err(Problem::from_span(span.clone(), FileMessage::GivenTwice { key }.into()));
        }
    }
    if id.is_none() {
        let (key, place) = ("blueprintId", DECK_KEYS.place);
        return Err(Problem::from_span(
            span.clone(),
            FileMessage::MissingKey { key, place }.into(),
        ));
    }
    let notation = CopyNotation::Separate;
    Ok(RawCard { name: title, id, count: 1, notation, ..RawCard::default() })
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

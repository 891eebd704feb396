//! The deck format proposed with the community's card files: `{"decks": [{"title", "side", "cards":
//! [{"id", "quantity", "starting", "outside"}]}]}`. One file may contain several decks.

use super::{
    decode::DeckText,
    form::Confidence,
    gemp::OUTSIDE,
    holotable::STARTING,
    limits::MAX_ENTRIES,
    line::parse_copies,
    messages::{DeckMessage, DeckProblem},
    raw::{CopyNotation, RawCard, RawDeck, RawItem},
    resolve::card_code,
    toml::DECK_KEYS,
    view::DeckView,
};
use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;
use sleeve_data::{
    files::{ExpectedValue, FileMessage, FoundValue},
    grammar::capitalize,
    model::{CardIndex, Spanned, reader::IdField},
    problem::{Problem, Problems, span_within},
};
use std::collections::BTreeMap;

const FORMAT: &str = "JSON";
const JSON_DECK_KEYS: [&str; 9] =
    ["title", "author", "date", "side", "id", "mre", "url", "notes", "cards"];
const JSON_CARD_KEYS: [&str; 4] = ["id", "quantity", "starting", "outside"];

type CardObject<'a> = BTreeMap<String, &'a RawValue>;

pub(super) fn detect(source: &DeckText) -> Confidence {
    let is_json = source.extension == "json" || source.text.trim_start().starts_with('{');
    if is_json { Confidence::Yes } else { Confidence::No }
}

pub(super) fn read(source: &DeckText, deck: RawDeck) -> Result<Vec<RawDeck>, Vec<DeckProblem>> {
    let mut reading = CardJsonReader { text: &source.text, problems: Problems::default() };
    let whole: CardObject = match serde_json::from_str(&source.text) {
        Ok(object) => object,
        Err(error) => return Err(vec![syntax_error(&source.text, &error)]),
    };
    let decks = match whole.get("decks") {
        Some(list) => reading.parse_objects(list, "decks"),
        None => vec![whole],
    };
    let mut read = Vec::new();
    for object in &decks {
        let mut deck = deck.clone();
        reading.read_deck(object, &mut deck);
        read.push(deck);
    }
    if read.is_empty() && reading.problems.is_empty() {
        reading.problems.push(DeckMessage::Empty);
    }
    reading.problems.into_result(RawDeck::number(read))
}

/// The name of a value's type in JSON.
pub(super) fn json_type(value: &RawValue) -> &'static str {
    match value.get().bytes().next() {
        Some(b'"') => "string",
        Some(b'{') => "object",
        Some(b'[') => "array",
        Some(b't' | b'f') => "boolean",
        Some(b'n') => "null",
        _ => "number",
    }
}

pub(super) fn found_value(value: &RawValue) -> FoundValue {
    match json_type(value) {
        "string" => FoundValue::Text,
        "object" => FoundValue::Table,
        "array" => FoundValue::List,
        _ => FoundValue::literal(value.get()),
    }
}

/// A syntax error, at its place in the text.
pub(super) fn syntax_error(text: &str, error: &serde_json::Error) -> DeckProblem {
    let line = text
        .split_inclusive('\n')
        .take(error.line().saturating_sub(1));
    let at = (line.map(str::len).sum::<usize>() + error.column().saturating_sub(1)).min(text.len());
    let shown = error.to_string();
    // The span already gives the position.
    let message = shown.split(" at line ").next().unwrap_or("").to_owned();
    Problem::from_span(at..at, FileMessage::Syntax { form: FORMAT, message }.into())
}

fn missing_key(key: &'static str) -> DeckMessage {
    FileMessage::MissingKey { key, place: DECK_KEYS.place }.into()
}

struct CardJsonReader<'a> {
    text: &'a str,
    problems: Problems<DeckMessage>,
}

impl<'a> CardJsonReader<'a> {
    fn push_wrong_type(&mut self, key: &str, value: &RawValue, expected: ExpectedValue) {
        let (key, found) = (key.to_owned(), found_value(value));
        let message = FileMessage::WrongType { key, expected, found };
        self.problems
            .fail(span_within(self.text, value.get()), message);
    }

    fn parse<T: Deserialize<'a>>(
        &mut self,
        key: &str,
        value: &'a RawValue,
        expected: ExpectedValue,
    ) -> Option<T> {
        let parsed = serde_json::from_str(value.get()).ok();
        if parsed.is_none() {
            self.push_wrong_type(key, value, expected);
        }
        parsed
    }

    fn parse_objects(&mut self, value: &'a RawValue, key: &str) -> Vec<CardObject<'a>> {
        let items: Vec<&RawValue> = self
            .parse(key, value, ExpectedValue::Cards)
            .unwrap_or_default();
        let cut = items.len().min(MAX_ENTRIES);
        if cut < items.len() {
            self.problems.push(DeckMessage::TooMany);
        }
        let read = items.into_iter().take(cut);
        read.filter_map(|item| self.parse(key, item, ExpectedValue::Table))
            .collect()
    }

    fn read_deck(&mut self, object: &CardObject<'a>, deck: &mut RawDeck) {
        for (key, value) in object {
            match key.as_str() {
                "title" => deck.name = self.parse_text(key, value),
                "author" => deck.player = self.parse_text(key, value),
                "side" => deck.side = self.parse_text(key, value),
                "url" => deck.source = self.parse_text(key, value).map(|t| t.value),
                "notes" => {
                    let lines: Option<Vec<String>> = self.parse(key, value, ExpectedValue::Text);
                    deck.remarks = lines.map(|lines| lines.join("\n"));
                }
                "cards" => {
                    for card in self.parse_objects(value, key) {
                        self.read_card(&card, deck);
                    }
                }
                _ => self.check_key(key, value, &JSON_DECK_KEYS),
            }
        }
        if !object.contains_key("cards") {
            self.problems.push(missing_key("cards"));
        }
    }

    fn check_key(&mut self, key: &str, value: &RawValue, keys: &[&str]) {
        if !keys.contains(&key) {
            let text = self.text;
            self.problems.push_with(|| {
                let known = keys.iter().copied();
                let message = FileMessage::unknown_key(key, DECK_KEYS.place, known);
                Problem::from_span(span_within(text, value.get()), message.into())
            });
        }
    }

    fn parse_text(&mut self, key: &str, value: &'a RawValue) -> Option<Spanned<String>> {
        let text: String = self.parse(key, value, ExpectedValue::Text)?;
        Some(Spanned::new(text, span_within(self.text, value.get())))
    }

    fn flag(&mut self, object: &CardObject<'a>, key: &str) -> bool {
        let value = object.get(key);
        value
            .and_then(|v| self.parse(key, v, ExpectedValue::Boolean))
            .unwrap_or(false)
    }

    fn read_card(&mut self, object: &CardObject<'a>, deck: &mut RawDeck) {
        object
            .iter()
            .for_each(|(key, value)| self.check_key(key, value, &JSON_CARD_KEYS));
        let Some(id) = object.get("id") else {
            self.problems.push(missing_key("id"));
            return;
        };
        let span = span_within(self.text, id.get());
        let id = if id.get().starts_with('"') {
            self.parse("id", id, ExpectedValue::Name)
        } else {
            self.parse::<u64>("id", id, ExpectedValue::Name)
                .map(|id| id.to_string())
        };
        let (starting, outside) = (self.flag(object, "starting"), self.flag(object, "outside"));
        let zone = match (starting, outside) {
            (_, true) => Some("outside".to_owned()),
            (true, false) => Some("starting".to_owned()),
            (false, false) => None,
        };
        let count = match object.get("quantity") {
            None => 1,
            Some(value) => match parse_copies(value.get()) {
                Some(count) => count,
                None => {
                    let found = value.get().to_owned();
                    let place = span_within(self.text, value.get());
                    self.problems.fail(place, DeckMessage::Count { found });
                    return;
                }
            },
        };
        let notation = CopyNotation::Separate;
        let has_no_copies = count == 0;
        let card = RawCard { id, zone, count, has_no_copies, notation, span, ..RawCard::default() };
        deck.items.push(RawItem::Card(card));
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct Document<'a> {
    /// The deck.
    decks: [ConvertedDeck<'a>; 1],
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConvertedDeck<'a> {
    /// Its name.
    #[serde(skip_serializing_if = "Option::is_none")]
    title: Option<&'a str>,
    /// The player.
    #[serde(skip_serializing_if = "Option::is_none")]
    author: Option<&'a str>,
    /// The side of the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    side: Option<String>,
    /// The address it comes from.
    #[serde(skip_serializing_if = "Option::is_none")]
    url: Option<&'a str>,
    /// Notes, one text per line.
    #[serde(skip_serializing_if = "Option::is_none")]
    notes: Option<Vec<&'a str>>,
    /// Its cards.
    cards: Vec<ConvertedCard<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConvertedCard<'a> {
    /// The card's number in the community's card files, or its id here as a text.
    id: Id<'a>,
    /// Number of copies.
    quantity: u32,
    /// `true` for a starting card.
    #[serde(skip_serializing_if = "Option::is_none")]
    starting: Option<bool>,
    /// `true` for a card outside the deck.
    #[serde(skip_serializing_if = "Option::is_none")]
    outside: Option<bool>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum Id<'a> {
    Number(i64),
    Text(&'a str),
}

pub(super) fn write(view: &DeckView) -> String {
    let deck = ConvertedDeck {
        title: view.deck.name.as_deref(),
        author: view.deck.player.as_deref(),
        side: view.shared_value().map(capitalize),
        url: view.deck.source.as_deref(),
        notes: view
            .deck
            .remarks
            .as_ref()
            .map(|text| text.lines().collect()),
        cards: cards(view),
    };
    // INVARIANT: texts and numbers can always be serialised.
    let text = serde_json::to_string_pretty(&Document { decks: [deck] }).unwrap_or_default();
    format!("{text}\n")
}

/// The JSON schema of the written file.
#[cfg(feature = "schemas")]
pub fn schema(generator: schemars::SchemaGenerator) -> schemars::Schema {
    generator.into_root_schema_for::<Document<'_>>()
}

fn cards<'a>(view: &'a DeckView<'_>) -> Vec<ConvertedCard<'a>> {
    let field = view.catalog.game.naming.number.clone().map(IdField::Field);
    let mut cards = Vec::new();
    for zone in view.zones() {
        for row in view.rows(zone) {
            cards.push(ConvertedCard {
                id: match row.card {
                    Ok(card) => card_id(view, card, field.as_ref()),
                    Err(text) => Id::Text(text),
                },
                quantity: row.count,
                starting: (zone == STARTING).then_some(true),
                outside: (zone == OUTSIDE).then_some(true),
            });
        }
    }
    cards
}

fn card_id<'a>(view: &'a DeckView<'_>, card: CardIndex, field: Option<&IdField>) -> Id<'a> {
    let number = field.and_then(|field| card_code(view.catalog, card, field)?.parse().ok());
    number.map_or_else(|| Id::Text(view.names.id(card)), Id::Number)
}

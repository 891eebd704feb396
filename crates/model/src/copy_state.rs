//! States of single copies of a card: upgraded, foil, customised.
//!
//! A deck that contains such copies has its own catalog. There, each state is a
//! [variant](super::Cards::variant) of its card, after the cards of the game. It has the card's
//! facts, except for the fields of its state. So code that reads cards need not know about states,
//! and decks without them cost nothing.

use super::{
    card::{Card, CardRecord, Fact, Grade, Lens, Provenance, StoredFact, Value},
    game::{Attribute, AttributeType, Game},
    ids::{AttributeId, FRONT, ValueId},
    number::Bounds,
};
use sleeve_text::{Arrange, Lang, Text};

/// The values in which a copy differs from its card, at most one for each field.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Default)]
pub struct CopyState(Vec<(AttributeId, Value)>);

impl CopyState {
    /// The state with these values, without those that the card has anyway. If a field has two
    /// values, the last counts.
    pub fn new(card: Card<'_>, game: &Game, values: Vec<(AttributeId, Value)>) -> CopyState {
        let mut state: Vec<(AttributeId, Value)> = Vec::new();
        for (attribute, value) in values {
            state.retain(|(other, _)| *other != attribute);
            let card_fact = card.fact(game, FRONT, attribute, Lens::Shipped);
            if !states_value(card_fact, &value) {
                state.push((attribute, value));
            }
        }
        // Sorted, so that equal states are equal in any order of the values.
        state.arrange_by_key(|(attribute, _)| *attribute);
        CopyState(state)
    }

    /// Whether the copy is like its card.
    pub fn is_plain(&self) -> bool {
        self.0.is_empty()
    }

    /// The fields in which the copy differs, with their values.
    pub fn values(&self) -> &[(AttributeId, Value)] {
        &self.0
    }

    /// The state in ids for canonical texts: each field with the words of its value, both sorted as
    /// bytes. A set without values has no words.
    pub fn to_ids(&self, game: &Game) -> Vec<(String, Vec<String>)> {
        let mut fields = Vec::new();
        for (id, value) in &self.0 {
            let Some(attribute) = game.get_attribute(*id) else { continue };
            let mut words = value_words(attribute, value, None);
            words.sort();
            fields.push((attribute.named.id.to_string(), words));
        }
        fields.arrange();
        fields
    }

    /// The state as a list of cards prints it: `level 4, tags hh ww, foil`.
    pub fn format_line(&self, game: &Game) -> String {
        let mut fields = Vec::new();
        for (field, words) in self.to_ids(game) {
            let attribute = game
                .attributes
                .iter()
                .find(|attribute| attribute.named.id == field);
            let is_flag = attribute.is_some_and(|of| of.kind == AttributeType::Flag);
            fields.push(match words.as_slice() {
                [yes] if yes == FLAG_SET && is_flag => field,
                [] => format!("{field} {EMPTY_SET}"),
                words => format!("{field} {}", words.join(" ")),
            });
        }
        fields.join(", ")
    }

    /// The state for people, with the names of fields and values.
    pub fn describe(&self, game: &Game, lang: Lang) -> String {
        let mut fields = Vec::new();
        for (id, value) in &self.0 {
            let Some(attribute) = game.get_attribute(*id) else { continue };
            let name = attribute.named.name.get(lang);
            fields.push(match value {
                Value::Flag(true) => name.to_owned(),
                _ => format!("{name} {}", value_words(attribute, value, Some(lang)).join(" + ")),
            });
        }
        fields.join(", ")
    }

    /// The packed record of a copy of a card in this state.
    pub(super) fn pack_record(&self, mut record: CardRecord, game: &Game) -> Vec<u8> {
        // Known through both lenses, because the deck states it.
        let provenance = Provenance::from_grade(Grade::Rulebook);
        if let Some(front) = record.faces.iter_mut().find(|face| face.face == FRONT) {
            for (attribute, value) in &self.0 {
                front.facts.retain(|(other, _)| other != attribute);
                let value = value.clone();
                let fact = StoredFact { value, print: None, provenance, attested: Bounds::OPEN };
                front.facts.push((*attribute, fact));
            }
        }
        let title = Text::from_words(|lang| {
            format!("{} {{{}}}", record.name.get(lang), self.describe(game, lang))
        });
        super::pack::record_of_copy(&record, &title, &self.format_line(game))
    }
}

/// The id of a flag that is set.
const FLAG_SET: &str = "yes";
/// The word for a set without values.
const EMPTY_SET: &str = "none";

fn value_word(attribute: &Attribute, value: ValueId, lang: Option<Lang>) -> Option<String> {
    let named = attribute.values().get(value.index())?;
    Some(
        lang.map_or(named.id.as_str(), |lang| named.name.get(lang))
            .to_owned(),
    )
}

/// The words of a value: ids, or names in a language. A set flag has no name. Values that a deck
/// cannot state for a copy have no words.
fn value_words(attribute: &Attribute, value: &Value, lang: Option<Lang>) -> Vec<String> {
    match value {
        Value::Number(number) => vec![number.to_string()],
        Value::Enum(value) => value_word(attribute, *value, lang).into_iter().collect(),
        Value::Set(values) if values.is_empty() => lang
            .map(|lang| word!(lang, "none").to_owned())
            .into_iter()
            .collect(),
        Value::Set(values) => {
            let mut words = Vec::new();
            for (value, times) in values {
                let word = value_word(attribute, *value, lang);
                words.extend(
                    word.into_iter()
                        .flat_map(|word| vec![word; *times as usize]),
                );
            }
            words
        }
        Value::Flag(false) => vec![say!(lang.unwrap_or_default(), "no")],
        Value::Flag(true) if lang.is_none() => vec![FLAG_SET.to_owned()],
        Value::Flag(true)
        | Value::Unknown(_)
        | Value::Choice(_)
        | Value::Text(_)
        | Value::Date(_) => Vec::new(),
    }
}

fn states_value(fact: Fact<'_>, value: &Value) -> bool {
    match (fact, value) {
        (Fact::Number(a), Value::Number(b)) => a == *b,
        (Fact::Enum(a), Value::Enum(b)) => a == *b,
        (Fact::Flag(a), Value::Flag(b)) => a == *b,
        (Fact::Absent, Value::Flag(set)) => !set,
        (Fact::Absent, Value::Set(values)) => values.is_empty(),
        (Fact::Set(set), Value::Set(values)) => {
            set.iter().count() == values.len()
                && values.iter().all(|(v, times)| set.count(*v) == *times)
        }
        _ => false,
    }
}

impl Attribute {
    /// Whether a deck can state this field for a copy: a number, a word, a list of words, a flag.
    pub fn may_be_of_copy(&self) -> bool {
        match &self.kind {
            AttributeType::Integer | AttributeType::Number | AttributeType::Flag => true,
            AttributeType::Enum { .. } | AttributeType::Set { .. } => true,
            AttributeType::Text | AttributeType::Date | AttributeType::Cards { .. } => false,
        }
    }
}

impl Game {
    /// The fields that a deck may state for single copies.
    pub fn copy_fields(&self) -> impl Iterator<Item = (AttributeId, &Attribute)> {
        let ids = (0u16..).map(AttributeId).zip(&self.attributes);
        ids.filter(|(_, attribute)| attribute.of_copy)
    }
}

//! The documents for scripts: one struct for each and for each of its parts, in the order of their fields.
//! The fields are a contract.

pub mod check;
pub mod draw;
pub mod finding_numbers;
pub mod model;
pub mod odds;
pub mod rules;
pub mod solved;
pub mod stats;
pub mod two_decks;

use crate::game_data::{Data, PROGRAM, ProgramName, collect_data_with_digests};
use crate::schemas::JsonSchema;
use serde::{Serialize, Serializer};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Lang, Text};
use sleeve_language::{Quantity, Rational};
use sleeve_rules::{DeckStart, StartingChoice};
use std::sync::Arc;

rows! {
    /// What every document begins with. Its schema is given the one form that each document has when it is made.
    struct DocumentHead(schema: &'static str) {
        /// Name and version of the form of this document.
        schema: &'static str,
        /// The program that wrote it.
        program: ProgramName = PROGRAM,
    }

    /// What documents begin with that rest on the data of games.
    struct DataHead {
        ..head: DocumentHead,
        /// The data of each game that was used.
        data: Vec<Data>,
    }
}

impl DataHead {
    fn new<'a>(
        schema: &'static str,
        catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>,
    ) -> DataHead {
        let data = collect_data_with_digests(catalogs);
        DataHead { head: DocumentHead::new(schema), data }
    }
}

rows! {
    struct DeckHead<'a>(deck: &'a CheckedDeck) {
        /// Path as given; `-` for standard input. A byte that is no part of UTF-8 is `\xFF`, a `\x` of the name itself `\x5Cx`.
        path: &'a str = &deck.path,
        /// Its name.
        name: Option<&'a str> = deck.name(),
        /// Id of its game, where it is known.
        game: Option<&'a str> = deck.game(),
        /// Id of its format, where it is known.
        format: Option<&'a str> = deck.format_id(),
    }

    /// A text in both languages.
    #[derive(Clone, Copy)]
    pub struct BothRow<'a>(text: &'a Text) {
        /// In English.
        en: &'a str = text.get(Lang::En),
        /// In French.
        fr: &'a str = text.get(Lang::Fr),
    }

    /// A card, by its id and English name.
    #[derive(Clone, Copy)]
    pub struct CardRow<'a>(catalog: &'a Catalog, card: CardIndex) after {
        let card = catalog.cards.card(card);
    } {
        /// Id of the card.
        id: &'a str = card.id(),
        /// Its English name.
        name: &'a str = card.name(Lang::En),
        /// What the deck says of these copies, as a list of cards has it: `level 4, tags hh ww`.
        state?: Option<&'a str> = card.state_line(),
    }

    /// So many copies of a card.
    #[derive(Clone, Copy)]
    pub struct CopiesRow<'a>(catalog: &'a Catalog, (card, count): (CardIndex, u32)) {
        ..card: CardRow<'a> = CardRow::new(catalog, card),
        /// How many copies.
        count: u32,
    }

    /// A quantity: its ends as numbers and, where it is one number, the exact fraction.
    #[derive(Clone)]
    pub struct QuantityRow {
        /// The smallest value that fits what is known; null for an open side.
        low: Option<NumberRow>,
        /// The largest value that fits what is known; null for an open side.
        high: Option<NumberRow>,
        /// The exact fraction, where it is one number.
        fraction: Option<String>,
        /// The same in words.
        text: String,
    }
}

impl QuantityRow {
    /// Writes a quantity; `None` where it has no value.
    pub fn new(quantity: &Quantity) -> Option<QuantityRow> {
        if quantity.is_none() {
            return None;
        }
        let fraction =
            quantity.exact_value().map(|r| format!("{}/{}", r.numerator(), r.denominator()));
        Some(QuantityRow {
            low: quantity.low().map(NumberRow::new),
            high: quantity.high().map(NumberRow::new),
            fraction,
            text: quantity.to_string(),
        })
    }
}

/// A number: whole where it is whole.
#[derive(Clone, Copy, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum NumberRow {
    /// A whole one.
    Whole(i64),
    /// The nearest number of double precision.
    Near(f64),
}

impl NumberRow {
    fn new(rational: Rational) -> NumberRow {
        rational.to_integer().map_or_else(|| NumberRow::Near(rational.to_f64()), NumberRow::Whole)
    }
}

/// An object whose keys are data, in their order.
#[derive(Clone, Debug)]
pub struct Object<T, K = String>(pub Vec<(K, T)>);

impl<T: Serialize, K: Serialize> Serialize for Object<T, K> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

#[cfg(feature = "schemas")]
impl<T: schemars::JsonSchema, K> schemars::JsonSchema for Object<T, K> {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        format!("ObjectOf{}", T::schema_name()).into()
    }

    fn inline_schema() -> bool {
        true
    }

    fn json_schema(generator: &mut schemars::SchemaGenerator) -> schemars::Schema {
        generator.subschema_for::<std::collections::BTreeMap<String, T>>()
    }
}

/// Name and version of the form of the document for input that cannot be used.
pub const ERROR: &str = "sleeve/error/1";

rows! {
    /// The document of a command that ends with status 2 before it has an answer.
    pub struct ErrorDocument<'a>(message: &'a str) {
        ..head: DocumentHead = DocumentHead::new(ERROR),
        /// What is wrong, as it is said beside the results: in the language of the run, on several lines.
        message: &'a str,
    }

    /// What is certain, and what its owner has to say.
    pub struct StartRow<'a> {
        /// What every such deck starts with.
        certain: Vec<CopiesRow<'a>>,
        /// What its owner has to say.
        choices: Vec<ChoiceRow<'a>>,
    }

    struct ChoiceRow<'a>(choice: &'a StartingChoice, catalog: &'a Catalog) {
        /// The card that sets it out; null where the rules do.
        by: Option<CardRow<'a>> = choice.by.map(|card| CardRow::new(catalog, card)),
        /// What is chosen, in English.
        place: &'a str = choice.place.get(Lang::En),
        /// The cards of the deck among which is chosen.
        cards: Vec<CardRow<'a>> = choice.cards.iter().map(|card| CardRow::new(catalog, *card)).collect(),
        /// Whether none may be chosen.
        optional: bool = choice.optional,
    }
}

impl<'a> StartRow<'a> {
    /// Describes what a deck starts with; `None` where nothing is certain and nothing is open.
    pub fn new(start: &'a DeckStart, catalog: &'a Catalog) -> Option<StartRow<'a>> {
        if *start == DeckStart::default() {
            return None;
        }
        Some(StartRow {
            certain: start.certain.iter().map(|of| CopiesRow::new(catalog, *of)).collect(),
            choices: start.choices.iter().map(|choice| ChoiceRow::new(choice, catalog)).collect(),
        })
    }
}

/// Name and version of the document's form.
pub const SEAL: &str = "sleeve/seal/1";

rows! {
    /// The whole document.
    pub struct SealDocument<'a> {
        /// Name and version of the form of this document.
        #[schemars(extend("const" = SEAL))]
        pub schema: &'static str,
        /// Path as given.
        pub path: &'a str,
        /// The fingerprint of what the deck holds.
        pub fingerprint: String,
        /// The seal, to be published.
        pub seal: String,
        /// The nonce, to be kept until the seal is opened.
        pub nonce: String,
    }
}

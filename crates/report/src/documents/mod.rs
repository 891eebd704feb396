//! The documents for scripts: one struct for each document and each of its parts, with the fields
//! in the order of the output. The fields are a contract.

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
use serde::{Serialize, Serializer};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Lang, Text};
use sleeve_language::{Quantity, Rational};
use sleeve_rules::{DeckStart, StartingChoice};
use std::sync::Arc;

rows! {
    /// The beginning of every document. In its schema, `schema` has the one value of that document.
    struct DocumentHead(schema: &'static str) {
        /// Name and version of this document.
        schema: &'static str,
        /// The program that wrote it.
        program: ProgramName = PROGRAM,
    }

    /// The beginning of documents that depend on game data.
    pub(crate) struct DataHead {
        ..head: DocumentHead,
        /// Data of each game that was used.
        data: Vec<Data>,
    }
}

impl DataHead {
    pub(crate) fn new<'a>(
        schema: &'static str,
        catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>,
    ) -> DataHead {
        let data = collect_data_with_digests(catalogs);
        DataHead { head: DocumentHead::new(schema), data }
    }
}

rows! {
    struct DeckHead<'a>(deck: &'a CheckedDeck) {
        /// Path as given; `-` for standard input. A byte that is not UTF-8 is `\xFF`, and a `\x` in
        /// the name itself is `\x5Cx`.
        path: &'a str = &deck.path,
        /// Name of the deck.
        name: Option<&'a str> = deck.name(),
        /// Id of its game, if known.
        game: Option<&'a str> = deck.game(),
        /// Id of its format, if known.
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
        /// State of these copies, as a list of cards writes it: `level 4, tags hh ww`.
        state?: Option<&'a str> = card.state_line(),
    }

    /// Copies of a card.
    #[derive(Clone, Copy)]
    pub struct CopiesRow<'a>(catalog: &'a Catalog, (card, count): (CardIndex, u32)) {
        ..card: CardRow<'a> = CardRow::new(catalog, card),
        /// Number of copies.
        count: u32,
    }

    /// A quantity: its bounds as numbers and, if it is a single number, the exact fraction.
    #[derive(Clone)]
    pub struct QuantityRow {
        /// Smallest value that fits the known facts; null for an open end.
        low: Option<NumberRow>,
        /// Largest value that fits the known facts; null for an open end.
        high: Option<NumberRow>,
        /// Exact fraction, if it is a single number.
        fraction: Option<String>,
        /// The quantity in words.
        text: String,
    }
}

impl QuantityRow {
    /// Converts a quantity; `None` if it has no value.
    pub fn new(quantity: &Quantity) -> Option<QuantityRow> {
        if quantity.is_none() {
            return None;
        }
        let fraction = quantity
            .exact_value()
            .map(|r| format!("{}/{}", r.numerator(), r.denominator()));
        Some(QuantityRow {
            low: quantity.low().map(NumberRow::new),
            high: quantity.high().map(NumberRow::new),
            fraction,
            text: quantity.to_string(),
        })
    }
}

/// A number, written as an integer if it is whole.
#[derive(Clone, Copy, Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum NumberRow {
    /// A whole number.
    Whole(i64),
    /// The nearest double-precision number.
    Near(f64),
}

impl NumberRow {
    fn new(rational: Rational) -> NumberRow {
        rational
            .to_integer()
            .map_or_else(|| NumberRow::Near(rational.to_f64()), NumberRow::Whole)
    }
}

/// An object whose keys come from the data, in their order.
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

/// The document's name and version, for input that cannot be used.
pub const ERROR: &str = "sleeve/error/1";

rows! {
    /// The document of a command that exits with status 2 before it has an answer.
    pub struct ErrorDocument<'a>(message: &'a str) {
        ..head: DocumentHead = DocumentHead::new(ERROR),
        /// The error message, as printed on standard error: in the language of the run, on several
        /// lines.
        message: &'a str,
    }

    /// The starting cards of a deck: those that are certain, and the choices of its owner.
    pub struct StartRow<'a> {
        /// Cards that every such deck starts with.
        certain: Vec<CopiesRow<'a>>,
        /// Choices that the owner has to make.
        choices: Vec<ChoiceRow<'a>>,
    }

    struct ChoiceRow<'a>(choice: &'a StartingChoice, catalog: &'a Catalog) {
        /// Card that sets it out; null if the rules do.
        by: Option<CardRow<'a>> = choice.by.map(|card| CardRow::new(catalog, card)),
        /// What to choose, in English.
        place: &'a str = choice.place.get(Lang::En),
        /// Cards of the deck to choose from.
        cards: Vec<CardRow<'a>> = choice.cards.iter().map(|card| CardRow::new(catalog, *card)).collect(),
        /// Whether the choice may be empty.
        optional: bool = choice.optional,
    }
}

impl<'a> StartRow<'a> {
    /// Describes what a deck starts with; `None` if nothing is certain or open.
    pub fn new(start: &'a DeckStart, catalog: &'a Catalog) -> Option<StartRow<'a>> {
        if *start == DeckStart::default() {
            return None;
        }
        Some(StartRow {
            certain: start
                .certain
                .iter()
                .map(|of| CopiesRow::new(catalog, *of))
                .collect(),
            choices: start
                .choices
                .iter()
                .map(|choice| ChoiceRow::new(choice, catalog))
                .collect(),
        })
    }
}

/// The document's name and version.
pub const SEAL: &str = "sleeve/seal/1";

rows! {
    /// The whole document.
    pub struct SealDocument {
        /// Name and version of this document.
        #[cfg_attr(feature = "schemas", schemars(extend("const" = SEAL)))]
        pub schema: &'static str,
        /// Path as given.
        pub path: String,
        /// Fingerprint of the deck's cards.
        pub fingerprint: String,
        /// The seal, which you publish.
        pub seal: String,
        /// The nonce, which you keep until the seal is opened.
        pub nonce: String,
    }
}

//! The documents for scripts: one struct for each and for each of its parts, in the order of their
//! fields. The fields are a contract.

pub mod check;
pub mod diff;
pub mod draw;
pub mod event;
pub mod lint;
pub mod many;
pub mod meeting;
pub mod model;
pub mod odds;
pub mod rules;
pub mod sarif;
pub mod start;
pub mod stats;

use crate::language::{Quantity, Rational};
use crate::model::{CardIndex, Catalog, Lang, Text};
use serde::{Serialize, Serializer};

/// A text in both languages.
#[derive(Clone, Copy, Serialize)]
pub struct BothRow<'a> {
    en: &'a str,
    fr: &'a str,
}

impl BothRow<'_> {
    /// A row.
    pub fn new(text: &Text) -> BothRow<'_> {
        BothRow { en: text.get(Lang::En), fr: text.get(Lang::Fr) }
    }
}

/// A card, by its id and English name.
#[derive(Clone, Copy, Serialize)]
pub struct CardRow<'a> {
    id: &'a str,
    name: &'a str,
}

impl<'a> CardRow<'a> {
    /// A row.
    pub fn new(catalog: &'a Catalog, card: CardIndex) -> CardRow<'a> {
        let card = catalog.cards.card(card);
        CardRow { id: card.id(), name: card.name(Lang::En) }
    }
}

/// So many copies of a card.
#[derive(Clone, Copy, Serialize)]
pub struct CopiesRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    count: u32,
}

impl<'a> CopiesRow<'a> {
    /// A row.
    pub fn new(catalog: &'a Catalog, (card, count): (CardIndex, u32)) -> CopiesRow<'a> {
        CopiesRow { card: CardRow::new(catalog, card), count }
    }
}

/// A quantity: its ends as numbers and, where it is one number, the exact fraction.
#[derive(Clone, Serialize)]
pub struct QuantityRow {
    low: Option<NumberRow>,
    high: Option<NumberRow>,
    fraction: Option<String>,
    text: String,
}

impl QuantityRow {
    /// A row; `None` where there is no quantity.
    pub fn new(quantity: &Quantity) -> Option<QuantityRow> {
        if quantity.is_none() {
            return None;
        }
        let fraction = quantity.known().map(|r| format!("{}/{}", r.numerator(), r.denominator()));
        Some(QuantityRow {
            low: quantity.low().map(NumberRow::new),
            high: quantity.high().map(NumberRow::new),
            fraction,
            text: quantity.to_string(),
        })
    }
}

/// A number: whole where it is whole.
#[derive(Clone, Copy, Serialize)]
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
pub struct Object<T>(pub Vec<(String, T)>);

impl<T: Serialize> Serialize for Object<T> {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_map(self.0.iter().map(|(key, value)| (key, value)))
    }
}

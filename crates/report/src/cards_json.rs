//! Lists of cards as a JSON document, one card to a line, written as they come.

use super::card_json::CardJson;
use super::documents::CardRow;
use super::json::write_line;
use serde::Serialize;
use std::io::{self, Write};

/// Name and version of the document's form.
pub const CARDS: &str = "sleeve/cards/1";

/// What stands beside the cards.
pub struct ListingFacts<'a> {
    /// How many cards match.
    pub total: usize,
    /// Cards that may match.
    pub undetermined: Vec<OpenCardRow<'a>>,
    /// The values by which cards were grouped, where that was asked for.
    pub groups: Option<Vec<CardGroupRow>>,
}

/// A card of which nobody knows whether it matches.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct OpenCardRow<'a> {
    /// The card.
    #[serde(flatten)]
    pub card: CardRow<'a>,
    /// Its game.
    pub game: &'a str,
    /// The facts that would decide.
    pub missing: Vec<String>,
}

/// The cards of one value.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct CardGroupRow {
    /// The value.
    pub value: String,
    /// How many there are.
    pub count: usize,
}

/// A document that is being written.
pub struct CardsDocument<'w> {
    out: &'w mut dyn Write,
    open: bool,
}

impl<'w> CardsDocument<'w> {
    /// Opens the document. `game` is the one that every card belongs to, if there is one.
    pub fn open(out: &'w mut dyn Write, game: Option<&str>) -> io::Result<CardsDocument<'w>> {
        write!(out, "{{\"schema\": \"{CARDS}\", \"game\": ")?;
        write_line(&game, out)?;
        write!(out, ", \"cards\": [")?;
        Ok(CardsDocument { out, open: true })
    }

    /// Writes a card.
    pub fn card(&mut self, card: &CardJson<'_>) -> io::Result<()> {
        self.out.write_all(if self.open { b"\n" } else { b",\n" })?;
        self.open = false;
        write_line(card, self.out)
    }

    /// Writes what stands beside the cards and closes the document.
    pub fn close(mut self, found: Option<&ListingFacts<'_>>) -> io::Result<()> {
        self.out.write_all(if self.open { b"]" } else { b"\n]" })?;
        if let Some(ListingFacts { total, undetermined, groups }) = found {
            self.member("total", total)?;
            self.member("undetermined", undetermined)?;
            groups.as_ref().map_or(Ok(()), |groups| self.member("groups", groups))?;
        }
        writeln!(self.out, "}}")
    }

    fn member<T: Serialize>(&mut self, key: &str, value: &T) -> io::Result<()> {
        write!(self.out, ", \"{key}\": ")?;
        write_line(value, self.out)
    }
}

/// What [`CardsDocument`] writes piece by piece, as one shape: its schema is derived from it.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
pub struct CardsShape<'a> {
    /// Name and version of the form of this document.
    #[schemars(extend("const" = CARDS))]
    schema: &'static str,
    /// Id of the game that every card belongs to; null where that is not one.
    game: Option<String>,
    /// The cards.
    cards: Vec<super::card_json::shape::CardShape<'a>>,
    /// How many cards match, shown or not (`cards`).
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Cards of which nobody knows whether they match (`cards`).
    #[serde(skip_serializing_if = "Option::is_none")]
    undetermined: Option<Vec<OpenCardRow<'a>>>,
    /// The values by which cards were grouped (`cards --group`).
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<CardGroupRow>>,
}

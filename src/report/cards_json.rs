//! Lists of cards as a JSON document, one card to a line, written as they come.

use super::card_json::CardJson;
use serde::Serialize;
use serde_json::{Value, to_writer};
use std::io::{self, Write};

/// Name and version of the document's form.
pub const CARDS: &str = "sleeve/cards/1";

/// A document that is being written.
pub struct CardsDocument<'w> {
    out: &'w mut dyn Write,
    open: bool,
}

impl<'w> CardsDocument<'w> {
    /// Opens the document. `game` is the one that every card belongs to, if there is one.
    pub fn open(out: &'w mut dyn Write, game: Option<&str>) -> io::Result<CardsDocument<'w>> {
        write!(out, "{{\"schema\": \"{CARDS}\", \"game\": ")?;
        to_writer(&mut *out, &game)?;
        write!(out, ", \"cards\": [")?;
        Ok(CardsDocument { out, open: true })
    }

    /// Writes a card.
    pub fn card(&mut self, card: &CardJson<'_>) -> io::Result<()> {
        self.out.write_all(if self.open { b"\n" } else { b",\n" })?;
        self.open = false;
        Ok(to_writer(&mut *self.out, card)?)
    }

    /// Writes what stands beside the cards and closes the document.
    pub fn close<T: Serialize>(self, rest: &[(&str, T)]) -> io::Result<()> {
        self.out.write_all(if self.open { b"]" } else { b"\n]" })?;
        for (key, value) in rest {
            write!(self.out, ", ")?;
            to_writer(&mut *self.out, &Value::String((*key).to_owned()))?;
            write!(self.out, ": ")?;
            to_writer(&mut *self.out, value)?;
        }
        writeln!(self.out, "}}")
    }
}

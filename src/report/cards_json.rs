//! Lists of cards as a JSON document, one card to a line, written as they come.

use super::card_json::CardJson;
use super::json::write_line;
use serde::Serialize;
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
    pub fn close<T: Serialize>(self, rest: &[(&str, T)]) -> io::Result<()> {
        self.out.write_all(if self.open { b"]" } else { b"\n]" })?;
        for (key, value) in rest {
            write!(self.out, ", ")?;
            write_line(key, self.out)?;
            write!(self.out, ": ")?;
            write_line(value, self.out)?;
        }
        writeln!(self.out, "}}")
    }
}

//! The same questions asked of several decks.

use super::{Asked, Found};
use crate::report::escape::safe;
use crate::report::odds_errors;
use crate::report::style::Style;
use crate::report::table::{Column, Table};
use serde_json::Value;
use std::io::{self, Write};

/// The answers for one deck.
pub struct Deck {
    /// What it is called.
    pub name: String,
    /// The answers.
    pub asked: Vec<Asked>,
    /// The model, in lines for people.
    pub model: Vec<String>,
    /// The document for scripts.
    pub document: Value,
}

/// Several decks.
pub struct SideBySide {
    /// The decks, all asked the same.
    pub decks: Vec<Deck>,
    /// Digits of percentages.
    pub digits: u32,
}

impl SideBySide {
    /// Writes one row for each question and turn, one column for each deck.
    pub fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()> {
        let Some(first) = self.decks.first() else { return Ok(()) };
        let mut columns = vec![Column::text("")];
        columns.extend(self.decks.iter().map(|deck| Column::number(safe(&deck.name).into_owned())));
        let mut table = Table::new(columns);
        let mut refused = Vec::new();
        for (at, asked) in first.asked.iter().enumerate() {
            for (line, (turn, _)) in asked.turns.iter().enumerate() {
                let turn = match turn {
                    0 => String::new(),
                    n => format!(" ({} {n})", style.say("turn", "tour")),
                };
                let mut row = vec![format!("{}{turn}", safe(&asked.text))];
                for deck in &self.decks {
                    let found = deck.asked.get(at).and_then(|asked| asked.turns.get(line));
                    row.push(match found.map(|(_, found)| found) {
                        Some(Ok(found)) => self.cell(found, style),
                        Some(Err(error)) => {
                            refused.push((deck, error));
                            "–".to_owned()
                        }
                        None => String::new(),
                    });
                }
                table.row(row);
            }
        }
        table.fit(style, |column| column == 0);
        table.write(out, style)?;
        for (deck, error) in refused {
            writeln!(out, "\n{}", style.bold(&safe(&deck.name)))?;
            super::write_refused(out, style, &odds_errors::ask(error, None, style.lang))?;
        }
        if quiet {
            return Ok(());
        }
        for deck in &self.decks {
            writeln!(out, "\n{}", style.dim(&safe(&deck.name)))?;
            for line in &deck.model {
                writeln!(out, "{}", style.dim(line))?;
            }
        }
        Ok(())
    }

    fn cell(&self, found: &Found, style: &Style) -> String {
        match found {
            Found::Chance(answer) => match answer.exact() {
                Some(exact) => super::percentage(exact, self.digits, style),
                None => format!(
                    "{} – {}",
                    super::percentage(&answer.low, self.digits, style),
                    super::percentage(&answer.high, self.digits, style)
                ),
            },
            Found::Values(values) => match values.mean() {
                Some(mean) => {
                    let number = style.number(format!("{:.4}", mean.mean));
                    format!("{} {number}", style.say("mean", "moyenne"))
                }
                None => "–".to_owned(),
            },
        }
    }
}

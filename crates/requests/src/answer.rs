//! What every answer can do.

use crate::{Desk, Refusal};
use sleeve_report::Style;
use std::io::{self, Write};

/// How a question ended. The variants are ordered: of several decks the worst counts.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum AnswerStatus {
    /// Legal, or nothing found.
    Fine,
    /// It depends on unpublished facts.
    Undetermined,
    /// Illegal, a failed assertion, "no".
    No,
    /// The input could not be used.
    Unusable,
}

impl AnswerStatus {
    /// The exit status of a program.
    pub fn code(self) -> u8 {
        match self {
            AnswerStatus::Fine => 0,
            AnswerStatus::Undetermined => 3,
            AnswerStatus::No => 1,
            AnswerStatus::Unusable => 2,
        }
    }
}

/// An answer, which is text for people and a document for scripts.
pub trait Answer {
    /// How the question ended.
    fn status(&self) -> AnswerStatus;

    /// Writes the answer for people. `quiet` leaves out summaries and hints.
    ///
    /// # Errors
    /// When `out` cannot be written.
    fn write(&self, out: &mut dyn Write, style: &Style, quiet: bool) -> io::Result<()>;

    /// Writes the answer as a JSON document.
    ///
    /// # Errors
    /// When `out` cannot be written.
    fn write_json(&self, out: &mut dyn Write) -> io::Result<()>;

    /// Messages about the answer that belong below it, such as what else to ask. `quiet` leaves
    /// out hints.
    fn remarks(&self, _style: &Style, _quiet: bool) -> Vec<String> {
        Vec::new()
    }

    /// Does what is left when the answer is written, such as writing a file.
    ///
    /// # Errors
    /// Why it cannot be done, or why the answer is not whole.
    fn finish(&mut self, _desk: &mut dyn Desk) -> Result<(), Refusal> {
        Ok(())
    }
}

//! Where questions are answered.

use crate::{Refusal, RequestMessage};
use sleeve_check::{Batch, CheckRequest, CheckedDeck};
use sleeve_data::problem::{Message, Problem, Severity};
use sleeve_library::{Library, project::Projects};
use sleeve_report::{Diagnostic, Style, text::escape::safe};
use std::{
    path::{Path, PathBuf},
    sync::{
        Arc,
        atomic::{AtomicBool, AtomicU64},
    },
};

/// What a front end lends to a question: the games, its files, and a place for notes.
pub trait Desk {
    /// The games in force.
    fn library(&self) -> &Arc<Library>;

    /// Reads and checks the decks of these paths or names.
    fn check(&mut self, decks: &[PathBuf], request: &CheckRequest) -> Batch;

    /// Reads decks like [`Desk::check`], without verdicts.
    fn read(&mut self, decks: &[PathBuf], request: &CheckRequest) -> Batch;

    /// Whether a path is a file, or the name of a deck in memory.
    fn has_file(&self, path: &Path) -> bool;

    /// Takes a note or a warning that is no part of the answer.
    fn note(&mut self, severity: Severity, message: RequestMessage);

    /// Takes the decks of a batch, and reports the files that were skipped.
    fn take_decks(&mut self, batch: Batch) -> Vec<CheckedDeck>;

    /// The folder from which relative paths start.
    fn folder(&self) -> &Path;

    /// The flag that is set when the user stops long work.
    fn watch_interrupt(&self) -> &'static AtomicBool;

    /// Deals the hands of a simulation. `done` counts those that are dealt, so that the progress
    /// can be shown.
    fn run_simulation(&mut self, hands: u64, done: &AtomicU64, deal: &mut (dyn FnMut() + Send));

    /// The `sleeve.toml` files of decks, and the games under their overlays.
    fn projects(&self) -> &Arc<Projects>;

    /// The style of messages, with their language.
    fn talk(&self) -> Style;

    /// Takes a message that is no part of the answer.
    fn say(&mut self, text: &str);

    /// Whether summaries and hints are left out.
    fn is_quiet(&self) -> bool;

    /// Whether the user stopped the reading of decks before the last one.
    fn was_stopped(&self) -> bool;

    /// Writes a file, completely or not at all.
    ///
    /// # Errors
    /// It cannot be written, or exists, unless it is one that is `replaced`.
    fn write_file(&mut self, file: &Path, text: &str, replaced: bool) -> Result<(), Refusal>;

    /// Reads a file, or standard input for `-`.
    ///
    /// # Errors
    /// It cannot be read, or is larger than `limit` bytes.
    fn read_file(&mut self, path: &Path, limit: u64) -> Result<Vec<u8>, Refusal>;

    /// Refuses a path at which there are no decks.
    ///
    /// # Errors
    /// Nothing there can be read.
    fn require_path(&self, path: &Path) -> Result<(), Refusal>;

    /// Replaces a file whose content is `old`. Returns false if it has changed since.
    ///
    /// # Errors
    /// It cannot be written.
    fn replace_file(&mut self, path: &Path, old: &[u8], new: &[u8]) -> Result<bool, Refusal>;

    /// Checks decks like [`Desk::check`], and hands them over as they are judged. The batch has
    /// none.
    fn check_in_parts(
        &mut self,
        decks: &[PathBuf],
        request: &CheckRequest,
        take: &mut (dyn FnMut(Vec<CheckedDeck>) + Send),
    ) -> Batch;

    /// 16 random bytes, which nobody can guess.
    ///
    /// # Errors
    /// The system gives none.
    fn random_bytes(&self) -> Result<[u8; 16], Refusal>;
}

/// Says a message that is no part of the answer.
pub(crate) fn say_message(desk: &mut dyn Desk, severity: Severity, message: impl Message) {
    let problem = Problem { severity, ..Problem::from(message) };
    let talk = desk.talk();
    desk.say(&Diagnostic::from_problem(&problem, None, talk.lang).render(&talk));
}

/// Says the title of a message on one line.
pub(crate) fn say_line(desk: &mut dyn Desk, message: &impl Message) {
    let line = message.title(desk.talk().lang);
    desk.say(&safe(&line));
}

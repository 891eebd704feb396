//! Where questions are answered.

use crate::RequestMessage;
use sleeve_check::{Batch, CheckRequest, CheckedDeck};
use sleeve_data::problem::Severity;
use sleeve_library::Library;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64};

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
}

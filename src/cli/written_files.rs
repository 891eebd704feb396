//! Files that a run writes: whole or not at all, never in the place of what it did not write, and said.

use super::messages::{CliMessage, Unwritten};
use super::session::{Failure, Session};
use super::store::{self, StoreError};
use sleeve_data::files;
use sleeve_report as report;
use std::path::{Path, PathBuf};

impl Session<'_> {
    /// Prints a text, or writes it into a new file as [`Session::write_file`] does.
    pub fn write_or_print(&mut self, file: Option<&PathBuf>, text: &str) -> Result<(), Failure> {
        match file {
            Some(file) => self.write_file(file, text),
            None => Ok(self.streams.out.write_all(text.as_bytes())?),
        }
    }

    /// Writes a new file, the whole of it or nothing, and says so; an existing file is left alone.
    ///
    /// # Errors
    /// When it cannot be written, and when the user stopped the run: it would not hold all that it should.
    pub fn write_file(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        self.write_file_bytes(file, text.as_bytes(), |_| false)
    }

    /// Writes a file in the place of one that the command wrote itself, the whole of it or nothing, and says so.
    ///
    /// # Errors
    /// As [`Session::write_file`].
    pub fn replace_file(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        self.write_file_bytes(file, text.as_bytes(), |_| true)
    }

    /// Like [`Session::write_file`], for a file that is no text; a file whose bytes `is_replaced` accepts is replaced.
    pub fn write_file_bytes(
        &mut self,
        file: &Path,
        bytes: &[u8],
        is_replaced: impl Fn(&[u8]) -> bool,
    ) -> Result<(), Failure> {
        if self.stopped.is_some() {
            let path = files::path_text(file);
            return Err(self.refusal(CliMessage::NotWritten { path }));
        }
        let stored = store::write_file(&self.streams.folder.join(file), bytes, is_replaced);
        let lost_groups = stored.map_err(|error| self.store_failure(&error))?;
        self.note_lost_groups(lost_groups);
        self.say_written(file);
        Ok(())
    }

    /// Says where something was written, unless `--quiet` is given.
    pub fn say_written(&mut self, place: &Path) {
        let said = format!("{} {}", word!(self.talk.lang, "wrote"), files::path_text(place));
        if !self.global.quiet {
            self.say(&report::escape::safe(&said));
        }
    }

    /// The failure to write a file; paths are shown from the current folder.
    pub fn store_failure(&self, error: &StoreError) -> Failure {
        let folder = &self.streams.folder;
        let shown = |path: &Path| files::path_text(path.strip_prefix(folder).unwrap_or(path));
        let (path, why) = match error {
            StoreError::ReadOnly { path } => {
                return self.refusal(CliMessage::ReadOnly { path: shown(path) });
            }
            StoreError::NotRemoved { path, error } => {
                let (path, why) = (shown(path), error.to_string());
                return self.refusal(CliMessage::NotRemoved { path, why });
            }
            StoreError::Io { path, error } => (path, Unwritten::System(error.to_string())),
            StoreError::Exists { path } => (path, Unwritten::Exists),
            StoreError::NotRegular { path } => (path, Unwritten::NotRegular),
            StoreError::Shared { path } => (path, Unwritten::Shared),
        };
        self.refusal(CliMessage::CannotWrite { path: shown(path), why })
    }
}

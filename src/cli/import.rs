//! `sleeve import`: a community's card files become card files of ours.

use super::store::{Staged, StoreError};
use super::{Failure, Session, Status};
use crate::catalog;
use crate::cli::messages::{CliMessage, Unread};
use crate::files;
use crate::import::{
    ImportInput, Imported, ImportedFile, Mapping, Summary, Vocabulary, compare, import,
};
use crate::report::Diagnostic;
use crate::report::escape::{safe, safe_lines};
use clap::Args;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

/// Largest file that is imported, in bytes.
pub const MAX_IMPORT_BYTES: u64 = 64 * 1024 * 1024;
/// So many notes are printed.
const NOTES: usize = 20;

/// Import cards from a community's card files
#[derive(Args, Debug)]
pub struct Import {
    /// The game whose cards they are
    #[arg(value_name = "GAME")]
    game: String,
    /// Card files, such as `Dark.json Light.json`
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Folder for the cards' facts; default: `cards/GAME`
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Also write the cards' texts below this folder, for your own use with `--cards`
    #[arg(long, value_name = "DIR")]
    with_text: Option<PathBuf>,
    /// Mapping of records to cards; default: the one that comes with the game
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Say what would change and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
}

impl Import {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        self.check_files(session)?;
        let catalog = session.catalog(&self.game)?;
        let game = catalog.game.id();
        let mapping = self.mapping(session, game, Vocabulary::of(&catalog.game))?;
        let folder = &session.streams.folder;
        let to = folder.join(self.to.clone().unwrap_or_else(|| Path::new("cards").join(game)));
        let texts = self.with_text.as_ref().map(|dir| folder.join(dir).join(game));
        if texts.as_ref().is_some_and(|dir| *dir == to) {
            return Err(session.refusal(CliMessage::TextsAmongFacts));
        }
        let mut read = Vec::new();
        for file in &self.files {
            read.push((file.display().to_string(), self.read(session, file)?));
        }
        let inputs: Vec<ImportInput<'_>> =
            read.iter().map(|(name, text)| ImportInput { name, text }).collect();
        let fail =
            |e: crate::import::ImportError| session.unusable(&Diagnostic::error(e.to_string()));
        let imported = import(&inputs, &mapping).map_err(fail)?;
        let earlier = earlier(&to, &imported.files).map_err(Failure::Io)?;
        let summary = compare(&earlier, &imported.files).map_err(fail)?;
        if !self.dry_run {
            let mut staged = Staged::default();
            stage(&mut staged, &to, &imported.files, &earlier)
                .map_err(|error| session.not_stored(&error))?;
            if let Some(dir) = texts {
                stage(&mut staged, &dir, &imported.texts, &[])
                    .map_err(|error| session.not_stored(&error))?;
            }
            staged.commit().map_err(|error| session.not_stored(&error))?;
            remove_gone(&to, &imported.files, &earlier).map_err(Failure::Io)?;
        }
        self.tell(session, &imported, &summary)?;
        Ok(Status::Fine)
    }

    /// Refuses sheets of cards: they are data as they are.
    fn check_files(&self, session: &Session<'_, '_>) -> Result<(), Failure> {
        let is_sheet = |file: &&PathBuf| {
            file.extension().is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
        };
        let Some(sheet) = self.files.iter().find(is_sheet) else { return Ok(()) };
        Err(session.refusal(CliMessage::NoImportNeeded { sheet: sheet.display().to_string() }))
    }

    fn mapping(
        &self,
        session: &Session<'_, '_>,
        game: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Failure> {
        let (name, text) = match &self.mapping {
            Some(file) => (file.display().to_string(), self.read(session, file)?),
            None => match catalog::mapping(game) {
                Some(text) => (format!("cards/{game}/import.toml"), text.to_owned()),
                None => {
                    return Err(session.refusal(CliMessage::NoMapping { game: game.to_owned() }));
                }
            },
        };
        let mapping = Mapping::parse(&name, &text, vocabulary);
        mapping.map_err(|e| session.unusable(&Diagnostic::error(e.to_string())))
    }

    fn read(&self, session: &Session<'_, '_>, file: &Path) -> Result<String, Failure> {
        let fail = |why: Unread| {
            session.refusal(CliMessage::CannotRead { path: file.display().to_string(), why })
        };
        let path = session.streams.folder.join(file);
        let bytes = files::read(&path, MAX_IMPORT_BYTES).map_err(|refusal| fail(refusal.into()))?;
        String::from_utf8(bytes)
            .map_err(|error| fail(Unread::NotUtf8(error.utf8_error().to_string())))
    }

    fn tell(
        &self,
        session: &mut Session<'_, '_>,
        imported: &Imported,
        summary: &Summary,
    ) -> Result<(), Failure> {
        write!(session.streams.out, "{}", safe_lines(&summary.to_string()))?;
        let (added, removed, changed) =
            (summary.added.len(), summary.removed.len(), summary.changed.len());
        let (cards, records) = (imported.cards, imported.records);
        let line = match (summary.is_empty(), session.style.say("en", "fr")) {
            (true, "en") => format!("{cards} cards from {records} records: nothing changed"),
            (true, _) => format!("{cards} cartes de {records} fiches : rien n'a changé"),
            (false, "en") => format!(
                "{cards} cards from {records} records: {added} added, {removed} removed, {changed} changed"
            ),
            (false, _) => format!(
                "{cards} cartes de {records} fiches : {added} ajoutées, {removed} retirées, {changed} modifiées"
            ),
        };
        writeln!(session.streams.out, "{line}")?;
        for note in imported.notes.iter().take(NOTES) {
            session.say(&safe(&format!("{}: {}", note.card, note.message)));
        }
        if let more @ 1.. = imported.notes.len().saturating_sub(NOTES) {
            let line = match session.style.say("en", "fr") {
                "en" => format!("and {more} more of the kind"),
                _ => format!("et {more} autres du même genre"),
            };
            session.say(&line);
        }
        Ok(())
    }
}

/// What an earlier import left in the folder: the files that begin as ours do.
fn earlier(folder: &Path, imported: &[ImportedFile]) -> io::Result<Vec<ImportedFile>> {
    let mark = imported.first().and_then(|file| file.text.lines().next()).unwrap_or_default();
    let mut found = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(found),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
        // A link is not followed: what it leads to is not of this folder.
        let is_file = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
        if !name.ends_with(".toml") || !is_file {
            continue;
        }
        let bytes = files::read_regular(&path, MAX_IMPORT_BYTES).ok();
        let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
        if !mark.is_empty() && text.lines().next() == Some(mark) {
            found.push(ImportedFile { path: name.to_owned(), text });
        }
    }
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

/// Writes the drafts of the files that differ. A file of an earlier import is replaced, no other.
fn stage(
    staged: &mut Staged,
    folder: &Path,
    files: &[ImportedFile],
    earlier: &[ImportedFile],
) -> Result<(), StoreError> {
    staged.folder(folder)?;
    for file in files.iter().filter(|file| !earlier.contains(file)) {
        let head = file.text.lines().next().unwrap_or_default().as_bytes();
        let is_ours =
            |old: &[u8]| !head.is_empty() && old.split(|b| *b == b'\n').next() == Some(head);
        staged.add(&folder.join(&file.path), file.text.as_bytes(), is_ours)?;
    }
    Ok(())
}

/// Removes files of an earlier import that hold no card any more.
fn remove_gone(folder: &Path, files: &[ImportedFile], earlier: &[ImportedFile]) -> io::Result<()> {
    for file in earlier.iter().filter(|old| files.iter().all(|new| new.path != old.path)) {
        fs::remove_file(folder.join(&file.path))?;
    }
    Ok(())
}

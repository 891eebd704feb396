//! `sleeve unpack`: the files that a packed game was made of, as a folder.

use super::session::resolve_path;
use super::store::{StagedFiles, StoreError};
use super::{Failure, RunStatus, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_data::files;
use sleeve_data::source_folders::SourceFolder;
use sleeve_library as catalog;
use sleeve_report::{escape::safe, plural::format_count};
use std::fs::canonicalize;
use std::path::{Path, PathBuf};

/// Write the files of a packed game as a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve unpack my-game.sleeve my-game
  sleeve lint my-game")]
pub struct UnpackCommand {
    /// The packed game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// The folder to write, which must be new or empty. What was packed over the game gets folders of its own beside it, with a `sleeve.toml` that lays it over the game
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Write into a folder that holds something, and replace the files that the pack has too
    #[arg(long)]
    force: bool,
}

impl UnpackCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let from = resolve_path(&session.streams.folder, &self.file);
        let place = resolve_path(&session.streams.folder, &self.folder);
        let unpacked = catalog::unpack(&sleeve_games::GAMES, &from);
        let (folders, head) = unpacked.map_err(|error| session.data_failure(&error))?;
        let holds_something = || place.read_dir().is_ok_and(|mut entries| entries.next().is_some());
        if !self.force && holds_something() {
            let folder = files::path_text(&self.folder);
            return Err(session.refusal(CliMessage::NotEmpty { folder }));
        }
        let texts = list_files(&folders);
        let staged = stage_files(&place, &texts, self.force).and_then(StagedFiles::commit);
        let lost_groups = staged.map_err(|error| session.store_failure(&error))?;
        session.note_lost_groups(lost_groups);
        session.say_written(&self.folder);
        if !session.global.quiet {
            let lang = session.style.lang;
            let (name, id) = (safe(head.named.name.get(lang)), safe(&head.named.id));
            let files = format_count(texts.len() as u64, word!(lang, "file"), lang);
            let line = say!(lang, "{name} ({id}): {files}");
            writeln!(session.streams.out, "{}", session.style.set(&line))?;
        }
        Ok(RunStatus::Fine)
    }
}

/// The files to write, by their paths in the folder. A game without overlays is the folder itself.
fn list_files(folders: &[SourceFolder]) -> Vec<(String, String)> {
    let mut texts = Vec::new();
    let mut names = Vec::new();
    for (at, folder) in folders.iter().enumerate() {
        let name = if at == 0 { "game".to_owned() } else { format!("overlay-{at}") };
        let below = if folders.len() == 1 { String::new() } else { format!("{name}/") };
        names.push(format!("\"{name}\""));
        let files = folder.files.iter();
        texts.extend(files.map(|file| (format!("{below}{}", file.path), file.text.clone())));
    }
    if names.len() > 1 {
        let overlays = format!("[cards]\noverlays = [{}]\n", names.join(", "));
        texts.push(("sleeve.toml".to_owned(), overlays));
    }
    texts
}

/// Drafts all files. Links that lie in the folder already are not followed out of it.
fn stage_files(
    place: &Path,
    texts: &[(String, String)],
    replaces: bool,
) -> Result<StagedFiles, StoreError> {
    let mut staged = StagedFiles::default();
    staged.folder(place)?;
    let real = |path: &Path| {
        canonicalize(path).map_err(|error| StoreError::Io { path: path.to_owned(), error })
    };
    let root = real(place)?;
    for (path, text) in texts {
        let file = place.join(path);
        let folder = file.parent().unwrap_or(place);
        let existing = folder.ancestors().find(|folder| folder.exists()).unwrap_or(place);
        if !real(existing)?.starts_with(&root) {
            return Err(StoreError::NotRegular { path: existing.to_owned() });
        }
        staged.folder(folder)?;
        staged.add(&file, text.as_bytes(), |_| replaces)?;
    }
    Ok(staged)
}

//! `sleeve pack` bundles a game into one file, and `sleeve unpack` writes it as a folder again.

use super::{
    AnswerStatus, Failure, Session,
    messages::CliMessage,
    session::resolve_path,
    store::{StagedFiles, StoreError, holds_something},
};
use clap::Args;
use sleeve_data::{files, packed::is_packed, source_folders::SourceFolder};
use sleeve_library as catalog;
use sleeve_report::text::{escape::safe, words::format_count};
use std::{
    fs::canonicalize,
    path::{Path, PathBuf},
};

/// Bundle a game into one file
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve pack my-game my-game.sleeve
  sleeve pack my-game card-rules.toml my-game.sleeve --force
  sleeve check deck.txt --cards my-game.sleeve")]
pub struct PackCommand {
    /// Folder of the game, then what to add to it
    ///
    /// The folder may hold the data itself or in a folder `cards`; a packed game works too.
    #[arg(value_name = "FOLDER", required = true)]
    from: Vec<PathBuf>,
    /// File to write, such as my-game.sleeve
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Replace the file if it is a packed game
    #[arg(long)]
    force: bool,
}

impl PackCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let folder = session.streams.folder.clone();
        let mut given = self.from.iter().map(|path| resolve_path(&folder, path));
        let given_game = given.next().unwrap_or_default();
        let overlays: Vec<PathBuf> = given.collect();
        // A folder of `sleeve new game` has data and decks next to each other.
        let cards = given_game.join("cards");
        let beside = !given_game.join("game.toml").exists() && cards.join("game.toml").is_file();
        let game = if beside { cards } else { given_game };
        let links = session.global.links();
        let packed = catalog::pack(&sleeve_games::GAMES, &game, &overlays, links);
        let (bytes, head) = packed.map_err(|error| session.data_failure(&error))?;
        session.write_file_bytes(&self.file, &bytes, |old| self.force && is_packed(old))?;
        if !session.global.quiet {
            let lang = session.style.lang;
            let (name, id) = (safe(head.named.name.get(lang)), safe(&head.named.id));
            let formats = format_count(head.formats.len() as u64, word!(lang, "format"), lang);
            let cards = format_count(head.cards, word!(lang, "card"), lang);
            let line =
                say!(lang, "{name} ({id}): {cards}, {formats}, {size} bytes", size = bytes.len());
            session.print_text(&(line + "\n"))?;
        }
        Ok(AnswerStatus::Fine)
    }
}

/// Unpack a bundled game into a folder
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve unpack my-game.sleeve my-game
  sleeve lint my-game")]
pub struct UnpackCommand {
    /// Packed game
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// New or empty folder to write
    ///
    /// What was added to the game gets folders of its own next to it, and a `sleeve.toml` that adds
    /// it again.
    #[arg(value_name = "FOLDER")]
    folder: PathBuf,
    /// Write into a folder that is not empty
    ///
    /// Files that are also in the pack are replaced.
    #[arg(long)]
    force: bool,
}

impl UnpackCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let from = resolve_path(&session.streams.folder, &self.file);
        let place = resolve_path(&session.streams.folder, &self.folder);
        let unpacked = catalog::unpack(&sleeve_games::GAMES, &from);
        let (folders, head) = unpacked.map_err(|error| session.data_failure(&error))?;
        let texts = list_files(&folders);
        if !self.force && holds_something(&place, &texts) {
            let folder = files::path_text(&self.folder);
            return Err(session.refusal(CliMessage::NotEmpty { folder }));
        }
        let staged = stage_files(&place, &texts, self.force).and_then(StagedFiles::commit);
        let lost_groups = staged.map_err(|error| session.store_failure(&error))?;
        session.note_lost_groups(lost_groups);
        session.say_written(&self.folder);
        if !session.global.quiet {
            let lang = session.style.lang;
            let (name, id) = (safe(head.named.name.get(lang)), safe(&head.named.id));
            let files = format_count(texts.len() as u64, word!(lang, "file"), lang);
            let line = say!(lang, "{name} ({id}): {files}");
            session.print_text(&(line + "\n"))?;
        }
        Ok(AnswerStatus::Fine)
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

/// Drafts all files. Links in the folder are not followed out of it.
fn stage_files(
    place: &Path,
    texts: &[(String, String)],
    replaces: bool,
) -> Result<StagedFiles, StoreError> {
    let mut staged = StagedFiles::default();
    staged.folder(place)?;
    let root = real_path(place)?;
    for (path, text) in texts {
        let file = place.join(path);
        let folder = file.parent().unwrap_or(place);
        let existing = folder
            .ancestors()
            .find(|folder| folder.exists())
            .unwrap_or(place);
        if !real_path(existing)?.starts_with(&root) {
            return Err(StoreError::NotRegular { path: existing.to_owned() });
        }
        staged.folder(folder)?;
        staged.add(&file, text.as_bytes(), |old| replaces || old == text.as_bytes())?;
    }
    Ok(staged)
}

fn real_path(path: &Path) -> Result<PathBuf, StoreError> {
    canonicalize(path).map_err(|error| StoreError::Io { path: path.to_owned(), error })
}

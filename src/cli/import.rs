//! `sleeve import`: a community's card files become card files of ours.

use super::{
    AnswerStatus, Failure, Session,
    session::resolve_path,
    store::{StagedFiles, StoreError},
};
use crate::cli::messages::CliMessage;
use clap::Args;
use ignore::WalkBuilder;
use sleeve_data::{
    files::{self, FileMessage, PathKind},
    problem::Problem,
    source::DataProblem,
};
use sleeve_fmt::apply_style;
use sleeve_games::GAMES;
use sleeve_import::{
    Addition, CardDifferences, ImportInput, ImportMessage, Imported, ImportedFile, Importer,
    Mapping, Vocabulary, compare_files, declare_words, may_hold_records, source_text,
};
use sleeve_library::{CatalogError, Library};
use sleeve_report::{Diagnostic, import_result};
use std::{
    collections::BTreeSet,
    fs, io,
    path::{Path, PathBuf},
};

/// Largest file that is imported, in bytes.
pub const MAX_IMPORT_BYTES: u64 = 64 * 1024 * 1024;
/// Most bytes of all files of one import.
pub const MAX_IMPORTED_BYTES: u64 = 512 * 1024 * 1024;
/// Most files of one import.
pub const MAX_IMPORT_FILES: usize = 100_000;
/// Most folders inside each other that are searched for files to import.
pub const MAX_IMPORT_DEPTH: usize = 16;
/// Largest mapping, in bytes.
pub const MAX_MAPPING_BYTES: u64 = 1024 * 1024;

/// Name of the file with the vocabulary of a game.
const GAME_FILE: &str = "game.toml";
/// Name of the file with the import mapping of a game.
const MAPPING_FILE: &str = "import.toml";

/// Import cards from other sources
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve import swccg Dark.json Light.json
  sleeve import my-game cards.json printings.json --vocabulary
  sleeve import my-game pack --dry-run

More examples:
  sleeve import swccg card-files --new --vocabulary --to ~/.local/share/sleeve/games/swccg")]
pub struct ImportCommand {
    /// Game that the cards belong to
    #[arg(value_name = "GAME")]
    game: String,
    /// Card files or folders: JSON, lines of JSON, CSV
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
    /// Folder for the cards' facts
    ///
    /// Default: the folder of the game's own `game.toml`, otherwise `cards/GAME`.
    #[arg(long, value_name = "DIR")]
    to: Option<PathBuf>,
    /// Also write card texts below this folder
    ///
    /// They are for your own use with `--cards`.
    #[arg(long, value_name = "DIR")]
    with_text: Option<PathBuf>,
    /// Mapping of records to cards
    ///
    /// Default: the `import.toml` next to the game's `game.toml`, otherwise the one that comes
    /// with the game.
    #[arg(long, value_name = "FILE")]
    mapping: Option<PathBuf>,
    /// Also add new kinds, fields and sets to game.toml
    ///
    /// It does the same for values and effects.
    #[arg(long)]
    vocabulary: bool,
    /// Only cards that the built-in game does not have
    #[arg(long)]
    new: bool,
    /// Fail if the mapping leaves anything unused
    ///
    /// Lists each file, record and key that the import neither uses nor skips on purpose, and
    /// writes nothing. New words count as declared. For the CI of a card database.
    #[arg(long)]
    check: bool,
    /// Show what would change and write nothing
    #[arg(long, short = 'n')]
    dry_run: bool,
}

/// A file to import.
struct DumpFile {
    /// Its name in messages.
    name: String,
    path: PathBuf,
    /// Its path in a given folder.
    below: Option<String>,
}

/// A `game.toml` before and after new vocabulary is declared in it.
struct GameFile {
    place: PathBuf,
    old: Option<String>,
    new: String,
    additions: Vec<Addition>,
}

/// What an import found before it writes: the game with new vocabulary, the files of the earlier
/// import, and the mistakes that the game would have.
#[derive(Default)]
struct GameTrial {
    declared: Option<GameFile>,
    earlier: Vec<ImportedFile>,
    mistakes: Vec<DataProblem>,
}

/// The folders of an import.
struct ImportFolders {
    /// The user's folder that declares the game.
    home: Option<PathBuf>,
    /// The folder of the cards' facts.
    facts: PathBuf,
    /// The folder of their texts.
    texts: Option<PathBuf>,
}

impl ImportCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let opened = session.library.open_for_import(&self.game);
        let catalog = opened.map_err(|error| session.data_failure(&error))?;
        let game = catalog.game.id();
        let home = find_game_folder(session, game);
        let vocabulary = Vocabulary::from_game(&catalog.game);
        let mapping = self.read_mapping(session, game, home.as_deref(), vocabulary)?;
        let folders = self.find_folders(session, game, home)?;
        let known = if self.new { shipped_cards(session, game)? } else { BTreeSet::new() };
        let mut importer = Importer::new(&mapping)
            .leave_out(known)
            .know_cards(&catalog);
        if self.check {
            importer = importer.name_all();
        }
        let remarks = self.read_sources(session, &mut importer)?;
        let mut trial = Ok(GameTrial::default());
        let finished = importer.finish_as_game(&mut |imported| {
            trial = self.try_game(session, game, &folders, imported);
            trial
                .as_ref()
                .map_or_else(|_| Vec::new(), |trial| trial.mistakes.clone())
        });
        let GameTrial { declared, earlier, mistakes } = trial?;
        let mut imported = finished.map_err(|error| match error {
            ImportMessage::Unopened => unopened_failure(session, &mapping, mistakes),
            error => import_failure(session, error),
        })?;
        // Notes on files come before notes on their cards.
        imported.remarks.splice(0..0, remarks);
        style_lists(&folders.facts, &mut imported);
        if imported.cards == 0 {
            return report_no_cards(session, &imported);
        }
        let summary = compare_files(&earlier, &imported.files)
            .map_err(|error| import_failure(session, error))?;
        if !self.dry_run && !self.check {
            let written = write_files(&folders, &imported, &earlier, declared.as_ref());
            let lost_groups = written.map_err(|error| session.store_failure(&error))?;
            session.note_lost_groups(lost_groups);
        }
        let additions = declared.map(|file| file.additions).unwrap_or_default();
        self.print_summary(session, &imported, &summary, &additions)?;
        let is_left = self.check && imported.remarks.iter().any(ImportMessage::is_leftover);
        let is_clean = !is_left && imported.refused_count == 0;
        Ok(if is_clean { AnswerStatus::Fine } else { AnswerStatus::No })
    }

    fn find_folders(
        &self,
        session: &Session<'_>,
        game: &str,
        home: Option<PathBuf>,
    ) -> Result<ImportFolders, Failure> {
        let folder = &session.streams.folder;
        let facts = match (&self.to, &home) {
            (Some(to), _) => folder.join(to),
            (None, Some(home)) => home.clone(),
            (None, None) => folder.join("cards").join(game),
        };
        let texts = self
            .with_text
            .as_ref()
            .map(|dir| folder.join(dir).join(game));
        if texts.as_ref() == Some(&facts) {
            return Err(session.refusal(CliMessage::TextsAmongFacts));
        }
        Ok(ImportFolders { home, facts, texts })
    }

    /// Opens the game with everything that the import would write.
    fn try_game(
        &self,
        session: &Session<'_>,
        game: &str,
        folders: &ImportFolders,
        imported: &Imported,
    ) -> Result<GameTrial, Failure> {
        let ImportFolders { home, facts, .. } = folders;
        let declared = if self.declares() {
            let folder = home.as_ref().unwrap_or(facts);
            Some(update_game_file(session, game, folder, imported)?)
        } else {
            None
        };
        let earlier = read_earlier_files(facts, &imported.files).map_err(Failure::Io)?;
        let mut files: Vec<(PathBuf, Option<&str>)> = Vec::new();
        files.extend(
            imported
                .files
                .iter()
                .map(|file| (facts.join(&file.path), Some(&*file.text))),
        );
        files
            .extend(obsolete_files(&imported.files, &earlier).map(|name| (facts.join(name), None)));
        // Even if unchanged: its folder may not be among the data of the game.
        if let Some(file) = &declared
            && !file.new.is_empty()
        {
            files.push((file.place.clone(), Some(&*file.new)));
        }
        let mistakes = match session.library.open_with_files(game, &files) {
            Ok(_) => Vec::new(),
            Err(CatalogError::Data(mistakes)) => mistakes,
            Err(error) => return Err(session.data_failure(&error)),
        };
        Ok(GameTrial { declared, earlier, mistakes })
    }

    /// Whether new words are declared in `game.toml`.
    fn declares(&self) -> bool {
        self.vocabulary || self.check
    }

    fn print_summary(
        &self,
        session: &mut Session<'_>,
        imported: &Imported,
        summary: &CardDifferences,
        additions: &[Addition],
    ) -> Result<(), Failure> {
        let lines = import_result::result_lines(imported, summary, additions, &session.style);
        // A check is about the files, not about the cards of the game.
        let skipped = if self.check { lines.len().saturating_sub(1) } else { 0 };
        for line in lines.into_iter().skip(skipped) {
            session.print_text(&(line + "\n"))?;
        }
        for said in import_result::list_notes(imported, self.check, &session.talk) {
            session.say(&said);
        }
        Ok(())
    }

    fn read_mapping(
        &self,
        session: &Session<'_>,
        game: &str,
        home: Option<&Path>,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Failure> {
        let own = home
            .map(|home| home.join(MAPPING_FILE))
            .filter(|path| path.is_file());
        let (name, text) = match (&self.mapping, own) {
            (Some(file), _) => {
                let path = resolve_path(&session.streams.folder, file);
                (files::path_text(file), read_text(session, &path, &files::path_text(file))?)
            }
            (None, Some(path)) => {
                let shown = shown_path(session, &path);
                let stays = session
                    .global
                    .links()
                    .check(&path, path.parent().unwrap_or(&path));
                stays.map_err(|refusal| session.read_failure(&shown, refusal))?;
                let text = read_text(session, &path, &shown)?;
                (shown, text)
            }
            (None, None) => match sleeve_games::mapping(game) {
                Some(text) => (format!("cards/{game}/{MAPPING_FILE}"), text.to_owned()),
                None => return Err(self.no_mapping_failure(session, game)),
            },
        };
        let read = if self.declares() {
            Mapping::parse_declaring(&name, &text, vocabulary)
        } else {
            Mapping::parse(&name, &text, vocabulary)
        };
        let mapping = read.map_err(|problems| session.failure_from_problems(&problems))?;
        match mapping.field_faults() {
            [] => Ok(mapping),
            faults => Err(session.failure_from_problems(faults)),
        }
    }

    /// The failure that there is no mapping. A sheet of cards needs none: it can be used as data.
    fn no_mapping_failure(&self, session: &Session<'_>, game: &str) -> Failure {
        let sheet = self.files.iter().find(|file| {
            file.extension()
                .is_some_and(|ending| ending.eq_ignore_ascii_case("csv"))
        });
        session.refusal(match sheet {
            Some(sheet) => CliMessage::NoImportNeeded { sheet: sheet.display().to_string() },
            None => CliMessage::NoMapping { game: game.to_owned() },
        })
    }

    /// Reads every file. Returns the notes on them.
    fn read_sources(
        &self,
        session: &mut Session<'_>,
        importer: &mut Importer<'_>,
    ) -> Result<Vec<ImportMessage>, Failure> {
        let mut remarks = Vec::new();
        let mut bytes_read = 0;
        for DumpFile { name, path, below } in self.find_sources(session)? {
            let bytes = files::read(&path, MAX_IMPORT_BYTES)
                .map_err(|refusal| session.read_failure(&name, refusal))?;
            bytes_read += bytes.len() as u64;
            if bytes_read > MAX_IMPORTED_BYTES {
                return Err(session
                    .refusal(CliMessage::TooMuchToImport { bytes: MAX_IMPORTED_BYTES >> 20 }));
            }
            let (text, guessed) = source_text(&name, &bytes)
                .map_err(|wrong| session.read_failure(&name, FileMessage::NotUtf8(wrong)))?;
            remarks.extend(guessed);
            let input = ImportInput { name: &name, text: &text };
            let added = match below {
                Some(path) => importer.add_below(input, &path),
                None => importer.add(input),
            };
            added.map_err(|error| import_failure(session, error))?;
        }
        Ok(remarks)
    }

    /// The files to read; folders give the files that may hold records.
    fn find_sources(&self, session: &mut Session<'_>) -> Result<Vec<DumpFile>, Failure> {
        let mut all = Vec::new();
        for file in &self.files {
            let place = resolve_path(&session.streams.folder, file);
            let shown = file.display().to_string();
            let kind = files::read_kind(&place)
                .map_err(|refusal| session.read_failure(&shown, refusal))?;
            if kind != PathKind::Folder {
                all.push(DumpFile { name: with_slashes(file), path: place, below: None });
                continue;
            }
            let mut walk = WalkBuilder::new(&place);
            // Files that git ignores count too: downloads are often kept out of a repository.
            walk.standard_filters(false)
                .hidden(true)
                .follow_links(false);
            walk.max_depth(Some(MAX_IMPORT_DEPTH))
                .sort_by_file_name(Ord::cmp);
            let room = MAX_IMPORT_FILES - all.len().min(MAX_IMPORT_FILES);
            let found = session.walk_folder(
                &place,
                &shown,
                &walk,
                |path| may_hold_records(&with_slashes(path)),
                room,
            )?;
            for path in found {
                let inner = path.strip_prefix(&place).unwrap_or(&path);
                let (name, below) = (with_slashes(&file.join(inner)), Some(with_slashes(inner)));
                all.push(DumpFile { name, path, below });
            }
            if all.len() > MAX_IMPORT_FILES {
                return Err(
                    session.refusal(CliMessage::TooManyToImport { files: MAX_IMPORT_FILES })
                );
            }
        }
        Ok(all)
    }
}

/// Brings lists and rules, in the last file, into the one style. Cards are in it already.
fn style_lists(folder: &Path, imported: &mut Imported) {
    if imported.lists + imported.rules == 0 {
        return;
    }
    if let Some(file) = imported.files.last_mut()
        && let Ok(styled) = apply_style(&folder.join(&file.path), &file.text)
    {
        file.text = styled;
    }
}

/// Reports an import without any card: every one is known already, or it fails.
fn report_no_cards(
    session: &mut Session<'_>,
    imported: &Imported,
) -> Result<AnswerStatus, Failure> {
    let refused = imported.refused_count;
    if refused == 0 && imported.known > 0 {
        session.say_line(&CliMessage::NothingNew { known: imported.known });
        return Ok(AnswerStatus::Fine);
    }
    for line in import_result::list_refused(imported, &session.talk) {
        session.say(&line);
    }
    Err(import_failure(session, ImportMessage::NoCard { refused }))
}

/// Writes all files of an import, or none. Returns the files that lost their group.
fn write_files(
    folders: &ImportFolders,
    imported: &Imported,
    earlier: &[ImportedFile],
    declared: Option<&GameFile>,
) -> Result<Vec<PathBuf>, StoreError> {
    let mut staged = StagedFiles::default();
    stage_files(&mut staged, &folders.facts, &imported.files, earlier)?;
    if let Some(folder) = &folders.texts {
        stage_files(&mut staged, folder, &imported.texts, &[])?;
    }
    if let Some(file) = declared {
        stage_game(&mut staged, file)?;
    }
    for old in obsolete_files(&imported.files, earlier) {
        staged.remove(folders.facts.join(old));
    }
    staged.commit()
}

/// The ids of the cards of a built-in game, without the user's own folders. Empty for other games.
fn shipped_cards(session: &Session<'_>, game: &str) -> Result<BTreeSet<String>, Failure> {
    let opened = Library::new(&GAMES, &[]).and_then(|library| {
        library
            .game_id(game)
            .map(|id| library.open(&id))
            .transpose()
    });
    let catalog = opened.map_err(|error| session.data_failure(&error))?;
    let cards = catalog.iter().flat_map(|catalog| catalog.cards.iter());
    Ok(cards.map(|card| card.id().to_owned()).collect())
}

/// A path with `/` between its parts.
fn with_slashes(path: &Path) -> String {
    path.display()
        .to_string()
        .replace(std::path::MAIN_SEPARATOR, "/")
}

/// A path as messages name it.
fn shown_path(session: &Session<'_>, path: &Path) -> String {
    with_slashes(path.strip_prefix(&session.streams.folder).unwrap_or(path))
}

fn import_failure(session: &Session<'_>, error: ImportMessage) -> Failure {
    session.failure(&Diagnostic::from_message(&error, session.talk.lang))
}

/// The failure that the game has mistakes with what would be written.
fn unopened_failure(
    session: &Session<'_>,
    mapping: &Mapping,
    mut mistakes: Vec<DataProblem>,
) -> Failure {
    for mistake in &mut mistakes {
        let Some(source) = mistake.source() else { continue };
        let place = session
            .streams
            .folder
            .join(files::path_from_text(&source.path));
        if fs::read_to_string(place).map_or(true, |text| *text != *source.text) {
            mapping.place(mistake);
        }
    }
    let mut problems = CatalogError::Data(mistakes).problems();
    problems.push(Problem::from(ImportMessage::Unopened).into_any());
    session.failure_from_problems(&problems)
}

fn read_text(session: &Session<'_>, path: &Path, shown: &str) -> Result<String, Failure> {
    let bytes = files::read(path, MAX_MAPPING_BYTES)
        .map_err(|refusal| session.read_failure(shown, refusal))?;
    files::decode_text(bytes).map_err(|why| session.read_failure(shown, why))
}

/// The last of the user's folders that declares the game.
fn find_game_folder(session: &Session<'_>, game: &str) -> Option<PathBuf> {
    let mut folders = Vec::new();
    let config = session
        .projects
        .current_project()
        .ok()
        .and_then(|project| project.config);
    folders.extend(config.iter().flat_map(|config| config.overlay_paths()));
    folders.extend(
        session
            .global
            .cards
            .iter()
            .map(|path| resolve_path(&session.streams.folder, path)),
    );
    let games = super::environment::games_folder(session.streams.variable);
    for folder in folders.into_iter().rev().chain(games) {
        if declares_game(&folder, game) {
            return Some(folder);
        }
        let entries = fs::read_dir(&folder).into_iter().flatten().flatten();
        let mut inner: Vec<PathBuf> = entries.map(|entry| entry.path()).collect();
        inner.sort();
        // The last by name, as later folders win.
        if let Some(found) = inner
            .into_iter()
            .rev()
            .find(|folder| declares_game(folder, game))
        {
            return Some(found);
        }
    }
    None
}

fn declares_game(folder: &Path, game: &str) -> bool {
    let Ok(bytes) = files::read_regular(&folder.join(GAME_FILE), MAX_MAPPING_BYTES) else {
        return false;
    };
    let Ok(text) = String::from_utf8(bytes) else { return false };
    files::find_text(&text, "id").is_some_and(|id| id.as_ref() == game)
}

/// Adds the vocabulary that the import found to the `game.toml` of a folder, or starts one.
fn update_game_file(
    session: &Session<'_>,
    game: &str,
    folder: &Path,
    imported: &Imported,
) -> Result<GameFile, Failure> {
    let place = folder.join(GAME_FILE);
    let shown = shown_path(session, &place);
    let old = if place.exists() { Some(read_text(session, &place, &shown)?) } else { None };
    // A new file adds to a game that is declared elsewhere.
    let start = old
        .clone()
        .unwrap_or_else(|| format!("game = \"{game}\"\n"));
    let declared = declare_words(&shown, &start, &imported.undeclared)
        .map_err(|error| import_failure(session, error))?;
    let mut new = declared.text;
    // A file that is in the one style stays in it.
    if apply_style(&place, &start).is_ok_and(|same| same == start)
        && let Ok(styled) = apply_style(&place, &new)
    {
        new = styled;
    }
    Ok(GameFile { place, old, new, additions: declared.additions })
}

fn stage_game(staged: &mut StagedFiles, file: &GameFile) -> Result<(), StoreError> {
    if file.additions.is_empty() {
        return Ok(());
    }
    staged.add(&file.place, file.new.as_bytes(), |bytes| {
        file.old.as_ref().is_some_and(|old| old.as_bytes() == bytes)
    })
}

/// The files of an earlier import in a folder: their first line is that of the new files.
fn read_earlier_files(folder: &Path, imported: &[ImportedFile]) -> io::Result<Vec<ImportedFile>> {
    let mark = imported
        .first()
        .and_then(|file| file.text.lines().next())
        .unwrap_or_default();
    let mut earlier = Vec::new();
    let entries = match fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(earlier),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let path = entry?.path();
        let Some(name) = path.file_name().and_then(|n| n.to_str()) else { continue };
        // Links are not followed: their targets belong to other folders.
        let is_file = fs::symlink_metadata(&path).is_ok_and(|metadata| metadata.is_file());
        if !name.ends_with(".toml") || !is_file {
            continue;
        }
        let bytes = files::read_regular(&path, MAX_IMPORT_BYTES).ok();
        let Some(text) = bytes.and_then(|bytes| String::from_utf8(bytes).ok()) else { continue };
        if !mark.is_empty() && text.lines().next() == Some(mark) {
            earlier.push(ImportedFile { path: name.to_owned(), text });
        }
    }
    // A folder lists its files in any order; the report sorts them.
    earlier.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(earlier)
}

/// Stages the files that differ from those of the earlier import, and replaces no other file.
fn stage_files(
    staged: &mut StagedFiles,
    folder: &Path,
    files: &[ImportedFile],
    earlier: &[ImportedFile],
) -> Result<(), StoreError> {
    staged.folder(folder)?;
    for file in files.iter().filter(|file| !earlier.contains(file)) {
        let head = file.text.lines().next().unwrap_or_default().as_bytes();
        staged.add(&folder.join(&file.path), file.text.as_bytes(), |old| {
            !head.is_empty() && old.split(|byte| *byte == b'\n').next() == Some(head)
        })?;
    }
    Ok(())
}

/// The files of an earlier import that the new one does not write.
fn obsolete_files<'a>(
    files: &'a [ImportedFile],
    earlier: &'a [ImportedFile],
) -> impl Iterator<Item = &'a str> {
    let gone = earlier
        .iter()
        .filter(|old| files.iter().all(|new| new.path != old.path));
    gone.map(|old| old.path.as_str())
}

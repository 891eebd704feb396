//! Finds the data files, and the game of each.

use super::{
    keys::names::*,
    messages::{
        DataMessage, DataProblem, Mistakes, NamedThing, report_syntax_mistakes, sort_by_files,
    },
};
use crate::{
    files::{self, Decoded, FileMessage, Links, ReadRefusal},
    model::game::Named,
    problem::{Candidates, Problem, SourceText, span_within},
    source_folders::SourceFolder,
};
use sleeve_text::Arrange;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};
use toml::Spanned;

/// Largest data file, in bytes.
pub const FILE_LIMIT: u64 = 16 * 1024 * 1024;

/// Largest depth of nested folders.
pub const MAX_FOLDERS_DEEP: usize = 8;

/// Largest number of data files in one folder, including those in subfolders.
pub const MAX_FILES: usize = 10_000;

/// The file that declares a game.
const GAME_FILE: &str = "game.toml";

/// The mapping for imports, which is not card data.
const IMPORT_FILE: &str = "import.toml";

/// The files of one game that are read together.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    pub game: String,
    /// The layer's folder or file, as the user wrote it.
    pub path: String,
    /// `game.toml` first, then by path.
    pub files: Vec<Arc<SourceText>>,
}

impl Layer {
    /// Returns the layer with paths that begin at its folder, below `name`: a packed game shows no
    /// folder of the machine that packed it.
    pub fn with_inner_paths(&self, name: &str) -> Layer {
        let mut files = Vec::new();
        for (file, inner) in self.files.iter().zip(SourceFolder::from_layer(self).files) {
            let mut copy = SourceText::clone(file);
            copy.path = format!("{name}{}", inner.path);
            files.push(Arc::new(copy));
        }
        Layer { game: self.game.clone(), path: name.to_owned(), files }
    }

    /// Whether the layer declares a complete game: its `game.toml` has an id and a name.
    pub fn is_whole(&self) -> bool {
        self.files
            .iter()
            .filter(|file| is_game_file(file))
            .any(|file| {
                let table = files::parse(&file.text).table;
                table.contains_key(ID) && table.contains_key(NAME)
            })
    }
}

fn file_problem(path: String, problem: impl Into<DataMessage>) -> DataProblem {
    Problem::from_source(&Arc::new(SourceText::new(path, "")), 0..0, problem.into())
}

/// A path for messages, with `/` as separator on every system.
fn display_path(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace('\\', "/") }
}

/// Reads one data file. A file that the user named (`is_named`) may be a pipe. A pipe found in a
/// folder could block forever and is rejected.
fn read_file(path: &Path, shown: String, is_named: bool) -> Result<SourceText, DataProblem> {
    let bytes = if is_named {
        files::read(path, FILE_LIMIT)
    } else {
        files::read_regular(path, FILE_LIMIT)
    };
    decode_file(&bytes.map_err(|refusal| refusal_problem(shown.clone(), refusal))?, shown)
}

/// The problem of a rejected file.
pub fn refusal_problem(shown: String, refusal: ReadRefusal) -> DataProblem {
    file_problem(shown, FileMessage::from(refusal))
}

fn decode_file(bytes: &[u8], shown: String) -> Result<SourceText, DataProblem> {
    let wrong = match files::decode(bytes) {
        // Spreadsheets use the encoding of their system; TOML is always UTF-8.
        Ok(Decoded { not_utf8: Some(wrong), .. }) if !super::sheet::is_sheet(&shown) => wrong,
        Ok(Decoded { text, not_utf8: guessed }) => {
            return Ok(SourceText::new(shown, text).with_guessed_encoding(guessed));
        }
        Err(wrong) => wrong,
    };
    let source = Arc::new(SourceText::without_text(shown, wrong.line));
    Err(Problem::from_source(&source, 0..0, FileMessage::NotUtf8(wrong).into()))
}

/// Returns every data file in a folder, TOML and sheets of cards, ordered by path, without hidden
/// files and import mappings. A folder reached by several links is read once.
///
/// # Errors
/// A folder cannot be read, is too deep or contains too much, or a link may not be followed: the
/// data would be incomplete.
pub fn find_data_files(folder: &Path, links: Links) -> Result<Vec<PathBuf>, DataProblem> {
    let mut walk = FolderWalk { root: folder, links, files: Vec::new(), visited: BTreeSet::new() };
    walk.visit_folder(folder, MAX_FOLDERS_DEEP)?;
    // File systems list entries in any order. Cards and mistakes follow the order of the files, so
    // it has to be the same everywhere.
    walk.files.arrange();
    Ok(walk.files)
}

/// A walk through folders, which may link to each other.
struct FolderWalk<'w> {
    root: &'w Path,
    links: Links,
    files: Vec<PathBuf>,
    /// Folders already read, with links resolved, because links may form a cycle.
    visited: BTreeSet<PathBuf>,
}

impl FolderWalk<'_> {
    fn visit_folder(&mut self, folder: &Path, depth: usize) -> Result<(), DataProblem> {
        let listed = self.list_entries(folder);
        let entries = listed
            .map_err(|error| refusal_problem(display_path(folder), ReadRefusal::Io(error)))?;
        for (is_link, path) in entries {
            self.visit_entry(path, is_link, depth)?;
        }
        Ok(())
    }

    /// Returns the entries of a folder, and whether each is a link; none of a folder already read.
    fn list_entries(&mut self, folder: &Path) -> std::io::Result<Vec<(bool, PathBuf)>> {
        if !self.visited.insert(std::fs::canonicalize(folder)?) {
            return Ok(Vec::new());
        }
        let mut entries = Vec::new();
        for listed in std::fs::read_dir(folder)? {
            let entry = listed?;
            let is_link = entry.file_type().is_ok_and(|kind| kind.is_symlink());
            entries.push((is_link, entry.path()));
        }
        // Real folders come before links, which may lead to the same place.
        entries.sort();
        Ok(entries)
    }

    fn visit_entry(
        &mut self,
        path: PathBuf,
        is_link: bool,
        depth: usize,
    ) -> Result<(), DataProblem> {
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if name.starts_with('.') || name == IMPORT_FILE {
            return Ok(());
        }
        let is_folder = path.is_dir();
        let is_data = name.ends_with(".toml") || super::sheet::is_sheet(name);
        if is_link && (is_folder || is_data) {
            let checked = self.links.check(&path, self.root);
            checked.map_err(|refusal| refusal_problem(display_path(&path), refusal))?;
        }
        if is_folder {
            if depth == 0 {
                let problem = DataMessage::TooDeep { limit: MAX_FOLDERS_DEEP };
                return Err(file_problem(display_path(&path), problem));
            }
            return self.visit_folder(&path, depth - 1);
        }
        if is_data {
            if self.files.len() == MAX_FILES {
                let problem = DataMessage::TooMany { what: NamedThing::File, limit: MAX_FILES };
                return Err(file_problem(display_path(&path), problem));
            }
            self.files.push(path);
        }
        Ok(())
    }
}

/// Reads the files of a folder (or one file) and groups them by game. `known` are the games of the
/// catalog. The game of a file is that of the nearest `game.toml` above it. Otherwise it is named
/// by the file's key `game`, or by a folder above it.
pub fn read_layers(
    path: &Path,
    links: Links,
    known: &[Named],
) -> Result<Vec<Layer>, Vec<DataProblem>> {
    let is_folder = path.is_dir();
    let paths = if is_folder {
        find_data_files(path, links).map_err(|error| vec![error])?
    } else {
        vec![path.to_owned()]
    };
    let mut errors = Vec::new();
    let mut sources: Vec<(PathBuf, Arc<SourceText>)> = Vec::new();
    for file in paths {
        match read_file(&file, display_path(&file), !is_folder) {
            Ok(source) => sources.push((file, Arc::new(source))),
            Err(error) => errors.push(error),
        }
    }
    group_by_game(path, sources, errors, known)
}

/// Like [`read_layers`], but reads bytes with their paths, as provided by a browser. Other files
/// than data are skipped, as in a folder on disk.
pub fn read_layers_from_bytes(
    path: &Path,
    mut files: Vec<(PathBuf, Vec<u8>)>,
    known: &[Named],
) -> Result<Vec<Layer>, Vec<DataProblem>> {
    // In the order of [`find_data_files`], because a browser may provide files in any order.
    files.retain(|(file, _)| is_data_file(path, file));
    files.arrange();
    let (mut errors, mut sources) = (Vec::new(), Vec::new());
    if files.len() > MAX_FILES {
        let problem = DataMessage::TooMany { what: NamedThing::File, limit: MAX_FILES };
        return Err(vec![file_problem(display_path(path), problem)]);
    }
    for (file, bytes) in files {
        let length = bytes.len() as u64;
        let source = if length > FILE_LIMIT {
            let problem = FileMessage::TooLarge { bytes: length, limit: FILE_LIMIT };
            Err(file_problem(display_path(&file), problem))
        } else {
            decode_file(&bytes, display_path(&file))
        };
        match source {
            Ok(source) => sources.push((file, Arc::new(source))),
            Err(error) => errors.push(error),
        }
    }
    group_by_game(path, sources, errors, known)
}

/// Whether a file in a folder is data: no part of its path is hidden, and it is not an import
/// mapping.
fn is_data_file(folder: &Path, file: &Path) -> bool {
    let inside = file.strip_prefix(folder).unwrap_or(file);
    let name = file
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or("");
    !inside
        .iter()
        .any(|part| part.to_string_lossy().starts_with('.'))
        && name != IMPORT_FILE
        && (name.ends_with(".toml") || super::sheet::is_sheet(name))
}

fn group_by_game(
    path: &Path,
    sources: Vec<(PathBuf, Arc<SourceText>)>,
    mut errors: Vec<DataProblem>,
    known: &[Named],
) -> Result<Vec<Layer>, Vec<DataProblem>> {
    if sources.is_empty() && errors.is_empty() {
        errors.push(file_problem(display_path(path), DataMessage::NoData));
    }
    let problems = check_game_files(&sources);
    if !problems.is_empty() {
        errors.extend(problems);
        return Err(errors);
    }
    let declared = declared_games(&sources);
    let mut layers: BTreeMap<String, Layer> = BTreeMap::new();
    for (file, source) in sources {
        match find_game(&file, path, &source, &declared, known) {
            Ok(game) => {
                let layer = layers.entry(game.clone()).or_default();
                layer.game = game;
                layer.path = display_path(path);
                layer.files.push(source);
            }
            Err(error) => errors.push(error),
        }
    }
    for layer in layers.values_mut() {
        // The words of game files are needed to read cards.
        layer.files.arrange_by_key(|file| !is_game_file(file));
    }
    if errors.is_empty() { Ok(layers.into_values().collect()) } else { Err(errors) }
}

/// Whether a file declares a game.
pub fn is_game_file(file: &SourceText) -> bool {
    file.path == GAME_FILE || file.path.ends_with("/game.toml")
}

/// Reports game files that are not TOML. They are checked first, because every other mistake in
/// their folders could follow from them.
fn check_game_files(read: &[(PathBuf, Arc<SourceText>)]) -> Vec<DataProblem> {
    let mut mistakes = Mistakes::default();
    let games: Vec<_> = read
        .iter()
        .map(|(_, file)| file)
        .filter(|f| is_game_file(f))
        .collect();
    for file in &games {
        report_syntax_mistakes(&mut mistakes, file, &files::parse(&file.text));
    }
    let games: Vec<_> = games.into_iter().cloned().collect();
    sort_by_files(mistakes, &games)
}

/// Folders that contain a `game.toml`, with the id that it declares.
fn declared_games(files: &[(PathBuf, Arc<SourceText>)]) -> Vec<(PathBuf, String)> {
    let mut games = Vec::new();
    for (path, file) in files {
        if path.file_name().is_some_and(|name| name == GAME_FILE)
            && let (Some(folder), Some(id)) = (path.parent(), top_level_text(file, ID))
        {
            games.push((folder.to_owned(), id.into_inner()));
        }
    }
    games
}

/// Reads a text at the top level of a file, or in a comment at the top of a sheet.
fn top_level_text(file: &SourceText, key: &str) -> Option<Spanned<String>> {
    let text = &file.text;
    if super::sheet::is_sheet(&file.path) {
        let word = super::sheet::remark_value(text, key)?;
        return Some(Spanned::new(span_within(text, word), word.to_owned()));
    }
    files::find_text(text, key)
}

fn find_game(
    path: &Path,
    root: &Path,
    file: &Arc<SourceText>,
    declared: &[(PathBuf, String)],
    known: &[Named],
) -> Result<String, DataProblem> {
    for folder in path.ancestors().skip(1) {
        if let Some((_, id)) = declared.iter().find(|(at, _)| at == folder) {
            return Ok(id.clone());
        }
        // A game file above the path that the user named does not belong to it, and was not read.
        if folder == root {
            break;
        }
    }
    if let Some(word) = top_level_text(file, GAME) {
        return find_named_game(file, word, declared, known);
    }
    // A relative path may not contain the folder named after the game.
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    for folder in absolute.ancestors().skip(1) {
        let name = folder.file_name().and_then(|name| name.to_str());
        if let Some(game) = known.iter().find(|game| Some(game.id.as_str()) == name) {
            return Ok(game.id.to_string());
        }
    }
    // In a file that is not TOML, the syntax error is more helpful than "names no game".
    if !super::sheet::is_sheet(&file.path)
        && let Some(mistake) = files::parse(&file.text).mistakes.into_iter().next()
    {
        return Err(Problem::from_source(file, mistake.span.clone(), mistake.message().into()));
    }
    Err(Problem::from_source(file, 0..0, DataMessage::NoGame))
}

/// The game that a file names.
fn find_named_game(
    file: &Arc<SourceText>,
    word: Spanned<String>,
    declared: &[(PathBuf, String)],
    known: &[Named],
) -> Result<String, DataProblem> {
    let (span, name) = (word.span(), word.into_inner());
    if declared.iter().any(|(_, id)| *id == name) {
        return Ok(name);
    }
    if let Some(game) = known.iter().find(|game| game.means(&name)) {
        return Ok(game.id.to_string());
    }
    let mut own = Vec::new();
    for (_, id) in declared {
        own.push(Named { id: id.as_str().into(), ..Named::default() });
    }
    let candidates = Candidates::nearest_or_all_named(&name, known.iter().chain(&own));
    let unknown = DataMessage::UnknownName { what: NamedThing::Game, name, candidates };
    Err(Problem::from_source(file, span, unknown))
}

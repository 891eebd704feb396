//! Which files hold data, and for which game.

use super::error::{SourceError, SourceFile};
use super::problem::Problem;
use super::words::What;
use crate::model::game::Named;
use std::collections::BTreeMap;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use toml::de::DeTable;

/// Largest file that is read, in bytes.
pub const FILE_LIMIT: u64 = 16 * 1024 * 1024;

/// Folders inside folders are followed this far.
const DEPTH: usize = 8;

/// The file that declares a game.
const GAME_FILE: &str = "game.toml";

/// The mapping that importers read; it is not card data.
const IMPORT_FILE: &str = "import.toml";

/// The files of one game that are read together.
#[derive(Clone, Debug, Default)]
pub struct Layer {
    /// Id of the game.
    pub game: String,
    /// The folder or file they come from, as given.
    pub path: String,
    /// The files, `game.toml` first, then by path.
    pub files: Vec<Arc<SourceFile>>,
}

impl Layer {
    /// Whether it declares a game by itself: its `game.toml` has an id and a name.
    pub fn is_whole(&self) -> bool {
        self.files.iter().filter(|file| is_game_file(file)).any(|file| {
            let (table, _) = DeTable::parse_recoverable(&file.text);
            table.get_ref().contains_key("id") && table.get_ref().contains_key("name")
        })
    }
}

fn failed(path: String, problem: Problem) -> SourceError {
    SourceError { file: Arc::new(SourceFile { path, text: String::new() }), span: 0..0, problem }
}

/// A path as messages show it.
fn shown(path: &Path) -> String {
    let text = path.to_string_lossy();
    if std::path::MAIN_SEPARATOR == '/' { text.into_owned() } else { text.replace('\\', "/") }
}

/// Reads one file of data.
fn read_file(path: &Path, shown: String) -> Result<SourceFile, SourceError> {
    let unreadable = |error: std::io::Error| {
        failed(shown.clone(), Problem::Unreadable { reason: error.to_string() })
    };
    let file = std::fs::File::open(path).map_err(unreadable)?;
    let bytes = file.metadata().map_err(unreadable)?.len();
    let mut contents = Vec::new();
    if bytes <= FILE_LIMIT {
        file.take(FILE_LIMIT + 1).read_to_end(&mut contents).map_err(unreadable)?;
    }
    let bytes = bytes.max(contents.len() as u64);
    if bytes > FILE_LIMIT {
        return Err(failed(shown, Problem::TooLarge { bytes, limit: FILE_LIMIT }));
    }
    match String::from_utf8(contents) {
        Ok(text) => Ok(SourceFile { path: shown, text }),
        Err(error) => {
            let offset = error.utf8_error().valid_up_to();
            let before = error.as_bytes().get(..offset).unwrap_or(&[]);
            let line = before.iter().filter(|b| **b == b'\n').count() as u32 + 1;
            Err(failed(shown, Problem::NotUtf8 { offset, line }))
        }
    }
}

/// Every file of data under a folder, TOML and sheets of cards, hidden ones and importers' mappings aside, by path.
pub fn toml_files(folder: &Path) -> Result<Vec<PathBuf>, SourceError> {
    let mut files = Vec::new();
    walk(folder, DEPTH, &mut files)?;
    files.sort();
    Ok(files)
}

fn walk(folder: &Path, depth: usize, files: &mut Vec<PathBuf>) -> Result<(), SourceError> {
    let unreadable = |error: std::io::Error| {
        failed(shown(folder), Problem::Unreadable { reason: error.to_string() })
    };
    for entry in std::fs::read_dir(folder).map_err(unreadable)? {
        let path = entry.map_err(unreadable)?.path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or("");
        if name.starts_with('.') || name == IMPORT_FILE {
            continue;
        }
        if path.is_dir() {
            if depth > 0 {
                walk(&path, depth - 1, files)?;
            }
        } else if name.ends_with(".toml") || super::sheet::is_sheet(name) {
            files.push(path);
        }
    }
    Ok(())
}

/// Sorts the files of a folder (or one file) by game. `known` are the games there are already; a
/// file's game is that of the nearest `game.toml` above it, else the one its key `game` names, else
/// the one a folder above it is named after.
pub fn layers(path: &Path, known: &[Named]) -> Result<Vec<Layer>, Vec<SourceError>> {
    let is_folder = path.is_dir();
    let paths = if is_folder {
        toml_files(path).map_err(|error| vec![error])?
    } else {
        vec![path.to_owned()]
    };
    let mut errors = Vec::new();
    let mut files: Vec<(PathBuf, Arc<SourceFile>)> = Vec::new();
    for file in paths {
        let relative = file.strip_prefix(path).ok().filter(|p| !p.as_os_str().is_empty());
        let show = shown(relative.map_or(file.as_path(), |_| &file));
        match read_file(&file, show) {
            Ok(read) => files.push((file, Arc::new(read))),
            Err(error) => errors.push(error),
        }
    }
    if files.is_empty() && errors.is_empty() {
        errors.push(failed(shown(path), Problem::NoData));
    }
    let declared = declared_games(&files);
    let mut layers: BTreeMap<String, Layer> = BTreeMap::new();
    for (file, read) in files {
        match game_of(&file, path, &read, &declared, known) {
            Ok(game) => {
                let layer = layers.entry(game.clone()).or_default();
                layer.game = game;
                layer.path = shown(path);
                layer.files.push(read);
            }
            Err(error) => errors.push(error),
        }
    }
    for layer in layers.values_mut() {
        layer.files.sort_by_key(|file| !is_game_file(file));
    }
    if errors.is_empty() { Ok(layers.into_values().collect()) } else { Err(errors) }
}

/// Whether a file declares a game.
pub(super) fn is_game_file(file: &SourceFile) -> bool {
    file.path == GAME_FILE || file.path.ends_with("/game.toml")
}

/// The folders that hold a `game.toml`, with the id it declares.
fn declared_games(files: &[(PathBuf, Arc<SourceFile>)]) -> Vec<(PathBuf, String)> {
    let declares = |(path, file): &(PathBuf, Arc<SourceFile>)| {
        (path.file_name()? == GAME_FILE).then_some(())?;
        Some((path.parent()?.to_owned(), top_level(file, "id")?))
    };
    files.iter().filter_map(declares).collect()
}

/// A text at the top level of a file, or in a remark at the top of a sheet.
fn top_level(file: &SourceFile, key: &str) -> Option<String> {
    let text = &file.text;
    if super::sheet::is_sheet(&file.path) {
        return super::sheet::said(text, key).map(str::to_owned);
    }
    let (table, _) = DeTable::parse_recoverable(text);
    Some(table.get_ref().get(key)?.get_ref().as_str()?.to_owned())
}

fn game_of(
    path: &Path,
    root: &Path,
    file: &Arc<SourceFile>,
    declared: &[(PathBuf, String)],
    known: &[Named],
) -> Result<String, SourceError> {
    for folder in path.ancestors().skip(1) {
        if let Some((_, id)) = declared.iter().find(|(at, _)| at == folder) {
            return Ok(id.clone());
        }
        if folder == root {
            break;
        }
    }
    let fail = |problem| SourceError { file: Arc::clone(file), span: 0..0, problem };
    let named = |word: &str| {
        let declared = declared.iter().find(|(_, id)| id == word).map(|(_, id)| id.clone());
        declared.or_else(|| known.iter().find(|k| k.means(word)).map(|k| k.id.to_string()))
    };
    if let Some(word) = top_level(file, "game") {
        let words =
            known.iter().flat_map(Named::words).chain(declared.iter().map(|(_, id)| id.as_str()));
        let candidates = super::near::nearest(&word, words);
        let unknown = Problem::UnknownName { what: What::Game, name: word.clone(), candidates };
        return named(&word).ok_or_else(|| fail(unknown));
    }
    let absolute = std::path::absolute(path).unwrap_or_else(|_| path.to_owned());
    let folders = absolute.ancestors().skip(1).filter_map(|f| f.file_name()?.to_str());
    // A file that is not TOML says what is wrong with it better than that it names no game.
    let mut found = folders.filter_map(|name| known.iter().find(|k| k.id == name));
    if super::sheet::is_sheet(&file.path) {
        let game = found.next().map(|game| game.id.to_string());
        return game.ok_or_else(|| fail(Problem::NoGame));
    }
    match (found.next(), DeTable::parse(&file.text)) {
        (Some(game), _) => Ok(game.id.to_string()),
        (None, Err(error)) => {
            let message = error.message().to_owned();
            let span = error.span().unwrap_or(0..0);
            Err(SourceError { file: Arc::clone(file), span, problem: Problem::NotToml { message } })
        }
        (None, Ok(_)) => Err(fail(Problem::NoGame)),
    }
}

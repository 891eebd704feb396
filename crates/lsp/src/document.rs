//! An open document: its text, positions in it, its kind, and the files that belong to it.

use lsp_types::{Position, PositionEncodingKind, TextDocumentContentChangeEvent, TextEdit};
use sleeve_data::{
    files::{BYTE_ORDER_MARK, Links},
    model::DeckReader,
    source,
};
use sleeve_library::project::{Configs, FILE_NAME, canonical_folder};
use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    sync::Arc,
};

/// The longest text that is analysed, in bytes; also the limit for data files.
pub const MAX_TEXT_BYTES: usize = 1 << 24;

/// The unit of columns, which editor and server negotiate.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum Encoding {
    Utf8,
    /// The default of the protocol.
    #[default]
    Utf16,
}

impl Encoding {
    /// The best of the encodings that an editor offers.
    pub(crate) fn choose(offered: Option<&[PositionEncodingKind]>) -> Encoding {
        let has_utf8 = offered.is_some_and(|all| all.contains(&PositionEncodingKind::UTF8));
        if has_utf8 { Encoding::Utf8 } else { Encoding::Utf16 }
    }

    /// Its name in the protocol.
    pub(crate) fn kind(self) -> PositionEncodingKind {
        match self {
            Encoding::Utf8 => PositionEncodingKind::UTF8,
            Encoding::Utf16 => PositionEncodingKind::UTF16,
        }
    }

    fn units(self, c: char) -> usize {
        match self {
            Encoding::Utf8 => c.len_utf8(),
            Encoding::Utf16 => c.len_utf16(),
        }
    }
}

/// A text with its lines. Offsets are in bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct OpenText {
    pub uri: String,
    /// The path; the URI if the document is not a file.
    pub path: PathBuf,
    pub language: String,
    pub version: i32,
    pub text: String,
    /// Whether the text has been longer than [`MAX_TEXT_BYTES`] since it was opened. It is unknown
    /// from then on.
    pub is_too_large: bool,
    encoding: Encoding,
    /// The start of each line.
    lines: Vec<usize>,
}

impl OpenText {
    pub(crate) fn new(
        uri: &str,
        language: &str,
        version: i32,
        text: String,
        encoding: Encoding,
    ) -> OpenText {
        let path = path_from_uri(uri).unwrap_or_else(|| PathBuf::from(uri));
        let (uri, language, lines) = (uri.to_owned(), language.to_owned(), Vec::new());
        let document =
            OpenText { uri, path, language, version, text, is_too_large: false, encoding, lines };
        document.with_lines()
    }

    /// The text of a file that is not open, to compute positions in it.
    pub(crate) fn from_file(path: &Path, text: &str, encoding: Encoding) -> OpenText {
        OpenText::new(&uri_from_path(path), "", 0, text.to_owned(), encoding)
    }

    fn with_lines(mut self) -> OpenText {
        self.find_lines();
        self
    }

    fn find_lines(&mut self) {
        if self.is_too_large || self.text.len() > MAX_TEXT_BYTES {
            self.is_too_large = true;
            self.text = String::new();
        }
        let bytes = self.text.as_bytes();
        // In the protocol, a lone carriage return ends a line too.
        self.lines.clear();
        self.lines.push(0);
        for (at, byte) in bytes.iter().enumerate() {
            if *byte == b'\n' || (*byte == b'\r' && bytes.get(at + 1) != Some(&b'\n')) {
                self.lines.push(at + 1);
            }
        }
    }

    /// Applies the editor's changes in order.
    pub(crate) fn change(&mut self, version: i32, changes: Vec<TextDocumentContentChangeEvent>) {
        self.version = version;
        for change in changes {
            match change.range {
                Some(range) => {
                    let start = self.offset(range.start);
                    let end = self.offset(range.end).max(start);
                    self.text.replace_range(start..end, &change.text);
                }
                None => self.text = change.text,
            }
            self.find_lines();
        }
    }

    /// A line, from 0, without its end; the end of the text if there is no such line.
    pub(crate) fn line(&self, line: usize) -> Range<usize> {
        let start = self.lines.get(line).copied().unwrap_or(self.text.len());
        let end = self.lines.get(line + 1).copied().unwrap_or(self.text.len());
        let text = self.text.get(start..end).unwrap_or_default();
        start..start + text.trim_end_matches(['\n', '\r']).len()
    }

    /// The line, from 0, of an offset.
    pub(crate) fn line_of(&self, offset: usize) -> usize {
        self.lines
            .partition_point(|start| *start <= offset)
            .saturating_sub(1)
    }

    /// The line around an offset, without its end.
    pub(crate) fn line_at(&self, offset: usize) -> Range<usize> {
        self.line(self.line_of(offset))
    }

    /// The end of the line around a byte that a reader counted: without the byte order mark.
    pub(crate) fn read_line_end(&self, offset: usize) -> usize {
        self.line_end(offset + self.mark_length())
    }

    /// The span that a reader gave without the byte order mark.
    pub(crate) fn read_span(&self, span: &Range<usize>) -> Range<usize> {
        let mark = self.mark_length();
        span.start + mark..span.end + mark
    }

    /// The end of the line around a byte; for a byte after the text, the end of the text.
    pub(crate) fn line_end(&self, offset: usize) -> usize {
        self.line_at(offset.min(self.text.len())).end
    }

    #[cfg(test)]
    pub(crate) fn count_lines(&self) -> usize {
        self.lines.len()
    }

    /// The byte of a position; if it is invalid, the nearest byte before it.
    pub(crate) fn offset(&self, position: Position) -> usize {
        let line = self.line(position.line as usize);
        let mut column = position.character as usize;
        let text = self.text.get(line.clone()).unwrap_or_default();
        for (at, c) in text.char_indices() {
            let units = self.encoding.units(c);
            if column < units {
                return line.start + at;
            }
            column -= units;
        }
        line.end
    }

    pub(crate) fn position(&self, offset: usize) -> Position {
        let line = self.line_of(offset);
        let start = self.lines.get(line).copied().unwrap_or(0);
        let rest = self.text.get(start..).unwrap_or_default().char_indices();
        let before = rest.take_while(|(at, _)| start + at < offset);
        let column: usize = before.map(|(_, c)| self.encoding.units(c)).sum();
        Position { line: line as u32, character: column as u32 }
    }

    pub(crate) fn range(&self, span: &Range<usize>) -> lsp_types::Range {
        lsp_types::Range { start: self.position(span.start), end: self.position(span.end) }
    }

    /// The length of the byte order mark, which readers do not see.
    pub(crate) fn mark_length(&self) -> usize {
        if self.text.starts_with(BYTE_ORDER_MARK) { BYTE_ORDER_MARK.len_utf8() } else { 0 }
    }

    /// The byte of a line and column as in reports: from 1, the column in characters, and only line
    /// feeds end lines.
    pub(crate) fn byte_at(&self, line: usize, column: usize) -> usize {
        let mark = self.mark_length();
        let text = self.text.get(mark..).unwrap_or_default();
        let lines = text.split_inclusive('\n').take(line.saturating_sub(1));
        let start: usize = lines.map(str::len).sum();
        let rest = text.get(start..).unwrap_or_default();
        rest.char_indices()
            .nth(column.saturating_sub(1))
            .map_or(self.text.len(), |(at, _)| mark + start + at)
    }

    /// The edit, in whole lines, that turns this text into another. Unchanged lines above and below
    /// are left out. Editors have no position between the two characters of a line end.
    pub(crate) fn edit_to(&self, new: &str) -> TextEdit {
        let old = self.text.as_str();
        let (mut above, mut below) = (0, 0);
        let pairs = old.split_inclusive('\n').zip(new.split_inclusive('\n'));
        for (line, _) in pairs.take_while(|(a, b)| a == b && a.ends_with('\n')) {
            above += line.len();
        }
        let (old_rest, new_rest) =
            (old.get(above..).unwrap_or_default(), new.get(above..).unwrap_or_default());
        let pairs = old_rest
            .split_inclusive('\n')
            .rev()
            .zip(new_rest.split_inclusive('\n').rev());
        for (line, _) in pairs.take_while(|(a, b)| a == b) {
            below += line.len();
        }
        let kept = new_rest.len() - below.min(new_rest.len());
        TextEdit {
            range: self.range(&(above..old.len() - below)),
            new_text: new_rest.get(..kept).unwrap_or_default().to_owned(),
        }
    }

    /// The extension of its file, in lower case and without the dot.
    pub(crate) fn extension(&self) -> String {
        let ending = self.path.extension().and_then(|ending| ending.to_str());
        ending.unwrap_or_default().to_lowercase()
    }

    pub(crate) fn file_name(&self) -> &str {
        self.path
            .file_name()
            .and_then(|name| name.to_str())
            .unwrap_or_default()
    }
}

/// The path of a file URI; `None` for other URIs.
pub(crate) fn path_from_uri(uri: &str) -> Option<PathBuf> {
    let rest = uri.strip_prefix("file://")?;
    // A host may come before the path.
    let path = rest.get(rest.find('/')?..)?.as_bytes();
    let (mut bytes, mut at) = (Vec::with_capacity(path.len()), 0);
    while let Some(byte) = path.get(at) {
        let digits = path.get(at + 1..at + 3).filter(|_| *byte == b'%');
        let escaped = digits.and_then(|digits| std::str::from_utf8(digits).ok());
        match escaped.and_then(|digits| u8::from_str_radix(digits, 16).ok()) {
            Some(escaped) => {
                bytes.push(escaped);
                at += 3;
            }
            None => {
                bytes.push(*byte);
                at += 1;
            }
        }
    }
    let path = String::from_utf8(bytes).ok()?;
    // `/C:/…` on a system with drives.
    let drive = path.strip_prefix('/').filter(|_| cfg!(windows));
    Some(PathBuf::from(
        drive
            .filter(|path| path.get(1..2) == Some(":"))
            .unwrap_or(&path),
    ))
}

pub(crate) fn uri_from_path(path: &Path) -> String {
    let text = sleeve_data::files::path_text(path);
    let mut uri = String::from(if text.starts_with('/') { "file://" } else { "file:///" });
    for byte in text.bytes() {
        match byte {
            b'/' | b'-' | b'_' | b'.' | b'~' => uri.push(char::from(byte)),
            _ if byte.is_ascii_alphanumeric() => uri.push(char::from(byte)),
            _ => uri.push_str(&format!("%{byte:02X}")),
        }
    }
    uri
}

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Deck,
    /// Cards, lists and formats of a game.
    Data,
    /// `game.toml`
    Game,
    /// `sleeve.toml`
    Project,
    Event,
    /// `import.toml`
    Mapping,
    /// Any other file: editors send every file of a language.
    Other,
}

/// The language id of decks, whatever their content; editors may add a suffix to it.
pub(crate) const DECK_LANGUAGE: &str = "sleeve";

impl Kind {
    pub(crate) fn of(
        document: &OpenText,
        described: impl FnOnce() -> Vec<Arc<DeckReader>>,
    ) -> Kind {
        let (name, text) = (document.file_name(), document.text.as_str());
        match name {
            FILE_NAME => return Kind::Project,
            "event.toml" => return Kind::Event,
            "game.toml" => return Kind::Game,
            "import.toml" => return Kind::Mapping,
            "Cargo.toml" => return Kind::Other,
            _ if document.is_too_large => return Kind::Other,
            _ if name.ends_with(".event.toml") => return Kind::Event,
            _ if sleeve_decks::is_game_data(text.as_bytes()) => return Kind::Data,
            _ => {}
        }
        let is_deck = document.language.starts_with(DECK_LANGUAGE)
            || sleeve_decks::is_deck(&document.path, text, &described());
        let extension = document.extension();
        if is_deck {
            Kind::Deck
        } else if ["toml", "csv"].contains(&extension.as_str())
            && data_root(&document.path) != document.path
        {
            Kind::Data
        } else {
            Kind::Other
        }
    }

    /// The name of the schema for its keys.
    pub(crate) fn schema(self) -> Option<&'static str> {
        match self {
            Kind::Deck => Some("deck"),
            Kind::Data => Some("data"),
            Kind::Game => Some("game"),
            Kind::Project => Some("project"),
            Kind::Event => Some("event"),
            Kind::Mapping => Some("import"),
            Kind::Other => None,
        }
    }
}

/// The folder or file that is linted together with a data file: its whole game, the overlay of its
/// `sleeve.toml`, or only the file.
pub(crate) fn data_root(path: &Path) -> PathBuf {
    let Some(folder) = path.parent() else { return path.to_owned() };
    let mut games = folder.ancestors().take(source::MAX_FOLDERS_DEEP + 1);
    if let Some(game) = games.find(|folder| folder.join("game.toml").is_file()) {
        return game.to_owned();
    }
    if path.file_name().is_some_and(|name| name == "game.toml") {
        return folder.to_owned();
    }
    let config = Configs::new(Path::new(""))
        .find_config(&canonical_folder(folder))
        .ok()
        .flatten();
    let overlays = config
        .iter()
        .flat_map(|config| config.overlay_paths().collect::<Vec<_>>());
    let real = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut holding = overlays.map(|overlay| canonical_folder(&overlay));
    holding
        .find(|overlay| real.starts_with(overlay))
        .unwrap_or_else(|| path.to_owned())
}

/// The data files below a folder, or a single file.
pub(crate) fn find_files(root: &Path) -> Vec<PathBuf> {
    if !root.is_dir() {
        return vec![root.to_owned()];
    }
    source::find_data_files(root, Links::Inside).unwrap_or_default()
}

/// The same files, with the editor's texts for open ones.
pub(crate) fn data_files(
    root: &Path,
    open: &BTreeMap<PathBuf, Arc<OpenText>>,
) -> Vec<(PathBuf, Vec<u8>)> {
    let mut paths = find_files(root);
    // A file that is not saved yet, or was deleted.
    for path in open.keys().filter(|path| path.starts_with(root)) {
        if !paths.contains(path) {
            paths.push(path.clone());
        }
    }
    let mut files = Vec::new();
    for path in paths {
        let bytes = match open.get(&path) {
            Some(document) => Some(document.text.clone().into_bytes()),
            // One byte more than the limit shows that the file is too large.
            None => sleeve_data::files::read_beginning(&path, source::FILE_LIMIT + 1).ok(),
        };
        files.extend(bytes.map(|bytes| (path, bytes)));
    }
    files
}

#[cfg(test)]
#[path = "../../../tests/unit/lsp/document.rs"]
mod tests;

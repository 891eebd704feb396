//! Files as input: the one way to open a path for reading, and TOML, which may contain more
//! mistakes than anyone wants to read. Something that is not a regular file (a pipe, a device) can
//! keep a reader waiting for ever, and a length can be wrong: both are handled here, before
//! anything is read. One table for all readers has the messages about files in general.
//!
//! Paths are converted to text and back: the names of files need not be UTF-8, and no two paths
//! have the same text.

mod messages;
mod read;
pub mod shape;
mod toml;

pub use self::toml::{
    Located, Mismatch, ParsedToml, SyntaxMistake, entries, find, find_text, parse,
};
pub use messages::{
    ExpectedValue, FileMessage, ForeignSentence, FoundValue, HoldsFileMessages, TOML,
};
pub use read::{
    BYTE_ORDER_MARK, Decoded, Links, NotUtf8, PathKind, ReadRefusal, decode, decode_text,
    encode_like, match_line_ends, read, read_beginning, read_kind, read_regular, read_stream,
};

use crate::problem::Candidates;
use std::{
    ffi::OsStr,
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// The escape before a byte, in the text of a path.
const BYTE_ESCAPE: &str = "\\x";

/// A path from `folder`. In the working folder it stays as it is, so that messages show it as the
/// user wrote it.
pub fn resolve_path(folder: &Path, path: &Path) -> PathBuf {
    let is_working_folder = std::env::current_dir().is_ok_and(|working| working == folder);
    if is_working_folder { path.to_owned() } else { folder.join(path) }
}

/// A path as text: a byte that is not part of UTF-8 is written as `\xFF`, and, if names may contain
/// a backslash, that before an `x` as `\x5C`.
pub fn path_text(path: &Path) -> String {
    let mut text = String::new();
    for chunk in path.as_os_str().as_encoded_bytes().utf8_chunks() {
        if cfg!(unix) {
            text += &chunk.valid().replace(BYTE_ESCAPE, "\\x5Cx");
        } else {
            text += chunk.valid();
        }
        for byte in chunk.invalid() {
            let _ = write!(text, "{BYTE_ESCAPE}{byte:02X}");
        }
    }
    text
}

/// The path that [`path_text`] wrote as this text.
pub fn path_from_text(text: &str) -> PathBuf {
    #[cfg(unix)]
    if text.contains(BYTE_ESCAPE) {
        use std::os::unix::ffi::OsStringExt as _;
        let mut parts = text.split(BYTE_ESCAPE);
        let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
        for part in parts {
            let byte = part
                .get(..2)
                .and_then(|digits| u8::from_str_radix(digits, 16).ok());
            match byte {
                Some(byte) => {
                    bytes.push(byte);
                    bytes.extend(part.bytes().skip(2));
                }
                None => bytes.extend(BYTE_ESCAPE.bytes().chain(part.bytes())),
            }
        }
        return std::ffi::OsString::from_vec(bytes).into();
    }
    PathBuf::from(text)
}

/// The most entries of a folder that are compared with a name that is not in it.
pub const MAX_NEAR_ENTRIES: usize = 10_000;

/// Number of files with the same name and other endings that are offered.
const OFFERED_FILES: usize = 3;

/// Names in the folder that are near the first missing part of a path: a misspelt one, or one
/// without its ending.
pub fn suggest_paths(path: &Path) -> Candidates {
    let missing = path
        .ancestors()
        .take_while(|part| !part.as_os_str().is_empty() && !part.exists())
        .last();
    let Some(missing) = missing else { return Candidates::default() };
    let Some(name) = missing.file_name().and_then(OsStr::to_str) else {
        return Candidates::default();
    };
    let folder = missing
        .parent()
        .filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new(".")))
        .into_iter()
        .flatten();
    let mut names = Vec::new();
    for entry in entries.take(MAX_NEAR_ENTRIES).flatten() {
        let Ok(other) = entry.file_name().into_string() else { continue };
        // Hidden entries are offered only for a hidden name.
        if name.starts_with('.') || !other.starts_with('.') {
            names.push(other);
        }
    }
    // A folder lists its entries in any order; suggestions are the same every time.
    names.sort();
    let named = names
        .iter()
        .filter(|other| Path::new(other).file_stem() == Some(OsStr::new(name)));
    let whole: Vec<String> = named.take(OFFERED_FILES).cloned().collect();
    if whole.is_empty() {
        Candidates::nearest_only(name, names.iter().map(String::as_str))
    } else {
        Candidates::from_near(whole, std::iter::empty())
    }
}

//! The source files of a packed game, which make it possible to unpack it into folders.

use crate::{
    packed::PackError,
    source::{Layer, MAX_FILES, MAX_FOLDERS_DEEP},
};
use miniz_oxide::{deflate::compress_to_vec, inflate::decompress_to_vec_with_limit};
use serde::{Deserialize, Serialize};
use std::collections::BTreeSet;

/// Largest total size of all files in a pack, in bytes. Otherwise a few compressed bytes could
/// unpack to a thousand times as many.
pub const MAX_SOURCE_BYTES: usize = 256 * 1024 * 1024;

/// Longest name of a file or folder in a pack, in bytes; file systems allow no longer ones.
const MAX_NAME_BYTES: usize = 255;

/// Compression level of files, of ten: the usual one of zlib.
const COMPRESSION_LEVEL: u8 = 6;

/// The files of a data folder, or the single file of an overlay.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFolder {
    pub files: Vec<SourceFile>,
}

/// A data file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SourceFile {
    /// Its path within the folder, with `/` as separator.
    pub path: String,
    pub text: String,
}

impl SourceFolder {
    /// The files of a layer, with paths relative to it.
    pub fn from_layer(layer: &Layer) -> SourceFolder {
        let mut files = Vec::new();
        for file in &layer.files {
            let inside = file.path.strip_prefix(&layer.path).unwrap_or_default();
            let path = match inside.trim_start_matches('/') {
                // The layer is this file.
                "" => file.path.rsplit('/').next().unwrap_or_default(),
                path => path,
            };
            files.push(SourceFile { path: path.to_owned(), text: file.text.to_string() });
        }
        SourceFolder { files }
    }

    /// Checks that every path is a separate file within the folder, on every system.
    fn check_paths(&self) -> Result<(), PackError> {
        let mut paths = BTreeSet::new();
        for (count, file) in self.files.iter().enumerate() {
            let path = &file.path;
            // The folders, and the file in the innermost.
            let is_deep = path.split('/').count() > MAX_FOLDERS_DEEP + 1;
            // On some systems, names that only differ in case are the same.
            let is_new = paths.insert(path.to_lowercase());
            if is_deep || count == MAX_FILES || !is_new || !path.split('/').all(is_safe_name) {
                return Err(PackError::FileName { path: path.clone() });
            }
        }
        Ok(())
    }
}

/// Whether a name is a plain file name on every system: not a path, a drive, a device, a hidden
/// file or another name. Windows drops dots and spaces at the end.
fn is_safe_name(name: &str) -> bool {
    !name.is_empty()
        && name.len() <= MAX_NAME_BYTES
        && !name.starts_with('.')
        && !name.ends_with(['.', ' '])
        && !is_device(name)
        && !name.contains(|c: char| c.is_control() || r#"\:*?"<>|"#.contains(c))
}

/// Whether Windows treats a name as a device, with any extension.
fn is_device(name: &str) -> bool {
    let stem = name
        .split('.')
        .next()
        .unwrap_or(name)
        .trim_end_matches(' ')
        .to_lowercase();
    let port = stem.strip_prefix("com").or(stem.strip_prefix("lpt"));
    let mut number = port.unwrap_or_default().chars();
    // Windows treats superscript digits of Latin-1 as digits of a port.
    let is_port = matches!(number.next(), Some('0'..='9' | '¹' | '²' | '³'));
    matches!(&*stem, "con" | "prn" | "aux" | "nul" | "conin$" | "conout$" | "clock$")
        || is_port && number.next().is_none()
}

/// Compresses the folders of a game: its own, then its overlays.
pub(crate) fn compress_folders(folders: &[SourceFolder]) -> Result<Vec<u8>, PackError> {
    folders.iter().try_for_each(SourceFolder::check_paths)?;
    Ok(compress_to_vec(&postcard::to_stdvec(folders)?, COMPRESSION_LEVEL))
}

/// Reads the output of [`compress_folders`], which may come from a stranger: unpacks no more bytes
/// than the limit, and allows no path out of its folder.
pub(crate) fn decompress_folders(bytes: &[u8]) -> Result<Vec<SourceFolder>, PackError> {
    let unpacked = decompress_to_vec_with_limit(bytes, MAX_SOURCE_BYTES);
    let folders: Vec<SourceFolder> =
        postcard::from_bytes(&unpacked.map_err(|_| PackError::Files)?)?;
    if folders.is_empty() {
        return Err(PackError::Files);
    }
    folders.iter().try_for_each(SourceFolder::check_paths)?;
    Ok(folders)
}

#[cfg(test)]
#[path = "../../../tests/unit/data/source_folders.rs"]
mod tests;

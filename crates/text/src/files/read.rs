//! Reads files, pipes and devices up to a limit of bytes.

use super::FileMessage;
use crate::encoding;
use std::fs::{File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};

/// The kind of thing at a path, links followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// A file with a length.
    File,
    Folder,
    /// A pipe, a socket or a device: it may never end, and opening it may wait.
    Stream,
}

/// Why a path was not read.
#[derive(Debug)]
pub enum ReadRefusal {
    /// Nothing stands there.
    Missing(PathBuf),
    /// The system refused.
    Io(io::Error),
    /// Longer than the limit, in bytes.
    TooLarge {
        /// The length, or of a pipe one more than the limit.
        bytes: u64,
        limit: u64,
    },
    /// A pipe, a socket or a device where a regular file was expected.
    NotRegular,
}

impl From<io::Error> for ReadRefusal {
    fn from(error: io::Error) -> ReadRefusal {
        ReadRefusal::Io(error)
    }
}

impl From<&Metadata> for PathKind {
    fn from(metadata: &Metadata) -> PathKind {
        match (metadata.is_file(), metadata.is_dir()) {
            (true, _) => PathKind::File,
            (_, true) => PathKind::Folder,
            _ => PathKind::Stream,
        }
    }
}

/// The kind of thing at a path.
///
/// # Errors
/// When nothing stands there, or nothing that may be looked at.
pub fn read_kind(path: &Path) -> Result<PathKind, ReadRefusal> {
    read_metadata(path).map(|metadata| PathKind::from(&metadata))
}

/// The metadata of a path, links followed. A link that leads nowhere exists itself, so that its error is the
/// system's and not [`ReadRefusal::Missing`].
fn read_metadata(path: &Path) -> Result<Metadata, ReadRefusal> {
    std::fs::metadata(path).map_err(|error| match error.kind() {
        io::ErrorKind::NotFound if path.symlink_metadata().is_err() => {
            ReadRefusal::Missing(path.to_owned())
        }
        _ => ReadRefusal::Io(error),
    })
}

/// The bytes at a path that a user named: a file, or a pipe or device up to the limit
/// (`sleeve check <(command)`).
///
/// # Errors
/// When it cannot be read, or has more bytes than the limit.
pub fn read(path: &Path, limit: u64) -> Result<Vec<u8>, ReadRefusal> {
    let metadata = read_metadata(path)?;
    match PathKind::from(&metadata) {
        PathKind::File => read_known_length(path, metadata.len(), limit),
        // The system's own words for a folder, as opening it would give them.
        PathKind::Folder | PathKind::Stream => read_limited(File::open(path)?, 0, limit),
    }
}

/// The bytes of a regular file that a folder or another file led to; nothing else is opened.
///
/// # Errors
/// When it cannot be read, is no regular file, or has more bytes than the limit.
pub fn read_regular(path: &Path, limit: u64) -> Result<Vec<u8>, ReadRefusal> {
    let metadata = read_metadata(path)?;
    match PathKind::from(&metadata) {
        PathKind::Stream => Err(ReadRefusal::NotRegular),
        PathKind::File | PathKind::Folder => read_known_length(path, metadata.len(), limit),
    }
}

/// The first bytes of a regular file, at most so many.
///
/// # Errors
/// As [`read_regular`].
pub fn read_beginning(path: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let metadata = read_metadata(path)?;
    if PathKind::from(&metadata) == PathKind::Stream {
        return Err(ReadRefusal::NotRegular);
    }
    let mut bytes = Vec::with_capacity(metadata.len().min(most) as usize);
    File::open(path)?.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

fn read_known_length(path: &Path, bytes: u64, limit: u64) -> Result<Vec<u8>, ReadRefusal> {
    if bytes > limit {
        return Err(ReadRefusal::TooLarge { bytes, limit });
    }
    read_limited(File::open(path)?, bytes as usize, limit)
}

/// Reads a source to its end.
///
/// # Errors
/// When it cannot be read, or has more bytes than the limit.
fn read_limited(source: impl Read, expected: usize, limit: u64) -> Result<Vec<u8>, ReadRefusal> {
    // A stated length can be wrong: it only sizes the buffer. One byte beyond the limit shows that there is more.
    let mut bytes = Vec::with_capacity(expected.saturating_add(1).min(limit as usize + 1));
    let read = source.take(limit.saturating_add(1)).read_to_end(&mut bytes)? as u64;
    if read > limit { Err(ReadRefusal::TooLarge { bytes: read, limit }) } else { Ok(bytes) }
}

/// Reads an open stream to its end.
///
/// # Errors
/// When it cannot be read, or has more bytes than the limit.
pub fn read_stream(source: impl Read, limit: u64) -> Result<Vec<u8>, ReadRefusal> {
    read_limited(source, 0, limit)
}

/// Decodes the bytes of a file that has to be UTF-8.
///
/// # Errors
/// When they are not, with the first wrong byte.
pub fn decode_text(bytes: Vec<u8>) -> Result<String, FileMessage> {
    encoding::decode_utf8(bytes).map_err(FileMessage::NotUtf8)
}

/// The character that Windows programs put before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text with the byte order mark and the line ends that the old text has.
pub fn match_line_ends(old: &str, text: &str) -> String {
    let text = text.trim_start_matches(BYTE_ORDER_MARK).replace("\r\n", "\n");
    let ends = old.split_inclusive('\n').next().is_some_and(|line| line.ends_with("\r\n"));
    let text = if ends {
        text.replace('\n', "\r\n")
    } else if old.contains('\r') && !old.contains('\n') {
        text.replace('\n', "\r")
    } else {
        text
    };
    let mark = old.starts_with(BYTE_ORDER_MARK).then_some(BYTE_ORDER_MARK);
    mark.into_iter().chain(text.chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_length_is_asked_before_memory_is_taken_and_counted_where_it_is_not_known() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("sparse");
        std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
        let limit = 1 << 20;
        assert!(
            matches!(read(&path, limit), Err(ReadRefusal::TooLarge { bytes, .. }) if bytes == 1 << 40)
        );
        assert!(matches!(
            read_stream(io::repeat(0), 10),
            Err(ReadRefusal::TooLarge { bytes: 11, .. })
        ));
        assert_eq!(read_stream(io::repeat(0).take(10), 10).unwrap(), [0; 10]);
        assert!(matches!(read(folder.path(), limit), Err(ReadRefusal::Io(_))));
    }
}

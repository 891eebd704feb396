//! Reads files, pipes and devices up to a limit of bytes, and decodes the bytes: UTF-8, UTF-16 with
//! a byte order mark, and Windows-1252, which old programs write.

use super::FileMessage;
use std::{
    borrow::Cow,
    fs::{File, Metadata},
    io::{self, Read},
    path::{Path, PathBuf},
};

/// The kind of thing at a path, links followed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PathKind {
    /// A file with a length.
    File,
    Folder,
    /// A pipe, a socket or a device: it may never end, and opening it may wait.
    Stream,
}

/// How far links, and `..` in the paths in files, are followed below a folder that the user names.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Links {
    /// Nothing outside that folder is opened: its files may come from a stranger, and messages
    /// quote them.
    #[default]
    Inside,
    /// Links may lead anywhere.
    Anywhere,
}

impl Links {
    /// Refuses a path that leads out of a folder. A path that cannot be resolved fails later, when
    /// it is opened.
    ///
    /// # Errors
    /// [`ReadRefusal::LeadsOut`].
    pub fn check(self, path: &Path, folder: &Path) -> Result<(), ReadRefusal> {
        if self != Links::Inside {
            return Ok(());
        }
        let folder = if folder.as_os_str().is_empty() { Path::new(".") } else { folder };
        let Ok(path) = path.canonicalize() else { return Ok(()) };
        match folder.canonicalize() {
            Ok(folder) if path.starts_with(&folder) => Ok(()),
            _ => Err(ReadRefusal::LeadsOut),
        }
    }
}

/// Why a path was not read.
#[derive(Debug)]
pub enum ReadRefusal {
    /// There is nothing at this path.
    Missing(PathBuf),
    /// The system refused to open it.
    Io(io::Error),
    /// Longer than the limit, in bytes.
    TooLarge {
        /// The length, or of a pipe one more than the limit.
        bytes: u64,
        limit: u64,
    },
    /// A pipe, a socket or a device instead of a regular file.
    NotRegular,
    /// It is outside the folder that led to it.
    LeadsOut,
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
/// There is nothing, or nothing that may be looked at.
pub fn read_kind(path: &Path) -> Result<PathKind, ReadRefusal> {
    read_metadata(path).map(|metadata| PathKind::from(&metadata))
}

/// The metadata of a path, links followed. A link without a target exists itself, so its error is
/// the system's and not [`ReadRefusal::Missing`].
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

/// The first bytes of a regular file, at most `most`.
///
/// # Errors
/// As [`read_regular`].
pub fn read_beginning(path: &Path, most: u64) -> Result<Vec<u8>, ReadRefusal> {
    let metadata = read_metadata(path)?;
    if PathKind::from(&metadata) == PathKind::Stream {
        return Err(ReadRefusal::NotRegular);
    }
    // The size is only a guess: the file may grow or shrink while it is read, and `take` enforces
    // the limit.
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
    // A stated length can be wrong: it only sizes the buffer. One byte beyond the limit shows that
    // there is more.
    let mut bytes = Vec::with_capacity(expected.saturating_add(1).min(limit as usize + 1));
    let read = source
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)? as u64;
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
    decode_utf8(bytes).map_err(FileMessage::NotUtf8)
}

/// The character that Windows programs put before a text.
pub const BYTE_ORDER_MARK: char = '\u{feff}';

/// A text with the byte order mark and the line ends that the old text has.
pub fn match_line_ends(old: &str, text: &str) -> String {
    let plain = text
        .trim_start_matches(BYTE_ORDER_MARK)
        .replace("\r\n", "\n");
    let first_line = old.split_inclusive('\n').next().unwrap_or_default();
    let matched = if first_line.ends_with("\r\n") {
        plain.replace('\n', "\r\n")
    } else if old.contains('\r') && !old.contains('\n') {
        plain.replace('\n', "\r")
    } else {
        plain
    };
    let mark = old.starts_with(BYTE_ORDER_MARK).then_some(BYTE_ORDER_MARK);
    mark.into_iter().chain(matched.chars()).collect()
}

/// The first byte of a text that is not UTF-8.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct NotUtf8 {
    /// In bytes from the beginning of the file.
    pub offset: usize,
    /// From 1.
    pub line: u32,
    pub byte: u8,
}

/// A text that was read from bytes.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Decoded<'b> {
    /// Without a byte order mark.
    pub text: Cow<'b, str>,
    /// The byte that is not UTF-8, if the bytes were read as Windows-1252, which is a guess.
    pub not_utf8: Option<NotUtf8>,
}

/// The characters of Windows-1252 at 0x80 to 0x9f; elsewhere it is Latin-1. Bytes without a
/// character keep their number.
const WINDOWS_1252_HIGH: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}',
    '\u{90}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn decode_windows_1252(bytes: &[u8]) -> String {
    let chars = bytes.iter().map(|byte| match byte {
        0x80..=0x9f => WINDOWS_1252_HIGH[usize::from(byte - 0x80)],
        _ => char::from(*byte),
    });
    chars.collect()
}

/// Decodes UTF-16 after its byte order mark; `None` if the bytes are no UTF-16, or binary.
fn decode_utf_16(bytes: &[u8], unit: fn([u8; 2]) -> u16) -> Option<String> {
    let (units, rest) = bytes.as_chunks::<2>();
    let text = char::decode_utf16(units.iter().map(|pair| unit(*pair)));
    let text: String = text.collect::<Result<_, _>>().ok()?;
    // UTF-32 begins with the same two bytes, and its zeros read as NUL.
    (rest.is_empty() && !text.contains('\0')).then_some(text)
}

impl NotUtf8 {
    fn from_offset(bytes: &[u8], offset: usize) -> NotUtf8 {
        let before = bytes.get(..offset).unwrap_or(&[]);
        let line = 1 + before.iter().filter(|b| **b == b'\n').count() as u32;
        NotUtf8 { offset, line, byte: bytes.get(offset).copied().unwrap_or(0) }
    }
}

/// Decodes bytes that have to be UTF-8.
///
/// # Errors
/// When they are not, with the first wrong byte.
pub(crate) fn decode_utf8(bytes: Vec<u8>) -> Result<String, NotUtf8> {
    String::from_utf8(bytes).map_err(|error| {
        let offset = error.utf8_error().valid_up_to();
        NotUtf8::from_offset(error.as_bytes(), offset)
    })
}

/// Decodes UTF-8, else UTF-16 with a byte order mark, else Windows-1252.
///
/// # Errors
/// When the bytes are no text, with the first one that is not UTF-8.
pub fn decode(bytes: &[u8]) -> Result<Decoded<'_>, NotUtf8> {
    let marked = match bytes {
        [0xff, 0xfe, rest @ ..] => Some(decode_utf_16(rest, u16::from_le_bytes)),
        [0xfe, 0xff, rest @ ..] => Some(decode_utf_16(rest, u16::from_be_bytes)),
        _ => None,
    };
    if let Some(Some(text)) = marked {
        return Ok(Decoded { text: Cow::Owned(text), not_utf8: None });
    }
    let content = bytes.strip_prefix("\u{feff}".as_bytes()).unwrap_or(bytes);
    let offset = match std::str::from_utf8(content) {
        Ok(text) => return Ok(Decoded { text: Cow::Borrowed(text), not_utf8: None }),
        Err(error) => error.valid_up_to(),
    };
    let wrong = NotUtf8::from_offset(content, offset);
    // Windows-1252 has a character for every byte: only a NUL shows that bytes are no text.
    if marked.is_some() || content.contains(&0) {
        Err(wrong)
    } else {
        Ok(Decoded { text: Cow::Owned(decode_windows_1252(content)), not_utf8: Some(wrong) })
    }
}

/// Encodes a text as a file is encoded, after the byte order mark of the file.
///
/// # Errors
/// The first character that this encoding does not have.
pub fn encode_like(file: &[u8], text: &str) -> Result<Vec<u8>, char> {
    let guessed = decode(file).is_ok_and(|decoded| decoded.not_utf8.is_some());
    // A mark is a character of its own, which the encoding writes like any other.
    let units = "\u{feff}".encode_utf16().chain(text.encode_utf16());
    match file {
        _ if guessed => text.chars().map(encode_windows_1252).collect(),
        [0xff, 0xfe, ..] => Ok(units.flat_map(u16::to_le_bytes).collect()),
        [0xfe, 0xff, ..] => Ok(units.flat_map(u16::to_be_bytes).collect()),
        [0xef, 0xbb, 0xbf, ..] => Ok(["\u{feff}".as_bytes(), text.as_bytes()].concat()),
        _ => Ok(text.as_bytes().to_vec()),
    }
}

/// The byte of a character; the character itself if Windows-1252 does not have it.
fn encode_windows_1252(c: char) -> Result<u8, char> {
    match u8::try_from(c) {
        Ok(byte @ (..=0x7f | 0xa0..)) => Ok(byte),
        _ => (0x80..)
            .zip(WINDOWS_1252_HIGH)
            .find_map(|(byte, high)| (high == c).then_some(byte))
            .ok_or(c),
    }
}

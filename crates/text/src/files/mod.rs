//! Files as they come in: the one way in which a path is opened for reading, and TOML that may hold
//! more mistakes than anyone wants to read. What is not a regular file (a pipe, a device) can keep a
//! reader waiting for ever, and a length can be wrong: both are decided here, before anything is read.
//! One table for all readers holds the messages about files in general.

mod messages;
mod paths;
mod read;
pub mod shape;
mod toml;

pub use self::toml::{
    Located, Mismatch, ParsedToml, SyntaxMistake, entries, find, find_text, parse,
};
pub use messages::{
    ExpectedValue, FileMessage, ForeignSentence, FoundValue, HoldsFileMessages, TOML,
};
pub use paths::{MAX_NEAR_ENTRIES, path_from_text, path_text, suggest_paths};
pub use read::{
    BYTE_ORDER_MARK, Decoded, NotUtf8, PathKind, ReadRefusal, decode, decode_text, encode_like,
    match_line_ends, read, read_beginning, read_kind, read_regular, read_stream,
};

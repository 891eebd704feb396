//! Files as they come in: the one way in which a path is opened for reading, and TOML that may hold
//! more mistakes than anyone wants to read. What is not a regular file (a pipe, a device) can keep a
//! reader waiting for ever, and a length can be wrong: both are decided here, before anything is read.
//! What can be wrong with a file whatever it is about is said here too, in one table for all readers.

mod foreign;
mod located;
mod messages;
mod near;
mod paths;
mod read;
mod reading;
pub mod shape;
mod toml;
mod words;

pub use self::toml::{ParsedToml, SyntaxMistake, parse, text_of};
pub use crate::encoding::{Decoded, NotUtf8, decode, encode_like};
pub use foreign::Foreign;
pub use located::{Located, Mismatch, entries, find};
pub use messages::{FileMessage, TOML};
pub use near::{MAX_NEAR_ENTRIES, near};
pub use paths::{path_text, text_path};
pub use read::{
    BYTE_ORDER_MARK, PathKind, ReadRefusal, kind, read, read_regular, read_stream, sniff, text,
    written_like,
};
pub use reading::OfFiles;
pub use words::{ExpectedValue, FoundValue};

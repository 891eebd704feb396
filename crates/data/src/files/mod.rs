//! Files as they come in: the one way in which a path is opened for reading, and TOML that may hold
//! more mistakes than anyone wants to read. What is not a regular file (a pipe, a device) can keep a
//! reader waiting for ever, and a length can be wrong: both are decided here, before anything is read.

mod encoding;
mod located;
mod read;
pub mod shape;
mod toml;

pub use self::encoding::{Decoded, NotUtf8, decode};
pub use self::toml::{Mistake, Parsed, parse, text_of};
pub use located::{Located, Mismatch, entries, find};
pub use read::{Kind, Refusal, kind, read, read_regular, read_stream, sniff};

//! The largest sizes of deck files and of the decks in them.

/// Largest file size, in bytes.
pub const MAX_BYTES: u64 = 16 * 1024 * 1024;
/// Largest number of copies on one line.
pub const MAX_COUNT: u32 = 9_999;
/// Largest number of entries in one deck.
pub(crate) const MAX_ENTRIES: usize = 100_000;
/// Largest number of zones, of parameters and of carriers in one of our own deck files.
pub(crate) const MAX_TABLES: usize = 256;
/// Largest number of attributes of an XML element.
pub(crate) const MAX_ATTRIBUTES: usize = 64;
/// Largest number of cards in one deck, counting copies.
pub(crate) const MAX_CARDS: u64 = 100_000;
/// Largest number of different states of cards in the decks read together.
pub const MAX_STATES: usize = 100_000;
/// Largest number of different states of cards in one deck.
pub(crate) const MAX_STATES_OF_DECK: usize = 10_000;

//! What can go wrong while card data is imported.

use thiserror::Error;

/// A reason why nothing was imported. Inputs and mapping are named, so that the message says where to look.
#[derive(Debug, Error, PartialEq, Eq)]
pub enum ImportError {
    /// The mapping, or the game it refers to, is not what this program expects.
    #[error("{name}: {message}")]
    Mapping {
        /// File the mapping came from.
        name: String,
        /// What is wrong with it.
        message: String,
    },
    /// A pattern of the mapping does not compile.
    #[error("{name}: the pattern `{pattern}` of {owner} is not a regular expression: {message}")]
    Pattern {
        /// File the mapping came from.
        name: String,
        /// Which part of the mapping the pattern belongs to.
        owner: String,
        /// The pattern as written.
        pattern: String,
        /// What the regular expression engine says.
        message: String,
    },
    /// An input is not JSON, or not shaped as the mapping says.
    #[error("{input}: {message}")]
    Input {
        /// Name of the input.
        input: String,
        /// What is wrong with it.
        message: String,
    },
    /// One record cannot become a card.
    #[error("{input}: record {record}: {message}")]
    Record {
        /// Name of the input.
        input: String,
        /// Key of the record, or its position where it has none.
        record: String,
        /// What is wrong with it.
        message: String,
    },
    /// Records name sets that the game does not declare.
    #[error(
        "{count} records belong to sets that the game does not declare: {}; add a [sets.<id>] table with that `code` to game.toml",
        codes.join(", ")
    )]
    UnknownSets {
        /// How many records.
        count: usize,
        /// The codes, in order.
        codes: Vec<String>,
    },
    /// There was nothing to import.
    #[error("no card files given; name at least one JSON file of cards")]
    NoInput,
    /// Earlier output that is to be compared cannot be read.
    #[error("{path}: not a card file of an earlier import: {message}")]
    Earlier {
        /// Path of the file.
        path: String,
        /// What is wrong with it.
        message: String,
    },
}

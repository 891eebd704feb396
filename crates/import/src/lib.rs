//! Card data from other sources: a community's card records become our card files.
//!
//! What the records look like, which of their fields are facts, which records are printings of one card and how effects show in a
//! card's text is data: a [`Mapping`], read from the `import.toml` of a game. The same sources and mapping always give the same bytes.
//! Texts of cards are used to derive effects; they are handed back apart ([`Imported::texts`]), for a user's own overlay only.

#![warn(unreachable_pub)]
#![cfg_attr(not(test), warn(clippy::unwrap_used, clippy::expect_used, clippy::panic))]

mod card;
mod card_files;
mod declare;
mod faces;
mod field_usage;
mod fields;
mod importer;
mod json;
mod keys;
mod mapping;
mod messages;
mod path;
mod records;
mod sources;
mod summary;
mod undeclared;
mod value;
mod vocabulary;

#[cfg(test)]
mod tests;

pub use declare::{Addition, GameDeclaration, declare};
pub use field_usage::MAX_FIELDS;
pub use importer::{Importer, MAX_REFUSED};
pub use mapping::{Mapping, MappingMessage};
pub use messages::{ImportMessage, RecordMessage, RecordPlace};
pub use records::RefusedRecord;
pub use sources::{MAX_RECORDS, holds_records};
pub use summary::{CardChange, CardDifferences, compare};
pub use undeclared::{FoundAttribute, FoundSet, FoundVocabulary};
pub use vocabulary::Vocabulary;

pub use keys::IMPORT_KEYS;

use sleeve_data::files::{Decoded, FileMessage, NotUtf8, decode};

/// One file to import.
#[derive(Debug, Clone, Copy)]
pub struct ImportInput<'a> {
    /// Its path, `/` between its parts: what errors call it, and what the patterns of the mapping are asked.
    pub name: &'a str,
    /// Its content.
    pub text: &'a str,
}

/// One card file, ready to be written below the game's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    /// File name.
    pub path: String,
    /// Content.
    pub text: String,
}

/// Something of a card that a person should look at; it did not stop the import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportNote {
    /// Id of the card.
    pub card: String,
    /// What was found.
    pub message: RecordMessage,
}

/// The outcome of an import.
#[derive(Debug, Default)]
pub struct Imported {
    /// Facts: a file for each set, several where it is large.
    pub files: Vec<ImportedFile>,
    /// The same cards with nothing but their texts: for a user's overlay, never to be shipped.
    pub texts: Vec<ImportedFile>,
    /// How many cards.
    pub cards: usize,
    /// How many records were read.
    pub records: usize,
    /// What a person should look at, card by card.
    pub notes: Vec<ImportNote>,
    /// What is to be known of the sources as a whole.
    pub remarks: Vec<ImportMessage>,
    /// The first records that did not become cards.
    pub refused: Vec<RefusedRecord>,
    /// How many there are in all.
    pub refused_count: usize,
    /// What the game does not declare; nothing unless the mapping [declares](Mapping::declaring).
    pub found: FoundVocabulary,
}

/// Turns card records into card files, one per set.
///
/// # Errors
/// When a source cannot be read, or nothing of it becomes a card.
pub fn import(inputs: &[ImportInput<'_>], mapping: &Mapping) -> Result<Imported, ImportMessage> {
    let mut importer = Importer::new(mapping);
    for input in inputs {
        importer.add(*input)?;
    }
    importer.finish()
}

/// The text of a source from its bytes: a sheet may be in an encoding of old programs, which is told by a line.
///
/// # Errors
/// When it is no text, with the first byte that tells.
pub fn source_text<'b>(
    name: &str,
    bytes: &'b [u8],
) -> Result<(std::borrow::Cow<'b, str>, Option<ImportMessage>), NotUtf8> {
    let Decoded { text, guessed } = decode(bytes)?;
    match guessed {
        Some(wrong) if !sources::is_sheet(name) => Err(wrong),
        Some(wrong) => {
            let (input, how) = (name.to_owned(), FileMessage::Guessed(wrong));
            Ok((text, Some(ImportMessage::Guessed { input, how })))
        }
        None => Ok((text, None)),
    }
}

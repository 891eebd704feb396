//! Card data from other sources: converts a community's card records into our card files.
//!
//! A [`Mapping`], read from a game's `import.toml`, describes the shape of the records, the fields
//! that are facts, the records that are printings of one card, and the patterns of effects in
//! texts. The same sources and mapping always give the same bytes. Texts of cards are used to
//! derive effects. They are returned separately ([`Imported::texts`]), only for a user's own
//! overlay, because they belong to their owners.

#[macro_use(say, word, worded)]
extern crate sleeve_data;

mod card;
mod card_files;
mod declare;
mod face_texts;
mod field_usage;
mod fields;
mod foreign_value;
mod importer;
mod keys;
mod links;
mod lists;
mod mapping;
mod messages;
mod path;
mod records;
mod sources;
mod undeclared;
mod vocabulary;

pub use card_files::{CardChange, CardDifferences, compare_files};
pub use declare::{Addition, GameDeclaration, declare_words};
pub use field_usage::MAX_FIELDS;
pub use importer::{Importer, MAX_REFUSED};
pub use mapping::{Mapping, MappingMessage};
pub use messages::{ImportMessage, RecordMessage, RecordPlace};
pub use records::RefusedRecord;
pub use sources::{MAX_RECORDS, may_hold_records};
pub use undeclared::{UndeclaredAttribute, UndeclaredSet, UndeclaredVocabulary};
pub use vocabulary::Vocabulary;

pub use keys::IMPORT_KEYS;

use sleeve_data::files::{Decoded, FileMessage, NotUtf8, decode};

/// One file to import.
#[derive(Debug, Clone, Copy)]
pub struct ImportInput<'a> {
    /// Its path, with `/` as separator. Messages name it, and the file patterns of the mapping
    /// match it.
    pub name: &'a str,
    pub text: &'a str,
}

/// One card file, ready to be written to the game's folder.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ImportedFile {
    pub path: String,
    pub text: String,
}

/// A doubt about a card for a person to check; it did not stop the import.
#[derive(Debug, Clone, PartialEq)]
pub struct ImportNote {
    pub card: String,
    pub message: RecordMessage,
}

/// The result of an import.
#[derive(Clone, Debug, Default)]
pub struct Imported {
    /// Facts: one file per set, several for a large one, and one of lists and rules of cards.
    pub files: Vec<ImportedFile>,
    /// Number of lists, counting each version.
    pub lists: usize,
    /// Number of rules of cards; cards with the same rule share one.
    pub rules: usize,
    /// Texts of the cards, for a user's own overlay; never ship them.
    pub texts: Vec<ImportedFile>,
    pub cards: usize,
    /// Number of cards that were [left out](Importer::leave_out) because the game has them.
    pub known: usize,
    /// Number of records that `when` and `unless` of `[records]` leave out.
    pub left_out: usize,
    /// Number of records read, without those of joins.
    pub records: usize,
    /// In the order of card ids.
    pub notes: Vec<ImportNote>,
    /// Doubts about the sources as a whole.
    pub remarks: Vec<ImportMessage>,
    /// At most [`MAX_REFUSED`] records that did not become cards, by place.
    pub refused: Vec<RefusedRecord>,
    /// Number of refused records, including those beyond the limit.
    pub refused_count: usize,
    /// Words that the game does not declare; empty unless the mapping
    /// [declares](Mapping::parse_declaring) them.
    pub undeclared: UndeclaredVocabulary,
}

/// Turns card records into card files, one per set.
///
/// # Errors
/// A source cannot be read, or no record becomes a card.
pub fn import(inputs: &[ImportInput<'_>], mapping: &Mapping) -> Result<Imported, ImportMessage> {
    let mut importer = Importer::new(mapping);
    for input in inputs {
        importer.add(*input)?;
    }
    importer.finish()
}

/// Decodes the bytes of a source. A sheet may use the encoding of an old program; the message names
/// the guessed one.
///
/// # Errors
/// Another source is not UTF-8; contains the first wrong byte.
pub fn source_text<'b>(
    name: &str,
    bytes: &'b [u8],
) -> Result<(std::borrow::Cow<'b, str>, Option<ImportMessage>), NotUtf8> {
    let Decoded { text, not_utf8: guessed } = decode(bytes)?;
    match guessed {
        Some(wrong) if !sources::is_sheet(name) => Err(wrong),
        Some(wrong) => {
            let (input, how) = (name.to_owned(), FileMessage::Guessed(wrong));
            Ok((text, Some(ImportMessage::Guessed { input, how })))
        }
        None => Ok((text, None)),
    }
}

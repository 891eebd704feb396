//! Collections: the cards that a user owns, from a list in any format of deck files or from a sheet
//! with a column of names or ids; and the cards of decks that are missing in a collection.

use sleeve_data::model::{CardIndex, Catalog, Deck, deck::Unresolved};
use sleeve_decks::{self as decks, DeckError, DeckResolver, Hints};
use std::{collections::BTreeMap, fmt::Write, sync::Arc};
use thiserror::Error;

/// Headings of the column of numbers, in lower case.
const COUNT_COLUMNS: [&str; 9] = [
    "count",
    "copies",
    "quantity",
    "qty",
    "number",
    "nombre",
    "exemplaires",
    "quantité",
    "quantite",
];
/// Headings of the column of names, in lower case.
const NAME_COLUMNS: [&str; 4] = ["name", "card", "nom", "carte"];
/// Headings of the column of ids, in lower case.
const ID_COLUMNS: [&str; 3] = ["id", "identifier", "identifiant"];

/// The cards that a user owns.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Collection {
    /// The copies of each card, in all states together.
    pub cards: BTreeMap<CardIndex, u32>,
    /// Lines that name no card.
    pub unresolved: Vec<Unresolved>,
}

/// An error that keeps a collection from being read.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CollectionError {
    /// The file is no list of cards.
    #[error("it cannot be read as a list of cards")]
    Deck(DeckError),
    /// The sheet has no column of names or ids.
    #[error("no column has names or ids")]
    NoColumn { columns: Vec<String> },
    /// A cell of the sheet is not a number of copies.
    #[error("line {line}: `{text}` is not a number of copies")]
    Count { line: u64, text: String },
    /// A row of the sheet cannot be read.
    #[error("line {line}: the row cannot be read")]
    Row { line: u64 },
}

impl Collection {
    /// Reads a collection of cards of a game. The extension of the path decides between sheets
    /// (`.csv`, `.tsv`) and lists.
    ///
    /// # Errors
    /// The file is neither a list nor a sheet.
    pub fn read(
        catalog: &Catalog,
        path: &str,
        bytes: &[u8],
    ) -> Result<Collection, CollectionError> {
        let is_sheet =
            path.to_lowercase().ends_with(".csv") || path.to_lowercase().ends_with(".tsv");
        let listed;
        let (bytes, reader) = if is_sheet {
            listed = convert_sheet(bytes, path.to_lowercase().ends_with(".tsv"))?;
            if listed.is_empty() {
                // A sheet without rows is an empty collection.
                return Ok(Collection { cards: BTreeMap::new(), unresolved: Vec::new() });
            }
            (listed.as_bytes(), Some("text"))
        } else {
            (bytes, None)
        };
        let hints = Hints::from_game(&catalog.game, reader);
        let raw = decks::read(path, bytes, &hints).map_err(CollectionError::Deck)?;
        let copies = decks::copies_of(catalog, &raw).map_err(|problems| {
            let (path, text) = (path.to_owned(), Arc::clone(&raw.text));
            CollectionError::Deck(DeckError { path, text, problems })
        })?;
        let in_states = (!copies.is_empty()).then(|| catalog.with_copies(copies));
        let catalog = in_states.as_ref().unwrap_or(catalog);
        let deck = DeckResolver::new(catalog).resolve(&raw, None);
        let mut cards: BTreeMap<CardIndex, u32> = BTreeMap::new();
        for entry in &deck.entries {
            let owned = cards.entry(catalog.cards.base(entry.card)).or_insert(0);
            *owned = owned.saturating_add(entry.count);
        }
        Ok(Collection { cards, unresolved: deck.unresolved })
    }

    /// The cards of a deck that are missing in the collection, in the order of the data.
    pub fn missing_cards(&self, catalog: &Catalog, deck: &Deck) -> Vec<(CardIndex, u32)> {
        self.subtract_owned(count_needed(catalog, [deck]))
    }

    /// The cards that are missing for several decks at the same time: each owned copy can be used
    /// in one deck only.
    pub fn missing_together<'d>(
        &self,
        catalog: &Catalog,
        decks: impl IntoIterator<Item = &'d Deck>,
    ) -> Vec<(CardIndex, u32)> {
        self.subtract_owned(count_needed(catalog, decks))
    }

    fn subtract_owned(&self, needed: BTreeMap<CardIndex, u32>) -> Vec<(CardIndex, u32)> {
        let mut missing = Vec::new();
        for (card, copies) in needed {
            let owned = self.cards.get(&card).copied().unwrap_or(0);
            if copies > owned {
                missing.push((card, copies - owned));
            }
        }
        missing
    }
}

/// Adds up the cards of some decks, copies in all states together.
pub fn count_needed<'d>(
    catalog: &Catalog,
    decks: impl IntoIterator<Item = &'d Deck>,
) -> BTreeMap<CardIndex, u32> {
    let mut needed: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for entry in decks.into_iter().flat_map(|deck| &deck.entries) {
        let sum = needed.entry(catalog.cards.base(entry.card)).or_insert(0);
        *sum = sum.saturating_add(entry.count);
    }
    needed
}

fn row_error(error: csv::Error) -> CollectionError {
    CollectionError::Row { line: error.position().map_or(1, csv::Position::line) }
}

/// The position of the first column with one of these headings.
fn find_column(columns: &[String], headings: &[&str]) -> Option<usize> {
    columns
        .iter()
        .position(|column| headings.contains(&column.as_str()))
}

/// The text of a cell; an empty one if the row has none.
fn read_cell(row: &csv::StringRecord, column: Option<usize>) -> &str {
    column
        .and_then(|column| row.get(column))
        .map(str::trim)
        .unwrap_or("")
}

/// Converts a sheet to a list of cards in the text format, which the resolver of names reads.
fn convert_sheet(bytes: &[u8], tabs: bool) -> Result<String, CollectionError> {
    let delimiter = match (tabs, bytes.split(|b| *b == b'\n').next()) {
        (true, _) => b'\t',
        // Spreadsheets separate cells by semicolons if decimal numbers have commas.
        (false, Some(first)) if first.contains(&b';') && !first.contains(&b',') => b';',
        _ => b',',
    };
    // A byte order mark, which spreadsheets write, would become a part of the first heading.
    let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    // Rows may be shorter than the head, because some programs leave out empty cells at the end.
    let mut sheet = csv::ReaderBuilder::new()
        .delimiter(delimiter)
        .flexible(true)
        .from_reader(text);
    let head = sheet.headers().map_err(row_error)?.clone();
    let columns: Vec<String> = head.iter().map(|h| h.trim().to_lowercase()).collect();
    let id = find_column(&columns, &ID_COLUMNS);
    let name = find_column(&columns, &NAME_COLUMNS);
    let count = find_column(&columns, &COUNT_COLUMNS);
    if id.is_none() && name.is_none() {
        return Err(CollectionError::NoColumn { columns });
    }
    let mut list = String::new();
    for row in sheet.records() {
        let row = row.map_err(row_error)?;
        let line = row.position().map_or(0, csv::Position::line);
        let copies = match read_cell(&row, count) {
            "" => 1,
            text => text
                .parse::<u32>()
                .map_err(|_| CollectionError::Count { line, text: text.to_owned() })?,
        };
        let card = match read_cell(&row, id) {
            "" => read_cell(&row, name),
            id => id,
        };
        if copies == 0 || card.is_empty() {
            continue;
        }
        // A quoted cell may contain line breaks, which would begin another line of the list.
        let one_line: String = card.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
        // A line of a list has a limit of copies; more of them become several lines.
        let mut remaining = copies;
        while remaining > 0 {
            let count = remaining.min(decks::MAX_COUNT);
            let _ = writeln!(list, "{count}x {one_line}");
            remaining -= count;
        }
    }
    Ok(list)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sheets_become_lists() {
        let list = |text: &str| convert_sheet(text.as_bytes(), false).unwrap();
        assert_eq!(list("Name,Count\nLuke,3\n\"Han, Solo\",\nLeia,0\n"), "3x Luke\n1x Han, Solo\n");
        assert_eq!(list("nom;exemplaires\nLuc;12000\n"), "9999x Luc\n2001x Luc\n");
        assert!(matches!(
            convert_sheet(b"a,b\n1,2\n", false),
            Err(CollectionError::NoColumn { .. })
        ));
        assert!(matches!(
            convert_sheet(b"name,count\nLuke,many\n", false),
            Err(CollectionError::Count { line: 2, .. })
        ));
    }
}

//! What somebody owns: a list in any format of deck files, or a sheet with a column of names or ids and
//! one of numbers; and what of some decks is not there.

use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks::{self as decks, DeckError, DeckResolver, Hints};
use std::collections::BTreeMap;
use std::fmt::Write;
use std::sync::Arc;
use thiserror::Error;

/// Columns that say how many.
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
/// Columns that say which card by its name.
const NAME_COLUMNS: [&str; 4] = ["name", "card", "nom", "carte"];
/// Columns that say which card by its id.
const ID_COLUMNS: [&str; 3] = ["id", "identifier", "identifiant"];

/// Cards that are owned, with copies.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Collection {
    /// The copies of each.
    pub cards: BTreeMap<CardIndex, u32>,
    /// Lines whose card could not be told.
    pub unresolved: Vec<Unresolved>,
}

/// Why a collection cannot be read.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CollectionError {
    /// It is no list.
    #[error("it cannot be read as a list of cards")]
    Deck(DeckError),
    /// It is a sheet without a column of names or ids.
    #[error("no column holds names or ids")]
    NoColumn {
        /// Its columns.
        columns: Vec<String>,
    },
    /// A number of a sheet is no number of copies.
    #[error("line {line}: `{text}` is no number of copies")]
    Count {
        /// The line.
        line: u64,
        /// What stands there.
        text: String,
    },
    /// It is a sheet that cannot be read.
    #[error("line {line}: the row cannot be read")]
    Row {
        /// The line.
        line: u64,
    },
}

impl Collection {
    /// Reads what is owned of a game's cards.
    ///
    /// # Errors
    /// When it is neither a list nor a sheet.
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
                // A sheet without a row says that nothing is owned.
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

    /// What of a deck is not there, in the order of the data.
    pub fn missing_cards(&self, catalog: &Catalog, deck: &Deck) -> Vec<(CardIndex, u32)> {
        self.subtract_owned(count_needed(catalog, [deck]))
    }

    /// What of some decks is not there when all are put together at the same time: each copy serves once.
    pub fn missing_together<'d>(
        &self,
        catalog: &Catalog,
        decks: impl IntoIterator<Item = &'d Deck>,
    ) -> Vec<(CardIndex, u32)> {
        self.subtract_owned(count_needed(catalog, decks))
    }

    fn subtract_owned(&self, needed: BTreeMap<CardIndex, u32>) -> Vec<(CardIndex, u32)> {
        let owned = |card: &CardIndex| self.cards.get(card).copied().unwrap_or(0);
        let lacking = needed.iter().map(|(card, n)| (*card, n.saturating_sub(owned(card))));
        lacking.filter(|(_, n)| *n > 0).collect()
    }
}

/// The cards of some decks, added up, whatever state their copies are in.
fn count_needed<'d>(
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

/// A sheet as a list.
fn convert_sheet(bytes: &[u8], tabs: bool) -> Result<String, CollectionError> {
    let delimiter = match (tabs, bytes.split(|b| *b == b'\n').next()) {
        (true, _) => b'\t',
        (false, Some(first)) if first.contains(&b';') && !first.contains(&b',') => b';',
        _ => b',',
    };
    let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
    let mut sheet =
        csv::ReaderBuilder::new().delimiter(delimiter).flexible(true).from_reader(bytes);
    let row_error = |error: csv::Error| CollectionError::Row {
        line: error.position().map_or(1, csv::Position::line),
    };
    let head = sheet.headers().map_err(row_error)?.clone();
    let columns: Vec<String> = head.iter().map(|h| h.trim().to_lowercase()).collect();
    let find = |names: &[&str]| columns.iter().position(|c| names.contains(&c.as_str()));
    let (id, name, count) = (find(&ID_COLUMNS), find(&NAME_COLUMNS), find(&COUNT_COLUMNS));
    if id.is_none() && name.is_none() {
        return Err(CollectionError::NoColumn { columns });
    }
    let mut list = String::new();
    for row in sheet.records() {
        let row = row.map_err(row_error)?;
        let cell = |at: Option<usize>| at.and_then(|at| row.get(at)).map(str::trim).unwrap_or("");
        let line = row.position().map_or(0, csv::Position::line);
        let copies = match cell(count) {
            "" => 1,
            text => text
                .parse::<u32>()
                .map_err(|_| CollectionError::Count { line, text: text.to_owned() })?,
        };
        let card = match cell(id) {
            "" => cell(name),
            id => id,
        };
        if copies == 0 || card.is_empty() {
            continue;
        }
        let one_line: String = card.split(['\n', '\r']).collect::<Vec<_>>().join(" ");
        let mut left = copies;
        while left > 0 {
            let most = left.min(decks::error::MAX_COUNT);
            let _ = writeln!(list, "{most}x {one_line}");
            left -= most;
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

//! Sheets of cards: a CSV file, for typing a box into a spreadsheet.
//!
//! A row is a card, a column is a field; an empty cell sets nothing. A sheet becomes the table of
//! an equivalent TOML file, each cell with its position in the file. One reader reads both, and
//! every mistake points at its cell.

mod cells;
mod column;

use super::{
    keys::names::*,
    messages::{DataMessage, Mistakes},
};
use crate::{
    model::{Card, Catalog, Game, Lang},
    problem::{Problem, SourceText},
};
use cells::{SheetCell, SheetCells};
use column::SheetColumn;
use std::{borrow::Cow, cell::RefCell, ops::Range, sync::Arc};
use toml::{
    Spanned,
    de::{DeArray, DeString, DeTable, DeValue},
};

/// Largest number of columns in a sheet.
pub const MAX_COLUMNS: usize = 500;

/// Largest number of rows in a sheet.
pub const MAX_ROWS: usize = 100_000;

/// Largest number of non-empty cells in a sheet.
pub const MAX_CELLS: usize = 1_000_000;

/// Whether a path has the extension of a sheet, in upper or lower case.
pub(super) fn is_sheet(path: &str) -> bool {
    path.len() > 4
        && path
            .get(path.len() - 4..)
            .is_some_and(|end| end.eq_ignore_ascii_case(".csv"))
}

/// The value for a key in the comments at the top of a sheet: `# game: starfighter`, `# jeu :
/// starfighter`.
pub(super) fn remark_value<'t>(text: &'t str, key: &str) -> Option<&'t str> {
    for line in text.lines() {
        // Spreadsheets put a comment into quotes, and fill its row with separators.
        let bare = line.trim_start_matches(['\u{feff}', '"']);
        let Some(remark) = bare.strip_prefix('#') else {
            if bare.starts_with("sep=") {
                continue;
            }
            return None;
        };
        let Some((word, rest)) = remark.split_once(':') else { continue };
        if word.trim() == key || (word.trim() == "jeu" && key == GAME) {
            return Some(rest.trim_end_matches(['"', ',', ';', '\t']).trim());
        }
    }
    None
}

pub(super) struct CardSheet<'f> {
    pub(super) file: &'f Arc<SourceText>,
    cells: SheetCells,
    mistakes: Vec<(Range<usize>, DataMessage)>,
}

impl<'f> CardSheet<'f> {
    pub(super) fn new(file: &'f Arc<SourceText>) -> CardSheet<'f> {
        let (cells, mistakes) = cells::split_cells(&file.text);
        CardSheet { file, cells, mistakes }
    }

    /// The sheet as the table of a data file; reports mistakes.
    pub(super) fn table(&self, catalog: &Catalog, errors: &RefCell<Mistakes>) -> DeTable<'_> {
        let mistakes = SheetMistakes { file: self.file, errors };
        let mut root = DeTable::new();
        if !self.mistakes.is_empty() {
            for (span, problem) in &self.mistakes {
                mistakes.fail(span.clone(), problem.clone());
            }
            return root;
        }
        let Some(head) = &self.cells.head else {
            mistakes.fail(0..0, DataMessage::EmptySheet);
            return root;
        };
        let Some(columns) = column::read_head(&catalog.game, head, &mistakes) else { return root };
        let mut cards = DeArray::new();
        for row in &self.cells.rows {
            if let Some(extra) = row.iter().find(|cell| cell.column >= head.len()) {
                mistakes.fail(extra.span.clone(), DataMessage::ExtraCell { cells: head.len() });
                continue;
            }
            let card = SheetRow { catalog, head, columns: &columns, cells: row }.card(&mistakes);
            cards.push(Spanned::new(row_span(row), DeValue::Table(card)));
        }
        let whole = 0..self.file.text.len();
        insert_value(&mut root, CARD, whole, DeValue::Array(cards));
        root
    }
}

/// Collects the mistakes of one sheet.
struct SheetMistakes<'s> {
    file: &'s Arc<SourceText>,
    errors: &'s RefCell<Mistakes>,
}

impl SheetMistakes<'_> {
    fn fail(&self, span: Range<usize>, problem: DataMessage) {
        self.errors
            .borrow_mut()
            .push_with(|| Problem::from_source(self.file, span, problem));
    }
}

/// The bytes of a row from its first non-empty cell to its last.
fn row_span(row: &[SheetCell]) -> Range<usize> {
    let start = row.first().map_or(0, |cell| cell.span.start);
    start..row.last().map_or(start, |cell| cell.span.end)
}

fn insert_value<'t>(
    table: &mut DeTable<'t>,
    key: impl Into<DeString<'t>>,
    span: Range<usize>,
    value: DeValue<'t>,
) {
    table.insert(Spanned::new(span.clone(), key.into()), Spanned::new(span, value));
}

/// One row that becomes a card.
struct SheetRow<'t, 'c> {
    catalog: &'c Catalog,
    head: &'t [SheetCell],
    columns: &'c [SheetColumn],
    cells: &'t [SheetCell],
}

impl<'t, 'c> SheetRow<'t, 'c> {
    fn game(&self) -> &'c Game {
        &self.catalog.game
    }

    fn filled_cells(&self) -> impl Iterator<Item = (&'c SheetColumn, &'t SheetCell)> + use<'t, 'c> {
        let (columns, cells) = (self.columns, self.cells);
        cells
            .iter()
            .filter_map(move |cell| Some((columns.get(cell.column)?, cell)))
    }

    /// The card of the row, as a table of the data file.
    fn card(&self, mistakes: &SheetMistakes<'_>) -> DeTable<'t> {
        let mut row = RowTables::default();
        for (column, cell) in self.filled_cells() {
            self.put_cell(&mut row, column, cell, mistakes);
        }
        let RowTables { mut card, mut name, name_place, faces } = row;
        if !name.is_empty() {
            self.fill_names(&mut name, &name_place);
            insert_value(&mut card, NAME, name_place, DeValue::Table(name));
        }
        if !faces.is_empty() {
            let span = faces.first().map_or(0..0, |(_, span, _)| span.clone());
            let mut parts = DeTable::new();
            for (face, span, part) in faces {
                insert_value(&mut parts, face, span, DeValue::Table(part));
            }
            insert_value(&mut card, FACES, span, DeValue::Table(parts));
        }
        card
    }

    fn put_cell(
        &self,
        row: &mut RowTables<'t>,
        column: &SheetColumn,
        cell: &'t SheetCell,
        mistakes: &SheetMistakes<'_>,
    ) {
        let span = cell.span.clone();
        match column {
            SheetColumn::Key(key) => self.put_key(&mut row.card, key, cell, mistakes),
            SheetColumn::Name if !self.has_name(&cell.text) => {
                insert_value(&mut row.card, NAME, span, column::text_value(cell));
            }
            SheetColumn::Name | SheetColumn::Unknown => {}
            SheetColumn::NameIn(lang) => {
                row.name_place.clone_from(&span);
                insert_value(&mut row.name, *lang, span, column::text_value(cell));
            }
            SheetColumn::Quantity => {
                insert_value(&mut row.card, QUANTITY, span, column::number_value(cell));
            }
            SheetColumn::Words(key) => {
                insert_value(&mut row.card, *key, span, column::word_list(cell, false));
            }
            SheetColumn::Fact { face, attribute } => {
                let Some(def) = self.game().get_attribute(*attribute) else { return };
                let part = row.part(face.as_deref(), &span);
                insert_value(part, self.field_name(cell), span, column::fact_value(cell, def));
            }
            SheetColumn::Effects { face } => {
                let part = row.part(face.as_deref(), &span);
                insert_value(part, EFFECTS, span, column::effect_list(cell, self.game()));
            }
        }
    }

    fn put_key(
        &self,
        card: &mut DeTable<'t>,
        key: &'static str,
        cell: &'t SheetCell,
        mistakes: &SheetMistakes<'_>,
    ) {
        let is_date = column::is_date(&cell.text) && self.catalog.cards.by_id(&cell.text).is_none();
        if is_date {
            let day = cell.text.clone();
            mistakes.fail(cell.span.clone(), DataMessage::DateInCell { day });
        }
        // With the date as its id, the row is not also reported as one without an id.
        if !is_date || key == ID {
            insert_value(card, key, cell.span.clone(), column::text_value(cell));
        }
    }

    /// The sheet's own name for the field of a cell, which messages use.
    fn field_name(&self, cell: &SheetCell) -> String {
        let head = self.head.get(cell.column).map_or("", |head| &head.text);
        head.rsplit_once('.')
            .map_or(head, |(_, word)| word)
            .to_owned()
    }

    /// Adds the name in the other language: the known one, or the one in the row.
    fn fill_names(&self, name: &mut DeTable<'t>, span: &Range<usize>) {
        let known = self
            .find_card()
            .map(|card| (card.name(Lang::En), card.name(Lang::Fr)));
        for (key, known) in [(EN, known.map(|k| k.0)), (FR, known.map(|k| k.1))] {
            let row_name = name
                .values()
                .next()
                .and_then(|value| value.get_ref().as_str());
            let Some(text) = known.or(row_name).map(str::to_owned) else { continue };
            if !name.contains_key(key) {
                insert_value(name, key, span.clone(), DeValue::String(Cow::Owned(text)));
            }
        }
    }

    /// Returns the known card that the row names by `id` or `replaces`.
    fn find_card(&self) -> Option<Card<'c>> {
        self.filled_cells().find_map(|(column, cell)| match column {
            SheetColumn::Key(ID | REPLACES) => self.catalog.cards.by_id(&cell.text),
            _ => None,
        })
    }

    /// Whether the card of the row already has this name in either language: a sheet written with
    /// names in one language must not set both.
    fn has_name(&self, name: &str) -> bool {
        self.find_card()
            .is_some_and(|card| card.names().any(|(_, shown, _)| shown == name))
    }
}

/// The tables of a row while its cells are read.
#[derive(Default)]
struct RowTables<'t> {
    card: DeTable<'t>,
    /// The name in each language that the sheet has a column for.
    name: DeTable<'t>,
    name_place: Range<usize>,
    /// The parts of the card by id, each with its first cell.
    faces: Vec<(String, Range<usize>, DeTable<'t>)>,
}

impl<'t> RowTables<'t> {
    /// The table of a part of the card; for its front, the table of the card itself.
    fn part(&mut self, face: Option<&str>, span: &Range<usize>) -> &mut DeTable<'t> {
        let Some(face) = face else { return &mut self.card };
        let faces = &mut self.faces;
        let at = faces
            .iter()
            .position(|(id, ..)| id == face)
            .unwrap_or_else(|| {
                faces.push((face.to_owned(), span.clone(), DeTable::new()));
                faces.len() - 1
            });
        // INVARIANT: `at` was found in `faces`, or is the index of the item just pushed.
        &mut faces[at].2
    }
}

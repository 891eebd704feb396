//! A CSV text as cells with their positions. Cells are separated by commas, semicolons or tabs, and
//! quoted if they contain a separator. A byte order mark and comments (`# …`) may come first.

use super::{MAX_CELLS, MAX_COLUMNS, MAX_ROWS};
use crate::source::{
    effect,
    messages::{DataMessage, NamedThing},
};
use std::ops::Range;

#[derive(Clone, Debug, Default)]
pub(super) struct SheetCell {
    /// From 0.
    pub(super) column: usize,
    /// Without surrounding spaces and without the `'` with which spreadsheets mark text.
    pub(super) text: String,
    /// The text as TOML writes it, if it is a number; stored here because the cell's TOML value
    /// borrows it.
    pub(super) number: Option<String>,
    /// The bytes of the cell in the file.
    pub(super) span: Range<usize>,
}

impl SheetCell {
    fn new(text: &str, span: Range<usize>) -> SheetCell {
        let trimmed = text.trim();
        // Spreadsheets write a `'` before a text that is not a formula, number or date.
        let text = trimmed
            .strip_prefix(['\'', '’'])
            .unwrap_or(trimmed)
            .trim()
            .to_owned();
        let number = effect::parse_number(&text).map(|number| number.to_string());
        SheetCell { column: 0, text, number, span }
    }
}

/// The first row of a sheet, and the non-empty cells of its other rows.
#[derive(Debug, Default)]
pub(super) struct SheetCells {
    pub(super) head: Option<Vec<SheetCell>>,
    pub(super) rows: Vec<Vec<SheetCell>>,
}

/// Splits a text into cells. Stops at the first mistake, after which nothing is reliable.
pub(super) fn split_cells(text: &str) -> (SheetCells, Vec<(Range<usize>, DataMessage)>) {
    let mut reader = CellReader { text, at: 0, separator: find_separator(text) };
    if text.starts_with('\u{feff}') {
        reader.at = '\u{feff}'.len_utf8();
    }
    let (mut cells, mut count) = (SheetCells::default(), 0);
    while reader.at < text.len() {
        let start = reader.at;
        let mut row = match reader.read_row() {
            Ok(row) => row,
            Err((place, problem)) => return (cells, vec![(place, problem)]),
        };
        let first = row.first().map_or("", |cell| cell.text.as_str());
        let is_remark =
            first.starts_with('#') || (cells.head.is_none() && first.starts_with("sep="));
        if is_remark || row.iter().all(|cell| cell.text.is_empty()) {
            continue;
        }
        if cells.head.is_none() {
            cells.head = Some(row);
            continue;
        }
        // Empty rows and cells cost nothing, because spreadsheets fill wide sheets with separators.
        row.retain(|cell| !cell.text.is_empty());
        count += row.len();
        let (what, limit) = if count > MAX_CELLS {
            (NamedThing::Value(String::new()), MAX_CELLS)
        } else if cells.rows.len() == MAX_ROWS {
            (NamedThing::Card, MAX_ROWS)
        } else {
            cells.rows.push(row);
            continue;
        };
        // Marks the first byte, because the excess may continue to the end of the file.
        return (cells, vec![(start..start, DataMessage::TooMany { what, limit })]);
    }
    (cells, Vec::new())
}

/// The separator of the cells: the most common one in the first row, outside quotes.
fn find_separator(text: &str) -> char {
    let mut lines = text.lines().map(|line| line.trim_start_matches('\u{feff}'));
    let head = lines.find(|line| !is_remark(line)).unwrap_or("");
    let mut quoted = false;
    let mut counts = [(',', 0), (';', 0), ('\t', 0)];
    for c in head.chars() {
        quoted ^= c == '"';
        for (between, count) in &mut counts {
            *count += usize::from(!quoted && *between == c);
        }
    }
    // `max_by_key` returns the last of equal items, which is the comma after reversing.
    counts
        .into_iter()
        .rev()
        .max_by_key(|(_, count)| *count)
        .map_or(',', |(between, _)| between)
}

/// Whether a line before the first row is not a row.
fn is_remark(line: &str) -> bool {
    let bare = line.trim_start_matches('"');
    bare.starts_with('#') || bare.starts_with("sep=") || bare.trim().is_empty()
}

struct CellReader<'t> {
    text: &'t str,
    at: usize,
    separator: char,
}

impl CellReader<'_> {
    /// The next row, or a mistake after which nothing is reliable.
    fn read_row(&mut self) -> Result<Vec<SheetCell>, (Range<usize>, DataMessage)> {
        let mut row: Vec<SheetCell> = Vec::new();
        loop {
            if row.len() == MAX_COLUMNS {
                let limit = MAX_COLUMNS;
                return Err((
                    self.at..self.at,
                    DataMessage::TooMany { what: NamedThing::Attribute, limit },
                ));
            }
            let cell = self
                .read_cell()
                .map_err(|open| (open, DataMessage::OpenQuote))?;
            row.push(SheetCell { column: row.len(), ..cell });
            let rest = self.text.get(self.at..).unwrap_or("");
            match rest.chars().next() {
                Some(c) if c == self.separator => self.at += c.len_utf8(),
                Some('\r') if rest.starts_with("\r\n") => {
                    self.at += 2;
                    return Ok(row);
                }
                // A line feed, or a lone carriage return, with which old programs end lines.
                Some(c) => {
                    self.at += c.len_utf8();
                    return Ok(row);
                }
                None => return Ok(row),
            }
        }
    }

    fn read_cell(&mut self) -> Result<SheetCell, Range<usize>> {
        let rest = self.text.get(self.at..).unwrap_or("");
        if rest.starts_with('"') {
            return self.read_quoted_cell();
        }
        let raw = self.until_end(rest);
        let start = self.at + (raw.len() - raw.trim_start().len());
        self.at += raw.len();
        let span = start..start + raw.trim().len();
        Ok(SheetCell::new(raw, span))
    }

    /// A cell in quotes, where two quotes mean one. Any text after it belongs to it.
    fn read_quoted_cell(&mut self) -> Result<SheetCell, Range<usize>> {
        let start = self.at;
        let mut text = String::new();
        let mut rest = self.text.get(start + 1..).unwrap_or("");
        loop {
            let Some((before, after)) = rest.split_once('"') else {
                return Err(start..start + 1);
            };
            text.push_str(before);
            rest = after;
            match rest.strip_prefix('"') {
                Some(after) => {
                    text.push('"');
                    rest = after;
                }
                None => break,
            }
        }
        let tail = self.until_end(rest);
        text.push_str(tail);
        self.at = self.text.len() - rest.len() + tail.len();
        Ok(SheetCell::new(&text, start..self.at))
    }

    /// The part of a text before the end of its cell.
    fn until_end<'s>(&self, text: &'s str) -> &'s str {
        text.split([self.separator, '\n', '\r'])
            .next()
            .unwrap_or("")
    }
}

#[cfg(test)]
#[path = "../../../../../tests/unit/data/source_sheet_cells.rs"]
mod tests;

//! Measures of many decks: a row for each deck, a column for each measure.

use crate::{
    forms::csv::CsvSheet,
    game_data,
    text::{
        Style,
        escape::safe,
        table::{Column, TextTable},
    },
};
use sleeve_check::{CheckedDeck, DeckMeasures, Measures};
use sleeve_language::{Presence, Quantity};
use std::{
    io::{self, Write},
    ops::Range,
};
use unicode_width::UnicodeWidthStr;

/// Narrowest page with a column for formats, in characters.
const FORMAT_COLUMN_MIN_WIDTH: usize = 60;
/// Most characters of a path, so that measures fit next to it.
const PATH_WIDTH: usize = 30;

/// Writes a value in a cell for programs: a number, or its bounds as `low..high`, with an open end
/// left out. A `?` after it means that there may be no value; an empty cell means that there is
/// none.
pub fn format_cell(value: &Quantity) -> String {
    if let Some(known) = value.exact_value() {
        return known.to_string();
    }
    let perhaps = match value.presence() {
        Presence::Never => return String::new(),
        Presence::Perhaps => "?",
        Presence::Certain => "",
    };
    if let (Some(low), Some(high)) = (value.low(), value.high())
        && low == high
    {
        return format!("{low}{perhaps}");
    }
    let [low, high] = [value.low(), value.high()]
        .map(|end| end.map(|number| number.to_string()).unwrap_or_default());
    format!("{low}..{high}{perhaps}")
}

/// Writes the sheet: `path, game, format, name`, then the measures as written.
pub fn csv(decks: &[CheckedDeck], measures: &Measures, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    let head = ["path", "game", "format", "name"].into_iter();
    sheet.row(head.chain(measures.texts.iter().map(String::as_str)))?;
    for (deck, row) in decks.iter().zip(&measures.rows) {
        let heads = [Some(deck.path.as_str()), deck.game(), deck.format_id(), deck.name()];
        let mut cells: Vec<String> = heads.map(|text| text.unwrap_or_default().to_owned()).into();
        for value in &row.values {
            cells.push(value.as_ref().map(format_cell).unwrap_or_default());
        }
        sheet.row(cells)?;
    }
    sheet.finish()
}

/// Writes the table for people. If the measures do not fit as headings, they are numbered and
/// listed above it. If the values do not fit either, there are several tables.
pub fn write(
    decks: &[CheckedDeck],
    measures: &Measures,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let rows = decks.iter().zip(&measures.rows);
    let (read, rows): (Vec<&CheckedDeck>, Vec<&DeckMeasures>) = rows
        .filter(|(deck, _)| deck.catalog_and_deck().is_some())
        .unzip();
    if rows.is_empty() {
        return Ok(());
    }
    let folder = common_folder(read.iter().map(|deck| deck.path.as_str()));
    let paths = read
        .iter()
        .map(|deck| deck.path.get(folder.len()..).unwrap_or(&deck.path));
    let sheet = MeasureTables {
        path_heading: path_heading(folder, style),
        paths: paths.map(str::to_owned).collect(),
        formats: format_cells(&read).filter(|_| style.width >= FORMAT_COLUMN_MIN_WIDTH),
        texts: &measures.texts,
        cells: rows.iter().map(|row| value_cells(row, style)).collect(),
    };
    sheet.write(style, out)?;
    if quiet {
        return Ok(());
    }
    if rows.iter().any(|row| row.provisional) {
        let hint = word!(
            style.lang,
            "some of this rests on stand-in values; `--attested` leaves them out"
        );
        writeln!(out, "\n{hint}")?;
    }
    let data = game_data::collect_data(read.iter().filter_map(|deck| deck.catalog()));
    writeln!(out, "\n{}", style.dim(&game_data::data_line(&data, style)))
}

/// The tables for people.
struct MeasureTables<'m> {
    path_heading: String,
    /// The path of each deck, in the folder that they share.
    paths: Vec<String>,
    /// `None` if the column would say nothing, or has no room.
    formats: Option<Vec<String>>,
    /// The measures as written.
    texts: &'m [String],
    /// The values for each deck.
    cells: Vec<Vec<String>>,
}

impl MeasureTables<'_> {
    fn write(&self, style: &Style, out: &mut dyn Write) -> io::Result<()> {
        let path = widest(&self.paths).min(PATH_WIDTH);
        let format = self
            .formats
            .as_ref()
            .map_or(0, |formats| 2 + widest(formats));
        let room = style.width.saturating_sub(path + format);
        let widths: Vec<usize> = (0..self.texts.len())
            .map(|at| widest(self.cells.iter().filter_map(|row| row.get(at))))
            .collect();
        let with_heads = self
            .texts
            .iter()
            .zip(&widths)
            .map(|(text, width)| 2 + text.width().max(*width));
        let is_numbered = with_heads.sum::<usize>() > room;
        if is_numbered {
            for (number, text) in (1..).zip(self.texts) {
                writeln!(out, "{number}  {}", safe(text))?;
            }
            writeln!(out)?;
        }
        for (at, part) in split_columns(&widths, room).into_iter().enumerate() {
            if at > 0 {
                writeln!(out)?;
            }
            self.build_table(part, is_numbered, style)
                .write(out, style)?;
        }
        Ok(())
    }

    /// Builds the table of some of the measures.
    fn build_table(&self, part: Range<usize>, is_numbered: bool, style: &Style) -> TextTable {
        let mut columns = vec![Column::text(self.path_heading.clone())];
        columns.extend(
            self.formats
                .as_ref()
                .map(|_| Column::text(word!(style.lang, "Format"))),
        );
        for at in part.clone() {
            columns.push(Column::number(match self.texts.get(at) {
                Some(text) if !is_numbered => safe(text).into_owned(),
                _ => (at + 1).to_string(),
            }));
        }
        let mut table = TextTable::new(columns);
        for (line, (path, cells)) in self.paths.iter().zip(&self.cells).enumerate() {
            let mut row = vec![path.clone()];
            row.extend(
                self.formats
                    .as_ref()
                    .and_then(|formats| formats.get(line))
                    .cloned(),
            );
            row.extend(cells.get(part.clone()).unwrap_or_default().iter().cloned());
            table.row(row);
        }
        table
    }
}

fn widest<'t>(texts: impl IntoIterator<Item = &'t String>) -> usize {
    texts
        .into_iter()
        .map(|text| text.width())
        .max()
        .unwrap_or(0)
}

/// Returns the heading of the paths, which names their common folder.
pub(crate) fn path_heading(folder: &str, style: &Style) -> String {
    match folder.trim_end_matches('/') {
        "" => "Deck".to_owned(),
        folder => format!("Deck ({} {})", word!(style.lang, "in"), safe(folder)),
    }
}

/// Returns the deepest folder that contains all paths, with its `/`.
pub(crate) fn common_folder<'p>(mut paths: impl Iterator<Item = &'p str>) -> &'p str {
    let Some(first) = paths.next() else { return "" };
    let mut common = folder_of(first);
    for path in paths {
        // This ends at the empty text at the latest, because every path begins with it.
        while !path.starts_with(common) {
            common = folder_of(common.trim_end_matches('/'));
        }
    }
    common
}

fn folder_of(path: &str) -> &str {
    path.rfind('/')
        .and_then(|at| path.get(..=at))
        .unwrap_or_default()
}

/// Returns the format of each deck if they differ, with its game if those differ too.
fn format_cells(decks: &[&CheckedDeck]) -> Option<Vec<String>> {
    let mut games: Vec<&str> = Vec::new();
    let mut formats: Vec<&str> = Vec::new();
    for deck in decks {
        games.push(deck.game().unwrap_or_default());
        formats.push(deck.format_id().unwrap_or_default());
    }
    if vary(&games) {
        let both = games
            .iter()
            .zip(&formats)
            .map(|(game, format)| format!("{game}/{format}"));
        return Some(both.collect());
    }
    vary(&formats).then(|| formats.into_iter().map(str::to_owned).collect())
}

fn vary(texts: &[&str]) -> bool {
    texts
        .windows(2)
        .any(|pair| matches!(pair, [a, b] if a != b))
}

fn value_cells(row: &DeckMeasures, style: &Style) -> Vec<String> {
    let mut cells = Vec::new();
    for value in &row.values {
        cells.push(
            value
                .as_ref()
                .map(|value| value.in_words(style.lang))
                .unwrap_or_default(),
        );
    }
    cells
}

/// Splits the columns into tables: each has as many as fit, but at least one.
fn split_columns(widths: &[usize], room: usize) -> Vec<Range<usize>> {
    let mut parts = Vec::new();
    let (mut start, mut used) = (0, 0);
    for (at, width) in widths.iter().enumerate() {
        // A two-digit number may be wider than the cells below it.
        let width = 2 + (*width).max(2);
        if at > start && used + width > room {
            parts.push(start..at);
            (start, used) = (at, 0);
        }
        used += width;
    }
    parts.push(start..widths.len());
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_folder_of_all_decks_is_found_and_columns_are_shared_out() {
        for (paths, folder) in [
            ("a/b/c.toml a/b/d.toml", "a/b/"),
            ("a/bc/d.toml a/b/d.toml", "a/"),
            ("a.toml b/a.toml", ""),
            ("/a.toml /b/a.toml", "/"),
            ("-", ""),
        ] {
            assert_eq!(common_folder(paths.split(' ')), folder);
        }
        assert_eq!(split_columns(&[4, 4, 4], 100), vec![0..3; 1]);
        assert_eq!(split_columns(&[4, 4, 4], 12), [0..2, 2..3]);
        assert_eq!(split_columns(&[40, 4], 12), [0..1, 1..2], "a wide column is alone");
    }
}

//! Measures of many decks: a row for each deck, a column for each measure.

use crate::forms::csv::CsvSheet;
use crate::game_data;
use crate::text::Style;
use crate::text::escape::safe;
use crate::text::table::{Column, TextTable};
use sleeve_check::{CheckedDeck, DeckMeasures, Measures};
use sleeve_language::{Presence, Quantity};
use std::io::{self, Write};
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
    let end =
        |end: Option<sleeve_language::Rational>| end.map(|n| n.to_string()).unwrap_or_default();
    let bounds = match (value.low(), value.high()) {
        (Some(low), Some(high)) if low == high => low.to_string(),
        (low, high) => format!("{}..{}", end(low), end(high)),
    };
    format!("{bounds}{perhaps}")
}

/// Writes the sheet: `path, game, format, name`, then the measures as written.
pub fn csv(decks: &[CheckedDeck], measures: &Measures, out: &mut dyn Write) -> io::Result<()> {
    let mut sheet = CsvSheet::csv(out);
    let head = ["path", "game", "format", "name"].into_iter();
    sheet.row(head.chain(measures.texts.iter().map(String::as_str)))?;
    for (deck, row) in decks.iter().zip(&measures.rows) {
        let own = [Some(deck.path.as_str()), deck.game(), deck.format_id(), deck.name()];
        let own = own.into_iter().map(|text| text.unwrap_or_default().to_owned());
        sheet.row(
            own.chain(row.values.iter().map(|v| v.as_ref().map(format_cell).unwrap_or_default())),
        )?;
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
    let (read, rows): (Vec<&CheckedDeck>, Vec<&DeckMeasures>) =
        rows.filter(|(deck, _)| deck.catalog_and_deck().is_some()).unzip();
    if rows.is_empty() {
        return Ok(());
    }
    let cells: Vec<Vec<String>> = rows.iter().map(|row| value_cells(row, style)).collect();
    let folder = common_folder(read.iter().map(|deck| deck.path.as_str()));
    let within = |path: &str| path.get(folder.len()..).unwrap_or(path).to_owned();
    let paths: Vec<String> = read.iter().map(|deck| within(&deck.path)).collect();
    let widest = |texts: &mut dyn Iterator<Item = usize>| texts.max().unwrap_or(0);
    let path = widest(&mut paths.iter().map(|path| path.width())).min(PATH_WIDTH);
    let games = format_cells(&read).filter(|_| style.width >= FORMAT_COLUMN_MIN_WIDTH);
    let game = games.as_ref().map_or(0, |g| 2 + widest(&mut g.iter().map(|g| g.width())));
    let room = style.width.saturating_sub(path + game);
    let values: Vec<usize> = (0..measures.texts.len())
        .map(|at| widest(&mut cells.iter().filter_map(|row| row.get(at)).map(|cell| cell.width())))
        .collect();
    let with_heads =
        measures.texts.iter().zip(&values).map(|(text, width)| 2 + text.width().max(*width));
    let numbered = with_heads.sum::<usize>() > room;
    if numbered {
        for (number, text) in (1..).zip(&measures.texts) {
            writeln!(out, "{number}  {}", safe(text))?;
        }
        writeln!(out)?;
    }
    for (at, part) in split_columns(&values, room).into_iter().enumerate() {
        if at > 0 {
            writeln!(out)?;
        }
        let mut columns = vec![Column::text(path_heading(folder, style))];
        columns.extend(games.as_ref().map(|_| Column::text(word!(style.lang, "Format"))));
        columns.extend(part.clone().map(|at| {
            Column::number(if numbered {
                (at + 1).to_string()
            } else {
                measures.texts.get(at).map(|t| safe(t).into_owned()).unwrap_or_default()
            })
        }));
        let mut table = TextTable::new(columns);
        for (line, (path, cells)) in paths.iter().zip(&cells).enumerate() {
            let mut all = vec![path.clone()];
            all.extend(games.as_ref().and_then(|games| games.get(line)).cloned());
            all.extend(cells.get(part.clone()).unwrap_or_default().iter().cloned());
            table.row(all);
        }
        table.write(out, style)?;
    }
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

/// Returns the heading of the paths, which names their common folder.
pub(crate) fn path_heading(folder: &str, style: &Style) -> String {
    match folder.trim_end_matches('/') {
        "" => "Deck".to_owned(),
        folder => format!("Deck ({} {})", word!(style.lang, "in"), safe(folder)),
    }
}

/// Returns the deepest folder that contains all paths, with its `/`.
pub(crate) fn common_folder<'p>(mut paths: impl Iterator<Item = &'p str>) -> &'p str {
    let parent = |path: &'p str| path.get(..path.rfind('/').map_or(0, |at| at + 1)).unwrap_or("");
    let Some(first) = paths.next() else { return "" };
    let mut common = parent(first);
    for path in paths {
        // This ends at the empty text at the latest, because every path begins with it.
        while !path.starts_with(common) {
            common = parent(common.trim_end_matches('/'));
        }
    }
    common
}

/// Returns the format of each deck if they differ, with its game if those differ too.
fn format_cells(decks: &[&CheckedDeck]) -> Option<Vec<String>> {
    let game = |deck: &&CheckedDeck| deck.game().unwrap_or_default().to_owned();
    let format = |deck: &&CheckedDeck| deck.format_id().unwrap_or_default().to_owned();
    let vary = |texts: &[String]| texts.iter().any(|text| Some(text) != texts.first());
    let (games, formats): (Vec<_>, Vec<_>) =
        (decks.iter().map(game).collect(), decks.iter().map(format).collect());
    match (vary(&games), vary(&formats)) {
        (true, _) => {
            let both = games.iter().zip(&formats).map(|(game, format)| format!("{game}/{format}"));
            Some(both.collect())
        }
        (false, true) => Some(formats),
        (false, false) => None,
    }
}

fn value_cells(row: &DeckMeasures, style: &Style) -> Vec<String> {
    let shown = |value: &Option<Quantity>| {
        value.as_ref().map(|value| value.in_words(style.lang)).unwrap_or_default()
    };
    row.values.iter().map(shown).collect()
}

/// Splits the columns into tables: each has as many as fit, but at least one.
fn split_columns(widths: &[usize], room: usize) -> Vec<std::ops::Range<usize>> {
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
    use sleeve_language::Rational;

    #[test]
    fn cells_say_what_is_known() {
        let whole = |n| Some(Rational::whole(n));
        for (value, text) in [
            (Quantity::whole(3), "3"),
            (Quantity::NONE, ""),
            (Quantity::UNKNOWN, ".."),
            (Quantity::range(whole(3), whole(5)), "3..5"),
            (Quantity::range(whole(31), None), "31.."),
            (Quantity::range(None, whole(2)), "..2"),
            (Quantity::whole(2).perhaps(), "2?"),
        ] {
            assert_eq!(format_cell(&value), text, "{value}");
        }
    }

    #[test]
    fn where_all_decks_lie_is_found() {
        let common = |paths: &[&'static str]| common_folder(paths.iter().copied());
        assert_eq!(common(&["a/b/c.toml", "a/b/d.toml"]), "a/b/");
        assert_eq!(common(&["a/bc/d.toml", "a/b/d.toml"]), "a/");
        assert_eq!(common(&["a.toml", "b/a.toml"]), "");
        assert_eq!(common(&["/a.toml", "/b/a.toml"]), "/");
        assert_eq!(common(&["-"]), "");
    }

    #[test]
    fn columns_are_shared_out() {
        assert_eq!(split_columns(&[4, 4, 4], 100), vec![0..3; 1]);
        assert_eq!(split_columns(&[4, 4, 4], 12), [0..2, 2..3]);
        assert_eq!(split_columns(&[40, 4], 12), [0..1, 1..2], "a wide column is alone");
    }
}

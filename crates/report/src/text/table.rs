//! Tables and histograms for people: columns are aligned for any characters, within the width of
//! the page.

use crate::text::{Style, escape::safe};
use comfy_table::{Cell, ColumnConstraint, ContentArrangement, Table as Comfy, TableStyle, Width};
use std::{
    cell::RefCell,
    collections::BTreeMap,
    io::{self, Write},
    rc::Rc,
};
use unicode_width::UnicodeWidthStr;

/// Spaces between two columns.
const COLUMN_GAP: usize = 2;
/// Least width of a text column.
const LEAST_TEXT_WIDTH: usize = 16;

/// A column of a table: its heading and alignment.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Column {
    pub heading: String,
    /// Whether its cells are aligned to the right.
    pub numeric: bool,
}

impl Column {
    /// Creates a column of words, aligned to the left.
    pub fn text(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), numeric: false }
    }

    /// Creates a column of numbers, aligned to the right.
    pub fn number(heading: impl Into<String>) -> Column {
        Column { heading: heading.into(), numeric: true }
    }
}

/// A cell as printed, with its width in columns.
#[derive(Clone, Debug, Default)]
struct CellText {
    shown: String,
    width: usize,
}

impl CellText {
    fn new(shown: String) -> CellText {
        CellText { width: shown.width(), shown }
    }

    /// Breaks the text into lines of a narrower column.
    fn wrapped(&self, width: usize, style: &Style) -> Rc<[CellText]> {
        let mut table = Comfy::new();
        table.load_style(TableStyle::new());
        table.set_content_arrangement(ContentArrangement::Disabled);
        table.add_row([Cell::new(style.set(&self.shown))]);
        if let Some(set) = table.column_mut(0) {
            let width = Width::Fixed(u16::try_from(width).unwrap_or(u16::MAX));
            set.set_padding((0, 0));
            set.set_constraint(ColumnConstraint::Absolute(width));
        }
        table
            .lines()
            .map(|line| CellText::new(line.trim_end().to_owned()))
            .collect()
    }
}

/// Longest text of a cell, in bytes: the time to break words without a blank grows with the square
/// of their length.
const MAX_CELL_BYTES: usize = 16_384;

/// Cuts a text that is too long for a cell, and adds `…`.
fn cut_cell(mut text: String) -> String {
    if text.len() > MAX_CELL_BYTES {
        let end = (0..=MAX_CELL_BYTES)
            .rev()
            .find(|at| text.is_char_boundary(*at))
            .unwrap_or(0);
        text.truncate(end);
        text.push('…');
    }
    text
}

type CellLines = Rc<[CellText]>;

/// A row that several tables can share.
#[derive(Clone, Debug)]
pub struct TableRow(Rc<TableCells>);

#[derive(Debug)]
struct TableCells {
    texts: Box<[CellText]>,
    /// The lines of a cell by its position and the width of its column, cached because tables that
    /// share a row often use the same widths.
    lines: RefCell<BTreeMap<(usize, usize), CellLines>>,
}

impl TableRow {
    /// Escapes the cells of a row.
    pub fn new(cells: impl IntoIterator<Item = String>) -> TableRow {
        let texts = cells
            .into_iter()
            .map(|cell| CellText::new(cut_cell(safe(&cell).into_owned())))
            .collect();
        TableRow(Rc::new(TableCells { texts, lines: RefCell::default() }))
    }

    /// Whether a cell is empty.
    pub fn is_blank(&self, at: usize) -> bool {
        self.text(at).shown.is_empty()
    }

    fn text(&self, at: usize) -> &CellText {
        self.0.texts.get(at).unwrap_or(BLANK)
    }

    /// Returns the lines of a cell in a column of some width; wrapped once for each width.
    fn lines(&self, at: usize, width: usize, style: &Style) -> CellLines {
        let text = self.text(at);
        let mut known = self.0.lines.borrow_mut();
        let lines = known.entry((at, width)).or_insert_with(|| {
            if text.width > width { text.wrapped(width, style) } else { Rc::new([text.clone()]) }
        });
        Rc::clone(lines)
    }
}

/// A table that is filled row by row, then printed whole or in sections.
#[derive(Clone, Debug, Default)]
pub struct TextTable {
    /// Each column with the index of its cell in a row: dropped columns leave gaps.
    columns: Vec<(usize, Column)>,
    rows: Vec<TableRow>,
}

const BLANK: &CellText = &CellText { shown: String::new(), width: 0 };

impl TextTable {
    /// Creates an empty table with these columns.
    pub fn new(columns: Vec<Column>) -> TextTable {
        TextTable { columns: columns.into_iter().enumerate().collect(), rows: Vec::new() }
    }

    /// Creates a table of shared rows; each column says which cell of a row it shows.
    pub fn from_rows(columns: Vec<(usize, Column)>, rows: Vec<TableRow>) -> TextTable {
        TextTable { columns, rows }
    }

    /// Adds a row; missing cells are empty, extra ones are dropped.
    pub fn row(&mut self, cells: impl IntoIterator<Item = String>) {
        self.rows.push(TableRow::new(cells));
    }

    fn cells<'r>(&'r self, row: &'r TableRow) -> impl Iterator<Item = &'r CellText> {
        self.columns.iter().map(|(at, _)| row.text(*at))
    }

    /// Number of rows, without the heading.
    pub fn len(&self) -> usize {
        self.rows.len()
    }

    /// Whether there are no rows.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// Drops columns from the right until the rest fits the page, except those for which `stays` is
    /// true. Returns the dropped ones in order.
    pub fn fit(&mut self, style: &Style, stays: impl Fn(usize) -> bool) -> Vec<Column> {
        let widths = self.natural_widths();
        let mut least = Vec::new();
        for ((_, column), width) in self.columns.iter().zip(widths) {
            least.push(if column.numeric { width } else { width.min(LEAST_TEXT_WIDTH) });
        }
        let mut remaining: Vec<usize> = (0..self.columns.len()).collect();
        let mut needed = least.iter().sum::<usize>() + gaps(least.len());
        while needed > style.width {
            let Some(at) = remaining.iter().rposition(|column| !stays(*column)) else { break };
            remaining.remove(at);
            needed = remaining
                .iter()
                .filter_map(|column| least.get(*column))
                .sum::<usize>()
                + gaps(remaining.len());
        }
        let (mut kept_columns, mut dropped) = (Vec::new(), Vec::new());
        for (i, column) in std::mem::take(&mut self.columns).into_iter().enumerate() {
            if remaining.contains(&i) { kept_columns.push(column) } else { dropped.push(column.1) }
        }
        self.columns = kept_columns;
        dropped
    }

    fn natural_widths(&self) -> Vec<usize> {
        let mut widths: Vec<usize> = self
            .columns
            .iter()
            .map(|(_, column)| column.heading.width())
            .collect();
        for row in &self.rows {
            for (width, cell) in widths.iter_mut().zip(self.cells(row)) {
                *width = (*width).max(cell.width);
            }
        }
        widths
    }

    /// Chooses widths that fit the page: the widest text columns shrink first.
    fn widths(&self, style: &Style) -> Vec<usize> {
        let mut widths = self.natural_widths();
        let room = style.width.saturating_sub(gaps(widths.len()));
        loop {
            let over = widths.iter().sum::<usize>().saturating_sub(room);
            let mut words: Vec<&mut usize> = widths
                .iter_mut()
                .zip(&self.columns)
                .filter_map(|(width, (_, column))| (!column.numeric).then_some(width))
                .collect();
            // The first of the widest comes first, because the order of equal widths stays.
            words.sort_by(|a, b| b.cmp(a));
            let second = words.get(1).map_or(LEAST_TEXT_WIDTH, |width| **width);
            let Some(widest) = words
                .first_mut()
                .filter(|width| ***width > LEAST_TEXT_WIDTH)
            else {
                return widths;
            };
            if over == 0 {
                return widths;
            }
            // Less than the widest, so that each round narrows something and the loop ends.
            let next = second.clamp(LEAST_TEXT_WIDTH, **widest - 1);
            // The widest column shrinks to the second widest, or only as far as needed; then the
            // loop starts again.
            **widest = next.max(widest.saturating_sub(over));
        }
    }

    /// Writes the table within the width of the style: wide text columns wrap.
    pub fn write(&self, out: &mut dyn Write, style: &Style) -> io::Result<()> {
        let widths = self.widths(style);
        self.write_head(out, style, &widths)?;
        self.write_rows(out, style, &widths, &self.rows)
    }

    /// Prints the rows in sections, each under its own heading; all sections have the same widths.
    pub fn write_sections(
        &self,
        out: &mut dyn Write,
        style: &Style,
        sections: &[(String, Vec<usize>)],
    ) -> io::Result<()> {
        let widths = self.widths(style);
        let mut gap = false;
        for (heading, rows) in sections {
            if gap {
                writeln!(out)?;
            }
            gap = !rows.is_empty();
            writeln!(out, "{}", style.bold(&safe(heading)))?;
            let section: Vec<TableRow> = rows
                .iter()
                .filter_map(|row| self.rows.get(*row))
                .cloned()
                .collect();
            if !section.is_empty() {
                self.write_head(out, style, &widths)?;
                self.write_rows(out, style, &widths, &section)?;
            }
        }
        Ok(())
    }

    fn write_head(&self, out: &mut dyn Write, style: &Style, widths: &[usize]) -> io::Result<()> {
        let heads = TextTable::new(
            self.columns
                .iter()
                .map(|(_, column)| column.clone())
                .collect(),
        );
        let head = TableRow::new(
            self.columns
                .iter()
                .map(|(_, column)| column.heading.clone()),
        );
        let mut lines = Vec::new();
        heads.write_rows(&mut lines, style, widths, &[head])?;
        for line in String::from_utf8_lossy(&lines).lines() {
            writeln!(out, "{}", style.bold(line))?;
        }
        let rule = if style.unicode { "─" } else { "-" };
        let dashes: Vec<String> = widths.iter().map(|w| rule.repeat(*w)).collect();
        writeln!(out, "{}", style.dim(&dashes.join("  ")))
    }

    fn write_rows(
        &self,
        out: &mut dyn Write,
        style: &Style,
        widths: &[usize],
        rows: &[TableRow],
    ) -> io::Result<()> {
        let mut line = String::new();
        for row in rows {
            if self
                .cells(row)
                .zip(widths)
                .all(|(cell, width)| cell.width <= *width)
            {
                self.set_line(&mut line, self.cells(row), widths);
                writeln!(out, "{}", line.trim_end())?;
                continue;
            }
            let columns = self.columns.iter().zip(widths);
            let wrapped: Vec<CellLines> = columns
                .map(|((at, _), width)| row.lines(*at, *width, style))
                .collect();
            for at in 0..wrapped.iter().map(|lines| lines.len()).max().unwrap_or(0) {
                let cells = wrapped.iter().map(|lines| lines.get(at).unwrap_or(BLANK));
                self.set_line(&mut line, cells, widths);
                writeln!(out, "{}", line.trim_end())?;
            }
        }
        Ok(())
    }

    fn set_line<'t>(
        &self,
        line: &mut String,
        cells: impl Iterator<Item = &'t CellText>,
        widths: &[usize],
    ) {
        line.clear();
        for ((cell, width), (_, column)) in cells.zip(widths).zip(&self.columns) {
            let blank = std::iter::repeat_n(' ', width.saturating_sub(cell.width));
            if column.numeric {
                line.extend(blank);
                line.push_str(&cell.shown);
            } else {
                line.push_str(&cell.shown);
                line.extend(blank);
            }
            line.extend([' '; COLUMN_GAP]);
        }
    }
}

/// Returns the width of all spaces between columns.
fn gaps(columns: usize) -> usize {
    COLUMN_GAP * columns.saturating_sub(1)
}

/// A labelled bar of a histogram.
#[derive(Clone, PartialEq, Debug)]
pub struct Bar {
    pub label: String,
    pub value: f64,
    /// Upper bound of an uncertain value; the part beyond `value` is drawn lighter.
    pub upper: f64,
    /// Text to the right of the bar.
    pub text: String,
}

impl Bar {
    /// Creates a bar with a certain value.
    pub fn new(label: impl Into<String>, value: f64, text: impl Into<String>) -> Bar {
        Bar { label: label.into(), value, upper: value, text: text.into() }
    }
}

/// Draws bars below each other on one scale: label, bar, text.
pub fn write_bars(out: &mut dyn Write, style: &Style, bars: &[Bar]) -> io::Result<()> {
    let labels: Vec<_> = bars.iter().map(|bar| safe(&bar.label)).collect();
    let label_width = labels.iter().map(|l| l.width()).max().unwrap_or(0);
    let text_width = bars.iter().map(|b| b.text.width()).max().unwrap_or(0);
    // Shorter bars would show no difference, and longer ones are far from their labels.
    let room = style
        .width
        .saturating_sub(label_width + text_width + 2)
        .clamp(8, 50);
    let most = bars
        .iter()
        .map(|b| b.value.max(b.upper))
        .fold(0.0, f64::max);
    for (bar, label) in bars.iter().zip(labels) {
        let pad = " ".repeat(label_width - label.width());
        let drawn = draw_bar(style, bar, most, room);
        let line = format!(
            "{pad}{label} {drawn}{}{}",
            if drawn.is_empty() { "" } else { " " },
            safe(&bar.text)
        );
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

fn draw_bar(style: &Style, bar: &Bar, most: f64, room: usize) -> String {
    if most <= 0.0 || !most.is_finite() {
        return String::new();
    }
    // Unicode has blocks of one to eight eighths of a column, so bars of close values differ.
    let [solid, end] = [bar.value, bar.upper.max(bar.value)]
        .map(|value| (value.max(0.0) / most * room as f64 * 8.0).round() as usize);
    if !style.unicode {
        let (signs, all) = (solid.div_ceil(8), end.div_ceil(8));
        return "#".repeat(signs) + &".".repeat(all.saturating_sub(signs));
    }
    let mut drawn = "█".repeat(solid / 8);
    let part = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"];
    drawn.push_str(part.get(solid % 8).copied().unwrap_or(""));
    drawn + &"░".repeat((end / 8).saturating_sub(solid.div_ceil(8)))
}

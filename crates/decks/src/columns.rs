//! Lists in columns, as in sheets and on pages: separated by tabs, commas, semicolons or vertical
//! bars, with or without a row of column names.

use super::{
    line::{DeckLine, are_digits, parse_count, parse_line},
    raw::CopyNotation,
};

/// Fewest rows of a table, unless its columns are named.
const FEWEST_ROWS: usize = 3;
/// Columns of a table that are examined.
const MAX_TABLE_COLUMNS: usize = 30;

/// Column names for the number of copies in the first row, in English and French, in lower case.
const COUNT_WORDS: [&str; 13] = [
    "count",
    "qty",
    "quantity",
    "copies",
    "number",
    "amount",
    "#",
    "x",
    "nb",
    "nombre",
    "quantité",
    "exemplaires",
    "qté",
];
const NAME_WORDS: [&str; 9] = [
    "name",
    "card",
    "card name",
    "title",
    "card title",
    "nom",
    "carte",
    "titre",
    "nom de la carte",
];
const SET_WORDS: [&str; 5] = ["set", "expansion", "edition", "extension", "édition"];
const ZONE_WORDS: [&str; 2] = ["zone", "section"];

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Table<'t> {
    separator: char,
    name: usize,
    pub(super) count: Option<usize>,
    set: Option<usize>,
    zone: Option<usize>,
    /// The cell of the first row that names the column of cards, if that row names the columns.
    header: Option<&'t str>,
    /// The heading of the first column of whole numbers, if no heading says which column has the
    /// numbers of copies.
    pub(super) unnamed: Option<&'t str>,
}

pub(super) enum ColumnRow<'a> {
    /// A card, and the word for its zone.
    Card(DeckLine<'a>, Option<&'a str>),
    /// Names of columns, or the line below them.
    Rule,
}

impl<'t> Table<'t> {
    /// The columns of most lines of a text; `None` if it has none.
    pub(super) fn find(text: &'t str, lines: &[&'t str]) -> Option<Table<'t>> {
        // The most reliable first: names contain commas, but hardly ever tabs.
        let mut separators = ['\t', '|', ';', ',']
            .into_iter()
            .filter(|c| text.contains(*c));
        separators.find_map(|separator| Table::with_separator(separator, lines))
    }

    fn with_separator(separator: char, lines: &[&'t str]) -> Option<Table<'t>> {
        let lines_with_it = lines.iter().filter(|line| line.contains(separator));
        let cells = lines_with_it.map(|line| split_row(line, separator));
        let rows: Vec<Vec<&str>> = cells.filter(|cells| is_row(cells)).collect();
        for (at, header) in rows.iter().enumerate().take(FEWEST_ROWS) {
            if let Some(table) = Table::named(separator, header) {
                return Some(table.with_count(header, rows.get(at + 1..).unwrap_or_default()));
            }
        }
        if rows.len() < FEWEST_ROWS {
            return None;
        }
        let filled = lines.iter().filter(|line| !line.trim().is_empty()).count();
        if 2 * rows.len() <= filled {
            return None;
        }
        let counts = (0..MAX_TABLE_COLUMNS).filter(|at| are_mostly(&rows, *at, is_count));
        let numbers: Vec<usize> = counts.take(2).collect();
        let count = match numbers.as_slice() {
            // Row numbers, followed by the numbers of copies.
            [first, second] if goes_up(&rows, *first) => Some(*second),
            numbers => numbers.first().copied(),
        };
        // A name contains commas, but neither tabs nor bars.
        if count.is_none() && matches!(separator, ',' | ';') {
            return None;
        }
        let name = (0..MAX_TABLE_COLUMNS).find(|at| are_mostly(&rows, *at, is_name))?;
        let (set, zone, header, unnamed) = (None, None, None, None);
        Some(Table { separator, name, count, set, zone, header, unnamed })
    }

    /// Finds the column of copies if the first row names the cards but no such column: the only one
    /// with whole numbers.
    fn with_count(self, header: &[&'t str], rows: &[Vec<&'t str>]) -> Table<'t> {
        let mut columns = Vec::new();
        for at in 0..header.len() {
            let is_known = [Some(self.name), self.set, self.zone].contains(&Some(at));
            // Numbers that count up by one are row numbers.
            let is_place = rows.len() >= FEWEST_ROWS && goes_up(rows, at);
            if self.count.is_none() && !is_known && !is_place && self.has_counts(rows, at) {
                columns.push(at);
            }
        }
        let unnamed = columns.first().and_then(|at| header.get(*at)).copied();
        let [only] = *columns else { return Table { unnamed, ..self } };
        // Behind a set, it may be the number of the card in that set.
        if self.set.is_some_and(|set| set + 1 == only) {
            return Table { unnamed, ..self };
        }
        Table { count: Some(only), unnamed, ..self }
    }

    /// Whether a column has the numbers of copies of all cards. A row with an empty cell is asked
    /// about; it does not make the other numbers unread.
    fn has_counts(&self, rows: &[Vec<&str>], column: usize) -> bool {
        let cards = rows
            .iter()
            .filter(|row| row.get(self.name).is_some_and(|name| is_name(name)));
        let mut cells = cards
            .filter_map(|row| row.get(column))
            .filter(|cell| !cell.is_empty());
        cells.next().is_some_and(|cell| is_count(cell)) && cells.all(|cell| is_count(cell))
    }

    /// The columns that a row names.
    fn named(separator: char, cells: &[&'t str]) -> Option<Table<'t>> {
        let (name, count) = (find_column(cells, &NAME_WORDS)?, find_column(cells, &COUNT_WORDS));
        let (set, zone) = (find_column(cells, &SET_WORDS), find_column(cells, &ZONE_WORDS));
        let (header, unnamed) = (cells.get(name).copied(), None);
        Some(Table { separator, name, count, set, zone, header, unnamed })
    }

    /// Returns a line as a row; `None` if it is not one.
    pub(super) fn read_row<'a>(&self, line: &'a str) -> Option<ColumnRow<'a>> {
        let cells = split_row(line, self.separator);
        let is_blank = cells.iter().all(|cell| cell.is_empty());
        if is_blank || self.header.is_none() && !is_row(&cells) {
            return None;
        }
        let is_rule = cells
            .iter()
            .all(|cell| cell.chars().all(|c| matches!(c, '-' | ':' | '=' | ' ')));
        if is_rule || self.header.is_some() && cells.get(self.name).copied() == self.header {
            return Some(ColumnRow::Rule);
        }
        let name = cells.get(self.name).copied().filter(|cell| is_name(cell))?;
        let mut parts = parse_line(name)?;
        if let Some(column) = self.count {
            let digits = cells.get(column)?.trim_matches(['x', 'X', '×', ' ']);
            if !are_digits(&digits.replace('-', "")) {
                return None;
            }
            parts.lacks_count = digits.is_empty() && parts.notation == CopyNotation::Absent;
            if !digits.is_empty() {
                parts.name = name;
                parts.count = parse_count(digits);
                parts.notation = CopyNotation::Before;
            }
        } else if parts.notation == CopyNotation::Absent {
            parts.notation = CopyNotation::Separate;
        }
        parts.hint = self
            .set
            .and_then(|set| cells.get(set).copied())
            .filter(|set| !set.is_empty());
        parts.place = None;
        parts.whole = name;
        let zone = self.zone.and_then(|column| cells.get(column).copied());
        Some(ColumnRow::Card(parts, zone.filter(|word| !word.is_empty())))
    }
}

/// Splits a line into cells. A quoted cell may contain the separator.
fn split_row(line: &str, separator: char) -> Vec<&str> {
    let mut line = line.trim_matches([' ', '\r']);
    if separator == '|' {
        line = line.strip_prefix('|').unwrap_or(line);
        line = line.strip_suffix('|').unwrap_or(line);
    }
    let (mut cells, mut start, mut is_quoted) = (Vec::new(), 0, false);
    for (at, c) in line.char_indices() {
        is_quoted ^= c == '"' && separator != '|';
        if c == separator && !is_quoted && cells.len() < MAX_TABLE_COLUMNS {
            cells.push(line.get(start..at).unwrap_or(""));
            start = at + c.len_utf8();
        }
    }
    cells.push(line.get(start..).unwrap_or(""));
    cells
        .iter()
        .map(|cell| cell.trim().trim_matches('"').trim())
        .collect()
}

/// Finds a column by its word, the most reliable word first: `Number` next to `Qty` is the card's
/// number.
fn find_column(cells: &[&str], words: &[&str]) -> Option<usize> {
    words
        .iter()
        .find_map(|word| cells.iter().position(|cell| is_word(cell, word)))
}

/// Whether a cell has a word, in any case.
fn is_word(cell: &str, word: &str) -> bool {
    cell.chars().flat_map(char::to_lowercase).eq(word.chars())
}

/// Whether three quarters of a column are of a kind: there may be headings and remarks among the
/// rows.
fn are_mostly(rows: &[Vec<&str>], column: usize, is: fn(&str) -> bool) -> bool {
    let fitting = rows
        .iter()
        .filter(|cells| cells.get(column).is_some_and(|cell| is(cell)));
    4 * fitting.count() >= 3 * rows.len()
}

/// Whether a line has several cells; one behind tabs is only indented.
fn is_row(cells: &[&str]) -> bool {
    cells.iter().rev().skip(1).any(|cell| !cell.is_empty())
}

fn is_count(cell: &str) -> bool {
    let digits = cell.trim_matches(['x', 'X', '×', ' ']);
    (1..=2).contains(&digits.len()) && are_digits(digits)
}

fn is_name(cell: &str) -> bool {
    cell.chars().filter(|c| c.is_alphabetic()).count() > 1 && !is_count(cell)
}

/// Whether the numbers of a column are 1, 2, 3 and so on.
fn goes_up(rows: &[Vec<&str>], column: usize) -> bool {
    let numbers = rows
        .iter()
        .filter_map(|cells| cells.get(column)?.parse::<usize>().ok());
    numbers.enumerate().all(|(at, number)| number == at + 1)
}

//! The inside of a drawn card: values in columns, everything else at its place in its row.
//!
//! Boxes side by side with the same rows are set together, so their lines match.

use crate::{
    cards::DOUBT_MARK,
    text::{
        Style,
        lines::{place_texts, wrap},
    },
};
use sleeve_data::model::FaceId;
use unicode_width::UnicodeWidthStr;

/// Most columns of values side by side.
const MOST_COLUMNS: usize = 3;
/// Spaces between two columns of values.
const COLUMN_GAP: usize = 3;

/// The content of one place of a layout.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct GridCell {
    /// The place in the row: 0 is left, 1 is right.
    pub(super) anchor: f64,
    /// Empty if the value is clear without a label.
    pub(super) label: String,
    pub(super) value: String,
    /// Whether it is the card's name.
    pub(super) title: bool,
}

impl GridCell {
    pub(super) fn is_empty(&self) -> bool {
        self.value.is_empty()
    }

    fn text(&self) -> String {
        match self.label.as_str() {
            "" => self.value.clone(),
            label => format!("{label} {}", self.value),
        }
    }
}

/// A row of a layout with a cell for each place; `None` if the card has no value there.
#[derive(Clone, Debug)]
pub(super) struct GridRow {
    pub(super) cells: Vec<Option<GridCell>>,
    /// The face of the row.
    pub(super) part: FaceId,
    /// Whether that face is a half, which is drawn even if it is empty.
    pub(super) half: bool,
}

impl GridRow {
    fn present_cells(&self) -> impl Iterator<Item = &GridCell> {
        self.cells.iter().flatten()
    }

    /// Returns a row with some of the cells; a name moves to the left border.
    fn cells_of_sort(&self, sort: fn(&GridCell) -> bool) -> GridRow {
        let mut row = self.clone();
        for place in &mut row.cells {
            *place = place.take().filter(sort);
            if let Some(cell) = place
                && cell.title
            {
                cell.anchor = 0.0;
            }
        }
        row
    }

    /// Whether the row only has values with labels, so that it can be set in columns.
    fn is_of_values(&self) -> bool {
        !self.half && self.present_cells().all(|cell| !cell.label.is_empty())
    }
}

/// A line of a box, possibly coloured, and its width in columns.
#[derive(Clone, Default, Debug)]
pub(super) struct GridLine {
    pub(super) text: String,
    pub(super) width: usize,
}

/// Lines of one or more rows of one face.
#[derive(Clone, Debug)]
pub(super) struct Band {
    pub(super) lines: Vec<GridLine>,
    pub(super) part: FaceId,
}

/// Sets boxes with the same rows, so that their lines are at the same height.
pub(super) fn set_boxes(boxes: Vec<Vec<GridRow>>, width: usize, style: &Style) -> Vec<Vec<Band>> {
    let boxes = split_crowded_rows(boxes, width);
    let rows = boxes.first().map_or(0, Vec::len);
    let mut out: Vec<Vec<Band>> = vec![Vec::new(); boxes.len()];
    let mut at = 0;
    while at < rows {
        let run = count_value_rows(&boxes, at);
        let slots = occupied_positions(&boxes, at..at + run);
        if run > 0 && slots.len() > 1 {
            let grid = Grid::new(&boxes, slots, width);
            for (grid_box, row) in boxes.iter().zip(&mut out) {
                let part = grid_box
                    .get(at)
                    .map_or(sleeve_data::model::FRONT, |cells| cells.part);
                row.push(Band { lines: grid.set_lines(grid_box, width, style), part });
            }
            at += run;
            continue;
        }
        let mut level: Vec<Band> = boxes
            .iter()
            .filter_map(|grid_box| grid_box.get(at))
            .map(|cells| Band { lines: set_row(cells, width, style), part: cells.part })
            .collect();
        let tallest = level.iter().map(|row| row.lines.len()).max().unwrap_or(0);
        level
            .iter_mut()
            .for_each(|row| row.lines.resize(tallest, GridLine::default()));
        out.iter_mut()
            .zip(level)
            .for_each(|(rows, row)| rows.push(row));
        at += 1;
    }
    out
}

/// Splits each row that does not fit on one line into rows for the name, the words and the labelled
/// values.
fn split_crowded_rows(mut boxes: Vec<Vec<GridRow>>, width: usize) -> Vec<Vec<GridRow>> {
    let rows = boxes.first().map_or(0, Vec::len);
    // From below, so that inserted rows do not move those still to be split.
    for at in (0..rows).rev() {
        let rows_at = boxes.iter().filter_map(|grid_box| grid_box.get(at));
        if rows_at
            .clone()
            .all(|row| set_on_one_line(row, width).is_some())
        {
            continue;
        }
        let mut sorts: Vec<fn(&GridCell) -> bool> =
            vec![|cell| cell.title, |cell| !cell.title && cell.label.is_empty(), |cell| {
                !cell.title && !cell.label.is_empty()
            }];
        sorts.retain(|sort| rows_at.clone().any(|row| row.present_cells().any(sort)));
        for grid_box in &mut boxes {
            let Some(row) = grid_box.get(at).cloned() else { continue };
            grid_box.splice(at..=at, sorts.iter().map(|sort| row.cells_of_sort(*sort)));
        }
    }
    boxes
}

/// Counts the rows from `from` on that have only labelled values of one face, in every box.
fn count_value_rows(boxes: &[Vec<GridRow>], from: usize) -> usize {
    let mut count = 0;
    while boxes
        .iter()
        .all(|grid_box| continues_values(grid_box, from, from + count))
    {
        count += 1;
    }
    count
}

/// Whether a row of a box only has values, of the same face as the first.
fn continues_values(grid_box: &[GridRow], first: usize, at: usize) -> bool {
    match (grid_box.get(first), grid_box.get(at)) {
        (Some(first), Some(row)) => row.is_of_values() && row.part == first.part,
        _ => false,
    }
}

/// Row and cell of a place of a layout.
type GridPosition = (usize, usize);

/// Returns the places in some rows that have a value in one of the boxes.
fn occupied_positions(boxes: &[Vec<GridRow>], rows: std::ops::Range<usize>) -> Vec<GridPosition> {
    let mut positions = Vec::new();
    for row in rows {
        let rows_at = boxes.iter().filter_map(|grid_box| grid_box.get(row));
        for cell in 0..rows_at.map(|row| row.cells.len()).max().unwrap_or(0) {
            if boxes
                .iter()
                .any(|grid_box| find_cell(grid_box, (row, cell)).is_some())
            {
                positions.push((row, cell));
            }
        }
    }
    positions
}

fn find_cell(rows: &[GridRow], (row, cell): GridPosition) -> Option<&GridCell> {
    rows.get(row)?.cells.get(cell)?.as_ref()
}

/// Returns the widths of label and value for each column.
fn measure_columns(
    boxes: &[Vec<GridRow>],
    slots: &[GridPosition],
    columns: usize,
) -> Vec<(usize, usize)> {
    let mut widths = vec![(0, 0); columns];
    for (at, slot) in slots.iter().enumerate() {
        let Some((label, value)) = widths.get_mut(at % columns) else { continue };
        for cell in boxes
            .iter()
            .filter_map(|grid_box| find_cell(grid_box, *slot))
        {
            *label = cell.label.width().max(*label);
            *value = cell.value.width().max(*value);
        }
    }
    widths
}

struct Grid {
    slots: Vec<GridPosition>,
    /// Widths of label and value for each column.
    columns: Vec<(usize, usize)>,
}

impl Grid {
    /// Chooses as many columns as fit, but no more than the number of lines needs: four values take
    /// two columns, not three.
    fn new(boxes: &[Vec<GridRow>], slots: Vec<GridPosition>, width: usize) -> Grid {
        for most in (2..=MOST_COLUMNS).rev() {
            let lines = slots.len().div_ceil(most);
            let columns = measure_columns(boxes, &slots, slots.len().div_ceil(lines));
            let total: usize = columns.iter().map(|(label, value)| label + 1 + value).sum();
            let gaps = COLUMN_GAP * columns.len().saturating_sub(1);
            if columns.len() > 1 && total + gaps <= width {
                return Grid { slots, columns };
            }
        }
        let columns = measure_columns(boxes, &slots, 1);
        Grid { slots, columns }
    }

    fn set_lines(&self, rows: &[GridRow], width: usize, style: &Style) -> Vec<GridLine> {
        match self.columns.as_slice() {
            [_] => self
                .slots
                .iter()
                .flat_map(|slot| set_single_value(find_cell(rows, *slot), width, style))
                .collect(),
            columns => self
                .slots
                .chunks(columns.len())
                .map(|slots| {
                    let cells = slots.iter().map(|slot| find_cell(rows, *slot));
                    set_columns(&cells.zip(columns).collect::<Vec<_>>(), style)
                })
                .collect(),
        }
    }
}

/// Sets one line of several columns: labels on the left, values on the right.
fn set_columns(cells: &[(Option<&GridCell>, &(usize, usize))], style: &Style) -> GridLine {
    let mut line = GridLine::default();
    for (i, (cell, (label, value))) in cells.iter().enumerate() {
        if i > 0 {
            line.push(COLUMN_GAP, "", "");
        }
        let (label_text, value_text) =
            cell.map_or(("", ""), |cell| (cell.label.as_str(), cell.value.as_str()));
        line.push(0, label_text, &style.dim(label_text));
        line.push(label - label_text.width() + 1 + value - value_text.width(), "", "");
        line.push(0, value_text, &paint_value(value_text, style));
    }
    line
}

/// Sets a value on its own line at the right border; wraps its label if both do not fit.
fn set_single_value(cell: Option<&GridCell>, width: usize, style: &Style) -> Vec<GridLine> {
    let Some(cell) = cell else { return vec![GridLine::default()] };
    let room = width.saturating_sub(cell.value.width() + 1).max(1);
    let mut lines: Vec<GridLine> = Vec::new();
    for text in wrap(&cell.label, room, style) {
        let mut line = GridLine::default();
        line.push(0, &text, &style.dim(&text));
        lines.push(line);
    }
    let fits = lines
        .last()
        .is_some_and(|line| line.width + 1 + cell.value.width() <= width);
    if fits && let Some(last) = lines.last_mut() {
        last.push(width - last.width - cell.value.width(), "", "");
        last.push(0, &cell.value, &paint_value(&cell.value, style));
        return lines;
    }
    for text in wrap(&cell.value, width, style) {
        let mut line = GridLine::default();
        line.push(width - text.width().min(width), "", "");
        line.push(0, &text, &paint_value(&text, style));
        lines.push(line);
    }
    lines
}

impl GridLine {
    /// Appends spaces, then a painted text. `plain` is the text without colours, for its width.
    fn push(&mut self, spaces: usize, plain: &str, painted: &str) {
        self.text.push_str(&" ".repeat(spaces));
        self.text.push_str(painted);
        self.width += spaces + plain.width();
    }

    /// Paints the texts of cells within a plain line.
    fn paint_cells(plain: String, cells: &[&GridCell], style: &Style) -> GridLine {
        let width = plain.width();
        if !style.colour {
            return GridLine { text: plain, width };
        }
        let (mut text, mut rest) = (String::new(), plain.as_str());
        for cell in cells {
            let cell_text = cell.text();
            let Some((before, after)) = rest.split_once(&cell_text) else { continue };
            text.push_str(before);
            text.push_str(&match cell.label.as_str() {
                _ if cell.title => style.bold(&cell_text),
                "" => cell_text,
                label => format!("{} {}", style.dim(label), paint_value(&cell.value, style)),
            });
            rest = after;
        }
        text.push_str(rest);
        GridLine { text, width }
    }
}

/// Paints a value bold, or in the colour of doubt if it is not attested.
fn paint_value(value: &str, style: &Style) -> String {
    if value.is_empty() {
        String::new()
    } else if value.starts_with([DOUBT_MARK, '?']) {
        style.doubtful(value)
    } else {
        style.bold(value)
    }
}

/// Sets a row on one line, each cell at its place; `None` if it does not fit.
fn set_on_one_line(cells: &GridRow, width: usize) -> Option<String> {
    place_cells(&cells.present_cells().collect::<Vec<_>>(), width)
}

/// Sets a row on one line if it fits, otherwise on several lines filled from the left.
fn set_row(cells: &GridRow, width: usize, style: &Style) -> Vec<GridLine> {
    let present: Vec<&GridCell> = cells.present_cells().collect();
    if present.is_empty() {
        return if cells.half { vec![GridLine::default()] } else { Vec::new() };
    }
    if let Some(line) = set_on_one_line(cells, width) {
        return vec![GridLine::paint_cells(line, &present, style)];
    }
    let mut lines: Vec<Vec<&GridCell>> = Vec::new();
    for cell in present {
        if let Some(line) = lines.last_mut() {
            line.push(cell);
            if place_cells(line, width).is_some() {
                continue;
            }
            line.pop();
        }
        lines.push(vec![cell]);
    }
    let mut set = Vec::new();
    for cells in lines {
        if let Some(line) = place_cells(&cells, width) {
            set.push(GridLine::paint_cells(line, &cells, style));
            continue;
        }
        // Only a cell that is alone can be too long for a line.
        for cell in cells {
            for piece in wrap(&cell.text(), width, style) {
                let line = place_texts(&[(cell.anchor, &piece)], width).unwrap_or(piece);
                set.push(GridLine::paint_cells(line, &[], style));
            }
        }
    }
    set
}

/// Places cells on one line, each at its anchor; `None` if they do not fit.
fn place_cells(cells: &[&GridCell], width: usize) -> Option<String> {
    let texts: Vec<(f64, String)> = cells.iter().map(|c| (c.anchor, c.text())).collect();
    let all: Vec<(f64, &str)> = texts
        .iter()
        .map(|(anchor, t)| (*anchor, t.as_str()))
        .collect();
    place_texts(&all, width)
}

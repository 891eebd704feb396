//! Decks in a record batch as columns: verdicts, findings and measures.

use super::{exception, library::Opened};
use arrow_array::{
    Array, ArrayRef, BooleanArray, ListArray, PrimitiveArray, RecordBatch, StringArray,
    StructArray,
    cast::AsArray,
    types::{Float64Type, Int64Type},
};
use arrow_buffer::OffsetBuffer;
use arrow_schema::{DataType, Field, FieldRef, Fields, SchemaRef};
use pyo3::{
    exceptions::{PyKeyError, PyTypeError},
    prelude::*,
};
use serde_json::Number;
use sleeve::{
    check::{self, Batch, CheckRequest, CheckedDeck, DeckState, Input, RowExtras},
    language::Truth,
    model::{CardIndex, Catalog, Deck, Lang, Lens},
    problem::Severity,
    report::{
        Style,
        documents::finding_numbers::{Amount, FindingNumbers, NumberRange},
        finding::Wording,
        forms::{
            overview::OverviewRow,
            report_items::{ReportItem, ReportSubject, deck_items},
        },
        stats::describe_error,
    },
    stats::StatsRequest,
};
use std::sync::Arc;

/// The number of decks between two checks for Ctrl-C, which is also the most decks in memory
/// besides their batch.
const SLICE_ROWS: usize = 1_024;

/// The settings for checking decks in batches.
#[derive(Default)]
pub struct CheckColumns {
    /// The column with the decks.
    pub deck: String,
    /// The column with their file names.
    pub name: Option<String>,
    pub request: CheckRequest,
    /// Column names, each with a measure.
    pub measures: Vec<(String, String)>,
    pub condition: Option<String>,
    /// The prefix for the names of new columns.
    pub prefix: String,
    /// Empty decks of formats that have the words of the measures and of the condition. They are
    /// measured together with the decks of each batch. So a text is an error only if no game has
    /// its words, whatever decks a batch contains.
    pub probes: Vec<CheckedDeck>,
}

/// The result for one row.
#[derive(Default)]
struct DeckRow {
    game: Option<String>,
    format: Option<String>,
    role: Option<String>,
    /// `None` if the row has no deck.
    verdict: Option<&'static str>,
    provisional: Option<bool>,
    errors: Option<i64>,
    warnings: Option<i64>,
    first: Option<String>,
    findings: Vec<FoundRow>,
    fingerprint: Option<String>,
    measures: Vec<Option<f64>>,
    satisfies: Option<bool>,
}

/// A finding.
struct FoundRow {
    rule: String,
    level: &'static str,
    status: &'static str,
    message: String,
    line: Option<i64>,
    /// Id, name and number of copies.
    cards: Vec<(String, String, i64)>,
    actual: (Option<f64>, Option<f64>),
    limit: (Option<f64>, Option<f64>),
}

fn field(name: &str, kind: DataType) -> FieldRef {
    Arc::new(Field::new(name, kind, true))
}

fn list(of: Fields) -> DataType {
    DataType::List(field("item", DataType::Struct(of)))
}

fn card_fields() -> Fields {
    [field("id", DataType::Utf8), field("name", DataType::Utf8), field("count", DataType::Int64)]
        .into_iter()
        .collect()
}

fn range_fields() -> Fields {
    ["min", "max"].map(|name| field(name, DataType::Float64)).into_iter().collect()
}

fn found_fields() -> Fields {
    let range = || DataType::Struct(range_fields());
    let text = ["rule", "level", "status", "message"].map(|name| field(name, DataType::Utf8));
    let rest = [
        field("line", DataType::Int64),
        field("cards", list(card_fields())),
        field("actual", range()),
        field("limit", range()),
    ];
    text.into_iter().chain(rest).collect()
}

impl CheckColumns {
    /// The columns that are added to a batch.
    pub fn fields(&self) -> Vec<FieldRef> {
        let text = |name| (name, DataType::Utf8);
        let mut columns = vec![
            text("game"),
            text("format"),
            text("role"),
            text("verdict"),
            ("provisional", DataType::Boolean),
            ("errors", DataType::Int64),
            ("warnings", DataType::Int64),
            text("first"),
            ("findings", list(found_fields())),
            text("fingerprint"),
        ];
        columns.extend(self.measures.iter().map(|(name, _)| (name.as_str(), DataType::Float64)));
        columns.extend(self.condition.iter().map(|_| ("where", DataType::Boolean)));
        let named = |(name, kind)| field(&format!("{}{name}", self.prefix), kind);
        columns.into_iter().map(named).collect()
    }

    /// The columns of the table of cards in decks.
    pub fn usage_fields() -> Vec<FieldRef> {
        let text =
            ["deck", "game", "zone", "card", "title"].map(|name| field(name, DataType::Utf8));
        text.into_iter().chain([field("copies", DataType::Int64)]).collect()
    }

    /// Finds formats that have the words of the measures and of the condition, among the possible
    /// formats of the decks.
    ///
    /// # Errors
    /// No format has them.
    pub fn find_probes(&mut self, opened: &Opened) -> Result<(), String> {
        let Ok(project) = opened.projects.current_project() else { return Ok(()) };
        let library = &project.library;
        let named = self.request.format.as_deref().and_then(|word| Some(word.split_once('/')?.0));
        let game = named.or(self.request.game.as_deref()).and_then(|game| library.game_id(game));
        for game in game.map_or_else(|| library.game_ids(), |game| vec![game]) {
            let Ok(catalog) = library.open(&game) else { continue };
            self.probes.extend(catalog.formats().map(|of| empty_deck(&catalog, &of.named.id)));
        }
        self.measure(&self.probes)?;
        let alone = self.probes.iter().find(|of| self.measure(std::slice::from_ref(*of)).is_ok());
        if let Some(alone) = alone.cloned() {
            self.probes = vec![alone];
        }
        Ok(())
    }

    /// Checks that batches with these columns can be processed.
    ///
    /// # Errors
    /// A column is missing, or has the name of a new one.
    pub fn check_schema(&self, schema: &SchemaRef, adds: bool) -> PyResult<()> {
        let batch = RecordBatch::new_empty(Arc::clone(schema));
        for name in std::iter::once(&self.deck).chain(&self.name) {
            Cells::new(&batch, name)?;
        }
        for field in self.fields().iter().filter(|_| adds) {
            if schema.index_of(field.name()).is_ok() {
                let name = field.name();
                let text = format!(
                    "the batch already has a column `{name}`: use `prefix` for the new columns"
                );
                return Err(PyKeyError::new_err(text));
            }
        }
        Ok(())
    }

    /// Checks the decks of a batch.
    pub fn check(&self, batch: &RecordBatch, opened: &Opened) -> PyResult<Vec<ArrayRef>> {
        self.check_schema(batch.schema_ref(), true)?;
        let mut rows: Vec<DeckRow> = Vec::with_capacity(batch.num_rows());
        self.for_slices(batch, opened, true, |names, decks| {
            let measured = self.measure(decks)?;
            let of_rows = decks.len().saturating_sub(self.probes.len());
            let mut next = decks.iter().zip(measured).take(of_rows).peekable();
            for name in names {
                let Some(row) = name.as_ref().and_then(|_| next.next()) else {
                    rows.push(DeckRow {
                        measures: vec![None; self.measures.len()],
                        ..DeckRow::default()
                    });
                    continue;
                };
                let mut several = 1;
                while next.next_if(|(deck, _)| deck.part.is_some_and(|part| part > 1)).is_some() {
                    several += 1;
                }
                let (deck, measured) = row;
                rows.push(if several > 1 {
                    refused_row(several, measured)
                } else {
                    deck_row(deck, measured)
                });
            }
            Ok(())
        })?;
        Ok(self.columns(rows))
    }

    /// The cards in the decks of a batch.
    pub fn usage(&self, batch: &RecordBatch, opened: &Opened) -> PyResult<Vec<ArrayRef>> {
        let (mut texts, mut copies) = (<[Vec<Option<String>>; 5]>::default(), Vec::new());
        self.for_slices(batch, opened, false, |names, decks| {
            let mut names = names.iter().flatten();
            let mut name = None;
            for deck in decks {
                if deck.part.is_none_or(|part| part == 1) {
                    name = names.next();
                }
                let Some((catalog, read)) = deck.catalog_and_deck() else { continue };
                for entry in read.entries.iter().filter(|entry| entry.card != CardIndex::STRANGER) {
                    let card = catalog.cards.card(entry.card);
                    let cells = [
                        name.map_or("", String::as_str),
                        catalog.game.id(),
                        &*entry.zone,
                        card.id(),
                        card.name(Lang::En),
                    ];
                    texts
                        .iter_mut()
                        .zip(cells)
                        .for_each(|(column, cell)| column.push(Some(cell.to_owned())));
                    copies.push(Some(i64::from(entry.count)));
                }
            }
            Ok(())
        })?;
        let mut columns: Vec<ArrayRef> = texts.into_iter().map(text_column).collect();
        columns.push(number_column(copies));
        Ok(columns)
    }

    /// Reads the decks of a batch in slices, with the names of their rows; `None`: the row has no
    /// deck.
    fn for_slices(
        &self,
        batch: &RecordBatch,
        opened: &Opened,
        asks_rules: bool,
        mut each: impl FnMut(&[Option<String>], &[CheckedDeck]) -> Result<(), String> + Send,
    ) -> PyResult<()> {
        let decks = Cells::new(batch, &self.deck)?;
        let names = self.name.as_deref().map(|name| Cells::new(batch, name)).transpose()?;
        for start in (0..batch.num_rows()).step_by(SLICE_ROWS) {
            let rows = start..(start + SLICE_ROWS).min(batch.num_rows());
            let name = |row| {
                let name = names.as_ref().and_then(|names| names.get(row));
                // Without folders: a stranger's path must not lead to settings.
                let name =
                    name.and_then(|name| name.rsplit(|byte| matches!(byte, b'/' | b'\\')).next());
                name.map_or_else(
                    || "deck".to_owned(),
                    |name| String::from_utf8_lossy(name).into_owned(),
                )
            };
            let called: Vec<Option<String>> =
                rows.clone().map(|row| decks.get(row).map(|_| name(row))).collect();
            let filled = rows.filter_map(|row| decks.get(row));
            let inputs: Vec<Input> = called
                .iter()
                .flatten()
                .zip(filled)
                .map(|(name, content)| Input::bytes(name, content))
                .collect();
            Python::attach(|py| {
                py.check_signals()?;
                let done = opened.workers.run(py, || {
                    let read = if asks_rules { check::check } else { check::read };
                    let Batch { mut decks, .. } = read(&opened.projects, inputs, &self.request);
                    // After those of the rows.
                    decks.extend(self.probes.iter().cloned());
                    each(&called, &decks)
                });
                done?.map_err(|text| exception(py, &text))
            })?;
        }
        Ok(())
    }

    /// Measures each deck; an error is ready to print.
    fn measure(&self, decks: &[CheckedDeck]) -> Result<Vec<Measured>, String> {
        let options = &self.request.options;
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let measures = self.measures.iter().map(|(_, text)| text.clone()).collect();
        let asked = StatsRequest { lens, measures, ..StatsRequest::default() };
        let beside = RowExtras { provisional: false, fingerprint: true };
        let drawn = |error: &_| describe_error(error, &Style::PLAIN).render(&Style::PLAIN);
        let table = check::measure_decks(decks, &asked, &[], &options.overrides, beside);
        let table = table.map_err(|error| drawn(&error))?;
        let truths = match &self.condition {
            None => vec![None; decks.len()],
            Some(text) => {
                let subject = StatsRequest { measures: Vec::new(), ..asked.clone() };
                let answers = check::ask_decks(decks, text, &subject, &[], &options.overrides);
                answers.map_err(|error| drawn(&error))?.0
            }
        };
        let rows = table.rows.into_iter().zip(truths).map(|(row, truth)| Measured {
            fingerprint: row.fingerprint.map(|fingerprint| fingerprint.to_string()),
            values: row
                .values
                .into_iter()
                .map(|value| Some(value?.exact_value()?.to_f64()))
                .collect(),
            satisfies: match truth {
                Some(Ok(Truth::True)) => Some(true),
                Some(Ok(Truth::False)) => Some(false),
                _ => None,
            },
        });
        Ok(rows.collect())
    }

    fn columns(&self, mut rows: Vec<DeckRow>) -> Vec<ArrayRef> {
        let mut columns = vec![
            text_column(rows.iter_mut().map(|row| row.game.take())),
            text_column(rows.iter_mut().map(|row| row.format.take())),
            text_column(rows.iter_mut().map(|row| row.role.take())),
            text_column(rows.iter().map(|row| row.verdict)),
            Arc::new(rows.iter().map(|row| row.provisional).collect::<BooleanArray>()),
            number_column(rows.iter().map(|row| row.errors)),
            number_column(rows.iter().map(|row| row.warnings)),
            text_column(rows.iter_mut().map(|row| row.first.take())),
        ];
        let lengths: Vec<usize> = rows.iter().map(|row| row.findings.len()).collect();
        let found = rows.iter_mut().flat_map(|row| std::mem::take(&mut row.findings)).collect();
        columns.push(list_column(lengths, found_columns(found)));
        columns.push(text_column(rows.iter_mut().map(|row| row.fingerprint.take())));
        for at in 0..self.measures.len() {
            let values = rows.iter().map(|row| row.measures.get(at).copied().flatten());
            columns.push(Arc::new(values.collect::<PrimitiveArray<Float64Type>>()));
        }
        if self.condition.is_some() {
            columns.push(Arc::new(rows.iter().map(|row| row.satisfies).collect::<BooleanArray>()));
        }
        columns
    }
}

/// A deck of a format without cards.
fn empty_deck(catalog: &Arc<Catalog>, format: &str) -> CheckedDeck {
    let game = catalog.game.id().to_owned();
    CheckedDeck {
        path: String::new(),
        part: None,
        text: Arc::default(),
        state: DeckState::Read {
            catalog: Arc::clone(catalog),
            deck: Deck { game, ..Deck::default() },
            format: Some(format.to_owned()),
            obstacles: Vec::new(),
        },
        legal_until: None,
    }
}

/// The measurements of a deck.
struct Measured {
    fingerprint: Option<String>,
    values: Vec<Option<f64>>,
    satisfies: Option<bool>,
}

fn deck_row(deck: &CheckedDeck, measured: Measured) -> DeckRow {
    let row = OverviewRow::new(deck);
    let text = |text: Option<&str>| text.map(str::to_owned);
    let count = |count: usize| i64::try_from(count).ok();
    DeckRow {
        game: text(row.game),
        format: text(row.format),
        role: text(row.role),
        verdict: Some(row.verdict),
        provisional: Some(row.provisional),
        errors: count(row.errors),
        warnings: count(row.warnings),
        first: text(row.first),
        findings: deck_items(deck, Lang::En)
            .into_iter()
            .map(|item| found_row(item, deck))
            .collect(),
        fingerprint: measured.fingerprint,
        measures: measured.values,
        satisfies: measured.satisfies,
    }
}

/// The row for several decks in one cell, which have no common verdict.
fn refused_row(decks: usize, measured: Measured) -> DeckRow {
    let none = (None, None);
    let message = format!("{decks} decks in one cell: use one row per deck");
    let found = FoundRow {
        rule: "unusable".to_owned(),
        level: "error",
        status: "broken",
        message,
        line: None,
        cards: Vec::new(),
        actual: none,
        limit: none,
    };
    DeckRow {
        verdict: Some("unusable"),
        provisional: Some(false),
        errors: Some(1),
        warnings: Some(0),
        first: Some("unusable".to_owned()),
        findings: vec![found],
        measures: vec![None; measured.values.len()],
        ..DeckRow::default()
    }
}

fn found_row(item: ReportItem<'_>, deck: &CheckedDeck) -> FoundRow {
    let mut row = FoundRow {
        rule: item.id.to_owned(),
        level: if item.severity == Severity::Error { "error" } else { "warning" },
        status: "broken",
        message: item.message,
        line: item.place.range.and_then(|at| i64::try_from(at.start.0).ok()),
        cards: Vec::new(),
        actual: (None, None),
        limit: (None, None),
    };
    let (ReportSubject::Finding(finding), Some(catalog)) = (item.subject, deck.catalog()) else {
        return row;
    };
    let ends = |range: &NumberRange| {
        let end = |end: &Option<Number>| end.as_ref().and_then(Number::as_f64);
        (end(&range.min), end(&range.max))
    };
    let FindingNumbers { actual, limit } = FindingNumbers::from_problem(&finding.problem);
    row.actual = match &actual {
        Some(Amount::Exact(number)) => (number.as_f64(), number.as_f64()),
        Some(Amount::Range(range)) => ends(range),
        None => (None, None),
    };
    row.limit = limit.as_ref().map_or((None, None), ends);
    (row.level, row.status) = (finding.level.word(), finding.status.word());
    let cards = Wording::new(finding, catalog, Lang::En).cards().into_iter();
    let cards = cards.filter(|(card, _)| *card != CardIndex::STRANGER).map(|(card, count)| {
        let card = catalog.cards.card(card);
        (card.id().to_owned(), card.name(Lang::En).to_owned(), i64::from(count))
    });
    row.cards = cards.collect();
    row
}

/// A column of bytes or texts, in any Arrow type.
struct Cells<'a> {
    array: &'a ArrayRef,
    value: Box<dyn Fn(usize) -> &'a [u8] + 'a>,
}

impl<'a> Cells<'a> {
    fn new(batch: &'a RecordBatch, name: &str) -> PyResult<Cells<'a>> {
        let array = batch.column_by_name(name).ok_or_else(|| {
            let schema = batch.schema();
            let names: Vec<&str> =
                schema.fields().iter().map(|field| field.name().as_str()).collect();
            PyKeyError::new_err(format!(
                "there is no column `{name}`; use one of {}",
                names.join(", ")
            ))
        })?;
        let value: Box<dyn Fn(usize) -> &'a [u8] + 'a> = match array.data_type() {
            DataType::Utf8 => {
                let of = array.as_string::<i32>();
                Box::new(move |row| of.value(row).as_bytes())
            }
            DataType::LargeUtf8 => {
                let of = array.as_string::<i64>();
                Box::new(move |row| of.value(row).as_bytes())
            }
            DataType::Utf8View => {
                let of = array.as_string_view();
                Box::new(move |row| of.value(row).as_bytes())
            }
            DataType::Binary => {
                let of = array.as_binary::<i32>();
                Box::new(move |row| of.value(row))
            }
            DataType::LargeBinary => {
                let of = array.as_binary::<i64>();
                Box::new(move |row| of.value(row))
            }
            DataType::BinaryView => {
                let of = array.as_binary_view();
                Box::new(move |row| of.value(row))
            }
            DataType::Null => Box::new(|_| &[]),
            other => {
                let text = format!("column `{name}` contains {other}, not texts or bytes");
                return Err(PyTypeError::new_err(text));
            }
        };
        Ok(Cells { array, value })
    }

    /// The value of a row; `None` if it is null.
    fn get(&self, row: usize) -> Option<&'a [u8]> {
        let is_there = self.array.is_valid(row) && *self.array.data_type() != DataType::Null;
        is_there.then(|| (self.value)(row))
    }
}

fn text_column<T: AsRef<str>>(cells: impl IntoIterator<Item = Option<T>>) -> ArrayRef {
    Arc::new(cells.into_iter().collect::<StringArray>())
}

fn number_column(cells: impl IntoIterator<Item = Option<i64>>) -> ArrayRef {
    Arc::new(cells.into_iter().collect::<PrimitiveArray<Int64Type>>())
}

fn list_column(lengths: Vec<usize>, of: StructArray) -> ArrayRef {
    let item = field("item", of.data_type().clone());
    Arc::new(ListArray::new(item, OffsetBuffer::from_lengths(lengths), Arc::new(of), None))
}

fn range_column(ranges: impl Iterator<Item = (Option<f64>, Option<f64>)>) -> ArrayRef {
    let (low, high): (Vec<_>, Vec<_>) = ranges.unzip();
    let ends = [low, high]
        .map(|end| Arc::new(end.into_iter().collect::<PrimitiveArray<Float64Type>>()) as ArrayRef);
    Arc::new(StructArray::new(range_fields(), ends.into(), None))
}

fn found_columns(mut found: Vec<FoundRow>) -> StructArray {
    let lengths = found.iter().map(|row| row.cards.len()).collect();
    let cards: Vec<_> = found.iter_mut().flat_map(|row| std::mem::take(&mut row.cards)).collect();
    let card_columns = vec![
        text_column(cards.iter().map(|card| Some(&card.0))),
        text_column(cards.iter().map(|card| Some(&card.1))),
        number_column(cards.iter().map(|card| Some(card.2))),
    ];
    let columns = vec![
        text_column(found.iter().map(|row| Some(&row.rule))),
        text_column(found.iter().map(|row| Some(row.level))),
        text_column(found.iter().map(|row| Some(row.status))),
        text_column(found.iter().map(|row| Some(&row.message))),
        number_column(found.iter().map(|row| row.line)),
        list_column(lengths, StructArray::new(card_fields(), card_columns, None)),
        range_column(found.iter().map(|row| row.actual)),
        range_column(found.iter().map(|row| row.limit)),
    ];
    StructArray::new(found_fields(), columns, None)
}

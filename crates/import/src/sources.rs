//! Records of sources: JSON files, JSON lines and sheets.

use crate::{
    mapping::ListMapping,
    messages::{ImportMessage, RecordMessage, RecordPlace},
};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use serde_json::{Map, Number, Value};
use std::{cell::RefCell, collections::HashSet, fmt, sync::Arc};

/// Most records of all sources together.
pub const MAX_RECORDS: usize = 1_000_000;

// Extensions of files with records.
const JSON: &str = "json";
const JSON_LINES: [&str; 2] = ["jsonl", "ndjson"];
const SHEETS: [&str; 2] = ["csv", "tsv"];

#[derive(Clone, Debug, Default)]
pub(super) struct RecordContext {
    /// The file's name in messages.
    pub input: Arc<str>,
    /// The name of the file without its extension.
    pub file: Arc<str>,
    /// The name of the file's folder.
    pub folder: Arc<str>,
    /// The key of the record, or of the value around it.
    pub key: Option<Arc<str>>,
    /// Objects around the list of records, nearest first.
    pub enclosing: Vec<Arc<Value>>,
}

/// Receives records one by one.
pub(super) trait RecordSink {
    fn take_record(
        &mut self,
        place: RecordPlace,
        value: Value,
        context: &Arc<RecordContext>,
    ) -> Result<(), ImportMessage>;

    /// Takes an object around records, `depth` lists out.
    fn take_enclosing(&mut self, depth: usize, value: &Value);

    /// Takes an unreadable record.
    fn refuse(&mut self, place: RecordPlace, context: &Arc<RecordContext>, message: RecordMessage);
}

/// Whether a file with this name is a sheet.
pub(super) fn is_sheet(name: &str) -> bool {
    SHEETS.contains(&ending(name).as_str())
}

/// Whether a file with this name may contain records.
pub fn may_hold_records(name: &str) -> bool {
    let ending = ending(name);
    ending == JSON || JSON_LINES.contains(&ending.as_str()) || SHEETS.contains(&ending.as_str())
}

fn ending(name: &str) -> String {
    let file = name.rsplit(['/', '\\']).next().unwrap_or(name);
    file.rsplit_once('.')
        .map_or_else(String::new, |(_, ending)| ending.to_ascii_lowercase())
}

impl RecordContext {
    /// The surroundings of all records of a file.
    pub(super) fn from_path(name: &str) -> RecordContext {
        let mut parts = name.rsplit(['/', '\\']);
        let file = parts.next().unwrap_or(name);
        let stem = file.rsplit_once('.').map_or(file, |(stem, _)| stem);
        let folder = parts.next().unwrap_or_default();
        RecordContext {
            input: name.into(),
            file: stem.into(),
            folder: folder.into(),
            ..RecordContext::default()
        }
    }

    fn not_csv(&self, error: &csv::Error) -> ImportMessage {
        ImportMessage::NotCsv { input: self.input.to_string(), message: error.to_string() }
    }

    fn with_key(&self, key: &str) -> RecordContext {
        RecordContext { key: Some(key.into()), ..self.clone() }
    }

    fn with_enclosing(&self, enclosing: Value) -> RecordContext {
        let mut inner = self.clone();
        inner.enclosing.insert(0, Arc::new(enclosing));
        inner
    }
}

/// Reads the records of a source.
///
/// # Errors
/// The source cannot be read at all. A single unreadable record is refused.
pub(super) fn read(
    name: &str,
    text: &str,
    list: &ListMapping,
    sink: &mut dyn RecordSink,
) -> Result<(), ImportMessage> {
    // A byte order mark, as written by spreadsheets and old editors.
    let plain = text.trim_start_matches('\u{feff}');
    let context = Arc::new(RecordContext::from_path(name));
    if is_sheet(name) {
        return read_sheet(plain, &context, sink);
    }
    if JSON_LINES.contains(&ending(name).as_str()) {
        return read_lines(plain, &context, sink);
    }
    let mut walk = RecordWalk { list, sink, count: 0 };
    let begins_with_any = list.steps.first().is_some_and(|step| step == "*");
    let root = parse_json(plain).map_err(|mistake| mistake.into_message(name))?;
    match root {
        // A list at the top is the list of records, even if the mapping's `list` suits other files.
        Value::Array(records) if !begins_with_any => records
            .into_iter()
            .try_for_each(|record| walk.read_record(record, &context)),
        Value::Object(_) if list.steps.is_empty() => walk.read_record(root, &context),
        Value::Array(_) | Value::Object(_) => walk.follow_path(root, &list.steps, &context, true),
        _ => Err(ImportMessage::NoRecords { input: name.to_owned() }),
    }
}

/// Reads a file with a record on each line. Blank lines are skipped.
fn read_lines(
    text: &str,
    context: &Arc<RecordContext>,
    sink: &mut dyn RecordSink,
) -> Result<(), ImportMessage> {
    for (at, line) in text
        .lines()
        .enumerate()
        .filter(|(_, line)| !line.trim().is_empty())
    {
        let place = RecordPlace::Line(at as u64 + 1);
        match parse_json(line) {
            Ok(value) => sink.take_record(place, value, context)?,
            Err(JsonMistake { repeated_key: Some(key), .. }) => {
                sink.refuse(place, context, RecordMessage::KeyTwiceInLine { key });
            }
            Err(JsonMistake { message, .. }) => {
                // Each line is parsed alone, so the parser's line number is always 1.
                let short = message.replace(" at line 1 column ", ", column ");
                sink.refuse(place, context, RecordMessage::BadLine { message: short });
            }
        }
    }
    Ok(())
}

struct RecordWalk<'w> {
    list: &'w ListMapping,
    sink: &'w mut dyn RecordSink,
    count: usize,
}

impl RecordWalk<'_> {
    fn read_record(
        &mut self,
        value: Value,
        context: &Arc<RecordContext>,
    ) -> Result<(), ImportMessage> {
        self.count += 1;
        self.sink
            .take_record(RecordPlace::Record(self.count), value, context)
    }

    /// Reads a record, or a list of records.
    fn read_records(
        &mut self,
        value: Value,
        context: &Arc<RecordContext>,
    ) -> Result<(), ImportMessage> {
        match value {
            Value::Array(all) => all
                .into_iter()
                .try_for_each(|value| self.read_record(value, context)),
            one => self.read_record(one, context),
        }
    }

    fn follow_path(
        &mut self,
        value: Value,
        steps: &[String],
        context: &Arc<RecordContext>,
        is_root: bool,
    ) -> Result<(), ImportMessage> {
        let Some((step, rest)) = steps.split_first() else {
            return match value {
                Value::Array(_) => self.read_records(value, context),
                _ => self.refuse_missing_list(context, is_root),
            };
        };
        match (step.as_str(), value) {
            ("*", Value::Array(all)) => all.into_iter().try_for_each(|value| match rest {
                [] => self.read_record(value, context),
                rest => self.follow_path(value, rest, context, false),
            }),
            ("*", Value::Object(all)) => all.into_iter().try_for_each(|(key, value)| {
                let context = Arc::new(context.with_key(&key));
                match rest {
                    [] => self.read_records(value, &context),
                    rest => self.follow_path(value, rest, &context, false),
                }
            }),
            (name, Value::Object(mut all)) if name != "*" => {
                // `shift_remove` keeps the order of the other fields.
                let Some(inner) = all.shift_remove(name) else {
                    return self.refuse_missing_list(context, is_root);
                };
                let enclosing = Value::Object(all);
                let depth = rest.iter().filter(|step| *step != "*").count();
                self.sink.take_enclosing(depth, &enclosing);
                let context = Arc::new(context.with_enclosing(enclosing));
                self.follow_path(inner, rest, &context, is_root)
            }
            _ => self.refuse_missing_list(context, is_root),
        }
    }

    /// Refuses a value without a list of records, unless the list is optional.
    ///
    /// # Errors
    /// The value is the whole file.
    fn refuse_missing_list(
        &mut self,
        context: &Arc<RecordContext>,
        is_root: bool,
    ) -> Result<(), ImportMessage> {
        if self.list.is_optional {
            return Ok(());
        }
        let list = self.list.written.clone();
        if is_root {
            return Err(ImportMessage::NoList { input: context.input.to_string(), list });
        }
        self.count += 1;
        let place = RecordPlace::Record(self.count);
        self.sink
            .refuse(place, context, RecordMessage::NoListHere { list });
        Ok(())
    }
}

/// Reads a sheet: a row is a record, with fields named by the first row.
fn read_sheet(
    text: &str,
    context: &Arc<RecordContext>,
    sink: &mut dyn RecordSink,
) -> Result<(), ImportMessage> {
    let (separator, skipped) = find_separator(text);
    let rows = text.get(skipped..).unwrap_or_default();
    // The `csv` crate would read everything after an open quote as one cell.
    if let Some(line) = find_open_quote(rows, separator) {
        return Err(ImportMessage::OpenQuote { input: context.input.to_string(), line });
    }
    // The first row is read below, because empty rows may precede it. Rows may have any length, so
    // that one that is too long is refused individually.
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .delimiter(separator)
        .from_reader(rows.as_bytes());
    let mut head: Vec<String> = Vec::new();
    let mut row = csv::StringRecord::new();
    let mut lines = SheetLines { bytes: rows.as_bytes(), at: 0, line: 1 };
    while reader
        .read_record(&mut row)
        .map_err(|error| context.not_csv(&error))?
    {
        if row.iter().all(|cell| cell.trim().is_empty()) {
            continue;
        }
        if head.is_empty() {
            head = column_names(&row, context)?;
            continue;
        }
        let line = lines.line_at(row.position().map_or(0, csv::Position::byte) as usize);
        let place = RecordPlace::Line(line + u64::from(skipped > 0));
        let (cells, columns) = (filled_length(&row), head.len());
        if cells > columns {
            sink.refuse(place, context, RecordMessage::LongRow { cells, head: columns });
            continue;
        }
        sink.take_record(place, row_value(&head, &row), context)?;
    }
    Ok(())
}

/// A row as a record of its filled cells.
fn row_value(head: &[String], row: &csv::StringRecord) -> Value {
    let mut fields = Map::new();
    for (name, cell) in head.iter().zip(row) {
        if !cell.trim().is_empty() {
            fields.insert(name.clone(), Value::String(cell.trim().to_owned()));
        }
    }
    Value::Object(fields)
}

/// Counts the lines of a sheet.
struct SheetLines<'t> {
    bytes: &'t [u8],
    at: usize,
    line: u64,
}

impl SheetLines<'_> {
    /// The line of the row that begins at a byte, or after the line ends at that byte, because the
    /// `csv` crate gives the position before empty lines, which it skips.
    fn line_at(&mut self, start: usize) -> u64 {
        let rest = self.bytes.get(start..).unwrap_or_default();
        let ends = rest
            .iter()
            .take_while(|byte| matches!(byte, b'\n' | b'\r'))
            .count();
        let passed = self.bytes.get(self.at..start + ends).unwrap_or_default();
        self.line += passed.iter().filter(|byte| **byte == b'\n').count() as u64;
        self.at = start + ends;
        self.line
    }
}

/// The number of cells of a row up to the last non-empty one.
fn filled_length(row: &csv::StringRecord) -> usize {
    let filled = row
        .iter()
        .enumerate()
        .filter(|(_, cell)| !cell.trim().is_empty());
    filled.last().map_or(0, |(at, _)| at + 1)
}

/// The names of the columns; a column without a name is called by its number.
///
/// # Errors
/// Two columns have the same name.
fn column_names(
    row: &csv::StringRecord,
    context: &RecordContext,
) -> Result<Vec<String>, ImportMessage> {
    let mut names: Vec<String> = Vec::new();
    for (at, cell) in row.iter().enumerate() {
        names.push(match cell.trim() {
            "" => format!("column {}", at + 1),
            name => name.to_owned(),
        });
    }
    let mut seen = HashSet::new();
    if let Some(name) = names
        .iter()
        .find(|name| !seen.insert(name.as_str()))
        .cloned()
    {
        return Err(ImportMessage::ColumnTwice { input: context.input.to_string(), name });
    }
    Ok(names)
}

/// The separator of the cells, and the length of a line `sep=;` that sets it. Without such a line
/// it is the most common separator in the first row.
fn find_separator(text: &str) -> (u8, usize) {
    let line = text.lines().next().unwrap_or_default();
    if let Some(&[between]) = line.strip_prefix("sep=").map(str::as_bytes) {
        let end = text.find('\n').map_or(text.len(), |at| at + 1);
        return (between, end);
    }
    let mut quoted = false;
    let mut counts = [(b'\t', 0), (b';', 0), (b',', 0)];
    for byte in line.bytes() {
        quoted ^= byte == b'"';
        for (between, count) in &mut counts {
            *count += usize::from(!quoted && *between == byte);
        }
    }
    // `max_by_key` returns the last of equal items: the comma.
    (
        counts
            .into_iter()
            .max_by_key(|(_, count)| *count)
            .map_or(b',', |(between, _)| between),
        0,
    )
}

/// The line of a quote that is never closed, from 1.
fn find_open_quote(text: &str, separator: u8) -> Option<u64> {
    let (mut line, mut opened) = (1, None);
    let mut is_start = true;
    let mut bytes = text.bytes().peekable();
    while let Some(byte) = bytes.next() {
        line += u64::from(byte == b'\n');
        match (opened, byte) {
            (Some(_), b'"') if bytes.peek() == Some(&b'"') => drop(bytes.next()),
            (Some(_), b'"') => opened = None,
            (Some(_), _) => {}
            (None, b'"') if is_start => opened = Some(line),
            (None, _) => is_start = byte == separator || matches!(byte, b'\n' | b'\r'),
        }
        is_start &= opened.is_none();
    }
    opened
}

#[derive(Debug, PartialEq, Eq)]
struct JsonMistake {
    /// The parser's message, with line and column.
    pub message: String,
    /// The repeated key, if that is the mistake.
    pub repeated_key: Option<String>,
    /// From 1.
    pub line: usize,
    /// From 1.
    pub column: usize,
}

impl JsonMistake {
    /// The message for a mistake in a whole file.
    fn into_message(self, name: &str) -> ImportMessage {
        let input = name.to_owned();
        match self {
            JsonMistake { repeated_key: Some(key), line, column, .. } => {
                ImportMessage::KeyTwice { input, key, line, column }
            }
            JsonMistake { message, .. } => ImportMessage::NotJson { input, message },
        }
    }
}

/// Parses a JSON text. `serde_json` itself would silently drop a value of a repeated key.
///
/// # Errors
/// The text is not JSON, or an object repeats a key.
fn parse_json(text: &str) -> Result<Value, JsonMistake> {
    // A visitor's error is only a text, so the key itself is returned through this cell.
    let repeated_key = RefCell::new(None);
    let mut reader = serde_json::Deserializer::from_str(text);
    let value = UniqueKeys { repeated_key: &repeated_key }.deserialize(&mut reader);
    let whole = value.and_then(|value| reader.end().map(|()| value));
    whole.map_err(|error| JsonMistake {
        message: error.to_string(),
        repeated_key: repeated_key.take(),
        line: error.line(),
        column: error.column(),
    })
}

#[derive(Clone, Copy)]
struct UniqueKeys<'t> {
    repeated_key: &'t RefCell<Option<String>>,
}

impl<'de> DeserializeSeed<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn deserialize<D: Deserializer<'de>>(self, reader: D) -> Result<Value, D::Error> {
        reader.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for UniqueKeys<'_> {
    type Value = Value;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("JSON")
    }

    fn visit_unit<E>(self) -> Result<Value, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value, E> {
        Ok(Value::Bool(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Value, E> {
        Ok(Value::Number(value.into()))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value, E> {
        // JSON has neither NaN nor infinities, so no number becomes null.
        Ok(Number::from_f64(value).map_or(Value::Null, Value::Number))
    }

    fn visit_str<E>(self, value: &str) -> Result<Value, E> {
        Ok(Value::String(value.to_owned()))
    }

    fn visit_string<E>(self, value: String) -> Result<Value, E> {
        Ok(Value::String(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<Value, A::Error> {
        let mut list = Vec::new();
        while let Some(item) = items.next_element_seed(self)? {
            list.push(item);
        }
        Ok(Value::Array(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Value, A::Error> {
        let mut map = Map::new();
        while let Some(key) = entries.next_key::<String>()? {
            if map.contains_key(&key) {
                let wrong = A::Error::custom("a key is twice in one object");
                self.repeated_key.replace(Some(key));
                return Err(wrong);
            }
            let value = entries.next_value_seed(self)?;
            map.insert(key, value);
        }
        Ok(Value::Object(map))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn json_is_read_as_it_stands() {
        let text = r#"{"b": [1, -2, 2.5, true, null, "x", {}], "a": 18446744073709551615}"#;
        assert_eq!(parse_json(text), Ok(serde_json::from_str::<Value>(text).unwrap()));
    }
}

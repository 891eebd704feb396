//! The arguments of a call: decks as text, bytes, paths or plain data, and options with the names
//! of the command line.

use pyo3::{
    exceptions::{PyTypeError, PyValueError},
    prelude::*,
    types::{PyBool, PyBytes, PyDict, PyList, PyString, PyTuple},
};
use serde_json::Value;
use sleeve::requests::{JsonQuestion, RequestFields, find_question};
use std::{path::PathBuf, sync::Arc};

/// The options for reading and checking a deck, which also apply to its page.
const DECK_FIELDS: [&str; 7] = ["format", "game", "role", "from", "set", "attested", "lang"];

/// A call.
#[derive(Clone, Debug)]
pub struct Asked {
    pub command: String,
    /// Decks in memory, with paths that represent them.
    pub held: Arc<Vec<(PathBuf, Vec<u8>)>>,
    pub decks: Vec<String>,
    /// The positional arguments after the decks.
    pub words: Vec<String>,
    /// The options, by the names of their fields in JSON.
    pub fields: RequestFields,
}

impl Asked {
    /// Reads the arguments of a call. The option `name` names a deck in memory, or each of several.
    pub fn new(
        command: &str,
        decks: &[Bound<'_, PyAny>],
        words: &[Bound<'_, PyAny>],
        options: Option<&Bound<'_, PyDict>>,
    ) -> PyResult<Asked> {
        let mut names = Vec::new();
        let mut held = Vec::new();
        let mut fields = RequestFields::new();
        for (key, value) in options.into_iter().flatten() {
            let key: String = key.extract()?;
            if key == "name" {
                names = value.extract().or_else(|_| Ok::<_, PyErr>(vec![value.extract()?]))?;
                continue;
            }
            // `from` is a Python keyword.
            let field = if key == "reader" { "from" } else { key.trim_end_matches('_') };
            fields.insert(field.to_owned(), field_value(&value, &mut held)?);
        }
        let mut names = names.into_iter();
        let mut deck = |deck: &Bound<'_, PyAny>| match content(deck)? {
            None => path(deck),
            Some(content) => {
                let number = held.len() + 1;
                let several = decks.len() > 1 || number > 1;
                let unnamed = || if several { format!("deck-{number}") } else { "deck".to_owned() };
                let name: String = names.next().unwrap_or_else(unnamed);
                held.push((PathBuf::from(&name), content));
                Ok(name)
            }
        };
        let decks = decks.iter().map(&mut deck).collect::<PyResult<_>>()?;
        let words = words.iter().map(|word| Ok(word.str()?.to_string()));
        let words = words.collect::<PyResult<_>>()?;
        Ok(Asked { command: command.to_owned(), held: Arc::new(held), decks, words, fields })
    }

    /// The question with its fields.
    pub fn question(&self) -> PyResult<(&'static JsonQuestion, RequestFields)> {
        let unknown = || PyValueError::new_err(format!("there is no question `{}`", self.command));
        let question = find_question(&self.command).ok_or_else(unknown)?;
        let mut fields = self.fields.clone();
        for (field, value) in question.place(self.decks.clone(), self.words.clone()) {
            if fields.insert(field.to_owned(), value).is_some() {
                return Err(PyTypeError::new_err(format!("`{field}` is given twice")));
            }
        }
        Ok((question, fields))
    }

    /// The same decks for another command, which reads and checks them alike.
    pub fn for_decks(&self, command: &str) -> Asked {
        let mut fields = self.fields.clone();
        fields.retain(|field, _| DECK_FIELDS.contains(&field.as_str()));
        Asked { command: command.to_owned(), words: Vec::new(), fields, ..self.clone() }
    }
}

/// The content of a deck in memory; `None` for a path. A text never counts as a path, because it
/// may come from strangers.
pub fn content(deck: &Bound<'_, PyAny>) -> PyResult<Option<Vec<u8>>> {
    if let Ok(text) = deck.cast::<PyString>() {
        return Ok(Some(text.to_string().into_bytes()));
    }
    if let Ok(bytes) = deck.cast::<PyBytes>() {
        return Ok(Some(bytes.as_bytes().to_vec()));
    }
    if deck.hasattr("__fspath__")? {
        return Ok(None);
    }
    let kind = deck.get_type().name()?;
    let expected = "a deck has to be a text, bytes, a pathlib.Path, or plain data";
    Err(PyTypeError::new_err(format!("{expected}, not {kind}")))
}

fn path(path: &Bound<'_, PyAny>) -> PyResult<String> {
    let path: PathBuf = path.extract()?;
    let not_unicode = || PyValueError::new_err("a path has to be Unicode");
    let path = path.into_os_string().into_string().map_err(|_| not_unicode())?;
    // In a question, this means standard input.
    Ok(if path == "-" { "./-".to_owned() } else { path })
}

/// The value of an option as JSON. Bytes become a deck in memory.
fn field_value(value: &Bound<'_, PyAny>, held: &mut Vec<(PathBuf, Vec<u8>)>) -> PyResult<Value> {
    if value.is_none() {
        return Ok(Value::Null);
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        return Ok(flag.is_true().into());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.map(|one| field_value(&one?, held)).collect();
    }
    if let Ok(pairs) = value.cast::<PyDict>() {
        let pair = |(name, value): (Bound<'_, PyAny>, Bound<'_, PyAny>)| {
            Ok((name.str()?.to_string(), value.str()?.to_string().into()))
        };
        return pairs.iter().map(pair).collect::<PyResult<_>>().map(Value::Object);
    }
    if let Ok(bytes) = value.cast::<PyBytes>() {
        let name = format!("deck-{}", held.len() + 1);
        held.push((PathBuf::from(&name), bytes.as_bytes().to_vec()));
        return Ok(name.into());
    }
    if value.hasattr("__fspath__")? {
        return Ok(path(value)?.into());
    }
    // Whole numbers of other libraries count too.
    match value.extract::<u64>() {
        Ok(number) => Ok(number.into()),
        Err(_) => Ok(value.str()?.to_string().into()),
    }
}

/// The date in a text or a `datetime.date`.
pub fn day(day: Option<&Bound<'_, PyAny>>) -> PyResult<Option<sleeve::model::Date>> {
    let Some(day) = day else { return Ok(None) };
    let text = day.str()?.to_string();
    let wrong =
        || PyValueError::new_err(format!("`{text}` is not a date; write it like 1998-11-30"));
    sleeve::model::Date::parse(&text).ok_or_else(wrong).map(Some)
}

//! The arguments of a call: decks as text, bytes, paths or plain data, and options with the names
//! of the command line.

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyBytes, PyDict, PyList, PyString, PyTuple};
use std::ffi::OsString;
use std::path::PathBuf;
use std::sync::Arc;

/// Options whose names on the command line are Python keywords, or other words in this library.
const RENAMED: [(&str, &str); 2] = [("format", "as"), ("reader", "from")];
/// The options for reading and checking a deck, which also apply to its page.
const DECK_OPTIONS: [&str; 6] = ["--as", "--game", "--role", "--from", "--set", "--attested"];

/// A call as a command line.
#[derive(Clone, Debug)]
pub struct Asked {
    pub command: String,
    /// Decks in memory, with paths that represent them.
    pub held: Arc<Vec<(PathBuf, Vec<u8>)>>,
    pub decks: Vec<OsString>,
    /// The positional arguments after the decks.
    pub words: Vec<OsString>,
    pub options: Vec<OsString>,
    /// The standard input of the command.
    pub input: Arc<str>,
}

impl Asked {
    /// Reads the arguments of a call. The option `name` names a deck in memory, or each of several.
    pub fn new(
        command: &str,
        decks: &[Bound<'_, PyAny>],
        words: &[Bound<'_, PyAny>],
        options: Option<&Bound<'_, PyDict>>,
        input: &str,
    ) -> PyResult<Asked> {
        let mut names = Vec::new();
        let mut held = Vec::new();
        let mut given = Vec::new();
        for (key, value) in options.into_iter().flatten() {
            let key: String = key.extract()?;
            if key == "name" {
                names = value.extract().or_else(|_| Ok::<_, PyErr>(vec![value.extract()?]))?;
                continue;
            }
            let renamed = RENAMED.iter().find(|(name, _)| *name == key);
            let key = renamed.map_or(key.trim_end_matches('_'), |(_, option)| option);
            add_option(&format!("--{}", key.replace('_', "-")), &value, &mut held, &mut given)?;
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
                Ok(name.into())
            }
        };
        let decks = decks.iter().map(&mut deck).collect::<PyResult<_>>()?;
        let words = words.iter().map(|word| Ok(word.str()?.to_string().into()));
        let words = words.collect::<PyResult<_>>()?;
        Ok(Asked {
            command: command.to_owned(),
            held: Arc::new(held),
            decks,
            words,
            options: given,
            input: input.into(),
        })
    }

    /// The same call as arguments of the command line, with some more options.
    pub fn arguments<'a>(&'a self, more: &'a [&str]) -> impl Iterator<Item = OsString> {
        let begin = ["sleeve", &self.command].into_iter().chain(more.iter().copied());
        let begin = begin.map(OsString::from).chain(self.options.iter().cloned());
        let end = self.decks.iter().chain(&self.words).cloned();
        begin.chain(std::iter::once(OsString::from("--"))).chain(end)
    }

    /// The same decks for another command, which reads and checks them alike.
    pub fn for_decks(&self, command: &str) -> Asked {
        let is_kept = |option: &&OsString| {
            let option = option.to_string_lossy();
            DECK_OPTIONS.contains(&option.split('=').next().unwrap_or_default())
        };
        let options = self.options.iter().filter(is_kept).cloned().collect();
        Asked { command: command.to_owned(), words: Vec::new(), options, ..self.clone() }
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
    if deck.is_instance_of::<PyDict>() || deck.is_instance_of::<PyList>() {
        let json = deck.py().import("json")?.call_method1("dumps", (deck,))?;
        return Ok(Some(json.extract::<String>()?.into_bytes()));
    }
    if deck.hasattr("__fspath__")? {
        return Ok(None);
    }
    let kind = deck.get_type().name()?;
    let expected = "a deck has to be a text, bytes, a pathlib.Path, or the data of a JSON deck";
    Err(PyTypeError::new_err(format!("{expected}, not {kind}")))
}

fn path(path: &Bound<'_, PyAny>) -> PyResult<OsString> {
    let path: PathBuf = path.extract()?;
    // On the command line, this means standard input.
    let is_stream = path.as_os_str() == "-";
    Ok(if is_stream { "./-".into() } else { path.into_os_string() })
}

fn add_option(
    option: &str,
    value: &Bound<'_, PyAny>,
    held: &mut Vec<(PathBuf, Vec<u8>)>,
    given: &mut Vec<OsString>,
) -> PyResult<()> {
    if value.is_none() {
        return Ok(());
    }
    if let Ok(flag) = value.cast::<PyBool>() {
        if flag.is_true() {
            given.push(option.into());
        }
        return Ok(());
    }
    if value.is_instance_of::<PyList>() || value.is_instance_of::<PyTuple>() {
        return value.try_iter()?.try_for_each(|one| add_option(option, &one?, held, given));
    }
    if let Ok(pairs) = value.cast::<PyDict>() {
        for (name, value) in pairs {
            given.push(format!("{option}={name}={value}").into());
        }
        return Ok(());
    }
    let text = if let Ok(bytes) = value.cast::<PyBytes>() {
        let name = format!("deck-{}", held.len() + 1);
        held.push((PathBuf::from(&name), bytes.as_bytes().to_vec()));
        name.into()
    } else if value.hasattr("__fspath__")? {
        path(value)?
    } else {
        OsString::from(value.str()?.to_string())
    };
    let mut argument = OsString::from(option);
    argument.push("=");
    argument.push(text);
    given.push(argument);
    Ok(())
}

/// The date in a text or a `datetime.date`.
pub fn day(day: Option<&Bound<'_, PyAny>>) -> PyResult<Option<sleeve::model::Date>> {
    let Some(day) = day else { return Ok(None) };
    let text = day.str()?.to_string();
    let wrong =
        || PyValueError::new_err(format!("`{text}` is not a date; write it like 1998-11-30"));
    sleeve::model::Date::parse(&text).ok_or_else(wrong).map(Some)
}

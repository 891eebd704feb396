//! Something that keeps a deck file from being used, worded.

use super::diagnostic::position;
use std::ops::Range;
use std::sync::Arc;

/// Something that keeps a file from being used, worded.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct InputProblem {
    /// What is wrong.
    pub message: String,
    /// What stands at the marked place, in few words.
    pub label: String,
    /// Where in the deck's text.
    pub span: Option<Range<usize>>,
    /// Nearest or possible names.
    pub candidates: Vec<String>,
    /// What to do.
    pub help: String,
    /// Another text that the problem lies in (a rule's condition): its name, the text, the place.
    pub elsewhere: Option<(String, Arc<str>, Range<usize>)>,
}

/// A place that a report points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Place<'a> {
    /// Path of the file, or another name of the text.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// The bytes that are meant; `None`: the whole of it.
    pub span: Option<&'a Range<usize>>,
}

impl Place<'_> {
    /// Line and column where it begins, from 1.
    pub fn start(&self) -> Option<(usize, usize)> {
        self.span.map(|span| position(self.text, span.start))
    }
}

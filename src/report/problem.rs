//! Something that keeps a deck file from being used, worded.

use std::ops::Range;

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
    pub elsewhere: Option<(String, String, Range<usize>)>,
}

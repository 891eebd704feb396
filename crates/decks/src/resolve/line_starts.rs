//! Which line of a text a place is in.

use super::notes::NumberedLine;
use std::ops::Range;

/// Where lines begin.
pub(super) struct LineStarts(Vec<usize>);

impl LineStarts {
    pub(super) fn new(text: &str) -> LineStarts {
        LineStarts(text.match_indices('\n').map(|(at, _)| at + 1).collect())
    }

    /// The line of a place, from 1.
    pub(super) fn line_number(&self, span: &Range<usize>) -> usize {
        1 + self.0.partition_point(|start| *start <= span.start)
    }

    /// What stands at a place, with its line.
    pub(super) fn numbered_line(&self, span: &Range<usize>, text: &str) -> NumberedLine {
        NumberedLine { number: self.line_number(span), text: text.to_owned() }
    }
}

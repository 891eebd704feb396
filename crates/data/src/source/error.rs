//! Mistakes in the data with the places where they stand.

use super::messages::DataMessage;
use crate::files::ParsedToml;
use crate::problem::{Problem, Problems, SourceText};
use std::sync::Arc;

/// A mistake in the data; it stands in a file that it names.
pub type DataProblem = Problem<DataMessage>;

/// Mistakes as they are met.
pub(super) type Mistakes = Problems<DataMessage>;

/// Notes what TOML's parser says of a file.
pub(super) fn report_syntax_mistakes(
    mistakes: &mut Mistakes,
    file: &Arc<SourceText>,
    parsed: &ParsedToml<'_>,
) {
    for mistake in &parsed.mistakes {
        let message = || mistake.clone().message().into();
        mistakes.add(|| Problem::from_source(file, mistake.span.clone(), message()));
    }
    if parsed.more {
        mistakes.uncount();
    }
}

/// All that is to be told, in the order of these files.
pub(super) fn sort_by_files(mistakes: Mistakes, files: &[Arc<SourceText>]) -> Vec<DataProblem> {
    mistakes.sorted(|problem| {
        let mark = problem.mark()?;
        let source = mark.source.as_ref()?;
        let file = files.iter().position(|file| Arc::ptr_eq(file, source));
        Some((file, mark.span.start, mark.span.end))
    })
}

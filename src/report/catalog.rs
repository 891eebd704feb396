//! Why a game's data cannot be used, as text.

use super::diagnostic::Diagnostic;
use super::style::Style;
use crate::catalog::CatalogError;

/// Every mistake, drawn one below the other.
pub fn errors(error: &CatalogError, style: &Style) -> String {
    let problems = error.problems();
    let shown = problems.iter().map(|problem| {
        Diagnostic { id: None, ..Diagnostic::of(problem, None, style.lang) }.render(style)
    });
    shown.collect::<Vec<_>>().join("\n\n")
}

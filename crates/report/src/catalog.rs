//! Why a game's data cannot be used, as text.

use super::diagnostic::{Diagnostic, Severity};
use super::style::Style;
use sleeve_library::CatalogError;

/// Every mistake, drawn one below the other.
pub fn errors(error: &CatalogError, style: &Style) -> String {
    drawn(error, Severity::Error, style)
}

/// The same where nothing that was asked depends on it.
pub fn warnings(error: &CatalogError, style: &Style) -> String {
    drawn(error, Severity::Warning, style)
}

fn drawn(error: &CatalogError, severity: Severity, style: &Style) -> String {
    let problems = error.problems();
    let shown = problems.iter().map(|problem| {
        let diagnostic = Diagnostic::from_problem(problem, None, style.lang).severity(severity);
        Diagnostic { id: None, ..diagnostic }.render(style)
    });
    shown.collect::<Vec<_>>().join("\n\n")
}

//! Why a question about draws has no answer: what stands in a text of the pile language is pointed at.

use super::diagnostic::Diagnostic;
use super::language;
use sleeve_data::model::Lang;
use sleeve_odds::draw::DrawError;
use sleeve_odds::{AskError, TableError};

/// A question that cannot be asked of a table.
pub fn ask(error: &AskError, lang: Lang) -> Diagnostic<'_> {
    match error {
        AskError::Table(error) => table(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

/// A deck that cannot be set out.
pub fn table(error: &TableError, lang: Lang) -> Diagnostic<'_> {
    match error {
        TableError::Language { what, text, error } => language::diagnostic(error, what, text, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

/// Hands that cannot be dealt.
pub fn draw(error: &DrawError, lang: Lang) -> Diagnostic<'_> {
    match error {
        DrawError::Table(error) => table(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

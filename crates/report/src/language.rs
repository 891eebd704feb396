//! Mistakes in a text of the pile language, pointed at.

use super::diagnostic::Diagnostic;
use sleeve_data::model::Lang;
use sleeve_data::problem::Message;
use sleeve_language::LanguageError;

/// A diagnostic that marks the place in the text; `name` says what the text is (`filter`, a rule's place).
pub fn diagnostic<'a>(
    error: &LanguageError,
    name: &str,
    text: &'a str,
    lang: Lang,
) -> Diagnostic<'a> {
    Diagnostic::error(error.title(lang))
        .with_excerpt(name, text, error.span.clone(), "")
        .help(error.help(lang))
}

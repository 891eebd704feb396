//! A mistake in a text of the pile language, with its place.

use super::ast::Span;
pub use super::messages::{ErrorKind, ExpectedToken, ExpressionKind, NameUse};
use sleeve_data::errors;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Message, MessagePart, edits};
use std::fmt;

/// A mistake in a text of the pile language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Where it stands in the text, in bytes.
    pub span: Span,
    /// What is wrong.
    pub kind: ErrorKind,
}

impl LanguageError {
    /// A mistake and its place.
    pub fn new(span: Span, kind: ErrorKind) -> LanguageError {
        LanguageError { span, kind }
    }

    /// How many letters what was written is from the nearest name; `None` where no name is near.
    pub fn nearness(&self) -> Option<usize> {
        let written = match &self.kind {
            ErrorKind::Unknown { name, .. } => name,
            ErrorKind::UnknownValue { value, .. } => value,
            _ => return None,
        };
        self.candidates().first().map(|near| edits(written, near))
    }

    pub(super) fn missing_token(span: Span, expected: ExpectedToken, found: &str) -> LanguageError {
        let found = found.to_owned();
        LanguageError::new(span, ErrorKind::Expected { expected, found })
    }

    pub(super) fn wrong_sort(
        span: &Span,
        expected: ExpressionKind,
        found: ExpressionKind,
    ) -> LanguageError {
        LanguageError::new(span.clone(), ErrorKind::WrongSort { expected, found })
    }
}

impl Message for LanguageError {
    fn id(&self) -> Option<&str> {
        self.kind.id()
    }

    fn say(&self, part: MessagePart, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.say(part, lang, f)
    }

    fn candidates(&self) -> &[String] {
        self.kind.candidates()
    }
}

errors!(LanguageError);

//! A mistake in a text of the pile language, with its place.

use super::ast::Span;
pub use super::messages::{ErrorKind, Expected, Sort, Thing};
use crate::model::Lang;
use crate::problem::{Message, Part};
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

    pub(super) fn expected(span: Span, expected: Expected, found: &str) -> LanguageError {
        let found = found.to_owned();
        LanguageError::new(span, ErrorKind::Expected { expected, found })
    }

    pub(super) fn sort(span: &Span, expected: Sort, found: Sort) -> LanguageError {
        LanguageError::new(span.clone(), ErrorKind::WrongSort { expected, found })
    }
}

impl Message for LanguageError {
    fn id(&self) -> Option<&str> {
        self.kind.id()
    }

    fn say(&self, part: Part, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.say(part, lang, f)
    }

    fn candidates(&self) -> &[String] {
        self.kind.candidates()
    }
}

impl fmt::Display for LanguageError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.title(Lang::En))
    }
}

impl std::error::Error for LanguageError {}

/// The names nearest to a word, best first, at most three; none that is not near.
///
/// Fewest edits go first, and only names that take as few as the best are shown beside it: of the
/// names of one thing in two languages mostly the one in the language that was meant.
pub(crate) fn nearest<'a>(word: &str, names: impl IntoIterator<Item = &'a str>) -> Vec<String> {
    let wanted = crate::model::fold::fold(word);
    let near = names.into_iter().filter_map(|name| {
        let rank = rank(&wanted, &crate::model::fold::fold(name))?;
        Some((rank, name))
    });
    let mut near: Vec<(Rank, &str)> = near.collect();
    near.sort_by(|a, b| a.0.0.cmp(&b.0.0).then(b.0.1.total_cmp(&a.0.1)).then(a.1.cmp(b.1)));
    near.dedup_by(|a, b| a.1 == b.1);
    let (edits, alike) = near.first().map_or((0, 0.0), |(best, _)| *best);
    near.retain(|(rank, _)| rank.0 == edits && rank.1 >= alike - 0.08);
    near.into_iter().take(3).map(|(_, name)| name.to_owned()).collect()
}

/// How many letters apart two names are, spelling aside.
pub fn edits(word: &str, name: &str) -> usize {
    strsim::osa_distance(&crate::model::fold::fold(word), &crate::model::fold::fold(name))
}

/// Edits to a name, and how alike both are.
type Rank = (usize, f64);

/// How near a name is, if it is near: a word mistyped, begun, or written too long.
fn rank(wanted: &str, name: &str) -> Option<Rank> {
    let alike = strsim::jaro_winkler(wanted, name);
    let edits = strsim::osa_distance(wanted, name);
    let (a, b) = (wanted.chars().count(), name.chars().count());
    let mistyped = a.max(b) >= 3 && edits * 3 <= a.max(b);
    let begun = a >= 3 && (name.starts_with(wanted) || (b >= 3 && wanted.starts_with(name)));
    let garbled = alike >= 0.78 && edits * 2 <= a.max(b) && a.abs_diff(b) <= 2;
    (mistyped || begun || garbled).then_some((edits, alike))
}

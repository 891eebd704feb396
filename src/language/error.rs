//! What can be wrong with a text of the pile language: data, worded in `error_text`.

use super::ast::{Operator, Span};
use super::docs::Function;
use crate::model::Lang;
use std::fmt;

/// A mistake in a text of the pile language.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct LanguageError {
    /// Where it stands in the text, in bytes.
    pub span: Span,
    /// What is wrong.
    pub kind: ErrorKind,
}

/// The kinds of mistake.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ErrorKind {
    /// Nothing is written where a condition or a measure is needed.
    Empty,
    /// The text is longer than the limit, in bytes.
    TooLong {
        /// The limit.
        limit: usize,
    },
    /// Parentheses or operators are nested deeper than the limit.
    TooDeep {
        /// The limit.
        limit: usize,
    },
    /// Groupings within groupings that would ask too much of every card.
    TooManyGroups {
        /// How often one card would be asked about.
        times: u64,
        /// The limit.
        limit: u64,
    },
    /// A character that has no meaning here.
    UnexpectedCharacter(char),
    /// Another language's spelling.
    OtherSpelling {
        /// What is written.
        written: &'static str,
        /// What is meant.
        meant: &'static str,
    },
    /// A quote that is never closed.
    UnclosedQuote,
    /// A `/` that opens a regular expression and is never closed.
    UnclosedRegex,
    /// A `$` without a name.
    ParameterName,
    /// A regular expression with a mistake in it.
    BadRegex {
        /// What the regular expression engine says.
        message: String,
    },
    /// Something else was expected.
    Expected {
        /// What was expected.
        expected: Expected,
        /// What stands there; empty at the end of the text.
        found: String,
    },
    /// A name that nothing has.
    Unknown {
        /// What sort of thing was looked for.
        thing: Thing,
        /// The name as written.
        name: String,
        /// Near names, best first.
        candidates: Vec<String>,
    },
    /// A value that a field does not have.
    UnknownValue {
        /// The field as written.
        field: String,
        /// The value as written.
        value: String,
        /// What sort of values the field has.
        sort: Sort,
        /// Near values, best first.
        candidates: Vec<String>,
    },
    /// One sort of thing where another is needed.
    WrongSort {
        /// What is needed.
        expected: Sort,
        /// What stands there.
        found: Sort,
    },
    /// A field of one card where a number of a pile is needed.
    FieldOfCard {
        /// The field as written.
        field: String,
        /// Whether it is a number.
        numeric: bool,
    },
    /// An operator that the field's type does not have.
    NoSuchOperator {
        /// The operator.
        operator: Operator,
        /// The field as written.
        field: String,
        /// Its type.
        sort: Sort,
    },
    /// A list `a|b` under an operator that takes one value.
    ListUnderOrder {
        /// The operator.
        operator: Operator,
    },
    /// A field to the right of `:`, where a value stands.
    FieldAsValue {
        /// The field to the left.
        left: String,
        /// The field to the right.
        right: String,
    },
    /// Several `:` or values of fields in one chain of comparisons.
    Chain,
    /// Values of two types compared with each other.
    DifferentSorts {
        /// Left.
        left: Sort,
        /// Right.
        right: Sort,
    },
    /// A wrong number of arguments.
    ArgumentCount {
        /// The function.
        function: Function,
        /// The fewest it takes.
        least: usize,
        /// The most it takes.
        most: usize,
        /// How many stand there.
        found: usize,
    },
    /// `in` after something that reads no pile.
    PileOfCard,
    /// `-` before a calculation, where it is not clear what it takes away from.
    SignOfSum,
}

/// What the parser looked for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Expected {
    /// A word, a field, a function, a parenthesis.
    Item,
    /// A value after an operator.
    Value,
    /// The end of the text, or `and` / `or`.
    End,
    /// `)`, or `,` before another argument.
    Closing,
    /// `then` after `if`.
    Then,
    /// The name of a pile after `in`.
    Pile,
    /// The name of a field.
    Field,
}

/// What a name was looked up as.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Thing {
    /// A function.
    Function,
    /// A field of cards.
    Field,
    /// A part of a card.
    Part,
    /// An effect, or a trigger of effects.
    Effect,
    /// A pile.
    Pile,
    /// A parameter.
    Parameter,
    /// A bare word in a calculation.
    Word,
    /// A value behind a dot (`icon.pilot`).
    Count,
    /// A class of cards, where there is no game.
    Class,
}

/// What an expression is, or what is needed.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sort {
    /// True or false of one card.
    Filter,
    /// A number of one card.
    CardNumber,
    /// True or false of a pile.
    Condition,
    /// A number of a pile.
    Measure,
    /// A number.
    Number,
    /// A text.
    Text,
    /// A day.
    Date,
    /// One of a list of values.
    Enumeration,
    /// Any number of a list of values.
    Set,
    /// Printed or not.
    Flag,
    /// A field.
    Field,
    /// A list of cards.
    List,
    /// A format.
    Format,
    /// A pile.
    Pile,
}

impl LanguageError {
    /// A mistake and its place.
    pub fn new(span: Span, kind: ErrorKind) -> LanguageError {
        LanguageError { span, kind }
    }

    /// Names near the one that was not found, best first.
    pub fn candidates(&self) -> &[String] {
        match &self.kind {
            ErrorKind::Unknown { candidates, .. } | ErrorKind::UnknownValue { candidates, .. } => {
                candidates
            }
            _ => &[],
        }
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

//! Ranges such as `50..60`, which other languages have: told with the comparisons that say the same here.

use super::super::ast::{Comparison, Expr, ExprKind, Operator};
use super::super::error::{ErrorKind, ExpressionKind, LanguageError, NameUse};
use super::Resolver;
use super::value::{parse_days, parse_loose_number};

/// A longer text, in characters, is left out of what to write instead.
const LONGEST_REPEATED: usize = 80;

/// The ends of a range as it is written, the second of which may be open.
type Ends<'t> = (&'t str, Option<&'t str>);

/// A word as a range between ends of a kind, with `..` between them.
fn split_dotted(word: &str, is_end: impl Fn(&str) -> bool) -> Option<Ends<'_>> {
    let (low, high) = word.split_once("..")?;
    match high.trim_matches('.') {
        "" if is_end(low) => Some((low, None)),
        high if is_end(low) && is_end(high) => Some((low, Some(high))),
        _ => None,
    }
}

/// A word as two numbers with `-` between them.
fn split_dashed(word: &str) -> Option<(&str, &str)> {
    let is_number = |end: &str| parse_loose_number(end).is_some();
    word.split_once('-').filter(|(low, high)| is_number(low) && is_number(high))
}

impl Resolver<'_> {
    /// The mistake in a comparison: where it is that a range stands for a number or a day, that.
    pub(super) fn explain_range(
        &self,
        error: LanguageError,
        left: &Expr,
        comparison: &Comparison,
    ) -> LanguageError {
        let sort = match &error.kind {
            ErrorKind::Unknown { thing: NameUse::Word | NameUse::Field, .. } => {
                ExpressionKind::Number
            }
            ErrorKind::UnknownValue {
                sort: sort @ (ExpressionKind::Number | ExpressionKind::Date),
                ..
            } => *sort,
            _ => return error,
        };
        let stands = |expr: &&Expr| expr.span.contains(&error.span.start);
        let right = comparison.values.iter().find(stands);
        let (range, other) = match (right, comparison.values.as_slice()) {
            (Some(range), _) => (range, left),
            (None, [right]) if stands(&left) => (left, right),
            _ => return error,
        };
        let ExprKind::Word(word) = &range.kind else { return error };
        let other = self.text.get(other.span.clone()).unwrap_or("");
        let other = if other.chars().count() > LONGEST_REPEATED { "…" } else { other };
        match range_error(word, other, (comparison.operator, sort)) {
            Some(kind) => LanguageError::new(range.span.clone(), kind),
            None => error,
        }
    }
}

/// What says of something that it lies in a range.
fn range_error(
    word: &str,
    other: &str,
    (operator, sort): (Operator, ExpressionKind),
) -> Option<ErrorKind> {
    let is_end = |end: &str| match sort {
        ExpressionKind::Date => parse_days(end).is_some(),
        _ => parse_loose_number(end).is_some(),
    };
    let difference = split_dashed(word).map(|(left, right)| format!("{left} - {right}"));
    let dashed = split_dashed(word).map(|(low, high)| (low, Some(high)));
    let instead = match split_dotted(word, is_end).or(dashed)? {
        (low, None) => format!("{other} >= {low}"),
        (low, Some(high)) if sort == ExpressionKind::Date => {
            format!("{other} >= {low} and {other} <= {high}")
        }
        (low, Some(high)) => format!("{low} <= {other} <= {high}"),
    };
    let instead = match operator {
        Operator::NotEqual => format!("not ({instead})"),
        _ => instead,
    };
    Some(ErrorKind::RangeAsNumber { range: word.to_owned(), instead, difference })
}

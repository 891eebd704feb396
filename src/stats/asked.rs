//! What many decks are asked at once: each text alone, so that one which a game has no words for does
//! not keep the others from being answered.

use super::subject::{Asked, StatsError, Subject};
use crate::language::{self, LanguageError, Quantity, Truth};

/// The measures that are asked of a deck, each with its value or with why its game cannot be asked.
///
/// # Errors
/// When the deck cannot be asked at all: it lacks a zone that is to be read, or a card that is set aside.
pub fn values(
    subject: &Subject<'_>,
    asked: &Asked,
) -> Result<Vec<Result<Quantity, LanguageError>>, StatsError> {
    let ready = subject.ready(asked)?;
    let world = ready.world();
    let value = |text: &String| {
        let measure = language::measure(text, ready.scope())?;
        Ok(measure.value(&world, &ready.piles))
    };
    Ok(asked.measures.iter().map(value).collect())
}

/// Whether a deck satisfies a condition.
///
/// # Errors
/// When its game lacks a word of the condition, or the deck cannot be asked at all.
pub fn satisfies(
    subject: &Subject<'_>,
    asked: &Asked,
    condition: &str,
) -> Result<Truth, StatsError> {
    let ready = subject.ready(asked)?;
    let read = language::condition(condition, ready.scope());
    let condition =
        read.map_err(|error| StatsError::Language { text: condition.to_owned(), error })?;
    Ok(condition.truth(&ready.world(), &ready.piles))
}

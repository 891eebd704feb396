//! What many decks are asked at once: each text alone, so that one which a game has no words for does
//! not keep the others from being answered.

use super::subject::{StatsError, StatsSubject, Subject};
use sleeve_language::{BOX, LanguageError, Measure, PileView, Quantity, SpreadPiles, Truth};
use std::rc::Rc;

fn reads_boxes(piles: &[String]) -> bool {
    piles.iter().any(|pile| pile == BOX)
}

/// The measures that are asked of a deck, each with its value or with why its game cannot be asked.
///
/// # Errors
/// When the deck cannot be asked at all: it lacks a zone that is to be read, or a card that is set aside.
pub fn values(
    subject: &Subject<'_>,
    asked: &StatsSubject,
) -> Result<Vec<Result<Quantity, LanguageError>>, StatsError> {
    let mut ready = subject.prepare(asked)?;
    let measures: Vec<_> = asked.measures.iter().map(|text| ready.read_measure(text)).collect();
    if measures.iter().flatten().any(|measure| reads_boxes(measure.piles())) {
        ready.add_boxes();
    }
    let spread = SpreadPiles::from_piles(&ready.piles);
    let view = PileView::new(ready.world(), &spread);
    let value = |measure: Result<Rc<Measure>, LanguageError>| Ok(measure?.value_in(&view));
    Ok(measures.into_iter().map(value).collect())
}

/// Whether a deck satisfies a condition.
///
/// # Errors
/// When its game lacks a word of the condition, or the deck cannot be asked at all.
pub fn satisfies(
    subject: &Subject<'_>,
    asked: &StatsSubject,
    condition: &str,
) -> Result<Truth, StatsError> {
    let mut ready = subject.prepare(asked)?;
    let read = ready.read_condition(condition);
    let condition =
        read.map_err(|error| StatsError::Language { text: condition.to_owned(), error })?;
    if reads_boxes(condition.piles()) {
        ready.add_boxes();
    }
    Ok(condition.truth(&ready.world(), &ready.piles))
}

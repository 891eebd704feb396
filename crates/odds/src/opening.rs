//! The shortest way from a deck and a condition to a probability, for assertions.

use super::layout::{HAND, ROW, SEEN};
use super::messages::AskError;
use super::question::{Question, QuestionTerms};
use super::table::{GameTable, TableOptions};
use super::tally::Probability;
use sleeve_data::model::{Deck, Lens};
use sleeve_language::{LanguageError, condition};
use sleeve_rules::{FormatLegality, PreparedFormat};
use thiserror::Error;

/// Why an assertion about an opening hand could not be judged.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum OpeningError {
    /// The condition has a mistake.
    #[error("{0}")]
    Language(LanguageError),
    /// The question has no answer.
    #[error(transparent)]
    Ask(#[from] AskError),
}

/// The exact probability that the opening hand of a deck, dealt as its format says to the first
/// seat, satisfies a condition.
pub fn opening(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    lens: Lens,
    text: &str,
) -> Result<Probability, OpeningError> {
    let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW]);
    let condition = condition(text, &scope).map_err(OpeningError::Language)?;
    let table =
        GameTable::new(setup, deck, lens, &TableOptions::default()).map_err(AskError::from)?;
    let legality = FormatLegality::new(setup.catalog, lens, None);
    let world = sleeve_language::World { legality: Some(&legality), ..setup.world(lens) };
    let asked = QuestionTerms { condition: &condition, given: None, keep: None };
    Ok(Question::new(&world, &table, asked)?.probability(0)?)
}

//! Answers to questions about draws: what was found, for people, and why there is no answer.

mod advice;
mod human;
mod model;
mod side_by_side;

pub use human::describe_probability;
pub(super) use human::write_refused;
pub use model::{ModelCards, OddsModel};
pub use side_by_side::{DeckAnswers, SideBySide};

use crate::text::diagnostic::{self, Diagnostic};
use sleeve_data::model::Lang;
use sleeve_language::Truth;
use sleeve_odds::draw::{DrawError, OpeningsError};
use sleeve_odds::{
    Advice, AskError, CopiesOdds, Distribution, FirstTime, Fraction, Probability, TableError,
    TurnState,
};

/// The answer to a question at one turn.
#[derive(Clone, PartialEq, Debug)]
pub enum OddsResult {
    Chance(Probability),
    Values(Distribution),
}

/// The answers to one condition or measure.
pub struct OddsAnswer {
    /// The condition or measure, as written.
    pub text: String,
    pub is_measure: bool,
    /// What was found by turn, or why nothing could be; turn 0 is the opening hand.
    pub turns: Vec<(u32, Result<OddsResult, AskError>)>,
    /// The probability by number of copies, where these are varied.
    pub copies: Option<Result<Vec<CopiesOdds>, AskError>>,
    /// When it holds first, where that is asked.
    pub until: Option<Result<FirstTime, AskError>>,
    /// What is best done with opening hands, where that was asked for this condition.
    pub advice: Option<Advice>,
    /// Whether the answer rests on stand-ins or inferred facts.
    pub provisional: bool,
}

impl OddsAnswer {
    /// Lists the distinct reasons why parts of the question have no answer.
    pub fn refusals(&self) -> Vec<&AskError> {
        let turns = self.turns.iter().filter_map(|(_, found)| found.as_ref().err());
        let copies = self.copies.as_ref().and_then(|copies| copies.as_ref().err());
        let until = self.until.as_ref().and_then(|until| until.as_ref().err());
        let mut all: Vec<&AskError> = Vec::new();
        for error in turns.chain(copies).chain(until) {
            if !all.contains(&error) {
                all.push(error);
            }
        }
        all
    }

    /// Returns the first reason why a part of the question has no answer.
    pub fn refusal(&self) -> Option<&AskError> {
        self.refusals().into_iter().next()
    }

    /// Whether at least a part of the question is answered.
    pub fn is_answered(&self) -> bool {
        match (&self.copies, &self.until) {
            (Some(copies), _) => copies.is_ok(),
            (None, Some(until)) => until.is_ok(),
            (None, None) => self.turns.iter().any(|(_, found)| found.is_ok()),
        }
    }

    /// Iterates over the probabilities by turn.
    pub fn chances(&self) -> impl Iterator<Item = (u32, &Probability)> {
        self.turns.iter().filter_map(|(turn, found)| match found {
            Ok(OddsResult::Chance(answer)) => Some((*turn, answer)),
            _ => None,
        })
    }
}

/// What is varied, and what is enough.
pub struct VaryGoal {
    /// The probability that is enough (`--at-least`).
    pub enough: Option<Fraction>,
    /// The filter whose number of copies is varied (`--vary`).
    pub vary: Option<String>,
}

/// All answers for one deck or pile.
pub struct OddsReport<'a> {
    pub model: OddsModel<'a>,
    pub asked: Vec<OddsAnswer>,
    /// Digits behind the point of percentages.
    pub digits: u32,
    pub wanted: VaryGoal,
    /// The table turn by turn, opening first.
    pub moments: Vec<TurnState>,
}

/// Compares a probability with one that is enough; `Unknown` where the bounds lie on both sides of it.
pub fn is_reached(found: &Probability, enough: &Fraction) -> Truth {
    if found.low >= *enough {
        Truth::True
    } else if found.high < *enough {
        Truth::False
    } else {
        Truth::Unknown
    }
}

/// Says why a question cannot be asked of a table, with a mark in its text.
pub fn ask_diagnostic(error: &AskError, lang: Lang) -> Diagnostic<'_> {
    match error {
        AskError::Table(error) => table_diagnostic(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

/// Says why a deck cannot be set out on a table.
pub fn table_diagnostic(error: &TableError, lang: Lang) -> Diagnostic<'_> {
    match error {
        TableError::Language { what, text, error } => {
            diagnostic::language_diagnostic(error, what, text, lang)
        }
        error => Diagnostic::from_message(error, lang),
    }
}

/// Says why opening hands are not dealt, or a question about them not simulated.
pub fn openings_diagnostic(error: &OpeningsError, lang: Lang) -> Diagnostic<'_> {
    match error {
        OpeningsError::Ask(error) => ask_diagnostic(error, lang),
        OpeningsError::Draw(error) => draw_diagnostic(error, lang),
    }
}

/// Says why hands cannot be dealt.
pub fn draw_diagnostic(error: &DrawError, lang: Lang) -> Diagnostic<'_> {
    match error {
        DrawError::Table(error) => table_diagnostic(error, lang),
        error => Diagnostic::from_message(error, lang),
    }
}

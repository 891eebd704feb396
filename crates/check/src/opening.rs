//! Assertions on opening hands: exact odds as findings.

use super::assertions;
use super::assertions::as_rule;
use super::judge::Costs;
use sleeve_data::model::{Deck, Lens, Number};
use sleeve_data::problem::Problem as Mistake;
use sleeve_language::{self as language, Condition, World};
use sleeve_library::project::{Assertion, AssertionBody, Config};
use sleeve_odds::{
    AskError, Budget, Fraction, GameTable, HAND, Probability, Question, QuestionTerms, ROW, SEEN,
    TableOptions,
};
use sleeve_rules::{
    ChanceError, CheckOptions, Finding, FindingProblem, FindingStatus, FormatLegality,
    OpeningShare, PreparedFormat,
};

/// Digits after the point of a percentage.
const DIGITS: u32 = 2;

/// What an assertion on the opening hand says of a deck; nothing where it asks something else. The
/// assertions on one deck share what may be spent.
///
/// # Errors
/// The mistake in its condition.
pub(super) fn assert(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    options: &CheckOptions,
    (config, assertion): (&Config, &Assertion),
    costs: &Costs,
) -> Result<Option<Finding>, Mistake> {
    let AssertionBody::Opening { condition, at_least } = &assertion.body else { return Ok(None) };
    let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW]);
    let compiled = language::condition(&condition.text, &scope)
        .map_err(|error| assertions::mistake(assertion, error))?;
    let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
    let legality = FormatLegality::new(setup.catalog, lens, options.on);
    let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
    let told = match costs.assertions.spend_for_cards(&compiled, deck.entries.len()) {
        Err(too_much) => Some((FindingStatus::Unknown, FindingProblem::NotAsked(too_much))),
        Ok(()) => {
            let chance = chance(setup, deck, &world, &compiled, &costs.openings);
            seldom(chance, &condition.text, *at_least)
        }
    };
    let Some((status, problem)) = told else { return Ok(None) };
    let rule = as_rule(config, assertion, Vec::new());
    Ok(Some(Finding {
        rule: rule.id,
        level: rule.level,
        status,
        zones: Vec::new(),
        problem,
        text: rule.text,
        noun: rule.noun,
        cite: rule.cite,
        origin: rule.origin,
        labels: Vec::new(),
        missing: Vec::new(),
        assertion: Some(condition.text.clone()),
    }))
}

/// What is wrong with a chance that is less than is required, or may be.
fn seldom(
    chance: Result<Probability, AskError>,
    condition: &str,
    at_least: Number,
) -> Option<(FindingStatus, FindingProblem)> {
    let least = millionths(at_least);
    let (status, chance) = match chance {
        Ok(answer) if least.as_ref().is_none_or(|least| answer.low >= *least) => return None,
        Ok(answer) => {
            let status = if least.is_some_and(|least| answer.high >= least) {
                FindingStatus::Unknown
            } else {
                FindingStatus::Broken
            };
            let percentage = |f: &Fraction| f.percentage(DIGITS);
            (status, Ok((percentage(&answer.low), percentage(&answer.high))))
        }
        Err(error) => (FindingStatus::Unknown, Err(ChanceError::new(error))),
    };
    let at_least = Number::from_millionths(at_least.millionths().saturating_mul(100)).to_string();
    Some((
        status,
        FindingProblem::Opening(OpeningShare { condition: condition.to_owned(), chance, at_least }),
    ))
}

fn millionths(number: Number) -> Option<Fraction> {
    let part = u64::try_from(number.millionths()).ok()?;
    Fraction::ratio(part, Number::SCALE.unsigned_abs())
}

fn chance(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    world: &World<'_>,
    condition: &Condition,
    budget: &Budget,
) -> Result<Probability, AskError> {
    let options = TableOptions { seat: 1, ..TableOptions::default() };
    let table = GameTable::new(setup, deck, world.lens, &options)?;
    let asked = QuestionTerms { condition, given: None, keep: None };
    Question::new(world, &table, asked)?.probability_on_budget(0, budget)
}

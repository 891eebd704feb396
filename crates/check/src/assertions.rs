//! Requirements that a deck's `sleeve.toml` adds to its format: levels of rules, and assertions on
//! the deck or, with exact odds, on its opening hand.

use super::judged::{Costs, JudgedFile};
use super::messages::CheckMessage;
use sleeve_data::model::format::{Origin, Rule, RuleBody};
use sleeve_data::model::{Catalog, Deck, Format, Lens, Number, Text};
use sleeve_data::problem::Problem;
use sleeve_language::{self as language, Condition, LanguageError, World};
use sleeve_library::project::{Assertion, AssertionBody, Config};
use sleeve_odds::{
    AskError, Budget, Fraction, GameTable, HAND, Probability, Question, QuestionTerms, ROW, SEEN,
    TableOptions,
};
use sleeve_rules::{
    ChanceError, CheckError, CheckOptions, Finding, FindingProblem, FindingStatus, FormatLegality,
    OpeningShare, PreparedFormat, RuleError, Rulebook,
};

/// A mistake in the condition of an assertion, with its place in the `sleeve.toml`.
fn condition_mistake(assertion: &Assertion, error: LanguageError) -> Problem<CheckMessage> {
    let span = assertion.body.condition().place(error.span.clone());
    let id = assertion.id.clone();
    Problem::from_span(span, CheckMessage::AssertionCondition { id, error })
}

/// Adds the levels that a `sleeve.toml` sets for the rules of a format to the options.
pub fn add_levels(options: &mut CheckOptions, config: &Config, home: (&Catalog, &Format)) {
    let (catalog, format) = home;
    let game = |word: &str| catalog.game.named.means(word);
    let levels = config.levels_for(game, |word| format.named.means(word));
    options.levels.extend(levels.map(|(rule, level)| (rule.to_owned(), level)));
}

/// The options with the levels set in the deck's `sleeve.toml`.
pub(super) fn options_with_levels(
    judged: &JudgedFile,
    options: &CheckOptions,
    catalog: &Catalog,
    format: &Format,
) -> CheckOptions {
    let mut options = options.clone();
    if let Some(config) = judged.config() {
        add_levels(&mut options, &config, (catalog, format));
    }
    options
}

/// Checks a deck by its assertions. Mistakes in assertions go to `judged`, because they belong to
/// the `sleeve.toml`.
pub(super) fn check_assertions(
    judged: &mut JudgedFile,
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    costs: &Costs,
) -> Vec<Finding> {
    let Some(config) = judged.config() else { return Vec::new() };
    let mut active: Vec<&Assertion> = Vec::new();
    for (at, assertion) in config.assertions.iter().enumerate() {
        if concerns(assertion, &config, judged, rulebook) {
            judged.concerned_assertions.push(at);
            active.extend(assertion.level.is_some().then_some(assertion));
        }
    }
    if active.is_empty() {
        return Vec::new();
    }
    let mistakes = &mut judged.assertion_mistakes;
    let mut findings =
        check_conditions(rulebook, deck, options, (&config, &active), (mistakes, costs));
    // A deck is laid out once for all its assertions, and only if one is about hands.
    let asks_openings = active.iter().any(|of| matches!(of.body, AssertionBody::Opening { .. }));
    let setup = asks_openings
        .then(|| PreparedFormat::new(rulebook.catalog, rulebook.format, deck, &options.overrides));
    // A deck that does not fit its format is not judged at all.
    let Some(Ok(setup)) = setup else {
        options.apply_levels(&mut findings);
        return findings;
    };
    for assertion in active {
        match check_opening(&setup, deck, options, (&config, assertion), costs) {
            Ok(found) => findings.extend(found),
            Err(mistake) => judged.assertion_mistakes.push(mistake),
        }
    }
    options.apply_levels(&mut findings);
    findings
}

fn concerns(
    assertion: &Assertion,
    config: &Config,
    judged: &JudgedFile,
    rulebook: &Rulebook<'_>,
) -> bool {
    let (game, format) = (&rulebook.catalog.game.named, &rulebook.format.named);
    assertion.game.as_ref().is_none_or(|word| game.means(&word.value))
        && assertion.format.as_ref().is_none_or(|word| format.means(&word.value))
        && assertion.concerns(config, &judged.path)
}

/// Checks a deck by its assertions that are conditions on the deck.
fn check_conditions(
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
    (config, assertions): (&Config, &[&Assertion]),
    (mistakes, costs): (&mut Vec<Problem<CheckMessage>>, &Costs),
) -> Vec<Finding> {
    let on_deck = |a: &&&Assertion| matches!(a.body, AssertionBody::Require(_));
    let (mut checked, mut rules) = (Vec::new(), Vec::new());
    for assertion in assertions.iter().filter(on_deck) {
        match assertion_zones(assertion, rulebook.catalog, rulebook.format) {
            Ok(zones) => {
                checked.push(assertion);
                rules.push(rule_from_assertion(config, assertion, zones));
            }
            Err(unknown) => mistakes.extend(unknown),
        }
    }
    let mut findings = Vec::new();
    // A deck that does not fit its format is not judged at all.
    let answers =
        rulebook.check_rules(deck, options, &rules, &costs.assertions).unwrap_or_default();
    for (assertion, answer) in checked.into_iter().zip(answers) {
        match answer {
            Ok(found) => findings.extend(found.into_iter().map(|finding| Finding {
                assertion: Some(assertion.body.condition().text.clone()),
                ..finding
            })),
            Err(CheckError::Rule { error: RuleError::Language(error), .. }) => {
                mistakes.push(condition_mistake(assertion, error));
            }
            // INVARIANT: a rule that is a condition fails in no other way.
            Err(_) => {}
        }
    }
    findings
}

/// The zones that an assertion counts: those it names, or those that the game counts as the deck.
fn assertion_zones(
    assertion: &Assertion,
    catalog: &Catalog,
    format: &Format,
) -> Result<Vec<String>, Vec<Problem<CheckMessage>>> {
    if assertion.zones.is_empty() {
        let deck_zones = &catalog.game.statistics.zones;
        let zones = format.zones.iter().map(|z| z.named.id.to_string());
        return Ok(zones.filter(|id| deck_zones.contains(id)).collect());
    }
    let (mut zones, mut mistakes) = (Vec::new(), Vec::new());
    for zone in &assertion.zones {
        match format.zone(&zone.value) {
            Some(known) => zones.push(known.named.id.to_string()),
            None => {
                let message = CheckMessage::AssertionZone {
                    id: assertion.id.clone(),
                    name: zone.value.clone(),
                    candidates: format.zones.iter().map(|z| z.named.id.to_string()).collect(),
                };
                mistakes.push(Problem::from_span(zone.span.clone(), message));
            }
        }
    }
    if mistakes.is_empty() { Ok(zones) } else { Err(mistakes) }
}

/// An assertion as a rule: its text, level and place.
fn rule_from_assertion(config: &Config, assertion: &Assertion, zones: Vec<String>) -> Rule {
    let line = config.text.get(..assertion.span.start).unwrap_or("").matches('\n').count() + 1;
    Rule {
        id: assertion.id.clone(),
        zones,
        body: RuleBody::Require(assertion.body.condition().text.clone()),
        level: assertion.level.unwrap_or_default(),
        cite: Text::untranslated(format!("{}:{line}", config.path)),
        text: assertion.text.clone(),
        roles: Vec::new(),
        noun: Default::default(),
        format: String::new(),
        origin: Origin { file: config.path.clone(), line: u32::try_from(line).unwrap_or(u32::MAX) },
    }
}

/// Decimal places of a percentage.
const PERCENTAGE_DIGITS: u32 = 2;

/// Checks a deck by an assertion on the opening hand; `None` if it holds or is not about hands. The
/// assertions on one deck share its budgets.
///
/// # Errors
/// The mistake in its condition.
fn check_opening(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    options: &CheckOptions,
    (config, assertion): (&Config, &Assertion),
    costs: &Costs,
) -> Result<Option<Finding>, Problem<CheckMessage>> {
    let AssertionBody::Opening { condition, at_least } = &assertion.body else { return Ok(None) };
    let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW]);
    let compiled = language::condition(&condition.text, &scope)
        .map_err(|error| condition_mistake(assertion, error))?;
    let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
    let legality = FormatLegality::new(setup.catalog, lens, options.on);
    let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
    let outcome = match costs.assertions.spend_for_cards(&compiled, deck.entries.len()) {
        Err(too_much) => Some((FindingStatus::Unknown, FindingProblem::NotAsked(too_much))),
        Ok(()) => {
            let chance = opening_probability(setup, deck, &world, &compiled, &costs.openings);
            compare_probability(chance, &condition.text, *at_least)
        }
    };
    let Some((status, problem)) = outcome else { return Ok(None) };
    let rule = rule_from_assertion(config, assertion, Vec::new());
    Ok(Some(Finding {
        level: rule.level,
        text: rule.text,
        noun: rule.noun,
        cite: rule.cite,
        assertion: Some(condition.text.clone()),
        ..Finding::new(rule.id, status, problem)
    }))
}

/// The finding about a probability that is, or may be, too low; `None` if it is high enough.
fn compare_probability(
    chance: Result<Probability, AskError>,
    condition: &str,
    at_least: Number,
) -> Option<(FindingStatus, FindingProblem)> {
    let least = fraction_from_number(at_least);
    // The bounds decide: a lower bound that is high enough satisfies it, an upper bound that is too
    // low breaks it, and otherwise the result is unknown.
    let (status, chance) = match chance {
        Ok(answer) if least.as_ref().is_none_or(|least| answer.low >= *least) => return None,
        Ok(answer) => {
            let status = if least.is_some_and(|least| answer.high >= least) {
                FindingStatus::Unknown
            } else {
                FindingStatus::Broken
            };
            let percentage = |f: &Fraction| f.percentage(PERCENTAGE_DIGITS);
            (status, Ok((percentage(&answer.low), percentage(&answer.high))))
        }
        Err(error) => (FindingStatus::Unknown, Err(ChanceError::new(error))),
    };
    // Shown as a percentage, like the probability.
    let at_least = Number::from_millionths(at_least.millionths().saturating_mul(100)).to_string();
    Some((
        status,
        FindingProblem::Opening(OpeningShare { condition: condition.to_owned(), chance, at_least }),
    ))
}

/// `None` below 0, which every probability reaches.
fn fraction_from_number(number: Number) -> Option<Fraction> {
    let part = u64::try_from(number.millionths()).ok()?;
    Fraction::ratio(part, Number::SCALE.unsigned_abs())
}

fn opening_probability(
    setup: &PreparedFormat<'_>,
    deck: &Deck,
    world: &World<'_>,
    condition: &Condition,
    budget: &Budget,
) -> Result<Probability, AskError> {
    // An assertion names no seat, so the first is used.
    let options = TableOptions { seat: 1, ..TableOptions::default() };
    let table = GameTable::new(setup, deck, world.lens, &options)?;
    let asked = QuestionTerms { condition, given: None, keep: None };
    Question::new(world, &table, asked)?.probability_on_budget(0, budget)
}

//! Requirements that a deck's `sleeve.toml` adds to its format: levels of rules, and assertions on
//! the deck or, with exact odds, on its opening hand.

use super::{
    judged::{Costs, JudgedFile},
    messages::CheckMessage,
};
use sleeve_data::{
    model::{
        Catalog, Deck, Format, Game, Number, Text,
        format::{Origin, Rule, RuleBody},
    },
    problem::Problem,
};
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
pub fn add_levels(options: &mut CheckOptions, config: &Config, game: &Game, format: &Format) {
    for (rule, level) in config.levels_for(&game.named, &format.named) {
        options.levels.insert(rule.to_owned(), level);
    }
}

/// The options with the levels set in the deck's `sleeve.toml`.
pub(super) fn options_with_levels(
    judged: &JudgedFile,
    options: &CheckOptions,
    catalog: &Catalog,
    format: &Format,
) -> CheckOptions {
    let mut levelled = options.clone();
    if let Some(config) = judged.config() {
        add_levels(&mut levelled, &config, &catalog.game, format);
    }
    levelled
}

/// A deck on check by the assertions of a `sleeve.toml`.
struct AssertionCheck<'a> {
    config: &'a Config,
    rulebook: &'a Rulebook<'a>,
    deck: &'a Deck,
    options: &'a CheckOptions,
    costs: &'a Costs,
    /// Mistakes in assertions, which belong to the `sleeve.toml`.
    mistakes: Vec<Problem<CheckMessage>>,
}

/// Checks a deck by its assertions. Mistakes in assertions go to `judged`.
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
            if assertion.level.is_some() {
                active.push(assertion);
            }
        }
    }
    if active.is_empty() {
        return Vec::new();
    }
    let mistakes = Vec::new();
    let mut check = AssertionCheck { config: &config, rulebook, deck, options, costs, mistakes };
    let mut findings = check.check_conditions(&active);
    findings.extend(check.check_openings(&active));
    judged.assertion_mistakes.append(&mut check.mistakes);
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
    assertion
        .game
        .as_ref()
        .is_none_or(|word| game.means(&word.value))
        && assertion
            .format
            .as_ref()
            .is_none_or(|word| format.means(&word.value))
        && assertion.concerns(config, &judged.path)
}

impl AssertionCheck<'_> {
    /// Checks the deck by the assertions that are conditions on the deck.
    fn check_conditions(&mut self, assertions: &[&Assertion]) -> Vec<Finding> {
        let (mut checked, mut rules) = (Vec::new(), Vec::new());
        for assertion in assertions {
            if !matches!(assertion.body, AssertionBody::Require(_)) {
                continue;
            }
            match assertion_zones(assertion, self.rulebook.catalog, self.rulebook.format) {
                Ok(zones) => {
                    checked.push(assertion);
                    rules.push(rule_from_assertion(self.config, assertion, zones));
                }
                Err(unknown) => self.mistakes.extend(unknown),
            }
        }
        let work = &self.costs.assertions;
        // A deck that does not fit its format is not judged at all.
        let Some(answers) = self
            .rulebook
            .check_rules(self.deck, self.options, &rules, work)
        else {
            return Vec::new();
        };
        let mut findings = Vec::new();
        for (assertion, answer) in checked.into_iter().zip(answers) {
            match answer {
                Ok(found) => findings.extend(found.into_iter().map(|finding| Finding {
                    assertion: Some(assertion.body.condition().text.clone()),
                    ..finding
                })),
                Err(CheckError::Rule { error: RuleError::Language(error), .. }) => {
                    self.mistakes.push(condition_mistake(assertion, error));
                }
                // INVARIANT: a rule that is a condition fails in no other way.
                Err(_) => {}
            }
        }
        findings
    }

    /// Checks the deck by the assertions on its opening hand.
    fn check_openings(&mut self, assertions: &[&Assertion]) -> Vec<Finding> {
        // A deck is laid out once for all its assertions, and only if one is about hands.
        if !assertions
            .iter()
            .any(|of| matches!(of.body, AssertionBody::Opening { .. }))
        {
            return Vec::new();
        }
        let Rulebook { catalog, format, .. } = self.rulebook;
        let overrides = &self.options.overrides;
        // A deck that does not fit its format is not judged at all.
        let Ok(setup) = PreparedFormat::new(catalog, format, self.deck, overrides) else {
            return Vec::new();
        };
        let mut findings = Vec::new();
        for assertion in assertions {
            match self.check_opening(&setup, assertion) {
                Ok(found) => findings.extend(found),
                Err(mistake) => self.mistakes.push(mistake),
            }
        }
        findings
    }

    /// Checks the deck by an assertion on the opening hand; `None` if it holds or is not about
    /// hands. The assertions on one deck share its budgets.
    ///
    /// # Errors
    /// The mistake in its condition.
    fn check_opening(
        &self,
        setup: &PreparedFormat<'_>,
        assertion: &Assertion,
    ) -> Result<Option<Finding>, Problem<CheckMessage>> {
        let AssertionBody::Opening { condition, at_least } = &assertion.body else {
            return Ok(None);
        };
        let scope = setup.scope.clone().with_zones([HAND, SEEN, ROW]);
        let compiled = language::condition(&condition.text, &scope)
            .map_err(|error| condition_mistake(assertion, error))?;
        let (options, deck) = (self.options, self.deck);
        let lens = options.lens();
        let legality = FormatLegality::new(setup.catalog, lens, options.on);
        let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
        let outcome = match self
            .costs
            .assertions
            .spend_for_cards(&compiled, deck.entries.len())
        {
            Err(too_much) => Some((FindingStatus::Unknown, FindingProblem::NotAsked(too_much))),
            Ok(()) => {
                let budget = &self.costs.openings;
                let chance = opening_probability(setup, deck, &world, &compiled, budget);
                compare_probability(chance, &condition.text, *at_least)
            }
        };
        let Some((status, problem)) = outcome else { return Ok(None) };
        let rule = rule_from_assertion(self.config, assertion, Vec::new());
        Ok(Some(Finding {
            level: rule.level,
            text: rule.text,
            noun: rule.noun,
            cite: rule.cite,
            assertion: Some(condition.text.clone()),
            ..Finding::new(rule.id, status, problem)
        }))
    }
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
                    candidates: format
                        .zones
                        .iter()
                        .map(|z| z.named.id.to_string())
                        .collect(),
                };
                mistakes.push(Problem::from_span(zone.span.clone(), message));
            }
        }
    }
    if mistakes.is_empty() { Ok(zones) } else { Err(mistakes) }
}

/// An assertion as a rule: its text, level and place.
fn rule_from_assertion(config: &Config, assertion: &Assertion, zones: Vec<String>) -> Rule {
    let line = config
        .text
        .get(..assertion.span.start)
        .unwrap_or("")
        .matches('\n')
        .count()
        + 1;
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
            let is_reached = least.is_some_and(|least| answer.high >= least);
            let [low, high] = [answer.low, answer.high].map(|f| f.percentage(PERCENTAGE_DIGITS));
            (FindingStatus::from_certainty(!is_reached), Ok((low, high)))
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

//! The check of a deck against a format: every problem at once, in a stable order; and the budget
//! that all conditions on one deck share. [`GROUPING_LIMIT`](sleeve_language::GROUPING_LIMIT)
//! bounds one condition with nested groups, but not a thousand of them.

use super::checker::Checker;
use super::finding::{
    CheckResult, Finding, FindingProblem, FindingStatus, Label, LabelKind, UNREAD, Verdict,
};
use super::messages::CheckError;
use super::rulebook::Rulebook;
use super::setup::{self, Overrides, PreparedFormat};
use super::{card_rules, piles, starting_cards};
use sleeve_data::model::format::{Level, Rule};
use sleeve_data::model::{Date, Deck, Format, Lens};
use sleeve_language::{Condition, PileView, SpreadPiles, World};
use std::borrow::Cow;
use std::cell::Cell;
use std::collections::BTreeMap;
use thiserror::Error;

/// The options of a check, apart from the deck and its rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckOptions {
    /// Whether stand-ins and inferred facts count as unknown.
    pub attested: bool,
    /// The role and the parameters instead of those of the deck.
    pub overrides: Overrides,
    /// Levels by rule id; `None` switches off a rule.
    pub levels: BTreeMap<String, Option<Level>>,
    /// The day on which the deck has to be legal: lists of other days do not count, and cards released
    /// later are findings. `None` admits cards of every day.
    pub on: Option<Date>,
}

impl Rulebook<'_> {
    /// Checks a deck against the format: every problem at once.
    ///
    /// The verdict is `provisional` if it would differ with stand-ins and inferred facts unknown.
    ///
    /// # Errors
    /// The deck does not fit the format, or a rule of the format has a mistake.
    pub fn check(&self, deck: &Deck, options: &CheckOptions) -> Result<CheckResult, CheckError> {
        self.check_with_budget(deck, options, &WorkBudget::default())
    }

    /// Like [`Rulebook::check`], within a budget that conditions on the deck share. A condition that costs
    /// more than the budget has left becomes a finding.
    ///
    /// # Errors
    /// As [`Rulebook::check`].
    pub fn check_with_budget(
        &self,
        deck: &Deck,
        options: &CheckOptions,
        work: &WorkBudget,
    ) -> Result<CheckResult, CheckError> {
        let spread = SpreadPiles::from_piles(&piles::from_deck(self.format, deck, &[]));
        let setup = PreparedFormat::from_rulebook(self, (deck, &spread), &options.overrides, work);
        let setup = setup.map_err(CheckError::Setup)?;
        let check_with =
            |lens| collect_findings(self, &setup, (deck, &spread), options, (lens, work));
        // Without facts that are not attested both lenses see the same: one check is enough.
        if self.catalog.cards.are_attested(deck.entries.iter().map(|entry| entry.card)) {
            let findings = check_with(Lens::Shipped)?;
            let verdict = CheckResult::judge_findings(&findings);
            return Ok(make_result(setup, verdict, false, findings));
        }
        let attested = check_with(Lens::Attested)?;
        let attested_verdict = CheckResult::judge_findings(&attested);
        if options.attested {
            return Ok(make_result(setup, attested_verdict, false, attested));
        }
        let findings = check_with(Lens::Shipped)?;
        let verdict = CheckResult::judge_findings(&findings);
        Ok(make_result(setup, verdict, verdict != attested_verdict, findings))
    }

    /// Checks rules that are not part of the format, such as assertions, with one answer for each;
    /// `None` for a deck that does not fit the format. If a deck does not mark its starting cards,
    /// the certain ones are set aside, as in statistics. A rule that costs more than the budget has
    /// left becomes a finding.
    pub fn check_rules(
        &self,
        deck: &Deck,
        options: &CheckOptions,
        rules: &[Rule],
        work: &WorkBudget,
    ) -> Option<Vec<Result<Vec<Finding>, CheckError>>> {
        let spread = SpreadPiles::from_piles(&piles::from_deck(self.format, deck, &[]));
        let setup =
            PreparedFormat::from_rulebook(self, (deck, &spread), &options.overrides, work).ok()?;
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = self.legality(lens, options.on);
        let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
        // The linter reports a mistake in the opening; here the deck stays as it is.
        let played = starting_cards::move_starting_cards(deck, self, &world);
        let played = played.unwrap_or(Cow::Borrowed(deck));
        let spread = SpreadPiles::from_piles(&piles::from_deck(self.format, &played, &[]));
        let view = PileView::new(world, &spread);
        let checker = Checker { rulebook: self, setup: &setup, deck: &played, world, view, work };
        Some(rules.iter().map(|rule| checker.check_rule(rule)).collect())
    }
}

fn make_result(
    setup: PreparedFormat<'_>,
    verdict: Verdict,
    provisional: bool,
    findings: Vec<Finding>,
) -> CheckResult {
    let verdict = if setup.unknown_names.is_empty() { verdict } else { Verdict::Unusable };
    CheckResult {
        verdict,
        provisional,
        role: setup.role,
        findings,
        unknown_names: setup.unknown_names,
    }
}

fn collect_findings(
    rulebook: &Rulebook<'_>,
    setup: &PreparedFormat<'_>,
    (deck, spread): (&Deck, &SpreadPiles),
    options: &CheckOptions,
    (lens, work): (Lens, &WorkBudget),
) -> Result<Vec<Finding>, CheckError> {
    let legality = rulebook.legality(lens, options.on);
    let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
    let view = PileView::new(world, spread);
    let view = match &rulebook.cache {
        Some(cache) => view.with_cache(cache),
        None => view,
    };
    let checker = Checker { rulebook, setup, deck, world, view, work };
    let mut findings = setup::find_disallowed_parameters(setup.format, deck, &options.overrides);
    for zone in &setup.format.zones {
        findings.extend(checker.check_zone(zone)?);
    }
    findings.extend(checker.check_dates(options.on));
    if let Some(day) = options.on {
        findings.extend(checker.check_releases(day));
    }
    let in_force = card_rules::find_rules_in_force(rulebook.catalog, setup.format, deck);
    let role = setup.role.as_ref();
    let is_asked = |rule: &&Rule| {
        let is_of_role = rule.roles.is_empty() || role.is_some_and(|r| rule.roles.contains(r));
        is_of_role && !card_rules::is_lifted(&in_force, rule)
    };
    let mut rules: Vec<&Rule> = setup.format.rules.iter().filter(is_asked).collect();
    for rule in &rules {
        findings.extend(checker.check_rule(rule)?);
    }
    for card_rule in &in_force {
        let found = checker.check_rule(&card_rule.rule)?;
        let with_lifts = |of| Finding { lifts: card_rule.lifts.clone(), ..of };
        findings.extend(found.into_iter().map(with_lifts));
        rules.push(&card_rule.rule);
    }
    // After zones and rules: their findings may be the reason why no role is named.
    findings.extend(checker.check_role(&findings));
    findings.extend(checker.check_stated_role());
    findings.extend(checker.check_implied_parameters(&options.overrides, &findings));
    let of_defaults = checker.check_default_parameters(&options.overrides, &rules, &findings)?;
    findings.extend(of_defaults);
    findings.extend(deck.notes.iter().map(note_finding));
    findings.extend(deck.unread.iter().map(unread_finding));
    if !is_counted_whole(deck, setup.format) {
        findings.retain(|finding| !finding.problem.misses_cards());
    }
    options.apply_levels(&mut findings);
    CheckResult::sort_findings(&mut findings);
    Ok(findings)
}

/// Whether every line of a deck counts in a zone of the format: each has a zone that the format
/// knows, and a count that can be read.
fn is_counted_whole(deck: &Deck, format: &Format) -> bool {
    let mut zones = deck.zones.iter();
    zones.all(|zone| format.zone(&zone.value).is_some())
        && deck.unresolved.iter().all(|line| line.count > 0)
}

impl CheckOptions {
    /// Applies levels to findings, and drops findings of rules that are switched off.
    pub fn apply_levels(&self, findings: &mut Vec<Finding>) {
        findings.retain_mut(|finding| match self.levels.get(&finding.rule) {
            Some(Some(level)) => {
                finding.level = *level;
                true
            }
            Some(None) => false,
            None => true,
        });
    }
}

/// The finding that rules may need parts of the file that were not read.
fn unread_finding(note: &sleeve_data::model::deck::Note) -> Finding {
    let problem = FindingProblem::Note(note.message.clone());
    let labels = vec![Label { span: note.span.clone(), what: LabelKind::Value }];
    Finding { labels, ..Finding::new(UNREAD, FindingStatus::Unknown, problem) }
}

fn note_finding(note: &sleeve_data::model::deck::Note) -> Finding {
    let problem = FindingProblem::Note(note.message.clone());
    let labels = vec![Label { span: note.span.clone(), what: LabelKind::Value }];
    let lines = note.lines.clone();
    let finding = Finding::new("note", FindingStatus::Note, problem);
    Finding { level: Level::Warning, labels, lines, ..finding }
}

/// The most evaluations of a card in nested groups, over all conditions on one deck in one command.
/// An evaluation that leads to a finding takes some microseconds.
pub const ASKED_LIMIT: u64 = 200_000;
/// Words of conditions tested on a card that cost as much as one evaluation: such a test takes 0.2
/// microseconds.
const WORDS_OF_AN_EVALUATION: u64 = 200;

/// The evaluations that conditions on one deck may still spend: conditions of all formats that the deck
/// is checked against, or all assertions on it.
#[derive(Debug)]
pub struct WorkBudget {
    remaining: Cell<u64>,
}

/// A condition that is skipped because it costs more than the budget has left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("conditions test cards {times} times; {left} of {ASKED_LIMIT} tests are left")]
pub struct TooMuchWork {
    /// Evaluations that it would spend.
    pub times: u64,
    /// Evaluations that the budget had.
    pub left: u64,
}

impl Default for WorkBudget {
    fn default() -> WorkBudget {
        WorkBudget { remaining: Cell::new(ASKED_LIMIT) }
    }
}

impl WorkBudget {
    /// Spends the cost of a condition on the cards of a view; a refused condition spends nothing.
    ///
    /// # Errors
    /// The condition costs more than is left.
    pub(super) fn spend(
        &self,
        condition: &Condition,
        view: &PileView<'_>,
    ) -> Result<(), TooMuchWork> {
        let cards = view.different_cards() as u64;
        let words = condition.text().split_whitespace().count() as u64;
        let tests = words.saturating_mul(cards) / WORDS_OF_AN_EVALUATION;
        self.take(condition.group_evaluations().saturating_mul(cards).saturating_add(tests))
    }

    /// Spends the cost of a condition on a number of different cards; a refused condition spends
    /// nothing.
    ///
    /// # Errors
    /// The condition costs more than is left.
    pub fn spend_for_cards(&self, condition: &Condition, cards: usize) -> Result<(), TooMuchWork> {
        self.take(condition.group_evaluations().saturating_mul(cards as u64))
    }

    fn take(&self, times: u64) -> Result<(), TooMuchWork> {
        let left = self.remaining.get();
        match left.checked_sub(times) {
            Some(remaining) => {
                self.remaining.set(remaining);
                Ok(())
            }
            None => Err(TooMuchWork { times, left }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_data::packed;
    use sleeve_language::{Scope, condition};

    #[test]
    fn conditions_share_what_they_may_cost_and_what_is_refused_costs_nothing() {
        let games: Vec<_> =
            sleeve_games::GAMES.iter().map(|(_, bytes)| packed::unpack(bytes).unwrap()).collect();
        let flat = condition("each(kind, count() >= 1)", &Scope::from_catalog(&games[0])).unwrap();
        assert_eq!(flat.group_evaluations(), 0);
        // Some game has a field with several values on one card.
        let deep = games.iter().find_map(|game| {
            game.game.attributes.iter().find_map(|attribute| {
                let field = &attribute.named.id;
                let text = format!("each({field}, each({field}, count() >= 1))");
                condition(&text, &Scope::from_catalog(game))
                    .ok()
                    .filter(|deep| deep.group_evaluations() > 1)
            })
        });
        let deep = deep.unwrap();
        let one = deep.group_evaluations();
        let affordable = usize::try_from(ASKED_LIMIT / one).unwrap();
        let work = WorkBudget::default();
        let refused = TooMuchWork { times: one * (affordable as u64 + 1), left: ASKED_LIMIT };
        assert_eq!(work.spend_for_cards(&deep, affordable + 1), Err(refused));
        assert_eq!(work.spend_for_cards(&deep, affordable - 1), Ok(()));
        assert_eq!(work.spend_for_cards(&deep, 1), Ok(()));
        let left = ASKED_LIMIT - one * affordable as u64;
        assert_eq!(work.spend_for_cards(&deep, 1), Err(TooMuchWork { times: one, left }));
        assert_eq!(work.spend_for_cards(&flat, usize::MAX), Ok(()));
    }
}

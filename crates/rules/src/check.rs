//! The check of a deck against a format: every problem at once, in a stable order.

use super::{
    budget::WorkBudget,
    card_rules,
    checker::Checker,
    finding::{CheckResult, Finding, FindingProblem, FindingStatus, Label, UNREAD, Verdict},
    messages::CheckError,
    piles,
    rulebook::Rulebook,
    scope::is_for_role,
    setup::{self, Overrides, PreparedFormat, SetupRequest},
    starting_cards,
};
use sleeve_data::model::{
    Date, Deck, Format, Lens,
    deck::Note,
    format::{Level, Rule},
};
use sleeve_language::{PileView, SpreadPiles, World};
use std::{borrow::Cow, collections::BTreeMap};

/// The options of a check, apart from the deck and its rules.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckOptions {
    /// Whether stand-ins and inferred facts count as unknown.
    pub attested: bool,
    /// The role and the parameters instead of those of the deck.
    pub overrides: Overrides,
    /// Levels by rule id; `None` switches off a rule.
    pub levels: BTreeMap<String, Option<Level>>,
    /// The day on which the deck has to be legal: lists of other days do not count, and cards
    /// released later are findings. `None` admits cards of every day.
    pub on: Option<Date>,
}

impl CheckOptions {
    /// Which facts count as known.
    pub fn lens(&self) -> Lens {
        if self.attested { Lens::Attested } else { Lens::Shipped }
    }
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

    /// Like [`Rulebook::check`], within a budget that conditions on the deck share. A condition
    /// that costs more than the budget has left becomes a finding.
    ///
    /// # Errors
    /// As [`Rulebook::check`].
    pub fn check_with_budget(
        &self,
        deck: &Deck,
        options: &CheckOptions,
        work: &WorkBudget,
    ) -> Result<CheckResult, CheckError> {
        let spread = &SpreadPiles::from_piles(&piles::from_deck(self.format, deck, &[]));
        let view = &self.view(World::from_catalog(self.catalog), spread);
        let overrides = &options.overrides;
        let request = SetupRequest { rulebook: self, deck, spread, view, overrides, work };
        let setup = PreparedFormat::from_request(&request).map_err(CheckError::Setup)?;
        // Without facts that are not attested both lenses see the same: one check is enough.
        let cards = deck.entries.iter().map(|entry| entry.card);
        if self.catalog.cards.are_attested(cards) {
            let findings = collect_findings(&request, &setup, options, Lens::Shipped)?;
            return Ok(make_result(setup, false, findings));
        }
        let attested = collect_findings(&request, &setup, options, Lens::Attested)?;
        if options.attested {
            return Ok(make_result(setup, false, attested));
        }
        let findings = collect_findings(&request, &setup, options, Lens::Shipped)?;
        let is_provisional =
            CheckResult::judge_findings(&findings) != CheckResult::judge_findings(&attested);
        Ok(make_result(setup, is_provisional, findings))
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
        let spread = &SpreadPiles::from_piles(&piles::from_deck(self.format, deck, &[]));
        let view = &self.view(World::from_catalog(self.catalog), spread);
        let overrides = &options.overrides;
        let request = SetupRequest { rulebook: self, deck, spread, view, overrides, work };
        let setup = PreparedFormat::from_request(&request).ok()?;
        let lens = options.lens();
        let legality = self.legality(lens, options.on);
        let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
        // The linter reports a mistake in the opening; here the deck stays as it is.
        let moved = starting_cards::move_starting_cards(deck, self, &world);
        let played = moved.unwrap_or(Cow::Borrowed(deck));
        let spread = SpreadPiles::from_piles(&piles::from_deck(self.format, &played, &[]));
        let view = PileView::new(world, &spread);
        let (rulebook, setup, deck, answers) = (self, &setup, &*played, None);
        let stops_at_error = false;
        let checker = Checker { rulebook, setup, deck, world, view, work, answers, stops_at_error };
        Some(rules.iter().map(|rule| checker.check_rule(rule)).collect())
    }
}

fn make_result(
    setup: PreparedFormat<'_>,
    is_provisional: bool,
    findings: Vec<Finding>,
) -> CheckResult {
    let verdict = if setup.unknown_names.is_empty() {
        CheckResult::judge_findings(&findings)
    } else {
        Verdict::Unusable
    };
    CheckResult {
        verdict,
        provisional: is_provisional,
        role: setup.role,
        findings,
        unknown_names: setup.unknown_names,
    }
}

fn collect_findings(
    request: &SetupRequest<'_, '_>,
    setup: &PreparedFormat<'_>,
    options: &CheckOptions,
    lens: Lens,
) -> Result<Vec<Finding>, CheckError> {
    let SetupRequest { rulebook, deck, work, .. } = *request;
    let legality = rulebook.legality(lens, options.on);
    let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
    let view = request.view.in_world(world);
    let answers = work
        .answers
        .as_ref()
        .and_then(|answers| answers.in_world(deck, &world));
    let is_whole = is_counted_whole(deck, setup.format);
    // An error may not be one if levels change it, or if parts of the deck do not count.
    let stops_at_error =
        work.stops_at_error && is_whole && deck.unread.is_none() && options.levels.is_empty();
    let checker = Checker { rulebook, setup, deck, world, view, work, answers, stops_at_error };
    let mut findings = checker.check_all(options)?;
    for note in &deck.notes {
        let finding = Finding::from_note("note", FindingStatus::Note, note);
        findings.push(Finding { level: Level::Warning, lines: note.lines.clone(), ..finding });
    }
    // Rules may need parts of the file that were not read.
    let unread = deck.unread.iter();
    findings.extend(unread.map(|n| Finding::from_note(UNREAD, FindingStatus::Unknown, n)));
    if !is_whole {
        findings.retain(|finding| !finding.problem.misses_cards());
    }
    options.apply_levels(&mut findings);
    CheckResult::sort_findings(&mut findings);
    Ok(findings)
}

impl Checker<'_> {
    /// Everything that a format and the rules of the deck's cards find in the deck.
    fn check_all(&self, options: &CheckOptions) -> Result<Vec<Finding>, CheckError> {
        let (format, overrides) = (self.setup.format, &options.overrides);
        let mut findings = setup::find_disallowed_parameters(format, self.deck, overrides);
        for zone in &format.zones {
            findings.extend(self.check_zone(zone)?);
        }
        findings.extend(self.check_dates(options.on));
        if let Some(day) = options.on {
            findings.extend(self.check_releases(day));
        }
        let in_force = card_rules::find_rules_in_force(self.rulebook.catalog, format, self.deck);
        let mut rules: Vec<&Rule> = Vec::new();
        for rule in &format.rules {
            if is_for_role(&rule.roles, self.setup.role.as_deref())
                && !card_rules::is_lifted(&in_force, rule)
            {
                findings.extend(self.check_rule(rule)?);
                if self.stops_at_error && findings.iter().any(Finding::is_certain_error) {
                    return Ok(findings);
                }
                rules.push(rule);
            }
        }
        for card_rule in &in_force {
            for finding in self.check_rule(&card_rule.rule)? {
                findings.push(Finding { lifts: card_rule.lifts.clone(), ..finding });
            }
            rules.push(&card_rule.rule);
        }
        // After zones and rules: their findings may be the reason why no role is named.
        findings.extend(self.check_role(&findings));
        findings.extend(self.check_stated_role());
        findings.extend(self.check_implied_parameters(overrides, &findings));
        findings.extend(self.check_default_parameters(overrides, &rules, &findings)?);
        Ok(findings)
    }
}

/// Whether every line of a deck counts in a zone of the format: each has a zone that the format
/// knows, and a count that can be read.
fn is_counted_whole(deck: &Deck, format: &Format) -> bool {
    deck.zones
        .iter()
        .all(|zone| format.zone(&zone.value).is_some())
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

impl Finding {
    fn is_certain_error(&self) -> bool {
        self.level == Level::Error && self.status == FindingStatus::Broken
    }

    fn from_note(rule: &str, status: FindingStatus, note: &Note) -> Finding {
        let problem = FindingProblem::Note(note.message.clone());
        let labels = vec![Label::value(note.span.clone())];
        Finding { labels, ..Finding::new(rule, status, problem) }
    }
}

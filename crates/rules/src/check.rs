//! Checking a deck against a format: every problem at once, in a stable order.

use super::checker::Checker;
use super::finding::{
    CheckResult, Finding, FindingProblem, FindingStatus, Label, LabelKind, Verdict,
};
use super::messages::CheckError;
use super::rulebook::Rulebook;
use super::setup::{self, Overrides, PreparedFormat};
use super::work::Work;
use super::{card_rules, piles, starting_cards};
use sleeve_data::model::format::{Level, Rule};
use sleeve_data::model::{Date, Deck, Lens, Noun, Text};
use sleeve_data::problem;
use sleeve_language::{PileView, SpreadPiles, World};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// How to check.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckOptions {
    /// Treat stand-ins and inferred facts as unknown.
    pub attested: bool,
    /// Role and parameters that win over the deck's.
    pub overrides: Overrides,
    /// Levels by rule id; `None` switches a rule off.
    pub levels: BTreeMap<String, Option<Level>>,
    /// The day on which the deck is to be legal: lists of other days do not count, and cards that
    /// were not out are findings.
    pub on: Option<Date>,
}

impl Rulebook<'_> {
    /// Checks a deck against the format: every problem at once.
    ///
    /// The verdict is `provisional` when it differs from the one reached with stand-ins and
    /// inferred facts unknown.
    ///
    /// # Errors
    /// When the deck does not fit the format, or a rule of the format has a mistake.
    pub fn check(&self, deck: &Deck, options: &CheckOptions) -> Result<CheckResult, CheckError> {
        self.check_within(deck, options, &Work::default())
    }

    /// The same within what conditions on the deck may still cost; of those that cost more, it is
    /// said.
    ///
    /// # Errors
    /// As [`Rulebook::check`].
    pub fn check_within(
        &self,
        deck: &Deck,
        options: &CheckOptions,
        work: &Work,
    ) -> Result<CheckResult, CheckError> {
        let spread = SpreadPiles::from_piles(&piles::of_deck(self.format, deck, &[]));
        let setup = PreparedFormat::from_rulebook(self, (deck, &spread), &options.overrides, work);
        let setup = setup.map_err(CheckError::Setup)?;
        let through = |lens| collect_findings(self, &setup, (deck, &spread), options, (lens, work));
        if self.catalog.cards.is_attested() {
            let findings = through(Lens::Shipped)?;
            let verdict = CheckResult::verdict_of(&findings);
            return Ok(make_result(setup, verdict, false, findings));
        }
        let attested = through(Lens::Attested)?;
        let firm = CheckResult::verdict_of(&attested);
        if options.attested {
            return Ok(make_result(setup, firm, false, attested));
        }
        let findings = through(Lens::Shipped)?;
        let verdict = CheckResult::verdict_of(&findings);
        Ok(make_result(setup, verdict, verdict != firm, findings))
    }
}

impl Rulebook<'_> {
    /// What rules that are not the format's say of a deck, one answer for each; `None` for a deck
    /// that does not fit the format. Where the deck marks no starting cards, those that are certain
    /// are read as set out, as everything reads them that describes decks. Of those that cost more
    /// than is left, it is said.
    pub fn ask(
        &self,
        deck: &Deck,
        options: &CheckOptions,
        rules: &[Rule],
        work: &Work,
    ) -> Option<Vec<Result<Vec<Finding>, CheckError>>> {
        let spread = SpreadPiles::from_piles(&piles::of_deck(self.format, deck, &[]));
        let setup =
            PreparedFormat::from_rulebook(self, (deck, &spread), &options.overrides, work).ok()?;
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = self.legality(lens, options.on);
        let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
        // A filter of the opening that cannot be read is the linter's to tell.
        let played = starting_cards::move_starting_cards(deck, self, &world);
        let played = played.unwrap_or(Cow::Borrowed(deck));
        let spread = SpreadPiles::from_piles(&piles::of_deck(self.format, &played, &[]));
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
    let verdict = if setup.stray.is_empty() { verdict } else { Verdict::Unusable };
    CheckResult {
        verdict,
        provisional,
        role: setup.role,
        findings,
        stray: setup.stray.into_iter().map(problem::Problem::into_any).collect(),
    }
}

fn collect_findings(
    rulebook: &Rulebook<'_>,
    setup: &PreparedFormat<'_>,
    (deck, spread): (&Deck, &SpreadPiles),
    options: &CheckOptions,
    (lens, work): (Lens, &Work),
) -> Result<Vec<Finding>, CheckError> {
    let legality = rulebook.legality(lens, options.on);
    let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
    let view = PileView::new(world, spread);
    let view = match &rulebook.cache {
        Some(cache) => view.with_cache(cache),
        None => view,
    };
    let checker = Checker { rulebook, setup, deck, world, view, work };
    let mut findings = setup::disallowed(setup.format, deck, &options.overrides);
    for zone in &setup.format.zones {
        findings.extend(checker.check_zone(zone)?);
    }
    findings.extend(checker.check_dates(options.on));
    if let Some(day) = options.on {
        findings.extend(checker.check_releases(day));
    }
    for rule in &setup.format.rules {
        let role = setup.role.as_ref();
        if !rule.roles.is_empty() && !role.is_some_and(|r| rule.roles.contains(r)) {
            continue;
        }
        findings.extend(checker.check_rule(rule)?);
    }
    for rule in card_rules::in_force(rulebook.catalog, setup.format, deck) {
        findings.extend(checker.check_rule(rule)?);
    }
    findings.extend(checker.check_role(&findings));
    findings.extend(checker.check_stated_role());
    findings.extend(deck.notes.iter().map(note_finding));
    options.apply_levels(&mut findings);
    CheckResult::order(&mut findings);
    Ok(findings)
}

impl CheckOptions {
    /// Gives findings the levels that are set, and drops those that are switched off.
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

fn note_finding(note: &sleeve_data::model::deck::Note) -> Finding {
    Finding {
        rule: "note".to_owned(),
        level: Level::Warning,
        status: FindingStatus::Note,
        zones: Vec::new(),
        problem: FindingProblem::Note(note.message.clone()),
        text: Text::default(),
        noun: Noun::default(),
        cite: Text::default(),
        origin: Default::default(),
        labels: vec![Label { span: note.span.clone(), what: LabelKind::Value }],
        missing: Vec::new(),
        assertion: None,
    }
}

//! Checking a deck against a format: every problem at once, in a stable order.

use super::card_rules;
use super::carries;
use super::contents::{self, ContentsError};
use super::finding::{Checked, Finding, Label, LabelKind, Problem, Status, Verdict};
use super::messages::{RuleMessage, SetupProblem};
use super::piles;
use super::rulebook::Rulebook;
use super::setup::{self, Overrides, Setup};
use super::start;
use super::work::Work;
use crate::language::{
    self, BOX, Cause, Explanation, LanguageError, ParameterValue, PileView, Spread, Truth, World,
};
use crate::model::format::{Level, Rule, RuleBody, Zone};
use crate::model::{CardIndex, Catalog, Date, Deck, Entry, Lens, Noun, Text};
use crate::problem::{self, Source};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;
use std::sync::Arc;
use thiserror::Error;

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

/// Why a deck cannot be checked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CheckError {
    /// The deck does not fit the format's roles, zones or parameters.
    #[error("the deck does not fit the format")]
    Setup(Vec<SetupProblem>),
    /// A rule of the format has a mistake.
    #[error("the rule `{rule}` has a mistake")]
    Rule {
        /// The rule's id.
        rule: String,
        /// Its file and line.
        origin: crate::model::format::Origin,
        /// The text with the mistake.
        text: String,
        /// The mistake.
        error: RuleError,
    },
}

/// A mistake in a rule.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RuleError {
    /// In its condition or filter.
    #[error("{0}")]
    Language(LanguageError),
    /// In its fixed list.
    #[error("{0}")]
    Contents(ContentsError),
    /// A field that the game does not declare.
    #[error("there is no field `{0}`")]
    NoField(String),
}

impl CheckError {
    /// What stands in the way of a check against a format of this game, where that is known.
    pub fn problems(self, catalog: Option<&Catalog>) -> Vec<problem::Problem> {
        let (rule, origin, text, error) = match self {
            CheckError::Setup(errors) => {
                return errors.into_iter().map(problem::Problem::any).collect();
            }
            CheckError::Rule { rule, origin, text, error } => (rule, origin, text, error),
        };
        let place = format!("{}:{} ({rule})", origin.file, origin.line);
        let language = |rule, text: String, error: LanguageError| {
            let (source, span) = (Source::new(place.clone(), text), error.span.clone());
            problem::Problem::within(&Arc::new(source), span, RuleMessage::Language { rule, error })
        };
        let problem = match error {
            RuleError::Language(error) => language(rule, text, error),
            RuleError::Contents(ContentsError::Language { text, error }) => {
                language(rule, text, error)
            }
            RuleError::Contents(ContentsError::NoCard(name)) => {
                RuleMessage::NoCard { rule, place, name }.into()
            }
            RuleError::Contents(ContentsError::NotWhole(number)) => {
                RuleMessage::NotWhole { rule, place, number }.into()
            }
            RuleError::NoField(field) => {
                let attributes = catalog.into_iter().flat_map(|c| &c.game.attributes);
                let fields = attributes.map(|a| a.named.id.to_string()).collect();
                RuleMessage::NoField { rule, place, field, fields }.into()
            }
        };
        vec![problem.any()]
    }
}

impl Rulebook<'_> {
    /// Checks a deck against the format: every problem at once.
    ///
    /// The verdict is `provisional` when it differs from the one reached with stand-ins and
    /// inferred facts unknown.
    ///
    /// # Errors
    /// When the deck does not fit the format, or a rule of the format has a mistake.
    pub fn check(&self, deck: &Deck, options: &CheckOptions) -> Result<Checked, CheckError> {
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
    ) -> Result<Checked, CheckError> {
        let spread = Spread::of(&piles::of_deck(self.format, deck, &[]));
        let setup = Setup::of(self, (deck, &spread), &options.overrides, work);
        let setup = setup.map_err(CheckError::Setup)?;
        let through = |lens| findings(self, &setup, (deck, &spread), options, (lens, work));
        if self.catalog.cards.is_attested() {
            let findings = through(Lens::Shipped)?;
            let verdict = Checked::verdict_of(&findings);
            return Ok(checked(setup, verdict, false, findings));
        }
        let attested = through(Lens::Attested)?;
        let firm = Checked::verdict_of(&attested);
        if options.attested {
            return Ok(checked(setup, firm, false, attested));
        }
        let findings = through(Lens::Shipped)?;
        let verdict = Checked::verdict_of(&findings);
        Ok(checked(setup, verdict, verdict != firm, findings))
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
        let spread = Spread::of(&piles::of_deck(self.format, deck, &[]));
        let setup = Setup::of(self, (deck, &spread), &options.overrides, work).ok()?;
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let legality = self.legality(lens, options.on);
        let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
        // A filter of the opening that cannot be read is the linter's to tell.
        let played = start::set_out(deck, self, &world);
        let played = played.unwrap_or(Cow::Borrowed(deck));
        let spread = Spread::of(&piles::of_deck(self.format, &played, &[]));
        let view = PileView::new(world, &spread);
        let checker = Checker { rulebook: self, setup: &setup, deck: &played, world, view, work };
        Some(rules.iter().map(|rule| checker.rule(rule)).collect())
    }
}

fn checked(
    setup: Setup<'_>,
    verdict: Verdict,
    provisional: bool,
    findings: Vec<Finding>,
) -> Checked {
    let verdict = if setup.stray.is_empty() { verdict } else { Verdict::Unusable };
    Checked {
        verdict,
        provisional,
        role: setup.role,
        findings,
        stray: setup.stray.into_iter().map(problem::Problem::any).collect(),
    }
}

fn findings(
    rulebook: &Rulebook<'_>,
    setup: &Setup<'_>,
    (deck, spread): (&Deck, &Spread),
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
        findings.extend(checker.zone(zone)?);
    }
    findings.extend(checker.in_force(options.on));
    if let Some(day) = options.on {
        findings.extend(checker.released(day));
    }
    for rule in &setup.format.rules {
        let role = setup.role.as_ref();
        if !rule.roles.is_empty() && !role.is_some_and(|r| rule.roles.contains(r)) {
            continue;
        }
        findings.extend(checker.rule(rule)?);
    }
    for rule in card_rules::in_force(rulebook.catalog, setup.format, deck) {
        findings.extend(checker.rule(rule)?);
    }
    findings.extend(checker.role(&findings));
    findings.extend(deck.notes.iter().map(note));
    options.apply_levels(&mut findings);
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

fn note(note: &crate::model::deck::Note) -> Finding {
    Finding {
        rule: "note".to_owned(),
        level: Level::Warning,
        status: Status::Note,
        zones: Vec::new(),
        problem: Problem::Note(note.message.clone()),
        text: Text::default(),
        noun: Noun::default(),
        cite: Text::default(),
        origin: Default::default(),
        labels: vec![Label { span: note.span.clone(), what: LabelKind::Value }],
        missing: Vec::new(),
        is_assertion: false,
    }
}

/// One deck under the rules of one format.
pub(super) struct Checker<'a> {
    pub(super) rulebook: &'a Rulebook<'a>,
    pub(super) setup: &'a Setup<'a>,
    pub(super) deck: &'a Deck,
    pub(super) world: World<'a>,
    /// The zones of the deck, without the boxes.
    pub(super) view: PileView<'a>,
    /// What conditions may still cost.
    work: &'a Work,
}

pub(super) fn mistake(
    rule: &str,
    origin: &crate::model::format::Origin,
    text: &str,
    error: RuleError,
) -> CheckError {
    CheckError::Rule { rule: rule.to_owned(), origin: origin.clone(), text: text.to_owned(), error }
}

impl Checker<'_> {
    /// That the zone which names the role does not name one, where no other finding about it says why.
    fn role(&self, others: &[Finding]) -> Option<Finding> {
        let (zone, roles) = self.setup.untold.as_ref()?;
        let broken = |f: &Finding| f.status == Status::Broken && f.zones == [zone.as_str()];
        if roles.is_empty() && others.iter().any(broken) {
            return None;
        }
        Some(Finding {
            rule: "role".to_owned(),
            level: Level::Error,
            status: Status::Broken,
            zones: vec![zone.clone()],
            problem: Problem::Role { zone: zone.clone(), roles: roles.clone() },
            text: Text::default(),
            noun: Noun::default(),
            cite: self.setup.format.cite.clone(),
            origin: self.setup.format.origin.clone(),
            labels: self.zone_label(std::slice::from_ref(zone)).into_iter().collect(),
            missing: Vec::new(),
            is_assertion: false,
        })
    }

    /// The id of the zone that a line of the deck stands in.
    pub(super) fn zone_id<'s>(&'s self, written: &'s str) -> &'s str {
        self.setup.format.zone(written).map_or(written, |z| &z.named.id)
    }

    fn zone(&self, zone: &Zone) -> Result<Vec<Finding>, CheckError> {
        let id = format!("zone-{}", zone.named.id);
        let fail = |e| mistake(&id, &zone.origin, &zone.accepts, RuleError::Language(e));
        // Where the role is to be told by cards that do not tell it, that is the finding.
        let mine = |role: &Option<String>| role.as_ref().is_some_and(|r| zone.roles.contains(r));
        let closed =
            !zone.roles.is_empty() && self.setup.untold.is_none() && !mine(&self.setup.role);
        let accepts = self.rulebook.filter(&zone.accepts).map_err(fail)?;
        let asked = accepts.asked(self.world, self.rulebook.cache.as_ref());
        let mut findings: Vec<Finding> = Vec::new();
        for entry in self.deck.entries.iter().filter(|e| self.zone_id(&e.zone) == zone.named.id) {
            let fits = match closed {
                true => Truth::False,
                false => asked.of(entry.card, Some(&zone.named.id)),
            };
            if fits == Truth::True {
                continue;
            }
            let missing = match fits {
                Truth::Unknown => accepts.missing(&self.world, entry.card, Some(&zone.named.id)),
                _ => Vec::new(),
            };
            let what = LabelKind::Card(entry.card, entry.count);
            findings.push(Finding {
                rule: id.clone(),
                level: Level::Error,
                status: if fits == Truth::False { Status::Broken } else { Status::Unknown },
                zones: vec![zone.named.id.to_string()],
                problem: Problem::Zone {
                    card: (entry.card, entry.count),
                    accepted_by: self.accepted_by(entry.card),
                    against: match fits {
                        Truth::False if !closed => {
                            accepts.against(&self.world, entry.card, Some(&zone.named.id))
                        }
                        _ => None,
                    },
                },
                text: Text::default(),
                noun: Noun::default(),
                cite: self.setup.format.cite.clone(),
                origin: zone.origin.clone(),
                labels: vec![Label { span: entry.span.clone(), what }],
                missing,
                is_assertion: false,
            });
        }
        Ok(findings)
    }

    fn accepted_by(&self, card: CardIndex) -> Vec<String> {
        let zones = self.setup.format.zones.iter().filter(|zone| {
            let role = self.setup.role.as_ref();
            let open = zone.roles.is_empty() || role.is_some_and(|r| zone.roles.contains(r));
            let accepts = self.rulebook.filter(&zone.accepts);
            let fits = |f: Rc<language::Filter>| {
                f.test(&self.world, card, Some(&zone.named.id)) == Truth::True
            };
            open && accepts.is_ok_and(fits)
        });
        zones.map(|z| z.named.id.to_string()).collect()
    }

    pub(super) fn rule(&self, rule: &Rule) -> Result<Vec<Finding>, CheckError> {
        let found = match &rule.body {
            RuleBody::Require(text) => self.condition(rule, text)?,
            RuleBody::Contents(contents) => self.contents(rule, contents)?,
            RuleBody::Carries(carrier) => {
                let fields =
                    carries::Fields::resolve(self.setup.catalog, carrier).map_err(|f| {
                        mistake(&rule.id, &rule.origin, f, RuleError::NoField(f.to_owned()))
                    })?;
                let fail =
                    |e| mistake(&rule.id, &rule.origin, &carrier.placed, RuleError::Language(e));
                let placed = match carrier.placed.as_str() {
                    "" => None,
                    filter => Some(self.rulebook.filter(filter).map_err(fail)?),
                };
                let zones = self.rulebook.zones(rule);
                let there = carries::There {
                    copies: &|card| self.copies(&zones, card),
                    apart: &|a, b| self.apart(&zones, a, b),
                    placed: &|card| {
                        let test = |f: &Rc<language::Filter>| f.test(&self.world, card, None);
                        placed.as_ref().map_or(Truth::False, test)
                    },
                };
                carries::check(self.setup.catalog, self.world.lens, &fields, self.deck, &there)
            }
            RuleBody::SetsOut(filter) => self.sets_out(rule, filter)?,
            RuleBody::Allowances(allowances) => self.allowances(rule, allowances)?,
        };
        let finding = |(status, problem, labels, missing)| Finding {
            rule: rule.id.clone(),
            level: rule.level,
            status,
            zones: rule.zones.clone(),
            problem,
            text: rule.text.clone(),
            noun: rule.noun.clone(),
            cite: rule.cite.clone(),
            origin: rule.origin.clone(),
            labels,
            missing,
            is_assertion: false,
        };
        Ok(found.into_iter().map(finding).collect())
    }

    /// Whether two cards lie in these zones, but in none of them together.
    fn apart(&self, zones: &[String], a: CardIndex, b: CardIndex) -> bool {
        let lies = |card, zone: &String| self.copies(std::slice::from_ref(zone), card) > 0;
        let somewhere = |card| zones.iter().any(|zone| lies(card, zone));
        somewhere(a) && somewhere(b) && !zones.iter().any(|zone| lies(a, zone) && lies(b, zone))
    }

    fn copies(&self, zones: &[String], card: CardIndex) -> u32 {
        let here = |e: &&Entry| e.card == card && zones.iter().any(|z| z == self.zone_id(&e.zone));
        self.deck.entries.iter().filter(here).map(|e| e.count).fold(0, u32::saturating_add)
    }

    pub(super) fn condition(&self, rule: &Rule, text: &str) -> Result<Vec<FoundRule>, CheckError> {
        let compiled = self
            .rulebook
            .condition(text)
            .map_err(|e| mistake(&rule.id, &rule.origin, text, RuleError::Language(e)))?;
        let named = compiled.piles();
        let zones = self.rulebook.zones(rule);
        let with_boxes = self.boxed(named, &zones);
        let view = match &with_boxes {
            Some(spread) => PileView::new(self.world, spread),
            None => self.view.reading(Rc::clone(&zones)),
        };
        if let Err(too_much) = self.work.spend(&compiled, &view) {
            return Ok(vec![(
                Status::Unknown,
                Problem::NotAsked(too_much),
                Vec::new(),
                Vec::new(),
            )]);
        }
        if compiled.truth_in(&view) == Truth::True {
            return Ok(Vec::new());
        }
        let Explanation { causes, .. } = compiled.explain_in(&view);
        // A line that could not be told is reported as such; what only hangs on it is not repeated.
        let hangs_on_strangers = |cause: &Cause| {
            cause.truth == Truth::Unknown
                && !self.deck.unresolved.is_empty()
                && cause.missing.iter().all(|m| m.card == CardIndex::STRANGER)
        };
        let causes = causes.into_iter().filter(|cause| !hangs_on_strangers(cause));
        let found = causes.map(|cause| {
            let status = match cause.truth {
                Truth::Unknown => Status::Unknown,
                _ => Status::Broken,
            };
            let read = if cause.piles.is_empty() { &zones[..] } else { &cause.piles[..] };
            let labels = self.labels(read, &cause);
            let missing = cause.missing.clone();
            (status, Problem::Condition(Box::new(cause)), labels, missing)
        });
        Ok(found.collect())
    }

    /// The zones with the boxes, where these piles are read and the boxes are among them.
    pub(super) fn boxed(&self, named: &[String], zones: &[String]) -> Option<Spread> {
        if named.iter().all(|pile| pile != BOX) {
            return None;
        }
        let mut piles = piles::of_deck(self.setup.format, self.deck, zones);
        piles.zones.push((BOX.to_owned(), piles::boxes(self.setup.catalog, self.boxes())));
        Some(Spread::of(&piles))
    }

    fn boxes(&self) -> u32 {
        match self.setup.parameters.get("boxes") {
            ParameterValue::Number(n) => {
                n.to_integer().and_then(|n| u32::try_from(n).ok()).unwrap_or(1)
            }
            _ => 1,
        }
    }

    fn contents(
        &self,
        rule: &Rule,
        contents: &crate::model::format::Contents,
    ) -> Result<Vec<FoundRule>, CheckError> {
        let wanted = contents::wanted(self.setup, &self.world, contents)
            .map_err(|e| mistake(&rule.id, &rule.origin, "", RuleError::Contents(e)))?;
        let zones = self.rulebook.zones(rule);
        let cards = zones.iter().flat_map(|z| piles::zone_cards(self.setup.format, self.deck, z));
        // What a copy is in does not matter to a list of cards.
        let of_list = |(card, n)| (self.setup.catalog.cards.base(card), n);
        let there: Vec<_> = cards.map(of_list).collect();
        let contents::Difference { lacking, extra, doubtful } =
            contents::difference(&wanted, &there);
        if !lacking.is_empty() || !extra.is_empty() {
            let lines = extra.iter().filter_map(|(card, n)| self.last_line(&zones, *card, *n));
            let mut labels: Vec<Label> = lines.collect();
            if labels.is_empty() {
                labels.extend(self.zone_label(&zones));
            }
            let problem = Problem::Contents { lacking, extra };
            return Ok(vec![(Status::Broken, problem, labels, Vec::new())]);
        }
        if doubtful.is_empty() {
            return Ok(Vec::new());
        }
        let labels = self.zone_label(&zones).into_iter().collect();
        let problem = Problem::Doubtful { cards: doubtful };
        Ok(vec![(Status::Unknown, problem, labels, wanted.missing)])
    }

    fn last_line(&self, zones: &[String], card: CardIndex, count: u32) -> Option<Label> {
        let mut lines = self.lines(zones, card);
        let span = lines.pop()?;
        Some(Label { span, what: LabelKind::Card(card, count) })
    }

    /// The lines of a card, as the game has it where there are such lines, else of its copies in a
    /// state.
    pub(super) fn lines(&self, zones: &[String], card: CardIndex) -> Vec<std::ops::Range<usize>> {
        let cards = &self.setup.catalog.cards;
        let here = |e: &&Entry| zones.iter().any(|z| z == self.zone_id(&e.zone));
        let lines = |is_it: &dyn Fn(&&Entry) -> bool| -> Vec<std::ops::Range<usize>> {
            let found = self.deck.entries.iter().filter(is_it).filter(here);
            found.map(|e| e.span.clone()).collect()
        };
        let own = lines(&|e| e.card == card);
        if own.is_empty() { lines(&|e| cards.base(e.card) == card) } else { own }
    }

    pub(super) fn zone_label(&self, zones: &[String]) -> Option<Label> {
        let named = self.deck.zones.iter().filter(|z| !z.span.is_empty());
        let mut named = named.filter(|z| zones.iter().any(|id| id == self.zone_id(&z.value)));
        named.next().map(|z| Label { span: z.span.clone(), what: LabelKind::Zone })
    }

    /// Where a cause shows in the deck: the lines of the cards that make the difference where they
    /// are few, else the heading of the zone.
    fn labels(&self, zones: &[String], cause: &Cause) -> Vec<Label> {
        const FEW: usize = 4;
        let mut labels = Vec::new();
        let cards = if cause.cards.is_empty() { &cause.because } else { &cause.cards };
        for (card, count) in cards.iter().take(FEW + 1) {
            let lines = self.lines(zones, *card);
            let Some((last, earlier)) = lines.split_last() else { continue };
            let what = LabelKind::Card(*card, *count);
            labels.push(Label { span: last.clone(), what });
            if let Some(first) = earlier.first() {
                labels.push(Label { span: first.clone(), what: LabelKind::First(*card) });
            }
        }
        if cards.len() > FEW || labels.is_empty() {
            labels.clear();
            labels.extend(self.zone_label(zones));
        }
        labels
    }
}

/// A problem with its status and places, and the facts that would decide it.
pub(super) type FoundRule = (Status, Problem, Vec<Label>, Vec<language::MissingFact>);

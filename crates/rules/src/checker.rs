//! One deck under the rules of one format: what each zone and each rule finds.

use super::finding::{Finding, FindingProblem, FindingStatus, Label, LabelKind};
use super::messages::{CheckError, RuleError, rule_error};
use super::rulebook::Rulebook;
use super::setup::{PreparedFormat, RoleNaming, STATED_ROLE, UNTOLD_ROLE};
use super::work::Work;
use super::{carriers, contents, piles};
use sleeve_data::model::format::{Level, Rule, RuleBody, Zone};
use sleeve_data::model::{CardIndex, Deck, Entry, Noun, Text};
use sleeve_language::{
    self as language, BOX, BOXES, Cause, Explanation, ParameterValue, PileView, SpreadPiles, Truth,
    World,
};
use std::rc::Rc;

/// One deck under the rules of one format.
pub(super) struct Checker<'a> {
    pub(super) rulebook: &'a Rulebook<'a>,
    pub(super) setup: &'a PreparedFormat<'a>,
    pub(super) deck: &'a Deck,
    pub(super) world: World<'a>,
    /// The zones of the deck, without the boxes.
    pub(super) view: PileView<'a>,
    /// What conditions may still cost.
    pub(super) work: &'a Work,
}

impl Checker<'_> {
    /// That the zone which names the role does not name one, where no other finding about it says why.
    pub(super) fn check_role(&self, others: &[Finding]) -> Option<Finding> {
        let (zone, roles) = self.setup.untold.as_ref()?;
        let broken = |f: &Finding| f.status == FindingStatus::Broken && f.zones == [zone.as_str()];
        if roles.is_empty() && others.iter().any(broken) {
            return None;
        }
        Some(Finding {
            rule: UNTOLD_ROLE.to_owned(),
            level: Level::Error,
            status: FindingStatus::Broken,
            zones: vec![zone.clone()],
            problem: FindingProblem::Role { zone: zone.clone(), roles: roles.clone() },
            text: Text::default(),
            noun: Noun::default(),
            cite: self.setup.format.cite.clone(),
            origin: self.setup.format.origin.clone(),
            labels: self.label_zone(std::slice::from_ref(zone)).into_iter().collect(),
            missing: Vec::new(),
            assertion: None,
        })
    }

    /// That cards of the zone which names the role name another than the one that is stated.
    pub(super) fn check_stated_role(&self) -> Option<Finding> {
        let (own, place) = self.setup.role.as_deref().zip(self.setup.stated.as_ref())?;
        let naming = RoleNaming::from_rulebook(self.rulebook)?;
        let id = naming.zone.named.id.as_str();
        let entries = self.deck.entries.iter().filter(|e| self.zone_id(&e.zone) == id);
        let told = entries.map(|e| (naming.contradicts(own, &self.world, e.card), e));
        let mut against: Vec<_> = told.filter(|(truth, _)| *truth != Truth::False).collect();
        // What is certain is told alone.
        let truth = Truth::any(against.iter().map(|(truth, _)| *truth));
        against.retain(|(other, _)| *other == truth);
        let card = |(_, entry): &(Truth, &Entry)| (entry.card, entry.count);
        let cards: Vec<_> = against.iter().map(card).collect();
        let mut labels: Vec<Label> = Vec::new();
        labels.extend(against.iter().map(|(_, entry)| Label {
            span: entry.span.clone(),
            what: LabelKind::Card(entry.card, entry.count),
        }));
        let stated = Label { span: place.clone(), what: LabelKind::Value };
        labels.extend((!place.is_empty()).then_some(stated));
        let (card, _) = cards.first()?;
        let others = naming.roles(&self.world, *card).filter(|(_, other)| *other == truth);
        Some(Finding {
            rule: STATED_ROLE.to_owned(),
            level: Level::Error,
            status: if truth == Truth::True {
                FindingStatus::Broken
            } else {
                FindingStatus::Unknown
            },
            zones: vec![id.to_owned()],
            missing: naming.missing_facts(&self.world, &cards),
            problem: FindingProblem::StatedRole {
                stated: own.to_owned(),
                named: others.map(|(role, _)| role.to_owned()).collect(),
                cards,
            },
            text: Text::default(),
            noun: Noun::default(),
            cite: self.setup.format.cite.clone(),
            origin: naming.zone.origin.clone(),
            labels,
            assertion: None,
        })
    }

    /// The id of the zone that a line of the deck stands in.
    pub(super) fn zone_id<'s>(&'s self, written: &'s str) -> &'s str {
        self.setup.format.zone(written).map_or(written, |z| &z.named.id)
    }

    pub(super) fn check_zone(&self, zone: &Zone) -> Result<Vec<Finding>, CheckError> {
        let id = format!("zone-{}", zone.named.id);
        let fail = |e| rule_error(&id, &zone.origin, &zone.accepts, RuleError::Language(e));
        // Where the role is to be told by cards that do not tell it, that is the finding.
        let mine = |role: &Option<String>| role.as_ref().is_some_and(|r| zone.roles.contains(r));
        let closed =
            !zone.roles.is_empty() && self.setup.untold.is_none() && !mine(&self.setup.role);
        let accepts = self.rulebook.filter(&zone.accepts).map_err(fail)?;
        let asked = accepts.with_cache(self.world, self.rulebook.cache.as_ref());
        let mut findings: Vec<Finding> = Vec::new();
        for entry in self.deck.entries.iter().filter(|e| self.zone_id(&e.zone) == zone.named.id) {
            let fits = if closed {
                Truth::False
            } else {
                asked.truth_for(entry.card, Some(&zone.named.id))
            };
            if fits == Truth::True {
                continue;
            }
            let missing = match fits {
                Truth::Unknown => {
                    accepts.missing_facts(&self.world, entry.card, Some(&zone.named.id))
                }
                _ => Vec::new(),
            };
            let what = LabelKind::Card(entry.card, entry.count);
            findings.push(Finding {
                rule: id.clone(),
                level: Level::Error,
                status: if fits == Truth::False {
                    FindingStatus::Broken
                } else {
                    FindingStatus::Unknown
                },
                zones: vec![zone.named.id.to_string()],
                problem: FindingProblem::Zone {
                    card: (entry.card, entry.count),
                    accepted_by: self.find_accepting_zones(entry.card),
                    against: match fits {
                        Truth::False if !closed => {
                            accepts.explain_rejection(&self.world, entry.card, Some(&zone.named.id))
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
                assertion: None,
            });
        }
        Ok(findings)
    }

    fn find_accepting_zones(&self, card: CardIndex) -> Vec<String> {
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

    pub(super) fn check_rule(&self, rule: &Rule) -> Result<Vec<Finding>, CheckError> {
        let found = match &rule.body {
            RuleBody::Require(text) => self.check_condition(rule, text)?,
            RuleBody::Contents(contents) => self.check_contents(rule, contents)?,
            RuleBody::Carries(carrier) => {
                let fields = carriers::CarrierFields::resolve(self.setup.catalog, carrier)
                    .map_err(|f| {
                        rule_error(&rule.id, &rule.origin, f, RuleError::NoField(f.to_owned()))
                    })?;
                let fail =
                    |e| rule_error(&rule.id, &rule.origin, &carrier.placed, RuleError::Language(e));
                let placed = match carrier.placed.as_str() {
                    "" => None,
                    filter => Some(self.rulebook.filter(filter).map_err(fail)?),
                };
                let zones = self.rulebook.zones(rule);
                let there = carriers::CarriedCards {
                    copies: &|card| self.count_copies(&zones, card),
                    apart: &|a, b| self.lie_apart(&zones, a, b),
                    placed: &|card| {
                        let test = |f: &Rc<language::Filter>| f.test(&self.world, card, None);
                        placed.as_ref().map_or(Truth::False, test)
                    },
                };
                carriers::check_carriers(
                    self.setup.catalog,
                    self.world.lens,
                    &fields,
                    self.deck,
                    &there,
                )
            }
            RuleBody::SetsOut(filter) => self.check_set_out(rule, filter)?,
            RuleBody::Allowances(allowances) => self.check_allowances(rule, allowances)?,
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
            assertion: None,
        };
        Ok(found.into_iter().map(finding).collect())
    }

    /// Whether two cards lie in these zones, but in none of them together.
    fn lie_apart(&self, zones: &[String], a: CardIndex, b: CardIndex) -> bool {
        let lies = |card, zone: &String| self.count_copies(std::slice::from_ref(zone), card) > 0;
        let somewhere = |card| zones.iter().any(|zone| lies(card, zone));
        somewhere(a) && somewhere(b) && !zones.iter().any(|zone| lies(a, zone) && lies(b, zone))
    }

    fn count_copies(&self, zones: &[String], card: CardIndex) -> u32 {
        let here = |e: &&Entry| e.card == card && zones.iter().any(|z| z == self.zone_id(&e.zone));
        self.deck.entries.iter().filter(here).map(|e| e.count).fold(0, u32::saturating_add)
    }

    pub(super) fn check_condition(
        &self,
        rule: &Rule,
        text: &str,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let compiled = self
            .rulebook
            .condition(text)
            .map_err(|e| rule_error(&rule.id, &rule.origin, text, RuleError::Language(e)))?;
        let named = compiled.piles();
        let zones = self.rulebook.zones(rule);
        let with_boxes = self.spread_with_boxes(named, &zones);
        let view = match &with_boxes {
            Some(spread) => PileView::new(self.world, spread),
            None => self.view.with_default_piles(Rc::clone(&zones)),
        };
        if let Err(too_much) = self.work.spend(&compiled, &view) {
            return Ok(vec![(
                FindingStatus::Unknown,
                FindingProblem::NotAsked(too_much),
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
                Truth::Unknown => FindingStatus::Unknown,
                _ => FindingStatus::Broken,
            };
            let read = if cause.piles.is_empty() { &zones[..] } else { &cause.piles[..] };
            let labels = self.label_cause(read, &cause);
            let missing = cause.missing.clone();
            (status, FindingProblem::Condition(Box::new(cause)), labels, missing)
        });
        Ok(found.collect())
    }

    /// The zones with the boxes, where these piles are read and the boxes are among them.
    pub(super) fn spread_with_boxes(
        &self,
        named: &[String],
        zones: &[String],
    ) -> Option<SpreadPiles> {
        if named.iter().all(|pile| pile != BOX) {
            return None;
        }
        let mut piles = piles::of_deck(self.setup.format, self.deck, zones);
        piles.zones.push((BOX.to_owned(), piles::boxes(self.setup.catalog, self.count_boxes())));
        Some(SpreadPiles::from_piles(&piles))
    }

    fn count_boxes(&self) -> u32 {
        match self.setup.parameters.get(BOXES) {
            ParameterValue::Number(n) => {
                n.to_integer().and_then(|n| u32::try_from(n).ok()).unwrap_or(1)
            }
            _ => 1,
        }
    }

    fn check_contents(
        &self,
        rule: &Rule,
        contents: &sleeve_data::model::format::Contents,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let wanted = contents::list_fixed_cards(self.setup, &self.world, contents)
            .map_err(|e| rule_error(&rule.id, &rule.origin, "", RuleError::Contents(e)))?;
        let zones = self.rulebook.zones(rule);
        let cards = zones.iter().flat_map(|z| piles::zone_cards(self.setup.format, self.deck, z));
        // What a copy is in does not matter to a list of cards.
        let of_list = |(card, n)| (self.setup.catalog.cards.base(card), n);
        let there: Vec<_> = cards.map(of_list).collect();
        let contents::ListDifference { lacking, extra, doubtful } =
            contents::compare_with_list(&wanted, &there);
        if !lacking.is_empty() || !extra.is_empty() {
            let lines =
                extra.iter().filter_map(|(card, n)| self.label_last_line(&zones, *card, *n));
            let mut labels: Vec<Label> = lines.collect();
            if labels.is_empty() {
                labels.extend(self.label_zone(&zones));
            }
            let problem = FindingProblem::Contents { lacking, extra };
            return Ok(vec![(FindingStatus::Broken, problem, labels, Vec::new())]);
        }
        if doubtful.is_empty() {
            return Ok(Vec::new());
        }
        let labels = self.label_zone(&zones).into_iter().collect();
        let problem = FindingProblem::Doubtful { cards: doubtful };
        Ok(vec![(FindingStatus::Unknown, problem, labels, wanted.missing)])
    }

    fn label_last_line(&self, zones: &[String], card: CardIndex, count: u32) -> Option<Label> {
        let mut lines = self.find_lines(zones, card);
        let span = lines.pop()?;
        Some(Label { span, what: LabelKind::Card(card, count) })
    }

    /// The lines of a card, as the game has it where there are such lines, else of its copies in a
    /// state.
    pub(super) fn find_lines(
        &self,
        zones: &[String],
        card: CardIndex,
    ) -> Vec<std::ops::Range<usize>> {
        let cards = &self.setup.catalog.cards;
        let here = |e: &&Entry| zones.iter().any(|z| z == self.zone_id(&e.zone));
        let lines = |is_it: &dyn Fn(&&Entry) -> bool| -> Vec<std::ops::Range<usize>> {
            let found = self.deck.entries.iter().filter(is_it).filter(here);
            found.map(|e| e.span.clone()).collect()
        };
        let own = lines(&|e| e.card == card);
        if own.is_empty() { lines(&|e| cards.base(e.card) == card) } else { own }
    }

    pub(super) fn label_zone(&self, zones: &[String]) -> Option<Label> {
        let named = self.deck.zones.iter().filter(|z| !z.span.is_empty());
        let mut named = named.filter(|z| zones.iter().any(|id| id == self.zone_id(&z.value)));
        named.next().map(|z| Label { span: z.span.clone(), what: LabelKind::Zone })
    }

    /// Where a cause shows in the deck: the lines of the cards that make the difference where they
    /// are few, else the heading of the zone.
    fn label_cause(&self, zones: &[String], cause: &Cause) -> Vec<Label> {
        const FEW: usize = 4;
        let mut labels = Vec::new();
        let cards = if cause.cards.is_empty() { &cause.because } else { &cause.cards };
        for (card, count) in cards.iter().take(FEW + 1) {
            let lines = self.find_lines(zones, *card);
            let Some((last, earlier)) = lines.split_last() else { continue };
            let what = LabelKind::Card(*card, *count);
            labels.push(Label { span: last.clone(), what });
            if let Some(first) = earlier.first() {
                labels.push(Label { span: first.clone(), what: LabelKind::First(*card) });
            }
        }
        if cards.len() > FEW || labels.is_empty() {
            labels.clear();
            labels.extend(self.label_zone(zones));
        }
        labels
    }
}

/// A problem with its status and places, and the facts that would decide it.
pub(super) type RuleProblem =
    (FindingStatus, FindingProblem, Vec<Label>, Vec<language::MissingFact>);

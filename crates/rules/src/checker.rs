//! The checks of one deck against one format: zones, roles and rules.

use super::check::WorkBudget;
use super::finding::{Finding, FindingProblem, FindingStatus, Label, LabelKind};
use super::messages::{CheckError, RuleError, rule_error};
use super::rulebook::{ParsedText, Rulebook};
use super::setup::{self, Overrides, PreparedFormat, RoleNaming, STATED_ROLE, UNNAMED_ROLE};
use super::{carriers, contents, piles};
use sleeve_data::model::format::{Parameter, Rule, RuleBody, Zone};
use sleeve_data::model::{CardIndex, Deck, Entry, Lang, Level, Setting, Text};
use sleeve_language::{
    self as language, BOX, BOXES, Cause, Explanation, ParameterValue, PileView, SpreadPiles, Truth,
    World,
};
use std::rc::Rc;

/// A deck, and the format that it is checked against.
pub(super) struct Checker<'a> {
    pub(super) rulebook: &'a Rulebook<'a>,
    pub(super) setup: &'a PreparedFormat<'a>,
    pub(super) deck: &'a Deck,
    pub(super) world: World<'a>,
    /// The zones of the deck as piles, without the boxes.
    pub(super) view: PileView<'a>,
    /// The budget of all conditions on the deck.
    pub(super) work: &'a WorkBudget,
}

impl Checker<'_> {
    /// A finding if the zone that should name the role does not name exactly one. It is left out if
    /// the zone names no role and another finding about the zone is the reason.
    pub(super) fn check_role(&self, others: &[Finding]) -> Option<Finding> {
        let (zone, roles) = self.setup.unnamed_role.as_ref()?;
        let broken = |f: &Finding| f.status == FindingStatus::Broken && f.zones == [zone.as_str()];
        if roles.is_empty() && others.iter().any(broken) {
            return None;
        }
        let problem = FindingProblem::Role { zone: zone.clone(), roles: roles.clone() };
        Some(Finding {
            zones: vec![zone.clone()],
            cite: self.setup.format.cite.clone(),
            labels: self.label_zone(std::slice::from_ref(zone)).into_iter().collect(),
            ..Finding::new(UNNAMED_ROLE, FindingStatus::Broken, problem)
        })
    }

    /// A finding if cards of the zone that names the role contradict the stated role.
    pub(super) fn check_stated_role(&self) -> Option<Finding> {
        let (stated, place) = self.setup.role.as_deref().zip(self.setup.stated.as_ref())?;
        let naming = RoleNaming::from_rulebook(self.rulebook)?;
        let id = naming.zone.named.id.as_str();
        let entries = self.deck.entries.iter().filter(|e| self.zone_id(&e.zone) == id);
        let judged = entries.map(|e| (naming.contradicts(stated, &self.world, e.card), e));
        let mut against: Vec<_> = judged.filter(|(truth, _)| *truth != Truth::False).collect();
        // If some cards certainly contradict the role, those that may do so are left out.
        let truth = Truth::any(against.iter().map(|(truth, _)| *truth));
        against.retain(|(other, _)| *other == truth);
        let card = |(_, entry): &(Truth, &Entry)| (entry.card, entry.count);
        let cards: Vec<_> = against.iter().map(card).collect();
        let mut labels: Vec<Label> = Vec::new();
        labels.extend(against.iter().map(|(_, entry)| Label {
            span: entry.span.clone(),
            what: LabelKind::Card(entry.card, entry.count),
        }));
        // A role that the user states has no place in the deck.
        let stated_label = Label { span: place.clone(), what: LabelKind::Value };
        labels.extend((!place.is_empty()).then_some(stated_label));
        let (card, _) = cards.first()?;
        let others = naming.roles(&self.world, *card).filter(|(_, other)| *other == truth);
        let missing = naming.missing_facts(&self.world, &cards);
        let named = others.map(|(role, _)| role.to_owned()).collect();
        let status = FindingStatus::from_certainty(truth == Truth::True);
        let stated = stated.to_owned();
        let problem = FindingProblem::StatedValue { parameter: None, stated, named, cards };
        Some(Finding {
            zones: vec![id.to_owned()],
            missing,
            cite: self.setup.format.cite.clone(),
            labels,
            ..Finding::new(STATED_ROLE, status, problem)
        })
    }

    /// Findings about parameters that cards imply: an error if they contradict the stated value of
    /// a deck that is illegal with it, a note if none is stated and not exactly one fits.
    pub(super) fn check_implied_parameters(
        &self,
        overrides: &Overrides,
        others: &[Finding],
    ) -> Vec<Finding> {
        let is_broken = others.iter().any(|finding| finding.status == FindingStatus::Broken);
        let implied = self.setup.implied.iter();
        let found = implied.filter_map(|(parameter, values)| {
            match setup::given_value(parameter, self.deck, overrides) {
                Some(stated) if !is_broken || values.is_empty() || values.contains(&stated) => None,
                Some(stated) => self.contradicted_value(parameter, &stated, values),
                None if values.len() == 1 => None,
                None => Some(self.assumed_value(parameter, values)),
            }
        });
        found.collect()
    }

    fn contradicted_value(
        &self,
        parameter: &Parameter,
        stated: &Setting,
        values: &[Setting],
    ) -> Option<Finding> {
        let condition = self.rulebook.condition(parameter.implied_by.as_deref()?).ok()?;
        let causes = condition.explain_in(&self.view).causes;
        let cards: Vec<_> = causes.into_iter().flat_map(|cause| cause.cards).collect();
        let zones: Vec<String> =
            self.setup.format.zones.iter().map(|zone| zone.named.id.to_string()).collect();
        let lines = cards.iter().filter_map(|(card, n)| self.label_last_line(&zones, *card, *n));
        let mut labels: Vec<Label> = lines.collect();
        let written = self.deck.parameters.iter().find(|(n, _)| parameter.named.means(&n.value));
        labels.extend(written.map(|(_, v)| Label { span: v.span.clone(), what: LabelKind::Value }));
        let problem = FindingProblem::StatedValue {
            parameter: Some(parameter.named.id.to_string()),
            stated: stated.to_string(),
            named: values.iter().map(Setting::to_string).collect(),
            cards,
        };
        Some(Finding {
            cite: self.setup.format.cite.clone(),
            labels,
            ..Finding::new(
                format!("parameter-{}", parameter.named.id),
                FindingStatus::Broken,
                problem,
            )
        })
    }

    /// The note that a value is taken which the deck does not state.
    fn assumed_value(&self, parameter: &Parameter, values: &[Setting]) -> Finding {
        let id = &parameter.named.id;
        let taken = match self.setup.parameters.get(id) {
            ParameterValue::Text(word) => word.clone(),
            ParameterValue::Number(number) => number.to_string(),
            ParameterValue::Range(..) | ParameterValue::Unknown => "?".to_owned(),
        };
        let fitting: Vec<String> = values.iter().map(|value| format!("`{value}`")).collect();
        let fitting = fitting.join(", ");
        let message = |lang| {
            if values.is_empty() {
                say!(
                    lang,
                    "the deck does not set `{id}`, and no value fits its cards; the default is used: `{taken}`"
                )
            } else {
                say!(
                    lang,
                    "the deck does not set `{id}`, and several values fit its cards ({fitting}); this one is used: `{taken}`"
                )
            }
        };
        new_note(message)
    }

    /// Notes on parameters that neither the deck nor its cards decide and whose default breaks
    /// rules or zones: another of the listed values would meet one.
    pub(super) fn check_default_parameters(
        &self,
        overrides: &Overrides,
        rules: &[&Rule],
        others: &[Finding],
    ) -> Result<Vec<Finding>, CheckError> {
        let format = self.setup.format;
        let is_open = |parameter: &&Parameter| {
            let is_it = |(of, _): &(&Parameter, _)| of.named.id == parameter.named.id;
            parameter.choices().len() > 1
                && !self.setup.implied.iter().any(is_it)
                && setup::given_value(parameter, self.deck, overrides).is_none()
        };
        let is_broken =
            |id: &str| others.iter().any(|of| of.rule == id && of.status == FindingStatus::Broken);
        let mut found = Vec::new();
        for parameter in format.parameters.iter().filter(is_open) {
            let id = parameter.named.id.as_str();
            let Some(value) = parameter.default_for(self.setup.role.as_deref()) else { continue };
            let reads = |text: ParsedText| text.parameters().iter().any(|name| name == id);
            let mut decided = Vec::new();
            for rule in rules.iter().filter(|rule| is_broken(&rule.id)) {
                if self.rulebook.parse_rule(rule).flatten().any(reads)
                    && self.is_decided_by(parameter, value, |other| other.check_rule(rule))?
                {
                    decided.push(format!("`{}`", rule.id));
                }
            }
            for zone in &format.zones {
                let zone_id = format!("zone-{}", zone.named.id);
                let accepts = self.rulebook.filter(&zone.accepts);
                if is_broken(&zone_id)
                    && accepts.is_ok_and(|filter| reads(ParsedText::Filter(filter)))
                    && self.is_decided_by(parameter, value, |other| other.check_zone(zone))?
                {
                    decided.push(format!("`{zone_id}`"));
                }
            }
            let rules = decided.join(", ");
            let message = |lang| {
                say!(
                    lang,
                    "the deck does not set `{id}`; the format's default, `{value}`, decides {rules}"
                )
            };
            found.extend((!decided.is_empty()).then(|| new_note(message)));
        }
        Ok(found)
    }

    /// Whether a broken rule or zone would be met with another of the values that a parameter
    /// lists.
    fn is_decided_by(
        &self,
        parameter: &Parameter,
        value: &Setting,
        check: impl Fn(&Checker<'_>) -> Result<Vec<Finding>, CheckError>,
    ) -> Result<bool, CheckError> {
        for other in parameter.choices().iter().filter(|other| *other != value) {
            let mut parameters = self.setup.parameters.clone();
            parameters.set(&parameter.named.id, other.into());
            let world = self.world.with_parameters(&parameters);
            let checker = Checker { world, view: self.view.in_world(world), ..*self };
            if check(&checker)?.is_empty() {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// The id of a zone that the deck names by its id or another of its names.
    pub(super) fn zone_id<'s>(&'s self, written: &'s str) -> &'s str {
        self.setup.format.zone(written).map_or(written, |z| &z.named.id)
    }

    pub(super) fn check_zone(&self, zone: &Zone) -> Result<Vec<Finding>, CheckError> {
        let id = format!("zone-{}", zone.named.id);
        let fail = |e| rule_error(&id, &zone.origin, &zone.accepts, RuleError::Language(e));
        // A deck without a role has a finding of its own; its zones stay open.
        let is_of_role =
            |role: &Option<String>| role.as_ref().is_some_and(|r| zone.roles.contains(r));
        let is_closed = !zone.roles.is_empty()
            && self.setup.unnamed_role.is_none()
            && !is_of_role(&self.setup.role);
        let accepts = self.rulebook.filter(&zone.accepts).map_err(fail)?;
        let filter = accepts.with_cache(self.world, self.rulebook.cache.as_ref());
        let mut findings: Vec<Finding> = Vec::new();
        for entry in self.deck.entries.iter().filter(|e| self.zone_id(&e.zone) == zone.named.id) {
            let truth = if is_closed {
                Truth::False
            } else {
                filter.truth_for(entry.card, Some(&zone.named.id))
            };
            if truth == Truth::True {
                continue;
            }
            let missing = match truth {
                Truth::Unknown => {
                    accepts.missing_facts(&self.world, entry.card, Some(&zone.named.id))
                }
                _ => Vec::new(),
            };
            let what = LabelKind::Card(entry.card, entry.count);
            let against = match truth {
                Truth::False if !is_closed => {
                    accepts.explain_rejection(&self.world, entry.card, Some(&zone.named.id))
                }
                _ => None,
            };
            let accepted_by = self.find_accepting_zones(entry.card);
            let card = (entry.card, entry.count);
            let problem = FindingProblem::Zone { card, accepted_by, against };
            findings.push(Finding {
                zones: vec![zone.named.id.to_string()],
                cite: self.setup.format.cite.clone(),
                labels: vec![Label { span: entry.span.clone(), what }],
                missing,
                ..Finding::new(&id, FindingStatus::from_certainty(truth == Truth::False), problem)
            });
        }
        Ok(findings)
    }

    fn find_accepting_zones(&self, card: CardIndex) -> Vec<String> {
        let zones = self.setup.format.zones.iter().filter(|zone| {
            let role = self.setup.role.as_ref();
            let open = zone.roles.is_empty() || role.is_some_and(|r| zone.roles.contains(r));
            let accepts = self.rulebook.filter(&zone.accepts);
            let accepts_card = |f: Rc<language::Filter>| {
                f.test(&self.world, card, Some(&zone.named.id)) == Truth::True
            };
            open && accepts.is_ok_and(accepts_card)
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
                let carried_cards = carriers::CarriedCards {
                    copies_of: &|card| self.count_copies(&zones, card),
                    lie_apart: &|a, b| self.lie_apart(&zones, a, b),
                    is_placed: &|card| {
                        let test = |f: &Rc<language::Filter>| f.test(&self.world, card, None);
                        placed.as_ref().map_or(Truth::False, test)
                    },
                };
                carriers::check_carriers(
                    self.setup.catalog,
                    self.world.lens,
                    &fields,
                    self.deck,
                    &carried_cards,
                )
            }
            RuleBody::Nothing => Vec::new(),
            RuleBody::SetsOut(filter) => self.check_set_out(rule, filter)?,
            RuleBody::Allowances(allowances) => self.check_allowances(rule, allowances)?,
        };
        let finding = |(status, problem, labels, missing)| Finding {
            level: rule.level,
            zones: rule.zones.clone(),
            text: rule.text.clone(),
            noun: rule.noun.clone(),
            cite: rule.cite.clone(),
            labels,
            missing,
            ..Finding::new(&rule.id, status, problem)
        };
        Ok(found.into_iter().map(finding).collect())
    }

    /// Whether two cards are in these zones, but in no zone together.
    fn lie_apart(&self, zones: &[String], a: CardIndex, b: CardIndex) -> bool {
        let is_in = |card, zone: &String| self.count_copies(std::slice::from_ref(zone), card) > 0;
        let is_in_some = |card| zones.iter().any(|zone| is_in(card, zone));
        is_in_some(a) && is_in_some(b) && !zones.iter().any(|zone| is_in(a, zone) && is_in(b, zone))
    }

    fn count_copies(&self, zones: &[String], card: CardIndex) -> u32 {
        let is_in_zones =
            |e: &&Entry| e.card == card && zones.iter().any(|z| z == self.zone_id(&e.zone));
        self.deck.entries.iter().filter(is_in_zones).map(|e| e.count).fold(0, u32::saturating_add)
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
        // An unresolved line is a finding of its own; causes that only depend on it are not
        // repeated.
        let depends_on_strangers = |cause: &Cause| {
            cause.truth == Truth::Unknown
                && !self.deck.unresolved.is_empty()
                && cause.missing.iter().all(|m| m.card == CardIndex::STRANGER)
        };
        let causes = causes.into_iter().filter(|cause| !depends_on_strangers(cause));
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

    /// The zones with the boxes, if `piles_read` names the boxes.
    pub(super) fn spread_with_boxes(
        &self,
        piles_read: &[String],
        zones: &[String],
    ) -> Option<SpreadPiles> {
        if piles_read.iter().all(|pile| pile != BOX) {
            return None;
        }
        let mut piles = piles::from_deck(self.setup.format, self.deck, zones);
        piles
            .zones
            .push((BOX.to_owned(), piles::list_box_cards(self.setup.catalog, self.count_boxes())));
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
        let list = contents::list_fixed_cards(self.setup, &self.world, contents)
            .map_err(|e| rule_error(&rule.id, &rule.origin, "", RuleError::Contents(e)))?;
        let zones = self.rulebook.zones(rule);
        let cards =
            zones.iter().flat_map(|z| piles::list_zone_cards(self.setup.format, self.deck, z));
        // A list of cards admits copies in any state.
        let as_listed = |(card, n)| (self.setup.catalog.cards.base(card), n);
        let pile: Vec<_> = cards.map(as_listed).collect();
        let contents::ListDifference { lacking, extra, doubtful } =
            contents::compare_with_list(&list, &pile);
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
        Ok(vec![(FindingStatus::Unknown, problem, labels, list.missing)])
    }

    fn label_last_line(&self, zones: &[String], card: CardIndex, count: u32) -> Option<Label> {
        let mut lines = self.find_lines(zones, card);
        let span = lines.pop()?;
        Some(Label { span, what: LabelKind::Card(card, count) })
    }

    /// The lines of a card without a state, or else those of its copies in a state.
    pub(super) fn find_lines(
        &self,
        zones: &[String],
        card: CardIndex,
    ) -> Vec<std::ops::Range<usize>> {
        let cards = &self.setup.catalog.cards;
        let is_in_zones = |e: &&Entry| zones.iter().any(|z| z == self.zone_id(&e.zone));
        let lines = |is_it: &dyn Fn(&&Entry) -> bool| -> Vec<std::ops::Range<usize>> {
            let found = self.deck.entries.iter().filter(is_it).filter(is_in_zones);
            found.map(|e| e.span.clone()).collect()
        };
        let exact = lines(&|e| e.card == card);
        if exact.is_empty() { lines(&|e| cards.base(e.card) == card) } else { exact }
    }

    pub(super) fn label_zone(&self, zones: &[String]) -> Option<Label> {
        let named = self.deck.zones.iter().filter(|z| !z.span.is_empty());
        let mut named = named.filter(|z| zones.iter().any(|id| id == self.zone_id(&z.value)));
        named.next().map(|z| Label { span: z.span.clone(), what: LabelKind::Zone })
    }

    /// Labels the heading above all these cards, or that of a zone if no heading stands above all.
    fn label_heading(&self, zones: &[String], cards: &[(CardIndex, u32)]) -> Option<Label> {
        let lines = cards.iter().flat_map(|(card, _)| self.find_lines(zones, *card));
        let starts: Vec<usize> = lines.map(|line| line.start).collect();
        let last = starts.iter().max().copied().unwrap_or(0);
        let above = self.deck.headings.iter().rfind(|heading| heading.start < last);
        let above = above.filter(|heading| starts.iter().all(|start| heading.start < *start));
        match above {
            Some(span) => Some(Label { span: span.clone(), what: LabelKind::Zone }),
            None => self.label_zone(zones),
        }
    }

    /// Labels the lines of the cards that make the difference, or the heading of the zone if they are many.
    fn label_cause(&self, zones: &[String], cause: &Cause) -> Vec<Label> {
        const FEW: usize = 4;
        let mut labels = Vec::new();
        let cards = if cause.cards.is_empty() { &cause.reason_cards } else { &cause.cards };
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
            labels.extend(self.label_heading(zones, cards));
        }
        labels
    }
}

fn new_note(message: impl Fn(Lang) -> String) -> Finding {
    let text = Text { en: message(Lang::En).into(), fr: message(Lang::Fr).into() };
    let problem = FindingProblem::Note(text);
    Finding { level: Level::Warning, ..Finding::new("note", FindingStatus::Note, problem) }
}

/// A problem of a rule: its status, its places in the deck, and the facts that would decide it.
pub(super) type RuleProblem =
    (FindingStatus, FindingProblem, Vec<Label>, Vec<language::MissingFact>);

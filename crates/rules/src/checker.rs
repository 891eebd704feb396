//! A deck on check against a format: its conditions, and the lines of the deck that findings mark.

use super::{
    answers::Answers,
    budget::WorkBudget,
    finding::{FindingProblem, FindingStatus, Label, LabelKind, RuleProblem},
    messages::{CheckError, language_error},
    piles,
    rulebook::Rulebook,
    setup::PreparedFormat,
};
use sleeve_data::model::{
    CardIndex, Deck, Entry,
    format::{Level, Rule, RuleBody},
};
use sleeve_language::{
    BOX, BOXES, Cause, Condition, Explanation, Filter, ParameterValue, PileView, SpreadPiles,
    Truth, World,
};
use std::{ops::Range, rc::Rc};

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
    /// The answers of its conditions that are kept for other formats.
    pub(super) answers: Option<Rc<Answers>>,
    /// Whether the first certain error is enough.
    pub(super) stops_at_error: bool,
}

/// More marks would fill the screen and be less clear than the heading of the zone.
const FEW: usize = 4;

impl Checker<'_> {
    /// The id of a zone that the deck names by its id or another of its names.
    pub(super) fn zone_id<'s>(&'s self, written: &'s str) -> &'s str {
        self.setup
            .format
            .zone(written)
            .map_or(written, |z| &z.named.id)
    }

    /// The lines of a zone. They follow each other, so its name is looked up once.
    pub(super) fn entries_in(&self, zone: &str) -> impl Iterator<Item = &Entry> {
        let entries = self.deck.entries.chunk_by(|a, b| a.zone == b.zone);
        entries
            .filter(move |lines| {
                lines
                    .first()
                    .is_some_and(|line| self.zone_id(&line.zone) == zone)
            })
            .flatten()
    }

    pub(super) fn is_in_zones(&self, entry: &Entry, zones: &[String]) -> bool {
        let zone = self.zone_id(&entry.zone);
        zones.iter().any(|id| id == zone)
    }

    pub(super) fn count_copies(&self, zones: &[String], card: CardIndex) -> u32 {
        let lines = self.deck.entries.iter().filter(|entry| entry.card == card);
        let in_zones = lines.filter(|entry| self.is_in_zones(entry, zones));
        in_zones
            .map(|entry| entry.count)
            .fold(0, u32::saturating_add)
    }

    /// Reads a filter of a rule.
    pub(super) fn rule_filter(&self, rule: &Rule, text: &str) -> Result<Rc<Filter>, CheckError> {
        self.rulebook
            .filter(text)
            .map_err(|error| language_error(rule, text, error))
    }

    pub(super) fn check_condition(
        &self,
        rule: &Rule,
        text: &str,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let compiled = self
            .rulebook
            .condition(text)
            .map_err(|error| language_error(rule, text, error))?;
        let zones = self.rulebook.zones(rule);
        let with_boxes = self.spread_with_boxes(compiled.piles(), &zones);
        let view = match &with_boxes {
            Some(spread) => PileView::new(self.world, spread),
            None => self.view.with_default_piles(Rc::clone(&zones)),
        };
        if let Err(too_much) = self.work.spend(&compiled, &view) {
            let problem = FindingProblem::NotAsked(too_much);
            return Ok(vec![RuleProblem::unknown(problem, Vec::new(), Vec::new())]);
        }
        let Some(answers) = &self.answers else {
            return Ok(self.find_problems(rule, &compiled, &view, &zones));
        };
        Ok(answers.get_or_find(&compiled, &zones, rule.level, || {
            self.find_problems(rule, &compiled, &view, &zones)
        }))
    }

    /// Why a condition does not hold for certain; empty if it does.
    fn find_problems(
        &self,
        rule: &Rule,
        condition: &Condition,
        view: &PileView<'_>,
        zones: &[String],
    ) -> Vec<RuleProblem> {
        let truth = condition.truth_in(view);
        if truth == Truth::True {
            return Vec::new();
        }
        let needs_causes = rule.level != Level::Error || !matches!(rule.body, RuleBody::Require(_));
        if truth == Truth::False && self.stops_at_error && !needs_causes {
            return vec![RuleProblem::broken(FindingProblem::Note(rule.text.clone()), Vec::new())];
        }
        let Explanation { causes, .. } = condition.explain_in(view);
        let mut found = Vec::new();
        for cause in causes {
            // An unresolved line is a finding of its own; causes that only depend on it are not
            // repeated.
            if self.depends_on_strangers(&cause) {
                continue;
            }
            let status = FindingStatus::from_certainty(cause.truth != Truth::Unknown);
            let read = if cause.piles.is_empty() { zones } else { &cause.piles[..] };
            let labels = self.label_cause(read, &cause);
            let missing = cause.missing.clone();
            let problem = FindingProblem::Condition(Box::new(cause));
            found.push(RuleProblem { status, problem, labels, missing });
        }
        found
    }

    fn depends_on_strangers(&self, cause: &Cause) -> bool {
        cause.truth == Truth::Unknown
            && !self.deck.unresolved.is_empty()
            && cause.missing.iter().all(|m| m.card == CardIndex::STRANGER)
    }

    /// The zones with the boxes, if `piles_read` names the boxes. Their pile visits all cards of
    /// the game, so views have it only on demand.
    pub(super) fn spread_with_boxes(
        &self,
        piles_read: &[String],
        zones: &[String],
    ) -> Option<SpreadPiles> {
        if piles_read.iter().all(|pile| pile != BOX) {
            return None;
        }
        let boxes = piles::list_box_cards(self.setup.catalog, self.count_boxes());
        let mut piles = piles::from_deck(self.setup.format, self.deck, zones);
        piles.zones.push((BOX.to_owned(), boxes));
        Some(SpreadPiles::from_piles(&piles))
    }

    fn count_boxes(&self) -> u32 {
        match self.setup.parameters.get(BOXES) {
            ParameterValue::Number(n) => n
                .to_integer()
                .and_then(|n| u32::try_from(n).ok())
                .unwrap_or(1),
            _ => 1,
        }
    }

    /// The lines of a card without a state, or else those of its copies in a state.
    pub(super) fn find_lines(&self, zones: &[String], card: CardIndex) -> Vec<Range<usize>> {
        let cards = &self.setup.catalog.cards;
        let (mut exact, mut in_states) = (Vec::new(), Vec::new());
        for entry in &self.deck.entries {
            if entry.card == card && self.is_in_zones(entry, zones) {
                exact.push(entry.span.clone());
            } else if cards.base(entry.card) == card && self.is_in_zones(entry, zones) {
                in_states.push(entry.span.clone());
            }
        }
        if exact.is_empty() { in_states } else { exact }
    }

    /// Labels the last line of each card.
    pub(super) fn label_last_lines(
        &self,
        zones: &[String],
        cards: &[(CardIndex, u32)],
    ) -> Vec<Label> {
        let mut labels = Vec::new();
        for (card, count) in cards {
            if let Some(span) = self.find_lines(zones, *card).pop() {
                labels.push(Label { span, what: LabelKind::Card(*card, *count) });
            }
        }
        labels
    }

    /// Labels the last lines of a few cards, or the heading of the zone for more.
    pub(super) fn label_cards(&self, zones: &[String], cards: &[(CardIndex, u32)]) -> Vec<Label> {
        let few = if cards.len() > FEW { &[] } else { cards };
        let labels = self.label_last_lines(zones, few);
        if labels.is_empty() { self.label_zone(zones).into_iter().collect() } else { labels }
    }

    /// Labels the heading of the zone with the most copies, or of the first of several such zones.
    pub(super) fn label_zone(&self, zones: &[String]) -> Option<Label> {
        let named = self.deck.zones.iter().filter(|zone| {
            !zone.span.is_empty() && zones.iter().any(|id| id == self.zone_id(&zone.value))
        });
        // `max_by_key` returns the last one.
        let largest = named
            .rev()
            .max_by_key(|zone| self.count_zone(self.zone_id(&zone.value)))?;
        Some(Label { span: largest.span.clone(), what: LabelKind::Zone })
    }

    fn count_zone(&self, id: &str) -> u64 {
        self.entries_in(id)
            .map(|entry| u64::from(entry.count))
            .sum()
    }

    /// Labels the heading above all these cards, or that of a zone if no heading stands above all.
    fn label_heading(&self, zones: &[String], cards: &[(CardIndex, u32)]) -> Option<Label> {
        let lines = cards
            .iter()
            .flat_map(|(card, _)| self.find_lines(zones, *card));
        let starts: Vec<usize> = lines.map(|line| line.start).collect();
        let last = starts.iter().max().copied().unwrap_or(0);
        match self
            .deck
            .headings
            .iter()
            .rfind(|heading| heading.start < last)
        {
            Some(heading) if starts.iter().all(|start| heading.start < *start) => {
                Some(Label { span: heading.clone(), what: LabelKind::Zone })
            }
            _ => self.label_zone(zones),
        }
    }

    /// Labels the lines of the cards that make the difference, or the heading of the zone if they
    /// are many.
    fn label_cause(&self, zones: &[String], cause: &Cause) -> Vec<Label> {
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

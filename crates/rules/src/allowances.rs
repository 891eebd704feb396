//! Allowances: each covers a limited number of copies, and every copy in a zone needs one that
//! covers it.
//!
//! Unknown facts are taken twice. First against the deck: a card that may not meet an allowance
//! fails, numbers are at their smallest. Then in its favour. A deck is legal if the first cover is
//! complete, illegal if even the second is not, else undetermined.

use super::checker::{Checker, RuleProblem};
use super::cover::{CopyCover, Lot, Overflow, bit_positions};
use super::finding::{Covering, FindingProblem, FindingStatus, Label, LabelKind, Uncovered};
use super::messages::{CheckError, RuleError, rule_error};
use super::piles;
use sleeve_data::Arrange;
use sleeve_data::model::format::Allowance;
use sleeve_data::model::{CardIndex, Rule, Text};
use sleeve_language::{
    CachedFilter, Filter, MissingFact, PileView, Presence, Quantity, Rational, Truth,
};
use std::collections::BTreeMap;
use std::rc::Rc;

/// A condition that is true if the measure `up_to` of an allowance has a value. Its findings
/// explain a missing value as those of any condition.
pub fn number_condition(up_to: &str) -> String {
    format!("({up_to}) >= 0")
}

struct ParsedAllowance {
    /// What findings call it; empty: its filter in words.
    name: Text,
    filter: Rc<Filter>,
    /// The most copies that it covers; `None`: any number.
    up_to: Option<Quantity>,
}

/// The copies of a card in a zone, with the allowances that the card meets.
struct ZoneCopies {
    card: CardIndex,
    zone: String,
    copies: u32,
    /// Bit set of the allowances that the card certainly meets. A rule has at most 64.
    sure: u64,
    /// Bit set of the allowances that it may meet; a superset of `sure`.
    maybe: u64,
}

/// A largest cover of the deck's copies, with unknown facts taken for or against the deck.
struct AllowanceCase<'r> {
    zone_copies: Vec<&'r ZoneCopies>,
    /// For each lot, the positions of its cards in `zone_copies`.
    lot_cards: Vec<Vec<usize>>,
    cover: CopyCover,
}

impl<'r> AllowanceCase<'r> {
    fn new(
        zone_copies: &'r [ZoneCopies],
        allowances: &[ParsedAllowance],
        is_favoured: bool,
    ) -> AllowanceCase<'r> {
        // A line that names no card is a finding of its own; it does not count against the deck twice.
        let counts = |c: &&ZoneCopies| is_favoured || c.card != CardIndex::STRANGER;
        let zone_copies: Vec<&ZoneCopies> = zone_copies.iter().filter(counts).collect();
        let mut lot_of: BTreeMap<u64, usize> = BTreeMap::new();
        let (mut lots, mut lot_cards): (Vec<Lot>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        for (index, copies) in zone_copies.iter().enumerate() {
            let meets = if is_favoured { copies.maybe } else { copies.sure };
            let lot = *lot_of.entry(meets).or_insert(lots.len());
            if lot == lots.len() {
                lots.push(Lot { copies: 0, allowances: meets });
                lot_cards.push(Vec::new());
            }
            if let (Some(lot), Some(cards)) = (lots.get_mut(lot), lot_cards.get_mut(lot)) {
                lot.copies = lot.copies.saturating_add(u64::from(copies.copies));
                cards.push(index);
            }
        }
        let capacities: Vec<Option<u64>> = allowances
            .iter()
            .map(|allowance| whole_capacity(allowance.up_to.as_ref(), is_favoured))
            .collect();
        AllowanceCase { zone_copies, lot_cards, cover: CopyCover::new(&lots, &capacities) }
    }

    /// The cards of an overflow, in the order of the deck.
    fn overflow_cards(&self, overflow: &Overflow) -> Vec<&'r ZoneCopies> {
        let lots = overflow.lots.iter().filter_map(|lot| self.lot_cards.get(*lot));
        let mut index: Vec<usize> = lots.flatten().copied().collect();
        index.sort_unstable();
        index.into_iter().filter_map(|index| self.zone_copies.get(index).copied()).collect()
    }

    /// The cards that an allowance covers, with copies, in the order of the deck.
    fn covered_cards(&self, allowance: usize) -> Vec<(CardIndex, u32)> {
        let mut found: Vec<(usize, CardIndex, u32)> = Vec::new();
        for (lot, cards) in self.lot_cards.iter().enumerate() {
            // A cover assigns numbers of copies, not single ones: the cards of a lot go to its
            // allowances in the order of both.
            let before: u64 =
                (0..allowance).map(|other| self.cover.covered_copies(lot, other)).sum();
            let (mut skip, mut take) = (before, self.cover.covered_copies(lot, allowance));
            for index in cards {
                let Some(copies) = self.zone_copies.get(*index) else { continue };
                let copies_here = u64::from(copies.copies);
                let (unskipped, skipped) =
                    (copies_here.saturating_sub(skip), copies_here.min(skip));
                skip -= skipped;
                let taken = unskipped.min(take);
                take -= taken;
                if taken > 0 {
                    found.push((*index, copies.card, u32::try_from(taken).unwrap_or(u32::MAX)));
                }
            }
        }
        found.arrange();
        merge_copies(found.into_iter().map(|(_, card, n)| (card, n)))
    }
}

/// The most copies that an allowance covers, rounded down; `None`: any number.
fn whole_capacity(up_to: Option<&Quantity>, is_favoured: bool) -> Option<u64> {
    let up_to = up_to?;
    match if is_favoured { up_to.high() } else { up_to.low() } {
        Some(end) => {
            let whole = end.floor().to_integer();
            Some(whole.and_then(|n| u64::try_from(n).ok()).unwrap_or(0))
        }
        // A number that nobody has published is any number for the deck, and none against it.
        None if is_favoured => None,
        None => Some(0),
    }
}

/// Adds up the copies of each card, in the order of first occurrence.
fn merge_copies(cards: impl Iterator<Item = (CardIndex, u32)>) -> Vec<(CardIndex, u32)> {
    let mut all: Vec<(CardIndex, u32)> = Vec::new();
    for (card, n) in cards {
        match all.iter_mut().find(|(known, _)| *known == card) {
            Some((_, sum)) => *sum = sum.saturating_add(n),
            None => all.push((card, n)),
        }
    }
    all
}

impl Checker<'_> {
    /// Finds the copies that no allowance of a rule covers.
    pub(super) fn check_allowances(
        &self,
        rule: &Rule,
        allowances: &[Allowance],
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let zones = self.rulebook.zones(rule);
        let view = self.view.with_default_piles(Rc::clone(&zones));
        let (mut read, mut found) = (Vec::new(), Vec::new());
        for allowance in allowances {
            let fail =
                |text: &str, e| rule_error(&rule.id, &rule.origin, text, RuleError::Language(e));
            let filter = self.rulebook.filter(&allowance.cards);
            let filter = filter.map_err(|e| fail(&allowance.cards, e))?;
            let up_to =
                match &allowance.up_to {
                    Some(up_to) => {
                        let measure = self.rulebook.measure(up_to).map_err(|e| fail(up_to, e))?;
                        found.extend(self.check_condition(rule, &number_condition(up_to))?);
                        Some(self.ask_in_view(measure.piles(), &zones, &view, |view| {
                            measure.value_in(view)
                        }))
                    }
                    None => None,
                };
            read.push(ParsedAllowance { name: allowance.name.clone(), filter, up_to });
        }
        // Without a number there is no capacity to fill, so that no cover is computed.
        if found.iter().any(|(status, ..)| *status == FindingStatus::Broken) {
            return Ok(found);
        }
        let zone_copies = self.match_allowances(&zones, &read);
        let favoured = AllowanceCase::new(&zone_copies, &read, true);
        let broken = favoured.cover.overflows();
        if !broken.is_empty() {
            let problems = broken.iter().map(|overflow| {
                self.report_overflow(
                    overflow,
                    (&favoured, &read),
                    &zones,
                    Vec::new(),
                    FindingStatus::Broken,
                )
            });
            found.extend(problems);
            return Ok(found);
        }
        let strict = AllowanceCase::new(&zone_copies, &read, false);
        for overflow in strict.cover.overflows() {
            let missing = self.list_missing_facts(rule, &overflow, (&strict, &read), allowances)?;
            found.push(self.report_overflow(
                &overflow,
                (&strict, &read),
                &zones,
                missing,
                FindingStatus::Unknown,
            ));
        }
        Ok(found)
    }

    /// Asks for each card of some zones which allowances it meets.
    fn match_allowances(
        &self,
        zones: &[String],
        allowances: &[ParsedAllowance],
    ) -> Vec<ZoneCopies> {
        let cache = self.rulebook.cache.as_ref();
        let filters: Vec<CachedFilter<'_>> =
            allowances.iter().map(|a| a.filter.with_cache(self.world, cache)).collect();
        let mut zone_copies: Vec<ZoneCopies> = Vec::new();
        for zone in zones {
            for (card, copies) in
                merge_copies(piles::list_zone_cards(self.setup.format, self.deck, zone).into_iter())
            {
                let (mut sure, mut maybe) = (0u64, 0u64);
                for (index, filter) in filters.iter().enumerate() {
                    let bit =
                        1u64.checked_shl(u32::try_from(index).unwrap_or(u32::MAX)).unwrap_or(0);
                    match filter.truth_for(card, Some(zone)) {
                        Truth::True => (sure, maybe) = (sure | bit, maybe | bit),
                        Truth::Unknown => maybe |= bit,
                        Truth::False => {}
                    }
                }
                zone_copies.push(ZoneCopies { card, zone: zone.clone(), copies, sure, maybe });
            }
        }
        zone_copies
    }

    fn report_overflow(
        &self,
        overflow: &Overflow,
        (case, allowances): (&AllowanceCase<'_>, &[ParsedAllowance]),
        zones: &[String],
        missing: Vec<MissingFact>,
        status: FindingStatus,
    ) -> RuleProblem {
        let cards = case.overflow_cards(overflow);
        let cards = merge_copies(cards.into_iter().map(|copies| (copies.card, copies.copies)));
        let covering = |index: usize| {
            let allowance = allowances.get(index)?;
            let words = |lang| allowance.filter.in_words(self.setup.catalog, lang);
            let filter = || Text::from_words(words);
            let name = &allowance.name;
            Some(Covering {
                words: if name.is_empty() { filter() } else { name.clone() },
                up_to: allowance.up_to.unwrap_or(Quantity::UNKNOWN),
                cards: case.covered_cards(index),
            })
        };
        // Allowances of no copies explain nothing.
        let covers_some = |covering: &Covering| {
            covering.up_to.exact_value().is_none_or(|up_to| up_to > Rational::ZERO)
        };
        let covering = bit_positions(overflow.allowances).filter_map(covering);
        let covering = covering.filter(covers_some).collect();
        let labels = self.label_cards(zones, &cards);
        let over = u32::try_from(overflow.over).unwrap_or(u32::MAX);
        (status, FindingProblem::Uncovered(Uncovered { cards, over, covering }), labels, missing)
    }

    /// The facts that would decide whether the cards of an overflow are covered.
    fn list_missing_facts(
        &self,
        rule: &Rule,
        overflow: &Overflow,
        (case, allowances): (&AllowanceCase<'_>, &[ParsedAllowance]),
        written: &[Allowance],
    ) -> Result<Vec<MissingFact>, CheckError> {
        let mut missing = Vec::new();
        for copies in case.overflow_cards(overflow) {
            for index in bit_positions(copies.maybe & !copies.sure) {
                let Some(allowance) = allowances.get(index) else { continue };
                let zone = Some(copies.zone.as_str());
                missing.extend(allowance.filter.missing_facts(&self.world, copies.card, zone));
            }
        }
        for index in bit_positions(overflow.allowances) {
            let Some(Some(up_to)) = allowances.get(index).map(|allowance| allowance.up_to) else {
                continue;
            };
            let Some(text) = written.get(index).and_then(|allowance| allowance.up_to.as_ref())
            else {
                continue;
            };
            if up_to.presence() == Presence::Certain && up_to.exact_value().is_none() {
                // The facts that decide whether the number is larger than its known minimum.
                let larger = whole_capacity(Some(&up_to), false).unwrap_or(0).saturating_add(1);
                let problems = self.check_condition(rule, &format!("({text}) >= {larger}"))?;
                missing.extend(problems.into_iter().flat_map(|(.., missing)| missing));
            }
        }
        missing.sort();
        missing.dedup();
        Ok(missing)
    }
}

impl Checker<'_> {
    /// Labels the lines of a few cards, or the heading of the zone for more.
    fn label_cards(&self, zones: &[String], cards: &[(CardIndex, u32)]) -> Vec<Label> {
        // More marks would fill the screen and be less clear than the heading of the zone.
        const FEW: usize = 4;
        let label = |(card, n): &(CardIndex, u32)| {
            let span = self.find_lines(zones, *card).pop()?;
            Some(Label { span, what: LabelKind::Card(*card, *n) })
        };
        let labels: Vec<Label> = cards.iter().take(FEW + 1).filter_map(label).collect();
        if cards.len() > FEW || labels.is_empty() {
            self.label_zone(zones).into_iter().collect()
        } else {
            labels
        }
    }

    /// Evaluates in a view that has the boxes too, if `piles` names them. Their pile visits all
    /// cards of the game, so views have it only on demand.
    fn ask_in_view<T>(
        &self,
        piles: &[String],
        zones: &[String],
        view: &PileView<'_>,
        ask: impl FnOnce(&PileView<'_>) -> T,
    ) -> T {
        match self.spread_with_boxes(piles, zones) {
            Some(spread) => ask(&PileView::new(self.world, &spread)),
            None => ask(view),
        }
    }
}

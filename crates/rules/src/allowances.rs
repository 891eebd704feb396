//! Allowances: each covers a limited number of copies, and every copy in a zone needs one that
//! covers it.
//!
//! Unknown facts are taken twice. First against the deck: a card that may not meet an allowance
//! fails, numbers are at their smallest. Then in its favour. A deck is legal if the first cover is
//! complete, illegal if even the second is not, else undetermined.

use super::{
    checker::Checker,
    cover::{CopyCover, Lot, Overflow, bit_positions},
    finding::{Covering, FindingProblem, FindingStatus, RuleProblem, Uncovered},
    messages::{CheckError, language_error},
    piles::{self, add_copies},
    scope::number_condition,
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Rule, Text, format::Allowance},
};
use sleeve_language::{
    CachedFilter, Filter, MissingFact, PileView, Presence, Quantity, Rational, Truth,
};
use std::{collections::BTreeMap, rc::Rc};

struct ParsedAllowance<'r> {
    written: &'r Allowance,
    filter: Rc<Filter>,
    /// The most copies that it covers; `None`: any number.
    up_to: Option<Quantity>,
}

impl ParsedAllowance<'_> {
    /// The most copies that it covers, rounded down; `None`: any number.
    fn whole_capacity(&self, is_favoured: bool) -> Option<u64> {
        let up_to = self.up_to?;
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
    allowances: &'r [ParsedAllowance<'r>],
    zone_copies: Vec<&'r ZoneCopies>,
    /// For each lot, the positions of its cards in `zone_copies`.
    lot_cards: Vec<Vec<usize>>,
    cover: CopyCover,
}

impl<'r> AllowanceCase<'r> {
    fn new(
        zone_copies: &'r [ZoneCopies],
        allowances: &'r [ParsedAllowance<'r>],
        is_favoured: bool,
    ) -> AllowanceCase<'r> {
        let mut case = AllowanceCase {
            allowances,
            zone_copies: Vec::new(),
            lot_cards: Vec::new(),
            cover: CopyCover::default(),
        };
        let mut lot_of: BTreeMap<u64, usize> = BTreeMap::new();
        let mut lots: Vec<Lot> = Vec::new();
        for copies in zone_copies {
            // A line that names no card is a finding of its own; it does not count against the
            // deck twice.
            if !is_favoured && copies.card == CardIndex::STRANGER {
                continue;
            }
            let meets = if is_favoured { copies.maybe } else { copies.sure };
            let lot = *lot_of.entry(meets).or_insert(lots.len());
            if lot == lots.len() {
                lots.push(Lot { copies: 0, allowances: meets });
                case.lot_cards.push(Vec::new());
            }
            if let (Some(lot), Some(cards)) = (lots.get_mut(lot), case.lot_cards.get_mut(lot)) {
                lot.copies = lot.copies.saturating_add(u64::from(copies.copies));
                cards.push(case.zone_copies.len());
            }
            case.zone_copies.push(copies);
        }
        let capacities = allowances
            .iter()
            .map(|allowance| allowance.whole_capacity(is_favoured));
        case.cover = CopyCover::new(&lots, &Vec::from_iter(capacities));
        case
    }

    /// The cards of an overflow, in the order of the deck.
    fn overflow_cards(&self, overflow: &Overflow) -> Vec<&'r ZoneCopies> {
        let lots = overflow
            .lots
            .iter()
            .filter_map(|lot| self.lot_cards.get(*lot));
        let mut index: Vec<usize> = lots.flatten().copied().collect();
        index.sort_unstable();
        index
            .into_iter()
            .filter_map(|index| self.zone_copies.get(index).copied())
            .collect()
    }

    /// The cards that an allowance covers, with copies, in the order of the deck.
    fn covered_cards(&self, allowance: usize) -> Vec<(CardIndex, u32)> {
        let mut found: Vec<(usize, CardIndex, u32)> = Vec::new();
        for (lot, cards) in self.lot_cards.iter().enumerate() {
            // A cover assigns numbers of copies, not single ones: the cards of a lot go to its
            // allowances in the order of both.
            let mut skip: u64 = (0..allowance)
                .map(|other| self.cover.covered_copies(lot, other))
                .sum();
            let mut take = self.cover.covered_copies(lot, allowance);
            for index in cards {
                let Some(copies) = self.zone_copies.get(*index) else { continue };
                let copies_here = u64::from(copies.copies);
                let skipped = copies_here.min(skip);
                let taken = (copies_here - skipped).min(take);
                skip -= skipped;
                take -= taken;
                if taken > 0 {
                    found.push((*index, copies.card, u32::try_from(taken).unwrap_or(u32::MAX)));
                }
            }
        }
        found.arrange();
        let mut covered = Vec::new();
        for (_, card, copies) in found {
            add_copies(&mut covered, card, copies);
        }
        covered
    }

    /// The allowances of an overflow with what they cover. Allowances of no copies explain nothing.
    fn list_covering(&self, overflow: &Overflow, checker: &Checker<'_>) -> Vec<Covering> {
        let mut all = Vec::new();
        for index in bit_positions(overflow.allowances) {
            let Some(allowance) = self.allowances.get(index) else { continue };
            let up_to = allowance.up_to.unwrap_or(Quantity::UNKNOWN);
            if up_to
                .exact_value()
                .is_some_and(|up_to| up_to <= Rational::ZERO)
            {
                continue;
            }
            let words = if allowance.written.name.is_empty() {
                let catalog = checker.setup.catalog;
                Text::from_words(|lang| allowance.filter.in_words(catalog, lang))
            } else {
                allowance.written.name.clone()
            };
            all.push(Covering { words, up_to, cards: self.covered_cards(index) });
        }
        all
    }
}

impl Checker<'_> {
    /// Finds the copies that no allowance of a rule covers.
    pub(super) fn check_allowances(
        &self,
        rule: &Rule,
        allowances: &[Allowance],
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let zones = self.rulebook.zones(rule);
        let (mut parsed, mut found) = (Vec::new(), Vec::new());
        for written in allowances {
            let filter = self.rule_filter(rule, &written.cards)?;
            let mut up_to = None;
            if let Some(text) = &written.up_to {
                up_to = Some(self.measure_capacity(rule, text, &zones)?);
                found.extend(self.check_condition(rule, &number_condition(text))?);
            }
            parsed.push(ParsedAllowance { written, filter, up_to });
        }
        // Without a number there is no capacity to fill, so that no cover is computed.
        if found
            .iter()
            .any(|problem| problem.status == FindingStatus::Broken)
        {
            return Ok(found);
        }
        let zone_copies = self.match_allowances(&zones, &parsed);
        let favoured = AllowanceCase::new(&zone_copies, &parsed, true);
        let broken = favoured.cover.overflows();
        if !broken.is_empty() {
            for overflow in &broken {
                let status = FindingStatus::Broken;
                found.push(self.report_overflow(overflow, &favoured, &zones, status));
            }
            return Ok(found);
        }
        let strict = AllowanceCase::new(&zone_copies, &parsed, false);
        for overflow in strict.cover.overflows() {
            let missing = self.list_missing_facts(rule, &overflow, &strict)?;
            let status = FindingStatus::Unknown;
            let problem = self.report_overflow(&overflow, &strict, &zones, status);
            found.push(RuleProblem { missing, ..problem });
        }
        Ok(found)
    }

    /// The value of the measure that limits an allowance.
    fn measure_capacity(
        &self,
        rule: &Rule,
        text: &str,
        zones: &Rc<[String]>,
    ) -> Result<Quantity, CheckError> {
        let measure = self
            .rulebook
            .measure(text)
            .map_err(|e| language_error(rule, text, e))?;
        Ok(match self.spread_with_boxes(measure.piles(), zones) {
            Some(spread) => measure.value_in(&PileView::new(self.world, &spread)),
            None => measure.value_in(&self.view.with_default_piles(Rc::clone(zones))),
        })
    }

    /// Asks for each card of some zones which allowances it meets.
    fn match_allowances(
        &self,
        zones: &[String],
        allowances: &[ParsedAllowance<'_>],
    ) -> Vec<ZoneCopies> {
        let cache = self.rulebook.cache.as_deref();
        let filters: Vec<CachedFilter<'_>> = allowances
            .iter()
            .map(|a| a.filter.with_cache(self.world, cache))
            .collect();
        let mut zone_copies: Vec<ZoneCopies> = Vec::new();
        for zone in zones {
            let mut cards = Vec::new();
            for (card, copies) in piles::list_zone_cards(self.setup.format, self.deck, zone) {
                add_copies(&mut cards, card, copies);
            }
            for (card, copies) in cards {
                let (mut sure, mut maybe) = (0u64, 0u64);
                // The bit of an allowance. A rule has at most 64, so none is lost.
                let mut bit = 1u64;
                for filter in &filters {
                    match filter.truth_for(card, Some(zone)) {
                        Truth::True => (sure, maybe) = (sure | bit, maybe | bit),
                        Truth::Unknown => maybe |= bit,
                        Truth::False => {}
                    }
                    bit <<= 1;
                }
                zone_copies.push(ZoneCopies { card, zone: zone.clone(), copies, sure, maybe });
            }
        }
        zone_copies
    }

    fn report_overflow(
        &self,
        overflow: &Overflow,
        case: &AllowanceCase<'_>,
        zones: &[String],
        status: FindingStatus,
    ) -> RuleProblem {
        let mut cards = Vec::new();
        for copies in case.overflow_cards(overflow) {
            add_copies(&mut cards, copies.card, copies.copies);
        }
        let labels = self.label_cards(zones, &cards);
        let over = u32::try_from(overflow.over).unwrap_or(u32::MAX);
        let covering = case.list_covering(overflow, self);
        let problem = FindingProblem::Uncovered(Uncovered { cards, over, covering });
        RuleProblem { status, problem, labels, missing: Vec::new() }
    }

    /// The facts that would decide whether the cards of an overflow are covered.
    fn list_missing_facts(
        &self,
        rule: &Rule,
        overflow: &Overflow,
        case: &AllowanceCase<'_>,
    ) -> Result<Vec<MissingFact>, CheckError> {
        let mut missing = Vec::new();
        for copies in case.overflow_cards(overflow) {
            for index in bit_positions(copies.maybe & !copies.sure) {
                let Some(allowance) = case.allowances.get(index) else { continue };
                let zone = Some(copies.zone.as_str());
                missing.extend(
                    allowance
                        .filter
                        .missing_facts(&self.world, copies.card, zone),
                );
            }
        }
        for index in bit_positions(overflow.allowances) {
            let Some(allowance) = case.allowances.get(index) else { continue };
            let (Some(up_to), Some(text)) = (allowance.up_to, &allowance.written.up_to) else {
                continue;
            };
            if up_to.presence() == Presence::Certain && up_to.exact_value().is_none() {
                // The facts that decide whether the number is larger than its known minimum.
                let larger = allowance
                    .whole_capacity(false)
                    .unwrap_or(0)
                    .saturating_add(1);
                for problem in self.check_condition(rule, &format!("({text}) >= {larger}"))? {
                    missing.extend(problem.missing);
                }
            }
        }
        missing.sort();
        missing.dedup();
        Ok(missing)
    }
}

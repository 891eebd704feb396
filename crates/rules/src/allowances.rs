//! Allowances: every copy of a zone is covered by one of them, each of which covers so many.
//!
//! What is not known is taken twice: once against the deck (cards that may not meet an allowance do not,
//! numbers are at their smallest), once in its favour. Legal is what is covered even so, illegal what is
//! not covered even then.

use super::checker::{Checker, RuleProblem};
use super::cover::{CopyCover, Lot, Overflow, bit_positions};
use super::finding::{Covering, FindingProblem, FindingStatus, Label, LabelKind, Uncovered};
use super::messages::{CheckError, RuleError, rule_error};
use super::piles;
use sleeve_data::model::format::Allowance;
use sleeve_data::model::{CardIndex, Lang, Rule, Text};
use sleeve_language::{AskedFilter, Filter, MissingFact, PileView, Presence, Quantity, Truth};
use std::collections::BTreeMap;
use std::rc::Rc;

/// The condition that an allowance has a number of copies that it covers.
pub fn has_number(up_to: &str) -> String {
    format!("({up_to}) >= 0")
}

/// An allowance that was read, with what it covers.
struct ReadAllowance {
    filter: Rc<Filter>,
    /// How many copies it covers; `None`: any number.
    up_to: Option<Quantity>,
}

/// A card in a zone, with its copies, and what it says to each allowance.
struct ZoneCopies {
    card: CardIndex,
    zone: String,
    copies: u32,
    /// The allowances that it certainly meets, a bit each.
    sure: u64,
    /// Those that it may meet, these among them.
    maybe: u64,
}

/// The cards of a deck under some allowances, with what is not known taken in one way.
struct AllowanceCase<'r> {
    zone_copies: Vec<&'r ZoneCopies>,
    /// For each lot, the positions of its cards.
    lot_cards: Vec<Vec<usize>>,
    cover: CopyCover,
}

impl<'r> AllowanceCase<'r> {
    fn new(
        there: &'r [ZoneCopies],
        allowances: &[ReadAllowance],
        is_favoured: bool,
    ) -> AllowanceCase<'r> {
        // A line that could not be told is reported as such; it is not held against a deck twice.
        let counts = |c: &&ZoneCopies| is_favoured || c.card != CardIndex::STRANGER;
        let there: Vec<&ZoneCopies> = there.iter().filter(counts).collect();
        let mut lots: BTreeMap<u64, usize> = BTreeMap::new();
        let (mut all, mut cards): (Vec<Lot>, Vec<Vec<usize>>) = (Vec::new(), Vec::new());
        for (at, copies) in there.iter().enumerate() {
            let meets = if is_favoured { copies.maybe } else { copies.sure };
            let lot = *lots.entry(meets).or_insert(all.len());
            if lot == all.len() {
                all.push(Lot { copies: 0, meets });
                cards.push(Vec::new());
            }
            if let (Some(lot), Some(cards)) = (all.get_mut(lot), cards.get_mut(lot)) {
                lot.copies = lot.copies.saturating_add(u64::from(copies.copies));
                cards.push(at);
            }
        }
        let room: Vec<Option<u64>> = allowances
            .iter()
            .map(|allowance| whole_capacity(allowance.up_to.as_ref(), is_favoured))
            .collect();
        AllowanceCase { zone_copies: there, lot_cards: cards, cover: CopyCover::new(&all, &room) }
    }

    /// The cards of an overflow, in the order of the deck.
    fn overflow_cards(&self, overflow: &Overflow) -> Vec<&'r ZoneCopies> {
        let lots = overflow.lots.iter().filter_map(|lot| self.lot_cards.get(*lot));
        let mut at: Vec<usize> = lots.flatten().copied().collect();
        at.sort_unstable();
        at.into_iter().filter_map(|at| self.zone_copies.get(at).copied()).collect()
    }

    /// Which cards an allowance covers, in the order of the deck.
    fn covered_cards(&self, allowance: usize) -> Vec<(CardIndex, u32)> {
        let mut found: Vec<(usize, CardIndex, u32)> = Vec::new();
        for (lot, cards) in self.lot_cards.iter().enumerate() {
            // The copies of a lot are dealt out to its allowances in the order of both.
            let before: u64 = (0..allowance).map(|other| self.cover.taken(lot, other)).sum();
            let (mut skip, mut take) = (before, self.cover.taken(lot, allowance));
            for at in cards {
                let Some(copies) = self.zone_copies.get(*at) else { continue };
                let here = u64::from(copies.copies);
                let (left, skipped) = (here.saturating_sub(skip), here.min(skip));
                skip -= skipped;
                let taken = left.min(take);
                take -= taken;
                if taken > 0 {
                    found.push((*at, copies.card, u32::try_from(taken).unwrap_or(u32::MAX)));
                }
            }
        }
        found.sort_unstable();
        merge_copies(found.into_iter().map(|(_, card, n)| (card, n)))
    }
}

/// How many copies an allowance covers; `None`: any number.
fn whole_capacity(up_to: Option<&Quantity>, is_favoured: bool) -> Option<u64> {
    let up_to = up_to?;
    match if is_favoured { up_to.high() } else { up_to.low() } {
        Some(end) => {
            let whole = end.floor().to_integer();
            Some(whole.and_then(|n| u64::try_from(n).ok()).unwrap_or(0))
        }
        None if is_favoured => None,
        None => Some(0),
    }
}

/// Cards with their copies, each card once.
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
    /// The copies that no allowance of a rule covers.
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
                        found.extend(self.check_condition(rule, &has_number(up_to))?);
                        Some(self.ask_in_view(measure.piles(), &zones, &view, |view| {
                            measure.value_in(view)
                        }))
                    }
                    None => None,
                };
            read.push(ReadAllowance { filter, up_to });
        }
        // An allowance without a number, or one that may have none, is told by itself.
        if found.iter().any(|(status, ..)| *status == FindingStatus::Broken) {
            return Ok(found);
        }
        let there = self.match_allowances(&zones, &read);
        let favoured = AllowanceCase::new(&there, &read, true);
        let broken = favoured.cover.overflows();
        if !broken.is_empty() {
            let told = broken.iter().map(|overflow| {
                self.report_overflow(
                    overflow,
                    (&favoured, &read),
                    &zones,
                    Vec::new(),
                    FindingStatus::Broken,
                )
            });
            found.extend(told);
            return Ok(found);
        }
        let strict = AllowanceCase::new(&there, &read, false);
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

    /// The cards of some zones, each with the allowances that it meets.
    fn match_allowances(&self, zones: &[String], allowances: &[ReadAllowance]) -> Vec<ZoneCopies> {
        let cache = self.rulebook.cache.as_ref();
        let asked: Vec<AskedFilter<'_>> =
            allowances.iter().map(|a| a.filter.with_cache(self.world, cache)).collect();
        let mut there: Vec<ZoneCopies> = Vec::new();
        for zone in zones {
            for (card, copies) in
                merge_copies(piles::zone_cards(self.setup.format, self.deck, zone).into_iter())
            {
                let (mut sure, mut maybe) = (0u64, 0u64);
                for (at, filter) in asked.iter().enumerate() {
                    let bit = 1u64.checked_shl(u32::try_from(at).unwrap_or(u32::MAX)).unwrap_or(0);
                    match filter.truth_for(card, Some(zone)) {
                        Truth::True => (sure, maybe) = (sure | bit, maybe | bit),
                        Truth::Unknown => maybe |= bit,
                        Truth::False => {}
                    }
                }
                there.push(ZoneCopies { card, zone: zone.clone(), copies, sure, maybe });
            }
        }
        there
    }

    /// An overflow as a finding.
    fn report_overflow(
        &self,
        overflow: &Overflow,
        (reading, allowances): (&AllowanceCase<'_>, &[ReadAllowance]),
        zones: &[String],
        missing: Vec<MissingFact>,
        status: FindingStatus,
    ) -> RuleProblem {
        let cards = reading.overflow_cards(overflow);
        let cards = merge_copies(cards.into_iter().map(|copies| (copies.card, copies.copies)));
        let covering = |at: usize| {
            let allowance = allowances.get(at)?;
            let words = |lang| allowance.filter.in_words(self.setup.catalog, lang);
            Some(Covering {
                words: Text { en: words(Lang::En).into(), fr: words(Lang::Fr).into() },
                up_to: allowance.up_to.unwrap_or(Quantity::UNKNOWN),
                cards: reading.covered_cards(at),
            })
        };
        let covering = bit_positions(overflow.allowances).filter_map(covering).collect();
        let labels = self.label_cards(zones, &cards);
        let over = u32::try_from(overflow.over).unwrap_or(u32::MAX);
        (status, FindingProblem::Uncovered(Uncovered { cards, over, covering }), labels, missing)
    }

    /// The facts that would tell whether cards of an overflow are covered.
    fn list_missing_facts(
        &self,
        rule: &Rule,
        overflow: &Overflow,
        (reading, allowances): (&AllowanceCase<'_>, &[ReadAllowance]),
        written: &[Allowance],
    ) -> Result<Vec<MissingFact>, CheckError> {
        let mut missing = Vec::new();
        for copies in reading.overflow_cards(overflow) {
            for at in bit_positions(copies.maybe & !copies.sure) {
                let Some(allowance) = allowances.get(at) else { continue };
                let zone = Some(copies.zone.as_str());
                missing.extend(allowance.filter.missing_facts(&self.world, copies.card, zone));
            }
        }
        for at in bit_positions(overflow.allowances) {
            let Some(Some(up_to)) = allowances.get(at).map(|allowance| allowance.up_to) else {
                continue;
            };
            let Some(text) = written.get(at).and_then(|allowance| allowance.up_to.as_ref()) else {
                continue;
            };
            if up_to.presence() == Presence::Certain && up_to.exact_value().is_none() {
                let more = whole_capacity(Some(&up_to), false).unwrap_or(0).saturating_add(1);
                let asked = self.check_condition(rule, &format!("({text}) >= {more}"))?;
                missing.extend(asked.into_iter().flat_map(|(.., missing)| missing));
            }
        }
        missing.sort();
        missing.dedup();
        Ok(missing)
    }
}

impl Checker<'_> {
    /// The lines of cards where they are few, else the heading of their zone.
    fn label_cards(&self, zones: &[String], cards: &[(CardIndex, u32)]) -> Vec<Label> {
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

    /// Asks something of the deck in a view that has the boxes too, where they are read.
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

//! Encodes allowances as rows, as a flow: the copies that an allowance covers of each lot (cards
//! that the same allowances may cover) are a variable.

use super::{
    certainty::Certainty,
    encode::Encoder,
    ground::LOT_LIMIT,
    linear::{LinearSum, Literal, Var, max_total_copies},
    parts::{ZoneCard, rule_error},
    solver::Deadline,
    term::{RowSide, Term},
};
use sleeve_data::model::{
    CardIndex,
    format::{Allowance, Rule},
};
use sleeve_language::{
    Filter, Measure, PileView, Quantity, World, ZoneContents, ZoneReads,
    ast::Operator,
    bound::{BoundValue, Node, Spot},
};
use sleeve_rules::{CheckError, PreparedFormat, Rulebook, piles};
use std::{collections::BTreeMap, rc::Rc};

pub(super) struct AllowanceReader<'l, 'a> {
    pub(super) rulebook: &'l Rulebook<'a>,
    pub(super) setup: &'l PreparedFormat<'a>,
    pub(super) world: World<'l>,
    pub(super) certainty: Certainty,
    pub(super) deck: &'l sleeve_data::model::Deck,
    /// A view that reads the zones of the rule by default.
    pub(super) view: PileView<'l>,
    pub(super) places: &'l [ZoneCard],
    /// Positions of the zones of the rule.
    pub(super) zones: Vec<usize>,
    pub(super) deadline: Deadline<'l>,
}

/// A covering problem: lots of copies, and allowances with capacities.
pub(super) struct CoverModel {
    /// For each lot, the bit set of the allowances that may cover it, and its number of copies. A
    /// `u64` is enough, because the data allow at most 64 allowances to a rule.
    lots: Vec<(u64, LinearSum)>,
    /// The most copies that each allowance covers; `None`: any number.
    capacities: Vec<Option<BoundValue>>,
}

pub(super) enum AllowanceDemand {
    /// One problem for any contents of zones.
    Always(CoverModel),
    /// A problem for each lot of cards in a zone that filters or numbers read. The last one has no
    /// spots: it applies if the zone is empty.
    ByZone(Vec<ZoneCase>),
    /// Rows cannot express it.
    Open,
}

/// The problem that applies if a zone has a card of a lot.
pub(super) struct ZoneCase {
    spots: Vec<Spot>,
    /// The spots of all other lots.
    others: Vec<Spot>,
    cover: CoverModel,
}

struct BoundAllowance {
    filter: Rc<Filter>,
    up_to: Option<Rc<Measure>>,
}

impl AllowanceReader<'_, '_> {
    pub(super) fn read_rule(
        &self,
        rule: &Rule,
        allowances: &[Allowance],
    ) -> Result<AllowanceDemand, CheckError> {
        let read = self.bind_allowances(rule, allowances)?;
        let mut reads = ZoneReads::default();
        for allowance in &read {
            reads.extend(allowance.filter.zone_reads());
            allowance
                .up_to
                .iter()
                .for_each(|up_to| reads.extend(up_to.zone_reads()));
        }
        let Some(zone) = reads.zones().next().map(str::to_owned) else {
            return Ok(AllowanceDemand::Always(self.build_cover(&read, self.world)));
        };
        // Numbers of a zone change with the copies of a card, so one copy cannot represent a lot.
        if !reads.numbers.is_empty() || reads.zones().any(|other| other != zone) {
            return Ok(AllowanceDemand::Open);
        }
        let lots = self.view.alike(&zone, &reads);
        if lots.len() > LOT_LIMIT {
            return Ok(AllowanceDemand::Open);
        }
        let all: Vec<Spot> = lots.iter().flat_map(|(_, spots)| spots.clone()).collect();
        let mut cases = Vec::new();
        for (card, spots) in &lots {
            if self.deadline.is_over() {
                break;
            }
            cases.push(ZoneCase {
                others: all
                    .iter()
                    .filter(|spot| !spots.contains(spot))
                    .copied()
                    .collect(),
                cover: self.build_cover_with(&read, &zone, Some(*card)),
                spots: spots.clone(),
            });
        }
        let cover = self.build_cover_with(&read, &zone, None);
        cases.push(ZoneCase { spots: Vec::new(), others: all, cover });
        Ok(AllowanceDemand::ByZone(cases))
    }

    /// Parses allowances.
    fn bind_allowances(
        &self,
        rule: &Rule,
        allowances: &[Allowance],
    ) -> Result<Vec<BoundAllowance>, CheckError> {
        let mut read = Vec::new();
        for Allowance { cards, up_to, .. } in allowances {
            let filter = self
                .rulebook
                .filter(cards)
                .map_err(|error| rule_error(&rule.id, &rule.origin, cards, error))?;
            let measure = match up_to {
                Some(text) => Some(
                    self.rulebook
                        .measure(text)
                        .map_err(|error| rule_error(&rule.id, &rule.origin, text, error))?,
                ),
                None => None,
            };
            read.push(BoundAllowance { filter, up_to: measure });
        }
        Ok(read)
    }

    /// The problem as if a zone had this one card, or none.
    fn build_cover_with(
        &self,
        allowances: &[BoundAllowance],
        zone: &str,
        card: Option<CardIndex>,
    ) -> CoverModel {
        let mut parameters = self.setup.parameters.clone();
        parameters.set_zone_contents(ZoneContents::single_card(zone, card));
        self.build_cover(allowances, World { parameters: &parameters, ..self.world })
    }

    /// The bit set of the allowances that may cover a card in a zone.
    fn find_covering(
        &self,
        allowances: &[BoundAllowance],
        world: &World<'_>,
        card: CardIndex,
        zone: &str,
    ) -> u64 {
        let mut covering = 0;
        for (index, allowance) in (0u32..).zip(allowances) {
            if self
                .certainty
                .accepts(allowance.filter.test(world, card, Some(zone)))
            {
                covering |= 1u64.checked_shl(index).unwrap_or(0);
            }
        }
        covering
    }

    fn build_cover(&self, allowances: &[BoundAllowance], world: World<'_>) -> CoverModel {
        let mut lots: BTreeMap<u64, (Vec<(Var, i64)>, i64)> = BTreeMap::new();
        let zones = &self.setup.format.zones;
        for (var, place) in (0u32..).zip(self.places) {
            let Some(zone) = zones.get(place.zone) else { continue };
            if self.zones.contains(&place.zone) {
                let covering = self.find_covering(allowances, &world, place.card, &zone.named.id);
                lots.entry(covering).or_default().0.push((var, 1));
            }
        }
        // Unresolved lines do not count against a deck.
        if self.certainty == Certainty::Possible {
            for zone in self.zones.iter().filter_map(|index| zones.get(*index)) {
                let id = zone.named.id.as_str();
                for (card, n) in piles::list_zone_cards(self.setup.format, self.deck, id) {
                    if card == CardIndex::STRANGER {
                        let covering = self.find_covering(allowances, &world, card, id);
                        lots.entry(covering).or_default().1 += i64::from(n);
                    }
                }
            }
        }
        let view = self.view.in_world(world);
        let capacities = allowances
            .iter()
            .map(|allowance| allowance.up_to.as_ref().map(|up_to| up_to.bind_in(&view)));
        CoverModel {
            lots: lots
                .into_iter()
                .map(|(meets, (terms, n))| (meets, LinearSum::new(terms, n, 1)))
                .collect(),
            capacities: capacities.collect(),
        }
    }
}

impl AllowanceDemand {
    /// Encodes the demand, if the guard is 1.
    pub(super) fn encode(&self, encoder: &mut Encoder<'_>, guard: Option<Literal>) {
        match self {
            AllowanceDemand::Always(cover) => cover.encode(encoder, guard),
            AllowanceDemand::Open => encoder.is_looser = true,
            AllowanceDemand::ByZone(cases) => {
                // A zone with cards of several lots meets one of the alternatives below for free:
                // the rules engine decides it.
                encoder.is_looser |= cases.len() > 2;
                for ZoneCase { spots, others, cover } in cases {
                    let none_of_lot = encoder.model.add_literal();
                    let some_of_others = encoder.model.add_literal();
                    let holds = encoder.model.add_literal();
                    let choice = if spots.is_empty() {
                        vec![some_of_others, holds]
                    } else {
                        vec![none_of_lot, some_of_others, holds]
                    };
                    encoder.add_choice(&choice, guard);
                    let copies = encoder.board.count_spots(spots);
                    if !spots.is_empty() {
                        encoder.add_row(Some(copies), Some(none_of_lot));
                    }
                    let other = encoder.board.count_spots(others);
                    encoder.add_row(LinearSum::from_whole(1).minus(&other), Some(some_of_others));
                    cover.encode(encoder, Some(holds));
                }
            }
        }
    }
}

impl CoverModel {
    fn encode(&self, encoder: &mut Encoder<'_>, guard: Option<Literal>) {
        let mut covered: Vec<Vec<(Var, i64)>> = vec![Vec::new(); self.capacities.len()];
        for (meets, copies) in &self.lots {
            let numbers = self.capacities.iter().enumerate();
            let taking: Vec<_> = numbers
                .filter(|(index, _)| meets >> index & 1 == 1)
                .collect();
            // An allowance for any number of copies covers the whole lot.
            if taking.iter().any(|(_, number)| number.is_none()) {
                continue;
            }
            let all = max_total_copies(encoder.card_variables as usize);
            let mut terms: Vec<(Var, i64)> = Vec::new();
            for (index, number) in taking {
                let end = number
                    .as_ref()
                    .and_then(BoundValue::constant)
                    .and_then(|n| n.high());
                let most = end
                    .and_then(|end| end.floor().to_integer())
                    .unwrap_or(all)
                    .clamp(0, all);
                let taken = encoder.model.add_variable(0, most);
                terms.push((taken, -1));
                // This row applies without the guard: it keeps the numbers of the solver small.
                encoder.add_row(LinearSum::from_variable(taken).minus(copies), None);
                if let Some(covered) = covered.get_mut(index) {
                    covered.push((taken, 1));
                }
            }
            encoder.add_row(copies.plus(&LinearSum::new(terms, 0, 1)), guard);
        }
        for (number, covered) in self.capacities.iter().zip(covered) {
            let Some(number) = number else { continue };
            let has_value = Node::Compare {
                left: BoundValue::Exact(Quantity::ZERO),
                operator: Operator::AtMost,
                right: number.clone(),
            };
            encoder.encode_condition(&has_value, true, guard);
            let most = encoder.encode_number(number, RowSide::Larger);
            encoder.encode_at_most(&Term::Sum(LinearSum::new(covered, 0, 1)), &most, false, guard);
        }
    }
}

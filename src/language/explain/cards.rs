//! The cards that make the difference, and the facts that are missing.

use super::{Cause, Explainer, distance};
use crate::language::ast::Operator;
use crate::language::bound::{Binder, Grouped, Spot, ValueGroup};
use crate::language::field::Field;
use crate::language::quantity::Quantity;
use crate::language::rational::Rational;
use crate::language::tree::{CardExprKind, FilterNode, Fold, MeasureKind, MeasureNode, Reads};
use crate::language::truth::Truth;
use crate::language::walk::TreePart;
use crate::language::world::MissingFact;
use crate::model::CardIndex;
use std::collections::BTreeMap;

type Cards = Vec<(CardIndex, u32)>;

/// Adds up the numbers of one card from several spots; cards keep the order of the piles.
pub(super) fn gathered(cards: impl Iterator<Item = (CardIndex, u32)>) -> Cards {
    let mut order: Vec<CardIndex> = Vec::new();
    let mut totals: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, count) in cards.filter(|(_, count)| *count > 0) {
        let total = totals.entry(card).or_insert_with(|| {
            order.push(card);
            0
        });
        *total = total.saturating_add(count);
    }
    order.into_iter().map(|card| (card, totals.get(&card).copied().unwrap_or(0))).collect()
}

impl Explainer<'_> {
    fn at(&self, spot: Spot) -> u32 {
        Grouped::at(self.counts, spot)
    }

    /// The cards that a filter lets through (or, unless `wanted`, does not), and the doubtful ones.
    pub(super) fn split(
        &self,
        binder: &Binder<'_>,
        filter: &FilterNode,
        reads: &Reads,
        wanted: bool,
    ) -> (Cards, Cards) {
        let (mut sure, mut doubtful) = (Vec::new(), Vec::new());
        for member in binder.read(reads) {
            let truth = binder.eye(member).test(filter);
            match (if wanted { truth } else { !truth }).and(member.belongs) {
                Truth::True => sure.push((member.card, self.at(member.spot))),
                Truth::Unknown => doubtful.push((member.card, self.at(member.spot))),
                Truth::False => {}
            }
        }
        (gathered(sure.into_iter()), gathered(doubtful.into_iter()))
    }

    /// Fills in the cards that a measure is about.
    pub(super) fn measure_cards(&self, binder: &Binder<'_>, node: &MeasureNode, cause: &mut Cause) {
        match &node.kind {
            MeasureKind::Count { filter, reads } => {
                let (sure, doubtful) = self.split(binder, filter, reads, true);
                cause.cards.extend(sure);
                cause.doubtful.extend(doubtful);
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                for (member, truth) in binder.counted(filter, reads) {
                    let count = self.at(member.spot);
                    let value = binder.eye(&member).evaluate(expr);
                    let matters = match fold {
                        Fold::Min | Fold::Max if cause.truth == Truth::False => {
                            value.compare(cause.operator, &cause.limit) == Truth::False
                        }
                        // What a calculation makes nothing of adds nothing.
                        Fold::Sum if matches!(expr.kind, CardExprKind::Operation(..)) => {
                            value.known() != Some(Rational::ZERO)
                        }
                        _ => true,
                    };
                    if count == 0 || value.is_none() || !matters {
                        continue;
                    }
                    let certain = truth == Truth::True;
                    let list = if certain { &mut cause.cards } else { &mut cause.doubtful };
                    list.push((member.card, count));
                }
            }
            MeasureKind::Distinct { field, filter, reads } => {
                let too_few =
                    cause.actual.high() < cause.limit.low() && cause.limit.low().is_some();
                let cards = match too_few {
                    true => self.split(binder, filter, reads, true).0,
                    false => self.minority(binder, *field, filter, reads),
                };
                cause.cards.extend(cards);
            }
            MeasureKind::Copies { field, filter, reads } => {
                cause.cards.extend(self.most_copied(binder, *field, filter, reads));
            }
            MeasureKind::Indicator(_) => {}
            MeasureKind::Total { measure, reads, .. } => match reads {
                Some(piles) => {
                    let inside = binder.reading(piles.clone().into());
                    self.measure_cards(&inside, measure, cause);
                }
                None => self.measure_cards(binder, measure, cause),
            },
            MeasureKind::Groups { reads, .. } => {
                let cards = binder.read(reads).map(|m| (m.card, self.at(m.spot)));
                cause.cards.extend(gathered(cards));
            }
            MeasureKind::Operation(_, operands) => {
                operands.iter().for_each(|operand| self.measure_cards(binder, operand, cause));
            }
            MeasureKind::Number(_) | MeasureKind::Parameter(_) => {}
        }
        cause.cards = gathered(std::mem::take(&mut cause.cards).into_iter());
        cause.doubtful = gathered(std::mem::take(&mut cause.doubtful).into_iter());
    }

    pub(super) fn cards_of(&self, binder: &Binder<'_>, reads: &Reads, spots: &[Spot]) -> Cards {
        let here = binder.read(reads).filter(|m| spots.contains(&m.spot));
        gathered(here.map(|m| (m.card, self.at(m.spot))))
    }

    fn sum(&self, spots: &[Spot]) -> u32 {
        spots.iter().fold(0, |sum, spot| sum.saturating_add(self.at(*spot)))
    }

    fn value_groups(
        &self,
        binder: &Binder<'_>,
        field: Field,
        filter: &FilterNode,
        reads: &Reads,
    ) -> Vec<ValueGroup> {
        let groups = binder.sorted(field, binder.counted(filter, reads)).leaf.groups;
        groups.into_iter().filter(|g| self.sum(&g.sure) > 0).collect()
    }

    /// The cards of all values but the most frequent one.
    fn minority(
        &self,
        binder: &Binder<'_>,
        field: Field,
        filter: &FilterNode,
        reads: &Reads,
    ) -> Cards {
        let mut groups = self.value_groups(binder, field, filter, reads);
        groups.sort_by_key(|g| std::cmp::Reverse(self.sum(&g.sure)));
        let spots: Vec<Spot> = groups.iter().skip(1).flat_map(|g| g.sure.iter().copied()).collect();
        self.cards_of(binder, reads, &spots)
    }

    fn most_copied(
        &self,
        binder: &Binder<'_>,
        field: Field,
        filter: &FilterNode,
        reads: &Reads,
    ) -> Cards {
        let groups = self.value_groups(binder, field, filter, reads);
        let most = groups.iter().max_by_key(|g| self.sum(&g.sure));
        most.map(|g| self.cards_of(binder, reads, &g.sure)).unwrap_or_default()
    }

    /// One cause for every value of which there are too many cards.
    pub(super) fn over_limit(
        &self,
        binder: &Binder<'_>,
        field: Field,
        filter: &FilterNode,
        reads: &Reads,
        cause: &Cause,
    ) -> Vec<Cause> {
        if matches!(cause.operator, Operator::AtLeast | Operator::Greater) {
            return Vec::new();
        }
        let mut causes = Vec::new();
        for group in self.value_groups(binder, field, filter, reads) {
            let actual = Quantity::whole(i64::from(self.sum(&group.sure)));
            let too_many = actual.low() > cause.limit.high();
            if too_many
                || (cause.operator != Operator::Equal
                    && actual.compare(cause.operator, &cause.limit) == Truth::False)
            {
                let mut own = Cause {
                    actual,
                    cards: self.cards_of(binder, reads, &group.sure),
                    group: Some(self.group(field, &group.key)),
                    ..cause.clone()
                };
                own.distance = distance(&own);
                causes.push(own);
            }
        }
        causes
    }

    pub(super) fn missing_filter(
        &self,
        binder: &Binder<'_>,
        filter: &FilterNode,
        reads: &Reads,
        found: &mut Vec<MissingFact>,
    ) {
        for member in binder.read(reads).filter(|m| self.at(m.spot) > 0) {
            binder.eye(member).missing(filter, found);
        }
        found.sort();
        found.dedup();
    }

    pub(super) fn missing_groups(
        &self,
        binder: &Binder<'_>,
        field: Field,
        reads: &Reads,
        found: &mut Vec<MissingFact>,
    ) {
        for member in binder.read(reads).filter(|m| self.at(m.spot) > 0) {
            binder.eye(member).missing_field(field, found);
        }
        found.sort();
        found.dedup();
    }

    /// The facts that would have to be known for a measure or condition to be certain.
    pub(super) fn missing_of(&self, binder: &Binder<'_>, part: TreePart<'_>, cause: &mut Cause) {
        let lying = |filter, reads| {
            let counted = binder.counted(filter, reads);
            counted.map(|(member, _)| member).filter(|member| self.at(member.spot) > 0)
        };
        part.walk(&mut |part| match part {
            TreePart::Measure(MeasureNode {
                kind: MeasureKind::Fold { expr, filter, reads, .. },
                ..
            }) => {
                self.missing_filter(binder, filter, reads, &mut cause.missing);
                for member in lying(filter, reads) {
                    binder.eye(&member).missing_in(expr, &mut cause.missing);
                }
                false
            }
            TreePart::Measure(MeasureNode {
                kind:
                    MeasureKind::Distinct { field, filter, reads }
                    | MeasureKind::Copies { field, filter, reads },
                ..
            }) => {
                self.missing_filter(binder, filter, reads, &mut cause.missing);
                for member in lying(filter, reads) {
                    binder.eye(&member).missing_field(*field, &mut cause.missing);
                }
                false
            }
            TreePart::Cards(filter, reads) => {
                self.missing_filter(binder, filter, reads, &mut cause.missing);
                false
            }
            TreePart::Groups(field, _, reads) | TreePart::Totals(field, _, reads) => {
                self.missing_groups(binder, field, reads, &mut cause.missing);
                true
            }
            _ => true,
        });
    }
}

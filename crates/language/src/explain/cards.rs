//! The cards that make the difference, and the facts that are missing.

use crate::{
    ast::{Arithmetic, Operator},
    bound::{self, Binder, BoundValue, Lowering, Member, Spot, ValueGroup},
    explain::{Cause, Distance, Explainer, distance},
    facts::CardView,
    field::Field,
    operation::Operation,
    quantity::Quantity,
    rational::Rational,
    tree::{FilterNode, Fold, MeasureKind, MeasureNode, Reads},
    truth::Truth,
    walk::TreePart,
    world::MissingFact,
};
use sleeve_data::{Arrange, model::CardIndex};
use std::{
    cmp::Reverse,
    collections::{BTreeMap, BTreeSet},
};

type CountedCards = Vec<(CardIndex, u32)>;

/// What all copies of each card add to a measure.
type Contributions = BTreeMap<CardIndex, Quantity>;

fn add_copies(found: &mut Contributions, card: CardIndex, count: u32, each: Quantity) {
    let total = found.entry(card).or_insert(Quantity::ZERO);
    *total = total.plus(each.times(Quantity::whole(i64::from(count))));
}

/// Adds up the copies of each card over its spots. Cards keep the order of the piles.
pub(super) fn gather_cards(cards: impl Iterator<Item = (CardIndex, u32)>) -> CountedCards {
    let mut order: Vec<CardIndex> = Vec::new();
    let mut totals: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, count) in cards.filter(|(_, count)| *count > 0) {
        let total = totals.entry(card).or_insert_with(|| {
            order.push(card);
            0
        });
        *total = total.saturating_add(count);
    }
    order
        .into_iter()
        .map(|card| (card, totals.get(&card).copied().unwrap_or(0)))
        .collect()
}

/// Cards by their spots, so that a card which several parts of a measure read is counted once.
#[derive(Default)]
struct CardsByPlace {
    /// Cards that count.
    certain: Vec<(Spot, CardIndex)>,
    /// The cards that may count.
    doubtful: Vec<(Spot, CardIndex)>,
}

impl CardsByPlace {
    fn add_member(&mut self, member: &Member<'_>, counts: Truth) {
        match counts {
            Truth::True => self.certain.push((member.spot, member.card)),
            Truth::Unknown => self.doubtful.push((member.spot, member.card)),
            Truth::False => {}
        }
    }

    fn add_spots(&mut self, binder: &Binder<'_>, reads: &Reads, spots: &[Spot]) {
        let members = binder
            .read_members(reads)
            .filter(|member| spots.contains(&member.spot));
        members.for_each(|member| self.add_member(member, Truth::True));
    }

    /// The copies of the cards that count, and of the doubtful ones; each spot once.
    fn count_cards(self, explainer: &Explainer<'_>) -> (CountedCards, CountedCards) {
        let mut seen = BTreeSet::new();
        let [certain, doubtful] = [self.certain, self.doubtful].map(|spots| {
            let unseen = spots.into_iter().filter(|(spot, _)| seen.insert(*spot));
            gather_cards(unseen.map(|(spot, card)| (card, explainer.count_at(spot))))
        });
        (certain, doubtful)
    }
}

fn is_too_few(cause: &Cause) -> bool {
    matches!(cause.distance, Some(Distance::TooFew(_)))
}

/// Whether a card with this value matters for the number that cards are folded into.
fn is_folded_in(fold: Fold, value: Quantity, cause: &Cause) -> bool {
    !value.is_none()
        && match fold {
            Fold::Min | Fold::Max if cause.truth == Truth::False => {
                value.compare(cause.operator, &cause.limit) == Truth::False
            }
            Fold::Sum => value.exact_value() != Some(Rational::ZERO),
            _ => true,
        }
}

impl Explainer<'_> {
    fn count_at(&self, spot: Spot) -> u32 {
        bound::count_at(self.counts, spot)
    }

    /// The cards that a filter accepts (or, unless `accepted`, rejects), and the doubtful ones.
    pub(super) fn split_cards(
        &self,
        filter: &FilterNode,
        reads: &Reads,
        accepted: bool,
    ) -> (CountedCards, CountedCards) {
        let mut places = CardsByPlace::default();
        self.add_filtered(filter, reads, accepted, &mut places);
        places.count_cards(self)
    }

    fn add_filtered(
        &self,
        filter: &FilterNode,
        reads: &Reads,
        accepted: bool,
        places: &mut CardsByPlace,
    ) {
        for member in self.binder.read_members(reads) {
            let truth = self.binder.card_view(member).test(filter);
            let truth = (if accepted { truth } else { !truth }).and(member.belongs);
            places.add_member(member, truth);
        }
    }

    /// Fills in the cards that a measure is about, and the contribution of each to a total.
    pub(super) fn fill_measure_cards(&self, node: &MeasureNode, cause: &mut Cause) {
        let mut places = CardsByPlace::default();
        self.add_measured(node, cause, &mut places);
        (cause.cards, cause.doubtful) = places.count_cards(self);
        let has_total = TreePart::Measure(node).any(|part| {
            let TreePart::Measure(node) = part else { return false };
            match &node.kind {
                MeasureKind::Fold { fold: Fold::Sum, .. } | MeasureKind::Total { .. } => true,
                // Each of too few values adds one: that tells nothing.
                MeasureKind::Distinct { .. } | MeasureKind::Groups { .. } => !is_too_few(cause),
                _ => false,
            }
        });
        let mut adds = Contributions::default();
        if !has_total || !self.add_contributions(node, Quantity::whole(1), &mut adds) {
            return;
        }
        // What adds nothing made no difference.
        adds.retain(|_, adds| adds.exact_value() != Some(Rational::ZERO));
        cause.cards.retain(|(card, _)| adds.contains_key(card));
        cause.doubtful.retain(|(card, _)| adds.contains_key(card));
        // A contribution without an end may be the largest: it comes first.
        cause.cards.arrange_by_key(|(card, _)| {
            Reverse(
                adds.get(card)
                    .map(|adds| (adds.high().is_none(), adds.high())),
            )
        });
        cause.contributions = adds.into_iter().collect();
    }

    fn add_measured(&self, node: &MeasureNode, cause: &Cause, places: &mut CardsByPlace) {
        match &node.kind {
            MeasureKind::Count { filter, reads } => {
                self.add_filtered(filter, reads, true, places);
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                for (member, truth) in self.binder.filter_members(filter, reads) {
                    let value = self.binder.card_view(&member).evaluate(expr);
                    if is_folded_in(*fold, value, cause) {
                        places.add_member(&member, truth);
                    }
                }
            }
            MeasureKind::Distinct { field, filter, reads } => {
                // With too few values every card matters; with too many, only those outside the
                // most frequent value.
                if cause.limit.low().is_some() && cause.actual.high() < cause.limit.low() {
                    let mut all = CardsByPlace::default();
                    self.add_filtered(filter, reads, true, &mut all);
                    places.certain.extend(all.certain);
                    return;
                }
                let rare = self.list_rare_spots(*field, filter, reads);
                places.add_spots(self.binder, reads, &rare);
            }
            MeasureKind::Copies { field, filter, reads } => {
                let groups = self.value_groups(*field, filter, reads).into_iter();
                if let Some(most) = groups.max_by_key(|g| self.sum_counts(&g.certain)) {
                    places.add_spots(self.binder, reads, &most.certain);
                }
            }
            MeasureKind::Indicator(_) => {}
            MeasureKind::Whole(measure) => {
                let inside = self.binder.whole_binder();
                Explainer { binder: &inside, ..*self }.add_measured(measure, cause, places);
            }
            MeasureKind::Named(named) => {
                let inside = self.binder.named_binder(named);
                Explainer { binder: &inside, ..*self }.add_measured(&named.body, cause, places);
            }
            MeasureKind::Total { .. } | MeasureKind::Groups { .. } => {
                self.add_grouped(node, cause, places);
            }
            MeasureKind::Operation(_, operands) => {
                operands
                    .iter()
                    .for_each(|o| self.add_measured(o, cause, places));
            }
            MeasureKind::Number(_) | MeasureKind::Parameter(_) => {}
        }
    }

    fn add_grouped(&self, node: &MeasureNode, cause: &Cause, places: &mut CardsByPlace) {
        match (&node.kind, self.counted_groups(node)) {
            (MeasureKind::Total { reads, .. }, Some(groups)) => {
                self.add_groups(groups, reads, places);
            }
            (MeasureKind::Total { measure, reads: Some(piles), .. }, None) => {
                let inside = self.binder.with_default_piles(piles.clone().into());
                Explainer { binder: &inside, ..*self }.add_measured(measure, cause, places);
            }
            (MeasureKind::Total { measure, .. }, None) => self.add_measured(measure, cause, places),
            (MeasureKind::Groups { reads, .. }, Some(groups)) if !is_too_few(cause) => {
                self.add_groups(groups, reads, places);
            }
            (MeasureKind::Groups { reads, .. }, _) => {
                let members = self.binder.read_members(reads);
                members.for_each(|member| places.add_member(member, Truth::True));
            }
            _ => {}
        }
    }

    /// The spots of cards outside the most frequent value of a field.
    fn list_rare_spots(&self, field: Field, filter: &FilterNode, reads: &Reads) -> Vec<Spot> {
        let mut groups = self.value_groups(field, filter, reads);
        groups.arrange_by_key(|group| Reverse(self.sum_counts(&group.certain)));
        // Where every value is of one card, none of them is the odd one.
        let is_shared = groups
            .iter()
            .any(|g| self.gather_spots(reads, &g.certain).len() > 1);
        groups
            .into_iter()
            .skip(is_shared.into())
            .flat_map(|group| group.certain)
            .collect()
    }

    /// Adds the cards of values that add something.
    fn add_groups(
        &self,
        groups: Vec<(Vec<Spot>, Quantity)>,
        reads: &Reads,
        places: &mut CardsByPlace,
    ) {
        let adding = groups
            .into_iter()
            .filter(|(_, adds)| *adds != Quantity::ZERO);
        let spots: Vec<Spot> = adding.flat_map(|(spots, _)| spots).collect();
        places.add_spots(self.binder, reads, &spots);
    }

    /// The cards of each value that a measure counts by, with what they add; `None` if it counts
    /// by no values, or if some card's value is not known.
    fn counted_groups(&self, node: &MeasureNode) -> Option<Vec<(Vec<Spot>, Quantity)>> {
        let counts = self.counts;
        match self.binder.bind_measure(node) {
            BoundValue::Distinct(leaf) if leaf.uncertain.is_empty() => {
                let groups = leaf.groups.into_iter();
                Some(
                    groups
                        .map(|group| (group.certain, Quantity::whole(1)))
                        .collect(),
                )
            }
            BoundValue::Groups(grouped) if grouped.uncertain.is_empty() => {
                let groups = grouped.groups.into_iter().map(|group| {
                    let adds = Quantity::indicator(group.node.truth(counts));
                    (group.certain, adds)
                });
                Some(groups.collect())
            }
            BoundValue::Total(totals) if totals.uncertain.is_empty() => {
                let groups = totals.groups.into_iter();
                Some(
                    groups
                        .map(|g| (g.certain, g.value.value(counts).or_zero()))
                        .collect(),
                )
            }
            _ => None,
        }
    }

    /// Collects the contribution of each copy of a card to a measure, times a factor. Returns false
    /// if the measure is not a sum of such contributions.
    fn add_contributions(
        &self,
        node: &MeasureNode,
        times: Quantity,
        found: &mut Contributions,
    ) -> bool {
        match &node.kind {
            MeasureKind::Number(_) | MeasureKind::Parameter(_) => true,
            MeasureKind::Count { filter, reads } => {
                for (member, truth) in self.binder.filter_members(filter, reads) {
                    let each = Quantity::indicator(truth).or_zero();
                    add_copies(found, member.card, self.count_at(member.spot), each.times(times));
                }
                true
            }
            MeasureKind::Fold { fold: Fold::Sum, expr, filter, reads } => {
                for (member, truth) in self.binder.filter_members(filter, reads) {
                    let value = self.binder.card_view(&member).evaluate(expr);
                    let each = value.times(Quantity::indicator(truth)).or_zero();
                    add_copies(found, member.card, self.count_at(member.spot), each.times(times));
                }
                true
            }
            MeasureKind::Distinct { reads, .. }
            | MeasureKind::Groups { reads, .. }
            | MeasureKind::Total { reads, .. } => {
                let Some(groups) = self.counted_groups(node) else { return false };
                for (spots, adds) in groups {
                    match self.gather_spots(reads, &spots).as_slice() {
                        [] => {}
                        [(card, _)] => add_copies(found, *card, 1, adds.times(times)),
                        // What several cards add together cannot be shared out.
                        _ if adds == Quantity::ZERO => {}
                        _ => return false,
                    }
                }
                true
            }
            MeasureKind::Whole(measure) => {
                let inside = self.binder.whole_binder();
                Explainer { binder: &inside, ..*self }.add_contributions(measure, times, found)
            }
            MeasureKind::Named(named) => {
                let inside = self.binder.named_binder(named);
                let inside = Explainer { binder: &inside, ..*self };
                inside.add_contributions(&named.body, times, found)
            }
            MeasureKind::Operation(Operation::Negate, operands) => operands
                .iter()
                .all(|operand| self.add_contributions(operand, times.negated(), found)),
            MeasureKind::Operation(Operation::Arithmetic(sign), operands) => {
                self.add_calculated(*sign, operands, times, found)
            }
            _ => false,
        }
    }

    /// Collects the contributions to a sum, a difference, or a product with a constant.
    fn add_calculated(
        &self,
        sign: Arithmetic,
        operands: &[MeasureNode],
        times: Quantity,
        found: &mut Contributions,
    ) -> bool {
        let [left, right] = operands else { return false };
        let left_known = self.binder.bind_measure(left).constant();
        let right_known = self.binder.bind_measure(right).constant();
        match (sign, left_known, right_known) {
            (Arithmetic::Plus | Arithmetic::Minus, ..) => {
                let second = if sign == Arithmetic::Minus { times.negated() } else { times };
                self.add_contributions(left, times, found)
                    && self.add_contributions(right, second, found)
            }
            (Arithmetic::Times, Some(known), _) => {
                self.add_contributions(right, times.times(known), found)
            }
            (Arithmetic::Times, _, Some(known)) => {
                self.add_contributions(left, times.times(known), found)
            }
            (Arithmetic::Over, _, Some(known)) => {
                self.add_contributions(left, times.divide(known), found)
            }
            _ => false,
        }
    }

    pub(super) fn gather_spots(&self, reads: &Reads, spots: &[Spot]) -> CountedCards {
        let members = self
            .binder
            .read_members(reads)
            .filter(|m| spots.contains(&m.spot));
        gather_cards(members.map(|m| (m.card, self.count_at(m.spot))))
    }

    fn sum_counts(&self, spots: &[Spot]) -> u32 {
        spots
            .iter()
            .fold(0, |sum, spot| sum.saturating_add(self.count_at(*spot)))
    }

    fn value_groups(&self, field: Field, filter: &FilterNode, reads: &Reads) -> Vec<ValueGroup> {
        let groups = self
            .binder
            .sort_cards(field, self.binder.filter_members(filter, reads))
            .leaf
            .groups;
        groups
            .into_iter()
            .filter(|g| self.sum_counts(&g.certain) > 0)
            .collect()
    }

    /// One cause for every value that has too many cards.
    pub(super) fn causes_over_limit(
        &self,
        field: Field,
        filter: &FilterNode,
        reads: &Reads,
        cause: &Cause,
    ) -> Vec<Cause> {
        if matches!(cause.operator, Operator::AtLeast | Operator::Greater) {
            return Vec::new();
        }
        let mut causes = Vec::new();
        for group in self.value_groups(field, filter, reads) {
            let actual = Quantity::whole(i64::from(self.sum_counts(&group.certain)));
            let too_many = actual.low() > cause.limit.high();
            if too_many
                || (cause.operator != Operator::Equal
                    && actual.compare(cause.operator, &cause.limit) == Truth::False)
            {
                let mut group_cause = Cause {
                    actual,
                    cards: self.gather_spots(reads, &group.certain),
                    group: Some(self.cause_group(field, &group.key)),
                    ..cause.clone()
                };
                group_cause.distance = distance(&group_cause);
                causes.push(group_cause);
            }
        }
        causes
    }

    /// Adds the unknown facts of each card in the piles, each once.
    pub(super) fn add_missing(
        &self,
        reads: &Reads,
        found: &mut Vec<MissingFact>,
        add: impl Fn(&CardView<'_>, &mut Vec<MissingFact>),
    ) {
        for member in self
            .binder
            .read_members(reads)
            .filter(|m| self.count_at(m.spot) > 0)
        {
            add(&self.binder.card_view(member), found);
        }
        found.arrange();
        found.dedup();
    }

    /// The members of which copies are there and that a filter accepts, certainly or perhaps.
    fn present_members<'b>(
        &'b self,
        filter: &'b FilterNode,
        reads: &'b Reads,
    ) -> impl Iterator<Item = Member<'b>> {
        let accepted = self
            .binder
            .filter_members(filter, reads)
            .map(|(member, _)| member);
        accepted.filter(|member| self.count_at(member.spot) > 0)
    }

    fn add_missing_of_filter(
        &self,
        filter: &FilterNode,
        reads: &Reads,
        found: &mut Vec<MissingFact>,
    ) {
        self.add_missing(reads, found, |card, found| card.add_missing(filter, found));
    }

    /// The facts that would have to be known for a measure or condition to be certain.
    pub(super) fn add_missing_of_part(&self, part: TreePart<'_>, cause: &mut Cause) {
        let missing = &mut cause.missing;
        part.walk(&mut |part| match part {
            TreePart::Measure(MeasureNode {
                kind: MeasureKind::Fold { expr, filter, reads, .. },
                ..
            }) => {
                self.add_missing_of_filter(filter, reads, missing);
                for member in self.present_members(filter, reads) {
                    self.binder
                        .card_view(&member)
                        .add_missing_of_expr(expr, missing);
                }
                false
            }
            TreePart::Measure(MeasureNode {
                kind:
                    MeasureKind::Distinct { field, filter, reads }
                    | MeasureKind::Copies { field, filter, reads },
                ..
            }) => {
                self.add_missing_of_filter(filter, reads, missing);
                for member in self.present_members(filter, reads) {
                    self.binder
                        .card_view(&member)
                        .add_missing_field(*field, missing);
                }
                false
            }
            TreePart::Cards(filter, reads) => {
                self.add_missing_of_filter(filter, reads, missing);
                false
            }
            TreePart::Groups(field, _, reads) | TreePart::Totals(field, _, reads) => {
                self.add_missing(reads, missing, |card, found| {
                    card.add_missing_field(field, found);
                });
                true
            }
            _ => true,
        });
    }
}

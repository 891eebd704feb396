//! Cards grouped by the values of a field, some of which may be unknown. A card with an unknown
//! value belongs to no group for sure; it is counted apart and widens the answers. A card counts if
//! it passes the filter of the measure.

use super::{BoundValue, Counts, Node, Spot, count_total, is_any_present};
use crate::{
    possible_values::{OtherValues, PossibleValues},
    quantity::Quantity,
    tree::GroupKey,
    truth::Truth,
};
use sleeve_data::model::CardIndex;
use std::collections::BTreeMap;

/// Cards grouped by the values of a field.
pub(crate) struct SortedCards {
    pub(crate) leaf: GroupLeaf,
    /// The cards of `leaf.uncertain`, in that order.
    pub(super) uncertain_cards: Vec<CardIndex>,
}

/// Positions of the members by the value that they have of a field.
pub(crate) struct ValueIndex {
    pub(super) by_key: BTreeMap<GroupKey, Vec<usize>>,
    pub(super) uncertain: Vec<(usize, PossibleValues)>,
}

impl ValueIndex {
    /// Every value that a member has, and every value of a short list that it may have.
    pub(super) fn keys(&self) -> impl Iterator<Item = &GroupKey> {
        let few = self
            .uncertain
            .iter()
            .filter_map(|(_, values)| match &values.others {
                OtherValues::OneOf(keys) => Some(keys),
                _ => None,
            });
        self.by_key.keys().chain(few.flatten())
    }
}

/// The cards that have, or may have, one value of the field.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ValueGroup {
    pub key: GroupKey,
    /// Cards that have the value and count.
    pub certain: Vec<Spot>,
    /// Cards that have the value; whether they count is not known.
    pub doubtful: Vec<Spot>,
    /// Cards that may have the value.
    pub candidates: Vec<Spot>,
}

impl ValueGroup {
    /// A group without cards.
    pub(super) fn new(key: &GroupKey) -> ValueGroup {
        let (certain, doubtful, candidates) = (Vec::new(), Vec::new(), Vec::new());
        ValueGroup { key: key.clone(), certain, doubtful, candidates }
    }
}

/// A card whose value is not known.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct UncertainCard {
    /// The spots where it certainly counts.
    pub certain: Vec<Spot>,
    /// The spots where it may count.
    pub possible: Vec<Spot>,
    /// Positions of the groups it may belong to.
    pub candidate_groups: Vec<u32>,
    /// It may have a value that no group has.
    pub may_form_group: bool,
    /// It certainly has a value.
    pub has_value: bool,
    /// The most values that it may have; `u64::MAX`: each copy one of its own.
    pub max_values: u64,
    /// Each copy may have another of these values.
    pub per_copy: bool,
}

impl UncertainCard {
    fn is_present(&self, counts: Counts<'_>) -> bool {
        is_any_present(counts, &self.certain) || is_any_present(counts, &self.possible)
    }

    /// The most values that these copies of it can have together.
    fn most_values(&self, copies: u64) -> u64 {
        if self.per_copy || self.max_values == u64::MAX {
            copies.min(self.max_values)
        } else {
            self.max_values
        }
    }
}

/// Cards grouped by the values of a field.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct GroupLeaf {
    pub groups: Vec<ValueGroup>,
    /// The cards with an unknown value.
    pub uncertain: Vec<UncertainCard>,
}

impl GroupLeaf {
    /// The fewest and the most different values among cards that count. The lower bound takes the
    /// certain values, and one more if an uncertain card can belong to none of them. The upper
    /// bound adds each possible value, but no more than the uncertain cards can have together.
    pub fn distinct(&self, counts: Counts<'_>) -> (u64, u64) {
        let (mut certain, mut known, mut perhaps) = (0, 0, 0);
        for group in &self.groups {
            if is_any_present(counts, &group.certain) {
                certain += 1;
                known += 1;
            } else if is_any_present(counts, &group.doubtful) {
                known += 1;
            } else if is_any_present(counts, &group.candidates) {
                perhaps += 1;
            }
        }
        if self.uncertain.is_empty() {
            return (certain, known);
        }
        let (mut new_values, mut most_added, mut least_added) = (0u64, 0u64, 0);
        for uncertain in self.uncertain.iter().filter(|s| s.is_present(counts)) {
            // Each copy of an uncertain card may have a value of its own.
            let copies = count_copies(counts, uncertain);
            new_values += if uncertain.max_values == u64::MAX {
                copies
            } else {
                u64::from(uncertain.may_form_group)
            };
            most_added = most_added.saturating_add(uncertain.most_values(copies));
            let counts_surely = uncertain.has_value && is_any_present(counts, &uncertain.certain);
            if counts_surely && !self.may_join_present(uncertain, counts) {
                least_added = 1;
            }
        }
        (
            certain + least_added,
            (known + perhaps + new_values).min(known.saturating_add(most_added)),
        )
    }

    /// Whether a card may have a value that another card certainly has.
    fn may_join_present(&self, card: &UncertainCard, counts: Counts<'_>) -> bool {
        let mut candidates = card
            .candidate_groups
            .iter()
            .filter_map(|at| self.groups.get(*at as usize));
        candidates.any(|group| is_any_present(counts, &group.certain))
    }

    /// The fewest and the most cards that share one value.
    pub fn copies(&self, counts: Counts<'_>) -> (u64, u64) {
        let (mut low, mut high) = (0, 0);
        for group in &self.groups {
            let certain = count_total(counts, &group.certain);
            let possible =
                count_total(counts, &group.doubtful) + count_total(counts, &group.candidates);
            low = low.max(certain);
            high = high.max(certain + possible);
        }
        let mut in_new_group = 0;
        for uncertain in &self.uncertain {
            let certain = count_total(counts, &uncertain.certain);
            if uncertain.has_value {
                // If each copy may have its own value, a copy certainly shares only with itself.
                low = low.max(if uncertain.per_copy { certain.min(1) } else { certain });
            }
            if uncertain.may_form_group {
                in_new_group += certain + count_total(counts, &uncertain.possible);
            }
        }
        (low, high.max(in_new_group))
    }
}

/// The cards of one value, with the condition bound to them.
#[derive(Clone, PartialEq, Debug)]
pub struct BoundGroup {
    pub key: GroupKey,
    /// Cards that have it and count.
    pub certain: Vec<Spot>,
    /// Cards that have it or not, or count or not.
    pub possible: Vec<Spot>,
    pub node: Node,
}

/// A card whose value is unknown, with the condition bound to each group that it may join.
#[derive(Clone, PartialEq, Debug)]
pub struct UncertainGroupedCard {
    pub card: UncertainCard,
    /// The condition over the group that it would join, for each of `card.candidate_groups`.
    pub joined_groups: Vec<Node>,
    /// The condition over a group of its own, if it may form one.
    pub own_group: Option<Node>,
}

/// A condition bound to every group.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupedCondition {
    pub groups: Vec<BoundGroup>,
    /// The cards with an unknown value.
    pub uncertain: Vec<UncertainGroupedCard>,
}

impl BoundGroup {
    /// The truth of the condition, and whether the group certainly has cards. `None`: it has none.
    fn truth(&self, counts: Counts<'_>) -> Option<(Truth, bool)> {
        let certain = is_any_present(counts, &self.certain);
        let may_exist = certain || is_any_present(counts, &self.possible);
        may_exist.then(|| (self.node.truth(counts), certain))
    }
}

impl GroupedCondition {
    /// Whether every group satisfies the condition.
    pub fn all_groups_hold(&self, counts: Counts<'_>) -> Truth {
        let mut result = Truth::True;
        for group in &self.groups {
            if let Some((truth, certain)) = group.truth(counts) {
                result = result.and(if certain { truth } else { truth.or(Truth::Unknown) });
            }
            if result == Truth::False {
                return result;
            }
        }
        for uncertain in self.uncertain.iter().filter(|s| s.card.is_present(counts)) {
            let truths = uncertain
                .joined_groups
                .iter()
                .chain(&uncertain.own_group)
                .map(|n| n.truth(counts));
            let truth = truths.reduce(Truth::join).unwrap_or(Truth::Unknown);
            let certain =
                uncertain.card.has_value && is_any_present(counts, &uncertain.card.certain);
            result = result.and(if certain { truth } else { truth.or(Truth::Unknown) });
        }
        result
    }

    /// The fewest and the most groups that satisfy the condition.
    pub fn groups(&self, counts: Counts<'_>) -> (u64, u64) {
        let (mut low, mut high) = (0, 0);
        for group in &self.groups {
            if let Some((truth, certain)) = group.truth(counts) {
                low += u64::from(certain && truth == Truth::True);
                high += u64::from(truth != Truth::False);
            }
        }
        for uncertain in self.uncertain.iter().filter(|s| s.card.is_present(counts)) {
            let own_group = uncertain
                .own_group
                .as_ref()
                .map_or(Truth::False, |n| n.truth(counts));
            high += u64::from(own_group != Truth::False);
        }
        (low, high)
    }
}

/// The cards of one value, with the measure bound to them.
#[derive(Clone, PartialEq, Debug)]
pub struct TotalGroup {
    /// Cards that have it and count.
    pub certain: Vec<Spot>,
    /// Cards that have it or not, or count or not.
    pub possible: Vec<Spot>,
    pub value: BoundValue,
}

/// A measure bound to every group, to be added up.
#[derive(Clone, PartialEq, Debug)]
pub struct GroupedMeasure {
    pub groups: Vec<TotalGroup>,
    /// The cards with an unknown value, each with the measure of a group of its own, if it may have
    /// one.
    pub uncertain: Vec<(UncertainCard, Option<BoundValue>)>,
}

impl GroupedMeasure {
    /// The total over all groups. A group without a value of the measure adds nothing.
    pub fn value(&self, counts: Counts<'_>) -> Quantity {
        let mut total = Quantity::ZERO;
        for group in &self.groups {
            let certain = is_any_present(counts, &group.certain);
            if certain || is_any_present(counts, &group.possible) {
                let value = group.value.value(counts);
                total = total.plus(if certain { value } else { value.perhaps() }.or_zero());
            }
        }
        for (uncertain, value) in &self.uncertain {
            let copies = count_copies(counts, uncertain);
            let Some(value) = value.as_ref().filter(|_| copies > 0) else { continue };
            // Copies of the stranger, a card about which nothing is known, may each have a value:
            // any number is their sum, as it is the measure of one.
            total = total.plus(value.value(counts).perhaps().or_zero());
        }
        total
    }
}

fn count_copies(counts: Counts<'_>, card: &UncertainCard) -> u64 {
    count_total(counts, &card.certain) + count_total(counts, &card.possible)
}

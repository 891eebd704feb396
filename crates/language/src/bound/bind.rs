//! Binding: tests every card of a universe against every filter of a tree, once.

use crate::{
    ast::Operator,
    bound::{
        BoundValue, CountLeaf, Counts, FoldLeaf, Node, Spot,
        group::{
            BoundGroup, GroupLeaf, GroupedCondition, GroupedMeasure, SortedCards, TotalGroup,
            UncertainCard, UncertainGroupedCard, ValueGroup, ValueIndex,
        },
    },
    cases::{Mentions, OpenFact, open_facts},
    facts::{AssumedFact, CardView},
    field::Field,
    filter_cache::{CachedTruths, FilterCache},
    parameters::ParameterValue,
    piles::Universe,
    possible_values::{OtherValues, PossibleValues},
    quantity::Quantity,
    tree::{
        ConditionKind, ConditionNode, FilterNode, GroupKey, Junction, JunctionPart, MeasureKind,
        MeasureNode, NamedNode, ParameterTerm, Reads,
    },
    truth::Truth,
    world::World,
};
use sleeve_data::{
    Gather,
    model::{CardIndex, fold::fold},
};
use std::{
    borrow::Cow,
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

/// A slot of the universe, together with its membership of the group that is bound.
#[derive(Clone, Copy)]
pub(crate) struct Member<'u> {
    pub(crate) spot: Spot,
    pub(crate) card: CardIndex,
    pub(crate) zone: Option<&'u str>,
    pile: &'u str,
    /// Membership of the group; always true outside groups.
    pub(crate) belongs: Truth,
}

impl Member<'_> {
    /// Moves the card to another slot of its pile.
    pub(super) fn with_spot(self, spot: Spot) -> Self {
        Member { spot, ..self }
    }
}

/// The most combinations of uncertain cards and groups that are tried; beyond that the answer is
/// unknown. Each combination binds the inner condition once more, so this bounds the time of one
/// binding.
const MAX_PLACEMENTS: usize = 4096;

/// Binds nodes to a universe, or to one group of it.
#[derive(Clone)]
pub(crate) struct Binder<'u> {
    world: World<'u>,
    members: Rc<Vec<Member<'u>>>,
    default_piles: Rc<[String]>,
    /// The number of groups around the bound part; 0 outside groups.
    depth: usize,
    /// Remembered answers of filters, and the number of the condition that the filters belong to.
    cache: Option<(&'u FilterCache, u64)>,
    assumptions: &'u [AssumedFact],
    /// The members outside of all groups; `None` if these are the members.
    whole: Option<Rc<Vec<Member<'u>>>>,
}

impl<'u> Binder<'u> {
    pub(crate) fn new(world: World<'u>, universe: &'u Universe) -> Binder<'u> {
        let slots = universe.piles.iter().map(|(_, slots)| slots.len());
        let mut members = Vec::with_capacity(slots.sum());
        for (pile, (name, slots)) in (0u32..).zip(&universe.piles) {
            members.extend((0u32..).zip(slots).map(|(slot, s)| Member {
                spot: Spot { pile, slot },
                card: s.card,
                zone: s.zone.as_deref(),
                pile: name,
                belongs: Truth::True,
            }));
        }
        let default_piles = universe.default.clone().into();
        Binder {
            world,
            members: Rc::new(members),
            default_piles,
            depth: 0,
            cache: None,
            assumptions: &[],
            whole: None,
        }
    }

    /// Reads other piles by default.
    pub(crate) fn with_default_piles(&self, default_piles: Rc<[String]>) -> Binder<'u> {
        Binder { default_piles, ..self.clone() }
    }

    /// Remembers the answers of the filters of a condition in a cache.
    pub(crate) fn with_cache(&self, cache: &'u FilterCache, condition: u64) -> Binder<'u> {
        Binder { cache: Some((cache, condition)), ..self.clone() }
    }

    /// Uses `assumptions` for unknown facts.
    pub(crate) fn with_assumptions<'s>(&'s self, assumptions: &'s [AssumedFact]) -> Binder<'s> {
        // The cache has answers that were found without assumptions.
        Binder { assumptions, cache: None, ..self.clone() }
    }

    /// Binds in another world, which must have the same cards.
    pub(crate) fn with_world<'s>(&'s self, world: World<'s>) -> Binder<'s> {
        Binder { world, ..self.clone() }
    }

    /// The unknown facts of the cards of all piles, as far as a condition mentions their fields.
    pub(crate) fn open_facts(&self, mentions: &Mentions) -> Vec<OpenFact> {
        let (mut seen, mut listed) = (BTreeSet::new(), BTreeSet::new());
        // Nothing is known of a stranger, so its facts cannot be listed.
        let cards = self
            .members
            .iter()
            .filter(|m| m.card != CardIndex::STRANGER);
        let distinct = cards.filter(|m| seen.insert(m.card));
        distinct
            .flat_map(|m| open_facts(&self.card_view(m), mentions).collect::<Vec<_>>())
            // Copies in several states share the open facts of their card.
            .filter(|open| listed.insert((open.card(), open.field())))
            .collect()
    }

    /// Every member, in the order of the piles.
    pub(super) fn members(&self) -> &[Member<'u>] {
        &self.members
    }

    /// Replaces the members; members of one pile must be neighbours.
    pub(super) fn with_members(&self, members: Vec<Member<'u>>) -> Binder<'u> {
        Binder { members: Rc::new(members), ..self.clone() }
    }

    pub(crate) fn spots_of(&self, card: CardIndex) -> Vec<Spot> {
        self.members
            .iter()
            .filter(|m| m.card == card)
            .map(|m| m.spot)
            .collect()
    }

    pub(crate) fn world(&self) -> World<'u> {
        self.world
    }

    pub(crate) fn card_view(&self, member: &Member<'u>) -> CardView<'u> {
        CardView::new(self.world, member.card, member.zone)
            .with_assumptions(self.assumptions)
            .with_spot(member.spot)
    }

    pub(crate) fn default_piles(&self) -> &[String] {
        &self.default_piles
    }

    /// The members of the piles that are read.
    pub(crate) fn read_members<'b>(
        &'b self,
        reads: &'b Reads,
    ) -> impl Iterator<Item = &'b Member<'u>> {
        self.read_piles(reads).flatten()
    }

    /// The members of each pile that is read.
    fn read_piles<'b>(&'b self, reads: &'b Reads) -> impl Iterator<Item = &'b [Member<'u>]> {
        let piles: &[String] = reads.as_deref().unwrap_or(&self.default_piles);
        let mut rest = self.members.as_slice();
        std::iter::from_fn(move || {
            while let Some(first) = rest.first() {
                // Members of one pile are neighbours.
                let end = rest.partition_point(|member| member.spot.pile == first.spot.pile);
                let (pile, others) = rest.split_at(end);
                rest = others;
                if piles.iter().any(|read| read == first.pile) {
                    return Some(pile);
                }
            }
            None
        })
    }

    /// The members that a filter accepts, certainly or perhaps.
    pub(crate) fn filter_members<'b>(
        &'b self,
        filter: &'b FilterNode,
        reads: &'b Reads,
    ) -> impl Iterator<Item = (Member<'u>, Truth)> + use<'b, 'u> {
        let tested = self
            .test_members(filter, reads)
            .map(|(m, truth)| (*m, truth.and(m.belongs)));
        tested.filter(|(_, truth)| *truth != Truth::False)
    }

    /// The answer of a filter for each member of the piles that are read.
    fn test_members<'b>(
        &'b self,
        filter: &'b FilterNode,
        reads: &'b Reads,
    ) -> impl Iterator<Item = (&'b Member<'u>, Truth)> {
        let answers = self.known_answers(filter);
        self.read_members(reads)
            .map(move |member| (member, self.test_member(answers.as_ref(), filter, member)))
    }

    /// The remembered answers of a filter.
    fn known_answers(&self, filter: &FilterNode) -> Option<CachedTruths> {
        let (cache, condition) = self.cache?;
        if filter.accepts_all() { None } else { cache.truths_for(condition, filter, &self.world) }
    }

    #[inline]
    fn test_member(
        &self,
        answers: Option<&CachedTruths>,
        filter: &FilterNode,
        member: &Member<'u>,
    ) -> Truth {
        if filter.accepts_all() {
            return Truth::True;
        }
        CachedTruths::get_or_test(answers, member.card, || self.test_anew(filter, member))
    }

    // Separate, so that looking up a known answer is inlined.
    #[inline(never)]
    fn test_anew(&self, filter: &FilterNode, member: &Member<'u>) -> Truth {
        self.card_view(member).test(filter)
    }

    /// The spots whose cards the filter accepts, or where not `accepted`, rejects.
    fn count_leaf(&self, filter: &FilterNode, reads: &Reads, accepted: bool) -> CountLeaf {
        let mut leaf = CountLeaf::default();
        for (member, truth) in self.test_members(filter, reads) {
            match (if accepted { truth } else { !truth }).and(member.belongs) {
                Truth::True => leaf.certain.push(member.spot),
                Truth::Unknown => leaf.possible.push(member.spot),
                Truth::False => {}
            }
        }
        leaf
    }

    /// The fewest and the most cards that a filter accepts (or rejects) for these counts. Meant for
    /// a single evaluation, as it stores no leaf.
    pub(crate) fn count_range(
        &self,
        filter: &FilterNode,
        reads: &Reads,
        accepted: bool,
        counts: Counts<'_>,
    ) -> (u64, u64) {
        let answers = self.known_answers(filter);
        let (mut certain, mut possible) = (0, 0);
        for pile in self.read_piles(reads) {
            let row = pile
                .first()
                .and_then(|member| counts.get(member.spot.pile as usize));
            let row = row.copied().unwrap_or_default();
            for member in pile {
                let truth = self.test_member(answers.as_ref(), filter, member);
                let copies = row.get(member.spot.slot as usize).copied().unwrap_or(0);
                let copies = u64::from(copies);
                match (if accepted { truth } else { !truth }).and(member.belongs) {
                    Truth::True => certain += copies,
                    Truth::Unknown => possible += copies,
                    Truth::False => {}
                }
            }
        }
        (certain, certain + possible)
    }

    pub(crate) fn compare_terms(
        &self,
        left: &ParameterTerm,
        negated: bool,
        right: &ParameterTerm,
    ) -> Truth {
        let same = match (self.term_value(left), self.term_value(right)) {
            (ParameterValue::Unknown | ParameterValue::Range(..), _)
            | (_, ParameterValue::Unknown | ParameterValue::Range(..)) => return Truth::Unknown,
            (ParameterValue::Number(a), ParameterValue::Number(b)) => a == b,
            (ParameterValue::Text(a), ParameterValue::Text(b)) => fold(&a) == fold(&b),
            (ParameterValue::Number(n), ParameterValue::Text(t))
            | (ParameterValue::Text(t), ParameterValue::Number(n)) => fold(&t) == n.to_string(),
        };
        (same != negated).into()
    }

    fn term_value(&self, term: &ParameterTerm) -> ParameterValue {
        match term {
            ParameterTerm::Parameter(name) => self.world.parameters.get(name).clone(),
            ParameterTerm::Text(text) => ParameterValue::Text(text.clone()),
        }
    }

    /// The binder for the text behind a name.
    pub(crate) fn named_binder(&self, named: &NamedNode) -> Binder<'u> {
        let binder = if named.reads_whole { self.whole_binder() } else { self.clone() };
        binder.without_cache()
    }

    /// The binder for filters that the cache cannot know by their place: another text is at that
    /// place, or one for each choice of values.
    fn without_cache(&self) -> Binder<'u> {
        Binder { cache: None, ..self.clone() }
    }

    /// The binder for the parts of a junction.
    pub(crate) fn junction_binder(&self, junction: &Junction) -> Cow<'_, Binder<'u>> {
        if junction.is_choice() { Cow::Owned(self.without_cache()) } else { Cow::Borrowed(self) }
    }

    /// The binder for parts that read all cards of their piles, even inside groups.
    pub(crate) fn whole_binder(&self) -> Binder<'u> {
        let members = self.whole.as_ref().unwrap_or(&self.members);
        Binder { members: Rc::clone(members), ..self.clone() }
    }

    /// Groups cards by the values of a field.
    pub(crate) fn sort_cards(
        &self,
        field: Field,
        counted: impl Iterator<Item = (Member<'u>, Truth)>,
    ) -> SortedCards {
        self.sort_cards_with_keys(field, counted, std::iter::empty())
    }

    /// Groups cards by the values of a field. A card whose value is unknown may have one of
    /// `others` as well: values of cards of other piles.
    fn sort_cards_with_keys<'k>(
        &self,
        field: Field,
        counted: impl Iterator<Item = (Member<'u>, Truth)>,
        others: impl Iterator<Item = &'k GroupKey>,
    ) -> SortedCards {
        let mut sorter = CardSorter::default();
        for (member, truth) in counted {
            sorter.add(&member, truth, self.card_view(&member).possible_values(field));
        }
        for key in others {
            if sorter
                .uncertain
                .values()
                .any(|(_, values)| values.may_be(key))
            {
                sorter.group(key);
            }
        }
        sorter.finish()
    }

    /// Looks up the values of a field of all members.
    pub(crate) fn index_values(&self, field: Field) -> ValueIndex {
        let mut index = ValueIndex { by_key: BTreeMap::new(), uncertain: Vec::new() };
        for (position, member) in self.members.iter().enumerate() {
            let values = self.card_view(member).possible_values(field);
            for key in &values.certain {
                index.by_key.entry(key.clone()).or_default().push(position);
            }
            if !values.is_certain() {
                index.uncertain.push((position, values));
            }
        }
        index
    }

    /// The binder of the cards of one value (`None`: a value that no other card is known to have).
    /// The card `certain` belongs to them even if its values are unknown.
    pub(crate) fn group_binder(
        &self,
        index: &ValueIndex,
        key: Option<&GroupKey>,
        certain: Option<CardIndex>,
        reads: &Reads,
    ) -> Binder<'u> {
        let known = key
            .and_then(|key| index.by_key.get(key))
            .into_iter()
            .flatten();
        let mut belongs: BTreeMap<usize, Truth> = known.map(|at| (*at, Truth::True)).gather();
        for (at, values) in &index.uncertain {
            let may_be_new =
                matches!(values.others, OtherValues::Anything | OtherValues::InRange(_));
            let has = match key {
                _ if self
                    .members
                    .get(*at)
                    .is_some_and(|m| certain == Some(m.card)) =>
                {
                    Truth::True
                }
                Some(key) if values.may_be(key) => Truth::Unknown,
                None if may_be_new => Truth::Unknown,
                _ => continue,
            };
            // A card with several values may have this one for sure, and others perhaps.
            belongs
                .entry(*at)
                .and_modify(|b| *b = b.or(has))
                .or_insert(has);
        }
        let mut members: Vec<Member<'u>> = Vec::with_capacity(belongs.len());
        for (at, has) in belongs {
            if let Some(member) = self.members.get(at) {
                members.push(Member { belongs: member.belongs.and(has), ..*member });
            }
        }
        let default = reads
            .as_ref()
            .map_or_else(|| Rc::clone(&self.default_piles), |r| r.clone().into());
        Binder {
            members: members.into(),
            whole: Some(Rc::clone(self.whole.as_ref().unwrap_or(&self.members))),
            default_piles: default,
            depth: self.depth + 1,
            ..self.clone()
        }
    }

    fn bind_totals(&self, field: Field, measure: &MeasureNode, reads: &Reads) -> GroupedMeasure {
        let counted = self.read_members(reads).map(|m| (*m, m.belongs));
        let index = self.index_values(field);
        let sorted = self.sort_cards_with_keys(field, counted, index.keys());
        // Not inside another grouping, because the number of combinations would multiply.
        let try_out = sorted.leaf.uncertain.len() <= MAX_PLACEMENTS && self.depth == 0;
        let mut uncertain_cards = Vec::new();
        for (uncertain, card) in sorted
            .leaf
            .uncertain
            .into_iter()
            .zip(&sorted.uncertain_cards)
        {
            // Two copies of a stranger may be different cards, of different groups.
            let is_distinct_card = try_out && *card != CardIndex::STRANGER;
            let own_group = if is_distinct_card {
                self.group_binder(&index, None, Some(*card), reads)
                    .bind_measure(measure)
            } else {
                BoundValue::Exact(Quantity::UNKNOWN)
            };
            let own_group = uncertain.may_form_group.then_some(own_group);
            uncertain_cards.push((uncertain, own_group));
        }
        let groups = sorted.leaf.groups.into_iter().map(|group| TotalGroup {
            value: self
                .group_binder(&index, Some(&group.key), None, reads)
                .bind_measure(measure),
            possible: group
                .doubtful
                .iter()
                .chain(&group.candidates)
                .copied()
                .collect(),
            certain: group.certain,
        });
        GroupedMeasure { groups: groups.collect(), uncertain: uncertain_cards }
    }

    fn bind_groups(
        &self,
        field: Field,
        condition: &ConditionNode,
        reads: &Reads,
    ) -> GroupedCondition {
        let counted = self.read_members(reads).map(|m| (*m, m.belongs));
        let index = self.index_values(field);
        let sorted = self.sort_cards_with_keys(field, counted, index.keys());
        // Each uncertain card may join any group, or form its own.
        let GroupLeaf { groups, uncertain } = sorted.leaf;
        let try_out = uncertain.len() * (groups.len() + 1) <= MAX_PLACEMENTS && self.depth == 0;
        let mut uncertain_cards = Vec::new();
        for (card, index_of_card) in uncertain.into_iter().zip(sorted.uncertain_cards) {
            // Copies of the stranger, a card about which nothing is known, may be different cards.
            if !try_out || index_of_card == CardIndex::STRANGER {
                uncertain_cards.push(UncertainGroupedCard {
                    joined_groups: vec![Node::Constant(Truth::Unknown)],
                    own_group: card
                        .may_form_group
                        .then_some(Node::Constant(Truth::Unknown)),
                    card,
                });
                continue;
            }
            // If each copy may have a value of its own, not all copies need join.
            let joining = (!card.per_copy).then_some(index_of_card);
            let mut joined_groups = Vec::new();
            for group in card
                .candidate_groups
                .iter()
                .filter_map(|at| groups.get(*at as usize))
            {
                let binder = self.group_binder(&index, Some(&group.key), joining, reads);
                joined_groups.push(binder.bind_condition(condition));
            }
            let own_group = card.may_form_group.then(|| {
                self.group_binder(&index, None, Some(index_of_card), reads)
                    .bind_condition(condition)
            });
            uncertain_cards.push(UncertainGroupedCard { card, joined_groups, own_group });
        }
        let groups = groups.into_iter().map(|group| BoundGroup {
            node: self
                .group_binder(&index, Some(&group.key), None, reads)
                .bind_condition(condition),
            possible: group
                .doubtful
                .iter()
                .chain(&group.candidates)
                .copied()
                .collect(),
            certain: group.certain,
            key: group.key,
        });
        GroupedCondition { groups: groups.collect(), uncertain: uncertain_cards }
    }
}

/// Lowers a resolved tree to a skeleton over leaves. Each implementation says what a leaf is.
pub trait Lowering {
    /// Lowers a measure; what is no leaf, by [`Self::bind_calculation`].
    fn bind_measure(&self, node: &MeasureNode) -> BoundValue;

    /// Lowers a condition; what is no leaf, by [`Self::bind_junction`].
    fn bind_condition(&self, node: &ConditionNode) -> Node;

    /// Lowers numbers and calculations. Parts that depend on no cards are computed once for all
    /// counts. A leaf is unknown.
    fn bind_calculation(&self, node: &MeasureNode) -> BoundValue {
        match &node.kind {
            MeasureKind::Number(number) => BoundValue::Exact(Quantity::exact(*number)),
            MeasureKind::Operation(operation, operands) => {
                let operands: Vec<BoundValue> =
                    operands.iter().map(|o| self.bind_measure(o)).collect();
                let known: Option<Vec<Quantity>> =
                    operands.iter().map(BoundValue::constant).collect();
                match known {
                    Some(known) => BoundValue::Exact(operation.apply(known)),
                    None => BoundValue::Operation(*operation, operands),
                }
            }
            MeasureKind::Indicator(condition) => match self.bind_condition(condition) {
                Node::Constant(truth) => BoundValue::Exact(Quantity::indicator(truth)),
                node => BoundValue::Indicator(Box::new(node)),
            },
            _ => BoundValue::Exact(Quantity::UNKNOWN),
        }
    }

    /// Lowers junctions and comparisons. A leaf is unknown.
    fn bind_junction(&self, node: &ConditionNode) -> Node {
        match &node.kind {
            ConditionKind::Junction(junction) => {
                let parts = &junction.parts;
                match parts.as_slice() {
                    [only] if only.negated => self.bind_part(only),
                    _ if junction.is_conjunction => {
                        Node::All(parts.iter().map(|part| self.bind_part(part)).collect())
                    }
                    _ => Node::Any(parts.iter().map(|part| self.bind_part(part)).collect()),
                }
            }
            ConditionKind::Compare { left, operator, right } => {
                bind_comparison(self.bind_measure(left), *operator, self.bind_measure(right))
            }
            _ => Node::Constant(Truth::Unknown),
        }
    }

    fn bind_part(&self, part: &JunctionPart) -> Node {
        let node = self.bind_condition(&part.condition);
        if part.negated { Node::Not(Box::new(node)) } else { node }
    }
}

impl Lowering for Binder<'_> {
    fn bind_condition(&self, node: &ConditionNode) -> Node {
        match &node.kind {
            ConditionKind::Junction(junction) => self.junction_binder(junction).bind_junction(node),
            ConditionKind::Terms { left, negated, right } => {
                Node::Constant(self.compare_terms(left, *negated, right))
            }
            ConditionKind::Cards { quantifier, filter, reads } => {
                let (accepted, operator, limit) = quantifier.to_count();
                Node::Count { leaf: self.count_leaf(filter, reads, accepted), operator, limit }
            }
            ConditionKind::Each { field, condition, reads } => {
                Node::Each(Box::new(self.bind_groups(*field, condition, reads)))
            }
            ConditionKind::Compare { .. } => self.bind_junction(node),
        }
    }

    fn bind_measure(&self, node: &MeasureNode) -> BoundValue {
        match &node.kind {
            MeasureKind::Parameter(name) => BoundValue::Exact(self.world.parameters.quantity(name)),
            MeasureKind::Count { filter, reads } => {
                BoundValue::Count(self.count_leaf(filter, reads, true))
            }
            MeasureKind::Fold { fold, expr, filter, reads } => {
                let counted = self.filter_members(filter, reads);
                let cards = counted.map(|(member, truth)| {
                    (member.spot, self.card_view(&member).evaluate(expr), truth == Truth::True)
                });
                BoundValue::Fold(Box::new(FoldLeaf::new(*fold, cards.collect())))
            }
            MeasureKind::Distinct { field, filter, reads } => BoundValue::Distinct(Box::new(
                self.sort_cards(*field, self.filter_members(filter, reads))
                    .leaf,
            )),
            MeasureKind::Copies { field, filter, reads } => BoundValue::Copies(Box::new(
                self.sort_cards(*field, self.filter_members(filter, reads))
                    .leaf,
            )),
            MeasureKind::Groups { field, condition, reads } => {
                BoundValue::Groups(Box::new(self.bind_groups(*field, condition, reads)))
            }
            MeasureKind::Total { field, measure, reads } => {
                BoundValue::Total(Box::new(self.bind_totals(*field, measure, reads)))
            }
            MeasureKind::Whole(measure) => self.whole_binder().bind_measure(measure),
            MeasureKind::Named(named) => self.named_binder(named).bind_measure(&named.body),
            MeasureKind::Number(_) | MeasureKind::Operation(..) | MeasureKind::Indicator(_) => {
                self.bind_calculation(node)
            }
        }
    }
}

/// Cards that are being sorted into groups by the values of a field.
#[derive(Default)]
struct CardSorter {
    groups: BTreeMap<GroupKey, ValueGroup>,
    /// The cards without a certain value, with the values that each may have.
    uncertain: BTreeMap<CardIndex, (UncertainCard, PossibleValues)>,
}

impl CardSorter {
    /// The group of a value; an empty one if no card has had the value yet.
    fn group(&mut self, key: &GroupKey) -> &mut ValueGroup {
        self.groups
            .entry(key.clone())
            .or_insert_with(|| ValueGroup::new(key))
    }

    /// Adds a card that counts (`True`), or perhaps does.
    fn add(&mut self, member: &Member<'_>, truth: Truth, values: PossibleValues) {
        let counts = truth == Truth::True;
        for key in &values.certain {
            let group = self.group(key);
            let spots = if counts { &mut group.certain } else { &mut group.doubtful };
            spots.push(member.spot);
        }
        if values.is_certain() {
            return;
        }
        if let OtherValues::OneOf(keys) = &values.others {
            // Groups that only uncertain cards may form must exist, so that a condition of each
            // group can be tested on them.
            for key in keys {
                self.group(key);
            }
        }
        let (uncertain, _) = self
            .uncertain
            .entry(member.card)
            .or_insert_with(|| (uncertain_card(&values), values));
        let spots = if counts { &mut uncertain.certain } else { &mut uncertain.possible };
        spots.push(member.spot);
    }

    /// Adds the uncertain cards to the groups that they may belong to.
    fn finish(self) -> SortedCards {
        let mut groups: Vec<ValueGroup> = self.groups.into_values().collect();
        let uncertain_cards = self.uncertain.keys().copied().collect();
        let mut uncertain = Vec::with_capacity(self.uncertain.len());
        for (mut card, values) in self.uncertain.into_values() {
            for (position, group) in (0u32..).zip(&mut groups) {
                // A group that has the card for sure does not have it once more perhaps.
                if values.may_be(&group.key) && !values.certain.contains(&group.key) {
                    group
                        .candidates
                        .extend(card.certain.iter().chain(&card.possible));
                    card.candidate_groups.push(position);
                }
            }
            uncertain.push(card);
        }
        SortedCards { leaf: GroupLeaf { groups, uncertain }, uncertain_cards }
    }
}

/// An uncertain card, before its spots are added.
fn uncertain_card(values: &PossibleValues) -> UncertainCard {
    let most = match &values.others {
        OtherValues::OneOf(keys) if values.may_have_many || values.per_copy => {
            keys.iter().filter(|k| !values.certain.contains(k)).count() as u64
        }
        OtherValues::Anything if values.may_have_many => u64::MAX,
        _ => 1,
    };
    UncertainCard {
        certain: Vec::new(),
        possible: Vec::new(),
        candidate_groups: Vec::new(),
        may_form_group: matches!(values.others, OtherValues::Anything | OtherValues::InRange(_)),
        has_value: values.has_value,
        max_values: most,
        per_copy: values.per_copy,
    }
}

fn whole_constant(value: &BoundValue) -> Option<i64> {
    value.constant()?.exact_value()?.to_integer()
}

/// Makes a comparison. A count compared with a whole number becomes `Node::Count`, which is
/// evaluated without fractions.
fn bind_comparison(left: BoundValue, operator: Operator, right: BoundValue) -> Node {
    match (left, right) {
        (BoundValue::Exact(a), BoundValue::Exact(b)) => Node::Constant(a.compare(operator, &b)),
        (BoundValue::Count(leaf), right) => match whole_constant(&right) {
            Some(limit) => Node::Count { leaf, operator, limit },
            None => Node::Compare { left: BoundValue::Count(leaf), operator, right },
        },
        (left, BoundValue::Count(leaf)) => match whole_constant(&left) {
            Some(limit) => Node::Count { leaf, operator: operator.mirrored(), limit },
            None => Node::Compare { left, operator, right: BoundValue::Count(leaf) },
        },
        (left, right) => Node::Compare { left, operator, right },
    }
}

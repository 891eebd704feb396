//! Zones with at most one card by a rule of the format. A condition that reads such a zone becomes
//! one plain condition for each kind of card of the zone, which applies if a card of its kind is
//! there.

use super::{
    layout::{Board, Seat},
    linear::{LinearModel, LinearRow, Literal, Partition, SourceIndex, Var},
    rewrite::{ReadNumber, exact_number, rewrite_node, scale_number, visit_node},
};
use sleeve_language::{
    Quantity,
    ast::Operator,
    bound::{CountLeaf, Node, Spot},
    tree::Fold,
};
use std::collections::{BTreeMap, HashMap};

/// The most kinds of cards of a zone for which a condition is encoded one by one: each is a copy of
/// the condition.
const KIND_LIMIT: usize = 64;

/// A zone with at most one card.
#[derive(Clone, PartialEq, Debug)]
pub(super) struct SingleZone {
    /// Position of the zone in the format, and of its pile.
    pub(super) zone: usize,
    /// Position of the rule among the sources that keeps the zone at one card.
    pub(super) source: SourceIndex,
    spots: Vec<Spot>,
    /// For cards of the zone, a literal that is 1 if one of them is there.
    presences: BTreeMap<Vec<Var>, Literal>,
}

impl SingleZone {
    /// The zone, if a condition keeps it at one card; the caller fills in the source.
    pub(super) fn from_rule(zone: usize, board: &Board, node: &Node) -> Option<SingleZone> {
        let seats = board.seats.get(zone)?;
        let pile = u32::try_from(zone).ok()?;
        let spots: Vec<Spot> = (0u32..)
            .zip(seats)
            .map(|(slot, _)| Spot { pile, slot })
            .collect();
        let is_free = seats.iter().all(|seat| matches!(seat, Seat::Free(_)));
        (is_free && !spots.is_empty() && keeps_one_card(node, &spots)).then(|| SingleZone {
            zone,
            source: 0,
            spots,
            presences: BTreeMap::new(),
        })
    }

    /// Whether all these spots are in the zone.
    pub(super) fn holds(&self, spots: &[Spot]) -> bool {
        spots.iter().all(|spot| spot.pile as usize == self.zone)
    }

    /// A condition for each kind of card in some spots of the zone, and for the zone without any
    /// card: together they are equivalent to the condition. `bind` has the condition for the cards
    /// of each lot, or for none.
    pub(super) fn split_condition(
        &self,
        lots: &[(Vec<Spot>, Node)],
        without: &Node,
    ) -> Option<Node> {
        let mut all = Vec::new();
        for (spots, node) in lots {
            let kinds = self.group_kinds(spots, node);
            if kinds.len() > KIND_LIMIT {
                return None;
            }
            for kind in kinds {
                all.push(Node::Any(vec![
                    count_node(&kind, Operator::AtMost, 0),
                    rewrite_node(node, &|number| self.find_number(number, &kind)),
                ]));
            }
        }
        let empty = rewrite_node(without, &|number| self.find_number(number, &[]));
        all.push(Node::Any(vec![count_node(&self.spots, Operator::AtLeast, 1), empty]));
        Some(Node::All(all))
    }

    /// The condition by the kinds of cards that it distinguishes; `None` if it reads no number of
    /// the zone that depends on its card.
    pub(super) fn split_by_kind(&self, node: &Node) -> Option<Node> {
        let (mut is_choice, mut reads_others) = (false, false);
        visit_node(node, false, &mut |number, in_choice| match (number, self.reads_only(number)) {
            (_, false) => reads_others = true,
            (ReadNumber::Fold(leaf), true) => is_choice |= leaf.fold != Fold::Sum || in_choice,
            (ReadNumber::Count(_), true) => is_choice |= in_choice,
        });
        let splits = is_choice && reads_others;
        splits
            .then(|| self.split_condition(&[(self.spots.clone(), node.clone())], node))
            .flatten()
    }

    /// Whether a number is read from cards of the zone alone, and known of each of them.
    fn reads_only(&self, number: ReadNumber<'_>) -> bool {
        match number {
            ReadNumber::Count(leaf) => {
                !leaf.certain.is_empty() && leaf.possible.is_empty() && self.holds(&leaf.certain)
            }
            ReadNumber::Fold(leaf) => {
                !leaf.terms.is_empty()
                    && leaf.terms.iter().all(|term| {
                        term.spot.pile as usize == self.zone && exact_number(term).is_some()
                    })
            }
        }
    }

    /// The number if a card of one kind is in the zone, or none if there are no spots of a `kind`.
    fn find_number(&self, number: ReadNumber<'_>, kind: &[Spot]) -> Option<Quantity> {
        if !self.reads_only(number) {
            return None;
        }
        let first = kind.first();
        match number {
            ReadNumber::Count(leaf) => {
                let counts = first.is_some_and(|spot| leaf.certain.contains(spot));
                Some(Quantity::whole(i64::from(counts)))
            }
            ReadNumber::Fold(leaf) => {
                let term = leaf.terms.iter().find(|term| first == Some(&term.spot));
                match (term.and_then(exact_number), leaf.fold) {
                    (Some(number), _) => scale_number(leaf, number),
                    (None, Fold::Sum) => Some(Quantity::ZERO),
                    (None, _) => Some(Quantity::NONE),
                }
            }
        }
    }

    /// Groups spots whose cards no number of a condition distinguishes.
    fn group_kinds(&self, spots: &[Spot], node: &Node) -> Vec<Vec<Spot>> {
        let mut signatures: HashMap<Spot, Vec<(usize, i64)>> = HashMap::new();
        let mut index = 0;
        visit_node(node, false, &mut |number, _| {
            if !self.reads_only(number) {
                return;
            }
            index += 1;
            let numbers: Vec<(Spot, i64)> = match number {
                ReadNumber::Count(leaf) => leaf.certain.iter().map(|spot| (*spot, 1)).collect(),
                ReadNumber::Fold(leaf) => {
                    let terms = leaf.terms.iter();
                    terms
                        .filter_map(|term| Some((term.spot, exact_number(term)?)))
                        .collect()
                }
            };
            for (spot, number) in numbers {
                signatures.entry(spot).or_default().push((index, number));
            }
        });
        let mut kinds: BTreeMap<Vec<(usize, i64)>, Vec<Spot>> = BTreeMap::new();
        for spot in spots {
            kinds
                .entry(signatures.remove(spot).unwrap_or_default())
                .or_default()
                .push(*spot);
        }
        kinds.into_values().collect()
    }

    /// A literal that is 1 if one of some cards of the zone is there.
    fn presence(&mut self, model: &mut LinearModel, board: &Board, spots: &[Spot]) -> Literal {
        let cards = board.count_spots(spots);
        let key: Vec<Var> = cards.terms.iter().map(|(var, _)| *var).collect();
        *self.presences.entry(key).or_insert_with(|| {
            let present = model.add_literal();
            let mut terms = cards.terms.clone();
            terms.push((present.var, -1));
            let minus = terms.iter().map(|(var, factor)| (*var, -factor)).collect();
            // Both rows are valid because the rule keeps the zone at one card.
            model.rows.push(LinearRow::new(terms, 0, None, self.source));
            model.rows.push(LinearRow::new(minus, 0, None, self.source));
            present
        })
    }

    /// The literal of a condition that asks whether one of some cards is in the zone, or none of
    /// them.
    pub(super) fn literal_of(
        &mut self,
        model: &mut LinearModel,
        board: &Board,
        node: &Node,
        wanted: bool,
    ) -> Option<Literal> {
        let Node::Count { leaf, operator, limit } = node else { return None };
        let CountLeaf { certain, possible } = leaf;
        if !possible.is_empty() || certain.is_empty() || !self.holds(certain) {
            return None;
        }
        let asks_presence = match (operator, limit) {
            (Operator::AtLeast, 1) | (Operator::Greater, 0) => true,
            (Operator::AtMost, 0) | (Operator::Less, 1) => false,
            _ => return None,
        };
        let present = self.presence(model, board, certain);
        Some(if asks_presence == wanted { present } else { present.opposite() })
    }

    /// Whether conditions depend on the card in the zone.
    pub(super) fn is_read(&self) -> bool {
        !self.presences.is_empty()
    }

    /// The parts of the zone that no literal distinguishes.
    pub(super) fn partition(&self, board: &Board) -> Partition {
        let vars = board
            .count_spots(&self.spots)
            .terms
            .into_iter()
            .map(|(var, _)| var);
        let mut parts: BTreeMap<Vec<usize>, Vec<Var>> = BTreeMap::new();
        for var in vars {
            let keys = self.presences.keys().enumerate();
            let within = keys.filter(|(_, key)| key.binary_search(&var).is_ok());
            parts
                .entry(within.map(|(index, _)| index).collect())
                .or_default()
                .push(var);
        }
        Partition { source: self.source, parts: parts.into_values().collect() }
    }
}

pub(super) fn count_node(spots: &[Spot], operator: Operator, limit: i64) -> Node {
    let leaf = CountLeaf { certain: spots.to_vec(), possible: Vec::new() };
    Node::Count { leaf, operator, limit }
}

/// Whether a condition allows at most one card at these spots.
fn keeps_one_card(node: &Node, spots: &[Spot]) -> bool {
    match node {
        Node::All(items) => items.iter().any(|item| keeps_one_card(item, spots)),
        Node::Count { leaf, operator, limit } => {
            let is_one = match operator {
                Operator::Equal | Operator::Has | Operator::AtMost => *limit == 1,
                Operator::Less => *limit == 2,
                Operator::NotEqual | Operator::AtLeast | Operator::Greater => false,
            };
            is_one && spots.iter().all(|spot| leaf.certain.contains(spot))
        }
        Node::Constant(_) | Node::Any(_) | Node::Not(_) => false,
        Node::Compare { .. } | Node::Each(_) => false,
    }
}

//! Rewrites bound conditions: numbers that are constant in the context of a condition replace those
//! read from cards, and parts that then depend on no cards become constants. Also finds the cards
//! that conditions read.

use sleeve_language::{
    Operation, Quantity, Rational, Truth,
    ast::Arithmetic,
    bound::{BoundGroup, BoundValue, CountLeaf, FoldLeaf, FoldTerm, Node, Spot},
    tree::Fold,
};

/// A number that is read from cards.
#[derive(Clone, Copy)]
pub(super) enum ReadNumber<'l> {
    Count(&'l CountLeaf),
    Fold(&'l FoldLeaf),
}

/// The known numbers in the context of a condition: the constant of a number, if it has one.
pub(super) type KnownNumber<'k> = &'k dyn Fn(ReadNumber<'_>) -> Option<Quantity>;

/// The condition with known numbers in it.
pub(super) fn rewrite_node(node: &Node, known: KnownNumber<'_>) -> Node {
    match node {
        Node::Constant(_) | Node::Each(_) => node.clone(),
        Node::All(items) => Node::All(rewrite_nodes(items, known)),
        Node::Any(items) => Node::Any(rewrite_nodes(items, known)),
        Node::Not(inner) => Node::Not(Box::new(rewrite_node(inner, known))),
        Node::Count { leaf, operator, limit } => match known(ReadNumber::Count(leaf)) {
            Some(number) => Node::Constant(number.compare(*operator, &Quantity::whole(*limit))),
            None => node.clone(),
        },
        Node::Compare { left, operator, right } => Node::Compare {
            left: rewrite_value(left, known),
            operator: *operator,
            right: rewrite_value(right, known),
        },
    }
}

fn rewrite_nodes(nodes: &[Node], known: KnownNumber<'_>) -> Vec<Node> {
    nodes.iter().map(|node| rewrite_node(node, known)).collect()
}

/// The number with known numbers in it.
pub(super) fn rewrite_value(value: &BoundValue, known: KnownNumber<'_>) -> BoundValue {
    match value {
        BoundValue::Count(leaf) => {
            known(ReadNumber::Count(leaf)).map_or_else(|| value.clone(), BoundValue::Exact)
        }
        BoundValue::Fold(leaf) => {
            known(ReadNumber::Fold(leaf)).map_or_else(|| value.clone(), BoundValue::Exact)
        }
        BoundValue::Operation(operation, operands) => {
            let operands: Vec<BoundValue> = operands
                .iter()
                .map(|item| rewrite_value(item, known))
                .collect();
            let is_constant = operands.iter().all(|item| item.constant().is_some());
            let value = BoundValue::Operation(*operation, operands);
            if is_constant { BoundValue::Exact(value.value(&[])) } else { value }
        }
        BoundValue::Indicator(node) => match rewrite_node(node, known) {
            Node::Constant(truth) => BoundValue::Exact(Quantity::indicator(truth)),
            node => BoundValue::Indicator(Box::new(node)),
        },
        BoundValue::Exact(_)
        | BoundValue::Distinct(_)
        | BoundValue::Copies(_)
        | BoundValue::Groups(_)
        | BoundValue::Total(_) => value.clone(),
    }
}

/// The smallest, largest or average number of cards of a group, if it is the same for all of them
/// (else `None`): of one card, the number that the card has.
pub(super) fn find_group_constant(number: ReadNumber<'_>, group: &[Spot]) -> Option<Quantity> {
    let ReadNumber::Fold(leaf) = number else { return None };
    let first = leaf.terms.first().and_then(exact_number)?;
    let is_constant = leaf.fold != Fold::Sum
        && leaf
            .terms
            .iter()
            .all(|term| exact_number(term) == Some(first))
        && group
            .iter()
            .all(|spot| leaf.terms.iter().any(|term| term.spot == *spot));
    if is_constant { scale_number(leaf, first) } else { None }
}

/// The number of a card in units of the leaf, if it is known and certainly counts.
pub(super) fn exact_number(term: &FoldTerm) -> Option<i64> {
    term.low
        .filter(|low| term.is_certain && term.high == Some(*low))
}

/// A number in units of a leaf as a quantity.
pub(super) fn scale_number(leaf: &FoldLeaf, number: i64) -> Option<Quantity> {
    let number = Rational::new(number.into(), leaf.unit.into())?;
    Some(Quantity::range(Some(number), Some(number)))
}

/// Visits the numbers that a condition reads from cards, but those of groups: each with whether it
/// is part of a choice, a bracket, a product, a quotient or a remainder.
pub(super) fn visit_node<'n>(
    node: &'n Node,
    in_choice: bool,
    visit: &mut dyn FnMut(ReadNumber<'n>, bool),
) {
    match node {
        Node::Constant(_) | Node::Each(_) => {}
        Node::Count { leaf, .. } => visit(ReadNumber::Count(leaf), in_choice),
        Node::All(items) => items
            .iter()
            .for_each(|item| visit_node(item, in_choice, visit)),
        Node::Any(items) => items.iter().for_each(|item| visit_node(item, true, visit)),
        Node::Not(inner) => visit_node(inner, true, visit),
        Node::Compare { left, right, .. } => {
            visit_value(left, in_choice, visit);
            visit_value(right, in_choice, visit);
        }
    }
}

fn visit_value<'n>(
    value: &'n BoundValue,
    in_choice: bool,
    visit: &mut dyn FnMut(ReadNumber<'n>, bool),
) {
    match value {
        BoundValue::Count(leaf) => visit(ReadNumber::Count(leaf), in_choice),
        BoundValue::Fold(leaf) => visit(ReadNumber::Fold(leaf), in_choice),
        BoundValue::Operation(operation, operands) => {
            let is_product = matches!(
                operation,
                Operation::Arithmetic(Arithmetic::Times | Arithmetic::Over | Arithmetic::Modulo)
            );
            operands
                .iter()
                .for_each(|item| visit_value(item, in_choice || is_product, visit));
        }
        BoundValue::Indicator(node) => visit_node(node, true, visit),
        BoundValue::Exact(_)
        | BoundValue::Distinct(_)
        | BoundValue::Copies(_)
        | BoundValue::Groups(_)
        | BoundValue::Total(_) => {}
    }
}

/// The condition of a group, tested if the group has a card.
pub(super) fn fold_group_constants(group: &BoundGroup) -> Node {
    if !group.possible.is_empty() {
        return group.node.clone();
    }
    rewrite_node(&group.node, &|number| find_group_constant(number, &group.certain))
}

/// Whether a condition reads only these spots, and is true if they have no cards.
pub(super) fn holds_when_empty(node: &Node, spots: &[Spot]) -> bool {
    node_reads_only(node, spots) && node.truth(&[]) == Truth::True
}

fn node_reads_only(node: &Node, spots: &[Spot]) -> bool {
    match node {
        Node::Constant(_) => true,
        Node::All(items) | Node::Any(items) => {
            items.iter().all(|item| node_reads_only(item, spots))
        }
        Node::Not(inner) => node_reads_only(inner, spots),
        Node::Count { leaf, .. } => leaf_reads_only(leaf, spots),
        Node::Compare { left, right, .. } => {
            value_reads_only(left, spots) && value_reads_only(right, spots)
        }
        Node::Each(_) => false,
    }
}

fn leaf_reads_only(leaf: &CountLeaf, spots: &[Spot]) -> bool {
    leaf.certain
        .iter()
        .chain(&leaf.possible)
        .all(|spot| spots.contains(spot))
}

pub(super) fn value_reads_only(value: &BoundValue, spots: &[Spot]) -> bool {
    match value {
        BoundValue::Exact(_) => true,
        BoundValue::Count(leaf) => leaf_reads_only(leaf, spots),
        BoundValue::Fold(leaf) => leaf.terms.iter().all(|term| spots.contains(&term.spot)),
        BoundValue::Operation(_, operands) => {
            operands.iter().all(|item| value_reads_only(item, spots))
        }
        BoundValue::Indicator(node) => node_reads_only(node, spots),
        BoundValue::Distinct(_) | BoundValue::Copies(_) => false,
        BoundValue::Groups(_) | BoundValue::Total(_) => false,
    }
}

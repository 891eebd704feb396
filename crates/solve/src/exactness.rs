//! Exactness of rows: whether rows that take each comparison by itself express a condition
//! completely.
//!
//! Rows take each number at its worst (or best) end. But an unknown fact that is read twice has the
//! same value both times, and the rules engine, which tries its values case by case, can decide
//! more than the ends do. If that may happen, no claim is based on the rows.

use super::{certainty::Certainty, layout::Board};
use sleeve_language::{
    Operation, Truth,
    ast::{Arithmetic, Operator},
    bound::{
        BoundValue, CountLeaf, FoldLeaf, GroupLeaf, GroupedCondition, GroupedMeasure, Node, Spot,
    },
    tree::Fold,
};

/// A test of conditions for exactness, for decks that are legal for certain or possibly.
pub(super) struct ExactnessTest<'b> {
    pub(super) board: &'b Board,
    pub(super) certainty: Certainty,
}

impl ExactnessTest<'_> {
    /// Whether ends decide a condition as well as all cases of unknown facts. `wanted`: the
    /// condition should be true; else false.
    pub(super) fn is_exact(&self, node: &Node, wanted: bool) -> bool {
        match node {
            Node::Constant(_) => true,
            Node::Not(inner) => self.is_exact(inner, !wanted),
            Node::All(items) | Node::Any(items) => {
                // All are certainly true if each is; one is possibly true if some one is.
                let is_conjunction = matches!(node, Node::All(_)) == wanted;
                let splits = is_conjunction == (self.certainty == Certainty::Certain);
                (splits || items.iter().filter(|item| self.is_open(item)).count() <= 1)
                    && items.iter().all(|item| self.is_exact(item, wanted))
            }
            Node::Count { leaf, operator, .. } => {
                !self.is_count_open(leaf) || self.ends_decide(*operator, wanted)
            }
            Node::Compare { left, operator, right } => {
                let open = self.count_open_numbers(left) + self.count_open_numbers(right);
                let operator = if wanted { *operator } else { operator.opposite() };
                let on_smaller = match operator {
                    Operator::Less | Operator::AtMost => Some(true),
                    Operator::Greater | Operator::AtLeast => Some(false),
                    Operator::Equal | Operator::Has | Operator::NotEqual => None,
                };
                open == 0
                    || open == 1
                        && self.ends_decide(operator, true)
                        && self.is_monotone(left, on_smaller)
                        && self.is_monotone(right, on_smaller.map(|left| !left))
            }
            Node::Each(grouped) => {
                self.count_open_groups(grouped) == 0
                    || wanted == (self.certainty == Certainty::Certain)
                        && !self.has_uncertain_cards(grouped)
                        && grouped.groups.iter().all(|group| {
                            !self.has_known_card(&group.possible)
                                && self.is_exact(&group.node, wanted)
                        })
            }
        }
    }

    fn has_uncertain_cards(&self, grouped: &GroupedCondition) -> bool {
        grouped.uncertain.iter().any(|group| {
            self.has_known_card(&group.card.certain) || self.has_known_card(&group.card.possible)
        })
    }

    /// Whether two ends decide a comparison. They do not decide whether a value inside the range is
    /// avoided, or reached.
    fn ends_decide(&self, operator: Operator, wanted: bool) -> bool {
        match if wanted { operator } else { operator.opposite() } {
            Operator::Equal | Operator::Has => self.certainty == Certainty::Certain,
            Operator::NotEqual => self.certainty == Certainty::Possible,
            Operator::Less | Operator::AtMost | Operator::Greater | Operator::AtLeast => true,
        }
    }

    fn is_known_card(&self, spot: Spot) -> bool {
        !self.board.is_stranger(spot)
    }

    fn has_known_card(&self, spots: &[Spot]) -> bool {
        spots.iter().any(|spot| self.is_known_card(*spot))
    }

    fn is_count_open(&self, leaf: &CountLeaf) -> bool {
        self.has_known_card(&leaf.possible)
    }

    fn is_open(&self, node: &Node) -> bool {
        match node {
            Node::Constant(truth) => *truth == Truth::Unknown,
            Node::All(items) | Node::Any(items) => items.iter().any(|item| self.is_open(item)),
            Node::Not(inner) => self.is_open(inner),
            Node::Count { leaf, .. } => self.is_count_open(leaf),
            Node::Compare { left, right, .. } => {
                self.count_open_numbers(left) + self.count_open_numbers(right) > 0
            }
            Node::Each(grouped) => self.count_open_groups(grouped) > 0,
        }
    }

    /// Counts the numbers in a value that rest on unknown facts.
    fn count_open_numbers(&self, value: &BoundValue) -> usize {
        match value {
            BoundValue::Exact(_) => 0,
            BoundValue::Count(leaf) => usize::from(self.is_count_open(leaf)),
            BoundValue::Fold(leaf) => {
                let open = leaf.terms.iter().any(|term| {
                    self.is_known_card(term.spot) && !(term.is_certain && term.low == term.high)
                });
                usize::from(open)
            }
            BoundValue::Distinct(leaf) | BoundValue::Copies(leaf) => {
                usize::from(self.is_grouped_open(leaf))
            }
            BoundValue::Groups(grouped) => self.count_open_groups(grouped),
            BoundValue::Total(totals) => self.count_open_totals(totals),
            BoundValue::Indicator(node) => usize::from(self.is_open(node)),
            BoundValue::Operation(_, operands) => operands
                .iter()
                .map(|item| self.count_open_numbers(item))
                .sum(),
        }
    }

    fn is_value_open(&self, value: &BoundValue) -> bool {
        self.count_open_numbers(value) > 0
    }

    fn is_grouped_open(&self, leaf: &GroupLeaf) -> bool {
        leaf.groups.iter().any(|group| {
            self.has_known_card(&group.doubtful) || self.has_known_card(&group.candidates)
        }) || leaf.uncertain.iter().any(|uncertain| {
            self.has_known_card(&uncertain.certain) || self.has_known_card(&uncertain.possible)
        })
    }

    fn count_open_groups(&self, grouped: &GroupedCondition) -> usize {
        let open = grouped
            .groups
            .iter()
            .filter(|group| self.has_known_card(&group.possible) || self.is_open(&group.node));
        usize::from(self.has_uncertain_cards(grouped)) + open.count()
    }

    fn count_open_totals(&self, totals: &GroupedMeasure) -> usize {
        let open = totals.groups.iter().filter(|group| {
            self.has_known_card(&group.possible) || self.count_open_numbers(&group.value) > 0
        });
        let uncertain = totals.uncertain.iter().filter(|(card, _)| {
            self.has_known_card(&card.certain) || self.has_known_card(&card.possible)
        });
        open.count() + uncertain.count()
    }

    /// Whether a number reaches its ends, and rises or falls with the unknown facts that it reads.
    /// `smaller`: whether it is on the smaller side of the comparison; `None`: on both.
    fn is_monotone(&self, value: &BoundValue, smaller: Option<bool>) -> bool {
        if self.count_open_numbers(value) == 0 {
            return true;
        }
        match value {
            BoundValue::Exact(_) | BoundValue::Count(_) => true,
            BoundValue::Fold(leaf) => self.reaches_ends(leaf),
            BoundValue::Copies(leaf) => {
                let worst = (smaller == Some(true)) == (self.certainty == Certainty::Certain);
                smaller.is_some() && worst && leaf.uncertain.is_empty()
            }
            BoundValue::Distinct(_)
            | BoundValue::Groups(_)
            | BoundValue::Total(_)
            | BoundValue::Indicator(_) => false,
            BoundValue::Operation(operation, operands) => {
                let (turns, calculable) = match (operation, operands.as_slice()) {
                    // A remainder falls back to 0 again and again, so its ends do not show the
                    // values between.
                    (Operation::Arithmetic(Arithmetic::Modulo), _) => (None, false),
                    (Operation::Arithmetic(Arithmetic::Over), [_, divisor]) => {
                        (None, !self.is_value_open(divisor) && divisor.constant().is_some())
                    }
                    (Operation::Arithmetic(Arithmetic::Times), [a, b]) => {
                        // The sign of the constant is ignored: the other number must suit both
                        // sides.
                        (None, a.constant().is_some() || b.constant().is_some())
                    }
                    (Operation::Negate, _) => (smaller.map(|smaller| !smaller), true),
                    (Operation::Arithmetic(Arithmetic::Minus), [a, _])
                        if !self.is_value_open(a) =>
                    {
                        (smaller.map(|smaller| !smaller), true)
                    }
                    _ => (smaller, true),
                };
                calculable && operands.iter().all(|item| self.is_monotone(item, turns))
            }
        }
    }

    /// Whether facts can bring a fold to its end. They cannot if one fact decides both whether a
    /// card counts and with which number.
    fn reaches_ends(&self, leaf: &FoldLeaf) -> bool {
        leaf.terms
            .iter()
            .filter(|term| self.is_known_card(term.spot))
            .all(|term| term.is_certain || (leaf.fold == Fold::Sum && term.low == term.high))
    }
}

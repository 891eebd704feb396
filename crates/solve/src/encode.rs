//! Encodes conditions as rows. A condition that is bound to the cards of piles compares numbers,
//! and these are sums of variables.
//!
//! An alternative (`or`, `if`, a largest or a smallest number) costs a variable that is 0 or 1 for
//! each branch. Conditions that rows cannot express are left out, and the encoder notes whether the
//! rows became stricter or looser; the rules engine judges every answer.

use super::{
    certainty::Certainty,
    exactness::ExactnessTest,
    layout::Board,
    linear::{LinearModel, LinearRow, LinearSum, Literal, RowScale, SourceIndex, Var},
    rewrite::{fold_group_constants, holds_when_empty},
    single_zone::SingleZone,
    solver::Deadline,
    term::{Alternative, Consequence, RowSide, Term, make_strict, select_cases},
};
use sleeve_language::{
    ast::Operator,
    bound::{BoundValue, CountLeaf, GroupedCondition, Node, Spot},
    gcd,
};

/// The number of similar rows beyond which they are lazy. Few rows cost the solver less than the
/// extra round that a lazy row may cost.
const LAZY_FROM: usize = 64;

/// The number of terms between two looks at the clock: a look costs far more than a term, and
/// counts as work.
pub(super) const TERMS_BETWEEN_LOOKS: usize = 10_000;

/// A sum that is rounded up (`true`) or down, with the guard that it serves.
type RoundedSum = (Option<Literal>, bool, LinearSum);

pub(super) struct Encoder<'e> {
    pub(super) model: &'e mut LinearModel,
    pub(super) board: &'e Board,
    pub(super) certainty: Certainty,
    /// Position of the source of the rows.
    pub(super) source: SourceIndex,
    /// The number of leading variables that are numbers of cards.
    pub(super) card_variables: Var,
    /// The zone of one card whose conditions are encoded.
    pub(super) single_zone: Option<&'e mut SingleZone>,
    /// The source on which added rows depend, as [`LinearRow::when`].
    when: Option<SourceIndex>,
    /// What rows that are added serve, as [`LinearRow::serves`].
    serves: Option<Literal>,
    /// Sums that were rounded already, with the whole number of each.
    rounded: Vec<(RoundedSum, LinearSum)>,
    /// Whether rows that are added may be lazy.
    pub(super) is_lazy: bool,
    /// Whether rows reject something that the conditions allow.
    pub(super) is_stricter: bool,
    /// Whether rows allow something that the conditions reject.
    pub(super) is_looser: bool,
    /// Whether the time is over: no more rows are made then, and the model is of no use.
    pub(super) is_late: bool,
    deadline: Deadline<'e>,
    /// Terms since the last look at the clock.
    terms: usize,
}

impl<'e> Encoder<'e> {
    pub(super) fn new(
        model: &'e mut LinearModel,
        board: &'e Board,
        certainty: Certainty,
        cards: Var,
        deadline: Deadline<'e>,
    ) -> Encoder<'e> {
        Encoder {
            model,
            board,
            certainty,
            source: 0,
            card_variables: cards,
            single_zone: None,
            when: None,
            serves: None,
            rounded: Vec::new(),
            is_lazy: false,
            is_stricter: false,
            is_looser: false,
            is_late: deadline.is_over(),
            deadline,
            terms: 0,
        }
    }

    /// The whole number of a sum that is rounded `up` or down: one for all numbers of a condition
    /// that round it.
    pub(super) fn round_sum(
        &mut self,
        sum: &LinearSum,
        up: bool,
        add: impl FnOnce(&mut Self) -> LinearSum,
    ) -> LinearSum {
        // Rows of the whole number serve one guard: under another they may be left out, so it needs
        // its own.
        let key = (self.serves, up, sum.clone());
        if let Some((_, whole)) = self.rounded.iter().find(|(known, _)| *known == key) {
            return whole.clone();
        }
        let whole = add(self);
        self.rounded.push((key, whole.clone()));
        whole
    }

    /// Adds a row: the sum is not above zero, if the guard is 1. `None` is a sum that is out of
    /// range.
    pub(super) fn add_row(&mut self, sum: Option<LinearSum>, guard: Option<Literal>) {
        // A row that is left out rejects nothing: the rules engine judges every answer, and finding
        // none still proves that there is none.
        let Some(sum) = sum else {
            self.is_looser = true;
            return;
        };
        let limit = -sum.constant;
        if sum.is_constant() {
            if limit < 0 {
                self.add_contradiction(guard);
            }
            return;
        }
        // Small numbers keep the solver precise, and equivalent rows look the same.
        let divisor = sum
            .terms
            .iter()
            .fold(0, |a, (_, b)| gcd(a, b.unsigned_abs())) as i64;
        let terms: Vec<(Var, i64)> = sum.terms.iter().map(|(v, n)| (*v, n / divisor)).collect();
        self.terms += terms.len();
        if self.terms >= TERMS_BETWEEN_LOOKS {
            self.terms = 0;
            self.is_late |= self.deadline.is_over();
        }
        let is_lazy =
            // Spreading copies over merged cards knows only cards: rows of other variables cannot
            // wait.
            self.is_lazy && guard.is_none() && terms.iter().all(|(v, _)| *v < self.card_variables);
        let original = RowScale { limit, scale: sum.scale, divisor };
        // Whole numbers let the limit be rounded down (Chvátal and Gomory), which cuts off
        // fractions.
        let limit = limit.div_euclid(divisor);
        self.model.rows.push(LinearRow {
            terms,
            limit,
            guard,
            source: self.source,
            when: self.when,
            serves: self.serves,
            is_lazy,
            original,
        });
    }

    /// Adds rows as [`add_row`](Self::add_row).
    pub(super) fn add_rows(
        &mut self,
        sums: impl IntoIterator<Item = LinearSum>,
        guard: Option<Literal>,
    ) {
        for sum in sums {
            self.add_row(Some(sum), guard);
        }
    }

    /// Adds a row that no assignment meets, if the guard is 1.
    pub(super) fn add_contradiction(&mut self, guard: Option<Literal>) {
        let (terms, limit) = match guard {
            None => (Vec::new(), -1),
            // No assignment meets it, so that the guard is 0: a row of one variable, which
            // propagation turns into its range.
            Some(Literal { var, is_positive: true }) => (vec![(var, 1)], 0),
            Some(Literal { var, is_positive: false }) => (vec![(var, -1)], -1),
        };
        let (when, serves) = (self.when, self.serves);
        self.model.rows.push(LinearRow {
            when,
            serves,
            ..LinearRow::new(terms, limit, None, self.source)
        });
    }

    /// Adds a row: one of some literals is 1, if the guard is.
    pub(super) fn add_choice(&mut self, literals: &[Literal], guard: Option<Literal>) {
        let (mut terms, mut constant) = (Vec::new(), 1);
        // Without the guard the row applies anyway: the opposite of the guard is one more literal.
        for literal in literals.iter().copied().chain(guard.map(Literal::opposite)) {
            if literal.is_positive {
                terms.push((literal.var, -1));
            } else {
                constant -= 1;
                terms.push((literal.var, 1));
            }
        }
        self.add_row(Some(LinearSum::new(terms, constant, 1)), None);
    }

    /// Encodes that one of some alternatives is true, if the guard is 1.
    fn encode_any(&mut self, alternatives: Vec<Alternative<'_>>, guard: Option<Literal>) {
        if alternatives.is_empty() {
            return self.add_contradiction(guard);
        }
        // One alternative is no choice: it needs no variable.
        if let [alternative] = alternatives.as_slice() {
            return self.encode_alternative(alternative, guard);
        }
        let known: Vec<Option<Literal>> = alternatives
            .iter()
            .map(|alternative| self.literal_of(alternative))
            .collect();
        // Whether a card is in a zone of one card is a literal already.
        if let ([first, second], None) = (alternatives.as_slice(), guard) {
            match known.as_slice() {
                [Some(literal), None] => return self.encode_served(second, literal.opposite()),
                [None, Some(literal)] => return self.encode_served(first, literal.opposite()),
                _ => {}
            }
        }
        let mut literals = Vec::with_capacity(known.len());
        for literal in &known {
            literals.push(literal.unwrap_or_else(|| self.model.add_literal()));
        }
        self.add_choice(&literals, guard);
        for ((alternative, literal), known) in alternatives.iter().zip(literals).zip(known) {
            if known.is_none() {
                self.encode_alternative(alternative, Some(literal));
            }
        }
    }

    /// Encodes an alternative under a guard, for which alone its rows are needed.
    fn encode_served(&mut self, alternative: &Alternative<'_>, guard: Literal) {
        let serves = self.serves.replace(guard);
        self.encode_alternative(alternative, Some(guard));
        self.serves = serves;
    }

    /// The literal of an alternative that asks whether a card is in the zone of one card.
    fn literal_of(&mut self, alternative: &Alternative<'_>) -> Option<Literal> {
        let [Consequence::Node(node, wanted)] = alternative.consequences.as_slice() else {
            return None;
        };
        let zone = self
            .single_zone
            .as_mut()
            .filter(|_| alternative.facts.is_empty())?;
        zone.literal_of(self.model, self.board, node, *wanted)
    }

    /// The literal of a condition that asks whether a card is in the zone of one card.
    pub(super) fn literal_of_node(&mut self, node: &Node) -> Option<Literal> {
        self.single_zone
            .as_mut()?
            .literal_of(self.model, self.board, node, true)
    }

    fn encode_alternative(&mut self, alternative: &Alternative<'_>, guard: Option<Literal>) {
        for fact in &alternative.facts {
            self.add_row(Some(fact.clone()), guard);
        }
        for consequence in &alternative.consequences {
            match consequence {
                Consequence::Node(node, wanted) => self.encode_node(node, *wanted, guard),
                Consequence::AtMost(a, b, strictly) => self.encode_at_most(a, b, *strictly, guard),
            }
        }
    }

    /// Encodes a demand, if the guard is 1.
    pub(super) fn encode_demand(&mut self, demand: &Demand, guard: Option<Literal>) {
        let zone = self
            .single_zone
            .take()
            .filter(|zone| demand.zone == Some(zone.zone));
        self.when = zone.as_ref().map(|zone| zone.source);
        self.single_zone = zone;
        self.encode_condition(&demand.node, true, guard);
        self.when = None;
    }

    /// Encodes a whole condition, and notes where rows decide less than the cases of unknown facts.
    pub(super) fn encode_condition(&mut self, node: &Node, wanted: bool, guard: Option<Literal>) {
        // Rows that are too strict can miss a deck and prove nothing by finding none; rows that are
        // too loose can offer one that the rules engine rejects.
        let test = ExactnessTest { board: self.board, certainty: self.certainty };
        if !test.is_exact(node, wanted) {
            match self.certainty {
                Certainty::Certain => self.is_stricter = true,
                Certainty::Possible => self.is_looser = true,
            }
        }
        self.encode_node(node, wanted, guard);
    }

    /// Encodes that a condition is true (`wanted`) or false, if the guard is 1.
    pub(super) fn encode_node(&mut self, node: &Node, wanted: bool, guard: Option<Literal>) {
        if self.is_late {
            return;
        }
        match node {
            Node::Constant(truth) => {
                let truth = if wanted { *truth } else { !*truth };
                if !self.certainty.accepts(truth) {
                    self.add_contradiction(guard);
                }
            }
            Node::All(items) | Node::Any(items) => {
                if matches!(node, Node::All(_)) == wanted {
                    items
                        .iter()
                        .for_each(|item| self.encode_node(item, wanted, guard));
                } else {
                    let alternatives = items
                        .iter()
                        .map(|item| Alternative::from_node(item, wanted))
                        .collect();
                    self.encode_any(alternatives, guard);
                }
            }
            Node::Not(inner) => self.encode_node(inner, !wanted, guard),
            Node::Count { leaf, operator, limit } => {
                self.encode_count(leaf, *operator, *limit, wanted, guard);
            }
            Node::Compare { left, operator, right } => {
                self.encode_comparison(left, *operator, right, wanted, guard);
            }
            Node::Each(grouped) => self.encode_each(grouped, wanted, guard),
        }
    }

    fn encode_count(
        &mut self,
        leaf: &CountLeaf,
        operator: Operator,
        limit: i64,
        wanted: bool,
        guard: Option<Literal>,
    ) {
        let operator = if wanted { operator } else { operator.opposite() };
        match operator {
            Operator::AtMost => self.bound_count(leaf, RowSide::Smaller, limit, guard),
            Operator::Less => {
                self.bound_count(leaf, RowSide::Smaller, limit.saturating_sub(1), guard);
            }
            Operator::AtLeast => self.bound_count(leaf, RowSide::Larger, limit, guard),
            Operator::Greater => {
                self.bound_count(leaf, RowSide::Larger, limit.saturating_add(1), guard);
            }
            Operator::Equal | Operator::Has => {
                self.bound_count(leaf, RowSide::Smaller, limit, guard);
                self.bound_count(leaf, RowSide::Larger, limit, guard);
            }
            Operator::NotEqual => {
                let value = BoundValue::Count(leaf.clone());
                let limit = BoundValue::Exact(sleeve_language::Quantity::whole(limit));
                self.encode_comparison(&value, Operator::NotEqual, &limit, true, guard);
            }
        }
    }

    /// Encodes that a number of cards is at most a limit, or at least (the larger side).
    fn bound_count(&mut self, leaf: &CountLeaf, side: RowSide, limit: i64, guard: Option<Literal>) {
        let (count, end) = (self.sum_leaf(leaf, side), LinearSum::from_whole(limit));
        let difference = match side {
            RowSide::Smaller => count.minus(&end),
            RowSide::Larger => end.minus(&count),
        };
        self.add_row(difference, guard);
    }

    fn encode_comparison(
        &mut self,
        left: &BoundValue,
        operator: Operator,
        right: &BoundValue,
        wanted: bool,
        guard: Option<Literal>,
    ) {
        let mut alternatives: Vec<Alternative<'_>> = Vec::new();
        if !wanted {
            // A comparison without a value on both sides is false, so its denial is true.
            let mut absences = Vec::new();
            self.collect_absences(left, &mut absences);
            self.collect_absences(right, &mut absences);
            alternatives.extend(
                absences
                    .into_iter()
                    .map(|facts| Alternative { facts, consequences: Vec::new() }),
            );
        }
        let operator = if wanted { operator } else { operator.opposite() };
        match operator {
            Operator::Equal | Operator::Has => {
                // Neither side passes the other.
                let both = vec![
                    self.encode_ends(left, right, false),
                    self.encode_ends(right, left, false),
                ];
                alternatives.push(Alternative { facts: Vec::new(), consequences: both });
            }
            Operator::NotEqual => {
                for (low, high) in [(left, right), (right, left)] {
                    let then = self.encode_ends(low, high, true);
                    alternatives.push(Alternative::from_consequence(then));
                }
            }
            Operator::Less | Operator::AtMost => {
                let then = self.encode_ends(left, right, operator == Operator::Less);
                alternatives.push(Alternative::from_consequence(then));
            }
            Operator::Greater | Operator::AtLeast => {
                let then = self.encode_ends(right, left, operator == Operator::Greater);
                alternatives.push(Alternative::from_consequence(then));
            }
        }
        self.encode_any(alternatives, guard);
    }

    /// Encodes the ends of two numbers of which the first is the smaller one.
    fn encode_ends<'n>(
        &mut self,
        low: &BoundValue,
        high: &BoundValue,
        strictly: bool,
    ) -> Consequence<'n> {
        let low = self.encode_number(low, RowSide::Smaller);
        Consequence::AtMost(low, self.encode_number(high, RowSide::Larger), strictly)
    }

    /// Encodes `a <= b`, or `a < b` for `strictly`, if the guard is 1.
    pub(super) fn encode_at_most(
        &mut self,
        a: &Term,
        b: &Term,
        strictly: bool,
        guard: Option<Literal>,
    ) {
        if self.is_late {
            return;
        }
        if let Some(alternatives) = self.list_alternatives(a, b, strictly) {
            return self.encode_any(alternatives, guard);
        }
        match (a, b) {
            (Term::Inexpressible, _) | (_, Term::Inexpressible) => self.is_looser = true,
            (Term::NoValue, _) | (_, Term::NoValue) => self.add_contradiction(guard),
            // A number about which nothing is known certainly meets no limit, and possibly any
            // limit.
            (Term::Unbounded, _) | (_, Term::Unbounded) => {
                if self.certainty == Certainty::Certain {
                    self.add_contradiction(guard);
                }
            }
            (Term::Most(items), _) => {
                let was_lazy = self.is_lazy;
                // The largest of many is at most some number: a row for each, few of which ever
                // bind.
                self.is_lazy |= items.len() > LAZY_FROM;
                items
                    .iter()
                    .for_each(|item| self.encode_at_most(item, b, strictly, guard));
                self.is_lazy = was_lazy;
            }
            (_, Term::Least(items)) => {
                items
                    .iter()
                    .for_each(|item| self.encode_at_most(a, item, strictly, guard));
            }
            (Term::Sum(a), Term::Sum(b)) => {
                self.add_row(a.minus(b).map(|sum| make_strict(sum, strictly)), guard);
            }
            // Only against a constant: a sum of variables times the divisor is not linear.
            (Term::Ratio(a, b), Term::Sum(c)) => {
                let difference = c.constant().and_then(|c| a.minus(&b.times(c)?));
                self.encode_ratio(difference, b, strictly, guard);
            }
            (Term::Sum(c), Term::Ratio(a, b)) => {
                let difference = c.constant().and_then(|c| b.times(c)?.minus(a));
                self.encode_ratio(difference, b, strictly, guard);
            }
            // Two quotients multiplied out are products of sums, which rows cannot express.
            _ => self.is_looser = true,
        }
    }

    /// The alternatives of `a <= b`: one of some cases, or of several terms, is enough. `None` if
    /// there is no choice.
    fn list_alternatives<'n>(
        &self,
        a: &Term,
        b: &Term,
        strictly: bool,
    ) -> Option<Vec<Alternative<'n>>> {
        let mut alternatives = Vec::new();
        match (a, b) {
            (Term::Inexpressible | Term::NoValue | Term::Unbounded, _)
            | (_, Term::Inexpressible | Term::NoValue | Term::Unbounded) => return None,
            (Term::Cases(cases), _) => {
                for (facts, a) in select_cases(cases, b, RowSide::Smaller, strictly, self.model) {
                    alternatives.push(Alternative::at_most(a, b, strictly, facts));
                }
            }
            (_, Term::Cases(cases)) => {
                for (facts, b) in select_cases(cases, a, RowSide::Larger, strictly, self.model) {
                    alternatives.push(Alternative::at_most(a, b, strictly, facts));
                }
            }
            (Term::Most(_), _) | (_, Term::Least(_)) => return None,
            (Term::Least(items), _) => {
                let each = items
                    .iter()
                    .map(|a| Alternative::at_most(a, b, strictly, &[]));
                alternatives.extend(each);
            }
            (_, Term::Most(items)) => {
                let each = items
                    .iter()
                    .map(|b| Alternative::at_most(a, b, strictly, &[]));
                alternatives.extend(each);
            }
            _ => return None,
        }
        Some(alternatives)
    }

    /// Encodes a comparison with a quotient, multiplied by its divisor, which has to be above zero.
    fn encode_ratio(
        &mut self,
        difference: Option<LinearSum>,
        divisor: &LinearSum,
        strictly: bool,
        guard: Option<Literal>,
    ) {
        self.add_row(difference.map(|sum| make_strict(sum, strictly)), guard);
        // The sign of a quotient's divisor does not depend on its scale; at 1 the row has whole
        // numbers.
        let divisor = LinearSum { scale: 1, ..divisor.clone() };
        self.add_row(LinearSum::from_whole(1).minus(&divisor), guard);
    }

    fn encode_each(&mut self, grouped: &GroupedCondition, wanted: bool, guard: Option<Literal>) {
        if !wanted {
            return self.encode_failing_group(grouped, guard);
        }
        let was_lazy = self.is_lazy;
        self.is_lazy |= grouped.groups.len() > LAZY_FROM;
        for group in &grouped.groups {
            let spots: Vec<Spot> = group
                .certain
                .iter()
                .chain(&group.possible)
                .copied()
                .collect();
            let node = &fold_group_constants(group);
            // A condition that an empty group meets too needs no choice between an empty group and
            // one that meets it.
            if holds_when_empty(node, &spots) {
                self.encode_node(node, true, guard);
                continue;
            }
            let absent = vec![self.count_members(group, RowSide::Smaller)];
            let alternatives = vec![
                Alternative { facts: absent, consequences: Vec::new() },
                Alternative::from_node(node, true),
            ];
            self.encode_any(alternatives, guard);
        }
        self.is_lazy = was_lazy;
        for uncertain in &grouped.uncertain {
            let all = uncertain
                .card
                .certain
                .iter()
                .chain(&uncertain.card.possible);
            let held: Vec<Spot> = all
                .copied()
                .filter(|spot| !self.board.is_stranger(*spot))
                .collect();
            let nodes: Vec<&Node> = uncertain
                .joined_groups
                .iter()
                .chain(&uncertain.own_group)
                .collect();
            self.encode_uncertain_card(&held, &nodes, guard);
        }
    }

    /// Encodes that some group has a card and fails its condition.
    fn encode_failing_group(&mut self, grouped: &GroupedCondition, guard: Option<Literal>) {
        let mut alternatives: Vec<Alternative<'_>> = Vec::new();
        for group in &grouped.groups {
            let members = self.count_members(group, RowSide::Larger);
            if let Some(occupied) = LinearSum::from_whole(1).minus(&members) {
                let fails = Alternative::from_node(&group.node, false);
                alternatives.push(Alternative { facts: vec![occupied], ..fails });
            }
        }
        self.is_stricter |= !grouped.uncertain.is_empty();
        self.encode_any(alternatives, guard);
    }

    /// Encodes that a card whose group is unknown is absent, or all groups that it may join meet
    /// their conditions.
    fn encode_uncertain_card(&mut self, held: &[Spot], nodes: &[&Node], guard: Option<Literal>) {
        if held.is_empty() || self.certainty == Certainty::Possible {
            self.is_looser = true;
            return;
        }
        let every = self.model.add_literal();
        let empty = self.model.add_literal();
        self.add_choice(&[every, empty], guard);
        self.add_row(Some(self.board.count_spots(held)), Some(empty));
        for node in nodes {
            self.encode_node(node, true, Some(every));
        }
    }
}

pub(super) struct Demand {
    pub(super) node: Node,
    /// Position of the zone of one card whose kinds of cards the condition goes through, if it
    /// does.
    pub(super) zone: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use sleeve_language::Truth;
    use std::{cell::Cell, time::Duration};

    #[test]
    fn no_rows_are_made_once_the_time_is_over() {
        let (mut model, board, looks) = (LinearModel::default(), Board::default(), Cell::new(2));
        let terms = (0..100).map(|_| (model.add_variable(0, 1), 1)).collect();
        let sum = LinearSum::new(terms, 0, 1);
        let deadline = Deadline { looks: Some(&looks), ..Deadline::from_duration(Duration::ZERO) };
        let mut encoder = Encoder::new(&mut model, &board, Certainty::Certain, 100, deadline);
        for late in [false, true] {
            assert_eq!(encoder.is_late, late);
            (0..TERMS_BETWEEN_LOOKS / 50).for_each(|_| encoder.add_row(Some(sum.clone()), None));
        }
        let rows = encoder.model.rows.len();
        encoder.encode_node(&Node::Constant(Truth::False), true, None);
        let endless = Term::Most(vec![Term::Unbounded]);
        encoder.encode_at_most(&endless, &endless, false, None);
        assert_eq!(model.rows.len(), rows);
    }
}

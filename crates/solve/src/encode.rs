//! Encodes conditions as rows. A condition that is bound to the cards of piles compares numbers,
//! and these are sums of variables.
//!
//! An alternative (`or`, `if`, a largest or a smallest number) costs a variable that is 0 or 1 for
//! each branch. Conditions that rows cannot express are left out, and the encoder notes whether the
//! rows became stricter or looser; the rules engine judges every answer.

use super::certainty::Certainty;
use super::exactness::ExactnessTest;
use super::layout::Board;
use super::linear::{LinearModel, LinearRow, LinearSum, Literal, RowScale, SourceIndex, Var};
use super::rewrite::{fold_group_constants, holds_when_empty};
use super::single_zone::SingleZone;
use super::solver::Deadline;
use super::term::{Alternative, Consequence, RowSide, Term, make_strict, select_cases};
use sleeve_language::ast::Operator;
use sleeve_language::bound::{BoundGroup, BoundValue, CountLeaf, GroupedCondition, Node, Spot};
use sleeve_language::gcd;

/// The number of similar rows beyond which they are lazy. Few rows cost the solver less than the
/// extra round that a lazy row may cost.
const LAZY_FROM: usize = 64;

/// The number of terms between two looks at the clock: a look costs far more than a term, and counts as work.
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

    /// The whole number of a sum that is rounded `up` or down: one for all numbers of a condition that round it.
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

    /// Adds a row: the sum is not above zero, if the guard is 1. `None` is a sum that is out of range.
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
        let divisor = sum.terms.iter().fold(0, |a, (_, b)| gcd(a, b.unsigned_abs())) as i64;
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
        // Whole numbers let the limit be rounded down (Chvátal and Gomory), which cuts off fractions.
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
            // No assignment meets it, so that the guard is 0: a row of one variable, which propagation turns into
            // its range.
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
        let mut take = |literal: &Literal, factor: i64| {
            if literal.is_positive {
                terms.push((literal.var, factor));
            } else {
                constant += factor;
                terms.push((literal.var, -factor));
            }
        };
        literals.iter().for_each(|literal| take(literal, -1));
        if let Some(guard) = guard {
            // Without the guard the row applies anyway: the opposite of the guard is one more
            // literal.
            take(&guard.opposite(), -1);
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
        let known: Vec<Option<Literal>> =
            alternatives.iter().map(|alternative| self.literal_of(alternative)).collect();
        // Whether a card is in a zone of one card is a literal already.
        if let ([first, second], None) = (alternatives.as_slice(), guard) {
            match known.as_slice() {
                [Some(literal), None] => return self.encode_served(second, literal.opposite()),
                [None, Some(literal)] => return self.encode_served(first, literal.opposite()),
                _ => {}
            }
        }
        let new = |literal: &Option<Literal>| literal.unwrap_or_else(|| self.model.add_literal());
        let literals: Vec<Literal> = known.iter().map(new).collect();
        self.add_choice(&literals, guard);
        let unknown = alternatives.iter().zip(&literals).zip(&known).filter(|(_, k)| k.is_none());
        for ((alternative, literal), _) in unknown {
            self.encode_alternative(alternative, Some(*literal));
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
        let zone = self.single_zone.as_mut().filter(|_| alternative.facts.is_empty())?;
        zone.literal_of(self.model, self.board, (node, *wanted))
    }

    /// The literal of a condition that asks whether a card is in the zone of one card.
    pub(super) fn literal_of_node(&mut self, node: &Node) -> Option<Literal> {
        self.single_zone.as_mut()?.literal_of(self.model, self.board, (node, true))
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
        let zone = self.single_zone.take().filter(|zone| demand.zone == Some(zone.zone));
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
                    items.iter().for_each(|item| self.encode_node(item, wanted, guard));
                } else {
                    let alternatives =
                        items.iter().map(|item| Alternative::from_node(item, wanted)).collect();
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
        let at_most = |encoder: &mut Self, limit: i64| {
            let sum = encoder.sum_leaf(leaf, RowSide::Smaller).minus(&LinearSum::from_whole(limit));
            encoder.add_row(sum, guard);
        };
        let at_least = |encoder: &mut Self, limit: i64| {
            let sum = LinearSum::from_whole(limit).minus(&encoder.sum_leaf(leaf, RowSide::Larger));
            encoder.add_row(sum, guard);
        };
        match operator {
            Operator::AtMost => at_most(self, limit),
            Operator::Less => at_most(self, limit.saturating_sub(1)),
            Operator::AtLeast => at_least(self, limit),
            Operator::Greater => at_least(self, limit.saturating_add(1)),
            Operator::Equal | Operator::Has => {
                at_most(self, limit);
                at_least(self, limit);
            }
            Operator::NotEqual => {
                let value = BoundValue::Count(leaf.clone());
                let limit = BoundValue::Exact(sleeve_language::Quantity::whole(limit));
                self.encode_comparison(&value, Operator::NotEqual, &limit, true, guard);
            }
        }
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
                absences.into_iter().map(|facts| Alternative { facts, consequences: Vec::new() }),
            );
        }
        let operator = if wanted { operator } else { operator.opposite() };
        let below = |encoder: &mut Self, a: &BoundValue, b: &BoundValue, strictly: bool| {
            let (a, b) = (
                encoder.encode_number(a, RowSide::Smaller),
                encoder.encode_number(b, RowSide::Larger),
            );
            Consequence::AtMost(a, b, strictly)
        };
        match operator {
            Operator::Equal | Operator::Has => {
                // Neither side passes the other.
                let both = [below(self, left, right, false), below(self, right, left, false)];
                alternatives.push(Alternative { facts: Vec::new(), consequences: both.into() });
            }
            Operator::NotEqual => {
                alternatives.push(Alternative::from_consequence(below(self, left, right, true)));
                alternatives.push(Alternative::from_consequence(below(self, right, left, true)));
            }
            Operator::Less | Operator::AtMost => {
                let then = below(self, left, right, operator == Operator::Less);
                alternatives.push(Alternative::from_consequence(then));
            }
            Operator::Greater | Operator::AtLeast => {
                let then = below(self, right, left, operator == Operator::Greater);
                alternatives.push(Alternative::from_consequence(then));
            }
        }
        self.encode_any(alternatives, guard);
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
        let alternative = |(a, b): (&Term, &Term), facts: &[LinearSum]| Alternative {
            facts: facts.to_vec(),
            consequences: vec![Consequence::AtMost(a.clone(), b.clone(), strictly)],
        };
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
            (Term::Cases(cases), _) => {
                let selected = select_cases(cases, b, RowSide::Smaller, strictly, self.model);
                let alternatives = selected.iter().map(|(facts, t)| alternative((t, b), facts));
                self.encode_any(alternatives.collect(), guard);
            }
            (_, Term::Cases(cases)) => {
                let selected = select_cases(cases, a, RowSide::Larger, strictly, self.model);
                let alternatives = selected.iter().map(|(facts, t)| alternative((a, t), facts));
                self.encode_any(alternatives.collect(), guard);
            }
            (Term::Most(items), _) => {
                let was_lazy = self.is_lazy;
                // The largest of many is at most some number: a row for each, few of which ever
                // bind.
                self.is_lazy |= items.len() > LAZY_FROM;
                items.iter().for_each(|item| self.encode_at_most(item, b, strictly, guard));
                self.is_lazy = was_lazy;
            }
            (_, Term::Least(items)) => {
                items.iter().for_each(|item| self.encode_at_most(a, item, strictly, guard));
            }
            (Term::Least(items), _) => {
                let alternatives = items.iter().map(|item| alternative((item, b), &[]));
                self.encode_any(alternatives.collect(), guard);
            }
            (_, Term::Most(items)) => {
                let alternatives = items.iter().map(|item| alternative((a, item), &[]));
                self.encode_any(alternatives.collect(), guard);
            }
            (Term::Sum(a), Term::Sum(b)) => {
                let difference = a.minus(b).map(|sum| make_strict(sum, strictly));
                self.add_row(difference, guard);
            }
            (Term::Ratio(a, b), Term::Sum(c)) => {
                // Only against a constant: a sum of variables times the divisor is not linear.
                let difference = c.constant().and_then(|c| a.minus(&b.times(c)?));
                self.encode_ratio(difference, b, strictly, guard);
            }
            (Term::Sum(c), Term::Ratio(a, b)) => {
                let difference = c.constant().and_then(|c| b.times(c)?.minus(a));
                self.encode_ratio(difference, b, strictly, guard);
            }
            // Two quotients multiplied out are products of sums, which rows cannot express.
            (Term::Ratio(..), Term::Ratio(..)) => self.is_looser = true,
        }
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
        // The sign of a quotient's divisor does not depend on its scale; at 1 the row has whole numbers.
        let divisor = LinearSum { scale: 1, ..divisor.clone() };
        self.add_row(LinearSum::from_whole(1).minus(&divisor), guard);
    }

    fn encode_each(&mut self, grouped: &GroupedCondition, wanted: bool, guard: Option<Literal>) {
        if !wanted {
            let some = |group: &BoundGroup| {
                LinearSum::from_whole(1).minus(&self.count_members(group, RowSide::Larger))
            };
            let alternative = |group| Some((some(group)?, group));
            let alternatives =
                grouped.groups.iter().filter_map(alternative).map(|(fact, group)| Alternative {
                    facts: vec![fact],
                    consequences: vec![Consequence::Node(&group.node, false)],
                });
            let alternatives: Vec<Alternative<'_>> = alternatives.collect();
            self.is_stricter |= !grouped.uncertain.is_empty();
            return self.encode_any(alternatives, guard);
        }
        let was_lazy = self.is_lazy;
        self.is_lazy |= grouped.groups.len() > LAZY_FROM;
        for group in &grouped.groups {
            let spots: Vec<Spot> = group.certain.iter().chain(&group.possible).copied().collect();
            let node = &fold_group_constants(group);
            // A condition that an empty group meets too needs no choice between an empty group and one that meets
            // it.
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
            let all = uncertain.card.certain.iter().chain(&uncertain.card.possible);
            let held: Vec<Spot> =
                all.copied().filter(|spot| !self.board.is_stranger(*spot)).collect();
            if held.is_empty() || self.certainty == Certainty::Possible {
                self.is_looser = true;
                continue;
            }
            let absent = vec![self.board.count_spots(&held)];
            let nodes: Vec<&Node> =
                uncertain.joined_groups.iter().chain(&uncertain.own_group).collect();
            let every = self.model.add_literal();
            let empty = self.model.add_literal();
            self.add_choice(&[every, empty], guard);
            absent.into_iter().for_each(|fact| self.add_row(Some(fact), Some(empty)));
            nodes.into_iter().for_each(|node| self.encode_node(node, true, Some(every)));
        }
    }
}

pub(super) struct Demand {
    pub(super) node: Node,
    /// Position of the zone of one card whose kinds of cards the condition goes through, if it does.
    pub(super) zone: Option<usize>,
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::cell::Cell;
    use std::time::Duration;

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

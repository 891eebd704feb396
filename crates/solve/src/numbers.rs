//! Encodes numbers of piles as terms.
//!
//! A number on the smaller side of a comparison is taken at its largest, and one on the larger side
//! at its smallest, so that the comparison is true for all values of the unknown facts. For decks
//! that may be legal it is the other way round.

use super::{
    certainty::Certainty,
    encode::Encoder,
    ground::{Goal, GoalNumber},
    linear::{LinearSum, Literal, Range, add_sums, bring_to_one_scale},
    rewrite::value_reads_only,
    term::{RowSide, Term, add_terms, negate_term, scale_term, term_from_sum},
};
use sleeve_data::Gather;
use sleeve_language::{
    Operation, Presence, Quantity, Rational,
    ast::Arithmetic,
    bound::{
        BoundGroup, BoundValue, CountLeaf, FoldLeaf, FoldTerm, GroupLeaf, GroupedCondition,
        GroupedMeasure, Spot, TotalGroup, ValueGroup,
    },
    tree::Fold,
};
use std::collections::BTreeSet;

/// The most values of one number that become cases.
const CASE_LIMIT: usize = 64;

impl Encoder<'_> {
    /// Whether unknown facts about a spot are taken in favour of the deck.
    fn favours_deck(&self, spot: Spot) -> bool {
        self.certainty == Certainty::Possible || self.board.is_stranger(spot)
    }

    /// Whether cards at a spot are counted for a side, if a fact that decides it is unknown.
    fn is_counted(&self, spot: Spot, side: RowSide) -> bool {
        (side == RowSide::Smaller) != self.favours_deck(spot)
    }

    /// The number of cards that a leaf counts.
    pub(super) fn sum_leaf(&self, leaf: &CountLeaf, side: RowSide) -> LinearSum {
        let possible = leaf
            .possible
            .iter()
            .filter(|spot| self.is_counted(**spot, side));
        self.board.count_spots(leaf.certain.iter().chain(possible))
    }

    /// Encodes the end of a number that a side needs.
    pub(super) fn encode_number(&mut self, value: &BoundValue, side: RowSide) -> Term {
        if self.is_late {
            return Term::Inexpressible;
        }
        match value {
            BoundValue::Exact(quantity) => self.encode_constant(quantity, side),
            BoundValue::Count(leaf) => Term::Sum(self.sum_leaf(leaf, side)),
            BoundValue::Fold(leaf) if leaf.fold == Fold::Sum => self.encode_total(leaf, side),
            BoundValue::Fold(leaf) if leaf.fold == Fold::Avg => self.encode_average(leaf, side),
            BoundValue::Fold(leaf) if matches!(leaf.fold, Fold::Min | Fold::Max) => {
                self.encode_extreme(leaf, side)
            }
            BoundValue::Fold(_) => Term::Inexpressible,
            BoundValue::Distinct(leaf) => self.encode_distinct(leaf, side),
            BoundValue::Copies(leaf) => self.encode_copies(leaf, side),
            BoundValue::Groups(grouped) => self.encode_groups(grouped, side),
            BoundValue::Total(totals) => self.encode_totals(totals, side),
            BoundValue::Indicator(node) => {
                // One direction is enough: on the larger side 1 has to mean that it is true, on the
                // smaller side 0 that it is false.
                let holds = self.model.add_literal();
                match side {
                    RowSide::Larger => self.encode_node(node, true, Some(holds)),
                    RowSide::Smaller => self.encode_node(node, false, Some(holds.opposite())),
                }
                Term::Sum(LinearSum::from_variable(holds.var))
            }
            BoundValue::Operation(operation, operands) => {
                self.encode_operation(*operation, operands, side)
            }
        }
    }

    fn encode_operation(
        &mut self,
        operation: Operation,
        operands: &[BoundValue],
        side: RowSide,
    ) -> Term {
        match (operation, operands) {
            // Under a minus the largest number becomes the smallest.
            (Operation::Negate, [inner]) => negate_term(self.encode_number(inner, side.other())),
            (Operation::Arithmetic(operator), [a, b]) => {
                self.encode_arithmetic(operator, a, b, side)
            }
            (Operation::Floor | Operation::Ceil, [inner]) => {
                let inner = self.encode_number(inner, side);
                self.round_term(operation == Operation::Ceil, inner)
            }
            (Operation::Greatest, [_, ..]) => Term::Most(self.encode_all(operands, side)),
            (Operation::Least, [_, ..]) => Term::Least(self.encode_all(operands, side)),
            // The parser gives no operation another number of operands.
            (
                Operation::Negate
                | Operation::Arithmetic(_)
                | Operation::Floor
                | Operation::Ceil
                | Operation::Greatest
                | Operation::Least,
                _,
            ) => Term::Inexpressible,
        }
    }

    fn encode_all(&mut self, values: &[BoundValue], side: RowSide) -> Vec<Term> {
        values
            .iter()
            .map(|value| self.encode_number(value, side))
            .collect()
    }

    /// Encodes the goal by the end of its number that is certain.
    pub(super) fn encode_goal(&mut self, value: &BoundValue) -> Goal {
        // A goal must be at least as large as reported, so unknown facts count at their worst.
        let mut term = self.encode_number(value, RowSide::Larger);
        if let Term::Sum(sum) = term {
            return Goal { exists: None, number: GoalNumber::Sum(sum) };
        }
        let exists = self.model.add_literal();
        if let Term::Cases(cases) = &mut term {
            // A case that rows cannot express is never picked, so that nothing is proven.
            let count = cases.len();
            cases.retain(|(_, term)| term.sums(&mut Vec::new()).is_some());
            self.is_stricter |= cases.len() < count;
        }
        let number = match term {
            Term::Ratio(a, b) => {
                let divisor = LinearSum { scale: 1, ..b.clone() };
                // A quotient by nothing does not exist: its goal counts only for decks with a
                // divisor.
                self.add_row(LinearSum::from_whole(1).minus(&divisor), Some(exists));
                GoalNumber::Ratio(a, b)
            }
            term @ (Term::Most(_) | Term::Least(_) | Term::Cases(_)) => {
                let sum = self.add_bounded_variable(&term, RowSide::Larger, Some(exists));
                sum.map_or(GoalNumber::Inexpressible, GoalNumber::Sum)
            }
            _ => GoalNumber::Inexpressible,
        };
        Goal { exists: Some(exists), number }
    }

    /// Adds a variable for a term of several sums: not above the term on the larger side, not below
    /// it on the smaller one. It has the common scale of the sums and no wider range than they
    /// have, so that a solver in floating point can switch its rows off.
    fn add_bounded_variable(
        &mut self,
        term: &Term,
        side: RowSide,
        guard: Option<Literal>,
    ) -> Option<LinearSum> {
        let mut sums = Vec::new();
        term.sums(&mut sums)?;
        let (fine, scale) = bring_to_one_scale(sums.iter().copied())?;
        let ranges: Vec<Range> = fine.iter().map(|sum| self.model.sum_range(sum)).collect();
        let (low, high) =
            (ranges.iter().map(|r| r.low).min()?, ranges.iter().map(|r| r.high).max()?);
        let var = self.model.add_variable(low, high);
        let number = LinearSum { terms: vec![(var, 1)], constant: 0, scale };
        let other = Term::Sum(number.clone());
        match side {
            RowSide::Larger => self.encode_at_most(&other, term, false, guard),
            RowSide::Smaller => self.encode_at_most(term, &other, false, guard),
        }
        Some(number)
    }

    fn encode_constant(&self, quantity: &Quantity, side: RowSide) -> Term {
        let large = (side == RowSide::Smaller) != (self.certainty == Certainty::Possible);
        match (quantity.presence(), if large { quantity.high() } else { quantity.low() }) {
            (Presence::Never, _) => Term::NoValue,
            (Presence::Perhaps, _) if self.certainty == Certainty::Certain => Term::NoValue,
            (_, Some(number)) => term_from_sum(LinearSum::from_rational(number)),
            (_, None) => Term::Unbounded,
        }
    }

    /// The end of a card's number that a side needs; `None` if there is no such end.
    fn card_number(&self, term: &FoldTerm, side: RowSide) -> Option<i64> {
        if self.is_counted(term.spot, side) { term.high } else { term.low }
    }

    fn encode_total(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let (mut counted, mut open) = (Vec::new(), Vec::new());
        for term in &leaf.terms {
            let large = self.is_counted(term.spot, side);
            match self.card_number(term, side) {
                Some(n) if term.is_certain => counted.push((term.spot, n)),
                // A card that may not count adds nothing at its best or at its worst.
                Some(n) => counted.push((term.spot, if large { n.max(0) } else { n.min(0) })),
                None => open.push(term.spot),
            }
        }
        let total = self.board.sum_spots(counted.into_iter(), leaf.unit);
        if open.is_empty() {
            return Term::Sum(total);
        }
        let (favoured, held): (Vec<Spot>, Vec<Spot>) =
            open.into_iter().partition(|spot| self.favours_deck(*spot));
        if !favoured.is_empty() {
            // A number without an end in favour of the deck is left to the rules engine.
            return Term::Inexpressible;
        }
        Term::Cases(vec![(vec![self.board.count_spots(&held)], Term::Sum(total))])
    }

    fn encode_average(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let (mut counted, mut weight) = (Vec::new(), Vec::new());
        let (mut favoured, mut held) = (Vec::new(), Vec::new());
        for term in &leaf.terms {
            match self.card_number(term, side).filter(|_| term.is_certain) {
                Some(n) => {
                    counted.push((term.spot, n));
                    weight.push(term.spot);
                }
                None if self.favours_deck(term.spot) => favoured.push(term.spot),
                None => {
                    self.is_stricter = true;
                    held.push(term.spot);
                }
            }
        }
        let total = self.board.sum_spots(counted.into_iter(), 1);
        let weight = self.board.count_spots(&weight);
        let Some(weight) = weight.times(Rational::whole(leaf.unit)) else {
            return Term::Inexpressible;
        };
        let ratio = Term::Ratio(total, weight);
        if held.is_empty() && favoured.is_empty() {
            return ratio;
        }
        held.extend(&favoured);
        let mut cases = vec![(vec![self.board.count_spots(&held)], ratio)];
        cases.extend(self.open_case(&favoured));
        Term::Cases(cases)
    }

    /// The case of a card with an unknown number, in favour of the deck: the rules engine decides
    /// it.
    fn open_case(&mut self, favoured: &[Spot]) -> Option<(Vec<LinearSum>, Term)> {
        if favoured.is_empty() {
            return None;
        }
        self.is_looser = true;
        let fact = LinearSum::from_whole(1).minus(&self.board.count_spots(favoured));
        Some((fact.into_iter().collect(), Term::Inexpressible))
    }

    /// Encodes the smallest or the largest number, with a case for each of its values.
    fn encode_extreme(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let (bounded, open): (Vec<&FoldTerm>, Vec<&FoldTerm>) = leaf
            .terms
            .iter()
            .partition(|t| !self.favours_deck(t.spot) || has_one_number(t));
        let favoured: Vec<Spot> = open.iter().map(|t| t.spot).collect();
        let ends: BTreeSet<i64> = bounded
            .iter()
            .filter_map(|t| self.card_number(t, side))
            .gather();
        // Each case becomes a branch with rows of its own.
        if ends.len() > CASE_LIMIT {
            return Term::Inexpressible;
        }
        let mut cases = Vec::new();
        for end in ends {
            let facts = self.list_extreme_facts(leaf.fold, &bounded, end, side);
            let number = Rational::new(i128::from(end), i128::from(leaf.unit));
            let (Some(facts), Some(number)) = (facts, number) else { return Term::Inexpressible };
            cases.push((facts, term_from_sum(LinearSum::from_rational(number))));
        }
        cases.extend(self.open_case(&favoured));
        if cases.is_empty() { Term::NoValue } else { Term::Cases(cases) }
    }

    /// The facts under which the smallest or the largest number is this one.
    fn list_extreme_facts(
        &self,
        fold: Fold,
        terms: &[&FoldTerm],
        end: i64,
        side: RowSide,
    ) -> Option<Vec<LinearSum>> {
        // For one side a single card at the value is enough; for the other no card may pass it.
        let one_card_is_enough = (fold == Fold::Min) == (side == RowSide::Smaller);
        let (mut enough, mut beyond) = (Vec::new(), Vec::new());
        for term in terms {
            // Of the largest number, the order is turned round.
            let turn = if fold == Fold::Min { 1 } else { -1 };
            let number = self
                .card_number(term, side)
                .map(|number| number.saturating_mul(turn));
            let limit = end.saturating_mul(turn);
            let reaches = number.is_some_and(|number| number <= limit);
            if term.is_certain && (!one_card_is_enough || reaches) {
                enough.push(term.spot);
            }
            if number.is_none_or(|number| number < limit) {
                beyond.push(term.spot);
            }
        }
        let mut facts = vec![LinearSum::from_whole(1).minus(&self.board.count_spots(&enough))?];
        if !one_card_is_enough {
            facts.push(self.board.count_spots(&beyond));
        }
        Some(facts)
    }

    /// Counts the cards of a group by a field.
    fn count_group(&self, group: &ValueGroup, side: RowSide) -> LinearSum {
        let open = group.doubtful.iter().chain(&group.candidates);
        let counted = open.filter(|spot| self.is_counted(**spot, side));
        self.board.count_spots(group.certain.iter().chain(counted))
    }

    fn encode_distinct(&mut self, leaf: &GroupLeaf, side: RowSide) -> Term {
        let mut total = Vec::new();
        for group in &leaf.groups {
            let present = self.count_group(group, side);
            // A group that exists for every choice needs no variable.
            if present.is_constant() {
                total.push(LinearSum::from_whole(i64::from(present.constant > 0)));
                continue;
            }
            let is_present = self.model.add_literal();
            // On the larger side the group counts at most as often as it has cards; on the smaller
            // side it counts as soon as it has one.
            match side {
                RowSide::Larger => {
                    let rest = LinearSum::from_variable(is_present.var).minus(&present);
                    self.add_row(rest, None);
                }
                RowSide::Smaller => {
                    self.add_row(Some(present), Some(is_present.opposite()));
                }
            }
            total.push(LinearSum::from_variable(is_present.var));
        }
        if !leaf.uncertain.is_empty() {
            let pessimistic = leaf.uncertain.iter().any(|uncertain| {
                uncertain
                    .certain
                    .iter()
                    .chain(&uncertain.possible)
                    .any(|spot| !self.favours_deck(*spot))
            });
            self.is_looser |= !pessimistic;
            self.is_stricter |= pessimistic;
            for uncertain in &leaf.uncertain {
                let held = self
                    .board
                    .count_spots(uncertain.certain.iter().chain(&uncertain.possible));
                match (pessimistic, side) {
                    (true, RowSide::Smaller) => self.add_row(Some(held), None),
                    // Each copy may have a value that no other card has.
                    (false, RowSide::Larger) => total.push(held),
                    (true, RowSide::Larger) | (false, RowSide::Smaller) => {}
                }
            }
        }
        term_from_sum(add_sums(&total))
    }

    fn encode_copies(&mut self, leaf: &GroupLeaf, side: RowSide) -> Term {
        let mut groups = vec![Term::Sum(LinearSum::ZERO)];
        for group in &leaf.groups {
            groups.push(Term::Sum(self.count_group(group, side)));
        }
        let mut fresh: Vec<Spot> = Vec::new();
        for uncertain in &leaf.uncertain {
            if uncertain.may_form_group {
                let all = uncertain.certain.iter().chain(&uncertain.possible);
                fresh.extend(all.filter(|spot| self.is_counted(**spot, side)));
            }
            if uncertain.has_value && side == RowSide::Larger {
                groups.push(Term::Sum(self.board.count_spots(&uncertain.certain)));
            }
        }
        if !fresh.is_empty() {
            groups.push(Term::Sum(self.board.count_spots(&fresh)));
        }
        Term::Most(groups)
    }

    /// Counts the cards that make a group exist: only certain ones if it is on the larger side.
    pub(super) fn count_members(&self, group: &BoundGroup, side: RowSide) -> LinearSum {
        let possible = group
            .possible
            .iter()
            .filter(|spot| self.is_counted(**spot, side));
        self.board.count_spots(group.certain.iter().chain(possible))
    }

    fn encode_groups(&mut self, grouped: &GroupedCondition, side: RowSide) -> Term {
        let mut total = Vec::new();
        for group in &grouped.groups {
            let is_present = self.model.add_literal();
            match side {
                RowSide::Larger => {
                    // A group that is counted has a card and satisfies the condition.
                    let occupied = LinearSum::from_whole(1).minus(&self.count_members(group, side));
                    self.add_row(occupied, Some(is_present));
                    self.encode_node(&group.node, true, Some(is_present));
                }
                RowSide::Smaller => {
                    let absent = self.count_members(group, side);
                    let (empty, fails) = (self.model.add_literal(), self.model.add_literal());
                    self.add_choice(&[empty, fails], Some(is_present.opposite()));
                    self.add_row(Some(absent), Some(empty));
                    self.encode_node(&group.node, false, Some(fails));
                }
            }
            total.push(LinearSum::from_variable(is_present.var));
        }
        self.note_inexact(!grouped.uncertain.is_empty(), side);
        term_from_sum(add_sums(&total))
    }

    /// Encodes the sum of a measure over all groups, if the measure of an empty group is 0: of an
    /// empty deck, with anything else in it.
    fn encode_totals(&mut self, totals: &GroupedMeasure, side: RowSide) -> Term {
        if !totals.groups.iter().all(is_nothing_when_empty) {
            return Term::Inexpressible;
        }
        let mut parts = Vec::new();
        for group in &totals.groups {
            let mut absent = Vec::new();
            self.collect_absences(&group.value, &mut absent);
            let term = match (self.encode_number(&group.value, side), absent.is_empty()) {
                (term, true) => term,
                // A group without a value adds nothing.
                (Term::Cases(mut cases), false) => {
                    cases.extend(
                        absent
                            .into_iter()
                            .map(|facts| (facts, Term::Sum(LinearSum::ZERO))),
                    );
                    Term::Cases(cases)
                }
                (Term::NoValue, false) => Term::NoValue,
                (_, false) => return Term::Inexpressible,
            };
            match term {
                Term::Sum(sum) => parts.push(sum),
                Term::NoValue => {}
                term @ (Term::Most(_) | Term::Least(_) | Term::Cases(_)) => {
                    match self.add_bounded_variable(&term, side, None) {
                        Some(number) => parts.push(number),
                        None => return Term::Inexpressible,
                    }
                }
                Term::Unbounded | Term::Ratio(..) | Term::Inexpressible => {
                    return Term::Inexpressible;
                }
            }
        }
        self.note_inexact(!totals.uncertain.is_empty(), side);
        term_from_sum(add_sums(&parts))
    }

    /// Notes that rows of a side leave out uncertain cards, if there are any.
    fn note_inexact(&mut self, has_uncertain: bool, side: RowSide) {
        self.is_stricter |= has_uncertain && side == RowSide::Larger;
        self.is_looser |= has_uncertain && side == RowSide::Smaller;
    }

    fn encode_arithmetic(
        &mut self,
        operator: Arithmetic,
        a: &BoundValue,
        b: &BoundValue,
        side: RowSide,
    ) -> Term {
        match operator {
            Arithmetic::Plus => add_terms(self.encode_number(a, side), self.encode_number(b, side)),
            Arithmetic::Minus => add_terms(
                self.encode_number(a, side),
                negate_term(self.encode_number(b, side.other())),
            ),
            Arithmetic::Times => self.encode_times(a, b, side),
            Arithmetic::Over => self.encode_over(a, b, side),
            Arithmetic::Else => self.encode_else(a, b, side),
            Arithmetic::Modulo => {
                match (self.encode_exact(a), exact_constant(b).and_then(Rational::to_integer)) {
                    (Some(sum), Some(divisor)) if divisor > 0 && sum.scale == 1 => {
                        self.encode_remainder(&sum, divisor)
                    }
                    _ => Term::Inexpressible,
                }
            }
        }
    }

    fn encode_times(&mut self, a: &BoundValue, b: &BoundValue, side: RowSide) -> Term {
        match (exact_constant(a), exact_constant(b)) {
            (_, Some(factor)) => self.encode_scaled(a, factor, side),
            (Some(factor), _) => self.encode_scaled(b, factor, side),
            (None, None) => match (a, b) {
                (BoundValue::Indicator(node), other) | (other, BoundValue::Indicator(node)) => {
                    self.encode_product(node, other, side)
                }
                _ => Term::Inexpressible,
            },
        }
    }

    fn encode_over(&mut self, a: &BoundValue, b: &BoundValue, side: RowSide) -> Term {
        let Some(divisor) = exact_constant(b) else {
            return match (self.encode_exact(a), self.encode_exact(b)) {
                (Some(a), Some(b)) => self.encode_quotient(&a, &b),
                _ => Term::Inexpressible,
            };
        };
        if divisor == Rational::ZERO {
            return Term::NoValue;
        }
        match Rational::ONE.divide(divisor) {
            Some(factor) => self.encode_scaled(a, factor, side),
            None => Term::Inexpressible,
        }
    }

    /// Encodes a number, or another one if it has no value.
    fn encode_else(&mut self, a: &BoundValue, b: &BoundValue, side: RowSide) -> Term {
        let mut absent = Vec::new();
        self.collect_absences(a, &mut absent);
        let other = self.encode_number(b, side);
        match self.encode_number(a, side) {
            term if absent.is_empty() => term,
            Term::NoValue => other,
            Term::Cases(mut cases) => {
                cases.extend(absent.into_iter().map(|facts| (facts, other.clone())));
                Term::Cases(cases)
            }
            _ => Term::Inexpressible,
        }
    }

    /// Encodes a number whose two ends are the same sum; `None` for any other number.
    fn encode_exact(&mut self, value: &BoundValue) -> Option<LinearSum> {
        match (
            self.encode_number(value, RowSide::Smaller),
            self.encode_number(value, RowSide::Larger),
        ) {
            (Term::Sum(a), Term::Sum(b)) if a == b => Some(a),
            _ => None,
        }
    }

    fn encode_scaled(&mut self, value: &BoundValue, factor: Rational, side: RowSide) -> Term {
        let side = if factor < Rational::ZERO { side.other() } else { side };
        scale_term(self.encode_number(value, side), factor)
    }

    /// Collects the ways in which a number has no value, each as facts: sums that are not above
    /// zero.
    pub(super) fn collect_absences(&mut self, value: &BoundValue, found: &mut Vec<Vec<LinearSum>>) {
        match value {
            BoundValue::Exact(quantity) => {
                let may_lack = match self.certainty {
                    Certainty::Certain => quantity.is_none(),
                    Certainty::Possible => quantity.presence() != Presence::Certain,
                };
                if may_lack {
                    found.push(Vec::new());
                }
            }
            BoundValue::Count(_) | BoundValue::Distinct(_) => {}
            BoundValue::Copies(_) | BoundValue::Groups(_) => {}
            BoundValue::Total(_) | BoundValue::Indicator(_) => {}
            BoundValue::Fold(leaf) if leaf.fold == Fold::Sum => {}
            BoundValue::Fold(leaf) => {
                let terms = leaf.terms.iter();
                let giving = terms.filter(|t| t.is_certain || !self.favours_deck(t.spot));
                let spots: Vec<Spot> = giving.map(|term| term.spot).collect();
                found.push(vec![self.board.count_spots(&spots)]);
            }
            BoundValue::Operation(Operation::Arithmetic(Arithmetic::Else), operands) => {
                found.extend(self.list_joint_absences(operands));
            }
            BoundValue::Operation(operation, operands) => {
                operands
                    .iter()
                    .for_each(|item| self.collect_absences(item, found));
                if let Operation::Arithmetic(Arithmetic::Over | Arithmetic::Modulo) = operation {
                    found.extend(operands.last().and_then(|item| self.find_zero_facts(item)));
                }
            }
        }
    }

    /// The ways in which none of some numbers has a value.
    fn list_joint_absences(&mut self, operands: &[BoundValue]) -> Vec<Vec<LinearSum>> {
        let mut all = vec![Vec::new()];
        for item in operands {
            let mut ways = Vec::new();
            self.collect_absences(item, &mut ways);
            let mut joined = Vec::new();
            for first in &all {
                joined.extend(ways.iter().map(|way| [first.as_slice(), way].concat()));
            }
            all = joined;
        }
        all
    }

    /// The facts under which a divisor is zero; `None` if it never is, or rows cannot express it.
    fn find_zero_facts(&mut self, divisor: &BoundValue) -> Option<Vec<LinearSum>> {
        match divisor {
            BoundValue::Count(leaf) => {
                let all = leaf.certain.iter().chain(&leaf.possible);
                Some(vec![self.board.count_spots(all)])
            }
            BoundValue::Exact(_) => {
                (exact_constant(divisor) == Some(Rational::ZERO)).then(Vec::new)
            }
            _ => {
                let sum = self.encode_exact(divisor);
                self.is_stricter |= sum.is_none();
                // Neither above zero nor below.
                sum.map(|sum| vec![sum.negated(), sum])
            }
        }
    }
}

/// Whether the measure of a group without cards is 0.
fn is_nothing_when_empty(group: &TotalGroup) -> bool {
    let members: Vec<Spot> = group
        .certain
        .iter()
        .chain(&group.possible)
        .copied()
        .collect();
    group.value.value(&[]).or_zero().exact_value() == Some(Rational::ZERO)
        && value_reads_only(&group.value, &members)
}

fn has_one_number(term: &FoldTerm) -> bool {
    term.is_certain && term.low.is_some() && term.low == term.high
}

fn exact_constant(value: &BoundValue) -> Option<Rational> {
    value.constant().and_then(|quantity| quantity.exact_value())
}

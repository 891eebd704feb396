//! The ends of numbers of a pile, as terms that rows can be made of.
//!
//! What stands on the smaller side of a comparison is taken at its largest, what stands on the larger
//! side at its smallest, so that the comparison holds whatever unknown facts are; where decks are
//! sought that may be legal, it is the other way round.

use super::encode::{Certainty, Encoder};
use super::ground::{Goal, GoalNumber};
use super::linear::{Linear, Literal, Var, lcm};
use super::term::{RowSide, Term, negated, plus, scale, sum};
use sleeve_language::Operation;
use sleeve_language::ast::Arithmetic;
use sleeve_language::bound::{
    BoundValue, CountLeaf, EachGroup, FoldLeaf, FoldTerm, GroupLeaf, Grouped, Spot, Totals,
};
use sleeve_language::tree::Fold;
use sleeve_language::{Presence, Quantity, Rational};
use std::collections::BTreeSet;

/// More values of one number than this are not taken apart.
const CASE_LIMIT: usize = 64;

impl Encoder<'_> {
    /// Whether what is not known of a spot speaks for the deck.
    fn in_favour(&self, spot: Spot) -> bool {
        self.certainty == Certainty::Possible || self.board.is_stranger(spot)
    }

    /// Whether cards at a spot that count or not are counted.
    fn counts(&self, spot: Spot, side: RowSide) -> bool {
        (side == RowSide::Smaller) != self.in_favour(spot)
    }

    /// How many cards a leaf counts.
    pub(super) fn leaf(&self, leaf: &CountLeaf, side: RowSide) -> Linear {
        let maybe = leaf.maybe.iter().filter(|spot| self.counts(**spot, side));
        self.board.count(leaf.sure.iter().chain(maybe))
    }

    /// One end of a number.
    pub(super) fn end(&mut self, value: &BoundValue, side: RowSide) -> Term {
        if self.is_late {
            return Term::Unsaid;
        }
        match value {
            BoundValue::Exact(quantity) => self.constant(quantity, side),
            BoundValue::Count(leaf) => Term::Sum(self.leaf(leaf, side)),
            BoundValue::Fold(leaf) => match leaf.fold {
                Fold::Sum => self.total(leaf, side),
                Fold::Avg => self.average(leaf, side),
                Fold::Min | Fold::Max => self.extreme(leaf, side),
            },
            BoundValue::Distinct(leaf) => self.distinct(leaf, side),
            BoundValue::Copies(leaf) => self.copies(leaf, side),
            BoundValue::Groups(grouped) => self.groups(grouped, side),
            BoundValue::Total(totals) => self.totals(totals, side),
            BoundValue::Indicator(node) => {
                let holds = self.model.literal();
                match side {
                    RowSide::Larger => self.require(node, true, Some(holds)),
                    RowSide::Smaller => self.require(node, false, Some(holds.opposite())),
                }
                Term::Sum(Linear::variable(holds.var))
            }
            BoundValue::Operation(operation, operands) => {
                self.operation(*operation, operands, side)
            }
        }
    }

    fn operation(&mut self, operation: Operation, operands: &[BoundValue], side: RowSide) -> Term {
        let ends = |encoder: &mut Self| -> Vec<Term> {
            operands.iter().map(|item| encoder.end(item, side)).collect()
        };
        match (operation, operands) {
            (Operation::Negate, [inner]) => negated(self.end(inner, side.other())),
            (Operation::Arithmetic(operator), [a, b]) => self.arithmetic(operator, a, b, side),
            (Operation::Floor | Operation::Ceil, [inner]) => {
                let inner = self.end(inner, side);
                self.rounded(operation == Operation::Ceil, inner)
            }
            (Operation::Greatest, [_, ..]) => Term::Most(ends(self)),
            (Operation::Least, [_, ..]) => Term::Least(ends(self)),
            _ => Term::Unsaid,
        }
    }

    /// A number that is to be as large as it can be, taken at the end that is certain.
    pub(super) fn goal(&mut self, value: &BoundValue) -> Goal {
        let term = self.end(value, RowSide::Larger);
        if let Term::Sum(sum) = term {
            return Goal { there: None, number: GoalNumber::Sum(sum) };
        }
        let there = self.model.literal();
        let term = match term {
            // A case that rows cannot say is never picked: then nothing is proven.
            Term::Cases(mut cases) => {
                let all = cases.len();
                cases.retain(|(_, term)| term.sums(&mut Vec::new()).is_some());
                self.is_stricter |= cases.len() < all;
                Term::Cases(cases)
            }
            term => term,
        };
        let number = match term {
            Term::Ratio(a, b) => {
                let some = Linear { scale: 1, ..b.clone() };
                self.row(Linear::whole(1).minus(&some), Some(there));
                GoalNumber::Ratio(a, b)
            }
            term @ (Term::Most(_) | Term::Least(_) | Term::Cases(_)) => {
                let own = self.own(&term, RowSide::Larger, Some(there));
                own.map_or(GoalNumber::Unsaid, GoalNumber::Sum)
            }
            _ => GoalNumber::Unsaid,
        };
        Goal { there: Some(there), number }
    }

    /// A number of its own for a term of several sums: not above it on the larger side, not below it on the
    /// smaller one, as fine as they are and no further than they reach, so that a solver in floating point can
    /// switch its rows off.
    fn own(&mut self, term: &Term, side: RowSide, guard: Option<Literal>) -> Option<Linear> {
        let mut sums = Vec::new();
        term.sums(&mut sums)?;
        let (fine, scale) = at_one_scale(sums.iter().copied())?;
        let low = fine.iter().map(|sum| sum.constant.saturating_add(self.model.least(&sum.terms)));
        let high = fine.iter().map(|sum| sum.constant.saturating_add(self.model.most(&sum.terms)));
        let var = self.model.variable(low.min()?, high.max()?);
        let own = Linear { terms: vec![(var, 1)], constant: 0, scale };
        let other = Term::Sum(own.clone());
        match side {
            RowSide::Larger => self.at_most(&other, term, false, guard),
            RowSide::Smaller => self.at_most(term, &other, false, guard),
        }
        Some(own)
    }

    fn constant(&self, quantity: &Quantity, side: RowSide) -> Term {
        let large = (side == RowSide::Smaller) != (self.certainty == Certainty::Possible);
        match (quantity.presence(), if large { quantity.high() } else { quantity.low() }) {
            (Presence::Never, _) => Term::Never,
            (Presence::Perhaps, _) if self.certainty == Certainty::Certain => Term::Never,
            (_, Some(number)) => sum(Linear::exact(number)),
            (_, None) => Term::Endless,
        }
    }

    /// The end of one card's number that counts on a side; `None` where it is open.
    fn number(&self, term: &FoldTerm, side: RowSide) -> Option<i64> {
        if self.counts(term.spot, side) { term.high } else { term.low }
    }

    fn total(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let (mut counted, mut open) = (Vec::new(), Vec::new());
        for term in &leaf.terms {
            let large = self.counts(term.spot, side);
            match self.number(term, side) {
                Some(n) if term.sure => counted.push((term.spot, n)),
                Some(n) => counted.push((term.spot, if large { n.max(0) } else { n.min(0) })),
                None => open.push(term.spot),
            }
        }
        let total = self.board.total(counted.into_iter(), leaf.unit);
        if open.is_empty() {
            return Term::Sum(total);
        }
        let (favoured, held): (Vec<Spot>, Vec<Spot>) =
            open.into_iter().partition(|spot| self.in_favour(*spot));
        if !favoured.is_empty() {
            // What speaks for the deck without end is left to the rules engine.
            return Term::Unsaid;
        }
        Term::Cases(vec![(vec![self.board.count(&held)], Term::Sum(total))])
    }

    fn average(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let (mut counted, mut weight) = (Vec::new(), Vec::new());
        let (mut favoured, mut held) = (Vec::new(), Vec::new());
        for term in &leaf.terms {
            match self.number(term, side).filter(|_| term.sure) {
                Some(n) => {
                    counted.push((term.spot, n));
                    weight.push(term.spot);
                }
                None if self.in_favour(term.spot) => favoured.push(term.spot),
                None => {
                    self.is_stricter = true;
                    held.push(term.spot);
                }
            }
        }
        let total = self.board.total(counted.into_iter(), 1);
        let weight = self.board.count(&weight);
        let Some(weight) = weight.times(Rational::whole(leaf.unit)) else { return Term::Unsaid };
        let ratio = Term::Ratio(total, weight);
        if held.is_empty() && favoured.is_empty() {
            return ratio;
        }
        held.extend(&favoured);
        let mut cases = vec![(vec![self.board.count(&held)], ratio)];
        cases.extend(self.left_open(&favoured));
        Term::Cases(cases)
    }

    /// The case in which a card that speaks for the deck is there: the rules engine tells it.
    fn left_open(&mut self, favoured: &[Spot]) -> Option<(Vec<Linear>, Term)> {
        if favoured.is_empty() {
            return None;
        }
        self.is_looser = true;
        let there = Linear::whole(1).minus(&self.board.count(favoured));
        Some((there.into_iter().collect(), Term::Unsaid))
    }

    /// The smallest or the largest number, as one case for each value that it may have.
    fn extreme(&mut self, leaf: &FoldLeaf, side: RowSide) -> Term {
        let exact = |t: &FoldTerm| t.sure && t.low.is_some() && t.low == t.high;
        let (told, favoured): (Vec<&FoldTerm>, Vec<&FoldTerm>) =
            leaf.terms.iter().partition(|t| !self.in_favour(t.spot) || exact(t));
        let favoured: Vec<Spot> = favoured.iter().map(|t| t.spot).collect();
        let ends: BTreeSet<i64> = told.iter().filter_map(|t| self.number(t, side)).collect();
        if ends.len() > CASE_LIMIT {
            return Term::Unsaid;
        }
        // Where one card is enough, some card reaches the value; else no card passes it.
        let one_is_enough = (leaf.fold == Fold::Min) == (side == RowSide::Smaller);
        let mut cases = Vec::new();
        for end in ends {
            let reaches = |t: &FoldTerm| {
                let number = self.number(t, side);
                number.is_some_and(|n| if leaf.fold == Fold::Min { n <= end } else { n >= end })
            };
            let passes = |t: &FoldTerm| {
                let number = self.number(t, side);
                number.is_none_or(|n| if leaf.fold == Fold::Min { n < end } else { n > end })
            };
            let sure = told.iter().filter(|t| t.sure);
            let mut facts = Vec::new();
            let enough: Vec<Spot> =
                sure.filter(|t| !one_is_enough || reaches(t)).map(|t| t.spot).collect();
            let Some(some) = Linear::whole(1).minus(&self.board.count(&enough)) else {
                return Term::Unsaid;
            };
            facts.push(some);
            if !one_is_enough {
                let beyond: Vec<Spot> = told.iter().filter(|t| passes(t)).map(|t| t.spot).collect();
                facts.push(self.board.count(&beyond));
            }
            let Some(number) = Rational::new(i128::from(end), i128::from(leaf.unit)) else {
                return Term::Unsaid;
            };
            cases.push((facts, sum(Linear::exact(number))));
        }
        cases.extend(self.left_open(&favoured));
        if cases.is_empty() { Term::Never } else { Term::Cases(cases) }
    }

    fn distinct(&mut self, leaf: &GroupLeaf, side: RowSide) -> Term {
        let mut total = Vec::new();
        for group in &leaf.groups {
            let doubtful = group.known.iter().chain(&group.perhaps);
            let doubtful = doubtful.filter(|spot| self.counts(**spot, side));
            let present = self.board.count(group.sure.iter().chain(doubtful));
            if present.is_constant() {
                total.push(Linear::whole(i64::from(present.constant > 0)));
                continue;
            }
            let there = self.model.literal();
            // At most as many as there are; or one as soon as there is a card.
            match side {
                RowSide::Larger => {
                    let rest = Linear::variable(there.var).minus(&present);
                    self.row(rest, None);
                }
                RowSide::Smaller => {
                    self.row(Some(present), Some(there.opposite()));
                }
            }
            total.push(Linear::variable(there.var));
        }
        if leaf.strays.iter().any(|stray| !self.is_absent(stray.sure.iter().chain(&stray.maybe))) {
            let pessimistic = leaf.strays.iter().any(|stray| {
                stray.sure.iter().chain(&stray.maybe).any(|spot| !self.in_favour(*spot))
            });
            self.is_looser |= !pessimistic;
            self.is_stricter |= pessimistic;
            for stray in &leaf.strays {
                let held = self.board.count(stray.sure.iter().chain(&stray.maybe));
                match (pessimistic, side) {
                    (true, RowSide::Smaller) => self.row(Some(held), None),
                    // Every copy may have a value of its own.
                    (false, RowSide::Larger) => total.push(held),
                    (true, RowSide::Larger) | (false, RowSide::Smaller) => {}
                }
            }
        }
        sum(added(&total))
    }

    /// Whether no card can lie at some spots.
    fn is_absent<'s>(&self, spots: impl IntoIterator<Item = &'s Spot>) -> bool {
        let count = self.board.count(spots);
        count.constant == 0 && self.model.most(&count.terms) == 0
    }

    fn copies(&mut self, leaf: &GroupLeaf, side: RowSide) -> Term {
        let mut groups = vec![Term::Sum(Linear::ZERO)];
        for group in &leaf.groups {
            let doubtful = group.known.iter().chain(&group.perhaps);
            let doubtful = doubtful.filter(|spot| self.counts(**spot, side));
            groups.push(Term::Sum(self.board.count(group.sure.iter().chain(doubtful))));
        }
        let mut fresh: Vec<Spot> = Vec::new();
        for stray in &leaf.strays {
            if stray.fresh {
                let all = stray.sure.iter().chain(&stray.maybe);
                fresh.extend(all.filter(|spot| self.counts(**spot, side)));
            }
            if stray.at_least_one && side == RowSide::Larger {
                groups.push(Term::Sum(self.board.count(&stray.sure)));
            }
        }
        if !fresh.is_empty() {
            groups.push(Term::Sum(self.board.count(&fresh)));
        }
        Term::Most(groups)
    }

    /// The cards by which a group is there: the fewest where it stands on the larger side.
    pub(super) fn members(&self, group: &EachGroup, side: RowSide) -> Linear {
        let maybe = group.maybe.iter().filter(|spot| self.counts(**spot, side));
        self.board.count(group.sure.iter().chain(maybe))
    }

    fn groups(&mut self, grouped: &Grouped, side: RowSide) -> Term {
        let mut total = Vec::new();
        for group in &grouped.groups {
            let there = self.model.literal();
            match side {
                RowSide::Larger => {
                    // A group that is counted is there and satisfies the condition.
                    let some = Linear::whole(1).minus(&self.members(group, side));
                    self.row(some, Some(there));
                    self.require(&group.node, true, Some(there));
                }
                RowSide::Smaller => {
                    let absent = self.members(group, side);
                    let (empty, fails) = (self.model.literal(), self.model.literal());
                    self.one_of(&[empty, fails], Some(there.opposite()));
                    self.row(Some(absent), Some(empty));
                    self.require(&group.node, false, Some(fails));
                }
            }
            total.push(Linear::variable(there.var));
        }
        if !grouped.strays.is_empty() {
            self.is_stricter |= side == RowSide::Larger;
            self.is_looser |= side == RowSide::Smaller;
        }
        sum(added(&total))
    }

    /// The measures of all groups added up, where one of no cards is 0.
    fn totals(&mut self, totals: &Totals, side: RowSide) -> Term {
        let nothing =
            |value: &BoundValue| value.value(&[]).or_zero().exact_value() == Some(Rational::ZERO);
        if totals.groups.iter().any(|group| !nothing(&group.value)) {
            return Term::Unsaid;
        }
        let mut parts = Vec::new();
        for group in &totals.groups {
            let mut absent = Vec::new();
            self.absences(&group.value, &mut absent);
            let term = match (self.end(&group.value, side), absent.is_empty()) {
                (term, true) => term,
                // A group that has no value adds nothing.
                (Term::Cases(mut cases), false) => {
                    let nothing = |facts| (facts, Term::Sum(Linear::ZERO));
                    cases.extend(absent.into_iter().map(nothing));
                    Term::Cases(cases)
                }
                (Term::Never, false) => Term::Never,
                (_, false) => return Term::Unsaid,
            };
            match term {
                Term::Sum(sum) => parts.push(sum),
                Term::Never => {}
                term @ (Term::Most(_) | Term::Least(_) | Term::Cases(_)) => {
                    match self.own(&term, side, None) {
                        Some(own) => parts.push(own),
                        None => return Term::Unsaid,
                    }
                }
                Term::Endless | Term::Ratio(..) | Term::Unsaid => return Term::Unsaid,
            }
        }
        if !totals.strays.is_empty() {
            self.is_stricter |= side == RowSide::Larger;
            self.is_looser |= side == RowSide::Smaller;
        }
        sum(added(&parts))
    }

    fn arithmetic(
        &mut self,
        operator: Arithmetic,
        a: &BoundValue,
        b: &BoundValue,
        side: RowSide,
    ) -> Term {
        match operator {
            Arithmetic::Plus => plus(self.end(a, side), self.end(b, side)),
            Arithmetic::Minus => plus(self.end(a, side), negated(self.end(b, side.other()))),
            Arithmetic::Times => match (known(a), known(b)) {
                (_, Some(factor)) => self.scaled(a, factor, side),
                (Some(factor), _) => self.scaled(b, factor, side),
                _ => Term::Unsaid,
            },
            Arithmetic::Over => match known(b) {
                Some(Rational::ZERO) => Term::Never,
                Some(divisor) => match Rational::ONE.divide(divisor) {
                    Some(factor) => self.scaled(a, factor, side),
                    None => Term::Unsaid,
                },
                None => match (self.both(a), self.both(b)) {
                    (Some(a), Some(b)) => self.quotient(&a, &b),
                    _ => Term::Unsaid,
                },
            },
            Arithmetic::Modulo => match (self.both(a), known(b).and_then(Rational::to_integer)) {
                (Some(sum), Some(divisor)) if divisor > 0 && sum.scale == 1 => {
                    self.remainder(&sum, divisor)
                }
                _ => Term::Unsaid,
            },
        }
    }

    /// Brought to one scale, a quotient is that of the numerators; a divisor below zero turns both round.
    fn quotient(&self, a: &Linear, b: &Linear) -> Term {
        let common = a.times(Rational::whole(b.scale)).zip(b.times(Rational::whole(a.scale)));
        let Some((a, b)) = common else { return Term::Unsaid };
        let (a, b) = (Linear { scale: 1, ..a }, Linear { scale: 1, ..b });
        let least = b.constant.saturating_add(self.model.least(&b.terms));
        let positive = Term::Ratio(a.clone(), b.clone());
        if least >= 0 {
            return positive;
        }
        let negative = Term::Ratio(a.negated(), b.negated());
        Term::Cases(vec![(Vec::new(), positive), (Vec::new(), negative)])
    }

    /// A number of which both ends are the same.
    fn both(&mut self, value: &BoundValue) -> Option<Linear> {
        match (self.end(value, RowSide::Smaller), self.end(value, RowSide::Larger)) {
            (Term::Sum(a), Term::Sum(b)) if a == b => Some(a),
            _ => None,
        }
    }

    fn scaled(&mut self, value: &BoundValue, factor: Rational, side: RowSide) -> Term {
        let side = if factor < Rational::ZERO { side.other() } else { side };
        scale(self.end(value, side), factor)
    }

    /// `sum - divisor * whole`, between 0 and the divisor.
    fn remainder(&mut self, sum: &Linear, divisor: i64) -> Term {
        let whole = self.whole(sum, divisor);
        let times = Linear::variable(whole).times(Rational::whole(divisor));
        let Some(rest) = times.and_then(|times| sum.minus(&times)) else { return Term::Unsaid };
        self.row(rest.minus(&Linear::whole(divisor - 1)), None);
        self.row(Some(rest.negated()), None);
        Term::Sum(rest)
    }

    /// A variable for the numerator of a sum, divided and rounded.
    fn whole(&mut self, sum: &Linear, divisor: i64) -> Var {
        let low = sum.constant.saturating_add(self.model.least(&sum.terms));
        let high = sum.constant.saturating_add(self.model.most(&sum.terms));
        self.model.variable(low.div_euclid(divisor), high.div_euclid(divisor).saturating_add(1))
    }

    fn rounded(&mut self, up: bool, term: Term) -> Term {
        match term {
            Term::Sum(sum) if sum.scale == 1 => Term::Sum(sum),
            Term::Sum(sum) => {
                let whole = Linear::variable(self.whole(&sum, sum.scale));
                let step = Rational::new(i128::from(sum.scale) - 1, i128::from(sum.scale));
                let step = step.and_then(Linear::exact);
                let (low, high) = if up { (&sum, &whole) } else { (&whole, &sum) };
                self.row(low.minus(high), None);
                let rest = step.and_then(|step| high.minus(low)?.minus(&step));
                self.row(rest, None);
                Term::Sum(whole)
            }
            Term::Most(items) => {
                Term::Most(items.into_iter().map(|item| self.rounded(up, item)).collect())
            }
            Term::Least(items) => {
                Term::Least(items.into_iter().map(|item| self.rounded(up, item)).collect())
            }
            Term::Cases(cases) => {
                let rounded =
                    cases.into_iter().map(|(facts, term)| (facts, self.rounded(up, term)));
                Term::Cases(rounded.collect())
            }
            Term::Ratio(..) => Term::Unsaid,
            Term::Never | Term::Endless | Term::Unsaid => term,
        }
    }

    /// Sums that have no value: each is a list of facts under which a number has none.
    pub(super) fn absences(&mut self, value: &BoundValue, found: &mut Vec<Vec<Linear>>) {
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
                let gives = |term: &&FoldTerm| term.sure || !self.in_favour(term.spot);
                let spots: Vec<Spot> = leaf.terms.iter().filter(gives).map(|t| t.spot).collect();
                found.push(vec![self.board.count(&spots)]);
            }
            BoundValue::Operation(operation, operands) => {
                operands.iter().for_each(|item| self.absences(item, found));
                let divides = Operation::Arithmetic(Arithmetic::Over) == *operation
                    || Operation::Arithmetic(Arithmetic::Modulo) == *operation;
                match operands.last().filter(|_| divides) {
                    Some(BoundValue::Count(leaf)) => {
                        let all = leaf.sure.iter().chain(&leaf.maybe);
                        found.push(vec![self.board.count(all)]);
                    }
                    Some(divisor @ BoundValue::Exact(_))
                        if known(divisor) == Some(Rational::ZERO) =>
                    {
                        found.push(Vec::new());
                    }
                    Some(BoundValue::Exact(_)) | None => {}
                    Some(divisor) => match self.both(divisor) {
                        // Neither above zero nor below.
                        Some(sum) => found.push(vec![sum.negated(), sum]),
                        None => self.is_stricter = true,
                    },
                }
            }
        }
    }
}

/// The value of a known number.
fn known(value: &BoundValue) -> Option<Rational> {
    value.constant().and_then(|quantity| quantity.exact_value())
}

/// The sum of all at once; `None` where a part is out of range.
fn added(parts: &[Linear]) -> Option<Linear> {
    let (fine, scale) = at_one_scale(parts.iter())?;
    let constant = fine.iter().try_fold(0i64, |sum, part| sum.checked_add(part.constant))?;
    let terms = fine.into_iter().flat_map(|part| part.terms).collect();
    Some(Linear::of(terms, constant, scale))
}

/// Sums with their common scale.
fn at_one_scale<'l>(sums: impl Iterator<Item = &'l Linear> + Clone) -> Option<(Vec<Linear>, i64)> {
    let scale = sums.clone().try_fold(1, |scale, sum| lcm(scale, sum.scale))?;
    let fine: Option<Vec<Linear>> = sums.map(|sum| sum.at_scale(scale)).collect();
    Some((fine?, scale))
}

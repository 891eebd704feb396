//! Encodes products, quotients, remainders and rounded numbers as terms.

use super::{
    encode::Encoder,
    linear::{LinearSum, Range, Var},
    term::{RowSide, Term},
};
use sleeve_language::{
    Rational,
    bound::{BoundValue, Node},
};

impl Encoder<'_> {
    /// Encodes a number times a bracket as a variable: it is the number if the condition is true,
    /// else 0.
    pub(super) fn encode_product(
        &mut self,
        node: &Node,
        value: &BoundValue,
        side: RowSide,
    ) -> Term {
        let sum = match self.encode_number(value, side) {
            Term::Sum(sum) => sum,
            Term::NoValue => return Term::NoValue,
            _ => return Term::Inexpressible,
        };
        let Range { low, high } = self.model.sum_range(&sum);
        let holds = self.model.add_literal();
        // If the number may be below zero, a bracket of 0 is not always the safe answer.
        if side == RowSide::Larger || low < 0 {
            self.encode_node(node, true, Some(holds));
        }
        if side == RowSide::Smaller || low < 0 {
            self.encode_node(node, false, Some(holds.opposite()));
        }
        let var = self.model.add_variable(low.min(0), high.max(0));
        let product = LinearSum { terms: vec![(var, 1)], constant: 0, scale: sum.scale };
        // A number that is never below zero is at least the product even if the condition fails.
        let guard = (low < 0).then_some(holds);
        match side {
            RowSide::Larger => {
                self.add_row(product.minus(&sum), guard);
                self.add_row(Some(product.clone()), Some(holds.opposite()));
            }
            RowSide::Smaller => {
                self.add_row(sum.minus(&product), Some(holds));
                self.add_row(Some(product.negated()), Some(holds.opposite()));
            }
        }
        Term::Sum(product)
    }

    /// Encodes a quotient of sums. At one scale it is that of the numerators. If the divisor may be
    /// below zero, a second case has both signs changed.
    pub(super) fn encode_quotient(&self, a: &LinearSum, b: &LinearSum) -> Term {
        let common = a
            .times(Rational::whole(b.scale))
            .zip(b.times(Rational::whole(a.scale)));
        let Some((a, b)) = common else { return Term::Inexpressible };
        let (a, b) = (LinearSum { scale: 1, ..a }, LinearSum { scale: 1, ..b });
        let positive = Term::Ratio(a.clone(), b.clone());
        if self.model.sum_range(&b).low >= 0 {
            return positive;
        }
        let negative = Term::Ratio(a.negated(), b.negated());
        Term::Cases(vec![(Vec::new(), positive), (Vec::new(), negative)])
    }

    /// Encodes a remainder as `sum - divisor * whole`, between 0 and the divisor.
    pub(super) fn encode_remainder(&mut self, sum: &LinearSum, divisor: i64) -> Term {
        let whole = self.add_quotient_variable(sum, divisor);
        let times = LinearSum::from_variable(whole).times(Rational::whole(divisor));
        let Some(rest) = times.and_then(|times| sum.minus(&times)) else {
            return Term::Inexpressible;
        };
        self.add_row(rest.minus(&LinearSum::from_whole(divisor - 1)), None);
        self.add_row(Some(rest.negated()), None);
        Term::Sum(rest)
    }

    /// Adds a variable for the numerator of a sum, divided and rounded either way.
    fn add_quotient_variable(&mut self, sum: &LinearSum, divisor: i64) -> Var {
        let Range { low, high } = self.model.sum_range(sum);
        self.model
            .add_variable(low.div_euclid(divisor), high.div_euclid(divisor).saturating_add(1))
    }

    /// Adds a variable that is the sum, rounded up or down.
    fn add_whole_number(&mut self, sum: &LinearSum, up: bool) -> LinearSum {
        let whole = LinearSum::from_variable(self.add_quotient_variable(sum, sum.scale));
        // Numerators are whole: a sum is at most (scale - 1) / scale away from the whole number
        // that it is rounded to.
        let step = Rational::new(i128::from(sum.scale) - 1, i128::from(sum.scale));
        let (low, high) = if up { (sum, &whole) } else { (&whole, sum) };
        self.add_row(low.minus(high), None);
        let rest = step.and_then(|step| high.minus(low)?.minus(&LinearSum::from_rational(step)?));
        self.add_row(rest, None);
        whole
    }

    pub(super) fn round_term(&mut self, up: bool, term: Term) -> Term {
        match term {
            Term::Sum(sum) if sum.scale == 1 => Term::Sum(sum),
            Term::Sum(sum) => {
                Term::Sum(self.round_sum(&sum, up, |encoder| encoder.add_whole_number(&sum, up)))
            }
            // The whole number times the divisor would be a product of variables.
            Term::Ratio(..) => Term::Inexpressible,
            term => term.map_parts(|item| self.round_term(up, item)),
        }
    }
}

//! Comparisons of values, and operations on numbers of cards or piles.

use crate::quantity::Quantity;

worded! {
    /// How two values are compared; `:` depends on their type.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Operator, symbol {
        /// `:` contains, has, is.
        Has = ":",
        Equal = "=",
        NotEqual = "!=",
        Less = "<",
        AtMost = "<=",
        Greater = ">",
        AtLeast = ">=",
    }
}

impl Operator {
    /// The operator that is true exactly when this one is false (`:` counts as `=`).
    pub fn opposite(self) -> Operator {
        match self {
            Operator::Has | Operator::Equal => Operator::NotEqual,
            Operator::NotEqual => Operator::Equal,
            Operator::Less => Operator::AtLeast,
            Operator::AtMost => Operator::Greater,
            Operator::Greater => Operator::AtMost,
            Operator::AtLeast => Operator::Less,
        }
    }

    /// The operator with its sides exchanged: `a < b` is `b > a`.
    pub fn mirrored(self) -> Operator {
        match self {
            Operator::Less => Operator::Greater,
            Operator::AtMost => Operator::AtLeast,
            Operator::Greater => Operator::Less,
            Operator::AtLeast => Operator::AtMost,
            same => same,
        }
    }

    /// True for `<`, `<=`, `>`, `>=`.
    pub fn is_ordering(self) -> bool {
        !matches!(self, Operator::Has | Operator::Equal | Operator::NotEqual)
    }
}

worded! {
    /// An operation on two numbers.
    #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub enum Arithmetic, symbol {
        Plus = "+",
        Minus = "-",
        Times = "*",
        Over = "/",
        Modulo = "%",
        /// `else`: the first, or the second if the first has no value.
        Else = "else",
    }
}

impl Arithmetic {
    /// True for `*`, `/`, `%`, which bind tighter than `+` and `-`, and for `else`, which binds
    /// tighter than all of them.
    pub fn is_product(self) -> bool {
        !matches!(self, Arithmetic::Plus | Arithmetic::Minus)
    }
}

/// An operation on numbers of cards or piles.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// One operand.
    Negate,
    /// Two operands.
    Arithmetic(Arithmetic),
    /// One operand.
    Floor,
    /// One operand.
    Ceil,
    Least,
    Greatest,
}

impl Operation {
    /// Applies the operation; no value without operands.
    pub fn apply(self, operands: impl IntoIterator<Item = Quantity>) -> Quantity {
        let mut operands = operands.into_iter();
        let Some(first) = operands.next() else { return Quantity::NONE };
        match self {
            Operation::Negate => first.negated(),
            Operation::Floor => first.floor(),
            Operation::Ceil => first.ceil(),
            Operation::Least => operands.fold(first, Quantity::least),
            Operation::Greatest => operands.fold(first, Quantity::greatest),
            Operation::Arithmetic(sign) => operands.fold(first, |left, right| match sign {
                Arithmetic::Plus => left.plus(right),
                Arithmetic::Minus => left.minus(right),
                Arithmetic::Times => left.times(right),
                Arithmetic::Over => left.divide(right),
                Arithmetic::Modulo => left.modulo(right),
                Arithmetic::Else => left.or_else(right),
            }),
        }
    }
}

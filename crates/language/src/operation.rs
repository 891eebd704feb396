//! Calculations with numbers, the same for numbers of one card and of piles.

use super::ast::Arithmetic;
use super::docs::Function;
use super::quantity::Quantity;

/// What is done with numbers, its operands.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Operation {
    /// The sign changed; one operand.
    Negate,
    /// A calculation; two operands.
    Arithmetic(Arithmetic),
    /// Rounded down; one operand.
    Floor,
    /// Rounded up; one operand.
    Ceil,
    /// The least of them.
    Least,
    /// The greatest of them.
    Greatest,
}

impl Operation {
    /// The operation that a function is, if it is one.
    pub fn from_function(function: Function) -> Option<Operation> {
        match function {
            Function::Floor => Some(Operation::Floor),
            Function::Ceil => Some(Operation::Ceil),
            Function::Least => Some(Operation::Least),
            Function::Greatest => Some(Operation::Greatest),
            _ => None,
        }
    }

    /// The result; no value without operands.
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
            }),
        }
    }
}

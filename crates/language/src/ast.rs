//! The syntax tree: the text as written, before any word is looked up.

use super::docs::Function;
use sleeve_data::model::Number;
use std::ops::Range;

/// A range of bytes of the text.
pub type Span = Range<usize>;

/// An expression and its place. Expressions are equal if they differ in their places only.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    /// Makes an expression that stands at `span`.
    pub fn new(kind: ExprKind, span: Span) -> Expr {
        Expr { kind, span }
    }
}

impl PartialEq for Expr {
    fn eq(&self, other: &Expr) -> bool {
        self.kind == other.kind
    }
}

impl Eq for Expr {}

/// A name with its place; equal to the same name elsewhere.
#[derive(Clone, Debug)]
pub struct Name {
    pub text: String,
    pub span: Span,
}

impl PartialEq for Name {
    fn eq(&self, other: &Name) -> bool {
        self.text == other.text
    }
}

impl Eq for Name {}

/// The forms of an expression. Types are decided later: `cost` may be a field, a parameter, or
/// part of a card's name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum ExprKind {
    /// `12`, `2.5`.
    Number(Number),
    /// `cost`, `upper.effect`, `lateral-move`, `3-10`, `1998-11-30`.
    Word(String),
    /// `"machine cult"`.
    Phrase(String),
    /// `/^the /`, as written between the slashes.
    Regex(String),
    /// `$role`.
    Parameter(String),
    /// `?`: not known.
    Unknown,
    /// `-item`, `not item`.
    Not(Box<Expr>),
    /// A sign: `-3` after an operator.
    Negate(Box<Expr>),
    /// `a + b` and the like.
    Arithmetic { operator: Arithmetic, left: Box<Expr>, right: Box<Expr> },
    /// `a < b`, `2 <= count() <= 5`, `set:premiere|hoth`.
    Compare {
        first: Box<Expr>,
        /// Each operator with the values to its right, one unless a list `a|b` stands there.
        rest: Vec<Comparison>,
    },
    /// `a and b`, `a b`; at least two.
    And(Vec<Expr>),
    /// `a or b`; at least two.
    Or(Vec<Expr>),
    /// `if a then b`.
    If(Box<Expr>, Box<Expr>),
    /// `count(…)`.
    Call { function: Function, arguments: Vec<Expr> },
    /// `[condition]`: 1 where it holds, else 0.
    Bracket(Box<Expr>),
    /// `(kind:location)` behind `:`, cards that a field may hold.
    Cards(Box<Expr>),
    /// `… in deck|starting`; enclosed: in parentheses of its own.
    In { inner: Box<Expr>, piles: Vec<Name>, enclosed: bool },
}

/// One operator of a comparison with what stands to its right.
#[derive(Clone, Debug)]
pub struct Comparison {
    pub operator: Operator,
    pub span: Span,
    /// The values; at least one.
    pub values: Vec<Expr>,
}

impl PartialEq for Comparison {
    fn eq(&self, other: &Comparison) -> bool {
        self.operator == other.operator && self.values == other.values
    }
}

impl Eq for Comparison {}

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
    /// The operator that holds exactly where this one does not (`:` counts as `=`).
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
        /// `else`: the first, or the second where the first has no value.
        Else = "else",
    }
}

impl Arithmetic {
    /// True for `*`, `/`, `%`, which bind tighter than `+` and `-`, and for `else`, which binds tighter than all of them.
    pub fn is_product(self) -> bool {
        !matches!(self, Arithmetic::Plus | Arithmetic::Minus)
    }
}

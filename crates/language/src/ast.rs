//! The syntax tree: the text as written, before any word is looked up. Printing it gives a text
//! that parses to an equal tree.

use super::docs::Function;
pub use super::operation::{Arithmetic, Operator};
use sleeve_data::model::Number;
use std::{
    fmt::{self, Write},
    ops::Range,
};

/// A range of bytes of the text.
pub type Span = Range<usize>;

/// An expression and its place. Expressions are equal if they differ in their places only.
#[derive(Clone, Debug)]
pub struct Expr {
    pub kind: ExprKind,
    pub span: Span,
}

impl Expr {
    /// Makes an expression at `span`.
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
        /// Each operator with the values to its right: one, or the list of `a|b`.
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
    /// `[condition]`: 1 if it is true, else 0.
    Bracket(Box<Expr>),
    /// `(kind:location)` after `:`, cards that a field may hold.
    Cards(Box<Expr>),
    /// `… in deck|starting`; enclosed: in parentheses of its own.
    In { inner: Box<Expr>, piles: Vec<Name>, enclosed: bool },
}

/// One operator of a comparison with the values to its right.
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

/// The precedence of a form, loosest first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Precedence {
    Or,
    And,
    Item,
    Sum,
    Product,
    Default,
    Factor,
}

fn precedence(expr: &Expr) -> Precedence {
    match &expr.kind {
        ExprKind::Or(_) | ExprKind::If(..) => Precedence::Or,
        ExprKind::And(_) => Precedence::And,
        ExprKind::Not(_) | ExprKind::Compare { .. } => Precedence::Item,
        ExprKind::Arithmetic { operator: Arithmetic::Else, .. } => Precedence::Default,
        ExprKind::Arithmetic { operator, .. } if operator.is_product() => Precedence::Product,
        ExprKind::Arithmetic { .. } => Precedence::Sum,
        _ => Precedence::Factor,
    }
}

impl fmt::Display for Expr {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ExprKind::Number(number) => write!(f, "{number}"),
            ExprKind::Word(word) => f.write_str(word),
            ExprKind::Phrase(text) => write_phrase(f, text),
            ExprKind::Regex(source) => write!(f, "/{source}/"),
            ExprKind::Parameter(name) => write!(f, "${name}"),
            ExprKind::Unknown => f.write_char('?'),
            ExprKind::Not(inner) => {
                f.write_str(if takes_minus(inner) { "-" } else { "not " })?;
                write_tight(f, inner, Precedence::Item)
            }
            ExprKind::Bracket(inner) => write!(f, "[{inner}]"),
            ExprKind::Cards(inner) => write!(f, "({inner})"),
            ExprKind::Negate(inner) => {
                f.write_char('-')?;
                write_tight(f, inner, Precedence::Factor)
            }
            ExprKind::Arithmetic { operator, left, right } => {
                write_arithmetic(f, *operator, left, right)
            }
            ExprKind::Compare { first, rest } => {
                write_tight(f, first, Precedence::Sum)?;
                for comparison in rest {
                    // `cost<=3`, but `count() <= 3` and `2 <= cost <= 3`.
                    let tight = is_word(first) && rest.len() == 1;
                    let space = if tight { "" } else { " " };
                    write!(f, "{space}{}{space}", comparison.operator.symbol())?;
                    match (comparison.operator, comparison.values.as_slice()) {
                        (Operator::Has, values) => write_values(f, values)?,
                        (_, values) => write_list(f, values, "|", Precedence::Sum)?,
                    }
                }
                Ok(())
            }
            ExprKind::And(items) => write_list(f, items, " and ", Precedence::Item),
            ExprKind::Or(items) => write_list(f, items, " or ", Precedence::And),
            ExprKind::If(condition, then) => {
                write!(f, "if {condition} then {then}")
            }
            ExprKind::Call { function, arguments } => {
                write!(f, "{}(", function.name())?;
                write_list(f, arguments, ", ", Precedence::Or)?;
                f.write_char(')')
            }
            ExprKind::In { inner, piles, enclosed } => {
                let (open, close) = if *enclosed { ("(", ")") } else { ("", "") };
                let call = matches!(inner.kind, ExprKind::Call { .. });
                if call {
                    write!(f, "{open}{inner}")?
                } else {
                    write!(f, "{open}({inner})")?
                }
                let names: Vec<&str> = piles.iter().map(|p: &Name| p.text.as_str()).collect();
                write!(f, " in {}{close}", names.join("|"))
            }
        }
    }
}

fn is_word(first: &Expr) -> bool {
    matches!(first.kind, ExprKind::Word(_))
}

/// Whether a negation is printed with `-` (`-icon:pilot`, `-luke`). Everything else takes `not`,
/// which cannot be read as a sign.
fn takes_minus(inner: &Expr) -> bool {
    match &inner.kind {
        ExprKind::Word(_) | ExprKind::Phrase(_) => true,
        ExprKind::Compare { first, .. } => is_word(first),
        _ => false,
    }
}

fn write_phrase(f: &mut fmt::Formatter<'_>, text: &str) -> fmt::Result {
    f.write_char('"')?;
    for c in text.chars() {
        if matches!(c, '"' | '\\') {
            f.write_char('\\')?;
        }
        f.write_char(c)?;
    }
    f.write_char('"')
}

fn write_tight(f: &mut fmt::Formatter<'_>, expr: &Expr, least: Precedence) -> fmt::Result {
    if precedence(expr) < least { write!(f, "({expr})") } else { write!(f, "{expr}") }
}

fn write_list(
    f: &mut fmt::Formatter<'_>,
    items: &[Expr],
    between: &str,
    least: Precedence,
) -> fmt::Result {
    for (position, item) in items.iter().enumerate() {
        if position > 0 {
            f.write_str(between)?;
        }
        write_tight(f, item, least)?;
    }
    Ok(())
}

/// Any word after `:` is a value.
fn write_values(f: &mut fmt::Formatter<'_>, values: &[Expr]) -> fmt::Result {
    for (position, value) in values.iter().enumerate() {
        if position > 0 {
            f.write_char('|')?;
        }
        match &value.kind {
            ExprKind::Word(word) => f.write_str(word)?,
            _ => write!(f, "{value}")?,
        }
    }
    Ok(())
}

fn write_arithmetic(
    f: &mut fmt::Formatter<'_>,
    operator: Arithmetic,
    left: &Expr,
    right: &Expr,
) -> fmt::Result {
    let (same, tighter) = match operator {
        Arithmetic::Else => (Precedence::Default, Precedence::Factor),
        _ if operator.is_product() => (Precedence::Product, Precedence::Default),
        _ => (Precedence::Sum, Precedence::Product),
    };
    write_operand(f, left, same)?;
    write!(f, " {} ", operator.symbol())?;
    write_operand(f, right, tighter)
}

/// Puts a pattern within a calculation in parentheses: bare, it would end the value it begins.
fn write_operand(f: &mut fmt::Formatter<'_>, expr: &Expr, least: Precedence) -> fmt::Result {
    match &expr.kind {
        ExprKind::Regex(_) => write!(f, "({expr})"),
        _ => write_tight(f, expr, least),
    }
}

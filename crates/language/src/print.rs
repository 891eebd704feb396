//! Prints a syntax tree as a text that parses to an equal tree.

use super::ast::{Arithmetic, Expr, ExprKind, Name, Operator};
use std::fmt::{self, Write};

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

/// Whether a negation is printed with `-` (`-icon:pilot`, `-luke`). Everything else takes `not`, which cannot be read
/// as a sign.
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

/// After `:` a word is a value, whatever it is.
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

/// A pattern within a calculation stands in parentheses: bare, it would end the value it begins.
fn write_operand(f: &mut fmt::Formatter<'_>, expr: &Expr, least: Precedence) -> fmt::Result {
    match &expr.kind {
        ExprKind::Regex(_) => write!(f, "({expr})"),
        _ => write_tight(f, expr, least),
    }
}

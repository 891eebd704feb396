//! What `-` and `/` mean where they stand: a sign, a calculation, or the start of an item.

use super::Parser;
use crate::ast::{Expr, ExprKind};
use crate::docs::Function;
use crate::error::LanguageError;
use crate::lexer::Token;
use sleeve_data::model::Number;

impl Parser<'_> {
    /// Whether the `-` at the start of an item is a sign: it stands before a number or name with
    /// which a calculation goes on, or before a function that is a number.
    pub(super) fn sign_follows(&self) -> Result<bool, LanguageError> {
        let mut ahead = self.lexer;
        let first = ahead.next()?.token;
        let Ok(second) = ahead.next() else { return Ok(false) };
        let calculates = match second.token {
            Token::Plus | Token::Star | Token::Percent => true,
            Token::Slash => ahead.space_follows(),
            Token::Minus => !second.spaced || ahead.space_follows(),
            _ => false,
        };
        Ok(match first {
            Token::Number(_) => calculates || matches!(second.token, Token::Operator(_)),
            Token::Word(word) if second.token == Token::Open => {
                Function::from_name(word).is_some_and(Function::is_measure)
            }
            // What stands in brackets is a number, and a number cannot be an item.
            Token::OpenBracket => true,
            Token::Word(_) | Token::Parameter(_) => calculates,
            _ => false,
        })
    }

    /// A `-` after an operand takes away, unless it looks like the start of an item (` -icon`) and
    /// what precedes it cannot be a number of a pile.
    pub(super) fn is_minus(&self, left: &Expr) -> bool {
        let opens_item = self.current.spaced && !self.lexer.space_follows();
        !opens_item || reads_pile(left)
    }

    /// A `/` after an operand divides, unless it looks like the start of a regular expression.
    pub(super) fn is_division(&self, left: &Expr) -> bool {
        let opens_item = self.current.spaced && !self.lexer.space_follows();
        !opens_item || !self.lexer.regex_closes() || reads_pile(left)
    }
}

/// An operand behind a sign.
pub(super) fn negate(inner: Expr) -> ExprKind {
    match inner.kind {
        ExprKind::Number(number) => {
            ExprKind::Number(Number::from_millionths(number.millionths().saturating_neg()))
        }
        _ => ExprKind::Negate(Box::new(inner)),
    }
}

/// Whether an expression is certainly about a pile: it calls a function that is a number.
fn reads_pile(expr: &Expr) -> bool {
    match &expr.kind {
        ExprKind::Call { function, .. } => function.is_measure(),
        ExprKind::In { .. } => true,
        ExprKind::Bracket(_) => true,
        ExprKind::Negate(inner) => reads_pile(inner),
        ExprKind::Arithmetic { left, right, .. } => reads_pile(left) || reads_pile(right),
        _ => false,
    }
}

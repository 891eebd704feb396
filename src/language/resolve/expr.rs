//! Expressions as numbers, days and ordered values of one card.

use super::super::ast::{Expr, ExprKind};
use super::super::docs::Function;
use super::super::error::{ErrorKind, LanguageError, Sort};
use super::super::rational::Rational;
use super::super::tree::{CardExpr, CardExprKind};
use super::value::loose_number;
use super::{Resolved, Resolver, wrong};

impl Resolver<'_> {
    /// An expression as a number of one card.
    pub(super) fn number(&self, expr: &Expr) -> Resolved<CardExpr> {
        let (value, sort) = self.card_value(expr)?;
        match sort {
            Sort::Number => Ok(value),
            other => Err(wrong(expr, Sort::Number, other)),
        }
    }

    /// An expression as a value of one card that can be ordered, and its type.
    pub(super) fn card_value(&self, expr: &Expr) -> Resolved<(CardExpr, Sort)> {
        let span = expr.span.clone();
        let kind = match &expr.kind {
            ExprKind::Number(number) => CardExprKind::Number(Rational::from(*number)),
            ExprKind::Word(word) => {
                let (kind, sort) = self.word_value(word, expr)?;
                return Ok((CardExpr { span, kind }, sort));
            }
            ExprKind::Parameter(name) => CardExprKind::Parameter(self.parameter_name(name, expr)?),
            ExprKind::Negate(inner) => CardExprKind::Negate(Box::new(self.number(inner)?)),
            ExprKind::Not(inner) => match &inner.kind {
                ExprKind::Arithmetic { .. } => return Err(sign(expr)),
                _ => CardExprKind::Negate(Box::new(self.number(inner)?)),
            },
            ExprKind::Arithmetic { operator, left, right } => CardExprKind::Arithmetic(
                *operator,
                Box::new(self.number(left)?),
                Box::new(self.number(right)?),
            ),
            ExprKind::Call { function, arguments } => {
                let numbers =
                    || arguments.iter().map(|a| self.number(a)).collect::<Resolved<Vec<_>>>();
                match function {
                    Function::Floor | Function::Ceil => match numbers()?.pop() {
                        Some(inner) => {
                            CardExprKind::Round(*function == Function::Ceil, Box::new(inner))
                        }
                        None => return Err(wrong(expr, Sort::Number, Sort::Measure)),
                    },
                    Function::Least | Function::Greatest => {
                        CardExprKind::Extreme(*function == Function::Greatest, numbers()?)
                    }
                    _ => return Err(wrong(expr, Sort::CardNumber, self.sort_of(expr))),
                }
            }
            ExprKind::In { .. } => return Err(LanguageError::new(span, ErrorKind::PileOfCard)),
            _ => return Err(wrong(expr, Sort::CardNumber, self.sort_of(expr))),
        };
        Ok((CardExpr { span, kind }, Sort::Number))
    }

    fn word_value(&self, word: &str, expr: &Expr) -> Resolved<(CardExprKind, Sort)> {
        let unknown = match self.field(word, &expr.span, false) {
            Ok(field) => {
                let sort = self.sort(field.kind);
                if !field.kind.is_ordered(self.game()) {
                    return Err(wrong(expr, Sort::Number, sort));
                }
                return Ok((CardExprKind::Field(field), sort));
            }
            Err(unknown) => unknown,
        };
        if let Some(name) = self.scope.parameter(word) {
            return Ok((CardExprKind::Parameter(name.to_owned()), Sort::Number));
        }
        match loose_number(word) {
            Some(number) => Ok((CardExprKind::Number(Rational::from(number)), Sort::Number)),
            None => Err(unknown),
        }
    }
}

pub(super) fn sign(expr: &Expr) -> LanguageError {
    LanguageError::new(expr.span.clone(), ErrorKind::SignOfSum)
}

//! Expressions as numbers, days and ordered values of one card.

use super::super::ast::{Expr, ExprKind, Name};
use super::super::error::{ErrorKind, ExpressionKind, LanguageError, NameUse};
use super::super::field::FieldKind;
use super::super::lying::ZoneNumber;
use super::super::rational::Rational;
use super::super::tree::{CardExpr, CardExprKind, Operation};
use super::field::unknown_name;
use super::value::parse_loose_number;
use super::{Resolved, Resolver, wrong_sort};
use sleeve_data::model::FRONT;
use sleeve_data::problem::nearest_names;

impl Resolver<'_> {
    /// An expression as a number of one card.
    pub(super) fn resolve_number(&self, expr: &Expr) -> Resolved<CardExpr> {
        let (value, sort) = self.resolve_card_value(expr)?;
        match sort {
            ExpressionKind::Number => Ok(value),
            other => Err(wrong_sort(expr, ExpressionKind::Number, other)),
        }
    }

    /// An expression as a value of one card that can be ordered, and its type.
    pub(super) fn resolve_card_value(&self, expr: &Expr) -> Resolved<(CardExpr, ExpressionKind)> {
        let span = expr.span.clone();
        if let Some((operation, operands)) = split_operation(expr)? {
            let operands = operands.into_iter().map(|operand| self.resolve_number(operand));
            let kind = CardExprKind::Operation(operation, operands.collect::<Resolved<_>>()?);
            return Ok((CardExpr { span, kind }, ExpressionKind::Number));
        }
        let kind = match &expr.kind {
            ExprKind::Number(number) => CardExprKind::Number(Rational::from(*number)),
            ExprKind::Word(word) => {
                let (kind, sort) = self.resolve_word(word, expr)?;
                return Ok((CardExpr { span, kind }, sort));
            }
            ExprKind::Parameter(name) => {
                CardExprKind::Parameter(self.resolve_number_parameter(name, expr)?)
            }
            ExprKind::Bracket(inner) => {
                CardExprKind::Indicator(Box::new(self.resolve_filter_argument(Some(inner))?))
            }
            ExprKind::In { inner, piles } => {
                CardExprKind::OfZone(Box::new(self.resolve_zone_number(inner, piles)?))
            }
            _ => return Err(wrong_sort(expr, ExpressionKind::CardNumber, self.sort_of(expr))),
        };
        Ok((CardExpr { span, kind }, ExpressionKind::Number))
    }

    /// A number of zones of the deck, which cards are compared with.
    fn resolve_zone_number(&self, inner: &Expr, piles: &[Name]) -> Resolved<ZoneNumber> {
        let deck = self.scope.deck_zones();
        for pile in piles {
            let known = self.scope.zone(&pile.text);
            if known.is_some_and(|id| deck.iter().all(|zone| zone.id != id)) {
                let zones = deck.iter().map(|zone| zone.id.to_string()).collect();
                let kind = ErrorKind::ZonesOnly { pile: pile.text.clone(), zones };
                return Err(LanguageError::new(pile.span.clone(), kind));
            }
        }
        let reads = self.resolve_piles(piles)?;
        let measure = self.with_part(FRONT).resolve_measure(inner, &reads)?;
        Ok(ZoneNumber::new(reads.unwrap_or_default(), measure))
    }

    /// The list whose number of a card a word means: `in.points`.
    pub(super) fn find_list_number(&self, word: &str, expr: &Expr) -> Option<Resolved<usize>> {
        let (first, list) = word.split_once('.')?;
        let field = self.resolve_field(first, &expr.span, false).ok()?;
        if field.kind != FieldKind::Listed {
            return None;
        }
        let names = self.scope.catalog.list_names();
        let at = names.iter().position(|named| named.id == list);
        let at = at.or_else(|| names.iter().position(|named| named.means(list)));
        Some(at.ok_or_else(|| {
            let start = expr.span.start + first.len() + 1;
            let near = nearest_names(list, names.iter().flat_map(|named| named.words()));
            unknown_name(NameUse::List, list, &(start..expr.span.end), near)
        }))
    }

    fn resolve_word(&self, word: &str, expr: &Expr) -> Resolved<(CardExprKind, ExpressionKind)> {
        if let Some(list) = self.find_list_number(word, expr) {
            return Ok((CardExprKind::Listed(list?), ExpressionKind::Number));
        }
        let unknown = match self.resolve_field(word, &expr.span, false) {
            Ok(field) => {
                let sort = self.field_sort(field.kind);
                if !field.kind.is_ordered(self.game()) {
                    return Err(wrong_sort(expr, ExpressionKind::Number, sort));
                }
                return Ok((CardExprKind::Field(field), sort));
            }
            Err(unknown) => unknown,
        };
        if self.scope.parameter(word).is_some() {
            let name = self.resolve_number_parameter(word, expr)?;
            return Ok((CardExprKind::Parameter(name), ExpressionKind::Number));
        }
        match parse_loose_number(word) {
            Some(number) => {
                Ok((CardExprKind::Number(Rational::from(number)), ExpressionKind::Number))
            }
            None => Err(unknown),
        }
    }
}

/// The calculation that an expression is, and its operands; none if it is something else.
pub(super) fn split_operation(expr: &Expr) -> Resolved<Option<(Operation, Vec<&Expr>)>> {
    Ok(match &expr.kind {
        ExprKind::Not(inner) if matches!(inner.kind, ExprKind::Arithmetic { .. }) => {
            return Err(LanguageError::new(expr.span.clone(), ErrorKind::SignOfSum));
        }
        ExprKind::Negate(inner) | ExprKind::Not(inner) => Some((Operation::Negate, vec![inner])),
        ExprKind::Arithmetic { operator, left, right } => {
            Some((Operation::Arithmetic(*operator), vec![left, right]))
        }
        ExprKind::Call { function, arguments } => Operation::from_function(*function)
            .map(|operation| (operation, arguments.iter().collect())),
        _ => None,
    })
}

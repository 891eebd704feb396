//! Expressions as filters, numbers, days and ordered values of one card.

use crate::{
    ast::{Expr, ExprKind, Name},
    docs::Function,
    field::{Field, FieldKind, find_position},
    messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse},
    operation::Operation,
    rational::Rational,
    resolve::{Resolved, Resolver, unknown_name, value::parse_loose_number, wrong_sort},
    tree::{CardExpr, CardExprKind, FilterKind, FilterNode, Test, TextPattern, ZoneNumber},
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, FRONT, fold::fold},
    problem::nearest_names,
};

impl Resolver<'_> {
    /// Resolves a filter as the argument of a function. Without an argument it accepts every card.
    pub(super) fn resolve_filter_argument(&self, argument: Option<&Expr>) -> Resolved<FilterNode> {
        match argument {
            None => Ok(FilterNode { span: 0..0, kind: FilterKind::All(Vec::new()) }),
            Some(expr) => match self.whole_filter(&expr.span) {
                Some(node) => Ok(node),
                None => self.resolve_filter(expr),
            },
        }
    }

    pub(super) fn resolve_filter(&self, expr: &Expr) -> Resolved<FilterNode> {
        let span = expr.span.clone();
        let kind = match &expr.kind {
            ExprKind::Word(word) => self.resolve_name(word, expr)?,
            ExprKind::Number(number) => self.resolve_name(&number.to_string(), expr)?,
            ExprKind::Phrase(text) => self.resolve_name(text, expr)?,
            ExprKind::Regex(_) | ExprKind::Parameter(_) => {
                let field = Field { face: self.face, kind: FieldKind::Name };
                let pattern = self.resolve_pattern(field, expr, false)?;
                self.text_test(field, vec![pattern], false)
            }
            ExprKind::Not(inner) => FilterKind::Not(Box::new(self.resolve_filter(inner)?)),
            ExprKind::And(items) => FilterKind::All(self.resolve_filters(items)?),
            ExprKind::Or(items) => FilterKind::Any(self.resolve_filters(items)?),
            ExprKind::Compare { first, rest } => {
                return self.resolve_card_comparison(expr, first, rest);
            }
            ExprKind::Call { function: Function::On, arguments } => {
                return self.resolve_on(expr, arguments);
            }
            ExprKind::In { .. } => return Err(LanguageError::new(span, ErrorKind::PileOfCard)),
            _ => return Err(wrong_sort(expr, ExpressionKind::Filter, self.sort_of(expr))),
        };
        Ok(FilterNode { span, kind })
    }

    fn resolve_filters(&self, items: &[Expr]) -> Resolved<Vec<FilterNode>> {
        items.iter().map(|item| self.resolve_filter(item)).collect()
    }

    fn resolve_name(&self, text: &str, expr: &Expr) -> Resolved<FilterKind> {
        if self.scope.has_classes() {
            let class = self.scope.class(text).ok_or_else(|| {
                let names = self.scope.class_names().iter().map(String::as_str);
                unknown_name(NameUse::Class, text, &expr.span, nearest_names(text, names))
            })?;
            return Ok(FilterKind::Test(Test::Cards(vec![class])));
        }
        let field = Field { face: self.face, kind: FieldKind::Name };
        let patterns = vec![TextPattern::Contains(fold(text))];
        Ok(self.text_test(field, patterns, false))
    }

    /// A test of a text against patterns. Whole names and ids are looked up in the index of names.
    pub(super) fn text_test(
        &self,
        field: Field,
        patterns: Vec<TextPattern>,
        negated: bool,
    ) -> FilterKind {
        let by_name = field.kind == FieldKind::Name && field.face == FRONT;
        let named_cards = if by_name || field.kind == FieldKind::Id {
            self.find_named_cards(&patterns, by_name)
        } else {
            None
        };
        FilterKind::Test(Test::Text { field, patterns, negated, named_cards })
    }

    fn find_named_cards(&self, patterns: &[TextPattern], by_name: bool) -> Option<Vec<CardIndex>> {
        let cards = &self.scope.catalog.cards;
        let mut named_cards = Vec::new();
        for pattern in patterns {
            let TextPattern::Is(text) = pattern else { return None };
            for index in cards.find_by_name(text) {
                let card = cards.card(index);
                // The index accepts more spellings than `=` does.
                let has_name = if by_name {
                    card.names().any(|(_, _, folded)| folded == text)
                } else {
                    fold(card.id()) == *text
                };
                if has_name {
                    named_cards.push(index);
                }
            }
        }
        // Sorted for the binary search of the filter.
        named_cards.arrange();
        named_cards.dedup();
        Some(named_cards)
    }

    fn resolve_on(&self, expr: &Expr, arguments: &[Expr]) -> Resolved<FilterNode> {
        let [part, inner] = arguments else {
            return Err(wrong_sort(expr, ExpressionKind::Filter, ExpressionKind::Filter));
        };
        let found = self.text.get(part.span.clone()).unwrap_or("");
        let ExprKind::Word(word) = &part.kind else {
            return Err(LanguageError::missing_token(
                part.span.clone(),
                ExpectedToken::Item,
                found,
            ));
        };
        let face = self.game().face(word).ok_or_else(|| {
            let parts = self.game().faces.iter().flat_map(|f| f.named.words());
            unknown_name(NameUse::Part, word, &part.span, nearest_names(word, parts))
        })?;
        let inner = Box::new(self.with_part(face).resolve_filter(inner)?);
        Ok(FilterNode { span: expr.span.clone(), kind: FilterKind::On(face, inner) })
    }
}

impl Resolver<'_> {
    /// Resolves an expression as a number of one card.
    pub(super) fn resolve_number(&self, expr: &Expr) -> Resolved<CardExpr> {
        let (value, sort) = self.resolve_card_value(expr)?;
        match sort {
            ExpressionKind::Number => Ok(value),
            other => Err(wrong_sort(expr, ExpressionKind::Number, other)),
        }
    }

    /// Resolves an expression as an ordered value of one card (a number, a date, an ordered name),
    /// with its type.
    pub(super) fn resolve_card_value(&self, expr: &Expr) -> Resolved<(CardExpr, ExpressionKind)> {
        let span = expr.span.clone();
        if let Some((operation, operands)) = split_operation(expr)? {
            let numbers = operands
                .into_iter()
                .map(|operand| self.resolve_number(operand));
            let kind = CardExprKind::Operation(operation, numbers.collect::<Resolved<_>>()?);
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
            ExprKind::In { inner, piles, .. } => {
                CardExprKind::ZoneNumber(Box::new(self.resolve_zone_number(inner, piles)?))
            }
            _ => return Err(wrong_sort(expr, ExpressionKind::CardNumber, self.sort_of(expr))),
        };
        Ok((CardExpr { span, kind }, ExpressionKind::Number))
    }

    /// Resolves a number of zones of the deck that cards are compared with.
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

    /// The position of the list that a word like `in.points` names; `None` for any other word.
    pub(super) fn find_list_number(&self, word: &str, expr: &Expr) -> Option<Resolved<usize>> {
        let (first, list) = word.split_once('.')?;
        let field = self.resolve_field(first, &expr.span, false).ok()?;
        if field.kind != FieldKind::Listed {
            return None;
        }
        let names = self.scope.catalog.list_names();
        Some(find_position(names, list).ok_or_else(|| {
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
        if let Some(number) = self.resolve_number_of_deck(word, &expr.span) {
            return Ok((number?, ExpressionKind::Number));
        }
        match parse_loose_number(word) {
            Some(number) => {
                Ok((CardExprKind::Number(Rational::from(number)), ExpressionKind::Number))
            }
            None => Err(unknown),
        }
    }
}

/// Splits a calculation into its operation and operands; `None` for any other expression.
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

//! Expressions as filters.

use super::super::ast::{Expr, ExprKind};
use super::super::docs::Function;
use super::super::error::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse};
use super::super::field::{Field, FieldKind};
use super::super::tree::{FilterKind, FilterNode, Test, TextPattern};
use super::field::unknown_name;
use super::{Resolved, Resolver, wrong_sort};
use sleeve_data::model::fold::fold;
use sleeve_data::model::{CardIndex, FRONT};
use sleeve_data::problem::nearest_names;

impl Resolver<'_> {
    /// A filter between the parentheses of a function; none at all is every card.
    pub(super) fn resolve_filter_argument(&self, argument: Option<&Expr>) -> Resolved<FilterNode> {
        match argument {
            None => Ok(FilterNode { span: 0..0, kind: FilterKind::All(Vec::new()) }),
            Some(expr) => match self.whole_filter(&expr.span) {
                Some(node) => Ok(node),
                None => self.resolve_filter(expr),
            },
        }
    }

    /// An expression as a filter.
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

    /// A text against patterns; whole names and ids are looked up in the index of names.
    pub(super) fn text_test(
        &self,
        field: Field,
        patterns: Vec<TextPattern>,
        negated: bool,
    ) -> FilterKind {
        let by_name = field.kind == FieldKind::Name && field.face == FRONT;
        let among = if by_name || field.kind == FieldKind::Id {
            self.find_named_cards(&patterns, by_name)
        } else {
            None
        };
        FilterKind::Test(Test::Text { field, patterns, negated, named_cards: among })
    }

    fn find_named_cards(&self, patterns: &[TextPattern], by_name: bool) -> Option<Vec<CardIndex>> {
        let cards = &self.scope.catalog.cards;
        let mut among = Vec::new();
        for pattern in patterns {
            let TextPattern::Is(text) = pattern else { return None };
            // The index takes more spellings for the same than `=` does.
            let same = |index: &CardIndex| {
                let card = cards.card(*index);
                if by_name {
                    card.names().any(|(_, _, folded)| folded == text)
                } else {
                    fold(card.id()) == *text
                }
            };
            among.extend(cards.find_by_name(text).into_iter().filter(same));
        }
        among.sort();
        among.dedup();
        Some(among)
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

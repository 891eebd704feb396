//! Name resolution and typing: from the syntax tree to the resolved tree. Each name is looked up
//! once; the types of the operands decide which operators exist.

mod card;
mod classes;
mod compare;
mod named;
mod pile;
mod value;

use crate::{
    ast::{Expr, ExprKind, Span},
    field::{Field, FieldKind},
    messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse},
    parser::MAX_DEPTH,
    scope::Scope,
    tree::{
        CardExpr, ConditionKind, ConditionNode, FilterKind, FilterNode, GroupKey, JunctionForm,
        MeasureNode, Reads, THESE, THOSE, ValueChoice, WantedValue,
    },
    walk::TreePart,
};
use named::NamingScope;
use pile::GroupingScope;
use sleeve_data::model::{AttributeId, FRONT, FaceId, Game, ValueId, fold::fold, game::Named};
use std::rc::Rc;
use value::filter_node;

#[derive(Clone)]
pub(super) struct Resolver<'s> {
    scope: &'s Scope<'s>,
    text: &'s str,
    /// The part of the card that a field reads if it names none.
    face: FaceId,
    /// The groups around the resolved part, and the evaluations per card that these cause so far.
    grouping: GroupingScope,
    /// The names of numbers and measures that are allowed here, and the uses of them so far.
    naming: NamingScope,
    /// The values that the nearest `some` around the part chooses.
    chosen: Option<Rc<ChosenValues>>,
    /// Whether the text is a class in a field of cards. Classes know no other classes.
    is_class: bool,
}

/// A field and its chosen values; `None`: any, when the condition is put in words.
#[derive(Debug)]
struct ChosenValues {
    field: Field,
    values: Option<Vec<GroupKey>>,
    /// Those of the `some` around this one.
    outer: Option<Rc<ChosenValues>>,
    /// The choices of this `some` and of those around it together.
    choices: usize,
}

impl<'s> Resolver<'s> {
    fn new(text: &'s str, scope: &'s Scope<'s>) -> Resolver<'s> {
        let (grouping, naming) = Default::default();
        Resolver { scope, text, face: FRONT, grouping, naming, chosen: None, is_class: false }
    }
}

type Resolved<T> = Result<T, LanguageError>;

/// Every word for a value that a field may have.
pub(super) fn declared_words(field: FieldKind, scope: &Scope<'_>) -> Vec<String> {
    let resolver = Resolver::new("", scope);
    resolver
        .declared_values(field)
        .into_iter()
        .flatten()
        .map(str::to_owned)
        .collect()
}

pub(super) fn filter(text: &str, scope: &Scope<'_>) -> Resolved<FilterNode> {
    let resolver = Resolver::new(text, scope);
    if let Some(node) = resolver.whole_filter(&(0..text.len())) {
        return Ok(node);
    }
    if text.trim().is_empty() {
        return Ok(FilterNode {
            span: 0..text.len(),
            kind: super::tree::FilterKind::All(Vec::new()),
        });
    }
    resolver.resolve_filter(&super::parser::parse(text)?)
}

pub(super) fn measure(text: &str, scope: &Scope<'_>) -> Resolved<MeasureNode> {
    let expr = super::parser::parse(text)?;
    Resolver::new(text, scope).resolve_measure(&expr, &None)
}

/// Resolves a text as a condition. Also returns the evaluations per card that its groups within
/// groups need.
pub(super) fn condition(text: &str, scope: &Scope<'_>) -> Resolved<(ConditionNode, u64)> {
    let expr = super::parser::parse(text)?;
    let resolver = Resolver::new(text, scope);
    let node = resolver.resolve_condition(&expr, &None)?;
    Ok((node, resolver.group_questions()))
}

/// Resolves a text as a number of one card.
pub(super) fn card_number(text: &str, scope: &Scope<'_>) -> Resolved<CardExpr> {
    let expr = super::parser::parse(text)?;
    let number = Resolver::new(text, scope).resolve_number(&expr)?;
    if TreePart::Expr(&number).reads_zones() {
        Err(LanguageError::new(number.span, ErrorKind::PileOfCard))
    } else {
        Ok(number)
    }
}

/// Parses the name of a field (`cost`, `upper.effect`, `effect.combat`).
pub fn field(text: &str, scope: &Scope<'_>) -> Resolved<Field> {
    let expr = super::parser::parse(text)?;
    Resolver::new(text, scope).resolve_field_argument(&expr)
}

impl Resolver<'_> {
    fn game(&self) -> &Game {
        &self.scope.catalog.game
    }

    /// The filter for a part of the text that is the name of a card as a whole, or the negation of
    /// one. Works on the text, not on the syntax tree, since a name may contain operators: `not
    /// (F)` must find the cards that `F` does not, even if all of `F` is a name.
    fn whole_filter(&self, span: &Span) -> Option<FilterNode> {
        // Recurses once per parenthesis, so it needs the same bound as the parser.
        self.whole_filter_at(span, MAX_DEPTH)
    }

    fn whole_filter_at(&self, span: &Span, depth: usize) -> Option<FilterNode> {
        let depth_left = depth.checked_sub(1)?;
        if let Some(node) = self.whole_name(span) {
            return Some(node);
        }
        let text = self.text.get(span.clone())?;
        let inner = span.start + (text.len() - text.trim_start().len());
        let (inner, negated) = match text.trim() {
            text if text.starts_with('-') => (inner + 1, true),
            text if text
                .get(..3)
                .is_some_and(|not| not.eq_ignore_ascii_case("not")) =>
            {
                let behind = text.get(3..)?;
                behind
                    .starts_with(|c: char| c == '(' || c.is_whitespace())
                    .then_some(())?;
                (inner + 3, true)
            }
            _ => (inner, false),
        };
        let end = span.start + text.trim_end().len();
        let rest = self.text.get(inner..end)?.trim_start();
        let start = end - rest.len();
        let node = if is_parenthesized(rest) {
            self.whole_filter_at(&(start + 1..end - 1), depth_left)?
        } else if negated && !rest.contains(char::is_whitespace) {
            // `not` binds to one word, so several words after it are not one name.
            self.whole_filter_at(&(start..end), depth_left)?
        } else {
            return None;
        };
        let kind = if negated { FilterKind::Not(Box::new(node)) } else { node.kind };
        Some(FilterNode { span: span.clone(), kind })
    }

    /// The cards that a part of the text names as a whole. A text with an operator in it must be
    /// exactly the name of a card; else punctuation does not matter.
    fn whole_name(&self, span: &Span) -> Option<FilterNode> {
        let text = self.text.get(span.clone())?.trim();
        if text.is_empty() || text.starts_with(['"', '“', '«', '(']) {
            return None;
        }
        let cards = &self.scope.catalog.cards;
        let near = cards.find_by_name(text);
        if near.is_empty() {
            return None;
        }
        // With an operator in it a text is a filter, unless a card is called exactly so.
        let plain = !text.contains([':', '=', '<', '>', '|', '"', '$', '%', '*', '+'])
            && text.starts_with(|c: char| c.is_alphanumeric() || matches!(c, '•' | '◊'));
        let wanted = WholeName { words: plain.then(|| name_words(text)), folded: fold(text) };
        let mut found = Vec::new();
        for index in near {
            let card = cards.card(index);
            if wanted.is_of(card.id()) || card.names().any(|(_, shown, _)| wanted.is_of(shown)) {
                found.push(index);
            }
        }
        if found.is_empty() {
            return None;
        }
        Some(filter_node(span, FilterKind::Test(super::tree::Test::Cards(found))))
    }

    /// The type of an expression for messages, as far as its form shows it.
    fn sort_of(&self, expr: &Expr) -> ExpressionKind {
        match &expr.kind {
            ExprKind::Number(_) => ExpressionKind::Number,
            ExprKind::Phrase(_) | ExprKind::Regex(_) => ExpressionKind::Text,
            ExprKind::Call { function, arguments } if function.is_calculation() => {
                match arguments.first().map(|first| self.sort_of(first)) {
                    Some(ExpressionKind::Measure) => ExpressionKind::Measure,
                    _ => ExpressionKind::CardNumber,
                }
            }
            ExprKind::Call { function, .. } if function.is_measure() => ExpressionKind::Measure,
            ExprKind::Call { function, .. } => match function {
                super::docs::Function::On => ExpressionKind::Filter,
                _ => ExpressionKind::Condition,
            },
            ExprKind::If(..) => ExpressionKind::Condition,
            ExprKind::Cards(_) => ExpressionKind::Filter,
            ExprKind::Bracket(inner) => match self.sort_of(inner) {
                ExpressionKind::Condition | ExpressionKind::Measure => ExpressionKind::Measure,
                _ => ExpressionKind::CardNumber,
            },
            ExprKind::In { inner, .. } | ExprKind::Not(inner) | ExprKind::Negate(inner) => {
                self.sort_of(inner)
            }
            ExprKind::Arithmetic { left, .. } => match self.sort_of(left) {
                ExpressionKind::Measure => ExpressionKind::Measure,
                _ => ExpressionKind::CardNumber,
            },
            ExprKind::Compare { first, .. } => match self.sort_of(first) {
                ExpressionKind::Measure => ExpressionKind::Condition,
                _ => ExpressionKind::Filter,
            },
            ExprKind::And(items) | ExprKind::Or(items) => {
                items
                    .first()
                    .map_or(ExpressionKind::Filter, |first| match self.sort_of(first) {
                        ExpressionKind::Condition | ExpressionKind::Measure => {
                            ExpressionKind::Condition
                        }
                        _ => ExpressionKind::Filter,
                    })
            }
            ExprKind::Word(word)
                if self.scope.parameter(word).is_some()
                    || self.scope.find_named(word).is_some() =>
            {
                ExpressionKind::Measure
            }
            ExprKind::Word(_) | ExprKind::Unknown => ExpressionKind::Filter,
            ExprKind::Parameter(_) => ExpressionKind::Measure,
        }
    }
}

/// Whether one pair of parentheses encloses the whole text.
/// A text that may be the name of a card as a whole.
struct WholeName {
    folded: String,
    /// Its words, if punctuation does not matter.
    words: Option<Vec<String>>,
}

impl WholeName {
    fn is_of(&self, name: &str) -> bool {
        fold(name) == self.folded
            || self
                .words
                .as_ref()
                .is_some_and(|words| name_words(name) == *words)
    }
}

fn is_parenthesized(text: &str) -> bool {
    let mut depth = 0usize;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth == 0 {
            return at > 0 && at + 1 == text.len();
        }
    }
    false
}

/// The words of a name, without punctuation.
fn name_words(text: &str) -> Vec<String> {
    let folded = fold(text).replace('\'', "");
    folded
        .split(|c: char| !c.is_alphanumeric())
        .filter(|w| !w.is_empty())
        .map(str::to_owned)
        .collect()
}

fn wrong_sort(expr: &Expr, expected: ExpressionKind, found: ExpressionKind) -> LanguageError {
    LanguageError::new(expr.span.clone(), ErrorKind::WrongSort { expected, found })
}

impl Resolver<'_> {
    fn resolve_field_argument(&self, expr: &Expr) -> Resolved<Field> {
        match &expr.kind {
            ExprKind::Word(word) => self.resolve_field(word, &expr.span, false),
            _ => {
                let found = self.text.get(expr.span.clone()).unwrap_or("");
                Err(LanguageError::missing_token(expr.span.clone(), ExpectedToken::Field, found))
            }
        }
    }

    /// Resolves a word as a field. If a name after `effect.` means both an effect and a trigger,
    /// `as_trigger` decides.
    fn resolve_field(&self, word: &str, span: &Span, as_trigger: bool) -> Resolved<Field> {
        if self.scope.has_classes() {
            return Err(unknown_name(NameUse::Field, word, span, Vec::new()));
        }
        Field::from_word(self.game(), word, self.face, as_trigger).map_err(|error| {
            let name = word.get(error.range.clone()).unwrap_or(word);
            let span = span.start + error.range.start..span.start + error.range.end;
            unknown_name(error.thing, name, &span, error.candidates)
        })
    }

    fn with_part(&self, face: FaceId) -> Resolver<'_> {
        Resolver { face, ..self.clone() }
    }

    fn attribute_values(&self, attribute: AttributeId) -> &[Named] {
        self.game()
            .get_attribute(attribute)
            .map_or(&[], |a| a.values())
    }

    /// Every word that names a field.
    fn field_words(&self) -> impl Iterator<Item = &str> {
        let has_fields = !self.scope.has_classes();
        Field::filter_words(self.game()).filter(move |_| has_fields)
    }

    fn field_sort(&self, kind: FieldKind) -> ExpressionKind {
        kind.sort(self.game())
    }
}

fn unknown_name(thing: NameUse, name: &str, span: &Span, candidates: Vec<String>) -> LanguageError {
    let kind = ErrorKind::Unknown { thing, name: name.to_owned(), candidates };
    LanguageError::new(span.clone(), kind)
}

/// The most choices of values of one `some`, or of one within others together: two of 23 values,
/// three of 12, one of 16 for each of 16. Its condition is evaluated for each.
const MAX_CHOICES: usize = 256;

impl Resolver<'_> {
    /// The resolver inside `some`, for one choice of values; `None` for its words.
    fn with_choice(
        &self,
        field: Field,
        values: Option<Vec<GroupKey>>,
        choices: usize,
    ) -> Resolver<'_> {
        let outer = self.chosen.clone();
        let chosen = Some(Rc::new(ChosenValues { field, values, outer, choices }));
        Resolver { chosen, ..self.clone() }
    }

    /// Resolves the arguments of `some`.
    pub(super) fn resolve_choice(
        &self,
        expr: &Expr,
        arguments: &[Expr],
        reads: &Reads,
    ) -> Resolved<ConditionKind> {
        let [number, field, condition] = arguments else {
            return Err(wrong_sort(expr, ExpressionKind::Condition, ExpressionKind::Condition));
        };
        let whole = match &number.kind {
            ExprKind::Number(number) => number.to_integer().filter(|count| *count > 0),
            _ => None,
        };
        let Some(count) = whole.and_then(|count| usize::try_from(count).ok()) else {
            return Err(LanguageError::new(number.span.clone(), ErrorKind::ChoiceOfNumber));
        };
        let (place, field) = (field, self.resolve_group_field(field)?);
        let values = match field.kind {
            FieldKind::Attribute(id) => self.attribute_values(id).len(),
            _ => 0,
        };
        if values == 0 {
            return Err(wrong_sort(place, ExpressionKind::Set, self.field_sort(field.kind)));
        }
        let around = self.chosen.as_ref().map_or(1, |outer| outer.choices);
        let Some(mut chosen) = list_choices(values, count.min(values), MAX_CHOICES / around) else {
            let kind = ErrorKind::TooManyChoices { limit: MAX_CHOICES };
            return Err(LanguageError::new(expr.span.clone(), kind));
        };
        let choices = around * chosen.len();
        // Words do not depend on the values, and are resolved once.
        if self
            .chosen
            .as_ref()
            .is_some_and(|outer| outer.values.is_none())
        {
            chosen.clear();
        }
        let mut parts = Vec::with_capacity(chosen.len());
        for values in &chosen {
            let resolver = self.with_choice(field, Some(values.clone()), choices);
            parts.push((resolver.resolve_condition(condition, reads)?, false));
        }
        let resolver = self.with_choice(field, None, choices);
        let condition = resolver.resolve_condition(condition, reads)?;
        let choice = ValueChoice { count, field, condition, values: chosen };
        Ok(ConditionKind::join(false, parts, JunctionForm::Choice(Box::new(choice))))
    }

    /// The chosen values that `$these` or `$those` means: those that the nearest `some` over the
    /// field chooses, and the next one around it. `None` for any other value.
    pub(super) fn resolve_chosen_values(
        &self,
        field: Field,
        value: &Expr,
    ) -> Option<Resolved<Vec<WantedValue>>> {
        let nearest = self.chosen.as_deref()?;
        let ExprKind::Parameter(name) = &value.kind else { return None };
        let skipped = [THESE, THOSE].iter().position(|word| name == word)?;
        let scopes = std::iter::successors(Some(nearest), |scope| scope.outer.as_deref());
        let mut of_field = scopes.filter(|scope| scope.field.kind == field.kind);
        let Some(scope) = of_field.nth(skipped) else {
            let (left, right) = (field.id(self.game()), nearest.field.id(self.game()));
            let kind = ErrorKind::ValuesOfOtherField { word: name.clone(), left, right };
            return Some(Err(LanguageError::new(value.span.clone(), kind)));
        };
        Some(Ok(match &scope.values {
            Some(values) => values.iter().cloned().map(WantedValue::Key).collect(),
            None => vec![WantedValue::Parameter(name.clone())],
        }))
    }
}

/// Every choice of `count` of the values of an attribute; `None` if there are more than `limit`.
fn list_choices(values: usize, count: usize, limit: usize) -> Option<Vec<Vec<GroupKey>>> {
    let mut choices: Vec<Vec<usize>> = vec![Vec::new()];
    for picked in 0..count {
        let mut longer = Vec::new();
        for choice in choices {
            // Enough values have to be left for the rest of the choice.
            let first = choice.last().map_or(0, |last| last + 1);
            let next = first..=values - (count - picked);
            longer.extend(next.map(|value| [choice.as_slice(), &[value]].concat()));
            if longer.len() > limit {
                return None;
            }
        }
        choices = longer;
    }
    choices
        .into_iter()
        .map(|choice| choice.into_iter().map(value_key).collect())
        .collect()
}

fn value_key(position: usize) -> Option<GroupKey> {
    u16::try_from(position)
        .ok()
        .map(|value| GroupKey::Value(ValueId(value)))
}

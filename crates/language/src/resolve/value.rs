//! Values to the right of an operator, which the field to the left declares, and effects written as
//! `show` prints them (`écran 3`).

use crate::{
    ast::{Comparison, Expr, ExprKind, Operator, Span},
    facts::find_declared_value,
    field::{Field, FieldKind},
    messages::{ErrorKind, ExpressionKind, LanguageError, NameUse},
    resolve::{Resolved, Resolver, unknown_name, wrong_sort},
    tree::{
        FilterKind, FilterNode, GroupKey, Test, TextExpression, TextPattern, WantedValue, ZoneField,
    },
};
use regex::RegexBuilder;
use sleeve_data::{
    model::{
        Bounds, Date, Number,
        card::{Grade, Value},
        fold::fold,
        game::{AttributeType, Named},
    },
    problem::{Candidates, nearest_names},
    source,
};

/// The most values that are listed when a value is unknown and none is near.
const LISTED_VALUES: usize = 10;

fn words_of(named: &Named) -> Vec<&str> {
    named.words().collect()
}

impl Resolver<'_> {
    /// The text of a value that is written as a word, a phrase or a number.
    pub(super) fn value_text(&self, value: &Expr) -> Option<String> {
        match &value.kind {
            ExprKind::Word(text) | ExprKind::Phrase(text) => Some(text.clone()),
            ExprKind::Number(number) => Some(number.to_string()),
            _ => None,
        }
    }

    pub(super) fn resolve_parameter(&self, name: &str, value: &Expr) -> Resolved<String> {
        let found = self.scope.parameter(name).map(str::to_owned);
        found.ok_or_else(|| {
            if let Some((zone, rest)) = self.scope.zone_and_rest(name) {
                let (zone, field) = (zone.to_owned(), rest.to_owned());
                return LanguageError::new(
                    value.span.clone(),
                    ErrorKind::ValuesOfZone { zone, field },
                );
            }
            let near = match name.split_once('.') {
                Some((zone, rest)) => {
                    let zones = self.scope.deck_zones().iter().map(|z| z.id.as_str());
                    let zones = nearest_names(zone, zones).into_iter();
                    zones.map(|zone| format!("{zone}.{rest}")).collect()
                }
                None => nearest_names(name, self.scope.parameters().iter().map(|p| p.id.as_str())),
            };
            unknown_name(NameUse::Parameter, name, &value.span, near)
        })
    }

    /// Resolves a parameter that must be a number.
    pub(super) fn resolve_number_parameter(&self, name: &str, value: &Expr) -> Resolved<String> {
        let id = self.resolve_parameter(name, value)?;
        if self.scope.words(&id).is_empty() {
            Ok(id)
        } else {
            Err(wrong_sort(value, ExpressionKind::Number, ExpressionKind::Enumeration))
        }
    }

    /// Resolves the field of a zone to the right of a field, `$identity.faction`; `None` for any
    /// other value.
    pub(super) fn resolve_zone_field(
        &self,
        left: Field,
        value: &Expr,
    ) -> Option<Resolved<ZoneField>> {
        let ExprKind::Parameter(name) = &value.kind else { return None };
        if self.scope.parameter(name).is_some() {
            return None;
        }
        let (zone, rest) = self.scope.zone_and_rest(name)?;
        let start = value.span.end.saturating_sub(rest.len());
        let span = start..value.span.end;
        let right = match self.resolve_field(rest, &span, false) {
            Ok(field) => field,
            Err(error) => return Some(Err(error)),
        };
        // The cards of a field are one text, which would be compared as a whole.
        if [left, right]
            .iter()
            .any(|field| field.kind.holds_cards(self.game()))
        {
            return Some(Err(LanguageError::new(span, ErrorKind::HeldCardsOfDeck)));
        }
        let sort = self.shared_sort(left.kind);
        let are_alike = sort.is_some() && sort == self.shared_sort(right.kind);
        if !are_alike && left.kind != right.kind || left.kind.is_question() {
            let (expected, found) = (self.field_sort(left.kind), self.field_sort(right.kind));
            let kind = if expected == found {
                let is_question = left.kind.is_question();
                let (left, right) = (left.id(self.game()), rest.to_owned());
                ErrorKind::OtherField { left, zone: zone.to_owned(), right, is_question }
            } else {
                ErrorKind::WrongSort { expected, found }
            };
            return Some(Err(LanguageError::new(span, kind)));
        }
        Some(Ok(ZoneField { zone: zone.to_owned(), field: right }))
    }

    /// The type of the values of a field, if they are the same in other fields: words by their ids,
    /// texts, numbers, days.
    fn shared_sort(&self, field: FieldKind) -> Option<ExpressionKind> {
        match field {
            FieldKind::Id | FieldKind::Kind | FieldKind::Zone => None,
            FieldKind::Set | FieldKind::Provenance | FieldKind::Effect(_) => None,
            _ if field.is_question() => None,
            _ => Some(match self.field_sort(field) {
                ExpressionKind::Set => ExpressionKind::Enumeration,
                sort => sort,
            }),
        }
    }

    /// Resolves declared values to the right of a field.
    pub(super) fn resolve_wanted_values<'v>(
        &self,
        field: Field,
        values: impl IntoIterator<Item = &'v Expr>,
        written: &str,
    ) -> Resolved<Vec<WantedValue>> {
        let mut wanted = Vec::new();
        for value in values {
            match self.resolve_chosen_values(field, value) {
                Some(chosen) => wanted.extend(chosen?),
                None => wanted.push(self.resolve_wanted_value(field, value, written)?),
            }
        }
        Ok(wanted)
    }

    fn resolve_wanted_value(
        &self,
        field: Field,
        value: &Expr,
        written: &str,
    ) -> Resolved<WantedValue> {
        if let Some(right) = self.resolve_zone_field(field, value) {
            return right.map(WantedValue::ZoneField);
        }
        if let ExprKind::Parameter(name) = &value.kind {
            return Ok(WantedValue::Parameter(self.resolve_parameter(name, value)?));
        }
        let text = self.value_text(value);
        let key = text
            .as_deref()
            .and_then(|text| self.find_declared_value(field.kind, text));
        key.map(WantedValue::Key)
            .ok_or_else(|| self.unknown_value(field.kind, value, written))
    }

    /// The value of a field that a word means, if one is declared.
    pub(super) fn find_declared_value(&self, field: FieldKind, text: &str) -> Option<GroupKey> {
        match field {
            FieldKind::Zone => self
                .scope
                .zone(text)
                .map(|zone| GroupKey::Zone(zone.to_owned())),
            _ => find_declared_value(self.game(), field, text),
        }
    }

    /// The words for each value that a field may have, its id first.
    pub(super) fn declared_values(&self, field: FieldKind) -> Vec<Vec<&str>> {
        let game = self.game();
        let attribute = match field {
            FieldKind::Attribute(id) => game.get_attribute(id),
            _ => None,
        };
        match field {
            FieldKind::Kind => {
                let kinds = game.kinds.iter();
                kinds
                    .map(|k| k.named.words().chain(k.plural.wordings()).collect())
                    .collect()
            }
            FieldKind::Set => game.sets.iter().map(|s| words_of(&s.named)).collect(),
            FieldKind::Effect(_) => game.effects.iter().map(|e| words_of(&e.named)).collect(),
            FieldKind::Zone => self.scope.zones().iter().map(words_of).collect(),
            FieldKind::Provenance => Grade::WORDS.iter().map(|word| vec![*word]).collect(),
            FieldKind::Listed => self
                .scope
                .catalog
                .list_names()
                .iter()
                .map(words_of)
                .collect(),
            FieldKind::Legal => self
                .scope
                .catalog
                .format_heads()
                .iter()
                .map(|h| words_of(&h.named))
                .collect(),
            FieldKind::Is => self.flag_names().map(words_of).collect(),
            FieldKind::Has => {
                let parts = game.faces.iter().map(|f| words_of(&f.named));
                self.field_words()
                    .map(|word| vec![word])
                    .chain(parts)
                    .collect()
            }
            _ if attribute.is_some_and(|a| matches!(a.kind, AttributeType::Flag)) => {
                vec![vec!["yes"], vec!["no"]]
            }
            _ => attribute
                .iter()
                .flat_map(|a| a.values())
                .map(words_of)
                .collect(),
        }
    }

    pub(super) fn flag_names(&self) -> impl Iterator<Item = &Named> {
        let flags = self.game().attributes.iter();
        flags
            .filter(|a| matches!(a.kind, AttributeType::Flag))
            .map(|a| &a.named)
    }

    /// The error for a value that the field does not have, with the nearest values. If none is near
    /// and there are at most ten, all of them are suggested.
    pub(super) fn unknown_value(
        &self,
        field: FieldKind,
        value: &Expr,
        written: &str,
    ) -> LanguageError {
        let text = self.value_text(value).unwrap_or_else(|| value.to_string());
        let values = self.declared_values(field);
        let near = nearest_names(&text, values.iter().flatten().copied());
        let ids = values.iter().filter_map(|words| words.first().copied());
        let candidates = Candidates::from_near(near, ids.filter(|_| values.len() <= LISTED_VALUES));
        let sort = self.field_sort(field);
        let kind =
            ErrorKind::UnknownValue { field: written.to_owned(), value: text, sort, candidates };
        LanguageError::new(value.span.clone(), kind)
    }

    pub(super) fn resolve_pattern(
        &self,
        field: Field,
        value: &Expr,
        exact: bool,
    ) -> Resolved<TextPattern> {
        match &value.kind {
            ExprKind::Regex(source) => {
                // 1 MiB of compiled program: a short pattern may compile to far more
                // (`(a{1000}){1000}`).
                let regex = RegexBuilder::new(source)
                    .case_insensitive(true)
                    .size_limit(1 << 20)
                    .build();
                regex
                    .map(|regex| TextPattern::Regex(TextExpression(regex)))
                    .map_err(|error| {
                        let message = regex_reason(&error);
                        LanguageError::new(value.span.clone(), ErrorKind::BadRegex { message })
                    })
            }
            ExprKind::Parameter(name) => {
                Ok(TextPattern::Parameter { name: self.resolve_parameter(name, value)?, exact })
            }
            // Only `=` compares with another field; after `:` a word is always a text.
            ExprKind::Word(word) if exact => match self.find_field(word, value) {
                Some(other) if self.field_sort(other.kind) == ExpressionKind::Text => {
                    Ok(TextPattern::Field(other))
                }
                _ => Ok(TextPattern::Is(fold(word))),
            },
            _ => {
                let text = self
                    .value_text(value)
                    .ok_or_else(|| wrong_sort(value, ExpressionKind::Text, self.sort_of(value)))?;
                let whole = exact || field.kind == FieldKind::Id;
                Ok(if whole {
                    TextPattern::Is(fold(&text))
                } else {
                    TextPattern::Contains(fold(&text))
                })
            }
        }
    }

    pub(super) fn find_field(&self, word: &str, value: &Expr) -> Option<Field> {
        self.resolve_field(word, &value.span, false).ok()
    }
}

/// The reason in a message of the engine, which repeats the pattern above its last line.
fn regex_reason(error: &regex::Error) -> String {
    let message = error.to_string();
    let last = message.lines().last().unwrap_or("").trim();
    last.strip_prefix("error: ").unwrap_or(last).to_owned()
}

/// The first and the last day of a date; a year or a month means all its days.
pub(super) fn parse_days(text: &str) -> Option<(Date, Date)> {
    let first = Date::parse(text)?;
    let (year, month, _) = first.ymd();
    // The last day is the one before the next year or month begins: no table of the lengths of
    // months.
    let after = match text.split('-').count() {
        1 => Date::from_ymd(year + 1, 1, 1),
        2 if month == 12 => Date::from_ymd(year + 1, 1, 1),
        2 => Date::from_ymd(year, month + 1, 1),
        _ => return Some((first, first)),
    };
    Some((first, after.map_or(first, |d| Date::from_days(d.days() - 1))))
}

/// Parses a number in an unusual form (`03`), which the lexer leaves a word.
pub(super) fn parse_loose_number(text: &str) -> Option<Number> {
    Number::parse(text)
}

impl Resolver<'_> {
    /// Resolves a comparison of effects with values that are written as they are printed, with an
    /// amount or a trigger. `None` if the field is not an effect, or no value is written that way.
    pub(super) fn test_printed_effects(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Option<Resolved<FilterKind>> {
        let (mut other_values, mut printed_tests) = (Vec::new(), Vec::new());
        for value in &comparison.values {
            match self.test_printed_effect(field, value, comparison.operator) {
                Some(node) => printed_tests.push(node),
                None => other_values.push(value),
            }
        }
        if printed_tests.is_empty() {
            return None;
        }
        if !other_values.is_empty() {
            let wanted = match self.resolve_wanted_values(field, other_values, word) {
                Ok(wanted) => wanted,
                Err(error) => return Some(Err(error)),
            };
            printed_tests.push(values_test(&comparison.span, field, wanted, comparison.operator));
        }
        let any = any_of(printed_tests);
        Some(Ok(match comparison.operator {
            Operator::NotEqual => FilterKind::Not(Box::new(filter_node(&comparison.span, any))),
            _ => any,
        }))
    }

    /// The test for one effect written as printed; `None` if the value is not one. Under `=` the
    /// card has no other effect.
    fn test_printed_effect(
        &self,
        field: Field,
        value: &Expr,
        operator: Operator,
    ) -> Option<FilterNode> {
        let FieldKind::Effect(trigger) = field.kind else { return None };
        let text = self.value_text(value)?;
        if self.find_declared_value(field.kind, &text).is_some() {
            return None;
        }
        let printed = source::shown_effect(self.game(), &text)?;
        let (effect, span) = (printed.effect, &value.span);
        let wanted = vec![WantedValue::Key(GroupKey::Effect(effect))];
        let triggered = Field { kind: FieldKind::Effect(printed.trigger.or(trigger)), ..field };
        let amount = match printed.amount {
            None => None,
            Some(Value::Number(amount)) => Some(Some(amount)),
            Some(Value::Unknown(Bounds::OPEN)) => Some(None),
            Some(_) => return None,
        };
        let shows = match amount {
            None => values_test(span, triggered, wanted.clone(), Operator::Has),
            Some(amount) => {
                let test = Test::Shows { field: triggered, effect, amount };
                filter_node(span, FilterKind::Test(test))
            }
        };
        if operator != Operator::Equal {
            return Some(shows);
        }
        let has_only = values_test(span, field, wanted, Operator::Equal);
        Some(filter_node(span, FilterKind::All(vec![has_only, shows])))
    }
}

pub(super) fn filter_node(span: &Span, kind: FilterKind) -> FilterNode {
    FilterNode { span: span.clone(), kind }
}

/// The filter that one of these is true. A single one stays as it is.
pub(super) fn any_of(mut filters: Vec<FilterNode>) -> FilterKind {
    match filters.pop() {
        Some(only) if filters.is_empty() => only.kind,
        last => {
            filters.extend(last);
            FilterKind::Any(filters)
        }
    }
}

/// The test that a field has one of some values, and under `=` no other.
fn values_test(
    span: &Span,
    field: Field,
    wanted: Vec<WantedValue>,
    operator: Operator,
) -> FilterNode {
    let exactly = operator == Operator::Equal;
    filter_node(span, FilterKind::Test(Test::Values { field, wanted, exactly, negated: false }))
}

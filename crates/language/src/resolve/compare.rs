//! Comparisons in filters. The type of the left side decides what is allowed on the right.

use crate::{
    ast::{Comparison, Expr, ExprKind, Operator, Span},
    field::{Field, FieldKind, find_position},
    messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse},
    resolve::{
        Resolved, Resolver,
        value::{any_of, filter_node, parse_days, parse_loose_number},
    },
    tree::{CardExpr, CardExprKind, FilterKind, FilterNode, GroupKey, Test, WantedValue},
    walk::TreePart,
};
use sleeve_data::{
    model::{AttributeId, Date, FRONT},
    problem::Candidates,
};

/// Refuses a comparison of several values by their order.
pub(super) fn refuse_ordered_list(comparison: &Comparison) -> Resolved<()> {
    if !comparison.operator.is_ordering() {
        return Ok(());
    }
    let kind = ErrorKind::ListUnderOrder { operator: comparison.operator };
    Err(LanguageError::new(comparison.span.clone(), kind))
}

impl Resolver<'_> {
    pub(super) fn resolve_card_comparison(
        &self,
        expr: &Expr,
        first: &Expr,
        rest: &[Comparison],
    ) -> Resolved<FilterNode> {
        // A sentence about piles is rejected as such, before its words are looked up as fields of
        // cards.
        let pile = matches!(first.kind, ExprKind::Call { .. } | ExprKind::In { .. });
        if pile
            && matches!(self.sort_of(first), ExpressionKind::Measure | ExpressionKind::Condition)
        {
            let kind = ErrorKind::WrongSort {
                expected: ExpressionKind::Filter,
                found: ExpressionKind::Condition,
            };
            return Err(LanguageError::new(expr.span.clone(), kind));
        }
        match rest {
            [only] => {
                let kind = self
                    .resolve_single(first, only)
                    .map_err(|e| self.explain_range(e, first, only))?;
                Ok(FilterNode { span: expr.span.clone(), kind })
            }
            _ => self.resolve_chain(expr, first, rest),
        }
    }

    fn resolve_chain(
        &self,
        expr: &Expr,
        first: &Expr,
        rest: &[Comparison],
    ) -> Resolved<FilterNode> {
        let mut nodes = Vec::new();
        let mut left = first;
        for comparison in rest {
            // `a <= b|c` and `a:b` have no meaning as a link between two others.
            let [right] = comparison.values.as_slice() else {
                return Err(LanguageError::new(comparison.span.clone(), ErrorKind::Chain));
            };
            if comparison.operator == Operator::Has {
                return Err(LanguageError::new(comparison.span.clone(), ErrorKind::Chain));
            }
            let node = self
                .compare_two(left, comparison.operator, right)
                .map_err(|error| self.explain_range(error, left, comparison))?;
            nodes.push(node);
            left = right;
        }
        Ok(filter_node(&expr.span, FilterKind::All(nodes)))
    }

    fn compare_two(&self, left: &Expr, operator: Operator, right: &Expr) -> Resolved<FilterNode> {
        let span = left.span.start..right.span.end;
        let left = self.resolve_number(left)?;
        Ok(comparison_node(span, left, operator, self.resolve_number(right)?))
    }

    fn resolve_single(&self, first: &Expr, comparison: &Comparison) -> Resolved<FilterKind> {
        if let ExprKind::Word(word) = &first.kind
            && self.find_list_number(word, first).is_none()
        {
            // `effect.ally:draw` reads the trigger `ally`, `effect.draw>=2` the amount of the
            // effect `draw`.
            let mut values = comparison.values.iter();
            let as_trigger =
                values.all(|v| matches!(v.kind, ExprKind::Word(_) | ExprKind::Phrase(_)));
            match self.resolve_field(word, &first.span, as_trigger) {
                Ok(field) => return self.compare_field(field, word, comparison),
                Err(unknown) => {
                    let calculation = self.scope.parameter(word).is_some() || first.span.is_empty();
                    if !calculation {
                        return Err(unknown);
                    }
                }
            }
        }
        if matches!(first.kind, ExprKind::Phrase(_) | ExprKind::Regex(_)) {
            let found = self.text.get(first.span.clone()).unwrap_or("");
            return Err(LanguageError::missing_token(
                first.span.clone(),
                ExpectedToken::Field,
                found,
            ));
        }
        let left = self.resolve_number(first)?;
        self.join_values(comparison, |value| {
            let right = self.resolve_number(value)?;
            let span = left.span.start..right.span.end;
            Ok(comparison_node(span, left.clone(), comparison.operator, right))
        })
    }

    /// Joins one test per value: all of them under `!=`, else any of them.
    fn join_values(
        &self,
        comparison: &Comparison,
        make: impl Fn(&Expr) -> Resolved<FilterNode>,
    ) -> Resolved<FilterKind> {
        if let [only] = comparison.values.as_slice() {
            return make(only).map(|node| node.kind);
        }
        refuse_ordered_list(comparison)?;
        let nodes = comparison
            .values
            .iter()
            .map(make)
            .collect::<Resolved<Vec<_>>>()?;
        Ok(match comparison.operator {
            // To be none of several values is to differ from each of them.
            Operator::NotEqual => FilterKind::All(nodes),
            _ => FilterKind::Any(nodes),
        })
    }

    fn compare_field(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Resolved<FilterKind> {
        let operator = comparison.operator;
        let sort = self.field_sort(field.kind);
        let values = &comparison.values;
        if operator.is_ordering() && sort == ExpressionKind::Set
            || values
                .iter()
                .any(|value| self.resolve_zone_field(field, value).is_some())
        {
            return self.compare_sets(field, word, comparison);
        }
        let orders = field.kind.is_ordered(self.game());
        if operator.is_ordering() && !orders {
            let kind = ErrorKind::NoSuchOperator { operator, field: word.to_owned(), sort };
            return Err(LanguageError::new(comparison.span.clone(), kind));
        }
        if let [Expr { kind: ExprKind::Unknown, span }] = values.as_slice() {
            return self.test_unknown(field, word, operator, span);
        }
        match sort {
            ExpressionKind::Number => {
                self.join_values(comparison, |v| self.compare_number(field, word, operator, v))
            }
            ExpressionKind::Date => {
                self.join_values(comparison, |v| self.compare_date(field, word, operator, v))
            }
            ExpressionKind::Text if values.iter().any(|v| matches!(v.kind, ExprKind::Cards(_))) => {
                self.join_values(comparison, |value| self.test_held_cards(field, word, value))
            }
            ExpressionKind::Text => self.compare_text(field, comparison),
            ExpressionKind::Enumeration if operator.is_ordering() => {
                self.join_values(comparison, |v| self.compare_order(field, word, operator, v))
            }
            ExpressionKind::Field | ExpressionKind::List | ExpressionKind::Format => {
                self.test_named_things(field, word, comparison)
            }
            ExpressionKind::Flag if field.kind == FieldKind::Is => {
                self.test_named_things(field, word, comparison)
            }
            _ => self.compare_values(field, word, comparison),
        }
    }

    fn compare_text(&self, field: Field, comparison: &Comparison) -> Resolved<FilterKind> {
        let negated = comparison.operator == Operator::NotEqual;
        let exact = comparison.operator != Operator::Has;
        let mut patterns = Vec::with_capacity(comparison.values.len());
        for value in &comparison.values {
            patterns.push(self.resolve_pattern(field, value, exact)?);
        }
        let test = self.text_test(field, patterns.clone(), negated);
        if negated || !field.kind.holds_cards(self.game()) {
            return Ok(test);
        }
        let by_name = self.text_test(Field::front(FieldKind::Name), patterns, false);
        Ok(self.or_by_class(field, &filter_node(&comparison.span, by_name), test))
    }

    /// Compares the values of a field with those of the cards of a zone, with other values, or with
    /// both.
    fn compare_sets(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Resolved<FilterKind> {
        let operator = comparison.operator;
        let is_set = matches!(self.field_sort(field.kind), ExpressionKind::Set);
        if operator.is_ordering() && !is_set {
            let kind = ErrorKind::OrderOfZone { operator, field: word.to_owned() };
            return Err(LanguageError::new(comparison.span.clone(), kind));
        }
        if operator == Operator::Equal {
            return self.join_values(comparison, |value| {
                let span = value.span.clone();
                let test = match self.resolve_zone_field(field, value) {
                    Some(right) => {
                        let right = vec![WantedValue::ZoneField(right?)];
                        Test::Sets { left: field, operator, right }
                    }
                    None => {
                        let wanted = self.resolve_wanted_values(field, [value], word)?;
                        Test::Values { field, wanted, exactly: is_set, negated: false }
                    }
                };
                Ok(FilterNode { span, kind: FilterKind::Test(test) })
            });
        }
        let wanted = self.resolve_wanted_values(field, &comparison.values, word)?;
        let negated = operator == Operator::NotEqual;
        Ok(FilterKind::Test(if operator.is_ordering() {
            Test::Sets { left: field, operator, right: wanted }
        } else {
            Test::Values { field, wanted, exactly: false, negated }
        }))
    }

    /// A test of the cards in a field: by a filter, or by a part of their names.
    fn test_held_cards(&self, field: Field, word: &str, value: &Expr) -> Resolved<FilterNode> {
        let span = value.span.clone();
        let ExprKind::Cards(inner) = &value.kind else {
            let pattern = self.resolve_pattern(field, value, false)?;
            return Ok(FilterNode { span, kind: self.text_test(field, vec![pattern], false) });
        };
        if !field.kind.holds_cards(self.game()) {
            let kind = ErrorKind::HoldsNoCards { field: word.to_owned() };
            return Err(LanguageError::new(span, kind));
        }
        let cards = Box::new(self.with_part(FRONT).resolve_filter_argument(Some(inner))?);
        // Cards in a field are tested outside any deck, so nothing of a deck can be read.
        let reads_deck = TreePart::Filter(&cards).any(|part| match part {
            TreePart::Parameter(_) | TreePart::ZoneField(_) | TreePart::ZoneNumber(_) => true,
            TreePart::Field(field) => field.kind == FieldKind::Zone,
            _ => false,
        });
        if reads_deck {
            return Err(LanguageError::new(span, ErrorKind::HeldCardsOfDeck));
        }
        let test = Test::Holds { field, cards: cards.clone() };
        Ok(FilterNode { span, kind: self.or_by_class(field, &cards, FilterKind::Test(test)) })
    }

    fn test_unknown(
        &self,
        field: Field,
        word: &str,
        operator: Operator,
        span: &Span,
    ) -> Resolved<FilterKind> {
        if operator.is_ordering()
            || matches!(
                self.field_sort(field.kind),
                ExpressionKind::Field | ExpressionKind::List | ExpressionKind::Format
            )
        {
            let sort = self.field_sort(field.kind);
            let kind = ErrorKind::UnknownValue {
                field: word.to_owned(),
                value: "?".to_owned(),
                sort,
                candidates: Candidates::default(),
            };
            return Err(LanguageError::new(span.clone(), kind));
        }
        let unknown = FilterKind::Test(Test::IsUnknown(field));
        if operator != Operator::NotEqual {
            return Ok(unknown);
        }
        // `FIELD!=?`: printed and known.
        let known = FilterKind::Not(Box::new(filter_node(span, unknown)));
        let printed = FilterKind::Test(Test::IsPrinted(field));
        Ok(FilterKind::All(vec![filter_node(span, printed), filter_node(span, known)]))
    }

    fn compare_number(
        &self,
        field: Field,
        word: &str,
        operator: Operator,
        value: &Expr,
    ) -> Resolved<FilterNode> {
        let right = match (&value.kind, operator) {
            (ExprKind::Word(text), Operator::Has) => match parse_loose_number(text) {
                Some(number) => {
                    CardExpr { span: value.span.clone(), kind: CardExprKind::Number(number.into()) }
                }
                None if self.resolve_field(text, &value.span, false).is_ok() => {
                    let (left, right) = (word.to_owned(), text.clone());
                    let kind = ErrorKind::FieldAsValue { left, right };
                    return Err(LanguageError::new(value.span.clone(), kind));
                }
                None => return Err(self.unknown_value(field.kind, value, word)),
            },
            (ExprKind::Phrase(_) | ExprKind::Regex(_) | ExprKind::Unknown, _) => {
                return Err(self.unknown_value(field.kind, value, word));
            }
            (ExprKind::Word(text), _) => self.resolve_number(value).map_err(|error| {
                let known = self.resolve_field(text, &value.span, false).is_ok();
                if known { error } else { self.unknown_number(field.kind, value, word) }
            })?,
            _ => self.resolve_number(value)?,
        };
        Ok(comparison_node(value.span.clone(), field_expr(field, value), operator, right))
    }

    /// The error for a word that is not a number, with the numeric fields and parameters that it
    /// may mean.
    fn unknown_number(&self, field: FieldKind, value: &Expr, word: &str) -> LanguageError {
        let mut error = self.unknown_value(field, value, word);
        if let ErrorKind::UnknownValue { candidates, value, .. } = &mut error.kind {
            let attributes = self.game().attributes.iter().filter(|a| a.is_numeric());
            let parameters = self.scope.parameters().iter().map(|p| p.id.as_str());
            let names = attributes.flat_map(|a| a.named.words()).chain(parameters);
            *candidates = Candidates::nearest_only(value, names);
        }
        error
    }

    fn compare_date(
        &self,
        field: Field,
        word: &str,
        operator: Operator,
        value: &Expr,
    ) -> Resolved<FilterNode> {
        let text = self.value_text(value).unwrap_or_default();
        let Some((first, last)) = parse_days(&text) else {
            let other = match (&value.kind, operator) {
                (ExprKind::Word(text), op) if op != Operator::Has => self.find_field(text, value),
                _ => None,
            };
            return match other {
                Some(other) if self.field_sort(other.kind) == ExpressionKind::Date => {
                    let (left, right) = (field_expr(field, value), field_expr(other, value));
                    Ok(comparison_node(value.span.clone(), left, operator, right))
                }
                _ => Err(self.unknown_value(field.kind, value, word)),
            };
        };
        let left = field_expr(field, value);
        Ok(match operator {
            // `<1998` ends before its first day, `>1998` begins after its last.
            Operator::Less | Operator::AtLeast => compare_day(left, operator, first),
            Operator::Greater | Operator::AtMost => compare_day(left, operator, last),
            _ if first == last => compare_day(left, operator, first),
            Operator::NotEqual => {
                let before = compare_day(left.clone(), Operator::Less, first);
                let after = compare_day(left, Operator::Greater, last);
                filter_node(&value.span, FilterKind::Any(vec![before, after]))
            }
            _ => {
                let from = compare_day(left.clone(), Operator::AtLeast, first);
                let to = compare_day(left, Operator::AtMost, last);
                filter_node(&value.span, FilterKind::All(vec![from, to]))
            }
        })
    }

    fn compare_order(
        &self,
        field: Field,
        word: &str,
        operator: Operator,
        value: &Expr,
    ) -> Resolved<FilterNode> {
        let text = self.value_text(value);
        let declared = text
            .as_deref()
            .and_then(|t| self.find_declared_value(field.kind, t));
        let right = match (declared, field.kind, &value.kind) {
            (Some(GroupKey::Value(id)), FieldKind::Attribute(attribute), _) => {
                CardExpr { span: value.span.clone(), kind: CardExprKind::Ordinal(attribute, id) }
            }
            (_, FieldKind::Attribute(attribute), ExprKind::Word(other)) => {
                match self.find_field(other, value) {
                    Some(other) if self.has_same_values(attribute, other.kind) => {
                        field_expr(other, value)
                    }
                    _ => return Err(self.unknown_value(field.kind, value, word)),
                }
            }
            _ => return Err(self.unknown_value(field.kind, value, word)),
        };
        Ok(comparison_node(value.span.clone(), field_expr(field, value), operator, right))
    }

    /// Whether another field has the same list of values as an attribute, so that the two can be
    /// compared.
    fn has_same_values(&self, attribute: AttributeId, other: FieldKind) -> bool {
        let FieldKind::Attribute(other) = other else { return false };
        if other == attribute {
            return true;
        }
        let values = self.attribute_values(attribute);
        let others = self.attribute_values(other);
        // Lists of one value or none are alike by chance, rather than because they mean the same.
        others.len() > 1
            && values
                .iter()
                .map(|v| &v.id)
                .eq(others.iter().map(|v| &v.id))
    }

    fn compare_values(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Resolved<FilterKind> {
        let operator = comparison.operator;
        let negated = operator == Operator::NotEqual;
        let exactly =
            operator != Operator::Has && self.field_sort(field.kind) == ExpressionKind::Set;
        if let [value] = comparison.values.as_slice()
            && operator != Operator::Has
            && let Some(right) = self.find_right_field(field, value)
        {
            return Ok(FilterKind::Test(Test::SameValue { left: field, right, negated }));
        }
        if let Some(shown) = self.test_printed_effects(field, word, comparison) {
            return shown;
        }
        let wanted = self.resolve_wanted_values(field, &comparison.values, word)?;
        Ok(FilterKind::Test(Test::Values { field, wanted, exactly, negated }))
    }

    /// The field to the right of `=`, if the word is no value of the left field.
    fn find_right_field(&self, field: Field, value: &Expr) -> Option<Field> {
        let ExprKind::Word(word) = &value.kind else { return None };
        if self.find_declared_value(field.kind, word).is_some() {
            return None;
        }
        let other = self.find_field(word, value)?;
        let same = match (field.kind, other.kind) {
            (FieldKind::Attribute(a), b @ FieldKind::Attribute(_)) => {
                self.has_same_values(a, b)
                    || (self.field_sort(field.kind) == ExpressionKind::Flag
                        && self.field_sort(b) == ExpressionKind::Flag)
            }
            (FieldKind::Effect(_), FieldKind::Effect(_)) => true,
            _ => false,
        };
        same.then_some(other)
    }

    /// Resolves `has:`, `is:`, `in:` and `legal:`, whose values are names of other things.
    fn test_named_things(
        &self,
        field: Field,
        word: &str,
        comparison: &Comparison,
    ) -> Resolved<FilterKind> {
        let mut tests = Vec::new();
        for value in &comparison.values {
            let name = self.value_text(value);
            let found = name.and_then(|name| self.test_named_thing(field, &name, value));
            let test = found.ok_or_else(|| self.unknown_value(field.kind, value, word))?;
            tests.push(filter_node(&value.span, FilterKind::Test(test)));
        }
        let any = any_of(tests);
        if comparison.operator != Operator::NotEqual {
            return Ok(any);
        }
        Ok(FilterKind::Not(Box::new(filter_node(&comparison.span, any))))
    }

    fn test_named_thing(&self, field: Field, name: &str, value: &Expr) -> Option<Test> {
        let catalog = self.scope.catalog;
        match field.kind {
            FieldKind::Listed => {
                find_position(catalog.list_names(), name).map(|at| Test::Listed(vec![at]))
            }
            FieldKind::Legal => {
                let by_id = catalog.format_heads().iter().find(|h| h.named.id == name);
                let head = by_id
                    .or_else(|| catalog.format_heads().iter().find(|h| h.named.means(name)))?;
                Some(Test::Legal(vec![head.named.id.to_string()]))
            }
            FieldKind::Has => match self.find_field(name, value) {
                Some(field) => Some(Test::IsPrinted(field)),
                None => self.game().face(name).map(Test::HasPart),
            },
            _ => {
                let flag = self.find_field(name, value)?;
                let is_flag = matches!(flag.kind, FieldKind::Attribute(_))
                    && self.field_sort(flag.kind) == ExpressionKind::Flag;
                let wanted = vec![WantedValue::Key(GroupKey::Flag(true))];
                is_flag.then_some(Test::Values {
                    field: flag,
                    wanted,
                    exactly: false,
                    negated: false,
                })
            }
        }
    }
}

fn field_expr(field: Field, value: &Expr) -> CardExpr {
    CardExpr { span: value.span.clone(), kind: CardExprKind::Field(field) }
}

fn compare_day(left: CardExpr, operator: Operator, day: Date) -> FilterNode {
    let span = left.span.clone();
    let right = CardExpr { span: span.clone(), kind: CardExprKind::Date(day) };
    comparison_node(span, left, operator, right)
}

fn comparison_node(span: Span, left: CardExpr, operator: Operator, right: CardExpr) -> FilterNode {
    let operator = if operator == Operator::Has { Operator::Equal } else { operator };
    FilterNode { span, kind: FilterKind::Test(Test::Compare { left, operator, right }) }
}

/// Characters of the compared side that a suggestion repeats; a longer side becomes an ellipsis.
const MAX_REPEATED_CHARS: usize = 80;

/// The ends of a range as written; the upper one may be open.
type Ends<'t> = (&'t str, Option<&'t str>);

/// Splits a word at `..` into the ends of a range.
fn split_dotted(word: &str, sort: ExpressionKind) -> Option<Ends<'_>> {
    let (low, high) = word.split_once("..")?;
    match high.trim_matches('.') {
        _ if !is_end(low, sort) => None,
        "" => Some((low, None)),
        high => is_end(high, sort).then_some((low, Some(high))),
    }
}

/// Splits a word at `-` into two numbers.
fn split_dashed(word: &str) -> Option<(&str, &str)> {
    let (low, high) = word.split_once('-')?;
    (parse_loose_number(low).is_some() && parse_loose_number(high).is_some()).then_some((low, high))
}

impl Resolver<'_> {
    /// Replaces the error of a comparison if its cause is a range instead of a number or date.
    /// Ranges such as `50..60` are not part of the language; the new error names the comparisons
    /// that mean the same.
    pub(super) fn explain_range(
        &self,
        error: LanguageError,
        left: &Expr,
        comparison: &Comparison,
    ) -> LanguageError {
        let sort = match &error.kind {
            ErrorKind::Unknown { thing: NameUse::Word | NameUse::Field, .. } => {
                ExpressionKind::Number
            }
            ErrorKind::UnknownValue {
                sort: sort @ (ExpressionKind::Number | ExpressionKind::Date),
                ..
            } => *sort,
            _ => return error,
        };
        let mut values = comparison.values.iter();
        let right = values.find(|value| value.span.contains(&error.span.start));
        let (range, other) = match (right, comparison.values.as_slice()) {
            (Some(range), _) => (range, left),
            (None, [right]) => (left, right),
            _ => return error,
        };
        let ExprKind::Word(word) = &range.kind else { return error };
        let compared = match self.text.get(other.span.clone()).unwrap_or("") {
            long if long.chars().count() > MAX_REPEATED_CHARS => "…",
            short => short,
        };
        match range_error(word, compared, comparison.operator, sort) {
            Some(kind) => LanguageError::new(range.span.clone(), kind),
            None => error,
        }
    }
}

/// The error for a range, with the comparisons that replace it.
fn range_error(
    word: &str,
    other: &str,
    operator: Operator,
    sort: ExpressionKind,
) -> Option<ErrorKind> {
    let difference = split_dashed(word).map(|(left, right)| format!("{left} - {right}"));
    let dashed = split_dashed(word).map(|(low, high)| (low, Some(high)));
    let within = match split_dotted(word, sort).or(dashed)? {
        (low, None) => format!("{other} >= {low}"),
        (low, Some(high)) if sort == ExpressionKind::Date => {
            format!("{other} >= {low} and {other} <= {high}")
        }
        (low, Some(high)) => format!("{low} <= {other} <= {high}"),
    };
    let instead = match operator {
        Operator::NotEqual => format!("not ({within})"),
        _ => within,
    };
    Some(ErrorKind::RangeAsNumber { range: word.to_owned(), instead, difference })
}

/// Whether a text is a day or, unless days are compared, a number.
fn is_end(text: &str, sort: ExpressionKind) -> bool {
    match sort {
        ExpressionKind::Date => parse_days(text).is_some(),
        _ => parse_loose_number(text).is_some(),
    }
}

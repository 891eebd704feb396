//! Filters in words: `ships with cost at most 3 and effect draw`.

use crate::{
    ast::Operator,
    field::{Field, FieldKind, name_in},
    operation::Operation,
    rational::Rational,
    tree::{
        CardExpr, CardExprKind, FilterKind, FilterNode, GroupKey, THESE, THOSE, Test,
        TextExpression, TextPattern, WantedValue, ZoneField,
    },
    words::Describer,
};
use sleeve_data::model::{CardIndex, EffectId, FaceId, Number, game::AttributeType};

impl Describer<'_> {
    /// The cards that a filter accepts, as a plural: `ships with cost 3`.
    pub(crate) fn describe_cards(&self, filter: &FilterNode) -> String {
        let items = list_items(filter);
        if let [FilterNode { kind: FilterKind::Test(Test::Cards(cards)), .. }] = items {
            let names = self.join_alternatives(&self.card_names(cards));
            return self.join_with_of(word!(self.lang, "copies"), &names);
        }
        let (kinds, rest) = self.split_kinds(items);
        let noun = kinds.unwrap_or_else(|| say!(self.lang, "cards"));
        if rest.is_empty() {
            return noun;
        }
        let and = word!(self.lang, " and ");
        let clauses = self.describe_items(rest, &|item| self.describe_clause(item, true));
        format!("{noun} {} {}", word!(self.lang, "with"), clauses.join(and))
    }

    /// A filter without the noun `cards`: `ships with cost 3`, `not unique and blue`, `"Sense"`.
    pub(crate) fn describe_filter(&self, filter: &FilterNode) -> String {
        let items = list_items(filter);
        if let [FilterNode { kind: FilterKind::Test(test), .. }] = items
            && let Test::Cards(cards) | Test::Text { named_cards: Some(cards), negated: false, .. } =
                test
            && !cards.is_empty()
        {
            return self.join_alternatives(&self.card_names(cards));
        }
        let (kinds, rest) = self.split_kinds(items);
        let clauses = self.describe_items(rest, &|item| {
            self.describe_plain_values(item)
                .unwrap_or_else(|| self.describe_clause(item, true))
        });
        let with = clauses.join(word!(self.lang, " and "));
        match kinds {
            Some(kinds) if with.is_empty() => kinds,
            Some(kinds) => format!("{kinds} {} {with}", word!(self.lang, "with")),
            None => with,
        }
    }

    /// The values of a test, if their names are clear without that of the field.
    fn describe_plain_values(&self, filter: &FilterNode) -> Option<String> {
        let FilterKind::Test(Test::Values { field, wanted, exactly: false, negated: false }) =
            &filter.kind
        else {
            return None;
        };
        let mut names = Vec::with_capacity(wanted.len());
        for value in wanted {
            let WantedValue::Key(
                key @ (GroupKey::Value(_) | GroupKey::Kind(_) | GroupKey::Effect(_)),
            ) = value
            else {
                return None;
            };
            names.push(self.key_name(field.kind, key));
        }
        Some(self.join_alternatives(&names))
    }

    /// `copies of x`, `exemplaires d'x`.
    pub(crate) fn join_with_of(&self, noun: &str, what: &str) -> String {
        say!(self.lang, "{noun} of {what}")
    }

    /// Splits off the kinds of cards, in words, if the first item tests nothing else.
    fn split_kinds<'i>(&self, items: &'i [FilterNode]) -> (Option<String>, &'i [FilterNode]) {
        let Some((first, rest)) = items.split_first() else { return (None, items) };
        let kinds = self.describe_kinds(first);
        let others = if kinds.is_some() { rest } else { items };
        (kinds, others)
    }

    /// The plurals of the kinds of cards, if the filter tests nothing else.
    fn describe_kinds(&self, filter: &FilterNode) -> Option<String> {
        let FilterKind::Test(Test::Values { field, wanted, negated: false, .. }) = &filter.kind
        else {
            return None;
        };
        if field.kind != FieldKind::Kind {
            return None;
        }
        let mut plurals = Vec::with_capacity(wanted.len());
        for value in wanted {
            let WantedValue::Key(GroupKey::Kind(kind)) = value else { return None };
            let kind = self.catalog.game.kinds.get(kind.index())?;
            plurals.push(match kind.plural.get(self.lang) {
                "" => kind.named.name.get(self.lang).to_owned(),
                plural => plural.to_owned(),
            });
        }
        Some(self.join_alternatives(&plurals))
    }

    fn card_names(&self, cards: &[CardIndex]) -> Vec<String> {
        let mut names = Vec::with_capacity(cards.len());
        for card in cards {
            names.push(match self.names.classes.get(card.index()) {
                Some(class) => class.clone(),
                None => self.quote(self.catalog.cards.card(*card).title(self.lang)),
            });
        }
        names.dedup();
        names
    }

    /// A filter as a clause after "with"; in parentheses if `tight` and it joins several parts.
    pub(crate) fn describe_clause(&self, filter: &FilterNode, tight: bool) -> String {
        match &filter.kind {
            FilterKind::All(items) if items.is_empty() => say!(self.lang, "anything"),
            FilterKind::All(items) => {
                let parts = self.describe_items(items, &|item| self.describe_clause(item, true));
                join_parts(&parts, word!(self.lang, " and "), tight)
            }
            FilterKind::Any(items) => {
                let parts: Vec<_> = items
                    .iter()
                    .map(|item| self.describe_clause(item, true))
                    .collect();
                join_parts(&parts, word!(self.lang, " or "), tight)
            }
            FilterKind::Not(inner) => {
                format!("{}{}", word!(self.lang, "not "), self.describe_clause(inner, true))
            }
            FilterKind::On(face, inner) => {
                let inner = self.describe_clause(inner, false);
                format!(
                    "{} {}{} ({inner})",
                    word!(self.lang, "on the part"),
                    self.part_name(*face),
                    word!(self.lang, ":")
                )
            }
            FilterKind::Test(test) => self.describe_test(test),
        }
    }

    /// The parts of a conjunction. Two limits of one number are one part: `parsec 1 to 8`.
    fn describe_items(
        &self,
        items: &[FilterNode],
        describe: &dyn Fn(&FilterNode) -> String,
    ) -> Vec<String> {
        let mut parts = Vec::new();
        let mut rest = items;
        while let [item, after @ ..] = rest {
            let range = after
                .first()
                .and_then(|next| self.describe_range(item, next));
            rest = if range.is_some() { after.get(1..).unwrap_or(&[]) } else { after };
            parts.push(range.unwrap_or_else(|| describe(item)));
        }
        parts
    }

    fn describe_range(&self, low: &FilterNode, high: &FilterNode) -> Option<String> {
        let (number, low) = find_limit(low, Operator::AtLeast)?;
        let (other, high) = find_limit(high, Operator::AtMost)?;
        let (number, other) = (self.describe_expr(number), self.describe_expr(other));
        let (low, high) = (low.in_words(self.lang), high.in_words(self.lang));
        let range = say!(self.lang, "{low} to {high}");
        (number == other).then(|| format!("{number} {range}"))
    }

    fn part_name(&self, face: FaceId) -> String {
        let part = self.catalog.game.faces.get(face.index());
        part.map_or_else(String::new, |p| p.named.name.get(self.lang).to_owned())
    }

    fn describe_test(&self, test: &Test) -> String {
        match test {
            Test::Cards(cards) => self.name_phrase("", cards),
            Test::Text { field, named_cards: Some(cards), negated, .. }
                if field.kind == FieldKind::Id && !cards.is_empty() =>
            {
                let not = if *negated { word!(self.lang, "other than ") } else { "" };
                self.name_phrase(not, cards)
            }
            Test::Text { field, patterns, negated, .. } => {
                self.describe_text_test(*field, patterns, *negated)
            }
            Test::Values { field, wanted, exactly, negated } => {
                self.describe_values_test(*field, wanted, *exactly, *negated)
            }
            Test::SameValue { left, right, negated } => {
                let same = word!(self.lang, "the same as");
                let relation = if *negated { word!(self.lang, "other than") } else { same };
                format!("{} {relation} {}", self.field_phrase(*left), self.field_phrase(*right))
            }
            Test::Sets { left, operator, right } => {
                self.describe_sets_test(*left, *operator, right)
            }
            Test::Compare { left, operator, right } => {
                let relation = self.relation_phrase(*operator, &self.describe_expr(right));
                format!("{} {relation}", self.describe_expr(left))
            }
            Test::Shows { field, effect, amount } => {
                self.describe_shown_effect(*field, *effect, *amount)
            }
            Test::Holds { field, cards } => {
                let cards = self.describe_filter(cards);
                format!("{}{}{cards}", self.field_phrase(*field), word!(self.lang, ": "))
            }
            Test::IsUnknown(field) => {
                say!(self.lang, "unknown {field_phrase}", field_phrase = self.field_phrase(*field))
            }
            Test::IsPrinted(field) => {
                say!(self.lang, "printed {field_phrase}", field_phrase = self.field_phrase(*field))
            }
            Test::HasPart(face) => {
                format!("{} {}", word!(self.lang, "a part"), self.part_name(*face))
            }
            Test::Listed(lists) => {
                let what = word!(self.lang, "an entry on the list");
                self.one_of(what, lists, |list| self.list_name(*list))
            }
            Test::Legal(formats) => {
                self.one_of(word!(self.lang, "a place in the format"), formats, |id| {
                    self.format_name(id)
                })
            }
        }
    }

    fn name_phrase(&self, not: &str, cards: &[CardIndex]) -> String {
        let names = self.join_alternatives(&self.card_names(cards));
        format!("{} {not}{names}", word!(self.lang, "the name"))
    }

    fn describe_shown_effect(
        &self,
        field: Field,
        effect: EffectId,
        amount: Option<Number>,
    ) -> String {
        let shown = self.catalog.game.effects.get(effect.index());
        let name = shown.map_or("", |effect| effect.named.name.get(self.lang));
        let amount = amount.map_or("?".to_owned(), |a| Rational::from(a).in_words(self.lang));
        format!("{} {}", self.field_phrase(field), self.quote(&format!("{name} {amount}")))
    }

    fn list_name(&self, list: usize) -> String {
        let named = self.catalog.list_names().get(list);
        named.map_or_else(String::new, |named| named.name.get(self.lang).to_owned())
    }

    fn format_name(&self, id: &str) -> String {
        let head = self
            .catalog
            .format_heads()
            .iter()
            .find(|head| head.named.id == id);
        head.map_or(id, |head| head.named.name.get(self.lang))
            .to_owned()
    }

    fn one_of<T>(&self, what: &str, items: &[T], name: impl Fn(&T) -> String) -> String {
        let names: Vec<String> = items.iter().map(name).collect();
        format!("{what} {}", self.join_alternatives(&names))
    }

    fn describe_sets_test(&self, left: Field, operator: Operator, right: &[WantedValue]) -> String {
        let values = right.iter().map(|wanted| match wanted {
            WantedValue::ZoneField(right) => self.zone_values_phrase(left, right),
            _ => self.describe_value(left, wanted),
        });
        let those = values.collect::<Vec<_>>().join(word!(self.lang, " and "));
        let field = self.field_phrase(left);
        match operator {
            Operator::Equal | Operator::Has => say!(self.lang, "{field} exactly {those}"),
            Operator::NotEqual => say!(self.lang, "{field} other than {those}"),
            Operator::AtMost => say!(self.lang, "{field} within {those}"),
            Operator::Less => say!(self.lang, "{field} only some of {those}"),
            Operator::AtLeast => say!(self.lang, "{field} including {those}"),
            Operator::Greater => say!(self.lang, "{field} including {those} and more"),
        }
    }

    fn describe_text_test(&self, field: Field, patterns: &[TextPattern], negated: bool) -> String {
        let patterns: Vec<String> = patterns.iter().map(|p| self.describe_pattern(p)).collect();
        let not = if negated { word!(self.lang, "other than ") } else { "" };
        format!("{} {not}{}", self.field_phrase(field), self.join_alternatives(&patterns))
    }

    fn describe_pattern(&self, pattern: &TextPattern) -> String {
        match pattern {
            TextPattern::Contains(text) => {
                format!("{} {}", word!(self.lang, "containing"), self.quote(text))
            }
            TextPattern::Is(text) => self.quote(text),
            TextPattern::Regex(TextExpression(regex)) => {
                format!("{} /{}/", word!(self.lang, "matching"), regex.as_str())
            }
            TextPattern::Parameter { name, exact: true } => self.parameter_name(name),
            TextPattern::Parameter { name, exact: false } => {
                format!("{} {}", word!(self.lang, "containing"), self.parameter_name(name))
            }
            TextPattern::Field(other) => {
                format!("{} {}", word!(self.lang, "the same as"), self.field_phrase(*other))
            }
        }
    }

    fn describe_values_test(
        &self,
        field: Field,
        wanted: &[WantedValue],
        exactly: bool,
        negated: bool,
    ) -> String {
        let attribute = match field.kind {
            FieldKind::Attribute(id) => self.catalog.game.get_attribute(id),
            _ => None,
        };
        if attribute.is_some_and(|a| matches!(a.kind, AttributeType::Flag)) {
            let is_yes = wanted.contains(&WantedValue::Key(GroupKey::Flag(true))) != negated;
            let not = if is_yes { "" } else { word!(self.lang, "not ") };
            return format!("{not}{}", self.field_phrase(field));
        }
        let values = wanted
            .iter()
            .map(|wanted| self.describe_value(field, wanted));
        let values: Vec<String> = values.collect();
        let not = if negated { word!(self.lang, "other than ") } else { "" };
        let exclusion = if exactly { word!(self.lang, " and no other") } else { "" };
        format!("{} {not}{}{exclusion}", self.field_phrase(field), self.join_alternatives(&values))
    }

    fn describe_value(&self, field: Field, wanted: &WantedValue) -> String {
        match wanted {
            WantedValue::Key(key) => self.key_name(field.kind, key),
            WantedValue::Parameter(name) if name == THESE => word!(self.lang, "these").to_owned(),
            WantedValue::Parameter(name) if name == THOSE => word!(self.lang, "those").to_owned(),
            WantedValue::Parameter(name) => self.parameter_name(name),
            WantedValue::ZoneField(right) => self.zone_field_phrase(field, right),
        }
    }

    /// `those in commander`; with the name of the field if it differs from `left`.
    fn zone_values_phrase(&self, left: Field, right: &ZoneField) -> String {
        let (zone, field) = (self.zone_name(&right.zone), self.field_phrase(right.field));
        if left == right.field {
            say!(self.lang, "those in {zone}")
        } else {
            say!(self.lang, "the {field} in {zone}")
        }
    }

    /// `as in identity`; with the name of the field if it differs from `left`.
    fn zone_field_phrase(&self, left: Field, right: &ZoneField) -> String {
        let zone = self.zone_name(&right.zone);
        if left == right.field {
            format!("{} {zone}", word!(self.lang, "as in"))
        } else {
            format!(
                "{} {} {} {zone}",
                word!(self.lang, "as"),
                self.field_phrase(right.field),
                word!(self.lang, "in")
            )
        }
    }

    /// `at least 3`.
    fn relation_phrase(&self, operator: Operator, right: &str) -> String {
        let relation = match operator {
            Operator::Equal | Operator::Has => word!(self.lang, "equal to"),
            Operator::NotEqual => word!(self.lang, "other than"),
            Operator::Less => word!(self.lang, "below"),
            Operator::AtMost => word!(self.lang, "at most"),
            Operator::Greater => word!(self.lang, "above"),
            Operator::AtLeast => word!(self.lang, "at least"),
        };
        format!("{} {right}", relation)
    }

    pub(crate) fn describe_expr(&self, expr: &CardExpr) -> String {
        match &expr.kind {
            CardExprKind::Number(number) => number.in_words(self.lang),
            CardExprKind::Date(date) => date.to_string(),
            CardExprKind::Ordinal(attribute, value) => {
                self.key_name(FieldKind::Attribute(*attribute), &GroupKey::Value(*value))
            }
            CardExprKind::Parameter(name) => self.parameter_name(name),
            CardExprKind::Field(field) => self.field_phrase(*field),
            CardExprKind::Listed(list) => {
                let named = self.catalog.list_names().get(*list);
                named.map_or_else(String::new, |n| name_in(n, self.lang).to_owned())
            }
            CardExprKind::ZoneNumber(number) => {
                format!("({})", self.describe_measure(&number.measure))
            }
            CardExprKind::Indicator(filter) => {
                self.indicator_phrase(&self.describe_clause(filter, false))
            }
            CardExprKind::Operation(operation, operands) => {
                let words = operands.iter().map(|operand| match &operand.kind {
                    CardExprKind::Operation(inner, _) => {
                        (self.describe_expr(operand), Some(*inner))
                    }
                    _ => (self.describe_expr(operand), None),
                });
                self.describe_calculation(*operation, words)
            }
        }
    }

    /// `(1 if …, else 0)`.
    pub(super) fn indicator_phrase(&self, clause: &str) -> String {
        say!(self.lang, "(1 if {clause}, else 0)")
    }

    /// A calculation, given its operands in words and their operations.
    pub(super) fn describe_calculation(
        &self,
        operation: Operation,
        operands: impl Iterator<Item = (String, Option<Operation>)>,
    ) -> String {
        let and = word!(self.lang, " and ");
        let (before, between, behind) = match operation {
            Operation::Negate => ("-", "", ""),
            Operation::Arithmetic(sign) => ("", self.operator_sign(sign), ""),
            Operation::Floor => ("", "", word!(self.lang, " rounded down")),
            Operation::Ceil => ("", "", word!(self.lang, " rounded up")),
            Operation::Least => (word!(self.lang, "the smallest of "), and, ""),
            Operation::Greatest => (word!(self.lang, "the largest of "), and, ""),
        };
        let is_list = matches!(operation, Operation::Least | Operation::Greatest);
        let texts = operands.map(|(text, inner)| match inner {
            Some(Operation::Arithmetic(_)) if !is_list => format!("({text})"),
            _ => text,
        });
        let between = if is_list { between.to_owned() } else { format!(" {between} ") };
        format!("{before}{}{behind}", texts.collect::<Vec<_>>().join(&between))
    }
}

/// The number that a filter limits, and its limit.
fn find_limit(filter: &FilterNode, wanted: Operator) -> Option<(&CardExpr, &Rational)> {
    match &filter.kind {
        FilterKind::Test(Test::Compare { left, operator, right }) if *operator == wanted => {
            match &right.kind {
                CardExprKind::Number(limit) => Some((left, limit)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Joins the words of several parts, in parentheses if `tight`.
fn join_parts(parts: &[String], between: &str, tight: bool) -> String {
    let text = parts.join(between);
    if tight && parts.len() > 1 { format!("({text})") } else { text }
}

/// The parts of a conjunction; any other filter is its only part.
fn list_items(filter: &FilterNode) -> &[FilterNode] {
    match &filter.kind {
        FilterKind::All(items) => items,
        _ => std::slice::from_ref(filter),
    }
}

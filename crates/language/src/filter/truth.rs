//! Evaluation of filters on one card: true, false or unknown.

use crate::{
    ast::Operator,
    facts::{CardView, find_declared_value},
    field::{Field, FieldKind},
    messages::ExpressionKind,
    parameters::ParameterValue,
    possible_values::{OtherValues, PossibleValues},
    quantity::{Presence, Quantity},
    rational::Rational,
    tree::{
        CardExpr, CardExprKind, FilterKind, FilterNode, GroupKey, Test, TextExpression,
        TextPattern, WantedValue,
    },
    truth::Truth,
    walk::TreePart,
    world::World,
    zone_values::{ZoneFacts, merge_values},
};
use sleeve_data::model::{
    CardIndex, FRONT, FaceId, Fact, Lens,
    card::NameRole,
    fold::fold,
    game::{CARD_NAME_SEPARATOR, split_name_and_id},
};

fn satisfies_order(operator: Operator, order: std::cmp::Ordering) -> bool {
    match operator {
        Operator::Has | Operator::Equal => order.is_eq(),
        Operator::NotEqual => order.is_ne(),
        Operator::Less => order.is_lt(),
        Operator::AtMost => order.is_le(),
        Operator::Greater => order.is_gt(),
        Operator::AtLeast => order.is_ge(),
    }
}

/// Compares a number with itself. Only whether it has a value can be unknown.
fn compare_with_itself(value: &Quantity, operator: Operator) -> Truth {
    let equal = Truth::from(satisfies_order(operator, std::cmp::Ordering::Equal));
    match value.presence() {
        Presence::Certain => equal,
        Presence::Perhaps => equal.and(Truth::Unknown),
        Presence::Never => Truth::False,
    }
}

enum ComparedSide {
    Number(Rational),
    Nothing,
    Other,
}

impl CardView<'_> {
    /// Evaluates a filter; by cases if it reads an unknown fact twice.
    pub(crate) fn test(&self, filter: &FilterNode) -> Truth {
        match self.test_separately(filter) {
            Truth::Unknown => crate::cases::decide_filter(self, filter),
            truth => truth,
        }
    }

    /// Evaluates a filter with each test judged by itself.
    pub(crate) fn test_separately(&self, filter: &FilterNode) -> Truth {
        match &filter.kind {
            // Lists of cards are tested first, as they cost least: one false part decides.
            FilterKind::All(items) if items.iter().any(|item| self.is_listed_out(item)) => {
                Truth::False
            }
            FilterKind::All(items) => {
                Truth::all(items.iter().map(|item| self.test_separately(item)))
            }
            FilterKind::Any(items) => {
                Truth::any(items.iter().map(|item| self.test_separately(item)))
            }
            FilterKind::Not(inner) => !self.test_separately(inner),
            FilterKind::On(face, inner) if self.card.has_face(*face) => self.test_separately(inner),
            FilterKind::On(..) => Truth::False,
            FilterKind::Test(test) => match self.evaluate_test(test) {
                Truth::Unknown => self
                    .settled_truth(|| crate::cases::test_form(test))
                    .unwrap_or_default(),
                truth => truth,
            },
        }
    }

    /// Whether a part of a conjunction lists cards by name, and this is none of them.
    fn is_listed_out(&self, part: &FilterNode) -> bool {
        let FilterKind::Test(test @ (Test::Cards(_) | Test::Text { named_cards: Some(_), .. })) =
            &part.kind
        else {
            return false;
        };
        self.evaluate_test(test) == Truth::False
    }

    pub(crate) fn evaluate_test(&self, test: &Test) -> Truth {
        // The only known fact of a card that is missing from the data is its zone.
        let reads_zone =
            matches!(test, Test::Values { field, .. } if field.kind == FieldKind::Zone);
        if self.is_stranger() && !reads_zone {
            return Truth::Unknown;
        }
        match test {
            // A copy in a state is the same card as one without.
            Test::Cards(cards) => cards.binary_search(&self.card.base()).is_ok().into(),
            Test::Text { field, negated, named_cards: Some(cards), .. } => {
                self.is_one_of_cards(*field, cards, *negated)
            }
            Test::Text { field, patterns, negated, named_cards: None } => {
                self.test_text(*field, patterns, *negated)
            }
            Test::Values { field, wanted, exactly, negated } => {
                self.test_values(*field, wanted, *exactly, *negated)
            }
            Test::SameValue { left, right, negated } => {
                self.test_same_value(*left, *right, *negated)
            }
            Test::Sets { left, operator, right } => self.test_sets(*left, *operator, right),
            Test::Compare { left, operator, right } => self.compare_numbers(left, *operator, right),
            Test::Shows { field, effect, amount } => self.shows_effect(*field, *effect, *amount),
            Test::Holds { field, cards } => self.test_held_cards(*field, cards),
            // An assumption does not make a fact known.
            Test::IsUnknown(field) => self.with_assumptions(&[]).is_unknown(*field).into(),
            Test::IsPrinted(field) => self.test_printed(*field),
            Test::HasPart(face) => self.card.has_face(*face).into(),
            Test::Listed(lists) => Truth::any(lists.iter().map(|list| self.is_listed(*list))),
            Test::Legal(formats) => Truth::any(formats.iter().map(|format| {
                let (card, parameters) = (self.card.index(), self.world.parameters);
                self.world
                    .legality
                    .map_or(Truth::Unknown, |of| of.legal(format, card, parameters))
            })),
        }
    }

    fn is_one_of_cards(&self, field: Field, cards: &[CardIndex], negated: bool) -> Truth {
        if field.kind == FieldKind::Id && !self.sees_id() {
            return Truth::Unknown;
        }
        Truth::from(cards.binary_search(&self.card.base()).is_ok() != negated)
    }

    pub(crate) fn sees_id(&self) -> bool {
        let lens = self.world.lens;
        lens == Lens::Shipped || lens.sees(self.card.id_provenance())
    }

    /// Whether the card is on a list: by itself, by one of its sets, or by the filter of the list.
    pub(crate) fn is_listed(&self, list: usize) -> Truth {
        let World { catalog, lens, .. } = self.world;
        let Some(list) = self.world.list_in_force(list) else { return Truth::False };
        if list.contains(self.card) {
            return Truth::True;
        }
        let Some(found) = catalog.cards_by_filter(list, lens) else { return Truth::False };
        let card = self.card.base();
        match (found.certain.binary_search(&card), found.undecided.binary_search(&card)) {
            (Ok(_), _) => Truth::True,
            (Err(_), Ok(_)) => Truth::Unknown,
            (Err(_), Err(_)) => Truth::False,
        }
    }

    /// Compares numbers. Every choice of the owner is tried.
    fn compare_numbers(&self, left: &CardExpr, operator: Operator, right: &CardExpr) -> Truth {
        match (self.plain_side(left), self.plain_side(right)) {
            (ComparedSide::Number(a), ComparedSide::Number(b)) => {
                return satisfies_order(operator, a.cmp(&b)).into();
            }
            (ComparedSide::Nothing, _) | (_, ComparedSide::Nothing) => return Truth::False,
            _ => {}
        }
        let open = find_open_choice(left, self).or_else(|| find_open_choice(right, self));
        let Some((field, values)) = open else {
            let (value, other) = (self.evaluate(left), self.evaluate(right));
            return match value.compare(operator, &other) {
                Truth::Unknown if crate::cases::is_same_calculation(left, right) => {
                    compare_with_itself(&value, operator)
                }
                truth => truth,
            };
        };
        // The owner picks the number once: both sides read the same one.
        let truths = values.into_iter().map(|value| {
            let eye = self.with_choice(field, value);
            eye.evaluate(left).compare(operator, &eye.evaluate(right))
        });
        truths.reduce(Truth::join).unwrap_or(Truth::Unknown)
    }

    /// A side of a comparison that is only a number, or a field with a known number or none. Nearly
    /// every comparison is like this, and needs no intervals.
    fn plain_side(&self, expr: &CardExpr) -> ComparedSide {
        match &expr.kind {
            CardExprKind::Number(number) => ComparedSide::Number(*number),
            CardExprKind::Field(field) => match field.kind {
                FieldKind::Attribute(id) if !self.has_choice() => {
                    match self.card.plain_number(field.face, id, self.world.lens) {
                        Some(number) => ComparedSide::Number(number.into()),
                        None => match self.fact(field.face, id) {
                            Fact::Number(number) => ComparedSide::Number(number.into()),
                            Fact::Absent => ComparedSide::Nothing,
                            _ => ComparedSide::Other,
                        },
                    }
                }
                _ => ComparedSide::Other,
            },
            _ => ComparedSide::Other,
        }
    }

    fn test_text(&self, field: Field, patterns: &[TextPattern], negated: bool) -> Truth {
        let found = match field.kind {
            FieldKind::Name => Truth::any(
                self.face_names(field.face)
                    .map(|(shown, folded)| self.match_any(patterns, shown, folded)),
            ),
            FieldKind::Id => {
                if !self.sees_id() {
                    return Truth::Unknown;
                }
                self.match_any(patterns, self.card.id(), &fold(self.card.id()))
            }
            FieldKind::Attribute(id) => match self.fact(field.face, id) {
                Fact::Text { shown, folded } if field.kind.holds_cards(self.game()) => {
                    let folded = folded.split(CARD_NAME_SEPARATOR);
                    let held = shown.split(CARD_NAME_SEPARATOR).zip(folded);
                    Truth::any(held.map(|(shown, folded)| self.match_held(patterns, shown, folded)))
                }
                Fact::Text { shown, folded } => self.match_any(patterns, shown, folded),
                Fact::Unknown(_) => return Truth::Unknown,
                _ => return Truth::False,
            },
            _ => return Truth::False,
        };
        if negated { !found } else { found }
    }

    /// Whether a pattern matches a card that a field contains. An id after its name is not part of
    /// the name, but the whole is a way to write it.
    fn match_held(&self, patterns: &[TextPattern], shown: &str, folded: &str) -> Truth {
        let is_whole = patterns
            .iter()
            .any(|p| matches!(p, TextPattern::Is(text) if text == folded));
        if let Some((name, id)) = split_name_and_id(shown)
            && let Some((folded_name, _)) = split_name_and_id(folded)
            && !is_whole
            && self.world.catalog.cards.by_id(id).is_some()
        {
            return self.match_any(patterns, name, folded_name);
        }
        self.match_any(patterns, shown, folded)
    }

    fn match_any(&self, patterns: &[TextPattern], shown: &str, folded: &str) -> Truth {
        Truth::any(
            patterns
                .iter()
                .map(|p| self.match_pattern(p, shown, folded)),
        )
    }

    /// Whether a field contains the name of a card that a filter accepts.
    fn test_held_cards(&self, field: Field, filter: &FilterNode) -> Truth {
        let FieldKind::Attribute(id) = field.kind else { return Truth::False };
        let text = match self.fact(field.face, id) {
            Fact::Text { shown, .. } => shown,
            Fact::Unknown(_) => return Truth::Unknown,
            _ => return Truth::False,
        };
        let cards = &self.world.catalog.cards;
        let named = text
            .split(CARD_NAME_SEPARATOR)
            .flat_map(|name| cards.find_held(name));
        Truth::any(named.map(|card| CardView::new(self.world, card, None).test(filter)))
    }

    fn face_names(&self, face: FaceId) -> impl Iterator<Item = (&str, &str)> {
        // A part without its own name has the names of the whole card.
        let own = NameRole::Face(face);
        let has_own = face != FRONT && self.card.names().any(|(role, ..)| role == own);
        let names = self
            .card
            .names()
            .filter(move |(role, ..)| !has_own || *role == own);
        names.map(|(_, shown, folded)| (shown, folded))
    }

    fn match_pattern(&self, pattern: &TextPattern, shown: &str, folded: &str) -> Truth {
        match pattern {
            TextPattern::Contains(text) => folded.contains(text.as_str()).into(),
            TextPattern::Is(text) => (folded == text).into(),
            TextPattern::Regex(TextExpression(regex)) => {
                // The folded text has no accents, so that `/etoile/` finds `Étoile`.
                (regex.is_match(shown) || regex.is_match(folded)).into()
            }
            TextPattern::Parameter { name, exact } => match self.world.parameters.get(name) {
                ParameterValue::Text(text) => match_word(folded, text, *exact),
                ParameterValue::Number(number) => match_word(folded, &number.to_string(), *exact),
                ParameterValue::Range(..) | ParameterValue::Unknown => Truth::Unknown,
            },
            TextPattern::Field(field) => match field.kind {
                FieldKind::Name => Truth::any(
                    self.face_names(field.face)
                        .map(|(_, f)| (f == folded).into()),
                ),
                FieldKind::Id => (fold(self.card.id()) == folded).into(),
                FieldKind::Attribute(id) => match self.fact(field.face, id) {
                    Fact::Text { folded: other, .. } => (other == folded).into(),
                    Fact::Unknown(_) => Truth::Unknown,
                    _ => Truth::False,
                },
                _ => Truth::False,
            },
        }
    }

    fn test_values(
        &self,
        field: Field,
        wanted: &[WantedValue],
        exactly: bool,
        negated: bool,
    ) -> Truth {
        if let Some(has) = self.has_known_value(field, wanted, exactly) {
            return (has != negated).into();
        }
        let possible = self.possible_values(field);
        let mut keys = Vec::with_capacity(wanted.len());
        let (mut by_other_values, mut is_zone_empty) = (Truth::False, false);
        for wanted in wanted {
            match wanted {
                WantedValue::Key(key) => keys.push(key.clone()),
                WantedValue::Parameter(name) => match self.parameter_key(field, name) {
                    Some(named) => keys.extend(named),
                    None => by_other_values = Truth::Unknown,
                },
                WantedValue::ZoneField(right) => match self.zone_facts(field, right) {
                    ZoneFacts::Unknown => by_other_values = by_other_values.or(Truth::Unknown),
                    ZoneFacts::Empty => is_zone_empty = true,
                    ZoneFacts::Values(values) => {
                        by_other_values = by_other_values.or(shares_value(&possible, &values))
                    }
                },
            }
        }
        // With an empty zone there is nothing to compare with, so `!=` is false as `=` is.
        if is_zone_empty && negated {
            return Truth::False;
        }
        let by_keys =
            if exactly { is_exactly(&possible, &keys) } else { has_any(&possible, &keys) };
        let found = by_keys.or(by_other_values);
        if negated { (!found).and(self.has_value(field, &possible)) } else { found }
    }

    /// The value of a field that a parameter names, if there is one; `None` if the parameter is
    /// unknown.
    fn parameter_key(&self, field: Field, name: &str) -> Option<Option<GroupKey>> {
        let number;
        let text = match self.world.parameters.get(name) {
            ParameterValue::Text(text) => text,
            ParameterValue::Number(given) => {
                number = given.to_string();
                &number
            }
            ParameterValue::Range(..) | ParameterValue::Unknown => return None,
        };
        Some(find_declared_value(self.game(), field.kind, text))
    }

    /// Compares all values of a field with these values together.
    fn test_sets(&self, left: Field, operator: Operator, right: &[WantedValue]) -> Truth {
        let mut wanted_values = Vec::with_capacity(right.len());
        for wanted in right {
            wanted_values.push(match wanted {
                WantedValue::Key(key) => PossibleValues::from_known(vec![key.clone()]),
                WantedValue::Parameter(name) => match self.parameter_key(left, name) {
                    Some(key) => PossibleValues::from_known(key.into_iter().collect()),
                    None => return Truth::Unknown,
                },
                WantedValue::ZoneField(right) => match self.zone_facts(left, right) {
                    ZoneFacts::Unknown => return Truth::Unknown,
                    ZoneFacts::Empty => return Truth::False,
                    ZoneFacts::Values(values) => (*values).clone(),
                },
            });
        }
        let wanted_values = merge_values(wanted_values.into_iter());
        let card_values = self.possible_values(left);
        let carried = match left.kind {
            // A set that is not printed is empty on cards that may have it; any other field has no
            // value.
            FieldKind::Attribute(id) if left.kind.sort(self.game()) == ExpressionKind::Set => {
                self.may_have_attribute(id).into()
            }
            _ => self.has_value(left, &card_values),
        };
        let (within, contains) =
            (is_within(&card_values, &wanted_values), is_within(&wanted_values, &card_values));
        carried.and(match operator {
            Operator::AtMost => within,
            Operator::AtLeast => contains,
            Operator::Less => within.and(!contains),
            Operator::Greater => contains.and(!within),
            Operator::Has | Operator::Equal => within.and(contains),
            Operator::NotEqual => !within.and(contains),
        })
    }

    /// Whether a field has a wanted value; `None` unless its values are known and no value of a
    /// zone is wanted. Saves the list of possible values for the most common tests.
    fn has_known_value(&self, field: Field, wanted: &[WantedValue], exactly: bool) -> Option<bool> {
        match field.kind {
            FieldKind::Kind => self.wants(field, wanted, &GroupKey::Kind(self.card.kind())),
            FieldKind::Set if !exactly => {
                self.wants_any(field, wanted, self.card.sets().map(GroupKey::Set))
            }
            FieldKind::Attribute(id) => match self.fact(field.face, id) {
                Fact::Enum(value) => self.wants(field, wanted, &GroupKey::Value(value)),
                Fact::Flag(flag) => self.wants(field, wanted, &GroupKey::Flag(flag)),
                // An empty set counts as no value.
                Fact::Set(set) if !exactly && set.iter().next().is_some() => {
                    let keys = set.iter().map(|(value, _)| GroupKey::Value(value));
                    self.wants_any(field, wanted, keys)
                }
                _ => None,
            },
            _ => None,
        }
    }

    fn wants_any(
        &self,
        field: Field,
        wanted: &[WantedValue],
        keys: impl Iterator<Item = GroupKey>,
    ) -> Option<bool> {
        for key in keys {
            if self.wants(field, wanted, &key)? {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether a value of a field is wanted; `None` if that depends on an unknown parameter or on a
    /// zone.
    fn wants(&self, field: Field, wanted: &[WantedValue], key: &GroupKey) -> Option<bool> {
        for value in wanted {
            let is_it = match value {
                WantedValue::Key(wanted) => wanted == key,
                WantedValue::Parameter(name) => {
                    self.parameter_key(field, name)?.as_ref() == Some(key)
                }
                WantedValue::ZoneField(_) => return None,
            };
            if is_it {
                return Some(true);
            }
        }
        Some(false)
    }

    /// Whether there is a value to compare. A field that is not printed has none; effects, sets and
    /// provenance always have one.
    fn has_value(&self, field: Field, possible: &PossibleValues) -> Truth {
        match field.kind {
            FieldKind::Effect(_) | FieldKind::Set | FieldKind::Provenance => Truth::True,
            _ if !possible.certain.is_empty() || possible.has_value => Truth::True,
            _ if possible.is_certain() => Truth::False,
            _ => Truth::Unknown,
        }
    }

    fn test_same_value(&self, left: Field, right: Field, negated: bool) -> Truth {
        let (a, b) = (self.possible_values(left), self.possible_values(right));
        let both = self.has_value(left, &a).and(self.has_value(right, &b));
        let same = match (a.is_certain(), b.is_certain()) {
            (true, true) => Truth::from(a.certain == b.certain),
            (false, false) => Truth::Unknown,
            _ if a.may_have_many || b.may_have_many => Truth::Unknown,
            _ if may_share(&a, &b) || may_share(&b, &a) => Truth::Unknown,
            _ => Truth::False,
        };
        both.and(if negated { !same } else { same })
    }

    fn test_printed(&self, field: Field) -> Truth {
        match field.kind {
            FieldKind::Attribute(id) => {
                let stored = self.is_stored(field.face, id);
                match self.fact(field.face, id) {
                    Fact::Flag(flag) => (flag && stored).into(),
                    Fact::Unknown(_) if !stored => Truth::Unknown,
                    Fact::Set(set) => set.iter().next().is_some().into(),
                    _ => stored.into(),
                }
            }
            FieldKind::Effect(_) => {
                let possible = self.possible_values(field);
                match (possible.certain.is_empty(), possible.is_certain()) {
                    (false, _) => Truth::True,
                    (true, true) => Truth::False,
                    (true, false) => Truth::Unknown,
                }
            }
            FieldKind::Amount(..) | FieldKind::Count(..) => self
                .number(field)
                .compare(Operator::Greater, &Quantity::ZERO),
            FieldKind::Quantity | FieldKind::Released => match self.number(field).presence() {
                Presence::Certain => Truth::True,
                Presence::Perhaps => Truth::Unknown,
                Presence::Never => Truth::False,
            },
            FieldKind::Zone => self.zone.is_some().into(),
            FieldKind::Set => self.card.sets().next().is_some().into(),
            _ => Truth::True,
        }
    }
}

fn has_any(possible: &PossibleValues, keys: &[GroupKey]) -> Truth {
    if keys.iter().any(|key| possible.certain.contains(key)) {
        return Truth::True;
    }
    if !keys.iter().any(|key| possible.may_be(key)) {
        return Truth::False;
    }
    match &possible.others {
        OtherValues::OneOf(others) if possible.has_value && !possible.may_have_many => {
            if others.iter().all(|key| keys.contains(key)) { Truth::True } else { Truth::Unknown }
        }
        _ => Truth::Unknown,
    }
}

/// Whether two lists of possible values share a value.
fn shares_value(here: &PossibleValues, there: &PossibleValues) -> Truth {
    let certain = has_any(here, &there.certain);
    if certain == Truth::True || there.is_certain() {
        return certain;
    }
    let may_be = here.certain.iter().any(|key| there.may_be(key)) || !here.is_certain();
    if may_be { Truth::Unknown } else { certain }
}

/// Whether all values of the first list are in the second.
fn is_within(values: &PossibleValues, others: &PossibleValues) -> Truth {
    let sure = &others.certain;
    if values
        .certain
        .iter()
        .any(|key| !sure.contains(key) && !others.may_be(key))
    {
        return Truth::False;
    }
    let others_within = match &values.others {
        OtherValues::Nothing => true,
        OtherValues::OneOf(keys) => keys.iter().all(|key| sure.contains(key)),
        OtherValues::Anything | OtherValues::InRange(_) => false,
    };
    if others_within && values.certain.iter().all(|key| sure.contains(key)) {
        Truth::True
    } else {
        Truth::Unknown
    }
}

/// Whether a certain value of the first list is, or may be, in the second.
fn may_share(values: &PossibleValues, others: &PossibleValues) -> bool {
    values
        .certain
        .iter()
        .any(|key| others.certain.contains(key) || others.may_be(key))
}

/// Compares a folded text with the word of a parameter.
fn match_word(folded: &str, word: &str, exact: bool) -> Truth {
    let wanted = fold(word);
    if exact { folded == wanted } else { folded.contains(wanted.as_str()) }.into()
}

/// Whether the field has exactly one value, and it is one of these.
fn is_exactly(possible: &PossibleValues, keys: &[GroupKey]) -> Truth {
    Truth::any(keys.iter().map(|key| has_only(possible, key)))
}

fn has_only(possible: &PossibleValues, key: &GroupKey) -> Truth {
    if possible.certain.iter().any(|other| other != key) {
        return Truth::False;
    }
    match (possible.certain.is_empty(), possible.is_certain()) {
        (false, true) => Truth::True,
        (true, true) => Truth::False,
        (sure_empty, false) if !sure_empty || possible.may_be(key) => Truth::Unknown,
        _ => Truth::False,
    }
}

/// The first field in a calculation with an open choice, and the numbers to choose from.
fn find_open_choice(
    expr: &CardExpr,
    eye: &CardView<'_>,
) -> Option<(Field, Vec<sleeve_data::model::Number>)> {
    let mut found = None;
    TreePart::Expr(expr).walk(&mut |part| {
        if let (TreePart::Field(field), None) = (part, &found) {
            found = eye.open_choice(field).map(|values| (field, values));
        }
        found.is_none()
    });
    found
}

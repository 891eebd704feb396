//! What one card says: numbers and values of its fields, as far as they are known.

use super::assume::Assumed;
use super::field::{Field, FieldKind, value_named};
use super::quantity::{Presence, Quantity};
use super::rational::Rational;
use super::tree::{CardExpr, CardExprKind, Key};
use super::truth::Truth;
use super::world::{ChoicePolicy, World};
use crate::model::card::{Grade, NameRole};
use crate::model::fold::{alike, fold};
use crate::model::game::AttributeType;
use crate::model::{
    AttributeId, Card, CardIndex, EffectId, FRONT, FaceId, Fact, Game, Lang, Number, TriggerId,
    ValueId,
};

/// One card as it is looked at.
#[derive(Clone, Copy)]
pub(super) struct Eye<'w> {
    pub(super) world: World<'w>,
    pub(super) card: Card<'w>,
    pub(super) zone: Option<&'w str>,
    /// A field whose value the owner has picked.
    picked: Option<(Field, Number)>,
    /// Facts that are taken to be something.
    assumed: &'w [Assumed],
    /// Tests that are taken to hold or not, in their written form.
    settled: &'w [(String, Truth)],
}

/// The values that a field of a card has, or may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Possible {
    /// Values that it has.
    pub(super) sure: Vec<Key>,
    /// Values that it may have besides.
    pub(super) more: More,
    /// Whether it has a value at all, as far as `sure` does not say so.
    pub(super) at_least_one: bool,
    /// Whether it may have several of `more`.
    pub(super) many: bool,
}

/// Values that a field may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) enum More {
    /// No others.
    #[default]
    Nothing,
    /// Any value whatever.
    Anything,
    /// A number in this range.
    Within(Quantity),
    /// One of these.
    OneOf(Vec<Key>),
}

impl Possible {
    fn known(sure: Vec<Key>) -> Possible {
        Possible { sure, ..Possible::default() }
    }

    fn maybe(more: More, at_least_one: bool, many: bool) -> Possible {
        Possible { sure: Vec::new(), more, at_least_one, many }
    }

    /// Whether nothing about it is uncertain.
    pub(super) fn is_certain(&self) -> bool {
        self.more == More::Nothing
    }

    /// Whether it may have a value that it is not known to have.
    pub(super) fn may_be(&self, key: &Key) -> bool {
        match &self.more {
            More::Nothing => false,
            More::Anything => true,
            More::OneOf(keys) => keys.contains(key),
            More::Within(range) => match key {
                Key::Number(number) => {
                    let here = Quantity::exact(*number);
                    let equal = super::ast::Operator::Equal;
                    !range.compare(equal, &here).is_false()
                }
                _ => true,
            },
        }
    }
}

/// The value that a word means among those that a field may have.
pub(super) fn declared(game: &Game, field: FieldKind, text: &str) -> Option<Key> {
    match field {
        FieldKind::Kind => game.kind(text).map(Key::Kind),
        FieldKind::Set => game.set(text).map(Key::Set),
        FieldKind::Effect(_) => game.effect(text).map(Key::Effect),
        FieldKind::Zone => Some(Key::Zone(text.to_owned())),
        FieldKind::Provenance => {
            let grade = Grade::WORDS.iter().find(|(word, _)| alike(word, text));
            grade.map(|(_, grade)| Key::Grade(*grade))
        }
        FieldKind::Attribute(id) => {
            let attribute = game.attribute_of(id)?;
            if !matches!(attribute.kind, AttributeType::Flag) {
                return value_named(attribute.values(), text).map(Key::Value);
            }
            let word = fold(text);
            let yes = ["yes", "true", "oui", "vrai"].contains(&word.as_str());
            let no = ["no", "false", "non", "faux"].contains(&word.as_str());
            (yes || no).then_some(Key::Flag(yes))
        }
        _ => None,
    }
}

impl<'w> Eye<'w> {
    pub(super) fn new(world: World<'w>, card: CardIndex, zone: Option<&'w str>) -> Eye<'w> {
        Eye::on(world, world.catalog.cards.card(card), zone)
    }

    pub(super) fn on(world: World<'w>, card: Card<'w>, zone: Option<&'w str>) -> Eye<'w> {
        Eye { world, card, zone, picked: None, assumed: &[], settled: &[] }
    }

    /// The same, where facts are taken to be something.
    pub(super) fn assuming(self, assumed: &'w [Assumed]) -> Eye<'w> {
        Eye { assumed, ..self }
    }

    /// The same, where tests are taken to hold or not.
    pub(super) fn settling(self, settled: &'w [(String, Truth)]) -> Eye<'w> {
        Eye { settled, ..self }
    }

    /// What a test of this form is taken to be.
    pub(super) fn settled(&self, form: impl FnOnce() -> String) -> Option<Truth> {
        if self.settled.is_empty() {
            return None;
        }
        let form = form();
        self.settled.iter().find(|(other, _)| *other == form).map(|(_, truth)| *truth)
    }

    /// What a fact is taken to be.
    fn assumed(&self, face: FaceId, attribute: AttributeId) -> Option<Fact<'static>> {
        let field = Field { face, kind: FieldKind::Attribute(attribute) };
        let is_it = |a: &&Assumed| a.card == self.card.index() && a.field == field;
        self.assumed.iter().find(is_it).map(|assumed| assumed.fact)
    }

    pub(super) fn picking(self, field: Field, value: Number) -> Eye<'w> {
        Eye { picked: Some((field, value)), ..self }
    }

    /// Whether it is the card of which nothing is known but the zone it lies in.
    pub(super) fn is_stranger(&self) -> bool {
        self.card.index() == CardIndex::STRANGER
    }

    /// Whether some value is fixed that the owner picks.
    pub(super) fn is_picking(&self) -> bool {
        self.picked.is_some()
    }

    pub(super) fn game(&self) -> &'w Game {
        &self.world.catalog.game
    }

    pub(super) fn fact(&self, face: FaceId, attribute: AttributeId) -> Fact<'w> {
        if !self.assumed.is_empty()
            && let Some(fact) = self.assumed(face, attribute)
        {
            return fact;
        }
        self.card.fact(self.game(), face, attribute, self.world.lens)
    }

    /// Whether a value of an attribute is stored for a part or one of its halves, known or not.
    pub(super) fn is_stored(&self, face: FaceId, attribute: AttributeId) -> bool {
        if let Some(fact) = self.assumed(face, attribute) {
            return !matches!(fact, Fact::Absent);
        }
        let halves = self.game().halves(face);
        std::iter::once(face).chain(halves).any(|f| self.card.stored(f, attribute).is_some())
    }

    /// The numbers of which the owner picks one, where that is left open.
    pub(super) fn open_choice(&self, field: Field) -> Option<Vec<Number>> {
        let FieldKind::Attribute(attribute) = field.kind else { return None };
        if self.world.choice != ChoicePolicy::Range || self.picked.is_some_and(|(f, _)| f == field)
        {
            return None;
        }
        match self.fact(field.face, attribute) {
            Fact::Choice(choices) => Some(choices.values().to_vec()),
            _ => None,
        }
    }

    /// A field as a number: days and ordered values by their place.
    pub(super) fn number(&self, field: Field) -> Quantity {
        if self.is_stranger() {
            return Quantity::UNKNOWN.perhaps();
        }
        if let Some((picked, value)) = self.picked
            && picked == field
        {
            return Quantity::from(value);
        }
        match field.kind {
            FieldKind::Attribute(attribute) => self.attribute_number(field.face, attribute),
            FieldKind::Quantity => {
                let first = self.card.quantities().next();
                first.map_or(Quantity::NONE, |(_, n)| {
                    match self.world.lens.sees(self.card.quantity_provenance()) {
                        true => Quantity::whole(i64::from(n)),
                        // A card of the box is in it once at least.
                        false => Quantity::range(Some(Rational::ONE), None),
                    }
                })
            }
            FieldKind::Released => self.released(),
            FieldKind::Amount(effect, trigger) => self.amount(field.face, effect, trigger),
            FieldKind::Count(attribute, value) => match self.fact(field.face, attribute) {
                Fact::Set(set) => Quantity::whole(i64::from(set.count(value))),
                Fact::Unknown(_) => Quantity::range(Some(Rational::ZERO), None),
                _ if self.may_carry(attribute) => Quantity::ZERO,
                _ => Quantity::NONE,
            },
            _ => Quantity::NONE,
        }
    }

    fn may_carry(&self, attribute: AttributeId) -> bool {
        let attribute = self.game().attribute_of(attribute);
        attribute.is_some_and(|a| a.applies_to(self.card.kind()))
    }

    fn attribute_number(&self, face: FaceId, id: AttributeId) -> Quantity {
        match self.fact(face, id) {
            Fact::Number(number) => Quantity::from(number),
            Fact::Choice(choices) => {
                let (low, high) = choices.range();
                match self.world.choice {
                    ChoicePolicy::Range => Quantity::range(Some(low.into()), Some(high.into())),
                    ChoicePolicy::Highest => Quantity::from(high),
                    ChoicePolicy::Lowest => Quantity::from(low),
                }
            }
            Fact::Enum(value) => Quantity::whole(i64::from(value.0)),
            Fact::Date(date) => Quantity::whole(i64::from(date.days())),
            Fact::Unknown(bounds) => {
                let attribute = self.game().attribute_of(id);
                let last = attribute.map_or(0, |a| a.values().len()).checked_sub(1);
                let mut known = Quantity::from(bounds);
                if let Some(last) = last.and_then(|l| i64::try_from(l).ok()) {
                    known = Quantity::range(Some(Rational::ZERO), Some(Rational::whole(last)));
                }
                let least = attribute.and_then(|a| a.min).filter(|m| *m >= Number::ZERO);
                let low = known.low().max(least.map(Rational::from));
                let range = Quantity::range(low, known.high());
                if self.is_stored(face, id) { range } else { range.perhaps() }
            }
            _ => Quantity::NONE,
        }
    }

    fn released(&self) -> Quantity {
        let sets = &self.game().sets;
        let mut quantity = Quantity::NONE;
        for set in self.card.sets() {
            let day = sets.get(set.index()).and_then(|s| s.released);
            let day = day.map_or(Quantity::UNKNOWN, |d| Quantity::whole(i64::from(d.days())));
            quantity = if quantity.is_none() { day } else { quantity.least(day) };
        }
        quantity
    }

    fn amount(&self, face: FaceId, effect: EffectId, trigger: Option<TriggerId>) -> Quantity {
        if !self.card.has_face(face) {
            return Quantity::NONE;
        }
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let takes_amount = self.game().effects.get(effect.index()).is_some_and(|e| e.amount);
        let mut total = Quantity::ZERO;
        let mut found = false;
        let fits = |t: Option<TriggerId>| trigger.is_none() || trigger == t;
        for printed in effects.known.iter().filter(|e| e.effect == effect && fits(e.trigger)) {
            found = true;
            total = total.plus(match printed.amount {
                Fact::Number(number) => Quantity::from(number),
                Fact::Unknown(bounds) => {
                    let known = Quantity::from(bounds);
                    Quantity::range(known.low().max(Some(Rational::ZERO)), known.high())
                }
                _ => Quantity::whole(1),
            });
        }
        match (found || !takes_amount, effects.open) {
            (true, false) => total,
            (true, true) => Quantity::range(total.low(), None),
            (false, true) => Quantity::range(Some(Rational::ZERO), None).perhaps(),
            (false, false) => Quantity::NONE,
        }
    }

    /// A calculation over the card's fields.
    pub(super) fn evaluate(&self, expr: &CardExpr) -> Quantity {
        match &expr.kind {
            CardExprKind::Number(number) => Quantity::exact(*number),
            CardExprKind::Date(date) => Quantity::whole(i64::from(date.days())),
            CardExprKind::Ordinal(_, value) => Quantity::whole(i64::from(value.0)),
            CardExprKind::Parameter(name) => self.world.parameters.quantity(name),
            CardExprKind::Field(field) => self.number(*field),
            CardExprKind::Negate(inner) => self.evaluate(inner).negated(),
            CardExprKind::Arithmetic(operator, left, right) => {
                calculate(*operator, self.evaluate(left), self.evaluate(right))
            }
            CardExprKind::Round(up, inner) => {
                let inner = self.evaluate(inner);
                if *up { inner.ceil() } else { inner.floor() }
            }
            CardExprKind::Extreme(most, items) => {
                extreme(*most, items.iter().map(|item| self.evaluate(item)))
            }
        }
    }

    /// The values of a field, for grouping and for `:` and `=` on lists of values.
    pub(super) fn possible(&self, field: Field) -> Possible {
        if self.is_stranger() && field.kind != FieldKind::Zone {
            return Possible::maybe(More::Anything, false, true);
        }
        match field.kind {
            FieldKind::Id => Possible::known(vec![Key::Card(self.card.index())]),
            FieldKind::Name => Possible::known(vec![Key::Text(self.own_name(field.face))]),
            FieldKind::Kind => Possible::known(vec![Key::Kind(self.card.kind())]),
            FieldKind::Set => Possible::known(self.card.sets().map(Key::Set).collect()),
            FieldKind::Zone => {
                Possible::known(self.zone.map(|z| Key::Zone(z.to_owned())).into_iter().collect())
            }
            FieldKind::Provenance => {
                Possible::known(self.grades().into_iter().map(Key::Grade).collect())
            }
            FieldKind::Effect(trigger) => self.effects(field.face, trigger),
            FieldKind::Attribute(id) => self.attribute_values(field, id),
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => {
                self.possible_number(field, Key::Number)
            }
            FieldKind::Released => self.possible_number(field, day),
            FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has => {
                Possible::default()
            }
        }
    }

    fn possible_number(&self, field: Field, make: impl Fn(Rational) -> Key) -> Possible {
        let quantity = self.number(field);
        if quantity.is_none() {
            return Possible::default();
        }
        if let Some(number) = quantity.known() {
            return Possible::known(vec![make(number)]);
        }
        if let Some(values) = self.open_choice(field) {
            let keys = values.into_iter().map(|v| make(v.into())).collect();
            return Possible::maybe(More::OneOf(keys), true, false);
        }
        let more = match make(Rational::ZERO) {
            Key::Number(_) => More::Within(quantity),
            _ => More::Anything,
        };
        Possible::maybe(more, quantity.presence() == Presence::Certain, false)
    }

    fn attribute_values(&self, field: Field, id: AttributeId) -> Possible {
        let Some(attribute) = self.game().attribute_of(id) else { return Possible::default() };
        let every = || {
            let ids = 0..u16::try_from(attribute.values().len()).unwrap_or(u16::MAX);
            More::OneOf(ids.map(|v| Key::Value(ValueId(v))).collect())
        };
        match (self.fact(field.face, id), &attribute.kind) {
            (_, AttributeType::Integer | AttributeType::Number) => {
                self.possible_number(field, Key::Number)
            }
            (_, AttributeType::Date) => self.possible_number(field, day),
            (Fact::Enum(value), _) => Possible::known(vec![Key::Value(value)]),
            (Fact::Text { folded, .. }, _) => Possible::known(vec![Key::Text(folded.to_owned())]),
            (Fact::Flag(flag), _) => Possible::known(vec![Key::Flag(flag)]),
            (Fact::Set(set), _) => {
                let mut keys: Vec<Key> = set.iter().map(|(v, _)| Key::Value(v)).collect();
                keys.sort();
                keys.dedup();
                Possible::known(keys)
            }
            (Fact::Unknown(_), AttributeType::Set { .. }) => Possible::maybe(every(), false, true),
            (Fact::Unknown(_), kind) => {
                let more = match kind {
                    AttributeType::Enum { .. } => every(),
                    AttributeType::Flag => More::OneOf(vec![Key::Flag(false), Key::Flag(true)]),
                    _ => More::Anything,
                };
                Possible::maybe(more, self.is_stored(field.face, id), false)
            }
            (Fact::Absent, AttributeType::Flag) if self.may_carry(id) => {
                Possible::known(vec![Key::Flag(false)])
            }
            _ => Possible::default(),
        }
    }

    fn effects(&self, face: FaceId, trigger: Option<TriggerId>) -> Possible {
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let fits = |t: Option<TriggerId>| trigger.is_none() || trigger == t;
        let known = effects.known.iter().filter(|e| fits(e.trigger));
        let mut sure: Vec<Key> = known.map(|e| Key::Effect(e.effect)).collect();
        sure.sort();
        sure.dedup();
        let ids = 0..u16::try_from(self.game().effects.len()).unwrap_or(u16::MAX);
        let others = ids.map(|e| Key::Effect(EffectId(e))).filter(|key| !sure.contains(key));
        let more = if effects.open { More::OneOf(others.collect()) } else { More::Nothing };
        Possible { sure, more, at_least_one: false, many: true }
    }

    /// The grades of all that is said of the card.
    fn grades(&self) -> Vec<Grade> {
        let record = self.world.catalog.cards.record(self.card.index());
        let mut grades = vec![record.provenance.grade, record.id_provenance.grade];
        for face in &record.faces {
            grades.extend(face.facts.iter().map(|(_, fact)| fact.provenance.grade));
            grades.extend(face.effects.iter().map(|effect| effect.provenance.grade));
            grades.extend(face.effects_complete.map(|p| p.grade));
        }
        grades.sort();
        grades.dedup();
        grades
    }

    /// The English name, folded; of another part its own, if it has one.
    fn own_name(&self, face: FaceId) -> String {
        let own = self.card.names().find(|(role, ..)| *role == NameRole::Face(face));
        match own {
            Some((_, _, folded)) if face != FRONT => folded.to_owned(),
            _ => fold(self.card.name(Lang::En)),
        }
    }
}

fn day(number: Rational) -> Key {
    let days = number.to_integer().and_then(|d| i32::try_from(d).ok()).unwrap_or(0);
    Key::Date(crate::model::Date::from_days(days))
}

/// A calculation with two quantities.
pub(super) fn calculate(
    operator: super::ast::Arithmetic,
    left: Quantity,
    right: Quantity,
) -> Quantity {
    match operator {
        super::ast::Arithmetic::Plus => left.plus(right),
        super::ast::Arithmetic::Minus => left.minus(right),
        super::ast::Arithmetic::Times => left.times(right),
        super::ast::Arithmetic::Over => left.over(right),
        super::ast::Arithmetic::Modulo => left.modulo(right),
    }
}

/// The least or the greatest of some quantities.
pub(super) fn extreme(most: bool, items: impl Iterator<Item = Quantity>) -> Quantity {
    let pick = |a: Quantity, b: Quantity| if most { a.greatest(b) } else { a.least(b) };
    items.reduce(pick).unwrap_or(Quantity::NONE)
}

//! The values that the fields of one card have, or may have.

use super::CardView;
use crate::ast::Operator;
use crate::field::{Field, FieldKind, value_named};
use crate::quantity::{Presence, Quantity};
use crate::rational::Rational;
use crate::tree::GroupKey;
use sleeve_data::model::card::{Grade, NameRole};
use sleeve_data::model::fold::{alike, fold};
use sleeve_data::model::game::AttributeType;
use sleeve_data::model::{
    AttributeId, Date, EffectId, FRONT, FaceId, Fact, Game, Lang, Lens, TriggerId, ValueId,
};

/// The values that a field of a card has, or may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Possible {
    /// Values that it has.
    pub(crate) sure: Vec<GroupKey>,
    /// Values that it may have besides.
    pub(crate) more: More,
    /// Whether it has a value at all, as far as `sure` does not say so.
    pub(crate) at_least_one: bool,
    /// Whether it may have several of `more`.
    pub(crate) many: bool,
    /// Whether each copy of the card may have another of `more`, as where its owner picks.
    pub(crate) apart: bool,
}

/// Values that a field may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum More {
    /// No others.
    #[default]
    Nothing,
    /// Any value whatever.
    Anything,
    /// A number in this range.
    Within(Quantity),
    /// One of these.
    OneOf(Vec<GroupKey>),
}

impl Possible {
    fn known(sure: Vec<GroupKey>) -> Possible {
        Possible { sure, ..Possible::default() }
    }

    fn maybe(more: More, at_least_one: bool, many: bool) -> Possible {
        Possible { sure: Vec::new(), more, at_least_one, many, apart: false }
    }

    /// Whether nothing about it is uncertain.
    pub(crate) fn is_certain(&self) -> bool {
        self.more == More::Nothing
    }

    /// Whether it may have a value that it is not known to have.
    pub(crate) fn may_be(&self, key: &GroupKey) -> bool {
        match &self.more {
            More::Nothing => false,
            More::Anything => true,
            More::OneOf(keys) => keys.contains(key),
            More::Within(range) => match key {
                GroupKey::Number(number) => {
                    let here = Quantity::exact(*number);
                    let equal = Operator::Equal;
                    !range.compare(equal, &here).is_false()
                }
                _ => true,
            },
        }
    }
}

/// The value that a word means among those that a field may have.
pub(crate) fn declared(game: &Game, field: FieldKind, text: &str) -> Option<GroupKey> {
    match field {
        FieldKind::Kind => game.kind(text).map(GroupKey::Kind),
        FieldKind::Set => game.set(text).map(GroupKey::Set),
        FieldKind::Effect(_) => game.effect(text).map(GroupKey::Effect),
        FieldKind::Zone => Some(GroupKey::Zone(text.to_owned())),
        FieldKind::Provenance => {
            let grade = Grade::WORDS.iter().find(|(word, _)| alike(word, text));
            grade.map(|(_, grade)| GroupKey::Grade(*grade))
        }
        FieldKind::Attribute(id) => {
            let attribute = game.attribute_of(id)?;
            if !matches!(attribute.kind, AttributeType::Flag) {
                return value_named(attribute.values(), text).map(GroupKey::Value);
            }
            let word = fold(text);
            let yes = ["yes", "true", "oui", "vrai"].contains(&word.as_str());
            let no = ["no", "false", "non", "faux"].contains(&word.as_str());
            (yes || no).then_some(GroupKey::Flag(yes))
        }
        _ => None,
    }
}

impl CardView<'_> {
    /// The values of a field, for grouping and for `:` and `=` on lists of values.
    pub(crate) fn possible(&self, field: Field) -> Possible {
        if self.is_stranger() && field.kind != FieldKind::Zone {
            return Possible::maybe(More::Anything, false, true);
        }
        match field.kind {
            FieldKind::Id => Possible::known(vec![GroupKey::Card(self.card.base())]),
            FieldKind::Name => Possible::known(vec![GroupKey::Text(self.own_name(field.face))]),
            FieldKind::Kind => Possible::known(vec![GroupKey::Kind(self.card.kind())]),
            FieldKind::Set => Possible::known(self.card.sets().map(GroupKey::Set).collect()),
            FieldKind::Zone => Possible::known(
                self.zone.map(|z| GroupKey::Zone(z.to_owned())).into_iter().collect(),
            ),
            FieldKind::Provenance => {
                Possible::known(self.grades().into_iter().map(GroupKey::Grade).collect())
            }
            FieldKind::Effect(trigger) => self.effects(field.face, trigger),
            FieldKind::Attribute(id) => self.attribute_values(field, id),
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => {
                self.possible_number(field, GroupKey::Number)
            }
            FieldKind::Released => self.possible_number(field, day),
            FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has => {
                Possible::default()
            }
        }
    }

    fn possible_number(&self, field: Field, make: impl Fn(Rational) -> GroupKey) -> Possible {
        let quantity = self.number(field);
        if quantity.is_none() {
            return Possible::default();
        }
        if let Some(number) = quantity.exact_value() {
            return Possible::known(vec![make(number)]);
        }
        if let Some(values) = self.open_choice(field) {
            let keys = values.into_iter().map(|v| make(v.into())).collect();
            return Possible { apart: true, ..Possible::maybe(More::OneOf(keys), true, false) };
        }
        let more = match make(Rational::ZERO) {
            GroupKey::Number(_) => More::Within(quantity),
            _ => More::Anything,
        };
        Possible::maybe(more, quantity.presence() == Presence::Certain, false)
    }

    fn attribute_values(&self, field: Field, id: AttributeId) -> Possible {
        let Some(attribute) = self.game().attribute_of(id) else { return Possible::default() };
        let every = || {
            let ids = 0..u16::try_from(attribute.values().len()).unwrap_or(u16::MAX);
            More::OneOf(ids.map(|v| GroupKey::Value(ValueId(v))).collect())
        };
        let firm = || self.card.fact(self.game(), field.face, id, Lens::Attested);
        if attribute.distinct
            && self.is_stored(field.face, id)
            && !matches!(firm(), Fact::Text { .. })
        {
            // Whatever it is, it is no other card's.
            return Possible::known(vec![GroupKey::Card(self.card.base())]);
        }
        match (self.fact(field.face, id), &attribute.kind) {
            (_, AttributeType::Integer | AttributeType::Number) => {
                self.possible_number(field, GroupKey::Number)
            }
            (_, AttributeType::Date) => self.possible_number(field, day),
            (Fact::Enum(value), _) => Possible::known(vec![GroupKey::Value(value)]),
            (Fact::Text { folded, .. }, _) => {
                Possible::known(vec![GroupKey::Text(folded.to_owned())])
            }
            (Fact::Flag(flag), _) => Possible::known(vec![GroupKey::Flag(flag)]),
            (Fact::Set(set), _) => {
                let mut keys: Vec<GroupKey> = set.iter().map(|(v, _)| GroupKey::Value(v)).collect();
                keys.sort();
                keys.dedup();
                Possible::known(keys)
            }
            (Fact::Unknown(_), AttributeType::Set { .. }) => Possible::maybe(every(), false, true),
            (Fact::Unknown(_), kind) => {
                let more = match kind {
                    AttributeType::Enum { .. } => every(),
                    AttributeType::Flag => {
                        More::OneOf(vec![GroupKey::Flag(false), GroupKey::Flag(true)])
                    }
                    _ => More::Anything,
                };
                Possible::maybe(more, self.is_stored(field.face, id), false)
            }
            (Fact::Absent, AttributeType::Flag) if self.may_carry(id) => {
                Possible::known(vec![GroupKey::Flag(false)])
            }
            _ => Possible::default(),
        }
    }

    fn effects(&self, face: FaceId, trigger: Option<TriggerId>) -> Possible {
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let fits = |t: Option<TriggerId>| trigger.is_none() || trigger == t;
        let known = effects.known.iter().filter(|e| fits(e.trigger));
        let mut sure: Vec<GroupKey> = known.map(|e| GroupKey::Effect(e.effect)).collect();
        sure.sort();
        sure.dedup();
        let ids = 0..u16::try_from(self.game().effects.len()).unwrap_or(u16::MAX);
        let others = ids.map(|e| GroupKey::Effect(EffectId(e))).filter(|key| !sure.contains(key));
        let more = if effects.open { More::OneOf(others.collect()) } else { More::Nothing };
        Possible { sure, ..Possible::maybe(more, false, true) }
    }

    /// The grades of all that is said of the card.
    fn grades(&self) -> Vec<Grade> {
        let record = self.world.catalog.cards.record(self.card.base());
        let mut grades: Vec<Grade> = record.provenances().map(|p| p.grade).collect();
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

fn day(number: Rational) -> GroupKey {
    let days = number.to_integer().and_then(|d| i32::try_from(d).ok()).unwrap_or(0);
    GroupKey::Date(Date::from_days(days))
}

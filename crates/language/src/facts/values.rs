//! The values that the fields of one card have, or may have.

use super::CardView;
use crate::ast::Operator;
use crate::field::{Field, FieldKind, find_value};
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
pub(crate) struct PossibleValues {
    /// Values that it has.
    pub(crate) sure: Vec<GroupKey>,
    /// Values that it may have besides.
    pub(crate) others: OtherValues,
    /// Whether it has a value at all, as far as `sure` does not say so.
    pub(crate) has_value: bool,
    /// Whether it may have several of `more`.
    pub(crate) may_have_many: bool,
    /// Whether each copy of the card may have another of `more`, as where its owner picks.
    pub(crate) per_copy: bool,
}

/// Values that a field may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum OtherValues {
    /// No others.
    #[default]
    Nothing,
    /// Any value whatever.
    Anything,
    /// A number in this range.
    InRange(Quantity),
    OneOf(Vec<GroupKey>),
}

impl PossibleValues {
    fn from_known(sure: Vec<GroupKey>) -> PossibleValues {
        PossibleValues { sure, ..PossibleValues::default() }
    }

    fn from_others(more: OtherValues, at_least_one: bool, many: bool) -> PossibleValues {
        PossibleValues {
            sure: Vec::new(),
            others: more,
            has_value: at_least_one,
            may_have_many: many,
            per_copy: false,
        }
    }

    /// Whether nothing about it is uncertain.
    pub(crate) fn is_certain(&self) -> bool {
        self.others == OtherValues::Nothing
    }

    /// Whether it may have a value that it is not known to have.
    pub(crate) fn may_be(&self, key: &GroupKey) -> bool {
        match &self.others {
            OtherValues::Nothing => false,
            OtherValues::Anything => true,
            OtherValues::OneOf(keys) => keys.contains(key),
            OtherValues::InRange(range) => match key {
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
pub(crate) fn find_declared_value(game: &Game, field: FieldKind, text: &str) -> Option<GroupKey> {
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
                return find_value(attribute.values(), text).map(GroupKey::Value);
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
    pub(crate) fn possible_values(&self, field: Field) -> PossibleValues {
        if self.is_stranger() && field.kind != FieldKind::Zone {
            return PossibleValues::from_others(OtherValues::Anything, false, true);
        }
        match field.kind {
            FieldKind::Id => PossibleValues::from_known(vec![GroupKey::Card(self.card.base())]),
            FieldKind::Name => {
                PossibleValues::from_known(vec![GroupKey::Text(self.face_name(field.face))])
            }
            FieldKind::Kind => PossibleValues::from_known(vec![GroupKey::Kind(self.card.kind())]),
            FieldKind::Set => {
                PossibleValues::from_known(self.card.sets().map(GroupKey::Set).collect())
            }
            FieldKind::Zone => PossibleValues::from_known(
                self.zone.map(|z| GroupKey::Zone(z.to_owned())).into_iter().collect(),
            ),
            FieldKind::Provenance => {
                PossibleValues::from_known(self.grades().into_iter().map(GroupKey::Grade).collect())
            }
            FieldKind::Effect(trigger) => self.effect_values(field.face, trigger),
            FieldKind::Attribute(id) => self.attribute_values(field, id),
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => {
                self.number_values(field, GroupKey::Number)
            }
            FieldKind::Released => self.number_values(field, day_key),
            FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has => {
                PossibleValues::default()
            }
        }
    }

    fn number_values(&self, field: Field, make: impl Fn(Rational) -> GroupKey) -> PossibleValues {
        let quantity = self.number(field);
        if quantity.is_none() {
            return PossibleValues::default();
        }
        if let Some(number) = quantity.exact_value() {
            return PossibleValues::from_known(vec![make(number)]);
        }
        if let Some(values) = self.open_choice(field) {
            let keys = values.into_iter().map(|v| make(v.into())).collect();
            return PossibleValues {
                per_copy: true,
                ..PossibleValues::from_others(OtherValues::OneOf(keys), true, false)
            };
        }
        let more = match make(Rational::ZERO) {
            GroupKey::Number(_) => OtherValues::InRange(quantity),
            _ => OtherValues::Anything,
        };
        PossibleValues::from_others(more, quantity.presence() == Presence::Certain, false)
    }

    fn attribute_values(&self, field: Field, id: AttributeId) -> PossibleValues {
        let Some(attribute) = self.game().attribute_of(id) else {
            return PossibleValues::default();
        };
        let every = || {
            let ids = 0..u16::try_from(attribute.values().len()).unwrap_or(u16::MAX);
            OtherValues::OneOf(ids.map(|v| GroupKey::Value(ValueId(v))).collect())
        };
        let firm = || self.card.fact(self.game(), field.face, id, Lens::Attested);
        if attribute.distinct
            && self.is_stored(field.face, id)
            && !matches!(firm(), Fact::Text { .. })
        {
            // Whatever it is, it is no other card's.
            return PossibleValues::from_known(vec![GroupKey::Card(self.card.base())]);
        }
        match (self.fact(field.face, id), &attribute.kind) {
            (_, AttributeType::Integer | AttributeType::Number) => {
                self.number_values(field, GroupKey::Number)
            }
            (_, AttributeType::Date) => self.number_values(field, day_key),
            (Fact::Enum(value), _) => PossibleValues::from_known(vec![GroupKey::Value(value)]),
            (Fact::Text { folded, .. }, _) => {
                PossibleValues::from_known(vec![GroupKey::Text(folded.to_owned())])
            }
            (Fact::Flag(flag), _) => PossibleValues::from_known(vec![GroupKey::Flag(flag)]),
            (Fact::Set(set), _) => {
                let mut keys: Vec<GroupKey> = set.iter().map(|(v, _)| GroupKey::Value(v)).collect();
                keys.sort();
                keys.dedup();
                PossibleValues::from_known(keys)
            }
            (Fact::Unknown(_), AttributeType::Set { .. }) => {
                PossibleValues::from_others(every(), false, true)
            }
            (Fact::Unknown(_), kind) => {
                let more = match kind {
                    AttributeType::Enum { .. } => every(),
                    AttributeType::Flag => {
                        OtherValues::OneOf(vec![GroupKey::Flag(false), GroupKey::Flag(true)])
                    }
                    _ => OtherValues::Anything,
                };
                PossibleValues::from_others(more, self.is_stored(field.face, id), false)
            }
            (Fact::Absent, AttributeType::Flag) if self.may_have_attribute(id) => {
                PossibleValues::from_known(vec![GroupKey::Flag(false)])
            }
            _ => PossibleValues::default(),
        }
    }

    fn effect_values(&self, face: FaceId, trigger: Option<TriggerId>) -> PossibleValues {
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let fits = |t: Option<TriggerId>| trigger.is_none() || trigger == t;
        let known = effects.known.iter().filter(|e| fits(e.trigger));
        let mut sure: Vec<GroupKey> = known.map(|e| GroupKey::Effect(e.effect)).collect();
        sure.sort();
        sure.dedup();
        let ids = 0..u16::try_from(self.game().effects.len()).unwrap_or(u16::MAX);
        let others = ids.map(|e| GroupKey::Effect(EffectId(e))).filter(|key| !sure.contains(key));
        let more =
            if effects.open { OtherValues::OneOf(others.collect()) } else { OtherValues::Nothing };
        PossibleValues { sure, ..PossibleValues::from_others(more, false, true) }
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
    fn face_name(&self, face: FaceId) -> String {
        let own = self.card.names().find(|(role, ..)| *role == NameRole::Face(face));
        match own {
            Some((_, _, folded)) if face != FRONT => folded.to_owned(),
            _ => fold(self.card.name(Lang::En)),
        }
    }
}

fn day_key(number: Rational) -> GroupKey {
    let days = number.to_integer().and_then(|d| i32::try_from(d).ok()).unwrap_or(0);
    GroupKey::Date(Date::from_days(days))
}

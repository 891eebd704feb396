//! The values that the fields of a card have, or may have.

use super::CardView;
use crate::{
    field::{Field, FieldKind, find_value},
    possible_values::{OtherValues, PossibleValues},
    quantity::Presence,
    rational::Rational,
    tree::GroupKey,
};
use sleeve_data::{
    Arrange,
    model::{
        AttributeId, Date, EffectId, FRONT, FaceId, Fact, Game, Lang, Lens, TriggerId, ValueId,
        card::{Grade, NameRole},
        fold::{alike, fold},
        game::{Attribute, AttributeType},
    },
};

fn all_values(attribute: &Attribute) -> OtherValues {
    let ids = 0..u16::try_from(attribute.values().len()).unwrap_or(u16::MAX);
    OtherValues::OneOf(ids.map(|v| GroupKey::Value(ValueId(v))).collect())
}

/// The value of a field that a word means, if the game declares one.
pub(crate) fn find_declared_value(game: &Game, field: FieldKind, text: &str) -> Option<GroupKey> {
    match field {
        FieldKind::Kind => game.kind(text).map(GroupKey::Kind),
        FieldKind::Set => game.set(text).map(GroupKey::Set),
        FieldKind::Effect(_) => game.effect(text).map(GroupKey::Effect),
        FieldKind::Zone => Some(GroupKey::Zone(text.to_owned())),
        FieldKind::Provenance => {
            let grade = Grade::ALL.iter().find(|grade| alike(grade.word(), text));
            grade.copied().map(GroupKey::Grade)
        }
        FieldKind::Attribute(id) => {
            let attribute = game.get_attribute(id)?;
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
                self.zone
                    .map(|z| GroupKey::Zone(z.to_owned()))
                    .into_iter()
                    .collect(),
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

    fn number_values(
        &self,
        field: Field,
        make_key: impl Fn(Rational) -> GroupKey,
    ) -> PossibleValues {
        let quantity = self.number(field);
        if quantity.is_none() {
            return PossibleValues::default();
        }
        if let Some(number) = quantity.exact_value() {
            return PossibleValues::from_known(vec![make_key(number)]);
        }
        if let Some(values) = self.open_choice(field) {
            let keys = values.into_iter().map(|v| make_key(v.into())).collect();
            return PossibleValues {
                per_copy: true,
                ..PossibleValues::from_others(OtherValues::OneOf(keys), true, false)
            };
        }
        let others = match make_key(Rational::ZERO) {
            GroupKey::Number(_) => OtherValues::InRange(quantity),
            _ => OtherValues::Anything,
        };
        PossibleValues::from_others(others, quantity.presence() == Presence::Certain, false)
    }

    fn attribute_values(&self, field: Field, id: AttributeId) -> PossibleValues {
        let Some(attribute) = self.game().get_attribute(id) else {
            return PossibleValues::default();
        };
        if attribute.distinct
            && self.is_stored(field.face, id)
            && !matches!(
                self.card.fact(self.game(), field.face, id, Lens::Attested),
                Fact::Text { .. }
            )
        {
            // The game declares that no two cards share a value, so the card itself can represent
            // an unknown one.
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
                keys.arrange();
                keys.dedup();
                PossibleValues::from_known(keys)
            }
            (Fact::Unknown(_), AttributeType::Set { .. }) => {
                PossibleValues::from_others(all_values(attribute), false, true)
            }
            (Fact::Unknown(_), kind) => {
                let others = match kind {
                    AttributeType::Enum { .. } => all_values(attribute),
                    AttributeType::Flag => {
                        OtherValues::OneOf(vec![GroupKey::Flag(false), GroupKey::Flag(true)])
                    }
                    _ => OtherValues::Anything,
                };
                PossibleValues::from_others(others, self.is_stored(field.face, id), false)
            }
            (Fact::Absent, AttributeType::Flag) if self.may_have_attribute(id) => {
                PossibleValues::from_known(vec![GroupKey::Flag(false)])
            }
            _ => PossibleValues::default(),
        }
    }

    fn effect_values(&self, face: FaceId, trigger: Option<TriggerId>) -> PossibleValues {
        let effects = self.card.effects(self.game(), face, self.world.lens);
        let known = effects
            .known
            .iter()
            .filter(|e| trigger.is_none() || trigger == e.trigger);
        let mut certain: Vec<GroupKey> = known.map(|e| GroupKey::Effect(e.effect)).collect();
        certain.arrange();
        certain.dedup();
        let ids = 0..u16::try_from(self.game().effects.len()).unwrap_or(u16::MAX);
        let other_keys = ids
            .map(|e| GroupKey::Effect(EffectId(e)))
            .filter(|key| !certain.contains(key));
        let others = if effects.is_open {
            OtherValues::OneOf(other_keys.collect())
        } else {
            OtherValues::Nothing
        };
        PossibleValues { certain, ..PossibleValues::from_others(others, false, true) }
    }

    /// The grades of all facts of the card, each once.
    fn grades(&self) -> Vec<Grade> {
        let record = self.world.catalog.cards.record(self.card.base());
        let mut grades: Vec<Grade> = record.provenances().map(|p| p.grade).collect();
        grades.arrange();
        grades.dedup();
        grades
    }

    /// The English name of a part, folded; of a part without a name, that of the card.
    fn face_name(&self, face: FaceId) -> String {
        let found = self
            .card
            .names()
            .find(|(role, ..)| *role == NameRole::Face(face));
        match found {
            Some((_, _, folded)) if face != FRONT => folded.to_owned(),
            _ => fold(self.card.name(Lang::En)),
        }
    }
}

fn day_key(number: Rational) -> GroupKey {
    let days = number
        .to_integer()
        .and_then(|d| i32::try_from(d).ok())
        .unwrap_or(0);
    GroupKey::Date(Date::from_days(days))
}

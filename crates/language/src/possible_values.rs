//! The values that a field of a card may have, as far as they are known.

use crate::{operation::Operator, quantity::Quantity, tree::GroupKey};

/// The values that a field of a card has, or may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct PossibleValues {
    /// Values that the field certainly has.
    pub(crate) certain: Vec<GroupKey>,
    /// Values that it may have in addition.
    pub(crate) others: OtherValues,
    /// It certainly has a value, even if `certain` is empty.
    pub(crate) has_value: bool,
    /// It may have several of `others`.
    pub(crate) may_have_many: bool,
    /// Each copy of the card may have another of `others`, as with a choice of the owner.
    pub(crate) per_copy: bool,
}

/// The values that an uncertain field may have.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) enum OtherValues {
    #[default]
    Nothing,
    Anything,
    InRange(Quantity),
    OneOf(Vec<GroupKey>),
}

impl PossibleValues {
    pub(crate) fn from_known(certain: Vec<GroupKey>) -> PossibleValues {
        PossibleValues { certain, ..PossibleValues::default() }
    }

    pub(crate) fn from_others(more: OtherValues, at_least_one: bool, many: bool) -> PossibleValues {
        PossibleValues {
            certain: Vec::new(),
            others: more,
            has_value: at_least_one,
            may_have_many: many,
            per_copy: false,
        }
    }

    pub(crate) fn is_certain(&self) -> bool {
        self.others == OtherValues::Nothing
    }

    /// Whether this may be one of the uncertain values.
    pub(crate) fn may_be(&self, key: &GroupKey) -> bool {
        match &self.others {
            OtherValues::Nothing => false,
            OtherValues::Anything => true,
            OtherValues::OneOf(keys) => keys.contains(key),
            OtherValues::InRange(range) => match key {
                GroupKey::Number(number) => {
                    let exact = Quantity::exact(*number);
                    let operator = Operator::Equal;
                    !range.compare(operator, &exact).is_false()
                }
                _ => true,
            },
        }
    }
}

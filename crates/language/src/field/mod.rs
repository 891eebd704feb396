//! Fields of cards: what a filter compares, a column shows, a key sorts by, a group shares, and a
//! missing fact is of. The fields of every game stand in one [table](table::FIELDS); a game adds its
//! attributes, effects and parts.

mod naming;
mod reading;
mod table;

pub(super) use naming::name_in;
pub(super) use reading::find_value;
pub use table::{FIELDS, FieldRow};

use super::error::ExpressionKind;
use sleeve_data::model::game::AttributeType;
use sleeve_data::model::{
    AttributeId, Card, Date, EffectId, FRONT, FaceId, Game, TriggerId, ValueId,
};

/// A field of one part of a card.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Field {
    /// The part; the front where none is named.
    pub face: FaceId,
    /// Which field.
    pub kind: FieldKind,
}

/// Which field. Lists of missing facts stand in this order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum FieldKind {
    /// An attribute that the game declares.
    Attribute(AttributeId),
    /// How often a value of a set stands there.
    Count(AttributeId, ValueId),
    /// The effects, all or under one trigger.
    Effect(Option<TriggerId>),
    /// The amount of an effect, or how often it stands there if it takes none.
    Amount(EffectId, Option<TriggerId>),
    /// The id.
    Id,
    /// The names.
    Name,
    /// The kind of card.
    Kind,
    /// The sets of its printings.
    Set,
    /// Copies in one box.
    Quantity,
    /// Day of release.
    Released,
    /// How its facts are founded.
    Provenance,
    /// The zone it lies in.
    Zone,
    /// The lists that hold it (`in:`).
    Listed,
    /// The formats that allow it (`legal:`).
    Legal,
    /// Its flags (`is:`).
    Is,
    /// What is printed on it (`has:`).
    Has,
}

impl Field {
    /// A field of the front.
    pub const fn front(kind: FieldKind) -> Field {
        Field { face: FRONT, kind }
    }

    /// An attribute of the front.
    pub const fn attribute(id: AttributeId) -> Field {
        Field::front(FieldKind::Attribute(id))
    }
}

impl FieldKind {
    /// The type of its values.
    pub fn sort(self, game: &Game) -> ExpressionKind {
        match self {
            FieldKind::Id | FieldKind::Name => ExpressionKind::Text,
            FieldKind::Kind | FieldKind::Zone => ExpressionKind::Enumeration,
            FieldKind::Set | FieldKind::Provenance | FieldKind::Effect(_) => ExpressionKind::Set,
            FieldKind::Listed => ExpressionKind::List,
            FieldKind::Legal => ExpressionKind::Format,
            FieldKind::Is => ExpressionKind::Flag,
            FieldKind::Has => ExpressionKind::Field,
            FieldKind::Quantity | FieldKind::Amount(..) | FieldKind::Count(..) => {
                ExpressionKind::Number
            }
            FieldKind::Released => ExpressionKind::Date,
            FieldKind::Attribute(id) => match game.attribute_of(id).map(|a| &a.kind) {
                Some(AttributeType::Integer | AttributeType::Number) => ExpressionKind::Number,
                Some(AttributeType::Date) => ExpressionKind::Date,
                Some(AttributeType::Enum { .. }) => ExpressionKind::Enumeration,
                Some(AttributeType::Set { .. }) => ExpressionKind::Set,
                Some(AttributeType::Flag) => ExpressionKind::Flag,
                Some(AttributeType::Text) | None => ExpressionKind::Text,
            },
        }
    }

    /// Whether its values are numbers, which stand to the right in tables.
    pub fn is_numeric(self, game: &Game) -> bool {
        self.sort(game) == ExpressionKind::Number
    }

    /// Whether its values are named, and stand in an order that the game gives them.
    pub fn is_ordered_list(self, game: &Game) -> bool {
        let FieldKind::Attribute(id) = self else { return false };
        let attribute = game.attribute_of(id);
        attribute.is_some_and(|a| matches!(a.kind, AttributeType::Enum { ordered: true, .. }))
    }

    /// Whether its values have an order: numbers, days, values that the game puts in one.
    pub fn is_ordered(self, game: &Game) -> bool {
        matches!(self.sort(game), ExpressionKind::Number | ExpressionKind::Date)
            || self.is_ordered_list(game)
    }

    /// Whether it only asks something of a card (`in:`, `legal:`, `is:`, `has:`) and has no values
    /// by which cards could be grouped.
    pub fn is_question(self) -> bool {
        matches!(self, FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has)
    }

    /// Whether it can be shown of a card alone: the zone is the deck's to say.
    pub fn is_of_card(self) -> bool {
        !self.is_question() && self != FieldKind::Zone
    }
}

/// The day of release of the earliest set of a card, where every one of its sets has one.
pub fn released(game: &Game, card: Card<'_>) -> Option<Date> {
    let mut days = card.sets().map(|s| game.sets.get(s.index()).and_then(|s| s.released));
    let first = days.next()??;
    days.try_fold(first, |least, day| Some(least.min(day?)))
}

//! In which order cards stand, and in which groups: what is known first, what is unknown next, what is not
//! printed last, whichever way the order runs.

use super::fact::{FactStyle, amount, count_values};
use sleeve_data::model::fold::fold;
use sleeve_data::model::{Bounds, Card, Date, Fact, Number};
use sleeve_language::field::{Field, FieldKind, released};
use std::cmp::Ordering;

/// A value by which cards are ordered.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum CardOrder {
    /// A number, or the smallest and largest of several.
    Number(Number, Number),
    /// A position in a list of the game.
    Position(u32),
    /// A day.
    Date(Date),
    /// A text, folded.
    Word(String),
    /// Printed and not known.
    Unknown,
    /// Not printed.
    Absent,
}

impl CardOrder {
    fn place(&self) -> u8 {
        match self {
            CardOrder::Absent => 2,
            CardOrder::Unknown => 1,
            _ => 0,
        }
    }

    /// Orders two values, unknown and absent ones last in either direction.
    pub fn compare(&self, other: &CardOrder, descending: bool) -> Ordering {
        self.place().cmp(&other.place()).then_with(|| {
            let order = match (self, other) {
                (CardOrder::Number(a, b), CardOrder::Number(c, d)) => (a, b).cmp(&(c, d)),
                (CardOrder::Position(a), CardOrder::Position(b)) => a.cmp(b),
                (CardOrder::Date(a), CardOrder::Date(b)) => a.cmp(b),
                (CardOrder::Word(a), CardOrder::Word(b)) => natural(a, b),
                _ => Ordering::Equal,
            };
            if descending { order.reverse() } else { order }
        })
    }
}

/// Orders texts by their words, runs of digits by their value: `3-9` before `3-10`.
pub fn natural(a: &str, b: &str) -> Ordering {
    let digits = |s: &str| s.len() - s.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let (mut left, mut right) = (a, b);
    while let (Some(x), Some(y)) = (left.chars().next(), right.chars().next()) {
        let (m, n) = (digits(left), digits(right));
        if m > 0 && n > 0 {
            let value = |s: &str| s.trim_start_matches('0').to_owned();
            let (p, q) = (value(&left[..m]), value(&right[..n]));
            let order = p.len().cmp(&q.len()).then_with(|| p.cmp(&q));
            if order != Ordering::Equal {
                return order;
            }
            (left, right) = (&left[m..], &right[n..]);
        } else if x == y {
            (left, right) = (&left[x.len_utf8()..], &right[y.len_utf8()..]);
        } else {
            return x.cmp(&y);
        }
    }
    left.len().cmp(&right.len()).then_with(|| a.cmp(b))
}

/// The value of a card by which a field orders it.
pub fn rank(view: &FactStyle<'_>, card: Card<'_>, field: Field) -> CardOrder {
    let game = &view.catalog.game;
    let word = |text: String| {
        if text.is_empty() { CardOrder::Absent } else { CardOrder::Word(fold(&text)) }
    };
    let whole = |n: u32| {
        Number::from_integer(i64::from(n)).map_or(CardOrder::Unknown, |n| CardOrder::Number(n, n))
    };
    match field.kind {
        FieldKind::Id => word(card.id().to_owned()),
        FieldKind::Kind => CardOrder::Position(u32::from(card.kind().0)),
        FieldKind::Set => {
            card.sets().next().map_or(CardOrder::Absent, |s| CardOrder::Position(u32::from(s.0)))
        }
        FieldKind::Quantity => whole(card.quantities().map(|(_, n)| n).sum()),
        FieldKind::Released => released(game, card).map_or(CardOrder::Unknown, CardOrder::Date),
        FieldKind::Provenance => {
            let record = view.catalog.cards.record(card.index());
            CardOrder::Position(record.leading().grade as u32)
        }
        FieldKind::Amount(id, when) => amount(&card.effects(game, field.face, view.lens), id, when)
            .map_or(CardOrder::Absent, bounded),
        FieldKind::Count(id, value) => match card.fact(game, field.face, id, view.lens) {
            Fact::Set(set) => whole(set.count(value)),
            Fact::Unknown(_) => CardOrder::Unknown,
            _ => CardOrder::Absent,
        },
        FieldKind::Attribute(id) => match card.fact(game, field.face, id, view.lens) {
            Fact::Absent => CardOrder::Absent,
            Fact::Unknown(_) => CardOrder::Unknown,
            Fact::Number(n) => CardOrder::Number(n, n),
            Fact::Choice(choices) => CardOrder::Number(choices.range().0, choices.range().1),
            Fact::Enum(value) => CardOrder::Position(u32::from(value.0)),
            Fact::Flag(flag) => CardOrder::Position(u32::from(!flag)),
            Fact::Date(date) => CardOrder::Date(date),
            Fact::Text { folded, .. } => CardOrder::Word(folded.to_owned()),
            fact @ Fact::Set(_) => word(view.fact(fact, id)),
        },
        FieldKind::Name | FieldKind::Effect(_) => word(view.field(card, field)),
        FieldKind::Zone | FieldKind::Listed | FieldKind::Legal | FieldKind::Is | FieldKind::Has => {
            CardOrder::Absent
        }
    }
}

fn bounded(known: Bounds) -> CardOrder {
    match (known.min, known.max) {
        (Some(min), Some(max)) => CardOrder::Number(min, max),
        _ => CardOrder::Unknown,
    }
}

/// The groups a card belongs to under a field: one, or one per value of a set, per set of cards, per effect.
pub fn groups(view: &FactStyle<'_>, card: Card<'_>, field: Field) -> Vec<(CardOrder, String)> {
    let game = &view.catalog.game;
    let many: Vec<(CardOrder, String)> = match field.kind {
        FieldKind::Set => {
            let named = |s: sleeve_data::model::SetId| {
                let name = game.sets.get(s.index())?.named.name.get(view.lang);
                Some((CardOrder::Position(u32::from(s.0)), name.to_owned()))
            };
            card.sets().filter_map(named).collect()
        }
        FieldKind::Effect(None) => {
            let effects = card.effects(game, field.face, view.lens);
            let mut ids: Vec<_> = effects.known.iter().map(|e| e.effect).collect();
            ids.sort();
            ids.dedup();
            let open = effects.open.then(|| (CardOrder::Unknown, "?".to_owned()));
            let named = |id: sleeve_data::model::EffectId| {
                let name = game.effects.get(id.index())?.named.name.get(view.lang);
                Some((CardOrder::Position(u32::from(id.0)), name.to_owned()))
            };
            ids.into_iter().filter_map(named).chain(open).collect()
        }
        FieldKind::Attribute(id) => match card.fact(game, field.face, id, view.lens) {
            Fact::Set(set) => {
                let values = game.attribute_of(id).map_or(&[][..], |a| a.values());
                let named = |value: sleeve_data::model::ValueId| {
                    let name = values.get(value.index())?.name.get(view.lang);
                    Some((CardOrder::Position(u32::from(value.0)), name.to_owned()))
                };
                count_values(set).into_iter().filter_map(|(value, _)| named(value)).collect()
            }
            _ => Vec::new(),
        },
        _ => Vec::new(),
    };
    if many.is_empty() {
        let plain = FactStyle { marks: false, ..*view };
        return vec![(rank(view, card, field), plain.field(card, field))];
    }
    many
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_unknown_stands_last_either_way() {
        let one = CardOrder::Number(Number::ONE, Number::ONE);
        let zero = CardOrder::Number(Number::ZERO, Number::ONE);
        for descending in [false, true] {
            let mut ranks = [CardOrder::Absent, CardOrder::Unknown, one.clone(), zero.clone()];
            ranks.sort_by(|a, b| a.compare(b, descending));
            assert_eq!(ranks[2..], [CardOrder::Unknown, CardOrder::Absent]);
            assert_eq!(ranks[0], if descending { one.clone() } else { zero.clone() });
        }
    }

    #[test]
    fn numbers_within_words_count_as_numbers() {
        let mut ids = ["3-10", "3-9", "1_168", "11_68", "a", "3-010"];
        ids.sort_by(|a, b| natural(a, b));
        assert_eq!(ids, ["1_168", "3-9", "3-010", "3-10", "11_68", "a"]);
    }
}

//! How like two cards are, without a word about any game: the same name first, then what the game declares.
//!
//! The likeness of two cards is Gower's coefficient over kind, attributes and effects: equality for
//! enumerations, flags and texts, the distance over the range for numbers, the Jaccard index for sets. A value
//! that is unknown says nothing; one that only one of the cards prints counts as different. (J. C. Gower, "A
//! general coefficient of similarity and some of its properties", Biometrics 27, 1971.)

use sleeve_data::model::fold::fold;
use sleeve_data::model::game::{AttributeId, AttributeType, FRONT, FaceId};
use sleeve_data::model::{Card, CardIndex, Catalog, Fact, Lang, Lens};
use std::collections::HashMap;

/// The likeness of two cards, from 0 to [`SAME`].
pub type Likeness = u32;

/// The likeness of two printings of a card.
pub const SAME: Likeness = 1000;

/// The likeness of a card to one that is printed as a half of it: `A & B` and `A`.
pub(super) const HALF: Likeness = 900;

/// The most that one attribute counts: more would leave nothing to the others.
const MAX_WEIGHT: u32 = 1000;

/// What stands between the names of the halves of a card.
const HALVES: &str = " & ";

/// A value of a card, so that values of two cards compare quickly.
enum Trait {
    Absent,
    Unknown,
    /// A number in millionths.
    Number(i64),
    /// A value of an enumeration, a flag, a date or a text, as a number that is equal for equal values.
    Word(u64),
    /// Values of a set, ascending.
    Set(Vec<u16>),
}

/// An attribute that cards are compared by.
struct Measured {
    attribute: AttributeId,
    weight: u32,
    /// The distance of the smallest and the largest number that cards print, in millionths.
    range: i64,
}

/// The traits of the cards that were asked for, and the comparison of cards by them.
pub struct CardLikeness<'a> {
    catalog: &'a Catalog,
    lens: Lens,
    measured: Vec<Measured>,
    texts: HashMap<&'a str, u64>,
    traits: HashMap<CardIndex, CardTraits>,
}

struct CardTraits {
    name: String,
    kind: usize,
    values: Vec<Trait>,
    /// Ids of effects, ascending.
    effects: Vec<u16>,
}

impl<'a> CardLikeness<'a> {
    /// A comparison of cards of a catalog, for facts that a lens sees.
    pub fn new(catalog: &'a Catalog, lens: Lens) -> CardLikeness<'a> {
        let game = &catalog.game;
        let attributes = (0u16..).map(AttributeId).zip(&game.attributes);
        let is_number_of_card = |id: &str| {
            game.naming.number.as_deref() == Some(id) || game.naming.aliases.iter().any(|a| a == id)
        };
        let is_compared = attributes.filter(|(_, attribute)| {
            let names_card = attribute.from_id
                || attribute.distinct
                || is_number_of_card(&attribute.named.id)
                || matches!(attribute.kind, AttributeType::Date);
            !attribute.hidden && !names_card && attribute.weight != Some(0)
        });
        let mut measured: Vec<Measured> = is_compared
            .map(|(attribute, declared)| Measured {
                attribute,
                weight: declared.weight.unwrap_or(1).min(MAX_WEIGHT),
                range: 0,
            })
            .collect();
        for measured in &mut measured {
            let numbers = catalog.cards.iter().filter_map(|card| {
                card.plain_number(FRONT, measured.attribute, lens).map(|n| n.millionths())
            });
            let ends = numbers.fold(None, |ends: Option<(i64, i64)>, n| {
                Some(ends.map_or((n, n), |(low, high)| (low.min(n), high.max(n))))
            });
            measured.range = ends.map_or(0, |(low, high)| high.saturating_sub(low));
        }
        CardLikeness { catalog, lens, measured, texts: HashMap::new(), traits: HashMap::new() }
    }

    /// The likeness of two cards.
    pub fn compare(&mut self, a: CardIndex, b: CardIndex) -> Likeness {
        self.read_traits(a);
        self.read_traits(b);
        match (self.traits.get(&a), self.traits.get(&b)) {
            (Some(a), Some(b)) => compare_traits(&self.measured, a, b),
            _ => 0,
        }
    }

    fn read_traits(&mut self, card: CardIndex) {
        if self.traits.contains_key(&card) || card == CardIndex::STRANGER {
            return;
        }
        let game = &self.catalog.game;
        let seen: Card<'a> = self.catalog.cards.card(card);
        let mut values = Vec::with_capacity(self.measured.len());
        for measured in &self.measured {
            values.push(match seen.fact(game, FRONT, measured.attribute, self.lens) {
                Fact::Absent => Trait::Absent,
                Fact::Unknown(_) => Trait::Unknown,
                Fact::Number(n) => Trait::Number(n.millionths()),
                Fact::Choice(choice) => {
                    let (low, high) = choice.range();
                    Trait::Number(low.millionths() / 2 + high.millionths() / 2)
                }
                Fact::Text { folded, .. } => {
                    let fresh = self.texts.len() as u64;
                    Trait::Word(*self.texts.entry(folded).or_insert(fresh))
                }
                Fact::Enum(value) => Trait::Word(u64::from(value.0)),
                Fact::Flag(is_printed) => Trait::Word(u64::from(is_printed)),
                Fact::Set(set) => {
                    let mut values: Vec<u16> = set.iter().map(|(value, _)| value.0).collect();
                    values.sort_unstable();
                    values.dedup();
                    Trait::Set(values)
                }
                Fact::Date(_) => Trait::Unknown,
            });
        }
        let faces = (0u8..).zip(&game.faces).map(|(face, _)| FaceId(face));
        let effects = faces.flat_map(|face| seen.effects(game, face, self.lens).known);
        let mut effects: Vec<u16> = effects.map(|effect| effect.effect.0).collect();
        effects.sort_unstable();
        effects.dedup();
        let name = fold(seen.name(Lang::En));
        let traits = CardTraits { name, kind: seen.kind().index(), values, effects };
        self.traits.insert(card, traits);
    }
}

fn compare_traits(measured: &[Measured], a: &CardTraits, b: &CardTraits) -> Likeness {
    if a.name == b.name {
        return SAME;
    }
    let is_half = |whole: &CardTraits, half: &CardTraits| {
        whole.name.split(HALVES).count() > 1 && whole.name.split(HALVES).any(|h| h == half.name)
    };
    if is_half(a, b) || is_half(b, a) {
        return HALF;
    }
    let share = |part: u64, whole: u64| part.saturating_mul(u64::from(SAME)).checked_div(whole);
    let (mut sum, mut weights) = (if a.kind == b.kind { u64::from(SAME) } else { 0 }, 1);
    let mut add = |likeness: u64, weight: u32| {
        sum += likeness * u64::from(weight);
        weights += u64::from(weight);
    };
    for ((a, b), measured) in a.values.iter().zip(&b.values).zip(measured) {
        let likeness = match (a, b) {
            (Trait::Unknown, _) | (_, Trait::Unknown) | (Trait::Absent, Trait::Absent) => continue,
            (Trait::Number(a), Trait::Number(b)) => {
                let away = share(a.abs_diff(*b), measured.range.unsigned_abs());
                u64::from(SAME).saturating_sub(away.unwrap_or(0))
            }
            (Trait::Word(a), Trait::Word(b)) => u64::from(a == b) * u64::from(SAME),
            (Trait::Set(a), Trait::Set(b)) => {
                let Some(index) = compute_jaccard_index(a, b) else { continue };
                index
            }
            _ => 0,
        };
        add(likeness, measured.weight);
    }
    if let Some(index) = compute_jaccard_index(&a.effects, &b.effects) {
        add(index, 1);
    }
    // Only a card of the same name, or a half of it, is more like a card than one that prints the same.
    let likeness = sum.checked_div(weights).unwrap_or(0);
    Likeness::try_from(likeness).unwrap_or(0).min(HALF - 1)
}

/// The Jaccard index of two sets in thousandths: what both have, divided by what at least one has; `None` for
/// two empty sets.
fn compute_jaccard_index(a: &[u16], b: &[u16]) -> Option<u64> {
    let both = a.iter().filter(|value| b.binary_search(value).is_ok()).count() as u64;
    let either = (a.len() + b.len()) as u64 - both;
    (both * u64::from(SAME)).checked_div(either)
}

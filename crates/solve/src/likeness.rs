//! How similar two cards are, without knowing the game: the same name first, then the fields that
//! the game declares.
//!
//! The likeness of two cards is Gower's coefficient over kind, attributes and effects: equality for
//! enumerations, flags and texts, the distance over the range for numbers, the Jaccard index for
//! sets. An unknown value is ignored; a value that only one of the cards prints counts as
//! different. (J. C. Gower, "A general coefficient of similarity and some of its properties",
//! Biometrics 27, 1971.)

use foldhash::fast::RandomState;
use sleeve_data::{
    Arrange,
    model::{
        Card, CardIndex, Catalog, EffectId, Fact, Lang, Lens, ValueId,
        fold::fold,
        game::{Attribute, AttributeId, AttributeType, FRONT, FaceId, Game},
    },
};
use std::collections::HashMap;

/// The likeness of two cards, from 0 to [`SAME`].
pub type Likeness = u32;

/// The likeness of two printings of a card.
pub const SAME: Likeness = 1000;

/// The likeness of a card to one that is printed as a half of it: `A & B` and `A`.
pub(super) const HALF: Likeness = 900;

/// The most that one attribute counts: more would leave nothing to the others.
const MAX_WEIGHT: u32 = 1000;

/// The separator between the names of the halves of a card.
const HALVES: &str = " & ";

/// Why two cards are alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Kinship {
    Name,
    /// One is printed as a half of the other.
    Half,
    /// The traits that both print, the most telling first: those with a high weight that few cards
    /// share.
    Traits(Vec<SharedTrait>),
}

/// Something that two cards print alike.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum SharedTrait {
    Kind,
    /// One value of the front.
    Value(AttributeId),
    /// Values of a set on the front, ascending.
    Values(AttributeId, Vec<ValueId>),
    /// Effects on any face, ascending.
    Effects(Vec<EffectId>),
}

/// A value of a card, so that values of two cards compare quickly.
enum Trait {
    Absent,
    Unknown,
    /// A number in millionths.
    Number(i64),
    /// A value of an enumeration, a flag, a date or a text, as a number that is equal for equal
    /// values.
    Word(u64),
    /// Values of a set, ascending.
    Set(Vec<u16>),
}

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
    texts: HashMap<&'a str, u64, RandomState>,
    /// By the index of the card: a repair compares hundreds of thousands of pairs.
    traits: Vec<Option<CardTraits>>,
}

struct CardTraits {
    name: String,
    /// The names of its halves; empty if it has none.
    halves: Vec<String>,
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
        let mut measured: Vec<Measured> = Vec::new();
        for (attribute, declared) in attributes {
            if declared.hidden || declared.weight == Some(0) || names_card(game, declared) {
                continue;
            }
            let weight = declared.weight.unwrap_or(1).min(MAX_WEIGHT);
            let mut measure = Measured { attribute, weight, range: 0 };
            // Only numbers have a distance, and every card needs its own.
            if matches!(declared.kind, AttributeType::Integer | AttributeType::Number) {
                measure.range = find_range(catalog, attribute, lens);
            }
            measured.push(measure);
        }
        CardLikeness { catalog, lens, measured, texts: HashMap::default(), traits: Vec::new() }
    }

    /// The likeness of two cards.
    pub fn compare(&mut self, a: CardIndex, b: CardIndex) -> Likeness {
        self.read_traits(a);
        self.read_traits(b);
        match (self.traits_of(a), self.traits_of(b)) {
            (Some(a), Some(b)) => compare_traits(&self.measured, a, b),
            _ => 0,
        }
    }

    /// The traits of a card, if they were read.
    fn traits_of(&self, card: CardIndex) -> Option<&CardTraits> {
        self.traits.get(card.index())?.as_ref()
    }

    /// All other cards with their likeness to a card, the nearest first; equally near ones stay in
    /// the order of the data.
    pub fn find_nearest(&mut self, card: CardIndex) -> Vec<(CardIndex, Likeness)> {
        let others = self.catalog.cards.iter().map(|other| other.index());
        let mut near: Vec<(CardIndex, Likeness)> = Vec::new();
        for other in others.filter(|other| *other != card) {
            near.push((other, self.compare(card, other)));
        }
        near.arrange_by_key(|(_, likeness)| std::cmp::Reverse(*likeness));
        near
    }

    /// Why two cards are alike. The number of cards that share a trait is counted among all that
    /// were compared so far.
    pub fn explain(&mut self, a: CardIndex, b: CardIndex) -> Kinship {
        self.read_traits(a);
        self.read_traits(b);
        let (Some(a), Some(b)) = (self.traits_of(a), self.traits_of(b)) else {
            return Kinship::Traits(Vec::new());
        };
        if let Some((kinship, _)) = compare_names(a, b) {
            return kinship;
        }
        let mut shared: Vec<(u64, SharedTrait)> = Vec::new();
        if a.kind == b.kind {
            let worth = self.rate_trait(1, b, |other| u64::from(a.kind == other.kind));
            shared.push((worth * u64::from(SAME), SharedTrait::Kind));
        }
        for at in 0..self.measured.len() {
            shared.extend(self.find_shared_value(at, a, b));
        }
        let effects: Vec<EffectId> = list_shared(&a.effects, &b.effects).map(EffectId).collect();
        if !effects.is_empty() {
            let worth = self.rate_trait(1, b, |other| {
                compute_jaccard_index(&a.effects, &other.effects).unwrap_or(0)
            });
            shared.push((worth, SharedTrait::Effects(effects)));
        }
        shared.arrange_by_key(|(worth, _)| std::cmp::Reverse(*worth));
        Kinship::Traits(
            shared
                .into_iter()
                .map(|(_, shared_trait)| shared_trait)
                .collect(),
        )
    }

    /// The worth of a trait for the likeness to a card: a trait that few cards have as much of is
    /// telling.
    fn rate_trait(
        &self,
        weight: u32,
        card: &CardTraits,
        likeness: impl Fn(&CardTraits) -> u64,
    ) -> u64 {
        let own = likeness(card);
        let others = self.traits.iter().flatten();
        let rarer = others.filter(|other| likeness(other) < own).count() as u64;
        u64::from(weight) * own * rarer
    }

    /// The value of an attribute that two cards share, with its worth.
    fn find_shared_value(
        &self,
        at: usize,
        a: &CardTraits,
        b: &CardTraits,
    ) -> Option<(u64, SharedTrait)> {
        let measured = self.measured.get(at)?;
        let (own, other) = (a.values.get(at)?, b.values.get(at)?);
        let likeness = compare_values(measured, own, other).unwrap_or(0);
        let (shared_trait, is_shared) = match (own, other) {
            (Trait::Set(own), Trait::Set(other)) => {
                let both = list_shared(own, other).map(ValueId);
                (SharedTrait::Values(measured.attribute, both.collect()), likeness > 0)
            }
            (Trait::Set(_), _) => (SharedTrait::Value(measured.attribute), likeness > 0),
            _ => (SharedTrait::Value(measured.attribute), likeness == u64::from(SAME)),
        };
        if !is_shared {
            return None;
        }
        let worth = self.rate_trait(measured.weight, b, |card| {
            let other = card.values.get(at);
            other
                .and_then(|other| compare_values(measured, own, other))
                .unwrap_or(0)
        });
        Some((worth, shared_trait))
    }

    fn read_traits(&mut self, card: CardIndex) {
        if card == CardIndex::STRANGER || self.traits_of(card).is_some() {
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
                    // The middle of the values that the owner may pick; halved before they are
                    // added, since the sum may be too large.
                    Trait::Number(low.millionths() / 2 + high.millionths() / 2)
                }
                Fact::Text { folded, .. } => {
                    let fresh = self.texts.len() as u64;
                    Trait::Word(*self.texts.entry(folded).or_insert(fresh))
                }
                Fact::Enum(value) => Trait::Word(u64::from(value.0)),
                Fact::Flag(is_printed) => Trait::Word(u64::from(is_printed)),
                Fact::Set(set) => Trait::Set(list_each_once(set.iter().map(|(value, _)| value.0))),
                // No date is among the measured attributes.
                Fact::Date(_) => Trait::Unknown,
            });
        }
        let faces = (0u8..).zip(&game.faces).map(|(face, _)| FaceId(face));
        let effects = faces.flat_map(|face| seen.effects(game, face, self.lens).known);
        let effects = list_each_once(effects.map(|effect| effect.effect.0));
        let name = fold(seen.name(Lang::En));
        let mut halves: Vec<String> = name.split(HALVES).map(str::to_owned).collect();
        if halves.len() == 1 {
            halves.clear();
        }
        let traits = CardTraits { name, halves, kind: seen.kind().index(), values, effects };
        if self.traits.len() <= card.index() {
            self.traits.resize_with(card.index() + 1, || None);
        }
        if let Some(place) = self.traits.get_mut(card.index()) {
            *place = Some(traits);
        }
    }
}

/// Lists ids ascending, each once.
fn list_each_once(ids: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut listed: Vec<u16> = ids.collect();
    listed.sort_unstable();
    listed.dedup();
    listed
}

/// Whether a field distinguishes a card from all others, or has its date: it makes no two cards
/// alike.
fn names_card(game: &Game, attribute: &Attribute) -> bool {
    let id = &attribute.named.id;
    attribute.from_id
        || attribute.distinct
        || matches!(attribute.kind, AttributeType::Date)
        || game.naming.number.as_deref() == Some(id.as_str())
        || game.naming.aliases.contains(&format!("{{{id}}}"))
}

/// The distance of the smallest and the largest number of an attribute that cards print, in
/// millionths.
fn find_range(catalog: &Catalog, attribute: AttributeId, lens: Lens) -> i64 {
    let mut ends: Option<(i64, i64)> = None;
    for card in catalog.cards.iter() {
        if let Some(number) = card.plain_number(FRONT, attribute, lens) {
            let n = number.millionths();
            let (low, high) = ends.unwrap_or((n, n));
            ends = Some((low.min(n), high.max(n)));
        }
    }
    ends.map_or(0, |(low, high)| high.saturating_sub(low))
}

/// Compares the names of two cards; `None` if they have nothing in common.
fn compare_names(a: &CardTraits, b: &CardTraits) -> Option<(Kinship, Likeness)> {
    if a.name == b.name {
        return Some((Kinship::Name, SAME));
    }
    let is_half = a.halves.contains(&b.name) || b.halves.contains(&a.name);
    is_half.then_some((Kinship::Half, HALF))
}

fn compare_traits(measured: &[Measured], a: &CardTraits, b: &CardTraits) -> Likeness {
    if let Some((_, likeness)) = compare_names(a, b) {
        return likeness;
    }
    // The kind weighs one, as an attribute without a weight does.
    let (mut sum, mut weights) = (if a.kind == b.kind { u64::from(SAME) } else { 0 }, 1);
    for ((a, b), measured) in a.values.iter().zip(&b.values).zip(measured) {
        if let Some(likeness) = compare_values(measured, a, b) {
            sum += likeness * u64::from(measured.weight);
            weights += u64::from(measured.weight);
        }
    }
    if let Some(index) = compute_jaccard_index(&a.effects, &b.effects) {
        sum += index;
        weights += 1;
    }
    // Only a card of the same name, or a half of it, is more like a card than one that prints the
    // same.
    let likeness = sum.checked_div(weights).unwrap_or(0);
    Likeness::try_from(likeness).unwrap_or(0).min(HALF - 1)
}

/// The likeness of two values in thousandths; `None` if they cannot be compared.
#[inline]
fn compare_values(measured: &Measured, a: &Trait, b: &Trait) -> Option<u64> {
    match (a, b) {
        (Trait::Unknown, _) | (_, Trait::Unknown) | (Trait::Absent, Trait::Absent) => None,
        (Trait::Number(a), Trait::Number(b)) => {
            let distance = a.abs_diff(*b).saturating_mul(u64::from(SAME));
            let away = distance.checked_div(measured.range.unsigned_abs());
            Some(u64::from(SAME).saturating_sub(away.unwrap_or(0)))
        }
        (Trait::Word(a), Trait::Word(b)) => Some(u64::from(a == b) * u64::from(SAME)),
        (Trait::Set(a), Trait::Set(b)) => compute_jaccard_index(a, b),
        (Trait::Absent | Trait::Number(_) | Trait::Word(_) | Trait::Set(_), _) => Some(0),
    }
}

fn list_shared<'s>(a: &'s [u16], b: &'s [u16]) -> impl Iterator<Item = u16> + 's {
    a.iter()
        .filter(|value| b.binary_search(value).is_ok())
        .copied()
}

/// The Jaccard index of two sets in thousandths: the size of the intersection divided by that of
/// the union; `None` for two empty sets.
fn compute_jaccard_index(a: &[u16], b: &[u16]) -> Option<u64> {
    let both = list_shared(a, b).count() as u64;
    let either = (a.len() + b.len()) as u64 - both;
    (both * u64::from(SAME)).checked_div(either)
}

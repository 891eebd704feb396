//! Which of several cards of one name a deck means: the game's steps, once per deck and name.

use super::Pending;
use crate::decks::raw::RawDeck;
use crate::model::deck::Note;
use crate::model::naming::Prefer;
use crate::model::{AttributeId, Card, CardIndex, Catalog, FRONT, Fact, Lang, Lens, Text, ValueId};
use std::collections::HashMap;

/// A game's steps, ready for use.
pub(super) struct Preferences<'a> {
    catalog: &'a Catalog,
    /// Attributes of the [`Prefer::Same`] steps.
    shared: Vec<AttributeId>,
}

impl<'a> Preferences<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Preferences<'a> {
        let steps = catalog.game.naming.prefer.iter();
        let shared = steps.filter_map(|step| match step {
            Prefer::Same(attribute) => catalog.game.attribute(attribute),
            _ => None,
        });
        Preferences { catalog, shared: shared.collect() }
    }

    /// The same for one deck: which values its other cards share.
    pub(super) fn of_deck(&self, raw: &RawDeck, lines: &[Pending]) -> Deciding<'a> {
        let stated = raw.side.as_ref().map(|s| s.value.as_str());
        let most = self.shared.iter().filter_map(|attribute| {
            let said = stated.and_then(|word| {
                let def = self.catalog.game.attribute_of(*attribute)?;
                let first = word.split_whitespace().next().unwrap_or(word);
                let at = def.values().iter().position(|v| v.means(word) || v.means(first))?;
                Some(ValueId(at as u16))
            });
            let value = said.or_else(|| self.majority(*attribute, lines))?;
            Some((*attribute, value))
        });
        Deciding { catalog: self.catalog, most: most.collect(), decided: HashMap::new() }
    }

    /// Whether a card has a value of this name among those that decks share.
    pub(super) fn has_value(&self, card: CardIndex, word: &str) -> bool {
        self.shared.iter().any(|attribute| {
            let def = self.catalog.game.attribute_of(*attribute);
            let value = value_of(self.catalog, card, *attribute);
            let named = def.zip(value).and_then(|(def, value)| def.values().get(value.index()));
            named.is_some_and(|named| named.means(word))
        })
    }

    fn majority(&self, attribute: AttributeId, lines: &[Pending]) -> Option<ValueId> {
        let mut counts: Vec<(ValueId, u64)> = Vec::new();
        for line in lines {
            let [card] = *line.found else { continue };
            let Some(value) = value_of(self.catalog, card, attribute) else { continue };
            match counts.iter_mut().find(|(v, _)| *v == value) {
                Some((_, count)) => *count += u64::from(line.raw.count),
                None => counts.push((value, u64::from(line.raw.count))),
            }
        }
        let best = counts.iter().max_by_key(|(_, count)| *count)?;
        let alone = counts.iter().filter(|(_, count)| *count == best.1).count() == 1;
        alone.then_some(best.0)
    }
}

fn value_of(catalog: &Catalog, card: CardIndex, attribute: AttributeId) -> Option<ValueId> {
    match catalog.cards.card(card).fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
        Fact::Enum(value) => Some(value),
        _ => None,
    }
}

/// The decisions taken for one deck.
pub(super) struct Deciding<'a> {
    catalog: &'a Catalog,
    most: Vec<(AttributeId, ValueId)>,
    /// What was chosen among these cards in this zone.
    decided: HashMap<(Vec<CardIndex>, String), Option<CardIndex>>,
}

impl Deciding<'_> {
    /// The card that a line means; `None` where that cannot be told.
    pub(super) fn choose(&mut self, line: &Pending, notes: &mut Vec<Note>) -> Option<CardIndex> {
        if line.raw.count == 0 {
            return None;
        }
        match *line.found {
            [] => return None,
            [one] => return Some(one),
            _ => {}
        }
        let mut key = (line.found.to_vec(), line.zone.clone());
        if let Some(word) = &line.aside {
            let in_set = |card| self.in_set(card, word);
            key.0 = kept(&self.sharing(&key.0), in_set);
        }
        if let Some(decided) = self.decided.get(&key) {
            return *decided;
        }
        let said = self.decided.keys().any(|(cards, _)| *cards == key.0);
        let shared = self.sharing(&key.0);
        let chosen = self.steps(&shared, &line.zone);
        if let Some(chosen) = chosen
            && shared.len() > 1
            && !said
        {
            notes.push(self.note(chosen, &shared, line));
        }
        self.decided.insert(key, chosen);
        chosen
    }

    /// Whether a card has the values that the deck's cards share.
    pub(super) fn fits(&self, card: CardIndex) -> bool {
        let value = |a: &AttributeId| value_of(self.catalog, card, *a);
        self.most.iter().all(|(a, wanted)| value(a).is_none_or(|v| v == *wanted))
    }

    fn in_set(&self, card: CardIndex, word: &str) -> bool {
        let set = self.catalog.game.set(word);
        set.is_some_and(|set| self.card(card).sets().any(|s| s == set))
    }

    fn sharing(&self, cards: &[CardIndex]) -> Vec<CardIndex> {
        kept(cards, |card| self.fits(card))
    }

    fn steps(&self, cards: &[CardIndex], zone: &str) -> Option<CardIndex> {
        let mut left = cards.to_vec();
        for step in &self.catalog.game.naming.prefer {
            if left.len() < 2 {
                break;
            }
            left = match step {
                Prefer::Same(_) => left,
                Prefer::Cards { zones, .. }
                    if !zones.is_empty() && !zones.iter().any(|z| z == zone) =>
                {
                    left
                }
                Prefer::Cards { .. } => left,
                Prefer::Classes(classes) => least(&left, |card| self.class(card, classes)),
                Prefer::Oldest => least(&left, |card| self.age(card)),
            };
        }
        match left.as_slice() {
            [one] => Some(*one),
            _ => None,
        }
    }

    fn card(&self, card: CardIndex) -> Card<'_> {
        self.catalog.cards.card(card)
    }

    fn class(&self, card: CardIndex, classes: &[String]) -> usize {
        let place = |class: &Option<String>| {
            let at = class.as_ref().and_then(|c| classes.iter().position(|known| known == c));
            at.unwrap_or(classes.len())
        };
        let sets = self.card(card).sets();
        let sets = sets.filter_map(|set| self.catalog.game.sets.get(set.index()));
        sets.map(|set| place(&set.class)).next().unwrap_or(classes.len())
    }

    /// The day of release, then the order of the data.
    fn age(&self, card: CardIndex) -> (i32, usize, CardIndex) {
        let sets = self.card(card).sets();
        let known = sets.filter_map(|set| {
            Some((self.catalog.game.sets.get(set.index())?.released?.days(), set.index()))
        });
        let (days, set) = known.min().unwrap_or((i32::MAX, usize::MAX));
        (days, set, card)
    }

    fn note(&self, chosen: CardIndex, all: &[CardIndex], line: &Pending) -> Note {
        let others = all.iter().filter(|c| **c != chosen).map(|c| self.card(*c).id());
        let others = others.collect::<Vec<_>>().join(", ");
        let card = self.card(chosen);
        let (en, fr) = (card.name(Lang::En), card.name(Lang::Fr));
        let id = card.id();
        let message = Text {
            en: format!("{en} is taken for {id}; write {others} if another card is meant"),
            fr: format!(
                "{fr} est compris comme {id} ; écrire {others} si une autre carte est voulue"
            ),
        };
        Note { message, span: line.raw.span.clone() }
    }
}

/// The cards that fit, or all where none does.
fn kept(cards: &[CardIndex], fits: impl Fn(CardIndex) -> bool) -> Vec<CardIndex> {
    let left: Vec<CardIndex> = cards.iter().copied().filter(|c| fits(*c)).collect();
    if left.is_empty() { cards.to_vec() } else { left }
}

/// The cards with the least measure.
fn least<T: Ord>(cards: &[CardIndex], measure: impl Fn(CardIndex) -> T) -> Vec<CardIndex> {
    let Some(best) = cards.iter().map(|c| measure(*c)).min() else { return Vec::new() };
    cards.iter().copied().filter(|c| measure(*c) == best).collect()
}

//! Chooses between cards with the same name by the game's steps, once per deck and name.

use super::{fit::keep_fitting, item::PendingLine, notes::Assumption};
use crate::raw::RawDeck;
use sleeve_data::model::{
    AttributeId, CardIndex, Catalog, FRONT, Fact, Lens, SetId, ValueId, deck::Note, game::Prefer,
};
use sleeve_language::{Filter, Scope, Truth, World, filter};
use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
    rc::Rc,
};

/// Fewest copies with a value that overrule the value a deck states.
const FEWEST_COPIES: u64 = 15;

/// The game's steps to choose between cards with the same name.
pub(super) struct Preferences<'a> {
    catalog: &'a Catalog,
    /// The attributes of the [`Prefer::Same`] steps, such as the side. All cards of a deck share
    /// their values.
    pub(super) shared: Vec<AttributeId>,
    /// The filter of each step that has one, parsed on demand.
    filters: OnceCell<Rc<[Option<Filter>]>>,
}

impl<'a> Preferences<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Preferences<'a> {
        let steps = catalog.game.naming.prefer.iter();
        let shared = steps.filter_map(|step| match step {
            Prefer::Same(attribute) => catalog.game.attribute(attribute),
            _ => None,
        });
        Preferences { catalog, shared: shared.collect(), filters: OnceCell::new() }
    }

    /// The steps for one deck, with the values that its cards share.
    pub(super) fn for_deck(&self, raw: &RawDeck, lines: &[&PendingLine]) -> CardChooser<'a> {
        let word = raw.side.as_ref().or(raw.role.as_ref());
        let stated = word.map_or_else(Vec::new, |word| self.stated_values(&word.value));
        let mut deciding = CardChooser {
            catalog: self.catalog,
            shared: stated.clone(),
            stated,
            lines: Vec::new(),
            set: OnceCell::new(),
            filters: Rc::from([]),
            sections: RefCell::default(),
        };
        if lines.iter().all(|line| line.meaning.cards.len() == 1) {
            return deciding;
        }
        self.update_shared(&mut deciding, raw, lines);
        deciding.filters = self.filters.get_or_init(|| self.read_filters()).clone();
        deciding
    }

    /// The values of the shared attributes that a word names, such as `Dark` or `Dark Side`.
    pub(super) fn stated_values(&self, word: &str) -> Vec<(AttributeId, ValueId)> {
        let first = word.split_whitespace().next().unwrap_or(word);
        let values = self.shared.iter().filter_map(|attribute| {
            let def = self.catalog.game.get_attribute(*attribute)?;
            let at = def
                .values()
                .iter()
                .position(|v| v.means(word) || v.means(first))?;
            Some((*attribute, ValueId(at as u16)))
        });
        values.collect()
    }

    /// Updates what the cards of a deck share.
    pub(super) fn update_shared(
        &self,
        chooser: &mut CardChooser<'_>,
        raw: &RawDeck,
        lines: &[&PendingLine],
    ) {
        chooser.shared = self.shared_values(raw, &chooser.stated, lines);
        let lines = lines
            .iter()
            .map(|line| (Rc::clone(&line.meaning.cards), line.count));
        (chooser.lines, chooser.set) = (lines.collect(), OnceCell::new());
    }

    /// The values that a deck's cards share: those it states, unless hardly any card has them,
    /// otherwise those of most copies.
    pub(super) fn shared_values(
        &self,
        raw: &RawDeck,
        stated: &[(AttributeId, ValueId)],
        lines: &[&PendingLine],
    ) -> Vec<(AttributeId, ValueId)> {
        let mut values = Vec::new();
        for attribute in &self.shared {
            let majority = self.majority(*attribute, lines);
            let overruling = majority.filter(|(_, is_clear)| *is_clear && raw.role.is_none());
            let value = match (overruling, stated.iter().find(|(known, _)| known == attribute)) {
                (None, Some((_, stated))) => Some(*stated),
                _ => majority.map(|(value, _)| value),
            };
            values.extend(value.map(|value| (*attribute, value)));
        }
        values
    }

    fn read_filters(&self) -> Rc<[Option<Filter>]> {
        let steps = &self.catalog.game.naming.prefer;
        let mut named_zones: Vec<&str> = Vec::new();
        for step in steps {
            if let Prefer::Cards { zones, .. } = step {
                named_zones.extend(zones.iter().map(String::as_str));
            }
        }
        let scope = Scope::from_catalog(self.catalog).with_zones(named_zones);
        let filters = steps.iter().map(|step| match step {
            Prefer::Cards { filter: text, .. } => filter(text, &scope).ok(),
            _ => None,
        });
        filters.collect()
    }

    /// Whether a word names a card's value of a shared attribute.
    pub(super) fn has_value(&self, card: CardIndex, word: &str) -> bool {
        self.shared.iter().any(|attribute| {
            let def = self.catalog.game.get_attribute(*attribute);
            let value = value_of(self.catalog, card, *attribute);
            let name = def
                .zip(value)
                .and_then(|(def, value)| def.values().get(value.index()));
            name.is_some_and(|name| name.means(word))
        })
    }

    /// The value of most copies, and whether nearly all of many have it.
    fn majority(&self, attribute: AttributeId, lines: &[&PendingLine]) -> Option<(ValueId, bool)> {
        let mut counts: BTreeMap<ValueId, u64> = BTreeMap::new();
        for line in lines {
            // A name of several cards counts if they all have the same value.
            let cards = line.meaning.cards.iter();
            let mut values = cards.map(|card| value_of(self.catalog, *card, attribute));
            if let Some(Some(value)) = values.next()
                && values.all(|other| other == Some(value))
            {
                *counts.entry(value).or_insert(0) += u64::from(line.count);
            }
        }
        let (value, most) = most_frequent(&counts)?;
        let all: u64 = counts.values().sum();
        Some((value, most >= FEWEST_COPIES && 10 * most >= 9 * all))
    }
}

/// The item with the highest count; equal counts decide nothing.
fn most_frequent<T: Copy>(counts: &BTreeMap<T, u64>) -> Option<(T, u64)> {
    let (item, most) = counts.iter().max_by_key(|(_, count)| **count)?;
    let is_alone = counts.values().filter(|count| *count == most).count() == 1;
    is_alone.then_some((*item, *most))
}

fn value_of(catalog: &Catalog, card: CardIndex, attribute: AttributeId) -> Option<ValueId> {
    match catalog
        .cards
        .card(card)
        .fact(&catalog.game, FRONT, attribute, Lens::Shipped)
    {
        Fact::Enum(value) => Some(value),
        _ => None,
    }
}

/// Chooses between cards with the same name in one deck.
#[derive(Clone)]
pub(super) struct CardChooser<'a> {
    catalog: &'a Catalog,
    pub(super) shared: Vec<(AttributeId, ValueId)>,
    /// The values that the deck states.
    pub(super) stated: Vec<(AttributeId, ValueId)>,
    /// The cards that each line may mean, and its number of copies.
    lines: Vec<(Rc<[CardIndex]>, u32)>,
    /// The set of most copies, found only if a name is open until then, which few are.
    set: OnceCell<Option<SetId>>,
    filters: Rc<[Option<Filter>]>,
    /// The parsed filters of the deck's sections.
    sections: RefCell<BTreeMap<Rc<str>, Option<Filter>>>,
}

/// What a choice depends on, so that each is made once.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct ChoiceKey {
    cards: Vec<CardIndex>,
    zone: String,
    section: Option<Rc<str>>,
}

/// The cards chosen so far.
pub(super) type CardChoices = BTreeMap<ChoiceKey, Option<CardIndex>>;

impl CardChooser<'_> {
    /// Chooses the card that a line means in a zone; `None` if the steps leave several. Notes a
    /// choice once.
    pub(super) fn choose(
        &self,
        line: &PendingLine,
        zone: &str,
        accepted: impl Fn(CardIndex) -> bool,
        decided: &mut CardChoices,
        notes: &mut Vec<Note>,
    ) -> Option<CardIndex> {
        if line.count == 0 {
            return None;
        }
        match *line.meaning.cards {
            [] => return None,
            [card] => return Some(card),
            _ => {}
        }
        let mut cards = keep_fitting(&line.meaning.cards, accepted);
        for parenthetical in &line.meaning.parentheticals {
            let shared = self.keep_sharing(&cards);
            if shared
                .iter()
                .any(|card| parenthetical.fits(self.catalog, *card))
            {
                cards = keep_fitting(&shared, |card| parenthetical.fits(self.catalog, card));
                break;
            }
        }
        let key = ChoiceKey { cards, zone: zone.to_owned(), section: line.section_filter.clone() };
        if let Some(decided) = decided.get(&key) {
            return *decided;
        }
        let shared = self.keep_sharing(&key.cards);
        let chosen = self.apply_steps(&self.narrow_to_section(&shared, line), zone);
        let is_noted = decided
            .iter()
            .any(|(other, c)| other.cards == key.cards && *c == chosen);
        if let Some(chosen) = chosen
            && shared.len() > 1
            && !is_noted
        {
            let assumed = Assumption::from_choice(self.catalog, &line.raw.name, chosen, &shared);
            notes.push(assumed.to_note(line.raw.span.clone()));
        }
        decided.insert(key, chosen);
        chosen
    }

    /// Narrows cards by the heading of the line's section.
    fn narrow_to_section(&self, cards: &[CardIndex], line: &PendingLine) -> Vec<CardIndex> {
        keep_fitting(cards, |card| self.is_of_section(card, line.section_filter.as_ref()))
    }

    /// Whether a card matches the heading of a section.
    pub(super) fn is_of_section(&self, card: CardIndex, section: Option<&Rc<str>>) -> bool {
        let Some(section) = section else { return true };
        let mut sections = self.sections.borrow_mut();
        let fits = sections
            .entry(Rc::clone(section))
            .or_insert_with(|| filter(section, &Scope::from_catalog(self.catalog)).ok());
        let world = World::from_catalog(self.catalog);
        fits.as_ref()
            .is_none_or(|fits| fits.test(&world, card, None) == Truth::True)
    }

    /// Whether a card has the values that the deck's cards share; a card without a value fits.
    pub(super) fn fits(&self, card: CardIndex) -> bool {
        self.has_values(&self.shared, card)
    }

    /// Whether a card has a different value from the one the deck states.
    pub(super) fn contradicts_stated(&self, card: CardIndex) -> bool {
        !self.has_values(&self.stated, card)
    }

    fn has_values(&self, values: &[(AttributeId, ValueId)], card: CardIndex) -> bool {
        values.iter().all(|(attribute, wanted)| {
            value_of(self.catalog, card, *attribute).is_none_or(|value| value == *wanted)
        })
    }

    /// The set of which most copies may be; `None` if several sets have as many.
    fn shared_set(&self) -> Option<SetId> {
        *self.set.get_or_init(|| {
            let mut counts: BTreeMap<SetId, u64> = BTreeMap::new();
            for (cards, count) in &self.lines {
                let cards = cards.iter().map(|card| self.catalog.cards.card(*card));
                let sets: BTreeSet<SetId> = cards.flat_map(|card| card.sets()).collect();
                sets.iter()
                    .for_each(|set| *counts.entry(*set).or_default() += u64::from(*count));
            }
            most_frequent(&counts).map(|(set, _)| set)
        })
    }

    fn keep_sharing(&self, cards: &[CardIndex]) -> Vec<CardIndex> {
        keep_fitting(cards, |card| self.fits(card))
    }

    fn apply_steps(&self, cards: &[CardIndex], zone: &str) -> Option<CardIndex> {
        let mut remaining = cards.to_vec();
        let world = World::from_catalog(self.catalog);
        for (i, step) in self.catalog.game.naming.prefer.iter().enumerate() {
            if remaining.len() < 2 {
                break;
            }
            remaining = match step {
                Prefer::Same(word) if word == Prefer::SET => keep_fitting(&remaining, |card| {
                    self.catalog
                        .cards
                        .card(card)
                        .sets()
                        .any(|set| Some(set) == self.shared_set())
                }),
                // `keep_sharing` applies the first; the second needs verdicts.
                Prefer::Same(_) => remaining,
                Prefer::Cards { zones, .. } => {
                    let applies = zones.is_empty() || zones.iter().any(|z| z == zone);
                    let fits = self
                        .filters
                        .get(i)
                        .and_then(Option::as_ref)
                        .filter(|_| applies);
                    keep_fitting(&remaining, |card| {
                        fits.is_none_or(|f| f.test(&world, card, Some(zone)) == Truth::True)
                    })
                }
                Prefer::Classes(classes) => {
                    keep_least(&remaining, |card| self.class_rank(card, classes))
                }
                Prefer::Oldest => keep_least(&remaining, |card| self.release_order(card)),
            };
        }
        if let [card] = *remaining { Some(card) } else { None }
    }

    /// Whether a card is in a set of the second class of the game's choice: an introductory game.
    pub(super) fn is_secondary(&self, card: CardIndex) -> bool {
        let mut steps = self.catalog.game.naming.prefer.iter();
        steps.any(
            |step| matches!(step, Prefer::Classes(classes) if self.class_rank(card, classes) == 1),
        )
    }

    fn class_rank(&self, card: CardIndex, classes: &[String]) -> usize {
        let sets = self.catalog.cards.card(card).sets();
        let mut known = sets.filter_map(|set| self.catalog.game.sets.get(set.index()));
        let class = known.next().and_then(|set| set.class.as_ref());
        let place = class.and_then(|class| classes.iter().position(|known| *known == **class));
        place.unwrap_or(classes.len())
    }

    /// The first release date of a card; `None` if unknown.
    pub(super) fn released(&self, card: CardIndex) -> Option<i32> {
        Some(self.release_order(card).0).filter(|days| *days < i32::MAX)
    }

    /// The first release date, then the order of sets and cards in the data.
    fn release_order(&self, card: CardIndex) -> (i32, usize, CardIndex) {
        let sets = self.catalog.cards.card(card).sets();
        let known = sets.filter_map(|set| {
            Some((self.catalog.game.sets.get(set.index())?.released?.days(), set.index()))
        });
        let (days, set) = known.min().unwrap_or((i32::MAX, usize::MAX));
        (days, set, card)
    }
}

fn keep_least<T: Ord>(cards: &[CardIndex], measure: impl Fn(CardIndex) -> T) -> Vec<CardIndex> {
    let Some(best) = cards.iter().map(|c| measure(*c)).min() else { return Vec::new() };
    cards
        .iter()
        .copied()
        .filter(|c| measure(*c) == best)
        .collect()
}

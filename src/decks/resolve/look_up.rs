//! What a line's name means: by id, by name in any spelling, by what stands beside it.

use super::places::Places;
use super::{Resolver, names};
use crate::decks::raw::{Counted, RawCard, RawDeck};
use crate::model::{CardIndex, Catalog};
use std::rc::Rc;

/// What a name was found to mean.
pub(super) struct Found {
    pub(super) cards: Rc<[CardIndex]>,
    /// The zone that stands in parentheses behind the name.
    pub(super) zone: Option<String>,
    pub(super) aside: Option<String>,
    pub(super) barred: bool,
    /// The number belongs to the name: one copy.
    pub(super) whole: bool,
}

impl Found {
    fn sure(cards: Rc<[CardIndex]>) -> Found {
        Found { cards, zone: None, aside: None, barred: true, whole: false }
    }
}

impl Resolver<'_> {
    pub(super) fn exact(&mut self, name: &str) -> Rc<[CardIndex]> {
        if let Some(found) = self.known.get(name) {
            return found.clone();
        }
        let found: Rc<[CardIndex]> = names::exact(self.catalog, name).into();
        self.known.insert(name.to_owned(), found.clone());
        found
    }

    pub(super) fn look_up(&mut self, card: &RawCard, raw: &RawDeck, places: &Places) -> Found {
        if let Some(id) = &card.id {
            let cards = &self.catalog.cards;
            let by_id = cards.by_id(id).map(|c| c.index()).or_else(|| self.by_number(id));
            return Found::sure(by_id.into_iter().collect());
        }
        if card.slug {
            let cards = self.index().by_slug(&card.name);
            return Found::sure(self.all_hinted(cards.into(), &card.hints));
        }
        let (mut zone, mut said) = (None, None);
        // A number before a name that is no card may be a part of it; one behind it is likelier one.
        let mut whole = card.counted == Counted::Loosely;
        let mut cards = match whole {
            true => self.exact(raw.at(&card.span)),
            false => self.exact(&card.name),
        };
        if cards.is_empty() && matches!(card.counted, Counted::Loosely | Counted::Before) {
            whole = !whole;
            cards = match whole {
                true => self.exact(raw.at(&card.span)),
                false => self.exact(&card.name),
            };
        }
        whole &= !cards.is_empty();
        if cards.is_empty()
            && let Some((name, inner)) = aside(&card.name)
        {
            zone = places.heading(inner).map(str::to_owned);
            said = self.catalog.game.set(inner).map(|_| inner.to_owned());
            if zone.is_some() || said.is_some() {
                cards = self.exact(name);
            }
        }
        if cards.is_empty()
            && let Some((front, back)) = card.name.split_once('/')
        {
            let (front, back) = (self.exact(front), self.exact(back));
            let both: Rc<[CardIndex]> =
                front.iter().copied().filter(|c| back.is_empty() || back.contains(c)).collect();
            cards = both;
        }
        cards = self.all_hinted(cards, &card.hints);
        let mut barred = false;
        if let Some(id) = card.remark.as_deref().filter(|word| is_id(word)) {
            let meant = self.exact(id);
            barred = meant.is_empty();
            cards = match barred {
                true => Rc::from([]),
                false => self.narrowed(cards, |_, card| meant.contains(&card)),
            };
        }
        Found { cards, zone, aside: said, barred, whole }
    }

    fn all_hinted(&mut self, cards: Rc<[CardIndex]>, hints: &[String]) -> Rc<[CardIndex]> {
        hints.iter().fold(cards, |cards, hint| self.hinted(cards, hint))
    }

    /// The cards that a hint leaves: those of a set, the one of an id, or those with a value that
    /// tells cards apart.
    fn hinted(&mut self, cards: Rc<[CardIndex]>, hint: &str) -> Rc<[CardIndex]> {
        let set = match self.sets.get(hint) {
            Some(set) => *set,
            None => *self.sets.entry(hint.to_owned()).or_insert(self.catalog.game.set(hint)),
        };
        self.narrowed(cards, |catalog, card| {
            let shown = catalog.cards.card(card);
            match set {
                Some(set) => shown.sets().any(|s| s == set),
                None => shown.id() == hint || self.preferences.has_value(card, hint),
            }
        })
    }

    /// The card that other tools call by this number.
    fn by_number(&self, id: &str) -> Option<CardIndex> {
        let number: i64 = id.parse().ok()?;
        let numbers = self.numbers.get_or_init(|| names::numbers(self.catalog));
        numbers.get(&number).copied()
    }

    /// The cards that fit, or all where none does.
    fn narrowed(
        &self,
        cards: Rc<[CardIndex]>,
        fits: impl Fn(&Catalog, CardIndex) -> bool,
    ) -> Rc<[CardIndex]> {
        let left: Rc<[CardIndex]> =
            cards.iter().copied().filter(|card| fits(self.catalog, *card)).collect();
        if left.is_empty() { cards } else { left }
    }
}

/// `Name (remark)`.
fn aside(name: &str) -> Option<(&str, &str)> {
    let (name, inner) = name.strip_suffix(')')?.rsplit_once('(')?;
    let name = name.trim_end();
    (!name.is_empty()).then_some((name, inner.trim()))
}

/// Whether a word is an id as tools write them behind a name (`1_168`).
fn is_id(word: &str) -> bool {
    let digits = |s: &str| !s.is_empty() && s.bytes().all(|b| b.is_ascii_digit());
    word.split_once('_').is_some_and(|(set, number)| digits(set) && digits(number))
}

//! Names to cards: one resolver for every reader.
//!
//! It takes an exact id, an exact name in any spelling, a set or id in brackets. A name that several
//! cards share is decided once per deck by the game's own steps, and said in a note. What it cannot
//! tell stays in the deck as unresolved, with the cards it may mean.

mod guess;
mod home;
mod look_up;
mod names;
mod places;
mod prefer;
mod tokens;

use super::Reader;
use super::raw::{Counted, RawCard, RawDeck, RawItem};
use crate::model::deck::{Deck, Note, Unresolved};
use crate::model::{CardIndex, Carried, Catalog, Entry, Format, Lang, SetId, Spanned, Text};
use guess::Guesser;
use home::Homes;
use look_up::Found;
use names::NameIndex;
use places::Places;
use prefer::Preferences;
use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;

pub use names::label;
pub(in crate::decks) use names::{exact, number};

/// Resolves decks against one game's cards, and remembers what it looked up.
pub struct Resolver<'a> {
    catalog: &'a Catalog,
    known: BTreeMap<String, Rc<[CardIndex]>>,
    places: BTreeMap<String, Rc<Places>>,
    homes: BTreeMap<String, Rc<Homes>>,
    /// Where cards belong: by format, role and card.
    home: BTreeMap<(Rc<str>, Option<CardIndex>), Arc<str>>,
    index: OnceCell<NameIndex>,
    numbers: OnceCell<BTreeMap<i64, CardIndex>>,
    /// What hints name sets.
    sets: BTreeMap<String, Option<SetId>>,
    guesser: OnceCell<Guesser>,
    preferences: Preferences<'a>,
}

/// A line on its way from name to card.
struct Pending<'r> {
    raw: &'r RawCard,
    /// How many copies; 0 where the line gives a number that no deck has.
    count: u32,
    /// `None`: under no heading.
    zone: Option<Arc<str>>,
    found: Rc<[CardIndex]>,
    /// What is said in parentheses behind the name: holds where a card of the deck's side fits it.
    aside: Option<String>,
    /// The line says an id that no card has: whatever its name is like, it is another card.
    barred: bool,
}

impl<'a> Resolver<'a> {
    /// A resolver for a game.
    pub fn new(catalog: &'a Catalog) -> Resolver<'a> {
        Resolver {
            catalog,
            known: BTreeMap::new(),
            places: BTreeMap::new(),
            homes: BTreeMap::new(),
            home: BTreeMap::new(),
            index: OnceCell::new(),
            numbers: OnceCell::new(),
            sets: BTreeMap::new(),
            guesser: OnceCell::new(),
            preferences: Preferences::new(catalog),
        }
    }

    /// A deck with its names looked up, as a deck of this format.
    pub fn resolve(&mut self, raw: &RawDeck, format: Option<&Format>) -> Deck {
        let places = self.places(format);
        let mut deck = head(raw, self.catalog);
        let mut pending = self.look_up_all(raw, &places, &mut deck);
        let mut decided = self.preferences.of_deck(raw, &pending);
        if self.is_free(raw) {
            for line in pending.iter_mut().filter(|line| line.found.is_empty()) {
                self.guess(line, |card| decided.fits(card), &mut deck.notes);
            }
        }
        for line in &pending {
            let role = raw.role.as_ref().map(|role| role.value.as_str());
            let first = line.found.first().copied();
            let zone = line.zone.clone().unwrap_or_else(|| self.home(format, role, first));
            enter(&mut deck, &zone, line.raw.span.start..line.raw.span.start);
            let (count, span) = (line.count, line.raw.span.clone());
            match decided.choose(line, &zone, &mut deck.notes) {
                Some(card) => deck.entries.push(Entry { zone, card, count, span }),
                None => {
                    let zone = zone.to_string();
                    let unresolved = self.unresolved(line, zone, raw, |card| decided.fits(card));
                    deck.unresolved.push(unresolved);
                }
            }
        }
        deck.zones.sort_by_key(|zone| zone.span.start);
        for (carrier, cargo) in &raw.carried {
            self.carried(carrier, cargo, &mut deck);
        }
        deck
    }

    fn places(&mut self, format: Option<&Format>) -> Rc<Places> {
        let key = format.map_or("", |f| f.named.id.as_str());
        if let Some(places) = self.places.get(key) {
            return places.clone();
        }
        let places = Rc::new(Places::new(self.catalog, format));
        self.places.insert(key.to_owned(), places.clone());
        places
    }

    fn look_up_all<'r>(
        &mut self,
        raw: &'r RawDeck,
        places: &Places,
        deck: &mut Deck,
    ) -> Vec<Pending<'r>> {
        let mut pending = Vec::new();
        let mut zone: Option<Arc<str>> = None;
        for item in &raw.items {
            match item {
                RawItem::Zone(word) => {
                    let id: Arc<str> = places.zone(&word.value).unwrap_or(&word.value).into();
                    enter(deck, &id, word.span.clone());
                    zone = Some(id);
                }
                RawItem::Heading(heading) => {
                    let place = self.place(places, &heading.value, true);
                    self.under(place.as_deref(), &mut zone, deck, heading.span.clone());
                }
                RawItem::Card(card) => {
                    let found = self.look_up(card, raw, places);
                    let heading = found.cards.is_empty()
                        && !found.barred
                        && is_heading(self.catalog, card, raw, places);
                    if heading {
                        let place = self.place(places, raw.at(&card.span), card.leads);
                        self.under(place.as_deref(), &mut zone, deck, card.span.clone());
                        continue;
                    }
                    let own = card.zone.as_deref().map(|z| places.zone(z).unwrap_or(z).into());
                    let said = found.zone.as_deref().map(Arc::from);
                    let zone = own.or(said).or_else(|| zone.clone());
                    let Found { cards, aside, barred, whole, .. } = found;
                    let count = if whole { 1 } else { card.count };
                    let found = cards;
                    pending.push(Pending { raw: card, count, zone, found, aside, barred });
                }
            }
        }
        pending
    }

    /// The zone that a heading names: one of the format, else one that other formats of the game
    /// have, so that its cards are not taken for cards of another zone.
    fn place(&mut self, places: &Places, heading: &str, leads: bool) -> Option<String> {
        let own = places.heading(heading).map(str::to_owned);
        if own.is_some() || places.is_comment(self.catalog, heading, leads) {
            return own;
        }
        self.places(None).heading(heading).map(str::to_owned)
    }

    /// Goes on under a heading: into its zone, or on in the same one, or out of a brief one.
    fn under(
        &self,
        place: Option<&str>,
        zone: &mut Option<Arc<str>>,
        deck: &mut Deck,
        span: Range<usize>,
    ) {
        if let Some(id) = place {
            enter(deck, id, span);
            *zone = Some(id.into());
        } else if zone
            .as_ref()
            .is_some_and(|z| self.catalog.game.naming.brief.iter().any(|b| **b == **z))
        {
            *zone = None;
        }
    }

    /// The zone of a card that stands under no zone's heading.
    fn home(
        &mut self,
        format: Option<&Format>,
        role: Option<&str>,
        card: Option<CardIndex>,
    ) -> Arc<str> {
        let name = format.map_or("", |f| f.named.id.as_str());
        let key = (Rc::from(format!("{name}/{}", role.unwrap_or(""))), card);
        if let Some(home) = self.home.get(&key) {
            return Arc::clone(home);
        }
        let catalog = self.catalog;
        let homes = self.homes.entry(name.to_owned());
        let homes = homes.or_insert_with(|| Rc::new(Homes::new(catalog, format)));
        let home: Arc<str> = homes.of(catalog, card, role).into();
        self.home.insert(key, Arc::clone(&home));
        home
    }

    fn unresolved(
        &self,
        line: &Pending,
        zone: String,
        raw: &RawDeck,
        fits: impl Fn(CardIndex) -> bool,
    ) -> Unresolved {
        let ambiguous = !line.found.is_empty();
        let text = match (line.raw.name.as_str(), &line.raw.id) {
            ("", Some(id)) => id.as_str(),
            ("", None) => raw.at(&line.raw.span),
            (name, _) => name,
        };
        let candidates = match ambiguous {
            true => line.found.to_vec(),
            false => self.index().nearest(text, fits),
        };
        Unresolved {
            text: text.to_owned(),
            zone,
            count: line.count,
            span: line.raw.span.clone(),
            candidates,
            ambiguous,
        }
    }

    /// Whether names may be shortened and misspelt: lists as people post them, where the game has such.
    fn is_free(&self, raw: &RawDeck) -> bool {
        let posted = self.catalog.game.readers.iter().any(|name| name == Reader::Free.name());
        raw.reader == Reader::Free || (raw.reader == Reader::Text && posted)
    }

    fn guess(&self, line: &mut Pending, fits: impl Fn(CardIndex) -> bool, notes: &mut Vec<Note>) {
        if line.raw.id.is_some() || line.barred {
            return;
        }
        let guesser = self.guesser.get_or_init(|| Guesser::new(self.catalog));
        line.found = guesser.guess(&line.raw.name, fits).into();
        if let Some(first) = line.found.first() {
            let card = self.catalog.cards.card(*first);
            let written = &line.raw.name;
            let message = Text {
                en: format!("`{written}` is read as {}", card.name(Lang::En)).into(),
                fr: format!("`{written}` est lu comme {}", card.name(Lang::Fr)).into(),
            };
            notes.push(Note { message, span: line.raw.span.clone() });
        }
    }

    fn index(&self) -> &NameIndex {
        self.index.get_or_init(|| NameIndex::new(self.catalog))
    }

    fn carried(&mut self, carrier: &Spanned<String>, cargo: &[Spanned<String>], deck: &mut Deck) {
        let mut card = |this: &mut Self, name: &Spanned<String>| {
            let found = this.exact(&name.value);
            if let [one] = *found {
                return Some(Spanned::new(one, name.span.clone()));
            }
            let raw = RawCard { name: name.value.clone(), count: 1, ..RawCard::default() };
            let line =
                Pending { raw: &raw, count: 1, zone: None, found, aside: None, barred: true };
            let empty = RawDeck::new("", deck.text.clone(), super::Reader::Toml);
            let unresolved = this.unresolved(&line, String::new(), &empty, |_| true);
            deck.unresolved.push(Unresolved { span: name.span.clone(), ..unresolved });
            None
        };
        let carrier = card(self, carrier);
        let cargo: Vec<_> = cargo.iter().filter_map(|name| card(self, name)).collect();
        if let Some(carrier) = carrier {
            deck.carried.push(Carried { carrier, cargo });
        }
    }
}

fn head(raw: &RawDeck, catalog: &Catalog) -> Deck {
    Deck {
        path: raw.path.clone(),
        text: raw.text.clone(),
        name: raw.name.as_ref().map(|n| n.value.clone()),
        player: raw.player.as_ref().map(|p| p.value.clone()),
        game: catalog.game.id().to_owned(),
        format: raw.format.clone(),
        role: raw.role.clone(),
        parameters: raw.parameters.clone(),
        notes: raw.notes.clone(),
        remarks: raw.remarks.clone(),
        source: raw.source.clone(),
        ..Deck::default()
    }
}

/// Remembers where a zone is first named.
fn enter(deck: &mut Deck, zone: &str, span: Range<usize>) {
    if deck.zones.iter().all(|z| z.value != zone) {
        deck.zones.push(Spanned::new(zone.to_owned(), span));
    }
}

/// A line that is no card, but names a zone or heads a section.
fn is_heading(catalog: &Catalog, card: &RawCard, raw: &RawDeck, places: &Places) -> bool {
    let line = raw.at(&card.span);
    matches!(card.counted, Counted::Not | Counted::Loosely)
        && card.hints.is_empty()
        && card.id.is_none()
        && (places.heading(line).is_some() || places.is_comment(catalog, line, card.leads))
}

#[cfg(test)]
mod tests;

//! Names to cards: one resolver for every reader.
//!
//! It takes an exact id, an exact name in any spelling, a set or id in brackets. A name that several
//! cards share is decided once per deck by the game's own steps, and said in a note. What it cannot
//! tell stays in the deck as unresolved, with the cards it may mean.

mod guess;
mod guess_index;
mod headings;
mod lines;
mod look_up;
mod names;
mod notes;
mod preferences;
mod prose;
mod tokens;
mod zones;

use super::copies;
use super::raw::{RawCard, RawDeck};
use foldhash::fast::RandomState;
use guess::Guesser;
use headings::Headings;
use lines::{HeadingLine, LineItem, PendingLine, ReadLines};
use look_up::{CardCodes, KnownName, Parentheticals};
use names::NameIndex;
use notes::{Assumption, LineStarts, NumberedLine};
use preferences::{CardChoices, Preferences};
use sleeve_data::model::deck::{Deck, Note, Unresolved};
use sleeve_data::model::{CardIndex, Carried, Catalog, Entry, Format, SetId, Spanned};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, HashMap};
use std::ops::Range;
use std::rc::Rc;
use std::sync::Arc;
use zones::{DefaultZones, HeadingZones};

pub(crate) use look_up::card_code;
pub(crate) use names::{card_number, find_exact};
pub use names::{label, nearest_cards};

/// Resolves decks against one game's cards, and remembers what it looked up.
pub struct DeckResolver<'a> {
    catalog: &'a Catalog,
    known_names: HashMap<String, KnownName, RandomState>,
    heading_zones: BTreeMap<String, Rc<HeadingZones>>,
    default_zones: BTreeMap<String, Rc<DefaultZones>>,
    /// Where cards belong, by format and role.
    zone_caches: BTreeMap<String, ZoneCache>,
    index: OnceCell<NameIndex>,
    stems: OnceCell<BTreeMap<String, Vec<CardIndex>>>,
    parentheticals: OnceCell<Parentheticals>,
    numbers: OnceCell<BTreeMap<i64, CardIndex>>,
    /// The cards by what fields say of them that forms of other tools call them by.
    codes: BTreeMap<String, CardCodes>,
    /// What hints name sets.
    sets: BTreeMap<String, Option<SetId>>,
    guesser: OnceCell<Guesser<'a>>,
    headings: OnceCell<Headings>,
    preferences: Preferences<'a>,
    /// Whether it looks for what a line may have meant that names no card.
    suggests_cards: bool,
}

/// Where cards belong in decks of one format and role.
type ZoneCache = Rc<RefCell<HashMap<Option<CardIndex>, Arc<str>, RandomState>>>;

/// A deck of which every line is told apart and every name looked up, for any format of its game.
pub struct NamedDeck<'r, 'a>(ReadLines<'r, 'a>);

impl NamedDeck<'_, '_> {
    /// Its lines that name cards or should, each with the cards that it may mean.
    pub(crate) fn lines(&self) -> impl Iterator<Item = (&RawCard, &[CardIndex])> {
        self.0.items.iter().filter_map(LineItem::card).map(|line| (line.raw, &*line.cards))
    }

    /// How many of its lines are headings.
    pub fn headings(&self) -> usize {
        self.0.items.iter().filter(|item| matches!(item, LineItem::Heading(_))).count()
    }

    /// How many of its lines name no card.
    pub fn count_unknown(&self) -> usize {
        let lines = self.0.items.iter().filter_map(LineItem::card);
        lines.filter(|line| line.cards.is_empty()).count()
    }
}

impl<'a> DeckResolver<'a> {
    /// A resolver for a game.
    pub fn new(catalog: &'a Catalog) -> DeckResolver<'a> {
        DeckResolver {
            catalog,
            known_names: HashMap::default(),
            heading_zones: BTreeMap::new(),
            default_zones: BTreeMap::new(),
            zone_caches: BTreeMap::new(),
            index: OnceCell::new(),
            stems: OnceCell::new(),
            parentheticals: OnceCell::new(),
            numbers: OnceCell::new(),
            codes: BTreeMap::new(),
            sets: BTreeMap::new(),
            guesser: OnceCell::new(),
            headings: OnceCell::new(),
            preferences: Preferences::new(catalog),
            suggests_cards: true,
        }
    }

    /// The same, without looking for the cards that a line may have meant which names none.
    pub fn terse(self) -> DeckResolver<'a> {
        DeckResolver { suggests_cards: false, ..self }
    }

    /// A deck with its names looked up, as a deck of this format.
    pub fn resolve(&mut self, raw: &RawDeck, format: Option<&Format>) -> Deck {
        let named = self.name(raw);
        self.place(&named, format, None)
    }

    /// Looks up the names of a deck: the part of the work that no format has a say in.
    pub fn name<'r>(&mut self, raw: &'r RawDeck) -> NamedDeck<'r, 'a> {
        NamedDeck(self.read_lines(raw))
    }

    /// A deck of this format, with its cards where they belong in it. A role is that of a deck which
    /// names none.
    pub fn place(
        &mut self,
        NamedDeck(reading): &NamedDeck<'_, 'a>,
        format: Option<&Format>,
        role: Option<&str>,
    ) -> Deck {
        let raw = reading.raw;
        let places = self.heading_zones(format);
        let homes = self.default_zones(format);
        let mut deck = new_deck(raw, self.catalog);
        deck.notes.extend(reading.notes.iter().cloned());
        deck.entries.reserve_exact(reading.items.len());
        if deck.role.is_none() {
            deck.role = format.and_then(|format| stated_role(raw, format));
        }
        let stated = deck.role.as_ref().map(|role| role.value.clone());
        let named = raw.role.as_ref().map(|role| role.value.as_str()).or(role);
        let told = named
            .map(str::to_owned)
            .or(stated)
            .or_else(|| self.infer_role(reading, format, &homes));
        let role = told.as_deref();
        let home_of = self.zone_cache(format, role);
        let mut decided = CardChoices::new();
        let mut zone: Option<Arc<str>> = None;
        let mut brief = false;
        let mut strange: Vec<&HeadingLine<'_>> = Vec::new();
        let of_role = match (&raw.side, &raw.role, named) {
            (None, None, Some(role)) => self.preferences.stated_values(role),
            _ => Vec::new(),
        };
        let mut deciding = Cow::Borrowed(&reading.deciding);
        if !of_role.is_empty() {
            let deciding = deciding.to_mut();
            (deciding.shared, deciding.stated) = (of_role.clone(), of_role);
        }
        let mut strangers: Vec<&RawCard> = Vec::new();
        for item in &reading.items {
            match item {
                LineItem::Zone(word) => {
                    let id: Arc<str> = places.find_zone(&word.value).unwrap_or(&word.value).into();
                    add_zone(&mut deck, &id, word.span.clone());
                    zone = Some(id);
                }
                LineItem::Heading(heading) => {
                    let place = places.find_heading_zone(heading.text).map(str::to_owned);
                    let place = place.or_else(|| heading.zone.clone());
                    if place.is_none() && !heading.known {
                        strange.push(heading);
                    }
                    if brief && place.is_none() {
                        zone = None;
                    }
                    brief = heading.brief;
                    self.enter_heading_zone(
                        place.as_deref(),
                        &mut zone,
                        &mut deck,
                        heading.span.clone(),
                    );
                }
                LineItem::Prose(_) => {}
                LineItem::Card(line) => {
                    let own =
                        line.raw.zone.as_deref().map(|z| places.find_zone(z).unwrap_or(z).into());
                    let said = line.zone.as_deref().map(|z| self.zone_of(&places, z).into());
                    let here = own.or(said).or_else(|| zone.clone());
                    let first = line.cards.first().copied();
                    let here = here.unwrap_or_else(|| {
                        let home = || homes.zone_for(self.catalog, first, role).into();
                        Arc::clone(home_of.borrow_mut().entry(first).or_insert_with(home))
                    });
                    add_zone(&mut deck, &here, line.raw.span.start..line.raw.span.start);
                    let accepted = |card| homes.zone_accepts(self.catalog, &here, card, role);
                    let told = deck.notes.len();
                    let into = (&mut decided, &mut deck.notes);
                    let chosen = deciding.choose(line, &here, accepted, into);
                    // One note for one line: what it is taken for among several says what it is read as.
                    if let Some(card) =
                        chosen.filter(|_| line.is_guessed && told == deck.notes.len())
                    {
                        let assumed = Assumption::read_as(self.catalog, &line.raw.name, card);
                        deck.notes.push(assumed.to_note(line.raw.span.clone()));
                    }
                    if line.raw.line && chosen.is_some_and(|card| deciding.contradicts_stated(card))
                    {
                        strangers.push(line.raw);
                    }
                    match chosen {
                        Some(card) => match self.find_copy(line.raw, card) {
                            Some(card) => self.push_entries(line, card, here, &places, &mut deck),
                            None => {
                                let lost = unresolved_line(line, here.to_string(), raw);
                                deck.unresolved.push(Unresolved { ambiguous: false, ..lost });
                            }
                        },
                        None => deck.unresolved.push(unresolved_line(line, here.to_string(), raw)),
                    }
                }
            }
        }
        deck.notes.extend(format.and_then(|format| note_unknown_headings(&strange, format, raw)));
        if let Some(first) = strangers.first() {
            let said = raw.side.as_ref().map(|side| side.value.as_str()).or(named).unwrap_or("");
            let starts = LineStarts::new(&raw.text);
            let lines =
                strangers.iter().map(|line| starts.numbered_line(&line.span, &line.name)).collect();
            deck.notes.push(Assumption::strangers(lines, said).to_note(first.span.clone()));
        }
        deck.zones.sort_by_key(|zone| zone.span.start);
        for (carrier, cargo) in &raw.carried {
            self.resolve_carried(carrier, cargo, &mut deck);
        }
        deck
    }

    /// The card, or the copy of it in the state that a line says; `None` where the catalog has no
    /// such copy, since the deck was not [looked up](super::copies_of) before.
    fn find_copy(&self, line: &RawCard, card: CardIndex) -> Option<CardIndex> {
        let values = copies::values_of_line(&self.catalog.game, line).ok()?;
        if values.is_empty() {
            return Some(card);
        }
        let state = copies::copy_state(self.catalog, card, &values).ok()?;
        self.catalog.cards.variant(card, &state)
    }

    /// A line's copies, of which some may lie in another zone: `x2 (1 starting)`.
    fn push_entries(
        &self,
        line: &PendingLine<'_>,
        card: CardIndex,
        zone: Arc<str>,
        places: &HeadingZones,
        deck: &mut Deck,
    ) {
        let span = line.raw.span.clone();
        let apart = line.raw.part.as_ref().and_then(|(count, word)| {
            let zone = self.is_zone(word).then(|| self.zone_of(places, word))?;
            Some(((*count).min(line.count), zone))
        });
        let mut left = line.count;
        if let Some((count, zone)) = apart.filter(|(count, _)| *count > 0) {
            add_zone(deck, &zone, span.start..span.start);
            left -= count;
            deck.entries.push(Entry { zone: zone.into(), card, count, span: span.clone() });
        }
        if left > 0 {
            deck.entries.push(Entry { zone, card, count: left, span });
        }
    }

    fn heading_zones(&mut self, format: Option<&Format>) -> Rc<HeadingZones> {
        let key = format.map_or("", |f| f.named.id.as_str());
        if let Some(places) = self.heading_zones.get(key) {
            return places.clone();
        }
        let places = Rc::new(HeadingZones::new(self.catalog, format));
        self.heading_zones.insert(key.to_owned(), places.clone());
        places
    }

    fn default_zones(&mut self, format: Option<&Format>) -> Rc<DefaultZones> {
        let catalog = self.catalog;
        let homes = self.default_zones.entry(format.map_or("", |f| f.named.id.as_str()).to_owned());
        Rc::clone(homes.or_insert_with(|| Rc::new(DefaultZones::new(catalog, format))))
    }

    fn headings(&self) -> &Headings {
        self.headings.get_or_init(|| Headings::new(self.catalog))
    }

    /// Whether a word means a zone of some format of the game.
    fn is_zone(&self, word: &str) -> bool {
        let meaning = self.headings().meaning(word, headings::HeadingPosition::Unmarked);
        meaning.is_some_and(|meaning| meaning.zone.is_some())
    }

    /// The zone that a word means: one of the format, else one that other formats of the game have,
    /// so that its cards are not taken for cards of another zone.
    fn zone_of(&self, places: &HeadingZones, word: &str) -> String {
        let other = || self.headings().meaning(word, headings::HeadingPosition::Unmarked)?.zone;
        let own = places.find_heading_zone(word).map(str::to_owned);
        own.or_else(other).unwrap_or_else(|| word.to_owned())
    }

    /// The one role of a format in which a deck's cards all may lie in a zone, where zones ask for it.
    fn infer_role(
        &self,
        reading: &ReadLines<'_, '_>,
        format: Option<&Format>,
        homes: &DefaultZones,
    ) -> Option<String> {
        let format = format.filter(|format| !format.roles.is_empty() && homes.depend_on_role())?;
        let found = reading.items.iter().filter_map(LineItem::card).map(|line| &line.cards);
        if found.clone().all(|cards| cards.len() == 1) {
            return None;
        }
        let sure: Vec<CardIndex> =
            found.filter(|cards| cards.len() == 1).flat_map(|c| c.iter().copied()).collect();
        let fits = |role: &&str| sure.iter().all(|c| homes.role_accepts(self.catalog, *c, role));
        let mut roles = format.roles.iter().map(|r| r.named.id.as_str()).filter(fits);
        let one = roles.next()?;
        roles.next().is_none().then(|| one.to_owned())
    }

    /// Goes on under a heading: into its zone, or on in the same one, or out of a brief one.
    fn enter_heading_zone(
        &self,
        place: Option<&str>,
        zone: &mut Option<Arc<str>>,
        deck: &mut Deck,
        span: Range<usize>,
    ) {
        if let Some(id) = place {
            add_zone(deck, id, span);
            *zone = Some(id.into());
        } else if zone
            .as_ref()
            .is_some_and(|z| self.catalog.game.naming.brief.iter().any(|b| **b == **z))
        {
            *zone = None;
        }
    }

    /// The zones of cards that stand under no zone's heading, as far as somebody asked.
    fn zone_cache(&mut self, format: Option<&Format>, role: Option<&str>) -> ZoneCache {
        let name = format.map_or("", |f| f.named.id.as_str());
        Rc::clone(self.zone_caches.entry(format!("{name}/{}", role.unwrap_or(""))).or_default())
    }

    /// The cards that a name means, as [`DeckResolver::resolve`] reads the names of lists: exactly, else the
    /// one name that fits, where players of the game shorten names. Several, where they share it.
    pub fn cards_named(&mut self, name: &str) -> Vec<CardIndex> {
        let line = RawCard { name: name.to_owned(), ..RawCard::default() };
        let raw = RawDeck::new("", Arc::from(name), super::DeckFormat::Free);
        let found = self.look_up(&line, &raw);
        if found.cards.is_empty() && !found.has_unknown_id && self.reads_posted_lists() {
            return self.guesser().guess(name, |_| true);
        }
        let fits =
            |card: &CardIndex| found.parentheticals.iter().any(|a| a.fits(self.catalog, *card));
        let fitting: Vec<CardIndex> = found.cards.iter().copied().filter(fits).collect();
        if fitting.is_empty() { found.cards.to_vec() } else { fitting }
    }

    /// The cards of exactly this name.
    fn cards_of_name(&self, name: &str) -> Vec<CardIndex> {
        names::find_exact(self.catalog, name)
    }

    fn index(&self) -> &NameIndex {
        self.index.get_or_init(|| NameIndex::new(self.catalog))
    }

    fn guesser(&self) -> &Guesser<'a> {
        self.guesser.get_or_init(|| Guesser::new(self.catalog))
    }

    fn resolve_carried(
        &mut self,
        carrier: &Spanned<String>,
        cargo: &[Spanned<String>],
        deck: &mut Deck,
    ) {
        let mut card = |this: &mut Self, name: &Spanned<String>| {
            let line = RawCard { name: name.value.clone(), line: true, ..RawCard::default() };
            let bare = copies::without_state(&this.catalog.game, &line);
            let found = this.find_exact(bare.as_ref().map_or(&name.value, |bare| &bare.name));
            if let [one] = *found
                && let Some(copy) = this.find_copy(&line, one)
            {
                return Some(Spanned::new(copy, name.span.clone()));
            }
            let ambiguous = found.len() > 1;
            let candidates = if !found.is_empty() {
                found.to_vec()
            } else if this.suggests_cards && deck.unresolved.len() < lines::MAX_SUGGESTED {
                this.index().nearest(&name.value, |_| true)
            } else {
                Vec::new()
            };
            deck.unresolved.push(Unresolved {
                text: name.value.clone(),
                zone: String::new(),
                count: 1,
                span: name.span.clone(),
                candidates,
                ambiguous,
            });
            None
        };
        let carrier = card(self, carrier);
        let cargo: Vec<_> = cargo.iter().filter_map(|name| card(self, name)).collect();
        if let Some(carrier) = carrier {
            deck.carried.push(Carried { carrier, cargo });
        }
    }
}

fn new_deck(raw: &RawDeck, catalog: &Catalog) -> Deck {
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

/// The role of a format that is the side which a list says it is of.
fn stated_role(raw: &RawDeck, format: &Format) -> Option<Spanned<String>> {
    let side = raw.side.as_ref()?;
    let first = side.value.split_whitespace().next()?;
    let role = format.role(&side.value).or_else(|| format.role(first))?;
    Some(Spanned::new(role.named.id.to_string(), side.span.clone()))
}

/// Remembers where a zone is first named.
fn add_zone(deck: &mut Deck, zone: &str, span: Range<usize>) {
    if deck.zones.iter().all(|z| z.value != zone) {
        deck.zones.push(Spanned::new(zone.to_owned(), span));
    }
}

/// What to say of headings that name no zone and nothing that anybody knows.
fn note_unknown_headings(
    headings: &[&HeadingLine<'_>],
    format: &Format,
    raw: &RawDeck,
) -> Option<Note> {
    let first = headings.first()?;
    let starts = LineStarts::new(&raw.text);
    let lines: Vec<NumberedLine> =
        headings.iter().map(|heading| starts.numbered_line(&heading.span, heading.text)).collect();
    let zones: Vec<&str> = format.zones.iter().map(|zone| zone.named.id.as_str()).collect();
    Some(Assumption::no_zone(lines, &format.named.id, &zones).to_note(first.span.clone()))
}

fn unresolved_line(line: &PendingLine<'_>, zone: String, raw: &RawDeck) -> Unresolved {
    let ambiguous = !line.cards.is_empty();
    Unresolved {
        text: shorten_name(line.raw.display_name(raw)),
        zone,
        count: line.count,
        span: line.raw.span.clone(),
        candidates: if ambiguous { line.cards.to_vec() } else { line.candidates.clone() },
        ambiguous,
    }
}

/// A name as messages show it: cut where it is longer than any card's.
fn shorten_name(name: &str) -> String {
    match name.char_indices().nth(look_up::LONGEST_NAME) {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or("")),
        None => name.to_owned(),
    }
}

#[cfg(test)]
mod tests;

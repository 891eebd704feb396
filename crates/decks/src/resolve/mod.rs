//! Resolves names to cards, with one resolver for every reader.
//!
//! It accepts an exact id, an exact name in any spelling, and a set or id in brackets. The game's
//! own steps choose between cards with the same name, once per deck, and a note reports the choice.
//! A line that stays ambiguous is unresolved in the deck, with the cards it may mean.

mod blocks;
mod fit;
mod guess;
mod guess_lines;
mod guess_parts;
mod halves;
mod headings;
mod item;
mod lines;
mod look_up;
mod names;
mod notes;
mod parenthetical;
mod plans;
mod preferences;
mod prose;
mod surroundings;
mod tokens;

use super::{
    copy_fields,
    form::DeckFormat,
    raw::{RawCard, RawDeck},
};
use blocks::LooseLine;
use fit::{Fit, keep_fitting};
use foldhash::fast::RandomState;
use guess::Guesser;
use headings::{DefaultZones, HeadingMeaning, HeadingZones, Headings};
use item::{HeadingLine, LineItem, PendingLine};
pub use lines::NamedDeck;
use look_up::{CardCodes, KnownName};
use notes::{Assumption, note_lines};
use parenthetical::Parenthetical;
use plans::PlanHomes;
use preferences::{CardChoices, CardChooser, Preferences};
use sleeve_data::{
    Arrange,
    model::{
        CardIndex, Carried, Catalog, Entry, Format, SetId, Spanned,
        deck::{Deck, Note, Unresolved},
        game::Named,
    },
};
use sleeve_language::Scope;
use std::{
    borrow::Cow,
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet, HashMap},
    ops::Range,
    rc::Rc,
    sync::Arc,
};

pub(crate) use guess::NameLookup;
pub(crate) use look_up::card_code;
pub(crate) use names::find_exact;
pub use names::name_and_id;
pub(crate) use parenthetical::{ValueWords, fits_any, meanings_of_word};

/// Resolves decks against one game's cards, and caches lookups.
pub struct DeckResolver<'a> {
    catalog: &'a Catalog,
    /// The cards with exactly a name, for later lines and decks.
    known_names: RefCell<HashMap<String, KnownName, RandomState>>,
    /// The zones of each format. Formats with the same zones share them.
    zones: BTreeMap<String, FormatZones<'a>>,
    /// The cards by the fields that identify them in forms of other tools.
    codes: BTreeMap<String, CardCodes>,
    /// The meanings of words in parentheses, cached.
    parentheticals: RefCell<HashMap<String, Vec<Parenthetical>, RandomState>>,
    value_words: OnceCell<ValueWords<'a>>,
    /// The sets that hints name; `None` for a hint that names none.
    sets: BTreeMap<String, Option<SetId>>,
    guesser: OnceCell<Guesser<'a>>,
    headings: OnceCell<Headings<'a>>,
    preferences: Preferences<'a>,
    /// Whether it finds the nearest names for unresolved lines.
    suggests_cards: bool,
}

type FormatZones<'a> = Rc<(HeadingZones, DefaultZones<'a>)>;

impl<'a> DeckResolver<'a> {
    /// Creates a resolver for a game.
    pub fn new(catalog: &'a Catalog) -> DeckResolver<'a> {
        DeckResolver {
            catalog,
            known_names: RefCell::default(),
            zones: BTreeMap::new(),
            codes: BTreeMap::new(),
            parentheticals: RefCell::default(),
            value_words: OnceCell::new(),
            sets: BTreeMap::new(),
            guesser: OnceCell::new(),
            headings: OnceCell::new(),
            preferences: Preferences::new(catalog),
            suggests_cards: true,
        }
    }

    /// Skips the nearest names for unresolved lines, which are slow to find.
    pub fn without_suggestions(self) -> DeckResolver<'a> {
        DeckResolver { suggests_cards: false, ..self }
    }

    /// Looks up the names of a deck and puts its cards into the zones of a format, or those that
    /// its headings name.
    pub fn resolve(&mut self, raw: &RawDeck, format: Option<&Format>) -> Deck {
        let named_deck = self.look_up_names(raw);
        self.place_cards(&named_deck, format, None)
    }

    /// Puts the cards of a deck into the zones of a format. `role` is used for a deck that names
    /// none.
    pub fn place_cards(
        &mut self,
        reading: &NamedDeck<'_, 'a>,
        format: Option<&Format>,
        role: Option<&str>,
    ) -> Deck {
        let zones = self.zones(format);
        for (known, placed) in reading.placed.borrow().iter().flatten() {
            if Rc::ptr_eq(known, &zones) {
                return placed.clone();
            }
        }
        let raw = reading.raw;
        let (heading_zones, default_zones) = &*zones;
        let mut deck = new_deck(raw, self.catalog);
        deck.notes.extend(reading.notes.iter().cloned());
        deck.entries.reserve_exact(reading.items.len());
        deck.role = deck
            .role
            .or_else(|| format.and_then(|format| stated_role(raw, format)));
        let stated = deck.role.as_ref().map(|role| role.value.clone());
        let named_role = raw.role.as_ref().map(|role| role.value.as_str()).or(role);
        let told_role = named_role.map(str::to_owned).or(stated);
        let known_role = told_role.or_else(|| self.infer_role(reading, format, default_zones));
        let chooser = self.choose_by_role(reading, named_role);
        let mut placement = Placement {
            resolver: self,
            raw,
            deck,
            heading_zones,
            default_zones,
            role: known_role.as_deref(),
            chooser: &chooser,
            choices: CardChoices::new(),
            zone: None,
            is_brief: false,
            loose: Vec::new(),
            named_zones: BTreeSet::new(),
            block: 0,
            has_headings: false,
            unknown_headings: Vec::new(),
            of_other_side: Vec::new(),
        };
        placement.place_items(&reading.items);
        // A note on an unknown heading names the format, and a plan asks for its sideboard.
        let is_of_zones = placement.unknown_headings.is_empty() && raw.plans.is_empty();
        let mut placed = placement.finish(format, named_role);
        for (carrier, cargo) in &raw.carried {
            self.resolve_carried(carrier, cargo, &mut placed);
        }
        let homes = PlanHomes { default_zones, format, role: known_role.as_deref() };
        for plan in &raw.plans {
            let plan = self.resolve_plan(plan, raw, &homes, &mut placed);
            placed.plans.push(plan);
        }
        if is_of_zones && let Some(known) = &mut *reading.placed.borrow_mut() {
            known.push((Rc::clone(&zones), placed.clone()));
        }
        placed
    }

    /// Lets a role that is given from outside decide between namesakes, like a side that the list
    /// names.
    fn choose_by_role<'n>(
        &self,
        reading: &'n NamedDeck<'_, 'a>,
        role: Option<&str>,
    ) -> Cow<'n, CardChooser<'a>> {
        let mut chooser = Cow::Borrowed(&reading.chooser);
        if let (None, None, Some(role)) = (&reading.raw.side, &reading.raw.role, role) {
            let values = self.preferences.stated_values(role);
            if !values.is_empty() {
                let own = chooser.to_mut();
                (own.shared, own.stated) = (values.clone(), values);
            }
        }
        chooser
    }

    /// The card, or its copy in the state of a line; `None` if [`copies_of`](crate::copies_of) did
    /// not create that copy before.
    fn find_copy(&self, line: &RawCard, card: CardIndex) -> Option<CardIndex> {
        let values = copy_fields::values_of_line(&self.catalog.game, line).ok()?;
        if values.is_empty() {
            return Some(card);
        }
        let state = copy_fields::copy_state(self.catalog, card, &values).ok()?;
        self.catalog.cards.variant(card, &state)
    }

    fn zones(&mut self, format: Option<&Format>) -> FormatZones<'a> {
        let (catalog, id) = (self.catalog, format.map_or("", |format| &format.named.id));
        if let Some(known) = self.zones.get(id) {
            return Rc::clone(known);
        }
        let scope = match format {
            Some(format) => Scope::from_format(catalog, format),
            None => Scope::from_catalog(catalog),
        };
        let mut known = self.zones.values();
        let alike = known.find(|known| format.is_some_and(|format| known.1.serve(format, &scope)));
        let zones = alike.cloned().unwrap_or_else(|| {
            let default_zones = DefaultZones::new(catalog, format, scope);
            Rc::new((HeadingZones::new(catalog, format), default_zones))
        });
        self.zones.insert(id.to_owned(), Rc::clone(&zones));
        zones
    }

    fn headings(&self) -> &Headings<'a> {
        self.headings.get_or_init(|| Headings::new(self.catalog))
    }

    /// The zone with this name in some format of the game.
    fn find_zone(&self, word: &str) -> Option<String> {
        self.headings().meaning(word, false)?.zone
    }

    /// The zone with this name in the format, or in another one, because then its cards do not
    /// belong to the zone around them.
    fn zone_of(&self, heading_zones: &HeadingZones, word: &str) -> String {
        let zone = heading_zones.find_heading_zone(word).map(str::to_owned);
        zone.or_else(|| self.find_zone(word))
            .unwrap_or_else(|| word.to_owned())
    }

    /// The only role of a format whose zones accept all certain cards of a deck, if that decides on
    /// some line.
    fn infer_role(
        &self,
        reading: &NamedDeck<'_, '_>,
        format: Option<&Format>,
        default_zones: &DefaultZones<'_>,
    ) -> Option<String> {
        let format =
            format.filter(|format| !format.roles.is_empty() && default_zones.depend_on_role())?;
        let (mut certain, mut is_open) = (Vec::new(), false);
        for line in reading.items.iter().filter_map(LineItem::card) {
            match *line.meaning.cards {
                [card] => certain.push(card),
                _ => is_open = true,
            }
        }
        if !is_open {
            return None;
        }
        let mut roles = format
            .roles
            .iter()
            .map(|role| role.named.id.as_str())
            .filter(|role| {
                certain
                    .iter()
                    .all(|card| default_zones.role_accepts(*card, role))
            });
        let first = roles.next()?;
        roles.next().is_none().then(|| first.to_owned())
    }

    /// Returns the cards that a name means in lists, including guesses if the game's players
    /// shorten names; several if they share it.
    pub fn cards_named(&mut self, name: &str) -> Vec<CardIndex> {
        let line = RawCard { name: name.to_owned(), ..RawCard::default() };
        let raw = RawDeck::new("", Arc::from(name), DeckFormat::Free);
        let meaning = self.look_up(&line, &raw);
        if meaning.cards.is_empty() && !meaning.forbids_guess && self.reads_posted_lists() {
            return self.guesser().guess(name, &|_| Fit::Fits);
        }
        keep_fitting(&meaning.cards, |card| meaning.fits_parentheses(self.catalog, card))
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
        let carrier = self.resolve_name(carrier, deck);
        let cargo = cargo
            .iter()
            .filter_map(|name| self.resolve_name(name, deck))
            .collect();
        if let Some(carrier) = carrier {
            deck.carried.push(Carried { carrier, cargo });
        }
    }

    /// Returns the card of a name; otherwise adds an unresolved line to the deck.
    fn resolve_name(&self, name: &Spanned<String>, deck: &mut Deck) -> Option<Spanned<CardIndex>> {
        let line = RawCard { name: name.value.clone(), is_list_line: true, ..RawCard::default() };
        let bare = copy_fields::without_state(&self.catalog.game, &line);
        let cards = self.find_exact(bare.as_ref().map_or(&name.value, |bare| &bare.name));
        if let [one] = *cards
            && let Some(copy) = self.find_copy(&line, one)
        {
            return Some(Spanned::new(copy, name.span.clone()));
        }
        self.push_unresolved(&name.value, &name.span, &cards, deck);
        None
    }

    /// Adds an unresolved line to the deck: a name that several cards have, or none.
    fn push_unresolved(
        &self,
        name: &str,
        span: &Range<usize>,
        cards: &[CardIndex],
        deck: &mut Deck,
    ) {
        let suggests = self.suggests_cards && deck.unresolved.len() < item::MAX_SUGGESTED;
        let candidates = if cards.is_empty() && suggests {
            self.guesser().lookup.nearest(name, |_| true)
        } else {
            cards.to_vec()
        };
        deck.unresolved.push(Unresolved {
            text: name.to_owned(),
            count: 1,
            span: span.clone(),
            candidates,
            ambiguous: cards.len() > 1,
            ..Unresolved::default()
        });
    }
}

/// A deck whose lines are put into zones, one after the other.
struct Placement<'p, 'a> {
    resolver: &'p DeckResolver<'a>,
    raw: &'p RawDeck,
    deck: Deck,
    heading_zones: &'p HeadingZones,
    default_zones: &'p DefaultZones<'a>,
    role: Option<&'p str>,
    chooser: &'p CardChooser<'a>,
    choices: CardChoices,
    /// The zone that was named last.
    zone: Option<Arc<str>>,
    /// Whether that zone ends at the next heading.
    is_brief: bool,
    loose: Vec<LooseLine<'p>>,
    /// The zones that headings or lines name, if they have cards.
    named_zones: BTreeSet<Arc<str>>,
    /// The number of blocks of lines above.
    block: usize,
    /// Whether the list has headings.
    has_headings: bool,
    unknown_headings: Vec<&'p HeadingLine<'p>>,
    /// Lines whose cards are not of the deck's side.
    of_other_side: Vec<&'p RawCard>,
}

impl<'p> Placement<'p, '_> {
    fn place_items(&mut self, items: &'p [LineItem<'p>]) {
        for item in items {
            match item {
                LineItem::Zone(word) => self.enter_zone(word),
                LineItem::Heading(heading) => self.enter_heading(heading),
                LineItem::Prose(_) | LineItem::NoCopies(_) => {}
                LineItem::Card(line) => self.place_line(line),
            }
        }
    }

    /// Returns the deck, with notes on headings and on cards of the other side.
    fn finish(mut self, format: Option<&Format>, role: Option<&str>) -> Deck {
        if let Some(format) = format {
            self.settle_loose_lines(format);
            self.deck
                .notes
                .extend(note_unknown_headings(&self.unknown_headings, format, self.raw));
        }
        let stated = self.raw.side.as_ref().map(|side| side.value.as_str());
        let said = stated.or(role).unwrap_or("").to_owned();
        let lines = self
            .of_other_side
            .iter()
            .map(|line| (&line.span, line.name.as_str()));
        let note = note_lines(self.raw, lines, |lines| Assumption::OtherSide { lines, said });
        self.deck.notes.extend(note);
        self.deck.zones.arrange_by_key(|zone| zone.span.start);
        self.deck
    }

    fn zone_called(&self, word: &str) -> Arc<str> {
        self.heading_zones.find_zone(word).unwrap_or(word).into()
    }

    fn enter_zone(&mut self, word: &Spanned<String>) {
        let id = self.zone_called(&word.value);
        add_zone(&mut self.deck, &id, word.span.clone());
        self.deck.headings.push(word.span.clone());
        self.zone = Some(id);
        self.has_headings = true;
    }

    fn enter_heading(&mut self, heading: &'p HeadingLine<'p>) {
        let HeadingMeaning { zone: known_zone, card_filter, .. } = &heading.meaning;
        let named_zone = self.heading_zones.find_heading_zone(heading.text);
        let is_meant = named_zone.is_some() || known_zone.is_some() || card_filter.is_some();
        self.deck
            .headings
            .extend(is_meant.then(|| heading.span.clone()));
        self.has_headings |= !heading.is_known || heading.meaning != HeadingMeaning::default();
        if let Some(id) = named_zone.or(known_zone.as_deref()) {
            add_zone(&mut self.deck, id, heading.span.clone());
            self.zone = Some(id.into());
        } else {
            self.unknown_headings
                .extend((!heading.is_known).then_some(heading));
            // It only ends a zone that is brief, by its heading or in the game.
            let brief = &self.resolver.catalog.game.naming.brief;
            self.zone = self
                .zone
                .take()
                .filter(|zone| !self.is_brief && !brief.iter().any(|b| **b == **zone));
        }
        // A heading for a zone and certain cards ends at the next heading.
        self.is_brief = known_zone.is_some() && card_filter.is_some();
    }

    fn place_line(&mut self, line: &'p PendingLine<'p>) {
        self.block += usize::from(line.raw.starts_paragraph);
        let keyed = line.raw.zone.as_deref().map(|word| self.zone_called(word));
        let named = line.meaning.zone.as_deref();
        let in_parentheses =
            named.map(|zone| self.resolver.zone_of(self.heading_zones, zone).into());
        let stated = keyed.or(in_parentheses).or_else(|| self.zone.clone());
        let card = line.meaning.cards.first().copied();
        let zone = self.zone_for(stated.as_ref(), card);
        if stated.is_some() {
            self.named_zones.insert(Arc::clone(&zone));
        } else if line.raw.part.is_none() {
            let (block, zone, raw) = (self.block, Arc::clone(&zone), line.raw);
            self.loose.push(LooseLine { block, card, zone, raw });
        }
        add_zone(&mut self.deck, &zone, line.raw.span.start..line.raw.span.start);
        let chosen = self.choose_card(line, &zone);
        if let Some(card) = chosen.and_then(|card| self.resolver.find_copy(line.raw, card)) {
            return self.push_entries(line, card, zone);
        }
        let mut unresolved = unresolved_line(line, zone.to_string(), self.raw);
        unresolved.ambiguous &= chosen.is_none();
        if chosen.is_none() {
            unresolved.readings = self.enter_readings(line, stated.as_ref());
        }
        self.deck.unresolved.push(unresolved);
    }

    /// The zone of a card: the stated one, otherwise its default zone.
    fn zone_for(&self, stated: Option<&Arc<str>>, card: Option<CardIndex>) -> Arc<str> {
        stated
            .cloned()
            .unwrap_or_else(|| self.default_zones.zone_for(card, self.role))
    }

    /// Chooses the card of a line, and notes what was assumed.
    fn choose_card(&mut self, line: &'p PendingLine<'p>, zone: &str) -> Option<CardIndex> {
        let notes_before = self.deck.notes.len();
        let card = self.chooser.choose(
            line,
            zone,
            |card| self.default_zones.zone_accepts(zone, card, self.role),
            &mut self.choices,
            &mut self.deck.notes,
        )?;
        // A line has one note. A note on a choice among namesakes also names the card.
        if line.meaning.is_guessed && notes_before == self.deck.notes.len() {
            let assumed = Assumption::read_as(self.resolver.catalog, &line.raw.name, card);
            self.deck.notes.push(assumed.to_note(line.raw.span.clone()));
        }
        if line.raw.is_list_line && self.chooser.contradicts_stated(card) {
            self.of_other_side.push(line.raw);
        }
        Some(card)
    }

    /// The entries that an ambiguous line may be; none if one of them is unclear.
    fn enter_readings(&self, line: &PendingLine<'_>, stated: Option<&Arc<str>>) -> Vec<Entry> {
        let mut entries = Vec::new();
        if line.raw.part.is_some() {
            return entries;
        }
        let cards =
            if line.meaning.cards.is_empty() { &line.readings[..] } else { &line.meaning.cards };
        for card in keep_fitting(cards, |card| self.chooser.fits(card)) {
            let Some(copy) = self.resolver.find_copy(line.raw, card) else { return Vec::new() };
            let (zone, span) = (self.zone_for(stated, Some(card)), line.raw.span.clone());
            entries.push(Entry { zone, card: copy, count: line.count, span });
        }
        entries
    }

    /// Adds a line's copies. Some of them may be in another zone: `x2 (1 starting)`.
    fn push_entries(&mut self, line: &PendingLine<'_>, card: CardIndex, zone: Arc<str>) {
        let (span, resolver) = (line.raw.span.clone(), self.resolver);
        let part = line
            .raw
            .part
            .as_ref()
            .filter(|(_, word)| resolver.find_zone(word).is_some());
        let elsewhere = part.map_or(0, |(count, _)| line.count.min(*count));
        if let Some((_, word)) = part.filter(|_| elsewhere > 0) {
            let zone = resolver.zone_of(self.heading_zones, word);
            add_zone(&mut self.deck, &zone, span.start..span.start);
            let (zone, span) = (zone.into(), span.clone());
            self.deck
                .entries
                .push(Entry { zone, card, count: elsewhere, span });
        }
        if line.count > elsewhere {
            let count = line.count - elsewhere;
            self.deck.entries.push(Entry { zone, card, count, span });
        }
    }
}

fn new_deck(raw: &RawDeck, catalog: &Catalog) -> Deck {
    Deck {
        path: raw.path.clone(),
        text: raw.text.clone(),
        heads: raw.reader.heads(),
        name: raw.name.as_ref().map(|n| n.value.clone()),
        player: raw.player.as_ref().map(|p| p.value.clone()),
        nonce: raw.nonce.as_ref().map(|n| n.value.clone()),
        game: catalog.game.id().to_owned(),
        format: raw.format.clone(),
        role: raw.role.clone(),
        parameters: raw.parameters.clone(),
        notes: raw.notes.clone(),
        unread: raw.unread.clone(),
        remarks: raw.remarks.clone(),
        source: raw.source.clone(),
        ..Deck::default()
    }
}

/// The role of a format with the name of the side in a list.
fn stated_role(raw: &RawDeck, format: &Format) -> Option<Spanned<String>> {
    let side = raw.side.as_ref()?;
    let first = side.value.split_whitespace().next()?;
    let role = format.role(&side.value).or_else(|| format.role(first))?;
    Some(Spanned::new(role.named.id.to_string(), side.span.clone()))
}

/// Returns the sides of a game and the roles of its formats.
pub fn sides_of(catalog: &Catalog) -> Arc<[Named]> {
    let shared = Preferences::new(catalog).shared.into_iter();
    let attributes = shared.filter_map(|side| catalog.game.get_attribute(side));
    let sides = attributes.flat_map(|side| side.values().to_vec());
    let roles = catalog
        .formats()
        .flat_map(|format| &format.roles)
        .map(|role| role.named.clone());
    sides.chain(roles).collect()
}

/// Adds a zone with the place where it is first named.
fn add_zone(deck: &mut Deck, zone: &str, span: Range<usize>) {
    if deck.zones.iter().all(|z| z.value != zone) {
        deck.zones.push(Spanned::new(zone.to_owned(), span));
    }
}

/// Notes the headings that name no zone and have no known words.
fn note_unknown_headings(
    headings: &[&HeadingLine<'_>],
    format: &Format,
    raw: &RawDeck,
) -> Option<Note> {
    let ids = format
        .zones
        .iter()
        .map(|zone| format!("`{}`", zone.named.id));
    let zones = ids.collect::<Vec<_>>().join(", ");
    let format = format.named.id.to_string();
    let lines = headings.iter().map(|heading| (&heading.span, heading.text));
    note_lines(raw, lines, |lines| Assumption::NoZone { lines, format, zones })
}

fn unresolved_line(line: &PendingLine<'_>, zone: String, raw: &RawDeck) -> Unresolved {
    // A line without a valid number of copies is reported for that, whether or not its name is
    // known.
    let has_count = line.count > 0;
    let ambiguous = has_count && !line.meaning.cards.is_empty();
    let meant = if ambiguous { &*line.meaning.cards } else { &line.candidates };
    let candidates = if has_count { meant.to_vec() } else { Vec::new() };
    let text = if has_count { line.raw.display_name(raw) } else { raw.text_at(&line.raw.span) };
    Unresolved {
        text: shorten_name(text),
        id: line.raw.id.as_deref().map(shorten_name),
        zone,
        count: line.count,
        span: line.raw.span.clone(),
        candidates,
        ambiguous,
        readings: Vec::new(),
    }
}

/// Shortens a name for messages to the length of the longest card name.
fn shorten_name(name: &str) -> String {
    match name
        .char_indices()
        .nth(sleeve_data::model::card::MAX_NAME_BYTES)
    {
        Some((at, _)) => format!("{}…", name.get(..at).unwrap_or("")),
        None => name.to_owned(),
    }
}

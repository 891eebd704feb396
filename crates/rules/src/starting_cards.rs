//! What a deck starts with where it does not mark it.
//!
//! Most lists name no starting cards. Where the format says what a deck starts with and the deck
//! leaves no choice, those cards never belong to the pile that hands are drawn from. Where there is a
//! choice it stays the player's: it is told, not taken.

use super::checker::{Checker, RuleProblem};
use super::finding::{FindingProblem, FindingStatus, Label, LabelKind};
use super::messages::{CheckError, RuleError, rule_error};
use super::piles;
use super::rulebook::Rulebook;
use sleeve_data::model::fold::alike;
use sleeve_data::model::{CardIndex, Catalog, Deck, Entry, Lang, Opening, Rule, SetupPlace, Text};
use sleeve_language::{
    self as language, Filter, FilterCache, LanguageError, MissingFact, Piles, Scope, Truth, World,
};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::ops::Deref;
use std::rc::Rc;
use thiserror::Error;

/// A filter of the data that cannot be read.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("`{text}`: {error}")]
pub struct StartError {
    /// The filter.
    pub text: String,
    /// Its mistake.
    pub error: LanguageError,
}

/// What a deck starts with, as far as that can be told.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DeckStart {
    /// The cards that certainly start, with copies, the one that sets out the others first. Cards
    /// that the user sets aside are not repeated.
    pub certain: Vec<(CardIndex, u32)>,
    /// What its owner chooses.
    pub choices: Vec<StartingChoice>,
}

/// A card that its owner picks before the draw.
#[derive(Clone, PartialEq, Debug)]
pub struct StartingChoice {
    /// The card that sets it out; `None`: the card to start with itself.
    pub by: Option<CardIndex>,
    /// The place, in words of the data; empty where the cards say it.
    pub place: Text,
    /// The cards of the deck that can fill it.
    pub cards: Vec<CardIndex>,
    /// Whether none of them need be.
    pub optional: bool,
}

/// What a deck starts with that marks nothing as set aside; `named` are the cards that the user
/// sets aside, which fill places first. Nothing where the deck marks its starting cards, where the
/// format does not say, and where a card that could not be told may be the one.
pub fn start(
    world: &World<'_>,
    rulebook: &Rulebook<'_>,
    opening: &Opening,
    piles: &Piles,
    named: &[CardIndex],
) -> Result<DeckStart, StartError> {
    if opening.starts.is_empty() || marks_set_aside(world, rulebook, opening, piles)? {
        return Ok(DeckStart::default());
    }
    let mut pile: BTreeMap<CardIndex, (u32, &str)> = BTreeMap::new();
    for zone in &opening.from {
        for (card, count) in piles.zone(zone) {
            let entry = pile.entry(*card).or_insert((0, zone));
            entry.0 = entry.0.saturating_add(*count);
        }
    }
    let (named_left, found) = (named.to_vec(), DeckStart::default());
    let mut reader =
        StartReader { world, rulebook, remaining: pile, set_aside: named_left, start: found };
    for card in named {
        reader.take(*card);
    }
    for filter in &opening.starts {
        match reader.fill_place(filter)? {
            PlaceFilling::Nothing => continue,
            PlaceFilling::Doubtful => {}
            PlaceFilling::SetAside(card) => reader.fill_places_of(card)?,
            PlaceFilling::Certain(card) => {
                reader.add_certain(card);
                reader.fill_places_of(card)?;
            }
            PlaceFilling::Choice(cards) => {
                let place = Text::default();
                reader.start.choices.push(StartingChoice {
                    by: None,
                    place,
                    cards,
                    optional: false,
                });
            }
        }
        break;
    }
    Ok(reader.start)
}

/// The zone of a format in which a card lies that is set aside.
pub fn start_zone(rulebook: &Rulebook<'_>, world: &World<'_>, card: CardIndex) -> Option<String> {
    let format = rulebook.format;
    let opening = format.opening.as_ref()?;
    let filter = rulebook.filter(opening.aside.as_deref()?).ok()?;
    let zones = format.zones.iter().map(|zone| zone.named.id.to_string());
    let mut zones = zones.filter(|zone| !opening.from.contains(zone));
    zones.find(|zone| filter.test(world, card, Some(zone)) == Truth::True)
}

/// A deck that marks nothing as set aside, with the cards that certainly start in the zone they
/// start in: what reads the deck as it is played reads this one.
///
/// # Errors
/// When a filter of the format's opening cannot be read.
pub(crate) fn move_starting_cards<'d>(
    deck: &'d Deck,
    rulebook: &Rulebook<'_>,
    world: &World<'_>,
) -> Result<Cow<'d, Deck>, StartError> {
    let format = rulebook.format;
    let Some(opening) = &format.opening else { return Ok(Cow::Borrowed(deck)) };
    let start = start(world, rulebook, opening, &piles::of_deck(format, deck, &[]), &[])?;
    if start.certain.is_empty() {
        return Ok(Cow::Borrowed(deck));
    }
    let mut moved = deck.clone();
    for (card, count) in start.certain {
        let zone = start_zone(rulebook, world, card);
        for _ in 0..count {
            let from = |zone: &str| opening.from.iter().any(|from| *from == zone);
            let lies = |zone: &str| format.zone(zone).is_some_and(|z| from(&z.named.id));
            let here =
                |entry: &&mut Entry| entry.card == card && entry.count > 0 && lies(&entry.zone);
            let Some(entry) = moved.entries.iter_mut().find(here) else { break };
            entry.count -= 1;
            let span = entry.span.clone();
            if let Some(zone) = &zone {
                moved.entries.push(Entry { zone: zone.as_str().into(), card, count: 1, span });
            }
        }
    }
    moved.entries.retain(|entry| entry.count > 0);
    Ok(Cow::Owned(moved))
}

/// Whether a deck marks cards as set aside.
fn marks_set_aside(
    world: &World<'_>,
    rulebook: &Rulebook<'_>,
    opening: &Opening,
    piles: &Piles,
) -> Result<bool, StartError> {
    let Some(text) = &opening.aside else { return Ok(false) };
    let aside = read_filter(text, rulebook)?;
    Ok(piles.zones.iter().any(|(zone, cards)| {
        cards.iter().any(|(card, _)| aside.test(world, *card, Some(zone)) == Truth::True)
    }))
}

fn read_filter(text: &str, rulebook: &Rulebook<'_>) -> Result<Rc<language::Filter>, StartError> {
    rulebook.filter(text).map_err(|error| StartError { text: text.to_owned(), error })
}

/// How a place is filled.
enum PlaceFilling {
    /// No card can fill it.
    Nothing,
    /// Only by a card that could not be told.
    Doubtful,
    /// By a card that the user sets aside.
    SetAside(CardIndex),
    /// By the one card that can.
    Certain(CardIndex),
    /// By one of these, or by the one that may.
    Choice(Vec<CardIndex>),
}

struct StartReader<'r, 'w> {
    world: &'r World<'w>,
    rulebook: &'r Rulebook<'w>,
    /// Copies that are left, and a zone they lie in.
    remaining: BTreeMap<CardIndex, (u32, &'r str)>,
    /// Cards that the user sets aside and that fill no place yet.
    set_aside: Vec<CardIndex>,
    start: DeckStart,
}

impl StartReader<'_, '_> {
    fn take(&mut self, card: CardIndex) {
        if let Some((count, _)) = self.remaining.get_mut(&card) {
            *count = count.saturating_sub(1);
        }
    }

    fn add_certain(&mut self, card: CardIndex) {
        self.take(card);
        match self.start.certain.iter_mut().find(|(other, _)| *other == card) {
            Some((_, count)) => *count += 1,
            None => self.start.certain.push((card, 1)),
        }
    }

    fn fill_place(&mut self, text: &str) -> Result<PlaceFilling, StartError> {
        let filter = read_filter(text, self.rulebook)?;
        let fits = |card: &CardIndex| {
            let zone = self.remaining.get(card).map(|(_, zone)| *zone);
            filter.test(self.world, *card, zone)
        };
        if let Some(at) = self.set_aside.iter().position(|card| fits(card) == Truth::True) {
            return Ok(PlaceFilling::SetAside(self.set_aside.swap_remove(at)));
        }
        let left =
            self.remaining.iter().filter(|(_, (count, _))| *count > 0).map(|(card, _)| *card);
        let judged: Vec<(CardIndex, Truth)> = left.map(|card| (card, fits(&card))).collect();
        if judged.iter().any(|(_, truth)| *truth == Truth::Unknown) {
            let told = judged.iter().filter(|(card, _)| *card != CardIndex::STRANGER);
            let possible = told.filter(|(_, truth)| *truth != Truth::False);
            let possible: Vec<CardIndex> = possible.map(|(card, _)| *card).collect();
            return Ok(if possible.is_empty() {
                PlaceFilling::Doubtful
            } else {
                PlaceFilling::Choice(possible)
            });
        }
        let fitting: Vec<CardIndex> = judged
            .iter()
            .filter(|(_, truth)| *truth == Truth::True)
            .map(|(card, _)| *card)
            .collect();
        Ok(match fitting.as_slice() {
            [] => PlaceFilling::Nothing,
            [one] => PlaceFilling::Certain(*one),
            _ => PlaceFilling::Choice(fitting),
        })
    }

    fn fill_places_of(&mut self, by: CardIndex) -> Result<(), StartError> {
        let Some(set_out) = self.world.catalog.set_out(by) else { return Ok(()) };
        for place in &set_out.places {
            let cards = match self.fill_place(&place.cards)? {
                PlaceFilling::Certain(card) if !place.optional => {
                    self.add_certain(card);
                    continue;
                }
                PlaceFilling::Certain(card) => vec![card],
                PlaceFilling::Choice(cards) => cards,
                PlaceFilling::Nothing | PlaceFilling::Doubtful | PlaceFilling::SetAside(_) => {
                    continue;
                }
            };
            let (place, optional) = (place.name.clone(), place.optional);
            self.start.choices.push(StartingChoice { by: Some(by), place, cards, optional });
        }
        Ok(())
    }
}

/// Why a word does not tell which card is set aside.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AsideError {
    /// No card is called so.
    #[error("no card is called `{word}`")]
    Unknown {
        /// The word.
        word: String,
        /// Ids of the deck's cards.
        candidates: Vec<String>,
    },
    /// Several cards of the deck are.
    #[error("`{word}` is the name of several cards of the deck")]
    Several {
        /// The word.
        word: String,
        /// Their ids.
        candidates: Vec<String>,
    },
}

/// The cards of a deck that words name. A card that the deck does not hold is found all the same:
/// whoever sets it aside says that it is not there.
///
/// # Errors
/// A word that names no card, or several cards of the deck.
pub fn set_aside(
    catalog: &Catalog,
    deck: &Deck,
    words: &[String],
) -> Result<Vec<CardIndex>, AsideError> {
    words.iter().map(|word| resolve_word(catalog, deck, word)).collect()
}

/// Those of the words that name a card of the deck.
pub fn words_in_deck(catalog: &Catalog, deck: &Deck, words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !find_cards(catalog, deck, word).is_empty()).cloned().collect()
}

/// The cards of a deck that a word names, copies in a state by what people call them too. A card as the
/// game has it goes before its copies in a state.
fn find_cards(catalog: &Catalog, deck: &Deck, word: &str) -> Vec<CardIndex> {
    let cards = &catalog.cards;
    let mut found: Vec<CardIndex> = Vec::new();
    let mut add = |card| {
        if !found.contains(&card) {
            found.push(card);
        }
    };
    for named in cards.find_by_name(word) {
        let mut of_it =
            deck.entries.iter().map(|e| e.card).filter(|card| cards.base(*card) == named);
        if of_it.clone().any(|card| card == named) {
            add(named)
        } else {
            of_it.by_ref().for_each(&mut add)
        }
    }
    let in_state = deck.entries.iter().map(|e| e.card).filter(|c| cards.state(*c).is_some());
    let called = |card: &CardIndex| {
        [Lang::En, Lang::Fr].iter().any(|lang| alike(cards.card(*card).title(*lang), word))
    };
    in_state.filter(called).for_each(add);
    found
}

fn resolve_word(catalog: &Catalog, deck: &Deck, word: &str) -> Result<CardIndex, AsideError> {
    let id = |card: CardIndex| match catalog.cards.state(card) {
        None => catalog.cards.card(card).id().to_owned(),
        Some(_) => catalog.cards.card(card).title(Lang::En).to_owned(),
    };
    let there = find_cards(catalog, deck, word);
    if there.len() > 1 {
        let candidates = there.into_iter().map(id).collect();
        return Err(AsideError::Several { word: word.to_owned(), candidates });
    }
    let found =
        there.first().copied().or_else(|| catalog.cards.find_by_name(word).first().copied());
    found.ok_or_else(|| AsideError::Unknown {
        word: word.to_owned(),
        candidates: deck.entries.iter().map(|entry| id(entry.card)).collect(),
    })
}

impl Checker<'_> {
    /// What cards of a rule set out and the deck does not have.
    pub(super) fn check_set_out(
        &self,
        rule: &Rule,
        filter: &str,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let read = |text: &str| {
            let fail = |e| rule_error(&rule.id, &rule.origin, text, RuleError::Language(e));
            self.rulebook.filter(text).map_err(fail)
        };
        let zones = self.rulebook.zones(rule);
        let cards = zones.iter().flat_map(|zone| {
            let here = piles::zone_cards(self.setup.format, self.deck, zone);
            here.into_iter().map(move |(card, _)| (card, zone.as_str()))
        });
        let mut there = Vec::with_capacity(self.deck.entries.len());
        there.extend(cards);
        let setters = read(filter)?;
        let cache = self.rulebook.cache.as_ref();
        let setters = setters.with_cache(self.world, cache);
        let empty = find_empty_places(&self.world, &there, (&setters, cache), &read)?;
        let found = empty.into_iter().map(|EmptyPlace { card, place, missing }| {
            let status =
                if missing.is_empty() { FindingStatus::Broken } else { FindingStatus::Unknown };
            let spans = self.find_lines(&zones, card);
            let what = |span| Label { span, what: LabelKind::Card(card, 1) };
            let labels = spans.into_iter().take(1).map(what).collect();
            let candidates = self.rulebook.fills(place);
            let problem = FindingProblem::SetsOut { card, place: place.name.clone(), candidates };
            Ok((status, problem, labels, missing))
        });
        found.collect()
    }
}

/// A place that no card of a deck is known to fill.
struct EmptyPlace<'a> {
    /// The card that sets it out.
    card: CardIndex,
    /// The place.
    place: &'a SetupPlace,
    /// Facts that would tell whether some card fills it; none: nothing does.
    missing: Vec<MissingFact>,
}

/// The places that must be filled, of each of these cards (with their zones) that a filter matches,
/// and are not. What only hangs on a line that could not be told is left out: the line is reported.
fn find_empty_places<'a, E, F: Deref<Target = Filter>>(
    world: &World<'a>,
    there: &[(CardIndex, &str)],
    (setters, cache): (&language::AskedFilter<'_>, Option<&FilterCache>),
    read: &dyn Fn(&str) -> Result<F, E>,
) -> Result<Vec<EmptyPlace<'a>>, E> {
    let mut empty = Vec::new();
    let mut seen: Vec<CardIndex> = Vec::new();
    for (card, zone) in there {
        if seen.contains(card) || setters.truth_for(*card, Some(zone)) != Truth::True {
            continue;
        }
        seen.push(*card);
        let Some(set_out) = world.catalog.set_out(*card) else { continue };
        for place in set_out.required() {
            let filter = read(&place.cards)?;
            let mut missing = Vec::new();
            // Whether a card fills it, or may and is one that could not be told.
            let (mut filled, mut doubtful) = (false, false);
            let asked = filter.with_cache(*world, cache);
            for (other, zone) in there {
                match asked.truth_for(*other, Some(zone)) {
                    Truth::True => {
                        filled = true;
                        break;
                    }
                    Truth::Unknown => {
                        doubtful = true;
                        let facts = filter.missing_facts(world, *other, Some(zone));
                        missing.extend(facts.into_iter().filter(|f| f.card != CardIndex::STRANGER));
                    }
                    Truth::False => {}
                }
            }
            let untold = doubtful && missing.is_empty();
            if !(filled || untold) {
                empty.push(EmptyPlace { card: *card, place, missing });
            }
        }
    }
    Ok(empty)
}

/// Every card of the game that can fill a place; none where its filter has a mistake.
pub fn fills(catalog: &Catalog, place: &SetupPlace) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(&place.cards, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(&world, *card, None) == Truth::True).collect()
}

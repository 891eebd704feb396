//! Cards that are set aside before the first hand is drawn: those that the format makes a deck
//! start with, those that its owner names, and those that a starting card sets out.
//!
//! Most lists do not mark their starting cards. If the format leaves a deck no choice, they never
//! belong to the pile that hands are drawn from. Any choice is the player's: it is reported, not
//! made.

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

/// A mistake in a filter of a format's opening.
#[derive(Clone, PartialEq, Debug, Error)]
#[error("`{text}`: {error}")]
pub struct StartError {
    pub text: String,
    pub error: LanguageError,
}

/// The starting cards of a deck, as far as the format decides them.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct DeckStart {
    /// The cards that certainly start, with copies, the card that sets out the others first; without
    /// those that the user sets aside.
    pub certain: Vec<(CardIndex, u32)>,
    /// The places that the owner fills by choice.
    pub choices: Vec<StartingChoice>,
}

/// A place that the owner fills by one of several cards before the draw.
#[derive(Clone, PartialEq, Debug)]
pub struct StartingChoice {
    /// The card that sets out the place; `None` for the first starting card itself.
    pub by: Option<CardIndex>,
    /// Name of the place; empty if the data has none.
    pub place: Text,
    /// The cards of the deck that can fill it.
    pub cards: Vec<CardIndex>,
    /// Whether it may stay empty.
    pub optional: bool,
}

/// Finds the starting cards of a deck that marks none. The cards `named` by the user fill places
/// first. The result is empty if the deck marks its starting cards, if the format does not mention
/// them, or if an unresolved line may be the starting card.
///
/// # Errors
/// A filter of the format's opening has a mistake.
pub fn find_start(
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
    for zone in &opening.zones {
        for (card, count) in piles.zone(zone) {
            let entry = pile.entry(*card).or_insert((0, zone));
            entry.0 = entry.0.saturating_add(*count);
        }
    }
    let (set_aside, start) = (named.to_vec(), DeckStart::default());
    let mut reader = StartReader { world, rulebook, remaining: pile, set_aside, start };
    for card in named {
        reader.take(*card);
    }
    for filter in &opening.starts {
        match reader.fill_place(filter)? {
            PlaceFilling::Nothing => continue,
            PlaceFilling::Doubtful => {}
            PlaceFilling::SetAside(card) => reader.fill_set_out_places(card)?,
            PlaceFilling::Certain(card) => {
                reader.add_certain(card);
                reader.fill_set_out_places(card)?;
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

/// The zone in which a format keeps a card that is set aside; `None` if it has no such zone.
pub fn find_start_zone(
    rulebook: &Rulebook<'_>,
    world: &World<'_>,
    card: CardIndex,
) -> Option<String> {
    let format = rulebook.format;
    let opening = format.opening.as_ref()?;
    let filter = rulebook.filter(opening.aside.as_deref()?).ok()?;
    let zones = format.zones.iter().map(|zone| zone.named.id.to_string());
    let mut zones = zones.filter(|zone| !opening.zones.contains(zone));
    zones.find(|zone| filter.test(world, card, Some(zone)) == Truth::True)
}

/// Moves the cards that certainly start into their starting zone: the deck as it is played. A deck that
/// marks its starting cards stays as it is.
///
/// # Errors
/// A filter of the format's opening has a mistake.
pub(crate) fn move_starting_cards<'d>(
    deck: &'d Deck,
    rulebook: &Rulebook<'_>,
    world: &World<'_>,
) -> Result<Cow<'d, Deck>, StartError> {
    let format = rulebook.format;
    let Some(opening) = &format.opening else { return Ok(Cow::Borrowed(deck)) };
    let start = find_start(world, rulebook, opening, &piles::from_deck(format, deck, &[]), &[])?;
    if start.certain.is_empty() {
        return Ok(Cow::Borrowed(deck));
    }
    let mut moved = deck.clone();
    for (card, count) in start.certain {
        let zone = find_start_zone(rulebook, world, card);
        // Copy by copy, since they may be on several lines.
        for _ in 0..count {
            let is_drawn = |zone: &str| opening.zones.iter().any(|drawn| *drawn == zone);
            let is_drawn = |zone: &str| format.zone(zone).is_some_and(|z| is_drawn(&z.named.id));
            let is_movable =
                |entry: &&mut Entry| entry.card == card && entry.count > 0 && is_drawn(&entry.zone);
            let Some(entry) = moved.entries.iter_mut().find(is_movable) else { break };
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

/// Whether some card of a deck is where the format keeps cards that are set aside.
fn marks_set_aside(
    world: &World<'_>,
    rulebook: &Rulebook<'_>,
    opening: &Opening,
    piles: &Piles,
) -> Result<bool, StartError> {
    let Some(text) = &opening.aside else { return Ok(false) };
    let is_set_aside = read_filter(text, rulebook)?;
    Ok(piles.zones.iter().any(|(zone, cards)| {
        cards.iter().any(|(card, _)| is_set_aside.test(world, *card, Some(zone)) == Truth::True)
    }))
}

fn read_filter(text: &str, rulebook: &Rulebook<'_>) -> Result<Rc<language::Filter>, StartError> {
    rulebook.filter(text).map_err(|error| StartError { text: text.to_owned(), error })
}

enum PlaceFilling {
    Nothing,
    /// Only an unresolved line may fill it.
    Doubtful,
    /// A card that the user sets aside fills it.
    SetAside(CardIndex),
    Certain(CardIndex),
    /// Each of these can, or may, fill it.
    Choice(Vec<CardIndex>),
}

struct StartReader<'r, 'w> {
    world: &'r World<'w>,
    rulebook: &'r Rulebook<'w>,
    /// The copies that fill no place yet, and the zone of the card.
    remaining: BTreeMap<CardIndex, (u32, &'r str)>,
    /// The cards set aside by the user that fill no place yet.
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
        let test = |card: &CardIndex| {
            let zone = self.remaining.get(card).map(|(_, zone)| *zone);
            filter.test(self.world, *card, zone)
        };
        if let Some(index) = self.set_aside.iter().position(|card| test(card) == Truth::True) {
            return Ok(PlaceFilling::SetAside(self.set_aside.swap_remove(index)));
        }
        let cards =
            self.remaining.iter().filter(|(_, (count, _))| *count > 0).map(|(card, _)| *card);
        let judged: Vec<(CardIndex, Truth)> = cards.map(|card| (card, test(&card))).collect();
        if judged.iter().any(|(_, truth)| *truth == Truth::Unknown) {
            let resolved = judged.iter().filter(|(card, _)| *card != CardIndex::STRANGER);
            let possible = resolved.filter(|(_, truth)| *truth != Truth::False);
            let possible: Vec<CardIndex> = possible.map(|(card, _)| *card).collect();
            return Ok(if possible.is_empty() {
                PlaceFilling::Doubtful
            } else {
                PlaceFilling::Choice(possible)
            });
        }
        let matching: Vec<CardIndex> = judged
            .iter()
            .filter(|(_, truth)| *truth == Truth::True)
            .map(|(card, _)| *card)
            .collect();
        Ok(match matching.as_slice() {
            [] => PlaceFilling::Nothing,
            [card] => PlaceFilling::Certain(*card),
            _ => PlaceFilling::Choice(matching),
        })
    }

    fn fill_set_out_places(&mut self, by: CardIndex) -> Result<(), StartError> {
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

/// A word of the user that does not name one card of the deck.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum SetAsideError {
    /// No card has this name.
    #[error("no card is called `{word}`")]
    Unknown {
        word: String,
        /// Ids of all cards of the deck.
        candidates: Vec<String>,
    },
    /// Several cards of the deck have this name.
    #[error("`{word}` is the name of several cards of the deck")]
    Several {
        word: String,
        /// Ids of the cards with this name.
        candidates: Vec<String>,
    },
}

/// Finds the cards that words name, those of the deck first. A card that is not in the deck is
/// found too, so that the caller can report it as missing.
///
/// # Errors
/// A word names no card, or several cards of the deck.
pub fn resolve_set_aside(
    catalog: &Catalog,
    deck: &Deck,
    words: &[String],
) -> Result<Vec<CardIndex>, SetAsideError> {
    words.iter().map(|word| resolve_word(catalog, deck, word)).collect()
}

/// Selects the words that name a card of the deck.
pub fn select_words_in_deck(catalog: &Catalog, deck: &Deck, words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !find_cards(catalog, deck, word).is_empty()).cloned().collect()
}

/// The cards of a deck that a word names; for copies in a state also by their title. If the deck
/// contains a card without a state, the name means that card and not its copies in a state.
fn find_cards(catalog: &Catalog, deck: &Deck, word: &str) -> Vec<CardIndex> {
    let cards = &catalog.cards;
    let mut found: Vec<CardIndex> = Vec::new();
    let mut add = |card| {
        if !found.contains(&card) {
            found.push(card);
        }
    };
    for named in cards.find_by_name(word) {
        let mut versions =
            deck.entries.iter().map(|e| e.card).filter(|card| cards.base(*card) == named);
        if versions.clone().any(|card| card == named) {
            add(named)
        } else {
            versions.by_ref().for_each(&mut add)
        }
    }
    let in_state = deck.entries.iter().map(|e| e.card).filter(|c| cards.state(*c).is_some());
    let has_title = |card: &CardIndex| {
        [Lang::En, Lang::Fr].iter().any(|lang| alike(cards.card(*card).title(*lang), word))
    };
    in_state.filter(has_title).for_each(add);
    found
}

fn resolve_word(catalog: &Catalog, deck: &Deck, word: &str) -> Result<CardIndex, SetAsideError> {
    let id = |card: CardIndex| match catalog.cards.state(card) {
        None => catalog.cards.card(card).id().to_owned(),
        Some(_) => catalog.cards.card(card).title(Lang::En).to_owned(),
    };
    let named = find_cards(catalog, deck, word);
    if named.len() > 1 {
        let candidates = named.into_iter().map(id).collect();
        return Err(SetAsideError::Several { word: word.to_owned(), candidates });
    }
    let card = named.first().copied().or_else(|| catalog.cards.find_by_name(word).first().copied());
    card.ok_or_else(|| SetAsideError::Unknown {
        word: word.to_owned(),
        candidates: deck.entries.iter().map(|entry| id(entry.card)).collect(),
    })
}

impl Checker<'_> {
    /// Finds the places that cards of a rule set out and that no card of the deck fills.
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
            let in_zone = piles::list_zone_cards(self.setup.format, self.deck, zone);
            in_zone.into_iter().map(move |(card, _)| (card, zone.as_str()))
        });
        let mut zone_cards = Vec::with_capacity(self.deck.entries.len());
        zone_cards.extend(cards);
        let setters = read(filter)?;
        let cache = self.rulebook.cache.as_ref();
        let setters = setters.with_cache(self.world, cache);
        let empty = find_empty_places(&self.world, &zone_cards, (&setters, cache), &read)?;
        let found = empty.into_iter().map(|EmptyPlace { card, place, missing }| {
            let status =
                if missing.is_empty() { FindingStatus::Broken } else { FindingStatus::Unknown };
            let spans = self.find_lines(&zones, card);
            let what = |span| Label { span, what: LabelKind::Card(card, 1) };
            // One line is enough, since the others are of the same card.
            let labels = spans.into_iter().take(1).map(what).collect();
            let candidates = self.rulebook.find_cards_for_place(place);
            let problem = FindingProblem::SetsOut { card, place: place.name.clone(), candidates };
            Ok((status, problem, labels, missing))
        });
        found.collect()
    }
}

/// A required place that no card of a deck is known to fill.
struct EmptyPlace<'a> {
    /// The card that sets out the place.
    card: CardIndex,
    place: &'a SetupPlace,
    /// Facts that would decide whether some card fills it; empty: no card does.
    missing: Vec<MissingFact>,
}

/// Finds the required places that stay empty, for each of these cards (with their zones) that `setters`
/// matches. A place that only an unresolved line may fill is left out, because the line is a finding.
fn find_empty_places<'a, E, F: Deref<Target = Filter>>(
    world: &World<'a>,
    zone_cards: &[(CardIndex, &str)],
    (setters, cache): (&language::CachedFilter<'_>, Option<&FilterCache>),
    read: &dyn Fn(&str) -> Result<F, E>,
) -> Result<Vec<EmptyPlace<'a>>, E> {
    let mut empty = Vec::new();
    let mut seen: Vec<CardIndex> = Vec::new();
    for (card, zone) in zone_cards {
        if seen.contains(card) || setters.truth_for(*card, Some(zone)) != Truth::True {
            continue;
        }
        seen.push(*card);
        let Some(set_out) = world.catalog.set_out(*card) else { continue };
        for place in set_out.required() {
            let filter = read(&place.cards)?;
            let mut missing = Vec::new();
            let (mut is_filled, mut is_doubtful) = (false, false);
            let candidates = filter.with_cache(*world, cache);
            for (other, zone) in zone_cards {
                match candidates.truth_for(*other, Some(zone)) {
                    Truth::True => {
                        is_filled = true;
                        break;
                    }
                    Truth::Unknown => {
                        is_doubtful = true;
                        let facts = filter.missing_facts(world, *other, Some(zone));
                        missing.extend(facts.into_iter().filter(|f| f.card != CardIndex::STRANGER));
                    }
                    Truth::False => {}
                }
            }
            let is_unresolved = is_doubtful && missing.is_empty();
            if !(is_filled || is_unresolved) {
                empty.push(EmptyPlace { card: *card, place, missing });
            }
        }
    }
    Ok(empty)
}

/// Every card of the game that can fill a place; empty if the filter of the place has a mistake,
/// which the linter reports.
pub fn find_cards_for_place(catalog: &Catalog, place: &SetupPlace) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(&place.cards, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(&world, *card, None) == Truth::True).collect()
}

//! Cards that are set aside before the first hand is drawn: those that the format makes a deck
//! start with, those that its owner names, and those that a starting card sets out.
//!
//! Most lists do not mark their starting cards. If the format leaves a deck no choice, they never
//! belong to the pile that hands are drawn from. Any choice is the player's: it is reported, not
//! made.

use super::{
    checker::Checker,
    finding::{FindingProblem, FindingStatus, Label, LabelKind, RuleProblem},
    messages::CheckError,
    piles,
    rulebook::Rulebook,
};
use sleeve_data::{
    Gather,
    model::{
        CardIndex, Catalog, Deck, Entry, Format, Lang, Opening, Rule, SetupPlace, Text, fold::alike,
    },
};
use sleeve_language::{Filter, LanguageError, MissingFact, Piles, Truth, World};
use std::{borrow::Cow, collections::BTreeMap, rc::Rc};
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
    /// The cards that certainly start, with copies, the card that sets out the others first;
    /// without those that the user sets aside.
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
    let (remaining, set_aside) = (collect_drawn(opening, piles), named.to_vec());
    let start = DeckStart::default();
    let mut reader = StartReader { world, rulebook, remaining, set_aside, start };
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
                let choice = StartingChoice { by: None, place, cards, optional: false };
                reader.start.choices.push(choice);
            }
        }
        break;
    }
    Ok(reader.start)
}

/// The copies in the zones that hands are drawn from, each card with the first of its zones.
fn collect_drawn<'p>(opening: &'p Opening, piles: &Piles) -> BTreeMap<CardIndex, (u32, &'p str)> {
    let mut drawn: BTreeMap<CardIndex, (u32, &str)> = BTreeMap::new();
    for zone in &opening.zones {
        for (card, count) in piles.zone(zone) {
            let (sum, _) = drawn.entry(*card).or_insert((0, zone));
            *sum = sum.saturating_add(*count);
        }
    }
    drawn
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
    let mut undrawn = zones.filter(|zone| !opening.zones.contains(zone));
    undrawn.find(|zone| filter.test(world, card, Some(zone)).is_true())
}

/// Moves the cards that certainly start into their starting zone: the deck as it is played. A deck
/// that marks its starting cards stays as it is.
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
            let mut lines = moved.entries.iter_mut().filter(|entry| entry.card == card);
            let movable =
                lines.find(|line| line.count > 0 && is_drawn_zone(format, opening, &line.zone));
            let Some(entry) = movable else { break };
            entry.count -= 1;
            let span = entry.span.clone();
            if let Some(zone) = &zone {
                moved
                    .entries
                    .push(Entry { zone: zone.as_str().into(), card, count: 1, span });
            }
        }
    }
    moved.entries.retain(|entry| entry.count > 0);
    Ok(Cow::Owned(moved))
}

/// Whether hands are drawn from a zone, which the deck may call by another of its names.
fn is_drawn_zone(format: &Format, opening: &Opening, written: &str) -> bool {
    format
        .zone(written)
        .is_some_and(|zone| opening.zones.iter().any(|id| *id == zone.named.id))
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
    for (zone, cards) in &piles.zones {
        if cards
            .iter()
            .any(|(card, _)| is_set_aside.test(world, *card, Some(zone)).is_true())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

fn read_filter(text: &str, rulebook: &Rulebook<'_>) -> Result<Rc<Filter>, StartError> {
    rulebook
        .filter(text)
        .map_err(|error| StartError { text: text.to_owned(), error })
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
        piles::add_copies(&mut self.start.certain, card, 1);
    }

    fn fill_place(&mut self, text: &str) -> Result<PlaceFilling, StartError> {
        let filter = read_filter(text, self.rulebook)?;
        let mut set_aside = self.set_aside.iter();
        if let Some(index) = set_aside.position(|card| self.test(&filter, *card).is_true()) {
            return Ok(PlaceFilling::SetAside(self.set_aside.swap_remove(index)));
        }
        let (mut matching, mut possible) = (Vec::new(), Vec::new());
        let mut is_open = false;
        for (card, (count, _)) in &self.remaining {
            if *count == 0 {
                continue;
            }
            let truth = self.test(&filter, *card);
            is_open |= truth == Truth::Unknown;
            if truth.is_true() {
                matching.push(*card);
            }
            if !truth.is_false() && *card != CardIndex::STRANGER {
                possible.push(*card);
            }
        }
        Ok(match matching.as_slice() {
            _ if is_open && possible.is_empty() => PlaceFilling::Doubtful,
            _ if is_open => PlaceFilling::Choice(possible),
            [] => PlaceFilling::Nothing,
            [card] => PlaceFilling::Certain(*card),
            _ => PlaceFilling::Choice(matching),
        })
    }

    fn test(&self, filter: &Filter, card: CardIndex) -> Truth {
        let zone = self.remaining.get(&card).map(|(_, zone)| *zone);
        filter.test(self.world, card, zone)
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
            self.start
                .choices
                .push(StartingChoice { by: Some(by), place, cards, optional });
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
    words
        .iter()
        .map(|word| resolve_word(catalog, deck, word))
        .collect()
}

/// Selects the words that name a card of the deck.
pub fn select_words_in_deck(catalog: &Catalog, deck: &Deck, words: &[String]) -> Vec<String> {
    words
        .iter()
        .filter(|word| !find_cards(catalog, deck, word).is_empty())
        .cloned()
        .collect()
}

/// The cards of a deck that a word names; for copies in a state also by their title. If the deck
/// contains a card without a state, the name means that card and not its copies in a state.
fn find_cards(catalog: &Catalog, deck: &Deck, word: &str) -> Vec<CardIndex> {
    let cards = &catalog.cards;
    let mut found: Vec<CardIndex> = Vec::new();
    for named in cards.find_by_name(word) {
        let in_deck = deck.entries.iter().map(|entry| entry.card);
        let versions: Vec<CardIndex> = in_deck.filter(|card| cards.base(*card) == named).collect();
        if versions.contains(&named) {
            found.push(named);
        } else {
            found.extend(versions);
        }
    }
    for entry in &deck.entries {
        let card = cards.card(entry.card);
        if cards.state(entry.card).is_some()
            && [Lang::En, Lang::Fr]
                .iter()
                .any(|lang| alike(card.title(*lang), word))
        {
            found.push(entry.card);
        }
    }
    found.into_iter().each_once()
}

fn resolve_word(catalog: &Catalog, deck: &Deck, word: &str) -> Result<CardIndex, SetAsideError> {
    let named = find_cards(catalog, deck, word);
    if named.len() > 1 {
        let candidates = named
            .into_iter()
            .map(|card| describe_card(catalog, card))
            .collect();
        return Err(SetAsideError::Several { word: word.to_owned(), candidates });
    }
    let in_game = named
        .into_iter()
        .chain(catalog.cards.find_by_name(word))
        .next();
    in_game.ok_or_else(|| {
        let in_deck = deck
            .entries
            .iter()
            .map(|entry| describe_card(catalog, entry.card));
        SetAsideError::Unknown { word: word.to_owned(), candidates: in_deck.collect() }
    })
}

/// The id of a card, or the title of copies in a state.
fn describe_card(catalog: &Catalog, card: CardIndex) -> String {
    let is_in_state = catalog.cards.state(card).is_some();
    let card = catalog.cards.card(card);
    if is_in_state { card.title(Lang::En).to_owned() } else { card.id().to_owned() }
}

impl Checker<'_> {
    /// Finds the places that cards of a rule set out and that no card of the deck fills.
    pub(super) fn check_set_out(
        &self,
        rule: &Rule,
        filter: &str,
    ) -> Result<Vec<RuleProblem>, CheckError> {
        let zones = self.rulebook.zones(rule);
        let mut found = Vec::new();
        for EmptyPlace { card, place, missing } in self.find_empty_places(rule, filter, &zones)? {
            // One line is enough, since the others are of the same card.
            let mut labels = Vec::new();
            if let Some(span) = self.find_lines(&zones, card).into_iter().next() {
                labels.push(Label { span, what: LabelKind::Card(card, 1) });
            }
            let candidates = self.rulebook.find_cards_for_place(place);
            let problem = FindingProblem::SetsOut { card, place: place.name.clone(), candidates };
            let status = FindingStatus::from_certainty(missing.is_empty());
            found.push(RuleProblem { status, problem, labels, missing });
        }
        Ok(found)
    }

    /// Finds the required places that stay empty, for each card of the zones that `setters`
    /// matches. A place that only an unresolved line may fill is left out, because the line is a
    /// finding.
    fn find_empty_places(
        &self,
        rule: &Rule,
        setters: &str,
        zones: &[String],
    ) -> Result<Vec<EmptyPlace<'_>>, CheckError> {
        let zone_cards = self.list_placed_cards(zones);
        let read = self.rule_filter(rule, setters)?;
        let cached_setters = read.with_cache(self.world, self.rulebook.cache.as_deref());
        let mut empty = Vec::new();
        let mut seen: Vec<CardIndex> = Vec::new();
        for (card, zone) in &zone_cards {
            if seen.contains(card) || !cached_setters.truth_for(*card, Some(zone)).is_true() {
                continue;
            }
            seen.push(*card);
            let Some(set_out) = self.world.catalog.set_out(*card) else { continue };
            for place in set_out.required() {
                let filter = self.rule_filter(rule, &place.cards)?;
                if let Some(missing) = self.find_missing_fillers(&filter, &zone_cards) {
                    empty.push(EmptyPlace { card: *card, place, missing });
                }
            }
        }
        Ok(empty)
    }

    /// The cards of some zones, each line with its zone.
    fn list_placed_cards<'z>(&self, zones: &'z [String]) -> Vec<(CardIndex, &'z str)> {
        let mut placed = Vec::with_capacity(self.deck.entries.len());
        for zone in zones {
            let in_zone = piles::list_zone_cards(self.setup.format, self.deck, zone);
            placed.extend(in_zone.into_iter().map(|(card, _)| (card, zone.as_str())));
        }
        placed
    }

    /// The facts that would decide whether some card fills a place: empty if no card does, `None`
    /// if one does, or if only an unresolved line may.
    fn find_missing_fillers(
        &self,
        filter: &Filter,
        zone_cards: &[(CardIndex, &str)],
    ) -> Option<Vec<MissingFact>> {
        let fillers = filter.with_cache(self.world, self.rulebook.cache.as_deref());
        let mut missing = Vec::new();
        let mut is_doubtful = false;
        for (card, zone) in zone_cards {
            match fillers.truth_for(*card, Some(zone)) {
                Truth::True => return None,
                Truth::Unknown => {
                    is_doubtful = true;
                    let facts = filter.missing_facts(&self.world, *card, Some(zone));
                    missing.extend(facts.into_iter().filter(|f| f.card != CardIndex::STRANGER));
                }
                Truth::False => {}
            }
        }
        if is_doubtful && missing.is_empty() { None } else { Some(missing) }
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

//! Decks that people play, and the cards played together in them.
//!
//! Two copies (the second Vader differs from the first) belong together by the cosine of the decks
//! that contain them (Ochiai's coefficient): the decks that contain both, divided by the geometric
//! mean of the decks that contain each, so that a copy in every deck does not seem to belong to
//! all. A copy fits a deck by the sum over the copies of the deck. It is a guess from the available
//! decks, and the outputs say so.

use foldhash::fast::RandomState;
use sleeve_data::model::{CardIndex, Cards, Catalog, Deck, Entry};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use std::{
    collections::{BTreeMap, BTreeSet, HashMap},
    sync::Arc,
};

/// The most decks of a corpus.
pub const CORPUS_LIMIT: usize = 100_000;

/// The most copies of a card in a deck that are distinguished: each is a place in arrays over all
/// decks.
const COPIES_LIMIT: u32 = 20;

/// The number of cards of each kind in each zone, by the id of the zone and the position of the
/// kind.
pub(crate) type DeckShape = BTreeMap<(String, usize), i64>;

/// The number of copies of each card in a deck, over all zones.
pub(crate) type HeldCopies = BTreeMap<CardIndex, u32>;

/// Decks of one game, as knowledge of the cards played together. A clone is cheap compared to
/// reading them.
#[derive(Clone, Debug, Default)]
pub struct DeckCorpus {
    decks: Vec<Arc<CorpusDeck>>,
    slots: Arc<CopySlots>,
    /// Copies of each card by zone, over all decks.
    zones: HashMap<CardIndex, BTreeMap<Arc<str>, u64>, RandomState>,
    is_shipped: bool,
}

#[derive(PartialEq, Debug)]
struct CorpusDeck {
    /// The id of its format; `None` if it names none.
    format: Option<String>,
    role: Option<String>,
    /// The slots of its copies.
    slots: Vec<u32>,
    shape: DeckShape,
}

impl CorpusDeck {
    fn new(catalog: &Catalog, deck: &Deck, role: Option<&str>, slots: Vec<u32>) -> CorpusDeck {
        let format = deck
            .format
            .as_ref()
            .and_then(|word| catalog.format(&word.value));
        let mut shape = DeckShape::new();
        for entry in known_entries(deck) {
            let kind = catalog
                .cards
                .card(catalog.cards.base(entry.card))
                .kind()
                .index();
            *shape.entry((entry.zone.to_string(), kind)).or_insert(0) += i64::from(entry.count);
        }
        let format = format.map(|format| format.named.id.to_string());
        CorpusDeck { format, role: role.map(str::to_owned), slots, shape }
    }
}

/// A number for each copy of each card, so that many decks are counted in arrays.
#[derive(Clone, Debug, Default)]
struct CopySlots {
    /// The slots of the first, the second, … copy of a card.
    by_card: HashMap<CardIndex, Vec<u32>, RandomState>,
    count: u32,
}

impl CopySlots {
    fn list(&self, card: CardIndex, copies: u32) -> &[u32] {
        let slots = self.by_card.get(&card).map_or(&[][..], Vec::as_slice);
        slots.get(..copies as usize).unwrap_or(slots)
    }

    fn get(&self, card: CardIndex, copy: u32) -> Option<u32> {
        self.by_card
            .get(&card)?
            .get(copy.checked_sub(1)? as usize)
            .copied()
    }

    fn add(&mut self, card: CardIndex, copies: u32) -> &[u32] {
        let slots = self.by_card.entry(card).or_default();
        while slots.len() < copies as usize {
            slots.push(self.count);
            self.count += 1;
        }
        slots.get(..copies as usize).unwrap_or_default()
    }
}

impl DeckCorpus {
    /// The decks that a game ships. Lines that name no card of the catalog are ignored.
    pub fn from_game(catalog: &Catalog) -> DeckCorpus {
        let mut corpus = DeckCorpus::default();
        let hints = Hints::from_game(&catalog.game, Some("toml"));
        let mut resolver = DeckResolver::new(catalog);
        for known in catalog.game.known_decks.iter() {
            let Ok(raw) = decks::read(&known.file, known.text.as_bytes(), &hints) else { continue };
            let format = raw
                .format
                .as_ref()
                .and_then(|word| catalog.format(&word.value));
            let deck = resolver.resolve(&raw, format);
            let role = deck.role.as_ref().map(|role| role.value.as_str());
            corpus.add_deck(catalog, &deck, role);
        }
        corpus.is_shipped = corpus.count_decks() > 0;
        corpus
    }

    /// Adds a deck with the role that it is for. Lists without a resolved card, and those beyond
    /// [`CORPUS_LIMIT`], are ignored: then returns `false`.
    pub fn add_deck(&mut self, catalog: &Catalog, deck: &Deck, role: Option<&str>) -> bool {
        let cards = &catalog.cards;
        let copies = count_copies(cards, deck);
        if copies.is_empty() || self.decks.len() >= CORPUS_LIMIT {
            return false;
        }
        let all_slots = Arc::make_mut(&mut self.slots);
        let mut slots = Vec::with_capacity(copies.values().sum::<u32>() as usize);
        for (card, count) in &copies {
            slots.extend_from_slice(all_slots.add(*card, *count));
        }
        for entry in known_entries(deck) {
            let zones = self.zones.entry(cards.base(entry.card)).or_default();
            *zones.entry(Arc::clone(&entry.zone)).or_insert(0) += u64::from(entry.count);
        }
        self.decks
            .push(Arc::new(CorpusDeck::new(catalog, deck, role, slots)));
        true
    }

    /// Removes a deck that was added, so that it is no evidence about itself; a deck that is not
    /// there changes nothing.
    pub fn remove_deck(&mut self, catalog: &Catalog, deck: &Deck, role: Option<&str>) {
        let cards = &catalog.cards;
        let copies = count_copies(cards, deck);
        let slots = copies
            .iter()
            .flat_map(|(card, count)| self.slots.list(*card, *count));
        let gone = CorpusDeck::new(catalog, deck, role, slots.copied().collect());
        let Some(at) = self.decks.iter().position(|deck| **deck == gone) else { return };
        self.decks.remove(at);
        for entry in known_entries(deck) {
            let zones = self.zones.get_mut(&cards.base(entry.card));
            if let Some(copies) = zones.and_then(|zones| zones.get_mut(&entry.zone)) {
                *copies = copies.saturating_sub(u64::from(entry.count));
            }
        }
    }

    /// Whether its decks are those that the game ships.
    pub fn is_shipped(&self) -> bool {
        self.is_shipped
    }

    /// How many decks are known.
    pub fn count_decks(&self) -> usize {
        self.decks.len()
    }

    /// Keeps the decks that share a card with a deck; all if it has none.
    pub fn keep_similar(&mut self, catalog: &Catalog, deck: &Deck) {
        if deck.entries.is_empty() {
            return;
        }
        let own_cards = count_copies(&catalog.cards, deck).into_keys();
        let own: BTreeSet<u32> = own_cards
            .flat_map(|card| self.slots.list(card, 1))
            .copied()
            .collect();
        self.decks
            .retain(|other| other.slots.iter().any(|slot| own.contains(slot)));
    }

    /// How many of them are evidence for a deck of a role: those of another role are not.
    pub fn count_decks_for(&self, role: Option<&str>) -> usize {
        self.decks_for(role).count()
    }

    fn decks_for<'a>(&'a self, role: Option<&'a str>) -> impl Iterator<Item = &'a CorpusDeck> {
        self.decks.iter().map(Arc::as_ref).filter(move |deck| {
            role.zip(deck.role.as_deref())
                .is_none_or(|(asked, own)| asked == own)
        })
    }

    pub(crate) fn cards(&self) -> BTreeSet<CardIndex> {
        self.zones.keys().copied().collect()
    }

    /// The share of the copies of a card that are in a zone; `None` for a card in no deck.
    pub(crate) fn share_in_zone(&self, card: CardIndex, zone: &str) -> Option<f64> {
        let zones = self.zones.get(&card)?;
        let all: u64 = zones.values().sum();
        (all > 0).then(|| zones.get(zone).copied().unwrap_or(0) as f64 / all as f64)
    }

    /// The number of cards of each kind in each zone that decks of a format and a role have on
    /// average; `None` if none is known. A deck counts by the square of the copies that it shares
    /// with `kept`: decks with the same idea are better evidence.
    pub(crate) fn average_shape(
        &self,
        format: &str,
        role: Option<&str>,
        kept: &HeldCopies,
    ) -> Option<DeckShape> {
        let kept_copies = kept
            .iter()
            .flat_map(|(card, count)| self.slots.list(*card, *count));
        let kept_slots: BTreeSet<u32> = kept_copies.copied().collect();
        let (mut sums, mut weights) = (DeckShape::new(), 0i64);
        for deck in self.decks_for(role) {
            if deck.format.as_deref() != Some(format) {
                continue;
            }
            let shared = deck
                .slots
                .iter()
                .filter(|slot| kept_slots.contains(slot))
                .count();
            let weight = i64::try_from(1 + shared).unwrap_or(1).pow(2);
            weights += weight;
            for (place, count) in &deck.shape {
                let sum = sums.entry(place.clone()).or_insert(0);
                *sum = sum.saturating_add(weight.saturating_mul(*count));
            }
        }
        for sum in sums.values_mut() {
            // Rounded to the nearest whole card.
            *sum = sum.saturating_add(weights / 2) / weights.max(1);
        }
        (weights > 0).then_some(sums)
    }

    /// Rates how well each copy of each card fits the copies that a deck keeps. Decks of another
    /// role do not count. Without kept cards all decks count alike.
    pub(crate) fn rate_copies(&self, kept: &HeldCopies, role: Option<&str>) -> CopyRates {
        let mut held = vec![0u32; self.slots.count as usize];
        for slot in self.decks_for(role).flat_map(|deck| &deck.slots) {
            if let Some(decks) = held.get_mut(*slot as usize) {
                *decks += 1;
            }
        }
        // One factor of the divisor of the cosine; that of the kept copy is in `fit`.
        let weights: Vec<f64> = held.iter().map(|decks| weigh_copy(*decks)).collect();
        let mut kept_weights = vec![0.0; weights.len()];
        for slot in kept
            .iter()
            .flat_map(|(card, count)| self.slots.list(*card, *count))
        {
            let at = *slot as usize;
            if let (Some(kept), Some(weight)) = (kept_weights.get_mut(at), weights.get(at)) {
                *kept = *weight;
            }
        }
        let mut rates = vec![0.0; weights.len()];
        for deck in self.decks_for(role) {
            let shared = deck
                .slots
                .iter()
                .filter_map(|slot| kept_weights.get(*slot as usize));
            let fit: f64 = if kept.is_empty() { 1.0 } else { shared.sum() };
            if fit > 0.0 {
                for slot in &deck.slots {
                    let at = *slot as usize;
                    if let (Some(rate), Some(weight)) = (rates.get_mut(at), weights.get(at)) {
                        *rate += fit * weight;
                    }
                }
            }
        }
        // The third copy is never played without the second, so that it cannot be worth more.
        for slots in self.slots.by_card.values() {
            let mut last = f64::INFINITY;
            for slot in slots {
                if let Some(rate) = rates.get_mut(*slot as usize) {
                    last = last.min(*rate);
                    *rate = last;
                }
            }
        }
        CopyRates { slots: Arc::clone(&self.slots), rates, held }
    }
}

/// The weight of a copy that this many decks have.
fn weigh_copy(decks: u32) -> f64 {
    if decks > 0 { 1.0 / f64::from(decks).sqrt() } else { 0.0 }
}

fn known_entries(deck: &Deck) -> impl Iterator<Item = &Entry> {
    deck.entries
        .iter()
        .filter(|entry| entry.card != CardIndex::STRANGER)
}

/// The copies of the cards of a deck over all zones, in any state, up to [`COPIES_LIMIT`] each.
pub(crate) fn count_copies(cards: &Cards, deck: &Deck) -> HeldCopies {
    let mut copies = HeldCopies::new();
    for entry in known_entries(deck) {
        let count = copies.entry(cards.base(entry.card)).or_insert(0);
        *count = count.saturating_add(entry.count).min(COPIES_LIMIT);
    }
    copies
}

/// How well copies of cards fit a deck: never negative, and no copy better than the one before it.
#[derive(Default)]
pub(crate) struct CopyRates {
    slots: Arc<CopySlots>,
    /// By slot.
    rates: Vec<f64>,
    /// The number of decks with each copy, by slot.
    held: Vec<u32>,
}

impl CopyRates {
    /// The rate of a copy, the first of which is 1; 0 for a copy in no deck.
    pub(crate) fn rate(&self, card: CardIndex, copy: u32) -> f64 {
        let slot = self.slots.get(card, copy);
        slot.and_then(|slot| self.rates.get(slot as usize))
            .copied()
            .unwrap_or(0.0)
    }

    /// The number of decks that contain a copy, the first of which is 1.
    pub(crate) fn count_holders(&self, card: CardIndex, copy: u32) -> u32 {
        let slot = self.slots.get(card, copy);
        slot.and_then(|slot| self.held.get(slot as usize))
            .copied()
            .unwrap_or(0)
    }

    /// The rate of one of `own` copies of the deck itself, without the ratings of these copies for
    /// each other.
    pub(crate) fn rate_among_others(&self, card: CardIndex, copy: u32, own: u32) -> f64 {
        let decks = f64::from(self.count_holders(card, copy));
        if decks == 0.0 {
            return 0.0;
        }
        let mut of_itself = 0.0;
        for slot in self.slots.list(card, own) {
            let other = self
                .held
                .get(*slot as usize)
                .copied()
                .map_or(0.0, f64::from);
            if other > 0.0 {
                // A deck with the third copy has the first two: as many decks contain both as
                // contain the rarer one.
                of_itself += other.min(decks) / (other * decks).sqrt();
            }
        }
        (self.rate(card, copy) - of_itself).max(0.0)
    }
}

//! Decks that people play, and what is played together in them.
//!
//! Two copies (the second Vader is another than the first) belong together by the cosine of the decks that hold
//! them: the decks that hold both, divided by the geometric mean of the decks that hold each. A copy fits a
//! deck by the sum over the copies of the deck. It is a guess from the decks at hand, which the outputs say.

use sleeve_data::model::{CardIndex, Catalog, Deck};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use std::collections::{BTreeMap, BTreeSet, HashMap};

/// The most decks that a corpus holds.
pub const CORPUS_LIMIT: usize = 100_000;

/// The most copies of a card in a deck that are told apart.
const COPIES_LIMIT: u32 = 20;

/// The number of cards of each kind in each zone, by the id of the zone and the position of the kind.
pub(crate) type DeckShape = BTreeMap<(String, usize), i64>;

/// Cards with copies.
pub(crate) type HeldCopies = BTreeMap<CardIndex, u32>;

/// Decks of one game, as knowledge of what is played together.
#[derive(Clone, Debug, Default)]
pub struct DeckCorpus {
    decks: Vec<CorpusDeck>,
    /// Copies of each card by zone, over all decks.
    zones: HashMap<CardIndex, BTreeMap<String, u64>>,
}

#[derive(Clone, Debug)]
struct CorpusDeck {
    /// The id of its format; `None` where it names none.
    format: Option<String>,
    role: Option<String>,
    copies: HeldCopies,
    shape: DeckShape,
}

impl DeckCorpus {
    /// The decks that a game ships. Lines that name no card of the catalog say nothing.
    pub fn from_game(catalog: &Catalog) -> DeckCorpus {
        let mut corpus = DeckCorpus::default();
        let hints = Hints::from_game(&catalog.game, Some("toml"));
        let mut resolver = DeckResolver::new(catalog);
        for known in catalog.game.known_decks.iter() {
            let Ok(raw) = decks::read(&known.file, known.text.as_bytes(), &hints) else { continue };
            let format = raw.format.as_ref().and_then(|word| catalog.format(&word.value));
            let deck = resolver.resolve(&raw, format);
            let role = deck.role.as_ref().map(|role| role.value.as_str());
            corpus.add_deck(catalog, &deck, role);
        }
        corpus
    }

    /// Adds a deck with the role that it is for. Lists without a resolved card, and those beyond
    /// [`CORPUS_LIMIT`], say nothing: then returns `false`.
    pub fn add_deck(&mut self, catalog: &Catalog, deck: &Deck, role: Option<&str>) -> bool {
        let cards = &catalog.cards;
        let (mut copies, mut shape) = (HeldCopies::new(), DeckShape::new());
        for entry in deck.entries.iter().filter(|entry| entry.card != CardIndex::STRANGER) {
            let card = cards.base(entry.card);
            let count = copies.entry(card).or_insert(0);
            *count = count.saturating_add(entry.count).min(COPIES_LIMIT);
            let kind = cards.card(card).kind().index();
            *shape.entry((entry.zone.to_string(), kind)).or_insert(0) += i64::from(entry.count);
        }
        if copies.is_empty() || self.decks.len() >= CORPUS_LIMIT {
            return false;
        }
        for entry in deck.entries.iter().filter(|entry| entry.card != CardIndex::STRANGER) {
            let zones = self.zones.entry(cards.base(entry.card)).or_default();
            *zones.entry(entry.zone.to_string()).or_insert(0) += u64::from(entry.count);
        }
        let format = deck.format.as_ref().and_then(|word| catalog.format(&word.value));
        let format = format.map(|format| format.named.id.to_string());
        self.decks.push(CorpusDeck { format, role: role.map(str::to_owned), copies, shape });
        true
    }

    /// The number of decks.
    pub fn count_decks(&self) -> usize {
        self.decks.len()
    }

    /// The cards of all decks.
    pub(crate) fn cards(&self) -> BTreeSet<CardIndex> {
        self.zones.keys().copied().collect()
    }

    /// The share of the copies of a card that lie in a zone; `None` for a card that no deck holds.
    pub(crate) fn share_in_zone(&self, card: CardIndex, zone: &str) -> Option<f64> {
        let zones = self.zones.get(&card)?;
        let all: u64 = zones.values().sum();
        Some(zones.get(zone).copied().unwrap_or(0) as f64 / all.max(1) as f64)
    }

    /// The number of cards of each kind in each zone that decks of a format and a role have on average; `None` where none is known. A deck counts by the square of the copies that it shares with `kept`:
    /// decks with the same idea say more than others.
    pub(crate) fn average_shape(
        &self,
        (format, role): (&str, Option<&str>),
        kept: &HeldCopies,
    ) -> Option<DeckShape> {
        let (mut sums, mut weights) = (DeckShape::new(), 0i64);
        let fits = |known: Option<&str>, wanted: Option<&str>| {
            known.zip(wanted).is_none_or(|(known, wanted)| known == wanted)
        };
        for deck in &self.decks {
            if deck.format.as_deref() != Some(format) || !fits(deck.role.as_deref(), role) {
                continue;
            }
            let copies = deck.copies.iter();
            let shared = copies.map(|(card, n)| kept.get(card).map_or(0, |kept| *kept.min(n)));
            let weight = i64::from(1 + shared.sum::<u32>()).pow(2);
            weights += weight;
            for (place, count) in &deck.shape {
                let sum = sums.entry(place.clone()).or_insert(0);
                *sum = sum.saturating_add(weight.saturating_mul(*count));
            }
        }
        for sum in sums.values_mut() {
            *sum = sum.saturating_add(weights / 2) / weights.max(1);
        }
        (weights > 0).then_some(sums)
    }

    /// Rates how well each copy of each card fits the copies that a deck keeps. Decks of another role say
    /// nothing. Without kept cards all decks count alike.
    pub(crate) fn rate_copies(&self, kept: &HeldCopies, role: Option<&str>) -> CopyRates {
        let fits_role = |deck: &&CorpusDeck| match (role, deck.role.as_deref()) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        let decks = || self.decks.iter().filter(fits_role);
        let mut held: HashMap<CardIndex, Vec<f64>> = HashMap::new();
        for deck in decks() {
            for (card, count) in &deck.copies {
                let copies = held.entry(*card).or_default();
                copies.resize(copies.len().max(*count as usize), 0.0);
                copies.iter_mut().take(*count as usize).for_each(|decks| *decks += 1.0);
            }
        }
        let mut rates: HashMap<CardIndex, Vec<f64>> =
            held.iter().map(|(card, copies)| (*card, vec![0.0; copies.len()])).collect();
        for deck in decks() {
            let shared = deck.copies.iter().filter_map(|(card, count)| {
                let both = kept.get(card)?.min(count);
                let decks = held.get(card)?.iter().take(*both as usize);
                Some(decks.map(|decks| 1.0 / decks.sqrt()).sum::<f64>())
            });
            let fit: f64 = if kept.is_empty() { 1.0 } else { shared.sum() };
            if fit == 0.0 {
                continue;
            }
            for (card, count) in &deck.copies {
                let (Some(rates), Some(held)) = (rates.get_mut(card), held.get(card)) else {
                    continue;
                };
                for (rate, decks) in rates.iter_mut().zip(held).take(*count as usize) {
                    *rate += fit / decks.sqrt();
                }
            }
        }
        for rates in rates.values_mut() {
            let mut last = f64::INFINITY;
            for rate in rates {
                last = last.min(*rate);
                *rate = last;
            }
        }
        CopyRates { rates, held }
    }
}

/// How well copies of cards fit a deck: never negative, and no copy better than the one before it.
#[derive(Default)]
pub(crate) struct CopyRates {
    rates: HashMap<CardIndex, Vec<f64>>,
    /// The number of decks that hold each copy of a card.
    held: HashMap<CardIndex, Vec<f64>>,
}

impl CopyRates {
    /// The rate of a copy, the first of which is 1; 0 for a copy that no deck holds.
    pub(crate) fn rate(&self, card: CardIndex, copy: u32) -> f64 {
        let rates = self.rates.get(&card);
        rates.and_then(|rates| rates.get(copy.checked_sub(1)? as usize)).copied().unwrap_or(0.0)
    }

    /// The rate of one of `own` copies of the deck itself, without what these copies say of each other.
    pub(crate) fn rate_among_others(&self, card: CardIndex, copy: u32, own: u32) -> f64 {
        let Some(held) = self.held.get(&card) else { return 0.0 };
        let Some(decks) = copy.checked_sub(1).and_then(|at| held.get(at as usize)) else {
            return 0.0;
        };
        let of_itself = held.iter().take(own as usize);
        let of_itself: f64 =
            of_itself.map(|other| other.min(*decks) / (other * decks).sqrt()).sum();
        (self.rate(card, copy) - of_itself).max(0.0)
    }
}

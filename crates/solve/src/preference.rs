//! Among repairs of equal size, the one that a player would choose: the worst fitting cards go, and
//! the new cards are similar to those that go and belong to those that stay.
//!
//! Prices are whole numbers, for each further copy of a card. No copy is cheaper than the one
//! before it, so the solver takes the copies of a card in their order.

use super::corpus::{CopyRates, DeckCorpus, HeldCopies};
use super::ground::Ground;
use super::likeness::{CardLikeness, HALF, Likeness, SAME};
use super::linear::Var;
use super::parts::ZoneCard;
use sleeve_data::Gather;
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Lens};
use sleeve_language::{Filter, Truth, World};
use sleeve_rules::Rulebook;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};

/// The worth of a card that sets out others, on top of its fit: it stays.
const SETTER_WORTH: i64 = 2000;

/// The most that the likeness to a removed card is worth for its replacement: three times the worth
/// of belonging to the deck, so that the latter decides among cards that are nearly as similar.
const SUCCESSOR_WORTH: i64 = 3000;

/// The extra worth of the name of a removed card, or of a half of it: no fit weighs more.
const NAMESAKE_WORTH: i64 = 1000;

/// The most that belonging to the deck is worth.
const FIT_WORTH: i64 = 1000;

/// The most that the likeness to removed cards, or to the deck, is worth if no deck gives better
/// evidence.
const LIKENESS_WORTH: i64 = 100;

/// The worth of a card in a zone that the hand is drawn from, and not among the cards that an
/// opening sets out.
const DRAWN_ZONE_WORTH: i64 = 10;

/// The most cards of a deck that a card is compared with: further ones change the average little.
const COMPARED_CARDS: usize = 24;

pub(super) struct PlayerPreferences<'p> {
    ground: &'p Ground,
    rulebook: &'p Rulebook<'p>,
    catalog: &'p Catalog,
    format: &'p Format,
    deck: &'p Deck,
    corpus: Option<&'p DeckCorpus>,
    lens: Lens,
    /// Made when cards are first compared.
    likeness: OnceCell<RefCell<CardLikeness<'p>>>,
}

/// For each place, the prices of its further copies; copies beyond the end cost nothing.
pub(super) type CopyPrices = Vec<Vec<i64>>;

/// The copies of a place that have their own prices: each price may become a column of the program.
const PRICED_COPIES: u32 = 8;

impl<'p> PlayerPreferences<'p> {
    pub(super) fn new(
        ground: &'p Ground,
        rulebook: &'p Rulebook<'p>,
        deck: &'p Deck,
        corpus: Option<&'p DeckCorpus>,
        lens: Lens,
    ) -> PlayerPreferences<'p> {
        let (catalog, format) = (rulebook.catalog, rulebook.format);
        PlayerPreferences {
            ground,
            rulebook,
            catalog,
            format,
            deck,
            corpus,
            lens,
            likeness: OnceCell::new(),
        }
    }

    fn base(&self, place: &ZoneCard) -> CardIndex {
        self.catalog.cards.base(place.card)
    }

    fn compare(&self, a: CardIndex, b: CardIndex) -> Likeness {
        let new = || RefCell::new(CardLikeness::new(self.catalog, self.lens));
        self.likeness.get_or_init(new).borrow_mut().compare(a, b)
    }

    fn rate_copies(&self, kept: &HeldCopies) -> CopyRates {
        let corpus = self.corpus.filter(|corpus| corpus.count_decks() > 0);
        corpus
            .map(|corpus| corpus.rate_copies(kept, self.ground.role.as_deref()))
            .unwrap_or_default()
    }

    /// The cards of the deck that have places, with copies over all zones.
    fn count_deck(&self) -> HeldCopies {
        let mut copies = HeldCopies::new();
        for place in self.ground.places.iter().filter(|place| place.deck_copies > 0) {
            *copies.entry(self.base(place)).or_insert(0) += place.deck_copies;
        }
        copies
    }

    /// For each place of the deck, the prices of its copies in the order in which they go: the last
    /// copy goes first. A copy's worth is its fit to the rest of the deck; further copies of a card
    /// are worth less than the first; a card that sets out others is worth most. Of equal cards,
    /// the last one in the file goes.
    pub(super) fn price_removals(&self) -> CopyPrices {
        let deck = self.count_deck();
        let cards: Vec<CardIndex> = deck.keys().copied().collect();
        let rates = self.rate_copies(&deck);
        let fit = |card: CardIndex, copy: u32, own: u32| rates.rate_among_others(card, copy, own);
        let best = deck.iter().map(|(card, own)| fit(*card, 1, *own)).fold(0.0, f64::max);
        let kinship: BTreeMap<CardIndex, i64> = cards
            .iter()
            .map(|card| (*card, self.average_likeness(*card, cards.iter().copied())))
            .gather();
        let least = kinship.values().copied().min().unwrap_or(0);
        let range = kinship.values().copied().max().unwrap_or(0) - least;
        let lines: BTreeMap<CardIndex, i64> =
            self.deck.entries.iter().map(|entry| entry.card).zip(0..).gather();
        let price_place = |place: &ZoneCard| {
            let card = self.base(place);
            let own = deck.get(&card).copied().unwrap_or(0);
            let kinship = kinship.get(&card).map_or(0, |kinship| kinship - least);
            let kinship = (kinship * FIT_WORTH).checked_div(range).unwrap_or(FIT_WORTH);
            // Three digits: the line decides among cards of equal worth and never more.
            let line = lines.get(&place.card).copied().unwrap_or(0).min(999);
            let price_copy = |copy: u32| {
                let likeness = kinship / i64::from(copy);
                let mut worth = if best > 0.0 {
                    let fit = (fit(card, copy, own) / best * FIT_WORTH as f64) as i64;
                    // Known decks are better evidence of which cards belong together than the
                    // fields of cards; likeness distinguishes cards that are in no known deck.
                    (3 * fit + likeness) / 4
                } else {
                    likeness
                };
                // One copy sets out the cards that it names: further ones are copies like any
                // other.
                if copy == 1 && self.catalog.set_out(card).is_some() {
                    worth += SETTER_WORTH;
                }
                // Never 0, which would mean a copy without a price.
                1 + worth * 1000 + (999 - line)
            };
            let copies = (1..=place.deck_copies).rev().take(PRICED_COPIES as usize + 1);
            let mut prices: Vec<i64> = copies.map(price_copy).collect();
            raise_to_order(&mut prices);
            prices
        };
        self.ground.places.iter().map(price_place).collect()
    }

    fn average_likeness(&self, card: CardIndex, others: impl Iterator<Item = CardIndex>) -> i64 {
        let others: Vec<CardIndex> = others.filter(|other| *other != card).collect();
        // Cards are in the order of the data: the first ones alone would be a poor sample.
        let step = others.len().div_ceil(COMPARED_CARDS).max(1);
        let compared =
            others.iter().step_by(step).map(|other| i64::from(self.compare(card, *other)));
        let (sum, number) = compared.fold((0, 0), |(sum, n), likeness| (sum + likeness, n + 1));
        sum.checked_div(number).unwrap_or(0)
    }

    /// For each place of copies, the prices of those that come in (below zero for wanted ones), if
    /// the cards go that an assignment takes out. If the search fills most of the deck itself, the
    /// cards that `filled` brings in count as a part of the deck.
    pub(super) fn price_additions(
        &self,
        values: &[i64],
        filled: bool,
        may_lie: impl Fn(usize) -> bool,
    ) -> CopyPrices {
        let value = |at: usize| values.get(at).copied().unwrap_or(0).max(0) as u32;
        let (mut kept, mut gone) = (HeldCopies::new(), BTreeMap::<CardIndex, (u32, usize)>::new());
        for (at, place) in self.ground.places.iter().enumerate() {
            let stays = if filled { value(at) } else { value(at).min(place.deck_copies) };
            if stays > 0 {
                *kept.entry(self.base(place)).or_insert(0) += stays;
            }
            let goes = place.deck_copies.saturating_sub(value(at));
            if goes > 0 {
                gone.entry(self.base(place)).or_insert((0, place.zone)).0 += goes;
            }
        }
        let own = self.count_deck();
        let rates = self.rate_copies(&kept);
        // If decks are known, only they decide which cards belong to the deck: likeness to it would
        // favour more of the same.
        let is_guessing = self.corpus.is_none_or(|corpus| corpus.count_decks() == 0);
        let first_new = |card| {
            let own = own.get(&card).copied().unwrap_or(0);
            own.saturating_sub(gone.get(&card).map_or(0, |gone| gone.0)) + 1
        };
        let candidates = self.corpus.map(DeckCorpus::cards).unwrap_or_default();
        let best = candidates.iter().map(|card| rates.rate(*card, first_new(*card)));
        let best = best.fold(0.0, f64::max);
        let kept_cards: Vec<CardIndex> = kept.keys().copied().take(COMPARED_CARDS).collect();
        let drawn = self.list_drawn_zones();
        // A card has places in several zones, and comparing it with all removed cards is the
        // expensive part.
        let mut nearest: BTreeMap<CardIndex, (Likeness, u32, usize)> = BTreeMap::new();
        let mut price_place = |place: &ZoneCard| {
            let card = self.base(place);
            let (like, ties, zone) = *nearest.entry(card).or_insert_with(|| {
                let compared =
                    gone.iter().map(|(other, (n, zone))| (self.compare(card, *other), *n, *zone));
                compared.max_by_key(|(like, ..)| *like).unwrap_or_else(|| {
                    let guess = if is_guessing {
                        self.average_likeness(card, kept_cards.iter().copied())
                    } else {
                        0
                    };
                    (Likeness::try_from(guess).unwrap_or(0), 0, usize::MAX)
                })
            });
            let zone_id = self.format.zones.get(place.zone);
            let zone_id = zone_id.map_or("", |zone| zone.named.id.as_str());
            let share = self.corpus.and_then(|corpus| corpus.share_in_zone(card, zone_id));
            let is_drawn = drawn.get(place.zone).copied().unwrap_or(true);
            let is_place_of_gone = zone == place.zone || !drawn.get(zone).copied().unwrap_or(true);
            let mut prices: Vec<i64> = Vec::new();
            let mut worth_of = |copy: u32| {
                let rate = rates.rate(card, first_new(card) + copy - 1);
                let fit = if best > 0.0 { rate / best * FIT_WORTH as f64 } else { 0.0 };
                let mut worth = (fit * share.unwrap_or(0.0)) as i64;
                if is_drawn || zone == place.zone {
                    worth += DRAWN_ZONE_WORTH / i64::from(copy);
                    worth += i64::from(like) * LIKENESS_WORTH / i64::from(SAME) / i64::from(copy);
                    // As many copies as went out are successors; more of the same card would crowd
                    // out the successors of others.
                    if copy <= ties && (is_drawn || is_place_of_gone) {
                        worth += i64::from(like) * SUCCESSOR_WORTH / i64::from(SAME);
                        worth += if like >= HALF { NAMESAKE_WORTH } else { 0 };
                    }
                }
                prices.push(-worth);
            };
            (1..=PRICED_COPIES).for_each(&mut worth_of);
            raise_to_order(&mut prices);
            prices
        };
        let places = self.ground.places.iter().enumerate();
        places
            .map(|(at, place)| if may_lie(at) { price_place(place) } else { Vec::new() })
            .collect()
    }

    /// The places of new cards in a zone of cards set out before the draw, if they neither begin a
    /// game nor set out others; and of those that set out others, if no rule looks for these.
    pub(super) fn find_misplaced(&self) -> BTreeSet<Var> {
        let setter_zones = self.rulebook.setter_zones();
        let drawn = self.list_drawn_zones();
        let Some(opening) = &self.format.opening else {
            return BTreeSet::new();
        };
        let Some(aside) = opening.aside.as_deref().and_then(|f| self.rulebook.filter(f).ok())
        else {
            return BTreeSet::new();
        };
        let starts: Vec<_> = opening.starts.iter().map(|f| self.rulebook.filter(f)).collect();
        let world = World { lens: self.lens, ..World::from_catalog(self.catalog) };
        let is_misplaced = |place: &ZoneCard| {
            let zone = self.format.zones.get(place.zone).map(|zone| zone.named.id.as_str());
            let is = |filter: &Filter| filter.test(&world, place.card, zone) == Truth::True;
            let sets_out = self.catalog.set_out(place.card).is_some();
            if place.deck_copies == 0 && sets_out && !setter_zones.is_empty() {
                return !zone.is_some_and(|zone| setter_zones.iter().any(|id| id == zone));
            }
            place.deck_copies == 0
                && !drawn.get(place.zone).copied().unwrap_or(true)
                && is(&aside)
                && !starts.iter().flatten().any(|starts| is(starts))
                && !sets_out
        };
        let places = (0u32..).zip(&self.ground.places);
        places.filter(|(_, place)| is_misplaced(place)).map(|(var, _)| var).collect()
    }

    /// For each zone, whether a hand is drawn from it; all if the format has no draw.
    fn list_drawn_zones(&self) -> Vec<bool> {
        let format = self.format;
        let drawn = format.opening.as_ref().map(|opening| &opening.zones);
        let is_drawn = |id: &str| {
            drawn.is_none_or(|zones| zones.is_empty() || zones.iter().any(|zone| zone == id))
        };
        format.zones.iter().map(|zone| is_drawn(&zone.named.id)).collect()
    }
}

/// Raises prices so that none is below the one before it: else a solver would pay for the second copy and have the
/// first for nothing.
fn raise_to_order(prices: &mut [i64]) {
    let mut last = i64::MIN;
    for price in prices {
        last = last.max(*price);
        *price = last;
    }
}

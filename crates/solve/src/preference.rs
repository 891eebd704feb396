//! Among repairs of equal size, the one that a player would choose: the worst fitting cards go, and
//! the new cards are similar to those that go and belong to those that stay.
//!
//! Prices are whole numbers, for each further copy of a card. No copy is cheaper than the one
//! before it, so the solver takes the copies of a card in their order.

use super::{
    corpus::{CopyRates, DeckCorpus, HeldCopies},
    ground::Ground,
    likeness::{CardLikeness, HALF, Likeness, SAME},
    linear::{Range, Var},
    parts::ZoneCard,
};
use sleeve_data::model::{CardIndex, Catalog, Deck, Format, Lens};
use sleeve_language::{Truth, World};
use sleeve_rules::Rulebook;
use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, BTreeSet},
};

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
        let likeness = self
            .likeness
            .get_or_init(|| RefCell::new(CardLikeness::new(self.catalog, self.lens)));
        likeness.borrow_mut().compare(a, b)
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
        for place in self
            .ground
            .places
            .iter()
            .filter(|place| place.deck_copies > 0)
        {
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
        let rates = self.rate_copies(&deck);
        let fits = deck
            .iter()
            .map(|(card, own)| rates.rate_among_others(*card, 1, *own));
        let best = fits.fold(0.0, f64::max);
        let mut kinship: BTreeMap<CardIndex, i64> = BTreeMap::new();
        for card in deck.keys() {
            kinship.insert(*card, self.average_likeness(*card, deck.keys().copied()));
        }
        let least = kinship.values().copied().min().unwrap_or(0);
        let range = kinship.values().copied().max().unwrap_or(0) - least;
        for kinship in kinship.values_mut() {
            *kinship = ((*kinship - least) * FIT_WORTH)
                .checked_div(range)
                .unwrap_or(FIT_WORTH);
        }
        let mut lines: BTreeMap<CardIndex, i64> = BTreeMap::new();
        for (line, entry) in (0..).zip(&self.deck.entries) {
            lines.insert(entry.card, line);
        }
        let removals = RemovalPrices { preferences: self, deck, rates, best, kinship, lines };
        self.ground
            .places
            .iter()
            .map(|place| removals.price_place(place))
            .collect()
    }

    fn average_likeness(&self, card: CardIndex, others: impl Iterator<Item = CardIndex>) -> i64 {
        let others: Vec<CardIndex> = others.filter(|other| *other != card).collect();
        // Cards are in the order of the data: the first ones alone would be a poor sample.
        let step = others.len().div_ceil(COMPARED_CARDS).max(1);
        let (mut sum, mut number) = (0, 0);
        for other in others.iter().step_by(step) {
            sum += i64::from(self.compare(card, *other));
            number += 1;
        }
        sum.checked_div(number).unwrap_or(0)
    }

    /// For each place of copies, the prices of those that come in (below zero for wanted ones), if
    /// the cards go that an assignment takes out. If the search fills most of the deck itself, the
    /// cards that `filled` brings in count as a part of the deck.
    pub(super) fn price_additions(
        &self,
        values: &[i64],
        filled: bool,
        ranges: &[Range],
    ) -> CopyPrices {
        let (mut kept, mut gone) = (HeldCopies::new(), BTreeMap::<CardIndex, GoneCard>::new());
        for (at, place) in self.ground.places.iter().enumerate() {
            let copies = values.get(at).copied().unwrap_or(0).max(0) as u32;
            let stays = if filled { copies } else { copies.min(place.deck_copies) };
            if stays > 0 {
                *kept.entry(self.base(place)).or_insert(0) += stays;
            }
            let goes = place.deck_copies.saturating_sub(copies);
            if goes > 0 {
                let first = GoneCard { copies: 0, zone: place.zone };
                gone.entry(self.base(place)).or_insert(first).copies += goes;
            }
        }
        let mut additions = AdditionPrices {
            preferences: self,
            own: self.count_deck(),
            rates: self.rate_copies(&kept),
            kept: kept.into_keys().take(COMPARED_CARDS).collect(),
            gone,
            drawn: self.list_drawn_zones(),
            best: 0.0,
            nearest: BTreeMap::new(),
        };
        for card in self.corpus.map(DeckCorpus::cards).unwrap_or_default() {
            let rate = additions.rates.rate(card, additions.first_new_copy(card));
            additions.best = additions.best.max(rate);
        }
        let mut prices = Vec::new();
        for (at, place) in self.ground.places.iter().enumerate() {
            // Most cards cannot come in.
            let may_come = ranges.get(at).is_none_or(|range| range.high > 0);
            prices.push(if may_come { additions.price_place(place) } else { Vec::new() });
        }
        prices
    }

    /// The places of new cards in a zone of cards set out before the draw, if they neither begin a
    /// game nor set out others; and of those that set out others, if no rule looks for these.
    pub(super) fn find_misplaced(&self) -> BTreeSet<Var> {
        let Some(opening) = &self.format.opening else { return BTreeSet::new() };
        let aside = opening
            .aside
            .as_deref()
            .and_then(|filter| self.rulebook.filter(filter).ok());
        let Some(aside) = aside else { return BTreeSet::new() };
        let starts: Vec<_> = opening
            .starts
            .iter()
            .flat_map(|f| self.rulebook.filter(f))
            .collect();
        let setter_zones = self.rulebook.setter_zones();
        let drawn = self.list_drawn_zones();
        let world = World { lens: self.lens, ..World::from_catalog(self.catalog) };
        let mut misplaced = BTreeSet::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            if place.deck_copies > 0 {
                continue;
            }
            let zone = self
                .format
                .zones
                .get(place.zone)
                .map(|zone| zone.named.id.as_str());
            let is_misplaced = if self.catalog.set_out(place.card).is_some() {
                !setter_zones.is_empty() && !setter_zones.iter().any(|id| Some(&**id) == zone)
            } else {
                !drawn.get(place.zone).copied().unwrap_or(true)
                    && aside.test(&world, place.card, zone) == Truth::True
                    && starts
                        .iter()
                        .all(|f| f.test(&world, place.card, zone) != Truth::True)
            };
            if is_misplaced {
                misplaced.insert(var);
            }
        }
        misplaced
    }

    /// For each zone, whether a hand is drawn from it; all if the format has no draw.
    fn list_drawn_zones(&self) -> Vec<bool> {
        let drawn = self
            .format
            .opening
            .as_ref()
            .map_or(&[][..], |opening| &opening.zones);
        let zones = self.format.zones.iter();
        let ids = zones.map(|zone| zone.named.id.as_str());
        ids.map(|id| drawn.is_empty() || drawn.iter().any(|zone| zone == id))
            .collect()
    }
}

/// The prices of copies that go.
struct RemovalPrices<'r, 'p> {
    preferences: &'r PlayerPreferences<'p>,
    deck: HeldCopies,
    rates: CopyRates,
    /// The rate of the card that fits best.
    best: f64,
    /// How alike each card is to the others, as a worth.
    kinship: BTreeMap<CardIndex, i64>,
    /// The line of each card in the file.
    lines: BTreeMap<CardIndex, i64>,
}

impl RemovalPrices<'_, '_> {
    fn price_place(&self, place: &ZoneCard) -> Vec<i64> {
        let copies = (1..=place.deck_copies)
            .rev()
            .take(PRICED_COPIES as usize + 1);
        let mut prices: Vec<i64> = copies.map(|copy| self.price_copy(place, copy)).collect();
        raise_to_order(&mut prices);
        prices
    }

    fn price_copy(&self, place: &ZoneCard, copy: u32) -> i64 {
        let card = self.preferences.base(place);
        let own = self.deck.get(&card).copied().unwrap_or(0);
        let likeness = self.kinship.get(&card).copied().unwrap_or(0) / i64::from(copy);
        let mut worth = likeness;
        if self.best > 0.0 {
            let rate = self.rates.rate_among_others(card, copy, own);
            let fit = (rate / self.best * FIT_WORTH as f64) as i64;
            // Known decks are better evidence of which cards belong together than the fields of
            // cards; likeness distinguishes cards that are in no known deck.
            worth = (3 * fit + likeness) / 4;
        }
        // One copy sets out the cards that it names: further ones are copies like any other.
        if copy == 1 && self.preferences.catalog.set_out(card).is_some() {
            worth += SETTER_WORTH;
        }
        // Three digits: the line decides among cards of equal worth and never more.
        let line = self.lines.get(&place.card).copied().unwrap_or(0).min(999);
        // Never 0, which would mean a copy without a price.
        1 + worth * 1000 + (999 - line)
    }
}

/// A card that goes, over all zones.
struct GoneCard {
    copies: u32,
    /// Position of the first zone from which it goes.
    zone: usize,
}

/// The removed card that a card is most like.
#[derive(Clone, Copy)]
struct NearestGone {
    likeness: Likeness,
    copies: u32,
    zone: usize,
}

/// The prices of copies that come in.
struct AdditionPrices<'r, 'p> {
    preferences: &'r PlayerPreferences<'p>,
    own: HeldCopies,
    rates: CopyRates,
    /// Some of the cards that stay.
    kept: Vec<CardIndex>,
    gone: BTreeMap<CardIndex, GoneCard>,
    /// For each zone, whether a hand is drawn from it.
    drawn: Vec<bool>,
    /// The rate of the card that fits best.
    best: f64,
    /// A card has places in several zones, and comparing it with all removed cards is the expensive
    /// part.
    nearest: BTreeMap<CardIndex, NearestGone>,
}

impl AdditionPrices<'_, '_> {
    /// The number of the first copy of a card that is not in the deck.
    fn first_new_copy(&self, card: CardIndex) -> u32 {
        let own = self.own.get(&card).copied().unwrap_or(0);
        own.saturating_sub(self.gone.get(&card).map_or(0, |gone| gone.copies)) + 1
    }

    fn is_drawn(&self, zone: usize) -> bool {
        self.drawn.get(zone).copied().unwrap_or(true)
    }

    fn price_place(&mut self, place: &ZoneCard) -> Vec<i64> {
        let preferences = self.preferences;
        let card = preferences.base(place);
        let NearestGone { likeness, copies, zone } = self.find_nearest(card);
        let likeness = i64::from(likeness);
        let zone_of_place = preferences.format.zones.get(place.zone);
        let id = zone_of_place.map_or("", |zone| zone.named.id.as_str());
        let share = preferences
            .corpus
            .and_then(|corpus| corpus.share_in_zone(card, id));
        let is_drawn = self.is_drawn(place.zone);
        let is_place_of_gone = zone == place.zone || !self.is_drawn(zone);
        let mut prices: Vec<i64> = Vec::new();
        for copy in 1..=PRICED_COPIES {
            let rate = self.rates.rate(card, self.first_new_copy(card) + copy - 1);
            let fit = if self.best > 0.0 { rate / self.best * FIT_WORTH as f64 } else { 0.0 };
            let mut worth = (fit * share.unwrap_or(0.0)) as i64;
            if is_drawn || zone == place.zone {
                worth += DRAWN_ZONE_WORTH / i64::from(copy);
                worth += likeness * LIKENESS_WORTH / i64::from(SAME) / i64::from(copy);
                // As many copies as went out are successors; more of the same card would crowd out
                // the successors of others.
                if copy <= copies && (is_drawn || is_place_of_gone) {
                    worth += likeness * SUCCESSOR_WORTH / i64::from(SAME);
                    worth += if likeness >= i64::from(HALF) { NAMESAKE_WORTH } else { 0 };
                }
            }
            prices.push(-worth);
        }
        raise_to_order(&mut prices);
        prices
    }

    fn find_nearest(&mut self, card: CardIndex) -> NearestGone {
        if let Some(known) = self.nearest.get(&card) {
            return *known;
        }
        let compared = self.gone.iter().map(|(other, gone)| NearestGone {
            likeness: self.preferences.compare(card, *other),
            copies: gone.copies,
            zone: gone.zone,
        });
        let found = compared
            .max_by_key(|near| near.likeness)
            .unwrap_or_else(|| NearestGone {
                likeness: self.guess_likeness(card),
                copies: 0,
                zone: usize::MAX,
            });
        self.nearest.insert(card, found);
        found
    }

    /// The likeness to the deck if no card goes. If decks are known, only they decide which cards
    /// belong to the deck: likeness to it would favour more of the same.
    fn guess_likeness(&self, card: CardIndex) -> Likeness {
        if self
            .preferences
            .corpus
            .is_some_and(|corpus| corpus.count_decks() > 0)
        {
            return 0;
        }
        let average = self
            .preferences
            .average_likeness(card, self.kept.iter().copied());
        Likeness::try_from(average).unwrap_or(0)
    }
}

/// Raises prices so that none is below the one before it: else a solver would pay for the second
/// copy and have the first for nothing.
fn raise_to_order(prices: &mut [i64]) {
    let mut last = i64::MIN;
    for price in prices {
        last = last.max(*price);
        *price = last;
    }
}

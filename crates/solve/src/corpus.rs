//! Decks that people play, the cards played together in them, and from that, cards for a deck that
//! its format accepts.
//!
//! Two copies (the second Vader differs from the first) belong together by the cosine of the decks
//! that contain them (Ochiai's coefficient): the decks that contain both, divided by the geometric
//! mean of the decks that contain each, so that a copy in every deck does not seem to belong to
//! all. A copy fits a deck by the sum over the copies of the deck. It is a guess from the available
//! decks, and the outputs say so.

use foldhash::fast::RandomState;
use sleeve_data::Arrange;
use sleeve_data::model::format::Level;
use sleeve_data::model::{CardIndex, Cards, Catalog, Deck, Entry, Lens};
use sleeve_decks::{self as decks, DeckResolver, Hints};
use sleeve_language::{Filter, Legality, Truth, World};
use sleeve_rules::setup::RoleNaming;
use sleeve_rules::{CheckError, CheckOptions, FindingStatus, PreparedFormat, Rulebook};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

/// The most decks of a corpus.
pub const CORPUS_LIMIT: usize = 100_000;

/// The most copies of a card in a deck that are distinguished: each is a place in arrays over all
/// decks.
const COPIES_LIMIT: u32 = 20;

/// The number of cards of each kind in each zone, by the id of the zone and the position of the kind.
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
        let format = deck.format.as_ref().and_then(|word| catalog.format(&word.value));
        let mut shape = DeckShape::new();
        for entry in known_entries(deck) {
            let kind = catalog.cards.card(catalog.cards.base(entry.card)).kind().index();
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
        self.by_card.get(&card)?.get(copy.checked_sub(1)? as usize).copied()
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
            let format = raw.format.as_ref().and_then(|word| catalog.format(&word.value));
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
        self.decks.push(Arc::new(CorpusDeck::new(catalog, deck, role, slots)));
        true
    }

    /// Removes a deck that was added, so that it is no evidence about itself; a deck that is not
    /// there changes nothing.
    pub fn remove_deck(&mut self, catalog: &Catalog, deck: &Deck, role: Option<&str>) {
        let cards = &catalog.cards;
        let copies = count_copies(cards, deck);
        let slots = copies.iter().flat_map(|(card, count)| self.slots.list(*card, *count));
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
        let own: BTreeSet<u32> = count_copies(&catalog.cards, deck)
            .keys()
            .flat_map(|card| self.slots.list(*card, 1).iter().copied())
            .collect();
        let is_similar =
            |other: &Arc<CorpusDeck>| other.slots.iter().any(|slot| own.contains(slot));
        self.decks.retain(|other| deck.entries.is_empty() || is_similar(other));
    }

    /// How many of them are evidence for a deck of a role: those of another role are not.
    pub fn count_decks_for(&self, role: Option<&str>) -> usize {
        self.decks_for(role).count()
    }

    fn decks_for<'a>(&'a self, role: Option<&'a str>) -> impl Iterator<Item = &'a CorpusDeck> {
        let fits = move |deck: &&CorpusDeck| match (role, deck.role.as_deref()) {
            (Some(a), Some(b)) => a == b,
            _ => true,
        };
        self.decks.iter().map(Arc::as_ref).filter(fits)
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
        (format, role): (&str, Option<&str>),
        kept: &HeldCopies,
    ) -> Option<DeckShape> {
        let kept = kept.iter().flat_map(|(card, count)| self.slots.list(*card, *count));
        let kept: BTreeSet<u32> = kept.copied().collect();
        let (mut sums, mut weights) = (DeckShape::new(), 0i64);
        let fits = |known: Option<&str>, wanted: Option<&str>| {
            known.zip(wanted).is_none_or(|(known, wanted)| known == wanted)
        };
        for deck in &self.decks {
            if deck.format.as_deref() != Some(format) || !fits(deck.role.as_deref(), role) {
                continue;
            }
            let shared = deck.slots.iter().filter(|slot| kept.contains(slot)).count();
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
            held.get_mut(*slot as usize).into_iter().for_each(|decks| *decks += 1);
        }
        // One factor of the divisor of the cosine; that of the kept copy is in `fit`.
        let weight = |decks: &u32| if *decks > 0 { 1.0 / f64::from(*decks).sqrt() } else { 0.0 };
        let weights: Vec<f64> = held.iter().map(weight).collect();
        let mut kept_weights = vec![0.0; weights.len()];
        for slot in kept.iter().flat_map(|(card, count)| self.slots.list(*card, *count)) {
            let at = *slot as usize;
            if let (Some(kept), Some(weight)) = (kept_weights.get_mut(at), weights.get(at)) {
                *kept = *weight;
            }
        }
        let mut rates = vec![0.0; weights.len()];
        for deck in self.decks_for(role) {
            let shared = deck.slots.iter().filter_map(|slot| kept_weights.get(*slot as usize));
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

fn known_entries(deck: &Deck) -> impl Iterator<Item = &Entry> {
    deck.entries.iter().filter(|entry| entry.card != CardIndex::STRANGER)
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
        slot.and_then(|slot| self.rates.get(slot as usize)).copied().unwrap_or(0.0)
    }

    /// The number of decks that contain a copy, the first of which is 1.
    pub(crate) fn count_holders(&self, card: CardIndex, copy: u32) -> u32 {
        let slot = self.slots.get(card, copy);
        slot.and_then(|slot| self.held.get(slot as usize)).copied().unwrap_or(0)
    }

    /// The rate of one of `own` copies of the deck itself, without the ratings of these copies for
    /// each other.
    pub(crate) fn rate_among_others(&self, card: CardIndex, copy: u32, own: u32) -> f64 {
        let decks = f64::from(self.count_holders(card, copy));
        if decks == 0.0 {
            return 0.0;
        }
        let others = self.slots.list(card, own).iter();
        let others = others.filter_map(|slot| self.held.get(*slot as usize)).filter(|n| **n > 0);
        let of_itself = others.map(|other| {
            let other = f64::from(*other);
            // A deck with the third copy has the first two: as many decks contain both as contain
            // the rarer one.
            other.min(decks) / (other * decks).sqrt()
        });
        (self.rate(card, copy) - of_itself.sum::<f64>()).max(0.0)
    }
}

/// The fit of the card that fits a deck best.
pub const BEST_FIT: u32 = 1000;

/// A card that known decks play together with the cards of a deck.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Suggestion {
    pub card: CardIndex,
    /// How well it fits, from 0 to [`BEST_FIT`].
    pub fit: u32,
    /// Which copy of the card it is: 1 for a card that the deck has not.
    pub copy: u32,
    /// The number of known decks with this many copies.
    pub decks: u32,
    /// Ids of the zones that accept it, first the one where known decks have most of its copies;
    /// empty without a format.
    pub zones: Vec<String>,
}

/// Suggests further copies of cards for a deck, the best first: those that known decks play with
/// its cards, and that some zone of its format accepts for its role. Without a format all cards are
/// accepted.
///
/// # Errors
/// The deck does not fit the format, or a rule has a mistake.
pub fn suggest_cards(
    (catalog, rulebook): (&Catalog, Option<&Rulebook<'_>>),
    deck: &Deck,
    options: &CheckOptions,
    corpus: &DeckCorpus,
) -> Result<Vec<Suggestion>, CheckError> {
    let kept = count_copies(&catalog.cards, deck);
    let setup = rulebook.map(|rulebook| rulebook.prepare(deck, &options.overrides));
    let setup = setup.transpose().map_err(CheckError::Setup)?;
    let role = setup.as_ref().and_then(|setup| setup.role.as_deref());
    let gate = match (rulebook, &setup) {
        (Some(rulebook), Some(setup)) => Some(ZoneGate::new(rulebook, setup, deck, options)?),
        _ => None,
    };
    let rates = corpus.rate_copies(&kept, role);
    let mut rated: Vec<(f64, Suggestion)> = Vec::new();
    for card in corpus.cards() {
        let copy = kept.get(&card).copied().unwrap_or(0) + 1;
        let rate = rates.rate(card, copy);
        if rate <= 0.0 {
            continue;
        }
        let mut zones = match &gate {
            Some(gate) => gate.list_zones(card, copy)?,
            None => Vec::new(),
        };
        if gate.is_some() && zones.is_empty() {
            continue;
        }
        let share = |zone: &String| corpus.share_in_zone(card, zone).unwrap_or(0.0);
        zones.arrange_by(|a, b| share(b).total_cmp(&share(a)));
        let decks = rates.count_holders(card, copy);
        rated.push((rate, Suggestion { card, fit: 0, copy, decks, zones }));
    }
    // The sort is stable: cards that fit equally stay in the order of the data.
    rated.arrange_by(|(a, _), (b, _)| b.total_cmp(a));
    let best = rated.first().map_or(1.0, |(rate, _)| *rate);
    let with_fit = |(rate, suggestion): (f64, Suggestion)| {
        let fit = (rate / best * f64::from(BEST_FIT)).round() as u32;
        Suggestion { fit, ..suggestion }
    };
    Ok(rated.into_iter().map(with_fit).collect())
}

/// The cards that the zones of a format accept for a deck.
struct ZoneGate<'g, 'a> {
    rulebook: &'g Rulebook<'a>,
    setup: &'g PreparedFormat<'a>,
    deck: &'g Deck,
    options: CheckOptions,
    lens: Lens,
    /// The zones that are open to the role, each with its filter.
    zones: Vec<(Arc<str>, Rc<Filter>)>,
    naming: Option<RoleNaming<'a>>,
}

impl<'g, 'a> ZoneGate<'g, 'a> {
    fn new(
        rulebook: &'g Rulebook<'a>,
        setup: &'g PreparedFormat<'a>,
        deck: &'g Deck,
        options: &CheckOptions,
    ) -> Result<ZoneGate<'g, 'a>, CheckError> {
        let mut zones = Vec::new();
        for zone in &setup.format.zones {
            let is_open = zone.roles.is_empty()
                || setup.role.as_ref().is_some_and(|role| zone.roles.contains(role));
            if is_open {
                let id = &zone.named.id;
                let accepts = rulebook.filter(&zone.accepts).map_err(|error| {
                    super::ground::rule_error(
                        &format!("zone-{id}"),
                        &zone.origin,
                        &zone.accepts,
                        error,
                    )
                })?;
                zones.push((Arc::from(id.as_str()), accepts));
            }
        }
        let mut options = options.clone();
        options.overrides.role = options.overrides.role.or_else(|| setup.role.clone());
        let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
        let naming = RoleNaming::from_rulebook(rulebook);
        Ok(ZoneGate { rulebook, setup, deck, options, lens, zones, naming })
    }

    /// The zones that may take a card as the copy of this number.
    fn list_zones(&self, card: CardIndex, copy: u32) -> Result<Vec<String>, CheckError> {
        let legality = self.rulebook.legality(self.lens, self.options.on);
        let (format, parameters) = (&self.setup.format.named.id, &self.setup.parameters);
        if legality.legal(format, card, parameters) == Truth::False {
            return Ok(Vec::new());
        }
        let world = self.setup.world(self.lens);
        let world = World { date: self.options.on, legality: Some(&legality), ..world };
        let mut open = Vec::new();
        for (zone, accepts) in &self.zones {
            // A suggestion is a guess anyway: cards that a zone may accept are shown too.
            let is_accepted = accepts.test(&world, card, Some(zone)) != Truth::False;
            if is_accepted
                && !self.contradicts_role(zone, &world, card)
                && (copy == 1 || !self.breaks_by_copies(zone, card, copy)?)
            {
                open.push(zone.to_string());
            }
        }
        Ok(open)
    }

    /// Whether a card of the zone that names the role names another.
    fn contradicts_role(&self, zone: &str, world: &World<'_>, card: CardIndex) -> bool {
        let naming = self.naming.as_ref().filter(|naming| naming.zone.named.id == zone);
        let named = naming.zip(self.setup.role.as_deref());
        named.is_some_and(|(naming, role)| naming.contradicts(role, world, card) == Truth::True)
    }

    /// Whether this many copies break a rule that one copy alone does not: rules about other cards,
    /// and about the size of the deck, treat both the same.
    fn breaks_by_copies(
        &self,
        zone: &Arc<str>,
        card: CardIndex,
        copies: u32,
    ) -> Result<bool, CheckError> {
        let broken_rules = |count: u32| -> Result<BTreeSet<String>, CheckError> {
            let entry = Entry { zone: Arc::clone(zone), card, count, span: 0..0 };
            let entries = vec![entry];
            let deck = Deck { entries, carried: Vec::new(), ..self.deck.clone() };
            let checked = self.rulebook.check(&deck, &self.options)?;
            let broken = checked.findings.into_iter().filter(|finding| {
                finding.status == FindingStatus::Broken && finding.level == Level::Error
            });
            Ok(broken.map(|finding| finding.rule).collect())
        };
        let alone = broken_rules(1)?;
        Ok(broken_rules(copies)?.iter().any(|rule| !alone.contains(rule)))
    }
}

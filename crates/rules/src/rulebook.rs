//! A format read once: its conditions and filters, for every deck that is checked against it.

use super::legality::{Admissions, FormatLegality};
use super::messages::SetupProblem;
use super::setup::{self, Overrides, PreparedFormat};
use super::work::Work;
use super::{piles, starting_cards};
use foldhash::fast::RandomState;
use sleeve_data::model::{CardIndex, Catalog, Date, Deck, Format, Lens, Rule, SetupPlace};
use sleeve_language::{
    self as language, Condition, Filter, FilterCache, LanguageError, Measure, Scope, SpreadPiles,
};
use std::cell::{OnceCell, RefCell};
use std::collections::HashMap;
use std::rc::Rc;
use std::sync::Arc;

/// A format with those of its texts that were read already. For many decks of one format keep it:
/// reading the texts costs more than asking them.
pub struct Rulebook<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// The format.
    pub format: &'a Format,
    /// Names that its conditions may use.
    pub scope: Scope<'a>,
    conditions: ParsedTexts<Condition>,
    filters: ParsedTexts<Filter>,
    measures: ParsedTexts<Measure>,
    /// What formats ask of single cards, as far as somebody wanted to know.
    admissions: Arc<Admissions>,
    all_zones: OnceCell<Rc<[String]>>,
    zones: RefCell<HashMap<Vec<String>, Rc<[String]>, RandomState>>,
    /// The cards that fill the places of one filter.
    fills: RefCell<HashMap<String, Arc<[CardIndex]>, RandomState>>,
    /// Whether nobody wants to know which cards would fill a place.
    omits_candidates: bool,
    /// What filters said of cards; only where many decks are asked is it worth its room.
    pub cache: Option<FilterCache>,
}

type ParsedTexts<T> = RefCell<HashMap<String, Rc<T>, RandomState>>;

impl<'a> Rulebook<'a> {
    /// A format of which nothing is read yet.
    pub fn new(catalog: &'a Catalog, format: &'a Format) -> Rulebook<'a> {
        Rulebook {
            catalog,
            format,
            scope: setup::scope(catalog, format),
            conditions: RefCell::default(),
            filters: RefCell::default(),
            measures: RefCell::default(),
            admissions: Arc::default(),
            all_zones: OnceCell::new(),
            zones: RefCell::default(),
            fills: RefCell::default(),
            omits_candidates: false,
            cache: None,
        }
    }

    /// The same for many decks, checked for one day: what a filter says of a card is remembered.
    pub fn with_cache(self) -> Rulebook<'a> {
        Rulebook { cache: Some(FilterCache::default()), ..self }
    }

    /// The same, where nobody wants to know which cards would fill a place that a deck leaves empty.
    pub fn terse(self) -> Rulebook<'a> {
        Rulebook { omits_candidates: true, ..self }
    }

    /// A condition of the format.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn condition(&self, text: &str) -> Result<Rc<Condition>, LanguageError> {
        read_once(&self.conditions, text, || language::condition(text, &self.scope))
    }

    /// A filter of the format.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn filter(&self, text: &str) -> Result<Rc<Filter>, LanguageError> {
        read_once(&self.filters, text, || language::filter(text, &self.scope))
    }

    /// A measure of whoever asks about decks of the format.
    ///
    /// # Errors
    /// The mistake in it.
    pub fn measure(&self, text: &str) -> Result<Rc<Measure>, LanguageError> {
        read_once(&self.measures, text, || language::measure(text, &self.scope))
    }

    /// Who answers `legal:FORMAT`, through a lens and on a day.
    pub fn legality(&self, lens: Lens, on: Option<Date>) -> FormatLegality<'a> {
        FormatLegality::with_admissions(self.catalog, (lens, on), Arc::clone(&self.admissions))
    }

    /// The format made ready for a deck.
    ///
    /// # Errors
    /// As [`PreparedFormat::new`].
    pub fn setup(
        &self,
        deck: &Deck,
        overrides: &Overrides,
    ) -> Result<PreparedFormat<'a>, Vec<SetupProblem>> {
        let spread = SpreadPiles::from_piles(&piles::of_deck(self.format, deck, &[]));
        PreparedFormat::from_rulebook(self, (deck, &spread), overrides, &Work::default())
    }

    /// The zones that a rule reads: those it names, all of them where it names none.
    pub fn zones(&self, rule: &Rule) -> Rc<[String]> {
        let all = || self.format.zones.iter().map(|z| z.named.id.to_string()).collect();
        if rule.zones.is_empty() {
            return Rc::clone(self.all_zones.get_or_init(all));
        }
        let mut known = self.zones.borrow_mut();
        if let Some(zones) = known.get(&rule.zones) {
            return Rc::clone(zones);
        }
        let zones: Rc<[String]> = rule.zones.clone().into();
        known.insert(rule.zones.clone(), Rc::clone(&zones));
        zones
    }

    /// Every card of the game that can fill a place, as [`fills`](starting_cards::fills) finds them: looked for
    /// once, since that asks all cards. None where nobody wants to know.
    pub fn fills(&self, place: &SetupPlace) -> Arc<[CardIndex]> {
        if self.omits_candidates {
            return Arc::default();
        }
        if let Some(known) = self.fills.borrow().get(&place.cards) {
            return Arc::clone(known);
        }
        let found: Arc<[CardIndex]> = starting_cards::fills(self.catalog, place).into();
        self.fills.borrow_mut().insert(place.cards.clone(), Arc::clone(&found));
        found
    }
}

fn read_once<T>(
    readings: &ParsedTexts<T>,
    text: &str,
    reading: impl FnOnce() -> Result<T, LanguageError>,
) -> Result<Rc<T>, LanguageError> {
    if let Some(read) = readings.borrow().get(text) {
        return Ok(Rc::clone(read));
    }
    let read = Rc::new(reading()?);
    readings.borrow_mut().insert(text.to_owned(), Rc::clone(&read));
    Ok(read)
}

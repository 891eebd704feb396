//! A format for many decks: its conditions and filters are parsed once.

use super::{
    legality::{Admissions, FormatLegality},
    scope::{format_scope, number_condition},
};
use foldhash::fast::RandomState;
use sleeve_data::model::{
    CardIndex, Catalog, Date, Format, Game, Lens, Rule, RuleBody, SetupPlace,
    language_text::{LanguageText, TextRole},
};
use sleeve_language::{
    self as language, Condition, Filter, FilterCache, LanguageError, Measure, PileView, Scope,
    SpreadPiles, Truth, World,
};
use std::{
    cell::{OnceCell, RefCell},
    collections::HashMap,
    rc::Rc,
    sync::Arc,
};

/// A format with its conditions and filters, parsed when first used. Keep it for many decks of one
/// format: parsing costs more than evaluating.
pub struct Rulebook<'a> {
    pub catalog: &'a Catalog,
    pub format: &'a Format,
    /// The names that conditions of the format may use.
    pub scope: Scope<'a>,
    texts: Rc<RuleTexts>,
    /// The demands of formats on single cards, for every [`FormatLegality`] of this rulebook.
    admissions: Arc<Admissions>,
    /// The cards that match the filter of a place.
    fills: RefCell<HashMap<String, Arc<[CardIndex]>, RandomState>>,
    /// The ids of all zones.
    all_zones: OnceCell<Rc<[String]>>,
    /// Whether findings leave out the cards that could fill an empty place.
    omits_candidates: bool,
    /// Answers of filters for cards. A single deck asks too few to make up for the memory.
    pub cache: Option<Rc<FilterCache>>,
}

/// The parsed texts of rules.
#[derive(Default)]
struct RuleTexts {
    conditions: ParsedTexts<Condition>,
    filters: ParsedTexts<Filter>,
    measures: ParsedTexts<Measure>,
    /// Lists of zones. Many rules name the same list.
    zones: RefCell<Vec<Rc<[String]>>>,
}

/// A parsed text of a rule.
pub enum ParsedText {
    Filter(Rc<Filter>),
    Condition(Rc<Condition>),
}

impl ParsedText {
    /// The parameters of the format that it reads.
    pub fn parameters(&self) -> Vec<String> {
        match self {
            ParsedText::Filter(filter) => filter.parameters(),
            ParsedText::Condition(condition) => condition.parameters(),
        }
    }

    /// The piles that it names.
    pub fn piles(&self) -> &[String] {
        match self {
            ParsedText::Filter(_) => &[],
            ParsedText::Condition(condition) => condition.piles(),
        }
    }

    /// Whether it reads a field of single copies.
    pub fn reads_copies(&self, game: &Game) -> bool {
        match self {
            ParsedText::Filter(filter) => filter.reads_copies(game),
            ParsedText::Condition(condition) => condition.reads_copies(game),
        }
    }
}

type ParsedTexts<T> = RefCell<HashMap<String, Rc<T>, RandomState>>;

impl<'a> Rulebook<'a> {
    /// A rulebook of a format, without a cache.
    pub fn new(catalog: &'a Catalog, format: &'a Format) -> Rulebook<'a> {
        Rulebook {
            catalog,
            format,
            scope: format_scope(catalog, format),
            texts: Rc::default(),
            admissions: Arc::default(),
            fills: RefCell::default(),
            all_zones: OnceCell::new(),
            omits_candidates: false,
            cache: None,
        }
    }

    /// Remembers the answers of filters, for many decks that are checked for the same day.
    pub fn with_cache(self) -> Rulebook<'a> {
        Rulebook { cache: Some(Rc::default()), ..self }
    }

    /// Shares the parsed texts, and the answers of their filters, with a rulebook of a format that
    /// gives the same names. Formats of a game ask much the same of the same cards.
    pub fn sharing(self, other: &Rulebook<'a>) -> Rulebook<'a> {
        Rulebook {
            texts: Rc::clone(&other.texts),
            admissions: Arc::clone(&other.admissions),
            cache: other.cache.clone(),
            ..self
        }
    }

    /// Whether texts mean the same in the format of another rulebook.
    pub fn has_names_of(&self, other: &Rulebook<'_>) -> bool {
        std::ptr::eq(self.catalog, other.catalog) && self.scope.has_names_of(&other.scope)
    }

    /// Leaves the cards that could fill an empty place out of findings: the search tests every
    /// card.
    pub fn without_candidates(self) -> Rulebook<'a> {
        Rulebook { omits_candidates: true, ..self }
    }

    /// Parses a condition in the scope of the format.
    ///
    /// # Errors
    /// The text has a mistake.
    pub fn condition(&self, text: &str) -> Result<Rc<Condition>, LanguageError> {
        read_once(&self.texts.conditions, text, || language::condition(text, &self.scope))
    }

    /// Parses a filter in the scope of the format.
    ///
    /// # Errors
    /// The text has a mistake.
    pub fn filter(&self, text: &str) -> Result<Rc<Filter>, LanguageError> {
        read_once(&self.texts.filters, text, || language::filter(text, &self.scope))
    }

    /// Parses a measure in the scope of the format.
    ///
    /// # Errors
    /// The text has a mistake.
    pub fn measure(&self, text: &str) -> Result<Rc<Measure>, LanguageError> {
        read_once(&self.texts.measures, text, || language::measure(text, &self.scope))
    }

    /// Parses the texts of a rule's body except the names of fields; a number is parsed as the
    /// condition that it exists.
    pub fn parse_rule(
        &self,
        rule: &Rule,
    ) -> impl Iterator<Item = Result<ParsedText, LanguageError>> {
        rule.body
            .language_texts()
            .into_iter()
            .filter_map(|LanguageText { text, role, .. }| {
                let condition = match role {
                    TextRole::Field => return None,
                    TextRole::Filter => return Some(self.filter(text).map(ParsedText::Filter)),
                    TextRole::Condition => self.condition(text),
                    TextRole::Measure | TextRole::Number => self.condition(&number_condition(text)),
                };
                Some(condition.map(ParsedText::Condition))
            })
    }

    /// The answers to `legal:FORMAT` through a lens and on a day.
    pub fn legality(&self, lens: Lens, on: Option<Date>) -> FormatLegality<'a> {
        FormatLegality::new(self.catalog, lens, on).with_admissions(Arc::clone(&self.admissions))
    }

    /// The piles of a deck in a world, with the cache of the rulebook.
    pub fn view<'v>(&'v self, world: World<'v>, spread: &'v SpreadPiles) -> PileView<'v> {
        let view = PileView::new(world, spread);
        match &self.cache {
            Some(cache) => view.with_cache(cache),
            None => view,
        }
    }

    /// Returns the zones in which rules look for cards that set out others; empty if no rule does.
    pub fn setter_zones(&self) -> Vec<String> {
        let mut zones = Vec::new();
        for rule in &self.format.rules {
            if matches!(rule.body, RuleBody::SetsOut(_)) {
                zones.extend_from_slice(&self.zones(rule));
            }
        }
        zones
    }

    /// The zones that a rule names, or all zones if it names none.
    pub fn zones(&self, rule: &Rule) -> Rc<[String]> {
        if !rule.zones.is_empty() {
            return self.list_zones(&rule.zones);
        }
        let all = self.all_zones.get_or_init(|| {
            self.format
                .zones
                .iter()
                .map(|zone| zone.named.id.to_string())
                .collect()
        });
        Rc::clone(all)
    }

    fn list_zones(&self, zones: &[String]) -> Rc<[String]> {
        let mut lists = self.texts.zones.borrow_mut();
        if let Some(known) = lists.iter().find(|known| ***known == *zones) {
            return Rc::clone(known);
        }
        let list: Rc<[String]> = zones.into();
        lists.push(Rc::clone(&list));
        list
    }

    /// Every card of the game that can fill a place; empty for a terse rulebook. Each place is
    /// searched once, because the search tests every card.
    pub fn find_cards_for_place(&self, place: &SetupPlace) -> Arc<[CardIndex]> {
        if self.omits_candidates {
            return Arc::default();
        }
        if let Some(known) = self.fills.borrow().get(&place.cards) {
            return Arc::clone(known);
        }
        let found: Arc<[CardIndex]> = find_cards_for_place(self.catalog, place).into();
        self.fills
            .borrow_mut()
            .insert(place.cards.clone(), Arc::clone(&found));
        found
    }
}

/// Every card of the game that can fill a place; empty if the filter of the place has a mistake,
/// which the linter reports.
pub fn find_cards_for_place(catalog: &Catalog, place: &SetupPlace) -> Vec<CardIndex> {
    find_cards(catalog, &place.cards, |truth| truth == Truth::True)
}

/// The cards of the game for which a filter has one of some truths. Returns none for a filter with
/// a mistake, which the linter reports.
pub fn find_cards(
    catalog: &Catalog,
    filter: &str,
    accepts: impl Fn(Truth) -> bool,
) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(filter, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| accepts(filter.test(&world, *card, None)))
        .collect()
}

fn read_once<T>(
    texts: &ParsedTexts<T>,
    text: &str,
    parse: impl FnOnce() -> Result<T, LanguageError>,
) -> Result<Rc<T>, LanguageError> {
    if let Some(parsed) = texts.borrow().get(text) {
        return Ok(Rc::clone(parsed));
    }
    let parsed = Rc::new(parse()?);
    texts
        .borrow_mut()
        .insert(text.to_owned(), Rc::clone(&parsed));
    Ok(parsed)
}

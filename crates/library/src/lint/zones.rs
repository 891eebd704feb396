//! The cards that the zones of a format accept, and how many of them a filter can match.

use sleeve_data::model::{CardIndex, Catalog, Format};
use sleeve_language::{self as language, CardNumber, Parameters, Quantity, Scope, Truth, World};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The number of cards of a pile that certainly or possibly match a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct MatchCounts {
    /// Cards that match, whatever is unknown.
    pub(super) certain: usize,
    /// Cards that match or may match.
    pub(super) possible: usize,
    /// All cards of the pile.
    pub(super) total: usize,
}

impl MatchCounts {
    /// Whether no card can match, and there are cards.
    pub(super) fn matches_none(self) -> bool {
        self.possible == 0 && self.total > 0
    }

    /// Whether every card matches, and there are cards.
    pub(super) fn matches_all(self) -> bool {
        self.certain == self.total && self.total > 0
    }
}

/// Answers of filters and numbers for every card, shared by all formats of a catalog: formats repeat each
/// other's filters.
#[derive(Default)]
pub(super) struct AnswerCache {
    answers: HashMap<String, Rc<CardSet>>,
    numbers: HashMap<String, Rc<Vec<Quantity>>>,
}

/// The answers of a filter for every card of a game, two bits a card.
#[derive(Default)]
struct CardSet {
    certain: Vec<u64>,
    possible: Vec<u64>,
}

impl CardSet {
    fn push(&mut self, at: usize, truth: Truth) {
        if at.is_multiple_of(64) {
            self.certain.push(0);
            self.possible.push(0);
        }
        let bit = 1u64 << (at % 64);
        if let (Some(certain), Some(possible)) = (self.certain.last_mut(), self.possible.last_mut())
        {
            *certain |= if truth.is_true() { bit } else { 0 };
            *possible |= if truth.is_false() { 0 } else { bit };
        }
    }

    fn may_match(&self, at: usize) -> bool {
        self.possible.get(at / 64).is_some_and(|word| word & (1u64 << (at % 64)) != 0)
    }
}

/// Counts the bits that are set in both.
fn count_common_bits(a: &[u64], b: &[u64]) -> usize {
    a.iter().zip(b).map(|(a, b)| (a & b).count_ones() as usize).sum()
}

/// The zones of one format, for decks of one role or of any.
pub(super) struct Zones<'a> {
    catalog: &'a Catalog,
    format: &'a Format,
    pub(super) scope: Scope<'a>,
    parameters: Parameters,
    role: String,
    cache: &'a RefCell<AnswerCache>,
}

impl<'a> Zones<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        role: Option<&str>,
        cache: &'a RefCell<AnswerCache>,
    ) -> Zones<'a> {
        let mut parameters = Parameters::new();
        if let Some(role) = role {
            parameters = parameters.with_text(language::ROLE, role);
        }
        let scope = Scope::from_format(catalog, format);
        let role = role.unwrap_or("").to_owned();
        Zones { catalog, format, scope, parameters, role, cache }
    }

    pub(super) fn format(&self) -> &'a Format {
        self.format
    }

    pub(super) fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    fn world(&self) -> World<'_> {
        World::from_catalog(self.catalog).with_parameters(&self.parameters)
    }

    /// Zone and filter of every pile that is read: the named zones, else all zones of the format.
    fn zone_filters(&self, zones: &[String]) -> Vec<(&'a str, &'a str)> {
        let all = self.format.zones.iter();
        let pair =
            |z: &'a sleeve_data::model::format::Zone| (z.named.id.as_str(), z.accepts.as_str());
        if zones.is_empty() {
            return all.map(pair).collect();
        }
        let zone = |name: &String| {
            let plain = name.strip_prefix("a.").or_else(|| name.strip_prefix("b."));
            self.format.zone(plain.unwrap_or(name))
        };
        if zones.iter().any(|name| zone(name).is_none()) {
            // The box, or another pile that is no zone, may hold any card.
            return vec![("", "")];
        }
        zones.iter().filter_map(zone).map(pair).collect()
    }

    /// The key of an answer in the cache. Zone and role are part of it only where the text reads them, so that
    /// zones and roles share answers.
    fn cache_key(&self, text: &str, zone: &str) -> String {
        let zone = if text.contains("zone") { zone } else { "" };
        let role = if text.contains('$') { self.role.as_str() } else { "" };
        format!("{zone}\n{role}\n{text}")
    }

    /// The answers of a filter for every card of the game. A filter with a mistake may match any card.
    fn filter_answers(&self, filter: &str, zone: &str) -> Rc<CardSet> {
        let key = self.cache_key(filter, zone);
        if let Some(known) = self.cache.borrow().answers.get(&key) {
            return Rc::clone(known);
        }
        // Copies may be in any state, so a filter that reads states may match any card, or none.
        let game = &self.catalog.game;
        let read = language::filter(filter, &self.scope).ok().filter(|f| !f.reads_copies(game));
        let world = self.world();
        let zone = Some(zone).filter(|zone| !zone.is_empty());
        let mut answers = CardSet::default();
        for (at, card) in self.catalog.cards.iter().enumerate() {
            let test = |filter: &language::Filter| filter.test(&world, card.index(), zone);
            answers.push(at, read.as_ref().map_or(Truth::Unknown, test));
        }
        let answers = Rc::new(answers);
        self.cache.borrow_mut().answers.insert(key, Rc::clone(&answers));
        answers
    }

    /// Counts the cards of these zones that a filter matches.
    pub(super) fn count_matches(&self, filter: &str, zones: &[String]) -> MatchCounts {
        let mut matches = MatchCounts::default();
        for (zone, accepts) in self.zone_filters(zones) {
            let (accepted, answers) =
                (self.filter_answers(accepts, zone), self.filter_answers(filter, zone));
            matches.total += count_common_bits(&accepted.possible, &accepted.possible);
            matches.certain += count_common_bits(&accepted.possible, &answers.certain);
            matches.possible += count_common_bits(&accepted.possible, &answers.possible);
        }
        matches
    }

    /// The values of a number for every card of these zones that a filter may match.
    pub(super) fn matching_numbers(
        &self,
        number: &str,
        filter: &str,
        zones: &[String],
    ) -> Vec<Quantity> {
        let values = self.card_numbers(number);
        let mut numbers = Vec::new();
        for (zone, accepts) in self.zone_filters(zones) {
            let (accepted, answers) =
                (self.filter_answers(accepts, zone), self.filter_answers(filter, zone));
            let inside = values.iter().enumerate();
            let inside = inside.filter(|(at, _)| accepted.may_match(*at) && answers.may_match(*at));
            numbers.extend(inside.map(|(_, value)| *value));
        }
        numbers
    }

    /// The values of a number for every card of the game.
    fn card_numbers(&self, number: &str) -> Rc<Vec<Quantity>> {
        let key = self.cache_key(number, "");
        if let Some(known) = self.cache.borrow().numbers.get(&key) {
            return Rc::clone(known);
        }
        let game = &self.catalog.game;
        let read: Option<CardNumber> = language::card_number(number, &self.scope).ok();
        let read = read.filter(|number| !number.reads_copies(game));
        let world = self.world();
        let value = |card: CardIndex| {
            read.as_ref().map_or(Quantity::UNKNOWN.perhaps(), |n| n.value(&world, card))
        };
        let cards = self.catalog.cards.iter().map(|card| card.index());
        let values: Rc<Vec<Quantity>> = Rc::new(cards.map(value).collect());
        self.cache.borrow_mut().numbers.insert(key, Rc::clone(&values));
        values
    }
}

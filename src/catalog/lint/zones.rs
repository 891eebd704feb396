//! Which cards may lie in the zones of a format, and how many of them a filter can match.

use crate::language::{self, CardNumber, Filter, Parameters, Quantity, Scope, Truth, World};
use crate::model::{CardIndex, Catalog, Format};
use std::cell::RefCell;
use std::collections::HashMap;
use std::rc::Rc;

/// How many cards of a pile certainly or possibly match a filter.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Matches {
    /// Cards that match, whatever is unknown.
    pub(super) certain: usize,
    /// Cards that match or may match.
    pub(super) possible: usize,
    /// Cards there are.
    pub(super) of: usize,
}

impl Matches {
    /// No card can match, and there are cards.
    pub(super) fn nothing(self) -> bool {
        self.possible == 0 && self.of > 0
    }

    /// Every card matches, and there are cards.
    pub(super) fn everything(self) -> bool {
        self.certain == self.of && self.of > 0
    }
}

/// What was worked out before, for all formats of a catalog.
#[derive(Default)]
pub(super) struct Memory {
    piles: HashMap<String, Rc<Vec<CardIndex>>>,
    matches: HashMap<String, Matches>,
}

/// The zones of one format, for decks of one role or of any.
pub(super) struct Zones<'a> {
    catalog: &'a Catalog,
    format: &'a Format,
    pub(super) scope: Scope<'a>,
    parameters: Parameters,
    role: String,
    memory: &'a RefCell<Memory>,
}

impl<'a> Zones<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        format: &'a Format,
        role: Option<&str>,
        memory: &'a RefCell<Memory>,
    ) -> Zones<'a> {
        let mut parameters = Parameters::new();
        if let Some(role) = role {
            parameters = parameters.text(language::ROLE, role);
        }
        let scope = Scope::of_format(catalog, format);
        let role = role.unwrap_or("").to_owned();
        Zones { catalog, format, scope, parameters, role, memory }
    }

    pub(super) fn format(&self) -> &'a Format {
        self.format
    }

    pub(super) fn catalog(&self) -> &'a Catalog {
        self.catalog
    }

    fn world(&self) -> World<'_> {
        World::of(self.catalog).with_parameters(&self.parameters)
    }

    /// Filter and zone of every pile that is read: the zones named, or the whole deck.
    fn accepts(&self, zones: &[String]) -> Vec<(&'a str, &'a str)> {
        let all = self.format.zones.iter();
        let pair = |z: &'a crate::model::format::Zone| (z.named.id.as_str(), z.accepts.as_str());
        if zones.is_empty() {
            return all.map(pair).collect();
        }
        let zone = |name: &String| {
            let plain = name.strip_prefix("a.").or_else(|| name.strip_prefix("b."));
            self.format.zone(plain.unwrap_or(name))
        };
        if zones.iter().any(|name| zone(name).is_none()) {
            // The box, or a pile that is no zone: any card.
            return vec![("", "")];
        }
        zones.iter().filter_map(zone).map(pair).collect()
    }

    fn cards(&self, zone: &str, accepts: &str) -> Rc<Vec<CardIndex>> {
        let key = format!("{}\n{zone}\n{accepts}", self.role);
        if let Some(known) = self.memory.borrow().piles.get(&key) {
            return Rc::clone(known);
        }
        let all = self.catalog.cards.iter().map(|card| card.index());
        let cards: Vec<CardIndex> = match language::filter(accepts, &self.scope) {
            Ok(filter) => {
                let world = self.world();
                let zone = Some(zone).filter(|zone| !zone.is_empty());
                all.filter(|card| !filter.test(&world, *card, zone).is_false()).collect()
            }
            Err(_) => all.collect(),
        };
        let cards = Rc::new(cards);
        self.memory.borrow_mut().piles.insert(key, Rc::clone(&cards));
        cards
    }

    /// How many cards of these zones a filter matches. A filter with a mistake may match any.
    pub(super) fn matches(&self, filter: &str, zones: &[String]) -> Matches {
        let accepts = self.accepts(zones);
        let key = format!("{}\n{filter}\n{accepts:?}", self.role);
        if let Some(known) = self.memory.borrow().matches.get(&key) {
            return *known;
        }
        let read = language::filter(filter, &self.scope).ok();
        let mut matches = Matches::default();
        for (zone, accepts) in accepts {
            for card in self.cards(zone, accepts).iter() {
                let truth = self.test(read.as_ref(), *card, zone);
                matches.of += 1;
                matches.certain += usize::from(truth.is_true());
                matches.possible += usize::from(!truth.is_false());
            }
        }
        self.memory.borrow_mut().matches.insert(key, matches);
        matches
    }

    fn test(&self, filter: Option<&Filter>, card: CardIndex, zone: &str) -> Truth {
        let zone = Some(zone).filter(|zone| !zone.is_empty());
        filter.map_or(Truth::Unknown, |filter| filter.test(&self.world(), card, zone))
    }

    /// A number of every card of these zones that a filter may match.
    pub(super) fn numbers(&self, number: &str, filter: &str, zones: &[String]) -> Vec<Quantity> {
        let read = language::filter(filter, &self.scope).ok();
        let number: Option<CardNumber> = language::card_number(number, &self.scope).ok();
        let mut numbers = Vec::new();
        for (zone, accepts) in self.accepts(zones) {
            for card in self.cards(zone, accepts).iter() {
                if self.test(read.as_ref(), *card, zone).is_false() {
                    continue;
                }
                let value = number.as_ref().map(|n| n.value(&self.world(), *card));
                numbers.push(value.unwrap_or(Quantity::UNKNOWN.perhaps()));
            }
        }
        numbers
    }
}

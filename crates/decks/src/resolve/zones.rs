//! The zones of a deck's cards: the one that a heading names, or the default zone of a card.

use super::headings::{strip_decoration, strip_size};
use foldhash::fast::RandomState;
use sleeve_data::model::game::Named;
use sleeve_data::model::{CardIndex, Catalog, Format, find_named};
use sleeve_language::{Filter, Parameters, ROLE, Scope, Truth, World, filter};
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::sync::Arc;

/// A format's zones with their roles and filters, to find the default zone of a card.
pub(super) struct DefaultZones<'a> {
    catalog: &'a Catalog,
    zones: Vec<SearchZone>,
    /// The default zones of cards by role, as far as they were asked for; `None` is an unknown card.
    known: RefCell<BTreeMap<String, ZonesByCard>>,
}

type ZonesByCard = HashMap<Option<CardIndex>, Arc<str>, RandomState>;

type SearchZone = (Arc<str>, Vec<String>, Option<Filter>);

/// Whether a zone is open to a role; a deck without a role may use all.
fn is_open((_, roles, _): &SearchZone, role: Option<&str>) -> bool {
    roles.is_empty() || role.is_none_or(|role| roles.iter().any(|its| its == role))
}

/// Whether a zone accepts a card; true if that is undecided.
fn accepts((_, _, filter): &SearchZone, world: &World<'_>, card: CardIndex) -> bool {
    filter.as_ref().is_none_or(|filter| filter.test(world, card, None) != Truth::False)
}

fn set_role(role: Option<&str>) -> Parameters {
    role.map_or_else(Parameters::new, |role| Parameters::new().with_text(ROLE, role))
}

impl<'a> DefaultZones<'a> {
    pub(super) fn new(catalog: &'a Catalog, format: Option<&Format>) -> DefaultZones<'a> {
        let scope = format.map(|format| Scope::from_format(catalog, format));
        let read = |text: &str| scope.as_ref().and_then(|scope| filter(text, scope).ok());
        let zones = format.into_iter().flat_map(|format| &format.zones);
        let zones = zones.map(|z| ((*z.named.id).into(), z.roles.clone(), read(&z.accepts)));
        DefaultZones { catalog, zones: zones.collect(), known: RefCell::default() }
    }

    /// Whether the default zones depend on the role of the deck.
    pub(super) fn depend_on_role(&self) -> bool {
        let reads_role = |filter: &Filter| filter.parameters().iter().any(|p| p == ROLE);
        let mut zones = self.zones.iter();
        zones.any(|(_, roles, f)| !roles.is_empty() || f.as_ref().is_some_and(reads_role))
    }

    /// Whether the zone of an id accepts a card in a deck of a role.
    pub(super) fn zone_accepts(&self, zone: &str, card: CardIndex, role: Option<&str>) -> bool {
        let parameters = set_role(role);
        let world = World::from_catalog(self.catalog).with_parameters(&parameters);
        let zone = self.zones.iter().find(|(id, ..)| **id == *zone);
        zone.is_none_or(|zone| accepts(zone, &world, card))
    }

    /// Whether a zone that is open to a role accepts a card.
    pub(super) fn role_accepts(&self, card: CardIndex, role: &str) -> bool {
        let mut zones = self.zones.iter().filter(|zone| is_open(zone, Some(role)));
        zones.any(|(id, ..)| self.zone_accepts(id, card, Some(role)))
    }

    /// The first zone open to a role that accepts a card, else the first; for a card unknown, that of most cards of the game.
    pub(super) fn zone_for(&self, card: Option<CardIndex>, role: Option<&str>) -> Arc<str> {
        let find = || {
            let parameters = set_role(role);
            let world = World::from_catalog(self.catalog).with_parameters(&parameters);
            let mut zones = self.zones.iter().filter(|zone| is_open(zone, role));
            let zone = match card {
                Some(card) => zones.find(|zone| accepts(zone, &world, card)),
                None => {
                    let all = || self.catalog.cards.iter().map(|card| card.index());
                    let size =
                        |zone: &&SearchZone| all().filter(|c| accepts(zone, &world, *c)).count();
                    // Reversed, since `max_by_key` takes the last of equals.
                    zones.rev().max_by_key(size)
                }
            };
            let zone = zone.or_else(|| self.zones.first());
            zone.map_or_else(|| "deck".into(), |(id, ..)| Arc::clone(id))
        };
        let mut known = self.known.borrow_mut();
        let known = known.entry(role.unwrap_or("").to_owned()).or_default();
        Arc::clone(known.entry(card).or_insert_with(find))
    }
}

/// The zones that headings may name: of one format, or of all formats of the game.
pub(super) struct HeadingZones {
    named: Vec<Named>,
}

impl HeadingZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> HeadingZones {
        let names = |format: &Format| format.zones.iter().map(|z| z.named.clone()).collect();
        let named = match format {
            Some(format) => names(format),
            None => catalog.formats().flat_map(|format| -> Vec<Named> { names(format) }).collect(),
        };
        HeadingZones { named }
    }

    /// The zone with exactly this id, name or alias.
    pub(super) fn find_zone(&self, word: &str) -> Option<&str> {
        find_named(&self.named, word, |named| named).map(|at| self.named[at].id.as_str())
    }

    /// The zone that a heading names, with a size beside it or not.
    pub(super) fn find_heading_zone(&self, heading: &str) -> Option<&str> {
        let bare = strip_size(strip_decoration(heading));
        self.find_zone(heading).or_else(|| self.find_zone(bare))
    }
}

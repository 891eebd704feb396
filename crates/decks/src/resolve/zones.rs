//! The zones of a deck's cards: the one that a heading names, and the default zone of a card under
//! no zone's heading.

use super::headings::strip_decoration;
use sleeve_data::model::game::Named;
use sleeve_data::model::{CardIndex, Catalog, Format, fold};
use sleeve_language::{Filter, Parameters, ROLE, Scope, Truth, World, filter};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A format's zones with their roles and filters, to find the default zone of a card.
pub(super) struct DefaultZones {
    zones: Vec<(String, Vec<String>, Option<Filter>)>,
}

impl DefaultZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> DefaultZones {
        let zones = format.map_or(&[][..], |f| &f.zones);
        let scope = format.map(|format| Scope::from_format(catalog, format));
        let accepts = |text: &str| scope.as_ref().and_then(|scope| filter(text, scope).ok());
        let rows = zones
            .iter()
            .map(|zone| (zone.named.id.to_string(), zone.roles.clone(), accepts(&zone.accepts)));
        DefaultZones { zones: rows.collect() }
    }

    /// Whether the default zones depend on the role of the deck.
    pub(super) fn depend_on_role(&self) -> bool {
        let reads_role = |filter: &Filter| filter.parameters().iter().any(|p| p == ROLE);
        self.zones
            .iter()
            .any(|(_, roles, f)| !roles.is_empty() || f.as_ref().is_some_and(reads_role))
    }

    /// Whether a zone accepts a card in a deck of a role; true if that is undecided.
    pub(super) fn zone_accepts(
        &self,
        catalog: &Catalog,
        zone: &str,
        card: CardIndex,
        role: Option<&str>,
    ) -> bool {
        let parameters =
            role.map_or_else(Parameters::new, |r| Parameters::new().with_text(ROLE, r));
        let world = World::from_catalog(catalog).with_parameters(&parameters);
        let accepts =
            self.zones.iter().find(|(id, ..)| id == zone).and_then(|(_, _, f)| f.as_ref());
        accepts.is_none_or(|filter| filter.test(&world, card, None) != Truth::False)
    }

    /// Whether a zone that is open to a role accepts a card.
    pub(super) fn role_accepts(&self, catalog: &Catalog, card: CardIndex, role: &str) -> bool {
        let is_open = |roles: &[String]| roles.is_empty() || roles.iter().any(|its| its == role);
        let mut zones = self.zones.iter().filter(|(_, roles, _)| is_open(roles));
        zones.any(|(zone, ..)| self.zone_accepts(catalog, zone, card, Some(role)))
    }

    /// The first zone open to a role that accepts a card, else the first zone. An unknown card belongs to the zone
    /// that accepts the most cards of the game, the first such: it must not fill a zone for a single card.
    pub(super) fn zone_for(
        &self,
        catalog: &Catalog,
        card: Option<CardIndex>,
        role: Option<&str>,
    ) -> &str {
        let parameters =
            role.map_or_else(Parameters::new, |r| Parameters::new().with_text(ROLE, r));
        let world = World::from_catalog(catalog).with_parameters(&parameters);
        type SearchZone = (String, Vec<String>, Option<Filter>);
        let is_open = |(_, roles, _): &&SearchZone| {
            roles.is_empty() || role.is_none_or(|r| roles.iter().any(|its| its == r))
        };
        let fits = |(_, _, accepts): &SearchZone, card| {
            accepts.as_ref().is_none_or(|f| f.test(&world, card, None) != Truth::False)
        };
        let mut zones = self.zones.iter().filter(is_open);
        let zone = match card {
            Some(card) => zones.find(|zone| fits(zone, card)),
            // Reversed, since `max_by_key` takes the last of equals.
            None => {
                let size = |zone: &&SearchZone| {
                    catalog.cards.iter().filter(|c| fits(zone, c.index())).count()
                };
                zones.rev().max_by_key(size)
            }
        };
        let zone = zone.or_else(|| self.zones.first());
        zone.map_or("deck", |(id, ..)| id)
    }
}

/// The zones that headings may name: of one format, or of all formats of the game.
pub(super) struct HeadingZones {
    named: Vec<Named>,
    /// The key of every word for a zone, with the zone's position.
    words: OnceCell<BTreeMap<String, usize>>,
}

impl HeadingZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> HeadingZones {
        let names = |format: &Format| format.zones.iter().map(|z| z.named.clone()).collect();
        let named = match format {
            Some(format) => names(format),
            None => catalog.formats().flat_map(|format| -> Vec<Named> { names(format) }).collect(),
        };
        HeadingZones { named, words: OnceCell::new() }
    }

    fn words(&self) -> &BTreeMap<String, usize> {
        self.words.get_or_init(|| {
            let mut words = BTreeMap::new();
            for (at, named) in self.named.iter().enumerate() {
                for word in named.words() {
                    words.entry(fold::key(word)).or_insert(at);
                }
            }
            words
        })
    }

    /// The zone with exactly this id, name or alias.
    pub(super) fn find_zone(&self, word: &str) -> Option<&str> {
        let by_id = self.named.iter().find(|named| named.id == word);
        let by_word = || self.named.get(*self.words().get(&fold::key(word))?);
        by_id.or_else(by_word).map(|named| named.id.as_str())
    }

    /// The zone that a heading names: exactly, with a size or words like *deck* and *cards* beside
    /// it, or by the beginning of its name.
    pub(super) fn find_heading_zone(&self, heading: &str) -> Option<&str> {
        let bare = strip_decoration(heading);
        if let Some(zone) = self.find_zone(heading).or_else(|| self.find_zone(bare)) {
            return Some(zone);
        }
        let folded = fold::fold(bare);
        let words = folded.split(' ').filter(|w| !matches!(*w, "the" | "main" | "cards" | "card"));
        let words: Vec<&str> = words.collect();
        let without_fillers = words.join(" ");
        let without_deck: Vec<&str> = words.iter().copied().filter(|w| *w != "deck").collect();
        if let Some(zone) =
            self.find_zone(&without_fillers).or_else(|| self.find_zone(&without_deck.join(" ")))
        {
            return Some(zone);
        }
        let key = fold::key(bare);
        if key.len() < 5 {
            return None;
        }
        let with_prefix = self.words().iter().filter(|(word, _)| word.starts_with(&key));
        let with_prefix = with_prefix.filter_map(|(_, at)| self.named.get(*at));
        let mut with_prefix: Vec<&str> = with_prefix.map(|named| named.id.as_str()).collect();
        with_prefix.dedup();
        match with_prefix.as_slice() {
            [zone] => Some(zone),
            _ => None,
        }
    }
}

//! Where a card belongs that stands under no zone's heading: the first zone that accepts it; one that
//! could not be told, in the zone that accepts the most cards.

use super::headings::strip_decoration;
use sleeve_data::model::game::Named;
use sleeve_data::model::{CardIndex, Catalog, Format, fold};
use sleeve_language::{Filter, Parameters, ROLE, Scope, Truth, World, filter};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// A format's zones with the filters of what they accept.
pub(super) struct DefaultZones {
    zones: Vec<(String, Vec<String>, Option<Filter>)>,
}

impl DefaultZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> DefaultZones {
        let zones = format.map_or(&[][..], |f| &f.zones);
        let scope = format.map(|format| Scope::of_format(catalog, format));
        let accepts = |text: &str| scope.as_ref().and_then(|scope| filter(text, scope).ok());
        let homes = zones
            .iter()
            .map(|zone| (zone.named.id.to_string(), zone.roles.clone(), accepts(&zone.accepts)));
        DefaultZones { zones: homes.collect() }
    }

    /// Whether what the zones accept depends on the role.
    pub(super) fn depend_on_role(&self) -> bool {
        let named = |filter: &Filter| filter.parameters().iter().any(|p| p == ROLE);
        self.zones.iter().any(|(_, roles, f)| !roles.is_empty() || f.as_ref().is_some_and(named))
    }

    /// Whether a zone accepts a card in a deck of a role, as far as that can be told.
    pub(super) fn zone_accepts(
        &self,
        catalog: &Catalog,
        zone: &str,
        card: CardIndex,
        role: Option<&str>,
    ) -> bool {
        let parameters = role.map_or_else(Parameters::new, |r| Parameters::new().text(ROLE, r));
        let world = World::from_catalog(catalog).with_parameters(&parameters);
        let accepts =
            self.zones.iter().find(|(id, ..)| id == zone).and_then(|(_, _, f)| f.as_ref());
        accepts.is_none_or(|filter| filter.test(&world, card, None) != Truth::False)
    }

    /// Whether some zone that is open to a role accepts a card.
    pub(super) fn role_accepts(&self, catalog: &Catalog, card: CardIndex, role: &str) -> bool {
        let open = |roles: &[String]| roles.is_empty() || roles.iter().any(|its| its == role);
        let mut zones = self.zones.iter().filter(|(_, roles, _)| open(roles));
        zones.any(|(zone, ..)| self.zone_accepts(catalog, zone, card, Some(role)))
    }

    /// The first zone for a role that accepts a card, else the first zone there is. A card that could
    /// not be told lies where most cards of the game may lie, the first such zone: it is not to fill
    /// a place for a single card.
    pub(super) fn zone_for(
        &self,
        catalog: &Catalog,
        card: Option<CardIndex>,
        role: Option<&str>,
    ) -> &str {
        let parameters = role.map_or_else(Parameters::new, |r| Parameters::new().text(ROLE, r));
        let world = World::from_catalog(catalog).with_parameters(&parameters);
        type SearchZone = (String, Vec<String>, Option<Filter>);
        let open = |(_, roles, _): &&SearchZone| {
            roles.is_empty() || role.is_none_or(|r| roles.iter().any(|its| its == r))
        };
        let fits = |(_, _, accepts): &SearchZone, card| {
            accepts.as_ref().is_none_or(|f| f.test(&world, card, None) != Truth::False)
        };
        let mut zones = self.zones.iter().filter(open);
        let home = match card {
            Some(card) => zones.find(|zone| fits(zone, card)),
            None => {
                let size = |zone: &&SearchZone| {
                    catalog.cards.iter().filter(|c| fits(zone, c.index())).count()
                };
                zones.rev().max_by_key(size)
            }
        };
        let home = home.or_else(|| self.zones.first());
        home.map_or("deck", |(id, ..)| id)
    }
}

/// The zones that headings may name.
pub(super) struct HeadingZones {
    named: Vec<Named>,
    /// Every word for a zone, as a key, with the zone's position.
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

    /// The zone that a word names exactly (id, name, alias).
    pub(super) fn find_zone(&self, word: &str) -> Option<&str> {
        let by_id = self.named.iter().find(|named| named.id == word);
        let by_word = || self.named.get(*self.words().get(&fold::key(word))?);
        by_id.or_else(by_word).map(|named| named.id.as_str())
    }

    /// The zone that a heading names: exactly, or with a size or words like *deck* and *cards* beside it,
    /// or by its beginning.
    pub(super) fn find_heading_zone(&self, heading: &str) -> Option<&str> {
        let bare = strip_decoration(heading);
        if let Some(zone) = self.find_zone(heading).or_else(|| self.find_zone(bare)) {
            return Some(zone);
        }
        let folded = fold::fold(bare);
        let words = folded.split(' ').filter(|w| !matches!(*w, "the" | "main" | "cards" | "card"));
        let words: Vec<&str> = words.collect();
        let essence = words.join(" ");
        let without_deck: Vec<&str> = words.iter().copied().filter(|w| *w != "deck").collect();
        if let Some(zone) =
            self.find_zone(&essence).or_else(|| self.find_zone(&without_deck.join(" ")))
        {
            return Some(zone);
        }
        let key = fold::key(bare);
        if key.len() < 5 {
            return None;
        }
        let begun = self.words().iter().filter(|(word, _)| word.starts_with(&key));
        let begun = begun.filter_map(|(_, at)| self.named.get(*at));
        let mut begun: Vec<&str> = begun.map(|named| named.id.as_str()).collect();
        begun.dedup();
        match begun.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }
}

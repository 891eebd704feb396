//! Where a card belongs that stands under no zone's heading: the first zone that accepts it; one that
//! could not be told, in the zone that accepts the most cards.

use sleeve_data::model::{CardIndex, Catalog, Format};
use sleeve_language::{Filter, Parameters, ROLE, Scope, Truth, World, filter};

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

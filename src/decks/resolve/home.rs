//! Where a card belongs that stands under no zone's heading: the first zone that accepts it.

use crate::language::{Filter, Parameters, Scope, Truth, World, filter};
use crate::model::{CardIndex, Catalog, Format};

/// A format's zones with the filters of what they accept.
pub(super) struct Homes {
    zones: Vec<(String, Vec<String>, Option<Filter>)>,
}

impl Homes {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> Homes {
        let zones = format.map_or(&[][..], |f| &f.zones);
        let scope = format.map(|format| Scope::of_format(catalog, format));
        let accepts = |text: &str| scope.as_ref().and_then(|scope| filter(text, scope).ok());
        let homes = zones
            .iter()
            .map(|zone| (zone.named.id.to_string(), zone.roles.clone(), accepts(&zone.accepts)));
        Homes { zones: homes.collect() }
    }

    /// The first zone for a role that accepts a card, else the first zone there is.
    pub(super) fn of(
        &self,
        catalog: &Catalog,
        card: Option<CardIndex>,
        role: Option<&str>,
    ) -> &str {
        let parameters = role.map_or_else(Parameters::new, |r| Parameters::new().text("role", r));
        let world = World::of(catalog).with_parameters(&parameters);
        let open = |(_, roles, accepts): &&(String, Vec<String>, Option<Filter>)| {
            let its = roles.is_empty() || role.is_none_or(|r| roles.iter().any(|its| its == r));
            let fits = match (card, accepts) {
                (Some(card), Some(filter)) => filter.test(&world, card, None) != Truth::False,
                _ => true,
            };
            its && fits
        };
        let home = self.zones.iter().find(open).or_else(|| self.zones.first());
        home.map_or("deck", |(id, ..)| id)
    }
}

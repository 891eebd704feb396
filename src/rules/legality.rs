//! Whether one card may be played in a format at all: what `legal:FORMAT` asks.

use super::setup;
use crate::language::{self, Legality, ParameterValue, Parameters, Piles, Truth, World};
use crate::model::format::{Level, RuleBody};
use crate::model::{CardIndex, Catalog, Date, Format, Lens};

/// Answers `legal:FORMAT` from the formats of a catalog: a card is legal where some zone accepts
/// it and it breaks no rule that every single card has to meet (`all`, `none`, `count(…) = 0`).
pub struct FormatLegality<'a> {
    /// The catalog.
    pub catalog: &'a Catalog,
    /// Which facts count as known.
    pub lens: Lens,
    /// The day that counts.
    pub on: Option<Date>,
}

impl Legality for FormatLegality<'_> {
    fn legal(&self, format: &str, card: CardIndex) -> Truth {
        match self.catalog.format(format) {
            Some(format) => self.card_in(format, card),
            None => Truth::False,
        }
    }
}

impl FormatLegality<'_> {
    fn card_in(&self, format: &Format, card: CardIndex) -> Truth {
        let scope = setup::scope(self.catalog, format);
        let mut parameters = Parameters::default();
        for parameter in &format.parameters {
            if let Some(value) = parameter.default {
                parameters.set(&parameter.named.id, ParameterValue::Number(value));
            }
        }
        let world = World::of(self.catalog).with_parameters(&parameters).with_lens(self.lens);
        let world = World { on: self.on, ..world };
        let zones = format.zones.iter().filter_map(|zone| {
            let accepts = language::filter(&zone.accepts, &scope).ok()?;
            Some((zone, accepts.test(&world, card, Some(&zone.named.id))))
        });
        zones
            .map(|(zone, fits)| fits.and(self.rules(format, &scope, &world, &zone.named.id, card)))
            .fold(Truth::False, Truth::or)
    }

    fn rules(
        &self,
        format: &Format,
        scope: &language::Scope<'_>,
        world: &World<'_>,
        zone: &str,
        card: CardIndex,
    ) -> Truth {
        let concerns = |rule: &&crate::model::Rule| {
            rule.level == Level::Error
                && rule.roles.is_empty()
                && (rule.zones.is_empty() || rule.zones.iter().any(|z| z == zone))
        };
        let mut truth = Truth::True;
        for rule in format.rules.iter().filter(concerns) {
            let RuleBody::Require(text) = &rule.body else { continue };
            let Ok(condition) = language::condition(text, scope) else { continue };
            if !condition.is_per_card() {
                continue;
            }
            let one = Piles::one(zone, vec![(card, 1)]);
            truth = truth.and(condition.truth(world, &one));
        }
        truth
    }
}

//! Encodes carrier rules as rows: cargo is smaller than its carrier, has room, carries nothing
//! itself, and is in the zone of its carrier.

use super::{
    certainty::Certainty,
    encode::Encoder,
    linear::{LinearSum, Literal, Var},
    parts::{HoldCard, ZoneCard},
};
use sleeve_data::model::{
    Bounds, CardIndex, Catalog, Deck, Number,
    format::{Carries, Rule},
};
use sleeve_language::{Truth, World};
use sleeve_rules::{
    CheckError, RuleError, Rulebook,
    carriers::{CarrierFields, is_smaller, read_bounds},
};

/// Reads carrier rules for the holds of a deck.
pub(super) struct CargoReader<'l, 'a> {
    pub(super) catalog: &'l Catalog,
    pub(super) world: &'l World<'l>,
    pub(super) rulebook: &'l Rulebook<'a>,
    pub(super) deck: &'l Deck,
    pub(super) certainty: Certainty,
    pub(super) places: &'l [ZoneCard],
    pub(super) held: &'l [HoldCard],
    /// Positions of the zones of the rule.
    pub(super) zones: Vec<usize>,
}

#[derive(Default)]
pub(super) struct CargoDemands {
    /// Sums that are not above zero.
    rows: Vec<LinearSum>,
    /// Cargo that must be in one zone with its carrier: its variable, and for each zone the copies
    /// of cargo and of carrier.
    same_zone: Vec<(Var, Vec<(LinearSum, LinearSum)>)>,
}

impl CargoReader<'_, '_> {
    /// Reads the demands of a rule on the holds of the deck.
    pub(super) fn read_rule(
        &self,
        rule: &Rule,
        carries: &Carries,
    ) -> Result<CargoDemands, CheckError> {
        let fields = CarrierFields::resolve(self.catalog, carries)
            .map_err(|field| fail(rule, field, RuleError::NoField(field.to_owned())))?;
        let placed = match carries.placed.as_str() {
            "" => None,
            text => {
                let filter = self.rulebook.filter(text);
                Some(filter.map_err(|error| fail(rule, text, RuleError::Language(error)))?)
            }
        };
        let mut demands = CargoDemands::default();
        self.require_presence(&mut demands);
        for (hold, carried) in self.deck.carried.iter().enumerate() {
            let carrier = carried.carrier.value;
            let held = self.held.iter().filter(|held| held.hold == hold);
            let cargo: Vec<(Var, CardIndex)> = held
                .filter_map(|held| Some((held.stay_variable, self.held_card(held)?)))
                .collect();
            for (stays, card) in &cargo {
                let smaller = is_smaller(self.catalog, self.world.lens, &fields, *card, carrier);
                let on_table = placed
                    .as_ref()
                    .map(|filter| filter.test(self.world, *card, None));
                if !self
                    .certainty
                    .accepts(smaller.and(!on_table.unwrap_or(Truth::False)))
                {
                    demands.rows.push(LinearSum::from_variable(*stays));
                }
                let mut zones = Vec::new();
                for zone in &self.zones {
                    zones.push((
                        self.sum_copies(&[*zone], *card),
                        self.sum_copies(&[*zone], carrier),
                    ));
                }
                demands.same_zone.push((*stays, zones));
            }
            self.require_room(&fields, carrier, &cargo, &mut demands);
            self.forbid_nesting(carrier, &cargo, &mut demands);
        }
        Ok(demands)
    }

    /// The card in a hold.
    fn held_card(&self, held: &HoldCard) -> Option<CardIndex> {
        Some(
            self.deck
                .carried
                .get(held.hold)?
                .cargo
                .get(held.item)?
                .value,
        )
    }

    /// The sum of the copies of a card in some zones.
    fn sum_copies(&self, zones: &[usize], card: CardIndex) -> LinearSum {
        let mut terms = Vec::new();
        for (var, place) in (0u32..).zip(self.places) {
            if place.card == card && zones.contains(&place.zone) {
                terms.push((var, 1));
            }
        }
        LinearSum::new(terms, 0, 1)
    }

    /// Demands that a card carries, or is carried, no more often than the zones contain it.
    fn require_presence(&self, demands: &mut CargoDemands) {
        let mut cards: Vec<CardIndex> = self
            .held
            .iter()
            .filter_map(|held| self.held_card(held))
            .collect();
        cards.sort();
        cards.dedup();
        for card in cards {
            let held = self
                .held
                .iter()
                .filter(|held| self.held_card(held) == Some(card));
            let carried = LinearSum::new(held.map(|held| (held.stay_variable, 1)).collect(), 0, 1);
            demands
                .rows
                .extend(carried.minus(&self.sum_copies(&self.zones, card)));
        }
        for (hold, carried) in self.deck.carried.iter().enumerate() {
            // A hold that keeps cargo needs its carrier; an empty one is removed.
            let carriers = self.sum_copies(&self.zones, carried.carrier.value);
            for held in self.held.iter().filter(|held| held.hold == hold) {
                demands
                    .rows
                    .extend(LinearSum::from_variable(held.stay_variable).minus(&carriers));
            }
        }
    }

    /// Demands that the cargo of a carrier fits into its spaces.
    fn require_room(
        &self,
        fields: &CarrierFields,
        carrier: CardIndex,
        cargo: &[(Var, CardIndex)],
        demands: &mut CargoDemands,
    ) {
        let lens = self.world.lens;
        let certain = self.certainty == Certainty::Certain;
        // A carrier that prints no capacity carries nothing.
        let Some(capacity) = read_bounds(self.catalog, lens, carrier, fields.capacity) else {
            demands.rows.extend(
                cargo
                    .iter()
                    .map(|(stays, _)| LinearSum::from_variable(*stays)),
            );
            return;
        };
        // Without a known end all the cargo may fit, but none of it does so for certain.
        let end = if certain { capacity.min } else { capacity.max };
        let Some(capacity) = end.map(Number::millionths) else {
            if certain {
                let stays = cargo
                    .iter()
                    .map(|(stays, _)| LinearSum::from_variable(*stays));
                demands.rows.extend(stays);
            }
            return;
        };
        let mut terms: Vec<(Var, i64)> = Vec::new();
        for (stays, card) in cargo {
            let space: Bounds =
                read_bounds(self.catalog, lens, *card, fields.space).unwrap_or_default();
            match if certain { space.max } else { space.min } {
                Some(space) => terms.push((*stays, space.millionths())),
                // Cargo without a known largest size may not fit.
                None if certain => demands.rows.push(LinearSum::from_variable(*stays)),
                None => {}
            }
        }
        demands.rows.push(LinearSum::new(terms, -capacity, 1));
    }

    /// Demands that a carrier with cargo is not carried itself.
    fn forbid_nesting(
        &self,
        carrier: CardIndex,
        cargo: &[(Var, CardIndex)],
        demands: &mut CargoDemands,
    ) {
        for nested in self
            .held
            .iter()
            .filter(|held| self.held_card(held) == Some(carrier))
        {
            for (stays, _) in cargo {
                let terms = vec![(*stays, 1), (nested.stay_variable, 1)];
                demands.rows.push(LinearSum::new(terms, -1, 1));
            }
        }
    }
}

fn fail(rule: &Rule, text: &str, error: RuleError) -> CheckError {
    CheckError::Rule {
        rule: rule.id.clone(),
        origin: rule.origin.clone(),
        text: text.to_owned(),
        error,
    }
}

impl CargoDemands {
    pub(super) fn encode(self, encoder: &mut Encoder<'_>) {
        for row in self.rows {
            encoder.add_row(Some(row), None);
        }
        for (stays, zones) in self.same_zone {
            let stays = Literal { var: stays, is_positive: true };
            // One zone is no choice: it needs no variable.
            let in_zone = if zones.len() == 1 {
                vec![stays]
            } else {
                let in_zone: Vec<_> = zones.iter().map(|_| encoder.model.add_literal()).collect();
                encoder.add_choice(&in_zone, Some(stays));
                in_zone
            };
            for ((cargo, carrier), literal) in zones.iter().zip(in_zone) {
                for copies in [cargo, carrier] {
                    encoder.add_row(LinearSum::from_whole(1).minus(copies), Some(literal));
                }
            }
        }
    }
}

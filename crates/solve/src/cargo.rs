//! Encodes carrier rules as rows: cargo is smaller than its carrier, has room, carries nothing
//! itself, and is in the zone of its carrier.

use super::certainty::Certainty;
use super::encode::Encoder;
use super::linear::{LinearSum, Literal, Var};
use super::parts::{HoldCard, ZoneCard};
use sleeve_data::model::format::{Carries, Rule};
use sleeve_data::model::{Bounds, CardIndex, Catalog, Deck, Number};
use sleeve_language::{Truth, World};
use sleeve_rules::carriers::{CarrierFields, is_smaller, read_bounds};
use sleeve_rules::{CheckError, RuleError, Rulebook};

/// Reads carrier rules for the holds of a deck.
pub(super) struct CargoReader<'l, 'a> {
    pub(super) catalog: &'l Catalog,
    pub(super) world: &'l World<'l>,
    pub(super) rulebook: &'l Rulebook<'a>,
    pub(super) deck: &'l Deck,
    pub(super) certainty: Certainty,
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
        (places, held): (&[ZoneCard], &[HoldCard]),
        zones: &[usize],
    ) -> Result<CargoDemands, CheckError> {
        let fail = |text: &str, error| CheckError::Rule {
            rule: rule.id.clone(),
            origin: rule.origin.clone(),
            text: text.to_owned(),
            error,
        };
        let fields = CarrierFields::resolve(self.catalog, carries)
            .map_err(|field| fail(field, RuleError::NoField(field.to_owned())))?;
        let placed = match carries.placed.as_str() {
            "" => None,
            text => {
                let filter = self.rulebook.filter(text);
                Some(filter.map_err(|error| fail(text, RuleError::Language(error)))?)
            }
        };
        let mut demands = CargoDemands::default();
        self.require_presence(places, held, zones, &mut demands);
        for (hold, carried) in self.deck.carried.iter().enumerate() {
            let carrier = carried.carrier.value;
            let cargo = held.iter().filter(|h| h.hold == hold);
            let cargo: Vec<(Var, CardIndex)> = cargo
                .filter_map(|h| Some((h.stay_variable, carried.cargo.get(h.item)?.value)))
                .collect();
            for (stays, card) in &cargo {
                let smaller = is_smaller(self.catalog, self.world.lens, &fields, *card, carrier);
                let on_table = placed
                    .as_ref()
                    .map_or(Truth::False, |filter| filter.test(self.world, *card, None));
                if !self.certainty.accepts(smaller.and(!on_table)) {
                    demands.rows.push(LinearSum::from_variable(*stays));
                }
                let both = |zone: &usize| {
                    (sum_copies(places, &[*zone], *card), sum_copies(places, &[*zone], carrier))
                };
                demands.same_zone.push((*stays, zones.iter().map(both).collect()));
            }
            self.require_room(&fields, carrier, &cargo, &mut demands);
            self.forbid_nesting(carrier, held, &cargo, &mut demands);
        }
        Ok(demands)
    }

    /// Demands that a card carries, or is carried, no more often than the zones contain it.
    fn require_presence(
        &self,
        places: &[ZoneCard],
        held: &[HoldCard],
        zones: &[usize],
        demands: &mut CargoDemands,
    ) {
        let value = |h: &HoldCard| Some(self.deck.carried.get(h.hold)?.cargo.get(h.item)?.value);
        let mut cards: Vec<CardIndex> = held.iter().filter_map(value).collect();
        cards.sort();
        cards.dedup();
        for card in cards {
            let carried = held.iter().filter(|h| value(h) == Some(card));
            let carried = LinearSum::new(carried.map(|h| (h.stay_variable, 1)).collect(), 0, 1);
            demands.rows.extend(carried.minus(&sum_copies(places, zones, card)));
        }
        for (hold, carried) in self.deck.carried.iter().enumerate() {
            // A hold that keeps cargo needs its carrier; an empty one is removed.
            let carriers = sum_copies(places, zones, carried.carrier.value);
            for held in held.iter().filter(|h| h.hold == hold) {
                demands.rows.extend(LinearSum::from_variable(held.stay_variable).minus(&carriers));
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
            demands.rows.extend(cargo.iter().map(|(stays, _)| LinearSum::from_variable(*stays)));
            return;
        };
        let capacity = if certain { capacity.min } else { capacity.max };
        // Without a known end all the cargo may fit, but none of it does so for certain.
        let Some(capacity) = capacity.map(Number::millionths) else {
            if certain {
                demands
                    .rows
                    .extend(cargo.iter().map(|(stays, _)| LinearSum::from_variable(*stays)));
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
        held: &[HoldCard],
        cargo: &[(Var, CardIndex)],
        demands: &mut CargoDemands,
    ) {
        let carried = held.iter().filter(|h| {
            let hold = self.deck.carried.get(h.hold);
            hold.and_then(|hold| hold.cargo.get(h.item)).is_some_and(|c| c.value == carrier)
        });
        for nested in carried {
            for (stays, _) in cargo {
                let terms = vec![(*stays, 1), (nested.stay_variable, 1)];
                demands.rows.push(LinearSum::new(terms, -1, 1));
            }
        }
    }
}

/// The sum of the copies of a card in some zones.
fn sum_copies(places: &[ZoneCard], zones: &[usize], card: CardIndex) -> LinearSum {
    let is_card = |place: &ZoneCard| place.card == card && zones.contains(&place.zone);
    let vars = (0u32..).zip(places).filter(|(_, place)| is_card(place)).map(|(var, _)| (var, 1));
    LinearSum::new(vars.collect(), 0, 1)
}

impl CargoDemands {
    pub(super) fn encode(self, encoder: &mut Encoder<'_>) {
        for row in self.rows {
            encoder.add_row(Some(row), None);
        }
        for (stays, zones) in self.same_zone {
            let at_least_one = |copies: &LinearSum| LinearSum::from_whole(1).minus(copies);
            // One zone is no choice: it needs no variable.
            if let [(cargo, carrier)] = zones.as_slice() {
                let stays = Literal { var: stays, is_positive: true };
                encoder.add_row(at_least_one(cargo), Some(stays));
                encoder.add_row(at_least_one(carrier), Some(stays));
                continue;
            }
            let in_zone: Vec<_> = zones.iter().map(|_| encoder.model.add_literal()).collect();
            encoder.add_choice(&in_zone, Some(Literal { var: stays, is_positive: true }));
            for ((cargo, carrier), literal) in zones.iter().zip(in_zone) {
                encoder.add_row(at_least_one(cargo), Some(literal));
                encoder.add_row(at_least_one(carrier), Some(literal));
            }
        }
    }
}

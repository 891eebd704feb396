//! What lies in holds, as rows: smaller ships only, no more than there is room for, nothing that
//! carries something itself, nobody else's ships.

use super::encode::{Certainty, Encoder};
use super::ground::{HoldCard, ZoneCard};
use super::linear::{LinearSum, Var};
use sleeve_data::model::format::{Carries, Rule};
use sleeve_data::model::{Bounds, CardIndex, Catalog, Deck, Number};
use sleeve_language::{Truth, World};
use sleeve_rules::carriers::{CarrierFields, is_smaller, read_bounds};
use sleeve_rules::{CheckError, RuleError, Rulebook};

/// Where holds are looked at.
pub(super) struct CargoReader<'l, 'a> {
    pub(super) catalog: &'l Catalog,
    pub(super) world: &'l World<'l>,
    pub(super) rulebook: &'l Rulebook<'a>,
    pub(super) deck: &'l Deck,
    pub(super) certainty: Certainty,
}

/// Rows about holds.
#[derive(Default)]
pub(super) struct CargoDemands {
    /// Sums that are not above zero.
    rows: Vec<LinearSum>,
    /// Cargo that stays only where it and its carrier lie in one zone: its variable, and for each
    /// zone the copies of the two.
    together: Vec<(Var, Vec<(LinearSum, LinearSum)>)>,
}

impl CargoReader<'_, '_> {
    /// What a rule asks of the deck's holds.
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
        for (at, carried) in self.deck.carried.iter().enumerate() {
            let carrier = carried.carrier.value;
            let own = held.iter().filter(|h| h.hold == at);
            let own: Vec<(Var, CardIndex)> =
                own.filter_map(|h| Some((h.kept, carried.cargo.get(h.item)?.value))).collect();
            for (kept, cargo) in &own {
                let smaller = is_smaller(self.catalog, self.world.lens, &fields, *cargo, carrier);
                let on_table = placed
                    .as_ref()
                    .map_or(Truth::False, |filter| filter.test(self.world, *cargo, None));
                if !self.certainty.accepts(smaller.and(!on_table)) {
                    demands.rows.push(LinearSum::from_variable(*kept));
                }
                let both = |zone: &usize| {
                    (sum_copies(places, &[*zone], *cargo), sum_copies(places, &[*zone], carrier))
                };
                demands.together.push((*kept, zones.iter().map(both).collect()));
            }
            self.require_room(&fields, carrier, &own, &mut demands);
            self.forbid_nesting(carrier, held, &own, &mut demands);
        }
        Ok(demands)
    }

    /// A card is carried, and carries, no more often than it is there.
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
            let carried = LinearSum::new(carried.map(|h| (h.kept, 1)).collect(), 0, 1);
            demands.rows.extend(carried.minus(&sum_copies(places, zones, card)));
        }
        for (at, carried) in self.deck.carried.iter().enumerate() {
            // A hold that keeps something needs its carrier; one that keeps nothing is taken away.
            let there = sum_copies(places, zones, carried.carrier.value);
            for held in held.iter().filter(|h| h.hold == at) {
                demands.rows.extend(LinearSum::from_variable(held.kept).minus(&there));
            }
        }
    }

    fn require_room(
        &self,
        fields: &CarrierFields,
        carrier: CardIndex,
        own: &[(Var, CardIndex)],
        demands: &mut CargoDemands,
    ) {
        let lens = self.world.lens;
        let certain = self.certainty == Certainty::Certain;
        let Some(capacity) = read_bounds(self.catalog, lens, carrier, fields.capacity) else {
            demands.rows.extend(own.iter().map(|(kept, _)| LinearSum::from_variable(*kept)));
            return;
        };
        let capacity = if certain { capacity.min } else { capacity.max };
        let Some(capacity) = capacity.map(Number::millionths) else {
            if certain {
                demands.rows.extend(own.iter().map(|(kept, _)| LinearSum::from_variable(*kept)));
            }
            return;
        };
        let mut terms: Vec<(Var, i64)> = Vec::new();
        for (kept, cargo) in own {
            let space: Bounds =
                read_bounds(self.catalog, lens, *cargo, fields.space).unwrap_or_default();
            match if certain { space.max } else { space.min } {
                Some(space) => terms.push((*kept, space.millionths())),
                // Cargo of which no largest size is known may not fit.
                None if certain => demands.rows.push(LinearSum::from_variable(*kept)),
                None => {}
            }
        }
        demands.rows.push(LinearSum::new(terms, -capacity, 1));
    }

    /// What carries something is not carried.
    fn forbid_nesting(
        &self,
        carrier: CardIndex,
        held: &[HoldCard],
        own: &[(Var, CardIndex)],
        demands: &mut CargoDemands,
    ) {
        let carried = held.iter().filter(|h| {
            let hold = self.deck.carried.get(h.hold);
            hold.and_then(|hold| hold.cargo.get(h.item)).is_some_and(|c| c.value == carrier)
        });
        for nested in carried {
            for (kept, _) in own {
                let terms = vec![(*kept, 1), (nested.kept, 1)];
                demands.rows.push(LinearSum::new(terms, -1, 1));
            }
        }
    }
}

/// The copies of a card in some zones.
fn sum_copies(places: &[ZoneCard], zones: &[usize], card: CardIndex) -> LinearSum {
    let here = |place: &ZoneCard| place.card == card && zones.contains(&place.zone);
    let vars = (0u32..).zip(places).filter(|(_, place)| here(place)).map(|(var, _)| (var, 1));
    LinearSum::new(vars.collect(), 0, 1)
}

impl CargoDemands {
    /// Puts them into a model.
    pub(super) fn encode(self, encoder: &mut Encoder<'_>) {
        for row in self.rows {
            encoder.add_row(Some(row), None);
        }
        for (kept, zones) in self.together {
            let some = |copies: &LinearSum| LinearSum::from_whole(1).minus(copies);
            if let [(cargo, carrier)] = zones.as_slice() {
                let kept = super::linear::Literal { var: kept, is_positive: true };
                encoder.add_row(some(cargo), Some(kept));
                encoder.add_row(some(carrier), Some(kept));
                continue;
            }
            let there: Vec<_> = zones.iter().map(|_| encoder.model.add_literal()).collect();
            encoder
                .add_choice(&there, Some(super::linear::Literal { var: kept, is_positive: true }));
            for ((cargo, carrier), literal) in zones.iter().zip(there) {
                encoder.add_row(some(cargo), Some(literal));
                encoder.add_row(some(carrier), Some(literal));
            }
        }
    }
}

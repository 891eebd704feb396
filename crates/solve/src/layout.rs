//! The slots of all piles that conditions read (zones, holds, boxes), and the seat of each: a
//! variable of the solver, or a constant number of cards.

use super::certainty::Certainty;
use super::linear::{LinearModel, LinearSum, MAX_COPIES, Var};
use super::parts::{GroundParts, HoldCard, ZoneCard, rule_error};
use sleeve_data::model::CardIndex;
use sleeve_data::model::format::Rule;
use sleeve_language::bound::Spot;
use sleeve_language::{BOX, BOXES, ParameterValue, Slot, SpreadPiles, Truth, Universe, World};
use sleeve_rules::{CARRIED, CheckError, PreparedFormat, piles};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

/// The layout of all piles, with the variables for cards.
pub(super) struct SlotLayout<'l, 'p, 'a> {
    parts: &'l GroundParts<'p, 'a>,
    setup: &'l PreparedFormat<'a>,
    world: World<'l>,
    certainty: Certainty,
    pub(super) spread: SpreadPiles,
    pub(super) board: Board,
    /// The model: variables, but no rows yet.
    pub(super) model: LinearModel,
    /// The cards of the first variables, in order.
    pub(super) places: Vec<ZoneCard>,
    /// The cards of the next variables, in order.
    pub(super) hold_cards: Vec<HoldCard>,
    /// Position of the zone and variable of each card in a zone that does not accept it.
    pub(super) refused: Vec<(usize, Var)>,
}

impl<'l, 'p, 'a> SlotLayout<'l, 'p, 'a> {
    pub(super) fn new(
        parts: &'l GroundParts<'p, 'a>,
        setup: &'l PreparedFormat<'a>,
        world: World<'l>,
        certainty: Certainty,
    ) -> Result<Self, CheckError> {
        let mut layout = SlotLayout {
            parts,
            setup,
            world,
            certainty,
            spread: SpreadPiles::default(),
            board: Board::default(),
            model: LinearModel::default(),
            places: Vec::new(),
            hold_cards: Vec::new(),
            refused: Vec::new(),
        };
        layout.lay_out_zones()?;
        Ok(layout)
    }

    /// Lays out every card in every zone that accepts it or where the deck has it, then holds and boxes.
    fn lay_out_zones(&mut self) -> Result<(), CheckError> {
        let catalog = self.setup.catalog;
        let mut universe = Universe::default();
        // Only copies in a state that the deck has are candidates: cards that come in have no state.
        let in_states = self.parts.deck.entries.iter().map(|entry| entry.card);
        let in_states: BTreeSet<CardIndex> =
            in_states.filter(|card| catalog.cards.state(*card).is_some()).collect();
        let in_states = in_states.iter().copied();
        for (zone_index, zone) in self.setup.format.zones.iter().enumerate() {
            let id = &zone.named.id;
            let accepts = self.parts.rulebook.filter(&zone.accepts).map_err(|error| {
                rule_error(&format!("zone-{id}"), &zone.origin, &zone.accepts, error)
            })?;
            // The final zone contents are unknown before the search.
            let without_contents = self.setup.parameters.clone().without_zone_contents();
            let world = if accepts.reads_zones() {
                World { parameters: &without_contents, ..self.world }
            } else {
                self.world
            };
            let mut in_deck: BTreeMap<CardIndex, u32> = BTreeMap::new();
            for (card, n) in piles::list_zone_cards(self.setup.format, self.parts.deck, id) {
                let sum = in_deck.entry(card).or_insert(0);
                *sum = sum.saturating_add(n);
            }
            let name: Arc<str> = Arc::from(id.as_str());
            let (mut slots, mut seats) = (Vec::new(), Vec::new());
            let slot = |card| Slot { card, zone: Some(Arc::clone(&name)) };
            let role = self.setup.role.as_ref();
            let is_open =
                zone.roles.is_empty() || role.is_some_and(|role| zone.roles.contains(role));
            for card in catalog.cards.iter().map(|card| card.index()).chain(in_states.clone()) {
                let n = in_deck.get(&card).copied().unwrap_or(0);
                let truth = accepts.test(&world, card, Some(id));
                let is_undecided = accepts.reads_zones() && truth == Truth::Unknown;
                let is_accepted = is_open && (is_undecided || self.certainty.accepts(truth));
                if !is_accepted && n == 0 && !(self.parts.opens_zones && is_open) {
                    continue;
                }
                // Several lines of a deck file may have more copies than one line can.
                let var = self.model.add_variable(0, MAX_COPIES.max(i64::from(n)));
                self.places.push(ZoneCard {
                    card,
                    zone: zone_index,
                    deck_copies: n,
                    removed: None,
                });
                if !is_accepted {
                    self.refused.push((zone_index, var));
                }
                slots.push(slot(card));
                seats.push(Seat::Free(var));
            }
            if let Some(n) = in_deck.get(&CardIndex::STRANGER) {
                slots.push(slot(CardIndex::STRANGER));
                seats.push(Seat::Stranger(*n));
            }
            universe.piles.push((id.to_string(), slots));
            self.board.seats.push(seats);
        }
        self.lay_out_holds(&mut universe);
        self.lay_out_boxes(&mut universe);
        self.spread = SpreadPiles { universe, counts: Vec::new() };
        Ok(())
    }

    fn lay_out_holds(&mut self, universe: &mut Universe) {
        let (mut slots, mut seats) = (Vec::new(), Vec::new());
        for (hold, carried) in self.parts.deck.carried.iter().enumerate() {
            for (item, cargo) in carried.cargo.iter().enumerate() {
                let stay_variable = self.model.add_variable(0, 1);
                self.hold_cards.push(HoldCard { hold, item, stay_variable });
                let zone = Some(Arc::from(CARRIED));
                slots.push(Slot { card: cargo.value, zone });
                seats.push(Seat::Free(stay_variable));
            }
        }
        universe.piles.push((CARRIED.to_owned(), slots));
        self.board.seats.push(seats);
    }

    /// Lays out the boxes, if a rule or wish reads them.
    fn lay_out_boxes(&mut self, universe: &mut Universe) {
        let rules = &self.setup.format.rules;
        let conditions = &self.parts.wishes.require;
        let is_reading = |rule: &Rule| {
            let mut texts = self.parts.rulebook.parse_rule(rule).flatten();
            texts.any(|text| text.piles().iter().any(|pile| pile == BOX))
        };
        let is_read = rules.iter().any(is_reading)
            || conditions.iter().any(|c| c.piles().iter().any(|pile| pile == BOX));
        if !is_read {
            return;
        }
        let boxes = match self.setup.parameters.get(BOXES) {
            ParameterValue::Number(n) => n.to_integer().and_then(|n| u32::try_from(n).ok()),
            _ => None,
        };
        let cards = piles::list_box_cards(self.setup.catalog, boxes.unwrap_or(1));
        let zone: Arc<str> = Arc::from(BOX);
        let slot = |card: &CardIndex| Slot { card: *card, zone: Some(Arc::clone(&zone)) };
        universe.piles.push((BOX.to_owned(), cards.iter().map(|(card, _)| slot(card)).collect()));
        self.board.seats.push(cards.iter().map(|(_, n)| Seat::Fixed(*n)).collect());
    }
}

/// The cards at a spot, as the solver sees them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Seat {
    /// As many cards as the value of the variable.
    Free(Var),
    /// A number of cards that does not change.
    Fixed(u32),
    /// A number of unresolved cards, which do not count against a deck.
    Stranger(u32),
}

/// The seats of all piles, pile by pile.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Board {
    pub seats: Vec<Vec<Seat>>,
}

impl Board {
    /// The seat of a spot; no cards if there is no such spot.
    pub(crate) fn seat(&self, spot: Spot) -> Seat {
        let pile = self.seats.get(spot.pile as usize);
        pile.and_then(|p| p.get(spot.slot as usize)).copied().unwrap_or(Seat::Fixed(0))
    }

    /// The sum of the cards at some spots, each times its factor, divided by `scale`.
    pub(crate) fn sum_spots(
        &self,
        spots: impl Iterator<Item = (Spot, i64)>,
        scale: i64,
    ) -> LinearSum {
        let (mut terms, mut constant) = (Vec::new(), 0i64);
        for (spot, factor) in spots {
            match self.seat(spot) {
                Seat::Free(var) => terms.push((var, factor)),
                Seat::Fixed(n) | Seat::Stranger(n) => {
                    constant = constant.saturating_add(factor.saturating_mul(i64::from(n)));
                }
            }
        }
        LinearSum::new(terms, constant, scale)
    }

    pub(crate) fn count_spots<'s>(&self, spots: impl IntoIterator<Item = &'s Spot>) -> LinearSum {
        self.sum_spots(spots.into_iter().map(|spot| (*spot, 1)), 1)
    }

    /// Whether a spot has unresolved cards.
    pub(crate) fn is_stranger(&self, spot: Spot) -> bool {
        matches!(self.seat(spot), Seat::Stranger(_))
    }
}

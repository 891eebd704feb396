//! The slots of all piles that conditions read (zones, holds, boxes), and the seat of each: a
//! variable of the solver, or a constant number of cards.

use super::{
    certainty::Certainty,
    linear::{LinearModel, LinearSum, MAX_COPIES, Var},
    parts::{GroundParts, HoldCard, ZoneCard, rule_error},
};
use sleeve_data::model::{CardIndex, format::Zone};
use sleeve_language::{
    BOX, BOXES, ParameterValue, Slot, SpreadPiles, Truth, Universe, World, bound::Spot,
};
use sleeve_rules::{CARRIED, CheckError, PreparedFormat, piles};
use std::{
    collections::{BTreeMap, BTreeSet},
    sync::Arc,
};

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

    /// Lays out every card in every zone that accepts it or where the deck has it, then holds and
    /// boxes.
    fn lay_out_zones(&mut self) -> Result<(), CheckError> {
        let cards = &self.setup.catalog.cards;
        let mut listed: Vec<CardIndex> = cards.iter().map(|card| card.index()).collect();
        // Only copies in a state that the deck has are candidates: cards that come in have no
        // state.
        let in_deck = self.parts.deck.entries.iter().map(|entry| entry.card);
        let in_states: BTreeSet<CardIndex> = in_deck
            .filter(|card| cards.state(*card).is_some())
            .collect();
        listed.extend(in_states);
        let mut universe = Universe::default();
        for (index, zone) in self.setup.format.zones.iter().enumerate() {
            self.lay_out_zone(index, zone, &listed, &mut universe)?;
        }
        self.lay_out_holds(&mut universe);
        self.lay_out_boxes(&mut universe);
        self.spread = SpreadPiles { universe, counts: Vec::new() };
        Ok(())
    }

    fn lay_out_zone(
        &mut self,
        index: usize,
        zone: &Zone,
        listed: &[CardIndex],
        universe: &mut Universe,
    ) -> Result<(), CheckError> {
        let id = zone.named.id.as_str();
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
        let name: Arc<str> = Arc::from(id);
        let (mut slots, mut seats) = (Vec::new(), Vec::new());
        let role = self.setup.role.as_ref();
        let is_open = zone.roles.is_empty() || role.is_some_and(|role| zone.roles.contains(role));
        for card in listed.iter().copied() {
            let deck_copies = in_deck.get(&card).copied().unwrap_or(0);
            let truth = accepts.test(&world, card, Some(id));
            let is_undecided = accepts.reads_zones() && truth == Truth::Unknown;
            let is_accepted = is_open && (is_undecided || self.certainty.accepts(truth));
            if !is_accepted && deck_copies == 0 && !(self.parts.opens_zones && is_open) {
                continue;
            }
            // Several lines of a deck file may have more copies than one line can.
            let var = self
                .model
                .add_variable(0, MAX_COPIES.max(i64::from(deck_copies)));
            self.places
                .push(ZoneCard { card, zone: index, deck_copies, removed: None });
            if !is_accepted {
                self.refused.push((index, var));
            }
            slots.push(Slot { card, zone: Some(Arc::clone(&name)) });
            seats.push(Seat::Free(var));
        }
        if let Some(n) = in_deck.get(&CardIndex::STRANGER) {
            slots.push(Slot { card: CardIndex::STRANGER, zone: Some(name) });
            seats.push(Seat::Stranger(*n));
        }
        universe.piles.push((id.to_owned(), slots));
        self.board.seats.push(seats);
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
        let rules = self.setup.format.rules.iter();
        let mut texts = rules
            .flat_map(|rule| self.parts.rulebook.parse_rule(rule))
            .flatten();
        let mut conditions = self.parts.wishes.require.iter();
        if !texts.any(|text| names_box(text.piles()))
            && !conditions.any(|condition| names_box(condition.piles()))
        {
            return;
        }
        let zone: Arc<str> = Arc::from(BOX);
        let (mut slots, mut seats) = (Vec::new(), Vec::new());
        for (card, n) in list_box_cards(self.setup) {
            slots.push(Slot { card, zone: Some(Arc::clone(&zone)) });
            seats.push(Seat::Fixed(n));
        }
        universe.piles.push((BOX.to_owned(), slots));
        self.board.seats.push(seats);
    }
}

fn names_box(piles: &[String]) -> bool {
    piles.iter().any(|pile| pile == BOX)
}

/// The cards of the boxes of a deck; those of one box if their number is unknown.
pub(super) fn list_box_cards(setup: &PreparedFormat<'_>) -> Vec<(CardIndex, u32)> {
    let boxes = match setup.parameters.get(BOXES) {
        ParameterValue::Number(n) => n.to_integer().and_then(|n| u32::try_from(n).ok()),
        _ => None,
    };
    piles::list_box_cards(setup.catalog, boxes.unwrap_or(1))
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
        pile.and_then(|p| p.get(spot.slot as usize))
            .copied()
            .unwrap_or(Seat::Fixed(0))
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

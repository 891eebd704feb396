//! The wishes of the user as rows, and their effect on a deck.

use super::{Goal, GoalNumber, GroundBuilder, default_zones};
use crate::{
    layout::list_box_cards,
    linear::{LinearSum, Var},
    parts::{GroundParts, ZoneCard},
    wishes::WishOrigin,
};
use sleeve_data::model::Deck;
use sleeve_decks::{Move, Moves};
use sleeve_language::{
    BOX, Filter, PileView, Quantity, SpreadPiles, Truth, World, bound::BoundValue,
};
use sleeve_rules::{CARRIED, CheckError, PreparedFormat, SetupRequest, WorkBudget, piles};
use std::rc::Rc;

impl GroundBuilder<'_, '_, '_> {
    pub(super) fn add_wishes(&mut self) {
        let wishes = self.parts.wishes;
        // In a deck that certainly meets the wishes, a card that may be locked stays, and one that
        // may be forbidden does not come in. Other decks are searched only if there is no such
        // deck.
        let (mut locked, mut deck_cards, mut capped) = (Vec::new(), Vec::new(), Vec::new());
        // Cards outside the deck share one row; a card of the deck has a row of its own, so that it
        // may stay.
        let mut barred: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let copies = i64::from(place.deck_copies);
            if copies > 0 {
                let stays = LinearSum::new(vec![(var, -1)], copies, 1);
                let lock = wishes.lock.as_ref();
                if lock.is_some_and(|lock| !self.accepts(!self.test_place(lock, place))) {
                    locked.push(stays.clone());
                }
                if wishes.keeps_deck {
                    deck_cards.push(stays);
                }
            }
            let only = wishes.only.as_ref();
            if only.is_none_or(|only| self.accepts(self.test_place(only, place))) {
                continue;
            }
            if copies == 0 {
                barred.push((var, 1));
            } else {
                capped.push(LinearSum::new(vec![(var, 1)], -copies, 1));
            }
        }
        capped.push(LinearSum::new(barred, 0, 1));
        self.add_rows(WishOrigin::Lock, |encoder| encoder.add_rows(locked, None));
        self.add_rows(WishOrigin::Deck, |encoder| encoder.add_rows(deck_cards, None));
        self.add_rows(WishOrigin::Only, |encoder| encoder.add_rows(capped, None));
        self.add_wanted_cards();
        self.add_owned_cards();
        self.add_conditions();
    }

    /// Whether the card of a place matches a filter there.
    fn test_place(&self, filter: &Filter, place: &ZoneCard) -> Truth {
        let zone = self
            .setup
            .format
            .zones
            .get(place.zone)
            .map(|zone| zone.named.id.as_str());
        filter.test(&self.world, place.card, zone)
    }

    fn add_wanted_cards(&mut self) {
        let all_zones: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let anywhere = self.variables_by_card(&all_zones);
        // A card that sets out others does so only if a rule looks for it.
        let mut setter_zones = self.zone_positions(&self.parts.rulebook.setter_zones());
        if setter_zones.is_empty() {
            setter_zones = all_zones;
        }
        let setting = self.variables_by_card(&setter_zones);
        for (index, (card, n)) in self.parts.wishes.with.iter().enumerate() {
            let sets_out = self.setup.catalog.set_out(*card).is_some();
            let cards = if sets_out { &setting } else { &anywhere };
            let terms = cards
                .get(card)
                .into_iter()
                .flatten()
                .map(|(var, _)| (*var, -1))
                .collect();
            let row = LinearSum::new(terms, i64::from(*n), 1);
            self.add_rows(WishOrigin::With(index), |encoder| encoder.add_row(Some(row), None));
        }
    }

    fn add_owned_cards(&mut self) {
        let Some(owned) = &self.parts.wishes.owned else { return };
        let all_zones: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let mut not_owned: Vec<(Var, i64)> = Vec::new();
        let mut rows: Vec<LinearSum> = Vec::new();
        for (card, terms) in self.variables_by_card(&all_zones) {
            match owned.get(&card).copied().unwrap_or(0) {
                0 => not_owned.extend(terms),
                n => rows.push(LinearSum::new(terms, -i64::from(n), 1)),
            }
        }
        self.add_rows(WishOrigin::Owned, |encoder| {
            encoder.add_row(Some(LinearSum::new(not_owned, 0, 1)), None);
            // A row for each card of the collection: only those that an answer violates are needed.
            encoder.is_lazy = true;
            encoder.add_rows(rows, None);
        });
    }

    fn add_conditions(&mut self) {
        let zones: Rc<[String]> = default_zones(self.parts.rulebook).into();
        for (index, condition) in self.parts.wishes.require.iter().enumerate() {
            if self.deadline.is_over() {
                return;
            }
            let source = WishOrigin::Require(index);
            self.record_looseness(source.clone(), |builder| {
                let demand = builder.bind_demand(condition, Rc::clone(&zones));
                builder.add_rows_for(source, demand.zone, |encoder| {
                    encoder.encode_demand(&demand, None)
                });
            });
        }
        for objective in &self.parts.wishes.objectives {
            let mut goal = Goal { exists: None, number: GoalNumber::Inexpressible };
            let measure = objective.maximised();
            // The final zone contents are unknown before the search.
            if !measure.reads_zones() {
                let view = self.view_zones(Rc::clone(&zones));
                let value: BoundValue = measure.bind_in(&view);
                self.add_rows(WishOrigin::Structure, |encoder| goal = encoder.encode_goal(&value));
            }
            self.ground.goals.push(goal);
        }
    }
}

/// Evaluates the wishes on a deck as the rules engine does: whether it meets the required
/// conditions and the cards that were moved may be, and the numbers to maximise.
///
/// # Errors
/// The deck does not fit the format.
pub(crate) fn measure_deck(
    parts: &GroundParts<'_, '_>,
    deck: &Deck,
    moves: &Moves,
) -> Result<(Truth, Vec<Quantity>), CheckError> {
    let GroundParts { rulebook, options, wishes, .. } = parts;
    let mut piles = piles::from_deck(rulebook.format, deck, &default_zones(rulebook));
    let spread = SpreadPiles::from_piles(&piles);
    let setup = PreparedFormat::from_request(&SetupRequest {
        rulebook,
        deck,
        spread: &spread,
        view: &rulebook.view(World::from_catalog(rulebook.catalog), &spread),
        overrides: &options.overrides,
        work: &WorkBudget::default(),
    })
    .map_err(CheckError::Setup)?;
    piles.zones.push((BOX.to_owned(), list_box_cards(&setup)));
    let spread = SpreadPiles::from_piles(&piles);
    let lens = options.lens();
    let legality = rulebook.legality(lens, options.on);
    let world = World { date: options.on, legality: Some(&legality), ..setup.world(lens) };
    let view = PileView::new(world, &spread);
    let mut truth = Truth::all(
        wishes
            .require
            .iter()
            .map(|condition| condition.truth_in(&view)),
    );
    let removed = moves.removed.iter().filter(|moved| moved.zone != CARRIED);
    // Rows move no card that a wish certainly forbids: an uncertain case is a doubt.
    if !match_all(wishes.lock.as_ref(), removed, &world, Truth::False)
        || !match_all(wishes.only.as_ref(), moves.added.iter(), &world, Truth::True)
    {
        truth = truth.and(Truth::Unknown);
    }
    let goals = wishes
        .objectives
        .iter()
        .map(|goal| goal.maximised().value_in(&view));
    Ok((truth, goals.collect()))
}

/// Whether the test of a filter has this truth for all moved cards; `true` without a filter.
fn match_all<'m>(
    filter: Option<&Filter>,
    mut moves: impl Iterator<Item = &'m Move>,
    world: &World<'_>,
    truth: Truth,
) -> bool {
    filter.is_none_or(|filter| {
        moves.all(|moved| filter.test(world, moved.card, Some(&moved.zone)) == truth)
    })
}

//! What the user wishes beside the rules, as rows.

use super::{Builder, Goal, GoalNumber, GroundParts, ZoneCard, own_zones};
use crate::linear::{Linear, Var};
use crate::wishes::WishOrigin;
use sleeve_data::model::{Deck, Lens};
use sleeve_language::bound::BoundValue;
use sleeve_language::{BOX, BOXES, ParameterValue, PileView, Quantity, SpreadPiles, Truth, World};
use sleeve_rules::{CheckError, PreparedFormat, Work, piles};

impl Builder<'_, '_, '_> {
    pub(super) fn wishes(&mut self) {
        let wishes = self.parts.wishes;
        let zone_ids: Vec<String> =
            self.setup.format.zones.iter().map(|z| z.named.id.to_string()).collect();
        let fits = |filter: &sleeve_language::Filter, place: &ZoneCard, world: &World<'_>| {
            let zone = zone_ids.get(place.zone).map(String::as_str);
            filter.test(world, place.card, zone) == Truth::True
        };
        let (mut locked, mut kept, mut capped) = (Vec::new(), Vec::new(), Vec::new());
        let mut barred: Vec<(Var, i64)> = Vec::new();
        for (var, place) in (0u32..).zip(&self.ground.places) {
            let stays = || Linear::of(vec![(var, -1)], i64::from(place.there), 1);
            if place.there > 0 && wishes.keeps_deck {
                kept.push(stays());
            }
            if place.there > 0
                && wishes.lock.as_ref().is_some_and(|lock| fits(lock, place, &self.world))
            {
                locked.push(stays());
            }
            if wishes.only.as_ref().is_some_and(|only| !fits(only, place, &self.world)) {
                match place.there {
                    0 => barred.push((var, 1)),
                    n => capped.push(Linear::of(vec![(var, 1)], -i64::from(n), 1)),
                }
            }
        }
        capped.push(Linear::of(barred, 0, 1));
        for (source, rows) in
            [(WishOrigin::Lock, locked), (WishOrigin::Deck, kept), (WishOrigin::Only, capped)]
        {
            self.ask(source, |encoder| {
                rows.into_iter().for_each(|row| encoder.row(Some(row), None));
            });
        }
        self.with();
        self.owned();
        self.conditions();
    }

    fn with(&mut self) {
        let all: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let cards = self.by_card(&all);
        for (at, (card, n)) in self.parts.wishes.with.iter().enumerate() {
            let terms = cards.get(card).into_iter().flatten().map(|(var, _)| (*var, -1)).collect();
            let row = Linear::of(terms, i64::from(*n), 1);
            self.ask(WishOrigin::With(at), |encoder| encoder.row(Some(row), None));
        }
    }

    fn owned(&mut self) {
        let Some(owned) = &self.parts.wishes.owned else { return };
        let all: Vec<usize> = (0..self.setup.format.zones.len()).collect();
        let mut none: Vec<(Var, i64)> = Vec::new();
        let mut rows: Vec<Linear> = Vec::new();
        for (card, terms) in self.by_card(&all) {
            match owned.get(&card).copied().unwrap_or(0) {
                0 => none.extend(terms),
                n => rows.push(Linear::of(terms, -i64::from(n), 1)),
            }
        }
        self.ask(WishOrigin::Owned, |encoder| {
            encoder.row(Some(Linear::of(none, 0, 1)), None);
            encoder.waits = true;
            rows.into_iter().for_each(|row| encoder.row(Some(row), None));
        });
    }

    fn conditions(&mut self) {
        let zones: std::rc::Rc<[String]> = own_zones(self.parts.rulebook).into();
        for (at, condition) in self.parts.wishes.require.iter().enumerate() {
            if self.patience.is_over() {
                return;
            }
            let node = self.said(condition, std::rc::Rc::clone(&zones), true);
            self.ask(WishOrigin::Require(at), |encoder| encoder.demand(&node, true, None));
        }
        let Some(measure) = &self.parts.wishes.maximise else { return };
        let mut goal = Goal { there: None, number: GoalNumber::Unsaid };
        // What the zones hold in the end, nobody knows yet.
        if !measure.reads_zones() {
            let value: BoundValue = measure.node_in(&self.view(zones));
            self.ask(WishOrigin::Structure, |encoder| goal = encoder.goal(&value));
        }
        self.ground.goal = Some(goal);
    }
}

/// Whether a deck meets the conditions of the user, and what the number comes to that is to be large, as
/// the rules engine counts it.
pub(crate) fn measured(
    parts: &GroundParts<'_, '_>,
    deck: &Deck,
) -> Result<(Truth, Option<Quantity>), CheckError> {
    let GroundParts { rulebook, options, wishes, .. } = parts;
    let mut piles = piles::of_deck(rulebook.format, deck, &own_zones(rulebook));
    let setup = PreparedFormat::from_rulebook(
        rulebook,
        (deck, &SpreadPiles::from_piles(&piles)),
        &options.overrides,
        &Work::default(),
    );
    let setup = setup.map_err(CheckError::Setup)?;
    let boxes = match setup.parameters.get(BOXES) {
        ParameterValue::Number(n) => n.to_integer().and_then(|n| u32::try_from(n).ok()),
        _ => None,
    };
    piles.zones.push((BOX.to_owned(), piles::boxes(rulebook.catalog, boxes.unwrap_or(1))));
    let spread = SpreadPiles::from_piles(&piles);
    let lens = if options.attested { Lens::Attested } else { Lens::Shipped };
    let legality = rulebook.legality(lens, options.on);
    let world = World { on: options.on, legality: Some(&legality), ..setup.world(lens) };
    let view = PileView::new(world, &spread);
    let met = Truth::all(wishes.require.iter().map(|condition| condition.truth_in(&view)));
    Ok((met, wishes.maximise.as_ref().map(|measure| measure.value_in(&view))))
}

//! Resolves plans for the sideboard: the cards that they name, and the zones of these cards.

use super::{DeckResolver, headings::DefaultZones, keep_fitting};
use crate::raw::{RawCard, RawDeck, RawPlan};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Deck, Entry, Format, SideboardPlan},
};
use std::sync::Arc;

/// What decides to which zone a card of the sideboard goes.
pub(super) struct PlanHomes<'p> {
    pub(super) default_zones: &'p DefaultZones<'p>,
    pub(super) format: Option<&'p Format>,
    pub(super) role: Option<&'p str>,
}

impl PlanHomes<'_> {
    /// The zones but the sideboard, first those from which hands are drawn.
    fn zones(&self) -> Vec<Arc<str>> {
        let mut zones = self.default_zones.open_zones(self.role);
        let Some(format) = self.format else { return zones };
        zones.retain(|id| {
            format
                .sideboard()
                .is_none_or(|sideboard| *sideboard.named.id != **id)
        });
        if let Some(opening) = &format.opening {
            zones.arrange_by_key(|id| !opening.zones.iter().any(|drawn| **drawn == **id));
        }
        zones
    }
}

impl DeckResolver<'_> {
    /// Resolves a plan. Names that mean no card, or several of the deck, become unresolved lines of
    /// the deck.
    pub(super) fn resolve_plan(
        &mut self,
        plan: &RawPlan,
        raw: &RawDeck,
        homes: &PlanHomes<'_>,
        deck: &mut Deck,
    ) -> SideboardPlan {
        let zones = homes.zones();
        let mut sides = [Vec::new(), Vec::new()];
        for (lines, entries) in [&plan.out, &plan.into].into_iter().zip(&mut sides) {
            for line in lines.iter().filter(|line| !line.has_no_copies) {
                let Some(card) = self.resolve_plan_line(line, raw, deck) else { continue };
                let mut accepting = zones.iter();
                let home =
                    accepting.find(|id| homes.default_zones.zone_accepts(id, card, homes.role));
                let zone = home.cloned().unwrap_or_default();
                entries.push(Entry { zone, card, count: line.count, span: line.span.clone() });
            }
        }
        let [out, into] = sides;
        SideboardPlan { name: plan.name.clone(), out, into }
    }

    /// Returns the card of a line. Of several cards with its name, it means the one in the deck.
    fn resolve_plan_line(
        &mut self,
        line: &RawCard,
        raw: &RawDeck,
        deck: &mut Deck,
    ) -> Option<CardIndex> {
        let meaning = self.look_up(line, raw);
        let catalog = self.catalog;
        let fitting = keep_fitting(&meaning.cards, |card| meaning.fits_parentheses(catalog, card));
        let cards = keep_fitting(&fitting, |card| {
            deck.entries
                .iter()
                .any(|entry| catalog.cards.base(entry.card) == card)
        });
        if let [one] = *cards
            && let Some(copy) = self.find_copy(line, one)
        {
            return Some(copy);
        }
        self.push_unresolved(&line.name, &line.span, &cards, deck);
        None
    }
}

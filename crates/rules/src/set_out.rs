//! What the cards of a deck set out before play begins, and which of it is not there.

use super::checker::{Checker, FoundRule};
use super::error::{CheckError, RuleError, mistake};
use super::finding::{FindingProblem, FindingStatus, Label, LabelKind};
use super::piles;
use sleeve_data::model::{CardIndex, Catalog, Rule, SetupPlace};
use sleeve_language::{self as language, Filter, FilterCache, MissingFact, Scope, Truth, World};
use std::ops::Deref;

impl Checker<'_> {
    /// What cards of a rule set out and the deck does not have.
    pub(super) fn sets_out(&self, rule: &Rule, filter: &str) -> Result<Vec<FoundRule>, CheckError> {
        let read = |text: &str| {
            let fail = |e| mistake(&rule.id, &rule.origin, text, RuleError::Language(e));
            self.rulebook.filter(text).map_err(fail)
        };
        let zones = self.rulebook.zones(rule);
        let cards = zones.iter().flat_map(|zone| {
            let here = piles::zone_cards(self.setup.format, self.deck, zone);
            here.into_iter().map(move |(card, _)| (card, zone.as_str()))
        });
        let mut there = Vec::with_capacity(self.deck.entries.len());
        there.extend(cards);
        let setters = read(filter)?;
        let cache = self.rulebook.cache.as_ref();
        let setters = setters.with_cache(self.world, cache);
        let empty = empty_places(&self.world, &there, (&setters, cache), &read)?;
        let found = empty.into_iter().map(|Empty { card, place, missing }| {
            let status =
                if missing.is_empty() { FindingStatus::Broken } else { FindingStatus::Unknown };
            let spans = self.lines(&zones, card);
            let what = |span| Label { span, what: LabelKind::Card(card, 1) };
            let labels = spans.into_iter().take(1).map(what).collect();
            let candidates = self.rulebook.fills(place);
            let problem = FindingProblem::SetsOut { card, place: place.name.clone(), candidates };
            Ok((status, problem, labels, missing))
        });
        found.collect()
    }
}

/// A place that no card of a deck is known to fill.
struct Empty<'a> {
    /// The card that sets it out.
    card: CardIndex,
    /// The place.
    place: &'a SetupPlace,
    /// Facts that would tell whether some card fills it; none: nothing does.
    missing: Vec<MissingFact>,
}

/// The places that must be filled, of each of these cards (with their zones) that a filter matches,
/// and are not. What only hangs on a line that could not be told is left out: the line is reported.
fn empty_places<'a, E, F: Deref<Target = Filter>>(
    world: &World<'a>,
    there: &[(CardIndex, &str)],
    (setters, cache): (&language::AskedFilter<'_>, Option<&FilterCache>),
    read: &dyn Fn(&str) -> Result<F, E>,
) -> Result<Vec<Empty<'a>>, E> {
    let mut empty = Vec::new();
    let mut seen: Vec<CardIndex> = Vec::new();
    for (card, zone) in there {
        if seen.contains(card) || setters.truth_for(*card, Some(zone)) != Truth::True {
            continue;
        }
        seen.push(*card);
        let Some(set_out) = world.catalog.set_out(*card) else { continue };
        for place in set_out.required() {
            let filter = read(&place.cards)?;
            let mut missing = Vec::new();
            // Whether a card fills it, or may and is one that could not be told.
            let (mut filled, mut doubtful) = (false, false);
            let asked = filter.with_cache(*world, cache);
            for (other, zone) in there {
                match asked.truth_for(*other, Some(zone)) {
                    Truth::True => {
                        filled = true;
                        break;
                    }
                    Truth::Unknown => {
                        doubtful = true;
                        let facts = filter.missing_facts(world, *other, Some(zone));
                        missing.extend(facts.into_iter().filter(|f| f.card != CardIndex::STRANGER));
                    }
                    Truth::False => {}
                }
            }
            let untold = doubtful && missing.is_empty();
            if !(filled || untold) {
                empty.push(Empty { card: *card, place, missing });
            }
        }
    }
    Ok(empty)
}

/// Every card of the game that can fill a place; none where its filter has a mistake.
pub fn fills(catalog: &Catalog, place: &SetupPlace) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(&place.cards, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(&world, *card, None) == Truth::True).collect()
}

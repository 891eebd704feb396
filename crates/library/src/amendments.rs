//! Rules and changes that filters give to cards: they are dealt out when a game is put together, so that cards of a
//! later layer have them too.

use crate::source::{DataMessage, DataProblem, NamedThing, PathPlaces};
use sleeve_data::model::card_rule::{
    CARD_RULE_LIMIT, CardRules, FilteredAmendment, MAX_FILTERED, MAX_RULES_OF_CARDS,
};
use sleeve_data::model::{CardIndex, Catalog};
use sleeve_data::problem::Problem;
use sleeve_language::{LanguageError, Scope, Truth, World, filter};
use std::collections::BTreeMap;

/// The cards of a filter that gives them rules.
pub(super) struct FilteredCards {
    /// Those for which it surely holds, which have the rule.
    pub(super) certain: Vec<CardIndex>,
    /// Those for which it is not known whether it holds, which go without.
    pub(super) undecided: Vec<CardIndex>,
}

/// Finds the cards of a filter.
///
/// # Errors
/// A mistake in the filter.
pub(super) fn find_filtered_cards(
    catalog: &Catalog,
    amendment: &FilteredAmendment,
) -> Result<FilteredCards, LanguageError> {
    let filter = filter(&amendment.cards, &Scope::from_catalog(catalog))?;
    let world = World::from_catalog(catalog);
    let mut found = FilteredCards { certain: Vec::new(), undecided: Vec::new() };
    for card in catalog.cards.iter() {
        match filter.test(&world, card.index(), None) {
            Truth::True => found.certain.push(card.index()),
            Truth::Unknown => found.undecided.push(card.index()),
            Truth::False => {}
        }
    }
    Ok(found)
}

/// Gives cards what filters say of them. Returns the refusal of more than a game may hold, with its place in these files
/// if the filter stands there. A filter with a mistake, which the linter reports, gives nothing.
pub(super) fn deal_out_amendments(
    catalog: &mut Catalog,
    places: Option<&PathPlaces>,
) -> Option<DataProblem> {
    if catalog.filtered_amendments().is_empty() {
        return None;
    }
    let refuse = |amendment: &FilteredAmendment, limit| {
        let message = DataMessage::TooMany { what: NamedThing::Rule, limit };
        match places.and_then(|places| places.get(&amendment.place())) {
            Some((file, span)) => Problem::from_source(file, span, message),
            None => message.into(),
        }
    };
    if let Some(above) = catalog.filtered_amendments().get(MAX_FILTERED) {
        return Some(refuse(above, MAX_FILTERED));
    }
    let own = catalog.card_rules().iter().map(|rules| (rules.card, rules.clone()));
    let mut all: BTreeMap<CardIndex, CardRules> = own.collect();
    let mut remaining = MAX_RULES_OF_CARDS;
    // What comes later takes the place of what an older layer gives, as what stands there stays.
    for amendment in catalog.filtered_amendments().iter().rev() {
        let Ok(found) = find_filtered_cards(catalog, amendment) else { continue };
        let cost = amendment.amendment.cost();
        for card in found.certain {
            let of_card = all.entry(card).or_insert_with(|| CardRules::new(card));
            of_card.add_filtered(catalog.cards.card(card).id(), &amendment.amendment);
            let is_too_long = of_card.rules.len().max(of_card.changes.len()) > CARD_RULE_LIMIT;
            if is_too_long || cost > remaining {
                let limit = if is_too_long { CARD_RULE_LIMIT } else { MAX_RULES_OF_CARDS };
                return Some(refuse(amendment, limit));
            }
            remaining -= cost;
        }
    }
    catalog.set_with_filtered(Some(all.into_values().collect()));
    None
}

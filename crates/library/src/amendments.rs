//! Rules and changes that filters give to cards, and cards that filters put on lists. They are
//! applied when a game is assembled, so that cards of a later layer get them too.

use crate::source::{DataMessage, DataProblem, NamedThing, PathPlaces};
use sleeve_data::{
    model::{
        CardIndex, Catalog, FilteredCards, Lens, ListedCards,
        card_rule::{
            Amendment, CARD_RULE_LIMIT, CardRules, FilteredAmendment, MAX_FILTERED,
            MAX_RULES_OF_CARDS,
        },
    },
    problem::Problem,
};
use sleeve_language::{
    ErrorKind, Filter, LanguageError, Scope, TreePart, Truth, World, filter,
    tree::{CardExprKind, FilterKind, FilterNode, Test},
};
use std::{collections::BTreeMap, sync::Arc};

/// The most cards that the filters of a game's lists may find, counted for each different filter.
const MAX_LISTED: usize = 2_000_000;

/// The most card tests for the filters of a game, over all its layers, and for a filter that a user
/// searches with. Opening the game runs each test of each filter on every card.
pub const MAX_FILTER_TESTS: usize = 10_000_000;
/// The cost, in card tests, of a filter part that asks about formats, or about the cards in a
/// field.
const HELD_TESTS: usize = 32;
const LEGAL_TESTS: usize = 100;
/// The cost, in card tests, of half a regular expression.
const SLASH_TESTS: usize = 10_000;
/// The smallest number of cards counted for a filter, to cover the cost of parsing it.
const LEAST_CARDS: usize = 100;

/// The tests of a filter for one card.
fn count_tests(filter: &FilterNode) -> usize {
    let mut tests: usize = 0;
    TreePart::Filter(filter).walk(&mut |part| {
        let more = match part {
            TreePart::Test(Test::Holds { cards, .. }) => {
                HELD_TESTS.saturating_mul(count_tests(cards))
            }
            TreePart::Test(Test::Legal(formats)) => LEGAL_TESTS * formats.len(),
            TreePart::Test(Test::Text { patterns, .. }) => patterns.len(),
            TreePart::Test(_) | TreePart::Expr(_) => 1,
            _ => 0,
        };
        tests = tests.saturating_add(more);
        !matches!(part, TreePart::Test(Test::Holds { .. }))
    });
    tests
}

/// Whether a filter needs too many tests for the cards of a game.
pub fn is_too_long(filter: &Filter, catalog: &Catalog) -> bool {
    count_tests(filter.node()).saturating_mul(catalog.cards.len()) > MAX_FILTER_TESTS
}

/// Subtracts the tests of all filters from those left. Returns the first filter that exceeds them.
/// A list's filter counts twice.
fn charge_filters<'c>(catalog: &'c Catalog, left: &mut usize) -> Option<&'c FilteredAmendment> {
    let cards = catalog.cards.len().max(LEAST_CARDS);
    catalog.filtered_amendments().iter().find(|amendment| {
        // A regular expression is written between slashes, and is compiled when the filter is read.
        let slashes = amendment
            .cards
            .matches('/')
            .count()
            .saturating_mul(SLASH_TESTS);
        let Some(rest) = left.checked_sub(slashes) else { return true };
        *left = rest;
        let Ok(filter) = read_filter(catalog, amendment) else { return false };
        let times = if let Amendment::Listing(_) = amendment.amendment { 2 } else { 1 };
        let tests = count_tests(filter.node()).saturating_mul(cards * times);
        let is_above = tests > *left;
        *left = left.saturating_sub(tests);
        is_above
    })
}

/// Reads the filter of an amendment. A list's filter must not refer to other lists, which may be in
/// force on other days, or to formats.
///
/// # Errors
/// A mistake in the filter.
pub(super) fn read_filter(
    catalog: &Catalog,
    amendment: &FilteredAmendment,
) -> Result<Filter, LanguageError> {
    let filter = filter(&amendment.cards, &Scope::from_catalog(catalog))?;
    let mut wrong = None;
    if let Amendment::Listing(_) = amendment.amendment {
        TreePart::Filter(filter.node()).walk(&mut |part| {
            let span = match part {
                TreePart::Filter(node) => {
                    let is_wrong =
                        matches!(node.kind, FilterKind::Test(Test::Listed(_) | Test::Legal(_)));
                    is_wrong.then_some(&node.span)
                }
                TreePart::Expr(expr) => {
                    matches!(expr.kind, CardExprKind::Listed(_)).then_some(&expr.span)
                }
                _ => None,
            };
            wrong = wrong.take().or(span.cloned());
            true
        });
    }
    match wrong {
        Some(span) => Err(LanguageError::new(span, ErrorKind::ListInList)),
        None => Ok(filter),
    }
}

/// Finds the cards of a filter.
///
/// # Errors
/// A mistake in the filter.
pub(super) fn find_filtered_cards(
    catalog: &Catalog,
    amendment: &FilteredAmendment,
    lens: Lens,
) -> Result<FilteredCards, LanguageError> {
    let filter = read_filter(catalog, amendment)?;
    let world = World::from_catalog(catalog).with_lens(lens);
    let mut found = FilteredCards::default();
    for card in catalog.cards.iter() {
        match filter.test(&world, card.index(), None) {
            Truth::True => found.certain.push(card.index()),
            Truth::Unknown => found.undecided.push(card.index()),
            Truth::False => {}
        }
    }
    Ok(found)
}

/// Applies the filters to the cards. If they exceed a limit, returns the error, with its place if
/// the filter is in these files. A filter with a mistake, which the linter reports, does nothing.
/// `tests_left` is what the layers below have left of [`MAX_FILTER_TESTS`].
pub(super) fn deal_out_amendments(
    catalog: &mut Catalog,
    places: Option<&PathPlaces>,
    tests_left: &mut usize,
) -> Option<DataProblem> {
    // An overlay may have replaced a list that has a filter.
    catalog.set_listed(BTreeMap::new());
    if catalog.filtered_amendments().is_empty() {
        return None;
    }
    if let Some(above) = catalog.filtered_amendments().get(MAX_FILTERED) {
        return Some(refuse_amendment(above, MAX_FILTERED, places));
    }
    if let Some(above) = charge_filters(catalog, tests_left) {
        return Some(refuse_amendment(above, MAX_FILTER_TESTS, places));
    }
    // Filters of rules may refer to lists; filters of lists may not.
    match find_listed_cards(catalog) {
        Ok(listed) => catalog.set_listed(listed),
        Err(above) => return Some(refuse_amendment(above, MAX_LISTED, places)),
    }
    match list_filtered_rules(catalog) {
        Ok(rules) => {
            catalog.set_with_filtered(Some(rules));
            None
        }
        Err(AboveLimit { amendment, limit }) => Some(refuse_amendment(amendment, limit, places)),
    }
}

/// A filter that gives cards more than a limit allows.
struct AboveLimit<'c> {
    amendment: &'c FilteredAmendment,
    limit: usize,
}

/// The rules and changes of all cards, with those that filters give them.
fn list_filtered_rules(catalog: &Catalog) -> Result<Vec<CardRules>, AboveLimit<'_>> {
    let own = catalog
        .card_rules()
        .iter()
        .map(|rules| (rules.card, rules.clone()));
    let mut all: BTreeMap<CardIndex, CardRules> = own.collect();
    let mut remaining = MAX_RULES_OF_CARDS;
    // In reverse, because what a card already has stays: later layers override older ones.
    for amendment in catalog.filtered_amendments().iter().rev() {
        if let Amendment::Listing(_) = amendment.amendment {
            continue;
        }
        let Ok(found) = find_filtered_cards(catalog, amendment, Lens::Shipped) else { continue };
        let cost = amendment.amendment.cost();
        for card in found.certain {
            let of_card = all.entry(card).or_insert_with(|| CardRules::new(card));
            of_card.add_filtered(catalog.cards.card(card).id(), &amendment.amendment);
            if of_card.rules.len().max(of_card.changes.len()) > CARD_RULE_LIMIT {
                return Err(AboveLimit { amendment, limit: CARD_RULE_LIMIT });
            }
            if cost > remaining {
                return Err(AboveLimit { amendment, limit: MAX_RULES_OF_CARDS });
            }
            remaining -= cost;
        }
    }
    Ok(all.into_values().collect())
}

fn refuse_amendment(
    amendment: &FilteredAmendment,
    limit: usize,
    places: Option<&PathPlaces>,
) -> DataProblem {
    let what = match amendment.amendment {
        _ if limit == MAX_FILTER_TESTS => NamedThing::Test,
        Amendment::Listing(_) if limit == MAX_LISTED => NamedThing::Card,
        Amendment::Listing(_) => NamedThing::List,
        Amendment::Rule(_) | Amendment::Change(_) => NamedThing::Rule,
    };
    let message = DataMessage::TooMany { what, limit };
    match places.and_then(|places| places.get(&amendment.place())) {
        Some((file, span)) => Problem::from_source(file, span, message),
        None => message.into(),
    }
}

/// Finds the cards that filters put on lists, by the keys of the lists. Versions of a list with the
/// same filter share one search.
///
/// # Errors
/// The first filter that finds more cards than a game may list.
fn find_listed_cards(
    catalog: &Catalog,
) -> Result<BTreeMap<String, Arc<ListedCards>>, &FilteredAmendment> {
    let mut by_filter: BTreeMap<&str, Arc<ListedCards>> = BTreeMap::new();
    let mut listed = BTreeMap::new();
    let mut remaining = MAX_LISTED;
    for amendment in catalog.filtered_amendments() {
        let Amendment::Listing(list) = &amendment.amendment else { continue };
        let filter = amendment.cards.as_str();
        let cards = match by_filter.get(filter) {
            Some(known) => Arc::clone(known),
            None => {
                let [shipped, attested] = [Lens::Shipped, Lens::Attested]
                    .map(|lens| find_filtered_cards(catalog, amendment, lens).unwrap_or_default());
                let count = shipped.certain.len() + shipped.undecided.len();
                remaining = remaining.checked_sub(count).ok_or(amendment)?;
                Arc::new(ListedCards { shipped, attested })
            }
        };
        by_filter.insert(filter, Arc::clone(&cards));
        listed.insert(list.clone(), cards);
    }
    Ok(listed)
}

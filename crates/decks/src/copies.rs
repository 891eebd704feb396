//! The copies in a state that a deck may contain.

use super::{
    copy_fields::{copy_state, values_of_line},
    messages::{DeckMessage, DeckProblem},
    raw::RawDeck,
    resolve::{DeckResolver, NamedDeck},
};
use sleeve_data::{
    model::{CardIndex, Catalog, CopyState},
    problem::Problems,
};
use std::collections::BTreeSet;

use super::limits::MAX_STATES_OF_DECK;
pub use super::{copy_fields::has_states, limits::MAX_STATES};

/// Returns the copies in a state that a deck may contain: those of every card that one of its lines
/// may mean.
///
/// # Errors
/// Fields and values of copies that are unknown to the game.
pub fn copies_of(
    catalog: &Catalog,
    raw: &RawDeck,
) -> Result<BTreeSet<(CardIndex, CopyState)>, Vec<DeckProblem>> {
    if has_states(catalog, raw) {
        copies_of_named(catalog, &DeckResolver::new(catalog).look_up_names(raw))
    } else {
        Ok(BTreeSet::new())
    }
}

/// Like [`copies_of`], for a deck whose names are already looked up.
///
/// # Errors
/// See [`copies_of`].
pub fn copies_of_named(
    catalog: &Catalog,
    named: &NamedDeck<'_, '_>,
) -> Result<BTreeSet<(CardIndex, CopyState)>, Vec<DeckProblem>> {
    let game = &catalog.game;
    let (mut copies, mut problems) = (BTreeSet::new(), Problems::default());
    for (line, cards) in named.lines() {
        let values = match values_of_line(game, line) {
            Ok(values) => values,
            Err(wrong) => {
                wrong.into_iter().for_each(|problem| problems.push(problem));
                continue;
            }
        };
        let states: Vec<_> = cards
            .iter()
            .map(|card| (*card, copy_state(catalog, *card, &values)))
            .collect();
        // A line with an ambiguous name is only wrong if none of its cards has the field.
        if let [(card, Err(field)), ..] = states.as_slice()
            && states.iter().all(|(_, state)| state.is_err())
        {
            let field = game
                .get_attribute(*field)
                .map(|field| field.named.id.to_string());
            let kind = game.kinds.get(catalog.cards.card(*card).kind().index());
            let message = DeckMessage::NotOfThisKind {
                field: field.unwrap_or_default(),
                kind: kind.map(|kind| kind.named.name.clone()).unwrap_or_default(),
            };
            problems.fail(line.span.clone(), message);
        }
        for (card, state) in states {
            let state = state.ok().filter(|state| !state.is_plain());
            copies.extend(state.map(|state| (card, state)));
        }
        if copies.len() > MAX_STATES_OF_DECK {
            problems.fail(line.span.clone(), DeckMessage::TooManyStatesOfDeck);
            break;
        }
    }
    problems.into_result(copies)
}

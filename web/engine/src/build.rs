//! Building by hand: adds or removes copies in the deck's own text, and keeps its comments and
//! order.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
    verdict::zone_id,
};
use serde::Serialize;
use sleeve::{
    decks::{self, DeckResolver, EditError, Hints, Move, Moves},
    model::{CardIndex, Catalog, Deck, Format, Lang},
    report::text::escape::plain,
};

#[derive(Serialize)]
pub(crate) struct Changed {
    text: String,
}

/// Adds or removes copies of a card in a deck's text.
pub(crate) fn change(desk: &Desk, files: Files, ask: &Ask) -> Result<Changed, Refused> {
    let checked = desk.deck(files, ask)?;
    let (Some((catalog, deck)), Some(format)) = (checked.catalog_and_deck(), checked.format())
    else {
        return Err(Refused::default());
    };
    let Some(card) = catalog.cards.by_id(&ask.card) else {
        let message = word!(ask.lang, "there is no such card");
        return Err(Refused::new(message, plain(&ask.card)));
    };
    let zone = match &ask.zone {
        Some(zone) => zone_id(Some(format), zone),
        None => usual_zone(catalog, format, checked.role(), &ask.card),
    };
    let place = (&**catalog, format, deck, zone.as_str());
    let copy = match (&ask.state, ask.by >= 0) {
        (Some(state), _) => in_state(place, card.index(), state).ok_or_else(|| {
            let message = word!(ask.lang, "no copies of the card are in this state");
            Refused::new(message, plain(state))
        })?,
        (None, true) => card.index(),
        (None, false) => copy_to_remove(place, card.index()).ok_or_else(|| {
            let message =
                word!(ask.lang, "the copies are in several states; edit the text instead");
            Refused::new(message, plain(&ask.card))
        })?,
    };
    let moved = vec![Move { zone, card: copy, count: ask.by.unsigned_abs() }];
    let moves = if ask.by >= 0 {
        Moves { added: moved, ..Moves::default() }
    } else {
        Moves { removed: moved, ..Moves::default() }
    };
    let mut wanted = deck.clone();
    decks::apply_moves(&mut wanted, format, &moves);
    let text = edited(deck, &wanted, &moves, (catalog, format), ask.lang)?;
    Ok(Changed { text })
}

/// A deck of a format, and the id of one of its zones.
type ZoneOfDeck<'a> = (&'a Catalog, &'a Format, &'a Deck, &'a str);

/// The copies of a card in a zone, in all their states.
fn copies((catalog, format, deck, zone): ZoneOfDeck<'_>, card: CardIndex) -> Vec<CardIndex> {
    let is_zone =
        |name: &str| name == zone || format.zone(name).is_some_and(|z| z.named.id == zone);
    let there = deck
        .entries
        .iter()
        .filter(|entry| is_zone(&entry.zone))
        .map(|entry| entry.card);
    let mut copies: Vec<CardIndex> = there.filter(|c| catalog.cards.base(*c) == card).collect();
    copies.sort();
    copies.dedup();
    copies
}

/// The copies of a card in one state.
fn in_state(place: ZoneOfDeck<'_>, card: CardIndex, state: &str) -> Option<CardIndex> {
    let is_so = |copy: &CardIndex| place.0.cards.card(*copy).state_line() == Some(state);
    copies(place, card).into_iter().find(is_so)
}

/// The card whose copy is removed: the one in the default state if there is one, else the only
/// other state. `None` if there are several.
fn copy_to_remove(place: ZoneOfDeck<'_>, card: CardIndex) -> Option<CardIndex> {
    match copies(place, card).as_slice() {
        [] => Some(card),
        [one] => Some(*one),
        [first, ..] => (*first == card).then_some(card),
    }
}

/// The zone where a list without headings puts a card.
fn usual_zone(catalog: &Catalog, format: &Format, role: Option<&str>, card: &str) -> String {
    let hints = Hints::from_game(&catalog.game, Some("text"));
    let raw = decks::read("-", card.as_bytes(), &hints);
    let placed = raw.ok().map(|raw| {
        let mut resolver = DeckResolver::new(catalog);
        let named = resolver.look_up_names(&raw);
        resolver.place_cards(&named, Some(format), role)
    });
    let zone = placed.and_then(|deck| deck.entries.first().map(|entry| entry.zone.to_string()));
    let first = || format.zones.first().map(|zone| zone.named.id.to_string());
    let zone = zone.or_else(first).unwrap_or_default();
    zone_id(Some(format), &zone)
}

/// The text of a deck's file with some changes.
pub(crate) fn edited(
    deck: &Deck,
    wanted: &Deck,
    moves: &Moves,
    home: (&Catalog, &Format),
    lang: Lang,
) -> Result<String, Refused> {
    decks::edit(deck, wanted, moves, home, None, lang).map_err(|error| {
        let title = word!(lang, "this text cannot be edited automatically");
        match error {
            EditError::Lost(what) => Refused::new(title, plain(&what)),
            EditError::Shape => {
                let help = word!(lang, "edit it by hand");
                Refused::new(title, help)
            }
        }
    })
}

/// The id of a card, which may be a card unknown to the game.
pub(crate) fn id_of(catalog: &Catalog, card: CardIndex) -> String {
    match card {
        CardIndex::STRANGER => String::new(),
        card => catalog.cards.card(card).id().to_owned(),
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/page/build.rs"]
mod tests;

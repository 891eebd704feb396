//! Building by hand: a deck's own text with copies of a card more or fewer; its comments and order stay.

use super::ask::{Ask, Refused};
use super::{Desk, Files};
use serde::Serialize;
use sleeve::decks::{self, EditError, Hints, Move, Moves, Resolver};
use sleeve::model::{CardIndex, Catalog, Deck, Format};
use sleeve::report::{escape::plain, starter as begun};

#[derive(Serialize)]
pub struct Changed {
    /// The deck's text.
    text: String,
}

/// The text of a deck with copies of a card more or fewer.
pub fn change(desk: &Desk, files: Files, ask: &Ask) -> Result<Changed, Refused> {
    let checked = desk.deck(files, ask)?;
    let (Some((catalog, deck)), Some(format)) = (checked.read(), checked.format()) else {
        return Err(Refused::default());
    };
    let Some(card) = catalog.cards.by_id(&ask.card) else {
        let message = ask.say("there is no such card", "il n'y a pas de telle carte");
        return Err(Refused::new(message, plain(&ask.card)));
    };
    let zone = match &ask.zone {
        Some(zone) => format.zone(zone).map_or(zone.clone(), |zone| zone.named.id.to_string()),
        None => usual_zone(catalog, format, checked.role(), &ask.card),
    };
    let copy = match ask.by >= 0 {
        true => card.index(),
        false => held(catalog, format, deck, (card.index(), &zone)).ok_or_else(|| {
            let message = ask.say(
                "its copies are in several states: change the text",
                "ses exemplaires sont dans plusieurs états : modifiez le texte",
            );
            Refused::new(message, plain(&ask.card))
        })?,
    };
    let moved = vec![Move { zone, card: copy, count: ask.by.unsigned_abs() }];
    let moves = match ask.by >= 0 {
        true => Moves { come: moved, ..Moves::default() },
        false => Moves { out: moved, ..Moves::default() },
    };
    let mut wanted = deck.clone();
    decks::apply(&mut wanted, format, &moves);
    let text = edited(deck, &wanted, &moves, (catalog, format), ask)?;
    Ok(Changed { text })
}

/// The card of which copies go: as the game has it where such copies lie there, else its copies in the
/// one state that there is; `None` where there are several.
fn held(
    catalog: &Catalog,
    format: &Format,
    deck: &Deck,
    (card, zone): (CardIndex, &str),
) -> Option<CardIndex> {
    let here = |name: &str| name == zone || format.zone(name).is_some_and(|z| z.named.id == zone);
    let there = deck.entries.iter().filter(|entry| here(&entry.zone)).map(|entry| entry.card);
    let mut copies: Vec<CardIndex> = there.filter(|c| catalog.cards.base(*c) == card).collect();
    copies.sort();
    copies.dedup();
    match copies.as_slice() {
        [] => Some(card),
        [one] => Some(*one),
        [first, ..] => (*first == card).then_some(card),
    }
}

/// Where a list without headings puts a card.
fn usual_zone(catalog: &Catalog, format: &Format, role: Option<&str>, card: &str) -> String {
    let hints = Hints::of(&catalog.game, Some("text"));
    let raw = decks::read("-", card.as_bytes(), &hints);
    let placed = raw.ok().map(|raw| {
        let mut resolver = Resolver::new(catalog);
        let named = resolver.name(&raw);
        resolver.place(&named, Some(format), role)
    });
    let zone = placed.and_then(|deck| deck.entries.first().map(|entry| entry.zone.to_string()));
    let first = || format.zones.first().map(|zone| zone.named.id.to_string());
    let zone = zone.or_else(first).unwrap_or_default();
    format.zone(&zone).map_or(zone, |zone| zone.named.id.to_string())
}

/// The text of a deck's file with changes in it.
pub fn edited(
    deck: &Deck,
    wanted: &Deck,
    moves: &Moves,
    home: (&Catalog, &Format),
    ask: &Ask,
) -> Result<String, Refused> {
    decks::edit(deck, wanted, moves, home, None, ask.lang).map_err(|error| {
        let title = ask.say(
            "this text cannot be changed by itself",
            "ce texte ne peut pas être modifié automatiquement",
        );
        match error {
            EditError::Lost(what) => Refused::new(title, plain(&what)),
            EditError::Shape => {
                let help = ask.say("change it by hand", "modifiez-le à la main");
                Refused::new(title, help)
            }
        }
    })
}

/// A commented text to begin a deck with.
pub fn starter(desk: &Desk, ask: &Ask) -> Result<Changed, Refused> {
    let catalog = desk.catalog(ask)?;
    let Some(format) = catalog.format(ask.format.as_deref().unwrap_or_default()) else {
        return Err(Refused::new(ask.say("choose a format", "choisissez un format"), ""));
    };
    Ok(Changed { text: begun::deck(&catalog, format, ask.role.as_deref(), ask.lang) })
}

/// The id of a card that may be a stranger.
pub fn id_of(catalog: &Catalog, card: CardIndex) -> String {
    match card {
        CardIndex::STRANGER => String::new(),
        card => catalog.cards.card(card).id().to_owned(),
    }
}

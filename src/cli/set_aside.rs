//! The cards of `--set-aside`.

use super::check::refuse;
use super::{Failure, Session};
use crate::model::{CardIndex, Catalog, Deck};
use crate::report::odds_errors::either;
use crate::report::words;

/// The cards of a deck that these words name. A name of several of them is asked about; a card that
/// the deck does not hold is found all the same, and the table says that it is not there.
pub(super) fn cards(
    session: &Session<'_, '_>,
    catalog: &Catalog,
    deck: &Deck,
    words: &[String],
) -> Result<Vec<CardIndex>, Failure> {
    words.iter().map(|word| one(session, catalog, deck, word)).collect()
}

/// Those of the words that name a card of the deck.
pub(super) fn held(catalog: &Catalog, deck: &Deck, words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !there(catalog, deck, word).is_empty()).cloned().collect()
}

fn there(catalog: &Catalog, deck: &Deck, word: &str) -> Vec<CardIndex> {
    let in_deck = |card: &CardIndex| deck.entries.iter().any(|entry| entry.card == *card);
    catalog.cards.named(word).into_iter().filter(in_deck).collect()
}

fn one(
    session: &Session<'_, '_>,
    catalog: &Catalog,
    deck: &Deck,
    word: &str,
) -> Result<CardIndex, Failure> {
    let there = there(catalog, deck, word);
    if there.len() > 1 {
        return Err(several(session, catalog, word, &there));
    }
    let found = there.first().copied().or_else(|| catalog.cards.named(word).first().copied());
    found.ok_or_else(|| unknown(session, catalog, deck, word))
}

/// The error that no card is called so.
fn unknown(session: &Session<'_, '_>, catalog: &Catalog, deck: &Deck, word: &str) -> Failure {
    let ids = deck.entries.iter().map(|e| catalog.cards.card(e.card).id().to_owned());
    let names: Vec<String> = ids.collect();
    let lang = session.talk.lang;
    let title = either(
        lang,
        format!("no card is called `{word}`"),
        format!("aucune carte ne s'appelle « {word} »"),
    );
    refuse(session, title, words::near_or_all(word, &names, lang))
}

fn several(
    session: &Session<'_, '_>,
    catalog: &Catalog,
    word: &str,
    cards: &[CardIndex],
) -> Failure {
    let lang = session.talk.lang;
    let title = either(
        lang,
        format!("`{word}` is the name of several cards of the deck"),
        format!("« {word} » est le nom de plusieurs cartes du deck"),
    );
    let ids: Vec<&str> = cards.iter().map(|card| catalog.cards.card(*card).id()).collect();
    let help = either(
        lang,
        format!("write the id of the one that is meant: {}", ids.join(", ")),
        format!("écrivez l'identifiant de celle qui est visée : {}", ids.join(", ")),
    );
    refuse(session, title, help)
}

//! The cards that a deck's owner says are set out before play.

use sleeve_data::model::fold::alike;
use sleeve_data::model::{CardIndex, Catalog, Deck, Lang};
use thiserror::Error;

/// Why a word does not tell which card is set aside.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub enum AsideError {
    /// No card is called so.
    #[error("no card is called `{word}`")]
    Unknown {
        /// The word.
        word: String,
        /// Ids of the deck's cards.
        candidates: Vec<String>,
    },
    /// Several cards of the deck are.
    #[error("`{word}` is the name of several cards of the deck")]
    Several {
        /// The word.
        word: String,
        /// Their ids.
        candidates: Vec<String>,
    },
}

/// The cards of a deck that words name. A card that the deck does not hold is found all the same:
/// whoever sets it aside says that it is not there.
///
/// # Errors
/// A word that names no card, or several cards of the deck.
pub fn set_aside(
    catalog: &Catalog,
    deck: &Deck,
    words: &[String],
) -> Result<Vec<CardIndex>, AsideError> {
    words.iter().map(|word| one(catalog, deck, word)).collect()
}

/// Those of the words that name a card of the deck.
pub fn words_in_deck(catalog: &Catalog, deck: &Deck, words: &[String]) -> Vec<String> {
    words.iter().filter(|word| !there(catalog, deck, word).is_empty()).cloned().collect()
}

/// The cards of a deck that a word names, copies in a state by what people call them too. A card as the
/// game has it goes before its copies in a state.
fn there(catalog: &Catalog, deck: &Deck, word: &str) -> Vec<CardIndex> {
    let cards = &catalog.cards;
    let mut found: Vec<CardIndex> = Vec::new();
    let mut add = |card| {
        if !found.contains(&card) {
            found.push(card);
        }
    };
    for named in cards.find_by_name(word) {
        let mut of_it =
            deck.entries.iter().map(|e| e.card).filter(|card| cards.base(*card) == named);
        if of_it.clone().any(|card| card == named) {
            add(named)
        } else {
            of_it.by_ref().for_each(&mut add)
        }
    }
    let in_state = deck.entries.iter().map(|e| e.card).filter(|c| cards.state(*c).is_some());
    let called = |card: &CardIndex| {
        [Lang::En, Lang::Fr].iter().any(|lang| alike(cards.card(*card).title(*lang), word))
    };
    in_state.filter(called).for_each(add);
    found
}

fn one(catalog: &Catalog, deck: &Deck, word: &str) -> Result<CardIndex, AsideError> {
    let id = |card: CardIndex| match catalog.cards.state(card) {
        None => catalog.cards.card(card).id().to_owned(),
        Some(_) => catalog.cards.card(card).title(Lang::En).to_owned(),
    };
    let there = there(catalog, deck, word);
    if there.len() > 1 {
        let candidates = there.into_iter().map(id).collect();
        return Err(AsideError::Several { word: word.to_owned(), candidates });
    }
    let found =
        there.first().copied().or_else(|| catalog.cards.find_by_name(word).first().copied());
    found.ok_or_else(|| AsideError::Unknown {
        word: word.to_owned(),
        candidates: deck.entries.iter().map(|entry| id(entry.card)).collect(),
    })
}

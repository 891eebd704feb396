//! Fixed lists: exactly these cards.

use super::setup::Setup;
use crate::language::{self, LanguageError, Rational, Truth};
use crate::model::format::Contents;
use crate::model::{CardIndex, Lens};
use std::collections::BTreeMap;
use thiserror::Error;

/// Why a fixed list cannot be read.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ContentsError {
    /// Its filter or number has a mistake.
    #[error("{error}")]
    Language {
        /// The text with the mistake.
        text: String,
        /// The mistake.
        error: LanguageError,
    },
    /// It names a card that is not there.
    #[error("there is no card `{0}`")]
    NoCard(String),
    /// Its number of copies is not a whole number.
    #[error("`{0}` is not a whole number of copies")]
    NotWhole(String),
}

/// Cards with their numbers.
pub(super) type Copies = Vec<(CardIndex, u32)>;

/// The cards that a fixed list asks for.
pub(super) fn wanted(
    setup: &Setup<'_>,
    contents: &Contents,
) -> Result<BTreeMap<CardIndex, u32>, ContentsError> {
    match contents {
        Contents::List(list) => {
            let mut wanted = BTreeMap::new();
            for (name, count) in list {
                let card = setup.catalog.cards.named(name).into_iter().next();
                let card = card.ok_or_else(|| ContentsError::NoCard(name.clone()))?;
                *wanted.entry(card).or_insert(0) += count;
            }
            Ok(wanted)
        }
        Contents::Filter { filter, each } => matching(setup, filter, each),
    }
}

fn matching(
    setup: &Setup<'_>,
    filter: &str,
    each: &str,
) -> Result<BTreeMap<CardIndex, u32>, ContentsError> {
    let mistake = |text: &str| {
        let text = text.to_owned();
        move |error| ContentsError::Language { text, error }
    };
    let compiled = language::filter(filter, &setup.scope).map_err(mistake(filter))?;
    let number = language::card_number(each, &setup.scope).map_err(mistake(each))?;
    let world = setup.world(Lens::Shipped);
    let mut wanted = BTreeMap::new();
    for card in setup.catalog.cards.iter() {
        if compiled.test(&world, card.index(), None) != Truth::True {
            continue;
        }
        let count = number.value(&world, card.index()).known().and_then(Rational::to_integer);
        let count = count.and_then(|n| u32::try_from(n).ok());
        let count = count.ok_or_else(|| ContentsError::NotWhole(each.to_owned()))?;
        if count > 0 {
            wanted.insert(card.index(), count);
        }
    }
    Ok(wanted)
}

/// What lacks and what is too many, in the order of the data.
pub(super) fn difference(
    wanted: &BTreeMap<CardIndex, u32>,
    there: &[(CardIndex, u32)],
) -> (Copies, Copies) {
    let mut have: BTreeMap<CardIndex, u32> = BTreeMap::new();
    for (card, count) in there {
        let sum = have.entry(*card).or_insert(0);
        *sum = sum.saturating_add(*count);
    }
    (more(wanted, &have), more(&have, wanted))
}

/// How many more of each card one list has than another.
fn more(from: &BTreeMap<CardIndex, u32>, than: &BTreeMap<CardIndex, u32>) -> Copies {
    let rows = from.iter().map(|(card, n)| {
        let other = than.get(card).copied().unwrap_or(0);
        (*card, n.saturating_sub(other))
    });
    rows.filter(|(_, n)| *n > 0).collect()
}

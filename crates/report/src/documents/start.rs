//! What a deck starts with although it does not mark it.

use super::{CardRow, CopiesRow};
use serde::Serialize;
use sleeve_data::model::{Catalog, Lang};
use sleeve_rules::{DeckStart, StartingChoice};

/// What is certain, and what its owner has to say.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct StartRow<'a> {
    /// What every such deck starts with.
    certain: Vec<CopiesRow<'a>>,
    /// What its owner has to say.
    choices: Vec<ChoiceRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ChoiceRow<'a> {
    /// The card that sets it out; null where the rules do.
    by: Option<CardRow<'a>>,
    /// What is chosen, in English.
    place: &'a str,
    /// The cards of the deck among which is chosen.
    cards: Vec<CardRow<'a>>,
    /// Whether none may be chosen.
    optional: bool,
}

impl<'a> StartRow<'a> {
    /// A row; `None` where nothing is certain and nothing is open.
    pub fn new(start: &'a DeckStart, catalog: &'a Catalog) -> Option<StartRow<'a>> {
        if *start == DeckStart::default() {
            return None;
        }
        let choice = |choice: &'a StartingChoice| ChoiceRow {
            by: choice.by.map(|card| CardRow::new(catalog, card)),
            place: choice.place.get(Lang::En),
            cards: choice.cards.iter().map(|card| CardRow::new(catalog, *card)).collect(),
            optional: choice.optional,
        };
        Some(StartRow {
            certain: start.certain.iter().map(|of| CopiesRow::new(catalog, *of)).collect(),
            choices: start.choices.iter().map(choice).collect(),
        })
    }
}

//! What a deck starts with although it does not mark it.

use super::{CardRow, CopiesRow};
use crate::model::{Catalog, Lang};
use crate::rules::{Choice, Start};
use serde::Serialize;

/// What is certain, and what its owner has to say.
#[derive(Serialize)]
pub struct StartRow<'a> {
    certain: Vec<CopiesRow<'a>>,
    choices: Vec<ChoiceRow<'a>>,
}

#[derive(Serialize)]
struct ChoiceRow<'a> {
    by: Option<CardRow<'a>>,
    place: &'a str,
    cards: Vec<CardRow<'a>>,
    optional: bool,
}

impl<'a> StartRow<'a> {
    /// A row; `None` where nothing is certain and nothing is open.
    pub fn new(start: &'a Start, catalog: &'a Catalog) -> Option<StartRow<'a>> {
        if *start == Start::default() {
            return None;
        }
        let choice = |choice: &'a Choice| ChoiceRow {
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

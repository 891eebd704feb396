//! Cards that are suggested for a deck, from what known decks play together.

use super::{
    json::{SuggestedCardRow, SuggestedRow},
    listing::BesideColumn,
};
use crate::{
    documents::CardRow,
    text::{table::Column, words::zone_name},
};
use sleeve_check::CheckedDeck;
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_solve::{BEST_FIT, Suggestion};
use std::{collections::HashMap, sync::Arc};

/// The cards that are suggested for a deck.
pub struct DeckSuggestions {
    pub deck: CheckedDeck,
    pub catalog: Arc<Catalog>,
    pub known_decks: usize,
    /// The best first.
    pub suggestions: Vec<Suggestion>,
}

impl DeckSuggestions {
    /// Returns the columns of a table of cards. Copies and zones are shown if the cards differ in
    /// them.
    pub fn table_columns(&self, lang: Lang, cards: &[CardIndex]) -> Vec<BesideColumn> {
        let format = self.deck.format();
        let mut columns = vec![
            self.column("fit", Column::number(word!(lang, "Fit")), |suggestion| {
                // Adding half of the divisor rounds to the nearest percent.
                format!("{} %", (suggestion.fit * 100 + BEST_FIT / 2) / BEST_FIT)
            }),
            self.column("decks", Column::number("Decks"), |s| s.decks.to_string()),
            self.column("copy", Column::number(word!(lang, "Copy")), |s| s.copy.to_string()),
            self.column("zones", Column::text("Zone"), |suggestion| {
                let zone = suggestion.zones.first();
                zone.map(|zone| zone_name(format, zone, lang))
                    .unwrap_or_default()
            }),
        ];
        columns.retain(|column| {
            let mut cells = cards.iter().map(|card| column.cell(*card));
            let first = cells.next();
            !matches!(column.id, "copy" | "zones") || cells.any(|cell| Some(cell) != first)
        });
        columns
    }

    /// Returns the columns of a sheet.
    pub fn sheet_columns(&self) -> Vec<BesideColumn> {
        vec![
            self.column("fit", Column::number("fit"), |suggestion| suggestion.fit.to_string()),
            self.column("decks", Column::number("decks"), |s| s.decks.to_string()),
            self.column("copy", Column::number("copy"), |s| s.copy.to_string()),
            self.column("zones", Column::text("zones"), |s| s.zones.join(" ")),
        ]
    }

    fn column(
        &self,
        id: &'static str,
        column: Column,
        text: impl Fn(&Suggestion) -> String,
    ) -> BesideColumn {
        let cells = self
            .suggestions
            .iter()
            .map(|suggestion| (suggestion.card, text(suggestion)));
        BesideColumn { id, column, cells: cells.collect() }
    }

    /// The suggestions for scripts: those of some cards, in their order.
    pub fn row<'a>(&'a self, cards: impl Iterator<Item = &'a CardIndex>) -> SuggestedRow<'a> {
        let by_card: HashMap<CardIndex, &Suggestion> = self
            .suggestions
            .iter()
            .map(|suggestion| (suggestion.card, suggestion))
            .collect();
        let mut rows = Vec::new();
        for index in cards {
            let Some(Suggestion { card, fit, copy, decks, zones }) = by_card.get(index) else {
                continue;
            };
            let card = CardRow::new(&self.catalog, *card);
            rows.push(SuggestedCardRow { card, fit: *fit, copy: *copy, decks: *decks, zones });
        }
        SuggestedRow {
            deck: &self.deck.path,
            format: self.deck.format_id(),
            known_decks: self.known_decks,
            cards: rows,
        }
    }
}

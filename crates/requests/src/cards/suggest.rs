//! Cards that known decks play together with those of a deck.

use super::{CardsRequest, messages::CardsMessage, search::GameSearch};
use crate::{
    Desk, DrawnRefusal, LikeDecks, Refusal, RequestMessage, deck::describe_unusable_deck,
    desk::say_line, say_shipped_decks,
};
use sleeve_check::{CheckRequest, CheckedDeck};
use sleeve_data::model::CardIndex;
use sleeve_report::{Diagnostic, Style, cards::suggested::DeckSuggestions};
use sleeve_rules::{CheckError, CheckOptions, Rulebook};
use sleeve_solve as solve;
use std::{collections::HashMap, path::PathBuf, sync::Arc};

impl CardsRequest {
    /// Suggests cards for a deck, and reports on how many known decks they rest.
    pub(super) fn suggest(
        &self,
        desk: &mut dyn Desk,
        path: &PathBuf,
    ) -> Result<DeckSuggestions, Refusal> {
        let options =
            CheckOptions { attested: self.attested, on: self.day(), ..CheckOptions::default() };
        let request = CheckRequest {
            game: self.game.clone(),
            options: options.clone(),
            ..CheckRequest::default()
        };
        let batch = desk.read(std::slice::from_ref(path), &request);
        let [deck] = <[CheckedDeck; 1]>::try_from(desk.take_decks(batch))
            .map_err(|decks| RequestMessage::not_one_deck(path, &decks))?;
        let Some((catalog, read)) = deck.catalog_and_deck() else {
            return Err(Refusal::Drawn(Box::new(UnusableDeck(deck))));
        };
        if !read.unresolved.is_empty() && !desk.is_quiet() {
            let (path, lines) = (deck.path.clone(), read.unresolved.len());
            say_line(desk, &CardsMessage::LinesWithoutCard { path, lines });
        }
        let mut like = LikeDecks::read(desk, &self.like, Some(catalog.game.id()))?;
        let corpus = like.corpus(desk.folder(), catalog, &deck.path);
        let known_decks = corpus.count_decks();
        if known_decks == 0 {
            let game = catalog.game.name(desk.talk().lang).to_owned();
            return Err(Refusal::of_message(CardsMessage::NoKnownDecks { game }));
        }
        if corpus.is_shipped() {
            say_shipped_decks(desk, known_decks);
        }
        let rulebook = deck
            .format()
            .map(|format| Rulebook::new(catalog, format).with_cache());
        if rulebook.is_none() {
            say_line(desk, &CardsMessage::SuggestedWithoutFormat { path: deck.path.clone() });
        }
        let suggestions = solve::suggest_cards(catalog, rulebook.as_ref(), read, &options, &corpus)
            .map_err(|error: CheckError| Refusal::Problems(error.problems(Some(catalog))))?;
        let catalog = Arc::clone(catalog);
        // The rulebook borrows the format of the deck, which moves into the result.
        drop(rulebook);
        Ok(DeckSuggestions { deck, catalog, known_decks, suggestions })
    }
}

/// Keeps of the cards that a search found those that are suggested, the best first.
pub(crate) fn choose_cards(suggested: &DeckSuggestions, search: &mut GameSearch<'_>) {
    let ranks: HashMap<CardIndex, usize> = suggested
        .suggestions
        .iter()
        .map(|suggestion| suggestion.card)
        .zip(0..)
        .collect();
    let found = &mut search.found;
    found.matched.retain(|card| ranks.contains_key(card));
    found.matched.sort_by_key(|card| ranks.get(card));
    found
        .undetermined
        .retain(|open| ranks.contains_key(&open.card));
    found.undetermined.sort_by_key(|open| ranks.get(&open.card));
}

#[derive(Debug)]
struct UnusableDeck(CheckedDeck);

impl DrawnRefusal for UnusableDeck {
    fn diagnostics(&self, _style: &Style) -> Vec<Diagnostic<'_>> {
        Vec::new()
    }

    fn render(&self, style: &Style) -> String {
        describe_unusable_deck(&self.0, style)
    }
}

//! Whether a text is one of our files. Other files may look like decks or data, so they get no
//! diagnostics until they name a game or a card.

use crate::{
    document::{DECK_LANGUAGE, Kind, OpenText, data_root},
    worker::{Worker, top_value},
};
use sleeve_decks::{self as decks, Hints, RawCard, RawDeck};
use sleeve_library::Library;

/// How many bytes of a text are examined, as in a search for decks in a folder.
const MAX_SEEN_BYTES: usize = 1 << 16;
/// How many cards of a text are looked up in every game.
const MAX_SOUGHT_CARDS: usize = 200;

impl Worker {
    /// Whether a text gets diagnostics: its editor calls it a deck, a `sleeve.toml` applies to it,
    /// or it names a game or known cards.
    pub(crate) fn is_ours(&self, document: &OpenText, kind: Kind) -> bool {
        if document.language.starts_with(DECK_LANGUAGE) || self.has_project(document) {
            return true;
        }
        let Some(library) = self.library(document) else { return true };
        let text = document.text.as_str();
        let is_game = |word: String| {
            let game = word.split('/').next().unwrap_or_default();
            library.game_id(game).is_some()
        };
        match kind {
            Kind::Deck => self.is_our_deck(document, &library),
            Kind::Event => top_value(text, "format").is_some_and(is_game),
            Kind::Game => top_value(text, "id").is_some(),
            Kind::Data => {
                data_root(&document.path) != document.path
                    || top_value(text, "game").is_some_and(is_game)
            }
            Kind::Project | Kind::Mapping | Kind::Other => true,
        }
    }

    /// Whether a text names a game, or at least half of its cards are in one game.
    fn is_our_deck(&self, document: &OpenText, library: &Library) -> bool {
        let described = library.described_readers();
        let hints = Hints { described: &described, ..Hints::default() };
        let seen = document
            .text
            .get(document.mark_length()..document.line_end(MAX_SEEN_BYTES));
        let seen = seen.unwrap_or_default().as_bytes();
        let Ok(decks) = decks::read_all(&self.deck_path(document), seen, &hints) else {
            return top_value(&document.text, "game")
                .is_some_and(|game| library.game_id(&game).is_some());
        };
        let games = decks.iter().filter_map(|deck| deck.game.as_ref());
        if games
            .into_iter()
            .any(|game| library.game_id(&game.value).is_some())
        {
            return true;
        }
        let cards = || decks.iter().flat_map(RawDeck::cards).take(MAX_SOUGHT_CARDS);
        library.game_ids().into_iter().any(|game| {
            let Ok(catalog) = library.open(&game) else { return false };
            let is_known = |card: &&RawCard| {
                let name = card.id.as_ref().unwrap_or(&card.name);
                // A number on its own may be an id.
                let is_name = card.id.is_some() || name.contains(char::is_alphabetic);
                is_name && !catalog.cards.find_by_name(name).is_empty()
            };
            let known = cards().filter(is_known).count();
            known > 0 && 2 * known >= cards().count()
        })
    }
}

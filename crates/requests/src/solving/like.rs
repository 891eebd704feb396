//! The decks to learn combinations of cards from (`--like`).

use super::SolveMessage;
use crate::{Desk, Refusal, desk::say_line};
use sleeve_check::{CheckRequest, CheckedDeck};
use sleeve_data::{files, model::Catalog};
use sleeve_report::solved::SolvedDeck;
use sleeve_solve::{CORPUS_LIMIT, DeckCorpus};
use std::{
    path::{Path, PathBuf},
    sync::Arc,
};

/// The decks to learn combinations from: those of `--like`, otherwise the built-in ones. They are
/// read once, and counted once for each game.
pub struct LikeDecks {
    /// Those of `--like`; empty without that option.
    decks: Vec<CheckedDeck>,
    corpora: Vec<(Arc<Catalog>, Arc<DeckCorpus>)>,
}

impl LikeDecks {
    /// Reads the decks of `--like`, and reports how many of them are usable.
    ///
    /// # Errors
    /// A path does not exist.
    pub fn read(
        desk: &mut dyn Desk,
        paths: &[PathBuf],
        game: Option<&str>,
    ) -> Result<LikeDecks, Refusal> {
        let mut like = LikeDecks { decks: Vec::new(), corpora: Vec::new() };
        for path in paths {
            desk.require_path(path)?;
        }
        if paths.is_empty() {
            return Ok(like);
        }
        let request = CheckRequest { game: game.map(str::to_owned), ..CheckRequest::default() };
        let batch = desk.read(paths, &request);
        let mut decks = desk.take_decks(batch);
        let all = decks.len();
        decks.retain(|deck| deck.deck().is_some_and(|deck| !deck.entries.is_empty()));
        decks.truncate(CORPUS_LIMIT);
        like.decks = decks;
        let (decks, unread) = (like.decks.len(), all - like.decks.len());
        say_line(desk, &SolveMessage::LikeDecks { decks, unread });
        Ok(like)
    }

    /// Counts which cards are played together in decks of a game, without the deck at `path`
    /// itself. If no deck of `--like` has such cards, the built-in ones count.
    pub fn corpus(&mut self, folder: &Path, catalog: &Arc<Catalog>, path: &str) -> Arc<DeckCorpus> {
        let known = self
            .corpora
            .iter()
            .find(|(of, _)| is_same_game(of, catalog));
        let corpus = match known {
            Some((_, corpus)) => Arc::clone(corpus),
            None => {
                let corpus = Arc::new(self.count_decks(catalog));
                self.corpora
                    .push((Arc::clone(catalog), Arc::clone(&corpus)));
                corpus
            }
        };
        let own = self
            .decks
            .iter()
            .find(|deck| is_same_file(folder, &deck.path, path));
        match own.and_then(|own| Some((own, own.catalog_and_deck()?))) {
            Some((own, (of, deck))) if is_same_game(of, catalog) => {
                let mut others = DeckCorpus::clone(&corpus);
                others.remove_deck(of, deck, stated_role(own));
                if others.count_decks() == 0 {
                    others = DeckCorpus::from_game(catalog);
                }
                Arc::new(others)
            }
            _ => corpus,
        }
    }

    /// Reports how many built-in decks decided which cards come in, if none of `--like` did.
    pub(super) fn say_guesses(&self, desk: &mut dyn Desk, solved: &[SolvedDeck]) {
        let mut decks = 0;
        for (catalog, corpus) in &self.corpora {
            let game = catalog.game.id();
            if corpus.is_shipped() && solved.iter().any(|deck| is_guess(deck, game)) {
                decks += corpus.count_decks();
            }
        }
        if decks > 0 {
            say_shipped_decks(desk, decks);
        }
    }

    fn count_decks(&self, catalog: &Arc<Catalog>) -> DeckCorpus {
        let mut corpus = DeckCorpus::default();
        // Comparing the cards of two catalogs takes time, and many decks share one.
        let mut last: Option<(&Arc<Catalog>, bool)> = None;
        for deck in &self.decks {
            let Some((of, read)) = deck.catalog_and_deck() else { continue };
            let is_of_game = match last {
                Some((last, is_of_game)) if Arc::ptr_eq(last, of) => is_of_game,
                _ => is_same_game(of, catalog),
            };
            last = Some((of, is_of_game));
            if is_of_game {
                corpus.add_deck(of, read, stated_role(deck));
            }
        }
        if corpus.count_decks() > 0 { corpus } else { DeckCorpus::from_game(catalog) }
    }
}

/// Reports from how many built-in decks combinations are guessed.
pub fn say_shipped_decks(desk: &mut dyn Desk, decks: usize) {
    if !desk.is_quiet() {
        say_line(desk, &SolveMessage::ShippedDecks { decks });
    }
}

/// Whether cards come into a deck of a game.
fn is_guess(deck: &SolvedDeck, game: &str) -> bool {
    let comes_in = deck
        .repair()
        .is_some_and(|repair| !repair.moves.added.is_empty());
    comes_in && deck.before.game() == Some(game)
}

fn is_same_game(a: &Arc<Catalog>, b: &Arc<Catalog>) -> bool {
    Arc::ptr_eq(a, b) || a.game.id() == b.game.id() && a.cards.has_cards_of(&b.cards)
}

fn is_same_file(folder: &Path, a: &str, b: &str) -> bool {
    if a == b {
        return true;
    }
    let (a, b) = (files::path_from_text(a), files::path_from_text(b));
    // Names are compared first: resolving a path asks the system, and there may be many decks.
    if a.file_name() != b.file_name() {
        return false;
    }
    match (folder.join(a).canonicalize(), folder.join(b).canonicalize()) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// The role that the file of a deck states.
fn stated_role(deck: &CheckedDeck) -> Option<&str> {
    let word = &deck.deck()?.role.as_ref()?.value;
    let role = deck.format().and_then(|format| format.role(word));
    Some(role.map_or(word, |role| &role.named.id))
}

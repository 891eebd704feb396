//! Cards that are suggested for a deck (`--with`), from what known decks play together.

use super::CardsCommand;
use super::search::GameSearch;
use crate::cli::messages::CliMessage;
use crate::cli::solving::LikeDecks;
use crate::cli::{Failure, Session, arguments};
use sleeve_check::{CheckRequest, CheckedDeck};
use sleeve_data::model::{CardIndex, Catalog, Lang};
use sleeve_report::cards::json::{SuggestedCardRow, SuggestedRow};
use sleeve_report::cards::listing::BesideColumn;
use sleeve_report::documents::CardRow;
use sleeve_report::text::table::Column;
use sleeve_report::text::words::zone_name;
use sleeve_requests::RequestMessage;
use sleeve_rules::{CheckError, CheckOptions, Rulebook};
use sleeve_solve::{self as solve, BEST_FIT, Suggestion};
use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::Arc;

/// The cards that are suggested for a deck.
pub struct DeckSuggestions {
    deck: CheckedDeck,
    catalog: Arc<Catalog>,
    known_decks: usize,
    /// The best first.
    suggestions: Vec<Suggestion>,
}

impl DeckSuggestions {
    /// Reads the deck and the known decks, and reports how many these are. Reports an unusable deck
    /// and returns `None` for it.
    pub fn new(
        session: &mut Session<'_>,
        path: &PathBuf,
        command: &CardsCommand,
    ) -> Result<Option<DeckSuggestions>, Failure> {
        let options =
            CheckOptions { attested: command.attested, on: command.on, ..CheckOptions::default() };
        let request = CheckRequest {
            game: command.game.clone(),
            options: options.clone(),
            ..CheckRequest::default()
        };
        let decks = session.read_decks(std::slice::from_ref(path), &request);
        let [deck] = <[CheckedDeck; 1]>::try_from(decks)
            .map_err(|decks| RequestMessage::not_one_deck(path, &decks))?;
        let Some((catalog, read)) = deck.catalog_and_deck() else {
            arguments::say_unusable_deck(session, &deck);
            return Ok(None);
        };
        if !read.unresolved.is_empty() && !session.global.quiet {
            let (path, lines) = (deck.path.clone(), read.unresolved.len());
            session.say_line(&CliMessage::LinesWithoutCard { path, lines });
        }
        let mut like = LikeDecks::read(session, &command.like, Some(catalog.game.id()))?;
        let corpus = like.corpus(&session.streams.folder, catalog, &deck.path);
        let (decks, game) = (corpus.count_decks(), catalog.game.name(session.talk.lang).to_owned());
        if decks == 0 {
            return Err(session.refusal(CliMessage::NoKnownDecks { game }));
        }
        if corpus.is_shipped() && !session.global.quiet {
            session.say_line(&CliMessage::ShippedDecks { decks });
        }
        let rulebook = deck.format().map(|format| Rulebook::new(catalog, format).with_cache());
        if rulebook.is_none() {
            session.say_line(&CliMessage::SuggestedWithoutFormat { path: deck.path.clone() });
        }
        let suggestions =
            solve::suggest_cards((catalog, rulebook.as_ref()), read, &options, &corpus).map_err(
                |error: CheckError| session.failure_from_problems(&error.problems(Some(catalog))),
            )?;
        let catalog = Arc::clone(catalog);
        // The rulebook borrows the format of the deck, which moves into the result.
        drop(rulebook);
        Ok(Some(DeckSuggestions { deck, catalog, known_decks: decks, suggestions }))
    }

    /// The id of the game of the deck.
    pub fn game(&self) -> &str {
        self.catalog.game.id()
    }

    /// The game of the deck.
    pub fn catalog(&self) -> &Arc<Catalog> {
        &self.catalog
    }

    /// Keeps of the cards that a search found those that are suggested, the best first.
    pub fn choose_cards(&self, search: &mut GameSearch<'_>) {
        let ranks: HashMap<CardIndex, usize> =
            self.suggestions.iter().map(|suggestion| suggestion.card).zip(0..).collect();
        for cards in [&mut search.matched, &mut search.undetermined] {
            cards.retain(|card| ranks.contains_key(card));
            cards.sort_by_key(|card| ranks.get(card));
        }
    }

    /// Returns the columns of a table of cards. Copies and zones are shown if the cards differ in
    /// them.
    pub fn table_columns(&self, lang: Lang, cards: &[CardIndex]) -> Vec<BesideColumn> {
        let format = self.deck.format();
        let fit = |suggestion: &Suggestion| {
            format!("{} %", (suggestion.fit * 100 + BEST_FIT / 2) / BEST_FIT)
        };
        let zone = |suggestion: &Suggestion| {
            let zone = suggestion.zones.first();
            zone.map_or_else(String::new, |zone| zone_name(format, zone, lang).to_string())
        };
        let copy = Column::number(word!(lang, "Copy"));
        let differ = |column: &BesideColumn| {
            let mut cells = cards.iter().map(|card| column.cell(*card));
            let first = cells.next();
            cells.any(|cell| Some(cell) != first)
        };
        let often_equal = [
            self.column("copy", copy, |suggestion| suggestion.copy.to_string()),
            self.column("zones", Column::text("Zone"), zone),
        ];
        let mut columns = vec![
            self.column("fit", Column::number(word!(lang, "Fit")), fit),
            self.column("decks", Column::number("Decks"), |s| s.decks.to_string()),
        ];
        columns.extend(often_equal.into_iter().filter(differ));
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
        let cells = self.suggestions.iter().map(|suggestion| (suggestion.card, text(suggestion)));
        BesideColumn { id, column, cells: cells.collect() }
    }

    /// The suggestions for scripts: those of some cards, in their order.
    pub fn row<'a>(&'a self, cards: impl Iterator<Item = &'a CardIndex>) -> SuggestedRow<'a> {
        let by_card: HashMap<CardIndex, &Suggestion> =
            self.suggestions.iter().map(|suggestion| (suggestion.card, suggestion)).collect();
        let row = |card: &CardIndex| {
            let Suggestion { card, fit, copy, decks, zones } = by_card.get(card)?;
            let card = CardRow::new(&self.catalog, *card);
            Some(SuggestedCardRow { card, fit: *fit, copy: *copy, decks: *decks, zones })
        };
        SuggestedRow {
            deck: &self.deck.path,
            format: self.deck.format_id(),
            known_decks: self.known_decks,
            cards: cards.filter_map(row).collect(),
        }
    }
}

//! Messages about searches for cards, in every language.

use sleeve_data::{messages, problem::DidYouMean};

messages! {
    /// Errors and notes about searches for cards.
    pub enum CardsMessage {
        WhichGame { options: String } => {
            title: "cards of which game?",
            help: options,
        }
        SeveralGames { options: String } => {
            title: "several games have such cards",
            help: options,
        }
        NothingMissing => "nothing is missing: every fact of these cards is attested",
        /// `--columns`, `--sort` or `--group`.
        NoField { option: &'static str, word: String, candidates: Vec<String> } => {
            title: "{option}: no field is named `{word}`",
            help: DidYouMean(&candidates[..]),
        }
        /// Lines of a deck of `--in`, `--not-in` or `--with`.
        LinesWithoutCard { path: String, lines: usize } => "{path}: {lines} lines name no card; `sleeve check` lists them",
        LongFilter { game: String, limit: usize } => {
            title: "this filter is too long: on the cards of {game} it needs more than {limit} tests",
            help: "split it into several filters",
        }
        /// `--with`.
        NothingSuggested => "no known deck plays such a card with these",
        /// `--with` without decks to know.
        NoKnownDecks { game: String } => {
            title: "sleeve knows no decks of {game} to learn from",
            help: "name some with --like: files or folders",
        }
        /// `--with` a deck without a format.
        SuggestedWithoutFormat { path: String } => "{path} names no format, so its zones are not checked",
    }
}

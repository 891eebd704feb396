//! Messages about repairs and new decks, in every language.

use sleeve_data::messages;

messages! {
    /// Errors and notes about repairs and new decks.
    #[derive(Clone, PartialEq, Debug)]
    pub enum SolveMessage {
        /// `--like`: few decks only allow a guess.
        LikeDecks { decks: usize, unread: usize } => {
            when *unread > 0 => "combinations are guessed from {decks} decks; {unread} could not be read",
            when *decks == 1 => "combinations are guessed from 1 deck",
            title: "combinations are guessed from {decks} decks",
        }
        /// Without --like.
        ShippedDecks { decks: usize } => {
            when *decks == 1 => "combinations are guessed from 1 built-in deck; --like names others",
            title: "combinations are guessed from {decks} built-in decks; --like names others",
        }
    }
}

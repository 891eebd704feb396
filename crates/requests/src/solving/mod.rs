//! Searches for decks: the smallest repair, and the best new deck.

mod like;
mod messages;

pub use like::{LikeDecks, say_shipped_decks};
pub use messages::SolveMessage;

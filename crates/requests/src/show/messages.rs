//! Messages about cards that are named, in every language.

use sleeve_data::{
    messages,
    problem::{DidYouMean, Quoted},
};

messages! {
    /// Errors and notes about words that name cards.
    pub enum ShowMessage {
        NoCard { word: String, near: Vec<(String, String)> } => {
            when near.is_empty() => {
                title: "there is no card `{word}`",
                help: "search with `sleeve cards FILTER`",
            }
            title: "there is no card `{word}`",
            help: DidYouMean(&near[..]),
        }
        TakenFor { word: String, cards: Vec<String> } => {
            let cards = Quoted(&cards);
            title: "no card is called `{word}`; this is {cards}",
        }
        SeveralCards { word: String, count: usize } => {
            title: "`{word}` could be {count} cards",
            help: "write the id of the one you mean",
        }
    }
}

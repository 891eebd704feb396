//! Names close to those that a user wrote.

use sleeve_data::model::fold::fold;
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks as decks;

/// Card names close to a filter of plain words, best first. Each comes with its game if several are
/// searched.
pub fn near_names(text: &str, catalogs: &[&Catalog], lang: Lang) -> Vec<(String, String)> {
    let wanted = fold(text).replace('"', "");
    // A text with an operator is no name that was misspelt.
    if wanted.is_empty() || wanted.contains([':', '=', '<', '>', '(', '/', '|']) {
        return Vec::new();
    }
    let near = decks::nearest_cards(catalogs.iter().copied(), &wanted);
    let named = near.into_iter().filter_map(|(at, card)| {
        let catalog = catalogs.get(at)?;
        let game = if catalogs.len() > 1 { catalog.game.id() } else { "" };
        let name = catalog.cards.card(card).name(lang);
        Some((name.to_owned(), game.to_owned()))
    });
    let mut names: Vec<(String, String)> = named.collect();
    names.dedup();
    names
}

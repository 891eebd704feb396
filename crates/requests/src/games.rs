//! The games and formats that requests name.

use crate::Refusal;
use sleeve_data::model::{Catalog, Date, Format};
use sleeve_library::{Library, project::unknown_format_problem};
use std::sync::Arc;

/// Opens the game with an id, name or alias, or every game, as they are on a day, or else today.
///
/// # Errors
/// An unknown game, and mistakes in the data.
pub fn open_games(
    library: &Library,
    game: Option<&str>,
    day: Option<Date>,
) -> Result<Vec<Arc<Catalog>>, Refusal> {
    let games = match game {
        Some(game) => vec![game.to_owned()],
        None => library.game_ids(),
    };
    let opened: Result<_, _> = games
        .iter()
        .map(|game| library.open_on(game, day))
        .collect();
    Ok(opened?)
}

/// Finds the format of a game with an id, name or alias.
///
/// # Errors
/// An unknown or abstract format.
pub fn find_format<'c>(
    library: &Library,
    catalog: &'c Catalog,
    word: &str,
) -> Result<&'c Format, Refusal> {
    catalog
        .format(word)
        .filter(|format| !format.is_abstract)
        .ok_or_else(|| {
            Refusal::of_problems(vec![unknown_format_problem(library, catalog, word, None)])
        })
}

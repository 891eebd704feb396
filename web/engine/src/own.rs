//! The user's own data over the shipped games.

use super::ask::{Ask, Refused};
use super::{Desk, Files, own_folder};
use serde::Serialize;
use sleeve::catalog::{GAMES, Library, Shelf};
use sleeve::project::Projects;
use std::path::PathBuf;

/// What the files changed.
#[derive(Serialize)]
pub struct Laid {
    /// Ids of the games that there are now.
    games: Vec<String>,
    /// How many files were given.
    files: usize,
}

/// Lays files over the shipped games. They are used only where every game can be opened with them.
pub fn lay(desk: &mut Desk, files: Files, ask: &Ask) -> Result<Laid, Refused> {
    if let Some((path, _)) = files.iter().find(|(_, bytes)| bytes.is_none()) {
        let message = format!("`{path}` {}", ask.say("is too large", "est trop grand"));
        return Err(Refused::new(message, ""));
    }
    let count = files.len();
    let folder = own_folder();
    let files = files.into_iter().filter_map(|(path, bytes)| Some((folder.join(path), bytes?)));
    let files: Vec<(PathBuf, Vec<u8>)> = files.collect();
    let data = |error| Refused::of_data(&error, ask);
    let library = match count {
        0 => crate::shipped_library(),
        _ => {
            // A library passes over games that cannot be opened; a shelf says what is wrong with them.
            let shelf = Shelf::from_files(&GAMES, &folder, files).map_err(data)?;
            shelf.games().map_err(data)?;
            Library::from_shelf(shelf)
        }
    };
    let library = library.with_today(desk.today);
    let games = library.game_ids();
    for game in &games {
        library.open(game).map_err(data)?;
    }
    desk.projects = Projects::from_library(library);
    Ok(Laid { games, files: count })
}

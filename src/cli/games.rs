//! The games that a command is about.

use super::{Failure, Session};
use sleeve_data::model::{Catalog, Date};
use std::sync::Arc;

/// The game that `--game` names, or every game, as they are on a day, or else today.
pub fn open(
    session: &Session<'_, '_>,
    game: Option<&str>,
    day: Option<Date>,
) -> Result<Vec<Arc<Catalog>>, Failure> {
    let open = |game: &str| session.catalog_on(game, day);
    match game {
        Some(game) => Ok(vec![open(game)?]),
        None => session.library.game_ids().iter().map(|id| open(id)).collect(),
    }
}

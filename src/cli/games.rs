//! The games that a command is about.

use super::{Failure, Session};
use crate::model::Catalog;
use std::sync::Arc;

/// The game that `--game` names, or every game.
pub fn open(session: &Session<'_, '_>, game: Option<&str>) -> Result<Vec<Arc<Catalog>>, Failure> {
    match game {
        Some(game) => Ok(vec![session.catalog(game)?]),
        None => session.library.game_ids().iter().map(|id| session.catalog(id)).collect(),
    }
}

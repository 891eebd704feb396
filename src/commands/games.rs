//! The games of a run, opened when they are first needed.

use super::{Failure, Session};
use crate::catalog::{CatalogError, Shelf};
use crate::model::Catalog;
use crate::report::catalog::diagnostics;

/// The games at hand: the shipped ones under the overlays of `--cards`.
pub fn shelf(session: &Session<'_, '_>) -> Result<Shelf, Failure> {
    let folder = &session.streams.folder;
    let overlays: Vec<_> = session.global.cards.iter().map(|path| folder.join(path)).collect();
    Shelf::new(&overlays).map_err(|error| unusable(session, &error))
}

/// The game that `--game` names, or every game.
pub fn open(session: &Session<'_, '_>, game: Option<&str>) -> Result<Vec<Catalog>, Failure> {
    let shelf = shelf(session)?;
    let open = |id: &str| shelf.open(id).map_err(|error| unusable(session, &error));
    match game {
        Some(game) => Ok(vec![open(game)?]),
        None => {
            let heads = shelf.games().map_err(|error| unusable(session, &error))?;
            heads.iter().map(|head| open(&head.named.id)).collect()
        }
    }
}

fn unusable(session: &Session<'_, '_>, error: &CatalogError) -> Failure {
    let all = diagnostics(error, session.style.lang);
    let texts: Vec<String> = all.iter().map(|d| d.render(&session.talk)).collect();
    Failure::Unusable(texts.join("\n\n"))
}

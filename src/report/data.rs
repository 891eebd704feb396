//! Which program and which data an answer rests on: a judge must know.

use super::escape::safe;
use super::style::Style;
use crate::model::Catalog;
use serde::Serialize;
use std::sync::Arc;

/// The program, as documents name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Program {
    /// `sleeve`.
    pub name: &'static str,
    /// Its version.
    pub version: &'static str,
}

/// This program.
pub const PROGRAM: Program = Program { name: "sleeve", version: env!("CARGO_PKG_VERSION") };

/// The data of a game, as documents name it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Data {
    /// Id of the game.
    pub game: String,
    /// Date of the shipped data, if it says one.
    pub date: Option<String>,
    /// What was laid over it.
    pub overlays: Vec<String>,
}

/// The data of some games, each once, in order of first use.
pub fn in_use<'a>(catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>) -> Vec<Data> {
    let mut data: Vec<Data> = Vec::new();
    for catalog in catalogs {
        if data.iter().all(|d| d.game != catalog.game.id()) {
            data.push(Data {
                game: catalog.game.id().to_owned(),
                date: catalog.game.data.map(|d| d.to_string()),
                overlays: catalog.overlays.iter().map(|o| o.path.clone()).collect(),
            });
        }
    }
    data
}

/// The line that ends human reports.
pub fn line(data: &[Data], style: &Style) -> String {
    let games = data.iter().map(|d| {
        let date = d.date.as_deref().map(|date| format!(" {date}")).unwrap_or_default();
        let overlays: String = d.overlays.iter().map(|o| format!(" + {}", safe(o))).collect();
        format!("{}{date}{overlays}", d.game)
    });
    let games: Vec<String> = games.collect();
    let program = format!("sleeve {}", PROGRAM.version);
    if games.is_empty() {
        return program;
    }
    format!("{program}, {} {}", style.say("data:", "données :"), games.join(", "))
}

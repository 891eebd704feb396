//! The games at hand, as the page lists them.

use super::Desk;
use super::ask::{Ask, Refused};
use serde::Serialize;
use sleeve::decks::Reader;
use sleeve::model::game::Named;
use sleeve::report::escape::plain;

/// Something with a name.
#[derive(Serialize)]
pub struct NamedRow {
    pub id: String,
    pub name: String,
}

impl NamedRow {
    /// In the language that is asked.
    pub fn new(named: &Named, ask: &Ask) -> NamedRow {
        NamedRow { id: named.id.to_string(), name: plain(named.name.get(ask.lang)) }
    }
}

#[derive(Serialize)]
pub struct GameRow {
    #[serde(flatten)]
    named: NamedRow,
    cards: usize,
    formats: Vec<FormatRow>,
    /// The file formats that players of the game use, best first.
    writes: Vec<FileFormat>,
}

#[derive(Serialize)]
struct FormatRow {
    #[serde(flatten)]
    named: NamedRow,
    roles: Vec<NamedRow>,
    zones: Vec<NamedRow>,
}

#[derive(Serialize)]
struct FileFormat {
    id: &'static str,
    extension: &'static str,
}

/// Every game with its formats.
pub fn games(desk: &Desk, ask: &Ask) -> Result<Vec<GameRow>, Refused> {
    let library = desk.library(ask)?;
    let mut games = Vec::new();
    for id in library.game_ids() {
        let catalog = library.open(&id).map_err(|error| Refused::of_data(&error, ask))?;
        let rows = |named: &mut dyn Iterator<Item = &Named>| -> Vec<NamedRow> {
            named.map(|named| NamedRow::new(named, ask)).collect()
        };
        let formats = catalog.formats().map(|format| FormatRow {
            named: NamedRow::new(&format.named, ask),
            roles: rows(&mut format.roles.iter().map(|role| &role.named)),
            zones: rows(&mut format.zones.iter().map(|zone| &zone.named)),
        });
        let readers = &catalog.game.readers;
        let own = readers.iter().filter_map(|name| Reader::named(name));
        let all = Reader::names().filter(|_| readers.is_empty()).filter_map(Reader::named);
        // Lists as people post them are read, and written as plain lists.
        let writes = own.chain(all).filter(|reader| *reader != Reader::Free);
        games.push(GameRow {
            named: NamedRow::new(&catalog.game.named, ask),
            cards: catalog.cards.len(),
            formats: formats.collect(),
            writes: writes
                .map(|reader| FileFormat { id: reader.name(), extension: reader.extension() })
                .collect(),
        });
    }
    Ok(games)
}

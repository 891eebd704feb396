//! The list of games for the page, and the user's own data on top of it.

use super::{
    Desk, Files,
    ask::{Ask, Refused},
};
use serde::Serialize;
use sleeve::{
    catalog::{GAMES, Library, Shelf},
    decks::{DeckForm, DeckFormat},
    model::{
        Card, Catalog, FRONT, Format, Game, Lang, Lens, Number, Setting,
        card::Fact,
        format::{Draw, Parameter},
        game::Named,
    },
    project::Projects,
    report::text::escape::plain,
};
use std::path::PathBuf;

/// An id with a name.
#[derive(Serialize)]
pub(crate) struct NamedRow {
    pub id: String,
    pub name: String,
}

impl NamedRow {
    /// In the language of the call.
    pub(crate) fn new(named: &Named, lang: Lang) -> NamedRow {
        NamedRow { id: named.id.to_string(), name: plain(named.name.get(lang)) }
    }
}

/// The colour and the sign of a card; null if the game gives none.
#[derive(Serialize, Default)]
pub(crate) struct LookRow {
    colour: Option<String>,
    sign: Option<String>,
}

impl LookRow {
    // Inlined into each list, it would be in the engine three times.
    #[inline(never)]
    pub(crate) fn new(catalog: &Catalog, card: Card<'_>) -> LookRow {
        let (game, mut row) = (&catalog.game, LookRow::default());
        for (word, look) in game.look.iter() {
            match look.as_slice() {
                [sign] if game.kind(word) == Some(card.kind()) => row.sign = Some(plain(sign)),
                [value, colour] if has_value(game, card, word, value) => {
                    row.colour = Some(colour.clone());
                }
                _ => {}
            }
        }
        row
    }
}

/// The game's colour, which comes first and belongs to no word.
fn game_colour((word, look): &(String, Vec<String>)) -> Option<String> {
    look.first().filter(|_| word.is_empty()).cloned()
}

fn has_value(game: &Game, card: Card<'_>, field: &str, value: &str) -> bool {
    let Some(id) = game.attribute(field) else { return false };
    let Fact::Enum(found) = card.fact(game, FRONT, id, Lens::default()) else { return false };
    let values = game.get_attribute(id).map(|field| field.values());
    values.is_some_and(|known| {
        known
            .get(found.index())
            .is_some_and(|known| known.id == value)
    })
}

#[derive(Serialize)]
pub(crate) struct GameRow {
    #[serde(flatten)]
    named: NamedRow,
    colour: Option<String>,
    cards: usize,
    formats: Vec<FormatRow>,
    /// The file formats that players of the game use, most common first.
    writes: Vec<FileFormat>,
}

#[derive(Serialize)]
struct FormatRow {
    #[serde(flatten)]
    named: NamedRow,
    roles: Vec<NamedRow>,
    zones: Vec<NamedRow>,
    parameters: Vec<ParameterRow>,
    /// The number of seats that draw differently; 0: all draw alike.
    seats: usize,
    /// The numbers of players that draw differently; empty: the number does not matter.
    players: Vec<u32>,
}

/// A parameter of a format. Numbers are written as in the data.
#[derive(Serialize)]
struct ParameterRow {
    #[serde(flatten)]
    named: NamedRow,
    /// The name of the default value; none: it depends on the role, or has to be given.
    default: Option<String>,
    /// The allowed values; empty: any number within the bounds.
    allowed: Vec<NamedRow>,
    min: Option<String>,
    max: Option<String>,
}

impl ParameterRow {
    fn new(parameter: &Parameter, lang: Lang) -> ParameterRow {
        let number =
            |number: &Number| NamedRow { id: number.to_string(), name: number.to_string() };
        let words = parameter.words.iter().map(|word| NamedRow::new(word, lang));
        let allowed: Vec<NamedRow> = words.chain(parameter.allowed.iter().map(number)).collect();
        let name = |setting: &Setting| {
            let id = setting.to_string();
            let known = allowed.iter().find(|one| one.id == id);
            known.map_or_else(|| plain(&id), |one| one.name.clone())
        };
        ParameterRow {
            named: NamedRow::new(&parameter.named, lang),
            default: parameter.default.as_ref().map(name),
            min: parameter.min.map(|number| number.to_string()),
            max: parameter.max.map(|number| number.to_string()),
            allowed,
        }
    }
}

/// The number of seats of a format that draw differently, and the numbers of players that do.
fn seats(format: &Format) -> (usize, Vec<u32>) {
    match format.opening.as_ref().map(|opening| &opening.draw) {
        None | Some(Draw::All(_)) => (0, Vec::new()),
        Some(Draw::BySeat(seats)) => {
            let players = format.parameter("players").and_then(|p| p.default.as_ref());
            let players = players.and_then(|default| default.number()?.to_integer());
            let players = players
                .and_then(|n| usize::try_from(n).ok())
                .unwrap_or(seats.len());
            (seats.len().min(players), Vec::new())
        }
        Some(Draw::ByPlayers(table)) => {
            let most = table.iter().map(|(_, seats)| seats.len()).max();
            (most.unwrap_or(0), table.iter().map(|(players, _)| *players).collect())
        }
    }
}

#[derive(Serialize)]
struct FileFormat {
    id: String,
    extension: String,
}

/// All games with their formats.
pub(crate) fn games(desk: &Desk, _: Files, ask: &Ask) -> Result<Vec<GameRow>, Refused> {
    let lang = ask.lang;
    let library = desk.library(lang)?;
    let mut games = Vec::new();
    for id in library.game_ids() {
        let catalog = library
            .open(&id)
            .map_err(|error| Refused::of_data(&error, lang))?;
        let rows = |named: &mut dyn Iterator<Item = &Named>| -> Vec<NamedRow> {
            named.map(|named| NamedRow::new(named, lang)).collect()
        };
        let formats = catalog.formats().map(|format| {
            let (seats, players) = seats(format);
            FormatRow {
                named: NamedRow::new(&format.named, lang),
                roles: rows(&mut format.roles.iter().map(|role| &role.named)),
                zones: rows(&mut format.zones.iter().map(|zone| &zone.named)),
                parameters: format
                    .parameters
                    .iter()
                    .map(|p| ParameterRow::new(p, lang))
                    .collect(),
                seats,
                players,
            }
        });
        let readers = &catalog.game.readers;
        let described = &catalog.game.described;
        let all = DeckForm::names(described);
        let names = if readers.is_empty() { &all } else { readers };
        // Posted lists are an input format only; they are written as plain lists.
        let forms = names
            .iter()
            .filter_map(|name| DeckForm::from_name(name, described));
        let writes = forms.filter(|form| *form != DeckFormat::Free);
        games.push(GameRow {
            named: NamedRow::new(&catalog.game.named, lang),
            colour: catalog.game.look.first().and_then(game_colour),
            cards: catalog.cards.len(),
            formats: formats.collect(),
            writes: writes
                .map(|form| FileFormat {
                    id: form.name().to_owned(),
                    extension: form.extension().to_owned(),
                })
                .collect(),
        });
    }
    Ok(games)
}

/// The result of loading the user's data.
#[derive(Serialize)]
pub(crate) struct Laid {
    /// The ids of all games, after loading.
    games: Vec<String>,
    /// The number of files.
    files: usize,
}

/// The folder of the user's own data.
const OWN_FOLDER: &str = "data";

/// Loads files on top of the shipped games. They are used only if every game still opens.
pub(crate) fn lay(desk: &mut Desk, files: Files, ask: &Ask) -> Result<Laid, Refused> {
    if let Some((path, _)) = files.iter().find(|(_, bytes)| bytes.is_none()) {
        let message = format!("`{path}` {}", word!(ask.lang, "is too large"));
        return Err(Refused::new(message, ""));
    }
    let count = files.len();
    let folder = PathBuf::from(OWN_FOLDER);
    let files = files
        .into_iter()
        .filter_map(|(path, bytes)| Some((folder.join(path), bytes?)));
    let files: Vec<(PathBuf, Vec<u8>)> = files.collect();
    let data = |error| Refused::of_data(&error, ask.lang);
    let library = match count {
        0 => crate::shipped_library(),
        _ => {
            // A library skips games that cannot be opened; a shelf reports what is wrong with them.
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
    desk.forbidden.take();
    Ok(Laid { games, files: count })
}

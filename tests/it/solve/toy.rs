//! A small game of captains: personas, halves, roles, a zone for each colour.

use crate::common::{scratch, write_file, write_game};
use sleeve::model::Catalog;
use std::path::{Path, PathBuf};

const GAME: &str = r#"
id = "toy"
name = { en = "Captains", fr = "Capitaines" }
sources.book = { name = "Book" }
kinds.crew = { name = { en = "crew", fr = "équipage" } }
kinds.base = {}
attributes.colour = { type = "enum", name = { en = "colour", fr = "couleur" }, values = ["red", "blue", "grey"] }
attributes.hero = { type = "set", weight = 8, name = { en = "hero", fr = "héros" }, values = ["vera", "tom"] }
attributes.cost = { type = "integer", name = { en = "cost", fr = "coût" } }
sets.one = { name = "One" }
"#;

const CARDS: &str = r#"
card = [
    { id = "vera", name = "Vera", colour = "red", hero = ["vera"], cost = 1 },
    { id = "vera-old", name = "Vera", colour = "blue", hero = ["vera"], cost = 7 },
    { id = "vera-and-tom", name = "Vera & Tom", colour = "grey", hero = ["vera", "tom"], cost = 4 },
    { id = "captain", name = "Captain", colour = "blue", hero = ["vera"], cost = 6 },
    { id = "scout", name = "Scout", colour = "red", cost = 1 },
    { id = "cook", name = "Cook", colour = "grey", cost = 3 },
    { id = "smith", name = "Smith", colour = "red", cost = 2 },
    { id = "spy", name = "Spy", colour = "red", cost = 2 },
    { id = "anvil", name = "Anvil", kind = "base", colour = "blue", cost = 9 },
]
[file]
kind = "crew"
set = "one"
"#;

const FORMATS: &str = r#"
[[format]]
id = "fleet"
name = "Fleet"
cite = "book"

[[format.roles]]
id = "red"
[[format.roles]]
id = "blue"

[format.zones.crew]
accepts = "colour=$role or colour:grey"
name = { en = "crew", fr = "équipage" }
[format.zones.docks]
accepts = "kind:base"
roles = ["blue"]
name = { en = "docks", fr = "quais" }

[[format.rule]]
id = "copies"
zone = "crew"
require = "copies(name) <= 2"
cite = "book"
text = "No name more than twice."

[[format.rule]]
id = "no-spies"
zone = "crew"
require = 'none(name="Spy")'
cite = "book"
text = "Spies stay at home."
"#;

/// Writes the game into `toy` below an empty folder, which it returns.
pub fn write(test: &str) -> PathBuf {
    let folder = scratch(test);
    write_game(&folder.join("toy"), [GAME, CARDS, FORMATS]);
    folder
}

/// Writes a deck of the game.
pub fn write_deck(folder: &Path, name: &str, head: &str, crew: &str) {
    write_file(folder, name, format!("game = \"toy\"\n{head}\n[zones.crew]\n{crew}"));
}

/// Opens the game.
pub fn open() -> Catalog {
    open_files("toy", [GAME, CARDS, FORMATS])
}

/// Opens a game of these texts: of the game, its cards and its formats.
pub fn open_files(id: &str, texts: [&str; 3]) -> Catalog {
    use sleeve::{
        catalog::source::{self, Layer},
        problem::SourceText,
    };
    let files = ["game.toml", "cards.toml", "formats.toml"]
        .into_iter()
        .zip(texts);
    let files = files.map(|(path, text)| SourceText::new(path, text).into());
    let layer = Layer { game: id.to_owned(), path: id.to_owned(), files: files.collect() };
    let applied = source::apply_layer(Catalog::default(), &layer);
    assert!(applied.errors.is_empty(), "{:?}", applied.errors);
    applied.catalog
}

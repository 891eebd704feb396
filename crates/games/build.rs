//! Packs each game below `cards/`, so that no command has to parse TOML to know its cards.

use sleeve_data::{files::Links, model::game::KnownDeck, packed, source};
use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

/// The root of the workspace, from the folder of this crate.
const ROOT: &str = "../..";
/// The most mistakes that are printed.
const PRINTED_MISTAKES: usize = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed={ROOT}/cards");
    println!("cargo::rerun-if-changed={ROOT}/decks");
    // Origins of facts are packed as `cards/…`, wherever the build runs.
    std::env::set_current_dir(ROOT)?;
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let mut games = load_games(Path::new("cards"))?;
    let is_page = std::env::var("CARGO_CFG_TARGET_ARCH").is_ok_and(|arch| arch == "wasm32");
    for game in &mut games {
        // The catalog keeps it.
        game.catalog.digest().ok_or("a game has no digest")?;
        let id = game.catalog.game.id().to_owned();
        game.catalog.game.known_decks = read_decks(&Path::new("decks").join(id))?.into();
    }
    let mut index = String::from("/// Id and packed form of every shipped game, by id.\n");
    writeln!(index, "pub static GAMES: [(&str, &[u8]); {}] = [", games.len())?;
    for game in &games {
        let id = game.catalog.game.id();
        let pack = if is_page { packed::pack_short } else { packed::pack };
        let bytes = pack(&game.catalog)?;
        packed::verify(bytes.clone().leak())?;
        std::fs::write(out.join(format!("{id}.bin")), bytes)?;
        writeln!(
            index,
            "    ({id:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{id}.bin\"))),"
        )?;
    }
    index.push_str("];\n");
    writeln!(index, "/// Id and day of the data of every shipped game that gives one, by id.")?;
    writeln!(index, "pub static DATA_DAYS: &[(&str, &str)] = &[")?;
    for game in &games {
        if let Some(day) = game.catalog.game.data {
            writeln!(index, "    ({:?}, \"{day}\"),", game.catalog.game.id())?;
        }
    }
    index.push_str("];\n");
    index.push_str(&write_mappings(&games)?);
    std::fs::write(out.join("games.rs"), index)?;
    Ok(())
}

/// The source of a table with the import mappings of games.
fn write_mappings(games: &[source::AppliedLayer]) -> Result<String, Box<dyn std::error::Error>> {
    let root = std::env::current_dir()?;
    let mut table = String::from("/// Id and import mapping of every game that has one.\n");
    table.push_str("pub static MAPPINGS: &[(&str, &str)] = &[\n");
    for game in games {
        let id = game.catalog.game.id();
        let path = root.join("cards").join(id).join("import.toml");
        if path.is_file() {
            writeln!(table, "    ({id:?}, include_str!({:?})),", path.display().to_string())?;
        }
    }
    table.push_str("];\n");
    Ok(table)
}

/// Loads all games of a folder.
///
/// # Errors
/// A game has mistakes.
fn load_games(folder: &Path) -> Result<Vec<source::AppliedLayer>, String> {
    if !folder.is_dir()
        || source::find_data_files(folder, Links::Inside).is_ok_and(|files| files.is_empty())
    {
        return Ok(Vec::new());
    }
    let games = source::load_folder(folder).map_err(|errors| print_mistakes(&errors))?;
    let errors: Vec<_> = games
        .iter()
        .flat_map(|game| game.errors.iter().cloned())
        .collect();
    if errors.is_empty() { Ok(games) } else { Err(print_mistakes(&errors)) }
}

/// The decks of a folder, by file name.
fn read_decks(folder: &Path) -> std::io::Result<Vec<KnownDeck>> {
    let mut decks = Vec::new();
    if !folder.is_dir() {
        return Ok(decks);
    }
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.extension().is_some_and(|ending| ending == "toml") {
            let file = path
                .file_name()
                .unwrap_or_default()
                .to_string_lossy()
                .into_owned();
            decks.push(KnownDeck { file, text: std::fs::read_to_string(&path)? });
        }
    }
    decks.sort_by(|a, b| a.file.cmp(&b.file));
    Ok(decks)
}

fn print_mistakes(errors: &[source::DataProblem]) -> String {
    for error in errors.iter().take(PRINTED_MISTAKES) {
        eprintln!("{error}\n");
    }
    let plural = if errors.len() == 1 { "" } else { "s" };
    format!("{} mistake{plural} in cards/, see above", errors.len())
}

//! Compiles `cards/` into one packed game each, so that no command reads TOML to know its cards.

#[allow(dead_code, missing_docs, unused_imports)]
#[path = "src/files/mod.rs"]
mod files;
#[allow(dead_code, missing_docs, unused_imports)]
#[path = "src/model/mod.rs"]
mod model;
#[allow(dead_code, missing_docs, unused_imports)]
#[path = "src/catalog/snapshot.rs"]
mod snapshot;
#[allow(dead_code, missing_docs, unused_imports)]
#[path = "src/catalog/source/mod.rs"]
mod source;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

/// At most this many mistakes are printed.
const SHOWN: usize = 50;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    for path in [
        "cards",
        "src/files",
        "src/model",
        "src/catalog/source",
        "src/catalog/snapshot.rs",
        "build.rs",
    ] {
        println!("cargo::rerun-if-changed={path}");
    }
    link();
    let out = PathBuf::from(std::env::var_os("OUT_DIR").ok_or("OUT_DIR is not set")?);
    let games = games(Path::new("cards"))?;
    let mut index = String::from("/// Id and packed form of every shipped game, by id.\n");
    writeln!(index, "pub(super) static GAMES: [(&str, &[u8]); {}] = [", games.len())?;
    for game in &games {
        let id = game.catalog.game.id();
        std::fs::write(out.join(format!("{id}.bin")), snapshot::pack(&game.catalog)?)?;
        writeln!(
            index,
            "    ({id:?}, include_bytes!(concat!(env!(\"OUT_DIR\"), \"/{id}.bin\"))),"
        )?;
    }
    index.push_str("];\n");
    index.push_str(&mappings(&games)?);
    std::fs::write(out.join("games.rs"), index)?;
    Ok(())
}

/// Links what every start would otherwise pay for: a program at a fixed address has nothing to
/// relocate, and one that holds its unwinder has one library less to load.
fn link() {
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let host = std::env::var("HOST").is_ok_and(|host| std::env::var("TARGET") == Ok(host));
    if !host || target("OS") != "linux" || target("ENV") != "gnu" {
        return;
    }
    println!("cargo::rustc-link-arg-bins=-no-pie");
    let found = std::process::Command::new("cc").arg("-print-file-name=libgcc_eh.a").output();
    let found = found.ok().and_then(|out| String::from_utf8(out.stdout).ok()).unwrap_or_default();
    if let Some(folder) = Path::new(found.trim()).parent().filter(|folder| folder.is_absolute()) {
        println!("cargo::rustc-link-search=native={}", folder.display());
        println!("cargo::rustc-link-lib=static:-bundle=gcc_eh");
    }
}

/// The importers' mappings of the games that have one, as the source of a table.
fn mappings(games: &[source::Applied]) -> Result<String, Box<dyn std::error::Error>> {
    let root = PathBuf::from(std::env::var_os("CARGO_MANIFEST_DIR").ok_or("no manifest")?);
    let path = |id: &str| root.join("cards").join(id).join("import.toml");
    let ids = games.iter().map(|game| game.catalog.game.id()).filter(|id| path(id).is_file());
    let mut table = String::from("/// Id and import mapping of every game that has one.\n");
    table.push_str("pub(super) static MAPPINGS: &[(&str, &str)] = &[\n");
    for id in ids {
        writeln!(table, "    ({id:?}, include_str!({:?})),", path(id).display().to_string())?;
    }
    table.push_str("];\n");
    Ok(table)
}

/// Every game of the folder; the build stops where one has mistakes.
fn games(folder: &Path) -> Result<Vec<source::Applied>, String> {
    if !folder.is_dir() || source::toml_files(folder).is_ok_and(|files| files.is_empty()) {
        return Ok(Vec::new());
    }
    let games = source::load_folder(folder).map_err(|errors| report(&errors))?;
    let errors: Vec<_> = games.iter().flat_map(|game| game.errors.iter().cloned()).collect();
    if errors.is_empty() { Ok(games) } else { Err(report(&errors)) }
}

fn report(errors: &[source::SourceError]) -> String {
    for error in errors.iter().take(SHOWN) {
        eprintln!("{error}\n");
    }
    let plural = if errors.len() == 1 { "" } else { "s" };
    format!("{} mistake{plural} in cards/, see above", errors.len())
}

//! Game data: which program and data an answer depends on, for judges; and why a game's data cannot
//! be used.

use crate::text::{
    Style,
    diagnostic::{Diagnostic, Severity},
    escape::safe,
    words::format_count,
};
use sleeve_data::model::{Catalog, Fingerprint, Lang, catalog::Overlay, game::Source};
use sleeve_library::CatalogError;
use std::{
    path::{Component, Path, PathBuf},
    sync::Arc,
};

rows! {
    /// The program.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct ProgramName {
        /// `sleeve`.
        pub name: &'static str,
        /// Its version.
        pub version: &'static str,
    }
}

/// The name and version of this program.
pub const PROGRAM: ProgramName = ProgramName { name: "sleeve", version: env!("CARGO_PKG_VERSION") };

rows! {
    /// The data of a game.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Data {
        /// Id of the game.
        pub game: String,
        /// Date of the built-in data, if it has one.
        pub date: Option<String>,
        /// Digest of the data, including overlays; null for your own data on the web page.
        pub digest: Option<Fingerprint>,
        /// Dates of the sources of the data, if the game gives them.
        pub made_from?: Vec<DataPart>,
        /// Day that versions of formats and lists were chosen for, if there are several versions.
        pub day?: Option<String>,
        /// Overlays that were added.
        pub overlays: Vec<String>,
        /// Overlays that declare the game as their own.
        #[serde(skip)]
        pub declaring: Vec<Overlay>,
    }

    /// A part of a game's data and the date of its source.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct DataPart {
        /// The part, in English.
        pub part: String,
        /// Its date.
        pub date: String,
        /// The part, in French.
        #[serde(skip)]
        pub french: String,
    }
}

impl DataPart {
    /// Returns the parts of a game's sources that have a date, in order.
    fn list(catalog: &Catalog) -> Vec<DataPart> {
        let mut parts = Vec::new();
        for Source { date, gives, .. } in &catalog.game.sources {
            let Some(date) = date.filter(|_| !gives.en.is_empty()) else { continue };
            let [part, french] = [Lang::En, Lang::Fr].map(|lang| gives.get(lang).to_owned());
            parts.push(DataPart { part, date: date.to_string(), french });
        }
        parts
    }
}

/// Returns the data of some games, in the order of first use: one entry for each game with each
/// choice of overlays and day.
pub fn collect_data<'a>(catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>) -> Vec<Data> {
    pair_data(catalogs)
        .into_iter()
        .map(|(data, _)| data)
        .collect()
}

/// Like [`collect_data`], with the digests of the data, which may have to be computed.
pub fn collect_data_with_digests<'a>(
    catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>,
) -> Vec<Data> {
    let mut all = Vec::new();
    for (data, catalog) in pair_data(catalogs) {
        all.push(Data { digest: catalog.digest(), ..data });
    }
    all
}

fn pair_data<'a>(
    catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>,
) -> Vec<(Data, &'a Arc<Catalog>)> {
    let mut pairs: Vec<(Data, &Arc<Catalog>)> = Vec::new();
    for catalog in catalogs {
        if pairs.iter().any(|(_, known)| Arc::ptr_eq(known, catalog)) {
            continue;
        }
        let data = Data {
            game: catalog.game.id().to_owned(),
            date: catalog.game.data.map(|d| d.to_string()),
            digest: None,
            made_from: DataPart::list(catalog),
            day: catalog.day().map(|day| day.to_string()),
            overlays: catalog.overlays.iter().map(|o| o.path.clone()).collect(),
            declaring: catalog
                .overlays
                .iter()
                .filter(|o| o.declares_game)
                .cloned()
                .collect(),
        };
        if !pairs.iter().any(|(known, _)| is_same_choice(known, &data)) {
            pairs.push((data, catalog));
        }
    }
    pairs
}

/// Whether both are data of one game, for one day and with the same overlays.
fn is_same_choice(a: &Data, b: &Data) -> bool {
    (&a.game, &a.day) == (&b.game, &b.day)
        && a.overlays
            .iter()
            .map(resolve_parents)
            .eq(b.overlays.iter().map(resolve_parents))
}

/// Removes `..` from a path: projects in several folders name one overlay by different paths.
fn resolve_parents(path: impl AsRef<Path>) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.as_ref().components() {
        match part {
            // By name only: the path may no longer exist when its data is described.
            Component::ParentDir if resolved.file_name().is_some() => drop(resolved.pop()),
            part => resolved.push(part),
        }
    }
    resolved
}

/// Describes an overlay that declares an existing game.
pub fn describe_overlay(game: &str, overlay: &Overlay, style: &Style) -> String {
    let (game, lang) = (safe(game), style.lang);
    if overlay.replaces_game {
        return format!("{} {game}", word!(lang, "replaces"));
    }
    let count = format_count(overlay.changed, word!(lang, "entry"), lang);
    format!("{count} {} {game}", word!(lang, "on top of"))
}

/// Returns the last line of reports for people: program, games, dates, overlays.
pub fn data_line(data: &[Data], style: &Style) -> String {
    let games: Vec<String> = data.iter().map(|data| game_entry(data, style)).collect();
    let program = format!("sleeve {}", PROGRAM.version);
    if games.is_empty() {
        return program;
    }
    format!("{program}, {} {}", word!(style.lang, "data:"), games.join(", "))
}

/// Returns what `--version` prints: the program, and the days of the data of some games.
pub fn describe_version(games: &[(&str, &str)], lang: Lang) -> String {
    let games: Vec<String> = games
        .iter()
        .map(|(game, day)| format!("{game} {day}"))
        .collect();
    format!("sleeve {}\n{} {}\n", PROGRAM.version, word!(lang, "data:"), games.join(", "))
}

/// `hearth 2024-05-01 (cards 2024-04-30) on 2024-06-01 + overlay.toml`.
fn game_entry(data: &Data, style: &Style) -> String {
    let mut entry = data.game.clone();
    if let Some(date) = &data.date {
        entry += &format!(" {date}");
    }
    let mut parts = Vec::new();
    for part in &data.made_from {
        let name = if style.lang == Lang::Fr { &part.french } else { &part.part };
        parts.push(format!("{} {}", safe(name), part.date));
    }
    if !parts.is_empty() {
        entry += &format!(" ({})", parts.join(", "));
    }
    if let Some(day) = &data.day {
        entry += &format!(" {} {day}", word!(style.lang, "on"));
    }
    for path in &data.overlays {
        entry += &format!(" + {}", safe(path));
        if let Some(overlay) = data.declaring.iter().find(|overlay| overlay.path == *path) {
            entry += &format!(" ({})", describe_overlay(&data.game, overlay, style));
        }
    }
    entry
}

/// Draws all mistakes in a game's data as errors.
pub fn draw_errors(error: &CatalogError, style: &Style) -> String {
    draw_problems(error, Severity::Error, style)
}

/// Draws all mistakes in the data of a game that the user did not ask for, as warnings.
pub fn draw_warnings(error: &CatalogError, style: &Style) -> String {
    draw_problems(error, Severity::Warning, style)
}

fn draw_problems(error: &CatalogError, severity: Severity, style: &Style) -> String {
    let problems = error.problems();
    let diagnostics = problems.iter().map(|problem| {
        let diagnostic = Diagnostic::from_problem(problem, None, style.lang).severity(severity);
        Diagnostic { id: None, ..diagnostic }.render(style)
    });
    diagnostics.collect::<Vec<_>>().join("\n\n")
}

//! Game data: which program and data an answer depends on, for judges; and why a game's data cannot
//! be used.

use crate::text::Style;
use crate::text::diagnostic::{Diagnostic, Severity};
use crate::text::escape::safe;
use crate::text::words::format_count;
use sleeve_data::model::catalog::Overlay;
use sleeve_data::model::game::Source;
use sleeve_data::model::{Catalog, Fingerprint, Lang};
use sleeve_library::CatalogError;
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

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
        let part = |source: &Source| {
            let date = source.date.filter(|_| !source.gives.en.is_empty())?.to_string();
            let [part, french] = [Lang::En, Lang::Fr].map(|lang| source.gives.get(lang).to_owned());
            Some(DataPart { part, date, french })
        };
        catalog.game.sources.iter().filter_map(part).collect()
    }
}

/// Returns the data of some games, in the order of first use: one entry for each game with each
/// choice of overlays and day.
pub fn collect_data<'a>(catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>) -> Vec<Data> {
    pair_data(catalogs).into_iter().map(|(data, _)| data).collect()
}

/// Like [`collect_data`], with the digests of the data, which may have to be computed.
pub fn collect_data_with_digests<'a>(
    catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>,
) -> Vec<Data> {
    let with_digest =
        |(data, catalog): (Data, &Arc<Catalog>)| Data { digest: catalog.digest(), ..data };
    pair_data(catalogs).into_iter().map(with_digest).collect()
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
            declaring: catalog.overlays.iter().filter(|o| o.declares_game).cloned().collect(),
        };
        let is_same = |known: &Data| {
            let paths = |data: &Data| data.overlays.iter().map(resolve_parents).collect::<Vec<_>>();
            (&known.game, &known.day) == (&data.game, &data.day) && paths(known) == paths(&data)
        };
        if !pairs.iter().any(|(known, _)| is_same(known)) {
            pairs.push((data, catalog));
        }
    }
    pairs
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
    let games = data.iter().map(|d| {
        let date = d.date.as_deref().map(|date| format!(" {date}")).unwrap_or_default();
        let declaring = |path: &String| d.declaring.iter().find(|o| o.path == *path);
        let overlay = |path: &String| match declaring(path) {
            Some(overlay) => {
                format!(" + {} ({})", safe(path), describe_overlay(&d.game, overlay, style))
            }
            None => format!(" + {}", safe(path)),
        };
        let overlays: String = d.overlays.iter().map(overlay).collect();
        let parts = d.made_from.iter().map(|part| {
            let name = if style.lang == Lang::Fr { &part.french } else { &part.part };
            format!("{} {}", safe(name), part.date)
        });
        let parts: Vec<String> = parts.collect();
        let parts =
            if parts.is_empty() { String::new() } else { format!(" ({})", parts.join(", ")) };
        let day = d.day.as_deref().map(|day| format!(" {} {day}", word!(style.lang, "on")));
        format!("{}{date}{parts}{}{overlays}", d.game, day.unwrap_or_default())
    });
    let games: Vec<String> = games.collect();
    let program = format!("sleeve {}", PROGRAM.version);
    if games.is_empty() {
        return program;
    }
    format!("{program}, {} {}", word!(style.lang, "data:"), games.join(", "))
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

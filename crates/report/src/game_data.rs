//! Game data: which program and which data an answer rests on, for a judge must know; and why a game's data cannot be used.

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
    /// The program, as documents name it.
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
    /// The data of a game, as documents name it.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct Data {
        /// Id of the game.
        pub game: String,
        /// Date of the shipped data, if it says one.
        pub date: Option<String>,
        /// The digest of what the data says, overlays included; null for data of your own on the page.
        pub digest: Option<Fingerprint>,
        /// The days of what it was made from, where the game says them.
        pub made_from?: Vec<DataPart>,
        /// The day for which versions of its formats and lists were chosen, where some stand several times.
        pub day?: Option<String>,
        /// What was laid over it.
        pub overlays: Vec<String>,
        /// Those of them that declare the game as if it were theirs.
        #[serde(skip)]
        pub declaring: Vec<Overlay>,
    }

    /// A part of the data of a game and the day of its source.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub struct DataPart {
        /// What the source gives, in English.
        pub part: String,
        /// Its day.
        pub date: String,
        /// What it gives, in French.
        #[serde(skip)]
        pub french: String,
    }
}

impl DataPart {
    /// The parts that a game's sources give, in their order, as far as they have a day.
    fn list(catalog: &Catalog) -> Vec<DataPart> {
        let part = |source: &Source| {
            let date = source.date.filter(|_| !source.gives.en.is_empty())?.to_string();
            let [part, french] = [Lang::En, Lang::Fr].map(|lang| source.gives.get(lang).to_owned());
            Some(DataPart { part, date, french })
        };
        catalog.game.sources.iter().filter_map(part).collect()
    }
}

/// The data of some games, in the order of first use: a game stands there once for each choice of overlays and day.
pub fn collect_data<'a>(catalogs: impl IntoIterator<Item = &'a Arc<Catalog>>) -> Vec<Data> {
    pair_data(catalogs).into_iter().map(|(data, _)| data).collect()
}

/// Like [`collect_data`], with the digests of the data, which may have to be worked out.
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

/// A path without `..`: projects in several folders name one overlay by several paths.
fn resolve_parents(path: impl AsRef<Path>) -> PathBuf {
    let mut resolved = PathBuf::new();
    for part in path.as_ref().components() {
        match part {
            // By the names alone: the path may no longer be there when its data are described.
            Component::ParentDir if resolved.file_name().is_some() => drop(resolved.pop()),
            part => resolved.push(part),
        }
    }
    resolved
}

/// Describes an overlay that declares a game which is there already.
pub fn describe_overlay(game: &str, overlay: &Overlay, style: &Style) -> String {
    let (game, lang) = (safe(game), style.lang);
    if overlay.replaces_game {
        return format!("{} {game}", word!(lang, "replaces"));
    }
    let count = format_count(overlay.changed, word!(lang, "entry"), lang);
    format!("{count} {} {game}", word!(lang, "on top of"))
}

/// The line that ends reports for people: program, games, dates, overlays.
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

/// Every mistake in a game's data, drawn as errors below each other.
pub fn draw_errors(error: &CatalogError, style: &Style) -> String {
    draw_problems(error, Severity::Error, style)
}

/// Every mistake in a game's data that the user did not ask for, drawn as warnings.
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

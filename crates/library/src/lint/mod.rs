//! The linter of card and format data. It finds mistakes in data that is readable.

mod cards;
mod conditions;
mod formats;
mod messages;
mod ranges;
mod rules;
mod vocabulary;

pub use super::gaps::KindSummary;
pub use conditions::find_text_mistakes;
pub use messages::{Citing, FINDINGS, FindingDoc, LintMessage};

use super::{
    CatalogError, Shelf, ShippedGames,
    amendments::{MAX_FILTER_TESTS, deal_out_amendments},
    gaps, pack,
    source::{self, AppliedLayer, DataProblem, Layer, PathPlaces},
};
use sleeve_data::{
    Arrange,
    files::{FileMessage, Links},
    model::{Catalog, game::Named},
    problem::Problem,
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::Arc,
};

/// The most findings of one layer. One more finding counts the rest.
pub const MAX_FINDINGS: usize = 1_000;

/// A mistake in the data with its place.
pub type LintFinding = Problem<LintMessage>;

/// Turns a mistake from reading into a finding.
pub fn finding_from_mistake(mistake: &DataProblem) -> LintFinding {
    mistake.clone().map(|message| LintMessage::Data { message })
}

/// Lints the data of a layer: mistakes from reading come first, then findings in the readable data.
/// Data below the layer is not linted again.
pub fn lint(applied: &AppliedLayer) -> Vec<LintFinding> {
    let mut findings: Vec<LintFinding> = applied.errors.iter().map(finding_from_mistake).collect();
    let mut lint =
        Linter { catalog: &applied.catalog, places: &applied.places, findings: Vec::new() };
    vocabulary::check(&mut lint);
    cards::check(&mut lint);
    formats::check_dates(&mut lint);
    formats::check(&mut lint);
    // These checks look at all the data. With unreadable parts, they would report false findings.
    if findings.is_empty() {
        let mistakes = conditions::find_text_mistakes(lint.catalog, lint.places);
        lint.findings
            .extend(mistakes.iter().map(finding_from_mistake));
        rules::check(&mut lint);
        cards::check_set_outs(&mut lint);
        cards::check_filtered_amendments(&mut lint);
    }
    let mut new_findings = lint.findings;
    new_findings.arrange_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    // Several passes may find the same mistake. After sorting, equal findings are next to each
    // other.
    new_findings.dedup();
    findings.append(&mut new_findings);
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    findings.truncate(MAX_FINDINGS);
    cards::add_near_names(&applied.catalog, &mut findings);
    if let Some(last) = findings.last().filter(|_| more > 0) {
        let message = LintMessage::Data { message: FileMessage::More { count: Some(more) }.into() };
        let rest = Problem { message, ..last.clone() };
        findings.push(rest);
    }
    findings
}

/// The sort key of a finding: file, byte and id.
fn sort_key(finding: &LintFinding) -> Option<(&str, usize, Option<&str>)> {
    let mark = finding.mark()?;
    Some((mark.source.as_ref()?.path.as_str(), mark.span.start, finding.id()))
}

/// The result of linting some files.
#[derive(Clone, Debug, Default)]
pub struct LintReport {
    /// The findings, file by file.
    pub findings: Vec<LintFinding>,
    pub games: usize,
    pub cards: usize,
    pub formats: usize,
    /// Unattested facts of the games whose cards overlays change. They are not findings.
    pub unattested: Vec<KindSummary>,
    /// The linted games, with the files applied.
    pub catalogs: Vec<Arc<Catalog>>,
}

/// Lints files and folders, each on top of the ones before it and of the shipped games. A folder
/// with a complete game (a `game.toml` that names it) has no base.
///
/// # Errors
/// A packed game that is damaged or unreadable, because a finding could not name a place in it.
pub fn lint_paths(
    shipped: ShippedGames,
    paths: &[PathBuf],
    links: Links,
) -> Result<LintReport, CatalogError> {
    let report =
        lint_with(shipped, paths, |path, known| source::read_layers(path, links, known), &|| true)?;
    Ok(report.unwrap_or_default())
}

/// Like [`lint_paths`] for one folder or file, but with these texts, such as an editor's unsaved
/// ones. Returns `None` if `goes_on` returns false after the data is read.
///
/// # Errors
/// As for [`lint_paths`].
pub fn lint_files(
    shipped: ShippedGames,
    path: &Path,
    files: &[(PathBuf, Vec<u8>)],
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<LintReport>, CatalogError> {
    lint_with(
        shipped,
        &[path.to_owned()],
        |path, known| source::read_layers_from_bytes(path, files.to_vec(), known),
        goes_on,
    )
}

fn lint_with(
    shipped: ShippedGames,
    paths: &[PathBuf],
    read_layers: impl Fn(&Path, &[Named]) -> Result<Vec<Layer>, Vec<DataProblem>>,
    goes_on: &dyn Fn() -> bool,
) -> Result<Option<LintReport>, CatalogError> {
    let mut report = LintReport::default();
    let mut open: BTreeMap<String, Catalog> = BTreeMap::new();
    let mut card_overlays: BTreeSet<String> = BTreeSet::new();
    for path in paths {
        let mut tests_left = MAX_FILTER_TESTS;
        // A packed game had no mistakes when it was packed, but its formats are still checked.
        if let Some(pack) = pack::read_pack(path)? {
            let mut catalog = pack.open(false)?;
            if let Some(refused) = deal_out_amendments(&mut catalog, None, &mut tests_left) {
                return Err(CatalogError::Data(vec![refused]));
            }
            open.insert(catalog.game.id().to_owned(), catalog);
            continue;
        }
        let named = super::game_heads(shipped)
            .into_iter()
            .map(|head| head.named);
        let known: Vec<_> = named
            .chain(open.values().map(|c| c.game.named.clone()))
            .collect();
        match read_layers(path, &known) {
            Err(errors) => report
                .findings
                .extend(errors.iter().map(finding_from_mistake)),
            Ok(layers) => {
                for layer in &layers {
                    let base = take_base(layer, &mut open, shipped);
                    let mut applied = source::apply_layer(base, layer);
                    let places = Some(&applied.places);
                    let refused =
                        deal_out_amendments(&mut applied.catalog, places, &mut tests_left);
                    applied.errors.extend(refused);
                    if !goes_on() {
                        return Ok(None);
                    }
                    report.findings.extend(lint(&applied));
                    if !layer.is_whole() && applied.has_cards() {
                        card_overlays.insert(layer.game.clone());
                    }
                    open.insert(layer.game.clone(), applied.catalog);
                }
            }
        }
    }
    for (game, catalog) in open {
        if card_overlays.contains(&game) {
            report.unattested.extend(gaps::summarize_kinds(&catalog));
        }
        report.games += 1;
        report.cards += catalog.cards.len();
        report.formats += catalog.formats().count();
        report.catalogs.push(Arc::new(catalog));
    }
    Ok(Some(report))
}

/// The game below a layer: that of the layers so far, else the shipped one. A complete game has
/// nothing below.
fn take_base(
    layer: &Layer,
    open: &mut BTreeMap<String, Catalog>,
    shipped: ShippedGames,
) -> Catalog {
    if layer.is_whole() {
        return Catalog::default();
    }
    if let Some(below) = open.remove(&layer.game) {
        return below;
    }
    let shelf = Shelf::new(shipped, &[]);
    shelf
        .and_then(|shelf| shelf.open(&layer.game))
        .unwrap_or_default()
}

/// The data under the linter and the findings so far.
struct Linter<'a> {
    catalog: &'a Catalog,
    places: &'a PathPlaces,
    findings: Vec<LintFinding>,
}

impl Linter<'_> {
    /// Reports a finding at a key. Ignores data that is not in the layer's files.
    fn report(&mut self, key: &str, message: LintMessage) {
        let Some((file, span)) = self.places.get(key) else { return };
        self.findings
            .push(Problem::from_source(file, span, message));
    }

    /// Reports a finding at a key, with a second place at another key.
    fn report_with_mark(&mut self, key: &str, message: LintMessage, other: &str) {
        let Some((file, span)) = self.places.get(key) else { return };
        let finding = Problem::from_source(file, span, message);
        self.findings.push(match self.places.get(other) {
            Some((file, span)) => finding.with_mark(Some(Arc::clone(file)), span),
            None => finding,
        });
    }
}

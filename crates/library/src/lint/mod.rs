//! The linter of card and format data: what reads well and is wrong all the same.

mod cards;
mod conditions;
mod dates;
mod findings;
mod formats;
mod limits;
mod messages;
mod ranges;
mod rules;
mod vocabulary;
mod zones;

pub use super::gaps::KindSummary;
pub use conditions::mistakes;
pub use findings::{FINDINGS, FindingDoc};
pub use messages::{Citing, LintMessage};

use super::source::{self, AppliedLayer, DataProblem, PathPlaces};
use super::{Shelf, ShippedGames, gaps};
use sleeve_data::files::FileMessage;
use sleeve_data::model::Catalog;
use sleeve_data::problem::Problem;
use std::collections::{BTreeMap, BTreeSet};
use std::path::PathBuf;
use std::sync::Arc;

/// So many findings in a layer are told one by one; how many more there are is said.
pub const MAX_FINDINGS: usize = 1_000;

/// Something wrong with the data, and where.
pub type LintFinding = Problem<LintMessage>;

/// A mistake of reading as a finding.
pub fn of_reading(mistake: &DataProblem) -> LintFinding {
    mistake.clone().map(|message| LintMessage::Data { message })
}

/// Everything wrong with the data of a layer: mistakes of reading first, then what the linter finds
/// in what could be read. Data that the layer lies over is not looked at again.
pub fn lint(applied: &AppliedLayer) -> Vec<LintFinding> {
    let mut findings: Vec<LintFinding> = applied.errors.iter().map(of_reading).collect();
    let mut lint =
        Linter { catalog: &applied.catalog, places: &applied.places, findings: Vec::new() };
    vocabulary::check(&mut lint);
    cards::check(&mut lint);
    dates::check(&mut lint);
    formats::check(&mut lint);
    // What could not be read would be missing from the answers to these.
    if findings.is_empty() {
        let mistakes = conditions::mistakes(lint.catalog, lint.places);
        lint.findings.extend(mistakes.iter().map(of_reading));
        rules::check(&mut lint);
        cards::check_set_outs(&mut lint);
    }
    let mut found = lint.findings;
    found.sort_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    found.dedup();
    findings.append(&mut found);
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    findings.truncate(MAX_FINDINGS);
    if let Some(last) = findings.last().filter(|_| more > 0) {
        let message = LintMessage::Data { message: FileMessage::More { count: Some(more) }.into() };
        let rest = Problem { message, ..last.clone() };
        findings.push(rest);
    }
    findings
}

/// File, byte and id: the order in which findings are told.
fn sort_key(finding: &LintFinding) -> Option<(&str, usize, Option<&str>)> {
    let mark = finding.mark()?;
    Some((mark.source.as_ref()?.path.as_str(), mark.span.start, finding.id()))
}

/// What the linter has to say about some files.
#[derive(Clone, Debug, Default)]
pub struct LintReport {
    /// Everything wrong, file by file.
    pub findings: Vec<LintFinding>,
    pub games: usize,
    pub cards: usize,
    pub formats: usize,
    /// How much of the cards that overlays speak of is still not attested; no finding.
    pub standing: Vec<KindSummary>,
    /// The games looked at, as they are under the files.
    pub catalogs: Vec<Arc<Catalog>>,
}

/// Looks at files and folders, each laid over the ones before it and over the shipped games; a
/// folder with a whole game of its own (a `game.toml` that names it) stands for itself.
pub fn lint_paths(shipped: ShippedGames, paths: &[PathBuf]) -> LintReport {
    let mut report = LintReport::default();
    let mut open: BTreeMap<String, Catalog> = BTreeMap::new();
    let mut laid: BTreeSet<String> = BTreeSet::new();
    for path in paths {
        let named = super::game_heads(shipped).into_iter().map(|head| head.named);
        let known: Vec<_> = named.chain(open.values().map(|c| c.game.named.clone())).collect();
        match source::read_layers(path, &known) {
            Err(errors) => report.findings.extend(errors.iter().map(of_reading)),
            Ok(layers) => {
                for layer in &layers {
                    let base = if layer.is_whole() { None } else { open.remove(&layer.game) };
                    let base = base.or_else(|| {
                        let shelf =
                            (!layer.is_whole()).then(|| Shelf::new(shipped, &[]).ok()).flatten();
                        shelf?.open(&layer.game).ok()
                    });
                    let applied = source::apply_layer(base.unwrap_or_default(), layer);
                    report.findings.extend(lint(&applied));
                    if !layer.is_whole() && applied.has_cards() {
                        laid.insert(layer.game.clone());
                    }
                    open.insert(layer.game.clone(), applied.catalog);
                }
            }
        }
    }
    let spoken = open.iter().filter(|(game, _)| laid.contains(*game));
    report.standing = spoken.flat_map(|(_, catalog)| gaps::summarize_kinds(catalog)).collect();
    report.games = open.len();
    report.cards = open.values().map(|catalog| catalog.cards.len()).sum();
    report.formats = open.values().map(|catalog| catalog.formats().count()).sum();
    report.catalogs = open.into_values().map(Arc::new).collect();
    report
}

/// The data being looked at and what was found so far.
struct Linter<'a> {
    catalog: &'a Catalog,
    places: &'a PathPlaces,
    findings: Vec<LintFinding>,
}

impl Linter<'_> {
    /// Reports a finding at a place; what was not read from the layer's files is let be.
    fn report(&mut self, key: &str, message: LintMessage) {
        let Some((file, span)) = self.places.get(key) else { return };
        self.findings.push(Problem::from_source(file, span, message));
    }

    /// The same with a second place, by its key.
    fn report_with_mark(&mut self, key: &str, message: LintMessage, other: &str) {
        let Some((file, span)) = self.places.get(key) else { return };
        let finding = Problem::from_source(file, span, message);
        self.findings.push(match self.places.get(other) {
            Some((file, span)) => finding.with_mark(Some(Arc::clone(file)), span),
            None => finding,
        });
    }
}

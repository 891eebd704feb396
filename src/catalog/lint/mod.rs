//! The linter of card and format data: what reads well and is wrong all the same.

mod cards;
mod conditions;
mod dates;
mod formats;
mod limits;
mod ranges;
mod rules;
mod set_outs;
mod standing;
mod table;
mod vocabulary;
mod zones;

pub use conditions::mistakes;
pub use standing::Standing;
pub use table::{FINDINGS, FindingDoc};

use super::source::{self, Applied, Places, Problem, SourceError, SourceFile};
use crate::model::{Catalog, Lang, Text};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// So many findings in a layer are told one by one; how many more there are is said.
pub const MAX_FINDINGS: usize = 1_000;

/// Something wrong with the data.
#[derive(Clone, PartialEq, Debug)]
pub struct LintFinding {
    /// Kebab-case id, listed in [`FINDINGS`].
    pub id: &'static str,
    /// The file.
    pub file: Arc<SourceFile>,
    /// The bytes of the file's text that it is about.
    pub span: Range<usize>,
    /// What is wrong, in one sentence.
    pub message: Text,
    /// What to do about it; empty where that cannot be told.
    pub help: Text,
    /// Another place that it is about.
    pub related: Option<Related>,
}

/// A second place that a finding is about.
#[derive(Clone, PartialEq, Debug)]
pub struct Related {
    /// The file.
    pub file: Arc<SourceFile>,
    /// The bytes of its text.
    pub span: Range<usize>,
    /// What is there.
    pub label: Text,
}

impl LintFinding {
    /// The line, from 1.
    pub fn line(&self) -> u32 {
        self.file.line(self.span.start)
    }

    /// The column, from 1.
    pub fn column(&self) -> u32 {
        self.file.column(self.span.start)
    }
}

impl From<&SourceError> for LintFinding {
    fn from(error: &SourceError) -> LintFinding {
        let both = |text: &dyn Fn(Lang) -> String| Text {
            en: text(Lang::En).into(),
            fr: text(Lang::Fr).into(),
        };
        LintFinding {
            id: error.id(),
            file: Arc::clone(&error.file),
            span: error.span.clone(),
            message: both(&|lang| error.title(lang)),
            help: both(&|lang| error.help(lang).unwrap_or_default()),
            related: None,
        }
    }
}

/// Everything wrong with the data of a layer: mistakes of reading first, then what the linter finds
/// in what could be read. Data that the layer lies over is not looked at again.
pub fn lint(applied: &Applied) -> Vec<LintFinding> {
    let mut findings: Vec<LintFinding> = applied.errors.iter().map(LintFinding::from).collect();
    let mut lint =
        Lint { catalog: &applied.catalog, places: &applied.places, findings: Vec::new() };
    vocabulary::check(&mut lint);
    cards::check(&mut lint);
    dates::check(&mut lint);
    formats::check(&mut lint);
    // What could not be read would be missing from the answers to these.
    if findings.is_empty() {
        let mistakes = conditions::mistakes(lint.catalog, lint.places);
        lint.findings.extend(mistakes.iter().map(LintFinding::from));
        rules::check(&mut lint);
        set_outs::check(&mut lint);
    }
    let mut found = lint.findings;
    found.sort_by(|a, b| {
        let place = |f: &LintFinding| (f.file.path.clone(), f.span.start, f.id);
        place(a).cmp(&place(b))
    });
    found.dedup();
    findings.append(&mut found);
    let more = findings.len().saturating_sub(MAX_FINDINGS);
    findings.truncate(MAX_FINDINGS);
    if let Some(last) = findings.last().filter(|_| more > 0) {
        let (file, span) = (Arc::clone(&last.file), last.span.clone());
        let rest = SourceError { file, span, problem: Problem::More { count: Some(more) } };
        findings.push(LintFinding::from(&rest));
    }
    findings
}

/// What the linter has to say about some files.
#[derive(Clone, Debug, Default)]
pub struct LintReport {
    /// Everything wrong, file by file.
    pub findings: Vec<LintFinding>,
    /// Games looked at.
    pub games: usize,
    /// Cards looked at.
    pub cards: usize,
    /// Formats looked at.
    pub formats: usize,
    /// How much of the cards that overlays speak of is still not attested; no finding.
    pub standing: Vec<Standing>,
    /// The games looked at, as they are under the files.
    pub catalogs: Vec<Arc<Catalog>>,
}

/// Looks at files and folders, each laid over the ones before it and over the shipped games; a
/// folder with a whole game of its own (a `game.toml` that names it) stands for itself.
pub fn lint_paths(paths: &[PathBuf]) -> LintReport {
    let mut report = LintReport::default();
    let mut open: BTreeMap<String, Catalog> = BTreeMap::new();
    let mut laid: BTreeSet<String> = BTreeSet::new();
    for path in paths {
        let shipped = super::games().into_iter().map(|head| head.named);
        let known: Vec<_> = shipped.chain(open.values().map(|c| c.game.named.clone())).collect();
        match source::layers(path, &known) {
            Err(errors) => report.findings.extend(errors.iter().map(LintFinding::from)),
            Ok(layers) => {
                for layer in &layers {
                    let base = if layer.is_whole() { None } else { open.remove(&layer.game) };
                    let base = base.or_else(|| {
                        (!layer.is_whole()).then(|| super::open(&layer.game, &[]).ok()).flatten()
                    });
                    let applied = source::apply(base.unwrap_or_default(), layer);
                    report.findings.extend(lint(&applied));
                    if !layer.is_whole() && applied.speaks_of_cards() {
                        laid.insert(layer.game.clone());
                    }
                    open.insert(layer.game.clone(), applied.catalog);
                }
            }
        }
    }
    let spoken = open.iter().filter(|(game, _)| laid.contains(*game));
    report.standing = spoken.flat_map(|(_, catalog)| standing::of(catalog)).collect();
    report.games = open.len();
    report.cards = open.values().map(|catalog| catalog.cards.len()).sum();
    report.formats = open.values().map(|catalog| catalog.formats().count()).sum();
    report.catalogs = open.into_values().map(Arc::new).collect();
    report
}

/// The data being looked at and what was found so far.
struct Lint<'a> {
    catalog: &'a Catalog,
    places: &'a Places,
    findings: Vec<LintFinding>,
}

/// A sentence in both languages.
fn text(en: impl Into<String>, fr: impl Into<String>) -> Text {
    Text { en: en.into().into(), fr: fr.into().into() }
}

impl Lint<'_> {
    /// Reports a finding at a place; what was not read from the layer's files is let be.
    fn report(&mut self, id: &'static str, key: &str, message: Text, help: Text) {
        self.report_with(id, key, message, help, None);
    }

    /// The same with a second place, by its key.
    fn report_with(
        &mut self,
        id: &'static str,
        key: &str,
        message: Text,
        help: Text,
        other: Option<(&str, Text)>,
    ) {
        let Some((file, span)) = self.places.get(key) else { return };
        let related = other.and_then(|(key, label)| {
            let (file, span) = self.places.get(key)?;
            Some(Related { file: Arc::clone(file), span, label })
        });
        let file = Arc::clone(file);
        self.findings.push(LintFinding { id, file, span, message, help, related });
    }
}

//! Diagnostics of a document: the report items of `check` and the findings of `lint`.

use crate::{
    document::{OpenText, uri_from_path},
    toml_place::find_twin,
    worker::Worker,
};
use lsp_types::{
    Diagnostic, DiagnosticRelatedInformation, DiagnosticSeverity, Location, NumberOrString, Uri,
};
use serde_json::json;
use sleeve_check::{Batch, CheckedDeck};
use sleeve_data::{
    model::format::Origin,
    problem::{Message, Problem, Severity},
};
use sleeve_event::{Event, EventError, ResolveError};
use sleeve_library::lint;
use sleeve_report::{
    finding::Wording,
    forms::report_items::{self, ReportItem, ReportSubject},
    reference,
    text::escape::plain,
};
use std::{
    collections::BTreeMap,
    ops::Range,
    path::{Path, PathBuf},
    str::FromStr,
    sync::Arc,
};

/// The most related places of a diagnostic.
const MAX_RELATED: usize = 20;

/// Diagnostics by the URI of their document.
pub(crate) type Diagnosed = BTreeMap<String, Vec<Diagnostic>>;

/// The URI of a file, in the protocol's type.
pub(crate) fn uri(text: &str) -> Option<Uri> {
    Uri::from_str(text).ok()
}

fn severity(severity: Severity) -> DiagnosticSeverity {
    match severity {
        Severity::Error => DiagnosticSeverity::ERROR,
        Severity::Warning => DiagnosticSeverity::WARNING,
        Severity::Undetermined => DiagnosticSeverity::INFORMATION,
        Severity::Note => DiagnosticSeverity::HINT,
    }
}

/// A diagnostic with its message, and its help below.
fn diagnostic(
    range: lsp_types::Range,
    level: Severity,
    id: &str,
    message: &str,
    help: &str,
) -> Diagnostic {
    let message = match help {
        "" => message.to_owned(),
        help => format!("{message}\n{help}"),
    };
    Diagnostic {
        range,
        severity: Some(severity(level)),
        code: Some(NumberOrString::String(id.to_owned())),
        source: Some("sleeve".to_owned()),
        message,
        ..Diagnostic::default()
    }
}

/// Adds suggested words, which the editor sends back when it asks for quick fixes. A problem
/// without a place has no word to replace: either it lacks a head (`game`, `format`, `role`), or it
/// gets no suggestions.
fn with_candidates<M: Message>(
    mut made: Diagnostic,
    problem: &Problem<M>,
    head: Option<&str>,
) -> Diagnostic {
    let candidates = problem.message.candidates();
    let head = head.filter(|_| problem.mark().is_none());
    if !candidates.is_empty() && (problem.mark().is_some() || head.is_some()) {
        made.data = Some(json!({ "candidates": candidates, "head": head }));
    }
    made
}

/// A place related to a diagnostic.
fn related(
    document: &OpenText,
    span: &Range<usize>,
    message: String,
) -> Option<DiagnosticRelatedInformation> {
    let location = Location { uri: uri(&document.uri)?, range: document.range(span) };
    Some(DiagnosticRelatedInformation { location, message })
}

/// The location of a line of card data, if it is on this disk.
pub(crate) fn origin_location(origin: &Origin, catalog_paths: &[PathBuf]) -> Option<Location> {
    let file = Path::new(&origin.file);
    let places = catalog_paths.iter().map(|folder| folder.join(file));
    let place = std::iter::once(file.to_owned())
        .chain(places)
        .find(|path| path.is_absolute() && path.is_file())?;
    let start = lsp_types::Position { line: origin.line.saturating_sub(1), character: 0 };
    let range = lsp_types::Range { start, end: start };
    Some(Location { uri: uri(&uri_from_path(&place))?, range })
}

impl Worker {
    pub(crate) fn diagnose_deck(&self, document: &OpenText, analysis: &Batch) -> Vec<Diagnostic> {
        let decks = &analysis.decks;
        decks
            .iter()
            .flat_map(|deck| self.deck_diagnostics(document, deck))
            .collect()
    }

    fn deck_diagnostics(&self, document: &OpenText, deck: &CheckedDeck) -> Vec<Diagnostic> {
        let unheld = report_items::sets_without_cards(deck, self.lang);
        let head = deck.asks().filter(|_| deck.part.is_none());
        let mut lines = 0..;
        let mut problems = deck.obstacles().iter();
        let mut diagnostics = Vec::new();
        for mut item in report_items::deck_items(deck, self.lang) {
            let problem = match item.subject {
                ReportSubject::Obstacle => problems.next(),
                _ => None,
            };
            if matches!(item.subject, ReportSubject::Line) {
                item.help =
                    report_items::line_help(deck, lines.next().unwrap_or(0), &unheld, self.lang);
            }
            let Some(problem) = problem else {
                diagnostics.push(self.item_diagnostic(document, &item, Some(deck)));
                continue;
            };
            item.help = std::mem::take(&mut item.help_on_page);
            let mut made = self.item_diagnostic(document, &item, Some(deck));
            self.add_twin(&mut made, document);
            diagnostics.push(with_candidates(made, problem, head));
        }
        diagnostics
    }

    /// Adds the place of the first key to a diagnostic of a second.
    fn add_twin(&self, made: &mut Diagnostic, document: &OpenText) {
        if document.extension() != "toml" {
            return;
        }
        if let Some(twin) = find_twin(&document.text, document.offset(made.range.start)) {
            let first = document.line_at(twin.first.span.start);
            let text = plain(document.text.get(first).unwrap_or_default().trim());
            made.related_information =
                related(document, &twin.first.span, text).map(|place| vec![place]);
        }
    }

    fn item_diagnostic(
        &self,
        document: &OpenText,
        item: &ReportItem<'_>,
        deck: Option<&CheckedDeck>,
    ) -> Diagnostic {
        let shift = document.mark_length();
        let span = match item.place.range.filter(|_| !item.is_elsewhere) {
            Some(at) => {
                let start = at.byte + shift;
                start..document.byte_at(at.end.0, at.end.1).max(start)
            }
            None => document.line(0),
        };
        let title = self.set(&item.message);
        let message = match item.part {
            Some(number) => say!(self.lang, "deck {number}: {message}", message = title),
            None => title,
        };
        let range = document.range(&span);
        let mut made = diagnostic(range, item.severity, item.id, &message, &self.set(&item.help));
        if item.is_elsewhere {
            let path = self.absolute(item.place.path);
            let there = OpenText::from_file(&path, item.place.text, self.encoding);
            let start = item.place.range.map_or(0, |at| at.byte);
            made.related_information =
                related(&there, &(start..start), item.message.clone()).map(|one| vec![one]);
        }
        if let (ReportSubject::Finding(finding), Some(deck)) = (item.subject, deck) {
            self.add_rule(&mut made, document, finding, deck, shift);
        }
        made
    }

    /// Adds details of a finding: the rule in words, its citation, and the other lines it concerns.
    fn add_rule(
        &self,
        made: &mut Diagnostic,
        document: &OpenText,
        finding: &sleeve_rules::Finding,
        deck: &CheckedDeck,
        shift: usize,
    ) {
        let Some(catalog) = deck.catalog() else { return };
        let wording = Wording::new(finding, catalog, self.lang);
        let format = deck.format();
        let names = [catalog.game.id(), format.map_or("", |of| of.named.id.as_str())];
        made.code = Some(NumberOrString::String(format!("{}/{}", names.join("/"), finding.rule)));
        let rule = self.set(&plain(&wording.rule()));
        let cited =
            self.set(&plain(&reference::cite_in_words(&finding.cite, &catalog.game, self.lang)));
        let mut places = Vec::new();
        // The words of a rule may already end with its citation.
        let message = match (rule.contains(&cited), rule.is_empty()) {
            (true, _) => rule.clone(),
            (false, true) => cited.clone(),
            (false, false) => format!("{rule} — {cited}"),
        };
        if !message.is_empty() {
            let mut rules = format.iter().flat_map(|format| format.rules.iter());
            let rule = rules.find(|rule| rule.id == finding.rule);
            let mut location = rule.and_then(|rule| origin_location(&rule.origin, &[]));
            if location.is_none() {
                location = uri(&document.uri).map(|uri| Location { uri, range: made.range });
            }
            places.extend(
                location.map(|location| DiagnosticRelatedInformation { location, message }),
            );
        }
        for label in finding.labels.iter().skip(1).take(MAX_RELATED) {
            let span = label.span.start + shift..label.span.end + shift;
            let mut text = self.set(&wording.label(label));
            if text.is_empty() {
                text = plain(document.text.get(span.clone()).unwrap_or_default());
            }
            places.extend(related(document, &span, text));
        }
        made.data = Some(json!({ "rule": rule, "cite": cited, "notes": wording.notes() }));
        made.related_information = Some(places).filter(|places| !places.is_empty());
    }

    /// The diagnostics of a `sleeve.toml`: its own, and those of the decks it applies to.
    pub(crate) fn diagnose_project(&self, document: &OpenText) -> Option<Vec<Diagnostic>> {
        let checked = self.check_project(document)?;
        let items = report_items::config_items(&checked, self.lang);
        let mut diagnostics = Vec::new();
        for (item, problem) in items.iter().zip(&checked.findings) {
            let made = self.item_diagnostic(document, item, None);
            diagnostics.push(with_candidates(made, problem, None));
        }
        Some(diagnostics)
    }

    /// The diagnostics of an event: its text, and the names in it.
    pub(crate) fn diagnose_event(&self, document: &OpenText) -> Vec<Diagnostic> {
        let path = document.path.display().to_string();
        let problems = match Event::parse(&path, &document.text) {
            Err(EventError { problems, .. }) => problems,
            Ok(mut event) => match self.library(document).map(|of| event.resolve(&of)) {
                Some(Err(ResolveError::Event(error))) => error.problems,
                _ => Vec::new(),
            },
        };
        problems
            .iter()
            .map(|problem| self.problem_diagnostic(document, problem))
            .collect()
    }

    fn problem_diagnostic<M: Message>(
        &self,
        document: &OpenText,
        problem: &Problem<M>,
    ) -> Diagnostic {
        let span = problem
            .mark()
            .map_or_else(|| document.line(0), |mark| mark.span.clone());
        // The editor has no options either.
        let (title, help) = (problem.title(self.lang), problem.message.help_on_page(self.lang));
        let id = problem.id().unwrap_or("unusable");
        let (title, help) = (self.set(&title), self.set(&help));
        let made = diagnostic(document.range(&span), problem.severity, id, &title, &help);
        with_candidates(made, problem, None)
    }

    /// The diagnostics of all files of the data that a file belongs to; `None` if a text changed
    /// meanwhile.
    pub(crate) fn diagnose_data(
        &self,
        root: &Path,
        open: &BTreeMap<PathBuf, Arc<OpenText>>,
        goes_on: &dyn Fn() -> bool,
    ) -> Option<Diagnosed> {
        let files = crate::document::data_files(root, open);
        let findings = match lint::lint_files(&sleeve_games::GAMES, root, &files, goes_on) {
            Ok(report) => report?.findings,
            Err(_) => Vec::new(),
        };
        let mut sources: BTreeMap<PathBuf, Arc<OpenText>> = open.clone();
        let mut diagnosed = Diagnosed::new();
        for finding in &findings {
            let Some(source) = finding.source() else { continue };
            let path = PathBuf::from(&source.path);
            let document = sources.entry(path.clone()).or_insert_with(|| {
                Arc::new(OpenText::from_file(&path, &source.text, self.encoding))
            });
            let mut made = self.problem_diagnostic(document, finding);
            if source.text.is_empty() {
                // A file that is not text has a line, but no columns.
                let line = document.line(finding.line().saturating_sub(1) as usize);
                made.range = document.range(&line);
            }
            let others = finding.marks.iter().filter(|mark| !mark.is_primary);
            let mut places = Vec::new();
            for mark in others.take(MAX_RELATED) {
                let Some(source) = &mark.source else { continue };
                let path = PathBuf::from(&source.path);
                let there = OpenText::from_file(&path, &source.text, self.encoding);
                let words = finding
                    .message
                    .part(sleeve_data::problem::MessagePart::Other, self.lang);
                places.extend(related(&there, &mark.span, self.set(&words)));
            }
            made.related_information = Some(places).filter(|places| !places.is_empty());
            diagnosed
                .entry(document.uri.clone())
                .or_default()
                .push(made);
        }
        Some(diagnosed)
    }
}

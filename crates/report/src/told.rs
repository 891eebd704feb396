//! Everything that a report tells of decks and their `sleeve.toml`, as one list in words: the forms
//! for machines are each a loop over it.

use super::diagnostic::Positions;
use super::finding::Wording;
use super::unresolved;
use sleeve_check::{CheckedConfig, CheckedDeck};
use sleeve_data::model::{Lang, Level};
use sleeve_data::problem::{Problem, Severity};
use sleeve_rules::{Finding, FindingStatus};
use std::ops::Range;

/// Line and column, from 1.
pub type Position = (usize, usize);

/// A place that a report points at.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportPlace<'a> {
    /// Path of the file, or another name of the text.
    pub path: &'a str,
    /// The text.
    pub text: &'a str,
    /// Where in the text; `None`: the whole of it.
    pub at: Option<At>,
}

/// A part of a text.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct At {
    /// The byte at which it begins.
    pub byte: usize,
    /// Where it begins.
    pub start: Position,
    /// Where it ends.
    pub end: Position,
}

/// What something is about.
#[derive(Clone, Copy, Debug)]
pub enum ReportSubject<'a> {
    /// What keeps a file from being used as a deck.
    Obstacle,
    /// A line whose card could not be told.
    Line,
    /// A rule, an assertion, or a decision of a reader.
    Finding(&'a Finding),
    /// A `sleeve.toml`.
    Config,
}

/// One thing that is told.
#[derive(Clone, Debug)]
pub struct ReportItem<'a> {
    /// Its stable id.
    pub id: &'a str,
    /// How grave.
    pub severity: Severity,
    /// Where.
    pub place: ReportPlace<'a>,
    /// Whether it lies in another text than the deck's or the `sleeve.toml`'s own.
    pub is_elsewhere: bool,
    /// What is wrong.
    pub message: String,
    /// What to do; empty where nothing helps.
    pub help: String,
    /// What to do in a page, which has controls where the command line has options.
    pub help_on_page: String,
    /// What it is about.
    pub about: ReportSubject<'a>,
}

/// The id of what keeps a file from being used.
const UNUSABLE: &str = "unusable";
/// The id of a line whose card could not be told.
const UNRESOLVED: &str = "unresolved";

/// A text in which many places are looked up.
struct Own<'a> {
    path: &'a str,
    text: &'a str,
    positions: Positions<'a>,
}

impl<'a> Own<'a> {
    fn new(path: &'a str, text: &'a str) -> Own<'a> {
        Own { path, text, positions: Positions::new(text) }
    }

    fn place(&self, span: Option<&Range<usize>>) -> ReportPlace<'a> {
        let at = |span: &Range<usize>| At {
            byte: span.start,
            start: self.positions.line_and_column(span.start),
            end: self.positions.line_and_column(span.end),
        };
        ReportPlace { path: self.path, text: self.text, at: span.map(at) }
    }

    fn told(&self, problem: &'a Problem, lang: Lang) -> ReportItem<'a> {
        let place = match problem.mark().and_then(|mark| Some((mark.source.as_ref()?, &mark.span)))
        {
            Some((source, span)) => Own::new(&source.path, &source.text).place(Some(span)),
            None => self.place(problem.span()),
        };
        ReportItem {
            id: UNUSABLE,
            severity: problem.severity,
            place,
            is_elsewhere: problem.source().is_some(),
            message: problem.title(lang),
            help: problem.help(lang),
            help_on_page: problem.message.help_on_page(lang),
            about: ReportSubject::Obstacle,
        }
    }
}

/// What keeps a file from being used as a deck, besides lines that are no cards.
pub fn obstacles(deck: &CheckedDeck, lang: Lang) -> Vec<ReportItem<'_>> {
    if deck.obstacles().is_empty() {
        return Vec::new();
    }
    let own = Own::new(&deck.path, &deck.text);
    deck.obstacles().iter().map(|problem| own.told(problem, lang)).collect()
}

/// Everything that is told of a deck: what keeps it from being used, the lines that are no cards,
/// the findings.
pub fn of_deck(deck: &CheckedDeck, lang: Lang) -> Vec<ReportItem<'_>> {
    let unresolved = || deck.deck().into_iter().flat_map(|deck| &deck.unresolved);
    let mut told = obstacles(deck, lang);
    let findings = deck.findings();
    if findings.is_empty() && unresolved().next().is_none() {
        return told;
    }
    let own = Own::new(&deck.path, &deck.text);
    told.extend(unresolved().map(|line| ReportItem {
        id: UNRESOLVED,
        severity: Severity::Error,
        place: own.place(Some(&line.span)),
        is_elsewhere: false,
        message: unresolved::title(line, lang),
        help: String::new(),
        help_on_page: String::new(),
        about: ReportSubject::Line,
    }));
    let Some(catalog) = deck.catalog() else { return told };
    told.extend(findings.iter().map(|finding| {
        let wording = Wording::new(finding, catalog, lang);
        let help = wording.fix().unwrap_or_default();
        ReportItem {
            id: &finding.rule,
            severity: severity(finding),
            place: own.place(finding.labels.first().map(|label| &label.span)),
            is_elsewhere: false,
            message: wording.title(),
            help_on_page: help.clone(),
            help,
            about: ReportSubject::Finding(finding),
        }
    }));
    told
}

/// Everything that is told of a `sleeve.toml`.
pub fn of_config(config: &CheckedConfig, lang: Lang) -> Vec<ReportItem<'_>> {
    let own = Own::new(&config.path, &config.text);
    let told = config.findings.iter().map(|problem| ReportItem {
        id: problem.id().unwrap_or(UNUSABLE),
        about: ReportSubject::Config,
        ..own.told(problem, lang)
    });
    told.collect()
}

/// How grave a finding is.
pub fn severity(finding: &Finding) -> Severity {
    match (finding.status, finding.level) {
        (FindingStatus::Note, _) => Severity::Note,
        (FindingStatus::Unknown, _) => Severity::Undetermined,
        (FindingStatus::Broken, Level::Error) => Severity::Error,
        (FindingStatus::Broken, Level::Warning) => Severity::Warning,
    }
}

/// What is wrong and, behind what joins them, what to do.
pub fn with_help(told: &ReportItem<'_>, between: &str) -> String {
    match told.help.as_str() {
        "" => told.message.clone(),
        help => format!("{}{between}{help}", told.message),
    }
}

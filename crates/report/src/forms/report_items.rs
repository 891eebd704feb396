//! Report items: everything that a report says about decks, `sleeve.toml` files and files that were
//! not read, in words. Each form for programs is a loop over them.

use crate::{
    finding::Wording,
    text::{
        Style,
        diagnostic::{Diagnostic, Positions},
        escape::safe,
    },
};
use sleeve_check::{CheckMessage, CheckedConfig, CheckedDeck, SkippedFile};
use sleeve_data::{
    model::{Catalog, Lang, Level, deck::Unresolved, fold::fold},
    problem::{DidYouMean, Message, Offer, Problem, Severity, Worded, edit_distance},
};
use sleeve_decks::WhySkipped;
use sleeve_rules as rules;
use sleeve_rules::{Finding, FindingStatus, Verdict};
use std::{
    io::{self, Write},
    ops::Range,
};

/// Line and column, starting at 1.
pub type Position = (usize, usize);

/// A place in a report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ReportPlace<'a> {
    /// Path of the file, or another name of the text.
    pub path: &'a str,
    pub text: &'a str,
    /// `None` for the whole file.
    pub range: Option<TextRange>,
}

/// A span of a text, in bytes and in lines and columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TextRange {
    pub byte: usize,
    pub start: Position,
    pub end: Position,
}

/// The subject of a report item.
#[derive(Clone, Copy, Debug)]
pub enum ReportSubject<'a> {
    /// The file cannot be used as a deck.
    Obstacle,
    /// A line that names no card, or several.
    Line,
    /// A rule, an assertion, or a decision made while reading.
    Finding(&'a Finding),
    Config,
}

/// One thing that a report says about a deck or a file.
#[derive(Clone, Debug)]
pub struct ReportItem<'a> {
    pub id: &'a str,
    pub severity: Severity,
    pub place: ReportPlace<'a>,
    /// Whether it is in another file than the deck or the `sleeve.toml`.
    pub is_elsewhere: bool,
    pub message: String,
    /// Empty if there is no help.
    pub help: String,
    /// The help for a page, which has controls instead of options.
    pub help_on_page: String,
    /// Position of the deck in a file with several.
    pub part: Option<usize>,
    pub subject: ReportSubject<'a>,
}

const UNUSABLE: &str = "unusable";
const UNRESOLVED: &str = "unresolved";

/// A text with spans that become places of a report.
struct ReportSource<'a> {
    path: &'a str,
    text: &'a str,
    positions: Positions<'a>,
}

impl<'a> ReportSource<'a> {
    fn new(path: &'a str, text: &'a str) -> ReportSource<'a> {
        ReportSource { path, text, positions: Positions::new(text) }
    }

    fn place(&self, span: Option<&Range<usize>>) -> ReportPlace<'a> {
        let range = span.map(|span| TextRange {
            byte: span.start,
            start: self.positions.line_and_column(span.start),
            end: self.positions.line_and_column(span.end),
        });
        ReportPlace { path: self.path, text: self.text, range }
    }

    fn problem_item(&self, problem: &'a Problem, lang: Lang) -> ReportItem<'a> {
        let place = match problem
            .mark()
            .and_then(|mark| Some((mark.source.as_ref()?, &mark.span)))
        {
            Some((source, span)) => ReportSource::new(&source.path, &source.text).place(Some(span)),
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
            part: None,
            subject: ReportSubject::Obstacle,
        }
    }
}

/// Returns the report items of obstacles: reasons why a file cannot be used as a deck, except lines
/// that name no card.
pub fn obstacles(deck: &CheckedDeck, lang: Lang) -> Vec<ReportItem<'_>> {
    if deck.obstacles().is_empty() {
        return Vec::new();
    }
    let source = ReportSource::new(deck.file_path(), &deck.text);
    let mut items = Vec::new();
    for problem in deck.obstacles() {
        items.push(ReportItem { part: deck.part, ..source.problem_item(problem, lang) });
    }
    items
}

/// Returns all report items of a deck: obstacles, lines that name no card, findings.
pub fn deck_items(deck: &CheckedDeck, lang: Lang) -> Vec<ReportItem<'_>> {
    let unresolved = deck.deck().map_or(&[][..], |deck| &deck.unresolved);
    let mut items = obstacles(deck, lang);
    let findings = deck.findings();
    // Skips looking up the lines of a deck without problems.
    if findings.is_empty() && unresolved.is_empty() {
        return items;
    }
    let source = ReportSource::new(deck.file_path(), &deck.text);
    items.extend(unresolved.iter().enumerate().map(|(at, line)| ReportItem {
        id: UNRESOLVED,
        severity: line_severity(deck),
        place: source.place(Some(&line.span)),
        is_elsewhere: false,
        message: line_title(deck, at, lang),
        help: String::new(),
        help_on_page: String::new(),
        part: deck.part,
        subject: ReportSubject::Line,
    }));
    let Some(catalog) = deck.catalog() else { return items };
    items.extend(findings.iter().map(|finding| {
        let wording = Wording::new(finding, catalog, lang);
        let help = wording.fix().unwrap_or_default();
        ReportItem {
            id: &finding.rule,
            severity: finding_severity(finding),
            place: source.place(finding.labels.first().map(|label| &label.span)),
            is_elsewhere: false,
            message: wording.title(),
            help_on_page: help.clone(),
            help,
            part: deck.part,
            subject: ReportSubject::Finding(finding),
        }
    }));
    items
}

/// Returns all report items of a `sleeve.toml`.
pub fn config_items(config: &CheckedConfig, lang: Lang) -> Vec<ReportItem<'_>> {
    let source = ReportSource::new(&config.path, &config.text);
    let items = config.findings.iter().map(|problem| ReportItem {
        id: problem.id().unwrap_or(UNUSABLE),
        subject: ReportSubject::Config,
        ..source.problem_item(problem, lang)
    });
    items.collect()
}

/// Returns the severity of a finding, from its status and level.
pub fn finding_severity(finding: &Finding) -> Severity {
    match (finding.status, finding.level) {
        (FindingStatus::Note, _) => Severity::Note,
        (FindingStatus::Unknown, _) => Severity::Undetermined,
        (FindingStatus::Broken, Level::Error) => Severity::Error,
        (FindingStatus::Broken, Level::Warning) => Severity::Warning,
    }
}

/// Returns the message and the help, if any, joined by `between`. It begins with the deck's
/// position in a file with several, because editors and code hosts only know files.
pub fn message_with_help(item: &ReportItem<'_>, between: &str, lang: Lang) -> String {
    let message = &item.message;
    let message = match item.part {
        Some(number) => say!(lang, "deck {number}: {message}"),
        None => message.clone(),
    };
    match item.help.as_str() {
        "" => message,
        help => format!("{message}{between}{help}"),
    }
}

/// Returns the text of an item, with its place if that is in another file.
pub(crate) fn item_line(item: ReportItem<'_>) -> String {
    match (item.subject, item.place.range) {
        (ReportSubject::Finding(_), _) => format!("[{}] {}", item.id, item.message),
        (_, Some(TextRange { start: (line, column), .. })) if item.is_elsewhere => {
            format!("{} ({}:{line}:{column})", item.message, item.place.path)
        }
        _ => item.message,
    }
}

/// A card is offered despite this many edits to its name, even if the real card may not be in the
/// data.
const SLIPS_ALLOWED: usize = 2;

/// Returns the problem of a line without a known card, in words.
pub fn unresolved_title(unresolved: &Unresolved, lang: Lang) -> String {
    CheckMessage::from_unresolved(unresolved).title(lang)
}

/// Returns the problem of a line by its position among the lines without a known card, with the
/// verdict for each of its readings.
pub fn line_title(deck: &CheckedDeck, at: usize, lang: Lang) -> String {
    let Some((catalog, resolved)) = deck.catalog_and_deck() else { return String::new() };
    let Some(line) = resolved.unresolved.get(at) else { return String::new() };
    let judged = deck
        .readings()
        .and_then(|of| Some((of.lines.get(at)?, of.verdict)));
    match judged {
        Some((readings, verdict)) => {
            CheckMessage::from_readings(line, readings, verdict, catalog).title(lang)
        }
        None => unresolved_title(line, lang),
    }
}

/// Returns what to do about a line by its position; the title already names its possible cards, if
/// they are known.
pub fn line_help(deck: &CheckedDeck, at: usize, unheld: &[String], lang: Lang) -> String {
    let Some((catalog, resolved)) = deck.catalog_and_deck() else { return String::new() };
    let readings = deck.readings().and_then(|of| of.lines.get(at));
    match resolved.unresolved.get(at) {
        _ if readings.is_some_and(|readings| !readings.is_empty()) => {
            word!(lang, "write which one").to_owned()
        }
        Some(line) => unresolved_help(line, catalog, unheld, lang),
        None => String::new(),
    }
}

/// Returns the severity of lines without a known card: a warning if the verdict does not depend on
/// them.
pub fn line_severity(deck: &CheckedDeck) -> Severity {
    match deck.verdict() {
        Verdict::Unusable => Severity::Error,
        Verdict::Legal | Verdict::Illegal | Verdict::Undetermined => Severity::Warning,
    }
}

/// Counts the lines without a known card that the verdict does not depend on.
pub fn count_open_lines(deck: &CheckedDeck) -> usize {
    let lines = deck.deck().map_or(0, |deck| deck.unresolved.len());
    if deck.verdict() == Verdict::Unusable { 0 } else { lines }
}

/// Returns the names of the sets that a deck's format allows but the data does not have; empty
/// unless a line names no card.
pub fn sets_without_cards(deck: &CheckedDeck, lang: Lang) -> Vec<String> {
    let any = deck
        .deck()
        .is_some_and(|d| d.unresolved.iter().any(|u| !u.ambiguous));
    let (Some(catalog), Some(format), true) = (deck.catalog(), deck.format(), any) else {
        return Vec::new();
    };
    let ids = rules::find_sets_without_cards(catalog, format).into_iter();
    let sets = ids.filter_map(|id| catalog.game.sets.get(id.index()));
    sets.map(|set| set.named.name.get(lang).to_owned())
        .collect()
}

/// Returns the cards that a line may mean, or the sets that its card may come from; empty if no
/// card is near.
pub fn unresolved_help(
    unresolved: &Unresolved,
    catalog: &Catalog,
    unheld: &[String],
    lang: Lang,
) -> String {
    if let Some(text) = unresolved.find_absent(catalog) {
        return safe(text.get(lang)).into_owned();
    }
    if unheld.is_empty() || unresolved.ambiguous {
        return describe_candidates(unresolved, catalog, lang);
    }
    let sets: Vec<String> = unheld
        .iter()
        .map(|set| format!("`{}`", safe(set)))
        .collect();
    let sets_hint = say!(
        lang,
        "this format allows cards of {sets}, which are not in this data; it may be one of those",
        sets = sets.join(", "),
        bare_sets = sets.join(", ").replace('`', "")
    );
    // If the card may not be in the data, the nearest of all cards would mislead, so only near
    // names are offered.
    let folded_text = fold(&unresolved.text);
    let mut close = unresolved.clone();
    close.candidates.retain(|card| {
        let mut names = catalog.cards.card(*card).names();
        names.any(|(_, _, folded)| edit_distance(&folded_text, folded) <= SLIPS_ALLOWED)
    });
    match describe_candidates(&close, catalog, lang) {
        near if near.is_empty() => sets_hint,
        near => format!("{sets_hint}{}{near}", lang.semicolon()),
    }
}

fn describe_candidates(unresolved: &Unresolved, catalog: &Catalog, lang: Lang) -> String {
    const MOST: usize = 5;
    let mut cards: Vec<(String, String)> = Vec::new();
    for index in unresolved.candidates.iter().take(MOST) {
        let card = catalog.cards.card(*index);
        cards.push((safe(card.name(lang)).into_owned(), safe(card.id()).into_owned()));
    }
    if !unresolved.ambiguous {
        return Worded::new(&DidYouMean(&cards), lang).to_string();
    }
    let mut quoted = Vec::new();
    for card in &cards {
        quoted.push(match card.beside() {
            "" => format!("`{}`", card.name()),
            id => format!("`{}` ({id})", card.name()),
        });
    }
    let names = quoted.join(", ");
    let remaining = unresolved.candidates.len().saturating_sub(MOST);
    match remaining {
        _ if names.is_empty() => String::new(),
        0 => say!(lang, "write which one: {names}"),
        more => say!(lang, more, "write which one: {names} and {more} more"),
    }
}

/// Returns a finding of a `sleeve.toml` with its place, ready to draw.
pub fn config_diagnostic<'a>(
    config: &'a CheckedConfig,
    finding: &'a Problem,
    lang: Lang,
) -> Diagnostic<'a> {
    let diagnostic = Diagnostic::from_problem(finding, Some((&config.path, &config.text)), lang);
    let path = if finding.marks.is_empty() { config.path.as_str() } else { "" };
    diagnostic.note(path)
}

rows! {
    /// A `sleeve.toml`.
    pub struct ConfigRow<'a>(config: &'a CheckedConfig) after {
        let items = config_items(config, Lang::En).into_iter().zip(&config.findings);
    } {
        /// Path of the file.
        path: &'a str = &config.path,
        /// Its problems.
        findings: Vec<ConfigFindingRow<'a>> = items.map(ConfigFindingRow::new).collect(),
    }

    struct ConfigFindingRow<'a>((item, finding): (ReportItem<'a>, &'a Problem)) {
        /// Id of the finding.
        rule: Option<&'a str> = finding.id(),
        /// Severity.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["error", "warning"])))]
        level: &'static str = match item.severity {
            Severity::Error => "error",
            _ => "warning",
        },
        /// The message, in English.
        message: String = item.message,
        /// What to do, in English.
        help: String = item.help,
        /// Line, starting at 1.
        line: Option<usize> = item.place.range.map(|at| at.start.0),
        /// Column, starting at 1.
        column: Option<usize> = item.place.range.map(|at| at.start.1),
    }
}

/// Most files that are named for people; documents name all.
const FILES_SHOWN: usize = 20;

/// Returns the id of the reason why a file was not read, as in documents.
pub fn skip_reason(file: &SkippedFile) -> &str {
    file.why.id().unwrap_or_default()
}

/// Returns a line for each file that was not read, for people.
pub fn skipped_lines(skipped: &[SkippedFile], style: &Style) -> Vec<String> {
    let word = format!("{:12}", word!(style.lang, "not read"));
    let colon = word!(style.lang, ":");
    let (after_stop, others): (Vec<&SkippedFile>, Vec<_>) = skipped
        .iter()
        .partition(|file| file.why == WhySkipped::Stopped);
    let unread = after_stop.len();
    let mut lines: Vec<String> = others
        .iter()
        .take(FILES_SHOWN)
        .map(|file| {
            format!("{word} {}{colon} {}", safe(&file.path), safe(&file.why.title(style.lang)))
        })
        .collect();
    if let remaining @ 1.. = others.len().saturating_sub(FILES_SHOWN) {
        let text = say!(
            style.lang,
            remaining,
            "1 more (see `-o json`)",
            "{n} more (see `-o json`)",
            n = remaining
        );
        lines.push(format!("{word} {text}"));
    }
    if unread > 0 {
        let text = say!(
            style.lang,
            unread,
            "1 file: the run stopped before it",
            "{n} files: the run stopped before them",
            n = unread
        );
        lines.push(format!("{word} {text}"));
    }
    lines
}

/// Writes a line for each file that was not read, then a blank line.
pub fn write_skipped(
    skipped: &[SkippedFile],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    for line in skipped_lines(skipped, style) {
        writeln!(out, "{line}")?;
    }
    if skipped.is_empty() { Ok(()) } else { writeln!(out) }
}

rows! {
    /// A file that was not read.
    pub struct SkippedRow<'a>(file: &'a SkippedFile) {
        /// Path of the file.
        path: &'a str = &file.path,
        /// Id of the reason.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["not-a-file", "linked-folder", "leads-out", "copy", "card-data", "not-text", "not-recognised", "unreadable", "stopped"])))]
        reason: &'a str = skip_reason(file),
        /// The reason, in English.
        message: String = file.why.title(Lang::En),
    }
}

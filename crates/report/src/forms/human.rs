//! `check` for people: a line for each deck, annotated problems, a summary, the data in use.

use crate::{
    finding::{self, Wording},
    forms::{
        line_forms::{self, LineGroup},
        overview, report_items,
    },
    game_data, reference,
    text::{
        Style,
        diagnostic::{Diagnostic, DiagnosticMark, Excerpt, Positions, Severity},
        escape::safe,
        words::format_count,
    },
};
use sleeve_check::{Batch, CheckedConfig, CheckedDeck, LegalUntil, VerdictTally, by_deck};
use sleeve_data::{
    Arrange,
    model::{
        Catalog, Lang, Level,
        deck::{Deck, Unresolved},
    },
};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_rules::{Finding, FindingProblem, FindingStatus, Overrides, Verdict};
use std::{
    borrow::Cow,
    collections::BTreeSet,
    io::{self, Write},
};

/// Most problems of a deck that are shown by a command that only reads it.
const MAX_TOLD_PROBLEMS: usize = 10;
/// Formats that are listed if none allows the deck.
const NEAREST_FORMATS: usize = 3;

/// Writes the verdict and problems of each deck, then problems of `sleeve.toml`, files that were
/// not read, and a summary.
pub fn write_decks(
    batch: &Batch,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let Batch { decks, configs, skipped } = batch;
    let many = by_deck(decks).len() >= overview::DECKS_FOR_TABLE;
    for rows in by_deck(decks) {
        let [deck] = rows else {
            write_formats(rows, style, quiet, out)?;
            continue;
        };
        let problems = deck_diagnostics(deck, style);
        let is_shown = deck.verdict() != Verdict::Legal || !problems.is_empty();
        if is_shown || !(quiet || many) {
            writeln!(out, "{}", verdict_line(deck, style))?;
        }
        for problem in &problems {
            writeln!(out, "\n{}", problem.render(style))?;
        }
        if let Some(line) = finding::repair_line(deck, style) {
            writeln!(out, "\n{line}")?;
        }
        if !problems.is_empty() {
            writeln!(out)?;
        }
    }
    write_config_problems(configs, style, out)?;
    report_items::write_skipped(skipped, style, out)?;
    if many && !quiet {
        overview::write_table(decks, style, out)?;
        writeln!(out)?;
    }
    if !quiet {
        write_summary(decks, style, out)?;
    }
    Ok(())
}

/// Writes which formats allow a deck that names none, else those that it breaks least.
fn write_formats(
    rows: &[CheckedDeck],
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let Some(deck) = rows.first().and_then(CheckedDeck::deck) else { return Ok(()) };
    let mut best: Vec<&CheckedDeck> = rows.iter().collect();
    best.arrange_by_key(|row| (row.verdict(), broken_rules(row, Level::Error).count()));
    let (Some(nearest), Some(last)) = (best.first().copied(), best.last().copied()) else {
        return Ok(());
    };
    let allowing = best
        .iter()
        .filter(|row| row.verdict() < Verdict::Illegal)
        .count();
    // If no format allows it, an open line is in words that are true of all formats.
    let mut problems = open_line_diagnostics(if allowing == 0 { last } else { nearest }, style);
    problems.extend(note_diagnostic(nearest, style));
    if quiet && nearest.verdict() == Verdict::Legal && problems.is_empty() {
        return Ok(());
    }
    let title = formats_title(rows, allowing, style.lang);
    writeln!(out, "{}{}", style.bold(&title), style.lang.colon().trim_end())?;
    best.truncate(if allowing == 0 { NEAREST_FORMATS } else { allowing });
    write_format_rows(&best, style, out)?;
    if !quiet {
        let help = format_help(deck, nearest.format_id().unwrap_or_default(), style.lang);
        writeln!(out, "  = {}{}{help}", word!(style.lang, "help"), style.lang.colon())?;
    }
    writeln!(out)?;
    for problem in problems {
        writeln!(out, "{}\n", problem.render(style))?;
    }
    Ok(())
}

/// Returns how many of all formats allow a deck that names none.
fn formats_title(rows: &[CheckedDeck], allowing: usize, lang: Lang) -> String {
    let Some(deck) = rows.first() else { return String::new() };
    let (path, game, all) = (safe(&deck.path), deck.game().unwrap_or_default(), rows.len());
    match allowing {
        0 => say!(lang, "{path} names no format, and none of {all} formats of {game} allows it"),
        n => say!(
            lang,
            n,
            "{path} names no format; 1 of {all} formats of {game} allows it",
            "{path} names no format; {n} of {all} formats of {game} allow it"
        ),
    }
}

/// Returns how to choose a format: in the deck file, if that can name one.
fn format_help(deck: &Deck, format: &str, lang: Lang) -> String {
    let line = deck.heads.line("format", format);
    if line.is_empty() {
        return say!(lang, "choose one with `--as {format}`; `--as all` lists all formats");
    }
    say!(lang, "write `{line}` into the file, or use `--as {format}`; `--as all` lists all formats")
}

/// Returns remarks that a form has no place for: mistakes in `sleeve.toml`, files that were not
/// read.
pub fn remarks(batch: &Batch, style: &Style) -> Vec<String> {
    let mut remarks = Vec::new();
    for config in &batch.configs {
        for finding in &config.findings {
            remarks
                .push(report_items::config_diagnostic(config, finding, style.lang).render(style));
        }
    }
    remarks.extend(report_items::skipped_lines(&batch.skipped, style));
    remarks
}

fn write_config_problems(
    configs: &[CheckedConfig],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    for config in configs {
        for finding in &config.findings {
            let diagnostic = report_items::config_diagnostic(config, finding, style.lang);
            writeln!(out, "{}\n", diagnostic.render(style))?;
        }
    }
    Ok(())
}

/// Returns the verdict in one word.
pub fn verdict_word(verdict: Verdict, lang: Lang) -> &'static str {
    match verdict {
        Verdict::Legal => word!(lang, "legal"),
        Verdict::Illegal => word!(lang, "illegal"),
        Verdict::Undetermined => word!(lang, "undetermined"),
        Verdict::Unusable => word!(lang, "unusable"),
    }
}

/// Returns the verdict, whether it is provisional, and the number of warnings unless the deck is
/// illegal.
pub fn verdict_with_warnings(deck: &CheckedDeck, lang: Lang) -> String {
    let mut words = verdict_word(deck.verdict(), lang).to_owned();
    if deck.is_provisional() {
        words.push_str(word!(lang, ", provisional"));
    }
    words + &warnings_suffix(deck, lang)
}

/// Returns the number of warnings after a comma; empty without any or if the deck is illegal.
pub(crate) fn warnings_suffix(deck: &CheckedDeck, lang: Lang) -> String {
    match broken_rules(deck, Level::Warning).count() + report_items::count_open_lines(deck) {
        1.. if deck.verdict() == Verdict::Illegal => String::new(),
        0 => String::new(),
        count => {
            let noun = word!(lang, "warning");
            format!(", {}", format_count(count, noun, lang))
        }
    }
}

/// Returns the first warning in one line; `None` without one or if the deck is illegal.
pub(crate) fn first_warning(deck: &CheckedDeck, lang: Lang) -> Option<String> {
    if !matches!(deck.verdict(), Verdict::Legal | Verdict::Undetermined) {
        return None;
    }
    let mut warnings = broken_rules(deck, Level::Warning);
    let mut open = 0..report_items::count_open_lines(deck);
    let first = match open.next() {
        Some(at) => report_items::line_title(deck, at, lang),
        None => finding_line(warnings.next()?, deck.catalog()?, lang),
    };
    let more = match warnings.count() + open.len() {
        0 => String::new(),
        n => say!(lang, n, " (and {n} more)"),
    };
    Some(first + &more)
}

/// Returns the broken rules and assertions of a level; none if unresolved lines keep the rules from
/// deciding.
pub fn broken_rules(deck: &CheckedDeck, level: Level) -> impl Iterator<Item = &Finding> {
    let is_decided = deck.verdict() != Verdict::Unusable;
    deck.findings().iter().filter(move |finding| {
        is_decided && finding.level == level && finding.status == FindingStatus::Broken
    })
}

/// Returns a finding in one line, after the id of its rule.
pub fn finding_line(finding: &Finding, catalog: &Catalog, lang: Lang) -> String {
    format!("[{}] {}", finding.rule, Wording::new(finding, catalog, lang).title())
}

pub(crate) fn colour_verdict(verdict: Verdict, text: &str, style: &Style) -> String {
    match verdict {
        Verdict::Legal => style.good(text),
        Verdict::Undetermined => style.doubtful(text),
        Verdict::Illegal | Verdict::Unusable => style.bad(text),
    }
}

/// Returns `GAME/FORMAT` of a deck, as far as known; `None` without a game.
pub(crate) fn game_and_format(deck: &CheckedDeck) -> Option<String> {
    let format = deck.format_id().map(|format| format!("/{format}"));
    Some(format!("{}{}", deck.game()?, format.unwrap_or_default()))
}

fn verdict_line(deck: &CheckedDeck, style: &Style) -> String {
    let verdict = deck.verdict();
    let word = format!("{:12}", verdict_word(verdict, style.lang));
    let mut line = format!("{} {}", colour_verdict(verdict, &word, style), safe(&deck.path));
    let mut remarks: Vec<&str> = Vec::new();
    let what = game_and_format(deck);
    remarks.extend(what.as_deref());
    remarks.extend(deck.role());
    if deck.is_provisional() {
        remarks.push(word!(style.lang, "provisional"));
    }
    if !remarks.is_empty() {
        line.push_str(&style.dim(&format!(" ({})", remarks.join(", "))));
    }
    if let Some(until) = until_line(deck, style) {
        line.push_str(", ");
        line.push_str(&until);
    }
    line
}

/// Returns the number of decks, and of those with each verdict.
pub fn tally_line(tally: &VerdictTally, lang: Lang) -> String {
    let counts = [
        (tally.legal, word!(lang, tally.legal, "legal", context = "decks")),
        (tally.illegal, word!(lang, tally.illegal, "illegal", context = "decks")),
        (tally.undetermined, word!(lang, tally.undetermined, "undetermined", context = "decks")),
        (tally.unusable, word!(lang, tally.unusable, "unusable", context = "decks")),
    ];
    let given = counts.into_iter().filter(|(count, _)| *count > 0);
    let parts: Vec<String> = given
        .map(|(count, word)| format!("{count} {word}"))
        .collect();
    let decks_word = if tally.decks == 1 { "deck" } else { "decks" };
    format!("{} {decks_word}{}{}", tally.decks, lang.colon(), parts.join(", "))
}

fn write_summary(decks: &[CheckedDeck], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let best = by_deck(decks)
        .into_iter()
        .filter_map(|rows| rows.iter().min_by_key(|deck| deck.verdict()));
    let best: Vec<&CheckedDeck> = best.collect();
    let tally = VerdictTally::from_decks(best.iter().copied());
    writeln!(out, "{}", tally_line(&tally, style.lang))?;
    if tally.failing > 0 {
        writeln!(out, "{}", failing_line(tally.failing, style.lang))?;
    }
    if tally.provisional > 0 {
        writeln!(out, "{}", provisional_hint(tally.provisional, style))?;
    }
    if let [deck] = best.as_slice()
        && deck.verdict() != Verdict::Unusable
        && let Some(fingerprint) = deck.fingerprint(&Overrides::default())
    {
        writeln!(out, "{}", style.dim(&fingerprint_line(fingerprint, style)))?;
    }
    write_grounds(decks, style, out)
}

/// Writes what the formats of legal decks do not judge, and the data in use.
pub(crate) fn write_grounds(
    decks: &[CheckedDeck],
    style: &Style,
    out: &mut dyn Write,
) -> io::Result<()> {
    let gaps: BTreeSet<String> = decks
        .iter()
        .filter_map(|deck| deck_gaps(deck, style.lang))
        .collect();
    for line in gaps {
        writeln!(out, "{line}")?;
    }
    let data = game_data::collect_data(decks.iter().filter_map(CheckedDeck::catalog));
    writeln!(out, "{}", style.dim(&game_data::data_line(&data, style)))
}

/// Returns what the format of a legal deck does not judge, in one line.
pub fn deck_gaps(deck: &CheckedDeck, lang: Lang) -> Option<String> {
    if deck.verdict() != Verdict::Legal {
        return None;
    }
    reference::describe_gaps(deck.catalog()?, deck.format()?, lang)
}

/// Returns the line with a deck's fingerprint.
pub fn fingerprint_line(fingerprint: Fingerprint, style: &Style) -> String {
    format!("{} {fingerprint}", word!(style.lang, "fingerprint"))
}

fn failing_line(count: usize, lang: Lang) -> String {
    say!(lang, count, "1 deck fails an assertion", "{n} decks fail an assertion", n = count)
}

fn provisional_hint(count: usize, style: &Style) -> String {
    say!(
        style.lang,
        count,
        "1 verdict is provisional: it rests on stand-in values; `--attested` names them",
        "{n} verdicts are provisional: they rest on stand-in values; `--attested` names them",
        n = count
    )
}

/// Returns every problem of a deck: obstacles first, then lines that name no card, then findings.
fn deck_diagnostics<'a>(deck: &'a CheckedDeck, style: &Style) -> Vec<Diagnostic<'a>> {
    let deck_file = Some((deck.file_path(), &*deck.text));
    let mut diagnostics = Vec::new();
    for problem in deck.obstacles() {
        let diagnostic = Diagnostic::from_problem(problem, deck_file, style.lang);
        // Obstacles have no level to configure, so their id would be useless.
        diagnostics.push(Diagnostic { id: None, ..diagnostic });
    }
    diagnostics.extend(open_line_diagnostics(deck, style));
    diagnostics.extend(rule_diagnostics(deck, style));
    diagnostics.extend(note_diagnostic(deck, style));
    diagnostics
}

/// Returns the findings of rules and assertions.
fn rule_diagnostics<'a>(deck: &'a CheckedDeck, style: &Style) -> Vec<Diagnostic<'a>> {
    let Some(catalog) = deck.catalog() else { return Vec::new() };
    let rules: Vec<&Finding> = deck
        .findings()
        .iter()
        .filter(|finding| finding.status != FindingStatus::Note)
        .collect();
    let mut diagnostics = Vec::new();
    let mut last: Option<&Finding> = None;
    let folded = fold_groups(&rules);
    for finding in folded.iter().map(AsRef::as_ref) {
        // Findings of one rule share its text, which is only shown with the first.
        let is_first =
            last.is_none_or(|last| (&last.rule, &last.text) != (&finding.rule, &finding.text));
        let wording = Wording::new(finding, catalog, style.lang);
        let rule = if is_first { wording.rule() } else { String::new() };
        diagnostics.push(finding_diagnostic(deck, finding, &wording, rule));
        last = Some(finding);
    }
    diagnostics
}

/// Returns the decisions made while reading a deck; several share one block.
fn note_diagnostic<'a>(deck: &'a CheckedDeck, style: &Style) -> Option<Diagnostic<'a>> {
    let catalog = deck.catalog()?;
    let notes: Vec<&Finding> = deck
        .findings()
        .iter()
        .filter(|finding| finding.status == FindingStatus::Note)
        .collect();
    match notes.as_slice() {
        [] => None,
        [one] => {
            let wording = Wording::new(one, catalog, style.lang);
            Some(finding_diagnostic(deck, one, &wording, wording.rule()))
        }
        several => Some(decisions_diagnostic(deck, several, catalog, style)),
    }
}

/// Returns the problems of the lines that name no card.
fn open_line_diagnostics<'a>(deck: &'a CheckedDeck, style: &Style) -> Vec<Diagnostic<'a>> {
    let Some((catalog, resolved)) = deck.catalog_and_deck() else { return Vec::new() };
    let unheld = report_items::sets_without_cards(deck, style.lang);
    let groups = group_open_lines(deck, &resolved.unresolved, catalog, style.lang);
    let shown = groups.iter().take(MOST_LINES);
    let mut diagnostics: Vec<Diagnostic<'a>> = shown
        .map(|group| line_diagnostic(deck, group, &unheld, style))
        .collect();
    let remaining: usize = groups
        .iter()
        .skip(MOST_LINES)
        .map(|group| group.lines.len())
        .sum();
    if remaining > 0 {
        let more = say!(style.lang, "and {remaining} more lines that are not cards");
        diagnostics.push(Diagnostic::error(more).severity(report_items::line_severity(deck)));
    }
    diagnostics
}

/// Groups the lines without a known card; each is on its own if the verdict under its readings is
/// known.
fn group_open_lines(
    deck: &CheckedDeck,
    lines: &[Unresolved],
    catalog: &Catalog,
    lang: Lang,
) -> Vec<LineGroup> {
    if deck.readings().is_none() {
        return line_forms::group_lines(lines, catalog, lang);
    }
    (0..lines.len())
        .map(|at| LineGroup { lines: vec![at], form: String::new() })
        .collect()
}

/// Returns the problem of a group of lines without a known card.
fn line_diagnostic<'a>(
    deck: &'a CheckedDeck,
    group: &LineGroup,
    unheld: &[String],
    style: &Style,
) -> Diagnostic<'a> {
    let lines = deck.deck().map_or(&[][..], |deck| &deck.unresolved);
    let lines: Vec<&Unresolved> = group.lines.iter().filter_map(|at| lines.get(*at)).collect();
    let (marked, others) = lines.split_at(lines.len().min(MARKED_LINES));
    let marks = marked.iter().map(|line| DiagnosticMark {
        span: line.span.clone(),
        label: String::new(),
        primary: true,
    });
    let (path, marks) = (deck.file_path().to_owned(), marks.collect());
    let diagnostic = match group.lines.as_slice() {
        [at] => Diagnostic::error(report_items::line_title(deck, *at, style.lang))
            .help(report_items::line_help(deck, *at, unheld, style.lang)),
        _ => group_diagnostic(deck, &group.form, &lines, style.lang),
    };
    Diagnostic {
        excerpts: vec![Excerpt { path, text: &deck.text, first_line: 1, marks }],
        ..diagnostic
            .severity(report_items::line_severity(deck))
            .note(list_line_numbers(others, &deck.text, style.lang))
    }
}

/// Returns the problem of several lines of one form, with one of them in a form that can be read.
fn group_diagnostic<'a>(
    deck: &CheckedDeck,
    form: &str,
    lines: &[&Unresolved],
    lang: Lang,
) -> Diagnostic<'a> {
    let count = lines.len();
    let mut example = String::new();
    if let Some(catalog) = deck.catalog() {
        let mut suggested = lines
            .iter()
            .filter_map(|line| line_forms::suggest_line(line, catalog, lang));
        example = suggested.next().unwrap_or_default();
    }
    Diagnostic::error(say!(lang, "{count} lines of the form `{form}` match no card"))
        .help(say!(lang, "write a count and the name alone, such as `{example}`"))
}

/// Returns `also lines 7, 9`; empty without any line.
fn list_line_numbers(lines: &[&Unresolved], text: &str, lang: Lang) -> String {
    if lines.is_empty() {
        return String::new();
    }
    let positions = Positions::new(text);
    let numbers: Vec<String> = lines
        .iter()
        .map(|line| positions.line_and_column(line.span.start).0.to_string())
        .collect();
    say!(
        lang,
        numbers.len(),
        "also line {others}",
        "also lines {others}",
        others = numbers.join(", ")
    )
}

/// Merges findings that only differ by the cards of a group: more than [`MOST_GROUPS`] become one
/// finding about all these groups.
fn fold_groups<'f>(findings: &[&'f Finding]) -> Vec<Cow<'f, Finding>> {
    let mut folded = Vec::new();
    for alike in findings.chunk_by(|a, b| differ_by_group(a, b)) {
        let (Some(first), true) = (alike.first(), alike.len() > MOST_GROUPS) else {
            folded.extend(alike.iter().map(|finding| Cow::Borrowed(*finding)));
            continue;
        };
        let causes = alike.iter().filter_map(|finding| match &finding.problem {
            FindingProblem::Condition(cause) => Some((**cause).clone()),
            _ => None,
        });
        folded.push(Cow::Owned(Finding {
            problem: FindingProblem::Groups(causes.collect()),
            labels: alike
                .iter()
                .flat_map(|finding| finding.labels.clone())
                .collect(),
            ..(*first).clone()
        }));
    }
    folded
}

/// Whether one comparison of one rule fails for two groups of cards in the same way.
fn differ_by_group(a: &Finding, b: &Finding) -> bool {
    let (FindingProblem::Condition(first), FindingProblem::Condition(second)) =
        (&a.problem, &b.problem)
    else {
        return false;
    };
    let have_one_limit =
        (&first.span, first.operator, first.limit) == (&second.span, second.operator, second.limit);
    let are_of_one_rule = (&a.rule, &a.text, a.level) == (&b.rule, &b.text, b.level);
    let are_decided = [a, b]
        .iter()
        .all(|finding| finding.status != FindingStatus::Unknown);
    let are_of_groups = [first, second]
        .iter()
        .all(|cause| cause.group.is_some() && cause.alternatives.is_empty());
    are_decided && are_of_one_rule && are_of_groups && have_one_limit
}

/// Most groups with the same failed comparison that are shown one by one; more become one finding.
const MOST_GROUPS: usize = 6;
/// Lines of one form that are shown; the numbers of the others are listed.
const MARKED_LINES: usize = 3;
/// Most messages about lines that name no card; the lines of the rest are counted.
const MOST_LINES: usize = 50;
/// Most places that are marked in one finding.
const MOST_MARKS: usize = 60;

/// Draws the decisions made while reading a deck as one block, in the order of its lines.
fn decisions_diagnostic<'a>(
    deck: &CheckedDeck,
    notes: &[&Finding],
    catalog: &Catalog,
    style: &Style,
) -> Diagnostic<'a> {
    let title = say!(
        style.lang,
        "{notes} decisions made while reading `{path}`",
        notes = notes.len(),
        path = deck.path
    );
    let mut diagnostic = Diagnostic::error(title).severity(Severity::Note);
    let positions = Positions::new(&deck.text);
    let mut in_order: Vec<&Finding> = notes.to_vec();
    in_order.arrange_by_key(|note| note.labels.first().map_or(0, |label| label.span.start));
    for note in in_order {
        let message = Wording::new(note, catalog, style.lang).title();
        let place = note
            .labels
            .first()
            .map(|label| &label.span)
            .filter(|span| !span.is_empty());
        let line = place.map(|span| positions.line_and_column(span.start).0);
        diagnostic = diagnostic.note(match line {
            Some(line) => say!(style.lang, "line {line}: {message}"),
            None => message,
        });
    }
    diagnostic
}

fn finding_diagnostic<'a>(
    deck: &'a CheckedDeck,
    finding: &Finding,
    wording: &Wording<'_>,
    rule: String,
) -> Diagnostic<'a> {
    let mut diagnostic =
        Diagnostic::error(wording.title()).severity(report_items::finding_severity(finding));
    if finding.status != FindingStatus::Note {
        diagnostic.id = Some(finding.rule.clone());
    }
    if !finding.labels.is_empty() {
        let marks = finding
            .labels
            .iter()
            .take(MOST_MARKS)
            .enumerate()
            .map(|(i, label)| DiagnosticMark {
                span: label.span.clone(),
                label: wording.label(label),
                primary: i == 0 || wording.is_primary(label),
            });
        diagnostic.excerpts.push(Excerpt {
            path: deck.file_path().to_owned(),
            text: &deck.text,
            first_line: 1,
            marks: marks.collect(),
        });
    }
    let diagnostic = wording
        .notes()
        .into_iter()
        .fold(diagnostic, Diagnostic::note);
    diagnostic
        .note(rule)
        .help(wording.fix().unwrap_or_default())
}

/// Draws the reasons why a deck cannot be used, at most `MAX_TOLD_PROBLEMS`.
pub fn describe_unusable(deck: &CheckedDeck, style: &Style) -> String {
    let problems = deck_diagnostics(deck, style);
    let more = problems.len().saturating_sub(MAX_TOLD_PROBLEMS);
    let mut shown: Vec<String> = problems
        .into_iter()
        .take(MAX_TOLD_PROBLEMS)
        .map(|problem| problem.in_file(deck.file_path(), style.lang).render(style))
        .collect();
    if more > 0 {
        shown.push(say!(
            style.lang,
            more,
            "and {more} more problem (see `sleeve check`)",
            "and {more} more problems (see `sleeve check`)"
        ));
    }
    shown.join("\n\n")
}

/// Writes the verdict of every format of the game on each deck: one line per format, with the first
/// reason.
pub fn write_matrix(
    batch: &Batch,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let Batch { decks, configs, skipped } = batch;
    let mut is_first = true;
    for rows in decks.chunk_by(|a, b| a.path == b.path) {
        if quiet && rows.iter().any(|row| row.verdict() == Verdict::Legal) {
            continue;
        }
        if !is_first {
            writeln!(out)?;
        }
        is_first = false;
        let path = rows
            .first()
            .map(|d| safe(&d.path).into_owned())
            .unwrap_or_default();
        writeln!(out, "{}", style.bold(&path))?;
        write_format_rows(&rows.iter().collect::<Vec<_>>(), style, out)?;
    }
    if !configs.is_empty() || !skipped.is_empty() {
        writeln!(out)?;
    }
    write_config_problems(configs, style, out)?;
    for line in report_items::skipped_lines(skipped, style) {
        writeln!(out, "{line}")?;
    }
    if quiet {
        return Ok(());
    }
    writeln!(out)?;
    write_grounds(decks, style, out)
}

/// Writes a line for each verdict on one deck: the format, and the first reason.
fn write_format_rows(rows: &[&CheckedDeck], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let width = rows
        .iter()
        .filter_map(|d| d.format_id())
        .map(str::len)
        .max()
        .unwrap_or(0);
    for deck in rows {
        let format = deck.format_id().unwrap_or("");
        let verdict = deck.verdict();
        let padded = format!("{:12}", verdict_word(verdict, style.lang));
        let word = colour_verdict(verdict, &padded, style);
        let line = format!("  {word} {format:width$}  {}", format_reason(deck, style));
        writeln!(out, "{}", line.trim_end())?;
    }
    Ok(())
}

/// Returns what a line says about the verdict on a deck: its end, its first warning, or the first
/// reason.
fn format_reason(deck: &CheckedDeck, style: &Style) -> String {
    if let Some(until) = until_line(deck, style) {
        return until;
    }
    match first_warning(deck, style.lang) {
        Some(first) if deck.verdict() == Verdict::Legal => {
            format!("{}{first}", word!(style.lang, "warning: "))
        }
        _ => first_reason(deck, style.lang),
    }
}

/// Returns the first reason for a verdict other than legal, in one line; empty without one.
pub fn first_reason(deck: &CheckedDeck, lang: Lang) -> String {
    if let Some(item) = report_items::obstacles(deck, lang).into_iter().next() {
        return safe(&report_items::item_line(item)).into_owned();
    }
    if deck.verdict() == Verdict::Unusable && deck.deck().is_some_and(|d| !d.unresolved.is_empty())
    {
        return report_items::line_title(deck, 0, lang);
    }
    let Some(catalog) = deck.catalog() else { return String::new() };
    let worst = match deck.verdict() {
        Verdict::Illegal => FindingStatus::Broken,
        _ => FindingStatus::Unknown,
    };
    let mut reasons = deck
        .findings()
        .iter()
        .filter(|f| f.level == Level::Error && f.status == worst);
    let Some(finding) = reasons.next() else { return String::new() };
    let first = finding_line(finding, catalog, lang);
    match reasons.count() {
        0 => first,
        n => say!(lang, n, "{first} (and {n} more)"),
    }
}

/// Returns how long a deck stays legal, in one line; `None` without `--until` or if the deck is not
/// legal.
pub(crate) fn until_line(deck: &CheckedDeck, style: &Style) -> Option<String> {
    let line = match deck.legal_until.as_ref()? {
        LegalUntil::NotLegal => return None,
        LegalUntil::NotJudged => {
            word!(style.lang, "end not known: not every line is one card").to_owned()
        }
        LegalUntil::Open => say!(style.lang, "no end is known"),
        LegalUntil::AtLeast(day) => say!(style.lang, "until {day} at least"),
        LegalUntil::Ends { last, then, rule } => {
            let then = verdict_word(*then, style.lang);
            let rule = rule
                .as_deref()
                .map(|id| format!(" [{}]", safe(id)))
                .unwrap_or_default();
            say!(style.lang, "until {last}, then {then}{rule}")
        }
    };
    Some(line)
}

/// Returns the last day on which a deck is known to be legal, for a cell; empty without one.
pub(crate) fn last_legal_day(deck: &CheckedDeck) -> String {
    let last = deck.legal_until.as_ref().and_then(LegalUntil::last_day);
    last.map(|day| day.to_string()).unwrap_or_default()
}

/// Returns the verdict on the day after the last legal one, with the id of the rule that ends it.
pub(crate) fn verdict_after(deck: &CheckedDeck) -> Option<(Verdict, Option<&str>)> {
    match deck.legal_until.as_ref()? {
        LegalUntil::Ends { then, rule, .. } => Some((*then, rule.as_deref())),
        _ => None,
    }
}

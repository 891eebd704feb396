//! Two decks: their differences (`diff`), and whether they may meet (`match`).

use crate::{
    cards::setup,
    collection::name_with_id,
    finding::Wording,
    forms::human::{game_and_format, verdict_word},
    game_data,
    text::{
        Style,
        diagnostic::{Diagnostic, Severity},
        escape::safe,
        lines::pad,
        words::zone_name,
    },
};
use sleeve_check::{CheckedDeck, ComparedPair, MatchResult};
use sleeve_data::model::{Catalog, Lang, Level};
use sleeve_language::{ParameterValue, Quantity, Truth};
use sleeve_odds::stats::{CopiesChange, DeckMeasure, LimitedMeasure, Statistics, ZoneChanges};
use sleeve_rules::{FindingProblem, FindingStatus};
use std::io::{self, Write};
use unicode_width::UnicodeWidthStr;

/// A number of both decks.
pub struct MeasurePair {
    pub name: String,
    /// The measure as written.
    pub text: String,
    /// `None` if the first deck does not have it.
    pub before: Option<Quantity>,
    /// `None` if the second deck does not have it.
    pub after: Option<Quantity>,
}

impl MeasurePair {
    fn row(&self, lang: Lang) -> (String, String) {
        let words = |q: Option<Quantity>| q.map_or_else(|| "-".to_owned(), |q| q.in_words(lang));
        (self.name.clone(), arrow(words(self.before), words(self.after)))
    }
}

fn parameter_text(found: &ParameterValue) -> String {
    match found {
        ParameterValue::Number(number) => number.to_string(),
        ParameterValue::Text(text) => safe(text).into_owned(),
        ParameterValue::Range(..) | ParameterValue::Unknown => "?".to_owned(),
    }
}

/// Whether both decks could be checked.
pub fn is_judged(compared: &ComparedPair) -> bool {
    compared.before.deck.result().is_some() && compared.after.deck.result().is_some()
}

/// Returns the parameters whose values differ: name, value before, value after.
pub fn parameters(compared: &ComparedPair) -> Vec<(String, String, String)> {
    let (a, b) = (&compared.before.parameters, &compared.after.parameters);
    let mut names: Vec<&str> = a.iter().chain(b.iter()).map(|(name, _)| name).collect();
    // Both decks name most parameters; sorting makes each appear once.
    names.sort_unstable();
    names.dedup();
    let rows = names
        .into_iter()
        .map(|n| (n.to_owned(), parameter_text(a.get(n)), parameter_text(b.get(n))));
    rows.filter(|(_, before, after)| before != after).collect()
}

fn pair_measures(
    compared: &ComparedPair,
    lang: Lang,
    select: impl Fn(&Statistics) -> Vec<&DeckMeasure>,
) -> Vec<MeasurePair> {
    let (before, after) = (select(&compared.before.statistics), select(&compared.after.statistics));
    let mut pairs: Vec<MeasurePair> = Vec::new();
    for measured in before.iter().chain(&after) {
        if pairs.iter().any(|p| p.text == measured.text) {
            continue;
        }
        let find = |measures: &[&DeckMeasure]| {
            measures
                .iter()
                .find(|m| m.text == measured.text)
                .map(|m| m.value)
        };
        pairs.push(MeasurePair {
            name: measured.name.get(lang).to_owned(),
            text: measured.text.clone(),
            before: find(&before),
            after: find(&after),
        });
    }
    pairs
}

/// Returns the averages of the game; [`measures`] returns those of `--measure`.
pub fn averages(compared: &ComparedPair, lang: Lang) -> Vec<MeasurePair> {
    let mut pairs = pair_measures(compared, lang, |s| s.averages.iter().collect());
    let of_curves =
        pair_measures(compared, lang, |s| s.curves.iter().map(|curve| &curve.average).collect());
    for pair in of_curves {
        if pairs.iter().all(|known| known.text != pair.text) {
            // Averages of curves all have the same name, so their measures distinguish them.
            pairs.push(MeasurePair { name: pair.text.clone(), ..pair });
        }
    }
    pairs
}

/// Returns the measures that the user asked for.
pub fn measures(compared: &ComparedPair, lang: Lang) -> Vec<MeasurePair> {
    pair_measures(compared, lang, |s| s.measures.iter().collect())
}

/// Returns the limits of rules that both formats have and whose value or limit differs.
pub fn limits(compared: &ComparedPair) -> Vec<(&LimitedMeasure, &LimitedMeasure)> {
    let is_same_limit =
        |a: &LimitedMeasure, b: &LimitedMeasure| a.rule == b.rule && a.text == b.text;
    let pairs = compared
        .before
        .limits
        .iter()
        .filter_map(|a| Some((a, compared.after.limits.iter().find(|b| is_same_limit(a, b))?)));
    pairs
        .filter(|(a, b)| a.value != b.value || a.limit != b.limit)
        .collect()
}

/// Returns the words of the first list that are not in the second.
pub fn words_only_in_first<'a>(first: &[&'a str], second: &[&str]) -> Vec<&'a str> {
    first
        .iter()
        .filter(|rule| !second.contains(rule))
        .copied()
        .collect()
}

/// Writes the differences of two decks for people: cards first, then their effects.
pub fn write_diff(
    compared: &ComparedPair,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    let Some(catalog) = compared.before.deck.catalog() else { return Ok(()) };
    for (sign, side) in [("-", &compared.before), ("+", &compared.after)] {
        writeln!(out, "{}", style.bold(&format!("{sign} {}", side_title(&side.deck))))?;
    }
    let changed: Vec<&ZoneChanges> = compared
        .zones
        .iter()
        .filter(|z| !z.changes.is_empty() || z.size.0 != z.size.1)
        .collect();
    if changed.is_empty() {
        writeln!(out, "\n{}", word!(style.lang, "the same cards"))?;
    }
    let formats = || {
        [&compared.before, &compared.after]
            .into_iter()
            .filter_map(|s| s.deck.format())
    };
    for zone in changed {
        let format = formats().find(|format| format.zone(&zone.zone).is_some());
        let name = zone_name(format, &zone.zone, style.lang);
        writeln!(out, "\n{} {}", style.bold(&name), arrow(zone.size.0, zone.size.1))?;
        for change in &zone.changes {
            writeln!(out, "{}", change_line(catalog, change, style))?;
        }
    }
    write_meaning(compared, style, out)?;
    if quiet {
        return Ok(());
    }
    let decks = [&compared.before, &compared.after];
    let data = game_data::collect_data(decks.iter().filter_map(|s| s.deck.catalog()));
    writeln!(out, "\n{}", style.dim(&game_data::data_line(&data, style)))
}

fn side_title(deck: &CheckedDeck) -> String {
    let what = game_and_format(deck)
        .map(|what| format!(" ({what})"))
        .unwrap_or_default();
    let name = deck
        .name()
        .map(|name| format!("  {}", safe(name)))
        .unwrap_or_default();
    format!("{}{name}{what}", safe(&deck.path))
}

fn arrow<T: PartialEq + ToString>(before: T, after: T) -> String {
    if before == after {
        before.to_string()
    } else {
        format!("{} → {}", before.to_string(), after.to_string())
    }
}

fn change_line(catalog: &Catalog, change: &CopiesChange, style: &Style) -> String {
    let card = catalog.cards.card(change.card);
    let sign = match (change.before, change.after) {
        (0, after) => style.good(&format!("+{after}")),
        (before, 0) => style.bad(&format!("-{before}")),
        (before, after) => style.doubtful(&format!("{before} → {after}")),
    };
    format!("  {sign} {}", name_with_id(card.id(), card.title(style.lang), style))
}

fn write_meaning(compared: &ComparedPair, style: &Style, out: &mut dyn Write) -> io::Result<()> {
    let lang = style.lang;
    let mut rows: Vec<(String, String)> = Vec::new();
    push_verdicts(compared, style, &mut rows);
    for (name, before, after) in parameters(compared) {
        rows.push((name, arrow(before, after)));
    }
    push_limits(compared, style, &mut rows);
    let numbers = averages(compared, lang)
        .into_iter()
        .filter(|p| p.before != p.after);
    for pair in numbers.chain(measures(compared, lang)) {
        rows.push(pair.row(lang));
    }
    if rows.is_empty() {
        return Ok(());
    }
    writeln!(out)?;
    let names: Vec<String> = rows
        .iter()
        .map(|(name, _)| safe(name).into_owned())
        .collect();
    let width = names.iter().map(|n| n.width()).max().unwrap_or(0);
    for (name, (_, value)) in names.iter().zip(&rows) {
        writeln!(out, "{}  {value}", pad(name, width))?;
    }
    for (side, sign) in [(&compared.before, "-"), (&compared.after, "+")] {
        let Some(catalog) = side.deck.catalog() else { continue };
        for line in setup::start_lines(&side.statistics.start, false, catalog, lang) {
            writeln!(out, "{}", style.dim(&format!("{sign} {line}")))?;
        }
    }
    Ok(())
}

/// Adds a row for each limit of a rule whose value differs.
fn push_limits(compared: &ComparedPair, style: &Style, rows: &mut Vec<(String, String)>) {
    let lang = style.lang;
    for (before, after) in limits(compared) {
        let limit = if before.limit == after.limit {
            after.limit.in_words(lang)
        } else {
            arrow(before.limit.in_words(lang), after.limit.in_words(lang))
        };
        let change = arrow(before.value.in_words(lang), after.value.in_words(lang));
        let rule = style.dim(&format!("  ({} {limit}, {})", after.operator.symbol(), after.rule));
        rows.push((after.text.clone(), change + &rule));
    }
}

/// Returns the numbers that differ: limits of rules first, then averages, with both values.
pub fn numbers_that_change(compared: &ComparedPair, style: &Style) -> Vec<(String, String)> {
    let mut rows = Vec::new();
    push_limits(compared, style, &mut rows);
    let averages = averages(compared, style.lang)
        .into_iter()
        .filter(|p| p.before != p.after);
    rows.extend(averages.map(|pair| pair.row(style.lang)));
    rows
}

fn push_verdicts(compared: &ComparedPair, style: &Style, rows: &mut Vec<(String, String)>) {
    let (a, b) = (&compared.before.deck, &compared.after.deck);
    if !is_judged(compared) {
        return;
    }
    let word = |deck: &CheckedDeck| verdict_word(deck.verdict(), style.lang);
    rows.push((say!(style.lang, "verdict"), arrow(word(a), word(b))));
    let (before, after) = (compared.before.deck.broken_rules(), compared.after.deck.broken_rules());
    let lists = [
        (word!(style.lang, "newly broken"), words_only_in_first(&after, &before)),
        (word!(style.lang, "fixed"), words_only_in_first(&before, &after)),
    ];
    for (name, rules) in lists {
        if !rules.is_empty() {
            rows.push((name.to_owned(), safe(&rules.join(", ")).into_owned()));
        }
    }
}

/// Returns the answer as documents write it.
pub fn answer_word(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "yes",
        Truth::False => "no",
        Truth::Unknown => "undetermined",
    }
}

fn answer_line(matched: &MatchResult, style: &Style) -> String {
    let mut undecided = matched
        .findings
        .iter()
        .filter(|f| f.status == FindingStatus::Unknown);
    match matched.truth {
        Truth::Unknown
            if undecided.all(|f| matches!(f.problem, FindingProblem::Disputed { .. })) =>
        {
            style.doubtful(word!(
                style.lang,
                "undetermined: the decks disagree on what is on the table"
            ))
        }
        Truth::True => style.good(word!(style.lang, "yes: the two decks may meet")),
        Truth::False => style.bad(word!(style.lang, "no: the two decks may not meet")),
        Truth::Unknown => {
            style.doubtful(word!(style.lang, "undetermined: it depends on unpublished facts"))
        }
    }
}

fn deck_title(deck: &CheckedDeck, role: Option<&str>) -> String {
    let title = deck.name().unwrap_or(&deck.path);
    let role = role.map(|r| format!(" ({r})")).unwrap_or_default();
    format!("{}{role}", safe(title))
}

/// Writes for people whether two decks may meet, with the findings.
pub fn write_match(
    a: &CheckedDeck,
    b: &CheckedDeck,
    matched: &MatchResult,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.typesetter(out);
    // Without findings, the exit status is enough.
    if quiet && matched.truth.is_true() && matched.findings.is_empty() {
        return Ok(());
    }
    let first = deck_title(a, matched.roles.0.as_deref());
    let second = deck_title(b, matched.roles.1.as_deref());
    let colon = style.lang.colon();
    writeln!(out, "a{colon}{first}\nb{colon}{second}")?;
    if let Some(catalog) = a.catalog() {
        for finding in &matched.findings {
            let wording = Wording::new(finding, catalog, style.lang);
            let severity = match (finding.status, finding.level) {
                (FindingStatus::Unknown, _) => Severity::Undetermined,
                (_, Level::Warning) => Severity::Warning,
                _ => Severity::Error,
            };
            let mut diagnostic = Diagnostic::error(wording.title()).severity(severity);
            diagnostic.id = Some(finding.rule.clone());
            diagnostic = wording
                .notes()
                .into_iter()
                .fold(diagnostic, Diagnostic::note);
            diagnostic = diagnostic
                .note(wording.rule())
                .help(wording.fix().unwrap_or_default());
            writeln!(out, "\n{}", diagnostic.render(style))?;
        }
        if !matched.findings.is_empty() {
            writeln!(out)?;
        }
    }
    writeln!(out, "{}", answer_line(matched, style))?;
    if quiet {
        return Ok(());
    }
    if matched.provisional {
        let hint = word!(
            style.lang,
            "the answer is provisional: it rests on stand-in values; `--attested` names them"
        );
        writeln!(out, "{hint}")?;
    }
    let used = game_data::collect_data(a.catalog().into_iter().chain(b.catalog()));
    writeln!(out, "{}", style.dim(&game_data::data_line(&used, style)))
}

//! What the linter of card and format data found.

use super::diagnostic::Diagnostic;
use super::escape::safe;
use super::github;
use super::plural::format_count;
use super::style::Style;
use sleeve_data::model::Lang;
use sleeve_library::lint::{KindSummary, LintReport};
use std::io::{self, Write};

/// For people; so many formats are known to allow no deck.
pub fn human(
    report: &LintReport,
    contradictions: usize,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.setting(out);
    for finding in &report.findings {
        writeln!(out, "{}\n", Diagnostic::from_problem(finding, None, style.lang).render(style))?;
    }
    if quiet {
        return Ok(());
    }
    for standing in &report.standing {
        writeln!(out, "{}", safe(&missing(standing, style.lang)))?;
    }
    let count = |n: usize, en: &str, fr: &str| {
        let noun = style.say(en, fr);
        format_count(u32::try_from(n).unwrap_or(u32::MAX), noun, style.lang)
    };
    let looked = [
        count(report.games, "game", "jeu"),
        count(report.cards, "card", "carte"),
        count(report.formats, "format", "format"),
    ];
    let found = match report.findings.len() + contradictions {
        0 => style.say("nothing found", "rien à signaler").to_owned(),
        n => count(n, "finding", "constat"),
    };
    let colon = style.say(":", " :");
    writeln!(out, "{}{colon} {found}", looked.join(", "))
}

/// How many fields of cards that are not attested are named.
const FIELDS: usize = 12;

/// What is still not attested of the cards of a kind.
fn missing(standing: &KindSummary, lang: Lang) -> String {
    let KindSummary { game, kind, cards, invented, unknown, .. } = standing;
    let (game, kind, one) = (game.get(lang), kind.get(lang), standing.one.get(lang));
    let mut parts = Vec::new();
    match (lang, invented) {
        (_, 0) => {}
        (Lang::En, 1) => parts.push(format!("1 of {cards} {kind} still rests on stand-ins")),
        (Lang::En, n) => parts.push(format!("{n} of {cards} {kind} still rest on stand-ins")),
        (Lang::Fr, 1) => {
            parts.push(format!("1 {one} sur {cards} repose encore sur des valeurs provisoires"))
        }
        (Lang::Fr, n) => parts
            .push(format!("{n} {kind} sur {cards} reposent encore sur des valeurs provisoires")),
    }
    match (lang, unknown) {
        (_, 0) => {}
        (Lang::En, 1) => parts.push(format!("1 of {cards} {kind} has values that nobody knows")),
        (Lang::En, n) => parts.push(format!("{n} of {cards} {kind} have values that nobody knows")),
        (Lang::Fr, 1) => parts.push(format!("1 {one} sur {cards} a des valeurs inconnues")),
        (Lang::Fr, n) => parts.push(format!("{n} {kind} sur {cards} ont des valeurs inconnues")),
    }
    if parts.is_empty() {
        return match lang {
            Lang::En => format!("{game}: every fact of the {cards} {kind} is attested"),
            Lang::Fr => format!("{game} : tout est attesté ({cards} {kind})"),
        };
    }
    let mut fields: Vec<String> = standing
        .fields
        .iter()
        .take(FIELDS)
        .map(|(_, name, n)| format!("{} {n}", name.get(lang)))
        .collect();
    if standing.fields.len() > FIELDS {
        fields.push("…".to_owned());
    }
    let colon = if lang == Lang::Fr { " :" } else { ":" };
    format!("{game}{colon} {} ({})", parts.join(", "), fields.join(", "))
}

/// As GitHub annotations.
pub fn github(report: &LintReport, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    for finding in &report.findings {
        let place = Some((finding.line() as usize, finding.column() as usize));
        let path = finding.source().map_or("", |source| &source.path);
        let id = finding.id().unwrap_or_default();
        github::line(out, "error", path, place, id, &finding.title(lang))?;
    }
    Ok(())
}

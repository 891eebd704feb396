//! What the linter of card and format data found.

use super::diagnostic::{Diagnostic, Excerpt, Mark};
use super::escape::safe;
use super::github;
use super::plural::counted;
use super::style::Style;
use crate::catalog::lint::{LintFinding, LintReport, Standing};
use crate::model::Lang;
use std::io::{self, Write};

fn diagnostic(finding: &LintFinding, lang: Lang) -> Diagnostic<'_> {
    let mut diagnostic = Diagnostic::error(finding.message.get(lang));
    diagnostic.id = Some(finding.id.to_owned());
    let mark = |span: &std::ops::Range<usize>, label: &str, primary| Mark {
        span: span.clone(),
        label: label.to_owned(),
        primary,
    };
    let excerpt = |file: &'_ crate::catalog::source::SourceFile, marks| (file.path.clone(), marks);
    if finding.file.text.is_empty() {
        diagnostic = diagnostic.note(finding.file.path.as_str());
    } else {
        let (path, mut marks) = excerpt(&finding.file, vec![mark(&finding.span, "", true)]);
        let related = finding.related.as_ref();
        let same = related.filter(|r| r.file.path == finding.file.path);
        marks.extend(same.map(|r| mark(&r.span, r.label.get(lang), false)));
        let text = &finding.file.text;
        diagnostic.excerpts.push(Excerpt { path, text, first_line: 1, marks });
        if let Some(other) = related.filter(|r| r.file.path != finding.file.path) {
            let marks = vec![mark(&other.span, other.label.get(lang), false)];
            let (path, text) = (other.file.path.clone(), &other.file.text);
            diagnostic.excerpts.push(Excerpt { path, text, first_line: 1, marks });
        }
    }
    diagnostic.help(finding.help.get(lang))
}

/// For people.
pub fn human(
    report: &LintReport,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    for finding in &report.findings {
        writeln!(out, "{}\n", diagnostic(finding, style.lang).render(style))?;
    }
    if quiet {
        return Ok(());
    }
    for standing in &report.standing {
        writeln!(out, "{}", safe(&missing(standing, style.lang)))?;
    }
    let count = |n: usize, en: &str, fr: &str| {
        let noun = style.say(en, fr);
        counted(u32::try_from(n).unwrap_or(u32::MAX), noun, style.lang)
    };
    let looked = [
        count(report.games, "game", "jeu"),
        count(report.cards, "card", "carte"),
        count(report.formats, "format", "format"),
    ];
    let found = match report.findings.len() {
        0 => style.say("nothing found", "rien à signaler").to_owned(),
        n => count(n, "finding", "constat"),
    };
    let colon = style.say(":", " :");
    writeln!(out, "{}{colon} {found}", looked.join(", "))
}

/// How many fields of cards that are not attested are named.
const FIELDS: usize = 12;

/// What is still not attested of the cards of a kind.
fn missing(standing: &Standing, lang: Lang) -> String {
    let Standing { game, kind, cards, invented, unknown, .. } = standing;
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
    let mut fields: Vec<String> =
        standing.fields.iter().take(FIELDS).map(|(key, n)| format!("{key} {n}")).collect();
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
        let message = finding.message.get(lang);
        github::line(out, "error", &finding.file.path, place, finding.id, message)?;
    }
    Ok(())
}

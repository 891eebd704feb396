//! `match`: may two decks meet?

use super::data;
use super::diagnostic::{Diagnostic, Severity};
use super::escape::safe;
use super::finding::Wording;
use super::style::Style;
use sleeve_check::{CheckedDeck, Matched};
use sleeve_data::model::Level;
use sleeve_language::Truth;
use sleeve_rules::{FindingProblem, FindingStatus};
use std::io::{self, Write};

/// The word of the JSON contract for an answer.
pub fn answer(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "yes",
        Truth::False => "no",
        Truth::Unknown => "undetermined",
    }
}

fn answer_line(matched: &Matched, style: &Style) -> String {
    let mut open = matched.findings.iter().filter(|f| f.status == FindingStatus::Unknown);
    match matched.truth {
        Truth::Unknown if open.all(|f| matches!(f.problem, FindingProblem::Disputed { .. })) => {
            style.doubtful(style.say(
                "undetermined: the decks do not agree on what lies on the table",
                "indéterminé : les decks ne s'accordent pas sur ce qui est sur la table",
            ))
        }
        Truth::True => style.good(
            style.say("yes: the two decks may meet", "oui : les deux decks peuvent se rencontrer"),
        ),
        Truth::False => style.bad(style.say(
            "no: the two decks may not meet",
            "non : les deux decks ne peuvent pas se rencontrer",
        )),
        Truth::Unknown => style.doubtful(style.say(
            "undetermined: it depends on facts that nobody has published",
            "indéterminé : cela dépend de faits que personne n'a publiés",
        )),
    }
}

fn described(deck: &CheckedDeck, role: Option<&str>) -> String {
    let title = deck.name().unwrap_or(&deck.path);
    let role = role.map(|r| format!(" ({r})")).unwrap_or_default();
    format!("{}{role}", safe(title))
}

/// Writes the answer for people.
pub fn write(
    a: &CheckedDeck,
    b: &CheckedDeck,
    matched: &Matched,
    style: &Style,
    quiet: bool,
    out: &mut dyn Write,
) -> io::Result<()> {
    let out = &mut style.setting(out);
    // Where everything is in order, the exit status says so.
    if quiet && matched.truth.is_true() && matched.findings.is_empty() {
        return Ok(());
    }
    let first = described(a, matched.roles.0.as_deref());
    let second = described(b, matched.roles.1.as_deref());
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
            for note in wording.notes() {
                diagnostic = diagnostic.note(note);
            }
            diagnostic = diagnostic.note(wording.rule()).help(wording.fix().unwrap_or_default());
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
        let hint = style.say(
            "the answer is provisional: it rests on stand-in values; `--attested` names them",
            "la réponse est provisoire : elle repose sur des valeurs provisoires ; `--attested` les nomme",
        );
        writeln!(out, "{hint}")?;
    }
    let used = data::in_use(a.catalog().into_iter().chain(b.catalog()));
    writeln!(out, "{}", style.dim(&data::line(&used, style)))
}

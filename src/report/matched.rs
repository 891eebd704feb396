//! `match`: may two decks meet?

use super::checked::CheckedDeck;
use super::data::{self, PROGRAM};
use super::diagnostic::{Diagnostic, Severity};
use super::escape::safe;
use super::finding::Wording;
use super::json;
use super::style::Style;
use crate::language::Truth;
use crate::model::{Level, Noun, Text};
use crate::rules::{Finding, Matched, Problem, Status};
use serde_json::{Value, json};
use std::io::{self, Write};
use std::path::Path;

/// The word of the JSON contract for an answer.
pub fn answer(truth: Truth) -> &'static str {
    match truth {
        Truth::True => "yes",
        Truth::False => "no",
        Truth::Unknown => "undetermined",
    }
}

fn answer_line(truth: Truth, style: &Style) -> String {
    match truth {
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
    // Where everything is in order, the exit status says so.
    if quiet && matched.truth.is_true() && matched.findings.is_empty() {
        return Ok(());
    }
    let first = described(a, matched.roles.0.as_deref());
    let second = described(b, matched.roles.1.as_deref());
    writeln!(out, "a: {first}\nb: {second}")?;
    if let Some(catalog) = &a.catalog {
        for finding in &matched.findings {
            let wording = Wording::new(finding, catalog, style.lang);
            let severity = match (finding.status, finding.level) {
                (Status::Unknown, _) => Severity::Undetermined,
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
    writeln!(out, "{}", answer_line(matched.truth, style))?;
    if quiet {
        return Ok(());
    }
    if matched.provisional {
        let hint = style.say(
            "the answer is provisional: it rests on stand-in values; `--attested` names them",
            "la réponse est provisoire : elle repose sur des valeurs supposées ; `--attested` les nomme",
        );
        writeln!(out, "{hint}")?;
    }
    let used = data::in_use(a.catalog.iter().chain(&b.catalog));
    writeln!(out, "{}", style.dim(&data::line(&used, style)))
}

/// The answer for scripts.
pub fn document(a: &CheckedDeck, b: &CheckedDeck, matched: &Matched, boxes: Option<u32>) -> Value {
    let deck = |deck: &CheckedDeck, role: &Option<String>| json!({ "path": deck.path, "name": deck.name(), "game": deck.game(), "format": deck.format, "role": role, "verdict": deck.outcome().word() });
    let rows: Vec<_> = match &a.catalog {
        Some(catalog) => {
            matched.findings.iter().map(|f| json::finding_row(f, catalog, None)).collect()
        }
        None => Vec::new(),
    };
    json!({
        "schema": "sleeve/match/2",
        "program": PROGRAM,
        "data": data::in_use(a.catalog.iter().chain(&b.catalog)),
        "answer": answer(matched.truth),
        "provisional": matched.provisional,
        "boxes": boxes,
        "decks": [deck(a, &matched.roles.0), deck(b, &matched.roles.1)],
        "findings": rows,
    })
}

/// The document for decks that cannot be used.
pub fn unusable(paths: [&Path; 2], errors: &[String]) -> Value {
    let decks = paths.map(|path| json!({ "path": path.display().to_string() }));
    json!({
        "schema": "sleeve/match/2",
        "program": PROGRAM,
        "answer": "unusable",
        "decks": decks,
        "errors": errors,
    })
}

/// What is said of decks for different games or formats.
pub fn different(a: &CheckedDeck, b: &CheckedDeck, game: bool) -> Finding {
    let name = |deck: &CheckedDeck| match game {
        true => deck.game().unwrap_or_default().to_owned(),
        false => deck.format.clone().unwrap_or_default(),
    };
    let (first, second) = (name(a), name(b));
    let message = match game {
        true => Text {
            en: format!("the decks are for different games: {first} and {second}").into(),
            fr: format!("les decks sont pour des jeux différents : {first} et {second}").into(),
        },
        false => Text {
            en: format!("the decks are for different formats: {first} and {second}").into(),
            fr: format!("les decks sont pour des formats différents : {first} et {second}").into(),
        },
    };
    Finding {
        rule: if game { "same-game" } else { "same-format" }.to_owned(),
        level: Level::Error,
        status: Status::Broken,
        zones: Vec::new(),
        problem: Problem::Note(message),
        text: Text {
            en: "Two decks meet in one format of one game.".into(),
            fr: "Deux decks se rencontrent dans un même format d'un même jeu.".into(),
        },
        noun: Noun::default(),
        cite: Text::default(),
        origin: Default::default(),
        labels: Vec::new(),
        missing: Vec::new(),
        is_assertion: false,
    }
}

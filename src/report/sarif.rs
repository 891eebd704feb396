//! `check -o sarif`: SARIF 2.1.0, for code-scanning services and editors.

use super::checked::CheckedDeck;
use super::config::CheckedConfig;
use super::data::PROGRAM;
use super::diagnostic::position;
use super::escape::safe;
use super::finding::Wording;
use super::problem::Place;
use crate::model::Lang;
use crate::model::format::Level;
use crate::rules::{Finding, Problem, Status};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// The document.
pub fn document(decks: &[CheckedDeck], configs: &[CheckedConfig], lang: Lang) -> Value {
    let mut rules: BTreeMap<String, Value> = BTreeMap::new();
    let mut results = Vec::new();
    for deck in decks {
        for problem in &deck.problems {
            let message = with_help(&problem.message, &problem.help);
            results.push(result(deck.place(problem), "unusable", "error", &message));
            rules.entry("unusable".to_owned()).or_insert_with(|| unusable(lang));
        }
        for unresolved in deck.deck.iter().flat_map(|d| &d.unresolved) {
            let message = super::unresolved::title(unresolved, lang);
            let place = deck.at(Some(&unresolved.span));
            results.push(result(place, "unresolved", "error", &message));
            rules.entry("unresolved".to_owned()).or_insert_with(|| self::unresolved(lang));
        }
        let (Some(catalog), Some(checked)) = (&deck.catalog, &deck.checked) else { continue };
        for finding in &checked.findings {
            let wording = Wording::new(finding, catalog, lang);
            let message = with_help(&wording.title(), &wording.fix().unwrap_or_default());
            let place = deck.at(finding.labels.first().map(|l| &l.span));
            results.push(result(place, &finding.rule, level(finding), &message));
            rules.entry(finding.rule.clone()).or_insert_with(|| rule(finding, lang));
        }
    }
    for config in configs {
        for finding in &config.findings {
            let level = super::rules::level_word(finding.level);
            let message = with_help(&finding.message, &finding.help);
            let span = finding.span.as_ref();
            let place = Place { path: &config.path, text: &config.text, span };
            results.push(result(place, finding.id(), level, &message));
        }
    }
    let rules: Vec<Value> = rules.into_values().collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": { "name": PROGRAM.name, "version": PROGRAM.version, "rules": rules } },
            "columnKind": "unicodeCodePoints",
            "results": results,
        }],
    })
}

fn level(finding: &Finding) -> &'static str {
    match (finding.status, finding.level) {
        (Status::Broken, Level::Error) => "error",
        (Status::Note, _) => "note",
        _ => "warning",
    }
}

fn rule(finding: &Finding, lang: Lang) -> Value {
    let text = match (finding.text.get(lang), &finding.problem, lang) {
        ("", Problem::Zone { .. }, Lang::En) => "A zone holds the cards that it accepts.",
        ("", Problem::Zone { .. }, Lang::Fr) => "Une zone contient les cartes qu'elle accepte.",
        ("", _, _) => finding.rule.as_str(),
        (text, _, _) => text,
    };
    let help = if finding.cite.is_empty() { text } else { finding.cite.get(lang) };
    descriptor(&finding.rule, text, help)
}

fn unusable(lang: Lang) -> Value {
    let text = match lang {
        Lang::En => "The file can be read as a deck of a format.",
        Lang::Fr => "Le fichier se lit comme un deck d'un format.",
    };
    descriptor("unusable", text, text)
}

fn unresolved(lang: Lang) -> Value {
    let text = match lang {
        Lang::En => "Every line names one card of the game.",
        Lang::Fr => "Chaque ligne désigne une carte du jeu.",
    };
    descriptor("unresolved", text, text)
}

fn descriptor(id: &str, text: &str, help: &str) -> Value {
    json!({ "id": id, "shortDescription": { "text": text }, "help": { "text": help } })
}

fn with_help(message: &str, help: &str) -> String {
    let text = if help.is_empty() { message.to_owned() } else { format!("{message}; {help}") };
    safe(&text).into_owned()
}

/// A path as a URI: what is not part of the plain alphabet of paths is percent-encoded.
fn uri(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/+@".contains(&b);
    let path = path.replace('\\', "/");
    let encoded = path.bytes().map(|b| match plain(b) {
        true => char::from(b).to_string(),
        false => format!("%{b:02X}"),
    });
    encoded.collect()
}

fn result(place: Place<'_>, rule: &str, level: &str, message: &str) -> Value {
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": uri(place.path) } },
    });
    if let Some(span) = place.span {
        let (line, column) = position(place.text, span.start);
        let (end_line, end_column) = position(place.text, span.end);
        location["physicalLocation"]["region"] = json!({
            "startLine": line, "startColumn": column, "endLine": end_line, "endColumn": end_column,
        });
    }
    json!({
        "ruleId": rule,
        "level": level,
        "message": { "text": message },
        "locations": [location],
    })
}

//! `check -o sarif`: SARIF 2.1.0, for code-scanning services and editors.

use super::checked::CheckedDeck;
use super::config::CheckedConfig;
use super::data::PROGRAM;
use super::diagnostic::position;
use super::finding::Wording;
use crate::model::Lang;
use crate::model::format::Level;
use crate::rules::{Finding, Status};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::ops::Range;

/// The document.
pub fn document(decks: &[CheckedDeck], configs: &[CheckedConfig], lang: Lang) -> Value {
    let mut rules: BTreeMap<String, Value> = BTreeMap::new();
    let mut results = Vec::new();
    for deck in decks {
        for problem in &deck.problems {
            let place = place(deck, problem.span.as_ref());
            results.push(result(place, "unusable", "error", &problem.message));
        }
        for unresolved in deck.deck.iter().flat_map(|d| &d.unresolved) {
            let message = super::unresolved::title(unresolved, lang);
            let place = place(deck, Some(&unresolved.span));
            results.push(result(place, "unresolved", "error", &message));
        }
        let (Some(catalog), Some(checked)) = (&deck.catalog, &deck.checked) else { continue };
        for finding in &checked.findings {
            let wording = Wording::new(finding, catalog, lang);
            let fix = wording.fix().map(|fix| format!(" {fix}.")).unwrap_or_default();
            let message = format!("{}.{fix}", wording.title());
            let place = place(deck, finding.labels.first().map(|l| &l.span));
            results.push(result(place, &finding.rule, level(finding), &message));
            rules.entry(finding.rule.clone()).or_insert_with(|| rule(finding, lang));
        }
    }
    for config in configs {
        for finding in &config.findings {
            let level = super::rules::level_word(finding.level);
            let help = match finding.help.as_str() {
                "" => String::new(),
                help => format!(": {help}"),
            };
            let message = format!("{}{help}", finding.message);
            let place = (config.path.as_str(), &*config.text, finding.span.as_ref());
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
    let text = finding.text.get(lang);
    let text = if text.is_empty() { finding.rule.as_str() } else { text };
    json!({
        "id": finding.rule,
        "shortDescription": { "text": text },
        "help": { "text": if finding.cite.is_empty() { text } else { &finding.cite } },
    })
}

/// A path, the text there, and the bytes of it that are meant.
type Place<'a> = (&'a str, &'a str, Option<&'a Range<usize>>);

fn place<'a>(deck: &'a CheckedDeck, span: Option<&'a Range<usize>>) -> Place<'a> {
    (&deck.path, &deck.text, span)
}

fn result((path, text, span): Place<'_>, rule: &str, level: &str, message: &str) -> Value {
    let mut location = json!({
        "physicalLocation": { "artifactLocation": { "uri": path.replace('\\', "/") } },
    });
    if let Some(span) = span {
        let (line, column) = position(text, span.start);
        let (end_line, end_column) = position(text, span.end);
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

//! `check -o sarif`: SARIF 2.1.0, for code-scanning services and editors.

use super::report_items::{self, ReportItem, ReportPlace, ReportSubject};
use crate::{
    game_data::PROGRAM,
    text::escape::{plain, safe},
};
use serde_json::{Value, json};
use sleeve_check::{Batch, CheckedDeck, SkippedFile};
use sleeve_data::{
    files::path_from_text,
    model::Lang,
    problem::{Message, Severity},
};
use sleeve_library::project;
use sleeve_rules::{Finding, FindingProblem, FindingStatus};
use std::collections::BTreeMap;

/// Builds the document, with a result for each report item of decks and `sleeve.toml` files.
pub fn document(batch: &Batch, lang: Lang) -> Value {
    let Batch { decks, configs, skipped: files } = batch;
    let mut run = SarifRun::default();
    let deck_items = |deck| {
        report_items::deck_items(deck, lang)
            .into_iter()
            .map(move |item| (Some(deck), item))
    };
    let decks = decks.iter().flat_map(deck_items);
    let configs = configs
        .iter()
        .flat_map(|config| report_items::config_items(config, lang));
    for (deck, item) in decks.chain(configs.map(|item| (None, item))) {
        let id = rule_id(deck, &item);
        run.add_result(&item, &id, lang);
        run.add_rule(&id, || match item.subject {
            ReportSubject::Obstacle => unusable_rule(lang),
            ReportSubject::Line => unresolved_rule(lang),
            ReportSubject::Finding(finding) => finding_rule(finding, &id, lang),
            ReportSubject::Config => config_rule(item.id, lang),
        });
    }
    let notes: Vec<Value> = files
        .iter()
        .map(|file| skipped_notification(file, lang))
        .collect();
    let rules: Vec<Value> = run.rules.into_values().collect();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": {
                "driver": { "name": PROGRAM.name, "version": PROGRAM.version, "rules": rules },
            },
            "invocations": [{ "executionSuccessful": true, "toolExecutionNotifications": notes }],
            "columnKind": "unicodeCodePoints",
            "results": run.results,
        }],
    })
}

/// Returns the id of a rule, `GAME/FORMAT/RULE`, because two games may use the same id.
fn rule_id(deck: Option<&CheckedDeck>, item: &ReportItem<'_>) -> String {
    let game_and_format = deck.and_then(|deck| deck.game().zip(deck.format_id()));
    match (item.subject, game_and_format) {
        (ReportSubject::Finding(finding), Some((game, format)))
            if finding.status != FindingStatus::Note =>
        {
            format!("{game}/{format}/{}", item.id)
        }
        _ => item.id.to_owned(),
    }
}

/// The results and rules of a run, collected from its report items.
#[derive(Default)]
struct SarifRun {
    rules: BTreeMap<String, Value>,
    results: Vec<Value>,
    /// Counts of fingerprints: results of one rule on one line have the same, so a number is added.
    fingerprints: BTreeMap<u64, usize>,
}

impl SarifRun {
    fn add_rule(&mut self, id: &str, descriptor: impl FnOnce() -> Value) {
        if !self.rules.contains_key(id) {
            self.rules.insert(id.to_owned(), descriptor());
        }
    }

    fn add_result(&mut self, item: &ReportItem<'_>, id: &str, lang: Lang) {
        let print = fingerprint(item);
        let times = self.fingerprints.entry(print).or_default();
        *times += 1;
        let level = match item.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Undetermined => "warning",
            Severity::Note => "note",
        };
        self.results.push(json!({
            "ruleId": id,
            "level": level,
            "message": { "text": safe(&report_items::message_with_help(item, "; ", lang)) },
            "locations": [location(&item.place)],
            "partialFingerprints": { "primaryLocationLineHash": format!("{print:016x}:{times}") },
        }));
    }
}

/// Hashes path, rule and text of the line, so the fingerprint survives changes in the lines above.
fn fingerprint(item: &ReportItem<'_>) -> u64 {
    let ReportItem { place, id, .. } = item;
    let start = place.range.map_or(0, |at| at.byte);
    let (before, after) = place
        .text
        .split_at_checked(start)
        .unwrap_or(("", place.text));
    let head = before.rsplit('\n').next().unwrap_or("");
    let tail = after.split('\n').next().unwrap_or("");
    let line = format!("{head}{tail}");
    xxhash_rust::xxh3::xxh3_64(format!("{}\0{id}\0{}", place.path, line.trim()).as_bytes())
}

/// Returns a notification for a file that was not read.
fn skipped_notification(file: &SkippedFile, lang: Lang) -> Value {
    let place = ReportPlace { path: &file.path, text: "", range: None };
    json!({
        "level": "note",
        "message": { "text": safe(&file.why.title(lang)) },
        "locations": [location(&place)],
        "descriptor": { "id": report_items::skip_reason(file) },
    })
}

fn finding_rule(finding: &Finding, id: &str, lang: Lang) -> Value {
    let text = match (finding.text.get(lang), &finding.problem) {
        ("", FindingProblem::Zone { .. }) => {
            word!(lang, "A zone contains only cards that it accepts.")
        }
        ("", FindingProblem::Released { .. }) => {
            word!(lang, "The cards of a deck were released by the day.")
        }
        ("", FindingProblem::NotInForce { .. }) => {
            word!(lang, "The format of a deck is in force on the day.")
        }
        ("", _) => finding.rule.as_str(),
        (text, _) => text,
    };
    let help = if finding.cite.is_empty() { text } else { finding.cite.get(lang) };
    descriptor(id, text, help)
}

fn unusable_rule(lang: Lang) -> Value {
    let text = word!(lang, "The file can be read as a deck of a format.");
    descriptor("unusable", text, text)
}

fn unresolved_rule(lang: Lang) -> Value {
    let text = word!(lang, "Every line names one card of the game.");
    descriptor("unresolved", text, text)
}

fn config_rule(id: &str, lang: Lang) -> Value {
    let text = match id {
        project::UNKNOWN_KEY => word!(lang, "Every key of a `sleeve.toml` is known."),
        project::UNKNOWN_RULE => word!(lang, "Every level is set for a rule of some format."),
        project::UNUSED_ASSERTION => word!(lang, "Every assertion applies to a deck."),
        id if id.starts_with("event-") => {
            word!(lang, "Every player brings the decks of the event.")
        }
        _ => word!(lang, "A file of decks or settings can be used."),
    };
    descriptor(id, text, text)
}

fn descriptor(id: &str, text: &str, help: &str) -> Value {
    let (text, help) = (plain(text), plain(help));
    let full = if help == text { text.clone() } else { format!("{text} ({help})") };
    json!({
        "id": id,
        "shortDescription": { "text": text },
        "fullDescription": { "text": full },
        "help": { "text": help },
    })
}

/// Returns a path as a URI: bytes outside the plain alphabet of paths are percent-encoded.
fn uri(path: &str) -> String {
    let plain = |b: u8| b.is_ascii_alphanumeric() || b"-._~/+@".contains(&b);
    let path = path_from_text(path);
    let encoded = path.as_os_str().as_encoded_bytes().iter().map(|&b| {
        if plain(b) {
            char::from(b).to_string()
        } else if std::path::is_separator(char::from(b)) {
            "/".to_owned()
        } else {
            format!("%{b:02X}")
        }
    });
    encoded.collect()
}

/// Returns the location of a result; without a place, it is the beginning of its file.
fn location(place: &ReportPlace<'_>) -> Value {
    let (start_line, start_column) = place.range.map_or((1, 1), |at| at.start);
    let end = place.range.map_or((start_line, start_column), |at| at.end);
    let file = match place.path {
        "-" => json!({ "uri": "stdin", "description": { "text": "standard input" } }),
        path => json!({ "uri": uri(path) }),
    };
    // Lines and columns start at 1; the end is exclusive.
    let region = json!({
        "startLine": start_line, "startColumn": start_column, "endLine": end.0, "endColumn": end.1,
    });
    json!({ "physicalLocation": { "artifactLocation": file, "region": region } })
}

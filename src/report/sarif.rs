//! `check -o sarif`: SARIF 2.1.0, for code-scanning services and editors.

use super::config;
use super::data::PROGRAM;
use super::diagnostic::{Positions, position};
use super::documents::sarif::{
    ArtifactRow, DescriptorRow, DriverRow, FingerprintsRow, InvocationRow, LocationRow, MessageRow,
    NotificationRow, PhysicalRow, ReferenceRow, RegionRow, ResultRow, RunRow, SarifDocument,
    ToolRow,
};
use super::escape::{plain, safe};
use super::finding::Wording;
use super::problem::{self, Place};
use super::skipped;
use crate::check::{Batch, SkippedFile};
use crate::model::Lang;
use crate::model::format::Level;
use crate::project;
use crate::rules::{Finding, Problem, Status};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The document.
pub fn document(batch: &Batch, lang: Lang) -> SarifDocument {
    let Batch { decks, configs, skipped: files } = batch;
    let mut run = Run::default();
    for deck in decks {
        for problem in &problem::problems(deck, lang) {
            let message = with_help(&problem.message, &problem.help);
            run.result(Place::of(deck, problem), "unusable", "error", &message);
            run.rule("unusable", || unusable(lang));
        }
        let positions = OnceCell::new();
        for unresolved in deck.deck().into_iter().flat_map(|d| &d.unresolved) {
            let message = super::unresolved::title(unresolved, lang);
            let place = Place::in_deck(deck, Some(&unresolved.span));
            let positions = positions.get_or_init(|| Positions::of(&deck.text));
            let at = |byte| positions.at(byte);
            run.result_at(&place, at, "unresolved", "error", &message);
            run.rule("unresolved", || self::unresolved(lang));
        }
        let Some(catalog) = deck.catalog() else { continue };
        for finding in deck.findings() {
            let wording = Wording::new(finding, catalog, lang);
            let message = with_help(&wording.title(), &wording.fix().unwrap_or_default());
            let place = Place::in_deck(deck, finding.labels.first().map(|l| &l.span));
            run.result(place, &finding.rule, level(finding), &message);
            run.rule(&finding.rule, || rule(finding, lang));
        }
    }
    for config in configs {
        for finding in &config.findings {
            let level = super::rules::level_word(finding.level);
            let words = config::words(finding, lang);
            let message = with_help(&words.message, &words.help);
            let span = finding.span.as_ref();
            let place = Place { path: &config.path, text: &config.text, span };
            run.result(place, config::id(finding), level, &message);
            run.rule(config::id(finding), || of_config(config::id(finding), lang));
        }
    }
    let notes = files.iter().map(|file| not_read(file, lang)).collect();
    SarifDocument::new(RunRow {
        tool: ToolRow {
            driver: DriverRow {
                name: PROGRAM.name,
                version: PROGRAM.version,
                rules: run.rules.into_values().collect(),
            },
        },
        invocations: [InvocationRow {
            execution_successful: true,
            tool_execution_notifications: notes,
        }],
        column_kind: "unicodeCodePoints",
        results: run.results,
    })
}

/// What a run found, on its way to the document.
#[derive(Default)]
struct Run {
    rules: BTreeMap<String, DescriptorRow>,
    results: Vec<ResultRow>,
    /// How often each fingerprint was given: two results on one line are two.
    given: BTreeMap<u64, usize>,
}

impl Run {
    fn rule(&mut self, id: &str, descriptor: impl FnOnce() -> DescriptorRow) {
        if !self.rules.contains_key(id) {
            self.rules.insert(id.to_owned(), descriptor());
        }
    }

    fn result(&mut self, place: Place<'_>, rule: &str, level: &'static str, message: &str) {
        self.result_at(&place, |byte| position(place.text, byte), rule, level, message);
    }

    /// The same, where many results of one file are looked up.
    fn result_at(
        &mut self,
        place: &Place<'_>,
        position: impl Fn(usize) -> (usize, usize),
        rule: &str,
        level: &'static str,
        message: &str,
    ) {
        let print = fingerprint(place, rule);
        let times = self.given.entry(print).or_default();
        *times += 1;
        self.results.push(ResultRow {
            rule_id: rule.to_owned(),
            level,
            message: MessageRow::new(message),
            locations: [location(place, position)],
            partial_fingerprints: FingerprintsRow {
                primary_location_line_hash: format!("{print:016x}:{times}"),
            },
        });
    }
}

/// What a result is known by when lines above it come and go: its file, its rule and its line's text.
fn fingerprint(place: &Place<'_>, rule: &str) -> u64 {
    let start = place.span.map_or(0, |span| span.start);
    let (before, after) = place.text.split_at_checked(start).unwrap_or(("", place.text));
    let head = before.rsplit('\n').next().unwrap_or("");
    let tail = after.split('\n').next().unwrap_or("");
    let line = format!("{head}{tail}");
    xxhash_rust::xxh3::xxh3_64(format!("{}\0{rule}\0{}", place.path, line.trim()).as_bytes())
}

/// Something that was not read, as a notification.
fn not_read(file: &SkippedFile, lang: Lang) -> NotificationRow {
    let place = Place { path: &file.path, text: "", span: None };
    NotificationRow {
        level: "note",
        message: MessageRow::new(safe(&skipped::message(file, lang))),
        locations: [location(&place, |_| (1, 1))],
        descriptor: ReferenceRow { id: skipped::reason(file) },
    }
}

fn level(finding: &Finding) -> &'static str {
    match (finding.status, finding.level) {
        (Status::Broken, Level::Error) => "error",
        (Status::Note, _) => "note",
        _ => "warning",
    }
}

fn rule(finding: &Finding, lang: Lang) -> DescriptorRow {
    let text = match (finding.text.get(lang), &finding.problem, lang) {
        ("", Problem::Zone { .. }, Lang::En) => "A zone holds the cards that it accepts.",
        ("", Problem::Zone { .. }, Lang::Fr) => "Une zone contient les cartes qu'elle accepte.",
        ("", Problem::Released { .. }, Lang::En) => "The cards of a deck were out on the day.",
        ("", Problem::Released { .. }, Lang::Fr) => {
            "Les cartes d'un deck étaient parues ce jour-là."
        }
        ("", _, _) => finding.rule.as_str(),
        (text, _, _) => text,
    };
    let help = if finding.cite.is_empty() { text } else { finding.cite.get(lang) };
    descriptor(&finding.rule, text, help)
}

fn unusable(lang: Lang) -> DescriptorRow {
    let text = match lang {
        Lang::En => "The file can be read as a deck of a format.",
        Lang::Fr => "Le fichier se lit comme un deck d'un format.",
    };
    descriptor("unusable", text, text)
}

fn unresolved(lang: Lang) -> DescriptorRow {
    let text = match lang {
        Lang::En => "Every line names one card of the game.",
        Lang::Fr => "Chaque ligne désigne une carte du jeu.",
    };
    descriptor("unresolved", text, text)
}

fn of_config(id: &str, lang: Lang) -> DescriptorRow {
    let text = match (id, lang) {
        (project::UNKNOWN_KEY, Lang::En) => "Every key of a `sleeve.toml` means something.",
        (project::UNKNOWN_KEY, Lang::Fr) => "Chaque clé d'un `sleeve.toml` a un sens.",
        (project::UNKNOWN_RULE, Lang::En) => "Every level is set for a rule that some format has.",
        (project::UNKNOWN_RULE, Lang::Fr) => "Chaque niveau vaut pour une règle d'un format.",
        (project::UNUSED, Lang::En) => "Every assertion concerns a deck.",
        (project::UNUSED, Lang::Fr) => "Chaque assertion concerne un deck.",
        (_, Lang::En) => "A file of decks or settings can be used.",
        (_, Lang::Fr) => "Un fichier de deck ou de réglages est utilisable.",
    };
    descriptor(id, text, text)
}

fn descriptor(id: &str, text: &str, help: &str) -> DescriptorRow {
    let (text, help) = (plain(text), plain(help));
    let full = if help == text { text.clone() } else { format!("{text} ({help})") };
    DescriptorRow {
        id: id.to_owned(),
        short_description: MessageRow::new(text),
        full_description: MessageRow::new(full),
        help: MessageRow::new(help),
    }
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

/// Where a result is: what is not at a place of its file is at its beginning.
fn location(place: &Place<'_>, position: impl Fn(usize) -> (usize, usize)) -> LocationRow {
    let (start_line, start_column) = place.span.map_or((1, 1), |span| position(span.start));
    let end = place.span.map_or((start_line, start_column), |span| position(span.end));
    let artifact_location = match place.path {
        "-" => ArtifactRow {
            uri: "stdin".to_owned(),
            description: Some(MessageRow::new("standard input")),
        },
        path => ArtifactRow { uri: uri(path), description: None },
    };
    let region = RegionRow { start_line, start_column, end_line: end.0, end_column: end.1 };
    LocationRow { physical_location: PhysicalRow { artifact_location, region } }
}

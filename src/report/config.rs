//! What is to be said of a `sleeve.toml` itself, worded.

use super::diagnostic::{Diagnostic, Severity, position};
use super::rules::level_word;
use super::words::{near_or_all, say};
use crate::check::{
    AssertMistake, CheckedConfig, ConfigFinding, ConfigProblem, MistakeKind, NoSuch,
};
use crate::model::{Lang, Level};
use serde::Serialize;

/// Words for something found in a `sleeve.toml`.
pub struct Words {
    /// What is wrong.
    pub message: String,
    /// What to do; empty where nothing helps.
    pub help: String,
}

/// The id that documents give a finding.
pub fn id(finding: &ConfigFinding) -> &'static str {
    finding.rule().unwrap_or("unusable")
}

/// The line and column of a finding.
pub fn place(config: &CheckedConfig, finding: &ConfigFinding) -> Option<(usize, usize)> {
    finding.span.as_ref().map(|span| position(&config.text, span.start))
}

/// A finding, annotated.
pub fn diagnostic<'a>(
    config: &'a CheckedConfig,
    finding: &ConfigFinding,
    lang: Lang,
) -> Diagnostic<'a> {
    let severity = match finding.level {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
    };
    let Words { message, help } = words(finding, lang);
    let mut diagnostic = Diagnostic::error(message).severity(severity);
    diagnostic.id = finding.rule().map(str::to_owned);
    match &finding.span {
        Some(span) => diagnostic = diagnostic.at(&config.path, &config.text, span.clone(), ""),
        None => diagnostic = diagnostic.note(config.path.as_str()),
    }
    diagnostic.help(help)
}

/// Words for a finding.
pub fn words(finding: &ConfigFinding, lang: Lang) -> Words {
    let (message, help) = match &finding.problem {
        ConfigProblem::File(problem) | ConfigProblem::UnknownKey(problem) => {
            (problem.kind.title(lang), problem.kind.help(lang))
        }
        ConfigProblem::Assertion(error) => mistake(error, lang),
        ConfigProblem::UnknownRule(absent) => no_such(absent, lang),
        ConfigProblem::Unused { assertion, patterns } => unused(assertion, patterns, lang),
    };
    Words { message, help }
}

/// An assertion that concerns no deck.
fn unused(id: &str, patterns: &[String], lang: Lang) -> (String, String) {
    let message = say(
        lang,
        format!("the assertion `{id}` concerns no deck"),
        format!("l'assertion « {id} » ne concerne aucun deck"),
    );
    let patterns: Vec<String> = patterns.iter().map(|p| format!("`{p}`")).collect();
    let help = match patterns.is_empty() {
        true => say(
            lang,
            "no deck below its folder is of the game and format that it names".to_owned(),
            "aucun deck de son dossier n'est du jeu et du format qu'elle nomme".to_owned(),
        ),
        false => say(
            lang,
            format!("no deck below its folder is meant by {}", patterns.join(", ")),
            format!("aucun deck de son dossier ne correspond à {}", patterns.join(", ")),
        ),
    };
    (message, help)
}

/// A mistake in an assertion's condition or zone.
fn mistake(mistake: &AssertMistake, lang: Lang) -> (String, String) {
    let (what, help) = match &mistake.kind {
        MistakeKind::Language(error) => (error.title(lang), error.help(lang).unwrap_or_default()),
        MistakeKind::Zone { name, candidates } => (
            say(
                lang,
                format!("there is no zone `{name}` in the format of a deck it concerns"),
                format!("il n'y a pas de zone « {name} » dans le format d'un deck concerné"),
            ),
            near_or_all(name, candidates, lang),
        ),
    };
    let id = &mistake.assertion;
    let message = say(
        lang,
        format!("the assertion `{id}` has a mistake: {what}"),
        format!("l'assertion « {id} » contient une erreur : {what}"),
    );
    (message, help)
}

/// A level of a rule that does not exist.
fn no_such(absent: &NoSuch, lang: Lang) -> (String, String) {
    let (what, help) = match absent {
        NoSuch::Game { name, candidates } => (
            say(
                lang,
                format!("there is no game `{name}`"),
                format!("il n'y a pas de jeu « {name} »"),
            ),
            near_or_all(name, candidates, lang),
        ),
        NoSuch::Format { name, candidates } => (
            say(
                lang,
                format!("there is no format `{name}`"),
                format!("il n'y a pas de format « {name} »"),
            ),
            near_or_all(name, candidates, lang),
        ),
        NoSuch::Rule { name, is_assertion, nearest } => (
            say(
                lang,
                format!("there is no rule `{name}`"),
                format!("il n'y a pas de règle « {name} »"),
            ),
            match nearest {
                Some(near) => near_or_all(near, std::slice::from_ref(near), lang),
                None if *is_assertion => String::new(),
                None => say(
                    lang,
                    "`sleeve rules GAME/FORMAT` lists the rules".to_owned(),
                    "`sleeve rules JEU/FORMAT` donne les règles".to_owned(),
                ),
            },
        ),
    };
    let message = say(
        lang,
        format!("this level has no effect: {what}"),
        format!("ce niveau est sans effet : {what}"),
    );
    (message, help)
}

/// A `sleeve.toml` as documents show it.
#[derive(Serialize)]
pub struct ConfigRow<'a> {
    path: &'a str,
    findings: Vec<ConfigFindingRow>,
}

#[derive(Serialize)]
struct ConfigFindingRow {
    rule: Option<&'static str>,
    level: &'static str,
    message: String,
    help: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl ConfigRow<'_> {
    /// A row.
    pub fn new(config: &CheckedConfig) -> ConfigRow<'_> {
        let row = |finding: &ConfigFinding| {
            let Words { message, help } = words(finding, Lang::En);
            let place = place(config, finding);
            ConfigFindingRow {
                rule: finding.rule(),
                level: level_word(finding.level),
                message,
                help,
                line: place.map(|p| p.0),
                column: place.map(|p| p.1),
            }
        };
        ConfigRow { path: &config.path, findings: config.findings.iter().map(row).collect() }
    }
}

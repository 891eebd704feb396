//! What is to be said of a `sleeve.toml` itself.

use super::diagnostic::Diagnostic;
use super::told;
use crate::check::CheckedConfig;
use crate::model::Lang;
use crate::problem::{Problem, Severity};
use serde::Serialize;

/// A finding, annotated.
pub fn diagnostic<'a>(
    config: &'a CheckedConfig,
    finding: &'a Problem,
    lang: Lang,
) -> Diagnostic<'a> {
    let diagnostic = Diagnostic::of(finding, Some((&config.path, &config.text)), lang);
    let path = if finding.marks.is_empty() { config.path.as_str() } else { "" };
    diagnostic.note(path)
}

/// A `sleeve.toml` as documents show it.
#[derive(Serialize)]
pub struct ConfigRow<'a> {
    path: &'a str,
    findings: Vec<ConfigFindingRow<'a>>,
}

#[derive(Serialize)]
struct ConfigFindingRow<'a> {
    rule: Option<&'a str>,
    level: &'static str,
    message: String,
    help: String,
    line: Option<usize>,
    column: Option<usize>,
}

impl ConfigRow<'_> {
    /// A row.
    pub fn new(config: &CheckedConfig) -> ConfigRow<'_> {
        let told = told::of_config(config, Lang::En).into_iter().zip(&config.findings);
        let findings = told.map(|(told, finding)| ConfigFindingRow {
            rule: finding.id(),
            level: match told.severity {
                Severity::Error => "error",
                _ => "warning",
            },
            message: told.message,
            help: told.help,
            line: told.place.at.map(|at| at.start.0),
            column: told.place.at.map(|at| at.start.1),
        });
        ConfigRow { path: &config.path, findings: findings.collect() }
    }
}

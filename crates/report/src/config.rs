//! What is to be said of a `sleeve.toml` itself.

use super::diagnostic::Diagnostic;
use super::told;
use serde::Serialize;
use sleeve_check::CheckedConfig;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Problem, Severity};

/// A finding, annotated.
pub fn diagnostic<'a>(
    config: &'a CheckedConfig,
    finding: &'a Problem,
    lang: Lang,
) -> Diagnostic<'a> {
    let diagnostic = Diagnostic::from_problem(finding, Some((&config.path, &config.text)), lang);
    let path = if finding.marks.is_empty() { config.path.as_str() } else { "" };
    diagnostic.note(path)
}

/// A `sleeve.toml` as documents show it.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct ConfigRow<'a> {
    /// Path of the file.
    path: &'a str,
    /// What is to be said of it.
    findings: Vec<ConfigFindingRow<'a>>,
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
struct ConfigFindingRow<'a> {
    /// Id of the finding.
    rule: Option<&'a str>,
    /// How much it matters.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["error", "warning"])))]
    level: &'static str,
    /// What was found, in English.
    message: String,
    /// What to do, in English.
    help: String,
    /// The line, from 1.
    line: Option<usize>,
    /// The column, from 1.
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

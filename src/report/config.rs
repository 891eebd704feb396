//! What is to be said of a `sleeve.toml` itself.

use super::diagnostic::{Diagnostic, Severity, position};
use crate::model::{Lang, Level};
use crate::project::{Config, ConfigError, Problem};
use serde_json::{Value, json};
use std::ops::Range;
use std::sync::Arc;

/// A `sleeve.toml` in use, with what was found in it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct CheckedConfig {
    /// Its path as messages show it.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// What was found, in the order of the file.
    pub findings: Vec<ConfigFinding>,
}

/// Something found in a `sleeve.toml`.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ConfigFinding {
    /// Its id; `None` for a mistake that keeps the file from being used.
    pub rule: Option<String>,
    /// Error or warning.
    pub level: Level,
    /// What is wrong.
    pub message: String,
    /// What stands at the place, in few words.
    pub label: String,
    /// Where.
    pub span: Option<Range<usize>>,
    /// What to do.
    pub help: String,
}

impl ConfigFinding {
    /// A mistake that keeps the file, or an assertion of it, from being used.
    pub fn mistake(message: String, span: Option<Range<usize>>, help: String) -> ConfigFinding {
        let label = String::new();
        ConfigFinding { rule: None, level: Level::Error, message, label, span, help }
    }

    /// The id that documents give it.
    pub fn id(&self) -> &str {
        self.rule.as_deref().unwrap_or("unusable")
    }
}

impl CheckedConfig {
    /// A file of which nothing has been said yet.
    pub fn new(config: &Config) -> CheckedConfig {
        let (path, text) = (config.path.clone(), Arc::clone(&config.text));
        CheckedConfig { path, text, findings: Vec::new() }
    }

    /// A file that cannot be used.
    pub fn unusable(error: &ConfigError, lang: Lang) -> CheckedConfig {
        let mistake = |p: &Problem| {
            ConfigFinding::mistake(p.kind.title(lang), p.span.clone(), p.kind.help(lang))
        };
        CheckedConfig {
            path: error.path.clone(),
            text: Arc::clone(&error.text),
            findings: error.problems.iter().map(mistake).collect(),
        }
    }

    /// Whether something keeps it, or an assertion of it, from being used.
    pub fn is_unusable(&self) -> bool {
        self.findings.iter().any(|f| f.rule.is_none())
    }

    /// Whether it has findings of this level that do not keep it from being used.
    pub fn has(&self, level: Level) -> bool {
        self.findings.iter().any(|f| f.rule.is_some() && f.level == level)
    }

    /// A finding, annotated.
    pub fn diagnostic<'a>(&'a self, finding: &ConfigFinding) -> Diagnostic<'a> {
        let severity = match finding.level {
            Level::Error => Severity::Error,
            Level::Warning => Severity::Warning,
        };
        let mut diagnostic = Diagnostic::error(finding.message.as_str()).severity(severity);
        diagnostic.id.clone_from(&finding.rule);
        match &finding.span {
            Some(span) => {
                diagnostic =
                    diagnostic.at(&self.path, &self.text, span.clone(), finding.label.as_str());
            }
            None => diagnostic = diagnostic.note(self.path.as_str()),
        }
        diagnostic.help(finding.help.as_str())
    }

    /// The line and column of a finding.
    pub fn place(&self, finding: &ConfigFinding) -> Option<(usize, usize)> {
        finding.span.as_ref().map(|span| position(&self.text, span.start))
    }

    /// As documents show it.
    pub fn json(&self) -> Value {
        let rows = self.findings.iter().map(|finding| {
            let place = self.place(finding);
            json!({
                "rule": finding.rule,
                "level": super::rules::level_word(finding.level),
                "message": finding.message,
                "help": finding.help,
                "line": place.map(|p| p.0),
                "column": place.map(|p| p.1),
            })
        });
        json!({ "path": self.path, "findings": rows.collect::<Vec<_>>() })
    }
}

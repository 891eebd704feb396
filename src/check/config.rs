//! What is to be said of the `sleeve.toml` files themselves.

use super::AssertMistake;
use super::judge::Judged;
use crate::catalog::Library;
use crate::decks;
use crate::model::{Catalog, Format, Level};
use crate::project::{
    Assertion, Config, ConfigError, LevelOf, Problem, Project, ProjectError, UNKNOWN_KEY,
    UNKNOWN_RULE, UNUSED,
};
use crate::rules::NOT_RELEASED;
use std::collections::BTreeSet;
use std::ops::Range;
use std::path::PathBuf;
use std::sync::Arc;

/// A `sleeve.toml` in use, with what was found in it.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct CheckedConfig {
    /// Its path as messages show it.
    pub path: String,
    /// Its text.
    pub text: Arc<str>,
    /// What was found, in the order of the file.
    pub findings: Vec<ConfigFinding>,
}

/// Something found in a `sleeve.toml`.
#[derive(Clone, PartialEq, Debug)]
pub struct ConfigFinding {
    /// Error or warning.
    pub level: Level,
    /// Where.
    pub span: Option<Range<usize>>,
    /// What.
    pub problem: ConfigProblem,
}

/// What was found in a `sleeve.toml`.
#[derive(Clone, PartialEq, Debug)]
pub enum ConfigProblem {
    /// A mistake that keeps the file from being used.
    File(Problem),
    /// A mistake that keeps an assertion from being used.
    Assertion(AssertMistake),
    /// A key that means nothing.
    UnknownKey(Problem),
    /// A level of a rule that does not exist.
    UnknownRule(NoSuch),
    /// An assertion that concerns no deck.
    Unused {
        /// Its id.
        assertion: String,
        /// The paths it is meant for; empty: any.
        patterns: Vec<String>,
    },
}

/// What the id of a level names that does not exist.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum NoSuch {
    /// A game.
    Game {
        /// As it is written.
        name: String,
        /// The games there are.
        candidates: Vec<String>,
    },
    /// A format.
    Format {
        /// As it is written.
        name: String,
        /// The formats there are.
        candidates: Vec<String>,
    },
    /// A rule or an assertion.
    Rule {
        /// As it is written.
        name: String,
        /// Whether it is written as the id of an assertion.
        is_assertion: bool,
        /// The nearest one there is.
        nearest: Option<String>,
    },
}

impl ConfigFinding {
    /// Its id; `None` for a mistake that keeps the file or an assertion from being used.
    pub fn rule(&self) -> Option<&'static str> {
        match self.problem {
            ConfigProblem::File(_) | ConfigProblem::Assertion(_) => None,
            ConfigProblem::UnknownKey(_) => Some(UNKNOWN_KEY),
            ConfigProblem::UnknownRule(_) => Some(UNKNOWN_RULE),
            ConfigProblem::Unused { .. } => Some(UNUSED),
        }
    }
}

impl CheckedConfig {
    /// A file that cannot be used.
    pub fn unusable(error: &ConfigError) -> CheckedConfig {
        let mistake = |problem: &Problem| ConfigFinding {
            level: Level::Error,
            span: problem.span.clone(),
            problem: ConfigProblem::File(problem.clone()),
        };
        CheckedConfig {
            path: error.path.clone(),
            text: Arc::clone(&error.text),
            findings: error.problems.iter().map(mistake).collect(),
        }
    }

    /// Whether something keeps it, or an assertion of it, from being used.
    pub fn is_unusable(&self) -> bool {
        self.findings.iter().any(|f| f.rule().is_none())
    }

    /// Whether it has findings of this level that do not keep it from being used.
    pub fn has(&self, level: Level) -> bool {
        self.findings.iter().any(|f| f.rule().is_some() && f.level == level)
    }
}

/// Every `sleeve.toml` that holds for some decks, where something is to be said of it.
pub(super) fn findings(judged: &[Judged]) -> Vec<CheckedConfig> {
    let mut found: Vec<CheckedConfig> = Vec::new();
    let known = |found: &[CheckedConfig], path: &str| found.iter().any(|c| c.path == path);
    for one in judged {
        match &one.project {
            Err(ProjectError::Config(error)) if !known(&found, &error.path) => {
                found.push(CheckedConfig::unusable(error));
            }
            Ok(Project { config: Some(config), library }) if !known(&found, &config.path) => {
                let is_its = |j: &&Judged| j.config().is_some_and(|c| Arc::ptr_eq(&c, config));
                let decks: Vec<&Judged> = judged.iter().filter(is_its).collect();
                found.push(CheckedConfig {
                    path: config.path.clone(),
                    text: Arc::clone(&config.text),
                    findings: of_config(config, library, &decks),
                });
            }
            _ => {}
        }
    }
    found.retain(|config| !config.findings.is_empty());
    found
}

fn of_config(config: &Config, library: &Library, decks: &[&Judged]) -> Vec<ConfigFinding> {
    let keys = config.unknown_keys.iter().map(|key| ConfigFinding {
        level: Level::Error,
        span: Some(key.span.clone().unwrap_or_default()),
        problem: ConfigProblem::UnknownKey(key.clone()),
    });
    let rules = config.levels.iter().filter_map(|level| {
        Some(ConfigFinding {
            level: Level::Error,
            span: Some(level.span.clone()),
            problem: ConfigProblem::UnknownRule(no_such(level, config, library)?),
        })
    });
    let unused = unused(config, decks).into_iter().map(|assertion| ConfigFinding {
        level: Level::Warning,
        span: Some(assertion.span.clone()),
        problem: ConfigProblem::Unused {
            assertion: assertion.id.clone(),
            patterns: assertion.decks.patterns().to_vec(),
        },
    });
    let at_its_level = |finding: ConfigFinding| {
        let level = config.own_level(finding.rule()?, finding.level)?;
        Some(ConfigFinding { level, ..finding })
    };
    let mut findings: Vec<ConfigFinding> =
        keys.chain(rules).chain(unused).filter_map(at_its_level).collect();
    let mut mistakes: Vec<&AssertMistake> = Vec::new();
    for mistake in decks.iter().flat_map(|deck| &deck.mistakes) {
        if !mistakes.contains(&mistake) {
            mistakes.push(mistake);
        }
    }
    findings.extend(mistakes.into_iter().map(|mistake| ConfigFinding {
        level: Level::Error,
        span: Some(mistake.span.clone()),
        problem: ConfigProblem::Assertion(mistake.clone()),
    }));
    findings.sort_by_key(|f| f.span.as_ref().map_or(0, |s| s.start));
    findings
}

/// The assertions that concern no deck: of the decks below the file's folder, every one that the
/// patterns mean was checked, and it is for another game or format. Of a deck that could not be
/// read nobody knows what it is for.
fn unused<'c>(config: &'c Config, decks: &[&Judged]) -> Vec<&'c Assertion> {
    let concerned: BTreeSet<usize> =
        decks.iter().flat_map(|j| j.concerned.iter().copied()).collect();
    let idle: Vec<&Assertion> = config
        .asserts
        .iter()
        .enumerate()
        .filter(|(at, assertion)| !concerned.contains(at) && assertion.level.is_some())
        .map(|(_, assertion)| assertion)
        .collect();
    if idle.is_empty() {
        return idle;
    }
    let is_told = |judged: &&&Judged| judged.decks.iter().any(|d| d.format_id().is_some());
    let checked: BTreeSet<&PathBuf> = decks.iter().filter(is_told).map(|j| &j.path).collect();
    if checked.is_empty() {
        return Vec::new();
    }
    let files = decks::find(&[&config.folder]).files.into_iter().map(|file| file.path);
    let untold = decks.iter().map(|j| j.path.clone()).chain(files);
    let others: Vec<PathBuf> = untold.filter(|f| !checked.contains(f)).collect();
    idle.into_iter().filter(|a| !others.iter().any(|file| a.concerns(config, file))).collect()
}

/// Ids of findings that are no rules of a format.
const OWN: [&str; 4] = ["note", UNKNOWN_KEY, UNKNOWN_RULE, UNUSED];

fn rules_of(format: &Format) -> impl Iterator<Item = String> {
    let rules = format.rules.iter().map(|r| r.id.clone());
    let zones = format.zones.iter().map(|z| format!("zone-{}", z.named.id));
    let parameters = format.parameters.iter().map(|p| format!("parameter-{}", p.named.id));
    let released = std::iter::once(NOT_RELEASED.to_owned());
    rules.chain(zones).chain(parameters).chain(released)
}

/// What a level names that does not exist, if it does.
fn no_such(level: &LevelOf, config: &Config, library: &Library) -> Option<NoSuch> {
    if level.game.is_none() && level.format.is_none() {
        let own = OWN.contains(&level.rule.as_str());
        if own || config.asserts.iter().any(|a| a.id == level.rule) {
            return None;
        }
    }
    let games = match &level.game {
        Some(word) => match library.game_id(word) {
            Some(id) => vec![id],
            None => {
                return Some(NoSuch::Game { name: word.clone(), candidates: library.game_ids() });
            }
        },
        None => library.game_ids(),
    };
    let catalogs: Vec<Arc<Catalog>> =
        games.iter().filter_map(|game| library.open(game).ok()).collect();
    let formats: Vec<&Format> = catalogs.iter().flat_map(|c| c.formats()).collect();
    let meant = |f: &&&Format| level.format.as_deref().is_none_or(|word| f.named.means(word));
    let chosen: Vec<&Format> = formats.iter().filter(meant).copied().collect();
    if let (true, Some(word)) = (chosen.is_empty(), &level.format) {
        let candidates = formats.iter().map(|f| f.named.id.to_string()).collect();
        return Some(NoSuch::Format { name: word.clone(), candidates });
    }
    let mut rules: Vec<String> = chosen.iter().flat_map(|f| rules_of(f)).collect();
    if rules.contains(&level.rule) {
        return None;
    }
    rules.extend(config.asserts.iter().map(|a| a.id.clone()));
    rules.sort();
    rules.dedup();
    let near = crate::language::nearest(&level.rule, rules.iter().map(String::as_str));
    Some(NoSuch::Rule {
        name: level.rule.clone(),
        is_assertion: level.is_assertion,
        nearest: near.first().cloned(),
    })
}

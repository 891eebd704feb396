//! Findings about the `sleeve.toml` files themselves: unknown keys, levels without effect, unused
//! assertions.

use super::{judged::JudgedFile, messages::CheckMessage};
use sleeve_data::{
    Arrange, Gather,
    model::{Catalog, Format, Level},
    problem::{Problem, Severity},
};
use sleeve_decks::{self as decks, DeckSearch};
use sleeve_library::{
    Library,
    project::{
        Assertion, Config, ConfigError, Project, ProjectError, RuleLevel, UNKNOWN_KEY,
        UNKNOWN_RULE, UNUSED_ASSERTION,
    },
};
use sleeve_rules::{NOT_IN_FORCE, NOT_RELEASED, STATED_ROLE, UNNAMED_ROLE, UNREAD};
use std::{collections::BTreeSet, path::PathBuf, sync::Arc};

/// A `sleeve.toml` in use, with its findings.
#[derive(Clone, Debug, Default)]
pub struct CheckedConfig {
    /// Its path in messages.
    pub path: String,
    pub text: Arc<str>,
    /// The findings in the order of the file. One without an id makes the file, or one of its
    /// assertions, unusable.
    pub findings: Vec<Problem>,
}

impl CheckedConfig {
    /// An unusable file.
    pub fn unusable(error: &ConfigError) -> CheckedConfig {
        CheckedConfig {
            path: error.path.clone(),
            text: Arc::clone(&error.text),
            findings: error
                .problems
                .iter()
                .cloned()
                .map(Problem::into_any)
                .collect(),
        }
    }

    /// Whether the file or one of its assertions is unusable.
    pub fn is_unusable(&self) -> bool {
        self.findings.iter().any(|f| f.id().is_none())
    }

    /// Whether it has usable findings of this severity.
    pub fn has(&self, severity: Severity) -> bool {
        self.findings
            .iter()
            .any(|f| f.id().is_some() && f.severity == severity)
    }
}

/// Checks every `sleeve.toml` that applies to some decks; returns those with findings.
pub(super) fn check_configs(judged: &[JudgedFile]) -> Vec<CheckedConfig> {
    let mut found: Vec<CheckedConfig> = Vec::new();
    for file in judged {
        let checked = match &file.project {
            Err(ProjectError::Config(error)) => {
                if is_in(&found, &error.path) {
                    continue;
                }
                CheckedConfig::unusable(error)
            }
            Ok(Project { config: Some(config), library }) => {
                if is_in(&found, &config.path) {
                    continue;
                }
                let mut decks: Vec<&JudgedFile> = judged.iter().collect();
                decks.retain(|file| file.config().is_some_and(|own| Arc::ptr_eq(&own, config)));
                CheckedConfig {
                    path: config.path.clone(),
                    text: Arc::clone(&config.text),
                    findings: config_findings(config, library, &decks),
                }
            }
            _ => continue,
        };
        found.push(checked);
    }
    found.retain(|config| !config.findings.is_empty());
    found
}

fn is_in(found: &[CheckedConfig], path: &str) -> bool {
    found.iter().any(|config| config.path == path)
}

fn config_findings(config: &Config, library: &Library, decks: &[&JudgedFile]) -> Vec<Problem> {
    let mut findings: Vec<Problem> = config
        .unknown_keys
        .iter()
        .cloned()
        .map(Problem::into_any)
        .collect();
    for level in &config.levels {
        if let Some(message) = find_unknown_name(level, config, library) {
            findings.push(Problem::from_span(level.span.clone(), message).into_any());
        }
    }
    for assertion in unused_assertions(config, decks) {
        let (id, patterns) = (assertion.id.clone(), assertion.decks.patterns().to_vec());
        let unused =
            Problem::from_span(assertion.span.clone(), CheckMessage::Unused { id, patterns });
        findings.push(unused.with_severity(Severity::Warning).into_any());
    }
    findings.retain_mut(|finding| set_level(finding, config).is_some());
    // Every deck with an assertion reports its mistake, but it is shown once.
    let mistakes = decks
        .iter()
        .flat_map(|deck| &deck.assertion_mistakes)
        .each_once();
    findings.extend(mistakes.into_iter().cloned().map(Problem::into_any));
    // Findings come from several passes, but are shown in the order of the file.
    findings.arrange_by_key(|f| f.span().map_or(0, |span| span.start));
    findings
}

/// Gives a finding the level that the file sets for its id; `None` if it switches the id off.
fn set_level(finding: &mut Problem, config: &Config) -> Option<()> {
    let default = match finding.severity {
        Severity::Error => Level::Error,
        _ => Level::Warning,
    };
    finding.severity = match config.finding_level(finding.id()?, default)? {
        Level::Error => Severity::Error,
        Level::Warning => Severity::Warning,
    };
    Some(())
}

/// The assertions without a deck: every deck in the file's folder that matches the patterns was
/// checked, and is for another game or format. A deck that could not be read may be of any game, so
/// it keeps an assertion in use.
fn unused_assertions<'c>(config: &'c Config, decks: &[&JudgedFile]) -> Vec<&'c Assertion> {
    let concerned: BTreeSet<usize> = decks
        .iter()
        .flat_map(|j| j.concerned_assertions.iter().copied())
        .collect();
    let idle: Vec<&Assertion> = config
        .assertions
        .iter()
        .enumerate()
        .filter(|(at, assertion)| !concerned.contains(at) && assertion.level.is_some())
        .map(|(_, assertion)| assertion)
        .collect();
    if idle.is_empty() {
        return idle;
    }
    // If no deck was judged, it is unknown which assertions have decks.
    let checked: BTreeSet<&PathBuf> = decks
        .iter()
        .filter(|judged| judged.has_format)
        .map(|j| &j.path)
        .gather();
    if checked.is_empty() {
        return Vec::new();
    }
    let project = decks.iter().find_map(|judged| judged.project.as_ref().ok());
    let found = decks::find_with_forms(&[&config.folder], DeckSearch::default(), &|| {
        project
            .map(|p| p.library.described_readers())
            .unwrap_or_default()
    });
    let files = found.files.into_iter().map(|file| file.path);
    let candidates = decks.iter().map(|j| j.path.clone()).chain(files);
    let unchecked: Vec<PathBuf> = candidates.filter(|f| !checked.contains(f)).collect();
    idle.into_iter()
        .filter(|a| !unchecked.iter().any(|file| a.concerns(config, file)))
        .collect()
}

/// Ids of findings without a format, whose level can still be set.
const OTHER_IDS: [&str; 5] = ["note", UNREAD, UNKNOWN_KEY, UNKNOWN_RULE, UNUSED_ASSERTION];

fn format_rule_ids(format: &Format) -> impl Iterator<Item = String> {
    let rules = format.rules.iter().map(|r| r.id.clone());
    let zones = format.zones.iter().map(|z| format!("zone-{}", z.named.id));
    let parameters = format
        .parameters
        .iter()
        .map(|p| format!("parameter-{}", p.named.id));
    let of_the_day = [NOT_IN_FORCE, NOT_RELEASED].map(str::to_owned);
    let naming = format.zones.iter().filter(|zone| zone.role_from.is_some());
    let of_roles = naming.flat_map(|_| [UNNAMED_ROLE, STATED_ROLE].map(str::to_owned));
    rules
        .chain(zones)
        .chain(parameters)
        .chain(of_the_day)
        .chain(of_roles)
}

/// Returns the unknown game, format or rule that a level names; `None` if all exist.
fn find_unknown_name(
    level: &RuleLevel,
    config: &Config,
    library: &Library,
) -> Option<CheckMessage> {
    let is_of_all = level.game.is_none() && level.format.is_none();
    if is_of_all && is_known_everywhere(&level.rule, config) {
        return None;
    }
    let games = match &level.game {
        Some(word) => match library.game_id(word) {
            Some(id) => vec![id],
            None => {
                let (name, candidates) = (word.clone(), library.game_ids());
                return Some(CheckMessage::LevelWithoutGame { name, candidates });
            }
        },
        None => library.game_ids(),
    };
    let catalogs: Vec<Arc<Catalog>> = games
        .iter()
        .filter_map(|game| library.open(game).ok())
        .collect();
    if level
        .card_rule
        .as_deref()
        .is_some_and(|id| is_card_rule(&catalogs, id))
    {
        return None;
    }
    let formats: Vec<&Format> = catalogs.iter().flat_map(|c| c.formats()).collect();
    let mut chosen = formats.clone();
    if let Some(word) = &level.format {
        chosen.retain(|format| format.named.means(word));
        if chosen.is_empty() {
            let candidates = formats.iter().map(|f| f.named.id.to_string()).collect();
            return Some(CheckMessage::LevelWithoutFormat { name: word.clone(), candidates });
        }
    }
    let rules: BTreeSet<String> = chosen.into_iter().flat_map(format_rule_ids).gather();
    if rules.contains(&level.rule) || is_card_rule(&catalogs, &level.rule) {
        return None;
    }
    Some(unknown_rule(level, config, rules))
}

/// Whether findings of any game may have this id.
fn is_known_everywhere(id: &str, config: &Config) -> bool {
    OTHER_IDS.contains(&id) || config.assertions.iter().any(|assertion| assertion.id == id)
}

/// Whether a card of these games adds a rule with this id.
fn is_card_rule(catalogs: &[Arc<Catalog>], id: &str) -> bool {
    let rules = catalogs.iter().flat_map(|catalog| catalog.card_rules());
    rules
        .flat_map(|of| of.rules.unpacked())
        .any(|of| of.rule.id == id)
}

/// The message for a level of a rule that is neither among these nor an assertion.
fn unknown_rule(level: &RuleLevel, config: &Config, mut rules: BTreeSet<String>) -> CheckMessage {
    rules.extend(
        config
            .assertions
            .iter()
            .map(|assertion| assertion.id.clone()),
    );
    let near = sleeve_data::problem::nearest_names(&level.rule, rules.iter().map(String::as_str));
    CheckMessage::LevelWithoutRule {
        name: level.rule.clone(),
        is_assertion: level.is_assertion,
        candidates: near.into_iter().take(1).collect(),
    }
}

//! What a `sleeve.toml` asks of the decks it holds for, and what is wrong with it.

use super::checking::Judged;
use super::settings::{Place, Trouble};
use super::{Session, opening};
use crate::config::{self, Assertion, Config};
use crate::decks;
use crate::model::{Catalog, Deck, Format};
use crate::odds::Budget;
use crate::report::config::{CheckedConfig, ConfigFinding};
use crate::report::config_words as words;
use crate::rules::{self, CheckOptions, Finding, Rulebook};
use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::Arc;

fn config_of(judged: &Judged) -> Option<Arc<Config>> {
    judged.place.as_ref().ok().and_then(|place| place.config.clone())
}

/// The options with the levels that the deck's `sleeve.toml` sets.
pub fn options(
    judged: &Judged,
    options: &CheckOptions,
    catalog: &Catalog,
    format: &Format,
) -> CheckOptions {
    let mut options = options.clone();
    if let Some(config) = config_of(judged) {
        let game = |word: &str| catalog.game.named.means(word);
        let levels = config.levels_for(game, |word| format.named.means(word));
        options.levels.extend(levels.map(|(rule, level)| (rule.to_owned(), level)));
    }
    options
}

fn concerns(
    assertion: &Assertion,
    config: &Config,
    judged: &Judged,
    catalog: &Catalog,
    format: &Format,
) -> bool {
    let game = assertion.game.as_ref().is_none_or(|g| catalog.game.named.means(&g.value));
    let of_format = assertion.format.as_ref().is_none_or(|f| format.named.means(&f.value));
    game && of_format && assertion.concerns(config, &judged.path)
}

/// What the assertions that concern a deck say of it.
pub fn assert(
    judged: &mut Judged,
    rulebook: &Rulebook<'_>,
    deck: &Deck,
    options: &CheckOptions,
) -> Vec<Finding> {
    let Some(config) = config_of(judged) else { return Vec::new() };
    let (catalog, format) = (rulebook.catalog, rulebook.format);
    let mut meant: Vec<&Assertion> = Vec::new();
    for (at, assertion) in config.asserts.iter().enumerate() {
        if !concerns(assertion, &config, judged, catalog, format) {
            continue;
        }
        judged.concerned.push(at);
        if assertion.level.is_some() {
            meant.push(assertion);
        }
    }
    if meant.is_empty() {
        return Vec::new();
    }
    let mut asserted = rules::assertions(rulebook, deck, options, &config, meant.clone());
    let budget = Budget::new();
    for assertion in meant {
        let found = opening::assert(catalog, deck, format, options, &config, assertion, &budget);
        asserted.mistakes.extend(found.mistakes);
        asserted.findings.extend(found.findings);
    }
    judged.mistakes.extend(asserted.mistakes);
    options.apply_levels(&mut asserted.findings);
    asserted.findings
}

/// What is to be said of the `sleeve.toml` files themselves.
pub(super) fn findings(session: &Session<'_, '_>, judged: &[Judged]) -> Vec<CheckedConfig> {
    let lang = session.style.lang;
    let mut found: Vec<CheckedConfig> = Vec::new();
    let known = |found: &[CheckedConfig], path: &str| found.iter().any(|c| c.path == path);
    for one in judged {
        match &one.place {
            Err(Trouble::Config(error)) if !known(&found, &error.path) => {
                found.push(CheckedConfig::unusable(error, lang));
            }
            Ok(Place { config: Some(config), library }) if !known(&found, &config.path) => {
                let mut checked = CheckedConfig::new(config);
                let decks: Vec<&Judged> = judged
                    .iter()
                    .filter(|j| config_of(j).is_some_and(|c| Arc::ptr_eq(&c, config)))
                    .collect();
                let mut add = |id: &str, finding: ConfigFinding| {
                    if let Some(level) = config.own_level(id, finding.level) {
                        let rule = Some(id.to_owned());
                        checked.findings.push(ConfigFinding { rule, level, ..finding });
                    }
                };
                for key in &config.unknown_keys {
                    add(config::UNKNOWN_KEY, words::unknown_key(key, lang));
                }
                for level in &config.levels {
                    if let Some(finding) = words::unknown_rule(level, config, library, lang) {
                        add(config::UNKNOWN_RULE, finding);
                    }
                }
                for assertion in unused(config, &decks) {
                    add(config::UNUSED, words::unused(assertion, lang));
                }
                let mut mistakes: Vec<ConfigFinding> = Vec::new();
                for mistake in decks.iter().flat_map(|j| &j.mistakes) {
                    let mistake = words::mistake(mistake, lang);
                    if !mistakes.contains(&mistake) {
                        mistakes.push(mistake);
                    }
                }
                checked.findings.extend(mistakes);
                checked.findings.sort_by_key(|f| f.span.as_ref().map_or(0, |s| s.start));
                found.push(checked);
            }
            _ => {}
        }
    }
    found.retain(|config| !config.findings.is_empty());
    found
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
    let is_told = |judged: &&&Judged| judged.decks.iter().any(|deck| deck.format.is_some());
    let checked: BTreeSet<&PathBuf> = decks.iter().filter(is_told).map(|j| &j.path).collect();
    if checked.is_empty() {
        return Vec::new();
    }
    let files = decks::find(&[&config.folder]).files.into_iter().map(|file| file.path);
    let untold = decks.iter().map(|j| j.path.clone()).chain(files);
    let others: Vec<PathBuf> = untold.filter(|f| !checked.contains(f)).collect();
    idle.into_iter().filter(|a| !others.iter().any(|file| a.concerns(config, file))).collect()
}

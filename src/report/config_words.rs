//! What can be said of a `sleeve.toml`, worded.

use super::config::ConfigFinding;
use super::words::{near_or_all, say};
use crate::catalog::Library;
use crate::config::{
    ASSERT, Assertion, Config, LevelOf, Problem, UNKNOWN_KEY, UNKNOWN_RULE, UNUSED,
};
use crate::model::{Catalog, Format, Lang, Level};
use crate::rules::{AssertMistake, MistakeKind, NOT_IN_FORCE, NOT_RELEASED};
use std::ops::Range;
use std::sync::Arc;

fn finding(level: Level, message: String, span: Range<usize>, help: String) -> ConfigFinding {
    ConfigFinding { level, ..ConfigFinding::mistake(message, Some(span), help) }
}

/// A key that means nothing.
pub fn unknown_key(key: &Problem, lang: Lang) -> ConfigFinding {
    let span = key.span.clone().unwrap_or_default();
    finding(Level::Error, key.kind.title(lang), span, key.kind.help(lang))
}

/// An assertion that concerns no deck.
pub fn unused(assertion: &Assertion, lang: Lang) -> ConfigFinding {
    let id = &assertion.id;
    let message = say(
        lang,
        format!("the assertion `{id}` concerns no deck"),
        format!("l'assertion « {id} » ne concerne aucun deck"),
    );
    let patterns: Vec<String> =
        assertion.decks.patterns().iter().map(|p| format!("`{p}`")).collect();
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
    finding(Level::Warning, message, assertion.span.clone(), help)
}

/// A mistake in an assertion's condition or zone.
pub fn mistake(mistake: &AssertMistake, lang: Lang) -> ConfigFinding {
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
    ConfigFinding::mistake(message, Some(mistake.span.clone()), help)
}

/// Ids of findings that are no rules of a format.
const OWN: [&str; 4] = ["note", UNKNOWN_KEY, UNKNOWN_RULE, UNUSED];

fn rules_of(format: &Format) -> impl Iterator<Item = String> {
    let rules = format.rules.iter().map(|r| r.id.clone());
    let zones = format.zones.iter().map(|z| format!("zone-{}", z.named.id));
    let parameters = format.parameters.iter().map(|p| format!("parameter-{}", p.named.id));
    let of_the_day = [NOT_IN_FORCE, NOT_RELEASED].map(str::to_owned);
    rules.chain(zones).chain(parameters).chain(of_the_day)
}

/// A level of a rule that does not exist, if it is that.
pub fn unknown_rule(
    level: &LevelOf,
    config: &Config,
    library: &Library,
    lang: Lang,
) -> Option<ConfigFinding> {
    if level.game.is_none() && level.format.is_none() {
        let own = OWN.contains(&level.rule.as_str());
        if own || config.asserts.iter().any(|a| a.id == level.rule) {
            return None;
        }
    }
    let absent = |what: String, help: String| {
        let message = say(
            lang,
            format!("this level has no effect: {what}"),
            format!("ce niveau est sans effet : {what}"),
        );
        Some(finding(Level::Error, message, level.span.clone(), help))
    };
    let games = match &level.game {
        Some(word) => match library.game_id(word) {
            Some(id) => vec![id],
            None => {
                let what = say(
                    lang,
                    format!("there is no game `{word}`"),
                    format!("il n'y a pas de jeu « {word} »"),
                );
                return absent(what, near_or_all(word, &library.game_ids(), lang));
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
        let ids: Vec<String> = formats.iter().map(|f| f.named.id.to_string()).collect();
        let what = say(
            lang,
            format!("there is no format `{word}`"),
            format!("il n'y a pas de format « {word} »"),
        );
        return absent(what, near_or_all(word, &ids, lang));
    }
    let mut rules: Vec<String> = chosen.iter().flat_map(|f| rules_of(f)).collect();
    if rules.contains(&level.rule) {
        return None;
    }
    rules.extend(config.asserts.iter().map(|a| a.id.clone()));
    rules.sort();
    rules.dedup();
    let rule = &level.rule;
    let what = say(
        lang,
        format!("there is no rule `{rule}`"),
        format!("il n'y a pas de règle « {rule} »"),
    );
    let near = crate::language::nearest(rule, rules.iter().map(String::as_str));
    let help = match near.first() {
        Some(near) => near_or_all(near, std::slice::from_ref(near), lang),
        None if rule.starts_with(ASSERT) => String::new(),
        None => say(
            lang,
            "`sleeve rules GAME/FORMAT` lists the rules".to_owned(),
            "`sleeve rules JEU/FORMAT` donne les règles".to_owned(),
        ),
    };
    absent(what, help)
}

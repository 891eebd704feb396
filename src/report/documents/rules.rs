//! `rules -o json`: games, formats and their rules.

use super::{BothRow, Object};
use crate::model::format::{MatchRule, Parameter, Zone};
use crate::model::{Format, Game, Lang, Rule};
use crate::report::data::{PROGRAM, Program};
use crate::report::rules::{level_word, requirement};
use serde::Serialize;

/// Name and version of the document's form.
pub const RULES: &str = "sleeve/rules/1";

/// The whole document.
#[derive(Serialize)]
pub struct RulesDocument<'a> {
    schema: &'static str,
    program: Program,
    games: Vec<GameRow<'a>>,
}

#[derive(Serialize)]
struct GameRow<'a> {
    id: &'a str,
    name: BothRow<'a>,
    data: Option<String>,
    formats: Vec<FormatRow<'a>>,
}

#[derive(Serialize)]
struct FormatRow<'a> {
    id: &'a str,
    name: BothRow<'a>,
    aliases: Vec<&'a str>,
    text: BothRow<'a>,
    cite: &'a str,
    extends: &'a [String],
    roles: Vec<&'a str>,
    parameters: Vec<ParameterRow<'a>>,
    zones: Vec<ZoneRow<'a>>,
    rules: Vec<RuleRow<'a>>,
    matches: Vec<MatchRow<'a>>,
}

#[derive(Serialize)]
struct ParameterRow<'a> {
    id: &'a str,
    default: Option<String>,
    default_by_role: Object<String>,
    allowed: Vec<String>,
    min: Option<String>,
    max: Option<String>,
}

#[derive(Serialize)]
struct ZoneRow<'a> {
    id: &'a str,
    name: BothRow<'a>,
    accepts: &'a str,
    roles: &'a [String],
}

#[derive(Serialize)]
struct RuleRow<'a> {
    id: &'a str,
    zones: &'a [String],
    require: String,
    level: &'static str,
    roles: &'a [String],
    text: BothRow<'a>,
    cite: &'a str,
    format: &'a str,
}

#[derive(Serialize)]
struct MatchRow<'a> {
    id: &'a str,
    require: &'a str,
    text: BothRow<'a>,
    cite: &'a str,
}

impl<'a> RulesDocument<'a> {
    /// The document for some games, each with the formats that are wanted of it.
    pub fn new(games: impl IntoIterator<Item = (&'a Game, Vec<&'a Format>)>) -> RulesDocument<'a> {
        let game = |(game, formats): (&'a Game, Vec<&'a Format>)| GameRow {
            id: game.id(),
            name: BothRow::new(&game.named.name),
            data: game.data.map(|date| date.to_string()),
            formats: formats.into_iter().map(format).collect(),
        };
        let games = games.into_iter().map(game).collect();
        RulesDocument { schema: RULES, program: PROGRAM, games }
    }
}

fn format(format: &Format) -> FormatRow<'_> {
    FormatRow {
        id: &format.named.id,
        name: BothRow::new(&format.named.name),
        aliases: format.named.aliases.iter().map(|alias| alias.as_str()).collect(),
        text: BothRow::new(&format.text),
        cite: format.cite.get(Lang::En),
        extends: &format.extends,
        roles: format.roles.iter().map(|r| r.named.id.as_str()).collect(),
        parameters: format.parameters.iter().map(parameter).collect(),
        zones: format.zones.iter().map(zone).collect(),
        rules: format.rules.iter().map(rule).collect(),
        matches: format.matches.iter().map(match_rule).collect(),
    }
}

fn parameter(parameter: &Parameter) -> ParameterRow<'_> {
    let by_role = parameter.by_role.iter();
    ParameterRow {
        id: &parameter.named.id,
        default: parameter.default.map(|n| n.to_string()),
        default_by_role: Object(by_role.map(|(role, n)| (role.clone(), n.to_string())).collect()),
        allowed: parameter.allowed.iter().map(ToString::to_string).collect(),
        min: parameter.min.map(|n| n.to_string()),
        max: parameter.max.map(|n| n.to_string()),
    }
}

fn zone(zone: &Zone) -> ZoneRow<'_> {
    ZoneRow {
        id: &zone.named.id,
        name: BothRow::new(&zone.named.name),
        accepts: &zone.accepts,
        roles: &zone.roles,
    }
}

fn rule(rule: &Rule) -> RuleRow<'_> {
    RuleRow {
        id: &rule.id,
        zones: &rule.zones,
        require: requirement(rule),
        level: level_word(rule.level),
        roles: &rule.roles,
        text: BothRow::new(&rule.text),
        cite: rule.cite.get(Lang::En),
        format: &rule.format,
    }
}

fn match_rule(rule: &MatchRule) -> MatchRow<'_> {
    MatchRow {
        id: &rule.id,
        require: &rule.require,
        text: BothRow::new(&rule.text),
        cite: rule.cite.get(Lang::En),
    }
}

//! A commented starter file for a deck of some format.

use super::escape::plain;
use super::rules::requirement;
use crate::model::format::{Parameter, Rule};
use crate::model::{Format, Game, Lang};
use std::fmt::Write;

/// The file: every key with what belongs there, the zones with their rules beside them.
pub fn deck(game: &Game, format: &Format, role: Option<&str>, lang: Lang) -> String {
    let fr = lang == Lang::Fr;
    let mut out = String::new();
    let (name, title) = (plain(format.named.name.get(lang)), plain(game.name(lang)));
    let _ = match fr {
        true => {
            writeln!(out, "# Un deck {name} pour {title}. À vérifier avec : sleeve check FICHIER")
        }
        false => writeln!(out, "# A {name} deck for {title}. Check it with: sleeve check FILE"),
    };
    let _ = writeln!(out, "game = {}", quoted(game.id()));
    let _ = writeln!(out, "format = {}", quoted(&format.named.id));
    roles(&mut out, format, role, fr);
    let _ = writeln!(out, "name = \"\"");
    let _ = writeln!(out, "# player = \"\"");
    parameters(&mut out, format, fr);
    let _ = match fr {
        true => writeln!(
            out,
            "\n[zones]\n# Des noms ou des identifiants : [\"A\", \"B\"], ou avec leur nombre : {{ \"A\" = 2, \"B\" = 1 }}."
        ),
        false => writeln!(
            out,
            "\n[zones]\n# Names or ids: [\"A\", \"B\"], or with their numbers: {{ \"A\" = 2, \"B\" = 1 }}."
        ),
    };
    let open =
        |roles: &[String]| roles.is_empty() || role.is_none_or(|r| roles.iter().any(|x| x == r));
    for zone in format.zones.iter().filter(|z| open(&z.roles)) {
        let _ = writeln!(out, "\n# {}: {}", zone.named.id, plain(&zone.accepts));
        let reads =
            |rule: &&Rule| rule.zones.iter().any(|z| *z == zone.named.id) && open(&rule.roles);
        for rule in format.rules.iter().filter(reads) {
            comment(&mut out, rule, lang);
        }
        let _ = writeln!(out, "{} = []", zone.named.id);
    }
    let whole: Vec<&Rule> =
        format.rules.iter().filter(|r| r.zones.is_empty() && open(&r.roles)).collect();
    if !whole.is_empty() {
        let _ =
            writeln!(out, "\n# {}", if fr { "Pour tout le deck :" } else { "For the whole deck:" });
        whole.iter().for_each(|rule| comment(&mut out, rule, lang));
    }
    if format.rules.iter().any(|r| matches!(r.body, crate::model::RuleBody::Carries(_))) {
        let line = if fr { "qui transporte quoi" } else { "what carries what" };
        let _ = writeln!(out, "\n# [carried]  # {line}\n# \"A\" = [\"B\"]");
    }
    out
}

fn roles(out: &mut String, format: &Format, role: Option<&str>, fr: bool) {
    if format.roles.is_empty() {
        return;
    }
    let ids: Vec<String> = format.roles.iter().map(|r| quoted(&r.named.id)).collect();
    let choice = ids.join(if fr { " ou " } else { " or " });
    let _ = match role {
        Some(role) => writeln!(out, "role = {}  # {choice}", quoted(role)),
        None => writeln!(out, "role = \"\"  # {choice}"),
    };
}

fn parameters(out: &mut String, format: &Format, fr: bool) {
    if format.parameters.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n# [parameters]");
    for parameter in &format.parameters {
        let value = parameter.default.map(|n| n.to_string()).unwrap_or_default();
        let limits = limits(parameter, fr);
        let _ = writeln!(out, "# {} = {value}{limits}", parameter.named.id);
    }
}

fn limits(parameter: &Parameter, fr: bool) -> String {
    let allowed: Vec<String> = parameter.allowed.iter().map(ToString::to_string).collect();
    if !allowed.is_empty() {
        return format!("  # {}", allowed.join(if fr { " ou " } else { " or " }));
    }
    match (parameter.min, parameter.max) {
        (Some(min), Some(max)) => format!("  # {min} {} {max}", if fr { "à" } else { "to" }),
        (Some(min), None) => format!("  # {} {min}", if fr { "au moins" } else { "at least" }),
        (None, Some(max)) => format!("  # {} {max}", if fr { "au plus" } else { "at most" }),
        (None, None) => String::new(),
    }
}

fn comment(out: &mut String, rule: &Rule, lang: Lang) {
    let text = rule.text.get(lang);
    let text = if text.is_empty() { requirement(rule) } else { text.to_owned() };
    for line in textwrap::wrap(&plain(&text), 96) {
        let _ = writeln!(out, "#   {line}");
    }
}

fn quoted(text: &str) -> String {
    toml::Value::from(text).to_string()
}

//! Files to start from: a commented deck of a format, and a `sleeve.toml` with the default of every
//! key. Also a new game with twelve cards, a format, a legal deck and its illegal twin, with every
//! key explained, and a new format for an existing game.

use crate::{
    reference::default_words,
    text::{escape::plain, words::join_words},
};
use sleeve_data::{
    Arrange,
    model::{
        CardIndex, Catalog, Format, Game, Lang, Setting,
        format::{Parameter, Rule, RuleBody, Zone},
    },
};
use sleeve_library::project::KEYS;
use sleeve_rules::list_prescribed_cards;
use std::fmt::Write;

/// Writes a commented deck file: every key with a hint, each zone below the rules that read it.
pub fn deck_template(catalog: &Catalog, format: &Format, role: Option<&str>, lang: Lang) -> String {
    let game = &catalog.game;
    let lists =
        PrescribedCards { catalog, lang, zones: list_prescribed_cards(catalog, format, role) };
    let mut out = String::new();
    write_head(&mut out, game, format, role, lang);
    // `[zones.x]` ends the table `[zones]`, so zones with their own table come last.
    let mut zones: Vec<&Zone> = format
        .zones
        .iter()
        .filter(|zone| applies(&zone.roles, role))
        .collect();
    zones.arrange_by_key(|zone| lists.is_table(&zone.named.id));
    let rules: Vec<&Rule> = format
        .rules
        .iter()
        .filter(|of| applies(&of.roles, role))
        .collect();
    for zone in zones {
        let id = &zone.named.id;
        let _ = writeln!(out, "\n# {id}{}{}", lang.colon(), plain(&zone.accepts));
        for rule in rules
            .iter()
            .filter(|rule| rule.zones.iter().any(|zone| zone == id))
        {
            write_rule(&mut out, rule, lang);
        }
        lists.write(&mut out, id);
    }
    if rules.iter().any(|rule| rule.zones.is_empty()) {
        let _ = writeln!(out, "\n# {}", word!(lang, "For the whole deck:"));
    }
    for rule in rules.iter().filter(|rule| rule.zones.is_empty()) {
        write_rule(&mut out, rule, lang);
    }
    if format
        .rules
        .iter()
        .any(|r| matches!(r.body, RuleBody::Carries(_)))
    {
        let line = word!(lang, "what carries what");
        let _ = writeln!(out, "\n# [carried]  # {line}\n# \"A\" = [\"B\"]");
    }
    out
}

/// Whether something for these roles is for a deck of a role, which may be open. For all roles if
/// it names none.
fn applies(roles: &[String], role: Option<&str>) -> bool {
    roles.is_empty() || role.is_none_or(|role| roles.iter().any(|of| of == role))
}

/// Writes the keys above the zones.
fn write_head(out: &mut String, game: &Game, format: &Format, role: Option<&str>, lang: Lang) {
    let (name, title) = (plain(format.named.name.get(lang)), plain(game.name(lang)));
    let _ = writeln!(
        out,
        "{}",
        say!(lang, "# A {name} deck for {title}. Check it with: sleeve check FILE")
    );
    let _ = writeln!(out, "game = {}", toml_string(game.id()));
    let _ = writeln!(out, "format = {}", toml_string(&format.named.id));
    let _ = writeln!(out, "name = \"\"");
    write_role(out, format, role, lang);
    let _ = writeln!(out, "# player = \"\"");
    write_parameters(out, format, role, lang);
    let _ = writeln!(
        out,
        "{}",
        say!(
            lang,
            "\n[zones]\n# Names or ids: [\"A\", \"B\"], or with numbers of copies: {{ \"A\" = 2, \"B\" = 1 }}."
        )
    );
    if role.is_none() && format.rules.iter().any(is_list_of_a_role) {
        let roles: Vec<String> = format
            .roles
            .iter()
            .map(|r| format!("`--role {}`", r.named.id))
            .collect();
        let _ = writeln!(
            out,
            "{}",
            say!(
                lang,
                "# With {either}, the prescribed lists are written here.",
                either = roles.join(word!(lang, " or "))
            )
        );
    }
}

fn is_list_of_a_role(rule: &Rule) -> bool {
    matches!(rule.body, RuleBody::Contents(_)) && !rule.roles.is_empty()
}

/// The cards that a format prescribes, by zone.
struct PrescribedCards<'a> {
    catalog: &'a Catalog,
    lang: Lang,
    zones: Vec<(String, Vec<(CardIndex, u32)>)>,
}

impl PrescribedCards<'_> {
    fn cards_in(&self, zone: &str) -> &[(CardIndex, u32)] {
        self.zones
            .iter()
            .find(|(id, _)| id == zone)
            .map_or(&[], |(_, cards)| cards)
    }

    /// Whether a zone has to be written as a table, because it has several copies of a card.
    fn is_table(&self, zone: &str) -> bool {
        self.cards_in(zone).iter().any(|(_, count)| *count > 1)
    }

    /// Returns the name of a card if it is unique, otherwise its id.
    fn name(&self, card: CardIndex) -> String {
        let printed = self.catalog.cards.card(card);
        let name = printed.name(self.lang);
        let is_unique = self.catalog.cards.find_by_name(name).len() == 1;
        toml_string(if is_unique { name } else { printed.id() })
    }

    fn write(&self, out: &mut String, zone: &str) {
        let cards = self.cards_in(zone);
        if self.is_table(zone) {
            let _ = writeln!(out, "[zones.{zone}]");
            for (card, count) in cards {
                let _ = writeln!(out, "{} = {count}", self.name(*card));
            }
            return;
        }
        let names: Vec<String> = cards.iter().map(|(card, _)| self.name(*card)).collect();
        let _ = match names.len() {
            0..=2 => writeln!(out, "{zone} = [{}]", names.join(", ")),
            _ => writeln!(out, "{zone} = [\n  {},\n]", names.join(",\n  ")),
        };
    }
}

fn write_role(out: &mut String, format: &Format, role: Option<&str>, lang: Lang) {
    if format.roles.is_empty() {
        return;
    }
    let ids: Vec<String> = format
        .roles
        .iter()
        .map(|r| toml_string(&r.named.id))
        .collect();
    let choice = join_words(&ids, word!(lang, "or"));
    let _ = match role {
        Some(role) => writeln!(out, "role = {}  # {choice}", toml_string(role)),
        None => writeln!(out, "role = \"\"  # {choice}"),
    };
}

fn write_parameters(out: &mut String, format: &Format, role: Option<&str>, lang: Lang) {
    if format.parameters.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n# [parameters]");
    for parameter in &format.parameters {
        let limits = limits_comment(parameter, lang);
        let has_one_default = role.is_some() || parameter.by_role.is_empty();
        let defaults: Vec<String> = match has_one_default.then(|| parameter.default_for(role)) {
            Some(value) => vec![value.map(toml_setting).unwrap_or_default()],
            None => parameter
                .defaults()
                .map(|(role, value)| default_words(role, value))
                .collect(),
        };
        let _ = writeln!(out, "# {} = {}{limits}", parameter.named.id, defaults.join(", "));
    }
}

fn toml_setting(value: &Setting) -> String {
    match value {
        Setting::Number(number) => number.to_string(),
        Setting::Word(word) => toml_string(word),
    }
}

fn limits_comment(parameter: &Parameter, lang: Lang) -> String {
    let allowed: Vec<String> = parameter.choices().iter().map(toml_setting).collect();
    if !allowed.is_empty() {
        return format!("  # {}", join_words(&allowed, word!(lang, "or")));
    }
    match (parameter.min, parameter.max) {
        (Some(min), Some(max)) => format!("  # {min} {} {max}", word!(lang, "to")),
        (Some(min), None) => format!("  # {} {min}", word!(lang, "at least")),
        (None, Some(max)) => format!("  # {} {max}", word!(lang, "at most")),
        (None, None) => String::new(),
    }
}

fn write_rule(out: &mut String, rule: &Rule, lang: Lang) {
    let text = rule.text.get(lang);
    let text = if text.is_empty() { rule.body.to_string() } else { text.to_owned() };
    for line in textwrap::wrap(&plain(&text), 96) {
        let _ = writeln!(out, "#   {line}");
    }
}

pub(crate) fn toml_string(text: &str) -> String {
    toml::Value::from(text).to_string()
}

/// The key of `sleeve.toml` that is a table of rules.
const LEVELS_KEY: &str = "levels";

/// An annotated `sleeve.toml` in which every key has its default.
pub fn config_template(lang: Lang) -> String {
    let mut out = String::new();
    out.push_str(word!(
        lang,
        "# Settings of sleeve for the decks in this folder and its subfolders.\n\
         # Every key has its default value here.\n"
    ));
    write_keys(&mut out, "", lang);
    out.push_str("\n[cards]\n");
    write_keys(&mut out, "cards", lang);
    out.push_str("\n[levels]\n");
    for key in KEYS.iter().filter(|key| key.name == LEVELS_KEY) {
        write_comment(&mut out, "# ", key.doc(lang));
        let _ = writeln!(out, "# deck-size = {}", key.example);
    }
    out.push_str(word!(
        lang,
        "\n# Conditions that decks have to meet, one table for each:\n# [[assert]]\n"
    ));
    for key in KEYS.iter().filter(|key| key.table == "assert") {
        let value = if key.default.is_empty() { key.example } else { key.default };
        write_comment(&mut out, "#   # ", key.doc(lang));
        // Some keys exclude each other: the example uses one of them, the others are comments.
        let sign = if matches!(key.name, "opening" | "at-least") { "#   # " } else { "# " };
        let _ = writeln!(out, "{sign}{} = {value}", key.name);
    }
    out
}

fn write_keys(out: &mut String, table: &str, lang: Lang) {
    for key in KEYS
        .iter()
        .filter(|key| key.table == table && key.name != LEVELS_KEY)
    {
        if table.is_empty() {
            out.push('\n');
        }
        write_comment(out, "# ", key.doc(lang));
        let _ = writeln!(out, "{} = {}  # {}", key.name, key.default, key.example);
    }
}

fn write_comment(out: &mut String, sign: &str, text: &str) {
    for line in textwrap::wrap(text, 96) {
        let _ = writeln!(out, "{sign}{line}");
    }
}

/// A file of a new game, relative to its folder.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NewFile {
    pub path: &'static str,
    pub text: String,
}

/// The template of `sleeve.toml`, which is too short for its own file.
const PROJECT: &str = "\
#en Settings for the decks in this folder: they use the game next to them.
#fr Réglages pour les decks de ce dossier : ils sont du jeu qui se trouve à côté.
[cards]
overlays = [\"cards\"]
";

/// The files of a new game: their paths in its folder, and their templates.
const FILES: [(&str, &str); 6] = [
    ("cards/game.toml", include_str!("new_game/game.toml")),
    ("cards/cards.toml", include_str!("new_game/cards.toml")),
    ("cards/formats.toml", include_str!("new_game/formats.toml")),
    ("sleeve.toml", PROJECT),
    ("decks/legal.toml", include_str!("new_game/legal.toml")),
    ("decks/illegal.toml", include_str!("new_game/illegal.toml")),
];

/// Converts the name of a file or folder to an id: small letters and digits with hyphens between
/// them; `None` if it has neither.
pub fn make_id(name: &str) -> Option<String> {
    let small = sleeve_data::model::fold::fold(name);
    let words = small
        .split(|c: char| !c.is_ascii_alphanumeric())
        .filter(|word| !word.is_empty());
    let id = words.collect::<Vec<_>>().join("-");
    (!id.is_empty()).then_some(id)
}

/// Converts an id to a name: `my-game` becomes `My game`.
fn make_name(id: &str) -> String {
    let spaced = id.replace('-', " ");
    let mut letters = spaced.chars();
    letters
        .next()
        .map_or_else(String::new, |first| first.to_ascii_uppercase().to_string() + letters.as_str())
}

/// Returns all files of a new game, with explanations in one language.
pub fn make_game(id: &str, lang: Lang) -> Vec<NewFile> {
    let name = make_name(id);
    let filled = |text: &str| {
        select_remarks(text, lang)
            .replace("{id}", id)
            .replace("{name}", &name)
    };
    FILES
        .iter()
        .map(|(path, text)| NewFile { path, text: filled(text) })
        .collect()
}

/// Returns a format that extends the first concrete format of a game.
pub fn make_format(id: &str, catalog: &Catalog, lang: Lang) -> String {
    let parent = catalog.formats().find(|format| !format.is_abstract);
    let parent = parent.map_or("", |format| format.named.id.as_str());
    let text = select_remarks(include_str!("new_game/format.toml"), lang);
    let text = text
        .replace("{game}", catalog.game.id())
        .replace("{parent}", parent);
    text.replace("{id}", id).replace("{name}", &make_name(id))
}

/// Keeps the remarks of a template in one language.
fn select_remarks(text: &str, lang: Lang) -> String {
    let sign = |lang: Lang| format!("#{} ", lang.code());
    let ours = sign(lang);
    let is_other = |line: &str| {
        Lang::ALL
            .iter()
            .any(|other| *other != lang && line.starts_with(&sign(*other)))
    };
    let lines = text.lines().filter(|line| !is_other(line));
    lines
        .map(|line| line.replacen(&ours, "# ", usize::from(line.starts_with(&ours))) + "\n")
        .collect()
}

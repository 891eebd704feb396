//! The reference of the pile language, made from the tables that the parser reads.

use super::style::Style;
use crate::language::docs::{Builtin, FILTERS, Form, Function, KEYWORDS};
use crate::model::game::{Attribute, AttributeType, Named};
use crate::model::{Game, Lang};
use std::fmt::Write;

/// The language, and the vocabulary of a game where one is named.
pub fn language(game: Option<&Game>, style: &Style) -> String {
    let lang = style.lang;
    let mut out = String::new();
    let intro = style.say(
        "One language describes cards and piles of cards: filters in `cards`, conditions in rules, assertions and odds, measures in `stats`. Case and accents never matter.",
        "Un seul langage décrit les cartes et les piles de cartes : filtres de `cards`, conditions des règles, des assertions et des probabilités, mesures de `stats`. Ni la casse ni les accents ne comptent.",
    );
    let _ = writeln!(out, "{}", textwrap::fill(intro, style.width.min(100)));
    forms(&mut out, style, style.say("Filters", "Filtres"), FILTERS);
    let functions: Vec<(&str, &str)> =
        Function::ALL.iter().map(|f| (f.row().form, f.row().line.get(lang))).collect();
    rows(&mut out, style, style.say("Functions", "Fonctions"), &functions);
    forms(&mut out, style, style.say("Joining", "Liaisons"), KEYWORDS);
    let fields: Vec<(String, &str)> =
        Builtin::ALL.iter().map(|b| (b.name(lang).to_owned(), b.row().line.get(lang))).collect();
    let fields: Vec<(&str, &str)> = fields.iter().map(|(n, l)| (n.as_str(), *l)).collect();
    rows(&mut out, style, style.say("Fields of every game", "Champs de tous les jeux"), &fields);
    match game {
        Some(game) => vocabulary(&mut out, style, game),
        None => {
            let hint = style.say(
                "`sleeve help language GAME` lists the fields, values and effects of a game.",
                "`sleeve help language JEU` énumère les champs, valeurs et effets d'un jeu.",
            );
            let _ = writeln!(out, "\n{hint}");
        }
    }
    out
}

fn forms(out: &mut String, style: &Style, title: &str, forms: &[Form]) {
    let list: Vec<(&str, &str)> = forms.iter().map(|f| (f.form, f.line.get(style.lang))).collect();
    rows(out, style, title, &list);
}

/// A heading and a list of terms with their meanings, wrapped beside them.
fn rows(out: &mut String, style: &Style, title: &str, list: &[(&str, &str)]) {
    const WIDEST: usize = 26;
    let _ = writeln!(out, "\n{}", style.bold(title));
    let width =
        list.iter().map(|(t, _)| textwrap::core::display_width(t)).max().unwrap_or(0).min(WIDEST);
    let gap = " ".repeat(width + 4);
    for (term, meaning) in list {
        let term_width = textwrap::core::display_width(term);
        let options = textwrap::Options::new(style.width.min(100))
            .initial_indent(&gap)
            .subsequent_indent(&gap);
        let text = textwrap::fill(meaning, options);
        if term_width > width {
            let _ = writeln!(out, "  {term}\n{text}");
        } else {
            let pad = " ".repeat(width - term_width);
            let _ = writeln!(out, "  {term}{pad}  {}", text.trim_start());
        }
    }
}

fn words(named: &Named, lang: Lang) -> String {
    let name = named.name.get(lang);
    match name.is_empty() || name == named.id || named.means(name) && name.contains(' ') {
        true => named.id.clone(),
        false => name.to_owned(),
    }
}

fn meaning(attribute: &Attribute, lang: Lang) -> String {
    const MOST: usize = 12;
    let doc = attribute.doc.get(lang);
    let sort = match (&attribute.kind, lang) {
        (AttributeType::Integer | AttributeType::Number, Lang::En) => "number",
        (AttributeType::Integer | AttributeType::Number, Lang::Fr) => "nombre",
        (AttributeType::Text, Lang::En) => "text",
        (AttributeType::Text, Lang::Fr) => "texte",
        (AttributeType::Date, _) => "date",
        (AttributeType::Flag, Lang::En) => "flag",
        (AttributeType::Flag, Lang::Fr) => "indicateur",
        _ => "",
    };
    let values = attribute.values();
    let mut listed: Vec<String> = values.iter().take(MOST).map(|v| words(v, lang)).collect();
    if values.len() > MOST {
        listed.push("…".to_owned());
    }
    let sort = if listed.is_empty() { sort.to_owned() } else { listed.join(", ") };
    if doc.is_empty() { sort } else { format!("{doc} ({sort})") }
}

fn vocabulary(out: &mut String, style: &Style, game: &Game) {
    let lang = style.lang;
    let owned = |list: Vec<(String, String)>, title: &str, out: &mut String| {
        let list: Vec<(&str, &str)> = list.iter().map(|(a, b)| (a.as_str(), b.as_str())).collect();
        rows(out, style, title, &list);
    };
    let fields = game.attributes.iter().map(|a| (words(&a.named, lang), meaning(a, lang)));
    let title = format!("{} {}", style.say("Fields of", "Champs de"), game.name(lang));
    owned(fields.collect(), &title, out);
    if !game.effects.is_empty() {
        let effects =
            game.effects.iter().map(|e| (words(&e.named, lang), e.doc.get(lang).to_owned()));
        owned(effects.collect(), style.say("Effects (`effect:…`)", "Effets (`effet:…`)"), out);
    }
    if !game.triggers.is_empty() {
        let triggers =
            game.triggers.iter().map(|t| (words(&t.named, lang), t.doc.get(lang).to_owned()));
        owned(
            triggers.collect(),
            style.say(
                "Triggers (`effect.TRIGGER.EFFECT`)",
                "Déclencheurs (`effet.DÉCLENCHEUR.EFFET`)",
            ),
            out,
        );
    }
    let kinds = game.kinds.iter().map(|k| (words(&k.named, lang), k.plural.get(lang).to_owned()));
    owned(kinds.collect(), style.say("Kinds (`kind:…`)", "Sortes (`kind:…`)"), out);
}

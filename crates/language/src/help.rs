//! Documentation and completion: the forms and words that a text may use.

use crate::{
    docs::{FILTERS, Function, KEYWORDS, LanguageForm, UNKNOWNS},
    field::{FIELDS, Field, FieldRow},
    resolve,
    scope::Scope,
};
use sleeve_data::model::{
    Catalog, FRONT, Game, Lang,
    fold::{fold, key},
    game::{Attribute, AttributeType, Named},
};
use std::collections::BTreeMap;

/// One part of the documentation: a heading and its rows.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct HelpSection {
    pub heading: String,
    /// Forms with their meanings.
    pub rows: Vec<(String, String)>,
}

/// The documentation of the language; with a game also that of its fields, values and effects.
pub fn help_sections(catalog: Option<&Catalog>, lang: Lang) -> Vec<HelpSection> {
    let fields = FIELDS
        .iter()
        .map(|row| (row.form.to_owned(), describe_field(row, lang)));
    let mut filters = form_rows(FILTERS, lang);
    let (mut measures, mut conditions) = (Vec::new(), Vec::new());
    for function in Function::ALL.iter().copied() {
        let rows = match function {
            Function::On => &mut filters,
            _ if function.is_measure() => &mut measures,
            _ => &mut conditions,
        };
        rows.push((function.form(lang), describe_function(function, lang)));
    }
    let parts = [
        (word!("Filters: true or false for one card"), filters),
        (word!("Fields of every game"), fields.collect()),
        (word!("Measures: a number of a pile"), measures),
        (word!("Conditions: true or false for a pile"), conditions),
        (word!("Combining"), form_rows(KEYWORDS, lang)),
        (word!("Missing numbers"), form_rows(UNKNOWNS, lang)),
    ];
    let mut sections = Vec::new();
    for (heading, rows) in parts {
        sections.push(HelpSection { heading: heading.get(lang).to_owned(), rows });
    }
    if let Some(catalog) = catalog {
        sections.extend(game_sections(catalog, lang));
    }
    // A game without effects or triggers has no sections for them.
    sections.retain(|section| !section.rows.is_empty());
    sections
}

fn form_rows(forms: &[LanguageForm], lang: Lang) -> Vec<(String, String)> {
    forms
        .iter()
        .map(|f| (f.form.to_owned(), f.line.get(lang).to_owned()))
        .collect()
}

/// The meaning of a function, and its other names.
fn describe_function(function: Function, lang: Lang) -> String {
    let line = function.row().line.get(lang);
    let own_name = function.name_in(lang);
    let also: Vec<&str> = function.names().filter(|name| *name != own_name).collect();
    format!("{line} [{}]", also.join(", "))
}

fn game_sections(catalog: &Catalog, lang: Lang) -> Vec<HelpSection> {
    let game = &catalog.game;
    let fields = game
        .attributes
        .iter()
        .map(|a| (spell_name(&a.named), describe_attribute(game, a, lang)));
    let effects = game
        .effects
        .iter()
        .map(|e| (spell_name(&e.named), e.doc.get(lang).to_owned()));
    let triggers = game
        .triggers
        .iter()
        .map(|t| (spell_name(&t.named), t.doc.get(lang).to_owned()));
    let kinds = spell_names(game.kinds.iter().map(|k| &k.named));
    let mut vocabulary = vec![("kind".to_owned(), kinds)];
    if game.faces.len() > 1 {
        let parts = spell_names(game.faces.iter().map(|f| &f.named));
        vocabulary.push(("PART".to_owned(), parts));
    }
    if !catalog.list_names().is_empty() {
        vocabulary.push(("in".to_owned(), spell_names(catalog.list_names().iter())));
    }
    let parts = [
        (word!(lang, "fields"), fields.collect()),
        (word!(lang, "effects"), effects.collect()),
        (word!(lang, "triggers"), triggers.collect()),
        (word!(lang, "values"), vocabulary),
    ];
    let mut sections = Vec::new();
    for (of, rows) in parts {
        let heading = format!("{}{}{of}", game.name(lang), lang.colon());
        sections.push(HelpSection { heading, rows });
    }
    sections
}

fn spell_names<'n>(named: impl Iterator<Item = &'n Named>) -> String {
    named.map(spell_name).collect::<Vec<_>>().join(", ")
}

/// The meaning of a field, and every word for it.
fn describe_field(row: &FieldRow, lang: Lang) -> String {
    let words: Vec<&str> = row.words().collect();
    match words.as_slice() {
        [_] => row.line.get(lang).to_owned(),
        words => format!("{} [{}]", row.line.get(lang), words.join(", ")),
    }
}

/// A name as it can be typed in either language: `cost / coût`.
fn spell_name(named: &Named) -> String {
    let mut words: Vec<&str> = Vec::new();
    for word in [named.id.as_str(), named.name.en.as_str(), named.name.fr.as_str()] {
        if !word.is_empty() && !words.iter().any(|known| key(known) == key(word)) {
            words.push(word);
        }
    }
    words.join(" / ")
}

fn describe_attribute(game: &Game, attribute: &Attribute, lang: Lang) -> String {
    let sort = match &attribute.kind {
        AttributeType::Integer => word!(lang, "whole number"),
        AttributeType::Number => word!(lang, "number"),
        AttributeType::Text => word!(lang, "text"),
        AttributeType::Cards { .. } => word!(lang, "cards"),
        AttributeType::Date => word!(lang, "date"),
        AttributeType::Enum { ordered: true, .. } => word!(lang, "ordered value"),
        AttributeType::Enum { .. } => word!(lang, "value", context = "field"),
        AttributeType::Set { .. } => word!(lang, "set", context = "values"),
        AttributeType::Flag => word!(lang, "flag"),
    };
    let mut text = format!("{sort}{}{}", lang.semicolon(), attribute.doc.get(lang));
    let values: Vec<&str> = attribute
        .values()
        .iter()
        .map(|v| v.name.get(lang))
        .collect();
    match values.as_slice() {
        [] => {}
        // Two more than the ten below, so that the ellipsis replaces at least three values.
        few if few.len() <= 12 => text += &format!(" ({})", few.join(", ")),
        many => {
            let first = many.get(..10).unwrap_or(many).join(", ");
            text += &format!(" ({first}, …)");
        }
    }
    if !attribute.kinds.is_empty() {
        let kinds = attribute
            .kinds
            .iter()
            .filter_map(|k| game.kinds.get(k.index()));
        let names: Vec<&str> = kinds.map(|k| k.named.name.get(lang)).collect();
        text += &format!(" [{}]", names.join(", "));
    }
    text
}

/// Every word that names a field of a game in a filter.
pub fn field_words(game: &Game) -> impl Iterator<Item = &str> {
    Field::filter_words(game)
}

/// The names of the functions, in both languages.
pub fn function_names() -> impl Iterator<Item = &'static str> {
    Function::ALL.iter().flat_map(|function| function.names())
}

/// Every word for a value of a field; empty if there is no such field, or its values are not
/// declared.
pub fn value_words(field: &str, scope: &Scope<'_>) -> Vec<String> {
    let game = &scope.catalog.game;
    match Field::from_word(game, field, FRONT, false) {
        Ok(found) => resolve::declared_words(found.kind, scope),
        Err(_) => Vec::new(),
    }
}

fn is_in_word(c: char) -> bool {
    c.is_alphanumeric() || matches!(c, '_' | '.' | '\'' | '-')
}

fn last_word(text: &str) -> &str {
    &text[text.trim_end_matches(is_in_word).len()..]
}

/// Completions of an unfinished text: the text before its last word, followed by each field and
/// function, or after an operator by each value. The last word may be unfinished and is not
/// compared.
pub fn complete_text<'g>(text: &str, scopes: impl Iterator<Item = Scope<'g>>) -> Vec<String> {
    let values = text.trim_end_matches(|c| is_in_word(c) || c == '|');
    let field = values.trim_end_matches([':', '=', '!', '<', '>']);
    if field.len() < values.len() {
        let name = last_word(field).trim_start_matches('-');
        let before = &text[..values.len() + text[values.len()..].rfind('|').map_or(0, |at| at + 1)];
        let words = scopes.flat_map(|scope| value_words(name, &scope));
        return words
            .map(|word| format!("{before}{}", quote_word(&word)))
            .collect();
    }
    let word = last_word(text).trim_start_matches('-');
    let before = &text[..text.len() - word.len()];
    let fields = scopes.flat_map(|scope| {
        let words = field_words(&scope.catalog.game);
        words
            .map(|word| format!("{before}{word}"))
            .collect::<Vec<_>>()
    });
    let functions = function_names().map(|name| format!("{before}{name}("));
    fields.chain(functions).collect()
}

/// The completions of an unfinished text that its last word begins, sorted, one for each meaning:
/// the word of the language, else one that matches. Each is a whole text.
pub fn complete_in(text: &str, scope: &Scope<'_>, lang: Lang) -> Vec<String> {
    let wanted = fold_unquoted(text);
    let start = text.len() - last_word(text).trim_start_matches('-').len();
    let is_value = text[..start].ends_with([':', '=', '!', '<', '>', '|']);
    let mut words: BTreeMap<String, String> = BTreeMap::new();
    for whole in complete_text(text, std::iter::once(scope.clone())) {
        if !fold_unquoted(&whole).starts_with(&wanted) {
            continue;
        }
        let word = whole.get(start..).unwrap_or_default();
        let usual = if is_value { word.to_owned() } else { usual_word(word, scope, lang) };
        if fold(word) == fold(&usual) || !words.contains_key(&usual) {
            words.insert(usual, whole);
        }
    }
    let mut found: Vec<String> = words.into_values().collect();
    found.sort();
    found
}

/// Folds a text whose values are in quotes that the user may have left out.
fn fold_unquoted(text: &str) -> String {
    fold(&text.replace('"', ""))
}

/// A language's word for a field, or for a function with its bracket.
fn usual_word(word: &str, scope: &Scope<'_>, lang: Lang) -> String {
    if let Some(function) = word.strip_suffix('(').and_then(Function::from_name) {
        return format!("{}(", function.name_in(lang));
    }
    match resolve::field(word, scope) {
        Ok(field) => field
            .phrase(&scope.catalog.game, lang)
            .replace([' ', '\''], "-"),
        Err(_) => word.to_owned(),
    }
}

/// A value as the query language reads it.
fn quote_word(word: &str) -> String {
    if word.contains(' ') { format!("\"{word}\"") } else { word.to_owned() }
}

//! Compiles all query-language texts in the data, and reports their mistakes.

use super::super::amendments::read_filter;
use super::super::source::{DataMessage, DataProblem, PathPlaces};
use sleeve_data::Arrange;
use sleeve_data::model::card_rule::ANY_CARD;
use sleeve_data::model::format::{NamedNumber, Rule};
use sleeve_data::model::game::{Named, Prefer};
use sleeve_data::model::language_text::{LanguageText, TextRole};
use sleeve_data::model::{Catalog, Format};
use sleeve_data::problem::Problem;
use sleeve_language::{self as language, LanguageError, Scope};
use sleeve_rules::card_rules;
use std::sync::Arc;

/// The data to check and the mistakes so far.
struct ConditionLinter<'a> {
    catalog: &'a Catalog,
    places: &'a PathPlaces,
    errors: Vec<DataProblem>,
}

/// Finds the mistakes in texts that the layer with these places wrote, or made wrong.
pub fn find_text_mistakes(catalog: &Catalog, places: &PathPlaces) -> Vec<DataProblem> {
    let mut linter = ConditionLinter { catalog, places, errors: Vec::new() };
    lint_game_texts(&mut linter);
    lint_set_out_filters(&mut linter);
    for format in playable_formats(catalog) {
        // No file of the layer contributes to this format, so it has no new mistakes.
        if family_keys(format, "").iter().all(|key| places.get(key.trim_end_matches('/')).is_none())
        {
            continue;
        }
        let scope = Scope::from_format(catalog, format);
        for text in format.language_texts() {
            lint_text(&mut linter, &scope, (&family_keys(format, &text.path), &text), format);
        }
        lint_names(&mut linter, &scope, format);
        format.rules.iter().for_each(|rule| lint_rule_texts(&mut linter, &scope, rule, format));
        let scope = Scope::from_match(catalog, format, format);
        for rule in &format.matches {
            let path = format!("match/{}/require", rule.id);
            let text = LanguageText::new(path, &rule.require, TextRole::Condition);
            lint_text(&mut linter, &scope, (&family_keys(format, &text.path), &text), format);
        }
    }
    for amendment in catalog.filtered_amendments() {
        if let Err(error) = read_filter(catalog, amendment) {
            let text = (&[amendment.place()][..], amendment.cards.as_str());
            report_error(&mut linter, text, error, &Format::default());
        }
    }
    lint_card_rules(&mut linter);
    let mut errors = linter.errors;
    errors.arrange_by(|a, b| {
        let place = |e: &DataProblem| {
            let mark = e.mark()?;
            Some((mark.source.as_ref()?.path.clone(), mark.span.start, mark.span.end))
        };
        place(a).cmp(&place(b))
    });
    // A text that several formats share is checked for each of them, with the same mistake.
    errors.dedup();
    errors
}

/// The formats to check: those that decks are built for, and abstract ones that no other format
/// extends.
pub(super) fn playable_formats(catalog: &Catalog) -> Vec<&Format> {
    let formats: Vec<&Format> = catalog.all_formats().collect();
    let extended = |id: &str| formats.iter().any(|f| f.extends.iter().any(|e| e == id));
    let concrete = |f: &&&Format| !f.is_abstract || !extended(&f.key);
    formats.iter().filter(concrete).copied().collect()
}

/// The keys where a format, or a format that it extends, may have written something.
pub(super) fn family_keys(format: &Format, path: &str) -> Vec<String> {
    let ids = std::iter::once(&*format.key).chain(format.extends.iter().map(String::as_str));
    ids.map(|id| format!("format/{id}/{path}")).collect()
}

/// Checks the measures and filters of `game.toml`, which may use the zones and parameters of any
/// format.
fn lint_game_texts(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    let mut zones: Vec<Named> = Vec::new();
    let mut parameters: Vec<Named> = Vec::new();
    for format in catalog.all_formats() {
        zones.extend(format.zones.iter().map(|z| z.named.clone()));
        parameters.extend(format.parameters.iter().map(|p| p.named.clone()));
    }
    let scope = Scope::from_catalog(catalog).with_names(zones, parameters);
    let mut lint = |path: String, text: &str, role| {
        lint_game_text(linter, &scope, &LanguageText::new(path, text, role));
    };
    for (at, average) in catalog.game.statistics.averages.iter().enumerate() {
        lint(format!("game/statistics/averages/{at}"), &average.measure, TextRole::Measure);
    }
    let archetype = &catalog.game.statistics.archetype;
    if !archetype.is_empty() {
        lint("game/statistics/archetype".to_owned(), archetype, TextRole::Filter);
    }
    for (at, step) in catalog.game.naming.prefer.iter().enumerate() {
        if let Prefer::Cards { filter, .. } = step {
            lint(format!("game/naming/prefer/{at}"), filter, TextRole::Filter);
        }
    }
    for (at, heading) in catalog.game.naming.headings.iter().enumerate() {
        if let Some(filter) = &heading.cards {
            lint(format!("game/naming/heading/{at}"), filter, TextRole::Filter);
        }
    }
}

/// Checks the filters for places of cards that are set out, which may use only facts about cards.
fn lint_set_out_filters(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    let scope = Scope::from_catalog(catalog);
    for set_out in catalog.set_outs().iter() {
        let card = catalog.cards.card(set_out.card);
        for place in &set_out.places {
            let path = format!("sets-out/{}/{}", card.id(), place.id);
            let text = LanguageText::new(path, &place.cards, TextRole::Filter);
            lint_game_text(linter, &scope, &text);
        }
    }
}

/// Checks the texts behind names of numbers and measures. A number may use parameters; a measure
/// may also use numbers.
fn lint_names(linter: &mut ConditionLinter<'_>, scope: &Scope<'_>, format: &Format) {
    for (key, named) in [("number", &format.numbers), ("measure", &format.measures)] {
        for NamedNumber { named, measure, .. } in named {
            let id = named.id.as_str();
            let error = match language::measure(measure, scope) {
                Ok(_) => language::measure(id, scope).err(),
                Err(_) => None,
            };
            if let Some(LanguageError { kind, .. }) = error {
                let keys = family_keys(format, &format!("{key}/{id}"));
                report_error(
                    linter,
                    (&keys, measure),
                    LanguageError::new(0..measure.len(), kind),
                    format,
                );
            }
        }
    }
}

/// Checks the rules that cards add, and what they add to numbers, in every format that has their
/// zones.
fn lint_card_rules(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    if catalog.card_rules().is_empty() {
        return;
    }
    for format in playable_formats(catalog) {
        let scope = Scope::from_format(catalog, format);
        for (_, of) in card_rules::list_card_rules(catalog, format) {
            lint_rule_texts(linter, &scope, &of.rule, format);
        }
        let bare = Format { numbers: Vec::new(), measures: Vec::new(), ..format.clone() };
        let scope = Scope::from_format(catalog, &bare);
        for of in catalog.card_rules() {
            let card = catalog.cards.card(of.card).id();
            for change in &of.changes {
                let id = format!("{card}/{}", change.of);
                if format.admits(&id, std::iter::once(&change.zone))
                    && format.numbers.iter().any(|number| number.named.id == change.of)
                {
                    let line = change.origin.line;
                    let key = format!("change/{}@{line}/add", change.of);
                    let place = card_key(linter.places, card, &key);
                    let text = LanguageText::new(place.as_str(), &change.add, TextRole::Measure);
                    lint_text(linter, &scope, (&[place], &text), format);
                }
            }
        }
    }
}

/// The key of a rule: below its format, its card, or the filter that gives it to the card.
pub(super) fn rule_key(places: &PathPlaces, rule: &Rule) -> String {
    match (rule.format.as_str(), rule.id.split_once('/')) {
        ("", Some((card, id))) => card_key(places, card, id),
        ("", None) => format!("card/{}", rule.id),
        (format, _) => format!("format/{format}/rule/{}", rule.id),
    }
}

/// The key of something that a card has itself, or gets from a filter.
pub(super) fn card_key(places: &PathPlaces, card: &str, key: &str) -> String {
    let own = format!("card/{card}/{key}");
    if places.get(&own).is_some() { own } else { format!("card/{ANY_CARD}/{key}") }
}

fn lint_rule_texts(
    linter: &mut ConditionLinter<'_>,
    scope: &Scope<'_>,
    rule: &Rule,
    format: &Format,
) {
    for text in rule.body.language_texts() {
        let place = format!("{}/{}", rule_key(linter.places, rule), text.path);
        lint_text(linter, scope, (&[place], &text), format);
    }
}

/// Checks a text at its path that belongs to no format.
fn lint_game_text(linter: &mut ConditionLinter<'_>, scope: &Scope<'_>, text: &LanguageText<'_>) {
    lint_text(linter, scope, (std::slice::from_ref(&text.path), text), &Format::default());
}

/// Checks a text. Its place is the first of these keys that is in the layer's files.
fn lint_text(
    linter: &mut ConditionLinter<'_>,
    scope: &Scope<'_>,
    (keys, text): (&[String], &LanguageText<'_>),
    format: &Format,
) {
    let LanguageText { text, role, .. } = *text;
    let result = match role {
        TextRole::Filter => language::filter(text, scope).err(),
        TextRole::Measure => language::measure(text, scope).err(),
        TextRole::Condition => language::condition(text, scope).err(),
        TextRole::Number => language::card_number(text, scope).err(),
        TextRole::Field => language::field(text, scope).err(),
    };
    if let Some(error) = result {
        report_error(linter, (keys, text), error, format);
    }
}

/// Reports an error inside the text if this layer wrote it, else at the format that makes it wrong.
fn report_error(
    linter: &mut ConditionLinter<'_>,
    (keys, text): (&[String], &str),
    error: LanguageError,
    format: &Format,
) {
    let places = linter.places;
    let inside = |place: &String| places.part(place, text, error.span.clone());
    let text_place = keys.iter().find_map(inside);
    let place = text_place.or_else(|| {
        let (file, span) = places.get(&format!("format/{}", format.key))?;
        Some((Arc::clone(file), span))
    });
    let Some((file, span)) = place else { return };
    let message = DataMessage::BadCondition { error: Arc::new(error.kind) };
    linter.errors.push(Problem::from_source(&file, span, message));
}

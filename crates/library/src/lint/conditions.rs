//! Compiles all query-language texts in the data, and reports their mistakes.

use super::super::{
    amendments::read_filter,
    source::{DataMessage, DataProblem, PathPlaces},
};
use sleeve_data::{
    Arrange, Gather,
    model::{
        Catalog, Format,
        card_rule::ANY_CARD,
        format::{NamedNumber, Rule},
        game::{Named, Prefer},
        language_text::{LanguageText, TextRole},
    },
    problem::Problem,
};
use sleeve_language::{self as language, LanguageError, Scope};
use sleeve_rules::card_rules;
use std::{collections::BTreeSet, sync::Arc};

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
        if family_keys(format, "")
            .iter()
            .all(|key| places.get(key.trim_end_matches('/')).is_none())
        {
            continue;
        }
        let scope = Scope::from_format(catalog, format);
        for text in format.language_texts() {
            linter.lint_text(&scope, &family_keys(format, &text.path), &text, format);
        }
        lint_names(&mut linter, &scope, format);
        for rule in &format.rules {
            lint_rule_texts(&mut linter, &scope, rule, format);
        }
        let match_scope = Scope::from_match(catalog, format, format);
        for rule in &format.matches {
            let path = format!("match/{}/require", rule.id);
            let text = LanguageText::new(path, &rule.require, TextRole::Condition);
            linter.lint_text(&match_scope, &family_keys(format, &text.path), &text, format);
        }
    }
    for amendment in catalog.filtered_amendments() {
        if let Err(error) = read_filter(catalog, amendment) {
            let keys = [amendment.place()];
            linter.report_error(&keys, &amendment.cards, error, &Format::default());
        }
    }
    lint_card_rules(&mut linter);
    let mut errors = linter.errors;
    errors.arrange_by(|a, b| sort_key(a).cmp(&sort_key(b)));
    // A text that several formats share is checked for each of them, with the same mistake.
    errors.dedup();
    errors
}

/// The sort key of a mistake: file and bytes.
fn sort_key(mistake: &DataProblem) -> Option<(&str, usize, usize)> {
    let mark = mistake.mark()?;
    Some((mark.source.as_ref()?.path.as_str(), mark.span.start, mark.span.end))
}

/// The formats to check: those that decks are built for, and abstract ones that no other format
/// extends.
pub(super) fn playable_formats(catalog: &Catalog) -> Vec<&Format> {
    let extended: BTreeSet<&String> = catalog
        .all_formats()
        .flat_map(|format| &format.extends)
        .gather();
    let all = catalog.all_formats();
    all.filter(|format| !format.is_abstract || !extended.contains(&format.key))
        .collect()
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
    let mut texts: Vec<LanguageText<'_>> = Vec::new();
    for (at, average) in catalog.game.statistics.averages.iter().enumerate() {
        let path = format!("game/statistics/averages/{at}");
        texts.push(LanguageText::new(path, &average.measure, TextRole::Measure));
    }
    let archetype = &catalog.game.statistics.archetype;
    if !archetype.is_empty() {
        texts.push(LanguageText::new("game/statistics/archetype", archetype, TextRole::Filter));
    }
    for (at, step) in catalog.game.naming.prefer.iter().enumerate() {
        if let Prefer::Cards { filter, .. } = step {
            let path = format!("game/naming/prefer/{at}");
            texts.push(LanguageText::new(path, filter, TextRole::Filter));
        }
    }
    for (at, heading) in catalog.game.naming.headings.iter().enumerate() {
        if let Some(filter) = &heading.cards {
            let path = format!("game/naming/heading/{at}");
            texts.push(LanguageText::new(path, filter, TextRole::Filter));
        }
    }
    for text in &texts {
        linter.lint_game_text(&scope, text);
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
            linter.lint_game_text(&scope, &text);
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
                let whole = LanguageError::new(0..measure.len(), kind);
                linter.report_error(&keys, measure, whole, format);
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
        let bare_scope = Scope::from_format(catalog, &bare);
        for of in catalog.card_rules() {
            let card = catalog.cards.card(of.card).id();
            for change in &of.changes {
                let id = format!("{card}/{}", change.of);
                if format.admits(&id, std::iter::once(&change.zone))
                    && format
                        .numbers
                        .iter()
                        .any(|number| number.named.id == change.of)
                {
                    let line = change.origin.line;
                    let key = format!("change/{}@{line}/add", change.of);
                    let place = card_key(linter.places, card, &key);
                    let text = LanguageText::new(place.as_str(), &change.add, TextRole::Measure);
                    linter.lint_text(&bare_scope, std::slice::from_ref(&place), &text, format);
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
        linter.lint_text(scope, &[place], &text, format);
    }
}

impl ConditionLinter<'_> {
    /// Checks a text at its path that belongs to no format.
    fn lint_game_text(&mut self, scope: &Scope<'_>, text: &LanguageText<'_>) {
        self.lint_text(scope, std::slice::from_ref(&text.path), text, &Format::default());
    }

    /// Checks a text. Its place is the first of these keys that is in the layer's files.
    fn lint_text(
        &mut self,
        scope: &Scope<'_>,
        keys: &[String],
        text: &LanguageText<'_>,
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
            self.report_error(keys, text, error, format);
        }
    }

    /// Reports an error inside the text if this layer wrote it, else at the format that makes it
    /// wrong.
    fn report_error(&mut self, keys: &[String], text: &str, error: LanguageError, format: &Format) {
        let mut inside = keys
            .iter()
            .filter_map(|key| self.places.part(key, text, error.span.clone()));
        let (file, span) = match inside.next() {
            Some(place) => place,
            None => match self.places.get(&format!("format/{}", format.key)) {
                Some((file, span)) => (Arc::clone(file), span),
                None => return,
            },
        };
        let message = DataMessage::BadCondition { error: Arc::new(error.kind) };
        self.errors.push(Problem::from_source(&file, span, message));
    }
}

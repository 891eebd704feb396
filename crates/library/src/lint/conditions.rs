//! Compiles every text of the pile language in the data, and reports its mistakes at their places.

use super::super::source::{DataMessage, DataProblem, PathPlaces};
use sleeve_data::model::format::{Contents, Discard, Draw, Rule, RuleBody, TurnDraw};
use sleeve_data::model::game::Named;
use sleeve_data::model::naming::Prefer;
use sleeve_data::model::{Catalog, Format, Opening};
use sleeve_data::problem::Problem;
use sleeve_language::{self as language, LanguageError, Scope};
use sleeve_rules::card_rules;
use std::sync::Arc;

/// The part of the language that a text is written in.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum TextRole {
    Filter,
    Measure,
    Condition,
    Number,
    Field,
}

/// A text of the language; its place is the first of these keys that the files of the layer hold.
pub(super) struct LanguageText<'c> {
    places: Vec<String>,
    pub(super) text: &'c str,
    role: TextRole,
}

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
        // No file of the layer writes this format, so it has no new mistakes.
        if family_keys(format, "").iter().all(|key| places.get(key.trim_end_matches('/')).is_none())
        {
            continue;
        }
        let scope = Scope::from_format(catalog, format);
        for code in format_texts(format) {
            lint_text(&mut linter, &scope, &code, format);
        }
        let scope = Scope::from_match(catalog, format, format);
        for rule in &format.matches {
            let places = family_keys(format, &format!("match/{}/require", rule.id));
            let code = LanguageText { places, text: &rule.require, role: TextRole::Condition };
            lint_text(&mut linter, &scope, &code, format);
        }
    }
    lint_card_rules(&mut linter);
    let mut errors = linter.errors;
    errors.sort_by(|a, b| {
        let place = |e: &DataProblem| {
            let mark = e.mark()?;
            Some((mark.source.as_ref()?.path.clone(), mark.span.start, mark.span.end))
        };
        place(a).cmp(&place(b))
    });
    errors.dedup();
    errors
}

/// Formats that decks are built for, and abstract ones that no other extends: these are checked as they are.
pub(super) fn playable_formats(catalog: &Catalog) -> Vec<&Format> {
    let formats: Vec<&Format> = catalog.all_formats().collect();
    let extended = |id: &str| formats.iter().any(|f| f.extends.iter().any(|e| e == id));
    let concrete = |f: &&&Format| !f.is_abstract || !extended(&f.key);
    formats.iter().filter(concrete).copied().collect()
}

/// Keys of the places where a format, or one that it extends, may have written something.
pub(super) fn family_keys(format: &Format, path: &str) -> Vec<String> {
    let ids = std::iter::once(&*format.key).chain(format.extends.iter().map(String::as_str));
    ids.map(|id| format!("format/{id}/{path}")).collect()
}

/// Checks the measures and filters of `game.toml`: they may name the zones and parameters of any format.
fn lint_game_texts(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    let mut zones: Vec<Named> = Vec::new();
    let mut parameters: Vec<Named> = Vec::new();
    for format in catalog.all_formats() {
        zones.extend(format.zones.iter().map(|z| z.named.clone()));
        parameters.extend(format.parameters.iter().map(|p| p.named.clone()));
    }
    let scope = Scope::from_catalog(catalog).with_names(zones, parameters);
    let mut lint = |place: String, text: &str, role| {
        let code = LanguageText { places: vec![place], text, role };
        lint_text(linter, &scope, &code, &Format::default());
    };
    for (at, average) in catalog.game.statistics.averages.iter().enumerate() {
        lint(format!("game/statistics/averages/{at}"), &average.measure, TextRole::Measure);
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

/// Checks the filters of the places that cards set out: they may name nothing but cards.
fn lint_set_out_filters(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    let scope = Scope::from_catalog(catalog);
    for set_out in catalog.set_outs().iter() {
        let card = catalog.cards.card(set_out.card);
        for place in &set_out.places {
            let places = vec![format!("sets-out/{}/{}", card.id(), place.id)];
            let code = LanguageText { places, text: &place.cards, role: TextRole::Filter };
            lint_text(linter, &scope, &code, &Format::default());
        }
    }
}

/// Checks the rules that cards bring with them, in every format that has their zones.
fn lint_card_rules(linter: &mut ConditionLinter<'_>) {
    let catalog = linter.catalog;
    if catalog.card_rules().is_empty() {
        return;
    }
    for format in playable_formats(catalog) {
        let scope = Scope::from_format(catalog, format);
        for (_, of) in card_rules::list_card_rules(catalog, format) {
            for code in rule_texts(&of.rule) {
                lint_text(linter, &scope, &code, format);
            }
        }
    }
}

fn format_texts(format: &Format) -> Vec<LanguageText<'_>> {
    let mut codes = Vec::new();
    let mut add = |path: String, text, reading| {
        codes.push(LanguageText { places: family_keys(format, &path), text, role: reading });
    };
    for zone in &format.zones {
        let path = format!("zone/{}/accepts", zone.named.id);
        add(path, zone.accepts.as_str(), TextRole::Filter);
    }
    for role in &format.roles {
        if let Some(condition) = &role.implied_by {
            let path = format!("role/{}/implied-by", role.named.id);
            add(path, condition, TextRole::Condition);
        }
    }
    if let Some(opening) = &format.opening {
        for (key, text, reading) in opening_texts(opening) {
            add(format!("opening/{key}"), text, reading);
        }
    }
    format.rules.iter().for_each(|rule| codes.extend(rule_texts(rule)));
    codes
}

/// The key of a rule: below its format, or its card.
pub(super) fn rule_key(rule: &Rule) -> String {
    match rule.format.as_str() {
        "" => format!("card/{}", rule.id),
        format => format!("format/{format}/rule/{}", rule.id),
    }
}

/// The texts of a rule.
pub(super) fn rule_texts(rule: &Rule) -> Vec<LanguageText<'_>> {
    let mut codes = Vec::new();
    let home = rule_key(rule);
    let mut add = |path: &str, text, role| {
        codes.push(LanguageText { places: vec![format!("{home}/{path}")], text, role });
    };
    match &rule.body {
        RuleBody::Require(text) => add("require", text.as_str(), TextRole::Condition),
        RuleBody::SetsOut(filter) => add("sets-out", filter, TextRole::Filter),
        RuleBody::Allowances(allowances) => {
            for (at, allowance) in allowances.iter().enumerate() {
                add(&format!("allowances/{at}/cards"), &allowance.cards, TextRole::Filter);
                if let Some(up_to) = &allowance.up_to {
                    add(&format!("allowances/{at}/up-to"), up_to, TextRole::Measure);
                }
            }
        }
        RuleBody::Contents(Contents::List(_)) => {}
        RuleBody::Contents(Contents::Filter { filter, each }) => {
            add("contents/filter", filter, TextRole::Filter);
            add("contents/each", each, TextRole::Number);
        }
        RuleBody::Carries(carries) => {
            add("carries/capacity", &carries.capacity, TextRole::Field);
            add("carries/space", &carries.space, TextRole::Field);
            add("carries/smaller-than", &carries.smaller_than, TextRole::Field);
            if !carries.placed.is_empty() {
                add("carries/placed", &carries.placed, TextRole::Filter);
            }
        }
    }
    codes
}

/// The texts of an opening, each with its key.
pub(super) fn opening_texts(opening: &Opening) -> Vec<(&'static str, &str, TextRole)> {
    let mut codes = Vec::new();
    let mut add = |key, text, reading| codes.push((key, text, reading));
    if let Some(aside) = &opening.aside {
        add("aside", aside.as_str(), TextRole::Filter);
    }
    for filter in &opening.starts {
        add("starts", filter.as_str(), TextRole::Filter);
    }
    let drawn: Vec<&String> = match &opening.draw {
        Draw::All(measure) => vec![measure],
        Draw::BySeat(seats) => seats.iter().collect(),
        Draw::ByPlayers(rows) => rows.iter().flat_map(|(_, seats)| seats).collect(),
    };
    for measure in drawn {
        add("draw", measure, TextRole::Measure);
    }
    if !opening.hands.is_empty() {
        add("hands", &opening.hands, TextRole::Measure);
    }
    if let Some(row) = &opening.row {
        add("row", &row.size, TextRole::Measure);
    }
    if let Some(turn) = &opening.turn {
        let (TurnDraw::Draw(measure) | TurnDraw::Refill(measure)) = &turn.draw;
        add("turn", measure, TextRole::Measure);
        if let Discard::Cards(measure) = &turn.discard {
            add("turn", measure, TextRole::Measure);
        }
    }
    if let Some(limit) = &opening.limit {
        add("limit", limit, TextRole::Measure);
    }
    if let Some(keep) = &opening.mulligan.keep {
        add("mulligan", keep, TextRole::Condition);
    }
    if let Some(condition) = &opening.mulligan.redraw_unless {
        add("mulligan", condition, TextRole::Condition);
    }
    for (_, cards) in &opening.beside {
        add("beside", cards, TextRole::Measure);
    }
    codes
}

fn lint_text(
    linter: &mut ConditionLinter<'_>,
    scope: &Scope<'_>,
    code: &LanguageText<'_>,
    format: &Format,
) {
    let result = match code.role {
        TextRole::Filter => language::filter(code.text, scope).err(),
        TextRole::Measure => language::measure(code.text, scope).err(),
        TextRole::Condition => language::condition(code.text, scope).err(),
        TextRole::Number => language::card_number(code.text, scope).err(),
        TextRole::Field => language::field(code.text, scope).err(),
    };
    if let Some(error) = result {
        report_error(linter, code, error, format);
    }
}

/// Reports an error inside the text where this layer wrote it, else at the format that makes it wrong.
fn report_error(
    linter: &mut ConditionLinter<'_>,
    code: &LanguageText<'_>,
    error: LanguageError,
    format: &Format,
) {
    let places = linter.places;
    let inside = |place: &String| places.part(place, code.text, error.span.clone());
    let text_place = code.places.iter().find_map(inside);
    let place = text_place.or_else(|| {
        let (file, span) = places.get(&format!("format/{}", format.key))?;
        Some((Arc::clone(file), span))
    });
    let Some((file, span)) = place else { return };
    let message = DataMessage::BadCondition { error: Arc::new(error) };
    linter.errors.push(Problem::from_source(&file, span, message));
}

//! Checks of formats: citations, texts, parameters, wrong orders of dates, and overlapping
//! versions.

use super::conditions::{card_key, rule_key};
use super::messages::Citing;
use super::{LintMessage, Linter};
use crate::source::{DataMessage, NamedThing};
use sleeve_data::model::fold::{self, fold};
use sleeve_data::model::format::{Draw, Opening, Parameter, Role};
use sleeve_data::model::game::Named;
use sleeve_data::model::language_text::TextRole;
use sleeve_data::model::{Catalog, Date, Dates, Format, Text, share_a_day};
use sleeve_data::problem::Candidates;
use sleeve_language::{self as language, Scope};
use sleeve_rules::card_rules::{list_card_rules, may_hold_in};
use std::collections::BTreeSet;

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let formats: Vec<&Format> = catalog.all_formats().collect();
    for format in &formats {
        let id = &format.named.id;
        let place = format!("format/{}", format.key);
        check_cite(lint, &format.cite, &place, (Citing::Format, id));
        for rule in format.rules.iter().filter(|rule| rule.format == format.key) {
            let place = format!("{place}/rule/{}", rule.id);
            check_cite_and_text(lint, &rule.id, &rule.cite, &rule.text, &place);
        }
        for rule in &format.matches {
            let place = format!("{place}/match/{}", rule.id);
            check_cite_and_text(lint, &rule.id, &rule.cite, &rule.text, &place);
        }
        if let Some(opening) = &format.opening {
            let place = format!("{place}/opening");
            check_cite(lint, &opening.cite, &place, (Citing::Opening, id));
        }
        check_role_fields(lint, format, &place);
        for parameter in &format.parameters {
            check_defaults(lint, parameter, &format!("{place}/parameter/{}", parameter.named.id));
        }
    }
    check_card_rules(lint);
    check_changes(lint);
    for set_out in catalog.set_outs() {
        let id = catalog.cards.card(set_out.card).id();
        check_cite(lint, &set_out.cite, &format!("sets-out/{id}"), (Citing::SetOut, id));
    }
    for list in catalog.lists() {
        let id = &list.named.id;
        check_cite(lint, &list.cite, &format!("list/{}", list.key), (Citing::List, id));
    }
    for (at, format) in formats.iter().enumerate() {
        let family = formats
            .iter()
            .enumerate()
            .filter(|(other, f)| *other == at || f.extends.contains(&format.key));
        let family: Vec<&Format> = family.map(|(_, f)| *f).collect();
        check_unused_parameters(lint, format, &family);
    }
}

/// Checks citations and texts of the rules that cards add, and reports zones in them that no format
/// has.
fn check_card_rules(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let mut seen = BTreeSet::new();
    for of in catalog.card_rules().iter().flat_map(|of| of.rules.unpacked()) {
        let rule = &of.rule;
        let place = rule_key(lint.places, rule);
        // A rule that a filter gives to several cards is one rule.
        if !seen.insert(place.clone()) {
            continue;
        }
        check_cite_and_text(lint, &rule.id, &rule.cite, &rule.text, &place);
        let rules = || catalog.all_formats().flat_map(|format| &format.rules);
        for id in of.lifts.iter().filter(|id| rules().all(|rule| rule.id != **id)) {
            let candidates = Candidates::nearest_or_all(id, rules().map(|rule| rule.id.as_str()));
            let (what, name) = (NamedThing::Rule, id.clone());
            let message = DataMessage::UnknownName { what, name, candidates };
            lint.report(&place, LintMessage::Data { message });
        }
        let lifts_known = of.lifts.iter().all(|id| rules().any(|rule| rule.id == *id));
        // A rule that formats drop again is deliberately unused.
        let is_settled =
            |format: &Format| may_hold_in(format, of) || format.dropped.contains(&rule.id);
        if !lifts_known || catalog.all_formats().any(is_settled) {
            continue;
        }
        let zones = catalog.all_formats().flat_map(|format| &format.zones);
        let known: Vec<String> = zones.map(|zone| zone.named.id.to_string()).collect();
        let is_there = |id: &&String| known.contains(id);
        let in_zone = std::iter::once(("in", &of.zone));
        let named = in_zone.chain(rule.zones.iter().map(|zone| ("zone", zone)));
        let named: Vec<(&str, &String)> = named.collect();
        let lacking = named.iter().find(|(_, id)| !is_there(id)).or_else(|| named.first());
        let Some((key, name)) = lacking else { continue };
        let candidates = Candidates::nearest_or_all(name, known.iter().map(String::as_str));
        let name = (*name).clone();
        let message = DataMessage::UnknownName { what: NamedThing::Zone, name, candidates };
        lint.report(&format!("{place}/{key}"), LintMessage::Data { message });
    }
}

/// Reports changes of numbers for which no format has both the number and the card's zone.
fn check_changes(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for of in catalog.card_rules() {
        let card = catalog.cards.card(of.card).id();
        for change in &of.changes {
            let numbers = |format: &Format| -> Vec<String> {
                format.numbers.iter().map(|number| number.named.id.to_string()).collect()
            };
            let has_zone = |format: &&Format| format.zone(&change.zone).is_some();
            let known: Vec<String> = catalog.all_formats().flat_map(numbers).collect();
            let in_zone = catalog.all_formats().filter(has_zone).flat_map(numbers);
            let (key, what, name, known) = if !known.contains(&change.of) {
                ("of", NamedThing::Number, &change.of, known)
            } else if !in_zone.collect::<Vec<_>>().contains(&change.of) {
                let zones = catalog.all_formats().flat_map(|format| &format.zones);
                let zones = zones.map(|zone| zone.named.id.to_string()).collect();
                ("in", NamedThing::Zone, &change.zone, zones)
            } else {
                continue;
            };
            let candidates = Candidates::nearest_or_all(name, known.iter().map(String::as_str));
            let message = DataMessage::UnknownName { what, name: name.clone(), candidates };
            let line = change.origin.line;
            let place = card_key(lint.places, card, &format!("change/{}@{line}/{key}", change.of));
            lint.report(&place, LintMessage::Data { message });
        }
    }
}

fn check_cite_and_text(lint: &mut Linter<'_>, id: &str, cite: &Text, words: &Text, place: &str) {
    check_cite(lint, cite, place, (Citing::Rule, id));
    if words.is_empty() {
        lint.report(place, LintMessage::NoText { id: id.to_owned() });
    }
}

/// The prefix of citations for a decision between readings of a rule, instead of a source.
const READING: &str = "reading";

fn cited_source(cite: &str) -> &str {
    cite.split(':').next().unwrap_or(cite).trim()
}

fn check_cite(lint: &mut Linter<'_>, cite: &Text, place: &str, (what, id): (Citing, &str)) {
    let id = id.to_owned();
    if cite.is_empty() {
        return lint.report(place, LintMessage::NoCitation { what, id });
    }
    let game = &lint.catalog.game;
    let unknown = |wording: &&str| {
        let source = cited_source(wording);
        source != READING && game.source(source).is_none()
    };
    let Some(source) = cite.wordings().find(unknown).map(cited_source) else { return };
    let source = source.to_owned();
    let known = game.sources.iter().map(|s| s.named.id.to_string()).collect();
    lint.report(place, LintMessage::UnknownCitation { what, id, source, known });
}

/// Reports zones whose cards set the deck's role by a field that has no role as a value.
fn check_role_fields(lint: &mut Linter<'_>, format: &Format, place: &str) {
    let scope = Scope::from_format(lint.catalog, format);
    for zone in &format.zones {
        let Some(field) = &zone.role_from else { continue };
        let is_value = |role: &Role| {
            let text = format!("{field}:\"{}\"", role.named.id);
            language::filter(&text, &scope).is_ok()
        };
        if format.roles.iter().any(is_value) {
            continue;
        }
        let roles = format.roles.iter().map(|role| role.named.id.to_string()).collect();
        let (zone, field) = (zone.named.id.to_string(), field.clone());
        let place = format!("{place}/zone/{zone}/role-from");
        lint.report(&place, LintMessage::BadRoleField { zone, field, roles });
    }
}

fn check_defaults(lint: &mut Linter<'_>, parameter: &Parameter, place: &str) {
    for (_, default) in parameter.defaults() {
        if parameter.allows(default) {
            continue;
        }
        let (id, default) = (parameter.named.id.to_string(), default.clone());
        lint.report(place, LintMessage::BadDefault { id, default });
    }
}

fn check_unused_parameters(lint: &mut Linter<'_>, format: &Format, family: &[&Format]) {
    for parameter in &format.parameters {
        if family.iter().any(|member| reads_parameter(lint.catalog, member, parameter)) {
            continue;
        }
        let (key, id) = (&format.key, parameter.named.id.to_string());
        let key = format!("format/{key}/parameter/{id}");
        let format = format.named.id.to_string();
        lint.report(&key, LintMessage::UnusedParameter { format, id });
    }
}

/// Whether a format uses a parameter in a condition, or mentions it in a text.
fn reads_parameter(catalog: &Catalog, format: &Format, parameter: &Parameter) -> bool {
    let words: Vec<String> = parameter.named.words().map(fold).collect();
    let in_text = |code: &str| {
        let mut parts = code.split(|c: char| !(c.is_alphanumeric() || "-_'".contains(c)));
        parts.any(|part| words.iter().any(|w| *w == fold(part)))
    };
    let by_players = |opening: &Opening| matches!(opening.draw, Draw::ByPlayers(_));
    // A table of draws by number of players uses this parameter without naming it.
    if parameter.named.id == "players" && format.opening.as_ref().is_some_and(by_players) {
        return true;
    }
    let card_rules = list_card_rules(catalog, format).map(|(_, of)| &of.rule);
    let rules = format.rules.iter().chain(card_rules);
    let texts = format.language_texts().into_iter();
    let texts = texts.chain(rules.flat_map(|rule| rule.body.language_texts()));
    let texts = texts.filter(|text| text.role != TextRole::Field).map(|text| text.text);
    let changes = catalog.card_rules().iter().flat_map(|of| &of.changes);
    let texts = texts.chain(changes.map(|change| change.add.as_str()));
    let mut codes = texts.chain(format.matches.iter().map(|m| m.require.as_str()));
    let opening = format.opening.as_ref().map(|opening| &opening.text);
    let mut texts = std::iter::once(&format.text).chain(opening);
    // Every second part is in backticks.
    let quoted = |text: &str| text.split('`').skip(1).step_by(2).any(&in_text);
    codes.any(in_text) || texts.any(|text| text.wordings().any(quoted))
}

/// Checks the order of dates, and that versions with one name have no day in common.
pub(super) fn check_dates(lint: &mut Linter<'_>) {
    check_set_order(lint);
    let catalog = lint.catalog;
    let lists =
        catalog.lists().map(|list| DatedItem::new("list", &list.key, &list.named, list.dates));
    let lists: Vec<DatedItem> = lists.collect();
    let formats = catalog.all_formats();
    let formats = formats.map(|f| DatedItem::new("format", &f.key, &f.named, f.dates));
    let formats: Vec<DatedItem> = formats.collect();
    for dated in lists.iter().chain(&formats) {
        check_reversed(lint, dated);
    }
    check_overlaps(lint, &lists);
    check_overlaps(lint, &formats);
    check_parents(lint);
}

struct DatedItem {
    place: String,
    id: String,
    /// The folded name.
    name: String,
    dates: Dates,
}

impl DatedItem {
    fn new(what: &str, key: &str, named: &Named, dates: Dates) -> DatedItem {
        let (id, name) = (named.id.to_string(), fold::key(&named.name.en));
        DatedItem { place: format!("{what}/{key}"), id, name, dates }
    }
}

fn check_set_order(lint: &mut Linter<'_>) {
    let mut last: Option<(Date, String)> = None;
    for set in &lint.catalog.game.sets {
        let Some(released) = set.released else { continue };
        let id = set.named.id.clone();
        match &last {
            Some((date, before)) if released < *date => {
                let (id, before, date) = (id.to_string(), before.clone(), *date);
                let key = format!("game/sets/{id}/released");
                lint.report(&key, LintMessage::UnsortedSets { id, released, before, date });
            }
            _ => last = Some((released, id.to_string())),
        }
    }
}

fn check_reversed(lint: &mut Linter<'_>, dated: &DatedItem) {
    let (Some(from), Some(to)) = dated.dates else { return };
    if from > to {
        let message = LintMessage::ReversedDates { id: dated.id.clone(), from, to };
        lint.report(&format!("{}/from", dated.place), message);
    }
}

/// Reports items with one name that are in force on the same day: only one version may be, at any
/// time.
fn check_overlaps(lint: &mut Linter<'_>, items: &[DatedItem]) {
    for (at, later) in items.iter().enumerate() {
        let dated = |d: &Dates| d.0.is_some() || d.1.is_some();
        for earlier in items.iter().take(at) {
            let both = dated(&earlier.dates) && dated(&later.dates);
            if earlier.name != later.name || !both || !share_a_day(earlier.dates, later.dates) {
                continue;
            }
            let (first, second) = (earlier.id.clone(), later.id.clone());
            let message = LintMessage::OverlappingDates { earlier: first, later: second };
            lint.report_with_mark(&later.place, message, &earlier.place);
        }
    }
}

/// Reports formats that begin before the format that they extend.
fn check_parents(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for format in catalog.all_formats() {
        let nearest = format.extends.first();
        let parent = nearest.and_then(|key| catalog.all_formats().find(|other| other.key == *key));
        let Some(parent) = parent else { continue };
        if format.dates.0.zip(parent.dates.0).is_some_and(|(own, old)| own < old) {
            let (id, older) = (format.named.id.to_string(), parent.named.id.to_string());
            let key = format!("format/{}/from", format.key);
            lint.report(&key, LintMessage::BeginsBefore { id, older });
        }
    }
}

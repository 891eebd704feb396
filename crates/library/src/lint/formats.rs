//! Checks of formats: citations, texts, parameters, wrong orders of dates, and overlapping
//! versions.

use super::{
    LintMessage, Linter,
    conditions::{card_key, rule_key},
    messages::Citing,
};
use crate::source::{DataMessage, NamedThing};
use sleeve_data::{
    model::{
        Catalog, Date, Dates, Format, Text,
        card_rule::CardRule,
        fold::{self, fold},
        format::{Draw, Opening, Parameter},
        game::Named,
        language_text::TextRole,
        share_a_day,
    },
    problem::Candidates,
};
use sleeve_language::{self as language, Scope};
use sleeve_rules::card_rules::{list_card_rules, may_hold_in};
use std::collections::BTreeSet;

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let formats: Vec<&Format> = catalog.all_formats().collect();
    for format in &formats {
        let id = &format.named.id;
        let place = format!("format/{}", format.key);
        check_cite(lint, &format.cite, &place, Citing::Format, id);
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
            check_cite(lint, &opening.cite, &place, Citing::Opening, id);
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
        check_cite(lint, &set_out.cite, &format!("sets-out/{id}"), Citing::SetOut, id);
    }
    for list in catalog.lists() {
        let id = &list.named.id;
        check_cite(lint, &list.cite, &format!("list/{}", list.key), Citing::List, id);
    }
    for format in &formats {
        check_unused_parameters(lint, format, &formats);
    }
}

/// Checks citations and texts of the rules that cards add, and reports zones in them that no format
/// has.
fn check_card_rules(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let mut seen = BTreeSet::new();
    for of in catalog
        .card_rules()
        .iter()
        .flat_map(|of| of.rules.unpacked())
    {
        let rule = &of.rule;
        let place = rule_key(lint.places, rule);
        // A rule that a filter gives to several cards is one rule.
        if !seen.insert(place.clone()) {
            continue;
        }
        check_cite_and_text(lint, &rule.id, &rule.cite, &rule.text, &place);
        let mut lifts_known = true;
        for id in &of.lifts {
            let rules = catalog.all_formats().flat_map(|format| &format.rules);
            let known: Vec<&str> = rules.map(|rule| rule.id.as_str()).collect();
            if !known.contains(&id.as_str()) {
                lifts_known = false;
                let candidates = Candidates::nearest_or_all(id, known.into_iter());
                let (what, name) = (NamedThing::Rule, id.clone());
                let message = DataMessage::UnknownName { what, name, candidates };
                lint.report(&place, LintMessage::Data { message });
            }
        }
        // A rule that formats drop again is deliberately unused.
        let mut formats = catalog.all_formats();
        if lifts_known
            && !formats.any(|format| may_hold_in(format, of) || format.dropped.contains(&rule.id))
        {
            report_unknown_zone(lint, of, &place);
        }
    }
}

/// Reports the zone because of which a card's rule is in force in no format.
fn report_unknown_zone(lint: &mut Linter<'_>, of: &CardRule, place: &str) {
    let zones = lint.catalog.all_formats().flat_map(|format| &format.zones);
    let known: Vec<String> = zones.map(|zone| zone.named.id.to_string()).collect();
    let mut named = of.rule.zones.iter();
    let (key, name) = match named.find(|zone| !known.contains(zone)) {
        Some(unknown) if known.contains(&of.zone) => ("zone", unknown),
        _ => ("in", &of.zone),
    };
    let candidates = Candidates::nearest_or_all(name, known.iter().map(String::as_str));
    let (what, name) = (NamedThing::Zone, name.clone());
    let message = DataMessage::UnknownName { what, name, candidates };
    lint.report(&format!("{place}/{key}"), LintMessage::Data { message });
}

/// Reports changes of numbers for which no format has both the number and the card's zone.
fn check_changes(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    for of in catalog.card_rules() {
        let card = catalog.cards.card(of.card).id();
        for change in &of.changes {
            let mut with_number: Vec<&Format> = catalog.all_formats().collect();
            with_number.retain(|of| of.numbers.iter().any(|number| number.named.id == change.of));
            let mut known: Vec<&str> = Vec::new();
            let (key, what, name) = if with_number.is_empty() {
                for format in catalog.all_formats() {
                    known.extend(format.numbers.iter().map(|number| &*number.named.id));
                }
                ("of", NamedThing::Number, &*change.of)
            } else if with_number
                .iter()
                .all(|format| format.zone(&change.zone).is_none())
            {
                for format in catalog.all_formats() {
                    known.extend(format.zones.iter().map(|zone| &*zone.named.id));
                }
                ("in", NamedThing::Zone, &*change.zone)
            } else {
                continue;
            };
            let candidates = Candidates::nearest_or_all(name, known.into_iter());
            let message = DataMessage::UnknownName { what, name: name.to_owned(), candidates };
            let line = change.origin.line;
            let place = card_key(lint.places, card, &format!("change/{}@{line}/{key}", change.of));
            lint.report(&place, LintMessage::Data { message });
        }
    }
}

fn check_cite_and_text(lint: &mut Linter<'_>, id: &str, cite: &Text, words: &Text, place: &str) {
    check_cite(lint, cite, place, Citing::Rule, id);
    if words.is_empty() {
        lint.report(place, LintMessage::NoText { id: id.to_owned() });
    }
}

/// The prefix of citations for a decision between readings of a rule, instead of a source.
const READING: &str = "reading";

fn cited_source(cite: &str) -> &str {
    cite.split(':').next().unwrap_or(cite).trim()
}

fn check_cite(lint: &mut Linter<'_>, cite: &Text, place: &str, what: Citing, id: &str) {
    if cite.is_empty() {
        return lint.report(place, LintMessage::NoCitation { what, id: id.to_owned() });
    }
    let game = &lint.catalog.game;
    let mut cited = cite.wordings().map(cited_source);
    if let Some(unknown) = cited.find(|cited| *cited != READING && game.source(cited).is_none()) {
        lint.report(
            place,
            LintMessage::UnknownCitation {
                what,
                id: id.to_owned(),
                source: unknown.to_owned(),
                known: game
                    .sources
                    .iter()
                    .map(|source| source.named.id.to_string())
                    .collect(),
            },
        );
    }
}

/// Reports zones whose cards set the deck's role by a field that has no role as a value.
fn check_role_fields(lint: &mut Linter<'_>, format: &Format, place: &str) {
    let scope = Scope::from_format(lint.catalog, format);
    for zone in &format.zones {
        let Some(field) = &zone.role_from else { continue };
        let mut filters = format
            .roles
            .iter()
            .map(|role| format!("{field}:\"{}\"", role.named.id));
        if filters.any(|filter| language::filter(&filter, &scope).is_ok()) {
            continue;
        }
        let roles = format
            .roles
            .iter()
            .map(|role| role.named.id.to_string())
            .collect();
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

/// Reports parameters that neither the format nor one that extends it uses.
fn check_unused_parameters(lint: &mut Linter<'_>, format: &Format, all: &[&Format]) {
    for parameter in &format.parameters {
        let mut family = all
            .iter()
            .filter(|other| std::ptr::eq(**other, format) || other.extends.contains(&format.key));
        if family.any(|member| reads_parameter(lint.catalog, member, parameter)) {
            continue;
        }
        let (name, id) = (format.named.id.to_string(), parameter.named.id.to_string());
        let key = format!("format/{}/parameter/{id}", format.key);
        lint.report(&key, LintMessage::UnusedParameter { format: name, id });
    }
}

/// Whether a format uses a parameter in a condition, or mentions it in a text.
fn reads_parameter(catalog: &Catalog, format: &Format, parameter: &Parameter) -> bool {
    // A table of draws by number of players uses this parameter without naming it.
    if parameter.named.id == "players"
        && let Some(Opening { draw: Draw::ByPlayers(_), .. }) = format.opening
    {
        return true;
    }
    let mut codes: Vec<&str> = Vec::new();
    let card_rules = list_card_rules(catalog, format).map(|(_, of)| &of.rule);
    let rules = format.rules.iter().chain(card_rules);
    let of_rules = rules.flat_map(|rule| rule.body.language_texts());
    let texts = format.language_texts().into_iter().chain(of_rules);
    codes.extend(
        texts
            .filter(|text| text.role != TextRole::Field)
            .map(|text| text.text),
    );
    let changes = catalog.card_rules().iter().flat_map(|of| &of.changes);
    codes.extend(changes.map(|change| change.add.as_str()));
    codes.extend(format.matches.iter().map(|rule| rule.require.as_str()));
    let opening = format.opening.as_ref().map(|opening| &opening.text);
    for text in std::iter::once(&format.text).chain(opening) {
        // Every second part is in backticks.
        codes.extend(
            text.wordings()
                .flat_map(|words| words.split('`').skip(1).step_by(2)),
        );
    }
    let words: Vec<String> = parameter.named.words().map(fold).collect();
    codes.into_iter().any(|code| names_any(code, &words))
}

/// Whether a word of a text is one of these, which are folded.
fn names_any(code: &str, words: &[String]) -> bool {
    let mut parts = code.split(|c: char| !(c.is_alphanumeric() || "-_'".contains(c)));
    parts.any(|part| words.contains(&fold(part)))
}

/// Checks the order of dates, and that versions with one name have no day in common.
pub(super) fn check_dates(lint: &mut Linter<'_>) {
    check_set_order(lint);
    let catalog = lint.catalog;
    let (mut lists, mut formats) = (Vec::new(), Vec::new());
    for list in catalog.lists() {
        lists.push(DatedItem::new("list", &list.key, &list.named, list.dates));
    }
    for format in catalog.all_formats() {
        formats.push(DatedItem::new("format", &format.key, &format.named, format.dates));
    }
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
        for earlier in items.iter().take(at) {
            let are_undated = [earlier, later]
                .iter()
                .any(|item| item.dates == (None, None));
            if earlier.name != later.name || are_undated || !share_a_day(earlier.dates, later.dates)
            {
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
        if format
            .dates
            .0
            .zip(parent.dates.0)
            .is_some_and(|(own, old)| own < old)
        {
            let (id, older) = (format.named.id.to_string(), parent.named.id.to_string());
            let key = format!("format/{}/from", format.key);
            lint.report(&key, LintMessage::BeginsBefore { id, older });
        }
    }
}

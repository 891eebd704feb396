//! A format as written in one file, before inherited parts are expanded; and the lists of cards
//! that formats refer to.

use super::{
    attribute::add_values,
    extend,
    fact::value_id,
    keys::{self, names::*},
    messages::{DataMessage, NamedThing},
    named::{read_named, unknown_card_message},
    node::{TomlNode, TomlTable, is_id},
    opening, rule,
};
use crate::{
    files::{ExpectedValue, FileMessage},
    model::{
        CardIndex, CardList, Catalog, Dates, Game, Lang, Number, Opening, Setting, Text,
        card_rule::{Amendment, FilteredAmendment},
        format::{MatchRule, NamedNumber, Origin, Parameter, Role, Rule, Zone},
        game::{Named, SetId},
    },
    problem::Candidates,
};
use sleeve_text::Arrange;
use std::ops::Range;
use toml::de::DeValue;

/// Largest number of rules of a format, and of rules for two decks.
pub const MAX_RULES: usize = 1_000;
/// Largest number of zones, of parameters, of numbers, of measures, of roles and of ids under
/// `without` in a format.
pub const MAX_PARTS: usize = 256;

/// Returns the first `limit` items under `key`; reports the rest.
pub(super) fn limit_items<T>(
    mut items: Vec<T>,
    limit: usize,
    what: NamedThing,
    table: TomlTable<'_>,
    key: &str,
) -> Vec<T> {
    if items.len() > limit {
        let span = table.get(key).map_or(table.span(), |node| node.span());
        table
            .context
            .fail(span, DataMessage::TooMany { what, limit });
        items.truncate(limit);
    }
    items
}

/// A format with only its own parts.
pub(super) struct FormatDraft<'d> {
    pub(super) table: TomlTable<'d>,
    pub(super) named: Named,
    /// Distinguishes the draft from other versions of its id.
    pub(super) key: String,
    pub(super) cite: Text,
    pub(super) text: Text,
    /// `None`: as its parent.
    pub(super) not_asked: Option<Vec<Text>>,
    pub(super) extends: Option<(&'d str, TomlNode<'d>)>,
    pub(super) without: Vec<(&'d str, TomlNode<'d>)>,
    pub(super) is_abstract: bool,
    pub(super) dates: Dates,
    pub(super) parameters: Vec<Parameter>,
    pub(super) numbers: Vec<NamedNumber>,
    pub(super) measures: Vec<NamedNumber>,
    pub(super) roles: Vec<Role>,
    pub(super) zones: Vec<Zone>,
    pub(super) rules: Vec<Rule>,
    pub(super) opening: Option<Opening>,
    pub(super) matches: Vec<MatchRule>,
    pub(super) origin: Origin,
}

/// Reads one `[[format]]`.
pub(super) fn read_draft<'d>(
    table: TomlTable<'d>,
    known: impl Fn(&str) -> bool,
) -> Option<FormatDraft<'d>> {
    table.check_keys(&keys::FORMAT);
    let id = table.id(NamedThing::Format)?.to_owned();
    let dates = read_dates(table);
    let key = extend::version_key(&id, dates, known);
    let place = format!("format/{key}");
    record_date_places(table, &place);
    let id_span = table.id_span();
    table.context.record_place(place.as_str(), id_span.clone());
    let mut draft = FormatDraft {
        table,
        named: Named { id: id.into(), ..Named::default() },
        cite: table.read_or_default(CITE),
        text: table.read_or_default(TEXT),
        not_asked: table.get(NOT_ASKED).and_then(read_not_asked),
        extends: table.get(EXTENDS).and_then(|n| Some((n.text()?, n))),
        without: read_without(table, &place),
        is_abstract: table.read_or_default(ABSTRACT),
        dates,
        parameters: read_parameters(table, &place),
        numbers: read_numbers(table, NUMBERS, &format!("{place}/number")),
        measures: read_numbers(table, MEASURES, &format!("{place}/measure")),
        roles: read_roles(table, &place),
        zones: read_zones(table, &place),
        rules: read_rules(table, &key),
        opening: table
            .get(OPENING)
            .and_then(|n| opening::read_opening(n, &place)),
        matches: read_matches(table, &key),
        origin: table.context.origin(&id_span),
        key,
    };
    read_named(&mut draft.named, table);
    Some(draft)
}

/// Reads the ids of parts that a format does not inherit.
fn read_without<'d>(table: TomlTable<'d>, place: &str) -> Vec<(&'d str, TomlNode<'d>)> {
    let ids = table
        .get(WITHOUT)
        .map(|node| node.texts())
        .unwrap_or_default();
    let without = limit_items(ids, MAX_PARTS, NamedThing::Inherited, table, WITHOUT);
    for (word, node) in &without {
        table
            .context
            .record_place(format!("{place}/without/{word}"), node.span());
    }
    without
}

fn read_not_asked(node: TomlNode<'_>) -> Option<Vec<Text>> {
    let mut phrases = Vec::new();
    for item in node.array()? {
        let Some(phrase) = item.localized_text() else { continue };
        if phrase.is_empty() {
            item.fail_type(ExpectedValue::LocalText);
        } else if phrases.contains(&phrase) {
            item.fail(FileMessage::GivenTwice { key: phrase.get(Lang::En).to_owned() });
        } else {
            phrases.push(phrase);
        }
    }
    Some(phrases)
}

fn read_rules(table: TomlTable<'_>, format: &str) -> Vec<Rule> {
    read_unique(
        table,
        RULE,
        NamedThing::Rule,
        |inner| rule::read_rule(inner, format),
        |rule| (&rule.id, &rule.origin),
    )
}

fn read_matches(table: TomlTable<'_>, format: &str) -> Vec<MatchRule> {
    read_unique(
        table,
        MATCH,
        NamedThing::Match,
        |inner| rule::read_match(inner, format),
        |rule| (&rule.id, &rule.origin),
    )
}

/// Reads the rules under a key; each id may occur once.
fn read_unique<'d, T>(
    table: TomlTable<'d>,
    key: &str,
    what: NamedThing,
    read: impl Fn(TomlTable<'d>) -> Option<T>,
    id: impl Fn(&T) -> (&String, &Origin),
) -> Vec<T> {
    let mut rules: Vec<T> = Vec::new();
    for inner in limit_items(table.tables(key), MAX_RULES, what.clone(), table, key) {
        let Some(rule) = read(inner) else { continue };
        match rules
            .iter()
            .map(&id)
            .find(|(other, _)| *other == id(&rule).0)
        {
            Some((id, first)) => {
                inner
                    .context
                    .fail_duplicate(inner.id_span(), what.clone(), id, first);
            }
            None => rules.push(rule),
        }
    }
    rules
}

/// Reads the first and the last day under `from` and `to`.
pub(super) fn read_dates(table: TomlTable<'_>) -> Dates {
    (table.read(FROM), table.read(TO))
}

pub(super) fn record_date_places(table: TomlTable<'_>, place: &str) {
    for key in [FROM, TO] {
        table.get_placed(key, place);
    }
}

/// Reads the entries under `key`: id, place of the id, value.
fn id_entries<'d>(
    table: TomlTable<'d>,
    key: &str,
    what: &NamedThing,
) -> Vec<(&'d str, Range<usize>, TomlNode<'d>)> {
    let Some(inner) = table.table(key) else { return Vec::new() };
    let mut entries = Vec::new();
    for (id, span, node) in inner.entries() {
        if is_id(id) {
            entries.push((id, span, node));
        } else {
            table
                .context
                .fail(span, DataMessage::BadId { id: id.to_owned(), what: what.clone() });
        }
    }
    limit_items(entries, MAX_PARTS, what.clone(), table, key)
}

/// Returns an item that is named after its id.
fn named_by_id(id: &str) -> Named {
    Named { id: id.into(), name: Text::untranslated(id), aliases: Vec::new() }
}

fn read_parameters(table: TomlTable<'_>, place: &str) -> Vec<Parameter> {
    let mut parameters = Vec::new();
    for (id, span, node) in id_entries(table, PARAMETERS, &NamedThing::Parameter) {
        table
            .context
            .record_place(format!("{place}/parameter/{id}"), span);
        let mut parameter = Parameter { named: named_by_id(id), ..Parameter::default() };
        if node.is_number() {
            parameter.default = node.number().map(Setting::Number);
        } else if let Some(inner) = node.checked_table(&keys::PARAMETER) {
            read_named(&mut parameter.named, inner);
            match inner.get(DEFAULT) {
                Some(node) if matches!(node.value, DeValue::Table(_)) => {
                    parameter.by_role = read_by_role(node, &format!("{place}/parameter/{id}"));
                }
                node => parameter.default = node.and_then(read_setting),
            }
            read_allowed(&mut parameter, inner);
            parameter.min = inner.read(MIN);
            parameter.max = inner.read(MAX);
            let implied_by = inner.get_placed(IMPLIED_BY, &format!("{place}/parameter/{id}"));
            parameter.implied_by = implied_by.and_then(|node| node.text()).map(str::to_owned);
            // Only listed values can be tried.
            if parameter.implied_by.is_some() {
                inner.require(ALLOWED, &keys::PARAMETER);
            }
            let by_role = parameter.by_role.iter_mut().map(|(_, value)| value);
            for value in parameter.default.iter_mut().chain(by_role) {
                let Setting::Word(word) = value else { continue };
                if let Some(id) = value_id(&parameter.words, word) {
                    *word = parameter.words[id.index()].id.to_string();
                }
            }
            if parameter
                .min
                .zip(parameter.max)
                .is_some_and(|(min, max)| min > max)
            {
                inner.fail(DataMessage::EmptyRange);
            }
        }
        parameters.push(parameter);
    }
    parameters
}

/// Reads numbers or measures with names: `deck-size = 30`, or a table with other names.
fn read_numbers(table: TomlTable<'_>, key: &str, place: &str) -> Vec<NamedNumber> {
    let mut numbers = Vec::new();
    for (id, span, node) in id_entries(table, key, &NamedThing::Number) {
        let mut named = named_by_id(id);
        let origin = table.context.origin(&span);
        let measure = match node.value {
            DeValue::Table(_) => node.checked_table(&keys::NAMED_NUMBER).and_then(|inner| {
                read_named(&mut named, inner);
                inner.get(MEASURE)
            }),
            _ => Some(node),
        };
        let Some(node) = measure else { continue };
        node.context
            .record_place(format!("{place}/{id}"), node.span());
        if let Some(measure) = node.measure() {
            numbers.push(NamedNumber { named, measure, origin });
        }
    }
    numbers
}

/// Reads a default for each role: `default = { isn = 10, wretch = 20 }`.
fn read_by_role(node: TomlNode<'_>, place: &str) -> Vec<(String, Setting)> {
    let mut settings = Vec::new();
    for (role, span, node) in node
        .table()
        .map(|table| table.entries())
        .unwrap_or_default()
    {
        node.context
            .record_place(format!("{place}/default/{role}"), span);
        settings.extend(read_setting(node).map(|setting| (role.to_owned(), setting)));
    }
    settings
}

/// Reads a number or a word.
fn read_setting(node: TomlNode<'_>) -> Option<Setting> {
    match node.value {
        DeValue::String(word) => Some(Setting::Word(word.as_ref().to_owned())),
        _ => node.number().map(Setting::Number),
    }
}

/// Reads `allowed`: numbers, or words with optional names.
fn read_allowed(parameter: &mut Parameter, table: TomlTable<'_>) {
    let Some(node) = table.get(ALLOWED) else { return };
    let items = node.array().unwrap_or_default();
    if !items
        .iter()
        .any(|item| matches!(item.value, DeValue::String(_) | DeValue::Table(_)))
    {
        parameter.allowed = items.into_iter().filter_map(|item| item.number()).collect();
        return;
    }
    for key in [MIN, MAX] {
        if let Some(node) = table.get(key) {
            node.fail(FileMessage::unknown_key(key, keys::WORD_PARAMETER, std::iter::empty()));
        }
    }
    let whose = parameter.named.id.to_string();
    add_values(&mut parameter.words, &whose, node);
}

fn read_roles(table: TomlTable<'_>, place: &str) -> Vec<Role> {
    let mut roles: Vec<Role> = Vec::new();
    let Some(node) = table.get(ROLES) else { return roles };
    let items = node.array().unwrap_or_default();
    for item in limit_items(items, MAX_PARTS, NamedThing::Role, table, ROLES) {
        let role = match item.value {
            DeValue::String(id) if is_id(id) => {
                Some(Role { named: named_by_id(id), implied_by: None })
            }
            DeValue::String(id) => {
                item.fail(DataMessage::BadId { id: id.to_string(), what: NamedThing::Role });
                None
            }
            _ => item.table().and_then(|inner| read_role(inner, place)),
        };
        let Some(role) = role else { continue };
        if roles.iter().any(|other| other.named.id == role.named.id) {
            let (span, first) = (item.span(), table.context.origin(&item.span()));
            table
                .context
                .fail_duplicate(span, NamedThing::Role, &role.named.id, &first);
        } else {
            roles.push(role);
        }
    }
    roles
}

fn read_role(table: TomlTable<'_>, place: &str) -> Option<Role> {
    table.check_keys(&keys::ROLE);
    let id = table.id(NamedThing::Role)?.to_owned();
    let node = table.get_placed(IMPLIED_BY, &format!("{place}/role/{id}"));
    let implied_by = node.and_then(|node| node.text()).map(str::to_owned);
    let mut role = Role { named: Named { id: id.into(), ..Named::default() }, implied_by };
    read_named(&mut role.named, table);
    Some(role)
}

fn read_zones(table: TomlTable<'_>, place: &str) -> Vec<Zone> {
    let mut zones = Vec::new();
    for (id, span, node) in id_entries(table, ZONES, &NamedThing::Zone) {
        let mut zone = Zone {
            named: named_by_id(id),
            accepts: String::new(),
            role_from: None,
            roles: Vec::new(),
            is_sideboard: false,
            origin: table.context.origin(&span),
        };
        let place = format!("{place}/zone/{id}");
        table.context.record_place(place.as_str(), span);
        let accepts = match node.value {
            DeValue::String(_) => Some(node),
            DeValue::Table(_) => node.checked_table(&keys::ZONE).and_then(|inner| {
                read_named(&mut zone.named, inner);
                inner.put(ROLES, &mut zone.roles);
                inner.put(SIDEBOARD, &mut zone.is_sideboard);
                let role_from = inner.get_placed(ROLE_FROM, &place);
                zone.role_from = role_from.and_then(|node| node.text()).map(str::to_owned);
                inner.get(ACCEPTS)
            }),
            _ => {
                node.fail_type(ExpectedValue::Text);
                None
            }
        };
        if let Some(node) = accepts {
            zone.accepts = node.text().unwrap_or("").to_owned();
            node.context
                .record_place(format!("{place}/accepts"), node.span());
        }
        zones.push(zone);
    }
    zones
}

/// Mistakes in one list for which near names are searched. Each search scans all cards.
const SUGGESTED_CARDS: usize = 20;

/// Reads one `[[list]]`, and the filter for its cards.
pub(super) fn read_list(
    catalog: &Catalog,
    table: TomlTable<'_>,
    known: impl Fn(&str) -> bool,
) -> Option<(CardList, Option<FilteredAmendment>)> {
    table.check_keys(&keys::LIST);
    let id = table.id(NamedThing::List)?.to_owned();
    let dates = read_dates(table);
    let key = extend::version_key(&id, dates, known);
    let place = format!("list/{key}");
    record_date_places(table, &place);
    table.context.record_place(place.as_str(), table.id_span());
    let mut list = CardList {
        named: Named { id: id.into(), ..Named::default() },
        key,
        cards: Vec::new(),
        numbers: Vec::new(),
        sets: table
            .get(SETS)
            .map(|node| read_sets(&catalog.game, node))
            .unwrap_or_default(),
        absent: table.read_or_default(ABSENT),
        dates,
        cite: table.read_or_default(CITE),
        text: table.read_or_default(TEXT),
    };
    read_named(&mut list.named, table);
    let entries = read_listed_cards(catalog, table);
    list.cards = entries.iter().map(|(card, _)| *card).collect();
    if table.get(CARDS).is_some_and(|node| node.is_table()) {
        list.numbers = entries.into_iter().map(|(_, number)| number).collect();
    }
    let filter = table
        .get(FILTER)
        .and_then(|node| read_filter(node, &list.key));
    Some((list, filter))
}

/// Reads the cards on a list with their numbers, sorted for binary search by card.
fn read_listed_cards(catalog: &Catalog, table: TomlTable<'_>) -> Vec<(CardIndex, Number)> {
    let mut entries: Vec<(CardIndex, Number)> = Vec::new();
    let mut mistakes = 0;
    for (name, number, item) in read_items(table) {
        let cards = match catalog.cards.by_id(name) {
            Some(card) => vec![card.index()],
            None => catalog.cards.find_by_name(name),
        };
        if cards.is_empty() {
            mistakes += 1;
            table.context.fail_with(item, || {
                if mistakes <= SUGGESTED_CARDS {
                    return unknown_card_message(catalog, name);
                }
                let (name, candidates) = (name.to_owned(), Candidates::default());
                DataMessage::UnknownName { what: NamedThing::Card, name, candidates }
            });
            continue;
        }
        for card in cards {
            match (entries.iter().find(|(other, _)| *other == card), number) {
                // A name may mean several cards, if another line names one of them.
                (Some(_), None) => {}
                (Some((_, known)), Some(number)) if *known == number => {}
                (Some(_), Some(_)) => {
                    let problem = FileMessage::GivenTwice { key: name.to_owned() };
                    table.context.fail(item.clone(), problem);
                }
                (None, number) => entries.push((card, number.unwrap_or(Number::ZERO))),
            }
        }
    }
    entries.arrange_by_key(|(card, _)| *card);
    entries
}

fn read_filter(node: TomlNode<'_>, list: &str) -> Option<FilteredAmendment> {
    let filter = FilteredAmendment {
        cards: node.text()?.to_owned(),
        origin: node.context.origin(&node.span()),
        amendment: Amendment::Listing(list.to_owned()),
    };
    node.context.record_place(filter.place(), node.span());
    Some(filter)
}

/// Reads the sets that a list or a card names, without repeats.
pub(super) fn read_sets(game: &Game, node: TomlNode<'_>) -> Vec<SetId> {
    let mut sets = Vec::new();
    for (word, item) in node.texts() {
        match item.named(NamedThing::Set, |word| game.set(word), &game.sets) {
            Some(set) if sets.contains(&set) => {
                item.fail(FileMessage::GivenTwice { key: word.to_owned() });
            }
            set => sets.extend(set),
        }
    }
    sets
}

/// Reads the names in a list with their places, and with their numbers if the list has numbers.
fn read_items<'d>(table: TomlTable<'d>) -> Vec<(&'d str, Option<Number>, Range<usize>)> {
    let mut items = Vec::new();
    let Some(node) = table.get(CARDS) else { return items };
    match node.value {
        DeValue::Table(_) => {
            for (name, span, node) in node
                .table()
                .map(|inner| inner.entries())
                .unwrap_or_default()
            {
                items.extend(node.number().map(|number| (name, Some(number), span)));
            }
        }
        DeValue::String(_) => node.fail_type(ExpectedValue::ListedCards),
        _ => {
            for item in node.array().unwrap_or_default() {
                items.extend(item.text().map(|name| (name, None, item.span())));
            }
        }
    }
    items
}

//! Rules of a format, rules for two decks that play each other, and rules that cards bring.

use super::{
    extend::{self, NamePlaces},
    keys::{self, names::*},
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    files::{ExpectedValue, FileMessage, shape::Keys},
    model::{
        CardIndex, Catalog, Game, Gender, Noun, Text,
        card_rule::{
            ANY_CARD, Amendment, CARD_RULE_LIMIT, CardRule, CardRules, FilteredAmendment,
            MAX_FILTERED, MAX_RULES_OF_CARDS, NumberChange,
        },
        format::{ALLOWANCE_LIMIT, Allowance, Carries, Contents, Level, MatchRule, Rule, RuleBody},
        hidden::one_line,
    },
};
use std::collections::{BTreeMap, BTreeSet};
use toml::de::DeValue;

/// Keys of a rule. A rule has exactly one of them.
const BODY_KEYS: [&str; 5] = [REQUIRE, CONTENTS, CARRIES, SETS_OUT, ALLOWANCES];

/// Reads one `[[format.rule]]`.
pub(super) fn read_rule(table: TomlTable<'_>, format: &str) -> Option<Rule> {
    table.check_keys(&keys::RULE);
    let id = table.id(NamedThing::Rule)?.to_owned();
    let place = format!("format/{format}/rule/{id}");
    let body = read_body(table, &place)?;
    let rule = read_rule_parts(table, id, &place, body);
    Some(Rule { roles: table.read_or_default(ROLES), format: format.to_owned(), ..rule })
}

/// Reads the common parts of rules of formats and of cards.
fn read_rule_parts(table: TomlTable<'_>, id: String, place: &str, body: RuleBody) -> Rule {
    let id_span = table.id_span();
    table.context.record_place(place, id_span.clone());
    let zones = table.get_placed(ZONE, place).map(|node| node.strings());
    Rule {
        zones: zones.unwrap_or_default(),
        body,
        level: read_level(table),
        cite: table.read_or_default(CITE),
        text: table.read_or_default(TEXT),
        roles: Vec::new(),
        noun: read_noun(table),
        format: String::new(),
        origin: table.context.origin(&id_span),
        id,
    }
}

/// Reads one `[[card.rule]]`.
fn read_card_rule(table: TomlTable<'_>, card: &str) -> Option<CardRule> {
    let id = format!("{card}/{}", table.id(NamedThing::Rule)?);
    let place = format!("card/{id}");
    let within = table.get_placed(IN, &place)?;
    let replaced = table
        .get_placed(REPLACES, &place)
        .and_then(|node| node.text());
    let mut lifts: Vec<String> = replaced.map(str::to_owned).into_iter().collect();
    if let Some(node) = table.get_placed(LIFTS, &place) {
        lifts.extend(node.strings());
    }
    // A rule that replaces another needs a condition; one that only lifts rules does not.
    let asks = replaced.is_some()
        || lifts.is_empty()
        || BODY_KEYS.iter().any(|key| table.get(key).is_some());
    let body = if asks { read_body(table, &place)? } else { RuleBody::Nothing };
    let rule = read_rule_parts(table, id, &place, body);
    Some(CardRule { zone: within.text()?.to_owned(), lifts, rule })
}

/// Reads one `[[card.change]]`.
fn read_change(table: TomlTable<'_>, card: &str) -> Option<NumberChange> {
    let of: Option<&str> = table.read(OF);
    let origin = table.context.origin(&table.span());
    // Changes have no id, and a card may change a number twice, so the line distinguishes them.
    let place = format!("card/{card}/change/{}@{}", of.unwrap_or_default(), origin.line);
    let [zone, _, add] = [IN, OF, ADD].map(|key| table.get_placed(key, &place));
    Some(NumberChange {
        zone: zone?.text()?.to_owned(),
        of: of?.to_owned(),
        add: add?.measure()?,
        origin,
    })
}

/// Reads one `[[format.match]]`.
pub(super) fn read_match(table: TomlTable<'_>, format: &str) -> Option<MatchRule> {
    table.check_keys(&keys::MATCH);
    let id = table.id(NamedThing::Match)?.to_owned();
    let place = format!("format/{format}/match/{id}");
    let id_span = table.id_span();
    table.context.record_place(place.as_str(), id_span.clone());
    let node = table.get_placed(REQUIRE, &place)?;
    Some(MatchRule {
        require: node.text()?.to_owned(),
        level: read_level(table),
        cite: table.read_or_default(CITE),
        text: table.read_or_default(TEXT),
        origin: table.context.origin(&id_span),
        id,
    })
}

/// Reads `noun`: a word, or a table with its plural and gender.
fn read_noun(table: TomlTable<'_>) -> Noun {
    let Some(node) = table.get(NOUN) else { return Noun::default() };
    if !matches!(node.value, DeValue::Table(_)) {
        return Noun { one: node.localized_text().unwrap_or_default(), ..Noun::default() };
    }
    let Some(table) = node.checked_table(&keys::NOUN) else { return Noun::default() };
    let [en, fr] = [EN, FR].map(|key| one_line(table.read(key).unwrap_or("")));
    let singular = Text { en: (&*en).into(), fr: if fr == en { "" } else { &*fr }.into() };
    Noun { one: singular, many: read_plural(table), gender: read_gender(table) }
}

/// Reads a plural: for one language, for both, or a word for both.
fn read_plural(table: TomlTable<'_>) -> Text {
    let Some(node) = table.get(PLURAL) else { return Text::default() };
    if let DeValue::String(word) = node.value {
        let word = one_line(word);
        return Text { en: (&*word).into(), fr: (&*word).into() };
    }
    let Some(table) = node.checked_table(&keys::PLURAL) else { return Text::default() };
    let [en, fr] = [EN, FR].map(|key| one_line(table.read(key).unwrap_or("")));
    Text { en: (&*en).into(), fr: (&*fr).into() }
}

fn read_gender(table: TomlTable<'_>) -> Option<Gender> {
    table
        .get(GENDER)?
        .word(&[("m", Gender::Masculine), ("f", Gender::Feminine)])
}

fn read_level(table: TomlTable<'_>) -> Level {
    let words = [Level::Error, Level::Warning].map(|level| (level.word(), level));
    table
        .get(LEVEL)
        .and_then(|node| node.word(&words))
        .unwrap_or_default()
}

fn read_body(table: TomlTable<'_>, place: &str) -> Option<RuleBody> {
    let bodies: Vec<(&str, TomlNode<'_>)> = BODY_KEYS
        .iter()
        .filter_map(|key| Some((*key, table.get(key)?)))
        .collect();
    let [(key, node)] = bodies.as_slice() else {
        table.context.fail(
            table.id_span(),
            FileMessage::OneOf { keys: &BODY_KEYS, place: keys::RULE.place },
        );
        return None;
    };
    table
        .context
        .record_place(format!("{place}/{key}"), node.span());
    match *key {
        REQUIRE => node.text().map(|text| RuleBody::Require(text.to_owned())),
        SETS_OUT => node.text().map(|text| RuleBody::SetsOut(text.to_owned())),
        CONTENTS => read_contents(*node, place).map(RuleBody::Contents),
        ALLOWANCES => read_allowances(*node, place).map(RuleBody::Allowances),
        _ => read_carries(*node, place).map(RuleBody::Carries),
    }
}

fn read_contents(node: TomlNode<'_>, place: &str) -> Option<Contents> {
    let table = node.table()?;
    // A card may be called `filter`, but its number of copies is not text.
    if table
        .get(FILTER)
        .is_some_and(|n| matches!(n.value, DeValue::String(_)))
    {
        table.check_keys(&keys::CONTENTS);
        let place = format!("{place}/contents");
        let filter = table.get_placed(FILTER, &place)?;
        let each = match table.get_placed(EACH, &place) {
            Some(each) => each.measure()?,
            None => "1".to_owned(),
        };
        return Some(Contents::Filter { filter: filter.text()?.to_owned(), each });
    }
    let mut list = Vec::new();
    for (name, span, count) in table.entries() {
        table
            .context
            .record_place(format!("{place}/contents/{name}"), span);
        list.push((name.to_owned(), count.count()?));
    }
    if list.is_empty() {
        node.fail_type(ExpectedValue::Table);
        return None;
    }
    Some(Contents::List(list))
}

fn read_allowances(node: TomlNode<'_>, place: &str) -> Option<Vec<Allowance>> {
    let items = node.array()?;
    if items.is_empty() {
        node.fail_type(ExpectedValue::Allowances);
        return None;
    }
    if items.len() > ALLOWANCE_LIMIT {
        node.fail(DataMessage::TooMany { what: NamedThing::Allowance, limit: ALLOWANCE_LIMIT });
        return None;
    }
    // All items are read before a wrong one ends it, so that every mistake is reported.
    let mut allowances: Vec<Option<Allowance>> = Vec::new();
    for (at, item) in items.into_iter().enumerate() {
        allowances.push(read_allowance(item, &format!("{place}/allowances/{at}")));
    }
    allowances.into_iter().collect()
}

fn read_allowance(item: TomlNode<'_>, place: &str) -> Option<Allowance> {
    let table = item.checked_table(&keys::ALLOWANCE)?;
    let cards = table.get_placed(CARDS, place)?;
    let up_to = match table.get_placed(UP_TO, place) {
        Some(node) => Some(node.measure()?),
        None => None,
    };
    let name = table.read_or_default(NAME);
    Some(Allowance { name, cards: cards.text()?.to_owned(), up_to })
}

fn read_carries(node: TomlNode<'_>, place: &str) -> Option<Carries> {
    let table = node.checked_table(&keys::CARRIES)?;
    let place = format!("{place}/carries");
    let [capacity, space, smaller_than, placed] = [CAPACITY, SPACE, SMALLER_THAN, PLACED]
        .map(|key| table.get_placed(key, &place)?.text().map(str::to_owned));
    Some(Carries {
        capacity: capacity?,
        space: space?,
        smaller_than: smaller_than?,
        placed: placed.unwrap_or_default(),
    })
}

/// Whether a key of a card contains its rules or changes; a game may have a field with that name.
pub(super) fn is_rule_list(game: &Game, key: &str, node: &TomlNode<'_>) -> bool {
    let DeValue::Array(items) = node.value else { return false };
    let is_named_so = [RULE, CHANGE].contains(&key);
    is_named_so
        && match items.first() {
            Some(first) => matches!(first.get_ref(), DeValue::Table(_)),
            None => game.attribute(key).is_none(),
        }
}

/// Reads the rules of every card of a layer. They replace the card's rules from a lower layer.
/// Returns the number of cards with rules.
pub(super) fn read_card_rules(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    catalog.set_with_filtered(None);
    let mut rules_by_card: BTreeMap<CardIndex, CardRules> = BTreeMap::new();
    let tables = data
        .iter()
        .filter_map(|root| root.get(CARD))
        .flat_map(|n| n.tables_unreported());
    for table in tables {
        let [rules, changes] = [RULE, CHANGE].map(|key| {
            table
                .get(key)
                .filter(|node| is_rule_list(&catalog.game, key, node))
        });
        if rules.is_none() && changes.is_none() {
            continue;
        }
        let Some(named) = table.get(ID).or_else(|| table.get(REPLACES)) else { continue };
        // Reading the card has already reported an unknown id.
        let Some(card) = named.value.as_str().and_then(|id| find_card(catalog, id)) else {
            continue;
        };
        let id = catalog.cards.card(card).id().to_owned();
        let of_card = rules_by_card
            .entry(card)
            .or_insert_with(|| known_rules(catalog, card));
        if let Some(node) = rules {
            of_card.rules = read_rules_of_card(catalog, node, &id).into();
        }
        if let Some(node) = changes {
            let tables = limit_card_rules(node, &keys::NUMBER_CHANGE).into_iter();
            of_card.changes = tables.filter_map(|table| read_change(table, &id)).collect();
        }
    }
    let filtered = read_rules_of_cards(catalog, data, &mut rules_by_card);
    let changed = rules_by_card.len() + filtered.len();
    catalog.put_filtered(filtered);
    rules_by_card
        .into_values()
        .for_each(|rules| catalog.put_rules_of(rules));
    changed
}

/// The rules and changes of a card in the layers below.
fn known_rules(catalog: &Catalog, card: CardIndex) -> CardRules {
    catalog
        .rules_and_changes_of(card)
        .cloned()
        .unwrap_or_else(|| CardRules::new(card))
}

fn find_card(catalog: &Catalog, id: &str) -> Option<CardIndex> {
    let by_id = catalog.cards.by_id(id).map(|card| card.index());
    // The invented id of a replaced stand-in is an alias of its card.
    by_id.or_else(|| match catalog.cards.find_by_name(id).as_slice() {
        [one] => Some(*one),
        _ => None,
    })
}

/// Returns the first tables of a list and checks their keys; reports the rest.
fn limit_card_rules<'d>(node: TomlNode<'d>, keys: &Keys) -> Vec<TomlTable<'d>> {
    let mut tables = node.tables();
    if let Some(table) = tables.get(CARD_RULE_LIMIT) {
        table.fail(DataMessage::TooMany { what: NamedThing::Rule, limit: CARD_RULE_LIMIT });
        tables.truncate(CARD_RULE_LIMIT);
    }
    tables.iter().for_each(|table| table.check_keys(keys));
    tables
}

fn read_rules_of_card(catalog: &Catalog, node: TomlNode<'_>, card: &str) -> Vec<CardRule> {
    let mut rules: Vec<CardRule> = Vec::new();
    for table in limit_card_rules(node, &keys::CARD_RULE) {
        let Some(card_rule) = read_card_rule(table, card) else { continue };
        if let Some(first) = rules
            .iter()
            .find(|other| other.rule.id == card_rule.rule.id)
        {
            let id = table.read(ID).unwrap_or_default();
            let origin = &first.rule.origin;
            table
                .context
                .fail_duplicate(table.span(), NamedThing::Rule, id, origin);
            continue;
        }
        rules.push(write_card_ids(catalog, table, card_rule));
    }
    rules
}

/// Replaces the names of cards in the fixed list of a rule by ids.
fn write_card_ids(catalog: &Catalog, table: TomlTable<'_>, mut card_rule: CardRule) -> CardRule {
    if let RuleBody::Contents(Contents::List(list)) = &mut card_rule.rule.body {
        let places = NamePlaces { context: table.context, fallback: table.span() };
        for (name, _) in list {
            let key = format!("card/{}/contents/{name}", card_rule.rule.id);
            if let Some(id) = extend::find_only_card(catalog, name, &key, &places) {
                *name = id;
            }
        }
    }
    card_rule
}

/// Reads rules and changes outside of their cards. They are added to those of the cards, or replace
/// one with the same id from a lower layer. Returns those whose cards are found by a filter.
fn read_rules_of_cards(
    catalog: &Catalog,
    data: &[TomlTable<'_>],
    rules_by_card: &mut BTreeMap<CardIndex, CardRules>,
) -> Vec<FilteredAmendment> {
    let mut reader = RulesOfCards::new(catalog, rules_by_card);
    let mut filtered: Vec<FilteredAmendment> = Vec::new();
    let rules = data.iter().flat_map(|root| root.tables(RULE_OF_CARDS));
    let changes = data.iter().flat_map(|root| root.tables(CHANGE_OF_CARDS));
    let known_rules = rules.map(|table| (table, &keys::RULE_OF_CARDS));
    for (table, known) in known_rules.chain(changes.map(|table| (table, &keys::CHANGE_OF_CARDS))) {
        table.check_keys(known);
        let Some(cards) = table.get(CARDS) else { continue };
        if let DeValue::String(filter) = cards.value {
            // Too many are rejected when they are distributed, together with those of the layers
            // below.
            if filtered.len() > MAX_FILTERED {
                return filtered;
            }
            let Some(amendment) = read_amendment(catalog, table, ANY_CARD, known) else { continue };
            let origin = table.context.origin(&cards.span());
            let new = FilteredAmendment { cards: filter.to_string(), origin, amendment };
            table.context.record_place(new.place(), cards.span());
            put_filtered(&mut filtered, new, table);
            continue;
        }
        for (word, node) in cards.texts() {
            match reader.add_to_card(table, known, word, node) {
                Ok(true) => {}
                // A mistake in the table is reported once, not for each of its cards.
                Ok(false) => break,
                Err(problem) => {
                    node.fail(problem);
                    return filtered;
                }
            }
        }
    }
    filtered
}

/// Adds a rule or change of filtered cards; reports a rule that is already there.
fn put_filtered(
    filtered: &mut Vec<FilteredAmendment>,
    new: FilteredAmendment,
    table: TomlTable<'_>,
) {
    match (filtered.iter().find(|old| new.replaces(old)), &new.amendment) {
        (Some(old), Amendment::Rule(_)) => {
            let id = table.read(ID).unwrap_or_default();
            table
                .context
                .fail_duplicate(table.id_span(), NamedThing::Rule, id, &old.origin);
        }
        _ => filtered.push(new),
    }
}

/// Adds rules and changes outside of their cards to those of the cards.
struct RulesOfCards<'c> {
    catalog: &'c Catalog,
    rules_by_card: &'c mut BTreeMap<CardIndex, CardRules>,
    /// Ids of the rules that the layer has given to cards so far.
    own_ids: BTreeSet<String>,
    /// The unused part of [`MAX_RULES_OF_CARDS`].
    remaining: usize,
}

impl<'c> RulesOfCards<'c> {
    fn new(
        catalog: &'c Catalog,
        rules_by_card: &'c mut BTreeMap<CardIndex, CardRules>,
    ) -> RulesOfCards<'c> {
        let rules = rules_by_card.values().flat_map(|of| of.rules.iter());
        let own_ids = rules.map(|own| own.rule.id.clone()).collect();
        RulesOfCards { catalog, rules_by_card, own_ids, remaining: MAX_RULES_OF_CARDS }
    }

    /// Gives the rule or change in a table to the card that a word means. Returns whether the table
    /// has no mistake.
    ///
    /// # Errors
    /// There are too many rules.
    fn add_to_card(
        &mut self,
        table: TomlTable<'_>,
        known: &Keys,
        word: &str,
        node: TomlNode<'_>,
    ) -> Result<bool, DataMessage> {
        let catalog = self.catalog;
        let places = NamePlaces { context: table.context, fallback: node.span() };
        let id = extend::find_only_card(catalog, word, "", &places);
        let Some(card) = id.and_then(|id| catalog.cards.by_id(&id)) else { return Ok(true) };
        let before = table.context.errors.borrow().len();
        let of_card = self
            .rules_by_card
            .entry(card.index())
            .or_insert_with_key(|card| known_rules(catalog, *card));
        let Some(new) = read_amendment(catalog, table, card.id(), known) else { return Ok(false) };
        let cost = new.cost();
        match new {
            Amendment::Rule(rule) => put_rule(of_card, rule, &mut self.own_ids, table),
            // Lists are read elsewhere.
            Amendment::Listing(_) => {}
            Amendment::Change(new) => {
                of_card
                    .changes
                    .retain(|old| (&old.of, &old.zone) != (&new.of, &new.zone));
                of_card.changes.push(new);
            }
        }
        let is_too_long = of_card.rules.len().max(of_card.changes.len()) > CARD_RULE_LIMIT;
        let limit = if is_too_long { CARD_RULE_LIMIT } else { MAX_RULES_OF_CARDS };
        if is_too_long || cost > self.remaining {
            return Err(DataMessage::TooMany { what: NamedThing::Rule, limit });
        }
        self.remaining -= cost;
        Ok(table.context.errors.borrow().len() <= before)
    }
}

/// Adds a rule to those of a card, or replaces the one of a layer below. Reports one that the layer
/// already has.
fn put_rule(
    of_card: &mut CardRules,
    new: CardRule,
    own_ids: &mut BTreeSet<String>,
    table: TomlTable<'_>,
) {
    let id = new.rule.id.clone();
    match of_card.rules.iter_mut().find(|old| old.rule.id == id) {
        Some(old) if own_ids.contains(&id) => {
            let span = table.id_span();
            table
                .context
                .fail_duplicate(span, NamedThing::Rule, &id, &old.rule.origin);
        }
        Some(old) => *old = new,
        None => of_card.rules.push(new),
    }
    own_ids.insert(id);
}

/// Reads a rule or change from a table, with the keys allowed for it.
fn read_amendment(
    catalog: &Catalog,
    table: TomlTable<'_>,
    card: &str,
    known: &Keys,
) -> Option<Amendment> {
    // The tables of keys are statics, so their addresses identify them.
    if std::ptr::eq(known, &keys::RULE_OF_CARDS) {
        let new = read_card_rule(table, card)?;
        Some(Amendment::Rule(write_card_ids(catalog, table, new)))
    } else {
        read_change(table, card).map(Amendment::Change)
    }
}

//! Rules of a format, and rules for two decks at one table.

use super::format::local;
use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::What;
use crate::files::{ExpectedValue, FileMessage};
use crate::model::card_rule::CardRule;
use crate::model::format::{
    ALLOWANCE_LIMIT, Allowance, Carries, Contents, Level, MatchRule, Rule, RuleBody,
};
use crate::model::{Gender, Noun, Text};
use toml::de::DeValue;

const BODIES: [&str; 5] = ["require", "contents", "carries", "sets-out", "allowances"];

/// Reads one `[[format.rule]]`.
pub(super) fn read(table: TomlTable<'_>, format: &str) -> Option<Rule> {
    table.only(&keys::RULE);
    let id = table.id(What::Rule, &keys::RULE)?.to_owned();
    let place = format!("format/{format}/rule/{id}");
    let id_span = table.get("id").map_or(table.span(), |n| n.span());
    table.cx.place(place.as_str(), id_span.clone());
    let zones = table.get("zone").map(|node| {
        node.cx.place(format!("{place}/zone"), node.span());
        node.strings()
    });
    let origin = table.cx.origin(&id_span);
    Some(Rule {
        zones: zones.unwrap_or_default(),
        body: body(table, &place)?,
        level: level(table),
        cite: local(table, "cite"),
        text: local(table, "text"),
        roles: table.get("roles").map(|n| n.strings()).unwrap_or_default(),
        noun: noun(table),
        format: format.to_owned(),
        origin,
        id,
    })
}

/// Reads one `[[card.rule]]`.
pub(super) fn read_of_card(table: TomlTable<'_>, card: &str) -> Option<CardRule> {
    table.only(&keys::CARD_RULE);
    let id = format!("{card}/{}", table.id(What::Rule, &keys::CARD_RULE)?);
    let place = format!("card/{id}");
    let id_span = table.get("id").map_or(table.span(), |n| n.span());
    table.cx.place(place.as_str(), id_span.clone());
    let within = table.need("in", &keys::CARD_RULE)?;
    table.cx.place(format!("{place}/in"), within.span());
    let zones = table.get("zone").map(|node| {
        node.cx.place(format!("{place}/zone"), node.span());
        node.strings()
    });
    let rule = Rule {
        zones: zones.unwrap_or_default(),
        body: body(table, &place)?,
        level: level(table),
        cite: local(table, "cite"),
        text: local(table, "text"),
        roles: Vec::new(),
        noun: noun(table),
        format: String::new(),
        origin: table.cx.origin(&id_span),
        id,
    };
    Some(CardRule { zone: within.text()?.to_owned(), rule })
}

/// Reads one `[[format.match]]`.
pub(super) fn read_match(table: TomlTable<'_>, format: &str) -> Option<MatchRule> {
    table.only(&keys::MATCH);
    let id = table.id(What::Match, &keys::MATCH)?.to_owned();
    let place = format!("format/{format}/match/{id}");
    let id_span = table.get("id").map_or(table.span(), |n| n.span());
    table.cx.place(place.as_str(), id_span.clone());
    let node = table.need("require", &keys::MATCH)?;
    table.cx.place(format!("{place}/require"), node.span());
    Some(MatchRule {
        require: node.text()?.to_owned(),
        level: level(table),
        cite: local(table, "cite"),
        text: local(table, "text"),
        origin: table.cx.origin(&id_span),
        id,
    })
}

/// The words of a noun's plural and gender stand beside its own.
fn noun(table: TomlTable<'_>) -> Noun {
    let Some(node) = table.get("noun") else { return Noun::default() };
    if !matches!(node.value, DeValue::Table(_)) {
        return Noun { one: node.local().unwrap_or_default(), ..Noun::default() };
    }
    let Some(table) = node.table() else { return Noun::default() };
    table.only(&keys::NOUN);
    let en = table.need("en", &keys::NOUN).and_then(|n| n.text()).unwrap_or("");
    let fr = table.get("fr").and_then(|n| n.text()).unwrap_or("");
    let one = Text { en: en.into(), fr: if fr == en { "" } else { fr }.into() };
    Noun { one, many: plural(table), gender: gender(table) }
}

/// The plural of one language, of both, or a word that both share.
fn plural(table: TomlTable<'_>) -> Text {
    let Some(node) = table.get("plural") else { return Text::default() };
    if let DeValue::String(word) = node.value {
        return Text { en: word.as_ref().into(), fr: word.as_ref().into() };
    }
    let Some(table) = node.table() else { return Text::default() };
    table.only(&keys::PLURAL);
    let word = |key| table.get(key).and_then(|n| n.text()).unwrap_or("");
    Text { en: word("en").into(), fr: word("fr").into() }
}

fn gender(table: TomlTable<'_>) -> Option<Gender> {
    let node = table.get("gender")?;
    match node.text()? {
        "m" => Some(Gender::Masculine),
        "f" => Some(Gender::Feminine),
        word => {
            node.unknown(What::Word, word, ["m", "f"].into_iter());
            None
        }
    }
}

fn level(table: TomlTable<'_>) -> Level {
    let Some(node) = table.get("level") else { return Level::default() };
    match node.text() {
        Some("error") => Level::Error,
        Some("warning") => Level::Warning,
        Some(word) => {
            node.unknown(What::Word, word, keys::LEVELS.into_iter());
            Level::default()
        }
        None => Level::default(),
    }
}

fn body(table: TomlTable<'_>, place: &str) -> Option<RuleBody> {
    let given: Vec<(&str, TomlNode<'_>)> =
        BODIES.iter().filter_map(|key| Some((*key, table.get(key)?))).collect();
    let [(key, node)] = given.as_slice() else {
        let span = table.get("id").map_or(table.span(), |n| n.span());
        table.cx.fail(span, FileMessage::OneOf { keys: &BODIES, place: keys::RULE.place });
        return None;
    };
    table.cx.place(format!("{place}/{key}"), node.span());
    match *key {
        "require" => node.text().map(|text| RuleBody::Require(text.to_owned())),
        "sets-out" => node.text().map(|text| RuleBody::SetsOut(text.to_owned())),
        "contents" => contents(*node, place).map(RuleBody::Contents),
        "allowances" => allowances(*node, place).map(RuleBody::Allowances),
        _ => carries(*node, place).map(RuleBody::Carries),
    }
}

fn contents(node: TomlNode<'_>, place: &str) -> Option<Contents> {
    let table = node.table()?;
    if table.get("filter").is_some_and(|n| matches!(n.value, DeValue::String(_))) {
        table.only(&keys::CONTENTS);
        let filter = table.need("filter", &keys::CONTENTS)?;
        let each = table.get("each");
        table.cx.place(format!("{place}/contents/filter"), filter.span());
        if let Some(each) = each {
            table.cx.place(format!("{place}/contents/each"), each.span());
        }
        let each = match each {
            Some(each) => each.measure()?,
            None => "1".to_owned(),
        };
        return Some(Contents::Filter { filter: filter.text()?.to_owned(), each });
    }
    let mut list = Vec::new();
    for (name, span, count) in table.entries() {
        table.cx.place(format!("{place}/contents/{name}"), span);
        list.push((name.to_owned(), count.count()?));
    }
    if list.is_empty() {
        node.wrong(ExpectedValue::Table);
        return None;
    }
    Some(Contents::List(list))
}

fn allowances(node: TomlNode<'_>, place: &str) -> Option<Vec<Allowance>> {
    let items = node.array()?;
    if items.is_empty() {
        node.wrong(ExpectedValue::Allowances);
        return None;
    }
    if items.len() > ALLOWANCE_LIMIT {
        node.fail(DataMessage::TooMany { what: What::Allowance, limit: ALLOWANCE_LIMIT });
        return None;
    }
    let read = |(at, item): (usize, &TomlNode<'_>)| {
        let table = item.table()?;
        table.only(&keys::ALLOWANCE);
        let cards = table.need("cards", &keys::ALLOWANCE)?;
        table.cx.place(format!("{place}/allowances/{at}/cards"), cards.span());
        let up_to = match table.get("up-to") {
            Some(node) => {
                table.cx.place(format!("{place}/allowances/{at}/up-to"), node.span());
                Some(node.measure()?)
            }
            None => None,
        };
        Some(Allowance { cards: cards.text()?.to_owned(), up_to })
    };
    let read: Vec<Option<Allowance>> = items.iter().enumerate().map(read).collect();
    read.into_iter().collect()
}

fn carries(node: TomlNode<'_>, place: &str) -> Option<Carries> {
    let table = node.table()?;
    table.only(&keys::CARRIES);
    let field = |key: &'static str| {
        let node = table.need(key, &keys::CARRIES)?;
        table.cx.place(format!("{place}/carries/{key}"), node.span());
        node.text().map(str::to_owned)
    };
    let (capacity, space, smaller_than) =
        (field("capacity"), field("space"), field("smaller-than"));
    let placed = table.get("placed").and_then(|node| {
        table.cx.place(format!("{place}/carries/placed"), node.span());
        node.text().map(str::to_owned)
    });
    Some(Carries {
        capacity: capacity?,
        space: space?,
        smaller_than: smaller_than?,
        placed: placed.unwrap_or_default(),
    })
}

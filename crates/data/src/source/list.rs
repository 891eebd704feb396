//! Lists of cards that formats refer to.

use super::extend;
use super::format::{read_dates, record_date_places};
use super::game::read_named;
use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::NamedThing;
use crate::files::FileMessage;
use crate::model::game::{Named, SetId};
use crate::model::{CardIndex, CardList, Catalog, Game, Number};
use crate::problem::Candidates;
use std::ops::Range;
use toml::de::DeValue;

/// Mistakes of one list for which near names are looked for, which takes a pass over all cards each.
const SUGGESTED_CARDS: usize = 20;

/// The mistake of naming a card that does not exist, with near names.
pub(super) fn unknown_card_message(catalog: &Catalog, name: &str) -> DataMessage {
    let ids = catalog.cards.iter().map(|card| card.id());
    let names = catalog.cards.iter().flat_map(|card| card.names().map(|(_, shown, _)| shown));
    let candidates = Candidates::nearest_only(name, names.chain(ids));
    DataMessage::UnknownName { what: NamedThing::Card, name: name.to_owned(), candidates }
}

/// Reads one `[[list]]`.
pub(super) fn read_list(
    catalog: &Catalog,
    table: TomlTable<'_>,
    known: impl Fn(&str) -> bool,
) -> Option<CardList> {
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
        sets: table.get("sets").map(|node| read_sets(&catalog.game, node)).unwrap_or_default(),
        absent: table.read_or_default("absent"),
        dates,
        cite: table.read_or_default("cite"),
        text: table.read_or_default("text"),
    };
    read_named(&mut list.named, table);
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
                    unknown_card_message(catalog, name)
                } else {
                    let (name, candidates) = (name.to_owned(), Candidates::default());
                    DataMessage::UnknownName { what: NamedThing::Card, name, candidates }
                }
            });
            continue;
        }
        for card in cards {
            match (entries.iter().find(|(other, _)| *other == card), number) {
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
    // Cards are looked up on lists by halves.
    entries.sort_by_key(|(card, _)| *card);
    let numbered = table.get("cards").is_some_and(|n| matches!(n.value, DeValue::Table(_)));
    list.cards = entries.iter().map(|(card, _)| *card).collect();
    if numbered {
        list.numbers = entries.into_iter().map(|(_, number)| number).collect();
    }
    Some(list)
}

/// Reads the sets that a list or a card names, each once.
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

/// Reads the names of a list with their places, and with their numbers where the list gives numbers.
fn read_items<'d>(table: TomlTable<'d>) -> Vec<(&'d str, Option<Number>, Range<usize>)> {
    let Some(node) = table.get("cards") else { return Vec::new() };
    if let DeValue::Table(_) = node.value {
        let entries = node.table().map(|inner| inner.entries()).unwrap_or_default();
        let number = |(name, span, node): (&'d str, Range<usize>, TomlNode<'d>)| {
            Some((name, Some(node.number()?), span))
        };
        return entries.into_iter().filter_map(number).collect();
    }
    let items = node.array().unwrap_or_default();
    items.into_iter().filter_map(|item| Some((item.text()?, None, item.span()))).collect()
}

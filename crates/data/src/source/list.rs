//! Lists of cards that formats refer to.

use super::format::{dates, local};
use super::game::named;
use super::keys;
use super::messages::DataMessage;
use super::node::Table;
use super::words::What;
use crate::model::game::Named;
use crate::model::{CardList, Catalog};
use crate::problem::Candidates;

const PLACE: &str = "a list";

/// Beyond so many cards no nearest names are looked for, file by file, after the first few mistakes.
const LOOKED_AT: usize = 20;

/// The mistake of naming a card that is not there.
pub(super) fn unknown_card(catalog: &Catalog, name: &str) -> DataMessage {
    let ids = catalog.cards.iter().map(|card| card.id());
    let names = catalog.cards.iter().flat_map(|card| card.names().map(|(_, shown, _)| shown));
    let candidates = Candidates::nearest(name, names.chain(ids));
    DataMessage::UnknownName { what: What::Card, name: name.to_owned(), candidates }
}

/// Reads one `[[list]]`.
pub(super) fn read(catalog: &Catalog, table: Table<'_>) -> Option<CardList> {
    table.only(&keys::LIST);
    let id = table.id(What::List, PLACE)?.to_owned();
    let place = format!("list/{id}");
    let id_span = table.get("id").map_or(table.span(), |n| n.span());
    table.cx.place(place.as_str(), id_span);
    let mut list = CardList {
        named: Named { id: id.into(), ..Named::default() },
        cards: Vec::new(),
        absent: table.get("absent").map(|n| n.strings()).unwrap_or_default(),
        dates: dates(table, &place),
        cite: local(table, "cite"),
        text: local(table, "text"),
    };
    named(&mut list.named, table);
    let mut mistakes = 0;
    let items = table.get("cards").and_then(|n| n.array()).unwrap_or_default();
    for item in items {
        let Some(name) = item.text() else { continue };
        match catalog.cards.by_id(name) {
            Some(card) => list.cards.push(card.index()),
            None => {
                let found = catalog.cards.named(name);
                if found.is_empty() {
                    mistakes += 1;
                    item.cx.fail_with(item.span(), || match mistakes <= LOOKED_AT {
                        true => unknown_card(catalog, name),
                        false => {
                            let (name, candidates) = (name.to_owned(), Candidates::default());
                            DataMessage::UnknownName { what: What::Card, name, candidates }
                        }
                    });
                }
                list.cards.extend(found);
            }
        }
    }
    list.cards.sort();
    list.cards.dedup();
    Some(list)
}

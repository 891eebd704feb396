//! `[[sets-out]]`: places that cards set out before play begins.

use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::NamedThing;
use crate::model::card_rule::PLACE_LIMIT;
use crate::model::{CardIndex, Catalog, SetOutPlaces, SetupPlace};
use std::collections::BTreeMap;

/// Reads every `[[sets-out]]` of a layer; what it says of a card replaces what a lower layer said. Returns
/// the number of cards.
pub(super) fn read_set_outs(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    let tables = data.iter().filter_map(|root| root.get("sets-out")).flat_map(|n| n.tables());
    let mut by_card: BTreeMap<CardIndex, SetOutPlaces> = BTreeMap::new();
    for table in tables {
        for (id, node, set_out) in read_set_out(catalog, table) {
            match by_card.get(&set_out.card) {
                Some(first) => {
                    let (span, origin) = (node.span(), &first.origin);
                    node.context.fail_duplicate(span, NamedThing::Card, &id, origin);
                }
                None => {
                    by_card.insert(set_out.card, set_out);
                }
            }
        }
    }
    let changed = by_card.len();
    if changed > 0 {
        let unchanged = catalog.set_outs().iter().filter(|old| !by_card.contains_key(&old.card));
        let mut all: Vec<SetOutPlaces> = unchanged.cloned().collect();
        all.extend(by_card.into_values());
        // The catalog looks a card up by halves.
        all.sort_by_key(|set_out| set_out.card);
        catalog.put_set_outs(all);
    }
    changed
}

/// Reads one `[[sets-out]]`, once for each of its cards.
fn read_set_out<'d>(
    catalog: &Catalog,
    table: TomlTable<'d>,
) -> Vec<(String, TomlNode<'d>, SetOutPlaces)> {
    table.check_keys(&keys::SET_OUT);
    let (Some(cards), Some(places)) = (table.get("cards"), table.get("places")) else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (id, node) in cards.texts() {
        let Some(card) = catalog.cards.by_id(id) else {
            node.fail(super::list::unknown_card_message(catalog, id));
            continue;
        };
        let key = format!("sets-out/{id}");
        table.context.record_place(key.as_str(), node.span());
        let set_out = SetOutPlaces {
            card: card.index(),
            places: read_places(catalog, places, &key).into(),
            cite: table.read_or_default("cite"),
            origin: table.context.origin(&node.span()),
        };
        entries.push((id.to_owned(), node, set_out));
    }
    entries
}

fn read_places(catalog: &Catalog, node: TomlNode<'_>, key: &str) -> Vec<SetupPlace> {
    let mut places: Vec<SetupPlace> = Vec::new();
    for (at, table) in node.tables().into_iter().enumerate() {
        if at == PLACE_LIMIT {
            table.fail(DataMessage::TooMany { what: NamedThing::Place, limit: PLACE_LIMIT });
            break;
        }
        let Some(place) = read_place(catalog, table, key) else { continue };
        if places.iter().any(|other| other.id == place.id) {
            let (span, origin) = (table.span(), table.context.origin(&table.span()));
            table.context.fail_duplicate(span, NamedThing::Place, &place.id, &origin);
            continue;
        }
        places.push(place);
    }
    places
}

fn read_place(catalog: &Catalog, table: TomlTable<'_>, key: &str) -> Option<SetupPlace> {
    table.check_keys(&keys::PLACE);
    let id = table.id(NamedThing::Place)?.to_owned();
    let kind = table.get("kind")?;
    let word = kind.text()?;
    let Some(kind_id) = catalog.game.kind(word) else {
        let known = catalog.game.kinds.iter().flat_map(|k| k.named.words());
        kind.fail_unknown(NamedThing::Kind, word, known);
        return None;
    };
    let cards = table.get("cards")?;
    table.context.record_place(format!("{key}/{id}"), cards.span());
    Some(SetupPlace {
        name: table.read_or_default("name"),
        kind: kind_id,
        cards: cards.text()?.to_owned(),
        optional: table.read_or_default("optional"),
        id,
    })
}

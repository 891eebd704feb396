//! `[format.opening]`: the opening hand, its mulligan and the turns after it; and `[[sets-out]]`:
//! places that cards set out before the game.

use super::{
    keys::{self, names::*},
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    files::{ExpectedValue, FileMessage, FoundValue},
    model::{
        CardIndex, Catalog, Mulligan, MulliganKind, Opening, SetOutPlaces, SetupPlace,
        card_rule::PLACE_LIMIT,
        format::{Discard, Draw, HandChoice, Reshuffle, ReshuffleWhen, SharedRow, Turn, TurnDraw},
    },
};
use sleeve_text::Arrange;
use std::collections::BTreeMap;
use toml::de::DeValue;

/// Reads `[format.opening]`.
pub(super) fn read_opening(node: TomlNode<'_>, format: &str) -> Option<Opening> {
    let table = node.checked_table(&keys::OPENING)?;
    let place = format!("{format}/opening");
    // Messages point at the first key, because the whole table may be long.
    let mut span = table.span();
    if let Some((_, first, _)) = table.entries().first() {
        span = first.clone();
    }
    table.context.record_place(place.as_str(), span.clone());
    for (key, _, node) in table.entries() {
        table
            .context
            .record_place(format!("{place}/{key}"), node.span());
    }
    let mulligan = table
        .get(MULLIGAN)
        .and_then(read_mulligan)
        .unwrap_or_default();
    let choice = table.get(CHOICE).and_then(read_choice);
    let is_mulligan = mulligan.kind != MulliganKind::None;
    if choice.is_some() && (is_mulligan || mulligan.redraw_unless.is_some())
        || is_mulligan && mulligan.redraws.is_some()
    {
        node.fail(DataMessage::ChoiceAndMulligan);
    }
    Some(Opening {
        aside: table.get(ASIDE).and_then(read_set_aside_filter),
        starts: table.read_or_default(STARTS),
        zones: table.read(FROM)?,
        draw: read_draw(table.get(DRAW)?)?,
        hands: table
            .get(HANDS)
            .and_then(|n| n.measure())
            .unwrap_or_default(),
        beside: table.get(BESIDE).map(read_other_piles).unwrap_or_default(),
        row: table.get(ROW).and_then(read_shared_row),
        turn: table.get(TURN).and_then(read_turn),
        limit: table.get(LIMIT).and_then(|n| n.measure()),
        reshuffle: table.get(RESHUFFLE).and_then(read_reshuffle),
        mulligan,
        choice,
        text: table.read_or_default(TEXT),
        cite: table.read_or_default(CITE),
        origin: table.context.origin(&span),
    })
}

/// Reads a filter, or `{ zone = "starting" }`, which is short for one.
fn read_set_aside_filter(node: TomlNode<'_>) -> Option<String> {
    if !matches!(node.value, DeValue::Table(_)) {
        return node.text().map(str::to_owned);
    }
    let zones = node.checked_table(&keys::ASIDE)?.get(ZONE)?.strings();
    Some(format!("zone:{}", zones.join("|")))
}

fn read_draw(node: TomlNode<'_>) -> Option<Draw> {
    match node.value {
        DeValue::Array(_) => read_measures_by_seat(node).map(Draw::BySeat),
        DeValue::Table(_) => {
            let mut by_players = Vec::new();
            for (players, span, node) in node.table()?.entries() {
                let Ok(number) = players.parse::<u32>() else {
                    let (key, found) = (players.to_owned(), FoundValue::Text);
                    let expected = ExpectedValue::Count;
                    node.context
                        .fail(span, FileMessage::WrongType { key, expected, found });
                    continue;
                };
                let measures = match node.value {
                    DeValue::Array(_) => read_measures_by_seat(node)?,
                    _ => vec![node.measure()?],
                };
                by_players.push((number, measures));
            }
            // The smallest number first, because it is the default.
            by_players.arrange_by_key(|(players, _)| *players);
            Some(Draw::ByPlayers(by_players))
        }
        _ => node.measure().map(Draw::All),
    }
}

fn read_measures_by_seat(node: TomlNode<'_>) -> Option<Vec<String>> {
    let measures: Vec<String> = node
        .array()?
        .into_iter()
        .filter_map(|n| n.measure())
        .collect();
    if measures.is_empty() {
        node.fail_type(ExpectedValue::Measure);
        return None;
    }
    Some(measures)
}

/// Reads the names of other piles, each with its number of cards.
fn read_other_piles(node: TomlNode<'_>) -> Vec<(String, String)> {
    let mut piles = Vec::new();
    for (name, _, node) in node
        .table()
        .map(|table| table.entries())
        .unwrap_or_default()
    {
        piles.extend(node.measure().map(|measure| (name.to_owned(), measure)));
    }
    piles
}

fn read_shared_row(node: TomlNode<'_>) -> Option<SharedRow> {
    let table = node.checked_table(&keys::ROW)?;
    Some(SharedRow { from: table.read(FROM)?, size: table.get(SIZE)?.measure()? })
}

fn read_turn(node: TomlNode<'_>) -> Option<Turn> {
    let table = node.checked_table(&keys::TURN)?;
    let draw = match (table.get(DRAW), table.get(REFILL)) {
        (Some(draw), None) => TurnDraw::Draw(draw.measure()?),
        (None, Some(refill)) => TurnDraw::Refill(refill.measure()?),
        _ => {
            node.fail(FileMessage::OneOf { keys: &[DRAW, REFILL], place: keys::TURN.place });
            return None;
        }
    };
    let discard = match table.get(DISCARD).and_then(|n| n.measure()) {
        None => Discard::Nothing,
        Some(word) if word == "hand" => Discard::Hand,
        Some(measure) => Discard::Cards(measure),
    };
    if let (TurnDraw::Refill(_), Some(most)) = (&draw, table.get(MOST)) {
        most.fail(FileMessage::OneOf { keys: &[REFILL, MOST], place: keys::TURN.place });
    }
    Some(Turn {
        draw,
        most: table.get(MOST).and_then(|node| node.measure()),
        text: table.read_or_default(TEXT),
        // By default, the first turn is played with the opening hand.
        first: table.read(FIRST).unwrap_or(2),
        discard,
    })
}

fn read_reshuffle(node: TomlNode<'_>) -> Option<Reshuffle> {
    let table = node.checked_table(&keys::RESHUFFLE)?;
    let words = [("empty", ReshuffleWhen::Empty), ("last", ReshuffleWhen::Last)];
    let when = table.get(WHEN)?.word(&words)?;
    Some(Reshuffle { when, times: table.read(TIMES), except: table.read(EXCEPT) })
}

fn read_mulligan(node: TomlNode<'_>) -> Option<Mulligan> {
    let words = MulliganKind::ALL.map(|kind| (kind.word(), kind));
    if matches!(node.value, DeValue::String(_)) {
        return Some(Mulligan { kind: node.word(&words)?, ..Mulligan::default() });
    }
    let table = node.checked_table(&keys::MULLIGAN)?;
    Some(Mulligan {
        kind: table.get(KIND)?.word(&words)?,
        down_to: table.read(DOWN_TO),
        free: table.read_or_default(FREE),
        exchanges: table.read(EXCHANGES),
        keep: table.read(KEEP),
        redraw_unless: table.read(REDRAW_UNLESS),
        redraws: table
            .get(REDRAWS)
            .and_then(|node| read_up_to(node, MAX_REDRAWS)),
    })
}

/// The largest number of redraws that a format may limit them to.
const MAX_REDRAWS: u32 = 100;

/// The most hands of which a player keeps one.
const MAX_CHOICE: u32 = 4;

fn read_choice(node: TomlNode<'_>) -> Option<HandChoice> {
    let table = node.checked_table(&keys::CHOICE)?;
    let hands = read_up_to(table.get(HANDS)?, MAX_CHOICE)?;
    Some(HandChoice { hands, keep: table.get(KEEP)?.measure()? })
}

/// Reads a number from 1 to `most`.
fn read_up_to(node: TomlNode<'_>, most: u32) -> Option<u32> {
    let number = node.count()?;
    if number == 0 || number > most {
        node.fail(DataMessage::NotUpTo { most });
        return None;
    }
    Some(number)
}

/// Reads every `[[sets-out]]` of a layer. Its cards for a card replace those of a lower layer.
/// Returns the number of cards.
pub(super) fn read_set_outs(catalog: &mut Catalog, data: &[TomlTable<'_>]) -> usize {
    let tables = data
        .iter()
        .filter_map(|root| root.get(SETS_OUT))
        .flat_map(|n| n.tables());
    let mut by_card: BTreeMap<CardIndex, SetOutPlaces> = BTreeMap::new();
    for table in tables {
        for (id, node, set_out) in read_set_out(catalog, table) {
            match by_card.get(&set_out.card) {
                Some(first) => {
                    let (span, origin) = (node.span(), &first.origin);
                    node.context
                        .fail_duplicate(span, NamedThing::Card, &id, origin);
                }
                None => {
                    by_card.insert(set_out.card, set_out);
                }
            }
        }
    }
    let changed = by_card.len();
    if changed > 0 {
        let unchanged = catalog
            .set_outs()
            .iter()
            .filter(|old| !by_card.contains_key(&old.card));
        let mut all: Vec<SetOutPlaces> = unchanged.cloned().collect();
        all.extend(by_card.into_values());
        // Sorted for binary search in the catalog.
        all.arrange_by_key(|set_out| set_out.card);
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
    let (Some(cards), Some(places)) = (table.get(CARDS), table.get(PLACES)) else {
        return Vec::new();
    };
    let mut entries = Vec::new();
    for (id, node) in cards.texts() {
        let Some(card) = catalog.cards.by_id(id) else {
            node.fail(super::named::unknown_card_message(catalog, id));
            continue;
        };
        let key = format!("sets-out/{id}");
        table.context.record_place(key.as_str(), node.span());
        let set_out = SetOutPlaces {
            card: card.index(),
            places: read_places(catalog, places, &key).into(),
            cite: table.read_or_default(CITE),
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
            table
                .context
                .fail_duplicate(span, NamedThing::Place, &place.id, &origin);
            continue;
        }
        places.push(place);
    }
    places
}

fn read_place(catalog: &Catalog, table: TomlTable<'_>, key: &str) -> Option<SetupPlace> {
    table.check_keys(&keys::PLACE);
    let id = table.id(NamedThing::Place)?.to_owned();
    let kind = table.get(KIND)?;
    let word = kind.text()?;
    let Some(kind_id) = catalog.game.kind(word) else {
        let known = catalog.game.kinds.iter().flat_map(|k| k.named.words());
        kind.fail_unknown(NamedThing::Kind, word, known);
        return None;
    };
    let cards = table.get(CARDS)?;
    table
        .context
        .record_place(format!("{key}/{id}"), cards.span());
    Some(SetupPlace {
        name: table.read_or_default(NAME),
        kind: kind_id,
        cards: cards.text()?.to_owned(),
        optional: table.read_or_default(OPTIONAL),
        id,
    })
}

//! `[format.opening]`: the deal of an opening hand, its mulligan and the turns after it.

use super::keys;
use super::node::TomlNode;
use crate::files::{ExpectedValue, FileMessage, FoundValue};
use crate::model::format::{Discard, Draw, Reshuffle, ReshuffleWhen, SharedRow, Turn, TurnDraw};
use crate::model::{Mulligan, MulliganKind, Opening};
use toml::de::DeValue;

/// Reads `[format.opening]`.
pub(super) fn read_opening(node: TomlNode<'_>, format: &str) -> Option<Opening> {
    let table = node.checked_table(&keys::OPENING)?;
    let place = format!("{format}/opening");
    // Messages point at the first key: the table as a whole may be long.
    let mut span = table.span();
    if let Some((_, first, _)) = table.entries().first() {
        span = first.clone();
    }
    table.context.record_place(place.as_str(), span.clone());
    for (key, _, node) in table.entries() {
        table.context.record_place(format!("{place}/{key}"), node.span());
    }
    Some(Opening {
        aside: table.get("aside").and_then(read_set_aside_filter),
        starts: table.read_or_default("starts"),
        zones: table.read("from")?,
        draw: self::read_draw(table.get("draw")?)?,
        hands: table.get("hands").and_then(|n| n.measure()).unwrap_or_default(),
        beside: table.get("beside").map(read_other_piles).unwrap_or_default(),
        row: table.get("row").and_then(read_shared_row),
        turn: table.get("turn").and_then(read_turn),
        limit: table.get("limit").and_then(|n| n.measure()),
        reshuffle: table.get("reshuffle").and_then(read_reshuffle),
        mulligan: table.get("mulligan").and_then(read_mulligan).unwrap_or_default(),
        text: table.read_or_default("text"),
        cite: table.read_or_default("cite"),
        origin: table.context.origin(&span),
    })
}

/// Reads a filter, or `{ zone = "starting" }`, which is short for one.
fn read_set_aside_filter(node: TomlNode<'_>) -> Option<String> {
    if !matches!(node.value, DeValue::Table(_)) {
        return node.text().map(str::to_owned);
    }
    let zones = node.checked_table(&keys::ASIDE)?.get("zone")?.strings();
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
                    node.context.fail(span, FileMessage::WrongType { key, expected, found });
                    continue;
                };
                let measures = match node.value {
                    DeValue::Array(_) => read_measures_by_seat(node)?,
                    _ => vec![node.measure()?],
                };
                by_players.push((number, measures));
            }
            by_players.sort_by_key(|(players, _)| *players);
            Some(Draw::ByPlayers(by_players))
        }
        _ => node.measure().map(Draw::All),
    }
}

fn read_measures_by_seat(node: TomlNode<'_>) -> Option<Vec<String>> {
    let measures: Vec<String> = node.array()?.into_iter().filter_map(|n| n.measure()).collect();
    if measures.is_empty() {
        node.fail_type(ExpectedValue::Measure);
        return None;
    }
    Some(measures)
}

/// Reads the names of other piles, each with the number of its cards.
fn read_other_piles(node: TomlNode<'_>) -> Vec<(String, String)> {
    let entries = node.table().map(|table| table.entries()).unwrap_or_default();
    let entries = entries.into_iter();
    entries.filter_map(|(name, _, node)| Some((name.to_owned(), node.measure()?))).collect()
}

fn read_shared_row(node: TomlNode<'_>) -> Option<SharedRow> {
    let table = node.checked_table(&keys::ROW)?;
    Some(SharedRow { from: table.read("from")?, size: table.get("size")?.measure()? })
}

fn read_turn(node: TomlNode<'_>) -> Option<Turn> {
    let table = node.checked_table(&keys::TURN)?;
    let draw = match (table.get("draw"), table.get("refill")) {
        (Some(draw), None) => TurnDraw::Draw(draw.measure()?),
        (None, Some(refill)) => TurnDraw::Refill(refill.measure()?),
        _ => {
            node.fail(FileMessage::OneOf { keys: &["draw", "refill"], place: keys::TURN.place });
            return None;
        }
    };
    let discard = match table.get("discard").and_then(|n| n.measure()) {
        None => Discard::Nothing,
        Some(word) if word == "hand" => Discard::Hand,
        Some(measure) => Discard::Cards(measure),
    };
    if let (TurnDraw::Refill(_), Some(most)) = (&draw, table.get("most")) {
        most.fail(FileMessage::OneOf { keys: &["refill", "most"], place: keys::TURN.place });
    }
    Some(Turn {
        draw,
        most: table.get("most").and_then(|node| node.measure()),
        text: table.read_or_default("text"),
        first: table.read("first").unwrap_or(2),
        discard,
    })
}

fn read_reshuffle(node: TomlNode<'_>) -> Option<Reshuffle> {
    let table = node.checked_table(&keys::RESHUFFLE)?;
    let words = [("empty", ReshuffleWhen::Empty), ("last", ReshuffleWhen::Last)];
    let when = table.get("when")?.word(&words)?;
    Some(Reshuffle { when, times: table.read("times") })
}

fn read_mulligan(node: TomlNode<'_>) -> Option<Mulligan> {
    let words = MulliganKind::ALL.map(|kind| (kind.word(), kind));
    let kind = |node: TomlNode<'_>| node.word(&words);
    if matches!(node.value, DeValue::String(_)) {
        return Some(Mulligan { kind: kind(node)?, ..Mulligan::default() });
    }
    let table = node.checked_table(&keys::MULLIGAN)?;
    Some(Mulligan {
        kind: kind(table.get("kind")?)?,
        down_to: table.read("down-to"),
        free: table.read_or_default("free"),
        keep: table.read("keep"),
        redraw_unless: table.read("redraw-unless"),
    })
}

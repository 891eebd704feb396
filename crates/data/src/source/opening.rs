//! How an opening hand is dealt.

use super::format::local;
use super::keys;
use super::node::{TomlNode, TomlTable};
use super::words::What;
use crate::files::{ExpectedValue, FileMessage, FoundValue};
use crate::model::format::{Discard, Draw, Reshuffle, ReshuffleWhen, SharedRow, Turn, TurnDraw};
use crate::model::{Mulligan, MulliganKind, Opening};
use toml::de::DeValue;

/// Reads `[format.opening]`.
pub(super) fn read(node: TomlNode<'_>, format: &str) -> Option<Opening> {
    let table = node.table()?;
    table.only(&keys::OPENING);
    let place = format!("{format}/opening");
    let mut span = table.span();
    if let Some((_, first, _)) = table.entries().first() {
        span = first.clone();
    }
    table.cx.place(place.as_str(), span.clone());
    for (key, _, node) in table.entries() {
        table.cx.place(format!("{place}/{key}"), node.span());
    }
    let from = table.need("from", &keys::OPENING)?;
    let draw = table.need("draw", &keys::OPENING)?;
    Some(Opening {
        aside: table.get("aside").and_then(aside),
        starts: table.get("starts").map(|n| n.strings()).unwrap_or_default(),
        from: from.strings(),
        draw: self::draw(draw)?,
        hands: table.get("hands").and_then(|n| n.measure()).unwrap_or_default(),
        beside: table.get("beside").map(beside).unwrap_or_default(),
        row: table.get("row").and_then(row),
        turn: table.get("turn").and_then(turn),
        limit: table.get("limit").and_then(|n| n.measure()),
        reshuffle: table.get("reshuffle").and_then(reshuffle),
        mulligan: table.get("mulligan").and_then(mulligan).unwrap_or_default(),
        text: local(table, "text"),
        cite: local(table, "cite"),
        origin: table.cx.origin(&span),
    })
}

/// A filter, or `{ zone = "starting" }`.
fn aside(node: TomlNode<'_>) -> Option<String> {
    if !matches!(node.value, DeValue::Table(_)) {
        return node.text().map(str::to_owned);
    }
    let table = node.table()?;
    table.only(&keys::ASIDE);
    let zones = table.need("zone", &keys::ASIDE)?.strings();
    Some(format!("zone:{}", zones.join("|")))
}

fn draw(node: TomlNode<'_>) -> Option<Draw> {
    match node.value {
        DeValue::Array(_) => seats(node).map(Draw::BySeat),
        DeValue::Table(_) => {
            let mut by_players = Vec::new();
            for (players, span, node) in node.table()?.entries() {
                let Ok(number) = players.parse::<u32>() else {
                    let (key, found) = (players.to_owned(), FoundValue::Text);
                    let expected = ExpectedValue::Count;
                    node.cx.fail(span, FileMessage::WrongType { key, expected, found });
                    continue;
                };
                let measures = match node.value {
                    DeValue::Array(_) => seats(node)?,
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

fn seats(node: TomlNode<'_>) -> Option<Vec<String>> {
    let measures: Vec<String> = node.array()?.into_iter().filter_map(|n| n.measure()).collect();
    if measures.is_empty() {
        node.wrong(ExpectedValue::Measure);
        return None;
    }
    Some(measures)
}

/// Names of piles, each with how many cards it takes.
fn beside(node: TomlNode<'_>) -> Vec<(String, String)> {
    let entries = node.table().map(|table| table.entries()).unwrap_or_default();
    let entries = entries.into_iter();
    entries.filter_map(|(name, _, node)| Some((name.to_owned(), node.measure()?))).collect()
}

fn row(node: TomlNode<'_>) -> Option<SharedRow> {
    let table = node.table()?;
    table.only(&keys::ROW);
    let from = table.need("from", &keys::ROW)?.text()?.to_owned();
    Some(SharedRow { from, size: table.need("size", &keys::ROW)?.measure()? })
}

fn turn(node: TomlNode<'_>) -> Option<Turn> {
    let table = node.table()?;
    table.only(&keys::TURN);
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
    Some(Turn { draw, first: table.get("first").and_then(|n| n.count()).unwrap_or(2), discard })
}

fn reshuffle(node: TomlNode<'_>) -> Option<Reshuffle> {
    let table: TomlTable<'_> = node.table()?;
    table.only(&keys::RESHUFFLE);
    let when = table.need("when", &keys::RESHUFFLE)?;
    let when = match when.text()? {
        "empty" => ReshuffleWhen::Empty,
        "last" => ReshuffleWhen::Last,
        word => {
            when.unknown(What::Word, word, ["empty", "last"].into_iter());
            return None;
        }
    };
    Some(Reshuffle { when, times: table.get("times").and_then(|n| n.count()) })
}

fn mulligan(node: TomlNode<'_>) -> Option<Mulligan> {
    let kind = |node: TomlNode<'_>| {
        let word = node.text()?;
        let found = MulliganKind::parse(word);
        if found.is_none() {
            node.unknown(What::Word, word, MulliganKind::ALL.into_iter().map(MulliganKind::word));
        }
        found
    };
    if matches!(node.value, DeValue::String(_)) {
        return Some(Mulligan { kind: kind(node)?, ..Mulligan::default() });
    }
    let table = node.table()?;
    table.only(&keys::MULLIGAN);
    Some(Mulligan {
        kind: kind(table.need("kind", &keys::MULLIGAN)?)?,
        down_to: table.get("down-to").and_then(|n| n.count()),
        free: table.get("free").and_then(|n| n.count()).unwrap_or(0),
        keep: table.get("keep").and_then(|n| n.text()).map(str::to_owned),
        redraw_unless: table.get("redraw-unless").and_then(|n| n.text()).map(str::to_owned),
    })
}

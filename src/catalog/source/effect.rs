//! The effects that a part of a card prints.

use super::node::{Node, Table};
use super::problem::Problem;
use super::provenance::{self, EFFECTS, Sources};
use super::value;
use super::words::{Expected, What};
use crate::model::card::{EffectRecord, FaceRecord, Provenance, Value};
use crate::model::{Bounds, Game};
use toml::de::DeValue;

/// Reads `effects` of a part: a list, in which `"?"` says that there may be others, or `"?"` alone.
pub(super) fn read(game: &Game, part: &mut FaceRecord, node: Node<'_>, sources: &Sources) {
    let provenance = sources.of(part.face, EFFECTS);
    if node.value.as_str() == Some("?") {
        part.effects.clear();
        part.effects_complete = None;
        return;
    }
    let Some(items) = node.array() else { return };
    part.effects.clear();
    part.effects_complete = Some(provenance);
    for item in items {
        match item.value {
            DeValue::String(word) if word == "?" => part.effects_complete = None,
            DeValue::String(word) => {
                part.effects.extend(plain(game, item, word, provenance));
            }
            DeValue::Table(_) => {
                let effect = item.table().and_then(|table| full(game, table, provenance));
                part.effects.extend(effect);
            }
            _ => item.wrong(Expected::Effect),
        }
    }
}

fn plain(game: &Game, node: Node<'_>, word: &str, provenance: Provenance) -> Option<EffectRecord> {
    let Some(effect) = game.effect(word) else {
        node.unknown_of(What::Effect, word, game.effects.iter().map(|e| &e.named));
        return None;
    };
    Some(EffectRecord { effect, amount: None, trigger: None, choice: None, provenance })
}

fn full(game: &Game, table: Table<'_>, otherwise: Provenance) -> Option<EffectRecord> {
    table.only("an effect", &["effect", "amount", "when", "choice", "provenance"]);
    let node = table.need("effect", "an effect")?;
    let given = table.get("provenance").and_then(|n| provenance::one(n, game));
    let mut record = plain(game, node, node.text()?, given.unwrap_or(otherwise))?;
    let def = game.effects.get(record.effect.index())?;
    let not_on_effect = |node: Node<'_>, key| {
        node.fail(Problem::NotOnEffect { effect: def.named.id.to_string(), key });
    };
    if let Some(node) = table.get("amount") {
        if !def.amount {
            not_on_effect(node, "amount");
        }
        record.amount = amount(node);
    }
    if let Some(node) = table.get("when") {
        if !def.trigger {
            not_on_effect(node, "when");
        }
        let word = node.text()?;
        record.trigger = game.trigger(word);
        if record.trigger.is_none() {
            node.unknown_of(What::Trigger, word, game.triggers.iter().map(|t| &t.named));
        }
    }
    if let Some(node) = table.get("choice") {
        let choice = node.count()?;
        record.choice = u8::try_from(choice).ok().filter(|c| *c < u8::MAX);
        if record.choice.is_none() {
            node.fail(Problem::TooMany { what: What::Effect, limit: 254 });
        }
    }
    Some(record)
}

fn amount(node: Node<'_>) -> Option<Value> {
    match node.value {
        DeValue::String(text) if text == "?" => Some(Value::Unknown(Bounds::OPEN)),
        DeValue::Table(_) => {
            let table = node.table()?;
            table.only("an amount", &["min", "max"]);
            value::bounds(table).map(Value::Unknown)
        }
        _ => node.number().map(Value::Number),
    }
}

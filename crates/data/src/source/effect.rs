//! The effects that a part of a card prints.

use super::card::keeps_provenance;
use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::printed;
use super::provenance::{self, EFFECTS_FIELD, FieldProvenances};
use super::value;
use super::words::What;
use crate::files::ExpectedValue;
use crate::model::card::{EffectRecord, FaceRecord, Provenance, Value};
use crate::model::{Bounds, Game};
use toml::de::DeValue;

/// Reads `effects` of a part: a list, in which `"?"` says that there may be others, or `"?"` alone.
pub(super) fn read_effects(
    game: &Game,
    part: &mut FaceRecord,
    node: TomlNode<'_>,
    sources: &FieldProvenances,
) {
    let provenance = sources.provenance(part.face, EFFECTS_FIELD);
    if node.value.as_str() == Some("?") {
        part.effects.clear();
        part.effects_complete = None;
        return;
    }
    let Some(items) = node.array() else { return };
    let known = std::mem::take(&mut part.effects);
    let complete = part.effects_complete.replace(provenance);
    for item in items {
        match item.value {
            DeValue::String(word) if word == "?" => part.effects_complete = None,
            DeValue::String(word) => {
                let found = printed::parse_effects(game, word, &part.effects);
                let Some(found) = found else {
                    fail_unknown_effect(game, item, word);
                    continue;
                };
                for record in &found {
                    check_amount_and_trigger(game, record, item);
                }
                let from = |record| EffectRecord { provenance, ..record };
                part.effects.extend(found.into_iter().map(from));
            }
            DeValue::Table(_) => {
                let effect =
                    item.table().and_then(|table| read_effect_table(game, table, provenance));
                part.effects.extend(effect);
            }
            _ => item.fail_type(ExpectedValue::Effect),
        }
    }
    // Who says again what is known better does not make it less known.
    let known_well = complete.is_some_and(|known| keeps_provenance(known, provenance));
    if known_well && part.effects_complete.is_some() && are_same_effects(&known, &part.effects) {
        (part.effects, part.effects_complete) = (known, complete);
    }
}

/// Whether two lists say the same, wherever that comes from, the first on good grounds.
fn are_same_effects(known: &[EffectRecord], said: &[EffectRecord]) -> bool {
    let says = |a: &EffectRecord, b: &EffectRecord| {
        *a == EffectRecord { provenance: a.provenance, ..b.clone() }
    };
    known.len() == said.len()
        && known.iter().zip(said).all(|(a, b)| says(a, b) && a.provenance.grade.is_attested())
}

/// Reports an amount or a trigger that the vocabulary does not give an effect.
fn check_amount_and_trigger(game: &Game, record: &EffectRecord, node: TomlNode<'_>) {
    let Some(def) = game.effects.get(record.effect.index()) else { return };
    for (key, is_wrong) in [
        ("amount", record.amount.is_some() && !def.amount),
        ("when", record.trigger.is_some() && !def.trigger),
    ] {
        if is_wrong {
            node.fail(DataMessage::NotOnEffect { effect: def.named.id.to_string(), key });
        }
    }
}

fn fail_unknown_effect(game: &Game, node: TomlNode<'_>, word: &str) {
    let name = printed::effect_name(word);
    node.fail_unknown_named(What::Effect, name, game.effects.iter().map(|e| &e.named));
}

fn read_bare_effect(
    game: &Game,
    node: TomlNode<'_>,
    word: &str,
    provenance: Provenance,
) -> Option<EffectRecord> {
    let Some(effect) = game.effect(word) else {
        fail_unknown_effect(game, node, word);
        return None;
    };
    Some(EffectRecord { effect, amount: None, trigger: None, choice: None, provenance })
}

fn read_effect_table(
    game: &Game,
    table: TomlTable<'_>,
    otherwise: Provenance,
) -> Option<EffectRecord> {
    table.check_keys(&keys::EFFECT);
    let node = table.require("effect", &keys::EFFECT)?;
    let given = table.get("provenance").and_then(|n| provenance::read_provenance(n, game));
    let mut record = read_bare_effect(game, node, node.text()?, given.unwrap_or(otherwise))?;
    let def = game.effects.get(record.effect.index())?;
    let not_on_effect = |node: TomlNode<'_>, key| {
        node.fail(DataMessage::NotOnEffect { effect: def.named.id.to_string(), key });
    };
    if let Some(node) = table.get("amount") {
        if !def.amount {
            not_on_effect(node, "amount");
        }
        record.amount = read_amount(node);
    }
    if let Some(node) = table.get("when") {
        if !def.trigger {
            not_on_effect(node, "when");
        }
        let word = node.text()?;
        record.trigger = game.trigger(word);
        if record.trigger.is_none() {
            node.fail_unknown_named(What::Trigger, word, game.triggers.iter().map(|t| &t.named));
        }
    }
    if let Some(node) = table.get("choice") {
        let choice = node.count()?;
        record.choice = u8::try_from(choice).ok().filter(|c| *c < u8::MAX);
        if record.choice.is_none() {
            node.fail(DataMessage::TooMany { what: What::Effect, limit: 254 });
        }
    }
    Some(record)
}

fn read_amount(node: TomlNode<'_>) -> Option<Value> {
    match node.value {
        DeValue::String(text) if text == "?" => Some(Value::Unknown(Bounds::OPEN)),
        DeValue::Table(_) => {
            let table = node.table()?;
            table.check_keys(&keys::AMOUNT);
            value::read_bounds(table).map(Value::Unknown)
        }
        _ => node.number().map(Value::Number),
    }
}

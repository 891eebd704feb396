//! The effects of a part of a card: as tables of a data file, or as the program prints them, in
//! either language: `écran 3`, `combat 4 (ally)`, `draw or combat 2`.

use super::{
    fact::{self, EFFECTS_FIELD, FieldProvenances, keeps_provenance},
    keys::{self, names::*},
    messages::{DataMessage, NamedThing},
    node::{TomlNode, TomlTable},
};
use crate::{
    files::ExpectedValue,
    model::{
        Bounds, EffectId, Game, Number, TriggerId,
        card::{EffectRecord, FaceRecord, Grade, Provenance, Value},
        game::EffectDef,
    },
};
use toml::de::DeValue;

/// Reads `effects` of a part: a list, where `"?"` means that there may be others, or just `"?"`.
pub(super) fn read_effects(
    game: &Game,
    part: &mut FaceRecord,
    node: TomlNode<'_>,
    provenances: &FieldProvenances,
) {
    let provenance = provenances.provenance(part.face, EFFECTS_FIELD);
    if node.value.as_str() == Some("?") {
        part.effects.clear();
        part.effects_complete = None;
        return;
    }
    let Some(items) = node.array() else { return };
    // A list of effects replaces that of the layer below completely.
    let known = std::mem::take(&mut part.effects);
    let complete = part.effects_complete.replace(provenance);
    for item in items {
        match item.value {
            DeValue::String(word) if word == "?" => part.effects_complete = None,
            DeValue::String(word) => {
                for record in read_printed_effects(game, item, word, &part.effects) {
                    part.effects.push(EffectRecord { provenance, ..record });
                }
            }
            DeValue::Table(_) => {
                let effect = item
                    .table()
                    .and_then(|table| read_effect_table(game, table, provenance));
                part.effects.extend(effect);
            }
            _ => item.fail_type(ExpectedValue::Effect),
        }
    }
    // A layer that repeats effects with a weaker provenance does not weaken them.
    let keeps = complete.is_some_and(|known| keeps_provenance(known, provenance));
    if keeps && part.effects_complete.is_some() && are_same_effects(&known, &part.effects) {
        (part.effects, part.effects_complete) = (known, complete);
    }
}

/// Reads the effects of a text; reports an unknown effect, and what the vocabulary does not allow
/// for it. `before` are the earlier effects of the part.
fn read_printed_effects(
    game: &Game,
    node: TomlNode<'_>,
    text: &str,
    before: &[EffectRecord],
) -> Vec<EffectRecord> {
    let Some(records) = parse_effects(game, text, before) else {
        fail_unknown_effect(game, node, text);
        return Vec::new();
    };
    for record in &records {
        let Some(def) = game.effects.get(record.effect.index()) else { continue };
        if record.amount.is_some() && !def.amount {
            fail_not_on_effect(node, def, AMOUNT);
        }
        if record.trigger.is_some() && !def.trigger {
            fail_not_on_effect(node, def, WHEN);
        }
    }
    records
}

/// Whether two lists contain equal effects, ignoring provenance, and those of the first are
/// attested.
fn are_same_effects(known: &[EffectRecord], new: &[EffectRecord]) -> bool {
    known.len() == new.len()
        && known.iter().zip(new).all(|(known, new)| {
            let same = EffectRecord { provenance: known.provenance, ..new.clone() };
            *known == same && known.provenance.grade.is_attested()
        })
}

fn fail_not_on_effect(node: TomlNode<'_>, def: &EffectDef, key: &'static str) {
    node.fail(DataMessage::NotOnEffect { effect: def.named.id.to_string(), key });
}

fn fail_unknown_effect(game: &Game, node: TomlNode<'_>, word: &str) {
    let name = effect_name(word);
    node.fail_unknown_named(NamedThing::Effect, name, game.effects.iter().map(|e| &e.named));
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
    default: Provenance,
) -> Option<EffectRecord> {
    table.check_keys(&keys::EFFECT);
    let node = table.get(EFFECT)?;
    let given = table
        .get(PROVENANCE)
        .and_then(|n| fact::read_provenance(n, game));
    let mut record = read_bare_effect(game, node, node.text()?, given.unwrap_or(default))?;
    let def = game.effects.get(record.effect.index())?;
    if let Some(node) = table.get(AMOUNT) {
        if !def.amount {
            fail_not_on_effect(node, def, AMOUNT);
        }
        record.amount = read_amount(node);
    }
    if let Some(node) = table.get(WHEN) {
        if !def.trigger {
            fail_not_on_effect(node, def, WHEN);
        }
        node.text()?;
        record.trigger = node.named(NamedThing::Trigger, |w| game.trigger(w), &game.triggers);
    }
    if let Some(node) = table.get(CHOICE) {
        let choice = node.count()?;
        record.choice = u8::try_from(choice).ok().filter(|c| *c < u8::MAX);
        if record.choice.is_none() {
            // A packed card stores `choice + 1` in a byte; 0 means none.
            node.fail(DataMessage::TooMany { what: NamedThing::Effect, limit: 254 });
        }
    }
    Some(record)
}

fn read_amount(node: TomlNode<'_>) -> Option<Value> {
    match node.value {
        DeValue::String(text) if text == "?" => Some(Value::Unknown(Bounds::OPEN)),
        DeValue::Table(_) => {
            fact::read_bounds(node.checked_table(&keys::AMOUNT)?).map(Value::Unknown)
        }
        _ => node.number().map(Value::Number),
    }
}

/// Effects joined by "or" use the highest free group below this number. Groups numbered in data
/// files begin at 0.
const TYPED_GROUPS_END: u8 = 254;

/// Parses one effect, or several to choose from; `None` if the text contains none. `before` are the
/// earlier effects of the part, whose groups are taken.
pub(super) fn parse_effects(
    game: &Game,
    text: &str,
    before: &[EffectRecord],
) -> Option<Vec<EffectRecord>> {
    if let Some(effect) = parse_effect(game, text) {
        return Some(vec![effect]);
    }
    let parts: Vec<&str> = text
        .split(" or ")
        .flat_map(|part| part.split(" ou "))
        .collect();
    if parts.len() < 2 {
        return None;
    }
    let taken: Vec<Option<u8>> = before.iter().map(|effect| effect.choice).collect();
    let choice = (0..TYPED_GROUPS_END)
        .rev()
        .map(Some)
        .find(|group| !taken.contains(group))?;
    let mut effects = Vec::new();
    for part in parts {
        effects.push(EffectRecord { choice, ..parse_effect(game, part)? });
    }
    Some(effects)
}

/// The presumed name in a text without a known effect: the part before a number or a parenthesis.
pub(super) fn effect_name(text: &str) -> &str {
    let end = text
        .find(|c: char| c.is_ascii_digit() || c == '(')
        .unwrap_or(text.len());
    let name = text.get(..end).unwrap_or(text).trim();
    if name.is_empty() { text } else { name }
}

/// Parses one effect as printed, in either language; `None` if the text contains none, or several.
pub fn parse_effect(game: &Game, text: &str) -> Option<EffectRecord> {
    let printed = text.trim();
    // The whole text is tried first, because a name may end like a trigger.
    let (rest, trigger) = match plain_effect(game, printed) {
        Some(_) => (printed, None),
        None => split_trigger(game, printed),
    };
    let (effect, amount) = match plain_effect(game, rest) {
        Some(effect) => (effect, None),
        None => split_amount(game, rest)?,
    };
    let provenance = Provenance::from_grade(Grade::Published);
    Some(EffectRecord { effect, amount, trigger, choice: None, provenance })
}

/// The effect with this name. Names are compared without punctuation, so `draw ?` would match
/// `draw`, but `?` is an amount.
fn plain_effect(game: &Game, name: &str) -> Option<EffectId> {
    game.effect(name).filter(|_| !name.ends_with('?'))
}

/// Splits `draw 2 to 4` into the effect and its amount. Names contain spaces, and so do amounts:
/// the first space with a name before it and an amount after it counts.
fn split_amount(game: &Game, text: &str) -> Option<(EffectId, Option<Value>)> {
    for (at, _) in text.match_indices(char::is_whitespace) {
        let (name, shown) = text.split_at(at);
        if let (Some(effect), Some(amount)) = (game.effect(name), parse_amount(shown.trim())) {
            return Some((effect, Some(amount)));
        }
    }
    None
}

/// Splits `combat 4 (ally)` into `combat 4` and the trigger.
fn split_trigger<'t>(game: &Game, text: &'t str) -> (&'t str, Option<TriggerId>) {
    let inner = text
        .strip_suffix(')')
        .and_then(|text| text.rsplit_once('('));
    match inner.and_then(|(rest, word)| Some((rest, game.trigger(word.trim())?))) {
        Some((rest, trigger)) => (rest.trim_end(), Some(trigger)),
        None => (text, None),
    }
}

/// Parses `3`, `?`, `2 to 4`, `3 or more`, `at most 4`, as [`Bounds`] are printed.
fn parse_amount(text: &str) -> Option<Value> {
    if text == "?" {
        return Some(Value::Unknown(Bounds::OPEN));
    }
    if let Some(number) = parse_number(text) {
        return Some(Value::Number(number));
    }
    for word in ["at most ", "au plus "] {
        if let Some(max) = text.strip_prefix(word) {
            let max = Some(parse_number(max)?);
            return Some(Value::Unknown(Bounds { min: None, max }));
        }
    }
    for word in [" or more", " ou plus", "+"] {
        if let Some(min) = text.strip_suffix(word) {
            let min = Some(parse_number(min)?);
            return Some(Value::Unknown(Bounds { min, max: None }));
        }
    }
    let (least, most) = text.split_once(" to ").or_else(|| text.split_once(" à "))?;
    let (min, max) = (Some(parse_number(least)?), Some(parse_number(most)?));
    (min <= max).then_some(Value::Unknown(Bounds { min, max }))
}

/// Parses a number as written in either language: `4.5`, `4,5`.
pub(super) fn parse_number(text: &str) -> Option<Number> {
    let digits = text.trim();
    if let Some(number) = Number::parse(digits) {
        return Some(number);
    }
    // A single comma is a decimal comma. `1,234.5` and `1,2,3` would be different numbers in other
    // languages, and are rejected here.
    let (whole, decimals) = digits.split_once(',')?;
    if decimals.contains([',', '.']) || whole.contains('.') {
        return None;
    }
    Number::parse(&format!("{whole}.{decimals}"))
}

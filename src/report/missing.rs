//! What nobody has attested of some cards, as an overlay for whoever owns them to fill in.

use super::escape::safe;
use super::fact::View;
use crate::model::card::{CardRecord, EffectRecord, FaceRecord, StoredFact, Value};
use crate::model::game::{Attribute, AttributeType};
use crate::model::{Bounds, CardIndex, FRONT, Game, Lang};
use std::io::{self, Write};

/// One fact to be filled in: the key of the overlay, what stands behind it now, what is known of it.
struct Gap {
    key: String,
    value: String,
    remark: String,
}

/// Writes the overlay: every card of these that has unknown, inferred or made-up facts, each such fact as a
/// comment to be uncommented. Untouched, the overlay changes nothing. Gives the number of cards.
pub fn write(out: &mut dyn Write, view: &View<'_>, cards: &[CardIndex]) -> io::Result<usize> {
    let game = &view.catalog.game;
    let gaps = |index: &CardIndex| {
        let record = view.catalog.cards.record(*index);
        let gaps = gaps(view, &record);
        (!gaps.is_empty()).then_some((record, gaps))
    };
    let lacking: Vec<(CardRecord, Vec<Gap>)> = cards.iter().filter_map(gaps).collect();
    if lacking.is_empty() {
        return Ok(0);
    }
    head(out, view)?;
    writeln!(out, "game = {}", quoted(game.id()))?;
    writeln!(out, "\n[file]\nprovenance = \"published\"")?;
    for (record, gaps) in &lacking {
        let name = record.name.get(view.lang);
        writeln!(out, "\n[[card]]")?;
        let remark = if name == record.id { String::new() } else { format!("  # {}", plain(name)) };
        writeln!(out, "id = {}{remark}", quoted(&record.id))?;
        for gap in gaps {
            writeln!(out, "# {} = {}  # {}", gap.key, gap.value, gap.remark)?;
        }
    }
    Ok(lacking.len())
}

fn head(out: &mut dyn Write, view: &View<'_>) -> io::Result<()> {
    let name = view.catalog.game.name(view.lang);
    let lines = match view.lang {
        Lang::En => [
            format!("# {}: facts that nobody has published, or that were made up so that sleeve can be tried.", plain(name)),
            "# Take the `#` away from a line and write what your card prints. What you leave as it is changes nothing.".to_owned(),
            "# Then: sleeve check --cards THIS-FILE DECK".to_owned(),
        ],
        Lang::Fr => [
            format!("# {} : faits que personne n'a publiés, ou inventés pour que sleeve puisse être essayé.", plain(name)),
            "# Ôtez le `#` d'une ligne et écrivez ce que porte votre carte. Ce que vous laissez tel quel ne change rien.".to_owned(),
            "# Ensuite : sleeve check --cards CE-FICHIER DECK".to_owned(),
        ],
    };
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// A text in a comment: one line, nothing that a terminal obeys.
fn plain(text: &str) -> String {
    safe(text).replace('\n', " ")
}

fn quoted(text: &str) -> String {
    toml::Value::String(text.to_owned()).to_string()
}

fn gaps(view: &View<'_>, record: &CardRecord) -> Vec<Gap> {
    let game = &view.catalog.game;
    let mut gaps = Vec::new();
    for face in &record.faces {
        let prefix = match game.faces.get(face.face.index()) {
            Some(def) if face.face != FRONT => format!("faces.{}.", def.named.id),
            _ => String::new(),
        };
        for (id, fact) in &face.facts {
            let unknown = matches!(fact.value, Value::Unknown(_));
            if let Some(attribute) = game.attribute_of(*id)
                && (unknown || !fact.provenance.grade.is_attested())
            {
                gaps.push(Gap {
                    key: format!("{prefix}{}", attribute.named.id),
                    value: value(attribute, fact),
                    remark: remark(view, attribute, fact),
                });
            }
        }
        gaps.extend(effects_gap(view, face, &prefix));
    }
    gaps
}

fn effects_gap(view: &View<'_>, face: &FaceRecord, prefix: &str) -> Option<Gap> {
    let game = &view.catalog.game;
    let attested = |e: &EffectRecord| {
        e.provenance.grade.is_attested() && !matches!(e.amount, Some(Value::Unknown(_)))
    };
    let whole = face.effects_complete.is_some_and(|p| p.grade.is_attested());
    let halves = game.halves(face.face).next().is_some() && face.effects.is_empty();
    if game.effects.is_empty() || halves || (whole && face.effects.iter().all(attested)) {
        return None;
    }
    let worst = face.effects.iter().map(|e| e.provenance).max_by_key(|p| p.grade);
    let words = |p| view.provenance(p);
    let unknown = || say(view, "unknown", "inconnu").to_owned();
    let remark = worst.or(face.effects_complete).map_or_else(unknown, words);
    let each: Vec<String> = face.effects.iter().map(|e| effect(game, e)).collect();
    Some(Gap { key: format!("{prefix}effects"), value: format!("[{}]", each.join(", ")), remark })
}

fn effect(game: &Game, record: &EffectRecord) -> String {
    let id = game.effects.get(record.effect.index()).map_or("", |e| e.named.id.as_str());
    let mut keys = vec![format!("effect = {}", quoted(id))];
    match &record.amount {
        Some(Value::Number(n)) => keys.push(format!("amount = {n}")),
        Some(_) => keys.push("amount = \"?\"".to_owned()),
        None => {}
    }
    if let Some(trigger) = record.trigger.and_then(|t| game.triggers.get(t.index())) {
        keys.push(format!("when = {}", quoted(&trigger.named.id)));
    }
    keys.extend(record.choice.map(|choice| format!("choice = {choice}")));
    if keys.len() == 1 { quoted(id) } else { format!("{{ {} }}", keys.join(", ")) }
}

fn value(attribute: &Attribute, fact: &StoredFact) -> String {
    let id = |v: &crate::model::ValueId| {
        attribute.values().get(v.index()).map_or("", |named| named.id.as_str())
    };
    let bare = match &fact.value {
        Value::Unknown(known) => return bounds(*known),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => {
            let each: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let print = fact.print.as_ref().map(|p| format!(", print = {}", quoted(p)));
            return format!("{{ choice = [{}]{} }}", each.join(", "), print.unwrap_or_default());
        }
        Value::Text(text) => quoted(text),
        Value::Enum(value) => quoted(id(value)),
        Value::Set(values) if matches!(attribute.kind, AttributeType::Set { counts: true, .. }) => {
            let each: Vec<String> =
                values.iter().map(|(v, n)| format!("{} = {n}", id(v))).collect();
            format!("{{ {} }}", each.join(", "))
        }
        Value::Set(values) => {
            let each: Vec<String> = values.iter().map(|(v, _)| quoted(id(v))).collect();
            format!("[{}]", each.join(", "))
        }
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.to_string(),
    };
    match &fact.print {
        Some(print) => format!("{{ value = {bare}, print = {} }}", quoted(print)),
        None => bare,
    }
}

fn bounds(known: Bounds) -> String {
    match (known.min, known.max) {
        (None, None) => "\"?\"".to_owned(),
        (Some(min), None) => format!("{{ min = {min} }}"),
        (None, Some(max)) => format!("{{ max = {max} }}"),
        (Some(min), Some(max)) => format!("{{ min = {min}, max = {max} }}"),
    }
}

fn remark(view: &View<'_>, attribute: &Attribute, fact: &StoredFact) -> String {
    let mut parts = Vec::new();
    match fact.value {
        Value::Unknown(_) => parts.push(say(view, "unknown", "inconnu").to_owned()),
        _ => parts.push(view.provenance(fact.provenance)),
    }
    if fact.attested != Bounds::OPEN {
        let known = view.bounds(fact.attested);
        parts.push(format!("{}: {known}", say(view, "attested", "attesté")));
    }
    parts.push(match &attribute.kind {
        AttributeType::Integer => say(view, "a whole number", "un nombre entier").to_owned(),
        AttributeType::Number => say(view, "a number", "un nombre").to_owned(),
        AttributeType::Text => say(view, "a text", "un texte").to_owned(),
        AttributeType::Date => say(view, "a day", "un jour").to_owned(),
        AttributeType::Flag => say(view, "true or false", "true ou false").to_owned(),
        AttributeType::Enum { values, .. } | AttributeType::Set { values, .. } => {
            let ids: Vec<&str> = values.iter().map(|v| v.id.as_str()).take(12).collect();
            let rest = if values.len() > ids.len() { ", …" } else { "" };
            format!("{}: {}{rest}", say(view, "values", "valeurs"), ids.join(", "))
        }
    });
    parts.join("; ")
}

fn say(view: &View<'_>, en: &'static str, fr: &'static str) -> &'static str {
    if view.lang == Lang::Fr { fr } else { en }
}

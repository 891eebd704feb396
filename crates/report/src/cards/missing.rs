//! Unattested facts of cards, for the owner of the cards to fill in: as an overlay or as a
//! spreadsheet.
//!
//! The overlay has each such fact in a comment to uncomment. The sheet has a row for each card,
//! with an empty cell for each fact that its owner can look up; attested facts are already there.
//! Unchanged, neither has any effect.

use crate::cards::FactStyle;
use crate::forms::csv::CsvSheet;
use crate::templates::toml_string;
use crate::text::escape::safe;
use sleeve_data::model::card::{CardRecord, EffectRecord, StoredFact, Value};
use sleeve_data::model::game::{Attribute, AttributeType, EffectDef, Named};
use sleeve_data::model::{AttributeId, Bounds, CardIndex, FRONT, FaceId, Game};
use sleeve_library::gaps::{Gap, Unattested, find_gaps};
use std::collections::BTreeSet;
use std::io::{self, Write};

/// Width of the remarks at the top of an overlay, in columns.
const REMARK_WIDTH: usize = 100;

/// A card with its unattested facts.
pub(super) type CardGaps = (CardRecord, Vec<Gap>);

/// Returns the cards with unattested facts.
pub(super) fn cards_with_gaps(view: &FactStyle<'_>, cards: &[CardIndex]) -> Vec<CardGaps> {
    let gaps = |index: &CardIndex| {
        let record = view.catalog.cards.record(*index);
        let gaps = find_gaps(&view.catalog.game, &record);
        (!gaps.is_empty()).then_some((record, gaps))
    };
    cards.iter().filter_map(gaps).collect()
}

/// Whether some of the cards have facts to fill in.
pub fn has_gaps(view: &FactStyle<'_>, cards: &[CardIndex]) -> bool {
    !cards_with_gaps(view, cards).is_empty()
}

/// Writes the overlay: every card with unknown, inferred or made-up facts, each of them in a
/// comment to uncomment.
pub fn write_overlay(
    out: &mut dyn Write,
    view: &FactStyle<'_>,
    cards: &[CardIndex],
) -> io::Result<()> {
    let game = &view.catalog.game;
    let incomplete = cards_with_gaps(view, cards);
    // Written even without cards, so that a script for every game needs no special case.
    if !incomplete.is_empty() {
        write_head(out, view)?;
    }
    for line in describe_vocabulary(view, &incomplete) {
        let wide = textwrap::Options::new(REMARK_WIDTH).subsequent_indent("  ").break_words(false);
        for line in textwrap::wrap(&line, wide.word_splitter(textwrap::WordSplitter::NoHyphenation))
        {
            writeln!(out, "# {line}")?;
        }
    }
    writeln!(out, "game = {}", toml_string(game.id()))?;
    for (record, gaps) in &incomplete {
        let name = record.name.get(view.lang);
        let remark =
            if name == record.id { String::new() } else { format!("  # {}", comment_text(name)) };
        // A stand-in is replaced: its made-up id stays as an alias, so decks with it keep working.
        let key = if record.id_provenance.grade.is_attested() { "id" } else { "replaces" };
        writeln!(out, "\n[[card]]")?;
        writeln!(out, "{key} = {}{remark}", toml_string(&record.id))?;
        for gap in gaps {
            if let Some((value, remark)) = current_value(view, record, gap) {
                writeln!(out, "# {} = {value}  # {remark}", toml_key(game, gap))?;
            }
        }
    }
    Ok(())
}

/// Lists the game's words for the missing facts, for the top of the file.
pub(super) fn describe_vocabulary(view: &FactStyle<'_>, incomplete: &[CardGaps]) -> Vec<String> {
    let game = &view.catalog.game;
    let all_gaps = || incomplete.iter().flat_map(|(_, gaps)| gaps);
    let named = |named: &Named, amount: &str| {
        let (id, other) = (named.id.as_str(), named.name.get(view.lang));
        let other =
            if id == other { named.name.wordings().find(|w| *w != id) } else { Some(other) };
        let other = other.map_or_else(String::new, |other| format!(" ({other}{amount})"));
        format!("{id}{amount}{other}")
    };
    let mut lines = Vec::new();
    let colon = word!(view.lang, ":");
    if all_gaps().any(|gap| gap.fact == Unattested::Effects) {
        let amount = |e: &EffectDef| if e.amount { " N" } else { "" };
        let words: Vec<String> = game.effects.iter().map(|e| named(&e.named, amount(e))).collect();
        lines.push(format!("{}{colon} {}", word!(view.lang, "effects"), words.join(", ")));
        if !game.triggers.is_empty() {
            let words: Vec<String> = game.triggers.iter().map(|t| named(&t.named, "")).collect();
            let title = word!(view.lang, "triggers, as in `combat 4 (ally)`");
            lines.push(format!("{title}{colon} {}", words.join(", ")));
        }
    }
    let fields: BTreeSet<AttributeId> = all_gaps()
        .filter_map(|gap| match gap.fact {
            Unattested::Attribute(id) => Some(id),
            _ => None,
        })
        .collect();
    for attribute in fields.into_iter().filter_map(|id| game.get_attribute(id)) {
        let values: Vec<String> = attribute.values().iter().map(|v| named(v, "")).collect();
        if !values.is_empty() {
            lines.push(format!("{}{colon} {}", named(&attribute.named, ""), values.join(", ")));
        }
    }
    lines.iter().map(|line| comment_text(line)).collect()
}

fn write_head(out: &mut dyn Write, view: &FactStyle<'_>) -> io::Result<()> {
    let name = view.catalog.game.name(view.lang);
    let lang = view.lang;
    let lines = [
        say!(
            lang,
            "# {name}: facts that are unpublished, or made up so that you can try sleeve.",
            name = comment_text(name)
        ),
        say!(
            lang,
            "# Remove the `#` from a line and write what your card prints. Lines that you leave alone change nothing."
        ),
        say!(lang, "# Then: sleeve check --cards THIS-FILE DECK"),
    ];
    lines.iter().try_for_each(|line| writeln!(out, "{line}"))
}

/// Makes a text fit into a comment: on one line, hidden characters escaped.
pub(super) fn comment_text(text: &str) -> String {
    safe(text).replace('\n', " ")
}

fn toml_key(game: &Game, gap: &Gap) -> String {
    match gap.fact {
        Unattested::Id => "id".to_owned(),
        _ if gap.face != FRONT => format!("faces.{}", gap.key(game)),
        _ => gap.key(game),
    }
}

/// Returns the current value of a fact as TOML, and a remark on how it is known.
fn current_value(view: &FactStyle<'_>, record: &CardRecord, gap: &Gap) -> Option<(String, String)> {
    let game = &view.catalog.game;
    let face = record.faces.iter().find(|face| face.face == gap.face)?;
    match gap.fact {
        Unattested::Id => {
            let hint = word!(view.lang, "what your card prints");
            let remark =
                format!("{}{}{hint}", view.provenance(record.id_provenance), view.lang.semicolon());
            Some((toml_string(&record.id), remark))
        }
        Unattested::Attribute(id) => {
            let (_, fact) = face.facts.iter().find(|(other, _)| *other == id)?;
            let attribute = game.get_attribute(id)?;
            Some((toml_value(attribute, fact), describe_fact(view, attribute, fact)))
        }
        Unattested::Effects => {
            // Grades are in order, best first: a list is only as good as its weakest effect.
            let worst = face.effects.iter().map(|e| e.provenance).max_by_key(|p| p.grade);
            let words = |p| view.provenance(p);
            let unknown = || say!(view.lang, "unknown");
            let remark = worst.or(face.effects_complete).map_or_else(unknown, words);
            let each: Vec<String> = face.effects.iter().map(|e| toml_effect(game, e)).collect();
            Some((format!("[{}]", each.join(", ")), remark))
        }
    }
}

fn toml_effect(game: &Game, record: &EffectRecord) -> String {
    let id = game.effects.get(record.effect.index()).map_or("", |e| e.named.id.as_str());
    let mut keys = vec![format!("effect = {}", toml_string(id))];
    match &record.amount {
        Some(Value::Number(n)) => keys.push(format!("amount = {n}")),
        Some(_) => keys.push("amount = \"?\"".to_owned()),
        None => {}
    }
    if let Some(trigger) = record.trigger.and_then(|t| game.triggers.get(t.index())) {
        keys.push(format!("when = {}", toml_string(&trigger.named.id)));
    }
    keys.extend(record.choice.map(|choice| format!("choice = {choice}")));
    if keys.len() == 1 { toml_string(id) } else { format!("{{ {} }}", keys.join(", ")) }
}

fn toml_value(attribute: &Attribute, fact: &StoredFact) -> String {
    let id = |v: &sleeve_data::model::ValueId| {
        attribute.values().get(v.index()).map_or("", |named| named.id.as_str())
    };
    let bare = match &fact.value {
        Value::Unknown(known) => return toml_bounds(*known),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => {
            let each: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let print = fact.print.as_ref().map(|p| format!(", print = {}", toml_string(p)));
            return format!("{{ choice = [{}]{} }}", each.join(", "), print.unwrap_or_default());
        }
        Value::Text(text) => toml_string(text),
        Value::Enum(value) => toml_string(id(value)),
        Value::Set(values) if matches!(attribute.kind, AttributeType::Set { counts: true, .. }) => {
            let each: Vec<String> =
                values.iter().map(|(v, n)| format!("{} = {n}", id(v))).collect();
            format!("{{ {} }}", each.join(", "))
        }
        Value::Set(values) => {
            let each: Vec<String> = values.iter().map(|(v, _)| toml_string(id(v))).collect();
            format!("[{}]", each.join(", "))
        }
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.to_string(),
    };
    match &fact.print {
        Some(print) => format!("{{ value = {bare}, print = {} }}", toml_string(print)),
        None => bare,
    }
}

fn toml_bounds(known: Bounds) -> String {
    match (known.min, known.max) {
        (None, None) => "\"?\"".to_owned(),
        (Some(min), None) => format!("{{ min = {min} }}"),
        (None, Some(max)) => format!("{{ max = {max} }}"),
        (Some(min), Some(max)) => format!("{{ min = {min}, max = {max} }}"),
    }
}

fn describe_fact(view: &FactStyle<'_>, attribute: &Attribute, fact: &StoredFact) -> String {
    let mut parts = Vec::new();
    match fact.value {
        Value::Unknown(_) => parts.push(say!(view.lang, "unknown")),
        _ => parts.push(view.provenance(fact.provenance)),
    }
    if fact.attested != Bounds::OPEN {
        let known = view.bounds(fact.attested);
        parts.push(format!("{}{}{known}", word!(view.lang, "attested"), view.lang.colon()));
    }
    parts.push(match &attribute.kind {
        AttributeType::Integer => say!(view.lang, "a whole number"),
        AttributeType::Number => say!(view.lang, "a number"),
        AttributeType::Text => say!(view.lang, "a text"),
        AttributeType::Cards { .. } => say!(view.lang, "names of cards"),
        AttributeType::Date => say!(view.lang, "a day"),
        AttributeType::Flag => say!(view.lang, "true or false"),
        AttributeType::Enum { values, .. } | AttributeType::Set { values, .. } => {
            let ids: Vec<&str> = values.iter().map(|v| v.id.as_str()).take(12).collect();
            let colon = view.lang.colon();
            let rest = if values.len() > ids.len() { ", …" } else { "" };
            format!("{}{colon}{}{rest}", word!(view.lang, "values"), ids.join(", "))
        }
    });
    parts.join(view.lang.semicolon())
}

/// Writes the sheet: a row for each card with unattested facts.
pub fn write_sheet(
    out: &mut dyn Write,
    view: &FactStyle<'_>,
    cards: &[CardIndex],
) -> io::Result<()> {
    let game = &view.catalog.game;
    let incomplete = cards_with_gaps(view, cards);
    let columns = sheet_columns(&incomplete);
    let is_invented = |(record, _): &CardGaps| !record.id_provenance.grade.is_attested();
    let replaces = incomplete.iter().any(is_invented);
    let is_named = |(record, _): &CardGaps| record.name.get(view.lang) != record.id;
    let names = incomplete.iter().any(is_named);
    let mut sheet = CsvSheet::csv_with_remarks(out);
    for line in sheet_remarks(view, &incomplete) {
        sheet.row([line])?;
    }
    let mut head: Vec<String> = Vec::new();
    let id = Gap { face: FRONT, fact: Unattested::Id, is_filled: false };
    head.extend(replaces.then(|| say!(view.lang, "replaces")));
    head.push(id.label(game, view.lang));
    head.push(say!(view.lang, "kind"));
    head.extend(names.then(|| say!(view.lang, "name")));
    head.extend(columns.iter().map(|gap| gap.label(game, view.lang)));
    sheet.row(&head)?;
    for lacks in &incomplete {
        let (record, gaps) = lacks;
        let id = mark_as_text(&record.id);
        let mut row = Vec::new();
        let (invented, printed) =
            if is_invented(lacks) { (id, String::new()) } else { (String::new(), id) };
        row.extend(replaces.then_some(invented));
        row.push(printed);
        row.push(game.kinds.get(record.kind.index()).map_or("", |k| &k.named.id).to_owned());
        row.extend(names.then(|| {
            if is_named(lacks) { record.name.get(view.lang).to_owned() } else { String::new() }
        }));
        row.extend(columns.iter().map(|column| attested_cell(game, record, gaps, column)));
        sheet.row(&row)?;
    }
    sheet.finish()?;
    Ok(())
}

/// Returns the remarks above the head of the sheet.
fn sheet_remarks(view: &FactStyle<'_>, incomplete: &[CardGaps]) -> Vec<String> {
    let mut lines = vec![format!("# game: {}", view.catalog.game.id())];
    let how = [
        word!(
            view.lang,
            "Type what your cards print; an empty cell changes nothing, `none` means that a part prints no effect."
        ),
        word!(view.lang, "Then: sleeve lint THIS-FILE, and sleeve check --cards THIS-FILE DECK"),
    ];
    lines.extend(how.iter().map(|line| format!("# {line}")));
    if view.catalog.game.printed_id().is_some() {
        let text = word!(
            view.lang,
            "# Format the column of printed numbers as text: a spreadsheet turns 3-10 into a date. A ' before a number has the same effect."
        );
        lines.push(text.to_owned());
    }
    lines.extend(describe_vocabulary(view, incomplete).into_iter().map(|line| format!("# {line}")));
    lines
}

/// Returns the facts that are missing for some card, in the order of faces and fields.
fn sheet_columns(incomplete: &[CardGaps]) -> Vec<Gap> {
    let all_gaps = incomplete.iter().flat_map(|(_, gaps)| gaps);
    let facts = all_gaps.filter(|gap| gap.fact != Unattested::Id);
    let columns: BTreeSet<Gap> = facts.map(|gap| Gap { is_filled: false, ..*gap }).collect();
    columns.into_iter().collect()
}

/// Puts a `'` before an id that a spreadsheet would turn into a date (`3-10`).
fn mark_as_text(id: &str) -> String {
    let digits =
        |part: &str| (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
    let is_like_a_day = id.split('-').count() > 1 && id.split('-').all(digits);
    if is_like_a_day { format!("'{id}") } else { id.to_owned() }
}

/// Returns the attested value of a fact as a cell; empty if the fact is not attested.
fn attested_cell(game: &Game, record: &CardRecord, gaps: &[Gap], column: &Gap) -> String {
    let is_same_fact = |gap: &&Gap| (gap.face, gap.fact) == (column.face, column.fact);
    if gaps.iter().any(|gap| is_same_fact(&gap)) {
        return String::new();
    }
    match column.fact {
        Unattested::Id => String::new(),
        Unattested::Attribute(id) => {
            let face = record.faces.iter().find(|face| face.face == column.face);
            let fact = face.and_then(|f| f.facts.iter().find(|(other, _)| *other == id));
            let attribute = game.get_attribute(id);
            // A cell cannot hold both a value and its print.
            let plain = fact.filter(|(_, fact)| fact.print.is_none()).zip(attribute);
            plain.map_or_else(String::new, |((_, fact), attribute)| {
                cell_value(attribute, &fact.value)
            })
        }
        Unattested::Effects => cell_effects(game, record, column.face),
    }
}

fn cell_effects(game: &Game, record: &CardRecord, face: FaceId) -> String {
    let Some(face) = record.faces.iter().find(|f| f.face == face) else { return String::new() };
    let halves = game.halves(face.face).next().is_some() && face.effects.is_empty();
    // An empty cell changes nothing. Used if halves have the effects, if there may be more, or if a
    // cell cannot express a choice.
    if halves || face.effects_complete.is_none() || face.effects.iter().any(|e| e.choice.is_some())
    {
        return String::new();
    }
    if face.effects.is_empty() {
        return "none".to_owned();
    }
    face.effects.iter().map(|e| cell_effect(game, e)).collect::<Vec<_>>().join(", ")
}

fn cell_effect(game: &Game, effect: &EffectRecord) -> String {
    let id = game.effects.get(effect.effect.index()).map_or("", |e| e.named.id.as_str());
    let amount = match &effect.amount {
        Some(Value::Number(number)) => format!(" {number}"),
        _ => String::new(),
    };
    let trigger = effect.trigger.and_then(|t| game.triggers.get(t.index()));
    let trigger = trigger.map_or_else(String::new, |t| format!(" ({})", t.named.id));
    format!("{id}{amount}{trigger}")
}

fn cell_value(attribute: &Attribute, value: &Value) -> String {
    let id = |v: &sleeve_data::model::ValueId| {
        attribute.values().get(v.index()).map_or("", |named| named.id.as_str())
    };
    match value {
        Value::Unknown(_) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => {
            numbers.iter().map(ToString::to_string).collect::<Vec<_>>().join("|")
        }
        Value::Text(text) => text.clone(),
        Value::Enum(value) => id(value).to_owned(),
        Value::Set(values) if values.is_empty() => "none".to_owned(),
        Value::Set(values) => {
            let counts = matches!(attribute.kind, AttributeType::Set { counts: true, .. });
            let each = values.iter().map(|(v, n)| {
                if counts && *n != 1 { format!("{} {n}", id(v)) } else { id(v).to_owned() }
            });
            each.collect::<Vec<_>>().join(", ")
        }
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.to_string(),
    }
}

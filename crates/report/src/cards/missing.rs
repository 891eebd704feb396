//! Unattested facts of cards, for the owner of the cards to fill in: as an overlay or as a
//! spreadsheet.
//!
//! The overlay has each such fact in a comment to uncomment. The sheet has a row for each card,
//! with an empty cell for each fact that its owner can look up; attested facts are already there.
//! Unchanged, neither has any effect.

use crate::{
    cards::{FactStyle, json::value_id},
    forms::csv::CsvSheet,
    templates::toml_string,
    text::escape::safe,
};
use sleeve_data::model::{
    AttributeId, Bounds, CardIndex, FRONT, FaceId, Game, Lang,
    card::{CardRecord, EffectRecord, StoredFact, Value},
    game::{Attribute, AttributeType, Named},
};
use sleeve_library::gaps::{Gap, Unattested, find_gaps};
use std::{
    collections::BTreeSet,
    io::{self, Write},
};

/// Width of the remarks at the top of an overlay, in columns.
const REMARK_WIDTH: usize = 100;

/// A card with its unattested facts.
struct CardGaps {
    record: CardRecord,
    /// At least one.
    gaps: Vec<Gap>,
}

impl CardGaps {
    /// Whether the id is made up, so that the printed one replaces it.
    fn is_invented(&self) -> bool {
        !self.record.id_provenance.grade.is_attested()
    }

    /// Returns the name; `None` if it is the id.
    fn name(&self, lang: Lang) -> Option<&str> {
        Some(self.record.name.get(lang)).filter(|name| *name != self.record.id)
    }
}

/// Returns the cards with unattested facts.
fn cards_with_gaps(view: &FactStyle<'_>, cards: &[CardIndex]) -> Vec<CardGaps> {
    let mut incomplete = Vec::new();
    for index in cards {
        let record = view.catalog.cards.record(*index);
        let gaps = find_gaps(&view.catalog.game, &record);
        if !gaps.is_empty() {
            incomplete.push(CardGaps { record, gaps });
        }
    }
    incomplete
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
        let wide = textwrap::Options::new(REMARK_WIDTH)
            .subsequent_indent("  ")
            .break_words(false);
        for line in textwrap::wrap(&line, wide.word_splitter(textwrap::WordSplitter::NoHyphenation))
        {
            writeln!(out, "# {line}")?;
        }
    }
    writeln!(out, "game = {}", toml_string(game.id()))?;
    for card in &incomplete {
        let CardGaps { record, gaps } = card;
        let name = card.name(view.lang);
        let remark = name
            .map(|name| format!("  # {}", comment_text(name)))
            .unwrap_or_default();
        // A stand-in is replaced: its made-up id stays as an alias, so decks with it keep working.
        let key = if card.is_invented() { "replaces" } else { "id" };
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
fn describe_vocabulary(view: &FactStyle<'_>, incomplete: &[CardGaps]) -> Vec<String> {
    let (game, lang) = (&view.catalog.game, view.lang);
    let mut lines = Vec::new();
    let colon = word!(lang, ":");
    let facts: BTreeSet<Unattested> = incomplete
        .iter()
        .flat_map(|card| card.gaps.iter().map(|gap| gap.fact))
        .collect();
    if facts.contains(&Unattested::Effects) {
        let mut words = Vec::new();
        for effect in &game.effects {
            words.push(describe_word(&effect.named, if effect.amount { " N" } else { "" }, lang));
        }
        lines.push(format!("{}{colon} {}", word!(lang, "effects"), words.join(", ")));
        if !game.triggers.is_empty() {
            let words = list_words(game.triggers.iter().map(|trigger| &trigger.named), lang);
            let title = word!(lang, "triggers, as in `combat 4 (ally)`");
            lines.push(format!("{title}{colon} {words}"));
        }
    }
    for fact in facts {
        let Unattested::Attribute(id) = fact else { continue };
        let Some(attribute) = game.get_attribute(id) else { continue };
        let values = list_words(attribute.values().iter(), lang);
        if !values.is_empty() {
            let title = describe_word(&attribute.named, "", lang);
            lines.push(format!("{title}{colon} {values}"));
        }
    }
    lines.iter().map(|line| comment_text(line)).collect()
}

fn list_words<'n>(all: impl Iterator<Item = &'n Named>, lang: Lang) -> String {
    all.map(|named| describe_word(named, "", lang))
        .collect::<Vec<_>>()
        .join(", ")
}

/// Returns the id that a file uses, with a name in brackets that differs from it.
fn describe_word(named: &Named, amount: &str, lang: Lang) -> String {
    let id = named.id.as_str();
    let name = match named.name.get(lang) {
        name if name == id => named.name.wordings().find(|name| *name != id),
        name => Some(name),
    };
    match name {
        Some(name) => format!("{id}{amount} ({name}{amount})"),
        None => format!("{id}{amount}"),
    }
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
fn comment_text(text: &str) -> String {
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
            let worst = face
                .effects
                .iter()
                .map(|e| e.provenance)
                .max_by_key(|p| p.grade);
            let remark = match worst.or(face.effects_complete) {
                Some(provenance) => view.provenance(provenance),
                None => say!(view.lang, "unknown"),
            };
            let each: Vec<String> = face.effects.iter().map(|e| toml_effect(game, e)).collect();
            Some((format!("[{}]", each.join(", ")), remark))
        }
    }
}

fn toml_effect(game: &Game, record: &EffectRecord) -> String {
    let id = game
        .effects
        .get(record.effect.index())
        .map_or("", |e| e.named.id.as_str());
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
    let bare = match &fact.value {
        Value::Unknown(known) => return toml_bounds(*known),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => {
            let each: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let print = fact
                .print
                .as_ref()
                .map(|p| format!(", print = {}", toml_string(p)));
            return format!("{{ choice = [{}]{} }}", each.join(", "), print.unwrap_or_default());
        }
        Value::Text(text) => toml_string(text),
        Value::Enum(value) => toml_string(value_id(attribute, *value)),
        Value::Set(values) if matches!(attribute.kind, AttributeType::Set { counts: true, .. }) => {
            let each: Vec<String> = values
                .iter()
                .map(|(v, n)| format!("{} = {n}", value_id(attribute, *v)))
                .collect();
            format!("{{ {} }}", each.join(", "))
        }
        Value::Set(values) => {
            let each: Vec<String> = values
                .iter()
                .map(|(v, _)| toml_string(value_id(attribute, *v)))
                .collect();
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
    let columns = SheetColumns::new(&incomplete, view.lang);
    let mut sheet = CsvSheet::csv_with_remarks(out);
    for line in sheet_remarks(view, &incomplete) {
        sheet.row([line])?;
    }
    sheet.row(columns.head(game, view.lang))?;
    for card in &incomplete {
        sheet.row(columns.cells(game, card, view.lang))?;
    }
    sheet.finish()?;
    Ok(())
}

/// The columns of the sheet. Those that would be empty are left out.
struct SheetColumns {
    has_invented_ids: bool,
    has_names: bool,
    facts: Vec<Gap>,
}

impl SheetColumns {
    fn new(incomplete: &[CardGaps], lang: Lang) -> SheetColumns {
        SheetColumns {
            has_invented_ids: incomplete.iter().any(CardGaps::is_invented),
            has_names: incomplete.iter().any(|card| card.name(lang).is_some()),
            facts: missing_facts(incomplete),
        }
    }

    fn head(&self, game: &Game, lang: Lang) -> Vec<String> {
        let mut head = Vec::new();
        if self.has_invented_ids {
            head.push(say!(lang, "replaces"));
        }
        let id = Gap { face: FRONT, fact: Unattested::Id, is_filled: false };
        head.push(id.label(game, lang));
        head.push(say!(lang, "kind"));
        if self.has_names {
            head.push(say!(lang, "name"));
        }
        head.extend(self.facts.iter().map(|gap| gap.label(game, lang)));
        head
    }

    fn cells(&self, game: &Game, card: &CardGaps, lang: Lang) -> Vec<String> {
        let record = &card.record;
        let (mut invented, mut printed) = (mark_as_text(&record.id), String::new());
        if !card.is_invented() {
            std::mem::swap(&mut invented, &mut printed);
        }
        let mut cells = Vec::new();
        if self.has_invented_ids {
            cells.push(invented);
        }
        cells.push(printed);
        cells.push(
            game.kinds
                .get(record.kind.index())
                .map_or("", |k| &k.named.id)
                .to_owned(),
        );
        if self.has_names {
            cells.push(card.name(lang).unwrap_or_default().to_owned());
        }
        cells.extend(
            self.facts
                .iter()
                .map(|fact| attested_cell(game, card, fact)),
        );
        cells
    }
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
    lines.extend(
        describe_vocabulary(view, incomplete)
            .into_iter()
            .map(|line| format!("# {line}")),
    );
    lines
}

/// Returns the facts that are missing for some card, in the order of faces and fields.
fn missing_facts(incomplete: &[CardGaps]) -> Vec<Gap> {
    let all_gaps = incomplete.iter().flat_map(|card| &card.gaps);
    let facts = all_gaps.filter(|gap| gap.fact != Unattested::Id);
    let columns: BTreeSet<Gap> = facts.map(|gap| Gap { is_filled: false, ..*gap }).collect();
    columns.into_iter().collect()
}

/// Puts a `'` before an id that a spreadsheet would turn into a date (`3-10`).
fn mark_as_text(id: &str) -> String {
    let is_like_a_day = id.contains('-') && id.split('-').all(is_like_a_year);
    if is_like_a_day { format!("'{id}") } else { id.to_owned() }
}

fn is_like_a_year(part: &str) -> bool {
    (1..=4).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit())
}

/// Returns the attested value of a fact as a cell; empty if the fact is not attested.
fn attested_cell(game: &Game, card: &CardGaps, column: &Gap) -> String {
    if card
        .gaps
        .iter()
        .any(|gap| (gap.face, gap.fact) == (column.face, column.fact))
    {
        return String::new();
    }
    match column.fact {
        Unattested::Id => String::new(),
        Unattested::Attribute(id) => {
            cell_attribute(game, &card.record, column.face, id).unwrap_or_default()
        }
        Unattested::Effects => cell_effects(game, &card.record, column.face),
    }
}

fn cell_attribute(
    game: &Game,
    record: &CardRecord,
    face: FaceId,
    id: AttributeId,
) -> Option<String> {
    let face = record.faces.iter().find(|other| other.face == face)?;
    let (_, fact) = face.facts.iter().find(|(other, _)| *other == id)?;
    // A cell cannot hold both a value and its print.
    if fact.print.is_some() {
        return None;
    }
    Some(cell_value(game.get_attribute(id)?, &fact.value))
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
    face.effects
        .iter()
        .map(|e| cell_effect(game, e))
        .collect::<Vec<_>>()
        .join(", ")
}

fn cell_effect(game: &Game, effect: &EffectRecord) -> String {
    let id = game
        .effects
        .get(effect.effect.index())
        .map_or("", |e| e.named.id.as_str());
    let amount = match &effect.amount {
        Some(Value::Number(number)) => format!(" {number}"),
        _ => String::new(),
    };
    match effect
        .trigger
        .and_then(|trigger| game.triggers.get(trigger.index()))
    {
        Some(trigger) => format!("{id}{amount} ({})", trigger.named.id),
        None => format!("{id}{amount}"),
    }
}

fn cell_value(attribute: &Attribute, value: &Value) -> String {
    match value {
        Value::Unknown(_) => String::new(),
        Value::Number(number) => number.to_string(),
        Value::Choice(numbers) => numbers
            .iter()
            .map(ToString::to_string)
            .collect::<Vec<_>>()
            .join("|"),
        Value::Text(text) => text.clone(),
        Value::Enum(value) => value_id(attribute, *value).to_owned(),
        Value::Set(values) if values.is_empty() => "none".to_owned(),
        Value::Set(values) => {
            let counts = matches!(attribute.kind, AttributeType::Set { counts: true, .. });
            let each = values.iter().map(|(value, count)| {
                let id = value_id(attribute, *value);
                if counts && *count != 1 { format!("{id} {count}") } else { id.to_owned() }
            });
            each.collect::<Vec<_>>().join(", ")
        }
        Value::Flag(flag) => flag.to_string(),
        Value::Date(date) => date.to_string(),
    }
}

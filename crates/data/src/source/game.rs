//! `game.toml`: the vocabulary of a game, merged into what is already declared, and its `[naming]`:
//! the choice between cards with the same name on deck lists, and fields whose values are names.

use super::{
    attribute, card,
    declared::Declared,
    fact,
    game_values::record_item_places,
    keys::{self, names::*},
    look::read_look,
    messages::{DataMessage, NamedThing},
    named::{MAX_WORDS, entry_with_id, find_kind, limit_entries, read_named},
    node::{TomlNode, TomlTable},
};
use crate::{
    files::{ExpectedValue, shape::Keys},
    model::{
        FRONT, Game, Text,
        card::{CardRecord, FaceRecord, Grade, Provenance, Value},
        fold,
        game::{FaceDef, KindId, Layout, Named},
    },
};

/// A packed card has one bit per part, in a mask of 64.
const MAX_FACES: usize = 60;
/// A packed card stores its kind in a byte, and also its sources.
const MAX_KINDS: usize = 250;
/// Leaves room for a report in an address that servers take.
const MAX_FORM_BYTES: usize = 500;
/// Reads one `game.toml` into a game, which is empty for a new one.
pub(super) fn read_game(game: &mut Game, root: TomlTable<'_>) {
    root.check_keys(&keys::GAME);
    // Each after the things it names: fields name kinds; parts of kinds and `[naming]` name fields.
    read_head(game, root);
    let source = (SOURCES, NamedThing::Source, MAX_KINDS);
    read_declared(&mut game.sources, root, source, &keys::SOURCE, keys::read_source_key);
    read_faces(game, root);
    let kind = (KINDS, NamedThing::Kind, MAX_KINDS);
    read_declared(&mut game.kinds, root, kind, &keys::KIND, keys::read_kind_key);
    let set_box = (BOXES, NamedThing::Box, MAX_KINDS);
    read_declared(&mut game.boxes, root, set_box, &keys::BOX, keys::read_box_key);
    let set = (SETS, NamedThing::Set, MAX_WORDS);
    read_declared(&mut game.sets, root, set, &keys::SET, keys::read_set_key);
    let effect = (EFFECTS, NamedThing::Effect, MAX_WORDS);
    read_declared(&mut game.effects, root, effect, &keys::EFFECT_WORD, keys::read_effect_key);
    let trigger = (TRIGGERS, NamedThing::Trigger, MAX_KINDS);
    read_declared(&mut game.triggers, root, trigger, &keys::TRIGGER, keys::read_trigger_key);
    attribute::read_attributes(game, root);
    read_kind_faces(game, root);
    read_layouts(game, root);
    let columns = root.checked_table(COLUMNS, &keys::COLUMNS);
    if let Some(default) = columns.and_then(|columns| columns.get(DEFAULT)) {
        game.columns = default.strings();
        record_item_places(default, "game/columns");
    }
    read_statistics(game, root);
    read_sheet(game, root);
    if let Some(look) = root.checked_table(LOOK, &keys::LOOK) {
        read_look(game, look);
    }
    read_naming(game, root);
}

/// Records the place of each item of a list: `key/0`, `key/1`, ….
fn read_head(game: &mut Game, root: TomlTable<'_>) {
    // Only a new game needs an id and a name; an overlay extends a known one.
    if game.named.id.is_empty() {
        if let Some(id) = root.id(NamedThing::Game) {
            game.named.id = id.into();
        }
        root.require(ID, &keys::GAME);
        root.require(NAME, &keys::GAME);
    }
    read_named(&mut game.named, root);
    root.put(DATA, &mut game.data);
    root.put(NOTICE, &mut game.notice);
    if let Some(issues) = root.checked_table(ISSUES, &keys::ISSUES) {
        game.report_form = issues
            .get(URL)
            .and_then(read_report_form)
            .or(game.report_form.take());
    }
    if let Some(readers) = root.get(READERS) {
        game.readers = readers.strings();
        record_item_places(readers, "game/readers");
    }
    // Every card has a front, which games do not declare; it is the first face, `FRONT`.
    if game.faces.is_empty() {
        let name = Text::from(word!("front"));
        let named = Named { id: "front".into(), name, aliases: Vec::new() };
        game.faces.push(FaceDef { named, of: None });
    }
}

/// Reads the address of a form. It is printed as it is, so it holds nothing but letters, digits and
/// signs of ASCII.
fn read_report_form(node: TomlNode<'_>) -> Option<String> {
    let form = node.text()?;
    let is_plain = form.len() <= MAX_FORM_BYTES && form.bytes().all(|byte| byte.is_ascii_graphic());
    let is_filled = form
        .replacen("{title}", "", 1)
        .replacen("{body}", "", 1)
        .find(['{', '}']);
    if is_plain && form.starts_with("https://") && is_filled.is_none() {
        return Some(form.to_owned());
    }
    node.fail_type(ExpectedValue::ReportForm);
    None
}

/// Reads the items under a key of `game.toml`, by id; `read_key` reads one key of an item.
fn read_declared<T: Declared + Default>(
    items: &mut Vec<T>,
    root: TomlTable<'_>,
    (key, what, limit): (&str, NamedThing, usize),
    keys: &Keys,
    read_key: fn(&str, TomlNode<'_>, &mut T) -> bool,
) {
    for (id, span, table) in root.named_tables(key, &what) {
        let item = entry_with_id(items, id);
        read_named(item.named_mut(), table);
        table.read_keys(keys, &mut |key, node| read_key(key, node, item));
        table.context.record_place(format!("game/{key}/{id}"), span);
        limit_entries(items, limit, what.clone(), table);
    }
}

fn read_faces(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables(FACES, &NamedThing::Face) {
        table.check_keys(&keys::FACE);
        let whole = table
            .get(OF)
            .and_then(|n| Some((n, n.text()?)))
            .and_then(|(node, word)| {
                let whole = game.face(word);
                if whole.is_none() {
                    let known = game.faces.iter().map(|f| f.named.id.as_str());
                    node.fail_unknown(NamedThing::Face, word, known);
                }
                whole
            });
        let face = entry_with_id(&mut game.faces, id);
        read_named(&mut face.named, table);
        // An overlay without this key leaves the part unchanged.
        face.of = whole.or(face.of);
        limit_entries(&mut game.faces, MAX_FACES, NamedThing::Face, table);
    }
}

/// Reads the parts that every card of a kind has, after their attributes.
fn read_kind_faces(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables(KINDS, &NamedThing::Kind) {
        let Some(kind) = game.kinds.iter().position(|k| k.named.id == id) else { continue };
        let kind = KindId(kind as u8);
        let default = Provenance::from_grade(Grade::Rulebook);
        let provenance = table
            .get(PROVENANCE)
            .and_then(|n| fact::read_provenance(n, game));
        let provenances = fact::FieldProvenances::from_default(provenance.unwrap_or(default));
        let Some(parts) = table.table(FACES) else { continue };
        for (word, span, node) in parts.entries() {
            let Some(face) = card::find_face(game, parts, word, span) else { continue };
            let Some(inner) = node.table() else { continue };
            let mut record = FaceRecord {
                face,
                name: None,
                facts: Vec::new(),
                effects: Vec::new(),
                effects_complete: Some(provenances.default),
            };
            let fields = card::CardFields { game, kind, id, provenances: &provenances };
            fields.read_face(&mut record, inner);
            // An overlay replaces the part of a kind completely.
            game.kind_faces
                .retain(|(k, f)| (*k, f.face) != (kind, face));
            game.kind_faces.push((kind, record));
        }
    }
}

fn read_layouts(game: &mut Game, root: TomlTable<'_>) {
    let Some(layout) = root.table(LAYOUT) else { return };
    for (word, span, node) in layout.entries() {
        let Some(kind) = find_kind(game, word, span, node) else { continue };
        let Some(table) = node.table() else { continue };
        let mut entry = Layout { kind, faces: Vec::new(), group: None };
        for (key, span, node) in table.entries() {
            if key == GROUP {
                entry.group = node.text().map(str::to_owned);
                node.context
                    .record_place(format!("game/layout/{}/group", kind.0), node.span());
            } else if game.face(key).is_some() {
                entry.faces.push((
                    key.to_owned(),
                    read_rows(node, &format!("game/layout/{}/{key}", kind.0)),
                ));
            } else {
                let faces = game.faces.iter().map(|f| f.named.id.as_str());
                table.fail_unknown_key(key, span, keys::A_LAYOUT, faces.chain([GROUP]));
            }
        }
        // An overlay replaces the drawing of a kind completely, because single rows mean nothing.
        game.layouts.retain(|other| other.kind != kind);
        game.layouts.push(entry);
    }
}

fn read_rows(node: TomlNode<'_>, key: &str) -> Vec<Vec<String>> {
    let mut rows = Vec::new();
    for row in node.array().unwrap_or_default() {
        record_item_places(row, &format!("{key}/{}", rows.len()));
        rows.push(row.strings());
    }
    rows
}

fn read_sheet(game: &mut Game, root: TomlTable<'_>) {
    let table = root.checked_table(SHEET, &keys::SHEET);
    if let Some(kinds) = table.and_then(|table| table.get(KINDS)) {
        game.sheet.kinds = attribute::read_kind_list(game, kinds);
    }
}

fn read_statistics(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.table(STATISTICS) else { return };
    let shown = &mut game.statistics;
    table
        .read_keys(&keys::STATISTICS, &mut |key, node| keys::read_statistics_key(key, node, shown));
}

fn read_naming(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.table(NAMING) else { return };
    table.read_keys(&keys::NAMING, &mut |key, node| keys::read_naming_key(key, node, game));
}

/// Limit of the names that the patterns under `aliases` give a card.
const MAX_PATTERN_NAMES: usize = 1_000;

/// Other names of a card, from the patterns under `aliases`: one for each combination of words.
/// Above the limit, not all of them.
fn pattern_names(game: &Game, record: &CardRecord) -> Vec<String> {
    let names = game.naming.aliases.iter().flat_map(|pattern| {
        let parts = pattern.split(['{', '}']).enumerate();
        parts.fold(vec![String::new()], |names, (at, part)| {
            // Every second part is a field.
            let words =
                if at % 2 == 0 { vec![part.to_owned()] } else { value_words(game, record, part) };
            let longer = names
                .iter()
                .flat_map(|name| words.iter().map(move |word| name.clone() + word));
            longer.take(MAX_PATTERN_NAMES + 1).collect()
        })
    });
    names.take(MAX_PATTERN_NAMES + 1).collect()
}

/// The words for a card's value of a field, on its front.
fn value_words(game: &Game, record: &CardRecord, field: &str) -> Vec<String> {
    let attribute = game.attribute(field);
    let front = record.faces.iter().find(|face| face.face == FRONT);
    let mut facts = front.into_iter().flat_map(|front| &front.facts);
    let fact = facts.find(|(id, _)| Some(*id) == attribute);
    match fact.map(|(id, fact)| (game.get_attribute(*id), &fact.value)) {
        Some((_, Value::Text(text))) => vec![text.clone()],
        Some((_, Value::Number(number))) => vec![number.to_string()],
        Some((Some(attribute), Value::Enum(id))) => {
            let named = attribute.values().get(usize::from(id.0));
            // The id is the first word.
            named
                .into_iter()
                .flat_map(|value| value.words().skip(1))
                .map(str::to_owned)
                .collect()
        }
        _ => Vec::new(),
    }
}

/// Adds the names of the patterns under `aliases` to the aliases of a card.
pub(super) fn add_pattern_names(game: &Game, record: &mut CardRecord, root: TomlTable<'_>) {
    let names = pattern_names(game, record);
    if names.len() > MAX_PATTERN_NAMES {
        let (what, limit) = (NamedThing::Name, MAX_PATTERN_NAMES);
        return root.fail(DataMessage::TooMany { what, limit });
    }
    for name in names {
        if !record.names().any(|other| fold::alike(other, &name)) {
            record.aliases.push(name);
        }
    }
}

/// Removes the additions of [`add_pattern_names`] before a layer changes the fields.
pub(super) fn remove_pattern_names(game: &Game, record: &mut CardRecord) {
    let names = pattern_names(game, record);
    record.aliases.retain(|alias| !names.contains(alias));
}

//! `game.toml`: the vocabulary of a game, merged into what is already declared, and its `[naming]`:
//! the choice between cards with the same name on deck lists, and fields whose values are names.

use super::messages::{DataMessage, NamedThing};
use super::node::{TomlNode, TomlTable};
use super::{attribute, card, fact, keys};
use crate::files::FileMessage;
use crate::files::shape::Keys;
use crate::model::card::{CardRecord, FaceRecord, Grade, Provenance, Value};
use crate::model::game::{
    AbsentCards, Attribute, EffectDef, FaceDef, Heading, KindDef, KindId, Layout, Named,
    NamedMeasure, Naming, Prefer, SetDef, Source, TriggerDef,
};
use crate::model::{FRONT, Game, Lazy, Str, Text, fold};
use std::ops::Range;
use toml::de::DeValue;

/// A packed card has one bit per part, in a mask of 64.
const MAX_FACES: usize = 60;
/// A packed card stores its kind in a byte, and also its sources.
const MAX_KINDS: usize = 250;
/// Largest number of sets, of effects, of fields and of values of a field in a game.
pub const MAX_WORDS: usize = 4_000;

/// Reads one `game.toml` into a game, which is empty for a new one.
pub(super) fn read_game(game: &mut Game, root: TomlTable<'_>) {
    root.check_keys(&keys::GAME);
    // Each after the things it names: fields name kinds; parts of kinds and `[naming]` name fields.
    read_head(game, root);
    let source = ("sources", NamedThing::Source, MAX_KINDS);
    read_declared(&mut game.sources, root, source, &keys::SOURCE, keys::read_source_key);
    read_faces(game, root);
    let kind = ("kinds", NamedThing::Kind, MAX_KINDS);
    read_declared(&mut game.kinds, root, kind, &keys::KIND, keys::read_kind_key);
    let set_box = ("boxes", NamedThing::Box, MAX_KINDS);
    read_declared(&mut game.boxes, root, set_box, &keys::BOX, keys::read_box_key);
    let set = ("sets", NamedThing::Set, MAX_WORDS);
    read_declared(&mut game.sets, root, set, &keys::SET, keys::read_set_key);
    let effect = ("effects", NamedThing::Effect, MAX_WORDS);
    read_declared(&mut game.effects, root, effect, &keys::EFFECT_WORD, keys::read_effect_key);
    let trigger = ("triggers", NamedThing::Trigger, MAX_KINDS);
    read_declared(&mut game.triggers, root, trigger, &keys::TRIGGER, keys::read_trigger_key);
    attribute::read_attributes(game, root);
    read_kind_faces(game, root);
    read_layouts(game, root);
    let columns = root.checked_table("columns", &keys::COLUMNS);
    if let Some(default) = columns.and_then(|columns| columns.get("default")) {
        game.columns = default.strings();
        record_item_places(default, "game/columns");
    }
    read_statistics(game, root);
    read_sheet(game, root);
    read_naming(game, root);
}

/// Records the place of each item of a list: `key/0`, `key/1`, ….
fn record_item_places(node: TomlNode<'_>, key: &str) {
    for (at, (_, item)) in node.texts().into_iter().enumerate() {
        item.context.record_place(format!("{key}/{at}"), item.span());
    }
}

fn read_head(game: &mut Game, root: TomlTable<'_>) {
    // Only a new game needs an id and a name; an overlay extends a known one.
    if game.named.id.is_empty() {
        if let Some(id) = root.id(NamedThing::Game) {
            game.named.id = id.into();
        }
        root.require("id", &keys::GAME);
        root.require("name", &keys::GAME);
    }
    read_named(&mut game.named, root);
    root.put("data", &mut game.data);
    root.put("notice", &mut game.notice);
    if let Some(readers) = root.get("readers") {
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

/// Reads name and aliases. The default name is the id.
pub(super) fn read_named(named: &mut Named, table: TomlTable<'_>) {
    if let Some(name) = table.read("name") {
        named.name = name;
    } else if named.name.is_empty() {
        named.name = Text::untranslated(named.id.as_str());
    }
    if let Some(aliases) = table.get("aliases") {
        named.aliases = aliases.strings().into_iter().map(Str::from).collect();
    }
}

/// An item that a game declares, with its id and names.
pub(super) trait Declared {
    fn named(&self) -> &Named;
    fn named_mut(&mut self) -> &mut Named;
}

impl Declared for Named {
    fn named(&self) -> &Named {
        self
    }

    fn named_mut(&mut self) -> &mut Named {
        self
    }
}

macro_rules! declared {
    ($($thing:ty),*) => {
        $(impl Declared for $thing {
            fn named(&self) -> &Named {
                &self.named
            }

            fn named_mut(&mut self) -> &mut Named {
                &mut self.named
            }
        })*
    };
}

declared!(Source, FaceDef, KindDef, SetDef, EffectDef, TriggerDef, Attribute);

/// Returns the entry with this id, and adds it if necessary.
pub(super) fn entry_with_id<'g, T: Declared + Default>(
    items: &'g mut Vec<T>,
    id: &str,
) -> &'g mut T {
    let at = items.iter().position(|item| item.named().id == id).unwrap_or_else(|| {
        let mut new = T::default();
        new.named_mut().id = id.into();
        items.push(new);
        items.len() - 1
    });
    // INVARIANT: `at` was found in the vector or is the index of the item just added.
    &mut items[at]
}

pub(super) fn limit_entries<T>(
    items: &mut Vec<T>,
    limit: usize,
    what: NamedThing,
    table: TomlTable<'_>,
) {
    if items.len() > limit {
        items.truncate(limit);
        table.fail(DataMessage::TooMany { what, limit });
    }
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

/// Reads whether an effect has an amount, and its default.
pub(super) fn read_taken_amount(node: TomlNode<'_>, effect: &mut EffectDef) {
    let DeValue::Table(_) = node.value else { return node.put(&mut effect.amount) };
    let Some(table) = node.table() else { return };
    table.check_keys(&keys::TAKEN_AMOUNT);
    effect.amount = true;
    effect.bare_amount = table.read("default");
}

pub(super) fn read_released(node: TomlNode<'_>, set: &mut SetDef) {
    set.released = node.date();
    node.context.record_place(format!("game/sets/{}/released", set.named.id), node.span());
}

fn read_faces(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables("faces", &NamedThing::Face) {
        table.check_keys(&keys::FACE);
        let whole = table.get("of").and_then(|n| Some((n, n.text()?))).and_then(|(node, word)| {
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
    for (id, _, table) in root.named_tables("kinds", &NamedThing::Kind) {
        let Some(kind) = game.kinds.iter().position(|k| k.named.id == id) else { continue };
        let kind = KindId(kind as u8);
        let default = Provenance::from_grade(Grade::Rulebook);
        let provenance = table.get("provenance").and_then(|n| fact::read_provenance(n, game));
        let provenances = fact::FieldProvenances::from_default(provenance.unwrap_or(default));
        let Some(parts) = table.table("faces") else { continue };
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
            card::read_face(game, (kind, id), &mut record, inner, &provenances);
            // An overlay replaces the part of a kind completely.
            game.kind_faces.retain(|(k, f)| (*k, f.face) != (kind, face));
            game.kind_faces.push((kind, record));
        }
    }
}

fn read_layouts(game: &mut Game, root: TomlTable<'_>) {
    let Some(layout) = root.table("layout") else { return };
    for (word, span, node) in layout.entries() {
        let Some(kind) = find_kind(game, word, span, node) else { continue };
        let Some(table) = node.table() else { continue };
        let mut entry = Layout { kind, faces: Vec::new(), group: None };
        for (key, span, node) in table.entries() {
            if key == "group" {
                entry.group = node.text().map(str::to_owned);
                node.context.record_place(format!("game/layout/{}/group", kind.0), node.span());
            } else if game.face(key).is_some() {
                entry.faces.push((
                    key.to_owned(),
                    read_rows(node, &format!("game/layout/{}/{key}", kind.0)),
                ));
            } else {
                let faces = game.faces.iter().map(|f| f.named.id.as_str());
                table.fail_unknown_key(key, span, keys::A_LAYOUT, faces.chain(["group"]));
            }
        }
        // An overlay replaces the drawing of a kind completely, because single rows mean nothing.
        game.layouts.retain(|other| other.kind != kind);
        game.layouts.push(entry);
    }
}

/// Returns the kind for a key; reports an unknown one.
pub(super) fn find_kind(
    game: &Game,
    word: &str,
    span: Range<usize>,
    node: TomlNode<'_>,
) -> Option<KindId> {
    let kind = game.kind(word);
    if kind.is_none() {
        let known = game.kinds.iter().map(|k| k.named.id.as_str());
        node.context.fail_unknown(span, NamedThing::Kind, word, known);
    }
    kind
}

fn read_rows(node: TomlNode<'_>, key: &str) -> Vec<Vec<String>> {
    let rows = node.array().unwrap_or_default();
    let cells = |(at, row): (usize, TomlNode<'_>)| {
        record_item_places(row, &format!("{key}/{at}"));
        row.strings()
    };
    rows.into_iter().enumerate().map(cells).collect()
}

fn read_sheet(game: &mut Game, root: TomlTable<'_>) {
    let table = root.checked_table("sheet", &keys::SHEET);
    if let Some(kinds) = table.and_then(|table| table.get("kinds")) {
        game.sheet.kinds = attribute::read_kind_list(game, kinds);
    }
}

fn read_statistics(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.table("statistics") else { return };
    let shown = &mut game.statistics;
    table
        .read_keys(&keys::STATISTICS, &mut |key, node| keys::read_statistics_key(key, node, shown));
}

pub(super) fn read_list_of_statistics(key: &str, node: TomlNode<'_>, list: &mut Vec<String>) {
    *list = node.strings();
    record_item_places(node, &format!("game/statistics/{key}"));
}

pub(super) fn read_archetype(node: TomlNode<'_>, archetype: &mut String) {
    *archetype = node.text().unwrap_or_default().to_owned();
    node.context.record_place("game/statistics/archetype", node.span());
}

pub(super) fn read_averages(node: TomlNode<'_>, averages: &mut Vec<NamedMeasure>) {
    averages.clear();
    for item in node.tables() {
        item.check_keys(&keys::AVERAGE);
        let measure = item.get("measure").and_then(|node| Some((node, node.measure()?)));
        if let (Some(name), Some((node, text))) = (item.read("name"), measure) {
            let key = format!("game/statistics/averages/{}", averages.len());
            node.context.record_place(key, node.span());
            averages.push(NamedMeasure { name, measure: text });
        }
    }
}

/// The keys of a step. A step has one of them.
const STEP_KEYS: [&str; 3] = ["same", "cards", "classes"];

fn read_naming(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.table("naming") else { return };
    table.read_keys(&keys::NAMING, &mut |key, node| keys::read_naming_key(key, node, game));
}

pub(super) fn read_short_forms(node: TomlNode<'_>, naming: &mut Naming) {
    let Some(words) = node.table() else { return };
    let full = |(word, _, node): (&str, _, TomlNode<'_>)| (word.to_owned(), node.strings());
    naming.words = words.entries().into_iter().map(full).collect::<Vec<_>>().into();
}

pub(super) fn read_headings(node: TomlNode<'_>, headings: &mut Vec<Heading>) {
    headings.clear();
    for item in node.tables() {
        item.context.record_place(format!("game/naming/heading/{}", headings.len()), item.span());
        let mut heading = Heading::default();
        item.read_keys(&keys::HEADING, &mut |key, n| keys::read_heading_key(key, n, &mut heading));
        headings.push(heading);
    }
}

pub(super) fn read_absent_cards(node: TomlNode<'_>) -> Lazy<Vec<AbsentCards>> {
    let read = |item: TomlTable<'_>| {
        let mut absent = AbsentCards::default();
        item.read_keys(&keys::ABSENT_CARDS, &mut |key, n| {
            keys::read_absent_key(key, n, &mut absent)
        });
        absent
    };
    node.tables().into_iter().map(read).collect::<Vec<_>>().into()
}

/// Reads the id of a declared attribute.
pub(super) fn read_attribute_id(game: &Game, node: TomlNode<'_>) -> Option<String> {
    find_attribute(game, node.text()?, node)
}

pub(super) fn read_attribute_ids(game: &Game, node: TomlNode<'_>) -> Vec<String> {
    let texts = node.texts().into_iter();
    texts.filter_map(|(word, item)| find_attribute(game, word, item)).collect()
}

fn find_attribute(game: &Game, word: &str, node: TomlNode<'_>) -> Option<String> {
    let attribute = game.attribute(word).and_then(|id| game.get_attribute(id));
    if attribute.is_none() {
        let known = game.attributes.iter().map(|a| &a.named);
        node.fail_unknown_named(NamedThing::Attribute, word, known);
    }
    attribute.map(|attribute| attribute.named.id.to_string())
}

/// Reads the steps of `prefer`. An overlay replaces them completely, because their order matters.
pub(super) fn read_steps(node: TomlNode<'_>, game: &mut Game) {
    game.naming.prefer.clear();
    for item in node.array().unwrap_or_default() {
        let place = format!("game/naming/prefer/{}", game.naming.prefer.len());
        item.context.record_place(place, item.span());
        let step = read_step(game, item);
        game.naming.prefer.extend(step);
    }
}

fn read_step(game: &Game, node: TomlNode<'_>) -> Option<Prefer> {
    if matches!(node.value, DeValue::String(_)) {
        return node.word(&[("oldest", ())]).map(|()| Prefer::Oldest);
    }
    let table = node.checked_table(&keys::STEP)?;
    let given: Vec<(&str, TomlNode<'_>)> =
        STEP_KEYS.iter().filter_map(|key| Some((*key, table.get(key)?))).collect();
    let [(key, value)] = given.as_slice() else {
        node.fail(FileMessage::OneOf { keys: &STEP_KEYS, place: keys::STEP.place });
        return None;
    };
    match *key {
        "same" => {
            let word = value.text()?;
            find_attribute(game, word, *value);
            Some(Prefer::Same(word.to_owned()))
        }
        "cards" => {
            let zones = table.read_or_default("zones");
            Some(Prefer::Cards { zones, filter: value.text()?.to_owned() })
        }
        _ => Some(Prefer::Classes(value.strings())),
    }
}

/// Other names of a card, from the values of the fields under `aliases`.
fn field_aliases(game: &Game, record: &CardRecord) -> Vec<String> {
    let declared = game.naming.aliases.iter().filter_map(|id| game.attribute(id));
    let front = record.faces.iter().find(|f| f.face == FRONT);
    let facts = |attribute| {
        let facts = front.into_iter().flat_map(|f| &f.facts);
        facts.filter(move |(id, _)| *id == attribute).map(|(_, fact)| &fact.value)
    };
    let text_of = |value: &Value| match value {
        Value::Text(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    };
    let values = declared.flat_map(facts).filter_map(text_of);
    values.filter(|name| !fold::alike(name, &record.id)).collect()
}

/// Adds the values of the fields under `aliases` to the aliases of a card.
pub(super) fn add_field_aliases(game: &Game, record: &mut CardRecord) {
    for name in field_aliases(game, record) {
        if !record.aliases.contains(&name) {
            record.aliases.push(name);
        }
    }
}

/// Removes the additions of [`add_field_aliases`] before a layer changes the fields.
pub(super) fn remove_field_aliases(game: &Game, record: &mut CardRecord) {
    let names = field_aliases(game, record);
    record.aliases.retain(|alias| !names.contains(alias));
}

//! `game.toml`: the vocabulary of a game, laid over the one that is declared already.

use super::keys;
use super::messages::DataMessage;
use super::node::{TomlNode, TomlTable};
use super::words::NamedThing;
use super::{attribute, card, fact};
use crate::model::card::{FaceRecord, Grade, Provenance};
use crate::model::game::{
    EffectDef, FaceDef, KindDef, KindId, Layout, Named, NamedMeasure, SetDef, Source,
    StatisticsView, TriggerDef,
};
use crate::model::{FRONT, Game, Lazy, Str, Text};
use crate::problem::Candidates;

/// A packed card has a bit for each part in a mask of 64.
const MAX_FACES: usize = 60;
/// A packed card keeps its kind in a byte, as it keeps sources.
const MAX_KINDS: usize = 250;
/// Largest number of sets, of effects, of fields and of values of a field that a game declares.
pub const MAX_WORDS: usize = 4_000;

/// Reads one `game.toml` into a game, which is empty for a new one.
pub(super) fn read_game(game: &mut Game, root: TomlTable<'_>) {
    root.check_keys(&keys::GAME);
    read_head(game, root);
    read_sources(game, root);
    read_faces(game, root);
    read_kinds(game, root);
    read_boxes(game, root);
    read_sets(game, root);
    read_effects(game, root);
    read_triggers(game, root);
    attribute::read_attributes(game, root);
    read_kind_faces(game, root);
    read_layouts(game, root);
    if let Some(columns) = root.get("columns").and_then(|n| n.table()) {
        columns.check_keys(&keys::COLUMNS);
        if let Some(default) = columns.require("default", &keys::COLUMNS) {
            game.columns = default.strings();
            record_item_places(default, "game/columns");
        }
    }
    read_statistics(game, root);
    read_sheet(game, root);
    super::naming::read_naming(game, root);
}

/// Records the place of each item of a list: `key/0`, `key/1`, ….
fn record_item_places(node: TomlNode<'_>, key: &str) {
    for (at, (_, item)) in node.texts().into_iter().enumerate() {
        item.context.record_place(format!("{key}/{at}"), item.span());
    }
}

fn read_head(game: &mut Game, root: TomlTable<'_>) {
    if game.named.id.is_empty() {
        if let Some(id) = root.id(NamedThing::Game, &keys::GAME) {
            game.named.id = id.into();
        }
        root.require("name", &keys::GAME);
    }
    read_named(&mut game.named, root);
    if let Some(date) = root.get("data").and_then(|n| n.date()) {
        game.data = Some(date);
    }
    if let Some(notice) = root.get("notice").and_then(|n| n.localized_text()) {
        game.notice = notice;
    }
    if let Some(readers) = root.get("readers") {
        game.readers = readers.strings();
        record_item_places(readers, "game/readers");
    }
    // Every card has a front, which no game has to declare; it is the first face, `FRONT`.
    if game.faces.is_empty() {
        let name = Text { en: "front".into(), fr: "recto".into() };
        let named = Named { id: "front".into(), name, aliases: Vec::new() };
        game.faces.push(FaceDef { named, of: None });
    }
}

/// Reads name and aliases; a thing without a name has its id as name.
pub(super) fn read_named(named: &mut Named, table: TomlTable<'_>) {
    if let Some(name) = table.get("name").and_then(|n| n.localized_text()) {
        named.name = name;
    } else if named.name.is_empty() {
        named.name = Text::untranslated(named.id.as_str());
    }
    if let Some(aliases) = table.get("aliases") {
        named.aliases = aliases.strings().into_iter().map(Str::from).collect();
    }
}

/// The entry with this id; `new` makes one where there is none.
pub(super) fn entry_with_id<'g, T>(
    items: &'g mut Vec<T>,
    id: &str,
    named: impl Fn(&T) -> &Named,
    new: impl FnOnce(Named) -> T,
) -> &'g mut T {
    let at = items.iter().position(|item| named(item).id == id).unwrap_or_else(|| {
        items.push(new(Named { id: id.into(), ..Named::default() }));
        items.len() - 1
    });
    // INVARIANT: `at` was found in the vector or is that of the item just added.
    &mut items[at]
}

fn limit_entries<T>(items: &mut Vec<T>, limit: usize, what: NamedThing, table: TomlTable<'_>) {
    if items.len() > limit {
        items.truncate(limit);
        table.fail(DataMessage::TooMany { what, limit });
    }
}

fn set_localized_text(table: TomlTable<'_>, key: &str, text: &mut Text) {
    if let Some(localized) = table.get(key).and_then(|n| n.localized_text()) {
        *text = localized;
    }
}

fn read_sources(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables("sources", &NamedThing::Source) {
        table.check_keys(&keys::SOURCE);
        let new = |named| Source { named, url: None, date: None, cite: Text::default() };
        let source = entry_with_id(&mut game.sources, id, |s| &s.named, new);
        read_named(&mut source.named, table);
        if let Some(url) = table.get("url").and_then(|n| n.text()) {
            source.url = Some(url.to_owned());
        }
        if let Some(date) = table.get("date").and_then(|n| n.date()) {
            source.date = Some(date);
        }
        if let Some(cite) = table.get("cite").and_then(|n| n.localized_text()) {
            source.cite = cite;
        }
        limit_entries(&mut game.sources, MAX_KINDS, NamedThing::Source, table);
    }
}

fn read_faces(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables("faces", &NamedThing::Face) {
        table.check_keys(&keys::FACE);
        let whole = table.get("of").and_then(|n| Some((n, n.text()?))).and_then(|(node, word)| {
            let whole = game.face(word);
            if whole.is_none() {
                node.fail_unknown(
                    NamedThing::Face,
                    word,
                    game.faces.iter().map(|f| f.named.id.as_str()),
                );
            }
            whole
        });
        let face =
            entry_with_id(&mut game.faces, id, |f| &f.named, |named| FaceDef { named, of: None });
        read_named(&mut face.named, table);
        if whole.is_some() {
            face.of = whole;
        }
        limit_entries(&mut game.faces, MAX_FACES, NamedThing::Face, table);
    }
}

fn read_kinds(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables("kinds", &NamedThing::Kind) {
        table.check_keys(&keys::KIND);
        let new = |named| KindDef { named, plural: Text::default() };
        let kind = entry_with_id(&mut game.kinds, id, |k| &k.named, new);
        read_named(&mut kind.named, table);
        set_localized_text(table, "plural", &mut kind.plural);
        table.context.record_place(format!("game/kinds/{id}"), span);
        limit_entries(&mut game.kinds, MAX_KINDS, NamedThing::Kind, table);
    }
}

fn read_boxes(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables("boxes", &NamedThing::Box) {
        table.check_keys(&keys::BOX);
        read_named(entry_with_id(&mut game.boxes, id, |b| b, |named| named), table);
        table.context.record_place(format!("game/boxes/{id}"), span);
        limit_entries(&mut game.boxes, MAX_KINDS, NamedThing::Box, table);
    }
}

fn read_sets(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables("sets", &NamedThing::Set) {
        table.check_keys(&keys::SET);
        let new = |named| SetDef { named, code: None, released: None, class: None };
        let set = entry_with_id(&mut game.sets, id, |s| &s.named, new);
        read_named(&mut set.named, table);
        if let Some(code) = table.get("code").and_then(|n| n.text()) {
            set.code = Some(code.into());
        }
        if let Some(node) = table.get("released") {
            set.released = node.date();
            table.context.record_place(format!("game/sets/{id}/released"), node.span());
        }
        if let Some(class) = table.get("class").and_then(|n| n.text()) {
            set.class = Some(class.into());
        }
        table.context.record_place(format!("game/sets/{id}"), span);
        limit_entries(&mut game.sets, MAX_WORDS, NamedThing::Set, table);
    }
}

fn read_effects(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables("effects", &NamedThing::Effect) {
        table.check_keys(&keys::EFFECT_WORD);
        let new = |named| EffectDef {
            named,
            amount: false,
            trigger: false,
            mode: None,
            doc: Lazy::default(),
        };
        let effect = entry_with_id(&mut game.effects, id, |e| &e.named, new);
        read_named(&mut effect.named, table);
        let flag = |key| table.get(key).and_then(|n| n.boolean());
        effect.amount = flag("amount").unwrap_or(effect.amount);
        effect.trigger = flag("trigger").unwrap_or(effect.trigger);
        if let Some(mode) = table.get("mode").and_then(|n| n.text()) {
            effect.mode = Some(mode.to_owned());
        }
        set_localized_text(table, "doc", &mut effect.doc);
        table.context.record_place(format!("game/effects/{id}"), span);
        limit_entries(&mut game.effects, MAX_WORDS, NamedThing::Effect, table);
    }
}

fn read_triggers(game: &mut Game, root: TomlTable<'_>) {
    for (id, span, table) in root.named_tables("triggers", &NamedThing::Trigger) {
        table.check_keys(&keys::TRIGGER);
        let new = |named| TriggerDef { named, doc: Lazy::default() };
        let trigger = entry_with_id(&mut game.triggers, id, |t| &t.named, new);
        read_named(&mut trigger.named, table);
        set_localized_text(table, "doc", &mut trigger.doc);
        table.context.record_place(format!("game/triggers/{id}"), span);
        limit_entries(&mut game.triggers, MAX_KINDS, NamedThing::Trigger, table);
    }
}

/// Reads the parts that every card of a kind has, after the attributes that they print.
fn read_kind_faces(game: &mut Game, root: TomlTable<'_>) {
    for (id, _, table) in root.named_tables("kinds", &NamedThing::Kind) {
        let Some(kind) = game.kinds.iter().position(|k| k.named.id == id) else { continue };
        let kind = KindId(kind as u8);
        let default = Provenance::from_grade(Grade::Rulebook);
        let provenance = table.get("provenance").and_then(|n| fact::read_provenance(n, game));
        let provenances = fact::FieldProvenances::from_default(provenance.unwrap_or(default));
        let Some(parts) = table.get("faces").and_then(|n| n.table()) else { continue };
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
            // An overlay replaces the part of a kind as a whole.
            game.kind_faces.retain(|(k, f)| (*k, f.face) != (kind, face));
            game.kind_faces.push((kind, record));
        }
    }
}

fn read_layouts(game: &mut Game, root: TomlTable<'_>) {
    let Some(layout) = root.get("layout").and_then(|n| n.table()) else { return };
    for (word, span, node) in layout.entries() {
        let Some(kind) = game.kind(word) else {
            let known = game.kinds.iter().map(|k| k.named.id.as_str());
            let candidates = Candidates::nearest_or_all(word, known);
            let name = word.to_owned();
            layout
                .context
                .fail(span, DataMessage::UnknownName { what: NamedThing::Kind, name, candidates });
            continue;
        };
        let Some(table) = node.table() else { continue };
        let mut entry = Layout { kind, faces: Vec::new(), group: None };
        for (key, span, node) in table.entries() {
            if key == "group" {
                entry.group = node.text().map(str::to_owned);
                node.context.record_place(format!("game/layout/{}/group", kind.0), node.span());
            } else if game.face(key) == Some(FRONT) || game.face(key).is_some() {
                entry.faces.push((
                    key.to_owned(),
                    read_rows(node, &format!("game/layout/{}/{key}", kind.0)),
                ));
            } else {
                let faces = game.faces.iter().map(|f| f.named.id.as_str());
                table.fail_unknown_key(key, span, keys::A_LAYOUT, faces.chain(["group"]));
            }
        }
        game.layouts.retain(|other| other.kind != kind);
        game.layouts.push(entry);
    }
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
    let Some(table) = root.get("sheet").and_then(|n| n.table()) else { return };
    table.check_keys(&keys::SHEET);
    if let Some(kinds) = table.require("kinds", &keys::SHEET) {
        game.sheet.kinds = attribute::read_kind_list(game, kinds);
    }
}

fn read_statistics(game: &mut Game, root: TomlTable<'_>) {
    let Some(table) = root.get("statistics").and_then(|n| n.table()) else { return };
    table.check_keys(&keys::STATISTICS);
    let StatisticsView { curves, tallies, averages, zones } = &mut game.statistics;
    for (key, list) in [("curves", curves), ("tallies", tallies), ("zones", zones)] {
        if let Some(node) = table.get(key) {
            *list = node.strings();
            record_item_places(node, &format!("game/statistics/{key}"));
        }
    }
    if let Some(node) = table.get("averages") {
        averages.clear();
        for item in node.tables() {
            item.check_keys(&keys::AVERAGE);
            let name = item.require("name", &keys::AVERAGE).and_then(|n| n.localized_text());
            let measure = item.require("measure", &keys::AVERAGE);
            let text = measure.and_then(|n| n.measure());
            if let (Some(name), Some(node), Some(text)) = (name, measure, text) {
                let key = format!("game/statistics/averages/{}", averages.len());
                node.context.record_place(key, node.span());
                averages.push(NamedMeasure { name, measure: text });
            }
        }
    }
}

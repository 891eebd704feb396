//! Cards: new ones, and new facts for those that are already there.

use super::attribute::CARD_KEYS;
use super::error::SourceFile;
use super::near::Candidates;
use super::node::{Cx, Node, Table};
use super::problem::Problem;
use super::provenance::{self, EFFECTS, Field, Sources};
use super::words::What;
use super::{effect, value};
use crate::model::card::{CardRecord, FaceRecord, Grade, Provenance};
use crate::model::game::{BoxId, Named};
use crate::model::{AttributeId, FRONT, FaceId, Game, KindId, SetId, Text};
use std::collections::HashMap;
use std::ops::Range;
use std::sync::Arc;
use toml::de::DeValue;

/// Keys of `[file]` that are not attributes.
const FILE_KEYS: [&str; 5] = ["provenance", "kind", "set", "sets", "quantity"];

/// What a card is founded on where neither it nor its file says so.
const UNSAID: Provenance = Provenance::of(Grade::Published);

/// The cards being put together.
pub(super) struct Pool<'g> {
    pub(super) game: &'g Game,
    pub(super) records: Vec<CardRecord>,
    pub(super) by_id: HashMap<String, usize>,
    /// Cards of the layer being read, with the place of each.
    pub(super) seen: HashMap<String, (Arc<SourceFile>, Range<usize>)>,
}

impl<'g> Pool<'g> {
    pub(super) fn new(game: &'g Game, records: Vec<CardRecord>) -> Pool<'g> {
        let by_id = records.iter().enumerate().map(|(at, r)| (r.id.clone(), at)).collect();
        Pool { game, records, by_id, seen: HashMap::new() }
    }

    /// Reads `[[card]]` of one file.
    pub(super) fn read_file(&mut self, root: Table<'_>) {
        let file = root.get("file").and_then(|n| n.table());
        let given = file.and_then(|f| f.get("provenance"));
        let sources = provenance::read(given, Sources::whole(UNSAID), self.game);
        for table in root.get("card").map(|n| n.tables()).unwrap_or_default() {
            self.read_card(table, file, &sources);
        }
    }

    fn read_card(&mut self, table: Table<'_>, file: Option<Table<'_>>, sources: &Sources) {
        let Some(id) = self.id(table) else { return };
        let at = self.by_id.get(id).copied();
        let existing = at.and_then(|at| self.records.get(at));
        let reading = Reading { game: self.game, table, file: file.filter(|_| existing.is_none()) };
        let sources = provenance::read(table.get("provenance"), sources.clone(), self.game);
        let record = match existing {
            Some(record) => Some(record.clone()),
            None => reading.new_record(id, &sources),
        };
        let Some(mut record) = record else { return };
        reading.apply(&mut record, &sources);
        match at.and_then(|at| self.records.get_mut(at)) {
            Some(slot) => *slot = record,
            None => {
                self.by_id.insert(id.to_owned(), self.records.len());
                self.records.push(record);
            }
        }
    }

    /// The card's id, if it is well written and new in this layer.
    fn id<'d>(&mut self, table: Table<'d>) -> Option<&'d str> {
        let node = table.need("id", "a card")?;
        let id = node.text()?;
        let plain = |c: char| c.is_alphanumeric() || "._-'".contains(c);
        if id.is_empty() || id.len() > 100 || !id.chars().all(plain) {
            node.fail(Problem::BadId { id: id.to_owned(), what: What::Card });
            return None;
        }
        if let Some((file, span)) = self.seen.get(id) {
            let first = (file.path.clone(), file.line(span.start));
            node.fail(Problem::DuplicateId { what: What::Card, id: id.to_owned(), first });
            return None;
        }
        self.seen.insert(id.to_owned(), (Arc::clone(table.cx.file), node.span()));
        table.cx.place(format!("card/{id}"), node.span());
        Some(id)
    }
}

/// Reports what a `[file]` table must not hold.
pub(super) fn check_file_table(game: &Game, root: Table<'_>) {
    let Some(table) = root.get("file").and_then(|n| n.table()) else { return };
    for (key, span, _) in table.entries() {
        if !FILE_KEYS.contains(&key) && game.attribute(key).is_none() {
            let known = game.attributes.iter().map(|a| a.named.id.as_str()).chain(FILE_KEYS);
            table.unknown_key(key, span, "[file]", known);
        }
    }
}

struct Reading<'g, 'd> {
    game: &'g Game,
    table: Table<'d>,
    file: Option<Table<'d>>,
}

impl<'d> Reading<'_, 'd> {
    /// What the card says, else what its file says of all its cards.
    fn get(&self, key: &str) -> Option<Node<'d>> {
        self.table.get(key).or_else(|| self.file.and_then(|f| f.get(key)))
    }

    fn new_record(&self, id: &str, sources: &Sources) -> Option<CardRecord> {
        let Some(node) = self.get("kind") else {
            let place = "a card".to_owned();
            self.table.fail(Problem::MissingKey { key: "kind", place });
            return None;
        };
        let kind = self.kind(node)?;
        let front = FaceRecord {
            face: FRONT,
            name: None,
            facts: Vec::new(),
            effects: Vec::new(),
            effects_complete: Some(sources.of(FRONT, EFFECTS)),
        };
        let parts = self.game.kind_faces.iter().filter(|(k, _)| *k == kind);
        let mut faces = vec![front];
        for (_, part) in parts {
            match faces.iter_mut().find(|f| f.face == part.face) {
                Some(face) => *face = part.clone(),
                None => faces.push(part.clone()),
            }
        }
        Some(CardRecord {
            id: id.to_owned(),
            id_provenance: sources.of(FRONT, Field::Common("id")),
            name: Text::same(id),
            aliases: Vec::new(),
            kind,
            sets: Vec::new(),
            quantity: vec![(BoxId(0), 1)],
            provenance: sources.default,
            faces,
        })
    }

    fn kind(&self, node: Node<'_>) -> Option<KindId> {
        let word = node.text()?;
        let found = self.game.kind(word);
        if found.is_none() {
            node.unknown_of(What::Kind, word, self.game.kinds.iter().map(|k| &k.named));
        }
        found
    }

    fn apply(&self, record: &mut CardRecord, sources: &Sources) {
        if let Some(kind) = self.table.get("kind").and_then(|n| self.kind(n)) {
            record.kind = kind;
        }
        if let Some(provenance) = sources.exactly(FRONT, Field::Common("id")) {
            record.id_provenance = provenance;
        }
        if let Some(name) = self.table.get("name").and_then(|n| n.local()) {
            record.name = name;
        }
        if let Some(aliases) = self.table.get("aliases") {
            record.aliases = aliases.strings();
        }
        if let Some(node) = self.get("sets").or_else(|| self.get("set")) {
            record.sets = self.sets(node);
        }
        if let Some(quantity) = self.get("quantity").and_then(|n| self.quantity(n)) {
            record.quantity = quantity;
        }
        self.front(record, sources);
        self.faces(record, sources);
        record.faces.sort_by_key(|f| f.face);
    }

    fn sets(&self, node: Node<'_>) -> Vec<SetId> {
        let mut sets = Vec::new();
        for (word, item) in node.texts() {
            match self.game.set(word) {
                Some(set) if sets.contains(&set) => {
                    item.fail(Problem::GivenTwice { key: word.to_owned() });
                }
                Some(set) => sets.push(set),
                None => {
                    item.unknown_of(What::Set, word, self.game.sets.iter().map(|s| &s.named));
                }
            }
        }
        sets
    }

    fn quantity(&self, node: Node<'_>) -> Option<Vec<(BoxId, u32)>> {
        if !matches!(node.value, DeValue::Table(_)) {
            return Some(vec![(BoxId(0), node.count()?)]);
        }
        let mut quantities = Vec::new();
        for (word, span, node) in node.table()?.entries() {
            match self.game.box_of(word) {
                Some(found) => quantities.push((found, node.count()?)),
                None => {
                    let known = self.game.boxes.iter().map(|b| b.id.as_str());
                    let candidates = Candidates::of(word, known);
                    let name = word.to_owned();
                    node.cx.fail(span, Problem::UnknownName { what: What::Box, name, candidates });
                }
            }
        }
        quantities.sort();
        Some(quantities)
    }

    /// The attributes and effects that stand on the card itself.
    fn front(&self, record: &mut CardRecord, sources: &Sources) {
        let kind = record.kind;
        let id = record.id.clone();
        let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT) else { return };
        if let Some(file) = self.file {
            for (key, span, node) in file.entries() {
                if !FILE_KEYS.contains(&key) && self.table.get(key).is_none() {
                    put_fact(self.game, kind, front, (key, span, node), sources);
                }
            }
        }
        let mut given = Vec::new();
        for (key, span, node) in self.table.entries() {
            if CARD_KEYS.contains(&key) {
                continue;
            }
            node.cx.place(format!("card/{id}/{key}"), node.span());
            if let Some(attribute) =
                put_fact(self.game, kind, front, (key, span.clone(), node), sources)
            {
                if given.contains(&attribute) {
                    self.table.cx.fail(span, Problem::GivenTwice { key: key.to_owned() });
                }
                given.push(attribute);
            }
        }
        if let Some(node) = self.table.get("effects") {
            effect::read(self.game, front, node, sources);
        }
    }

    fn faces(&self, record: &mut CardRecord, sources: &Sources) {
        let Some(table) = self.table.get("faces").and_then(|n| n.table()) else { return };
        for (word, span, node) in table.entries() {
            let Some(face) = face_of(self.game, table, word, span) else { continue };
            let Some(inner) = node.table() else { continue };
            let at = record.faces.iter().position(|f| f.face == face).unwrap_or_else(|| {
                record.faces.push(FaceRecord {
                    face,
                    name: None,
                    facts: Vec::new(),
                    effects: Vec::new(),
                    effects_complete: Some(sources.of(face, EFFECTS)),
                });
                record.faces.len() - 1
            });
            if let Some(part) = record.faces.get_mut(at) {
                read_face(self.game, record.kind, part, inner, sources);
            }
        }
        let halves = |f: &FaceRecord| {
            self.game.faces.get(f.face.index()).is_some_and(|def| def.of == Some(FRONT))
        };
        // A front with halves prints its effects on them: it adds none of its own.
        if self.table.get("effects").is_none()
            && record.faces.iter().any(halves)
            && let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT)
            && front.effects.is_empty()
            && front.effects_complete.is_some()
        {
            front.effects_complete = Some(Provenance::of(Grade::Rulebook));
        }
    }
}

/// The part of a card that a key names.
pub(super) fn face_of(
    game: &Game,
    table: Table<'_>,
    word: &str,
    span: Range<usize>,
) -> Option<FaceId> {
    let found = game.face(word);
    if found.is_none() {
        let known = game.faces.iter().flat_map(|f| f.named.words());
        let candidates = Candidates::of(word, known);
        let name = word.to_owned();
        table.cx.fail(span, Problem::UnknownName { what: What::Face, name, candidates });
    }
    found
}

/// Reads one part: its own name, facts and effects.
pub(super) fn read_face(
    game: &Game,
    kind: KindId,
    part: &mut FaceRecord,
    table: Table<'_>,
    sources: &Sources,
) {
    for (key, span, node) in table.entries() {
        match key {
            "name" => part.name = node.local().or(part.name.take()),
            "effects" => effect::read(game, part, node, sources),
            _ => {
                put_fact(game, kind, part, (key, span, node), sources);
            }
        }
    }
}

/// Reads one field into a part; tells which attribute it was.
fn put_fact(
    game: &Game,
    kind: KindId,
    part: &mut FaceRecord,
    (key, span, node): (&str, Range<usize>, Node<'_>),
    sources: &Sources,
) -> Option<AttributeId> {
    let Some(id) = game.attribute(key) else {
        unknown_field(game, kind, key, span, node.cx);
        return None;
    };
    let attribute = game.attributes.get(id.index())?;
    let kind_id = |k: &KindId| game.kinds.get(k.index()).map(|def| def.named.id.to_string());
    if !attribute.applies_to(kind) {
        let problem = Problem::NotOnKind {
            attribute: attribute.named.id.to_string(),
            kind: kind_id(&kind).unwrap_or_default(),
            kinds: attribute.kinds.iter().filter_map(kind_id).collect(),
        };
        node.cx.fail(span, problem);
        return None;
    }
    let provenance = sources.of(part.face, Field::Attribute(id));
    let fact = value::read(node, attribute, provenance)?;
    match part.facts.iter_mut().find(|(other, _)| *other == id) {
        Some((_, slot)) => *slot = fact,
        None => part.facts.push((id, fact)),
    }
    part.facts.sort_by_key(|(id, _)| *id);
    Some(id)
}

fn unknown_field(game: &Game, kind: KindId, key: &str, span: Range<usize>, cx: Cx<'_>) {
    cx.fail_with(span, || {
        let on_kind = || game.attributes.iter().filter(|a| a.applies_to(kind)).map(|a| &a.named);
        let near = super::near::nearest(key, on_kind().flat_map(Named::words).chain(CARD_KEYS));
        let ids = on_kind().map(|named| named.id.as_str()).chain(CARD_KEYS);
        let candidates = Candidates::among(near, ids);
        Problem::UnknownKey { key: key.to_owned(), place: "a card".to_owned(), candidates }
    });
}

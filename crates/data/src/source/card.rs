//! Cards: new ones, and new facts about known ones.

use super::{
    effect,
    fact::{
        self, DEFAULT_PROVENANCE, EFFECTS_FIELD, FieldProvenances, ProvenanceField, QUANTITY_FIELD,
        keeps_provenance,
    },
    format,
    keys::{self, CARD_KEYS, names::*},
    messages::{DataMessage, NamedThing},
    node::{FileContext, MAX_ID_BYTES, TomlNode, TomlTable},
    relations::{StandInPlace, StandIns},
    rule,
};
use crate::{
    files::FileMessage,
    model::{
        AttributeId, Bounds, CardIndex, Cards, Date, FRONT, FaceId, Game, KindId, Text,
        card::{CardRecord, FaceRecord, Grade, MAX_NAME_BYTES, Provenance, StoredFact, Value},
        format::Origin,
        game::{Attribute, AttributeType, BoxId, Named},
    },
    problem::{Candidates, SourceText},
};
use sleeve_text::Arrange;
use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
    ops::Range,
    sync::Arc,
};
use toml::de::DeValue;

/// Keys of `[file]` that are not attributes.
const FILE_KEYS: [&str; 6] = keys::FILE.names();

/// The cards of a catalog while a layer changes them and adds new ones.
pub(super) struct CardPool<'g> {
    pub(super) game: &'g Game,
    pub(super) records: Vec<CardRecord>,
    pub(super) by_id: HashMap<String, usize>,
    /// The ids of the layer, with their places.
    pub(super) seen: HashMap<String, (Arc<SourceText>, Range<usize>)>,
    /// Cards of the layer that replace stand-ins.
    pub(super) stand_ins: StandIns,
    /// Positions of cards that the layer adds or names.
    touched: BTreeSet<usize>,
    /// Fields that the layer sets on known cards, with the positions of the cards.
    pub(super) stated: BTreeSet<(usize, AttributeId)>,
}

impl<'g> CardPool<'g> {
    pub(super) fn new(game: &'g Game, records: Vec<CardRecord>) -> CardPool<'g> {
        let by_id = records
            .iter()
            .enumerate()
            .map(|(at, r)| (r.id.clone(), at))
            .collect();
        let (seen, stand_ins) = (HashMap::new(), StandIns::default());
        let (touched, stated) = (BTreeSet::new(), BTreeSet::new());
        CardPool { game, records, by_id, seen, stand_ins, touched, stated }
    }

    /// The number of cards that differ from those before the layer.
    pub(super) fn count_changed(&self, before: &Cards) -> usize {
        let mut changed = 0;
        for at in self.touched.iter().copied() {
            let is_same = at < before.len()
                && self.records.get(at) == Some(&before.record(CardIndex(at as u32)));
            changed += usize::from(!is_same);
        }
        changed
    }

    /// Reads `[[card]]` of one file.
    pub(super) fn read_file(&mut self, root: TomlTable<'_>) {
        let file = root.table(FILE);
        let given = file.and_then(|f| f.get(PROVENANCE));
        let provenances = fact::read_provenances(
            given,
            FieldProvenances::from_default(DEFAULT_PROVENANCE),
            self.game,
        );
        for table in root.tables(CARD) {
            self.read_card(table, file, &provenances);
        }
    }

    /// Reads files of earlier printings, each with its last day. A file changes the printings after
    /// its own.
    pub(super) fn read_earlier(
        &self,
        mut files: Vec<(Date, TomlTable<'_>)>,
    ) -> Vec<(Date, CardRecord)> {
        files.arrange_by_key(|(until, _)| Reverse(*until));
        let mut printings = Vec::new();
        let mut records = self.records.clone();
        for (until, root) in files {
            let mut pool = CardPool::new(self.game, records);
            pool.read_file(root);
            records = pool.records;
            let touched = pool.touched.into_iter().filter_map(|at| records.get(at));
            printings.extend(touched.map(|record| (until, record.clone())));
        }
        printings
    }

    fn read_card(
        &mut self,
        table: TomlTable<'_>,
        file: Option<TomlTable<'_>>,
        provenances: &FieldProvenances,
    ) {
        // `stand_ins` has already read the id of a replacing card, and reported its mistakes.
        let (at, place) = match table.get(REPLACES) {
            Some(node) => match self.stand_ins.place(&node) {
                Some(place) => (Some(place.at), Some(place)),
                None => return,
            },
            None => {
                let Some(id) = self.read_id(table) else { return };
                (self.by_id.get(id).copied(), None)
            }
        };
        let id = table
            .get(ID)
            .and_then(|n| n.value.as_str())
            .unwrap_or_default();
        let existing = at.and_then(|at| self.records.get(at));
        // `[file]` only applies to new cards: on a known card, a layer only changes what it writes
        // there.
        let reading =
            CardReader { game: self.game, table, file: file.filter(|_| existing.is_none()) };
        let provenances =
            fact::read_provenances(table.get(PROVENANCE), provenances.clone(), self.game);
        let start = existing
            .cloned()
            .or_else(|| self.new_record(id, &reading, &provenances));
        let Some(mut record) = start else { return };
        // A provenance for the whole card attests its id. A card that replaces a stand-in only
        // attests an id that it gives, below.
        if place.is_none() {
            attest_id(&mut record, table, &provenances);
        }
        reading.apply_to(&mut record, &provenances);
        let numbered = place.filter(|place| place.is_numbered);
        if let Some(place) = numbered {
            take_printed_id(&mut record, place, &provenances);
        }
        if at.is_none() || numbered.is_some() {
            fill_printed_id(self.game, &mut record, table);
        }
        self.put_record(at, id, record, table);
    }

    /// The record of a new card, before its fields are read.
    fn new_record(
        &self,
        id: &str,
        reading: &CardReader<'_, '_>,
        provenances: &FieldProvenances,
    ) -> Option<CardRecord> {
        // Without a kind it gives facts about a known card. If that card was replaced, report that
        // instead of a missing kind.
        if reading.get(KIND).is_none() && self.check_replaced(id, reading.table) {
            return None;
        }
        reading.new_record(id, provenances)
    }

    /// Stores a record at the position of its card, or as a new one.
    fn put_record(&mut self, at: Option<usize>, id: &str, record: CardRecord, of: TomlTable<'_>) {
        self.touched.insert(at.unwrap_or(self.records.len()));
        if let Some(at) = at {
            for (key, ..) in of.entries() {
                let Some(id) = self.game.attribute(key) else { continue };
                let attribute = self.game.attributes.get(id.index());
                if attribute.is_some_and(|of| matches!(of.kind, AttributeType::Cards { .. })) {
                    self.stated.insert((at, id));
                }
            }
        }
        match at.and_then(|at| self.records.get_mut(at)) {
            Some(slot) => *slot = record,
            None => {
                self.by_id.insert(id.to_owned(), self.records.len());
                self.records.push(record);
            }
        }
    }

    /// Whether this is the invented id of a stand-in that another card replaced; reports it.
    fn check_replaced(&self, id: &str, table: TomlTable<'_>) -> bool {
        let replacement = self
            .records
            .iter()
            .find(|record| record.aliases.iter().any(|a| a == id));
        if let (Some(replacement), Some(node)) = (replacement, table.get(ID)) {
            let (id, replacement) = (id.to_owned(), replacement.id.clone());
            node.fail(DataMessage::Replaced { id, by: replacement });
        }
        replacement.is_some()
    }

    /// Returns the card's id, if it is valid and new in this layer.
    // Ids of cards are printed on them. Unlike other ids, they may contain capitals, accents and
    // apostrophes.
    pub(super) fn read_id<'d>(&mut self, table: TomlTable<'d>) -> Option<&'d str> {
        let node = table.require(ID, &keys::CARD)?;
        let id = node.text()?;
        let is_plain = id
            .chars()
            .all(|c| c.is_alphanumeric() || "._-'".contains(c));
        if id.is_empty() || id.len() > MAX_ID_BYTES || !is_plain {
            node.fail(DataMessage::BadId { id: id.to_owned(), what: NamedThing::Card });
            return None;
        }
        if let Some((file, span)) = self.seen.get(id) {
            let first = Origin { file: file.path.clone(), line: file.line(span.start) };
            node.context
                .fail_duplicate(node.span(), NamedThing::Card, id, &first);
            return None;
        }
        self.seen
            .insert(id.to_owned(), (Arc::clone(table.context.file), node.span()));
        table
            .context
            .record_place(format!("card/{id}"), node.span());
        Some(id)
    }
}

/// Gives the id of a card the provenance of the whole card, if that is better.
fn attest_id(record: &mut CardRecord, table: TomlTable<'_>, provenances: &FieldProvenances) {
    let new = provenances.provenance(FRONT, ProvenanceField::Common(ID));
    if table
        .get(PROVENANCE)
        .is_some_and(|node| covers_whole_card(&node))
        && !keeps_provenance(record.id_provenance, new)
    {
        record.id_provenance = new;
    }
}

/// Attests the id that a card gives to a stand-in. Decks with the invented id keep working.
fn take_printed_id(record: &mut CardRecord, place: &StandInPlace, provenances: &FieldProvenances) {
    record.id_provenance = provenances.provenance(FRONT, ProvenanceField::Common(ID));
    record.aliases.extend(
        place
            .former
            .clone()
            .filter(|id| !record.aliases.contains(id)),
    );
}

/// Whether a provenance covers the whole card, including its id: a word, or a table with a default.
fn covers_whole_card(node: &TomlNode<'_>) -> bool {
    match &node.value {
        DeValue::Table(table) => table.contains_key(DEFAULT),
        _ => true,
    }
}

/// Fills the field that repeats the id, unless the card gives it.
pub(super) fn fill_printed_id(game: &Game, record: &mut CardRecord, table: TomlTable<'_>) {
    let attribute = game
        .printed_id()
        .and_then(|id| Some((id, game.get_attribute(id)?)));
    let Some((id, attribute)) = attribute.filter(|(_, a)| a.applies_to(record.kind)) else {
        return;
    };
    if attribute
        .named
        .words()
        .any(|word| table.get(word).is_some())
    {
        return;
    }
    set_printed_id(record, id);
}

/// Sets the field that repeats the id, even if the card gives it.
pub(super) fn set_printed_id(record: &mut CardRecord, id: AttributeId) {
    let (value, provenance) = (Value::Text(record.id.clone()), record.id_provenance);
    let fact = StoredFact { value, print: None, provenance, attested: Bounds::OPEN };
    let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT) else { return };
    front.facts.retain(|(other, _)| *other != id);
    front.facts.push((id, fact));
    // Readers of a packed card stop after the attribute they look for.
    front.facts.arrange_by_key(|(id, _)| *id);
}

/// Reports keys that are not allowed in a `[file]` table.
pub(super) fn check_file_table(game: &Game, root: TomlTable<'_>) {
    let Some(table) = root.table(FILE) else { return };
    for (key, span, _) in table.entries() {
        if !FILE_KEYS.contains(&key) && game.attribute(key).is_none() {
            let known = game
                .attributes
                .iter()
                .map(|a| a.named.id.as_str())
                .chain(FILE_KEYS);
            table.fail_unknown_key(key, span, keys::FILE.place, known);
        }
    }
}

struct CardReader<'g, 'd> {
    game: &'g Game,
    table: TomlTable<'d>,
    file: Option<TomlTable<'d>>,
}

impl<'d> CardReader<'_, 'd> {
    /// Returns the value given by the card, or by its file.
    fn get(&self, key: &str) -> Option<TomlNode<'d>> {
        self.table
            .get(key)
            .or_else(|| self.file.and_then(|f| f.get(key)))
    }

    fn new_record(&self, id: &str, provenances: &FieldProvenances) -> Option<CardRecord> {
        let Some(node) = self.get(KIND) else {
            self.table.fail(DataMessage::NoKind);
            return None;
        };
        let kind = self.read_kind(node)?;
        let front = FaceRecord {
            face: FRONT,
            name: None,
            facts: Vec::new(),
            effects: Vec::new(),
            // If the data does not mention effects, there are none; `"?"` revokes that.
            effects_complete: Some(provenances.provenance(FRONT, EFFECTS_FIELD)),
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
            id_provenance: provenances.provenance(FRONT, ProvenanceField::Common(ID)),
            name: Text::untranslated(id),
            aliases: Vec::new(),
            kind,
            sets: Vec::new(),
            // If a game has no boxes, a number of copies in a box means nothing.
            quantity: if self.game.boxes.is_empty() { Vec::new() } else { vec![(BoxId(0), 1)] },
            quantity_provenance: provenances.provenance(FRONT, QUANTITY_FIELD),
            provenance: provenances.default,
            faces,
        })
    }

    fn read_kind(&self, node: TomlNode<'_>) -> Option<KindId> {
        node.named(NamedThing::Kind, |word| self.game.kind(word), &self.game.kinds)
    }

    fn apply_to(&self, record: &mut CardRecord, provenances: &FieldProvenances) {
        if let Some(kind) = self.table.get(KIND).and_then(|n| self.read_kind(n)) {
            record.kind = kind;
        }
        if let Some(provenance) = provenances.exact_provenance(FRONT, ProvenanceField::Common(ID)) {
            record.id_provenance = provenance;
        }
        self.table.put(NAME, &mut record.name);
        if let Some(node) = self.table.get(NAME)
            && let Some(bytes) = record.name.wordings().map(str::len).max()
            && bytes > MAX_NAME_BYTES
        {
            node.fail(DataMessage::LongName { bytes, limit: MAX_NAME_BYTES });
        }
        self.table.put(ALIASES, &mut record.aliases);
        if let Some(node) = self.get(SETS).or_else(|| self.get(SET)) {
            record.sets = format::read_sets(self.game, node);
        }
        if let Some(quantity) = self.get(QUANTITY).and_then(|n| self.read_quantity(n)) {
            record.quantity = quantity;
            record.quantity_provenance = provenances.provenance(FRONT, QUANTITY_FIELD);
        }
        if let Some(provenance) = provenances.exact_provenance(FRONT, QUANTITY_FIELD) {
            record.quantity_provenance = provenance;
        }
        self.read_front(record, provenances);
        self.read_faces(record, provenances);
        // Sorted, so that a card has one packed form, regardless of the order of its parts.
        record.faces.arrange_by_key(|f| f.face);
    }

    fn read_quantity(&self, node: TomlNode<'_>) -> Option<Vec<(BoxId, u32)>> {
        if !matches!(node.value, DeValue::Table(_)) {
            return Some(vec![(BoxId(0), node.count()?)]);
        }
        let mut quantities = Vec::new();
        for (word, span, node) in node.table()?.entries() {
            match self.game.find_box(word) {
                Some(id) => quantities.push((id, node.count()?)),
                None => {
                    let known = self.game.boxes.iter().map(|b| b.id.as_str());
                    node.context
                        .fail_unknown(span, NamedThing::Box, word, known);
                }
            }
        }
        // Sorted, so that a card has one packed form, regardless of the order of its boxes.
        quantities.arrange();
        Some(quantities)
    }

    /// Reads the attributes and effects of the front.
    fn read_front(&self, record: &mut CardRecord, provenances: &FieldProvenances) {
        let kind = record.kind;
        let id = record.id.clone();
        let fields = CardFields { game: self.game, kind, id: &id, provenances };
        let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT) else { return };
        if let Some(file) = self.file {
            for (key, span, node) in file.entries() {
                if !FILE_KEYS.contains(&key) && self.table.get(key).is_none() {
                    fields.put_fact(front, key, span, node);
                }
            }
        }
        let mut attributes = Vec::new();
        for (key, span, node) in self.table.entries() {
            if CARD_KEYS.contains(&key) || rule::is_rule_list(self.game, key, &node) {
                continue;
            }
            node.context
                .record_place(format!("card/{id}/{key}"), node.span());
            let put = fields.put_fact(front, key, span.clone(), node);
            let Some(attribute) = put else { continue };
            if attributes.contains(&attribute) {
                self.table
                    .context
                    .fail(span, FileMessage::GivenTwice { key: key.to_owned() });
            }
            attributes.push(attribute);
        }
        if let Some(node) = self.table.get(EFFECTS) {
            effect::read_effects(self.game, front, node, provenances);
        }
    }

    fn read_faces(&self, record: &mut CardRecord, provenances: &FieldProvenances) {
        let Some(table) = self.table.table(FACES) else { return };
        for (word, span, node) in table.entries() {
            let Some(face) = find_face(self.game, table, word, span) else { continue };
            let Some(inner) = node.table() else { continue };
            let at = record
                .faces
                .iter()
                .position(|f| f.face == face)
                .unwrap_or_else(|| {
                    record.faces.push(FaceRecord {
                        face,
                        name: None,
                        facts: Vec::new(),
                        effects: Vec::new(),
                        effects_complete: Some(provenances.provenance(face, EFFECTS_FIELD)),
                    });
                    record.faces.len() - 1
                });
            if let Some(part) = record.faces.get_mut(at) {
                let (kind, id) = (record.kind, record.id.as_str());
                CardFields { game: self.game, kind, id, provenances }.read_face(part, inner);
            }
        }
        self.drop_facts_of_halves(record, table);
        // A front with halves prints its effects on them and has none of its own.
        if self.table.get(EFFECTS).is_none()
            && self
                .game
                .halves(FRONT)
                .any(|half| record.faces.iter().any(|f| f.face == half))
            && let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT)
            && front.effects.is_empty()
            && front.effects_complete.is_some()
        {
            front.effects_complete = Some(Provenance::from_grade(Grade::Rulebook));
        }
    }
}

impl CardReader<'_, '_> {
    /// Drops facts of the front that all its halves now have. Earlier data gave them for the whole
    /// front.
    fn drop_facts_of_halves(&self, record: &mut CardRecord, faces: TomlTable<'_>) {
        let mut keys = HalfKeys::default();
        for half in self.game.halves(FRONT) {
            let mut on_half = Vec::new();
            for (word, _, node) in faces.entries() {
                if node.is_table() && self.game.face(word) == Some(half) {
                    on_half.extend(node.table().into_iter().flat_map(|table| table.keys()));
                }
            }
            keys.halves.push(on_half);
        }
        if keys.halves.is_empty() {
            return;
        }
        keys.card.extend(self.table.keys());
        keys.card
            .extend(self.file.into_iter().flat_map(|file| file.keys()));
        let Some(front) = record.faces.iter_mut().find(|f| f.face == FRONT) else { return };
        front.facts.retain(|(id, _)| {
            !keys.are_only_on_halves(|key| self.game.attribute(key) == Some(*id))
        });
        if keys.are_only_on_halves(|key| key == EFFECTS) {
            front.effects.clear();
            front.effects_complete = Some(Provenance::from_grade(Grade::Rulebook));
        }
    }
}

/// The keys of a card and of the halves of its front.
#[derive(Default)]
struct HalfKeys<'d> {
    card: Vec<&'d str>,
    halves: Vec<Vec<&'d str>>,
}

impl HalfKeys<'_> {
    /// Whether every half has one of these keys, and the card itself has none.
    fn are_only_on_halves(&self, is_one: impl Fn(&str) -> bool) -> bool {
        !self.card.iter().any(|key| is_one(key))
            && self
                .halves
                .iter()
                .all(|keys| keys.iter().any(|key| is_one(key)))
    }
}

/// Finds the part of a card for a key, or reports an unknown one.
pub(super) fn find_face(
    game: &Game,
    table: TomlTable<'_>,
    word: &str,
    span: Range<usize>,
) -> Option<FaceId> {
    let face = game.face(word);
    if face.is_none() {
        let known = game.faces.iter().flat_map(|f| f.named.words());
        table
            .context
            .fail_unknown(span, NamedThing::Face, word, known);
    }
    face
}

/// Reads the fields of one card.
#[derive(Clone, Copy)]
pub(super) struct CardFields<'c> {
    pub(super) game: &'c Game,
    pub(super) kind: KindId,
    /// The id of the card, for messages.
    pub(super) id: &'c str,
    pub(super) provenances: &'c FieldProvenances,
}

impl CardFields<'_> {
    /// Reads one part: its own name, facts and effects.
    pub(super) fn read_face(&self, part: &mut FaceRecord, table: TomlTable<'_>) {
        for (key, span, node) in table.entries() {
            match key {
                NAME => part.name = node.localized_text().or(part.name.take()),
                EFFECTS => effect::read_effects(self.game, part, node, self.provenances),
                _ => {
                    self.put_fact(part, key, span, node);
                }
            }
        }
    }

    /// Reads one field into a part and returns its attribute.
    fn put_fact(
        &self,
        part: &mut FaceRecord,
        key: &str,
        span: Range<usize>,
        node: TomlNode<'_>,
    ) -> Option<AttributeId> {
        let Some(id) = self.game.attribute(key) else {
            self.fail_unknown(key, span, node.context);
            return None;
        };
        let attribute = self.game.attributes.get(id.index())?;
        if !attribute.applies_to(self.kind) {
            let kinds = attribute
                .kinds
                .iter()
                .filter_map(|kind| kind_id(self.game, *kind));
            let problem = DataMessage::NotOnKind {
                attribute: attribute.named.id.to_string(),
                kind: kind_id(self.game, self.kind).unwrap_or_default(),
                kinds: kinds.collect(),
            };
            node.context.fail(span, problem);
            return None;
        }
        let provenance = self
            .provenances
            .provenance(part.face, ProvenanceField::Attribute(id));
        let fact = fact::read_fact(node.with_field(attribute), attribute, provenance)?;
        if let Some(fault) = range_fault(attribute, self.id, &fact.value) {
            node.fail(fault);
            return Some(id);
        }
        match part.facts.iter_mut().find(|(other, _)| *other == id) {
            // A layer that repeats a fact with a weaker provenance does not weaken it.
            Some((_, known)) if adds_nothing(known, &fact) => {}
            Some((_, slot)) => *slot = fact,
            None => part.facts.push((id, fact)),
        }
        part.facts.arrange_by_key(|(id, _)| *id);
        Some(id)
    }

    fn fail_unknown(&self, key: &str, span: Range<usize>, context: FileContext<'_>) {
        context.fail_with(span, || {
            let fields = self
                .game
                .attributes
                .iter()
                .filter(|field| field.applies_to(self.kind));
            let named = fields.map(|field| &field.named);
            let words = named.clone().flat_map(Named::words).chain(CARD_KEYS);
            let near = crate::problem::nearest_names(key, words);
            let ids = named.map(|named| named.id.as_str()).chain(CARD_KEYS);
            let candidates = Candidates::from_near(near, ids);
            FileMessage::UnknownKey { key: key.to_owned(), place: keys::CARD.place, candidates }
        });
    }
}

fn kind_id(game: &Game, kind: KindId) -> Option<String> {
    game.kinds
        .get(kind.index())
        .map(|def| def.named.id.to_string())
}

/// The mistake of a value outside the range of its field.
fn range_fault(field: &Attribute, card: &str, value: &Value) -> Option<DataMessage> {
    let (least, most) = match value {
        Value::Number(number) => (Some(*number), Some(*number)),
        Value::Choice(numbers) => (numbers.iter().min().copied(), numbers.iter().max().copied()),
        // A partly known value is only wrong if none of its possible numbers fits, for example if
        // its maximum is below `min`.
        Value::Unknown(known) => (known.max, known.min),
        _ => return None,
    };
    let below = least.zip(field.min).filter(|(least, min)| least < min);
    let above = most.zip(field.max).filter(|(most, max)| most > max);
    let (value, limit) = below.or(above)?;
    let (attribute, id) = (field.named.name.clone(), field.named.id.to_string());
    let card = card.to_owned();
    Some(if below.is_some() {
        DataMessage::BelowMin { attribute, id, card, value, limit }
    } else {
        DataMessage::AboveMax { attribute, id, card, value, limit }
    })
}

/// Whether a fact repeats a known one without a better provenance.
fn adds_nothing(known: &StoredFact, fact: &StoredFact) -> bool {
    (&known.value, &known.print) == (&fact.value, &fact.print)
        && known.attested == fact.attested
        && keeps_provenance(known.provenance, fact.provenance)
}

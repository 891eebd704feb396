//! Packs cards into the form that [`Cards`](super::Cards) reads. Only this crate makes it, and a
//! test reads back every shipped card.

use super::{
    card::{Card, CardRecord, FaceRecord, Provenance, StoredFact, Value},
    ids::{AttributeId, CardIndex, FaceId},
    number::Bounds,
    record::{ATTESTED_FLAG, NAMES_AT, PRINT_FLAG, attribute_bit, iter_facts, packed_text},
    wire::{WireReader, WireWriter},
};
use sleeve_text::{Arrange, Text, fold};

/// Whether every id and fact of a card is attested.
fn is_attested(record: &CardRecord) -> bool {
    let mut all = vec![record.provenance, record.id_provenance, record.quantity_provenance];
    for face in &record.faces {
        all.extend(face.facts.iter().map(|(_, fact)| fact.provenance));
        all.extend(face.effects.iter().map(|effect| effect.provenance));
        all.extend(face.effects_complete);
    }
    all.into_iter()
        .all(|provenance| provenance.grade.is_attested())
}

/// Collects cards and packs them.
#[derive(Default, Debug)]
pub struct CardsBuilder {
    records: WireWriter,
    offsets: Vec<u32>,
    /// The hash of a name, and in the lower half the card.
    index: Vec<u64>,
    unattested: bool,
}

impl CardsBuilder {
    /// Packs these cards, in this order.
    pub fn from_records(records: &[CardRecord]) -> CardsBuilder {
        let mut builder = CardsBuilder::default();
        for record in records {
            builder.push(record);
        }
        builder
    }

    /// Indexes the names of cards in the bytes of
    /// [`Cards::to_short_bytes`](super::Cards::to_short_bytes), and leaves their records short.
    pub(super) fn from_short_bytes(bytes: &[u8]) -> CardsBuilder {
        let mut reader = WireReader::new(bytes);
        let mut builder =
            CardsBuilder { unattested: reader.byte() != 0, ..CardsBuilder::default() };
        builder.records.bytes.reserve(bytes.len());
        while !reader.is_empty() {
            let index = builder.offsets.len() as u32;
            builder.offsets.push(builder.records.bytes.len() as u32);
            let record = reader.block();
            builder.records.bytes.extend_from_slice(record);
            let card = Card { record, index: CardIndex(index), base: CardIndex(index) };
            card.names()
                .for_each(|(_, name, _)| builder.index_name(name, index));
            builder.index_name(card.id(), index);
        }
        builder
    }

    /// Adds a card; its index is the number of cards added before it.
    pub fn push(&mut self, record: &CardRecord) -> CardIndex {
        let index = self.offsets.len() as u32;
        self.offsets.push(self.records.bytes.len() as u32);
        let out = &mut self.records;
        let facts = record
            .faces
            .iter()
            .flat_map(|f| f.facts.iter().map(|(a, fact)| (f.face, *a, fact)));
        let mut facts: Vec<_> = facts.collect();
        // Readers stop after the attribute that they look for.
        facts.arrange_by_key(|(_, attribute, _)| *attribute);
        let mask = facts
            .iter()
            .fold(0u64, |mask, (_, a, _)| mask | attribute_bit(*a));
        out.byte(record.kind.0);
        put_provenance(out, record.provenance);
        out.bytes.extend_from_slice(&mask.to_le_bytes());
        let is_attested = is_attested(record);
        self.unattested |= !is_attested;
        out.byte(is_attested.into());
        let mut block = WireWriter::default();
        put_names(&mut block, record);
        out.block(&std::mem::take(&mut block.bytes));
        // The card's parts as bits. A game declares at most 60, so `& 63` changes nothing and no
        // shift overflows.
        out.varint(
            record
                .faces
                .iter()
                .fold(0u64, |m, f| m | 1u64 << (f.face.0 & 63)),
        );
        facts
            .iter()
            .for_each(|(face, a, fact)| put_fact(&mut block, *face, *a, fact));
        out.block(&std::mem::take(&mut block.bytes));
        for face in &record.faces {
            put_effects(&mut block, face, record.provenance);
        }
        out.block(&std::mem::take(&mut block.bytes));
        out.text(&record.id);
        put_provenance(out, record.id_provenance);
        record
            .sets
            .iter()
            .for_each(|s| block.varint(u64::from(s.0)));
        out.block(&std::mem::take(&mut block.bytes));
        put_provenance(&mut block, record.quantity_provenance);
        for (holder, count) in &record.quantity {
            block.byte(holder.0);
            block.varint(u64::from(*count));
        }
        out.block(&block.bytes);
        record.names().for_each(|name| self.index_name(name, index));
        CardIndex(index)
    }

    fn index_name(&mut self, name: &str, index: u32) {
        self.index
            .push(u64::from(fold::key_hash(&fold::key(name))) << 32 | u64::from(index));
    }

    /// The packed form of the added cards, in their order.
    pub(super) fn into_bytes(mut self) -> Vec<u8> {
        self.index.sort_unstable();
        self.index.dedup();
        let (cards, names) = (self.offsets.len() as u32, self.index.len() as u32);
        let mut words = vec![cards, names, u32::from(self.unattested)];
        words.extend(&self.offsets);
        words.push(self.records.bytes.len() as u32);
        words.extend(
            self.index
                .iter()
                .flat_map(|entry| [(entry >> 32) as u32, *entry as u32]),
        );
        let mut bytes = Vec::with_capacity(4 * words.len() + self.records.bytes.len());
        words
            .iter()
            .for_each(|word| bytes.extend_from_slice(&word.to_le_bytes()));
        bytes.extend_from_slice(&self.records.bytes);
        bytes
    }
}

/// Returns a record with other folded forms of its texts.
pub(super) fn refold(record: &[u8], fold: fn(&str) -> String) -> Vec<u8> {
    let (mut reader, mut out) = (WireReader::new(record), WireWriter::default());
    out.bytes.extend_from_slice(reader.take(NAMES_AT));
    let (mut names, mut block) = (WireReader::new(reader.block()), WireWriter::default());
    while !names.is_empty() {
        block.byte(names.byte());
        let name = names.text();
        block.text(name);
        names.block();
        block.text(&fold(name));
    }
    out.block(&std::mem::take(&mut block.bytes));
    out.varint(reader.varint());
    for (face, attribute, body) in iter_facts(reader.block()) {
        block.byte(face.0);
        block.varint(u64::from(attribute.0));
        let Some((shown, folded)) = packed_text(body) else {
            block.block(body);
            continue;
        };
        // The folded form is the last part of a fact.
        let mut end = WireWriter::default();
        end.text(folded);
        let kept = body.len().saturating_sub(end.bytes.len());
        let mut fact = WireWriter { bytes: WireReader::new(body).take(kept).to_vec() };
        fact.text(&fold(shown));
        block.block(&fact.bytes);
    }
    out.block(&block.bytes);
    out.bytes.extend_from_slice(reader.take(reader.len()));
    out.bytes
}

/// Packs a copy in a state: the card's record, then the copy's title and its state as in files.
pub(super) fn record_of_copy(record: &CardRecord, title: &Text, state: &str) -> Vec<u8> {
    let mut builder = CardsBuilder::default();
    builder.push(record);
    let mut out = builder.records;
    out.text(&title.en);
    out.text(&title.fr);
    out.text(state);
    out.bytes
}

fn put_fact(out: &mut WireWriter, face: FaceId, attribute: AttributeId, fact: &StoredFact) {
    let mut body = WireWriter::default();
    let attested = fact.attested != Bounds::OPEN;
    let flags = if attested { ATTESTED_FLAG } else { 0 }
        | if fact.print.is_some() { PRINT_FLAG } else { 0 };
    body.byte(value_tag(&fact.value) | flags);
    put_provenance(&mut body, fact.provenance);
    if attested {
        put_bounds(&mut body, fact.attested);
    }
    if let Some(print) = &fact.print {
        body.text(print);
    }
    put_value(&mut body, &fact.value);
    out.byte(face.0);
    out.varint(u64::from(attribute.0));
    out.block(&body.bytes);
}

fn put_effects(out: &mut WireWriter, face: &FaceRecord, otherwise: Provenance) {
    // A part without effects, with the provenance of its card, is not written: readers assume it.
    if face.effects.is_empty() && face.effects_complete == Some(otherwise) {
        return;
    }
    out.byte(face.face.0);
    match face.effects_complete {
        Some(provenance) => {
            out.byte(1);
            put_provenance(out, provenance);
        }
        None => out.byte(0),
    }
    out.varint(face.effects.len() as u64);
    for effect in &face.effects {
        out.varint(u64::from(effect.effect.0));
        put_provenance(out, effect.provenance);
        match &effect.amount {
            Some(Value::Number(number)) => {
                out.byte(1);
                out.signed(number.millionths());
            }
            Some(Value::Unknown(known)) => {
                out.byte(2);
                put_bounds(out, *known);
            }
            _ => out.byte(0),
        }
        // 0 means none.
        out.byte(effect.trigger.map_or(0, |t| t.0.saturating_add(1)));
        out.byte(effect.choice.map_or(0, |c| c.saturating_add(1)));
    }
}

fn put_names(out: &mut WireWriter, record: &CardRecord) {
    // The English name has the role 0, the French one 1, and an alias 2.
    for (role, name) in (0..).zip(record.name.wordings()) {
        put_name(out, role, name);
    }
    for face in &record.faces {
        for name in face.name.iter().flat_map(Text::wordings) {
            put_name(out, face.face.0.saturating_add(3), name);
        }
    }
    for alias in &record.aliases {
        put_name(out, 2, alias);
    }
}

fn put_name(out: &mut WireWriter, role: u8, name: &str) {
    out.byte(role);
    out.text(name);
    out.text(&fold::fold(name));
}

fn put_provenance(out: &mut WireWriter, provenance: Provenance) {
    out.byte(provenance.grade as u8);
    out.byte(provenance.source.map_or(0, |s| s.saturating_add(1)));
}

fn put_bounds(out: &mut WireWriter, bounds: Bounds) {
    out.byte(u8::from(bounds.min.is_some()) | u8::from(bounds.max.is_some()) << 1);
    for end in [bounds.min, bounds.max].into_iter().flatten() {
        out.signed(end.millionths());
    }
}

fn put_value(out: &mut WireWriter, value: &Value) {
    match value {
        Value::Unknown(known) => put_bounds(out, *known),
        Value::Number(number) => out.signed(number.millionths()),
        Value::Choice(numbers) => {
            out.varint(numbers.len() as u64);
            numbers.iter().for_each(|n| out.signed(n.millionths()));
        }
        Value::Text(text) => {
            out.text(text);
            out.text(&fold::fold(text));
        }
        Value::Enum(id) => out.varint(u64::from(id.0)),
        Value::Set(values) => {
            let mut inner = WireWriter::default();
            for (value, count) in values {
                inner.varint(u64::from(value.0));
                inner.varint(u64::from(*count));
            }
            out.block(&inner.bytes);
        }
        Value::Flag(flag) => out.byte(u8::from(*flag)),
        Value::Date(date) => out.signed(i64::from(date.days())),
    }
}

// The tags are part of the packed form: `read_value` reads them.
fn value_tag(value: &Value) -> u8 {
    match value {
        Value::Unknown(_) => 0,
        Value::Number(_) => 1,
        Value::Choice(_) => 2,
        Value::Text(_) => 3,
        Value::Enum(_) => 4,
        Value::Set(_) => 5,
        Value::Flag(_) => 6,
        Value::Date(_) => 7,
    }
}

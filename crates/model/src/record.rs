//! Reads one packed card: names, facts, effects and the rest.

use super::{
    card::{
        Card, Choices, Effect, EffectRecord, Effects, Fact, Lens, Provenance, SetFact, StoredFact,
        Value,
    },
    game::Game,
    ids::{AttributeId, EffectId, FRONT, FaceId, KindId, TriggerId, ValueId},
    number::{Bounds, Date, Number},
    wire::WireReader,
};

pub(super) struct RecordParts<'a> {
    pub(super) faces: u64,
    pub(super) id_provenance: Provenance,
    pub(super) sets: &'a [u8],
    pub(super) quantities: &'a [u8],
    pub(super) facts: &'a [u8],
    pub(super) effects: &'a [u8],
    pub(super) id: &'a [u8],
}

/// The layout of a record: kind, provenance and a mask of the attributes are at fixed places, and
/// answer most questions. Then come the names, the parts and facts, and the rest.
impl<'a> Card<'a> {
    /// The title of a copy in a state in English and French, and its state as in files, from the
    /// end of its record.
    pub(super) fn copy_texts(self) -> [&'a str; 3] {
        let mut reader = self.reader_behind_names();
        reader.varint();
        // Past the facts, the effects and the id, then past the sets and the numbers of copies.
        for _ in 0..3 {
            reader.block();
        }
        Provenance::read(&mut reader);
        for _ in 0..2 {
            reader.block();
        }
        [reader.text(), reader.text(), reader.text()]
    }

    fn reader_at(self, at: usize) -> WireReader<'a> {
        WireReader::new(self.record.get(at..).unwrap_or(&[]))
    }

    #[inline]
    pub(super) fn packed_kind(self) -> KindId {
        KindId(self.record.first().copied().unwrap_or(0))
    }

    pub(super) fn packed_provenance(self) -> Provenance {
        Provenance::read(&mut self.reader_at(PROVENANCE_AT))
    }

    /// Whether some part may state this attribute; `false` is certain.
    #[inline]
    fn may_state(self, attribute: AttributeId) -> bool {
        let mask = self
            .record
            .get(MASK_AT..ATTESTED_AT)
            .and_then(|mask| mask.try_into().ok());
        mask.map_or(0, u64::from_le_bytes) & attribute_bit(attribute) != 0
    }

    pub(super) fn packed_names(self) -> &'a [u8] {
        self.reader_at(NAMES_AT).block()
    }

    fn reader_behind_names(self) -> WireReader<'a> {
        let mut reader = self.reader_at(NAMES_AT);
        reader.block();
        reader
    }

    pub(super) fn face_mask(self) -> u64 {
        self.reader_behind_names().varint()
    }

    #[inline]
    fn packed_facts(self) -> &'a [u8] {
        let mut reader = self.reader_behind_names();
        reader.varint();
        reader.block()
    }

    fn packed_effects(self) -> &'a [u8] {
        let mut reader = self.reader_behind_names();
        reader.varint();
        reader.block();
        reader.block()
    }

    /// Everything after the names.
    pub(super) fn parts(self) -> RecordParts<'a> {
        let mut reader = self.reader_behind_names();
        RecordParts {
            faces: reader.varint(),
            facts: reader.block(),
            effects: reader.block(),
            id: reader.block(),
            id_provenance: Provenance::read(&mut reader),
            sets: reader.block(),
            quantities: reader.block(),
        }
    }

    /// The facts of one attribute, part by part.
    #[inline]
    fn facts_of_attribute(
        self,
        attribute: AttributeId,
    ) -> impl Iterator<Item = (FaceId, &'a [u8])> {
        let stated = self.may_state(attribute);
        let mut reader = WireReader::new(if stated { self.packed_facts() } else { &[] });
        std::iter::from_fn(move || {
            while !reader.is_empty() {
                let face = FaceId(reader.byte());
                let which = AttributeId(reader.varint() as u16);
                let body = reader.block();
                if which == attribute {
                    return Some((face, body));
                }
                // Facts are sorted by attribute.
                if which > attribute {
                    return None;
                }
            }
            None
        })
    }
}

fn read_bounds(reader: &mut WireReader) -> Bounds {
    let ends = reader.byte();
    let mut bounds = Bounds::OPEN;
    if ends & 1 != 0 {
        bounds.min = Some(Number::from_millionths(reader.signed()));
    }
    if ends & 2 != 0 {
        bounds.max = Some(Number::from_millionths(reader.signed()));
    }
    bounds
}

/// Positions in a record, in bytes: the kind takes one byte, a provenance two, the mask eight. The
/// last byte before the names is 0 if some fact is not attested.
const PROVENANCE_AT: usize = 1;
const MASK_AT: usize = 3;
const ATTESTED_AT: usize = 11;
pub(super) const NAMES_AT: usize = 12;
/// The tag of a number without attested bounds and without another print.
const NUMBER_TAG: u8 = 1;
const TEXT_TAG: u8 = 3;
/// Set in the tag of a fact with a separate printed form.
pub(super) const PRINT_FLAG: u8 = 0x10;
/// Set in the tag of a fact with attested bounds.
pub(super) const ATTESTED_FLAG: u8 = 0x20;

fn read_value<'a>(reader: &mut WireReader<'a>, tag: u8) -> Fact<'a> {
    match tag & 0x0f {
        0 => Fact::Unknown(read_bounds(reader)),
        NUMBER_TAG => Fact::Number(Number::from_millionths(reader.signed())),
        2 => {
            let mut choices = Choices::EMPTY;
            for _ in 0..reader.varint() {
                // Packed files may come from others, so a number that is too large ends with the
                // bytes.
                if reader.is_empty() {
                    break;
                }
                choices.push(Number::from_millionths(reader.signed()));
            }
            Fact::Choice(choices)
        }
        TEXT_TAG => Fact::Text { shown: reader.text(), folded: reader.text() },
        4 => Fact::Enum(ValueId(reader.varint() as u16)),
        5 => {
            let mut set = SetFact::EMPTY;
            set.push_part(reader.block());
            Fact::Set(set)
        }
        6 => Fact::Flag(reader.byte() != 0),
        _ => Fact::Date(Date::from_days(reader.signed() as i32)),
    }
}

struct PackedFact<'a> {
    provenance: Provenance,
    attested: Bounds,
    print: Option<&'a str>,
    fact: Fact<'a>,
}

/// The first bytes of a fact, before its printed form and its value.
struct FactHead {
    tag: u8,
    provenance: Provenance,
    attested: Bounds,
}

impl FactHead {
    #[inline]
    fn read(reader: &mut WireReader<'_>) -> FactHead {
        let tag = reader.byte();
        let provenance = Provenance::read(reader);
        let attested = if tag & ATTESTED_FLAG != 0 { read_bounds(reader) } else { Bounds::OPEN };
        FactHead { tag, provenance, attested }
    }
}

fn unpack_fact<'a>(body: &'a [u8]) -> PackedFact<'a> {
    let mut reader = WireReader::new(body);
    let FactHead { tag, provenance, attested } = FactHead::read(&mut reader);
    let print = (tag & PRINT_FLAG != 0).then(|| reader.text());
    PackedFact { provenance, attested, print, fact: read_value(&mut reader, tag) }
}

/// The printed and the folded form of a fact that is a text.
pub(super) fn packed_text(body: &[u8]) -> Option<(&str, &str)> {
    // Most facts are no texts, and their tag says so.
    if body.first()? & 0x0f != TEXT_TAG {
        return None;
    }
    match unpack_fact(body).fact {
        Fact::Text { shown, folded } => Some((shown, folded)),
        _ => None,
    }
}

/// The bit of an attribute in the mask of a record. Attributes 64 apart share a bit, so a set bit
/// means perhaps.
pub(super) fn attribute_bit(attribute: AttributeId) -> u64 {
    1u64 << (attribute.0 & 63)
}

pub(super) fn iter_facts(facts: &[u8]) -> impl Iterator<Item = (FaceId, AttributeId, &[u8])> {
    let mut reader = WireReader::new(facts);
    std::iter::from_fn(move || {
        (!reader.is_empty())
            .then(|| (FaceId(reader.byte()), AttributeId(reader.varint() as u16), reader.block()))
    })
}

impl Card<'_> {
    /// Whether its id and every fact are attested.
    pub(super) fn is_attested(self) -> bool {
        self.record.get(ATTESTED_AT) != Some(&0)
    }
}

fn to_value(fact: Fact<'_>) -> Value {
    match fact {
        Fact::Absent => Value::Unknown(Bounds::OPEN),
        Fact::Unknown(known) => Value::Unknown(known),
        Fact::Number(number) => Value::Number(number),
        Fact::Choice(choices) => Value::Choice(choices.values().to_vec()),
        Fact::Text { shown, .. } => Value::Text(shown.to_owned()),
        Fact::Enum(id) => Value::Enum(id),
        Fact::Set(set) => Value::Set(set.iter().collect()),
        Fact::Flag(flag) => Value::Flag(flag),
        Fact::Date(date) => Value::Date(date),
    }
}

fn to_stored_fact(body: &[u8]) -> StoredFact {
    let packed = unpack_fact(body);
    StoredFact {
        value: to_value(packed.fact),
        print: packed.print.map(str::to_owned),
        provenance: packed.provenance,
        attested: packed.attested,
    }
}

pub(super) fn stored_facts(facts: &[u8], face: FaceId) -> Vec<(AttributeId, StoredFact)> {
    iter_facts(facts)
        .filter(|(f, ..)| *f == face)
        .map(|(_, a, body)| (a, to_stored_fact(body)))
        .collect()
}

fn visible_fact(body: &[u8], lens: Lens) -> Fact<'_> {
    let mut reader = WireReader::new(body);
    let FactHead { tag, provenance, attested } = FactHead::read(&mut reader);
    if !lens.sees(provenance) {
        return Fact::Unknown(attested);
    }
    if tag & PRINT_FLAG != 0 {
        reader.block();
    }
    read_value(&mut reader, tag)
}

fn add(a: Number, b: Number) -> Number {
    Number::from_millionths(a.millionths().saturating_add(b.millionths()))
}

/// The range of the numbers that a fact may be; `None` if it is not a number.
fn number_range(fact: Fact<'_>) -> Option<Bounds> {
    let (min, max) = match fact {
        Fact::Number(number) => (number, number),
        Fact::Choice(choices) => choices.range(),
        Fact::Unknown(known) => return Some(known),
        _ => return None,
    };
    Some(Bounds { min: Some(min), max: Some(max) })
}

/// The part of a card of which another part is a half.
fn whole_of(game: &Game, half: FaceId) -> Option<FaceId> {
    game.faces.get(half.index()).and_then(|def| def.of)
}

/// A number printed on both halves counts as the sum; sets are united; for other facts the first
/// half counts.
fn join_halves<'a>(first: Fact<'a>, second: Fact<'a>) -> Fact<'a> {
    match (first, second) {
        (Fact::Absent, other) | (other, Fact::Absent) => other,
        (Fact::Number(a), Fact::Number(b)) => Fact::Number(add(a, b)),
        (Fact::Choice(choices), Fact::Number(n)) | (Fact::Number(n), Fact::Choice(choices)) => {
            let mut sum = Choices::EMPTY;
            choices.values().iter().for_each(|c| sum.push(add(*c, n)));
            Fact::Choice(sum)
        }
        (Fact::Set(mut set), Fact::Set(other)) => {
            set.merge(other);
            Fact::Set(set)
        }
        (a, b) => match (number_range(a), number_range(b)) {
            (Some(x), Some(y)) => Fact::Unknown(Bounds {
                min: x.min.zip(y.min).map(|(p, q)| add(p, q)),
                max: x.max.zip(y.max).map(|(p, q)| add(p, q)),
            }),
            // One unknown half makes the whole unknown. Numbers, handled above, keep their bounds.
            _ if matches!(b, Fact::Unknown(_)) => b,
            _ => a,
        },
    }
}

impl<'a> Card<'a> {
    /// A fact of one part, with defaults, halves and the lens applied. A number printed on both
    /// halves of a part counts as the sum, and sets are united. A value of the part itself
    /// overrides both halves.
    pub fn fact(self, game: &Game, face: FaceId, attribute: AttributeId, lens: Lens) -> Fact<'a> {
        let mut fact = Fact::Absent;
        for (on, body) in self.facts_of_attribute(attribute) {
            if on == face {
                return visible_fact(body, lens);
            }
            if whole_of(game, on) == Some(face) {
                fact = join_halves(fact, visible_fact(body, lens));
            }
        }
        let Fact::Absent = fact else { return fact };
        let Some(def) = game.attributes.get(attribute.index()) else { return fact };
        let kind = self.packed_kind();
        // A card that is not attested may print a fact that is missing from its data.
        let hidden = lens == Lens::Attested && !lens.sees(self.packed_provenance());
        if hidden && def.applies_to(kind) && self.has_face(face) {
            return Fact::Unknown(Bounds::OPEN);
        }
        match def.default_for(kind) {
            Some(default) if face == FRONT => default_fact(&default.value),
            _ => Fact::Absent,
        }
    }

    /// The number that a part states itself and prints plainly, which is the most common case.
    /// `None` if [`Card::fact`] has to decide.
    pub fn plain_number(self, face: FaceId, attribute: AttributeId, lens: Lens) -> Option<Number> {
        let mut facts = self.facts_of_attribute(attribute);
        let (on, body) = facts.next()?;
        let mut reader = WireReader::new(body);
        if on != face || reader.byte() != NUMBER_TAG || !lens.sees(Provenance::read(&mut reader)) {
            return None;
        }
        Some(Number::from_millionths(reader.signed()))
    }

    /// The stored fact of exactly this part, without defaults or halves.
    pub fn stored(self, face: FaceId, attribute: AttributeId) -> Option<StoredFact> {
        let mut facts = self.facts_of_attribute(attribute);
        facts
            .find(|(f, _)| *f == face)
            .map(|(_, body)| to_stored_fact(body))
    }

    /// The effects of one part. Those of the front are its halves' effects, unless it lists its
    /// own.
    pub fn effects(self, game: &Game, face: FaceId, lens: Lens) -> Effects {
        let (mut effects, mut halves) = (Effects::default(), Effects::default());
        let (mut has_own, mut listed) = (false, 0u64);
        visit_effect_lists(self.packed_effects(), |on, complete, list| {
            let into = if on == face {
                &mut effects
            } else if whole_of(game, on) == Some(face) {
                &mut halves
            } else {
                return;
            };
            has_own |= on == face && !list.is_empty();
            listed |= 1u64 << (on.0 & 63);
            into.is_open |= !complete.is_some_and(|p| lens.sees(p));
            into.known
                .extend(list.iter().filter(|e| lens.sees(e.provenance)));
        });
        if !has_own {
            effects.known.append(&mut halves.known);
            effects.is_open |= halves.is_open;
        }
        // If the card as a whole is not attested, a part without listed effects may have some.
        if !lens.sees(self.packed_provenance()) {
            let mask = self.face_mask() & !listed;
            let mut unlisted = (0..64).filter(|f| mask & (1u64 << f) != 0).map(FaceId);
            effects.is_open |=
                unlisted.any(|f| f == face || (!has_own && whole_of(game, f) == Some(face)));
        }
        effects
    }
}

/// Defaults are numbers, enumeration values, flags or dates; texts and sets have none.
fn default_fact(value: &Value) -> Fact<'static> {
    match value {
        Value::Unknown(known) => Fact::Unknown(*known),
        Value::Number(number) => Fact::Number(*number),
        Value::Choice(numbers) => {
            let mut choices = Choices::EMPTY;
            numbers.iter().for_each(|n| choices.push(*n));
            Fact::Choice(choices)
        }
        Value::Enum(id) => Fact::Enum(*id),
        Value::Flag(flag) => Fact::Flag(*flag),
        Value::Date(date) => Fact::Date(*date),
        Value::Text(_) | Value::Set(_) => Fact::Absent,
    }
}

pub(super) fn stored_effects(
    bytes: &[u8],
    face: FaceId,
    otherwise: Provenance,
) -> (Vec<EffectRecord>, Option<Provenance>) {
    let mut list = Vec::new();
    let mut complete = Some(otherwise);
    visit_effect_lists(bytes, |on, whole, effects| {
        if on == face {
            complete = whole;
            list.extend(effects.iter().map(|e| EffectRecord {
                effect: e.effect,
                amount: match e.amount {
                    Fact::Absent => None,
                    other => Some(to_value(other)),
                },
                trigger: e.trigger,
                choice: e.choice,
                provenance: e.provenance,
            }));
        }
    });
    (list, complete)
}

fn visit_effect_lists(bytes: &[u8], mut visit: impl FnMut(FaceId, Option<Provenance>, &[Effect])) {
    let mut reader = WireReader::new(bytes);
    let mut effects = Vec::new();
    while !reader.is_empty() {
        let face = FaceId(reader.byte());
        let complete = (reader.byte() != 0).then(|| Provenance::read(&mut reader));
        effects.clear();
        for _ in 0..reader.varint() {
            if reader.is_empty() {
                break;
            }
            let effect = EffectId(reader.varint() as u16);
            let provenance = Provenance::read(&mut reader);
            let amount = match reader.byte() {
                0 => Fact::Absent,
                1 => Fact::Number(Number::from_millionths(reader.signed())),
                _ => Fact::Unknown(read_bounds(&mut reader)),
            };
            let trigger = reader.byte().checked_sub(1).map(TriggerId);
            let choice = reader.byte().checked_sub(1);
            effects.push(Effect { face, effect, amount, trigger, choice, provenance });
        }
        visit(face, complete, &effects);
    }
}

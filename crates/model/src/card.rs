//! One card: its names, facts and effects, seen through a [`Lens`] that chooses which facts count.

use super::{
    ids::{
        AttributeId, BoxId, CardIndex, EffectId, FRONT, FaceId, KindId, SetId, TriggerId, ValueId,
    },
    number::{Bounds, Date, Number},
    wire::{WireReader, read_text},
};
use serde::{Deserialize, Serialize};
use sleeve_text::{Lang, Text, packed};

worded! {
    /// The quality of a fact's source, best first.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
    pub enum Grade, word {
        /// Stated in the rulebook.
        Rulebook = "rulebook",
        /// Published by someone else.
        Published = "published",
        /// Follows from stated facts.
        Derived = "derived",
        /// Published, but another source publishes another value.
        Disputed = "disputed",
        /// Likely from names or use, but not published.
        Inferred = "inferred",
        /// Made up so that you can try the program.
        StandIn = "stand-in",
    }
}

/// Between the two values in the printed form of a disputed fact.
pub const DISPUTE_MARK: char = '/';

impl Grade {
    /// Rulebook, published and derived facts are attested; disputed and inferred ones and stand-ins
    /// are not.
    pub fn is_attested(self) -> bool {
        self <= Grade::Derived
    }
}

/// The origin of a fact.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Provenance {
    pub grade: Grade,
    /// The position of its source in the game's sources, if it names one.
    pub source: Option<u8>,
}

impl Provenance {
    /// Reads it from the packed form.
    pub(super) fn read(reader: &mut WireReader) -> Provenance {
        let grade = match reader.byte() {
            0 => Grade::Rulebook,
            1 => Grade::Published,
            2 => Grade::Derived,
            3 => Grade::Disputed,
            4 => Grade::Inferred,
            // Also for values that no version wrote: do not trust unknown data.
            _ => Grade::StandIn,
        };
        // 0 means no source.
        let source = reader.byte().checked_sub(1);
        Provenance { grade, source }
    }

    /// Provenance without a named source.
    pub const fn from_grade(grade: Grade) -> Provenance {
        Provenance { grade, source: None }
    }
}

/// Which facts count as known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lens {
    /// Every value in the data, including stand-ins.
    #[default]
    Shipped,
    /// Attested facts only: stand-ins and inferred facts are unknown.
    Attested,
}

impl Lens {
    /// Whether a fact of this provenance counts as known.
    pub fn sees(self, provenance: Provenance) -> bool {
        self == Lens::Shipped || provenance.grade.is_attested()
    }
}

/// A value as stored in the data.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Printed, but known only within bounds, or not at all.
    Unknown(Bounds),
    Number(Number),
    /// Several printed numbers, of which the owner chooses one.
    Choice(Vec<Number>),
    Text(String),
    Enum(ValueId),
    /// The values of a set, each with its number of occurrences (at least 1).
    Set(Vec<(ValueId, u32)>),
    Flag(bool),
    Date(Date),
}

/// A value with its printed form and provenance.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredFact {
    pub value: Value,
    /// The printed form, if it differs (`π`).
    pub print: Option<String>,
    pub provenance: Provenance,
    /// The attested bounds of a value that is itself not attested.
    pub attested: Bounds,
}

/// An effect as stored in the data.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EffectRecord {
    pub effect: EffectId,
    /// A number or unknown; `None` if no amount is printed.
    pub amount: Option<Value>,
    pub trigger: Option<TriggerId>,
    /// The group of alternatives, of which one effect is chosen.
    pub choice: Option<u8>,
    pub provenance: Provenance,
}

/// One part of a card as stored in the data.
#[packed(Eq)]
pub struct FaceRecord {
    pub face: FaceId,
    pub name: Option<Text>,
    pub facts: Vec<(AttributeId, StoredFact)>,
    pub effects: Vec<EffectRecord>,
    /// The provenance of the statement that `effects` is complete; `None`: there may be more.
    pub effects_complete: Option<Provenance>,
}

/// The longest name of a card, in bytes. Decks do not look up longer ones.
pub const MAX_NAME_BYTES: usize = 200;

/// A card as stored in the data, before it is packed.
#[packed(Eq)]
pub struct CardRecord {
    /// Its id: the printed id, if the game prints one.
    pub id: String,
    pub id_provenance: Provenance,
    pub name: Text,
    pub aliases: Vec<String>,
    pub kind: KindId,
    /// The sets in which it was printed, the original first.
    pub sets: Vec<SetId>,
    /// Copies in each box.
    pub quantity: Vec<(BoxId, u32)>,
    pub quantity_provenance: Provenance,
    /// The provenance of facts that have none of their own.
    pub provenance: Provenance,
    /// The front comes first.
    pub faces: Vec<FaceRecord>,
}

impl CardRecord {
    /// All names of the card: its name, its aliases, the names of its parts, and its id.
    pub fn names(&self) -> impl Iterator<Item = &str> {
        let parts = self.faces.iter().filter_map(|face| face.name.as_ref());
        let names = self
            .name
            .wordings()
            .chain(self.aliases.iter().map(String::as_str));
        names
            .chain(parts.flat_map(Text::wordings))
            .chain([self.id.as_str()])
    }

    /// The provenance of each fact.
    pub fn provenances(&self) -> impl Iterator<Item = Provenance> {
        let copies = (!self.quantity.is_empty()).then_some(self.quantity_provenance);
        let of_card = std::iter::once(self.id_provenance).chain(copies);
        of_card.chain(self.faces.iter().flat_map(FaceRecord::provenances))
    }

    /// The provenance of facts without one of their own. If every fact has its own, the most
    /// frequent one.
    pub fn main_provenance(&self) -> Provenance {
        let all: Vec<Provenance> = self.provenances().collect();
        if all.contains(&self.provenance) {
            return self.provenance;
        }
        // Grades are listed best first, so the weakest wins a tie.
        let most_frequent = all
            .iter()
            .max_by_key(|of| (all.iter().filter(|other| other == of).count(), of.grade));
        most_frequent.copied().unwrap_or(self.provenance)
    }
}

impl FaceRecord {
    /// The provenance of each fact of the part.
    fn provenances(&self) -> impl Iterator<Item = Provenance> {
        let facts = self.facts.iter().map(|(_, fact)| fact.provenance);
        let effects = self.effects.iter().map(|effect| effect.provenance);
        // The absence of effects on a part is a fact too.
        let absence = self.effects_complete.filter(|_| self.effects.is_empty());
        facts.chain(effects).chain(absence)
    }
}

/// Numbers in increasing order, of which the owner chooses one. At most four, so that a fact can be
/// copied without allocating.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choices {
    values: [Number; 4],
    len: u8,
}

impl Choices {
    /// The most values of a choice.
    pub const MOST: usize = 4;

    pub(super) fn push(&mut self, value: Number) {
        if let Some(slot) = self.values.get_mut(usize::from(self.len)) {
            *slot = value;
            self.len += 1;
            // Sorting at most four values costs little, and makes the range the first and the last.
            self.values[..usize::from(self.len)].sort();
        }
    }

    pub(super) const EMPTY: Choices = Choices { values: [Number::ZERO; 4], len: 0 };

    /// The values in increasing order.
    pub fn values(&self) -> &[Number] {
        &self.values[..usize::from(self.len)]
    }

    /// The smallest and the largest.
    pub fn range(&self) -> (Number, Number) {
        let values = self.values();
        let first = values.first().copied().unwrap_or_default();
        (first, values.last().copied().unwrap_or(first))
    }
}

/// The values of a set-typed attribute on a card.
#[derive(Clone, Copy, Debug)]
pub struct SetFact<'a> {
    parts: [&'a [u8]; 4],
}

impl<'a> SetFact<'a> {
    pub(super) const EMPTY: SetFact<'static> = SetFact { parts: [&[]; 4] };

    pub(super) fn push_part(&mut self, part: &'a [u8]) {
        if let Some(free) = self.parts.iter_mut().find(|p| p.is_empty()) {
            *free = part;
        }
    }

    pub(super) fn merge(&mut self, other: SetFact<'a>) {
        other
            .parts
            .into_iter()
            .filter(|p| !p.is_empty())
            .for_each(|p| self.push_part(p));
    }

    /// Each value with its count; a value printed on both halves comes twice.
    pub fn iter(self) -> impl Iterator<Item = (ValueId, u32)> + 'a {
        self.parts.into_iter().flat_map(|part| {
            let mut reader = WireReader::new(part);
            std::iter::from_fn(move || {
                (!reader.is_empty())
                    .then(|| (ValueId(reader.varint() as u16), reader.varint() as u32))
            })
        })
    }

    /// The number of occurrences of a value.
    pub fn count(self, value: ValueId) -> u32 {
        self.iter()
            .filter(|(v, _)| *v == value)
            .map(|(_, n)| n)
            .sum()
    }
}

/// A fact of a card, as seen through a [`Lens`].
#[derive(Clone, Copy, Debug)]
pub enum Fact<'a> {
    /// Not printed on this card, and the game gives no default.
    Absent,
    /// Printed, but unknown (except for these bounds).
    Unknown(Bounds),
    Number(Number),
    /// Numbers, of which the owner chooses one.
    Choice(Choices),
    /// A text in its printed and folded forms.
    Text {
        shown: &'a str,
        folded: &'a str,
    },
    Enum(ValueId),
    Set(SetFact<'a>),
    Flag(bool),
    Date(Date),
}

/// An effect of a card.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The part that prints the effect.
    pub face: FaceId,
    pub effect: EffectId,
    /// `Absent`, `Number` or `Unknown`.
    pub amount: Fact<'static>,
    pub trigger: Option<TriggerId>,
    pub choice: Option<u8>,
    pub provenance: Provenance,
}

/// The effects of a card or part, as seen through a [`Lens`].
#[derive(Clone, Debug, Default)]
pub struct Effects {
    pub known: Vec<Effect>,
    /// Whether there may be unknown effects.
    pub is_open: bool,
}

/// One card of a `Cards` pool: a cheap, copyable view.
#[derive(Clone, Copy)]
pub struct Card<'a> {
    pub(super) record: &'a [u8],
    pub(super) index: CardIndex,
    pub(super) base: CardIndex,
}

/// The role of a name among the names of a card.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameRole {
    English,
    /// The French name, if it differs.
    French,
    Alias,
    /// The name of another face.
    Face(FaceId),
}

impl<'a> Card<'a> {
    /// Its position in the pool.
    pub fn index(self) -> CardIndex {
        self.index
    }

    /// The card of which this is a copy in a state; for any other card, its own position.
    pub fn base(self) -> CardIndex {
        self.base
    }

    /// The id, which no other card of the game has.
    pub fn id(self) -> &'a str {
        read_text(self.parts().id)
    }

    /// The provenance of the id: a stand-in has an invented id.
    pub fn id_provenance(self) -> Provenance {
        self.parts().id_provenance
    }

    /// The provenance of facts that have none of their own.
    pub fn provenance(self) -> Provenance {
        self.packed_provenance()
    }

    /// The kind, which decides the fields that the card may have.
    pub fn kind(self) -> KindId {
        self.packed_kind()
    }

    /// Its name in a language.
    pub fn name(self, lang: Lang) -> &'a str {
        let french = (lang == Lang::Fr).then(|| self.names_in_role(NameRole::French).next());
        let mut english = self.names_in_role(NameRole::English);
        french.flatten().or_else(|| english.next()).unwrap_or("")
    }

    /// Its name; for a copy in a state, followed by the state.
    pub fn title(self, lang: Lang) -> &'a str {
        if self.base == self.index {
            return self.name(lang);
        }
        let [english, french, _] = self.copy_texts();
        if lang == Lang::Fr { french } else { english }
    }

    /// The state of a copy as a list of cards prints it: `level 4, tags hh ww`; `None` for an
    /// ordinary card.
    pub fn state_line(self) -> Option<&'a str> {
        let [_, _, line] = (self.base != self.index).then(|| self.copy_texts())?;
        Some(line)
    }

    /// All names, each with its role, printed form and folded form.
    pub fn names(self) -> impl Iterator<Item = (NameRole, &'a str, &'a str)> {
        self.name_blocks()
            .map(|(role, shown, folded)| (role, read_text(shown), read_text(folded)))
    }

    /// The printed forms of its names in a role.
    pub fn names_in_role(self, wanted: NameRole) -> impl Iterator<Item = &'a str> {
        self.name_blocks()
            .filter(move |(role, ..)| *role == wanted)
            .map(|(_, shown, _)| read_text(shown))
    }

    /// All names as they are packed: most are not read as texts.
    pub(super) fn name_blocks(self) -> impl Iterator<Item = (NameRole, &'a [u8], &'a [u8])> {
        let mut reader = WireReader::new(self.packed_names());
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| {
                let role = match reader.byte() {
                    0 => NameRole::English,
                    1 => NameRole::French,
                    2 => NameRole::Alias,
                    face => NameRole::Face(FaceId(face - 3)),
                };
                (role, reader.block(), reader.block())
            })
        })
    }

    /// The sets in which it was printed, the original first.
    pub fn sets(self) -> impl Iterator<Item = SetId> + 'a {
        let mut reader = WireReader::new(self.parts().sets);
        std::iter::from_fn(move || (!reader.is_empty()).then(|| SetId(reader.varint() as u16)))
    }

    /// The number of copies in one box.
    pub fn quantity(self, wanted: BoxId) -> u32 {
        self.quantities()
            .find(|(b, _)| *b == wanted)
            .map_or(0, |(_, n)| n)
    }

    /// The boxes that contain it, with the number of copies.
    pub fn quantities(self) -> impl Iterator<Item = (BoxId, u32)> + 'a {
        let mut reader = WireReader::new(self.parts().quantities);
        Provenance::read(&mut reader);
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| (BoxId(reader.byte()), reader.varint() as u32))
        })
    }

    /// The provenance of the numbers of copies.
    pub fn quantity_provenance(self) -> Provenance {
        Provenance::read(&mut WireReader::new(self.parts().quantities))
    }

    /// Whether the card has this part; every card has a front.
    pub fn has_face(self, face: FaceId) -> bool {
        // `& 63`, so that an invalid part number cannot shift out of the mask.
        face == FRONT || self.face_mask() & (1u64 << (face.0 & 63)) != 0
    }
}

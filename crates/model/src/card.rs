//! One card as it is seen: its names, facts and effects, under a choice of which facts count.

use super::game::{
    AttributeId, BoxId, EffectId, FRONT, FaceId, Game, KindId, SetId, TriggerId, ValueId,
};
use super::number::{Bounds, Date, Number};
use super::wire::WireReader;
use serde::{Deserialize, Serialize};
use sleeve_text::{Lang, Text};

/// How well a fact is founded, best first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub enum Grade {
    /// Stated in the rulebook.
    Rulebook,
    /// Stated in public by someone else.
    Published,
    /// Follows from stated facts.
    Derived,
    /// Likely from names or use, stated nowhere.
    Inferred,
    /// Made up so that the program can be tried.
    StandIn,
}

impl Grade {
    /// Every grade with the word the data uses for it.
    pub const WORDS: [(&'static str, Grade); 5] = [
        ("rulebook", Grade::Rulebook),
        ("published", Grade::Published),
        ("derived", Grade::Derived),
        ("inferred", Grade::Inferred),
        ("stand-in", Grade::StandIn),
    ];

    /// Rulebook, published and derived facts are attested; inferred ones and stand-ins are not.
    pub fn is_attested(self) -> bool {
        self <= Grade::Derived
    }

    /// The word the data uses.
    pub fn word(self) -> &'static str {
        Self::WORDS[self as usize].0
    }
}

/// Where a fact comes from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub struct Provenance {
    pub grade: Grade,
    /// Position of the source in [`Game::sources`], if one is named.
    pub source: Option<u8>,
}

impl Provenance {
    /// Provenance without a named source.
    pub const fn from_grade(grade: Grade) -> Provenance {
        Provenance { grade, source: None }
    }
}

/// Which facts count as known.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Lens {
    /// Every value of the data, stand-ins included.
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

/// A value as the data holds it.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
pub enum Value {
    /// Printed, but known only within bounds, or not at all.
    Unknown(Bounds),
    Number(Number),
    /// Several printed numbers of which the owner picks.
    Choice(Vec<Number>),
    Text(String),
    Enum(ValueId),
    /// Values of a set with how often each stands there (at least 1).
    Set(Vec<(ValueId, u32)>),
    Flag(bool),
    Date(Date),
}

/// A value with what the data says about it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct StoredFact {
    pub value: Value,
    /// How the card prints it, where that differs (`π`).
    pub print: Option<String>,
    pub provenance: Provenance,
    /// What is attested of it where the value itself is not.
    pub attested: Bounds,
}

/// An effect as the data holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct EffectRecord {
    pub effect: EffectId,
    /// Its amount: a number or unknown; `None` where none is printed.
    pub amount: Option<Value>,
    pub trigger: Option<TriggerId>,
    /// Effects of one group are alternatives of which one is taken.
    pub choice: Option<u8>,
    pub provenance: Provenance,
}

/// One part of a card as the data holds it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FaceRecord {
    pub face: FaceId,
    /// Its own name, if it has one.
    pub name: Option<Text>,
    pub facts: Vec<(AttributeId, StoredFact)>,
    pub effects: Vec<EffectRecord>,
    /// Whether `effects` is all there is, and where that comes from; `None`: unknown.
    pub effects_complete: Option<Provenance>,
}

/// A card as the data holds it, before it is packed.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct CardRecord {
    /// Its id: the matricule where the game prints one.
    pub id: String,
    pub id_provenance: Provenance,
    pub name: Text,
    pub aliases: Vec<String>,
    pub kind: KindId,
    /// The sets it was printed in, the original first.
    pub sets: Vec<SetId>,
    /// Copies in each box.
    pub quantity: Vec<(BoxId, u32)>,
    pub quantity_provenance: Provenance,
    /// What a fact of this card comes from where nothing else is said.
    pub provenance: Provenance,
    /// Its parts; the front stands first.
    pub faces: Vec<FaceRecord>,
}

impl CardRecord {
    /// What each of its facts comes from.
    pub fn provenances(&self) -> impl Iterator<Item = Provenance> {
        let of_face = |face: &FaceRecord| {
            let mut all: Vec<Provenance> = face.facts.iter().map(|(_, f)| f.provenance).collect();
            all.extend(face.effects.iter().map(|effect| effect.provenance));
            // That there are none is a fact.
            all.extend(face.effects_complete.filter(|_| face.effects.is_empty()));
            all
        };
        let copies = (!self.quantity.is_empty()).then_some(self.quantity_provenance);
        let own = std::iter::once(self.id_provenance).chain(copies);
        own.chain(self.faces.iter().flat_map(of_face))
    }

    /// What its facts come from where nothing else is said of one; where that is said of each, what most
    /// of them come from.
    pub fn leading(&self) -> Provenance {
        let all: Vec<Provenance> = self.provenances().collect();
        if all.contains(&self.provenance) {
            return self.provenance;
        }
        let often = |p: &Provenance| all.iter().filter(|other| *other == p).count();
        all.iter().copied().max_by_key(|p| (often(p), p.grade)).unwrap_or(self.provenance)
    }
}

/// Up to four numbers of which the owner picks one, in increasing order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Choices {
    values: [Number; 4],
    len: u8,
}

impl Choices {
    /// The largest number of values a choice may have.
    pub const MOST: usize = 4;

    pub(super) fn push(&mut self, value: Number) {
        if let Some(slot) = self.values.get_mut(usize::from(self.len)) {
            *slot = value;
            self.len += 1;
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

/// The values of a set-typed attribute as they are seen on a card.
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
        other.parts.into_iter().filter(|p| !p.is_empty()).for_each(|p| self.push_part(p));
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

    /// How often a value stands there.
    pub fn count(self, value: ValueId) -> u32 {
        self.iter().filter(|(v, _)| *v == value).map(|(_, n)| n).sum()
    }
}

/// A fact of a card as it is seen through a [`Lens`].
#[derive(Clone, Copy, Debug)]
pub enum Fact<'a> {
    /// Not printed on this card, and the game gives no default.
    Absent,
    /// Printed, but not known (beyond these bounds).
    Unknown(Bounds),
    Number(Number),
    /// Numbers of which the owner picks one.
    Choice(Choices),
    /// A text, as printed and folded.
    Text {
        shown: &'a str,
        folded: &'a str,
    },
    Enum(ValueId),
    Set(SetFact<'a>),
    Flag(bool),
    Date(Date),
}

/// An effect as it is seen on a card.
#[derive(Clone, Copy, Debug)]
pub struct Effect {
    /// The part that prints it.
    pub face: FaceId,
    pub effect: EffectId,
    /// Its amount: `Absent`, `Number` or `Unknown`.
    pub amount: Fact<'static>,
    pub trigger: Option<TriggerId>,
    pub choice: Option<u8>,
    pub provenance: Provenance,
}

/// The effects of a card or part as they are seen through a [`Lens`].
#[derive(Clone, Debug, Default)]
pub struct Effects {
    /// The effects that are known.
    pub known: Vec<Effect>,
    /// Whether there may be others that are not known.
    pub open: bool,
}

/// One card of a `Cards` pool: a cheap, copyable view.
#[derive(Clone, Copy)]
pub struct Card<'a> {
    pub(super) record: &'a [u8],
    pub(super) index: super::cards::CardIndex,
    pub(super) base: super::cards::CardIndex,
}

/// Which of a card's names a name is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum NameRole {
    English,
    /// The French name, where it differs.
    French,
    Alias,
    /// The name of another face.
    Face(FaceId),
}

impl<'a> Card<'a> {
    /// Its position in the pool.
    pub fn index(self) -> super::cards::CardIndex {
        self.index
    }

    /// The card of which it is a copy in a state; of a card of the game itself.
    pub fn base(self) -> super::cards::CardIndex {
        self.base
    }

    /// Its id.
    pub fn id(self) -> &'a str {
        std::str::from_utf8(self.parts().id).unwrap_or("")
    }

    /// Where the id comes from.
    pub fn id_provenance(self) -> Provenance {
        self.parts().id_provenance
    }

    /// What its facts come from where nothing else is said.
    pub fn provenance(self) -> Provenance {
        self.packed_provenance()
    }

    /// Its kind.
    pub fn kind(self) -> KindId {
        self.packed_kind()
    }

    /// Its name in a language.
    pub fn name(self, lang: Lang) -> &'a str {
        let mut best = "";
        for (role, shown, _) in self.names() {
            match role {
                NameRole::English => best = shown,
                NameRole::French if lang == Lang::Fr => return shown,
                _ => {}
            }
        }
        best
    }

    /// What people call it: its name, and of a copy in a state that state behind it.
    pub fn title(self, lang: Lang) -> &'a str {
        if self.base == self.index {
            return self.name(lang);
        }
        let [english, french, _] = super::record::copy_texts(self);
        if lang == Lang::Fr { french } else { english }
    }

    /// The state of a copy in one, as a list of cards says it: `level 4, tags hh ww`.
    pub fn state_line(self) -> Option<&'a str> {
        let [_, _, line] = super::record::copy_texts(self);
        (self.base != self.index).then_some(line)
    }

    /// Every name: its role, as printed, and folded.
    pub fn names(self) -> impl Iterator<Item = (NameRole, &'a str, &'a str)> {
        let mut reader = WireReader::new(self.packed_names());
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| {
                let role = match reader.byte() {
                    0 => NameRole::English,
                    1 => NameRole::French,
                    2 => NameRole::Alias,
                    face => NameRole::Face(FaceId(face - 3)),
                };
                (role, reader.text(), reader.text())
            })
        })
    }

    /// The sets it was printed in, the original first.
    pub fn sets(self) -> impl Iterator<Item = SetId> + 'a {
        let mut reader = WireReader::new(self.parts().sets);
        std::iter::from_fn(move || (!reader.is_empty()).then(|| SetId(reader.varint() as u16)))
    }

    /// Copies in one box.
    pub fn quantity(self, wanted: BoxId) -> u32 {
        self.quantities().find(|(b, _)| *b == wanted).map_or(0, |(_, n)| n)
    }

    /// Copies in each box that holds it.
    pub fn quantities(self) -> impl Iterator<Item = (BoxId, u32)> + 'a {
        let mut reader = WireReader::new(self.parts().quantities);
        super::record::read_provenance(&mut reader);
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| (BoxId(reader.byte()), reader.varint() as u32))
        })
    }

    /// Where the number of copies in a box comes from.
    pub fn quantity_provenance(self) -> Provenance {
        super::record::read_provenance(&mut WireReader::new(self.parts().quantities))
    }

    /// Whether it has such a part.
    pub fn has_face(self, face: FaceId) -> bool {
        face == FRONT || self.face_mask() & (1u64 << (face.0 & 63)) != 0
    }

    /// A fact of one part, with defaults, halves and the lens applied: a number printed on both
    /// halves of a part is their sum, sets are the union. A value that the part itself states
    /// stands for both halves.
    pub fn fact(self, game: &Game, face: FaceId, attribute: AttributeId, lens: Lens) -> Fact<'a> {
        super::record::read_fact(self, game, face, attribute, lens)
    }

    /// The number that a part states itself, where it is plainly printed; `None` where
    /// [`Card::fact`] has to tell.
    pub fn plain_number(self, face: FaceId, attribute: AttributeId, lens: Lens) -> Option<Number> {
        super::record::plain_number(self, face, attribute, lens)
    }

    /// Where a fact of exactly this part comes from and how it is printed, if it is stored.
    pub fn stored(self, face: FaceId, attribute: AttributeId) -> Option<StoredFact> {
        super::record::stored_fact(self, face, attribute)
    }

    /// The effects of one part; those of the front are its halves', unless it lists them itself.
    pub fn effects(self, game: &Game, face: FaceId, lens: Lens) -> Effects {
        super::record::read_effects(self, game, face, lens)
    }
}

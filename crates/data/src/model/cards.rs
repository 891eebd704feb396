//! All cards of a game, packed: what a command does not look at is never decoded.
//!
//! Layout, all integers little-endian `u32`: number of cards `n`, number of index entries `m`,
//! 1 where some fact is not attested, `n + 1` offsets into the records, `m` pairs of name hash and card sorted by hash, the records.

use super::card::{Card, CardRecord, FaceRecord};
use super::fold;
use super::game::FaceId;
use super::record::{effects_of, facts_of};
use super::text::Text;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Position of a card in its game's pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CardIndex(pub u32);

impl CardIndex {
    /// A card of which nothing is known: what stands for a line of a deck that could not be
    /// resolved, so that sizes and limits neither lose it nor guess at it.
    pub const STRANGER: CardIndex = CardIndex(u32::MAX);

    /// The position as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The cards of a game.
#[derive(Clone, Debug)]
pub struct Cards {
    bytes: Cow<'static, [u8]>,
}

impl Default for Cards {
    fn default() -> Self {
        super::pack::CardsBuilder::default().build()
    }
}

/// Words before the offsets.
const HEAD: usize = 3;

impl Cards {
    /// Cards from the bytes that [`Cards::as_bytes`] gave.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Cards {
        Cards { bytes: bytes.into() }
    }

    /// The packed form.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    fn word(&self, at: usize) -> usize {
        let bytes = self.bytes.get(at * 4..at * 4 + 4);
        bytes.and_then(|b| b.try_into().ok()).map_or(0, u32::from_le_bytes) as usize
    }

    /// How many cards there are.
    pub fn len(&self) -> usize {
        self.word(0)
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every id and fact is attested, so that both lenses show the same.
    pub fn is_attested(&self) -> bool {
        self.word(2) == 0
    }

    /// A card. An index from another pool yields an empty card.
    pub fn card(&self, index: CardIndex) -> Card<'_> {
        Card { record: self.record_bytes(index), index }
    }

    /// Every card in the order of the data.
    pub fn iter(&self) -> impl Iterator<Item = Card<'_>> {
        (0..self.len() as u32).map(|i| self.card(CardIndex(i)))
    }

    fn record_bytes(&self, index: CardIndex) -> &[u8] {
        let (n, m) = (self.word(0), self.word(1));
        if index.index() >= n {
            return &[];
        }
        let records = (HEAD + n + 1 + 2 * m) * 4;
        let start = records + self.word(HEAD + index.index());
        let end = records + self.word(HEAD + 1 + index.index());
        self.bytes.get(start..end).unwrap_or(&[])
    }

    /// The cards that a name, alias or id means, spelling aside ([`fold::key`]), in the order of the data.
    pub fn named(&self, name: &str) -> Vec<CardIndex> {
        let key = fold::key(name);
        if key.is_empty() {
            return Vec::new();
        }
        let hash = fold::key_hash(&key) as usize;
        let (n, m) = (self.word(0), self.word(1));
        let pair = |i: usize| HEAD + n + 1 + 2 * i;
        let (mut low, mut high) = (0, m);
        while low < high {
            let middle = low.midpoint(high);
            if self.word(pair(middle)) < hash { low = middle + 1 } else { high = middle }
        }
        let mut found = Vec::new();
        while low < m && self.word(pair(low)) == hash {
            let index = CardIndex(self.word(pair(low) + 1) as u32);
            let card = self.card(index);
            let named = |key| card.names().any(|(_, _, folded)| fold::has_key(folded, key));
            if !found.contains(&index) && (named(&key) || fold::has_key(card.id(), &key)) {
                found.push(index);
            }
            low += 1;
        }
        found.sort();
        found
    }

    /// The card with exactly this id.
    pub fn by_id(&self, id: &str) -> Option<Card<'_>> {
        self.named(id).into_iter().map(|i| self.card(i)).find(|card| card.id() == id)
    }

    /// A card as the data holds it, unpacked.
    pub fn record(&self, index: CardIndex) -> CardRecord {
        let card = self.card(index);
        let parts = card.parts();
        let mut faces: Vec<FaceRecord> = Vec::new();
        let masked = (0..64u8).filter(|f| *f == 0 || parts.faces & (1u64 << f) != 0);
        for face in masked.map(FaceId) {
            let (effects, effects_complete) =
                effects_of(parts.effects, face, card.own_provenance());
            faces.push(FaceRecord {
                face,
                name: None,
                facts: facts_of(parts.facts, face),
                effects,
                effects_complete,
            });
        }
        let mut record = CardRecord {
            id: card.id().to_owned(),
            id_provenance: parts.id_provenance,
            name: Text::default(),
            aliases: Vec::new(),
            kind: card.packed_kind(),
            sets: card.sets().collect(),
            quantity: card.quantities().collect(),
            quantity_provenance: card.quantity_provenance(),
            provenance: card.own_provenance(),
            faces,
        };
        for (role, shown, _) in card.names() {
            match role {
                super::card::NameRole::English => record.name.en = shown.into(),
                super::card::NameRole::French => record.name.fr = shown.into(),
                super::card::NameRole::Alias => record.aliases.push(shown.to_owned()),
                super::card::NameRole::Face(face) => {
                    if let Some(f) = record.faces.iter_mut().find(|f| f.face == face) {
                        match &mut f.name {
                            Some(text) => text.fr = shown.into(),
                            none => *none = Some(Text::same(shown)),
                        }
                    }
                }
            }
        }
        record
    }
}

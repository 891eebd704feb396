//! All cards of a game in packed form: only the cards that a command reads are decoded.
//!
//! Layout, all integers little-endian `u32`: the number of cards `n`; the number of index entries
//! `m`; 1 if some fact is not attested; `n + 1` offsets into the records; `m` pairs of name hash
//! and card, sorted by hash; the records.

use super::{
    card::{Card, CardRecord, FaceRecord, NameRole},
    copy_state::CopyState,
    game::{Game, split_name_and_id},
    ids::{CardIndex, FaceId},
    name_index::NameIndex,
    name_index_builder::build_index,
    number::Date,
    pack::{CardsBuilder, refold},
    record::{stored_effects, stored_facts},
    wire::{WireWriter, read_text},
};
use sleeve_text::{Arrange, Text, fold, hidden::is_hidden};
use std::{
    borrow::Cow,
    collections::BTreeSet,
    sync::{Arc, OnceLock},
};

/// The cards of a game.
#[derive(Clone, Debug)]
pub struct Cards {
    bytes: Arc<Cow<'static, [u8]>>,
    len: usize,
    /// Where the records begin. Computing it for each card that is read took 1 % of a check.
    records_at: usize,
    /// Empty, or for records in short form: each record in full, once it is read.
    full_records: Arc<[OnceLock<Vec<u8>>]>,
    /// Copies in a state; their indices come after those of the cards.
    variants: Arc<[Arc<Variant>]>,
    /// Their positions, by card and state.
    sorted_variants: Arc<[u32]>,
    /// The index of their names: stored, or built on first use.
    name_index: Arc<OnceLock<Cow<'static, [u8]>>>,
}

/// A copy in a state.
#[derive(Debug)]
struct Variant {
    key: (CardIndex, CopyState),
    record: Vec<u8>,
}

impl CardsBuilder {
    /// Packs the added cards, in their order.
    pub fn build(self) -> Cards {
        Cards::from_bytes(self.into_bytes())
    }
}

impl Default for Cards {
    fn default() -> Self {
        CardsBuilder::default().build()
    }
}

/// Words of four bytes before the offsets.
const HEAD_WORDS: usize = 3;

fn read_word(bytes: &[u8], at: usize) -> usize {
    let word = bytes.get(at * 4..at * 4 + 4);
    word.and_then(|word| word.try_into().ok())
        .map_or(0, u32::from_le_bytes) as usize
}

impl Cards {
    /// Reads cards from the bytes of [`Cards::as_bytes`]. Damaged bytes read as empty cards.
    pub fn from_bytes(bytes: impl Into<Cow<'static, [u8]>>) -> Cards {
        let bytes = bytes.into();
        let len = read_word(&bytes, 0);
        // After the offsets of the records (one more than cards, because each ends where the next
        // begins) and the pairs of hashes.
        let records_at = (HEAD_WORDS + len + 1 + 2 * read_word(&bytes, 1)) * 4;
        Cards {
            bytes: Arc::new(bytes),
            len,
            records_at,
            full_records: Arc::from([]),
            variants: Arc::from([]),
            sorted_variants: Arc::from([]),
            name_index: Arc::default(),
        }
    }

    /// The cards in few bytes: without the index and the folded texts, which do not compress.
    pub fn to_short_bytes(&self) -> Vec<u8> {
        let mut all = WireWriter::default();
        all.byte(u8::from(!self.is_attested()));
        for card in self.iter() {
            all.block(&refold(card.record, |_| String::new()));
        }
        all.bytes
    }

    /// Reads the bytes of [`Cards::to_short_bytes`]. Texts are folded when a card is read: a page
    /// opens a game for the cards of one deck.
    pub fn from_short_bytes(bytes: &[u8]) -> Cards {
        let cards = CardsBuilder::from_short_bytes(bytes).build();
        Cards { full_records: (0..cards.len()).map(|_| OnceLock::new()).collect(), ..cards }
    }

    /// Adds the stored index of names. Invalid bytes are ignored, because the index can be built
    /// when needed.
    pub fn with_name_index(mut self, bytes: &'static [u8]) -> Cards {
        if NameIndex::read(&self, bytes).is_some() {
            self.name_index = Arc::new(Cow::Borrowed(bytes).into());
        }
        self
    }

    /// The index of their names. Copies in a state have no names of their own.
    pub fn name_index(&self) -> NameIndex<'_> {
        let bytes = self
            .name_index
            .get_or_init(|| self.pack_name_index().into());
        NameIndex::read(self, bytes).unwrap_or(NameIndex::empty(self))
    }

    /// Packs the index of their names, for [`Cards::with_name_index`].
    pub fn pack_name_index(&self) -> Vec<u8> {
        build_index(self)
    }

    /// Adds copies of cards in these states, after the existing cards and copies. [`Cards::card`]
    /// finds them by index; [`Cards::iter`] skips them.
    pub fn with_copies(&self, game: &Game, copies: BTreeSet<(CardIndex, CopyState)>) -> Cards {
        let mut variants = self.variants.to_vec();
        for (card, state) in copies {
            if card.index() < self.len() && self.variant(card, &state).is_none() {
                let record = state.pack_record(self.record(card), game);
                variants.push(Arc::new(Variant { key: (card, state), record }));
            }
        }
        let mut sorted: Vec<u32> = (0u32..).zip(&variants).map(|(at, _)| at).collect();
        // New copies come after the others, whose indices stay; only the look-up order changes.
        sorted.arrange_by_key(|at| variants.get(*at as usize).map(|variant| &variant.key));
        Cards { variants: variants.into(), sorted_variants: sorted.into(), ..self.clone() }
    }

    /// A copy of a card in a state; `None` where there is no such copy among these cards.
    pub fn variant(&self, card: CardIndex, state: &CopyState) -> Option<CardIndex> {
        let base = self.base(card);
        if state.is_plain() {
            return Some(base);
        }
        let found = self.sorted_variants.binary_search_by(|at| {
            let key = self
                .variants
                .get(*at as usize)
                .map(|variant| (variant.key.0, &variant.key.1));
            key.cmp(&Some((base, state)))
        });
        let at = self.sorted_variants.get(found.ok()?)?;
        u32::try_from(self.len())
            .ok()?
            .checked_add(*at)
            .map(CardIndex)
    }

    /// The copies in a state, with their cards.
    pub fn copies(&self) -> impl Iterator<Item = (CardIndex, &CopyState)> {
        self.variants
            .iter()
            .map(|variant| (variant.key.0, &variant.key.1))
    }

    /// Whether every index of `other` means the same card or copy here. There may be more copies.
    pub fn extend(&self, other: &Cards) -> bool {
        if !self.has_cards_of(other) || self.variants.len() < other.variants.len() {
            return false;
        }
        let mut pairs = self.variants.iter().zip(other.variants.iter());
        pairs.all(|(a, b)| Arc::ptr_eq(a, b) || a.key == b.key)
    }

    /// Whether the game's cards are equal, ignoring copies in a state.
    pub fn has_cards_of(&self, other: &Cards) -> bool {
        std::ptr::eq(self.as_bytes(), other.as_bytes()) || self.bytes == other.bytes
    }

    fn variant_at(&self, index: CardIndex) -> Option<&Variant> {
        self.variants
            .get(index.index().checked_sub(self.len())?)
            .map(|variant| &**variant)
    }

    /// The card of which an index is a copy in a state; for any other index, itself.
    pub fn base(&self, index: CardIndex) -> CardIndex {
        self.variant_at(index)
            .map_or(index, |variant| variant.key.0)
    }

    /// The state of a copy; `None` for a card of the game.
    pub fn state(&self, index: CardIndex) -> Option<&CopyState> {
        self.variant_at(index).map(|variant| &variant.key.1)
    }

    /// The number of cards and copies in a state, which is above every index.
    pub fn span(&self) -> usize {
        self.len() + self.variants.len()
    }

    /// The cards in their stored form.
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// The cards in the form that [`Cards::from_bytes`] reads.
    pub fn to_bytes(&self) -> Vec<u8> {
        if self.full_records.is_empty() {
            return self.bytes.to_vec();
        }
        let records: Vec<_> = self.iter().map(|card| self.record(card.index())).collect();
        CardsBuilder::from_records(&records).into_bytes()
    }

    fn word_at(&self, at: usize) -> usize {
        read_word(&self.bytes, at)
    }

    /// Number of cards of the game.
    pub fn len(&self) -> usize {
        self.len
    }

    /// Whether the game has no cards.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Whether every id and fact is attested, so that both lenses show the same.
    pub fn is_attested(&self) -> bool {
        self.word_at(2) == 0
    }

    /// Whether every id and fact of these cards is attested, so that both lenses show the same.
    pub fn are_attested(&self, mut cards: impl Iterator<Item = CardIndex>) -> bool {
        self.is_attested() || cards.all(|card| self.card(card).is_attested())
    }

    /// A card. An index from another pool yields an empty card.
    pub fn card(&self, index: CardIndex) -> Card<'_> {
        match self.record_bytes(index) {
            [] => match self.variant_at(index) {
                Some(variant) => Card { record: &variant.record, index, base: variant.key.0 },
                None => Card { record: &[], index, base: index },
            },
            record => Card { record, index, base: index },
        }
    }

    /// All cards in the order of the data.
    pub fn iter(&self) -> impl Iterator<Item = Card<'_>> {
        (0..self.len() as u32).map(|i| self.card(CardIndex(i)))
    }

    fn record_bytes(&self, index: CardIndex) -> &[u8] {
        if index.index() >= self.len {
            return &[];
        }
        let start = self.records_at + self.word_at(HEAD_WORDS + index.index());
        let end = self.records_at + self.word_at(HEAD_WORDS + 1 + index.index());
        let record = self.bytes.get(start..end).unwrap_or(&[]);
        match self.full_records.get(index.index()) {
            Some(full) => full.get_or_init(|| refold(record, fold::fold)),
            None => record,
        }
    }

    /// The cards with a name, alias or id, in any spelling ([`fold::key`]), in the order of the
    /// data.
    pub fn find_by_name(&self, name: &str) -> Vec<CardIndex> {
        let key = fold::key(name);
        if key.is_empty() {
            return Vec::new();
        }
        let hash = fold::key_hash(&key) as usize;
        let (n, m) = (self.word_at(0), self.word_at(1));
        let pairs = HEAD_WORDS + n + 1;
        // Binary search by hand, because the pairs are unaligned bytes, not a slice of words.
        let (mut low, mut high) = (0, m);
        while low < high {
            let middle = low.midpoint(high);
            if self.word_at(pairs + 2 * middle) < hash { low = middle + 1 } else { high = middle }
        }
        let mut found = Vec::new();
        while low < m && self.word_at(pairs + 2 * low) == hash {
            let index = CardIndex(self.word_at(pairs + 2 * low + 1) as u32);
            let card = self.card(index);
            // Names with the same 32-bit hash may differ.
            if !found.contains(&index)
                && (card
                    .name_blocks()
                    .any(|(_, _, folded)| fold::has_key(read_text(folded), &key))
                    || fold::has_key(card.id(), &key))
            {
                found.push(index);
            }
            low += 1;
        }
        found.sort();
        found
    }

    /// The cards that a value in a field of cards names: those with this name or id, or the one
    /// whose id follows its name.
    pub fn find_held(&self, value: &str) -> Vec<CardIndex> {
        let named = self.find_by_name(value);
        if !named.is_empty() {
            return named;
        }
        let by_id = split_name_and_id(value).and_then(|(_, id)| self.by_id(id));
        by_id.map(|card| card.index()).into_iter().collect()
    }

    /// The card with exactly this id.
    pub fn by_id(&self, id: &str) -> Option<Card<'_>> {
        self.find_by_name(id)
            .into_iter()
            .map(|i| self.card(i))
            .find(|card| card.id() == id)
    }

    /// Whether the bytes are exactly those that packing the cards produces, and all ids can be
    /// displayed. Bytes from others may claim more cards than they contain, or overlapping records,
    /// so nothing is allocated by what they claim.
    pub fn are_whole(&self) -> bool {
        let (n, m) = (self.word_at(0), self.word_at(1));
        let words = n
            .checked_add(1)
            .zip(m.checked_mul(2))
            .and_then(|(a, b)| a.checked_add(b));
        let Some(records) = words.and_then(|words| (words + HEAD_WORDS).checked_mul(4)) else {
            return false;
        };
        let Some(length) = self.bytes.len().checked_sub(records) else { return false };
        if self.word_at(HEAD_WORDS) != 0
            || self.word_at(HEAD_WORDS + n) != length
            || !(HEAD_WORDS..HEAD_WORDS + n).all(|at| self.word_at(at) <= self.word_at(at + 1))
        {
            return false;
        }
        let mut builder = CardsBuilder::default();
        for index in (0..n as u32).map(CardIndex) {
            let record = self.record(index);
            if record.id.is_empty() || record.id.chars().any(is_hidden) {
                return false;
            }
            builder.push(&record);
        }
        let packed = builder.build();
        if self.full_records.is_empty() {
            packed.bytes == self.bytes
        } else {
            packed.to_short_bytes() == self.to_short_bytes()
        }
    }

    /// These cards with other printings, of which the last one of a card counts. Copies in a state
    /// belong to the cards that they were made from, so these cards then stay.
    pub(super) fn with_printings<'p>(
        &self,
        printings: impl Iterator<Item = &'p (Date, CardRecord)>,
    ) -> Cards {
        let mut others = printings.peekable();
        if others.peek().is_none() || !self.variants.is_empty() {
            return self.clone();
        }
        let mut records: Vec<_> = self.iter().map(|card| self.record(card.index())).collect();
        for (_, printing) in others {
            match records.iter_mut().find(|record| record.id == printing.id) {
                Some(record) => record.clone_from(printing),
                None => records.push(printing.clone()),
            }
        }
        CardsBuilder::from_records(&records).build()
    }

    /// A card in unpacked form.
    pub fn record(&self, index: CardIndex) -> CardRecord {
        let card = self.card(index);
        let parts = card.parts();
        let mut faces: Vec<FaceRecord> = Vec::new();
        let masked = (0..64u8).filter(|f| *f == 0 || parts.faces & (1u64 << f) != 0);
        for face in masked.map(FaceId) {
            let (effects, effects_complete) =
                stored_effects(parts.effects, face, card.packed_provenance());
            faces.push(FaceRecord {
                face,
                name: None,
                facts: stored_facts(parts.facts, face),
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
            provenance: card.packed_provenance(),
            faces,
        };
        for (role, shown, _) in card.names() {
            put_name(&mut record, role, shown);
        }
        record
    }
}

fn put_name(record: &mut CardRecord, role: NameRole, shown: &str) {
    match role {
        NameRole::English => record.name.en = shown.into(),
        NameRole::French => record.name.fr = shown.into(),
        NameRole::Alias => record.aliases.push(shown.to_owned()),
        NameRole::Face(face) => {
            let Some(part) = record.faces.iter_mut().find(|part| part.face == face) else { return };
            match &mut part.name {
                Some(text) => text.fr = shown.into(),
                none => *none = Some(Text::untranslated(shown)),
            }
        }
    }
}

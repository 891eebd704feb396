//! An index of the names of a game's cards: by the look of the names, by their parts and by their
//! words. It is built from the cards alone, stored next to them, and read in place.
//!
//! Layout, all integers little-endian: six `u32`s with the numbers of names that guesses consider,
//! of other names, of ids, of parts, of words and of marks; a row for each name; the letters of
//! each id; the parts of names, sorted by hash; a row for each word, sorted by text; the end of
//! each mark among the texts; the texts of the marks, then of the words; the names of each word.

use super::{
    cards::Cards,
    ids::CardIndex,
    name_words::{NameToken, keep_letters, letter_bits, split_folded, strip_parentheses},
    wire::WireReader,
};
use sleeve_text::fold;

/// The data that is compared for every name: the card, the position among the card's names, letters
/// in three ways, the position of the marks, two lengths and flags.
pub(super) type NameRow = [u8; 41];
pub(super) const CARD_AT: usize = 0;
pub(super) const ORDINAL_AT: usize = 4;
pub(super) const MARKS_AT: usize = 8;
pub(super) const LETTERS_AT: usize = 12;
pub(super) const BARE_LETTERS_AT: usize = 20;
pub(super) const INITIALS_AT: usize = 28;
pub(super) const LENGTH_AT: usize = 36;
pub(super) const BARE_LENGTH_AT: usize = 38;
pub(super) const FLAGS_AT: usize = 40;

/// The hash of a part, its name, and bits of [`NamePart`].
type NamePartRow = [u8; 13];
const PART_NAME_AT: usize = 8;
const PART_BITS_AT: usize = 12;

/// The letters of a word, the end of its text, and the end of its names.
pub(super) type WordRow = [u8; 16];
const WORD_TEXT_AT: usize = 8;
const WORD_NAMES_AT: usize = 12;

/// The numbers before the rows.
const HEAD_WORDS: u32 = 6;

/// Is printed on the card, in whole or on a face.
pub(super) const IS_PRINTED: u8 = 1;
/// One of its words is a number, in digits or not.
pub(super) const HAS_NUMBER: u8 = 2;
pub(super) const HAS_DIGITS: u8 = 4;
pub(super) const HAS_COLON: u8 = 8;
pub(super) const HAS_PARENTHESES: u8 = 16;
/// Its key has a stroke.
pub(super) const HAS_STROKE: u8 = 32;
/// May be a name of two halves: it has `&` or `/`.
pub(super) const HAS_HALVES: u8 = 64;

/// The parts of a name that can be used as the whole name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NamePart {
    Whole,
    /// The name without its last parentheses.
    Bare,
    /// The part before a slash: `MWYHL` of `MWYHL/SYIC`.
    Front,
    /// The part before a comma: `Somebody` of `Somebody, Somewhere's Guard`.
    Head,
    /// The part after a colon.
    Tail,
    /// The name without its last parentheses, with the digit 0 read as the letter O.
    ZeroAsLetter,
}

impl NamePart {
    pub(super) fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// An index of names. Reading never fails: the missing parts of damaged bytes are empty.
#[derive(Clone, Copy)]
pub struct NameIndex<'i> {
    cards: &'i Cards,
    rows: &'i [NameRow],
    others: &'i [NameRow],
    ids: &'i [[u8; 8]],
    parts: &'i [NamePartRow],
    words: &'i [WordRow],
    marks: &'i [[u8; 4]],
    texts: &'i [u8],
    names_of_words: &'i [u8],
}

/// A name of a card in an index.
#[derive(Clone, Copy)]
pub struct IndexedName<'i> {
    index: &'i NameIndex<'i>,
    row: &'i NameRow,
}

/// A word of names in an index.
#[derive(Clone, Copy)]
pub struct IndexedWord<'i> {
    index: &'i NameIndex<'i>,
    /// Its [`letter_bits`].
    pub letters: u64,
    text: (u32, u32),
    names: (u32, u32),
}

#[inline]
fn read_u64(row: &[u8], at: usize) -> u64 {
    row.get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline]
fn read_u32(row: &[u8], at: usize) -> u32 {
    row.get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[inline]
fn read_u16(row: &[u8], at: usize) -> u16 {
    row.get(at..)
        .and_then(<[u8]>::first_chunk)
        .map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// Takes rows from the front of bytes.
fn take_rows<'i, const N: usize>(bytes: &mut &'i [u8], count: u32) -> Option<&'i [[u8; N]]> {
    let (rows, rest) = bytes.split_at_checked((count as usize).checked_mul(N)?)?;
    *bytes = rest;
    Some(rows.as_chunks().0)
}

impl<'i> NameIndex<'i> {
    /// Reads an index of these cards; `None` for invalid bytes.
    pub(super) fn read(cards: &'i Cards, mut bytes: &'i [u8]) -> Option<NameIndex<'i>> {
        let rest = &mut bytes;
        let head = take_rows::<4>(rest, HEAD_WORDS)?;
        let mut counts = head.iter().map(|count| u32::from_le_bytes(*count));
        let mut index = NameIndex {
            rows: take_rows(rest, counts.next()?)?,
            others: take_rows(rest, counts.next()?)?,
            ids: take_rows(rest, counts.next()?)?,
            parts: take_rows(rest, counts.next()?)?,
            words: take_rows(rest, counts.next()?)?,
            marks: take_rows(rest, counts.next()?)?,
            ..NameIndex::empty(cards)
        };
        let last = index
            .words
            .last()
            .map_or(index.first_word(), |last| read_u32(last, WORD_TEXT_AT));
        (index.texts, index.names_of_words) = bytes.split_at_checked(last as usize)?;
        Some(index)
    }

    pub(super) fn empty(cards: &'i Cards) -> NameIndex<'i> {
        NameIndex {
            cards,
            rows: &[],
            others: &[],
            ids: &[],
            parts: &[],
            words: &[],
            marks: &[],
            texts: &[],
            names_of_words: &[],
        }
    }

    /// The names that guesses consider, in the order of the cards.
    pub fn names(&self) -> impl Iterator<Item = IndexedName<'_>> {
        self.rows.iter().map(|row| IndexedName { index: self, row })
    }

    /// The name at a position among those that guesses consider.
    pub fn name_at(&self, at: u32) -> Option<IndexedName<'_>> {
        self.rows
            .get(at as usize)
            .map(|row| IndexedName { index: self, row })
    }

    /// The name at a position among all: first those that guesses consider, then the others.
    pub fn any_name_at(&self, at: u32) -> Option<IndexedName<'_>> {
        let row = match (at as usize).checked_sub(self.rows.len()) {
            Some(other) => self.others.get(other)?,
            None => self.rows.get(at as usize)?,
        };
        Some(IndexedName { index: self, row })
    }

    /// The names that guesses ignore: `Alter (EP1)` if there is also `Alter`.
    pub fn other_names(&self) -> impl Iterator<Item = IndexedName<'_>> {
        self.others
            .iter()
            .map(|row| IndexedName { index: self, row })
    }

    /// Each card with the [`letter_bits`] of the key of its id.
    pub fn letters_of_ids(&self) -> impl Iterator<Item = (CardIndex, u64)> {
        let cards = (0..).map(CardIndex);
        cards.zip(self.ids.iter().map(|letters| u64::from_le_bytes(*letters)))
    }

    /// Whether some printed name has these marks.
    pub fn has_marks(&self, marks: &str) -> bool {
        (1..=self.marks.len() as u32).any(|at| self.marks_at(at) == marks)
    }

    /// The marks at a position; 0 means none.
    fn marks_at(&self, at: u32) -> &'i str {
        let Some(before) = at.checked_sub(1) else { return "" };
        let bytes = self.text(self.end_of_marks(before), self.end_of_marks(at));
        std::str::from_utf8(bytes).unwrap_or("")
    }

    /// The end of the marks at a position; 0 for none.
    fn end_of_marks(&self, at: u32) -> u32 {
        let end = at
            .checked_sub(1)
            .and_then(|index| self.marks.get(index as usize));
        end.map_or(0, |end| u32::from_le_bytes(*end))
    }

    /// The position of the first word among the texts.
    fn first_word(&self) -> u32 {
        self.marks.last().map_or(0, |end| u32::from_le_bytes(*end))
    }

    fn text(&self, start: u32, end: u32) -> &'i [u8] {
        self.texts.get(start as usize..end as usize).unwrap_or(&[])
    }

    /// The names with a part of this text, in the order of the cards.
    pub fn with_part<'s>(
        &'s self,
        part: NamePart,
        text: &str,
    ) -> impl Iterator<Item = IndexedName<'s>> + use<'s, 'i> {
        let hash = fold::hash(text);
        let first = self.parts.partition_point(|row| read_u64(row, 0) < hash);
        let rest = self.parts.get(first..).unwrap_or(&[]).iter();
        let alike = rest.take_while(move |row| read_u64(*row, 0) == hash);
        let with_part = alike.filter(move |row| row[PART_BITS_AT] & part.bit() != 0);
        with_part.filter_map(|row| self.name_at(read_u32(row, PART_NAME_AT)))
    }

    /// The words of the names, sorted.
    pub fn words(&self) -> impl Iterator<Item = IndexedWord<'_>> {
        (0..self.words.len()).filter_map(|at| self.word_at(at))
    }

    /// The word at a position. Its text and its names start at the end of the previous word's.
    fn word_at(&self, at: usize) -> Option<IndexedWord<'_>> {
        let row = self.words.get(at)?;
        let (text_start, names_start) =
            match at.checked_sub(1).and_then(|before| self.words.get(before)) {
                Some(before) => (read_u32(before, WORD_TEXT_AT), read_u32(before, WORD_NAMES_AT)),
                None => (self.first_word(), 0),
            };
        Some(IndexedWord {
            index: self,
            letters: read_u64(row, 0),
            text: (text_start, read_u32(row, WORD_TEXT_AT)),
            names: (names_start, read_u32(row, WORD_NAMES_AT)),
        })
    }

    /// The words that begin with a byte and contain the given letters.
    pub fn find_words(
        &self,
        first: u8,
        has_letters: impl Fn(u64) -> bool,
    ) -> impl Iterator<Item = IndexedWord<'_>> {
        let start = self.position_of_word(&[first]);
        let end = first
            .checked_add(1)
            .map_or(self.words.len(), |b| self.position_of_word(&[b]));
        let rows = self.words.iter().enumerate();
        let found = rows.filter(move |(at, row)| {
            (start..end).contains(at) || has_letters(read_u64(row.as_slice(), 0))
        });
        found.filter_map(|(at, _)| self.word_at(at))
    }

    /// The position of a word, or the position at which it would be inserted.
    fn position_of_word(&self, text: &[u8]) -> usize {
        let (mut low, mut high) = (0, self.words.len());
        while low < high {
            let middle = low.midpoint(high);
            let is_before = self.word_at(middle).is_some_and(|word| word.bytes() < text);
            if is_before { low = middle + 1 } else { high = middle }
        }
        low
    }

    /// Exactly this word.
    pub fn find_word(&self, text: &str) -> Option<IndexedWord<'_>> {
        let found = self.word_at(self.position_of_word(text.as_bytes()));
        found.filter(|word| word.bytes() == text.as_bytes())
    }
}

impl<'i> IndexedWord<'i> {
    fn bytes(self) -> &'i [u8] {
        self.index.text(self.text.0, self.text.1)
    }

    /// The word in its folded form.
    pub fn text(self) -> &'i str {
        std::str::from_utf8(self.bytes()).unwrap_or("")
    }

    /// Its length in bytes.
    pub fn length(self) -> usize {
        self.text.1.saturating_sub(self.text.0) as usize
    }

    /// The positions of the names with this word, in order.
    pub fn names(self) -> impl Iterator<Item = u32> + 'i {
        let bytes = self
            .index
            .names_of_words
            .get(self.names.0 as usize..self.names.1 as usize);
        let (mut reader, mut last) = (WireReader::new(bytes.unwrap_or(&[])), 0u32);
        std::iter::from_fn(move || {
            (!reader.is_empty()).then(|| {
                last = last.wrapping_add(reader.varint() as u32);
                last
            })
        })
    }
}

impl<'i> IndexedName<'i> {
    /// The card with this name.
    #[inline]
    pub fn card(self) -> CardIndex {
        CardIndex(read_u32(self.row, CARD_AT))
    }

    fn texts(self) -> (&'i str, &'i str) {
        let mut names = self.index.cards.card(self.card()).names();
        let name = names.nth(read_u32(self.row, ORDINAL_AT) as usize);
        name.map_or(("", ""), |(_, shown, folded)| (shown, folded))
    }

    /// The printed name.
    pub fn shown(self) -> &'i str {
        self.texts().0
    }

    /// The folded name.
    pub fn folded(self) -> &'i str {
        self.texts().1
    }

    /// Its words.
    pub fn tokens(self) -> Vec<NameToken> {
        split_folded(self.folded())
    }

    /// Its look-up [key](fold::key).
    pub fn key(self) -> String {
        fold::key(self.folded())
    }

    /// Its letters and digits.
    pub fn squashed(self) -> String {
        keep_letters(self.folded())
    }

    /// Its letters and digits without those in the last parentheses.
    pub fn bare(self) -> String {
        keep_letters(strip_parentheses(self.folded()))
    }

    /// The marks that tell the card apart from others with its name: `v` of `(V)`.
    #[inline]
    pub fn marks(self) -> &'i str {
        match read_u32(self.row, MARKS_AT) {
            0 => "",
            at => self.index.marks_at(at),
        }
    }

    /// The [`letter_bits`] of its letters and digits.
    #[inline]
    pub fn letters(self) -> u64 {
        read_u64(self.row, LETTERS_AT)
    }

    /// The same, with the strokes of its key.
    #[inline]
    pub fn key_letters(self) -> u64 {
        self.letters() | if self.has(HAS_STROKE) { letter_bits("-") } else { 0 }
    }

    /// The same, without those in the last parentheses.
    #[inline]
    pub fn bare_letters(self) -> u64 {
        read_u64(self.row, BARE_LETTERS_AT)
    }

    /// The [`letter_bits`] of the first letters of its words.
    #[inline]
    pub fn initials(self) -> u64 {
        read_u64(self.row, INITIALS_AT)
    }

    /// The number of its letters and digits, in bytes.
    #[inline]
    pub fn length(self) -> u16 {
        read_u16(self.row, LENGTH_AT)
    }

    /// The same, without those in the last parentheses.
    #[inline]
    pub fn bare_length(self) -> u16 {
        read_u16(self.row, BARE_LENGTH_AT)
    }

    #[inline]
    fn has(self, flag: u8) -> bool {
        self.row[FLAGS_AT] & flag != 0
    }

    /// Whether it is printed on the card, in whole or on a face.
    #[inline]
    pub fn is_printed(self) -> bool {
        self.has(IS_PRINTED)
    }

    /// Whether one of its words is a number, in digits or not.
    #[inline]
    pub fn has_number(self) -> bool {
        self.has(HAS_NUMBER)
    }

    /// Whether it has a digit.
    #[inline]
    pub fn has_digit(self) -> bool {
        self.has(HAS_DIGITS)
    }

    /// Whether it may be the name of a place, which has a colon.
    #[inline]
    pub fn may_have_colon(self) -> bool {
        self.has(HAS_COLON)
    }

    /// Whether it may have something in parentheses.
    #[inline]
    pub fn may_have_parentheses(self) -> bool {
        self.has(HAS_PARENTHESES)
    }

    /// Whether it may be a name of two halves, with `&` or `/` between them.
    #[inline]
    pub fn may_have_halves(self) -> bool {
        self.has(HAS_HALVES)
    }
}

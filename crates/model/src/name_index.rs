//! An index of the names of a game's cards: by what they look like, by their parts and by their words. It is made of the cards alone,
//! stored beside them, and read where it lies.
//!
//! Layout, all integers little-endian: six `u32`s with the numbers of names that are guessed at, of other names, of ids, of parts, of
//! words and of marks; a [row](NameRow) for each name; the letters of each id; the parts of names, sorted by hash; a row for
//! each word, sorted by text; the end of each mark among the texts; the texts of the marks, then of the words; the names of each word.

use super::card::NameRole;
use super::cards::{CardIndex, Cards};
use super::name_words::{
    NameToken, find_marks, keep_letters, letter_bits, split_folded, split_words, squash,
    strip_parentheses,
};
use super::pack::{WireReader, WireWriter};
use sleeve_text::fold;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// What is compared with every name: the card, the position among the names of the card, letters in three ways, the position of the
/// marks, two lengths and flags.
type NameRow = [u8; 41];
const CARD_AT: usize = 0;
const ORDINAL_AT: usize = 4;
const MARKS_AT: usize = 8;
const LETTERS_AT: usize = 12;
const BARE_LETTERS_AT: usize = 20;
const INITIALS_AT: usize = 28;
const LENGTH_AT: usize = 36;
const BARE_LENGTH_AT: usize = 38;
const FLAGS_AT: usize = 40;

/// The hash of a part, the name that it is a part of, and bits of [`NamePart`].
type NamePartRow = [u8; 13];
const PART_NAME_AT: usize = 8;
const PART_BITS_AT: usize = 12;

/// The letters of a word, the end of its text, and the end of its names.
type WordRow = [u8; 16];
const WORD_TEXT_AT: usize = 8;
const WORD_NAMES_AT: usize = 12;

/// Numbers before the rows.
const HEAD_WORDS: u32 = 6;

/// Is printed on the card, in whole or on a face.
const IS_PRINTED: u8 = 1;
/// One of its words is a number, in digits or not.
const HAS_NUMBER: u8 = 2;
const HAS_DIGITS: u8 = 4;
const HAS_COLON: u8 = 8;
const HAS_PARENTHESES: u8 = 16;
/// Its key has a stroke.
const HAS_STROKE: u8 = 32;
/// May be a name of two: it has `&` or `/`.
const HAS_HALVES: u8 = 64;

/// The parts of a name that may stand for the whole name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum NamePart {
    /// The whole name.
    Whole,
    /// The name without its last parentheses.
    Bare,
    /// The part before a slash: `MWYHL` of `MWYHL/SYIC`.
    Front,
    /// The part before a comma: `Somebody` of `Somebody, Somewhere's Guard`.
    Head,
    /// The part behind a colon.
    Tail,
    /// The name without its last parentheses, with the digit 0 read as the letter O.
    ZeroAsLetter,
}

impl NamePart {
    fn bit(self) -> u8 {
        1 << self as u8
    }
}

/// An index of names. Reading never fails: what damaged bytes lack is empty.
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
    row.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u64::from_le_bytes(*bytes))
}

#[inline]
fn read_u32(row: &[u8], at: usize) -> u32 {
    row.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u32::from_le_bytes(*bytes))
}

#[inline]
fn read_u16(row: &[u8], at: usize) -> u16 {
    row.get(at..).and_then(<[u8]>::first_chunk).map_or(0, |bytes| u16::from_le_bytes(*bytes))
}

/// Takes rows off the front of bytes.
fn take_rows<'i, const N: usize>(bytes: &mut &'i [u8], count: u32) -> Option<&'i [[u8; N]]> {
    let (rows, rest) = bytes.split_at_checked((count as usize).checked_mul(N)?)?;
    *bytes = rest;
    Some(rows.as_chunks().0)
}

impl<'i> NameIndex<'i> {
    /// Reads an index of these cards; `None` for bytes that are none.
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
        let last =
            index.words.last().map_or(index.first_word(), |last| read_u32(last, WORD_TEXT_AT));
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

    /// The names that are guessed at, in the order of the cards.
    pub fn names(&self) -> impl Iterator<Item = IndexedName<'_>> {
        self.rows.iter().map(|row| IndexedName { index: self, row })
    }

    /// The name at a position among those that are guessed at.
    pub fn name_at(&self, at: u32) -> Option<IndexedName<'_>> {
        self.rows.get(at as usize).map(|row| IndexedName { index: self, row })
    }

    /// The names that are not guessed at: `Alter (EP1)` beside `Alter`.
    pub fn other_names(&self) -> impl Iterator<Item = IndexedName<'_>> {
        self.others.iter().map(|row| IndexedName { index: self, row })
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

    /// The marks at a position; 0 stands for none.
    fn marks_at(&self, at: u32) -> &'i str {
        let Some(at) = at.checked_sub(1) else { return "" };
        let end = |at: u32| self.marks.get(at as usize).map(|end| u32::from_le_bytes(*end));
        let bytes = self.text(at.checked_sub(1).and_then(end).unwrap_or(0), end(at).unwrap_or(0));
        std::str::from_utf8(bytes).unwrap_or("")
    }

    /// The place of the first word among the texts.
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
        let alike = self.parts.get(first..).unwrap_or(&[]).iter();
        let alike = alike.take_while(move |row| read_u64(*row, 0) == hash);
        let alike = alike.filter(move |row| row[PART_BITS_AT] & part.bit() != 0);
        alike.filter_map(|row| self.name_at(read_u32(row, PART_NAME_AT)))
    }

    /// The words of the names, sorted.
    pub fn words(&self) -> impl Iterator<Item = IndexedWord<'_>> {
        (0..self.words.len()).filter_map(|at| self.word_at(at))
    }

    /// The word at a position; its text and its names start where those of the word before it end.
    fn word_at(&self, at: usize) -> Option<IndexedWord<'_>> {
        let ends = |row: &WordRow| (read_u32(row, WORD_TEXT_AT), read_u32(row, WORD_NAMES_AT));
        let before = at.checked_sub(1).and_then(|before| self.words.get(before));
        let (text, names) = before.map_or((self.first_word(), 0), ends);
        let row = self.words.get(at)?;
        let (text_end, names_end) = ends(row);
        let (text, names) = ((text, text_end), (names, names_end));
        Some(IndexedWord { index: self, letters: read_u64(row, 0), text, names })
    }

    /// The words that begin with a byte, and those whose letters are asked for.
    pub fn find_words(
        &self,
        first: u8,
        has_letters: impl Fn(u64) -> bool,
    ) -> impl Iterator<Item = IndexedWord<'_>> {
        let start = self.position_of_word(&[first]);
        let end = first.checked_add(1).map_or(self.words.len(), |b| self.position_of_word(&[b]));
        let rows = self.words.iter().enumerate();
        let found = rows.filter(move |(at, row)| {
            (start..end).contains(at) || has_letters(read_u64(row.as_slice(), 0))
        });
        found.filter_map(|(at, _)| self.word_at(at))
    }

    /// The position of a word, or that at which it would stand.
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

    /// The word as it is compared.
    pub fn text(self) -> &'i str {
        std::str::from_utf8(self.bytes()).unwrap_or("")
    }

    /// Its length in bytes.
    pub fn length(self) -> usize {
        self.text.1.saturating_sub(self.text.0) as usize
    }

    /// The positions of the names with this word, in order.
    pub fn names(self) -> impl Iterator<Item = u32> + 'i {
        let bytes = self.index.names_of_words.get(self.names.0 as usize..self.names.1 as usize);
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
    /// The card that bears it.
    #[inline]
    pub fn card(self) -> CardIndex {
        CardIndex(read_u32(self.row, CARD_AT))
    }

    fn texts(self) -> (&'i str, &'i str) {
        let mut names = self.index.cards.card(self.card()).names();
        let name = names.nth(read_u32(self.row, ORDINAL_AT) as usize);
        name.map_or(("", ""), |(_, shown, folded)| (shown, folded))
    }

    /// The name as it is printed.
    pub fn shown(self) -> &'i str {
        self.texts().0
    }

    /// The name as it is compared.
    pub fn folded(self) -> &'i str {
        self.texts().1
    }

    /// Its words.
    pub fn tokens(self) -> Vec<NameToken> {
        split_folded(self.folded())
    }

    /// The [key](fold::key) that it is looked up by.
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

    /// The marks that tell the card from others of its name: `v` of `(V)`.
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

    /// Likewise, with the strokes of its key.
    #[inline]
    pub fn key_letters(self) -> u64 {
        self.letters() | if self.has(HAS_STROKE) { letter_bits("-") } else { 0 }
    }

    /// Likewise, without those in the last parentheses.
    #[inline]
    pub fn bare_letters(self) -> u64 {
        read_u64(self.row, BARE_LETTERS_AT)
    }

    /// The [`letter_bits`] of the first letters of its words.
    #[inline]
    pub fn initials(self) -> u64 {
        read_u64(self.row, INITIALS_AT)
    }

    /// The number of its letters and digits in bytes.
    #[inline]
    pub fn length(self) -> u16 {
        read_u16(self.row, LENGTH_AT)
    }

    /// Likewise, without those in the last parentheses.
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

    /// Whether it may be that of a place, which has a colon.
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

/// What a name looks like, before it is a row.
struct Looks<'a> {
    shown: &'a str,
    folded: &'a str,
    letters: u64,
    initials: u64,
    length: u16,
    /// Its [`low_bytes`].
    signs: u64,
    flags: u8,
}

/// Which of the first 64 characters of ASCII a text has, which are signs and digits.
fn low_bytes(text: &str) -> u64 {
    text.bytes().fold(0, |bits, b| if b < 64 { bits | 1 << b } else { bits })
}

fn sign(byte: u8) -> u64 {
    1 << byte
}

/// The bits of the digits in [`low_bytes`].
const DIGITS: u64 = 0x3ff << b'0';

impl<'a> Looks<'a> {
    /// The looks of a name as it is printed and folded; `visit` is given its words, as they stand and as they are compared.
    fn new(
        (shown, folded): (&'a str, &'a str),
        mut visit: impl FnMut(&str, Cow<'a, str>),
    ) -> Looks<'a> {
        let (mut letters, mut initials, mut length, mut flags) = (0, 0, 0u16, 0);
        for word in split_words(folded) {
            letters |= letter_bits(&word.letters);
            length = length.saturating_add(word.letters.len() as u16);
            let text = word.text();
            let first = text.chars().next().map_or(0, char::len_utf8);
            initials |= letter_bits(text.get(..first).unwrap_or(""));
            if text.starts_with(|c: char| c.is_ascii_digit()) {
                flags |= HAS_NUMBER;
            }
            visit(&word.letters, text);
        }
        let signs = low_bytes(folded);
        if signs & DIGITS != 0 {
            flags |= HAS_DIGITS | if fold::has_stroke(folded) { HAS_STROKE } else { 0 };
        }
        let told = [
            (HAS_COLON, sign(b':')),
            (HAS_PARENTHESES, sign(b'(')),
            (HAS_HALVES, sign(b'&') | sign(b'/')),
        ];
        for (flag, _) in told.iter().filter(|(_, told)| signs & told != 0) {
            flags |= flag;
        }
        Looks { shown, folded, letters, initials, length, signs, flags }
    }

    /// The marks that it shows itself; a look at its signs spares most names the search.
    fn own_marks(&self) -> String {
        let may_have = self.flags & HAS_PARENTHESES != 0 || self.folded.ends_with('v');
        if may_have { find_marks(self.shown) } else { String::new() }
    }
}

/// Collects the names of cards for their index.
#[derive(Default)]
struct IndexBuilder<'a> {
    /// With the marks of each name.
    rows: Vec<(NameRow, String)>,
    others: Vec<NameRow>,
    ids: Vec<u64>,
    parts: Vec<(u64, u32, u8)>,
    /// The words of each name, behind their [beginnings](beginning), which decide nearly all comparisons.
    words: Vec<(u64, Cow<'a, str>, u32)>,
}

/// The first eight bytes of a text as a number that sorts as they do.
fn beginning(text: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes.iter_mut().zip(text.bytes()).for_each(|(to, byte)| *to = byte);
    u64::from_be_bytes(bytes)
}

/// Makes the index of the names of cards.
pub(super) fn build_index(cards: &Cards) -> Vec<u8> {
    let mut builder = IndexBuilder::default();
    let mut squashed = String::new();
    for card in cards.iter() {
        let (mut english, mut mark) = ("", String::new());
        for (ordinal, (role, shown, folded)) in (0..).zip(card.names()) {
            // `Alter (EP1)` is no name to be guessed at beside `Alter`.
            let is_alias = role == NameRole::Alias;
            english = if role == NameRole::English { folded } else { english };
            if is_alias && strip_parentheses(folded).trim_end() == english {
                let looks = Looks::new((shown, folded), |_, _| {});
                builder.others.push(looks.to_row(card.index(), ordinal));
                continue;
            }
            let at = builder.rows.len() as u32;
            squashed.clear();
            let mut looks = Looks::new((shown, folded), |letters, text| {
                squashed.push_str(letters);
                builder.words.push((beginning(&text), text, at));
            });
            // A nickname means the marked card, whether it has the mark or not.
            let marks = match role {
                NameRole::English => {
                    mark = looks.own_marks();
                    mark.clone()
                }
                NameRole::French => looks.own_marks(),
                NameRole::Face(_) | NameRole::Alias => mark.clone(),
            };
            looks.flags |= if is_alias { 0 } else { IS_PRINTED };
            let mut row = looks.to_row(card.index(), ordinal);
            builder.add_parts(&looks, &squashed, &mut row);
            builder.rows.push((row, marks));
        }
        let id = Looks::new((card.id(), card.id()), |_, _| {});
        let stroke = if id.flags & HAS_STROKE != 0 { letter_bits("-") } else { 0 };
        builder.ids.push(id.letters | stroke);
    }
    builder.write()
}

impl<'a> Looks<'a> {
    fn to_row(&self, card: CardIndex, ordinal: u32) -> NameRow {
        let mut row = [0; _];
        put(&mut row, CARD_AT, card.0.to_le_bytes());
        put(&mut row, ORDINAL_AT, ordinal.to_le_bytes());
        put(&mut row, LETTERS_AT, self.letters.to_le_bytes());
        put(&mut row, BARE_LETTERS_AT, self.letters.to_le_bytes());
        put(&mut row, INITIALS_AT, self.initials.to_le_bytes());
        put(&mut row, LENGTH_AT, self.length.to_le_bytes());
        put(&mut row, BARE_LENGTH_AT, self.length.to_le_bytes());
        row[FLAGS_AT] = self.flags;
        row
    }
}

fn put<const N: usize>(row: &mut NameRow, at: usize, bytes: [u8; N]) {
    if let Some(place) = row.get_mut(at..).and_then(<[u8]>::first_chunk_mut) {
        *place = bytes;
    }
}

impl IndexBuilder<'_> {
    /// Adds the parts of the next name, which has these letters.
    fn add_parts(&mut self, looks: &Looks<'_>, squashed: &str, row: &mut NameRow) {
        let (shown, folded) = (looks.shown, looks.folded);
        let mut alike = NamePart::Whole.bit();
        let mut bare = squashed;
        let has_parentheses = looks.flags & HAS_PARENTHESES != 0;
        let whole = if has_parentheses { strip_parentheses(folded) } else { folded };
        let (_, rest) = folded.split_at(whole.len());
        if !rest.is_empty() {
            self.add_part(squashed, alike);
            let letters = rest.chars().filter(|c| c.is_alphanumeric());
            let behind = letters.map(char::len_utf8).sum::<usize>();
            bare = squashed.get(..squashed.len().saturating_sub(behind)).unwrap_or(squashed);
            alike = 0;
            put(row, BARE_LETTERS_AT, letter_bits(bare).to_le_bytes());
            put(row, BARE_LENGTH_AT, (bare.len() as u16).to_le_bytes());
        }
        alike |= NamePart::Bare.bit();
        let has = |byte: u8| looks.signs & sign(byte) != 0;
        if has(b'0') && bare.contains('0') {
            self.add_part(&bare.replace('0', "o"), NamePart::ZeroAsLetter.bit());
        } else {
            alike |= NamePart::ZeroAsLetter.bit();
        }
        self.add_part(bare, alike);
        // What a name shows beyond letters stands in its folded form too.
        let split = |sign: u8, by: &str| if has(sign) { shown.split_once(by) } else { None };
        if let Some((front, _)) = split(b'/', "/") {
            self.add_part(&squash(front), NamePart::Front.bit());
        }
        let is_printed = looks.flags & IS_PRINTED != 0;
        if let Some((head, _)) = split(b',', ", ").filter(|_| is_printed) {
            self.add_part(&squash(head), NamePart::Head.bit());
        }
        if let Some((_, tail)) = split(b':', ":") {
            self.add_part(&squash(strip_parentheses(tail)), NamePart::Tail.bit());
        }
    }

    fn add_part(&mut self, text: &str, parts: u8) {
        self.parts.push((fold::hash(text), self.rows.len() as u32, parts));
    }

    fn write(mut self) -> Vec<u8> {
        self.parts.sort_unstable();
        self.words.sort_unstable();
        let marks: BTreeSet<&str> = self.rows.iter().map(|(_, marks)| marks.as_str()).collect();
        let marks: Vec<&str> = marks.into_iter().filter(|marks| !marks.is_empty()).collect();
        let (mut texts, mut names) = (Vec::new(), WireWriter::default());
        let mut ends_of_marks = Vec::new();
        for marks in &marks {
            texts.extend_from_slice(marks.as_bytes());
            ends_of_marks.extend_from_slice(&(texts.len() as u32).to_le_bytes());
        }
        let mut words = Vec::new();
        for entries in self.words.chunk_by(|a, b| (a.0, &a.1) == (b.0, &b.1)) {
            let Some((_, text, first)) = entries.first() else { continue };
            texts.extend_from_slice(text.as_bytes());
            names.varint(u64::from(*first));
            for pair in entries.windows(2) {
                if let [(.., before), (.., name)] = pair
                    && name != before
                {
                    names.varint(u64::from(name - before));
                }
            }
            words.extend_from_slice(&letter_bits(text).to_le_bytes());
            words.extend_from_slice(&(texts.len() as u32).to_le_bytes());
            words.extend_from_slice(&(names.bytes.len() as u32).to_le_bytes());
        }
        let counts = [
            self.rows.len(),
            self.others.len(),
            self.ids.len(),
            self.parts.len(),
            words.len() / size_of::<WordRow>(),
            marks.len(),
        ];
        let mut bytes: Vec<u8> =
            counts.iter().flat_map(|count| (*count as u32).to_le_bytes()).collect();
        for (row, its) in &self.rows {
            let mut row = *row;
            // 0 stands for none.
            let at = marks.binary_search(&its.as_str()).map_or(0, |at| at as u32 + 1);
            put(&mut row, MARKS_AT, at.to_le_bytes());
            bytes.extend_from_slice(&row);
        }
        self.others.iter().for_each(|row| bytes.extend_from_slice(row));
        self.ids.iter().for_each(|letters| bytes.extend_from_slice(&letters.to_le_bytes()));
        for (hash, name, parts) in &self.parts {
            bytes.extend_from_slice(&hash.to_le_bytes());
            bytes.extend_from_slice(&name.to_le_bytes());
            bytes.push(*parts);
        }
        [words, ends_of_marks, texts, names.bytes]
            .iter()
            .for_each(|part| bytes.extend_from_slice(part));
        bytes
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::card::{CardRecord, Grade, Provenance};
    use crate::{CardsBuilder, KindId, Text};
    use proptest::prelude::*;

    /// Cards with these names: one each, with a French name and an alias.
    fn cards_called(names: &[(String, String, String)]) -> Cards {
        let mut cards = CardsBuilder::default();
        let seen = Provenance::from_grade(Grade::Rulebook);
        for (at, (english, french, alias)) in names.iter().enumerate() {
            cards.push(&CardRecord {
                id: format!("{at}_1"),
                id_provenance: seen,
                name: Text { en: english.as_str().into(), fr: french.as_str().into() },
                aliases: vec![alias.clone()],
                kind: KindId(0),
                sets: Vec::new(),
                quantity: Vec::new(),
                quantity_provenance: seen,
                provenance: seen,
                faces: Vec::new(),
            });
        }
        cards.build()
    }

    /// Parts of a name, said otherwise than the index says them.
    fn parts_of(name: IndexedName<'_>) -> Vec<(NamePart, String)> {
        let (shown, bare) = (name.shown(), name.bare());
        let front = shown.split_once('/').map(|(front, _)| (NamePart::Front, squash(front)));
        let head = shown.split_once(", ").filter(|_| name.is_printed());
        let head = head.map(|(head, _)| (NamePart::Head, squash(head)));
        let tail = shown.split_once(':').map(|(_, tail)| squash(strip_parentheses(tail)));
        let whole = [
            (NamePart::Whole, name.squashed()),
            (NamePart::ZeroAsLetter, bare.replace('0', "o")),
            (NamePart::Bare, bare),
        ];
        let parts = front.into_iter().chain(head).chain(tail.map(|tail| (NamePart::Tail, tail)));
        whole.into_iter().chain(parts).collect()
    }

    proptest! {
        #[test]
        fn names_are_found_by_their_parts_and_words(
            names in prop::collection::vec(
                ("[a-c0É'(]{1,3}[ac:/,& ().0V]{0,7}", "[a-c é(v)]{0,4}", "[a-c (v)]{1,6}"), 0..6),
        ) {
            let cards = cards_called(&names);
            let index = cards.name_index();
            let all: Vec<IndexedName<'_>> = index.names().collect();
            let is_at = |at: u32, name: &IndexedName<'_>| {
                index.name_at(at).is_some_and(|its| std::ptr::eq(its.row, name.row))
            };
            for (at, name) in (0..).zip(&all) {
                prop_assert!(is_at(at, name));
                prop_assert_eq!(name.letters(), letter_bits(&name.squashed()));
                prop_assert_eq!(name.key_letters(), letter_bits(&name.key()));
                prop_assert_eq!(name.bare_letters(), letter_bits(&name.bare()));
                prop_assert_eq!(usize::from(name.length()), name.squashed().len());
                prop_assert_eq!(usize::from(name.bare_length()), name.bare().len());
                prop_assert!(index.has_marks(name.marks()) || name.marks().is_empty());
                let tokens = name.tokens();
                let initials: String = tokens.iter().filter_map(|w| w.text.chars().next()).collect();
                prop_assert_eq!(name.initials(), letter_bits(&initials));
                for (part, text) in parts_of(*name) {
                    let found: Vec<_> = index.with_part(part, &text).collect();
                    let wanted = all.iter().filter(|n| parts_of(**n).contains(&(part, text.clone())));
                    let wanted: Vec<_> = wanted.map(|name| name.row.as_ptr()).collect();
                    let found: Vec<_> = found.iter().map(|name| name.row.as_ptr()).collect();
                    prop_assert_eq!(found, wanted, "{:?} {}", part, text);
                }
            }
            let words: BTreeSet<String> =
                all.iter().flat_map(|name| name.tokens()).map(|word| word.text).collect();
            let indexed: Vec<&str> = index.words().map(IndexedWord::text).collect();
            prop_assert_eq!(indexed, words.iter().map(String::as_str).collect::<Vec<_>>());
            for text in &words {
                let word = index.find_word(text).unwrap();
                prop_assert_eq!((word.text(), word.letters), (text.as_str(), letter_bits(text)));
                let has_word = |name: &IndexedName<'_>| name.tokens().iter().any(|w| w.text == *text);
                let wanted = (0u32..).zip(&all).filter(|(_, name)| has_word(name));
                let wanted: Vec<u32> = wanted.map(|(at, _)| at).collect();
                prop_assert_eq!(word.names().collect::<Vec<_>>(), wanted);
            }
            let key = |card: CardIndex| fold::key(cards.card(card).id());
            prop_assert_eq!(index.letters_of_ids().count(), cards.len());
            prop_assert!(index.letters_of_ids().all(|(card, its)| its == letter_bits(&key(card))));
        }

        /// Whatever bytes stand in the place of an index, reading ends and names only what there is.
        #[test]
        fn damaged_indexes_end(at in any::<prop::sample::Index>(), bytes in any::<[u8; 4]>(), cut in any::<bool>()) {
            let cards = cards_called(&[("Ab (V)".to_owned(), "Eb".to_owned(), "A/c: d".to_owned())]);
            let mut packed = cards.pack_name_index();
            let at = at.index(packed.len() - 3);
            packed[at..at + 4].copy_from_slice(&bytes);
            if cut {
                packed.truncate(at);
            }
            let cards = cards.with_name_index(packed.leak());
            let index = cards.name_index();
            for name in index.names().chain(index.other_names()).take(99) {
                let looks = (name.marks(), name.tokens(), name.key_letters(), name.shown());
                prop_assert!(looks.3.len() < 99);
            }
            let found = index.with_part(NamePart::Whole, "abv").count() + index.with_part(NamePart::Bare, "ab").count();
            prop_assert!(found < 9);
            let words = index.words().take(99).map(|word| word.text().len() + word.names().count());
            prop_assert!(words.sum::<usize>() < 999);
            index.find_word("ab");
        }
    }
}

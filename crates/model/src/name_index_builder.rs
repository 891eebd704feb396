//! Builds the index of the names of a game's cards: the look, the parts and the words of each name,
//! as rows.

use super::{
    card::NameRole,
    cards::Cards,
    ids::CardIndex,
    name_index::{
        BARE_LENGTH_AT, BARE_LETTERS_AT, CARD_AT, FLAGS_AT, HAS_COLON, HAS_DIGITS, HAS_HALVES,
        HAS_NUMBER, HAS_PARENTHESES, HAS_STROKE, INITIALS_AT, IS_PRINTED, LENGTH_AT, LETTERS_AT,
        MARKS_AT, NamePart, NameRow, ORDINAL_AT, WordRow,
    },
    name_words::{find_marks, keep_letters, letter_bits, split_words, squash, strip_parentheses},
    wire::WireWriter,
};
use sleeve_text::{Arrange, fold};
use std::{borrow::Cow, collections::BTreeSet};

/// The look of a name, before it becomes a row.
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

/// Which of the first 64 ASCII characters (signs and digits) a text contains.
fn low_bytes(text: &str) -> u64 {
    text.bytes()
        .fold(0, |bits, b| if b < 64 { bits | 1 << b } else { bits })
}

fn sign(byte: u8) -> u64 {
    1 << byte
}

/// The bits of the digits in [`low_bytes`].
const DIGITS: u64 = 0x3ff << b'0';

impl<'a> Looks<'a> {
    /// The look of a name in its printed and folded forms; `visit` gets its words, as written and
    /// as compared.
    fn new(
        shown: &'a str,
        folded: &'a str,
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

    fn has_sign(&self, byte: u8) -> bool {
        self.signs & sign(byte) != 0
    }

    /// The marks in the name itself. A check of its signs avoids the search for most names.
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
    /// The words of each name, after their [beginnings](beginning), which decide most comparisons.
    words: Vec<(u64, Cow<'a, str>, u32)>,
}

/// The first eight bytes of a text as a number with the same sort order.
fn beginning(text: &str) -> u64 {
    let mut bytes = [0; 8];
    bytes
        .iter_mut()
        .zip(text.bytes())
        .for_each(|(to, byte)| *to = byte);
    u64::from_be_bytes(bytes)
}

/// Builds the index of the names of cards.
pub(super) fn build_index(cards: &Cards) -> Vec<u8> {
    let mut builder = IndexBuilder::default();
    let mut squashed = String::new();
    for card in cards.iter() {
        let (mut english, mut mark) = ("", String::new());
        for (ordinal, (role, shown, folded)) in (0..).zip(card.names()) {
            // Guesses ignore `Alter (EP1)` if there is also `Alter`.
            let is_alias = role == NameRole::Alias;
            english = if role == NameRole::English { folded } else { english };
            if is_alias && strip_parentheses(folded).trim_end() == english {
                let looks = Looks::new(shown, folded, |_, _| {});
                builder.others.push(looks.to_row(card.index(), ordinal));
                continue;
            }
            let at = builder.rows.len() as u32;
            squashed.clear();
            let mut looks = Looks::new(shown, folded, |letters, text| {
                squashed.push_str(letters);
                builder.words.push((beginning(&text), text, at));
            });
            // A nickname means the marked card, with or without the mark.
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
        let id = Looks::new(card.id(), card.id(), |_, _| {});
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
    /// Adds the parts of the next name, with its letters.
    fn add_parts(&mut self, looks: &Looks<'_>, squashed: &str, row: &mut NameRow) {
        let (shown, folded) = (looks.shown, looks.folded);
        let mut alike = NamePart::Whole.bit();
        let mut bare = squashed;
        let whole =
            if looks.flags & HAS_PARENTHESES != 0 { strip_parentheses(folded) } else { folded };
        let (_, rest) = folded.split_at(whole.len());
        if !rest.is_empty() {
            self.add_part(squashed, alike);
            let behind = keep_letters(rest).len();
            bare = squashed
                .get(..squashed.len().saturating_sub(behind))
                .unwrap_or(squashed);
            alike = 0;
            put(row, BARE_LETTERS_AT, letter_bits(bare).to_le_bytes());
            put(row, BARE_LENGTH_AT, (bare.len() as u16).to_le_bytes());
        }
        alike |= NamePart::Bare.bit();
        if looks.has_sign(b'0') && bare.contains('0') {
            self.add_part(&bare.replace('0', "o"), NamePart::ZeroAsLetter.bit());
        } else {
            alike |= NamePart::ZeroAsLetter.bit();
        }
        self.add_part(bare, alike);
        // Characters of a name other than letters are also in its folded form.
        if looks.has_sign(b'/')
            && let Some((front, _)) = shown.split_once('/')
        {
            self.add_part(&squash(front), NamePart::Front.bit());
        }
        if looks.has_sign(b',')
            && looks.flags & IS_PRINTED != 0
            && let Some((head, _)) = shown.split_once(", ")
        {
            self.add_part(&squash(head), NamePart::Head.bit());
        }
        if looks.has_sign(b':')
            && let Some((_, tail)) = shown.split_once(':')
        {
            self.add_part(&squash(strip_parentheses(tail)), NamePart::Tail.bit());
        }
    }

    fn add_part(&mut self, text: &str, parts: u8) {
        self.parts
            .push((fold::hash(text), self.rows.len() as u32, parts));
    }

    fn write(mut self) -> Vec<u8> {
        self.parts.arrange();
        self.words.arrange();
        let marks = self.distinct_marks();
        let (mut texts, mut ends_of_marks) = (Vec::new(), Vec::new());
        for marks in &marks {
            texts.extend_from_slice(marks.as_bytes());
            ends_of_marks.extend_from_slice(&(texts.len() as u32).to_le_bytes());
        }
        let (words, names) = self.write_words(&mut texts);
        let counts = [
            self.rows.len(),
            self.others.len(),
            self.ids.len(),
            self.parts.len(),
            words.len() / size_of::<WordRow>(),
            marks.len(),
        ];
        let mut bytes: Vec<u8> = counts
            .iter()
            .flat_map(|count| (*count as u32).to_le_bytes())
            .collect();
        for (row, its) in &self.rows {
            let mut row = *row;
            // 0 means none.
            let at = marks
                .binary_search(&its.as_str())
                .map_or(0, |at| at as u32 + 1);
            put(&mut row, MARKS_AT, at.to_le_bytes());
            bytes.extend_from_slice(&row);
        }
        self.others
            .iter()
            .for_each(|row| bytes.extend_from_slice(row));
        self.ids
            .iter()
            .for_each(|letters| bytes.extend_from_slice(&letters.to_le_bytes()));
        for (hash, name, parts) in &self.parts {
            bytes.extend_from_slice(&hash.to_le_bytes());
            bytes.extend_from_slice(&name.to_le_bytes());
            bytes.push(*parts);
        }
        for part in [words, ends_of_marks, texts, names] {
            bytes.extend_from_slice(&part);
        }
        bytes
    }

    /// The marks of the names, sorted.
    fn distinct_marks(&self) -> Vec<&str> {
        let all = self.rows.iter().map(|(_, marks)| marks.as_str());
        let distinct: BTreeSet<&str> = all.filter(|marks| !marks.is_empty()).collect();
        distinct.into_iter().collect()
    }

    /// Adds the texts of the words. Returns their rows, and the names of all words.
    fn write_words(&self, texts: &mut Vec<u8>) -> (Vec<u8>, Vec<u8>) {
        let (mut words, mut names) = (Vec::new(), WireWriter::default());
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
        (words, names.bytes)
    }
}

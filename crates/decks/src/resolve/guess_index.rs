//! An index of the names of a game's cards for guessing, made for the first line that names no card.

use super::names::letter_bits;
use super::tokens::{
    NameToken, Weight, WrittenWord, has_digits, split_folded, split_tokens, split_words,
};
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, fold};
use std::borrow::Cow;
use std::cell::{OnceCell, RefCell};
use std::collections::{BTreeMap, BTreeSet};
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// Written words that are remembered with the names that they may be a part of.
const MAX_REMEMBERED_WORDS: usize = 20_000;

/// One name of one card. What is compared with few names is made when it is asked for.
pub(crate) struct SplitName<'a> {
    pub(crate) card: CardIndex,
    pub(super) shown: &'a str,
    pub(crate) folded: &'a str,
    /// The marks that tell the card from others of its name: `v` of `(V)`.
    pub(super) marks: String,
    /// The [`letter_bits`] of its letters and digits.
    pub(super) letters: u64,
    /// Likewise, with the strokes of its key.
    pub(crate) key_letters: u64,
    /// Likewise, without those in the last parentheses.
    pub(super) bare_letters: u64,
    /// The number of its letters and digits in bytes, and of those without the last parentheses.
    pub(super) length: u16,
    pub(super) bare_length: u16,
    /// The [`letter_bits`] of the first letters of its words.
    pub(super) initials: u64,
    /// Whether one of its words is a number, in digits or not.
    pub(super) has_number: bool,
    /// Its [`low_bytes`].
    signs: u64,
    /// Whether it is printed on the card, in whole or on a face.
    pub(super) is_printed: bool,
    // Few names are asked for these: in boxes they make the index of all names no larger.
    tokens: OnceCell<Box<[NameToken]>>,
    key: OnceCell<Box<(String, usize)>>,
}

impl<'a> SplitName<'a> {
    /// A name, as it is printed and folded; `visit` is given its words, as they stand and as they are compared.
    pub(crate) fn new(
        card: CardIndex,
        (shown, folded): (&'a str, &'a str),
        mut visit: impl FnMut(&str, Cow<'a, str>),
    ) -> SplitName<'a> {
        let (mut letters, mut initials, mut length, mut has_number) = (0, 0, 0u16, false);
        for word in split_words(folded) {
            letters |= letter_bits(&word.letters);
            length = length.saturating_add(word.letters.len() as u16);
            let text = word.text();
            let first = text.chars().next().map_or(0, char::len_utf8);
            initials |= letter_bits(text.get(..first).unwrap_or(""));
            has_number |= text.starts_with(|c: char| c.is_ascii_digit());
            visit(&word.letters, text);
        }
        let signs = low_bytes(folded);
        let has_stroke = signs & DIGITS != 0 && fold::has_stroke(folded);
        SplitName {
            card,
            shown,
            folded,
            marks: String::new(),
            letters,
            key_letters: letters | if has_stroke { letter_bits("-") } else { 0 },
            bare_letters: letters,
            length,
            bare_length: length,
            initials,
            has_number,
            signs,
            is_printed: false,
            tokens: OnceCell::new(),
            key: OnceCell::new(),
        }
    }

    /// Its key, and the length of that in characters.
    pub(crate) fn key(&self) -> (&str, usize) {
        let key = self.key.get_or_init(|| {
            let key = fold::key(self.folded);
            let length = key.chars().count();
            Box::new((key, length))
        });
        (&key.0, key.1)
    }

    /// The marks that it shows itself; a look at its signs spares most names the search.
    fn own_marks(&self) -> String {
        let may_have = self.has_parentheses() || self.folded.ends_with('v');
        if may_have { find_marks(self.shown) } else { String::new() }
    }

    /// Whether it may be that of a place, which has a colon.
    pub(super) fn may_have_colon(&self) -> bool {
        self.signs & 1 << b':' != 0
    }

    pub(super) fn is_without_digits(&self) -> bool {
        self.signs & DIGITS == 0
    }

    /// Whether it may have something in parentheses.
    pub(super) fn has_parentheses(&self) -> bool {
        self.signs & 1 << b'(' != 0
    }

    /// Its words.
    pub(super) fn tokens(&self) -> &[NameToken] {
        self.tokens.get_or_init(|| split_folded(self.folded).into())
    }

    /// The number of words before the colon, of a place; 0 of other cards.
    pub(super) fn count_place_words(&self) -> usize {
        self.shown.split_once(':').map_or(0, |(place, _)| split_tokens(place).len())
    }

    /// Letters and digits alone.
    pub(super) fn squashed(&self) -> String {
        keep_letters(self.folded)
    }

    /// Letters and digits without those in the last parentheses.
    pub(super) fn bare(&self) -> String {
        keep_letters(strip_parentheses(self.folded))
    }

    /// Whether these are its digits, in order, without those in the last parentheses; of a place,
    /// those behind its colon will do.
    pub(super) fn has_digits(&self, digits: &str) -> bool {
        if self.is_without_digits() {
            return digits.is_empty();
        }
        let shown = strip_parentheses(self.shown);
        let tail = shown.split_once(':').map_or(shown, |(_, tail)| tail);
        let has = |text: &str| keep_digits(&straighten_digits(&squash(text))) == digits;
        has(shown) || has(tail)
    }

    /// Whether its comma stands before a title of three telling words or more, and it has as many in all, where
    /// the word at a position belongs to the title.
    pub(super) fn has_title_of(&self, telling: usize, words: &[NameToken], at: usize) -> bool {
        let Some((name, _)) = self.shown.split_once(", ") else { return false };
        let (its, before) = (self.tokens(), split_tokens(name));
        let count = |words: &[NameToken]| words.iter().filter(|w| w.weight == Weight::Full).count();
        let is_behind = at >= before.len() && at < words.len();
        let has_digits = its.iter().any(|word| !keep_digits(&word.text).is_empty());
        is_behind && count(its) == telling && telling >= count(&before) + 3 && !has_digits
    }

    /// Whether another name is the same, spelling aside.
    pub(super) fn is_called_as(&self, other: &SplitName<'_>) -> bool {
        self.folded == other.folded || self.key() == other.key()
    }
}

/// Whether these are the first letters of words, in whole or without the small ones.
pub(super) fn begins_with_each(words: &[NameToken], letters: &str) -> bool {
    // `One` is kept as a digit.
    let begins = |word: &NameToken, letter: char| {
        word.text.starts_with(letter) || letter == 'o' && word.text == "1"
    };
    let plain = || words.iter().filter(|word| word.weight != Weight::Parenthetical);
    let large = || plain().filter(|word| word.weight != Weight::Small);
    let count = letters.chars().count();
    plain().count() == count && plain().zip(letters.chars()).all(|(word, c)| begins(word, c))
        || large().count() == count && large().zip(letters.chars()).all(|(word, c)| begins(word, c))
}

/// The parts of a name that may stand for the whole name.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NamePart {
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

/// Positions of names by a written word and whether it has a dot behind it.
type ReadableNames = BTreeMap<(String, bool), Rc<[u32]>>;

/// Every name of every card, found by its parts and by its words.
pub(crate) struct NameLookup<'a> {
    names: Vec<SplitName<'a>>,
    parts: Vec<HashedPart>,
    part_chains: HashChains,
    words: Vec<NameWord<'a>>,
    word_chains: HashChains,
    /// The names that have a word, each with the place of the one before it.
    occurrences: Vec<(u32, Option<u32>)>,
    /// The marks of printed names.
    pub(super) marks: BTreeSet<String>,
    /// Names that are not guessed at; with the ids once somebody asks for the nearest names.
    others: Vec<SplitName<'a>>,
    ids: OnceCell<Vec<SplitName<'a>>>,
    catalog: &'a Catalog,
    /// The names that written words may be a part of, as far as they were asked for.
    readable: RefCell<ReadableNames>,
}

/// Where the entries of a list begin that share the end of a hash: each entry leads to the next. Costs less to make than
/// sorting, and a process that reads one list makes it for that.
struct HashChains {
    /// A power of two of positions, each plus 1; 0: no entry.
    heads: Vec<u32>,
}

impl HashChains {
    fn new(entries: usize) -> HashChains {
        // A power of two: the slot is then a mask of the hash, and no division.
        HashChains { heads: vec![0; entries.next_power_of_two()] }
    }

    fn slot(&self, hash: u64) -> usize {
        hash as usize & (self.heads.len() - 1)
    }

    /// The first entry of a chain, plus 1.
    fn head(&self, hash: u64) -> u32 {
        self.heads.get(self.slot(hash)).copied().unwrap_or(0)
    }

    /// Puts an entry before the others of its chain; returns what it leads to.
    fn push(&mut self, hash: u64, at: u32) -> u32 {
        let slot = self.slot(hash);
        self.heads.get_mut(slot).map_or(0, |head| std::mem::replace(head, at + 1))
    }
}

/// The entries of a chain.
fn follow_chain<T>(
    list: &[T],
    head: u32,
    next: impl Fn(&T) -> u32,
) -> impl Iterator<Item = (u32, &T)> {
    let entry = |place: u32| Some((place.checked_sub(1)?, list.get(place as usize - 1)?));
    std::iter::successors(entry(head), move |(_, last)| entry(next(last)))
}

/// A text that is one part of a name, or several that are alike.
struct HashedPart {
    hash: u64,
    name: u32,
    /// The next of its chain.
    next: u32,
    /// Bits of [`NamePart`].
    parts: u8,
}

/// A word, and where the names that have it are found.
struct NameWord<'a> {
    text: Cow<'a, str>,
    letters: u64,
    /// The last name that has it.
    last: Option<u32>,
    /// The next of its chain.
    next: u32,
}

/// The bits of the digits in [`low_bytes`].
const DIGITS: u64 = 0x3ff << b'0';

/// Which of the first 64 characters of ASCII a text has, which are signs and digits.
fn low_bytes(text: &str) -> u64 {
    text.bytes().fold(0, |bits, b| if b < 64 { bits | 1 << b } else { bits })
}

/// Keeps the folded letters and digits of a text.
pub(super) fn squash(text: &str) -> String {
    keep_letters(&fold::fold(text))
}

/// Keeps the letters and digits of a folded text.
fn keep_letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

pub(super) fn keep_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Letters and digits with a letter between digits, or a zero between letters, as the one that it looks like.
pub(super) fn straighten_digits(squashed: &str) -> Cow<'_, str> {
    if !has_digits(squashed) {
        return Cow::Borrowed(squashed);
    }
    let chars: Vec<char> = squashed.chars().collect();
    let is_digit = |at: Option<usize>| at.and_then(|at| chars.get(at)).map(char::is_ascii_digit);
    let straight = chars.iter().enumerate().map(|(at, c)| {
        let beside = (is_digit(at.checked_sub(1)), is_digit(Some(at + 1)));
        match (c, beside) {
            ('l' | 'i', (Some(true), Some(true))) => '1',
            ('o', (Some(true), Some(true))) => '0',
            ('0', (None | Some(false), Some(false)) | (Some(false), None)) => 'o',
            _ => *c,
        }
    });
    Cow::Owned(straight.collect())
}

/// Finds the marks of a name: what stands in parentheses and is too short for a remark, as in
/// `(V)`, or a last word `V`, as people write it.
pub(super) fn find_marks(name: &str) -> String {
    if !name.contains('(') && !name.ends_with(['v', 'V']) {
        return String::new();
    }
    // A number is that of copies.
    let is_mark = |group: &&str| group.len() <= 2 && !has_digits(group);
    let groups = name.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let marks: String = groups.map(|(group, _)| group).filter(is_mark).map(fold::key).collect();
    let last =
        || name.rsplit_once(' ').map(|(_, word)| word).filter(|word| *word == "V" || *word == "v");
    if marks.is_empty() { last().map(fold::key).unwrap_or_default() } else { marks }
}

fn strip_parentheses(name: &str) -> &str {
    match name.strip_suffix(')').and_then(|n| n.rsplit_once('(')) {
        Some((bare, _)) if !bare.trim().is_empty() => bare,
        _ => name,
    }
}

impl<'a> NameLookup<'a> {
    pub(crate) fn new(catalog: &'a Catalog) -> NameLookup<'a> {
        // Half as many names again as cards, with three words each, as games have them; more fit as well.
        let cards = catalog.cards.len();
        let mut lookup = NameLookup {
            names: Vec::with_capacity(2 * cards),
            parts: Vec::with_capacity(2 * cards),
            part_chains: HashChains::new(2 * cards),
            words: Vec::with_capacity(cards),
            word_chains: HashChains::new(2 * cards),
            occurrences: Vec::with_capacity(4 * cards),
            marks: BTreeSet::new(),
            others: Vec::new(),
            ids: OnceCell::new(),
            catalog,
            readable: RefCell::default(),
        };
        let mut squashed = String::new();
        for card in catalog.cards.iter() {
            let (mut english, mut mark) = ("", String::new());
            for (role, shown, folded) in card.names() {
                // `Alter (EP1)` is no name to be guessed at beside `Alter`.
                let is_alias = role == NameRole::Alias;
                english = if role == NameRole::English { folded } else { english };
                if is_alias && strip_parentheses(folded).trim_end() == english {
                    let name = SplitName::new(card.index(), (shown, folded), |_, _| {});
                    lookup.others.push(name);
                    continue;
                }
                let at = lookup.names.len() as u32;
                squashed.clear();
                let mut name = SplitName::new(card.index(), (shown, folded), |letters, text| {
                    squashed.push_str(letters);
                    lookup.add_word(text, at);
                });
                // A nickname means the marked card, whether it has the mark or not.
                name.marks = match role {
                    NameRole::English => {
                        mark = name.own_marks();
                        mark.clone()
                    }
                    NameRole::French => name.own_marks(),
                    NameRole::Face(_) | NameRole::Alias => mark.clone(),
                };
                name.is_printed = !is_alias;
                lookup.add(name, &squashed);
            }
        }
        // From the last to the first, so that chains have the order of the names.
        for (at, part) in lookup.parts.iter_mut().enumerate().rev() {
            part.next = lookup.part_chains.push(part.hash, at as u32);
        }
        lookup
    }

    /// Adds a name whose words are known already, with its letters.
    fn add(&mut self, mut name: SplitName<'a>, squashed: &str) {
        let at = self.names.len() as u32;
        let mut alike = NamePart::Whole.bit();
        let mut bare = squashed;
        let whole =
            if name.has_parentheses() { strip_parentheses(name.folded) } else { name.folded };
        let (_, rest) = name.folded.split_at(whole.len());
        if !rest.is_empty() {
            self.add_part(squashed, alike, at);
            let letters = rest.chars().filter(|c| c.is_alphanumeric());
            let behind = letters.map(char::len_utf8).sum::<usize>();
            bare = squashed.get(..squashed.len().saturating_sub(behind)).unwrap_or(squashed);
            alike = 0;
            (name.bare_letters, name.bare_length) = (letter_bits(bare), bare.len() as u16);
        }
        alike |= NamePart::Bare.bit();
        let has = |sign: u8| name.signs & 1 << sign != 0;
        if has(b'0') && bare.contains('0') {
            self.add_part(&bare.replace('0', "o"), NamePart::ZeroAsLetter.bit(), at);
        } else {
            alike |= NamePart::ZeroAsLetter.bit();
        }
        self.add_part(bare, alike, at);
        // What a name shows beyond letters stands in its folded form too.
        let split = |sign: u8, by: &str| if has(sign) { name.shown.split_once(by) } else { None };
        if let Some((front, _)) = split(b'/', "/") {
            self.add_part(&squash(front), NamePart::Front.bit(), at);
        }
        if let Some((head, _)) = split(b',', ", ").filter(|_| name.is_printed) {
            self.add_part(&squash(head), NamePart::Head.bit(), at);
        }
        if let Some((_, tail)) = split(b':', ":") {
            self.add_part(&squash(strip_parentheses(tail)), NamePart::Tail.bit(), at);
        }
        if name.is_printed && !name.marks.is_empty() {
            self.marks.insert(name.marks.clone());
        }
        self.names.push(name);
    }

    fn add_part(&mut self, text: &str, parts: u8, name: u32) {
        self.parts.push(HashedPart { hash: xxh3_64(text.as_bytes()), name, next: 0, parts });
    }

    /// The position of a word.
    fn find_word(&self, text: &str, hash: u64) -> Option<u32> {
        let mut chain = follow_chain(&self.words, self.word_chains.head(hash), |word| word.next);
        chain.find(|(_, word)| word.text == text).map(|(at, _)| at)
    }

    fn add_word(&mut self, text: Cow<'a, str>, name: u32) {
        let hash = xxh3_64(text.as_bytes());
        let at = self.find_word(&text, hash).unwrap_or_else(|| {
            let at = self.words.len() as u32;
            let next = self.word_chains.push(hash, at);
            self.words.push(NameWord { letters: letter_bits(&text), text, last: None, next });
            at
        });
        let Some(word) = self.words.get_mut(at as usize) else { return };
        let last = word.last.and_then(|last| self.occurrences.get(last as usize));
        if last.is_none_or(|(last, _)| *last != name) {
            let occurrence = (name, word.last.replace(self.occurrences.len() as u32));
            self.occurrences.push(occurrence);
        }
    }

    pub(crate) fn names(&self) -> &[SplitName<'a>] {
        &self.names
    }

    /// The names that are not guessed at, and ids.
    pub(crate) fn other_names(&self) -> impl Iterator<Item = &SplitName<'a>> {
        let ids = self.ids.get_or_init(|| {
            let cards = self.catalog.cards.iter();
            cards
                .map(|card| SplitName::new(card.index(), (card.id(), card.id()), |_, _| {}))
                .collect()
        });
        self.others.iter().chain(ids)
    }

    /// The cards with a name of these letters and digits, with or without what stands in parentheses.
    pub(super) fn by_slug(&self, slug: &str) -> Vec<CardIndex> {
        let slug = squash(slug.split('_').next().unwrap_or(slug));
        let parts = [NamePart::Whole, NamePart::Bare];
        let names = parts.iter().flat_map(|part| self.with_part(*part, &slug));
        let mut cards: Vec<CardIndex> = names.map(|name| name.card).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// The names with a part of this text.
    pub(super) fn with_part(
        &self,
        part: NamePart,
        text: &str,
    ) -> impl Iterator<Item = &SplitName<'_>> {
        let hash = xxh3_64(text.as_bytes());
        let chain = follow_chain(&self.parts, self.part_chains.head(hash), |part| part.next);
        let alike = chain
            .map(|(_, known)| known)
            .filter(move |known| known.hash == hash && known.parts & part.bit() != 0);
        alike.filter_map(|known| self.names.get(known.name as usize))
    }

    /// The positions of the names with a word.
    fn names_of_word(&self, word: &NameWord<'_>) -> impl Iterator<Item = u32> {
        let occurrence = |at: u32| self.occurrences.get(at as usize);
        let all = std::iter::successors(word.last.and_then(occurrence), move |(_, before)| {
            before.and_then(occurrence)
        });
        all.map(|(name, _)| *name)
    }

    /// The names with exactly this word.
    pub(super) fn with_word(&self, word: &str) -> impl Iterator<Item = &SplitName<'_>> {
        let at = self.find_word(word, xxh3_64(word.as_bytes()));
        let word = at.and_then(|at| self.words.get(at as usize));
        let of = word.into_iter().flat_map(|word| self.names_of_word(word));
        of.filter_map(|at| self.names.get(at as usize))
    }

    /// The names with a word that the rarest of the written words may be read as: no other name can
    /// have all of the written words.
    pub(super) fn sharing_word(&self, written: &[NameToken]) -> Vec<&SplitName<'_>> {
        let telling_words = written.iter().filter(|word| word.weight != Weight::Small);
        let by_word: Vec<Rc<[u32]>> = telling_words.map(|word| self.readable_as(word)).collect();
        let rarest = by_word.iter().min_by_key(|names| names.len());
        let names = rarest.map_or(&[][..], |names| names);
        names.iter().filter_map(|at| self.names.get(*at as usize)).collect()
    }

    /// Whether a written word may be read as a word of some name.
    pub(super) fn is_readable(&self, word: &NameToken) -> bool {
        self.with_word(&word.text).next().is_some() || !self.readable_as(word).is_empty()
    }

    /// The names with a word that a written word may be read as; remembered.
    fn readable_as(&self, word: &NameToken) -> Rc<[u32]> {
        let key = (word.text.clone(), word.dotted);
        if let Some(known) = self.readable.borrow().get(&key) {
            return Rc::clone(known);
        }
        let written = WrittenWord::new(word);
        let words =
            self.words.iter().filter(|printed| written.may_read_as(&printed.text, printed.letters));
        let mut names: Vec<u32> = words.flat_map(|word| self.names_of_word(word)).collect();
        names.sort_unstable();
        names.dedup();
        let names: Rc<[u32]> = names.into();
        let mut readable = self.readable.borrow_mut();
        if readable.len() >= MAX_REMEMBERED_WORDS {
            readable.clear();
        }
        readable.insert(key, Rc::clone(&names));
        names
    }
}

//! An index of the names of a game's cards for guessing, made for the first line that names no
//! card.

use super::names::letter_bits;
use super::tokens::{NameToken, Weight, WrittenWord, split_folded, split_tokens};
use foldhash::fast::RandomState;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, Lang, fold};
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::{BTreeMap, HashMap};
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// Written words that are remembered with the names that they may be a part of.
const MAX_REMEMBERED_WORDS: usize = 20_000;

/// One name of one card, in the forms in which it is compared.
pub(super) struct SplitName<'a> {
    pub(super) card: CardIndex,
    pub(super) shown: &'a str,
    folded: &'a str,
    /// Letters and digits alone.
    pub(super) squashed: String,
    /// Letters and digits without those in the last parentheses; `None` where there are none.
    bare: Option<String>,
    /// The marks that tell the card from others of its name: `v` of `(V)`.
    pub(super) marks: String,
    pub(super) tokens: Vec<NameToken>,
    /// The number of tokens before the colon, of a place.
    pub(super) tail: usize,
    /// The [`letter_bits`] of `squashed`.
    pub(super) letters: u64,
    /// The [`letter_bits`] of `bare`.
    pub(super) bare_letters: u64,
    /// Whether it is printed on the card, in whole or on a face.
    pub(super) is_printed: bool,
}

impl SplitName<'_> {
    /// Letters and digits without those in the last parentheses.
    pub(super) fn bare(&self) -> &str {
        self.bare.as_deref().unwrap_or(&self.squashed)
    }

    /// Whether these are its digits, in order, without those in the last parentheses.
    pub(super) fn has_digits(&self, digits: &str) -> bool {
        strip_parentheses(self.shown).chars().filter(char::is_ascii_digit).eq(digits.chars())
    }

    /// Whether another name is the same, spelling aside.
    pub(super) fn is_called_as(&self, other: &SplitName<'_>) -> bool {
        self.folded == other.folded || fold::key(self.folded) == fold::key(other.folded)
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
    /// The part behind a colon.
    Tail,
    /// The name without its last parentheses, with the digit 0 read as the letter O.
    ZeroAsLetter,
}

/// Positions of names by a written word and whether it has a dot behind it.
type ReadableNames = BTreeMap<(String, bool), Rc<[u32]>>;

/// Every name of every card, found by its parts and by its words.
pub(super) struct NameLookup<'a> {
    names: Vec<SplitName<'a>>,
    /// The hash of each part with the position of its name, sorted.
    parts: Vec<(u64, u32)>,
    /// Each word of names, its [`letter_bits`], and the positions of the names that have it.
    words: Vec<(String, u64, Vec<u32>)>,
    /// The names that written words may be a part of, as far as they were asked for.
    readable: RefCell<ReadableNames>,
}

/// Keeps the folded letters and digits of a text.
pub(super) fn squash(text: &str) -> String {
    keep_letters(&fold::fold(text))
}

/// Keeps the letters and digits of a folded text.
fn keep_letters(folded: &str) -> String {
    folded.chars().filter(|c| c.is_alphanumeric()).collect()
}

/// Keeps the digits of a text.
pub(super) fn keep_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// Finds the marks of a name: what stands in parentheses and is too short for a remark, as in
/// `(V)`, or a last word `V`, as people write it.
pub(super) fn find_marks(name: &str) -> String {
    let groups = name.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    let marks: String =
        groups.map(|(group, _)| group).filter(|group| group.len() <= 2).map(fold::key).collect();
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

fn hash_part(part: NamePart, text: &str) -> u64 {
    xxh3_64(text.as_bytes()).wrapping_add(part as u64)
}

impl<'a> NameLookup<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> NameLookup<'a> {
        let mut names = Vec::new();
        let mut steps: Vec<(u64, u32)> = Vec::new();
        let mut words: HashMap<String, Vec<u32>, RandomState> = HashMap::default();
        for card in catalog.cards.iter() {
            // A nickname means the marked card, whether it has the mark or not.
            let mark = find_marks(card.name(Lang::En));
            for (role, shown, folded) in card.names() {
                let at = names.len() as u32;
                let is_printed = matches!(role, NameRole::English | NameRole::French);
                let squashed = keep_letters(folded);
                let whole = strip_parentheses(folded);
                // `Alter (EP1)` is no name to be guessed at beside `Alter`.
                if role == NameRole::Alias && whole.trim_end() == fold::fold(card.name(Lang::En)) {
                    continue;
                }
                let bare = (whole.len() < folded.len()).then(|| keep_letters(whole));
                let name = SplitName {
                    card: card.index(),
                    shown,
                    folded,
                    letters: letter_bits(&squashed),
                    bare_letters: letter_bits(bare.as_deref().unwrap_or(&squashed)),
                    squashed,
                    bare,
                    marks: if is_printed { find_marks(shown) } else { mark.clone() },
                    tokens: split_folded(folded),
                    tail: shown.split_once(':').map_or(0, |(place, _)| split_tokens(place).len()),
                    is_printed: role != NameRole::Alias,
                };
                steps.push((hash_part(NamePart::Whole, &name.squashed), at));
                steps.push((hash_part(NamePart::Bare, name.bare()), at));
                let with_letters = if name.bare().contains('0') {
                    Cow::Owned(name.bare().replace('0', "o"))
                } else {
                    Cow::Borrowed(name.bare())
                };
                steps.push((hash_part(NamePart::ZeroAsLetter, &with_letters), at));
                if let Some((front, _)) = shown.split_once('/') {
                    steps.push((hash_part(NamePart::Front, &squash(front)), at));
                }
                if let Some((_, tail)) = shown.split_once(':') {
                    steps.push((hash_part(NamePart::Tail, &squash(strip_parentheses(tail))), at));
                }
                for token in &name.tokens {
                    match words.get_mut(&token.text) {
                        Some(positions) if positions.last() == Some(&at) => {}
                        Some(positions) => positions.push(at),
                        None => drop(words.insert(token.text.clone(), vec![at])),
                    }
                }
                names.push(name);
            }
        }
        steps.sort_unstable();
        let words = words.into_iter().map(|(word, of)| (letter_bits(&word), word, of));
        let mut words: Vec<_> = words.map(|(letters, word, of)| (word, letters, of)).collect();
        words.sort_unstable();
        NameLookup { names, parts: steps, words, readable: RefCell::default() }
    }

    pub(super) fn names(&self) -> &[SplitName<'a>] {
        &self.names
    }

    /// The names with a part of this text.
    pub(super) fn with_part(
        &self,
        part: NamePart,
        text: &str,
    ) -> impl Iterator<Item = &SplitName<'_>> {
        let hash = hash_part(part, text);
        let from = self.parts.partition_point(|(h, _)| *h < hash);
        let rest = self.parts.get(from..).unwrap_or(&[]).iter();
        let same_hash = rest.take_while(move |(h, _)| *h == hash);
        same_hash.filter_map(|(_, at)| self.names.get(*at as usize))
    }

    /// The names with exactly this word.
    pub(super) fn with_word(&self, word: &str) -> impl Iterator<Item = &SplitName<'_>> {
        let at = self.words.binary_search_by(|(known, ..)| known.as_str().cmp(word)).ok();
        let of = at.and_then(|at| self.words.get(at)).map_or(&[][..], |(_, _, of)| of);
        of.iter().filter_map(|at| self.names.get(*at as usize))
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

    /// The names with a word that a written word may be read as; remembered.
    fn readable_as(&self, word: &NameToken) -> Rc<[u32]> {
        let key = (word.text.clone(), word.dotted);
        if let Some(known) = self.readable.borrow().get(&key) {
            return Rc::clone(known);
        }
        let written = WrittenWord::new(word);
        let written_bits = letter_bits(&word.text);
        let words = self.words.iter().filter(|(printed, letters, _)| {
            written.may_read_as(printed, (letters ^ written_bits).count_ones())
        });
        let mut names: Vec<u32> = words.flat_map(|(_, _, of)| of.iter().copied()).collect();
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

//! The index of the names of a game's cards as guesses ask it, and what they ask of single names.

use super::guess::count_full;
use super::tokens::WrittenWord;
use crate::nearest::NearName;
use sleeve_data::model::name_index::{IndexedName, NameIndex, NamePart};
use sleeve_data::model::name_words::{
    NameToken, Weight, has_digits, split_tokens, squash, strip_parentheses,
};
use sleeve_data::model::{CardIndex, Catalog};
use std::cell::{OnceCell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

/// Written words that are remembered with the names that they may be a part of.
const MAX_REMEMBERED_WORDS: usize = 20_000;

/// Positions of names by a written word and whether it has a dot behind it.
type ReadableNames = BTreeMap<(String, bool), Rc<[u32]>>;

/// The index of names, with what written words were read as.
pub(crate) struct NameLookup<'a> {
    pub(crate) index: NameIndex<'a>,
    pub(crate) catalog: &'a Catalog,
    /// The names that written words may be a part of, as far as they were asked for.
    readable: RefCell<ReadableNames>,
    pub(crate) candidates: OnceCell<Box<[OnceCell<Box<NearName>>]>>,
}

impl<'a> NameLookup<'a> {
    pub(crate) fn new(catalog: &'a Catalog) -> NameLookup<'a> {
        NameLookup {
            index: catalog.cards.name_index(),
            catalog,
            readable: RefCell::default(),
            candidates: OnceCell::new(),
        }
    }

    /// The cards with a name of these letters and digits, with or without what stands in parentheses.
    pub(super) fn by_slug(&self, slug: &str) -> Vec<CardIndex> {
        let slug = squash(slug.split('_').next().unwrap_or(slug));
        let parts = [NamePart::Whole, NamePart::Bare];
        let names = parts.iter().flat_map(|part| self.index.with_part(*part, &slug));
        let mut cards: Vec<CardIndex> = names.map(IndexedName::card).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    /// The names with exactly this word.
    pub(super) fn with_word(&self, word: &str) -> impl Iterator<Item = IndexedName<'_>> {
        let names = self.index.find_word(word).into_iter().flat_map(|word| word.names());
        names.filter_map(|at| self.index.name_at(at))
    }

    /// The names with a word that the rarest of the written words may be read as: no others have all of them.
    pub(super) fn sharing_word(&self, written: &[NameToken]) -> Vec<IndexedName<'_>> {
        let telling_words = written.iter().filter(|word| word.weight != Weight::Small);
        let by_word: Vec<Rc<[u32]>> = telling_words.map(|word| self.readable_as(word)).collect();
        let rarest = by_word.iter().min_by_key(|names| names.len());
        let names = rarest.map_or(&[][..], |names| names);
        names.iter().filter_map(|at| self.index.name_at(*at)).collect()
    }

    /// The names with a word that a written word may be read as; remembered.
    fn readable_as(&self, word: &NameToken) -> Rc<[u32]> {
        let key = (word.text.clone(), word.dotted);
        if let Some(known) = self.readable.borrow().get(&key) {
            return Rc::clone(known);
        }
        let written = WrittenWord::new(word);
        let words = written.find_readings(&self.index);
        let mut names: Vec<u32> = words.flat_map(|word| word.names()).collect();
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

/// The number of words before the colon, of a place; 0 of other cards.
pub(super) fn count_place_words(name: IndexedName<'_>) -> usize {
    name.shown().split_once(':').map_or(0, |(place, _)| split_tokens(place).len())
}

/// Whether these are the digits of a name, in order, without those in parentheses and of a place.
pub(super) fn has_these_digits(name: IndexedName<'_>, digits: &str) -> bool {
    let shown = strip_parentheses(name.shown());
    let tail = shown.split_once(':').map(|(_, tail)| tail);
    let has = |text: &str| keep_digits(&squash(text)) == digits;
    if name.has_digit() { has(shown) || tail.is_some_and(has) } else { digits.is_empty() }
}

/// Whether a title of three telling words or more behind a comma has the word at a position, in a name of as many words.
pub(super) fn has_title_of(
    shown: &str,
    its: &[NameToken],
    (written, at): (&[NameToken], usize),
) -> bool {
    let Some((name, _)) = shown.split_once(", ") else { return false };
    let (before, telling) = (split_tokens(name), count_full(written));
    let is_behind = at >= before.len() && at < written.len();
    is_behind
        && count_full(its) == telling
        && telling >= count_full(&before) + 3
        && !its.iter().any(|word| has_digits(&word.text))
}

/// Whether two names are the same, spelling aside.
pub(super) fn are_called_alike(one: IndexedName<'_>, other: IndexedName<'_>) -> bool {
    one.folded() == other.folded() || one.key() == other.key()
}

/// Whether these are the first letters of words, in whole or without the small ones.
pub(super) fn begins_with_each(words: &[NameToken], letters: &str) -> bool {
    let begins = |word: &NameToken, letter: char| word.text.starts_with(letter);
    let plain = || words.iter().filter(|word| word.weight != Weight::Parenthetical);
    let large = || plain().filter(|word| word.weight != Weight::Small);
    let count = letters.chars().count();
    plain().count() == count && plain().zip(letters.chars()).all(|(word, c)| begins(word, c))
        || large().count() == count && large().zip(letters.chars()).all(|(word, c)| begins(word, c))
}

pub(super) fn keep_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

//! The names of a game's cards, taken apart and indexed for guessing: made for the first line that
//! is no card's name.

use super::names::letter_bits;
use super::tokens::{NameToken, Weight, WrittenWord, split_tokens};
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, Lang, fold};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;
use xxhash_rust::xxh3::xxh3_64;

/// So many words that were written are remembered with the words that they may be read as.
const REMEMBERED_WORDS: usize = 20_000;

/// One name of one card, taken apart.
pub(super) struct SplitName {
    pub(super) card: CardIndex,
    pub(super) shown: String,
    pub(super) key: String,
    pub(super) squashed: String,
    /// Without what stands in the last parentheses.
    pub(super) bare: String,
    pub(super) digits: String,
    /// What marks the card off from others of its name: `v`.
    pub(super) marks: String,
    pub(super) tokens: Vec<NameToken>,
    pub(super) letters: u64,
    pub(super) bare_letters: u64,
}

/// What of a name may be spelled out.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum NamePart {
    /// All of it.
    Whole,
    /// All but what stands in the last parentheses.
    Bare,
    /// What stands before a slash: `MWYHL` of `MWYHL/SYIC`.
    Front,
    /// What stands behind a colon.
    Tail,
    /// All but the parentheses, noughts read as the letter.
    ZeroAsLetter,
}

/// Positions of names by a word and how it is read.
type ReadableNames = BTreeMap<(String, bool), Rc<[u32]>>;

/// Every name, with what finds it.
pub(super) struct NameLookup {
    names: Vec<SplitName>,
    /// By the hash of a step and its text.
    parts: Vec<(u64, u32)>,
    /// The words of names, each with the names that have it.
    words: Vec<(String, u64, Vec<u32>)>,
    readable: RefCell<ReadableNames>,
}

/// The letters and digits of a text.
pub(super) fn squash(text: &str) -> String {
    fold::fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

/// The digits of a text.
pub(super) fn keep_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// What stands in parentheses and is too short for a remark: `(V)`; or a last word that is one
/// letter, which is how people write it.
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

fn hash_part(step: NamePart, text: &str) -> u64 {
    xxh3_64(text.as_bytes()).wrapping_add(step as u64)
}

impl NameLookup {
    pub(super) fn new(catalog: &Catalog) -> NameLookup {
        let mut names = Vec::new();
        let mut steps: Vec<(u64, u32)> = Vec::new();
        let mut words: BTreeMap<String, Vec<u32>> = BTreeMap::new();
        for card in catalog.cards.iter() {
            // A nickname is for the card that bears the mark, whether it says so or not.
            let mark = find_marks(card.name(Lang::En));
            for (role, shown, folded) in card.names() {
                let at = names.len() as u32;
                let own = matches!(role, NameRole::English | NameRole::French);
                let name = SplitName {
                    card: card.index(),
                    shown: shown.to_owned(),
                    key: fold::key(folded),
                    squashed: squash(folded),
                    bare: squash(strip_parentheses(shown)),
                    digits: keep_digits(strip_parentheses(shown)),
                    marks: if own { find_marks(shown) } else { mark.clone() },
                    tokens: split_tokens(shown),
                    letters: 0,
                    bare_letters: 0,
                };
                let name = SplitName {
                    letters: letter_bits(&name.squashed),
                    bare_letters: letter_bits(&name.bare),
                    ..name
                };
                steps.push((hash_part(NamePart::Whole, &name.squashed), at));
                steps.push((hash_part(NamePart::Bare, &name.bare), at));
                steps.push((hash_part(NamePart::ZeroAsLetter, &name.bare.replace('0', "o")), at));
                if let Some((front, _)) = shown.split_once('/') {
                    steps.push((hash_part(NamePart::Front, &squash(front)), at));
                }
                if let Some((_, tail)) = shown.split_once(':') {
                    steps.push((hash_part(NamePart::Tail, &squash(strip_parentheses(tail))), at));
                }
                for token in &name.tokens {
                    let of = words.entry(token.text.clone()).or_default();
                    if of.last() != Some(&at) {
                        of.push(at);
                    }
                }
                names.push(name);
            }
        }
        steps.sort_unstable();
        let words = words.into_iter().map(|(word, of)| (letter_bits(&word), word, of));
        NameLookup {
            names,
            parts: steps,
            words: words.map(|(letters, word, of)| (word, letters, of)).collect(),
            readable: RefCell::default(),
        }
    }

    /// Every name.
    pub(super) fn names(&self) -> &[SplitName] {
        &self.names
    }

    /// The names of which this step says just this.
    pub(super) fn with_part(&self, step: NamePart, text: &str) -> impl Iterator<Item = &SplitName> {
        let hash = hash_part(step, text);
        let from = self.parts.partition_point(|(h, _)| *h < hash);
        let rest = self.parts.get(from..).unwrap_or(&[]).iter();
        let found = rest.take_while(move |(h, _)| *h == hash);
        found.filter_map(|(_, at)| self.names.get(*at as usize))
    }

    /// The names with a word that the rarest of the written words may be read as.
    pub(super) fn sharing_word(&self, written: &[NameToken]) -> Vec<&SplitName> {
        let telling = written.iter().filter(|word| word.weight != Weight::Small);
        let found: Vec<Rc<[u32]>> = telling.map(|word| self.readable_as(word)).collect();
        let rarest = found.iter().min_by_key(|names| names.len());
        let names = rarest.map_or(&[][..], |names| names);
        names.iter().filter_map(|at| self.names.get(*at as usize)).collect()
    }

    /// The names with a word that this one may be read as.
    fn readable_as(&self, word: &NameToken) -> Rc<[u32]> {
        let key = (word.text.clone(), word.dotted);
        if let Some(known) = self.readable.borrow().get(&key) {
            return Rc::clone(known);
        }
        let as_printed = WrittenWord::new(word);
        let mine = letter_bits(&word.text);
        let words = self.words.iter().filter(|(printed, letters, _)| {
            as_printed.may_read_as(printed, (letters ^ mine).count_ones())
        });
        let mut names: Vec<u32> = words.flat_map(|(_, _, of)| of.iter().copied()).collect();
        names.sort_unstable();
        names.dedup();
        let names: Rc<[u32]> = names.into();
        let mut readable = self.readable.borrow_mut();
        if readable.len() >= REMEMBERED_WORDS {
            readable.clear();
        }
        readable.insert(key, Rc::clone(&names));
        names
    }
}

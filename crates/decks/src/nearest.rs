//! Finds near names: the cards that an unknown name may mean, scored by similarity.

use super::resolve::NameLookup;
use rapidfuzz::distance::{jaro_winkler, osa};
use sleeve_data::{
    Arrange,
    model::{Card, CardIndex, Catalog, fold, name_words::letter_bits},
};
use std::{cell::OnceCell, collections::BTreeSet};

/// Longest name for which near names are searched, in bytes.
const MAX_SOUGHT_BYTES: usize = 100;
/// The penalty for a card that does not fit the deck, such as one of the other side.
const UNFIT_PENALTY: f64 = 0.2;

/// Differing letters of names that are compared first.
const FEW_LETTERS: u32 = 3;

/// The limits for near names that are suggested.
struct OfferThreshold {
    /// Smallest score, from 0 to 1.
    least_score: f64,
    /// Largest gap to the best score.
    widest_gap: f64,
    /// Largest number of cards.
    card_limit: usize,
}

/// For lines of a deck: each means some card, however it is written.
const LINE_THRESHOLD: OfferThreshold =
    OfferThreshold { least_score: 0.6, widest_gap: 0.2, card_limit: 5 };
/// For searches: the words may not be in any name, so only typing errors are worth suggesting.
const SEARCH_THRESHOLD: OfferThreshold =
    OfferThreshold { least_score: 0.7, widest_gap: 0.1, card_limit: 3 };

impl NameLookup<'_> {
    /// Returns the cards with the nearest names, best first, at most five.
    pub(crate) fn nearest(&self, name: &str, fits: impl Fn(CardIndex) -> bool) -> Vec<CardIndex> {
        LINE_THRESHOLD
            .keep_best(self.score_names(&LINE_THRESHOLD, name, fits))
            .into_iter()
            .map(|(_, card)| card)
            .collect()
    }

    /// The names and ids of all cards whose letters match.
    fn names_and_ids(&self, alike: impl Fn(u64) -> bool) -> impl Iterator<Item = &NearName> {
        let candidates = self.candidates().iter();
        let alike = candidates.filter(move |candidate| alike(candidate.letters));
        alike.map(|candidate| {
            &**candidate.name.get_or_init(|| {
                let NearCandidate { card, at, letters, .. } = *candidate;
                let text = match at.and_then(|at| self.index.any_name_at(at)) {
                    Some(name) => name.folded(),
                    None => self.catalog.cards.card(card).id(),
                };
                Box::new(NearName::new(card, text, letters))
            })
        })
    }

    /// The names and ids of all cards. A list with many unknown lines asks for them again and
    /// again.
    fn candidates(&self) -> &[NearCandidate] {
        self.candidates.get_or_init(|| {
            let names = self.index.names().chain(self.index.other_names());
            let names = (0..).zip(names).map(|(at, name)| NearCandidate {
                letters: name.key_letters(),
                card: name.card(),
                at: Some(at),
                name: OnceCell::new(),
            });
            let ids = self.index.letters_of_ids();
            let ids = ids.map(|(card, letters)| {
                let (at, name) = (None, OnceCell::new());
                NearCandidate { letters, card, at, name }
            });
            names.chain(ids).collect()
        })
    }

    /// The cards with near names and their scores, in the order of the cards.
    fn score_names(
        &self,
        threshold: &OfferThreshold,
        name: &str,
        fits: impl Fn(CardIndex) -> bool,
    ) -> Vec<(f64, CardIndex)> {
        if name.len() > MAX_SOUGHT_BYTES {
            return Vec::new();
        }
        let key = fold::key(name);
        let folded = fold::fold(name);
        let mut scored: Vec<(f64, CardIndex)> = Vec::new();
        let mut closeness = Closeness::new(&key, &folded, threshold.least_score);
        let sought = closeness.letters;
        // Names that share less than two thirds of the letters are not compared.
        let candidates = self.names_and_ids(|letters| {
            let shared = (letters & sought).count_ones();
            3 * shared >= 2 * sought.count_ones().min(letters.count_ones())
        });
        let (near, others): (Vec<&NearName>, Vec<&NearName>) =
            candidates.partition(|name| (name.letters ^ sought).count_ones() <= FEW_LETTERS);
        let mut best = f64::MIN;
        // The nearest names come first, because a good score saves most of the comparisons. With
        // the numbers of letters, this saves 31 % of the instructions of 55 posted lists.
        for candidate in near.into_iter().chain(others) {
            // A name outside the gap to the best score so far need not be compared completely.
            closeness.least_score = threshold
                .least_score
                .max(best - threshold.widest_gap - ROUNDING_SLACK);
            let score = closeness.score(candidate);
            if score >= closeness.least_score {
                let penalty = if fits(candidate.card) { 0.0 } else { UNFIT_PENALTY };
                best = best.max(score - penalty);
                scored.push((score - penalty, candidate.card));
            }
        }
        scored
    }
}

impl OfferThreshold {
    /// Keeps the best score of each card, best first, within the gap and the limit.
    fn keep_best<T: Ord + Copy>(&self, mut scored: Vec<(f64, T)>) -> Vec<(f64, T)> {
        scored.arrange_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let floor = scored
            .first()
            .map_or(0.0, |(best, _)| best - self.widest_gap);
        let mut seen = BTreeSet::new();
        scored.retain(|(score, card)| *score >= floor && seen.insert(*card));
        scored.truncate(self.card_limit);
        scored
    }
}

/// How well one of a card's names matches a folded text, 0 best: the same name, a name that begins
/// with several typed words, one with these whole words, one that begins with the text, one whose
/// words begin with these, one that contains all of them. `None` if no name contains all words.
pub fn rank_names(card: Card<'_>, wanted: &str) -> Option<u8> {
    card.names()
        .filter_map(|(_, _, folded)| rank_name(folded, wanted))
        .min()
}

fn rank_name(name: &str, wanted: &str) -> Option<u8> {
    let words = wanted.split_whitespace();
    if !words.clone().all(|word| name.contains(word)) {
        return None;
    }
    let parts = name.split(|c: char| !c.is_alphanumeric());
    Some(match name {
        _ if name == wanted => 0,
        _ if wanted.contains(' ') && name.starts_with(wanted) => 1,
        _ if words
            .clone()
            .all(|word| parts.clone().any(|part| part == word)) =>
        {
            2
        }
        _ if name.starts_with(wanted) => 3,
        _ if words
            .clone()
            .all(|word| parts.clone().any(|part| part.starts_with(word))) =>
        {
            4
        }
        _ => 5,
    })
}

/// Returns the cards of several games with the nearest names, best first, at most three: the
/// position of the catalog, and the card.
pub fn nearest_cards<'c>(
    catalogs: impl Iterator<Item = &'c Catalog>,
    name: &str,
) -> Vec<(usize, CardIndex)> {
    let near = catalogs.enumerate().flat_map(|(at, catalog)| {
        let near = NameLookup::new(catalog).score_names(&SEARCH_THRESHOLD, name, |_| true);
        near.into_iter()
            .map(move |(score, card)| (score, (at, card)))
    });
    SEARCH_THRESHOLD
        .keep_best(near.collect())
        .into_iter()
        .map(|(_, card)| card)
        .collect()
}

/// A name or an id of a card.
pub(crate) struct NearCandidate {
    /// The [`letter_bits`] of its key.
    letters: u64,
    card: CardIndex,
    /// The position of the name in the index; `None` for an id.
    at: Option<u32>,
    /// Prepared when it is first compared.
    name: OnceCell<Box<NearName>>,
}

/// Numbers of letters by the last five bits of their characters. Letters that share these bits seem
/// the same, so that two names may seem to share more letters than they do.
type LetterCounts = [u8; 32];

fn count_letters(key: &str) -> LetterCounts {
    let mut counts = [0u8; 32];
    for letter in key.chars() {
        let count = &mut counts[letter as usize % 32];
        *count = count.saturating_add(1);
    }
    counts
}

/// A name to score.
struct NearName {
    card: CardIndex,
    folded: String,
    key: String,
    /// The length of its key, in characters.
    length: usize,
    /// The [`letter_bits`] of its key.
    letters: u64,
    counts: LetterCounts,
}

impl NearName {
    fn new(card: CardIndex, folded: &str, letters: u64) -> NearName {
        let key = fold::key(folded);
        let (length, counts) = (key.chars().count(), count_letters(&key));
        NearName { card, folded: folded.to_owned(), key, length, letters, counts }
    }
}

/// Scores names by their similarity to one name, which is prepared once.
struct Closeness<'n> {
    key: &'n str,
    /// The length of the key, in characters.
    length: usize,
    letters: u64,
    counts: LetterCounts,
    edits: osa::BatchComparator<char>,
    start: jaro_winkler::BatchComparator<char>,
    /// The words of three or more letters, with their [`letter_bits`].
    words: Vec<(&'n str, u64)>,
    /// Whether the name is one word, which may be short for a longer name.
    is_word: bool,
    /// The score, from 0 to 1, below which names are not compared completely.
    least_score: f64,
}

/// The weight of the Jaro-Winkler similarity, which favours a common beginning.
const START_WEIGHT: f64 = 0.9;
/// Most letters of a common beginning that count, and the weight of each.
const PREFIX_LENGTH: usize = 4;
const PREFIX_WEIGHT: f64 = 0.1;
/// The score of names that share all words.
const WORDS_WEIGHT: f64 = 0.8;
/// Bounds are widened by this much for rounding, so that no name at a bound is lost.
const ROUNDING_SLACK: f64 = 1e-9;

/// The letters and digits of a word as bits. Digits share bits with letters: a word that seems
/// possible is then compared, so a shared bit only costs time.
fn word_bits(word: &str) -> u64 {
    let letters = word.bytes().filter(u8::is_ascii_alphanumeric);
    letters.fold(0, |bits, b| bits | 1u64 << (b & 63))
}

impl<'n> Closeness<'n> {
    fn new(key: &'n str, folded: &'n str, least_score: f64) -> Closeness<'n> {
        let words = folded.split(' ').filter(|word| word.len() > 2);
        Closeness {
            key,
            length: key.chars().count(),
            letters: letter_bits(key),
            counts: count_letters(key),
            edits: osa::BatchComparator::new(key.chars()),
            start: jaro_winkler::BatchComparator::new(key.chars()),
            words: words.map(|word| (word, word_bits(word))).collect(),
            is_word: !folded.contains(' '),
            least_score,
        }
    }

    /// The score of a name that has some of the words.
    fn share_of_words(&self, found: usize) -> f64 {
        WORDS_WEIGHT * found as f64 / self.words.len().max(1) as f64
    }

    /// The score of a name from 0 to 1: the best of edits, a common beginning, common words, a
    /// misspelt word, and one name inside the other. Below [`least_score`](Self::least_score), the
    /// exact value does not matter: the letters of most names already show that they are not near
    /// enough.
    fn score(&self, name: &NearName) -> f64 {
        let lacking = self.letters & !name.letters;
        let further = name.letters & !self.letters;
        let key = name.key.as_str();
        let most_shared = self.count_shared(name);
        let edits = self.score_edits(name, most_shared);
        let start = self.score_start(name, most_shared);
        let shared = self.score_words(name);
        let slips = self.score_misspelt(name, lacking);
        let (short, long, inside) = if self.key.len() < key.len() {
            (self.key, key, lacking == 0)
        } else {
            (key, self.key, further == 0)
        };
        let within = inside && short.len() >= 4 && long.contains(short);
        edits
            .max(start)
            .max(shared)
            .max(slips)
            .max(if within { 0.85 } else { 0.0 })
    }

    /// The most letters that the names share, in any order. The sum fits, because names of more
    /// than [`MAX_SOUGHT_BYTES`] are not sought.
    fn count_shared(&self, name: &NearName) -> usize {
        let pairs = self.counts.iter().zip(&name.counts);
        pairs
            .map(|(a, b)| *a.min(b))
            .fold(0, u8::wrapping_add)
            .into()
    }

    fn score_edits(&self, name: &NearName, most_shared: usize) -> f64 {
        let (key, length) = (name.key.as_str(), name.length);
        let (short, long) = (self.key.len().min(key.len()), self.key.len().max(key.len()));
        // Too long or too short to be near by edits: only containment counts.
        if long > 3 * short + 3 {
            return 0.0;
        }
        let longest = self.length.max(length).max(1);
        let most = ((1.0 - self.least_score) * longest as f64) as usize + 1;
        if longest.saturating_sub(most_shared) > most {
            return 0.0;
        }
        let within = osa::Args::default().score_cutoff(most);
        let edits = self.edits.distance_with_args(key.chars(), &within);
        edits.map_or(0.0, |edits| 1.0 - edits as f64 / longest as f64)
    }

    /// The smallest number of edits that add or remove these letters: one per bit. A letter beyond
    /// ASCII has up to four bytes, and therefore bits.
    fn least_edits(&self, name: &NearName, letters: u64) -> usize {
        let (key, length) = (name.key.as_str(), name.length);
        let is_ascii = self.length == self.key.len() && length == key.len();
        (letters.count_ones() as usize).div_ceil(if is_ascii { 1 } else { 4 })
    }

    fn score_start(&self, name: &NearName, most_shared: usize) -> f64 {
        let least = self.least_score / START_WEIGHT - ROUNDING_SLACK;
        let letters = self.key.chars().zip(name.key.chars());
        let prefix = letters
            .take(PREFIX_LENGTH)
            .take_while(|(a, b)| a == b)
            .count() as f64;
        // Jaro's similarity of two names that share these letters in the same order.
        let shared = most_shared as f64;
        let jaro = (shared / self.length as f64 + shared / name.length as f64 + 1.0) / 3.0;
        if jaro + PREFIX_WEIGHT * prefix * (1.0 - jaro) < least {
            return 0.0;
        }
        let args = jaro_winkler::Args::default().score_cutoff(least);
        let alike = self.start.similarity_with_args(name.key.chars(), &args);
        alike.map_or(0.0, |alike| alike * START_WEIGHT)
    }

    fn score_words(&self, name: &NearName) -> f64 {
        let possible = self
            .words
            .iter()
            .filter(|(_, letters)| letters & !name.letters == 0);
        // If a name does not have a word's letters, it cannot contain the word. Counting comes
        // first, because it is cheaper than searching.
        if self.share_of_words(possible.clone().count()) < self.least_score {
            return 0.0;
        }
        self.share_of_words(
            possible
                .filter(|(word, _)| name.folded.contains(word))
                .count(),
        )
    }

    /// The score of a single word as one of the words of the name, with one edit per three letters.
    fn score_misspelt(&self, name: &NearName, lacking: u64) -> f64 {
        if !self.is_word {
            return 0.0;
        }
        let least = self.least_edits(name, lacking);
        if least > self.length.max(name.folded.len()) / 3 {
            return 0.0;
        }
        let alike = name
            .folded
            .split(' ')
            .filter(|word| word.len() > 2)
            .filter_map(|word| {
                let length = word.chars().count();
                let longest = self.length.max(length);
                // One typing error per three letters, as for all near names.
                let most = longest / 3;
                if least.max(self.length.abs_diff(length)) > most {
                    return None;
                }
                let within = osa::Args::default().score_cutoff(most);
                let edits = self.edits.distance_with_args(word.chars(), &within)?;
                Some(0.9 * (1.0 - edits as f64 / longest as f64))
            });
        alike.fold(0.0, f64::max)
    }
}

#[cfg(test)]
#[path = "../../../tests/unit/decks/nearest.rs"]
mod tests;

//! Compares names word by word: players shorten words, misspell them and omit them.

use crate::line::is_digit;
use sleeve_data::model::{
    name_index::{IndexedWord, NameIndex},
    name_words::{NameToken, Weight, has_digits, letter_bits},
};

/// The length, in bytes, of a word that may be short for another and in the plural.
const LONG_WORD: usize = 9;

/// A written word, prepared for comparison with many printed ones.
pub(super) struct WrittenWord<'w> {
    word: &'w str,
    singular: &'w str,
    /// The beginning of printed words that it may be short for; `None` if it is too short.
    stem: Option<&'w str>,
    length: usize,
    has_digits: bool,
    letters: u64,
}

/// The first letter of a word and its other letters in alphabetical order, without repeats.
fn skeleton(word: &str) -> Vec<char> {
    let mut letters: Vec<char> = word.chars().collect();
    letters.dedup();
    if let Some(others) = letters.get_mut(1..) {
        others.sort_unstable();
    }
    letters
}

fn singular(word: &str) -> &str {
    word.strip_suffix('s').unwrap_or(word)
}

impl<'w> WrittenWord<'w> {
    pub(super) fn new(written: &'w NameToken) -> WrittenWord<'w> {
        let word = written.text.as_str();
        // `Electrobinocs`: a word of that length with this ending is short for one in the plural.
        let (stem, least) = match word.len() {
            _ if written.dotted => (singular(word), 1),
            LONG_WORD.. => (singular(word), 3),
            _ => (word, 3),
        };
        WrittenWord {
            word,
            singular: singular(word),
            stem: Some(stem).filter(|stem| stem.chars().count() >= least),
            length: word.chars().count(),
            has_digits: has_digits(word),
            letters: letter_bits(word),
        }
    }

    /// The [weight](edit_weight) of edits allowed for a printed word of this length.
    fn allowed_edits(&self, printed: usize) -> f64 {
        match self.length.min(printed) {
            0..=4 => 0.0,
            5..=6 => 1.0,
            7 => 1.5,
            _ => 2.0,
        }
    }

    /// The printed words that it may be read as. Letters rule most out before the cost is computed.
    pub(super) fn find_readings<'i>(
        &'i self,
        index: &'i NameIndex<'_>,
    ) -> impl Iterator<Item = IndexedWord<'i>> {
        // Shorter printed words may have fewer wrong letters.
        let edits = self.allowed_edits(usize::MAX);
        let (letters, is_long) = (self.letters, self.length > 3);
        let words = index.find_words(self.word.bytes().next().unwrap_or(0), move |its| {
            is_long && may_bring_in(its & !letters, edits) && may_bring_in(letters & !its, edits)
        });
        words.filter(|printed| {
            self.cost_of_letters(printed.text(), printed.letters)
                .is_some()
        })
    }

    /// The cost of reading it as a printed word; `None` if it is another word.
    pub(super) fn cost(&self, printed: &str) -> Option<f64> {
        self.cost_of_letters(printed, letter_bits(printed))
    }

    fn cost_of_letters(&self, printed: &str, letters: u64) -> Option<f64> {
        if self.word == printed {
            return Some(0.0);
        }
        // A number distinguishes one card from the next, so it has to match exactly.
        if self.has_digits || has_digits(printed) {
            return None;
        }
        if self.singular == singular(printed) {
            return Some(0.1);
        }
        if self.stem.is_some_and(|stem| printed.starts_with(stem)) {
            return Some(0.3);
        }
        // Letters in another order, or doubled: `Liea`, `Abbysin`.
        let is_long = self.word.len().min(printed.len()) > 4 || self.word.len() == printed.len();
        let same_letters = self.letters == letters && self.length > 3;
        if is_long && same_letters && skeleton(self.word) == skeleton(printed) {
            return Some(0.4);
        }
        let edits = self.allowed_edits(printed.chars().count());
        if edits == 0.0
            || !may_bring_in(letters & !self.letters, edits)
            || !may_bring_in(self.letters & !letters, edits)
        {
            return None;
        }
        edit_weight(self.word, printed, edits, false).map(|weight| 0.4 * weight)
    }
}

const VOWELS: &[u8] = b"aeiouy";

/// Whether edits of this weight may add letters, as [`letter_bits`]. Consonants count as one each.
pub(super) fn may_bring_in(letters: u64, weight: f64) -> bool {
    // Bit by bit: an index asks thousands of times, and mostly few bits are left.
    let mut consonants = VOWELS
        .iter()
        .fold(letters, |bits, vowel| bits & !(1 << (vowel & 63)));
    for _ in 0..weight as u32 {
        consonants &= consonants.wrapping_sub(1);
    }
    consonants == 0
}

/// Shortest word recognised by its consonants, and shortest name of several words, in letters.
const FEWEST_HEARD: usize = 7;
const FEWEST_HEARD_IN_WORDS: usize = 10;

/// The distance between two folded texts, if at most `most`, in letters that are wrong, extra,
/// missing or swapped. A vowel counts a half if all consonants are right, or in a name of several
/// words, because people write what they hear.
pub(super) fn edit_weight(one: &str, other: &str, most: f64, has_words: bool) -> Option<f64> {
    let (one, other) = (one.as_bytes(), other.as_bytes());
    let shortest = one.len().min(other.len());
    let is_heard = has_words && shortest >= FEWEST_HEARD_IN_WORDS
        || shortest >= FEWEST_HEARD && consonants(one).eq(consonants(other));
    let most = (2.0 * most) as u16;
    if least_weight(one, other, is_heard) > most {
        return None;
    }
    // Rows of costs: two letters back, one letter back, current. INVARIANT: each has one more cost
    // than there are letters.
    let [mut earlier, mut before, mut row] = [(); 3].map(|()| vec![0; other.len() + 1]);
    for (j, letter) in other.iter().enumerate() {
        before[j + 1] = before[j] + weigh(*letter, is_heard);
    }
    for (i, letter) in one.iter().enumerate() {
        let above = weigh(*letter, is_heard);
        row[0] = before[0] + above;
        for (j, printed) in other.iter().enumerate() {
            let beside = weigh(*printed, is_heard);
            let change = if letter == printed { 0 } else { above.max(beside) };
            let mut cost = (before[j] + change)
                .min(before[j + 1] + above)
                .min(row[j] + beside);
            if change > 0 && i > 0 && j > 0 && one[i - 1] == *printed && other[j - 1] == *letter {
                // Two letters in the wrong order are one mistake, not two.
                cost = cost.min(earlier[j - 1] + 2);
            }
            row[j + 1] = cost;
        }
        (earlier, before, row) = (before, row, earlier);
    }
    before
        .last()
        .filter(|cost| **cost <= most)
        .map(|cost| f64::from(*cost) / 2.0)
}

/// The letters of a text that are no vowels.
fn consonants(text: &[u8]) -> impl Iterator<Item = &u8> {
    text.iter().filter(|letter| !VOWELS.contains(letter))
}

/// The weight of a letter, in halves.
fn weigh(letter: u8, is_heard: bool) -> u16 {
    if is_heard && VOWELS.contains(&letter) { 1 } else { 2 }
}

/// The smallest weight, in halves, of the edits between two texts if the order of letters is
/// ignored, without vowels that count half.
pub(super) fn least_weight(one: &[u8], other: &[u8], is_heard: bool) -> u16 {
    let mut counts = [0i16; 128];
    one.iter()
        .for_each(|letter| counts[usize::from(letter & 127)] += 1);
    other
        .iter()
        .for_each(|letter| counts[usize::from(letter & 127)] -= 1);
    if is_heard {
        VOWELS
            .iter()
            .for_each(|vowel| counts[usize::from(vowel & 127)] = 0);
    }
    let further: i16 = counts.iter().map(|count| *count.max(&0)).sum();
    let lacking: i16 = counts.iter().map(|count| *count.min(&0)).sum();
    2 * further.max(-lacking).unsigned_abs()
}

/// The cost of reading written words as those of a printed name, in order. Omitted words cost by
/// their weight.
pub(super) fn reading_cost(written: &[NameToken], printed: &[NameToken]) -> Option<f64> {
    // The lowest cost of having read the first words, from none to all, with the printed words so
    // far.
    let mut costs = vec![f64::INFINITY; written.len() + 1];
    // INVARIANT: there is one more cost than there are words.
    costs[0] = 0.0;
    let readable: Vec<WrittenWord> = written.iter().map(WrittenWord::new).collect();
    skip_small_words(&mut costs, written);
    for token in printed {
        let skipped = costs
            .iter()
            .enumerate()
            .map(|(at, cost)| cost + cost_of_skipping(token, at == 0));
        let mut next: Vec<f64> = skipped.collect();
        let small = if token.weight == Weight::Mark { 0.3 } else { 0.0 };
        for ((cost, word), next) in costs.iter().zip(&readable).zip(next.iter_mut().skip(1)) {
            if cost.is_finite()
                && let Some(read) = word.cost(&token.text)
            {
                *next = next.min(cost + read + small);
            }
        }
        skip_small_words(&mut next, written);
        costs = next;
    }
    costs.last().copied().filter(|cost| cost.is_finite())
}

/// The cost of a printed word that is not written.
fn cost_of_skipping(token: &NameToken, is_leading: bool) -> f64 {
    match token.weight {
        // *With* may be omitted from neither: it distinguishes an item from a character with that
        // item.
        Weight::Small if token.text == "with" => 0.5,
        Weight::Small => 0.05,
        Weight::Parenthetical => 0.1,
        Weight::Mark => 2.0,
        Weight::Full if is_leading => 0.8,
        Weight::Full => 0.6,
    }
}

/// Whether written words can be read as printed ones for less than this cost.
pub(super) fn reads_within(written: &[NameToken], printed: &[NameToken], most: f64) -> bool {
    reading_cost(written, printed).is_some_and(|cost| cost < most)
}

/// Allows small written words that the printed name does not have.
fn skip_small_words(costs: &mut [f64], written: &[NameToken]) {
    let mut before = costs.first().copied().unwrap_or(f64::INFINITY);
    for (cost, word) in costs.iter_mut().skip(1).zip(written) {
        if word.weight == Weight::Small {
            // *With* distinguishes a character with an item from the item.
            *cost = cost.min(before + if word.text == "with" { 2.0 } else { 0.1 });
        }
        before = *cost;
    }
}

/// Splits words without a space between them: `EndorBack Door`, `JPDungeon`. A letter is short for
/// a word, and `w/` is *with*.
pub(super) fn split_glued(name: &str) -> String {
    let spelled = name
        .replace("w/", "with ")
        .replace("W/", "with ")
        .replace(" w ", " with ");
    // A wrong encoding turns the apostrophe into a question mark.
    let name = spelled.replace("?s", "'s");
    let words: Vec<String> = name.split(' ').filter_map(strip_signs).collect();
    let chars: Vec<char> = words.join(" ").chars().collect();
    let mut split = String::with_capacity(name.len() + 4);
    let is_letter = chars
        .first()
        .is_some_and(|c| c.is_alphabetic() && !"aAiI".contains(*c));
    let has_letter_for_word = is_letter && chars.get(1) == Some(&' ') && chars.len() > 3;
    for (i, c) in chars.iter().enumerate() {
        let before = i.checked_sub(1).and_then(|b| chars.get(b));
        // `D Jungle`, `Lt.Blount`
        if i == 1 && has_letter_for_word {
            split.push('.');
        }
        if matches!(before, Some('.' | ',')) && c.is_alphabetic() {
            split.push(' ');
        }
        let after = chars.get(i + 1);
        let upper = c.is_uppercase();
        let word_starts = before.is_some_and(|b| b.is_lowercase())
            || before.is_some_and(|b| b.is_uppercase() || b.is_ascii_digit())
                && after.is_some_and(|a| a.is_lowercase());
        if upper && word_starts {
            let is_single_letter = split
                .rsplit(' ')
                .next()
                .is_some_and(|word| word.chars().count() == 1);
            split.push_str(if is_single_letter { ". " } else { " " });
        }
        split.push(*c);
    }
    split
}

fn is_sign(c: char) -> bool {
    matches!(c, '@' | '#' | '$' | '%' | '*')
}

/// Strips signs in place of letters, which mean nothing: `Don't Get @#$%y`, `Zuck@#$%`.
fn strip_signs(word: &str) -> Option<String> {
    let is_masked = word.chars().filter(|c| is_sign(*c)).count() > 1;
    match word.find(is_sign) {
        Some(0) if is_masked => {
            let rest = word.trim_start_matches(is_sign);
            (rest.len() > 2).then(|| rest.to_owned())
        }
        Some(at) if is_masked => Some(format!("{}.", word.get(..at)?)),
        _ => Some(word.to_owned()),
    }
}

/// Splits the number off a word of at least three letters: `Slave1`.
pub(super) fn split_digits(name: &str) -> String {
    let mut words: Vec<String> = Vec::new();
    for word in name.split(' ') {
        let letters = word.trim_end_matches(is_digit);
        let is_glued = letters.len() > 2 && letters.chars().all(char::is_alphabetic);
        match word.strip_prefix(letters) {
            Some(digits) if is_glued && !digits.is_empty() => {
                words.push(format!("{letters} {digits}"));
            }
            _ => words.push(word.to_owned()),
        }
    }
    words.join(" ")
}

#[cfg(test)]
#[path = "../../../../tests/unit/decks/resolve_tokens.rs"]
mod tests;

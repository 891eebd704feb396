//! Guesses the names of posted lists: shortened, misspelt, glued together.
//!
//! A guess counts only if exactly one printed name fits, by a clear margin; otherwise the line
//! stays unresolved, with candidates. A card with a mark such as `(V)` is only meant if the mark is
//! written.
//!
//! The limits and margins of costs are measured: `tests/it/posted_lists.rs` compares real lists
//! with keys that were judged by hand.

use super::guess_index::{NameLookup, NamePart, SplitName, find_marks, keep_digits, squash};
use super::names::letter_bits;
use super::tokens::{Weight, reading_cost, split_glued, split_tokens};
use sleeve_data::model::{CardIndex, Catalog, fold};

/// Longest name that is guessed at, in bytes.
pub(super) const LONGEST_GUESSED: usize = 100;
/// Readings of a name that are tried: each abbreviation multiplies them.
const MOST_READINGS: usize = 8;
/// Most letters that may be wrong in a long name.
const MOST_EDITS: u32 = 3;

/// Guesses names of one game.
pub(super) struct Guesser<'a> {
    catalog: &'a Catalog,
    lookup: NameLookup,
    /// The keys of abbreviations, each with its words in full.
    abbreviations: Vec<(String, &'a [String])>,
}

impl<'a> Guesser<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Guesser<'a> {
        let words = catalog.game.naming.words.iter();
        Guesser {
            catalog,
            lookup: NameLookup::new(catalog),
            abbreviations: words.map(|(word, full)| (fold::key(word), full.as_slice())).collect(),
        }
    }

    /// The cards of the only name that fits; empty if no name fits, or several do. Stops at the
    /// first way of matching that finds a name, from the strictest to the loosest.
    pub(super) fn guess(&self, written: &str, fits: impl Fn(CardIndex) -> bool) -> Vec<CardIndex> {
        if written.len() > LONGEST_GUESSED {
            return Vec::new();
        }
        let split = split_glued(written);
        let mut readings = self.expand_abbreviations(&split);
        if !readings.contains(&split) {
            readings.push(split);
        }
        if squash(written).chars().count() < 2 {
            return Vec::new();
        }
        // The readings begin with abbreviations written out: a word that is short for another
        // seldom stands for itself.
        for reading in &readings {
            let names = self.match_spelling(reading, &fits);
            if !names.is_empty() {
                return cards_of_one_name(&names);
            }
        }
        if let Some((front, back)) = split_halves(written) {
            let names = self.match_both_halves(front, back, &fits);
            return cards_of_one_name(&names);
        }
        for reading in &readings {
            let names = self.match_words(reading, &fits);
            if !names.is_empty() {
                return cards_of_one_name(&names);
            }
        }
        for reading in &readings {
            let names = self.match_in_set(reading, &fits);
            if !names.is_empty() {
                return cards_of_one_name(&names);
            }
        }
        let long = readings.first().map_or(written, String::as_str);
        cards_of_one_name(&self.match_letters(&squash(long), &find_marks(long), &fits))
    }

    /// The names with exactly these letters and digits, in whole or in a part.
    fn match_spelling(&self, written: &str, fits: &impl Fn(CardIndex) -> bool) -> Vec<&SplitName> {
        let plain = squash(written);
        let mark = find_marks(written);
        // Whole names first: a part of one name may be the whole of another.
        for part in [
            NamePart::Whole,
            NamePart::Bare,
            NamePart::Front,
            NamePart::Tail,
            NamePart::ZeroAsLetter,
        ] {
            let key = if part == NamePart::ZeroAsLetter {
                plain.replace('0', "o")
            } else {
                plain.clone()
            };
            let names = self.lookup.with_part(part, &key);
            let is_meant = |name: &&SplitName| {
                fits(name.card) && (part == NamePart::Whole || name.marks == mark)
            };
            let names: Vec<&SplitName> = names.filter(is_meant).collect();
            if !names.is_empty() {
                return names;
            }
        }
        Vec::new()
    }

    /// The names that read best word by word, if by a clear margin.
    fn match_words(&self, text: &str, fits: &impl Fn(CardIndex) -> bool) -> Vec<&SplitName> {
        const MARGIN: f64 = 0.35;
        let written = split_tokens(text);
        let mark = find_marks(text);
        let limit = 0.5 + 0.45 * written.len() as f64;
        let written_bits = letter_bits(&squash(text));
        // Bits of letters are cheap to compare and rule out most names.
        let alike = |name: &&SplitName| {
            name.marks == mark
                && (written_bits & !name.letters).count_ones() <= 3
                && fits(name.card)
        };
        let names = self.lookup.sharing_word(&written).into_iter().filter(alike);
        let costs = names.filter_map(|n| Some((reading_cost(&written, &n.tokens)?, n)));
        clear_best(costs.collect(), limit, |_| MARGIN)
    }

    /// The names of a set that begin with the words behind the set's name: `EPP Obi-Wan`.
    fn match_in_set(&self, text: &str, fits: &impl Fn(CardIndex) -> bool) -> Vec<&SplitName> {
        let Some((word, rest)) = text.split_once(' ') else { return Vec::new() };
        let Some(set) = self.catalog.game.set(word) else { return Vec::new() };
        let written = split_tokens(rest);
        let mark = find_marks(rest);
        let is_in_set = |name: &&SplitName| {
            let card = self.catalog.cards.card(name.card);
            name.marks == mark && fits(name.card) && card.sets().any(|s| s == set)
        };
        let begins_so = |name: &&SplitName| {
            let start = name.tokens.get(..written.len());
            start.is_some_and(|start| reading_cost(&written, start).is_some_and(|cost| cost < 0.6))
        };
        let has_full_word = written.iter().any(|word| word.weight == Weight::Full);
        let names = self.lookup.sharing_word(&written).into_iter();
        names.filter(|n| has_full_word && is_in_set(n) && begins_so(n)).collect()
    }

    /// The names with the fewest letters wrong, if by a clear margin. Digits and marks must be
    /// right: a number tells one card from the next.
    fn match_letters(
        &self,
        written: &str,
        mark: &str,
        fits: &impl Fn(CardIndex) -> bool,
    ) -> Vec<&SplitName> {
        let limit = match written.chars().count() {
            0..=3 => return Vec::new(),
            4..=7 => 1,
            8..=11 => 2,
            _ => MOST_EDITS,
        };
        let digits = keep_digits(written);
        let written_bits = letter_bits(written);
        let near = |most: u32| {
            let fits = &fits;
            let digits = &digits;
            let possible = move |n: &&SplitName| {
                // An edit changes two letters at most.
                let differing = (n.letters ^ written_bits)
                    .count_ones()
                    .min((n.bare_letters ^ written_bits).count_ones());
                differing <= 2 * most && n.digits == *digits && n.marks == mark && fits(n.card)
            };
            let names = self.lookup.names().iter().filter(possible);
            let costs = names.filter_map(move |n| {
                let edits = |name: &str| {
                    let close = name.len().abs_diff(written.len()) <= most as usize;
                    close.then(|| strsim::osa_distance(name, written))
                };
                let cost = [edits(&n.squashed), edits(&n.bare)].into_iter().flatten().min()?;
                (cost <= most as usize).then_some((cost as f64, n))
            });
            costs.collect::<Vec<_>>()
        };
        // A rival may have twice the limit, but is only sought if there is a name within it.
        if near(limit).is_empty() {
            return Vec::new();
        }
        clear_best(near(2 * limit), f64::from(limit), |best| best.max(1.0))
    }

    /// The names of two halves, in either order: the faces of a card, or two cards in one.
    fn match_both_halves(
        &self,
        front: &str,
        back: &str,
        fits: &impl Fn(CardIndex) -> bool,
    ) -> Vec<&SplitName> {
        let reads = |written: &str, printed: &str| {
            let written = self.expand_abbreviations(&split_glued(written));
            let reads_as = |w: &String| {
                squash(w) == squash(printed)
                    || reading_cost(&split_tokens(w), &split_tokens(printed)).is_some_and(|cost| {
                        cost <= 0.5 + 0.6 * split_tokens(printed).len().saturating_sub(1) as f64
                    })
            };
            written.iter().any(reads_as)
        };
        let mark = find_marks(back);
        let fits_halves = |a: &str, b: &str| {
            (reads(front, a) && reads(back, b)) || (reads(front, b) && reads(back, a))
        };
        let written = split_tokens(front);
        let fitting = |name: &&SplitName| {
            let shown = name.shown.as_str();
            let two = shown.split_once(" & ").or_else(|| shown.split_once('/'));
            name.marks == mark && fits(name.card) && two.is_some_and(|(a, b)| fits_halves(a, b))
        };
        self.lookup.sharing_word(&written).into_iter().filter(fitting).collect()
    }

    /// The readings of a name with its abbreviations written out, likeliest first; of several
    /// abbreviations that fit, the longest.
    fn expand_abbreviations(&self, name: &str) -> Vec<String> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let mut readings = vec![String::new()];
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let longest = (1..=rest.len().min(4)).rev().find_map(|n| {
                let key = fold::key(&rest.get(..n)?.join(" "));
                let (_, full) = self.abbreviations.iter().find(|(word, _)| *word == key)?;
                Some((n, *full))
            });
            let (n, full) = longest.unwrap_or((1, &[]));
            let itself = rest.get(..n).unwrap_or(&[]).join(" ");
            let mut alternatives: Vec<&str> = full.iter().map(String::as_str).collect();
            alternatives.push(&itself);
            readings = append_words(&readings, &alternatives);
            at += n;
        }
        readings
    }
}

/// Appends each of some words to each reading so far, at most [`MOST_READINGS`] in all.
fn append_words(readings: &[String], words: &[&str]) -> Vec<String> {
    let with = |reading: &String, word: &str| {
        if reading.is_empty() { word.to_owned() } else { format!("{reading} {word}") }
    };
    let all = words.iter().flat_map(|word| readings.iter().map(move |r| with(r, word)));
    all.take(MOST_READINGS).collect()
}

/// Splits `front/back`; the slash of `w/` (*with*) does not split.
pub(super) fn split_halves(name: &str) -> Option<(&str, &str)> {
    let at = name.match_indices('/').map(|(at, _)| at).find(|at| {
        let word = name.get(..*at).unwrap_or("").rsplit(' ').next().unwrap_or("");
        !word.eq_ignore_ascii_case("w")
    })?;
    let (front, back) = (name.get(..at)?.trim(), name.get(at + 1..)?.trim());
    (!front.is_empty() && !back.is_empty()).then_some((front, back))
}

/// The cards of these names if all are one name; empty otherwise.
fn cards_of_one_name(names: &[&SplitName]) -> Vec<CardIndex> {
    let Some(first) = names.first() else { return Vec::new() };
    let mut cards: Vec<CardIndex> = names.iter().map(|n| n.card).collect();
    cards.sort();
    cards.dedup();
    let is_one = cards.len() == 1 || names.iter().all(|n| n.key == first.key);
    if is_one { cards } else { Vec::new() }
}

/// The names of least cost; empty if that exceeds the limit, or another name comes within a margin
/// of it.
fn clear_best(
    mut costs: Vec<(f64, &SplitName)>,
    limit: f64,
    margin: impl Fn(f64) -> f64,
) -> Vec<&SplitName> {
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(best, first)) = costs.first() else { return Vec::new() };
    if best > limit {
        return Vec::new();
    }
    let margin = margin(best);
    let is_same = |n: &SplitName| n.key == first.key || n.card == first.card;
    let rival = costs.iter().any(|(cost, n)| !is_same(n) && *cost < best + margin);
    if rival {
        return Vec::new();
    }
    costs.iter().filter(|(cost, n)| *cost <= best && is_same(n)).map(|(_, n)| *n).collect()
}

//! Cards from parts of their names, and all cards that a text may be.

use super::{
    fit::{Fit, Fitting, keep_fitting},
    guess::{
        Guesser, MAX_GUESSED_BYTES, Sought, cards_of_one_name, count_full, has_title_of,
        holds_thing, is_plain,
    },
    tokens::{WrittenWord, reads_within, split_glued},
};
use sleeve_data::model::{
    CardIndex,
    name_index::IndexedName,
    name_words::{NameToken, Weight, find_marks, has_digits, letter_bits, split_tokens},
};
use std::{collections::BTreeMap, ops::RangeInclusive};

/// In names with this many significant words, one of them may match nothing.
const WITH_ONE_MORE: RangeInclusive<usize> = 4..=10;
/// Shortest text that is searched for inside names, in letters.
const FEWEST_INSIDE: usize = 8;
/// The cost of a word that is short for another.
const MOST_SHORTENED: f64 = 0.3;

impl Guesser<'_> {
    /// Returns the cards of the only name that contains a text, exactly or nearly, if
    /// [`guess`](Self::guess) finds none.
    pub(super) fn guess_part(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        if written.contains('/') {
            for word in ["with", "in"] {
                let cards = self.guess(&written.replace('/', &format!(" {word} ")), fit);
                if !cards.is_empty() {
                    return cards;
                }
            }
        }
        let expanded = written.replace("w/", "with ");
        let sought = &Sought::new(&expanded, fit);
        let inside = cards_of_one_name(&self.match_inside(sought));
        if !inside.is_empty() {
            return inside;
        }
        for is_tail in [false, true] {
            let mut names = self.match_letters(sought, is_tail);
            // With unexpanded short words, an extra word does not belong to the name.
            names.retain(|name| name.tokens().len() >= sought.words.len());
            let cards = cards_of_one_name(&keep_fitting(&names, |name| sought.suits(&name)));
            if !cards.is_empty() {
                return cards;
            }
        }
        let by_words = cards_of_one_name(&self.match_most_words(sought));
        if !by_words.is_empty() {
            return by_words;
        }
        let with_thing = cards_of_one_name(&self.match_holder(sought, "with"));
        if !with_thing.is_empty() {
            return with_thing;
        }
        cards_of_one_name(&self.match_holder(sought, "in"))
    }

    /// Returns the cards whose names have all words of a text, in full or abbreviated, and whether
    /// those words would be enough to mean only one.
    pub(super) fn list_readings(&self, written: &str, fit: Fitting<'_>) -> Vec<(CardIndex, bool)> {
        let mut cards: BTreeMap<CardIndex, bool> = BTreeMap::new();
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        let mark = find_marks(written);
        for reading in self.expand_abbreviations(&split_glued(written)) {
            let words = split_tokens(&reading);
            let telling: Vec<&NameToken> = words
                .iter()
                .filter(|word| word.weight != Weight::Small)
                .collect();
            // Words of sentences are short, but not shortened.
            if !telling.iter().any(|word| word.text.len() > 2)
                || !telling
                    .iter()
                    .all(|w| w.dotted || w.text.len() != 2 || has_digits(&w.text))
            {
                continue;
            }
            let is_told = telling.len() > 1 || telling.iter().any(|word| has_digits(&word.text));
            for name in self.lookup.sharing_word(&words) {
                if name.marks() != mark || fit(name.card()) == Fit::Unfit {
                    continue;
                }
                let its = name.tokens();
                if telling.iter().all(|word| has_word(&its, word)) {
                    *cards.entry(name.card()).or_default() |=
                        is_told && name.is_printed() && holds_thing(&words) == holds_thing(&its);
                }
            }
        }
        cards.into_iter().collect()
    }

    /// The names that contain the letters, at the start or the end of a long name, except names of
    /// two cards in one.
    fn match_inside(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        // Letters beyond ASCII are often damaged by a page's encoding.
        let letters: String = sought.letters.chars().filter(char::is_ascii).collect();
        // A single word of that length is more likely two joined words.
        let fewest = FEWEST_INSIDE + usize::from(!sought.text.contains([' ', '-']));
        if letters.len() < fewest || sought.text.contains('/') {
            return Vec::new();
        }
        let bits = letter_bits(&letters);
        let mut names: Vec<IndexedName<'_>> = self.lookup.index.names().collect();
        names.retain(|name| {
            bits & !name.letters() == 0
                && name.is_printed()
                && sought.may_be(name)
                && name.squashed().contains(&letters)
                && !name.shown().contains(" & ")
        });
        keep_fitting(&names, |name| sought.suits(&name))
    }

    /// The names that match well without one of at least four significant words: `Wedge Antilles,
    /// Rogue Squadron Leader`.
    fn match_most_words(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = &sought.words;
        let telling = count_full(written);
        let mut read: Vec<IndexedName<'_>> = Vec::new();
        if !WITH_ONE_MORE.contains(&telling) || !sought.mark.is_empty() {
            return read;
        }
        for (left_out, word) in written.iter().enumerate() {
            // A mark, a number and *with* distinguish a card from others.
            if word.weight != Weight::Full || has_digits(&word.text) {
                continue;
            }
            let mut words = written.clone();
            words.remove(left_out);
            for name in self.lookup.sharing_word(&words) {
                if !sought.may_be(&name) {
                    continue;
                }
                let its = name.tokens();
                let has_title = has_title_of(name.shown(), &its, written, left_out);
                let most = if has_title { 1.05 } else { 0.35 };
                if reads_within(&words, &its, most) {
                    read.push(name);
                }
            }
        }
        read
    }

    /// The names of a character with any item (`Dengar w/ Bazooka`) or in any ship, unless a
    /// character has exactly that item.
    fn match_holder(&self, sought: &Sought<'_>, joint: &str) -> Vec<IndexedName<'_>> {
        let written = split_tokens(&split_glued(sought.text));
        let Some((holder, thing)) = split_holding(&written, joint) else { return Vec::new() };
        let mut of_holder = Vec::new();
        for name in self
            .lookup
            .with_word(joint)
            .filter(|n| is_plain(n) && sought.fits(n))
        {
            let tokens = name.tokens();
            let Some((its_holder, its_thing)) = split_holding(&tokens, joint) else { continue };
            if reads_within(thing, its_thing, 0.5) {
                return Vec::new();
            }
            if reads_within(holder, its_holder, 0.7) {
                of_holder.push(name);
            }
        }
        of_holder
    }
}

/// Whether a name has a word that a written one is, or is short for.
fn has_word(its: &[NameToken], written: &NameToken) -> bool {
    let written = WrittenWord::new(written);
    its.iter()
        .filter_map(|word| written.cost(&word.text))
        .any(|cost| cost <= MOST_SHORTENED)
}

/// Splits the words of a character or ship from those of the thing with it or in it.
fn split_holding<'w>(
    words: &'w [NameToken],
    joint: &str,
) -> Option<(&'w [NameToken], &'w [NameToken])> {
    let at = words.iter().position(|word| word.text == joint)?;
    let (holder, thing) = (words.get(..at)?, words.get(at + 1..)?);
    let is_one = thing.iter().all(|word| word.text != "or");
    (!holder.is_empty() && !thing.is_empty() && is_one).then_some((holder, thing))
}

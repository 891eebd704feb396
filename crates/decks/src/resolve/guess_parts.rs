//! Guesses by parts of names: words of a line that no card is called as may tell a card, or all that it may be.

use super::guess::{
    Fit, Fitting, Guesser, MAX_GUESSED_BYTES, Sought, cards_of_one_name, count_full, has_title_of,
    holds_thing, is_plain,
};
use super::preferences::keep_fitting;
use super::tokens::{WrittenWord, reading_cost, split_glued};
use sleeve_data::model::CardIndex;
use sleeve_data::model::name_index::IndexedName;
use sleeve_data::model::name_words::{
    NameToken, Weight, find_marks, has_digits, letter_bits, split_tokens,
};
use std::collections::BTreeMap;
use std::ops::RangeInclusive;

/// Telling words of a name of which one may tell nothing.
const WITH_ONE_MORE: RangeInclusive<usize> = 4..=10;
/// Fewest letters of a name that are looked for inside names.
const FEWEST_INSIDE: usize = 8;
/// The cost of a word that is short for another.
const MOST_SHORTENED: f64 = 0.3;

impl Guesser<'_> {
    /// The cards of the only name of which a text is a part, or nearly, where [`guess`](Self::guess) finds none.
    pub(super) fn guess_part(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        if written.contains('/') {
            let joined = ["with", "in"].map(|word| written.replace('/', &format!(" {word} ")));
            let cards = joined.iter().map(|name| self.guess(name, fit));
            if let Some(cards) = cards.into_iter().find(|cards| !cards.is_empty()) {
                return cards;
            }
        }
        let written = written.replace("w/", "with ");
        let sought = &Sought::new(&written, fit);
        let by_letters = |is_tail| {
            let mut names = self.match_letters(sought, is_tail);
            // As it stands, with short words that are not written out, a word more is none of the name.
            names.retain(|name| name.tokens().len() >= sought.words.len());
            cards_of_one_name(&keep_fitting(&names, |name| sought.suits(&name)))
        };
        let ways: [&dyn Fn() -> Vec<CardIndex>; 5] = [
            &|| cards_of_one_name(&self.match_inside(sought)),
            &|| by_letters(false),
            &|| by_letters(true),
            &|| cards_of_one_name(&self.match_most_words(sought)),
            &|| cards_of_one_name(&self.match_holder(sought)),
        ];
        ways.into_iter().map(|way| way()).find(|cards| !cards.is_empty()).unwrap_or_default()
    }

    /// The cards of names with all words of a text, in full or short, and whether those would tell enough to mean one alone.
    pub(super) fn list_readings(&self, written: &str, fit: Fitting<'_>) -> Vec<(CardIndex, bool)> {
        let mut cards: BTreeMap<CardIndex, bool> = BTreeMap::new();
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        let mark = find_marks(written);
        for reading in self.expand_abbreviations(&split_glued(written)) {
            let words = split_tokens(&reading);
            let telling: Vec<&NameToken> =
                words.iter().filter(|word| word.weight != Weight::Small).collect();
            // Words of sentences are short, and not shortened.
            let is_word = |w: &&NameToken| w.dotted || w.text.len() != 2 || has_digits(&w.text);
            let is_long = telling.iter().any(|word| word.text.len() > 2);
            if !is_long || !telling.iter().all(is_word) {
                continue;
            }
            let is_told = telling.len() > 1 || telling.iter().any(|word| has_digits(&word.text));
            let has_word = |its: &[NameToken], word: &NameToken| {
                let word = WrittenWord::new(word);
                let mut costs = its.iter().filter_map(|its| word.cost(&its.text));
                costs.any(|cost| cost <= MOST_SHORTENED)
            };
            for name in self.lookup.sharing_word(&words) {
                if name.marks() != mark || fit(name.card()) == Fit::Unfit {
                    continue;
                }
                let its = name.tokens();
                if !telling.iter().all(|word| has_word(&its, word)) {
                    continue;
                }
                let is_meant =
                    is_told && name.is_printed() && holds_thing(&words) == holds_thing(&its);
                *cards.entry(name.card()).or_default() |= is_meant;
            }
        }
        cards.into_iter().collect()
    }

    /// The names in which the letters stand, the start or the end of a long one, but for names of two cards in one.
    fn match_inside(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        // Letters beyond ASCII are often what a page made of others.
        let letters: String = sought.letters.chars().filter(char::is_ascii).collect();
        // A single word of that length is more likely two that are glued.
        let fewest = FEWEST_INSIDE + usize::from(!sought.text.contains([' ', '-']));
        if letters.len() < fewest || sought.text.contains('/') {
            return Vec::new();
        }
        let bits = letter_bits(&letters);
        let has_inside = |name: &IndexedName<'_>| {
            bits & !name.letters() == 0
                && name.is_printed()
                && sought.may_be(name)
                && name.squashed().contains(&letters)
                && !name.shown().contains(" & ")
        };
        let names: Vec<IndexedName<'_>> = self.lookup.index.names().filter(has_inside).collect();
        keep_fitting(&names, |name| sought.suits(&name))
    }

    /// The names that read well without one of four telling words or more: `Wedge Antilles, Rogue Squadron Leader`.
    fn match_most_words(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = &sought.words;
        let telling = count_full(written);
        let mut read: Vec<IndexedName<'_>> = Vec::new();
        if !WITH_ONE_MORE.contains(&telling) || !sought.mark.is_empty() {
            return read;
        }
        for (left_out, word) in written.iter().enumerate() {
            // A mark, a number and *with* tell a card from others.
            if word.weight != Weight::Full || has_digits(&word.text) {
                continue;
            }
            let mut words = written.clone();
            words.remove(left_out);
            let names = self.lookup.sharing_word(&words).into_iter();
            read.extend(names.filter(|name| {
                if !sought.may_be(name) {
                    return false;
                }
                let its = name.tokens();
                let has_title = has_title_of(name.shown(), &its, (written, left_out));
                let most = if has_title { 1.05 } else { 0.35 };
                reading_cost(&words, &its).is_some_and(|cost| cost < most)
            }));
        }
        read
    }

    /// The names of somebody with a thing, whatever it is called (`Dengar w/ Bazooka`), unless somebody holds exactly that.
    fn match_holder(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = split_tokens(&split_glued(sought.text));
        let split = |words: &[NameToken]| {
            let at = words.iter().position(|word| word.text == "with")?;
            let (holder, thing) = (words.get(..at)?.to_vec(), words.get(at + 1..)?.to_vec());
            let is_one = thing.iter().all(|word| word.text != "or");
            (!holder.is_empty() && !thing.is_empty() && is_one).then_some((holder, thing))
        };
        let Some((holder, thing)) = split(&written) else { return Vec::new() };
        let names = self.lookup.with_word("with").filter(|n| is_plain(n) && sought.fits(n));
        let held: Vec<_> = names.filter_map(|n| Some((split(&n.tokens())?, n))).collect();
        let reads = |written: &[NameToken], printed: &[NameToken], most: f64| {
            reading_cost(written, printed).is_some_and(|cost| cost < most)
        };
        if held.iter().any(|((_, its), _)| reads(&thing, its, 0.5)) {
            return Vec::new();
        }
        let of_holder = held.iter().filter(|((its, _), _)| reads(&holder, its, 0.7));
        of_holder.map(|(_, name)| *name).collect()
    }
}

//! Guesses the names of posted lists: shortened, misspelt, glued together.
//!
//! A guess counts only if exactly one printed name fits, by a clear margin; otherwise the line stays unresolved,
//! with candidates. A card with a mark such as `(V)` is only meant if the mark is written.
//!
//! The limits and margins of costs are measured: `tests/it/posted_lists.rs` compares real lists
//! with keys that were judged by hand.

use super::guess_index::{
    NameLookup, NamePart, SplitName, begins_with_each, find_marks, keep_digits, squash,
};
use super::names::letter_bits;
use super::tokens::{NameToken, Weight, reading_cost, split_digits, split_glued, split_tokens};
use rapidfuzz::distance::osa;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, fold};
use std::cmp::Ordering;
use std::collections::BTreeMap;

/// Longest name that is guessed at, in bytes.
pub(super) const MAX_GUESSED_BYTES: usize = 100;
/// Readings of a name that are tried: each abbreviation multiplies them.
const MAX_READINGS: usize = 24;
/// Most letters that may be wrong in a long name.
const MOST_EDITS: u32 = 3;

/// The cost of words that a single word of a name may leave out.
const MOST_LEFT_OUT: f64 = 1.7;

/// Words of a name of which one may tell nothing.
const FEWEST_WITH_ONE_MORE: usize = 4;
const MOST_WITH_ONE_MORE: usize = 10;

/// Fewest letters of a name that are looked for inside names.
const FEWEST_INSIDE: usize = 8;

/// Fewest letters of a name that is written by the first letters of its words.
const FEWEST_INITIALS: usize = 3;

/// How a card fits a deck.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(super) enum Fit {
    /// It is of the other side.
    Unfit,
    Fits,
    /// It belongs to what the deck has: it is of a place of the deck, or set out by a card of it.
    Suits,
}

/// How each card fits a deck.
pub(super) type Fitting<'f> = &'f dyn Fn(CardIndex) -> Fit;

type Fits<'f> = &'f dyn Fn(CardIndex) -> bool;

/// Guesses names of one game.
pub(super) struct Guesser<'a> {
    catalog: &'a Catalog,
    pub(super) lookup: NameLookup<'a>,
    /// The keys of abbreviations, each with its words in full.
    abbreviations: BTreeMap<String, &'a [String]>,
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
    pub(super) fn guess(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        let fits: Fits<'_> = &|card| fit(card) != Fit::Unfit;
        let suits: Fits<'_> = &|card| fit(card) == Fit::Suits;
        if written.len() > MAX_GUESSED_BYTES {
            return Vec::new();
        }
        // `JP-Dungeon`
        let dash = written
            .split_once('-')
            .filter(|(word, _)| self.abbreviations.contains_key(&fold::key(word)));
        let split =
            dash.map_or_else(|| split_glued(written), |(a, b)| split_glued(&format!("{a} {b}")));
        let mut readings = self.expand_abbreviations(&split);
        // `ENdor` is no letter before a word.
        for reading in [split.as_str(), written, &split_digits(&split)] {
            if !readings.iter().any(|known| known == reading) {
                readings.push(reading.to_owned());
            }
        }
        if squash(written).chars().count() < 2 {
            return Vec::new();
        }
        // The readings begin with abbreviations written out: a word that is short for another
        // seldom stands for itself.
        for reading in &readings {
            let names = self.match_spelling(reading, fits);
            if !names.is_empty() {
                return cards_of_one_name(&keep_suiting(names, suits));
            }
        }
        // `Name combo`: of the two that are in one, people name both or the first.
        let combo = strip_last_word(written, "combo");
        let whole = combo.unwrap_or(written);
        let pair = split_halves(whole).or_else(|| split_pair(whole));
        if let Some((front, back)) = pair.or_else(|| Some((combo?, ""))) {
            let both = cards_of_one_name(&self.match_both_halves(front, back, fits));
            if !both.is_empty() || written.contains('/') {
                return both;
            }
        }
        let by_initials = cards_of_one_name(&self.match_initials(written, fits));
        if !by_initials.is_empty() {
            return by_initials;
        }
        for reading in &readings {
            let names = self.match_words(reading, fits, suits);
            if !names.is_empty() {
                return cards_of_one_name(&names);
            }
        }
        for reading in &readings {
            let names = self.match_in_set(reading, fits);
            if !names.is_empty() {
                return cards_of_one_name(&names);
            }
        }
        let long = readings.first().map_or(written, String::as_str);
        let words = split_tokens(long);
        let letters = (&*squash(long), &*words, &*find_marks(long));
        cards_of_one_name(&self.match_letters(letters, false, fits))
    }

    /// The cards of the only name of which a text is a part, or that is nearly a part of the text; empty if
    /// several are. Asked where no card is called so, and [`guess`](Self::guess) finds none.
    pub(super) fn guess_part(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        let fits: Fits<'_> = &|card| fit(card) != Fit::Unfit;
        let suits: Fits<'_> = &|card| fit(card) == Fit::Suits;
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
        let words = split_tokens(written);
        let letters = (&*squash(written), &*words, &*find_marks(written));
        // As it stands, with short words that are not written out, a word more is none of the name.
        let is_whole = |name: &&SplitName<'_>| name.tokens().len() >= words.len();
        let by_letters = |is_tail| {
            let names = self.match_letters(letters, is_tail, fits).into_iter().filter(is_whole);
            cards_of_one_name(&keep_suiting(names.collect(), suits))
        };
        let ways: [&dyn Fn() -> Vec<CardIndex>; 6] = [
            &|| cards_of_one_name(&self.match_in_any_order(&words, fits)),
            &|| cards_of_one_name(&self.match_inside(written, fits, suits)),
            &|| by_letters(false),
            &|| by_letters(true),
            &|| cards_of_one_name(&self.match_most_words(written, fits)),
            &|| cards_of_one_name(&self.match_holder(&split_tokens(&split_glued(written)), fits)),
        ];
        ways.into_iter().map(|way| way()).find(|cards| !cards.is_empty()).unwrap_or_default()
    }

    /// The names in which the letters stand: the start or the end of a long name. Names of two cards in one are
    /// others.
    fn match_inside(&self, written: &str, fits: Fits<'_>, suits: Fits<'_>) -> Vec<&SplitName<'_>> {
        // Letters beyond ASCII are often what a page made of others.
        let letters: String = squash(written).chars().filter(char::is_ascii).collect();
        // A single word of that length is more likely two that are glued.
        let fewest = FEWEST_INSIDE + usize::from(!written.contains([' ', '-']));
        if letters.chars().count() < fewest || written.contains('/') {
            return Vec::new();
        }
        let (mark, bits) = (find_marks(written), letter_bits(&letters));
        let has_inside = |name: &&SplitName<'_>| {
            name.is_printed
                && bits & !name.letters == 0
                && name.marks == mark
                && name.squashed().contains(&letters)
                && !name.shown.contains(" & ")
                && fits(name.card)
        };
        keep_suiting(self.lookup.names().iter().filter(has_inside).collect(), suits)
    }

    /// The names of exactly these words in another order.
    fn match_in_any_order(&self, written: &[NameToken], fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let telling = |words: &[NameToken]| {
            let words = words.iter().filter(|w| matches!(w.weight, Weight::Full | Weight::Mark));
            let mut words: Vec<String> = words.map(|word| word.text.clone()).collect();
            words.sort_unstable();
            words
        };
        let sought = telling(written);
        if sought.len() < 2 {
            return Vec::new();
        }
        let names = self.lookup.sharing_word(written).into_iter();
        names.filter(|name| fits(name.card) && telling(name.tokens()) == sought).collect()
    }

    /// The names that read well where one of four telling words or more is left out, or is another
    /// behind a comma: `Wedge Antilles, Rogue Squadron Leader`.
    fn match_most_words(&self, text: &str, fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let written = split_tokens(text);
        let telling = written.iter().filter(|word| word.weight == Weight::Full).count();
        let mut read: Vec<&SplitName<'_>> = Vec::new();
        let is_of_length = (FEWEST_WITH_ONE_MORE..=MOST_WITH_ONE_MORE).contains(&telling);
        if !is_of_length || !find_marks(text).is_empty() {
            return read;
        }
        for (left_out, word) in written.iter().enumerate() {
            // A mark, a number and *with* tell a card from others.
            let is_number = word.text.bytes().any(|b| b.is_ascii_digit());
            if word.weight != Weight::Full || is_number {
                continue;
            }
            let mut words = written.clone();
            words.remove(left_out);
            let names = self.lookup.sharing_word(&words).into_iter();
            read.extend(names.filter(|name| {
                let most = if name.has_title_of(telling, &written, left_out) { 1.05 } else { 0.35 };
                let cost = || reading_cost(&words, name.tokens());
                name.marks.is_empty() && fits(name.card) && cost().is_some_and(|cost| cost < most)
            }));
        }
        read
    }

    /// The names of somebody with a thing, whatever the thing is called: `Dengar w/ Bazooka`. None if
    /// somebody else holds exactly that.
    fn match_holder(&self, written: &[NameToken], fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let split = |words: &[NameToken]| {
            let at = words.iter().position(|word| word.text == "with")?;
            let (holder, thing) = (words.get(..at)?.to_vec(), words.get(at + 1..)?.to_vec());
            let is_one = thing.iter().all(|word| word.text != "or");
            (!holder.is_empty() && !thing.is_empty() && is_one).then_some((holder, thing))
        };
        let is_remark =
            |words: &[NameToken]| words.iter().any(|w| w.weight == Weight::Parenthetical);
        let Some((holder, thing)) = split(written).filter(|(holder, _)| !is_remark(holder)) else {
            return Vec::new();
        };
        let names = self.lookup.with_word("with").filter(|name| name.marks.is_empty());
        let names = names.filter(|name| name.is_printed && fits(name.card));
        let held = names.filter_map(|name| Some((split(name.tokens())?, name)));
        let held: Vec<_> = held.collect();
        let reads = |written: &[NameToken], printed: &[NameToken], most: f64| {
            reading_cost(written, printed).is_some_and(|cost| cost < most)
        };
        if held.iter().any(|((_, its), _)| reads(&thing, its, 0.5)) {
            return Vec::new();
        }
        let of_holder = held.iter().filter(|((its, _), _)| reads(&holder, its, 0.7));
        of_holder.map(|(_, name)| *name).collect()
    }

    /// The versions of a thing: several cards whose names differ only in what stands in parentheses.
    pub(super) fn find_versions(&self, name: &str) -> Vec<CardIndex> {
        let (key, letters) = (fold::key(name), squash(name));
        let names = self.lookup.with_part(NamePart::Bare, &letters);
        let versions = names.filter(|version| version.is_version_of(&key));
        let mut cards: Vec<CardIndex> = versions.map(|version| version.card).collect();
        cards.dedup();
        if cards.len() > 1 { cards } else { Vec::new() }
    }

    /// Whether a text in parentheses tells a card from its namesakes, as `(V)` does.
    pub(super) fn is_mark(&self, text: &str) -> bool {
        let key = fold::key(text);
        let stands_for_mark = |full: &&[String]| full.iter().any(|word| word.starts_with('('));
        self.abbreviations.get(&key).is_some_and(stands_for_mark)
            || self.lookup.marks.contains(&key)
    }

    /// The names with exactly these letters and digits, in whole or in a part.
    fn match_spelling(&self, written: &str, fits: Fits<'_>) -> Vec<&SplitName<'_>> {
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
            let is_meant = |name: &&SplitName<'_>| {
                fits(name.card) && (part == NamePart::Whole || name.marks == mark)
            };
            let names: Vec<&SplitName<'_>> = names.filter(is_meant).collect();
            if !names.is_empty() {
                return names;
            }
        }
        Vec::new()
    }

    /// The printed names whose words begin with these letters, all or the last ones: `YISYW`,
    /// `C&TV`, `Mara Jade, TEH`.
    fn match_initials(&self, text: &str, fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let (head, letters) = text.rsplit_once(' ').unwrap_or(("", text));
        // `X-wing LCs`
        let singular = letters.strip_suffix('s').filter(|l| l.chars().all(char::is_uppercase));
        let (head, letters) = (split_tokens(head), squash(singular.unwrap_or(letters)));
        let fewest = if head.is_empty() { FEWEST_INITIALS } else { 2 };
        if letters.len() < fewest || text.ends_with('.') {
            return Vec::new();
        }
        let begins_so = |name: &&SplitName<'_>| {
            [0, name.count_place_words()].into_iter().any(|from| {
                let tokens = name.tokens().get(from..).unwrap_or(&[]);
                tokens.split_at_checked(head.len()).is_some_and(|(first, rest)| {
                    begins_with_each(rest, &letters)
                        && reading_cost(&head, first).is_some_and(|cost| cost < 0.6)
                })
            })
        };
        // `One` is kept as a digit, which `o` may stand for.
        let needed = letter_bits(&letters.replace('o', ""));
        let names = self.lookup.names().iter().filter(|n| n.initials & needed == needed);
        let names = names.filter(|n| n.is_printed && n.marks.is_empty());
        names.filter(begins_so).filter(|name| fits(name.card)).collect()
    }

    /// The names that read best word by word, if by a clear margin, or if the others do not suit the deck.
    fn match_words(&self, text: &str, fits: Fits<'_>, suits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let written = split_tokens(text);
        // A single word is in many names: it must be no part of any other.
        let is_word = written.len() == 1;
        let margin = |best: f64| if is_word && best > 0.35 { 0.8 } else { 0.35 };
        let mark = find_marks(text);
        let limit = 0.6 + 0.45 * written.len() as f64;
        let written_bits = letter_bits(&squash(text));
        // Bits of letters are cheap to compare and rule out most names.
        let alike = |name: &&SplitName<'_>| {
            name.marks == mark
                && (written_bits & !name.letters).count_ones() <= 3
                && fits(name.card)
        };
        let names = self.lookup.sharing_word(&written).into_iter().filter(alike);
        let costs = names.filter_map(|n| Some((reading_cost(&written, n.tokens())?, n)));
        let mut costs: Vec<(f64, &SplitName<'_>)> = costs.collect();
        let best = costs.iter().map(|(cost, _)| *cost).fold(f64::MAX, f64::min);
        let near = |cost: f64| cost <= limit && cost < best + margin(best);
        if costs.iter().any(|(cost, n)| near(*cost) && suits(n.card)) {
            costs.retain(|(_, n)| suits(n.card));
        }
        // Where no word is left out, `Command` is not short for `Commander`.
        let count_full =
            |words: &[NameToken]| words.iter().filter(|w| w.weight == Weight::Full).count();
        let is_whole = |(cost, n): &(f64, &SplitName<'_>)| {
            *cost <= best && count_full(n.tokens()) == count_full(&written)
        };
        let is_told = !is_word && costs.iter().any(is_whole);
        clear_best(costs, limit, |best| if is_told { 0.25 } else { margin(best) })
    }

    /// The names of a set that begin with the words beside the set's name: `EPP Obi-Wan`, `Luke EPP`.
    fn match_in_set(&self, text: &str, fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let halves = [text.split_once(' '), text.rsplit_once(' ').map(|(rest, word)| (word, rest))];
        let mut halves = halves.into_iter().flatten();
        let in_set = halves.find_map(|(word, rest)| Some((self.catalog.game.set(word)?, rest)));
        let Some((set, rest)) = in_set else { return Vec::new() };
        let written = split_tokens(rest);
        let mark = find_marks(rest);
        let is_in_set = |name: &&SplitName<'_>| {
            let card = self.catalog.cards.card(name.card);
            name.marks == mark && fits(name.card) && card.sets().any(|s| s == set)
        };
        let begins_so = |name: &&SplitName<'_>| {
            let start = name.tokens().get(..written.len());
            start.is_some_and(|start| reading_cost(&written, start).is_some_and(|cost| cost < 0.6))
        };
        let has_full_word = written.iter().any(|word| word.weight == Weight::Full);
        let names = self.lookup.sharing_word(&written).into_iter();
        names.filter(|n| has_full_word && is_in_set(n) && begins_so(n)).collect()
    }

    /// The names with the fewest letters wrong, if by a clear margin. Digits and marks must be
    /// right: a number tells one card from the next. `is_tail`: what stands behind the colon of a place is compared.
    fn match_letters(
        &self,
        (written, words, mark): (&str, &[NameToken], &str),
        is_tail: bool,
        fits: Fits<'_>,
    ) -> Vec<&SplitName<'_>> {
        // A word that some name has is that word, not another with a letter wrong.
        let with_word = self.lookup.with_word(written);
        let is_most = |name: &SplitName<'_>| {
            reading_cost(words, name.tokens()).is_some_and(|cost| cost < MOST_LEFT_OUT)
        };
        let with_word: Vec<&SplitName<'_>> = with_word
            .filter(|n| n.is_printed && n.marks == mark && fits(n.card) && is_most(n))
            .collect();
        if !with_word.is_empty() && written.len() > 3 {
            return with_word;
        }
        let limit = match written.chars().count() {
            0..=3 => return Vec::new(),
            4..=6 => 1,
            7 if words.len() > 1 => 1,
            7..=10 => 2,
            _ => MOST_EDITS,
        };
        let joined = join_words(words);
        let digits = keep_digits(written);
        let written_bits = letter_bits(written);
        let comparator = osa::BatchComparator::new(written.chars());
        let near = |most: u32| {
            let (digits, joined, comparator) = (&digits, &joined, &comparator);
            let possible = move |n: &&SplitName<'_>| {
                // An edit changes two letters at most.
                let differing = (n.letters ^ written_bits)
                    .count_ones()
                    .min((n.bare_letters ^ written_bits).count_ones());
                let further = (written_bits & !n.letters).count_ones();
                let is_near = if is_tail {
                    n.shown.contains(':') && further <= most
                } else {
                    differing <= 2 * most
                };
                is_near && n.marks == mark && fits(n.card)
            };
            let names = self.lookup.names().iter().filter(possible);
            let costs = names.filter_map(move |n| {
                let within = osa::Args::default().score_cutoff(most as usize);
                let edits = |name: &str| {
                    let close = name.len().abs_diff(written.len()) <= most as usize;
                    close.then(|| comparator.distance_with_args(name.chars(), &within)).flatten()
                };
                let cost = if !n.has_digits(digits) {
                    // `Slave 1` for `Slave I`
                    let its = join_words(n.tokens());
                    let is_numbered = !is_tail
                        && its.len().abs_diff(joined.len()) <= most as usize
                        && keep_digits(&its) == keep_digits(joined);
                    let cost = is_numbered.then(|| strsim::osa_distance(&its, joined));
                    cost.filter(|cost| *cost < 2)
                } else if is_tail {
                    edits(&squash(n.shown.split_once(':')?.1))
                } else {
                    let plain = [edits(&n.squashed()), edits(&n.bare())];
                    plain.into_iter().flatten().min()
                }?;
                let tokens = n
                    .tokens()
                    .get(if is_tail { n.count_place_words() } else { 0 }..)
                    .unwrap_or(&[]);
                let is_near = cost <= most as usize && is_alike(words, tokens);
                is_near.then_some((cost as f64, n))
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
    fn match_both_halves(&self, front: &str, back: &str, fits: Fits<'_>) -> Vec<&SplitName<'_>> {
        let (front_half, back_half) = (self.read_half(front), self.read_half(back));
        let mark = find_marks(back);
        let fits_halves = |a: &str, b: &str| {
            let (a, b) = ((squash(a), split_tokens(a)), (squash(b), split_tokens(b)));
            let is = |one, other| front_half.is(one) && (back.is_empty() || back_half.is(other));
            is(&a, &b) || is(&b, &a)
        };
        let fitting = |name: &&SplitName<'_>| {
            let shown = name.shown;
            let two = shown.split_once(" & ").or_else(|| shown.split_once('/'));
            name.marks == mark && two.is_some_and(|(a, b)| fits(name.card) && fits_halves(a, b))
        };
        let both: Vec<&SplitName<'_>> = self.lookup.names().iter().filter(fitting).collect();
        if !both.is_empty() {
            return both;
        }
        // Behind the name of a front people write what they like: the back is then not looked at.
        let has_faces = |card: CardIndex| {
            let mut its = self.catalog.cards.card(card).names();
            fits(card) && its.any(|(role, ..)| matches!(role, NameRole::Face(_)))
        };
        let mut fronts = self.catalog.cards.find_by_name(front);
        let is_short =
            front.contains(' ') || front.chars().filter(|c| c.is_uppercase()).count() > 3;
        if fronts.is_empty() && !back.is_empty() && is_short {
            let fit = |card| if has_faces(card) { Fit::Fits } else { Fit::Unfit };
            fronts = self.guess(front, &fit);
        }
        let has_front = |name: &&SplitName<'_>| {
            let is_front = name.is_printed && fronts.contains(&name.card);
            is_front && name.marks == mark && has_faces(name.card)
        };
        self.lookup.names().iter().filter(has_front).collect()
    }

    /// What a half of a name of two may stand for.
    fn read_half(&self, written: &str) -> HalfName {
        let letters = squash(written);
        let is_short = letters.len() > 1 && !written.contains(' ');
        let readings = self.expand_abbreviations(&split_glued(written));
        let mut names: Vec<String> = readings.iter().map(|reading| squash(reading)).collect();
        // A nickname stands for the names of its cards.
        let called = self.catalog.cards.find_by_name(written);
        let names_of = called.iter().flat_map(|card| self.catalog.cards.card(*card).names());
        names.extend(names_of.map(|(_, shown, _)| squash(shown)));
        HalfName {
            letters: Some(letters).filter(|_| is_short),
            words: readings.iter().map(|reading| split_tokens(reading)).collect(),
            names,
        }
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
                let find = |key: &str| self.abbreviations.get(key).copied();
                let plural = || {
                    let singular = key.strip_suffix('s').filter(|key| key.len() > 2)?;
                    Some((find(singular)?, "s"))
                };
                let (full, end) = find(&key).map(|found| (found, "")).or_else(plural)?;
                let full = full.iter().map(|word| format!("{word}{end}"));
                Some((n, full.collect::<Vec<_>>(), !end.is_empty()))
            });
            let (n, full, is_plural) = longest.unwrap_or((1, Vec::new(), false));
            let itself = rest.get(..n).unwrap_or(&[]).join(" ");
            let mut alternatives: Vec<&str> = full.iter().map(String::as_str).collect();
            // A word in the plural or the genitive is likelier the word of a name.
            alternatives.insert(if is_plural { 0 } else { full.len() }, &itself);
            readings = append_words(&readings, &alternatives);
            at += n;
        }
        readings
    }
}

/// A half of a name of two, prepared to be compared with many.
struct HalfName {
    /// The first letters of its words, if it may be no more than that.
    letters: Option<String>,
    words: Vec<Vec<NameToken>>,
    /// Names that it may be, letters and digits alone.
    names: Vec<String>,
}

impl HalfName {
    /// Whether it is a printed half, given by its letters and its words.
    fn is(&self, (plain, printed): &(String, Vec<NameToken>)) -> bool {
        let limit = 0.5 + 0.6 * printed.len().saturating_sub(1) as f64;
        let most = plain.len() / 5;
        let is_near = |name: &String| {
            name.len().abs_diff(plain.len()) <= most && strsim::osa_distance(name, plain) <= most
        };
        let reads_so =
            |words: &Vec<NameToken>| reading_cost(words, printed).is_some_and(|cost| cost <= limit);
        self.letters.as_ref().is_some_and(|letters| begins_with_each(printed, letters))
            || self.names.iter().any(is_near)
            || self.words.iter().any(reads_so)
    }
}

/// Appends each of some words to each reading so far, at most [`MAX_READINGS`] in all.
fn append_words(readings: &[String], words: &[&str]) -> Vec<String> {
    let with = |reading: &String, word: &str| {
        if reading.is_empty() { word.to_owned() } else { format!("{reading} {word}") }
    };
    let all = words.iter().flat_map(|word| readings.iter().map(move |r| with(r, word)));
    all.take(MAX_READINGS).collect()
}

/// Strips a word behind others, whatever its case.
fn strip_last_word<'n>(name: &'n str, word: &str) -> Option<&'n str> {
    let (before, last) = name.rsplit_once(' ')?;
    last.eq_ignore_ascii_case(word).then_some(before)
}

/// Splits `one & other`, `one and other`.
fn split_pair(name: &str) -> Option<(&str, &str)> {
    [" & ", " and ", " + ", " And "].into_iter().find_map(|word| name.split_once(word))
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

fn join_words(words: &[NameToken]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Whether no word of a name is wholly another than the written one at its place.
fn is_alike(written: &[NameToken], printed: &[NameToken]) -> bool {
    let wrong = |(a, b): (&NameToken, &NameToken)| {
        let short = a.text.chars().count().min(b.text.chars().count());
        let begins_otherwise = short < 6 && a.text.chars().next() != b.text.chars().next();
        let edits = strsim::osa_distance(&a.text, &b.text);
        edits > 1 + short / 3 || edits > 0 && written.len() == 1 && begins_otherwise
    };
    let holds = |words: &[NameToken]| words.iter().any(|word| word.text == "with");
    if holds(written) != holds(printed) {
        return false;
    }
    match written.len().cmp(&printed.len()) {
        Ordering::Equal => !written.iter().zip(printed).any(wrong),
        // A word more at the end is another name; a blank may be added.
        Ordering::Greater => !written.last().zip(printed.last()).is_some_and(wrong),
        Ordering::Less => true,
    }
}

/// The names that suit the deck, or all if none does.
fn keep_suiting<'n>(names: Vec<&'n SplitName<'n>>, suits: Fits<'_>) -> Vec<&'n SplitName<'n>> {
    let suiting: Vec<&SplitName<'_>> = names.iter().copied().filter(|n| suits(n.card)).collect();
    if suiting.is_empty() { names } else { suiting }
}

/// The cards of these names if all are one name; empty otherwise.
fn cards_of_one_name(names: &[&SplitName<'_>]) -> Vec<CardIndex> {
    let Some(first) = names.first() else { return Vec::new() };
    let mut cards: Vec<CardIndex> = names.iter().map(|n| n.card).collect();
    cards.sort();
    cards.dedup();
    let is_one = cards.len() == 1 || names.iter().all(|n| n.is_called_as(first));
    if is_one { cards } else { Vec::new() }
}

/// The names of least cost; empty if that exceeds the limit, or another name comes within a margin of it.
fn clear_best<'n>(
    mut costs: Vec<(f64, &'n SplitName<'n>)>,
    limit: f64,
    margin: impl Fn(f64) -> f64,
) -> Vec<&'n SplitName<'n>> {
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(best, first)) = costs.first() else { return Vec::new() };
    if best > limit {
        return Vec::new();
    }
    let margin = margin(best);
    let is_same = |n: &SplitName<'_>| n.card == first.card || n.is_called_as(first);
    let rival = costs.iter().any(|(cost, n)| !is_same(n) && *cost < best + margin);
    if rival {
        return Vec::new();
    }
    costs.iter().filter(|(cost, n)| *cost <= best && is_same(n)).map(|(_, n)| *n).collect()
}

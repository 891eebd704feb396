//! Guesses the names in posted lists: shortened, misspelt or joined. Contains the index of card
//! names that guesses use.
//!
//! A guess counts only if exactly one printed name fits, by a clear margin. Otherwise the line
//! stays unresolved, with candidates. A card with a mark such as `(V)` is only meant if the mark is
//! written.
//!
//! The limits and margins of costs are measured: `tests/it/posted_lists.rs` compares real lists
//! with keys that were checked by hand.

use super::fit::{Fit, Fitting, keep_fitting};
use super::names::split_halves;
use super::tokens::{
    WrittenWord, edit_weight, may_bring_in, reading_cost, split_digits, split_glued,
};
use crate::nearest::NearName;
use sleeve_data::model::name_index::{IndexedName, NameIndex, NamePart};
use sleeve_data::model::name_words::{
    NameToken, Weight, find_marks, has_digits, letter_bits, split_tokens, squash, strip_parentheses,
};
use sleeve_data::model::{CardIndex, Catalog, fold};
use sleeve_data::{Arrange, Gather};
use std::cell::{OnceCell, RefCell};
use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::rc::Rc;

/// Longest name for which a guess is made, in bytes.
pub(super) const MAX_GUESSED_BYTES: usize = 100;
/// Spellings of a name that are tried; each abbreviation multiplies them.
const MAX_SPELLINGS: usize = 24;
/// Most wrong letters in a long name.
const MOST_EDITS: f64 = 3.0;
/// The cost of words that a single word of a name may omit.
const MOST_LEFT_OUT: f64 = 1.7;
/// Longest extra word before a name, in letters: `SL`, `Obj`.
const LONGEST_MARK: usize = 3;
/// Shortest abbreviation by initials, in letters.
const FEWEST_INITIALS: usize = 3;

/// A text that should name a card, prepared for comparison with names.
pub(super) struct Sought<'s> {
    pub(super) text: &'s str,
    pub(super) words: Vec<NameToken>,
    /// Its letters and digits.
    pub(super) letters: String,
    /// The marks that distinguish a card from its namesakes.
    pub(super) mark: String,
    pub(super) fit: Fitting<'s>,
}

impl<'s> Sought<'s> {
    pub(super) fn new(text: &'s str, fit: Fitting<'s>) -> Sought<'s> {
        let (words, letters, mark) = (split_tokens(text), squash(text), find_marks(text));
        Sought { text, words, letters, mark, fit }
    }

    /// Whether a name has the marks of the text, and its card fits the deck.
    pub(super) fn may_be(&self, name: &IndexedName<'_>) -> bool {
        name.marks() == self.mark && self.fits(name)
    }

    pub(super) fn fits(&self, name: &IndexedName<'_>) -> bool {
        (self.fit)(name.card()) != Fit::Unfit
    }

    pub(super) fn suits(&self, name: &IndexedName<'_>) -> bool {
        (self.fit)(name.card()) == Fit::Suits
    }
}

/// A printed name without marks.
pub(super) fn is_plain(name: &IndexedName<'_>) -> bool {
    name.is_printed() && name.marks().is_empty()
}

pub(super) struct Guesser<'a> {
    pub(super) catalog: &'a Catalog,
    pub(super) lookup: NameLookup<'a>,
    /// The keys of abbreviations, with the words they stand for.
    abbreviations: BTreeMap<String, &'a [String]>,
    /// The most words of an abbreviation.
    longest_abbreviation: usize,
}

impl<'a> Guesser<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Guesser<'a> {
        let words = catalog.game.naming.words.iter();
        let count_words = |(word, _): &(String, Vec<String>)| word.split_whitespace().count();
        Guesser {
            longest_abbreviation: words.clone().map(count_words).max().unwrap_or(0),
            catalog,
            lookup: NameLookup::new(catalog),
            abbreviations: words.map(|(word, full)| (fold::key(word), full.as_slice())).gather(),
        }
    }

    /// Returns the cards of the only name that fits, by the strictest way of matching that finds
    /// any; empty if several names fit.
    pub(super) fn guess<'g>(&'g self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        // One letter is in too many names to mean one.
        if written.len() > MAX_GUESSED_BYTES || squash(written).chars().count() < 2 {
            return Vec::new();
        }
        let split = split_glued(written);
        let expanded = self.expand_abbreviations(&split).into_iter();
        // `ENdor` is not a letter before a word.
        let others = [split.clone(), written.to_owned(), split_digits(&split)];
        let readings = expanded.chain(others).each_once();
        let readings: Vec<Sought<'_>> =
            readings.iter().map(|text| Sought::new(text, fit)).collect();
        let is_whole = |reading: &&Sought<'_>| reading.text == written;
        let Some(whole) = readings.iter().find(is_whole) else { return Vec::new() };
        // Expanded abbreviations come first, because a word that is short for another seldom stands
        // for itself.
        let first = |way: &dyn Fn(&Sought<'_>) -> Vec<IndexedName<'g>>| {
            readings.iter().map(way).find(|names| !names.is_empty())
        };
        if let Some(names) = first(&|reading| self.match_spelling(reading)) {
            return cards_of_one_name(&keep_fitting(&names, |name| whole.suits(&name)));
        }
        // `Name combo`: of two cards in one, people name both or only the first.
        let combo = written.rsplit_once(' ').filter(|(_, last)| last.eq_ignore_ascii_case("combo"));
        let pair = combo.map_or(written, |(before, _)| before);
        let words = [" & ", " and ", " + ", " And "];
        let joined = || words.into_iter().find_map(|word| pair.split_once(word));
        // Only here, because a name that contains these words was already found by its spelling.
        let halves = split_halves(pair).or_else(joined);
        if let Some((front, back)) = halves.or(combo.map(|(before, _)| (before, ""))) {
            let both = cards_of_one_name(&self.match_both_halves(front, back, fit));
            if !both.is_empty() || written.contains('/') {
                return both;
            }
        }
        let by_initials = cards_of_one_name(&self.match_initials(whole));
        if !by_initials.is_empty() {
            return by_initials;
        }
        let by_words = first(&|reading| self.match_words(reading));
        let read = by_words.or_else(|| first(&|reading| self.match_in_set(reading)));
        // Last, because it compares letter by letter: the slowest way, and the loosest.
        let by_letters = || self.match_letters(readings.first().unwrap_or(whole), false);
        cards_of_one_name(&read.unwrap_or_else(by_letters))
    }

    /// Whether a name is a word that players write for another.
    pub(super) fn is_abbreviation(&self, name: &str) -> bool {
        self.abbreviations.contains_key(&fold::key(name))
    }

    /// Whether a text in parentheses distinguishes a card from its namesakes, as `(V)` does.
    pub(super) fn is_mark(&self, text: &str) -> bool {
        let key = fold::key(text);
        let stands_for_mark = |full: &&[String]| full.iter().any(|word| word.starts_with('('));
        self.abbreviations.get(&key).is_some_and(stands_for_mark)
            || self.lookup.index.has_marks(&key)
    }

    /// The names with exactly these letters and digits, completely or in a part.
    fn match_spelling(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let with_letter = sought.letters.replace('0', "o");
        // Whole names first, because a part of one name may be the whole of another.
        let parts = [
            NamePart::Whole,
            NamePart::Bare,
            NamePart::Front,
            NamePart::Head,
            NamePart::Tail,
            NamePart::ZeroAsLetter,
        ];
        let with_part = |part: NamePart| -> Vec<IndexedName<'_>> {
            let is_as_letter = part == NamePart::ZeroAsLetter;
            let letters = if is_as_letter { &with_letter } else { &sought.letters };
            let names = self.lookup.index.with_part(part, letters);
            // The letters of a whole name include those of its marks.
            let is_whole = part == NamePart::Whole;
            names.filter(|n| if is_whole { sought.fits(n) } else { sought.may_be(n) }).collect()
        };
        parts.into_iter().map(with_part).find(|names| !names.is_empty()).unwrap_or_default()
    }

    /// The printed names whose words, all or the last, begin with these letters: `YISYW`, `C&TV`,
    /// `Mara Jade, TEH`.
    fn match_initials(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let text = sought.text;
        let (head, letters) = text.rsplit_once(' ').unwrap_or(("", text));
        let (head, letters) = (split_tokens(head), squash(letters));
        let fewest = if head.is_empty() { FEWEST_INITIALS } else { 2 };
        if letters.len() < fewest || text.ends_with('.') {
            return Vec::new();
        }
        let begins_so = |name: &IndexedName<'_>| {
            let tokens = name.tokens();
            [0, count_place_words(*name)].into_iter().any(|from| {
                let words = tokens.get(from..).and_then(|its| its.split_at_checked(head.len()));
                words.is_some_and(|(first, rest)| {
                    begins_with_each(rest, &letters)
                        && reading_cost(&head, first).is_some_and(|cost| cost < 0.6)
                })
            })
        };
        let needed = letter_bits(&letters);
        // Bits rule out nearly all names before any word is examined.
        let names = self.lookup.index.names().filter(|n| n.initials() & needed == needed);
        names.filter(|n| is_plain(n) && begins_so(n) && sought.fits(n)).collect()
    }

    /// The names that match best word by word, if by a clear margin, or if the others do not suit
    /// the deck.
    fn match_words(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = &sought.words;
        // A single word is in many names, so it must not be a part of any other.
        let is_word = written.len() == 1;
        let margin = |best: f64| if is_word && best > 0.35 { 0.8 } else { 0.35 };
        let limit = 0.6 + 0.45 * written.len() as f64;
        let written_bits = letter_bits(&sought.letters);
        // Bits of letters are cheap to compare and rule out most names.
        let alike = |name: &IndexedName<'_>| {
            (written_bits & !name.letters()).count_ones() <= 3 && sought.may_be(name)
        };
        let names = self.lookup.sharing_word(written).into_iter().filter(alike);
        let costs = names.filter_map(|n| Some((reading_cost(written, &n.tokens())?, n)));
        let mut costs: Vec<(f64, IndexedName<'_>)> = costs.collect();
        let best = costs.iter().map(|(cost, _)| *cost).fold(f64::MAX, f64::min);
        let near = |cost: f64| cost <= limit && cost < best + margin(best);
        if costs.iter().any(|(cost, n)| near(*cost) && sought.suits(n)) {
            costs.retain(|(_, n)| sought.suits(n));
        }
        // If no word is omitted, `Command` is not short for `Commander`.
        let is_whole = |(cost, n): &(f64, IndexedName<'_>)| {
            *cost <= best && count_full(&n.tokens()) == count_full(written)
        };
        let is_told = !is_word && costs.iter().any(is_whole);
        clear_best(costs, limit, |best| if is_told { 0.25 } else { margin(best) })
    }

    /// The names of a set that begin with the words next to the set's name: `EPP Obi-Wan`, `Luke
    /// EPP`.
    fn match_in_set(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let text = sought.text;
        let halves = [text.split_once(' '), text.rsplit_once(' ').map(|(rest, word)| (word, rest))];
        let mut halves = halves.into_iter().flatten();
        let in_set = halves.find_map(|(word, rest)| Some((self.catalog.game.set(word)?, rest)));
        let Some((set, rest)) = in_set else { return Vec::new() };
        let rest = Sought::new(rest, sought.fit);
        let is_meant = |name: &IndexedName<'_>| {
            let mut sets = self.catalog.cards.card(name.card()).sets();
            let tokens = name.tokens();
            let start = tokens.get(..rest.words.len());
            let reads_so = |start| reading_cost(&rest.words, start).is_some_and(|cost| cost < 0.6);
            rest.may_be(name) && sets.any(|s| s == set) && start.is_some_and(reads_so)
        };
        let names = self.lookup.sharing_word(&rest.words).into_iter();
        names.filter(|n| count_full(&rest.words) > 0 && is_meant(n)).collect()
    }

    /// The names with the fewest wrong letters, by a clear margin, and no wrong digit or mark. With
    /// `is_tail`, only the part after their colons counts.
    pub(super) fn match_letters(&self, sought: &Sought<'_>, is_tail: bool) -> Vec<IndexedName<'_>> {
        let words = &sought.words;
        // A word that some name contains is that word, not another one with a wrong letter.
        let is_most = |name: &IndexedName<'_>| {
            reading_cost(words, &name.tokens()).is_some_and(|cost| cost < MOST_LEFT_OUT)
        };
        let with_word = self.lookup.with_word(&sought.letters);
        let with_word = with_word.filter(|n| n.is_printed() && sought.may_be(n) && is_most(n));
        let with_word: Vec<IndexedName<'_>> = with_word.collect();
        if !with_word.is_empty() && sought.letters.len() > 3 {
            return with_word;
        }
        let limit = match sought.letters.chars().count() {
            0..=3 => return Vec::new(),
            4..=6 => 1.0,
            // In several short words, two wrong letters may make another name.
            7 if words.len() > 1 => 1.0,
            7..=10 => 2.0,
            _ => MOST_EDITS,
        };
        let written = sought.letters.as_str();
        let (joined, digits, bits) =
            (join_words(words), keep_digits(written), letter_bits(written));
        let joined_digits = keep_digits(&joined);
        let near = |most: f64| -> Vec<(f64, IndexedName<'_>)> {
            // An edit changes the length by at most one letter, and costs at least a half.
            let furthest = (2.0 * most) as usize;
            let is_of_length =
                |length: u16| usize::from(length).abs_diff(written.len()) <= furthest;
            let may_be = |n: &IndexedName<'_>| {
                // A digit may be written as a letter without counting as a wrong letter.
                let is_sure = !n.has_digit() && digits.is_empty();
                let most = if is_sure { most } else { 2.0 * most };
                let is_near = |letters: u64, length: u16| {
                    let is_whole = !is_tail && is_of_length(length);
                    may_bring_in(bits & !letters, most)
                        && (is_tail || is_whole && may_bring_in(letters & !bits, most))
                };
                let is_bare =
                    || n.may_have_parentheses() && is_near(n.bare_letters(), n.bare_length());
                // A name without a number does not mean one with a number.
                (is_sure || n.has_digit() || n.has_number())
                    && (!is_tail || n.may_have_colon())
                    && (is_near(n.letters(), n.length()) || is_bare())
                    && sought.may_be(n)
            };
            let edits =
                |name: &str, written: &str| edit_weight(name, written, most, words.len() > 1);
            let edits_of = |n: IndexedName<'_>| {
                if !has_these_digits(n, &digits) {
                    // `Slave 1` for `Slave I`
                    let its = join_words(&n.tokens());
                    let is_numbered = !is_tail && keep_digits(&its) == joined_digits;
                    return edits(&its, &joined).filter(|cost| is_numbered && *cost < 2.0);
                }
                let edits = |letters: &str| edits(letters, written);
                if is_tail {
                    return edits(&squash(n.shown().split_once(':')?.1));
                }
                let bare = || edits(&n.bare());
                let bare = n.may_have_parentheses().then(bare).flatten();
                edits(&n.squashed()).into_iter().chain(bare).min_by(f64::total_cmp)
            };
            let names = self.lookup.index.names().filter(may_be);
            let names = names.filter_map(|n| Some((edits_of(n)?, n)));
            let from = |n| if is_tail { count_place_words(n) } else { 0 };
            names
                .filter(|(_, n)| is_alike(words, n.tokens().get(from(*n)..).unwrap_or(&[])))
                .collect()
        };
        let costs = near(limit).into_iter().map(|(cost, _)| cost);
        let Some(best) = costs.min_by(f64::total_cmp) else { return Vec::new() };
        // A rival has less than twice the edits.
        let margin = best.max(0.5);
        // Repeated with the range of rivals, which may exceed the limit.
        clear_best(near(best + margin), limit, |_| margin)
    }

    /// Returns the spellings of a name with its abbreviations expanded, the longest that fit, most
    /// likely first.
    pub(super) fn expand_abbreviations(&self, name: &str) -> Vec<String> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let mut spellings = vec![String::new()];
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let longest = (1..=rest.len().min(self.longest_abbreviation)).rev().find_map(|n| {
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
            // A plural or genitive is more likely to be the word of a name.
            alternatives.insert(if is_plural { 0 } else { full.len() }, &itself);
            spellings = append_words(&spellings, &alternatives);
            at += n;
        }
        spellings
    }
}

/// Appends each of some words to each spelling, up to [`MAX_SPELLINGS`] in all.
fn append_words(spellings: &[String], words: &[&str]) -> Vec<String> {
    let with = |spelling: &String, word: &str| {
        if spelling.is_empty() { word.to_owned() } else { format!("{spelling} {word}") }
    };
    let all = words.iter().flat_map(|word| spellings.iter().map(move |r| with(r, word)));
    all.take(MAX_SPELLINGS).collect()
}

/// Whether the words name a character with an item.
pub(super) fn holds_thing(words: &[NameToken]) -> bool {
    words.iter().any(|word| word.text == "with")
}

pub(super) fn count_full(words: &[NameToken]) -> usize {
    words.iter().filter(|word| word.weight == Weight::Full).count()
}

fn join_words(words: &[NameToken]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Whether every word of a name resembles the written word at its position.
fn is_alike(written: &[NameToken], printed: &[NameToken]) -> bool {
    let start = |word: &NameToken| word.text.chars().take(2).collect::<String>();
    let wrong = |(a, b): (&NameToken, &NameToken)| {
        let short = a.text.chars().count().min(b.text.chars().count());
        let mut letters = b.text.chars();
        // `Wpns`, `u`
        let is_shortened = a.text.chars().all(|c| letters.any(|letter| letter == c));
        let within = edit_weight(&a.text, &b.text, (1 + short / 3) as f64, false);
        within.is_none() && (!is_shortened || written.len() == 1)
    };
    // *With* makes it another card: a character with an item, not the item.
    if holds_thing(written) != holds_thing(printed) {
        return false;
    }
    let (starts, ends) = (written.first().zip(printed.first()), written.last().zip(printed.last()));
    match written.len().cmp(&printed.len()) {
        Ordering::Equal => !written.iter().zip(printed).any(wrong),
        // An extra word at the start or the end makes another name, unless it is as short as a
        // mark. A space may be added.
        Ordering::Greater => {
            let is_mark = written.first().is_some_and(|word| word.text.len() <= LONGEST_MARK);
            (is_mark || !starts.is_some_and(wrong)) && !ends.is_some_and(wrong)
        }
        Ordering::Less => starts.is_none_or(|(a, b)| start(a) == start(b) || has_digits(&a.text)),
    }
}

/// Returns the cards of these names if all are the same name; empty otherwise.
pub(super) fn cards_of_one_name(names: &[IndexedName<'_>]) -> Vec<CardIndex> {
    let Some(first) = names.first() else { return Vec::new() };
    let mut cards: Vec<CardIndex> = names.iter().map(|n| n.card()).collect();
    cards.sort();
    cards.dedup();
    let is_one = cards.len() == 1 || names.iter().all(|n| are_called_alike(*n, *first));
    if is_one { cards } else { Vec::new() }
}

/// Returns the names with the lowest cost; empty if that exceeds the limit, or if another name is
/// within a margin of it.
fn clear_best<'n>(
    mut costs: Vec<(f64, IndexedName<'n>)>,
    limit: f64,
    margin: impl Fn(f64) -> f64,
) -> Vec<IndexedName<'n>> {
    costs.arrange_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(best, first)) = costs.first() else { return Vec::new() };
    let margin = margin(best);
    let is_same = |n: &IndexedName<'_>| n.card() == first.card() || are_called_alike(*n, first);
    let rival = costs.iter().any(|(cost, n)| !is_same(n) && *cost < best + margin);
    if best > limit || rival {
        return Vec::new();
    }
    costs.iter().filter(|(cost, n)| *cost <= best && is_same(n)).map(|(_, n)| *n).collect()
}

/// Written words that are cached with the names they may be a part of.
const MAX_REMEMBERED_WORDS: usize = 20_000;

/// Positions of names by written word and whether a dot follows it.
type ReadableNames = BTreeMap<(String, bool), Rc<[u32]>>;

/// The index of names, and a cache of how written words were read.
pub(crate) struct NameLookup<'a> {
    pub(crate) index: NameIndex<'a>,
    pub(crate) catalog: &'a Catalog,
    /// The names that written words may be a part of, cached.
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

    /// The cards with a name of these letters and digits, with or without the text in parentheses.
    pub(super) fn by_slug(&self, slug: &str) -> Vec<CardIndex> {
        let slug = squash(slug.split('_').next().unwrap_or(slug));
        let parts = [NamePart::Whole, NamePart::Bare];
        let names = parts.iter().flat_map(|part| self.index.with_part(*part, &slug));
        let mut cards: Vec<CardIndex> = names.map(IndexedName::card).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    pub(super) fn with_word(&self, word: &str) -> impl Iterator<Item = IndexedName<'_>> {
        let names = self.index.find_word(word).into_iter().flat_map(|word| word.names());
        names.filter_map(|at| self.index.name_at(at))
    }

    /// The names with a word that the rarest of the written words may mean. No other name has all
    /// of them.
    pub(super) fn sharing_word(&self, written: &[NameToken]) -> Vec<IndexedName<'_>> {
        let telling_words = written.iter().filter(|word| word.weight != Weight::Small);
        let by_word: Vec<Rc<[u32]>> = telling_words.map(|word| self.readable_as(word)).collect();
        let rarest = by_word.iter().min_by_key(|names| names.len());
        let names = rarest.map_or(&[][..], |names| names);
        names.iter().filter_map(|at| self.index.name_at(*at)).collect()
    }

    /// The names with a word that a written word may mean; cached.
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

/// The number of words before the colon, for a place; 0 for other cards.
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

/// Whether a title of three or more significant words after a comma has the word at a position, in
/// a name with the same number of words.
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

/// Whether two names are the same, apart from spelling.
pub(super) fn are_called_alike(one: IndexedName<'_>, other: IndexedName<'_>) -> bool {
    one.folded() == other.folded() || one.key() == other.key()
}

/// Whether these are the first letters of the words, with or without the small ones.
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

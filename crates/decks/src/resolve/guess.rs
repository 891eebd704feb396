//! Guesses the names in posted lists: shortened, misspelt or joined. Contains the index of card
//! names that guesses use.
//!
//! A guess counts only if exactly one printed name fits, by a clear margin. Otherwise the line
//! stays unresolved, with candidates. A card with a mark such as `(V)` is only meant if the mark is
//! written.
//!
//! The limits and margins of costs are measured: `tests/it/posted_lists.rs` compares real lists
//! with keys that were checked by hand.

use super::{
    fit::{Fit, Fitting, keep_fitting},
    names::split_halves,
    tokens::{
        WrittenWord, edit_weight, may_bring_in, reading_cost, reads_within, split_digits,
        split_glued,
    },
};
use crate::nearest::NearCandidate;
use sleeve_data::{
    Arrange, Gather,
    model::{
        CardIndex, Catalog, SetId, fold,
        name_index::{IndexedName, NameIndex, NamePart},
        name_words::{
            NameToken, Weight, find_marks, has_digits, letter_bits, split_tokens, squash,
            strip_parentheses,
        },
    },
};
use std::{
    cell::{OnceCell, RefCell},
    cmp::Ordering,
    collections::BTreeMap,
    iter,
    rc::Rc,
};

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
        Guesser {
            longest_abbreviation: words
                .clone()
                .map(|(word, _)| word.split_whitespace().count())
                .max()
                .unwrap_or(0),
            catalog,
            lookup: NameLookup::new(catalog),
            abbreviations: words
                .map(|(word, full)| (fold::key(word), full.as_slice()))
                .gather(),
        }
    }

    /// Returns the cards of the name that a text means; empty if several names fit, or if the text
    /// has fewer than 2 letters or more than [`MAX_GUESSED_BYTES`] bytes.
    ///
    /// The ways of matching go from the strictest to the loosest. The first that finds a name
    /// decides.
    pub(super) fn guess(&self, written: &str, fit: Fitting<'_>) -> Vec<CardIndex> {
        // One letter is in too many names to mean one.
        if written.len() > MAX_GUESSED_BYTES || squash(written).chars().count() < 2 {
            return Vec::new();
        }
        let spellings = self.list_spellings(written);
        let readings: Vec<Sought<'_>> = spellings
            .iter()
            .map(|text| Sought::new(text, fit))
            .collect();
        let whole = readings.iter().find(|reading| reading.text == written);
        let (Some(likeliest), Some(whole)) = (readings.first(), whole) else { return Vec::new() };
        let by_spelling = first_match(&readings, |reading| self.match_spelling(reading));
        if !by_spelling.is_empty() {
            return cards_of_one_name(&keep_fitting(&by_spelling, |name| whole.suits(&name)));
        }
        // Only after the spelling, because a name may contain an *and* or a slash itself.
        if let Some((front, back)) = split_pair(written) {
            let both = cards_of_one_name(&self.match_both_halves(front, back, fit));
            if !both.is_empty() || written.contains('/') {
                return both;
            }
        }
        let by_initials = cards_of_one_name(&self.match_initials(whole));
        if !by_initials.is_empty() {
            return by_initials;
        }
        let by_words = first_match(&readings, |reading| self.match_words(reading));
        if !by_words.is_empty() {
            return cards_of_one_name(&by_words);
        }
        let in_set = first_match(&readings, |reading| self.match_in_set(reading));
        if !in_set.is_empty() {
            return cards_of_one_name(&in_set);
        }
        // Last, because it compares letter by letter: the slowest way, and the loosest.
        cards_of_one_name(&self.match_letters(likeliest, false))
    }

    /// Returns the spellings of a text that are compared with names, most likely first. Expanded
    /// abbreviations come first, because a word that is short for another seldom stands for itself.
    fn list_spellings(&self, written: &str) -> Vec<String> {
        let split = split_glued(written);
        let expanded = self.expand_abbreviations(&split).into_iter();
        // `ENdor` is not a letter before a word.
        let others = [split.clone(), written.to_owned(), split_digits(&split)];
        expanded.chain(others).each_once()
    }

    /// Whether a name is a word that players write for another.
    pub(super) fn is_abbreviation(&self, name: &str) -> bool {
        self.abbreviations.contains_key(&fold::key(name))
    }

    /// Whether a text in parentheses distinguishes a card from its namesakes, as `(V)` does.
    pub(super) fn is_mark(&self, text: &str) -> bool {
        let key = fold::key(text);
        let full = self.abbreviations.get(&key);
        full.is_some_and(|full| full.iter().any(|word| word.starts_with('(')))
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
        for part in parts {
            let is_as_letter = part == NamePart::ZeroAsLetter;
            let letters = if is_as_letter { &with_letter } else { &sought.letters };
            let mut names: Vec<_> = self.lookup.index.with_part(part, letters).collect();
            // The letters of a whole name include those of its marks.
            let is_whole = part == NamePart::Whole;
            names.retain(|n| if is_whole { sought.fits(n) } else { sought.may_be(n) });
            if !names.is_empty() {
                return names;
            }
        }
        Vec::new()
    }

    /// The printed names whose words, all or the last, begin with these letters: `YISYW`, `C&TV`,
    /// `Mara Jade, TEH`.
    fn match_initials(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let text = sought.text;
        let (before, last) = text.rsplit_once(' ').unwrap_or(("", text));
        let (head, letters) = (split_tokens(before), squash(last));
        let fewest = if head.is_empty() { FEWEST_INITIALS } else { 2 };
        if letters.len() < fewest || text.ends_with('.') {
            return Vec::new();
        }
        let needed = letter_bits(&letters);
        // Bits rule out nearly all names before any word is examined.
        let names = self
            .lookup
            .index
            .names()
            .filter(|n| n.initials() & needed == needed);
        names
            .filter(|n| is_plain(n) && has_initials(*n, &head, &letters) && sought.fits(n))
            .collect()
    }

    /// The names that match best word by word, if by a clear margin, or if the others do not suit
    /// the deck.
    fn match_words(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let written = &sought.words;
        // A single word is in many names, so it must not be a part of any other.
        let is_word = written.len() == 1;
        let limit = 0.6 + 0.45 * written.len() as f64;
        let written_bits = letter_bits(&sought.letters);
        let mut costs: Vec<CostedName<'_>> = Vec::new();
        for name in self.lookup.sharing_word(written) {
            // Bits of letters are cheap to compare and rule out most names.
            if (written_bits & !name.letters()).count_ones() <= 3
                && sought.may_be(&name)
                && let Some(cost) = reading_cost(written, &name.tokens())
            {
                costs.push(CostedName { cost, name });
            }
        }
        let best = costs.iter().map(|one| one.cost).fold(f64::MAX, f64::min);
        let most = best + margin_of_words(is_word, best);
        let mut near = costs
            .iter()
            .filter(|one| one.cost <= limit && one.cost < most);
        if near.any(|one| sought.suits(&one.name)) {
            costs.retain(|one| sought.suits(&one.name));
        }
        // If no word is omitted, `Command` is not short for `Commander`.
        let telling = count_full(written);
        let mut leading = costs.iter().filter(|one| one.cost <= best);
        let is_told = !is_word && leading.any(|one| count_full(&one.name.tokens()) == telling);
        clear_best(costs, limit, |best| if is_told { 0.25 } else { margin_of_words(is_word, best) })
    }

    /// The names of a set that begin with the words next to the set's name: `EPP Obi-Wan`, `Luke
    /// EPP`.
    fn match_in_set(&self, sought: &Sought<'_>) -> Vec<IndexedName<'_>> {
        let Some((set, rest)) = self.split_set(sought.text) else { return Vec::new() };
        let rest = Sought::new(rest, sought.fit);
        if count_full(&rest.words) == 0 {
            return Vec::new();
        }
        let mut names = self.lookup.sharing_word(&rest.words);
        names.retain(|name| {
            let tokens = name.tokens();
            let start = tokens.get(..rest.words.len());
            rest.may_be(name)
                && self
                    .catalog
                    .cards
                    .card(name.card())
                    .sets()
                    .any(|its| its == set)
                && start.is_some_and(|start| reads_within(&rest.words, start, 0.6))
        });
        names
    }

    /// Splits the name of a set from the text behind or before it.
    fn split_set<'t>(&self, text: &'t str) -> Option<(SetId, &'t str)> {
        let (first, behind) = text.split_once(' ')?;
        if let Some(set) = self.catalog.game.set(first) {
            return Some((set, behind));
        }
        let (before, last) = text.rsplit_once(' ')?;
        Some((self.catalog.game.set(last)?, before))
    }

    /// The names with the fewest wrong letters, by a clear margin, and no wrong digit or mark. With
    /// `is_tail`, only the part after their colons counts.
    pub(super) fn match_letters(&self, sought: &Sought<'_>, is_tail: bool) -> Vec<IndexedName<'_>> {
        let words = &sought.words;
        // A word that some name contains is that word, not another one with a wrong letter.
        let mut with_word: Vec<_> = self.lookup.with_word(&sought.letters).collect();
        with_word.retain(|n| {
            n.is_printed() && sought.may_be(n) && reads_within(words, &n.tokens(), MOST_LEFT_OUT)
        });
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
        let search = LetterSearch::new(sought, is_tail);
        let near = search.find_near(&self.lookup.index, limit);
        let costs = near.iter().map(|one| one.cost);
        let Some(best) = costs.min_by(f64::total_cmp) else { return Vec::new() };
        // A rival has less than twice the edits.
        let margin = best.max(0.5);
        // Repeated with the range of rivals, which may exceed the limit.
        clear_best(search.find_near(&self.lookup.index, best + margin), limit, |_| margin)
    }

    /// Returns the spellings of a name with its abbreviations expanded, the longest that fit, most
    /// likely first.
    pub(super) fn expand_abbreviations(&self, name: &str) -> Vec<String> {
        let words: Vec<&str> = name.split_whitespace().collect();
        let mut spellings = vec![String::new()];
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let Expansion { length, words: mut alternatives, is_plural } = self.expand_start(rest);
            let itself = rest.get(..length).unwrap_or_default().join(" ");
            // A plural or genitive is more likely to be the word of a name.
            alternatives.insert(if is_plural { 0 } else { alternatives.len() }, itself);
            spellings = append_words(&spellings, &alternatives);
            at += length;
        }
        spellings
    }

    /// Expands the longest abbreviation with which some words begin, also in the plural.
    fn expand_start(&self, words: &[&str]) -> Expansion {
        for length in (1..=words.len().min(self.longest_abbreviation)).rev() {
            let key = fold::key(&words.get(..length).unwrap_or_default().join(" "));
            if let Some(full) = self.abbreviations.get(&key) {
                return Expansion { length, words: full.to_vec(), is_plural: false };
            }
            if key.len() > 2
                && let Some(singular) = key.strip_suffix('s')
                && let Some(full) = self.abbreviations.get(singular)
            {
                let words = full.iter().map(|word| format!("{word}s")).collect();
                return Expansion { length, words, is_plural: true };
            }
        }
        Expansion { length: 1, words: Vec::new(), is_plural: false }
    }
}

/// The words that an abbreviation may stand for.
struct Expansion {
    /// The number of words of the abbreviation.
    length: usize,
    words: Vec<String>,
    is_plural: bool,
}

/// Returns the names that the first of several readings finds.
fn first_match<'s, 'n>(
    readings: &[Sought<'s>],
    find: impl Fn(&Sought<'s>) -> Vec<IndexedName<'n>>,
) -> Vec<IndexedName<'n>> {
    for reading in readings {
        let names = find(reading);
        if !names.is_empty() {
            return names;
        }
    }
    Vec::new()
}

/// Splits the name of two cards in one. People write both names, or only the first: `Name combo`.
fn split_pair(written: &str) -> Option<(&str, &str)> {
    let combo = written
        .rsplit_once(' ')
        .filter(|(_, last)| last.eq_ignore_ascii_case("combo"));
    let pair = combo.map_or(written, |(before, _)| before);
    if let Some(halves) = split_halves(pair) {
        return Some(halves);
    }
    for word in [" & ", " and ", " + ", " And "] {
        if let Some(halves) = pair.split_once(word) {
            return Some(halves);
        }
    }
    combo.map(|(before, _)| (before, ""))
}

/// Whether the words of a name, all or those behind its place, are these, followed by words with
/// these first letters.
fn has_initials(name: IndexedName<'_>, head: &[NameToken], letters: &str) -> bool {
    let tokens = name.tokens();
    for from in [0, count_place_words(name)] {
        let words = tokens.get(from..).unwrap_or_default();
        if let Some((first, rest)) = words.split_at_checked(head.len())
            && begins_with_each(rest, letters)
            && reads_within(head, first, 0.6)
        {
            return true;
        }
    }
    false
}

/// The margin by which the best name has to be read better than the others.
fn margin_of_words(is_word: bool, best: f64) -> f64 {
    if is_word && best > 0.35 { 0.8 } else { 0.35 }
}

/// A name with the cost of reading a text as it.
struct CostedName<'n> {
    cost: f64,
    name: IndexedName<'n>,
}

/// A text that is compared with names letter by letter.
struct LetterSearch<'s, 't> {
    sought: &'s Sought<'t>,
    /// Whether only the part of a name after its colon counts.
    is_tail: bool,
    digits: String,
    bits: u64,
    /// The letters of its words, in which numbers may be Roman.
    joined: String,
    joined_digits: String,
}

impl<'s, 't> LetterSearch<'s, 't> {
    fn new(sought: &'s Sought<'t>, is_tail: bool) -> LetterSearch<'s, 't> {
        let (written, joined) = (&sought.letters, join_words(&sought.words));
        let (digits, joined_digits) = (keep_digits(written), keep_digits(&joined));
        let bits = letter_bits(written);
        LetterSearch { sought, is_tail, digits, bits, joined, joined_digits }
    }

    /// Returns the names with at most this weight of edits.
    fn find_near<'i>(&self, index: &'i NameIndex<'_>, most: f64) -> Vec<CostedName<'i>> {
        let mut near = Vec::new();
        for name in index.names().filter(|name| self.may_be(name, most)) {
            let Some(cost) = self.weigh(name, most) else { continue };
            let from = if self.is_tail { count_place_words(name) } else { 0 };
            if is_alike(&self.sought.words, name.tokens().get(from..).unwrap_or_default()) {
                near.push(CostedName { cost, name });
            }
        }
        near
    }

    /// Whether the letters and the length of a name leave it possible that it is near.
    fn may_be(&self, name: &IndexedName<'_>, most: f64) -> bool {
        let is_sure = !name.has_digit() && self.digits.is_empty();
        // A name without a number does not mean one with a number.
        if !(is_sure || name.has_digit() || name.has_number())
            || self.is_tail && !name.may_have_colon()
        {
            return false;
        }
        // An edit changes the length by at most one letter, and costs at least a half.
        let furthest = (2.0 * most) as usize;
        // A digit may be written as a letter without counting as a wrong letter.
        let most = if is_sure { most } else { 2.0 * most };
        let whole = (name.letters(), name.length());
        let bare = name
            .may_have_parentheses()
            .then(|| (name.bare_letters(), name.bare_length()));
        iter::once(whole).chain(bare).any(|(letters, length)| {
            let is_of_length = usize::from(length).abs_diff(self.sought.letters.len()) <= furthest;
            may_bring_in(self.bits & !letters, most)
                && (self.is_tail || is_of_length && may_bring_in(letters & !self.bits, most))
        }) && self.sought.may_be(name)
    }

    /// Returns the weight of the edits between the text and a name; `None` if it exceeds `most`.
    fn weigh(&self, name: IndexedName<'_>, most: f64) -> Option<f64> {
        let (written, has_words) = (&self.sought.letters, self.sought.words.len() > 1);
        if !has_these_digits(name, &self.digits) {
            // `Slave 1` for `Slave I`
            let its = join_words(&name.tokens());
            if self.is_tail || keep_digits(&its) != self.joined_digits {
                return None;
            }
            let cost = edit_weight(&its, &self.joined, most, has_words);
            return cost.filter(|cost| *cost < 2.0);
        }
        if self.is_tail {
            let (_, tail) = name.shown().split_once(':')?;
            return edit_weight(&squash(tail), written, most, has_words);
        }
        let whole = edit_weight(&name.squashed(), written, most, has_words);
        if !name.may_have_parentheses() {
            return whole;
        }
        let bare = edit_weight(&name.bare(), written, most, has_words);
        whole.into_iter().chain(bare).min_by(f64::total_cmp)
    }
}

/// Appends each of some words to each spelling, up to [`MAX_SPELLINGS`] in all.
fn append_words(spellings: &[String], words: &[String]) -> Vec<String> {
    let mut all = Vec::new();
    for word in words {
        for spelling in spellings.iter().take(MAX_SPELLINGS - all.len()) {
            let is_first = spelling.is_empty();
            all.push(if is_first { word.clone() } else { format!("{spelling} {word}") });
        }
    }
    all
}

/// Whether the words name a character with an item.
pub(super) fn holds_thing(words: &[NameToken]) -> bool {
    words.iter().any(|word| word.text == "with")
}

pub(super) fn count_full(words: &[NameToken]) -> usize {
    words
        .iter()
        .filter(|word| word.weight == Weight::Full)
        .count()
}

fn join_words(words: &[NameToken]) -> String {
    words.iter().map(|word| word.text.as_str()).collect()
}

/// Whether every word of a name resembles the written word at its position.
fn is_alike(written: &[NameToken], printed: &[NameToken]) -> bool {
    // *With* makes it another card: a character with an item, not the item.
    if holds_thing(written) != holds_thing(printed) {
        return false;
    }
    let (starts, ends) = (written.first().zip(printed.first()), written.last().zip(printed.last()));
    let is_word = written.len() == 1;
    match written.len().cmp(&printed.len()) {
        Ordering::Equal => written
            .iter()
            .zip(printed)
            .all(|(a, b)| resembles(a, b, is_word)),
        // An extra word at the start or the end makes another name, unless it is as short as a
        // mark. A space may be added.
        Ordering::Greater => {
            let is_mark = written
                .first()
                .is_some_and(|word| word.text.len() <= LONGEST_MARK);
            (is_mark || starts.is_none_or(|(a, b)| resembles(a, b, is_word)))
                && ends.is_none_or(|(a, b)| resembles(a, b, is_word))
        }
        Ordering::Less => starts.is_none_or(|(a, b)| {
            a.text.chars().take(2).eq(b.text.chars().take(2)) || has_digits(&a.text)
        }),
    }
}

/// Whether a written word may be a misspelt printed one or, unless it is alone, a shortened one:
/// `Wpns`, `u`.
fn resembles(written: &NameToken, printed: &NameToken, is_alone: bool) -> bool {
    let (written, printed) = (&written.text, &printed.text);
    let shorter = written.chars().count().min(printed.chars().count());
    let mut letters = printed.chars();
    let is_shortened = written.chars().all(|c| letters.any(|letter| letter == c));
    is_shortened && !is_alone
        || edit_weight(written, printed, (1 + shorter / 3) as f64, false).is_some()
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
    mut costs: Vec<CostedName<'n>>,
    limit: f64,
    margin_of: impl Fn(f64) -> f64,
) -> Vec<IndexedName<'n>> {
    costs.arrange_by(|a, b| a.cost.total_cmp(&b.cost));
    let Some(&CostedName { cost: best, name: first }) = costs.first() else { return Vec::new() };
    let most = best + margin_of(best);
    let has_rival = costs
        .iter()
        .any(|one| one.cost < most && !is_same_name(one.name, first));
    if best > limit || has_rival {
        return Vec::new();
    }
    let leading = costs
        .iter()
        .filter(|one| one.cost <= best)
        .map(|one| one.name);
    leading.filter(|name| is_same_name(*name, first)).collect()
}

fn is_same_name(one: IndexedName<'_>, other: IndexedName<'_>) -> bool {
    one.card() == other.card() || are_called_alike(one, other)
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
    pub(crate) candidates: OnceCell<Box<[NearCandidate]>>,
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
        let names = parts
            .iter()
            .flat_map(|part| self.index.with_part(*part, &slug));
        let mut cards: Vec<CardIndex> = names.map(IndexedName::card).collect();
        cards.sort_unstable();
        cards.dedup();
        cards
    }

    pub(super) fn with_word(&self, word: &str) -> impl Iterator<Item = IndexedName<'_>> {
        let names = self
            .index
            .find_word(word)
            .into_iter()
            .flat_map(|word| word.names());
        names.filter_map(|at| self.index.name_at(at))
    }

    /// The names with a word that the rarest of the written words may mean. No other name has all
    /// of them.
    pub(super) fn sharing_word(&self, written: &[NameToken]) -> Vec<IndexedName<'_>> {
        let telling_words = written.iter().filter(|word| word.weight != Weight::Small);
        let by_word: Vec<Rc<[u32]>> = telling_words.map(|word| self.readable_as(word)).collect();
        let rarest = by_word.iter().min_by_key(|names| names.len());
        let names = rarest.map_or(&[][..], |names| names);
        names
            .iter()
            .filter_map(|at| self.index.name_at(*at))
            .collect()
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
    name.shown()
        .split_once(':')
        .map_or(0, |(place, _)| split_tokens(place).len())
}

/// Whether these are the digits of a name, in order, without those in parentheses and of a place.
pub(super) fn has_these_digits(name: IndexedName<'_>, digits: &str) -> bool {
    if !name.has_digit() {
        return digits.is_empty();
    }
    let shown = strip_parentheses(name.shown());
    let tail = shown.split_once(':').map(|(_, tail)| tail);
    iter::once(shown)
        .chain(tail)
        .any(|text| keep_digits(&squash(text)) == digits)
}

/// Whether a title of three or more significant words after a comma has the word at a position, in
/// a name with the same number of words.
pub(super) fn has_title_of(
    shown: &str,
    its: &[NameToken],
    written: &[NameToken],
    at: usize,
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
    let plain = words
        .iter()
        .filter(|word| word.weight != Weight::Parenthetical);
    let large = plain.clone().filter(|word| word.weight != Weight::Small);
    plain.map(first_letter).eq(letters.chars().map(Some))
        || large.map(first_letter).eq(letters.chars().map(Some))
}

fn first_letter(word: &NameToken) -> Option<char> {
    word.text.chars().next()
}

pub(super) fn keep_digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

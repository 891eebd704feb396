//! Finds words that a text needs to match a pattern: one pass over the text shows which of many
//! patterns are worth a search.

use aho_corasick::AhoCorasick;
use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};
use std::collections::BTreeMap;

/// The shortest word that is searched for, in bytes; shorter ones are in nearly every text.
const MIN_WORD: usize = 3;
/// The largest number of words of which a pattern may need one. A pattern with more is always
/// searched for.
const MAX_NEEDED_WORDS: usize = 32;
/// Characters that equal a letter if case is ignored, but that a search for ASCII letters misses.
const UNUSUAL_LETTERS: [char; 2] = ['\u{17f}', '\u{212a}'];

/// A pattern, and the words of which a text needs one to match.
#[derive(Debug, Clone)]
pub(crate) struct SievedPattern {
    pub(crate) regex: Regex,
    /// Indices of words in the sieve; `None` if the pattern may match any text.
    needs: Option<Vec<usize>>,
}

/// The words of all patterns of a mapping.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatternSieve {
    /// Indices of words in lower case.
    numbers: BTreeMap<String, usize>,
    /// `None` before [`PatternSieve::close`], and if it cannot be built: every pattern may then
    /// match.
    search: Option<AhoCorasick>,
}

/// The words of a sieve in a text; `None` means possibly all.
pub(crate) struct FoundWords(Option<Vec<bool>>);

impl PatternSieve {
    /// Adds the words of a pattern.
    pub(crate) fn add(&mut self, regex: Regex) -> SievedPattern {
        let hir = regex_syntax::parse(regex.as_str()).ok();
        let Some(words) = hir.and_then(|hir| needed_words(&hir)) else {
            return SievedPattern { regex, needs: None };
        };
        let mut needs = Vec::new();
        for word in words {
            let next = self.numbers.len();
            needs.push(*self.numbers.entry(word).or_insert(next));
        }
        SievedPattern { regex, needs: Some(needs) }
    }

    /// Prepares the search, after the last pattern.
    pub(crate) fn close(&mut self) {
        let mut numbered: Vec<(&String, &usize)> = self.numbers.iter().collect();
        // The search identifies words by position, which therefore has to match their index.
        numbered.sort_by_key(|(_, number)| **number);
        let words = numbered.iter().map(|(word, _)| word);
        self.search = AhoCorasick::builder()
            .ascii_case_insensitive(true)
            .build(words)
            .ok();
    }

    pub(crate) fn find_words(&self, text: &str) -> FoundWords {
        let Some(search) = self
            .search
            .as_ref()
            .filter(|_| !text.contains(UNUSUAL_LETTERS))
        else {
            return FoundWords(None);
        };
        let mut found = vec![false; self.numbers.len()];
        // Overlapping, because one word may be inside another.
        for hit in search.find_overlapping_iter(text) {
            if let Some(found) = found.get_mut(hit.pattern().as_usize()) {
                *found = true;
            }
        }
        FoundWords(Some(found))
    }
}

impl FoundWords {
    /// The result for a changed text.
    pub(crate) const ANY: FoundWords = FoundWords(None);

    /// Whether a pattern may match a text with these words.
    pub(crate) fn allow(&self, pattern: &SievedPattern) -> bool {
        match (&self.0, &pattern.needs) {
            (Some(found), Some(needs)) => needs
                .iter()
                .any(|number| found.get(*number).copied().unwrap_or(true)),
            (None, _) | (_, None) => true,
        }
    }
}

/// Words in lower case of which every matching text contains one; `None` if no such words are
/// known.
fn needed_words(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => None,
        HirKind::Literal(_) | HirKind::Class(_) => letters(hir)
            .filter(|word| word.len() >= MIN_WORD)
            .map(|word| vec![word]),
        HirKind::Capture(capture) => needed_words(&capture.sub),
        HirKind::Repetition(repetition) if repetition.min > 0 => needed_words(&repetition.sub),
        HirKind::Repetition(_) => None,
        HirKind::Concat(parts) => needed_in_row(parts),
        HirKind::Alternation(parts) => {
            let all: Option<Vec<Vec<String>>> = parts.iter().map(needed_words).collect();
            let mut all: Vec<String> = all?.into_iter().flatten().collect();
            all.sort_unstable();
            all.dedup();
            (all.len() <= MAX_NEEDED_WORDS).then_some(all)
        }
    }
}

/// The most selective of the words that a sequence needs: adjacent letters form one word.
fn needed_in_row(parts: &[Hir]) -> Option<Vec<String>> {
    let mut choices: Vec<Vec<String>> = Vec::new();
    let mut word = String::new();
    for part in parts {
        match part.kind() {
            // A position in the text takes no characters.
            HirKind::Empty | HirKind::Look(_) => {}
            _ => match letters(part) {
                Some(letters) => word.push_str(&letters),
                None => {
                    choices.push(vec![std::mem::take(&mut word)]);
                    choices.extend(needed_words(part));
                }
            },
        }
    }
    choices.push(vec![word]);
    choices.retain(|words| shortest(words) >= MIN_WORD);
    // Of equal ones the first, and `max_by_key` would take the last.
    choices
        .into_iter()
        .rev()
        .max_by_key(|words| shortest(words))
}

fn shortest(words: &[String]) -> usize {
    words.iter().map(String::len).min().unwrap_or(0)
}

/// The ASCII text in lower case that a part always matches, ignoring case; `None` if it may match
/// several.
fn letters(part: &Hir) -> Option<String> {
    match part.kind() {
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0)
                .ok()
                .filter(|text| text.is_ascii())?;
            Some(text.to_ascii_lowercase())
        }
        HirKind::Class(Class::Unicode(class)) => {
            let mut letter = None;
            for range in class.ranges() {
                if UNUSUAL_LETTERS.contains(&range.start()) && range.start() == range.end() {
                    continue;
                }
                let lower = range.start().to_ascii_lowercase();
                let same = letter.is_none_or(|letter| letter == lower);
                if range.start() != range.end() || !lower.is_ascii() || !same {
                    return None;
                }
                letter = Some(lower);
            }
            letter.map(String::from)
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn needs(pattern: &str) -> Option<Vec<String>> {
        needed_words(&regex_syntax::parse(pattern).expect("a pattern"))
    }

    #[test]
    fn the_longest_words_that_must_stand_there_are_found() {
        let words = |words: &[&str]| Some(words.iter().map(|w| (*w).to_owned()).collect());
        assert_eq!(needs(r"(?i)\bretrieves?\b(?: \d+ Force)?"), words(&["retrieve"]));
        assert_eq!(needs(r"(?i)(?:be|is) retrieved"), words(&[" retrieved"]));
        assert_eq!(needs("(?:Force loss|battle damage)"), words(&["battle damage", "force loss"]));
        assert_eq!(needs(r"[^.;]{0,80}lost\b pile"), words(&["lost pile"]));
        assert_eq!(needs("(?:lost|a) x?"), None, "one way needs no word");
        assert_eq!(needs(r"\w+"), None);
    }

    const PARTS: [&str; 8] = ["lost", "st", "k", "[st]o", "(?:los|to|sk)", "l?", "o+t", r"\b"];

    proptest! {
        /// The second witness: the sieve lets through every match of a pattern.
        #[test]
        fn no_text_is_kept_from_a_pattern_that_finds_it(
            text in "[lLoOsStTkK \u{212a}\u{17f}]{0,12}",
            ignores_case in any::<bool>(),
            parts in proptest::collection::vec(proptest::sample::select(PARTS.to_vec()), 1..5),
        ) {
            let mut sieve = PatternSieve::default();
            let pattern = format!("{}{}", if ignores_case { "(?i)" } else { "" }, parts.concat());
            let pattern = sieve.add(Regex::new(&pattern).expect("a pattern"));
            sieve.add(Regex::new("other").expect("a pattern"));
            sieve.close();
            if pattern.regex.is_match(&text) {
                prop_assert!(sieve.find_words(&text).allow(&pattern));
            }
        }
    }
}

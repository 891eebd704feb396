//! Words without which a pattern finds nothing: one pass over a text tells which of many patterns are worth a search.

use aho_corasick::AhoCorasick;
use regex::Regex;
use regex_syntax::hir::{Class, Hir, HirKind};
use std::collections::BTreeMap;

/// The shortest word that is looked for, in bytes; shorter ones stand in nearly every text.
const MIN_WORD: usize = 3;
/// The most words of which a pattern needs one; with more it is searched for anyway.
const MAX_NEEDED_WORDS: usize = 32;
/// Characters that are also those of a letter when case is ignored, and that a search for ASCII letters misses.
const UNUSUAL_LETTERS: [char; 2] = ['\u{17f}', '\u{212a}'];

/// A pattern, and the words of which a text needs one to be found by it.
#[derive(Debug, Clone)]
pub(crate) struct SievedPattern {
    pub(crate) regex: Regex,
    /// Numbers of words of the sieve; `None`: it may find something in any text.
    needs: Option<Vec<usize>>,
}

/// The words of all patterns of a mapping.
#[derive(Debug, Clone, Default)]
pub(crate) struct PatternSieve {
    /// Numbers of words in lower case.
    numbers: BTreeMap<String, usize>,
    /// `None` before [`PatternSieve::close`], and where it cannot be built: every pattern may find something.
    search: Option<AhoCorasick>,
}

/// The words of a sieve that a text holds; `None`: perhaps all.
pub(crate) struct FoundWords(Option<Vec<bool>>);

impl PatternSieve {
    /// Takes the words of a pattern in.
    pub(crate) fn add(&mut self, regex: Regex) -> SievedPattern {
        let hir = regex_syntax::parse(regex.as_str()).ok();
        let needs = hir.and_then(|hir| needed_words(&hir)).map(|words| {
            let number = |word: String| {
                let next = self.numbers.len();
                *self.numbers.entry(word).or_insert(next)
            };
            words.into_iter().map(number).collect()
        });
        SievedPattern { regex, needs }
    }

    /// Prepares the search, when all patterns are there.
    pub(crate) fn close(&mut self) {
        let mut words: Vec<(&String, &usize)> = self.numbers.iter().collect();
        // The search calls the words by their order, which thus has to be that of their numbers.
        words.sort_by_key(|(_, number)| **number);
        let words = words.iter().map(|(word, _)| word.as_str());
        self.search = AhoCorasick::builder().ascii_case_insensitive(true).build(words).ok();
    }

    pub(crate) fn find_words(&self, text: &str) -> FoundWords {
        let Some(search) = self.search.as_ref().filter(|_| !text.contains(UNUSUAL_LETTERS)) else {
            return FoundWords(None);
        };
        let mut found = vec![false; self.numbers.len()];
        // Overlapping, since one word may lie within another.
        for hit in search.find_overlapping_iter(text) {
            if let Some(found) = found.get_mut(hit.pattern().as_usize()) {
                *found = true;
            }
        }
        FoundWords(Some(found))
    }
}

impl FoundWords {
    /// What is known of a text that was changed.
    pub(crate) const ANY: FoundWords = FoundWords(None);

    /// Whether a pattern may find something in the text with these words.
    pub(crate) fn allow(&self, pattern: &SievedPattern) -> bool {
        match (&self.0, &pattern.needs) {
            (Some(found), Some(needs)) => {
                needs.iter().any(|number| found.get(*number).copied().unwrap_or(true))
            }
            (None, _) | (_, None) => true,
        }
    }
}

/// Words in lower case of which every text has one in which the pattern finds something; `None` where no such words are known.
fn needed_words(hir: &Hir) -> Option<Vec<String>> {
    match hir.kind() {
        HirKind::Empty | HirKind::Look(_) => None,
        HirKind::Literal(_) | HirKind::Class(_) => {
            letters(hir).filter(|word| word.len() >= MIN_WORD).map(|word| vec![word])
        }
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

/// The most telling of the words that parts in a row need: letters that follow each other are one word.
fn needed_in_row(parts: &[Hir]) -> Option<Vec<String>> {
    let mut best: Option<Vec<String>> = None;
    let shortest = |words: &[String]| words.iter().map(String::len).min().unwrap_or(0);
    let mut offer = |words: Vec<String>| {
        let length = shortest(&words);
        if length >= MIN_WORD && best.as_deref().is_none_or(|best| shortest(best) < length) {
            best = Some(words);
        }
    };
    let mut word = String::new();
    for part in parts {
        match part.kind() {
            // A place in the text takes no room in it.
            HirKind::Empty | HirKind::Look(_) => {}
            _ => match letters(part) {
                Some(letters) => word.push_str(&letters),
                None => {
                    offer(vec![std::mem::take(&mut word)]);
                    needed_words(part).into_iter().for_each(&mut offer);
                }
            },
        }
    }
    offer(vec![word]);
    best
}

/// The ASCII text in lower case that a part always finds, whatever the case; `None` where it may find several.
fn letters(part: &Hir) -> Option<String> {
    match part.kind() {
        HirKind::Literal(literal) => {
            let text = std::str::from_utf8(&literal.0).ok().filter(|text| text.is_ascii())?;
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
        /// The second witness: whatever a pattern finds, the sieve lets through.
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

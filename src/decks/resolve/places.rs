//! What a heading says: a zone of the format, or a comment such as a kind of card.

use crate::model::game::{AttributeType, Named};
use crate::model::{Catalog, Format, fold};
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// The zones that headings may name, and the words that head sections without being zones.
pub(super) struct Places {
    named: Vec<Named>,
    /// Every word for a zone, as a key, with the zone's position.
    words: OnceCell<BTreeMap<String, usize>>,
    comments: OnceCell<BTreeSet<String>>,
}

impl Places {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> Places {
        let names = |format: &Format| format.zones.iter().map(|z| z.named.clone()).collect();
        let named = match format {
            Some(format) => names(format),
            None => catalog.formats().flat_map(|format| -> Vec<Named> { names(format) }).collect(),
        };
        Places { named, words: OnceCell::new(), comments: OnceCell::new() }
    }

    fn words(&self) -> &BTreeMap<String, usize> {
        self.words.get_or_init(|| {
            let mut words = BTreeMap::new();
            for (at, named) in self.named.iter().enumerate() {
                for word in named.words() {
                    words.entry(fold::key(word)).or_insert(at);
                }
            }
            words
        })
    }

    /// The zone that a word names exactly (id, name, alias).
    pub(super) fn zone(&self, word: &str) -> Option<&str> {
        let by_id = self.named.iter().find(|named| named.id == word);
        let by_word = || self.named.get(*self.words().get(&fold::key(word))?);
        by_id.or_else(by_word).map(|named| named.id.as_str())
    }

    /// The zone that a heading names: exactly, or with a size or words like *deck* and *cards* beside it,
    /// or by its beginning.
    pub(super) fn heading(&self, heading: &str) -> Option<&str> {
        let bare = without_size(heading);
        if let Some(zone) = self.zone(heading).or_else(|| self.zone(bare)) {
            return Some(zone);
        }
        let folded = fold::fold(bare);
        let words = folded.split(' ').filter(|w| !matches!(*w, "the" | "main" | "cards" | "card"));
        let words: Vec<&str> = words.collect();
        let essence = words.join(" ");
        let without_deck: Vec<&str> = words.iter().copied().filter(|w| *w != "deck").collect();
        if let Some(zone) = self.zone(&essence).or_else(|| self.zone(&without_deck.join(" "))) {
            return Some(zone);
        }
        let key = fold::key(bare);
        if key.len() < 5 {
            return None;
        }
        let begun = self.words().iter().filter(|(word, _)| word.starts_with(&key));
        let begun = begun.filter_map(|(_, at)| self.named.get(*at));
        let mut begun: Vec<&str> = begun.map(|named| named.id.as_str()).collect();
        begun.dedup();
        match begun.as_slice() {
            [one] => Some(one),
            _ => None,
        }
    }

    /// Whether a line is a heading that names no zone: kinds of card, values that cards are sorted by.
    pub(super) fn is_comment(&self, catalog: &Catalog, line: &str, leads: bool) -> bool {
        let comments = self.comments.get_or_init(|| comments(catalog));
        let bare = without_size(line);
        let mut parts = bare.split(['/', '&', ',', '+']).map(fold::key).filter(|p| !p.is_empty());
        let known = |key: &str| comments.contains(key);
        let all = parts.clone().all(|part| known(&part)) && parts.next().is_some();
        let sized = bare.len() < line.trim().len();
        let close = |key: &str| {
            comments.iter().any(|word| {
                word.len() > 5 && key.len() > 5 && strsim::damerau_levenshtein(word, key) <= 1
            })
        };
        all || (leads && sized && close(&fold::key(bare)))
    }
}

/// `Characters (20)`, `Characters - 20`, `CHARACTERS: 20` without the number.
fn without_size(heading: &str) -> &str {
    let heading = heading.trim().trim_end_matches(':').trim_end();
    let bare = heading.strip_suffix(')').unwrap_or(heading);
    let bare = bare.trim_end_matches(|c: char| c.is_ascii_digit());
    if bare.len() == heading.len() {
        return heading;
    }
    let bare = bare.trim_end();
    let apart = |c: char| bare.strip_suffix(c).filter(|b| b.ends_with(char::is_whitespace));
    let name = bare.strip_suffix(['(', ':']).or_else(|| apart('-')).map(str::trim_end);
    name.filter(|name| !name.is_empty()).unwrap_or(heading)
}

fn comments(catalog: &Catalog) -> BTreeSet<String> {
    let mut words = BTreeSet::new();
    let mut add = |word: &str| {
        let key = fold::key(word);
        if !key.is_empty() {
            words.insert(format!("{key}s"));
            words.insert(key);
        }
    };
    for kind in &catalog.game.kinds {
        kind.named.words().chain(kind.plural.both()).for_each(&mut add);
    }
    let sorted = catalog.game.attributes.iter().filter(|a| is_sorting(&a.kind));
    sorted.flat_map(|a| a.values()).flat_map(|v| v.words()).for_each(&mut add);
    ["total", "deck", "main deck", "cards", "card list", "decklist"].into_iter().for_each(add);
    words
}

/// Fields whose values head sections: those of which a card has exactly one.
fn is_sorting(kind: &AttributeType) -> bool {
    matches!(kind, AttributeType::Enum { .. })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_taken_off_headings() {
        assert_eq!(without_size("Characters (20)"), "Characters");
        assert_eq!(without_size("LOCATIONS - 11"), "LOCATIONS");
        assert_eq!(without_size("Effects(7)"), "Effects");
        assert_eq!(without_size("Blizzard 2"), "Blizzard 2");
        assert_eq!(without_size("DS-61-2"), "DS-61-2");
    }
}

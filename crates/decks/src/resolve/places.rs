//! What a heading says of the zones of a format.

use super::headings::strip_decoration;
use sleeve_data::model::game::Named;
use sleeve_data::model::{Catalog, Format, fold};
use std::cell::OnceCell;
use std::collections::BTreeMap;

/// The zones that headings may name.
pub(super) struct HeadingZones {
    named: Vec<Named>,
    /// Every word for a zone, as a key, with the zone's position.
    words: OnceCell<BTreeMap<String, usize>>,
}

impl HeadingZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> HeadingZones {
        let names = |format: &Format| format.zones.iter().map(|z| z.named.clone()).collect();
        let named = match format {
            Some(format) => names(format),
            None => catalog.formats().flat_map(|format| -> Vec<Named> { names(format) }).collect(),
        };
        HeadingZones { named, words: OnceCell::new() }
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
    pub(super) fn find_zone(&self, word: &str) -> Option<&str> {
        let by_id = self.named.iter().find(|named| named.id == word);
        let by_word = || self.named.get(*self.words().get(&fold::key(word))?);
        by_id.or_else(by_word).map(|named| named.id.as_str())
    }

    /// The zone that a heading names: exactly, or with a size or words like *deck* and *cards* beside it,
    /// or by its beginning.
    pub(super) fn find_heading_zone(&self, heading: &str) -> Option<&str> {
        let bare = strip_decoration(heading);
        if let Some(zone) = self.find_zone(heading).or_else(|| self.find_zone(bare)) {
            return Some(zone);
        }
        let folded = fold::fold(bare);
        let words = folded.split(' ').filter(|w| !matches!(*w, "the" | "main" | "cards" | "card"));
        let words: Vec<&str> = words.collect();
        let essence = words.join(" ");
        let without_deck: Vec<&str> = words.iter().copied().filter(|w| *w != "deck").collect();
        if let Some(zone) =
            self.find_zone(&essence).or_else(|| self.find_zone(&without_deck.join(" ")))
        {
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
}

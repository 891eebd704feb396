//! The headings of posted lists: zones, kinds of card, values that cards are sorted by, words that
//! the game's players use, and words of any list.

use crate::raw::{CopyNotation, RawDeck, RawItem};
use foldhash::fast::RandomState;
use sleeve_data::Arrange;
use sleeve_data::model::game::AttributeType;
use sleeve_data::model::name_words::letter_bits;
use sleeve_data::model::{Catalog, fold};
use std::cell::OnceCell;
use std::collections::HashMap;
use std::rc::Rc;

/// The meaning of a heading; the default is a heading that tells nothing of its cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct HeadingMeaning {
    /// The id of the zone that it names in some format of the game.
    pub(super) zone: Option<String>,
    /// A filter of its cards: of several cards of one name, those that fit are meant.
    pub(super) card_filter: Option<String>,
    /// Whether prose follows, apart from lines that are certainly cards.
    pub(super) prose: bool,
    /// Whether it is only a value of a field: names of cards have such words as well.
    pub(super) is_value: bool,
}

/// The position of a line that may be a heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum HeadingPosition {
    /// Marked as a heading, first of its paragraph, or with the size of a section.
    Likely,
    /// Among other lines, where only exact words make a heading.
    Unmarked,
}

const MAX_HEADING_CHARS: usize = 60;
/// Most words of a heading that is composed of known words.
const MAX_HEADING_WORDS: usize = 6;

/// Most values of a field that lists are sorted by; the values of larger fields are no headings.
const MAX_HEADING_VALUES: usize = 64;

/// Words that may stand beside others in a heading and mean nothing there.
const FILLER_WORDS: &str = "the main my your card cards deck stuff other others various and or of for in a type \
    types les des et de du mes autres";

/// Headings of any list that tell nothing of their cards.
const PLAIN_HEADINGS: &str = "total, deck, main deck, cards, card list, decklist, deck list, list, misc, \
    miscellaneous, other, stuff, sideboard, metagame, option, options, metagame option, \
    tech, support, divers, autres, liste, cartes, the rest";

const PROSE_HEADINGS: &str = "strategy, strategies, comment, comments, notes, note, description, discussion, \
    how it works, how to play, how to play it, explanation, matchups, match ups, tips, \
    introduction, thoughts, changes, possible changes, why, stratégie, commentaire, \
    commentaires, remarques, explications, présentation";

/// The meanings of the headings of a game.
pub(super) struct Headings<'a> {
    catalog: &'a Catalog,
    /// By where the words come from, each made when no earlier one has the word: most headings are
    /// kinds of card, and need no values.
    layers: [OnceCell<HeadingWords>; LAYERS.len()],
}

/// Meanings by the key of their words. Each stands for its plural in `s` too.
#[derive(Default)]
struct HeadingWords(HashMap<String, HeadingWord, RandomState>);

struct HeadingWord {
    /// The number of words before it: of a word and the plural of another the first counts.
    order: usize,
    meaning: Rc<HeadingMeaning>,
}

/// What makes the words of a layer. The first meaning of a word wins: that of the game's players, then zones,
/// kinds, values, words of any list.
const LAYERS: [fn(&Catalog, &mut HeadingWords); 5] =
    [add_declared, add_zones, add_kinds, add_values, add_words_of_any_list];

fn add_declared(catalog: &Catalog, words: &mut HeadingWords) {
    for heading in &catalog.game.naming.headings {
        let (zone, card_filter) = (heading.zone.clone(), heading.cards.clone());
        let meaning = HeadingMeaning { zone, card_filter, ..HeadingMeaning::default() };
        add_words(words, heading.words.iter().map(String::as_str), meaning);
    }
}

fn add_zones(catalog: &Catalog, words: &mut HeadingWords) {
    for zone in catalog.zone_lists().iter().flatten() {
        let id = Some(zone.named.id.to_string());
        let meaning = HeadingMeaning { zone: id, ..HeadingMeaning::default() };
        add_words(words, zone.named.words(), meaning);
    }
}

fn add_kinds(catalog: &Catalog, words: &mut HeadingWords) {
    for kind in &catalog.game.kinds {
        let cards = Some(format!("kind:{}", kind.named.id));
        let meaning = HeadingMeaning { card_filter: cards, ..HeadingMeaning::default() };
        add_words(words, kind.named.words().chain(kind.plural.wordings()), meaning);
    }
}

fn add_values(catalog: &Catalog, words: &mut HeadingWords) {
    // Enumerations first: a card has exactly one of their values.
    let mut sorting: Vec<_> = catalog.game.attributes.iter().collect();
    sorting.arrange_by_key(|a| !matches!(a.kind, AttributeType::Enum { .. }));
    sorting.retain(|attribute| attribute.count_values() <= MAX_HEADING_VALUES);
    for (attribute, value) in
        sorting.iter().flat_map(|of| of.values().iter().map(|value| (&of.named.id, value)))
    {
        let cards = Some(format!("{attribute}:{}", value.id));
        let meaning =
            HeadingMeaning { card_filter: cards, is_value: true, ..HeadingMeaning::default() };
        add_words(words, value.words().filter(|word| word.len() > 2), meaning);
    }
}

fn add_words_of_any_list(_: &Catalog, words: &mut HeadingWords) {
    for (plain, prose) in [(PLAIN_HEADINGS, false), (PROSE_HEADINGS, true)] {
        add_words(words, plain.split(", "), HeadingMeaning { prose, ..HeadingMeaning::default() });
    }
}

fn add_words<'w>(
    words: &mut HeadingWords,
    added: impl Iterator<Item = &'w str>,
    meaning: HeadingMeaning,
) {
    let meaning = Rc::new(meaning);
    for key in added.map(fold::key).filter(|key| !key.is_empty()) {
        let order = words.0.len();
        let word = || HeadingWord { order, meaning: Rc::clone(&meaning) };
        words.0.entry(key).or_insert_with(word);
    }
}

impl HeadingWords {
    /// The meaning of a word, or of one of which it is the plural, as headings often are: `Weapons`.
    fn find(&self, key: &str) -> Option<&Rc<HeadingMeaning>> {
        let plural = key.strip_suffix('s').and_then(|singular| self.0.get(singular));
        let found = self.0.get(key).into_iter().chain(plural).min_by_key(|word| word.order);
        found.map(|word| &word.meaning)
    }

    /// Every word with its ending: none, and that of the plural.
    fn iter(&self) -> impl Iterator<Item = (&str, &'static str, &Rc<HeadingMeaning>)> {
        let endings = |(key, word)| {
            let (key, meaning): (&String, &HeadingWord) = (key, word);
            ["", "s"].map(|ending| (key.as_str(), ending, &meaning.meaning))
        };
        self.0.iter().flat_map(endings)
    }
}

impl<'a> Headings<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Headings<'a> {
        Headings { catalog, layers: Default::default() }
    }

    /// The words of each layer, made when they are asked for.
    fn layers(&self) -> impl Iterator<Item = &HeadingWords> {
        self.layers.iter().zip(LAYERS).map(|(words, add)| {
            words.get_or_init(|| {
                let mut words = HeadingWords::default();
                add(self.catalog, &mut words);
                words
            })
        })
    }

    fn find(&self, key: &str) -> Option<&Rc<HeadingMeaning>> {
        self.layers().find_map(|words| words.find(key))
    }

    /// Whether this is the meaning of a word, and not that of a later layer.
    fn is_meaning(&self, word: &str, meaning: &Rc<HeadingMeaning>) -> bool {
        self.find(word).is_some_and(|first| Rc::ptr_eq(first, meaning))
    }

    /// The meaning of a line as a heading; `None` if its words are not known.
    pub(super) fn meaning(&self, line: &str, position: HeadingPosition) -> Option<HeadingMeaning> {
        let bare = strip_decoration(line);
        if bare.is_empty() || bare.chars().count() > MAX_HEADING_CHARS {
            return None;
        }
        // `Starships (big ones) (4)`
        let is_likely = position == HeadingPosition::Likely;
        let front =
            || bare.split_once('(').filter(|_| is_likely).and_then(|(front, _)| self.known(front));
        if let Some(meaning) =
            self.known(bare).or_else(|| self.known(strip_total(bare))).or_else(front)
        {
            return Some(meaning);
        }
        let bare = if is_likely { strip_total(bare) } else { bare };
        let parts: Vec<&str> =
            bare.split(['/', '&', ',', '+']).map(str::trim).filter(|p| !p.is_empty()).collect();
        // `w/` is *with*, and joins no two headings.
        let has_with = bare.contains("w/") || bare.contains("W/");
        if parts.len() > 1 && !has_with {
            return merge_meanings(
                parts.iter().map(|part| self.part_meaning(part, position)).collect(),
            );
        }
        self.part_meaning(bare, position)
    }

    fn known(&self, text: &str) -> Option<HeadingMeaning> {
        self.find(&fold::key(text)).map(|meaning| HeadingMeaning::clone(meaning))
    }

    /// The meaning of a part without separators such as `/`.
    fn part_meaning(&self, text: &str, position: HeadingPosition) -> Option<HeadingMeaning> {
        if let Some(meaning) = self.known(text).or_else(|| self.zone_with_prefix(text)) {
            return Some(meaning);
        }
        if position == HeadingPosition::Unmarked {
            return None;
        }
        let folded = fold::fold(text);
        let words: Vec<&str> = folded
            .split([' ', '-'])
            .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()))
            .collect();
        self.composed_meaning(&words).or_else(|| self.misspelt_meaning(text))
    }

    /// The meaning of the beginning of a zone's name, if only one zone begins so.
    fn zone_with_prefix(&self, text: &str) -> Option<HeadingMeaning> {
        let key = fold::key(text);
        if key.len() < 5 {
            return None;
        }
        // Only the words of the game's players and of its zones name any.
        let words = self.layers().take(2).flat_map(HeadingWords::iter);
        let named = words.filter(|(word, ending, meaning)| {
            let has_prefix = word.starts_with(&key) || key.strip_suffix(*ending) == Some(word);
            has_prefix
                && meaning.zone.is_some()
                && self.is_meaning(&[*word, *ending].concat(), meaning)
        });
        let mut zones = named.filter_map(|(.., meaning)| meaning.zone.as_ref());
        let first = zones.next()?;
        let is_one = zones.all(|zone| zone == first);
        is_one.then(|| HeadingMeaning { zone: Some(first.clone()), ..HeadingMeaning::default() })
    }

    /// The meaning of a heading of several words that are all known or fillers: `Starting stuff`.
    fn composed_meaning(&self, words: &[&str]) -> Option<HeadingMeaning> {
        if words.len() > MAX_HEADING_WORDS {
            return None;
        }
        let mut meanings: Vec<HeadingMeaning> = Vec::new();
        let (mut at, mut has_number) = (0, false);
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let longest = (1..=rest.len().min(3))
                .rev()
                .find_map(|n| Some((n, self.known(&rest.get(..n)?.join(" "))?)));
            let digits = |word: &&str| word.bytes().all(|b| b.is_ascii_digit());
            let is_filler = rest
                .first()
                .is_some_and(|word| FILLER_WORDS.split(' ').any(|f| f == *word) || digits(word));
            has_number |=
                longest.is_none() && rest.first().is_some_and(|w| digits(w) && !w.is_empty());
            match longest {
                Some((n, meaning)) => {
                    meanings.push(meaning);
                    at += n;
                }
                None if is_filler => at += 1,
                None => return None,
            }
        }
        // `Option 2` is a heading; `Red 12` would be a card.
        if has_number && !meanings.contains(&HeadingMeaning::default()) {
            return None;
        }
        let zone = meanings.iter().find_map(|m| m.zone.clone());
        // The last word counts, which is the noun: `Jedi characters`, `Light locations`.
        let cards = meanings.iter().rev().find_map(|m| m.card_filter.clone());
        let prose = meanings.iter().any(|m| m.prose) && zone.is_none() && cards.is_none();
        let is_value = meanings.iter().all(|m| m.is_value);
        (!meanings.is_empty()).then_some(HeadingMeaning {
            zone,
            card_filter: cards,
            prose,
            is_value,
        })
    }

    /// The meaning of a known word with a letter or two wrong, if only one is so near.
    fn misspelt_meaning(&self, text: &str) -> Option<HeadingMeaning> {
        let key = fold::key(text);
        let edits = match key.chars().count() {
            0..=5 => return None,
            6..=9 => 1,
            _ => 2,
        };
        // An edit changes two letters at most.
        let letters = letter_bits(&key);
        let alike = self.layers().flat_map(HeadingWords::iter).filter(|(word, ending, _)| {
            let length = word.len() + ending.len();
            let its_letters = || letter_bits(word) | letter_bits(ending);
            length > 5
                && length.abs_diff(key.len()) <= edits
                && (its_letters() ^ letters).count_ones() as usize <= 2 * edits
        });
        let words = alike.map(|(word, ending, meaning)| ([word, ending].concat(), meaning));
        let words = words.filter(|(word, meaning)| self.is_meaning(word, meaning));
        let near = words.map(|(word, meaning)| (strsim::osa_distance(&word, &key), meaning));
        let near: Vec<_> = near.filter(|(distance, _)| *distance <= edits).collect();
        let (least, first) = near.iter().min_by_key(|(distance, _)| *distance)?;
        let is_one = near.iter().all(|(distance, other)| distance > least || other == first);
        is_one.then(|| HeadingMeaning::clone(first))
    }
}

/// The meaning of a heading of several parts: their zone if they agree on one, the cards of all.
fn merge_meanings(parts: Vec<Option<HeadingMeaning>>) -> Option<HeadingMeaning> {
    let parts: Vec<HeadingMeaning> = parts.into_iter().collect::<Option<_>>()?;
    let zone = parts.first().and_then(|first| first.zone.clone());
    let is_agreed = parts.iter().all(|part| part.zone == zone);
    let cards: Option<Vec<String>> = parts.iter().map(|part| part.card_filter.clone()).collect();
    Some(HeadingMeaning {
        zone: zone.filter(|_| is_agreed),
        card_filter: cards.map(|cards| cards.join(" or ")),
        prose: parts.iter().all(|part| part.prose),
        is_value: parts.iter().all(|part| part.is_value),
    })
}

/// Strips the decoration and the size of a heading: `--- Characters (20) ---`, `8 Locations`, `CHARACTERS: 20`.
pub(super) fn strip_decoration(heading: &str) -> &str {
    let is_decoration = |c: char| {
        matches!(c, '-' | '=' | '*' | '~' | '_' | '#' | '>' | '<' | '–' | '—' | '.' | ':')
    };
    let heading = heading.trim_matches(|c: char| is_decoration(c) || c.is_whitespace());
    let heading = heading.strip_prefix('[').and_then(|h| h.strip_suffix(']')).unwrap_or(heading);
    let heading = strip_size(heading).trim();
    let name = heading.trim_start_matches(|c: char| c.is_ascii_digit());
    if name.len() < heading.len() && name.starts_with(char::is_whitespace) {
        name.trim()
    } else {
        heading
    }
}

/// Strips a total however it stands, with what follows: `Effects-11`, `Effects11`, `Red 18`,
/// `Effects (9) + 1 to start`.
fn strip_total(heading: &str) -> &str {
    let is_size = |at: &usize| {
        let inner = heading.get(at + 1..).unwrap_or("").trim_start();
        inner.starts_with(|c: char| c.is_ascii_digit())
    };
    let open = heading.match_indices(['(', '[']).map(|(at, _)| at).find(is_size);
    let name = open.and_then(|at| heading.get(..at)).unwrap_or(heading);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || c == '-' || c == ' ');
    if bare.is_empty() { heading } else { bare }
}

/// Strips the number of `Characters (20)`, `Characters - 20`, `CHARACTERS: 20`, `Characters (20 cards)`.
pub(super) fn strip_size(heading: &str) -> &str {
    let heading = heading.trim().trim_end_matches(':').trim_end();
    let unclosed = heading.strip_suffix([')', ']']);
    let bare = match unclosed.and_then(|h| h.rsplit_once(['(', '['])) {
        Some((_, inner)) if inner.trim_start().starts_with(|c: char| c.is_ascii_digit()) => {
            let size = inner.trim().trim_end_matches(|c: char| c.is_alphabetic() || c == ' ');
            let is_number = size.bytes().all(|b| b.is_ascii_digit());
            let end = heading.len() - inner.len() - 1;
            if is_number { heading.get(..end).unwrap_or(heading) } else { heading }
        }
        _ => heading.trim_end_matches(|c: char| c.is_ascii_digit()),
    };
    if bare.len() == heading.len() {
        return heading;
    }
    let bare = bare.trim_end();
    let strip_apart = |c: char| bare.strip_suffix(c).filter(|b| b.ends_with(char::is_whitespace));
    let name = bare.strip_suffix(['(', '[', ':']).or_else(|| strip_apart('-')).map(str::trim_end);
    name.filter(|name| !name.is_empty()).unwrap_or(heading)
}

/// The lines that follow a line, to the next blank line or heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FollowingBlock {
    /// A blank line, or nothing, follows at once.
    pub(super) gap: bool,
    /// A heading follows at once.
    pub(super) heading: bool,
    /// Every line has a number of copies.
    pub(super) counted: bool,
    pub(super) lines: usize,
    pub(super) copies: u32,
}

/// Lines that are read of a block: enough for a deck, and a bound for long texts, where each line asks.
const MAX_SCANNED_LINES: usize = 120;

impl FollowingBlock {
    /// Scans the block behind a line; a blank line directly behind it does not end the block.
    pub(super) fn scan(raw: &RawDeck, at: usize) -> FollowingBlock {
        let mut block = FollowingBlock { gap: true, counted: true, ..FollowingBlock::default() };
        let following = raw.items.get(at + 1..).unwrap_or(&[]);
        for item in following.iter().take(MAX_SCANNED_LINES) {
            let RawItem::Card(card) = item else {
                block.heading = block.lines == 0;
                break;
            };
            if card.starts_paragraph && block.lines > 0 {
                break;
            }
            block.gap &= card.starts_paragraph || block.lines > 0;
            block.lines += 1;
            block.copies = block.copies.saturating_add(card.count);
            block.counted &= !matches!(card.notation, CopyNotation::Absent | CopyNotation::Loose);
        }
        block.counted &= block.lines > 0;
        block
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_and_decoration_are_taken_off_headings() {
        for (heading, name) in [
            ("Characters (20)", "Characters"),
            ("LOCATIONS - 11", "LOCATIONS"),
            ("Effects(7)", "Effects"),
            ("Effects (7 cards):", "Effects"),
            ("CHARACTERS: 20", "CHARACTERS"),
            ("--- Weapons [3] ---", "Weapons"),
            ("8 Locations", "Locations"),
            ("60 cards", "cards"),
            ("Blizzard 2", "Blizzard 2"),
            ("DS-61-2", "DS-61-2"),
            ("Luke (13_78)", "Luke (13_78)"),
        ] {
            assert_eq!(strip_decoration(heading), name, "{heading}");
        }
    }
}

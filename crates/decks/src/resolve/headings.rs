//! The headings of posted lists: zones, kinds of card, values, words of the game's players, words
//! of any list. Also the zones of a deck's cards: the one that a heading names, or the default zone
//! of a card.

use crate::{
    line::{are_digits, is_digit},
    raw::{CopyNotation, RawDeck, RawItem},
};
use foldhash::fast::RandomState;
use sleeve_data::{
    Arrange,
    model::{
        CardIndex, Catalog, Format, Level, RuleBody, find_named, fold,
        game::{AttributeType, Named},
        name_words::{has_digits, letter_bits},
    },
    problem::count_edits,
};
use sleeve_language::{Filter, Parameters, Piles, ROLE, Scope, Truth, World, condition, filter};
use std::{
    cell::{OnceCell, RefCell},
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

/// The meaning of a heading. The default is a heading that describes none of its cards.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct HeadingMeaning {
    /// The id of the zone with this name in some format of the game.
    pub(super) zone: Option<String>,
    /// A filter for its cards. If several cards have the same name, those that match are meant.
    pub(super) card_filter: Option<String>,
    /// Whether text follows, except for lines that are certainly cards.
    pub(super) prose: bool,
    /// Whether it is only a value of a field. Names of cards contain such words as well.
    pub(super) is_value: bool,
}

const MAX_HEADING_CHARS: usize = 60;
/// Most words of a heading composed of known words.
const MAX_HEADING_WORDS: usize = 6;

/// Most values of a field that lists are sorted by. The values of larger fields are not headings.
const MAX_HEADING_VALUES: usize = 64;

/// Words that may occur in a heading without a meaning.
const FILLER_WORDS: &str = "the main my your card cards deck stuff other others various and or of \
    for in a type types les des et de du mes autres";

/// Headings of any list that describe none of its cards.
const PLAIN_HEADINGS: &str = "total, deck, main deck, card, cards, card list, decklist, \
    deck list, list, misc, miscellaneous, other, stuff, sideboard, metagame, option, options, metagame option, \
    tech, support, divers, autres, liste, cartes, the rest";

const PROSE_HEADINGS: &str = "strategy, strategies, comment, comments, notes, note, \
    description, discussion, how it works, how to play, how to play it, explanation, matchups, match ups, tips, \
    introduction, thoughts, changes, possible changes, why, stratégie, commentaire, \
    commentaires, remarques, explications, présentation";

/// The meanings of the headings of a game.
pub(super) struct Headings<'a> {
    catalog: &'a Catalog,
    /// By the origin of the words. Each layer is built only if no earlier one has the word, because
    /// few headings need values.
    layers: [OnceCell<HeadingWords>; LAYERS.len()],
}

/// Meanings by the key of each word, which also covers its plural in `s`.
type HeadingWords = HashMap<String, HeadingMeaning, RandomState>;

/// The functions that build the layers. The first layer with a word decides its meaning.
const LAYERS: [fn(&Catalog, &mut HeadingWords); 5] =
    [add_declared, add_zones, add_kinds, add_values, add_words_of_any_list];

fn add_declared(catalog: &Catalog, words: &mut HeadingWords) {
    for heading in catalog.game.naming.headings.iter() {
        let (zone, card_filter) = (heading.zone.clone(), heading.cards.clone());
        let meaning = HeadingMeaning { zone, card_filter, ..Default::default() };
        // `-DS` is a mark before names.
        let its = heading
            .words
            .iter()
            .map(String::as_str)
            .filter(|word| !word.starts_with('-'));
        add_words(words, its, meaning);
    }
}

fn add_zones(catalog: &Catalog, words: &mut HeadingWords) {
    for zone in catalog.zone_lists().iter().flatten() {
        let id = Some(zone.named.id.to_string());
        let meaning = HeadingMeaning { zone: id, ..Default::default() };
        add_words(words, zone.named.words(), meaning);
    }
}

fn add_kinds(catalog: &Catalog, words: &mut HeadingWords) {
    for kind in &catalog.game.kinds {
        let card_filter = Some(format!("kind:{}", kind.named.id));
        let meaning = HeadingMeaning { card_filter, ..Default::default() };
        add_words(words, kind.named.words().chain(kind.plural.wordings()), meaning);
    }
}

fn add_values(catalog: &Catalog, words: &mut HeadingWords) {
    // Enumerations first, because a card has exactly one of their values.
    let mut sorting: Vec<_> = catalog.game.attributes.iter().collect();
    sorting.arrange_by_key(|a| !matches!(a.kind, AttributeType::Enum { .. }));
    sorting.retain(|attribute| attribute.count_values() <= MAX_HEADING_VALUES);
    for (attribute, value) in sorting
        .iter()
        .flat_map(|of| of.values().iter().map(|value| (&of.named.id, value)))
    {
        let card_filter = Some(format!("{attribute}:{}", value.id));
        let meaning = HeadingMeaning { card_filter, is_value: true, ..Default::default() };
        add_words(words, value.words().filter(|word| word.len() > 2), meaning);
    }
}

fn add_words_of_any_list(_: &Catalog, words: &mut HeadingWords) {
    for (plain, prose) in [(PLAIN_HEADINGS, false), (PROSE_HEADINGS, true)] {
        add_words(words, plain.split(", "), HeadingMeaning { prose, ..Default::default() });
    }
}

fn add_words<'w>(
    words: &mut HeadingWords,
    added: impl Iterator<Item = &'w str>,
    meaning: HeadingMeaning,
) {
    for key in added.map(fold::key).filter(|key| !key.is_empty()) {
        words.entry(key).or_insert_with(|| meaning.clone());
    }
}

impl<'a> Headings<'a> {
    pub(super) fn new(catalog: &'a Catalog) -> Headings<'a> {
        Headings { catalog, layers: Default::default() }
    }

    /// The words of each layer, built on demand.
    fn layers(&self) -> impl Iterator<Item = &HeadingWords> {
        self.layers.iter().zip(LAYERS).map(|(words, add)| {
            words.get_or_init(|| {
                let mut words = HeadingWords::default();
                add(self.catalog, &mut words);
                words
            })
        })
    }

    fn find(&self, key: &str) -> Option<&HeadingMeaning> {
        let singular = key.strip_suffix('s');
        self.layers()
            .find_map(|words| words.get(key).or_else(|| words.get(singular?)))
    }

    /// Returns the meaning of a line as a heading, if its words are known. The words of a likely
    /// heading need not be exact.
    pub(super) fn meaning(&self, line: &str, is_likely: bool) -> Option<HeadingMeaning> {
        let bare = strip_decoration(line);
        if bare.is_empty() || bare.chars().count() > MAX_HEADING_CHARS {
            return None;
        }
        let known = self.known(bare).or_else(|| self.known(strip_size(bare)));
        if known.is_some() {
            return known;
        }
        // `Starships (big ones) (4)`
        if is_likely
            && let Some((front, _)) = bare.split_once('(')
            && let Some(meaning) = self.known(front)
        {
            return Some(meaning);
        }
        // `Ships N Vehicles`
        let joined = strip_size(bare).replace(" N ", "&").replace(" n ", "&");
        let parts = joined
            .split(['/', '&', ',', '+'])
            .map(str::trim)
            .filter(|p| !p.is_empty());
        // `w/` is *with*, and does not join two headings.
        if parts.clone().count() > 1 && !joined.contains("w/") && !joined.contains("W/") {
            return merge_meanings(
                parts
                    .map(|part| self.part_meaning(part, is_likely))
                    .collect(),
            );
        }
        self.part_meaning(&joined, is_likely)
    }

    fn known(&self, text: &str) -> Option<HeadingMeaning> {
        self.find(&fold::key(text)).cloned()
    }

    /// The meaning of a part without separators such as `/`.
    fn part_meaning(&self, text: &str, is_likely: bool) -> Option<HeadingMeaning> {
        if let Some(meaning) = self.known(text).or_else(|| self.zone_with_prefix(text)) {
            return Some(meaning);
        }
        if !is_likely {
            return None;
        }
        let folded = fold::fold(text);
        let words: Vec<&str> = folded
            .split([' ', '-'])
            .map(|w| w.trim_matches(|c: char| !c.is_alphanumeric()))
            .collect();
        self.composed_meaning(&words)
            .or_else(|| self.misspelt_meaning(text))
    }

    /// The meaning of the beginning of a zone's name, if it is the beginning of only one.
    fn zone_with_prefix(&self, text: &str) -> Option<HeadingMeaning> {
        let key = fold::key(text);
        if key.len() < 5 {
            return None;
        }
        // Only the words of the game's players and of its zones name zones.
        let words = self.layers().take(2).flat_map(HashMap::keys);
        let named = words
            .filter(|word| word.starts_with(&key))
            .filter_map(|word| self.find(word));
        let mut zones = named.filter_map(|meaning| meaning.zone.as_ref());
        let first = zones.next()?;
        let is_one = zones.all(|zone| zone == first);
        is_one.then(|| HeadingMeaning { zone: Some(first.clone()), ..Default::default() })
    }

    /// The meaning of a heading of several words that are all known or fillers: `Starting stuff`.
    fn composed_meaning(&self, words: &[&str]) -> Option<HeadingMeaning> {
        if words.len() > MAX_HEADING_WORDS {
            return None;
        }
        let mut meanings: Vec<HeadingMeaning> = Vec::new();
        let (mut rest, mut has_number) = (words, false);
        while let Some((first, others)) = rest.split_first() {
            let longest = (1..=rest.len().min(3)).rev().find_map(|n| {
                let (words, others) = rest.split_at_checked(n)?;
                Some((self.known(&words.join(" "))?, others))
            });
            if let Some((meaning, others)) = longest {
                meanings.push(meaning);
                rest = others;
                continue;
            }
            let is_number = are_digits(first);
            if !is_number && !FILLER_WORDS.split(' ').any(|filler| filler == *first) {
                return None;
            }
            has_number |= is_number && !first.is_empty();
            rest = others;
        }
        // `Option 2` is a heading, but `Red 12` would be a card.
        if has_number && !meanings.contains(&HeadingMeaning::default()) {
            return None;
        }
        let zone = meanings.iter().find_map(|m| m.zone.clone());
        // The last word counts, because it is the noun: `Jedi characters`, `Light locations`.
        let card_filter = meanings.iter().rev().find_map(|m| m.card_filter.clone());
        let prose = meanings.iter().any(|m| m.prose) && zone.is_none() && card_filter.is_none();
        let is_value = meanings.iter().all(|m| m.is_value);
        let meaning = HeadingMeaning { zone, card_filter, prose, is_value };
        Some(meaning).filter(|_| !meanings.is_empty())
    }

    /// Whether a line gives the size of the deck: `60 cards total`, `Total: 60 cards`.
    pub(super) fn is_size(&self, line: &str) -> bool {
        let folded = fold::fold(line);
        let words = folded.split(|c: char| !c.is_alphanumeric());
        let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
        has_digits(&folded) && self.composed_meaning(&words) == Some(HeadingMeaning::default())
    }

    /// The meaning of a known word with one or two wrong letters, if only one is that near.
    fn misspelt_meaning(&self, text: &str) -> Option<HeadingMeaning> {
        let key = fold::key(text);
        let edits = match key.chars().count() {
            0..=5 => return None,
            6..=9 => 1,
            _ => 2,
        };
        let letters = letter_bits(&key);
        let mut near: Vec<(usize, &HeadingMeaning)> = Vec::new();
        for word in self.layers().flat_map(HashMap::keys) {
            for ending in ["", "s"] {
                let length = word.len() + ending.len();
                let its = letter_bits(word) | letter_bits(ending);
                // An edit changes at most two letters.
                if length <= 5
                    || length.abs_diff(key.len()) > edits
                    || (its ^ letters).count_ones() as usize > 2 * edits
                {
                    continue;
                }
                let known = format!("{word}{ending}");
                let distance = count_edits(&known, &key);
                if distance <= edits
                    && let Some(meaning) = self.find(&known)
                {
                    near.push((distance, meaning));
                }
            }
        }
        let (least, first) = *near.iter().min_by_key(|(distance, _)| *distance)?;
        let is_one = near
            .iter()
            .all(|(distance, other)| *distance > least || *other == first);
        is_one.then(|| first.clone())
    }
}

/// Combines the meanings of the parts of a heading: their zone if they agree on one, and the cards
/// of all.
fn merge_meanings(parts: Vec<Option<HeadingMeaning>>) -> Option<HeadingMeaning> {
    let parts: Vec<HeadingMeaning> = parts.into_iter().collect::<Option<_>>()?;
    let first = parts.first()?;
    let cards: Option<Vec<String>> = parts.iter().map(|part| part.card_filter.clone()).collect();
    Some(HeadingMeaning {
        zone: first
            .zone
            .clone()
            .filter(|_| parts.iter().all(|part| part.zone == first.zone)),
        card_filter: cards.map(|cards| cards.join(" or ")),
        prose: parts.iter().all(|part| part.prose),
        is_value: parts.iter().all(|part| part.is_value),
    })
}

/// Strips the decoration of a heading and the size before it: `--- Characters ---`, `8 Locations`.
pub(super) fn strip_decoration(heading: &str) -> &str {
    let plain = heading.trim_matches(|c: char| "-=*~_#><–—.:".contains(c) || c.is_whitespace());
    let bare = plain
        .strip_prefix('[')
        .and_then(|h| h.strip_suffix(']'))
        .unwrap_or(plain);
    let name = bare.trim_start_matches(is_digit);
    if name.len() < bare.len() && name.starts_with(char::is_whitespace) {
        name.trim()
    } else {
        bare
    }
}

/// Strips the size of a heading and the rest after it: `Effects (9 cards)`, `Effects: 9`,
/// `Effects11`, `Effects (9) + 1 to start`.
pub(super) fn strip_size(heading: &str) -> &str {
    let mut opens = heading.match_indices(['(', '[']);
    let size = opens.find(|(at, _)| {
        heading
            .get(at + 1..)
            .unwrap_or_default()
            .trim_start()
            .starts_with(is_digit)
    });
    let name = size
        .and_then(|(at, _)| heading.get(..at))
        .unwrap_or(heading);
    let bare = name.trim_end_matches(|c: char| c.is_ascii_digit() || matches!(c, '-' | ' ' | ':'));
    if bare.is_empty() { heading } else { bare }
}

/// The lines after a line, up to the next blank line or heading.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct FollowingBlock {
    /// Whether a blank line, or nothing, follows directly.
    pub(super) gap: bool,
    /// Whether every line has a number of copies.
    pub(super) counted: bool,
    pub(super) lines: usize,
    pub(super) copies: u32,
}

/// Most lines of a block that are read: enough for a deck, and a limit for long texts, where every
/// line needs a scan.
const MAX_SCANNED_LINES: usize = 120;

impl FollowingBlock {
    /// Scans the block after a line. A blank line directly after it does not end the block.
    pub(super) fn scan(raw: &RawDeck, at: usize) -> FollowingBlock {
        let mut block = FollowingBlock { gap: true, counted: true, ..FollowingBlock::default() };
        let following = raw.items.get(at + 1..).unwrap_or(&[]);
        for item in following.iter().take(MAX_SCANNED_LINES) {
            let RawItem::Card(card) = item else { break };
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

    /// Whether it is a single line between blank ones, which is no section.
    pub(super) fn is_single(self) -> bool {
        self.gap && self.lines < 2
    }
}

/// A format's zones with their roles and filters, for the default zone of a card.
pub(super) struct DefaultZones<'a> {
    catalog: &'a Catalog,
    /// The format, if it is one of the catalog.
    format: Option<&'a Format>,
    /// The names that its filters may use.
    scope: Scope<'a>,
    zones: Vec<SearchZone>,
    /// The default zones of cards by role, cached; `None` is an unknown card.
    known: RefCell<BTreeMap<String, ZonesByCard>>,
}

type ZonesByCard = HashMap<Option<CardIndex>, Arc<str>, RandomState>;

/// A zone of a format in which a card may be.
struct SearchZone {
    id: Arc<str>,
    roles: Vec<String>,
    filter: Option<Filter>,
}

impl SearchZone {
    /// Whether it is open to a role. A deck without a role may use all zones.
    fn is_open(&self, role: Option<&str>) -> bool {
        self.roles.is_empty() || role.is_none_or(|role| self.roles.iter().any(|its| its == role))
    }

    /// Whether it accepts a card; true if undecided.
    fn accepts(&self, world: &World<'_>, card: CardIndex) -> bool {
        self.filter
            .as_ref()
            .is_none_or(|filter| filter.test(world, card, None) != Truth::False)
    }
}

fn set_role(role: Option<&str>) -> Parameters {
    role.map_or_else(Parameters::new, |role| Parameters::new().with_text(ROLE, role))
}

impl<'a> DefaultZones<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        format: Option<&Format>,
        scope: Scope<'a>,
    ) -> DefaultZones<'a> {
        let mut zones = Vec::new();
        for zone in format.iter().flat_map(|format| &*format.zones) {
            zones.push(SearchZone {
                id: (*zone.named.id).into(),
                roles: zone.roles.clone(),
                filter: filter(&zone.accepts, &scope).ok(),
            });
        }
        let own = format.and_then(|format| catalog.format(&format.named.id));
        let own = own.filter(|own| format.is_some_and(|format| std::ptr::eq(*own, format)));
        DefaultZones { catalog, format: own, scope, zones, known: RefCell::default() }
    }

    /// Whether a format with the names of a scope puts the cards of any deck into the same zones.
    pub(super) fn serve(&self, format: &Format, scope: &Scope<'_>) -> bool {
        self.format.is_some_and(|known| {
            *known.zones == *format.zones
                && known.roles == format.roles
                && self.scope.has_names_of(scope)
                && zone_conditions(known).eq(zone_conditions(format))
        })
    }

    /// Whether the default zones depend on the deck's role.
    pub(super) fn depend_on_role(&self) -> bool {
        self.zones.iter().any(|zone| {
            let filter = zone.filter.as_ref();
            !zone.roles.is_empty()
                || filter.is_some_and(|filter| filter.parameters().iter().any(|p| p == ROLE))
        })
    }

    /// Whether the zone with an id accepts a card in a deck of a role.
    pub(super) fn zone_accepts(&self, zone: &str, card: CardIndex, role: Option<&str>) -> bool {
        let parameters = set_role(role);
        let world = World::from_catalog(self.catalog).with_parameters(&parameters);
        let zone = self.zones.iter().find(|known| *known.id == *zone);
        zone.is_none_or(|zone| zone.accepts(&world, card))
    }

    /// The zones that are open to a role, in the order of the format.
    pub(super) fn open_zones(&self, role: Option<&str>) -> Vec<Arc<str>> {
        let open = self.zones.iter().filter(|zone| zone.is_open(role));
        open.map(|zone| Arc::clone(&zone.id)).collect()
    }

    /// Whether these cards in a zone break no rule of a format that reads this zone alone, for
    /// decks of every role.
    pub(super) fn holds(
        &self,
        format: &Format,
        zone: &str,
        cards: Vec<(CardIndex, u32)>,
        role: Option<&str>,
    ) -> bool {
        let (parameters, scope) = (set_role(role), Scope::from_format(self.catalog, format));
        let world = World::from_catalog(self.catalog).with_parameters(&parameters);
        let piles = Piles::from_pile(zone, cards);
        for (_, text) in zone_conditions(format).filter(|(of, _)| *of == zone) {
            // Nested groups, which may be expensive, are left to the check.
            if let Ok(condition) = condition(text, &scope)
                && condition.group_evaluations() == 0
                && condition.truth(&world, &piles) == Truth::False
            {
                return false;
            }
        }
        true
    }

    /// Whether a zone that is open to a role accepts a card.
    pub(super) fn role_accepts(&self, card: CardIndex, role: &str) -> bool {
        let mut zones = self.zones.iter().filter(|zone| zone.is_open(Some(role)));
        zones.any(|zone| self.zone_accepts(&zone.id, card, Some(role)))
    }

    /// The first zone open to a role that accepts a card, otherwise the first zone. For an unknown
    /// card, the zone of most cards of the game.
    pub(super) fn zone_for(&self, card: Option<CardIndex>, role: Option<&str>) -> Arc<str> {
        let mut known = self.known.borrow_mut();
        let zones = known.entry(role.unwrap_or("").to_owned()).or_default();
        Arc::clone(
            zones
                .entry(card)
                .or_insert_with(|| self.find_zone_for(card, role)),
        )
    }

    fn find_zone_for(&self, card: Option<CardIndex>, role: Option<&str>) -> Arc<str> {
        let parameters = set_role(role);
        let world = World::from_catalog(self.catalog).with_parameters(&parameters);
        let mut open = self.zones.iter().filter(|zone| zone.is_open(role));
        let accepting = match card {
            Some(card) => open.find(|zone| zone.accepts(&world, card)),
            // Reversed, because `max_by_key` returns the last of equal items.
            None => open.rev().max_by_key(|zone| {
                let cards = self.catalog.cards.iter();
                cards
                    .filter(|card| zone.accepts(&world, card.index()))
                    .count()
            }),
        };
        let zone = accepting.or_else(|| self.zones.first());
        zone.map_or_else(|| "deck".into(), |zone| Arc::clone(&zone.id))
    }
}

/// The conditions of a format that read a single zone, for decks of every role, each with its zone.
fn zone_conditions(format: &Format) -> impl Iterator<Item = (&str, &str)> {
    format
        .rules
        .iter()
        .filter_map(|rule| match (&*rule.zones, &rule.body) {
            ([zone], RuleBody::Require(text))
                if rule.level == Level::Error && rule.roles.is_empty() =>
            {
                Some((zone.as_str(), text.as_str()))
            }
            _ => None,
        })
}

/// The zones that headings may name: those of one format, or of all formats of the game.
pub(super) struct HeadingZones {
    named: Vec<Named>,
}

impl HeadingZones {
    pub(super) fn new(catalog: &Catalog, format: Option<&Format>) -> HeadingZones {
        let named = match format {
            Some(format) => format.zones.iter().map(|zone| zone.named.clone()).collect(),
            None => {
                let zones = catalog.formats().flat_map(|format| &format.zones);
                zones.map(|zone| zone.named.clone()).collect()
            }
        };
        HeadingZones { named }
    }

    /// The zone with exactly this id, name or alias.
    pub(super) fn find_zone(&self, word: &str) -> Option<&str> {
        find_named(&self.named, word, |named| named).map(|at| self.named[at].id.as_str())
    }

    /// The zone that a heading names, with or without a size next to it.
    pub(super) fn find_heading_zone(&self, heading: &str) -> Option<&str> {
        let bare = strip_size(strip_decoration(heading));
        self.find_zone(heading).or_else(|| self.find_zone(bare))
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
            ("Effects (9) + 1 to start", "Effects"),
            ("[Starting]", "Starting"),
        ] {
            assert_eq!(strip_size(strip_decoration(heading)), name, "{heading}");
        }
    }
}

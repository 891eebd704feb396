//! Cards by their names: exact look-ups, and the nearest names where there is none.

use rapidfuzz::distance::{jaro_winkler, osa};
use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, FRONT, Fact, Lang, Lens, fold};
use std::collections::{BTreeMap, BTreeSet};

/// How directly a name means a card; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameRank {
    Id,
    Spelled,
    Name,
    Face,
    Alias,
    LooseId,
}

/// The cards that a name means in any spelling; where some carry it more directly, only those.
pub(crate) fn find_exact(catalog: &Catalog, name: &str) -> Vec<CardIndex> {
    let found = catalog.cards.find_by_name(name);
    if found.len() < 2 {
        return found;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let ranked: Vec<(NameRank, CardIndex)> =
        found.iter().map(|i| (rank(catalog, *i, name, &key, &folded), *i)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, i)| *i).collect()
}

fn rank(catalog: &Catalog, index: CardIndex, name: &str, key: &str, folded: &str) -> NameRank {
    let card = catalog.cards.card(index);
    if card.id() == name {
        return NameRank::Id;
    }
    let of = |(role, _, its): (NameRole, &str, &str)| {
        fold::has_key(its, key).then_some(match role {
            NameRole::English | NameRole::French if its == folded => NameRank::Spelled,
            NameRole::English | NameRole::French => NameRank::Name,
            NameRole::Face(_) => NameRank::Face,
            NameRole::Alias => NameRank::Alias,
        })
    };
    card.names().filter_map(of).min().unwrap_or(NameRank::LooseId)
}

/// Whether cards are called by a name that none of them bears: a nickname.
pub(super) fn is_nickname(catalog: &Catalog, cards: &[CardIndex], name: &str) -> bool {
    if cards.is_empty() || catalog.cards.find_by_name(name).is_empty() {
        return false;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let is_alias = |card| rank(catalog, card, name, &key, &folded) == NameRank::Alias;
    cards.iter().all(|card| is_alias(*card) && !is_both_faces(catalog, *card, &key))
}

/// Whether a key is the name of a card with that of another face behind it: `Front / Back`.
fn is_both_faces(catalog: &Catalog, card: CardIndex, key: &str) -> bool {
    let card = catalog.cards.card(card);
    let is_face = |rest: &str| {
        let mut names = card.names();
        names.any(|(role, _, its)| matches!(role, NameRole::Face(_)) && fold::has_key(its, rest))
    };
    let mut fronts = card.names().filter(|(role, ..)| !matches!(role, NameRole::Face(_)));
    fronts.any(|(_, _, its)| key.strip_prefix(&*fold::key(its)).is_some_and(is_face))
}

/// Whether a card has a name that begins with this number.
pub(super) fn name_begins_with(catalog: &Catalog, card: CardIndex, number: &str) -> bool {
    let goes_on = |rest: &str| !rest.starts_with(|c: char| c.is_ascii_digit());
    let card = catalog.cards.card(card);
    card.names().any(|(_, _, its)| its.strip_prefix(number).is_some_and(goes_on))
}

/// One name of one card, as the index keeps it.
pub(super) struct IndexedName {
    card: CardIndex,
    folded: String,
    key: String,
    /// How long the key is, in characters.
    length: usize,
    letters: u64,
}

impl IndexedName {
    fn new(card: CardIndex, folded: String, key: String) -> IndexedName {
        let (length, letters) = (key.chars().count(), letter_bits(&key));
        IndexedName { card, folded, key, length, letters }
    }
}

/// The cards by what stands before the parentheses of their names, as a key.
pub(super) fn cards_by_stem(catalog: &Catalog) -> BTreeMap<String, Vec<CardIndex>> {
    let mut stems: BTreeMap<String, Vec<CardIndex>> = BTreeMap::new();
    for card in catalog.cards.iter() {
        for (_, _, folded) in card.names() {
            let Some((stem, _)) = folded.strip_suffix(')').and_then(|n| n.rsplit_once(" (")) else {
                continue;
            };
            let of = stems.entry(fold::key(stem)).or_default();
            if !of.contains(&card.index()) {
                of.push(card.index());
            }
        }
    }
    stems
}

/// For a longer name, in bytes, nothing near is sought.
const LONGEST_SOUGHT: usize = 100;
/// What does not fit is by so much less near.
const UNFIT_PENALTY: f64 = 0.2;

/// Which names are offered for one that no card bears.
struct OfferThreshold {
    /// From 0 to 1: what is less alike is another name.
    least_score: f64,
    /// What is by so much less alike than the best is not shown beside it.
    widest_gap: f64,
    /// At most so many cards.
    card_limit: usize,
}

/// A line of a deck means a card, however it is written.
const LINE_THRESHOLD: OfferThreshold =
    OfferThreshold { least_score: 0.6, widest_gap: 0.2, card_limit: 5 };
/// What is searched may be in no name at all, so that only slips of the pen are worth a question.
const SEARCH_THRESHOLD: OfferThreshold =
    OfferThreshold { least_score: 0.7, widest_gap: 0.1, card_limit: 3 };

/// The letters and digits of a key, as bits.
pub(super) fn letter_bits(key: &str) -> u64 {
    key.bytes().fold(0, |bits, b| bits | 1u64 << (b & 63))
}

/// Every name of every card; made when the first name is not found.
pub(super) struct NameIndex {
    names: Vec<IndexedName>,
}

impl NameIndex {
    pub(super) fn new(catalog: &Catalog) -> NameIndex {
        let mut names = Vec::new();
        for card in catalog.cards.iter() {
            let start = names.len();
            for (_, shown, folded) in card.names() {
                let key = fold::key(shown);
                let again = names
                    .get(start..)
                    .is_some_and(|n: &[IndexedName]| n.iter().any(|n| n.key == key));
                if !again && !key.is_empty() {
                    names.push(IndexedName::new(card.index(), folded.to_owned(), key));
                }
            }
            let id = fold::key(card.id());
            if names.get(start..).is_some_and(|n| n.iter().all(|n| n.key != id)) {
                names.push(IndexedName::new(card.index(), fold::fold(card.id()), id));
            }
        }
        NameIndex { names }
    }

    /// The cards with a name of these letters and digits, a remark in parentheses aside.
    pub(super) fn by_slug(&self, slug: &str) -> Vec<CardIndex> {
        let squashed =
            |name: &str| -> String { name.chars().filter(|c| c.is_alphanumeric()).collect() };
        let mut cards: Vec<CardIndex> = Vec::new();
        let slug = squashed(slug.split('_').next().unwrap_or(slug));
        for name in &self.names {
            let bare = name.folded.rsplit_once(" (").map_or(&*name.folded, |(bare, _)| bare);
            let means = squashed(&name.folded) == slug || squashed(bare) == slug;
            if means && !cards.contains(&name.card) {
                cards.push(name.card);
            }
        }
        cards
    }

    /// The cards with the names nearest to this one, best first, at most five.
    pub(super) fn nearest(&self, name: &str, fits: impl Fn(CardIndex) -> bool) -> Vec<CardIndex> {
        LINE_THRESHOLD
            .keep_best(self.score_names(&LINE_THRESHOLD, name, fits))
            .into_iter()
            .map(|(_, card)| card)
            .collect()
    }

    /// The cards with names near to this one, in their order, and how near.
    fn score_names(
        &self,
        bar: &OfferThreshold,
        name: &str,
        fits: impl Fn(CardIndex) -> bool,
    ) -> Vec<(f64, CardIndex)> {
        if name.len() > LONGEST_SOUGHT {
            return Vec::new();
        }
        let key = fold::key(name);
        let folded = fold::fold(name);
        let mut scored: Vec<(f64, CardIndex)> = Vec::new();
        let mut closeness = Closeness::new(&key, &folded, bar.least_score);
        let mine = closeness.letters;
        let alike = |name: &IndexedName| {
            let shared = (name.letters & mine).count_ones();
            3 * shared >= 2 * mine.count_ones().min(name.letters.count_ones())
        };
        let mut best = f64::MIN;
        for candidate in self.names.iter().filter(|name| alike(name)) {
            // What is less near than another is by more than is shown needs no look to the end.
            closeness.least_score = bar.least_score.max(best - bar.widest_gap - ROUNDING_SLACK);
            let score = closeness.score(candidate);
            if score >= closeness.least_score {
                let penalty = if fits(candidate.card) { 0.0 } else { UNFIT_PENALTY };
                best = best.max(score - penalty);
                scored.push((score - penalty, candidate.card));
            }
        }
        scored
    }
}

impl OfferThreshold {
    /// The best, best first, and of the others those that are nearly as near.
    fn keep_best<T: Ord + Copy>(&self, mut scored: Vec<(f64, T)>) -> Vec<(f64, T)> {
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let floor = scored.first().map_or(0.0, |(best, _)| best - self.widest_gap);
        let mut seen = BTreeSet::new();
        scored.retain(|(score, card)| *score >= floor && seen.insert(*card));
        scored.truncate(self.card_limit);
        scored
    }
}

/// The cards of several games with the names nearest to one that none of them bears, best first, at
/// most three: the game's position, and the card.
pub fn nearest_cards<'c>(
    catalogs: impl Iterator<Item = &'c Catalog>,
    name: &str,
) -> Vec<(usize, CardIndex)> {
    let near = catalogs.enumerate().flat_map(|(at, catalog)| {
        let near = NameIndex::new(catalog).score_names(&SEARCH_THRESHOLD, name, |_| true);
        near.into_iter().map(move |(score, card)| (score, (at, card)))
    });
    SEARCH_THRESHOLD.keep_best(near.collect()).into_iter().map(|(_, card)| card).collect()
}

/// How near names are to the one that is sought, which is looked at once.
struct Closeness<'n> {
    key: &'n str,
    /// How long the key is, in characters.
    length: usize,
    letters: u64,
    edits: osa::BatchComparator<char>,
    start: jaro_winkler::BatchComparator<char>,
    /// The longer words, and their letters.
    words: Vec<(&'n str, u64)>,
    /// Whether it is one word, which may stand for a longer name.
    is_word: bool,
    /// From 0 to 1: what is less near is not looked at to the end.
    least_score: f64,
}

/// What is alike at its beginning counts for so much.
const START_WEIGHT: f64 = 0.9;
/// All words in common count for so much.
const WORDS_WEIGHT: f64 = 0.8;
/// So much may be lost where numbers are divided.
const ROUNDING_SLACK: f64 = 1e-9;

impl<'n> Closeness<'n> {
    fn new(key: &'n str, folded: &'n str, near: f64) -> Closeness<'n> {
        let of_key = |word: &str| {
            let own = word.bytes().filter(u8::is_ascii_alphanumeric);
            own.fold(0, |bits, b| bits | 1u64 << (b & 63))
        };
        let words = folded.split(' ').filter(|word| word.len() > 2);
        Closeness {
            key,
            length: key.chars().count(),
            letters: letter_bits(key),
            edits: osa::BatchComparator::new(key.chars()),
            start: jaro_winkler::BatchComparator::new(key.chars()),
            words: words.map(|word| (word, of_key(word))).collect(),
            is_word: !folded.contains(' '),
            least_score: near,
        }
    }

    /// From 0 to 1: by edits, by a common beginning, by words in common, or because one holds the other.
    /// For names that are less than [`near`](Self::near) it is some number below that: which letters
    /// there are says of most that they cannot be nearer.
    fn score(&self, name: &IndexedName) -> f64 {
        let lacking = self.letters & !name.letters;
        let further = name.letters & !self.letters;
        let edits = self.score_edits(name, (lacking, further));
        let start = self.score_start(name);
        let shared = self.score_words(name);
        let slips = self.score_misspelt(name, lacking);
        let (short, long, inside) = if self.key.len() < name.key.len() {
            (self.key, &*name.key, lacking == 0)
        } else {
            (&*name.key, self.key, further == 0)
        };
        let within = inside && short.len() >= 4 && long.contains(short);
        edits.max(start).max(shared).max(slips).max(if within { 0.85 } else { 0.0 })
    }

    fn score_edits(&self, name: &IndexedName, (lacking, further): (u64, u64)) -> f64 {
        let (short, long) = if self.key.len() < name.key.len() {
            (self.key.len(), name.key.len())
        } else {
            (name.key.len(), self.key.len())
        };
        // Far too long or short to be near by edits: only containment counts.
        if long > 3 * short + 3 {
            return 0.0;
        }
        let longest = self.length.max(name.length).max(1);
        let most = ((1.0 - self.least_score) * longest as f64) as usize + 1;
        let least = self.least_edits(name, lacking).max(self.least_edits(name, further));
        if least.max(self.length.abs_diff(name.length)) > most {
            return 0.0;
        }
        let within = osa::Args::default().score_cutoff(most);
        let edits = self.edits.distance_with_args(name.key.chars(), &within);
        edits.map_or(0.0, |edits| 1.0 - edits as f64 / longest as f64)
    }

    /// How many edits it takes at least to bring in, or take away, letters: one for each, and a letter
    /// beyond ASCII stands there as up to four.
    fn least_edits(&self, name: &IndexedName, letters: u64) -> usize {
        let is_ascii = self.length == self.key.len() && name.length == name.key.len();
        (letters.count_ones() as usize).div_ceil(if is_ascii { 1 } else { 4 })
    }

    fn score_start(&self, name: &IndexedName) -> f64 {
        let least = jaro_winkler::Args::default()
            .score_cutoff(self.least_score / START_WEIGHT - ROUNDING_SLACK);
        let alike = self.start.similarity_with_args(name.key.chars(), &least);
        alike.map_or(0.0, |alike| alike * START_WEIGHT)
    }

    fn score_words(&self, name: &IndexedName) -> f64 {
        let share = |found: usize| WORDS_WEIGHT * found as f64 / self.words.len().max(1) as f64;
        let possible = self.words.iter().filter(|(_, letters)| letters & !name.letters == 0);
        if share(possible.clone().count()) < self.least_score {
            return 0.0;
        }
        share(possible.filter(|(word, _)| name.folded.contains(word)).count())
    }

    /// One word with a slip of the pen each three letters, among those of the name.
    fn score_misspelt(&self, name: &IndexedName, lacking: u64) -> f64 {
        if !self.is_word {
            return 0.0;
        }
        let least = self.least_edits(name, lacking);
        let alike = name.folded.split(' ').filter(|word| word.len() > 2).filter_map(|word| {
            let length = word.chars().count();
            let longest = self.length.max(length);
            let most = longest / 3;
            if least.max(self.length.abs_diff(length)) > most {
                return None;
            }
            let within = osa::Args::default().score_cutoff(most);
            let edits = self.edits.distance_with_args(word.chars(), &within)?;
            Some(0.9 * (1.0 - edits as f64 / longest as f64))
        });
        alike.fold(0.0, f64::max)
    }
}

/// The number by which other tools call a card.
pub(crate) fn card_number(catalog: &Catalog, card: CardIndex) -> Option<i64> {
    let attribute = catalog.game.attribute(catalog.game.naming.number.as_ref()?)?;
    match catalog.cards.card(card).fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
        Fact::Number(number) => number.to_integer(),
        _ => None,
    }
}

/// Every card that has such a number.
pub(super) fn cards_by_number(catalog: &Catalog) -> BTreeMap<i64, CardIndex> {
    let cards = catalog.cards.iter().map(|card| card.index());
    cards.filter_map(|card| Some((card_number(catalog, card)?, card))).collect()
}

/// A card's name and id, for messages.
pub fn label(catalog: &Catalog, card: CardIndex, lang: Lang) -> (String, String) {
    let card = catalog.cards.card(card);
    (card.name(lang).to_owned(), card.id().to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// How near a name is with nothing left out: what letters say beforehand may not change it.
    fn plain(key: &str, folded: &str, name: &IndexedName) -> f64 {
        let (mine, its) = (key.chars().count(), name.key.chars().count());
        let edits = |text: &str| osa::distance(key.chars(), text.chars());
        let (short, long) =
            if key.len() < name.key.len() { (key, &*name.key) } else { (&*name.key, key) };
        let by_edits = if long.len() > 3 * short.len() + 3 {
            0.0
        } else {
            1.0 - edits(&name.key) as f64 / mine.max(its).max(1) as f64
        };
        let start = jaro_winkler::similarity(key.chars(), name.key.chars()) * 0.9;
        let words: Vec<&str> = folded.split(' ').filter(|word| word.len() > 2).collect();
        let found = words.iter().filter(|word| name.folded.contains(**word)).count();
        let shared = 0.8 * found as f64 / words.len().max(1) as f64;
        let slips = |word: &str| {
            let (edits, longest) = (edits(word), mine.max(word.chars().count()));
            if edits * 3 <= longest { 0.9 * (1.0 - edits as f64 / longest as f64) } else { 0.0 }
        };
        let its_words = name.folded.split(' ').filter(|w| w.len() > 2 && !folded.contains(' '));
        let slips = its_words.map(slips).fold(0.0, f64::max);
        let within = short.len() >= 4 && long.contains(short);
        by_edits.max(start).max(shared).max(slips).max(if within { 0.85 } else { 0.0 })
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(4_000))]
        #[test]
        fn letters_never_change_how_near_a_name_is(
            word in "[a-f1É'œ]{1,7}( [a-fst'-]{1,7}){0,3}",
            name in "[a-f1É'œ]{1,7}( [a-fst'-]{1,7}){0,3}",
            slip in any::<prop::sample::Index>(),
            is_slip in any::<bool>(),
        ) {
            let mut word = word;
            if is_slip {
                word = name.clone();
                let at = slip.index(word.chars().count());
                word = word.chars().enumerate().filter(|(i, _)| *i != at).map(|(_, c)| c).collect();
            }
            let (key, folded) = (fold::key(&word), fold::fold(&word));
            let name = IndexedName::new(CardIndex::STRANGER, fold::fold(&name), fold::key(&name));
            let plain = plain(&key, &folded, &name);
            for near in [LINE_THRESHOLD.least_score, SEARCH_THRESHOLD.least_score] {
                let quick = Closeness::new(&key, &folded, near).score(&name);
                prop_assert!(quick == plain || (quick < near && plain < near), "{quick} {plain}");
            }
        }
    }

    /// In all games at hand: names with a letter missing or two words of it, and what is none.
    #[test]
    fn the_nearest_names_are_those_of_all_that_are_near() {
        for (game, bytes) in sleeve_games::GAMES {
            let catalog = sleeve_data::packed::unpack(bytes).unwrap();
            let index = NameIndex::new(&catalog);
            let some = index.names.iter().step_by(index.names.len().div_ceil(12).max(1));
            let written = some.flat_map(|name| {
                let words: Vec<&str> = name.folded.split(' ').collect();
                let slip = name.folded.char_indices().filter(|(i, _)| *i != name.folded.len() / 2);
                [slip.map(|(_, c)| c).collect(), words.iter().rev().take(2).copied().collect()]
            });
            let prose = ["this deck wins often", "zzz", "and then they lose a lot of force"];
            for written in written.chain(prose.map(str::to_owned)) {
                let fits = |card: CardIndex| !card.index().is_multiple_of(3);
                let (key, folded) = (fold::key(&written), fold::fold(&written));
                let mine = letter_bits(&key);
                let alike = |name: &&IndexedName| {
                    let shared = (name.letters & mine).count_ones();
                    3 * shared >= 2 * mine.count_ones().min(name.letters.count_ones())
                };
                let scored = index.names.iter().filter(alike).filter_map(|name| {
                    let score = plain(&key, &folded, name);
                    let penalty = if fits(name.card) { 0.0 } else { UNFIT_PENALTY };
                    (score >= LINE_THRESHOLD.least_score).then_some((score - penalty, name.card))
                });
                let all: Vec<_> = LINE_THRESHOLD.keep_best(scored.collect());
                let all: Vec<CardIndex> = all.into_iter().map(|(_, card)| card).collect();
                assert_eq!(index.nearest(&written, fits), all, "{written} in {game}");
            }
        }
    }
}

//! Cards by their names: exact look-ups, and the nearest names where there is none.

use crate::model::card::NameRole;
use crate::model::{CardIndex, Catalog, FRONT, Fact, Lang, Lens, fold};
use rapidfuzz::distance::{jaro_winkler, osa};
use std::collections::{BTreeMap, BTreeSet};

/// How directly a name means a card; less is better.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Rank {
    Id,
    Spelled,
    Name,
    Face,
    Alias,
    LooseId,
}

/// The cards that a name means in any spelling; where some carry it more directly, only those.
pub(in crate::decks) fn exact(catalog: &Catalog, name: &str) -> Vec<CardIndex> {
    let found = catalog.cards.named(name);
    if found.len() < 2 {
        return found;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let ranked: Vec<(Rank, CardIndex)> =
        found.iter().map(|i| (rank(catalog, *i, name, &key, &folded), *i)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, i)| *i).collect()
}

fn rank(catalog: &Catalog, index: CardIndex, name: &str, key: &str, folded: &str) -> Rank {
    let card = catalog.cards.card(index);
    if card.id() == name {
        return Rank::Id;
    }
    let of = |(role, _, its): (NameRole, &str, &str)| {
        fold::has_key(its, key).then_some(match role {
            NameRole::English | NameRole::French if its == folded => Rank::Spelled,
            NameRole::English | NameRole::French => Rank::Name,
            NameRole::Face(_) => Rank::Face,
            NameRole::Alias => Rank::Alias,
        })
    };
    card.names().filter_map(of).min().unwrap_or(Rank::LooseId)
}

/// Whether cards are called by a name that none of them bears: a nickname.
pub(super) fn is_nickname(catalog: &Catalog, cards: &[CardIndex], name: &str) -> bool {
    if cards.is_empty() || catalog.cards.named(name).is_empty() {
        return false;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    cards.iter().all(|card| rank(catalog, *card, name, &key, &folded) == Rank::Alias)
}

/// One name of one card, as the index keeps it.
pub(super) struct Name {
    card: CardIndex,
    folded: String,
    key: String,
    letters: u64,
}

/// The cards by what stands before the parentheses of their names, as a key.
pub(super) fn stems(catalog: &Catalog) -> BTreeMap<String, Vec<CardIndex>> {
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
const LONGEST: usize = 100;
/// What does not fit is by so much less near.
const UNFIT: f64 = 0.2;

/// Which names are offered for one that no card bears.
struct Bar {
    /// From 0 to 1: what is less alike is another name.
    near: f64,
    /// What is by so much less alike than the best is not shown beside it.
    beside: f64,
    /// At most so many cards.
    most: usize,
}

/// A line of a deck means a card, however it is written.
const OF_A_LINE: Bar = Bar { near: 0.6, beside: 0.2, most: 5 };
/// What is searched may be in no name at all, so that only slips of the pen are worth a question.
const OF_A_SEARCH: Bar = Bar { near: 0.7, beside: 0.1, most: 3 };

/// The letters and digits of a key, as bits.
pub(super) fn letters(key: &str) -> u64 {
    key.bytes().fold(0, |bits, b| bits | 1u64 << (b & 63))
}

/// Every name of every card; made when the first name is not found.
pub(super) struct NameIndex {
    names: Vec<Name>,
}

impl NameIndex {
    pub(super) fn new(catalog: &Catalog) -> NameIndex {
        let mut names = Vec::new();
        for card in catalog.cards.iter() {
            let start = names.len();
            for (_, shown, folded) in card.names() {
                let key = fold::key(shown);
                let again =
                    names.get(start..).is_some_and(|n: &[Name]| n.iter().any(|n| n.key == key));
                if !again && !key.is_empty() {
                    let (folded, letters) = (folded.to_owned(), letters(&key));
                    names.push(Name { card: card.index(), folded, key, letters });
                }
            }
            let id = fold::key(card.id());
            if names.get(start..).is_some_and(|n| n.iter().all(|n| n.key != id)) {
                let (folded, letters) = (fold::fold(card.id()), letters(&id));
                names.push(Name { card: card.index(), folded, key: id, letters });
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
        OF_A_LINE
            .clear(self.near(&OF_A_LINE, name, fits))
            .into_iter()
            .map(|(_, card)| card)
            .collect()
    }

    /// The cards with names near to this one, in their order, and how near.
    fn near(
        &self,
        bar: &Bar,
        name: &str,
        fits: impl Fn(CardIndex) -> bool,
    ) -> Vec<(f64, CardIndex)> {
        if name.len() > LONGEST {
            return Vec::new();
        }
        let key = fold::key(name);
        let folded = fold::fold(name);
        let mut scored: Vec<(f64, CardIndex)> = Vec::new();
        let closeness = Closeness::to(&key, &folded);
        let mine = letters(&key);
        let alike = |name: &Name| {
            let shared = (name.letters & mine).count_ones();
            3 * shared >= 2 * mine.count_ones().min(name.letters.count_ones())
        };
        for candidate in self.names.iter().filter(|name| alike(name)) {
            let score = closeness.of(candidate);
            if score >= bar.near {
                let penalty = if fits(candidate.card) { 0.0 } else { UNFIT };
                scored.push((score - penalty, candidate.card));
            }
        }
        scored
    }
}

impl Bar {
    /// The best, best first, and of the others those that are nearly as near.
    fn clear<T: Ord + Copy>(&self, mut scored: Vec<(f64, T)>) -> Vec<(f64, T)> {
        scored.sort_by(|a, b| b.0.total_cmp(&a.0).then(a.1.cmp(&b.1)));
        let floor = scored.first().map_or(0.0, |(best, _)| best - self.beside);
        let mut seen = BTreeSet::new();
        scored.retain(|(score, card)| *score >= floor && seen.insert(*card));
        scored.truncate(self.most);
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
        let near = NameIndex::new(catalog).near(&OF_A_SEARCH, name, |_| true);
        near.into_iter().map(move |(score, card)| (score, (at, card)))
    });
    OF_A_SEARCH.clear(near.collect()).into_iter().map(|(_, card)| card).collect()
}

/// How near names are to the one that is sought, which is looked at once.
struct Closeness<'n> {
    key: &'n str,
    letters: usize,
    edits: osa::BatchComparator<char>,
    start: jaro_winkler::BatchComparator<char>,
    /// The longer words.
    words: Vec<&'n str>,
    /// Whether it is one word, which may stand for a longer name.
    is_word: bool,
}

impl<'n> Closeness<'n> {
    fn to(key: &'n str, folded: &'n str) -> Closeness<'n> {
        Closeness {
            key,
            letters: key.chars().count(),
            edits: osa::BatchComparator::new(key.chars()),
            start: jaro_winkler::BatchComparator::new(key.chars()),
            words: folded.split(' ').filter(|word| word.len() > 2).collect(),
            is_word: !folded.contains(' '),
        }
    }

    /// From 0 to 1: by edits, by a common beginning, by words in common, or because one holds the other.
    fn of(&self, name: &Name) -> f64 {
        let (short, long) = match self.key.len() < name.key.len() {
            true => (self.key, &*name.key),
            false => (&*name.key, self.key),
        };
        // Far too long or short to be near by edits: only containment counts.
        let edits = if long.len() > 3 * short.len() + 3 {
            0.0
        } else {
            let longest = self.letters.max(name.key.chars().count()).max(1);
            1.0 - self.edits.distance(name.key.chars()) as f64 / longest as f64
        };
        let start = self.start.similarity(name.key.chars()) * 0.9;
        let within = short.len() >= 4 && long.contains(short);
        let words = self.words.iter().filter(|word| name.folded.contains(**word)).count();
        let shared = 0.8 * words as f64 / self.words.len().max(1) as f64;
        edits.max(start).max(shared).max(self.misspelt(name)).max(if within { 0.85 } else { 0.0 })
    }

    /// One word with a slip of the pen each three letters, among those of the name.
    fn misspelt(&self, name: &Name) -> f64 {
        let words = name.folded.split(' ').filter(|word| self.is_word && word.len() > 2);
        let alike = words.filter_map(|word| {
            let letters = self.letters.max(word.chars().count());
            let edits = self.edits.distance(word.chars());
            (edits * 3 <= letters).then(|| 0.9 * (1.0 - edits as f64 / letters as f64))
        });
        alike.fold(0.0, f64::max)
    }
}

/// The number by which other tools call a card.
pub(in crate::decks) fn number(catalog: &Catalog, card: CardIndex) -> Option<i64> {
    let attribute = catalog.game.attribute(catalog.game.naming.number.as_ref()?)?;
    match catalog.cards.card(card).fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
        Fact::Number(number) => number.to_integer(),
        _ => None,
    }
}

/// Every card that has such a number.
pub(super) fn numbers(catalog: &Catalog) -> BTreeMap<i64, CardIndex> {
    let cards = catalog.cards.iter().map(|card| card.index());
    cards.filter_map(|card| Some((number(catalog, card)?, card))).collect()
}

/// A card's name and id, for messages.
pub fn label(catalog: &Catalog, card: CardIndex, lang: Lang) -> (String, String) {
    let card = catalog.cards.card(card);
    (card.name(lang).to_owned(), card.id().to_owned())
}

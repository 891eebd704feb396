//! What people mean when they post a list: names shortened, misspelt, glued together.
//!
//! A name is taken only where exactly one printed name fits, and by a clear margin; otherwise the
//! line stays unresolved, with candidates.

use super::names::letters;
use super::tokens::{Token, distance, tokens, unglued};
use crate::model::{CardIndex, Catalog, fold};

/// One name of one card, taken apart.
struct Name {
    card: CardIndex,
    key: String,
    squashed: String,
    /// Without what stands in the last parentheses.
    bare: String,
    /// What stands behind a colon.
    tail: String,
    digits: String,
    marks: String,
    tokens: Vec<Token>,
    letters: u64,
}

/// Every name, ready for guessing.
pub(super) struct Guesser {
    names: Vec<Name>,
    /// Words in short (as keys) and in full.
    words: Vec<(String, String)>,
}

fn squashed(text: &str) -> String {
    fold::fold(text).chars().filter(|c| c.is_alphanumeric()).collect()
}

fn digits(text: &str) -> String {
    text.chars().filter(char::is_ascii_digit).collect()
}

/// What stands in parentheses and is too short for a remark: `(V)`.
fn marks(name: &str) -> String {
    let groups = name.split('(').skip(1).filter_map(|rest| rest.split_once(')'));
    groups.map(|(group, _)| group).filter(|group| group.len() <= 2).map(fold::key).collect()
}

fn bare(name: &str) -> &str {
    match name.strip_suffix(')').and_then(|n| n.rsplit_once('(')) {
        Some((bare, _)) if !bare.trim().is_empty() => bare,
        _ => name,
    }
}

impl Guesser {
    pub(super) fn new(catalog: &Catalog) -> Guesser {
        let name = |card: CardIndex, shown: &str| Name {
            card,
            key: fold::key(shown),
            squashed: squashed(shown),
            bare: squashed(bare(shown)),
            tail: shown.split_once(':').map_or_else(String::new, |(_, tail)| squashed(bare(tail))),
            digits: digits(bare(shown)),
            marks: marks(shown),
            letters: letters(&squashed(shown)),
            tokens: tokens(shown),
        };
        let cards = catalog.cards.iter();
        let names = cards.flat_map(|c| c.names().map(move |(_, shown, _)| (c.index(), shown)));
        Guesser {
            names: names.map(|(card, shown)| name(card, shown)).collect(),
            words: catalog
                .game
                .naming
                .words
                .iter()
                .map(|(w, f)| (fold::key(w), f.clone()))
                .collect(),
        }
    }

    /// The cards of the one name that fits; none where no name fits, or more than one.
    pub(super) fn guess(&self, written: &str, fits: impl Fn(CardIndex) -> bool) -> Vec<CardIndex> {
        let names: Vec<&Name> = self.names.iter().filter(|n| fits(n.card)).collect();
        let apart = unglued(written);
        let full = self.in_full(&apart);
        let (plain, long) = (squashed(written), squashed(&full));
        if plain.chars().count() < 2 {
            return Vec::new();
        }
        let oh = plain.replace('0', "o");
        let steps: [&dyn Fn(&Name) -> bool; 4] = [
            &|n| n.squashed == plain || n.squashed == long,
            &|n| n.bare == plain || n.bare == long,
            &|n| n.tail == plain || n.tail == long,
            &|n| n.bare.replace('0', "o") == oh,
        ];
        for step in steps {
            let found: Vec<&Name> = names.iter().copied().filter(|n| step(n)).collect();
            if !found.is_empty() {
                return only(&found);
            }
        }
        let mut found = by_words(&alike(&names, &long), &tokens(&full));
        if found.is_empty() {
            found = by_words(&alike(&names, &plain), &tokens(&apart));
        }
        if found.is_empty() {
            found = by_letters(&alike(&names, &long), &long, &marks(written));
        }
        only(&found)
    }

    /// A name with its shortened words written out; of several that fit, the longest.
    fn in_full(&self, name: &str) -> String {
        let words: Vec<&str> = name.split_whitespace().collect();
        let mut full = Vec::new();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|rest| !rest.is_empty()) {
            let longest = (1..=rest.len().min(4)).rev().find_map(|n| {
                let key = fold::key(&rest.get(..n)?.join(" "));
                let (_, full) = self.words.iter().find(|(word, _)| *word == key)?;
                Some((n, full.as_str()))
            });
            let (n, text) = longest.unwrap_or((1, rest.first().copied().unwrap_or("")));
            full.push(text);
            at += n;
        }
        full.join(" ")
    }
}

/// The cards of these names where all are one name; none otherwise.
fn only(names: &[&Name]) -> Vec<CardIndex> {
    let Some(first) = names.first() else { return Vec::new() };
    let mut cards: Vec<CardIndex> = names.iter().map(|n| n.card).collect();
    cards.sort();
    cards.dedup();
    let one = cards.len() == 1 || names.iter().all(|n| n.key == first.key);
    if one { cards } else { Vec::new() }
}

/// The names that have the letters written, but for three: others cannot be meant.
fn alike<'n>(names: &[&'n Name], written: &str) -> Vec<&'n Name> {
    let mine = letters(written);
    names.iter().copied().filter(|n| (mine & !n.letters).count_ones() <= 3).collect()
}

/// The names that read best word by word, if by a clear margin.
fn by_words<'n>(names: &[&'n Name], written: &[Token]) -> Vec<&'n Name> {
    const MARGIN: f64 = 0.35;
    let limit = 0.5 + 0.45 * written.len() as f64;
    let costs = names.iter().filter_map(|n| Some((distance(written, &n.tokens)?, *n)));
    clear(costs, limit, |_| MARGIN)
}

/// The names with the fewest letters wrong, if by a clear margin; digits and marks are never wrong.
fn by_letters<'n>(names: &[&'n Name], written: &str, marks: &str) -> Vec<&'n Name> {
    let length = written.chars().count();
    let limit = match length {
        0..=3 => return Vec::new(),
        4..=7 => 1.0,
        8..=11 => 2.0,
        _ => 3.0,
    };
    let wanted = digits(written);
    let near = names.iter().filter(|n| n.digits == wanted && n.marks == marks);
    let costs = near.filter_map(|n| {
        let of = |name: &str| {
            let close = name.len().abs_diff(written.len()) <= 6;
            close.then(|| strsim::damerau_levenshtein(name, written) as f64)
        };
        let cost = [of(&n.squashed), of(&n.bare)].into_iter().flatten().reduce(f64::min)?;
        Some((cost, *n))
    });
    clear(costs, limit, |best| best.max(1.0))
}

/// The names of least cost, unless another name comes within a margin of them.
fn clear<'n>(
    costs: impl Iterator<Item = (f64, &'n Name)>,
    limit: f64,
    margin: impl Fn(f64) -> f64,
) -> Vec<&'n Name> {
    let mut costs: Vec<(f64, &Name)> = costs.collect();
    costs.sort_by(|a, b| a.0.total_cmp(&b.0));
    let Some(&(best, first)) = costs.first() else { return Vec::new() };
    if best > limit {
        return Vec::new();
    }
    let margin = margin(best);
    let same = |n: &Name| n.key == first.key || n.card == first.card;
    let rival = costs.iter().any(|(cost, n)| !same(n) && *cost < best + margin);
    if rival {
        return Vec::new();
    }
    costs.iter().filter(|(cost, n)| *cost <= best && same(n)).map(|(_, n)| *n).collect()
}

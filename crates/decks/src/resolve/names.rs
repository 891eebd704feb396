//! Exact names: the cards that have them, and names of two cards or faces, of which people write
//! both halves or one.

use super::guess::{Fit, Fitting, Guesser, begins_with_each};
use super::tokens::{least_weight, reading_cost, split_glued};
use sleeve_data::model::card::NameRole;
use sleeve_data::model::name_index::IndexedName;
use sleeve_data::model::name_words::{NameToken, find_marks, split_tokens, squash};
use sleeve_data::model::{CardIndex, Catalog, Lang, fold};
use sleeve_data::problem::count_edits;

/// How directly a name means a card, most directly first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameRank {
    Id,
    Spelled,
    Name,
    Face,
    Alias,
    LooseId,
}

/// The cards that a name means in any spelling; only those that it means most directly.
pub(crate) fn find_exact(catalog: &Catalog, name: &str) -> Vec<CardIndex> {
    let cards = catalog.cards.find_by_name(name);
    if cards.len() < 2 {
        return cards;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let ranked: Vec<(NameRank, CardIndex)> =
        cards.iter().map(|i| (rank(catalog, *i, name, &key, &folded), *i)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, i)| *i).collect()
}

fn rank(catalog: &Catalog, index: CardIndex, name: &str, key: &str, folded: &str) -> NameRank {
    let card = catalog.cards.card(index);
    if card.id() == name {
        return NameRank::Id;
    }
    let rank_of = |(role, _, its): (NameRole, &str, &str)| {
        fold::has_key(its, key).then_some(match role {
            NameRole::English | NameRole::French if its == folded => NameRank::Spelled,
            NameRole::English | NameRole::French => NameRank::Name,
            NameRole::Face(_) => NameRank::Face,
            NameRole::Alias => NameRank::Alias,
        })
    };
    card.names().filter_map(rank_of).min().unwrap_or(NameRank::LooseId)
}

/// Whether a name is a nickname of cards: it means all of them, but none has it as its name.
pub(super) fn is_nickname(catalog: &Catalog, cards: &[CardIndex], name: &str) -> bool {
    // Most names are written exactly, which decides without a lookup.
    let bears_name = |card: &CardIndex| {
        let mut names = catalog.cards.card(*card).names();
        names.any(|(role, shown, _)| role != NameRole::Alias && shown == name)
    };
    if cards.is_empty()
        || cards.iter().any(bears_name)
        || catalog.cards.find_by_name(name).is_empty()
    {
        return false;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let is_alias = |card| rank(catalog, card, name, &key, &folded) == NameRank::Alias;
    cards.iter().all(|card| is_alias(*card) && !is_both_faces(catalog, *card, &key))
}

/// Whether a key is a card's name followed by that of another face: `Front / Back`.
fn is_both_faces(catalog: &Catalog, card: CardIndex, key: &str) -> bool {
    let card = catalog.cards.card(card);
    let is_face = |rest: &str| {
        let mut names = card.names();
        names.any(|(role, _, its)| matches!(role, NameRole::Face(_)) && fold::has_key(its, rest))
    };
    let mut fronts = card.names().filter(|(role, ..)| !matches!(role, NameRole::Face(_)));
    fronts.any(|(_, _, its)| key.strip_prefix(&*fold::key(its)).is_some_and(is_face))
}

/// A card's name and id, for messages.
pub fn name_and_id(catalog: &Catalog, card: CardIndex, lang: Lang) -> (String, String) {
    let card = catalog.cards.card(card);
    (card.name(lang).to_owned(), card.id().to_owned())
}

impl Guesser<'_> {
    /// The names of two halves, in either order: the faces of a card, or two cards in one.
    pub(super) fn match_both_halves(
        &self,
        front: &str,
        back: &str,
        fit: Fitting<'_>,
    ) -> Vec<IndexedName<'_>> {
        let fits = |card| fit(card) != Fit::Unfit;
        let (front_half, back_half) = (self.read_half(front), self.read_half(back));
        let mark = find_marks(back);
        let fits_halves = |a: &str, b: &str| {
            let (a, b) = ((squash(a), split_tokens(a)), (squash(b), split_tokens(b)));
            let is = |one, other| front_half.is(one) && (back.is_empty() || back_half.is(other));
            is(&a, &b) || is(&b, &a)
        };
        let fitting = |name: &IndexedName<'_>| {
            if !name.may_have_halves() || name.marks() != mark {
                return false;
            }
            let shown = name.shown();
            let two = shown.split_once(" & ").or_else(|| shown.split_once('/'));
            two.is_some_and(|(a, b)| fits(name.card()) && fits_halves(a, b))
        };
        let both: Vec<IndexedName<'_>> = self.lookup.index.names().filter(fitting).collect();
        if !both.is_empty() {
            return both;
        }
        // After the name of a front, people write anything: the back is then ignored.
        let has_faces = |card: CardIndex| {
            let mut its = self.catalog.cards.card(card).names();
            fits(card) && its.any(|(role, ..)| matches!(role, NameRole::Face(_)))
        };
        let mut fronts = self.catalog.cards.find_by_name(front);
        let is_short =
            front.contains(' ') || front.chars().filter(|c| c.is_uppercase()).count() > 3;
        if fronts.is_empty() && !back.is_empty() && is_short {
            let fit = |card| if has_faces(card) { Fit::Fits } else { Fit::Unfit };
            fronts = self.guess(front, &fit);
        }
        let has_front = |name: &IndexedName<'_>| {
            let is_front = name.is_printed() && fronts.contains(&name.card());
            is_front && name.marks() == mark && has_faces(name.card())
        };
        self.lookup.index.names().filter(has_front).collect()
    }

    /// What one half of a name may mean.
    fn read_half(&self, written: &str) -> HalfName {
        let letters = squash(written);
        let is_short = letters.len() > 1 && !written.contains(' ');
        let readings = self.expand_abbreviations(&split_glued(written));
        let mut names: Vec<String> = readings.iter().map(|reading| squash(reading)).collect();
        // A nickname stands for the names of its cards.
        let called = self.catalog.cards.find_by_name(written);
        let names_of = called.iter().flat_map(|card| self.catalog.cards.card(*card).names());
        names.extend(names_of.map(|(_, shown, _)| squash(shown)));
        HalfName {
            letters: Some(letters).filter(|_| is_short),
            words: readings.iter().map(|reading| split_tokens(reading)).collect(),
            names,
        }
    }
}

/// Half of a name, prepared for comparison with many names.
struct HalfName {
    /// The first letters of its words, if it may only be initials.
    letters: Option<String>,
    words: Vec<Vec<NameToken>>,
    /// Names that it may be, letters and digits only.
    names: Vec<String>,
}

impl HalfName {
    /// Whether it is a printed half, given by its letters and its words.
    fn is(&self, (plain, printed): &(String, Vec<NameToken>)) -> bool {
        let limit = 0.5 + 0.6 * printed.len().saturating_sub(1) as f64;
        let most = plain.len() / 5;
        let is_near = |name: &String| {
            usize::from(least_weight(name.as_bytes(), plain.as_bytes(), false)) <= 2 * most
                && count_edits(name, plain) <= most
        };
        let reads_so =
            |words: &Vec<NameToken>| reading_cost(words, printed).is_some_and(|cost| cost <= limit);
        self.letters.as_ref().is_some_and(|letters| begins_with_each(printed, letters))
            || self.names.iter().any(is_near)
            || self.words.iter().any(reads_so)
    }
}

/// Splits `front/back`. The slash of `w/` (*with*) does not split.
pub(super) fn split_halves(name: &str) -> Option<(&str, &str)> {
    let at = name.match_indices('/').map(|(at, _)| at).find(|at| {
        let word = name.get(..*at).unwrap_or("").rsplit(' ').next().unwrap_or("");
        !word.eq_ignore_ascii_case("w")
    })?;
    let (front, back) = (name.get(..at)?.trim(), name.get(at + 1..)?.trim());
    (!front.is_empty() && !back.is_empty()).then_some((front, back))
}

//! Names of two cards or faces, of which people write both halves or one.

use super::fit::{Fit, Fitting};
use super::guess::{Guesser, begins_with_each};
use super::tokens::{least_weight, reading_cost, split_glued};
use sleeve_data::model::CardIndex;
use sleeve_data::model::card::NameRole;
use sleeve_data::model::name_index::IndexedName;
use sleeve_data::model::name_words::{NameToken, find_marks, split_tokens, squash};
use sleeve_data::problem::count_edits;

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

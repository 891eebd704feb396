//! Names of two cards or faces. People write both halves, or one.

use super::{
    fit::{Fit, Fitting},
    guess::{Guesser, begins_with_each},
    tokens::{least_weight, reading_cost, split_glued},
};
use sleeve_data::{
    model::{
        CardIndex,
        card::NameRole,
        name_index::IndexedName,
        name_words::{NameToken, find_marks, split_tokens, squash},
    },
    problem::count_edits,
};

impl Guesser<'_> {
    /// The names of two halves, in either order: the faces of a card, or two cards in one.
    pub(super) fn match_both_halves(
        &self,
        front: &str,
        back: &str,
        fit: Fitting<'_>,
    ) -> Vec<IndexedName<'_>> {
        let front_half = self.read_half(front);
        let back_half = (!back.is_empty()).then(|| self.read_half(back));
        let mark = find_marks(back);
        let mut both = Vec::new();
        for name in self
            .lookup
            .index
            .names()
            .filter(|name| name.may_have_halves())
        {
            let shown = name.shown();
            let halves = shown.split_once(" & ").or_else(|| shown.split_once('/'));
            let Some((one, other)) = halves.filter(|_| name.marks() == mark) else { continue };
            if fit(name.card()) == Fit::Unfit {
                continue;
            }
            let (one, other) = (PrintedHalf::new(one), PrintedHalf::new(other));
            let back = back_half.as_ref();
            if front_half.is(&one) && back.is_none_or(|back| back.is(&other))
                || front_half.is(&other) && back.is_none_or(|back| back.is(&one))
            {
                both.push(name);
            }
        }
        if both.is_empty() { self.match_front(front, back, fit) } else { both }
    }

    /// The names of cards whose front has a name. After the name of a front, people write anything:
    /// the back is ignored, apart from its marks.
    fn match_front(&self, front: &str, back: &str, fit: Fitting<'_>) -> Vec<IndexedName<'_>> {
        let mark = find_marks(back);
        let mut fronts = self.catalog.cards.find_by_name(front);
        let is_long = front.contains(' ') || front.chars().filter(|c| c.is_uppercase()).count() > 3;
        if fronts.is_empty() && !back.is_empty() && is_long {
            fronts = self.guess(front, &|card| {
                if self.has_faces(card) && fit(card) != Fit::Unfit { Fit::Fits } else { Fit::Unfit }
            });
        }
        fronts.retain(|card| fit(*card) != Fit::Unfit && self.has_faces(*card));
        let names = self.lookup.index.names();
        names
            .filter(|n| n.is_printed() && fronts.contains(&n.card()) && n.marks() == mark)
            .collect()
    }

    fn has_faces(&self, card: CardIndex) -> bool {
        let mut names = self.catalog.cards.card(card).names();
        names.any(|(role, ..)| matches!(role, NameRole::Face(_)))
    }

    /// What one half of a name may mean.
    fn read_half(&self, written: &str) -> HalfName {
        let letters = squash(written);
        let is_short = letters.len() > 1 && !written.contains(' ');
        let readings = self.expand_abbreviations(&split_glued(written));
        let mut names: Vec<String> = readings.iter().map(|reading| squash(reading)).collect();
        // A nickname stands for the names of its cards.
        let called = self.catalog.cards.find_by_name(written);
        let names_of = called
            .iter()
            .flat_map(|card| self.catalog.cards.card(*card).names());
        names.extend(names_of.map(|(_, shown, _)| squash(shown)));
        HalfName {
            letters: Some(letters).filter(|_| is_short),
            words: readings
                .iter()
                .map(|reading| split_tokens(reading))
                .collect(),
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

/// Half of a printed name.
struct PrintedHalf {
    /// Its letters and digits.
    letters: String,
    words: Vec<NameToken>,
}

impl PrintedHalf {
    fn new(text: &str) -> PrintedHalf {
        PrintedHalf { letters: squash(text), words: split_tokens(text) }
    }
}

impl HalfName {
    /// Whether it is a printed half.
    fn is(&self, half: &PrintedHalf) -> bool {
        let limit = 0.5 + 0.6 * half.words.len().saturating_sub(1) as f64;
        let (plain, most) = (half.letters.as_str(), half.letters.len() / 5);
        self.letters
            .as_ref()
            .is_some_and(|letters| begins_with_each(&half.words, letters))
            || self.names.iter().any(|name| {
                let least = least_weight(name.as_bytes(), plain.as_bytes(), false);
                usize::from(least) <= 2 * most && count_edits(name, plain) <= most
            })
            || self
                .words
                .iter()
                .any(|words| reading_cost(words, &half.words).is_some_and(|cost| cost <= limit))
    }
}

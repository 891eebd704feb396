//! Allowances: which cards are too many for those that alone cover them, and who is covered by what.

use super::{LIST_LIMIT, Wording};
use crate::escape::safe;
use sleeve_data::model::CardIndex;
use sleeve_language::Rational;
use sleeve_rules::{Covering, FindingStatus, Uncovered};

impl Wording<'_> {
    /// `6 cards that only green cards (up to 5) covers: 1 too many`.
    pub(super) fn describe_uncovered(&self, uncovered: &Uncovered) -> String {
        let Uncovered { cards, over, covering } = uncovered;
        let copies = uncovered.copies();
        let count = self.count_phrase(copies);
        let is_broken = self.finding.status == FindingStatus::Broken;
        if covering.is_empty() {
            let list = self.list_cards(cards);
            return if is_broken {
                self.say(
                    format!("{count} that no allowance covers: {list}"),
                    format!("{count} qu'aucun quota ne couvre : {list}"),
                )
            } else {
                self.say(
                    format!("cannot be decided whether some allowance covers {count}: {list}"),
                    format!("on ne peut dire si un quota couvre {count} : {list}"),
                )
            };
        }
        let named = self.list_allowances(covering);
        let several = covering.len() > 1;
        if !is_broken {
            let (cover, couvrent) =
                if several { ("cover", "couvrent") } else { ("covers", "couvre") };
            let sure = copies.saturating_sub(*over);
            return self.say(
                format!("cannot be decided: of {count}, {named} certainly {cover} only {sure}"),
                format!("indécidable : de {count}, {named} ne {couvrent} à coup sûr que {sure}"),
            );
        }
        self.say(
            if several {
                format!("{count} that only {named} cover: {over} too many")
            } else {
                format!("{count} that only {named} covers: {over} too many")
            },
            if several {
                format!("{count} que ne couvrent que {named} : {over} de trop")
            } else {
                format!("{count} que ne couvre que {named} : {over} de trop")
            },
        )
    }

    /// `A (up to 5) and B (up to 3)`.
    fn list_allowances(&self, covering: &[Covering]) -> String {
        let shown = covering.get(..LIST_LIMIT.min(covering.len())).unwrap_or(covering);
        let names: Vec<String> =
            shown.iter().map(|allowance| self.describe_allowance(allowance)).collect();
        let more = covering.len() - shown.len();
        match (names.split_last(), more) {
            (Some((last, first)), 0) if !first.is_empty() => {
                let first = first.join(", ");
                self.say(format!("{first} and {last}"), format!("{first} et {last}"))
            }
            _ => self.join_with_rest(&names, more),
        }
    }

    /// `A (up to 5)`.
    fn describe_allowance(&self, covering: &Covering) -> String {
        let words = safe(covering.words.get(self.lang)).into_owned();
        let up_to = covering.up_to.in_words(self.lang);
        self.say(format!("`{words}` (up to {up_to})"), format!("« {words} » (au plus {up_to})"))
    }

    /// For each of the allowances the cards that it covers, and those that are left over.
    pub(super) fn coverage_notes(&self, uncovered: &Uncovered) -> Vec<String> {
        let mut notes = Vec::new();
        for covering in uncovered.covering.iter().take(LIST_LIMIT) {
            if covering.cards.is_empty() {
                continue;
            }
            let words = safe(covering.words.get(self.lang)).into_owned();
            let list = self.list_cards(&covering.cards);
            notes.push(self.say(
                format!("`{words}` could cover: {list}"),
                format!("« {words} » pourrait couvrir : {list}"),
            ));
        }
        let left = copies_without_allowance(uncovered);
        if !left.is_empty() && !uncovered.covering.is_empty() {
            let list = self.list_cards(&left);
            notes.push(self.say(
                format!("then nothing covers: {list}"),
                format!("rien ne couvre alors : {list}"),
            ));
        }
        notes
    }

    /// What to take out.
    pub(super) fn repair_uncovered(&self, uncovered: &Uncovered) -> String {
        let list = self.list_cards(&uncovered.cards);
        if uncovered.covering.is_empty() {
            return self.say(format!("remove {list}"), format!("retirer {list}"));
        }
        let what = self.amount_phrase(Rational::whole(i64::from(uncovered.over)));
        self.say(format!("remove {what} of {list}"), format!("retirer {what} parmi {list}"))
    }
}

/// The copies that none of the allowances covers where the others are covered as told.
fn copies_without_allowance(uncovered: &Uncovered) -> Vec<(CardIndex, u32)> {
    let taken = |card: CardIndex| -> u32 {
        let all = uncovered.covering.iter().flat_map(|covering| &covering.cards);
        all.filter(|(known, _)| *known == card).map(|(_, n)| *n).fold(0, u32::saturating_add)
    };
    let left = |(card, n): &(CardIndex, u32)| (*card, n.saturating_sub(taken(*card)));
    uncovered.cards.iter().map(left).filter(|(_, n)| *n > 0).collect()
}

//! The decks of a tournament as one field, role by role: what they are called by, what they hold, which of them are unlike the others.

use super::CheckedDeck;
use super::describe::DescribeError;
use sleeve_data::Arrange;
use sleeve_data::model::{CardIndex, Catalog};
use sleeve_language::{Scope, Truth, World, filter};
use sleeve_odds::stats::{self, DeckCopies, StatsError, Usage};
use sleeve_rules::Overrides;
use std::collections::BTreeMap;
use std::sync::Arc;

/// The most decks of a role that are compared each with each, whose work grows as their square; of more it is not said how alike
/// they are.
pub const MAX_COMPARED: usize = 1000;

/// The decks of one role.
#[derive(Clone, Debug)]
pub struct FieldGroup<'d> {
    /// `None` where the format has no roles.
    pub role: Option<&'d str>,
    pub catalog: &'d Arc<Catalog>,
    /// In the order of the field.
    pub decks: Vec<FieldDeck<'d>>,
    pub usage: Usage,
    /// By falling number of decks; none where the game does not say what decks are called by.
    pub archetypes: Vec<Archetype>,
}

/// One deck of a group.
#[derive(Clone, Debug)]
pub struct FieldDeck<'d> {
    pub deck: &'d CheckedDeck,
    /// The mean of the Jaccard indices with the other decks of its group, from 0 to 1; `None` where it has no other, or too many.
    pub likeness: Option<f64>,
    /// Cards that no other deck of the group holds.
    pub only_here: Vec<CardIndex>,
}

/// The decks that are called by one card.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archetype {
    /// The cards, of which players bring one as a rule; empty for the decks that hold none.
    pub cards: Vec<CardIndex>,
    /// Places in [`FieldGroup::decks`].
    pub decks: Vec<usize>,
}

type DeckWithCopies<'d> = (&'d CheckedDeck, DeckCopies);

/// Describes the decks that could be read, role by role in order of first appearance; decks of one format.
///
/// # Errors
/// When the game's own words for an archetype are no filter.
pub fn describe_field(decks: &[CheckedDeck]) -> Result<Vec<FieldGroup<'_>>, DescribeError> {
    let overrides = Overrides::default();
    let mut groups: Vec<(Option<&str>, &Arc<Catalog>, Vec<DeckWithCopies<'_>>)> = Vec::new();
    for deck in decks.iter().filter(|deck| deck.is_whole()) {
        let Some((catalog, subject)) = deck.catalog().zip(deck.subject(&overrides)) else {
            continue;
        };
        let fail = |error: StatsError| DescribeError { error, catalog: Arc::clone(catalog) };
        let copies = subject.copies_by_card(&[]).map_err(fail)?;
        let role = deck.role();
        match groups.iter_mut().find(|(known, ..)| *known == role) {
            Some((.., all)) => all.push((deck, copies)),
            None => groups.push((role, catalog, vec![(deck, copies)])),
        }
    }
    groups.into_iter().map(|(role, catalog, decks)| describe_group(role, catalog, decks)).collect()
}

fn describe_group<'d>(
    role: Option<&'d str>,
    catalog: &'d Arc<Catalog>,
    decks: Vec<DeckWithCopies<'d>>,
) -> Result<FieldGroup<'d>, DescribeError> {
    let (decks, copies): (Vec<&CheckedDeck>, Vec<DeckCopies>) = decks.into_iter().unzip();
    let usage = stats::count_usage(&copies);
    let archetypes = find_archetypes(catalog, &decks)?;
    let rare: Vec<CardIndex> =
        usage.cards.iter().filter(|used| used.decks == 1).map(|used| used.card).collect();
    let describe = |(at, deck): (usize, &&'d CheckedDeck)| {
        let own = copies.get(at);
        let only_here = rare.iter().copied();
        FieldDeck {
            deck,
            likeness: mean_likeness(at, &copies),
            only_here: only_here
                .filter(|card| own.is_some_and(|own| own.contains_key(card)))
                .collect(),
        }
    };
    let decks = decks.iter().enumerate().map(describe).collect();
    Ok(FieldGroup { role, catalog, decks, usage, archetypes })
}

/// The mean of the Jaccard indices of a deck with all others.
fn mean_likeness(at: usize, copies: &[DeckCopies]) -> Option<f64> {
    let own = copies.get(at).filter(|_| copies.len() <= MAX_COMPARED)?;
    let others = copies.iter().enumerate().filter(|(other, _)| *other != at);
    let index = |other: &DeckCopies| match stats::count_shared(own, other) {
        // Two empty decks are alike.
        (_, 0) => 1.0,
        (shared, all) => shared as f64 / all as f64,
    };
    let indices: Vec<f64> = others.map(|(_, other)| index(other)).collect();
    let count = indices.len();
    (count > 0).then(|| indices.into_iter().sum::<f64>() / count as f64)
}

/// Sorts decks by the cards that they are called by, in whatever zone these lie.
fn find_archetypes(
    catalog: &Arc<Catalog>,
    decks: &[&CheckedDeck],
) -> Result<Vec<Archetype>, DescribeError> {
    let text = &catalog.game.statistics.archetype;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = filter(text, &Scope::from_catalog(catalog)).map_err(|error| DescribeError {
        error: StatsError::Language { text: text.clone(), error },
        catalog: Arc::clone(catalog),
    })?;
    let world = World::from_catalog(catalog);
    let mut by_cards: BTreeMap<Vec<CardIndex>, Vec<usize>> = BTreeMap::new();
    for (at, deck) in decks.iter().enumerate() {
        let entries = deck.deck().map_or(&[][..], |deck| &deck.entries);
        let mut cards: Vec<CardIndex> = entries
            .iter()
            // A copy in a state is called as its card.
            .map(|entry| catalog.cards.base(entry.card))
            .filter(|card| wanted.test(&world, *card, None) == Truth::True)
            .collect();
        cards.sort_unstable();
        cards.dedup();
        by_cards.entry(cards).or_default().push(at);
    }
    let mut all: Vec<Archetype> =
        by_cards.into_iter().map(|(cards, decks)| Archetype { cards, decks }).collect();
    // Stable, so that archetypes of as many decks stay in the order of their cards.
    all.arrange_by_key(|archetype| {
        (archetype.cards.is_empty(), std::cmp::Reverse(archetype.decks.len()))
    });
    Ok(all)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn likeness_counts_copies_and_leaves_the_deck_itself_out() {
        let deck = |cards: &[(u32, u64)]| -> DeckCopies {
            cards.iter().map(|(card, n)| (CardIndex(*card), *n)).collect()
        };
        // Two cards share one copy of four; the third deck shares nothing.
        let decks = [deck(&[(1, 2), (2, 1)]), deck(&[(1, 1), (3, 1)]), deck(&[(4, 3)])];
        assert_eq!(mean_likeness(0, &decks), Some(0.125));
        assert_eq!(mean_likeness(2, &decks), Some(0.0));
        assert_eq!(mean_likeness(0, &decks[..1]), None);
    }
}

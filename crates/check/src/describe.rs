//! Statistics of decks, the differences of two decks, and the decks of a tournament as one field,
//! role by role: their archetypes, their cards, and which decks differ from the others.

use super::{
    CheckedDeck,
    copy_states::are_apart,
    rows::{RefusedText, collect_refusals, look_up_aside},
};
use sleeve_data::{
    Arrange,
    model::{CardIndex, Catalog},
};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_language::{Parameters, Scope, Truth, World, filter};
use sleeve_odds::stats::{
    self, DeckCopies, LimitedMeasure, Statistics, StatsError, StatsRequest, Subject, Usage,
    ZoneChanges,
};
use sleeve_rules::{self as rules, Overrides};
use std::{collections::BTreeMap, sync::Arc};

/// A deck with its statistics.
#[derive(Clone, Debug)]
pub struct DescribedDeck {
    pub deck: CheckedDeck,
    pub statistics: Statistics,
    /// Whether the statistics rest on stand-ins or inferred facts.
    pub provisional: bool,
    /// The fingerprint; `None` unless the deck is whole.
    pub fingerprint: Option<Fingerprint>,
}

/// One of two compared decks.
#[derive(Clone, Debug)]
pub struct ComparedDeck {
    pub deck: CheckedDeck,
    pub statistics: Statistics,
    /// Measures that the format limits, with their values in this deck.
    pub limits: Vec<LimitedMeasure>,
    /// Values of its format's parameters.
    pub parameters: Parameters,
}

/// Two decks of one game.
#[derive(Clone, Debug)]
pub struct ComparedPair {
    pub before: ComparedDeck,
    pub after: ComparedDeck,
    /// The cards that differ, by zone.
    pub zones: Vec<ZoneChanges>,
}

/// A request for something that the decks of a game do not have.
#[derive(Clone, Debug)]
pub struct DescribeError {
    pub error: StatsError,
    pub catalog: Arc<Catalog>,
}

impl DescribeError {
    /// Turns errors about decks of a game into errors with its catalog.
    fn of(catalog: &Arc<Catalog>) -> impl Fn(StatsError) -> DescribeError {
        |error| DescribeError { error, catalog: Arc::clone(catalog) }
    }
}

/// Why two decks cannot be compared.
#[derive(Clone, Debug)]
pub enum CompareError {
    Unreadable,
    DifferentGames([String; 2]),
    /// The request names something that does not exist.
    Describe(DescribeError),
    /// They have copies in a state and were not read [together](super::in_one_catalog).
    SeparateCatalogs,
}

/// Describes every readable deck. The `aside` words name cards that are set out before play, each
/// in the decks that contain it.
///
/// # Errors
/// Something requested does not exist, or no deck contains a card to set aside.
pub fn describe(
    decks: &[CheckedDeck],
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<Vec<DescribedDeck>, DescribeError> {
    let (described, refused) = describe_all(decks, asked, aside, overrides)?;
    match refused.into_iter().next() {
        Some(first) => Err(first.reason),
        None => Ok(described),
    }
}

/// Like [`describe`], but leaves out words that a game does not have. The second value lists these
/// refusals by measure, then by field, then in the order of the decks.
///
/// # Errors
/// Something requested exists in no game, or no deck contains a card to set aside.
pub fn describe_all(
    decks: &[CheckedDeck],
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<(Vec<DescribedDeck>, Vec<RefusedText>), DescribeError> {
    check_set_aside(decks, aside)?;
    let mut asked_decks = Vec::new();
    for deck in decks {
        asked_decks.extend(AskedDeck::new(deck, asked, aside, overrides)?);
    }
    let mut refused = Vec::new();
    for (at, text) in asked.measures.iter().chain(&asked.by).enumerate() {
        let answers = asked_decks
            .iter()
            .filter_map(|of| Some((of.deck, of.understood.get(at)?)));
        refused.extend(collect_refusals(text, answers)?);
    }
    let described = asked_decks
        .into_iter()
        .map(|of| of.describe(overrides))
        .collect::<Result<_, _>>()?;
    Ok((described, refused))
}

/// A deck with what is asked about it.
struct AskedDeck<'d, 'o> {
    deck: &'d CheckedDeck,
    catalog: &'d Arc<Catalog>,
    subject: Subject<'o>,
    asked: StatsRequest,
    /// Whether its game has the words of each measure, then those of each field.
    understood: Vec<Result<(), StatsError>>,
}

impl<'d: 'o, 'o> AskedDeck<'d, 'o> {
    /// Finds the words of a request in a deck; `None` if it could not be read.
    fn new(
        deck: &'d CheckedDeck,
        asked: &StatsRequest,
        aside: &[String],
        overrides: &'o Overrides,
    ) -> Result<Option<AskedDeck<'d, 'o>>, DescribeError> {
        let Some((catalog, subject)) = deck.catalog().zip(deck.subject(overrides)) else {
            return Ok(None);
        };
        let asked = look_up_aside(&subject, asked, aside).map_err(DescribeError::of(catalog))?;
        let understood =
            stats::check_words(&subject, &asked).map_err(DescribeError::of(catalog))?;
        Ok(Some(AskedDeck { deck, catalog, subject, asked, understood }))
    }

    /// Describes the deck by the words that its game has.
    fn describe(mut self, overrides: &Overrides) -> Result<DescribedDeck, DescribeError> {
        let mut known = self.understood.iter().map(Result::is_ok);
        self.asked.measures.retain(|_| known.next().unwrap_or(true));
        self.asked.by.retain(|_| known.next().unwrap_or(true));
        let (subject, asked) = (&self.subject, &self.asked);
        let fail = DescribeError::of(self.catalog);
        let statistics = stats::describe_deck(subject, asked).map_err(&fail)?;
        let provisional = stats::is_provisional(subject, asked, &statistics).map_err(fail)?;
        let fingerprint = self.deck.fingerprint(overrides);
        let deck = self.deck.clone();
        Ok(DescribedDeck { deck, statistics, provisional, fingerprint })
    }
}

/// Rejects cards to set aside that no deck contains.
fn check_set_aside(decks: &[CheckedDeck], aside: &[String]) -> Result<(), DescribeError> {
    let read: Vec<_> = decks
        .iter()
        .filter_map(CheckedDeck::catalog_and_deck)
        .collect();
    for word in aside {
        let word = std::slice::from_ref(word);
        let is_held = read
            .iter()
            .any(|(catalog, deck)| !rules::select_words_in_deck(catalog, deck, word).is_empty());
        let Some((catalog, deck)) = read.first().filter(|_| !is_held) else { continue };
        let in_game = rules::resolve_set_aside(catalog, deck, word)
            .map_err(|error| DescribeError::of(catalog)(error.into()))?;
        if let Some(card) = in_game.first() {
            return Err(DescribeError::of(catalog)(StatsError::NotThere(*card)));
        }
    }
    Ok(())
}

/// Compares two decks of one game.
///
/// # Errors
/// One could not be read, they are of different games, or a measure does not exist.
pub fn compare(
    before: &CheckedDeck,
    after: &CheckedDeck,
    asked: &StatsRequest,
    overrides: &Overrides,
) -> Result<ComparedPair, CompareError> {
    let subjects = before.subject(overrides).zip(after.subject(overrides));
    let (a, b) = subjects.ok_or(CompareError::Unreadable)?;
    if before.game() != after.game() {
        return Err(CompareError::DifferentGames(
            [before, after].map(|deck| deck.game().unwrap_or_default().to_owned()),
        ));
    }
    if before
        .catalog()
        .zip(after.catalog())
        .is_some_and(|(a, b)| are_apart(a, b))
    {
        return Err(CompareError::SeparateCatalogs);
    }
    let zones = stats::compare_zones(&a, &b);
    let before = ComparedDeck::new(before, &a, asked)?;
    let after = ComparedDeck::new(after, &b, asked)?;
    Ok(ComparedPair { before, after, zones })
}

impl ComparedDeck {
    fn new(
        deck: &CheckedDeck,
        subject: &Subject<'_>,
        asked: &StatsRequest,
    ) -> Result<ComparedDeck, CompareError> {
        let catalog = deck.catalog().ok_or(CompareError::Unreadable)?;
        let statistics = stats::describe_deck(subject, asked).map_err(DescribeError::of(catalog));
        Ok(ComparedDeck {
            deck: deck.clone(),
            statistics: statistics.map_err(CompareError::Describe)?,
            limits: stats::limited_measures(subject, asked.lens),
            parameters: subject.parameters(),
        })
    }
}

/// Most decks of a role that are all compared with each other, which takes quadratic time. With
/// more decks, no similarity is reported.
pub const MAX_COMPARED: usize = 1000;

/// The decks of one role.
#[derive(Clone, Debug)]
pub struct FieldGroup<'d> {
    /// `None` if the format has no roles.
    pub role: Option<&'d str>,
    pub catalog: &'d Arc<Catalog>,
    /// In the order of the field.
    pub decks: Vec<FieldDeck<'d>>,
    pub usage: Usage,
    /// By decreasing number of decks; empty if the game defines no archetypes.
    pub archetypes: Vec<Archetype>,
}

/// One deck of a group.
#[derive(Clone, Debug)]
pub struct FieldDeck<'d> {
    pub deck: &'d CheckedDeck,
    /// The mean of the Jaccard indices with the other decks of its group, from 0 to 1; `None` if
    /// there are no others, or too many.
    pub likeness: Option<f64>,
    /// Cards that no other deck of the group contains.
    pub only_here: Vec<CardIndex>,
}

/// The decks of one archetype.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Archetype {
    /// The cards of the archetype, of which players usually bring one; empty for the decks with
    /// none.
    pub cards: Vec<CardIndex>,
    /// Indices in [`FieldGroup::decks`].
    pub decks: Vec<usize>,
}

/// The decks of one role, and the copies of each.
struct RoleDecks<'d> {
    role: Option<&'d str>,
    catalog: &'d Arc<Catalog>,
    decks: Vec<&'d CheckedDeck>,
    copies: Vec<DeckCopies>,
}

/// Describes the readable decks of one format, role by role in order of first appearance.
///
/// # Errors
/// The game's words for an archetype are not a valid filter.
pub fn describe_field(decks: &[CheckedDeck]) -> Result<Vec<FieldGroup<'_>>, DescribeError> {
    let overrides = Overrides::default();
    let mut groups: Vec<RoleDecks<'_>> = Vec::new();
    for deck in decks.iter().filter(|deck| deck.is_whole()) {
        let Some((catalog, subject)) = deck.catalog().zip(deck.subject(&overrides)) else {
            continue;
        };
        let copies = subject
            .copies_by_card(&[])
            .map_err(DescribeError::of(catalog))?;
        let role = deck.role();
        match groups.iter_mut().find(|group| group.role == role) {
            Some(group) => {
                group.decks.push(deck);
                group.copies.push(copies);
            }
            None => {
                groups.push(RoleDecks { role, catalog, decks: vec![deck], copies: vec![copies] });
            }
        }
    }
    groups.into_iter().map(RoleDecks::describe).collect()
}

impl<'d> RoleDecks<'d> {
    fn describe(self) -> Result<FieldGroup<'d>, DescribeError> {
        let RoleDecks { role, catalog, decks, copies } = self;
        let usage = stats::count_usage(&copies);
        let archetypes = find_archetypes(catalog, &decks)?;
        let rare = usage
            .cards
            .iter()
            .filter(|used| used.decks == 1)
            .map(|used| used.card);
        let mut described = Vec::new();
        for (at, (deck, own)) in decks.into_iter().zip(&copies).enumerate() {
            let only_here = rare.clone().filter(|card| own.contains_key(card)).collect();
            described.push(FieldDeck { deck, likeness: mean_likeness(at, &copies), only_here });
        }
        Ok(FieldGroup { role, catalog, decks: described, usage, archetypes })
    }
}

/// The mean of the Jaccard indices of a deck with all others.
fn mean_likeness(at: usize, copies: &[DeckCopies]) -> Option<f64> {
    let own = copies.get(at).filter(|_| copies.len() <= MAX_COMPARED)?;
    let others = copies.iter().enumerate().filter(|(other, _)| *other != at);
    let indices = others.map(|(_, other)| match stats::count_shared(own, other) {
        // Two empty decks are identical.
        (_, 0) => 1.0,
        (shared, all) => shared as f64 / all as f64,
    });
    let count = copies.len() - 1;
    (count > 0).then(|| indices.sum::<f64>() / count as f64)
}

/// Groups decks by their archetype cards, in any zone.
fn find_archetypes(
    catalog: &Arc<Catalog>,
    decks: &[&CheckedDeck],
) -> Result<Vec<Archetype>, DescribeError> {
    let text = &catalog.game.statistics.archetype;
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let wanted = filter(text, &Scope::from_catalog(catalog))
        .map_err(|error| StatsError::Language { text: text.clone(), error })
        .map_err(DescribeError::of(catalog))?;
    let world = World::from_catalog(catalog);
    let mut by_cards: BTreeMap<Vec<CardIndex>, Vec<usize>> = BTreeMap::new();
    for (at, deck) in decks.iter().enumerate() {
        let entries = deck.deck().map_or(&[][..], |deck| &deck.entries);
        let mut cards: Vec<CardIndex> = entries
            .iter()
            // A copy in a state counts as its card.
            .map(|entry| catalog.cards.base(entry.card))
            .filter(|card| wanted.test(&world, *card, None) == Truth::True)
            .collect();
        cards.sort_unstable();
        cards.dedup();
        by_cards.entry(cards).or_default().push(at);
    }
    let mut all: Vec<Archetype> = by_cards
        .into_iter()
        .map(|(cards, decks)| Archetype { cards, decks })
        .collect();
    // Stable, so that archetypes of the same size stay in the order of their cards.
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
            cards
                .iter()
                .map(|(card, n)| (CardIndex(*card), *n))
                .collect()
        };
        // Two cards share one copy of four; the third deck shares nothing.
        let decks = [deck(&[(1, 2), (2, 1)]), deck(&[(1, 1), (3, 1)]), deck(&[(4, 3)])];
        assert_eq!(mean_likeness(0, &decks), Some(0.125));
        assert_eq!(mean_likeness(2, &decks), Some(0.0));
        assert_eq!(mean_likeness(0, &decks[..1]), None);
    }
}

//! Statistics of decks, and the differences of two decks.

use super::CheckedDeck;
use super::copy_states::are_apart;
use super::rows::{RefusedText, collect_refusals};
use sleeve_data::model::Catalog;
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_language::Parameters;
use sleeve_odds::stats::{
    self, LimitedMeasure, Statistics, StatsError, StatsRequest, Subject, ZoneChanges,
};
use sleeve_rules::{self as rules, Overrides};
use std::sync::Arc;

/// A deck with its statistics.
#[derive(Clone, Debug)]
pub struct DescribedDeck<'a> {
    pub deck: &'a CheckedDeck,
    pub statistics: Statistics,
    /// Whether the statistics rest on stand-ins or inferred facts.
    pub provisional: bool,
    /// The fingerprint; `None` where the deck is not whole.
    pub fingerprint: Option<Fingerprint>,
}

/// One of two decks that are compared.
#[derive(Clone, Debug)]
pub struct ComparedDeck<'a> {
    pub deck: &'a CheckedDeck,
    pub statistics: Statistics,
    /// Measures that the format limits, with their values in this deck.
    pub limits: Vec<LimitedMeasure>,
    /// Values of its format's parameters.
    pub parameters: Parameters,
}

/// Two decks of one game.
#[derive(Clone, Debug)]
pub struct ComparedPair<'a> {
    pub before: ComparedDeck<'a>,
    pub after: ComparedDeck<'a>,
    /// The cards that differ, by zone.
    pub zones: Vec<ZoneChanges>,
}

/// A request for something that the decks of a game do not have.
#[derive(Clone, Debug)]
pub struct DescribeError {
    pub error: StatsError,
    pub catalog: Arc<Catalog>,
}

/// Why two decks cannot be compared.
#[derive(Clone, Debug)]
pub enum CompareError {
    Unreadable,
    DifferentGames([String; 2]),
    /// The request names something that does not exist.
    Describe(DescribeError),
    /// They hold copies in a state and were not read [together](super::in_one_catalog).
    SeparateCatalogs,
}

/// Describes every deck that could be read. The `aside` words name cards that are set out before
/// play, each in the decks that hold it.
///
/// # Errors
/// When something that was asked for does not exist, or no deck holds a card that is set aside.
pub fn describe<'d>(
    decks: &'d [CheckedDeck],
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<Vec<DescribedDeck<'d>>, DescribeError> {
    let (described, refused) = describe_all(decks, asked, aside, overrides)?;
    match refused.into_iter().next() {
        Some(first) => Err(first.reason),
        None => Ok(described),
    }
}

/// Like [`describe`], but decks of games that lack a word are described without it. The second value lists
/// these refusals by measure, then by field, then in the order of the decks.
///
/// # Errors
/// When something that was asked for exists in no game, or no deck holds a card that is set aside.
pub fn describe_all<'d>(
    decks: &'d [CheckedDeck],
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<(Vec<DescribedDeck<'d>>, Vec<RefusedText>), DescribeError> {
    check_set_aside(decks, aside)?;
    let mut subjects = Vec::new();
    for deck in decks {
        let Some((catalog, subject)) = deck.catalog().zip(deck.subject(overrides)) else {
            continue;
        };
        let fail = |error: StatsError| DescribeError { error, catalog: Arc::clone(catalog) };
        let words = rules::select_words_in_deck(catalog, subject.deck, aside);
        let aside = rules::resolve_set_aside(catalog, subject.deck, &words);
        let asked =
            StatsRequest { aside: aside.map_err(|error| fail(error.into()))?, ..asked.clone() };
        let understood = stats::check_words(&subject, &asked).map_err(fail)?;
        subjects.push((deck, subject, asked, understood));
    }
    let mut all = Vec::new();
    for (at, text) in asked.measures.iter().chain(&asked.by).enumerate() {
        let answer =
            |(deck, .., understood): &'_ (&'d CheckedDeck, Subject<'_>, StatsRequest, Vec<_>)| {
                Some((*deck, understood.get(at).cloned()?))
            };
        let answers: Vec<_> = subjects.iter().filter_map(answer).collect();
        all.extend(collect_refusals(text, answers.iter().map(|(deck, answer)| (*deck, answer)))?);
    }
    let mut described = Vec::new();
    for (deck, subject, mut asked, understood) in subjects {
        let Some(catalog) = deck.catalog() else { continue };
        let fail = |error: StatsError| DescribeError { error, catalog: Arc::clone(catalog) };
        // One iterator for both, since `understood` has the measures first, then the fields.
        let mut known = understood.iter().map(Result::is_ok);
        asked.measures.retain(|_| known.next().unwrap_or(true));
        asked.by.retain(|_| known.next().unwrap_or(true));
        let statistics = stats::describe_deck(&subject, &asked).map_err(fail)?;
        let provisional = stats::is_provisional(&subject, &asked, &statistics).map_err(fail)?;
        let fingerprint = deck.fingerprint(overrides);
        described.push(DescribedDeck { deck, statistics, provisional, fingerprint });
    }
    Ok((described, all))
}

/// Refuses cards to set aside that none of the decks holds.
fn check_set_aside(decks: &[CheckedDeck], aside: &[String]) -> Result<(), DescribeError> {
    let read: Vec<_> = decks.iter().filter_map(CheckedDeck::catalog_and_deck).collect();
    for word in aside {
        let word = std::slice::from_ref(word);
        let is_held = read
            .iter()
            .any(|(catalog, deck)| !rules::select_words_in_deck(catalog, deck, word).is_empty());
        let Some((catalog, deck)) = read.first().filter(|_| !is_held) else { continue };
        let fail = |error: StatsError| Err(DescribeError { error, catalog: Arc::clone(catalog) });
        match rules::resolve_set_aside(catalog, deck, word) {
            Err(error) => return fail(error.into()),
            Ok(cards) => {
                if let Some(card) = cards.first() {
                    return fail(StatsError::NotThere(*card));
                }
            }
        }
    }
    Ok(())
}

/// Compares two decks of one game.
///
/// # Errors
/// When one could not be read, they are of different games, or a measure does not exist.
pub fn compare<'d>(
    before: &'d CheckedDeck,
    after: &'d CheckedDeck,
    asked: &StatsRequest,
    overrides: &Overrides,
) -> Result<ComparedPair<'d>, CompareError> {
    let subjects = before.subject(overrides).zip(after.subject(overrides));
    let (a, b) = subjects.ok_or(CompareError::Unreadable)?;
    if before.game() != after.game() {
        return Err(CompareError::DifferentGames(
            [before, after].map(|deck| deck.game().unwrap_or_default().to_owned()),
        ));
    }
    if before.catalog().zip(after.catalog()).is_some_and(|(a, b)| are_apart(a, b)) {
        return Err(CompareError::SeparateCatalogs);
    }
    let side = |deck: &'d CheckedDeck, subject: &Subject<'_>| {
        let catalog = deck.catalog().ok_or(CompareError::Unreadable)?;
        let fail =
            |error| CompareError::Describe(DescribeError { error, catalog: Arc::clone(catalog) });
        Ok(ComparedDeck {
            deck,
            statistics: stats::describe_deck(subject, asked).map_err(fail)?,
            limits: stats::limited_measures(subject, asked.lens),
            parameters: subject.parameters(),
        })
    };
    let zones = stats::compare_zones(&a, &b);
    Ok(ComparedPair { before: side(before, &a)?, after: side(after, &b)?, zones })
}

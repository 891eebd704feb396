//! Many decks as rows of a table: their measures, the decks that satisfy a condition, the cards in
//! use.
//!
//! If a game does not have a word of a text, this is reported once, and its decks have no answer.
//! The text is a mistake only if no game has its words.

use super::{CheckedDeck, describe::DescribeError, read::CheckCache};
use sleeve_data::model::{Catalog, Lens};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_language::{Quantity, Truth};
use sleeve_odds::stats::{self, DeckCopies, StatsError, StatsRequest, Subject, Usage};
use sleeve_rules::{self as rules, Overrides};
use sleeve_threads::prelude::*;
use std::sync::Arc;

/// Fewest decks that a thread measures at once, with a shared cache.
const MIN_DECKS_PER_THREAD: usize = 64;

/// A text with words that the decks of one game do not have.
#[derive(Clone, Debug)]
pub struct RefusedText {
    pub text: String,
    /// The number of decks of the game.
    pub decks: usize,
    /// The reason, with the catalog of the first of these decks.
    pub reason: DescribeError,
}

/// Many decks as a table: a row per deck, in their order, and a column per measure.
#[derive(Clone, Debug)]
pub struct Measures {
    /// The measures as written.
    pub texts: Vec<String>,
    pub rows: Vec<DeckMeasures>,
    /// Texts that a game rejects, by measure, then in the order of the decks.
    pub refused: Vec<RefusedText>,
}

/// The numbers of one deck.
#[derive(Clone, Debug)]
pub struct DeckMeasures {
    /// A value for each measure; `None` if its game does not have a word, or the deck could not be
    /// read.
    pub values: Vec<Option<Quantity>>,
    /// Whether the values depend on stand-ins or inferred facts; `false` if [`RowExtras`] skips
    /// that.
    pub provisional: bool,
    /// The fingerprint; `None` if the deck is not whole or [`RowExtras`] skips it.
    pub fingerprint: Option<Fingerprint>,
}

/// Columns next to the measures; each takes as much time as all measures together.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct RowExtras {
    /// Whether the measures depend on stand-ins or inferred facts.
    pub provisional: bool,
    pub fingerprint: bool,
}

/// The decks that satisfy a condition.
#[derive(Clone, Debug, Default)]
pub struct KeptDecks {
    /// The decks that satisfy it, in order.
    pub decks: Vec<CheckedDeck>,
    pub asked: usize,
    /// Paths of the decks for which the condition depends on unknown facts.
    pub unknown: Vec<String>,
    /// Games that reject the condition.
    pub refused: Vec<RefusedText>,
}

/// The cards of the decks of one game.
#[derive(Clone, Debug)]
pub struct GameUsage {
    pub catalog: Arc<Catalog>,
    /// Its cards in these decks.
    pub usage: Usage,
    /// The copies in zones that were not counted.
    pub left_out: u64,
}

/// The answer to one text for one deck.
type RowResult<T> = Result<T, StatsError>;
/// The answers for one deck, as in [`DeckMeasures`].
struct RowAnswers {
    values: Vec<RowResult<Quantity>>,
    provisional: bool,
    fingerprint: Option<Fingerprint>,
}

/// Collects the games that reject a text, from the answers of all decks in order.
///
/// # Errors
/// Every game rejects the text.
pub(super) fn collect_refusals<'d, T>(
    text: &str,
    answers: impl Iterator<Item = (&'d CheckedDeck, &'d RowResult<T>)>,
) -> Result<Vec<RefusedText>, DescribeError>
where
    T: 'd,
{
    let mut all: Vec<RefusedText> = Vec::new();
    let mut any = false;
    for (deck, answer) in answers {
        let (Err(error), Some(catalog)) = (answer, deck.catalog()) else {
            any = true;
            continue;
        };
        match all
            .iter_mut()
            .find(|known| known.reason.catalog.game.id() == catalog.game.id())
        {
            Some(known) => known.decks += 1,
            None => all.push(RefusedText {
                text: text.to_owned(),
                decks: 1,
                reason: DescribeError { error: error.clone(), catalog: Arc::clone(catalog) },
            }),
        }
    }
    match all.first().filter(|_| !any) {
        Some(first) => Err(first.reason.clone()),
        None => Ok(all),
    }
}

/// The subject of a deck, with a rulebook shared with other decks of its format.
fn cached_subject<'a, 'd: 'a>(
    deck: &'d CheckedDeck,
    overrides: &'a Overrides,
    cache: &'a mut CheckCache<'d>,
) -> Option<Subject<'a>> {
    let known = deck.catalog().zip(deck.format());
    let rulebook = known.map(move |(catalog, format)| cache.rulebook(catalog, format));
    Some(Subject { rulebook, ..deck.subject(overrides)? })
}

/// The request for one deck: words for cards to set aside are resolved among its own cards.
pub(super) fn look_up_aside(
    subject: &Subject<'_>,
    asked: &StatsRequest,
    aside: &[String],
) -> Result<StatsRequest, StatsError> {
    let words = rules::select_words_in_deck(subject.catalog, subject.deck, aside);
    let aside = rules::resolve_set_aside(subject.catalog, subject.deck, &words)?;
    Ok(StatsRequest { aside, ..asked.clone() })
}

/// Measures every deck. The `aside` words name cards that are set out before play, each in the
/// decks that contain it.
///
/// # Errors
/// No game has the words of a measure.
pub fn measure_decks(
    decks: &[CheckedDeck],
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
    beside: RowExtras,
) -> Result<Measures, DescribeError> {
    let answers = answer_decks(decks, overrides, |deck, subject| {
        measure_deck(deck, subject, asked, aside, beside)
    });
    let mut refused = Vec::new();
    for (at, text) in asked.measures.iter().enumerate() {
        let of_decks = decks.iter().zip(&answers);
        let one = of_decks.filter_map(|(deck, row)| Some((deck, row.as_ref()?.values.get(at)?)));
        refused.extend(collect_refusals(text, one)?);
    }
    let mut rows = Vec::with_capacity(answers.len());
    for row in answers {
        rows.push(match row {
            None => DeckMeasures {
                values: vec![None; asked.measures.len()],
                provisional: false,
                fingerprint: None,
            },
            Some(RowAnswers { values, provisional, fingerprint }) => {
                let values = values.into_iter().map(Result::ok).collect();
                DeckMeasures { values, provisional, fingerprint }
            }
        });
    }
    Ok(Measures { texts: asked.measures.clone(), rows, refused })
}

/// Asks about every deck; `None` for one that cannot be read.
fn answer_decks<T: Send>(
    decks: &[CheckedDeck],
    overrides: &Overrides,
    ask: impl Fn(&CheckedDeck, &Subject<'_>) -> T + Sync,
) -> Vec<Option<T>> {
    decks
        .par_iter()
        .with_min_len(MIN_DECKS_PER_THREAD)
        .map_init(CheckCache::with_rules, |cache, deck| {
            Some(ask(deck, &cached_subject(deck, overrides, cache)?))
        })
        .collect()
}

fn measure_deck(
    deck: &CheckedDeck,
    subject: &Subject<'_>,
    asked: &StatsRequest,
    aside: &[String],
    beside: RowExtras,
) -> RowAnswers {
    let values = measure_under_lens(subject, asked, aside);
    let both = beside.provisional && !subject.catalog.cards.is_attested();
    // A value that changes without stand-ins depends on them.
    let attested = StatsRequest { lens: Lens::Attested, ..asked.clone() };
    let provisional = both
        && asked.lens != Lens::Attested
        && measure_under_lens(subject, &attested, aside) != values;
    let fingerprint = if beside.fingerprint { deck.subject_fingerprint(subject) } else { None };
    RowAnswers { values, provisional, fingerprint }
}

fn measure_under_lens(
    subject: &Subject<'_>,
    asked: &StatsRequest,
    aside: &[String],
) -> Vec<RowResult<Quantity>> {
    let texts = asked.measures.iter();
    let values = look_up_aside(subject, asked, aside)
        .and_then(|asked| stats::measure_values(subject, &asked));
    match values {
        Err(error) => texts.map(|_| Err(error.clone())).collect(),
        Ok(values) => texts
            .zip(values)
            .map(|(text, value)| {
                value.map_err(|error| StatsError::Language { text: text.clone(), error })
            })
            .collect(),
    }
}

/// The answers to a condition for each deck, `None` if it could not be read; and the games that
/// reject the condition.
pub type ConditionAnswers = (Vec<Option<Result<Truth, StatsError>>>, Vec<RefusedText>);

/// Evaluates a condition for every readable deck.
///
/// # Errors
/// No game has the words of the condition.
pub fn ask_decks(
    decks: &[CheckedDeck],
    condition: &str,
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<ConditionAnswers, DescribeError> {
    let answers = answer_decks(decks, overrides, |_, subject| {
        let of_deck = look_up_aside(subject, asked, aside);
        of_deck.and_then(|asked| stats::check_condition(subject, &asked, condition))
    });
    let given = decks
        .iter()
        .zip(&answers)
        .filter_map(|(deck, a)| Some((deck, a.as_ref()?)));
    let refused = collect_refusals(condition, given)?;
    Ok((answers, refused))
}

/// Keeps the decks that satisfy a condition, as in [`ask_decks`].
///
/// # Errors
/// No game has the words of the condition.
pub fn filter_decks(
    decks: Vec<CheckedDeck>,
    condition: &str,
    asked: &StatsRequest,
    aside: &[String],
    overrides: &Overrides,
) -> Result<KeptDecks, DescribeError> {
    let (answers, refused) = ask_decks(&decks, condition, asked, aside, overrides)?;
    let mut kept = KeptDecks { refused, ..KeptDecks::default() };
    for (deck, answer) in decks.into_iter().zip(answers) {
        let Some(answer) = answer else { continue };
        kept.asked += 1;
        match answer {
            Ok(Truth::True) => kept.decks.push(deck),
            Ok(Truth::Unknown) => kept.unknown.push(deck.path),
            Ok(Truth::False) | Err(_) => {}
        }
    }
    Ok(kept)
}

/// The cards of some decks, game by game, in order of first appearance. A deck read for several
/// formats counts once.
///
/// # Errors
/// No deck has one of the zones to read.
pub fn count_usage(
    decks: &[CheckedDeck],
    zones: &[String],
    overrides: &Overrides,
) -> Result<(Vec<GameUsage>, Vec<RefusedText>), DescribeError> {
    let held: Vec<Option<RowResult<DeckCopies>>> = decks
        .par_iter()
        .map(|deck| Some(deck.subject(overrides)?.copies_by_card(zones)))
        .collect();
    let given = decks
        .iter()
        .zip(&held)
        .filter_map(|(deck, held)| Some((deck, held.as_ref()?)));
    let refused = collect_refusals(&zones.join(", "), given)?;
    let mut games: Vec<GameCopies<'_>> = Vec::new();
    let mut last: Option<&CheckedDeck> = None;
    for (deck, held) in decks.iter().zip(held) {
        // With `all` formats, a deck is repeated for each of them.
        let is_repeated =
            last.is_some_and(|last| last.path == deck.path && last.format_id() != deck.format_id());
        last = Some(deck);
        let (Some(Ok(held)), Some(catalog), false) = (held, deck.catalog(), is_repeated) else {
            continue;
        };
        let entries = deck.deck().map_or(&[][..], |deck| &deck.entries);
        let copies: u64 = entries.iter().map(|entry| u64::from(entry.count)).sum();
        let out = copies - held.values().sum::<u64>();
        match games
            .iter_mut()
            .find(|known| Arc::ptr_eq(known.catalog, catalog))
        {
            Some(game) => {
                game.held.push(held);
                game.left_out += out;
            }
            None => games.push(GameCopies { catalog, held: vec![held], left_out: out }),
        }
    }
    let usages = games
        .into_iter()
        .map(|GameCopies { catalog, held, left_out }| GameUsage {
            catalog: Arc::clone(catalog),
            usage: stats::count_usage(&held),
            left_out,
        });
    Ok((usages.collect(), refused))
}

/// The copies in the decks of one game.
struct GameCopies<'d> {
    catalog: &'d Arc<Catalog>,
    held: Vec<DeckCopies>,
    left_out: u64,
}

//! A deck in numbers: cards by kind, effect and any other field, curves, averages with the cards they leave out, and the
//! differences of two decks.
//!
//! Unknown values stay visible: a value that the owner picks is counted as a range, an unknown one in a row of its own.

#![warn(unreachable_pub)]

mod comparison;
mod measures;
mod subject;
mod tally;

pub use comparison::{
    CardUsage, Companion, CopiesChange, DeckCopies, PAIR_LIMIT, Usage, ZoneChanges, compare_zones,
    count_shared, count_usage,
};
pub use measures::{DeckMeasure, LeftOut, LimitedMeasure, all_limits, limited_measures};
pub use subject::{StatsError, StatsRequest, Subject};
pub use tally::{UnknownCards, ValueCount, ValueTally};

use sleeve_data::model::Lens;
use sleeve_language::{BOX, LanguageError, Measure, PileView, Quantity, SpreadPiles, Truth};
use sleeve_rules::DeckStart;
use std::rc::Rc;

/// What `stats` says of one deck.
#[derive(Clone, PartialEq, Debug, Default)]
pub struct Statistics {
    /// How many cards are read.
    pub size: u64,
    /// The starting cards that the deck does not mark.
    pub start: DeckStart,
    /// The zones with their numbers of cards, and whether they are read.
    pub zones: Vec<ZoneSize>,
    pub tallies: Vec<ValueTally>,
    /// Cards by number, each with its average.
    pub curves: Vec<Curve>,
    pub averages: Vec<DeckMeasure>,
    pub measures: Vec<DeckMeasure>,
    /// The fields asked for, with the measures for each of their values.
    pub groups: Vec<Grouping>,
}

/// How many cards a zone holds.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneSize {
    /// The zone's id, or its name where the format is not known.
    pub zone: String,
    pub cards: u64,
    pub read: bool,
}

/// How many cards have each value of a field of numbers, and the average.
#[derive(Clone, PartialEq, Debug)]
pub struct Curve {
    pub tally: ValueTally,
    pub average: DeckMeasure,
}

/// Cards by value, with measures of each group.
#[derive(Clone, PartialEq, Debug)]
pub struct Grouping {
    pub tally: ValueTally,
    /// For each measure, its values: one for each row of the tally, in order.
    pub measures: Vec<(String, Vec<DeckMeasure>)>,
}

/// Whether the game of a deck has the words of each measure, then of each field.
///
/// # Errors
/// When the deck cannot be set out at all.
pub fn check_words(
    subject: &Subject<'_>,
    request: &StatsRequest,
) -> Result<Vec<Result<(), StatsError>>, StatsError> {
    if request.measures.is_empty() && request.by.is_empty() {
        return Ok(Vec::new());
    }
    let prepared = subject.prepare(request)?;
    let measures = request.measures.iter().map(|text| prepared.compile_measure(text).map(drop));
    let fields = request.by.iter().map(|word| prepared.field(word).map(drop));
    Ok(measures.chain(fields).collect())
}

/// Describes a deck in numbers.
///
/// # Errors
/// When a zone, measure, field or card that is asked for does not exist.
pub fn describe_deck(
    subject: &Subject<'_>,
    request: &StatsRequest,
) -> Result<Statistics, StatsError> {
    let mut prepared = subject.prepare(request)?;
    prepared.add_boxes();
    let mut statistics = Statistics {
        size: prepared.cards.iter().map(|(_, _, n)| u64::from(*n)).sum(),
        start: prepared.start.clone(),
        zones: prepared.zone_sizes(),
        ..Statistics::default()
    };
    if request.describe {
        prepared.describe(&mut statistics);
    }
    for text in &request.measures {
        statistics.measures.push(prepared.measure_text(text)?);
    }
    for word in &request.by {
        let tally = prepared.tally_word(word)?;
        let mut measures = Vec::new();
        for text in &request.measures {
            let compiled = prepared.compile_measure(text)?;
            let value = |row: &ValueCount| {
                prepared.measure_piles(&compiled, &tally::group_piles(&prepared, &tally, row))
            };
            measures.push((text.clone(), tally.rows.iter().map(value).collect()));
        }
        statistics.groups.push(Grouping { tally, measures });
    }
    Ok(statistics)
}

/// Whether statistics rest on stand-ins or inferred facts, because attested ones alone give others.
///
/// # Errors
/// When a zone, measure, field or card that is asked for does not exist.
pub fn is_provisional(
    subject: &Subject<'_>,
    request: &StatsRequest,
    computed: &Statistics,
) -> Result<bool, StatsError> {
    if request.lens == Lens::Attested {
        return Ok(false);
    }
    let attested = StatsRequest { lens: Lens::Attested, ..request.clone() };
    Ok(describe_deck(subject, &attested)? != *computed)
}

fn reads_boxes(piles: &[String]) -> bool {
    piles.iter().any(|pile| pile == BOX)
}

/// The value of each measure for a deck, or why its game cannot evaluate it. Each text is read alone, so that a word that
/// one game lacks does not keep the other measures from their values.
///
/// # Errors
/// When the deck cannot be set out at all: it lacks a zone that is to be read, or a card that is set aside.
pub fn measure_values(
    subject: &Subject<'_>,
    request: &StatsRequest,
) -> Result<Vec<Result<Quantity, LanguageError>>, StatsError> {
    let mut prepared = subject.prepare(request)?;
    let measures: Vec<_> =
        request.measures.iter().map(|text| prepared.read_measure(text)).collect();
    if measures.iter().flatten().any(|measure| reads_boxes(measure.piles())) {
        prepared.add_boxes();
    }
    let spread = SpreadPiles::from_piles(&prepared.piles);
    let view = PileView::new(prepared.world(), &spread);
    let value = |measure: Result<Rc<Measure>, LanguageError>| Ok(measure?.value_in(&view));
    Ok(measures.into_iter().map(value).collect())
}

/// Whether a deck satisfies a condition.
///
/// # Errors
/// When its game lacks a word of the condition, or the deck cannot be set out at all.
pub fn check_condition(
    subject: &Subject<'_>,
    request: &StatsRequest,
    condition: &str,
) -> Result<Truth, StatsError> {
    let mut prepared = subject.prepare(request)?;
    let read = prepared.read_condition(condition);
    let condition =
        read.map_err(|error| StatsError::Language { text: condition.to_owned(), error })?;
    if reads_boxes(condition.piles()) {
        prepared.add_boxes();
    }
    Ok(condition.truth(&prepared.world(), &prepared.piles))
}

//! A deck in numbers: cards by kind, effect and any other field, curves, averages with the cards
//! they leave out, and the differences of two decks.
//!
//! Unknown values stay visible: a value that the owner picks is counted as a range, an unknown one
//! in a row of its own.

mod comparison;
mod measures;
mod subject;

pub use comparison::{
    CardUsage, Companion, CopiesChange, DeckCopies, PAIR_LIMIT, Usage, ZoneChanges, compare_zones,
    count_shared, count_usage,
};
pub use measures::{DeckMeasure, LeftOut, LimitedMeasure, all_limits, limited_measures};
pub use subject::{StatsError, StatsRequest, Subject};

use sleeve_data::{
    Arrange,
    model::{CardIndex, Fact, Lens, Number},
};
use sleeve_language::{
    BOX, Field, LanguageError, PileView, Piles, Quantity, SpreadPiles, Truth, field::FieldKind,
    tree::GroupKey,
};
use sleeve_rules::DeckStart;
use std::collections::BTreeMap;
use subject::PreparedDeck;

/// The statistics of one deck.
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

impl Statistics {
    /// The tally of a field.
    pub fn tally(&self, word: &str) -> Option<&ValueTally> {
        self.tallies.iter().find(|tally| tally.word == word)
    }

    /// The curve of a field of numbers.
    pub fn curve(&self, word: &str) -> Option<&Curve> {
        self.curves.iter().find(|curve| curve.tally.word == word)
    }

    /// The groups of a field that was asked for.
    pub fn group(&self, word: &str) -> Option<&Grouping> {
        self.groups.iter().find(|group| group.tally.word == word)
    }
}

/// The number of cards in a zone.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ZoneSize {
    /// The zone's id, or its name if the format is unknown.
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
    let measures = request
        .measures
        .iter()
        .map(|text| prepared.compile_measure(text).map(drop));
    let fields = request.by.iter().map(|word| prepared.field(word).map(drop));
    Ok(measures.chain(fields).collect())
}

/// Describes a deck in numbers.
///
/// # Errors
/// A requested zone, measure, field or card does not exist.
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
            let mut values = Vec::new();
            for row in &tally.rows {
                let piles = group_piles(&prepared, &tally, row);
                values.push(prepared.measure_piles(&compiled, &piles));
            }
            measures.push((text.clone(), values));
        }
        statistics.groups.push(Grouping { tally, measures });
    }
    Ok(statistics)
}

/// Whether statistics depend on stand-ins or inferred facts: attested ones alone give others.
///
/// # Errors
/// A requested zone, measure, field or card does not exist.
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

/// The value of each measure for a deck, or why its game cannot evaluate it. Each text is read
/// alone, so that a word that one game does not know leaves the other measures their values.
///
/// # Errors
/// The deck cannot be set out at all: it does not have a zone to read, or a card to set aside.
pub fn measure_values(
    subject: &Subject<'_>,
    request: &StatsRequest,
) -> Result<Vec<Result<Quantity, LanguageError>>, StatsError> {
    let mut prepared = subject.prepare(request)?;
    let measures: Vec<_> = request
        .measures
        .iter()
        .map(|text| prepared.read_measure(text))
        .collect();
    if measures
        .iter()
        .flatten()
        .any(|measure| reads_boxes(measure.piles()))
    {
        prepared.add_boxes();
    }
    let spread = SpreadPiles::from_piles(&prepared.piles);
    let view = PileView::new(prepared.world(), &spread);
    Ok(measures
        .into_iter()
        .map(|measure| Ok(measure?.value_in(&view)))
        .collect())
}

/// Whether a deck satisfies a condition.
///
/// # Errors
/// Its game does not know a word of the condition, or the deck cannot be set out at all.
pub fn check_condition(
    subject: &Subject<'_>,
    request: &StatsRequest,
    condition: &str,
) -> Result<Truth, StatsError> {
    let mut prepared = subject.prepare(request)?;
    let parsed = prepared
        .read_condition(condition)
        .map_err(|error| StatsError::Language { text: condition.to_owned(), error })?;
    if reads_boxes(parsed.piles()) {
        prepared.add_boxes();
    }
    Ok(parsed.truth(&prepared.world(), &prepared.piles))
}

/// Cards by the values of a field.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueTally {
    /// The word by which the field was asked.
    pub word: String,
    pub field: Field,
    /// Whether the values have an order: numbers, days, ordered enumerations.
    pub ordered: bool,
    /// The values in their order, or else by falling number of cards.
    pub rows: Vec<ValueCount>,
    /// Cards with an unknown value, or perhaps further values, by the range that is known.
    pub unknown: Vec<UnknownCards>,
    pub without: u64,
}

/// The cards with one value.
#[derive(Clone, PartialEq, Debug)]
pub struct ValueCount {
    pub key: GroupKey,
    /// A card with the value, perhaps one whose owner may pick it.
    pub example: CardIndex,
    /// Cards that certainly have the value.
    pub cards: u64,
    /// `cards` with those whose owner may pick the value.
    pub most: u64,
}

/// Cards with an unknown value.
#[derive(Clone, PartialEq, Debug)]
pub struct UnknownCards {
    /// The known range; `None` if the field is no number.
    pub number: Option<Quantity>,
    pub cards: u64,
}

impl ValueTally {
    /// Whether no card has a value, known or not.
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty() && self.unknown.is_empty()
    }
}

enum CardValues {
    /// The card has these values.
    Values(Vec<GroupKey>),
    /// The owner picks one of these values.
    Pick(Vec<GroupKey>),
    /// The card has these values, and perhaps others; with the known range of a number.
    Open(Vec<GroupKey>, Option<Quantity>),
}

impl CardValues {
    /// The values that the card has, or may have by a choice.
    fn keys(&self) -> &[GroupKey] {
        match self {
            CardValues::Values(keys) | CardValues::Pick(keys) | CardValues::Open(keys, _) => keys,
        }
    }
}

fn card_values(
    prepared: &PreparedDeck<'_>,
    field: Field,
    zone: &str,
    card: CardIndex,
) -> CardValues {
    if card == CardIndex::STRANGER {
        return match field.kind {
            FieldKind::Zone => CardValues::Values(vec![GroupKey::Zone(zone.to_owned())]),
            _ => CardValues::Open(
                Vec::new(),
                field
                    .kind
                    .is_numeric(&prepared.catalog.game)
                    .then_some(Quantity::UNKNOWN),
            ),
        };
    }
    let world = prepared.world();
    if let FieldKind::Attribute(attribute) = field.kind {
        let card = prepared.catalog.cards.card(card);
        let fact = card.fact(&prepared.catalog.game, field.face, attribute, prepared.lens);
        if let Fact::Choice(choices) = fact {
            let keys = choices
                .values()
                .iter()
                .map(|n: &Number| GroupKey::Number((*n).into()));
            return CardValues::Pick(keys.collect());
        }
    }
    let values = field.values(&world, card, Some(zone));
    if values.open {
        let number = Some(values.number).filter(|_| field.kind.is_numeric(&prepared.catalog.game));
        CardValues::Open(values.values, number)
    } else {
        CardValues::Values(values.values)
    }
}

/// Tallies the cards that are read by the values of a field.
fn tally_field(prepared: &PreparedDeck<'_>, word: &str, field: Field) -> ValueTally {
    let mut rows: BTreeMap<GroupKey, ValueCount> = BTreeMap::new();
    let mut unknown: Vec<UnknownCards> = Vec::new();
    let mut without = 0;
    for (zone, card, n) in &prepared.cards {
        let n = u64::from(*n);
        let values = card_values(prepared, field, zone, *card);
        let certain = if matches!(values, CardValues::Pick(_)) { 0 } else { n };
        for key in values.keys() {
            let fresh = ValueCount { key: key.clone(), example: *card, cards: 0, most: 0 };
            let row = rows.entry(key.clone()).or_insert(fresh);
            row.cards += certain;
            row.most += n;
        }
        match values {
            CardValues::Values(keys) if keys.is_empty() => without += n,
            CardValues::Values(_) | CardValues::Pick(_) => {}
            CardValues::Open(_, number) => match unknown.iter_mut().find(|u| u.number == number) {
                Some(same) => same.cards += n,
                None => unknown.push(UnknownCards { number, cards: n }),
            },
        }
    }
    let ordered = field.kind.is_ordered(&prepared.catalog.game);
    let mut rows: Vec<ValueCount> = rows.into_values().collect();
    if !ordered {
        rows.arrange_by(|a, b| b.cards.cmp(&a.cards).then(a.key.cmp(&b.key)));
    }
    unknown.arrange_by_key(|unknown| unknown.number.and_then(|number| number.low()));
    ValueTally { word: word.to_owned(), field, ordered, rows, unknown, without }
}

/// The piles of a deck with only the cards that have the value of a row. The boxes stay whole: they
/// are not part of the deck.
fn group_piles(prepared: &PreparedDeck<'_>, tally: &ValueTally, row: &ValueCount) -> Piles {
    let mut piles = prepared.piles.clone();
    for (zone, cards) in piles.zones.iter_mut().filter(|(zone, _)| zone != BOX) {
        cards.retain(|(card, _)| {
            card_values(prepared, tally.field, zone, *card)
                .keys()
                .contains(&row.key)
        });
    }
    piles
}

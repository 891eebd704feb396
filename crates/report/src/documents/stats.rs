//! `stats -o json`: decks in numbers; with `--wide` a row for each deck, with `--usage` a row for each card.

use super::{BothRow, CardRow, DataHead, DeckHead, QuantityRow, StartRow};
use crate::forms::json::write_line;
use crate::schemas::JsonSchema;
use crate::stats::{TallyValues, refusal_reason};
use serde::Serialize;
use sleeve_check::{
    CheckedDeck, DeckMeasures, DescribedDeck, GameUsage, KeptDecks, Measures, RefusedText,
};
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_odds::stats::{
    CardUsage, Companion, Curve, DeckMeasure, Grouping, LeftOut, UnknownCards, ValueCount,
    ValueTally,
};
use std::io::{self, Write};

/// Name and version of the document's form.
pub const STATS: &str = "sleeve/stats/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct StatsDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What `--where` made of the decks.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    kept: Option<WhereRow<'a>>,
    /// The decks in the order in which they were given; null for one of no known game.
    decks: Vec<Option<StatsDeckRow<'a>>>,
    /// Measures and fields that the decks of a game could not be asked.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<RefusedRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct StatsDeckRow<'a> {
    #[serde(flatten)]
    deck: DeckHead<'a>,
    /// Whether figures rest on stand-ins or inferred facts.
    provisional: bool,
    /// The fingerprint of what it holds; null where a line names no card.
    fingerprint: Option<Fingerprint>,
    /// How many cards were counted.
    cards: u64,
    /// What it starts with although it does not mark it.
    start: Option<StartRow<'a>>,
    /// Its zones.
    zones: Vec<StatsZoneRow<'a>>,
    /// How many cards have which value of a field.
    tallies: Vec<TallyRow<'a>>,
    /// The same of fields that are numbers, with their averages.
    curves: Vec<CurveRow<'a>>,
    /// The averages that the game names.
    averages: Vec<MeasuredRow<'a>>,
    /// The measures that were asked for.
    measures: Vec<MeasuredRow<'a>>,
    /// Cards by a field that was asked for.
    groups: Vec<GroupRow<'a>>,
    /// Lines that name no card.
    unresolved: usize,
}

#[derive(Serialize, JsonSchema)]
struct StatsZoneRow<'a> {
    /// Id of the zone.
    zone: &'a str,
    /// Cards in it.
    cards: u64,
    /// Whether they are counted.
    read: bool,
}

#[derive(Serialize, JsonSchema)]
struct TallyRow<'a> {
    /// Id of the field.
    field: &'a str,
    /// The values.
    rows: Vec<StatsValueRow>,
    /// Cards whose value is not known, by what is known of it.
    unknown: Vec<UnknownRow>,
    /// Cards without a value.
    without: u64,
}

#[derive(Serialize, JsonSchema)]
struct StatsValueRow {
    /// The value.
    value: String,
    /// Cards that have it for certain.
    cards: u64,
    /// Cards that may have it.
    most: u64,
}

#[derive(Serialize, JsonSchema)]
struct UnknownRow {
    /// What is known of the value.
    number: Option<QuantityRow>,
    /// How many cards.
    cards: u64,
}

#[derive(Serialize, JsonSchema)]
struct CurveRow<'a> {
    #[serde(flatten)]
    tally: TallyRow<'a>,
    /// The average.
    average: MeasuredRow<'a>,
}

#[derive(Serialize, JsonSchema)]
struct GroupRow<'a> {
    #[serde(flatten)]
    tally: TallyRow<'a>,
    /// Measures of each group.
    measures: Vec<ValuesRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ValuesRow<'a> {
    /// The measure, in the pile language.
    measure: &'a str,
    /// Its value for each row of the group.
    values: Vec<Option<QuantityRow>>,
}

/// A measure with what it is of.
#[derive(Serialize, JsonSchema)]
pub struct MeasuredRow<'a> {
    /// Its name.
    name: BothRow<'a>,
    /// What is measured, in the pile language.
    measure: &'a str,
    /// Its value; null where it has none.
    value: Option<QuantityRow>,
    /// What each average is of.
    averaged: Vec<LeftRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct LeftRow<'a> {
    /// What is averaged, in the pile language.
    of: &'a str,
    /// Cards that count with one number.
    counted: u64,
    /// Cards that count with more than one possible number.
    ranged: u64,
    /// Cards without a number, left out.
    without: u64,
    /// Cards of which it is not known whether they have a number.
    unknown: u64,
}

impl<'a> StatsDocument<'a> {
    /// Describes decks in the order in which they were given.
    pub fn new(decks: &'a [DescribedDeck<'a>]) -> StatsDocument<'a> {
        StatsDocument {
            head: DataHead::new(STATS, decks.iter().filter_map(|d| d.deck.catalog())),
            kept: None,
            decks: decks.iter().map(stats_deck_row).collect(),
            refused: Vec::new(),
        }
    }

    /// Adds what the decks of some games could not be asked.
    pub fn with_refused(self, refused: &'a [RefusedText]) -> StatsDocument<'a> {
        StatsDocument { refused: refused.iter().map(RefusedRow::new).collect(), ..self }
    }

    /// Adds which decks a condition kept.
    pub fn with_kept(self, kept: Option<WhereRow<'a>>) -> StatsDocument<'a> {
        StatsDocument { kept, ..self }
    }
}

fn stats_deck_row<'a>(described: &'a DescribedDeck<'a>) -> Option<StatsDeckRow<'a>> {
    let catalog = described.deck.catalog()?;
    let statistics = &described.statistics;
    let curve = |curve: &'a Curve| CurveRow {
        tally: tally_row(catalog, &curve.tally),
        average: MeasuredRow::new(&curve.average),
    };
    let zones = statistics.zones.iter();
    Some(StatsDeckRow {
        deck: DeckHead::new(described.deck),
        provisional: described.provisional,
        fingerprint: described.fingerprint,
        cards: statistics.size,
        start: StartRow::new(&statistics.start, catalog),
        zones: zones
            .map(|z| StatsZoneRow { zone: &z.zone, cards: z.cards, read: z.read })
            .collect(),
        tallies: statistics.tallies.iter().map(|t| tally_row(catalog, t)).collect(),
        curves: statistics.curves.iter().map(curve).collect(),
        averages: statistics.averages.iter().map(MeasuredRow::new).collect(),
        measures: statistics.measures.iter().map(MeasuredRow::new).collect(),
        groups: statistics.groups.iter().map(|g| group_row(catalog, g)).collect(),
        unresolved: described.deck.deck().map_or(0, |d| d.unresolved.len()),
    })
}

fn tally_row<'a>(catalog: &Catalog, tally: &'a ValueTally) -> TallyRow<'a> {
    let values = TallyValues::as_data(catalog);
    let row = |row: &ValueCount| StatsValueRow {
        value: values.describe(tally, row),
        cards: row.cards,
        most: row.most,
    };
    let unknown = |unknown: &UnknownCards| UnknownRow {
        number: unknown.number.as_ref().and_then(QuantityRow::new),
        cards: unknown.cards,
    };
    TallyRow {
        field: &tally.word,
        rows: tally.rows.iter().map(row).collect(),
        unknown: tally.unknown.iter().map(unknown).collect(),
        without: tally.without,
    }
}

fn group_row<'a>(catalog: &Catalog, grouping: &'a Grouping) -> GroupRow<'a> {
    let measures = grouping.measures.iter().map(|(text, values)| ValuesRow {
        measure: text,
        values: values.iter().map(|m| QuantityRow::new(&m.value)).collect(),
    });
    GroupRow { tally: tally_row(catalog, &grouping.tally), measures: measures.collect() }
}

impl MeasuredRow<'_> {
    /// Writes a measure with its value and what its averages leave out.
    pub fn new(measured: &DeckMeasure) -> MeasuredRow<'_> {
        MeasuredRow {
            name: BothRow::new(&measured.name),
            measure: &measured.text,
            value: QuantityRow::new(&measured.value),
            averaged: measured.left.iter().map(left_out_row).collect(),
        }
    }
}

fn left_out_row(left: &LeftOut) -> LeftRow<'_> {
    LeftRow {
        of: &left.what,
        counted: left.counted,
        ranged: left.ranged,
        without: left.absent,
        unknown: left.unknown,
    }
}

/// Name and version of the form of `stats --wide`.
pub const WIDE: &str = "sleeve/stats-wide/1";
/// Name and version of the form of `stats --usage`.
pub const USAGE: &str = "sleeve/stats-usage/1";

/// What `--where` made of the decks.
#[derive(Serialize, JsonSchema)]
pub struct WhereRow<'a> {
    /// The condition as it is written.
    condition: &'a str,
    /// Decks that were asked.
    decks: usize,
    /// Those that satisfy it: the document is about them.
    kept: usize,
    /// Paths of those of which it is not known.
    unknown: &'a [String],
    /// Games that lack a word of it.
    refused: Vec<RefusedRow<'a>>,
}

impl<'a> WhereRow<'a> {
    /// Describes the effect of a condition that `kept` decks satisfy.
    pub fn new(condition: &'a str, found: &'a KeptDecks, kept: usize) -> WhereRow<'a> {
        WhereRow {
            condition,
            decks: found.asked,
            kept,
            unknown: &found.unknown,
            refused: found.refused.iter().map(RefusedRow::new).collect(),
        }
    }
}

/// A text that the decks of one game could not be asked.
#[derive(Serialize, JsonSchema)]
pub struct RefusedRow<'a> {
    /// The measure, condition or zones as they are written.
    text: &'a str,
    /// Id of the game.
    game: &'a str,
    /// How many decks of it there are.
    decks: usize,
    /// Why.
    message: String,
}

impl RefusedRow<'_> {
    /// Says in English why the decks of a game could not be asked.
    pub fn new(refused: &RefusedText) -> RefusedRow<'_> {
        RefusedRow {
            text: &refused.text,
            game: refused.reason.catalog.game.id(),
            decks: refused.decks,
            message: refusal_reason(refused, Lang::En),
        }
    }
}

/// `stats --wide`.
#[derive(Serialize, JsonSchema)]
pub struct WideDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What `--where` made of the decks.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    kept: Option<WhereRow<'a>>,
    /// The measures as they are written.
    measures: &'a [String],
    /// The decks in the order in which they were given.
    decks: Vec<WideRow<'a>>,
    /// Measures that the decks of a game could not be asked.
    refused: Vec<RefusedRow<'a>>,
}

/// A deck with a value for each measure.
#[derive(Serialize, JsonSchema)]
struct WideRow<'a> {
    /// Path as given.
    path: &'a str,
    /// Id of its game.
    game: Option<&'a str>,
    /// Id of its format.
    format: Option<&'a str>,
    /// Its name.
    name: Option<&'a str>,
    /// What its cards are recognised by; null where a line names no card.
    fingerprint: Option<Fingerprint>,
    /// Whether the values rest on stand-ins or inferred facts.
    provisional: bool,
    /// In the order of the measures; null where there is no value, or the game lacks a word.
    values: Vec<Option<QuantityRow>>,
}

impl<'a> WideDocument<'a> {
    /// Describes one row of measures for each deck.
    pub fn new(measures: &'a Measures<'a>, kept: Option<WhereRow<'a>>) -> WideDocument<'a> {
        WideDocument {
            head: DataHead::new(WIDE, measures.rows.iter().filter_map(|row| row.deck.catalog())),
            kept,
            measures: measures.texts,
            decks: measures.rows.iter().map(wide_row).collect(),
            refused: measures.refused.iter().map(RefusedRow::new).collect(),
        }
    }
}

impl WideDocument<'_> {
    /// Writes its decks alone, each as one line of JSON.
    pub fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for deck in &self.decks {
            write_line(deck, out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn wide_row<'a>(row: &'a DeckMeasures<'a>) -> WideRow<'a> {
    let deck: &CheckedDeck = row.deck;
    WideRow {
        path: &deck.path,
        game: deck.game(),
        format: deck.format_id(),
        name: deck.name(),
        fingerprint: row.fingerprint,
        provisional: row.provisional,
        values: row.values.iter().map(|value| value.as_ref().and_then(QuantityRow::new)).collect(),
    }
}

/// `stats --usage`.
#[derive(Serialize, JsonSchema)]
pub struct UsageDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// What `--where` made of the decks.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    kept: Option<WhereRow<'a>>,
    /// The games of the decks.
    games: Vec<GameCardsRow<'a>>,
    /// Zones that the decks of a game do not have.
    refused: Vec<RefusedRow<'a>>,
}

/// The cards of the decks of one game.
#[derive(Serialize, JsonSchema)]
struct GameCardsRow<'a> {
    /// Id of the game.
    game: &'a str,
    /// How many decks of it there are.
    decks: u64,
    /// Pairs that would have to be looked at, where they are too many and `with` is empty everywhere.
    too_many_pairs: Option<u64>,
    /// The cards, the most played first.
    cards: Vec<UsedRow<'a>>,
}

/// A card with its decks.
#[derive(Serialize, JsonSchema)]
struct UsedRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    /// Decks that hold it.
    decks: u64,
    /// Copies in all of them.
    copies: u64,
    /// The cards that are most often played with it, the closest first, at most five.
    with: Vec<WithRow<'a>>,
}

/// A card that is played with another.
#[derive(Serialize, JsonSchema)]
struct WithRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    /// Decks that hold both.
    together: u64,
    /// Decks that hold at least one.
    either: u64,
    /// The Jaccard index: `together` divided by `either`.
    affinity: f64,
}

impl<'a> UsageDocument<'a> {
    /// Describes which cards the decks of each game hold.
    pub fn new(
        games: &'a [GameUsage],
        refused: &'a [RefusedText],
        kept: Option<WhereRow<'a>>,
    ) -> UsageDocument<'a> {
        UsageDocument {
            head: DataHead::new(USAGE, games.iter().map(|game| &game.catalog)),
            kept,
            games: games.iter().map(game_row).collect(),
            refused: refused.iter().map(RefusedRow::new).collect(),
        }
    }
}

fn game_row(game: &GameUsage) -> GameCardsRow<'_> {
    GameCardsRow {
        game: game.catalog.game.id(),
        decks: game.usage.decks,
        too_many_pairs: game.usage.too_many_pairs,
        cards: game.usage.cards.iter().map(|used| used_row(&game.catalog, used)).collect(),
    }
}

fn used_row<'a>(catalog: &'a Catalog, used: &'a CardUsage) -> UsedRow<'a> {
    let with = |with: &Companion| WithRow {
        card: CardRow::new(catalog, with.card),
        together: with.together,
        either: with.either,
        affinity: with.affinity(),
    };
    UsedRow {
        card: CardRow::new(catalog, used.card),
        decks: used.decks,
        copies: used.copies,
        with: used.companions.iter().map(with).collect(),
    }
}

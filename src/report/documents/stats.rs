//! `stats -o json`: decks in numbers.

use super::many::WhereRow;
use super::start::StartRow;
use super::{BothRow, QuantityRow};
use crate::check::Described;
use crate::decks::fingerprint::Fingerprint;
use crate::model::Catalog;
use crate::report::data::{self, Data, PROGRAM, Program};
use crate::report::stats::words::Values;
use crate::stats::{Curve, Grouping, LeftOut, Measured, Tally, Unknown, ValueCount};
use serde::Serialize;

/// Name and version of the document's form.
pub const STATS: &str = "sleeve/stats/1";

/// The whole document.
#[derive(Serialize)]
pub struct StatsDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    kept: Option<WhereRow<'a>>,
    decks: Vec<Option<DeckRow<'a>>>,
}

#[derive(Serialize)]
struct DeckRow<'a> {
    path: &'a str,
    name: Option<&'a str>,
    game: Option<&'a str>,
    format: Option<&'a str>,
    provisional: bool,
    fingerprint: Option<Fingerprint>,
    cards: u64,
    start: Option<StartRow<'a>>,
    zones: Vec<ZoneRow<'a>>,
    tallies: Vec<TallyRow<'a>>,
    curves: Vec<CurveRow<'a>>,
    averages: Vec<MeasuredRow<'a>>,
    measures: Vec<MeasuredRow<'a>>,
    groups: Vec<GroupRow<'a>>,
    unresolved: usize,
}

#[derive(Serialize)]
struct ZoneRow<'a> {
    zone: &'a str,
    cards: u64,
    read: bool,
}

#[derive(Serialize)]
struct TallyRow<'a> {
    field: &'a str,
    rows: Vec<ValueRow>,
    unknown: Vec<UnknownRow>,
    without: u64,
}

#[derive(Serialize)]
struct ValueRow {
    value: String,
    cards: u64,
    most: u64,
}

#[derive(Serialize)]
struct UnknownRow {
    number: Option<QuantityRow>,
    cards: u64,
}

#[derive(Serialize)]
struct CurveRow<'a> {
    #[serde(flatten)]
    tally: TallyRow<'a>,
    average: MeasuredRow<'a>,
}

#[derive(Serialize)]
struct GroupRow<'a> {
    #[serde(flatten)]
    tally: TallyRow<'a>,
    measures: Vec<ValuesRow<'a>>,
}

#[derive(Serialize)]
struct ValuesRow<'a> {
    measure: &'a str,
    values: Vec<Option<QuantityRow>>,
}

/// A measure with what it is of.
#[derive(Serialize)]
pub struct MeasuredRow<'a> {
    name: BothRow<'a>,
    measure: &'a str,
    value: Option<QuantityRow>,
    averaged: Vec<LeftRow<'a>>,
}

#[derive(Serialize)]
struct LeftRow<'a> {
    of: &'a str,
    counted: u64,
    ranged: u64,
    without: u64,
    unknown: u64,
}

impl<'a> StatsDocument<'a> {
    /// The document for some decks.
    pub fn new(decks: &'a [Described<'a>]) -> StatsDocument<'a> {
        StatsDocument {
            schema: STATS,
            program: PROGRAM,
            data: data::in_use(decks.iter().filter_map(|d| d.deck.catalog())),
            kept: None,
            decks: decks.iter().map(deck).collect(),
        }
    }

    /// The same with what a condition made of the decks.
    pub fn kept(self, kept: Option<WhereRow<'a>>) -> StatsDocument<'a> {
        StatsDocument { kept, ..self }
    }
}

fn deck<'a>(described: &'a Described<'a>) -> Option<DeckRow<'a>> {
    let catalog = described.deck.catalog()?;
    let found = &described.statistics;
    let curve = |curve: &'a Curve| CurveRow {
        tally: tally(catalog, &curve.tally),
        average: MeasuredRow::new(&curve.average),
    };
    let zones = found.zones.iter();
    Some(DeckRow {
        path: &described.deck.path,
        name: described.deck.name(),
        game: described.deck.game(),
        format: described.deck.format_id(),
        provisional: described.provisional,
        fingerprint: described.fingerprint,
        cards: found.size,
        start: StartRow::new(&found.start, catalog),
        zones: zones.map(|z| ZoneRow { zone: &z.zone, cards: z.cards, read: z.read }).collect(),
        tallies: found.tallies.iter().map(|t| tally(catalog, t)).collect(),
        curves: found.curves.iter().map(curve).collect(),
        averages: found.averages.iter().map(MeasuredRow::new).collect(),
        measures: found.measures.iter().map(MeasuredRow::new).collect(),
        groups: found.groups.iter().map(|g| group(catalog, g)).collect(),
        unresolved: described.deck.deck().map_or(0, |d| d.unresolved.len()),
    })
}

fn tally<'a>(catalog: &Catalog, tally: &'a Tally) -> TallyRow<'a> {
    let values = Values::as_data(catalog);
    let row = |row: &ValueCount| ValueRow {
        value: values.of(tally, row),
        cards: row.cards,
        most: row.most,
    };
    let unknown = |unknown: &Unknown| UnknownRow {
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

fn group<'a>(catalog: &Catalog, grouping: &'a Grouping) -> GroupRow<'a> {
    let measures = grouping.measures.iter().map(|(text, values)| ValuesRow {
        measure: text,
        values: values.iter().map(|m| QuantityRow::new(&m.value)).collect(),
    });
    GroupRow { tally: tally(catalog, &grouping.tally), measures: measures.collect() }
}

impl MeasuredRow<'_> {
    /// A row.
    pub fn new(measured: &Measured) -> MeasuredRow<'_> {
        MeasuredRow {
            name: BothRow::new(&measured.name),
            measure: &measured.text,
            value: QuantityRow::new(&measured.value),
            averaged: measured.left.iter().map(left).collect(),
        }
    }
}

fn left(left: &LeftOut) -> LeftRow<'_> {
    LeftRow {
        of: &left.what,
        counted: left.counted,
        ranged: left.ranged,
        without: left.absent,
        unknown: left.unknown,
    }
}

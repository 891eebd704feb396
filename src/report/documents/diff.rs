//! `diff -o json`: what separates two decks.

use super::start::StartRow;
use super::{CardRow, QuantityRow};
use crate::check::{Compared, Side};
use crate::model::{Catalog, Lang};
use crate::report::data::{self, Data, PROGRAM, Program};
use crate::report::diff::{Pair, only};
use crate::stats::{Change, LimitOf, ZoneChanges};
use serde::Serialize;

/// Name and version of the document's form.
pub const DIFF: &str = "sleeve/diff/1";

/// The whole document.
#[derive(Serialize)]
pub struct DiffDocument<'a> {
    schema: &'static str,
    program: Program,
    data: Vec<Data>,
    decks: [DeckRow<'a>; 2],
    zones: Vec<ZoneRow<'a>>,
    broken: Option<BrokenRow<'a>>,
    parameters: Vec<ParameterRow>,
    limits: Vec<LimitRow<'a>>,
    averages: Vec<NumberRow>,
    measures: Vec<NumberRow>,
}

#[derive(Serialize)]
struct DeckRow<'a> {
    path: &'a str,
    name: Option<&'a str>,
    game: Option<&'a str>,
    format: Option<&'a str>,
    role: Option<&'a str>,
    verdict: Option<&'static str>,
    provisional: bool,
    cards: u64,
    start: Option<StartRow<'a>>,
}

#[derive(Serialize)]
struct ZoneRow<'a> {
    zone: &'a str,
    before: u64,
    after: u64,
    changes: Vec<ChangeRow<'a>>,
}

#[derive(Serialize)]
struct ChangeRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    before: u64,
    after: u64,
}

#[derive(Serialize)]
struct BrokenRow<'a> {
    now: Vec<&'a str>,
    mended: Vec<&'a str>,
}

#[derive(Serialize)]
struct ParameterRow {
    name: String,
    before: String,
    after: String,
}

#[derive(Serialize)]
struct LimitRow<'a> {
    rule: &'a str,
    measure: &'a str,
    operator: &'static str,
    before: Option<QuantityRow>,
    after: Option<QuantityRow>,
    limit: EndsRow,
}

#[derive(Serialize)]
struct EndsRow {
    before: Option<QuantityRow>,
    after: Option<QuantityRow>,
}

#[derive(Serialize)]
struct NumberRow {
    name: String,
    measure: String,
    before: Option<QuantityRow>,
    after: Option<QuantityRow>,
}

impl<'a> DiffDocument<'a> {
    /// The document; `None` for decks of no known game.
    pub fn new(compared: &'a Compared<'a>) -> Option<DiffDocument<'a>> {
        let catalog = compared.before.deck.catalog()?;
        let sides = [&compared.before, &compared.after];
        let (before, after) = (compared.before.deck.broken(), compared.after.deck.broken());
        let broken = || BrokenRow { now: only(&after, &before), mended: only(&before, &after) };
        let parameters = compared.parameters().into_iter();
        Some(DiffDocument {
            schema: DIFF,
            program: PROGRAM,
            data: data::in_use(sides.iter().filter_map(|s| s.deck.catalog())),
            decks: sides.map(deck),
            zones: compared.zones.iter().map(|z| zone(catalog, z)).collect(),
            broken: compared.is_judged().then(broken),
            parameters: parameters
                .map(|(name, before, after)| ParameterRow { name, before, after })
                .collect(),
            limits: compared.limits().into_iter().map(limit).collect(),
            averages: compared.averages(Lang::En).into_iter().map(number).collect(),
            measures: compared.measures(Lang::En).into_iter().map(number).collect(),
        })
    }
}

fn deck<'a>(side: &'a Side<'a>) -> DeckRow<'a> {
    DeckRow {
        path: &side.deck.path,
        name: side.deck.name(),
        game: side.deck.game(),
        format: side.deck.format_id(),
        role: side.deck.role(),
        verdict: side.deck.checked().map(|_| side.deck.verdict().word()),
        provisional: side.deck.provisional(),
        cards: side.statistics.size,
        start: side.deck.catalog().and_then(|c| StartRow::new(&side.statistics.start, c)),
    }
}

fn zone<'a>(catalog: &'a Catalog, zone: &'a ZoneChanges) -> ZoneRow<'a> {
    let change = |change: &Change| ChangeRow {
        card: CardRow::new(catalog, change.card),
        before: change.before,
        after: change.after,
    };
    ZoneRow {
        zone: &zone.zone,
        before: zone.size.0,
        after: zone.size.1,
        changes: zone.changes.iter().map(change).collect(),
    }
}

fn limit<'a>((before, after): (&'a LimitOf, &'a LimitOf)) -> LimitRow<'a> {
    LimitRow {
        rule: &after.rule,
        measure: &after.text,
        operator: after.operator.symbol(),
        before: QuantityRow::new(&before.value),
        after: QuantityRow::new(&after.value),
        limit: EndsRow {
            before: QuantityRow::new(&before.limit),
            after: QuantityRow::new(&after.limit),
        },
    }
}

fn number(pair: Pair) -> NumberRow {
    NumberRow {
        name: pair.name,
        measure: pair.text,
        before: pair.before.as_ref().and_then(QuantityRow::new),
        after: pair.after.as_ref().and_then(QuantityRow::new),
    }
}

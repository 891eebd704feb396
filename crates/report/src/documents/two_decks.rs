//! Documents about two decks: `diff -o json`, what separates them, and `match -o json`, whether they may meet.

use super::check::FindingRow;
use super::{CardRow, DataHead, DeckHead, DocumentHead, QuantityRow, StartRow};
use crate::schemas::JsonSchema;
use crate::two_decks::{self, MeasurePair, answer_word, words_only_in_first};
use serde::Serialize;
use sleeve_check::{CheckedDeck, ComparedDeck, ComparedPair, MatchResult};
use sleeve_data::files::path_text;
use sleeve_data::model::{Catalog, Lang};
use sleeve_odds::stats::{CopiesChange, LimitedMeasure, ZoneChanges};
use std::path::Path;

/// Name and version of the document's form.
pub const DIFF: &str = "sleeve/diff/1";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct DiffDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// The two decks, the first one before.
    decks: [DiffDeckRow<'a>; 2],
    /// Zones whose cards differ.
    zones: Vec<DiffZoneRow<'a>>,
    /// Rules that one deck breaks and the other does not; null unless both were judged.
    broken: Option<BrokenRow<'a>>,
    /// Parameters that differ.
    parameters: Vec<DiffParameterRow>,
    /// The limits of the format and how near each deck comes.
    limits: Vec<LimitRow<'a>>,
    /// Averages that differ.
    averages: Vec<DiffNumberRow>,
    /// The measures that were asked for.
    measures: Vec<DiffNumberRow>,
}

#[derive(Serialize, JsonSchema)]
struct DiffDeckRow<'a> {
    #[serde(flatten)]
    deck: DeckHead<'a>,
    /// Id of its role.
    role: Option<&'a str>,
    /// The verdict; null where it was not judged.
    #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable", null]))]
    verdict: Option<&'static str>,
    /// Whether the verdict rests on stand-ins or inferred facts.
    provisional: bool,
    /// How many cards it has.
    cards: u64,
    /// What it starts with although it does not mark it.
    start: Option<StartRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct DiffZoneRow<'a> {
    /// Id of the zone.
    zone: &'a str,
    /// Cards in the first deck.
    before: u64,
    /// Cards in the second deck.
    after: u64,
    /// The cards that differ.
    changes: Vec<ChangeRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct ChangeRow<'a> {
    #[serde(flatten)]
    card: CardRow<'a>,
    /// Copies in the first deck.
    before: u64,
    /// Copies in the second deck.
    after: u64,
}

#[derive(Serialize, JsonSchema)]
struct BrokenRow<'a> {
    /// Ids of rules that only the second deck breaks.
    now: Vec<&'a str>,
    /// Ids of rules that only the first deck breaks.
    mended: Vec<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct DiffParameterRow {
    /// Id of the parameter.
    name: String,
    /// Its value in the first deck.
    before: String,
    /// Its value in the second deck.
    after: String,
}

#[derive(Serialize, JsonSchema)]
struct LimitRow<'a> {
    /// Id of the rule.
    rule: &'a str,
    /// What is measured, in the pile language.
    measure: &'a str,
    /// How it is compared.
    #[schemars(extend("enum" = [":", "=", "!=", "<", "<=", ">", ">="]))]
    operator: &'static str,
    /// The value of the first deck.
    before: Option<QuantityRow>,
    /// The value of the second deck.
    after: Option<QuantityRow>,
    /// What it is compared with.
    limit: EndsRow,
}

#[derive(Serialize, JsonSchema)]
struct EndsRow {
    /// The limit of the first deck.
    before: Option<QuantityRow>,
    /// The limit of the second deck.
    after: Option<QuantityRow>,
}

#[derive(Serialize, JsonSchema)]
struct DiffNumberRow {
    /// Its name, in English.
    name: String,
    /// What is measured, in the pile language.
    measure: String,
    /// The value of the first deck.
    before: Option<QuantityRow>,
    /// The value of the second deck.
    after: Option<QuantityRow>,
}

impl<'a> DiffDocument<'a> {
    /// Describes what separates two decks; `None` for decks of no known game.
    pub fn new(compared: &'a ComparedPair<'a>) -> Option<DiffDocument<'a>> {
        let catalog = compared.before.deck.catalog()?;
        let sides = [&compared.before, &compared.after];
        let (before, after) =
            (compared.before.deck.broken_rules(), compared.after.deck.broken_rules());
        let broken = || BrokenRow {
            now: words_only_in_first(&after, &before),
            mended: words_only_in_first(&before, &after),
        };
        let parameters = two_decks::parameters(compared).into_iter();
        Some(DiffDocument {
            head: DataHead::new(DIFF, sides.iter().filter_map(|s| s.deck.catalog())),
            decks: sides.map(diff_deck_row),
            zones: compared.zones.iter().map(|z| diff_zone_row(catalog, z)).collect(),
            broken: two_decks::is_judged(compared).then(broken),
            parameters: parameters
                .map(|(name, before, after)| DiffParameterRow { name, before, after })
                .collect(),
            limits: two_decks::limits(compared).into_iter().map(limit_row).collect(),
            averages: two_decks::averages(compared, Lang::En)
                .into_iter()
                .map(diff_number_row)
                .collect(),
            measures: two_decks::measures(compared, Lang::En)
                .into_iter()
                .map(diff_number_row)
                .collect(),
        })
    }
}

fn diff_deck_row<'a>(side: &'a ComparedDeck<'a>) -> DiffDeckRow<'a> {
    DiffDeckRow {
        deck: DeckHead::new(side.deck),
        role: side.deck.role(),
        verdict: side.deck.result().map(|_| side.deck.verdict().word()),
        provisional: side.deck.is_provisional(),
        cards: side.statistics.size,
        start: side.deck.catalog().and_then(|c| StartRow::new(&side.statistics.start, c)),
    }
}

fn diff_zone_row<'a>(catalog: &'a Catalog, zone: &'a ZoneChanges) -> DiffZoneRow<'a> {
    let change = |change: &CopiesChange| ChangeRow {
        card: CardRow::new(catalog, change.card),
        before: change.before,
        after: change.after,
    };
    DiffZoneRow {
        zone: &zone.zone,
        before: zone.size.0,
        after: zone.size.1,
        changes: zone.changes.iter().map(change).collect(),
    }
}

fn limit_row<'a>((before, after): (&'a LimitedMeasure, &'a LimitedMeasure)) -> LimitRow<'a> {
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

fn diff_number_row(pair: MeasurePair) -> DiffNumberRow {
    DiffNumberRow {
        name: pair.name,
        measure: pair.text,
        before: pair.before.as_ref().and_then(QuantityRow::new),
        after: pair.after.as_ref().and_then(QuantityRow::new),
    }
}

/// Name and version of the document's form.
pub const MATCH: &str = "sleeve/match/2";

/// The whole document.
#[derive(Serialize, JsonSchema)]
pub struct MatchDocument<'a> {
    #[serde(flatten)]
    head: DataHead,
    /// Whether the decks may meet.
    #[schemars(extend("enum" = ["yes", "no", "undetermined"]))]
    answer: &'static str,
    /// Whether the answer rests on stand-ins or inferred facts.
    provisional: bool,
    /// How many boxes are on the table, where that matters; null where the decks do not agree on it.
    boxes: Option<u32>,
    /// The two decks.
    decks: [MeetingDeckRow<'a>; 2],
    /// What speaks against it, and notes.
    findings: Vec<FindingRow<'a>>,
}

#[derive(Serialize, JsonSchema)]
struct MeetingDeckRow<'a> {
    #[serde(flatten)]
    deck: DeckHead<'a>,
    /// Id of its role.
    role: Option<&'a str>,
    /// The verdict on the deck alone.
    #[schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"]))]
    verdict: &'static str,
}

/// The document for decks that cannot be used.
#[derive(Serialize, JsonSchema)]
pub struct UnusableDocument<'a> {
    #[serde(flatten)]
    head: DocumentHead,
    /// That there is no answer.
    #[schemars(extend("enum" = ["unusable"]))]
    answer: &'static str,
    /// The two decks.
    decks: [PathRow; 2],
    /// Why, in English.
    errors: &'a [String],
}

#[derive(Serialize, JsonSchema)]
struct PathRow {
    /// Path as given.
    path: String,
}

impl<'a> MatchDocument<'a> {
    /// Describes whether two decks may meet; `boxes` is the number that was asked for, if the decks name none.
    pub fn new(
        a: &'a CheckedDeck,
        b: &'a CheckedDeck,
        matched: &'a MatchResult,
        boxes: Option<u32>,
    ) -> MatchDocument<'a> {
        let row =
            |catalog| matched.findings.iter().map(|f| FindingRow::new(f, catalog, None)).collect();
        MatchDocument {
            head: DataHead::new(MATCH, a.catalog().into_iter().chain(b.catalog())),
            answer: answer_word(matched.truth),
            provisional: matched.provisional,
            boxes: matched.boxes.or(boxes),
            decks: [
                meeting_deck_row(a, matched.roles.0.as_deref()),
                meeting_deck_row(b, matched.roles.1.as_deref()),
            ],
            findings: a.catalog().map_or_else(Vec::new, |catalog| row(catalog)),
        }
    }
}

fn meeting_deck_row<'a>(deck: &'a CheckedDeck, role: Option<&'a str>) -> MeetingDeckRow<'a> {
    MeetingDeckRow { deck: DeckHead::new(deck), role, verdict: deck.verdict().word() }
}

impl<'a> UnusableDocument<'a> {
    /// Reports two decks of which one cannot be used; the errors are already in words.
    pub fn new(paths: [&Path; 2], errors: &'a [String]) -> UnusableDocument<'a> {
        UnusableDocument {
            head: DocumentHead::new(MATCH),
            answer: "unusable",
            decks: paths.map(|path| PathRow { path: path_text(path) }),
            errors,
        }
    }
}

//! Documents about two decks: `diff -o json`, their differences, and `match -o json`, whether they
//! may meet.

use super::{CardRow, DataHead, DeckHead, DocumentHead, QuantityRow, StartRow, check::FindingRow};
use crate::two_decks::{self, MeasurePair, answer_word, words_only_in_first};
use sleeve_check::{CheckedDeck, ComparedDeck, ComparedPair, MatchResult};
use sleeve_data::{
    files::path_text,
    model::{Catalog, Lang},
};
use sleeve_odds::stats::{CopiesChange, LimitedMeasure, ZoneChanges};
use std::path::Path;

/// The document's name and version.
pub const DIFF: &str = "sleeve/diff/1";

rows! {
    /// The whole document.
    pub struct DiffDocument<'a>(compared: &'a ComparedPair) after {
        let catalog = compared.before.deck.catalog();
        let sides = [&compared.before, &compared.after];
        let (before, after) = (compared.before.deck.broken_rules(), compared.after.deck.broken_rules());
        let parameters = two_decks::parameters(compared).into_iter();
    } {
        ..head: DataHead = DataHead::new(DIFF, sides.iter().filter_map(|s| s.deck.catalog())),
        /// The two decks; the first one is `before`.
        decks: [DiffDeckRow<'a>; 2] = sides.map(DiffDeckRow::new),
        /// Zones whose cards differ.
        zones: Vec<DiffZoneRow<'a>> = compared.zones.iter().filter_map(|zone| Some(DiffZoneRow::new(catalog?, zone))).collect(),
        /// Rules that only one of the decks breaks; null unless both were judged.
        broken: Option<BrokenRow<'a>> = two_decks::is_judged(compared).then(|| BrokenRow::new(&before, &after)),
        /// Parameters that differ.
        parameters: Vec<DiffParameterRow> = parameters
            .map(|(name, before, after)| DiffParameterRow { name, before, after })
            .collect(),
        /// Limits of the format, and how close each deck comes.
        limits: Vec<LimitRow<'a>> = two_decks::limits(compared).into_iter().map(LimitRow::new).collect(),
        /// Averages that differ.
        averages: Vec<DiffNumberRow> = two_decks::averages(compared, Lang::En)
            .into_iter()
            .map(DiffNumberRow::new)
            .collect(),
        /// Measures that were requested.
        measures: Vec<DiffNumberRow> = two_decks::measures(compared, Lang::En)
            .into_iter()
            .map(DiffNumberRow::new)
            .collect(),
    }

    struct DiffDeckRow<'a>(side: &'a ComparedDeck) {
        ..deck: DeckHead<'a> = DeckHead::new(&side.deck),
        /// Id of its role.
        role: Option<&'a str> = side.deck.role(),
        /// The verdict; null if it was not judged.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable", null])))]
        verdict: Option<&'static str> = side.deck.result().map(|_| side.deck.verdict().word()),
        /// Whether the verdict depends on stand-ins or inferred facts.
        provisional: bool = side.deck.is_provisional(),
        /// Number of its cards.
        cards: u64 = side.statistics.size,
        /// Starting cards of a deck that does not mark them.
        start: Option<StartRow<'a>> = side.deck.catalog().and_then(|c| StartRow::new(&side.statistics.start, c)),
    }

    struct DiffZoneRow<'a>(catalog: &'a Catalog, zone: &'a ZoneChanges) {
        /// Id of the zone.
        zone: &'a str = &zone.zone,
        /// Number of cards in the first deck.
        before: u64 = zone.size.0,
        /// Number of cards in the second deck.
        after: u64 = zone.size.1,
        /// The cards that differ.
        changes: Vec<ChangeRow<'a>> = zone.changes.iter().map(|change| ChangeRow::new(catalog, change)).collect(),
    }

    struct ChangeRow<'a>(catalog: &'a Catalog, change: &CopiesChange) {
        ..card: CardRow<'a> = CardRow::new(catalog, change.card),
        /// Number of copies in the first deck.
        before: u64 = change.before,
        /// Number of copies in the second deck.
        after: u64 = change.after,
    }

    struct BrokenRow<'a>(before: &[&'a str], after: &[&'a str]) {
        /// Ids of the rules that only the second deck breaks.
        now: Vec<&'a str> = words_only_in_first(after, before),
        /// Ids of the rules that only the first deck breaks.
        mended: Vec<&'a str> = words_only_in_first(before, after),
    }

    struct DiffParameterRow {
        /// Id of the parameter.
        name: String,
        /// Its value in the first deck.
        before: String,
        /// Its value in the second deck.
        after: String,
    }

    struct LimitRow<'a>((before, after): (&'a LimitedMeasure, &'a LimitedMeasure)) {
        /// Id of the rule.
        rule: &'a str = &after.rule,
        /// The measure, in the query language.
        measure: &'a str = &after.text,
        /// How it is compared.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = [":", "=", "!=", "<", "<=", ">", ">="])))]
        operator: &'static str = after.operator.symbol(),
        /// Value of the first deck.
        before: Option<QuantityRow> = QuantityRow::new(&before.value),
        /// Value of the second deck.
        after: Option<QuantityRow> = QuantityRow::new(&after.value),
        /// The limit.
        limit: EndsRow = EndsRow::new(before, after),
    }

    struct EndsRow(before: &LimitedMeasure, after: &LimitedMeasure) {
        /// Limit of the first deck.
        before: Option<QuantityRow> = QuantityRow::new(&before.limit),
        /// Limit of the second deck.
        after: Option<QuantityRow> = QuantityRow::new(&after.limit),
    }

    struct DiffNumberRow(pair: MeasurePair) {
        /// Its name, in English.
        name: String = pair.name,
        /// The measure, in the query language.
        measure: String = pair.text,
        /// The value of the first deck.
        before: Option<QuantityRow> = pair.before.as_ref().and_then(QuantityRow::new),
        /// The value of the second deck.
        after: Option<QuantityRow> = pair.after.as_ref().and_then(QuantityRow::new),
    }
}

/// The document's name and version.
pub const MATCH: &str = "sleeve/match/2";

rows! {
    // `boxes` is the number that was given, if the decks name none.
    /// The whole document.
    pub struct MatchDocument<'a>(a: &'a CheckedDeck, b: &'a CheckedDeck, matched: &'a MatchResult, boxes: Option<u32>) after {
        let row =
            |catalog| matched.findings.iter().map(|f| FindingRow::new(f, catalog, None)).collect();
    } {
        ..head: DataHead = DataHead::new(MATCH, a.catalog().into_iter().chain(b.catalog())),
        /// Whether the decks may meet.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["yes", "no", "undetermined"])))]
        answer: &'static str = answer_word(matched.truth),
        /// Whether the answer depends on stand-ins or inferred facts.
        provisional: bool = matched.provisional,
        /// Number of boxes on the table, if it matters; null if the decks disagree.
        boxes: Option<u32> = matched.boxes.or(boxes),
        /// The two decks.
        decks: [MeetingDeckRow<'a>; 2] = [
            MeetingDeckRow::new(a, matched.roles.0.as_deref()),
            MeetingDeckRow::new(b, matched.roles.1.as_deref()),
        ],
        /// Reasons against it, and notes.
        findings: Vec<FindingRow<'a>> = a.catalog().map_or_else(Vec::new, |catalog| row(catalog)),
    }

    struct MeetingDeckRow<'a>(deck: &'a CheckedDeck, role: Option<&'a str>) {
        ..deck: DeckHead<'a> = DeckHead::new(deck),
        /// Id of its role.
        role: Option<&'a str>,
        /// The verdict on this deck alone.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["legal", "illegal", "undetermined", "unusable"])))]
        verdict: &'static str = deck.verdict().word(),
    }

    // `errors` are in words already.
    /// The document for decks that cannot be used.
    pub struct UnusableDocument<'a>(paths: [&Path; 2], errors: &'a [String]) {
        ..head: DocumentHead = DocumentHead::new(MATCH),
        /// There is no answer.
        #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["unusable"])))]
        answer: &'static str = "unusable",
        /// The two decks.
        decks: [PathRow; 2] = paths.map(|path| PathRow { path: path_text(path) }),
        /// Reasons, in English.
        errors: &'a [String],
    }

    struct PathRow {
        /// Path as given.
        path: String,
    }
}

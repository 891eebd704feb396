//! `stats -o json`: decks in numbers; with `--wide`, a row for each deck; with `--usage`, a row for
//! each card.

use super::{BothRow, CardRow, DataHead, DeckHead, QuantityRow, StartRow};
use crate::{
    forms::json::write_line,
    stats::{TallyValues, refusal_reason},
};
use sleeve_check::{
    CheckedDeck, DeckMeasures, DescribedDeck, GameUsage, KeptDecks, Measures, RefusedText,
};
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_odds::stats::{
    CardUsage, Companion, Curve, DeckMeasure, Grouping, LeftOut, UnknownCards, ValueCount,
    ValueTally, ZoneSize,
};
use std::io::{self, Write};

/// The document's name and version.
pub const STATS: &str = "sleeve/stats/1";

rows! {
    /// The whole document.
    pub struct StatsDocument<'a>(decks: &'a [DescribedDeck]) {
        ..head: DataHead = DataHead::new(STATS, decks.iter().filter_map(|d| d.deck.catalog())),
        /// Decks that `--where` selected.
        #[serde(rename = "where")]
        kept?: Option<WhereRow<'a>> = None,
        /// The decks in the order they were given; null for a deck of no known game.
        decks: Vec<Option<StatsDeckRow<'a>>> = decks.iter().map(|d| Some(StatsDeckRow::new(d.deck.catalog()?, d))).collect(),
        /// Measures and fields that do not exist for the decks of a game.
        refused?: Vec<RefusedRow<'a>> = Vec::new(),
    }

    struct StatsDeckRow<'a>(catalog: &'a Catalog, described: &'a DescribedDeck) after {
        let statistics = &described.statistics;
    } {
        ..deck: DeckHead<'a> = DeckHead::new(&described.deck),
        /// Whether numbers depend on stand-ins or inferred facts.
        provisional: bool = described.provisional,
        /// Fingerprint of the deck's cards; null if a line names no card.
        fingerprint: Option<Fingerprint> = described.fingerprint,
        /// Number of cards that were counted.
        cards: u64 = statistics.size,
        /// Starting cards of a deck that does not mark them.
        start: Option<StartRow<'a>> = StartRow::new(&statistics.start, catalog),
        /// Its zones.
        zones: Vec<StatsZoneRow<'a>> = statistics.zones.iter().map(StatsZoneRow::new).collect(),
        /// Number of cards with each value of a field.
        tallies: Vec<TallyRow<'a>> = statistics.tallies.iter().map(|t| TallyRow::new(catalog, t)).collect(),
        /// The same for numeric fields, with their averages.
        curves: Vec<CurveRow<'a>> = statistics.curves.iter().map(|c| CurveRow::new(catalog, c)).collect(),
        /// Averages that the game defines.
        averages: Vec<MeasuredRow<'a>> = statistics.averages.iter().map(MeasuredRow::new).collect(),
        /// Measures that were requested.
        measures: Vec<MeasuredRow<'a>> = statistics.measures.iter().map(MeasuredRow::new).collect(),
        /// Cards by a field that was requested.
        groups: Vec<GroupRow<'a>> = statistics.groups.iter().map(|g| GroupRow::new(catalog, g)).collect(),
        /// Number of lines that name no card.
        unresolved: usize = described.deck.deck().map_or(0, |d| d.unresolved.len()),
    }

    struct StatsZoneRow<'a>(zone: &'a ZoneSize) {
        /// Id of the zone.
        zone: &'a str = &zone.zone,
        /// Number of its cards.
        cards: u64 = zone.cards,
        /// Whether they are counted.
        read: bool = zone.read,
    }

    struct TallyRow<'a>(catalog: &Catalog, tally: &'a ValueTally) after {
        let values = TallyValues::as_data(catalog);
    } {
        /// Id of the field.
        field: &'a str = &tally.word,
        /// The values.
        rows: Vec<StatsValueRow> = tally.rows.iter().map(|row| StatsValueRow::new(&values, tally, row)).collect(),
        /// Cards whose value is unknown, by its known bounds.
        unknown: Vec<UnknownRow> = tally.unknown.iter().map(UnknownRow::new).collect(),
        /// Number of cards without a value.
        without: u64 = tally.without,
    }

    struct StatsValueRow(values: &TallyValues<'_>, tally: &ValueTally, row: &ValueCount) {
        /// The value.
        value: String = values.describe(tally, row),
        /// Number of cards that certainly have it.
        cards: u64 = row.cards,
        /// Largest number of cards that may have it.
        most: u64 = row.most,
    }

    struct UnknownRow(unknown: &UnknownCards) {
        /// Known bounds of the value.
        number: Option<QuantityRow> = unknown.number.as_ref().and_then(QuantityRow::new),
        /// Number of cards.
        cards: u64 = unknown.cards,
    }

    struct CurveRow<'a>(catalog: &Catalog, curve: &'a Curve) {
        ..tally: TallyRow<'a> = TallyRow::new(catalog, &curve.tally),
        /// The average.
        average: MeasuredRow<'a> = MeasuredRow::new(&curve.average),
    }

    struct GroupRow<'a>(catalog: &Catalog, grouping: &'a Grouping) {
        ..tally: TallyRow<'a> = TallyRow::new(catalog, &grouping.tally),
        /// Measures of each group.
        measures: Vec<ValuesRow<'a>> = grouping.measures.iter().map(ValuesRow::new).collect(),
    }

    struct ValuesRow<'a>((text, values): &'a (String, Vec<DeckMeasure>)) {
        /// The measure, in the query language.
        measure: &'a str = text,
        /// Its value in each row of the group.
        values: Vec<Option<QuantityRow>> = values.iter().map(|m| QuantityRow::new(&m.value)).collect(),
    }

    /// A measure with its value.
    pub struct MeasuredRow<'a>(measured: &'a DeckMeasure) {
        /// Its name.
        name: BothRow<'a> = BothRow::new(&measured.name),
        /// The measure, in the query language.
        measure: &'a str = &measured.text,
        /// Its value; null if it has none.
        value: Option<QuantityRow> = QuantityRow::new(&measured.value),
        /// How many cards each average covers.
        averaged: Vec<LeftRow<'a>> = measured.left.iter().map(LeftRow::new).collect(),
    }

    struct LeftRow<'a>(left: &'a LeftOut) {
        /// The averaged measure, in the query language.
        of: &'a str = &left.what,
        /// Number of cards with one number.
        counted: u64 = left.counted,
        /// Number of cards with several possible numbers.
        ranged: u64 = left.ranged,
        /// Number of cards without a number, left out.
        without: u64 = left.absent,
        /// Number of cards that may or may not have a number.
        unknown: u64 = left.unknown,
    }
}

impl<'a> StatsDocument<'a> {
    /// Adds the texts that make no sense for the decks of some games.
    pub fn with_refused(self, refused: &'a [RefusedText]) -> StatsDocument<'a> {
        StatsDocument { refused: refused.iter().map(RefusedRow::new).collect(), ..self }
    }

    /// Adds which decks a condition selected.
    pub fn with_kept(self, kept: Option<WhereRow<'a>>) -> StatsDocument<'a> {
        StatsDocument { kept, ..self }
    }
}

/// The name and version of the document of `stats --wide`.
pub const WIDE: &str = "sleeve/stats-wide/1";
/// The name and version of the document of `stats --usage`.
pub const USAGE: &str = "sleeve/stats-usage/1";

rows! {
    // `kept` is the number of decks that satisfy the condition.
    /// Decks that `--where` selected.
    pub struct WhereRow<'a>(condition: &'a str, found: &'a KeptDecks, kept: usize) {
        /// The condition as written.
        condition: &'a str,
        /// Number of decks that were checked.
        decks: usize = found.asked,
        /// Number of decks that satisfy it; the document is about these.
        kept: usize,
        /// Paths of the decks for which it is unknown.
        unknown: &'a [String] = &found.unknown,
        /// Games that do not have a word of it.
        refused: Vec<RefusedRow<'a>> = found.refused.iter().map(RefusedRow::new).collect(),
    }

    /// A text that makes no sense for the decks of one game.
    pub struct RefusedRow<'a>(refused: &'a RefusedText) {
        /// The measure, condition or zones as written.
        text: &'a str = &refused.text,
        /// Id of the game.
        game: &'a str = refused.reason.catalog.game.id(),
        /// Number of decks of this game.
        decks: usize = refused.decks,
        /// The reason, in English.
        message: String = refusal_reason(refused, Lang::En),
    }

    /// The document of `stats --wide`.
    pub struct WideDocument<'a>(decks: &'a [CheckedDeck], measures: &'a Measures, kept: Option<WhereRow<'a>>) {
        ..head: DataHead = DataHead::new(WIDE, decks.iter().filter_map(CheckedDeck::catalog)),
        /// Decks that `--where` selected.
        #[serde(rename = "where")]
        kept?: Option<WhereRow<'a>>,
        /// The measures as written.
        measures: &'a [String] = &measures.texts,
        /// The decks in the order they were given.
        decks: Vec<WideRow<'a>> = decks.iter().zip(&measures.rows).map(|(deck, row)| WideRow::new(deck, row)).collect(),
        /// Measures that do not exist for the decks of a game.
        refused: Vec<RefusedRow<'a>> = measures.refused.iter().map(RefusedRow::new).collect(),
    }

    /// A deck with a value for each measure.
    struct WideRow<'a>(deck: &'a CheckedDeck, row: &'a DeckMeasures) {
        /// Path as given.
        path: &'a str = &deck.path,
        /// Id of its game.
        game: Option<&'a str> = deck.game(),
        /// Id of its format.
        format: Option<&'a str> = deck.format_id(),
        /// Its name.
        name: Option<&'a str> = deck.name(),
        /// Fingerprint of the deck's cards; null if a line names no card.
        fingerprint: Option<Fingerprint> = row.fingerprint,
        /// Whether the values depend on stand-ins or inferred facts.
        provisional: bool = row.provisional,
        /// Values in the order of the measures; null if there is no value, or the game does not
        /// have a word.
        values: Vec<Option<QuantityRow>> =
                row.values.iter().map(|value| value.as_ref().and_then(QuantityRow::new)).collect(),
    }
}

impl WideDocument<'_> {
    /// Writes only its decks, each as one line of JSON.
    pub fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for deck in &self.decks {
            write_line(deck, out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

rows! {
    /// The document of `stats --usage`.
    pub struct UsageDocument<'a>(games: &'a [GameUsage], refused: &'a [RefusedText], kept: Option<WhereRow<'a>>) {
        ..head: DataHead = DataHead::new(USAGE, games.iter().map(|game| &game.catalog)),
        /// Decks that `--where` selected.
        #[serde(rename = "where")]
        kept?: Option<WhereRow<'a>>,
        /// The games of the decks.
        games: Vec<GameCardsRow<'a>> = games.iter().map(GameCardsRow::new).collect(),
        /// Zones that the decks of a game do not have.
        refused: Vec<RefusedRow<'a>> = refused.iter().map(RefusedRow::new).collect(),
    }

    /// The cards of the decks of one game.
    struct GameCardsRow<'a>(game: &'a GameUsage) {
        /// Id of the game.
        game: &'a str = game.catalog.game.id(),
        /// Number of decks of this game.
        decks: u64 = game.usage.decks,
        /// Number of pairs, if there are too many to look at and `with` is empty everywhere.
        too_many_pairs: Option<u64> = game.usage.too_many_pairs,
        /// The cards, most played first.
        cards: Vec<UsedRow<'a>> = game.usage.cards.iter().map(|used| UsedRow::new(&game.catalog, used)).collect(),
    }

    /// A card and how many decks play it.
    struct UsedRow<'a>(catalog: &'a Catalog, used: &'a CardUsage) {
        ..card: CardRow<'a> = CardRow::new(catalog, used.card),
        /// Number of decks with it.
        decks: u64 = used.decks,
        /// Number of copies in all of them.
        copies: u64 = used.copies,
        /// At most five cards that are most often played with it, closest first.
        with: Vec<WithRow<'a>> = used.companions.iter().map(|with| WithRow::new(catalog, with)).collect(),
    }

    /// A card that is often played with another.
    struct WithRow<'a>(catalog: &'a Catalog, with: &Companion) {
        ..card: CardRow<'a> = CardRow::new(catalog, with.card),
        /// Number of decks with both.
        together: u64 = with.together,
        /// Number of decks with at least one of them.
        either: u64 = with.either,
        /// The Jaccard index: `together` divided by `either`.
        affinity: f64 = with.affinity(),
    }
}

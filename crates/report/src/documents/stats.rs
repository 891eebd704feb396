//! `stats -o json`: decks in numbers; with `--wide` a row for each deck, with `--usage` a row for each card.

use super::{BothRow, CardRow, DataHead, DeckHead, QuantityRow, StartRow};
use crate::forms::json::write_line;
use crate::stats::{TallyValues, refusal_reason};
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

/// Name and version of the document's form.
pub const STATS: &str = "sleeve/stats/1";

rows! {
    /// The whole document.
    pub struct StatsDocument<'a>(decks: &'a [DescribedDeck<'a>]) {
        ..head: DataHead = DataHead::new(STATS, decks.iter().filter_map(|d| d.deck.catalog())),
        /// What `--where` made of the decks.
        #[serde(rename = "where")]
        kept?: Option<WhereRow<'a>> = None,
        /// The decks in the order in which they were given; null for one of no known game.
        decks: Vec<Option<StatsDeckRow<'a>>> = decks.iter().map(|d| Some(StatsDeckRow::new(d.deck.catalog()?, d))).collect(),
        /// Measures and fields that the decks of a game could not be asked.
        refused?: Vec<RefusedRow<'a>> = Vec::new(),
    }

    struct StatsDeckRow<'a>(catalog: &'a Catalog, described: &'a DescribedDeck<'a>) after {
        let statistics = &described.statistics;
    } {
        ..deck: DeckHead<'a> = DeckHead::new(described.deck),
        /// Whether figures rest on stand-ins or inferred facts.
        provisional: bool = described.provisional,
        /// The fingerprint of what it holds; null where a line names no card.
        fingerprint: Option<Fingerprint> = described.fingerprint,
        /// How many cards were counted.
        cards: u64 = statistics.size,
        /// What it starts with although it does not mark it.
        start: Option<StartRow<'a>> = StartRow::new(&statistics.start, catalog),
        /// Its zones.
        zones: Vec<StatsZoneRow<'a>> = statistics.zones.iter().map(StatsZoneRow::new).collect(),
        /// How many cards have which value of a field.
        tallies: Vec<TallyRow<'a>> = statistics.tallies.iter().map(|t| TallyRow::new(catalog, t)).collect(),
        /// The same of fields that are numbers, with their averages.
        curves: Vec<CurveRow<'a>> = statistics.curves.iter().map(|c| CurveRow::new(catalog, c)).collect(),
        /// The averages that the game names.
        averages: Vec<MeasuredRow<'a>> = statistics.averages.iter().map(MeasuredRow::new).collect(),
        /// The measures that were asked for.
        measures: Vec<MeasuredRow<'a>> = statistics.measures.iter().map(MeasuredRow::new).collect(),
        /// Cards by a field that was asked for.
        groups: Vec<GroupRow<'a>> = statistics.groups.iter().map(|g| GroupRow::new(catalog, g)).collect(),
        /// Lines that name no card.
        unresolved: usize = described.deck.deck().map_or(0, |d| d.unresolved.len()),
    }

    struct StatsZoneRow<'a>(zone: &'a ZoneSize) {
        /// Id of the zone.
        zone: &'a str = &zone.zone,
        /// Cards in it.
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
        /// Cards whose value is not known, by what is known of it.
        unknown: Vec<UnknownRow> = tally.unknown.iter().map(UnknownRow::new).collect(),
        /// Cards without a value.
        without: u64 = tally.without,
    }

    struct StatsValueRow(values: &TallyValues<'_>, tally: &ValueTally, row: &ValueCount) {
        /// The value.
        value: String = values.describe(tally, row),
        /// Cards that have it for certain.
        cards: u64 = row.cards,
        /// Cards that may have it.
        most: u64 = row.most,
    }

    struct UnknownRow(unknown: &UnknownCards) {
        /// What is known of the value.
        number: Option<QuantityRow> = unknown.number.as_ref().and_then(QuantityRow::new),
        /// How many cards.
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
        /// The measure, in the pile language.
        measure: &'a str = text,
        /// Its value for each row of the group.
        values: Vec<Option<QuantityRow>> = values.iter().map(|m| QuantityRow::new(&m.value)).collect(),
    }

    /// A measure with what it is of.
    pub struct MeasuredRow<'a>(measured: &'a DeckMeasure) {
        /// Its name.
        name: BothRow<'a> = BothRow::new(&measured.name),
        /// What is measured, in the pile language.
        measure: &'a str = &measured.text,
        /// Its value; null where it has none.
        value: Option<QuantityRow> = QuantityRow::new(&measured.value),
        /// What each average is of.
        averaged: Vec<LeftRow<'a>> = measured.left.iter().map(LeftRow::new).collect(),
    }

    struct LeftRow<'a>(left: &'a LeftOut) {
        /// What is averaged, in the pile language.
        of: &'a str = &left.what,
        /// Cards that count with one number.
        counted: u64 = left.counted,
        /// Cards that count with more than one possible number.
        ranged: u64 = left.ranged,
        /// Cards without a number, left out.
        without: u64 = left.absent,
        /// Cards of which it is not known whether they have a number.
        unknown: u64 = left.unknown,
    }
}

impl<'a> StatsDocument<'a> {
    /// Adds what the decks of some games could not be asked.
    pub fn with_refused(self, refused: &'a [RefusedText]) -> StatsDocument<'a> {
        StatsDocument { refused: refused.iter().map(RefusedRow::new).collect(), ..self }
    }

    /// Adds which decks a condition kept.
    pub fn with_kept(self, kept: Option<WhereRow<'a>>) -> StatsDocument<'a> {
        StatsDocument { kept, ..self }
    }
}

/// Name and version of the form of `stats --wide`.
pub const WIDE: &str = "sleeve/stats-wide/1";
/// Name and version of the form of `stats --usage`.
pub const USAGE: &str = "sleeve/stats-usage/1";

rows! {
    // `kept` decks satisfy the condition.
    /// What `--where` made of the decks.
    pub struct WhereRow<'a>(condition: &'a str, found: &'a KeptDecks, kept: usize) {
        /// The condition as it is written.
        condition: &'a str,
        /// Decks that were asked.
        decks: usize = found.asked,
        /// Those that satisfy it: the document is about them.
        kept: usize,
        /// Paths of those of which it is not known.
        unknown: &'a [String] = &found.unknown,
        /// Games that lack a word of it.
        refused: Vec<RefusedRow<'a>> = found.refused.iter().map(RefusedRow::new).collect(),
    }

    /// A text that the decks of one game could not be asked.
    pub struct RefusedRow<'a>(refused: &'a RefusedText) {
        /// The measure, condition or zones as they are written.
        text: &'a str = &refused.text,
        /// Id of the game.
        game: &'a str = refused.reason.catalog.game.id(),
        /// How many decks of it there are.
        decks: usize = refused.decks,
        /// Why.
        message: String = refusal_reason(refused, Lang::En),
    }

    /// `stats --wide`.
    pub struct WideDocument<'a>(measures: &'a Measures<'a>, kept: Option<WhereRow<'a>>) {
        ..head: DataHead = DataHead::new(WIDE, measures.rows.iter().filter_map(|row| row.deck.catalog())),
        /// What `--where` made of the decks.
        #[serde(rename = "where")]
        kept?: Option<WhereRow<'a>>,
        /// The measures as they are written.
        measures: &'a [String] = measures.texts,
        /// The decks in the order in which they were given.
        decks: Vec<WideRow<'a>> = measures.rows.iter().map(WideRow::new).collect(),
        /// Measures that the decks of a game could not be asked.
        refused: Vec<RefusedRow<'a>> = measures.refused.iter().map(RefusedRow::new).collect(),
    }

    /// A deck with a value for each measure.
    struct WideRow<'a>(row: &'a DeckMeasures<'a>) after {
        let deck: &CheckedDeck = row.deck;
    } {
        /// Path as given.
        path: &'a str = &deck.path,
        /// Id of its game.
        game: Option<&'a str> = deck.game(),
        /// Id of its format.
        format: Option<&'a str> = deck.format_id(),
        /// Its name.
        name: Option<&'a str> = deck.name(),
        /// What its cards are recognised by; null where a line names no card.
        fingerprint: Option<Fingerprint> = row.fingerprint,
        /// Whether the values rest on stand-ins or inferred facts.
        provisional: bool = row.provisional,
        /// In the order of the measures; null where there is no value, or the game lacks a word.
        values: Vec<Option<QuantityRow>> =
                row.values.iter().map(|value| value.as_ref().and_then(QuantityRow::new)).collect(),
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

rows! {
    /// `stats --usage`.
    pub struct UsageDocument<'a>(games: &'a [GameUsage], refused: &'a [RefusedText], kept: Option<WhereRow<'a>>) {
        ..head: DataHead = DataHead::new(USAGE, games.iter().map(|game| &game.catalog)),
        /// What `--where` made of the decks.
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
        /// How many decks of it there are.
        decks: u64 = game.usage.decks,
        /// Pairs that would have to be looked at, where they are too many and `with` is empty everywhere.
        too_many_pairs: Option<u64> = game.usage.too_many_pairs,
        /// The cards, the most played first.
        cards: Vec<UsedRow<'a>> = game.usage.cards.iter().map(|used| UsedRow::new(&game.catalog, used)).collect(),
    }

    /// A card with its decks.
    struct UsedRow<'a>(catalog: &'a Catalog, used: &'a CardUsage) {
        ..card: CardRow<'a> = CardRow::new(catalog, used.card),
        /// Decks that hold it.
        decks: u64 = used.decks,
        /// Copies in all of them.
        copies: u64 = used.copies,
        /// The cards that are most often played with it, the closest first, at most five.
        with: Vec<WithRow<'a>> = used.companions.iter().map(|with| WithRow::new(catalog, with)).collect(),
    }

    /// A card that is played with another.
    struct WithRow<'a>(catalog: &'a Catalog, with: &Companion) {
        ..card: CardRow<'a> = CardRow::new(catalog, with.card),
        /// Decks that hold both.
        together: u64 = with.together,
        /// Decks that hold at least one.
        either: u64 = with.either,
        /// The Jaccard index: `together` divided by `either`.
        affinity: f64 = with.affinity(),
    }
}

//! `stats --wide -o json` and `stats --usage -o json`: many decks at once.

use super::{CardRow, QuantityRow};
use crate::data::{self, Data, PROGRAM, ProgramName};
use crate::json::write_line;
use crate::stats::asked;
use serde::Serialize;
use sleeve_check::{CheckedDeck, Kept, Measures, MeasuresOf, RefusedText, UsageOf};
use sleeve_data::model::{Catalog, Lang};
use sleeve_decks::fingerprint::Fingerprint;
use sleeve_odds::stats::{Companion, Used};
use std::io::{self, Write};

/// Name and version of the form of `stats --wide`.
pub const WIDE: &str = "sleeve/stats-wide/1";
/// Name and version of the form of `stats --usage`.
pub const USAGE: &str = "sleeve/stats-usage/1";

/// What `--where` made of the decks.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
    /// A row; `kept` decks satisfy the condition.
    pub fn new(condition: &'a str, found: &'a Kept, kept: usize) -> WhereRow<'a> {
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
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
    /// A row.
    pub fn new(refused: &RefusedText) -> RefusedRow<'_> {
        RefusedRow {
            text: &refused.text,
            game: refused.why.catalog.game.id(),
            decks: refused.decks,
            message: asked::reason(refused, Lang::En),
        }
    }
}

/// `stats --wide`.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct WideDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = WIDE)))]
    schema: &'static str,
    /// The program that wrote it.
    program: ProgramName,
    /// The data of each game that was used.
    data: Vec<Data>,
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
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
    /// The document for some decks.
    pub fn new(measures: &'a Measures<'a>, kept: Option<WhereRow<'a>>) -> WideDocument<'a> {
        WideDocument {
            schema: WIDE,
            program: PROGRAM,
            data: data::in_use(measures.rows.iter().filter_map(|row| row.deck.catalog())),
            kept,
            measures: measures.texts,
            decks: measures.rows.iter().map(wide_row).collect(),
            refused: measures.refused.iter().map(RefusedRow::new).collect(),
        }
    }
}

impl WideDocument<'_> {
    /// Writes its decks alone, each on a line.
    pub fn write_lines(&self, out: &mut dyn Write) -> io::Result<()> {
        for deck in &self.decks {
            write_line(deck, out)?;
            writeln!(out)?;
        }
        Ok(())
    }
}

fn wide_row<'a>(row: &'a MeasuresOf<'a>) -> WideRow<'a> {
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
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct UsageDocument<'a> {
    /// Name and version of the form of this document.
    #[cfg_attr(feature = "schemas", schemars(extend("const" = USAGE)))]
    schema: &'static str,
    /// The program that wrote it.
    program: ProgramName,
    /// The data of each game that was used.
    data: Vec<Data>,
    /// What `--where` made of the decks.
    #[serde(rename = "where", skip_serializing_if = "Option::is_none")]
    kept: Option<WhereRow<'a>>,
    /// The games of the decks.
    games: Vec<GameCardsRow<'a>>,
    /// Zones that the decks of a game do not have.
    refused: Vec<RefusedRow<'a>>,
}

/// The cards of the decks of one game.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
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
    /// The document for the decks of some games.
    pub fn new(
        games: &'a [UsageOf],
        refused: &'a [RefusedText],
        kept: Option<WhereRow<'a>>,
    ) -> UsageDocument<'a> {
        UsageDocument {
            schema: USAGE,
            program: PROGRAM,
            data: data::in_use(games.iter().map(|game| &game.catalog)),
            kept,
            games: games.iter().map(game_row).collect(),
            refused: refused.iter().map(RefusedRow::new).collect(),
        }
    }
}

fn game_row(game: &UsageOf) -> GameCardsRow<'_> {
    GameCardsRow {
        game: game.catalog.game.id(),
        decks: game.usage.decks,
        too_many_pairs: game.usage.too_many_pairs,
        cards: game.usage.cards.iter().map(|used| used_row(&game.catalog, used)).collect(),
    }
}

fn used_row<'a>(catalog: &'a Catalog, used: &'a Used) -> UsedRow<'a> {
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
        with: used.with.iter().map(with).collect(),
    }
}

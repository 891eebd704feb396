//! Which model an answer used.

use super::StartRow;
use crate::Diagnostic;
use crate::odds::{ModelCards, OddsModel};
use crate::schemas::JsonSchema;
use serde::Serialize;
use sleeve_data::model::{CardIndex, Lang};
use sleeve_odds::{HandDiscard, TurnCards, Turns, UsualDraw};

/// The population, what was set aside, the draws, the mulligan.
#[derive(Serialize, JsonSchema)]
pub struct ModelRow<'a> {
    /// Id of the game; null for piles named on the command line.
    game: Option<&'a str>,
    /// Id of the format.
    format: Option<&'a str>,
    /// Name of the deck.
    deck: Option<&'a str>,
    /// The zones that are drawn from.
    from: &'a [String],
    /// How many cards there are to draw from.
    cards: u64,
    /// Cards that are set aside before.
    aside: Vec<AsideRow<'a>>,
    /// What the deck starts with although it does not mark it.
    start: Option<StartRow<'a>>,
    /// Cards of the opening hand.
    hand: u32,
    /// How many hands are dealt from the same cards.
    hands: u32,
    /// The seat at the table, from 1.
    seat: Option<u32>,
    /// How many players there are.
    players: Option<u32>,
    /// The open row beside the hand.
    row: Option<OpenRow<'a>>,
    /// What each turn draws and discards.
    turns: Option<TurnsRow>,
    /// The mulligan, where hands are exchanged.
    mulligan: Option<MulliganRow<'a>>,
    /// The condition that hands are known to satisfy (`--given`).
    given: Option<&'a str>,
    /// Piles dealt from the same cards as the hand, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<BesideRow<'a>>,
    /// The condition without which a hand is drawn anew, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    redraw_unless: Option<&'a str>,
}

#[derive(Serialize, JsonSchema)]
struct BesideRow<'a> {
    /// Name of the pile.
    name: &'a str,
    /// How many cards it takes.
    cards: u32,
}

#[derive(Serialize, JsonSchema)]
struct AsideRow<'a> {
    #[serde(flatten)]
    card: DrawnRow<'a>,
    /// How many copies.
    count: u32,
}

/// A card or a class as a deal names it: a class has no id.
#[derive(Serialize, JsonSchema)]
pub struct DrawnRow<'a> {
    /// Id of the card; null for a class of a pile that was named on the command line.
    id: Option<&'a str>,
    /// Its English name, or that of the class.
    name: String,
}

#[derive(Serialize, JsonSchema)]
struct OpenRow<'a> {
    /// Where its cards come from.
    from: &'a str,
    /// How many cards that pile has.
    cards: u64,
    /// How many lie open.
    size: u32,
}

#[derive(Serialize, JsonSchema)]
struct TurnsRow {
    /// How many cards a turn draws; null where the hand is filled up.
    draw: Option<u32>,
    /// The most that a turn usually draws where players choose and nobody said; `draw` is then the fewest.
    #[serde(skip_serializing_if = "Option::is_none")]
    most: Option<u32>,
    /// The number to which the hand is filled up.
    refill: Option<u32>,
    /// The turn with which drawing begins.
    first: u32,
    /// `hand`, or how many cards are discarded before a turn draws.
    discard: DiscardRow,
    /// The largest hand.
    limit: Option<u32>,
    /// Whether an empty pile is shuffled anew.
    reshuffle: bool,
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum DiscardRow {
    Hand(&'static str),
    Cards(u32),
}

#[derive(Serialize, JsonSchema)]
struct MulliganRow<'a> {
    /// The word of the mulligan.
    kind: &'static str,
    /// The largest number of exchanges; null for any number.
    exchanges: Option<u32>,
    /// Which hands are kept: `best`, or a condition.
    keep: &'a str,
}

impl<'a> ModelRow<'a> {
    /// Describes the model of an answer.
    pub fn new(model: &'a OddsModel<'a>) -> ModelRow<'a> {
        let table = model.table;
        let (game, deck, format) = match model.source {
            ModelCards::Deck { deck, catalog, format } => {
                (Some(catalog.game.id()), deck.name.as_deref(), Some(format))
            }
            ModelCards::Pile(_) => (None, None, None),
        };
        let catalog = model.source.catalog();
        let exchanged = table.exchanges.most != Some(0);
        ModelRow {
            game,
            format,
            deck,
            from: &table.from,
            cards: table.cards(),
            aside: table
                .aside
                .iter()
                .map(|(card, count)| AsideRow {
                    card: DrawnRow {
                        id: catalog.map(|c| c.cards.card(*card).id()),
                        name: model.source.name(*card, Lang::En),
                    },
                    count: *count,
                })
                .collect(),
            start: catalog.and_then(|catalog| StartRow::new(&table.start, catalog)),
            hand: table.hand,
            hands: table.hands,
            seat: table.seat,
            players: table.players,
            row: table.row.as_ref().map(|row| OpenRow {
                from: &row.from,
                cards: row.cards.iter().map(|(_, n)| u64::from(*n)).sum(),
                size: row.size,
            }),
            turns: model.turns().map(|turns| turns_row(&turns, table.usual_draw.as_ref())),
            mulligan: exchanged.then(|| MulliganRow {
                kind: table.mulligan.word(),
                exchanges: table.exchanges.most,
                keep: model.keep.as_deref().unwrap_or("best"),
            }),
            given: model.given,
            beside: table
                .beside
                .iter()
                .filter(|pile| pile.always)
                .map(|pile| BesideRow { name: &pile.name, cards: pile.cards })
                .collect(),
            redraw_unless: table.allowed.as_ref().map(|allowed| allowed.text()),
        }
    }
}

impl<'a> DrawnRow<'a> {
    /// Names a card or a class; a card that the data do not know has no id.
    pub fn new(source: &ModelCards<'a>, card: CardIndex) -> DrawnRow<'a> {
        let known = source.catalog().filter(|_| card != CardIndex::STRANGER);
        let id = known.map(|catalog| catalog.cards.card(card).id());
        DrawnRow { id, name: source.name(card, Lang::En) }
    }
}

fn turns_row(turns: &Turns, usual: Option<&UsualDraw>) -> TurnsRow {
    let most = usual.map(|usual| usual.most);
    let (draw, refill) = match turns.draw {
        TurnCards::Nothing => (Some(0), None),
        TurnCards::Add(n) => (Some(n), None),
        TurnCards::Refill(n) => (None, Some(n)),
    };
    let discard = match turns.discard {
        HandDiscard::Hand => DiscardRow::Hand("hand"),
        HandDiscard::Cards(n) => DiscardRow::Cards(n),
    };
    let reshuffle = turns.recycle.is_some();
    TurnsRow { draw, most, refill, first: turns.first, discard, limit: turns.limit, reshuffle }
}

/// Why a question has no answer.
#[derive(Serialize, JsonSchema)]
pub struct RefusalRow {
    /// Why, in English.
    message: String,
    /// What to ask in its place.
    help: Vec<String>,
}

impl RefusalRow {
    /// Takes message and advice of a diagnostic.
    pub fn new(why: Diagnostic<'_>) -> RefusalRow {
        let help = why.helps.into_iter().filter(|help| !help.is_empty()).collect();
        RefusalRow { message: why.title, help }
    }
}

//! Which model an answer used.

use super::start::StartRow;
use crate::model::{CardIndex, Lang};
use crate::odds::{Leaving, TurnDraw, Turns};
use crate::report::Diagnostic;
use crate::report::odds_model::{Model, Source};
use serde::Serialize;

/// The population, what was set aside, the draws, the mulligan.
#[derive(Serialize)]
pub struct ModelRow<'a> {
    game: Option<&'a str>,
    format: Option<&'a str>,
    deck: Option<&'a str>,
    from: &'a [String],
    cards: u64,
    aside: Vec<AsideRow<'a>>,
    start: Option<StartRow<'a>>,
    hand: u32,
    hands: u32,
    seat: Option<u32>,
    players: Option<u32>,
    row: Option<OpenRow<'a>>,
    turns: Option<TurnsRow>,
    mulligan: Option<MulliganRow<'a>>,
    given: Option<&'a str>,
    /// Piles dealt from the same cards as the hand, where there are any.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    beside: Vec<BesideRow<'a>>,
    /// The condition without which a hand is drawn anew, where there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    redraw_unless: Option<&'a str>,
}

#[derive(Serialize)]
struct BesideRow<'a> {
    name: &'a str,
    cards: u32,
}

#[derive(Serialize)]
struct AsideRow<'a> {
    #[serde(flatten)]
    card: DrawnRow<'a>,
    count: u32,
}

/// A card or a class as a deal names it: a class has no id.
#[derive(Serialize)]
pub struct DrawnRow<'a> {
    id: Option<&'a str>,
    name: String,
}

#[derive(Serialize)]
struct OpenRow<'a> {
    from: &'a str,
    cards: u64,
    size: u32,
}

#[derive(Serialize)]
struct TurnsRow {
    draw: Option<u32>,
    refill: Option<u32>,
    first: u32,
    discard: DiscardRow,
    limit: Option<u32>,
    reshuffle: bool,
}

#[derive(Serialize)]
#[serde(untagged)]
enum DiscardRow {
    Hand(&'static str),
    Cards(u32),
}

#[derive(Serialize)]
struct MulliganRow<'a> {
    kind: &'static str,
    exchanges: Option<u32>,
    keep: &'a str,
}

impl<'a> ModelRow<'a> {
    /// A row.
    pub fn new(model: &'a Model<'a>) -> ModelRow<'a> {
        let table = model.table;
        let (game, deck, format) = match model.source {
            Source::Deck { deck, catalog, format } => {
                (Some(catalog.game.id()), deck.name.as_deref(), Some(format))
            }
            Source::Pile(_) => (None, None, None),
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
            turns: model.turns().map(|turns| turns_row(&turns)),
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
    /// A row; a card that nobody knows has no id.
    pub fn new(source: &Source<'a>, card: CardIndex) -> DrawnRow<'a> {
        let known = source.catalog().filter(|_| card != CardIndex::STRANGER);
        let id = known.map(|catalog| catalog.cards.card(card).id());
        DrawnRow { id, name: source.name(card, Lang::En) }
    }
}

fn turns_row(turns: &Turns) -> TurnsRow {
    let (draw, refill) = match turns.draw {
        TurnDraw::Nothing => (Some(0), None),
        TurnDraw::Add(n) => (Some(n), None),
        TurnDraw::Refill(n) => (None, Some(n)),
    };
    let discard = match turns.leaving {
        Leaving::Hand => DiscardRow::Hand("hand"),
        Leaving::Cards(n) => DiscardRow::Cards(n),
    };
    let reshuffle = turns.recycle.is_some();
    TurnsRow { draw, refill, first: turns.first, discard, limit: turns.limit, reshuffle }
}

/// Why a question has no answer.
#[derive(Serialize)]
pub struct RefusalRow {
    message: String,
    help: Vec<String>,
}

impl RefusalRow {
    /// A row.
    pub fn new(why: Diagnostic<'_>) -> RefusalRow {
        let help = why.helps.into_iter().filter(|help| !help.is_empty()).collect();
        RefusalRow { message: why.title, help }
    }
}

//! Which model an answer used.

use super::StartRow;
use crate::Diagnostic;
use crate::odds::{ModelCards, OddsModel};
use crate::schemas::JsonSchema;
use serde::Serialize;
use sleeve_data::model::{CardIndex, Lang};
use sleeve_odds::{HandDiscard, OpenCards, TurnCards, Turns, UsualDraw};

rows! {
    /// The population, what was set aside, the draws, the mulligan.
    pub struct ModelRow<'a>(model: &'a OddsModel<'a>) after {
        let table = model.table;
        let (game, deck, format) = match model.source {
            ModelCards::Deck { deck, catalog, format } => {
                (Some(catalog.game.id()), deck.name.as_deref(), Some(format))
            }
            ModelCards::Pile(_) => (None, None, None),
        };
        let catalog = model.source.catalog();
        let exchanged = table.exchanges.most != Some(0);
    } {
        /// Id of the game; null for piles named on the command line.
        game: Option<&'a str>,
        /// Id of the format.
        format: Option<&'a str>,
        /// Name of the deck.
        deck: Option<&'a str>,
        /// The zones that are drawn from.
        from: &'a [String] = &table.from,
        /// How many cards there are to draw from.
        cards: u64 = table.cards(),
        /// Cards that are set aside before.
        aside: Vec<AsideRow<'a>> = table
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
        /// What the deck starts with although it does not mark it.
        start: Option<StartRow<'a>> = catalog.and_then(|catalog| StartRow::new(&table.start, catalog)),
        /// Cards of the opening hand.
        hand: u32 = table.hand,
        /// How many hands are dealt from the same cards.
        hands: u32 = table.hands,
        /// The seat at the table, from 1.
        seat: Option<u32> = table.seat,
        /// How many players there are.
        players: Option<u32> = table.players,
        /// The open row beside the hand.
        row: Option<OpenRow<'a>> = table.row.as_ref().map(OpenRow::new),
        /// What each turn draws and discards.
        turns: Option<TurnsRow> = model.turns().map(|turns| TurnsRow::new(&turns, table.usual_draw.as_ref())),
        /// The mulligan, where hands are exchanged.
        mulligan: Option<MulliganRow<'a>> = exchanged.then(|| MulliganRow::new(model)),
        /// The condition that hands are known to satisfy (`--given`).
        given: Option<&'a str> = model.given,
        /// Piles dealt from the same cards as the hand, where there are any.
        beside?: Vec<BesideRow<'a>> = table
            .beside
            .iter()
            .filter(|pile| pile.always)
            .map(|pile| BesideRow { name: &pile.name, cards: pile.cards })
            .collect(),
        /// The condition without which a hand is drawn anew, where there is one.
        redraw_unless?: Option<&'a str> = table.allowed.as_ref().map(|allowed| allowed.text()),
    }

    struct BesideRow<'a> {
        /// Name of the pile.
        name: &'a str,
        /// How many cards it takes.
        cards: u32,
    }

    struct AsideRow<'a> {
        ..card: DrawnRow<'a>,
        /// How many copies.
        count: u32,
    }

    // A card that the data do not know has no id.
    /// A card or a class as a deal names it: a class has no id.
    pub struct DrawnRow<'a>(source: &ModelCards<'a>, card: CardIndex) after {
        let known = source.catalog().filter(|_| card != CardIndex::STRANGER);
        let id = known.map(|catalog| catalog.cards.card(card).id());
    } {
        /// Id of the card; null for a class of a pile that was named on the command line.
        id: Option<&'a str>,
        /// Its English name, or that of the class.
        name: String = source.name(card, Lang::En),
    }

    struct OpenRow<'a>(row: &'a OpenCards) {
        /// Where its cards come from.
        from: &'a str = &row.from,
        /// How many cards that pile has.
        cards: u64 = row.cards.iter().map(|(_, n)| u64::from(*n)).sum(),
        /// How many lie open.
        size: u32 = row.size,
    }

    struct TurnsRow(turns: &Turns, usual: Option<&UsualDraw>) after {
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
    } {
        /// How many cards a turn draws; null where the hand is filled up.
        draw: Option<u32>,
        /// The most that a turn usually draws where players choose and nobody said; `draw` is then the fewest.
        most?: Option<u32>,
        /// The number to which the hand is filled up.
        refill: Option<u32>,
        /// The turn with which drawing begins.
        first: u32 = turns.first,
        /// `hand`, or how many cards are discarded before a turn draws.
        discard: DiscardRow,
        /// The largest hand.
        limit: Option<u32> = turns.limit,
        /// Whether an empty pile is shuffled anew.
        reshuffle: bool,
    }
}

#[derive(Serialize, JsonSchema)]
#[serde(untagged)]
enum DiscardRow {
    Hand(&'static str),
    Cards(u32),
}

rows! {
    struct MulliganRow<'a>(model: &'a OddsModel<'a>) {
        /// The word of the mulligan.
        kind: &'static str = model.table.mulligan.word(),
        /// The largest number of exchanges; null for any number.
        exchanges: Option<u32> = model.table.exchanges.most,
        /// Which hands are kept: `best`, or a condition.
        keep: &'a str = model.keep.as_deref().unwrap_or("best"),
    }

    /// Why a question has no answer.
    pub struct RefusalRow(why: Diagnostic<'_>) after {
        let help = why.helps.into_iter().filter(|help| !help.is_empty()).collect();
    } {
        /// Why, in English.
        message: String = why.title,
        /// What to ask in its place.
        help: Vec<String>,
    }
}

//! The model that an answer used.

use super::StartRow;
use crate::{
    Diagnostic,
    odds::{ModelCards, OddsModel},
};
use serde::Serialize;
use sleeve_data::model::{CardIndex, Lang};
use sleeve_odds::{HandDiscard, OpenCards, TurnCards, Turns, UsualDraw};

rows! {
    /// The model of an answer: the cards, those set aside, the draws and the mulligan.
    pub struct ModelRow<'a>(model: &'a OddsModel) after {
        let table = &model.table;
        let (game, deck, format) = match &model.cards {
            ModelCards::Deck { deck, catalog, format } => {
                (Some(catalog.game.id()), deck.name.as_deref(), Some(format.as_str()))
            }
            ModelCards::Pile(_) => (None, None, None),
        };
        let catalog = model.cards.catalog();
        let exchanged = table.exchanges.most != Some(0);
    } {
        /// Id of the game; null for piles given on the command line.
        game: Option<&'a str>,
        /// Id of the format.
        format: Option<&'a str>,
        /// Name of the deck.
        deck: Option<&'a str>,
        /// Zones that are drawn from.
        from: &'a [String] = &table.from,
        /// Number of cards to draw from.
        cards: u64 = table.cards(),
        /// Cards set aside before drawing.
        aside: Vec<AsideRow<'a>> = table
            .aside
            .iter()
            .map(|(card, count)| AsideRow {
                card: DrawnRow {
                    id: catalog.map(|c| c.cards.card(*card).id()),
                    name: model.cards.name(*card, Lang::En),
                },
                count: *count,
            })
            .collect(),
        /// Starting cards of a deck that does not mark them.
        start: Option<StartRow<'a>> = catalog.and_then(|catalog| StartRow::new(&table.start, catalog)),
        /// Size of the opening hand.
        hand: u32 = table.hand,
        /// Number of hands dealt from the same cards.
        hands: u32 = table.hands,
        /// Seat at the table, starting at 1.
        seat: Option<u32> = table.seat,
        /// Number of players.
        players: Option<u32> = table.players,
        /// The open row.
        row: Option<OpenRow<'a>> = table.row.as_ref().map(OpenRow::new),
        /// What each turn draws and discards.
        turns: Option<TurnsRow> = model.turns().map(|turns| TurnsRow::new(&turns, table.usual_draw.as_ref())),
        /// The mulligan, if hands are exchanged.
        mulligan: Option<MulliganRow<'a>> = exchanged.then(|| MulliganRow::new(model)),
        /// Condition that hands are known to satisfy (`--given`).
        given: Option<&'a str> = model.given.as_deref(),
        /// Other piles dealt from the same cards; left out if empty.
        beside?: Vec<BesideRow<'a>> = table
            .beside
            .iter()
            .filter(|pile| pile.always)
            .map(|pile| BesideRow { name: &pile.name, cards: pile.cards })
            .collect(),
        /// Condition that a hand has to satisfy, or it is redrawn; left out without one.
        redraw_unless?: Option<&'a str> = table.allowed.as_ref().map(|allowed| allowed.text()),
        /// Largest number of such redraws; left out for any number.
        redraws?: Option<u32> = table.redraws,
        /// Hands from which the rules choose one; left out without a choice.
        choice?: Option<HandChoiceRow<'a>> = table
            .choice
            .as_ref()
            .map(|(hands, keep)| HandChoiceRow { hands: *hands, keep: keep.text() }),
    }

    struct HandChoiceRow<'a> {
        /// Number of hands.
        hands: u32,
        /// Measure that is greatest for the hand that stays.
        keep: &'a str,
    }

    struct BesideRow<'a> {
        /// Name of the pile.
        name: &'a str,
        /// Number of its cards.
        cards: u32,
    }

    struct AsideRow<'a> {
        ..card: DrawnRow<'a>,
        /// Number of copies.
        count: u32,
    }

    // An unknown card has no id.
    /// A card, or a class of a pile given on the command line.
    pub struct DrawnRow<'a>(source: &'a ModelCards, card: CardIndex) after {
        let known = source.catalog().filter(|_| card != CardIndex::STRANGER);
        let id = known.map(|catalog| catalog.cards.card(card).id());
    } {
        /// Id of the card; null for a class of a pile given on the command line.
        id: Option<&'a str>,
        /// English name of the card, or name of the class.
        name: String = source.name(card, Lang::En),
    }

    struct OpenRow<'a>(row: &'a OpenCards) {
        /// Pile that its cards come from.
        from: &'a str = &row.from,
        /// Number of cards in that pile.
        cards: u64 = row.cards.iter().map(|(_, n)| u64::from(*n)).sum(),
        /// Number of open cards.
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
        /// Number of cards that a turn draws; null if the hand is refilled.
        draw: Option<u32>,
        /// The most that a turn usually draws, if players choose and no number was given; `draw` is
        /// then the fewest.
        most?: Option<u32>,
        /// Number of cards to which the hand is refilled.
        refill: Option<u32>,
        /// First turn that draws.
        first: u32 = turns.first,
        /// `hand`, or the number of cards discarded before a turn draws.
        discard: DiscardRow,
        /// Hand limit.
        limit: Option<u32> = turns.limit,
        /// Whether the discard is shuffled into a new pile when the pile is empty.
        reshuffle: bool,
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum DiscardRow {
    Hand(&'static str),
    Cards(u32),
}

rows! {
    struct MulliganRow<'a>(model: &'a OddsModel) {
        /// Kind of mulligan.
        kind: &'static str = model.table.mulligan.word(),
        /// Largest number of mulligans; null for any number.
        exchanges: Option<u32> = model.table.exchanges.most,
        /// Which hands are kept: `best`, or a condition.
        keep: &'a str = model.keep.as_deref().unwrap_or("best"),
    }

    /// Why a question has no answer.
    pub struct RefusalRow(why: Diagnostic<'_>) after {
        let help = why.helps.into_iter().filter(|help| !help.is_empty()).collect();
    } {
        /// The reason, in English.
        message: String = why.title,
        /// What to ask instead.
        help: Vec<String>,
    }
}

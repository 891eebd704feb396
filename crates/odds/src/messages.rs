//! The errors of questions about draws, of decks set out for play and of simulations: the messages
//! in every language.

use sleeve_data::{
    errors, messages,
    model::{Lang, MulliganKind, Text},
    problem::{Phrase, Words},
};
use sleeve_language::LanguageError;
use std::fmt;

messages! {
    /// Why a question about draws has no answer, or none within the stated limits.
    #[derive(Eq)]
    pub enum OddsError {
        DrawsTooMany { pile: String, draw: u64, holds: u64 } => "cannot draw {draw} cards from `{pile}`, which has only {holds}",
        TooManyVectors { vectors: u128, limit: u128 } => {
            let about = LargeNumber(*vectors);
            title: "this has to count {about} kinds of draws; the limit is {limit}",
            help: ESTIMATE,
            also: FEWER,
        }
        TooManyClasses { classes: usize, limit: usize } => {
            title: "this has to distinguish {classes} kinds of cards; the limit is {limit}",
            help: FEWER,
        }
        DrawTooLarge { draw: u64, limit: u64 } => {
            title: "a draw of {draw} cards is too large; the limit is {limit} cards",
            help: ESTIMATE,
        }
        TooManyHands { hands: u128, limit: u128 } => {
            let about = LargeNumber(*hands);
            title: "the mulligan has to compare {about} kinds of opening hands; the limit is {limit}",
            help: "say which hands to keep, and simulate: `sleeve draw … --keep … --trials 1000000`",
            page: "simulate it on the command line: `sleeve draw … --keep … --trials 1000000`",
            also: FEWER,
        }
        HandTooLong { steps: u128, limit: u64 } => {
            let about = LargeNumber(*steps);
            title: "choosing which cards to give up takes {about} steps per hand; the limit is {limit}",
            help: "ask about fewer kinds of cards, or allow fewer exchanges",
        }
        TooMuchWork { steps: u128, left: u64, limit: u64 } => {
            let about = LargeNumber(*steps);
            when *steps > u128::from(*limit) => {
                title: "this count takes {about} steps; the limit is {limit}",
                help: ESTIMATE,
                also: FEWER,
            }
            title: "this count takes {about} steps; one command may take {limit}, and {left} are left",
            help: "ask for fewer conditions, turns or numbers of copies in one command",
            also: ESTIMATE,
        }
        ImpossibleGiven => "no draw meets the condition of --given",
        UndecidedGiven => "whether --given is true depends on card values that were never published",
        TooManyValues { limit: usize } => {
            title: "the measure has more than {limit} different values",
            help: ESTIMATE,
        }
        UndecidedUntil => "the turn when the condition is first met depends on card values that were never published",
        UntilBeside => {
            title: "piles other than the hand cannot be followed from turn to turn",
            help: "leave out --until",
        }
        UntilSome => {
            title: "a hand with some cards exchanged cannot be followed from turn to turn",
            help: "use --turns 1..6 instead",
        }
        TooManyStates { states: u128, limit: u128 } => {
            let about = LargeNumber(*states);
            title: "this has to distinguish {about} states of pile and hand; the limit is {limit}",
            help: "estimate turn by turn instead: `sleeve draw … --turns 1..6 --trials 1000000`",
            also: FEWER,
        }
        UndecidedKeep => "whether to keep a hand depends on card values that were never published",
        MulliganNeverEnds => {
            title: "the mulligan would never end: (almost) no hand meets --keep",
            help: "limit it with --exchanges 1",
        }
        NoHandStands => "the redraw would never end: (almost) no hand meets --redraw-unless",
        TooManyExchanges { exchanges: u32, hand: u32 } => "{exchanges} exchanges cost more cards than the hand of {hand} has",
        SomeOnlyOnce { exchanges: u32 } => "you can exchange some cards of a hand once, not {exchanges} times",
        ReachesTheBottom { draw: u64 } => "drawing {draw} more cards reaches those that a mulligan put on the bottom",
        NoSuchTurn { turn: u32, limit: u32 } => "turn {turn} is too late; the last one possible is {limit}",
        LeftOut { turn: u32 } => {
            title: "by turn {turn}, the pile is reshuffled without some of the cards; only the exact probability of a condition is known from then on",
            help: "use `sleeve odds … --turn {turn}`, or an earlier turn",
        }
        TooManyGames { games: u32, limit: u32 } => "{games} games are too many for exact numbers; the limit is {limit}",
        PileTooLarge { cards: u64, limit: u64 } => "the pile has {cards} cards; the limit is {limit}",
        ExchangeAndDiscard => {
            title: "mulligans, redraws and choices of hands cannot be combined with turns in which cards leave the hand",
            help: "ask about the opening hand, or use --mulligan none",
            page: "ask about the opening hand",
        }
    }
}

messages! {
    /// Why a deck cannot be set out.
    pub enum TableError {
        NoOpening => {
            title: "the format does not say how an opening hand is dealt",
            help: "use --pile and --draw",
        }
        /// A text of the opening cannot be read: `what` is the number or filter that it gives.
        Language { what: &'static str, text: String, error: LanguageError } => { as: *error }
        NotANumber { what: &'static str, text: String, value: String } => {
            title: "{what} is `{text}`: {value} for this deck, not a whole number of cards",
            help: "set it yourself with --draw, --per-turn or --set",
        }
        Players { players: u32, known: String } => {
            title: "the format has no opening for {players} players",
            help: "use --players {known}",
        }
        Seat { seat: u32, players: u32, more: Option<u32> } => {
            let more = more.map(|more| format!(" | --players {more}")).unwrap_or_default();
            title: "there is no seat {seat} at a table of {players}",
            help: "use --seat 1..{players}{more}",
        }
        NotInPile(card: Text) => "the pile has no more `{card}` to set aside",
        SharedRow(zone: String) => "the hand and the row both come from `{zone}`, which cannot be counted",
        PileTaken(name: String) => {
            title: "this table already has a pile `{name}`",
            help: "give it another name",
        }
        NoExchange { option: &'static str } => {
            title: "there is no mulligan, so {option} has no effect",
            help: "choose a mulligan, such as --mulligan london",
        }
        CostsNoCard { option: &'static str, kind: MulliganKind } => {
            let kind = kind.word();
            title: "with `{kind}`, a mulligan costs no card, so {option} has no effect",
            help: "limit the number of mulligans with --exchanges 1",
        }
        DownTo { cards: u32, hand: u32 } => "a mulligan cannot go down from {hand} cards to {cards}",
        ChoiceAndMulligan => {
            title: "this format chooses or redraws an opening hand by its own rule, which is not defined for a mulligan or another redraw",
            help: "leave out --mulligan and --redraw-unless",
        }
        NoTurns => {
            title: "the format does not say how many cards later turns draw",
            help: "use --per-turn 1",
        }
        Odds(error: OddsError) => { as: *error }
    }
}

messages! {
    /// Why a question cannot be asked of a table.
    pub enum AskError {
        Table(error: TableError) => { as: *error }
        NoPile(name: String) => "there is no pile `{name}` at this table",
        TooManyPiles(piles: usize) => "the condition reads {piles} piles, too many to count together",
        KeepReads(name: String) => "the choice of hands to keep cannot depend on the pile `{name}`",
        KeepsNoHand(size: u32) => "a hand of {size} cards is never a choice; leave this size out of --keep",
        MeasureHasNoBest => {
            title: "a measure does not say which hands are worth keeping",
            help: "write the condition that you aim for before it, with --policy",
        }
        NothingToChoose => {
            title: "there is no mulligan, so there is nothing to choose",
            help: ("choose a mulligan, such as --mulligan london", context = "exchanges"),
        }
        VariesNothing => "no card matches the filter of --vary",
        VariesUnlike => {
            title: "the condition treats the cards of --vary differently",
            help: "vary cards that all count the same",
        }
        VariesUnread => {
            title: "the condition ignores the cards of --vary, so their number changes nothing",
            help: "vary cards that the condition counts",
        }
        NoRoom => "every card of the pile matters to the condition: none can make room for more copies",
    }
}

messages! {
    /// Why hands could not be dealt or simulated.
    pub enum DrawError {
        /// The hands cannot be dealt from the pile, or not counted within the limits.
        Odds(error: OddsError) => { as: *error }
        Table(error: Box<TableError>) => { as: *error }
        Trials { trials: u64, limit: u64 } => {
            title: "{trials} hands cannot be simulated",
            help: "use a number from 1 to {limit}",
        }
        TooManyCards { cards: u64, limit: u64 } => {
            title: "this would deal about {cards} cards one by one; the limit is {limit}",
            help: "deal fewer hands, or only count them: `sleeve draw … --trials 1000000`",
        }
        NoChoiceOfBottom => {
            title: "the cards to put on the bottom after a mulligan depend on a condition, and a measure is not one",
            help: "ask for a condition",
        }
        NoChoiceOfCards => {
            title: "the cards to exchange depend on a condition, but none is given",
            help: "add one, and count many hands: `sleeve draw … --trials 1000000 'count(…) >= 1'`",
            page: "deal a hand without an exchange",
        }
    }
}

errors!(OddsError, TableError, AskError, DrawError);

impl From<OddsError> for TableError {
    fn from(error: OddsError) -> TableError {
        TableError::Odds(error)
    }
}

impl From<TableError> for AskError {
    fn from(error: TableError) -> AskError {
        AskError::Table(error)
    }
}

impl From<OddsError> for AskError {
    fn from(error: OddsError) -> AskError {
        AskError::Table(error.into())
    }
}

impl From<OddsError> for DrawError {
    fn from(error: OddsError) -> DrawError {
        DrawError::Odds(error)
    }
}

impl OddsError {
    /// The error with the name of the pile that the caller knows.
    #[must_use]
    pub fn of_pile(self, name: &str) -> OddsError {
        match self {
            OddsError::DrawsTooMany { draw, holds, .. } => {
                OddsError::DrawsTooMany { pile: name.to_owned(), draw, holds }
            }
            other => other,
        }
    }
}

const ESTIMATE: Phrase = word!("estimate instead: `sleeve draw … --trials 1000000`");

const FEWER: Phrase = word!("or ask about fewer kinds of cards");

/// A number that may be very large; `u128::MAX` means that it was not computed.
struct LargeNumber(u128);

impl Words for LargeNumber {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u128::MAX => word!("far too many").write(lang, f),
            n if n >= 1_000_000_000_000 => {
                word!("about").write(lang, f)?;
                write!(f, " 10^{}", n.ilog10())
            }
            n => write!(f, "{n}"),
        }
    }
}

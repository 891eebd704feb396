//! Why a question about draws has no answer, a deck no table, a simulation no hands: the messages in every language.

use sleeve_data::model::{Lang, MulliganKind, Text};
use sleeve_data::problem::{Phrase, Words};
use sleeve_data::{errors, messages};
use sleeve_language::LanguageError;
use std::fmt;

messages! {
    /// Why a question about draws has no answer, or none within the stated limits.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum OddsError {
        DrawsTooMany { pile: String, draw: u64, holds: u64 } => "{draw} cards are drawn from `{pile}`, which holds {holds}",
        TooManyVectors { vectors: u128, limit: u128 } => {
            let about = LargeNumber(*vectors);
            title: "{about} kinds of draws would have to be counted; the limit is {limit}",
            help: ESTIMATE,
            also: FEWER,
        }
        TooManyClasses { classes: usize, limit: usize } => {
            title: "{classes} kinds of cards would have to be told apart; the limit is {limit}",
            help: FEWER,
        }
        DrawTooLarge { draw: u64, limit: u64 } => {
            title: "a draw of {draw} cards is not counted; the limit is {limit} cards",
            help: ESTIMATE,
        }
        TooManyHands { hands: u128, limit: u128 } => {
            let about = LargeNumber(*hands);
            title: "{about} kinds of opening hands would have to be weighed for the mulligan; the limit is {limit}",
            help: "say which hands are kept and simulate: `sleeve draw … --keep … --trials 1000000`",
            page: "the program can simulate it: `sleeve draw … --keep … --trials 1000000`",
            also: FEWER,
        }
        HandTooLong { steps: u128, limit: u64 } => {
            let about = LargeNumber(*steps);
            title: "choosing which cards of a hand do not stay takes {about} steps of work for each hand; the limit is {limit}",
            help: "ask about fewer kinds of cards, or allow fewer exchanges",
        }
        TooMuchWork { steps: u128, left: u64, limit: u64 } => {
            let about = LargeNumber(*steps);
            when *steps > u128::from(*limit) => {
                title: "counting this takes {about} steps of work; the limit is {limit}",
                help: ESTIMATE,
                also: FEWER,
            }
            title: "counting this takes {about} steps of work; one command may take {limit}, of which {left} are left",
            help: "ask fewer conditions, turns or numbers of copies in one command",
            also: ESTIMATE,
        }
        ImpossibleGiven => "no draw satisfies the condition of --given",
        UndecidedGiven => "whether --given holds depends on facts that nobody has published",
        TooManyValues { limit: usize } => {
            title: "the measure has more than {limit} different values",
            help: ESTIMATE,
        }
        UndecidedUntil => "when the condition first holds depends on facts that nobody has published",
        UntilBeside => {
            title: "piles dealt beside the hand are not followed from turn to turn",
            help: "leave out --until",
        }
        UntilSome => {
            title: "hands of which some cards are exchanged are not followed from turn to turn",
            help: "ask --turns 1..6 instead",
        }
        TooManyStates { states: u128, limit: u128 } => {
            let about = LargeNumber(*states);
            title: "{about} states of pile and hand would have to be told apart; the limit is {limit}",
            help: "estimate turn by turn instead: `sleeve draw … --turns 1..6 --trials 1000000`",
            also: FEWER,
        }
        UndecidedKeep => "whether a hand is kept depends on facts that nobody has published",
        MulliganNeverEnds => {
            title: "the mulligan would never end: (almost) no hand satisfies --keep",
            help: "limit it: --exchanges 1",
        }
        NoHandStands => "no opening hand may stand: (almost) none satisfies --redraw-unless",
        TooManyExchanges { exchanges: u32, hand: u32 } => "{exchanges} exchanges cost more cards than the hand of {hand} has",
        SomeOnlyOnce { exchanges: u32 } => "cards of a hand are exchanged for others once, not {exchanges} times",
        ReachesTheBottom { draw: u64 } => "{draw} further cards reach those that a mulligan put on the bottom",
        NoSuchTurn { turn: u32, limit: u32 } => "turn {turn} is not followed; the last is {limit}",
        LeftOut { turn: u32 } => {
            title: "by turn {turn} the pile is reshuffled without some of the cards: only the exact probability of a condition is known from then on",
            help: "ask `sleeve odds … --turn {turn}`, or about an earlier turn",
        }
        PileTooLarge { cards: u64, limit: u64 } => "the pile holds {cards} cards; at most {limit} are dealt",
        ExchangeAndDiscard => {
            title: "mulligans are not counted together with turns in which cards leave the hand",
            help: "ask about the opening hand, or without exchanges: --mulligan none",
            page: "ask about the opening hand",
        }
    }
}

messages! {
    /// Why a deck cannot be set out.
    #[derive(Clone, PartialEq, Debug)]
    pub enum TableError {
        NoOpening => {
            title: "the format does not say how an opening hand is dealt",
            help: "ask with --pile and --draw",
        }
        /// A text of the opening cannot be read: `what` is the number or filter that it gives.
        Language { what: &'static str, text: String, error: LanguageError } => { as: *error }
        NotANumber { what: &'static str, text: String, value: String } => {
            title: "{what} is `{text}`: {value} for this deck, not a whole number of cards",
            help: "give --draw, --per-turn or --set to say it yourself",
        }
        Players { players: u32, known: String } => {
            title: "the opening is not known for {players} players",
            help: "--players {known}",
        }
        Seat { seat: u32, players: u32, more: Option<u32> } => {
            let more = more.map(|more| format!(" | --players {more}")).unwrap_or_default();
            title: "there is no seat {seat} at a table of {players}",
            help: "--seat 1..{players}{more}",
        }
        NotInPile(card: Text) => "the pile holds no further `{card}` to set aside",
        SharedRow(zone: String) => "hand and row both come from the zone `{zone}`: such tables are not counted",
        PileTaken(name: String) => {
            title: "there is another pile `{name}` at this table",
            help: "give it another name",
        }
        NoExchange { option: &'static str } => {
            title: "no hand may be exchanged: {option} says nothing",
            help: "say how hands are exchanged: --mulligan london",
        }
        CostsNoCard { option: &'static str, kind: MulliganKind } => {
            let kind = kind.word();
            title: "by `{kind}` an exchange costs no card: {option} says nothing",
            help: "say how many exchanges there may be: --exchanges 1",
        }
        DownTo { cards: u32, hand: u32 } => "a mulligan does not go down from {hand} cards to {cards}",
        NoTurns => {
            title: "the format does not say what later turns draw",
            help: "give --per-turn 1",
        }
        Odds(error: OddsError) => { as: *error }
    }
}

messages! {
    /// Why a question cannot be asked of a table.
    #[derive(Clone, PartialEq, Debug)]
    pub enum AskError {
        Table(error: TableError) => { as: *error }
        NoPile(name: String) => "there is no pile `{name}` at this table",
        TooManyPiles(piles: usize) => "the condition reads {piles} piles, too many to count together",
        KeepReads(name: String) => "which hands are kept cannot depend on the pile `{name}`",
        KeepsNoHand(size: u32) => "no hand of {size} cards is chosen, so --keep cannot say which to keep",
        MeasureHasNoBest => {
            title: "a measure does not say which hands are worth keeping",
            help: "write the condition that you play for before it, with --policy",
        }
        NothingToChoose => {
            title: "no hand may be exchanged, so there is nothing to choose",
            help: ("say how hands are exchanged: --mulligan london", context = "exchanges"),
        }
        VariesNothing => "no card matches the filter of --vary",
        VariesUnlike => {
            title: "the condition tells apart the cards that --vary means",
            help: "vary cards that count alike",
        }
        VariesUnread => {
            title: "the condition does not read the cards that --vary means: as many as there are change nothing",
            help: "vary cards that the condition counts",
        }
        NoRoom => "every card of the pile matters to the condition: none can make room for more copies",
    }
}

messages! {
    /// Why hands could not be dealt or simulated.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DrawError {
        /// The hands cannot be dealt from the pile, or not counted within the limits.
        Odds(error: OddsError) => { as: *error }
        Table(error: Box<TableError>) => { as: *error }
        Trials { trials: u64, limit: u64 } => {
            title: "{trials} hands cannot be simulated",
            help: "any number from 1 to {limit} can",
        }
        TooManyCards { cards: u64, limit: u64 } => {
            title: "about {cards} cards would have to be dealt one by one; the limit is {limit}",
            help: "deal fewer hands, or count very many: `sleeve draw … --trials 1000000`",
        }
        NoChoiceOfBottom => {
            title: "which cards go to the bottom after a mulligan follows from a condition; a measure has none",
            help: "ask a condition",
        }
        NoChoiceOfCards => {
            title: "which cards of a hand are exchanged follows from a condition; none is asked",
            help: "count very many hands: `sleeve draw … --trials 1000000 'count(…) >= 1'`",
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

/// A number that may be very large; `u128::MAX` stands for one that was not computed.
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

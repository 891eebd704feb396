//! Mulligan procedures: a table with the word, name, help and effect of each.

use serde::{Deserialize, Serialize};
use sleeve_text::{Lang, Phrase};

/// The mulligan of a format.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Mulligan {
    pub kind: MulliganKind,
    /// The smallest hand, if mulligans cost cards.
    pub down_to: Option<u32>,
    /// The number of free mulligans, if the others cost cards.
    pub free: u32,
    /// The most mulligans; `None`: as many as the procedure has.
    pub exchanges: Option<u32>,
    /// A condition for hands worth keeping, unless the user gives one.
    pub keep: Option<String>,
    /// A condition that every hand has to meet; otherwise the rules replace it at no cost.
    pub redraw_unless: Option<String>,
    /// The most such redraws, after which a hand stands; `None`: any number.
    pub redraws: Option<u32>,
}

/// The effect of one mulligan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// The player draws a new full hand.
    Anew,
    /// The player draws a new full hand, and puts one card per mulligan that is not free on the
    /// bottom of the pile.
    Bottom,
    /// The player draws a new hand, one card smaller per mulligan that is not free.
    Fewer,
    /// The player replaces some cards of the hand and keeps the others.
    Some(Returned),
}

/// Where replaced cards go.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    /// To the bottom of the pile, out of reach of later draws.
    Bottom,
    /// Set aside until the new cards are drawn, then shuffled in.
    Aside,
    /// Shuffled into the pile before the new cards are drawn.
    Shuffled,
}

/// The default number of mulligans.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsualExchanges {
    /// None.
    Never,
    /// One.
    Once,
    /// Down to a hand of one card.
    ToOneCard,
}

/// The row of a procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Procedure {
    /// The word of data files, arguments and documents.
    pub word: &'static str,
    /// Its name in the rules of a format; empty: the rules do not mention it.
    pub name: Phrase,
    /// The help of the option that chooses one.
    pub help: Phrase,
    pub exchange: Exchange,
    /// The number of mulligans if neither the format nor the user sets it.
    pub usual: UsualExchanges,
}

macro_rules! procedures {
    ($(
        $(#[$meta:meta])* $kind:ident:
            $word:literal, $name:expr, $help:expr, $exchange:expr, $usual:ident;
    )+) => {
        /// A way to replace a bad hand.
        #[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
        pub enum MulliganKind {
            $($(#[$meta])* $kind,)+
        }

        impl MulliganKind {
            /// All procedures, in the order of their numbers.
            pub const ALL: [MulliganKind; 8] = [$(MulliganKind::$kind),+];

            /// The row of a procedure.
            pub const fn procedure(self) -> Procedure {
                match self {
                    $(MulliganKind::$kind => Procedure {
                        word: $word,
                        name: $name,
                        help: $help,
                        exchange: $exchange,
                        usual: UsualExchanges::$usual,
                    },)+
                }
            }
        }
    };
}

procedures! {
    #[default]
    None:
        "none", word!(""),
        word!("No mulligans"),
        Exchange::Anew, Never;
    /// A full hand each time, then one card per mulligan to the bottom.
    London:
        "london", word!("London"),
        word!("Draw a full hand each time, then put one card per mulligan on the bottom"),
        Exchange::Bottom, ToOneCard;
    /// One card fewer each time (the look at one card is not modelled).
    Vancouver:
        "vancouver", word!("Vancouver"),
        word!("Draw one card fewer each time"),
        Exchange::Fewer, ToOneCard;
    /// A full hand each time.
    Free:
        "free", word!("free"),
        word!("Draw a full hand each time; once, unless --exchanges allows more"),
        Exchange::Anew, Once;
    /// A new hand, once.
    RedrawOnce:
        "redraw-once", word!("redraw once"),
        word!("Draw a new hand once"),
        Exchange::Anew, Once;
    /// New cards for some, once; the replaced ones go to the bottom.
    SomeBottom:
        "some-bottom", word!("some cards, to the bottom"),
        word!("Replace any cards once; they go to the bottom first"),
        Exchange::Some(Returned::Bottom), Once;
    /// New cards for some, once; the replaced ones are shuffled in afterwards.
    SomeAside:
        "some-aside", word!("some cards, set aside"),
        word!("Replace any cards once; they are shuffled in afterwards"),
        Exchange::Some(Returned::Aside), Once;
    /// New cards for some, once; the replaced ones are shuffled in first.
    SomeShuffled:
        "some-shuffled", word!("some cards, shuffled in"),
        word!("Replace any cards once; they are shuffled in first"),
        Exchange::Some(Returned::Shuffled), Once;
}

impl MulliganKind {
    /// The word of data files, arguments and documents.
    pub const fn word(self) -> &'static str {
        self.procedure().word
    }

    /// Its name in the rules of a format; `None`: the rules do not mention it.
    pub fn name(self, lang: Lang) -> Option<&'static str> {
        Some(self.procedure().name.get(lang)).filter(|name| !name.is_empty())
    }

    /// The help of the option that chooses one.
    pub fn help(self, lang: Lang) -> &'static str {
        self.procedure().help.get(lang)
    }

    /// The procedure with this word.
    pub fn parse(word: &str) -> Option<MulliganKind> {
        MulliganKind::ALL
            .into_iter()
            .find(|kind| kind.word() == word)
    }
}

//! Mulligan procedures: each is a row with its word, its name and help in both languages, and its exchange.

use serde::{Deserialize, Serialize};
use sleeve_text::{Lang, Phrase};

/// The mulligan of a format.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
pub struct Mulligan {
    pub kind: MulliganKind,
    /// Smallest hand, where exchanges cost cards.
    pub down_to: Option<u32>,
    /// Number of exchanges without cost, where the others cost cards.
    pub free: u32,
    /// Condition of a hand worth keeping, unless the user gives one.
    pub keep: Option<String>,
    /// Condition without which the rules send a hand back, to be drawn anew at no cost.
    pub redraw_unless: Option<String>,
}

/// The effect of one exchange.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Exchange {
    /// A full hand is drawn anew.
    Anew,
    /// A full hand is drawn anew, and one card per exchange that is not free goes to the bottom of
    /// the pile.
    Bottom,
    /// A hand is drawn anew, one card smaller per exchange that is not free.
    Fewer,
    /// Some cards of the hand for as many others; the rest of it stays.
    Some(Returned),
}

/// Where cards go that are exchanged for others.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Returned {
    /// To the bottom of the pile, where no later draw reaches them.
    Bottom,
    /// Aside until the others are drawn; then they are shuffled in.
    Aside,
    /// Into the pile, which is shuffled before the others are drawn.
    Shuffled,
}

/// The number of exchanges where neither the format nor the user states it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum UsualExchanges {
    /// None at all.
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
    /// Its name among the rules of a format; empty: the rules do not mention it.
    pub name: Phrase,
    /// The help of the option that chooses one.
    pub help: Phrase,
    pub exchange: Exchange,
    /// The number of exchanges where neither the format nor the user states it.
    pub usual: UsualExchanges,
}

macro_rules! procedures {
    ($($(#[$meta:meta])* $kind:ident: $word:literal, $name:expr, $help:expr, $exchange:expr, $usual:ident;)+) => {
        /// How a hand that nobody wants is exchanged.
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
    None: "none", word!(""), word!("None"), Exchange::Anew, Never;
    /// A full hand each time, then one card per exchange to the bottom.
    London: "london", word!("London"), word!("A full hand each time, then one card per exchange to the bottom"), Exchange::Bottom, ToOneCard;
    /// One card fewer each time (the look at one card is not modelled).
    Vancouver: "vancouver", word!("Vancouver"), word!("One card fewer each time"), Exchange::Fewer, ToOneCard;
    /// Exchanges without loss.
    Free: "free", word!("free"), word!("Exchanges without loss; one, unless --exchanges says more"), Exchange::Anew, Once;
    /// The whole hand once.
    RedrawOnce: "redraw-once", word!("redraw once"), word!("The whole hand, once"), Exchange::Anew, Once;
    /// Some cards once, which go to the bottom.
    SomeBottom: "some-bottom", word!("some cards, to the bottom"), word!("Any cards for as many others, once; they go to the bottom first"), Exchange::Some(Returned::Bottom), Once;
    /// Some cards once, which are set aside and then shuffled in.
    SomeAside: "some-aside", word!("some cards, set aside"), word!("Any cards for as many others, once; they are shuffled in afterwards"), Exchange::Some(Returned::Aside), Once;
    /// Some cards once, which are shuffled in first.
    SomeShuffled: "some-shuffled", word!("some cards, shuffled in"), word!("Any cards for as many others, once; they are shuffled in first"), Exchange::Some(Returned::Shuffled), Once;
}

impl MulliganKind {
    /// The word of data files, arguments and documents.
    pub const fn word(self) -> &'static str {
        self.procedure().word
    }

    /// Its name among the rules of a format; `None`: the rules do not mention it.
    pub fn name(self, lang: Lang) -> Option<&'static str> {
        Some(self.procedure().name.get(lang)).filter(|name| !name.is_empty())
    }

    /// The help of the option that chooses one.
    pub fn help(self, lang: Lang) -> &'static str {
        self.procedure().help.get(lang)
    }

    /// The procedure of a word.
    pub fn parse(word: &str) -> Option<MulliganKind> {
        MulliganKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_procedure_stands_in_the_list_and_has_words_of_its_own() {
        for (at, kind) in MulliganKind::ALL.into_iter().enumerate() {
            assert_eq!(kind as usize, at);
            assert_eq!(MulliganKind::parse(kind.word()), Some(kind));
            for lang in [Lang::En, Lang::Fr] {
                let others = MulliganKind::ALL.into_iter().filter(|other| *other != kind);
                assert!(others.into_iter().all(|other| other.help(lang) != kind.help(lang)));
            }
        }
        assert_eq!(MulliganKind::parse("brussels"), None);
    }
}

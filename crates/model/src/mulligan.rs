//! Mulligan procedures: each is a row with its word, its name and help in both languages, and its exchange.

use serde::{Deserialize, Serialize};
use sleeve_text::Lang;

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

/// A mulligan procedure.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub enum MulliganKind {
    /// None.
    #[default]
    None,
    /// A full hand each time, then one card per exchange to the bottom.
    London,
    /// One card fewer each time (the look at one card is not modelled).
    Vancouver,
    /// Exchanges without loss.
    Free,
    /// The whole hand once.
    RedrawOnce,
    /// Some cards once, which go to the bottom.
    SomeBottom,
    /// Some cards once, which are set aside and then shuffled in.
    SomeAside,
    /// Some cards once, which are shuffled in first.
    SomeShuffled,
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
    /// Its name among the rules of a format, English and French; empty: the rules do not mention it.
    pub name: (&'static str, &'static str),
    /// The help of the option that chooses one, English and French.
    pub help: (&'static str, &'static str),
    pub exchange: Exchange,
    /// The number of exchanges where neither the format nor the user states it.
    pub usual: UsualExchanges,
}

impl MulliganKind {
    /// All procedures, in the order of their numbers.
    pub const ALL: [MulliganKind; 8] = [
        MulliganKind::None,
        MulliganKind::London,
        MulliganKind::Vancouver,
        MulliganKind::Free,
        MulliganKind::RedrawOnce,
        MulliganKind::SomeBottom,
        MulliganKind::SomeAside,
        MulliganKind::SomeShuffled,
    ];

    /// The row of a procedure.
    pub const fn procedure(self) -> Procedure {
        match self {
            MulliganKind::None => Procedure {
                word: "none",
                name: ("", ""),
                help: ("None", "aucun échange"),
                exchange: Exchange::Anew,
                usual: UsualExchanges::Never,
            },
            MulliganKind::London => Procedure {
                word: "london",
                name: ("London", "London"),
                help: (
                    "A full hand each time, then one card per exchange to the bottom",
                    "une main entière à chaque fois, puis une carte par échange sous la pioche",
                ),
                exchange: Exchange::Bottom,
                usual: UsualExchanges::ToOneCard,
            },
            MulliganKind::Vancouver => Procedure {
                word: "vancouver",
                name: ("Vancouver", "Vancouver"),
                help: ("One card fewer each time", "une carte de moins à chaque fois"),
                exchange: Exchange::Fewer,
                usual: UsualExchanges::ToOneCard,
            },
            MulliganKind::Free => Procedure {
                word: "free",
                name: ("free", "gratuit"),
                help: (
                    "Exchanges without loss; one, unless --exchanges says more",
                    "des échanges sans perte ; un seul, sauf si --exchanges en dit plus",
                ),
                exchange: Exchange::Anew,
                usual: UsualExchanges::Once,
            },
            MulliganKind::RedrawOnce => Procedure {
                word: "redraw-once",
                name: ("redraw once", "une seconde main"),
                help: ("The whole hand, once", "la main entière, une fois"),
                exchange: Exchange::Anew,
                usual: UsualExchanges::Once,
            },
            MulliganKind::SomeBottom => Procedure {
                word: "some-bottom",
                name: ("some cards, to the bottom", "quelques cartes, sous la pioche"),
                help: (
                    "Any cards for as many others, once; they go to the bottom first",
                    "des cartes au choix contre autant d'autres, une fois ; elles vont d'abord sous la pioche",
                ),
                exchange: Exchange::Some(Returned::Bottom),
                usual: UsualExchanges::Once,
            },
            MulliganKind::SomeAside => Procedure {
                word: "some-aside",
                name: ("some cards, set aside", "quelques cartes, mises à part"),
                help: (
                    "Any cards for as many others, once; they are shuffled in afterwards",
                    "des cartes au choix contre autant d'autres, une fois ; elles sont remélangées ensuite",
                ),
                exchange: Exchange::Some(Returned::Aside),
                usual: UsualExchanges::Once,
            },
            MulliganKind::SomeShuffled => Procedure {
                word: "some-shuffled",
                name: ("some cards, shuffled in", "quelques cartes, remélangées"),
                help: (
                    "Any cards for as many others, once; they are shuffled in first",
                    "des cartes au choix contre autant d'autres, une fois ; elles sont d'abord remélangées",
                ),
                exchange: Exchange::Some(Returned::Shuffled),
                usual: UsualExchanges::Once,
            },
        }
    }

    /// The word of data files, arguments and documents.
    pub const fn word(self) -> &'static str {
        self.procedure().word
    }

    /// Its name among the rules of a format; `None`: the rules do not mention it.
    pub fn name(self, lang: Lang) -> Option<&'static str> {
        Some(in_language(self.procedure().name, lang)).filter(|name| !name.is_empty())
    }

    /// The help of the option that chooses one.
    pub fn help(self, lang: Lang) -> &'static str {
        in_language(self.procedure().help, lang)
    }

    /// The procedure of a word.
    pub fn parse(word: &str) -> Option<MulliganKind> {
        MulliganKind::ALL.into_iter().find(|kind| kind.word() == word)
    }
}

fn in_language((en, fr): (&'static str, &'static str), lang: Lang) -> &'static str {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
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

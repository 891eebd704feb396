//! Why a question about draws has no answer, a deck no table, a simulation no hands: the messages in every language.

use sleeve_data::model::{Lang, MulliganKind, Text};
use sleeve_data::problem::{BothLanguages, Words};
use sleeve_data::{errors, messages};
use sleeve_language::LanguageError;
use std::fmt;

messages! {
    /// Why a question about draws has no answer, or none within the stated limits.
    #[derive(Clone, PartialEq, Eq, Debug)]
    pub enum OddsError {
        DrawsTooMany { pile: String, draw: u64, holds: u64 } => {
            en: "{draw} cards are drawn from `{pile}`, which holds {holds}",
            fr: "{draw} cartes sont piochées dans « {pile} », qui en compte {holds}",
        }
        TooManyVectors { vectors: u128, limit: u128 } => {
            let about = LargeNumber(*vectors);
            en: "{about} kinds of draws would have to be counted; the limit is {limit}",
            fr: "il faudrait compter {about} sortes de tirages ; la limite est {limit}",
            help: ESTIMATE,
            also: FEWER,
        }
        TooManyClasses { classes: usize, limit: usize } => {
            en: "{classes} kinds of cards would have to be told apart; the limit is {limit}",
            fr: "il faudrait distinguer {classes} sortes de cartes ; la limite est {limit}",
            help: FEWER,
        }
        DrawTooLarge { draw: u64, limit: u64 } => {
            en: "a draw of {draw} cards is not counted; the limit is {limit} cards",
            fr: "un tirage de {draw} cartes n'est pas compté ; la limite est {limit} cartes",
            help: ESTIMATE,
        }
        TooManyHands { hands: u128, limit: u128 } => {
            let about = LargeNumber(*hands);
            en: "{about} kinds of opening hands would have to be weighed for the mulligan; the limit is {limit}",
            fr: "le mulligan demanderait de peser {about} sortes de mains ; la limite est {limit}",
            help_en: "say which hands are kept and simulate: `sleeve draw … --keep … --trials 1000000`",
            help_fr: "dites quelles mains sont gardées et simulez : « sleeve draw … --keep … --trials 1000000 »",
            page_en: "the program can simulate it: `sleeve draw … --keep … --trials 1000000`",
            page_fr: "le programme sait le simuler : « sleeve draw … --keep … --trials 1000000 »",
            also: FEWER,
        }
        HandTooLong { steps: u128, limit: u64 } => {
            let about = LargeNumber(*steps);
            en: "choosing which cards of a hand do not stay takes {about} steps of work for each hand; the limit is {limit}",
            fr: "choisir les cartes d'une main qui ne restent pas demande {about} étapes de calcul par main ; la limite est {limit}",
            help_en: "ask about fewer kinds of cards, or allow fewer exchanges",
            help_fr: "posez une question sur moins de sortes de cartes, ou permettez moins d'échanges",
        }
        TooMuchWork { steps: u128, left: u64, limit: u64 } => {
            let about = LargeNumber(*steps);
            when *steps > u128::from(*limit) => {
                en: "counting this takes {about} steps of work; the limit is {limit}",
                fr: "ce compte demande {about} étapes de calcul ; la limite est {limit}",
                help: ESTIMATE,
                also: FEWER,
            }
            en: "counting this takes {about} steps of work; one command may take {limit}, of which {left} are left",
            fr: "ce compte demande {about} étapes de calcul ; une commande en a {limit}, il en reste {left}",
            help_en: "ask fewer conditions, turns or numbers of copies in one command",
            help_fr: "demandez moins de conditions, de tours ou d'exemplaires en une commande",
            also: ESTIMATE,
        }
        ImpossibleGiven => {
            en: "no draw satisfies the condition of --given",
            fr: "aucun tirage ne satisfait la condition de --given",
        }
        UndecidedGiven => {
            en: "whether --given holds depends on facts that nobody has published",
            fr: "la condition de --given dépend de faits que personne n'a publiés",
        }
        TooManyValues { limit: usize } => {
            en: "the measure has more than {limit} different values",
            fr: "la mesure a plus de {limit} valeurs différentes",
            help: ESTIMATE,
        }
        UndecidedUntil => {
            en: "when the condition first holds depends on facts that nobody has published",
            fr: "le tour où la condition est remplie dépend de faits que personne n'a publiés",
        }
        UntilBeside => {
            en: "piles dealt beside the hand are not followed from turn to turn",
            fr: "les piles prises à côté de la main ne sont pas suivies de tour en tour",
            help_en: "leave out --until",
            help_fr: "omettez --until",
        }
        UntilSome => {
            en: "hands of which some cards are exchanged are not followed from turn to turn",
            fr: "les mains dont quelques cartes sont échangées ne sont pas suivies de tour en tour",
            help_en: "ask --turns 1..6 instead",
            help_fr: "demandez plutôt --turns 1..6",
        }
        TooManyStates { states: u128, limit: u128 } => {
            let about = LargeNumber(*states);
            en: "{about} states of pile and hand would have to be told apart; the limit is {limit}",
            fr: "il faudrait distinguer {about} états de la pile et de la main ; la limite est {limit}",
            help_en: "estimate turn by turn instead: `sleeve draw … --turns 1..6 --trials 1000000`",
            help_fr: "estimez plutôt tour par tour : « sleeve draw … --turns 1..6 --trials 1000000 »",
            also: FEWER,
        }
        UndecidedKeep => {
            en: "whether a hand is kept depends on facts that nobody has published",
            fr: "garder une main ou non dépend de faits que personne n'a publiés",
        }
        MulliganNeverEnds => {
            en: "the mulligan would never end: (almost) no hand satisfies --keep",
            fr: "le mulligan ne finirait jamais : (presque) aucune main ne satisfait --keep",
            help_en: "limit it: --exchanges 1",
            help_fr: "limitez-le : --exchanges 1",
        }
        NoHandStands => {
            en: "no opening hand may stand: (almost) none satisfies --redraw-unless",
            fr: "aucune main de départ ne peut rester : (presque) aucune ne remplit --redraw-unless",
        }
        TooManyExchanges { exchanges: u32, hand: u32 } => {
            en: "{exchanges} exchanges cost more cards than the hand of {hand} has",
            fr: "{exchanges} échanges coûtent plus que les {hand} cartes de la main",
        }
        SomeOnlyOnce { exchanges: u32 } => {
            en: "cards of a hand are exchanged for others once, not {exchanges} times",
            fr: "les cartes d'une main s'échangent une fois, pas {exchanges}",
        }
        ReachesTheBottom { draw: u64 } => {
            en: "{draw} further cards reach those that a mulligan put on the bottom",
            fr: "{draw} cartes de plus atteignent celles que le mulligan a mises au fond",
        }
        NoSuchTurn { turn: u32, limit: u32 } => {
            en: "turn {turn} is not followed; the last is {limit}",
            fr: "le tour {turn} n'est pas suivi ; le dernier est {limit}",
        }
        PileTooLarge { cards: u64, limit: u64 } => {
            en: "the pile holds {cards} cards; at most {limit} are dealt",
            fr: "la pile compte {cards} cartes ; {limit} au plus sont distribuées",
        }
        ExchangeAndDiscard => {
            en: "mulligans are not counted together with turns in which cards leave the hand",
            fr: "les mulligans ne se comptent pas avec des tours où des cartes quittent la main",
            help_en: "leave out --mulligan, or ask about the opening hand",
            help_fr: "omettez --mulligan, ou demandez la main de départ",
        }
    }
}

messages! {
    /// Why a deck cannot be set out.
    #[derive(Clone, PartialEq, Debug)]
    pub enum TableError {
        NoOpening => {
            en: "the format does not say how an opening hand is dealt",
            fr: "le format ne dit pas comment se distribue la main de départ",
            help_en: "ask with --pile and --draw",
            help_fr: "demandez avec --pile et --draw",
        }
        /// A text of the opening cannot be read: `what` is the number or filter that it gives.
        Language { what: &'static str, text: String, error: LanguageError } => { as: *error }
        NotANumber { what: &'static str, text: String, value: String } => {
            en: "{what} is `{text}`: {value} for this deck, not a whole number of cards",
            fr: "{what} : « {text} » donne {value} pour ce deck, pas un nombre de cartes",
            help_en: "give --draw, --per-turn or --set to say it yourself",
            help_fr: "donnez --draw, --per-turn ou --set pour le dire vous-même",
        }
        Players { players: u32, known: String } => {
            en: "the opening is not known for {players} players",
            fr: "l'ouverture n'est pas connue pour {players} joueurs",
            help_en: "--players {known}",
            help_fr: "--players {known}",
        }
        Seat { seat: u32, players: u32, more: Option<u32> } => {
            let more = more.map(|more| format!(" | --players {more}")).unwrap_or_default();
            en: "there is no seat {seat} at a table of {players}",
            fr: "il n'y a pas de place {seat} à une table de {players}",
            help_en: "--seat 1..{players}{more}",
            help_fr: "--seat 1..{players}{more}",
        }
        NotInPile(card: Text) => {
            en: "the pile holds no further `{card}` to set aside",
            fr: "la pile n'a plus de « {card} » à mettre à part",
        }
        SharedRow(zone: String) => {
            en: "hand and row both come from the zone `{zone}`: such tables are not counted",
            fr: "main et rangée viennent toutes deux de la zone « {zone} » : non compté",
        }
        PileTaken(name: String) => {
            en: "there is another pile `{name}` at this table",
            fr: "il y a déjà une pile « {name} » à cette table",
            help_en: "give it another name",
            help_fr: "donnez-lui un autre nom",
        }
        NoExchange { option: &'static str } => {
            en: "no hand may be exchanged: {option} says nothing",
            fr: "aucune main ne peut être échangée : {option} ne dit rien",
            help_en: "say how hands are exchanged: --mulligan london",
            help_fr: "dites comment les mains sont échangées : --mulligan london",
        }
        CostsNoCard { option: &'static str, kind: MulliganKind } => {
            let kind = kind.word();
            en: "by `{kind}` an exchange costs no card: {option} says nothing",
            fr: "par « {kind} », un échange ne coûte aucune carte : {option} ne dit rien",
            help_en: "say how many exchanges there may be: --exchanges 1",
            help_fr: "dites combien d'échanges il peut y avoir : --exchanges 1",
        }
        DownTo { cards: u32, hand: u32 } => {
            en: "a mulligan does not go down from {hand} cards to {cards}",
            fr: "un mulligan ne descend pas de {hand} cartes à {cards}",
        }
        NoTurns => {
            en: "the format does not say what later turns draw",
            fr: "le format ne dit pas ce que piochent les tours suivants",
            help_en: "give --per-turn 1",
            help_fr: "donnez --per-turn 1",
        }
        /// The cards or exchanges do not fit the pile.
        Odds(error: OddsError) => { as: *error }
    }
}

messages! {
    /// Why a question cannot be asked of a table.
    #[derive(Clone, PartialEq, Debug)]
    pub enum AskError {
        /// The deck cannot be set out.
        Table(error: TableError) => { as: *error }
        NoPile(name: String) => {
            en: "there is no pile `{name}` at this table",
            fr: "il n'y a pas de pile « {name} » à cette table",
        }
        TooManyPiles(piles: usize) => {
            en: "the condition reads {piles} piles, too many to count together",
            fr: "la condition lit {piles} piles, trop pour les compter ensemble",
        }
        KeepReads(name: String) => {
            en: "which hands are kept cannot depend on the pile `{name}`",
            fr: "les mains gardées ne peuvent pas dépendre de la pile « {name} »",
        }
        KeepsNoHand(size: u32) => {
            en: "no hand of {size} cards is chosen, so --keep cannot say which to keep",
            fr: "aucune main de {size} cartes n'est à choisir : --keep ne peut rien en dire",
        }
        MeasureHasNoBest => {
            en: "a measure does not say which hands are worth keeping",
            fr: "une mesure ne dit pas quelles mains valent d'être gardées",
            help_en: "write the condition that you play for before it, with --policy",
            help_fr: "écrivez avant elle la condition visée, avec --policy",
        }
        NothingToChoose => {
            en: "no hand may be exchanged, so there is nothing to choose",
            fr: "aucune main ne peut être échangée : il n'y a rien à choisir",
            help_en: "say how hands are exchanged: --mulligan london",
            help_fr: "dites comment les mains s'échangent : --mulligan london",
        }
        VariesNothing => {
            en: "no card matches the filter of --vary",
            fr: "aucune carte ne répond au filtre de --vary",
        }
        VariesUnlike => {
            en: "the condition tells apart the cards that --vary means",
            fr: "la condition distingue les cartes que désigne --vary",
            help_en: "vary cards that count alike",
            help_fr: "variez des cartes qui comptent pareil",
        }
        VariesUnread => {
            en: "the condition does not read the cards that --vary means: as many as there are change nothing",
            fr: "la condition ne lit pas les cartes que désigne --vary : leur nombre n'y change rien",
            help_en: "vary cards that the condition counts",
            help_fr: "variez des cartes que la condition compte",
        }
        NoRoom => {
            en: "every card of the pile matters to the condition: none can make room for more copies",
            fr: "chaque carte de la pile compte pour la condition : aucune ne peut céder sa place",
        }
    }
}

messages! {
    /// Why hands could not be dealt or simulated.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DrawError {
        /// The hands cannot be dealt from the pile, or not counted within the limits.
        Odds(error: OddsError) => { as: *error }
        /// The deck cannot be set out.
        Table(error: Box<TableError>) => { as: *error }
        Trials { trials: u64, limit: u64 } => {
            en: "{trials} hands cannot be simulated",
            fr: "{trials} mains ne peuvent pas être simulées",
            help_en: "any number from 1 to {limit} can",
            help_fr: "tout nombre de 1 à {limit} peut l'être",
        }
        TooManyCards { cards: u64, limit: u64 } => {
            en: "about {cards} cards would have to be dealt one by one; the limit is {limit}",
            fr: "il faudrait distribuer environ {cards} cartes une à une ; la limite est {limit}",
            help_en: "deal fewer hands, or count very many: `sleeve draw … --trials 1000000`",
            help_fr: "distribuez moins de mains, ou comptez-en beaucoup : « sleeve draw … --trials 1000000 »",
        }
        NoChoiceOfBottom => {
            en: "which cards go to the bottom after a mulligan follows from a condition; a measure has none",
            fr: "les cartes mises au fond après un mulligan suivent d'une condition ; une mesure n'en a pas",
            help_en: "ask a condition",
            help_fr: "demandez une condition",
        }
        NoChoiceOfCards => {
            en: "which cards of a hand are exchanged follows from a condition; none is asked",
            fr: "les cartes échangées d'une main suivent d'une condition ; aucune n'est demandée",
            help_en: "count very many hands: `sleeve draw … --trials 1000000 'count(…) >= 1'`",
            help_fr: "comptez beaucoup de mains : « sleeve draw … --trials 1000000 'count(…) >= 1' »",
            page_en: "deal a hand without an exchange",
            page_fr: "distribuez une main sans échange",
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

const ESTIMATE: BothLanguages = BothLanguages(
    "estimate instead: `sleeve draw … --trials 1000000`",
    "estimez plutôt : « sleeve draw … --trials 1000000 »",
);

const FEWER: BothLanguages = BothLanguages(
    "or ask about fewer kinds of cards",
    "ou posez une question sur moins de sortes de cartes",
);

/// A number that may be very large; `u128::MAX` stands for one that was not computed.
struct LargeNumber(u128);

impl Words for LargeNumber {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            u128::MAX => BothLanguages("far too many", "beaucoup trop de").write(lang, f),
            n if n >= 1_000_000_000_000 => {
                BothLanguages("about", "environ").write(lang, f)?;
                write!(f, " 10^{}", n.ilog10())
            }
            n => write!(f, "{n}"),
        }
    }
}

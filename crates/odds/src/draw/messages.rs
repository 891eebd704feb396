//! Why hands could not be dealt, in every language.

use crate::{OddsError, TableError};
use sleeve_data::{errors, messages};

messages! {
    /// Why hands could not be dealt or simulated.
    #[derive(Clone, PartialEq, Debug)]
    pub enum DrawError {
        /// The table itself is impossible.
        Odds(error: OddsError) => { as: *error }
        /// The deck cannot be set out so.
        Table(error: Box<TableError>) => { as: *error }
        /// No hands, or more than are simulated.
        Trials {
            /// Hands asked for.
            trials: u64,
            /// The most.
            limit: u64,
        } => {
            en: "{trials} hands cannot be simulated",
            fr: "{trials} mains ne peuvent pas être simulées",
            help_en: "any number from 1 to {limit} can",
            help_fr: "tout nombre de 1 à {limit} peut l'être",
        }
        /// More cards than are dealt one by one.
        TooManyCards {
            /// Cards of all hands, turns and piles.
            cards: u64,
            /// The most.
            limit: u64,
        } => {
            en: "about {cards} cards would have to be dealt one by one; the limit is {limit}",
            fr: "il faudrait distribuer environ {cards} cartes une à une ; la limite est {limit}",
            help_en: "deal fewer hands, or count very many: `sleeve draw … --trials 1000000`",
            help_fr: "distribuez moins de mains, ou comptez-en beaucoup : « sleeve draw … --trials 1000000 »",
        }
        /// Cards go to the bottom, and nothing says which.
        NoChoiceOfBottom => {
            en: "which cards go to the bottom after a mulligan follows from a condition; a measure has none",
            fr: "les cartes mises au fond après un mulligan suivent d'une condition ; une mesure n'en a pas",
            help_en: "ask a condition",
            help_fr: "demandez une condition",
        }
        /// Some cards are exchanged, and nothing says which.
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

errors!(DrawError);

impl From<OddsError> for DrawError {
    fn from(error: OddsError) -> DrawError {
        DrawError::Odds(error)
    }
}

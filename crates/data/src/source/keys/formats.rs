//! Keys of formats: their rules and those of cards, their zones and numbers, and how an opening
//! hand is dealt.

use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO, VALUE, names};
use crate::{
    files::shape::ValueShape::{
        self, Boolean, By, Count, Either, List, Local, Measure, Number, Table, Text, Texts, Words,
    },
    keys,
    model::{Level, MulliganKind},
    problem::Phrase,
};

/// A parameter whose values are words.
pub(crate) const WORD_PARAMETER: Phrase = word!("a parameter of words");

// Rules of formats and rules of cards share these keys.
const EXACTLY: ValueShape = Either(&[Table(&CONTENTS), By(&Count)]);

const ALLOWED: ValueShape = List(&Table(&ALLOWANCE));

const COUNTED: ValueShape = Either(&[Text, Table(&NOUN)]);

const NAMED: ValueShape = Either(&[Measure, Table(&NAMED_NUMBER)]);

keys! {
    /// The cards: a list of ids or names, or a filter. Each of them gets this table, as if it were
    /// written in the card.
    const THE_CARDS = required CARDS: Texts;
    /// The zone where the card has to be for the rule to apply.
    const IN_ZONE = required IN: Text;
    /// The id of the format's rule that it replaces.
    const REPLACES = REPLACES: Text;
    /// Ids of the format's rules that it suspends; then it needs no condition of its own.
    const LIFTS = LIFTS: Texts;
    /// The zone where the card has to be; it counts once, regardless of the number of copies.
    const CHANGE_ZONE = required IN: Text;
    /// The id of the format's number.
    const CHANGE_OF = required OF: Text;
    /// The amount to add: a number, or a measure of numbers and parameters.
    const CHANGE_ADD = required ADD: Measure;
    /// The zone or zones it counts; several are combined.
    const RULE_ZONE = ZONE: Texts;
    /// A condition in the query language.
    const RULE_REQUIRE = REQUIRE: Text;
    /// A fixed list: cards with their copies, or a filter with a number for each card.
    const RULE_CONTENTS = CONTENTS: EXACTLY;
    /// How cards carry other cards.
    const RULE_CARRIES = CARRIES: Table(&CARRIES);
    /// The zone with the cards that other cards put into play before the game.
    const RULE_SETS_OUT = SETS_OUT: Text;
    /// The allowed cards, each with a number; every copy needs an allowance that covers it.
    const RULE_ALLOWANCES = ALLOWANCES: ALLOWED;
    /// The word for the cards it counts.
    const RULE_NOUN = NOUN: COUNTED;
    /// Its level.
    const LEVEL = LEVEL: Words(Level::WORDS);
}

keys! {
    pub(crate) static CARD_RULE = "a rule of a card" {
        ID; IN_ZONE; REPLACES; LIFTS; RULE_ZONE; RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES;
        RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL;
        CITE; EXPLANATION; RULE_NOUN;
    }

    pub(crate) static RULE_OF_CARDS = "a rule of cards" {
        THE_CARDS; ID; IN_ZONE; REPLACES; LIFTS;
        RULE_ZONE; RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL;
        CITE; EXPLANATION; RULE_NOUN;
    }

    pub(crate) static NUMBER_CHANGE = "a change of a number" {
        CHANGE_ZONE; CHANGE_OF; CHANGE_ADD;
    }

    pub(crate) static CHANGE_OF_CARDS = "a change of cards" {
        THE_CARDS; CHANGE_ZONE; CHANGE_OF; CHANGE_ADD;
    }

    pub(crate) static NAMED_NUMBER = "a number with a name" {
        /// The measure.
        required MEASURE: Measure;
        NAME; ALIASES;
    }

    pub(crate) static FORMAT = "a format" {
        ID; NAME; ALIASES;
        /// `true` if it is only a base for other formats.
        ABSTRACT: Boolean;
        /// The format that it extends.
        EXTENDS: Text;
        /// Ids of parts it does not inherit; `CARD/RULE` and `CARD/NUMBER` for rules and changes of
        /// cards.
        WITHOUT: Texts;
        CITE;
        /// A description.
        TEXT: Local;
        /// What its rules do not judge, in a few words each; legal verdicts show it.
        NOT_ASKED: List(&Local);
        FROM; TO;
        /// The roles of players.
        ROLES: List(&Either(&[Text, Table(&ROLE)]));
        /// Numbers and words that a deck can set, by id.
        PARAMETERS: By(&Either(&[Number, Table(&PARAMETER)]));
        /// Numbers of the format, by id; conditions use them by name, and cards can change them.
        NUMBERS: By(&NAMED);
        /// Measures of a deck, by id; conditions use them by name.
        MEASURES: By(&NAMED);
        /// Its zones, by id: a filter for the allowed cards, or a table.
        ZONES: By(&Either(&[Text, Table(&ZONE)]));
        /// Its rules.
        RULE: List(&Table(&RULE));
        /// How the opening hand is dealt.
        OPENING: Table(&OPENING);
        /// Rules for two decks that play each other.
        MATCH: List(&Table(&MATCH));
    }

    pub(crate) static PARAMETER = "a parameter" {
        /// Its value if a deck does not set it; or one value for each role.
        DEFAULT: Either(&[Number, Text, By(&Either(&[Number, Text]))]);
        /// The smallest allowed value.
        MIN: Number;
        /// The largest allowed value.
        MAX: Number;
        /// The allowed values: numbers, or words with their names.
        ALLOWED: List(&Either(&[Number, Text, Table(&VALUE)]));
        /// A condition on the deck; if a deck does not set the parameter, it gets the first allowed
        /// value that satisfies this.
        IMPLIED_BY: Text;
        NAME; ALIASES;
    }

    pub(crate) static ROLE = "a role" {
        ID; NAME; ALIASES;
        /// A condition on the deck; a deck that names no role gets this one if it satisfies only
        /// this role's condition.
        IMPLIED_BY: Text;
    }

    pub(crate) static ZONE = "a zone" {
        /// A filter for the allowed cards.
        required ACCEPTS: Text;
        NAME; ALIASES;
        /// The roles that have it; by default, all.
        ROLES: Texts;
        /// The field of its cards that sets the deck's role.
        ROLE_FROM: Text;
        /// Whether decks exchange cards with it between games, by their plans.
        SIDEBOARD: Boolean;
    }

    pub(crate) static RULE = "a rule" {
        ID; RULE_ZONE;
        /// The roles it applies to; by default, all.
        ROLES: Texts;
        RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL; CITE;
        EXPLANATION; RULE_NOUN;
    }
}

keys! {
    pub(crate) static MATCH = "a rule for two decks" {
        ID;
        /// A condition in the query language; `a.` and `b.` are the two decks.
        required REQUIRE: Text;
        LEVEL; CITE; EXPLANATION;
    }

    pub(crate) static NOUN = "a noun" {
        /// In English.
        required EN: Text;
        /// In French.
        FR: Text;
        /// Its gender in French.
        GENDER: Words(&["m", "f"]);
        /// The plural, if it is irregular.
        PLURAL: Either(&[Text, Table(&PLURAL)]);
    }

    pub(crate) static PLURAL = "the plural of a noun" {
        /// In English.
        EN: Text;
        /// In French.
        FR: Text;
    }

    pub(crate) static CONTENTS = "contents" {
        /// A filter for the cards.
        required FILTER: Text;
        /// The number of copies of each; by default, 1.
        EACH: Measure;
    }

    pub(crate) static ALLOWANCE = "an allowance" {
        /// Its name in findings; by default, its filter in words.
        NAME: Local;
        /// A filter for the cards that it covers.
        required CARDS: Text;
        /// The largest number of copies it covers; by default, all.
        UP_TO: Measure;
    }

    pub(crate) static CARRIES = "carries" {
        /// The field with the space on a carrier.
        required CAPACITY: Text;
        /// The field with the space that a card takes up.
        required SPACE: Text;
        /// The field whose value has to be smaller for a card than for its carrier.
        required SMALLER_THAN: Text;
        /// A filter for cards that the set-up places elsewhere.
        PLACED: Text;
    }

    pub(crate) static OPENING = "an opening" {
        /// The zones to draw from.
        required FROM: Texts;
        /// The number of hands dealt from the same cards.
        HANDS: Measure;
        /// The cards to set aside first: a filter, or a zone.
        ASIDE: Either(&[Text, Table(&ASIDE)]);
        /// Filters for the starting cards if a deck sets nothing aside; the first one that a card
        /// matches counts.
        STARTS: Texts;
        /// The number of cards: a number or measure, a list by seat, or a table by number of
        /// players.
        required DRAW: DRAW;
        /// Other piles dealt with the hand, each with its number of cards.
        BESIDE: By(&Measure);
        /// The open row of cards for all players.
        ROW: Table(&ROW);
        /// The cards drawn each turn.
        TURN: Table(&TURN);
        /// The largest hand size.
        LIMIT: Measure;
        /// When the discard pile becomes the draw pile.
        RESHUFFLE: Table(&RESHUFFLE);
        /// The mulligan procedure.
        MULLIGAN: Either(&[Words(&MULLIGANS), Table(&MULLIGAN)]);
        /// Several hands of one player, one of which stays.
        CHOICE: Table(&CHOICE);
        CITE; EXPLANATION;
    }
}

const DRAW: ValueShape =
    Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

keys! {
    pub(crate) static ASIDE = "aside" {
        /// The zone.
        required ZONE: Texts;
    }

    pub(crate) static ROW = "a row" {
        /// The zone of its cards.
        required FROM: Text;
        /// The number of open cards.
        required SIZE: Measure;
    }

    pub(crate) static TURN = "a turn" {
        /// The number of cards drawn; if players choose, the usual minimum.
        DRAW: Measure;
        /// The usual maximum, if players choose.
        MOST: Measure;
        EXPLANATION;
        /// The hand size to draw up to.
        REFILL: Measure;
        /// The first turn with a draw.
        FIRST: Count;
        /// `hand`, or the number of cards to discard before the draw.
        DISCARD: Measure;
    }

    pub(crate) static RESHUFFLE = "reshuffle" {
        /// `empty`: when a card has to be drawn from an empty pile; `last`: when the last card is
        /// drawn.
        required WHEN: Words(&["empty", "last"]);
        /// How many times; by default, always.
        TIMES: Count;
        /// A filter for discards that leave the game instead.
        EXCEPT: Text;
    }

    pub(crate) static MULLIGAN = "a mulligan" {
        /// The procedure.
        required KIND: Words(&MULLIGANS);
        /// The smallest hand.
        DOWN_TO: Count;
        /// The number of free mulligans.
        FREE: Count;
        /// The largest number of mulligans.
        EXCHANGES: Count;
        /// A condition; hands that satisfy it are kept.
        KEEP: Text;
        /// A condition; hands that do not satisfy it are redrawn.
        REDRAW_UNLESS: Text;
        /// The largest number of such redraws; by default, as many as needed.
        REDRAWS: Count;
    }

    pub(crate) static CHOICE = "a choice of hands" {
        /// The number of hands, which are dealt from the same cards.
        required HANDS: Count;
        /// The hand with the greatest value of this measure stays.
        required KEEP: Measure;
    }
}

const MULLIGANS: [&str; MulliganKind::ALL.len()] = {
    let mut words = [""; MulliganKind::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = MulliganKind::ALL[at].word();
        at += 1;
    }
    words
};

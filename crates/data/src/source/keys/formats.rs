//! Keys of formats: their rules and those of cards, their zones and numbers, and how an opening
//! hand is dealt.

use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO, VALUE};
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
    const THE_CARDS = required "cards": Texts;
    /// The zone where the card has to be for the rule to apply.
    const IN_ZONE = required "in": Text;
    /// The id of the format's rule that it replaces.
    const REPLACES = "replaces": Text;
    /// Ids of the format's rules that it suspends; then it needs no condition of its own.
    const LIFTS = "lifts": Texts;
    /// The zone where the card has to be; it counts once, regardless of the number of copies.
    const CHANGE_ZONE = required "in": Text;
    /// The id of the format's number.
    const CHANGE_OF = required "of": Text;
    /// The amount to add: a number, or a measure of numbers and parameters.
    const CHANGE_ADD = required "add": Measure;
    /// The zone or zones it counts; several are combined.
    const RULE_ZONE = "zone": Texts;
    /// A condition in the query language.
    const RULE_REQUIRE = "require": Text;
    /// A fixed list: cards with their copies, or a filter with a number for each card.
    const RULE_CONTENTS = "contents": EXACTLY;
    /// How cards carry other cards.
    const RULE_CARRIES = "carries": Table(&CARRIES);
    /// The zone with the cards that other cards put into play before the game.
    const RULE_SETS_OUT = "sets-out": Text;
    /// The allowed cards, each with a number; every copy needs an allowance that covers it.
    const RULE_ALLOWANCES = "allowances": ALLOWED;
    /// The word for the cards it counts.
    const RULE_NOUN = "noun": COUNTED;
    /// Its level.
    const LEVEL = "level": Words(Level::WORDS);
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
        required "measure": Measure;
        NAME; ALIASES;
    }

    pub(crate) static FORMAT = "a format" {
        ID; NAME; ALIASES;
        /// `true` if it is only a base for other formats.
        "abstract": Boolean;
        /// The format that it extends.
        "extends": Text;
        /// Ids of parts it does not inherit; `CARD/RULE` and `CARD/NUMBER` for rules and changes of
        /// cards.
        "without": Texts;
        CITE;
        /// A description.
        "text": Local;
        /// What its rules do not judge, in a few words each; legal verdicts show it.
        "not-asked": List(&Local);
        FROM; TO;
        /// The roles of players.
        "roles": List(&Either(&[Text, Table(&ROLE)]));
        /// Numbers and words that a deck can set, by id.
        "parameters": By(&Either(&[Number, Table(&PARAMETER)]));
        /// Numbers of the format, by id; conditions use them by name, and cards can change them.
        "numbers": By(&NAMED);
        /// Measures of a deck, by id; conditions use them by name.
        "measures": By(&NAMED);
        /// Its zones, by id: a filter for the allowed cards, or a table.
        "zones": By(&Either(&[Text, Table(&ZONE)]));
        /// Its rules.
        "rule": List(&Table(&RULE));
        /// How the opening hand is dealt.
        "opening": Table(&OPENING);
        /// Rules for two decks that play each other.
        "match": List(&Table(&MATCH));
    }

    pub(crate) static PARAMETER = "a parameter" {
        /// Its value if a deck does not set it; or one value for each role.
        "default": Either(&[Number, Text, By(&Either(&[Number, Text]))]);
        /// The smallest allowed value.
        "min": Number;
        /// The largest allowed value.
        "max": Number;
        /// The allowed values: numbers, or words with their names.
        "allowed": List(&Either(&[Number, Text, Table(&VALUE)]));
        /// A condition on the deck; if a deck does not set the parameter, it gets the first allowed
        /// value that satisfies this.
        "implied-by": Text;
        NAME; ALIASES;
    }

    pub(crate) static ROLE = "a role" {
        ID; NAME; ALIASES;
        /// A condition on the deck; a deck that names no role gets this one if it satisfies only
        /// this role's condition.
        "implied-by": Text;
    }

    pub(crate) static ZONE = "a zone" {
        /// A filter for the allowed cards.
        required "accepts": Text;
        NAME; ALIASES;
        /// The roles that have it; by default, all.
        "roles": Texts;
        /// The field of its cards that sets the deck's role.
        "role-from": Text;
        /// Whether decks exchange cards with it between games, by their plans.
        "sideboard": Boolean;
    }

    pub(crate) static RULE = "a rule" {
        ID; RULE_ZONE;
        /// The roles it applies to; by default, all.
        "roles": Texts;
        RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL; CITE;
        EXPLANATION; RULE_NOUN;
    }
}

keys! {
    pub(crate) static MATCH = "a rule for two decks" {
        ID;
        /// A condition in the query language; `a.` and `b.` are the two decks.
        required "require": Text;
        LEVEL; CITE; EXPLANATION;
    }

    pub(crate) static NOUN = "a noun" {
        /// In English.
        required "en": Text;
        /// In French.
        "fr": Text;
        /// Its gender in French.
        "gender": Words(&["m", "f"]);
        /// The plural, if it is irregular.
        "plural": Either(&[Text, Table(&PLURAL)]);
    }

    pub(crate) static PLURAL = "the plural of a noun" {
        /// In English.
        "en": Text;
        /// In French.
        "fr": Text;
    }

    pub(crate) static CONTENTS = "contents" {
        /// A filter for the cards.
        required "filter": Text;
        /// The number of copies of each; by default, 1.
        "each": Measure;
    }

    pub(crate) static ALLOWANCE = "an allowance" {
        /// Its name in findings; by default, its filter in words.
        "name": Local;
        /// A filter for the cards that it covers.
        required "cards": Text;
        /// The largest number of copies it covers; by default, all.
        "up-to": Measure;
    }

    pub(crate) static CARRIES = "carries" {
        /// The field with the space on a carrier.
        required "capacity": Text;
        /// The field with the space that a card takes up.
        required "space": Text;
        /// The field whose value has to be smaller for a card than for its carrier.
        required "smaller-than": Text;
        /// A filter for cards that the set-up places elsewhere.
        "placed": Text;
    }

    pub(crate) static OPENING = "an opening" {
        /// The zones to draw from.
        required "from": Texts;
        /// The number of hands dealt from the same cards.
        "hands": Measure;
        /// The cards to set aside first: a filter, or a zone.
        "aside": Either(&[Text, Table(&ASIDE)]);
        /// Filters for the starting cards if a deck sets nothing aside; the first one that a card
        /// matches counts.
        "starts": Texts;
        /// The number of cards: a number or measure, a list by seat, or a table by number of
        /// players.
        required "draw": DRAW;
        /// Other piles dealt with the hand, each with its number of cards.
        "beside": By(&Measure);
        /// The open row of cards for all players.
        "row": Table(&ROW);
        /// The cards drawn each turn.
        "turn": Table(&TURN);
        /// The largest hand size.
        "limit": Measure;
        /// When the discard pile becomes the draw pile.
        "reshuffle": Table(&RESHUFFLE);
        /// The mulligan procedure.
        "mulligan": Either(&[Words(&MULLIGANS), Table(&MULLIGAN)]);
        /// Several hands of one player, one of which stays.
        "choice": Table(&CHOICE);
        CITE; EXPLANATION;
    }
}

const DRAW: ValueShape =
    Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

keys! {
    pub(crate) static ASIDE = "aside" {
        /// The zone.
        required "zone": Texts;
    }

    pub(crate) static ROW = "a row" {
        /// The zone of its cards.
        required "from": Text;
        /// The number of open cards.
        required "size": Measure;
    }

    pub(crate) static TURN = "a turn" {
        /// The number of cards drawn; if players choose, the usual minimum.
        "draw": Measure;
        /// The usual maximum, if players choose.
        "most": Measure;
        EXPLANATION;
        /// The hand size to draw up to.
        "refill": Measure;
        /// The first turn with a draw.
        "first": Count;
        /// `hand`, or the number of cards to discard before the draw.
        "discard": Measure;
    }

    pub(crate) static RESHUFFLE = "reshuffle" {
        /// `empty`: when a card has to be drawn from an empty pile; `last`: when the last card is
        /// drawn.
        required "when": Words(&["empty", "last"]);
        /// How many times; by default, always.
        "times": Count;
        /// A filter for discards that leave the game instead.
        "except": Text;
    }

    pub(crate) static MULLIGAN = "a mulligan" {
        /// The procedure.
        required "kind": Words(&MULLIGANS);
        /// The smallest hand.
        "down-to": Count;
        /// The number of free mulligans.
        "free": Count;
        /// The largest number of mulligans.
        "exchanges": Count;
        /// A condition; hands that satisfy it are kept.
        "keep": Text;
        /// A condition; hands that do not satisfy it are redrawn.
        "redraw-unless": Text;
        /// The largest number of such redraws; by default, as many as needed.
        "redraws": Count;
    }

    pub(crate) static CHOICE = "a choice of hands" {
        /// The number of hands, which are dealt from the same cards.
        required "hands": Count;
        /// The hand with the greatest value of this measure stays.
        required "keep": Measure;
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

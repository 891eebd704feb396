//! Keys of formats: their rules and those of cards, their zones and numbers, and how an opening
//! hand is dealt.

use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO, VALUE};
use crate::files::shape::ValueShape::{
    self, Boolean, By, Count, Either, List, Local, Measure, Number, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, key, required_key};
use crate::keys;
use crate::model::{Level, MulliganKind};
use crate::problem::Phrase;

/// A parameter whose values are words.
pub(crate) const WORD_PARAMETER: Phrase = word!("a parameter of words");

// Rules of formats and rules of cards share these keys.
const EXACTLY: ValueShape = Either(&[Table(&CONTENTS), By(&Count)]);

const ALLOWED: ValueShape = List(&Table(&ALLOWANCE));

const COUNTED: ValueShape = Either(&[Text, Table(&NOUN)]);

const NAMED: ValueShape = Either(&[Measure, Table(&NAMED_NUMBER)]);

const THE_CARDS: Key = required_key(
    "cards",
    Texts,
    "The cards: a list of ids or names, or a filter. Each of them gets this table, as if it were \
        written in the card.",
);
const IN_ZONE: Key =
    required_key("in", Text, "The zone where the card has to be for the rule to apply.");
const REPLACES: Key = key("replaces", Text, "The id of the format's rule that it replaces.");
const LIFTS: Key = key(
    "lifts",
    Texts,
    "Ids of the format's rules that it suspends; then it needs no condition of its own.",
);
const CHANGE_ZONE: Key = required_key(
    "in",
    Text,
    "The zone where the card has to be; it counts once, regardless of the number of copies.",
);
const CHANGE_OF: Key = required_key("of", Text, "The id of the format's number.");
const CHANGE_ADD: Key = required_key(
    "add",
    Measure,
    "The amount to add: a number, or a measure of numbers and parameters.",
);
const RULE_ZONE: Key = key("zone", Texts, "The zone or zones it counts; several are combined.");
const RULE_REQUIRE: Key = key("require", Text, "A condition in the query language.");
const RULE_CONTENTS: Key = key(
    "contents",
    EXACTLY,
    "A fixed list: cards with their copies, or a filter with a number for each card.",
);
const RULE_CARRIES: Key = key("carries", Table(&CARRIES), "How cards carry other cards.");
const RULE_SETS_OUT: Key = key(
    "sets-out",
    Text,
    "The zone with the cards that other cards put into play before the game.",
);
const RULE_ALLOWANCES: Key = key(
    "allowances",
    ALLOWED,
    "The allowed cards, each with a number; every copy needs an allowance that covers it.",
);
const RULE_NOUN: Key = key("noun", COUNTED, "The word for the cards it counts.");
const LEVEL: Key = key("level", Words(Level::WORDS), "Its level.");

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
        required "measure": Measure, "The measure.";
        NAME; ALIASES;
    }

    pub(crate) static FORMAT = "a format" {
        ID; NAME; ALIASES;
        "abstract": Boolean, "`true` if it is only a base for other formats.";
        "extends": Text, "The format that it extends.";
        "without": Texts,
            "Ids of parts it does not inherit; `CARD/RULE` and `CARD/NUMBER` for rules and changes \
                of cards.";
        CITE;
        "text": Local, "A description.";
        "not-asked": List(&Local),
            "What its rules do not judge, in a few words each; legal verdicts show it.";
        FROM; TO;
        "roles": List(&Either(&[Text, Table(&ROLE)])), "The roles of players.";
        "parameters": By(&Either(&[Number, Table(&PARAMETER)])),
            "Numbers and words that a deck can set, by id.";
        "numbers": By(&NAMED),
            "Numbers of the format, by id; conditions use them by name, and cards can change them.";
        "measures": By(&NAMED),
            "Measures of a deck, by id; conditions use them by name.";
        "zones": By(&Either(&[Text, Table(&ZONE)])),
            "Its zones, by id: a filter for the allowed cards, or a table.";
        "rule": List(&Table(&RULE)), "Its rules.";
        "opening": Table(&OPENING), "How the opening hand is dealt.";
        "match": List(&Table(&MATCH)), "Rules for two decks that play each other.";
    }

    pub(crate) static PARAMETER = "a parameter" {
        "default": Either(&[Number, Text, By(&Either(&[Number, Text]))]),
            "Its value if a deck does not set it; or one value for each role.";
        "min": Number, "The smallest allowed value.";
        "max": Number, "The largest allowed value.";
        "allowed": List(&Either(&[Number, Text, Table(&VALUE)])),
            "The allowed values: numbers, or words with their names.";
        "implied-by": Text,
            "A condition on the deck; if a deck does not set the parameter, it gets the first \
                allowed value that satisfies this.";
        NAME; ALIASES;
    }

    pub(crate) static ROLE = "a role" {
        ID; NAME; ALIASES;
        "implied-by": Text,
            "A condition on the deck; a deck that names no role gets this one if it satisfies only \
                this role's condition.";
    }

    pub(crate) static ZONE = "a zone" {
        required "accepts": Text, "A filter for the allowed cards.";
        NAME; ALIASES;
        "roles": Texts, "The roles that have it; by default, all.";
        "role-from": Text, "The field of its cards that sets the deck's role.";
    }

    pub(crate) static RULE = "a rule" {
        ID; RULE_ZONE;
        "roles": Texts, "The roles it applies to; by default, all.";
        RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL; CITE;
        EXPLANATION; RULE_NOUN;
    }
}

keys! {
    pub(crate) static MATCH = "a rule for two decks" {
        ID;
        required "require": Text,
            "A condition in the query language; `a.` and `b.` are the two decks.";
        LEVEL; CITE; EXPLANATION;
    }

    pub(crate) static NOUN = "a noun" {
        required "en": Text, "In English.";
        "fr": Text, "In French.";
        "gender": Words(&["m", "f"]), "Its gender in French.";
        "plural": Either(&[Text, Table(&PLURAL)]), "The plural, if it is irregular.";
    }

    pub(crate) static PLURAL = "the plural of a noun" {
        "en": Text, "In English.";
        "fr": Text, "In French.";
    }

    pub(crate) static CONTENTS = "contents" {
        required "filter": Text, "A filter for the cards.";
        "each": Measure, "The number of copies of each; by default, 1.";
    }

    pub(crate) static ALLOWANCE = "an allowance" {
        "name": Local, "Its name in findings; by default, its filter in words.";
        required "cards": Text, "A filter for the cards that it covers.";
        "up-to": Measure, "The largest number of copies it covers; by default, all.";
    }

    pub(crate) static CARRIES = "carries" {
        required "capacity": Text, "The field with the space on a carrier.";
        required "space": Text, "The field with the space that a card takes up.";
        required "smaller-than": Text,
            "The field whose value has to be smaller for a card than for its carrier.";
        "placed": Text, "A filter for cards that the set-up places elsewhere.";
    }

    pub(crate) static OPENING = "an opening" {
        required "from": Texts, "The zones to draw from.";
        "hands": Measure, "The number of hands dealt from the same cards.";
        "aside": Either(&[Text, Table(&ASIDE)]),
            "The cards to set aside first: a filter, or a zone.";
        "starts": Texts,
            "Filters for the starting cards if a deck sets nothing aside; the first one that a \
                card matches counts.";
        required "draw": DRAW,
            "The number of cards: a number or measure, a list by seat, or a table by number of \
                players.";
        "beside": By(&Measure), "Other piles dealt with the hand, each with its number of cards.";
        "row": Table(&ROW), "The open row of cards for all players.";
        "turn": Table(&TURN), "The cards drawn each turn.";
        "limit": Measure, "The largest hand size.";
        "reshuffle": Table(&RESHUFFLE), "When the discard pile becomes the draw pile.";
        "mulligan": Either(&[Words(&MULLIGANS), Table(&MULLIGAN)]), "The mulligan procedure.";
        "choice": Table(&CHOICE), "Several hands of one player, one of which stays.";
        CITE; EXPLANATION;
    }
}

const DRAW: ValueShape =
    Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

keys! {
    pub(crate) static ASIDE = "aside" { required "zone": Texts, "The zone."; }

    pub(crate) static ROW = "a row" {
        required "from": Text, "The zone of its cards.";
        required "size": Measure, "The number of open cards.";
    }

    pub(crate) static TURN = "a turn" {
        "draw": Measure, "The number of cards drawn; if players choose, the usual minimum.";
        "most": Measure, "The usual maximum, if players choose.";
        EXPLANATION;
        "refill": Measure, "The hand size to draw up to.";
        "first": Count, "The first turn with a draw.";
        "discard": Measure, "`hand`, or the number of cards to discard before the draw.";
    }

    pub(crate) static RESHUFFLE = "reshuffle" {
        required "when": Words(&["empty", "last"]),
            "`empty`: when a card has to be drawn from an empty pile; `last`: when the last card \
                is drawn.";
        "times": Count, "How many times; by default, always.";
        "except": Text, "A filter for discards that leave the game instead.";
    }

    pub(crate) static MULLIGAN = "a mulligan" {
        required "kind": Words(&MULLIGANS), "The procedure.";
        "down-to": Count, "The smallest hand.";
        "free": Count, "The number of free mulligans.";
        "exchanges": Count, "The largest number of mulligans.";
        "keep": Text, "A condition; hands that satisfy it are kept.";
        "redraw-unless": Text, "A condition; hands that do not satisfy it are redrawn.";
        "redraws": Count, "The largest number of such redraws; by default, as many as needed.";
    }

    pub(crate) static CHOICE = "a choice of hands" {
        required "hands": Count, "The number of hands, which are dealt from the same cards.";
        required "keep": Measure, "The hand with the greatest value of this measure stays.";
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

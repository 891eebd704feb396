//! Keys of formats: their rules and those of cards, their zones and numbers, and how an opening hand is dealt.

use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO, VALUE};
use crate::files::shape::ValueShape::{
    self, Boolean, By, Count, Either, List, Local, Measure, Number, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, key, required_key};
use crate::keys;
use crate::model::{Level, MulliganKind};
use crate::problem::Phrase;

/// A parameter whose values are words, and not numbers.
pub(crate) const WORD_PARAMETER: Phrase = word!("a parameter of words");

// Keys that rules of formats share with rules of cards.
const EXACTLY: ValueShape = Either(&[Table(&CONTENTS), By(&Count)]);

const ALLOWED: ValueShape = List(&Table(&ALLOWANCE));

const COUNTED: ValueShape = Either(&[Text, Table(&NOUN)]);

const NAMED: ValueShape = Either(&[Measure, Table(&NAMED_NUMBER)]);

const THE_CARDS: Key = required_key(
    "cards",
    Texts,
    "The cards: a list of ids or names, or one text, a filter; each has it as if it stood below the card.",
);
const IN_ZONE: Key =
    required_key("in", Text, "The zone in which the card has to lie for the rule to hold.");
const REPLACES: Key =
    key("replaces", Text, "Id of the rule of the format in whose place it holds.");
const LIFTS: Key = key(
    "lifts",
    Texts,
    "Ids of rules of the format that do not hold as long; then it need ask nothing itself.",
);
const CHANGE_ZONE: Key = required_key(
    "in",
    Text,
    "The zone in which the card has to lie; it counts once, however many copies do.",
);
const CHANGE_OF: Key = required_key("of", Text, "Id of the number of the format.");
const CHANGE_ADD: Key = required_key(
    "add",
    Measure,
    "What is added: a number, or a measure of numbers and parameters.",
);
const RULE_ZONE: Key =
    key("zone", Texts, "The zone or zones that it reads; several are read as one.");
const RULE_REQUIRE: Key = key("require", Text, "A condition in the pile language.");
const RULE_CONTENTS: Key = key(
    "contents",
    EXACTLY,
    "A fixed list: cards with their copies, or a filter with a number of each.",
);
const RULE_CARRIES: Key = key("carries", Table(&CARRIES), "How cards carry others.");
const RULE_SETS_OUT: Key = key("sets-out", Text, "The zone in which lies what cards set out.");
const RULE_ALLOWANCES: Key = key(
    "allowances",
    ALLOWED,
    "Cards that are allowed, each with a number: every copy is covered by one of them.",
);
const RULE_NOUN: Key = key("noun", COUNTED, "What its findings call the cards that it counts.");
const LEVEL: Key = key("level", Words(Level::WORDS), "How much it matters.");

keys! {
    pub(crate) static CARD_RULE = "a rule of a card" {
        ID; IN_ZONE; REPLACES; LIFTS; RULE_ZONE; RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL;
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
        required "measure": Measure, "What it is.";
        NAME; ALIASES;
    }

    pub(crate) static FORMAT = "a format" {
        ID; NAME; ALIASES;
        "abstract": Boolean, "Whether it is there to be extended only.";
        "extends": Text, "The format whose parts it takes over.";
        "without": Texts,
            "Ids of parts that it does not take over; `CARD/RULE` and `CARD/NUMBER` for rules and changes of cards.";
        CITE;
        "text": Local, "What it is.";
        FROM; TO;
        "roles": List(&Either(&[Text, Table(&ROLE)])), "The roles of players.";
        "parameters": By(&Either(&[Number, Table(&PARAMETER)])),
            "Numbers and words that a deck gives, by id.";
        "numbers": By(&NAMED),
            "Numbers that the format sets, by id: conditions use them by name, and cards may change them.";
        "measures": By(&NAMED),
            "Numbers of a deck, by id, that conditions use by name.";
        "zones": By(&Either(&[Text, Table(&ZONE)])),
            "Its zones, by id: a filter of the cards that may lie there, or a table.";
        "rule": List(&Table(&RULE)), "Its rules.";
        "opening": Table(&OPENING), "How an opening hand is dealt.";
        "match": List(&Table(&MATCH)), "Rules for two decks at one table.";
    }

    pub(crate) static PARAMETER = "a parameter" {
        "default": Either(&[Number, Text, By(&Either(&[Number, Text]))]),
            "Its value where a deck does not give it, or that of each role.";
        "min": Number, "The smallest it may be.";
        "max": Number, "The largest it may be.";
        "allowed": List(&Either(&[Number, Text, Table(&VALUE)])),
            "The values it may have: numbers, or words with their names.";
        "implied-by": Text,
            "A condition that reads it: a deck that does not give it has the first allowed value for which this holds.";
        NAME; ALIASES;
    }

    pub(crate) static ROLE = "a role" {
        ID; NAME; ALIASES;
        "implied-by": Text,
            "A condition: a deck that names no role and fits exactly one of these has that role.";
    }

    pub(crate) static ZONE = "a zone" {
        required "accepts": Text, "A filter of the cards that may lie there.";
        NAME; ALIASES;
        "roles": Texts, "Roles that have it; without it, all.";
        "role-from": Text, "The field of its cards that names the role of the deck.";
    }

    pub(crate) static RULE = "a rule" {
        ID; RULE_ZONE;
        "roles": Texts, "Roles it is for; without it, all.";
        RULE_REQUIRE; RULE_CONTENTS; RULE_CARRIES; RULE_SETS_OUT; RULE_ALLOWANCES; LEVEL; CITE;
        EXPLANATION; RULE_NOUN;
    }
}

keys! {
    pub(crate) static MATCH = "a rule for two decks" {
        ID;
        required "require": Text,
            "A condition in the pile language; `a.` and `b.` are the two decks.";
        LEVEL; CITE; EXPLANATION;
    }

    pub(crate) static NOUN = "a noun" {
        required "en": Text, "In English.";
        "fr": Text, "In French.";
        "gender": Words(&["m", "f"]), "Its gender in French.";
        "plural": Either(&[Text, Table(&PLURAL)]), "The plural, where it is irregular.";
    }

    pub(crate) static PLURAL = "the plural of a noun" {
        "en": Text, "In English.";
        "fr": Text, "In French.";
    }

    pub(crate) static CONTENTS = "contents" {
        required "filter": Text, "Which cards.";
        "each": Measure, "How many of each; without it, one.";
    }

    pub(crate) static ALLOWANCE = "an allowance" {
        "name": Local, "What findings call it; without it, its filter in words.";
        required "cards": Text, "A filter of the cards that it may cover.";
        "up-to": Measure, "How many copies it covers at most; without it, all.";
    }

    pub(crate) static CARRIES = "carries" {
        required "capacity": Text, "The field that says how much a card carries.";
        required "space": Text, "The field that says how much space a card takes.";
        required "smaller-than": Text,
            "The field in which a card has to be smaller than its carrier.";
        "placed": Text, "A filter of cards that the set-up places elsewhere.";
    }

    pub(crate) static OPENING = "an opening" {
        required "from": Texts, "The zones that are drawn from.";
        "hands": Measure, "How many hands are dealt from the same cards.";
        "aside": Either(&[Text, Table(&ASIDE)]), "What is set aside first: a filter, or a zone.";
        "starts": Texts,
            "Filters of what a deck starts with where it sets nothing aside; the first that a card matches counts.";
        required "draw": DRAW,
            "How many cards: a number or measure, a list by seat, or a table by number of players.";
        "beside": By(&Measure), "Piles dealt beside the hand, each with its number of cards.";
        "row": Table(&ROW), "The open row beside the hand.";
        "turn": Table(&TURN), "What a turn draws.";
        "limit": Measure, "The largest hand.";
        "reshuffle": Table(&RESHUFFLE), "When the discards become the pile.";
        "mulligan": Either(&[Words(&MULLIGANS), Table(&MULLIGAN)]), "How hands are exchanged.";
        CITE; EXPLANATION;
    }
}

const DRAW: ValueShape =
    Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

keys! {
    pub(crate) static ASIDE = "aside" { required "zone": Texts, "The zone."; }

    pub(crate) static ROW = "a row" {
        required "from": Text, "The zone of its cards.";
        required "size": Measure, "How many lie open.";
    }

    pub(crate) static TURN = "a turn" {
        "draw": Measure, "How many cards are drawn; where players choose, the fewest that are usual.";
        "most": Measure, "The most that are usual, where players choose.";
        EXPLANATION;
        "refill": Measure, "The number to which the hand is filled up.";
        "first": Count, "The first turn that draws.";
        "discard": Measure, "`hand`, or how many cards are discarded before.";
    }

    pub(crate) static RESHUFFLE = "reshuffle" {
        required "when": Words(&["empty", "last"]),
            "When the pile is empty, or its last card is drawn.";
        "times": Count, "How often; without it, always.";
        "except": Text, "Filter of the discards that leave the game instead.";
    }

    pub(crate) static MULLIGAN = "a mulligan" {
        required "kind": Words(&MULLIGANS), "The procedure.";
        "down-to": Count, "The smallest hand.";
        "free": Count, "How many exchanges cost nothing.";
        "keep": Text, "A condition of hands that are kept.";
        "redraw-unless": Text, "A condition without which a hand is drawn anew.";
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

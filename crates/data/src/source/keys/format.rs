//! The keys of formats, their rules and their openings.

use super::game::VALUE;
use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO};
use crate::files::shape::ValueShape::{
    Boolean, By, Count, Either, List, Local, Measure, Number, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, Keys, ValueShape, key, required_key};
use crate::model::MulliganKind;
use crate::problem::BothLanguages;

/// A parameter whose values are words, and not numbers.
pub(in crate::source) const WORD_PARAMETER: BothLanguages =
    BothLanguages("a parameter of words", "un paramètre dont les valeurs sont des mots");

// Keys that rules of formats share with rules of cards.
const EXACTLY: ValueShape = Either(&[Table(&CONTENTS), By(&Count)]);

const ALLOWED: ValueShape = List(&Table(&ALLOWANCE));

const COUNTED: ValueShape = Either(&[Text, Table(&NOUN)]);

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
const LEVEL: Key = key("level", Words(&LEVELS), "How much it matters.");

pub(in crate::source) static CARD_RULE: Keys = Keys::new(
    "a rule of a card",
    "une règle de carte",
    &[
        ID,
        required_key("in", Text, "The zone in which the card has to lie for the rule to hold."),
        RULE_ZONE,
        RULE_REQUIRE,
        RULE_CONTENTS,
        RULE_CARRIES,
        RULE_SETS_OUT,
        RULE_ALLOWANCES,
        LEVEL,
        CITE,
        EXPLANATION,
        RULE_NOUN,
    ],
);

pub(in crate::source) static FORMAT: Keys = Keys::new(
    "a format",
    "un format",
    &[
        ID,
        NAME,
        ALIASES,
        key("abstract", Boolean, "Whether it is there to be extended only."),
        key("extends", Text, "The format whose parts it takes over."),
        key("without", Texts, "Ids of parts that it does not take over."),
        CITE,
        key("text", Local, "What it is."),
        FROM,
        TO,
        key("roles", List(&Either(&[Text, Table(&ROLE)])), "The roles of players."),
        key(
            "parameters",
            By(&Either(&[Number, Table(&PARAMETER)])),
            "Numbers and words that a deck gives, by id.",
        ),
        key(
            "zones",
            By(&Either(&[Text, Table(&ZONE)])),
            "Its zones, by id: a filter of the cards that may lie there, or a table.",
        ),
        key("rule", List(&Table(&RULE)), "Its rules."),
        key("opening", Table(&OPENING), "How an opening hand is dealt."),
        key("match", List(&Table(&MATCH)), "Rules for two decks at one table."),
    ],
);

pub(in crate::source) static PARAMETER: Keys = Keys::new(
    "a parameter",
    "un paramètre",
    &[
        key(
            "default",
            Either(&[Number, Text, By(&Either(&[Number, Text]))]),
            "Its value where a deck does not give it, or that of each role.",
        ),
        key("min", Number, "The smallest it may be."),
        key("max", Number, "The largest it may be."),
        key(
            "allowed",
            List(&Either(&[Number, Text, Table(&VALUE)])),
            "The values it may have: numbers, or words with their names.",
        ),
        NAME,
        ALIASES,
    ],
);

pub(in crate::source) static ROLE: Keys = Keys::new(
    "a role",
    "un rôle",
    &[
        ID,
        NAME,
        ALIASES,
        key("implied-by", Text, "A filter: a deck with such a card has the role."),
    ],
);

pub(in crate::source) static ZONE: Keys = Keys::new(
    "a zone",
    "une zone",
    &[
        required_key("accepts", Text, "A filter of the cards that may lie there."),
        NAME,
        ALIASES,
        key("roles", Texts, "Roles that have it; without it, all."),
        key("role-from", Text, "The field of its cards that names the role of the deck."),
        key("optional", Boolean, "Whether decks may leave it out."),
    ],
);

pub(in crate::source) static RULE: Keys = Keys::new(
    "a rule",
    "une règle",
    &[
        ID,
        RULE_ZONE,
        key("roles", Texts, "Roles it is for; without it, all."),
        RULE_REQUIRE,
        RULE_CONTENTS,
        RULE_CARRIES,
        RULE_SETS_OUT,
        RULE_ALLOWANCES,
        LEVEL,
        CITE,
        EXPLANATION,
        RULE_NOUN,
    ],
);

/// The levels of rules.
pub(in crate::source) const LEVELS: [&str; 2] = ["error", "warning"];

pub(in crate::source) static MATCH: Keys = Keys::new(
    "a rule for two decks",
    "une règle entre deux decks",
    &[
        ID,
        required_key(
            "require",
            Text,
            "A condition in the pile language; `a.` and `b.` are the two decks.",
        ),
        LEVEL,
        CITE,
        EXPLANATION,
    ],
);

pub(in crate::source) static NOUN: Keys = Keys::new(
    "a noun",
    "un nom commun",
    &[
        required_key("en", Text, "In English."),
        key("fr", Text, "In French."),
        key("gender", Words(&["m", "f"]), "Its gender in French."),
        key("plural", Either(&[Text, Table(&PLURAL)]), "The plural, where it is irregular."),
    ],
);

pub(in crate::source) static PLURAL: Keys = Keys::new(
    "the plural of a noun",
    "le pluriel d'un nom commun",
    &[key("en", Text, "In English."), key("fr", Text, "In French.")],
);

pub(in crate::source) static CONTENTS: Keys = Keys::new(
    "contents",
    "`contents`",
    &[
        required_key("filter", Text, "Which cards."),
        key("each", Measure, "How many of each; without it, one."),
    ],
);

pub(in crate::source) static ALLOWANCE: Keys = Keys::new(
    "an allowance",
    "un quota",
    &[
        required_key("cards", Text, "A filter of the cards that it may cover."),
        key("up-to", Measure, "How many copies it covers at most; without it, all."),
    ],
);

pub(in crate::source) static CARRIES: Keys = Keys::new(
    "carries",
    "`carries`",
    &[
        required_key("capacity", Text, "The field that says how much a card carries."),
        required_key("space", Text, "The field that says how much space a card takes."),
        required_key(
            "smaller-than",
            Text,
            "The field in which a card has to be smaller than its carrier.",
        ),
        key("placed", Text, "A filter of cards that the set-up places elsewhere."),
    ],
);

pub(in crate::source) static OPENING: Keys = Keys::new(
    "an opening",
    "une ouverture",
    &[
        required_key("from", Texts, "The zones that are drawn from."),
        key("hands", Measure, "How many hands are dealt from the same cards."),
        key(
            "aside",
            Either(&[Text, Table(&ASIDE)]),
            "What is set aside first: a filter, or a zone.",
        ),
        key("starts", Texts, "Zones of cards that lie on the table from the start."),
        required_key(
            "draw",
            DRAW,
            "How many cards: a number or measure, a list by seat, or a table by number of players.",
        ),
        key("beside", By(&Measure), "Piles dealt beside the hand, each with its number of cards."),
        key("row", Table(&ROW), "The open row beside the hand."),
        key("turn", Table(&TURN), "What a turn draws."),
        key("limit", Measure, "The largest hand."),
        key("reshuffle", Table(&RESHUFFLE), "When the discards become the pile."),
        key("mulligan", Either(&[Words(&MULLIGANS), Table(&MULLIGAN)]), "How hands are exchanged."),
        CITE,
        EXPLANATION,
    ],
);

const DRAW: ValueShape =
    Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

pub(in crate::source) static ASIDE: Keys =
    Keys::new("aside", "`aside`", &[required_key("zone", Texts, "The zone.")]);

pub(in crate::source) static ROW: Keys = Keys::new(
    "a row",
    "une rangée",
    &[
        required_key("from", Text, "The zone of its cards."),
        required_key("size", Measure, "How many lie open."),
    ],
);

pub(in crate::source) static TURN: Keys = Keys::new(
    "a turn",
    "un tour",
    &[
        key("draw", Measure, "How many cards are drawn."),
        key("refill", Measure, "The number to which the hand is filled up."),
        key("first", Count, "The first turn that draws."),
        key("discard", Measure, "`hand`, or how many cards are discarded before."),
    ],
);

pub(in crate::source) static RESHUFFLE: Keys = Keys::new(
    "reshuffle",
    "`reshuffle`",
    &[
        required_key(
            "when",
            Words(&["empty", "last"]),
            "When the pile is empty, or its last card is drawn.",
        ),
        key("times", Count, "How often; without it, always."),
    ],
);

pub(in crate::source) static MULLIGAN: Keys = Keys::new(
    "a mulligan",
    "un mulligan",
    &[
        required_key("kind", Words(&MULLIGANS), "The procedure."),
        key("down-to", Count, "The smallest hand."),
        key("free", Count, "How many exchanges cost nothing."),
        key("keep", Text, "A condition of hands that are kept."),
        key("redraw-unless", Text, "A condition without which a hand is drawn anew."),
    ],
);

const MULLIGANS: [&str; MulliganKind::ALL.len()] = {
    let mut words = [""; MulliganKind::ALL.len()];
    let mut at = 0;
    while at < words.len() {
        words[at] = MulliganKind::ALL[at].word();
        at += 1;
    }
    words
};

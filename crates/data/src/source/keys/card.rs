//! The keys of cards, lists of cards, and what cards set out.

use super::format::CARD_RULE;
use super::{ALIASES, CITE, EXPLANATION, FROM, ID, NAME, TO};
use crate::files::shape::ValueShape::{
    Boolean, By, Count, Date, Either, List, Local, Number, Open, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, Keys, ValueShape, key, required_key};
use crate::problem::BothLanguages;

/// The table of provenances by field, whose keys are fields.
pub(in crate::source) const A_PROVENANCE: BothLanguages =
    BothLanguages("a provenance", "une provenance");

const FIELDS_OF_COPIES: ValueShape = By(&Count);

const PROVENANCE: ValueShape = Either(&[Text, By(&Text)]);

const QUANTITY: ValueShape = Either(&[Count, FIELDS_OF_COPIES]);

/// A fact: plain, `"?"` for unknown, or a table with bounds or with how it is printed.
pub(super) const FACT: ValueShape = Either(&[
    Text,
    Number,
    Boolean,
    Date,
    List(&Text),
    Table(&NUMBER_FACT),
    FIELDS_OF_COPIES,
    Table(&OTHER_FACT),
]);

const EFFECTS: ValueShape = Either(&[Words(&["?"]), List(&Either(&[Text, Table(&EFFECT)]))]);

pub(in crate::source) static FILE: Keys = Keys::new(
    "[file]",
    "[file]",
    &[
        key("kind", Text, "The kind of card."),
        key("set", Texts, "The set."),
        key("sets", Texts, "The sets."),
        key("quantity", QUANTITY, "How many copies a box holds, or each of the boxes."),
        key("provenance", PROVENANCE, "Where the facts are known from."),
    ],
)
.with_others(FACT)
.insert_before("provenance");

pub(in crate::source) static CARD: Keys = Keys::new(
    "a card",
    "une carte",
    &[
        key("id", Text, "Its id; needed unless it takes the place of a stand-in."),
        key("replaces", Text, "Id of the stand-in whose place it takes."),
        key("name", Local, "Its name; without it, the id."),
        key("aliases", Texts, "Other names of it."),
        key("kind", Text, "Its kind; needed where the card is not there already."),
        key("set", Texts, "The set."),
        key("sets", Texts, "The sets."),
        key("quantity", QUANTITY, "How many copies a box holds, or each of the boxes."),
        key("effects", EFFECTS, "Its effects; `\"?\"` says that there may be others."),
        key("faces", By(&Table(&CARD_PART)), "What stands on its other parts, by id of the part."),
        key("provenance", PROVENANCE, "Where its facts are known from: one word, or by field."),
        key("rule", List(&Table(&CARD_RULE)), "Rules that hold while it lies in a zone."),
    ],
)
.with_others(FACT)
.insert_before("quantity");

pub(in crate::source) static CARD_PART: Keys = Keys::new(
    "a part of a card",
    "une partie de carte",
    &[
        key("name", Local, "A name of its own."),
        key("effects", EFFECTS, "Its effects; `\"?\"` says that there may be others."),
    ],
)
.with_others(FACT)
.insert_before("effects");
const PRINT: Key = key("print", Text, "How it is printed.");

/// A fact of a number.
pub(in crate::source) static NUMBER_FACT: Keys = Keys::new(
    "a value",
    "une valeur",
    &[
        key("value", Number, "The value."),
        key("min", Number, "The smallest that it can be."),
        key("max", Number, "The largest that it can be."),
        key("choice", List(&Number), "The values of which the owner picks one."),
        PRINT,
    ],
);

/// A fact of another field.
pub(in crate::source) static OTHER_FACT: Keys =
    Keys::new("a value", "une valeur", &[key("value", Open, "The value."), PRINT]);

pub(in crate::source) static EFFECT: Keys = Keys::new(
    "an effect",
    "un effet",
    &[
        required_key("effect", Text, "The effect."),
        key(
            "amount",
            Either(&[Number, Words(&["?"]), Table(&AMOUNT)]),
            "How much of it; `\"?\"` is not known.",
        ),
        key("when", Text, "Its trigger."),
        key("choice", Count, "Effects of one number are a choice of one of them."),
        key("provenance", Text, "Where it is known from."),
    ],
);

pub(in crate::source) static AMOUNT: Keys = Keys::new(
    "an amount",
    "une quantité d'effet",
    &[
        key("min", Number, "The smallest that it can be."),
        key("max", Number, "The largest that it can be."),
    ],
);

pub(in crate::source) static LIST: Keys = Keys::new(
    "a list",
    "une liste",
    &[
        ID,
        NAME,
        ALIASES,
        key(
            "cards",
            Either(&[List(&Text), By(&Number)]),
            "Its cards, by id or name; as a table, the number that it gives to each.",
        ),
        key("sets", Texts, "Sets, by id or name, of which it holds every card."),
        key("absent", Texts, "Ids of cards on it that no card file has."),
        FROM,
        TO,
        CITE,
        EXPLANATION,
    ],
);

pub(in crate::source) static SET_OUT: Keys = Keys::new(
    "what a card sets out",
    "ce qu'une carte met en place",
    &[
        required_key("cards", Texts, "Ids of the cards that do."),
        CITE,
        required_key("places", List(&Table(&PLACE)), "What they set out, place by place."),
    ],
);

pub(in crate::source) static PLACE: Keys = Keys::new(
    "a place that a card sets out",
    "une place d'une mise en place",
    &[
        ID,
        key("name", Local, "What fills it, in words."),
        required_key("kind", Text, "The kind of card that fills it."),
        required_key("cards", Text, "Which cards fill it, in the pile language."),
        key("optional", Boolean, "Whether it may stay empty."),
    ],
);

//! The keys of `game.toml`.

use super::card::{CARD_PART, FACT};
use super::{ALIASES, DOC, NAME, READERS};
use crate::files::shape::ValueShape::{
    Boolean, By, Date, Either, List, Local, Measure, Number, Table, Text, Texts, Words,
};
use crate::files::shape::{Keys, ValueShape, key, required_key};
use crate::problem::BothLanguages;

/// Layouts of cards, whose keys are parts of cards.
pub(in crate::source) const A_LAYOUT: BothLanguages = BothLanguages("a layout", "une mise en page");

/// An attribute whose type does not take a key that others take.
pub(in crate::source) const TYPED_ATTRIBUTE: BothLanguages =
    BothLanguages("an attribute of this type", "un attribut de ce type");

/// Rows of cells.
const ROWS: ValueShape = List(&Texts);

/// Keys of `game.toml`.
pub static GAME: Keys = Keys::new(
    "game.toml",
    "game.toml",
    &[
        key("id", Text, "Its id; needed where the game is not there already."),
        NAME,
        ALIASES,
        key("data", Date, "The day of these data."),
        key("notice", Local, "What everybody has to know of these data."),
        key("readers", Texts, "The deck file formats that its players use, the usual one first."),
        key("sources", By(&Table(&SOURCE)), "What facts and rules cite, by id."),
        key("faces", By(&Table(&FACE)), "The parts of a card besides its front, by id."),
        key("kinds", By(&Table(&KIND)), "The kinds of card, by id."),
        key("attributes", By(&Table(&ATTRIBUTE)), "The fields that cards may carry, by id."),
        key("effects", By(&Table(&EFFECT_WORD)), "The effects that cards may have, by id."),
        key("triggers", By(&Table(&TRIGGER)), "When effects happen, by id."),
        key("sets", By(&Table(&SET)), "The sets in which cards appeared, by id."),
        key("boxes", By(&Table(&BOX)), "The boxes in which cards are sold, by id."),
        key("columns", Table(&COLUMNS), "What lists of cards show."),
        key("statistics", Table(&STATISTICS), "What `stats` shows."),
        key("sheet", Table(&SHEET), "How registration sheets order cards."),
        key(
            "layout",
            By(&By(&Either(&[Text, ROWS]))),
            "How `show` draws a card: by kind and part, rows of fields; `group` names a field that stands above.",
        ),
        key("game", Text, "The game that this file adds to."),
        key("naming", Table(&NAMING), "How names on deck lists are told apart."),
        READERS,
    ],
);

pub(in crate::source) static SOURCE: Keys = Keys::new(
    "a source",
    "une source",
    &[
        NAME,
        ALIASES,
        key("cite", Local, "How it is cited."),
        key("url", Text, "Where it is found."),
        key("date", Date, "Its day."),
    ],
);

pub(in crate::source) static FACE: Keys = Keys::new(
    "a part of a card",
    "une partie de carte",
    &[key("of", Text, "The part of which it is a half."), NAME, ALIASES],
);

pub(in crate::source) static KIND: Keys = Keys::new(
    "a kind",
    "un type de carte",
    &[
        NAME,
        ALIASES,
        key("plural", Local, "The name of several."),
        key("faces", By(&Table(&CARD_PART)), "What every card of the kind has on a part."),
        key("provenance", Text, "Where that is known from."),
    ],
);

pub(in crate::source) static BOX: Keys = Keys::new("a box", "une boîte", &[NAME, ALIASES]);

pub(in crate::source) static SET: Keys = Keys::new(
    "a set",
    "une extension",
    &[
        NAME,
        key("code", Text, "Its number or letters in card ids."),
        ALIASES,
        key("released", Date, "The day on which it came out."),
        key("class", Text, "What sort of set it is."),
    ],
);

pub(in crate::source) static EFFECT_WORD: Keys = Keys::new(
    "an effect",
    "un effet",
    &[
        NAME,
        ALIASES,
        key("amount", Boolean, "Whether it takes an amount."),
        key("trigger", Boolean, "Whether it takes a trigger."),
        key("mode", Text, "The mode of the game that uses it."),
        DOC,
    ],
);

pub(in crate::source) static TRIGGER: Keys =
    Keys::new("a trigger", "un déclencheur", &[NAME, ALIASES, DOC]);

pub(in crate::source) static COLUMNS: Keys = Keys::new(
    "[columns]",
    "[columns]",
    &[required_key("default", Texts, "The fields of a list of cards.")],
);

pub(in crate::source) static SHEET: Keys = Keys::new(
    "[sheet]",
    "[sheet]",
    &[required_key("kinds", Texts, "The kinds of card, in their order.")],
);

pub(in crate::source) static STATISTICS: Keys = Keys::new(
    "[statistics]",
    "[statistics]",
    &[
        key("curves", Texts, "Fields that are numbers, shown as curves."),
        key("tallies", Texts, "Fields whose values are counted."),
        key("averages", List(&Table(&AVERAGE)), "Averages."),
        key("zones", Texts, "The zones that are read; without it, all."),
    ],
);

pub(in crate::source) static AVERAGE: Keys = Keys::new(
    "an average",
    "une moyenne",
    &[required_key("name", Local, "Its name."), required_key("measure", Measure, "The measure.")],
);

pub(in crate::source) static NAMING: Keys = Keys::new(
    "[naming]",
    "[naming]",
    &[
        key(
            "prefer",
            List(&Either(&[Words(&["oldest"]), Table(&STEP)])),
            "Which card of several is meant, step by step.",
        ),
        key("brief", Texts, "Words that names leave out."),
        key("words", By(&Texts), "Short forms of words."),
        key("number", Text, "The field that is the number in other card files."),
        key("aliases", Texts, "Fields whose values name the card."),
        key("heading", List(&Table(&HEADING)), "Headings of lists."),
    ],
);

pub(in crate::source) static HEADING: Keys = Keys::new(
    "a heading of [naming]",
    "un en-tête sous [naming]",
    &[
        required_key("words", Texts, "The words of the heading."),
        key("zone", Text, "The zone that it begins."),
        key("cards", Text, "A filter of the cards that stand below it."),
    ],
);

pub(in crate::source) static STEP: Keys = Keys::new(
    "a step of [naming] prefer",
    "une étape de « prefer » sous [naming]",
    &[
        key("same", Text, "Cards that have the deck's value of a field."),
        key("cards", Text, "Cards that a filter finds."),
        key("zones", Texts, "The zones in which that counts."),
        key("classes", Texts, "Sets by class, the preferred one first."),
    ],
);

pub(in crate::source) static ATTRIBUTE: Keys = Keys::new(
    "an attribute",
    "un attribut",
    &[
        key(
            "type",
            Words(&ATTRIBUTE_TYPES),
            "What its values are; needed where the field is not there already.",
        ),
        key("hidden", Boolean, "Whether drawings of cards leave it out."),
        NAME,
        ALIASES,
        key("label", Local, "What drawings of cards call it."),
        key("from", Words(&["id"]), "That it is the card's id."),
        key(
            "distinct",
            Boolean,
            "Whether no two cards have the same value, of `text`: values that nobody has published differ too.",
        ),
        key(
            "of",
            Words(&ATTRIBUTE_OWNERS),
            "Whether a deck may say it of single copies; without it, only the card does.",
        ),
        key("ordered", Boolean, "Whether the values stand in order, of `enum`."),
        key("counts", Boolean, "Whether a card may have a value several times, of `set`."),
        DOC,
        key("kinds", Texts, "The kinds of card that carry it; without it, all."),
        key("default", FACT, "The value where a card prints none."),
        key("defaults", By(&FACT), "The same by kind."),
        key("values", List(&Either(&[Text, Table(&VALUE)])), "Its values, of `enum` and `set`."),
        key("min", Number, "The smallest value."),
        key("max", Number, "The largest value."),
    ],
);

/// Types of fields.
pub(in crate::source) const ATTRIBUTE_TYPES: [&str; 7] =
    ["integer", "number", "text", "date", "enum", "set", "flag"];

/// Words for the card or the copy to which a field belongs.
pub(in crate::source) const ATTRIBUTE_OWNERS: [&str; 2] = ["card", "copy"];

pub(in crate::source) static VALUE: Keys =
    Keys::new("a value", "une valeur", &[required_key("id", Text, "Its id."), NAME, ALIASES]);

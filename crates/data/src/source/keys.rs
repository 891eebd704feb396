//! Every key of a game's TOML, written once: what the readers accept and what the schemas show.

use crate::files::shape::Shape::{
    Boolean, By, Count, Date, Either, List, Local, Measure, Number, Open, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, Keys, Shape, key, need};
use crate::model::MulliganKind;
use crate::problem::Both;

/// Layouts of cards, whose keys are parts of cards.
pub(super) const A_LAYOUT: Both = Both("a layout", "une mise en page");
/// What facts are founded on, by field.
pub(super) const A_PROVENANCE: Both = Both("a provenance", "une provenance");
/// An attribute whose type does not take a key that others take.
pub(super) const OF_THIS_TYPE: Both = Both("an attribute of this type", "un attribut de ce type");
/// A parameter whose values are words, and not numbers.
pub(super) const OF_WORDS: Both =
    Both("a parameter of words", "un paramètre dont les valeurs sont des mots");

const NAME: Key = key("name", Local, "Its name.");
const ALIASES: Key = key("aliases", Texts, "Other words that mean it.");
const DOC: Key = key("doc", Local, "What it means, in a line.");
const ID: Key = need("id", Text, "Its id: small letters, digits, `.`, `_` and `-`.");
const CITE: Key = key("cite", Local, "Where that stands.");
const WHY: Key = key("text", Local, "Why, in words of our own.");
const FROM: Key = key("from", Date, "The first day on which it holds.");
const TO: Key = key("to", Date, "The last day on which it holds.");

/// Texts in lists of lists: rows of cells.
const ROWS: Shape = List(&Texts);
const FIELDS_OF_COPIES: Shape = By(&Count);

/// `game.toml`.
pub static GAME: Keys = Keys::of(
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

pub(super) static SOURCE: Keys = Keys::of(
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

pub(super) static FACE: Keys = Keys::of(
    "a part of a card",
    "une partie de carte",
    &[key("of", Text, "The part of which it is a half."), NAME, ALIASES],
);

pub(super) static KIND: Keys = Keys::of(
    "a kind",
    "un type de carte",
    &[
        NAME,
        ALIASES,
        key("plural", Local, "The name of several."),
        key("faces", By(&Table(&PART)), "What every card of the kind has on a part."),
        key("provenance", Text, "Where that is known from."),
    ],
);

pub(super) static BOX: Keys = Keys::of("a box", "une boîte", &[NAME, ALIASES]);

pub(super) static SET: Keys = Keys::of(
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

pub(super) static EFFECT_WORD: Keys = Keys::of(
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

pub(super) static TRIGGER: Keys = Keys::of("a trigger", "un déclencheur", &[NAME, ALIASES, DOC]);

pub(super) static COLUMNS: Keys =
    Keys::of("[columns]", "[columns]", &[need("default", Texts, "The fields of a list of cards.")]);

pub(super) static SHEET: Keys =
    Keys::of("[sheet]", "[sheet]", &[need("kinds", Texts, "The kinds of card, in their order.")]);

pub(super) static STATISTICS: Keys = Keys::of(
    "[statistics]",
    "[statistics]",
    &[
        key("curves", Texts, "Fields that are numbers, shown as curves."),
        key("tallies", Texts, "Fields whose values are counted."),
        key("averages", List(&Table(&AVERAGE)), "Averages."),
        key("zones", Texts, "The zones that are read; without it, all."),
    ],
);

pub(super) static AVERAGE: Keys = Keys::of(
    "an average",
    "une moyenne",
    &[need("name", Local, "Its name."), need("measure", Measure, "The measure.")],
);

pub(super) static NAMING: Keys = Keys::of(
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

pub(super) static HEADING: Keys = Keys::of(
    "a heading of [naming]",
    "un en-tête sous [naming]",
    &[
        need("words", Texts, "The words of the heading."),
        key("zone", Text, "The zone that it begins."),
        key("cards", Text, "A filter of the cards that stand below it."),
    ],
);

pub(super) static STEP: Keys = Keys::of(
    "a step of [naming] prefer",
    "une étape de « prefer » sous [naming]",
    &[
        key("same", Text, "Cards that have the deck's value of a field."),
        key("cards", Text, "Cards that a filter finds."),
        key("zones", Texts, "The zones in which that counts."),
        key("classes", Texts, "Sets by class, the preferred one first."),
    ],
);

pub(super) static ATTRIBUTE: Keys = Keys::of(
    "an attribute",
    "un attribut",
    &[
        key(
            "type",
            Words(&TYPES),
            "What its values are; needed where the field is not there already.",
        ),
        key("hidden", Boolean, "Whether drawings of cards leave it out."),
        NAME,
        ALIASES,
        key("label", Local, "What drawings of cards call it."),
        key("from", Words(&["id"]), "That it is the card's id."),
        key(
            "of",
            Words(&OF),
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

/// What a field may be.
pub(super) const TYPES: [&str; 7] = ["integer", "number", "text", "date", "enum", "set", "flag"];

/// Whose field it is.
pub(super) const OF: [&str; 2] = ["card", "copy"];

pub(super) static VALUE: Keys =
    Keys::of("a value", "une valeur", &[need("id", Text, "Its id."), NAME, ALIASES]);

/// A file of cards, lists and formats.
pub static DATA: Keys = Keys::of(
    "a data file",
    "un fichier de données",
    &[
        key("game", Text, "The game; without it, that of the folder."),
        key("file", Table(&FILE), "What all cards of the file have in common."),
        key("card", List(&Table(&CARD)), "Cards, or facts for cards that are there already."),
        key("format", List(&Table(&FORMAT)), "Formats."),
        key("list", List(&Table(&LIST)), "Lists of cards that formats refer to."),
        key("sets-out", List(&Table(&SET_OUT)), "What cards set out before play begins."),
        READERS,
    ],
);

const ONE_READER: Shape = Table(&READER);
const READERS: Key = key(
    "reader",
    List(&ONE_READER),
    "Forms of deck files that the program does not know by itself.",
);

pub(super) static READER: Keys = Keys::of(
    "a reader",
    "un lecteur",
    &[
        key(
            "like",
            Text,
            "The shared reader that it is like: what is said here takes the place of what that one says.",
        ),
        key("id", Text, "The name that `--from` and `--to` use; needed without `like`."),
        NAME,
        key("extension", Text, "How the names of its files end, without the point."),
        key(
            "zones",
            By(&Text),
            "The zones by the words of the file; \"\" is what stands under no other.",
        ),
        key("ids", Text, "By what its ids call cards: `id`, `alias` or a field."),
        key("lines", Table(&READER_LINES), "How its lines are read and written."),
        key("xml", Table(&READER_XML), "Where things stand in its XML."),
        key("json", Table(&READER_JSON), "Where things stand in its JSON."),
    ],
);

pub(super) static READER_XML: Keys = Keys::of(
    "[reader.xml]",
    "[reader.xml]",
    &[
        key("card", Text, "The elements that are cards: `deck/section/card`."),
        key("count", Text, "How many copies: `deck/section/card/@qty`; without it, one."),
        key("id", Text, "The card's id."),
        key("name", Text, "Its name: `deck/section/card/text()`."),
        key("set", Text, "Its set."),
        key("zone", Text, "The word for its zone: `deck/section/@name`."),
        key("keys", Table(&READER_KEYS), "What the file says of its deck."),
        key("fixed", By(&Text), "What always stands at a path."),
        key("ignored", Texts, "What means nothing."),
    ],
);

pub(super) static READER_JSON: Keys = Keys::of(
    "[reader.json]",
    "[reader.json]",
    &[
        key(
            "counts",
            Texts,
            "Objects whose keys are cards and whose values numbers of copies: `/slots`.",
        ),
        key("single", Texts, "Values that are one card each."),
        key("by", Words(&["id", "name"]), "What calls the cards there; without it, ids."),
        key("lists", Texts, "Lists of objects, each a card."),
        key(
            "count",
            Text,
            "The member of such an object that says how many copies; without it, one.",
        ),
        key("id", Text, "The member that is the card's id."),
        key("name", Text, "The member that is its name."),
        key("set", Text, "The member that is its set."),
        key("zone", Text, "The member that is the word for its zone; without it, the pointer is."),
        key("keys", Table(&READER_KEYS), "What the file says of its deck."),
        key("fixed", By(&Text), "What always stands at a pointer."),
        key("ignored", Texts, "What means nothing."),
    ],
);

pub(super) static READER_LINES: Keys = Keys::of(
    "[reader.lines]",
    "[reader.lines]",
    &[
        key("cards", Texts, "Lines with a card; the first that fits decides."),
        key("headings", Texts, "Lines after which cards lie in another zone."),
        key("ignored", Texts, "Lines that mean nothing."),
        key("preface", Boolean, "Whether other lines before the first heading are notes."),
        key("keys", Table(&READER_KEYS), "What the file says of its deck."),
    ],
);

pub(super) static READER_KEYS: Keys = Keys::of(
    "what a reader reads of a deck",
    "ce qu'un lecteur lit d'un deck",
    &[
        key("name", Text, "The deck's name."),
        key("player", Text, "The player."),
        key("format", Text, "The format."),
        key("role", Text, "The role."),
        key("source", Text, "Where the deck comes from."),
        key("notes", Text, "Notes."),
    ],
);

const PROVENANCE: Shape = Either(&[Text, By(&Text)]);
const QUANTITY: Shape = Either(&[Count, FIELDS_OF_COPIES]);

/// What a card prints in a field: plain, `"?"`, or a table of what is known.
const FACT: Shape = Either(&[
    Text,
    Number,
    Boolean,
    Date,
    List(&Text),
    Table(&NUMBER),
    FIELDS_OF_COPIES,
    Table(&OTHER),
]);
const EFFECTS: Shape = Either(&[Words(&["?"]), List(&Either(&[Text, Table(&EFFECT)]))]);

pub(super) static FILE: Keys = Keys::of(
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
.and(FACT)
.before("provenance");

pub(super) static CARD: Keys = Keys::of(
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
        key("faces", By(&Table(&PART)), "What stands on its other parts, by id of the part."),
        key("provenance", PROVENANCE, "Where its facts are known from: one word, or by field."),
        key("rule", List(&Table(&CARD_RULE)), "Rules that hold while it lies in a zone."),
    ],
)
.and(FACT)
.before("quantity");

// What rules of formats and rules of cards have in common.
const EXACTLY: Shape = Either(&[Table(&CONTENTS), By(&Count)]);
const ALLOWED: Shape = List(&Table(&ALLOWANCE));
const COUNTED: Shape = Either(&[Text, Table(&NOUN)]);
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

pub(super) static CARD_RULE: Keys = Keys::of(
    "a rule of a card",
    "une règle de carte",
    &[
        ID,
        need("in", Text, "The zone in which the card has to lie for the rule to hold."),
        RULE_ZONE,
        RULE_REQUIRE,
        RULE_CONTENTS,
        RULE_CARRIES,
        RULE_SETS_OUT,
        RULE_ALLOWANCES,
        LEVEL,
        CITE,
        WHY,
        RULE_NOUN,
    ],
);

pub(super) static PART: Keys = Keys::of(
    "a part of a card",
    "une partie de carte",
    &[
        key("name", Local, "A name of its own."),
        key("effects", EFFECTS, "Its effects; `\"?\"` says that there may be others."),
    ],
)
.and(FACT)
.before("effects");

const PRINT: Key = key("print", Text, "How it is printed.");

/// What is known of a field that is a number.
pub(super) static NUMBER: Keys = Keys::of(
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

/// What is known of another field.
pub(super) static OTHER: Keys =
    Keys::of("a value", "une valeur", &[key("value", Open, "The value."), PRINT]);

pub(super) static EFFECT: Keys = Keys::of(
    "an effect",
    "un effet",
    &[
        need("effect", Text, "The effect."),
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

pub(super) static AMOUNT: Keys = Keys::of(
    "an amount",
    "une quantité d'effet",
    &[
        key("min", Number, "The smallest that it can be."),
        key("max", Number, "The largest that it can be."),
    ],
);

pub(super) static LIST: Keys = Keys::of(
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
        WHY,
    ],
);

pub(super) static SET_OUT: Keys = Keys::of(
    "what a card sets out",
    "ce qu'une carte met en place",
    &[
        need("cards", Texts, "Ids of the cards that do."),
        CITE,
        need("places", List(&Table(&PLACE)), "What they set out, place by place."),
    ],
);

pub(super) static PLACE: Keys = Keys::of(
    "a place that a card sets out",
    "une place d'une mise en place",
    &[
        ID,
        key("name", Local, "What fills it, in words."),
        need("kind", Text, "The kind of card that fills it."),
        need("cards", Text, "Which cards fill it, in the pile language."),
        key("optional", Boolean, "Whether it may stay empty."),
    ],
);

pub(super) static FORMAT: Keys = Keys::of(
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

pub(super) static PARAMETER: Keys = Keys::of(
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

pub(super) static ROLE: Keys = Keys::of(
    "a role",
    "un rôle",
    &[
        ID,
        NAME,
        ALIASES,
        key("implied-by", Text, "A filter: a deck with such a card has the role."),
    ],
);

pub(super) static ZONE: Keys = Keys::of(
    "a zone",
    "une zone",
    &[
        need("accepts", Text, "A filter of the cards that may lie there."),
        NAME,
        ALIASES,
        key("roles", Texts, "Roles that have it; without it, all."),
        key("role-from", Text, "The field of its cards that names the role of the deck."),
        key("optional", Boolean, "Whether decks may leave it out."),
    ],
);

pub(super) static RULE: Keys = Keys::of(
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
        WHY,
        RULE_NOUN,
    ],
);

/// The levels of rules.
pub(super) const LEVELS: [&str; 2] = ["error", "warning"];

pub(super) static MATCH: Keys = Keys::of(
    "a rule for two decks",
    "une règle entre deux decks",
    &[
        ID,
        need("require", Text, "A condition in the pile language; `a.` and `b.` are the two decks."),
        LEVEL,
        CITE,
        WHY,
    ],
);

pub(super) static NOUN: Keys = Keys::of(
    "a noun",
    "un nom commun",
    &[
        need("en", Text, "In English."),
        key("fr", Text, "In French."),
        key("gender", Words(&["m", "f"]), "Its gender in French."),
        key("plural", Either(&[Text, Table(&PLURAL)]), "The plural, where it is irregular."),
    ],
);

pub(super) static PLURAL: Keys = Keys::of(
    "the plural of a noun",
    "le pluriel d'un nom commun",
    &[key("en", Text, "In English."), key("fr", Text, "In French.")],
);

pub(super) static CONTENTS: Keys = Keys::of(
    "contents",
    "`contents`",
    &[
        need("filter", Text, "Which cards."),
        key("each", Measure, "How many of each; without it, one."),
    ],
);

pub(super) static ALLOWANCE: Keys = Keys::of(
    "an allowance",
    "un quota",
    &[
        need("cards", Text, "A filter of the cards that it may cover."),
        key("up-to", Measure, "How many copies it covers at most; without it, all."),
    ],
);

pub(super) static CARRIES: Keys = Keys::of(
    "carries",
    "`carries`",
    &[
        need("capacity", Text, "The field that says how much a card carries."),
        need("space", Text, "The field that says how much space a card takes."),
        need("smaller-than", Text, "The field in which a card has to be smaller than its carrier."),
        key("placed", Text, "A filter of cards that the set-up places elsewhere."),
    ],
);

pub(super) static OPENING: Keys = Keys::of(
    "an opening",
    "une ouverture",
    &[
        need("from", Texts, "The zones that are drawn from."),
        key("hands", Measure, "How many hands are dealt from the same cards."),
        key(
            "aside",
            Either(&[Text, Table(&ASIDE)]),
            "What is set aside first: a filter, or a zone.",
        ),
        key("starts", Texts, "Zones of cards that lie on the table from the start."),
        need(
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
        WHY,
    ],
);

const DRAW: Shape = Either(&[Measure, List(&Measure), By(&Either(&[Measure, List(&Measure)]))]);

pub(super) static ASIDE: Keys = Keys::of("aside", "`aside`", &[need("zone", Texts, "The zone.")]);

pub(super) static ROW: Keys = Keys::of(
    "a row",
    "une rangée",
    &[need("from", Text, "The zone of its cards."), need("size", Measure, "How many lie open.")],
);

pub(super) static TURN: Keys = Keys::of(
    "a turn",
    "un tour",
    &[
        key("draw", Measure, "How many cards are drawn."),
        key("refill", Measure, "The number to which the hand is filled up."),
        key("first", Count, "The first turn that draws."),
        key("discard", Measure, "`hand`, or how many cards are discarded before."),
    ],
);

pub(super) static RESHUFFLE: Keys = Keys::of(
    "reshuffle",
    "`reshuffle`",
    &[
        need(
            "when",
            Words(&["empty", "last"]),
            "When the pile is empty, or its last card is drawn.",
        ),
        key("times", Count, "How often; without it, always."),
    ],
);

pub(super) static MULLIGAN: Keys = Keys::of(
    "a mulligan",
    "un mulligan",
    &[
        need("kind", Words(&MULLIGANS), "The procedure."),
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

pub(super) static BOTH: Keys = Keys::of(
    "a text in two languages",
    "un texte en deux langues",
    &[need("en", Text, "In English."), key("fr", Text, "In French.")],
);

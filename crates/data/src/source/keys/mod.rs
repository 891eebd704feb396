//! Every key of a game's TOML, for the readers and the schemas. Keys of `game.toml` and of cards
//! are here, those of formats in `formats`.

mod formats;
pub(super) mod names;

pub(super) use formats::{
    ALLOWANCE, ASIDE, CARD_RULE, CARRIES, CHANGE_OF_CARDS, CHOICE, CONTENTS, FORMAT, MATCH,
    MULLIGAN, NAMED_NUMBER, NOUN, NUMBER_CHANGE, OPENING, PARAMETER, PLURAL, RESHUFFLE, ROLE, ROW,
    RULE, RULE_OF_CARDS, TURN, WORD_PARAMETER, ZONE,
};

use super::{
    game_values::{
        read_absent_cards, read_archetype, read_attribute_id, read_averages, read_headings,
        read_list_of_statistics, read_name_patterns, read_released, read_short_forms, read_steps,
        read_taken_amount,
    },
    node::TomlNode,
};
use crate::{
    files::shape::ValueShape::{
        self, Boolean, By, Count, Date, Either, List, Local, Measure, Number, Open, Table, Text,
        Texts, Words,
    },
    keys,
    model::{
        Game,
        game::{
            AbsentCards, EffectDef, Heading, KindDef, Named, SetDef, Source, StatisticsView,
            TriggerDef,
        },
        reader::HeadKey,
    },
    problem::Phrase,
};

keys! {
    /// Its name.
    const NAME = NAME: Local;
    /// Other words for it.
    const ALIASES = ALIASES: Texts;
    /// Its meaning, in one line.
    const DOC = DOC: Local;
    /// Its id: lower-case letters, digits, `.`, `_` and `-`.
    const ID = required ID: Text;
    /// The source, such as a page of the rulebook.
    const CITE = CITE: Local;
    /// An explanation in your own words.
    const EXPLANATION = TEXT: Local;
    /// The first day it is in force.
    const FROM = FROM: Date;
    /// The last day it is in force.
    const TO = TO: Date;
}

keys! {
    /// Keys of a file of cards, lists and formats.
    pub static DATA = "a data file" {
        /// The game; by default, the game of the folder.
        GAME: Text;
        /// Values shared by all cards of the file.
        FILE: Table(&FILE);
        /// New cards, or facts for existing ones.
        CARD: List(&Table(&CARD));
        /// Formats.
        FORMAT: List(&Table(&FORMAT));
        /// Lists of cards that formats refer to.
        LIST: List(&Table(&LIST));
        /// Cards that a card puts into play before the game.
        SETS_OUT: List(&Table(&SET_OUT));
        /// Rules that cards of other files bring with them.
        RULE_OF_CARDS: List(&Table(&RULE_OF_CARDS));
        /// Changes that cards of other files make to numbers of formats.
        CHANGE_OF_CARDS: List(&Table(&CHANGE_OF_CARDS));
        READERS;
    }

    pub(super) static TWO_LANGUAGES = "a text in two languages" {
        /// In English.
        required EN: Text;
        /// In French.
        FR: Text;
    }
}

const ONE_READER: ValueShape = Table(&READER);
keys! {
    /// Deck file formats that are not built in.
    pub(super) const READERS = READER: List(&ONE_READER);
}

keys! {
    pub(super) static READER = "a reader" {
        /// A shared reader to start from; keys given here override its keys.
        LIKE: Text;
        /// The name for `--from` and `--to`; required without `like`.
        ID: Text;
        NAME;
        /// The file extension, without the dot.
        EXTENSION: Text;
        /// Zones by the words that the file uses; `""` is for cards under no word, the zone `*`
        /// for all zones without a word (in XML, or under `""`).
        ZONES: By(&Text);
        /// What its ids refer to: `id`, `alias` or a field.
        IDS: Text;
        /// Signs that may follow ids and mean nothing: `*^`.
        ID_SIGNS: Text;
        /// An ending that names lose in the file.
        NAME_WITHOUT: Text;
        /// `true` if ids alone name cards: names do not count, and lines whose card is unknown are
        /// not written.
        BY_ID: Boolean;
        /// Paths that are not read but may matter to rules; a `*` at the end matches anything. A
        /// deck with one of them gets no verdict.
        MATTERS: Texts;
        /// The format of its lines.
        LINES: Table(&READER_LINES);
        /// Paths in its XML.
        XML: Table(&READER_XML);
        /// Paths in its JSON.
        JSON: Table(&READER_JSON);
    }

    pub(super) static READER_XML = "[reader.xml]" {
        /// The element around several decks.
        DECKS: Text;
        /// The element of a card: `deck/section/card`; `deck/*` if its name is the word for the
        /// zone.
        CARD: Text;
        /// The number of copies: `deck/section/card/@qty`; by default, 1.
        COUNT: Text;
        /// The card's id.
        ID: Text;
        /// The card's name: `deck/section/card/text()`.
        NAME: Text;
        /// The card's set.
        SET: Text;
        /// The word for the card's zone: `deck/section/@name`, `deck/*/name()`.
        ZONE: Text;
        /// Properties of the deck, such as its name.
        KEYS: Table(&READER_KEYS);
        /// Constant values, by path.
        FIXED: By(&Text);
        /// Paths to ignore.
        IGNORED: Texts;
        /// `true` to write it as Java does: with CRLF, wide indents and bare apostrophes.
        JAVA: Boolean;
    }

    pub(super) static READER_JSON = "[reader.json]" {
        /// Objects with cards as keys and numbers of copies as values: `/slots`.
        COUNTS: Texts;
        /// Values that are a single card.
        SINGLE: Texts;
        /// Whether these are ids or names; by default, ids.
        BY: Words(&["id", "name"]);
        /// Lists of objects or words, one for each card; `""` is the whole file, and a step `*` all
        /// that is there.
        LISTS: Texts;
        /// Objects that are a single card.
        OBJECTS: Texts;
        /// The member with the number of copies; by default, 1.
        COUNT: Text;
        /// The member with the card's id.
        ID: Text;
        /// The member with the card's name.
        NAME: Text;
        /// The member with the card's set.
        SET: Text;
        /// The member with the word for the card's zone; by default, the pointer is that word.
        ZONE: Text;
        /// The members with the values of fields of copies: `{ foil = "isFoil" }`.
        STATES: By(&Text);
        /// Properties of the deck, such as its name.
        KEYS: Table(&READER_KEYS);
        /// Constant values, by pointer.
        FIXED: By(&Text);
        /// Texts that contain JSON; pointers of `keys` and `single` may lead into them.
        EMBEDDED: Texts;
        /// Paths to ignore.
        IGNORED: Texts;
        /// Single cards that replace another one: `{ "/meta/form" = "/hero" }`.
        INSTEAD: By(&Text);
        /// Fields of copies for the sum of a card's ticks in embedded texts: `{ "/meta/ticks_*" =
        /// "level/2" }`. `*` is the card; the sum is divided and rounded up.
        TOTALS: By(&Text);
        /// Fields of copies for the ticks themselves, as words: `2-1`, `5-4`.
        MARKS: By(&Text);
    }

    pub(super) static READER_LINES = "[reader.lines]" {
        /// `true` if the first line is the deck's name.
        TITLE: Boolean;
        /// The sign between cards that have no lines of their own: `,`. Words for zones are signs
        /// as well, and ids are numbers such as `1_194`.
        BETWEEN: Text;
        /// Patterns of lines with a card; the first match counts.
        CARDS: Either(&[Text, List(&Either(&[Text, Table(&READER_CARD)]))]);
        /// Patterns of lines that begin another zone.
        HEADINGS: Texts;
        /// Patterns of lines to ignore.
        IGNORED: Texts;
        /// `true` to read other lines before the first heading as notes.
        PREFACE: Boolean;
        /// Properties of the deck, such as its name.
        KEYS: Table(&READER_KEYS);
    }

    pub(super) static READER_CARD = "a line for certain cards" {
        /// The pattern of the line.
        required LINE: Text;
        /// The zone of its cards.
        ZONE: Text;
        /// The field of copies whose value is at `{state}`; without `{state}`, the line sets this
        /// flag.
        STATE: Text;
    }

    pub(super) static READER_KEYS = "the keys of a reader" {
        /// The deck's name.
        NAME: Text => *found = Some(HeadKey::Name);
        /// The player.
        PLAYER: Text => *found = Some(HeadKey::Player);
        /// The format.
        FORMAT: Text => *found = Some(HeadKey::Format);
        /// The role.
        ROLE: Text => *found = Some(HeadKey::Role);
        /// The source of the deck.
        SOURCE: Text => *found = Some(HeadKey::Source);
        /// Notes.
        NOTES: Text => *found = Some(HeadKey::Notes);
        /// Parameters of the format.
        PARAMETERS: By(&Text);
    }
    pub(super) fn find_head_key(key: &str, found: &mut Option<HeadKey>);
}

/// Layouts of cards, whose keys are parts of cards.
pub(super) const A_LAYOUT: Phrase = word!("a layout");

/// An attribute whose type does not allow a key that other types allow.
pub(super) const TYPED_ATTRIBUTE: Phrase = word!("an attribute of this type");

/// Rows of cells.
const ROWS: ValueShape = List(&Texts);

keys! {
    /// Keys of `game.toml`.
    pub static GAME = "game.toml" {
        /// Its id; required for a new game.
        ID: Text;
        NAME; ALIASES;
        /// The date of this data.
        DATA: Date;
        /// A notice about this data for every user.
        NOTICE: Local;
        /// Where to report errors in this data.
        ISSUES: Table(&ISSUES);
        /// The deck file formats that its players use, the most common first.
        READERS: Texts;
        /// Sources that facts and rules cite, by id.
        SOURCES: By(&Table(&SOURCE));
        /// Parts of a card other than its front, by id.
        FACES: By(&Table(&FACE));
        /// Kinds of card, by id.
        KINDS: By(&Table(&KIND));
        /// Fields of cards, by id.
        ATTRIBUTES: By(&Table(&ATTRIBUTE));
        /// Effects of cards, by id.
        EFFECTS: By(&Table(&EFFECT_WORD));
        /// Triggers of effects, by id.
        TRIGGERS: By(&Table(&TRIGGER));
        /// Sets of cards, by id.
        SETS: By(&Table(&SET));
        /// Boxes that cards are sold in, by id.
        BOXES: By(&Table(&BOX));
        /// Columns of card lists.
        COLUMNS: Table(&COLUMNS);
        /// The contents of `sleeve stats`.
        STATISTICS: Table(&STATISTICS);
        /// The order of cards on registration sheets.
        SHEET: Table(&SHEET);
        /// How the web page shows cards.
        LOOK: Table(&LOOK);
        /// How `sleeve show` draws a card: rows of fields, by kind and part. Cards with the same
        /// value of the field `group` are drawn next to each other.
        LAYOUT: By(&By(&Either(&[Text, ROWS])));
        /// The game that this file extends.
        GAME: Text;
        /// How names on deck lists are matched to cards.
        NAMING: Table(&NAMING);
        READERS;
    }

    pub(super) static SOURCE = "a source" {
        NAME; ALIASES;
        /// The citation.
        CITE: Local => node.put(&mut source.cite);
        /// Its address.
        URL: Text => node.put(&mut source.url);
        /// Its date.
        DATE: Date => node.put(&mut source.date);
        /// The part of the data it provides; reports show its date next to the date of the data.
        GIVES: Local => node.put(&mut source.gives);
    }
    pub(super) fn read_source_key(key: &str, node: TomlNode<'_>, source: &mut Source);

    pub(super) static FACE = "a part of a card" {
        /// The part that it is half of.
        OF: Text;
        NAME; ALIASES;
    }

    pub(super) static KIND = "a kind" {
        NAME; ALIASES;
        /// The plural of its name.
        PLURAL: Local => node.put(&mut kind.plural);
        /// Values that every card of the kind has on a part.
        FACES: By(&Table(&CARD_PART));
        /// The provenance of these values.
        PROVENANCE: Text;
    }
    pub(super) fn read_kind_key(key: &str, node: TomlNode<'_>, kind: &mut KindDef);

    pub(super) static BOX = "a box" { NAME; ALIASES; }
    pub(super) fn read_box_key(key: &str, _node: TomlNode<'_>, _box: &mut Named);

    pub(super) static SET = "a set" {
        NAME;
        /// Its number or letters in card ids.
        CODE: Text => node.put(&mut set.code);
        ALIASES;
        /// Its release date.
        RELEASED: Date => read_released(node, set);
        /// The class of set, such as `full` or `virtual`.
        CLASS: Text => node.put(&mut set.class);
    }
    pub(super) fn read_set_key(key: &str, node: TomlNode<'_>, set: &mut SetDef);

    pub(super) static EFFECT_WORD = "an effect" {
        NAME; ALIASES;
        /// Whether it has an amount.
        AMOUNT: Either(&[Boolean, Table(&TAKEN_AMOUNT)]) => read_taken_amount(node, effect);
        /// Whether it has a trigger.
        TRIGGER: Boolean => node.put(&mut effect.trigger);
        /// The game mode that uses it.
        MODE: Text => node.put(&mut effect.mode);
        DOC => node.put(&mut effect.doc);
    }
    pub(super) fn read_effect_key(key: &str, node: TomlNode<'_>, effect: &mut EffectDef);

    pub(super) static TAKEN_AMOUNT = "an amount that an effect takes" {
        /// The amount if a card prints none.
        required DEFAULT: Number;
    }

    pub(super) static TRIGGER = "a trigger" {
        NAME; ALIASES;
        DOC => node.put(&mut trigger.doc);
    }
    pub(super) fn read_trigger_key(key: &str, node: TomlNode<'_>, trigger: &mut TriggerDef);

    pub(super) static COLUMNS = "[columns]" {
        /// The fields shown in a list of cards.
        required DEFAULT: Texts;
    }

    pub(super) static SHEET = "[sheet]" {
        /// The kinds of card, in order.
        required KINDS: Texts;
    }

    pub(super) static ISSUES = "[issues]" {
        /// The address of the form, with `{title}` and `{body}` where the title and the text go.
        required URL: Text;
    }

    pub(super) static LOOK = "[look]" {
        /// The game's colour.
        COLOUR: Text;
        /// The sign of each kind.
        SIGNS: By(&Text);
        /// Colours by field and value.
        COLOURS: By(&By(&Text));
    }

    pub(super) static STATISTICS = "[statistics]" {
        /// Number fields shown as curves.
        CURVES: Texts => read_list_of_statistics(key, node, &mut shown.curves);
        /// Fields whose values are counted.
        TALLIES: Texts => read_list_of_statistics(key, node, &mut shown.tallies);
        /// Averages of measures.
        AVERAGES: List(&Table(&AVERAGE)) => read_averages(node, &mut shown.averages);
        /// The zones to count; by default, all.
        ZONES: Texts => read_list_of_statistics(key, node, &mut shown.zones);
        /// A filter for the cards that decks are named after.
        ARCHETYPE: Text => read_archetype(node, &mut shown.archetype);
    }
    pub(super) fn read_statistics_key(key: &str, node: TomlNode<'_>, shown: &mut StatisticsView);

    pub(super) static AVERAGE = "an average" {
        /// Its name.
        required NAME: Local;
        /// The measure.
        required MEASURE: Measure;
    }

    pub(super) static NAMING = "[naming]" {
        /// Steps that choose one of several cards with the same name.
        PREFER: List(&Either(&[Words(&["oldest"]), Table(&STEP)])) => read_steps(node, game);
        /// Zones whose section of a list ends at the next heading of any kind.
        BRIEF: Texts => node.put(&mut game.naming.brief);
        /// Zones for the cards after the last blank line of a list without headings; without this
        /// key, a note asks.
        LAST_BLOCK: Texts => game.naming.last_block = Some(node.strings());
        /// Abbreviations of words.
        WORDS: By(&Texts) => read_short_forms(node, &mut game.naming);
        /// The field with the card number of other card files.
        NUMBER: Text => game.naming.number = read_attribute_id(game, node);
        /// Fields whose values are other names of the card, or texts with such fields in braces.
        ALIASES: Texts => game.naming.aliases = read_name_patterns(game, node);
        /// Headings of deck lists.
        HEADING: List(&Table(&HEADING)) => read_headings(node, &mut game.naming.headings);
        /// Cards that exist but are missing from the data.
        ABSENT: List(&Table(&ABSENT_CARDS)) => game.naming.absent = read_absent_cards(node);
    }
    pub(super) fn read_naming_key(key: &str, node: TomlNode<'_>, game: &mut Game);

    pub(super) static ABSENT_CARDS = "absent cards of [naming]" {
        /// Prefixes of their ids.
        IDS: Texts => node.put(&mut absent.ids);
        /// Their names.
        NAMES: Texts => node.put(&mut absent.names);
        /// Suffixes after the name of a known card.
        ENDINGS: Texts => node.put(&mut absent.endings);
        /// What they are and where they are supported.
        required TEXT: Local => node.put(&mut absent.text);
    }
    pub(super) fn read_absent_key(key: &str, node: TomlNode<'_>, absent: &mut AbsentCards);

    pub(super) static HEADING = "a heading of [naming]" {
        /// The words of the heading.
        required WORDS: Texts => node.put(&mut heading.words);
        /// The zone that begins here.
        ZONE: Text => node.put(&mut heading.zone);
        /// A filter for the cards below it.
        CARDS: Text => node.put(&mut heading.cards);
    }
    pub(super) fn read_heading_key(key: &str, node: TomlNode<'_>, heading: &mut Heading);

    pub(super) static STEP = "a step of [naming] prefer" {
        /// Prefer cards with the deck's value of this field, or with `set` of its set.
        SAME: Text;
        /// Prefer cards that match this filter.
        CARDS: Text;
        /// The zones where this step applies.
        ZONES: Texts;
        /// Classes of sets, the preferred one first.
        CLASSES: Texts;
    }

    pub(super) static ATTRIBUTE = "an attribute" {
        /// The type of its values; required for a new field.
        TYPE: Words(&ATTRIBUTE_TYPES);
        /// `true` to leave it out of drawings of cards.
        HIDDEN: Boolean;
        /// Its weight when cards are compared; 0 to ignore it, by default 1.
        WEIGHT: Count;
        NAME; ALIASES;
        /// Its label in tables and drawings of cards; by default, its name.
        LABEL: Local;
        /// `id` if it is the card's id.
        FROM: Words(&["id"]);
        /// For `text`: `true` if no two cards have the same value. Unpublished values differ too.
        DISTINCT: Boolean;
        /// `copy` if a deck may set it for single copies; by default, it belongs to the card.
        OF: Words(&ATTRIBUTE_OWNERS);
        /// For `enum`: `true` if the values are in order.
        ORDERED: Boolean;
        /// For `set`: `true` if a card may have a value several times.
        COUNTS: Boolean;
        /// For `cards`: the field of the opposite direction, possibly this one. What one card lists
        /// is added to the other.
        INVERSE: Text;
        DOC;
        /// The kinds of card that have it; by default, all.
        KINDS: Texts;
        /// The value if a card prints none.
        DEFAULT: FACT;
        /// Default values by kind.
        DEFAULTS: By(&FACT);
        /// For `enum` and `set`: its values.
        VALUES: List(&Either(&[Text, Table(&VALUE)]));
        /// The smallest value.
        MIN: Number;
        /// The largest value.
        MAX: Number;
    }
}

/// Types of fields.
pub(super) const ATTRIBUTE_TYPES: [&str; 8] =
    ["integer", "number", "text", "date", "enum", "set", "flag", "cards"];

/// Words for what a field belongs to: the card, or a single copy.
pub(super) const ATTRIBUTE_OWNERS: [&str; 2] = ["card", "copy"];

keys! {
    pub(super) static VALUE = "a value" {
        /// Its id.
        required ID: Text;
        NAME; ALIASES;
    }
}

/// The table of provenances, whose keys are fields.
pub(super) const A_PROVENANCE: Phrase = word!("a provenance");

const FIELDS_OF_COPIES: ValueShape = By(&Count);

const PROVENANCE: ValueShape = Either(&[Text, By(&Text)]);

const QUANTITY: ValueShape = Either(&[Count, FIELDS_OF_COPIES]);

/// A fact: a plain value, `"?"` for unknown, or a table with bounds or with its printed form.
const FACT: ValueShape = Either(&[
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

keys! {
    pub(super) static FILE = "[file]", others FACT before PROVENANCE {
        /// The kind of card.
        KIND: Text;
        /// The set.
        SET: Texts;
        /// The sets.
        SETS: Texts;
        /// The number of copies in a box, or in each of the boxes.
        QUANTITY: QUANTITY;
        /// The last day of these printings.
        UNTIL: Date;
        /// The provenance of the facts.
        PROVENANCE: PROVENANCE;
    }

    pub(super) static CARD = "a card", others FACT before QUANTITY {
        /// Its id; required unless it replaces a stand-in.
        ID: Text;
        /// The id of the stand-in that it replaces.
        REPLACES: Text;
        /// Its name; by default, the id.
        NAME: Local;
        /// Other names for it.
        ALIASES: Texts;
        /// Its kind; required for a new card.
        KIND: Text;
        /// The set.
        SET: Texts;
        /// The sets.
        SETS: Texts;
        /// The number of copies in a box, or in each of the boxes.
        QUANTITY: QUANTITY;
        /// Its effects; `"?"` if there may be others.
        EFFECTS: EFFECTS;
        /// Its other parts, by id of the part.
        FACES: By(&Table(&CARD_PART));
        /// The provenance of its facts: one word, or one for each field.
        PROVENANCE: PROVENANCE;
        /// Rules that apply while the card is in a zone.
        RULE: List(&Table(&CARD_RULE));
        /// Changes to numbers of a format while the card is in a zone.
        CHANGE: List(&Table(&NUMBER_CHANGE));
    }

    pub(super) static CARD_PART = "a part of a card", others FACT before EFFECTS {
        /// The name of this part.
        NAME: Local;
        /// Its effects; `"?"` if there may be others.
        EFFECTS: EFFECTS;
    }
}
keys! {
    /// The printed form.
    const PRINT = PRINT: Text;
}

keys! {
    pub(super) static NUMBER_FACT = "a value" {
        /// The value.
        VALUE: Number;
        /// The smallest possible value.
        MIN: Number;
        /// The largest possible value.
        MAX: Number;
        /// The values that the owner chooses from.
        CHOICE: List(&Number);
        /// The value of another source, which differs.
        DISPUTED: Number;
        PRINT;
    }

    /// A fact that is not a number.
    pub(super) static OTHER_FACT = "a value" {
        /// The value.
        VALUE: Open;
        /// The value of another source, which differs.
        DISPUTED: Open;
        PRINT;
    }

    pub(super) static EFFECT = "an effect" {
        /// The effect.
        required EFFECT: Text;
        /// Its amount; `"?"` if unknown.
        AMOUNT: Either(&[Number, Words(&["?"]), Table(&AMOUNT)]);
        /// Its trigger.
        WHEN: Text;
        /// Effects with the same number are alternatives: the player chooses one.
        CHOICE: Count;
        /// Its provenance.
        PROVENANCE: Text;
    }

    pub(super) static AMOUNT = "an amount" {
        /// The smallest possible value.
        MIN: Number;
        /// The largest possible value.
        MAX: Number;
    }

    pub(super) static LIST = "a list" {
        ID; NAME; ALIASES;
        /// Its cards, by id or name; or a table with a number for each card.
        CARDS: Either(&[List(&Text), By(&Number)]);
        /// Sets, by id or name; every card of them is on the list.
        SETS: Texts;
        /// A filter for other cards on the list.
        FILTER: Text;
        /// Ids of cards on the list that are missing from the data.
        ABSENT: Texts;
        FROM; TO; CITE; EXPLANATION;
    }

    pub(super) static SET_OUT = "what a card sets out" {
        /// Ids of the cards that put these into play.
        required CARDS: Texts;
        CITE;
        /// The places to fill, one by one.
        required PLACES: List(&Table(&PLACE));
    }

    pub(super) static PLACE = "a place that a card sets out" {
        ID;
        /// The card that fills it, in words.
        NAME: Local;
        /// The kind of card for this place.
        required KIND: Text;
        /// A filter for the cards that may fill it.
        required CARDS: Text;
        /// `true` if it may stay empty.
        OPTIONAL: Boolean;
    }
}

/// Keys of a card that cannot be attributes. Excludes the last two, `rule` and `change`, which are
/// fields unless their values are lists of tables.
pub(super) const CARD_KEYS: [&str; 11] = {
    let all: [&str; 13] = CARD.names();
    let mut own = [""; 11];
    let mut at = 0;
    while at < own.len() {
        own[at] = all[at];
        at += 1;
    }
    own
};

//! Every key of a game's TOML, for the readers and the schemas. Keys of `game.toml` and of cards
//! are here, those of formats in `formats`.

mod formats;

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
    },
    problem::Phrase,
};

keys! {
    /// Its name.
    const NAME = "name": Local;
    /// Other words for it.
    const ALIASES = "aliases": Texts;
    /// Its meaning, in one line.
    const DOC = "doc": Local;
    /// Its id: lower-case letters, digits, `.`, `_` and `-`.
    const ID = required "id": Text;
    /// The source, such as a page of the rulebook.
    const CITE = "cite": Local;
    /// An explanation in your own words.
    const EXPLANATION = "text": Local;
    /// The first day it is in force.
    const FROM = "from": Date;
    /// The last day it is in force.
    const TO = "to": Date;
}

keys! {
    /// Keys of a file of cards, lists and formats.
    pub static DATA = "a data file" {
        /// The game; by default, the game of the folder.
        "game": Text;
        /// Values shared by all cards of the file.
        "file": Table(&FILE);
        /// New cards, or facts for existing ones.
        "card": List(&Table(&CARD));
        /// Formats.
        "format": List(&Table(&FORMAT));
        /// Lists of cards that formats refer to.
        "list": List(&Table(&LIST));
        /// Cards that a card puts into play before the game.
        "sets-out": List(&Table(&SET_OUT));
        /// Rules that cards of other files bring with them.
        "rule-of-cards": List(&Table(&RULE_OF_CARDS));
        /// Changes that cards of other files make to numbers of formats.
        "change-of-cards": List(&Table(&CHANGE_OF_CARDS));
        READERS;
    }

    pub(super) static TWO_LANGUAGES = "a text in two languages" {
        /// In English.
        required "en": Text;
        /// In French.
        "fr": Text;
    }
}

const ONE_READER: ValueShape = Table(&READER);
keys! {
    /// Deck file formats that are not built in.
    pub(super) const READERS = "reader": List(&ONE_READER);
}

keys! {
    pub(super) static READER = "a reader" {
        /// A shared reader to start from; keys given here override its keys.
        "like": Text;
        /// The name for `--from` and `--to`; required without `like`.
        "id": Text;
        NAME;
        /// The file extension, without the dot.
        "extension": Text;
        /// Zones by the words that the file uses; `""` is for cards under no word.
        "zones": By(&Text);
        /// What its ids refer to: `id`, `alias` or a field.
        "ids": Text;
        /// Paths that are not read but may matter to rules; a `*` at the end matches anything. A
        /// deck with one of them gets no verdict.
        "matters": Texts;
        /// The format of its lines.
        "lines": Table(&READER_LINES);
        /// Paths in its XML.
        "xml": Table(&READER_XML);
        /// Paths in its JSON.
        "json": Table(&READER_JSON);
    }

    pub(super) static READER_XML = "[reader.xml]" {
        /// The element of a card: `deck/section/card`.
        "card": Text;
        /// The number of copies: `deck/section/card/@qty`; by default, 1.
        "count": Text;
        /// The card's id.
        "id": Text;
        /// The card's name: `deck/section/card/text()`.
        "name": Text;
        /// The card's set.
        "set": Text;
        /// The word for the card's zone: `deck/section/@name`.
        "zone": Text;
        /// Properties of the deck, such as its name.
        "keys": Table(&READER_KEYS);
        /// Constant values, by path.
        "fixed": By(&Text);
        /// Paths to ignore.
        "ignored": Texts;
    }

    pub(super) static READER_JSON = "[reader.json]" {
        /// Objects with cards as keys and numbers of copies as values: `/slots`.
        "counts": Texts;
        /// Values that are a single card.
        "single": Texts;
        /// Whether these are ids or names; by default, ids.
        "by": Words(&["id", "name"]);
        /// Lists of objects or words, one for each card; `""` is the whole file, and a step `*` all
        /// that is there.
        "lists": Texts;
        /// Objects that are a single card.
        "objects": Texts;
        /// The member with the number of copies; by default, 1.
        "count": Text;
        /// The member with the card's id.
        "id": Text;
        /// The member with the card's name.
        "name": Text;
        /// The member with the card's set.
        "set": Text;
        /// The member with the word for the card's zone; by default, the pointer is that word.
        "zone": Text;
        /// The members with the values of fields of copies: `{ foil = "isFoil" }`.
        "states": By(&Text);
        /// Properties of the deck, such as its name.
        "keys": Table(&READER_KEYS);
        /// Constant values, by pointer.
        "fixed": By(&Text);
        /// Texts that contain JSON; pointers of `keys` and `single` may lead into them.
        "embedded": Texts;
        /// Paths to ignore.
        "ignored": Texts;
        /// Single cards that replace another one: `{ "/meta/form" = "/hero" }`.
        "instead": By(&Text);
        /// Fields of copies for the sum of a card's ticks in embedded texts: `{ "/meta/ticks_*" =
        /// "level/2" }`. `*` is the card; the sum is divided and rounded up.
        "totals": By(&Text);
        /// Fields of copies for the ticks themselves, as words: `2-1`, `5-4`.
        "marks": By(&Text);
    }

    pub(super) static READER_LINES = "[reader.lines]" {
        /// `true` if the first line is the deck's name.
        "title": Boolean;
        /// Patterns of lines with a card; the first match counts.
        "cards": Either(&[Text, List(&Either(&[Text, Table(&READER_CARD)]))]);
        /// Patterns of lines that begin another zone.
        "headings": Texts;
        /// Patterns of lines to ignore.
        "ignored": Texts;
        /// `true` to read other lines before the first heading as notes.
        "preface": Boolean;
        /// Properties of the deck, such as its name.
        "keys": Table(&READER_KEYS);
    }

    pub(super) static READER_CARD = "a line for certain cards" {
        /// The pattern of the line.
        required "line": Text;
        /// The zone of its cards.
        "zone": Text;
        /// The field of copies whose value is at `{state}`; without `{state}`, the line sets this
        /// flag.
        "state": Text;
    }

    pub(super) static READER_KEYS = "the keys of a reader" {
        /// The deck's name.
        "name": Text;
        /// The player.
        "player": Text;
        /// The format.
        "format": Text;
        /// The role.
        "role": Text;
        /// The source of the deck.
        "source": Text;
        /// Notes.
        "notes": Text;
        /// Parameters of the format.
        "parameters": By(&Text);
    }
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
        "id": Text;
        NAME; ALIASES;
        /// The date of this data.
        "data": Date;
        /// A notice about this data for every user.
        "notice": Local;
        /// Where to report errors in this data.
        "issues": Table(&ISSUES);
        /// The deck file formats that its players use, the most common first.
        "readers": Texts;
        /// Sources that facts and rules cite, by id.
        "sources": By(&Table(&SOURCE));
        /// Parts of a card other than its front, by id.
        "faces": By(&Table(&FACE));
        /// Kinds of card, by id.
        "kinds": By(&Table(&KIND));
        /// Fields of cards, by id.
        "attributes": By(&Table(&ATTRIBUTE));
        /// Effects of cards, by id.
        "effects": By(&Table(&EFFECT_WORD));
        /// Triggers of effects, by id.
        "triggers": By(&Table(&TRIGGER));
        /// Sets of cards, by id.
        "sets": By(&Table(&SET));
        /// Boxes that cards are sold in, by id.
        "boxes": By(&Table(&BOX));
        /// Columns of card lists.
        "columns": Table(&COLUMNS);
        /// The contents of `sleeve stats`.
        "statistics": Table(&STATISTICS);
        /// The order of cards on registration sheets.
        "sheet": Table(&SHEET);
        /// How the web page shows cards.
        "look": Table(&LOOK);
        /// How `sleeve show` draws a card: rows of fields, by kind and part. Cards with the same
        /// value of the field `group` are drawn next to each other.
        "layout": By(&By(&Either(&[Text, ROWS])));
        /// The game that this file extends.
        "game": Text;
        /// How names on deck lists are matched to cards.
        "naming": Table(&NAMING);
        READERS;
    }

    pub(super) static SOURCE = "a source" {
        NAME; ALIASES;
        /// The citation.
        "cite": Local => node.put(&mut source.cite);
        /// Its address.
        "url": Text => node.put(&mut source.url);
        /// Its date.
        "date": Date => node.put(&mut source.date);
        /// The part of the data it provides; reports show its date next to the date of the data.
        "gives": Local => node.put(&mut source.gives);
    }
    pub(super) fn read_source_key(key: &str, node: TomlNode<'_>, source: &mut Source);

    pub(super) static FACE = "a part of a card" {
        /// The part that it is half of.
        "of": Text;
        NAME; ALIASES;
    }

    pub(super) static KIND = "a kind" {
        NAME; ALIASES;
        /// The plural of its name.
        "plural": Local => node.put(&mut kind.plural);
        /// Values that every card of the kind has on a part.
        "faces": By(&Table(&CARD_PART));
        /// The provenance of these values.
        "provenance": Text;
    }
    pub(super) fn read_kind_key(key: &str, node: TomlNode<'_>, kind: &mut KindDef);

    pub(super) static BOX = "a box" { NAME; ALIASES; }
    pub(super) fn read_box_key(key: &str, _node: TomlNode<'_>, _box: &mut Named);

    pub(super) static SET = "a set" {
        NAME;
        /// Its number or letters in card ids.
        "code": Text => node.put(&mut set.code);
        ALIASES;
        /// Its release date.
        "released": Date => read_released(node, set);
        /// The class of set, such as `full` or `virtual`.
        "class": Text => node.put(&mut set.class);
    }
    pub(super) fn read_set_key(key: &str, node: TomlNode<'_>, set: &mut SetDef);

    pub(super) static EFFECT_WORD = "an effect" {
        NAME; ALIASES;
        /// Whether it has an amount.
        "amount": Either(&[Boolean, Table(&TAKEN_AMOUNT)]) => read_taken_amount(node, effect);
        /// Whether it has a trigger.
        "trigger": Boolean => node.put(&mut effect.trigger);
        /// The game mode that uses it.
        "mode": Text => node.put(&mut effect.mode);
        DOC => node.put(&mut effect.doc);
    }
    pub(super) fn read_effect_key(key: &str, node: TomlNode<'_>, effect: &mut EffectDef);

    pub(super) static TAKEN_AMOUNT = "an amount that an effect takes" {
        /// The amount if a card prints none.
        required "default": Number;
    }

    pub(super) static TRIGGER = "a trigger" {
        NAME; ALIASES;
        DOC => node.put(&mut trigger.doc);
    }
    pub(super) fn read_trigger_key(key: &str, node: TomlNode<'_>, trigger: &mut TriggerDef);

    pub(super) static COLUMNS = "[columns]" {
        /// The fields shown in a list of cards.
        required "default": Texts;
    }

    pub(super) static SHEET = "[sheet]" {
        /// The kinds of card, in order.
        required "kinds": Texts;
    }

    pub(super) static ISSUES = "[issues]" {
        /// The address of the form, with `{title}` and `{body}` where the title and the text go.
        required "url": Text;
    }

    pub(super) static LOOK = "[look]" {
        /// The game's colour.
        "colour": Text;
        /// The sign of each kind.
        "signs": By(&Text);
        /// Colours by field and value.
        "colours": By(&By(&Text));
    }

    pub(super) static STATISTICS = "[statistics]" {
        /// Number fields shown as curves.
        "curves": Texts => read_list_of_statistics(key, node, &mut shown.curves);
        /// Fields whose values are counted.
        "tallies": Texts => read_list_of_statistics(key, node, &mut shown.tallies);
        /// Averages of measures.
        "averages": List(&Table(&AVERAGE)) => read_averages(node, &mut shown.averages);
        /// The zones to count; by default, all.
        "zones": Texts => read_list_of_statistics(key, node, &mut shown.zones);
        /// A filter for the cards that decks are named after.
        "archetype": Text => read_archetype(node, &mut shown.archetype);
    }
    pub(super) fn read_statistics_key(key: &str, node: TomlNode<'_>, shown: &mut StatisticsView);

    pub(super) static AVERAGE = "an average" {
        /// Its name.
        required "name": Local;
        /// The measure.
        required "measure": Measure;
    }

    pub(super) static NAMING = "[naming]" {
        /// Steps that choose one of several cards with the same name.
        "prefer": List(&Either(&[Words(&["oldest"]), Table(&STEP)])) => read_steps(node, game);
        /// Zones whose section of a list ends at the next heading of any kind.
        "brief": Texts => node.put(&mut game.naming.brief);
        /// Zones for the cards after the last blank line of a list without headings; without this
        /// key, a note asks.
        "last-block": Texts => game.naming.last_block = Some(node.strings());
        /// Abbreviations of words.
        "words": By(&Texts) => read_short_forms(node, &mut game.naming);
        /// The field with the card number of other card files.
        "number": Text => game.naming.number = read_attribute_id(game, node);
        /// Fields whose values are other names of the card, or texts with such fields in braces.
        "aliases": Texts => game.naming.aliases = read_name_patterns(game, node);
        /// Headings of deck lists.
        "heading": List(&Table(&HEADING)) => read_headings(node, &mut game.naming.headings);
        /// Cards that exist but are missing from the data.
        "absent": List(&Table(&ABSENT_CARDS)) => game.naming.absent = read_absent_cards(node);
    }
    pub(super) fn read_naming_key(key: &str, node: TomlNode<'_>, game: &mut Game);

    pub(super) static ABSENT_CARDS = "absent cards of [naming]" {
        /// Prefixes of their ids.
        "ids": Texts => node.put(&mut absent.ids);
        /// Their names.
        "names": Texts => node.put(&mut absent.names);
        /// Suffixes after the name of a known card.
        "endings": Texts => node.put(&mut absent.endings);
        /// What they are and where they are supported.
        required "text": Local => node.put(&mut absent.text);
    }
    pub(super) fn read_absent_key(key: &str, node: TomlNode<'_>, absent: &mut AbsentCards);

    pub(super) static HEADING = "a heading of [naming]" {
        /// The words of the heading.
        required "words": Texts => node.put(&mut heading.words);
        /// The zone that begins here.
        "zone": Text => node.put(&mut heading.zone);
        /// A filter for the cards below it.
        "cards": Text => node.put(&mut heading.cards);
    }
    pub(super) fn read_heading_key(key: &str, node: TomlNode<'_>, heading: &mut Heading);

    pub(super) static STEP = "a step of [naming] prefer" {
        /// Prefer cards with the deck's value of this field, or with `set` of its set.
        "same": Text;
        /// Prefer cards that match this filter.
        "cards": Text;
        /// The zones where this step applies.
        "zones": Texts;
        /// Classes of sets, the preferred one first.
        "classes": Texts;
    }

    pub(super) static ATTRIBUTE = "an attribute" {
        /// The type of its values; required for a new field.
        "type": Words(&ATTRIBUTE_TYPES);
        /// `true` to leave it out of drawings of cards.
        "hidden": Boolean;
        /// Its weight when cards are compared; 0 to ignore it, by default 1.
        "weight": Count;
        NAME; ALIASES;
        /// Its label in tables and drawings of cards; by default, its name.
        "label": Local;
        /// `id` if it is the card's id.
        "from": Words(&["id"]);
        /// For `text`: `true` if no two cards have the same value. Unpublished values differ too.
        "distinct": Boolean;
        /// `copy` if a deck may set it for single copies; by default, it belongs to the card.
        "of": Words(&ATTRIBUTE_OWNERS);
        /// For `enum`: `true` if the values are in order.
        "ordered": Boolean;
        /// For `set`: `true` if a card may have a value several times.
        "counts": Boolean;
        /// For `cards`: the field of the opposite direction, possibly this one. What one card lists
        /// is added to the other.
        "inverse": Text;
        DOC;
        /// The kinds of card that have it; by default, all.
        "kinds": Texts;
        /// The value if a card prints none.
        "default": FACT;
        /// Default values by kind.
        "defaults": By(&FACT);
        /// For `enum` and `set`: its values.
        "values": List(&Either(&[Text, Table(&VALUE)]));
        /// The smallest value.
        "min": Number;
        /// The largest value.
        "max": Number;
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
        required "id": Text;
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
    pub(super) static FILE = "[file]", others FACT before "provenance" {
        /// The kind of card.
        "kind": Text;
        /// The set.
        "set": Texts;
        /// The sets.
        "sets": Texts;
        /// The number of copies in a box, or in each of the boxes.
        "quantity": QUANTITY;
        /// The last day of these printings.
        "until": Date;
        /// The provenance of the facts.
        "provenance": PROVENANCE;
    }

    pub(super) static CARD = "a card", others FACT before "quantity" {
        /// Its id; required unless it replaces a stand-in.
        "id": Text;
        /// The id of the stand-in that it replaces.
        "replaces": Text;
        /// Its name; by default, the id.
        "name": Local;
        /// Other names for it.
        "aliases": Texts;
        /// Its kind; required for a new card.
        "kind": Text;
        /// The set.
        "set": Texts;
        /// The sets.
        "sets": Texts;
        /// The number of copies in a box, or in each of the boxes.
        "quantity": QUANTITY;
        /// Its effects; `"?"` if there may be others.
        "effects": EFFECTS;
        /// Its other parts, by id of the part.
        "faces": By(&Table(&CARD_PART));
        /// The provenance of its facts: one word, or one for each field.
        "provenance": PROVENANCE;
        /// Rules that apply while the card is in a zone.
        "rule": List(&Table(&CARD_RULE));
        /// Changes to numbers of a format while the card is in a zone.
        "change": List(&Table(&NUMBER_CHANGE));
    }

    pub(super) static CARD_PART = "a part of a card", others FACT before "effects" {
        /// The name of this part.
        "name": Local;
        /// Its effects; `"?"` if there may be others.
        "effects": EFFECTS;
    }
}
keys! {
    /// The printed form.
    const PRINT = "print": Text;
}

keys! {
    pub(super) static NUMBER_FACT = "a value" {
        /// The value.
        "value": Number;
        /// The smallest possible value.
        "min": Number;
        /// The largest possible value.
        "max": Number;
        /// The values that the owner chooses from.
        "choice": List(&Number);
        /// The value of another source, which differs.
        "disputed": Number;
        PRINT;
    }

    /// A fact that is not a number.
    pub(super) static OTHER_FACT = "a value" {
        /// The value.
        "value": Open;
        /// The value of another source, which differs.
        "disputed": Open;
        PRINT;
    }

    pub(super) static EFFECT = "an effect" {
        /// The effect.
        required "effect": Text;
        /// Its amount; `"?"` if unknown.
        "amount": Either(&[Number, Words(&["?"]), Table(&AMOUNT)]);
        /// Its trigger.
        "when": Text;
        /// Effects with the same number are alternatives: the player chooses one.
        "choice": Count;
        /// Its provenance.
        "provenance": Text;
    }

    pub(super) static AMOUNT = "an amount" {
        /// The smallest possible value.
        "min": Number;
        /// The largest possible value.
        "max": Number;
    }

    pub(super) static LIST = "a list" {
        ID; NAME; ALIASES;
        /// Its cards, by id or name; or a table with a number for each card.
        "cards": Either(&[List(&Text), By(&Number)]);
        /// Sets, by id or name; every card of them is on the list.
        "sets": Texts;
        /// A filter for other cards on the list.
        "filter": Text;
        /// Ids of cards on the list that are missing from the data.
        "absent": Texts;
        FROM; TO; CITE; EXPLANATION;
    }

    pub(super) static SET_OUT = "what a card sets out" {
        /// Ids of the cards that put these into play.
        required "cards": Texts;
        CITE;
        /// The places to fill, one by one.
        required "places": List(&Table(&PLACE));
    }

    pub(super) static PLACE = "a place that a card sets out" {
        ID;
        /// The card that fills it, in words.
        "name": Local;
        /// The kind of card for this place.
        required "kind": Text;
        /// A filter for the cards that may fill it.
        required "cards": Text;
        /// `true` if it may stay empty.
        "optional": Boolean;
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

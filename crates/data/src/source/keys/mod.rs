//! Every key of a game's TOML, for the readers and the schemas. Keys of `game.toml` and of cards
//! are here, those of formats in `formats`.

mod formats;

pub(super) use formats::{
    ALLOWANCE, ASIDE, CARD_RULE, CARRIES, CHANGE_OF_CARDS, CHOICE, CONTENTS, FORMAT, MATCH,
    MULLIGAN, NAMED_NUMBER, NOUN, NUMBER_CHANGE, OPENING, PARAMETER, PLURAL, RESHUFFLE, ROLE, ROW,
    RULE, RULE_OF_CARDS, TURN, WORD_PARAMETER, ZONE,
};

use super::game_values::{
    read_absent_cards, read_archetype, read_attribute_id, read_averages, read_headings,
    read_list_of_statistics, read_name_patterns, read_released, read_short_forms, read_steps,
    read_taken_amount,
};
use super::node::TomlNode;
use crate::files::shape::ValueShape::{
    self, Boolean, By, Count, Date, Either, List, Local, Measure, Number, Open, Table, Text, Texts,
    Words,
};
use crate::files::shape::{Key, key, required_key};
use crate::keys;
use crate::model::Game;
use crate::model::game::{
    AbsentCards, EffectDef, Heading, KindDef, Named, SetDef, Source, StatisticsView, TriggerDef,
};
use crate::problem::Phrase;

const NAME: Key = key("name", Local, "Its name.");
const ALIASES: Key = key("aliases", Texts, "Other words for it.");
const DOC: Key = key("doc", Local, "Its meaning, in one line.");

const ID: Key = required_key("id", Text, "Its id: lower-case letters, digits, `.`, `_` and `-`.");
const CITE: Key = key("cite", Local, "The source, such as a page of the rulebook.");
const EXPLANATION: Key = key("text", Local, "An explanation in your own words.");
const FROM: Key = key("from", Date, "The first day it is in force.");
const TO: Key = key("to", Date, "The last day it is in force.");

keys! {
    /// Keys of a file of cards, lists and formats.
    pub static DATA = "a data file" {
        "game": Text, "The game; by default, the game of the folder.";
        "file": Table(&FILE), "Values shared by all cards of the file.";
        "card": List(&Table(&CARD)), "New cards, or facts for existing ones.";
        "format": List(&Table(&FORMAT)), "Formats.";
        "list": List(&Table(&LIST)), "Lists of cards that formats refer to.";
        "sets-out": List(&Table(&SET_OUT)), "Cards that a card puts into play before the game.";
        "rule-of-cards": List(&Table(&RULE_OF_CARDS)),
            "Rules that cards of other files bring with them.";
        "change-of-cards": List(&Table(&CHANGE_OF_CARDS)),
            "Changes that cards of other files make to numbers of formats.";
        READERS;
    }

    pub(super) static TWO_LANGUAGES = "a text in two languages" {
        required "en": Text, "In English.";
        "fr": Text, "In French.";
    }
}

const ONE_READER: ValueShape = Table(&READER);
pub(super) const READERS: Key =
    key("reader", List(&ONE_READER), "Deck file formats that are not built in.");

keys! {
    pub(super) static READER = "a reader" {
        "like": Text,
            "A shared reader to start from; keys given here override its keys.";
        "id": Text, "The name for `--from` and `--to`; required without `like`.";
        NAME;
        "extension": Text, "The file extension, without the dot.";
        "zones": By(&Text),
            "Zones by the words that the file uses; `\"\"` is for cards under no word.";
        "ids": Text, "What its ids refer to: `id`, `alias` or a field.";
        "matters": Texts,
            "Paths that are not read but may matter to rules; a `*` at the end matches anything. A \
                deck with one of them gets no verdict.";
        "lines": Table(&READER_LINES), "The format of its lines.";
        "xml": Table(&READER_XML), "Paths in its XML.";
        "json": Table(&READER_JSON), "Paths in its JSON.";
    }

    pub(super) static READER_XML = "[reader.xml]" {
        "card": Text, "The element of a card: `deck/section/card`.";
        "count": Text, "The number of copies: `deck/section/card/@qty`; by default, 1.";
        "id": Text, "The card's id.";
        "name": Text, "The card's name: `deck/section/card/text()`.";
        "set": Text, "The card's set.";
        "zone": Text, "The word for the card's zone: `deck/section/@name`.";
        "keys": Table(&READER_KEYS), "Properties of the deck, such as its name.";
        "fixed": By(&Text), "Constant values, by path.";
        "ignored": Texts, "Paths to ignore.";
    }

    pub(super) static READER_JSON = "[reader.json]" {
        "counts": Texts,
            "Objects with cards as keys and numbers of copies as values: `/slots`.";
        "single": Texts, "Values that are a single card.";
        "by": Words(&["id", "name"]), "Whether these are ids or names; by default, ids.";
        "lists": Texts,
            "Lists of objects or words, one for each card; `\"\"` is the whole file, and a step \
                `*` all that is there.";
        "objects": Texts, "Objects that are a single card.";
        "count": Text, "The member with the number of copies; by default, 1.";
        "id": Text, "The member with the card's id.";
        "name": Text, "The member with the card's name.";
        "set": Text, "The member with the card's set.";
        "zone": Text,
            "The member with the word for the card's zone; by default, the pointer is that word.";
        "states": By(&Text),
            "The members with the values of fields of copies: `{ foil = \"isFoil\" }`.";
        "keys": Table(&READER_KEYS), "Properties of the deck, such as its name.";
        "fixed": By(&Text), "Constant values, by pointer.";
        "embedded": Texts,
            "Texts that contain JSON; pointers of `keys` and `single` may lead into them.";
        "ignored": Texts, "Paths to ignore.";
        "instead": By(&Text),
            "Single cards that replace another one: `{ \"/meta/form\" = \"/hero\" }`.";
        "totals": By(&Text),
            "Fields of copies for the sum of a card's ticks in embedded texts: `{ \
                \"/meta/ticks_*\" = \"level/2\" }`. `*` is the card; the sum is divided and \
                rounded up.";
        "marks": By(&Text), "Fields of copies for the ticks themselves, as words: `2-1`, `5-4`.";
    }

    pub(super) static READER_LINES = "[reader.lines]" {
        "title": Boolean, "`true` if the first line is the deck's name.";
        "cards": Either(&[Text, List(&Either(&[Text, Table(&READER_CARD)]))]),
            "Patterns of lines with a card; the first match counts.";
        "headings": Texts, "Patterns of lines that begin another zone.";
        "ignored": Texts, "Patterns of lines to ignore.";
        "preface": Boolean, "`true` to read other lines before the first heading as notes.";
        "keys": Table(&READER_KEYS), "Properties of the deck, such as its name.";
    }

    pub(super) static READER_CARD = "a line for certain cards" {
        required "line": Text, "The pattern of the line.";
        "zone": Text, "The zone of its cards.";
        "state": Text,
            "The field of copies whose value is at `{state}`; without `{state}`, the line sets \
                this flag.";
    }

    pub(super) static READER_KEYS = "the keys of a reader" {
        "name": Text, "The deck's name.";
        "player": Text, "The player.";
        "format": Text, "The format.";
        "role": Text, "The role.";
        "source": Text, "The source of the deck.";
        "notes": Text, "Notes.";
        "parameters": By(&Text), "Parameters of the format.";
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
        "id": Text, "Its id; required for a new game.";
        NAME; ALIASES;
        "data": Date, "The date of this data.";
        "notice": Local, "A notice about this data for every user.";
        "readers": Texts, "The deck file formats that its players use, the most common first.";
        "sources": By(&Table(&SOURCE)), "Sources that facts and rules cite, by id.";
        "faces": By(&Table(&FACE)), "Parts of a card other than its front, by id.";
        "kinds": By(&Table(&KIND)), "Kinds of card, by id.";
        "attributes": By(&Table(&ATTRIBUTE)), "Fields of cards, by id.";
        "effects": By(&Table(&EFFECT_WORD)), "Effects of cards, by id.";
        "triggers": By(&Table(&TRIGGER)), "Triggers of effects, by id.";
        "sets": By(&Table(&SET)), "Sets of cards, by id.";
        "boxes": By(&Table(&BOX)), "Boxes that cards are sold in, by id.";
        "columns": Table(&COLUMNS), "Columns of card lists.";
        "statistics": Table(&STATISTICS), "The contents of `sleeve stats`.";
        "sheet": Table(&SHEET), "The order of cards on registration sheets.";
        "look": Table(&LOOK), "How the web page shows cards.";
        "layout": By(&By(&Either(&[Text, ROWS]))),
            "How `sleeve show` draws a card: rows of fields, by kind and part. Cards with the same \
                value of the field `group` are drawn next to each other.";
        "game": Text, "The game that this file extends.";
        "naming": Table(&NAMING), "How names on deck lists are matched to cards.";
        READERS;
    }

    pub(super) static SOURCE = "a source" {
        NAME; ALIASES;
        "cite": Local, "The citation." => node.put(&mut source.cite);
        "url": Text, "Its address." => node.put(&mut source.url);
        "date": Date, "Its date." => node.put(&mut source.date);
        "gives": Local,
            "The part of the data it provides; reports show its date next to the date of the data."
            => node.put(&mut source.gives);
    }
    pub(super) fn read_source_key(key: &str, node: TomlNode<'_>, source: &mut Source);

    pub(super) static FACE = "a part of a card" {
        "of": Text, "The part that it is half of.";
        NAME; ALIASES;
    }

    pub(super) static KIND = "a kind" {
        NAME; ALIASES;
        "plural": Local, "The plural of its name." => node.put(&mut kind.plural);
        "faces": By(&Table(&CARD_PART)), "Values that every card of the kind has on a part.";
        "provenance": Text, "The provenance of these values.";
    }
    pub(super) fn read_kind_key(key: &str, node: TomlNode<'_>, kind: &mut KindDef);

    pub(super) static BOX = "a box" { NAME; ALIASES; }
    pub(super) fn read_box_key(key: &str, _node: TomlNode<'_>, _box: &mut Named);

    pub(super) static SET = "a set" {
        NAME;
        "code": Text, "Its number or letters in card ids." => node.put(&mut set.code);
        ALIASES;
        "released": Date, "Its release date." => read_released(node, set);
        "class": Text, "The class of set, such as `full` or `virtual`." => node.put(&mut set.class);
    }
    pub(super) fn read_set_key(key: &str, node: TomlNode<'_>, set: &mut SetDef);

    pub(super) static EFFECT_WORD = "an effect" {
        NAME; ALIASES;
        "amount": Either(&[Boolean, Table(&TAKEN_AMOUNT)]), "Whether it has an amount."
            => read_taken_amount(node, effect);
        "trigger": Boolean, "Whether it has a trigger." => node.put(&mut effect.trigger);
        "mode": Text, "The game mode that uses it." => node.put(&mut effect.mode);
        DOC => node.put(&mut effect.doc);
    }
    pub(super) fn read_effect_key(key: &str, node: TomlNode<'_>, effect: &mut EffectDef);

    pub(super) static TAKEN_AMOUNT = "an amount that an effect takes" {
        required "default": Number, "The amount if a card prints none.";
    }

    pub(super) static TRIGGER = "a trigger" {
        NAME; ALIASES;
        DOC => node.put(&mut trigger.doc);
    }
    pub(super) fn read_trigger_key(key: &str, node: TomlNode<'_>, trigger: &mut TriggerDef);

    pub(super) static COLUMNS = "[columns]" {
        required "default": Texts, "The fields shown in a list of cards.";
    }

    pub(super) static SHEET = "[sheet]" {
        required "kinds": Texts, "The kinds of card, in order.";
    }

    pub(super) static LOOK = "[look]" {
        "colour": Text, "The game's colour.";
        "signs": By(&Text), "The sign of each kind.";
        "colours": By(&By(&Text)), "Colours by field and value.";
    }

    pub(super) static STATISTICS = "[statistics]" {
        "curves": Texts, "Number fields shown as curves."
            => read_list_of_statistics(key, node, &mut shown.curves);
        "tallies": Texts, "Fields whose values are counted."
            => read_list_of_statistics(key, node, &mut shown.tallies);
        "averages": List(&Table(&AVERAGE)), "Averages of measures."
            => read_averages(node, &mut shown.averages);
        "zones": Texts, "The zones to count; by default, all."
            => read_list_of_statistics(key, node, &mut shown.zones);
        "archetype": Text, "A filter for the cards that decks are named after."
            => read_archetype(node, &mut shown.archetype);
    }
    pub(super) fn read_statistics_key(key: &str, node: TomlNode<'_>, shown: &mut StatisticsView);

    pub(super) static AVERAGE = "an average" {
        required "name": Local, "Its name.";
        required "measure": Measure, "The measure.";
    }

    pub(super) static NAMING = "[naming]" {
        "prefer": List(&Either(&[Words(&["oldest"]), Table(&STEP)])),
            "Steps that choose one of several cards with the same name." => read_steps(node, game);
        "brief": Texts, "Zones whose section of a list ends at the next heading of any kind."
            => node.put(&mut game.naming.brief);
        "last-block": Texts,
            "Zones for the cards after the last blank line of a list without headings; without \
                this key, a note asks."
            => game.naming.last_block = Some(node.strings());
        "words": By(&Texts), "Abbreviations of words." => read_short_forms(node, &mut game.naming);
        "number": Text, "The field with the card number of other card files."
            => game.naming.number = read_attribute_id(game, node);
        "aliases": Texts,
            "Fields whose values are other names of the card, or texts with such fields in braces."
            => game.naming.aliases = read_name_patterns(game, node);
        "heading": List(&Table(&HEADING)), "Headings of deck lists."
            => read_headings(node, &mut game.naming.headings);
        "absent": List(&Table(&ABSENT_CARDS)), "Cards that exist but are missing from the data."
            => game.naming.absent = read_absent_cards(node);
    }
    pub(super) fn read_naming_key(key: &str, node: TomlNode<'_>, game: &mut Game);

    pub(super) static ABSENT_CARDS = "absent cards of [naming]" {
        "ids": Texts, "Prefixes of their ids." => node.put(&mut absent.ids);
        "names": Texts, "Their names." => node.put(&mut absent.names);
        "endings": Texts, "Suffixes after the name of a known card."
            => node.put(&mut absent.endings);
        required "text": Local, "What they are and where they are supported."
            => node.put(&mut absent.text);
    }
    pub(super) fn read_absent_key(key: &str, node: TomlNode<'_>, absent: &mut AbsentCards);

    pub(super) static HEADING = "a heading of [naming]" {
        required "words": Texts, "The words of the heading." => node.put(&mut heading.words);
        "zone": Text, "The zone that begins here." => node.put(&mut heading.zone);
        "cards": Text, "A filter for the cards below it." => node.put(&mut heading.cards);
    }
    pub(super) fn read_heading_key(key: &str, node: TomlNode<'_>, heading: &mut Heading);

    pub(super) static STEP = "a step of [naming] prefer" {
        "same": Text, "Prefer cards with the deck's value of this field, or with `set` of its set.";
        "cards": Text, "Prefer cards that match this filter.";
        "zones": Texts, "The zones where this step applies.";
        "classes": Texts, "Classes of sets, the preferred one first.";
    }

    pub(super) static ATTRIBUTE = "an attribute" {
        "type": Words(&ATTRIBUTE_TYPES),
            "The type of its values; required for a new field.";
        "hidden": Boolean, "`true` to leave it out of drawings of cards.";
        "weight": Count, "Its weight when cards are compared; 0 to ignore it, by default 1.";
        NAME; ALIASES;
        "label": Local, "Its label in tables and drawings of cards; by default, its name.";
        "from": Words(&["id"]), "`id` if it is the card's id.";
        "distinct": Boolean,
            "For `text`: `true` if no two cards have the same value. Unpublished values differ \
                too.";
        "of": Words(&ATTRIBUTE_OWNERS),
            "`copy` if a deck may set it for single copies; by default, it belongs to the card.";
        "ordered": Boolean, "For `enum`: `true` if the values are in order.";
        "counts": Boolean, "For `set`: `true` if a card may have a value several times.";
        "inverse": Text,
            "For `cards`: the field of the opposite direction, possibly this one. What one card \
                lists is added to the other.";
        DOC;
        "kinds": Texts, "The kinds of card that have it; by default, all.";
        "default": FACT, "The value if a card prints none.";
        "defaults": By(&FACT), "Default values by kind.";
        "values": List(&Either(&[Text, Table(&VALUE)])), "For `enum` and `set`: its values.";
        "min": Number, "The smallest value.";
        "max": Number, "The largest value.";
    }
}

/// Types of fields.
pub(super) const ATTRIBUTE_TYPES: [&str; 8] =
    ["integer", "number", "text", "date", "enum", "set", "flag", "cards"];

/// Words for what a field belongs to: the card, or a single copy.
pub(super) const ATTRIBUTE_OWNERS: [&str; 2] = ["card", "copy"];

keys! {
    pub(super) static VALUE = "a value" {
        required "id": Text, "Its id.";
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
        "kind": Text, "The kind of card.";
        "set": Texts, "The set.";
        "sets": Texts, "The sets.";
        "quantity": QUANTITY, "The number of copies in a box, or in each of the boxes.";
        "until": Date, "The last day of these printings.";
        "provenance": PROVENANCE, "The provenance of the facts.";
    }

    pub(super) static CARD = "a card", others FACT before "quantity" {
        "id": Text, "Its id; required unless it replaces a stand-in.";
        "replaces": Text, "The id of the stand-in that it replaces.";
        "name": Local, "Its name; by default, the id.";
        "aliases": Texts, "Other names for it.";
        "kind": Text, "Its kind; required for a new card.";
        "set": Texts, "The set.";
        "sets": Texts, "The sets.";
        "quantity": QUANTITY, "The number of copies in a box, or in each of the boxes.";
        "effects": EFFECTS, "Its effects; `\"?\"` if there may be others.";
        "faces": By(&Table(&CARD_PART)), "Its other parts, by id of the part.";
        "provenance": PROVENANCE, "The provenance of its facts: one word, or one for each field.";
        "rule": List(&Table(&CARD_RULE)), "Rules that apply while the card is in a zone.";
        "change": List(&Table(&NUMBER_CHANGE)),
            "Changes to numbers of a format while the card is in a zone.";
    }

    pub(super) static CARD_PART = "a part of a card", others FACT before "effects" {
        "name": Local, "The name of this part.";
        "effects": EFFECTS, "Its effects; `\"?\"` if there may be others.";
    }
}
const PRINT: Key = key("print", Text, "The printed form.");

keys! {
    pub(super) static NUMBER_FACT = "a value" {
        "value": Number, "The value.";
        "min": Number, "The smallest possible value.";
        "max": Number, "The largest possible value.";
        "choice": List(&Number), "The values that the owner chooses from.";
        "disputed": Number, "The value of another source, which differs.";
        PRINT;
    }

    /// A fact that is not a number.
    pub(super) static OTHER_FACT = "a value" {
        "value": Open, "The value.";
        "disputed": Open, "The value of another source, which differs.";
        PRINT;
    }

    pub(super) static EFFECT = "an effect" {
        required "effect": Text, "The effect.";
        "amount": Either(&[Number, Words(&["?"]), Table(&AMOUNT)]),
            "Its amount; `\"?\"` if unknown.";
        "when": Text, "Its trigger.";
        "choice": Count, "Effects with the same number are alternatives: the player chooses one.";
        "provenance": Text, "Its provenance.";
    }

    pub(super) static AMOUNT = "an amount" {
        "min": Number, "The smallest possible value.";
        "max": Number, "The largest possible value.";
    }

    pub(super) static LIST = "a list" {
        ID; NAME; ALIASES;
        "cards": Either(&[List(&Text), By(&Number)]),
            "Its cards, by id or name; or a table with a number for each card.";
        "sets": Texts, "Sets, by id or name; every card of them is on the list.";
        "filter": Text, "A filter for other cards on the list.";
        "absent": Texts, "Ids of cards on the list that are missing from the data.";
        FROM; TO; CITE; EXPLANATION;
    }

    pub(super) static SET_OUT = "what a card sets out" {
        required "cards": Texts, "Ids of the cards that put these into play.";
        CITE;
        required "places": List(&Table(&PLACE)), "The places to fill, one by one.";
    }

    pub(super) static PLACE = "a place that a card sets out" {
        ID;
        "name": Local, "The card that fills it, in words.";
        required "kind": Text, "The kind of card for this place.";
        required "cards": Text, "A filter for the cards that may fill it.";
        "optional": Boolean, "`true` if it may stay empty.";
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

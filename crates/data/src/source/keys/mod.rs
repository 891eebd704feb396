//! Every key of a game's TOML, written once: what the readers accept and what the schemas show. Keys of `game.toml`
//! and of cards stand here, those of formats in `formats`.

mod formats;

pub(super) use formats::{
    ALLOWANCE, ASIDE, CARD_RULE, CARRIES, CHANGE_OF_CARDS, CONTENTS, FORMAT, MATCH, MULLIGAN,
    NAMED_NUMBER, NOUN, NUMBER_CHANGE, OPENING, PARAMETER, PLURAL, RESHUFFLE, ROLE, ROW, RULE,
    RULE_OF_CARDS, TURN, WORD_PARAMETER, ZONE,
};

use super::game::{
    read_absent_cards, read_archetype, read_attribute_id, read_attribute_ids, read_averages,
    read_headings, read_list_of_statistics, read_released, read_short_forms, read_steps,
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
const ALIASES: Key = key("aliases", Texts, "Other words that mean it.");
const DOC: Key = key("doc", Local, "What it means, in a line.");

const ID: Key = required_key("id", Text, "Its id: small letters, digits, `.`, `_` and `-`.");
const CITE: Key = key("cite", Local, "Where that stands.");
const EXPLANATION: Key = key("text", Local, "Why, in words of our own.");
const FROM: Key = key("from", Date, "The first day on which it holds.");
const TO: Key = key("to", Date, "The last day on which it holds.");

keys! {
    /// Keys of a file of cards, lists and formats.
    pub static DATA = "a data file" {
        "game": Text, "The game; without it, that of the folder.";
        "file": Table(&FILE), "What all cards of the file have in common.";
        "card": List(&Table(&CARD)), "Cards, or facts for cards that are there already.";
        "format": List(&Table(&FORMAT)), "Formats.";
        "list": List(&Table(&LIST)), "Lists of cards that formats refer to.";
        "sets-out": List(&Table(&SET_OUT)), "What cards set out before play begins.";
        "rule-of-cards": List(&Table(&RULE_OF_CARDS)), "Rules of cards that stand in other files.";
        "change-of-cards": List(&Table(&CHANGE_OF_CARDS)), "What such cards add to numbers of formats.";
        READERS;
    }

    pub(super) static TWO_LANGUAGES = "a text in two languages" {
        required "en": Text, "In English.";
        "fr": Text, "In French.";
    }
}

const ONE_READER: ValueShape = Table(&READER);
pub(super) const READERS: Key = key(
    "reader",
    List(&ONE_READER),
    "Forms of deck files that the program does not know by itself.",
);

keys! {
    pub(super) static READER = "a reader" {
        "like": Text,
            "The shared reader that it is like: what is said here takes the place of what that one says.";
        "id": Text, "The name that `--from` and `--to` use; needed without `like`.";
        NAME;
        "extension": Text, "How the names of its files end, without the point.";
        "zones": By(&Text),
            "The zones by the words of the file; \"\" is what stands under no other.";
        "ids": Text, "By what its ids call cards: `id`, `alias` or a field.";
        "matters": Texts,
            "Paths that are not read and that rules may need, where a `*` at the end stands for anything: a file with one has no verdict.";
        "lines": Table(&READER_LINES), "How its lines are read and written.";
        "xml": Table(&READER_XML), "Where things stand in its XML.";
        "json": Table(&READER_JSON), "Where things stand in its JSON.";
    }

    pub(super) static READER_XML = "[reader.xml]" {
        "card": Text, "The elements that are cards: `deck/section/card`.";
        "count": Text, "How many copies: `deck/section/card/@qty`; without it, one.";
        "id": Text, "The card's id.";
        "name": Text, "Its name: `deck/section/card/text()`.";
        "set": Text, "Its set.";
        "zone": Text, "The word for its zone: `deck/section/@name`.";
        "keys": Table(&READER_KEYS), "What the file says of its deck.";
        "fixed": By(&Text), "What always stands at a path.";
        "ignored": Texts, "What means nothing.";
    }

    pub(super) static READER_JSON = "[reader.json]" {
        "counts": Texts,
            "Objects whose keys are cards and whose values numbers of copies: `/slots`.";
        "single": Texts, "Values that are one card each.";
        "by": Words(&["id", "name"]), "What calls the cards there; without it, ids.";
        "lists": Texts, "Lists of objects, each a card.";
        "count": Text, "The member of such an object that says how many copies; without it, one.";
        "id": Text, "The member that is the card's id.";
        "name": Text, "The member that is its name.";
        "set": Text, "The member that is its set.";
        "zone": Text, "The member that is the word for its zone; without it, the pointer is.";
        "keys": Table(&READER_KEYS), "What the file says of its deck.";
        "fixed": By(&Text), "What always stands at a pointer.";
        "embedded": Texts, "Texts that are JSON themselves, into which the pointers of `keys` lead.";
        "ignored": Texts, "What means nothing.";
    }

    pub(super) static READER_LINES = "[reader.lines]" {
        "title": Boolean, "Whether the first line is the deck's name.";
        "cards": Either(&[Text, List(&Either(&[Text, Table(&READER_CARD)]))]),
            "Lines with a card; the first that fits decides.";
        "headings": Texts, "Lines after which cards lie in another zone.";
        "ignored": Texts, "Lines that mean nothing.";
        "preface": Boolean, "Whether other lines before the first heading are notes.";
        "keys": Table(&READER_KEYS), "What the file says of its deck.";
    }

    pub(super) static READER_CARD = "a line for the cards of a zone" {
        required "line": Text, "How the line is written.";
        required "zone": Text, "The zone.";
    }

    pub(super) static READER_KEYS = "what a reader reads of a deck" {
        "name": Text, "The deck's name.";
        "player": Text, "The player.";
        "format": Text, "The format.";
        "role": Text, "The role.";
        "source": Text, "Where the deck comes from.";
        "notes": Text, "Notes.";
        "parameters": By(&Text), "The parameters of formats.";
    }
}

/// Layouts of cards, whose keys are parts of cards.
pub(super) const A_LAYOUT: Phrase = word!("a layout");

/// An attribute whose type does not take a key that others take.
pub(super) const TYPED_ATTRIBUTE: Phrase = word!("an attribute of this type");

/// Rows of cells.
const ROWS: ValueShape = List(&Texts);

keys! {
    /// Keys of `game.toml`.
    pub static GAME = "game.toml" {
        "id": Text, "Its id; needed where the game is not there already.";
        NAME; ALIASES;
        "data": Date, "The day of these data.";
        "notice": Local, "What everybody has to know of these data.";
        "readers": Texts, "The deck file formats that its players use, the usual one first.";
        "sources": By(&Table(&SOURCE)), "What facts and rules cite, by id.";
        "faces": By(&Table(&FACE)), "The parts of a card besides its front, by id.";
        "kinds": By(&Table(&KIND)), "The kinds of card, by id.";
        "attributes": By(&Table(&ATTRIBUTE)), "The fields that cards may carry, by id.";
        "effects": By(&Table(&EFFECT_WORD)), "The effects that cards may have, by id.";
        "triggers": By(&Table(&TRIGGER)), "When effects happen, by id.";
        "sets": By(&Table(&SET)), "The sets in which cards appeared, by id.";
        "boxes": By(&Table(&BOX)), "The boxes in which cards are sold, by id.";
        "columns": Table(&COLUMNS), "What lists of cards show.";
        "statistics": Table(&STATISTICS), "What `stats` shows.";
        "sheet": Table(&SHEET), "How registration sheets order cards.";
        "layout": By(&By(&Either(&[Text, ROWS]))),
            "How `show` draws a card: by kind and part, rows of fields; cards of one value of the field `group` are drawn side by side.";
        "game": Text, "The game that this file adds to.";
        "naming": Table(&NAMING), "How names on deck lists are told apart.";
        READERS;
    }

    pub(super) static SOURCE = "a source" {
        NAME; ALIASES;
        "cite": Local, "How it is cited." => node.put(&mut source.cite);
        "url": Text, "Where it is found." => node.put(&mut source.url);
        "date": Date, "Its day." => node.put(&mut source.date);
        "gives": Local, "What of the data it gives: reports tell its day beside that of the data." => node.put(&mut source.gives);
    }
    pub(super) fn read_source_key(key: &str, node: TomlNode<'_>, source: &mut Source);

    pub(super) static FACE = "a part of a card" {
        "of": Text, "The part of which it is a half.";
        NAME; ALIASES;
    }

    pub(super) static KIND = "a kind" {
        NAME; ALIASES;
        "plural": Local, "The name of several." => node.put(&mut kind.plural);
        "faces": By(&Table(&CARD_PART)), "What every card of the kind has on a part.";
        "provenance": Text, "Where that is known from.";
    }
    pub(super) fn read_kind_key(key: &str, node: TomlNode<'_>, kind: &mut KindDef);

    pub(super) static BOX = "a box" { NAME; ALIASES; }
    pub(super) fn read_box_key(key: &str, _node: TomlNode<'_>, _box: &mut Named);

    pub(super) static SET = "a set" {
        NAME;
        "code": Text, "Its number or letters in card ids." => node.put(&mut set.code);
        ALIASES;
        "released": Date, "The day on which it came out." => read_released(node, set);
        "class": Text, "What sort of set it is." => node.put(&mut set.class);
    }
    pub(super) fn read_set_key(key: &str, node: TomlNode<'_>, set: &mut SetDef);

    pub(super) static EFFECT_WORD = "an effect" {
        NAME; ALIASES;
        "amount": Either(&[Boolean, Table(&TAKEN_AMOUNT)]), "Whether it takes an amount." => read_taken_amount(node, effect);
        "trigger": Boolean, "Whether it takes a trigger." => node.put(&mut effect.trigger);
        "mode": Text, "The mode of the game that uses it." => node.put(&mut effect.mode);
        DOC => node.put(&mut effect.doc);
    }
    pub(super) fn read_effect_key(key: &str, node: TomlNode<'_>, effect: &mut EffectDef);

    pub(super) static TAKEN_AMOUNT = "an amount that an effect takes" {
        required "default": Number, "What it counts where a card prints no amount.";
    }

    pub(super) static TRIGGER = "a trigger" {
        NAME; ALIASES;
        DOC => node.put(&mut trigger.doc);
    }
    pub(super) fn read_trigger_key(key: &str, node: TomlNode<'_>, trigger: &mut TriggerDef);

    pub(super) static COLUMNS = "[columns]" {
        required "default": Texts, "The fields of a list of cards.";
    }

    pub(super) static SHEET = "[sheet]" {
        required "kinds": Texts, "The kinds of card, in their order.";
    }

    pub(super) static STATISTICS = "[statistics]" {
        "curves": Texts, "Fields that are numbers, shown as curves."
            => read_list_of_statistics(key, node, &mut shown.curves);
        "tallies": Texts, "Fields whose values are counted."
            => read_list_of_statistics(key, node, &mut shown.tallies);
        "averages": List(&Table(&AVERAGE)), "Averages." => read_averages(node, &mut shown.averages);
        "zones": Texts, "The zones that are read; without it, all."
            => read_list_of_statistics(key, node, &mut shown.zones);
        "archetype": Text, "A filter of the cards that decks are called by."
            => read_archetype(node, &mut shown.archetype);
    }
    pub(super) fn read_statistics_key(key: &str, node: TomlNode<'_>, shown: &mut StatisticsView);

    pub(super) static AVERAGE = "an average" {
        required "name": Local, "Its name.";
        required "measure": Measure, "The measure.";
    }

    pub(super) static NAMING = "[naming]" {
        "prefer": List(&Either(&[Words(&["oldest"]), Table(&STEP)])),
            "Which card of several is meant, step by step." => read_steps(node, game);
        "brief": Texts, "Zones whose section of a list ends at the next heading, whatever that says."
            => node.put(&mut game.naming.brief);
        "last-block": Texts,
            "Zones that the last cards of a list without headings may be, behind a blank line; without it, a note asks."
            => game.naming.last_block = Some(node.strings());
        "words": By(&Texts), "Short forms of words." => read_short_forms(node, &mut game.naming);
        "number": Text, "The field that is the number in other card files."
            => game.naming.number = read_attribute_id(game, node);
        "aliases": Texts, "Fields whose values name the card."
            => game.naming.aliases = read_attribute_ids(game, node);
        "heading": List(&Table(&HEADING)), "Headings of lists."
            => read_headings(node, &mut game.naming.headings);
        "absent": List(&Table(&ABSENT_CARDS)), "Cards that there are and that the data lacks."
            => game.naming.absent = read_absent_cards(node);
    }
    pub(super) fn read_naming_key(key: &str, node: TomlNode<'_>, game: &mut Game);

    pub(super) static ABSENT_CARDS = "absent cards of [naming]" {
        "ids": Texts, "What their ids begin with." => node.put(&mut absent.ids);
        "names": Texts, "Their names." => node.put(&mut absent.names);
        "endings": Texts, "What stands behind the name of a card that is there."
            => node.put(&mut absent.endings);
        required "text": Local, "What they are and who takes them." => node.put(&mut absent.text);
    }
    pub(super) fn read_absent_key(key: &str, node: TomlNode<'_>, absent: &mut AbsentCards);

    pub(super) static HEADING = "a heading of [naming]" {
        required "words": Texts, "The words of the heading." => node.put(&mut heading.words);
        "zone": Text, "The zone that it begins." => node.put(&mut heading.zone);
        "cards": Text, "A filter of the cards that stand below it." => node.put(&mut heading.cards);
    }
    pub(super) fn read_heading_key(key: &str, node: TomlNode<'_>, heading: &mut Heading);

    pub(super) static STEP = "a step of [naming] prefer" {
        "same": Text, "Cards that have the deck's value of a field.";
        "cards": Text, "Cards that a filter finds.";
        "zones": Texts, "The zones in which that counts.";
        "classes": Texts, "Sets by class, the preferred one first.";
    }

    pub(super) static ATTRIBUTE = "an attribute" {
        "type": Words(&ATTRIBUTE_TYPES),
            "What its values are; needed where the field is not there already.";
        "hidden": Boolean, "Whether drawings of cards leave it out.";
        "weight": Count, "How much it counts when cards are compared, 0 for not at all; without it, once.";
        NAME; ALIASES;
        "label": Local, "What tables and drawings of cards call it; without it, the name.";
        "from": Words(&["id"]), "That it is the card's id.";
        "distinct": Boolean,
            "Whether no two cards have the same value, of `text`: values that nobody has published differ too.";
        "of": Words(&ATTRIBUTE_OWNERS),
            "Whether a deck may say it of single copies; without it, only the card does.";
        "ordered": Boolean, "Whether the values stand in order, of `enum`.";
        "counts": Boolean, "Whether a card may have a value several times, of `set`.";
        "inverse": Text,
            "The field that says the same from the other side, of `cards`, perhaps this one: a card has in it whatever either side says.";
        DOC;
        "kinds": Texts, "The kinds of card that carry it; without it, all.";
        "default": FACT, "The value where a card prints none.";
        "defaults": By(&FACT), "The same by kind.";
        "values": List(&Either(&[Text, Table(&VALUE)])), "Its values, of `enum` and `set`.";
        "min": Number, "The smallest value.";
        "max": Number, "The largest value.";
    }
}

/// Types of fields.
pub(super) const ATTRIBUTE_TYPES: [&str; 8] =
    ["integer", "number", "text", "date", "enum", "set", "flag", "cards"];

/// Words for the card or the copy to which a field belongs.
pub(super) const ATTRIBUTE_OWNERS: [&str; 2] = ["card", "copy"];

keys! {
    pub(super) static VALUE = "a value" {
        required "id": Text, "Its id.";
        NAME; ALIASES;
    }
}

/// The table of provenances by field, whose keys are fields.
pub(super) const A_PROVENANCE: Phrase = word!("a provenance");

const FIELDS_OF_COPIES: ValueShape = By(&Count);

const PROVENANCE: ValueShape = Either(&[Text, By(&Text)]);

const QUANTITY: ValueShape = Either(&[Count, FIELDS_OF_COPIES]);

/// A fact: plain, `"?"` for unknown, or a table with bounds or with how it is printed.
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
        "quantity": QUANTITY, "How many copies a box holds, or each of the boxes.";
        "provenance": PROVENANCE, "Where the facts are known from.";
    }

    pub(super) static CARD = "a card", others FACT before "quantity" {
        "id": Text, "Its id; needed unless it takes the place of a stand-in.";
        "replaces": Text, "Id of the stand-in whose place it takes.";
        "name": Local, "Its name; without it, the id.";
        "aliases": Texts, "Other names of it.";
        "kind": Text, "Its kind; needed where the card is not there already.";
        "set": Texts, "The set.";
        "sets": Texts, "The sets.";
        "quantity": QUANTITY, "How many copies a box holds, or each of the boxes.";
        "effects": EFFECTS, "Its effects; `\"?\"` says that there may be others.";
        "faces": By(&Table(&CARD_PART)), "What stands on its other parts, by id of the part.";
        "provenance": PROVENANCE, "Where its facts are known from: one word, or by field.";
        "rule": List(&Table(&CARD_RULE)), "Rules that hold while it lies in a zone.";
        "change": List(&Table(&NUMBER_CHANGE)), "What it adds to numbers of formats while it lies in a zone.";
    }

    pub(super) static CARD_PART = "a part of a card", others FACT before "effects" {
        "name": Local, "A name of its own.";
        "effects": EFFECTS, "Its effects; `\"?\"` says that there may be others.";
    }
}
const PRINT: Key = key("print", Text, "How it is printed.");

keys! {
    pub(super) static NUMBER_FACT = "a value" {
        "value": Number, "The value.";
        "min": Number, "The smallest that it can be.";
        "max": Number, "The largest that it can be.";
        "choice": List(&Number), "The values of which the owner picks one.";
        PRINT;
    }

    /// A fact of another field.
    pub(super) static OTHER_FACT = "a value" {
        "value": Open, "The value.";
        PRINT;
    }

    pub(super) static EFFECT = "an effect" {
        required "effect": Text, "The effect.";
        "amount": Either(&[Number, Words(&["?"]), Table(&AMOUNT)]),
            "How much of it; `\"?\"` is not known.";
        "when": Text, "Its trigger.";
        "choice": Count, "Effects of one number are a choice of one of them.";
        "provenance": Text, "Where it is known from.";
    }

    pub(super) static AMOUNT = "an amount" {
        "min": Number, "The smallest that it can be.";
        "max": Number, "The largest that it can be.";
    }

    pub(super) static LIST = "a list" {
        ID; NAME; ALIASES;
        "cards": Either(&[List(&Text), By(&Number)]),
            "Its cards, by id or name; as a table, the number that it gives to each.";
        "sets": Texts, "Sets, by id or name, of which it holds every card.";
        "filter": Text, "Which other cards are on it, in the pile language.";
        "absent": Texts, "Ids of cards on it that no card file has.";
        FROM; TO; CITE; EXPLANATION;
    }

    pub(super) static SET_OUT = "what a card sets out" {
        required "cards": Texts, "Ids of the cards that do.";
        CITE;
        required "places": List(&Table(&PLACE)), "What they set out, place by place.";
    }

    pub(super) static PLACE = "a place that a card sets out" {
        ID;
        "name": Local, "What fills it, in words.";
        required "kind": Text, "The kind of card that fills it.";
        required "cards": Text, "Which cards fill it, in the pile language.";
        "optional": Boolean, "Whether it may stay empty.";
    }
}

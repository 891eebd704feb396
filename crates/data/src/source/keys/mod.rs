//! Every key of a game's TOML, written once: what the readers accept and what the schemas show.

use crate::files::shape::ValueShape::{
    self, Boolean, By, Date, List, Local, Table, Text, Texts, Words,
};
use crate::files::shape::{Key, Keys, key, required_key};

mod card;
mod format;
mod game;

pub(super) use card::*;
pub(super) use format::*;
pub use game::GAME;
pub(super) use game::*;

const NAME: Key = key("name", Local, "Its name.");
const ALIASES: Key = key("aliases", Texts, "Other words that mean it.");
const DOC: Key = key("doc", Local, "What it means, in a line.");

const ID: Key = required_key("id", Text, "Its id: small letters, digits, `.`, `_` and `-`.");
const CITE: Key = key("cite", Local, "Where that stands.");
const EXPLANATION: Key = key("text", Local, "Why, in words of our own.");
const FROM: Key = key("from", Date, "The first day on which it holds.");
const TO: Key = key("to", Date, "The last day on which it holds.");

/// Keys of a file of cards, lists and formats.
pub static DATA: Keys = Keys::new(
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

pub(super) static TWO_LANGUAGES: Keys = Keys::new(
    "a text in two languages",
    "un texte en deux langues",
    &[required_key("en", Text, "In English."), key("fr", Text, "In French.")],
);

const ONE_READER: ValueShape = Table(&READER);
pub(super) const READERS: Key = key(
    "reader",
    List(&ONE_READER),
    "Forms of deck files that the program does not know by itself.",
);

pub(in crate::source) static READER: Keys = Keys::new(
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

pub(in crate::source) static READER_XML: Keys = Keys::new(
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

pub(in crate::source) static READER_JSON: Keys = Keys::new(
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

pub(in crate::source) static READER_LINES: Keys = Keys::new(
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

pub(in crate::source) static READER_KEYS: Keys = Keys::new(
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

//! Every key of a game's TOML, written once: what the readers accept and what the schemas show.

mod card;
mod format;
mod game;
mod reader;

pub(super) use card::*;
pub(super) use format::*;
pub use game::GAME;
pub(super) use game::*;
pub(super) use reader::*;

use crate::files::shape::ValueShape::{Date, List, Local, Table, Text, Texts};
use crate::files::shape::{Key, Keys, key, need};

const NAME: Key = key("name", Local, "Its name.");
const ALIASES: Key = key("aliases", Texts, "Other words that mean it.");
const DOC: Key = key("doc", Local, "What it means, in a line.");

const ID: Key = need("id", Text, "Its id: small letters, digits, `.`, `_` and `-`.");
const CITE: Key = key("cite", Local, "Where that stands.");
const EXPLANATION: Key = key("text", Local, "Why, in words of our own.");
const FROM: Key = key("from", Date, "The first day on which it holds.");
const TO: Key = key("to", Date, "The last day on which it holds.");

/// A file of cards, lists and formats.
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
    &[need("en", Text, "In English."), key("fr", Text, "In French.")],
);

//! Messages about deck files in every language, and errors of deck files.

use super::limits::{MAX_BYTES, MAX_CARDS, MAX_COUNT, MAX_ENTRIES, MAX_STATES, MAX_STATES_OF_DECK};
use sleeve_data::{
    files::FileMessage,
    messages,
    model::{Lang, Number, Text, deck::Note},
    of_files,
    problem::{Candidates, DidYouMean, Message, NearOrAll, Phrase, Problem},
    terms,
};
use std::{ops::Range, sync::Arc};

messages! {
    /// The kinds of problems of a deck file.
    pub enum DeckMessage {
        File(message: FileMessage) => {
            as: *message,
            label: HERE,
        }
        NoZones => {
            title: "the deck has no `zones`",
            label: HERE,
            help: "`sleeve new GAME/FORMAT` writes a starter file",
            page: "write `[zones.ZONE]` and the cards below it",
        }
        Empty => {
            title: "the deck file is empty",
            label: HERE,
        }
        NoCards => {
            title: "no line names a card: there is only text or a heading here",
            label: HERE,
            help: "write one card per line, such as `2 NAME`",
        }
        ReadAlready => {
            title: "standard input was already read: `-` is given twice",
            label: HERE,
        }
        NoDecks ["no-decks"] => {
            title: "no deck file in this folder",
            label: HERE,
            help: "decks are *.toml, *.txt, *.htd, *.xml and *.json files, and others that look like a deck; to read any other file, name it",
        }
        Refused { format: &'static str, what: Phrase } => {
            title: "a deck file ({format}) cannot contain {what}",
            label: HERE,
        }
        TooMany => {
            let limit = MAX_ENTRIES;
            title: "more than {limit} entries in one deck",
            label: HERE,
        }
        /// Numbers before names that count up by one.
        Ranks { first: u32, last: u32 } => "the numbers {first} to {last} before the names are read as list numbers, not as copies",
        /// A list that a described form reads better.
        ReadByForm { form: String } => "read as `{form}`, in which more lines name cards; `--from text` reads a plain list",
        /// Numbers behind names whose sum is that of the heading above them.
        EndingCounts { heading: String } => "the numbers that end the names below `{heading}` are read as copies: their sum is the number of the heading",
        /// Headers below cards that the deck already has, or that name no side.
        HeadersBelow { first: String, others: usize } => {
            when *others == 0 => "`{first}` below the cards is read as a remark; a second deck has to begin with its side or role",
            title: (*others, "`{first}` and {others} more line below the cards are read as remarks; a second deck has to begin with its side or role", "`{first}` and {others} more lines below the cards are read as remarks; a second deck has to begin with its side or role"),
        }
        TooManyCards { cards: u64 } => {
            let limit = MAX_CARDS;
            title: "{cards} cards in one deck; the limit is {limit}",
            label: HERE,
        }
        OtherForm { form: String } => {
            title: "this is not a `{form}` file",
            label: HERE,
        }
        Lacks { what: String } => {
            title: "this card has no `{what}`",
            label: HERE,
        }
        NoNameOrId => {
            title: "a card needs a name or an id",
            label: HERE,
        }
        Count { found: String } => {
            let limit = MAX_COUNT;
            title: "`{found}` is not a number of copies; write a number from 1 to {limit}",
            label: HERE,
        }
        OpenCounts { heading: String } => {
            title: "no column is called `count`, and `{heading}` may have numbers of copies or of cards",
            label: HERE,
            help: "in the first row, name the column of copies `count`; if all cards are single, remove the column",
        }
        Several { count: usize } => {
            title: "{count} decks in one file, but only one is expected",
            label: HERE,
            help: "put each deck in its own file",
        }
        NoDeckOfNumber { number: usize, count: usize } => {
            title: "no deck {number} in this file, which contains {count}",
            label: HERE,
        }
        UnknownFormat { name: String, candidates: Vec<String> } => {
            title: "unknown deck file format `{name}`",
            label: HERE,
            help: NearOrAll(&name, &candidates),
        }
        Unknown { what: DeckTerm, name: String, within: String, candidates: Candidates } => {
            title: "no {what} `{name}` in {within}",
            label: "not declared",
            help: candidates,
        }
        OtherGame { found: String, wanted: String } => {
            title: "this deck is for `{found}`, not for `{wanted}`",
            label: HERE,
            help: "check it with `--game {found}`, or leave it out",
            page: "choose `{found}` above it, or let the deck choose its game",
        }
        /// A parameter value that its format does not allow. `allowed` is a list of words, or a
        /// range.
        Value { name: String, found: String, allowed: String } => {
            title: "`{name}` is {found}, but must be {allowed}",
            label: HERE,
        }
        NoCopyFields { field: String, game: String } => {
            title: "copies cannot have `{field}`: `{game}` declares no fields for copies",
            label: HERE,
            help: "write only the number of copies",
        }
        OfTheCard { field: String } => {
            title: "`{field}` belongs to the card; a deck cannot set it for copies",
            label: HERE,
        }
        NoCopyField { field: String, candidates: Candidates } => {
            title: "copies have no field `{field}`",
            label: "not declared",
            help: candidates,
        }
        NotOfThisKind { field: String, kind: Text } => {
            let kind = &kind;
            title: "copies of the kind {kind} have no `{field}`",
            label: HERE,
        }
        NoCopyValue { field: String, found: String, candidates: Candidates } => {
            title: "`{field}` of a copy cannot be `{found}`",
            label: HERE,
            help: candidates,
        }
        CopyNumber {
            field: String, found: String, whole: bool, min: Option<Number>, max: Option<Number>,
        } => {
            let number = if *whole { word!("a whole number") } else { word!("a number") };
            when min.is_some() && max.is_some() => {
                title: "`{field}` of a copy has to be {number} from {min} to {max}, not `{found}`",
                label: HERE,
            }
            when min.is_some() => {
                title: "`{field}` of a copy has to be {number} of at least {min}, not `{found}`",
                label: HERE,
            }
            when max.is_some() => {
                title: "`{field}` of a copy has to be {number} of at most {max}, not `{found}`",
                label: HERE,
            }
            title: "`{field}` of a copy has to be {number}, not `{found}`",
            label: HERE,
        }
        CopyFlag { field: String, found: String } => {
            title: "`{field}` of a copy has to be true or false, not `{found}`",
            label: HERE,
        }
        TooManyStatesOfDeck => {
            let limit = MAX_STATES_OF_DECK;
            title: "more than {limit} different states of cards in one deck",
            label: HERE,
        }
        TooManyStates => {
            let limit = MAX_STATES;
            title: "more than {limit} different states of cards in the decks read together",
            label: HERE,
        }
        NoSideboard { format: String } => {
            title: "the format `{format}` has no sideboard to exchange cards with",
            label: HERE,
        }
        /// A plan takes more copies out of a zone than are there.
        TooFewInZone { zone: String, card: Text, taken: u32, held: u32 } => {
            title: "{taken} × {card} to take out of `{zone}`, which has {held}",
            label: HERE,
        }
        /// A name shared by several cards, with their names and ids.
        Ambiguous { name: String, cards: Vec<(String, String)> } => {
            let shown = labelled(&cards).join(", ");
            title: "`{name}` could be several cards",
            label: "several cards",
            help: "write the id of the one you mean: {shown}",
        }
        /// A name that no card has, with the names and ids of the cards it may mean, best first.
        NoCard { name: String, cards: Vec<(String, String)> } => {
            title: "no card `{name}`",
            label: "no such card",
            help: DidYouMean(&cards),
        }
    }
}

messages! {
    /// Why a file in a folder is not read.
    #[derive(Eq)]
    pub enum WhySkipped {
        /// A pipe, a socket or a device.
        NotRegular ["not-a-file"] => { as: FileMessage::NotRegular }
        /// A link to a folder, which may lead back to its own folder.
        LinkedFolder ["linked-folder"] => "a link to a folder; to read it, name the folder itself",
        /// A link that leads out of the folder.
        LeadsOut ["leads-out"] => { as: FileMessage::LeadsOut }
        /// A backup copy from an editor or a tool.
        Copy ["copy"] => "looks like a backup copy; to read it, name it",
        /// Cards, formats or lists, which extend a game.
        Data ["card-data"] => "card data, not a deck; check it with `sleeve lint`",
        Binary ["not-text"] => "not text",
        Unrecognised ["not-recognised"] => "does not look like a deck; to read it anyway, name it",
        Unreadable(message: FileMessage) ["unreadable"] => { as: *message }
        Stopped ["stopped"] => "the run stopped before it was read",
    }
}

terms! {
    /// The things that a deck can name.
    pub enum DeckTerm {
        Zone => "zone";
        Role => "role";
        Parameter => "parameter";
        Format => "format";
    }
}

const HERE: Phrase = word!("here");

of_files!(DeckMessage);

/// A note on an assumption of a reader.
pub(crate) fn note_of(message: &dyn Message, span: Range<usize>) -> Note {
    Note { message: Text::from_words(|lang| message.title(lang)), span, lines: Vec::new() }
}

/// Names of cards, with their ids if these differ.
fn labelled(cards: &[(String, String)]) -> Vec<String> {
    let mut labels = Vec::new();
    for (name, id) in cards {
        let is_same = name == id || id.is_empty();
        labels.push(if is_same { name.clone() } else { format!("{name} ({id})") });
    }
    labels
}

/// A problem of a deck file, with its span.
pub type DeckProblem = Problem<DeckMessage>;

/// A file that is not a deck, with all its problems.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {}", summary(problems))]
pub struct DeckError {
    /// Path or `-`, as given.
    pub path: String,
    /// The text that the spans refer to; empty if nothing could be decoded.
    pub text: Arc<str>,
    /// In the order of the file.
    pub problems: Vec<DeckProblem>,
}

fn summary(problems: &[DeckProblem]) -> String {
    let first = problems
        .first()
        .map_or_else(String::new, |p| p.title(Lang::En));
    match problems.len() {
        0 | 1 => first,
        n => format!("{first} (and {} more)", n - 1),
    }
}

impl DeckError {
    /// An error about a whole file.
    pub fn from_message(path: &str, message: impl Into<DeckMessage>) -> DeckError {
        let problems = vec![message.into().into()];
        DeckError { path: path.to_owned(), text: Arc::from(""), problems }
    }

    /// An error about a file with more than [`MAX_BYTES`] bytes.
    pub fn too_large(path: &str) -> DeckError {
        let (bytes, limit) = (MAX_BYTES + 1, MAX_BYTES);
        DeckError::from_message(path, FileMessage::TooLarge { bytes, limit })
    }
}

//! Messages about requests, in every language. Each crate words its own problems.

use sleeve_check::CheckedDeck;
use sleeve_data::{
    files::ForeignSentence,
    messages,
    model::Catalog,
    problem::{Candidates, Joined, NearOrAll},
};
use std::path::Path;

messages! {
    /// Errors, warnings and notes about requests.
    pub enum RequestMessage {
        /// A field of JSON that the question does not have.
        NoRequestField { field: String, known: Vec<String> } => {
            let known = Joined(&known);
            title: "this question has no field `{field}`",
            help: "its fields are {known}",
        }
        FieldsExclude { field: String, other: String } => {
            title: "`{field}` and `{other}` exclude each other",
            help: "leave out one of them",
        }
        FieldMissing { field: String } => "this question needs the field `{field}`",
        FieldNeeds { field: String, other: String } => {
            title: "`{field}` needs `{other}`",
            help: "give both, or none",
        }
        /// JSON that is not of the form of the question.
        WrongRequest { why: String } => {
            let why = ForeignSentence(&why);
            title: "the question cannot be read: {why}",
        }
        NoConditionAsked => {
            title: "a condition is missing",
            help: "write one after the deck, such as 'count() >= 1'",
        }
        NothingKept => {
            title: "no hand is exchanged, because `--keep` is missing",
            help: "say which hands to keep: --keep 'count(…) >= 2'",
        }
        NothingAsked => {
            title: "there is nothing to simulate",
            help: "write a condition or a measure, such as 'count() >= 1' or 'sum(cost)'",
        }
        NothingDrawn => {
            title: "a pile needs the size of the opening hand",
            help: "add --draw 7",
        }
        NoSeats => {
            title: "seats and players do not matter in this format",
            help: "leave out --seat and --players",
        }
        NoDeckNamed => {
            title: "the deck is missing",
            help: "name a deck file, or use --pile 'lands=24,other=36' --draw 7",
        }
        NoPlan { name: String, plans: Vec<String> } => {
            title: "the deck has no plan `{name}`",
            help: NearOrAll(&name, &plans),
        }
        NoDeckFile { path: String, candidates: Candidates } => {
            when !candidates.names.is_empty() => {
                title: "there is no deck file `{path}`",
                help: candidates,
            }
            title: "there is no deck file `{path}`",
            help: "write the deck first, then conditions; without a deck, use --pile 'lands=24,other=36' --draw 7",
        }
        PolicyForMeasure => {
            title: "--policy needs a condition first, not a measure",
            help: "write the condition that you play for first",
        }
        VaryOfMeasure => {
            title: "--vary and --until need a condition, and this is a measure",
            help: "compare it: 'sum(cost) <= 4'",
        }
        SeenOfWhat => {
            title: "--seen needs one deck, and HITS/GAMES for each condition or one file of hands",
            help: "write for example: --seen 101/126 'count(ace) >= 3'",
        }
        SeenInNoGames => {
            title: "--seen needs at least one game, and no more hits than games",
            help: "write for example: --seen 101/126 'count(ace) >= 3'",
        }
        /// A file of hands does not say enough for the question.
        SeenInHands => {
            title: "a file of hands answers conditions on the opening hand, without mulligans",
            help: "count the games yourself: --seen 101/126",
        }
        NoHand { path: String, line: usize, size: usize } => {
            title: "`{path}`, line {line} is not a hand of {size} cards of this pile",
            help: "write names or ids with `;` between them, such as `Luke; 2x Leia`",
        }

        WhichFormat { game: String, formats: Vec<String> } => {
            let formats = Joined(&formats);
            title: "a deck for which format of `{game}`?",
            help: "write one of {formats}",
        }
        /// `first` and `last` are of several decks of one file, else empty.
        NotOneDeck { path: String, count: usize, first: String, last: String } => {
            when !first.is_empty() => {
                title: "`{path}` contains {count} decks; one is needed",
                help: "name one of them: `{first}` to `{last}`",
            }
            title: "`{path}` contains {count} decks; one is needed",
            help: "name one file",
        }
    }
}

impl RequestMessage {
    /// The error that two fields exclude each other.
    pub fn exclude(field: &str, other: &str) -> RequestMessage {
        RequestMessage::FieldsExclude { field: field.to_owned(), other: other.to_owned() }
    }

    /// The error that a field is missing.
    pub fn missing(field: &str) -> RequestMessage {
        RequestMessage::FieldMissing { field: field.to_owned() }
    }

    /// The question for which format of a game a deck is meant.
    pub fn which_format(catalog: &Catalog) -> RequestMessage {
        let game = catalog.game.id();
        let formats = catalog
            .formats()
            .map(|f| format!("{game}/{}", f.named.id))
            .collect();
        RequestMessage::WhichFormat { game: game.to_owned(), formats }
    }

    /// The error for a path that means no deck or several.
    pub fn not_one_deck(path: &Path, decks: &[CheckedDeck]) -> RequestMessage {
        let ends = decks.first().zip(decks.last());
        let of_one_file = ends.filter(|(first, last)| {
            first.part < last.part && first.file_path() == last.file_path()
        });
        let (first, last) = of_one_file
            .map(|(first, last)| (first.path.clone(), last.path.clone()))
            .unwrap_or_default();
        let (path, count) = (path.display().to_string(), decks.len());
        RequestMessage::NotOneDeck { path, count, first, last }
    }
}

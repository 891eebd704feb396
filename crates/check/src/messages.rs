//! What the check of decks says of their `sleeve.toml` and of their game's data, in every language.

use super::MAX_HEADINGS;
use sleeve_data::messages;
use sleeve_data::model::Deck;
use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::hidden::escaped;
use sleeve_data::problem::{HelpOf, MAX_PROBLEMS, NearOrAll, Problem, Quoted, TitleOf};
use sleeve_decks::error::MAX_COUNT;
use sleeve_language::LanguageError;
use sleeve_library::CatalogError;
use sleeve_library::project::{UNKNOWN_RULE, UNUSED_ASSERTION};

messages! {
    /// Problems of a deck that neither its rules nor its own file report.
    #[derive(Clone, PartialEq, Debug)]
    pub enum CheckMessage {
        Config { path: String } => "`{path}`, which holds for it, has mistakes",
        /// Mistakes in the data of a deck's game that are not told one by one.
        MoreData { more: usize } => {
            title: "{more} more mistakes in the card data",
            help: "`sleeve lint PATH` tells them",
        }
        /// More lines that name no card than a deck can have.
        AllUnknown { lines: usize } => "{lines} lines name no card: this is no deck of the game",
        Headings { headings: usize, limit: usize } => "{headings} headings in one list, where {limit} at most are read",
        NoCard { text: String } => {
            let text = escaped(&text);
            title: "there is no card `{text}`",
        }
        /// A line with a number of copies that no deck allows, as it is written.
        Count { text: String } => {
            let text = escaped(&text);
            let limit = MAX_COUNT;
            title: "`{text}`: a number of copies from 1 to {limit} was expected",
        }
        SeveralCards { text: String } => {
            let text = escaped(&text);
            title: "`{text}` may be several cards",
        }
        AssertionCondition { id: String, error: LanguageError } => {
            let title = TitleOf(&*error);
            title: "the assertion `{id}` has a mistake: {title}",
            help: HelpOf(&*error),
        }
        AssertionZone { id: String, name: String, candidates: Vec<String> } => {
            title: "the assertion `{id}` has a mistake: there is no zone `{name}` in the format of a deck it concerns",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutGame { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            title: "this level has no effect: there is no game `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutFormat { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            title: "this level has no effect: there is no format `{name}`",
            help: NearOrAll(&name, &candidates),
        }
        /// A level of a rule or an assertion that does not exist.
        LevelWithoutRule {
            name: String, is_assertion: bool, candidates: Vec<String>,
        } [UNKNOWN_RULE] => {
            when candidates.is_empty() && !*is_assertion => {
                title: "this level has no effect: there is no rule `{name}`",
                help: "`sleeve rules GAME/FORMAT` lists the rules",
            }
            let near = candidates.first().map_or("", String::as_str);
            title: "this level has no effect: there is no rule `{name}`",
            help: NearOrAll(&near, &candidates),
        }
        Unused { id: String, patterns: Vec<String> } [UNUSED_ASSERTION] => {
            when patterns.is_empty() => {
                title: "the assertion `{id}` concerns no deck",
                help: "no deck below its folder is of the game and format that it names",
            }
            let patterns = Quoted(&patterns);
            title: "the assertion `{id}` concerns no deck",
            help: "no deck below its folder is meant by {patterns}",
        }
    }
}

impl CheckMessage {
    /// The problem of a line whose card could not be resolved.
    pub fn from_unresolved(line: &Unresolved) -> CheckMessage {
        let text = line.text.clone();
        if line.count == 0 {
            CheckMessage::Count { text }
        } else if line.ambiguous {
            CheckMessage::SeveralCards { text }
        } else {
            CheckMessage::NoCard { text }
        }
    }
}

/// How many mistakes in the data are repeated for each deck that needs it: `lint` names them all.
const SHOWN_DATA_MISTAKES: usize = 10;

/// A deck list with more headings than a list has.
pub(super) fn too_many_headings(headings: usize) -> Problem {
    Problem::from(CheckMessage::Headings { headings, limit: MAX_HEADINGS }).into_any()
}

/// The problems of a file whose lines name no card: how many there are, then the first of them.
pub(super) fn unknown_lines(deck: Deck) -> Vec<Problem> {
    let all = CheckMessage::AllUnknown { lines: deck.unresolved.len() };
    let first = deck.unresolved.iter().take(MAX_PROBLEMS);
    let first = first
        .map(|line| Problem::from_span(line.span.clone(), CheckMessage::from_unresolved(line)));
    std::iter::once(all.into()).chain(first).map(Problem::into_any).collect()
}

/// The first mistakes in the data of a game, and how many more there are.
pub(super) fn data_problems(error: &CatalogError) -> Vec<Problem> {
    let mut problems = error.problems();
    let more = problems.len().saturating_sub(SHOWN_DATA_MISTAKES);
    problems.truncate(SHOWN_DATA_MISTAKES);
    problems.extend((more > 0).then(|| Problem::from(CheckMessage::MoreData { more }).into_any()));
    problems
}

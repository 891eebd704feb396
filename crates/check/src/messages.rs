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
        Config { path: String } => {
            en: "`{path}`, which holds for it, has mistakes",
            fr: "`{path}`, qui vaut pour lui, contient des erreurs",
        }
        /// Mistakes in the data of a deck's game that are not told one by one.
        MoreData { more: usize } => {
            en: "{more} more mistakes in the card data",
            fr: "{more} autres erreurs dans les données de cartes",
            help_en: "`sleeve lint PATH` tells them",
            help_fr: "`sleeve lint CHEMIN` les donne",
        }
        /// More lines that name no card than a deck can have.
        AllUnknown { lines: usize } => {
            en: "{lines} lines name no card: this is no deck of the game",
            fr: "{lines} lignes ne désignent aucune carte : ce n'est pas un deck du jeu",
        }
        Headings { headings: usize, limit: usize } => {
            en: "{headings} headings in one list, where {limit} at most are read",
            fr: "{headings} titres dans une liste, où {limit} au plus sont lus",
        }
        NoCard { text: String } => {
            let text = escaped(&text);
            en: "there is no card `{text}`",
            fr: "il n'y a pas de carte « {text} »",
        }
        /// A line with a number of copies that no deck allows, as it is written.
        Count { text: String } => {
            let text = escaped(&text);
            let limit = MAX_COUNT;
            en: "`{text}`: a number of copies from 1 to {limit} was expected",
            fr: "« {text} » : un nombre d'exemplaires de 1 à {limit} est attendu",
        }
        SeveralCards { text: String } => {
            let text = escaped(&text);
            en: "`{text}` may be several cards",
            fr: "« {text} » peut désigner plusieurs cartes",
        }
        AssertionCondition { id: String, error: LanguageError } => {
            let title = TitleOf(&*error);
            en: "the assertion `{id}` has a mistake: {title}",
            fr: "l'assertion « {id} » contient une erreur : {title}",
            help: HelpOf(&*error),
        }
        AssertionZone { id: String, name: String, candidates: Vec<String> } => {
            en: "the assertion `{id}` has a mistake: there is no zone `{name}` in the format of a deck it concerns",
            fr: "l'assertion « {id} » contient une erreur : il n'y a pas de zone « {name} » dans le format d'un deck concerné",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutGame { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            en: "this level has no effect: there is no game `{name}`",
            fr: "ce niveau est sans effet : il n'y a pas de jeu « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        LevelWithoutFormat { name: String, candidates: Vec<String> } [UNKNOWN_RULE] => {
            en: "this level has no effect: there is no format `{name}`",
            fr: "ce niveau est sans effet : il n'y a pas de format « {name} »",
            help: NearOrAll(&name, &candidates),
        }
        /// A level of a rule or an assertion that does not exist.
        LevelWithoutRule {
            name: String, is_assertion: bool, candidates: Vec<String>,
        } [UNKNOWN_RULE] => {
            when candidates.is_empty() && !*is_assertion => {
                en: "this level has no effect: there is no rule `{name}`",
                fr: "ce niveau est sans effet : il n'y a pas de règle « {name} »",
                help_en: "`sleeve rules GAME/FORMAT` lists the rules",
                help_fr: "`sleeve rules JEU/FORMAT` donne les règles",
            }
            let near = candidates.first().map_or("", String::as_str);
            en: "this level has no effect: there is no rule `{name}`",
            fr: "ce niveau est sans effet : il n'y a pas de règle « {name} »",
            help: NearOrAll(&near, &candidates),
        }
        Unused { id: String, patterns: Vec<String> } [UNUSED_ASSERTION] => {
            when patterns.is_empty() => {
                en: "the assertion `{id}` concerns no deck",
                fr: "l'assertion « {id} » ne concerne aucun deck",
                help_en: "no deck below its folder is of the game and format that it names",
                help_fr: "aucun deck de son dossier n'est du jeu et du format qu'elle nomme",
            }
            let patterns = Quoted(&patterns);
            en: "the assertion `{id}` concerns no deck",
            fr: "l'assertion « {id} » ne concerne aucun deck",
            help_en: "no deck below its folder is meant by {patterns}",
            help_fr: "aucun deck de son dossier ne correspond à {patterns}",
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

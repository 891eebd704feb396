//! Errors of the rooms as problems of a deck file, worded.

use super::problem::InputProblem;
use super::unresolved;
use crate::decks::DeckProblem;
use crate::model::deck::Unresolved;
use crate::model::fold::fold;
use crate::model::game::Named;
use crate::model::{Lang, Str};
use crate::project::TargetError;

pub(super) fn say(lang: Lang, en: String, fr: String) -> String {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

pub(super) fn list(names: &[String]) -> String {
    names.iter().map(|n| format!("`{n}`")).collect::<Vec<_>>().join(", ")
}

/// A problem of a deck file.
pub fn deck_problem(problem: &DeckProblem, lang: Lang) -> InputProblem {
    InputProblem {
        message: problem.title(lang),
        label: problem.label(lang),
        span: problem.span().cloned(),
        help: problem.help(lang),
        ..InputProblem::default()
    }
}

/// How many lines of a deck name no card, and the first of them.
pub fn all_unknown(lines: usize, first: &[Unresolved], lang: Lang) -> Vec<InputProblem> {
    let problem = |line: &Unresolved| InputProblem {
        message: unresolved::title(line, lang),
        span: Some(line.span.clone()),
        ..InputProblem::default()
    };
    let all = InputProblem {
        message: say(
            lang,
            format!("{lines} lines name no card: this is no deck of the game"),
            format!("{lines} lignes ne désignent aucune carte : ce n'est pas un deck du jeu"),
        ),
        ..InputProblem::default()
    };
    std::iter::once(all).chain(first.iter().map(problem)).collect()
}

/// A list with more headings than a list can have.
pub fn too_many_headings(headings: usize, most: usize, lang: Lang) -> InputProblem {
    InputProblem {
        message: say(
            lang,
            format!("{headings} headings in one list, where {most} at most are read"),
            format!("{headings} titres dans une liste, où {most} au plus sont lus"),
        ),
        ..InputProblem::default()
    }
}

/// A game or format that cannot be told.
pub fn target_problem(problem: &TargetError, lang: Lang) -> InputProblem {
    let one_of = |names: &[String]| {
        say(lang, format!("one of {}", list(names)), format!("parmi {}", list(names)))
    };
    match problem {
        TargetError::NoGame { candidates } => InputProblem {
            message: say(
                lang,
                "the deck does not say which game it is for".to_owned(),
                "le deck ne dit pas pour quel jeu il est fait".to_owned(),
            ),
            help: say(
                lang,
                format!("write `game = \"…\"` in it, or give --game: {}", one_of(candidates)),
                format!("écrivez-y `game = \"…\"`, ou donnez --game : {}", one_of(candidates)),
            ),
            candidates: candidates.clone(),
            ..InputProblem::default()
        },
        TargetError::UnknownGame { name, candidates, span } => InputProblem {
            message: say(
                lang,
                format!("there is no game `{name}`"),
                format!("il n'y a pas de jeu « {name} »"),
            ),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: span.clone(),
            ..InputProblem::default()
        },
        TargetError::NoFormat { game, candidates } => InputProblem {
            message: say(
                lang,
                format!("the deck does not say which format of {game} it is for"),
                format!("le deck ne dit pas pour quel format de {game} il est fait"),
            ),
            help: say(
                lang,
                format!(
                    "write `format = \"…\"` in it, or give --as: one of {}",
                    formats_of(game, candidates, lang)
                ),
                format!(
                    "écrivez-y `format = \"…\"`, ou donnez --as : parmi {}",
                    formats_of(game, candidates, lang)
                ),
            ),
            candidates: candidates.clone(),
            ..InputProblem::default()
        },
        TargetError::UnknownFormat { name, game, named, elsewhere, span } => {
            let candidates = match elsewhere {
                Some(_) => named.iter().map(|format| format.id.to_string()).collect(),
                None => nearest_first(name, named, lang),
            };
            let few = formats_of(game, &candidates, lang);
            let near = near_named(name, named, lang);
            let mut help = near.unwrap_or_else(|| there_are(&few, lang));
            if let Some(other) = elsewhere {
                let own = say(
                    lang,
                    format!("`{name}` is a format of {other}; {game} has "),
                    format!("« {name} » est un format de {other} ; {game} a "),
                );
                help = own + &few;
            }
            InputProblem {
                message: say(
                    lang,
                    format!("there is no format `{name}` in {game}"),
                    format!("il n'y a pas de format « {name} » dans {game}"),
                ),
                help,
                candidates,
                span: span.clone(),
                ..InputProblem::default()
            }
        }
    }
}

/// So many formats of a game are named in one sentence.
const FEW_FORMATS: usize = 5;

/// The first formats of a game, and where the others are listed.
fn formats_of(game: &str, ids: &[String], lang: Lang) -> String {
    // One that is left would be no longer than saying so.
    let few = if ids.len() <= FEW_FORMATS + 1 { ids.len() } else { FEW_FORMATS };
    let (first, rest) = ids.split_at(few);
    let first = list(first);
    match rest.len() {
        0 => first,
        more => say(
            lang,
            format!("{first} and {more} more (`sleeve rules {game}` lists them)"),
            format!("{first} et {more} autres (`sleeve rules {game}` les énumère)"),
        ),
    }
}

fn there_are(what: &str, lang: Lang) -> String {
    say(lang, format!("there are {what}"), format!("il y a {what}"))
}

/// How near a word is to the nearest word for each of some things with names.
fn nearness<'n>(
    word: &str,
    all: &'n [Named],
    lang: Lang,
) -> impl Iterator<Item = (f64, &'n Named)> {
    let wanted = fold(word);
    all.iter().map(move |named| {
        let aliases = named.aliases.iter().map(Str::as_str);
        let known = [named.id.as_str(), named.name.get(lang)].into_iter().chain(aliases);
        let scores = known.map(|known| strsim::jaro_winkler(&wanted, &fold(known)));
        (scores.fold(0.0, f64::max), named)
    })
}

/// The ids of things with names, those nearest to a word first.
fn nearest_first(word: &str, all: &[Named], lang: Lang) -> Vec<String> {
    let mut scored: Vec<(f64, &Named)> = nearness(word, all, lang).collect();
    scored.sort_by(|(a, _), (b, _)| b.total_cmp(a));
    scored.into_iter().map(|(_, named)| named.id.to_string()).collect()
}

/// "did you mean" for things with names: what is near an id, an alias or a name in the user's
/// language is called by its id, with that name where the two differ.
fn near_named(word: &str, all: &[Named], lang: Lang) -> Option<String> {
    let best = nearness(word, all, lang).filter(|(score, _)| *score > 0.8);
    let (_, named) = best.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
    let (id, name) = (&named.id, named.name.get(lang));
    Some(match fold(name) == fold(id) {
        true => say(lang, format!("did you mean `{id}`?"), format!("vouliez-vous dire « {id} » ?")),
        false => say(
            lang,
            format!("did you mean `{id}` ({name})?"),
            format!("vouliez-vous dire « {id} » ({name}) ?"),
        ),
    })
}

/// "did you mean", or everything there is where nothing is near.
pub fn near_or_all(name: &str, candidates: &[String], lang: Lang) -> String {
    let name = crate::model::fold::fold(name);
    let near = |candidate: &&String| {
        strsim::jaro_winkler(&name, &crate::model::fold::fold(candidate)) > 0.8
    };
    let mut nearest: Vec<&String> = candidates.iter().filter(near).collect();
    let score = |c: &String| strsim::jaro_winkler(&name, &crate::model::fold::fold(c));
    nearest.sort_by(|a, b| score(b).total_cmp(&score(a)));
    match nearest.first() {
        Some(best) => {
            say(lang, format!("did you mean `{best}`?"), format!("vouliez-vous dire « {best} » ?"))
        }
        None if candidates.is_empty() => String::new(),
        None => say(
            lang,
            format!("there are {}", list(candidates)),
            format!("il y a {}", list(candidates)),
        ),
    }
}

//! Errors of the rooms as problems of a deck file, worded.

use super::problem::InputProblem;
use crate::decks::Problem;
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
pub fn deck_problem(problem: &Problem, lang: Lang) -> InputProblem {
    InputProblem {
        message: problem.title(lang),
        label: problem.label(lang),
        span: problem.span.clone(),
        help: problem.help(lang),
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
                format!("write `format = \"…\"` in it, or give --as: {}", one_of(candidates)),
                format!("écrivez-y `format = \"…\"`, ou donnez --as : {}", one_of(candidates)),
            ),
            candidates: candidates.clone(),
            ..InputProblem::default()
        },
        TargetError::UnknownFormat { name, game, candidates, named, elsewhere, span } => {
            let mut help = near_or_all_named(name, named, lang);
            if let Some(other) = elsewhere {
                let own = say(
                    lang,
                    format!("`{name}` is a format of {other}; {game} has "),
                    format!("« {name} » est un format de {other} ; {game} a "),
                );
                help = own + &list(candidates);
            }
            InputProblem {
                message: say(
                    lang,
                    format!("there is no format `{name}` in {game}"),
                    format!("il n'y a pas de format « {name} » dans {game}"),
                ),
                help,
                candidates: candidates.clone(),
                span: span.clone(),
                ..InputProblem::default()
            }
        }
    }
}

/// The same for things with names: what is near an id, an alias or a name in the user's language is
/// called by its id, with that name where the two differ.
pub fn near_or_all_named(word: &str, all: &[Named], lang: Lang) -> String {
    let wanted = fold(word);
    let score = |known: &str| strsim::jaro_winkler(&wanted, &fold(known));
    let words = |named: &Named| -> Vec<(f64, String)> {
        let aliases = named.aliases.iter().map(Str::as_str);
        let known = [named.id.as_str(), named.name.get(lang)].into_iter().chain(aliases);
        known.map(|known| (score(known), known.to_owned())).collect()
    };
    let scored = all.iter().flat_map(|named| words(named).into_iter().map(move |w| (w, named)));
    let best = scored.filter(|((score, _), _)| *score > 0.8);
    let best = best.max_by(|((a, _), _), ((b, _), _)| a.total_cmp(b));
    let Some((_, named)) = best else {
        let ids: Vec<String> = all.iter().map(|named| named.id.to_string()).collect();
        return near_or_all(word, &ids, lang);
    };
    let (id, name) = (&named.id, named.name.get(lang));
    match fold(name) == fold(id) {
        true => say(lang, format!("did you mean `{id}`?"), format!("vouliez-vous dire « {id} » ?")),
        false => say(
            lang,
            format!("did you mean `{id}` ({name})?"),
            format!("vouliez-vous dire « {id} » ({name}) ?"),
        ),
    }
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

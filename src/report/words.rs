//! Errors of the rooms as problems of a deck file, worded.

use super::checked::InputProblem;
use crate::catalog::CatalogError;
use crate::decks::Problem;
use crate::language::LanguageError;
use crate::model::{Catalog, Lang};
use crate::rules::{CheckError, ContentsError, RuleError, SetupError, TargetError};

fn say(lang: Lang, en: String, fr: String) -> String {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

fn list(names: &[String]) -> String {
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
    let one_of = |names: &[String]| say(lang, format!("one of {}", list(names)), format!("parmi {}", list(names)));
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
            message: say(lang, format!("there is no game `{name}`"), format!("il n'y a pas de jeu « {name} »")),
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
        TargetError::UnknownFormat { name, game, candidates, elsewhere, span } => {
            let mut help = near_or_all(name, candidates, lang);
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
        Some(best) => say(lang, format!("did you mean `{best}`?"), format!("vouliez-vous dire « {best} » ?")),
        None if candidates.is_empty() => String::new(),
        None => say(lang, format!("there are {}", list(candidates)), format!("il y a {}", list(candidates))),
    }
}

/// Card data that cannot be used.
pub fn catalog_problem(error: &CatalogError, lang: Lang) -> InputProblem {
    let _ = lang;
    InputProblem { message: error.to_string(), ..InputProblem::default() }
}

/// Everything that keeps a deck from being checked.
pub fn check_problems(error: &CheckError, catalog: &Catalog, lang: Lang) -> Vec<InputProblem> {
    match error {
        CheckError::Setup(errors) => errors.iter().map(|e| setup_problem(e, lang)).collect(),
        CheckError::Rule { rule, origin, text, error } => {
            let place = format!("{}:{} ({rule})", origin.file, origin.line);
            vec![rule_problem(rule, &place, text, error, catalog, lang)]
        }
    }
}

fn setup_problem(error: &SetupError, lang: Lang) -> InputProblem {
    match error {
        SetupError::RoleNeeded { candidates } => InputProblem {
            message: say(
                lang,
                "the deck does not say which role it plays".to_owned(),
                "le deck ne dit pas quel rôle il joue".to_owned(),
            ),
            help: say(
                lang,
                format!("write `role = \"…\"` in it, or give --role: one of {}", list(candidates)),
                format!("écrivez-y `role = \"…\"`, ou donnez --role : parmi {}", list(candidates)),
            ),
            candidates: candidates.clone(),
            ..InputProblem::default()
        },
        SetupError::UnknownRole { name, candidates, span } => InputProblem {
            message: say(lang, format!("there is no role `{name}` in this format"), format!("il n'y a pas de rôle « {name} » dans ce format")),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: span.clone(),
            ..InputProblem::default()
        },
        SetupError::UnknownZone { name, candidates, span } => InputProblem {
            message: say(lang, format!("there is no zone `{name}` in this format"), format!("il n'y a pas de zone « {name} » dans ce format")),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: Some(span.clone()),
            ..InputProblem::default()
        },
        SetupError::UnknownParameter { name, candidates, span } => InputProblem {
            message: say(lang, format!("there is no parameter `{name}` in this format"), format!("il n'y a pas de paramètre « {name} » dans ce format")),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: span.clone(),
            ..InputProblem::default()
        },
        SetupError::ParameterNeeded { name } => InputProblem {
            message: say(lang, format!("the parameter `{name}` has to be given"), format!("le paramètre « {name} » doit être donné")),
            help: say(
                lang,
                format!("write it under `[parameters]`, or give --set {name}=…"),
                format!("écrivez-le sous `[parameters]`, ou donnez --set {name}=…"),
            ),
            ..InputProblem::default()
        },
    }
}

fn rule_problem(
    rule: &str,
    place: &str,
    text: &str,
    error: &RuleError,
    catalog: &Catalog,
    lang: Lang,
) -> InputProblem {
    let language = |text: &str, error: &LanguageError| InputProblem {
        message: say(
            lang,
            format!("the rule `{rule}` has a mistake: {}", error.title(lang)),
            format!("la règle « {rule} » contient une erreur : {}", error.title(lang)),
        ),
        help: error.help(lang),
        elsewhere: Some((place.to_owned(), text.to_owned(), error.span.clone())),
        ..InputProblem::default()
    };
    let plain = |what: String| InputProblem {
        message: say(
            lang,
            format!("the rule `{rule}` has a mistake: {what}"),
            format!("la règle « {rule} » contient une erreur : {what}"),
        ),
        help: place.to_owned(),
        ..InputProblem::default()
    };
    match error {
        RuleError::Language(error) => language(text, error),
        RuleError::Contents(ContentsError::Language { text, error }) => language(text, error),
        RuleError::Contents(error) => plain(error.to_string()),
        RuleError::NoField(field) => {
            let fields: Vec<String> = catalog.game.attributes.iter().map(|a| a.named.id.clone()).collect();
            let mut problem = plain(format!("there is no field `{field}`"));
            problem.help = format!("{place}: {}", near_or_all(field, &fields, lang));
            problem
        }
    }
}

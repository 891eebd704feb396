//! What keeps a deck from being checked against a format, worded.

use super::problem::InputProblem;
use super::words::{list, near_or_all, say};
use crate::language::LanguageError;
use crate::model::{Catalog, Lang};
use crate::rules::{CheckError, ContentsError, RuleError, SetupError};

/// Everything that keeps a deck from being checked.
pub fn check_problems(
    error: &CheckError,
    catalog: Option<&Catalog>,
    lang: Lang,
) -> Vec<InputProblem> {
    match error {
        CheckError::Setup(errors) => setup_problems(errors, lang),
        CheckError::Rule { rule, origin, text, error } => {
            let place = format!("{}:{} ({rule})", origin.file, origin.line);
            vec![rule_problem(rule, &place, text, error, catalog, lang)]
        }
    }
}

/// What does not fit between a deck and its format.
pub fn setup_problems(errors: &[SetupError], lang: Lang) -> Vec<InputProblem> {
    errors.iter().map(|e| setup_problem(e, lang)).collect()
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
            message: say(
                lang,
                format!("there is no role `{name}` in this format"),
                format!("il n'y a pas de rôle « {name} » dans ce format"),
            ),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: span.clone(),
            ..InputProblem::default()
        },
        SetupError::UnknownZone { name, candidates, span } => InputProblem {
            message: say(
                lang,
                format!("there is no zone `{name}` in this format"),
                format!("il n'y a pas de zone « {name} » dans ce format"),
            ),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: Some(span.clone()),
            ..InputProblem::default()
        },
        SetupError::UnknownParameter { name, candidates, span } => InputProblem {
            message: say(
                lang,
                format!("there is no parameter `{name}` in this format"),
                format!("il n'y a pas de paramètre « {name} » dans ce format"),
            ),
            help: near_or_all(name, candidates, lang),
            candidates: candidates.clone(),
            span: span.clone(),
            ..InputProblem::default()
        },
        SetupError::ParameterNeeded { name } => InputProblem {
            message: say(
                lang,
                format!("the parameter `{name}` has to be given"),
                format!("le paramètre « {name} » doit être donné"),
            ),
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
    catalog: Option<&Catalog>,
    lang: Lang,
) -> InputProblem {
    let language = |text: &str, error: &LanguageError| InputProblem {
        message: say(
            lang,
            format!("the rule `{rule}` has a mistake: {}", error.title(lang)),
            format!("la règle « {rule} » contient une erreur : {}", error.title(lang)),
        ),
        help: error.help(lang).unwrap_or_default(),
        elsewhere: Some((place.to_owned(), text.into(), error.span.clone())),
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
            let attributes = catalog.iter().flat_map(|catalog| &catalog.game.attributes);
            let fields: Vec<String> = attributes.map(|a| a.named.id.to_string()).collect();
            let mut problem = plain(format!("there is no field `{field}`"));
            problem.help = format!("{place}: {}", near_or_all(field, &fields, lang));
            problem
        }
    }
}

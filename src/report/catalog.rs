//! Why a game's data cannot be used, as diagnostics.

use super::diagnostic::Diagnostic;
use super::problem::InputProblem;
use crate::catalog::CatalogError;
use crate::catalog::source::SourceError;
use crate::model::Lang;

/// A diagnostic for every mistake.
pub fn diagnostics(error: &CatalogError, lang: Lang) -> Vec<Diagnostic<'_>> {
    let say = |en: String, fr: String| if lang == Lang::Fr { fr } else { en };
    match error {
        CatalogError::UnknownGame { name, known, candidates } => {
            let title = say(
                format!("there is no game `{name}`"),
                format!("il n'y a pas de jeu « {name} »"),
            );
            let help = match candidates.first() {
                Some(near) => say(
                    format!("did you mean `{near}`?"),
                    format!("vouliez-vous dire « {near} » ?"),
                ),
                None => say(
                    format!("there are {}", known.join(", ")),
                    format!("il y a {}", known.join(", ")),
                ),
            };
            vec![Diagnostic::error(title).help(help)]
        }
        CatalogError::Data(mistakes) => mistakes.iter().map(|m| mistake(m, lang)).collect(),
    }
}

/// The same as problems of a deck that needs the game: the first of them, and how many more.
pub fn input_problems(error: &CatalogError, most: usize, lang: Lang) -> Vec<InputProblem> {
    let CatalogError::Data(mistakes) = error else {
        let worded = |d: Diagnostic<'_>| InputProblem {
            message: d.title,
            help: d.helps.join("; "),
            ..InputProblem::default()
        };
        return diagnostics(error, lang).into_iter().map(worded).collect();
    };
    let problem = |mistake: &SourceError| {
        let file = &mistake.file;
        let place = (file.path.clone(), file.text.clone(), mistake.span.clone());
        InputProblem {
            message: mistake.title(lang),
            help: mistake.help(lang).unwrap_or_default(),
            elsewhere: (!file.text.is_empty()).then_some(place),
            ..InputProblem::default()
        }
    };
    let mut problems: Vec<InputProblem> = mistakes.iter().take(most).map(problem).collect();
    if let more @ 1.. = mistakes.len().saturating_sub(most) {
        let (message, help) = match lang {
            Lang::En => {
                (format!("{more} more mistakes in the card data"), "`sleeve lint PATH` tells them")
            }
            Lang::Fr => (
                format!("{more} autres erreurs dans les données de cartes"),
                "`sleeve lint CHEMIN` les donne",
            ),
        };
        problems.push(InputProblem { message, help: help.to_owned(), ..InputProblem::default() });
    }
    problems
}

fn mistake(mistake: &SourceError, lang: Lang) -> Diagnostic<'_> {
    let diagnostic =
        Diagnostic::error(mistake.title(lang)).help(mistake.help(lang).unwrap_or_default());
    if mistake.file.text.is_empty() {
        return diagnostic.note(&mistake.file.path);
    }
    diagnostic.at(&mistake.file.path, &mistake.file.text, mistake.span.clone(), "")
}

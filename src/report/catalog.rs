//! Why a game's data cannot be used, as diagnostics.

use super::diagnostic::Diagnostic;
use super::problem::InputProblem;
use crate::catalog::source::DataProblem;
use crate::catalog::{CatalogError, PackError};
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
        CatalogError::Packed(error) => vec![Diagnostic::error(say(
            format!("the game cannot be opened: {error}"),
            format!("le jeu ne s'ouvre pas : {}", in_french(error)),
        ))],
        CatalogError::Data(mistakes) => mistakes
            .iter()
            .map(|m| Diagnostic { id: None, ..Diagnostic::of(m, None, lang) })
            .collect(),
    }
}

fn in_french(error: &PackError) -> String {
    match error {
        PackError::NotPacked => "ce n'est pas un jeu empaqueté".to_owned(),
        PackError::OtherVersion { found } => {
            format!("empaqueté dans la version {found} du format, inconnue ici")
        }
        PackError::CutShort => "le fichier est coupé".to_owned(),
        PackError::Changed => "le fichier a été modifié après son écriture".to_owned(),
        PackError::Content(_) => "son contenu n'est pas celui d'un jeu".to_owned(),
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
    let problem = |mistake: &DataProblem| {
        let place = mistake.mark().and_then(|mark| Some((mark.source.as_ref()?, &mark.span)));
        let place = place.filter(|(source, _)| !source.text.is_empty());
        let place = place.map(|(s, span)| (s.path.clone(), s.text.clone(), span.clone()));
        InputProblem {
            message: mistake.title(lang),
            help: mistake.help(lang),
            elsewhere: place,
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

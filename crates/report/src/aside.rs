//! Why a word does not tell which card is set aside, worded.

use super::Diagnostic;
use super::words::{near_or_all, say};
use sleeve_data::model::Lang;
use sleeve_rules::AsideError;

/// The words.
pub fn diagnostic(error: &AsideError, lang: Lang) -> Diagnostic<'static> {
    let (title, help) = match error {
        AsideError::Unknown { word, candidates } => (
            say(
                lang,
                format!("no card is called `{word}`"),
                format!("aucune carte ne s'appelle « {word} »"),
            ),
            near_or_all(word, candidates, lang),
        ),
        AsideError::Several { word, candidates } => {
            let ids = candidates.join(", ");
            (
                say(
                    lang,
                    format!("`{word}` is the name of several cards of the deck"),
                    format!("« {word} » est le nom de plusieurs cartes du deck"),
                ),
                say(
                    lang,
                    format!("write the id of the one that is meant: {ids}"),
                    format!("écrivez l'identifiant de celle qui est visée : {ids}"),
                ),
            )
        }
    };
    Diagnostic::error(title).help(help)
}

//! Lines of a deck whose card could not be told, worded.

use super::escape::safe;
use crate::model::deck::Unresolved;
use crate::model::{Catalog, Lang};

/// What is wrong with such a line.
pub fn title(unresolved: &Unresolved, lang: Lang) -> String {
    let text = safe(&unresolved.text);
    match (unresolved.ambiguous, lang) {
        (true, Lang::En) => format!("`{text}` may be several cards"),
        (true, Lang::Fr) => format!("« {text} » peut désigner plusieurs cartes"),
        (false, Lang::En) => format!("there is no card `{text}`"),
        (false, Lang::Fr) => format!("il n'y a pas de carte « {text} »"),
    }
}

/// What it may have meant; empty where nothing is near.
pub fn help(unresolved: &Unresolved, catalog: &Catalog, lang: Lang) -> String {
    const MOST: usize = 5;
    let candidate = |index: &crate::model::CardIndex| {
        let card = catalog.cards.card(*index);
        let (id, name) = (safe(card.id()), safe(card.name(lang)));
        if id == name { format!("`{name}`") } else { format!("`{name}` ({id})") }
    };
    let names: Vec<String> = unresolved.candidates.iter().take(MOST).map(candidate).collect();
    if names.is_empty() {
        return String::new();
    }
    let more = unresolved.candidates.len().saturating_sub(MOST);
    let names = names.join(", ");
    match (unresolved.ambiguous, lang, more) {
        (true, Lang::En, 0) => format!("write which one: {names}"),
        (true, Lang::En, _) => format!("write which one: {names} and {more} more"),
        (true, Lang::Fr, 0) => format!("précisez laquelle : {names}"),
        (true, Lang::Fr, _) => format!("précisez laquelle : {names} et {more} autres"),
        (false, Lang::En, _) => format!("did you mean {names}?"),
        (false, Lang::Fr, _) => format!("vouliez-vous dire {names} ?"),
    }
}

//! Lines of a deck whose card could not be told, worded.

use super::escape::safe;
use sleeve_check::{CheckMessage, CheckedDeck};
use sleeve_data::model::deck::Unresolved;
use sleeve_data::model::fold::fold;
use sleeve_data::model::{CardIndex, Catalog, Lang, SetId};
use sleeve_data::problem::{DidYouMean, Message, Offer, Worded, edits};
use sleeve_rules as rules;

/// So many slips of the pen make a name out of another where most likely the card is not here.
const SLIPS: usize = 2;

/// What is wrong with such a line.
pub fn title(unresolved: &Unresolved, lang: Lang) -> String {
    CheckMessage::of_line(unresolved).title(lang)
}

/// The names of the sets that a deck's format admits and of which there is no card here.
pub fn unheld(deck: &CheckedDeck, lang: Lang) -> Vec<String> {
    let any = deck.deck().is_some_and(|d| d.unresolved.iter().any(|u| !u.ambiguous));
    let format = deck.catalog().zip(deck.format()).filter(|_| any);
    let Some((catalog, format)) = format else { return Vec::new() };
    let named = |set: &SetId| catalog.game.sets.get(set.index());
    let sets = rules::unheld(catalog, format);
    sets.iter().filter_map(named).map(|set| set.named.name.get(lang).to_owned()).collect()
}

/// What it may have meant, or where it may come from; empty where nothing is near.
pub fn help(unresolved: &Unresolved, catalog: &Catalog, unheld: &[String], lang: Lang) -> String {
    if unheld.is_empty() || unresolved.ambiguous {
        return near(unresolved, catalog, lang);
    }
    let sets: Vec<String> = unheld.iter().map(|set| format!("`{}`", safe(set))).collect();
    let lacking = match lang {
        Lang::En => format!(
            "this format admits cards of {}, of which this data has none; it may be one of those",
            sets.join(", ")
        ),
        Lang::Fr => format!(
            "ce format admet des cartes de {}, dont ces données n'ont aucune ; c'en est peut-être une",
            sets.join(", ").replace('`', "")
        ),
    };
    // What is merely the nearest of all cards would mislead where the card itself is not here.
    let written = fold(&unresolved.text);
    let candidates = unresolved.candidates.iter().copied();
    let is_near = |card: &CardIndex| {
        catalog.cards.card(*card).names().any(|(_, _, folded)| edits(&written, folded) <= SLIPS)
    };
    let close =
        Unresolved { candidates: candidates.filter(is_near).collect(), ..unresolved.clone() };
    match near(&close, catalog, lang) {
        near if near.is_empty() => lacking,
        near => format!("{lacking}{}{near}", lang.semicolon()),
    }
}

fn near(unresolved: &Unresolved, catalog: &Catalog, lang: Lang) -> String {
    const MOST: usize = 5;
    let candidate = |index: &sleeve_data::model::CardIndex| {
        let card = catalog.cards.card(*index);
        let (id, name) = (safe(card.id()), safe(card.name(lang)));
        (name.into_owned(), id.into_owned())
    };
    let cards: Vec<(String, String)> =
        unresolved.candidates.iter().take(MOST).map(candidate).collect();
    if !unresolved.ambiguous {
        return Worded::new(&DidYouMean(&cards), lang).to_string();
    }
    let shown = |card: &(String, String)| match card.beside() {
        "" => format!("`{}`", card.name()),
        id => format!("`{}` ({id})", card.name()),
    };
    let names = cards.iter().map(shown).collect::<Vec<_>>().join(", ");
    let more = unresolved.candidates.len().saturating_sub(MOST);
    match (lang, more) {
        _ if names.is_empty() => String::new(),
        (Lang::En, 0) => format!("write which one: {names}"),
        (Lang::En, _) => format!("write which one: {names} and {more} more"),
        (Lang::Fr, 0) => format!("précisez laquelle : {names}"),
        (Lang::Fr, 1) => format!("précisez laquelle : {names} et 1 autre"),
        (Lang::Fr, _) => format!("précisez laquelle : {names} et {more} autres"),
    }
}

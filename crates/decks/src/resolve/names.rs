//! Exact names, and the cards that have them.

use sleeve_data::model::{CardIndex, Catalog, Lang, card::NameRole, fold};

/// How directly a name means a card, most directly first.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum NameRank {
    Id,
    Spelled,
    Name,
    Face,
    Alias,
    LooseId,
}

/// The cards that a name means in any spelling; only those that it means most directly.
pub(crate) fn find_exact(catalog: &Catalog, name: &str) -> Vec<CardIndex> {
    let cards = catalog.cards.find_by_name(name);
    if cards.len() < 2 {
        return cards;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let ranked: Vec<(NameRank, CardIndex)> = cards
        .iter()
        .map(|i| (rank(catalog, *i, name, &key, &folded), *i))
        .collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked
        .iter()
        .filter(|(rank, _)| Some(*rank) == best)
        .map(|(_, i)| *i)
        .collect()
}

fn rank(catalog: &Catalog, index: CardIndex, name: &str, key: &str, folded: &str) -> NameRank {
    let card = catalog.cards.card(index);
    if card.id() == name {
        return NameRank::Id;
    }
    let names = card.names().filter(|(.., its)| fold::has_key(its, key));
    let ranks = names.map(|(role, _, its)| match role {
        NameRole::English | NameRole::French if its == folded => NameRank::Spelled,
        NameRole::English | NameRole::French => NameRank::Name,
        NameRole::Face(_) => NameRank::Face,
        NameRole::Alias => NameRank::Alias,
    });
    ranks.min().unwrap_or(NameRank::LooseId)
}

/// Whether a name is a nickname of cards: it means all of them, but none has it as its name.
pub(super) fn is_nickname(catalog: &Catalog, cards: &[CardIndex], name: &str) -> bool {
    // Most names are written exactly, which decides without a lookup.
    if cards.is_empty()
        || cards.iter().any(|card| {
            let mut names = catalog.cards.card(*card).names();
            names.any(|(role, shown, _)| role != NameRole::Alias && shown == name)
        })
        || catalog.cards.find_by_name(name).is_empty()
    {
        return false;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    cards.iter().all(|card| {
        rank(catalog, *card, name, &key, &folded) == NameRank::Alias
            && !is_both_faces(catalog, *card, &key)
    })
}

/// Whether a key is a card's name followed by that of another face: `Front / Back`.
fn is_both_faces(catalog: &Catalog, card: CardIndex, key: &str) -> bool {
    let card = catalog.cards.card(card);
    let fronts = card
        .names()
        .filter(|(role, ..)| !matches!(role, NameRole::Face(_)));
    for (_, _, front) in fronts {
        let Some(rest) = key.strip_prefix(&*fold::key(front)) else { continue };
        let mut names = card.names();
        if names.any(|(role, _, its)| matches!(role, NameRole::Face(_)) && fold::has_key(its, rest))
        {
            return true;
        }
    }
    false
}

/// A card's name and id, for messages.
pub fn name_and_id(catalog: &Catalog, card: CardIndex, lang: Lang) -> (String, String) {
    let card = catalog.cards.card(card);
    (card.name(lang).to_owned(), card.id().to_owned())
}

/// Splits `front/back`. The slash of `w/` (*with*) does not split.
pub(super) fn split_halves(name: &str) -> Option<(&str, &str)> {
    let at = name.match_indices('/').map(|(at, _)| at).find(|at| {
        let word = name
            .get(..*at)
            .unwrap_or("")
            .rsplit(' ')
            .next()
            .unwrap_or("");
        !word.eq_ignore_ascii_case("w")
    })?;
    let (front, back) = (name.get(..at)?.trim(), name.get(at + 1..)?.trim());
    (!front.is_empty() && !back.is_empty()).then_some((front, back))
}

//! Finds cards by their exact names.

use sleeve_data::model::card::NameRole;
use sleeve_data::model::{CardIndex, Catalog, FRONT, Fact, Lang, Lens, fold};

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
    let ranked: Vec<(NameRank, CardIndex)> =
        cards.iter().map(|i| (rank(catalog, *i, name, &key, &folded), *i)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).min();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|(_, i)| *i).collect()
}

fn rank(catalog: &Catalog, index: CardIndex, name: &str, key: &str, folded: &str) -> NameRank {
    let card = catalog.cards.card(index);
    if card.id() == name {
        return NameRank::Id;
    }
    let rank_of = |(role, _, its): (NameRole, &str, &str)| {
        fold::has_key(its, key).then_some(match role {
            NameRole::English | NameRole::French if its == folded => NameRank::Spelled,
            NameRole::English | NameRole::French => NameRank::Name,
            NameRole::Face(_) => NameRank::Face,
            NameRole::Alias => NameRank::Alias,
        })
    };
    card.names().filter_map(rank_of).min().unwrap_or(NameRank::LooseId)
}

/// Whether a name is a nickname of cards: all are called by it and none bears it.
pub(super) fn is_nickname(catalog: &Catalog, cards: &[CardIndex], name: &str) -> bool {
    // Written as a card bears it, which most names are: that decides without a look-up.
    let bears_name = |card: &CardIndex| {
        let mut names = catalog.cards.card(*card).names();
        names.any(|(role, shown, _)| role != NameRole::Alias && shown == name)
    };
    if cards.is_empty()
        || cards.iter().any(bears_name)
        || catalog.cards.find_by_name(name).is_empty()
    {
        return false;
    }
    let (key, folded) = (fold::key(name), fold::fold(name));
    let is_alias = |card| rank(catalog, card, name, &key, &folded) == NameRank::Alias;
    cards.iter().all(|card| is_alias(*card) && !is_both_faces(catalog, *card, &key))
}

/// Whether a key is a card's name followed by that of another face: `Front / Back`.
fn is_both_faces(catalog: &Catalog, card: CardIndex, key: &str) -> bool {
    let card = catalog.cards.card(card);
    let is_face = |rest: &str| {
        let mut names = card.names();
        names.any(|(role, _, its)| matches!(role, NameRole::Face(_)) && fold::has_key(its, rest))
    };
    let mut fronts = card.names().filter(|(role, ..)| !matches!(role, NameRole::Face(_)));
    fronts.any(|(_, _, its)| key.strip_prefix(&*fold::key(its)).is_some_and(is_face))
}

/// The names with something in parentheses behind them, without it. A heading asks for them, for which the index of
/// all names would be dear.
pub(super) fn list_versions(catalog: &Catalog) -> Vec<(&str, CardIndex)> {
    let mut versions = Vec::new();
    for card in catalog.cards.iter() {
        let mut english = "";
        for (role, _, folded) in card.names() {
            english = if role == NameRole::English { folded } else { english };
            let thing = folded.strip_suffix(')').and_then(|name| name.rsplit_once(" ("));
            // `Alter (EP1)` is no version of `Alter`.
            let is_other = |thing: &&str| role != NameRole::Alias || *thing != english;
            let thing = thing.map(|(thing, _)| thing).filter(is_other);
            versions.extend(thing.map(|thing| (thing, card.index())));
        }
    }
    versions
}

/// The letters and digits of a key as bits. Letters that share their last six bits share a bit, so
/// that bits that differ are letters that differ, but not the reverse.
pub(crate) fn letter_bits(key: &str) -> u64 {
    key.bytes().fold(0, |bits, b| bits | 1u64 << (b & 63))
}

/// The number by which other tools call a card; `None` if it has none.
pub(crate) fn card_number(catalog: &Catalog, card: CardIndex) -> Option<i64> {
    let attribute = catalog.game.attribute(catalog.game.naming.number.as_ref()?)?;
    match catalog.cards.card(card).fact(&catalog.game, FRONT, attribute, Lens::Shipped) {
        Fact::Number(number) => number.to_integer(),
        _ => None,
    }
}

/// A card's name and id, for messages.
pub fn name_and_id(catalog: &Catalog, card: CardIndex, lang: Lang) -> (String, String) {
    let card = catalog.cards.card(card);
    (card.name(lang).to_owned(), card.id().to_owned())
}

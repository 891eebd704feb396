//! What cards set out: places that nothing fills, cards of another kind than the place is for, and
//! cards that two places of one card claim.

use super::{LintMessage, Linter};
use sleeve_data::model::{CardIndex, Catalog, SetupPlace};
use sleeve_language::{self as language, Scope, Truth, World};
use std::collections::BTreeMap;

/// The most cards that one finding names.
const NAMED: usize = 3;

pub(super) fn check(lint: &mut Linter<'_>) {
    let catalog = lint.catalog;
    let mut read: BTreeMap<&str, Vec<CardIndex>> = BTreeMap::new();
    for set_out in catalog.set_outs().iter() {
        let card = catalog.cards.card(set_out.card);
        let key = |place: &SetupPlace| format!("sets-out/{}/{}", card.id(), place.id);
        let mut claimed: BTreeMap<CardIndex, &SetupPlace> = BTreeMap::new();
        for place in &set_out.places {
            if lint.places.get(&key(place)).is_none() {
                continue;
            }
            let cards =
                read.entry(&place.cards).or_insert_with(|| members(catalog, &place.cards)).clone();
            if cards.is_empty() {
                nothing(lint, place, &key(place));
            }
            wrong_kind(lint, place, &cards, &key(place));
            let twice = cards.iter().find_map(|c| claimed.get(c).map(|other| (*c, *other)));
            if let Some((shared, other)) = twice {
                both(lint, (place, other), shared, (&key(place), &key(other)));
            }
            claimed.extend(cards.iter().map(|card| (*card, place)));
        }
    }
}

/// The cards that a filter finds; none where it has a mistake, which is reported as such.
fn members(catalog: &Catalog, filter: &str) -> Vec<CardIndex> {
    let Ok(filter) = language::filter(filter, &Scope::from_catalog(catalog)) else {
        return Vec::new();
    };
    let world = World::from_catalog(catalog);
    let all = catalog.cards.iter().map(|card| card.index());
    all.filter(|card| filter.test(&world, *card, None) != Truth::False).collect()
}

fn nothing(lint: &mut Linter<'_>, place: &SetupPlace, key: &str) {
    let (id, cards) = (place.id.to_string(), place.cards.to_string());
    lint.report(key, LintMessage::EmptyPlace { id, cards });
}

fn wrong_kind(lint: &mut Linter<'_>, place: &SetupPlace, cards: &[CardIndex], key: &str) {
    let catalog = lint.catalog;
    let wrong = cards.iter().map(|card| catalog.cards.card(*card));
    let wrong: Vec<_> = wrong.filter(|card| card.kind() != place.kind).collect();
    if wrong.is_empty() {
        return;
    }
    let kind = catalog.game.kinds.get(place.kind.index()).map(|kind| &kind.named.id);
    let kind = kind.map(|id| id.to_string()).unwrap_or_default();
    let names: Vec<String> = wrong.iter().take(NAMED).map(|card| card.id().to_owned()).collect();
    let (names, more) = (names.join(", "), wrong.len().saturating_sub(NAMED));
    lint.report(key, LintMessage::WrongKind { id: place.id.to_string(), kind, names, more });
}

fn both(
    lint: &mut Linter<'_>,
    (place, other): (&SetupPlace, &SetupPlace),
    card: CardIndex,
    (key, other_key): (&str, &str),
) {
    let id = lint.catalog.cards.card(card).id().to_owned();
    let (place, other) = (place.id.to_string(), other.id.to_string());
    lint.report_with(key, LintMessage::TwoPlaces { id, other, place }, other_key);
}

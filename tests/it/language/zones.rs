//! `$zone.field`: what the cards of a zone have, compared with what a card has.

use super::game::{catalog, index};
use sleeve::language::{
    ErrorKind, Lying, Parameters, Piles, Scope, Spread, Truth, World, condition, filter,
};
use sleeve::model::{CardIndex, Catalog, Format, Lang};

fn format() -> Format {
    let zone = |id: &str| sleeve::model::format::Zone {
        named: super::game::named(id, id, id),
        accepts: String::new(),
        role_from: None,
        roles: Vec::new(),
        origin: Default::default(),
    };
    Format { zones: vec![zone("hero"), zone("deck")], ..Format::default() }
}

fn piles(hero: &[&str], deck: &[&str]) -> Piles {
    let cards = |ids: &[&str]| -> Vec<(CardIndex, u32)> {
        ids.iter().map(|id| (if *id == "?" { CardIndex::STRANGER } else { index(id) }, 1)).collect()
    };
    Piles {
        zones: vec![("hero".to_owned(), cards(hero)), ("deck".to_owned(), cards(deck))],
        default: vec!["deck".to_owned()],
    }
}

/// What a filter says of a card beside these heroes.
fn says(catalog: &Catalog, text: &str, hero: &[&str], card: &str) -> Truth {
    let format = format();
    let filter = filter(text, &Scope::of_format(catalog, &format)).expect(text);
    let mut parameters = Parameters::new();
    parameters.set_lying(Lying::of(&Spread::of(&piles(hero, &[]))));
    let world = World::of(catalog).with_parameters(&parameters);
    filter.test(&world, index(card), None)
}

/// The ids of cards of which a filter is true, and of which it is unknown.
fn found(catalog: &Catalog, text: &str, hero: &[&str]) -> (Vec<String>, Vec<String>) {
    let of = |wanted: Truth| {
        let cards = catalog.cards.iter();
        let cards = cards.filter(|card| says(catalog, text, hero, card.id()) == wanted);
        cards.map(|card| card.id().to_owned()).collect()
    };
    (of(Truth::True), of(Truth::Unknown))
}

#[test]
fn values_of_a_zone_are_those_of_all_its_cards() {
    let catalog = catalog();
    for card in catalog.cards.iter() {
        let id = card.id();
        for text in ["faction", "icons", "kind", "effect", "rarity", "name", "set"] {
            // Of one card, a field compared with that of a zone in which it lies alone is its own.
            let has = says(&catalog, &format!("has:{text}"), &[], id);
            let own = says(&catalog, &format!("{text}:$hero.{text}"), &[id], id);
            if has == Truth::True {
                assert_ne!(own, Truth::False, "{text} of {id}");
            }
            // Nothing is compared with an empty zone.
            for operator in [":", "=", "!="] {
                let asked = format!("{text}{operator}$hero.{text}");
                assert_eq!(says(&catalog, &asked, &[], id), Truth::False, "{asked} {id}");
            }
        }
        // The contrary finds what is left.
        let same = says(&catalog, "faction:$hero.faction", &["blob-1"], id);
        let other = says(&catalog, "-faction:$hero.faction", &["blob-1"], id);
        assert_eq!(other, !same, "{id}");
    }
    insta::assert_debug_snapshot!((
        found(&catalog, "faction:$hero.faction", &["blob-1"]),
        found(&catalog, "faction:machine-cult|$hero.faction", &["blob-1"]),
        found(&catalog, "faction!=$hero.faction", &["blob-1"]),
        found(&catalog, "icons<=$hero.icons", &["luke"]),
        found(&catalog, "icons<$hero.icons", &["luke"]),
        found(&catalog, "icons>=$hero.icons", &["luke"]),
        found(&catalog, "icons=$hero.icons", &["luke"]),
        found(&catalog, "icons>$hero.icons", &["boba"]),
    ));
}

#[test]
fn sets_are_compared_as_sets() {
    let catalog = catalog();
    let ids: Vec<String> = catalog.cards.iter().map(|card| card.id().to_owned()).collect();
    for one in &ids {
        for other in &ids {
            let says = |operator: &str| {
                says(&catalog, &format!("icons{operator}$hero.icons"), &[other], one)
            };
            let (within, around) = (says("<="), says(">="));
            assert_eq!(says("="), within.and(around), "{one} {other}");
            assert_eq!(says("<"), within.and(!around), "{one} {other}");
            assert_eq!(says(">"), around.and(!within), "{one} {other}");
        }
    }
}

#[test]
fn what_nobody_knows_of_the_zone_is_unknown() {
    let catalog = catalog();
    // A card that could not be told may be of any faction.
    assert_eq!(says(&catalog, "faction:$hero.faction", &["?"], "blob-1"), Truth::Unknown);
    assert_eq!(says(&catalog, "faction:$hero.faction", &["?", "blob-2"], "blob-1"), Truth::True);
    // Without a deck nobody says what lies there.
    let format = format();
    let filter = filter("faction:$hero.faction", &Scope::of_format(&catalog, &format)).unwrap();
    assert_eq!(filter.test(&World::of(&catalog), index("blob-1"), None), Truth::Unknown);
}

#[test]
fn rules_name_the_cards_that_offend() {
    let catalog = catalog();
    let format = format();
    let scope = Scope::of_format(&catalog, &format);
    let rule = condition("all(faction:$hero.faction)", &scope).unwrap();
    assert!(rule.reads_zones());
    let piles = piles(&["blob-1"], &["blob-2", "cult"]);
    let mut parameters = Parameters::new();
    parameters.set_lying(Lying::of(&Spread::of(&piles)));
    let world = World::of(&catalog).with_parameters(&parameters);
    let explanation = rule.explain(&world, &piles);
    assert_eq!(explanation.truth, Truth::False);
    let against: Vec<String> = explanation.causes[0]
        .against
        .iter()
        .map(|a| {
            format!(
                "{}: {}; {}: {:?}",
                catalog.cards.card(a.card).id(),
                a.own.en,
                a.zone.en,
                a.theirs
            )
        })
        .collect();
    insta::assert_debug_snapshot!((
        against,
        rule.in_words(&catalog, Lang::En),
        rule.in_words(&catalog, Lang::Fr),
        condition("count(icons<=$hero.icons) >= 2", &scope).unwrap().in_words(&catalog, Lang::Fr),
    ));
}

#[test]
fn mistakes_are_told() {
    let catalog = catalog();
    let format = format();
    let scope = Scope::of_format(&catalog, &format);
    let told = |text: &str, scope: &Scope<'_>| {
        let error = filter(text, scope).expect_err(text);
        format!("{text}: {error} {:?}", error.span)
    };
    insta::assert_debug_snapshot!([
        told("faction:$heroo.faction", &scope),
        told("faction:$hero.fraction", &scope),
        told("faction:$hero.cost", &scope),
        told("cost<=$hero.cost", &scope),
        told("faction<=$hero.faction", &scope),
        told("power + $hero.cost >= 2", &scope),
        told("faction:$hero.faction", &Scope::of(&catalog)),
    ]);
    let error = condition("count() >= $hero.cost", &scope).expect_err("a number is needed");
    assert!(matches!(error.kind, ErrorKind::ValuesOfZone { .. }), "{error}");
}

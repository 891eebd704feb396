//! `$zone.field`: what the cards of a zone have, compared with what a card has.

use super::game::{ICONS, cards, catalog, catalog_of, game, index, named};
use sleeve::{
    language::{
        ErrorKind, Parameters, Piles, Quantity, Scope, SpreadPiles, Truth, World, ZoneContents,
        condition, filter, measure,
    },
    model::{CardIndex, Catalog, Format, Lang, game::AttributeType},
    problem::Message,
};

fn format() -> Format {
    let zone = |id: &str| sleeve::model::format::Zone {
        named: super::game::named(id, id, id),
        accepts: String::new(),
        role_from: None,
        is_sideboard: false,
        roles: Vec::new(),
        origin: Default::default(),
    };
    Format { zones: vec![zone("hero"), zone("deck")].into(), ..Format::default() }
}

fn piles(hero: &[&str], deck: &[&str]) -> Piles {
    let cards = |ids: &[&str]| -> Vec<(CardIndex, u32)> {
        ids.iter()
            .map(|id| (if *id == "?" { CardIndex::STRANGER } else { index(id) }, 1))
            .collect()
    };
    Piles {
        zones: vec![("hero".to_owned(), cards(hero)), ("deck".to_owned(), cards(deck))],
        default: vec!["deck".to_owned()],
    }
}

/// What a filter says of a card beside these heroes.
fn says(catalog: &Catalog, text: &str, hero: &[&str], card: &str) -> Truth {
    let format = format();
    let filter = filter(text, &Scope::from_format(catalog, &format)).expect(text);
    let mut parameters = Parameters::new();
    parameters
        .set_zone_contents(ZoneContents::from_piles(&SpreadPiles::from_piles(&piles(hero, &[]))));
    let world = World::from_catalog(catalog).with_parameters(&parameters);
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
fn values_of_another_field_are_those_of_the_same_names() {
    let mut game = game();
    let values: Vec<_> = ["machine-cult", "blob", "pilot"]
        .map(|id| named(id, id, id))
        .into();
    let kind = AttributeType::Set { values: values.into(), counts: true };
    game.attributes[usize::from(ICONS.0)].kind = kind;
    let catalog = catalog_of(game, &cards());
    // Luke has the first two icons, Han the first.
    for (hero, card, truth) in [
        ("blob-1", "luke", Truth::True),
        ("blob-1", "han", Truth::False),
        ("boba", "han", Truth::True),
        ("han", "luke", Truth::False),
    ] {
        assert_eq!(says(&catalog, "icons:$hero.faction", &[hero], card), truth, "{hero} {card}");
    }
}

#[test]
fn sets_are_compared_as_sets() {
    let catalog = catalog();
    let ids: Vec<String> = catalog
        .cards
        .iter()
        .map(|card| card.id().to_owned())
        .collect();
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
fn sets_are_compared_with_listed_values_as_with_those_of_a_zone() {
    let catalog = catalog();
    let listed = |card: &str| match catalog.cards.card(index(card)).id() {
        "luke" => "pilot|warrior",
        "han" => "pilot",
        _ => "nav-computer",
    };
    for card in catalog.cards.iter() {
        for other in ["luke", "han", "hoth"] {
            for operator in ["<=", "<", ">=", ">"] {
                let says = |right: &str, hero: &[&str]| {
                    says(&catalog, &format!("icons{operator}{right}"), hero, card.id())
                };
                let (zone, list) = (says("$hero.icons", &[other]), says(listed(other), &[]));
                assert_eq!(zone, list, "{} {operator} {other}", card.id());
                let both = says("$hero.icons|nav-computer", &["luke"]);
                assert_eq!(
                    both,
                    says("pilot|warrior|nav-computer", &[]),
                    "{} {operator}",
                    card.id()
                );
            }
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
    let filter = filter("faction:$hero.faction", &Scope::from_format(&catalog, &format)).unwrap();
    assert_eq!(filter.test(&World::from_catalog(&catalog), index("blob-1"), None), Truth::Unknown);
}

#[test]
fn rules_name_the_cards_that_offend() {
    let catalog = catalog();
    let format = format();
    let scope = Scope::from_format(&catalog, &format);
    let rule = condition("all(faction:$hero.faction)", &scope).unwrap();
    assert!(rule.reads_zones());
    let piles = piles(&["blob-1"], &["blob-2", "cult"]);
    let mut parameters = Parameters::new();
    parameters.set_zone_contents(ZoneContents::from_piles(&SpreadPiles::from_piles(&piles)));
    let world = World::from_catalog(&catalog).with_parameters(&parameters);
    let explanation = rule.explain(&world, &piles);
    assert_eq!(explanation.truth, Truth::False);
    let against: Vec<String> = explanation.causes[0]
        .zone_conflicts
        .iter()
        .map(|a| {
            format!(
                "{}: {}; {}: {:?}",
                catalog.cards.card(a.card).id(),
                a.card_values.en,
                a.zone.en,
                a.zone_values
            )
        })
        .collect();
    insta::assert_debug_snapshot!((
        against,
        rule.in_words(&catalog, Lang::En),
        rule.in_words(&catalog, Lang::Fr),
        condition("count(icons<=$hero.icons) >= 2", &scope)
            .unwrap()
            .in_words(&catalog, Lang::Fr),
    ));
}

#[test]
fn fields_of_one_sort_are_compared() {
    let catalog = catalog();
    // Texts are compared as wholes, numbers by what they are.
    assert_eq!(says(&catalog, "name:$hero.name", &["luke"], "luke"), Truth::True);
    for card in catalog.cards.iter() {
        let id = card.id();
        for (text, own) in [("cost:$hero.power", "cost=power"), ("power=$hero.cost", "power=cost")]
        {
            assert_eq!(
                says(&catalog, text, &[id], id),
                says(&catalog, own, &[], id),
                "{text} {id}"
            );
        }
    }
}

#[test]
fn mistakes_are_told() {
    let catalog = catalog();
    let format = format();
    let scope = Scope::from_format(&catalog, &format);
    let told = |text: &str, scope: &Scope<'_>| {
        let error = filter(text, scope).expect_err(text);
        format!("{text}: {error} {:?}", error.span)
    };
    insta::assert_debug_snapshot!([
        told("faction:$heroo.faction", &scope),
        told("faction:$hero.fraction", &scope),
        told("faction:$hero.cost", &scope),
        told("name:$hero.id", &scope),
        told("has:$hero.has", &scope),
        told("cost<=$hero.cost", &scope),
        told("faction<=$hero.faction", &scope),
        told("power + $hero.cost >= 2", &scope),
        told("faction:$hero.faction", &Scope::from_catalog(&catalog)),
    ]);
    let error = condition("count() >= $hero.cost", &scope).expect_err("a number is needed");
    assert!(matches!(error.kind, ErrorKind::ValuesOfZone { .. }), "{error}");
}

/// A number of a deck whose heroes and cards are these.
fn number(catalog: &Catalog, text: &str, hero: &[&str], deck: &[&str]) -> Quantity {
    let format = format();
    let measure = measure(text, &Scope::from_format(catalog, &format)).expect(text);
    let piles = piles(hero, deck);
    let mut parameters = Parameters::new();
    parameters.set_zone_contents(ZoneContents::from_piles(&SpreadPiles::from_piles(&piles)));
    measure.value(&World::from_catalog(catalog).with_parameters(&parameters), &piles)
}

#[test]
fn a_number_of_a_zone_is_the_same_for_every_card() {
    let catalog = catalog();
    let deck = ["luke", "han", "boba", "blob-1", "blob-1", "dooku", "trap"];
    for hero in [&[][..], &["blob-2"], &["luke", "luke"], &["han", "dooku"]] {
        let value = |text: &str| number(&catalog, text, hero, &deck);
        let there = value("sum(cost) in hero");
        // Cards without a cost are skipped, as in every sum.
        let all = value("sum(cost)").minus(value("count(has:cost)").times(there));
        assert_eq!(value("sum(cost - (sum(cost) in hero))"), all, "{hero:?}");
        assert_eq!(value("sum(cost - sum(cost) in hero)"), all, "{hero:?}");
        let above = value(&format!("count(cost > {there})"));
        assert_eq!(value("count(cost > sum(cost) in hero)"), above, "{hero:?}");
        assert_eq!(value("sum([cost > sum(cost) in hero])"), above, "{hero:?}");
        // Groups do not narrow the zone, nor does the part that a card is asked of.
        assert_eq!(value("total(name, count(cost > sum(cost) in hero))"), above, "{hero:?}");
        let within = value("total(name, sum(greatest(0, cost - (sum(cost) in hero))))");
        assert_eq!(within, value("sum(greatest(0, cost - (sum(cost) in hero)))"), "{hero:?}");
    }
    let value = |text: &str, hero: &[&str]| number(&catalog, text, hero, &deck).to_string();
    // 3, 2, 6, 3, 3, 7 beyond 4.
    assert_eq!(value("sum(greatest(0, cost - (sum(cost) in hero)))", &["blob-2", "blob-2"]), "5");
    assert_eq!(value("sum(cost - (sum(cost) in hero|deck), luke)", &["blob-2"]), "-23");
    // The smallest of an empty zone is no value: nothing is above it, nothing is added.
    assert_eq!(value("count(cost > min(cost) in hero)", &[]), "0");
    assert_eq!(value("count(cost > sum(cost) in hero)", &[]), "6");
    // A number of a zone within a number of a zone.
    assert_eq!(value("sum(cost - (sum(cost - (count() in deck)) in hero), luke)", &["han"]), "8");
}

#[test]
fn what_nobody_knows_of_a_number_of_a_zone_is_a_range() {
    let catalog = catalog();
    // The base costs 5 or more.
    let over = number(&catalog, "sum(cost - (sum(cost) in hero))", &["cult"], &["dooku"]);
    assert_eq!((over.low(), over.high().map(|high| high.to_string())), (None, Some("2".into())));
    let scope_of = format();
    let scope = Scope::from_format(&catalog, &scope_of);
    let rule = condition("all(cost >= sum(cost) in hero)", &scope).unwrap();
    let piles = piles(&["cult"], &["dooku"]);
    let mut parameters = Parameters::new();
    parameters.set_zone_contents(ZoneContents::from_piles(&SpreadPiles::from_piles(&piles)));
    let world = World::from_catalog(&catalog).with_parameters(&parameters);
    let explanation = rule.explain(&world, &piles);
    assert_eq!(explanation.truth, Truth::Unknown);
    let missing = explanation.causes[0]
        .missing
        .iter()
        .map(|fact| catalog.cards.card(fact.card).id());
    assert_eq!(missing.collect::<Vec<_>>(), ["cult"]);
    // Without a deck nobody says what lies there.
    assert_eq!(rule.truth(&World::from_catalog(&catalog), &piles), Truth::Unknown);
    assert!(rule.reads_zones() && rule.piles().is_empty() && rule.reads_default());
}

#[test]
fn numbers_of_zones_in_words_and_their_mistakes() {
    let catalog = catalog();
    let format = format();
    let scope = Scope::from_format(&catalog, &format);
    let said = |text: &str| {
        let rule = condition(text, &scope).expect(text);
        [rule.in_words(&catalog, Lang::En), rule.in_words(&catalog, Lang::Fr)]
    };
    let told = |text: &str, scope: &Scope<'_>| {
        let error = filter(text, scope).expect_err(text);
        [Lang::En, Lang::Fr].map(|lang| {
            format!("{text}: {} {:?} ({})", error.title(lang), error.span, error.help(lang))
        })
    };
    let hand = scope.clone().with_zones(["hand"]);
    insta::assert_debug_snapshot!((
        said("sum(greatest(0, cost - (sum(cost) in hero))) <= 3"),
        said("all(cost <= max(cost) in hero)"),
        said("sum(cost * (count(kind:ship) in hero)) >= sum(power) in hero"),
        told("cost <= (max(cost) in hand)", &hand),
        told("cost <= max(cost) in heroo", &scope),
        told("cost <= (faction:blob) in hero", &scope),
        told("cost <= max(cost) in box", &Scope::from_catalog(&catalog)),
    ));
}

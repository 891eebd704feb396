//! `total(FIELD, MEASURE)` and `[CONDITION]`: what they are in terms of `groups`, `count` and
//! `sum`.

use super::game::{catalog, index};
use sleeve::{
    language::{Measure, Piles, Quantity, Scope, Truth, World, condition, filter, measure},
    model::{CardIndex, Catalog, Lang},
};

fn piles(ids: &[(&str, u32)]) -> Piles {
    let card = |id: &str| if id == "?" { CardIndex::STRANGER } else { index(id) };
    Piles::from_pile("deck", ids.iter().map(|(id, n)| (card(id), *n)).collect())
}

const DECKS: &[&[(&str, u32)]] = &[
    &[],
    &[("luke", 1), ("han", 2), ("boba", 1), ("blob-1", 3), ("hoth", 1)],
    &[("blob-1", 2), ("blob-2", 1), ("cult", 1), ("dooku", 4)],
    &[("everest", 2), ("cult", 1), ("luke", 1)],
    &[("everest", 1), ("?", 3), ("blob-1", 1)],
];

fn read(catalog: &Catalog, text: &str) -> Measure {
    measure(text, &Scope::from_catalog(catalog).with_zones(["deck"])).expect(text)
}

fn value(catalog: &Catalog, text: &str, deck: &[(&str, u32)]) -> Quantity {
    read(catalog, text).value(&World::from_catalog(catalog), &piles(deck))
}

#[test]
fn a_total_of_ones_counts_groups() {
    let catalog = catalog();
    for deck in &DECKS[..4] {
        for field in ["name", "kind", "id", "icons", "faction"] {
            for asked in ["count() >= 2", "any(kind:ship)", "sum(cost) <= 5", "none(faction:blob)"]
            {
                let (total, groups) =
                    (format!("total({field}, [{asked}])"), format!("groups({field}, {asked})"));
                let (total, groups) =
                    (value(&catalog, &total, deck), value(&catalog, &groups, deck));
                // Of what is not known a total may say less.
                assert!(
                    total == groups
                        || (total.low() <= groups.low() && total.high() >= groups.high()),
                    "{field} {asked} {deck:?}: {total} {groups}"
                );
                if groups.exact_value().is_some() && field != "faction" {
                    assert_eq!(total, groups, "{field} {asked} {deck:?}");
                }
            }
        }
        // Every card has one name, so that the groups of names are the cards.
        for asked in ["count()", "count(kind:ship)", "sum(power)"] {
            let total = value(&catalog, &format!("total(name, {asked})"), deck);
            assert_eq!(total, value(&catalog, asked, deck), "{asked} {deck:?}");
        }
        assert_eq!(
            value(&catalog, "total(name, least(count(), 1))", deck),
            value(&catalog, "distinct(name)", deck)
        );
        // The smallest of no cards is no value, which adds nothing.
        let largest = value(&catalog, "total(name, max(cost, kind:location))", deck);
        assert!(!largest.is_none());
    }
}

#[test]
fn brackets_are_one_or_nothing() {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog).with_zones(["deck"]);
    let world = World::from_catalog(&catalog);
    for deck in DECKS {
        for asked in ["count() >= 4", "any(faction:blob)", "sum(cost) <= 3", "min(cost) > 99"] {
            let one = value(&catalog, &format!("[{asked}]"), deck);
            let truth = condition(asked, &scope)
                .unwrap()
                .truth(&world, &piles(deck));
            let expected = match truth {
                Truth::True => Some(1),
                Truth::False => Some(0),
                Truth::Unknown => None,
            };
            let known = one.exact_value().and_then(|n| n.to_integer());
            assert!(known == expected || expected.is_some() && known.is_none(), "{asked} {deck:?}");
        }
        // Of cards, a filter in brackets counts those that it lets through.
        for filter in ["kind:ship", "faction:blob or luke", "cost>=3"] {
            assert_eq!(
                value(&catalog, &format!("sum([{filter}])"), deck),
                value(&catalog, &format!("count({filter})"), deck),
                "{filter} {deck:?}"
            );
        }
    }
    let found = |text: &str| {
        let filter = filter(text, &scope).expect(text);
        let cards = catalog.cards.iter();
        cards
            .filter(|c| filter.test(&world, c.index(), None) == Truth::True)
            .count()
    };
    assert_eq!(found("[kind:ship] = 1"), found("kind:ship"));
    assert_eq!(found("cost + [kind:ship] * 100 >= 100"), found("kind:ship has:cost"));
}

#[test]
fn totals_and_brackets_in_words() {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog).with_zones(["deck"]);
    let said = |text: &str| {
        let measure = measure(text, &scope).expect(text);
        format!(
            "{} / {}",
            measure.in_words(&catalog, Lang::En),
            measure.in_words(&catalog, Lang::Fr)
        )
    };
    let wrong = |text: &str| measure(text, &scope).expect_err(text).to_string();
    insta::assert_debug_snapshot!([
        said("total(name, greatest(count() - 1, 0))"),
        said("total(faction, max(cost)) in deck"),
        said("3 * [count(kind:ship) >= 15]"),
        said("-[any(luke)] + 2"),
        said("sum(cost * [kind:ship faction:blob])"),
        wrong("total(name)"),
        wrong("total(name, kind:ship)"),
        wrong("[count()]"),
        wrong("[count() > 2"),
        wrong("count() > 2]"),
        wrong("sum([count() > 2])"),
    ]);
}

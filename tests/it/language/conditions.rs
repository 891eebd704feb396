//! Measures and conditions over piles.

use super::game::{COST, DESTINY, FACTION, Maker, SHIP, card, catalog, catalog_of, game, index};
use crate::common::list;
use sleeve::{
    language::{
        ChoicePolicy, Condition, Distance, MissingKind, Parameters, Piles, Quantity, Rational,
        Scope, Slot, Truth, Universe, World, condition, measure,
    },
    model::{CardIndex, Catalog, Lens, Number},
};
use std::collections::BTreeMap;

pub fn piles(zones: &[(&str, &[(&str, u32)])]) -> Piles {
    let row = |cards: &[(&str, u32)]| cards.iter().map(|(id, n)| (index(id), *n)).collect();
    Piles {
        zones: zones
            .iter()
            .map(|(name, cards)| ((*name).to_owned(), row(cards)))
            .collect(),
        default: vec![zones[0].0.to_owned()],
    }
}

pub fn read(text: &str, catalog: &Catalog) -> Condition {
    let scope = Scope::from_catalog(catalog)
        .with_zones(["deck", "starting", "row", "a.deck", "b.deck"])
        .with_parameters(["budget", "role", "a.role", "b.role", "boxes"]);
    condition(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"))
}

fn value(text: &str, piles: &Piles) -> String {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog)
        .with_zones(["deck", "starting", "row"])
        .with_parameters(["budget"]);
    let parameters = Parameters::new().with_number("budget", Number::parse("49").unwrap());
    let world = World::from_catalog(&catalog).with_parameters(&parameters);
    let measure = measure(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    measure.value(&world, piles).to_string()
}

fn truth(text: &str, piles: &Piles) -> Truth {
    let catalog = catalog();
    let parameters = Parameters::new()
        .with_number("budget", Number::parse("10").unwrap())
        .with_number("boxes", Number::ONE)
        .with_text("role", "blob")
        .with_text("a.role", "ISN")
        .with_text("b.role", "wretch");
    let world = World::from_catalog(&catalog).with_parameters(&parameters);
    read(text, &catalog).truth(&world, piles)
}

fn holds(text: &str, piles: &Piles) {
    assert_eq!(truth(text, piles), Truth::True, "{text}");
}

fn fails(text: &str, piles: &Piles) {
    assert_eq!(truth(text, piles), Truth::False, "{text}");
}

fn open(text: &str, piles: &Piles) {
    assert_eq!(truth(text, piles), Truth::Unknown, "{text}");
}

fn deck() -> Piles {
    piles(&[
        ("deck", &[("luke", 1), ("han", 2), ("boba", 1), ("blob-1", 3), ("hoth", 1)]),
        ("starting", &[("dooku", 1), ("han", 1)]),
        ("row", &[("blob-2", 2), ("3-10", 1)]),
    ])
}

#[test]
fn measures_of_known_facts() {
    for (text, expected) in [
        ("count()", "8"),
        ("count(kind:ship)", "4"),
        ("sum(cost)", "22"),
        ("sum(cost, faction:blob)", "9"),
        ("min(cost)", "2"),
        ("max(cost) in deck|starting", "7"),
        ("avg(cost, kind:ship)", "3.25"),
        ("avg(cost)", "3.1429"),
        ("distinct(faction)", "3"),
        ("distinct(icons)", "3"),
        ("copies(name)", "3"),
        ("copies(name, kind:ship) in deck|starting", "3"),
        ("groups(name, count() >= 2)", "2"),
        ("floor(budget / 2)", "24"),
        ("ceil(budget / 2)", "25"),
        ("least(budget, count(), 5)", "5"),
        ("greatest(1, 2) - 3", "-1"),
        ("count() % 3", "2"),
        ("(count() + count() in row) * 2", "22"),
        ("min(cost) in row", "1"),
        ("min(cost, name=nobody)", "no value"),
        ("count() / count(name=nobody)", "no value"),
        ("avg(destiny, -kind:ship)", "0"),
        ("-count() + 10", "2"),
        ("sum(effect.combat)", "17"),
        ("sum(icon.pilot)", "4"),
        ("sum(cost * 2 - 1, kind:ship)", "22"),
    ] {
        assert_eq!(value(text, &deck()), expected, "{text}");
    }
}

#[test]
fn conditions_of_known_facts() {
    let deck = deck();
    holds("count() >= 8", &deck);
    holds("2 <= count(kind:ship) <= 5", &deck);
    fails("2 <= count(kind:ship) <= 3", &deck);
    holds("5 >= 5", &deck);
    holds("count() = floor(16.5 / 2)", &deck);
    holds("count() = 3|8", &deck);
    fails("count() != 3|8", &deck);
    holds("all(cost>=2 or kind:location)", &deck);
    holds("none(dooku) and any(dooku) in starting", &deck);
    holds("if any(name=\"Luke Skywalker\") then any(han solo)", &deck);
    fails("if any(luke skywalker) then any(count dooku)", &deck);
    holds("if any(count dooku) then none(luke)", &empty_deck());
    holds(
        "each(name, count() <= quantity_limit())"
            .replace("quantity_limit()", "3")
            .as_str(),
        &deck,
    );
    fails("each(name, count() <= 2)", &deck);
    holds("each(faction, copies(name) >= 1 and distinct(kind) = 1)", &deck);
    holds("each(name, count() <= greatest(1, min(quantity)) + 1)", &deck);
    holds("sum(cost) in row >= min(cost) in deck", &deck);
    holds("(count() = 3 and any(pod)) in row", &deck);
    holds("(count() + 1) * 2 >= 3", &deck);
    holds("(count() > 1) and (count() > 2 or count() < 1)", &deck);
    holds("not count() < 8", &deck);
    holds("count(count dooku) = 0 and count(boba fett in slave i) = 1", &deck);
    holds("count(solo -\"han\") = 0", &deck);
    holds("role = blob and role != $a.role and a.role != b.role", &deck);
    fails("a.role = b.role", &deck);
    holds("a.role = isn|wretch", &deck);
    holds("count(faction:$role) = 3", &deck);
}

fn empty_deck() -> Piles {
    piles(&[("deck", &[])])
}

#[test]
fn no_value_compares_false() {
    let empty = piles(&[("deck", &[])]);
    fails("min(cost) <= 5", &empty);
    fails("min(cost) != 5", &empty);
    holds("not min(cost) <= 5", &empty);
    fails("1 / count() >= 0", &empty);
    holds("copies(name) <= 0 and distinct(name) = 0 and sum(cost) = 0", &empty);
    holds("all(kind:ship) and none(kind:ship) and each(name, count() > 9)", &empty);
    fails("any(kind:ship)", &empty);
}

#[test]
fn a_sum_is_illegal_as_soon_as_the_known_part_exceeds_the_limit() {
    let with = |han: u32| piles(&[("deck", &[("everest", 1), ("han", han)])]);
    open("sum(cost) <= budget", &with(5));
    fails("sum(cost) <= budget", &with(6));
    assert_eq!(value("sum(cost)", &with(5)), "10 or more");
    let cult = piles(&[("deck", &[("cult", 2), ("han", 1)])]);
    assert_eq!(value("sum(cost)", &cult), "12 or more");
    fails("sum(cost) <= budget", &cult);
    holds("sum(cost) >= 12", &cult);
    assert_eq!(value("max(cost)", &cult), "5 or more");
    assert_eq!(value("min(cost)", &cult), "2");
    assert_eq!(value("sum(power) ", &with(1)), "5 to 7");
    assert_eq!(value("avg(power, power>=3)", &with(1)), "2.5 to 3.5");
    assert_eq!(value("count(power>=3)", &with(1)), "1 to 2");
    // What a filter says of a value is not carried over to the value.
    assert_eq!(value("min(power, power>=4)", &with(1)), "2 to 4 or no value");
}

#[test]
fn chosen_values_are_a_range_or_a_policy() {
    let catalog = catalog();
    let deck = piles(&[("deck", &[("han", 1), ("luke", 1)])]);
    let scope = Scope::from_catalog(&catalog);
    let average = measure("avg(destiny)", &scope).unwrap();
    let world = World::from_catalog(&catalog);
    assert_eq!(average.value(&world, &deck).to_string(), "1 to 3.5");
    let highest = World { choice: ChoicePolicy::Highest, ..world };
    assert_eq!(average.value(&highest, &deck).to_string(), "3.5");
    let lowest = World { choice: ChoicePolicy::Lowest, ..world };
    assert_eq!(average.value(&lowest, &deck).to_string(), "1");
}

#[test]
fn unknown_values_of_a_grouping_field_are_sound() {
    // The faction of `everest` is not known.
    let with = |cards: &[(&str, u32)]| piles(&[("deck", cards)]);
    open("distinct(faction) <= 1", &with(&[("everest", 1), ("blob-1", 2)]));
    fails("distinct(faction) <= 1", &with(&[("everest", 1), ("blob-1", 2), ("luke", 1)]));
    holds("distinct(faction) <= 1", &with(&[("everest", 2)]));
    assert_eq!(value("distinct(faction)", &with(&[("everest", 2), ("luke", 1)])), "1 to 2");
    assert_eq!(value("copies(faction)", &with(&[("everest", 2), ("luke", 1)])), "2 to 3");
    open("each(faction, count() <= 2)", &with(&[("everest", 2), ("luke", 1)]));
    fails("each(faction, count() <= 1)", &with(&[("everest", 2), ("luke", 1)]));
    holds("each(faction, count() <= 3)", &with(&[("everest", 2), ("luke", 1)]));
    fails("each(faction, any(kind:base))", &with(&[("everest", 1), ("luke", 1)]));
    open("each(faction, any(kind:base))", &with(&[("everest", 1), ("blob-1", 1)]));
    assert_eq!(
        value("groups(faction, count() >= 1)", &with(&[("everest", 1), ("luke", 1)])),
        "1 to 3"
    );
    assert_eq!(
        value("groups(faction, any(kind:base))", &with(&[("everest", 1), ("blob-1", 1)])),
        "1"
    );
}

#[test]
fn groups_restrict_every_pile_they_name() {
    let deck = piles(&[("deck", &[("han", 2), ("luke", 1)]), ("box", &[("han", 2), ("luke", 2)])]);
    holds("each(name, count() <= count() in box)", &deck);
    let more = piles(&[("deck", &[("han", 3), ("luke", 1)]), ("box", &[("han", 2), ("luke", 2)])]);
    fails("each(name, count() <= count() in box)", &more);
    fails("each(name, count() <= 2) in deck|box", &deck);
}

#[test]
fn another_number_stands_for_no_value() {
    let deck = piles(&[("deck", &[("han", 2), ("luke", 1)])]);
    assert_eq!(value("max(cost, name:nobody) else 4", &deck), "4");
    assert_eq!(value("count() else 4", &deck), "3");
    assert_eq!(value("max(cost, name:nobody) else min(cost, name:nobody) else 1 + 1", &deck), "2");
    fails("count() <= greatest(4, max(cost, name:nobody))", &deck);
    holds("count() <= greatest(4, max(cost, name:nobody) else 0)", &deck);
    // Where it may have a value, either may count.
    assert_eq!(
        Quantity::whole(3).perhaps().or_else(Quantity::whole(5)),
        Quantity::whole(3).join(Quantity::whole(5))
    );
}

#[test]
fn parentheses_read_whole_piles_within_groups() {
    let deck = piles(&[("deck", &[("han", 3), ("luke", 2), ("boba", 2)]), ("box", &[("han", 1)])]);
    // Half of the three Hans, and half of seven cards.
    fails("each(name, count() <= count() in deck / 2)", &deck);
    holds("each(name, count() <= (count() in deck) / 2)", &deck);
    holds("each(name, count() <= 7 - 4 * (count() in box))", &deck);
    assert_eq!(value("total(name, (count() in deck|box)) in deck", &deck), "24");
    fails("each(name, count() <= (count() in deck) / 3)", &deck);
    let catalog = catalog();
    let told = read("each(name, count() <= (count() in deck) / 3)", &catalog)
        .explain(&World::from_catalog(&catalog), &deck);
    let [cause] = told.causes.as_slice() else { panic!("{told:?}") };
    assert_eq!(cause.distance, Some(Distance::TooMany(Rational::ONE)));
}

#[test]
fn too_many_values_are_those_of_all_cards() {
    let catalog = catalog();
    let deck = piles(&[("deck", &[("everest", 1), ("luke", 2)]), ("row", &[("han", 1)])]);
    let told =
        read("groups(name, any()) <= 1", &catalog).explain(&World::from_catalog(&catalog), &deck);
    let [cause] = told.causes.as_slice() else { panic!("{told:?}") };
    let mut cards = cause.cards.clone();
    cards.sort_unstable();
    let mut expected = [(index("everest"), 1), (index("luke"), 2)];
    expected.sort_unstable();
    assert_eq!(cards, expected);
}

#[test]
fn attested_facts_only() {
    let catalog = catalog();
    let deck = piles(&[("deck", &[("ghost", 1)])]);
    let condition = read("sum(cost) <= 4", &catalog);
    let world = World::from_catalog(&catalog);
    assert_eq!(condition.truth(&world, &deck), Truth::True);
    assert_eq!(condition.truth(&world.with_lens(Lens::Attested), &deck), Truth::Unknown);
}

#[test]
fn an_unset_parameter_is_unknown() {
    let catalog = catalog();
    let condition = read("count() <= boxes or count() > 100 * boxes or role = isn", &catalog);
    assert_eq!(condition.truth(&World::from_catalog(&catalog), &deck()), Truth::Unknown);
    assert_eq!(condition.parameters(), ["boxes", "role"]);
    let causes = condition
        .explain(&World::from_catalog(&catalog), &deck())
        .causes;
    assert_eq!(
        causes
            .iter()
            .map(|cause| cause.alternatives.len())
            .collect::<Vec<_>>(),
        [3]
    );
}

#[test]
fn conditions_say_which_piles_they_read() {
    let catalog = catalog();
    let condition =
        read("each(name, count() <= count() in box) and count() in row|deck > 1", &catalog);
    assert_eq!(condition.piles(), ["box", "deck", "row"]);
    assert!(condition.reads_default());
    assert!(!read("copies(name) in a.deck|b.deck <= 1", &catalog).reads_default());
    assert!(!read("each(name, count() <= 1) in row", &catalog).reads_default());
}

#[test]
fn a_cause_names_the_piles_beside_the_default_one() {
    let catalog = catalog();
    for (text, piles) in [
        ("count() + count() in row <= 3", &["deck", "row"][..]),
        ("count() in row|starting <= 3", &["row", "starting"]),
        ("count() <= 3", &[]),
    ] {
        let told = read(text, &catalog).explain(&World::from_catalog(&catalog), &deck());
        assert_eq!(told.causes[0].piles, piles, "{text}");
    }
}

#[test]
fn classes_of_interchangeable_cards() {
    let catalog = catalog();
    let slots: Vec<Slot> = ["luke", "han", "boba", "blob-1", "blob-2", "hoth"]
        .iter()
        .map(|id| Slot { card: index(id), zone: None })
        .collect();
    let universe = Universe::from_pile("deck", slots);
    let world = World::from_catalog(&catalog);
    let bound =
        read("count(kind:ship) >= 2 and any(faction:blob)", &catalog).bind(&world, &universe);
    assert_eq!(bound.classes(0, 6), [0, 0, 0, 1, 2, 3]);
    assert_eq!(bound.caps(0, 6), [Some(3), Some(3), Some(3), Some(2), Some(3), Some(0)]);
    let sums = read("sum(cost) >= 2", &catalog).bind(&world, &universe);
    assert_eq!(sums.classes(0, 6), [0, 1, 2, 0, 1, 3]);
    assert_eq!(sums.caps(0, 6)[0], None);
    let copies = read("copies(name) <= 2", &catalog).bind(&world, &universe);
    assert_eq!(copies.classes(0, 6), [0, 1, 2, 3, 4, 5]);
    let counts = [0u32, 0, 1, 0, 0, 9];
    assert_eq!(bound.truth(&[&counts]), Truth::False);
    assert_eq!(bound.truth(&[&[1, 1, 0, 1, 0, 0]]), Truth::True);
    assert_eq!(bound.truth(&[]), Truth::False);
}

#[test]
fn classes_without_a_game() {
    let names = ["lands", "elves", "other"].map(str::to_owned);
    let scope = Scope::from_classes(&names);
    let condition = condition("count(lands) >= 2 and count(elves or lands) >= 3", &scope).unwrap();
    let slots = (0..3)
        .map(|i| Slot { card: CardIndex(i), zone: None })
        .collect();
    let bound =
        condition.bind(&World::from_catalog(scope.catalog), &Universe::from_pile("deck", slots));
    assert_eq!(bound.truth(&[&[2, 1, 0]]), Truth::True);
    assert_eq!(bound.truth(&[&[2, 0, 5]]), Truth::False);
    assert_eq!(bound.classes(0, 3), [0, 1, 2]);
}

fn by_cost(costs: &[(Option<&str>, Option<&str>)]) -> Vec<Maker> {
    let cards = costs.iter().enumerate();
    cards
        .map(|(i, (low, high))| {
            let card = card(&format!("c{i}"), &format!("Card {i}"), SHIP).value(FACTION, 0);
            card.unknown(COST, *low, *high).is(DESTINY, "1")
        })
        .collect()
}

#[test]
fn averages_over_doubtful_cards_are_tight() {
    // Two cards of cost 2 to 6 and one of 10: which of them cost at least 4 is open.
    let cards =
        by_cost(&[(Some("2"), Some("6")), (Some("2"), Some("6")), (Some("10"), Some("10"))]);
    let catalog = catalog_of(game(), &cards);
    let world = World::from_catalog(&catalog);
    let scope = Scope::from_catalog(&catalog);
    let pile = Piles::from_pile("deck", (0..3).map(|i| (CardIndex(i), 1)).collect());
    let value = |text: &str| measure(text, &scope).unwrap().value(&world, &pile);
    assert_eq!(value("avg(cost, cost>=4)").to_string(), "4.6667 to 10");
    assert_eq!(value("sum(cost, cost>=4)").to_string(), "10 to 22");
    assert_eq!(value("max(cost, cost<10)").to_string(), "2 to 6");
    assert_eq!(value("max(cost)"), Quantity::whole(10));
}

#[test]
fn numbers_too_large_become_open_ends() {
    let big = (0..12).fold("999999999999".to_owned(), |text, _| format!("{text} * 999999999999"));
    assert_eq!(value(&big, &deck()), "0 or more");
    open(&format!("{big} > 5"), &deck());
}

#[test]
fn explanations_name_the_cards_that_make_the_difference() {
    let catalog = catalog();
    let explain = |text: &str, piles: &Piles| {
        let parameters = Parameters::new().with_number("budget", Number::parse("10").unwrap());
        let world = World::from_catalog(&catalog).with_parameters(&parameters);
        let explanation = read(text, &catalog).explain(&world, piles);
        let cards = |cards: &[(CardIndex, u32)]| {
            let name = |(c, n): &(CardIndex, u32)| format!("{n} {}", catalog.cards.card(*c).id());
            cards.iter().map(name).collect::<Vec<_>>().join(", ")
        };
        let comparison = |cause: &sleeve::language::Cause| {
            let mut line = format!(
                "{} [{}] {} {} {}",
                &text[cause.span.clone()],
                cause.subject.en,
                cause.actual,
                cause.operator.symbol(),
                cause.limit
            );
            if let Some(group) = &cause.group {
                line += &format!(" of {}={}", group.field.en, group.value.en);
            }
            line += &format!(
                "; {:?}; cards {}",
                cause
                    .distance
                    .map(|d| format!("{d:?}").split('(').next().unwrap().to_owned()
                        + " "
                        + &d.amount().to_string()),
                cards(&cause.cards)
            );
            if !cause.doubtful.is_empty() {
                line += &format!("; doubtful {}", cards(&cause.doubtful));
            }
            for missing in &cause.missing {
                let fact = match &missing.fact {
                    MissingKind::Field(field) => format!("{:?}", field.kind),
                    legal @ MissingKind::Legal(_) => format!("{legal:?}"),
                };
                line += &format!("; missing {} {fact}", catalog.cards.card(missing.card).id());
            }
            line
        };
        let cause = |cause: &sleeve::language::Cause| {
            let ways = cause
                .alternatives
                .iter()
                .flat_map(|way| way.iter().map(comparison));
            let ways = ways.map(|way| format!("\n    {way}")).collect::<String>();
            match ways.as_str() {
                "" => comparison(cause),
                ways => format!("{}, in none of the ways{ways}", &text[cause.span.clone()]),
            }
        };
        let lines: Vec<String> = explanation.causes.iter().map(cause).collect();
        format!("{:?}\n{}", explanation.truth, lines.join("\n"))
    };
    let mut seen = BTreeMap::new();
    for text in list(
        "count() >= 25; count() >= 8; count(kind:ship) <= 2 and sum(cost) <= budget and none(hoth); \
        copies(name) <= 1; distinct(faction) <= 1; all(kind:ship); any(kind:ship cost>=9); \
        not any(kind:location); each(name, count() <= 2 and sum(cost) <= 5); \
        if any(luke) then any(dooku); max(cost) <= 3; min(cost) >= 3; 1 <= count(kind:location) < 1; \
        count() > 8 or count() in row > 3",
    ) {
        seen.insert(text, explain(text, &deck()));
    }
    let unknown = piles(&[("deck", &[("everest", 2), ("cult", 1), ("luke", 1)])]);
    for text in [
        "sum(cost) <= 48",
        "count(power>=3) >= 2",
        "each(faction, count() <= 2)",
        "copies(faction) <= 2",
    ] {
        seen.insert(text, explain(text, &unknown));
    }
    let all: String = seen
        .iter()
        .map(|(text, why)| format!("{text}\n  {}\n", why.replace('\n', "\n  ")))
        .collect();
    insta::assert_snapshot!(all);
}

//! What makes the language unambiguous, and that a printed tree parses to the same tree.

use super::game::catalog;
use proptest::prelude::*;
use sleeve::language::{Scope, Truth, World, condition, filter, parse};

fn printed(text: &str) -> String {
    let tree = parse(text).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    let print = tree.to_string();
    let again = parse(&print).unwrap_or_else(|e| panic!("{text} printed as {print}: {e:?}"));
    assert_eq!(again, tree, "{text} printed as {print}");
    assert_eq!(again.to_string(), print);
    print
}

#[test]
fn printed_trees_read_back() {
    for (text, print) in [
        ("3-10", "3-10"),
        ("4-lom", "4-lom"),
        ("lateral-move f-51", "lateral-move and f-51"),
        ("kind:ship -icon:pilot", "kind:ship and -icon:pilot"),
        ("cost<=3 -1", "cost<=3 and not 1"),
        ("count() -1 > 2", "count() - 1 > 2"),
        ("count() - 1 > 2", "count() - 1 > 2"),
        ("count()-1>2", "count() - 1 > 2"),
        ("cost>=-3", "cost>=-3"),
        ("-cost>=-3", "-cost>=-3"),
        ("-cost + 1>=3", "-cost + 1 >= 3"),
        ("-count() > -3", "-count() > -3"),
        ("-3 < cost", "-3 < cost"),
        ("destiny%2=0", "destiny % 2 = 0"),
        ("name=/a b/ luke", "name=/a b/ and luke"),
        ("luke /sky/", "luke and /sky/"),
        ("kind:ship /sky/", "kind:ship and /sky/"),
        ("cost / 2 > 1 / 3", "cost / 2 > 1 / 3"),
        ("count() /2 > 3/ 1", "count() / 2 > 3 / 1"),
        ("(a or b) c", "(a or b) and c"),
        ("a or b c", "a or b and c"),
        ("not (a b)", "not (a and b)"),
        ("- luke", "-luke"),
        ("1 - (2 - 3) > 0", "1 - (2 - 3) > 0"),
        ("(1 - 2) - 3 > 0", "1 - 2 - 3 > 0"),
        ("2 * (1 + 2) > 0", "2 * (1 + 2) > 0"),
        ("if a then if b then c", "if a then if b then c"),
        ("if (if a then b) then c", "if if a then b then c"),
        ("(if a then b) or c", "(if a then b) or c"),
        ("count(luke) in deck|row>=3", "count(luke) in deck|row >= 3"),
        ("(count() in deck) > 2", "(count() in deck) > 2"),
        ("max(cost) in deck else 4*2 > 2", "max(cost) in deck else 4 * 2 > 2"),
        ("2*(max(cost) else min(cost) else 4) > 2", "2 * max(cost) else min(cost) else 4 > 2"),
        ("max(cost) else (min(cost) else 4) > 2", "max(cost) else (min(cost) else 4) > 2"),
        ("any(someone else)", "any(someone and else)"),
        ("(count() + 1) in deck > 2", "(count() + 1) in deck > 2"),
        ("name:\"a \\\"b\\\\\"", "name:\"a \\\"b\\\\\""),
        ("« Han Solo » “x”", "\"Han Solo\" and \"x\""),
        ("set:a|b|c", "set:a|b|c"),
        ("cost=?", "cost=?"),
        ("faction:$role", "faction:$role"),
        ("AND_ IN Or x", "AND_ and IN or x"),
        ("count dooku", "count and dooku"),
        ("boba fett in slave i", "boba and fett and in and slave and i"),
        ("if:x", "if:x"),
        ("2 <= count(level:0) <= 5", "2 <= count(level:0) <= 5"),
        ("Luke NOT han", "Luke and -han"),
        ("03 1.50", "03 and 1.50"),
    ] {
        assert_eq!(printed(text), print, "{text}");
    }
}

#[test]
fn what_is_ambiguous_is_decided_in_one_way() {
    let catalog = catalog();
    let scope = Scope::from_catalog(&catalog)
        .with_zones(["deck", "slave"])
        .with_parameters(["role"]);
    let found = |text: &str| {
        let filter = filter(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"));
        let world = World::from_catalog(&catalog);
        let fits =
            |c: &sleeve::model::Card<'_>| filter.test(&world, c.index(), None) == Truth::True;
        catalog
            .cards
            .iter()
            .filter(fits)
            .map(|c| c.id().to_owned())
            .collect::<Vec<_>>()
    };
    // Function names are reserved only before `(`, `in` only after `)`.
    assert_eq!(found("count dooku"), ["dooku"]);
    assert_eq!(found("fett in slave"), ["boba"]);
    // After `:` the right side is always a value, after `=` a value before a field.
    assert!(filter("power:ability", &scope).is_err());
    assert_eq!(found("power=ability"), ["han", "dooku"]);
    assert_eq!(found("rarity=rare"), ["luke", "boba", "dooku"]);
    // Quotes always make text.
    assert!(found("name=\"power\"").is_empty());
    // A whole filter that is a card's name is that card.
    assert_eq!(found("ISN Everest (veteran)"), ["everest"]);
    assert_eq!(found("blob wheel"), ["blob-1"]);
    assert_eq!(found("blob"), ["blob-1"]);
    // One expression, and types decide.
    for text in ["(count() + 1) * 2 >= 3", "(count() > 1) and (count() > 2 or 1 > 2)"] {
        condition(text, &scope).unwrap_or_else(|e| panic!("{text}: {e:?}"));
    }
    // `a|b` under `!=` means none of them.
    assert_eq!(found("faction!=blob|star-empire"), ["boba", "cult"]);
}

fn leaf() -> impl Strategy<Value = String> {
    prop_oneof![
        Just("luke".to_owned()),
        Just("\"han so\\\"lo\"".to_owned()),
        Just("3-10".to_owned()),
        Just("12".to_owned()),
        Just("$role".to_owned()),
        Just("/a-b*/".to_owned()),
        Just("in".to_owned()),
        Just("then".to_owned()),
        Just("count".to_owned()),
        "[a-z][a-z0-9_.'-]{0,5}".prop_filter("no keyword", |w| {
            !["and", "or", "not", "if", "then", "in"].contains(&w.as_str())
        }),
        Just("kind:ship".to_owned()),
        Just("cost<=3".to_owned()),
        Just("set:a|b".to_owned()),
        Just("cost = -3".to_owned()),
        Just("launch=?".to_owned()),
        Just("count()".to_owned()),
        Just("sum(cost, kind:ship) in deck|row".to_owned()),
    ]
}

/// Texts that often parse: forms of the grammar put together without regard for types.
fn text() -> impl Strategy<Value = String> {
    let space = prop_oneof![Just(" "), Just("  "), Just("")];
    leaf().prop_recursive(5, 40, 3, move |inner| {
        let pair = (inner.clone(), space.clone(), inner.clone());
        prop_oneof![
            (pair.clone(), prop::sample::select(vec!["+", "-", "*", "/", "%"]))
                .prop_map(|((a, s, b), op)| format!("{a}{s}{op}{s}{b}")),
            (pair.clone(), prop::sample::select(vec!["=", "!=", "<", "<=", ">", ">=", ":"]))
                .prop_map(|((a, s, b), op)| format!("{a}{s}{op}{s}{b}")),
            (pair.clone(), prop::sample::select(vec!["and", "or", ""]))
                .prop_map(|((a, _, b), op)| format!("{a} {op} {b}")),
            pair.clone()
                .prop_map(|(a, _, b)| format!("if {a} then {b}")),
            pair.prop_map(|(a, _, b)| format!("{a} -{b}")),
            inner.clone().prop_map(|a| format!("({a})")),
            inner.clone().prop_map(|a| format!("-{a}")),
            inner.clone().prop_map(|a| format!("not {a}")),
            inner.clone().prop_map(|a| format!("count({a})")),
            inner.clone().prop_map(|a| format!("({a}) in deck")),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| format!("least({a}, {b})")),
            inner.prop_map(|a| format!("each(name, {a})")),
        ]
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn any_tree_prints_to_a_text_of_the_same_tree(text in text()) {
        if let Ok(tree) = parse(&text) {
            let print = tree.to_string();
            let again = parse(&print);
            prop_assert_eq!(again.as_ref(), Ok(&tree), "{} printed as {}", text, print);
        }
    }
}

#[test]
fn a_pattern_within_a_calculation_keeps_its_parentheses() {
    for text in ["count = (/a-b*/) + luke", "(/a/) * 2", "luke - (/a/)"] {
        let tree = parse(text).unwrap();
        assert_eq!(parse(&tree.to_string()).as_ref(), Ok(&tree), "{tree}");
    }
}

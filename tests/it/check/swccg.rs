//! Star Wars CCG: sides and roles. The scenarios are in `tests/console/swccg.trycmd`.

#[test]
fn cards_of_the_other_side_than_the_role_are_illegal_in_every_format() {
    for (role, card, place) in [("dark", "1_19", "1_131"), ("light", "1_168", "1_290")] {
        let deck = format!(
            "game = \"swccg\"\nrole = \"{role}\"\n[zones.deck]\n\"{card}\" = 59\n\"{place}\" = 1\n"
        );
        let formats = super::document(&deck, &["--as", "all"])["decks"].clone();
        let formats = formats.as_array().unwrap();
        assert_eq!(formats.len(), 44);
        for checked in formats {
            let mut findings = checked["findings"].as_array().unwrap().iter();
            let sides = findings
                .find(|finding| finding["rule"] == "one-side")
                .unwrap();
            assert_eq!(sides["actual"], 60, "{checked}");
        }
        let decided = deck.replace(&format!("role = \"{role}\"\n"), "");
        assert!(super::judged(&decided, &["--as", "open"]).starts_with("legal"), "{role}");
        let asked = super::judged(&decided, &["--as", "open", "--role", role]);
        assert!(asked.contains("broken one-side"), "{asked}");
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_deck_that_is_built_is_of_the_side_of_its_role() {
    let run = |args: &[&str]| {
        let ran = crate::common::sleeve(&[args, &["-o", "json"]].concat());
        serde_json::from_str::<serde_json::Value>(&ran.out).unwrap()
    };
    let ids = |cards: &serde_json::Value| -> std::collections::BTreeSet<String> {
        cards
            .as_array()
            .unwrap()
            .iter()
            .map(|card| card["id"].to_string())
            .collect()
    };
    for role in ["dark", "light"] {
        let built = run(&["build", "swccg/premiere_ds2", "--role", role, "--time", "60"]);
        let side = run(&["cards", "--game", "swccg", &format!("side:{role}")]);
        let built = ids(&built["decks"][0]["in"]);
        assert!(!built.is_empty() && built.is_subset(&ids(&side["cards"])), "{role}: {built:?}");
    }
}

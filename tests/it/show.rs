//! `sleeve show`: one card of each game as it is drawn.

use crate::common::{Sleeve, in_brief, sleeve};

fn shown(args: &[&str]) -> String {
    let run = Sleeve::new().variable("LC_ALL", "en_GB.UTF-8");
    run.run(&[&["show"], args].concat()).to_string()
}

#[test]
fn a_starfighter_card_has_a_front_of_two_halves_and_a_back() {
    insta::assert_snapshot!(
        "a_starfighter_card_has_a_front_of_two_halves_and_a_back",
        shown(&["3-10"])
    );
}

#[test]
fn a_card_whose_id_is_a_stand_in_has_a_star_and_only_ascii_where_asked() {
    let plain = Sleeve::new().variable("LC_ALL", "C");
    let ran = plain.run(&["show", "1-02", "--lang", "fr"]);
    insta::assert_snapshot!(
        "a_card_whose_id_is_a_stand_in_has_a_star_and_only_ascii_where_asked",
        ran.to_string()
    );
}

#[test]
fn attested_facts_alone_leave_question_marks_and_bounds() {
    insta::assert_snapshot!(
        "attested_facts_alone_leave_question_marks_and_bounds",
        shown(&["1-07", "--attested"])
    );
    let ship = shown(&["isn-everest-veteran", "--attested"]);
    let hull = ship.lines().find(|line| line.contains("Hull ")).unwrap_or_default();
    assert!(hull.ends_with(" 5+ │"), "{ship}");
}

#[test]
fn a_ship_stands_beside_its_other_versions() {
    insta::assert_snapshot!(
        "a_ship_stands_beside_its_other_versions",
        shown(&["F-51 Sparrows bleus (vétéran)"])
    );
}

#[test]
fn a_tactic_card() {
    insta::assert_snapshot!(shown(&["erin cho"]), @r#"
    status: 0
    Erin Cho · erin-cho · tactic
    ┌────────────────────────────────────────────┐
    │ Cost ~3          Erin Cho            ~hero │
    │ Phase ?             ISN                    │
    └────────────────────────────────────────────┘
    Also      Erin Echo, Officer Cho, Cho
    Set       The Saturn Offensive
    In a box  3
    Sources   rulebook (id, faction, phase)
              derived (copies in a box)
              inferred (type)
              stand-in (cost)
    ~ not attested: a stand-in or an inference; --attested leaves it out
    "#);
}

#[test]
fn costs_and_triggered_effects() {
    insta::assert_snapshot!(shown(&["Patrol Mech"]), @r#"
    status: 0
    Patrol Mech · patrol-mech · ship
    ┌────────────────────────────────────────────┐
    │ Machine Cult    Patrol Mech         Cost 4 │
    │     trade 3 (play) or combat 5 (play),     │
    │             scrap-own 1 (ally)             │
    └────────────────────────────────────────────┘
    Set       Star Realms
    In a box  2
    Sources   published: Star Realms simulator by icesphere (id, faction, cost,
              effects)
    "#);
    insta::assert_snapshot!(shown(&["War World"]), @r#"
    status: 0
    War World · war-world · base
    ┌────────────────────────────────────────────┐
    │ Star Empire      War World          Cost 5 │
    │      combat 3 (play), combat 4 (ally)      │
    │ Outpost                          Defense 4 │
    └────────────────────────────────────────────┘
    Set       Star Realms
    In a box  1
    Combat    3
    Sources   published: Star Realms simulator by icesphere (id, faction, cost,
              combat, defense, outpost, effects)
    "#);
}

#[test]
fn values_and_icons_of_star_wars_cards() {
    insta::assert_snapshot!("values_and_icons_of_star_wars_cards_2", shown(&["1_19"]));
    insta::assert_snapshot!(shown(&["brainiac"]), @r#"
    status: 0
    Brainiac · 2_2 · character
    ┌────────────────────────────────────────────┐
    │ Brainiac                         Destiny π │
    │ unique             alien            rare 1 │
    │ nav-computer, a-new-hope  force-attuned    │
    │ Power  *   Ability 3                       │
    │ Deploy Y   Forfeit X                       │
    │                                        2_2 │
    └────────────────────────────────────────────┘
    Set      A New Hope
    Side     light
    Sources  published: Card files of the Star Wars CCG Players Committee (id, side,
             subtype, uniqueness, unique, card-number, rarity, destiny, deploy,
             power, ability, forfeit, icons, traits)
    "#);
    insta::assert_snapshot!("values_and_icons_of_star_wars_cards", shown(&["The Mythrol"]));
}

#[test]
fn action_cards_and_fighters() {
    insta::assert_snapshot!(shown(&["--game", "etoile-noire", "Falcon Millenium"]), @r#"
    status: 0
    Millennium Falcon · alliance-falcon · action
    ┌────────────────────────────────────────────┐
    │ Alliance     Millennium Falcon             │
    │                  eliminate                 │
    └────────────────────────────────────────────┘
    Also            Falcon Millenium, Faucon Millenium
    Set             Assault on the Death Star
    In a box        ~2
    Printed copies  ~2
    Sources         rulebook (id, side, effects)
                    stand-in (copies in a box, printed)
    ~ not attested: a stand-in or an inference; --attested leaves it out
    "#);
}

#[test]
fn a_group_is_drawn_by_its_own_name() {
    let drawn = shown(&["ISN Everest"]);
    for version in ["standard", "seasoned", "veteran"] {
        assert!(drawn.contains(&format!("ISN Everest ({version})")), "{drawn}");
    }
}

#[test]
fn values_stand_in_columns_under_each_other() {
    let drawn = shown(&["1_19"]);
    let line = |word: &str| drawn.lines().find(|l| l.contains(word)).unwrap_or_default().to_owned();
    let (power, deploy) = (line("Power"), line("Deploy"));
    let end = |line: &str| line.find("   ").map(|at| line[..at].chars().count());
    assert_eq!(end(&power), end(&deploy), "the values of a column end together:\n{drawn}");
}

#[test]
fn technical_fields_and_defaults_are_shown_on_request() {
    let plain = shown(&["ISN Everest (veteran)", "--lang", "fr"]);
    assert!(!plain.contains("Soute scellée") && !plain.contains("Unité "), "{plain}");
    let all = shown(&["ISN Everest (veteran)", "--lang", "fr", "--all"]);
    assert!(all.contains("Soute scellée  0") && all.contains("Unité "), "{all}");
    let base = shown(&["--game", "star-realms", "Blob Wheel"]);
    assert!(!base.contains("Trade     0") && base.contains("Combat"), "{base}");
    assert!(shown(&["--game", "star-realms", "Blob Wheel", "--all"]).contains("Trade     0"));
}

#[test]
fn cards_have_weight_and_colour_on_terminals_only() {
    let card = ["show", "--game", "battleship-galaxies", "erin cho", "--lang", "en"];
    let terminal = Sleeve::new().width(80).run(&card).out;
    assert!(terminal.contains("\u{1b}[1mErin Cho\u{1b}[0m"), "a bold name: {terminal:?}");
    assert!(terminal.contains("\u{1b}[2mCost\u{1b}[0m \u{1b}[1;33m~3\u{1b}[0m"), "{terminal:?}");
    let plain = |text: &str| {
        let mut out = String::new();
        let mut inside = false;
        for c in text.chars() {
            match (inside, c) {
                (false, '\u{1b}') => inside = true,
                (true, 'm') => inside = false,
                (false, c) => out.push(c),
                (true, _) => {}
            }
        }
        out
    };
    let piped = sleeve(&card).out;
    assert!(!piped.contains('\u{1b}'));
    assert_eq!(plain(&terminal), piped, "colour changes no column");
    let without = Sleeve::new().width(80).variable("NO_COLOR", "1").run(&card).out;
    assert_eq!(without, piped);
    let never = Sleeve::new().width(80).run(&[&card[..], &["--color", "never"]].concat()).out;
    assert_eq!(never, piped);
    let always = sleeve(&[&card[..], &["--color", "always"]].concat()).out;
    assert_eq!(always, terminal);
}

#[test]
fn an_ambiguous_name_lists_the_candidates() {
    insta::assert_snapshot!(shown(&["phantom menace"]), @"
    status: 2
    --- err
    error: `phantom menace` could be 2 cards
     |
     = help: write the id of the one you mean

    Star Wars CCG
    Name                Id
    ──────────────────  ──────
    The Phantom Menace  12_139
    The Phantom Menace  12_140
    ");
}

#[test]
fn an_unknown_name_has_near_ones_and_the_others_are_drawn() {
    let ran =
        Sleeve::new().variable("LC_ALL", "en_GB.UTF-8").run(&["show", "Blob Whell", "Blob Wheel"]);
    assert_eq!(ran.status, 2);
    ran.assert_out("Defense 5");
    insta::assert_snapshot!(in_brief(ran.err), @"error: there is no card `Blob Whell` = help: did you mean `Blob Wheel` (blob-wheel)?");
}

#[test]
fn the_document_has_the_card_alone() {
    let document = Sleeve::new().run(&["show", "Tes Kio (veteran)", "-o", "json"]).document();
    assert_eq!(document["schema"], "sleeve/cards/1");
    assert_eq!(document["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["cards"][0]["id"], "tes-kio-veteran");
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_card_of_every_game_fits_the_page() {
    use unicode_width::UnicodeWidthStr;
    for game in ["starfighter", "battleship-galaxies", "star-realms", "etoile-noire", "swccg"] {
        let document = Sleeve::new().run(&["cards", "--game", game, "-o", "json"]).document();
        let step = if game == "swccg" { 29 } else { 1 };
        for card in document["cards"].as_array().expect("cards").iter().step_by(step) {
            let id = card["id"].as_str().expect("an id");
            for (lang, width) in [("en", 80), ("fr", 80), ("fr", 60), ("en", 40)] {
                let card = ["show", "--game", game, id, "--lang", lang, "--color", "never"];
                let ran = Sleeve::new().width(width).run(&card).assert_status(0);
                assert!(ran.out.lines().all(|line| line.width() <= width), "{width}: {ran}");
            }
        }
    }
}

#[test]
fn a_document_of_no_card_says_why() {
    let ran = sleeve(&["show", "-o", "json", "nope"]);
    let document = ran.document();
    assert_eq!((ran.status, &document["schema"]), (2, &"sleeve/error/1".into()), "{ran}");
    assert!(document["message"].as_str().unwrap().contains("nope"), "{ran}");
}

#[test]
fn the_game_with_most_cards_of_a_name_comes_first() {
    let drawn = shown(&["Darth Vader"]);
    let at = |id: &str| drawn.find(id).unwrap_or_else(|| panic!("no {id} in\n{drawn}"));
    assert!(at("1_168") < at("empire-vader"));
}

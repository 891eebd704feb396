//! What rules say that are written in less usual ways: a limit on the left, several ways to be legal,
//! conditions on groups, and data or lists that cannot be read.

use crate::common::{Sleeve, in_brief, scratch, write_file, write_game};
use std::path::{Path, PathBuf};

const GAME: &str = r#"
id = "small"
name = { en = "Small", fr = "Petit" }
data = 2026-11-21
sources.rulebook.name = "Rulebook"
[kinds.hero]
name = { en = "hero", fr = "héros" }
plural = { en = "heroes", fr = "héros" }
[kinds.ally]
name = { en = "ally", fr = "allié" }
plural = { en = "allies", fr = "alliés" }
[kinds.land]
name = { en = "land", fr = "terrain" }
plural = { en = "lands", fr = "terrains" }
[attributes.points]
type = "integer"
name = { en = "points", fr = "points" }
doc = { en = "what it is worth", fr = "ce qu'elle vaut" }
[attributes.faction]
type = "enum"
name = { en = "faction", fr = "faction" }
doc = { en = "whose it is", fr = "à qui elle est" }
values = ["blue", "red", "green"]
[sets.base]
name = "Base"
[sets.gateway]
name = "System Gateway"
"#;

const CARDS: &str = r#"
file = { set = "base", provenance = "rulebook" }
card = [
    { id = "h1", name = "Ann", kind = "hero", points = 5, faction = "blue" },
    { id = "h2", name = "Bob", kind = "hero", points = 7, faction = "red" },
    { id = "a1", name = "Cat", kind = "ally", points = 3, faction = "blue" },
    { id = "a2", name = "Dog", kind = "ally", points = 4, faction = "red" },
    { id = "a3", name = "Send a Message", kind = "ally", points = 1, faction = "red", set = "gateway" },
    { id = "a4", name = "Fox", kind = "ally", points = 2, faction = "blue" },
    { id = "l1", name = "Hill", kind = "land" },
]
"#;

const ZONES: &str = r#"
[[format]]
id = "f"
name = "F"
cite = "rulebook: 1"
zones.hero = "kind:hero"
zones.deck = "kind:ally or kind:land"
"#;

/// A folder with the game, and a format of these rules: each an id, the zone it reads or none, what it
/// requires.
fn game(test: &str, rules: &[(&str, &str, &str)]) -> PathBuf {
    let folder = scratch(test);
    let mut formats = ZONES.to_owned();
    for (id, zone, require) in rules {
        let zone = if zone.is_empty() { String::new() } else { format!("zone = '{zone}'\n") };
        formats += &format!(
            "[[format.rule]]\nid = '{id}'\n{zone}require = '{require}'\ncite = 'rulebook: 1'\ntext = 'The rule {id}.'\n"
        );
    }
    write_game(&folder.join("cards"), [GAME, CARDS, &formats]);
    folder
}

/// What `check` says in both languages of a deck of these zones.
fn check(folder: &Path, hero: &str, deck: &str) -> String {
    let text =
        format!("game = 'small'\nformat = 'f'\nzones.hero = [{hero}]\nzones.deck = [{deck}]\n");
    check_list(folder, "deck.toml", &text)
}

fn check_list(folder: &Path, name: &str, text: &str) -> String {
    write_file(folder, name, text);
    let say = |lang| {
        let ran =
            Sleeve::new().folder(folder).run(&["check", name, "--cards", "cards", "--lang", lang]);
        ran.to_string().replace(&format!("{}/", folder.display()), "")
    };
    format!("{}\n{}", say("en"), say("fr"))
}

#[test]
fn what_is_limited_is_told_whichever_side_the_limit_stands_on() {
    let folder = game(
        "explained-limits",
        &[
            ("five-each", "", "5 * count() in hero <= count() in deck"),
            ("points", "deck", "min(points) in hero + 50 <= sum(points)"),
            ("least", "", "count() in deck >= min(points) in hero"),
            ("worth", "", "max(points) in hero >= sum(points) in deck"),
            ("share", "deck", "2 * count(kind:land) >= count()"),
        ],
    );
    // Without a hero there is nothing to compare with.
    let told = ["'Ann'", ""].map(|hero| check(&folder, hero, "'Cat', 'Dog', 'Fox', 'Hill'"));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_card_that_two_measures_read_is_counted_once_and_told_with_what_it_adds() {
    let sums = &[("worth", "deck", "sum(points) - 2 * count(kind:ally) >= 40")];
    let folder = game("two-measures", sums);
    let said = check_list(
        &folder,
        "deck.toml",
        "game = 'small'\nformat = 'f'\nzones.hero = ['Ann']\nzones.deck = { a1 = 3, a2 = 3, a3 = 1, a4 = 2, l1 = 1 }\n",
    );
    assert!(said.contains("3 × Dog") && !said.contains("6 × Dog"), "{said}");
    let args = ["check", "-o", "json", "deck.toml", "--cards", "cards"];
    let json = Sleeve::new().folder(&folder).run(&args).document();
    let cards = json["decks"][0]["findings"][0]["cards"].as_array().unwrap().clone();
    let told =
        |card: &serde_json::Value| format!("{} {} {}", card["id"], card["count"], card["adds"]);
    let told: Vec<String> = cards.iter().map(told).collect();
    assert_eq!(told, ["\"a2\" 3 6", "\"a1\" 3 3", "\"a3\" 1 -1"]);
}

#[test]
fn a_note_on_a_total_names_what_adds_most_first() {
    let total = &[("points", "deck", "sum(points) <= 9")];
    let folder = game("contributors", total);
    write_file(
        &folder,
        "cards/more.toml",
        r#"
file = { set = "base", provenance = "rulebook" }
card = [
    { id = "a5", name = "Ash", kind = "ally", points = 2, faction = "green" },
    { id = "l2", name = "Moor", kind = "land", points = 0 },
]
"#,
    );
    let said = check_list(
        &folder,
        "deck.toml",
        "game = 'small'\nformat = 'f'\nzones.hero = ['Ann']\nzones.deck = { a1 = 2, a2 = 1, a3 = 1, a4 = 4, a5 = 2, l1 = 9, l2 = 3 }\n",
    );
    let cards = "4 × Fox = 8, 2 × Cat = 6, Dog = 4, 2 × Ash = 4, Send a Message = 1";
    assert!(said.contains(&format!("the cards: {cards}\n")), "{said}");
}

#[test]
fn what_nobody_knows_of_a_total_is_no_number() {
    let deck = "decks/battleship-galaxies/fleet-isn-patrol-30.toml";
    let ran = Sleeve::new().run(&["check", "--attested", deck]);
    ran.assert_out("cannot be decided: an unknown number of points, at most 30");
    assert!(!ran.out.contains("0 or more"), "{ran}");
}

#[test]
fn several_ways_to_be_legal_are_one_finding() {
    let folder = game(
        "explained-ways",
        &[
            (
                "either",
                "deck",
                "count(kind:land) >= 3 or count(faction:red) >= 4 or none(faction:blue)",
            ),
            ("lands", "deck", "count(kind:land) = 2|4"),
            ("both", "deck", "not (any(faction:blue) and any(faction:red))"),
            ("inner", "deck", "count() >= 9 or (count(kind:land) >= 2 and (none() or any(Ann)))"),
        ],
    );
    insta::assert_snapshot!(check(&folder, "'Ann'", "'Cat', 'Dog', 'Fox', 'Hill'"));
    let json = Sleeve::new()
        .folder(&folder)
        .run(&["check", "deck.toml", "--cards", "cards", "-o", "json"])
        .out;
    let document: serde_json::Value = serde_json::from_str(&json).unwrap();
    let findings = document["decks"][0]["findings"].as_array().unwrap();
    let rules: Vec<&str> = findings.iter().filter_map(|f| f["rule"].as_str()).collect();
    assert_eq!(rules, ["either", "lands", "both", "inner"]);
}

#[test]
fn groups_name_their_cards_and_what_asks_something_of_them() {
    let folder = game(
        "explained-groups",
        &[
            ("with-land", "deck", "each(faction, if any(kind:ally) then any(points>=5))"),
            ("companion", "", "if any(kind:hero faction:blue) in hero then any(kind:land) in deck"),
            ("each-one", "deck", "each(faction, sum(points) <= 4)"),
        ],
    );
    insta::assert_snapshot!(check(&folder, "'Ann'", "'Cat', 'Dog', 'Fox'"));
}

#[test]
fn any_and_none_without_a_filter_ask_for_cards_at_all() {
    let folder = game("explained-any", &[("some", "deck", "any()"), ("empty", "hero", "none()")]);
    insta::assert_snapshot!(check(&folder, "'Ann'", ""));
    assert!(check(&folder, "", "'Cat'").starts_with("status: 0\n"));
}

#[test]
fn a_line_that_cannot_be_told_fills_no_place_for_a_single_card() {
    let folder = game("explained-home", &[("one-hero", "hero", "count() = 1")]);
    let list = "# game: small\n# format: f\nAnn\n1 Cxxxxx\n3 Yyyyyy\n";
    insta::assert_snapshot!(check_list(&folder, "deck.txt", list));
}

#[test]
fn pips_and_stars_behind_a_name_are_none_of_its_words() {
    let folder = game("explained-pips", &[("three", "deck", "count() = 3")]);
    let list = "# game: small\n# format: f\n[hero]\nAnn\n[deck]\n1 Send a Message (System Gateway) ●●\n1x Send a Message (System Gateway) ★\nSend a Message ●○\n";
    let told = check_list(&folder, "deck.txt", list);
    assert!(told.starts_with("status: 0\n"), "{told}");
    // What is no set, no kind and no value is not dropped with the pips.
    let other = list.replace("System Gateway) ★", "Nowhere) ★");
    insta::assert_snapshot!(in_brief(check_list(&folder, "other.txt", &other)), @"
    status: 2
    unusable     other.txt (small/f)
    error: there is no card `Send a Message (Nowhere) ★` (other.txt:7:1) {1x Send a Message (Nowhere) ★} = help: did you mean `Send a Message` (a3)?
    1 deck: 1 unusable
    sleeve 0.1.0, data: small 2026-11-21 + cards
    status: 2
    inutilisable other.txt (small/f)
    erreur : il n'y a pas de carte « Send a Message (Nowhere) ★ » (other.txt:7:1) {1x Send a Message (Nowhere) ★} = aide : vouliez-vous dire `Send a Message` (a3) ?
    1 deck : 1 inutilisable
    sleeve 0.1.0, données : small 2026-11-21 + cards
    ");
}

#[test]
fn a_mistake_in_the_data_of_a_game_is_what_check_shows() {
    let folder = game("explained-mistake", &[("any", "deck", "any()")]);
    let cards = CARDS.replace("faction = \"green\"", "").replace("points = 4", "pionts = 4");
    write_file(&folder, "cards/cards.toml", cards);
    insta::assert_snapshot!(in_brief(check(&folder, "'Ann'", "'Cat'")), @"
    status: 2
    unusable     deck.toml
    error: unknown key `pionts` in a card (cards/cards.toml:7:47) {pionts} = help: did you mean `points`?
    1 deck: 1 unusable
    sleeve 0.1.0
    status: 2
    inutilisable deck.toml
    erreur : clé inconnue `pionts` dans une carte (cards/cards.toml:7:47) {pionts} = aide : vouliez-vous dire `points` ?
    1 deck : 1 inutilisable
    sleeve 0.1.0
    ");
    // So it is where a deck names the format alone.
    let list = "# format: f\nAnn\n";
    let told = check_list(&folder, "deck.txt", list);
    assert!(told.contains("pionts") && !told.contains("there is no"), "{told}");
}

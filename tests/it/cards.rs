//! `sleeve cards` against the files of the shipped data, its documents and its overlays. The
//! scenarios are in `tests/console/filters.trycmd` and `tests/console/cards.trycmd`.

use crate::common::{Sleeve, in_brief, scratch, sleeve};
use serde_json::{Value, json};
use std::collections::BTreeSet;
use unicode_width::UnicodeWidthStr;

/// The names that a filter lists, sorted.
fn names(game: &str, filter: &str) -> Vec<String> {
    let ran = sleeve(&["cards", "--game", game, "-o", "names", "--lang", "en", "--", filter]);
    assert_eq!(ran.status, 0, "{filter}: {ran}");
    let mut names: Vec<String> = ran.out.lines().map(str::to_owned).collect();
    names.sort();
    names
}

const SF: &str = "starfighter";
const BG: &str = "battleship-galaxies";
const SR: &str = "star-realms";
const SW: &str = "swccg";

#[test]
fn a_card_of_a_list_is_found_in_it_by_its_name() {
    let openers = names(SW, "in:outside-openers");
    assert!(!openers.is_empty());
    for name in &openers {
        assert!(names(SW, &format!("in:outside-openers name=\"{name}\"")).contains(name));
    }
}

#[test]
fn unknown_values_leave_cards_undetermined() {
    let ran = sleeve(&["cards", "--game", BG, "-o", "json", "launch<=5", "--attested"]);
    let document = ran.document();
    assert_eq!(document["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["undetermined"].as_array().map(Vec::len), Some(35));
    assert_eq!(document["undetermined"][0]["missing"], json!(["launch"]));
}

// ---- the same answers from the TOML, without the program

/// The cards of a game as its files have them, what `[file]` says of all of them laid under each.
fn shipped(game: &str) -> Vec<toml::Table> {
    let mut cards = Vec::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("cards")
        .join(game);
    for entry in std::fs::read_dir(folder).expect("the data is there") {
        let path = entry.expect("an entry").path();
        let name = path
            .file_name()
            .and_then(|n| n.to_str())
            .unwrap_or_default()
            .to_owned();
        if !name.ends_with(".toml") || ["game.toml", "import.toml"].contains(&name.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        let table: toml::Table = text.parse().expect("TOML");
        let file = table
            .get("file")
            .and_then(toml::Value::as_table)
            .cloned()
            .unwrap_or_default();
        for card in table
            .get("card")
            .and_then(toml::Value::as_array)
            .into_iter()
            .flatten()
        {
            let mut whole = file.clone();
            whole.extend(card.as_table().expect("a table").clone());
            cards.push(whole);
        }
    }
    cards
}

fn effect_ids(list: Option<&toml::Value>) -> BTreeSet<String> {
    let each = list.and_then(toml::Value::as_array).into_iter().flatten();
    let id = |effect: &toml::Value| {
        let id = effect.as_str().or_else(|| effect.get("effect")?.as_str());
        id.expect("an effect").to_owned()
    };
    each.map(id).collect()
}

/// The effects of the front: its own, or those of its halves.
fn front_effects(card: &toml::Table) -> BTreeSet<String> {
    let own = effect_ids(card.get("effects"));
    if !own.is_empty() {
        return own;
    }
    let half = |half: &str| effect_ids(card.get("faces").and_then(|f| f.get(half)?.get("effects")));
    half("upper").into_iter().chain(half("lower")).collect()
}

fn ids(cards: &[toml::Table], wanted: impl Fn(&toml::Table) -> bool) -> BTreeSet<String> {
    let id = |card: &toml::Table| card["id"].as_str().expect("an id").to_owned();
    cards.iter().filter(|card| wanted(card)).map(id).collect()
}

fn number(card: &toml::Table, field: &str) -> Option<f64> {
    let value = card.get(field)?;
    value
        .as_integer()
        .map(|n| n as f64)
        .or_else(|| value.as_float())
}

/// The ids that a command line lists, from its document, in the order of the document.
fn listed(args: &[&str]) -> Vec<(String, String)> {
    let document = sleeve(&[args, &["-o", "json"]].concat())
        .assert_status(0)
        .document();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let cards = document["cards"].as_array().expect("cards");
    cards
        .iter()
        .map(|card| (text(&card["game"]), text(&card["id"])))
        .collect()
}

fn of_game(listed: &[(String, String)], game: &str) -> BTreeSet<String> {
    listed
        .iter()
        .filter(|(g, _)| g == game)
        .map(|(_, id)| id.clone())
        .collect()
}

#[test]
fn effet_pioche_is_what_the_files_say_in_every_game_that_has_it() {
    let found = listed(&["cards", "effet:pioche"]);
    let squadrons = ids(&shipped(SF), |card| front_effects(card).contains("draw"));
    assert!(squadrons.len() > 5);
    assert_eq!(of_game(&found, SF), squadrons);
    assert_eq!(of_game(&found, SR), ids(&shipped(SR), |c| front_effects(c).contains("draw")));
    let english = listed(&["cards", "--game", SF, "effect:draw"]);
    assert_eq!(of_game(&english, SF), squadrons);
}

#[test]
fn effect_pivot_at_level_one_or_less_is_what_the_files_say() {
    let low = |card: &toml::Table| number(card, "level").unwrap_or(0.0) <= 1.0;
    let pivot = ids(&shipped(SF), |c| low(c) && front_effects(c).contains("pivot"));
    let found = listed(&["cards", "effect:pivot level<=1"]);
    assert_eq!(of_game(&found, SF), pivot);
    assert_eq!(found.len(), pivot.len());
}

#[test]
fn cheap_draw_by_cost_is_what_the_files_say() {
    let cards = shipped(SR);
    let cost = |c: &toml::Table| number(c, "cost");
    let wanted =
        ids(&cards, |c| front_effects(c).contains("draw") && cost(c).is_some_and(|n| n <= 3.0));
    let found = listed(&["cards", "--game", SR, "effect:draw cost<=3", "--sort", "cost"]);
    assert_eq!(of_game(&found, SR), wanted);
    let cost_of = |id: &str| {
        cards
            .iter()
            .find(|c| c["id"].as_str() == Some(id))
            .and_then(cost)
    };
    let costs: Vec<Option<f64>> = found.iter().map(|(_, id)| cost_of(id)).collect();
    assert!(costs.is_sorted(), "{costs:?}");
}

#[test]
fn heroes_and_strong_unique_cards_are_what_the_files_say() {
    let found = listed(&["cards", "--game", BG, "type:hero"]);
    let hero = |card: &toml::Table| card.get("type").and_then(toml::Value::as_str) == Some("hero");
    assert_eq!(of_game(&found, BG), ids(&shipped(BG), hero));
    let strong = |card: &toml::Table| {
        let pair = number(card, "power").zip(number(card, "ability"));
        pair.is_some_and(|(power, ability)| power > ability)
            && card.get("unique").and_then(toml::Value::as_bool) == Some(true)
    };
    let found = listed(&["cards", "power>ability is:unique"]);
    assert_eq!(of_game(&found, SW), ids(&shipped(SW), strong));
    assert_eq!(of_game(&found, SW).len(), found.len());
}

// ---- outputs

#[test]
fn unknown_values_are_sorted_last_either_way() {
    for order in ["strength", "-strength"] {
        let document = Sleeve::new()
            .line(&format!("cards --game {BG} unit:so-bwa-tet|red-fuvu --sort {order} -o json"))
            .document();
        let cards = document["cards"].as_array().expect("cards");
        let unknown: Vec<bool> = cards.iter().map(|c| c["strength"].is_null()).collect();
        assert!(unknown.is_sorted(), "{order}: {unknown:?}");
    }
}

#[test]
fn documents_hold_every_fact() {
    let ran = sleeve(&["cards", "--game", SF, "id:3-10", "-o", "json", "--lang", "fr"]);
    let document = ran.document();
    assert_eq!(document["schema"], "sleeve/cards/1");
    assert_eq!(document["game"], SF);
    let card = &document["cards"][0];
    assert_eq!(card["level"], 3);
    assert_eq!(card["effects"], json!([{"effect": "draw"}, {"effect": "lateral-move"}]));
    assert_eq!(card["faces"]["back"], json!({"level": 0, "fighters": 2}));
    assert_eq!(card["provenance"]["default"], "stand-in");
    assert_eq!(card["provenance"]["level"], "rulebook");
    let ran = sleeve(&["cards", "--game", SW, "name=Brainiac|Puck|BoShek", "-o", "json"]);
    let document = ran.document();
    let fact = |name: &str, field: &str| {
        let mut cards = document["cards"].as_array().expect("cards").iter();
        cards.find(|c| c["name"] == name).map(|c| c[field].clone())
    };
    let brainiac = fact("Brainiac", "destiny").map(|d| d.to_string());
    assert_eq!(brainiac.as_deref(), Some(r#"{"value":3.14159,"print":"π"}"#));
    assert_eq!(fact("Puck", "destiny"), Some(json!({"choice": [1, 7]})));
    assert_eq!(fact("BoShek", "icons"), Some(json!({"pilot": 1})));
}

const STRANGE: &str = r#"
game = "star-realms"
file = { kind = "ship", set = "core", faction = "blob", cost = 9 }
card = [
    { id = "x-formula", name = "=HYPERLINK(\"http://example.org\")" },
    { id = "x-emoji", name = "🚀 Rocket 👩‍🚀" },
    { id = "x-combining", name = "Étoile é" },
    { id = "x-right-to-left", name = "سفينة الفضاء" },
    { id = "x-wide", name = "日本の船" },
    { id = "x-long", name = "LONG" },
    { id = "x-control", name = "bell\u0007 and \u001b[31mred" },
]
"#;

#[test]
fn strange_names_stay_aligned_and_harmless() {
    let folder = scratch("strange-names");
    let path = folder.join("strange.toml");
    let long: String = ('a'..='z').cycle().take(200).collect();
    std::fs::write(&path, STRANGE.replace("LONG", &long)).expect("written");
    let path = path.to_string_lossy().into_owned();
    let args =
        ["cards", "--cards", &path, "--game", SR, "cost=9", "--columns", "name,cost,faction"];
    let ran = sleeve(&args).assert_status(0);
    let rows: Vec<&str> = ran.out.lines().filter(|l| l.contains("Blob")).collect();
    assert_eq!(rows.len(), 7, "{ran}");
    let ends: BTreeSet<usize> = rows
        .iter()
        .map(|l| l.split("Blob").next().unwrap_or_default().width())
        .collect();
    assert_eq!(ends.len(), 1, "{ran}");
    assert!(ran.out.lines().all(|l| l.width() <= 80), "{ran}");
    assert!(!ran.out.contains(['\u{7}', '\u{1b}']), "{ran}");
    let csv = sleeve(&["cards", "--cards", &path, "--game", SR, "cost=9", "-o", "csv"]);
    csv.assert_out("\"'=HYPERLINK");
    for card in ["x-emoji", "x-long", "x-right-to-left", "x-wide", "x-control"] {
        let drawn = sleeve(&["show", "--cards", &path, "--game", SR, card]);
        let frame: BTreeSet<usize> = drawn
            .out
            .lines()
            .filter(|l| l.starts_with(['│', '┌', '└']))
            .map(UnicodeWidthStr::width)
            .collect();
        assert_eq!(frame.len(), 1, "{drawn}");
    }
}

#[test]
fn what_is_missing_is_an_overlay_that_changes_nothing_until_it_is_filled_in() {
    let overlay = sleeve(&["cards", "--game", BG, "--missing", "unit:tes-kio", "--lang", "en"]);
    insta::assert_snapshot!(overlay.out.lines().take(22).collect::<Vec<_>>().join("\n"));
    let path = scratch("missing").join("my-box.toml");
    let cards = path.to_string_lossy().into_owned();
    let list =
        |extra: &[&str]| sleeve(&[&["cards", "--game", BG, "-o", "json"], extra].concat()).out;
    std::fs::write(&path, &overlay.out).expect("written");
    assert_eq!(list(&[]), list(&["--cards", &cards]));
    let filled = overlay.out.replace("# launch", "launch");
    assert_ne!(filled, overlay.out);
    std::fs::write(&path, filled).expect("written");
    let attested = ["--attested", "unit:tes-kio launch>0", "-o", "names"];
    let before = sleeve(&[&["cards", "--game", BG], &attested[..]].concat());
    let after = sleeve(&[&["cards", "--game", BG, "--cards", &cards], &attested[..]].concat());
    assert_eq!((before.out.lines().count(), after.out.lines().count()), (0, 3), "{after}");
}

#[test]
fn every_missing_fact_of_every_game_can_be_filled_in() {
    for game in [SF, BG, SR, "etoile-noire"] {
        let overlay = sleeve(&["cards", "--game", game, "--missing"]).out;
        let path = scratch(&format!("missing-{game}")).join("box.toml");
        let field = |line: &str| line.starts_with("# ") && line.contains("  # ");
        let filled: Vec<&str> = overlay
            .lines()
            .map(|l| if field(l) { &l[2..] } else { l })
            .collect();
        std::fs::write(&path, filled.join("\n")).expect("written");
        let path = path.to_string_lossy().into_owned();
        let again = sleeve(&["cards", "--game", game, "--cards", &path, "--missing"]);
        assert_eq!(again.status, 0, "{game}: {}", again.err);
        let left: Vec<&str> = again
            .out
            .lines()
            .filter(|l| field(l) && !l.contains("unknown"))
            .collect();
        assert!(left.is_empty(), "{game}: {left:?}");
    }
}

// ---- mistakes

/// What is said of a mistake in brief; every one ends with status 2 and prints no result.
fn mistake(args: &[&str]) -> String {
    in_brief(
        Sleeve::new()
            .variable("LC_ALL", "en_GB.UTF-8")
            .run(args)
            .assert_refused()
            .err,
    )
}

#[test]
fn deep_and_long_filters_end_in_an_error() {
    let deep = format!("{}blob{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(mistake(&["cards", "--game", SR, &deep]).contains("error"));
    assert!(mistake(&["cards", "--game", SR, &"blob ".repeat(1_000_000)]).contains("error"));
}

//! `sleeve cards`: every form of filter over the shipped data, the outputs, and what is said of mistakes.

mod common;

use common::{Sleeve, scratch, sleeve};
use serde_json::Value;

/// The names that a filter lists, sorted.
fn names(game: &str, filter: &str) -> Vec<String> {
    let ran = sleeve(&["cards", "--game", game, "-o", "names", "--lang", "en", "--", filter]);
    assert_eq!(ran.status, 0, "{filter}: {ran}");
    let mut names: Vec<String> = ran.out.lines().map(str::to_owned).collect();
    names.sort();
    names
}

#[track_caller]
fn lists(game: &str, filter: &str, expected: &[&str]) {
    let mut expected: Vec<&str> = expected.to_vec();
    expected.sort_unstable();
    assert_eq!(names(game, filter), expected, "{filter}");
}

const SF: &str = "starfighter";
const BG: &str = "battleship-galaxies";
const SR: &str = "star-realms";
const SW: &str = "swccg";

#[test]
fn juxtaposition_is_and_and_a_minus_is_not() {
    let characters = [
        "Wioslea",
        "Thok & Thug",
        "Artoo, Brave Little Droid",
        "Artoo, Brave Little Droid",
        "Tech Mo'r",
        "CT-5555 (Fives)",
        "The Client",
        "Elan Sleazebaggano",
        "The Emperor, Relentless",
        "Palpatine, Galactic Emperor",
        "8D8",
        "Emperor Palpatine",
    ];
    lists(SW, "kind:character destiny>=5 -icon:pilot", &characters);
    lists(SW, "kind:character and destiny>=5 and not icons:pilot", &characters);
    lists(SW, "sorte:personnage destinée>=5 -icons:pilot", &characters);
}

#[test]
fn or_and_parentheses() {
    let three = ["3-05", "3-10", "3-20", "3-25", "3-30", "3-35", "3-40"];
    lists(SF, "(effect:pivot or effect:lateral-move) level:3 colour:green", &three);
    lists(SF, "effect:pivot|lateral-move level:3 colour:green", &three);
    let cheap = [
        "Blob Fighter",
        "Trade Pod",
        "Battle Pod",
        "Ram",
        "Blob Wheel",
        "Trade Bot",
        "Missile Bot",
        "Supply Bot",
        "Battle Station",
    ];
    lists(SR, "(faction:blob or faction:\"machine cult\") cost<=3", &cheap);
    lists(SR, "faction:blob|\"machine cult\" cost<=3", &cheap);
}

#[test]
fn bare_words_and_phrases_are_parts_of_names() {
    let han = [
        "Han Solo",
        "Han... Solo",
        "Han Solo, Optimistic General",
        "Han Solo (V)",
        "Captain Han Solo (V)",
        "Captain Han Solo",
    ];
    lists(SW, "han solo kind:character", &han);
    lists(SW, "\"solo han\"", &["Solo Han"]);
    lists(SW, "name=\"Luke Skywalker\"", &["Luke Skywalker"]);
    lists(SR, "blob wheel", &["Blob Wheel"]);
    lists(SR, "name:/^the /", &["The Hive"]);
}

#[test]
fn a_whole_name_is_that_card() {
    lists(BG, "ISN Everest (veteran)", &["ISN Everest (veteran)"]);
    lists(BG, "sparrows bleus vétéran", &["F-51 Blue Sparrows (veteran)"]);
}

#[test]
fn numbers_fields_and_arithmetic_compare() {
    lists(SR, "cost=8", &["Blob World", "Brain World", "Command Ship", "Fleet HQ"]);
    lists(
        SW,
        "power>=10 kind:starship",
        &[
            "Finalizer",
            "Intimidator & Persecutor",
            "Fulminatrix",
            "Supremacy",
            "Executor",
            "B-wing Attack Squadron",
            "Flagship Executor",
        ],
    );
    lists(
        SW,
        "power=ability power>=6 virtual!=true luke",
        &["Luke Skywalker, Rebel Scout", "Luke Skywalker, Jedi Knight"],
    );
    lists(SW, "destiny%2=0.5", &["Maul", "BB-9E"]);
}

#[test]
fn ordered_values_and_lists_compare() {
    lists(
        BG,
        "size>small faction:wretch version:standard",
        &["Vapor's Fate (standard)", "So Bwa Tet (standard)", "Chosh Ka (standard)"],
    );
    lists(
        SW,
        "rarity>=ur",
        &[
            "Admiral Ackbar (V)",
            "Admiral Piett (V)",
            "Admiral Ackbar",
            "Luke Skywalker, Jedi Knight",
            "Admiral Piett",
            "Emperor Palpatine",
        ],
    );
    lists(SF, "id:3-10|3-35", &["3-10", "3-35"]);
    lists(SF, "level=3 colour:green -effect:pivot|draw", &["3-20", "3-25", "3-40"]);
    lists(BG, "unit:tes-kio version!=seasoned|veteran", &["Tes Kio (standard)"]);
    lists(
        SW,
        "set:premiere|hoth kind:vehicle name:/^[a-l]/",
        &[
            "Bantha",
            "Lift Tube",
            "Lift Tube",
            "Blizzard 1",
            "Blizzard 2",
            "Blizzard Scout 1",
            "Blizzard Walker",
            "Luke's X-34 Landspeeder",
        ],
    );
}

#[test]
fn parts_of_a_card_are_asked_alone_or_together() {
    let upper = ["0-06", "0-63", "1-83", "1-98", "2-09", "2-88", "3-10", "3-15", "3-35"];
    lists(SF, "upper.effect:draw", &upper);
    lists(SF, "haut.effet:pioche", &upper);
    lists(SF, "on(upper, effect:draw fighters>=2)", &["0-06", "1-83", "1-98", "2-88", "3-15"]);
    assert_eq!(names(SF, "back.level=0").len(), 100);
    lists(
        SW,
        "has:back -kind:objective",
        &[
            "Jabba's Prize",
            "The Mythrol",
            "The Falcon, Junkyard Garbage",
            "Luke Skywalker, The Emperor's Prize",
        ],
    );
}

#[test]
fn amounts_triggers_and_counts() {
    lists(
        SR,
        "effect.combat>=7",
        &["Ram", "Battle Blob", "Blob Carrier", "War World", "Dreadnaught"],
    );
    lists(
        SR,
        "effect.ally.draw>=1",
        &[
            "Blob Fighter",
            "The Hive",
            "Battle Blob",
            "Mothership",
            "Battle Mech",
            "Missile Mech",
            "Trade Escort",
            "Central Office",
        ],
    );
    lists(SR, "effect.scrap:draw", &["Battlecruiser", "Imperial Frigate", "Port of Call"]);
    lists(SW, "icon.pilot>=2 kind:vehicle", &["Blizzard 4", "Tempest Scout 6"]);
}

#[test]
fn flags_printed_fields_and_copies() {
    lists(
        SR,
        "has:defense -is:outpost",
        &["Blob Wheel", "The Hive", "Blob World", "Fleet HQ", "Barter World", "Central Office"],
    );
    lists(SR, "quantity>=3 faction:blob", &["Blob Fighter", "Trade Pod", "Blob Wheel"]);
    lists(SF, "provenance:derived kind:squadron level:1 fighters=3", &["1-08"]);
    lists(
        SW,
        "released<1996-01-01 kind:vehicle name:/^[a-r]/",
        &["Bantha", "Lift Tube", "Lift Tube", "Luke's X-34 Landspeeder"],
    );
}

#[test]
fn lists_formats_and_zones() {
    let openers = names(SW, "in:outside-openers");
    assert!(!openers.is_empty());
    for name in &openers {
        assert!(names(SW, &format!("in:outside-openers name=\"{name}\"")).contains(name));
    }
    lists(SR, "legal:two-player faction:blob cost=1", &["Blob Fighter"]);
    let deck = "decks/battleship-galaxies/mission-5-isn.toml";
    let ran = sleeve(&["cards", "--in", deck, "zone:preselected", "-o", "names", "--lang", "en"]);
    assert_eq!(ran.out, "Erin Cho\nCharles Yeboah\n", "{ran}");
}

#[test]
fn the_three_kinds_of_no_number() {
    // Unknown: neither listed nor dropped.
    let ran = sleeve(&["cards", "--game", BG, "-o", "json", "launch<=5", "--attested"]);
    let document: Value = serde_json::from_str(&ran.out).expect("JSON");
    assert_eq!(document["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["undetermined"].as_array().map(Vec::len), Some(35));
    assert_eq!(document["undetermined"][0]["missing"], serde_json::json!(["launch"]));
    // Absent: every comparison is false, unless the game gives a default.
    lists(SW, "kind:location deploy>=0", &[]);
    lists(SW, "kind:location deploy<0", &[]);
    assert_eq!(names(SW, "kind:location destiny=0").len(), names(SW, "kind:location").len());
    // Chosen: what holds of every value holds, what holds of one may.
    lists(SW, "name=\"Puck\" destiny>=1", &["Puck"]);
    lists(SW, "name=\"Puck\" destiny>=2", &[]);
    assert!(sleeve(&["cards", "--game", SW, "name=Puck", "destiny>=2"]).out.contains("may match"));
}

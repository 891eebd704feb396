//! Fields that hold cards: either side says it, layers change both, searches ask by name and by filter.

use crate::common::{Ran, Sleeve, scratch, write_file, write_game};
use std::path::PathBuf;

const GAME: &str = r#"
id = "duel"
name = "Duel"
readers = ["toml"]
kinds.move = { name = "move" }
attributes.level = { type = "integer", name = "level" }
attributes.beats = { type = "cards", inverse = "beaten-by", name = { en = "beats", fr = "bat" } }
attributes.beaten-by = { type = "cards", name = { en = "beaten-by", fr = "battu-par" } }
attributes.twin = { type = "cards", inverse = "twin", name = "twin" }
"#;

const CARDS: &str = r#"
card = [
    { id = "rock", name = "Rock", kind = "move", level = 1, beats = ["Scissors"] },
    { id = "paper", name = "Paper", kind = "move", level = 2, beats = "rock", beaten-by = ["Scissors", "Big Scissors"] },
    { id = "scissors", name = "Scissors", kind = "move", level = "?", twin = ["Big Scissors"] },
    { id = "big-scissors", name = "Big Scissors", kind = "move", level = 3, beats = "?" },
]
"#;

struct Duel(PathBuf);

impl Duel {
    fn new(test: &str) -> Duel {
        let folder = scratch(test);
        write_game(&folder.join("game"), [GAME, CARDS, ""]);
        Duel(folder)
    }

    fn run(&self, args: &[&str]) -> Ran {
        Sleeve::new().folder(&self.0).run(&[&["--cards", "game"], args].concat())
    }

    /// The ids of the cards that a filter finds, and of those that it may; of the game under one more layer where that
    /// file is there.
    fn search(&self, filter: &str) -> [Vec<String>; 2] {
        let is_over = self.0.join("over.toml").exists();
        let over: &[&str] = if is_over { &["--cards", "over.toml"] } else { &[] };
        let query = ["cards", "--game", "duel", filter, "-o", "json"];
        let document = self.run(&[over, &query].concat()).document();
        ["cards", "undetermined"].map(|key| {
            let cards = document[key].as_array().unwrap().iter();
            cards.map(|card| card["id"].as_str().unwrap().to_owned()).collect()
        })
    }

    fn find(&self, filter: &str) -> Vec<String> {
        let [found, _] = self.search(filter);
        found
    }
}

#[test]
fn either_side_says_it_and_both_are_searched() {
    let duel = Duel::new("relations-sides");
    assert_eq!(duel.find("beats:rock"), ["paper"]);
    assert_eq!(duel.find("beaten-by:paper"), ["rock"]);
    // A part of a name, and a whole one: `Scissors` is a part of `Big Scissors`.
    assert_eq!(duel.find("beaten-by=Scissors"), ["paper"]);
    assert_eq!(duel.find("beaten-by=\"Big Scissors\""), ["paper"]);
    assert_eq!(duel.find("beaten-by=Big"), [""; 0]);
    assert_eq!(duel.find("twin:scissors"), ["scissors", "big-scissors"]);
    assert_eq!(duel.find("beats:(level<=1)"), ["paper"]);
    assert_eq!(duel.find("beaten-by:(beats:(name:rock))"), ["rock"]);
    assert_eq!(duel.find("-beaten-by:(level>0)"), ["big-scissors"]);
}

#[test]
fn what_is_published_nowhere_stays_unknown() {
    let duel = Duel::new("relations-unknown");
    // Whether Scissors has a level of 2 nobody knows, nor what Big Scissors beat.
    let [found, open] = duel.search("beats:(level=2)");
    assert_eq!(
        (found, open),
        (vec!["scissors".to_owned()], vec!["rock".to_owned(), "big-scissors".to_owned()])
    );
}

#[test]
fn a_layer_takes_from_both_sides_and_adds_to_both() {
    let duel = Duel::new("relations-layer");
    let over = "game = \"duel\"\n[[card]]\nid = \"paper\"\nbeats = [\"Big Scissors\"]\nbeaten-by = [\"Scissors\"]\n";
    write_file(&duel.0, "over.toml", over);
    assert_eq!(duel.find("beaten-by:paper"), ["big-scissors"]);
    assert_eq!(duel.find("beats:paper"), ["scissors"]);
    assert_eq!(duel.find("beats:rock"), [""; 0]);
    // Of what it was beaten by alone nothing is left.
    assert_eq!(duel.find("-has:beaten-by"), ["rock"]);
}

#[test]
fn a_whole_copy_laid_over_its_game_takes_nothing_away() {
    let duel = Duel::new("relations-copy");
    let mutual = "twin = [\"Big Scissors\"] },\n    { id = \"shears\", name = \"Shears\", kind = \"move\", twin = [\"Scissors\"] },";
    let cards = CARDS.replace("twin = [\"Big Scissors\"] },", mutual);
    write_game(&duel.0.join("game"), [GAME, &cards, ""]);
    let digest = |over: &[&str]| {
        let document = duel.run(&[over, &["rules", "duel", "-o", "json"]].concat()).document();
        document["games"][0]["digest"].clone()
    };
    let twins = ["scissors", "shears", "big-scissors"];
    assert_eq!(duel.find("twin:scissors"), twins);
    let alone = digest(&[]);
    assert!(alone.is_string());
    write_file(&duel.0, "over.toml", format!("game = \"duel\"\n{cards}"));
    assert_eq!(duel.find("twin:scissors"), twins);
    assert_eq!(digest(&["--cards", "over.toml"]), alone);
}

#[test]
fn the_cards_of_a_field_are_shown_with_their_ids() {
    let duel = Duel::new("relations-shown");
    let shown = duel.run(&["show", "--game", "duel", "paper"]);
    shown.assert_out("beats      Rock (rock)\n");
    shown.assert_out("beaten-by  Scissors (scissors); Big Scissors (big-scissors)\n");
    let card = &duel.run(&["show", "--game", "duel", "paper", "-o", "json"]).document()["cards"][0];
    assert_eq!(card["beaten-by"], serde_json::json!(["scissors", "big-scissors"]));
}

#[test]
fn a_filter_stands_only_for_cards_and_asks_nothing_of_a_deck() {
    let duel = Duel::new("relations-mistakes");
    let refused = |filter: &str| duel.run(&["cards", "--game", "duel", filter]).assert_refused();
    refused("name:(level=1)").assert_err("`name` holds no cards that a filter could choose");
    refused("beats:(zone:box)").assert_err("the cards that a field holds lie in no deck");
    let rule = "game = \"duel\"\n[[format]]\nid = \"f\"\ncite = \"reading: x\"\nzones.deck = \"level>=0\"\n[[format.rule]]\nid = \"r\"\n\
        zone = \"deck\"\nrequire = \"all(beats:$deck.beats)\"\ncite = \"reading: x\"\ntext = \"x\"\n";
    write_file(&duel.0, "over.toml", rule);
    let linted = Sleeve::new().folder(&duel.0).run(&["lint", "game", "over.toml"]);
    assert!(linted.to_string().contains("the cards that a field holds lie in no deck"), "{linted}");
}

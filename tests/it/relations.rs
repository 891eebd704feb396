//! Fields that hold cards: either side says it, layers change both, searches ask by name and by
//! filter.

use crate::common::{Ran, Sleeve, scratch, write_file, write_game};
use sleeve::{
    language::{self, Scope, Truth, World},
    model::{
        AttributeId, CardIndex, Catalog, FRONT, FaceId, Fact, Lens,
        card::Value,
        game::{AttributeType, CARD_NAME_SEPARATOR, CLASS_START},
    },
};
use std::{
    collections::{BTreeMap, BTreeSet},
    path::PathBuf,
};

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

/// The second face of cards of the Star Wars CCG.
const BACK: FaceId = FaceId(1);

struct Duel(PathBuf);

impl Duel {
    fn new(test: &str) -> Duel {
        let folder = scratch(test);
        write_game(&folder.join("game"), [GAME, CARDS, ""]);
        Duel(folder)
    }

    fn run(&self, args: &[&str]) -> Ran {
        Sleeve::new()
            .folder(&self.0)
            .run(&[&["--cards", "game"], args].concat())
    }

    /// The ids of the cards that a filter finds, and of those that it may; of the game under one
    /// more layer where that file is there.
    fn search(&self, filter: &str) -> [Vec<String>; 2] {
        let is_over = self.0.join("over.toml").exists();
        let over: &[&str] = if is_over { &["--cards", "over.toml"] } else { &[] };
        let query = ["cards", "--game", "duel", filter, "-o", "json"];
        let document = self.run(&[over, &query].concat()).document();
        ["cards", "undetermined"].map(|key| {
            let cards = document[key].as_array().unwrap().iter();
            cards
                .map(|card| card["id"].as_str().unwrap().to_owned())
                .collect()
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
        let document = duel
            .run(&[over, &["rules", "duel", "-o", "json"]].concat())
            .document();
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
    let card = &duel
        .run(&["show", "--game", "duel", "paper", "-o", "json"])
        .document()["cards"][0];
    assert_eq!(card["beaten-by"], serde_json::json!(["scissors", "big-scissors"]));
}

#[test]
fn a_filter_stands_only_for_cards_and_asks_nothing_of_a_deck() {
    let duel = Duel::new("relations-mistakes");
    let refused = |filter: &str| {
        duel.run(&["cards", "--game", "duel", filter])
            .assert_refused()
    };
    refused("name:(level=1)").assert_err("`name` is not a list of cards, so it takes no filter");
    refused("beats:(zone:box)").assert_err("the cards in a field are not part of a deck");
    let rule = "game = \"duel\"\n[[format]]\nid = \"f\"\ncite = \"reading: x\"\nzones.deck = \"level>=0\"\n[[format.rule]]\nid = \"r\"\n\
        zone = \"deck\"\nrequire = \"all(beats:$deck.beats)\"\ncite = \"reading: x\"\ntext = \"x\"\n";
    write_file(&duel.0, "over.toml", rule);
    let linted = Sleeve::new()
        .folder(&duel.0)
        .run(&["lint", "game", "over.toml"]);
    assert!(
        linted
            .to_string()
            .contains("the cards in a field are not part of a deck"),
        "{linted}"
    );
}

#[test]
fn one_side_of_several_cards_of_a_name_is_written_for_that_card_alone() {
    let duel = Duel::new("relations-one-name");
    // Both stones are called Stone; only one of them beats Scissors.
    let cards = r#"
card = [
    { id = "stone", name = "Stone", kind = "move", level = 1, beats = ["Scissors", "Knife"] },
    { id = "big-stone", name = "Stone", kind = "move", level = 2, beats = ["Knife"] },
    { id = "scissors", name = "Scissors", kind = "move", level = 3 },
    { id = "knife", name = "Knife", kind = "move", level = 3 },
    { id = "cloth", name = "Cloth", kind = "move", level = 3, beats = ["Stone"] },
]
"#;
    write_game(&duel.0.join("game"), [GAME, cards, ""]);
    assert_eq!(duel.find("beats:scissors"), ["stone"]);
    assert_eq!(duel.find("beaten-by:(id:big-stone)"), ["knife"]);
    assert_eq!(duel.find("beaten-by:(id:stone)"), ["scissors", "knife"]);
    assert_eq!(duel.find("beaten-by:stone"), ["scissors", "knife"]);
    assert_eq!(duel.find("beaten-by=\"Stone\""), ["scissors", "knife"]);
    // A name of several cards means all of them, and so do both that say the same.
    assert_eq!(duel.find("beaten-by=Cloth"), ["stone", "big-stone"]);
    let shown = |id: &str| {
        duel.run(&["show", "--game", "duel", id, "-o", "json"])
            .document()
    };
    let beaten = |id: &str| shown(id)["cards"][0]["beaten-by"].clone();
    assert_eq!(beaten("scissors"), serde_json::json!(["stone"]));
    assert_eq!(beaten("knife"), serde_json::json!(["stone", "big-stone"]));
    let text = |id: &str| duel.run(&["show", "--game", "duel", id]);
    text("scissors").assert_out("beaten-by  Stone (stone)\n");
    text("knife").assert_out("beaten-by  Stone (stone, big-stone)\n");
    let table = duel.run(&["cards", "--game", "duel", "level=3", "--columns", "name,beaten-by"]);
    table.assert_out("Scissors  Stone (stone)\n");
    table.assert_out("Knife     Stone (stone); Stone (big-stone)\n");
    let linted = Sleeve::new().folder(&duel.0).run(&["lint", "game"]);
    assert!(!linted.out.contains("unknown-card-name"), "{linted}");
    // An author may write so too, and a layer takes away from the one card alone.
    let over = "game = \"duel\"\n[[card]]\nid = \"cloth\"\nbeats = [\"Stone (big-stone)\"]\n[[card]]\nid = \"stone\"\nbeats = [\"Scissors\"]\n";
    write_file(&duel.0, "over.toml", over);
    assert_eq!(duel.find("beaten-by=Cloth"), ["big-stone"]);
    assert_eq!(duel.find("beats:knife"), ["big-stone"]);
    assert_eq!(duel.find("beaten-by:(id:big-stone)"), ["knife"]);
    // Where a printed id takes the place of an invented one, it does so in the fields of others.
    let known = "provenance = { default = \"rulebook\", id = \"stand-in\" }";
    let invented = cards.replace("id = \"stone\",", &format!("id = \"stone\", {known},"));
    write_game(&duel.0.join("game"), [GAME, &invented, ""]);
    let over = "game = \"duel\"\n[[card]]\nid = \"1-12\"\nreplaces = \"stone\"\n";
    write_file(&duel.0, "over.toml", over);
    let shown = duel.run(&["--cards", "over.toml", "show", "--game", "duel", "scissors"]);
    shown.assert_out("beaten-by  Stone (1-12)\n");
    assert_eq!(duel.find("beats:scissors"), ["1-12"]);
}

/// The cards of a name, or the one whose id stands behind it.
fn cards_of(catalog: &Catalog, value: &str) -> Vec<CardIndex> {
    let by_id = value
        .strip_suffix(')')
        .and_then(|value| value.rsplit_once(" ("));
    match by_id.and_then(|(_, id)| catalog.cards.by_id(id)) {
        Some(one) => vec![one.index()],
        None => catalog.cards.find_by_name(value),
    }
}

/// The pairs of cards, by their ids, of which each field of cards says that they belong together,
/// by the files alone.
fn said_pairs(catalog: &Catalog, folder: &str) -> BTreeMap<String, BTreeSet<(String, String)>> {
    let fields: Vec<&str> = catalog
        .game
        .attributes
        .iter()
        .filter(|of| matches!(of.kind, AttributeType::Cards { .. }))
        .map(|of| of.named.id.as_str())
        .collect();
    let mut said: BTreeMap<String, BTreeSet<(String, String)>> = BTreeMap::new();
    for file in std::fs::read_dir(folder).unwrap() {
        let path = file.unwrap().path();
        if path.extension().is_none_or(|ending| ending != "toml") {
            continue;
        }
        let file: toml::Table = std::fs::read_to_string(path).unwrap().parse().unwrap();
        // Retired cards name each other.
        if file
            .get("file")
            .is_some_and(|file| file.get("until").is_some())
        {
            continue;
        }
        for card in file
            .get("card")
            .and_then(|cards| cards.as_array())
            .into_iter()
            .flatten()
        {
            let faces = card.get("faces").and_then(|faces| faces.as_table());
            let faces = faces.into_iter().flat_map(|faces| faces.values());
            for face in faces.chain([card]) {
                for field in &fields {
                    let Some(value) = face.get(field) else { continue };
                    let mut names = value
                        .as_array()
                        .cloned()
                        .unwrap_or_else(|| vec![value.clone()]);
                    // A class is a filter and names nobody.
                    names.retain(|name| !name.as_str().unwrap().starts_with(CLASS_START));
                    assert!(
                        names
                            .iter()
                            .all(|id| catalog.cards.by_id(id.as_str().unwrap()).is_some())
                    );
                    for other in names
                        .iter()
                        .flat_map(|name| cards_of(catalog, name.as_str().unwrap()))
                    {
                        let pair = (
                            card["id"].as_str().unwrap().to_owned(),
                            catalog.cards.card(other).id().to_owned(),
                        );
                        said.entry((*field).to_owned()).or_default().insert(pair);
                    }
                }
            }
        }
    }
    said
}

/// The pairs that the fields of a game hold.
fn held_pairs(catalog: &Catalog, field: &str) -> BTreeSet<(String, String)> {
    let id = (0u16..).map(AttributeId).zip(&catalog.game.attributes);
    let id = id
        .into_iter()
        .find(|(_, of)| of.named.id == field)
        .unwrap()
        .0;
    let mut held = BTreeSet::new();
    for card in catalog.cards.iter() {
        let record = catalog.cards.record(card.index());
        let facts = record.faces.iter().flat_map(|face| &face.facts);
        for (_, fact) in facts.filter(|(of, _)| *of == id) {
            let Value::Text(text) = &fact.value else { continue };
            let others = text.split(CARD_NAME_SEPARATOR);
            let others = others.flat_map(|name| catalog.cards.find_held(name));
            held.extend(
                others
                    .map(|other| (card.id().to_owned(), catalog.cards.card(other).id().to_owned())),
            );
        }
    }
    held
}

/// How many values of a field stand for every card that a filter accepts.
fn classes(catalog: &Catalog, field: &str) -> usize {
    let id = catalog.game.attribute(field).unwrap();
    let mut count = 0;
    for card in catalog.cards.iter() {
        let record = catalog.cards.record(card.index());
        for (_, fact) in record
            .faces
            .iter()
            .flat_map(|f| &f.facts)
            .filter(|(of, _)| *of == id)
        {
            let Value::Text(text) = &fact.value else { continue };
            count += text
                .split(CARD_NAME_SEPARATOR)
                .filter(|v| v.starts_with(CLASS_START))
                .count();
        }
    }
    count
}

fn turn_around(pairs: &BTreeSet<(String, String)>) -> BTreeSet<(String, String)> {
    pairs
        .iter()
        .map(|(card, other)| (other.clone(), card.clone()))
        .collect()
}

#[test]
fn shipped_cards_hold_what_either_side_says_and_nothing_else() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let said = said_pairs(&catalog, "cards/swccg");
    let nothing = BTreeSet::new();
    for (field, inverse) in [
        ("matching", "matching"),
        ("cancels", "canceled-by"),
        ("canceled-by", "cancels"),
        ("pulls", "pulled-by"),
        ("pulled-by", "pulls"),
        ("counterpart", "counterpart"),
    ] {
        let said = |field: &str| said.get(field).unwrap_or(&nothing);
        let expected: BTreeSet<_> = said(field)
            .union(&turn_around(said(inverse)))
            .cloned()
            .collect();
        let held = held_pairs(&catalog, field);
        assert_eq!(held.difference(&expected).next(), None, "{field} holds what nobody says");
        assert_eq!(expected.difference(&held).next(), None, "{field} lacks what somebody says");
        let values = held.len() + classes(&catalog, field).max(classes(&catalog, inverse));
        assert!(values > 800, "{field}: {values}");
        assert_eq!(held, turn_around(&held_pairs(&catalog, inverse)), "{field}");
    }
    // Files say ids, and of a title that a Defensive Shield shares the shield is another card than
    // the Effect.
    let held = |field: &str, id: &str| -> Vec<String> {
        let held = held_pairs(&catalog, field)
            .into_iter()
            .filter(|(card, _)| card == id);
        held.map(|(_, other)| other).collect()
    };
    assert_eq!(held("cancels", "9_47"), ["1_266", "4_114"]);
    assert_eq!(held("cancels", "9_133"), ["4_27"]);
    assert!(held("cancels", "204_11").is_empty());
    assert_eq!(held("canceled-by", "213_46"), ["1_126", "1_288", "2_137"]);
    for (card, other) in [("11_77", "3_144"), ("206_11", "104_4"), ("225_22", "223_27")] {
        assert!(held("pulls", card).iter().any(|held| held == other), "{card} {other}");
    }
    // Nobody plays cards of the other side: the few such pairs are of names that no card of the own
    // side bears.
    let side = catalog.game.attribute("side").unwrap();
    let side = |id: &String| {
        let card = catalog.cards.by_id(id).unwrap();
        match card.fact(&catalog.game, FRONT, side, Lens::Shipped) {
            Fact::Enum(side) => side,
            _ => panic!("{id} has no side"),
        }
    };
    for field in ["pulls", "matching"] {
        let held = held_pairs(&catalog, field);
        let across = held
            .iter()
            .filter(|(card, other)| side(card) != side(other))
            .count();
        assert!(across < 20, "{field}: {across} of {}", held.len());
    }
}

/// The cards that a value of a field of cards means: a class, a name or ids.
fn meant_cards(catalog: &Catalog, value: &str) -> BTreeSet<CardIndex> {
    if !value.starts_with(CLASS_START) {
        let named = catalog.cards.find_held(value);
        let ids = value
            .split(' ')
            .filter_map(|id| Some(catalog.cards.by_id(id)?.index()));
        return if named.is_empty() { ids.collect() } else { named.into_iter().collect() };
    }
    let filter = language::filter(value, &Scope::from_catalog(catalog)).unwrap();
    let world = World::from_catalog(catalog);
    let cards = catalog.cards.iter().map(|card| card.index());
    cards
        .filter(|card| filter.test(&world, *card, None) == Truth::True)
        .collect()
}

/// The values in a field of cards of one part of a card, as far as it states them itself.
fn stated_values(catalog: &Catalog, id: &str, field: &str) -> Vec<String> {
    let (part, field) = field
        .strip_prefix("back.")
        .map_or((FRONT, field), |of| (BACK, of));
    let attribute = catalog.game.attribute(field).unwrap();
    let card = catalog.cards.by_id(id).unwrap();
    match card.fact(&catalog.game, part, attribute, Lens::Shipped) {
        Fact::Text { shown, .. } => shown
            .split(CARD_NAME_SEPARATOR)
            .map(str::to_owned)
            .collect(),
        _ => Vec::new(),
    }
}

#[test]
fn cards_that_texts_name_are_found_in_judged_texts() {
    let catalog = sleeve::catalog::open("swccg", &[]).unwrap();
    let text = std::fs::read_to_string("tests/relations/swccg.tsv").unwrap();
    let mut judged: BTreeMap<(&str, &str), Vec<&str>> = BTreeMap::new();
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        let [_, card, field, target] = line.split('\t').collect::<Vec<_>>()[..] else {
            panic!("{line}")
        };
        for field in ["cancels", "pulls", "back.cancels", "back.pulls"] {
            judged.entry((card, field)).or_default();
        }
        if field != "-" {
            judged.entry((card, field)).or_default().push(target);
        }
    }
    let (mut right, mut wrong, mut missed) = (0, Vec::new(), Vec::new());
    for ((card, field), targets) in judged {
        let wanted: Vec<_> = targets
            .iter()
            .map(|t| (t, meant_cards(&catalog, t)))
            .collect();
        let stated = stated_values(&catalog, card, field);
        let found: Vec<_> = stated
            .iter()
            .map(|s| (s, meant_cards(&catalog, s)))
            .collect();
        let all_wanted: BTreeSet<_> = wanted.iter().flat_map(|(_, cards)| cards).collect();
        let all_found: BTreeSet<_> = found.iter().flat_map(|(_, cards)| cards).collect();
        for (target, cards) in &wanted {
            if !cards.is_empty() && cards.iter().all(|card| all_found.contains(card)) {
                right += 1;
            } else {
                missed.push(format!("{card} {field} {target}"));
            }
        }
        let others = found
            .iter()
            .filter(|(_, cards)| !cards.iter().all(|c| all_wanted.contains(c)));
        wrong.extend(others.map(|(value, _)| format!("{card} {field} {value}")));
    }
    let (precision, recall) = (right + wrong.len(), right + missed.len());
    assert!(right * 100 >= precision * 97, "{right} of {precision}: {wrong:#?}");
    assert!(right * 100 >= recall * 97, "{right} of {recall}: {missed:#?}");
}

#[test]
fn a_game_laid_over_itself_says_the_same() {
    let digest = |game: &str, cards: &[&str]| {
        let cards = cards.iter().flat_map(|path| ["--cards", path]);
        let args: Vec<&str> = ["rules", game, "-o", "json"]
            .into_iter()
            .chain(cards)
            .collect();
        Sleeve::new().run(&args).document()["games"][0]["digest"].clone()
    };
    for folder in std::fs::read_dir("cards").unwrap() {
        let path = folder.unwrap().path();
        let game = path.file_name().unwrap().to_str().unwrap();
        let alone = digest(game, &[]);
        assert!(alone.is_string(), "{game}");
        assert_eq!(digest(game, &[path.to_str().unwrap()]), alone, "{game}");
    }
    for folder in std::fs::read_dir("docs/examples/games").unwrap() {
        let path = folder.unwrap().path();
        let game = path.file_name().unwrap().to_str().unwrap();
        let path = path.to_str().unwrap();
        let copy = scratch("relations-over-itself").join(game);
        std::fs::create_dir_all(&copy).unwrap();
        for file in std::fs::read_dir(path).unwrap() {
            let file = file.unwrap();
            std::fs::copy(file.path(), copy.join(file.file_name())).unwrap();
        }
        assert_eq!(digest(game, &[path, copy.to_str().unwrap()]), digest(game, &[path]), "{game}");
    }
}

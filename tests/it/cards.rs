//! `sleeve cards`: every form of filter over the shipped data, the outputs, and what is said of mistakes.

use crate::common::{Sleeve, in_brief, replay, scratch, sleeve, words};
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

/// The filter has to list these names, between which semicolons stand.
#[track_caller]
fn lists(game: &str, filter: &str, expected: &str) {
    let mut expected: Vec<&str> = expected.split("; ").filter(|name| !name.is_empty()).collect();
    expected.sort_unstable();
    assert_eq!(names(game, filter), expected, "{filter}");
}

const SF: &str = "starfighter";
const BG: &str = "battleship-galaxies";
const SR: &str = "star-realms";
const SW: &str = "swccg";

#[test]
fn juxtaposition_is_and_and_a_minus_is_not() {
    let characters = "Wioslea; Thok & Thug; Artoo, Brave Little Droid; Artoo, Brave Little Droid; Tech Mo'r; CT-5555 (Fives); The Client; Elan Sleazebaggano; The Emperor, Relentless; Palpatine, Galactic Emperor; 8D8; Emperor Palpatine";
    lists(SW, "kind:character destiny>=5 -icon:pilot", characters);
    lists(SW, "kind:character and destiny>=5 and not icons:pilot", characters);
    lists(SW, "sorte:personnage destinée>=5 -icons:pilot", characters);
}

#[test]
fn or_and_parentheses() {
    let three = "3-05; 3-10; 3-20; 3-25; 3-30; 3-35; 3-40";
    lists(SF, "(effect:pivot or effect:lateral-move) level:3 colour:green", three);
    lists(SF, "effect:pivot|lateral-move level:3 colour:green", three);
    let cheap = "Blob Fighter; Trade Pod; Battle Pod; Ram; Blob Wheel; Trade Bot; Missile Bot; Supply Bot; Battle Station";
    lists(SR, "(faction:blob or faction:\"machine cult\") cost<=3", cheap);
    lists(SR, "faction:blob|\"machine cult\" cost<=3", cheap);
}

#[test]
fn bare_words_and_phrases_are_parts_of_names() {
    let han = "Han Solo; Han... Solo; Han Solo, Optimistic General; Han Solo (V); Captain Han Solo (V); Captain Han Solo";
    lists(SW, "han solo kind:character", han);
    lists(SW, "\"solo han\"", "Solo Han");
    lists(SW, "name=\"Luke Skywalker\"", "Luke Skywalker");
    lists(SR, "blob wheel", "Blob Wheel");
    lists(SR, "name:/^the /", "The Hive");
}

#[test]
fn a_whole_name_is_that_card() {
    lists(BG, "ISN Everest (veteran)", "ISN Everest (veteran)");
    lists(BG, "sparrows bleus vétéran", "F-51 Blue Sparrows (veteran)");
}

#[test]
fn numbers_fields_and_arithmetic_compare() {
    lists(SR, "cost=8", "Blob World; Brain World; Command Ship; Fleet HQ");
    lists(
        SW,
        "power>=10 kind:starship",
        "Finalizer; Intimidator & Persecutor; Fulminatrix; Supremacy; Executor; B-wing Attack Squadron; Flagship Executor",
    );
    lists(
        SW,
        "power=ability power>=6 virtual!=true luke",
        "Luke Skywalker, Rebel Scout; Luke Skywalker, Jedi Knight",
    );
    lists(SW, "destiny%2=0.5", "Maul; BB-9E");
}

#[test]
fn ordered_values_and_lists_compare() {
    lists(
        BG,
        "size>small faction:wretch version:standard",
        "Vapor's Fate (standard); So Bwa Tet (standard); Chosh Ka (standard)",
    );
    lists(
        SW,
        "rarity>=ur",
        "Admiral Ackbar (V); Admiral Piett (V); Admiral Ackbar; Luke Skywalker, Jedi Knight; Admiral Piett; Emperor Palpatine",
    );
    lists(SF, "id:3-10|3-35", "3-10; 3-35");
    lists(SF, "level=3 colour:green -effect:pivot|draw", "3-20; 3-25; 3-40");
    lists(BG, "unit:tes-kio version!=seasoned|veteran", "Tes Kio (standard)");
    lists(
        SW,
        "set:premiere|hoth kind:vehicle name:/^[a-l]/",
        "Bantha; Lift Tube; Lift Tube; Blizzard 1; Blizzard 2; Blizzard Scout 1; Blizzard Walker; Luke's X-34 Landspeeder",
    );
}

#[test]
fn an_effect_as_it_is_printed_is_that_of_one_half_and_its_number_that_of_both() {
    let card = |id: &str, upper: &str, lower: &str| {
        format!(
            "[[card]]\nid = \"{id}\"\nkind = \"squadron\"\nname = \"Club {id}\"\nlevel = 1\n\
             colour = \"green\"\nfaces.upper = {{ fighters = 1, effects = [{upper}] }}\n\
             faces.lower = {{ fighters = 1, effects = [{lower}] }}\n"
        )
    };
    let draw = "\"draw\"";
    let cards = [card("both", draw, draw), card("one", "", draw), card("neither", "", "")].concat();
    let path = crate::common::scratch("cards-halves").join("club.toml");
    std::fs::write(&path, format!("game = \"starfighter\"\n{cards}")).unwrap();
    let path = path.to_str().unwrap();
    let found = |filter: &str| {
        let filter = format!("name:club and {filter}");
        sleeve(&["cards", "--game", SF, "--cards", path, "-o", "names", &filter]).out
    };
    assert_eq!(found("effect:\"draw\""), "Club both\nClub one\n");
    assert_eq!(found("effect:\"draw ?\""), "Club both\nClub one\n");
    assert_eq!(found("upper.effect:\"draw\""), "Club both\n");
    assert_eq!(found("effect.draw=1"), "Club one\n");
    assert_eq!(found("effect.draw=2"), "Club both\n");
    // None of the halves prints what they come to together.
    assert_eq!(found("effect:\"draw 2\""), "");
}

#[test]
fn parts_of_a_card_are_asked_alone_or_together() {
    let upper = "0-06; 0-63; 1-83; 1-98; 2-09; 2-88; 3-10; 3-15; 3-35";
    lists(SF, "upper.effect:draw", upper);
    lists(SF, "haut.effet:pioche", upper);
    lists(SF, "on(upper, effect:draw fighters>=2)", "0-06; 1-83; 1-98; 2-88; 3-15");
    assert_eq!(names(SF, "back.level=0").len(), 100);
    lists(
        SW,
        "has:back -kind:objective",
        "Jabba's Prize; The Mythrol; The Falcon, Junkyard Garbage; Luke Skywalker, The Emperor's Prize",
    );
}

#[test]
fn amounts_triggers_and_counts() {
    lists(SR, "effect.combat>=7", "Ram; Battle Blob; Blob Carrier; War World; Dreadnaught");
    lists(
        SR,
        "effect.ally.draw>=1",
        "Blob Fighter; The Hive; Battle Blob; Mothership; Battle Mech; Missile Mech; Trade Escort; Central Office",
    );
    lists(SR, "effect.scrap:draw", "Battlecruiser; Imperial Frigate; Port of Call");
    lists(SW, "icon.pilot>=2 kind:vehicle", "Blizzard 4; Tempest Scout 6");
}

#[test]
fn flags_printed_fields_and_copies() {
    lists(
        SR,
        "has:defense -is:outpost",
        "Blob Wheel; The Hive; Blob World; Fleet HQ; Barter World; Central Office",
    );
    lists(SR, "quantity>=3 faction:blob", "Blob Fighter; Trade Pod; Blob Wheel");
    // How often a box holds a squadron is derived.
    lists(SF, "-provenance:derived kind:squadron", "");
    lists(SF, "provenance:published kind:squadron", "");
    lists(
        SW,
        "released<1996-01-01 kind:vehicle name:/^[a-r]/",
        "Bantha; Lift Tube; Lift Tube; Luke's X-34 Landspeeder",
    );
}

#[test]
fn lists_formats_and_zones() {
    let openers = names(SW, "in:outside-openers");
    assert!(!openers.is_empty());
    for name in &openers {
        assert!(names(SW, &format!("in:outside-openers name=\"{name}\"")).contains(name));
    }
    lists(SR, "legal:two-player faction:blob cost=1", "Blob Fighter");
    let deck = "decks/battleship-galaxies/mission-5-isn.toml";
    let ran = sleeve(&["cards", "--in", deck, "zone:preselected", "-o", "names", "--lang", "en"]);
    assert_eq!(ran.out, "Erin Cho\nCharles Yeboah\n", "{ran}");
}

#[test]
fn the_three_kinds_of_no_number() {
    // Unknown: neither listed nor dropped.
    let ran = sleeve(&["cards", "--game", BG, "-o", "json", "launch<=5", "--attested"]);
    let document = ran.document();
    assert_eq!(document["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["undetermined"].as_array().map(Vec::len), Some(35));
    assert_eq!(document["undetermined"][0]["missing"], json!(["launch"]));
    // Absent: every comparison is false, unless the game gives a default.
    lists(SW, "kind:location deploy>=0", "");
    lists(SW, "kind:location deploy<0", "");
    assert_eq!(names(SW, "kind:location destiny=0").len(), names(SW, "kind:location").len());
    // Chosen: what holds of every value holds, what holds of one may.
    lists(SW, "name=\"Puck\" destiny>=1", "Puck");
    lists(SW, "name=\"Puck\" destiny>=2", "");
    assert!(sleeve(&["cards", "--game", SW, "name=Puck", "destiny>=2"]).out.contains("may match"));
}

// ---- the same answers from the TOML, without the program -------------------------------------------------------------

/// The cards of a game as its files have them, what `[file]` says of all of them laid under each.
fn shipped(game: &str) -> Vec<toml::Table> {
    let mut cards = Vec::new();
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("cards").join(game);
    for entry in std::fs::read_dir(folder).expect("the data is there") {
        let path = entry.expect("an entry").path();
        let name = path.file_name().and_then(|n| n.to_str()).unwrap_or_default().to_owned();
        if !name.ends_with(".toml") || ["game.toml", "import.toml"].contains(&name.as_str()) {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("a file");
        let table: toml::Table = text.parse().expect("TOML");
        let file = table.get("file").and_then(toml::Value::as_table).cloned().unwrap_or_default();
        for card in table.get("card").and_then(toml::Value::as_array).into_iter().flatten() {
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
    value.as_integer().map(|n| n as f64).or_else(|| value.as_float())
}

/// The ids that a command line lists, from its document, in the order of the document.
fn listed(args: &[&str]) -> Vec<(String, String)> {
    let document = sleeve(&[args, &["-o", "json"]].concat()).assert_status(0).document();
    let text = |value: &Value| value.as_str().expect("a text").to_owned();
    let cards = document["cards"].as_array().expect("cards");
    cards.iter().map(|card| (text(&card["game"]), text(&card["id"]))).collect()
}

fn of_game(listed: &[(String, String)], game: &str) -> BTreeSet<String> {
    listed.iter().filter(|(g, _)| g == game).map(|(_, id)| id.clone()).collect()
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
    let cost_of = |id: &str| cards.iter().find(|c| c["id"].as_str() == Some(id)).and_then(cost);
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

// ---- outputs ---------------------------------------------------------------------------------------------------------

fn plain(args: &[&str]) -> String {
    Sleeve::new().variable("LC_ALL", "en_GB.UTF-8").run(args).to_string()
}

#[test]
fn a_table_shows_what_varies_and_what_was_asked_for() {
    insta::assert_snapshot!(plain(&["cards", "--game", SR, "effect:draw cost<=3", "--sort", "-cost,name"]), @r#"
    status: 0
    Name              Faction      Cost  Effects
    ────────────────  ───────────  ────  ───────────────────────────────────────────
    Imperial Frigate  Star Empire     3  combat 4 (play), opponent-discards 1
                                         (play), combat 2 (ally), draw 1 (scrap)
    Survey Ship       Star Empire     3  trade 1 (play), draw 1 (play),
                                         opponent-discards 1 (scrap)
    Corvette          Star Empire     2  combat 1 (play), draw 1 (play), combat 2
                                         (ally)
    Blob Fighter      Blob            1  combat 3 (play), draw 1 (ally)
    4 cards
    "#);
    insta::assert_snapshot!(plain(&["cards", "effect:pivot level<=1", "--limit", "3"]), @"
    status: 0
    Name    Level  Colour  Fighters  Effects
    ──────  ─────  ──────  ────────  ───────
    0-26 *     ~0  ~green        ~2  ~pivot
    0-31 *     ~0  ~green        ~3  ~pivot
    0-48 *     ~0  ~blue         ~3  ~pivot
    and 3 more cards
    * the id itself is a stand-in: this card was never published
    ~ not attested: a stand-in or an inference; --attested leaves it out
    6 cards
    ");
}

#[test]
fn groups_have_counts() {
    insta::assert_snapshot!(plain(&["cards", "--game", SR, "kind:base", "--group", "faction", "--limit", "1"]), @r#"
    status: 0
    Faction Blob: 3 cards
    Name            Cost  Kind  Defense  Outpost  Effects
    ──────────────  ────  ────  ───────  ───────  ──────────────────────────────────
    Blob Wheel         3  base        5           combat 1 (play), trade 3 (scrap)

    Faction Trade Federation: 5 cards
    Name            Cost  Kind  Defense  Outpost  Effects
    ──────────────  ────  ────  ───────  ───────  ──────────────────────────────────
    Trading Post       3  base        4  yes      authority 1 (play) or trade 1
                                                  (play), combat 3 (scrap)

    Faction Star Empire: 5 cards
    Name            Cost  Kind  Defense  Outpost  Effects
    ──────────────  ────  ────  ───────  ───────  ──────────────────────────────────
    Space Station      4  base        4  yes      combat 2 (play), combat 2 (ally),
                                                  trade 4 (scrap)

    Faction Machine Cult: 5 cards
    Name            Cost  Kind  Defense  Outpost  Effects
    ──────────────  ────  ────  ───────  ───────  ──────────────────────────────────
    Battle Station     3  base        5  yes      combat 5 (scrap)
    18 cards
    "#);
    insta::assert_snapshot!(plain(&["cards", "--game", SF, "kind:squadron", "--group", "level", "--limit", "0"]), @r#"
    status: 0
    Level 0: 27 cards
    Level 1: 27 cards
    Level 2: 26 cards
    Level 3: 20 cards
    100 cards
    "#);
}

#[test]
fn columns_can_be_chosen() {
    let line =
        "cards --game star-realms 'faction:blob cost<=2' --columns name,effect.combat,effect.ally";
    insta::assert_snapshot!(plain(&words(line)), @r#"
    status: 0
    Name          Combat  Ally
    ────────────  ──────  ───────────────
    Blob Fighter       3  draw 1 (ally)
    Trade Pod          2  combat 2 (ally)
    Battle Pod         6  combat 2 (ally)
    3 cards
    "#);
}

#[test]
fn cards_that_may_match_are_never_dropped() {
    insta::assert_snapshot!(plain(&["cards", "power>ability is:unique rarity:r1 kind:character side:dark name:/^[dh]/"]), @r#"
    status: 0
    Name         Unique  Kind       Power  Ability  Forfeit  Side  Rarity
    ───────────  ──────  ─────────  ─────  ───────  ───────  ────  ──────
    DS-61-3      yes     character      3        2        3  dark  rare 1
    DS-61-3 (V)  yes     character      3        2        4  dark  rare 1
    no room for: Set (--columns)
    2 cards
    2 more may match, their values unknown:
      Dannik Jerriko: power
      Hem Dazon: power
    "#);
    let names = sleeve(&["cards", "power>ability name:/^dannik/", "-o", "names"]);
    assert_eq!(names.out, "");
    names.assert_err("1 card may match");
}

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

#[test]
fn sheets_say_what_is_not_attested() {
    insta::assert_snapshot!(plain(&["cards", "--game", SF, "id:3-10|3-15", "-o", "csv"]), @r#"
    status: 0
    id,name,kind,matricule,level,colour,fighters,effect,unattested
    3-10,3-10,squadron,3-10,3,green,2,"draw, lateral-move",colour fighters
    3-15,3-15,squadron,3-15,3,green,2,"draw, damage-enemy-cruiser",id matricule level colour fighters effect
    "#);
    insta::assert_snapshot!(plain(&["cards", "--game", SR, "blob wheel", "-o", "tsv"]), @r#"
    status: 0
    id	name	kind	faction	cost	defense	outpost	effect	unattested
    blob-wheel	Blob Wheel	base	Blob	3	5		combat 1 (play), trade 3 (scrap)
    "#);
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
    let ends: BTreeSet<usize> =
        rows.iter().map(|l| l.split("Blob").next().unwrap_or_default().width()).collect();
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
    insta::assert_snapshot!(overlay.out.lines().take(22).collect::<Vec<_>>().join("\n"), @r#"
    # Battleship Galaxies: The Saturn Offensive: facts that are unpublished, or made up so that you can try sleeve.
    # Remove the `#` from a line and write what your card prints. Lines that you leave alone change nothing.
    # Then: sleeve check --cards THIS-FILE DECK
    # size (taille): small (petit), medium (moyen), large (grand)
    game = "battleship-galaxies"

    [[card]]
    id = "tes-kio-standard"  # Tes Kio (standard)
    # size = "small"  # stand-in; values: small, medium, large
    # space = 1  # stand-in; a whole number
    # capacity = 0  # stand-in; a whole number
    # launch = 5  # stand-in; a whole number
    # activate = 1  # stand-in; a whole number
    # move = 5  # stand-in; a whole number
    # shields = 1  # stand-in; a whole number
    # hull = 2  # stand-in; a whole number
    # upgrades = 1  # stand-in; a whole number
    # weapons = 0  # stand-in; a whole number
    # heroes = 1  # stand-in; a whole number
    # charge = "?"  # unknown; a whole number
    # range = "?"  # unknown; a whole number
    # shots = "?"  # unknown; a whole number
    "#);
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
        let filled: Vec<&str> =
            overlay.lines().map(|l| if field(l) { &l[2..] } else { l }).collect();
        std::fs::write(&path, filled.join("\n")).expect("written");
        let path = path.to_string_lossy().into_owned();
        let again = sleeve(&["cards", "--game", game, "--cards", &path, "--missing"]);
        assert_eq!(again.status, 0, "{game}: {}", again.err);
        let left: Vec<&str> =
            again.out.lines().filter(|l| field(l) && !l.contains("unknown")).collect();
        assert!(left.is_empty(), "{game}: {left:?}");
    }
}

// ---- mistakes --------------------------------------------------------------------------------------------------------

#[test]
fn nothing_found_says_which_part_is_to_blame() {
    insta::assert_snapshot!(plain(&["cards", "effect:pivot level<=1 level>=1 fighters=7"]), @r#"
    status: 0
    --- err
    note: no card of Starfighter matches
     |
     = note: effect:pivot  10 cards
             level<=1      54 cards
             level>=1      73 cards
             fighters=7    0 cards
     = help: without `fighters=7`, 1 card matches
    "#);
    insta::assert_snapshot!(plain(&["cards", "han zzzzz"]), @r#"
    status: 0
    --- err
    note: no card of any game matches
     |
     = note: Star Wars CCG:
             han    76 cards
             zzzzz  0 cards
     = help: did you mean `Han` (swccg) or `Han (V)` (swccg)?
    "#);
}

#[test]
fn a_filter_is_counted_part_by_part() {
    insta::assert_snapshot!(plain(&["cards", "--explain", "power>ability is:unique kind:character"]), @r#"
    status: 0
    Star Wars CCG: cards with power above ability and unique and kind character
    Filter          Cards  Perhaps
    ──────────────  ─────  ───────
    power>ability     302        4
    is:unique        2716
    kind:character   1123
    all of it         243        4
    "#);
}

/// What is said of a mistake in brief; every one ends with status 2 and prints no result.
fn mistake(args: &[&str]) -> String {
    in_brief(Sleeve::new().variable("LC_ALL", "en_GB.UTF-8").run(args).assert_refused().err)
}

#[test]
fn unknown_words_name_the_nearest() {
    insta::assert_snapshot!(plain(&["cards", "--game", SF, "lvel<1"]), @r#"
    status: 2
    --- err
    error: no field is named `lvel`
     --> filter:1:1
      |
    1 | lvel<1
      | ^^^^
      |
      = help: did you mean `level`?
    "#);
    replay(
        mistake,
        r#"
    $ cards effect:pivto
      error: `effect` has no value `pivto` (filter:1:8) {pivto} = note: as read for Starfighter (another game with --game battleship-galaxies|etoile-noire|star-realms|swccg) = help: did you mean `pivot`?
    $ cards --game starfighter effet:pioch --lang fr
      erreur : `effet` n'a pas de valeur `pioch` (filtre:1:7) {pioch} = aide : vouliez-vous dire `pioche` ?
    $ cards --game starfighter uper.effect:draw
      error: no part of a card is named `uper` (filter:1:1) {uper} = help: did you mean `upper`?
    $ cards --game swccg in:nowhere
      error: no list of cards is named `nowhere` (filter:1:4) {nowhere}
    $ cards --game swccg legal:nothing
      error: no format is named `nothing` (filter:1:7) {nothing}
    $ cards --game starfigther level=1
      error: there is no game `starfigther` = help: did you mean `starfighter`?
    $ cards --game star-realms --sort cots
      error: --sort: no field is named `cots` = help: did you mean `cost`?
    $ cards --game star-realms --columns name,factoin
      error: --columns: no field is named `factoin` = help: did you mean `faction`?
    $ cards --game star-realms cost<=$budget
      error: no parameter is named `budget` (filter:1:7) {$budget}
    "#,
    );
}

#[test]
fn wrong_types_and_operators_are_pointed_at() {
    replay(
        mistake,
        r#"
    $ cards --game star-realms faction>blob
      error: `faction` is one of a list of values, so `>` does not work with it (filter:1:8) {>}
    $ cards --game star-realms cost:cheap
      error: `cost` needs a number, not `cheap` (filter:1:6) {cheap}
    $ cards --game star-realms cost>1|2
      error: `>` takes one value, not a list (filter:1:5) {>} = help: compare with one value, or join comparisons with `or`
    $ cards --game star-realms cost=name
      error: expected a number, found a text (filter:1:6) {name}
    $ cards --game star-realms count()>3
      error: expected a filter (true or false for one card), found a condition (true or false for a pile) (filter:1:1) {count()>3} = help: a filter tests one card; test the pile outside it, as in `if CONDITION then …` or `[CONDITION] * count(…)`
    $ cards --game star-realms sum(cost)
      error: expected a filter (true or false for one card), found a measure (a number of a pile) (filter:1:1) {sum(cost)} = help: a filter tests one card; test the pile outside it, as in `if CONDITION then …` or `[CONDITION] * count(…)`
    $ cards --game swccg released>yesterday
      error: `released` needs a date, not `yesterday` (filter:1:10) {yesterday}
    "#,
    );
}

#[test]
fn broken_filters_say_what_is_expected() {
    replay(
        mistake,
        r#"
    $ cards --game star-realms (faction:blob
      error: expected `)` or `,`, but the text ends (filter:1:14) {}
    $ cards --game star-realms cost<=
      error: expected a name, a field, a function or `(`, but the text ends (filter:1:7) {}
    $ cards --game star-realms name="Blob
      error: this quote is never closed (filter:1:6) {"Blob} = help: add a `"` after the text
    $ cards --game star-realms name:/[a/
      error: invalid regular expression: unclosed character class (filter:1:6) {/[a/}
    $ cards --game star-realms 'cost == 3'
      error: `==` is not used here (filter:1:6) {==} = help: write `=`
    $ cards --game star-realms 'cost<3 && faction:blob'
      error: `&&` is not used here (filter:1:8) {&&} = help: write `and`
    "#,
    );
}

#[test]
fn the_rest_of_the_command_line_is_checked_too() {
    replay(
        mistake,
        r#"
    $ cards
      error: cards of which game? = help: --game battleship-galaxies | --game etoile-noire | --game star-realms | --game starfighter | --game swccg
    $ cards --in no-such-deck.toml
      error: there is no such file or folder = note: no-such-deck.toml
    $ cards kind:ship --missing
      error: several games have such cards = help: --game battleship-galaxies | --game star-realms
    "#,
    );
    assert!(mistake(&["cards", "--on", "yesterday", "blob"]).contains("1998-11-30"));
}

#[test]
fn deep_and_long_filters_end_in_an_error() {
    let deep = format!("{}blob{}", "(".repeat(10_000), ")".repeat(10_000));
    assert!(mistake(&["cards", "--game", SR, &deep]).contains("error"));
    assert!(mistake(&["cards", "--game", SR, &"blob ".repeat(1_000_000)]).contains("error"));
}

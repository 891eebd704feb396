//! `sleeve check --event`: locks, late changes, rounds and seals. The scenarios are in
//! `tests/console/events.trycmd`.

use crate::common::{Ran, Sleeve, scratch, write_file};
use serde_json::Value;
use sleeve::{
    event::{Lock, LockedDeck, MAX_CHANGES},
    model::Fingerprint,
};
use std::path::{Path, PathBuf};

const DARK: &str = include_str!("../../decks/swccg/hunt-down.toml");
const LIGHT: &str = include_str!("../../decks/swccg/profit.toml");
const EVENT: &str = "name = \"Spring Cup\"\nday = 2027-03-01\nformat = \"swccg/open\"\n\
    brings = [\"dark\", \"light\"]\ndecks = \"decks\"\nrounds = [\"round-1\", \"round-2\"]\n";

/// A folder with the event and the decks of two players.
fn cup(test: &str) -> PathBuf {
    let folder = scratch(test);
    write_file(&folder, "event.toml", EVENT);
    for player in ["Anna", "Zoé"] {
        write_file(&folder, &format!("decks/{player}/dark.toml"), DARK);
        write_file(&folder, &format!("decks/{player}/light.toml"), LIGHT);
    }
    for round in ["round-1", "round-2"] {
        std::fs::create_dir(folder.join(round)).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    let all = [&["check", "--event", "event.toml"], args].concat();
    Sleeve::new().folder(folder).run(&all)
}

fn json(folder: &Path, args: &[&str]) -> Value {
    run(folder, &[args, &["-o", "json"]].concat()).document()
}

fn problems(document: &Value) -> Vec<(String, String)> {
    let players = document["players"].as_array().unwrap();
    let of = |player: &Value| {
        let name = player["name"].as_str().unwrap().to_owned();
        let all = player["problems"].as_array().unwrap().clone();
        all.into_iter()
            .map(move |p| (name.clone(), p["problem"].as_str().unwrap().to_owned()))
    };
    players.iter().flat_map(of).collect()
}

/// The events of the console scenarios.
const SCENARIOS: &str = "tests/console/events.in";

#[test]
fn problems_are_wrapped_on_a_terminal() {
    let french = Sleeve::new()
        .folder(SCENARIOS)
        .width(80)
        .variable("NO_COLOR", "1");
    insta::assert_snapshot!(french.run(&["check", "--lang", "fr", "--event", "wrong.toml"]));
}

#[test]
fn documents_list_the_problems_of_each_player() {
    let document = |event: &str| {
        let args = ["check", "--event", event, "-o", "json"];
        Sleeve::new().folder(SCENARIOS).run(&args).document()
    };
    let wrong = document("wrong.toml");
    let names: Vec<_> = wrong["players"]
        .as_array()
        .unwrap()
        .iter()
        .map(|p| &p["name"])
        .collect();
    assert_eq!(names, ["Zoé", "Anna", "Bob", "Eve"]);
    assert_eq!(wrong["strays"][0]["path"], "wrong/stranger.toml");
    let named = document("named.toml");
    let wanted = [("Anna", "several"), ("Bob", "missing"), ("Bob", "missing")];
    let wanted = wanted.map(|(name, problem)| (name.to_owned(), problem.to_owned()));
    assert_eq!(problems(&named), wanted);
    assert_eq!(named["strays"].as_array().unwrap().len(), 0);
    let sarif = ["check", "--event", "forms.toml", "-o", "sarif"];
    let sarif = Sleeve::new()
        .folder(SCENARIOS)
        .run(&sarif)
        .assert_status(1)
        .document();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<_> = results
        .iter()
        .filter_map(|r| r["ruleId"].as_str())
        .collect();
    assert_eq!(ids, ["event-missing", "event-several", "event-no-player"]);
}

#[test]
fn the_name_of_another_event_in_a_lock_is_escaped() {
    let folder = cup("events-hostile-lock");
    let lock =
        "lock = \"sleeve/lock/1\"\nevent = \"Autumn \\u001b[31mCup\"\nformat = \"swccg/open\"\n";
    write_file(&folder, "event.lock", lock);
    run(&folder, &[])
        .assert_refused()
        .assert_err("`Autumn \\u{1b}[31mCup`");
}

#[test]
fn decks_are_locked_and_compared_round_by_round() {
    let folder = cup("events-lock");
    run(&folder, &["--round", "1"])
        .assert_refused()
        .assert_err("no deck is locked");
    let locked = run(&folder, &["--lock"]);
    assert_eq!((locked.status, locked.err.as_str()), (0, "wrote event.lock\n"), "{locked}");
    let text = std::fs::read_to_string(folder.join("event.lock")).unwrap();
    let rules = Sleeve::new()
        .folder(&folder)
        .run(&["rules", "swccg", "-o", "json"])
        .document();
    let digest = rules["games"][0]["digest"].as_str().unwrap();
    insta::assert_snapshot!(text.replace(digest, "DIGEST"));
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &text);
    let again = run(&folder, &["--lock"]);
    assert_eq!((again.status, again.err.as_str()), (0, "`event.lock` already has these decks\n"));
    // Other data is told, and a lock that does not say by which data it was judged is as good.
    let other = "0000-0000-0000-0000";
    write_file(&folder, "event.lock", text.replace(digest, other));
    let told = format!("data of digest {other}; this data has digest {digest}");
    run(&folder, &[]).assert_status(0).assert_err(&told);
    write_file(&folder, "event.lock", text.replace(&format!("data = \"{digest}\"\n"), ""));
    let without = run(&folder, &[]);
    assert_eq!((without.status, without.err.as_str()), (0, ""));
    write_file(&folder, "event.lock", &text);
    // The same deck as a list, in another order, is the same.
    for player in ["Anna", "Zoé"] {
        for side in ["dark", "light"] {
            let from = format!("decks/{player}/{side}.toml");
            let to = format!("round-1/{player}/{side}.txt");
            std::fs::create_dir_all(folder.join("round-1").join(player)).unwrap();
            let ran = Sleeve::new()
                .folder(&folder)
                .run(&["convert", &from, &to, "--to", "text"]);
            assert_eq!(ran.status, 0, "{ran}");
        }
    }
    run(&folder, &["--round", "1"]).assert_status(0);
    // One card exchanged is another deck; one that was not registered has no place.
    let exchanged = LIGHT.replacen(" = 2", " = 1", 1);
    assert_ne!(exchanged, LIGHT);
    write_file(&folder, "round-2/Anna/light.toml", &exchanged);
    write_file(&folder, "round-2/Anna/dark.toml", DARK);
    write_file(&folder, "round-2/Carl/dark.toml", DARK);
    let ran = run(&folder, &["--round", "2"]);
    insta::assert_snapshot!(ran);
    let found: Vec<String> = problems(&json(&folder, &["--round", "2"]))
        .into_iter()
        .map(|(name, problem)| format!("{name} {problem}"))
        .collect();
    for wanted in ["Anna differs", "Carl not-registered", "Carl missing", "Zoé missing"] {
        assert!(found.iter().any(|found| found == wanted), "{wanted} is not in {found:?}");
    }
    // What was registered may not change either, and the lock is not written over.
    write_file(&folder, "decks/Anna/light.toml", LIGHT.replacen("name = ", "# name = ", 1));
    assert_eq!(run(&folder, &[]).status, 0, "a name is no card");
    std::fs::rename(folder.join("decks/Zoé"), folder.join("decks/Carl")).unwrap();
    let changed = run(&folder, &["--lock"]).assert_status(2);
    assert!(!changed.err.is_empty());
    assert_eq!(std::fs::read_to_string(folder.join("event.lock")).unwrap(), text);
}

#[test]
fn a_late_change_touches_one_player_alone() {
    let folder = cup("events-change");
    let other = LIGHT.replacen("\"Sense\" = ", "\"Alter\" = ", 1);
    let exchanged = if other == LIGHT { LIGHT.replacen(" = 2", " = 1", 1) } else { other };
    let lock = || std::fs::read_to_string(folder.join("event.lock")).unwrap();
    run(&folder, &["--lock", "--change", "Zoé"])
        .assert_status(2)
        .assert_err("no deck is locked");
    run(&folder, &["--lock"]).assert_status(0);
    let first = lock();
    run(&folder, &["--lock", "--change", "zoe"])
        .assert_status(0)
        .assert_err("`event.lock` already has these decks");
    assert_eq!(run(&folder, &["--change", "Zoé"]).status, 2, "only with --lock");
    write_file(&folder, "decks/Zoé/dark.toml", unstartable());
    run(&folder, &[]).assert_status(1);
    run(&folder, &["--lock"])
        .assert_status(2)
        .assert_err("--lock --change PLAYER");
    run(&folder, &["--lock", "--change", "Zo"])
        .assert_status(2)
        .assert_err("the event has no player `Zo`")
        .assert_err("Zoé");
    // Another player whose deck is not as registered stands in the way, and is named.
    write_file(&folder, "decks/Anna/light.toml", &exchanged);
    let refused = run(&folder, &["--lock", "--change", "Zoé"]).assert_status(1);
    refused
        .assert_err("`event.lock` was not changed")
        .assert_err("not so for Anna");
    assert_eq!(lock(), first);
    write_file(&folder, "decks/Anna/light.toml", LIGHT);
    insta::assert_snapshot!(run(&folder, &["--lock", "--change", "ZOE"]));
    let changed = lock();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(&first), lines(&changed));
    let fresh: Vec<&String> = new.iter().filter(|line| !old.contains(line)).collect();
    let gone: Vec<&String> = old.iter().filter(|line| !new.contains(line)).collect();
    assert_eq!((fresh.len(), gone.len()), (2, 0), "{changed}");
    assert_eq!(fresh[1], "earlier = [\"XRHD-NRN4-5M7H-0G6G\"]");
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &changed);
    let document = json(&folder, &[]);
    assert_eq!(document["players"][1]["brought"][0]["earlier"][0], "XRHD-NRN4-5M7H-0G6G");
    assert!(
        document["players"][0]["brought"][0]
            .get("earlier")
            .is_none()
    );
    // The deck that was registered first is told as such in a round.
    write_file(&folder, "round-1/Zoé/dark.toml", DARK);
    run(&folder, &["--round", "1"])
        .assert_status(1)
        .assert_out("was registered, but a late change replaced it: XRHD-NRN4-5M7H-0G6G");
    // A deck that is illegal is not locked, neither late nor early; a late entry is.
    write_file(
        &folder,
        "decks/Zoé/dark.toml",
        "game = \"swccg\"\n[zones.deck]\n\"Darth Vader\" = 1\n",
    );
    run(&folder, &["--lock", "--change", "Zoé"])
        .assert_status(1)
        .assert_err("not so for Zoé");
    assert_eq!(lock(), changed);
    write_file(&folder, "decks/Zoé/dark.toml", unstartable());
    write_file(&folder, "decks/Bob/dark.toml", DARK);
    write_file(&folder, "decks/Bob/light.toml", LIGHT);
    run(&folder, &["--lock", "--change", "Bob"])
        .assert_status(0)
        .assert_out("6 decks locked");
    assert!(lock().starts_with(&changed) && lock().contains("player = \"Bob\""));
}

#[test]
fn a_round_compares_cards_and_names_those_that_differ() {
    let folder = scratch("events-cards");
    write_file(&folder, "event.toml", EVENT.replace(", \"light\"]", "]"));
    // One marks its starting card, two have cards in a zone that not every form can hold.
    let decks = ["all-your-base", "dark-combat", "hunt-down"];
    let convert = |deck: &str, form: &str, place: &str| {
        let from = format!("decks/swccg/{deck}.toml");
        let text = Sleeve::new()
            .run(&["convert", &from, "--to", form])
            .assert_status(0)
            .out;
        write_file(&folder, &format!("{place}/{deck}/d.{form}.txt"), &text);
        text
    };
    let [_, combat, hunt] = decks.map(|deck| convert(deck, "text", "decks"));
    run(&folder, &["--lock"]).assert_status(0);
    for form in ["text", "json", "holotable", "gemp-xml", "swccgdb"] {
        let _ = decks.map(|deck| convert(deck, form, "round-1"));
        let ran = run(&folder, &["--round", "1"]).assert_status(0);
        let tells = ran.out.contains("matches the registered deck");
        assert_eq!(tells, ["holotable", "swccgdb"].contains(&form), "{form}: {ran}");
        std::fs::remove_dir_all(folder.join("round-1")).unwrap();
    }
    // A list that marks nothing, a form without a place for some cards, and other cards.
    let list =
        |deck: &str, text: &str| write_file(&folder, &format!("round-2/{deck}/d.text.txt"), text);
    list("hunt-down", &hunt.replace("[starting]\n", "").replace("[deck]\n", ""));
    convert("all-your-base", "holotable", "round-2");
    list(
        "dark-combat",
        &combat
            .split("[outside]")
            .next()
            .unwrap()
            .replacen("1x ", "2x ", 1),
    );
    insta::assert_snapshot!("other-cards", run(&folder, &["--round", "2"]));
    let document = json(&folder, &["--round", "2"]);
    let cards = document["players"][1]["problems"][0]["cards"]
        .as_array()
        .unwrap();
    assert_eq!(
        cards
            .iter()
            .filter(|card| card["zone"] == "outside")
            .count()
            + 1,
        cards.len()
    );
    // Without the registered file there are fingerprints alone.
    std::fs::remove_dir_all(folder.join("decks/dark-combat")).unwrap();
    run(&folder, &["--round", "2"]).assert_out(", registered ");
}

#[test]
fn a_player_who_leaves_is_dropped_in_the_lock() {
    let folder = cup("events-drop");
    run(&folder, &["--lock", "--drop", "Zoé"])
        .assert_status(2)
        .assert_err("no deck is locked");
    run(&folder, &["--lock"]).assert_status(0);
    let lock = || std::fs::read_to_string(folder.join("event.lock")).unwrap();
    let whole = lock();
    run(&folder, &["--lock", "--drop", "Bob"])
        .assert_status(2)
        .assert_err("no player `Bob`");
    std::fs::rename(folder.join("decks/Zoé"), folder.join("gone")).unwrap();
    insta::assert_snapshot!("dropped", run(&folder, &["--lock", "--drop", "ZOE"]));
    assert_eq!(lock().replace("dropped = [\"Zoé\"]\n", ""), whole);
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &lock());
    run(&folder, &["--lock"])
        .assert_status(0)
        .assert_err("already has these decks");
    // Who comes back is locked again.
    std::fs::rename(folder.join("gone"), folder.join("decks/Zoé")).unwrap();
    run(&folder, &["--lock", "--change", "Zoé"]).assert_status(0);
    assert_eq!(lock(), whole);
}

#[test]
fn an_empty_folder_has_no_deck_yet_and_names_are_names() {
    let folder = cup("events-names");
    std::fs::remove_dir_all(folder.join("decks")).unwrap();
    std::fs::create_dir(folder.join("decks")).unwrap();
    run(&folder, &[])
        .assert_status(1)
        .assert_err("no deck in `decks` yet");
    for (name, letter) in [
        ("Müller, Hans", "M"),
        ("Smith Jr.", "S"),
        ("李 明", "李"),
        ("John Smith, Jr.", "S"),
        ("Anna Weiß", "W"),
    ] {
        write_file(&folder, &format!("decks/{name}/dark.toml"), DARK);
        let sheet = ["sheet", "--event", "Cup", "--player", name, "decks/Müller, Hans"];
        let sheet = Sleeve::new().folder(&folder).run(&sheet);
        sheet.assert_out(&format!(">{letter}</div>"));
    }
    let field = Sleeve::new()
        .folder(&folder)
        .run(&["report", "--event", "event.toml"]);
    field.assert_out("John Smith, Jr.; Müller, Hans; ");
    write_file(&folder, "event.toml", format!("{EVENT}players = [\"Ines\", \"Inès\"]\n"));
    let twice = run(&folder, &[]).assert_refused();
    twice
        .assert_err("`Inès` and `Ines` are the same name")
        .assert_err("case and accents do not count");
}

/// The seal and the nonce of a deck.
fn seal(folder: &Path, deck: &str) -> (String, String) {
    let document = Sleeve::new()
        .folder(folder)
        .run(&["seal", deck, "-o", "json"])
        .document();
    let text = |key: &str| document[key].as_str().unwrap().to_owned();
    (text("seal"), text("nonce"))
}

#[test]
fn seals_are_opened_player_by_player() {
    let folder = cup("events-seals");
    let (dark, dark_nonce) = seal(&folder, "decks/Anna/dark.toml");
    let (light, light_nonce) = seal(&folder, "decks/Anna/light.toml");
    let seals = format!(
        "[seals]\nANNA = {{ dark = \"{dark}\", light = \"{light}\" }}\n\
         \"Zoé\" = {{ dark = \"{dark}\", Light = \"{light}\" }}\nBob = {{ dark = \"{dark}\" }}\n"
    );
    let nonces = format!("[nonces]\nAnna = {{ dark = \"{dark_nonce}\" }}\n");
    write_file(&folder, "event.toml", format!("{EVENT}{seals}{nonces}"));
    // A nonce may stand in the deck, in both of our forms.
    let with_nonce = |deck: &str, nonce: &str| format!("nonce = \"{nonce}\"\n{deck}");
    write_file(&folder, "decks/Anna/light.toml", with_nonce(LIGHT, &light_nonce));
    write_file(&folder, "decks/Zoé/light.toml", with_nonce(LIGHT, "12"));
    let ran = run(&folder, &[]);
    insta::assert_snapshot!(ran);
    let french =
        Sleeve::new()
            .folder(&folder)
            .run(&["check", "--lang", "fr", "--event", "event.toml"]);
    french.assert_out(", seulement un sceau");
    french.assert_out("2 sur 5");
    let document = json(&folder, &[]);
    let brought = &document["players"][0]["brought"];
    assert_eq!((&brought[0]["sealed"], &brought[1]["sealed"]), (&true.into(), &true.into()));
    let found = problems(&document);
    let wanted = [("Bob", "missing"), ("Bob", "missing"), ("Zoé", "no-nonce"), ("Zoé", "no-nonce")];
    assert_eq!(found, wanted.map(|(name, problem)| (name.to_owned(), problem.to_owned())));
    // Zoé's deck differs from the sealed one in any form. A nonce opens only its own seal.
    let exchanged = format!("nonce = \"{dark_nonce}\"\n{}", unstartable());
    write_file(&folder, "decks/Zoé/dark.toml", exchanged);
    write_file(&folder, "decks/Zoé/light.toml", with_nonce(LIGHT, &dark_nonce));
    let csv = run(&folder, &["-o", "csv"]).assert_status(1);
    assert_eq!(csv.out.matches("not-sealed\n").count(), 2, "{csv}");
    let ndjson = run(&folder, &["-o", "ndjson"]).assert_status(1);
    assert_eq!(ndjson.out.matches("[\"not-sealed\"]").count(), 2, "{ndjson}");
    let github = run(&folder, &["-o", "github"]).assert_status(1);
    github.assert_out(
        "title=event-not-sealed::Zoé: `decks/Zoé/dark.toml` is not the sealed deck, or the nonce is wrong",
    );
    run(&folder, &["-o", "junit"])
        .assert_status(1)
        .assert_out("[event-not-sealed] Zoé:");
    run(&folder, &["-o", "sarif"])
        .assert_status(1)
        .assert_out("\"event-not-sealed\"");
    run(&folder, &[]).assert_out("not as sealed");
    run(&folder, &["--lock"])
        .assert_status(1)
        .assert_err("`event.lock` is not written");
    // The same cards in another form and order are the sealed deck.
    std::fs::remove_dir_all(folder.join("decks/Zoé")).unwrap();
    std::fs::create_dir(folder.join("decks/Zoé")).unwrap();
    for side in ["dark", "light"] {
        let (from, to) = (format!("decks/Anna/{side}.toml"), format!("decks/Zoé/{side}.txt"));
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&["convert", &from, &to, "--to", "text"]);
        assert_eq!(ran.status, 0, "{ran}");
    }
    let text = std::fs::read_to_string(folder.join("decks/Zoé/light.txt")).unwrap();
    assert!(text.contains(&format!("# nonce: {light_nonce}\n")), "{text}");
    write_file(&folder, "event.toml", format!("{EVENT}{}{nonces}", seals.replace("Bob", "#Bob")));
    let dark = std::fs::read_to_string(folder.join("decks/Zoé/dark.txt")).unwrap();
    write_file(&folder, "decks/Zoé/dark.txt", format!("# nonce: {dark_nonce}\n{dark}"));
    run(&folder, &["--lock"])
        .assert_status(0)
        .assert_out("4 of 4 seals opened");
    // A round is compared with the lock alone.
    write_file(&folder, "round-1/Anna/dark.toml", DARK);
    let round = run(&folder, &["--round", "1"]).assert_status(1);
    assert!(!round.out.contains("seal"), "{round}");
}

/// The deck without one of the cards that its Objective sets out.
fn unstartable() -> String {
    let deck = DARK.replacen("\"Visage Of The Emperor\" = 1", "", 1);
    assert_ne!(deck, DARK);
    deck.replacen("[zones.deck]\n", "[zones.deck]\n\"Scanning Crew\" = 1\n", 1)
}

#[test]
fn sheets_field_and_tables_come_from_the_file_of_the_event() {
    let folder = cup("events-pages");
    let with_players = format!("{EVENT}players = [\"Zoé\", \"Anna\"]\n");
    write_file(&folder, "event.toml", &with_players);
    let sleeve = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let sheets = sleeve(&["sheet", "--event", "event.toml"])
        .assert_status(0)
        .out;
    assert_eq!(sheets.matches("<article>").count(), 4);
    let place = |text: &str| sheets.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(place("<dd>Zoé</dd>") < place("<dd>Anna</dd>"), "in the order of the players");
    assert_eq!(sheets.matches("<dd>Spring Cup</dd>").count(), 4);
    assert_eq!(sheets.matches("<dd>2027-03-01</dd>").count(), 4);
    // One deck anew, under the event's format, and a name that is no file.
    let one = sleeve(&["sheet", "decks/Anna/dark.toml", "--event", "event.toml"]).out;
    assert!(one.contains("<dd>Anna</dd>") && one.contains("<dd>Spring Cup</dd>"));
    let named = sleeve(&["sheet", "decks/Anna/dark.toml", "--event", "Cup"]).out;
    assert!(named.contains("<dd>Cup</dd>") && !named.contains("<dd>Anna</dd>"));
    sleeve(&["sheet", "--event", "Cup"]).assert_status(2);

    let csv = sleeve(&["stats", "--event", "event.toml", "--wide", "-m", "count()", "-o", "csv"]);
    assert_eq!(csv.assert_status(0).out.lines().count(), 5);
    let usage = sleeve(&["stats", "--event", "event.toml", "--usage"]);
    usage.assert_status(0).assert_out("4 decks");

    let page = sleeve(&["report", "--event", "event.toml"])
        .assert_status(0)
        .out;
    for told in ["Spring Cup", "2 players, 4 decks: 4 legal", "Dark Side (2 decks)", "Objectives"] {
        assert!(page.contains(told), "{told}");
    }
    assert!(page.contains("<td>Hunt Down And Destroy The Jedi</td><td class=\"n\">2</td>"));
    assert!(page.contains("<td>Zoé; Anna</td>"), "who plays it");
    // Two decks with the same cards: all of both is shared, and none holds a card alone.
    assert!(page.contains("100 %</td><td class=\"n\">0</td>"));
    for fetched in ["http:", "https:", "src=", "href=", "url(", "<script"] {
        assert!(!page.contains(fetched), "nothing is fetched: {fetched}");
    }
    sleeve(&["report", "decks", "--event", "event.toml"]).assert_status(2);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_lock_is_not_opened() {
    let folder = cup("events-pipe");
    let made = std::process::Command::new("mkfifo")
        .arg(folder.join("event.lock"))
        .status();
    assert!(made.unwrap().success());
    run(&folder, &[])
        .assert_status(2)
        .assert_err("`event.lock`: a pipe or a device, not a file");
}

#[test]
fn a_player_with_a_name_without_an_end_is_refused() {
    let folder = cup("events-long");
    let name = "a".repeat(900_000);
    write_file(&folder, "event.toml", format!("{EVENT}players = [\"{name}\"]\n"));
    let ran = run(&folder, &[]).assert_status(2);
    ran.assert_err("a text of `players` has 900000 bytes; the limit is 1000");
    assert!(ran.err.len() < 10_000, "{}", ran.err.len());
}

#[test]
fn a_lock_keeps_the_latest_changes_of_a_deck() {
    let text = "lock = \"sleeve/lock/1\"\nevent = \"Cup\"\nformat = \"a/b\"\n[[deck]]\nplayer = \"Anna\"\nfingerprint = \"W5S0-HE30-FC4M-D2E5\"\n";
    let mut lock = Lock::parse("event.lock", text).unwrap();
    let print = |at: usize| Fingerprint::from_canonical(&at.to_string());
    for at in 0..=MAX_CHANGES {
        let player = "ANNA".to_owned();
        lock = lock.with_changes(vec![LockedDeck {
            player,
            role: None,
            fingerprint: print(at),
            earlier: Vec::new(),
        }]);
    }
    assert_eq!(lock.decks[0].earlier, (0..MAX_CHANGES).map(print).collect::<Vec<_>>());
    assert_eq!(Lock::parse("event.lock", &lock.text("event.toml")).unwrap(), lock);
}

//! `sleeve import` from outside: files in, files out, and what it says.
use crate::common::{Sleeve, write_file};
use std::path::{Path, PathBuf};

const CARDS: &str = r#"{"cards": [{
    "gempId": "1_901", "side": "Dark", "set": "1", "rarity": "R1", "printings": [{"set": "1"}],
    "front": {"title": "•Made Up Admiral", "type": "Character", "subType": "Imperial",
        "destiny": "1", "deploy": "DEPLOY", "power": "2", "ability": "3", "forfeit": "6",
        "icons": ["Pilot"], "gametext": "Adds 2 to power of anything he commands in these tests."}
}]}"#;

/// An empty folder of its own for one test, with the card file in it.
fn folder(test: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(test);
    let _ = std::fs::remove_dir_all(&folder);
    write_file(&folder, "a.json", CARDS.replace("DEPLOY", "4"));
    write_file(&folder, "b.json", CARDS.replace("DEPLOY", "5"));
    folder
}

#[test]
fn imports_once_and_then_says_what_changed() {
    let folder = folder("import-twice");
    let run = |file: &str| {
        Sleeve::new()
            .folder(&folder)
            .run(&["import", "swccg", file])
    };
    let first = run("a.json");
    assert_eq!(
        first.out,
        "+ 1_901 Made Up Admiral\n1 card from 1 record: 1 added, 0 removed, 0 changed\n"
    );
    // One card has few of the fields that the mapping names.
    let absent = "`abbr`, `id`, `face.armor`, `face.maneuver`, `face.hyperspeed`";
    let beside =
        format!("warning: no record has any of these, which the mapping names: {absent}, ");
    assert!(first.err.starts_with(&beside) && first.err.lines().count() == 1, "{first}");
    assert_eq!(first.status, 0);
    let written = std::fs::read(folder.join("cards/swccg/1-premiere.toml")).unwrap();
    assert_eq!(run("a.json").out, "1 card from 1 record: nothing changed\n");
    assert_eq!(std::fs::read(folder.join("cards/swccg/1-premiere.toml")).unwrap(), written);
    let changed = "~ 1_901 Made Up Admiral\n    deploy: 4 -> 5\n1 card from 1 record: 0 added, 0 removed, 1 changed\n";
    assert_eq!(run("b.json").out, changed);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_first_import_names_a_few_cards_and_later_ones_each() {
    let folder = folder("import-first-and-later");
    let dump = |count: usize, deploy: &str| {
        let card = |number: usize| {
            let one = CARDS
                .trim_start_matches("{\"cards\": [")
                .trim_end_matches("]}");
            let one = one
                .replace("1_901", &format!("1_{number}"))
                .replace("DEPLOY", deploy);
            one.replace("Made Up Admiral", &format!("Admiral {number}"))
        };
        let cards: Vec<String> = (10_000..10_000 + count).map(card).collect();
        write_file(&folder, "many.json", format!("{{\"cards\": [{}]}}", cards.join(",")));
    };
    let run = |args: &[&str]| {
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&[&["import", "swccg", "many.json"], args].concat());
        assert_eq!(ran.status, 0, "{ran}");
        ran.out
    };
    dump(1_300, "4");
    let named: String = (10_000..10_005)
        .map(|n| format!("+ 1_{n} Admiral {n}\n"))
        .collect();
    let counted = "1300 cards from 1300 records: 1300 added, 0 removed, 0 changed\n";
    assert_eq!(run(&["--dry-run"]), format!("{named}+ and 1295 more\n{counted}"));
    let french = run(&["--lang", "fr"]);
    assert!(french.starts_with(&format!("{named}+ et 1295 autres\n1300 cartes")), "{french}");
    // What changes is told card by card, up to the limit.
    dump(1_290, "5");
    let told = run(&[]);
    let lines = |sign: &str| told.lines().filter(|line| line.starts_with(sign)).count();
    assert_eq!(
        (lines("+"), lines("- "), lines("~ "), lines("    deploy: 4 -> 5")),
        (0, 10, 1_001, 1_000)
    );
    assert!(told.contains("\n~ and 290 more\n1290 cards"), "{told}");
    dump(1_292, "5");
    let told = run(&[]);
    assert!(told.starts_with("+ 1_11290 Admiral 11290\n+ 1_11291 Admiral 11291\n1292"), "{told}");
}

#[test]
fn a_dry_run_writes_nothing() {
    let folder = folder("import-dry");
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["import", "swccg", "a.json", "--dry-run"]);
    assert!(ran.out.starts_with("+ 1_901"), "{ran}");
    assert!(!folder.join("cards").exists());
}

#[test]
fn texts_go_to_the_users_own_folder_alone() {
    let folder = folder("import-text");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let ran = run(&["import", "swccg", "a.json", "--to", "facts", "--with-text", "mine"]);
    assert_eq!(ran.status, 0, "{ran}");
    let read = |path: &str| std::fs::read_to_string(folder.join(path)).unwrap();
    assert!(!read("facts/1-premiere.toml").contains("in these tests"));
    assert!(read("facts/1-premiere.toml").contains("effect = \"power-bonus\", amount = 2"));
    assert!(read("mine/swccg/1-premiere.toml").contains("in these tests"));
    let same = run(&["import", "swccg", "a.json", "--to", "mine/swccg", "--with-text", "mine"]);
    assert_eq!(same.status, 2, "{same}");
    same.assert_err("card texts cannot go into the folder of the facts");
}

#[test]
fn what_cannot_be_imported_is_said_with_its_place() {
    let folder = folder("import-bad");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    write_file(&folder, "bad.json", "{");
    let cases: [(&[&str], &str); 4] = [
        (&["import", "swccg", "bad.json"], "bad.json: not JSON"),
        (&["import", "swccg", "none.json"], "cannot read `none.json`"),
        (&["import", "starfighter", "a.json"], "has no mapping for imports"),
        (&["import", "swccg", "a.json", "--mapping", "bad.json"], "--> bad.json:1:1"),
    ];
    for (args, message) in cases {
        run(args).assert_status(2).assert_err(message);
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn only_new_cards_come_from_a_folder_and_their_set_has_its_name_and_day() {
    let folder = folder("import-new");
    // A card that is shipped, with another number; a new one of a new set; a file that holds no
    // cards of today.
    let shipped = CARDS.replace("1_901", "1_168").replace("DEPLOY", "9");
    let new = CARDS.replace("1_901", "228_1").replace("DEPLOY", "4");
    let new = new.replace("{\"set\": \"1\"}", "{\"set\": \"228\"}");
    write_file(&folder, "files/Dark.json", shipped);
    write_file(&folder, "files/Light.json", new);
    write_file(&folder, "files/DarkLegacy.json", CARDS.replace("1_901", "601_1"));
    let sets = r#"[{"id": "1", "name": "Premiere"}, {"id": "228", "name": "Virtual Set 28", "date_release": "2026-11-20"}]"#;
    let run = |args: &[&str]| {
        let start = ["import", "swccg", "files", "--to", "swccg", "--vocabulary"];
        Sleeve::new()
            .folder(&folder)
            .run(&[&start, args].concat())
            .assert_status(0)
    };
    // Without the file of sets the code has to do.
    run(&["--new", "-n"]).assert_out("+ [sets.228]");
    write_file(&folder, "files/sets.json", sets);
    let ran = run(&["--new"]);
    let told = "+ [sets.228]\n+ 228_1 Made Up Admiral\n1 card from 2 records (1 more that the game has are left out): \
        1 added, 0 removed, 0 changed\n";
    assert_eq!(ran.out, told);
    // The mapping leaves out the other file on purpose.
    assert!(!ran.err.contains("files not read"), "{ran}");
    let game = std::fs::read_to_string(folder.join("swccg/game.toml")).unwrap();
    assert!(game.contains("name = \"Virtual Set 28\"\nreleased = 2026-11-20"), "{game}");
    assert!(!folder.join("swccg/1-premiere.toml").exists());
    // What lies in the folder now does not count as shipped.
    assert!(
        run(&["--new"])
            .out
            .ends_with("(1 more that the game has are left out): nothing changed\n")
    );
    std::fs::remove_file(folder.join("files/Light.json")).unwrap();
    let none = run(&["--new"]);
    assert_eq!(
        (none.out.as_str(), none.err.lines().last()),
        ("", Some("nothing new: the game has every card of these files (1)"))
    );
    // Without the option the shipped card is written too.
    run(&[]).assert_out("+ 1_168 Made Up Admiral");
}

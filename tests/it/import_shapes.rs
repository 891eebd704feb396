//! Every shape in which card records come: what is written, what is said in both languages, and
//! that a second import changes nothing. The cards are made up.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::{
    fmt::Write,
    path::{Path, PathBuf},
};

/// Files of a source: path and content.
type Files<'f> = &'f [(&'f str, &'f [u8])];

/// A new game in a folder of its own, with a mapping and the files of a source.
fn game(test: &str, mapping: &str, files: Files<'_>) -> PathBuf {
    let folder = scratch(&format!("import-{test}"));
    assert_eq!(
        Sleeve::new()
            .folder(&folder)
            .run(&["new", "game", "sea"])
            .status,
        0
    );
    let folder = folder.join("sea");
    write_file(&folder, "cards/import.toml", mapping);
    for (path, content) in files {
        write_file(&folder, path, content);
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    Sleeve::new().folder(folder).run(args)
}

/// The card files that an import wrote, and what it added to the vocabulary.
fn written(folder: &Path) -> String {
    let mut text = String::new();
    let entries = std::fs::read_dir(folder.join("cards")).unwrap();
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    for path in paths {
        let content = std::fs::read_to_string(&path).unwrap();
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        if name != "import.toml" && content.contains("written by `sleeve import`") {
            let cards: Vec<&str> = content.lines().skip(2).collect();
            write!(text, "--- {name}\n{}\n", cards.join("\n")).unwrap();
        }
    }
    run(folder, &["new", "game", "plain"]).assert_status(0);
    let plain = std::fs::read_to_string(folder.join("plain/cards/game.toml")).unwrap();
    let own = std::fs::read_to_string(folder.join("cards/game.toml")).unwrap();
    let added: Vec<&str> = own
        .lines()
        .filter(|line| !plain.lines().any(|other| other == *line))
        .collect();
    write!(text, "--- game.toml\n{}\n", added[2..].join("\n")).unwrap();
    text
}

/// Copies a folder of `tests/import/shapes` into the folder of a game.
fn copy(from: &Path, to: &Path) {
    std::fs::create_dir_all(to).unwrap();
    for entry in std::fs::read_dir(from).unwrap() {
        let entry = entry.unwrap();
        let at = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &at);
        } else {
            std::fs::copy(entry.path(), at).unwrap();
        }
    }
}

/// A new game with the mapping and the sources of a shape, and the command that imports them.
fn shape(name: &str) -> (PathBuf, Vec<String>) {
    let from = Path::new("tests/import/shapes").join(name);
    let folder = game(name, &std::fs::read_to_string(from.join("import.toml")).unwrap(), &[]);
    copy(&from, &folder);
    std::fs::remove_file(folder.join("import.toml")).unwrap();
    let names = std::fs::read_dir(from)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut sources: Vec<String> = names.filter(|name| name != "import.toml").collect();
    sources.sort();
    (folder, [vec!["import".to_owned(), "sea".to_owned()], sources].concat())
}

/// Imports with a new vocabulary: what is said in both languages, what is written. What was
/// imported once changes nothing, lints clean and is in the one style.
fn imported(name: &str) -> String {
    let (folder, command) = shape(name);
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let args = |more: &[&'static str]| [&command, more].concat();
    let french = run(&folder, &args(&["--vocabulary", "--dry-run", "--lang", "fr"]));
    let first = run(&folder, &args(&["--vocabulary"]));
    assert_eq!(french.status, first.status, "{french}");
    for again in [args(&["--vocabulary"]), args(&[])] {
        let again = run(&folder, &again);
        assert!(again.out.ends_with("nothing changed\n"), "{again}");
        assert_eq!(again.out.lines().count(), 1, "{again}");
    }
    run(&folder, &["lint", "cards"]).assert_status(0);
    run(&folder, &["check", "decks/legal.toml"]).assert_status(0);
    run(&folder, &["fmt", "--check", "cards"]).assert_status(0);
    format!("{first}\n=== fr\n{french}\n=== written\n{}", written(&folder))
}

#[test]
fn cards_with_their_sets_within() {
    insta::assert_snapshot!(imported("nested"));
}

#[test]
fn sets_with_their_cards_within_and_ids_that_are_made() {
    insta::assert_snapshot!(imported("sets"));
}

#[test]
fn packs_in_folders_and_a_file_of_packs() {
    insta::assert_snapshot!(imported("packs"));
}

#[test]
fn one_file_for_each_card_and_computed_values() {
    insta::assert_snapshot!(imported("one"));
}

#[test]
fn a_sheet_with_semicolons_a_mark_and_line_breaks() {
    insta::assert_snapshot!(imported("sheet"));
}

#[test]
fn lines_of_json_and_an_object_by_id() {
    insta::assert_snapshot!(["lines", "keyed"].map(imported).join("\n######\n"));
}

#[test]
fn cards_and_their_printings() {
    insta::assert_snapshot!(imported("printings"));
}

#[test]
fn a_record_for_each_printing() {
    insta::assert_snapshot!(imported("each"));
}

const PLAIN: &str = "[records]\nkey = \"id\"\ntitle = \"name\"\n\n[kind]\nvalue = \"ship\"\n";

/// What is said of a source that cannot be imported, in both languages; nothing is written.
fn refused(name: &str) -> String {
    let (folder, command) = shape(name);
    let command: Vec<&str> = command.iter().map(String::as_str).collect();
    let before = written(&folder);
    let mut said = String::new();
    for lang in ["en", "fr"] {
        let ran = run(&folder, &[&command[..], &["--lang", lang]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
        writeln!(said, "{}", ran.err).unwrap();
    }
    std::fs::remove_dir_all(folder.join("plain")).unwrap();
    assert_eq!(written(&folder), before);
    said
}

#[test]
fn sources_that_cannot_be_read_are_refused_whole() {
    let names = "cut latin binary deep twice quote columns object scalar empty none folder set";
    insta::assert_snapshot!(names.split(' ').map(refused).collect::<Vec<_>>().join("\n"));
}

#[test]
fn mappings_that_cannot_be_used_say_where() {
    let names = "key attribute type value nothing no-on no-file start glob";
    insta::assert_snapshot!(names.split(' ').map(refused).collect::<Vec<_>>().join("\n"));
}

#[test]
fn a_path_that_no_record_has_is_named_with_what_is_near() {
    insta::assert_snapshot!(imported("absent"));
}

#[test]
fn hostile_values_are_escaped_wherever_they_go() {
    let told = imported("hostile");
    assert!(!told.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{told:?}");
    insta::assert_snapshot!(told);
}

#[test]
fn more_records_than_the_limit_are_refused_with_it() {
    let many = format!("[{}0]", "0,".repeat(1_000_000));
    let files: Files<'_> = &[("c.json", many.as_bytes())];
    let folder = game("many", PLAIN, files);
    let ran = run(&folder, &["import", "sea", "c.json"]).assert_status(2);
    assert_eq!(ran.err, "error: c.json: more than 1000000 records\n");
}

#[test]
fn nests_of_a_hundred_levels_are_read() {
    let deep = "{\"a\":".repeat(100) + "1" + &"}".repeat(100);
    let cards = format!("[{{\"id\": \"a\", \"name\": \"A\", \"deep\": {deep}}}]");
    let folder = game("levels", PLAIN, &[("c.json", cards.as_bytes())]);
    let ran = run(&folder, &["import", "sea", "c.json"]).assert_status(0);
    assert!(
        ran.err.starts_with(
            "note: 1 field is not mapped, with the number of records that have it: `deep` (1)"
        ),
        "{ran}"
    );
}

#[test]
fn cards_that_a_game_names_may_be_imported_anew() {
    let mapping = "[records]\nkey = \"id\"\ntitle = \"name\"\n\n[kind]\nvalue = \"ship\"\n";
    let cards = br#"[{"id": "a1", "name": "Whale Hunter"}]"#;
    let folder = game("anew", mapping, &[("cards.json", cards)]);
    let import = ["import", "sea", "cards.json"];
    run(&folder, &import).assert_status(0);
    let format = "[[list]]\nid = \"banned\"\nname = \"banned\"\ncite = \"rulebook: 1\"\ncards = [\"Whale Hunter\"]\n";
    write_file(&folder, "cards/banned.toml", format);
    run(&folder, &["lint", "cards"]).assert_status(0);
    std::fs::remove_file(folder.join("cards/imported.toml")).unwrap();
    run(&folder, &["lint", "cards"]).assert_status(1);
    let again = run(&folder, &import);
    assert!(again.out.contains("+ a1 Whale Hunter") && again.err.is_empty(), "{again}");
    run(&folder, &["lint", "cards"]).assert_status(0);
    write_file(&folder, "cards/banned.toml", format.replace("cite", "quote"));
    run(&folder, &import).assert_status(2);
    let zone =
        "[[format]]\nid = \"new\"\nname = \"new\"\n[format.zones.deck]\naccepts = \"kind:isle\"\n";
    let without = zone.replace("name = \"new\"", "name = \"new\"\nwithout = [\"a1/rules\"]");
    write_file(&folder, "cards/banned.toml", without);
    write_file(&folder, "cards/import.toml", mapping.replace("ship", "isle"));
    run(&folder, &[&import[..], &["-n", "--vocabulary"]].concat()).assert_status(0);
    write_file(&folder, "cards/banned.toml", zone);
    run(&folder, &[&import[..], &["--vocabulary"]].concat()).assert_status(0);
    write_file(&folder, "cards/banned.toml", format.replace("cite", "quote"));
    run(&folder, &import).assert_status(2);
}

#[test]
fn fields_of_cards_hold_the_ids_that_titles_mean() {
    let source = include_str!("../import/links.json");
    let mapping = include_str!("../import/links.toml");
    let folder = game("links", mapping, &[("links.json", source.as_bytes())]);
    let ran = run(&folder, &["import", "sea", "links.json", "--vocabulary"]).assert_status(0);
    ran.assert_err(
        "because no card has these names, near misses first: 3 (`Site`, `Walkre`, `One order`)",
    );
    let written = std::fs::read_to_string(folder.join("cards/imported.toml")).unwrap();
    let written: toml::Table = written.parse().unwrap();
    let records: serde_json::Value = serde_json::from_str(source).unwrap();
    for (card, record) in written["card"]
        .as_array()
        .unwrap()
        .iter()
        .zip(records["cards"].as_array().unwrap())
    {
        let held = ["beats", "helps", "stops"]
            .iter()
            .find_map(|field| card.get(*field));
        let held = held
            .map(|ids| serde_json::to_value(ids).unwrap())
            .unwrap_or_default();
        assert_eq!((card["id"].as_str(), &held), (record["id"].as_str(), &record["meant"]));
    }
    run(&folder, &["lint", "cards"]).assert_status(0);
    assert!(
        run(&folder, &["import", "sea", "links.json"])
            .out
            .ends_with("nothing changed\n")
    );
}

/// What an import does of which something would keep the game from being opened: the end of its
/// mapping, its records but for an `id` and a `name`, its status and a part of what it says.
const TRIALS: [(&str, &[&str], u8, &str); 12] = [
    (
        "[[field]]\nto = \"Cost\"\nfrom = \"cost\"\nas = \"number\"\n",
        &["\"cost\": 1"],
        2,
        "`Cost` cannot be the id of a field",
    ),
    (
        "[[field]]\nto = \"kind\"\nfrom = \"cost\"\nas = \"number\"\n",
        &["\"cost\": 1"],
        2,
        "`kind` is a field of every card",
    ),
    ("", &["\"name\": \"LONG\"", "\"cost\": 1"], 1, "record 1 (c0): the name has 220 bytes"),
    ("", &["\"type\": \"LONG\"", "\"cost\": 1"], 1, "record 1 (c0): `kind` is `xxx"),
    // A game has 250 kinds at most.
    ("", &["\"type\": \"MANY\""], 1, "13 records were refused"),
    ("[provenance]\ndefault = \"published:list\"\n", &["\"cost\": 1"], 2, "unknown source `list`"),
    // The game's own card of this id stands in another file.
    ("", &["\"id\": \"ana\"", "\"cost\": 1"], 1, "record 1 (ana): "),
    (
        "[[field]]\nto = \"flag\"\nfrom = \"a\"\nas = \"text\"\n",
        &["\"a\": \"x\""],
        2,
        "`flag` has the type `enum`",
    ),
    (
        "[[field]]\nto = \"x\"\nfrom = \"a\"\nas = \"word\"\n[[field]]\nto = \"x\"\nfrom = \"b\"\nas = \"number\"\n",
        &["\"a\": \"y\"", "\"b\": 2"],
        1,
        "record 2 (c1): ",
    ),
    (
        "[tags.mark]\n\"Very Rare\" = [\"c0\"]\n[tags.flag]\neast = [\"c0\"]\n",
        &["\"cost\": 1"],
        0,
        "+ [attributes.mark]",
    ),
    // Printings of a card that differ: one value is kept, and said to be.
    (
        "[[field]]\nto = \"flag\"\nfrom = \"flag\"\nas = \"word\"\n",
        &["\"flag\": \"north\"", "\"id\": \"c0\", \"flag\": \"south\""],
        0,
        "printings differ in `flag`, so only one value is kept: 1 (`c0`)",
    ),
    (
        "[[field]]\nto = \"flag\"\nfrom = \"flag\"\nas = \"word\"\n",
        &["\"flag\": \"north\"", "\"flag\": \"north\""],
        0,
        "2 added",
    ),
];

#[test]
fn no_import_leaves_a_game_that_does_not_open() {
    for (case, (end, records, status, said)) in TRIALS.iter().enumerate() {
        let mapping = format!("{PLAIN}\n{end}")
            .replace("value = \"ship\"", "from = \"type\"\ndefault = \"ship\"");
        let mapping = mapping.replace("title", "same = \"printings\"\ntitle");
        let mut all: Vec<String> = Vec::new();
        for record in *records {
            let copies = if record.contains("MANY") { 260 } else { 1 };
            for _ in 0..copies {
                let at = all.len();
                let own = record
                    .replace("LONG", &"x".repeat(220))
                    .replace("MANY", &format!("k{at}"));
                let key = |key: &str, value: String| {
                    if own.contains(&format!("\"{key}\"")) {
                        String::new()
                    } else {
                        format!("\"{key}\": \"{value}\", ")
                    }
                };
                all.push(format!(
                    "{{{}{}{own}}}",
                    key("id", format!("c{at}")),
                    key("name", format!("N{at}"))
                ));
            }
        }
        let cards = format!("[{}]", all.join(","));
        let folder = game(&format!("trial-{case}"), &mapping, &[("c.json", cards.as_bytes())]);
        let files = || (written(&folder), std::fs::remove_dir_all(folder.join("plain")).is_ok());
        let before = files();
        let import = |more: &[&str]| {
            run(&folder, &[&["import", "sea", "c.json", "--vocabulary"], more].concat())
        };
        let dry = import(&["-n"]);
        assert_eq!(files(), before, "{case}");
        let ran = import(&[]);
        assert_eq!((ran.status, &ran.to_string()), (*status, &dry.to_string()), "{case}");
        assert!(ran.to_string().contains(said), "{case}: {ran}");
        assert_eq!(files() == before, *status == 2, "{case}");
        run(&folder, &["lint", "cards"]).assert_status(0);
        let again = import(&[]);
        assert!(again.status == 2 || again.out.ends_with("nothing changed\n"), "{case}: {again}");
    }
}

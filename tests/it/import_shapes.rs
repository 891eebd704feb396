//! Every shape in which card records come: what is written, what is said in both languages, and that a second
//! import changes nothing. The cards are made up.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::fmt::Write;
use std::path::{Path, PathBuf};

/// Files of a source: path and content.
type Files<'f> = &'f [(&'f str, &'f [u8])];

/// A new game in a folder of its own, with a mapping and the files of a source.
fn game(test: &str, mapping: &str, files: Files<'_>) -> PathBuf {
    let folder = scratch(&format!("import-{test}"));
    assert_eq!(Sleeve::new().folder(&folder).run(&["new", "game", "sea"]).status, 0);
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
    let added: Vec<&str> =
        own.lines().filter(|line| !plain.lines().any(|other| other == *line)).collect();
    write!(text, "--- game.toml\n{}\n", added[2..].join("\n")).unwrap();
    text
}

/// Imports with a new vocabulary: what is said in both languages, what is written. What was imported once changes
/// nothing, lints clean and is in the one style.
fn imported(test: &str, mapping: &str, files: Files<'_>, sources: &[&str]) -> String {
    let folder = game(test, mapping, files);
    let args = |more: &[&'static str]| [&["import", "sea"], sources, more].concat();
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
    let cards = br#"[
        {"id": "a1", "name": "Whale Hunter", "type": "Ship", "set": {"code": "tide", "name": "Second Tide", "date": "2024-03-01"},
         "flag": "North", "cost": 3, "strength": 4, "rarity": "Rare", "text": "Draw 2 cards.", "artist": "N. N.", "pictures": {"small": "x", "large": "y"}},
        {"id": "a2", "name": "Old Harbour", "type": "Harbour", "set": {"code": "tide", "name": "Second Tide", "date": "2024-03-01"},
         "flag": "West", "cost": null, "rarity": "Very Rare", "artist": "X", "text": ""}
    ]"#;
    let mapping = r#"provenance = "published"
records = { key = "id", title = "name", ignore = ["artist"] }
set = { from = "set.code", name = "set.name", released = "set.date" }
kind = { from = "type" }
field = [
    { to = "flag", from = "flag", as = "word" },
    { to = "cost", from = "cost", as = "number", kinds = ["ship"] },
    { to = "strength", from = "strength", as = "number" },
    { to = "rarity", from = "rarity", as = "word" },
]
effects = { from = "text", pattern = [{ id = "draw", match = 'Draw (?<amount>\d+) cards' }] }
"#;
    let told = imported("nested", mapping, &[("cards.json", cards)], &["cards.json"]);
    insta::assert_snapshot!(told);
}

#[test]
fn sets_with_their_cards_within_and_ids_that_are_made() {
    let sets = br#"{"meta": {"day": "2024-01-01"}, "data": {
        "TID": {"name": "Second Tide", "releaseDate": "2024-03-01", "cards": [
            {"number": "1", "name": "Whale Hunter", "subtitle": "Of the North", "type": "Ship", "traits": "Hunter, Cold Water", "cost": "3+1"},
            {"number": "2", "name": "Old Harbour", "type": "Harbour", "traits": "Cold-Water"}]},
        "EBB": {"name": "Ebb", "releaseDate": "2023-01-01", "cards": [{"number": "1", "name": "Fisher", "type": "Ship"}]},
        "NIL": {"name": "Nil"}
    }}"#;
    let mapping = r#"records = { list = "data.*.cards", title = ["name", "subtitle"], title-join = ", " }
id = { from = ["@key", "number"], join = "-" }
set = { from = "@key", name = "@up.name", released = "@up.releaseDate" }
kind = { from = "type" }
field = [
    { to = "traits", from = "traits", as = "words", split = "," },
    { to = "cost", from = "cost", as = "number", kinds = ["ship"], find = '^\d+' },
]
"#;
    let told = imported("sets", mapping, &[("sets.json", sets)], &["sets.json"]);
    insta::assert_snapshot!(told);
}

#[test]
fn packs_in_folders_and_a_file_of_packs() {
    let packs = br#"[{"code": "core", "name": "Core Set", "day": "2020-01-02"},
        {"code": "tide", "name": "Second Tide", "day": "2024-03-01"}, {"code": "promo", "name": "Promos"}]"#;
    let core = br#"[{"code": "01001", "name": "Whale Hunter", "pack_code": "core", "type_code": "ship", "cost": 3, "quantity": 2, "flavor": "x"},
        {"code": "01002", "name": "Old Harbour", "pack_code": "core", "type_code": "harbour", "cost": null, "quantity": 1},
        {"code": "01001", "name": "Twice", "pack_code": "core", "type_code": "ship"}]"#;
    let tide = br#"[{"code": "02001", "name": "Whale Hunter II", "pack_code": "tide", "type_code": "ship", "cost": "X"}]"#;
    let mapping = r#"records = { files = "pack/*/*.json", key = "code", title = "name", ignore = ["flavor"] }
join = [{ name = "pack", file = "packs.json", key = "code", on = "pack_code" }]
set = { from = "pack_code", name = "@pack.name", released = "@pack.day" }
kind = { from = "type_code" }
field = [
    { to = "quantity", from = "quantity", as = "number" },
    { to = "cost", from = "cost", as = "number", kinds = ["ship"] },
]
number = [{ match = "^X$", min = "0", print = true }]
"#;
    let files: Files<'_> = &[
        ("dump/packs.json", packs),
        ("dump/pack/core/core.json", core),
        ("dump/pack/tide/tide.json", tide),
        ("dump/pack/schema.json", b"{}"),
        ("dump/pack/.hidden/x.json", b"{"),
    ];
    insta::assert_snapshot!(imported("packs", mapping, files, &["dump"]));
}

#[test]
fn one_file_for_each_card_and_computed_values() {
    let card = |at: u32| {
        format!(
            r#"{{"name": "Card № {at}", "type": "S", "power": {at}, "bonus": 2, "line": "Ship of the line — {at} guns", "since": "2001-02-0{at}T00:00:00Z"}}"#
        )
    };
    let cards: Vec<String> = (1..4).map(card).collect();
    let files = [
        ("one/a/card-1.json", cards[0].as_bytes()),
        ("one/a/card-2.json", cards[1].as_bytes()),
        ("one/b/card-3.json", cards[2].as_bytes()),
        ("one/README.md", b"not a card"),
    ];
    let mapping = r#"records = { title = "name" }
id = { from = "@file" }
set = { from = "@folder" }
kind = { from = "type", map = { S = "ship" } }
field = [
    { to = "flag", value = "north", as = "word" },
    { to = "cost", from = "power", as = "number", plus = ["bonus", 1], minus = 2 },
    { to = "strength", from = "line", as = "number", find = '(\d+) guns' },
    { to = "sort", from = "line", as = "word", split = " — ", take = "first" },
    { to = "label", from = ["type", "line"], as = "text", join = " / " },
    { to = "luck", from = "luck", as = "number", default = 0.5 },
    { to = "sailing", value = true, as = "flag" },
    { to = "since", from = "since", as = "date" },
]
"#;
    insta::assert_snapshot!(imported("one", mapping, &files, &["one"]));
}

#[test]
fn a_sheet_with_semicolons_a_mark_and_line_breaks() {
    let sheet = "\u{feff}Nr;Name;Type;Set.Name;Cost;Text;;Icons\r\n1;\"Whale; \"\"Big\"\"\";Ship;Core;2,0;\"two\r\nlines\";odd;Gun x2, Sail\r\n\r\n2;Été;Harbour;Core;;;;\r\n3;Too;Ship;Core;1;a;b;c;d\r\n";
    let mapping = r#"records = { key = "Nr", title = "Name" }
set = { from = '"Set.Name"' }
kind = { from = "Type" }
field = [
    { to = "cost", from = "Cost", as = "number", rewrite = [{ match = ",", with = "." }] },
    { to = "icons", from = "Icons", as = "counted", split = "," },
]
"#;
    let files: Files<'_> = &[("cards.csv", sheet.as_bytes())];
    insta::assert_snapshot!(imported("sheet", mapping, files, &["cards.csv"]));
}

#[test]
fn lines_of_json_and_an_object_by_id() {
    let lines = b"{\"id\": \"a\", \"name\": \"A\", \"type\": \"Ship\"}\n{\"id\": \"b\", \"name\": \"B\"\n\n{\"id\": \"d\", \"id\": \"e\"}\n{\"id\": \"c\", \"name\": \"C\", \"type\": \"Ship\"}\n";
    let mapping = "[records]\nkey = \"id\"\ntitle = \"name\"\n\n[kind]\nfrom = \"type\"\n";
    let files: Files<'_> = &[("cards.jsonl", lines)];
    let by_id =
        br#"{"01": {"name": "A", "type": "Ship"}, "02": {"name": "B", "type": "Ship"}, "03": 7}"#;
    let keyed = mapping.replace("key = \"id\"", "list = \"*\"\nkey = \"@key\"");
    insta::assert_snapshot!(
        [
            imported("lines", mapping, files, &["cards.jsonl"]),
            imported("keyed", &keyed, &[("cards.json", by_id)], &["cards.json"]),
        ]
        .join("\n######\n")
    );
}

#[test]
fn cards_and_their_printings() {
    let cards = br#"{"data": [{"id": "wh", "name": "Whale Hunter", "type": "Ship"},
        {"id": "oh", "name": "Old Harbour", "type": "Harbour"}, {"id": "no", "name": "None", "type": "Ship"}]}"#;
    let printings = br#"[{"card_id": "wh", "set_id": "core", "rarity": "C", "artist": "A"},
        {"card_id": "wh", "set_id": "tide", "rarity": "R"}, {"card_id": "oh", "set_id": "tide", "rarity": "U"},
        {"card_id": "zz", "set_id": "tide", "rarity": "U"}]"#;
    let mapping = r#"records = { files = "cards.json", list = "data", key = "id", title = "name" }
join = [{ name = "prints", file = "printings.json", key = "card_id", on = "id" }]
set = { from = "@prints.set_id", default = "promo" }
kind = { from = "type" }
field = [{ to = "rarity", from = "@prints.rarity", as = "words", map = { C = "common", U = "uncommon", R = "rare" } }]
"#;
    let files: Files<'_> =
        &[("cards.json", cards), ("printings.json", printings), ("other.json", b"[]")];
    let sources = ["cards.json", "printings.json", "other.json"];
    insta::assert_snapshot!(imported("printings", mapping, files, &sources));
}

#[test]
fn a_record_for_each_printing() {
    let cards = br#"[{"card": "wh", "name": "Whale Hunter", "type": "Ship", "set": "core"},
        {"card": "wh", "name": "Whale Hunter", "type": "Ship", "set": "tide"},
        {"card": "oh", "name": "Old Harbour", "type": "Ship", "set": "tide"}]"#;
    let mapping = "[records]\nkey = \"card\"\nsame = \"printings\"\ntitle = \"name\"\n\n[set]\nfrom = \"set\"\n\n[kind]\nfrom = \"type\"\n";
    insta::assert_snapshot!(imported("each", mapping, &[("c.json", cards)], &["c.json"]), @r#"
    status: 0
    + [sets.core]
    + [sets.tide]
    + oh Old Harbour
    + wh Whale Hunter
    2 cards from 3 records: 2 added, 0 removed, 0 changed

    === fr
    status: 0
    + [sets.core]
    + [sets.tide]
    + oh Old Harbour
    + wh Whale Hunter
    2 cartes de 3 fiches : 2 ajoutées, 0 retirée, 0 modifiée

    === written
    --- core.toml
    file = { set = "core", provenance = "published" }

    [[card]]
    id = "wh"
    name = "Whale Hunter"
    kind = "ship"
    sets = ["core", "tide"]
    --- tide.toml
    file = { set = "tide", provenance = "published" }

    [[card]]
    id = "oh"
    name = "Old Harbour"
    kind = "ship"
    --- game.toml
    [sets.core]
    name = "core"
    [sets.tide]
    name = "tide"
    "#);
}

const PLAIN: &str = "[records]\nkey = \"id\"\ntitle = \"name\"\n\n[kind]\nvalue = \"ship\"\n";

/// What is said of a source that cannot be imported, in both languages; nothing is written.
fn refused(test: &str, mapping: &str, files: Files<'_>, sources: &[&str]) -> String {
    let folder = game(test, mapping, files);
    let before = written(&folder);
    let mut said = String::new();
    for lang in ["en", "fr"] {
        let ran = run(&folder, &[&["import", "sea"], sources, &["--lang", lang]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
        writeln!(said, "{}", ran.err).unwrap();
    }
    std::fs::remove_dir_all(folder.join("plain")).unwrap();
    assert_eq!(written(&folder), before);
    said
}

#[test]
fn sources_that_cannot_be_read_are_refused_whole() {
    let one: Files<'_> = &[("c.json", b"[{\"id\": \"a\", \"name\": \"A\"}]")];
    let deep = "[".repeat(2_000) + &"]".repeat(2_000);
    let said = [
        refused("cut", PLAIN, &[("c.json", b"[{\"id\": \"a\", \"na")], &["c.json"]),
        refused(
            "latin",
            PLAIN,
            &[("c.json", b"[{\"id\": \"a\", \"name\": \"\xc9t\xe9\"}]")],
            &["c.json"],
        ),
        refused("binary", PLAIN, &[("c.csv", b"id,name\na,\x00\xff")], &["c.csv"]),
        refused("deep", PLAIN, &[("c.json", deep.as_bytes())], &["c.json"]),
        refused("twice", PLAIN, &[("c.json", b"[{\"id\": \"a\", \"id\": \"b\"}]")], &["c.json"]),
        refused("quote", PLAIN, &[("c.csv", b"id,name\na,\"A\nb,B\n")], &["c.csv"]),
        refused("columns", PLAIN, &[("c.csv", b"id,name,id\na,A,b\n")], &["c.csv"]),
        refused(
            "object",
            &PLAIN.replace("key", "list = \"data\"\nkey"),
            &[("c.json", b"{\"data\": {\"a\": {}}}")],
            &["c.json"],
        ),
        refused("scalar", PLAIN, &[("c.json", b"7")], &["c.json"]),
        refused("empty", PLAIN, &[("c.json", b"[]")], &["c.json"]),
        refused(
            "none",
            PLAIN,
            &[("c.json", b"[{}, {\"id\": \"\\u001b[31mA\", \"name\": \"A\"}]")],
            &["c.json"],
        ),
        refused("folder", PLAIN, &[("dump/notes.txt", b"")], &["dump"]),
        refused("set", &format!("{PLAIN}[set]\nfrom = \"name\"\n"), one, &["c.json"]),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn mappings_that_cannot_be_used_say_where() {
    let one: Files<'_> = &[
        ("c.json", b"[{\"id\": \"a\", \"name\": \"A\", \"cost\": 1}]"),
        ("p.json", b"[{\"of\": \"b\"}]"),
    ];
    let with = |more: &str| format!("{PLAIN}\n{more}");
    let field = |rest: &str| with(&format!("[[field]]\n{rest}\n"));
    let join = |rest: &str| with(&format!("[[join]]\nname = \"p\"\n{rest}\n"));
    let said = [
        refused("key", &with("[[feild]]\nto = \"cost\"\n"), one, &["c.json"]),
        refused(
            "attribute",
            &field("to = \"csot\"\nfrom = \"cost\"\nas = \"number\""),
            one,
            &["c.json"],
        ),
        refused("type", &field("to = \"cost\"\nfrom = \"cost\"\nas = \"word\""), one, &["c.json"]),
        refused(
            "value",
            &field("to = \"cost\"\nfrom = \"name\"\nas = \"number\""),
            one,
            &["c.json"],
        ),
        refused(
            "nothing",
            &join("file = \"p.json\"\nkey = \"of\"\non = \"id\""),
            one,
            &["c.json", "p.json"],
        ),
        refused(
            "no-on",
            &join("file = \"p.json\"\nkey = \"of\"\non = \"idd\""),
            one,
            &["c.json", "p.json"],
        ),
        refused(
            "no-file",
            &join("file = \"q.json\"\nkey = \"of\"\non = \"id\""),
            one,
            &["c.json", "p.json"],
        ),
        refused(
            "start",
            &field("to = \"cost\"\nfrom = \"@prints.cost\"\nas = \"number\""),
            one,
            &["c.json"],
        ),
        refused("glob", &join("file = \"[\"\nkey = \"of\"\non = \"id\""), one, &["c.json"]),
    ];
    insta::assert_snapshot!(said.join("\n"));
}

#[test]
fn a_path_that_no_record_has_is_named_with_what_is_near() {
    let cards = br#"[{"id": "a", "name": "A", "cots": 1, "set": {"code": "x"}}]"#;
    let mapping = format!(
        "{PLAIN}\n[[field]]\nto = \"cost\"\nfrom = \"cost\"\nas = \"number\"\n\n[[field]]\nto = \"strength\"\nfrom = \"set\"\nas = \"number\"\n\n[[field]]\nto = \"flag\"\nfrom = \"xyzzy\"\nas = \"word\"\n"
    );
    insta::assert_snapshot!(imported("absent", &mapping, &[("c.json", cards)], &["c.json"]));
}

#[test]
fn hostile_values_are_escaped_wherever_they_go() {
    let cards = "[{\"id\": \"a\", \"name\": \"A\\u001b[31m\\\"\\n]] # \\u202e\", \"type\": \"Bo\\u0007at\", \"tr\\u001bts\": 1, \"set\": \"../../x\"}, {\"id\": \"..\", \"name\": \"B\", \"type\": \"x\"}]";
    let mapping = "[records]\nkey = \"id\"\ntitle = \"name\"\n\n[set]\nfrom = \"set\"\ndefault = \"x\"\n\n[kind]\nfrom = \"type\"\n";
    let told = imported("hostile", mapping, &[("c.json", cards.as_bytes())], &["c.json"]);
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
    for (card, record) in
        written["card"].as_array().unwrap().iter().zip(records["cards"].as_array().unwrap())
    {
        let held = ["beats", "helps", "stops"].iter().find_map(|field| card.get(*field));
        let held = held.map(|ids| serde_json::to_value(ids).unwrap()).unwrap_or_default();
        assert_eq!((card["id"].as_str(), &held), (record["id"].as_str(), &record["meant"]));
    }
    run(&folder, &["lint", "cards"]).assert_status(0);
    assert!(run(&folder, &["import", "sea", "links.json"]).out.ends_with("nothing changed\n"));
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
                let own =
                    record.replace("LONG", &"x".repeat(220)).replace("MANY", &format!("k{at}"));
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

//! An owner types a box, in TOML and in a sheet. The scenarios are in
//! `tests/console/own-box.trycmd`.

use crate::common::{Ran, Sleeve, scratch, sleeve, write_file};
use std::{
    fs,
    path::{Path, PathBuf},
};

const SF: &str = "starfighter";
const DECK: &str = "decks/starfighter/la-meute-d-ares.toml";

/// A file of a test's own folder.
fn file(test: &str, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = scratch(test).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Runs with a file laid over the game.
fn over(path: &Path, args: &[&str]) -> Ran {
    let path = path.to_string_lossy();
    sleeve(&[args, &["--cards", &path, "--lang", "en"]].concat())
}

/// The ids of the squadrons, sorted.
fn squadrons(path: &Path) -> Vec<String> {
    let ran = over(path, &["cards", "--game", SF, "kind:squadron", "-o", "csv", "--columns", "id"]);
    assert_eq!(ran.status, 0, "{ran}");
    let mut ids: Vec<String> = ran
        .out
        .lines()
        .skip(1)
        .filter_map(|l| l.split(',').next())
        .map(str::to_owned)
        .collect();
    ids.sort();
    ids
}

/// A sheet as rows, remarks left out, its head first.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .flexible(true)
        .from_reader(text.as_bytes());
    let rows = reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.filter(|row: &Vec<String>| !row[0].starts_with('#'))
        .collect()
}

fn sheet(rows: &[Vec<String>], between: char) -> String {
    let line = |row: &Vec<String>| {
        let cells = row.iter().map(|cell| {
            if cell.contains([between, '"']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        });
        cells.collect::<Vec<_>>().join(&between.to_string())
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The printed id that the tests give a stand-in.
fn printed(invented: &str) -> String {
    format!("{invented}b")
}

#[test]
fn a_box_typed_into_a_spreadsheet_makes_the_verdict_final() {
    let folder = scratch("own-box");
    let template = sleeve(&["cards", "--game", SF, "kind:squadron", "--missing", "-o", "csv"]);
    let mut typed = rows(&template.out);
    let head = typed[0].clone();
    let at = |name: &str| head.iter().position(|cell| cell == name).expect(name);
    assert_eq!(typed.len(), 101, "a row for each of the hundred cards");
    let deck = fs::read_to_string(DECK).unwrap();
    for row in &mut typed[1..] {
        let invented = row[at("replaces")].trim_start_matches('\'').to_owned();
        let id = if invented.is_empty() {
            row[at("matricule")].trim_start_matches('\'')
        } else {
            &invented
        };
        if !deck.contains(&format!("\"{id}\"")) {
            continue;
        }
        if !invented.is_empty() {
            row[at("matricule")] = printed(&invented);
        }
        let fill = [
            ("level", "1"),
            ("colour", "vert"),
            ("upper.fighters", "2"),
            ("upper.effects", "écran 3, Pioche"),
            ("lower.fighters", "1"),
            ("lower.effects", "aucun"),
        ];
        for (column, value) in fill
            .into_iter()
            .filter(|(column, _)| head.contains(&(*column).to_owned()))
        {
            if row[at(column)].is_empty() {
                row[at(column)] = value.to_owned();
            }
        }
    }
    fs::create_dir_all(folder.join("my-box/starfighter")).unwrap();
    let path = folder.join("my-box/starfighter/box.csv");
    fs::write(&path, sheet(&typed, ',')).unwrap();
    write_file(&folder, "deck.toml", &deck);
    let user = Sleeve::new()
        .folder(&folder)
        .variable("LANG", "en_GB.UTF-8");

    let before = user.run(&["check", "deck.toml"]);
    assert!(before.status == 0 && !before.out.contains("provisional"), "{before}");
    let count = |filter: &str, args: &[&str]| {
        let args = [&["cards", "--game", SF, filter, "--columns", "provenance", "-o", "csv"], args]
            .concat();
        let ran = user.run(&args);
        let listed = rows(&ran.out);
        let typed = listed
            .iter()
            .filter(|row| row.contains(&"published".to_owned()))
            .count();
        (listed.len() - 1, typed)
    };
    let made_up = "kind:squadron provenance:stand-in";
    assert_eq!(count(made_up, &[]), (100, 0));
    assert_eq!(count(made_up, &["--cards", "my-box"]), (75, 0));
    assert_eq!(count("kind:squadron -provenance:stand-in", &["--cards", "my-box"]), (25, 22));
    let lint = user.run(&["lint", "my-box"]).assert_status(0);
    lint.assert_out("Starfighter: 75 of 100 squadrons still rest on stand-ins");
    let after = user.run(&["check", "deck.toml", "--cards", "my-box"]);
    assert!(after.status == 0 && !after.out.contains("provisional"), "{after}");
    write_file(&folder, "sleeve.toml", "[cards]\noverlays = [\"my-box\"]\n");
    user.run(&["check", "deck.toml", "--deny", "provisional"])
        .assert_status(0);
    assert_eq!(squadrons(&path).len(), 100);
    over(&path, &["show", "0-06"])
        .assert_status(0)
        .assert_out("0-06b")
        .assert_out("screen 3");
    let left = over(&path, &["cards", "--game", SF, "kind:squadron", "--missing", "-o", "csv"]);
    assert_eq!(rows(&left.out).len(), 76, "{left}");
}

#[test]
fn a_card_that_replaces_a_stand_in_takes_its_place_and_its_name() {
    let path = file(
        "replaces",
        "box.toml",
        "game = \"starfighter\"\n[[card]]\nid = \"0-99\"\nreplaces = \"0-01\"\nlevel = 2\nfaces.upper.effects = [\"écran 3\", \"Pioche\", { effect = \"pivot\" }]\n",
    );
    let ids = squadrons(&path);
    assert_eq!(ids.len(), 100);
    assert!(ids.contains(&"0-99".to_owned()) && !ids.contains(&"0-01".to_owned()));
    for name in ["0-01", "0-99"] {
        over(&path, &["show", name])
            .assert_out("0-99")
            .assert_out("screen 3");
    }
    let attested = over(
        &path,
        &["cards", "--game", SF, "--attested", "matricule=0-99 id=0-99 level=2", "-o", "names"],
    );
    assert_eq!(attested.out.trim(), "0-99", "{attested}");
    let deck = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"Ares\"]\ndeck = [\"0-01\"]\n";
    let cards = path.to_string_lossy().into_owned();
    let ran = Sleeve::new()
        .input(deck)
        .run(&["check", "--cards", &cards, "-o", "json", "-"]);
    assert!(
        ran.status == 1 && ran.out.contains("0-99") && ran.out.contains("\"unresolved\": []"),
        "{ran}"
    );
    let twice =
        sleeve(&["cards", "--game", SF, "--cards", &cards, "--cards", &cards, "-o", "names"]);
    assert_eq!(
        (twice.status, twice.out.lines().count()),
        (0, 104),
        "the same file twice says it once"
    );
}

#[test]
fn a_printed_number_may_be_the_invented_one_of_another_card() {
    let sheet = |rows: &[&str]| {
        format!("# game: starfighter\nreplaces,matricule,level\n{}\n", rows.join("\n"))
    };
    let only = file("aside", "box.csv", sheet(&["0-01,0-03,1"]));
    let ids = squadrons(&only);
    assert_eq!(ids.len(), 100);
    assert!(
        ["0-03", "0-03.stand-in"]
            .iter()
            .all(|id| ids.contains(&(*id).to_owned())),
        "{ids:?}"
    );
    for name in ["0-01", "0-03"] {
        over(&only, &["show", name, "-o", "json"]).assert_out("\"id\":\"0-03\"");
    }
    let mut rows = ["0-01,0-03,1", "0-03,0-06,2", "0-06,0-01,3"];
    for _ in 0..3 {
        rows.rotate_left(1);
        let all = file("aside-all", "box.csv", sheet(&rows));
        let ids = squadrons(&all);
        assert!(ids.len() == 100 && !ids.iter().any(|id| id.contains("stand-in")), "{ids:?}");
        let level = |id: &str| {
            let filter = format!("id={id}");
            over(&all, &["cards", "--game", SF, &filter, "-o", "csv", "--columns", "id,level"]).out
        };
        assert!(level("0-03").contains("0-03,1"), "{}", level("0-03"));
        assert!(level("0-06").contains("0-06,2") && level("0-01").contains("0-01,3"));
    }
    // What stepped aside is replaced under either name, by a file of the same folder or a later
    // one.
    for name in ["0-03", "0-03.stand-in"] {
        let later = format!("# game: starfighter\nreplaces,matricule\n{name},0-77\n");
        fs::write(only.with_file_name("rest.csv"), later).unwrap();
        assert_eq!(squadrons(only.parent().unwrap()).len(), 100);
        assert!(squadrons(only.parent().unwrap()).contains(&"0-77".to_owned()));
        let (first, second) = (only.to_string_lossy(), only.with_file_name("rest.csv"));
        let args = ["cards", "--game", SF, "kind:squadron", "-o", "names", "--cards", &first];
        let both = over(&second, &args);
        assert!(both.status == 0 && both.out.lines().count() == 100, "{both}");
        assert!(!both.out.contains("stand-in"), "{both}");
    }
}

#[test]
fn the_sheet_as_it_is_written_changes_nothing() {
    for game in [SF, "battleship-galaxies", "etoile-noire"] {
        let template = sleeve(&["cards", "--game", game, "--missing", "-o", "csv"]);
        assert!(template.status == 0 && template.out.starts_with(&format!("# game: {game}\n")));
        let path = file(&format!("untouched-{game}"), "box.csv", &template.out);
        let list =
            |extra: &[&str]| sleeve(&[&["cards", "--game", game, "-o", "json"], extra].concat());
        let laid = list(&["--cards", &path.to_string_lossy()]);
        assert_eq!(laid.status, 0, "{}", laid.err);
        assert!(laid.out == list(&[]).out, "{game}: the sheet changes a card");
        let again = over(&path, &["cards", "--game", game, "--missing", "-o", "csv"]);
        assert_eq!(again.out, template.out);
    }
}

#[test]
fn effects_are_read_as_they_are_printed() {
    for (game, lang) in [(SF, "en"), (SF, "fr"), ("star-realms", "en"), ("star-realms", "fr")] {
        let part = if game == SF { "upper.effects" } else { "effects" };
        let list = |extra: &[&str]| {
            let args = ["cards", "--game", game, "--lang", lang, "-o", "csv", "--columns", "id"];
            let columns = format!("id,{part}");
            let mut args: Vec<&str> = args.to_vec();
            *args.last_mut().unwrap() = &columns;
            sleeve(&[&args, extra].concat()).out
        };
        let before = list(&[]);
        let typed = rows(&before);
        let typed: Vec<Vec<String>> = typed.into_iter().map(|row| row[..2].to_vec()).collect();
        let printed = typed.iter().filter(|row| !row[1].is_empty()).count();
        assert!(printed > 20, "{game}: {printed}");
        let text = format!("# game: {game}\n{}", sheet(&typed, ','));
        let path = file(&format!("printed-{game}-{lang}"), "box.csv", text);
        let after = list(&["--cards", &path.to_string_lossy()]);
        let effects = |text: &str| {
            rows(text)
                .into_iter()
                .map(|row| row[..2].to_vec())
                .collect::<Vec<_>>()
        };
        assert_eq!(effects(&after), effects(&before), "{game} {lang}");
    }
}

#[test]
fn a_cell_is_no_formula_on_its_way_out_and_itself_on_its_way_in() {
    let text = "game = \"starfighter\"\n[[card]]\nid = \"atlas\"\nname = \"=1+1\"\n";
    let path = file("formula", "box.toml", text);
    let sheet = over(&path, &["cards", "--game", SF, "--missing", "-o", "csv", "kind:cruiser"]);
    assert!(sheet.out.contains(",'=1+1,") && !sheet.out.contains(",=1+1"), "{sheet}");
    fs::write(path.with_file_name("box.csv"), &sheet.out).unwrap();
    let both = over(path.parent().unwrap(), &["show", "atlas"]);
    assert_eq!(both.status, 2, "one card in two files of a folder is given twice: {both}");
    fs::remove_file(&path).unwrap();
    over(&path.with_file_name("box.csv"), &["show", "atlas", "-o", "json"]).assert_out("\"=1+1\"");
}

#[test]
fn who_says_again_what_is_attested_does_not_make_it_less_so() {
    let text = "game = \"starfighter\"\n[[card]]\nid = \"3-10\"\nlevel = 3\nprovenance = \"inferred\"\n[[card]]\nid = \"ares\"\nsectors = 5\n";
    let path = file("again", "box.toml", text);
    let ids = ["cards", "--game", SF, "id=3-10 or id=ares", "-o", "json"];
    assert_eq!(over(&path, &ids).out, sleeve(&[&ids[..], &["--lang", "en"]].concat()).out);
}

#[test]
fn the_walk_through_the_manual_ends_in_a_verdict() {
    let manual = fs::read_to_string("docs/your-own-box.md").unwrap();
    let mut blocks = manual
        .split("```csv\n")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let path = file("manual-box", "box.csv", blocks.next().expect("a sheet"));
    over(&path, &["lint"])
        .assert_status(0)
        .assert_out("squadrons still rest on stand-ins");
    assert!(over(&path, &["show", "0-01"]).out.contains("screen 3"));
    let toml = manual
        .split("```toml\n")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let toml = toml
        .filter(|block| block.contains("replaces"))
        .last()
        .expect("an overlay");
    fs::write(path.with_file_name("box.toml"), toml).unwrap();
    let same = |path: &Path| over(path, &["cards", "--game", SF, "id=1-27", "-o", "json"]).out;
    assert_eq!(same(&path), same(&path.with_file_name("box.toml")), "both say the same");
}

//! One style for our TOML.

use crate::common::{Ran, Sleeve, scratch, sleeve, write_file};
use sleeve::toml_style::{StyleError, apply_style};
use std::{
    fs,
    path::{Path, PathBuf},
};

fn run(folder: &Path, args: &[&str]) -> Ran {
    Sleeve::new().folder(folder).run(args)
}

const UNTIDY: &str = "# Mine.\n\nname='Mine'\ngame =   \"swccg\"\nformat = \"open\"\n\n\n\n[zones.deck]\n\"Corran Horn\"=1 # one\n";
const TIDY: &str = "# Mine.\n\ngame = \"swccg\"\nformat = \"open\"\nname = 'Mine'\n\n[zones.deck]\n\"Corran Horn\" = 1 # one\n";

#[test]
fn shipped_data_is_in_the_style() {
    sleeve(&["fmt", "--check", "cards"])
        .assert_status(0)
        .assert_err("files are already formatted");
}

#[test]
fn our_own_decks_are_in_the_style() {
    let ran = sleeve(&["fmt", "--check", "decks"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, ""), "{ran}");
}

#[test]
fn ends_of_lines_and_a_mark_stay_as_they_are() {
    let folder = scratch("fmt-ends");
    let windows = |text: &str| format!("\u{feff}{}", text.replace('\n', "\r\n"));
    let at = folder.join("mine.toml");
    for (text, new) in [(windows(TIDY), windows(TIDY)), (windows(UNTIDY), windows(TIDY))] {
        fs::write(&at, &text).unwrap();
        assert_eq!(run(&folder, &["fmt", "--check", "."]).status, u8::from(text != new));
        assert_eq!(run(&folder, &["fmt", "."]).status, 0);
        assert_eq!(fs::read_to_string(&at).unwrap(), new);
    }
    // A text over several lines means the same as before.
    let text = windows("game = \"swccg\"\nname='''a\nb'''\n[zones]\n");
    let new = apply_style(&at, &text).unwrap();
    assert!(new.contains("name = '''a\r\nb'''\r\n"), "{new:?}");
    fs::write(&at, windows("game = \"swccg\"\nname = \n")).unwrap();
    run(&folder, &["fmt", "."]).assert_err("mine.toml:2:8");
    let deck = fs::read_to_string("decks/starfighter/la-meute-d-ares.toml").unwrap();
    fs::write(&at, windows(&deck.replacen(" \"3-65\",", "", 1))).unwrap();
    let fixed = run(&folder, &["fix", "--write", "mine.toml"]);
    let text = fs::read_to_string(&at).unwrap();
    assert!(fixed.status == 0 && text == windows(&text.replace(['\u{feff}', '\r'], "")), "{fixed}");
}

#[cfg(unix)]
#[test]
fn a_file_that_its_owner_made_read_only_is_left_alone() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch("fmt-read-only");
    let deck = fs::read_to_string("decks/starfighter/la-meute-d-ares.toml").unwrap();
    let illegal = deck.replacen(" \"3-65\",", "", 1);
    for (name, text, args) in [
        ("mine.toml", UNTIDY, &["fmt", "mine.toml"][..]),
        ("illegal.toml", &illegal, &["fix", "--write", "illegal.toml"]),
    ] {
        let place = folder.join(name);
        fs::write(&place, text).unwrap();
        let allow = |mode| fs::set_permissions(&place, fs::Permissions::from_mode(mode)).unwrap();
        allow(0o444);
        let ran = run(&folder, args).assert_status(2);
        ran.assert_err(&format!("`{name}` is read-only, so sleeve left it alone"));
        assert_eq!(fs::read_to_string(&place).unwrap(), *text);
        allow(0o644);
        run(&folder, args);
        assert_ne!(fs::read_to_string(&place).unwrap(), *text, "{args:?}");
    }
}

#[test]
fn files_are_brought_into_the_style_and_others_are_left_alone() {
    let folder = scratch("fmt-files");
    write_file(&folder, "decks/mine.toml", UNTIDY);
    write_file(&folder, "decks/tidy.toml", TIDY);
    write_file(&folder, "decks/Cargo.toml", "[package]\nname='x'\n");
    write_file(&folder, "decks/list.txt", "1x Corran Horn\n");
    let check = run(&folder, &["fmt", "--check", "decks"]);
    assert_eq!((check.status, check.out.as_str()), (1, "decks/mine.toml\n"), "{check}");
    assert_eq!(check.err, "1 of 2 files would change: `sleeve fmt` changes it\n");
    assert_eq!(fs::read_to_string(folder.join("decks/mine.toml")).unwrap(), UNTIDY);
    let ran = run(&folder, &["fmt", "decks", "--lang", "fr"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, "decks/mine.toml\n"), "{ran}");
    assert_eq!(ran.err, "1 fichier mis en forme sur 2\n");
    assert_eq!(fs::read_to_string(folder.join("decks/mine.toml")).unwrap(), TIDY);
    assert_eq!(run(&folder, &["fmt", "--check", "decks"]).status, 0);
    let named = run(&folder, &["fmt", "decks/Cargo.toml"]).assert_status(2);
    named.assert_err("is not card data, a deck, an event or a sleeve.toml");
}

#[test]
fn standard_input_goes_to_standard_output() {
    let ran = Sleeve::new().input(UNTIDY).run(&["fmt", "-"]);
    assert_eq!((ran.status, ran.out.as_str()), (0, TIDY), "{ran}");
    assert_eq!(
        Sleeve::new()
            .input(UNTIDY)
            .run(&["fmt", "--check", "-"])
            .status,
        1
    );
    assert_eq!(
        Sleeve::new()
            .input(TIDY)
            .run(&["fmt", "--check", "-"])
            .status,
        0
    );
}

#[test]
fn nothing_is_written_where_one_file_is_no_toml() {
    let folder = scratch("fmt-no-toml");
    write_file(&folder, "a.toml", UNTIDY);
    write_file(&folder, "b.toml", "game = \"swccg\nzones = 1\n");
    let ran = run(&folder, &["fmt", "."]).assert_status(2);
    assert!(ran.err.contains("b.toml:1:"), "it tells the place: {ran}");
    assert_eq!(fs::read_to_string(folder.join("a.toml")).unwrap(), UNTIDY);
    write_file(&folder, "b.toml", [b'a', 0xff]);
    assert!(run(&folder, &["fmt", "b.toml"]).err.contains("not UTF-8"));
    assert!(
        run(&folder, &["fmt", "c.toml"])
            .err
            .contains("cannot read `c.toml`")
    );
    assert_eq!(run(&folder, &["fmt"]).status, 2, "there is no `cards` here");
    assert!(
        run(&folder, &["fmt", "-", "a.toml"])
            .err
            .contains("standard input cannot be combined with files")
    );
    let twice = run(&folder, &["fmt", "--check", "a.toml", "./a.toml", "a.toml"]);
    assert!(twice.err.starts_with("1 of 1 file would change"), "{twice}");
}

/// Every TOML file of ours in the repository.
fn all(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            all(&path, found);
        } else if path.extension().is_some_and(|ending| ending == "toml") {
            found.push(path);
        }
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_file_means_the_same_in_the_style_and_is_in_it_once_and_for_all() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = Vec::new();
    ["cards", "decks", "docs", "tests"]
        .iter()
        .for_each(|at| all(&root.join(at), &mut files));
    let mut tried = 0;
    for file in files {
        let Ok(text) = fs::read_to_string(&file) else { continue };
        let new = match apply_style(&file, &text) {
            Ok(new) => new,
            // There to be refused.
            Err(StyleError::Syntax { .. } | StyleError::NotOurs | StyleError::TooManyParts) => {
                continue;
            }
            Err(StyleError::Changed) => panic!("{} would not mean the same", file.display()),
        };
        assert_eq!(apply_style(&file, &new).as_ref(), Ok(&new), "{}", file.display());
        tried += 1;
    }
    assert!(tried > 500, "{tried} files were tried");
}

#[test]
fn the_keys_of_a_project_stand_in_the_order_of_its_template() {
    let folder = scratch("fmt-project");
    let untidy = "format = \"f\"\ngame = \"g\"\n\n[[assert]]\n# why\nrequire = \"count() > 1\"\nid = \"a\"\n";
    write_file(&folder, "sleeve.toml", untidy);
    run(&folder, &["fmt", "sleeve.toml"]).assert_status(0);
    let tidy = "game = \"g\"\nformat = \"f\"\n\n[[assert]]\nid = \"a\"\n# why\nrequire = \"count() > 1\"\n";
    assert_eq!(fs::read_to_string(folder.join("sleeve.toml")).unwrap(), tidy);
}

#[test]
fn what_new_writes_is_in_the_style() {
    let folder = scratch("fmt-new");
    for args in [
        &["new", "game", "my-game", "-q"][..],
        &["new", "format", "swccg", "ours.toml", "-q"],
        &["new", "swccg/open", "mine.toml", "-q"],
        &["new", "--config", "sleeve.toml", "-q"],
    ] {
        for lang in ["en", "fr"] {
            run(&folder, &[args, &["--lang", lang]].concat()).assert_status(0);
            let check = run(&folder, &["fmt", "--check", "."]);
            assert_eq!(check.status, 0, "{args:?} {lang}: {check}");
            fs::remove_dir_all(&folder).unwrap();
            fs::create_dir(&folder).unwrap();
        }
    }
}

//! Places that are taken: a file is written whole or not at all, where nothing stands that is not
//! ours, and links are not followed. Readers that leave and devices that are full: the exit status
//! says what the command found.

use super::within;
use crate::{
    check::{shipped, with},
    common::{Sleeve, scratch, write_file},
};
use std::{
    fs,
    io::{self, Write},
    path::{Path, PathBuf},
};

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// A card of each of two sets.
fn importable(test: &str) -> PathBuf {
    let card = |id: &str, set: &str| {
        format!(
            r#"{{"gempId": "{id}", "side": "Dark", "set": "{set}", "rarity": "R1",
            "printings": [{{"set": "{set}"}}], "front": {{"title": "Made Up {id}",
            "type": "Character", "subType": "Imperial", "destiny": "1", "deploy": "4",
            "power": "2", "ability": "3", "forfeit": "6", "gametext": ""}}}}"#
        )
    };
    let folder = scratch(test);
    let text = format!("{{\"cards\": [{}, {}]}}", card("1_901", "1"), card("3_901", "3"));
    write_file(&folder, "a.json", text);
    folder
}

const FILES: [&str; 2] = ["1-premiere.toml", "3-hoth.toml"];

#[test]
fn an_import_leaves_alone_what_is_not_its_own_and_writes_all_or_nothing() {
    let folder = importable("import-taken");
    let run = || within(&folder, &["import", "swccg", "a.json", "--to", "to"]);
    fs::create_dir_all(folder.join("to")).unwrap();
    fs::write(folder.join("to").join(FILES[1]), "# my own notes\n").unwrap();
    let ran = run().assert_status(2);
    ran.assert_err("3-hoth.toml`: it already exists");
    assert_eq!(ran.out, "", "nothing is said to be added that is not");
    assert_eq!(names(&folder.join("to")), ["3-hoth.toml"]);
    assert_eq!(fs::read(folder.join("to").join(FILES[1])).unwrap(), b"# my own notes\n");
    fs::remove_file(folder.join("to").join(FILES[1])).unwrap();
    assert_eq!(run().status, 0);
    assert_eq!(names(&folder.join("to")), FILES);
    assert_eq!(run().out, "2 cards from 2 records: nothing changed\n");
}

#[test]
fn an_import_that_fails_leaves_no_folder() {
    let folder = importable("import-nowhere");
    write_file(&folder, "file", "");
    within(&folder, &["import", "swccg", "a.json", "--to", "file/to"]).assert_refused();
    assert_eq!(names(&folder), ["a.json", "file"]);
}

#[cfg(unix)]
#[test]
fn links_are_not_followed() {
    let folder = importable("import-links");
    fs::create_dir_all(folder.join("to")).unwrap();
    write_file(&folder, "mine", "kept");
    let link = |name: &str| std::os::unix::fs::symlink("../mine", folder.join("to").join(name));
    link(FILES[0]).unwrap();
    link("sleeve.1").unwrap();
    link("deck.toml").unwrap();
    for args in [
        &["import", "swccg", "a.json", "--to", "to"][..],
        &["man", "--into", "to"],
        &["new", "starfighter/guerre-totale", "to/deck.toml"],
    ] {
        within(&folder, args)
            .assert_status(2)
            .assert_err("not a regular file");
    }
    assert_eq!(fs::read(folder.join("mine")).unwrap(), b"kept");
    assert_eq!(names(&folder.join("to")), [FILES[0], "deck.toml", "sleeve.1"]);
}

#[test]
fn manual_pages_replace_manual_pages_alone() {
    let folder = scratch("man-taken");
    let run = || within(&folder, &["man", "--into", "to"]);
    assert_eq!(run().status, 0);
    let pages = names(&folder.join("to"));
    assert!(pages.contains(&"sleeve.1".to_owned()), "{pages:?}");
    assert!(pages.contains(&"sleeve-check.1".to_owned()), "{pages:?}");
    assert_eq!(run().status, 0, "pages of ours are replaced");
    assert_eq!(names(&folder.join("to")), pages);
    write_file(&folder, "to/sleeve-odds.1", "mine");
    run().assert_status(2).assert_err("it already exists");
    assert_eq!(fs::read(folder.join("to/sleeve-odds.1")).unwrap(), b"mine");
}

#[cfg(unix)]
#[test]
fn new_files_have_the_modes_of_new_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch("modes");
    write_file(&folder, "plain", "");
    within(&folder, &["new", "starfighter/guerre-totale", "deck.toml"]).assert_status(0);
    let mode = |name: &str| {
        fs::metadata(folder.join(name))
            .unwrap()
            .permissions()
            .mode()
    };
    assert_eq!(mode("deck.toml"), mode("plain"));
}

#[test]
fn what_is_converted_is_read_back() {
    let folder = scratch("converted");
    let list =
        "# game: starfighter\n# format: guerre-totale\n[deck]\n9999x 3-10\n9999x 3-10\n3-35\n";
    write_file(&folder, "a.txt", list);
    for to in ["toml", "text", "json"] {
        let ran = within(&folder, &["convert", "a.txt", "--to", to]).assert_status(0);
        let back = Sleeve::new()
            .input(ran.out)
            .line(&format!("stats - --game starfighter --as guerre-totale --from {to} -o json"));
        assert!(back.out.contains("19999"), "{to}: {}", &back.out[..back.out.len().min(600)]);
    }
}

/// A stream that takes so many bytes and then fails.
struct Ending(usize, io::ErrorKind);

impl Write for Ending {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        if taken == 0 { Err(self.1.into()) } else { Ok(taken) }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn status(args: &[&str], room: usize, kind: io::ErrorKind) -> u8 {
    let folder = scratch(&format!("closed-{}-{room}-{kind:?}", args[0]));
    let legal = shipped("starfighter/la-meute-d-ares");
    write_file(&folder, "a.toml", with(&legal, "\"3-15\"", "\"3-10\", \"3-99\""));
    write_file(&folder, "b.toml", legal);
    Sleeve::new()
        .folder(&folder)
        .run_into(args, &mut Ending(room, kind))
        .0
}

#[test]
fn a_closed_pipe_never_turns_no_into_yes() {
    for room in [0, 1, 100] {
        let closed = |args: &[&str]| status(args, room, io::ErrorKind::BrokenPipe);
        for form in ["human", "json", "github", "sarif", "junit"] {
            assert_eq!(closed(&["check", "a.toml", "-o", form]), 2, "{form}");
        }
        assert_eq!(closed(&["check", "b.toml"]), 0);
        assert_eq!(closed(&["match", "b.toml", "b.toml"]), 1);
        assert_eq!(closed(&["rules"]), 0);
        assert_eq!(closed(&["--help"]), 0);
    }
}

#[test]
fn a_full_device_is_an_error_for_every_command() {
    for room in [0, 1, 100] {
        let full = |args: &[&str]| status(args, room, io::ErrorKind::StorageFull);
        assert_eq!(full(&["--help"]), 2);
        assert_eq!(full(&["-V"]), if room < 12 { 2 } else { 0 });
        assert_eq!(full(&["rules"]), 2);
        assert_eq!(full(&["check", "b.toml", "-o", "json"]), 2);
    }
}

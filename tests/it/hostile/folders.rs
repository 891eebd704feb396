//! What folders hold besides decks: every file that a reader knows is read, and what is not read is
//! named in every form of output.

use super::{HEAD, within};
use crate::{
    check::shipped,
    common::{in_brief, scratch, write_file},
};
use serde_json::Value;
use std::{fs, path::PathBuf};

/// A folder with a deck in every ending, and what is none.
fn mixed(test: &str) -> PathBuf {
    let folder = scratch(test);
    let own = shipped("starfighter/la-meute-d-ares");
    let list = "# game: starfighter\n# format: guerre-totale\nCruiser:\nAres\nDeck:\n3-10\n3-35\n";
    for (name, text) in [
        ("a.toml", own.as_str()),
        ("b.gemp", own.as_str()),
        ("c.dek", list),
        ("d.deck", list),
        ("e.lst", list),
        ("f.list", list),
        ("g", list),
        ("h.o8d", "<deck game=\"x\"><section name=\"Main\"/></deck>"),
        ("i.md", "# Notes\n\nNothing to play.\n"),
        ("j.toml~", own.as_str()),
        ("README.md", "about"),
        ("sleeve.toml", ""),
        (".hidden", list),
    ] {
        write_file(&folder, name, text);
    }
    write_file(&folder, "k.png", b"\x89PNG\r\n\0\0");
    folder
}

#[test]
fn a_folder_reads_what_a_reader_knows_and_names_the_rest() {
    let folder = mixed("mixed");
    let found = within(&folder, &["check", ".", "-o", "json"]).document();
    let names = |list: &Value, key: &str| -> Vec<String> {
        let text = |row: &Value| row[key].as_str().unwrap().to_owned();
        list.as_array().unwrap().iter().map(text).collect()
    };
    assert_eq!(
        names(&found["decks"], "path"),
        ["a.toml", "b.gemp", "c.dek", "d.deck", "e.lst", "f.list", "g"]
    );
    assert!(
        found["decks"]
            .as_array()
            .unwrap()
            .iter()
            .all(|d| d["verdict"] != "unusable")
    );
    assert_eq!(names(&found["skipped"], "path"), ["h.o8d", "i.md", "j.toml~", "k.png"]);
    assert_eq!(
        names(&found["skipped"], "reason"),
        ["not-recognised", "not-recognised", "copy", "not-text"]
    );
}

#[test]
fn what_is_not_read_is_named_in_every_form() {
    let folder = mixed("mixed-forms");
    let out = |form: &str| within(&folder, &["check", ".", "-o", form]).out;
    let human = out("human");
    assert!(
        human.contains(
            "\nnot read     h.o8d: does not look like a deck; to read it anyway, name it\n"
        ),
        "{human}"
    );
    assert!(human.contains("\nnot read     k.png: not text\n"), "{human}");
    let all = within(&folder, &["check", ".", "--as", "all"]).out;
    assert!(all.contains("\nnot read     k.png: not text\n"), "{all}");
    let french = within(&folder, &["check", ".", "--lang", "fr"]).out;
    assert!(french.contains("non lu       k.png : ce n'est pas du texte"), "{french}");
    assert!(out("github").contains("::notice file=k.png,title=not-read::not text\n"));
    let sarif: Value = serde_json::from_str(&out("sarif")).unwrap();
    let notes = &sarif["runs"][0]["invocations"][0]["toolExecutionNotifications"];
    assert_eq!(notes[3]["descriptor"]["id"], "not-text");
    let junit = out("junit");
    assert!(junit.contains("<testcase classname=\"not-read\" name=\"k.png\">"), "{junit}");
    within(&folder, &["stats", "."]).assert_err("not read     k.png: not text");
}

#[cfg(unix)]
#[test]
fn pipes_and_devices_in_a_folder_are_named_and_not_opened() {
    let folder = scratch("pipes");
    write_file(&folder, "a.toml", shipped("starfighter/la-meute-d-ares"));
    super::pipe(&folder.join("b.toml"));
    super::pipe(&folder.join("c"));
    std::os::unix::fs::symlink("/dev/zero", folder.join("d.toml")).unwrap();
    std::os::unix::fs::symlink(".", folder.join("loop")).unwrap();
    let ran = within(&folder, &["check", "."]).assert_status(0);
    for name in ["b.toml", "c", "d.toml"] {
        let line = format!("not read     {name}: a pipe or a device, not a file");
        ran.assert_out(&line);
    }
    ran.assert_out("not read     loop: a link to a folder");
}

#[cfg(unix)]
#[test]
fn a_pipe_that_is_named_is_read_up_to_the_limit() {
    let folder = scratch("named-pipe");
    let pipe = folder.join("pipe");
    super::pipe(&pipe);
    let deck = shipped("starfighter/la-meute-d-ares");
    let writer = std::thread::spawn(move || fs::write(pipe, deck).unwrap());
    let ran = within(&folder, &["check", "pipe"]);
    writer.join().unwrap();
    assert_eq!(ran.status, 0, "{ran}");
    within(&folder, &["check", "/dev/zero"])
        .assert_status(2)
        .assert_out("larger than 16 MiB");
    let data = within(&folder, &["rules", "--cards", "/dev/zero", "starfighter"]).assert_status(2);
    data.assert_err("larger than 16 MiB");
}

#[cfg(unix)]
#[test]
fn pipes_among_card_data_and_settings_are_mistakes() {
    let folder = scratch("data-pipes");
    fs::create_dir_all(folder.join("data")).unwrap();
    super::pipe(&folder.join("data/formats.toml"));
    let ran = within(&folder, &["rules", "--cards", "data", "starfighter"]).assert_status(2);
    ran.assert_err("a pipe or a device");
    let ran = within(&folder, &["lint", "data"]).assert_status(1);
    ran.assert_out("error[unreadable]: a pipe or a device");

    super::pipe(&folder.join("overlay"));
    write_file(&folder, "sleeve.toml", "[cards]\noverlays = [\"overlay\"]\n");
    write_file(&folder, "a.toml", HEAD);
    let ran = within(&folder, &["check", "a.toml"]).assert_status(2);
    ran.assert_out("`overlay` is a pipe or a device");

    fs::remove_file(folder.join("sleeve.toml")).unwrap();
    super::pipe(&folder.join("sleeve.toml"));
    let ran = within(&folder, &["check", "a.toml"]).assert_status(2);
    ran.assert_out("error: a pipe or a device, not a file");
}

#[cfg(unix)]
#[test]
fn folders_of_data_that_link_to_themselves_are_read_once() {
    let folder = scratch("data-loops");
    let data = folder.join("data/starfighter");
    write_file(&data, "cards.toml", "[[card]]\nid = \"3-10\"\naliases = [\"Ten\"]\n");
    for i in 0..12 {
        std::os::unix::fs::symlink(".", data.join(format!("loop{i}"))).unwrap();
    }
    let files = sleeve::catalog::source::find_data_files(
        &folder.join("data"),
        sleeve::catalog::Links::Inside,
    )
    .unwrap();
    assert_eq!(files.len(), 1, "{files:?}");
    within(&folder, &["rules", "--cards", "data", "starfighter"]).assert_status(0);
}

#[cfg(unix)]
#[test]
fn links_to_files_are_read_as_data_and_told_where_they_are_not() {
    let link = |to: &str, at: PathBuf| std::os::unix::fs::symlink(to, at).unwrap();
    let folder = scratch("file-links");
    let data = folder.join("data/starfighter");
    fs::create_dir_all(&data).unwrap();
    fs::create_dir_all(folder.join("elsewhere/more")).unwrap();
    let card = "[[card]]\nid='ares'\naliases = [\"Ten\"]\n";
    write_file(&folder, "elsewhere/cards.toml", card);
    write_file(&data, "own.toml", "[[card]]\nid = \"athena\"\naliases = [\"Eleven\"]\n");
    link("../../elsewhere/cards.toml", data.join("cards.toml"));
    let show = ["show", "--cards", "data", "--follow", "Ten", "--game", "starfighter"];
    let found = within(&folder, &show);
    assert_eq!(found.status, 0, "{found}");
    // The style is brought into files of the folder alone: nothing outside is written.
    link("own.toml", data.join("again.toml"));
    link("nowhere.toml", data.join("lost.toml"));
    link("../../elsewhere/more", data.join("more"));
    link("..", data.join("up"));
    link("own.toml", data.join("a-note.md"));
    let mut told = String::new();
    for lang in ["en", "fr"] {
        told += &format!("{}\n", within(&folder, &["fmt", "data", "--lang", lang]));
    }
    assert_eq!(fs::read_to_string(folder.join("elsewhere/cards.toml")).unwrap(), card);
    // An import reads a folder in the same way.
    let dump = folder.join("dump");
    write_file(&dump, "a.json", "{}");
    for number in 0..12 {
        link("../nowhere", dump.join(format!("{number:02}.json")));
    }
    let ran = within(&folder, &["import", "swccg", "dump"]);
    insta::assert_snapshot!(in_brief(told + &ran.err));
}

#[cfg(unix)]
#[test]
fn nothing_outside_of_a_named_folder_is_opened_unless_links_are_followed() {
    let folder = scratch("outside");
    let script = fs::canonicalize("tests/hostile/outside.sh").unwrap();
    let deck = fs::canonicalize("decks/starfighter/la-meute-d-ares.toml").unwrap();
    let mut sh = std::process::Command::new("sh");
    assert!(
        sh.arg(script)
            .env("DECK", deck)
            .current_dir(&folder)
            .status()
            .unwrap()
            .success()
    );
    let program = crate::common::Sleeve::new().folder(folder.join("repo"));
    for line in fs::read_to_string("tests/hostile/outside.txt")
        .unwrap()
        .lines()
    {
        let [line, said, followed] = line.split(" | ").collect::<Vec<_>>()[..] else { panic!() };
        let told = program.line(line).to_string();
        assert!(told.contains(said) && !told.contains("S3CRET"), "{line}: {told}");
        // This is what a stranger would be shown.
        let shown = program.line(&format!("{line} --follow")).to_string();
        assert!(shown.contains(followed), "{line}: {shown}");
    }
    program.line("check decks -o csv").assert_out("inside.toml");
    // What the user names is opened, and what the `sleeve.toml` beside it names.
    program
        .line("check ../outside/secret.txt --as starfighter/guerre-totale")
        .assert_out("S3CRET");
    program
        .line("show Ten --game starfighter --cards ../outside/ok.toml")
        .assert_status(0);
    program
        .line("check mine")
        .assert_status(0)
        .assert_out("outside/ok.toml");
}

#[test]
fn a_folder_of_data_that_is_too_deep_is_a_mistake() {
    let folder = scratch("data-deep");
    fs::create_dir_all(folder.join("data").join("a/".repeat(9))).unwrap();
    within(&folder, &["lint", "data"])
        .assert_status(1)
        .assert_out("8 levels are read");
}

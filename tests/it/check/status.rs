//! Exit statuses of every form, folders, usage errors. The scenarios are in
//! `tests/console/exit-status.trycmd`.

use super::{check, document, shipped, with};
use crate::common::{Sleeve, list, scratch, sleeve, write_file};
use std::fs;

fn legal() -> String {
    shipped("star-realms/duel")
}

fn illegal() -> String {
    shipped("starfighter/la-meute-d-ares").replace("\"3-65\",", "")
}

fn undetermined() -> String {
    with(&shipped("starfighter/escarmouche-atlas-apollo"), "\"Apollo\"", "\"Atlas\"")
}

fn unusable() -> String {
    legal().replace("star-realms", "star-reams")
}

#[test]
fn every_exit_status_comes_with_its_verdict_and_a_document() {
    let cases = [
        (legal(), 0, "legal"),
        (illegal(), 1, "illegal"),
        (unusable(), 2, "unusable"),
        (undetermined(), 3, "undetermined"),
    ];
    for (deck, status, word) in cases {
        assert_eq!(check(&deck, &[]).status, status, "{word}");
        let json = check(&deck, &["-o", "json"]);
        assert_eq!((json.status, json.err.as_str()), (status, ""));
        let document = document(&deck, &[]);
        assert_eq!(document["decks"][0]["verdict"], word);
        assert_eq!(document["summary"][word], 1);
        for form in ["github", "sarif", "junit"] {
            assert_eq!(check(&deck, &["-o", form]).status, status, "{form}");
        }
    }
}

#[test]
fn folders_are_walked_for_decks_and_nothing_else() {
    let folder = scratch("walked");
    fs::create_dir_all(folder.join("club/.git")).unwrap();
    fs::create_dir_all(folder.join("ignored")).unwrap();
    // What `.gitignore` names is ignored in a repository.
    fs::create_dir_all(folder.join(".git")).unwrap();
    let files = list(
        "b.toml; club/a.toml; ignored/c.toml; club/.git/d.toml; .hidden.toml; README.txt; README.md; \
        event.event.toml; Cargo.toml; notes.md",
    );
    for file in files {
        write_file(&folder, file, legal());
    }
    write_file(&folder, "sleeve.toml", "");
    write_file(&folder, ".gitignore", "ignored/\n");
    let ran = Sleeve::new().folder(&folder).run(&["check", "."]);
    let paths: Vec<&str> = ran
        .out
        .lines()
        .filter_map(|l| l.split_whitespace().nth(1))
        .filter(|w| w.contains(".toml"))
        .collect();
    assert_eq!(paths.len(), 2, "{ran}");
    assert!(
        paths.iter().any(|p| p.ends_with("b.toml")) && paths.iter().any(|p| p.ends_with("a.toml")),
        "{ran}"
    );
    // What is named is read, whatever it is called.
    let named = Sleeve::new().folder(&folder).run(&[
        "check",
        ".hidden.toml",
        "README.md",
        "ignored/c.toml",
    ]);
    named
        .assert_out(".hidden.toml")
        .assert_out("ignored/c.toml");
}

#[test]
fn usage_errors_go_to_the_other_stream_with_status_two() {
    sleeve(&["check"]).assert_refused();
    check(&legal(), &["--set", "budget"])
        .assert_status(2)
        .assert_err("NAME=VALUE");
    check(&legal(), &["--on", "1998-13-01"])
        .assert_status(2)
        .assert_err("1998-11-30");
}

/// A format that forbids a list without a format is left at its first error. With `--as all` each
/// is checked whole.
#[test]
fn the_formats_that_allow_a_list_are_those_of_all_that_are_checked_whole() {
    let folder = scratch("allowing");
    let mut allowed = 0;
    for number in 1..=20 {
        let list = fs::read_to_string(format!("tests/speed/lists/{number:02}.txt")).unwrap();
        let lines = list.lines().filter(|line| !line.starts_with("# format"));
        write_file(&folder, "list.txt", lines.collect::<Vec<_>>().join("\n"));
        let path = folder.join("list.txt").to_str().unwrap().to_owned();
        let ran = sleeve(&["check", &path]);
        let mut shown = Vec::new();
        for row in ran.out.lines().filter(|row| row.starts_with("  ")) {
            let words: Vec<&str> = row.split_whitespace().collect();
            if let ["legal" | "undetermined", format] = words[..] {
                shown.push(format.to_owned());
            }
        }
        let all = sleeve(&["check", &path, "--as", "all", "-o", "json"]).document();
        let allows = |deck: &&serde_json::Value| {
            deck["verdict"] == "legal" || deck["verdict"] == "undetermined"
        };
        let decks = all["decks"].as_array().unwrap().iter().filter(allows);
        let mut whole: Vec<String> = decks
            .map(|deck| deck["format"].as_str().unwrap().to_owned())
            .collect();
        shown.sort();
        whole.sort();
        assert_eq!(shown, whole, "list {number}: {ran}");
        allowed += usize::from(!shown.is_empty());
    }
    assert!(allowed >= 15, "{allowed}");
}

//! Findings in both languages: what is wrong, what to do, and the format's own words.

use crate::common::Sleeve;
use std::{
    fmt::Write as _,
    path::{Path, PathBuf},
};

fn files(folder: &Path) -> Vec<PathBuf> {
    let mut found = Vec::new();
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { found.extend(files(&path)) } else { found.push(path) }
    }
    found
}

/// What a command says to people of each finding: what is wrong, the note, what to do.
fn say(out: &mut String, args: &[&str], lang: &str) {
    let ran = Sleeve::new().run(&[args, &["--lang", lang]].concat());
    let titles = ["error", "erreur", "warning", "avertissement", "note"];
    for line in ran.out.lines() {
        let told = line.trim_start().trim_start_matches("= ");
        if titles.iter().any(|title| line.starts_with(title)) {
            writeln!(out, "  {line}").unwrap();
        } else if line.contains(" = ") && told != line {
            writeln!(out, "    {told}").unwrap();
        }
    }
}

fn twins(game: &str) -> String {
    let root = PathBuf::from("tests/pairs").join(game);
    let mut out = String::new();
    for path in files(&root) {
        let shown = path.display().to_string().replace('\\', "/");
        if !shown.contains(".illegal.") {
            continue;
        }
        writeln!(out, "{}", shown.trim_start_matches("tests/pairs/")).unwrap();
        for lang in ["en", "fr"] {
            if let Some(stem) = shown.strip_suffix(".a.toml") {
                let other = format!("{stem}.b.toml");
                say(&mut out, &["match", &shown, &other], lang);
            } else if !shown.ends_with(".b.toml") {
                say(&mut out, &["check", &shown], lang);
            }
        }
    }
    out
}

#[test]
fn findings_of_starfighter() {
    insta::assert_snapshot!(twins("starfighter"));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn findings_of_battleship_galaxies() {
    insta::assert_snapshot!(twins("battleship-galaxies"));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn findings_of_swccg() {
    insta::assert_snapshot!(twins("swccg"));
}

#[test]
fn findings_of_star_realms() {
    insta::assert_snapshot!(twins("star-realms"));
}

#[test]
fn findings_of_etoile_noire() {
    insta::assert_snapshot!(twins("etoile-noire"));
}

#[test]
fn findings_of_the_linter() {
    let mut out = String::new();
    let mut folders: Vec<PathBuf> = std::fs::read_dir("tests/lint")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    folders.sort();
    for folder in folders {
        for lang in ["en", "fr"] {
            let shown = folder.display().to_string();
            let ran = Sleeve::new().run(&["lint", &shown, "--lang", lang]);
            writeln!(out, "$ sleeve lint {shown} --lang {lang}\n{ran}").unwrap();
        }
    }
    insta::assert_snapshot!(out);
}

//! `docs/limits.md` lists every limit of the source with its number, and no other. One condition is
//! cheap and a thousand are not: all conditions on one deck share a budget, and `sleeve` reports
//! when it is used up.

use crate::{
    common::{Ran, scratch, write_file},
    hostile::within,
};
use std::{
    collections::BTreeMap,
    fs,
    path::{Path, PathBuf},
};

/// Numbers of the source that bound no input: thresholds of speed, and what one screen shows.
const NO_LIMITS: [&str; 3] =
    ["odds/draw/fast_simulator.rs", "odds/draw/outcome_table.rs", "odds/draw/shuffle.rs"];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path
            .extension()
            .is_some_and(|e| e == "rs" || e == "ts" || e == "tsx")
        {
            found.push(path);
        }
    }
}

/// The value of `16 * 1024 * 1024`, `1 << 20`, `20_000`.
fn value(text: &str) -> Option<u128> {
    if let Some((left, right)) = text.split_once("<<") {
        return Some(value(left)? << value(right)?);
    }
    let factors = text
        .split('*')
        .map(|part| part.trim().replace('_', "").parse::<u128>().ok());
    factors.product()
}

/// Every limit that the program, its crates and the page declare, as `file.rs: NAME`; the files of
/// a crate stand below its name.
fn declared() -> BTreeMap<String, u128> {
    let mut files = Vec::new();
    let mut roots: Vec<PathBuf> = ["src", "web/engine/src", "web/page/src"]
        .iter()
        .map(PathBuf::from)
        .collect();
    roots.extend(
        fs::read_dir("crates")
            .unwrap()
            .map(|entry| entry.unwrap().path()),
    );
    for root in roots {
        let mut found = Vec::new();
        sources(&root, &mut found);
        files.extend(found.into_iter().map(|path| (root.clone(), path)));
    }
    let mut limits = BTreeMap::new();
    for (root, path) in files {
        let above = if root.starts_with("crates") { Path::new("crates") } else { root.as_path() };
        let file = path.strip_prefix(above).unwrap().to_str().unwrap();
        let file = file.replace('\\', "/").replace("/src/", "/");
        if NO_LIMITS.contains(&file.as_str()) {
            continue;
        }
        for line in fs::read_to_string(&path).unwrap().lines() {
            let Some((_, rest)) = line.split_once("const ") else { continue };
            let Some((name, number)) = rest.split_once(" = ") else { continue };
            let name = name.split_once(": ").map_or(name, |(name, _)| name);
            let is_limit = name.starts_with("MAX_") || name.ends_with("_LIMIT");
            let is_limit = is_limit && name.bytes().all(|b| b.is_ascii_uppercase() || b == b'_');
            if is_limit && let Some(number) = value(number.trim_end_matches(';')) {
                limits.insert(format!("{file}: {name}"), number);
            }
        }
    }
    limits
}

/// The rows of the table: number and constant.
fn stated() -> BTreeMap<String, u128> {
    let text = fs::read_to_string("docs/limits.md").unwrap();
    let rows = text.lines().filter_map(|line| {
        let cells: Vec<&str> = line.trim_matches('|').split('|').map(str::trim).collect();
        let [_, number, constant] = cells.as_slice() else { return None };
        let number = number.replace(['\u{a0}', ' '], "").parse().ok()?;
        Some((constant.trim_matches('`').to_owned(), number))
    });
    rows.collect()
}

#[test]
fn every_limit_is_stated_with_its_number_in_one_table() {
    let (declared, stated) = (declared(), stated());
    assert!(declared.len() > 20, "{declared:#?}");
    let missing: Vec<_> = declared
        .iter()
        .filter(|(k, v)| stated.get(*k) != Some(v))
        .collect();
    assert!(missing.is_empty(), "docs/limits.md lacks, or states otherwise: {missing:#?}");
    let gone: Vec<_> = stated
        .keys()
        .filter(|key| !declared.contains_key(*key))
        .collect();
    assert!(gone.is_empty(), "docs/limits.md states what the source does not: {gone:?}");
}

#[test]
fn packing_brings_no_crate_for_machines_without_memory() {
    let lock =
        fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.lock")).unwrap();
    for name in ["heapless", "spin"] {
        assert!(!lock.contains(&format!("name = \"{name}\"")), "{name} came back with postcard");
    }
}

/// Counts as asked of every card of a deck some hundred times, and is decided by its first word.
const HEAVY: &str = "count() <= 500 or each(icons, each(icons, each(name, count() >= 0)))";
/// More of them than one deck is asked.
const MANY: usize = 300;

fn folder(test: &str, name: &str, text: &str) -> PathBuf {
    let folder = scratch(test);
    fs::copy("decks/swccg/profit.toml", folder.join("deck.toml")).unwrap();
    write_file(&folder, name, text);
    folder
}

fn formats(count: usize) -> String {
    let rule = |id: &str, condition: &str| {
        format!("[[format.rule]]\nid = \"{id}\"\nrequire = \"{condition}\"\n")
    };
    let heavy: String = (0..MANY)
        .map(|at| rule(&format!("heavy{at}"), HEAVY))
        .collect();
    let rules = heavy + &rule("light", "count() >= 61");
    let head = |at: usize| format!("[[format]]\nid = \"club{at}\"\nextends = \"open\"\n");
    let formats: String = (0..count).map(|at| head(at) + &rules).collect();
    format!("game = \"swccg\"\n{formats}")
}

fn not_asked(ran: &Ran) -> usize {
    ran.out.matches("rule not checked: it needs").count()
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn rules_of_very_many_words_are_not_all_asked() {
    let words = vec!["zq"; 1_000].join(" or ");
    let rule = |at| format!("[[format.rule]]\nid = \"r{at}\"\nrequire = \"count({words}) = 0\"\n");
    let rules: String = (0..900).map(rule).collect();
    let text = format!("game = \"swccg\"\n[[format]]\nid = \"x\"\nextends = \"open\"\n{rules}");
    let ran = within(
        &folder("work-words", "x.toml", &text),
        &["check", "deck.toml", "--as", "x", "--cards", "x.toml"],
    );
    assert!((1..900).contains(&not_asked(&ran)), "{}", not_asked(&ran));
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn rules_that_cost_more_than_is_left_are_said_and_the_others_are_answered() {
    let folder = folder("work-rules", "club.toml", &formats(3));
    let args = |format| ["check", "deck.toml", "--as", format, "--cards", "club.toml"];
    let ran = within(&folder, &args("club0"));
    let told = not_asked(&ran);
    assert!(ran.status == 1 && (1..MANY).contains(&told), "{told} {}", ran.status);
    ran.assert_out("60 cards, at least 61");
    let french = within(&folder, &[&args("club0")[..], &["--lang", "fr"]].concat());
    assert_eq!(
        french
            .out
            .matches("règle non vérifiée : elle demande")
            .count(),
        told
    );
    let document = within(&folder, &[&args("all")[..], &["-o", "json"]].concat()).document();
    let clubs = document["decks"].as_array().unwrap().iter();
    let clubs = clubs.filter(|deck| deck["format"].as_str().unwrap().starts_with("club"));
    let findings: Vec<&serde_json::Value> = clubs
        .flat_map(|deck| deck["findings"].as_array().unwrap())
        .collect();
    // Every format that the deck is checked against draws on the same.
    let heavy = findings
        .iter()
        .filter(|f| f["rule"].as_str().unwrap().starts_with("heavy"));
    let heavy: Vec<_> = heavy.collect();
    assert_eq!(heavy.len(), told + 2 * MANY);
    assert!(
        heavy
            .iter()
            .all(|f| f["status"] == "unknown" && f["limit"].is_null()),
        "{heavy:?}"
    );
    assert_eq!(findings.iter().filter(|f| f["rule"] == "light").count(), 3);
}

#[test]
fn assertions_that_cost_more_than_is_left_are_said_and_the_others_are_answered() {
    let assertion = |id: &str, what: &str, condition: &str, rest: &str| {
        format!("[[assert]]\nid = \"{id}\"\n{what} = '{condition}'\n{rest}")
    };
    let heavy = |at: usize| assertion(&format!("heavy{at}"), "require", HEAVY, "");
    let text: String = (0..MANY).map(heavy).collect();
    let opening = format!("({HEAVY}) and count() >= 9");
    let text = text
        + &assertion("light", "require", "count() >= 61", "")
        + &assertion("seldom", "opening", "count() >= 9", "at-least = 0.5\n")
        + &assertion("deep", "opening", &opening, "at-least = 0.5\n");
    let folder = folder("work-assertions", "sleeve.toml", &text);
    let ran = within(&folder, &["check", "deck.toml"]);
    let told = not_asked(&ran);
    assert!(ran.status == 1 && (2..MANY).contains(&told), "{told} {}", ran.status);
    ran.assert_out(&format!("[assert-deep]: `{opening}`: rule not checked"));
    assert!(ran.out.contains("at least 61") && ran.out.contains("0.00 % of opening hands"));
}

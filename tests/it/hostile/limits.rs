//! `docs/limits.md` states every limit of the source with its number, and no other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

/// Numbers of the source that bound no input: thresholds of speed, and what one screen shows.
const NO_LIMITS: [&str; 3] =
    ["odds/draw/lanes.rs", "odds/draw/outcome_table.rs", "odds/draw/shuffle.rs"];

fn sources(folder: &Path, found: &mut Vec<std::path::PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs" || e == "ts" || e == "tsx") {
            found.push(path);
        }
    }
}

/// The value of `16 * 1024 * 1024`, `1 << 20`, `20_000`.
fn value(text: &str) -> Option<u128> {
    if let Some((left, right)) = text.split_once("<<") {
        return Some(value(left)? << value(right)?);
    }
    let factors = text.split('*').map(|part| part.trim().replace('_', "").parse::<u128>().ok());
    factors.product()
}

/// Every limit that the program, its crates and the page declare, as `file.rs: NAME`; the files of a
/// crate stand below its name.
fn declared() -> BTreeMap<String, u128> {
    let mut files = Vec::new();
    let mut roots: Vec<PathBuf> =
        ["src", "web/engine/src", "web/page/src"].iter().map(PathBuf::from).collect();
    roots.extend(fs::read_dir("crates").unwrap().map(|entry| entry.unwrap().path()));
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
    let missing: Vec<_> = declared.iter().filter(|(k, v)| stated.get(*k) != Some(v)).collect();
    assert!(missing.is_empty(), "docs/limits.md lacks, or states otherwise: {missing:#?}");
    let gone: Vec<_> = stated.keys().filter(|key| !declared.contains_key(*key)).collect();
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

//! For every construction rule a legal deck and its illegal twin.
//!
//! `tests/pairs/GAME/FORMAT/RULE.legal.toml` and `RULE.illegal.toml` (also
//! `RULE-WHAT.illegal.toml`); two decks at one table are `RULE.legal.a.toml` and
//! `RULE.legal.b.toml`. A twin trips its rule and those it declares in `trips`, and no other.

use serde_json::Value;
use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    sync::OnceLock,
};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<_> = std::fs::read_dir(folder)
        .expect("the folder of pairs can be read")
        .map(|entry| entry.expect("its entries can be read").path())
        .collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// A file of the pairs: its game, format, name without endings, and endings.
struct Pair {
    path: PathBuf,
    game: String,
    format: String,
    stem: String,
    legal: bool,
    side: Option<char>,
}

fn pairs() -> Vec<Pair> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let part = |path: &Path, n: usize| {
        let part = path.strip_prefix(&root).ok().and_then(|p| p.iter().nth(n));
        part.and_then(|p| p.to_str())
            .map(str::to_owned)
            .expect("pairs lie in GAME/FORMAT")
    };
    let read = |path: PathBuf| {
        let name = part(&path, 2);
        let mut parts = name.split('.');
        let stem = parts.next().unwrap_or_default().to_owned();
        let legal = match parts.next() {
            Some("legal") => true,
            Some("illegal") => false,
            other => panic!("{name}: expected legal or illegal, not {other:?}"),
        };
        let side = parts
            .next()
            .filter(|s| *s != "toml")
            .and_then(|s| s.chars().next());
        Pair { game: part(&path, 0), format: part(&path, 1), stem, legal, side, path }
    };
    paths.into_iter().map(read).collect()
}

fn trips(path: &Path) -> BTreeSet<String> {
    let text = std::fs::read_to_string(path).expect("a pair can be read");
    let table: toml::Table = text.parse().expect("a pair is TOML");
    let listed = table
        .get("trips")
        .and_then(|t| t.as_array())
        .cloned()
        .unwrap_or_default();
    listed
        .iter()
        .filter_map(|t| t.as_str())
        .map(str::to_owned)
        .collect()
}

/// The rule that a twin is named after: the longest id that its name is or begins with.
fn rule_of<'a>(stem: &str, ids: &'a BTreeSet<String>) -> Option<&'a str> {
    let named = |id: &&String| {
        stem == id.as_str()
            || stem
                .strip_prefix(id.as_str())
                .is_some_and(|r| r.starts_with('-'))
    };
    ids.iter()
        .filter(named)
        .max_by_key(|id| id.len())
        .map(String::as_str)
}

/// Every definition of a rule, zone or match rule: game, id and where it is written, with the
/// formats in which it is in force.
fn definitions() -> &'static Definitions {
    static DEFINITIONS: OnceLock<Definitions> = OnceLock::new();
    DEFINITIONS.get_or_init(collect)
}

type Definitions = BTreeMap<(String, String, String, u32), BTreeSet<String>>;

fn collect() -> Definitions {
    let mut all: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    for head in sleeve::catalog::games() {
        let game = head.named.id.to_string();
        let catalog = sleeve::catalog::open(&game, &[]).expect("a shipped game opens");
        for format in catalog.formats() {
            let mut add = |id: String, origin: &sleeve::model::format::Origin| {
                let key = (game.clone(), id, origin.file.clone(), origin.line);
                all.entry(key)
                    .or_default()
                    .insert(format.named.id.to_string());
            };
            format
                .rules
                .iter()
                .for_each(|r| add(r.id.clone(), &r.origin));
            format
                .zones
                .iter()
                .for_each(|z| add(format!("zone-{}", z.named.id), &z.origin));
            format
                .matches
                .iter()
                .for_each(|m| add(m.id.clone(), &m.origin));
        }
    }
    all
}

fn ids_of(game: &str, format: &str) -> BTreeSet<String> {
    let here = definitions()
        .iter()
        .filter(|((g, ..), formats)| g == game && formats.contains(format));
    here.map(|((_, id, ..), _)| id.clone()).collect()
}

fn broken(findings: &Value) -> BTreeSet<String> {
    let findings = findings.as_array().cloned().unwrap_or_default();
    let tripped = findings
        .iter()
        .filter(|f| f["status"] == "broken" || f["status"] == "unknown");
    tripped
        .filter_map(|f| f["rule"].as_str())
        .map(str::to_owned)
        .collect()
}

#[test]
fn every_twin_trips_its_rule_and_nothing_it_does_not_declare() {
    let pairs: Vec<Pair> = pairs().into_iter().filter(|p| p.side.is_none()).collect();
    let mut args = vec!["check", "-o", "json"];
    args.extend(
        pairs
            .iter()
            .map(|p| p.path.to_str().expect("paths are UTF-8")),
    );
    let document = crate::common::sleeve(&args).document();
    let decks = document["decks"].as_array().expect("it lists the decks");
    assert_eq!(decks.len(), pairs.len());
    let mut wrong = Vec::new();
    for (pair, deck) in pairs.iter().zip(decks) {
        let name = pair.path.display();
        let (verdict, broken) = (deck["verdict"].as_str().unwrap_or(""), broken(&deck["findings"]));
        if deck["format"].as_str() != Some(&pair.format) {
            wrong.push(format!("{name}: its format is {}", deck["format"]));
        }
        if pair.legal {
            if verdict != "legal" || !broken.is_empty() {
                wrong.push(format!("{name}: {verdict}, {broken:?}"));
            }
            continue;
        }
        let ids = ids_of(&pair.game, &pair.format);
        let Some(rule) = rule_of(&pair.stem, &ids) else {
            wrong.push(format!("{name}: named after no rule of its format"));
            continue;
        };
        let mut expected = trips(&pair.path);
        expected.insert(rule.to_owned());
        if broken != expected {
            wrong.push(format!("{name}: {verdict}, trips {broken:?}, declares {expected:?}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_table_twin_trips_its_match_rule() {
    let pairs: Vec<Pair> = pairs().into_iter().filter(|p| p.side.is_some()).collect();
    let mut wrong = Vec::new();
    for first in pairs.iter().filter(|p| p.side == Some('a')) {
        let second = pairs.iter().find(|p| {
            (p.side, &p.stem, p.legal) == (Some('b'), &first.stem, first.legal)
                && (&p.game, &p.format) == (&first.game, &first.format)
        });
        let name = first.path.display();
        let Some(second) = second else {
            wrong.push(format!("{name}: has no second deck"));
            continue;
        };
        let path = |p: &Pair| p.path.to_str().expect("paths are UTF-8").to_owned();
        let ran = crate::common::sleeve(&["match", "-o", "json", &path(first), &path(second)]);
        let Ok(document) = serde_json::from_str::<Value>(&ran.out) else {
            wrong.push(format!("{name}: {ran}"));
            continue;
        };
        let broken = broken(&document["findings"]);
        let ids = ids_of(&first.game, &first.format);
        let rule = rule_of(&first.stem, &ids).unwrap_or_default();
        let as_named = if first.legal {
            ran.status == 0 && broken.is_empty()
        } else {
            let mut expected = BTreeSet::from([rule.to_owned()]);
            // A twin that declares what it trips by itself is an illegal deck besides.
            if [first, second].iter().any(|p| !trips(&p.path).is_empty()) {
                expected.insert("illegal-deck".to_owned());
            }
            ran.status == 1 && broken == expected
        };
        if !as_named {
            wrong.push(format!("{name}: status {}, trips {broken:?}, named {rule:?}", ran.status));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn every_rule_has_a_legal_deck_and_an_illegal_twin() {
    let pairs = pairs();
    let mut lacking = Vec::new();
    for ((game, id, file, line), formats) in definitions() {
        for legal in [true, false] {
            let covered = pairs.iter().any(|p| {
                let ids = || ids_of(&p.game, &p.format);
                p.game == *game
                    && p.legal == legal
                    && formats.contains(&p.format)
                    && p.stem.starts_with(id.as_str())
                    && rule_of(&p.stem, &ids()) == Some(id)
            });
            if !covered {
                let which = if legal { "legal deck" } else { "illegal twin" };
                lacking.push(format!("{game} {id} ({file}:{line}) has no {which}"));
            }
        }
    }
    assert!(lacking.is_empty(), "{}", lacking.join("\n"));
}

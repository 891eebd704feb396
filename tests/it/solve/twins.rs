//! Every illegal twin of the tests becomes a legal deck.

use sleeve::{
    decks::{self, DeckResolver, Hints},
    model::{Catalog, Deck},
    rules::{CheckOptions, Rulebook, Verdict},
    solve::{self, Aim, Effort, Ending, Outcome, SolveRequest, Wishes},
};
use std::{
    path::{Path, PathBuf},
    time::{Duration, Instant},
};

fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut entries: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() { files(&path, found) } else { found.push(path) }
    }
}

/// A deck of the tests, with the id of its format.
pub fn read(catalog: &Catalog, path: &Path) -> (Deck, String) {
    let bytes = decks::load(path, true).unwrap();
    let raw = decks::read(&path.display().to_string(), &bytes, &Hints::default()).unwrap();
    let format = raw.format.as_ref().unwrap().value.clone();
    let deck = DeckResolver::new(catalog).resolve(&raw, catalog.format(&format));
    (deck, format)
}

pub fn ask(wishes: &Wishes) -> SolveRequest<'_> {
    SolveRequest {
        wishes,
        effort: Effort::Time(Duration::from_secs(60)),
        alternatives: 0,
        aim: Aim::Nearest,
        explain: false,
        stop: None,
    }
}

pub fn repair(rulebook: &Rulebook<'_>, deck: &Deck) -> Outcome {
    let wishes = Wishes::default();
    solve::solve(rulebook, deck, &CheckOptions::default(), &ask(&wishes)).unwrap()
}

/// A rule over parameters alone: no change of cards mends it.
const WITHOUT_CARDS: &str = "star-realms/free-for-all/enough-boxes.illegal.toml";

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_illegal_twin_becomes_legal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/pairs");
    let mut paths = Vec::new();
    files(&root, &mut paths);
    let mut wrong: Vec<String> = Vec::new();
    let mut report = String::new();
    for head in sleeve::catalog::games() {
        let game = head.named.id.to_string();
        let catalog = sleeve::catalog::open(&game, &[]).unwrap();
        let of_game = paths.iter().filter(|p| p.starts_with(root.join(&game)));
        for path in of_game.filter(|p| p.to_string_lossy().contains(".illegal.toml")) {
            let (deck, format) = read(&catalog, path);
            let rulebook = Rulebook::new(&catalog, catalog.format(&format).unwrap());
            let options = CheckOptions::default();
            let name = path.strip_prefix(&root).unwrap().display().to_string();
            let before = match rulebook.check(&deck, &options) {
                Ok(before) => before,
                Err(error) => {
                    wrong.push(format!("{name}: not judged: {error:?}"));
                    continue;
                }
            };
            let start = Instant::now();
            let outcome = repair(&rulebook, &deck);
            let took = start.elapsed();
            let line = match &outcome.ending {
                Ending::Found(found) => {
                    let verdict = found.checked.verdict;
                    if before.verdict != Verdict::Legal && verdict != Verdict::Legal {
                        wrong.push(format!("{name}: {verdict:?}"));
                    }
                    format!(
                        "{:?} changes {} proven {}",
                        verdict,
                        found.moves.count_changes(),
                        outcome.is_proven
                    )
                }
                Ending::Impossible if name == WITHOUT_CARDS => "Impossible".to_owned(),
                other => {
                    wrong.push(format!("{name}: {other:?}"));
                    format!("{other:?}")
                }
            };
            eprintln!("{:>8.1} ms {name}: {line}", took.as_secs_f64() * 1e3);
            report.push_str(&format!(
                "{:>8.1} ms {name}: {:?} -> {line}\n",
                took.as_secs_f64() * 1e3,
                before.verdict
            ));
        }
    }
    println!("{report}");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

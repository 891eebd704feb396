//! Lists as people posted them, against a key that says which card each line means.
//!
//! The key was judged by hand. `?` is a line that no card fits; `a+b` a line that lost its line break.

use sleeve::catalog;
use sleeve::decks::{DeckResolver, Hints, read};
use sleeve::model::{Catalog, Deck};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

fn lists(kind: &str) -> Vec<PathBuf> {
    let folder = std::fs::read_dir("tests/swccg/decks").unwrap();
    let named = |path: &PathBuf| path.file_name().unwrap().to_string_lossy().starts_with(kind);
    let mut lists: Vec<PathBuf> = folder.map(|e| e.unwrap().path()).filter(named).collect();
    lists.sort();
    lists
}

/// Line number and card of every card line.
fn key(list: &Path) -> BTreeMap<usize, String> {
    let name = list.file_stem().unwrap().to_string_lossy();
    let text = std::fs::read_to_string(format!("tests/swccg/keys/{name}.tsv")).unwrap();
    let rows = text.lines().skip(1).map(|row| row.split('\t').collect::<Vec<_>>());
    rows.map(|row| (row[0].parse().unwrap(), row[2].to_owned())).collect()
}

fn resolved(list: &Path, catalog: &Catalog) -> Deck {
    let bytes = std::fs::read(list).unwrap();
    let hints = Hints { readers: &catalog.game.readers, ..Hints::default() };
    let raw = read(&list.to_string_lossy(), &bytes, &hints).unwrap();
    DeckResolver::new(catalog).resolve(&raw, catalog.format("rulebook"))
}

fn line_of(deck: &Deck, at: usize) -> usize {
    1 + deck.text[..at].matches('\n').count()
}

/// Card lines resolved rightly, in percent; a wrong one counts as two unresolved.
fn measure(list: &Path, catalog: &Catalog) -> (f64, Vec<String>) {
    let (key, deck) = (key(list), resolved(list, catalog));
    let (mut right, mut wrong) = (0, Vec::new());
    for entry in &deck.entries {
        let (line, id) = (line_of(&deck, entry.span.start), catalog.cards.card(entry.card).id());
        match key.get(&line) {
            Some(wanted) if wanted == id => right += 1,
            wanted => wrong.push(format!("{}:{line}: {id}, not {wanted:?}", list.display())),
        }
    }
    let lost = key.len() - right - wrong.len() - deck.unresolved.len();
    assert_eq!(lost, 0, "{}: lines dropped in silence", list.display());
    let share = (right as f64 - wrong.len() as f64) / key.len() as f64;
    (100.0 * share, wrong)
}

fn check(kind: &str, least: f64) {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let lists = lists(kind);
    assert!(!lists.is_empty());
    for list in lists {
        let (share, wrong) = measure(&list, &catalog);
        assert!(wrong.is_empty(), "{wrong:#?}");
        assert!(share >= least, "{}: {share:.1} %", list.display());
    }
}

#[test]
fn clean_lists_resolve_to_95_percent_and_none_wrongly() {
    check("decktech-clean", 95.0);
}

#[test]
fn messy_lists_resolve_to_85_percent_and_none_wrongly() {
    check("decktech-messy", 85.0);
}

#[test]
fn a_list_of_the_wrong_size_is_read_all_the_same() {
    check("decktech-wrongsize", 95.0);
}

#[test]
fn what_remains_is_listed_with_candidates() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let deck = resolved(Path::new("tests/swccg/decks/decktech-messy-1999-08-15-124.txt"), &catalog);
    let glued = deck.unresolved.iter().find(|u| u.text == "DisarmedInsurrection").unwrap();
    let ids: Vec<&str> = glued.candidates.iter().map(|c| catalog.cards.card(*c).id()).collect();
    assert!(ids.contains(&"1_48") && ids.contains(&"8_40"), "{ids:?}");
}

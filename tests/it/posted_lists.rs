//! Lists as people and a game server posted them, against what each line means.

use sleeve::{
    catalog,
    decks::{DeckResolver, Hints, read},
    model::{Catalog, Deck, Lang},
};
use std::collections::BTreeMap;

/// A list, and what its lines mean by their number.
pub struct PostedList {
    pub name: String,
    pub text: String,
    meanings: BTreeMap<usize, String>,
}

/// The lists of a file, each below its name. A line of it has so many columns: what the list's line
/// means, and last the line.
fn lists(file: &str, columns: usize) -> Vec<PostedList> {
    let all = std::fs::read_to_string(format!("tests/swccg/{file}")).unwrap();
    let list = |list: &str| {
        let (name, lines) = list.split_once('\n').unwrap();
        let (mut text, mut meanings) = (String::new(), BTreeMap::new());
        for (at, line) in lines.lines().enumerate() {
            let row: Vec<&str> = line.splitn(columns, '\t').collect();
            text = text + row.last().unwrap() + "\n";
            if row.len() > 1 && !row[0].is_empty() {
                meanings.insert(at + 1, row[0].to_owned());
            }
        }
        PostedList { name: name.to_owned(), text, meanings }
    };
    let lists: Vec<PostedList> = all.split("== ").skip(1).map(list).collect();
    assert!(!lists.is_empty());
    lists
}

/// Lists of the DeckTech archive, judged by hand: the id of the card, its name, the line. `?` is a
/// line that no card fits; `a+b` a line that lost its line break.
pub fn posted_lists(kind: &str) -> Vec<PostedList> {
    let mut lists = lists("posted.tsv", 3);
    lists.retain(|list| list.name.starts_with(kind));
    lists
}

/// The sample decks of the game server, where the id stands behind every card.
fn sample_decks() -> Vec<PostedList> {
    let lists = lists("sample-decks.txt", 1);
    assert_eq!(lists.len(), 34);
    lists
}

fn swccg() -> Catalog {
    catalog::open("swccg", &[]).unwrap()
}

fn resolved(text: &str, catalog: &Catalog, format: &str) -> Deck {
    let hints = Hints { readers: &catalog.game.readers, ..Hints::default() };
    let raw = read("list.txt", text.as_bytes(), &hints).unwrap();
    DeckResolver::new(catalog).resolve(&raw, catalog.format(format))
}

fn line_of(deck: &Deck, at: usize) -> usize {
    1 + deck.text[..at].matches('\n').count()
}

/// Card lines resolved rightly, in percent; a wrong one counts as two unresolved.
fn measure(list: &PostedList, catalog: &Catalog) -> (f64, Vec<String>) {
    let (key, deck) = (&list.meanings, resolved(&list.text, catalog, "rulebook"));
    let (mut right, mut wrong) = (0, Vec::new());
    for entry in &deck.entries {
        let (line, id) = (line_of(&deck, entry.span.start), catalog.cards.card(entry.card).id());
        match key.get(&line) {
            Some(wanted) if wanted == id => right += 1,
            wanted => wrong.push(format!("{}:{line}: {id}, not {wanted:?}", list.name)),
        }
    }
    let lost = key.len() - right - wrong.len() - deck.unresolved.len();
    assert_eq!(lost, 0, "{}: lines dropped in silence", list.name);
    let share = (right as f64 - wrong.len() as f64) / key.len() as f64;
    (100.0 * share, wrong)
}

#[test]
fn posted_lists_resolve_for_the_most_part_and_none_wrongly() {
    let catalog = swccg();
    for (kind, least) in [("clean", 95.0), ("messy", 85.0), ("wrongsize", 95.0)] {
        let lists = posted_lists(kind);
        assert!(!lists.is_empty(), "{kind}");
        for list in lists {
            let (share, wrong) = measure(&list, &catalog);
            assert!(wrong.is_empty(), "{wrong:#?}");
            assert!(share >= least, "{}: {share:.1} %", list.name);
        }
    }
}

#[test]
fn what_remains_is_listed_with_candidates() {
    let catalog = swccg();
    let deck = resolved(&posted_lists("messy-1999-08-15-124")[0].text, &catalog, "rulebook");
    let glued = deck
        .unresolved
        .iter()
        .find(|u| u.text == "DisarmedInsurrection")
        .unwrap();
    let ids: Vec<&str> = glued
        .candidates
        .iter()
        .map(|c| catalog.cards.card(*c).id())
        .collect();
    assert!(ids.contains(&"1_48") && ids.contains(&"8_40"), "{ids:?}");
}

/// Twenty lists of the DeckTech archive, drawn by a seed and judged before they were read: copies
/// and id of the card, or ids between which nobody can tell; `?` is a line that means no single
/// card.
#[test]
fn lists_drawn_by_a_seed_are_read_as_they_were_judged() {
    let catalog = swccg();
    let (mut right, mut reported, mut wrong, mut lost) = (0, 0, Vec::new(), Vec::new());
    for PostedList { name, text, meanings } in lists("drawn.tsv", 3) {
        let deck = resolved(&text, &catalog, "open");
        let mut read: BTreeMap<usize, (u32, &str)> = BTreeMap::new();
        for entry in &deck.entries {
            let id = catalog.cards.card(entry.card).id();
            read.entry(line_of(&deck, entry.span.start))
                .or_insert((0, id))
                .0 += entry.count;
        }
        let unread: Vec<usize> = deck
            .unresolved
            .iter()
            .map(|line| line_of(&deck, line.span.start))
            .collect();
        for (line, wanted) in &meanings {
            let (count, ids) = wanted.split_once(' ').unwrap_or((wanted, "?|"));
            let found = read.remove(line);
            let is_right = |(copies, id): (u32, &str)| {
                copies.to_string() == count && ids.split('|').any(|its| its == id)
            };
            let shown = format!("{name}:{line}: {found:?}, not {wanted}");
            match found {
                Some(found) if is_right(found) => right += 1,
                Some(_) => wrong.push(shown),
                None if !unread.contains(line) => lost.push(shown),
                None if ids.contains('|') => right += 1,
                None => reported += 1,
            }
        }
        wrong.extend(
            read.into_iter()
                .map(|found| format!("{name}: {found:?}, not a card")),
        );
    }
    println!("{right} right, {reported} reported, wrong: {wrong:#?}, lost: {lost:#?}");
    let all = right + reported + wrong.len() + lost.len();
    assert!(lost.is_empty(), "{lost:#?}");
    assert!(
        1000 * wrong.len() <= 5 * all && 100 * right >= 97 * all,
        "{right} of {all}: {wrong:#?}"
    );
}

/// Lists composed from the card files by `compose.py`, with what each line was written from; `-` is
/// no card.
#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn thirty_composed_lists_are_read_as_they_were_meant() {
    let catalog = swccg();
    let (mut right, mut total, mut wrong) = (0, 0, Vec::new());
    let lists = lists("composed.tsv", 2);
    assert_eq!(lists.len(), 30);
    for PostedList { name, text, meanings } in lists {
        let deck = resolved(&text, &catalog, "open");
        let mut read: BTreeMap<usize, String> = BTreeMap::new();
        for entry in &deck.entries {
            let id = catalog.cards.card(entry.card).id();
            let line = format!("{} {} {id}", entry.zone, entry.count);
            read.insert(line_of(&deck, entry.span.start), line);
        }
        let unresolved: Vec<usize> = deck
            .unresolved
            .iter()
            .map(|u| line_of(&deck, u.span.start))
            .collect();
        for (line, meant) in meanings {
            let found = read.get(&line).map_or("-", String::as_str);
            total += 1;
            if found == meant && !(meant == "-" && unresolved.contains(&line)) {
                right += 1;
            } else {
                let written = text.lines().nth(line - 1).unwrap();
                wrong.push(format!("{name}:{line}: `{written}` {found}, not {meant}"));
            }
        }
    }
    println!("{right} of {total} lines\n{}", wrong.join("\n"));
    assert!(right * 100 >= total * 95, "{right} of {total} lines\n{}", wrong.join("\n"));
}

/// Copies and id of every line of a sample deck.
fn wanted(text: &str) -> Vec<(u32, String)> {
    let lines = text.lines().filter_map(|line| {
        let (card, id) = line.split_once("  # ")?;
        let count = card.split_once("x ")?.0.parse().ok()?;
        Some((count, id.split_whitespace().next()?.to_owned()))
    });
    lines.collect()
}

#[test]
fn every_sample_deck_resolves_to_its_ids_or_says_which_cards_are_missing() {
    let catalog = swccg();
    for PostedList { name, text, .. } in sample_decks() {
        let deck = resolved(&text, &catalog, "open");
        let known = |id: &str| !catalog.cards.find_by_name(id).is_empty();
        let (here, missing): (Vec<_>, Vec<_>) =
            wanted(&text).into_iter().partition(|(_, id)| known(id));
        let found: Vec<(u32, String)> = deck
            .entries
            .iter()
            .map(|e| (e.count, catalog.cards.card(e.card).id().to_owned()))
            .collect();
        let canonical = |(count, id): (u32, String)| {
            let card = catalog.cards.find_by_name(&id).into_iter().next().unwrap();
            (count, catalog.cards.card(card).id().to_owned())
        };
        let here: Vec<_> = here.into_iter().map(canonical).collect();
        assert_eq!(found, here, "{name}");
        assert_eq!(deck.unresolved.len(), missing.len(), "{name}");
        let incomplete = name.contains("legacy") || name.contains("utinni");
        assert!(missing.is_empty() || incomplete, "{name}: {missing:?}");
    }
}

#[test]
fn without_the_ids_titles_still_mean_cards_of_that_title() {
    let catalog = swccg();
    for PostedList { name, text, .. } in sample_decks() {
        let bare: Vec<&str> = text
            .lines()
            .map(|line| line.split_once("  # ").map_or(line, |(card, _)| card))
            .collect();
        let deck = resolved(&bare.join("\n"), &catalog, "open");
        for entry in &deck.entries {
            let written = deck.text[entry.span.clone()].split_once("x ").unwrap().1;
            let title = catalog.cards.card(entry.card).name(Lang::En);
            let front = |name: &str| {
                name.split(" / ")
                    .next()
                    .unwrap()
                    .replace(['(', ')', '\''], "")
            };
            assert_eq!(front(written), front(title), "{name}");
        }
    }
}

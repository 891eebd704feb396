//! Verdicts under every reading of lines that are not resolved, against the verdicts of the lists
//! that are written out.

use crate::common::{Sleeve, scratch, write_file};
use serde_json::Value;
use sleeve::{
    catalog,
    check::{self, CheckRequest, CheckedDeck, Input, MAX_READINGS},
    model::{Catalog, Lang},
    project::Projects,
    rules::Verdict,
};
use std::collections::BTreeSet;

/// Checks lists of the Star Wars CCG, all in one call.
fn check_lists(texts: &[String], format: &str) -> Vec<CheckedDeck> {
    let projects = Projects::new(&catalog::GAMES, std::path::Path::new("."), Vec::new());
    let input = |text: &String| Input::bytes("list.txt", text.as_bytes());
    let request = CheckRequest {
        game: Some("swccg".to_owned()),
        format: Some(format.to_owned()),
        judge_readings: true,
        ..CheckRequest::default()
    };
    check::check(&projects, texts.iter().map(input).collect(), &request).decks
}

fn check_list(text: &str, format: &str) -> CheckedDeck {
    check_lists(&[text.to_owned()], format).remove(0)
}

/// A list with so many copies of cards that are known for sure, and these lines.
fn list(copies: usize, lines: &[&str]) -> String {
    format!("# side: light\nYavin 4: Docking Bay\n{} Sense\n{}\n", copies - 1, lines.join("\n"))
}

/// The text with the line at a position written as another.
fn rewrite(text: &str, at: usize, line: &str) -> String {
    let lines = text
        .lines()
        .enumerate()
        .map(|(i, old)| if i == at { line } else { old });
    lines.collect::<Vec<_>>().join("\n") + "\n"
}

fn line_at(deck: &CheckedDeck, at: usize) -> usize {
    let start = deck.deck().unwrap().unresolved[at].span.start;
    deck.text[..start].matches('\n').count()
}

/// The verdict of the written-out lists: that of all, if they have one, and for an illegal one a
/// rule that all break.
fn common(decks: &[CheckedDeck]) -> Option<Verdict> {
    let verdicts: BTreeSet<Verdict> = decks.iter().map(CheckedDeck::verdict).collect();
    let verdict = *verdicts.first().filter(|_| verdicts.len() == 1)?;
    let mut rules = decks
        .iter()
        .map(|d| d.broken_rules().into_iter().collect::<BTreeSet<&str>>());
    let first = rules.next()?;
    let shared = rules.fold(first, |shared, its| &shared & &its);
    (verdict != Verdict::Illegal || !shared.is_empty()).then_some(verdict)
}

/// Words of names that several cards have, drawn by a seed.
fn draw_words(catalog: &Catalog, count: usize) -> Vec<String> {
    let words = catalog.cards.iter().flat_map(|card| {
        let name = card.name(Lang::En).to_owned();
        name.split(' ').map(str::to_owned).collect::<Vec<_>>()
    });
    let words: BTreeSet<String> = words
        .filter(|word| word.len() > 4 && word.chars().all(char::is_alphabetic))
        .collect();
    let words: Vec<String> = words.into_iter().collect();
    let mut seed = 30u64;
    let mut draw = || {
        seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        words[(seed >> 33) as usize % words.len()].clone()
    };
    (0..count).map(|_| draw()).collect()
}

/// Compares a deck with its lists written out, over all combinations of readings; whether its lines
/// have readings.
fn compare_with_lists(text: &str, format: &str, catalog: &Catalog) -> bool {
    let deck = check_list(text, format);
    let lines = &deck.deck().unwrap().unresolved;
    let mut all = vec![text.to_owned()];
    for (at, line) in lines.iter().enumerate() {
        let number = line_at(&deck, at);
        let write = |list: &String| {
            let id = |card| format!("{} {}", line.count, catalog.cards.card(card).id());
            let lists = line
                .readings
                .iter()
                .map(|entry| rewrite(list, number, &id(entry.card)));
            lists.collect::<Vec<_>>()
        };
        all = all.iter().flat_map(write).collect();
    }
    if lines.is_empty() || all.is_empty() || all.len() > MAX_READINGS {
        return false;
    }
    let written = check_lists(&all, format);
    assert!(
        written
            .iter()
            .all(|deck| deck.deck().unwrap().unresolved.is_empty()),
        "{text}"
    );
    let readings = deck.readings().unwrap_or_else(|| panic!("{text}"));
    assert_eq!(readings.verdict, common(&written), "{format}: {text}");
    assert_eq!(deck.verdict(), readings.verdict.unwrap_or(Verdict::Unusable));
    if let [line] = &readings.lines[..] {
        let alone: Vec<Option<Verdict>> = written.iter().map(|d| Some(d.verdict())).collect();
        assert_eq!(
            line.iter()
                .map(|reading| reading.verdict)
                .collect::<Vec<_>>(),
            alone
        );
    }
    if deck.verdict() == Verdict::Illegal {
        let told: BTreeSet<&str> = deck.broken_rules().into_iter().collect();
        assert!(!told.is_empty());
        for list in &written {
            let broken = list.broken_rules();
            assert!(told.iter().all(|rule| broken.contains(rule)), "{told:?}: {text}");
        }
    }
    true
}

few_and_many!(the_verdict_is_that_of_the_lists_written_out, 24, 240);

fn the_verdict_is_that_of_the_lists_written_out(count: usize) {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let (mut compared, mut verdicts) = (0, BTreeSet::new());
    let words = draw_words(&catalog, 2 * count);
    for (at, pair) in words.chunks(2).enumerate() {
        let format = ["open", "rulebook", "premiere"][at % 3];
        let copies = [59, 58, 57, 60][at / 3 % 4];
        let one = list(copies, &[&pair[0]]);
        let two = list(copies.min(58), &[&pair[0], &pair[1]]);
        for text in [one, two] {
            if compare_with_lists(&text, format, &catalog) {
                compared += 1;
                verdicts.insert(check_list(&text, format).verdict());
            }
        }
    }
    assert!(compared > count / 8, "{compared}");
    assert!(verdicts.len() > 1 || count < 100, "{verdicts:?}");
}

#[test]
fn readings_that_differ_leave_a_deck_without_a_verdict() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let text = list(59, &["Operations"]).replace("Yavin 4: Docking Bay", "Hidden Base");
    let deck = check_list(&text, "open");
    assert_eq!(deck.verdict(), Verdict::Unusable);
    let readings = deck.readings().unwrap();
    let line = &readings.lines[0];
    assert!(
        line.iter()
            .any(|reading| reading.rule.as_deref() == Some("one-objective")),
        "{line:?}"
    );
    assert!(
        line.iter()
            .any(|reading| reading.verdict == Some(Verdict::Legal)),
        "{line:?}"
    );
    assert!(compare_with_lists(&text, "open", &catalog));
}

few_and_many!(a_deck_is_illegal_whatever_a_line_stands_for_only_if_it_is_with_every_card, 97, 7);

/// What a line that names no card may be: each card, in each zone, or none.
/// Asks every card at this stride.
fn a_deck_is_illegal_whatever_a_line_stands_for_only_if_it_is_with_every_card(stride: usize) {
    let catalog = catalog::open("swccg", &[]).unwrap();
    for (copies, format, verdict) in [
        (57, "open", Verdict::Illegal),
        (61, "open", Verdict::Illegal),
        // 60 cards in all, if the line is one.
        (59, "open", Verdict::Unusable),
        (60, "open", Verdict::Unusable),
        (61, "premiere", Verdict::Illegal),
    ] {
        let text = list(copies, &["Qwertzuiop"]);
        let deck = check_list(&text, format);
        assert_eq!(deck.verdict(), verdict, "{copies}");
        let at = line_at(&deck, 0);
        let ids = catalog
            .cards
            .iter()
            .step_by(stride)
            .map(|card| format!("1 {}", card.id()));
        let mut lists: Vec<String> = ids.map(|line| rewrite(&text, at, &line)).collect();
        lists.push(rewrite(&text, at, ""));
        lists.push(rewrite(&text, at, "Starting\n1 Alter"));
        let written = check_lists(&lists, format);
        assert!(
            written
                .iter()
                .all(|deck| deck.verdict() != Verdict::Unusable)
        );
        if verdict == Verdict::Illegal {
            assert_eq!(common(&written), Some(Verdict::Illegal), "{copies}");
        }
    }
}

#[test]
fn a_line_that_may_hold_more_copies_leaves_more_open() {
    for (line, verdict) in [
        ("Qwertzuiop", Verdict::Illegal),
        // Two cards or three make sixty.
        ("Qwertz and Uiop", Verdict::Illegal),
        ("Qwertz 3", Verdict::Unusable),
        ("3 Qwertzuiop", Verdict::Unusable),
        ("Qwertz, Uiop, Asdf", Verdict::Unusable),
        ("Qwertz Uiop Asdf", Verdict::Unusable),
        ("Qwertz Uiop", Verdict::Illegal),
    ] {
        assert_eq!(check_list(&list(57, &[line]), "open").verdict(), verdict, "{line}");
    }
    // A number that is not told, one of several, or one beyond any deck: what is short of it may be
    // there.
    for line in [
        "three Zorgblat",
        "trois Zorgblat",
        "Zorgblat (three)",
        "Zorgblat III",
        "iii Zorgblat",
        "\u{ff13} Zorgblat",
        "Zorgblat \u{d7}\u{ff13}",
        "\u{b3} Zorgblat",
        "2 Qwertz | 2 Uiop",
        "2 Qwertz plus 2 Uiop",
        "2 Qwertz \\ 2 Uiop",
        "Qwertz uiop no 30000000",
        "Qwertz uiop no 4294967295",
        "Qwertz uiop no 99999999999",
    ] {
        assert_eq!(check_list(&list(57, &[line]), "open").verdict(), Verdict::Unusable, "{line}");
    }
    // More decks than are judged.
    let many = list(52, &["Qwertz", "Uiop", "Asdf", "Ghjk", "Yxcv", "Bnm", "Qwert", "Zuiop"]);
    assert_eq!(check_list(&many, "open").verdict(), Verdict::Unusable);
}

/// The witness is the search of cards: each card of the side with the word in its name is a
/// reading, whenever it came out.
#[test]
fn a_name_of_several_cards_is_read_as_each_that_bears_it() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let old = "decks/swccg/tie-swarm-1996.toml";
    let deck = Sleeve::new()
        .run(&["convert", old, "--to", "text"])
        .assert_status(0)
        .out;
    let (above, _) = deck.trim_end().rsplit_once('\n').unwrap();
    for word in ["Admiral", "Saber", "Tusken"] {
        let deck = check_list(&format!("{above}\n7 {word}\n"), "premiere_hoth");
        let unresolved = &deck.deck().unwrap().unresolved;
        let id = |card| catalog.cards.card(card).id().to_owned();
        let readings: BTreeSet<String> = unresolved
            .iter()
            .flat_map(|line| &line.readings)
            .map(|entry| id(entry.card))
            .collect();
        let filter = format!("side:dark name:{word}");
        let search = ["cards", "--game", "swccg", &filter, "-o", "json"];
        let found: Value = serde_json::from_str(&Sleeve::new().run(&search).out).unwrap();
        for card in found["cards"].as_array().unwrap() {
            let name = card["name"].as_str().unwrap();
            let has_word = name
                .split(|c: char| !c.is_alphanumeric())
                .any(|its| its == word);
            // A card with a mark is written with it.
            let is_reading = readings.contains(card["id"].as_str().unwrap());
            assert!(!has_word || name.ends_with(')') || is_reading, "{word}: {name}");
        }
        // Some of them came out after the sets of the format.
        assert_ne!(deck.verdict(), Verdict::Legal, "{word}");
    }
}

#[test]
fn a_report_names_the_readings() {
    let folder = scratch("readings");
    let check = |line: &str, arguments: &[&str]| {
        write_file(
            &folder,
            "list.txt",
            list(59, &[line]).replace("Yavin 4: Docking Bay", "Hidden Base"),
        );
        let paths = ["check", "list.txt", "--as", "swccg/open"];
        Sleeve::new()
            .folder(&folder)
            .run(&[&paths, arguments].concat())
    };
    check("Wedge", &[])
        .assert_status(0)
        .assert_out("warning: `Wedge` could be 4 cards: `Wedge Antilles` (2_23), ")
        .assert_out("; legal with any of them")
        .assert_out("1 deck: 1 legal");
    check("Wedge", &["--lang", "fr"])
        .assert_status(0)
        .assert_out(" peut désigner 4 cartes")
        .assert_out("légal avec n'importe laquelle");
    check("Wedge", &["--until", "--on", "2026-11-26"])
        .assert_out("end not known: not every line is one card");
    check("Wedge", &["-o", "csv"]).assert_out("legal,false,0,");
    let document = check("Wedge", &["-o", "json"]).document();
    let row = &document["decks"][0];
    assert_eq!((&row["verdict"], &row["fingerprint"]), (&"legal".into(), &serde_json::Value::Null));
    assert_eq!(row["unresolved"][0]["readings"].as_array().unwrap().len(), 4);
    assert_eq!(row["unresolved"][0]["readings"][0]["verdict"], "legal");
    check("Operations", &[])
        .assert_status(2)
        .assert_out("error: `Operations` could be 7 cards: illegal with ")
        .assert_out(" (`one-objective`); legal with ");
    check("Operations", &["--lang", "fr"]).assert_out(" (`one-objective`)");
    let few = || list(50, &["Qwertzuiop"]);
    write_file(&folder, "few.txt", few());
    let run = |arguments: &[&str]| Sleeve::new().folder(&folder).run(arguments);
    run(&["check", "few.txt", "--as", "swccg/open"])
        .assert_status(1)
        .assert_out(
            "warning: there is no card `Qwertzuiop`; the deck is illegal whichever card it is",
        )
        .assert_out("error[deck-size]: 51 cards, exactly 60 required in a deck");
    run(&["check", "few.txt", "--as", "swccg/open", "--lang", "fr"])
        .assert_out("illégal quelle que soit la carte");
    // Other commands ask as before.
    run(&["stats", "few.txt", "--as", "swccg/open"]).assert_err("Qwertzuiop");
    run(&["fix", "few.txt", "--as", "swccg/open"]).assert_status(2);
}

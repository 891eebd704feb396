//! The games of `docs/other-games.md`: their data is clean, their legal decks are legal, and every
//! twin `FORMAT.RULE.toml`, or `FORMAT.CARD.RULE.toml`, breaks its rule and no other.

use crate::common::{Sleeve, in_brief, scratch, write_file};
use sleeve::model::RuleBody;
use std::{
    collections::BTreeSet,
    path::{Path, PathBuf},
};

const GAMES: &str = "docs/examples/games";
const DECKS: &str = "docs/examples/decks";

fn entries(folder: &str) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).expect(folder);
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.unwrap().path()).collect();
    paths.sort();
    paths
}

fn name(path: &Path) -> String {
    path.file_name().unwrap().to_str().unwrap().to_owned()
}

/// The decks of a game in our own form; what lies beside them in forms of other tools is asked in
/// `readers`.
fn decks(game: &str) -> Vec<PathBuf> {
    let mut paths = entries(&format!("{DECKS}/{game}"));
    paths.retain(|path| path.extension().is_some_and(|ending| ending == "toml"));
    paths
}

fn games() -> Vec<String> {
    entries(GAMES).iter().map(|path| name(path)).collect()
}

fn check(game: &str, path: &Path, more: &[&str]) -> crate::common::Ran {
    let (cards, deck) = (format!("{GAMES}/{game}"), path.to_str().unwrap().replace('\\', "/"));
    Sleeve::new().run(&[&["check", &deck, "--cards", &cards], more].concat())
}

fn verdict(game: &str, path: &Path) -> (String, BTreeSet<String>) {
    let document = check(game, path, &["-o", "json"]).document();
    let deck = &document["decks"][0];
    let findings = deck["findings"].as_array().cloned().unwrap_or_default();
    let broken = findings
        .iter()
        .filter(|finding| finding["status"] != "note");
    let rules = broken.map(|finding| finding["rule"].as_str().unwrap().to_owned());
    (deck["verdict"].as_str().unwrap().to_owned(), rules.collect())
}

#[test]
fn the_data_of_other_games_is_clean() {
    Sleeve::new().run(&["lint", GAMES]).assert_status(0);
}

#[test]
fn every_rule_of_other_games_has_a_legal_deck_and_an_illegal_twin() {
    let mut wrong = Vec::new();
    for game in games() {
        let catalog = sleeve::catalog::open(&game, &[PathBuf::from(GAMES)]).unwrap();
        let mut twins: BTreeSet<(String, String)> = BTreeSet::new();
        for path in decks(&game) {
            let file = name(&path);
            let (verdict, rules) = verdict(&game, &path);
            let stem = file.strip_suffix(".toml").unwrap_or(&file);
            match stem.split_once('.') {
                None if verdict != "legal" => wrong.push(format!("{file}: {verdict} {rules:?}")),
                None => {}
                Some((format, rule)) => {
                    let rule = rule.trim_end_matches(|c: char| c == '-' || c.is_ascii_digit());
                    // What stands before another point is the card whose rule it is.
                    let rule = rule.replace('.', "/");
                    twins.insert((format.to_owned(), rule.clone()));
                    if verdict != "illegal" || rules != BTreeSet::from([rule]) {
                        wrong.push(format!("{file}: {verdict} {rules:?}"));
                    }
                }
            }
        }
        for of in catalog
            .card_rules()
            .iter()
            .flat_map(|of| of.rules.unpacked())
        {
            // What only lifts a rule of the format cannot be broken.
            let can_break = of.rule.body != RuleBody::Nothing;
            if can_break && !twins.iter().any(|(_, rule)| *rule == of.rule.id) {
                wrong.push(format!("{game}: {} has no twin", of.rule.id));
            }
        }
        for format in catalog.formats() {
            for rule in format
                .rules
                .iter()
                .filter(|rule| rule.format == format.named.id.as_str())
            {
                if !twins.contains(&(format.named.id.to_string(), rule.id.clone())) {
                    wrong.push(format!("{game}: {} of {} has no twin", rule.id, format.named.id));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is wrong and what to do, as people read it.
fn told(game: &str, path: &Path, lang: &str) -> String {
    let ran = check(game, path, &["--lang", lang]);
    let wanted = |line: &&str| {
        let line = line.trim_start();
        ["error", "erreur", "warning", "= "]
            .iter()
            .any(|start| line.starts_with(start))
    };
    ran.out
        .lines()
        .filter(wanted)
        .map(|line| format!("  {}\n", line.trim()))
        .collect()
}

#[test]
fn findings_of_other_games() {
    let mut out = String::new();
    for game in games() {
        out += &format!("# {game}\n");
        for path in decks(&game) {
            if name(&path).matches('.').count() > 1 {
                out += &format!("{}\n", name(&path));
                out += &told(&game, &path, "en");
                out += &told(&game, &path, "fr");
            }
        }
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_deck_without_its_identity_has_a_verdict() {
    let deck = std::fs::read_to_string(format!("{DECKS}/accord/standard-1.toml")).unwrap();
    let cards = format!("{GAMES}/accord");
    let say = |deck: &str, lang: &str| {
        let ran = Sleeve::new()
            .input(deck)
            .run(&["check", "-", "--cards", &cards, "--lang", lang, "--color", "never"]);
        ran.to_string()
    };
    let empty = deck.replace("[\"ironworks\"]", "[]");
    let two = deck.replace("[\"ironworks\"]", "[\"ironworks\", \"nerith\"]");
    let told = [&empty, &two].map(|deck| say(deck, "en") + "\n" + &say(deck, "fr"));
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn a_stated_role_that_the_cards_contradict_is_told_at_both_places() {
    let twin = format!("{DECKS}/accord/standard.stated-role.toml");
    let cards = format!("{GAMES}/accord");
    let run = |args: &[&str]| Sleeve::new().run(&[args, &["--cards", &cards]].concat());
    let told = run(&["check", &twin]);
    told.assert_out("\n4 | role = \"smuggler\"\n  |        ^^^^^^^^^^\n");
    told.assert_out("^^^^^^^^^^^ The Ironworks\n");
    let own = format!("{DECKS}/accord/standard-1.toml");
    for (deck, role, legal) in
        [(&twin, "council", 0), (&own, "council", 0), (&own, "smuggler", 1), (&twin, "smuggler", 1)]
    {
        assert_eq!(run(&["check", deck, "--role", role]).status, legal, "{deck} {role}");
    }
    let json =
        |args: &[&str]| run(&[args, &["-o", "json"]].concat()).document()["decks"][0].clone();
    // The identity stays, and gives the role.
    let fixed = json(&["fix", &twin]);
    assert_eq!(
        (&fixed["changes"], &fixed["restated_role"]["after"]),
        (&1.into(), &"council".into())
    );
    let built = json(&["build", "accord/standard", "--role", "smuggler"]);
    assert_eq!((&built["verdict"], &built["in"][0]["id"]), (&"legal".into(), &"nerith".into()));
    let folder = crate::common::scratch("stated-role");
    write_file(&folder, "sleeve.toml", "levels = { stated-role = \"warn\" }\n");
    std::fs::copy(&twin, folder.join("deck.toml")).unwrap();
    let games = std::path::absolute(GAMES).unwrap().join("accord");
    let run = Sleeve::new().folder(&folder).run(&[
        "check",
        "deck.toml",
        "--cards",
        games.to_str().unwrap(),
    ]);
    assert_eq!(run.status, 0, "{run}");
    run.assert_out("warning[stated-role]");
}

#[test]
fn repairs_and_odds_of_other_games_know_what_the_identity_has() {
    let run = |args: &[&str]| Sleeve::new().run(args);
    let cards = format!("{GAMES}/accord");
    let repairs = ["standard.side", "standard.agendas", "standard.influence"].map(|twin| {
        let deck = format!("{DECKS}/accord/{twin}.toml");
        format!("# {twin}\n{}", run(&["fix", &deck, "--cards", &cards]))
    });
    insta::assert_snapshot!(repairs.join("\n"));
    let (deck, cards) = (format!("{DECKS}/circle/duel-1.toml"), format!("{GAMES}/circle"));
    let chance = |condition: &str| {
        let ran = run(&["odds", &deck, condition, "--cards", &cards, "--seat", "1"]);
        ran.to_string()
    };
    insta::assert_snapshot!(chance("any(classes:$hero.class)"), @"
    status: 0
    any(classes:$hero.class)
      39/58 = 67.24 %, 1 in 1.49

    model: hand of 3 from the 30 cards of deck, seat 1
    sleeve 0.1.0, data: circle 2026-11-22 + docs/examples/games/circle
    ");
    let total = "2 * [any(cost>=5)] + total(name, least(count(), 1)) >= 5";
    insta::assert_snapshot!(chance(total), @"
    status: 0
    2 * [any(cost>=5)] + total(name, least(count(), 1)) >= 5
      587/1015 = 57.83 %, 1 in 1.73

    model: hand of 3 from the 30 cards of deck, seat 1
    sleeve 0.1.0, data: circle 2026-11-22 + docs/examples/games/circle
    ");
}

#[test]
fn lists_give_numbers_on_the_days_on_which_they_hold() {
    let folder = crate::common::scratch("numbered-lists");
    let write = |cards: &str| {
        let list = format!(
            "game = 'duchy'\n[[list]]\nid = 'later'\nname = 'later'\nfrom = 2025-01-01\ncite = 'council'\ncards = {cards}\n"
        );
        write_file(&folder, "list.toml", list);
    };
    let overlay = folder.join("list.toml").display().to_string();
    let cards = format!("{GAMES}/duchy");
    let run = |args: &[&str]| {
        let ran = Sleeve::new().run(&[args, &["--cards", &cards, "--cards", &overlay]].concat());
        ran.to_string()
            .replace(&format!("{}/", folder.display()), "")
    };
    write("{ Recall = 3, bolt = 1.5 }");
    let found = |filter: &str, more: &[&str]| {
        run(&[&["cards", filter, "--game", "duchy", "-o", "csv"], more].concat())
    };
    let all = found("in.later >= 1", &[]);
    assert!(all.contains("recall") && all.contains("bolt"), "{all}");
    let some = found("in.later > 1.5 or in.restricted + in.later = 4", &[]);
    assert!(some.contains("recall") && !some.contains("bolt"), "{some}");
    // A list without numbers gives 1; one that does not hold yet, nothing.
    assert_eq!(found("in.restricted = 1", &[]), found("in:restricted", &[]));
    let before = found("in.later >= 1", &["--on", "2024-12-31"]);
    assert!(!before.contains("recall"), "{before}");
    insta::assert_snapshot!(in_brief(found("in.latter >= 1", &[])), @"
    status: 2
    --- err
    error: no list is named `latter` (filter:1:4) {latter} = help: did you mean `later`?
    ");
    write("{ Recall = 3, recall = 2, Nobody = 1, bolt = 'x' }");
    insta::assert_snapshot!(in_brief(run(&["cards", "bolt", "--game", "duchy"])), @"
    status: 2
    --- err
    error: `recall` is given twice (list.toml:7:23) {recall} the second time
    error: unknown card `Nobody` (list.toml:7:35) {Nobody}
    error: `bolt` has to be a number with at most six decimals, not a text (list.toml:7:54) {'x'}
    ");
}

#[test]
fn a_deck_of_a_game_with_one_format_need_not_name_it() {
    let (folder, game) = (scratch("one-format"), format!("{GAMES}/provinces"));
    let text = std::fs::read_to_string("docs/examples/decks/provinces/council-1.toml").unwrap();
    let bare: String = text
        .lines()
        .filter(|l| !l.starts_with("format"))
        .map(|l| format!("{l}\n"))
        .collect();
    write_file(&folder, "bare.toml", bare);
    let bare = folder.join("bare.toml").display().to_string();
    let ran = Sleeve::new().run(&["check", &bare, "--cards", &game]);
    ran.assert_status(0).assert_out("(provinces/council)");
    // So it is if the format asks for a role or a parameter: without a value nothing is legal.
    for (asks, shown) in [
        ("[[format.roles]]\nid = \"red\"\n", "(provinces/council, red)"),
        ("[format.parameters]\nboxes = {}\n", "does not say which format"),
    ] {
        let over = format!(
            "game = \"provinces\"\n[[format]]\nid = \"council\"\nextends = \"council\"\n{asks}"
        );
        write_file(&folder, "over.toml", over);
        let over = folder.join("over.toml").display().to_string();
        let ran = Sleeve::new().run(&["check", &bare, "--cards", &game, "--cards", &over]);
        ran.assert_out(shown);
    }
}

#[test]
fn a_game_without_days_is_judged_on_any_day() {
    let folder = scratch("no-days");
    Sleeve::new()
        .folder(&folder)
        .run(&["new", "game", "start"])
        .assert_status(0);
    let check = |more: &[&str]| {
        let deck = ["check", "start/decks/legal.toml", "--cards", "start/cards"];
        Sleeve::new().folder(&folder).run(&[&deck, more].concat())
    };
    check(&["--on", "2024-01-01"]).assert_status(0);
    // As soon as one set has a day, all others are asked for theirs.
    let game = std::fs::read_to_string(folder.join("start/cards/game.toml")).unwrap();
    let dated = format!("{game}\n[sets.second]\nname = \"Second\"\nreleased = 2023-01-01\n");
    write_file(&folder, "start/cards/game.toml", dated);
    check(&["--on", "2024-01-01"]).assert_out("no release date is known");
}

#[test]
fn documents_name_each_choice_of_overlays() {
    let folder = scratch("two-choices");
    Sleeve::new()
        .folder(&folder)
        .run(&["new", "game", "start"])
        .assert_status(0);
    let deck = std::fs::read_to_string(folder.join("start/decks/legal.toml")).unwrap();
    let list = "game = \"start\"\n[[list]]\nid = \"few\"\nname = \"Few\"\ncards = [\"ana\"]\ncite = \"reading\"\n";
    for (place, overlays) in [
        ("a", "\"../start/cards\""),
        ("b", "\"../start/cards\", \"few.toml\""),
        ("c", "\"../start/cards\""),
    ] {
        let within = folder.join(place);
        write_file(&within, "deck.toml", &deck);
        write_file(&within, "few.toml", list);
        write_file(&within, "sleeve.toml", format!("[cards]\noverlays = [{overlays}]\n"));
    }
    let decks = ["check", "a/deck.toml", "b/deck.toml", "c/deck.toml", "-o", "json"];
    let document = Sleeve::new()
        .folder(&folder)
        .run(&decks)
        .assert_status(0)
        .document();
    let data = document["data"].as_array().unwrap();
    let counts: Vec<usize> = data
        .iter()
        .map(|data| data["overlays"].as_array().unwrap().len())
        .collect();
    assert_eq!(counts, [1, 2], "{data:?}");
    assert_ne!(data[0]["digest"], data[1]["digest"]);
}

/// The verdicts of many decks at once under `some` are those under every pair of values written
/// out.
#[test]
fn a_choice_of_values_is_every_pair_of_them() {
    let (folder, game) = (scratch("choice-of-values"), format!("{GAMES}/provinces"));
    let provinces = ["north", "south", "coast", "marsh", "heights"];
    let pairs = provinces.iter().enumerate().flat_map(|(at, first)| {
        provinces[at + 1..]
            .iter()
            .map(move |second| format!("all(provinces:{first}|{second})"))
    });
    let pairs = pairs.collect::<Vec<_>>().join(" or ");
    for path in entries(&game) {
        let text = std::fs::read_to_string(&path).unwrap();
        let text = text.replace("some(2, provinces, all(provinces:$these))", &pairs);
        write_file(&folder.join("pairs"), &name(&path), text);
    }
    let cards = std::fs::read_to_string(format!("{game}/cards.toml")).unwrap();
    let ids: Vec<&str> = cards
        .lines()
        .filter_map(|line| line.strip_prefix("id = "))
        .collect();
    let mut seed = 7u32;
    for deck in 0..80 {
        let mut text = "game = 'provinces'\nformat = 'council'\n[zones.deck]\n".to_owned();
        let mut of_deck = ids.clone();
        for _ in 0..4 {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let id = of_deck.remove((seed >> 16) as usize % of_deck.len());
            text += &format!("{id} = 3\n");
        }
        write_file(&folder.join("decks"), &format!("{deck:02}.toml"), text);
    }
    let decks = folder.join("decks").display().to_string();
    let verdicts = |game: &str| {
        Sleeve::new()
            .run(&["check", &decks, "--cards", game, "-o", "csv"])
            .out
    };
    let of_choice = verdicts(&game);
    assert_eq!(of_choice, verdicts(&folder.join("pairs").display().to_string()));
    let legal = of_choice.matches(",legal,").count();
    assert!((10..70).contains(&legal), "{legal} of 80 decks are legal");
    // A repair is as near under either.
    let twin = format!("{DECKS}/provinces/council.two-provinces.toml");
    let repaired = Sleeve::new()
        .run(&["fix", &twin, "--cards", &game])
        .assert_status(0);
    repaired.assert_out("2 changes, proven to be the fewest");
}

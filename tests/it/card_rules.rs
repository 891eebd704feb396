//! Rules that cards bring with them: documents, packs, filters and limits. The scenarios are in
//! `tests/console/card-rules.trycmd`.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::path::{Path, PathBuf};

const CARDS: &str = "docs/examples/games/expedition";

fn run(args: &[&str]) -> Ran {
    let (command, rest) = args.split_at(1);
    Sleeve::new().run(&[command, &["--cards", CARDS, "--color", "never"], rest].concat())
}

fn deck(leaders: &str, cards: &str) -> String {
    format!(
        "game = 'expedition'\nformat = 'journey'\nzones.leader = [{leaders}]\n[zones.deck]\n{cards}\n"
    )
}

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    for (file, text) in files {
        write_file(&folder, file, text);
    }
    folder
}

/// Ids of the rules that a deck breaks.
fn broken(ran: &Ran) -> Vec<String> {
    let document = ran.document();
    let findings = document["decks"][0]["findings"]
        .as_array()
        .cloned()
        .unwrap_or_default();
    findings
        .iter()
        .map(|finding| finding["rule"].as_str().unwrap().to_owned())
        .collect()
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

const FORGE: &str =
    "Hammer = 2\nRepairs = 2\n'Forge Song' = 2\nRope = 2\nLamp = 1\nMule = 2\nDeciphering = 1";

const EXCEPTIONS: &str = "docs/examples/games/exceptions";

#[test]
fn documents_say_who_amended_what() {
    let run = |args: &[&str]| {
        Sleeve::new()
            .run(&[args, &["--cards", EXCEPTIONS, "-o", "json"]].concat())
            .document()
    };
    let check = |deck: &str| {
        let path = format!("docs/examples/decks/exceptions/{deck}.toml");
        run(&["check", &path])["decks"][0]["findings"][0].clone()
    };
    let term = |name: &str, value: i32| serde_json::json!({ "name": name, "value": value });
    assert_eq!(
        check("campaign.size-2")["numbers"],
        serde_json::json!([{ "name": "deck size", "value": 55, "terms": [
            term("", 30), term("Mandy Thompson", 20), term("Versatile", 5),
            term("Ancestral Knowledge", 5), term("Underworld Support", -5),
        ]}])
    );
    assert_eq!(check("corporation.ampere.agendas")["lifts"], serde_json::json!(["agenda-faction"]));
    let shown = run(&["show", "mandy"]);
    assert_eq!(shown["cards"][0]["card-changes"][0]["add"], "size - 30", "{shown}");
    let rules = run(&["rules", "exceptions/taboo"]);
    let number = &rules["games"][0]["formats"][0]["numbers"][0];
    let changing = number["changes"]
        .as_array()
        .unwrap()
        .iter()
        .map(|change| &change["card"]);
    assert_eq!(changing.collect::<Vec<_>>(), ["mandy", "versatile", "underworld-support"]);
}

#[test]
fn a_packed_game_brings_its_rules() {
    let folder = folder("packed-card-rules", &[("deck.toml", &deck("'brann'", FORGE))]);
    let file = shown(&folder.join("expedition.sleeve"));
    Sleeve::new().run(&["pack", CARDS, &file]).assert_status(0);
    let ran = Sleeve::new().run(&[
        "check",
        &shown(&folder.join("deck.toml")),
        "--cards",
        &file,
        "-o",
        "json",
    ]);
    assert_eq!(broken(&ran), ["brann/no-beasts"], "{ran}");
    let file = shown(&folder.join("exceptions.sleeve"));
    Sleeve::new()
        .run(&["pack", EXCEPTIONS, &file])
        .assert_status(0);
    let twin = "docs/examples/decks/exceptions/campaign.size.toml";
    Sleeve::new()
        .run(&["check", twin, "--cards", &file])
        .assert_out("deck size 35: 30, +5 Versatile");
}

/// The rules of a deck under this identity, with these data over the game or pack.
fn broken_under(identity: &str, cards: &[&str]) -> Vec<String> {
    let deck = format!(
        "game = 'exceptions'\nformat = 'corporation'\nzones.identity = ['{identity}']\nzones.deck = {{ snare = 2 }}\n"
    );
    let folder = folder("filtered-rules-deck", &[("deck.toml", &deck)]);
    let path = shown(&folder.join("deck.toml"));
    let cards = cards.iter().flat_map(|path| ["--cards", path]);
    broken(
        &Sleeve::new().run(
            &["check", &path, "-o", "json"]
                .into_iter()
                .chain(cards)
                .collect::<Vec<_>>(),
        ),
    )
}

#[test]
fn a_filter_gives_its_cards_a_rule_those_of_later_overlays_too() {
    let later =
        "game = 'exceptions'\n[[card]]\nid = 'apex'\nkind = 'identity'\nfaction = 'neutral'\n";
    // A rule in the card, or one that names it, comes before one from a filter. The faction of the
    // last card is unknown.
    let own =
        format!("{later}[[card.rule]]\nid = 'one-copy'\nin = 'identity'\nlifts = ['copy-limit']\n");
    let open = later.replace("'neutral'", "'?'");
    let other = format!(
        "{later}[[rule-of-cards]]\ncards = 'id:apex'\nid = 'one-copy'\nin = 'identity'\nzone = 'deck'\nrequire = 'count() >= 3'\n"
    );
    let files =
        [("later.toml", later), ("own.toml", &own), ("open.toml", &open), ("other.toml", &other)];
    let folder = folder("filtered-rules", &files);
    let pack = shown(&folder.join("exceptions.sleeve"));
    Sleeve::new()
        .run(&["pack", EXCEPTIONS, &pack])
        .assert_status(0);
    for game in [EXCEPTIONS, &pack] {
        let under = |identity: &str, file: &str| {
            broken_under(identity, &[game, &shown(&folder.join(file))])
        };
        assert_eq!(under("nova", "later.toml"), ["nova/one-copy"]);
        assert_eq!(under("apex", "later.toml"), ["apex/one-copy"]);
        for file in ["own.toml", "open.toml"] {
            assert!(!under("apex", file).contains(&"apex/one-copy".to_owned()), "{file}");
        }
        // An overlay's rule of that id takes the place of the older one, for all cards.
        assert_eq!(under("apex", "other.toml"), ["apex/one-copy"]);
        assert!(!under("nova", "other.toml").contains(&"nova/one-copy".to_owned()));
    }
    // A pack holds the filter, and not the cards that it found.
    let again = shown(&folder.join("again.sleeve"));
    Sleeve::new()
        .run(&["pack", &pack, &shown(&folder.join("later.toml")), &again])
        .assert_status(0);
    assert_eq!(broken_under("apex", &[&again]), ["apex/one-copy"]);
}

#[test]
fn a_game_has_no_more_filters_than_it_can_ask_when_it_is_opened() {
    let change = |at: usize| {
        // A filter without a card: a card has fewer rules than a game has filters.
        format!(
            "[[change-of-cards]]\ncards = 'id:nova kind:agenda'\nin = 'identity'\nof = 'n{at}'\nadd = 1\n"
        )
    };
    let changes: String = (0..=1000).map(change).collect();
    let text = format!("game = 'exceptions'\n{changes}");
    let folder = folder("filters-without-end", &[("over.toml", &text)]);
    let over = shown(&folder.join("over.toml"));
    let findings = |paths: &[&str]| {
        let ran = Sleeve::new().run(&[&["lint", "-o", "json"], paths].concat());
        let all = ran.document()["findings"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let of_rules = all
            .into_iter()
            .filter(|finding| finding["id"] == "too-many");
        of_rules
            .map(|finding| finding["file"].as_str().unwrap_or_default().to_owned())
            .collect::<Vec<_>>()
    };
    assert_eq!(findings(&[EXCEPTIONS, &over]), [&*over], "once, at its place");
    // Two layers that have too many together are refused at the second, also where it has too many
    // alone.
    let half = |first: usize| (first..first + 700).map(change).collect::<String>();
    for second in [half(700), changes] {
        write_file(&folder, "first.toml", format!("game = 'exceptions'\n{}", half(0)));
        write_file(&folder, "over.toml", format!("game = 'exceptions'\n{second}"));
        let first = shown(&folder.join("first.toml"));
        assert_eq!(findings(&[EXCEPTIONS, &first, &over]), [&*over]);
    }
}

/// Of very many cards with rules only some come in; whatever is claimed holds all the same.
#[test]
fn many_cards_with_rules_are_not_all_weighed() {
    let leader = |at: usize| {
        let rule = |n: usize| {
            format!(
                "{{ id = 'r{n}', in = 'leader', zone = 'deck', require = 'count(level>=2) >= {}' }}",
                n % 3 + 1
            )
        };
        let rules: Vec<String> = (0..9).map(rule).collect();
        format!(
            "[[card]]\nid = 'l{at}'\nset = 'first'\nkind = 'leader'\ncalling = 'scout'\nroom = 3\nrule = [{}]\n",
            rules.join(", ")
        )
    };
    let leaders: String = (0..102).map(leader).collect();
    let overlay = format!("game = 'expedition'\n{leaders}");
    let light =
        deck("'l77'", "'Trail Marks' = 2\nRope = 2\nLamp = 2\nMule = 2\nHound = 2\nRations = 2");
    let folder = folder("card-rules-many", &[("leaders.toml", &overlay), ("deck.toml", &light)]);
    let cards = shown(&folder.join("leaders.toml"));
    let path = shown(&folder.join("deck.toml"));
    let checked = broken(&run(&["check", &path, "--cards", &cards, "-o", "json"]));
    assert_eq!(checked.len(), 9, "{checked:?}");
    // Vera asks for less than l77: one change.
    run(&["fix", &path, "--cards", &cards])
        .assert_out("-1 l77")
        .assert_out(": 1 change");
    let kept = run(&["fix", &path, "--cards", &cards, "--lock", "kind:leader"]);
    assert!(kept.status == 0 && !kept.out.contains("-1 l77"), "{kept}");
    let built = run(&["build", "expedition/journey", "--with", "l99", "--cards", &cards]);
    built.assert_out("[\"l99\"]");
}

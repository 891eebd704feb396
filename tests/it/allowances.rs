//! Allowances that overlap: what nobody knows, numbers that there are not, repairs, filters, the linter.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::path::PathBuf;

const CARDS: &str = "docs/examples/games/expedition";
const DECKS: &str = "docs/examples/decks/expedition";

fn run(args: &[&str]) -> Ran {
    let (command, rest) = args.split_at(1);
    Sleeve::new().run(&[command, &["--cards", CARDS, "--color", "never"], rest].concat())
}

fn both(args: &[&str], folder: &str) -> String {
    let say = |lang| run(&[args, &["--lang", lang]].concat()).to_string();
    (say("en") + "\n" + &say("fr")).replace(&format!("{folder}/"), "")
}

fn folder(name: &str, files: &[(&str, &str)]) -> PathBuf {
    let folder = scratch(name);
    for (file, text) in files {
        write_file(&folder, file, text);
    }
    folder
}

#[test]
fn a_card_of_which_a_fact_is_not_known_may_or_may_not_be_covered() {
    let overlay = "game = 'expedition'\n[[card]]\nid = 'hammer'\nlevel = '?'\n[[card]]\nid = 'vera'\nroom = { min = 2, max = 4 }\n";
    let folder = folder("allowances-unknown", &[("facts.toml", overlay)]);
    let overlay = folder.join("facts.toml").display().to_string();
    let check = |deck: &str| {
        let deck = format!("{DECKS}/{deck}.toml");
        both(&["check", &deck, "--cards", &overlay], &folder.display().to_string())
    };
    let open = check("journey-1");
    // Whatever the facts are, what no allowance can cover is not covered.
    let closed = check("journey.callings-2");
    insta::assert_snapshot!(open + "\n" + &closed);
}

#[test]
fn an_allowance_without_a_number_is_told() {
    let deck = std::fs::read_to_string(format!("{DECKS}/journey-1.toml")).unwrap();
    let folder = folder("allowances-empty", &[("deck.toml", &deck.replace("[\"vera\"]", "[]"))]);
    let deck = folder.join("deck.toml").display().to_string();
    insta::assert_snapshot!(both(&["check", &deck], &folder.display().to_string()));
}

#[test]
fn repairs_deal_out_cards_as_the_check_does() {
    let mut out = String::new();
    for twin in ["journey.callings", "journey.callings-2"] {
        out += &run(&["fix", &format!("{DECKS}/{twin}.toml")]).to_string();
    }
    let build = |wish: &str| {
        run(&["build", "expedition/journey", "--with", "Vera", "--require", wish]).to_string()
    };
    out += &build("count(calling:smith) >= 4");
    // Two hammers, two repairs: no more of them fit into what Vera allows.
    out += &build("count(calling:smith) >= 5");
    insta::assert_snapshot!(out);
}

/// A format without leaders, whose allowances speak of cards alone.
const NARROW: &str = "game = 'expedition'\n[[format]]\nid = 'narrow'\nname = 'Narrow'\ncite = 'rulebook'\n\
    zones.deck = '-kind:leader'\n[[format.rule]]\nid = 'sorts'\ncite = 'rulebook'\ntext = 'So many of each.'\n\
    allowances = [{ cards = 'traits:tool', up-to = 2 }, { cards = 'calling:scout' }]\n";

#[test]
fn cards_that_no_allowance_covers_are_not_legal() {
    let folder = folder("allowances-legal", &[("narrow.toml", NARROW)]);
    let overlay = folder.join("narrow.toml").display().to_string();
    let legal =
        run(&["cards", "legal:narrow", "--cards", &overlay, "-o", "csv", "--game", "expedition"]);
    for (card, is_legal) in [("hammer", true), ("hound", true), ("mule", false), ("vera", false)] {
        let listed = legal.out.lines().any(|line| line.starts_with(card));
        assert_eq!(listed, is_legal, "{card}\n{legal}");
    }
    let rules = both(&["rules", "expedition/narrow", "--cards", &overlay], "");
    assert!(rules.contains("allowances(count(traits:tool) <= 2; count(calling:scout))"), "{rules}");
}

#[test]
fn what_an_allowance_reads_of_other_zones_some_deck_can_provide() {
    let args = ["cards", "legal:journey -kind:leader", "-o", "json", "--game", "expedition"];
    let found = run(&args).document();
    let count = |key: &str| found[key].as_array().unwrap().len();
    let all = run(&["cards", "-kind:leader", "-o", "json", "--game", "expedition"]).document();
    assert_eq!(
        (count("cards"), count("undetermined")),
        (all["cards"].as_array().unwrap().len(), 0)
    );
}

#[test]
fn mistakes_in_allowances_are_pointed_at() {
    let many = vec!["{ cards = 'traits:tool' }"; 65].join(", ");
    let mut out = String::new();
    for (at, allowances) in [
        "[]",
        "'traits:tool'",
        "[{ up-to = 2 }]",
        "[{ cards = 'traits:tool', upto = 2 }]",
        "[{ cards = 'traits:tool', up-to = true }]",
        "[{ cards = 'trait:tool' }, { cards = 'traits:tool', up-to = 'count( >= 2' }]",
        "[{ cards = 'kind:leader' }, { cards = 'traits:tool', up-to = -1 }]",
        "[{ cards = 'level>=0' }, { cards = 'traits:tool', up-to = 2 }]",
        many.as_str(),
    ]
    .into_iter()
    .enumerate()
    {
        let allowances = if at == 8 { format!("[{allowances}]") } else { allowances.to_owned() };
        let text = NARROW.lines().map(|line| {
            if line.starts_with("allowances") {
                format!("allowances = {allowances}\n")
            } else {
                format!("{line}\n")
            }
        });
        let text: String = text.collect();
        let folder = folder("allowances-lint", &[("narrow.toml", &text)]);
        let overlay = folder.join("narrow.toml").display().to_string();
        for lang in ["en", "fr"] {
            let ran = Sleeve::new().run(&["lint", CARDS, &overlay, "--lang", lang]);
            assert_eq!(ran.status, 1, "{ran}");
            out += &ran.to_string().replace(&format!("{}/", folder.display()), "");
        }
    }
    insta::assert_snapshot!(out.replace(&many, "…"));
}

//! Parameters that are words: a calling that a deck chooses, in rules, on the command line and in files.

use crate::common::{Ran, Sleeve, in_brief, scratch, words};
use std::fmt::Write as _;
use std::fs;

const CARDS: &str = "docs/examples/games/caravan";
const DECK: &str = "docs/examples/decks/caravan/journey-1.toml";

fn run(args: &[&str]) -> Ran {
    Sleeve::new().run(&[args, &["--cards", CARDS]].concat())
}

fn check(text: &str, more: &[&str]) -> Ran {
    Sleeve::new().input(text).run(&[&["check", "-", "--cards", CARDS], more].concat())
}

/// The legal deck with another value, as it is written in TOML.
fn calling(value: &str) -> String {
    let deck = fs::read_to_string(DECK).unwrap();
    deck.replace("parameters.calling = \"trade\"\n", &format!("parameters.calling = {value}\n"))
}

#[test]
fn a_word_means_the_same_in_every_spelling_and_language() {
    for word in ["\"trade\"", "\"Trade\"", "\"commerce\"", "\"COMMERCE\""] {
        assert_eq!(check(&calling(word), &[]).status, 0, "{word}");
    }
    for word in ["calling=trade", "calling=Commerce", "vocation=commerce"] {
        assert_eq!(check(&calling("\"guard\""), &["--set", word]).status, 0, "{word}");
    }
    // What the user says goes before what the deck says.
    let ran = check(&calling("\"trade\""), &["--set", "calling=garde"]).assert_status(1);
    ran.assert_out("error[calling]");
}

#[test]
fn what_is_not_among_the_words_is_told_with_all_of_them() {
    let mut told = String::new();
    let none = fs::read_to_string(DECK).unwrap().replace("parameters.calling = \"trade\"\n", "");
    for (deck, set) in [
        (calling("\"sailing\""), ""),
        (calling("\"gard\""), ""),
        (calling("3"), ""),
        (calling("true"), ""),
        (none, ""),
        (calling("\"trade\""), "calling=sailing"),
        (calling("\"trade\""), "caling=trade"),
        (calling("\"trade\""), "calling="),
    ] {
        for lang in ["en", "fr"] {
            let set = if set.is_empty() { vec![] } else { vec!["--set", set] };
            let ran = check(&deck, &[&["--lang", lang], set.as_slice()].concat());
            writeln!(told, "{ran}").unwrap();
        }
    }
    insta::assert_snapshot!(told);
    // A word where a format wants a number.
    let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[parameters]\nboxes = \"many\"\n[zones]\n";
    let ran = Sleeve::new().input(text).run(&["check", "-"]);
    ran.assert_out("error[parameter-boxes]: boxes has to be at least 1, not `many`");
    let text = text.replace("\"many\"", "\"2\"");
    let ran = Sleeve::new().input(text).run(&["check", "-"]);
    assert!(!ran.out.contains("parameter-boxes"), "{ran}");
}

#[test]
fn words_are_said_by_rules_starters_and_documents() {
    let mut told = String::new();
    for args in [
        &["rules", "caravan/journey"][..],
        &["rules", "caravan/journey", "--lang", "fr"],
        &["rules", "caravan/journey", "-o", "json"],
        &["new", "caravan/journey"],
        &["new", "caravan/journey", "--lang", "fr"],
        &["check", DECK, "-o", "json", "--set", "calling=lore"],
        &["convert", DECK, "--to", "toml"],
        &["convert", DECK, "--to", "text"],
        &["diff", DECK, "docs/examples/decks/caravan/journey-2.toml"],
    ] {
        writeln!(told, "$ sleeve {}\n{}", args.join(" "), run(args)).unwrap();
    }
    insta::assert_snapshot!(told);
}

#[test]
fn odds_repairs_and_builds_know_the_word() {
    let odds = |set: &[&str]| {
        let args = ["odds", DECK, "[calling = trade] * count(calling:$calling) >= 2", "-o", "json"];
        let document = run(&[&args, set].concat()).document();
        document.to_string()
    };
    let chosen = odds(&[]);
    assert_eq!(chosen, odds(&["--set", "calling=commerce"]));
    assert_ne!(chosen, odds(&["--set", "calling=guard"]));
    let fixed = |twin: &str| run(&["fix", &format!("docs/examples/decks/caravan/{twin}.toml")]);
    insta::assert_snapshot!(format!(
        "{}\n{}\n{}",
        fixed("journey.calling"),
        fixed("journey.debt"),
        fixed("journey.parameter-calling")
    ));
    let built = run(&words(
        "build caravan/journey --set calling=savoir --require 'count(calling:lore) >= 4'",
    ))
    .assert_status(0);
    assert!(!built.out.contains("Silk") && !built.out.contains("Lance"), "{built}");
}

#[test]
fn mistakes_of_the_data_are_told_where_they_stand() {
    let folder = scratch("choices");
    for file in ["game.toml", "cards.toml", "formats.toml"] {
        fs::copy(format!("{CARDS}/{file}"), folder.join(file)).unwrap();
    }
    let file = folder.join("club.toml");
    let mut told = String::new();
    for (parameter, rule) in [
        ("allowed = [\"dawn\", \"dusk\"], default = \"noon\"", "if hour = dawn then count() >= 1"),
        ("allowed = [\"dawn\", 2]", "if hour = dawn then count() >= 1"),
        ("allowed = [\"dawn\", \"dawn\", \"Not An Id\"]", "if hour = dawn then count() >= 1"),
        ("allowed = [\"dawn\", \"dusk\"], min = 1", "if hour = dawn then count() >= 1"),
        ("allowed = [\"dawn\", \"dusk\"], default = \"Dawn\"", "if hour = down then count() >= 1"),
        ("allowed = [\"dawn\", \"dusk\"], default = \"dawn\"", "count() >= hour"),
        ("allowed = [\"dawn\", \"dusk\"], default = \"dawn\"", "all(renown >= $hour)"),
        ("allowed = [\"dawn\", \"dusk\"], default = \"dawn\"", "if hour = 2 then count() >= 1"),
    ] {
        let text = format!(
            "[[format]]\nid = \"club\"\nextends = \"journey\"\nname = \"Club\"\ncite = \"rulebook\"\n\n[format.parameters]\nhour = {{ {parameter} }}\n\n[[format.rule]]\nid = \"hour\"\nzone = \"deck\"\nrequire = \"{rule}\"\ncite = \"rulebook\"\ntext = \"t\"\n"
        );
        fs::write(&file, text).unwrap();
        for lang in ["en", "fr"] {
            let path = folder.display().to_string();
            let ran = Sleeve::new().run(&["lint", &path, "--lang", lang]);
            let shown = ran.to_string().replace(&format!("{path}/"), "");
            writeln!(told, "# {parameter}; {rule}\n{shown}").unwrap();
        }
    }
    insta::assert_snapshot!(told);
}

const EXCEPTIONS: &str = "docs/examples/games/exceptions";

fn check_hero(deck: &str, more: &[&str]) -> Ran {
    let path = format!("docs/examples/decks/exceptions/hero{deck}.toml");
    Sleeve::new().run(&[&["check", &path, "--cards", EXCEPTIONS], more].concat())
}

#[test]
fn the_cards_imply_a_value_that_no_deck_states() {
    // A card of another aspect is told, not the aspect of most cards.
    check_hero(".aspects", &[])
        .assert_status(1)
        .assert_out("no allowance covers: Relentless Assault");
    check_hero("-1", &["--set", "aspect=justice"]).assert_status(0);
    let mut told = String::new();
    for lang in ["en", "fr"] {
        for (deck, set) in [("-3", &[][..]), ("-1", &["--set", "aspect=protection"])] {
            writeln!(told, "{}", check_hero(deck, &[&["--lang", lang], set].concat())).unwrap();
        }
    }
    insta::assert_snapshot!(told);
    let deck = fs::read_to_string("docs/examples/decks/exceptions/hero-1.toml").unwrap();
    let stated = deck.replace("[zones]", "[parameters]\naspect = \"aggression\"\n\n[zones]");
    let ran = Sleeve::new().input(stated.as_str()).run(&["check", "-", "--cards", EXCEPTIONS]);
    ran.assert_out("error[parameter-aspect]").assert_out("6 | aspect = \"aggression\"");
    // The exception of a card is none of the chosen aspect.
    check_hero("-2", &["--set", "aspect=protection"]).assert_status(1);
    check_hero("-2", &["--set", "aspect=aggression"]).assert_status(0);
}

/// A hero with as many cards of each of two aspects.
const TWO_ASPECTS: &str = "game = 'exceptions'\nformat = 'hero'\nzones.hero = ['Captain Marvel']\n\
    [zones.deck]\n'For Justice!' = 3\n'Relentless Assault' = 2\n'Counter-Punch' = 3\n";

/// The game of exceptions with other words in its formats.
fn check_with(test: &str, replaced: &[(&str, &str)], deck: &str, args: &[&str]) -> Ran {
    let folder = scratch(test);
    for file in ["game.toml", "cards.toml", "formats.toml", "rules.toml"] {
        let mut text = fs::read_to_string(format!("{EXCEPTIONS}/{file}")).unwrap();
        for (old, new) in replaced {
            text = text.replace(old, new);
        }
        fs::write(folder.join(file), text).unwrap();
    }
    let cards = folder.to_str().unwrap().to_owned();
    Sleeve::new().input(deck).run(&[args, &["--cards", &cards]].concat())
}

#[test]
fn a_deck_that_fits_no_value_is_told_what_stops_the_nearest() {
    let mut told = String::new();
    let few = [("<= count(aspect:$aspect) in deck", "< count(aspect:$aspect) in deck")];
    for lang in ["en", "fr"] {
        let ran = check_with("choices-nearest", &few, TWO_ASPECTS, &["check", "-", "--lang", lang]);
        told += ran.out.split("sleeve 0").next().unwrap();
    }
    insta::assert_snapshot!(in_brief(told), @"
    unusable     - (exceptions/hero)
    error: the parameter `aspect` needs a value, and none of its values fits the cards (`aggression`, `justice`, `protection`) = help: the closest is `justice`: number of cards with not aspect basic or chosen aspect in deck is 5, 3 too many. Write the value under `[parameters]`, or use --set aspect=justice
    1 deck: 1 unusable
    inutilisable - (exceptions/hero)
    erreur : le paramètre « aspect » attend une valeur, et aucune des siennes ne convient aux cartes (`aggression`, `justice`, `protection`) = aide : la plus proche est `justice` : nombre de cartes avec non affinité générique ou affinité choisie dans deck vaut 5, 3 de trop. Écrivez la valeur sous `[parameters]`, ou utilisez --set aspect=justice
    1 deck : 1 inutilisable
    ");
}

#[test]
fn a_default_that_decides_is_told() {
    let plain = [(
        "implied-by = \"count(-aspect:basic|$aspect) in deck <= count(aspect:$aspect) in deck\"",
        "default = \"justice\"",
    )];
    let note = |deck: &str, more: &[&str]| {
        let ran = check_with("choices-default", &plain, deck, &[&["check", "-"], more].concat());
        ran.out.lines().find(|line| line.starts_with("note:")).map(str::to_owned)
    };
    let one = |card: &str| {
        format!(
            "game = 'exceptions'\nformat = 'hero'\nzones.hero = ['Captain Marvel']\n[zones.deck]\n'{card}' = 3\n"
        )
    };
    assert_eq!(
        note(&one("Relentless Assault"), &[]).unwrap(),
        "note: the deck does not set `aspect`; the format's default, `justice`, decides `aspects`"
    );
    // With any value the deck breaks the rule; it breaks none; it states the value.
    assert_eq!(note(TWO_ASPECTS, &[]), None);
    assert_eq!(note(&one("For Justice!"), &[]), None);
    assert_eq!(note(&one("Relentless Assault"), &["--set", "aspect=justice"]), None);
    for args in [&["rules", "exceptions/hero"][..], &["rules", "exceptions/hero", "-o", "json"]] {
        let ran = check_with("choices-default", &[], "", args);
        ran.assert_out("count(-aspect:basic|$aspect) in deck <= count(aspect:$aspect) in deck");
    }
}

#[test]
fn many_groups_that_break_one_rule_are_one_finding_for_people() {
    let folder = scratch("many-groups");
    let name = |at: usize| format!("Thing {}", ["A", "B", "C", "D", "E", "F", "G", "H"][at]);
    let card = |at: usize| {
        format!("[[card]]\nid = \"thing-{at}\"\nname = \"{}\"\nkind = \"thing\"\n", name(at))
    };
    let cards: String = (0..8).map(card).collect();
    fs::write(
        folder.join("cards.toml"),
        format!("[file]\nprovenance = \"published:rules\"\n{cards}"),
    )
    .unwrap();
    let game = "id = \"things\"\nname = \"Things\"\ndata = 2026-11-26\n[sources.rules]\nname = \"Rules\"\n[kinds.thing]\nname = \"thing\"\n";
    fs::write(folder.join("game.toml"), game).unwrap();
    let format = "[[format]]\nid = \"open\"\nname = \"Open\"\ncite = \"rules\"\nzones.deck = \"kind:thing\"\n[[format.rule]]\nid = \"copies\"\nrequire = \"each(name, count() <= greatest(1, count(name:nothing)))\"\ncite = \"rules\"\ntext = \"One of each.\"\n";
    fs::write(folder.join("formats.toml"), format).unwrap();
    let check = |different: usize, more: &[&str]| {
        let lines: String = (0..different).map(|at| format!("\"{}\" = 2\n", name(at))).collect();
        let deck = format!("game = \"things\"\nformat = \"open\"\n[zones.deck]\n{lines}");
        let cards = folder.to_str().unwrap();
        Sleeve::new().input(deck.as_str()).run(&[&["check", "-", "--cards", cards], more].concat())
    };
    let findings = |ran: &Ran| ran.out.matches("error[copies]").count();
    assert_eq!(findings(&check(6, &[])), 6);
    assert_eq!(findings(&check(8, &[])), 1);
    let told = check(8, &[]).out;
    insta::assert_snapshot!(in_brief(told.split("\nfix:").next().unwrap()), @r#"
    illegal      - (things/open)
    error[copies]: 2 × Thing A, 2 × Thing B, 2 × Thing C, 2 × Thing D, 2 × Thing E, 2 × Thing F and 2 more; at most 1 (the largest of 1 and number of cards with name containing "nothing") allowed each (-:4:1) {"Thing A" = 2} 2 × Thing A {"Thing B" = 2} 2 × Thing B {"Thing C" = 2} 2 × Thing C {"Thing D" = 2} 2 × Thing D {"Thing E" = 2} 2 × Thing E {"Thing F" = 2} 2 × Thing F {"Thing G" = 2} 2 × Thing G {"Thing H" = 2} 2 × Thing H = note: One of each. (rules) = help: remove 1 card of each
    "#);
    let document = check(8, &["-o", "json"]).document();
    assert_eq!(document["decks"][0]["findings"].as_array().unwrap().len(), 8);
}

//! Copies in a state: read, counted, shown, written, compared, refused.

use crate::common::{Sleeve, in_brief, scratch, write_file, write_game};
use serde_json::Value;
use sleeve::check::{self, CheckRequest, Input};
use sleeve::project::Projects;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

const GAME: &str = "docs/examples/games/smithy";
const DECKS: &str = "docs/examples/decks/smithy";

fn run(args: &[&str]) -> crate::common::Ran {
    Sleeve::new().run(&[args, &["--cards", GAME]].concat())
}

fn document(args: &[&str]) -> Value {
    run(&[args, &["-o", "json"]].concat()).document()
}

fn check(text: &str, args: &[&str]) -> crate::common::Ran {
    Sleeve::new().input(text).run(&[&["check", "-", "--cards", GAME], args].concat())
}

fn toml(deck: &str) -> String {
    format!(
        "game = \"smithy\"\nformat = \"season\"\n\n[zones]\nhero = [\"brenna\"]\n\n[zones.deck]\n{deck}"
    )
}

fn fingerprint(path: &str) -> String {
    let found = &document(&["check", path])["decks"][0]["fingerprint"];
    found.as_str().unwrap_or_else(|| panic!("{path} has none")).to_owned()
}

fn canonical(name: &str) -> String {
    let projects =
        Projects::new(&sleeve::catalog::GAMES, Path::new("."), vec![PathBuf::from(GAME)]);
    let path = format!("{DECKS}/{name}.toml");
    let batch = check::check(&projects, vec![Input::Path(path.into())], &CheckRequest::default());
    batch.decks[0].canonical_text(&Default::default()).unwrap()
}

#[test]
fn a_state_is_part_of_what_a_deck_is_and_no_state_is_none() {
    insta::assert_snapshot!(canonical("season-1"), @r"
    sleeve-deck/1
    game smithy
    role
    deck 2 charge
    deck 2 long-spear foil=yes level=1
    deck 2 parry
    deck 1 runic-axe level=1
    deck 1 runic-axe level=2 runes=ward
    hero 1 brenna
    ");
    // Old Blade is of level 2 with one rune: what says no more than that is no state.
    insta::assert_snapshot!(canonical("season-2"), @r"
    sleeve-deck/1
    game smithy
    role
    deck 2 charge
    deck 2 long-spear
    deck 1 old-blade level=0 runes=
    deck 1 old-blade level=4
    deck 2 parry
    hero 1 brenna
    ");
    let print = |deck: &str| {
        let ran = check(&toml(deck), &["-o", "json"]);
        let document = ran.document();
        document["decks"][0]["fingerprint"].as_str().unwrap_or_else(|| panic!("{ran}")).to_owned()
    };
    let plain = print("\"Old Blade\" = 2\n\"Parry\" = 2\n");
    for same in [
        "\"Old Blade\" = { count = 2, level = 2, runes = [\"keen\"] }\nParry = { count = 2, foil = false }\n",
        "\"Old Blade\" = [{ level = 2 }, 1]\nParry = [{ level = 0 }, {}]\n"
            .replace(", 1]", ", {}]")
            .as_str(),
        "parry = 2\n[[zones.deck.\"Vieille Lame\"]]\ncount = 2\nniveau = 2\n",
    ] {
        assert_eq!(print(same), plain, "{same}");
    }
    let other = print("\"Old Blade\" = 2\n\"Parry\" = { count = 2, foil = true }\n");
    assert_ne!(other, plain);
    // Several entries in one state are one.
    let twice = "\"Parry\" = [{ count = 1, level = 3 }, { count = 1, level = 3 }]\n";
    assert_eq!(print(twice), print("\"Parry\" = { count = 2, level = 3 }\n"));
}

#[test]
fn decks_with_states_read_back_as_they_were_written() {
    let folder = scratch("states-round-trips");
    let mut decks: Vec<PathBuf> =
        std::fs::read_dir(DECKS).unwrap().map(|entry| entry.unwrap().path()).collect();
    decks.sort();
    for path in decks {
        let path = path.to_str().unwrap().replace('\\', "/");
        for form in ["toml", "text"] {
            for lang in ["en", "fr"] {
                let ran = run(&["convert", &path, "--to", form, "--lang", lang]);
                assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
                let back =
                    folder.join(format!("back.{}", if form == "toml" { form } else { "txt" }));
                std::fs::write(&back, &ran.out).unwrap();
                let back = back.to_str().unwrap();
                assert_eq!(fingerprint(back), fingerprint(&path), "{path} as {form}\n{ran}");
            }
        }
    }
}

#[test]
fn what_is_said_of_copies_is_seen_everywhere() {
    let one = format!("{DECKS}/season-1.toml");
    let ward = format!("{DECKS}/season.ward.toml");
    let mut out = String::new();
    for args in [
        &["check", &ward][..],
        &["check", &ward, "--lang", "fr"],
        &["check", &ward, "-o", "json"],
        &["convert", &one, "--to", "toml"],
        &["convert", &one, "--to", "text", "--lang", "fr"],
        &["convert", &one, "--to", "json"],
        &["convert", &one, "--to", "json", "--lang", "fr"],
        &["diff", &one, &ward],
        &["draw", &one, "--seed", "1"],
        &["odds", &one, "any(level>=2)", "count(is:foil) = 2"],
        &["stats", &one, "--by", "level"],
        &["cards", "--game", "smithy", "level>=1"],
        &["fix", &format!("{DECKS}/season.copies.toml")],
        &["fix", &format!("{DECKS}/season.experience.toml"), "--lang", "fr"],
    ] {
        writeln!(out, "$ sleeve {}\n{}", args.join(" "), run(args)).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn sheets_name_copies_with_their_state() {
    let ran = run(&["sheet", &format!("{DECKS}/season-1.toml")]);
    for name in
        ["Long Spear {level 1, foil}", "Runic Axe {level 1}", "Runic Axe {level 2, runes ward}"]
    {
        ran.assert_out(&format!("<span class=\"name\">{name}</span>"));
    }
}

#[test]
fn what_no_copy_can_be_in_is_refused_with_what_it_may_be() {
    let mut out = String::new();
    let entries = "\"Runic Axe\" = [{ count = 2, levle = 2 }, { level = -1 }, { level = 99999999999999999999 }]\n\
        \"Long Spear\" = { runes = [\"swift\", \"swfit\"] }\n\
        Parry = { runes = [\"swift\"] }\n\
        Charge = { cost = 2 }\n\
        \"Second Wind\" = { level = \"four\", foil = 1 }\n\
        Bellows = { level = 1, niveau = 1 }\n\
        \"Old Blade\" = { runes = [\"keen\", \"keen\"], level = 0x2 }\n";
    let shapes = "\"Runic Axe\" = [{ count = 2 }, 3]\n\
        \"Long Spear\" = { count = 0 }\n\
        Parry = { count = \"2\" }\n\
        Charge = { level = { value = 2 } }\n\
        Bellows = { runes = [1] }\n\
        \"Old Blade\" = 1.5\n";
    let list = "# game: smithy\n# format: season\n[deck]\n2x Runic Axe {levl 2}\n1 Charge {level}\n\
        1 Long Spear {level two, foil}\n1 Parry {runes swift}\n1 Bellows {level 1, niveau 2}\n\
        1 Nothing {level 1}\n";
    for lang in ["en", "fr"] {
        for text in [&toml(entries), &toml(shapes), list] {
            let ran = check(text, &["--lang", lang]).assert_status(2);
            writeln!(out, "{ran}").unwrap();
        }
        let cards = "docs/examples/games/duchy";
        let deck =
            "game = \"duchy\"\nformat = \"constructed\"\n[zones.deck]\nLake = { foil = true }\n";
        let ran = Sleeve::new().input(deck).run(&["check", "-", "--cards", cards, "--lang", lang]);
        writeln!(out, "{ran}").unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn very_many_states_are_read_or_refused() {
    let folder = scratch("states-many");
    let game = std::fs::read_to_string(format!("{GAME}/game.toml")).unwrap();
    let game = game.replace("max = 4", "max = 1000000");
    let read = |name: &str| std::fs::read_to_string(format!("{GAME}/{name}.toml")).unwrap();
    write_game(&folder.join("game"), [&game, &read("cards"), &read("formats")]);
    let deck = |count: usize, more: &str| {
        let states: Vec<String> =
            (1..=count).map(|level| format!("{{ level = {level}{more} }}")).collect();
        toml(&format!("\"Runic Axe\" = [{}]\n", states.join(", ")))
    };
    let cards = folder.join("game").display().to_string();
    let check = |text: String| {
        Sleeve::new().input(text).run(&["check", "-", "--cards", &cards, "-o", "csv"])
    };
    let many = check(deck(10_000, "")).assert_status(1);
    many.assert_out("illegal");
    check(deck(10_001, "")).assert_status(2);
    // Read without rules: together these have too many, and the last of them is told so.
    let decks = (0..11).map(|at| {
        let states: Vec<String> =
            (1..=9_500).map(|n| format!("{{ level = {} }}", at * 10_000 + n)).collect();
        let text = toml(&format!("\"Runic Axe\" = [{}]\n", states.join(", ")));
        Input::bytes(&format!("{at}.toml"), text.as_bytes())
    });
    let projects =
        Projects::new(&sleeve::catalog::GAMES, Path::new("."), vec![PathBuf::from(&cards)]);
    let batch = check::read(&projects, decks.collect(), &CheckRequest::default());
    let read: Vec<bool> = batch.decks.iter().map(|deck| deck.deck().is_some()).collect();
    assert_eq!(read, [vec![true; 10], vec![false]].concat());
    let why = batch.decks[10].obstacles()[0].title(sleeve::model::Lang::En);
    assert_eq!(why, "more than 100000 different states of cards in the decks read together");
}

#[test]
fn many_decks_with_and_without_states_are_of_one_game() {
    let folder = scratch("states-folder");
    for at in 0..40 {
        let level = at % 5;
        let text = match at % 3 {
            0 => "\"Runic Axe\" = 2\n\"Parry\" = 2\n".to_owned(),
            _ => format!("\"Runic Axe\" = {{ count = 2, level = {level} }}\n\"Parry\" = 2\n"),
        };
        write_file(&folder, &format!("{at:02}.toml"), toml(&text));
    }
    let folder = folder.to_str().unwrap();
    let usage = document(&["stats", "--usage", folder]);
    let games = usage["games"].as_array().unwrap();
    assert_eq!(games.len(), 1, "{usage}");
    let axe = &games[0]["cards"].as_array().unwrap().iter().find(|c| c["id"] == "runic-axe");
    assert_eq!(axe.unwrap()["decks"], 40, "{usage}");
    // Every deck has the fingerprint that it has alone.
    let all = document(&["check", folder]);
    for deck in all["decks"].as_array().unwrap() {
        let path = deck["path"].as_str().unwrap();
        assert_eq!(deck["fingerprint"].as_str(), Some(fingerprint(path).as_str()), "{path}");
    }
    let ran = run(&["check", folder]);
    assert_eq!(ran, run(&["check", folder]));
}

#[test]
fn decks_that_are_read_one_after_the_other_are_compared_copy_by_copy() {
    let folder = scratch("states-diff");
    let path = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    let (a, b) = (path("a.toml"), path("b.toml"));
    std::fs::write(
        &a,
        toml("\"Parry\" = { count = 2, level = 3 }\n\"Charge\" = { foil = true }\n"),
    )
    .unwrap();
    std::fs::write(
        &b,
        toml("\"Bellows\" = { level = 1 }\n\"Parry\" = { count = 2, level = 3 }\n\"Charge\" = 1\n"),
    )
    .unwrap();
    for (before, after) in [(&a, &b), (&b, &a)] {
        let changes = document(&["diff", before, after]);
        let zones = changes["zones"].as_array().unwrap();
        let deck = zones.iter().find(|zone| zone["zone"] == "deck").unwrap();
        let rows = deck["changes"].as_array().unwrap().iter();
        let mut rows: Vec<String> = rows
            .map(|row| {
                format!("{} {}", row["id"].as_str().unwrap(), row["state"].as_str().unwrap_or("-"))
            })
            .collect();
        rows.sort();
        assert_eq!(rows, ["bellows level 1", "charge -", "charge foil"], "{changes}");
    }
    run(&["diff", &a, &a]).assert_out("the same cards");
}

#[test]
fn a_packed_game_knows_fields_of_the_copy() {
    let folder = scratch("states-pack");
    let pack = folder.join("smithy.sleeve").display().to_string();
    Sleeve::new().run(&["pack", GAME, &pack]).assert_status(0);
    let path = format!("{DECKS}/season-1.toml");
    let packed = Sleeve::new().run(&["check", &path, "--cards", &pack, "-o", "json"]).document();
    assert_eq!(packed["decks"][0]["fingerprint"].as_str(), Some(fingerprint(&path).as_str()));
}

#[test]
fn collections_hold_cards_whatever_their_copies_are_in() {
    let folder = scratch("states-owned");
    let owned = folder.join("owned.txt");
    let all = "2 Runic Axe {level 4}\n1 Long Spear {foil}\n1 Long Spear\n2 Parry\n2 Charge\n1 Brenna Emberhand\n";
    std::fs::write(&owned, all).unwrap();
    let (deck, owned) = (format!("{DECKS}/season-1.toml"), owned.display().to_string());
    run(&["check", &deck, "--collection", &owned]).assert_status(0);
    std::fs::write(&owned, all.replace("1 Long Spear\n", "")).unwrap();
    run(&["check", &deck, "--collection", &owned]).assert_out("Long Spear");
}

#[test]
fn copies_in_a_state_are_set_aside_and_carried_by_what_they_are_called() {
    let deck = format!("{DECKS}/season-1.toml");
    let aside = |word: &str| run(&["odds", &deck, "count(name:axe) = 0", "--set-aside", word]);
    let one = aside("Runic Axe {level 1}");
    // One axe is left among seven cards, of which three are drawn: 4/7.
    one.assert_out("4/7");
    aside("Runic Axe").assert_status(2).assert_err("Runic Axe {level 2, runes ward}");
}

#[test]
fn fixes_keep_the_state_of_copies_in_the_file() {
    let folder = scratch("states-fix");
    let mut out = String::new();
    for name in ["copies", "experience", "ward", "deck-size"] {
        for form in ["toml", "text"] {
            let deck = format!("{DECKS}/season.{name}.toml");
            let before = run(&["convert", &deck, "--to", form]).out;
            let file = folder.join(format!("{name}.{}", if form == "toml" { form } else { "txt" }));
            std::fs::write(&file, &before).unwrap();
            let path = file.to_str().unwrap();
            run(&["fix", "--write", path]).assert_status(0);
            assert_eq!(run(&["check", path]).status, 0);
            writeln!(out, "{name}.{form}").unwrap();
            let after = std::fs::read_to_string(&file).unwrap();
            for line in before.lines().filter(|line| !after.lines().any(|l| l == *line)) {
                writeln!(out, "-{line}").unwrap();
            }
            for line in after.lines().filter(|line| !before.lines().any(|l| l == *line)) {
                writeln!(out, "+{line}").unwrap();
            }
        }
    }
    insta::assert_snapshot!(out, @r#"
    copies.toml
    -"Runic Axe" = [{ count = 2, level = 2 }, { count = 1, level = 1 }]
    +"Runic Axe" = [{ count = 1, level = 2 }, { count = 1, level = 1 }]
    +"Old Blade" = 1
    copies.text
    -2x Runic Axe {level 2}
    +1x Runic Axe {level 2}
    +1x Old Blade
    experience.toml
    -"Runic Axe" = { count = 2, level = 2, runes = ["swift", "keen"] }
    +"Runic Axe" = [{ count = 1, level = 2, runes = ["swift", "keen"] }, { count = 1 }]
    experience.text
    -2x Runic Axe {level 2, runes keen swift}
    +1x Runic Axe {level 2, runes keen swift}
    +1x Runic Axe
    ward.toml
    -"Runic Axe" = [{ count = 1, runes = ["ward"] }, { count = 1, level = 1, runes = ["ward"] }]
    +"Runic Axe" = [{ count = 1, level = 1, runes = ["ward"] }, { count = 1 }]
    ward.text
    -1x Runic Axe {runes ward}
    +1x Runic Axe
    deck-size.toml
    +Charge = 1
    +Bellows = 1
    deck-size.text
    +1x Charge
    +1x Bellows
    "#);
}

#[test]
fn nothing_is_claimed_of_states_that_were_not_tried() {
    let folder = scratch("states-untried");
    let formats = "[[format]]\nid = \"worn\"\nname = \"Worn\"\ncite = \"rulebook: Worn\"\nzones.deck = \"-kind:hero\"\n\
        [[format.rule]]\nid = \"worn\"\nzone = \"deck\"\nrequire = \"count(level>=3) = 2\"\ncite = \"rulebook: Worn\"\n\
        text = { en = \"Two copies of level 3.\", fr = \"Deux exemplaires de niveau 3.\" }\n";
    let read = |name: &str| std::fs::read_to_string(format!("{GAME}/{name}.toml")).unwrap();
    write_game(&folder.join("game"), [&read("game"), &read("cards"), formats]);
    let cards = folder.join("game").display().to_string();
    let mut out = String::new();
    let deck = "game = \"smithy\"\nformat = \"worn\"\n[zones]\ndeck = [\"Parry\"]\n";
    for args in [
        &["lint", cards.as_str()][..],
        &["build", "smithy/worn", "--cards", &cards],
        &["fix", "-", "--cards", &cards],
        &["fix", "-", "--cards", &cards, "--lang", "fr"],
        &["fix", "-", "--cards", &cards, "-o", "json"],
    ] {
        let ran = Sleeve::new().input(deck).run(args);
        let shown = args.join(" ").replace(&cards, "GAME");
        writeln!(out, "$ sleeve {shown}\n{}", ran.to_string().replace(&cards, "GAME")).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn fields_of_the_copy_are_checked_in_the_data() {
    let folder = scratch("states-lint");
    let game = std::fs::read_to_string(format!("{GAME}/game.toml")).unwrap();
    let game = game
        + "\n[attributes.motto]\ntype = \"text\"\nof = \"copy\"\n\n[attributes.count]\ntype = \"integer\"\nof = \"copy\"\n\
        \n[attributes.marks]\ntype = \"set\"\ncounts = true\nvalues = [\"x\"]\nof = \"copy\"\n\
        \n[attributes.age]\ntype = \"integer\"\nof = \"copies\"\n";
    let read = |name: &str| std::fs::read_to_string(format!("{GAME}/{name}.toml")).unwrap();
    write_game(&folder.join("game"), [&game, &read("cards"), &read("formats")]);
    let cards = folder.join("game").display().to_string();
    let mut out = String::new();
    for lang in ["en", "fr"] {
        let ran = Sleeve::new().run(&["lint", &cards, "--lang", lang]);
        writeln!(out, "{}", ran.to_string().replace(&cards, "GAME")).unwrap();
    }
    insta::assert_snapshot!(out);
}

#[test]
fn a_deck_that_is_completed_keeps_its_copies_in_their_state() {
    let folder = scratch("states-build");
    let begun = folder.join("begun.toml");
    std::fs::write(&begun, toml("\"Runic Axe\" = { count = 2, level = 2 }\n")).unwrap();
    let built = folder.join("built.toml").display().to_string();
    let begun = begun.display().to_string();
    run(&["build", "smithy/season", &built, "--from", &begun]).assert_status(0);
    let text = std::fs::read_to_string(&built).unwrap();
    assert!(text.contains("\"Runic Axe\" = { count = 2, level = 2 }"), "{text}");
    assert_eq!(run(&["check", &built]).status, 0, "{text}");
    let wish = "Runic Axe {level 2}";
    let ran = run(&["build", "smithy/season", "--from", &begun, "--with", wish]).assert_status(2);
    insta::assert_snapshot!(in_brief(ran.err), @"error: `Runic Axe {level 2}` is a copy in a state, which `--with` does not accept = help: name the card without its state");
}

#[test]
fn copies_of_one_card_share_what_nobody_has_published_of_it() {
    let folder = scratch("states-unknown");
    let game = "id = \"tg\"\nname = \"TG\"\ndata = 2026-11-26\n[sources.book]\nname = \"Book\"\n[kinds.card]\nname = \"card\"\n\
        [attributes.faction]\ntype = \"enum\"\nname = \"faction\"\nvalues = [\"red\", \"blue\"]\n\
        [attributes.cost]\ntype = \"integer\"\nname = \"cost\"\n\
        [attributes.level]\ntype = \"integer\"\nname = \"level\"\nof = \"copy\"\n";
    let cards = "[file]\nkind = \"card\"\nprovenance = \"published:book\"\n\
        [[card]]\nid = \"a\"\nfaction = \"?\"\ncost = { min = 1, max = 2 }\nlevel = { min = 0, max = 1 }\n\
        [[card]]\nid = \"b\"\nfaction = \"?\"\ncost = 1\nlevel = 0\n";
    write_game(&folder, [game, cards, ""]);
    let format = |rule: &str| {
        format!(
            "[[format]]\nid = \"f\"\nname = \"F\"\ncite = \"book\"\nzones.deck = \"kind:card\"\n[[format.rule]]\n\
             id = \"r\"\nrequire = \"{rule}\"\ncite = \"book\"\ntext = \"It holds.\"\n"
        )
    };
    let check = |rule: &str| {
        write_file(&folder, "formats.toml", format(rule));
        let deck = "game = 'tg'\nformat = 'f'\n[zones.deck]\na = [{ level = 3 }, { count = 1 }]\nb = [{ level = 1 }]\n";
        Sleeve::new().input(deck).run(&["check", "-", "--cards", folder.to_str().unwrap(), "-q"])
    };
    // Two of the three cards are one card, whichever faction it has.
    check("copies(faction) >= 2").assert_status(0);
    check("copies(faction) >= 3").assert_status(3).assert_out("faction of a, b");
    check("sum(cost) % 2 = 1").assert_status(0);
    check("sum(cost) = 4").assert_status(1);
    check("sum(cost) = 3").assert_status(3);
    // What the state of a copy says is not assumed to be what its card leaves open.
    check("count(level=3) = 1").assert_status(0);
    check("sum(level) >= 4").assert_status(0);
    check("sum(level) = 4").assert_status(3);
}

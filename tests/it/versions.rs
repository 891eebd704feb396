//! Formats and lists that stand several times under one id, for other days each, and until when
//! decks stay legal.

use crate::common::{Ran, Sleeve, scratch, undigested, words};
use proptest::prelude::*;
use std::{
    fmt::Write as _,
    fs,
    path::{Path, PathBuf},
};

const CARDS: &str = "docs/examples/games/duchy";
const DECKS: &str = "docs/examples/decks/duchy";

fn run(today: &str, args: &[&str]) -> Ran {
    Sleeve::new()
        .today(today)
        .run(&[args, &["--cards", CARDS]].concat())
}

fn deck(name: &str) -> String {
    format!("{DECKS}/{name}.toml")
}

/// The game of Duchy with a file of data over it.
fn over(name: &str, data: &str) -> (PathBuf, String) {
    let folder = scratch(name);
    let path = folder.join("more.toml");
    fs::write(&path, format!("game = \"duchy\"\n{data}")).unwrap();
    (folder, path.display().to_string())
}

/// A version of a format that extends another, with the lines that say on which days it holds.
fn version(id: &str, extends: &str, days: &str) -> String {
    format!(
        "[[format]]\nid = \"{id}\"\nname = \"{id}\"\ncite = \"rulebook: Decks\"\nextends = \"{extends}\"\n{days}\n"
    )
}

fn under(overlay: &str, today: Option<&str>, args: &[&str]) -> Ran {
    let mut sleeve = Sleeve::new();
    if let Some(day) = today {
        sleeve = sleeve.today(day);
    }
    sleeve.run(&[args, &["--cards", CARDS, "--cards", overlay]].concat())
}

#[test]
fn the_version_of_the_day_holds_and_today_is_the_day() {
    let names = |today: &str, more: &[&str]| {
        run(today, &[&["cards", "in:banned", "--game", "duchy", "-o", "names"], more].concat()).out
    };
    assert_eq!(names("2024-08-31", &[]), "", "the first version begins the day after");
    assert_eq!(names("2024-09-01", &[]), "Vines\nQuake\n");
    assert_eq!(names("2025-08-31", &[]), "Vines\nQuake\n");
    assert_eq!(names("2025-09-01", &[]), "Quake\n");
    assert_eq!(names("2025-09-01", &["--on", "2025-08-31"]), "Vines\nQuake\n");
    assert_eq!(names("2025-08-31", &["--on", "2030-01-01"]), "Quake\n");
    // A library that nobody told the day takes the last version.
    let ran = Sleeve::new().run(&["cards", "in:banned", "--game", "duchy", "--cards", CARDS]);
    assert!(ran.out.contains("Quake") && !ran.out.contains("Vines"), "{ran}");
    // `legal:` reads the version of the day as well.
    let legal = |day| {
        let line = format!("cards 'legal:rotating kind:creature' --game duchy -o names --on {day}");
        run("2026-11-22", &words(&line)).out
    };
    assert!(legal("2025-12-31").contains("Heron") && legal("2025-12-31").contains("Tern"));
    assert!(!legal("2026-01-01").contains("Heron") && legal("2026-01-01").contains("Tern"));
    assert!(!legal("2025-01-31").contains("Tern"));
}

#[test]
fn a_deck_is_judged_by_the_format_of_its_day() {
    let large = deck("rotating.deck-size");
    assert_eq!(run("2025-12-31", &["check", &large]).status, 0);
    let now = run("2026-01-01", &["check", &large]).assert_status(1);
    now.assert_out("error[deck-size]: 80 cards, at most 60");
    assert_eq!(run("2026-01-01", &["check", &large, "--on", "2025-12-31"]).status, 0);
    let data = run("2026-01-01", &["check", &large, "--on", "2025-12-31"]).out;
    assert!(data.contains("on 2025-12-31"), "the day stands with the data: {data}");
    // A repair and a new deck are of the day, too.
    run("2026-01-01", &["fix", &large, "--on", "2025-12-31"])
        .assert_status(0)
        .assert_out("legal");
    let built = |on| run("2026-11-22", &["build", "duchy/rotating", "--on", on]);
    let before = built("2025-01-15").out;
    assert!(before.contains("Boar") && !before.contains("Crab"), "of one set alone: {before}");
    let after = built("2026-01-15").out;
    assert!(after.contains("Crab") && !after.contains("Boar"), "{after}");
}

#[test]
fn until_says_the_last_day_and_what_is_wrong_then() {
    let mut told = String::new();
    let all = ["rotating-1", "rotating.current", "rotating.deck-size", "rotating.copies"].map(deck);
    let paths: Vec<&str> = all.iter().map(String::as_str).collect();
    for more in [
        &["-q"][..],
        &["--lang", "fr", "-q"],
        &["-o", "csv"],
        &["-o", "ndjson"],
        &["--as", "all", "--lang", "fr"],
    ] {
        let args = [&["check", "--until", "--on", "2025-06-01"], paths.as_slice(), more].concat();
        writeln!(told, "$ {}\n{}", more.join(" "), run("2026-11-22", &args)).unwrap();
    }
    insta::assert_snapshot!(told);
    let args = ["check", "--until", "--on", "2025-06-01", "-o", "json", &all[1]];
    let json = run("2026-11-22", &args).document();
    assert_eq!(json["decks"][0]["until"], "2025-12-31");
    assert_eq!(
        json["decks"][0]["then"],
        serde_json::json!({"verdict": "illegal", "rule": "current"})
    );
    let open = ["check", "--until", "-o", "json", &all[0]];
    let json = run("2026-11-22", &open).document();
    assert!(json["decks"][0]["until"].is_null() && json["decks"][0].get("until").is_some());
    assert!(json["decks"][0].get("then").is_none());
    let plain = ["check", "-o", "json", &all[0]];
    let json = run("2026-11-22", &plain).document();
    assert!(json["decks"][0].get("until").is_none(), "only where it is asked");
    // The exit status is that of `check`.
    assert_eq!(run("2025-06-01", &["check", "--until", &all[1]]).status, 0);
    assert_eq!(run("2026-06-01", &["check", "--until", &all[1]]).status, 1);
    for form in ["github", "sarif", "junit"] {
        let refused = run("2025-06-01", &["check", "--until", &all[1], "-o", form]);
        assert!(refused.status == 2 && refused.err.contains("`--until` needs"), "{refused}");
    }
    // Where nobody knows the day, nothing is guessed.
    let nobody = Sleeve::new().run(&["check", "--until", &all[0], "--cards", CARDS]);
    assert!(!nobody.out.contains("no end is known"), "{nobody}");
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_format_between_its_versions_does_not_hold() {
    let base = r#"
        [[format]]
        id = "rotating-base"
        abstract = true
        name = "base"
        cite = "council"
        [format.zones.deck]
        accepts = ""
        name = "deck"
    "#;
    let summers = [
        version("summer", "rotating-base", "from = 2026-06-01\nto = 2026-08-31"),
        version("summer", "rotating-base", "from = 2027-06-01\nto = 2027-08-31"),
    ];
    let (_folder, overlay) = over("versions-gap", &(summers.concat() + base));
    let one = deck("rotating-1");
    let status = |day| under(&overlay, Some(day), &["check", &one, "--as", "duchy/summer"]);
    assert_eq!(status("2026-07-01").status, 0);
    assert_eq!(status("2027-08-31").status, 0);
    status("2026-05-31").assert_out("starts on 2026-06-01, after 2026-05-31");
    status("2026-09-01").assert_out("ended on 2026-08-31, before 2026-09-01");
    let until = under(&overlay, Some("2026-07-01"), &["check", &one, "--as", "summer", "--until"]);
    until.assert_out("until 2026-08-31, then illegal [not-in-force]");
}

#[test]
fn rules_show_every_version_and_one_day_its_own() {
    let mut told = String::new();
    for (lang, what) in [("en", "duchy"), ("fr", "duchy"), ("en", "duchy/rotating")] {
        writeln!(told, "$ {what}\n{}", run("2025-06-01", &["rules", what, "--lang", lang]))
            .unwrap();
    }
    writeln!(
        told,
        "$ --on\n{}",
        run("2025-06-01", &["rules", "duchy/rotating", "--on", "2026-06-01"])
    )
    .unwrap();
    insta::assert_snapshot!(undigested(&told.replace(env!("CARGO_MANIFEST_DIR"), "")));
    let json = run("2025-06-01", &["rules", "duchy/rotating", "-o", "json"]).out;
    let json: serde_json::Value = serde_json::from_str(&json).unwrap();
    let formats = json["games"][0]["formats"].as_array().unwrap();
    let days: Vec<_> = formats
        .iter()
        .map(|f| (f.get("from"), f.get("to")))
        .collect();
    assert_eq!(days, [(None, Some(&"2025-12-31".into())), (Some(&"2026-01-01".into()), None)]);
    assert_eq!(formats[1]["extends"], serde_json::json!(["rotating"]));
}

#[test]
fn mistakes_in_versions_are_told_where_they_stand() {
    let mut told = String::new();
    let list = |dates: &str| {
        format!(
            "[[list]]\nid = \"new\"\nname = \"new\"\ncards = [\"quake\"]\ncite = \"council\"\n{dates}\n"
        )
    };
    let format = |id: &str, more: &str| {
        format!("[[format]]\nid = \"{id}\"\nname = \"{id}\"\ncite = \"council\"\n{more}\n")
    };
    for (name, data) in [
        ("no days", [list(""), list("")].concat()),
        ("one without days", [list(""), list("from = 2025-01-01")].concat()),
        ("one day in two", [list("to = 2025-01-01"), list("from = 2025-01-01")].concat()),
        ("apart", [list("to = 2024-12-31"), list("from = 2025-01-01")].concat()),
        ("backwards", [list("from = 2025-01-01\nto = 2024-01-01")].concat()),
        (
            "formats",
            [format("gala", "from = 2025-01-01"), format("gala", "from = 2026-01-01")].concat(),
        ),
        (
            "nothing covers",
            [
                format("base", "abstract = true\nto = 2025-12-31"),
                format("base", "abstract = true\nfrom = 2026-01-01"),
                format("gala", "extends = \"base\"\nfrom = 2025-06-01"),
            ]
            .concat(),
        ),
        ("shipped ones cover not", format("gala", "extends = \"rotating\"")),
        ("its own, and none before", format("gala", "extends = \"gala\"")),
        ("unknown set", list("sets = [\"tide\", \"tides\", \"tides\"]")),
    ] {
        let (folder, overlay) = over("versions-mistakes", &data);
        for lang in ["en", "fr"] {
            let ran = Sleeve::new().run(&["lint", CARDS, &overlay, "--lang", lang]);
            let ran = ran
                .to_string()
                .replace(&format!("{}/", folder.display()), "");
            writeln!(told, "$ {name}\n{ran}").unwrap();
        }
    }
    insta::assert_snapshot!(told);
}

#[test]
fn a_version_of_a_layer_takes_the_place_of_all_and_packs_keep_them() {
    let (folder, overlay) = over(
        "versions-pack",
        "[[list]]\nid = \"banned\"\nname = \"banned\"\ncards = [\"bolt\"]\ncite = \"council\"\n",
    );
    let ran = under(
        &overlay,
        Some("2024-10-01"),
        &["cards", "in:banned", "--game", "duchy", "-o", "names"],
    );
    assert_eq!(ran.out, "Bolt\n");
    let pack = folder.join("duchy.sleeve");
    let pack = pack.display().to_string();
    assert_eq!(Sleeve::new().run(&["pack", CARDS, &pack]).status, 0);
    let names = |day| {
        let args =
            ["cards", "in:banned", "--game", "duchy", "-o", "names", "--on", day, "--cards", &pack];
        Sleeve::new().run(&args).out
    };
    assert_eq!(names("2025-01-01"), "Vines\nQuake\n");
    assert_eq!(names("2026-01-01"), "Quake\n");
    let large = deck("rotating.deck-size");
    let check = |day| {
        Sleeve::new()
            .run(&["check", &large, "--on", day, "--cards", &pack])
            .status
    };
    assert_eq!((check("2025-06-01"), check("2026-06-01")), (0, 1));
}

#[test]
fn what_stands_once_holds_on_every_day_that_nobody_names() {
    let (_folder, overlay) = over(
        "versions-once",
        "[[list]]\nid = \"later\"\nname = \"later\"\ncards = [\"bolt\"]\ncite = \"council\"\nfrom = 2030-01-01\n",
    );
    let names = |more: &[&str]| {
        let args = [&["cards", "in:later", "--game", "duchy", "-o", "names"], more].concat();
        under(&overlay, Some("2026-11-22"), &args).out
    };
    assert_eq!(names(&[]), "Bolt\n", "as before there were versions");
    assert_eq!(names(&["--on", "2026-11-22"]), "");
}

#[test]
fn copies_in_a_state_are_those_of_the_deck_on_every_day() {
    let folder = scratch("versions-states");
    let path = folder.join("more.toml");
    let rust = r#"
        [[format.rule]]
        id = "rust"
        zone = "deck"
        require = "none(level>=2)"
        cite = "rulebook: Decks"
    "#;
    let before = version("season", "season", "to = 2026-12-31");
    let after = version("season", "season", "from = 2027-01-01");
    fs::write(&path, format!("game = \"smithy\"\n{before}{after}{rust}")).unwrap();
    let path = path.display().to_string();
    let deck = "docs/examples/decks/smithy/season-1.toml";
    let games = ["--cards", "docs/examples/games/smithy", "--cards", &path];
    let args = [&["check", "--until", "-o", "csv", deck], &games[..]].concat();
    let out = Sleeve::new().today("2026-11-22").run(&args).out;
    assert!(out.ends_with(",legal,false,0,0,,2026-12-31\n"), "an axe of it has level 2: {out}");
}

#[test]
fn many_decks_have_the_same_last_days_as_each_alone() {
    let folder = scratch("versions-many");
    let names = ["rotating-1", "rotating.current", "rotating.deck-size", "rotating.copies"];
    for at in 0..40 {
        let from = deck(names[at % names.len()]);
        fs::copy(from, folder.join(format!("{at:02}.toml"))).unwrap();
    }
    let args = ["check", ".", "--until", "-o", "csv", "--on", "2025-06-01"];
    let cards = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join(CARDS)
        .display()
        .to_string();
    let run = |args: &[&str]| {
        Sleeve::new()
            .folder(&folder)
            .run(&[args, &["--cards", &cards]].concat())
            .out
    };
    let together = run(&args);
    let rows: Vec<&str> = together.lines().skip(1).collect();
    assert_eq!(rows.len(), 40);
    for (at, all) in rows.into_iter().enumerate() {
        let alone =
            run(&["check", &format!("{at:02}.toml"), "--until", "-o", "csv", "--on", "2025-06-01"]);
        let alone = alone.lines().nth(1).unwrap();
        assert_eq!(alone.rsplit(',').next(), all.rsplit(',').next(), "{alone} and {all}");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(6))]

    /// The last day is the one before the first on which `--on` finds the deck no longer legal.
    #[test]
    fn until_is_what_every_day_says(
        lists in prop::collection::vec((0u32..12, 1u32..5, any::<bool>()), 0..5),
        start in 1u32..20,
    ) {
        let day = |at: u32| format!("2025-03-{:02}", at + 1);
        let (mut data, mut next) = (String::new(), 0);
        for (gap, length, bans) in lists {
            let (from, to) = (next + gap % 3, next + gap % 3 + length);
            let card = if bans { "tern" } else { "heron" };
            data += &format!(
                "[[list]]\nid = \"banned\"\nname = \"banned\"\ncards = [\"{card}\"]\ncite = \"council\"\nfrom = {}\nto = {}\n",
                day(from), day(to),
            );
            next = to + 1;
        }
        let (_folder, overlay) = over("versions-property", &data);
        let deck = fs::read_to_string(deck("rotating-1")).unwrap().replace("rotating", "constructed");
        let check = |args: &[&str]| {
            let args = [&["check", "-", "-o", "csv", "--cards", CARDS, "--cards", &overlay], args];
            let out = Sleeve::new().input(deck.clone()).run(&args.concat()).out;
            let row = out.lines().nth(1).unwrap_or_default().to_owned();
            (row.contains(",legal,"), row.rsplit(',').next().unwrap_or_default().to_owned())
        };
        let (is_legal, until) = check(&["--on", &day(start), "--until"]);
        let later = (start..30).find(|at| !check(&["--on", &day(*at)]).0);
        prop_assert_eq!(is_legal, later != Some(start));
        match later.filter(|_| is_legal) {
            Some(later) => prop_assert_eq!(until, day(later - 1)),
            None => prop_assert_eq!(until, ""),
        }
    }
}

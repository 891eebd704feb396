//! Decks written in every format, and read back.

use crate::{
    common::{Sleeve, scratch, write_file},
    posted_lists::posted_lists,
};
use proptest::prelude::*;
use sleeve::{
    catalog,
    decks::{
        DeckForm, DeckFormat, DeckResolver, FoundDecks, Hints, Loss, find, inspect, load, read,
        write,
    },
    model::{Catalog, Deck, Lang},
};
use std::{collections::BTreeMap, path::Path};

fn resolved(path: &Path, catalog: &Catalog) -> Deck {
    let bytes = load(path, true).unwrap();
    resolved_text(&path.to_string_lossy(), &bytes, catalog)
}

fn resolved_text(name: &str, bytes: &[u8], catalog: &Catalog) -> Deck {
    let raw = read(name, bytes, &Hints::default()).unwrap();
    let format = raw.format.as_ref().and_then(|f| catalog.format(&f.value));
    DeckResolver::new(catalog).resolve(&raw, format.or_else(|| catalog.format("open")))
}

fn each_shipped_deck(visit: impl Fn(&Deck, &Catalog)) {
    let mut catalogs: BTreeMap<String, Catalog> = BTreeMap::new();
    let FoundDecks { files, errors, .. } = find(&["decks"]);
    let paths: Vec<_> = files.into_iter().map(|file| file.path).collect();
    assert!(errors.is_empty());
    for path in paths {
        let folder = path.iter().nth(1).unwrap().to_string_lossy();
        let game = folder.trim_end_matches("-drafts").to_owned();
        let open = || catalog::open(&game, &[]).unwrap();
        let catalog = catalogs.entry(game.clone()).or_insert_with(open);
        visit(&resolved(&path, catalog), catalog);
    }
}

#[test]
fn every_shipped_deck_is_usable_in_its_format() {
    each_shipped_deck(|deck, catalog| {
        let format = catalog
            .format(&deck.format.as_ref().unwrap().value)
            .unwrap();
        assert_eq!(inspect(deck, catalog, format), Ok(()));
    });
}

#[test]
fn our_toml_loses_nothing_and_a_list_only_what_it_has_no_word_for() {
    each_shipped_deck(|deck, catalog| {
        let written = write(deck, catalog, DeckFormat::Toml, Lang::Fr);
        assert_eq!(written.losses, [], "{}\n{}", deck.path, written.text);
        for loss in write(deck, catalog, DeckFormat::Text, Lang::En).losses {
            let fine = matches!(
                loss,
                Loss::Remarks | Loss::Source | Loss::Parameter(_) | Loss::Carried(_)
            );
            assert!(fine, "{}: {loss:?}", deck.path);
        }
    });
}

/// What a list that somebody posted loses.
fn losses(list: &str, to: &str) -> Vec<String> {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let text = &posted_lists(list)[0].text;
    let deck = resolved_text("list.txt", text.as_bytes(), &catalog);
    let form = DeckForm::from_name(to, &catalog.game.described).unwrap();
    let losses = write(&deck, &catalog, form, Lang::En).losses;
    losses.iter().map(|loss| loss.in_words(Lang::En)).collect()
}

#[test]
fn the_formats_of_other_tools_say_what_they_cannot_hold() {
    let deck = "clean-1999-09-06-421";
    let game = "the file does not store the game; add `--game` when you read it";
    let starting = "in the file, the 3 cards of the zone `starting` are in `deck`";
    for to in ["gemp-xml", "gemp-line", "gemp-text", "swccgdb"] {
        assert_eq!(losses(deck, to), [game, starting], "{to}");
    }
    for to in ["holotable", "json"] {
        assert_eq!(losses(deck, to), [game], "{to}");
    }
    for to in ["toml", "text"] {
        assert!(losses(deck, to).is_empty(), "{to}");
    }
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn unknown_cards_are_kept_where_names_are_and_reported_where_only_ids_are() {
    let deck = "messy-1999-08-11-13";
    let unknown = "the file does not store the line `r4a5`, whose card is unknown".to_owned();
    for to in ["toml", "text", "json"] {
        assert!(!losses(deck, to).contains(&unknown), "{to}");
    }
    for to in ["gemp-xml", "gemp-line", "holotable"] {
        assert!(losses(deck, to).contains(&unknown), "{to}");
    }
}

#[test]
fn our_toml_is_pretty_and_stable() {
    let catalog = catalog::open("starfighter", &[]).unwrap();
    let deck = resolved(Path::new("decks/starfighter/la-valse-d-athena.toml"), &catalog);
    let first = write(&deck, &catalog, DeckFormat::Toml, Lang::En).text;
    let raw = read("again.toml", first.as_bytes(), &Hints::default()).unwrap();
    let again = DeckResolver::new(&catalog).resolve(&raw, catalog.format("guerre-totale"));
    assert_eq!(write(&again, &catalog, DeckFormat::Toml, Lang::En).text, first);
    insta::assert_snapshot!(first, @r#"
    game = "starfighter"
    format = "guerre-totale"
    name = "La valse d'Athéna"
    notes = "Everything turns and moves so that upper halves show again and again. Meant for two boxes."

    [parameters]
    boxes = 2

    [zones]
    cruiser = ["Athena"]
    deck = [
        "0-03", "0-11", "0-18", "0-26", "0-31", "0-48", "0-66", "0-71", "0-81", "1-02", "1-12", "1-17",
        "1-22", "1-27", "1-53", "1-97", "2-13", "2-14", "2-24", "2-34", "2-39", "2-79", "3-05", "3-25",
        "3-30", "3-35", "3-40",
    ]
    "#);
}

#[test]
fn cards_under_no_heading_go_where_the_format_accepts_them() {
    let catalog = catalog::open("starfighter", &[]).unwrap();
    let text = "3-10\n1x Ares\n0-06 x1\n";
    let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
    let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("guerre-totale"));
    let zones: Vec<&str> = deck.entries.iter().map(|e| &*e.zone).collect();
    assert_eq!(zones, ["deck", "cruiser", "deck"]);
    assert!(deck.unresolved.is_empty());
}

#[test]
fn shields_are_meant_outside_the_deck_and_effects_in_it() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let text = "# side: Dark\n1x Battle Order\n[Outside deck]\n1x Battle Order\n";
    let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
    let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
    let ids: Vec<&str> = deck
        .entries
        .iter()
        .map(|e| catalog.cards.card(e.card).id())
        .collect();
    assert_eq!(ids, ["8_118", "13_54"]);
    let notes: Vec<&str> = deck.notes.iter().map(|n| n.message.get(Lang::En)).collect();
    assert_eq!(
        notes,
        [
            "`Battle Order` is read as Battle Order (Effect, Endor, 8_118); if you mean another, write its id: 13_54 (Defensive Shield, Reflections 3)",
            "`Battle Order` is read as Battle Order (Defensive Shield, Reflections 3, 13_54); if you mean another, write its id: 8_118 (Effect, Endor)"
        ]
    );
}

/// Two Light cards and two Dark ones, once a name that both have is written as an id: a tie.
#[test]
fn a_card_that_an_id_would_hold_is_not_dropped() {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let text =
        "# game: swccg\n# format: open\n1_162\n2x Luke Skywalker\n1x Grand Moff Tarkin\n1_267\n";
    let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
    let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
    let written = write(&deck, &catalog, DeckFormat::Toml, Lang::En);
    assert_eq!(written.losses, [], "{}", written.text);
    assert!(written.text.contains("1_162"), "{}", written.text);
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(24))]

    /// Whatever cards of both sides lie in a deck, our own form and a list hold them all.
    #[test]
    fn decks_of_any_cards_are_held(
        picks in prop::collection::vec((any::<prop::sample::Index>(), 1_u32..4), 1..12),
    ) {
        thread_local! {
            static SWCCG: Catalog = catalog::open("swccg", &[]).unwrap();
        }
        SWCCG.with(|catalog| {
            let ids: Vec<String> = catalog.cards.iter().map(|card| card.id().to_owned()).collect();
            let line = |(at, n): &(prop::sample::Index, u32)| format!("{n}x {}\n", at.get(&ids));
            let text = format!("# game: swccg\n# format: open\n{}", picks.iter().map(line).collect::<String>());
            let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
            let deck = DeckResolver::new(catalog).resolve(&raw, catalog.format("open"));
            for form in [DeckFormat::Toml, DeckFormat::Text] {
                let written = write(&deck, catalog, form, Lang::En);
                prop_assert_eq!(&written.losses, &[], "{}\n{}", text, written.text);
            }
            Ok(())
        })?;
    }
}

#[test]
fn decks_in_toml_may_be_in_the_encodings_and_line_ends_of_lists() {
    let folder = scratch("encodings");
    let text = "game = \"starfighter\"\nformat = \"guerre-totale\"\nname = \"été\"\n[zones]\ncruiser = [\"Ares\"]\n";
    let latin: Vec<u8> = text.chars().map(|c| c as u8).collect();
    let wide: Vec<u8> = "\u{feff}"
        .encode_utf16()
        .chain(text.encode_utf16())
        .flat_map(u16::to_le_bytes)
        .collect();
    for (name, bytes) in [
        ("latin.toml", latin.clone()),
        ("wide.toml", wide),
        ("returns.toml", text.replace('\n', "\r").into_bytes()),
        ("list.txt", b"# game: starfighter\r# format: guerre-totale\r[cruiser]\rAres\r".to_vec()),
    ] {
        write_file(&folder, name, bytes);
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&["convert", name, "--to", "text"])
            .to_string();
        assert!(ran.contains("[cruiser]\n1x Ares"), "{name}: {ran}");
    }
}

#[test]
fn tags_of_decks_are_read_in_french_and_without_a_mark() {
    for head in [
        "Jeu: Starfighter\nFormat : guerre-totale\n",
        "jeu = \"Starfighter\"\nformat = guerre-totale\nJoueur\u{a0}: Ada\n",
        "# jeu : starfighter; format : guerre-totale\n",
        "game: starfighter\nformat: guerre-totale\n",
    ] {
        let ran = Sleeve::new()
            .input(format!("{head}[croiseur]\nAres\n"))
            .run(&["convert", "-", "--to", "toml"]);
        assert!(
            ran.out
                .starts_with("game = \"starfighter\"\nformat = \"guerre-totale\"\n"),
            "{head}: {ran}"
        );
        assert!(ran.out.ends_with("cruiser = [\"Ares\"]\n"), "{head}: {ran}");
    }
    for (key, meant) in [("jeu = \"starfighter\"", "game"), ("pioche = [\"1-01\"]", "zones")] {
        let text = format!("{key}\n[zones]\n");
        let ran = Sleeve::new()
            .input(text)
            .run(&["check", "-", "--from", "toml"]);
        assert!(
            ran.to_string()
                .contains(&format!("did you mean `{meant}`?")),
            "{ran}"
        );
    }
    let folder = scratch("french-sheet");
    write_file(&folder, "box.csv", "# jeu : starfighter\nmatricule,name,level\n9-99,Mienne,2\n");
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["lint", "box.csv"])
        .to_string();
    assert!(!ran.contains("does not say"), "{ran}");
}

#[test]
fn a_filter_that_begins_with_a_minus_is_one() {
    let run = |args: &[&str]| Sleeve::new().run(args);
    let both = |args: &[&str], mark: usize| {
        let mut after = args.to_vec();
        after.insert(mark, "--");
        let (ran, meant) = (run(args), run(&after));
        assert_eq!((ran.status, &ran.out), (0, &meant.out), "{ran}");
    };
    both(&["cards", "--game", "starfighter", "-o", "json", "-level:0"], 5);
    both(
        &["cards", "--game", "starfighter", "-o", "names", "-(level:0 or level>1)", "level>=0"],
        5,
    );
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    for args in [
        ["fix", deck, "--lock", "-kind:squadron", "-o", "json"],
        ["fix", deck, "--only", "-(kind:squadron)", "-ojson", "--quiet"],
        ["odds", deck, "-count(level:0) > -2", "-o", "json", "--quiet"],
    ] {
        let ran = run(&args);
        assert!(ran.status == 0 && ran.out.starts_with('{'), "{ran}");
    }
    // Options are recognised before and behind, and mistyped ones are mistakes as before.
    for (args, told) in [
        (["cards", "-level:0", "--game", "starfighter", "--outptu", "json"], "--outptu"),
        (["cards", "--game", "starfighter", "-level:0", "-x", "json"], "-x"),
        (["cards", "--game", "starfighter", "--limit", "-level:0", "json"], "−level:0"),
        (["fix", "--lock", "-o", "json", "--quiet", deck], "--lock"),
    ] {
        run(&args).assert_status(2).assert_err(told);
    }
    run(&["cards", "--game", "starfighter", "-level:0", "--outptu", "json"]).assert_err("--output");
}

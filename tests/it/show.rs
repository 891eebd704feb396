//! `sleeve show`: colours, widths, documents. The scenarios are in `tests/console/show.trycmd`.

use crate::common::{Sleeve, sleeve};

#[test]
fn cards_have_weight_and_colour_on_terminals_only() {
    let card = ["show", "--game", "battleship-galaxies", "erin cho", "--lang", "en"];
    let terminal = Sleeve::new().width(80).run(&card).out;
    assert!(terminal.contains("\u{1b}[1mErin Cho\u{1b}[0m"), "a bold name: {terminal:?}");
    assert!(terminal.contains("\u{1b}[2mCost\u{1b}[0m \u{1b}[1;33m~3\u{1b}[0m"), "{terminal:?}");
    let plain = |text: &str| {
        let mut out = String::new();
        let mut inside = false;
        for c in text.chars() {
            match (inside, c) {
                (false, '\u{1b}') => inside = true,
                (true, 'm') => inside = false,
                (false, c) => out.push(c),
                (true, _) => {}
            }
        }
        out
    };
    let piped = sleeve(&card).out;
    assert!(!piped.contains('\u{1b}'));
    assert_eq!(plain(&terminal), piped, "colour changes no column");
    let without = Sleeve::new()
        .width(80)
        .variable("NO_COLOR", "1")
        .run(&card)
        .out;
    assert_eq!(without, piped);
    let never = Sleeve::new()
        .width(80)
        .run(&[&card[..], &["--color", "never"]].concat())
        .out;
    assert_eq!(never, piped);
    let always = sleeve(&[&card[..], &["--color", "always"]].concat()).out;
    assert_eq!(always, terminal);
}

#[test]
fn the_document_has_the_card_alone() {
    let document = Sleeve::new()
        .run(&["show", "Tes Kio (veteran)", "-o", "json"])
        .document();
    assert_eq!(document["schema"], "sleeve/cards/1");
    assert_eq!(document["cards"].as_array().map(Vec::len), Some(1));
    assert_eq!(document["cards"][0]["id"], "tes-kio-veteran");
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn every_card_of_every_game_fits_the_page() {
    use unicode_width::UnicodeWidthStr;
    for game in ["starfighter", "battleship-galaxies", "star-realms", "etoile-noire", "swccg"] {
        let document = Sleeve::new()
            .run(&["cards", "--game", game, "-o", "json"])
            .document();
        let step = if game == "swccg" { 29 } else { 1 };
        for card in document["cards"]
            .as_array()
            .expect("cards")
            .iter()
            .step_by(step)
        {
            let id = card["id"].as_str().expect("an id");
            for (lang, width) in [("en", 80), ("fr", 80), ("fr", 60), ("en", 40)] {
                let card = ["show", "--game", game, id, "--lang", lang, "--color", "never"];
                let ran = Sleeve::new().width(width).run(&card).assert_status(0);
                assert!(ran.out.lines().all(|line| line.width() <= width), "{width}: {ran}");
            }
        }
    }
}

#[test]
fn a_document_of_no_card_says_why() {
    let ran = sleeve(&["show", "-o", "json", "nope"]);
    let document = ran.document();
    assert_eq!((ran.status, &document["schema"]), (2, &"sleeve/error/1".into()), "{ran}");
    assert!(document["message"].as_str().unwrap().contains("nope"), "{ran}");
}

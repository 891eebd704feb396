//! A format of one's own takes one TOML file (`docs/examples/club.toml`), and mistakes in card data
//! laid over point into it.

use super::{check, judged, shipped, verdict, with};
use crate::common::{Ran, Sleeve, in_brief, scratch, sleeve, write_file};

/// Checks a legal deck with a file laid over, which adds the format `club`.
fn over(test: &str, text: &str) -> Ran {
    let folder = scratch(test);
    write_file(&folder, "club.toml", text);
    let sleeve = Sleeve::new()
        .folder(&folder)
        .input(shipped("starfighter/la-meute-d-ares"));
    let ran = sleeve.run(&["check", "--cards", "club.toml", "--as", "club", "-"]);
    let shown = |text: &str| text.replace(&format!("{}/", folder.display()), "");
    Ran { status: ran.status, out: shown(&ran.out), err: shown(&ran.err) }
}

fn format(rule: &str) -> String {
    format!(
        "game = \"starfighter\"\n\n[[format]]\nid = \"club\"\nname = \"Club\"\nextends = \"guerre-totale\"\ncite = \"reading: ours\"\n\n[[format.rule]]\nid = \"deck-size\"\nzone = \"deck\"\n{rule}\ncite = \"reading: ours\"\ntext = \"Ours.\"\n"
    )
}

#[test]
fn a_mistake_in_a_condition_points_into_the_rule() {
    insta::assert_snapshot!(in_brief(over("condition", &format("require = \"count(levl:0) >= 25\""))), @"
    status: 2
    unusable     -
    error: no field is named `levl` (club.toml:12:18) {levl} = help: did you mean `level`?
    1 deck: 1 unusable
    sleeve 0.1.0
    ");
}

#[test]
fn the_other_forms_name_the_file_of_the_rule() {
    let folder = scratch("forms");
    write_file(&folder, "club.toml", format("require = \"cout() >= 25\""));
    let sleeve = Sleeve::new()
        .folder(&folder)
        .input(shipped("starfighter/la-meute-d-ares"));
    for form in ["json", "github", "sarif", "junit"] {
        let ran = sleeve.run(&["check", "--cards", "club.toml", "--as", "club", "-", "-o", form]);
        assert!(ran.status == 2 && ran.out.contains("club.toml"), "{form}: {ran}");
    }
}

#[test]
fn ten_thousand_parentheses_end_in_an_error() {
    let (open, close) = ("(".repeat(10_000), ")".repeat(10_000));
    let nested = [
        format(&format!("require = \"{open}count() >= 25{close}\"")),
        format(&format!("require = \"count({open}level:0{close}) >= 25\"")),
        format(&format!("require = \"{} count() >= 25\"", "not ".repeat(10_000))),
        format(&format!("require = \"{}1{} >= 25\"", "ceil(".repeat(10_000), ")".repeat(10_000))),
        format(&format!("contents = {{ filter = \"{open}kind:squadron{close}\", each = \"1\" }}")),
        format("require = \"count() >= 25\"")
            + &format!(
                "\n[format.zones.deck]\naccepts = \"{open}kind:squadron{close}\"\nname = \"deck\"\n"
            ),
    ];
    for (i, text) in nested.iter().enumerate() {
        let ran = over(&format!("nested-{i}"), text);
        assert!(
            ran.status == 2 && ran.out.contains("levels deep"),
            "{i}: {}",
            &ran.out[..ran.out.len().min(2000)]
        );
        assert!(ran.out.len() < 4000, "the message of {i} is short");
    }
}

#[test]
fn an_overlay_that_cannot_be_read_is_an_error() {
    insta::assert_snapshot!(in_brief(over("syntax", "game = \"starfighter\"\n[[format]\n")), @"
    status: 2
    unusable     -
    error: not valid TOML: unclosed array table, expected `]` (club.toml:2:10) {}
    1 deck: 1 unusable
    sleeve 0.1.0
    ");
    let ran = Sleeve::new().run(&["check", "--cards", "nowhere", "decks/starfighter"]);
    assert!(ran.status == 2 && ran.err.contains("nowhere"), "{ran}");
    let ran = over("deep", &format!("x = {}{}", "[".repeat(10_000), "]".repeat(10_000)));
    assert_eq!(ran.status, 2);
}

#[test]
fn reports_name_the_overlays_in_use() {
    let ran = over("named", &format("require = \"count() >= 26\"")).assert_status(1);
    assert!(
        ran.out
            .trim_end()
            .lines()
            .last()
            .unwrap()
            .contains("club.toml"),
        "{ran}"
    );
}

#[test]
fn an_overlay_that_declares_a_game_that_is_there_says_what_it_lies_over() {
    let folder = scratch("declared-again");
    let game = folder.join("mine");
    std::fs::create_dir_all(&game).unwrap();
    let declaration = "id = \"starfighter\"\nname = \"My own game\"\n";
    write_file(&game, "game.toml", declaration);
    write_file(&game, "cards.toml", "[[card]]\nid = \"nyx\"\nkind = \"cruiser\"\ndraw = 4\n");
    let run = |args: &[&str]| {
        let args = [&["--cards", "mine"], args].concat();
        Sleeve::new().folder(&folder).run(&args)
    };
    let ran = run(&["cards", "--game", "starfighter", "nyx"]);
    ran.assert_err(
        "declares the game `starfighter`, which already exists: 2 entries on top of starfighter",
    );
    ran.assert_err("choose another `id`");
    let deck = shipped("starfighter/la-meute-d-ares");
    write_file(&folder, "deck.toml", deck);
    let ran = run(&["check", "deck.toml", "--lang", "fr"]);
    ran.assert_err("déclare le jeu « starfighter », qui existe déjà");
    ran.assert_out("(2 entrées par-dessus starfighter)");
    std::fs::remove_file(game.join("game.toml")).unwrap();
    let cards = "game = \"starfighter\"\n[[card]]\nid = \"nyx\"\nkind = \"cruiser\"\ndraw = 4\n";
    write_file(&game, "cards.toml", cards);
    assert_eq!(run(&["cards", "--game", "starfighter", "nyx"]).err, "");
    write_file(&game, "game.toml", "id = \"nyx-wars\"\nname = \"Nyx Wars\"\n");
    write_file(&game, "cards.toml", "");
    assert_eq!(run(&["rules"]).err, "");
}

const ARGS: [&str; 4] = ["--cards", "docs/examples/club.toml", "--as", "guerre-totale-30"];

/// Thirty cards of one cruiser, none of which turns around.
fn thirty() -> String {
    let deck = shipped("starfighter/la-meute-d-ares");
    with(&deck, "\"3-65\",", "\"3-65\", \"3-05\", \"3-20\", \"3-25\", \"2-19\", \"2-24\",")
}

#[test]
fn thirty_cards_without_retournement_are_legal() {
    assert_eq!(judged(&thirty(), &ARGS), "legal, provisional");
    assert_eq!(check(&thirty(), &ARGS).status, 0);
}

#[test]
fn a_card_too_few_or_one_that_turns_around_is_not() {
    insta::assert_snapshot!(judged(&with(&thirty(), "\"2-24\",", ""), &ARGS), @r"
    illegal
    broken deck-size: 29 squadrons, exactly 30 required; add 1 squadron
    ");
    insta::assert_snapshot!(judged(&with(&thirty(), "\"2-24\"", &flipping()), &ARGS), @r"
    illegal, provisional
    broken no-flip: 1 squadron not allowed: 1-47; remove 1-47
    ");
}

/// The first card that turns around, in quotes.
fn flipping() -> String {
    let ran = sleeve(&["cards", "effect:flip", "--game", "starfighter", "-o", "names"]);
    format!("\"{}\"", ran.out.lines().next().unwrap().trim_end_matches('*'))
}

#[test]
fn everything_else_stays_as_in_total_war() {
    assert_eq!(verdict(&with(&thirty(), "[\"Ares\"]", "[\"Ares\", \"Atlas\"]"), &ARGS), "illegal");
    assert_eq!(verdict(&thirty(), &[]), "legal");
}

#[test]
fn the_example_passes_the_linter() {
    sleeve(&["lint", "docs/examples/club.toml"]).assert_status(0);
}

//! `sleeve new game` and `sleeve new format`: what they write holds as it is.

use crate::common::{Sleeve, scratch};
use std::fs;

#[test]
fn a_new_game_is_lint_clean_with_a_legal_deck_and_its_illegal_twin() {
    let games = ["en", "fr"].map(|lang| {
        let folder = scratch(&format!("new-game-{lang}"));
        let run = |args: &[&str]| {
            Sleeve::new()
                .folder(&folder)
                .run(&[args, &["--lang", lang]].concat())
        };
        let written = run(&["new", "game", "Mon Jeu"]);
        assert_eq!((written.status, written.out.as_str()), (0, ""), "{written}");
        written.assert_err("sleeve lint Mon Jeu/cards, sleeve check Mon Jeu/decks");
        let lint = run(&["lint", "Mon Jeu/cards"]).assert_status(0);
        assert!(!lint.out.contains("warning") && !lint.err.contains("warning"), "{lint}");
        let cards =
            run(&["cards", "", "--cards", "Mon Jeu/cards", "--game", "mon-jeu", "-o", "names"]);
        assert_eq!(cards.out.lines().count(), 12, "{cards}");
        let check = |deck: &str| run(&["check", deck, "-o", "csv"]);
        check("Mon Jeu/decks/legal.toml").assert_status(0);
        let illegal = check("Mon Jeu/decks/illegal.toml").assert_status(1);
        illegal.assert_out("illegal,false,2,0,copies");
        let odds = run(&["odds", "Mon Jeu/decks/legal.toml", "count(kind:ship) >= 1"]);
        assert_eq!(odds.status, 0, "{odds}");
        run(&["pack", "Mon Jeu", "mon-jeu.sleeve"]).assert_status(0);
        // What is there is left alone.
        run(&["new", "game", "Mon Jeu"]).assert_status(2);
        let remarks = fs::read_to_string(folder.join("Mon Jeu/cards/game.toml")).unwrap();
        let own = if lang == "fr" { "# Le vocabulaire" } else { "# The vocabulary" };
        assert!(remarks.starts_with(own) && !remarks.contains("#en") && !remarks.contains("#fr"));
        remarks
    });
    insta::assert_snapshot!(games.join("\n"));
}

#[test]
fn a_new_format_is_lint_clean_and_says_what_its_parent_says() {
    let folder = scratch("new-format");
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    for game in ["swccg", "starfighter", "star-realms", "battleship-galaxies", "etoile-noire"] {
        let file = format!("{game}-League.toml");
        assert_eq!(run(&["new", "format", game, &file]).status, 0);
        run(&["lint", &file]).assert_status(0);
        let rules = run(&["rules", &format!("{game}/{game}-league"), "--cards", &file]);
        assert_eq!(rules.status, 0, "{rules}");
    }
    let shown = run(&["new", "format", "star-realms"]);
    insta::assert_snapshot!(shown.out);
}

#[test]
fn what_new_cannot_do_it_says_with_what_to_type() {
    let folder = scratch("new-refused");
    let refused = |args: &[&str], word: &str| {
        let ran = Sleeve::new().folder(&folder).run(args);
        assert!(ran.status == 2 && ran.err.contains(word), "no `{word}` in\n{ran}");
    };
    refused(&["new", "game"], "sleeve new game my-game");
    refused(&["new", "format"], "sleeve new format swccg");
    refused(&["new", "game", "a", "b"], "one argument too many");
    refused(&["new", "swccg/open", "a", "b"], "one argument too many");
    refused(&["new", "format", "swcg", "a.toml"], "did you mean");
    refused(&["new", "game", "…"], "cannot be turned into an id");
}

//! Completions that know the data: what is offered while a command line is written, and in the shells themselves.

use crate::common::scratch;
use sleeve::cli::{Asking, offered};
use sleeve::model::Lang;
use std::path::PathBuf;
use std::process::Command;

fn asking(words: &[&str], lang: Lang) -> Asking {
    Asking {
        around: Default::default(),
        words: words.iter().map(Into::into).collect(),
        folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
        lang,
        escapes: false,
    }
}

/// What is offered for the last of these words, without options.
fn offers(words: &[&str]) -> Vec<String> {
    let words: Vec<&str> = std::iter::once("sleeve").chain(words.iter().copied()).collect();
    let found = offered(&asking(&words, Lang::En), words.len() - 1).unwrap();
    found.into_iter().map(|(word, _)| word).filter(|word| !word.starts_with('-')).collect()
}

#[test]
fn games_and_formats_are_those_of_the_data() {
    assert_eq!(offers(&["cards", "--game", "st"]), ["star-realms", "starfighter"]);
    assert_eq!(
        offers(&["check", "decks/starfighter/la-meute-d-ares.toml", "--as", ""]),
        ["all", "entrainement", "escarmouche", "guerre-totale"]
    );
    assert_eq!(offers(&["stats", "--game", "starfighter", "--as", "gu"]), ["guerre-totale"]);
    assert_eq!(offers(&["new", "starfighter/g"]), ["starfighter/guerre-totale"]);
    assert_eq!(offers(&["rules", "sw"]), ["swccg"]);
    assert!(offers(&["rules", "swccg/prem"]).contains(&"swccg/premiere".to_owned()));
}

#[test]
fn roles_zones_parameters_and_readers_are_those_of_the_game() {
    assert_eq!(
        offers(&["check", "--game", "battleship-galaxies", "--role", ""]),
        ["isn", "wretch"]
    );
    let zones = offers(&["stats", "decks/starfighter/la-meute-d-ares.toml", "--zone", ""]);
    assert!(
        zones.contains(&"cruiser".to_owned()) && !zones.contains(&"tactics".to_owned()),
        "{zones:?}"
    );
    assert!(
        offers(&["check", "--game", "starfighter", "--set", "b"]).contains(&"boxes=".to_owned())
    );
    let caravan = ["check", "--cards", "docs/examples/games/caravan", "--game", "caravan", "--set"];
    assert_eq!(offers(&[&caravan[..], &["c"]].concat()), ["calling="]);
    let words = ["calling=guard", "calling=lore", "calling=trade"];
    assert_eq!(offers(&[&caravan[..], &["calling="]].concat()), words);
    assert_eq!(offers(&[&caravan[..], &["calling=l"]].concat()), ["calling=lore"]);
    assert_eq!(offers(&["check", "--from", "gemp"]), ["gemp-line", "gemp-text", "gemp-xml"]);
    let forms = ["convert", "--cards", "docs/examples/games", "--game", "duchy", "--to"];
    assert_eq!(offers(&[&forms[..], &["c"]].concat()), ["cockatrice"]);
    assert_eq!(offers(&[&forms[..], &["y"]].concat()), [""; 0]);
}

#[test]
fn cards_are_those_of_the_game() {
    let found = offers(&["show", "--game", "swccg", "darth vader, d"]);
    assert!(found.contains(&"Darth Vader, Dark Lord Of The Sith".to_owned()), "{found:?}");
    assert!(offers(&["show", "--game", "star-realms", "darth"]).is_empty());
    assert!(offers(&["show", "--game", "swccg", ""]).is_empty(), "not three thousand at once");
    assert!(offers(&["show", "--game", "swccg", "a"]).len() <= 500);
}

#[test]
fn texts_are_completed_word_by_word() {
    let found = |text: &str| offers(&["cards", "--game", "starfighter", text]);
    assert!(found("fight").contains(&"fighters".to_owned()));
    assert_eq!(found("effect:dra"), ["effect:draw"]);
    assert!(found("level=0 kind:sq").contains(&"level=0 kind:squadron".to_owned()));
    assert!(found("level=0 -ki").contains(&"level=0 -kind".to_owned()));
    assert!(found("effect:draw|piv").contains(&"effect:draw|pivot".to_owned()));
    let measures =
        |text: &str| offers(&["stats", "decks/starfighter/la-meute-d-ares.toml", "-m", text]);
    assert!(measures("avg(lev").contains(&"avg(level".to_owned()));
    assert!(measures("cou").contains(&"count(".to_owned()));
    assert!(
        offers(&["cards", "--game", "star-realms", "faction:mach"])
            .contains(&"faction:\"Machine Cult\"".to_owned())
    );
    let fields = offers(&["cards", "--game", "starfighter", "--columns", "name,lev"]);
    assert!(fields.contains(&"name,level".to_owned()), "{fields:?}");
}

#[test]
fn explanations_are_in_the_language_of_the_user() {
    let words = ["sleeve", "ch"];
    let french = offered(&asking(&words, Lang::Fr), 1).unwrap();
    let help = french.into_iter().find(|(word, _)| word == "check").unwrap().1.unwrap();
    assert_eq!(help, "Donner un verdict sur des decks, avec tous les problèmes à la fois");
}

#[test]
fn a_folder_of_many_decks_or_a_broken_one_keeps_nobody_waiting() {
    let folder = scratch("completing");
    std::fs::write(folder.join("broken.toml"), "game = \n").unwrap();
    let words: Vec<_> = ["sleeve", "stats", "broken.toml", "--zone", ""].map(Into::into).to_vec();
    let asking =
        Asking { words, folder, lang: Lang::En, around: Default::default(), escapes: false };
    assert!(!offered(&asking, 4).unwrap().is_empty(), "then of all games");
}

/// Whether a shell is installed here.
fn has(shell: &str) -> bool {
    Command::new(shell).arg("--version").output().is_ok_and(|out| out.status.success())
}

fn in_shell(shell: &str, args: &[&str]) -> String {
    let program = PathBuf::from(env!("CARGO_BIN_EXE_sleeve"));
    let folder = program.parent().unwrap().to_owned();
    let path = format!("{}:{}", folder.display(), std::env::var("PATH").unwrap_or_default());
    let ran = Command::new(shell)
        .args(args)
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .env("PATH", path)
        .env("LC_ALL", "C.UTF-8")
        .env_remove("COMPLETE")
        .output()
        .unwrap();
    String::from_utf8_lossy(&ran.stdout).into_owned() + &String::from_utf8_lossy(&ran.stderr)
}

#[test]
fn bash_puts_in_what_the_program_offers() {
    if !has("bash") {
        return;
    }
    let script = |words: &str, at: usize, current: &str| {
        format!(
            "source <(sleeve completions bash); COMP_WORDS=({words}); COMP_CWORD={at}; COMP_TYPE=9; \
             _clap_complete_sleeve sleeve {current} ''; printf '%s\\n' \"${{COMPREPLY[@]}}\""
        )
    };
    let formats =
        in_shell("bash", &["-c", &script("sleeve stats --game starfighter --as gu", 5, "gu")]);
    assert_eq!(formats, "guerre-totale\n");
    // What bash hands over: names with their backslashes, what stands in quotes without them.
    for (typed, put_in) in [
        ("'Admiral\\ Mot'", "Admiral\\ Motti"),
        ("'Admiral Mot'", "Admiral Motti"),
        ("Monno", "Monnok"),
    ] {
        let words = format!("sleeve show --game swccg {typed}");
        let offered = in_shell("bash", &["-c", &script(&words, 4, typed)]);
        assert_eq!(offered.lines().next(), Some(put_in), "{offered}");
    }
    let text = "'level=0 effect:dra'";
    let words = format!("sleeve cards --game starfighter {text}");
    let offered = in_shell("bash", &["-c", &script(&words, 4, text)]);
    assert_eq!(offered, "level=0 effect:draw\n");
}

#[test]
fn fish_shows_what_the_program_offers() {
    if !has("fish") {
        return;
    }
    let ask = |line: &str| {
        in_shell(
            "fish",
            &["-c", &format!("sleeve completions fish | source; complete -C \"{line}\"")],
        )
    };
    assert!(ask("sleeve stats --game starfighter --as gu").contains("guerre-totale\tTotal War"));
    assert!(ask("sleeve cards --game starfighter effect:dra").contains("effect:draw"));
}

#[test]
fn zsh_loads_the_script_and_asks_the_program() {
    if !has("zsh") {
        return;
    }
    // `compadd` and `_describe` need a line that is being edited: here they say what they are given.
    let script = "autoload -Uz compinit; compinit -u -D; source <(sleeve completions zsh); \
        _describe() { print -l -- ${(P)3} }; words=(sleeve stats --game starfighter --as gu); \
        CURRENT=6; _clap_dynamic_completer_sleeve";
    let offered = in_shell("zsh", &["-f", "-c", script]);
    assert!(offered.contains("guerre-totale"), "{offered}");
}

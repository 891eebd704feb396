//! Completions that know the data: what is offered while a command line is written, and in the
//! shells themselves.

use crate::common::{scratch, write_file};
use sleeve::{
    cli::{CommandLine, complete_word},
    model::Lang,
};
use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

fn asking(words: &[&str], lang: Lang) -> CommandLine {
    CommandLine {
        around: Default::default(),
        words: words.iter().map(Into::into).collect(),
        folder: PathBuf::from(env!("CARGO_MANIFEST_DIR")),
        lang,
    }
}

/// What is offered for the last of these words, without options.
fn offers(words: &[&str]) -> Vec<String> {
    let words: Vec<&str> = std::iter::once("sleeve")
        .chain(words.iter().copied())
        .collect();
    let found = complete_word(&asking(&words, Lang::En), words.len() - 1).unwrap();
    found
        .into_iter()
        .map(|(word, _)| word)
        .filter(|word| !word.starts_with('-'))
        .collect()
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
    assert_eq!(offers(&["rules", "st"]), ["star-realms", "starfighter"]);
    // Several, so that no blank is put behind the game.
    let of_one = offers(&["rules", "batt"]);
    assert_eq!(of_one[0], "battleship-galaxies");
    assert!(of_one.len() > 2 && of_one[1].starts_with("battleship-galaxies/"), "{of_one:?}");
    assert_eq!(offers(&["check", "--as", "guerre"]), ["guerre-totale"]);
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
    // A letter with an accent means itself; one without, either.
    let accented = complete_word(&asking(&["sleeve", "show", "À"], Lang::Fr), 2).unwrap();
    assert!(accented.iter().any(|(name, _)| name == "À la trace"), "{accented:?}");
    assert!(
        accented
            .iter()
            .all(|(name, _)| name.starts_with(['À', '-'])),
        "{accented:?}"
    );
}

#[test]
fn texts_are_completed_word_by_word() {
    let found = |text: &str| offers(&["cards", "--game", "starfighter", text]);
    assert!(found("fight").contains(&"fighters".to_owned()));
    assert_eq!(found("effect:dra"), ["effect:draw"]);
    assert!(found("level=0 kind:sq").contains(&"level=0 kind:squadron".to_owned()));
    assert!(found("level=0 -ki").contains(&"level=0 -kind".to_owned()));
    assert!(found("effect:draw|piv").contains(&"effect:draw|pivot".to_owned()));
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    assert!(offers(&["odds", deck, "count(lev"]).contains(&"count(level".to_owned()));
    assert_eq!(offers(&["odds", "count(lev"]), [""; 0], "paths come first");
    let options = complete_word(&asking(&["sleeve", "cards", "--s"], Lang::En), 2).unwrap();
    let options: Vec<&str> = options.iter().map(|(word, _)| word.as_str()).collect();
    assert!(options.contains(&"--sort"), "{options:?}");
    assert!(!options.contains(&"--sacrifice"), "two signs begin an option: {options:?}");
    assert_eq!(found("colour=gree"), ["colour=green"]);
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
fn help_completes_its_topics() {
    assert_eq!(offers(&["help", "ch"]), ["check"]);
    assert_eq!(offers(&["help", "l"]), ["language", "lint", "lsp"]);
    assert_eq!(offers(&["help", "language", "starf"]), ["starfighter"]);
}

#[test]
fn explanations_are_in_the_language_of_the_user() {
    let words = ["sleeve", "ch"];
    let french = complete_word(&asking(&words, Lang::Fr), 1).unwrap();
    let help = french
        .into_iter()
        .find(|(word, _)| word == "check")
        .unwrap()
        .1
        .unwrap();
    assert_eq!(help, "Vérifier des decks et signaler tous les problèmes");
}

#[test]
fn a_folder_of_many_decks_or_a_broken_one_keeps_nobody_waiting() {
    let folder = scratch("completing");
    write_file(&folder, "broken.toml", "game = \n");
    let words: Vec<_> = ["sleeve", "stats", "broken.toml", "--zone", ""]
        .map(Into::into)
        .to_vec();
    let asking = CommandLine { words, folder, lang: Lang::En, around: Default::default() };
    assert!(!complete_word(&asking, 4).unwrap().is_empty(), "then of all games");
}

/// Whether a shell is installed here.
fn has(shell: &str) -> bool {
    Command::new(shell)
        .arg("--version")
        .output()
        .is_ok_and(|out| out.status.success())
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

/// The words of a line of bash once what is offered first has been put in: bash itself reads them.
fn completed_in_bash(folder: &str, line: &str, replaced: &str) -> Vec<String> {
    let script = r#"cd "$1" && source <(sleeve completions bash) && COMP_LINE=$2 COMP_POINT=${#2}
        _sleeve_offered sleeve "$3" ''; [[ ${COMPREPLY-} ]] || exit 0
        line=${2%"$3"}$COMPREPLY; line=${line#sleeve }
        for quote in '' '"' "'"; do
            eval "printf '%s\n' $line$quote" 2> /dev/null && break
        done"#;
    let words = in_shell("bash", &["-c", script, "bash", folder, line, replaced]);
    words.lines().map(str::to_owned).collect()
}

#[test]
fn bash_puts_in_what_the_program_offers() {
    if !has("bash") {
        return;
    }
    for (line, replaced, last) in [
        ("stats --game starfighter --as gu", "gu", "guerre-totale"),
        ("check --as=starfighter/gu", "starfighter/gu", "--as=starfighter/guerre-totale"),
        ("show --game swccg Admiral\\ Mot", "Admiral\\ Mot", "Admiral Motti"),
        ("show --game swccg 'Admiral Mot", "Admiral Mot", "Admiral Motti"),
        ("show --game swccg \"Luke's L", "Luke's L", "Luke's Lightsaber"),
        ("show --game swccg 'Luke'\\''s L", "s L", "Luke's Lightsaber"),
        ("show --game swccg Luke\\'s\\ L", "Luke\\'s\\ L", "Luke's Lightsaber"),
        ("show --game swccg \"Luke? L", "Luke? L", "Luke? Luuuuke!"),
        ("show --game swccg obi-wan\\ ken", "obi-wan\\ ken", "Obi-Wan Kenobi"),
        (
            "cards --game starfighter 'level=0 effect:dra",
            "level=0 effect:dra",
            "level=0 effect:draw",
        ),
        ("cards --game starfighter effect:dra", "dra", "effect:draw"),
        ("cards --game starfighter colour=gree", "gree", "colour=green"),
        ("cards --game star-realms \"faction:mach", "faction:mach", "faction:\"Machine Cult\""),
    ] {
        let words = completed_in_bash(".", &format!("sleeve {line}"), replaced);
        assert_eq!(words.last().map(String::as_str), Some(last), "{line}");
    }
}

#[test]
fn bash_deletes_no_letter_where_accents_differ() {
    if !has("bash") {
        return;
    }
    let folder = scratch("completing-accents");
    hostile_game(&folder);
    let card = |id: &str, name: &str| {
        format!("[[card]]\nid = \"{id}\"\nname = \"{name}\"\nkind = \"card\"\n")
    };
    write_file(&folder, "cards.toml", card("1", "Thérèse") + &card("2", "Theresia"));
    let script = r#"cd "$1" && source <(sleeve completions bash) && COMP_LINE=$2 COMP_POINT=${#2}
        _sleeve_offered sleeve "$3" ''; printf '<%s>' "${COMPREPLY[@]}""#;
    let offered = |typed: &str| {
        let line = format!("sleeve show --cards . --game g {typed}");
        in_shell("bash", &["-c", script, "bash", folder.to_str().unwrap(), &line, typed])
    };
    assert_eq!(offered("Theres"), "<Theresia><Thérèse>< >");
    assert_eq!(offered("Th"), "<Theresia><Thérèse>");
    assert_eq!(offered("Theresi"), "<Theresia>");
}

/// Names that shells would run, or read as several words.
const HOSTILE: [&str; 7] = [
    "Alfa $(touch X)",
    "Bravo `touch X`",
    "Coca\"; touch X; \"",
    "Delta'; touch X; '",
    "Echo\\\"; touch X",
    "Foxtrot* [a-z] {1,2} ~ # & | < > ( ) ?",
    "Golf ‘; touch X; ’ !! $HOME",
];

/// A game with such names.
fn hostile_game(folder: &Path) {
    fs::create_dir_all(folder.join("decks")).unwrap();
    let game = "id = \"g\"\nname = \"G\"\n[kinds.card]\nname = \"card\"\n[attributes.lair]\nname = \"lair\"\n\
        type = \"enum\"\nvalues = [{ id = \"den\", name = \"Den $(touch X)\" }]\n";
    write_file(folder, "game.toml", game);
    let card = |(at, name): (usize, &&str)| {
        format!("[[card]]\nid = \"{at}\"\nname = '''{name}'''\nkind = \"card\"\nlair = \"den\"\n")
    };
    let cards: String = HOSTILE.iter().enumerate().map(card).collect();
    write_file(folder, "cards.toml", cards);
}

#[test]
fn no_name_is_run_by_the_shell_that_completes_it() {
    if !has("bash") {
        return;
    }
    let folder = scratch("completing-hostile");
    hostile_game(&folder);
    for name in ["decks/Zulu $(touch X)", "decks/Zulu\ntouch X"] {
        fs::create_dir(folder.join(name)).unwrap();
    }
    let completes = |line: &str, replaced: &str, last: &str| {
        let line = format!("sleeve {line}");
        let words = completed_in_bash(folder.to_str().unwrap(), &line, replaced);
        assert_eq!(words.last().map(String::as_str), Some(last), "{line}");
    };
    for name in HOSTILE {
        let typed = &name[..3];
        for open in ["", "'", "\"", "\"\""] {
            completes(&format!("show --cards . --game g {open}{typed}"), typed, name);
        }
    }
    completes("cards --cards . --game g \"lair:", "lair:", "lair:\"Den $(touch X)\"");
    completes("cards --cards . --game g lair:", "", "lair:\"Den $(touch X)\"");
    completes("check decks/Z", "decks/Z", "decks/Zulu $(touch X)/");
    completes("check \"decks/Z", "decks/Z", "decks/Zulu $(touch X)/");
    assert!(!folder.join("X").exists());
}

#[test]
fn powershell_is_given_words_in_its_own_quotes() {
    let folder = scratch("completing-powershell");
    hostile_game(&folder);
    let put_in = |typed: &str| {
        let words = ["sleeve", "show", "--cards", ".", "--game", "g", typed].join("\u{1f}");
        let ran = Command::new(env!("CARGO_BIN_EXE_sleeve"))
            .args(["--", "typed"])
            .envs([("COMPLETE", "powershell"), ("SLEEVE_WORDS", &words)])
            .current_dir(&folder)
            .output()
            .unwrap();
        String::from_utf8(ran.stdout).unwrap()
    };
    assert_eq!(put_in("Alf"), "'Alfa $(touch X)'\tAlfa $(touch X)\t0\n");
    assert_eq!(put_in("Del"), "'Delta''; touch X; '''\tDelta'; touch X; '\t3\n");
    assert!(put_in("Gol").starts_with("'Golf ‘‘; touch X; ’’ !! $HOME'\t"));
    let script = in_shell("sleeve", &["completions", "powershell"]);
    assert!(script.contains("SLEEVE_WORDS") && !script.contains("Invoke-Expression"), "{script}");
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
    // `compadd` and `_describe` need a line that is being edited: here they say what they are
    // given.
    let script = "autoload -Uz compinit; compinit -u -D; source <(sleeve completions zsh); \
        _describe() { print -l -- ${(P)3} }; words=(sleeve stats --game starfighter --as gu); \
        CURRENT=6; _clap_dynamic_completer_sleeve";
    let offered = in_shell("zsh", &["-f", "-c", script]);
    assert!(offered.contains("guerre-totale"), "{offered}");
}

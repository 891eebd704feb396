//! What a French player reads: help, mistakes, findings, numbers, citations.

use crate::common::{Ran, Sleeve, scratch, sleeve};
use std::path::Path;

fn french(args: &[&str]) -> Ran {
    Sleeve::new().variable("LANG", "fr_FR.UTF-8").run(args)
}

const COMMANDS: &[&str] = &[
    "check",
    "match",
    "rules",
    "cards",
    "show",
    "stats",
    "diff",
    "sheet",
    "report",
    "seal",
    "fix",
    "build",
    "convert",
    "new",
    "pack",
    "fmt",
    "import",
    "lint",
    "help",
    "odds",
    "draw",
    "schema",
    "completions",
    "man",
];

#[test]
fn help_is_french_under_lang_and_under_the_locale() {
    let asked = sleeve(&["check", "-h", "--lang", "fr"]);
    assert_eq!(asked.status, 0);
    assert!(asked.out.starts_with("Donner un verdict sur des decks"), "{}", asked.out);
    assert!(asked.out.contains("\nUtilisation : sleeve check [OPTIONS] <DECK>...\n"));
    assert_eq!(french(&["check", "-h"]).out, asked.out, "the locale counts as --lang does");
    let before = sleeve(&["--lang=fr", "check", "-h"]);
    assert_eq!(before.out, asked.out, "before the subcommand as after it");
    let english = french(&["check", "-h", "--lang", "en"]);
    assert!(english.out.contains("\nUsage: sleeve check"), "--lang wins over the locale");
}

#[test]
fn no_help_page_mixes_languages() {
    let english = [
        "Usage:",
        "Arguments:",
        "Options:",
        "Commands:",
        "[default",
        "[possible",
        "Possible values",
    ];
    for &command in COMMANDS {
        for form in [["help", command], [command, "--help"], [command, "-h"]] {
            let page = french(&form).out;
            assert!(page.contains("Utilisation :"), "{form:?}: {page}");
            for word in english {
                assert!(!page.contains(word), "{form:?} says {word:?}: {page}");
            }
        }
    }
    for word in english {
        assert!(!french(&["--help"]).out.contains(word), "--help says {word:?}");
    }
}

#[test]
fn possible_values_and_defaults_are_said_in_french() {
    let page = french(&["show", "--help"]).out;
    let form = page.split("--output <FORME>").nth(1).expect("show has a form of output");
    let form = form.split("  -q").next().unwrap_or(form);
    let lines: Vec<&str> = form.lines().map(str::trim).filter(|line| !line.is_empty()).collect();
    assert_eq!(
        lines,
        [
            "Forme de la sortie",
            "Valeurs possibles :",
            "- human : un dessin",
            "- json  : un document avec chaque fait",
            "[par défaut : human]",
        ]
    );
}

#[test]
fn mistakes_in_arguments_are_told_in_french() {
    let told = |args: &[&str]| {
        let ran = french(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.starts_with("erreur : "), "{}", ran.err);
        assert!(ran.err.ends_with("Pour en savoir plus, essayez « --help ».\n"), "{}", ran.err);
        ran.err.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(told(&["chek"]), "erreur : il n'y a pas de sous-commande « chek »");
    assert_eq!(told(&["check", "x", "--outpt"]), "erreur : argument inattendu : « --outpt »");
    assert_eq!(told(&["check"]), "erreur : argument manquant");
    assert_eq!(told(&["check", "x", "--as"]), "erreur : il faut une valeur pour « --as <FORMAT> »");
    assert_eq!(
        told(&["check", "x", "-o", "yaml"]),
        "erreur : valeur « yaml » impossible pour « --output <FORME> »"
    );
    assert_eq!(
        told(&["check", "x", "--set", "budget"]),
        "erreur : valeur « budget » impossible pour « --set <NOM=VALEUR> » : écrivez NOM=VALEUR, par exemple budget=42"
    );
    assert_eq!(
        told(&["odds", "d", "c", "--turn", "0"]),
        "erreur : valeur « 0 » impossible pour « --turn <N> » : il faut au moins 1"
    );
    assert_eq!(
        told(&["odds", "d", "c", "--turn", "1", "--turns", "1..2"]),
        "erreur : « --turn <N> » ne va pas avec « --turns <DE..À> »"
    );
    assert_eq!(
        told(&["cards", "--limit", "x"]),
        "erreur : valeur « x » impossible pour « --limit <NOMBRE> » : il faut un nombre entier"
    );
    let english = sleeve(&["check", "x", "--set", "budget"]).err;
    assert!(english.contains("write NAME=VALUE, such as budget=42"), "{english}");
}

#[test]
fn manual_pages_and_completions_are_french_too() {
    let page = french(&["man"]).out;
    assert!(page.contains("\n.SH NOM\n") && !page.contains("\n.SH NAME\n"), "{page}");
    let folder = scratch("french-manual");
    let into = folder.to_string_lossy().into_owned();
    assert_eq!(french(&["man", "--into", &into]).status, 0);
    let one =
        std::fs::read_to_string(folder.join("sleeve-check.1")).expect("a page per subcommand");
    assert!(one.contains("[par défaut : human]"), "{one}");
    let names = std::fs::read_dir(&folder).expect("the folder is there").count();
    assert_eq!(names, COMMANDS.len() + 1);
    // The script asks the program, whose words are French (`completing::explanations_are_in_the_language_of_the_user`).
    let script = french(&["completions", "fish"]).out;
    assert!(script.contains("COMPLETE=fish"), "{script}");
    let help = french(&["completions", "--help"]).out;
    assert!(help.contains("Le script interroge le programme lui-même"), "{help}");
}

fn title(deck: &str, attested: bool) -> String {
    let more: &[&str] = if attested { &["--attested"] } else { &[] };
    let ran = french(&[&["check", "-q", deck], more].concat());
    let heads = ["erreur[", "avertissement[", "indéterminé["];
    let found = ran.out.lines().filter(|line| heads.iter().any(|head| line.starts_with(head)));
    found.collect::<Vec<_>>().join("\n")
}

#[test]
fn participles_agree_with_the_noun() {
    let pairs = "tests/pairs/starfighter/entrainement/training-cruisers.illegal.toml";
    assert!(
        title(pairs, false).contains("1 croiseur non autorisé : Atlas"),
        "{}",
        title(pairs, false)
    );
    let tactics = "tests/pairs/battleship-galaxies/fleet/own-tactics.illegal.toml";
    assert!(
        title(tactics, false).contains("1 carte non autorisée : "),
        "{}",
        title(tactics, false)
    );
}

#[test]
fn a_noun_without_gender_is_worded_around() {
    let folder = scratch("french-gender");
    let format = |noun: &str| {
        format!(
            "game = \"starfighter\"\n[[format]]\nid = \"club\"\nname = \"Club\"\nextends = \"guerre-totale\"\n\
             cite = \"reading: ours\"\n[[format.rule]]\nid = \"none\"\nzone = \"cruiser\"\nrequire = \"none()\"\n\
             cite = {{ en = \"reading: ours\", fr = \"reading: la nôtre\" }}\n\
             text = {{ en = \"None.\", fr = \"Aucun.\" }}\n{noun}\n"
        )
    };
    let deck = "decks/starfighter/la-meute-d-ares.toml";
    let ran = |noun: &str| {
        let file = folder.join("club.toml");
        std::fs::write(&file, format(noun).replace("none()", "none(kind:cruiser)"))
            .expect("a scratch file");
        let cards = file.to_string_lossy().into_owned();
        french(&["check", "-q", "--cards", &cards, "--as", "club", deck]).out
    };
    let plain = ran("noun = { en = \"cruiser\", fr = \"croiseur\" }");
    assert!(plain.contains("1 croiseur contraire à la règle : "), "{plain}");
    assert!(plain.contains("Aucun. (interprétation : la nôtre)"), "{plain}");
    let gendered = ran("noun = { en = \"cruiser\", fr = \"nef\", gender = \"f\" }");
    assert!(gendered.contains("1 nef non autorisée : "), "{gendered}");
    let wrong = ran("noun = { en = \"cruiser\", fr = \"nef\", gender = \"x\" }");
    assert!(!wrong.contains("nef non"), "an unknown gender is a mistake of the data: {wrong}");
}

#[test]
fn words_elide_and_quantities_stand_before_their_ends() {
    let copies = "tests/pairs/etoile-noire/deux-joueurs";
    let found = french(&["check", "-q", "--attested", copies]).out;
    assert!(found.contains("(minimum d'imprimées)"), "{found}");
    assert!(found.contains("exemplaires imprimés d'Accélération"), "{found}");
    assert!(!found.contains(" de imprimées") && !found.contains(" de Accélération"));
    let budget = "tests/pairs/battleship-galaxies/fleet/fleet-budget.legal.toml";
    let undecided = title(budget, true);
    assert!(
        undecided.contains(" point ou plus, ") || undecided.contains(" points ou plus, "),
        "{undecided}"
    );
    assert!(!undecided.contains("ou plus point"), "{undecided}");
}

#[test]
fn spaces_of_a_hold_take_their_number_in_both_languages() {
    let one = "tests/pairs/battleship-galaxies/mission-2/no-carrying.illegal.toml";
    let found = french(&["check", "-q", one]).out;
    assert!(found.contains("la charge de « ISN Everest (standard) » prend 1 place, "), "{found}");
    assert!(sleeve(&["check", "-q", one]).out.contains("carries 1 space, at most 0"));
}

/// Every illegal twin, in French: no word of the English citations and messages is left.
#[test]
fn findings_of_every_rule_are_french() {
    let english = [
        "rulebook: ",
        "reading: ",
        "not allowed",
        "at least",
        "at most",
        "Setting up",
        "player's choice",
        " de a",
        " de e",
        " de i",
        " de o",
        " de u",
        " de é",
        "si il ",
        "que il ",
        " 1 places",
        " 1 cartes",
        "ou plus points",
    ];
    let mut decks = 0;
    visit(Path::new("tests/pairs"), &mut |path| {
        let path = path.to_string_lossy().into_owned();
        if !path.contains(".illegal") {
            return;
        }
        decks += 1;
        for attested in [false, true] {
            let more: &[&str] = if attested { &["--attested"] } else { &[] };
            let shown = french(&[&["check", "-q", path.as_str()], more].concat()).out;
            let prose = |line: &&str| line.contains(" = ") || line.contains("]: ");
            for line in shown.lines().filter(prose) {
                for word in english {
                    assert!(!line.contains(word), "{path} says {word:?}: {line}");
                }
            }
        }
    });
    assert!(decks > 100, "{decks} decks");
}

fn visit(path: &Path, see: &mut dyn FnMut(&Path)) {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut entries: Vec<_> = std::fs::read_dir(root.join(path))
        .expect("a folder")
        .flatten()
        .map(|e| e.file_name())
        .collect();
    entries.sort();
    for entry in entries {
        let inner = path.join(entry);
        match root.join(&inner).is_dir() {
            true => visit(&inner, see),
            false => see(&inner),
        }
    }
}

#[test]
fn numbers_of_prose_have_a_comma_and_data_a_point() {
    let pile = ["odds", "--pile", "a=24,b=36", "--draw", "7", "count(a) >= 1"];
    let odds = french(&pile).out;
    assert!(odds.contains(" %, 1 sur 1,0"), "{odds}");
    let json = french(&[&pile[..], &["-o", "json"]].concat()).out;
    let english = sleeve(&[&pile[..], &["-o", "json"]].concat()).out;
    let values = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).expect("a document");
        json["results"][0]["probability"].clone()
    };
    assert_eq!(values(&json), values(&english));
    let trials = french(&[
        "draw",
        "--pile",
        "a=24,b=36",
        "--draw",
        "7",
        "count(a) >= 1",
        "--trials",
        "2000",
        "--seed",
        "1",
    ]);
    assert!(
        !trials.out.lines().filter(|l| l.contains('%')).any(|l| l.contains('.')),
        "{}",
        trials.out
    );
    let stats = ["stats", "decks/swccg/profit.toml"];
    let shown = french(&stats).out;
    assert!(shown.contains("moyenne  2,3833 à 2,55"), "{shown}");
    assert_eq!(
        french(&["stats", stats[1], "-o", "csv"]).out,
        sleeve(&["stats", stats[1], "-o", "csv"]).out
    );
}

#[test]
fn rules_cite_in_french() {
    let rules = french(&["rules", "battleship-galaxies/fleet"]).out;
    assert!(rules.contains("[règles : p. 3,") && !rules.contains("rulebook:"), "{rules}");
    let json = french(&["rules", "battleship-galaxies/fleet", "-o", "json"]).out;
    assert!(
        json.contains("rulebook: p. 3, Ships of the player's choice"),
        "documents keep their words"
    );
}

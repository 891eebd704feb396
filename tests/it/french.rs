//! What a French player reads: help, mistakes, findings, numbers, citations.

use crate::common::{Ran, Sleeve, list, scratch, sleeve, words, write_game};
use std::path::Path;

fn french(args: &[&str]) -> Ran {
    Sleeve::new().variable("LANG", "fr_FR.UTF-8").run(args)
}

pub(crate) const COMMANDS: &str = "check match rules cards show stats diff sheet report seal fix build convert new pack unpack fmt import lint lsp mcp help odds draw schema completions man";

#[test]
fn help_is_french_under_lang_and_under_the_locale() {
    let asked = sleeve(&["check", "-h", "--lang", "fr"]);
    assert_eq!(asked.status, 0);
    assert!(
        asked
            .out
            .starts_with("Vérifier des decks et signaler tous les problèmes\n"),
        "{}",
        asked.out
    );
    asked.assert_out("\nUtilisation : sleeve check [OPTIONS] <DECK>...\n");
    assert_eq!(french(&["check", "-h"]).out, asked.out, "the locale counts as --lang does");
    let before = sleeve(&["--lang=fr", "check", "-h"]);
    assert_eq!(before.out, asked.out, "before the subcommand as after it");
    let english = french(&["check", "-h", "--lang", "en"]);
    assert!(english.out.contains("\nUsage: sleeve check"), "--lang wins over the locale");
}

#[test]
fn no_help_page_mixes_languages() {
    let english =
        list("Usage:; Arguments:; Options:; Commands:; [default; [possible; Possible values");
    for command in words(COMMANDS) {
        for form in [["help", command], [command, "--help"], [command, "-h"]] {
            let page = french(&form).out;
            assert!(page.contains("Utilisation :"), "{form:?}: {page}");
            for &word in &english {
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
    let form = page
        .split("--output <FORME>")
        .nth(1)
        .expect("show has a form of output");
    let form = form.split("\n\nPartout").next().unwrap_or(form);
    let lines: Vec<&str> = form
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .collect();
    assert_eq!(
        lines,
        words(
            "'Forme de la sortie : human ou json' 'Valeurs possibles :' '- human : un dessin' '- json  : un document avec chaque fait' '[par défaut : human]'"
        )
    );
}

#[test]
fn the_nearest_subcommand_is_suggested_first() {
    Sleeve::new()
        .run(&["chekc", "x"])
        .assert_status(2)
        .assert_err("exist: 'check', 'schema'");
    let told = french(&["chekc", "x"]).err;
    let place = |name: &str| told.find(name).expect("it is suggested");
    assert!(place("check") < place("schema"), "{told}");
}

#[test]
fn mistakes_in_arguments_are_told_in_french() {
    let told = |args: &[&str]| {
        let ran = french(args);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.starts_with("erreur : "), "{}", ran.err);
        assert!(
            ran.err
                .ends_with("Pour en savoir plus, essayez `--help`.\n"),
            "{}",
            ran.err
        );
        ran.err.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(told(&["chek"]), "erreur : il n'y a pas de sous-commande « chek »");
    assert_eq!(told(&["check", "x", "--outpt"]), "erreur : argument inattendu : « --outpt »");
    assert_eq!(told(&["check"]), "erreur : argument manquant");
    assert_eq!(told(&["check", "x", "--as"]), "erreur : il faut une valeur pour « --as <FORMAT> »");
    assert_eq!(
        told(&["check", "x", "-o", "yaml"]),
        "erreur : valeur « yaml » impossible pour « --output <FORME> »"
    );
    assert_eq!(
        told(&["check", "x", "--set", "budget"]),
        "erreur : valeur « budget » impossible pour « --set <NOM=VALEUR> » : écrivez NOM=VALEUR, par exemple budget=42"
    );
    assert_eq!(
        told(&["odds", "d", "c", "--seat", "0"]),
        "erreur : valeur « 0 » impossible pour « --seat <N> » : il faut au moins 1"
    );
    assert_eq!(
        told(&["odds", "d", "c", "--turn", "1", "--turns", "1..2"]),
        "erreur : « --turn <N> » ne va pas avec « --turns <DE..À> »"
    );
    assert_eq!(
        told(&["cards", "--limit", "x"]),
        "erreur : valeur « x » impossible pour « --limit <NOMBRE> » : il faut un nombre entier"
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
    assert_eq!(french(&["man", "--into", &into]).err, format!("écrit\u{a0}: {into}\n"));
    let one =
        std::fs::read_to_string(folder.join("sleeve-check.1")).expect("a page per subcommand");
    assert!(one.contains("[par défaut : human]"), "{one}");
    for set in ["\n.TH sleeve-check 1 20", "\n.br\n\\- always", "\n.nh\n.ad l\n"] {
        assert!(one.contains(set), "{set}: {one}");
    }
    let page = std::fs::read_to_string(folder.join("sleeve-fix.1")).expect("a page");
    assert!(page.contains(r"[\fB\-\-cards\fR\ \fICHEMIN\fR]"), "{page}");
    let odds = std::fs::read_to_string(folder.join("sleeve-odds.1")).expect("a page");
    assert!(
        odds.contains("\n.nf\n  sleeve odds")
            && odds.contains("\n.fi\n")
            && odds.contains("\nUne condition lit"),
        "{odds}"
    );
    let names = std::fs::read_dir(&folder)
        .expect("the folder is there")
        .count();
    assert_eq!(names, words(COMMANDS).len() + 1);
    // The script asks the program, whose words are French
    // (`completing::explanations_are_in_the_language_of_the_user`).
    let script = french(&["completions", "fish"]).out;
    assert!(script.contains("COMPLETE=fish"), "{script}");
    let help = french(&["completions", "--help"]).out;
    assert!(help.contains("Le script interroge sleeve"), "{help}");
}

#[test]
fn zones_fields_and_numbers_are_called_as_players_call_them() {
    let (ares, athena) =
        ("decks/starfighter/la-meute-d-ares.toml", "decks/starfighter/la-valse-d-athena.toml");
    let says = |args: &[&str], words: &str| {
        let ran = french(args);
        let said = format!("{}{}", ran.out, ran.err).replace('\u{a0}', " ");
        let said = said.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(said.contains(words), "{words}: {ran}");
    };
    says(&["stats", ares], "26 cartes : croiseur 1, pioche 25");
    says(&["stats", ares, athena], "cartes 26 28 croiseur 1 1 pioche 25 27");
    says(&["stats", ares, "--by", "zone"], "pioche ████");
    says(&["diff", ares, athena], "croiseur 1 +1 Athena");
    says(&["draw", ares], "modèle : main de 5 parmi les 25 cartes de pioche");
    says(
        &["fix", "tests/pairs/starfighter/entrainement/training-cruisers.illegal.toml"],
        "croiseur -1 Atlas",
    );
    let opening = "la main de départ compte autant de cartes que le total de pioche dans croiseur, à piocher dans pioche";
    says(&["rules", "starfighter/guerre-totale"], opening);
    says(
        &["rules", "battleship-galaxies/fleet"],
        "la main de départ compte 5 cartes, à piocher dans",
    );
    says(&["lint", "cards/starfighter"], "1 jeu");
    let sheet = ["cards", "--game", "starfighter", "--missing", "-o", "csv"];
    says(&sheet, "remplace,matricule,sorte,nom,niveau,couleur,");
    says(&sheet, ",haut.chasseurs,haut.effets,");
    let folder = scratch("french-box");
    let path = folder.join("box.csv");
    let path = path.to_str().expect("text");
    let head = french(&sheet).out;
    std::fs::write(path, &head).expect("written");
    assert_eq!(french(&["lint", path]).status, 0, "the sheet is read with its French heads");
    let rows = "# jeu : starfighter\nremplace,matricule,niveau,haut.effets\n0-06,'0-07,\"2,5\",\n0-11,'0-08,7,zut\n";
    std::fs::write(path, rows).expect("written");
    says(&["lint", path], "`niveau` doit être un nombre entier, pas `2,5`");
    says(&["lint", path], "« niveau » de « 0-08 » vaut 7 ; le maximum est 3");
    says(&["lint", path], "`max = 3` est déclaré sous [attributes.level]");
    says(&["lint", path], "écrivez `draw (pioche)`, `lateral-move (déplacement-latéral)`");
    says(&["lint", path], "niveau 9");
}

fn title(deck: &str, attested: bool) -> String {
    let more: &[&str] = if attested { &["--attested"] } else { &[] };
    let ran = french(&[&["check", "-q", deck], more].concat());
    let heads = ["erreur[", "avertissement[", "indéterminé["];
    let found = ran
        .out
        .lines()
        .filter(|line| heads.iter().any(|head| line.starts_with(head)));
    found.collect::<Vec<_>>().join("\n")
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
    assert!(plain.contains("1 croiseur contraire à la règle : "), "{plain}");
    assert!(plain.contains("Aucun. (interprétation : la nôtre)"), "{plain}");
    let gendered = ran("noun = { en = \"cruiser\", fr = \"nef\", gender = \"f\" }");
    assert!(gendered.contains("1 nef non autorisée : "), "{gendered}");
    let wrong = ran("noun = { en = \"cruiser\", fr = \"nef\", gender = \"x\" }");
    assert!(!wrong.contains("nef non"), "an unknown gender is a mistake of the data: {wrong}");
}

#[test]
fn words_elide_and_quantities_stand_before_their_ends() {
    let copies = "tests/pairs/etoile-noire/deux-joueurs";
    let found = french(&["check", "-q", "--attested", copies]).out;
    assert!(found.contains("(exemplaires imprimés)"), "{found}");
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

/// Every illegal twin, in French: no word of the English citations and messages is left.
#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
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
            let prose = |line: &&str| line.contains(" = ") || line.contains("] : ");
            for line in shown.lines().filter(prose) {
                for &word in &english {
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
        if root.join(&inner).is_dir() { visit(&inner, see) } else { see(&inner) }
    }
}

#[test]
fn numbers_of_prose_have_a_comma_and_data_a_point() {
    let pile = ["odds", "--pile", "a=24,b=36", "--draw", "7", "count(a) >= 1"];
    let odds = french(&pile).out;
    assert!(odds.contains(" %, 1 sur 1,0"), "{odds}");
    let json = french(&[&pile[..], &["-o", "json"]].concat()).out;
    let english = sleeve(&[&pile[..], &["-o", "json"]].concat()).out;
    let values = |text: &str| {
        let json: serde_json::Value = serde_json::from_str(text).expect("a document");
        json["results"][0]["probability"].clone()
    };
    assert_eq!(values(&json), values(&english));
    let trials =
        french(&words("draw --pile a=24,b=36 --draw 7 'count(a) >= 1' --trials 2000 --seed 1"));
    assert!(
        !trials
            .out
            .lines()
            .filter(|l| l.contains('%'))
            .any(|l| l.contains('.')),
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
    assert!(rules.contains("[règles : p. 3,") && !rules.contains("rulebook:"), "{rules}");
    let json = french(&["rules", "battleship-galaxies/fleet", "-o", "json"]).out;
    assert!(
        json.contains("rulebook: p. 3, Ships of the player's choice"),
        "documents keep their words"
    );
}

/// Lines that a printer would not set so: a plain space or none before a sign, or a sign that
/// begins a line.
fn badly_set(text: &str) -> Vec<&str> {
    let signs = [":", ";", "!", "?", "»"];
    let is_bad = |line: &&str| {
        let apart =
            |sign: &str| line.contains(&format!(" {sign} ")) || line.ends_with(&format!(" {sign}"));
        let first = line.trim_start();
        let is_quoted = first
            .trim_start_matches(|c: char| c.is_ascii_digit())
            .trim_start()
            .starts_with('|');
        !is_quoted
            && (signs
                .iter()
                .any(|sign| apart(sign) || first.starts_with(sign))
                || line.contains("« "))
    };
    text.lines().filter(is_bad).collect()
}

#[test]
fn signs_are_bound_to_their_words_at_every_width_and_not_in_documents() {
    let deck = "tests/pairs/etoile-noire/trois-joueurs/empire-reserve.illegal.toml";
    let pages: [&[&str]; 8] = [
        &["check", "-h"],
        &["build", "-h"],
        &["import", "-h"],
        &["help", "language"],
        &["rules", "etoile-noire/trois-joueurs"],
        &["check", deck],
        &["fix", deck],
        &["chek"],
    ];
    for width in [40, 60, 80, 100] {
        for page in pages {
            let ran = Sleeve::new()
                .variable("LANG", "fr_FR.UTF-8")
                .width(width)
                .run(page);
            let bad = [badly_set(&ran.out), badly_set(&ran.err)].concat();
            assert!(bad.is_empty(), "{page:?} at {width}: {bad:#?}");
        }
    }
    let shown = french(&["check", deck]).out;
    assert!(
        shown.contains("erreur[empire-reserve]\u{a0}: ")
            && shown.contains("1 deck\u{a0}: 1 illégal")
    );
    for form in ["json", "csv", "sarif", "junit", "github"] {
        let out = french(&["check", "-o", form, deck]).out;
        assert!(!out.contains('\u{a0}'), "{form} is for machines: {out}");
    }
    for page in ["sheet", "report"] {
        let html = french(&[page, "decks/starfighter/la-meute-d-ares.toml"]).out;
        let body = html.split("<body>").nth(1).expect("a page has a body");
        assert!(badly_set(body).is_empty(), "{page}: {:#?}", badly_set(body));
        assert!(body.contains('\u{a0}'), "{body}");
    }
}

/// A citation stands in both languages, unless it is the name of a place in a source.
#[test]
fn no_citation_is_english_alone() {
    let english = [" the ", " and ", " says ", "Special rules", "Variants"];
    visit(Path::new("cards"), &mut |path| {
        let text = std::fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path));
        let text = text.unwrap_or_default();
        for line in text.lines().filter(|line| line.starts_with("cite = \"")) {
            let bad = english.iter().find(|word| line.contains(**word));
            assert!(bad.is_none(), "{}: {line}", path.display());
        }
    });
}

#[test]
fn functions_have_names_in_both_languages() {
    let found = |filter: &str| {
        french(&words(&format!(
            "stats decks/starfighter/la-meute-d-ares.toml --measure '{filter}' -o csv"
        )))
    };
    let value = |measure: &str| {
        let ran = found(measure).assert_status(0);
        ran.out
            .rsplit_once(measure)
            .map(|(_, rest)| rest.to_owned())
    };
    assert_eq!(value("nombre(niveau:0)"), value("count(level:0)"));
    assert_eq!(value("MOYENNE(niveau)"), value("avg(level)"));
    assert_eq!(value("plus-grand(1, somme(chasseurs))"), value("greatest(1, sum(fighters))"));
    found("nombres(niveau:0)").assert_err("vouliez-vous dire `nombre`\u{a0}?");
    let help = french(&["help", "language"]).out;
    assert!(help.contains("nombre(FILTER)") && help.contains("[avg]"), "{help}");
    found("nombre(niveau:0, 1)").assert_err("`nombre` prend");
}

#[test]
fn effects_go_by_the_words_of_the_rulebook() {
    let found = |effect: &str| {
        let filter = format!("effet:\"{effect}\"");
        french(&["cards", "--game", "starfighter", "-o", "csv", &filter])
    };
    for (printed, id) in [
        ("Dégâts sur Chasseur", "damage-fighter"),
        ("Dégâts sur Croiseur adverse", "damage-enemy-cruiser"),
        ("Dégâts sur son Croiseur", "damage-own-cruiser"),
    ] {
        assert_eq!(found(printed).out, found(id).out, "{printed}");
    }
}

#[test]
fn what_parsers_and_the_system_say_is_french() {
    let folder = scratch("french-parsers");
    let said = |text: &str| {
        let file = folder.join("deck.toml");
        std::fs::write(&file, text).expect("a scratch file");
        french(&["check", &file.to_string_lossy()]).out
    };
    let bare = said("game = starfighter\n");
    assert!(
        bare.contains("ce n'est pas du TOML valide\u{a0}: un texte se met entre guillemets"),
        "{bare}"
    );
    let twice = said("game = \"starfighter\"\ngame = \"starfighter\"\n");
    assert!(twice.contains("une clé est donnée deux fois"), "{twice}");
}

#[test]
fn two_decks_of_one_role_and_a_limit_are_said_as_a_person_would() {
    let empire = "decks/etoile-noire/deux-joueurs-empire.toml";
    let met = french(&["match", empire, empire]).out;
    assert!(met.contains("les deux decks ont le même rôle\u{a0}: Empire"), "{met}");
    assert!(
        sleeve(&["match", empire, empire])
            .out
            .contains("both decks have the same role: Empire")
    );
}

#[test]
fn a_sheet_sorts_accents_with_their_letters_and_tells_twins_apart() {
    let sheet = french(&["sheet", "decks/etoile-noire/deux-joueurs-empire.toml"]).out;
    let at = |name: &str| {
        sheet
            .find(&format!("span class=\"name\">{name}"))
            .expect("a card of the deck")
    };
    assert!(at("À la trace") < at("Accélération") && at("Annulation") < at("Coup"), "{sheet}");
    assert!(sheet.contains("(Empire)</span>") && !sheet.contains("(À l'assaut"), "{sheet}");
}

#[test]
fn one_of_what_is_counted_stands_in_the_singular() {
    let unknown = french(&["help", "nope"]);
    assert!(unknown.err.contains("autre") && !unknown.err.contains("1 autres"), "{unknown}");
    let folder = scratch("one-card");
    let game = "id = \"tg\"\nname = \"T\"\ndata = 2026-11-21\nsources.rulebook.name = \"Rulebook\"\nkinds.hero.name = \"hero\"\nsets.base.name = \"Base\"\n";
    let cards = "file = { set = \"base\", provenance = \"rulebook\" }\ncard = [{ id = \"a\", name = \"Ann\", kind = \"hero\" }]\n";
    let formats = "[[format]]\nid = \"f\"\nname = \"F\"\ncite = \"rulebook: 1\"\nzones.deck = \"kind:hero\"\n[[format.rule]]\nid = \"size\"\nzone = \"deck\"\nrequire = \"count() = 1\"\ntext = \"One card.\"\ncite = \"rulebook: 1\"\n";
    write_game(&folder.join("tg"), [game, cards, formats]);
    let data = folder.join("tg");
    let built = ["build", "tg/f", "--cards", data.to_str().expect("text")];
    sleeve(&built).assert_err(": 1 card\n");
    french(&built).assert_err(" 1 carte\n");
}

#[test]
fn mistakes_in_a_field_name_it_in_the_language_of_the_reader() {
    let path = scratch("field-names").join("box.csv");
    std::fs::write(&path, "# game: starfighter\nreplaces,id,level\n0-01,1-01,7\n0-06,1-02,x\n")
        .expect("written");
    let lint = ["lint", path.to_str().expect("text")];
    let said = french(&lint);
    let plain = said.out.replace('\u{a0}', " ");
    assert!(plain.contains("« niveau » de « 1-01 » vaut 7"), "{said}");
    assert!(plain.contains("`niveau` doit être un nombre entier"), "{said}");
    let said = sleeve(&lint);
    said.assert_out("`level` of `1-01` is 7");
    said.assert_out("`level` has to be a whole number");
}

#[test]
fn a_file_of_several_decks_and_a_day_are_refused_in_both_languages() {
    let args = ["match", "decks/starfighter", "decks/starfighter"];
    french(&args)
        .assert_err("et il en faut un")
        .assert_err("nommez un fichier");
    sleeve(&args).assert_err("decks; one is needed");
    french(&["cards", "--on", "hier", "effect:draw"]).assert_err("écrivez une date, par exemple");
}

#[test]
fn the_hint_below_the_reference_of_the_language_fits_narrow_terminals() {
    for width in [40, 60] {
        for lang in ["en", "fr"] {
            let ran = Sleeve::new()
                .width(width)
                .run(&["help", "language", "--lang", lang]);
            let hint = ran.out.rsplit("\n\n").next().unwrap_or_default();
            assert!(hint.lines().all(|line| line.chars().count() <= width), "{hint}");
        }
    }
}

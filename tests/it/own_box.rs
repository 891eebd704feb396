//! An owner types a box: stand-ins are replaced, in TOML and in a sheet, until no verdict rests on them.

use crate::common::{Ran, Sleeve, in_brief, scratch, sleeve, words, write_file};
use std::fs;
use std::path::{Path, PathBuf};

const SF: &str = "starfighter";
const DECK: &str = "decks/starfighter/la-meute-d-ares.toml";

/// A file of a test's own folder.
fn file(test: &str, name: &str, text: impl AsRef<[u8]>) -> PathBuf {
    let path = scratch(test).join(name);
    fs::write(&path, text).unwrap();
    path
}

/// Runs with a file laid over the game.
fn over(path: &Path, args: &[&str]) -> Ran {
    let path = path.to_string_lossy();
    sleeve(&[args, &["--cards", &path, "--lang", "en"]].concat())
}

/// The ids of the squadrons, sorted.
fn squadrons(path: &Path) -> Vec<String> {
    let ran = over(path, &["cards", "--game", SF, "kind:squadron", "-o", "csv", "--columns", "id"]);
    assert_eq!(ran.status, 0, "{ran}");
    let mut ids: Vec<String> =
        ran.out.lines().skip(1).filter_map(|l| l.split(',').next()).map(str::to_owned).collect();
    ids.sort();
    ids
}

/// A sheet as rows, remarks left out, its head first.
fn rows(text: &str) -> Vec<Vec<String>> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(text.as_bytes());
    let rows = reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect());
    rows.filter(|row: &Vec<String>| !row[0].starts_with('#')).collect()
}

fn sheet(rows: &[Vec<String>], between: char) -> String {
    let line = |row: &Vec<String>| {
        let cells = row.iter().map(|cell| {
            if cell.contains([between, '"']) {
                format!("\"{}\"", cell.replace('"', "\"\""))
            } else {
                cell.clone()
            }
        });
        cells.collect::<Vec<_>>().join(&between.to_string())
    };
    rows.iter().map(line).collect::<Vec<_>>().join("\n")
}

/// The printed id that the tests give a stand-in.
fn printed(invented: &str) -> String {
    format!("{invented}b")
}

#[test]
fn a_box_typed_into_a_spreadsheet_makes_the_verdict_final() {
    let folder = scratch("own-box");
    let template = sleeve(&["cards", "--game", SF, "kind:squadron", "--missing", "-o", "csv"]);
    let mut typed = rows(&template.out);
    let head = typed[0].clone();
    let at = |name: &str| head.iter().position(|cell| cell == name).expect(name);
    assert_eq!(typed.len(), 101, "a row for each of the hundred cards");
    let deck = fs::read_to_string(DECK).unwrap();
    for row in &mut typed[1..] {
        let invented = row[at("replaces")].trim_start_matches('\'').to_owned();
        let id = if invented.is_empty() {
            row[at("matricule")].trim_start_matches('\'')
        } else {
            &invented
        };
        if !deck.contains(&format!("\"{id}\"")) {
            continue;
        }
        if !invented.is_empty() {
            row[at("matricule")] = printed(&invented);
        }
        let fill = [
            ("level", "1"),
            ("colour", "vert"),
            ("upper.fighters", "2"),
            ("upper.effects", "écran 3, Pioche"),
            ("lower.fighters", "1"),
            ("lower.effects", "aucun"),
        ];
        for (column, value) in
            fill.into_iter().filter(|(column, _)| head.contains(&(*column).to_owned()))
        {
            if row[at(column)].is_empty() {
                row[at(column)] = value.to_owned();
            }
        }
    }
    fs::create_dir_all(folder.join("my-box/starfighter")).unwrap();
    let path = folder.join("my-box/starfighter/box.csv");
    fs::write(&path, sheet(&typed, ',')).unwrap();
    write_file(&folder, "deck.toml", &deck);
    let user = Sleeve::new().folder(&folder).variable("LANG", "en_GB.UTF-8");

    let before = user.run(&["check", "deck.toml"]);
    assert!(before.status == 0 && !before.out.contains("provisional"), "{before}");
    let count = |filter: &str, args: &[&str]| {
        let args = [&["cards", "--game", SF, filter, "--columns", "provenance", "-o", "csv"], args]
            .concat();
        let ran = user.run(&args);
        let listed = rows(&ran.out);
        let typed = listed.iter().filter(|row| row.contains(&"published".to_owned())).count();
        (listed.len() - 1, typed)
    };
    let made_up = "kind:squadron provenance:stand-in";
    assert_eq!(count(made_up, &[]), (100, 0));
    assert_eq!(count(made_up, &["--cards", "my-box"]), (75, 0));
    assert_eq!(count("kind:squadron -provenance:stand-in", &["--cards", "my-box"]), (25, 22));
    let lint = user.run(&["lint", "my-box"]).assert_status(0);
    lint.assert_out("Starfighter: 75 of 100 squadrons still rest on stand-ins");
    let after = user.run(&["check", "deck.toml", "--cards", "my-box"]);
    assert!(after.status == 0 && !after.out.contains("provisional"), "{after}");
    write_file(&folder, "sleeve.toml", "[cards]\noverlays = [\"my-box\"]\n");
    user.run(&["check", "deck.toml", "--deny", "provisional"]).assert_status(0);
    assert_eq!(squadrons(&path).len(), 100);
    over(&path, &["show", "0-06"]).assert_status(0).assert_out("0-06b").assert_out("screen 3");
    let left = over(&path, &["cards", "--game", SF, "kind:squadron", "--missing", "-o", "csv"]);
    assert_eq!(rows(&left.out).len(), 76, "{left}");
}

#[test]
fn a_card_that_replaces_a_stand_in_takes_its_place_and_its_name() {
    let path = file(
        "replaces",
        "box.toml",
        "game = \"starfighter\"\n[[card]]\nid = \"0-99\"\nreplaces = \"0-01\"\nlevel = 2\nfaces.upper.effects = [\"écran 3\", \"Pioche\", { effect = \"pivot\" }]\n",
    );
    let ids = squadrons(&path);
    assert_eq!(ids.len(), 100);
    assert!(ids.contains(&"0-99".to_owned()) && !ids.contains(&"0-01".to_owned()));
    for name in ["0-01", "0-99"] {
        over(&path, &["show", name]).assert_out("0-99").assert_out("screen 3");
    }
    let attested = over(
        &path,
        &["cards", "--game", SF, "--attested", "matricule=0-99 id=0-99 level=2", "-o", "names"],
    );
    assert_eq!(attested.out.trim(), "0-99", "{attested}");
    let deck = "game = \"starfighter\"\nformat = \"guerre-totale\"\n[zones]\ncruiser = [\"Ares\"]\ndeck = [\"0-01\"]\n";
    let cards = path.to_string_lossy().into_owned();
    let ran = Sleeve::new().input(deck).run(&["check", "--cards", &cards, "-o", "json", "-"]);
    assert!(
        ran.status == 1 && ran.out.contains("0-99") && ran.out.contains("\"unresolved\": []"),
        "{ran}"
    );
    let twice =
        sleeve(&["cards", "--game", SF, "--cards", &cards, "--cards", &cards, "-o", "names"]);
    assert_eq!(
        (twice.status, twice.out.lines().count()),
        (0, 104),
        "the same file twice says it once"
    );
}

#[test]
fn a_printed_number_may_be_the_invented_one_of_another_card() {
    let sheet = |rows: &[&str]| {
        format!("# game: starfighter\nreplaces,matricule,level\n{}\n", rows.join("\n"))
    };
    let only = file("aside", "box.csv", sheet(&["0-01,0-03,1"]));
    let ids = squadrons(&only);
    assert_eq!(ids.len(), 100);
    assert!(["0-03", "0-03.stand-in"].iter().all(|id| ids.contains(&(*id).to_owned())), "{ids:?}");
    for name in ["0-01", "0-03"] {
        over(&only, &["show", name, "-o", "json"]).assert_out("\"id\":\"0-03\"");
    }
    let mut rows = ["0-01,0-03,1", "0-03,0-06,2", "0-06,0-01,3"];
    for _ in 0..3 {
        rows.rotate_left(1);
        let all = file("aside-all", "box.csv", sheet(&rows));
        let ids = squadrons(&all);
        assert!(ids.len() == 100 && !ids.iter().any(|id| id.contains("stand-in")), "{ids:?}");
        let level = |id: &str| {
            let filter = format!("id={id}");
            over(&all, &["cards", "--game", SF, &filter, "-o", "csv", "--columns", "id,level"]).out
        };
        assert!(level("0-03").contains("0-03,1"), "{}", level("0-03"));
        assert!(level("0-06").contains("0-06,2") && level("0-01").contains("0-01,3"));
    }
    // What stepped aside is replaced under either name, by a file of the same folder or a later one.
    for name in ["0-03", "0-03.stand-in"] {
        let later = format!("# game: starfighter\nreplaces,matricule\n{name},0-77\n");
        fs::write(only.with_file_name("rest.csv"), later).unwrap();
        assert_eq!(squadrons(only.parent().unwrap()).len(), 100);
        assert!(squadrons(only.parent().unwrap()).contains(&"0-77".to_owned()));
        let (first, second) = (only.to_string_lossy(), only.with_file_name("rest.csv"));
        let args = ["cards", "--game", SF, "kind:squadron", "-o", "names", "--cards", &first];
        let both = over(&second, &args);
        assert!(both.status == 0 && both.out.lines().count() == 100, "{both}");
        assert!(!both.out.contains("stand-in"), "{both}");
    }
}

#[test]
fn a_sheet_of_a_french_spreadsheet_is_read_as_it_is() {
    let text = "\u{feff}# game: battleship-galaxies;;;\r\nid;déplacement;coque;nom.fr\r\ntes-kio-standard;4;\"3\";\"Tes; Kio\"\r\n;;;\r\n";
    let path = file("french", "boite.csv", text);
    let ran = over(
        &path,
        &["cards", "--game", "battleship-galaxies", "id=tes-kio-standard", "-o", "json"],
    );
    assert!(ran.status == 0 && ran.out.contains("Tes; Kio"), "{ran}");
    let text = "\u{feff}remplace;matricule;niveau;couleur;haut.chasseurs;haut.effets;bas.effets\r\n0-01;'1-77;3;bleue;2;Déplacement latéral | Écran 4;—\r\n";
    let folder = scratch("french-box");
    write_file(&folder, "starfighter/boite.csv", text);
    let ran = over(&folder, &["show", "1-77"]);
    for word in ["lateral-move", "screen 4", "blue", "3"] {
        ran.assert_out(word);
    }
    assert!(ran.status == 0, "{ran}");
    let toy = "id = \"toy\"\nname = \"Toy\"\n[kinds.card]\n[attributes.speed]\ntype = \"number\"\n[attributes.odd]\ntype = \"flag\"\n[attributes.icons]\ntype = \"set\"\ncounts = true\nvalues = [\"pilot\", \"ace\"]\n[attributes.destiny]\ntype = \"number\"\n";
    let folder = scratch("toy-sheet");
    write_file(&folder, "game.toml", toy);
    write_file(
        &folder,
        "cards.csv",
        "id;kind;speed;odd;icons;destiny;quantity\n7;card;4,5;oui;pilot 2, ace;1|6;03\n8;card;-0,5;non;aucun;?;1\n",
    );
    let ran = over(
        &folder,
        &words("cards --game toy -o csv --columns id,speed,odd,icons,destiny,quantity"),
    );
    assert_eq!(
        ran.out,
        "id,speed,odd,icons,destiny,quantity,unattested\n7,4.5,yes,\"pilot 2, ace\",1 or 6,3,\n8,-0.5,no,,?,1,\n",
        "{ran}"
    );
}

/// What is said about a sheet of Starfighter's, place and title.
fn said(text: &str) -> Vec<String> {
    let text = format!("# game: starfighter\n{text}");
    let path = file("mistakes", "box.csv", text).to_string_lossy().into_owned();
    let ran = sleeve(&["lint", &path, "-o", "json"]).assert_status(1);
    let check = sleeve(&["check", DECK, "--cards", &path]);
    assert_eq!(check.status, 2, "what lint finds wrong in a sheet stops a check: {check}");
    let document = ran.document();
    let findings = document["findings"].as_array().unwrap();
    let text = |v: &serde_json::Value| v.as_str().unwrap_or_default().to_owned();
    findings
        .iter()
        .map(|f| {
            let (id, message, help) = (text(&f["id"]), text(&f["message"]), text(&f["help"]));
            format!("{}:{}: {id}: {message}; {help}", f["line"], f["column"])
                .replace(&path, "box.csv")
        })
        .collect()
}

#[test]
fn what_is_wrong_in_a_sheet_is_pointed_at_in_its_cell() {
    let sheets = [
        "replaces,matricule\n0-02,1-77\n",
        "replaces,matricule\n0-01,1-77\n0-01,1-78\n",
        "replaces,matricule\n0-01,1-77\n0-03,1-77\n",
        "replaces,matricule\n0-01,3-10\n",
        "replaces,matricule\n3-10,1-77\n",
        "replaces;matricule;level\n0-01;1-77;4\n",
        "replaces,matricule,levle,level\n0-01,1-77,1,1\n",
        "matricule,colour,upper.effects\n3-10,red,\"draw, ecrn 3\"\n",
        "matricule,level,upper.effects\n3-10,two,pivot 2\n",
        "replaces,matricule\n0-01,03-oct\n",
        "level,colour\n1,green\n",
        "matricule,level\n3-10,2,3\n3-35,\"2\n",
        "matricule,level,niveau\n9-99,2,\n,1,\n",
        "",
    ];
    let all: Vec<String> =
        sheets.iter().map(|text| format!("{text}{}\n", said(text).join("\n"))).collect();
    insta::assert_snapshot!("mistakes_in_a_sheet", all.join("\n"));
}

#[test]
fn an_overlay_of_toml_says_the_same() {
    let said = |cards: &str| {
        let text = format!("game = \"starfighter\"\n{cards}");
        let path = file("mistakes-toml", "box.toml", text).to_string_lossy().into_owned();
        let ran = sleeve(&["lint", &path, "--lang", "en"]);
        ran.out.replace(&path, "box.toml")
    };
    insta::assert_snapshot!(in_brief(said("[[card]]\nid = \"9-99\"\nlevel = 2\n")), @r#"
    error[missing-field]: this card has no `kind` (box.toml:2:1) {[[card]]} = help: give a new card its `kind`; if it replaces a stand-in, write `replaces = "…"`
    Starfighter: 2 of 4 cruisers still rest on stand-ins, 2 of 4 cruisers have unknown values (draw 2, armour 2, slots 4, boards 4)
    Starfighter: 100 of 100 squadrons still rest on stand-ins (matricule 98, level 93, colour 100, upper.fighters 100, upper.effects 96, lower.fighters 100, lower.effects 99)
    1 game, 104 cards, 3 formats: 1 finding
    "#);
    insta::assert_snapshot!(in_brief(said("[[card]]\nid = \"1-77\"\nreplaces = \"0-01\"\nlevel = 7\n[[card]]\nid = \"0-01\"\n")), @r#"
    error[above-max]: `level` of `1-77` is 7; it cannot be above 3 (box.toml:5:9) {7} = help: `max = 3` is declared under [attributes.level]
    error[already-replaced]: `0-01` is already replaced by `1-77` (box.toml:7:6) {"0-01"} = help: give its facts under `1-77`
    Starfighter: 2 of 4 cruisers still rest on stand-ins, 2 of 4 cruisers have unknown values (draw 2, armour 2, slots 4, boards 4)
    Starfighter: 100 of 100 squadrons still rest on stand-ins (matricule 97, level 93, colour 100, upper.fighters 100, upper.effects 96, lower.fighters 100, lower.effects 99)
    1 game, 104 cards, 3 formats: 2 findings
    "#);
}

#[test]
fn the_sheet_as_it_is_written_changes_nothing() {
    for game in [SF, "battleship-galaxies", "etoile-noire"] {
        let template = sleeve(&["cards", "--game", game, "--missing", "-o", "csv"]);
        assert!(template.status == 0 && template.out.starts_with(&format!("# game: {game}\n")));
        let path = file(&format!("untouched-{game}"), "box.csv", &template.out);
        let list =
            |extra: &[&str]| sleeve(&[&["cards", "--game", game, "-o", "json"], extra].concat());
        let laid = list(&["--cards", &path.to_string_lossy()]);
        assert_eq!(laid.status, 0, "{}", laid.err);
        assert!(laid.out == list(&[]).out, "{game}: the sheet changes a card");
        let again = over(&path, &["cards", "--game", game, "--missing", "-o", "csv"]);
        assert_eq!(again.out, template.out);
    }
}

#[test]
fn the_template_tells_the_words_that_may_stand_in_it() {
    let toml =
        sleeve(&["cards", "--game", SF, "--missing", "-o", "toml", "id=0-01", "--lang", "fr"]);
    insta::assert_snapshot!(toml.out, @r#"
    # Starfighter : faits non publiés, ou inventés pour que l'on puisse essayer sleeve.
    # Ôtez le `#` d'une ligne et écrivez ce que porte votre carte. Les lignes laissées telles quelles ne changent rien.
    # Ensuite : sleeve check --cards CE-FICHIER DECK
    # effets : draw (pioche), lateral-move (déplacement-latéral), vertical-move (déplacement-vertical),
    #   free-move (déplacement-libre), pivot (pivotement), destroy (destruction), damage-enemy-cruiser
    #   (dégâts-croiseur-adverse), damage-own-cruiser (dégâts-son-croiseur), force-field (champ-de-force),
    #   screen N (écran N), flip (retournement), damage-fighter (dégâts-chasseur)
    # colour (couleur) : green (vert), blue (bleu)
    game = "starfighter"

    [[card]]
    replaces = "0-01"
    # id = "0-01"  # provisoire ; ce que porte votre carte
    # level = 0  # provisoire ; un nombre entier
    # colour = "green"  # provisoire ; valeurs : green, blue
    # faces.upper.fighters = 2  # provisoire ; attesté : 1 à 4 ; un nombre entier
    # faces.lower.fighters = 1  # provisoire ; un nombre entier
    # faces.lower.effects = []  # provisoire
    "#);
    let plain = sleeve(&["cards", "--game", SF, "--missing", "id=0-01", "--lang", "fr"]);
    assert_eq!(plain, toml);
    let csv = sleeve(&["cards", "--game", SF, "--missing", "-o", "csv", "id=0-01", "--lang", "fr"]);
    insta::assert_snapshot!(csv.out, @r##"
    # game: starfighter
    "# Tapez ce que portent vos cartes ; une cellule vide ne change rien, « aucun » veut dire qu'une partie ne porte aucun effet."
    "# Ensuite : sleeve lint CE-FICHIER, puis sleeve check --cards CE-FICHIER DECK"
    # Mettez la colonne des numéros au format « texte » : un tableur change 3-10 en date. Une ' devant un numéro a le même effet.
    "# effets : draw (pioche), lateral-move (déplacement-latéral), vertical-move (déplacement-vertical), free-move (déplacement-libre), pivot (pivotement), destroy (destruction), damage-enemy-cruiser (dégâts-croiseur-adverse), damage-own-cruiser (dégâts-son-croiseur), force-field (champ-de-force), screen N (écran N), flip (retournement), damage-fighter (dégâts-chasseur)"
    "# colour (couleur) : green (vert), blue (bleu)"
    remplace,matricule,sorte,niveau,couleur,haut.chasseurs,bas.chasseurs,bas.effets
    '0-01,,squadron,,,,,
    "##);
    for form in ["json", "names", "tsv"] {
        let ran = sleeve(&["cards", "--game", SF, "--missing", "-o", form]).assert_status(2);
        ran.assert_err("--missing -o csv");
    }
    sleeve(&["cards", "--game", SF, "-o", "toml"]).assert_status(2).assert_err("--missing -o toml");
}

#[test]
fn effects_are_read_as_they_are_printed() {
    for (game, lang) in [(SF, "en"), (SF, "fr"), ("star-realms", "en"), ("star-realms", "fr")] {
        let part = if game == SF { "upper.effects" } else { "effects" };
        let list = |extra: &[&str]| {
            let args = ["cards", "--game", game, "--lang", lang, "-o", "csv", "--columns", "id"];
            let columns = format!("id,{part}");
            let mut args: Vec<&str> = args.to_vec();
            *args.last_mut().unwrap() = &columns;
            sleeve(&[&args, extra].concat()).out
        };
        let before = list(&[]);
        let typed = rows(&before);
        let typed: Vec<Vec<String>> = typed.into_iter().map(|row| row[..2].to_vec()).collect();
        let printed = typed.iter().filter(|row| !row[1].is_empty()).count();
        assert!(printed > 20, "{game}: {printed}");
        let text = format!("# game: {game}\n{}", sheet(&typed, ','));
        let path = file(&format!("printed-{game}-{lang}"), "box.csv", text);
        let after = list(&["--cards", &path.to_string_lossy()]);
        let effects =
            |text: &str| rows(text).into_iter().map(|row| row[..2].to_vec()).collect::<Vec<_>>();
        assert_eq!(effects(&after), effects(&before), "{game} {lang}");
    }
}

#[test]
fn a_cell_is_no_formula_on_its_way_out_and_itself_on_its_way_in() {
    let text = "game = \"starfighter\"\n[[card]]\nid = \"atlas\"\nname = \"=1+1\"\n";
    let path = file("formula", "box.toml", text);
    let sheet = over(&path, &["cards", "--game", SF, "--missing", "-o", "csv", "kind:cruiser"]);
    assert!(sheet.out.contains(",'=1+1,") && !sheet.out.contains(",=1+1"), "{sheet}");
    fs::write(path.with_file_name("box.csv"), &sheet.out).unwrap();
    let both = over(path.parent().unwrap(), &["show", "atlas"]);
    assert_eq!(both.status, 2, "one card in two files of a folder is given twice: {both}");
    fs::remove_file(&path).unwrap();
    over(&path.with_file_name("box.csv"), &["show", "atlas", "-o", "json"]).assert_out("\"=1+1\"");
}

#[test]
fn what_is_missing_is_no_finding() {
    let path = file("standing", "box.csv", "# game: starfighter\nmatricule,armour\natlas,20\n");
    let path = path.to_string_lossy().into_owned();
    let ran = sleeve(&["lint", &path, "--lang", "fr"]);
    assert_eq!(ran.status, 0);
    insta::assert_snapshot!(ran.out, @"
    Starfighter : 2 croiseurs sur 4 reposent encore sur des valeurs provisoires, 2 croiseurs sur 4 ont des valeurs inconnues (pioche 2, blindage 1, emplacements 4, plateaux 4)
    Starfighter : 100 escadrilles sur 100 reposent encore sur des valeurs provisoires (matricule 98, niveau 93, couleur 100, haut.chasseurs 100, haut.effets 96, bas.chasseurs 100, bas.effets 99)
    1 jeu, 104 cartes, 3 formats : rien à signaler
    formats et rôles avec un deck légal : 3 sur 3
    ");
    let document = sleeve(&["lint", &path, "-o", "json"]).document();
    assert_eq!(document["standing"][1]["invented"], 100);
    assert_eq!(document["standing"][1]["fields"]["matricule"], 98);
    assert_eq!(document["findings"], serde_json::json!([]));
    sleeve(&["lint", "cards/starfighter", "-o", "json"]).assert_out("\"standing\": []");
}

#[test]
fn a_sheet_needs_no_import() {
    let ran = sleeve(&["import", SF, "box.csv", "--lang", "en"]).assert_status(2);
    ran.assert_err("--cards box.csv");
}

#[test]
fn who_says_again_what_is_attested_does_not_make_it_less_so() {
    let text = "game = \"starfighter\"\n[[card]]\nid = \"3-10\"\nlevel = 3\nprovenance = \"inferred\"\n[[card]]\nid = \"ares\"\nsectors = 5\n";
    let path = file("again", "box.toml", text);
    let ids = ["cards", "--game", SF, "id=3-10 or id=ares", "-o", "json"];
    assert_eq!(over(&path, &ids).out, sleeve(&[&ids[..], &["--lang", "en"]].concat()).out);
}

#[test]
fn what_both_halves_print_is_what_the_card_prints() {
    let text = "# game: starfighter\nreplaces,matricule,upper.fighters,lower.fighters,upper.effects,lower.effects\n1-07,1-99,2,2,pivot,écran 2\n3-10,,1,,,\n";
    let path = file("halves", "box.csv", text);
    let filter = "id=1-99 or id=3-10";
    let ran = over(
        &path,
        &words(&format!(
            "cards --game {SF} '{filter}' -o csv --columns id,fighters,effect --sort id"
        )),
    );
    ran.assert_out("1-99,4,\"pivot, screen 2\"");
    ran.assert_out("3-10,2,\"draw, lateral-move\"");
}

#[test]
fn the_walk_through_the_manual_ends_in_a_verdict() {
    let manual = fs::read_to_string("docs/your-own-box.md").unwrap();
    let mut blocks = manual.split("```csv\n").skip(1).filter_map(|part| part.split("```").next());
    let path = file("manual-box", "box.csv", blocks.next().expect("a sheet"));
    over(&path, &["lint"]).assert_status(0).assert_out("squadrons still rest on stand-ins");
    assert!(over(&path, &["show", "0-01"]).out.contains("screen 3"));
    let toml = manual.split("```toml\n").skip(1).filter_map(|part| part.split("```").next());
    let toml = toml.filter(|block| block.contains("replaces")).last().expect("an overlay");
    fs::write(path.with_file_name("box.toml"), toml).unwrap();
    let same = |path: &Path| over(path, &["cards", "--game", SF, "id=1-27", "-o", "json"]).out;
    assert_eq!(same(&path), same(&path.with_file_name("box.toml")), "both say the same");
}

#[test]
fn a_sheet_in_the_encoding_of_a_spreadsheet_is_read_and_its_guess_is_said() {
    let text = "# game: starfighter\nid,kind,set,matricule,level,name\nmine,squadron,starfighter,0-02,0,Éclair d’Été\n";
    let units: Vec<u16> = text.encode_utf16().collect();
    let utf_16 =
        [&[0xff, 0xfe], &units.iter().flat_map(|u| u.to_le_bytes()).collect::<Vec<u8>>()[..]];
    let high = |c: char| if c == '’' { 0x92 } else { c as u32 as u8 };
    let old: Vec<u8> = text.chars().map(high).collect();
    for (bytes, said) in [(utf_16.concat(), false), (old, true)] {
        let path = file("own-box-encoding", "mine.csv", bytes);
        let ran = over(&path, &["show", "0-02"]);
        ran.assert_out("Éclair d’Été");
        let note = "is read as Windows-1252: byte 0xc9 in line 3 is not UTF-8";
        assert_eq!(ran.err.contains(note), said, "{ran}");
    }
    // What says nothing of its encoding and is no text stays an error, and so does TOML.
    let path = file("own-box-encoding", "mine.csv", b"\xff\xfea\0\0");
    assert_eq!(over(&path, &["show", "0-02"]).status, 2);
    let path = file("own-box-encoding", "mine.toml", b"game = \"starfighter\" # \xc9\n");
    assert_eq!(over(&path, &["show", "0-02"]).status, 2);
}

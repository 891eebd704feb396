//! Forms of deck files that games describe as data: what is written is read again, files are told
//! by what stands in them, and nothing of them is dropped in silence.

use crate::common::{Ran, Sleeve, in_brief, scratch, undigested, write_file};
use proptest::prelude::*;
use sleeve::{
    decks::{DeckForm, DeckResolver, Hints, games_recognising, read, write},
    model::{Catalog, Deck, DeckReader, Lang, reader::FileLayout},
};
use std::{collections::BTreeMap, path::PathBuf, sync::Arc};

/// Places of JSON files that are one card.
const SINGLE: [&str; 1] = ["/investigator_code"];
const GAMES: &str = "docs/examples/games";

fn catalog(game: &str) -> Catalog {
    sleeve::catalog::open(game, &[PathBuf::from(GAMES)]).unwrap()
}

/// A deck in our own form.
fn deck(catalog: &Catalog, text: &str) -> Deck {
    let raw = read("deck.toml", text.as_bytes(), &Hints::default()).unwrap();
    let format = catalog.format(&raw.format.as_ref().unwrap().value);
    DeckResolver::new(catalog).resolve(&raw, format)
}

/// Copies by card and zone.
fn copies(catalog: &Catalog, deck: &Deck) -> BTreeMap<(String, String), u32> {
    let mut copies = BTreeMap::new();
    for entry in &deck.entries {
        let card = catalog.cards.card(entry.card).id().to_owned();
        *copies.entry((card, entry.zone.to_string())).or_default() += entry.count;
    }
    copies
}

/// A game with a format and the forms that it describes.
fn forms() -> Vec<(&'static str, &'static str, Catalog)> {
    let formats = [
        ("duchy", "constructed"),
        ("duchy", "commander"),
        ("circle", "duel"),
        ("accord", "standard"),
        ("caravan", "journey"),
    ];
    formats
        .into_iter()
        .map(|(game, format)| (game, format, catalog(game)))
        .collect()
}

/// Checks that a deck with these copies is the same in every form that the game describes.
fn held_by_every_form(
    (game, format, catalog): &(&str, &str, Catalog),
    rows: &[(usize, usize, u32)],
    lang: Lang,
) -> Result<(), TestCaseError> {
    for reader in &catalog.game.described {
        let zones = &catalog.format(format).unwrap().zones;
        let told = |zone: &&str| reader.zones.iter().any(|(_, of)| of == zone);
        let zones: Vec<&str> = zones
            .iter()
            .map(|z| z.named.id.as_str())
            .filter(told)
            .collect();
        let cards: Vec<String> = catalog.cards.iter().map(|c| c.id().to_owned()).collect();
        let mut counts: BTreeMap<&str, BTreeMap<&str, u32>> = BTreeMap::new();
        for (card, zone, count) in rows {
            let zone = zones[zone % zones.len()];
            let of = counts.entry(zone).or_default();
            // Where a form has room for one card only, there is one.
            let single = reader
                .zones
                .iter()
                .any(|(word, of)| of == zone && SINGLE.contains(&&**word));
            let count = if single { 1 } else { *count };
            if !single || of.is_empty() {
                of.insert(&cards[card % cards.len()], count);
            }
        }
        let mut text = format!("game = \"{game}\"\nformat = \"{format}\"\n");
        for (zone, cards) in counts {
            text += &format!("[zones.{zone}]\n");
            cards
                .iter()
                .for_each(|(card, count)| text += &format!("\"{card}\" = {count}\n"));
        }
        let deck = deck(catalog, &text);
        let written = write(&deck, catalog, DeckForm::Described(Arc::clone(reader)), lang);
        let said = || format!("{}:\n{}\n{:?}", reader.named.id, written.text, written.losses);
        prop_assert_eq!(copies(catalog, &deck), copies(catalog, &written.back), "{}", said());
        prop_assert!(written.back.unresolved.is_empty(), "{}", said());
        prop_assert!(written.back.notes.is_empty(), "{}: {:?}", said(), written.back.notes);
        if tells_itself(reader, &copies(catalog, &deck)) {
            prop_assert_eq!(
                form_of(catalog, &written.text),
                reader.named.id.as_str(),
                "{}",
                said()
            );
        }
    }
    Ok(())
}

/// Whether a form tells itself by what is written in it: by headings or keys, and by one card
/// between a title and the first heading.
fn tells_itself(reader: &DeckReader, copies: &BTreeMap<(String, String), u32>) -> bool {
    let FileLayout::Lines(layout) = &reader.layout else { return true };
    let first = reader.zones.iter().find(|(word, _)| word.is_empty());
    let first = first.map_or(0, |(_, zone)| {
        copies
            .iter()
            .filter(|((_, its), _)| its == zone)
            .map(|(_, count)| count)
            .sum()
    });
    // A title and one card alone are lines as any.
    !layout.headings.is_empty() && (!layout.title || first == 1 && copies.len() > 1)
}

/// The form that a text is told to be, whatever its file is called.
fn form_of(catalog: &Catalog, text: &str) -> String {
    let raw = read("deck", text.as_bytes(), &Hints::from_game(&catalog.game, None)).unwrap();
    raw.reader.name().to_owned()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 48, ..ProptestConfig::default() })]

    #[test]
    #[ignore = "takes long unoptimised: CI runs it optimised"]
    fn what_a_form_holds_is_read_again(
        rows in prop::collection::vec((0usize..200, 0usize..4, 1u32..60), 1..12),
        french in any::<bool>(),
    ) {
        let lang = if french { Lang::Fr } else { Lang::En };
        for form in forms() {
            held_by_every_form(&form, &rows, lang)?;
        }
    }
}

fn check(args: &[&str], input: &str) -> Ran {
    let args = [&["check", "-", "--cards", GAMES, "--color", "never"], args].concat();
    Sleeve::new().input(input).run(&args)
}

#[test]
fn a_line_that_nothing_reads_is_told_where_it_stands() {
    let list = "Name Isles\n\nDeck\n60 Lake (FND) 1\n1 Herom\nheron, four of them\n0 Otter\n";
    let args = ["--from", "arena", "--as", "duchy/constructed"];
    let ran = check(&args, list).assert_status(2);
    insta::assert_snapshot!(
        "readers-unread",
        format!(
            "{ran}\n{}",
            check(&[&args[..], &["--lang", "fr"]].concat(), &list.replace("0 Otter\n", ""),)
        )
    );
}

#[test]
fn a_zone_that_the_format_lacks_is_told() {
    let ran = check(&["--as", "duchy/commander"], "Deck\n60 Lake\n\nSideboard\n1 Otter\n");
    assert_eq!(ran.status, 2, "{ran}");
    ran.assert_out("there is no zone `sideboard` in this format");
}

#[test]
fn forms_are_told_by_all_that_stands_in_them() {
    let catalog = catalog("duchy");
    let form = |text: &str| {
        read("deck.txt", text.as_bytes(), &Hints::from_game(&catalog.game, None))
            .unwrap()
            .reader
    };
    assert_eq!(form("Deck\n4 Heron\n").name(), "arena");
    assert_eq!(form("Name Isles\n4 Heron\n").name(), "arena");
    // Nothing of its own, or one line that is of another form.
    assert_eq!(form("4 Heron\n").name(), "text");
    assert_eq!(form("# game: duchy\nDeck\n4 Heron\n").name(), "text");
    assert_eq!(form("Deck\n4x Heron\n").name(), "text");
    assert_eq!(form("game = \"duchy\"\nzones.deck = [\"Heron\"]\n").name(), "toml");
}

#[test]
fn decks_of_a_folder_are_found_in_forms_of_the_games() {
    let folder = scratch("readers-folder");
    write_file(&folder, "isles.list", "Deck\n60 Lake\n");
    write_file(&folder, "notes.list.old", "Deck the halls\n");
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let ran = Sleeve::new().folder(&folder).run(&[
        "check",
        ".",
        "--cards",
        games.to_str().unwrap(),
        "--as",
        "duchy/constructed",
    ]);
    ran.assert_out("legal        isles.list");
    ran.assert_out("not read     notes.list.old");
}

/// Every sample deck in a form of another tool, with the game and format that it is for.
const SAMPLES: [(&str, &str, &str); 13] = [
    ("duchy/isles.txt", "duchy/constructed", "arena"),
    ("duchy/isles.dek", "duchy/constructed", "mtgo-dek"),
    ("duchy/seraphine.cod", "duchy/commander", "cockatrice"),
    ("circle/duel.ydk", "circle/duel", "ydk"),
    ("circle/duel.o8d", "circle/duel", "octgn"),
    ("accord/standard.json", "accord/standard", "arkhamdb"),
    ("accord/standard.ledger", "accord/standard", "accord-ledger"),
    ("caravan/journey.txt", "caravan/journey", "twd"),
    ("accord/standard.txt", "accord/standard", "netrunnerdb"),
    ("circle/duel.txt", "circle/duel", "fabrary"),
    ("duchy/lakes.txt", "duchy/constructed", "ptcgl"),
    ("yugioh/advanced.ydk", "yugioh/advanced", "ydk"),
    ("arkham/standard.json", "arkham/standard", "arkhamdb"),
];

#[test]
fn sample_decks_are_legal_and_written_again_as_they_are() {
    for (file, format, form) in SAMPLES {
        let path = format!("docs/examples/decks/{file}");
        let ran = Sleeve::new().line(&format!(
            "check {path} --cards {GAMES} --as {format} --set calling=trade -o json"
        ));
        // What a form cannot hold is given beside it, and only where the format asks for it.
        let ran = match ran.status {
            2 => Sleeve::new().run(&["check", &path, "--cards", GAMES, "--as", format]),
            _ => ran,
        };
        assert_eq!(ran.status, 0, "{file}\n{ran}");
        let again = Sleeve::new().run(&[
            "convert",
            &path,
            "--to",
            form,
            "--cards",
            GAMES,
            "--game",
            format.split_once('/').unwrap().0,
        ]);
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(again.out, text, "{file}\n{again}");
    }
}

/// A card of several pictures has a number for each; all are read, and its id is written.
#[test]
fn another_number_of_a_card_is_read() {
    let own = std::fs::read_to_string("docs/examples/decks/yugioh/advanced.ydk").unwrap();
    let path = scratch("another-number").join("deck.ydk");
    std::fs::write(&path, own.replacen("46986414", "46986415", 2)).unwrap();
    let path = path.to_str().unwrap();
    let args = ["convert", path, "--to", "ydk", "--cards", GAMES, "--game", "yugioh"];
    let ran = Sleeve::new().run(&args);
    assert_eq!(ran.out, own, "{ran}");
}

#[test]
fn a_form_tells_the_game_where_one_alone_recognises_it() {
    let check = |file: &str, games: &str, more: &[&str]| {
        let path = format!("docs/examples/decks/{file}");
        Sleeve::new().run(&[&["check", path.as_str(), "--cards", games], more].concat())
    };
    // Numbers alone, told by the ending, and ids in JSON that one game has a form for.
    let accord = format!("{GAMES}/accord");
    for (file, games, format) in
        [("circle/duel.ydk", GAMES, "duel"), ("accord/standard.json", &accord, "standard")]
    {
        let ran = check(file, games, &["--as", format]);
        let game = file.split_once('/').unwrap().0;
        assert_eq!(ran.status, 0, "{ran}");
        ran.assert_out(&format!("{file} ({game}/{format}"));
    }
    // Of two games that have the form, neither is guessed, unless what stands in the file tells.
    let two = scratch("form-of-two-games");
    let copy = |id: &str, mark: &str| {
        let folder = two.join(id);
        std::fs::create_dir_all(&folder).unwrap();
        for file in ["game.toml", "cards.toml", "formats.toml"] {
            let text = std::fs::read_to_string(format!("{GAMES}/circle/{file}")).unwrap();
            let text = text.replace("id = \"circle\"", &format!("id = \"{id}\""));
            write_file(&folder, file, text.replace("\"#", &format!("\"{mark}")));
        }
    };
    copy("circle", "#");
    copy("ring", "#");
    let games = two.to_str().unwrap();
    let told = ["en", "fr"].map(|lang| check("circle/duel.ydk", games, &["--lang", lang]));
    insta::assert_snapshot!(in_brief(told.map(|ran| ran.to_string()).join("\n")), @"
    status: 2
    unusable     docs/examples/decks/circle/duel.ydk
    error: the deck does not say which game it is for, and several games have `ydk` files = help: use --game with one of `circle`, `ring`
    1 deck: 1 unusable
    sleeve 0.1.0
    status: 2
    inutilisable docs/examples/decks/circle/duel.ydk
    erreur : le deck ne dit pas pour quel jeu il est, et plusieurs jeux ont des fichiers « ydk » = aide : utilisez --game avec l'un de : `circle`, `ring`
    1 deck : 1 inutilisable
    sleeve 0.1.0
    ");
    assert_eq!(check("circle/duel.ydk", games, &["--game", "ring", "--as", "duel"]).status, 0);
    copy("ring", "# ");
    assert_eq!(check("circle/duel.ydk", games, &["--as", "duel"]).status, 0);
}

#[test]
fn rules_list_the_forms_of_a_game() {
    let rules = |args: &[&str]| Sleeve::new().run(&[&["rules", "--cards", GAMES], args].concat());
    let words = [&["circle"][..], &["circle", "--lang", "fr"]]
        .map(rules)
        .map(|ran| ran.out);
    insta::assert_snapshot!(undigested(&words.join("\n")), @"
    Circle (circle)
      from docs/examples/games
      duel  Duel
      deck files
        toml     sleeve's own format (.toml)
        text     plain list, one card a line (.txt)
        ydk      YDK list (.ydk)
        octgn    OCTGN deck (.o8d)
        fabrary  FaBrary list (.txt)
      digest of the data DIGEST

    Cercle (circle)
      vient de docs/examples/games
      duel  Duel
      fichiers de decks
        toml     format propre à sleeve (.toml)
        text     liste simple, une carte par ligne (.txt)
        ydk      liste YDK (.ydk)
        octgn    deck OCTGN (.o8d)
        fabrary  liste de FaBrary (.txt)
      condensé des données DIGEST
    ");
    assert!(!rules(&[]).out.contains("deck files"), "of all games the formats alone");
    let json = rules(&["swccg", "-o", "json"]).document();
    let readers = json["games"][0]["readers"].as_array().unwrap();
    let ids: Vec<&str> = readers
        .iter()
        .map(|reader| reader["id"].as_str().unwrap())
        .collect();
    assert_eq!(ids[..4], ["gemp-xml", "gemp-line", "gemp-text", "holotable"]);
    assert_eq!(readers[3]["extension"], "htd");
    assert_eq!(readers[3]["name"]["fr"], "deck de Holotable et Holodeck");
}

#[test]
fn what_a_form_does_not_hold_is_told() {
    let deck = "game = \"accord\"\nformat = \"standard\"\nplayer = \"Ada\"\nnotes = \"a\\n\\nb\"\n\
        [zones]\nidentity = [\"The Ironworks\", \"Nerith\"]\ndeck = [\"Bellows\"]\n";
    let convert = |form: &str, lang: &str| {
        let args = ["convert", "-", "--cards", GAMES, "--to", form, "--lang", lang];
        Sleeve::new().input(deck).run(&args).to_string()
    };
    let all = ["arkhamdb", "accord-ledger"].map(|form| convert(form, "en") + &convert(form, "fr"));
    insta::assert_snapshot!("readers-losses", all.join("\n"));
    let unknown = Sleeve::new()
        .input(deck)
        .run(&["convert", "-", "--cards", GAMES, "--to", "ydk"]);
    assert_eq!(unknown.status, 2, "{unknown}");
    unknown.assert_err("accord-ledger");
}

/// What is said of a file in a form, in both languages.
fn told(form: &str, format: &str, text: impl Into<Vec<u8>>) -> String {
    let text = text.into();
    let say = |lang: &str| {
        let args = ["check", "-", "--cards", GAMES, "--from", form, "--as", format, "--lang", lang];
        let told = Sleeve::new().input(text.clone()).run(&args).to_string();
        // Whether a repair is found in time is the machine's.
        let repair = |line: &str| {
            ["fix: ", "réparation : "]
                .iter()
                .any(|head| line.starts_with(head))
        };
        let mut lines: Vec<&str> = told.split('\n').collect();
        while let Some(at) = lines.iter().position(|line| repair(line)) {
            lines.drain(at..at + 2);
        }
        lines.join("\n")
    };
    say("en") + &say("fr")
}

#[test]
fn files_of_xml_from_a_hostile_hand() {
    let cod =
        |inner: &str| format!("<cockatrice_deck version=\"1\">\n{inner}\n</cockatrice_deck>\n");
    let zone = |inner: &str| cod(&format!("<zone name=\"main\">\n{inner}\n</zone>"));
    let bomb = "<!DOCTYPE x [<!ENTITY a \"aaaa\"><!ENTITY b \"&a;&a;\">]>\n";
    let deep = "<zone name=\"main\">".repeat(100_000);
    let mut all = String::new();
    for (what, text) in [
        ("a bomb", bomb.to_owned() + &zone("<card number=\"1\" name=\"&b;\"/>")),
        ("entities of its own", zone("<card number=\"1\" name=\"&b;\"/>")),
        ("deep", cod(&deep)),
        ("cut", "<cockatrice_deck><zone name=\"main\"><card number=\"1\"".to_owned()),
        (
            "counts",
            zone(
                "<card number=\"0\" name=\"Lake\"/>\n<card number=\"-1\" name=\"Lake\"/>\n\
             <card number=\"99999999999999999999\" name=\"Lake\"/>\n<card name=\"Lake\"/>\n\
             <card number=\"2\"/>\n<card number=\"1\" number=\"2\" name=\"Lake\"/>",
            ),
        ),
        ("sections", cod("<zone name=\"tokens\"><card number=\"1\" name=\"Lake\"/></zone>")),
        (
            "strangers",
            cod(
                "hello\n<zone name=\"main\" side=\"up\"><card number=\"60\" name=\"Lake\" foil=\"1\"/>\n\
             <card number=\"1\" name=\"Grove\" foil=\"1\">text</card><token name=\"Imp\"/></zone><plan>x</plan>",
            ),
        ),
        ("nothing", cod("")),
        ("not the form", "<html><body/></html>".to_owned()),
        ("hidden", zone("<card number=\"60\" name=\"La\u{202e}ke&#27;[31m\"/>")),
    ] {
        all += &format!("## {what}\n{}\n", told("cockatrice", "duchy/constructed", text));
    }
    assert!(!all.contains('\u{202e}') && !all.contains('\u{1b}'));
    insta::assert_snapshot!("readers-hostile-xml", all);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn files_of_json_from_a_hostile_hand() {
    let deck = |slots: &str| format!("{{\"investigator_code\": \"01001\", \"slots\": {slots}}}\n");
    let mut all = String::new();
    for (what, text) in [
        ("deep", deck(&("[".repeat(100_000) + &"]".repeat(100_000)))),
        ("deeper", "{\"slots\":".repeat(100_000) + "1" + &"}".repeat(100_000)),
        ("cut", "{\"slots\": {\"01004\"".to_owned()),
        (
            "counts",
            deck(
                "{\"01004\": 0, \"01006\": -1, \"01007\": 1e9, \"01008\": \"2\", \"01011\": null, \"01010\": 2.5}",
            ),
        ),
        ("twice", deck("{\"01004\": 1, \"01004\": 2}")),
        ("types", deck("[1, 2]")),
        ("cards", deck("{\"99999\": 1, \"\": 1, \"bellows\": 1, \"Bellows\": 1}")),
        ("zones", "{\"sideSlots\": {\"01004\": 1}, \"slots\": {}, \"name\": 3}".to_owned()),
        (
            "strangers",
            "{\"slots\": {\"01004\": 1}, \"sets\": [1], \"stats\": {\"a\": 1}}".to_owned(),
        ),
        ("a list", "[]".to_owned()),
        ("nothing", deck("{}").replace("01001", "")),
    ] {
        all += &format!("## {what}\n{}\n", told("arkhamdb", "accord/standard", text));
    }
    insta::assert_snapshot!("readers-hostile-json", all);
}

#[test]
fn null_in_json_is_nothing() {
    let deck = std::fs::read_to_string("docs/examples/decks/accord/standard.json").unwrap();
    let deck = deck.replacen('{', "{\"description_md\": null, ", 1);
    let args = ["check", "-", "--cards", GAMES, "--from", "arkhamdb", "--as", "accord/standard"];
    Sleeve::new().input(deck).run(&args).assert_status(0);
}

#[test]
fn a_game_is_told_by_a_form_only_where_it_recognises_the_text() {
    let accord = catalog("accord");
    let hints = Hints::from_game(&accord.game, Some("arkhamdb"));
    for (text, told) in [
        ("{\"investigator_code\": \"01001\"}", &["accord"][..]),
        ("{\"investigator_code\": 1001}", &[]),
    ] {
        let raw = read("deck.json", text.as_bytes(), &hints).unwrap();
        let games = [("accord", &accord.game.described[..])].into_iter();
        assert_eq!(games_recognising(&raw, games), told, "{text}");
    }
}

#[test]
fn files_that_are_too_large_or_no_text_are_refused() {
    for form in ["arena", "cockatrice", "mtgo-dek"] {
        let large = told(form, "duchy/constructed", vec![b' '; 17 * 1024 * 1024]);
        assert!(large.contains("larger than 16 MiB"), "{large}");
        let bytes = told(form, "duchy/constructed", b"Deck\n4 Her\xff\x00on\n".to_vec());
        assert!(bytes.contains("not UTF-8"), "{bytes}");
    }
    // A list may be Windows-1252, which is said; XML and JSON are UTF-8.
    let list = told("arena", "duchy/constructed", b"Deck\n60 H\xe9ron\n".to_vec());
    assert!(list.contains("read as Windows-1252"), "{list}");
    let xml = b"<cockatrice_deck><zone name=\"main\"><card number=\"1\" name=\"H\xe9ron\"/></zone></cockatrice_deck>";
    assert!(told("cockatrice", "duchy/constructed", xml.to_vec()).contains("not UTF-8"));
}

#[test]
fn an_id_and_a_name_of_two_cards_are_asked_about() {
    let dek = |id: &str, name: &str| {
        format!(
            "<Deck><Cards CatID=\"{id}\" Quantity=\"60\" Sideboard=\"false\" Name=\"{name}\"/></Deck>"
        )
    };
    let told = |text: String| told("mtgo-dek", "duchy/constructed", text);
    // Lake by both, by its number alone with zeros before it, and by its name where the number is
    // unknown. The deck is legal with basic lands only.
    for text in [dek("4101", "Lake"), dek("004101", ""), dek("77", "Lake"), dek("", "Lac")] {
        assert!(told(text.clone()).contains("legal        - (duchy/constructed)"), "{text}");
    }
    let both = told(dek("4101", "Grove"));
    assert!(both.contains("`Grove` could be several cards"), "{both}");
}

#[test]
fn overlays_describe_forms_for_games_that_are_there() {
    let folder = scratch("readers-overlay");
    let data = "game = \"duchy\"\n\n[[reader]]\nid = \"plain\"\nextension = \"plain\"\nzones = { \"\" = \"deck\", SB = \"sideboard\" }\n\n\
        [reader.lines]\ncards = [\"{zone}: {count} {name}\", \"{count} {name}\"]\nignored = [\"//{any}\"]\n";
    write_file(&folder, "forms.toml", data);
    write_file(&folder, "a.plain", "// mine\n60 Lake\nSB: 3 Otter\n");
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let cards = ["--cards", games.to_str().unwrap(), "--cards", "forms.toml"];
    let run = |args: &[&str]| Sleeve::new().folder(&folder).run(&[args, &cards].concat());
    run(&["check", ".", "--as", "duchy/constructed"]).assert_out("legal        a.plain");
    let ran = run(&["convert", "a.plain", "--to", "plain", "--as", "duchy/constructed"]);
    assert_eq!(ran.out, "60 Lake\n\nSB: 3 Otter\n", "{ran}");
}

#[test]
fn packed_games_keep_their_forms() {
    let folder = scratch("readers-packed");
    let pack = folder.join("duchy.sleeve");
    let pack = pack.to_str().unwrap();
    Sleeve::new()
        .run(&["pack", "docs/examples/games/duchy", pack])
        .assert_status(0);
    let deck = "docs/examples/decks/duchy/seraphine.cod";
    let ran = Sleeve::new().run(&["check", deck, "--cards", pack, "--as", "commander"]);
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn repairs_of_a_deck_stay_in_its_form() {
    let folder = scratch("readers-fixed");
    let path = folder.join("short.cod");
    let text = std::fs::read_to_string("docs/examples/decks/duchy/seraphine.cod").unwrap();
    std::fs::write(&path, text.replace("number=\"43\"", "number=\"42\"")).unwrap();
    let path = path.to_str().unwrap();
    let fix = ["fix", path, "--write", "--cards", GAMES, "--as", "duchy/commander"];
    let ran = Sleeve::new().run(&fix);
    let fixed = std::fs::read_to_string(path).unwrap();
    assert!(fixed.starts_with("<?xml"), "{ran}\n{fixed}");
    let ran = Sleeve::new().run(&["check", path, "--cards", GAMES, "--as", "duchy/commander"]);
    assert_eq!(ran.status, 0, "{ran}");
}

#[test]
fn a_pattern_for_certain_cards_is_not_written_for_all() {
    let folder = scratch("readers-hero");
    let data = "game = \"duchy\"\n\n[[reader]]\nid = \"hero\"\nextension = \"hero\"\nzones = { \"\" = \"deck\", Side = \"sideboard\" }\n\n\
        [reader.lines]\ncards = [\"Hero: {name}\", \"{count}x {name}\"]\nheadings = [\"== {zone} ==\"]\n";
    write_file(&folder, "forms.toml", data);
    write_file(&folder, "a.hero", "Hero: Otter\n60x Lake\n\n== Side ==\n3x Otter\n");
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let cards = ["--cards", games.to_str().unwrap(), "--cards", "forms.toml"];
    let args = ["convert", "a.hero", "--to", "hero", "--as", "duchy/constructed"];
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&[&args[..], &cards].concat());
    assert_eq!(ran.out, "1x Otter\n60x Lake\n\n== Side ==\n3x Otter\n", "{ran}");
}

#[test]
fn the_set_tells_cards_of_one_name_and_number_apart() {
    let folder = scratch("readers-number");
    let data = "game = \"duchy\"\n\n[[card]]\nid = \"late-otter\"\nname = \"Otter\"\nkind = \"creature\"\nset = \"tides\"\n\
        catalogue = 4108\ncost = 2\ncolours = [\"azure\"]\n\n\
        [[reader]]\nid = \"numbered\"\nextension = \"num\"\nids = \"catalogue\"\nzones = { \"\" = \"deck\" }\n\n\
        [reader.lines]\ncards = [\"{count} {name} ({set}) {id}\"]\n";
    write_file(&folder, "numbers.toml", data);
    write_file(&folder, "a.num", "3 Otter (founding) 4108\n57 Lake (founding) 4101\n");
    write_file(&folder, "b.num", "3 Otter (tides) 4108\n57 Lake (founding) 4101\n");
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let cards = ["--cards", games.to_str().unwrap(), "--cards", "numbers.toml"];
    for (deck, otter) in [("a.num", "\"otter\" = 3"), ("b.num", "\"late-otter\" = 3")] {
        let args = ["convert", deck, "--to", "toml", "--as", "duchy/constructed"];
        let ran = Sleeve::new()
            .folder(&folder)
            .run(&[&args[..], &cards].concat());
        assert!(ran.out.contains(&format!("\n{otter}")), "{ran}");
    }
}

/// A form whose lines end in a set's code and the card's number there, over a second Otter of the
/// same number.
const NUMBERED: &str = r#"game = "duchy"

[[card]]
id = "late-otter"
name = "Otter"
kind = "creature"
set = "tides"
catalogue = 4108
cost = 2
colours = ["azure"]
aliases = ["FND 7", "tides 12"]

[[reader]]
id = "live"
ids = "catalogue"
zones = { "" = "deck", Side = "sideboard" }

[reader.lines]
cards = ["{count} {name} {code} {number}", "{count} {code} {number}", "{count} {name}"]
headings = ["{zone}: {count}"]
ignored = ["Total Cards: {count}"]

[[reader]]
id = "prints"
ids = "alias"
zones = { Deck = "deck" }

[reader.lines]
cards = ["{count} {name} ({set}) {number}", "{count} {name}"]
headings = ["{zone}"]
"#;

#[test]
fn a_set_and_a_number_in_it_tell_a_card() {
    let folder = scratch("readers-live");
    write_file(&folder, "numbers.toml", NUMBERED);
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let cards = ["--cards", games.to_str().unwrap(), "--cards", "numbers.toml"];
    let convert = |deck: &str, from: &str, to: &str| {
        let args = ["convert", "-", "--from", from, "--to", to, "--as", "duchy/constructed"];
        Sleeve::new()
            .folder(&folder)
            .input(deck)
            .run(&[&args[..], &cards].concat())
    };
    let deck =
        "1 Otter FND 4108\n3 Otter tides 4108\n56 Lake FND 4101\n\nSide: 2\n2 Heron FND 4107\n";
    let toml = convert(deck, "live", "toml");
    toml.assert_out("\"otter\" = 1  # Otter\n\"late-otter\" = 3  # Otter\n")
        .assert_out("[zones.sideboard]\n\"Heron\" = 2\n");
    assert_eq!(convert(deck, "live", "live").out, deck);
    // Zeros say nothing, and the number is enough.
    let bare = "3 tides 04108\n57 Grey Lake FND 4101\nTotal Cards: 60\n";
    convert(bare, "live", "toml").assert_out("\"late-otter\" = 3  # Otter\n\"Lake\" = 57\n");
    // What neither the field nor an alias calls so leaves the card to its name, which the set
    // narrows.
    convert("3 Otter FND 9\n", "live", "toml").assert_out("\n\"otter\" = 3");
    let asked = convert("3 Otter QQ 4108\n", "live", "toml");
    asked
        .assert_status(2)
        .assert_err("`Otter` could be several cards");
    let other = convert("3 Heron FND 4108\n", "live", "toml");
    other
        .assert_status(2)
        .assert_err("`Heron` could be several cards");
    // The prints of a card by its aliases: the first is written where the name is not enough.
    let prints = "Deck\n3 Otter (tides) 12\n57 Lake (FND) 3\n";
    convert(prints, "prints", "toml").assert_out("\"late-otter\" = 3  # Otter\n\"Lake\" = 57\n");
    assert_eq!(convert(prints, "prints", "prints").out, "Deck\n3 Otter (FND) 7\n57 Lake\n");
}

#[test]
fn a_title_and_a_card_stand_above_the_headings() {
    let sample = std::fs::read_to_string("docs/examples/decks/accord/standard.txt").unwrap();
    let foot = "\n11 influence spent (max 15, available 4)\n7 agenda points (between 6 and 7)\n\
        15 cards (min 15)\nCards up to First Accord\n\nDecklist published on https://example.org.\n";
    let dotted: String = sample
        .lines()
        .map(|line| match line.split_once("x ") {
            Some(_) => format!("{line} (First Accord) ••••• •\n"),
            None => format!("{line}\n"),
        })
        .collect();
    let said = |text: &str, more: &[&str]| {
        check(&[&["--game", "accord", "--as", "standard", "-o", "json"], more].concat(), text)
    };
    for text in [sample.clone(), sample.clone() + foot, dotted + foot] {
        let deck = said(&text, &[]).assert_status(0).document();
        assert_eq!(deck["decks"][0]["name"], "Forge and toll", "{text}");
    }
    // Without the identity or the title it is a list as any other, and by its name an illegal deck.
    let accord = catalog("accord");
    let bare = sample.replace("The Ironworks\n", "");
    let untitled = sample.replace("Forge and toll\n", "");
    let tagged = format!("# game: accord\n{untitled}");
    let prose = sample.replace("\nThe", "\nIt won twice\nThe");
    for text in [&bare, &untitled, &tagged, &prose] {
        assert_eq!(form_of(&accord, text), "text", "{text}");
    }
    said(&bare, &["--from", "netrunnerdb"])
        .assert_status(1)
        .assert_out("one-identity");
    // A deck without a name is written with one, as its first card would be the title otherwise.
    let deck = "game = \"accord\"\n[zones]\nidentity = [\"The Ironworks\"]\ndeck = [\"Bellows\"]\n";
    let convert = |form: &str| {
        Sleeve::new()
            .input(deck)
            .run(&["convert", "-", "--cards", GAMES, "--to", form])
    };
    assert_eq!(convert("netrunnerdb").out, "deck\n\nThe Ironworks\n\nAsset (1)\n1x Bellows\n");
    let cards = convert("jinteki");
    assert_eq!(cards.out, "1 Bellows\n");
    cards.assert_err("the file does not store 1x The Ironworks (ironworks)");
}

#[test]
fn a_deck_that_its_form_does_not_tell_names_the_form() {
    for (identities, is_told) in
        [("\"The Ironworks\"", true), ("\"The Ironworks\", \"Nerith\"", false)]
    {
        let deck = format!(
            "game = \"accord\"\n[zones]\nidentity = [{identities}]\ndeck = [\"Bellows\"]\n"
        );
        let args = ["convert", "-", "--cards", GAMES, "--to", "netrunnerdb"];
        let ran = Sleeve::new().input(deck).run(&args);
        let note = "its file format; add `--from netrunnerdb` when you read it";
        assert_eq!(ran.err.contains("its file format"), !is_told, "{ran}");
        assert!(is_told || ran.err.contains(note), "{ran}");
    }
    // A number in quotes is the number that a file without types holds.
    let deck = std::fs::read_to_string("docs/examples/decks/arkham/standard-1.toml").unwrap();
    let deck = deck.replace("size-selected = 30", "size-selected = \"40\"");
    let args = ["convert", "-", "--cards", GAMES, "--to", "arkhamdb"];
    let ran = Sleeve::new().input(deck).run(&args);
    ran.assert_out("deck_size_selected");
    assert!(!ran.err.contains("parameter"), "{ran}");
}

#[test]
fn keys_that_rules_may_need_leave_the_verdict_open() {
    let deck = std::fs::read_to_string("docs/examples/decks/arkham/standard.json").unwrap();
    let said = "undetermined[unread-keys]: the rules may depend on this, but it is not read: `/meta/transform_into` (line 2)";
    for (keys, status) in [
        ("\"meta\": \"{", 0),
        ("\"meta\": \"{\\\"transform_into\\\":\\\"04244\\\",", 3),
        ("\"user_id\": 7, \"tags\": \"\", \"xp\": 0, \"meta\": \"{", 0),
    ] {
        let deck = deck.replace("\"meta\": \"{", keys);
        let ran = check(&["--as", "arkham/standard"], &deck).assert_status(status);
        assert_eq!(ran.out.contains(said), status == 3, "{ran}");
        assert!(status == 3 || !ran.out.contains("read over"), "{ran}");
    }
}

#[test]
fn the_cards_of_a_zone_have_lines_of_their_own() {
    let deck = "game = \"circle\"\nformat = \"duel\"\n[zones]\nhero = { Ilva = 2, Bram = 1 }\n\
        deck = { Owl = 2, Ilva = 1 }\n";
    let ran = Sleeve::new()
        .input(deck)
        .run(&["convert", "-", "--cards", GAMES, "--to", "fabrary"]);
    let text =
        "Format: duel\n\nHero: Ilva\nHero: Ilva\nHero: Bram\n\nDeck cards\n2x Owl\n1x Ilva\n";
    assert_eq!((ran.status, ran.out.as_str()), (0, text), "{ran}");
    let sample = std::fs::read_to_string("docs/examples/decks/circle/duel.txt").unwrap();
    let foot = "\nMade with ❤️ at the FaBrary\nSee the full deck @ https://example.org/decks/1\n";
    check(&["--game", "circle"], &(sample.clone() + foot)).assert_status(0);
    check(&["--game", "circle"], &sample.replace("Hero: Ilva\n", "")).assert_status(1);
}

#[test]
fn parameters_are_read_from_lines_and_from_json_within_json() {
    let folder = scratch("readers-parameters");
    let data = "game = \"caravan\"\n\n[[reader]]\nlike = \"arkhamdb\"\n\
        zones = { \"/investigator_code\" = \"leaders\", \"/slots\" = \"deck\" }\n\
        json.embedded = [\"/meta\"]\njson.keys.parameters.calling = \"/meta/calling\"\n\n\
        [[reader]]\nlike = \"twd\"\nzones = { Crypt = \"leaders\", Library = \"deck\" }\n\
        lines.keys.parameters.calling = \"Calling: {value}\"\n";
    write_file(&folder, "forms.toml", data);
    let games = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join(GAMES);
    let run = |args: &[&str], deck: &str| {
        let cards = ["--cards", games.to_str().unwrap(), "--cards", "forms.toml"];
        let args = [args, &cards, &["--as", "caravan/journey"]].concat();
        Sleeve::new().folder(&folder).input(deck).run(&args)
    };
    let convert = |deck: &str, to: &str| run(&["convert", "-", "--to", to], deck);
    let deck = std::fs::read_to_string("docs/examples/decks/caravan/journey-1.toml").unwrap();
    let json = convert(&deck, "arkhamdb");
    json.assert_out(r#""meta": "{\"calling\":\"trade\"}""#);
    assert!(!json.err.contains("parameter"), "{json}");
    assert_eq!(convert(&json.out, "arkhamdb").out, json.out);
    let list = convert(&deck, "twd");
    list.assert_out("Calling: trade\nDeck Name: Silk road\n");
    for text in [&json.out, &list.out] {
        convert(text, "toml").assert_out("calling = \"trade\"");
        run(&["check", "-"], &text.replace("trade", "smithing"))
            .assert_status(1)
            .assert_out("calling has to be trade, guard or lore, not `smithing`");
    }
    // What else the text holds is told, and so is a text that is no JSON.
    for (meta, told) in [
        (
            r#""{\"calling\":\"trade\",\"front\":\"1\",\"more\":{}}""#,
            "`/meta/front` (line 2), `/meta/more`",
        ),
        (r#""trade""#, "files do not use it: `/meta` (line 2)"),
    ] {
        let text = json.out.replace(r#""{\"calling\":\"trade\"}""#, meta);
        run(&["check", "-", "--set", "calling=trade"], &text).assert_out(told);
    }
    let blank = json.out.replace(r#""{\"calling\":\"trade\"}""#, "\"\"");
    assert!(!run(&["check", "-"], &blank).out.contains("/meta"));
}

#[test]
fn ids_of_other_prints_name_their_cards() {
    let export = "<?xml version=\"1.0\"?><deck><card blueprintId=\"105_1\" title=\"Commander Wedge Antilles\"/>\
        <card blueprintId=\"107_6\" title=\"?\"/></deck>";
    let ran =
        Sleeve::new()
            .input(export)
            .run(&["convert", "-", "--to", "gemp-line", "--game", "swccg"]);
    assert_eq!((ran.status, ran.out.trim()), (0, "7_12,9_174|"), "{ran}");
}

//! Many decks and a tournament day: a row for each deck, registration sheets, seals.

use crate::common::{Ran, Sleeve, scratch, sleeve, undigested, write_file};

const DECK: &str = "decks/starfighter/la-meute-d-ares.toml";

fn sealed(deck: &str) -> (String, String, String) {
    let document = sleeve(&["seal", deck, "-o", "json"])
        .assert_status(0)
        .document();
    let text = |key: &str| document[key].as_str().expect("a text").to_owned();
    (text("fingerprint"), text("seal"), text("nonce"))
}

fn opened(deck: &str, seal: &str, nonce: &str) -> Ran {
    sleeve(&["check", deck, "--sealed", seal, "--nonce", nonce])
}

#[test]
fn a_seal_is_opened_by_its_deck_and_its_nonce_alone() {
    let (_, seal, nonce) = sealed(DECK);
    opened(DECK, &seal, &nonce)
        .assert_status(0)
        .assert_err("is the deck that was sealed");
    let other = opened("decks/starfighter/le-rempart-d-atlas.toml", &seal, &nonce).assert_status(1);
    other.assert_err("is not the deck that was sealed");
    let (_, again, other_nonce) = sealed(DECK);
    assert_ne!(seal, again, "a seal says nothing of the deck");
    assert_eq!(opened(DECK, &seal, &other_nonce).status, 1);
    assert_eq!(opened(DECK, &seal, "0123").status, 2);
    assert_eq!(opened(DECK, &nonce, &nonce).status, 2);
    assert_eq!(sleeve(&["check", DECK, "--sealed", &seal]).status, 2);
}

#[test]
fn any_change_of_one_card_is_detected_and_the_order_of_lines_is_not() {
    let folder = scratch("desk-seal");
    let text = std::fs::read_to_string(DECK).expect("the deck is there");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        std::fs::write(&path, text).expect("a file can be written");
        path.to_str().expect("a path of text").to_owned()
    };
    let (fingerprint, seal, nonce) = sealed(DECK);
    let turned = write(
        "turned.toml",
        &text
            .replace("\"0-06\", \"0-11\"", "\"0-11\", \"0-06\"")
            .replace("name =", "# name ="),
    );
    assert_eq!(opened(&turned, &seal, &nonce).status, 0);
    assert_eq!(sealed(&turned).0, fingerprint);
    for card in ["0-06", "1-98", "3-65"] {
        let changed = write("changed.toml", &text.replace(card, "0-01"));
        assert_eq!(opened(&changed, &seal, &nonce).status, 1, "{card}");
        assert_ne!(sealed(&changed).0, fingerprint, "{card}");
    }
}

#[test]
fn a_fingerprint_does_not_depend_on_the_file_format_or_the_language() {
    for deck in
        [DECK, "decks/battleship-galaxies/fleet-isn-patrol-30.toml", "decks/swccg/profit.toml"]
    {
        let folder = scratch("desk-formats");
        let list = folder.join("list.txt");
        let list = list.to_str().expect("a path of text");
        sleeve(&["convert", deck, list, "--to", "text"]).assert_status(0);
        assert_eq!(sealed(deck).0, sealed(list).0, "{deck}");
    }
}

#[test]
fn check_stats_seal_and_sheet_tell_one_fingerprint() {
    // The role of the second is told by its cards alone.
    for deck in
        [DECK, "decks/swccg/profit.toml", "decks/battleship-galaxies/fleet-isn-patrol-30.toml"]
    {
        let fingerprint = sealed(deck).0;
        for args in [&["check", deck][..], &["stats", deck], &["sheet", deck]] {
            let ran = sleeve(args);
            assert!(ran.out.contains(&fingerprint), "{fingerprint} is not in {ran}");
        }
        for args in
            [&["check", deck][..], &["stats", deck], &["stats", deck, "--wide", "-m", "count()"]]
        {
            let document = sleeve(&[args, &["-o", "json"]].concat()).document();
            assert_eq!(document["decks"][0]["fingerprint"], fingerprint.as_str(), "{args:?}");
        }
        let two = sleeve(&["check", deck, deck]);
        assert!(!two.out.contains(&fingerprint), "of several, `-o json` tells them: {two}");
    }
    let unknown = "# game: starfighter\n# format: guerre-totale\nNobody Knows\n";
    for command in ["check", "stats"] {
        let ran = Sleeve::new()
            .input(unknown)
            .run(&[command, "-", "-o", "json"]);
        let document = ran.document();
        assert_eq!(document["decks"][0]["fingerprint"], serde_json::Value::Null, "{ran}");
    }
}

#[test]
fn a_deck_that_nobody_can_tell_has_no_seal() {
    let text = "# game: starfighter\n# format: guerre-totale\nNobody Knows\n";
    let ran = Sleeve::new()
        .input(text)
        .run(&["seal", "-"])
        .assert_status(2);
    assert_eq!(ran.out, "");
}

#[test]
fn many_decks_are_a_sheet_of_rows() {
    let ran = sleeve(&["check", "decks/star-realms", "decks/etoile-noire", "-o", "csv"]);
    assert_eq!(ran.status, 0, "{ran}");
    let mut rows = csv::Reader::from_reader(ran.out.as_bytes());
    let head: Vec<String> = rows
        .headers()
        .expect("a head")
        .iter()
        .map(str::to_owned)
        .collect();
    assert_eq!(
        head.join(","),
        "path,game,format,role,name,player,verdict,provisional,errors,warnings,first"
    );
    let lines = sleeve(&["check", "decks/star-realms", "decks/etoile-noire", "-o", "ndjson"]);
    let objects: Vec<serde_json::Value> = lines
        .out
        .lines()
        .map(|l| serde_json::from_str(l).expect("an object a line"))
        .collect();
    let rows: Vec<csv::StringRecord> = rows.records().map(|r| r.expect("a row")).collect();
    assert_eq!(rows.len(), objects.len());
    for (row, object) in rows.iter().zip(&objects) {
        let keys: Vec<&String> = object.as_object().expect("an object").keys().collect();
        assert_eq!(keys, head.iter().collect::<Vec<_>>());
        assert_eq!(Some(&row[0]), object["path"].as_str());
        assert_eq!(Some(&row[6]), object["verdict"].as_str());
    }
}

#[test]
fn the_first_problem_of_a_row_is_a_rule() {
    let folder = scratch("desk-rows");
    let write = |name: &str, text: &str| write_file(&folder, name, text);
    write("a.txt", "# game: starfighter\n# format: guerre-totale\n# name: =1+1\nNobody Knows\n");
    write("b.txt", "# game: starfighter\n# format: guerre-totale\n0-06\n");
    write("c.txt", "# game: starfighter\n# format: unheard-of\n0-06\n");
    let ran = Sleeve::new()
        .folder(&folder)
        .run(&["check", ".", "-o", "csv"]);
    insta::assert_snapshot!(ran);
}

#[test]
fn many_decks_end_with_a_table_worst_first() {
    let folder = scratch("desk-table");
    for at in 0..10 {
        let text = match at {
            3 => "# game: starfighter\n# format: guerre-totale\n# player: Zoé\n[cruiser]\nAres\n[deck]\n0-06\n".to_owned(),
            _ => std::fs::read_to_string(DECK).expect("the deck is there"),
        };
        let name = if at == 3 { "deck-3.txt".to_owned() } else { format!("deck-{at}.toml") };
        write_file(&folder, &name, text);
    }
    let ran = Sleeve::new()
        .folder(&folder)
        .width(80)
        .variable("NO_COLOR", "1")
        .run(&["check", "."]);
    insta::assert_snapshot!(ran);
}

#[test]
fn a_sheet_holds_every_card_and_no_markup_of_its_files() {
    let folder = scratch("desk-sheet");
    let text = std::fs::read_to_string("decks/swccg/profit.toml").expect("the deck is there");
    let text =
        text.replacen("name = ", "player = \"<script>alert(1)</script> Müller\"\nname = ", 1);
    write_file(&folder, "deck.toml", text);
    let ran = Sleeve::new()
        .folder(&folder)
        .line("sheet deck.toml --event 'Spring & <b>Cup</b>' --day 2027-03-01");
    assert_eq!(ran.status, 0, "{ran}");
    assert!(!ran.out.contains("<script>"), "names are text");
    ran.assert_out("Spring &amp; &lt;b&gt;Cup&lt;/b&gt;");
    assert!(ran.out.contains(">M</div>"), "first letter of the last name");
    for fetched in ["http:", "https:", "src=", "href=", "url("] {
        assert!(!ran.out.contains(fetched), "nothing is fetched: {fetched}");
    }
    let counts = ran.out.split("class=\"count\">").skip(1);
    let total: u32 = counts
        .filter_map(|c| c.split('<').next()?.parse::<u32>().ok())
        .sum();
    assert!(
        ran.out
            .contains(&format!("Cards: <strong>{total}</strong>")),
        "{total}"
    );
    insta::assert_snapshot!(undigested(&ran.out.replace("><", ">\n<")));
}

#[test]
fn decks_without_a_verdict_get_no_sheet_and_are_said() {
    let text = "# game: starfighter\n# format: guerre-totale\nNobody Knows\n";
    Sleeve::new()
        .input(text)
        .run(&["sheet", "-"])
        .assert_refused()
        .assert_err("Nobody Knows");
}

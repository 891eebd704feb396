//! Many decks as tables: measures side by side, those that satisfy a condition, cards and what they are played with.

use crate::common::{Ran, Sleeve, in_brief, scratch, sleeve, words, write_file};

const TWO_GAMES: [&str; 2] = ["decks/starfighter", "decks/star-realms"];

fn stats(args: &[&str]) -> Ran {
    sleeve(&[&["stats"], args].concat())
}

fn rows(ran: &Ran) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new().has_headers(false).from_reader(ran.out.as_bytes());
    reader.records().map(|row| row.unwrap().iter().map(str::to_owned).collect()).collect()
}

#[test]
fn a_row_for_each_deck_and_a_column_for_each_measure() {
    let measures = ["-m", "count()", "-m", "avg(level)", "-m", "count(effect:draw)"];
    let args = [&["decks/starfighter", "--wide"][..], &measures].concat();
    let ran = stats(&[&args[..], &["-o", "csv"]].concat());
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    let table = rows(&ran);
    assert_eq!(
        table[0],
        ["path", "game", "format", "name", "count()", "avg(level)", "count(effect:draw)"]
    );
    let ares = table.iter().find(|row| row[0].ends_with("la-meute-d-ares.toml")).unwrap();
    // As `stats` of the deck alone says it.
    assert_eq!(ares[1..], ["starfighter", "guerre-totale", "La meute d'Arès", "26", "1.16", "14"]);
    let document = stats(&[&args[..], &["-o", "json"]].concat()).document();
    assert_eq!(document["schema"], "sleeve/stats-wide/1");
    assert_eq!(document["measures"][1], "avg(level)");
    let decks = document["decks"].as_array().unwrap();
    assert_eq!(decks.len(), table.len() - 1);
    for (deck, row) in decks.iter().zip(&table[1..]) {
        assert_eq!(deck["path"], row[0]);
        assert_eq!(deck["values"][1]["text"], row[5]);
    }
    insta::assert_snapshot!(stats(&args), @"
    status: 0
    1  count()
    2  avg(level)
    3  count(effect:draw)

    Deck (in decks/starfighter)    Format           1       2   3
    ─────────────────────────────  ─────────────  ───  ──────  ──
    entrainement.toml              entrainement    42   1.375   9
    escarmouche-atlas-apollo.toml  escarmouche    102    1.39  15
    la-meute-d-ares.toml           guerre-totale   26    1.16  14
    la-valse-d-athena.toml         guerre-totale   28  1.2593   1
    le-rempart-d-atlas.toml        guerre-totale   31  1.1667   0

    some of this rests on stand-in values; `--attested` leaves them out

    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    let narrow = Sleeve::new().width(48).variable("NO_COLOR", "1");
    let mut args = vec!["stats", "--lang", "fr"];
    args.extend(words("decks/starfighter --wide -m count() -m 'avg(niveau, kind:squadron)'"));
    args.extend(words("-m sum(fighters) -m max(level) -m min(level) -m count(effet:pioche)"));
    insta::assert_snapshot!("a_row_for_each_deck_and_a_column_for_each_measure", narrow.run(&args));
}

#[test]
fn a_game_that_lacks_a_word_has_empty_cells_and_one_note() {
    let [a, b] = TWO_GAMES;
    let ran = stats(&[a, b, "--wide", "-m", "count()", "-m", "avg(fighters)", "-o", "csv"]);
    assert_eq!(ran.status, 0, "{ran}");
    assert_eq!(ran.err.matches("no answer to").count(), 1, "{ran}");
    ran.assert_err("of star-realms: no field is named `fighters`");
    for row in &rows(&ran)[1..] {
        assert_ne!(row[4], "", "{ran}");
        assert_eq!(row[5].is_empty(), row[1] == "star-realms", "{ran}");
    }
    insta::assert_snapshot!(
        "a_game_that_lacks_a_word_has_empty_cells_and_one_note",
        stats(&[a, b, "--wide", "-m", "count()", "-m", "avg(fighters)"])
    );
    let document = stats(&[a, b, "--wide", "-m", "avg(fighters)", "-o", "json"]).document();
    assert_eq!(document["refused"][0]["game"], "star-realms");
    let decks = document["decks"].as_array().unwrap();
    let of = decks.iter().filter(|deck| deck["game"] == "star-realms").count();
    assert_eq!(document["refused"][0]["decks"], of);
    // What no game has is a mistake.
    let ran = stats(&[a, b, "--wide", "-m", "count()", "-m", "avg(fighterz)"]).assert_refused();
    ran.assert_err("fighters");
    assert_eq!(stats(&[a, "--wide"]).status, 2, "a measure is wanted");
    assert_eq!(stats(&[a, "--wide", "--usage", "-m", "count()"]).status, 2);
}

#[test]
fn decks_that_satisfy_a_condition_are_kept_and_the_unknown_are_said() {
    let ran = stats(&words(
        "decks/starfighter --wide -m count(effect:draw) --where 'count(effect:draw) >= 8' -o csv",
    ));
    let all = stats(&["decks/starfighter", "--wide", "-m", "count(effect:draw)", "-o", "csv"]);
    let many = |row: &Vec<String>| row[4].parse::<u32>().is_ok_and(|n| n >= 8);
    let wanted: Vec<_> = rows(&all)[1..].iter().filter(|row| many(row)).cloned().collect();
    assert!(!wanted.is_empty() && wanted.len() < rows(&all).len() - 1, "{all}");
    assert_eq!(rows(&ran)[1..], wanted);
    ran.assert_err(&format!("{} of {} decks", wanted.len(), rows(&all).len() - 1));
    // The launch costs of the fleets rest on facts that were published nowhere.
    let condition = "sum(launch) in ships <= 35";
    let ask = ["decks/battleship-galaxies", "--attested", "--where", condition, "-m", "count()"];
    let ran = stats(&[&ask[..], &["-o", "json"]].concat());
    let kept = &ran.document()["where"];
    let unknown = kept["unknown"].as_array().unwrap();
    assert!(!unknown.is_empty(), "{ran}");
    assert_eq!(kept["condition"], condition);
    assert_eq!(kept["kept"], ran.document()["decks"].as_array().unwrap().len());
    for path in unknown {
        ran.assert_err(path.as_str().unwrap());
    }
    let none = stats(&["decks/starfighter", "--where", "count() > 1000"]);
    assert_eq!((none.status, none.out.as_str()), (0, ""), "{none}");
    none.assert_err("0 of ");
    stats(&["decks/starfighter", "--where", "count("]).assert_refused();
    let [a, b] = TWO_GAMES;
    let two = stats(&[a, b, "--usage", "--where", "avg(fighters) > 0", "-o", "json"]);
    assert_eq!(two.document()["where"]["refused"][0]["game"], "star-realms", "{two}");
    assert_eq!(two.document()["games"].as_array().unwrap().len(), 1, "{two}");
}

#[test]
fn cards_are_counted_with_what_they_are_played_with() {
    let folder = scratch("tables-usage");
    let write = |name: &str, cards: &str| {
        let text = format!(
            "# game: starfighter\n# format: guerre-totale\n[cruiser]\nAres\n[deck]\n{cards}"
        );
        write_file(&folder, name, text);
    };
    write("a.txt", "0-06\n0-11\n");
    write("b.txt", "0-06\n0-11\n1-98\n");
    write("c.txt", "0-06\n");
    let ran = |args: &[&str]| {
        Sleeve::new().folder(&folder).run(&[&["stats", ".", "--usage"], args].concat())
    };
    let sheet = ran(&["-o", "csv"]);
    assert_eq!((sheet.status, sheet.err.as_str()), (0, ""), "{sheet}");
    let table = rows(&sheet);
    assert_eq!(
        table[0].join(","),
        "game,card,name,decks,of,copies,with,with_name,together,affinity"
    );
    let found = |id: &str| table.iter().find(|row| row[1] == id).unwrap().clone();
    assert_eq!(found("0-06")[3..6], ["3", "3", "3"]);
    // Two of three: the decks with at least one of both are all three.
    assert_eq!((&*found("0-11")[8], &*found("0-11")[9]), ("2", "0.6667"));
    assert_eq!(found("1-98")[6..], ["", "", "", ""], "together in one deck only says nothing");
    let document = ran(&["-o", "json"]).document();
    assert_eq!(document["schema"], "sleeve/stats-usage/1");
    assert_eq!(document["games"][0]["decks"], 3);
    let cards = document["games"][0]["cards"].as_array().unwrap();
    let eleven = cards.iter().find(|card| card["id"] == "0-11").unwrap();
    let with = eleven["with"].as_array().unwrap();
    assert!(with.iter().any(|w| w["id"] == "0-06" && w["together"] == 2 && w["either"] == 3));
    insta::assert_snapshot!(ran(&[]), @"
    status: 0
    Starfighter  (3 decks, 4 different cards)
    Card  Decks  Copies  Most often with  Together
    ────  ─────  ──────  ───────────────  ────────
    Ares      3       3  0-06                  3/3
    0-06      3       3  Ares                  3/3
    0-11      2       2  Ares                  2/3
    1-98      1       1

    together: decks with both cards, out of those with at least one

    sleeve 0.1.0, data: starfighter 2026-11-21
    ");
    insta::assert_snapshot!(
        "usage_french",
        Sleeve::new().run(&["stats", "--lang", "fr", "decks/swccg", "--usage"])
    );
    let as_all = ran(&["--as", "starfighter/all", "-o", "json"]);
    assert_eq!(
        as_all.document()["games"][0]["decks"],
        3,
        "a deck counts once, whatever it is read as"
    );
}

#[test]
fn what_cannot_be_read_stands_in_the_table_and_is_said() {
    let folder = scratch("tables-unreadable");
    write_file(
        &folder,
        "a.txt",
        "# game: starfighter\n# format: guerre-totale\n0-06\nNobody Knows\n",
    );
    write_file(&folder, "b.toml", "game = \n");
    write_file(
        &folder,
        "=1+1.txt",
        "# game: starfighter\n# format: guerre-totale\n# name: =1+1\n0-06\n",
    );
    let ran =
        Sleeve::new().folder(&folder).run(&["stats", ".", "--wide", "-m=-count()", "-o", "csv"]);
    insta::assert_snapshot!(in_brief(ran), @"
    status: 2
    path,game,format,name,'-count()
    '=1+1.txt,starfighter,guerre-totale,'=1+1,-1
    a.txt,starfighter,guerre-totale,,-2
    b.toml,,,,
    --- err
    unusable a.txt
    error: there is no card `Nobody Knows` (a.txt:4:1) {Nobody Knows}
    unusable b.toml
    error: not valid TOML: string values must be quoted, expected literal string (b.toml:1:8) {} here
    ");
}

#[test]
fn a_deck_whose_game_lacks_a_word_is_described_without_it() {
    let [a, b] = ["decks/starfighter/la-meute-d-ares.toml", "decks/star-realms/duel.toml"];
    let measures = ["-m", "count()", "-m", "avg(fighters)"];
    for by in [&[][..], &["--by", "fighters"]] {
        let ran = stats(&[&[a, b][..], &measures, by].concat()).assert_status(0);
        assert_eq!(ran.err.matches("no answer to").count(), 1 + by.len() / 2, "{ran}");
        let said =
            "no answer to `avg(fighters)` for 1 deck of star-realms: no field is named `fighters`";
        ran.assert_err(said);
    }
    let document = stats(&[&[a, b][..], &measures, &["-o", "json"]].concat()).document();
    let asked = |at: usize| document["decks"][at]["measures"].as_array().unwrap().len();
    assert_eq!((asked(0), asked(1)), (2, 1), "{document}");
    assert_eq!(document["refused"][0]["game"], "star-realms");
    assert_eq!(document["refused"][0]["text"], "avg(fighters)");
    insta::assert_snapshot!(stats(&[&[a, b][..], &measures].concat()), @"
    status: 0
    La meute d'Arès  decks/starfighter/la-meute-d-ares.toml (starfighter/guerre-totale)
    26 cards: cruiser 1, deck 25

    count()        26
    avg(fighters)  2.48  (of 25 cards, 1 without a value, left out)

    Duel  decks/star-realms/duel.toml (star-realms/two-player)
    100 cards: starter 10, trade 80, explorers 10

    count()  100

    some of this rests on stand-in values; `--attested` leaves them out

    sleeve 0.1.0, data: starfighter 2026-11-21, star-realms 2026-11-21
    --- err
    note: no answer to `avg(fighters)` for 1 deck of star-realms: no field is named `fighters`
    ");
    insta::assert_snapshot!(stats(&[&[a, b][..], &measures, &["--lang", "fr"]].concat()), @"
    status: 0
    La meute d'Arès  decks/starfighter/la-meute-d-ares.toml (starfighter/guerre-totale)
    26 cartes : croiseur 1, pioche 25

    count()        26
    avg(fighters)  2,48  (sur 25 cartes, 1 sans valeur, laissée de côté)

    Duel  decks/star-realms/duel.toml (star-realms/two-player)
    100 cartes : départ 10, ravitaillement 80, exploration 10

    count()  100

    une partie repose sur des valeurs provisoires ; `--attested` les écarte

    sleeve 0.1.0, données : starfighter 2026-11-21, star-realms 2026-11-21
    --- err
    note : pas de réponse à « avg(fighters) » pour 1 deck de star-realms : le champ `fighters` n'existe pas
    ");
    // What no game has is a mistake, as is what the only game lacks.
    for decks in [&[a, b][..], &[b]] {
        let ran = stats(&[decks, &["-m", "count()", "-m", "avg(fighterz)"]].concat());
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
    }
    // Where every game has the words, nothing is refused and nothing said of it.
    let document = stats(&[a, b, "-m", "count()", "-o", "json"]).document();
    assert_eq!(document.get("refused"), None);
}

#[test]
fn a_command_that_reads_a_deck_tells_some_of_its_problems() {
    let lines: String = (1..=12).map(|n| format!("1 Xyzzy Plugh {n}{n}{n}\n")).collect();
    let list = format!("# game: swccg\n# side: dark\n{lines}1 Sniper\n1 Evader\n1 Alter\n");
    let ran = Sleeve::new().input(list).run(&["stats", "-"]);
    assert_eq!(ran.err.matches("there is no card").count(), 10, "{}", ran.err);
    ran.assert_status(2).assert_err("and 2 more problems (see `sleeve check`)");
}

#[test]
fn the_table_of_decks_has_room_for_names_and_begins_with_what_is_wrong() {
    let folder = scratch("tables-overview");
    let deck = std::fs::read_to_string("decks/swccg/hunt-down.toml").unwrap();
    for number in 10..20 {
        write_file(
            &folder,
            &format!("a-name-of-a-deck-that-is-long-but-not-too-long-{number}.toml"),
            &deck,
        );
    }
    let check = || Sleeve::new().folder(&folder).run(&["check", "."]).out;
    assert!(
        check().contains("legal    a-name-of-a-deck-that-is-long-but-not-too-long-10.toml  dark\n")
    );
    // Of legal decks those with warnings come first.
    write_file(&folder, "z.toml", deck.replace("\"Executor: Holotheatre\" = 1", "\"Kuat\" = 1"));
    let out = check();
    let row = out.lines().skip_while(|line| !line.starts_with("───")).nth(1).unwrap();
    assert!(row.contains("z.toml") && row.contains("objective-cards"), "{out}");
}

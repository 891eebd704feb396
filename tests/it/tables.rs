//! Many decks as tables. The scenarios are in `tests/console/tables-of-decks.trycmd`.

use crate::common::{Ran, Sleeve, sleeve, words};

const TWO_GAMES: [&str; 2] = ["decks/starfighter", "decks/star-realms"];

fn stats(args: &[&str]) -> Ran {
    sleeve(&[&["stats"], args].concat())
}

fn rows(ran: &Ran) -> Vec<Vec<String>> {
    let mut reader = csv::ReaderBuilder::new()
        .has_headers(false)
        .from_reader(ran.out.as_bytes());
    reader
        .records()
        .map(|row| row.unwrap().iter().map(str::to_owned).collect())
        .collect()
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
    let ares = table
        .iter()
        .find(|row| row[0].ends_with("la-meute-d-ares.toml"))
        .unwrap();
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
fn documents_list_the_measures_that_a_game_has_no_word_for() {
    let [a, b] = TWO_GAMES;
    let document = stats(&[a, b, "--wide", "-m", "avg(fighters)", "-o", "json"]).document();
    assert_eq!(document["refused"][0]["game"], "star-realms");
    let decks = document["decks"].as_array().unwrap();
    let of = decks
        .iter()
        .filter(|deck| deck["game"] == "star-realms")
        .count();
    assert_eq!(document["refused"][0]["decks"], of);
    let [a, b] = ["decks/starfighter/la-meute-d-ares.toml", "decks/star-realms/duel.toml"];
    let count = [a, b, "-m", "count()", "-o", "json"];
    let document = stats(&[&count[..], &["-m", "avg(fighters)"]].concat()).document();
    let asked = |at: usize| document["decks"][at]["measures"].as_array().unwrap().len();
    assert_eq!((asked(0), asked(1)), (2, 1), "{document}");
    assert_eq!(document["refused"][0]["game"], "star-realms");
    assert_eq!(document["refused"][0]["text"], "avg(fighters)");
    // Where every game has the words, nothing is refused.
    assert_eq!(stats(&count).document().get("refused"), None);
}

#[test]
fn decks_that_satisfy_a_condition_are_kept_and_the_unknown_are_said() {
    let ran = stats(&words(
        "decks/starfighter --wide -m count(effect:draw) --where 'count(effect:draw) >= 8' -o csv",
    ));
    let all = stats(&["decks/starfighter", "--wide", "-m", "count(effect:draw)", "-o", "csv"]);
    let many = |row: &Vec<String>| row[4].parse::<u32>().is_ok_and(|n| n >= 8);
    let wanted: Vec<_> = rows(&all)[1..]
        .iter()
        .filter(|row| many(row))
        .cloned()
        .collect();
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

//! Names that were mistyped, and fields that no card carries.

use crate::common::Sleeve;

#[track_caller]
fn says(args: &[&str], words: &[&str]) {
    let ran = Sleeve::new().run(args);
    for word in words {
        ran.assert_err(word);
    }
}

#[test]
fn the_nearest_name_is_the_one_with_the_fewest_edits() {
    says(&["cards", "destny>3"], &["did you mean `destiny`?"]);
    says(&["cards", "--game", "swccg", "destny>3"], &["did you mean `destiny`?"]);
    says(&["cards", "--game", "swccg", "kind:charcter"], &["did you mean `character`?"]);
    says(&["cards", "--game", "swccg", "powr>3"], &["did you mean `power`?"]);
    says(
        &["--lang", "fr", "cards", "--game", "swccg", "destinee>3 puissnce>2"],
        &["vouliez-vous dire"],
    );
    says(&["cards", "--game", "swccg", "side:drk"], &["did you mean `dark`?"]);
}

#[test]
fn of_many_formats_a_handful_is_named_nearest_first() {
    let more = "and 39 more (`sleeve rules swccg` lists them)";
    let deck = "decks/swccg/profit.toml";
    let ran = Sleeve::new().run(&["check", deck, "--as", "premxyz"]).out;
    assert!(ran.contains("did you mean `premiere`") || ran.contains(more), "{ran}");
    let ran = Sleeve::new().run(&["check", deck, "--as", "xyzzy"]).out;
    assert!(ran.contains(more), "{ran}");
    assert!(ran.len() < 600, "{ran}");
    let ran = Sleeve::new()
        .run(&["check", deck, "--as", "rulez", "-o", "json"])
        .out;
    let document: serde_json::Value = serde_json::from_str(&ran).unwrap();
    let candidates = document["decks"][0]["errors"][0]["candidates"]
        .as_array()
        .unwrap();
    assert_eq!((candidates.len(), candidates[0].as_str()), (44, Some("rulebook")), "{ran}");
    let list = Sleeve::new()
        .input("1 Yoda\n")
        .run(&["fix", "-", "--game", "swccg"])
        .err;
    assert!(list.contains("one of `open`, ") && list.contains(more), "{list}");
    let list = Sleeve::new().input("1 Yoda\n");
    let list = list
        .run(&["fix", "-", "--game", "swccg", "--lang", "fr"])
        .err;
    assert!(list.contains("et 39 autres (`sleeve rules swccg` les énumère)"), "{list}");
    // Where there are few, all of them are named.
    says(&["rules", "starfighter/xyzzy"], &["use one of `", "guerre-totale`"]);
}

#[test]
fn a_field_that_no_card_carries_says_how_to_fill_it() {
    let help = ["no card of Star Wars CCG has `text` here", "sleeve import swccg --with-text"];
    for text in
        ["text:visage", "o:visage", "gametext:visage", "texte:visage", "luke or text:visage"]
    {
        says(&["cards", "--game", "swccg", text], &help);
    }
    says(&["cards", "text:visage"], &help);
    says(
        &["--lang", "fr", "cards", "--game", "swccg", "o:visage"],
        &["n'a ici « texte »", "--with-text"],
    );
    let ran = Sleeve::new().run(&["cards", "--game", "swccg", "destiny>=7 kind:character"]);
    assert!(!ran.err.contains("carries"), "{ran}");
}

#[test]
fn options_that_name_what_does_not_exist_are_errors() {
    for (line, said) in [
        ("check DECK --game startrek", "there is no game `startrek`"),
        ("stats DECK --as nope", "there is no format `nope`"),
        ("stats DECK --game nope", "there is no game `nope`"),
        ("odds DECK any(kind:effect) --game nope", "there is no game `nope`"),
        ("fix DECK --game nope", "there is no game `nope`"),
        ("fix DECK --lock Voder", "matches `--lock Voder`"),
        ("fix DECK --only 'name=\"Nothing\"'", "matches `--only"),
    ] {
        let line = line.replace("DECK", "decks/swccg/profit.toml");
        let ran = Sleeve::new().line(&line).assert_status(2);
        assert!(ran.to_string().contains(said), "{line}: {ran}");
    }
    // What a misspelt name is taken for is said, and a name in part is none.
    let shown = |name: &str| {
        Sleeve::new()
            .run(&["show", "--game", "swccg", name])
            .assert_status(0)
    };
    shown("Vadr").assert_err("no card is called `Vadr`; this is `Vader`");
    assert_eq!(shown("Monnok").err, "");
}

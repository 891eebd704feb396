//! `sleeve check --event`: who brings what, what is locked, what differs in a round.

use crate::common::{Ran, Sleeve, scratch, write_file};
use serde_json::Value;
use std::path::{Path, PathBuf};

const DARK: &str = include_str!("../../decks/swccg/hunt-down.toml");
const LIGHT: &str = include_str!("../../decks/swccg/profit.toml");
const EVENT: &str = "name = \"Spring Cup\"\nday = 2027-03-01\nformat = \"swccg/open\"\n\
    brings = [\"dark\", \"light\"]\ndecks = \"decks\"\nrounds = [\"round-1\", \"round-2\"]\n";

/// A folder with the event and the decks of two players.
fn cup(test: &str) -> PathBuf {
    let folder = scratch(test);
    write_file(&folder, "event.toml", EVENT);
    for player in ["Anna", "Zoé"] {
        write_file(&folder, &format!("decks/{player}/dark.toml"), DARK);
        write_file(&folder, &format!("decks/{player}/light.toml"), LIGHT);
    }
    for round in ["round-1", "round-2"] {
        std::fs::create_dir(folder.join(round)).unwrap();
    }
    folder
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    let all = [&["check", "--event", "event.toml"], args].concat();
    Sleeve::new().folder(folder).run(&all)
}

fn json(folder: &Path, args: &[&str]) -> Value {
    run(folder, &[args, &["-o", "json"]].concat()).document()
}

fn problems(document: &Value) -> Vec<(String, String)> {
    let players = document["players"].as_array().unwrap();
    let of = |player: &Value| {
        let name = player["name"].as_str().unwrap().to_owned();
        let all = player["problems"].as_array().unwrap().clone();
        all.into_iter().map(move |p| (name.clone(), p["problem"].as_str().unwrap().to_owned()))
    };
    players.iter().flat_map(of).collect()
}

#[test]
fn players_with_all_they_bring_are_in_order() {
    let folder = cup("events-fine");
    let ran = run(&folder, &[]);
    assert_eq!((ran.status, ran.err.as_str()), (0, ""), "{ran}");
    insta::assert_snapshot!(ran, @"
    status: 0
    Spring Cup  (swccg/open, 2027-03-01)

    Player  dark   light  Problems
    ──────  ─────  ─────  ────────
    Anna    legal  legal
    Zoé     legal  legal

    2 players, 2 in order
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let document = json(&folder, &[]);
    assert_eq!(document["schema"], "sleeve/event/1");
    assert_eq!(document["event"]["lock"], Value::Null);
    assert_eq!(document["players"][0]["brought"][1]["role"], "light");
    assert_eq!(document["players"][0]["brought"][1]["decks"][0]["verdict"], "legal");
    // From another folder the same, under longer paths.
    let args = ["check", "--event", "./events-fine/event.toml", "-o", "json"];
    Sleeve::new().folder(folder.parent().unwrap()).run(&args).assert_status(0);
}

#[test]
fn what_is_missing_or_wrong_is_told_player_by_player() {
    let folder = cup("events-wrong");
    let with_players = format!("{EVENT}players = [\"Zoé\", \"Anna\", \"Bob\"]\n");
    write_file(&folder, "event.toml", &with_players);
    std::fs::remove_file(folder.join("decks/Zoé/light.toml")).unwrap();
    write_file(&folder, "decks/Anna/second.toml", DARK);
    // The player that a deck names is meant, wherever it lies, whatever the accents.
    let named = LIGHT.replacen("name = ", "player = \"ZOE\"\nname = ", 1);
    write_file(&folder, "decks/stranger.toml", LIGHT);
    write_file(&folder, "decks/Eve/dark.txt", "# game: swccg\n# side: dark\n1 Darth Vader\n");
    write_file(&folder, "decks/Eve/light.txt", "# game: swccg\n# side: light\n1 Nobody Knows\n");
    let ran = run(&folder, &[]);
    insta::assert_snapshot!(ran, @"
    status: 2
    Spring Cup  (swccg/open, 2027-03-01)

    Player  dark     light     Problems
    ──────  ───────  ────────  ────────
    Zoé     legal    missing          1
    Anna    2 decks  legal            1
    Bob     missing  missing          2
    Eve     illegal  unusable         3

    Zoé: no deck for `light`
    Anna: 2 decks for `dark`: decks/Anna/dark.toml, decks/Anna/second.toml
    Bob: no deck for `dark`
    Bob: no deck for `light`
    Eve: is not a player of this event
    Eve: `decks/Eve/dark.txt` is illegal: [deck-size] 1 card, exactly 60 (cards in a deck) required
    Eve: `decks/Eve/light.txt` is unusable: there is no card `Nobody Knows`
    `decks/stranger.toml` names no player: write `player` in it, or move it to a folder with the player's name

    4 players, 0 in order
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let french = Sleeve::new().folder(&folder).width(80).variable("NO_COLOR", "1");
    insta::assert_snapshot!(french.run(&["check", "--lang", "fr", "--event", "event.toml"]), @"
    status: 2
    Spring Cup  (swccg/open, 2027-03-01)

    Joueur  dark     light         Problèmes
    ──────  ───────  ────────────  ─────────
    Zoé     légal    manque                1
    Anna    2 decks  légal                 1
    Bob     manque   manque                2
    Eve     illégal  inutilisable          3

    Zoé : pas de deck pour « light »
    Anna : 2 decks pour « dark » : decks/Anna/dark.toml, decks/Anna/second.toml
    Bob : pas de deck pour « dark »
    Bob : pas de deck pour « light »
    Eve : n'est pas un joueur de ce tournoi
    Eve : « decks/Eve/dark.txt » est illégal : [deck-size] 1 carte, il en faut
      exactement 60 (cartes d'un deck)
    Eve : « decks/Eve/light.txt » est inutilisable : il n'y a pas de carte « Nobody
      Knows »
    « decks/stranger.toml » ne nomme pas de joueur : écrivez-y `player`, ou
      mettez-le dans un dossier au nom du joueur

    4 joueurs, 0 en règle
    sleeve 0.1.0, données : swccg 2026-11-21 (cartes 2026-05-21, formats 2026-08-22)
    ");
    let document = json(&folder, &[]);
    let names: Vec<_> =
        document["players"].as_array().unwrap().iter().map(|p| &p["name"]).collect();
    assert_eq!(names, ["Zoé", "Anna", "Bob", "Eve"]);
    assert_eq!(document["strays"][0]["path"], "decks/stranger.toml");
    write_file(&folder, "decks/stranger.toml", &named);
    std::fs::remove_dir_all(folder.join("decks/Eve")).unwrap();
    let document = json(&folder, &[]);
    let wanted = [("Anna", "several"), ("Bob", "missing"), ("Bob", "missing")];
    let wanted = wanted.map(|(name, problem)| (name.to_owned(), problem.to_owned()));
    assert_eq!(problems(&document), wanted);
    assert_eq!(document["strays"].as_array().unwrap().len(), 0);
    assert_eq!(run(&folder, &[]).status, 1);
    run(&folder, &["--lock"]).assert_status(1).assert_err("`event.lock` is not written");
    assert!(!folder.join("event.lock").exists());
}

#[test]
fn decks_are_locked_and_compared_round_by_round() {
    let folder = cup("events-lock");
    run(&folder, &["--round", "1"]).assert_refused().assert_err("no deck is locked");
    let locked = run(&folder, &["--lock"]);
    assert_eq!((locked.status, locked.err.as_str()), (0, "wrote event.lock\n"), "{locked}");
    let text = std::fs::read_to_string(folder.join("event.lock")).unwrap();
    let rules = Sleeve::new().folder(&folder).run(&["rules", "swccg", "-o", "json"]).document();
    let digest = rules["games"][0]["digest"].as_str().unwrap();
    insta::assert_snapshot!(text.replace(digest, "DIGEST"), @r#"
    # Written by `sleeve check --event event.toml --lock`.
    lock = "sleeve/lock/1"
    event = "Spring Cup"
    day = "2027-03-01"
    format = "swccg/open"
    data = "DIGEST"

    [[deck]]
    player = "Anna"
    role = "dark"
    fingerprint = "XRHD-NRN4-5M7H-0G6G"

    [[deck]]
    player = "Anna"
    role = "light"
    fingerprint = "XV9G-N5RA-3JPZ-90KG"

    [[deck]]
    player = "Zoé"
    role = "dark"
    fingerprint = "XRHD-NRN4-5M7H-0G6G"

    [[deck]]
    player = "Zoé"
    role = "light"
    fingerprint = "XV9G-N5RA-3JPZ-90KG"
    "#);
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &text);
    let again = run(&folder, &["--lock"]);
    assert_eq!((again.status, again.err.as_str()), (0, "`event.lock` already has these decks\n"));
    // Other data is told, and a lock that does not say by which data it was judged is as good.
    let other = "0000-0000-0000-0000";
    write_file(&folder, "event.lock", text.replace(digest, other));
    let told = format!("data of digest {other}; this data has digest {digest}");
    run(&folder, &[]).assert_status(0).assert_err(&told);
    write_file(&folder, "event.lock", text.replace(&format!("data = \"{digest}\"\n"), ""));
    let without = run(&folder, &[]);
    assert_eq!((without.status, without.err.as_str()), (0, ""));
    write_file(&folder, "event.lock", &text);
    // The same deck as a list, in another order, is the same.
    for player in ["Anna", "Zoé"] {
        for side in ["dark", "light"] {
            let from = format!("decks/{player}/{side}.toml");
            let to = format!("round-1/{player}/{side}.txt");
            std::fs::create_dir_all(folder.join("round-1").join(player)).unwrap();
            let ran = Sleeve::new().folder(&folder).run(&["convert", &from, &to, "--to", "text"]);
            assert_eq!(ran.status, 0, "{ran}");
        }
    }
    run(&folder, &["--round", "1"]).assert_status(0);
    // One card exchanged is another deck; one that was not registered has no place.
    let exchanged = LIGHT.replacen(" = 2", " = 1", 1);
    assert_ne!(exchanged, LIGHT);
    write_file(&folder, "round-2/Anna/light.toml", &exchanged);
    write_file(&folder, "round-2/Anna/dark.toml", DARK);
    write_file(&folder, "round-2/Carl/dark.toml", DARK);
    let ran = run(&folder, &["--round", "2"]);
    insta::assert_snapshot!(ran, @"
    status: 1
    Spring Cup  (swccg/open, 2027-03-01, round 2, 4 decks locked)

    Player  dark            light         Problems
    ──────  ──────────────  ────────────  ────────
    Anna    legal           another deck         2
    Carl    not registered  missing              2
    Zoé     missing         missing              2

    Anna: `round-2/Anna/light.toml` is not the registered deck: -1 Artoo [deck]
    Anna: `round-2/Anna/light.toml` is illegal: [deck-size] 59 cards, exactly 60 (cards in a deck) required
    Carl: `round-2/Carl/dark.toml` was not registered
    Carl: no deck for `light`
    Zoé: no deck for `dark`
    Zoé: no deck for `light`

    3 players, 0 in order
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let found: Vec<String> = problems(&json(&folder, &["--round", "2"]))
        .into_iter()
        .map(|(name, problem)| format!("{name} {problem}"))
        .collect();
    for wanted in ["Anna differs", "Carl not-registered", "Carl missing", "Zoé missing"] {
        assert!(found.iter().any(|found| found == wanted), "{wanted} is not in {found:?}");
    }
    // What was registered may not change either, and the lock is not written over.
    write_file(&folder, "decks/Anna/light.toml", LIGHT.replacen("name = ", "# name = ", 1));
    assert_eq!(run(&folder, &[]).status, 0, "a name is no card");
    std::fs::rename(folder.join("decks/Zoé"), folder.join("decks/Carl")).unwrap();
    let changed = run(&folder, &["--lock"]).assert_status(2);
    assert!(!changed.err.is_empty());
    assert_eq!(std::fs::read_to_string(folder.join("event.lock")).unwrap(), text);
}

#[test]
fn a_late_change_touches_one_player_alone() {
    let folder = cup("events-change");
    let other = LIGHT.replacen("\"Sense\" = ", "\"Alter\" = ", 1);
    let exchanged = if other == LIGHT { LIGHT.replacen(" = 2", " = 1", 1) } else { other };
    let lock = || std::fs::read_to_string(folder.join("event.lock")).unwrap();
    run(&folder, &["--lock", "--change", "Zoé"]).assert_status(2).assert_err("no deck is locked");
    run(&folder, &["--lock"]).assert_status(0);
    let first = lock();
    run(&folder, &["--lock", "--change", "zoe"])
        .assert_status(0)
        .assert_err("`event.lock` already has these decks");
    assert_eq!(run(&folder, &["--change", "Zoé"]).status, 2, "only with --lock");
    write_file(&folder, "decks/Zoé/dark.toml", unstartable());
    run(&folder, &[]).assert_status(1);
    run(&folder, &["--lock"]).assert_status(2).assert_err("--lock --change PLAYER");
    run(&folder, &["--lock", "--change", "Zo"])
        .assert_status(2)
        .assert_err("the event has no player `Zo`")
        .assert_err("Zoé");
    // Another player whose deck is not as registered stands in the way, and is named.
    write_file(&folder, "decks/Anna/light.toml", &exchanged);
    let refused = run(&folder, &["--lock", "--change", "Zoé"]).assert_status(1);
    refused.assert_err("`event.lock` was not changed").assert_err("not so for Anna");
    assert_eq!(lock(), first);
    write_file(&folder, "decks/Anna/light.toml", LIGHT);
    insta::assert_snapshot!(run(&folder, &["--lock", "--change", "ZOE"]), @"
    status: 0
    Spring Cup  (swccg/open, 2027-03-01, 4 decks locked, 1 changed)

    Player  dark              light  Problems
    ──────  ────────────────  ─────  ────────
    Anna    legal             legal
    Zoé     legal, 1 warning  legal

    Zoé: `decks/Zoé/dark.toml` is legal, with a warning: [objective-cards] `Hunt Down And Destroy The Jedi` sets out Visage Of The Emperor, but the deck has none

    2 players, 2 in order
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    --- err
    wrote event.lock
    ");
    let changed = lock();
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<Vec<_>>();
    let (old, new) = (lines(&first), lines(&changed));
    let fresh: Vec<&String> = new.iter().filter(|line| !old.contains(line)).collect();
    let gone: Vec<&String> = old.iter().filter(|line| !new.contains(line)).collect();
    assert_eq!((fresh.len(), gone.len()), (2, 0), "{changed}");
    assert_eq!(fresh[1], "earlier = [\"XRHD-NRN4-5M7H-0G6G\"]");
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &changed);
    let document = json(&folder, &[]);
    assert_eq!(document["players"][1]["brought"][0]["earlier"][0], "XRHD-NRN4-5M7H-0G6G");
    assert!(document["players"][0]["brought"][0].get("earlier").is_none());
    // The deck that was registered first is told as such in a round.
    write_file(&folder, "round-1/Zoé/dark.toml", DARK);
    run(&folder, &["--round", "1"])
        .assert_status(1)
        .assert_out("was registered, but a late change replaced it: XRHD-NRN4-5M7H-0G6G");
    // A deck that is illegal is not locked, neither late nor early; a late entry is.
    write_file(
        &folder,
        "decks/Zoé/dark.toml",
        "game = \"swccg\"\n[zones.deck]\n\"Darth Vader\" = 1\n",
    );
    run(&folder, &["--lock", "--change", "Zoé"]).assert_status(1).assert_err("not so for Zoé");
    assert_eq!(lock(), changed);
    write_file(&folder, "decks/Zoé/dark.toml", unstartable());
    write_file(&folder, "decks/Bob/dark.toml", DARK);
    write_file(&folder, "decks/Bob/light.toml", LIGHT);
    run(&folder, &["--lock", "--change", "Bob"]).assert_status(0).assert_out("6 decks locked");
    assert!(lock().starts_with(&changed) && lock().contains("player = \"Bob\""));
}

#[test]
fn a_round_compares_cards_and_names_those_that_differ() {
    let folder = scratch("events-cards");
    write_file(&folder, "event.toml", EVENT.replace(", \"light\"]", "]"));
    // One marks its starting card, two have cards in a zone that not every form can hold.
    let decks = ["all-your-base", "dark-combat", "hunt-down"];
    let convert = |deck: &str, form: &str, place: &str| {
        let from = format!("decks/swccg/{deck}.toml");
        let text = Sleeve::new().run(&["convert", &from, "--to", form]).assert_status(0).out;
        write_file(&folder, &format!("{place}/{deck}/d.{form}.txt"), &text);
        text
    };
    let [_, combat, hunt] = decks.map(|deck| convert(deck, "text", "decks"));
    run(&folder, &["--lock"]).assert_status(0);
    for form in ["text", "json", "holotable", "gemp-xml", "swccgdb"] {
        let _ = decks.map(|deck| convert(deck, form, "round-1"));
        let ran = run(&folder, &["--round", "1"]).assert_status(0);
        let tells = ran.out.contains("matches the registered deck");
        assert_eq!(tells, ["holotable", "swccgdb"].contains(&form), "{form}: {ran}");
        std::fs::remove_dir_all(folder.join("round-1")).unwrap();
    }
    // A list that marks nothing, a form without a place for some cards, and other cards.
    let list =
        |deck: &str, text: &str| write_file(&folder, &format!("round-2/{deck}/d.text.txt"), text);
    list("hunt-down", &hunt.replace("[starting]\n", "").replace("[deck]\n", ""));
    convert("all-your-base", "holotable", "round-2");
    list("dark-combat", &combat.split("[outside]").next().unwrap().replacen("1x ", "2x ", 1));
    insta::assert_snapshot!("other-cards", run(&folder, &["--round", "2"]));
    let document = json(&folder, &["--round", "2"]);
    let cards = document["players"][1]["problems"][0]["cards"].as_array().unwrap();
    assert_eq!(cards.iter().filter(|card| card["zone"] == "outside").count() + 1, cards.len());
    // Without the registered file there are fingerprints alone.
    std::fs::remove_dir_all(folder.join("decks/dark-combat")).unwrap();
    run(&folder, &["--round", "2"]).assert_out(", registered ");
}

#[test]
fn a_player_who_leaves_is_dropped_in_the_lock() {
    let folder = cup("events-drop");
    run(&folder, &["--lock", "--drop", "Zoé"]).assert_status(2).assert_err("no deck is locked");
    run(&folder, &["--lock"]).assert_status(0);
    let lock = || std::fs::read_to_string(folder.join("event.lock")).unwrap();
    let whole = lock();
    run(&folder, &["--lock", "--drop", "Bob"]).assert_status(2).assert_err("no player `Bob`");
    std::fs::rename(folder.join("decks/Zoé"), folder.join("gone")).unwrap();
    insta::assert_snapshot!("dropped", run(&folder, &["--lock", "--drop", "ZOE"]));
    assert_eq!(lock().replace("dropped = [\"Zoé\"]\n", ""), whole);
    #[cfg(feature = "schemas")]
    crate::schemas::verify_file("event-lock", &lock());
    run(&folder, &["--lock"]).assert_status(0).assert_err("already has these decks");
    // Who comes back is locked again.
    std::fs::rename(folder.join("gone"), folder.join("decks/Zoé")).unwrap();
    run(&folder, &["--lock", "--change", "Zoé"]).assert_status(0);
    assert_eq!(lock(), whole);
}

#[test]
fn an_empty_folder_has_no_deck_yet_and_names_are_names() {
    let folder = cup("events-names");
    std::fs::remove_dir_all(folder.join("decks")).unwrap();
    std::fs::create_dir(folder.join("decks")).unwrap();
    run(&folder, &[]).assert_status(1).assert_err("no deck in `decks` yet");
    for (name, letter) in [
        ("Müller, Hans", "M"),
        ("Smith Jr.", "S"),
        ("李 明", "李"),
        ("John Smith, Jr.", "S"),
        ("Anna Weiß", "W"),
    ] {
        write_file(&folder, &format!("decks/{name}/dark.toml"), DARK);
        let sheet = ["sheet", "--event", "Cup", "--player", name, "decks/Müller, Hans"];
        let sheet = Sleeve::new().folder(&folder).run(&sheet);
        sheet.assert_out(&format!(">{letter}</div>"));
    }
    let field = Sleeve::new().folder(&folder).run(&["report", "--event", "event.toml"]);
    field.assert_out("John Smith, Jr.; Müller, Hans; ");
    write_file(&folder, "event.toml", format!("{EVENT}players = [\"Ines\", \"Inès\"]\n"));
    let twice = run(&folder, &[]).assert_refused();
    twice
        .assert_err("`Inès` and `Ines` are the same name")
        .assert_err("case and accents do not count");
}

/// The seal and the nonce of a deck.
fn seal(folder: &Path, deck: &str) -> (String, String) {
    let document = Sleeve::new().folder(folder).run(&["seal", deck, "-o", "json"]).document();
    let text = |key: &str| document[key].as_str().unwrap().to_owned();
    (text("seal"), text("nonce"))
}

#[test]
fn seals_are_opened_player_by_player() {
    let folder = cup("events-seals");
    let (dark, dark_nonce) = seal(&folder, "decks/Anna/dark.toml");
    let (light, light_nonce) = seal(&folder, "decks/Anna/light.toml");
    let seals = format!(
        "[seals]\nANNA = {{ dark = \"{dark}\", light = \"{light}\" }}\n\
         \"Zoé\" = {{ dark = \"{dark}\", Light = \"{light}\" }}\nBob = {{ dark = \"{dark}\" }}\n"
    );
    let nonces = format!("[nonces]\nAnna = {{ dark = \"{dark_nonce}\" }}\n");
    write_file(&folder, "event.toml", format!("{EVENT}{seals}{nonces}"));
    // A nonce may stand in the deck, in both of our forms.
    let with_nonce = |deck: &str, nonce: &str| format!("nonce = \"{nonce}\"\n{deck}");
    write_file(&folder, "decks/Anna/light.toml", with_nonce(LIGHT, &light_nonce));
    write_file(&folder, "decks/Zoé/light.toml", with_nonce(LIGHT, "12"));
    let ran = run(&folder, &[]);
    insta::assert_snapshot!(ran, @"
    status: 1
    Spring Cup  (swccg/open, 2027-03-01)

    Player  dark     light    Problems
    ──────  ───────  ───────  ────────
    Anna    legal    legal
    Bob     missing  missing         2
    Zoé     legal    legal           2

    Bob: no deck for `dark`, only a seal
    Bob: no deck for `light`
    Zoé: the seal cannot be opened: there is no nonce in `decks/Zoé/dark.toml` or in `nonces` of the event
    Zoé: the nonce in `decks/Zoé/light.toml` is not the 32 hexadecimal digits that `sleeve seal` printed

    3 players, 1 in order, 2 of 5 seals opened
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let french =
        Sleeve::new().folder(&folder).run(&["check", "--lang", "fr", "--event", "event.toml"]);
    french.assert_out(", seulement un sceau");
    french.assert_out("2 sur 5");
    let document = json(&folder, &[]);
    let brought = &document["players"][0]["brought"];
    assert_eq!((&brought[0]["sealed"], &brought[1]["sealed"]), (&true.into(), &true.into()));
    let found = problems(&document);
    let wanted = [("Bob", "missing"), ("Bob", "missing"), ("Zoé", "no-nonce"), ("Zoé", "no-nonce")];
    assert_eq!(found, wanted.map(|(name, problem)| (name.to_owned(), problem.to_owned())));
    // The deck of Zoé is another than the sealed one, whatever form it has; a nonce opens only its own seal.
    let exchanged = format!("nonce = \"{dark_nonce}\"\n{}", unstartable());
    write_file(&folder, "decks/Zoé/dark.toml", exchanged);
    write_file(&folder, "decks/Zoé/light.toml", with_nonce(LIGHT, &dark_nonce));
    let csv = run(&folder, &["-o", "csv"]).assert_status(1);
    assert_eq!(csv.out.matches("not-sealed\n").count(), 2, "{csv}");
    let ndjson = run(&folder, &["-o", "ndjson"]).assert_status(1);
    assert_eq!(ndjson.out.matches("[\"not-sealed\"]").count(), 2, "{ndjson}");
    let github = run(&folder, &["-o", "github"]).assert_status(1);
    github.assert_out(
        "title=event-not-sealed::Zoé: `decks/Zoé/dark.toml` is not the sealed deck, or the nonce is wrong",
    );
    run(&folder, &["-o", "junit"]).assert_status(1).assert_out("[event-not-sealed] Zoé:");
    run(&folder, &["-o", "sarif"]).assert_status(1).assert_out("\"event-not-sealed\"");
    run(&folder, &[]).assert_out("not as sealed");
    run(&folder, &["--lock"]).assert_status(1).assert_err("`event.lock` is not written");
    // The same cards in another form and order are the sealed deck.
    std::fs::remove_dir_all(folder.join("decks/Zoé")).unwrap();
    std::fs::create_dir(folder.join("decks/Zoé")).unwrap();
    for side in ["dark", "light"] {
        let (from, to) = (format!("decks/Anna/{side}.toml"), format!("decks/Zoé/{side}.txt"));
        let ran = Sleeve::new().folder(&folder).run(&["convert", &from, &to, "--to", "text"]);
        assert_eq!(ran.status, 0, "{ran}");
    }
    let text = std::fs::read_to_string(folder.join("decks/Zoé/light.txt")).unwrap();
    assert!(text.contains(&format!("# nonce: {light_nonce}\n")), "{text}");
    write_file(&folder, "event.toml", format!("{EVENT}{}{nonces}", seals.replace("Bob", "#Bob")));
    let dark = std::fs::read_to_string(folder.join("decks/Zoé/dark.txt")).unwrap();
    write_file(&folder, "decks/Zoé/dark.txt", format!("# nonce: {dark_nonce}\n{dark}"));
    run(&folder, &["--lock"]).assert_status(0).assert_out("4 of 4 seals opened");
    // A round is compared with the lock alone.
    write_file(&folder, "round-1/Anna/dark.toml", DARK);
    let round = run(&folder, &["--round", "1"]).assert_status(1);
    assert!(!round.out.contains("seal"), "{round}");
}

#[test]
fn seals_that_cannot_be_used_say_why() {
    let folder = cup("events-bad-seals");
    let digits = |text: &str, n: usize| format!("\"{}\"", text.repeat(n));
    let (seal, nonce) = (digits("ab", 32), digits("ab", 16));
    let one = EVENT.replace("brings = [\"dark\", \"light\"]\n", "");
    let mut told = String::new();
    for (event, rows) in [
        (&EVENT.to_owned(), format!("[seals]\nAnna = {seal}\n")),
        (&EVENT.to_owned(), format!("[seals]\nAnna = {{ drak = {seal} }}\n")),
        (&one, format!("[seals]\nAnna = {{ dark = {seal} }}\n")),
        (&one, format!("[seals]\nAnna = {nonce}\n\"Zoé\" = 3\n")),
        (&one, format!("[seals]\n\"Zoé\" = {seal}\nZOE = {seal}\n")),
        (&one, format!("[seals]\n\"Zoé\" = {seal}\n[nonces]\nZo = {nonce}\n")),
    ] {
        write_file(&folder, "event.toml", format!("{event}{rows}"));
        let ran = run(&folder, &[]);
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{ran}");
        told.push_str(&ran.err);
        told.push('\n');
        let french =
            Sleeve::new().folder(&folder).run(&["check", "--lang", "fr", "--event", "event.toml"]);
        assert_eq!(french.status, 2);
    }
    insta::assert_snapshot!("bad-seals", told);
}

#[test]
fn one_deck_of_any_role_and_parameters_of_the_table() {
    let folder = scratch("events-boxes");
    let event = "name = \"Ligue\"\nformat = \"starfighter/Guerre totale\"\ndecks = \"d\"\n[parameters]\nboxes = 2\n";
    write_file(&folder, "event.toml", event);
    write_file(
        &folder,
        "d/Anna/deck.toml",
        include_str!("../../decks/starfighter/la-meute-d-ares.toml"),
    );
    run(&folder, &[]).assert_status(0);
    assert_eq!(json(&folder, &[])["event"]["format"], "starfighter/guerre-totale");
    write_file(&folder, "event.toml", event.replace("boxes = 2", "boxes = 0"));
    assert_eq!(run(&folder, &[]).status, 1, "the format wants one box at least");
    write_file(&folder, "event.toml", event.replace("boxes", "boxs"));
    run(&folder, &[]).assert_refused().assert_err("no parameter `boxs`").assert_err("`boxes`");
    write_file(&folder, "event.toml", event.replace("boxes = 2", "boxes = \"two\""));
    run(&folder, &[]).assert_status(2).assert_err("a number, not `two`");
}

#[test]
fn an_event_chooses_the_word_of_all_its_decks() {
    let folder = scratch("events-choice");
    let event = "name = \"Trek\"\nformat = \"caravan/journey\"\ndecks = \"d\"\n[parameters]\ncalling = \"commerce\"\n";
    write_file(&folder, "event.toml", event);
    let deck = include_str!("../../docs/examples/decks/caravan/journey-1.toml");
    write_file(&folder, "d/Anna/deck.toml", deck.replace("parameters.calling = \"trade\"\n", ""));
    let cards = Path::new(env!("CARGO_MANIFEST_DIR")).join("docs/examples/games/caravan");
    let cards = cards.display().to_string();
    let run = |args: &[&str]| run(&folder, &[&["--cards", &cards], args].concat());
    assert_eq!(run(&[]).status, 0, "{}", run(&[]));
    write_file(&folder, "event.toml", event.replace("commerce", "lore"));
    assert_eq!(run(&[]).status, 1, "{}", run(&[]));
    write_file(&folder, "event.toml", event.replace("commerce", "comerce"));
    for (lang, said) in [("en", "cannot be `comerce`"), ("fr", "ne peut pas être « comerce »")]
    {
        run(&["--lang", lang]).assert_status(2).assert_err(said).assert_err("trade");
    }
}

#[test]
fn events_that_cannot_be_used_say_why() {
    let folder = cup("events-bad");
    let mut told = String::new();
    let mut tell = |what: &str, ran: Ran| {
        assert_eq!((ran.status, ran.out.as_str()), (2, ""), "{what}: {ran}");
        told.push_str(&format!("## {what}\n{}\n", ran.err));
    };
    for (what, text) in [
        ("no TOML", "name = \n".to_owned()),
        ("unknown keys", EVENT.replace("brings", "bring")),
        ("nothing", String::new()),
        ("no folder", EVENT.replace("decks\"", "deks\"")),
        ("the folder of the event", EVENT.replace("\"decks\"", "\".\"")),
        ("folders within each other", EVENT.replace("\"round-1\"", "\"decks/Anna\"")),
        ("no game", EVENT.replace("swccg/open", "open")),
        ("unknown game", EVENT.replace("swccg/open", "swcgg/open")),
        ("unknown format", EVENT.replace("swccg/open", "swccg/opne")),
        ("unknown role", EVENT.replace("\"light\"", "\"lihgt\"")),
        ("roles of a format without", EVENT.replace("swccg/open", "starfighter/guerre-totale")),
        ("players twice", format!("{EVENT}players = [\"Zoé\", \"zoe\"]\n")),
    ] {
        write_file(&folder, "event.toml", &text);
        tell(what, run(&folder, &[]));
    }
    write_file(&folder, "event.toml", EVENT);
    tell("no such round", run(&folder, &["--round", "3"]));
    write_file(
        &folder,
        "event.lock",
        "lock = \"sleeve/lock/1\"\nevent = \"Spring Cup\"\nformat = \"swccg/open\"\n[[deck]]\nplayer = 3\n",
    );
    tell("malformed lock", run(&folder, &[]));
    write_file(
        &folder,
        "event.lock",
        "lock = \"sleeve/lock/1\"\nevent = \"Autumn \\u001b[31mCup\"\nday = \"2026-10-01\"\nformat = \"swccg/open\"\n",
    );
    tell("lock of another event", run(&folder, &[]));
    std::fs::remove_file(folder.join("event.lock")).unwrap();
    std::fs::remove_file(folder.join("event.toml")).unwrap();
    tell("no file", run(&folder, &[]));
    insta::assert_snapshot!("bad", told);
    assert_eq!(run(&folder, &["decks"]).status, 2, "decks beside an event");
    assert_eq!(run(&folder, &["--lock", "--round", "1"]).status, 2);
    assert_eq!(Sleeve::new().run(&["check", "x", "--lock"]).status, 2);
}

#[test]
fn every_form_names_players_and_what_is_missing() {
    let folder = cup("events-forms");
    let with_players = format!("{EVENT}players = [\"Zoé\", \"Anna\"]\n");
    write_file(&folder, "event.toml", &with_players);
    std::fs::remove_file(folder.join("decks/Zoé/light.toml")).unwrap();
    write_file(&folder, "decks/Anna/second.toml", DARK);
    write_file(&folder, "decks/stranger.toml", LIGHT);
    insta::assert_snapshot!(run(&folder, &["-o", "csv"]), @r#"
    status: 1
    path,game,format,role,name,player,verdict,provisional,errors,warnings,first,problems
    decks/Zoé/dark.toml,swccg,open,dark,Hunt Down And Destroy The Jedi,Zoé,legal,false,0,0,,
    ,swccg,open,light,,Zoé,missing,false,1,0,missing,missing
    decks/Anna/dark.toml,swccg,open,dark,Hunt Down And Destroy The Jedi,Anna,legal,false,0,0,,several
    decks/Anna/light.toml,swccg,open,light,"You Can Either Profit By This, Classic",Anna,legal,false,0,0,,
    decks/Anna/second.toml,swccg,open,dark,Hunt Down And Destroy The Jedi,Anna,legal,false,0,0,,several
    decks/stranger.toml,swccg,open,light,"You Can Either Profit By This, Classic",,legal,false,0,0,,no-player
    "#);
    let lines = run(&folder, &["-o", "ndjson"]).assert_status(1).out;
    assert_eq!(lines.lines().count(), 6, "{lines}");
    let second: Value = serde_json::from_str(lines.lines().nth(1).unwrap()).unwrap();
    assert_eq!((&second["verdict"], &second["player"]), (&"missing".into(), &"Zoé".into()));
    let github = run(&folder, &["-o", "github"]).assert_status(1).out;
    assert!(github.contains("file=event.toml,line=7,col=12,title=event-missing::Zoé: no deck"));
    assert!(github.contains("title=event-no-player::`decks/stranger.toml` names no player"));
    let junit = run(&folder, &["-o", "junit"]).assert_status(1).out;
    assert!(junit.contains("[event-several] Anna: 2 decks for `dark`"), "{junit}");
    let sarif = run(&folder, &["-o", "sarif"]).assert_status(1).document();
    let results = sarif["runs"][0]["results"].as_array().unwrap();
    let ids: Vec<_> = results.iter().filter_map(|r| r["ruleId"].as_str()).collect();
    assert_eq!(ids, ["event-missing", "event-several", "event-no-player"]);
    std::fs::remove_file(folder.join("decks/stranger.toml")).unwrap();
    std::fs::remove_file(folder.join("decks/Anna/second.toml")).unwrap();
    write_file(&folder, "decks/Zoé/light.toml", LIGHT);
    run(&folder, &["-o", "github"]).assert_status(0);
}

/// The deck without one of the cards that its Objective sets out.
fn unstartable() -> String {
    let deck = DARK.replacen("\"Visage Of The Emperor\" = 1", "", 1);
    assert_ne!(deck, DARK);
    deck.replacen("[zones.deck]\n", "[zones.deck]\n\"Scanning Crew\" = 1\n", 1)
}

#[test]
fn a_deck_that_cannot_start_is_legal_with_a_warning() {
    let folder = cup("events-warned");
    write_file(&folder, "decks/Anna/dark.toml", unstartable());
    insta::assert_snapshot!(run(&folder, &[]), @"
    status: 0
    Spring Cup  (swccg/open, 2027-03-01)

    Player  dark              light  Problems
    ──────  ────────────────  ─────  ────────
    Anna    legal, 1 warning  legal
    Zoé     legal             legal

    Anna: `decks/Anna/dark.toml` is legal, with a warning: [objective-cards] `Hunt Down And Destroy The Jedi` sets out Visage Of The Emperor, but the deck has none

    2 players, 2 in order
    sleeve 0.1.0, data: swccg 2026-11-21 (cards 2026-05-21, formats 2026-08-22)
    ");
    let sheet = Sleeve::new().folder(&folder).run(&["sheet", "--event", "event.toml"]);
    let sheet = sheet.assert_status(0);
    sheet.assert_out("<strong>legal, 1 warning</strong>");
    sheet.assert_out("[objective-cards]");
}

#[test]
fn sheets_field_and_tables_come_from_the_file_of_the_event() {
    let folder = cup("events-pages");
    let with_players = format!("{EVENT}players = [\"Zoé\", \"Anna\"]\n");
    write_file(&folder, "event.toml", &with_players);
    let sleeve = |args: &[&str]| Sleeve::new().folder(&folder).run(args);
    let sheets = sleeve(&["sheet", "--event", "event.toml"]).assert_status(0).out;
    assert_eq!(sheets.matches("<article>").count(), 4);
    let place = |text: &str| sheets.find(text).unwrap_or_else(|| panic!("no {text}"));
    assert!(place("<dd>Zoé</dd>") < place("<dd>Anna</dd>"), "in the order of the players");
    assert_eq!(sheets.matches("<dd>Spring Cup</dd>").count(), 4);
    assert_eq!(sheets.matches("<dd>2027-03-01</dd>").count(), 4);
    // One deck anew, under the event's format, and a name that is no file.
    let one = sleeve(&["sheet", "decks/Anna/dark.toml", "--event", "event.toml"]).out;
    assert!(one.contains("<dd>Anna</dd>") && one.contains("<dd>Spring Cup</dd>"));
    let named = sleeve(&["sheet", "decks/Anna/dark.toml", "--event", "Cup"]).out;
    assert!(named.contains("<dd>Cup</dd>") && !named.contains("<dd>Anna</dd>"));
    sleeve(&["sheet", "--event", "Cup"]).assert_status(2);

    let csv = sleeve(&["stats", "--event", "event.toml", "--wide", "-m", "count()", "-o", "csv"]);
    assert_eq!(csv.assert_status(0).out.lines().count(), 5);
    let usage = sleeve(&["stats", "--event", "event.toml", "--usage"]);
    usage.assert_status(0).assert_out("4 decks");

    let page = sleeve(&["report", "--event", "event.toml"]).assert_status(0).out;
    for told in ["Spring Cup", "2 players, 4 decks: 4 legal", "Dark Side (2 decks)", "Objectives"] {
        assert!(page.contains(told), "{told}");
    }
    assert!(page.contains("<td>Hunt Down And Destroy The Jedi</td><td class=\"n\">2</td>"));
    assert!(page.contains("<td>Zoé; Anna</td>"), "who plays it");
    // Two decks with the same cards: all of both is shared, and none holds a card alone.
    assert!(page.contains("100 %</td><td class=\"n\">0</td>"));
    for fetched in ["http:", "https:", "src=", "href=", "url(", "<script"] {
        assert!(!page.contains(fetched), "nothing is fetched: {fetched}");
    }
    sleeve(&["report", "decks", "--event", "event.toml"]).assert_status(2);
}

#[cfg(unix)]
#[test]
fn a_pipe_in_the_place_of_the_lock_is_not_opened() {
    let folder = cup("events-pipe");
    let made = std::process::Command::new("mkfifo").arg(folder.join("event.lock")).status();
    assert!(made.unwrap().success());
    run(&folder, &[]).assert_status(2).assert_err("`event.lock`: a pipe or a device, not a file");
}

#[test]
fn a_player_with_a_name_without_an_end_is_refused() {
    let folder = cup("events-long");
    let name = "a".repeat(900_000);
    write_file(&folder, "event.toml", format!("{EVENT}players = [\"{name}\"]\n"));
    let ran = run(&folder, &[]).assert_status(2);
    ran.assert_err("a text of `players` has 900000 bytes; the limit is 1000");
    assert!(ran.err.len() < 10_000, "{}", ran.err.len());
}

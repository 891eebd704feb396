//! Games that are handed on as one file, games that are simply there, and folders that are compiled
//! once.

use crate::common::{Ran, Sleeve, scratch, write_file, write_game};
use std::{
    fs,
    path::{Path, PathBuf},
    time::{Duration, SystemTime},
};

const GAME: &str = r#"
id = "toy"
name = "Toy"
aliases = ["the toy"]
[kinds.land]
[kinds.elf]
"#;

const CARDS: &str = r#"
[[card]]
id = "forest"
kind = "land"
[[card]]
id = "archer"
kind = "elf"
"#;

const FORMATS: &str = r#"
[[format]]
id = "duel"
name = "Duel"
cite = "reading: a game of the tests"
[format.zones.main]
name = "Main deck"
accepts = "kind:land or kind:elf"
[[format.rule]]
id = "size"
require = "count() >= 4"
cite = "reading: a game of the tests"
text = "Four cards at least."
"#;

const DECK: &str = "game = \"toy\"\nformat = \"duel\"\n[zones.main]\nforest = 3\narcher = 1\n";

/// A folder with the game in `toy`, and a deck.
fn toy(test: &str) -> PathBuf {
    let folder = scratch(test);
    write(&folder.join("toy"));
    write_file(&folder, "deck.toml", DECK);
    folder
}

fn write(game: &Path) {
    write_game(game, [GAME, CARDS, FORMATS]);
}

fn run(folder: &Path, args: &[&str]) -> Ran {
    Sleeve::new().folder(folder).run(args)
}

#[track_caller]
fn is_legal(ran: &Ran) {
    assert_eq!(ran.status, 0, "{ran}");
    ran.assert_out("legal");
}

#[track_caller]
fn refuses(ran: &Ran, words: &[&str]) {
    assert_eq!(ran.status, 2, "{ran}");
    for word in words {
        ran.assert_err(word);
    }
}

#[test]
fn a_packed_game_is_the_game_and_is_written_once() {
    let folder = toy("packs-written");
    let packed = run(&folder, &["pack", "toy", "toy.sleeve"]).assert_status(0);
    let bytes = fs::metadata(folder.join("toy.sleeve")).unwrap().len();
    assert_eq!(packed.out, format!("Toy (toy): 2 cards, 1 format, {bytes} bytes\n"));
    // The bytes do not depend on the folder that the game is in.
    let whole_path = folder.join("toy").to_string_lossy().into_owned();
    run(&folder, &["pack", &whole_path, "same.sleeve"]).assert_status(0);
    let same = fs::read(folder.join("same.sleeve")).unwrap();
    assert_eq!(fs::read(folder.join("toy.sleeve")).unwrap(), same);
    refuses(&run(&folder, &["pack", "toy", "toy.sleeve"]), &["toy.sleeve", "it already exists"]);
    is_legal(&run(&folder, &["check", "deck.toml", "--cards", "toy.sleeve"]));
    for args in [
        &["check", "deck.toml", "-o", "json"][..],
        &["rules", "the toy", "-o", "json"],
        &["cards", "", "--game", "toy"],
        &["rules", "toy/duel"],
        &["stats", "deck.toml"],
    ] {
        let with = |cards: &str| run(&folder, &[args, &["--cards", cards]].concat());
        let (of_pack, of_folder) = (with("toy.sleeve"), with("toy"));
        let said = |ran: &Ran| ran.to_string().replace("toy.sleeve", "toy");
        assert_eq!(said(&of_pack), said(&of_folder), "{args:?}");
    }
}

#[test]
fn overlays_lie_over_a_packed_game() {
    let folder = toy("packs-overlaid");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    let more = "game = \"toy\"\n[[card]]\nid = \"spear\"\nkind = \"elf\"\n";
    write_file(&folder, "more.toml", more);
    let both = ["--cards", "toy.sleeve", "--cards", "more.toml"];
    let listed =
        run(&folder, &[&["cards", "", "--game", "toy", "-o", "names"][..], &both].concat());
    assert_eq!(listed.out.lines().count(), 3, "{listed}");
}

#[test]
fn a_folder_that_is_no_single_game_is_not_packed() {
    let folder = toy("packs-refused");
    let other = folder.join("both/other");
    write(&folder.join("both/toy"));
    write(&other);
    write_file(&other, "game.toml", GAME.replace("toy", "other"));
    refuses(&run(&folder, &["pack", "both", "x.sleeve"]), &["several games", "other, toy"]);
    write_file(&folder, "over/cards.toml", "game = \"star-realms\"\n");
    refuses(
        &run(&folder, &["pack", "over", "x.sleeve"]),
        &["is not a complete game", "star-realms"],
    );
    refuses(&run(&folder, &["pack", "nowhere", "x.sleeve"]), &["nowhere"]);
    write_file(&folder, "toy/cards.toml", CARDS.replace("elf", "orc"));
    refuses(&run(&folder, &["pack", "toy", "x.sleeve"]), &["orc", "cards.toml"]);
    assert!(!folder.join("x.sleeve").exists());
}

#[test]
fn a_pack_that_is_cut_changed_newer_or_none_is_refused() {
    let folder = toy("packs-broken");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    let whole = fs::read(folder.join("toy.sleeve")).unwrap();
    let check = |bytes: &[u8]| {
        write_file(&folder, "bad.sleeve", bytes);
        let linted = run(&folder, &["lint", "bad.sleeve"]);
        let checked = run(&folder, &["check", "deck.toml", "--cards", "bad.sleeve"]);
        assert_eq!((linted.status, &linted.err), (checked.status, &checked.err));
        checked
    };
    refuses(&check(&whole[..whole.len() / 2]), &["bad.sleeve", "cannot be used"]);
    for at in [20, whole.len() / 2, whole.len() - 1] {
        let mut changed = whole.clone();
        changed[at] ^= 1;
        refuses(&check(&changed), &["bad.sleeve", "cannot be used"]);
    }
    let mut newer = whole.clone();
    newer[7] += 1;
    refuses(&check(&newer), &["version", "bad.sleeve"]);
    refuses(&check(b"hello"), &["bad.sleeve", "not a packed game"]);
    refuses(&check(b""), &["bad.sleeve", "not a packed game"]);
    let french = Sleeve::new().folder(&folder);
    let french = french.run(&["check", "deck.toml", "--cards", "bad.sleeve", "--lang", "fr"]);
    refuses(&french, &["bad.sleeve » est inutilisable"]);
}

#[test]
fn games_in_the_folder_of_games_are_simply_there() {
    let folder = toy("packs-there");
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    let said = games.to_string_lossy().into_owned();
    let there = || {
        Sleeve::new()
            .folder(&folder)
            .variable("SLEEVE_GAMES", &said)
    };
    there()
        .run(&["check", "deck.toml"])
        .assert_status(2)
        .assert_out("there is no game `toy`");
    assert_eq!(run(&folder, &["pack", "toy", "games/a.sleeve"]).status, 0);
    is_legal(&there().run(&["check", "deck.toml"]));
    there()
        .run(&["rules", "toy"])
        .assert_out(&format!("from {said}/a.sleeve"));
    fs::remove_file(games.join("a.sleeve")).unwrap();
    write(&games.join("toy"));
    is_legal(&there().run(&["check", "deck.toml"]));
    // Of what cannot be used it is said, and everything else works.
    write_file(&games, "broken.sleeve", "no");
    write_file(&games, "readme.md", "no");
    let ran = there().run(&["check", "deck.toml"]);
    is_legal(&ran);
    for word in ["warning", "broken.sleeve", "not a packed game", "readme.md", "is not a game"] {
        ran.assert_err(word);
    }
    // By the platform's own variables.
    let data = folder.join("data");
    fs::create_dir_all(data.join("sleeve")).unwrap();
    fs::rename(&games, data.join("sleeve/games")).unwrap();
    if cfg!(all(unix, not(target_os = "macos"))) {
        let home = Sleeve::new()
            .folder(&folder)
            .variable("XDG_DATA_HOME", data.to_str().unwrap());
        is_legal(&home.run(&["check", "deck.toml"]));
    }
}

#[test]
fn a_packed_game_in_the_place_of_another_says_so() {
    let folder = toy("packs-again");
    write_file(&folder, "toy/game.toml", GAME.replace("\"toy\"", "\"star-realms\""));
    assert_eq!(run(&folder, &["pack", "toy", "own.sleeve"]).status, 0);
    let ran = run(&folder, &["rules", "star-realms", "--cards", "own.sleeve"]);
    ran.assert_out("Toy (star-realms)");
    ran.assert_err("own.sleeve")
        .assert_err("already exists: replaces star-realms");
}

#[test]
fn of_two_packs_in_the_folder_of_games_the_newer_counts() {
    let folder = toy("packs-newer");
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    let said = games.to_string_lossy().into_owned();
    for (file, day, least) in
        [("a", "data = 2026-02-01\n", 4), ("b", "data = 2026-01-01\n", 5), ("c", "", 6)]
    {
        write_file(&folder, "toy/game.toml", GAME.replacen("[kinds", &format!("{day}[kinds"), 1));
        write_file(&folder, "toy/formats.toml", FORMATS.replace(">= 4", &format!(">= {least}")));
        assert_eq!(run(&folder, &["pack", "toy", &format!("games/{file}.sleeve")]).status, 0);
    }
    let ran = Sleeve::new()
        .folder(&folder)
        .variable("SLEEVE_GAMES", &said)
        .run(&["check", "deck.toml"]);
    is_legal(&ran);
    for (older, why) in [("b.sleeve", "is newer"), ("c.sleeve", "is newer")] {
        ran.assert_err(&format!("{older}` is ignored"))
            .assert_err(why);
    }
    assert!(!ran.err.contains("declares the game"), "{ran}");
    // A folder is one more, whatever its name; of equal days the last counts.
    for (name, day, is_used) in
        [("0", "2026-01-31", false), ("d", "2026-01-31", false), ("e", "2026-02-02", true)]
    {
        write_file(
            &folder,
            "toy/game.toml",
            GAME.replacen("[kinds", &format!("data = {day}\n[kinds"), 1),
        );
        let place = games.join(name);
        fs::rename(folder.join("toy"), &place).unwrap();
        for cache in ["cache", ""] {
            let cache = if cache.is_empty() {
                String::new()
            } else {
                folder.join(cache).to_string_lossy().into_owned()
            };
            let there = Sleeve::new()
                .folder(&folder)
                .variable("SLEEVE_GAMES", &said);
            let ran = there
                .variable("SLEEVE_CACHE", &cache)
                .run(&["check", "deck.toml"]);
            assert_eq!(ran.status, if is_used { 1 } else { 0 }, "{ran}");
            let unused =
                if is_used { "a.sleeve` is ignored" } else { &format!("games/{name}` is ignored") };
            ran.assert_err(unused);
        }
        fs::rename(place, folder.join("toy")).unwrap();
    }
    assert_eq!(run(&folder, &["pack", "toy", "games/f.sleeve"]).status, 0);
    fs::copy(games.join("f.sleeve"), games.join("g.sleeve")).unwrap();
    let ran = Sleeve::new()
        .folder(&folder)
        .variable("SLEEVE_GAMES", &said)
        .run(&["rules", "toy"]);
    ran.assert_out("from")
        .assert_out("g.sleeve")
        .assert_err("f.sleeve` is ignored")
        .assert_err("as new");
}

#[test]
fn a_game_is_packed_with_what_lies_over_it() {
    let folder = toy("packs-over");
    let rules = "game = 'toy'\n[[rule-of-cards]]\ncards = ['Archer', 'forest']\nid = 'alone'\nin = 'main'\n\
        replaces = 'size'\nrequire = 'count() <= 3'\ncite = 'reading: a game of the tests'\ntext = 'Few cards.'\n";
    write_file(&folder, "rules.toml", rules);
    assert_eq!(run(&folder, &["pack", "toy", "rules.toml", "own.sleeve"]).status, 0);
    let check = |cards: &str| run(&folder, &["check", "deck.toml", "--cards", cards, "-o", "json"]);
    let packed = check("own.sleeve");
    packed
        .assert_out("\"forest/alone\"")
        .assert_out("\"archer/alone\"");
    let findings = |ran: &Ran| ran.document()["decks"][0]["findings"].clone();
    let laid = ["check", "deck.toml", "--cards", "toy", "--cards", "rules.toml", "-o", "json"];
    assert_eq!(findings(&packed), findings(&run(&folder, &laid)));
    // A pack stays unless it is to be replaced, and nothing else ever is.
    refuses(&run(&folder, &["pack", "toy", "own.sleeve"]), &["it already exists"]);
    assert_eq!(run(&folder, &["pack", "toy", "own.sleeve", "--force"]).status, 0);
    is_legal(&check("own.sleeve"));
    assert_eq!(
        run(&folder, &["pack", "own.sleeve", "rules.toml", "own.sleeve", "--force"]).status,
        0
    );
    assert_eq!(findings(&check("own.sleeve")), findings(&packed));
    refuses(&run(&folder, &["pack", "toy", "deck.toml", "--force"]), &["it already exists"]);
    run(&folder, &["lint", "own.sleeve"])
        .assert_status(0)
        .assert_out("1 game, 2 cards, 1 format");
}

/// The digest that `rules` shows of the toy game under this data.
#[track_caller]
fn digest(folder: &Path, cards: &[&str]) -> String {
    let cards = cards.iter().flat_map(|cards| ["--cards", cards]);
    let args: Vec<&str> = ["rules", "toy", "-o", "json"]
        .into_iter()
        .chain(cards)
        .collect();
    let digest = &run(folder, &args).document()["games"][0]["digest"];
    digest.as_str().unwrap().to_owned()
}

#[test]
fn data_that_says_the_same_has_one_digest() {
    let folder = toy("packs-digest");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    let said = digest(&folder, &["toy"]);
    assert_eq!(digest(&folder, &["toy.sleeve"]), said);
    let other = folder.join("else/where");
    let remark = "# A remark.\n\n";
    write_file(&other, "game.toml", format!("{remark}{GAME}"));
    // Cards in other files stand in another order, and keys in another.
    let (forest, _) = CARDS.split_at(CARDS.rfind("[[card]]").unwrap());
    write_file(&other, "b.toml", format!("{remark}{forest}"));
    write_file(&other, "a/more.toml", "[[card]]\nkind = 'elf' # An elf.\nid = \"archer\"\n");
    write_file(&other, "c.toml", format!("{remark}{FORMATS}"));
    // Two rules of one filter, in two files whose order is the other.
    let rule = |id: &str| {
        format!(
            "[[rule-of-cards]]\ncards = 'kind:elf'\nid = '{id}'\nin = 'main'\nrequire = 'count() <= 9'\ncite = 'reading: a game of the tests'\ntext = 'Few cards.'\n"
        )
    };
    for (place, files) in [("toy", ["x", "y"]), ("else/where", ["y", "x"])] {
        for (file, id) in files.into_iter().zip(["few", "fewer"]) {
            write_file(&folder, &format!("{place}/{file}.toml"), rule(id));
        }
    }
    let said = digest(&folder, &["toy"]);
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve", "--force"]).status, 0);
    let other = other.to_string_lossy().into_owned();
    assert_eq!(digest(&folder, &[&other]), said);
    // Where it is shown.
    let check = run(&folder, &["check", "deck.toml", "--cards", "toy.sleeve", "-o", "json"]);
    assert_eq!(check.document()["data"][0]["digest"], said.as_str());
    run(&folder, &["rules", "toy", "--cards", "toy"])
        .assert_out(&format!("digest of the data {said}"));
    run(&folder, &["sheet", "deck.toml", "--cards", "toy"]).assert_out(&said);
}

#[test]
fn data_that_says_something_else_has_another_digest() {
    let folder = toy("packs-digests");
    let list = "\n[[list]]\nid = 'woods'\nname = 'Woods'\ncards = ['forest']\ncite = 'reading: a list of the tests'\n";
    let rule = "\n[[card.rule]]\nid = 'alone'\nin = 'main'\nrequire = 'count() <= 9'\ncite = 'reading: a game of the tests'\ntext = 'Few cards.'\n";
    let cost = "\n[attributes.cost]\ntype = 'integer'\n[attributes.rare]\ntype = 'flag'\n";
    let mut digests = vec![digest(&folder, &["toy"])];
    let mut add = |game: &str, cards: &str, formats: &str| {
        let texts = [(GAME, game), (CARDS, cards), (FORMATS, formats)];
        let texts = texts.map(|(text, more)| match more.split_once("=>") {
            Some((from, to)) => text.replace(from, to),
            None => format!("{text}{more}"),
        });
        write_game(&folder.join("toy"), [&*texts[0], &*texts[1], &*texts[2]]);
        digests.push(digest(&folder, &["toy"]));
    };
    add("name = \"Toy\"=>name = \"Toys\"", "", "");
    add("aliases = [\"the toy\"]=>aliases = [\"a toy\"]", "", "");
    add("", "id = \"forest\"=>id = \"forest\"\nname = \"Wood\"", "");
    add("", "kind = \"elf\"=>kind = \"land\"", "");
    add("", rule, "");
    add("", &rule.replace('9', "8"), "");
    let filtered = rule.replace("[[card.rule]]", "[[rule-of-cards]]\ncards = 'kind:elf'");
    add("", &filtered, "");
    add("", &filtered.replace("'kind:elf'", "'kind:land'"), "");
    add("", "", ">= 4=>>= 5");
    add("", "", "cite = \"reading: a game=>cite = \"reading: the game");
    add("", list, "");
    add("", &list.replace("'forest'", "'archer'"), "");
    add("", &list.replace("['forest']", "{ forest = 2 }"), "");
    add("", &list.replace("['forest']", "{ forest = 3 }"), "");
    add(cost, "", "");
    add(cost, "cost = 1\n", "");
    add(cost, "cost = 0\n", "");
    add(cost, "cost = '?'\n", "");
    add(cost, "rare = false\n", "");
    add(cost, "rare = true\n", "");
    write_game(&folder.join("toy"), [GAME, CARDS, FORMATS]);
    write_file(&folder, "over.toml", format!("game = 'toy'\n{list}"));
    digests.push(digest(&folder, &["toy", "over.toml"]));
    // The list of the overlay is the list of the game.
    assert_eq!(digests.pop(), digests.get(11).cloned());
    let count = digests.len();
    digests.sort();
    digests.dedup();
    assert_eq!(digests.len(), count);
}

/// The bytes of a pack with its checksum made anew: the checksum finds damage, and nobody who means
/// harm.
fn forge(mut bytes: Vec<u8>) -> Vec<u8> {
    let sum = xxhash_rust::xxh3::xxh3_64(&bytes[16..]).to_le_bytes();
    bytes[8..16].copy_from_slice(&sum);
    bytes
}

#[test]
fn a_pack_is_unpacked_into_the_folder_that_it_was_made_of() {
    let folder = toy("packs-unpacked");
    write_file(
        &folder,
        "toy/more/cards.toml",
        "# Kept.\n[[card]]\nid = \"spear\"\nkind = \"elf\"\n",
    );
    write_file(&folder, "toy/.hidden.toml", "no data");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    let unpacked = run(&folder, &["unpack", "toy.sleeve", "out/again"]).assert_status(0);
    assert_eq!(unpacked.out, "Toy (toy): 4 files\n");
    for name in ["game.toml", "cards.toml", "formats.toml", "more/cards.toml"] {
        let read = |place: &str| fs::read_to_string(folder.join(place).join(name)).unwrap();
        assert_eq!(read("out/again"), read("toy"), "{name}");
    }
    assert!(!folder.join("out/again/.hidden.toml").exists());
    run(&folder, &["lint", "out/again"]).assert_status(0);
    assert_eq!(digest(&folder, &["out/again"]), digest(&folder, &["toy.sleeve"]));
    // The pack of what was unpacked is the pack, but for the path by which files are named in
    // messages.
    assert_eq!(run(&folder.join("out"), &["pack", "again", "again.sleeve"]).status, 0);
    assert_eq!(digest(&folder, &["out/again.sleeve"]), digest(&folder, &["toy"]));
}

#[test]
fn what_was_packed_over_a_game_is_unpacked_beside_it() {
    let folder = toy("packs-unpacked-over");
    let change = "game = 'toy'\n[[card]]\nid = 'archer'\naliases = ['Bowman']\n";
    write_file(&folder, "change.toml", change);
    write_file(&folder, "more/more.toml", "game = 'toy'\n[[card]]\nid = 'spear'\nkind = 'elf'\n");
    assert_eq!(run(&folder, &["pack", "toy", "change.toml", "one.sleeve"]).status, 0);
    assert_eq!(run(&folder, &["pack", "one.sleeve", "more", "two.sleeve"]).status, 0);
    assert_eq!(run(&folder, &["unpack", "two.sleeve", "out"]).status, 0);
    let read = |name: &str| fs::read_to_string(folder.join("out").join(name)).unwrap();
    assert_eq!(read("overlay-1/change.toml"), change);
    assert_eq!(
        read("overlay-2/more.toml"),
        fs::read_to_string(folder.join("more/more.toml")).unwrap()
    );
    let said = digest(&folder, &["two.sleeve"]);
    assert_eq!(digest(&folder, &["out/game", "out/overlay-1", "out/overlay-2"]), said);
    run(&folder, &["lint", "out"])
        .assert_status(0)
        .assert_out("1 game, 3 cards, 1 format");
    // Whoever works in the folder has the game as it was packed.
    let rules = run(&folder.join("out"), &["rules", "toy", "-o", "json"]).document();
    assert_eq!(rules["games"][0]["digest"], said.as_str());
}

#[test]
fn nothing_that_is_there_is_written_over_unasked() {
    let folder = toy("packs-unpacked-there");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    write_file(&folder, "out/notes.md", "mine");
    write_file(&folder, "out/cards.toml", "mine");
    refuses(&run(&folder, &["unpack", "toy.sleeve", "out"]), &["`out` is not empty", "--force"]);
    assert_eq!(fs::read_to_string(folder.join("out/cards.toml")).unwrap(), "mine");
    assert_eq!(run(&folder, &["unpack", "toy.sleeve", "out", "--force"]).status, 0);
    assert_eq!(fs::read_to_string(folder.join("out/cards.toml")).unwrap(), CARDS);
    assert_eq!(fs::read_to_string(folder.join("out/notes.md")).unwrap(), "mine");
    fs::create_dir(folder.join("empty")).unwrap();
    assert_eq!(run(&folder, &["unpack", "toy.sleeve", "empty"]).status, 0);
    for (file, why) in [
        ("deck.toml", "not a packed game"),
        ("toy", "not a packed game"),
        ("nowhere.sleeve", "no such file"),
    ] {
        refuses(&run(&folder, &["unpack", file, "new"]), &[file, why]);
    }
    // A file stands where a folder should.
    refuses(&run(&folder, &["unpack", "toy.sleeve", "deck.toml"]), &["deck.toml"]);
    assert!(!folder.join("new").exists());
}

#[cfg(unix)]
#[test]
fn links_in_the_folder_are_not_followed_out_of_it() {
    let folder = toy("packs-unpacked-links");
    write_file(&folder, "toy/more/cards.toml", "[[card]]\nid = \"spear\"\nkind = \"elf\"\n");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    fs::create_dir_all(folder.join("elsewhere")).unwrap();
    fs::create_dir_all(folder.join("out")).unwrap();
    std::os::unix::fs::symlink(folder.join("elsewhere"), folder.join("out/more")).unwrap();
    refuses(&run(&folder, &["unpack", "toy.sleeve", "out", "--force"]), &["out/more"]);
    assert_eq!(fs::read_dir(folder.join("elsewhere")).unwrap().count(), 0);
    assert!(!folder.join("out/game.toml").exists(), "all files or none");
}

#[test]
fn a_pack_whose_files_say_something_else_is_not_unpacked() {
    let folder = toy("packs-unpacked-forged");
    assert_eq!(run(&folder, &["pack", "toy", "toy.sleeve"]).status, 0);
    let whole = fs::read(folder.join("toy.sleeve")).unwrap();
    // So is a pack whose filters give rules to cards, and its own files say the same.
    let filtered = "\n[[rule-of-cards]]\ncards = 'kind:elf'\nid = 'alone'\nin = 'main'\nrequire = 'count() <= 9'\ncite = 'reading: a game of the tests'\ntext = 'Few cards.'\n";
    write_file(&folder, "over.toml", format!("game = 'toy'\n{filtered}"));
    assert_eq!(run(&folder, &["pack", "toy", "over.toml", "over.sleeve"]).status, 0);
    assert_eq!(run(&folder, &["unpack", "over.sleeve", "over"]).status, 0);
    // The rule is a text of the format: the deck of four cards is illegal by it, and the files say
    // that it is legal.
    let at = whole.windows(5).rposition(|five| five == b") >= ").unwrap() + 5;
    let mut other = whole.clone();
    other[at] = b'9';
    write_file(&folder, "other.sleeve", forge(other));
    assert_ne!(digest(&folder, &["other.sleeve"]), digest(&folder, &["toy.sleeve"]));
    refuses(
        &run(&folder, &["unpack", "other.sleeve", "out"]),
        &["other.sleeve", "do not match the packed data"],
    );
    // The files of any damage are refused, and nothing is written.
    for at in (16..whole.len()).step_by(41) {
        let mut other = whole.clone();
        other[at] ^= 0x41;
        write_file(&folder, "other.sleeve", forge(other));
        let ran = run(&folder, &["unpack", "other.sleeve", "out"]);
        let written = folder.join("out").exists();
        assert_eq!(ran.status == 0, written, "byte {at}: {ran}");
        let _ = fs::remove_dir_all(folder.join("out"));
    }
}

/// A folder whose files were changed long ago, with a cache beside it.
fn compiled(test: &str) -> (PathBuf, Sleeve, PathBuf) {
    let folder = toy(test);
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    for name in ["game.toml", "cards.toml", "formats.toml"] {
        date(&folder.join("toy").join(name), long_ago);
    }
    let cache = folder.join("cache");
    let sleeve = Sleeve::new()
        .folder(&folder)
        .variable("SLEEVE_CACHE", &cache.to_string_lossy());
    (folder, sleeve, cache)
}

fn date(file: &Path, time: SystemTime) {
    fs::File::options()
        .write(true)
        .open(file)
        .unwrap()
        .set_modified(time)
        .unwrap();
}

fn kept(cache: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(cache).map(|entries| entries.map(|e| e.unwrap().path()).collect());
    entries.unwrap_or_default()
}

const CHECK: [&str; 4] = ["check", "deck.toml", "--cards", "toy"];

#[test]
fn a_folder_is_compiled_once_and_again_when_it_changed() {
    let (folder, sleeve, cache) = compiled("packs-compiled");
    let first = sleeve.run(&CHECK);
    is_legal(&first);
    let [file] = kept(&cache).try_into().unwrap();
    let bytes = fs::read(&file).unwrap();
    assert_eq!(sleeve.run(&CHECK), first);
    assert_eq!(fs::read(&file).unwrap(), bytes, "nothing is written anew");
    // What was compiled is what is read: a file changed behind its back, with its old date, is not
    // seen.
    let cards = folder.join("toy/cards.toml");
    let dated = fs::metadata(&cards).unwrap().modified().unwrap();
    fs::write(&cards, CARDS.replace("archer", "bowman")).unwrap();
    date(&cards, dated);
    assert_eq!(sleeve.run(&CHECK), first);
    // With a new date it is.
    date(&cards, dated + Duration::from_secs(1));
    sleeve.run(&CHECK).assert_status(2).assert_out("archer");
    // A file that only looks new is compared and not compiled again.
    fs::write(&cards, CARDS).unwrap();
    is_legal(&sleeve.run(&CHECK));
    let again = fs::read(&file).unwrap();
    date(&cards, dated + Duration::from_secs(5));
    is_legal(&sleeve.run(&CHECK));
    assert_ne!(fs::read(&file).unwrap(), again, "the index says its new date");
    // A new file is seen too, and one that is gone.
    let more = folder.join("toy/more.toml");
    fs::write(&more, "[[card]]\nid = \"spear\"\nkind = \"elf\"\n").unwrap();
    let names = ["cards", "", "--game", "toy", "--cards", "toy", "-o", "names"];
    assert_eq!(sleeve.run(&names).out.lines().count(), 3);
    fs::remove_file(more).unwrap();
    assert_eq!(sleeve.run(&names).out.lines().count(), 2);
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn a_cache_that_is_gone_cut_edited_or_full_changes_no_answer() {
    let (folder, sleeve, cache) = compiled("packs-cache");
    let first = sleeve.run(&CHECK);
    is_legal(&first);
    let [file] = kept(&cache).try_into().unwrap();
    let whole = fs::read(&file).unwrap();
    for at in 0..whole.len() {
        let mut edited = whole.clone();
        edited[at] ^= 1;
        if at % 7 == 0 {
            edited.truncate(at);
        }
        fs::write(&file, edited).unwrap();
        assert_eq!(sleeve.run(&CHECK), first, "byte {at}");
    }
    fs::remove_dir_all(&cache).unwrap();
    assert_eq!(sleeve.run(&CHECK), first);
    // No cache where a file stands in its place, and none where it is switched off.
    fs::remove_dir_all(&cache).unwrap();
    fs::write(&cache, "a file").unwrap();
    assert_eq!(sleeve.run(&CHECK), first);
    fs::remove_file(&cache).unwrap();
    let off = Sleeve::new().folder(&folder).variable("SLEEVE_CACHE", "");
    assert_eq!(off.run(&CHECK), first);
    assert!(!cache.exists());
}

#[test]
fn a_folder_named_from_here_is_kept_too() {
    let (folder, sleeve, cache) = compiled("packs-relative");
    let here = std::env::current_dir().unwrap();
    // Where the tests write elsewhere there is no such path.
    let Ok(relative) = folder.strip_prefix(&here) else { return };
    let cards = relative.join("toy").to_string_lossy().into_owned();
    let deck = relative.join("deck.toml").to_string_lossy().into_owned();
    let sleeve = sleeve.folder("");
    let check = || sleeve.run(&["check", &deck, "--cards", &cards]);
    is_legal(&check());
    assert_eq!(kept(&cache).len(), 1);
    is_legal(&check());
}

#[test]
fn data_with_mistakes_is_not_kept() {
    let (folder, sleeve, cache) = compiled("packs-mistakes");
    write_file(&folder, "toy/cards.toml", CARDS.replace("elf", "orc"));
    let first = sleeve.run(&CHECK);
    assert!(first.status == 2 && first.to_string().contains("orc"), "{first}");
    assert_eq!(sleeve.run(&CHECK), first);
    assert_eq!(kept(&cache), Vec::<PathBuf>::new());
}

#[test]
fn many_processes_compile_one_folder_at_once() {
    let (folder, _, cache) = compiled("packs-at-once");
    let cache_said = cache.to_string_lossy().into_owned();
    let outs: Vec<Ran> = std::thread::scope(|scope| {
        let one = || {
            let sleeve = Sleeve::new()
                .folder(&folder)
                .variable("SLEEVE_CACHE", &cache_said);
            sleeve.run(&CHECK)
        };
        let all: Vec<_> = (0..8).map(|_| scope.spawn(one)).collect();
        all.into_iter().map(|run| run.join().unwrap()).collect()
    });
    outs.iter().for_each(is_legal);
    assert_eq!(kept(&cache).len(), 1, "and no draft is left");
}

#[cfg(unix)]
#[test]
fn a_cache_that_others_may_write_is_not_believed() {
    use std::os::unix::fs::PermissionsExt;
    let (folder, sleeve, cache) = compiled("packs-shared");
    is_legal(&sleeve.run(&CHECK));
    let mode = |mode| fs::set_permissions(&cache, fs::Permissions::from_mode(mode)).unwrap();
    assert_eq!(fs::metadata(&cache).unwrap().permissions().mode() & 0o777, 0o700);
    // Changed with its old date: only a cache hides that.
    let cards = folder.join("toy/cards.toml");
    let dated = fs::metadata(&cards).unwrap().modified().unwrap();
    fs::write(&cards, CARDS.replace("archer", "bowman")).unwrap();
    date(&cards, dated);
    is_legal(&sleeve.run(&CHECK));
    mode(0o777);
    sleeve.run(&CHECK).assert_status(2).assert_out("archer");
}

#[cfg(unix)]
#[test]
fn pipes_in_the_folder_of_games_are_not_opened() {
    let folder = toy("packs-pipe");
    let games = folder.join("games");
    fs::create_dir_all(&games).unwrap();
    let made = std::process::Command::new("mkfifo")
        .arg(games.join("x.sleeve"))
        .status()
        .unwrap();
    assert!(made.success());
    let said = games.to_string_lossy().into_owned();
    let ran = Sleeve::new()
        .folder(&folder)
        .variable("SLEEVE_GAMES", &said);
    let ran = ran.run(&["check", "deck.toml", "--cards", "toy"]);
    is_legal(&ran);
    ran.assert_err("x.sleeve").assert_err("is not a game");
}

#[test]
fn many_games_stay_in_the_cache() {
    let folder = toy("packs-many");
    let long_ago = SystemTime::now() - Duration::from_secs(3600);
    let games = folder.join("games");
    for n in 0..80 {
        let game = games.join(format!("toy{n}"));
        fs::create_dir_all(&game).unwrap();
        let name = format!("\"toy{n}\"");
        write_game(&game, [&GAME.replace("\"toy\"", &name), CARDS, FORMATS]);
        for file in ["game.toml", "cards.toml", "formats.toml"] {
            date(&game.join(file), long_ago);
        }
    }
    let cache = folder.join("cache");
    let sleeve = Sleeve::new()
        .folder(&folder)
        .variable("SLEEVE_CACHE", &cache.to_string_lossy());
    let sleeve = sleeve.variable("SLEEVE_GAMES", &games.to_string_lossy());
    let written = || {
        let mut files: Vec<_> = kept(&cache);
        files.sort();
        files
            .iter()
            .map(|file| fs::metadata(file).unwrap().modified().unwrap())
            .collect::<Vec<_>>()
    };
    sleeve.run(&["rules"]);
    let first = written();
    assert_eq!(first.len(), 80);
    sleeve.run(&["rules"]);
    assert_eq!(written(), first, "nothing is written anew");
}

/// The shipped games carry the digests that were worked out when the program was built.
#[test]
fn a_shipped_game_has_the_digest_of_its_files() {
    use sleeve::catalog::source::{apply_layer, read_layers};
    let folder = scratch("packs-shipped");
    for (id, _) in sleeve::catalog::GAMES {
        let shipped = sleeve::catalog::open(id, &[]).unwrap();
        let place = folder.join(id);
        let cards = format!("cards/{id}");
        for file in sleeve::catalog::source::find_data_files(
            Path::new(&cards),
            sleeve::catalog::Links::Inside,
        )
        .unwrap()
        {
            let text = fs::read(&file).unwrap();
            let name = file
                .strip_prefix(&cards)
                .unwrap()
                .to_string_lossy()
                .into_owned();
            let is_toml = name.ends_with(".toml");
            let remark = if is_toml { &b"# A remark.\n\n"[..] } else { b"" };
            write_file(&place, &name, [remark, &text].concat());
        }
        let layers = read_layers(&place, sleeve::catalog::Links::Inside, &[]).unwrap();
        let applied = apply_layer(sleeve::model::Catalog::default(), &layers[0]);
        assert!(applied.errors.is_empty());
        assert!(shipped.known_digest().is_some() && applied.catalog.known_digest().is_none());
        assert_eq!(shipped.known_digest(), applied.catalog.digest(), "{id}");
    }
}

//! Lists whose cards a filter finds: on every day, under overlays, in packs, where facts are open,
//! and what is wrong with them.

use crate::common::{Ran, Sleeve, scratch, write_file};
use std::path::{Path, PathBuf};

const CARDS: &str = "docs/examples/games/duchy";
const DECKS: &str = "docs/examples/decks/duchy";

fn shown(path: &Path) -> String {
    path.display().to_string()
}

/// A file of data over Duchy.
fn over(name: &str, data: &str) -> (PathBuf, String) {
    let folder = scratch(name);
    write_file(&folder, "more.toml", format!("game = \"duchy\"\n{data}"));
    let path = shown(&folder.join("more.toml"));
    (folder, path)
}

fn names(filter: &str, more: &[&str]) -> Vec<String> {
    let args = ["cards", filter, "--game", "duchy", "--cards", CARDS, "-o", "names"];
    let ran = Sleeve::new().run(&[&args, more].concat());
    ran.out.lines().map(str::to_owned).collect()
}

#[test]
fn a_list_holds_what_its_filter_finds_and_what_it_names() {
    let listed = names("in:commons", &[]);
    assert_eq!(listed, names("rarity:common or id:recall", &[]));
    assert!(listed.len() > 20 && listed.contains(&"Recall".to_owned()), "{listed:?}");
    assert_eq!(names("-in:commons", &[]), names("rarity:rare -id:recall", &[]));
    assert_eq!(names("in.commons=1", &[]), listed);
    assert_eq!(names("in.commons=0", &[]), names("-in:commons", &[]));
}

#[test]
fn a_card_of_an_overlay_is_on_the_list_and_a_list_of_an_overlay_takes_its_place() {
    let card = "[[card]]\nid = 'newt'\nname = 'Newt'\nkind = 'creature'\nset = 'tides'\ncost = 1\nprovenance = 'rulebook'\n";
    let (_, newt) = over("list-newt", card);
    assert!(names("in:commons", &["--cards", &newt]).contains(&"Newt".to_owned()));
    let (_, rare) = over("list-rare-newt", &format!("{card}rarity = 'rare'\n"));
    assert!(!names("in:commons", &["--cards", &rare]).contains(&"Newt".to_owned()));
    let list = "[[list]]\nid = 'commons'\nname = 'commons'\ncite = 'council'\n";
    let (_, named) = over("list-named", &format!("{list}cards = ['otter']\n"));
    assert_eq!(names("in:commons", &["--cards", &named]), ["Otter"]);
    let (_, rares) = over("list-rares", &format!("{list}filter = 'rarity:rare'\n"));
    assert_eq!(names("in:commons", &["--cards", &rares]), names("rarity:rare", &[]));
    // Another list stays as it is.
    assert_eq!(names("in:restricted", &["--cards", &named]), names("in:restricted", &[]));
}

#[test]
fn versions_have_their_own_filters() {
    let version = |filter: &str, days: &str| {
        format!("[[list]]\nid = 'season'\nname = 'season'\ncite = 'council'\n{filter}\n{days}\n")
    };
    let lists = version("filter = 'kind:land'", "to = 2024-12-31")
        + &version("filter = 'rarity:rare'", "from = 2025-01-01\nto = 2025-12-31")
        + &version("cards = ['otter']", "from = 2026-01-01\nto = 2026-12-31");
    let (_, lists) = over("list-seasons", &lists);
    let on = |day| names("in:season", &["--cards", &lists, "--on", day]);
    assert_eq!(on("2024-06-01"), names("kind:land", &[]));
    assert_eq!(on("2025-06-01"), names("rarity:rare", &[]));
    assert_eq!(on("2026-06-01"), ["Otter"]);
    assert!(on("2027-06-01").is_empty());
    let dated = version("filter = 'kind:land'", "from = 2026-01-01");
    let (_, dated) = over("list-dated", &dated);
    let on = |day| names("in:season", &["--cards", &dated, "--on", day]);
    assert!(on("2025-12-31").is_empty());
    assert_eq!(on("2026-01-01"), names("kind:land", &[]));
}

#[test]
fn a_pack_has_the_filters_of_its_lists_and_its_folder_the_same_digest() {
    let folder = scratch("list-pack");
    let (pack, back) = (shown(&folder.join("duchy.sleeve")), shown(&folder.join("back")));
    Sleeve::new().run(&["pack", CARDS, &pack]).assert_status(0);
    Sleeve::new()
        .run(&["unpack", &pack, &back])
        .assert_status(0);
    let card = "[[card]]\nid = 'newt'\nname = 'Newt'\nkind = 'creature'\nset = 'tides'\ncost = 1\nprovenance = 'rulebook'\n";
    let (_, newt) = over("list-pack-newt", card);
    let found = |cards: &[&str]| {
        let args = ["cards", "in:commons", "--game", "duchy", "-o", "names"];
        Sleeve::new().run(&[&args, cards].concat()).out
    };
    let with = |cards: &str| found(&["--cards", cards, "--cards", &newt]);
    assert!(with(&pack).contains("Newt"));
    assert_eq!(with(&pack), with(CARDS));
    assert_eq!(found(&["--cards", &pack]), found(&["--cards", CARDS]));
    let digest = |cards: &str| {
        let ran = Sleeve::new().run(&["rules", "duchy", "--cards", cards, "-o", "json"]);
        ran.document()["games"][0]["digest"].to_string()
    };
    assert_eq!(digest(&pack), digest(CARDS));
    assert_eq!(digest(&back), digest(CARDS));
    let (_, other) = over(
        "list-pack-other",
        "[[list]]\nid = 'commons'\nname = { en = 'commons', fr = 'communes' }\ncards = ['recall']\nfilter = 'rarity<=common'\ncite = 'council: commons'\n",
    );
    let ran =
        |cards: &[&str]| Sleeve::new().run(&[&["rules", "duchy", "-o", "json"], cards].concat());
    let changed =
        ran(&["--cards", CARDS, "--cards", &other]).document()["games"][0]["digest"].to_string();
    assert_ne!(
        changed,
        digest(CARDS),
        "a filter that says the same in other words is another text"
    );
}

const OPEN: &str = "[[card]]\nid = 'newt'\nname = 'Newt'\nkind = 'creature'\nset = 'tides'\ncost = 1\n\
    provenance = 'rulebook'\nrarity = '?'\n\
    [[card]]\nid = 'toad'\nname = 'Toad'\nkind = 'creature'\nset = 'tides'\ncost = 1\n\
    provenance = { default = 'rulebook', rarity = 'stand-in' }\nrarity = 'common'\n";

fn check_with(card: &str, more: &[&str]) -> Ran {
    let (folder, data) = over("list-open", OPEN);
    let deck = std::fs::read_to_string(format!("{DECKS}/humble-1.toml")).unwrap();
    let deck = deck.replace("\"Otter\" = 4", &format!("\"Otter\" = 3\n\"{card}\" = 1"));
    write_file(&folder, "deck.toml", deck);
    let deck = shown(&folder.join("deck.toml"));
    let args = ["check", &deck, "--cards", CARDS, "--cards", &data, "--color", "never"];
    let ran = Sleeve::new().run(&[&args, more].concat());
    Ran { out: ran.out.replace(&format!("{}/", folder.display()), ""), ..ran }
}

#[test]
fn what_nobody_knows_of_a_card_leaves_open_whether_it_is_on_the_list() {
    let newt = check_with("Newt", &[]);
    newt.assert_status(3).assert_out("rarity of Newt");
    let toad = check_with("Toad", &[]);
    let toad = toad.assert_status(0);
    toad.assert_out("provisional");
    let attested = check_with("Toad", &["--attested"]);
    let attested = attested.assert_status(3);
    attested.assert_out("undetermined");
    let told = [check_with("Newt", &[]), check_with("Newt", &["--lang", "fr"]), toad, attested];
    insta::assert_snapshot!(told.map(|ran| ran.to_string()).join("\n"));
}

#[test]
fn repairs_and_builds_take_cards_of_the_list() {
    let twin = format!("{DECKS}/humble.commons.toml");
    for args in [["fix", &twin].as_slice(), &["build", "duchy/humble"]] {
        let ran = Sleeve::new().run(&[args, &["--cards", CARDS, "-o", "json"]].concat());
        let document = ran.assert_status(0).document();
        assert_eq!(document["decks"][0]["verdict"], "legal");
    }
}

#[test]
fn mistakes_in_filters_of_lists_are_told_at_their_places() {
    let list = |id: &str, keys: &str| {
        format!("[[list]]\nid = '{id}'\nname = '{id}'\ncite = 'council'\n{keys}\n")
    };
    let types = list("a", "filter = ['kind:spell']") + &list("b", "cards = 'kind:spell'");
    let texts = [
        ("a", "filter = 'rarty:rare'"),
        ("b", "cards = ['otter']\nfilter = 'kind:spell in:banned'"),
        ("c", "filter = 'in.points>=1'"),
        ("d", "filter = 'legal:humble'"),
        ("e", "filter = 'colours<=$commander.colours'"),
        ("f", "filter = 'kind:spell zone:deck'"),
    ];
    let texts: String = texts.map(|(id, keys)| list(id, keys)).concat();
    let clean = list("none", "filter = 'kind:land cost>=1'")
        + &list("open", "filter = 'kind:creature rarity:rare'");
    let mut told = Vec::new();
    let findings = format!("{OPEN}{clean}");
    for (name, data) in [("list-types", types), ("list-texts", texts), ("list-findings", findings)]
    {
        let (folder, path) = over(name, &data);
        for lang in ["en", "fr"] {
            let args = ["lint", CARDS, &path, "--lang", lang, "--color", "never"];
            let ran = Sleeve::new().run(&args).assert_status(1);
            told.push(
                ran.to_string()
                    .replace(&format!("{}/", folder.display()), ""),
            );
        }
    }
    insta::assert_snapshot!(told.join("\n"));
}

#[test]
fn filters_of_lists_count_towards_the_filters_of_a_game() {
    let limit = sleeve::model::card_rule::MAX_FILTERED;
    let lists: String = (0..=limit)
        .map(|at| {
            format!(
                "[[list]]\nid = 'l{at}'\nname = 'l{at}'\ncite = 'council'\nfilter = 'kind:land'\n"
            )
        })
        .collect();
    let (_, path) = over("list-many", &lists);
    let ran = Sleeve::new()
        .run(&["cards", "in:l0", "--game", "duchy", "--cards", CARDS, "--cards", &path]);
    ran.assert_status(2).assert_err("more than 1000 lists");
}

#[test]
fn tests_of_all_filters_together_are_counted_before_they_are_asked() {
    let many = |item: &dyn Fn(usize) -> String| -> String {
        (0..1_000).map(item).collect::<Vec<_>>().join(" or ")
    };
    let list = |at: usize, filter: &str| {
        format!(
            "[[list]]\nid = 'l{at}'\nname = 'L'\ncite = 'reading: x'\nfilter = '{filter} or zz{at}'\n"
        )
    };
    let words = many(&|at| format!("zq{at}"));
    let words = (0..4).map(|at| list(at, &words)).collect::<String>();
    // A hundred thousand times the time of a word: they are compiled.
    let expressions = list(0, &many(&|at| format!(r"/\w{{99}}{at}/")));
    let held = list(0, "pulls:(pulls:(pulls:(name:x)))");
    let folder = scratch("list-many-words");
    for lists in [words, expressions, held] {
        write_file(&folder, "o.toml", format!("game = \"swccg\"\n{lists}"));
        let path = shown(&folder.join("o.toml"));
        let started = std::time::Instant::now();
        let ran = Sleeve::new().run(&["cards", "--game", "swccg", "--cards", &path, "id:1_168"]);
        ran.assert_status(2)
            .assert_err("more than 10000000 tests of cards by filters");
        assert!(started.elapsed().as_secs() < 20, "{:?}", started.elapsed());
    }
}

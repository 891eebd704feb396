//! The user's own files, laid over the shipped games.

use crate::common::{Sleeve, scratch, write_file, write_game};
use sleeve::{
    catalog::{self, CatalogError, CatalogMessage, Shelf},
    model::{FRONT, Fact, Lens},
};
use std::path::{Path, PathBuf};

/// A folder that is removed when the test ends.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str, files: &[(&str, &[u8])]) -> Folder {
        let root = std::env::temp_dir().join(format!("sleeve-{}-{name}", std::process::id()));
        for (path, bytes) in files {
            let path = root.join(path);
            std::fs::create_dir_all(path.parent().unwrap()).unwrap();
            std::fs::write(path, bytes).unwrap();
        }
        Folder(root)
    }

    fn path(&self, below: &str) -> PathBuf {
        self.0.join(below)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const CLUB: &[u8] = br#"
game = "starfighter"

[[format]]
id = "club-30"
extends = "guerre-totale"
name = "Club night"
cite = "reading: our club"

[[format.rule]]
id = "deck-size"
zone = "deck"
require = "count() = 30"
cite = "reading: our club"
text = "Thirty cards, no more and no fewer."
"#;

#[test]
fn what_is_named_twice_lies_where_it_is_named_last() {
    let other = String::from_utf8_lossy(CLUB).replace("club-30", "club-other");
    let files = [("a.toml", CLUB), ("b.toml", other.as_bytes()), ("deep/x", b"")];
    let folder = Folder::new("twice", &files);
    let [a, again, b] = ["a.toml", "deep/../a.toml", "b.toml"].map(|path| folder.path(path));
    let shown = |overlays: &[PathBuf]| -> Vec<String> {
        let overlays = catalog::open("starfighter", overlays).unwrap().overlays;
        overlays.into_iter().map(|overlay| overlay.path).collect()
    };
    let path = |path: &Path| path.to_string_lossy().into_owned();
    assert_eq!(shown(&[a.clone(), again.clone()]), [path(&again)]);
    assert_eq!(shown(&[a.clone(), b.clone(), again.clone()]), [path(&b), path(&again)]);
    assert_eq!(shown(&[a.clone(), b.clone()]), [path(&a), path(&b)]);
}

#[test]
fn one_file_adds_a_format_that_extends_a_shipped_one() {
    let folder = Folder::new("format", &[("club.toml", CLUB)]);
    let catalog = catalog::open("starfighter", &[folder.path("club.toml")]).unwrap();
    let format = catalog.format("club night").unwrap();
    assert_eq!(format.extends, ["guerre-totale"]);
    let shipped = catalog.format("guerre-totale").unwrap();
    assert_eq!(format.zones, shipped.zones);
    assert_eq!(format.rules.len(), shipped.rules.len());
    let size = format
        .rules
        .iter()
        .find(|rule| rule.id == "deck-size")
        .unwrap();
    assert_eq!((size.format.as_str(), size.origin.line), ("club-30", 11));
    assert_eq!(catalog.overlays.len(), 1);
    assert_eq!(catalog.overlays[0].changed, 1);
}

#[test]
fn a_file_in_a_folder_of_the_games_name_needs_no_key() {
    let without_key = &CLUB[CLUB.windows(2).position(|w| w == b"[[").unwrap()..];
    let files = [("starfighter/club.toml", without_key), ("notes/.hidden.toml", b"x".as_slice())];
    let folder = Folder::new("named", &files);
    for path in [folder.path("starfighter/club.toml"), folder.path("starfighter"), folder.path("")]
    {
        let catalog = catalog::open("starfighter", std::slice::from_ref(&path)).unwrap();
        assert!(catalog.format("club-30").is_some(), "{}", path.display());
        let other = catalog::open("star-realms", &[path]).unwrap();
        assert!(other.overlays.is_empty());
    }
}

#[test]
fn a_card_keeps_what_an_overlay_does_not_say() {
    let text = "game = \"starfighter\"\n[[card]]\nid = \"ares\"\narmour = 25\nprovenance = \"rulebook\"\n[[card]]\nid = \"nyx\"\nkind = \"cruiser\"\ndraw = 4\n";
    let folder = Folder::new("card", &[("mine.toml", text.as_bytes())]);
    let shipped = catalog::open("starfighter", &[]).unwrap();
    let catalog = catalog::open("starfighter", &[folder.path("")]).unwrap();
    let (game, cards) = (&catalog.game, &catalog.cards);
    assert_eq!(cards.len(), shipped.cards.len() + 1);
    let number = |id: &str, field: &str| {
        let card = cards.by_id(id).unwrap();
        match card.fact(game, FRONT, game.attribute(field).unwrap(), Lens::Attested) {
            Fact::Number(n) => n.to_integer(),
            _ => None,
        }
    };
    assert_eq!((number("ares", "armour"), number("ares", "sectors")), (Some(25), Some(5)));
    assert_eq!(number("nyx", "draw"), Some(4));
    for card in shipped.cards.iter().filter(|card| card.id() != "ares") {
        assert_eq!(cards.record(card.index()), shipped.cards.record(card.index()));
    }
}

#[test]
fn a_shipped_format_can_be_amended_in_place() {
    let text = "game = \"starfighter\"\n[[format]]\nid = \"guerre-totale\"\nextends = \"guerre-totale\"\nwithout = [\"one-cruiser\"]\nname = \"Total War\"\n";
    let folder = Folder::new("amend", &[("mine.toml", text.as_bytes())]);
    let shipped = catalog::open("starfighter", &[]).unwrap();
    let catalog = catalog::open("starfighter", &[folder.path("mine.toml")]).unwrap();
    let rules = |c: &sleeve::model::Catalog| c.format("guerre-totale").unwrap().rules.len();
    assert_eq!(rules(&catalog) + 1, rules(&shipped));
    assert_eq!(catalog.format_heads().len(), shipped.format_heads().len());
}

#[test]
fn a_folder_may_hold_a_game_of_its_own() {
    let game = b"id = \"toy\"\nname = \"Toy\"\n[kinds.card]\n";
    let cards = b"[[card]]\nid = \"a\"\nkind = \"card\"\n[[format]]\nid = \"f\"\nzones.deck = \"kind:card\"\n";
    let folder = Folder::new("game", &[("toy/game.toml", game), ("toy/cards.toml", cards)]);
    let shelf = Shelf::new(&catalog::GAMES, &[folder.path("")]).unwrap();
    let heads = shelf.games().unwrap();
    let toy = heads.iter().find(|head| head.named.id == "toy").unwrap();
    assert_eq!((toy.cards, toy.formats.len()), (1, 1));
    assert_eq!(shelf.open("toy").unwrap().cards.len(), 1);
    assert_eq!(shelf.open("Starfighter").unwrap().game.id(), "starfighter");
}

#[test]
fn a_file_beside_the_games_of_a_folder_is_of_the_one_that_it_names() {
    let game = |id: &str| format!("id = \"{id}\"\nname = \"{id}\"\n[kinds.card]\n");
    let [one, two] = ["one", "two"].map(game);
    let card = b"game = \"two\"\n[[card]]\nid = \"a\"\nkind = \"card\"\n";
    let folder = Folder::new(
        "two-games",
        &[
            ("one/game.toml", one.as_bytes()),
            ("two/game.toml", two.as_bytes()),
            ("more/cards.toml", card),
        ],
    );
    let shelf = Shelf::new(&catalog::GAMES, &[folder.path("")]).unwrap();
    let cards = ["one", "two"].map(|id| shelf.open(id).unwrap().cards.len());
    assert_eq!(cards, [0, 1]);
}

fn refused(overlay: &Path) -> Vec<(String, u32)> {
    match catalog::open("starfighter", &[overlay.to_owned()]) {
        Err(CatalogError::Data(errors)) => errors
            .iter()
            .map(|e| (e.id().unwrap().to_owned(), e.line()))
            .collect(),
        other => panic!("{other:?}"),
    }
}

#[test]
fn overlays_that_cannot_be_used_say_why() {
    let files: [(&str, &[u8]); 7] = [
        ("sheet.csv", b"# set: new\n# game: starfigther\nid,name\na,A\n"),
        ("nobody.toml", b"[[format]]\nid = \"x\"\n"),
        ("wrong.toml", b"game = \"starfigther\"\n"),
        ("latin.toml", b"game = \"starfighter\"\n# caf\xe9\n"),
        ("broken.toml", b"game = \"starfighter\"\n[[format\n"),
        ("typo.toml", b"game = \"starfighter\"\n[[card]]\nid = \"ares\"\narmor = 2\narmr = 1\n"),
        ("empty/readme.md", b"nothing"),
    ];
    let folder = Folder::new("refused", &files);
    let file = |name: &str| refused(&folder.path(name));
    assert_eq!(file("nobody.toml"), [("no-game".to_owned(), 1)]);
    assert_eq!(file("wrong.toml"), [("unknown-game".to_owned(), 1)]);
    assert_eq!(file("sheet.csv"), [("unknown-game".to_owned(), 2)]);
    assert_eq!(file("latin.toml"), [("not-utf-8".to_owned(), 2)]);
    assert_eq!(file("broken.toml"), [("not-toml".to_owned(), 2)]);
    assert_eq!(file("typo.toml"), [("unknown-field".to_owned(), 5)]);
    assert_eq!(file("empty"), [("no-data".to_owned(), 1)]);
    assert_eq!(file("missing.toml"), [("unreadable".to_owned(), 1)]);
}

#[test]
fn a_file_beyond_the_limit_is_refused_unread() {
    let folder = Folder::new("large", &[("large.toml", b"game = \"starfighter\"\n")]);
    let path = folder.path("large.toml");
    std::fs::File::options()
        .write(true)
        .open(&path)
        .unwrap()
        .set_len(100 << 20)
        .unwrap();
    assert_eq!(refused(&path), [("too-large".to_owned(), 1)]);
}

#[test]
fn an_unknown_game_names_the_nearest_and_all() {
    match catalog::open("starfigther", &[]) {
        Err(CatalogError::Unavailable(CatalogMessage::UnknownGame { near, known, .. })) => {
            assert_eq!(near, ["starfighter"]);
            assert!(known.contains(&"swccg".to_owned()));
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn a_mistake_in_a_condition_is_pointed_at_inside_the_rule() {
    let text = String::from_utf8_lossy(CLUB).replace("count() = 30", "count(levle>=2) = 30");
    let folder = Folder::new("condition", &[("club.toml", text.as_bytes())]);
    match catalog::open("starfighter", &[folder.path("club.toml")]) {
        Err(CatalogError::Data(errors)) => {
            let error = &errors[0];
            assert_eq!((errors.len(), error.id().unwrap(), error.line()), (1, "bad-condition", 13));
            assert_eq!(
                error
                    .source()
                    .unwrap()
                    .text
                    .get(error.mark().unwrap().span.clone()),
                Some("levle")
            );
            assert!(error.to_string().contains("level"), "{error}");
        }
        other => panic!("{other:?}"),
    }
}

#[test]
fn the_manuals_own_file_can_be_used_as_it_stands() {
    let manual = std::fs::read_to_string("docs/data.md").unwrap();
    let blocks = manual
        .split("```toml\n")
        .skip(1)
        .filter_map(|part| part.split("```").next());
    let mut blocks = blocks.filter(|block| block.contains("id = \"club-30\""));
    let example = blocks.next().unwrap();
    let folder = Folder::new("manual", &[("club.toml", example.as_bytes())]);
    let path = folder.path("club.toml");
    let open = catalog::open("starfighter", std::slice::from_ref(&path)).unwrap();
    assert!(open.format("club-30").is_some());
    let report =
        catalog::lint::lint_paths(&catalog::GAMES, &[path], catalog::Links::Inside).unwrap();
    assert!(report.findings.is_empty(), "{:?}", report.findings);
}

#[test]
fn an_overlay_says_anew_what_a_card_sets_out_and_leaves_the_others() {
    let text = "game = \"swccg\"\n[[sets-out]]\ncards = [\"7_300\", \"7_36\"]\ncite = \"reading: ours\"\nplaces = [{ id = \"hoth\", kind = \"location\", cards = 'name=\"Hoth\"' }]\n";
    let folder = Folder::new("sets-out", &[("mine.toml", text.as_bytes())]);
    let shipped = catalog::open("swccg", &[]).unwrap();
    let catalog = catalog::open("swccg", &[folder.path("")]).unwrap();
    assert_eq!(catalog.overlays[0].changed, 2);
    assert_eq!(catalog.set_outs().len(), shipped.set_outs().len() + 1);
    let card = |id: &str| catalog.cards.by_id(id).unwrap().index();
    for id in ["7_300", "7_36"] {
        let set_out = catalog.set_out(card(id)).unwrap();
        assert_eq!((set_out.places.len(), set_out.places[0].id.as_str()), (1, "hoth"), "{id}");
    }
    assert_eq!(catalog.set_out(card("7_297")), shipped.set_out(card("7_297")));
}

#[test]
fn an_owner_who_says_anew_what_kinds_have_that_print_nothing_replaces_all_that_was_said() {
    let folder = scratch("defaults-replaced");
    let game = "id = \"toy\"\nname = \"Toy\"\nkinds = { ship = {}, base = {} }\n\
        attributes.cost = { type = \"integer\", defaults = { ship = 1 } }\n";
    let cards = "[[card]]\nid = \"a\"\nkind = \"ship\"\n[[card]]\nid = \"b\"\nkind = \"base\"\n";
    write_game(&folder.join("toy"), [game, cards, ""]);
    let anew = "id = \"toy\"\nattributes.cost = { defaults = { base = 2 } }\n";
    write_file(&folder, "over/game.toml", anew);
    let found = |filter: &str| {
        let line = format!("cards --cards toy --cards over --game toy -o names {filter}");
        Sleeve::new().folder(&folder).line(&line).out
    };
    assert_eq!([found("cost=1"), found("cost=2")], ["", "b\n"]);
}

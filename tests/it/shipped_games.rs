//! What comes with the program: games that read without a mistake and are in the binary what their
//! files say, legal decks of every format, mappings that cover what their game declares, and
//! verdicts on decks that an outside judge has judged (`tests/verdicts/`).

use crate::common::sleeve;
use serde::Deserialize;
use sleeve::{
    catalog::{self, source},
    import::{ImportInput, Mapping, Vocabulary, import},
};
use std::{
    collections::{BTreeMap, BTreeSet},
    fs::read_to_string,
    path::Path,
};

#[test]
fn the_shipped_data_reads_without_a_mistake() {
    let games = source::load_folder(Path::new("cards")).unwrap();
    let errors: Vec<String> = games
        .iter()
        .flat_map(|game| &game.errors)
        .map(ToString::to_string)
        .collect();
    assert!(errors.is_empty(), "{} mistakes\n{}", errors.len(), errors.join("\n\n"));
    for game in &games {
        assert!(!game.catalog.cards.is_empty(), "{}", game.catalog.game.id());
        assert!(game.catalog.formats().count() > 0, "{}", game.catalog.game.id());
    }
}

fn game(id: &str) -> source::AppliedLayer {
    let games = source::load_folder(Path::new("cards")).unwrap();
    games
        .into_iter()
        .find(|game| game.catalog.game.id() == id)
        .unwrap()
}

#[test]
fn halves_and_backs_are_read_with_their_provenance() {
    let read = game("starfighter");
    let (game, cards) = (&read.catalog.game, &read.catalog.cards);
    assert_eq!(cards.len(), 104);
    let card = cards.by_id("3-35").unwrap();
    let (level, back) = (game.attribute("niveau").unwrap(), game.face("back").unwrap());
    use sleeve::model::{FRONT, Fact, Lens};
    let number = |fact| match fact {
        Fact::Number(n) => n.to_integer(),
        _ => None,
    };
    assert_eq!(number(card.fact(game, FRONT, level, Lens::Attested)), Some(3));
    assert_eq!(number(card.fact(game, back, level, Lens::Attested)), Some(0));
    let effects = card.effects(game, FRONT, Lens::Attested);
    let names: Vec<&str> = effects
        .known
        .iter()
        .map(|e| game.effects[e.effect.index()].named.id.as_str())
        .collect();
    assert_eq!(names, ["draw", "pivot"]);
    assert!(!effects.is_open);
}

#[test]
fn the_snapshot_holds_what_the_files_say() {
    let shipped = catalog::games();
    let read = source::load_folder(Path::new("cards")).unwrap();
    assert_eq!(shipped.len(), read.len());
    for (head, read) in shipped.iter().zip(&read) {
        let open = catalog::open(&head.named.id, &[]).unwrap();
        let mut game = open.game.clone();
        for known in std::mem::take(&mut *game.known_decks) {
            let file = Path::new("decks")
                .join(head.named.id.as_str())
                .join(known.file);
            assert_eq!(known.text, read_to_string(file).unwrap());
        }
        assert_eq!(game, read.catalog.game);
        assert_eq!(head.cards as usize, read.catalog.cards.len());
        for (packed, parsed) in open.cards.iter().zip(read.catalog.cards.iter()) {
            let index = packed.index();
            assert_eq!(open.cards.record(index), read.catalog.cards.record(parsed.index()));
        }
        assert_eq!(open.format_heads(), head.formats.as_slice());
        assert!(open.all_formats().eq(read.catalog.all_formats()));
        assert_eq!(open.list_names(), read.catalog.list_names());
        assert!(open.lists().eq(read.catalog.lists()));
        assert_eq!(open.set_outs(), read.catalog.set_outs());
    }
}

#[test]
#[ignore = "prints how long opening takes; meaningful in an optimised build"]
fn opening_is_cheap() {
    for head in catalog::games() {
        let mut best = std::time::Duration::MAX;
        for _ in 0..200 {
            let start = std::time::Instant::now();
            let open = catalog::open(&head.named.id, &[]).unwrap();
            best = best.min(start.elapsed());
            assert_eq!(open.cards.len(), head.cards as usize);
        }
        println!(
            "{}: {best:?}, {} cards, {} formats",
            head.named.id,
            head.cards,
            head.formats.len()
        );
    }
    let start = std::time::Instant::now();
    let heads = catalog::games();
    println!("heads of {} games: {:?}", heads.len(), start.elapsed());
}

#[test]
fn at_least_25_decks_of_every_game_and_format_are_all_legal_and_named() {
    let ran = sleeve(&["check", "decks/", "-o", "json"]);
    assert_eq!(ran.status, 0, "{}", ran.out);
    let document = ran.document();
    let decks = document["decks"].as_array().unwrap();
    assert!(decks.len() >= 25, "{}", decks.len());
    assert_eq!(document["summary"]["legal"], decks.len());
    let mut played = BTreeSet::new();
    let mut names = BTreeSet::new();
    for deck in decks {
        let name = deck["name"].as_str().unwrap_or_default();
        assert!(!name.is_empty(), "{} has no name", deck["path"]);
        assert!(names.insert((deck["game"].to_string(), name.to_owned())), "{name} stands twice");
        let word = |key: &str| deck[key].as_str().unwrap_or_default().to_owned();
        played.insert((word("game"), word("format")));
    }
    let mut missing = Vec::new();
    for head in catalog::games() {
        for format in head.formats.iter().filter(|f| !f.is_abstract) {
            let key = (head.named.id.to_string(), format.named.id.to_string());
            if !played.contains(&key) {
                missing.push(key);
            }
        }
    }
    assert!(missing.is_empty(), "formats without a deck: {missing:?}");
}

fn vocabulary(game: &str) -> Vocabulary {
    Vocabulary::from_game(&catalog::open(game, &[]).unwrap().game)
}

/// Every game with a mapping: id, mapping, game.
fn mapped_games() -> Vec<(String, String, String)> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir("cards").unwrap() {
        let folder = entry.unwrap().path();
        let Ok(mapping) = read_to_string(folder.join("import.toml")) else { continue };
        let game = read_to_string(folder.join("game.toml")).unwrap();
        games.push((folder.file_name().unwrap().to_str().unwrap().to_owned(), mapping, game));
    }
    assert!(!games.is_empty());
    games
}

#[test]
fn shipped_mappings_are_valid() {
    for (id, mapping, _) in mapped_games() {
        let name = format!("cards/{id}/import.toml");
        let read = Mapping::parse(&name, &mapping, vocabulary(&id));
        if let Err(problems) = read {
            let told: Vec<String> = problems.iter().map(ToString::to_string).collect();
            panic!("{}", told.join("\n"));
        }
    }
}

#[test]
fn every_effect_of_a_mapped_game_has_patterns_and_is_measured() {
    for (id, mapping, game) in mapped_games() {
        let (mapping, game): (toml::Table, toml::Table) =
            (mapping.parse().unwrap(), game.parse().unwrap());
        let declared: BTreeSet<&str> = game["effects"]
            .as_table()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let patterns = mapping["effects"]["pattern"].as_array().unwrap();
        let derived: BTreeSet<&str> = patterns.iter().map(|p| p["id"].as_str().unwrap()).collect();
        assert_eq!(declared, derived, "{id}");
        assert!(derived.len() >= 30, "{id}: {}", derived.len());
    }
}

#[test]
fn shipped_mappings_refuse_what_is_no_card_file() {
    for (id, mapping, _) in mapped_games() {
        let mapping = Mapping::parse(&id, &mapping, vocabulary(&id)).unwrap();
        let read = |text| import(&[ImportInput { name: "cards.json", text }], &mapping);
        for text in ["", "{", "[]x", "7", "{\"other\": []}"] {
            let error = read(text).unwrap_err().to_string();
            assert!(error.starts_with("cards.json: "), "{text}: {error}");
        }
        for text in ["[{}]", "[null]"] {
            let out = read(text).unwrap();
            assert_eq!((out.cards, out.refused_count), (0, 1), "{text}");
        }
    }
}

#[derive(Deserialize)]
struct Judged {
    /// Formats of the base format named `extends` are those that were judged.
    judge: String,
    /// Deck → the formats that admit it.
    legal: BTreeMap<String, BTreeSet<String>>,
}

/// The formats that were judged: those that extend the judge's, the judge's own aside.
fn judged_formats(game: &str, judge: &str) -> BTreeSet<String> {
    let catalog = catalog::open(game, &[]).unwrap();
    let formats = catalog
        .formats()
        .filter(|f| f.extends.iter().any(|id| id == judge));
    formats
        .filter(|f| !f.is_abstract)
        .map(|f| f.named.id.to_string())
        .collect()
}

few_and_many!(every_judged_deck_gets_the_verdict_of_its_judge_in_every_format, false, true);

fn every_judged_deck_gets_the_verdict_of_its_judge_in_every_format(all: bool) {
    let mut wrong = Vec::new();
    for entry in std::fs::read_dir("tests/verdicts").unwrap() {
        let path = entry.unwrap().path();
        let game = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let mut judged: Judged = toml::from_str(&read_to_string(&path).unwrap()).unwrap();
        if !all {
            // Unoptimised, one check takes as long as thirty: one deck for each answer is enough
            // there.
            let mut answers = BTreeSet::new();
            judged
                .legal
                .retain(|_, formats| answers.insert(formats.clone()));
        }
        let formats = judged_formats(&game, &judged.judge);
        let files: Vec<String> = judged
            .legal
            .keys()
            .map(|deck| format!("decks/{game}/{deck}.toml"))
            .collect();
        let mut args = vec!["check", "--as", "all", "-o", "json"];
        args.extend(files.iter().map(String::as_str));
        let report = sleeve(&args).document();
        let mut seen = 0;
        for check in report["decks"].as_array().unwrap() {
            let deck = Path::new(check["path"].as_str().unwrap())
                .file_stem()
                .unwrap();
            let format = check["format"].as_str().unwrap();
            if !formats.contains(format) {
                continue;
            }
            let allowed = judged.legal[deck.to_str().unwrap()].contains(format);
            let expected = if allowed { "legal" } else { "illegal" };
            if check["verdict"] != expected {
                let verdict = &check["verdict"];
                wrong.push(format!(
                    "{} in {format}: {verdict}, {expected} expected",
                    deck.display()
                ));
            }
            seen += 1;
        }
        assert_eq!(seen, judged.legal.len() * formats.len(), "{game}");
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

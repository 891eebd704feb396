//! The mappings that ship with games: they compile, and they cover what their game declares.
use std::collections::BTreeSet;
use std::fs::read_to_string;

use sleeve::import::{ImportInput, Mapping, Vocabulary, import};

fn vocabulary(game: &str) -> Vocabulary {
    Vocabulary::from_game(&sleeve::catalog::open(game, &[]).unwrap().game)
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
        let declared: BTreeSet<&str> =
            game["effects"].as_table().unwrap().keys().map(String::as_str).collect();
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

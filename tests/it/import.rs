//! The mappings that ship with games: they compile, and they cover what their game declares.
use std::collections::BTreeSet;
use std::fs::read_to_string;

use sleeve::import::{ImportInput, Mapping, Vocabulary, import};

fn vocabulary(game: &str) -> Vocabulary {
    Vocabulary::of(&sleeve::catalog::open(game, &[]).unwrap().game)
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
        if let Err(error) =
            Mapping::parse(&format!("cards/{id}/import.toml"), &mapping, vocabulary(&id))
        {
            panic!("{error}");
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
        for text in ["", "{", "[]x", "7", "{\"other\": []}", "[{}]", "[null]"] {
            let input = ImportInput { name: "cards.json", text };
            let error = import(&[input], &mapping).unwrap_err().to_string();
            assert!(error.starts_with("cards.json: "), "{text}: {error}");
        }
    }
}

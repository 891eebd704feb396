//! One name, one field: columns, filters, sort keys and groups accept the same words.

use crate::common::sleeve;
use sleeve::{
    catalog::Library,
    language::{self, Field, Scope},
};

/// Words of fields of every game, with what stands above their column in English and in French.
const WORDS: [(&str, &str, &str); 16] = [
    ("id", "Id", "Id"),
    ("nom", "Name", "Nom"),
    ("kind", "Kind", "Sorte"),
    ("genre", "Kind", "Sorte"),
    ("sets", "Set", "Extension"),
    ("extensions", "Set", "Extension"),
    ("quantité", "Copies", "Exemplaires"),
    ("sortie", "Released", "Parution"),
    ("parution", "Released", "Parution"),
    ("provenance", "Provenance", "Provenance"),
    ("icon", "Icons", "Icônes"),
    ("icons.pilot", "Pilot", "Pilote"),
    ("icon.pilot", "Pilot", "Pilote"),
    ("destiny", "Destiny", "Destinée"),
    ("back.destiny", "Destiny (back)", "Destinée (dos)"),
    ("dos.destinée", "Destiny (back)", "Destinée (dos)"),
];

const DECK: &str = "decks/swccg/profit.toml";

fn fine(args: &[&str]) -> String {
    let ran = sleeve(args);
    assert_eq!(ran.status, 0, "{args:?}: {}", ran.err);
    ran.out
}

#[test]
fn every_word_means_one_field_as_a_column_and_in_the_language() {
    let library = Library::new(&sleeve::catalog::GAMES, &[]).unwrap();
    for id in library.game_ids() {
        let catalog = library.open(&id).unwrap();
        let game = &catalog.game;
        let scope = Scope::from_catalog(&catalog);
        let parts = game.faces.iter().flat_map(|face| face.named.words());
        let parts: Vec<String> = parts.map(|part| format!("{part}.")).collect();
        for word in Field::words(game) {
            for part in std::iter::once("").chain(parts.iter().map(String::as_str)) {
                let word = format!("{part}{word}");
                let shown = Field::parse(game, &word);
                assert!(shown.is_some(), "{id}: no column {word}");
                if !word.contains(' ') {
                    let read = language::field(&word, &scope);
                    assert_eq!(read.ok(), shown, "{id}: {word}");
                }
            }
        }
    }
}

#[test]
fn what_is_a_column_is_a_filter_a_key_and_a_group() {
    for (word, english, french) in WORDS {
        let one = ["cards", "--game", "swccg", "--limit", "1"];
        let cards = |more: &[&str]| fine(&[&one[..], more].concat());
        for (lang, heading) in [("en", english), ("fr", french)] {
            let columns = format!("name,{word}");
            let shown = cards(&["luke", "--columns", &columns, "--lang", lang]);
            let head = shown.lines().next().unwrap_or_default();
            assert!(head.ends_with(heading), "{word}: {head}");
        }
        cards(&["luke", "--sort", word]);
        cards(&["luke", "--group", word]);
        cards(&["--", &format!("has:{word}")]);
        fine(&["stats", DECK, "--by", word]);
    }
}

#[test]
fn a_filter_takes_the_words_that_columns_take() {
    let same = [
        ("genre:starship", "kind:starship"),
        ("sets:hoth", "set:hoth"),
        ("extensions:hoth", "set:hoth"),
        ("sortie<1996-06-01", "released<1996-06-01"),
        ("sortie<1996-06-01 genre:character", "released<1996-06-01 kind:character"),
        ("genre=?", "kind=?"),
    ];
    for (word, usual) in same {
        let found = |filter: &str| fine(&["cards", "--game", "swccg", "-o", "names", "--", filter]);
        assert_eq!(found(word), found(usual), "{word}");
    }
    for (word, usual) in
        [("effets:pioche", "effect:draw"), ("effects.combat>=5", "effect.combat>=5")]
    {
        let found =
            |filter: &str| fine(&["cards", "--game", "star-realms", "-o", "names", "--", filter]);
        assert_eq!(found(word), found(usual), "{word}");
        assert!(!found(word).is_empty(), "{word}");
    }
}

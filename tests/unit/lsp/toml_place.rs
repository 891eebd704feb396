//! Unit tests of `crates/lsp/src/toml_place.rs`.

use super::*;

/// The position of `|`, as `part path span`.
fn place(text: &str) -> String {
    let at = text.find('|').unwrap();
    let text = text.replacen('|', "", 1);
    let place = find_place(&text, at);
    let here = text[place.span.clone()].replace('\n', "/");
    let (path, TomlPlace { part, quote, is_closed, .. }) = (place.path.join("."), place);
    format!("{part:?} {path} <{here}> {quote:?} {is_closed}")
}

#[test]
fn places_are_found_in_whole_and_in_half_typed_texts() {
    // Not `include_str!`: the build of the program would depend on this file.
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/editor/places.txt");
    let cases = std::fs::read_to_string(path).unwrap();
    for case in cases.split("\n=== ").skip(1) {
        let (expected, text) = case.split_once('\n').unwrap();
        let text = text.trim_end_matches('\n');
        assert_eq!(place(text), expected, "{text:?}");
    }
}

#[test]
fn no_text_keeps_the_search_from_an_end() {
    let signs = ["[", "]", "{", "}", "=", ",", "\"", "'", "a", "\n", "#", ".", " ", "\\"];
    let mut seed = 7_u64;
    for _ in 0..20_000 {
        let mut text = String::new();
        for _ in 0..12 {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            text += signs[(seed >> 33) as usize % signs.len()];
        }
        for target in 0..=text.len() {
            let place = find_place(&text, target);
            assert!(place.span.start <= target && target <= place.span.end, "{text:?} {target}");
        }
    }
}

#[test]
fn schemas_tell_keys_and_words_of_lists_and_of_tables_with_names_of_their_own() {
    let path = |keys: &[&str]| keys.iter().map(|&key| key.to_owned()).collect::<Vec<_>>();
    let keys = |schema, of: &[&str]| schema_keys(schema, &path(of));
    let shape = |schema, of: &[&str], key: &str| {
        let found = keys(schema, of)
            .into_iter()
            .find(|of| of.key == key)
            .unwrap();
        assert!(!found.meaning.is_empty(), "{key}");
        found.shape
    };
    assert_eq!(shape("deck", &[], "format"), KeyShape::Text);
    assert_eq!(shape("deck", &[], "zones"), KeyShape::Table);
    assert_eq!(shape("data", &[], "card"), KeyShape::Tables);
    assert_eq!(shape("data", &["format", "rule"], "require"), KeyShape::Text);
    assert_eq!(shape("data", &["format", "rule"], "zone"), KeyShape::Text);
    let words = words_of(&schema_nodes("data", &path(&["format", "rule", "level"])));
    assert!(words.contains(&"warning".to_owned()), "{words:?}");
}

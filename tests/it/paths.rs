//! Paths as texts, and paths that are spelt wrong.

use sleeve_text::files::*;
use std::path::Path;

#[cfg(unix)]
#[test]
fn no_two_paths_are_one_text() {
    use std::ffi::OsStr;
    use std::os::unix::ffi::OsStrExt as _;
    let paths: [(&[u8], &str); 6] = [
        (b"d\xe9ck/\xff.toml", "d\\xE9ck/\\xFF.toml"),
        (b"d\\xE9ck", "d\\x5CxE9ck"),
        (b"\\\xff\\x", "\\\\xFF\\x5Cx"),
        (b"\\x5C", "\\x5Cx5C"),
        ("dé\\ck\u{1b} %".as_bytes(), "dé\\ck\u{1b} %"),
        (b"\xff\\xFF", "\\xFF\\x5CxFF"),
    ];
    for (bytes, text) in paths {
        let path = Path::new(OsStr::from_bytes(bytes));
        assert_eq!(path_text(path), text);
        assert_eq!(path_from_text(text), path);
    }
}

#[test]
fn a_misspelt_part_of_a_path_is_offered_as_it_is_spelt() {
    let folder = tempfile::tempdir().unwrap();
    let inner = folder.path().join("decks");
    std::fs::create_dir(&inner).unwrap();
    for name in ["profit.toml", "hunt-down.toml", "hunt-down.txt", ".profit.toml.swp"] {
        std::fs::write(inner.join(name), "").unwrap();
    }
    let offered = |path: &str| suggest_paths(&folder.path().join(path)).as_ref().to_vec();
    assert_eq!(offered("decks/proft.toml"), ["profit.toml"]);
    assert_eq!(offered("decks/hunt-down"), ["hunt-down.toml", "hunt-down.txt"]);
    assert_eq!(offered("dekcs/profit.toml"), ["decks"]);
    assert!(offered("decks/nothing.like-it").is_empty());
    assert!(offered("decks/profit.toml").is_empty());
}

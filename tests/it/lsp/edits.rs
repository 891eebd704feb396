//! Edits at random, by a seed: the text that the server has is the whole text, and what it says is
//! never about an older one.

use super::{Editor, uri};
use rand::{RngExt, SeedableRng, rngs::SmallRng};
use serde_json::{Value, json};
use std::path::Path;

/// What an edit may put in: brackets, quotes, halves of line ends, letters of every length, lines
/// of decks.
const PIECES: [&str; 14] = [
    "[",
    "]",
    "\"",
    "'",
    "=",
    "\n",
    "\r\n",
    "\r",
    "é",
    "𝄞",
    " 2",
    "[zones.deck]\n",
    "\"Parry\" = 2\n",
    "# ",
];

/// A place of a text in lines and UTF-16 units, counted from its beginning.
fn place(text: &str, byte: usize) -> Value {
    let (mut line, mut column, mut before) = (0, 0, ' ');
    for c in text[..byte].chars() {
        match c {
            '\n' if before == '\r' => {}
            '\n' | '\r' => (line, column) = (line + 1, 0),
            c => column += c.len_utf16(),
        }
        before = c;
    }
    json!({ "line": line, "character": column })
}

/// A byte at which a character begins, and not one between the two characters of a line end.
fn any_byte(rng: &mut SmallRng, text: &str) -> usize {
    let mut byte = rng.random_range(0..=text.len());
    while !text.is_char_boundary(byte)
        || (text[byte..].starts_with('\n') && text[..byte].ends_with('\r'))
    {
        byte -= 1;
    }
    byte
}

#[test]
#[ignore = "takes long unoptimised: CI runs it optimised"]
fn ten_thousand_edits_leave_the_text_that_they_make() {
    let mut rng = SmallRng::seed_from_u64(33);
    let mut editor = Editor::start(&[], &["utf-16"]);
    let decks = [
        "decks/starfighter/la-meute-d-ares.toml",
        "decks/swccg/court-scum.toml",
        "tests/league/sleeve.toml",
        "cards/etoile-noire/fighters.toml",
    ];
    let mut edits = 0;
    for deck in decks {
        let original = std::fs::read_to_string(deck).unwrap();
        let (address, mut text) = (uri(Path::new(deck)), original.clone());
        editor.open(&address, "toml", &text);
        let mut memory = None;
        for version in 2..2_502 {
            let (a, b) = (any_byte(&mut rng, &text), any_byte(&mut rng, &text));
            // Long runs seldom, so that the text does not wither.
            let (from, to) = if rng.random_ratio(1, 20) { (a.min(b), a.max(b)) } else { (a, a) };
            let piece = PIECES[rng.random_range(0..PIECES.len())];
            let range = json!({ "start": place(&text, from), "end": place(&text, to) });
            let change = if text.len() > 40_000 || rng.random_ratio(1, 200) {
                text.clone_from(&original);
                json!({ "text": text })
            } else {
                text.replace_range(from..to, piece);
                json!({ "range": range, "text": piece })
            };
            editor.change(&address, version, json!([change]));
            edits += 1;
            if version % 10 == 0 {
                let byte = any_byte(&mut rng, &text);
                let at = place(&text, byte);
                let params = json!({ "textDocument": { "uri": address }, "position": at });
                let method =
                    ["textDocument/hover", "textDocument/completion"][version as usize / 10 % 2];
                editor.ask(method, params);
            }
            if version % 100 == 1 {
                let seen = editor.diagnosed(&address, version);
                // The same text, opened whole.
                editor.close(&address);
                editor.diagnostics.remove(&address);
                editor.open(&address, "toml", &text);
                editor.change(&address, version, json!([]));
                let whole = editor.diagnosed(&address, version);
                assert_eq!(seen, whole, "{deck} {version}: {text:?}");
                // Once it has seen texts of every kind, it takes no more memory, but for 8 MB of
                // chance.
                if version == 501 {
                    memory = editor.memory();
                }
            }
        }
        if let (Some(before), Some(now)) = (memory, editor.memory()) {
            assert!(now < before + before / 4 + 2_048, "{deck}: {before} pages, then {now}");
        }
        editor.close(&address);
    }
    assert_eq!(edits, 10_000);
    for deck in decks {
        let address = uri(Path::new(deck));
        let versions = editor
            .versions
            .iter()
            .filter(|(of, version)| *of == address && *version > 1);
        let versions: Vec<i64> = versions.map(|(_, version)| *version).collect();
        assert!(
            versions.is_sorted(),
            "{deck}: what was said of a text came after what was said of a newer one"
        );
    }
    editor.leave();
}

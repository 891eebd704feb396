//! Unit tests of `crates/lsp/src/document.rs`.

use super::*;

fn document(text: &str, encoding: Encoding) -> OpenText {
    OpenText::new("file:///d/%C3%A9%20a.toml", "toml", 1, text.to_owned(), encoding)
}

#[test]
fn every_place_leads_back_to_its_byte() {
    let text = "é𝄞a\r\nb\rc\n\n𝄞";
    for encoding in [Encoding::Utf8, Encoding::Utf16] {
        let document = document(text, encoding);
        assert_eq!(document.count_lines(), 5);
        let inside = |at: &usize| text.is_char_boundary(*at) && !text[*at..].starts_with("\n");
        // There is no position between the two characters of a line end.
        for byte in (0..=text.len()).filter(|at| inside(at) || *at == text.len()) {
            assert_eq!(document.offset(document.position(byte)), byte, "{encoding:?} {byte}");
        }
        let far = Position { line: 99, character: 99 };
        assert_eq!(document.offset(far), text.len());
    }
    let utf16 = document(text, Encoding::Utf16);
    assert_eq!(utf16.position(6), Position { line: 0, character: 3 });
    assert_eq!(
        utf16.offset(Position { line: 0, character: 2 }),
        2,
        "the middle of a surrogate pair is not a position"
    );
}

#[test]
fn one_edit_makes_one_text_of_another() {
    let texts =
        ["", "a", "a\r\nb\r\n", "a\r\nc\r\nb\r\n", "a\nb", "b", "a\nb\nb\nb\n", "b\n", "\n\n"];
    for (old, new) in texts
        .iter()
        .flat_map(|old| texts.iter().map(move |new| (old, new)))
    {
        let mut edited = document(old, Encoding::Utf16);
        let TextEdit { range, new_text } = edited.edit_to(new);
        let change = TextDocumentContentChangeEvent {
            range: Some(range),
            range_length: None,
            text: new_text,
        };
        edited.change(2, vec![change]);
        assert_eq!(edited.text, *new, "from {old:?}");
    }
}

#[test]
fn addresses_of_files_lead_there_and_back() {
    let path = document("", Encoding::Utf8).path;
    assert_eq!(path, Path::new("/d/é a.toml"));
    assert_eq!(uri_from_path(&path), "file:///d/%C3%A9%20a.toml");
    assert_eq!(path_from_uri("untitled:1"), None);
    assert_eq!(path_from_uri("file:///a%2"), Some(PathBuf::from("/a%2")));
}

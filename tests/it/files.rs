//! Reading files: lengths, encodings, paths, TOML.

use sleeve::files::{
    ExpectedValue, FileMessage, FoundValue, NotUtf8, ReadRefusal, decode, encode_like, entries,
    parse, path_from_text, path_text, read, read_stream, suggest_paths,
};
use std::{
    io::{self, Read},
    path::Path,
};

#[test]
fn a_length_is_asked_before_memory_is_taken_and_counted_where_it_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse");
    std::fs::File::create(&path)
        .unwrap()
        .set_len(1 << 40)
        .unwrap();
    let sparse = read(&path, 1 << 20);
    assert!(matches!(sparse, Err(ReadRefusal::TooLarge { bytes, .. }) if bytes == 1 << 40));
    let endless = read_stream(io::repeat(0), 10);
    assert!(matches!(endless, Err(ReadRefusal::TooLarge { bytes: 11, .. })));
    assert_eq!(read_stream(io::repeat(0).take(10), 10).unwrap(), [0; 10]);
    assert!(matches!(read(folder.path(), 1 << 20), Err(ReadRefusal::Io(_))));
}

#[test]
fn texts_are_read_in_the_encodings_that_spreadsheets_and_editors_write() {
    let text = "Étoile\n2 É🚀";
    let units = || text.encode_utf16();
    let le: Vec<u8> = [0xff, 0xfe]
        .into_iter()
        .chain(units().flat_map(u16::to_le_bytes))
        .collect();
    let be: Vec<u8> = [0xfe, 0xff]
        .into_iter()
        .chain(units().flat_map(u16::to_be_bytes))
        .collect();
    let guessed = NotUtf8 { offset: 2, line: 2, byte: 0xc9 };
    for (file, wanted, not_utf8) in [
        (&le[..], text, None),
        (&be, text, None),
        ("\u{feff}É".as_bytes(), "É", None),
        ("É".as_bytes(), "É", None),
        (b"a\n\xc9 \x80", "a\nÉ €", Some(guessed)),
    ] {
        let decoded = decode(file).unwrap();
        assert_eq!((&*decoded.text, decoded.not_utf8), (wanted, not_utf8));
        assert_eq!(encode_like(file, &decoded.text), Ok(file.to_vec()));
    }
    assert_eq!(encode_like(b"\xc9", "a\u{e000}"), Err('\u{e000}'));
    // A half of a pair, a byte too many, UTF-32.
    for bytes in [&b"\xff\xfe\x00\xd8"[..], b"\xff\xfea", b"\xff\xfe\0\0a\0\0\0"] {
        assert_eq!(decode(bytes), Err(NotUtf8 { offset: 0, line: 1, byte: 0xff }), "{bytes:?}");
    }
    assert_eq!(decode(b"a\n\xff\0"), Err(NotUtf8 { offset: 2, line: 2, byte: 0xff }));
}

#[cfg(unix)]
#[test]
fn no_two_paths_are_one_text() {
    use std::{ffi::OsStr, os::unix::ffi::OsStrExt as _};
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
        assert_eq!((&*path_text(path), &*path_from_text(text)), (text, path));
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
    for (path, offered) in [
        ("decks/proft.toml", &["profit.toml"][..]),
        ("decks/hunt-down", &["hunt-down.toml", "hunt-down.txt"]),
        ("dekcs/profit.toml", &["decks"]),
        ("decks/nothing.like-it", &[]),
        ("decks/profit.toml", &[]),
    ] {
        assert_eq!(suggest_paths(&folder.path().join(path)).as_ref(), offered, "{path}");
    }
}

#[test]
fn mistakes_in_toml_are_told_one_by_one_up_to_a_limit() {
    assert!(parse("a = 1\n").mistakes.is_empty());
    assert_eq!(parse("a = \nb = ]\nc = 1\n").mistakes.len(), 2);
    assert_eq!(parse(&"=\n".repeat(300_000)).mistakes.len(), 20);
    let late = format!("{}a = ]\n", "# fine\n".repeat(100_000));
    assert_eq!(parse(&late).mistakes[0].span.start, late.len() - 2);
    // A mistake that reaches to the end of the search is told too.
    assert!(
        !parse(&format!("a = [\n{}", "1,\n".repeat(100_000)))
            .mistakes
            .is_empty()
    );
}

#[test]
fn values_of_toml_stand_in_the_order_of_the_file_with_their_places() {
    let text = "b = 2\na = [\"x\", 3]\n[t]\nz = +1.5\ny = 0x10\n";
    let parsed = parse(text);
    let top = entries(&parsed.table);
    assert_eq!(top.iter().map(|entry| entry.key).collect::<Vec<_>>(), ["b", "a", "t"]);
    assert_eq!((top[0].integer().unwrap(), &text[top[0].span()]), (2, "2"));
    assert_eq!(&text[top[1].key_span()], "a");
    let items = top[1].array().unwrap();
    assert_eq!(items[0].text().unwrap(), "x");
    let wrong = items[1].text().unwrap_err();
    let found = FoundValue::Literal("3".to_owned());
    let message =
        FileMessage::WrongType { key: "a".to_owned(), expected: ExpectedValue::Text, found };
    assert_eq!((wrong.message(ExpectedValue::Text), &text[wrong.span()]), (message, "3"));
    let table = top[2].table().unwrap();
    assert_eq!(table[0].decimal().unwrap(), "1.5");
    assert_eq!((table[1].count().unwrap(), table[1].decimal().is_err()), (16, true));
    assert!(top[0].table().is_err() && top[2].array().is_err() && top[0].boolean().is_err());
}

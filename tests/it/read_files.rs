//! Reading files: limits, encodings, and what is no text.

use sleeve_text::files::*;
use std::io::{self, Read as _};

#[test]
fn a_length_is_asked_before_memory_is_taken_and_counted_where_it_is_not_known() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("sparse");
    std::fs::File::create(&path).unwrap().set_len(1 << 40).unwrap();
    let limit = 1 << 20;
    assert!(
        matches!(read(&path, limit), Err(ReadRefusal::TooLarge { bytes, .. }) if bytes == 1 << 40)
    );
    assert!(matches!(read_stream(io::repeat(0), 10), Err(ReadRefusal::TooLarge { bytes: 11, .. })));
    assert_eq!(read_stream(io::repeat(0).take(10), 10).unwrap(), [0; 10]);
    assert!(matches!(read(folder.path(), limit), Err(ReadRefusal::Io(_))));
}

#[test]
fn texts_are_read_in_the_encodings_that_spreadsheets_and_editors_write() {
    let read = |bytes: &[u8]| decode(bytes).map(|d| (d.text.into_owned(), d.not_utf8));
    let text = "Étoile\n2 É🚀";
    let units: Vec<u16> = text.encode_utf16().collect();
    let le: Vec<u8> = units.iter().flat_map(|unit| unit.to_le_bytes()).collect();
    let be: Vec<u8> = units.iter().flat_map(|unit| unit.to_be_bytes()).collect();
    assert_eq!(read(&[&[0xff, 0xfe], &le[..]].concat()), Ok((text.to_owned(), None)));
    assert_eq!(read(&[&[0xfe, 0xff], &be[..]].concat()), Ok((text.to_owned(), None)));
    assert_eq!(read("\u{feff}É".as_bytes()), Ok(("É".to_owned(), None)));
    let guessed = NotUtf8 { offset: 2, line: 2, byte: 0xc9 };
    assert_eq!(read(b"a\n\xc9 \x80"), Ok(("a\nÉ €".to_owned(), Some(guessed))));
    let (le, be) = ([&[0xff, 0xfe], &le[..]].concat(), [&[0xfe, 0xff], &be[..]].concat());
    for file in [&le[..], &be, "\u{feff}É".as_bytes(), "É".as_bytes(), b"a\n\xc9 \x80"] {
        let decoded = decode(file).unwrap();
        assert_eq!(encode_like(file, &decoded.text), Ok(file.to_vec()));
    }
    assert_eq!(encode_like(b"\xc9", "a\u{e000}"), Err('\u{e000}'));
}

#[test]
fn what_is_no_text_is_told_from_it() {
    let first = NotUtf8 { offset: 0, line: 1, byte: 0xff };
    // A half of a pair, a byte too many, UTF-32.
    for bytes in [&b"\xff\xfe\x00\xd8"[..], b"\xff\xfea", b"\xff\xfe\0\0a\0\0\0"] {
        assert_eq!(decode(bytes), Err(first), "{bytes:?}");
    }
    assert_eq!(decode(b"a\n\xff\0"), Err(NotUtf8 { offset: 2, line: 2, byte: 0xff }));
}

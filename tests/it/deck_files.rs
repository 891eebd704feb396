//! Readers of deck files: limits, and bytes that nobody would write.

use proptest::prelude::*;
use sleeve::{
    catalog::{self, packed},
    decks::{DeckFormat, Hints, read, read_all},
    model::{Lang, reader::BUILT_IN},
};

fn titles(name: &str, bytes: &[u8]) -> Vec<String> {
    let catalog = catalog::open("swccg", &[]).unwrap();
    let hints = Hints { described: &catalog.game.described, ..Hints::default() };
    let error = read(name, bytes, &hints).unwrap_err();
    error
        .problems
        .iter()
        .map(|problem| problem.title(Lang::En))
        .collect()
}

#[test]
fn what_is_too_large_or_no_text_is_refused() {
    let text = format!("<deck>{}</deck>", "<card blueprintId='1_1'/>".repeat(600_000));
    assert_eq!(titles("a.xml", text.as_bytes()), ["more than 100000 entries in one deck"]);
    for (bytes, title) in [
        (&b""[..], "the deck file is empty"),
        (b"\xef\xbb\xbf \r\n", "the deck file is empty"),
        (b"a\n\xff\0", "not UTF-8: byte 0xff in line 2"),
        (&vec![b' '; 16 * 1024 * 1024 + 1], "larger than 16 MiB, the limit for such a file"),
    ] {
        assert_eq!(titles("a.txt", bytes), [title]);
    }
}

#[test]
fn a_note_on_the_encoding_is_that_of_every_deck_and_one_on_numbers_that_of_its_own() {
    let text = b"# side: light\n1. \x95One\n2. Two\n3. It\x92s\n# side: dark\n3 F\xe9u\n";
    let decks = read_all("list.txt", text, &Hints::default()).unwrap();
    let encoding = "read as Windows-1252: byte 0x95 in line 2 is not UTF-8";
    let told = decks.iter().map(|deck| {
        deck.notes
            .iter()
            .map(|note| {
                note.message
                    .en
                    .split_inclusive("list numbers")
                    .next()
                    .unwrap()
            })
            .collect::<Vec<_>>()
    });
    let numbers = "the numbers 1 to 3 before the names are read as list numbers";
    assert_eq!(told.collect::<Vec<_>>(), [vec![encoding, numbers], vec![encoding]]);
    let names: Vec<&str> = decks
        .iter()
        .flat_map(|deck| deck.cards())
        .map(|card| card.name.as_str())
        .collect();
    assert_eq!(names, ["•One", "Two", "It’s", "Féu"]);
}

/// Including the index of names, which packing builds again.
#[test]
fn shipped_games_are_packed_as_they_would_be_now() {
    for (game, bytes) in sleeve::catalog::GAMES {
        let catalog = packed::unpack(bytes).unwrap();
        assert!(packed::pack(&catalog).unwrap() == bytes, "{game}");
        let short = packed::pack_short(&catalog).unwrap().leak();
        let opened = packed::unpack(short).unwrap();
        assert!(packed::pack(&opened).unwrap() == bytes, "{game}");
    }
}

#[test]
fn the_named_reader_is_used_and_an_unknown_one_is_an_error() {
    assert_eq!(DeckFormat::names().collect::<Vec<_>>(), BUILT_IN);
    let hints = Hints { reader: Some("free"), ..Hints::default() };
    assert_eq!(read("deck.toml", b"2 Falcon", &hints).unwrap().reader, DeckFormat::Free);
    let hints = Hints { reader: Some("holotabel"), ..Hints::default() };
    assert!(read("deck.txt", b"2 Falcon", &hints).is_err());
}

proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(any::<u8>(), 0..200)) {
        for name in DeckFormat::names() {
            let _ = read_all("a", &bytes, &Hints { reader: Some(name), ..Hints::default() });
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[\\[\\]{}<>\"'/#:,|(x)=*0-9a-zé•_ \n\\\\.-]{0,120}") {
        for name in DeckFormat::names() {
            for head in ["", "card \"", "<deck><card ", "{\"cards\": [", "[zones]\n"] {
                let hints = Hints { reader: Some(name), ..Hints::default() };
                let decks = read_all("a", format!("{head}{text}").as_bytes(), &hints);
                for deck in decks.into_iter().flatten() {
                    prop_assert!(deck.cards().all(|card| deck.text.get(card.span.clone()).is_some()));
                }
            }
        }
    }
}

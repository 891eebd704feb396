//! The formats of other tools, on decks made up for the tests.

use super::*;
use sleeve_data::model::Lang;

fn titles(name: &str, text: &str) -> Vec<String> {
    let error = read(name, text.as_bytes(), &Hints::default()).unwrap_err();
    error.problems.iter().map(|p| p.title(Lang::En)).collect()
}

#[test]
fn a_million_elements_are_too_many() {
    let text = format!("<deck>{}</deck>", "<card blueprintId='1_1'/>".repeat(600_000));
    assert_eq!(titles("a.xml", &text), ["more than 100000 entries in one deck"]);
}

/// Including the index of names, which packing builds again.
#[test]
fn shipped_games_are_packed_as_they_would_be_now() {
    for (game, bytes) in sleeve_games::GAMES {
        let catalog = sleeve_data::packed::unpack(bytes).unwrap();
        assert!(sleeve_data::packed::pack(&catalog).unwrap() == bytes, "{game}");
    }
}

#[test]
fn the_named_reader_is_used_and_an_unknown_one_is_an_error() {
    let hints = Hints { reader: Some("free"), ..Hints::default() };
    let deck = read("deck.toml", b"2 Falcon", &hints).unwrap();
    assert_eq!(deck.reader, DeckFormat::Free);
    let hints = Hints { reader: Some("holotabel"), ..Hints::default() };
    assert!(read("deck.txt", b"2 Falcon", &hints).is_err());
}

proptest::proptest! {
    #[test]
    fn no_bytes_make_a_reader_panic(bytes in proptest::collection::vec(proptest::arbitrary::any::<u8>(), 0..200)) {
        for name in DeckFormat::names() {
            let _ = read_all("a", &bytes, &Hints { reader: Some(name), ..Hints::default() });
        }
    }

    #[test]
    fn no_text_makes_a_reader_panic(text in "[\\[\\]{}<>\"'/#:,|(x)=*0-9a-zé•_ \n\\\\.-]{0,120}") {
        for name in DeckFormat::names() {
            for head in ["", "card \"", "<deck><card ", "{\"cards\": [", "[zones]\n"] {
                let text = format!("{head}{text}");
                let deck = read_all("a", text.as_bytes(), &Hints { reader: Some(name), ..Hints::default() });
                for deck in deck.into_iter().flatten() {
                    for card in deck.cards() {
                        proptest::prop_assert!(deck.text.get(card.span.clone()).is_some());
                    }
                }
            }
        }
    }
}

//! The formats of other tools, on decks made up for the tests.

use super::*;
use sleeve_data::model::Lang;

fn read_one(name: &str, text: &str) -> RawDeck {
    read(name, text.as_bytes(), &Hints::default()).unwrap()
}

fn shown(deck: &RawDeck) -> Vec<String> {
    let line = |card: &RawCard| {
        let what = card.id.as_deref().unwrap_or(&card.name);
        let zone = card.zone.as_deref().unwrap_or("-");
        format!("{zone} {} {what} {}", card.count, card.hints.join("/")).trim_end().to_owned()
    };
    deck.cards().map(line).collect()
}

fn titles(name: &str, text: &str) -> Vec<String> {
    let error = read(name, text.as_bytes(), &Hints::default()).unwrap_err();
    error.problems.iter().map(|p| p.title(Lang::En)).collect()
}

const XML: &str = "<?xml version=\"1.0\" encoding=\"UTF-8\" standalone=\"no\"?>\r\n<deck>\r\n    <card blueprintId=\"1_194*\" horizontal=\"false\" title=\"Stormtrooper\"/>\r\n    <card blueprintId=\"1_194\" title=\"A &amp; B\"/>\r\n    <cardOutsideDeck blueprintId=\"13_54\" title=\"Battle Order\"/>\r\n</deck>\r\n";

#[test]
fn the_servers_xml_is_read_by_its_ids() {
    let deck = read_one("deck.txt", XML);
    assert_eq!(deck.reader, DeckFormat::GempXml);
    assert_eq!(shown(&deck), ["- 1 1_194", "- 1 1_194", "outside 1 13_54"]);
    let last = deck.cards().last().unwrap();
    assert_eq!(
        deck.text_at(&last.span),
        "<cardOutsideDeck blueprintId=\"13_54\" title=\"Battle Order\"/>"
    );
    assert_eq!(deck.cards().nth(1).unwrap().name, "A & B");
}

#[test]
fn xml_that_expands_or_breaks_off_is_refused() {
    let bomb = "<!DOCTYPE deck [<!ENTITY a \"aaaa\">]><deck><card blueprintId=\"&a;\"/></deck>";
    assert_eq!(titles("a.xml", bomb), ["a deck file (XML) cannot contain a DOCTYPE"]);
    let custom = "<deck><card blueprintId=\"&a;\"/></deck>";
    assert!(titles("a.xml", custom)[0].starts_with("not valid XML"), "{custom}");
    let cut = &XML[..XML.len() - 20];
    assert!(titles("a.txt", cut)[0].starts_with("not valid XML"), "{:?}", titles("a.txt", cut));
    assert_eq!(titles("a.xml", "<deck><crad/></deck>"), ["unknown key `crad` in a deck"]);
    assert_eq!(titles("a.xml", "<deck></deck>"), ["the deck file is empty"]);
}

#[test]
fn a_million_elements_are_too_many() {
    let text = format!("<deck>{}</deck>", "<card blueprintId='1_1'/>".repeat(600_000));
    assert_eq!(titles("a.xml", &text), ["more than 100000 entries in one deck"]);
}

#[test]
fn the_servers_line_of_ids_is_read() {
    let deck = read_one("deck.txt", "1_286,1_194,1_194|13_54\n");
    assert_eq!(deck.reader, DeckFormat::GempLine);
    assert_eq!(shown(&deck), ["- 1 1_286", "- 1 1_194", "- 1 1_194", "outside 1 13_54"]);
}

#[test]
fn the_servers_deck_page_is_read() {
    let text = "My Deck\nSome Event\nDark Side\nAuthor: nobody\nDeck:\nCHARACTER:\n2x Stormtrooper\n\nOutside Deck:\nEFFECT:\n1x Battle Order (V)\n";
    let deck = read_one("deck.txt", text);
    assert_eq!(deck.reader, DeckFormat::GempText);
    assert_eq!(deck.name.unwrap().value, "My Deck");
    assert_eq!(deck.side.unwrap().value, "Dark");
    assert_eq!(deck.player.unwrap().value, "nobody");
    assert_eq!(deck.items.len(), 6);
}

#[test]
fn swccgdb_text_is_read_with_its_sets() {
    let text = "My Deck 1.0\n\nSide: Dark\n\nSets: \nFrom Premiere (2) to Hoth\n\nObjective\nIsb Operations [Special Edition]\n\nCharacters\n\n2x Stormtrooper [Premiere]\n";
    let deck = read_one("deck.txt", text);
    assert_eq!(deck.reader, DeckFormat::Swccgdb);
    assert_eq!(deck.name.as_ref().unwrap().value, "My Deck 1.0");
    assert_eq!(
        shown(&deck),
        [
            "- 1 Objective",
            "- 1 Isb Operations Special Edition",
            "- 1 Characters",
            "- 2 Stormtrooper Premiere"
        ]
    );
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
fn swccgdb_text_is_written_with_its_sets() {
    let (_, bytes) = sleeve_games::GAMES.iter().find(|(game, _)| *game == "swccg").unwrap();
    let catalog = sleeve_data::packed::unpack(bytes).unwrap();
    for (list, sets) in [
        ("1_194\n1_109\n", "\nSets: Premiere\n"),
        ("1_194\n3_50\n", "\nSets: \nFrom Premiere to Hoth\n"),
    ] {
        let raw = read_one("deck.txt", list);
        let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
        let text = write(&deck, &catalog, DeckFormat::Swccgdb, Lang::En).text;
        assert!(text.contains(sets), "{text}");
    }
}

#[test]
fn both_versions_of_holotable_are_read() {
    let second = "ver 2\nback imp.gif\ncard \"/starwars/Premiere-Dark/t_stormtrooper\" 2\ncard \"/starwars/Premiere-Dark/t_tatooine\" 1 1 1\ncard \"/TWOSIDED/starwars/SpecialEdition-Dark/t_isboperations/empiressinisteragents\" 3 1 1\n";
    let deck = read_one("deck.htd", second);
    assert_eq!(deck.side.as_ref().unwrap().value, "Dark");
    assert_eq!(
        shown(&deck),
        [
            "- 2 stormtrooper Premiere/Dark",
            "starting 1 tatooine Premiere/Dark",
            "starting 1 isboperations SpecialEdition/Dark",
            "- 2 isboperations SpecialEdition/Dark"
        ]
    );
    let first = "back imp.gif\ncard \"/starwars/Endor-Dark/t_endor\" \"•Endor (0)\\nDark Location - System [U]\\nSet: Endor\" 2\n";
    let deck = read_one("list.txt", first);
    assert_eq!(deck.reader, DeckFormat::Holotable);
    assert_eq!(shown(&deck), ["- 2 •Endor Endor/Dark"]);
    let broken = "ver 2\ncard \"/starwars/Endor-Dark/t_endor\" 0\ncard \"/x\" 1\ncrad\n";
    assert_eq!(titles("a.htd", broken).len(), 3);
}

#[test]
fn the_proposed_json_is_read() {
    let text = r#"{"decks": [{"title": "A", "side": "Dark", "cards": [{"id": 12, "quantity": 2}, {"id": "1_3", "starting": true}, {"id": 5, "outside": true}]}, {"title": "B", "cards": [{"id": 1}]}]}"#;
    let decks = read_all("deck.json", text.as_bytes(), &Hints::default()).unwrap();
    assert_eq!(decks.len(), 2);
    assert_eq!(decks[1].path, "deck.json#2");
    assert_eq!(shown(&decks[0]), ["- 2 12", "starting 1 1_3", "outside 1 5"]);
    assert_eq!(titles("deck.json", text), ["2 decks in one file, but only one is expected"]);
    let wrong = r#"{"title": 3, "crads": [], "cards": [{"id": 1, "quantity": 0}, {"id": 2, "quantity": -1}, 7]}"#;
    assert_eq!(
        titles("a.json", wrong),
        [
            "`title` has to be a text in quotes, not `3`",
            "unknown key `crads` in a deck",
            "`-1` is not a number of copies; write a number from 1 to 9999",
            "`cards` has to be a table, not `7`"
        ]
    );
    assert!(titles("a.json", "{\"cards\": [")[0].starts_with("not valid JSON"));
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

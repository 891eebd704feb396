//! The meaning of names and lines of decks, in a game made up for the tests.

use sleeve_data::model::card::{CardRecord, FaceRecord, Grade, Provenance, StoredFact, Value};
use sleeve_data::model::deck::{Deck, Entry};
use sleeve_data::model::format::{Origin, Zone};
use sleeve_data::model::game::{
    Attribute, AttributeType, KindDef, KindId, Named, Naming, Prefer, SetDef, SetId,
};
use sleeve_data::model::{
    AttributeId, Bounds, CardsBuilder, Catalog, Date, FRONT, Format, Game, Lang, Text, ValueId,
};
use sleeve_decks::{DeckFormat, DeckResolver, Hints, inspect, read};

fn named(id: &str) -> Named {
    Named { id: id.into(), name: Text::untranslated(id), aliases: Vec::new() }
}

fn record(id: &str, name: &str, side: u16, set: u16) -> CardRecord {
    let provenance = Provenance::from_grade(Grade::Rulebook);
    let fact = StoredFact {
        value: Value::Enum(ValueId(side)),
        print: None,
        provenance,
        attested: Bounds::OPEN,
    };
    let front = FaceRecord {
        face: FRONT,
        name: None,
        facts: vec![(AttributeId(0), fact)],
        effects: vec![],
        effects_complete: Some(provenance),
    };
    CardRecord {
        id: id.to_owned(),
        id_provenance: provenance,
        name: Text::untranslated(name),
        aliases: vec![],
        kind: KindId(0),
        sets: vec![SetId(set)],
        quantity: vec![],
        quantity_provenance: provenance,
        provenance,
        faces: vec![front],
    }
}

fn catalog() -> Catalog {
    let set = |id: &str, class: &str, year| SetDef {
        named: named(id),
        code: None,
        released: Date::from_ymd(year, 1, 1),
        class: Some(class.into()),
    };
    let side = Attribute {
        named: named("side"),
        label: Text::default(),
        doc: Default::default(),
        kind: AttributeType::Enum {
            values: vec![named("dark"), named("light")].into(),
            ordered: false,
        },
        kinds: vec![],
        default: None,
        defaults: vec![],
        min: None,
        hidden: false,
        max: None,
        from_id: false,
        distinct: false,
        of_copy: false,
        weight: None,
    };
    let prefer = vec![
        Prefer::Same("side".to_owned()),
        Prefer::Classes(vec!["full".to_owned(), "premium".to_owned()]),
        Prefer::Oldest,
    ];
    let game = Game {
        named: named("g"),
        kinds: vec![KindDef {
            named: named("character"),
            plural: Text::untranslated("characters"),
        }],
        attributes: vec![side],
        sets: vec![
            set("base", "full", 1995),
            set("next", "full", 1998),
            set("extra", "premium", 1990),
        ],
        naming: Naming { prefer, brief: vec!["starting".to_owned()], ..Naming::default() },
        ..Game::default()
    };
    let zone = |id: &str| Zone {
        role_from: None,
        named: named(id),
        accepts: String::new(),
        roles: vec![],
        origin: Origin::default(),
    };
    let zones = vec![zone("deck"), zone("starting"), zone("outside")];
    let format = Format { named: named("open"), zones: zones.into(), ..Format::default() };
    let mut cards = CardsBuilder::default();
    for (id, name, side, set) in [
        ("1_1", "Luke Skywalker", 1, 0),
        ("1_2", "Darth Vader", 0, 0),
        ("1_3", "Sense", 0, 0),
        ("1_4", "Sense", 1, 0),
        ("1_5", "Boba Fett", 0, 1),
        ("1_6", "Boba Fett", 0, 0),
        ("1_7", "Boba Fett", 0, 2),
        ("1_8", "Devastator", 0, 0),
        ("1_9", "Blizzard 2", 0, 0),
        ("1_10", "4-LOM", 0, 0),
    ] {
        cards.push(&record(id, name, side, set));
    }
    let mut catalog = Catalog::new(game, cards.build());
    catalog.put_format(vec![format]);
    catalog
}

fn deck(name: &str, text: &str) -> (Deck, Catalog) {
    let catalog = catalog();
    let raw = read(name, text.as_bytes(), &Hints::default()).unwrap();
    let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
    (deck, catalog)
}

fn lines(deck: &Deck, catalog: &Catalog) -> Vec<String> {
    let id = |e: &Entry| catalog.cards.card(e.card).id().to_owned();
    deck.entries.iter().map(|e| format!("{} {} {}", e.zone, e.count, id(e))).collect()
}

#[test]
fn headings_switch_zones_and_kinds_are_comments() {
    let text = "Starting (1)\nDarth Vader\n\nCharacters (3)\n2x darth vader\nBlizzard 2\n\n[Outside deck]\n1 Devastator\nCharacter:\nDevastator x2\n";
    let (deck, catalog) = deck("list.txt", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["starting 1 1_2", "deck 2 1_2", "deck 1 1_9", "outside 1 1_8", "outside 2 1_8"]
    );
    assert!(deck.unresolved.is_empty());
    let zones: Vec<&str> = deck.zones.iter().map(|z| z.value.as_str()).collect();
    assert_eq!(zones, ["starting", "deck", "outside"]);
}

#[test]
fn a_shared_name_is_decided_once_and_said() {
    let text = "[zones]\ndeck = [\"Darth Vader\", \"Sense\", \"Boba Fett\", \"Boba Fett\"]\n";
    let (deck, catalog) = deck("deck.toml", text);
    assert_eq!(lines(&deck, &catalog), ["deck 1 1_2", "deck 1 1_3", "deck 1 1_6", "deck 1 1_6"]);
    let notes: Vec<&str> = deck.notes.iter().map(|n| n.message.get(Lang::En)).collect();
    assert_eq!(
        notes,
        [
            "`Boba Fett` is read as Boba Fett (character, base, 1_6); if you mean another, write its id: 1_5 (character, next), 1_7 (character, extra)"
        ]
    );
}

#[test]
fn hints_and_ids_decide_without_a_note() {
    let text = "2x Boba Fett [next]\n1x Boba Fett [1_7]\n1x Boba Fett  # 1_5 next\n1 1_6\nBoba Fett (extra)";
    let (deck, catalog) = deck("list.txt", text);
    assert_eq!(
        lines(&deck, &catalog),
        ["deck 2 1_5", "deck 1 1_7", "deck 1 1_5", "deck 1 1_6", "deck 1 1_7"]
    );
    assert!(deck.notes.is_empty());
}

#[test]
fn a_number_that_belongs_to_a_name_is_no_count() {
    let text = "4 LOM\n2 4-LOM\n3 Blizzard 2\nBlizzard (2)\n2 Blizzard";
    let (deck, catalog) = deck("list.txt", text);
    let read = ["deck 1 1_10", "deck 2 1_10", "deck 3 1_9", "deck 1 1_9"];
    assert_eq!(lines(&deck, &catalog), read);
    assert_eq!((deck.unresolved.len(), deck.unresolved[0].count), (1, 2));
}

#[test]
fn what_cannot_be_told_is_listed_with_the_nearest_names() {
    let (deck, catalog) =
        deck("list.txt", "# side: dark\n3 Devestator\nQwertzuiop\nDevastator (0)");
    assert!(deck.entries.is_empty());
    let first = &deck.unresolved[0];
    assert_eq!((first.text.as_str(), first.count), ("Devestator", 3));
    assert_eq!(catalog.cards.card(first.candidates[0]).id(), "1_8");
    let error = inspect(&deck, &catalog, catalog.format("open").unwrap()).unwrap_err();
    let titles: Vec<String> = error.problems.iter().map(|p| p.title(Lang::En)).collect();
    assert_eq!(titles, ["no card `Devestator`", "no card `Qwertzuiop`"]);
}

#[test]
fn zones_roles_and_parameters_must_be_declared() {
    let text = "role = \"judge\"\n[parameters]\nbudget = 3\n[zones]\ndekc = [\"Darth Vader\"]\n";
    let (deck, catalog) = deck("deck.toml", text);
    let error = inspect(&deck, &catalog, catalog.format("open").unwrap()).unwrap_err();
    let titles: Vec<String> = error.problems.iter().map(|p| p.title(Lang::En)).collect();
    assert_eq!(
        titles,
        ["no role `judge` in open", "no parameter `budget` in open", "no zone `dekc` in open"]
    );
    assert_eq!(error.problems[2].help(Lang::En), "did you mean `deck`?");
}

/// A catalog of cards of one side with these names, each with the position of its set.
fn catalog_of(cards: &[(&str, u16)]) -> Catalog {
    let catalog = catalog();
    let mut builder = CardsBuilder::default();
    for (at, (name, set)) in cards.iter().enumerate() {
        builder.push(&record(&format!("c{at}"), name, 0, *set));
    }
    let formats: Vec<Format> = catalog.formats().cloned().collect();
    let readers = vec![DeckFormat::Free.name().to_owned()];
    let mut catalog = Catalog::new(Game { readers, ..catalog.game }, builder.build());
    catalog.put_format(formats);
    catalog
}

/// Returns the name of the card that a line of a posted list is read as; empty if there is none.
fn guess(catalog: &Catalog, written: &str) -> String {
    let hints = Hints { readers: &catalog.game.readers, ..Hints::default() };
    let text = format!("1 Boba Fett\n1 {written}\n");
    let raw = read("list.txt", text.as_bytes(), &hints).unwrap();
    let deck = DeckResolver::new(catalog).resolve(&raw, catalog.format("open"));
    let name = |entry: &Entry| catalog.cards.card(entry.card).name(Lang::En).to_owned();
    deck.entries.get(1).map(name).unwrap_or_default()
}

#[test]
fn a_guess_is_of_a_name_that_is_told_from_all_others() {
    let long = "Ab Cd ".repeat(16) + "Efgh";
    let catalog = catalog_of(&[
        ("Devastator", 0),
        ("Devastuter", 0),
        ("Boba Fett", 0),
        ("Night March Droid", 0),
        ("Luke Skywalker & Darth Vader", 0),
        ("Palace Of The Old Librarian", 0),
        (&long, 0),
    ]);
    // The longest name that is guessed.
    assert_eq!(long.len(), 100);
    for (written, name) in [
        // One wrong letter is nearer than two, and a wrong vowel nearer than another letter.
        ("Devastatr", "Devastator"),
        ("Devestator", "Devastator"),
        ("Vader and Luke", "Luke Skywalker & Darth Vader"),
        ("NMD", "Night March Droid"),
        ("NMD.", ""),
        ("BF", ""),
        // Two words in another order, letters inside a name: eight of them, or nine in one word.
        ("Fett Boba", "Boba Fett"),
        ("ibrarian", ""),
        ("dlibrarian", "Palace Of The Old Librarian"),
        ("d librar", ""),
        ("d librari", "Palace Of The Old Librarian"),
        (&long, &long),
    ] {
        assert_eq!(guess(&catalog, written), name, "{written}");
    }
}

#[test]
fn a_card_that_came_out_long_after_the_others_is_not_guessed() {
    let names: Vec<String> =
        ('a'..='j').map(|c| format!("Card {}", String::from(c).repeat(6))).collect();
    let mut cards: Vec<(&str, u16)> = names.iter().map(|name| (name.as_str(), 0)).collect();
    cards.push(("Devastator", 1));
    let catalog = catalog_of(&cards);
    // Fewer than ten cards do not show the age of a deck.
    for (known, entries) in [(10, 10), (9, 10)] {
        let text = format!("{}\n1 Devestator\n", names[..known].join("\n"));
        let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
        let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
        assert_eq!(deck.entries.len(), entries, "{known}");
    }
}

#[test]
fn the_side_of_many_copies_overrules_one_that_the_list_states() {
    for (copies, sense) in [(2, "1_3"), (15, "1_4")] {
        let text = format!("# side: dark\n{copies} Luke Skywalker\n1 Sense\n");
        let (deck, catalog) = deck("list.txt", &text);
        assert_eq!(lines(&deck, &catalog).last().unwrap(), &format!("deck 1 {sense}"), "{copies}");
    }
}

#[test]
fn a_heading_names_a_zone_by_no_less_than_five_letters() {
    for (heading, zone) in [("Outs", "deck"), ("Outsi", "outside"), ("Startin", "starting")] {
        let (deck, catalog) = deck("list.txt", &format!("[{heading}]\n1 Devastator\n"));
        assert_eq!(lines(&deck, &catalog), [format!("{zone} 1 1_8")], "{heading}");
    }
}

#[test]
fn a_section_that_tells_some_cards_again_is_left_out_below_a_long_list_alone() {
    for (count, kept) in [(2, true), (25, false)] {
        let names: Vec<String> = (0..count).map(|at| format!("Card Number {at}")).collect();
        let cards: Vec<(&str, u16)> = names.iter().map(|name| (name.as_str(), 0)).collect();
        let catalog = catalog_of(&cards);
        let text = format!("1 {}\n\nStarting:\n{}\n", names.join("\n1 "), names[0]);
        let raw = read("list.txt", text.as_bytes(), &Hints::default()).unwrap();
        let deck = DeckResolver::new(&catalog).resolve(&raw, catalog.format("open"));
        assert_eq!(deck.entries.iter().any(|entry| &*entry.zone == "starting"), kept, "{count}");
    }
}

#[test]
fn a_nickname_among_the_cards_of_a_section_is_no_heading() {
    let catalog = catalog();
    let mut builder = CardsBuilder::default();
    let nicknamed =
        CardRecord { aliases: vec!["Vader".to_owned()], ..record("v", "Darth Vader", 0, 0) };
    let others = [record("d", "Devastator", 0, 0), record("b", "Boba Fett", 0, 0)];
    for card in [nicknamed].iter().chain(&others) {
        builder.push(card);
    }
    let format = catalog.format("open").unwrap().clone();
    let catalog = Catalog::new(catalog.game, builder.build());
    let raw =
        read("list.txt", b"2 Boba Fett\nVader\n2 Devastator\n1 Boba Fett\n", &Hints::default());
    let deck = DeckResolver::new(&catalog).resolve(&raw.unwrap(), Some(&format));
    assert_eq!(lines(&deck, &catalog), ["deck 2 b", "deck 1 v", "deck 2 d", "deck 1 b"]);
}

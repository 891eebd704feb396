use super::*;
use crate::{Hints, inspect, read};
use sleeve_data::model::card::{CardRecord, FaceRecord, Grade, Provenance, StoredFact, Value};
use sleeve_data::model::format::{Origin, Zone};
use sleeve_data::model::game::{Attribute, AttributeType, KindDef, KindId, Named, SetDef, SetId};
use sleeve_data::model::naming::{Naming, Prefer};
use sleeve_data::model::{
    AttributeId, Bounds, CardsBuilder, Date, FRONT, Format, Game, Lang, Text, ValueId,
};

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
    let format = Format { named: named("open"), zones, ..Format::default() };
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
            "`Boba Fett` is taken for Boba Fett (character, base, 1_6); for another of this name write 1_5 (character, next), 1_7 (character, extra)"
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
    let (deck, catalog) = deck("list.txt", "4 LOM\n2 4-LOM\n3 Blizzard 2\nBlizzard (2)");
    assert_eq!(lines(&deck, &catalog), ["deck 1 1_10", "deck 2 1_10", "deck 3 1_9", "deck 1 1_9"]);
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
    assert_eq!(
        titles,
        [
            "no card `Devestator`",
            "no card `Qwertzuiop`",
            "`0` copies: a number from 1 to 9999 was expected"
        ]
    );
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

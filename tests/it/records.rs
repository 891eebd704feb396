//! Cards as they are packed, and packs that somebody changed.

use sleeve::{
    catalog::packed::{MAGIC, PackError, pack, pack_short, read_head, unpack, verify},
    model::{
        AttributeId, Bounds, CardIndex, Cards, CardsBuilder, Catalog, EffectId, FRONT, FaceId,
        Fact, Format, Game, KindId, Lens, Number, Text,
        card::{CardRecord, EffectRecord, FaceRecord, Grade, Provenance, StoredFact, Value},
        format::{Origin, Zone},
        game::{FaceDef, KindDef, Named},
    },
};
use xxhash_rust::xxh3::xxh3_64;

/// The magic and the checksum.
const HEADER_BYTES: usize = 16;

fn named(id: &str) -> Named {
    Named { id: id.into(), name: Text::untranslated(id), aliases: Vec::new() }
}

fn number(n: i64) -> Number {
    Number::from_integer(n).unwrap()
}

fn fact(value: Value, grade: Grade) -> StoredFact {
    StoredFact {
        value,
        print: None,
        provenance: Provenance::from_grade(grade),
        attested: Bounds::OPEN,
    }
}

fn effect(id: u16, amount: i64, grade: Grade) -> EffectRecord {
    EffectRecord {
        effect: EffectId(id),
        amount: Some(Value::Number(number(amount))),
        trigger: None,
        choice: None,
        provenance: Provenance::from_grade(grade),
    }
}

fn face(id: u8, facts: Vec<(AttributeId, StoredFact)>, effects: Vec<EffectRecord>) -> FaceRecord {
    let complete = Some(Provenance::from_grade(Grade::Rulebook));
    FaceRecord { face: FaceId(id), name: None, facts, effects, effects_complete: complete }
}

fn record(id: &str, faces: Vec<FaceRecord>) -> CardRecord {
    let rulebook = Provenance::from_grade(Grade::Rulebook);
    CardRecord {
        id: id.to_owned(),
        id_provenance: rulebook,
        name: Text { en: "Étoile".into(), fr: "Star".into() },
        aliases: vec!["L’Astre".to_owned()],
        kind: KindId(0),
        sets: vec![],
        quantity: vec![],
        quantity_provenance: rulebook,
        provenance: rulebook,
        faces,
    }
}

/// A card of two halves, whose front says that a stand-in may be one or nothing.
fn halves(id: &str) -> CardRecord {
    let choice = StoredFact {
        print: Some("π".to_owned()),
        attested: Bounds { min: Some(Number::ONE), max: None },
        ..fact(Value::Choice(vec![Number::ZERO, Number::ONE]), Grade::StandIn)
    };
    let half = |at: u8, n| {
        let total = (AttributeId(0), fact(Value::Number(number(n)), Grade::Rulebook));
        face(at, vec![total], vec![effect(u16::from(at), n, Grade::StandIn)])
    };
    record(id, vec![face(0, vec![(AttributeId(1), choice)], Vec::new()), half(1, 2), half(2, 3)])
}

fn game() -> Game {
    let face = |id: &str, of| FaceDef { named: named(id), of };
    Game {
        faces: vec![face("front", None), face("upper", Some(FRONT)), face("lower", Some(FRONT))],
        kinds: vec![KindDef { named: named("k"), plural: Text::default() }],
        ..Game::default()
    }
}

#[test]
fn a_packed_card_unpacks_to_what_was_packed_and_is_found_by_any_spelling() {
    let cards = CardsBuilder::from_records(&[halves("3-10"), halves("3-35")]).build();
    assert_eq!((cards.len(), cards.record(CardIndex(1))), (2, halves("3-35")));
    assert_eq!(cards.find_by_name("l'astre"), vec![CardIndex(0), CardIndex(1)]);
    assert_eq!(cards.find_by_name("3 35"), vec![CardIndex(1)]);
    assert_eq!(cards.find_by_name("nothing"), vec![]);
    assert!(cards.by_id("3-10").is_some() && cards.by_id("3 10").is_none());
}

#[test]
fn halves_add_up_unless_the_front_says_itself_and_the_lens_hides_stand_ins() {
    let mut whole = halves("3-10");
    whole.faces[0]
        .facts
        .push((AttributeId(0), fact(Value::Number(number(4)), Grade::Rulebook)));
    whole.faces[0].effects.push(effect(1, 2, Grade::Rulebook));
    let (cards, game) = (CardsBuilder::from_records(&[halves("3-10"), whole]).build(), game());
    let [half, whole] = [0, 1].map(|at| cards.card(CardIndex(at)));
    let total = |card: sleeve::model::Card<'_>| match card.fact(
        &game,
        FRONT,
        AttributeId(0),
        Lens::Attested,
    ) {
        Fact::Number(number) => number.to_integer(),
        _ => None,
    };
    assert_eq!((total(half), total(whole)), (Some(5), Some(4)));
    let hidden = half.fact(&game, FRONT, AttributeId(1), Lens::Attested);
    assert!(matches!(hidden, Fact::Unknown(bounds) if bounds.min == Some(Number::ONE)));
    assert_eq!(half.effects(&game, FRONT, Lens::Shipped).known.len(), 2);
    assert!(half.effects(&game, FRONT, Lens::Attested).known.is_empty());
    let effects = whole.effects(&game, FRONT, Lens::Attested);
    assert!(effects.known.len() == 1 && !effects.is_open);
    assert_eq!(whole.effects(&game, FaceId(2), Lens::Shipped).known.len(), 1);
}

#[test]
fn damaged_bytes_read_as_empty_cards() {
    for len in 0..64 {
        let cards = Cards::from_bytes(vec![0xff; len]);
        assert!(cards.card(CardIndex(0)).names().take(1000).count() < 1000);
    }
}

fn leaked(bytes: &[u8]) -> &'static [u8] {
    bytes.to_vec().leak()
}

#[test]
fn zones_are_listed_once_without_their_formats() {
    let zone = |id: &&str| Zone {
        named: named(id),
        accepts: String::new(),
        role_from: None,
        roles: Vec::new(),
        is_sideboard: false,
        origin: Origin::default(),
    };
    let format = |id: &str, zones: &[&str]| {
        let zones = zones.iter().map(zone).collect::<Vec<_>>().into();
        Format { named: named(id), zones, ..Format::default() }
    };
    let mut catalog = Catalog::default();
    for (id, zones) in [("a", &["deck"][..]), ("b", &["deck"]), ("c", &["deck", "side"])] {
        catalog.put_format(vec![format(id, zones)]);
    }
    catalog.put_format(vec![Format { is_abstract: true, ..format("d", &["none"]) }]);
    let ids = |catalog: &Catalog| -> Vec<Vec<String>> {
        let id = |zone: &Zone| zone.named.id.to_string();
        catalog
            .zone_lists()
            .iter()
            .map(|zones| zones.iter().map(id).collect())
            .collect()
    };
    let opened = unpack(leaked(&pack(&catalog).unwrap())).unwrap();
    assert_eq!(ids(&opened), [vec!["deck"], vec!["deck", "side"]]);
    // Already unpacked items are listed as they are.
    assert_eq!(ids(&catalog), [vec!["deck"], vec!["deck"], vec!["deck", "side"]]);
}

#[test]
fn a_pack_is_verified_and_refused_if_it_was_cut_or_changed_anywhere() {
    let whole = pack(&Catalog::default()).unwrap();
    verify(leaked(&whole)).unwrap();
    assert_eq!(unpack(leaked(&whole)).unwrap().game, Game::default());
    for at in 0..whole.len() {
        assert!(verify(leaked(&whole[..at])).is_err(), "cut to {at} bytes");
        let mut changed = whole.clone();
        changed[at] ^= 1;
        assert!(verify(leaked(&changed)).is_err(), "byte {at} changed");
    }
    for bytes in [&[][..], &[0xff; 7], &[0xff; 64], &[1; 40]] {
        assert_eq!(unpack(leaked(bytes)).map(|_| ()), Err(PackError::NotPacked));
        assert_eq!(read_head(leaked(bytes)), Err(PackError::NotPacked));
    }
    let mut newer = whole;
    newer[7] += 1;
    let other = Err(PackError::OtherVersion { found: MAGIC[7] + 1 });
    assert_eq!(unpack(leaked(&newer)).map(|_| ()), other);
}

/// A pack with one card, and the start of its section of cards.
fn with_a_card() -> (Vec<u8>, usize) {
    let choice = fact(Value::Choice(vec![number(1), number(6)]), Grade::Rulebook);
    let front = face(0, vec![(AttributeId(0), choice)], vec![effect(0, 2, Grade::Rulebook)]);
    let zulu = CardRecord {
        name: Text::untranslated("Zulu"),
        aliases: Vec::new(),
        ..record("z1", vec![front])
    };
    let cards = CardsBuilder::from_records(&[zulu]).build();
    let section = cards.as_bytes().to_vec();
    let bytes = pack(&Catalog::with_tables(Game::default(), cards, Default::default())).unwrap();
    let at = bytes
        .windows(section.len())
        .position(|part| part == section)
        .unwrap();
    (bytes, at)
}

/// The pack with a matching checksum for its changed content: the checksum detects damage, but not
/// tampering.
fn forged(mut bytes: Vec<u8>) -> &'static [u8] {
    let sum = xxh3_64(&bytes[HEADER_BYTES..]).to_le_bytes();
    bytes[MAGIC.len()..HEADER_BYTES].copy_from_slice(&sum);
    bytes.leak()
}

#[test]
fn a_short_pack_opens_to_the_same_cards() {
    let (whole, _) = with_a_card();
    let catalog = unpack(leaked(&whole)).unwrap();
    let bytes = leaked(&pack_short(&catalog).unwrap());
    verify(bytes).unwrap();
    let opened = unpack(bytes).unwrap();
    let index = opened.cards.name_index();
    assert_eq!(index.names().map(|name| name.shown()).collect::<Vec<_>>(), ["Zulu"]);
    assert!(bytes.len() < whole.len() && pack(&opened).unwrap() == whole);
}

#[test]
fn a_forged_pack_is_refused_before_it_is_believed() {
    let (whole, cards) = with_a_card();
    verify(forged(whole.clone())).unwrap();
    // Four numbers of the section: cards, names, whether everything is attested, the first offset.
    for at in (cards..cards + 16).step_by(4) {
        for claim in [3u32, 100_000_000, u32::MAX / 2, u32::MAX] {
            let mut bytes = whole.clone();
            bytes[at..at + 4].copy_from_slice(&claim.to_le_bytes());
            assert_eq!(verify(forged(bytes)), Err(PackError::Cards), "{at}: {claim}");
        }
    }
    let id = whole.windows(2).rposition(|two| two == b"z1").unwrap();
    let mut hidden = whole.clone();
    hidden[id] = 0x1b;
    assert_eq!(verify(forged(hidden)), Err(PackError::Cards));
}

/// Sets numbers of effects, choices and bytes to their largest value: their readers stop at the end
/// of the bytes.
#[test]
fn no_change_of_a_card_is_believed_that_packing_would_not_make() {
    let (whole, cards) = with_a_card();
    for at in cards..whole.len() {
        for (bits, run) in [(1, 1), (0x10, 1), (0x80, 1), (0xff, 1), (0xff, 9)] {
            let mut bytes = whole.clone();
            bytes
                .iter_mut()
                .skip(at)
                .take(run)
                .for_each(|byte| *byte ^= bits);
            let bytes = forged(bytes);
            if let Some(damaged) = unpack(bytes).ok().filter(|damaged| damaged.cards.len() < 9) {
                assert!(damaged.cards.record(CardIndex(0)).faces.len() <= 64);
            }
            if verify(bytes).is_ok() {
                assert_eq!(pack(&unpack(bytes).unwrap()).unwrap(), bytes, "byte {at}");
            }
        }
    }
}

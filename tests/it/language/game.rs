//! A small game in which every form of the language has something to say.

use sleeve::model::{
    AttributeId, CardIndex, CardsBuilder, Catalog, EffectId, FRONT, FaceId, Format, KindId, Number,
    SetId, Text, TriggerId, ValueId,
    card::{CardRecord, EffectRecord, FaceRecord, Grade, Provenance, StoredFact, Value},
    catalog::CardList,
    game::{
        Attribute, AttributeType, BoxId, EffectDef, FaceDef, Game, KindDef, Named, SetDef,
        TriggerDef,
    },
    number::{Bounds, Date},
};

pub fn named(id: &str, en: &str, fr: &str) -> Named {
    Named {
        id: id.to_owned().into(),
        name: Text { en: en.to_owned().into(), fr: fr.to_owned().into() },
        aliases: Vec::new(),
    }
}

fn attribute(id: &str, fr: &str, kind: AttributeType) -> Attribute {
    Attribute {
        named: named(id, id, fr),
        label: Text::default(),
        doc: Text { en: format!("the {id}").into(), fr: format!("le champ {fr}").into() }.into(),
        kind,
        kinds: Vec::new(),
        default: None,
        defaults: Vec::new(),
        min: None,
        hidden: false,
        max: None,
        from_id: false,
        distinct: false,
        of_copy: false,
        weight: None,
    }
}

pub fn number(value: &str) -> Value {
    Value::Number(Number::parse(value).unwrap())
}

pub fn fact(value: Value, grade: Grade) -> StoredFact {
    StoredFact {
        value,
        print: None,
        provenance: Provenance::from_grade(grade),
        attested: Bounds::OPEN,
    }
}

pub const COST: AttributeId = AttributeId(0);
pub const POWER: AttributeId = AttributeId(1);
pub const ABILITY: AttributeId = AttributeId(2);
pub const DESTINY: AttributeId = AttributeId(3);
pub const FACTION: AttributeId = AttributeId(4);
pub const RARITY: AttributeId = AttributeId(5);
pub const LEVEL: AttributeId = AttributeId(6);
pub const ICONS: AttributeId = AttributeId(7);
pub const UNIQUE: AttributeId = AttributeId(8);
pub const MOTTO: AttributeId = AttributeId(9);
pub const FIGHTERS: AttributeId = AttributeId(10);
pub const BUILT: AttributeId = AttributeId(11);

pub const SHIP: KindId = KindId(0);
pub const BASE: KindId = KindId(1);
pub const LOCATION: KindId = KindId(2);

pub const UPPER: FaceId = FaceId(1);
pub const LOWER: FaceId = FaceId(2);
pub const BACK: FaceId = FaceId(3);

pub const DRAW: EffectId = EffectId(0);
pub const COMBAT: EffectId = EffectId(1);
pub const PIVOT: EffectId = EffectId(2);
pub const MOVE: EffectId = EffectId(3);
pub const SCRAP: EffectId = EffectId(4);
pub const ALLY: TriggerId = TriggerId(0);
pub const ON_SCRAP: TriggerId = TriggerId(1);

pub fn game() -> Game {
    let values = |ids: &[(&str, &str, &str)]| {
        ids.iter()
            .map(|(i, e, f)| named(i, e, f))
            .collect::<Vec<_>>()
    };
    let integer = |id, fr| attribute(id, fr, AttributeType::Integer);
    let mut cost = integer("cost", "coût");
    cost.min = Some(Number::ZERO);
    cost.named.aliases = vec!["price".to_owned().into()];
    let mut destiny = attribute("destiny", "destinée", AttributeType::Number);
    destiny.defaults = vec![(LOCATION, fact(number("0"), Grade::Rulebook))];
    let mut level = integer("level", "niveau");
    level.default = Some(fact(number("0"), Grade::Rulebook));
    level.kinds = vec![SHIP];
    let mut fighters = integer("fighters", "chasseurs");
    fighters.min = Some(Number::ZERO);
    let factions = values(&[
        ("blob", "blob", "blob"),
        ("machine-cult", "machine cult", "culte des machines"),
        ("star-empire", "star empire", "empire"),
    ]);
    let rarities = values(&[
        ("common", "common", "commune"),
        ("uncommon", "uncommon", "peu commune"),
        ("rare", "rare", "rare"),
    ]);
    let icons = values(&[
        ("pilot", "pilot", "pilote"),
        ("warrior", "warrior", "guerrier"),
        ("nav-computer", "nav computer", "ordinateur"),
    ]);
    let attributes = vec![
        cost,
        integer("power", "puissance"),
        integer("ability", "capacité"),
        destiny,
        attribute(
            "faction",
            "faction",
            AttributeType::Enum { values: factions.into(), ordered: false },
        ),
        attribute(
            "rarity",
            "rareté",
            AttributeType::Enum { values: rarities.into(), ordered: true },
        ),
        level,
        attribute("icons", "icônes", AttributeType::Set { values: icons.into(), counts: true }),
        attribute("unique", "unique", AttributeType::Flag),
        attribute("motto", "devise", AttributeType::Text),
        fighters,
        attribute("built", "construit", AttributeType::Date),
    ];
    let effect = |id: &str, en: &str, fr: &str, amount| EffectDef {
        bare_amount: None,
        named: named(id, en, fr),
        amount,
        trigger: true,
        mode: None,
        doc: Text { en: format!("to {en}").into(), fr: format!("fait {fr}").into() }.into(),
    };
    let trigger =
        |id: &str, fr: &str| TriggerDef { named: named(id, id, fr), doc: Text::default().into() };
    let kind = |id: &str, fr: &str, plural: (&str, &str)| KindDef {
        named: named(id, id, fr),
        plural: Text { en: plural.0.to_owned().into(), fr: plural.1.to_owned().into() },
    };
    let face = |id: &str, fr: &str, of| FaceDef { named: named(id, id, fr), of };
    let set = |id: &str, code: &str, released: Option<&str>| SetDef {
        named: named(id, id, ""),
        code: Some(code.into()),
        released: released.and_then(Date::parse),
        class: None,
    };
    Game {
        named: named("fixture", "Fixture", "Montage"),
        faces: vec![
            face("front", "face", None),
            face("upper", "haut", Some(FRONT)),
            face("lower", "bas", Some(FRONT)),
            face("back", "dos", None),
        ],
        kinds: vec![
            kind("ship", "vaisseau", ("ships", "vaisseaux")),
            kind("base", "base", ("bases", "bases")),
            kind("location", "lieu", ("locations", "lieux")),
        ],
        attributes,
        effects: vec![
            effect("draw", "draw", "pioche", false),
            effect("combat", "combat", "combat", true),
            effect("pivot", "pivot", "pivotement", false),
            effect("lateral-move", "lateral move", "déplacement latéral", false),
            effect("scrap", "scrap", "ferraille", false),
        ]
        .into(),
        triggers: vec![trigger("ally", "allié"), trigger("scrap", "ferraille")],
        sets: vec![
            set("premiere", "1", Some("1995-12-01")),
            set("hoth", "3", Some("1996-11-29")),
            set("promo", "99", None),
        ]
        .into(),
        boxes: vec![named("base", "base", "")],
        ..Game::default()
    }
}

/// Builds one card.
pub struct Maker(pub CardRecord);

pub fn card(id: &str, en: &str, kind: KindId) -> Maker {
    let rulebook = Provenance::from_grade(Grade::Rulebook);
    Maker(CardRecord {
        id: id.to_owned(),
        id_provenance: rulebook,
        name: Text::untranslated(en),
        aliases: Vec::new(),
        kind,
        sets: vec![SetId(0)],
        quantity: vec![(BoxId(0), 1)],
        quantity_provenance: rulebook,
        provenance: rulebook,
        faces: vec![FaceRecord {
            face: FRONT,
            name: None,
            facts: Vec::new(),
            effects: Vec::new(),
            effects_complete: Some(rulebook),
        }],
    })
}

impl Maker {
    pub fn fr(mut self, name: &str) -> Maker {
        self.0.name.fr = name.to_owned().into();
        self
    }

    pub fn alias(mut self, name: &str) -> Maker {
        self.0.aliases.push(name.to_owned());
        self
    }

    pub fn sets(mut self, sets: &[u16]) -> Maker {
        self.0.sets = sets.iter().map(|s| SetId(*s)).collect();
        self
    }

    pub fn quantity(mut self, count: u32) -> Maker {
        self.0.quantity = vec![(BoxId(0), count)];
        self
    }

    fn face(&mut self, face: FaceId) -> &mut FaceRecord {
        if !self.0.faces.iter().any(|f| f.face == face) {
            self.0.faces.push(FaceRecord {
                face,
                name: None,
                facts: Vec::new(),
                effects: Vec::new(),
                effects_complete: Some(self.0.provenance),
            });
        }
        self.0.faces.iter_mut().find(|f| f.face == face).unwrap()
    }

    pub fn at(mut self, face: FaceId, attribute: AttributeId, value: Value) -> Maker {
        self.face(face)
            .facts
            .push((attribute, fact(value, Grade::Rulebook)));
        self
    }

    pub fn set(self, attribute: AttributeId, value: Value) -> Maker {
        self.at(FRONT, attribute, value)
    }

    pub fn is(self, attribute: AttributeId, value: &str) -> Maker {
        self.at(FRONT, attribute, number(value))
    }

    pub fn value(self, attribute: AttributeId, value: u16) -> Maker {
        self.at(FRONT, attribute, Value::Enum(ValueId(value)))
    }

    pub fn icons(self, icons: &[(u16, u32)]) -> Maker {
        let icons = icons.iter().map(|(v, n)| (ValueId(*v), *n)).collect();
        self.set(ICONS, Value::Set(icons))
    }

    pub fn unknown(self, attribute: AttributeId, min: Option<&str>, max: Option<&str>) -> Maker {
        let end = |end: Option<&str>| end.and_then(Number::parse);
        self.set(attribute, Value::Unknown(Bounds { min: end(min), max: end(max) }))
    }

    pub fn stand_in(mut self, attribute: AttributeId, value: &str) -> Maker {
        self.face(FRONT)
            .facts
            .push((attribute, fact(number(value), Grade::StandIn)));
        self
    }

    pub fn effect(mut self, face: FaceId, effect: EffectId, amount: Option<&str>) -> Maker {
        self.face(face).effects.push(EffectRecord {
            effect,
            amount: amount.map(number),
            trigger: None,
            choice: None,
            provenance: Provenance::from_grade(Grade::Rulebook),
        });
        self
    }

    pub fn when(mut self, trigger: TriggerId) -> Maker {
        let effects = self
            .0
            .faces
            .iter_mut()
            .rev()
            .find_map(|f| f.effects.last_mut());
        effects.unwrap().trigger = Some(trigger);
        self
    }

    pub fn open_effects(mut self) -> Maker {
        self.face(FRONT).effects_complete = None;
        self
    }

    pub fn named(mut self, face: FaceId, name: &str) -> Maker {
        self.face(face).name = Some(Text::untranslated(name));
        self
    }
}

/// The cards of the fixture.
pub fn cards() -> Vec<Maker> {
    let choice = |a, b| Value::Choice(vec![Number::parse(a).unwrap(), Number::parse(b).unwrap()]);
    let text = |t: &str| Value::Text(t.to_owned());
    vec![
        card("luke", "Luke Skywalker", SHIP)
            .fr("Luc Marcheciel")
            .is(COST, "3")
            .is(POWER, "4")
            .is(ABILITY, "5")
            .is(DESTINY, "1")
            .value(FACTION, 2)
            .value(RARITY, 2)
            .icons(&[(0, 2), (1, 1)])
            .set(UNIQUE, Value::Flag(true)),
        card("han", "Han Solo", SHIP)
            .is(COST, "2")
            .is(POWER, "3")
            .is(ABILITY, "3")
            .set(DESTINY, choice("1", "6"))
            .value(FACTION, 2)
            .value(RARITY, 1)
            .icons(&[(0, 1)])
            .sets(&[0, 1])
            .set(UNIQUE, Value::Flag(true)),
        card("boba", "Boba Fett In Slave I", SHIP)
            .is(COST, "6")
            .is(POWER, "6")
            .is(ABILITY, "2")
            .is(DESTINY, "4.5")
            .value(FACTION, 1)
            .value(RARITY, 2)
            .sets(&[1])
            .effect(FRONT, COMBAT, Some("5")),
        card("dooku", "Count Dooku", SHIP)
            .is(COST, "7")
            .is(POWER, "6")
            .is(ABILITY, "6")
            .is(DESTINY, "2")
            .sets(&[2])
            .value(RARITY, 2)
            .effect(FRONT, COMBAT, Some("3"))
            .effect(FRONT, DRAW, None)
            .when(ALLY),
        card("blob-1", "Blob Wheel", BASE)
            .is(COST, "3")
            .value(FACTION, 0)
            .value(RARITY, 0)
            .quantity(3)
            .effect(FRONT, COMBAT, Some("1"))
            .effect(FRONT, COMBAT, Some("3"))
            .when(ON_SCRAP),
        card("blob-2", "Battle Pod", SHIP)
            .is(COST, "2")
            .value(FACTION, 0)
            .value(RARITY, 0)
            .quantity(2)
            .effect(FRONT, COMBAT, Some("4"))
            .effect(FRONT, COMBAT, Some("2"))
            .when(ALLY),
        card("cult", "Machine Base", BASE)
            .fr("Base des machines")
            .unknown(COST, Some("5"), None)
            .value(FACTION, 1)
            .value(RARITY, 1)
            .effect(FRONT, SCRAP, None),
        card("everest", "ISN Everest (veteran)", SHIP)
            .alias("Everest")
            .alias("veteran Everest")
            .unknown(COST, None, None)
            .unknown(FACTION, None, None)
            .unknown(POWER, Some("2"), Some("4"))
            .open_effects(),
        card("3-10", "3-10", SHIP)
            .is(COST, "1")
            .is(LEVEL, "3")
            .at(UPPER, FIGHTERS, number("1"))
            .at(LOWER, FIGHTERS, number("2"))
            .effect(UPPER, DRAW, None)
            .effect(LOWER, MOVE, None)
            .at(BACK, FIGHTERS, number("2"))
            .at(BACK, LEVEL, number("0")),
        card("3-35", "3-35", SHIP)
            .is(COST, "1")
            .at(UPPER, FIGHTERS, number("2"))
            .at(LOWER, FIGHTERS, number("0"))
            .effect(UPPER, DRAW, None)
            .effect(LOWER, PIVOT, None)
            .at(BACK, FIGHTERS, number("2"))
            .at(BACK, LEVEL, number("0")),
        card("hoth", "Hoth: Echo Base", LOCATION)
            .sets(&[1])
            .icons(&[(2, 1)]),
        card("trap", "It's A Trap!", LOCATION)
            .fr("C’est un piège !")
            .set(MOTTO, text("Étoile Noire"))
            .is(DESTINY, "5")
            .set(BUILT, Value::Date(Date::parse("1998-11-30").unwrap())),
        card("ghost", "Ghost", SHIP)
            .stand_in(COST, "4")
            .is(POWER, "1")
            .named(BACK, "Phantom"),
    ]
}

pub fn index(id: &str) -> CardIndex {
    let at = cards().iter().position(|c| c.0.id == id).unwrap();
    CardIndex(u32::try_from(at).unwrap())
}

/// The fixture's catalog.
pub fn catalog() -> Catalog {
    catalog_of(game(), &cards())
}

pub fn catalog_of(game: Game, cards: &[Maker]) -> Catalog {
    let mut builder = CardsBuilder::default();
    cards.iter().for_each(|c| {
        builder.push(&c.0);
    });
    let mut banned: Vec<CardIndex> = ["dooku", "boba"]
        .iter()
        .filter_map(|id| cards.iter().position(|c| c.0.id == *id))
        .map(|i| CardIndex(u32::try_from(i).unwrap()))
        .collect();
    banned.sort();
    let list = CardList {
        numbers: Vec::new(),
        named: named("banned", "banned", "bannies"),
        cards: banned,
        dates: (Date::parse("1998-11-30"), None),
        ..CardList::default()
    };
    let mut catalog = Catalog::new(game, builder.build());
    for id in ["open", "closed"] {
        catalog.put_format(vec![Format { named: named(id, id, ""), ..Format::default() }]);
    }
    catalog.put_list(vec![list]);
    catalog
}

//! A card as JSON: every fact under the ids of the data, in no language. Lists of cards are written
//! card by card, one to a line.
//!
//! A fact that is not printed is left out. `null` is printed but unknown, `{"min": 5}` is unknown
//! within bounds, and `{"choice": [1, 6]}` is picked by the owner. A number with another print is
//! `{"value": 3.14159, "print": "π"}`.

use crate::{
    cards::{FactStyle, count_values, near::NearCardsRow, setup::SetOutRow},
    documents::{
        CardRow, NumberRow, Object,
        rules::{CardRuleRow, NumberChangeRow},
    },
    forms::json::write_line,
};
use serde::Serialize;
use sleeve_data::model::{
    AttributeId, Bounds, Card, Cards, Catalog, Effect, FRONT, FaceId, Fact, Game, Lang, Number,
    Provenance, ValueId,
    card::NameRole,
    game::{Attribute, AttributeType, CARD_NAME_SEPARATOR},
};
use std::{
    borrow::Cow,
    collections::HashSet,
    io::{self, Write},
};

/// The `schema` of documents that list cards.
pub const CARDS: &str = "sleeve/cards/1";

/// The members of the document after the cards.
pub struct ListingFacts<'a> {
    /// Number of cards that match, written or not.
    pub total: usize,
    /// Cards that may match, depending on unknown facts.
    pub undetermined: Vec<OpenCardRow<'a>>,
    /// `None` if the cards are not grouped.
    pub groups: Option<Vec<CardGroupRow>>,
}

/// Members of a document of cards in addition to their facts.
#[derive(Default)]
pub struct CardsRemarks<'a> {
    /// `None` if the cards were not searched for.
    pub found: Option<ListingFacts<'a>>,
    /// `None` without `--like`.
    pub like: Option<Vec<NearCardsRow<'a>>>,
    /// `None` if the cards are not suggestions for a deck.
    pub suggested: Option<SuggestedRow<'a>>,
}

rows! {
    /// A card that may match, depending on unknown facts.
    pub struct OpenCardRow<'a> {
        /// The card.
        ..pub card: CardRow<'a>,
        /// Its game.
        pub game: &'a str,
        /// The facts that would decide it.
        pub missing: Vec<String>,
    }

    /// The cards with one value.
    pub struct CardGroupRow {
        /// The value.
        pub value: String,
        /// Number of cards with it.
        pub count: usize,
    }
}

/// A document of cards while it is written.
pub struct CardsDocument<'w> {
    out: &'w mut dyn Write,
    open: bool,
}

impl<'w> CardsDocument<'w> {
    /// Opens the document. `game` is the id of the game of all cards, or `None`.
    pub fn open(out: &'w mut dyn Write, game: Option<&str>) -> io::Result<CardsDocument<'w>> {
        write!(out, "{{\"schema\": \"{CARDS}\", \"game\": ")?;
        write_line(&game, out)?;
        write!(out, ", \"cards\": [")?;
        Ok(CardsDocument { out, open: true })
    }

    /// Writes the next card, so that a document of many cards is never whole in memory.
    pub fn card(&mut self, card: &CardShape<'_>) -> io::Result<()> {
        self.out.write_all(if self.open { b"\n" } else { b",\n" })?;
        self.open = false;
        write_line(card, self.out)
    }

    /// Writes the remaining members and closes the document.
    pub fn close(mut self, remarks: &CardsRemarks<'_>) -> io::Result<()> {
        self.out.write_all(if self.open { b"]" } else { b"\n]" })?;
        if let Some(ListingFacts { total, undetermined, groups }) = &remarks.found {
            self.write_member("total", total)?;
            self.write_member("undetermined", undetermined)?;
            groups
                .as_ref()
                .map_or(Ok(()), |groups| self.write_member("groups", groups))?;
        }
        remarks
            .like
            .as_ref()
            .map_or(Ok(()), |like| self.write_member("like", like))?;
        let suggested = remarks.suggested.as_ref();
        suggested.map_or(Ok(()), |suggested| self.write_member("suggested", suggested))?;
        writeln!(self.out, "}}")
    }

    fn write_member<T: Serialize>(&mut self, key: &str, value: &T) -> io::Result<()> {
        write!(self.out, ", \"{key}\": ")?;
        write_line(value, self.out)
    }
}

/// Everything that [`CardsDocument`] writes, as one type to derive its schema from.
#[cfg(feature = "schemas")]
#[derive(schemars::JsonSchema)]
#[allow(dead_code)]
pub struct CardsShape<'a> {
    /// Name and version of this document.
    #[schemars(extend("const" = CARDS))]
    schema: &'static str,
    /// Id of the game of all cards; null if they are from several.
    game: Option<String>,
    /// The cards.
    cards: Vec<CardShape<'a>>,
    /// Number of cards that match, shown or not (`cards`).
    #[serde(skip_serializing_if = "Option::is_none")]
    total: Option<usize>,
    /// Cards that may match, depending on unknown facts (`cards`).
    #[serde(skip_serializing_if = "Option::is_none")]
    undetermined: Option<Vec<OpenCardRow<'a>>>,
    /// Values by which the cards are grouped (`cards --group`).
    #[serde(skip_serializing_if = "Option::is_none")]
    groups: Option<Vec<CardGroupRow>>,
    /// The most similar cards for each card (`show --like`).
    #[serde(skip_serializing_if = "Option::is_none")]
    like: Option<Vec<NearCardsRow<'a>>>,
    /// How the cards are suggested (`cards --with`).
    #[serde(skip_serializing_if = "Option::is_none")]
    suggested: Option<SuggestedRow<'a>>,
}

rows! {
    /// Suggestions for a deck: cards that known decks play with its cards. They are guesses.
    pub struct SuggestedRow<'a> {
        /// Path of the deck, as given.
        pub deck: &'a str,
        /// Id of its format; null if it names none, and then everything that known decks play is
        /// suggested.
        pub format: Option<&'a str>,
        /// Number of known decks: those of `--like`, otherwise the game's.
        pub known_decks: usize,
        /// The cards, best first.
        pub cards: Vec<SuggestedCardRow<'a>>,
    }

    /// A card that is suggested for a deck.
    pub struct SuggestedCardRow<'a> {
        ..pub card: CardRow<'a>,
        /// How well it fits, from 0 to 1000; the best of all cards has 1000.
        pub fit: u32,
        /// Which copy of the card it would be: 1 if the deck has none.
        pub copy: u32,
        /// Number of known decks with this many copies.
        pub decks: u32,
        /// Ids of the zones that accept it, most usual first; empty if the format is not known.
        pub zones: &'a [String],
    }
}

/// Returns the printed facts of a part of a card, by id of the field.
fn list_facts<'a>(
    view: &FactStyle<'a>,
    card: Card<'a>,
    face: FaceId,
) -> Object<FactShape<'a>, &'a str> {
    let game = &view.catalog.game;
    let mut facts = Vec::new();
    for (attribute, id) in game.attributes.iter().zip(0..) {
        let fact = card.fact(game, face, AttributeId(id), view.lens);
        let stored = card.stored(face, AttributeId(id));
        if matches!(fact, Fact::Absent) || (face != FRONT && stored.is_none()) {
            continue;
        }
        let print = stored
            .filter(|s| view.lens.sees(s.provenance))
            .and_then(|s| s.print);
        let shape = FactShape::new(view.catalog, fact, attribute, print);
        facts.push((attribute.named.id.as_str(), shape));
    }
    Object(facts)
}

fn list_effects<'a>(
    view: &FactStyle<'a>,
    card: Card<'a>,
    face: FaceId,
) -> Option<Vec<Option<EffectShape<'a>>>> {
    let game = &view.catalog.game;
    let effects = card.effects(game, face, view.lens);
    let known = effects
        .known
        .iter()
        .map(|effect| Some(EffectShape::new(game, effect)));
    let open = effects.is_open.then_some(None);
    let listed: Vec<_> = known.chain(open).collect();
    (!listed.is_empty()).then_some(listed)
}

/// Converts a number, to an integer if it is whole.
fn number(number: Number) -> NumberRow {
    number.to_integer().map_or_else(
        || NumberRow::Near(number.millionths() as f64 / Number::SCALE as f64),
        NumberRow::Whole,
    )
}

impl QuantityShape {
    fn new(game: &Game, card: Card<'_>) -> QuantityShape {
        let boxes = &game.boxes;
        if boxes.len() < 2 {
            let is_known = !boxes.is_empty() || card.quantities().next().is_some();
            return QuantityShape::One(is_known.then(|| card.quantities().map(|(_, n)| n).sum()));
        }
        let mut by_box = Vec::new();
        for (id, copies) in card.quantities() {
            let named = boxes.get(usize::from(id.0));
            by_box.push((named.map_or("", |named| named.id.as_str()).to_owned(), copies));
        }
        QuantityShape::ByBox(Object(by_box))
    }
}

impl BoundsShape {
    /// Returns `None` if both ends are open.
    fn new(known: Bounds) -> Option<BoundsShape> {
        let shape = BoundsShape { min: known.min.map(number), max: known.max.map(number) };
        (known != Bounds::OPEN).then_some(shape)
    }
}

impl<'a> FactShape<'a> {
    pub(super) fn new(
        catalog: &'a Catalog,
        fact: Fact<'a>,
        attribute: &'a Attribute,
        print: Option<String>,
    ) -> FactShape<'a> {
        match (fact, print) {
            (Fact::Absent, _) => FactShape::Nothing(()),
            (Fact::Unknown(Bounds::OPEN), None) => FactShape::Nothing(()),
            (Fact::Unknown(known), print) => {
                let (min, max) = (known.min.map(number), known.max.map(number));
                FactShape::Unknown { min, max, print }
            }
            (Fact::Number(n), None) => FactShape::Number(number(n)),
            (Fact::Number(n), Some(print)) => FactShape::Printed { value: number(n), print },
            (Fact::Choice(choices), print) => {
                let choice = choices.values().iter().copied().map(number).collect();
                FactShape::Choice { choice, print }
            }
            (Fact::Text { shown, .. }, _)
                if matches!(attribute.kind, AttributeType::Cards { .. }) =>
            {
                FactShape::Values(list_cards(&catalog.cards, shown))
            }
            (Fact::Text { shown, .. }, _) => FactShape::Text(shown.into()),
            (Fact::Enum(value), _) => FactShape::Text(value_id(attribute, value).into()),
            (Fact::Set(set), _) => {
                let values = count_values(set).into_iter();
                if matches!(attribute.kind, AttributeType::Set { counts: true, .. }) {
                    let counts = values.map(|(v, n)| (value_id(attribute, v).to_owned(), n));
                    return FactShape::Counts(Object(counts.collect()));
                }
                FactShape::Values(values.map(|(v, _)| value_id(attribute, v)).collect())
            }
            (Fact::Flag(flag), _) => FactShape::Flag(flag),
            (Fact::Date(date), _) => FactShape::Text(date.to_string().into()),
        }
    }
}

/// Returns the ids of the cards in a field, each once. A name of no card is returned itself.
fn list_cards<'a>(cards: &'a Cards, names: &'a str) -> Vec<&'a str> {
    let mut seen = HashSet::new();
    let ids = names.split(CARD_NAME_SEPARATOR).flat_map(|name| {
        let named = cards.find_held(name);
        let unnamed = named.is_empty().then_some(name);
        named
            .into_iter()
            .map(|index| cards.card(index).id())
            .chain(unnamed)
    });
    ids.filter(|id| seen.insert(*id)).collect()
}

/// Returns the sources of facts: the card's main provenance, and each field with another one.
fn list_provenances(catalog: &Catalog, card: Card<'_>) -> Object<String> {
    let game = &catalog.game;
    let record = catalog.cards.record(card.index());
    let default = record.main_provenance();
    let mut list = vec![("default".to_owned(), provenance_word(game, default))];
    let mut own = vec![("id".to_owned(), record.id_provenance)];
    if !record.quantity.is_empty() {
        own.push(("quantity".to_owned(), record.quantity_provenance));
    }
    for face in &record.faces {
        let path = match game.faces.get(face.face.index()) {
            Some(part) if face.face != FRONT => format!("{}.", part.named.id),
            _ => String::new(),
        };
        for (id, fact) in &face.facts {
            let attribute = game.get_attribute(*id).map_or("", |a| a.named.id.as_str());
            own.push((format!("{path}{attribute}"), fact.provenance));
        }
        // Grades are in order, best first: a list is only as good as its weakest effect.
        let worst = face
            .effects
            .iter()
            .map(|e| e.provenance)
            .max_by_key(|p| p.grade);
        let effects = worst.or(face.effects_complete);
        own.extend(effects.map(|provenance| (format!("{path}effects"), provenance)));
    }
    own.retain(|(_, provenance)| *provenance != default);
    list.extend(
        own.into_iter()
            .map(|(key, own)| (key, provenance_word(game, own))),
    );
    Object(list)
}

fn names(card: Card<'_>, wanted: NameRole) -> impl Iterator<Item = &str> {
    card.names()
        .filter(move |(role, ..)| *role == wanted)
        .map(|(_, name, _)| name)
}

/// Returns the parts of a card besides its front, by id.
fn list_faces<'a>(view: &FactStyle<'a>, card: Card<'a>) -> Vec<(&'a str, FaceShape<'a>)> {
    let game = &view.catalog.game;
    let mut faces = Vec::new();
    for face in (1..game.faces.len().min(64) as u8).map(FaceId) {
        if !card.has_face(face) {
            continue;
        }
        let id = game
            .faces
            .get(face.index())
            .map_or("", |def| def.named.id.as_str());
        let name = names(card, NameRole::Face(face)).next();
        let (facts, effects) = (list_facts(view, card, face), list_effects(view, card, face));
        faces.push((id, FaceShape { name, facts, effects }));
    }
    faces
}

/// Returns the id of a value; empty if the attribute does not have it.
pub(super) fn value_id(attribute: &Attribute, value: ValueId) -> &str {
    attribute
        .values()
        .get(value.index())
        .map_or("", |named| named.id.as_str())
}

fn provenance_word(game: &Game, provenance: Provenance) -> String {
    let source = provenance
        .source
        .and_then(|s| game.sources.get(usize::from(s)));
    match source {
        Some(source) => format!("{}:{}", provenance.grade.word(), source.named.id),
        None => provenance.grade.word().to_owned(),
    }
}

rows! {
    // `view` decides which facts count as known; its language is not used.
    /// A card: every fact under the id of its field. A fact that is not printed is left out.
    #[serde(rename_all = "kebab-case")]
    pub struct CardShape<'a>(view: &FactStyle<'a>, card: Card<'a>) after {
        let (catalog, game) = (view.catalog, &view.catalog.game);
        let faces = list_faces(view, card);
    } {
        /// Its id.
        id: &'a str = card.id(),
        /// Its English name.
        name: &'a str = card.name(Lang::En),
        /// Its French name, if it has one.
        name_fr?: Option<&'a str> = names(card, NameRole::French).next(),
        /// Its other names.
        aliases?: Vec<&'a str> = names(card, NameRole::Alias).collect(),
        /// Id of its game.
        game: &'a str = game.id(),
        /// Id of its kind.
        kind: &'a str = game.kinds.get(card.kind().index()).map_or("", |kind| &kind.named.id),
        /// Ids of its sets.
        sets: Vec<&'a str> = card
            .sets()
            .filter_map(|set| Some(game.sets.get(set.index())?.named.id.as_str()))
            .collect(),
        /// Copies in a box, or in each of the boxes; null in games without boxes.
        quantity: QuantityShape = QuantityShape::new(game, card),
        /// Printed facts, by id of the field.
        ..facts: Object<FactShape<'a>, &'a str> = list_facts(view, card, FRONT),
        /// Its effects; a null at the end means that there may be more.
        effects?: Option<Vec<Option<EffectShape<'a>>>> = list_effects(view, card, FRONT),
        /// Its other parts, by id.
        faces?: Option<Object<FaceShape<'a>, &'a str>> = (!faces.is_empty()).then_some(Object(faces)),
        /// Cards that it sets out before the game begins.
        sets_out?: Option<SetOutRow<'a>> = SetOutRow::new(catalog, card),
        /// Rules that it adds.
        card_rules?: Vec<CardRuleRow<'a>> = CardRuleRow::from_card(catalog, card),
        /// Amounts that it adds to numbers of formats.
        card_changes?: Vec<NumberChangeRow<'a>> = NumberChangeRow::from_card(catalog, card),
        /// Where its facts come from: `default`, and each field with another source.
        provenance: Object<String> = list_provenances(catalog, card),
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum QuantityShape {
    One(Option<u32>),
    ByBox(Object<u32>),
}

rows! {
    /// An effect.
    struct EffectShape<'a>(game: &'a Game, effect: &Effect) after {
        let id = game.effects.get(effect.effect.index()).map_or("", |e| e.named.id.as_str());
        let trigger = effect.trigger.and_then(|t| game.triggers.get(t.index()));
        let amount = match effect.amount {
            Fact::Number(n) => Some(AmountShape::Known(number(n))),
            Fact::Unknown(known) => Some(AmountShape::Unknown(BoundsShape::new(known))),
            _ => None,
        };
        let when = trigger.map(|trigger| trigger.named.id.as_str());
    } {
        /// Its id.
        effect: &'a str = id,
        /// Amount; null if unknown.
        amount?: Option<AmountShape>,
        /// Id of its trigger.
        when?: Option<&'a str>,
        /// Effects with the same number are alternatives.
        choice?: Option<u8> = effect.choice,
    }
}

#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
enum AmountShape {
    Known(#[cfg_attr(feature = "schemas", schemars(with = "f64"))] NumberRow),
    Unknown(Option<BoundsShape>),
}

rows! {
    struct BoundsShape {
        /// Smallest possible number.
        #[cfg_attr(feature = "schemas", schemars(with = "Option<f64>"))]
        min?: Option<NumberRow>,
        /// Largest possible number.
        #[cfg_attr(feature = "schemas", schemars(with = "Option<f64>"))]
        max?: Option<NumberRow>,
    }
}

/// A fact; null is printed but not published.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub(super) enum FactShape<'a> {
    /// A text, a value of the game's vocabulary, or a day.
    Text(Cow<'a, str>),
    /// A number.
    Number(#[cfg_attr(feature = "schemas", schemars(with = "f64"))] NumberRow),
    /// Whether the flag is printed.
    Flag(bool),
    /// Values of a set.
    Values(Vec<&'a str>),
    /// Unknown within bounds.
    Unknown {
        /// Smallest possible number.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(with = "Option<f64>"))]
        min: Option<NumberRow>,
        /// Largest possible number.
        #[serde(skip_serializing_if = "Option::is_none")]
        #[cfg_attr(feature = "schemas", schemars(with = "Option<f64>"))]
        max: Option<NumberRow>,
        /// Its print.
        #[serde(skip_serializing_if = "Option::is_none")]
        print: Option<String>,
    },
    /// A number with another print.
    Printed {
        /// The number.
        #[cfg_attr(feature = "schemas", schemars(with = "f64"))]
        value: NumberRow,
        /// Its print.
        print: String,
    },
    /// Numbers from which the owner picks one.
    Choice {
        /// The numbers.
        #[cfg_attr(feature = "schemas", schemars(with = "Vec<f64>"))]
        choice: Vec<NumberRow>,
        /// Their prints.
        #[serde(skip_serializing_if = "Option::is_none")]
        print: Option<String>,
    },
    /// Values of a set, with how often each is printed.
    Counts(Object<u32>),
    /// Unknown.
    Nothing(()),
}

rows! {
    /// A part of a card.
    struct FaceShape<'a> {
        /// Its own name.
        name?: Option<&'a str>,
        /// Printed facts, by id of the field.
        ..facts: Object<FactShape<'a>, &'a str>,
        /// Its effects; a null at the end means that there may be more.
        effects?: Option<Vec<Option<EffectShape<'a>>>>,
    }
}

//! A game: the vocabulary in which its cards and formats are written, and how its players name cards on their lists.

use super::card::{FaceRecord, StoredFact};
use super::lazy::Lazy;
use super::number::{Date, Number};
use super::reader::DeckReader;
use serde::{Deserialize, Serialize};
pub use sleeve_text::Named;
use sleeve_text::{Lang, Str, Text, find_named, fold};
use std::sync::Arc;

macro_rules! position_type {
    ($(#[$doc:meta])* $name:ident($inner:ty)) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// The position as a `usize`.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }
    };
}

position_type!(/** Position of an attribute in [`Game::attributes`]. */ AttributeId(u16));
position_type!(/** Position of an effect in [`Game::effects`]. */ EffectId(u16));
position_type!(/** Position of a part of a card in [`Game::faces`]; [`FRONT`] is always 0. */ FaceId(u8));
position_type!(/** Position of a kind of card in [`Game::kinds`]. */ KindId(u8));
position_type!(/** Position of a set in [`Game::sets`]. */ SetId(u16));
position_type!(/** Position of a box in [`Game::boxes`]. */ BoxId(u8));
position_type!(/** Position of a trigger in [`Game::triggers`]. */ TriggerId(u8));
position_type!(/** Position of a value of an enumeration or set in its attribute's list. */ ValueId(u16));

/// The front of a card: what a field reads when no part is named.
pub const FRONT: FaceId = FaceId(0);

/// A source that facts and rules cite by its id.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Source {
    pub named: Named,
    /// Where it can be read, if anywhere.
    pub url: Option<String>,
    pub date: Option<Date>,
    /// Its name in citations; empty: its id.
    pub cite: Text,
    /// What of the data it gives (`cards`), where its day is told beside that of the data; empty: nothing.
    pub gives: Text,
}

/// A part of a card besides the front: a back, or a half of the front.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct FaceDef {
    /// Identifier and names (`upper`, `back`).
    pub named: Named,
    /// The part of which it is a half (`Some(FRONT)` for halves of the front); `None`: a face of its own.
    pub of: Option<FaceId>,
}

/// What a card is by its layout, and what all such cards have.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct KindDef {
    pub named: Named,
    pub plural: Text,
}

/// The type of an attribute, which decides the operators the pile language allows on it.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub enum AttributeType {
    Integer,
    /// A number with decimals.
    Number,
    #[default]
    Text,
    Date,
    /// One of a list of values.
    Enum {
        /// The values, in increasing order where `ordered`.
        values: Lazy<Vec<Named>>,
        /// Whether `<` and `>` make sense.
        ordered: bool,
    },
    /// Any number of a list of values.
    Set {
        values: Lazy<Vec<Named>>,
        /// Whether a value may stand there more than once (`icon.pilot >= 2`).
        counts: bool,
    },
    /// Printed or not printed.
    Flag,
    /// Other cards, by their names: a text of names, [`CARD_NAME_SEPARATOR`] between them.
    Cards {
        /// The attribute that says the same from the other side (`canceled-by` for `cancels`), perhaps this one;
        /// cards have in it whatever either side says.
        inverse: Option<Str>,
    },
}

/// Stands between the names of cards in a value of [`AttributeType::Cards`].
pub const CARD_NAME_SEPARATOR: &str = "; ";

/// The name and the id of a value that means one of several cards of a name: `Jawa (1_12)`.
pub fn split_name_and_id(value: &str) -> Option<(&str, &str)> {
    value.strip_suffix(')')?.rsplit_once(" (")
}

/// A field that cards of a game may carry.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Attribute {
    /// Identifier, names in both languages, other words: what the pile language accepts.
    pub named: Named,
    /// Heading in tables.
    pub label: Text,
    pub doc: Lazy<Text>,
    pub kind: AttributeType,
    /// Kinds of card that may carry it; empty means all.
    pub kinds: Vec<KindId>,
    /// The value of cards that print none.
    pub default: Option<StoredFact>,
    /// Values that replace `default` for kinds of card.
    pub defaults: Vec<(KindId, StoredFact)>,
    /// Smallest value that makes sense.
    pub min: Option<Number>,
    /// Whether it serves rules and filters alone, and says nothing to people.
    pub hidden: bool,
    /// Largest value that makes sense.
    pub max: Option<Number>,
    /// Whether it is the card's id, unless the card says otherwise: a printed number.
    pub from_id: bool,
    /// Whether no two cards have the same value: values that are not attested differ from each other too.
    pub distinct: bool,
    /// Whether a deck may state it of single copies; other copies have the value of their card.
    pub of_copy: bool,
    /// How much it counts when cards are compared; `None`: once.
    pub weight: Option<u32>,
}

impl Attribute {
    /// Whether cards of this kind may carry the attribute.
    pub fn applies_to(&self, kind: KindId) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// The default value for cards of this kind.
    pub fn default_for(&self, kind: KindId) -> Option<&StoredFact> {
        let by_kind = self.defaults.iter().find(|(k, _)| *k == kind).map(|(_, fact)| fact);
        by_kind.or_else(|| self.default.as_ref().filter(|_| self.applies_to(kind)))
    }

    /// The values of an enumeration or set, none for other types.
    pub fn values(&self) -> &[Named] {
        match &self.kind {
            AttributeType::Enum { values, .. } | AttributeType::Set { values, .. } => values,
            _ => &[],
        }
    }

    /// The number of its values, without unpacking them.
    pub fn count_values(&self) -> usize {
        match &self.kind {
            AttributeType::Enum { values, .. } | AttributeType::Set { values, .. } => {
                values.count()
            }
            _ => 0,
        }
    }

    /// Whether it is a whole or decimal number.
    pub fn is_numeric(&self) -> bool {
        matches!(self.kind, AttributeType::Integer | AttributeType::Number)
    }
}

/// An effect of the game's vocabulary.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct EffectDef {
    pub named: Named,
    /// Whether it takes an amount (`combat 4`).
    pub amount: bool,
    /// The number of one that takes an amount and is printed without; `None`: it has no number.
    pub bare_amount: Option<Number>,
    /// Whether it may carry a trigger.
    pub trigger: bool,
    /// Which mode of the game uses it, if not all.
    pub mode: Option<String>,
    pub doc: Lazy<Text>,
}

impl EffectDef {
    /// The number that it counts where it is printed without an amount: 1 where it takes none.
    pub fn number_of_bare(&self) -> Option<Number> {
        if self.amount { self.bare_amount } else { Some(Number::ONE) }
    }
}

/// When an effect happens (`ally`, `scrap`).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct TriggerDef {
    pub named: Named,
    pub doc: Lazy<Text>,
}

/// A set (expansion) of cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct SetDef {
    /// Identifier and names; the code others use is among the aliases.
    pub named: Named,
    /// The number or abbreviation others use for it.
    pub code: Option<Str>,
    /// Day of release, if known.
    pub released: Option<Date>,
    /// Which sort of set (full, premium, virtual), in the game's own words.
    pub class: Option<Str>,
}

/// A measure with a heading, which `stats` shows of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct NamedMeasure {
    pub name: Text,
    pub measure: String,
}

/// The statistics that `stats` shows of a deck.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct StatisticsView {
    /// Numeric fields shown as a histogram with their average.
    pub curves: Vec<String>,
    /// Fields counted by value.
    pub tallies: Vec<String>,
    /// Averages and other measures.
    pub averages: Vec<NamedMeasure>,
    /// The zones that are the deck itself, which numbers read where no zone is named; empty: all.
    pub zones: Vec<String>,
    /// A filter of the cards that decks are called by; empty: decks are called by none.
    pub archetype: String,
}

/// How a registration sheet lists cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SheetOrder {
    /// Kinds in the order in which a judge looks for them; the others follow as they are declared.
    pub kinds: Vec<KindId>,
}

/// How `show` draws a kind of card: rows of cells from top to bottom, by face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub kind: KindId,
    /// Face name (`front`, `back`) and its rows; a cell is a field, `name`, `id` or empty.
    pub faces: Vec<(String, Vec<Vec<String>>)>,
    /// Cards with one value of this field are drawn side by side.
    pub group: Option<String>,
}

/// A game as its `game.toml` declares it.
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Game {
    /// Identifier, names, and other words accepted by `--game`.
    pub named: Named,
    pub data: Option<Date>,
    /// A courtesy notice, shown with the rules.
    pub notice: Text,
    /// Names of the deck-file readers players of this game use, best first.
    pub readers: Vec<String>,
    /// The deck-file readers that its data describe.
    pub described: Vec<Arc<DeckReader>>,
    pub sources: Vec<Source>,
    /// Parts of a card; the front stands first.
    pub faces: Vec<FaceDef>,
    pub kinds: Vec<KindDef>,
    pub attributes: Vec<Attribute>,
    pub effects: Vec<EffectDef>,
    pub triggers: Vec<TriggerDef>,
    pub sets: Vec<SetDef>,
    pub boxes: Vec<Named>,
    /// Fields that tables show, in order.
    pub columns: Vec<String>,
    pub statistics: StatisticsView,
    /// How a registration sheet lists cards.
    pub sheet: SheetOrder,
    pub layouts: Lazy<Vec<Layout>>,
    /// How names on deck lists are told apart.
    pub naming: Naming,
    /// Parts of every card of a kind that does not state them itself.
    pub kind_faces: Vec<(KindId, FaceRecord)>,
    /// The decks that the game ships, which show what is played together.
    pub known_decks: Lazy<Vec<KnownDeck>>,
}

/// A deck that a game ships.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownDeck {
    /// The name of its file.
    pub file: String,
    /// The file, in a form that names the game.
    pub text: String,
}

impl Game {
    /// The id, as `--game` and decks write it.
    pub fn id(&self) -> &str {
        &self.named.id
    }

    /// The name in a language, for people; scripts use the id.
    pub fn name(&self, lang: Lang) -> &str {
        self.named.name.get(lang)
    }

    /// The attribute that a word names (id, name in either language, alias).
    pub fn attribute(&self, word: &str) -> Option<AttributeId> {
        find_named(&self.attributes, word, |a| &a.named).map(|i| AttributeId(i as u16))
    }

    /// The attribute that is the card's id under a name of the game's own (`matricule`).
    pub fn printed_id(&self) -> Option<AttributeId> {
        self.attributes.iter().position(|a| a.from_id).map(|i| AttributeId(i as u16))
    }

    /// The effect that a word names.
    pub fn effect(&self, word: &str) -> Option<EffectId> {
        find_named(&self.effects, word, |e| &e.named).map(|i| EffectId(i as u16))
    }

    /// The part of a card that a word names.
    pub fn face(&self, word: &str) -> Option<FaceId> {
        find_named(&self.faces, word, |f| &f.named).map(|i| FaceId(i as u8))
    }

    /// The kind of card that a word names, in singular or plural.
    pub fn kind(&self, word: &str) -> Option<KindId> {
        find_named(&self.kinds, word, |k| &k.named)
            .or_else(|| {
                let plural = |k: &KindDef| k.plural.wordings().any(|w| fold::alike(w, word));
                self.kinds.iter().position(plural)
            })
            .map(|i| KindId(i as u8))
    }

    /// The set that a word names (id, name, code, alias).
    pub fn set(&self, word: &str) -> Option<SetId> {
        find_named(&self.sets, word, |s| &s.named)
            .or_else(|| self.sets.iter().position(|s| s.code.as_deref() == Some(word)))
            .map(|i| SetId(i as u16))
    }

    /// The box that a word names.
    pub fn find_box(&self, word: &str) -> Option<BoxId> {
        find_named(&self.boxes, word, |b| b).map(|i| BoxId(i as u8))
    }

    /// The trigger that a word names.
    pub fn trigger(&self, word: &str) -> Option<TriggerId> {
        find_named(&self.triggers, word, |t| &t.named).map(|i| TriggerId(i as u8))
    }

    /// The source that a citation names: `rulebook: page 3` names `rulebook`.
    pub fn source(&self, citation: &str) -> Option<&Source> {
        let id = citation.split(':').next().unwrap_or(citation).trim();
        self.sources.iter().find(|s| s.named.id == id)
    }

    /// An attribute by its position.
    ///
    /// `None` for an id that is not from this game.
    pub fn get_attribute(&self, id: AttributeId) -> Option<&Attribute> {
        self.attributes.get(id.index())
    }

    /// The halves of a part, as the game declares them.
    pub fn halves(&self, face: FaceId) -> impl Iterator<Item = FaceId> {
        let ids = (0u8..).zip(&self.faces);
        ids.filter(move |(_, def)| def.of == Some(face)).map(|(id, _)| FaceId(id))
    }
}

/// How a game reads names on deck lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct Naming {
    /// Steps that choose among several cards of one name, in this order. Each step keeps the cards that it fits best;
    /// without steps a shared name stays ambiguous.
    pub prefer: Vec<Prefer>,
    /// Zones whose section of a list ends at the next heading, whatever that says.
    pub brief: Vec<String>,
    /// Zones of the last block of a list without headings, behind a blank line; `None`: a note asks
    /// whether it is one.
    pub last_block: Option<Vec<String>>,
    /// Words that players shorten, as they write them, each with what it may stand for
    /// (`jp`, `jabba's palace`), likeliest first.
    pub words: Lazy<Vec<(String, Vec<String>)>>,
    /// The attribute with the number by which other tools call a card.
    pub number: Option<String>,
    /// Attributes whose values are names of their cards, such as a number printed on each.
    pub aliases: Vec<String>,
    /// Headings of posted lists, besides zones, kinds of card and values of fields.
    pub headings: Vec<Heading>,
    /// Cards that there are and that the data lacks, with what to say of them.
    pub absent: Lazy<Vec<AbsentCards>>,
}

/// Cards that the data lacks.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(bound(deserialize = "'de: 'static"))]
pub struct AbsentCards {
    /// What their ids begin with.
    pub ids: Vec<String>,
    pub names: Vec<String>,
    /// What stands behind the name of a card that the data has, such as `(V)`.
    pub endings: Vec<String>,
    /// What they are and who takes them.
    pub text: Text,
}

impl Naming {
    /// What is known of a card that the data lacks, by what a list calls it: an id, a name, or a name with the id in
    /// parentheses behind it. `is_card` tells whether the data has a card of a name.
    pub fn find_absent(
        &self,
        id: Option<&str>,
        name: &str,
        is_card: impl Fn(&str) -> bool,
    ) -> Option<&Text> {
        let inner = name.strip_suffix(')').and_then(|name| name.rsplit_once('('));
        let ids: Vec<&str> = id.into_iter().chain([name]).chain(inner.map(|(_, id)| id)).collect();
        let begins = |start: &String| ids.iter().any(|id| id.starts_with(start.as_str()));
        let ends = |ending: &String| {
            name.strip_suffix(ending.as_str()).is_some_and(|bare| is_card(bare.trim_end()))
        };
        let is_meant = |absent: &&AbsentCards| {
            absent.names.iter().any(|known| fold::alike(known, name))
                || absent.ids.iter().any(begins)
                || absent.endings.iter().any(ends)
        };
        self.absent.iter().find(is_meant).map(|absent| &absent.text)
    }
}

/// Words that head a section of a posted list.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// As players write them, in the singular or the plural.
    pub words: Vec<String>,
    /// The zone of the cards of the section, where the heading tells.
    pub zone: Option<String>,
    /// The cards of the section, as a filter: of several cards of one name, those that it matches.
    pub cards: Option<String>,
}

/// One step of telling cards of one name apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Prefer {
    /// The cards that have the value of this attribute that most of the deck's other cards have.
    Same(String),
    /// In these zones, the cards that a filter matches.
    Cards {
        /// The zones; empty: every zone.
        zones: Vec<String>,
        filter: String,
    },
    /// The cards whose sets are of the first of these classes; unlisted classes come last.
    Classes(Vec<String>),
    /// The cards that were released first.
    Oldest,
}

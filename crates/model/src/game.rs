//! A game: the vocabulary of its cards and formats, and how players write card names in lists.

pub use super::ids::{
    AttributeId, BoxId, EffectId, FRONT, FaceId, KindId, SetId, TriggerId, ValueId,
};
use super::{
    card::{FaceRecord, StoredFact},
    lazy::Lazy,
    number::{Date, Number},
    reader::DeckReader,
};
use serde::{Deserialize, Serialize};
pub use sleeve_text::Named;
use sleeve_text::{Lang, Str, Text, find_named, fold, packed};
use std::sync::Arc;

/// A source that facts and rules cite by its id.
#[packed(Eq, Default)]
pub struct Source {
    pub named: Named,
    /// Its address, if it can be read online.
    pub url: Option<String>,
    pub date: Option<Date>,
    /// Its name in citations; empty: its id.
    pub cite: Text,
    /// What it provides for the data (`cards`), if its date is shown with the data's; empty:
    /// nothing.
    pub gives: Text,
}

/// A part of a card besides the front: a back, or a half of the front.
#[packed(Eq, Default)]
pub struct FaceDef {
    /// Identifier and names (`upper`, `back`).
    pub named: Named,
    /// The part of which it is a half (`Some(FRONT)` for halves of the front); `None`: a separate
    /// face.
    pub of: Option<FaceId>,
}

/// A kind of card, by layout, with what all its cards have in common.
#[packed(Eq, Default)]
pub struct KindDef {
    pub named: Named,
    pub plural: Text,
}

/// The type of an attribute, which decides its operators in the query language.
#[packed(Eq, Default)]
pub enum AttributeType {
    Integer,
    /// A number, possibly with decimals.
    Number,
    #[default]
    Text,
    Date,
    /// One of a list of values.
    Enum {
        /// The values, in increasing order if `ordered`.
        values: Lazy<Vec<Named>>,
        /// Whether `<` and `>` are allowed.
        ordered: bool,
    },
    /// Any number of a list of values.
    Set {
        values: Lazy<Vec<Named>>,
        /// Whether a value may occur more than once (`icon.pilot >= 2`).
        counts: bool,
    },
    /// Printed or not printed.
    Flag,
    /// Other cards: a text with their names, separated by [`CARD_NAME_SEPARATOR`].
    Cards {
        /// The attribute for the opposite direction (`canceled-by` for `cancels`), which may be
        /// this one. Both attributes get what either of them states.
        inverse: Option<Str>,
    },
}

/// The separator between card names in a value of [`AttributeType::Cards`].
pub const CARD_NAME_SEPARATOR: &str = "; ";
/// The start of a value of [`AttributeType::Cards`] that is no name: a filter in parentheses, which
/// stands for all cards that it accepts.
pub const CLASS_START: char = '(';

/// The name and the id in a value that picks one of several cards with a name: `Jawa (1_12)`.
pub fn split_name_and_id(value: &str) -> Option<(&str, &str)> {
    value.strip_suffix(')')?.rsplit_once(" (")
}

/// A field that cards of a game may have.
#[packed(Eq, Default)]
pub struct Attribute {
    /// The identifier, names in both languages, and other words for it in the query language.
    pub named: Named,
    /// The heading in tables.
    pub label: Text,
    pub doc: Lazy<Text>,
    pub kind: AttributeType,
    /// The kinds of card that may have it; empty: all.
    pub kinds: Vec<KindId>,
    /// The value for cards that print none.
    pub default: Option<StoredFact>,
    /// Values that replace `default` for some kinds of card.
    pub defaults: Vec<(KindId, StoredFact)>,
    /// The smallest valid value.
    pub min: Option<Number>,
    /// Whether it is only for rules and filters, and never shown.
    pub hidden: bool,
    /// The largest valid value.
    pub max: Option<Number>,
    /// Whether it is the card's id, such as a printed number, unless the card states another value.
    pub from_id: bool,
    /// Whether no two cards share a value. Then values that are not attested also differ from each
    /// other.
    pub distinct: bool,
    /// Whether a deck may state it for single copies; other copies have their card's value.
    pub of_copy: bool,
    /// Its weight when cards are compared; `None`: 1.
    pub weight: Option<u32>,
}

impl Attribute {
    /// Whether cards of this kind may have the attribute.
    pub fn applies_to(&self, kind: KindId) -> bool {
        self.kinds.is_empty() || self.kinds.contains(&kind)
    }

    /// The default value for cards of this kind.
    pub fn default_for(&self, kind: KindId) -> Option<&StoredFact> {
        let by_kind = self
            .defaults
            .iter()
            .find(|(k, _)| *k == kind)
            .map(|(_, fact)| fact);
        by_kind.or_else(|| self.default.as_ref().filter(|_| self.applies_to(kind)))
    }

    /// The values of an enumeration or set; none for other types.
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
#[packed(Eq, Default)]
pub struct EffectDef {
    pub named: Named,
    /// Whether it has an amount (`combat 4`).
    pub amount: bool,
    /// The number of an effect that has an amount but is printed without one; `None`: it has no
    /// number.
    pub bare_amount: Option<Number>,
    /// Whether it may have a trigger.
    pub trigger: bool,
    /// The game mode that uses it; `None`: all.
    pub mode: Option<String>,
    pub doc: Lazy<Text>,
}

impl EffectDef {
    /// The number that it counts if printed without an amount: 1 if it never has one.
    pub fn number_of_bare(&self) -> Option<Number> {
        if self.amount { self.bare_amount } else { Some(Number::ONE) }
    }
}

/// When an effect happens (`ally`, `scrap`).
#[packed(Eq, Default)]
pub struct TriggerDef {
    pub named: Named,
    pub doc: Lazy<Text>,
}

/// A set (expansion) of cards.
#[packed(Eq, Default)]
pub struct SetDef {
    /// The identifier and names; the code that others use is one of the aliases.
    pub named: Named,
    /// The number or abbreviation that others use.
    pub code: Option<Str>,
    /// The release date, if known.
    pub released: Option<Date>,
    /// The type of set (full, premium, virtual), in the game's own words.
    pub class: Option<Str>,
}

/// A measure with a heading, for `stats`.
#[packed(Eq)]
pub struct NamedMeasure {
    pub name: Text,
    pub measure: String,
}

/// The statistics in `stats`.
#[packed(Eq, Default)]
pub struct StatisticsView {
    /// Numeric fields shown as a histogram with their average.
    pub curves: Vec<String>,
    /// Fields counted by value.
    pub tallies: Vec<String>,
    /// Averages and other measures.
    pub averages: Vec<NamedMeasure>,
    /// The zones that count as the deck itself, for measures that name no zone; empty: all.
    pub zones: Vec<String>,
    /// A filter for the cards that give decks their archetype; empty: no archetypes.
    pub archetype: String,
}

/// How a registration sheet lists cards.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct SheetOrder {
    /// Kinds in the order of a judge's check; the others follow in the order of declaration.
    pub kinds: Vec<KindId>,
}

/// How `show` draws a kind of card: rows of cells from top to bottom, for each face.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Layout {
    pub kind: KindId,
    /// The face (`front`, `back`) and its rows. A cell is a field, `name`, `id` or empty.
    pub faces: Vec<(String, Vec<Vec<String>>)>,
    /// Cards with the same value of this field are drawn side by side.
    pub group: Option<String>,
}

/// A game as declared in its `game.toml`.
#[packed(Default)]
pub struct Game {
    /// The identifier, names, and other words for `--game`.
    pub named: Named,
    pub data: Option<Date>,
    /// A legal notice, shown with the rules.
    pub notice: Text,
    /// The address of a form to report errors with, with `{title}` and `{body}` where the title
    /// and the text go.
    pub report_form: Option<String>,
    /// The deck file formats that players of this game use, most common first.
    pub readers: Vec<String>,
    /// The deck file formats that its data describes.
    pub described: Vec<Arc<DeckReader>>,
    pub sources: Vec<Source>,
    /// The parts of a card; the front comes first.
    pub faces: Vec<FaceDef>,
    pub kinds: Vec<KindDef>,
    pub attributes: Vec<Attribute>,
    pub effects: Lazy<Vec<EffectDef>>,
    pub triggers: Vec<TriggerDef>,
    pub sets: Lazy<Vec<SetDef>>,
    pub boxes: Vec<Named>,
    /// The fields in tables, in order.
    pub columns: Vec<String>,
    pub statistics: StatisticsView,
    /// How a registration sheet lists cards.
    pub sheet: SheetOrder,
    /// How a page shows cards, which is no part of the digest: the game's colour after an empty
    /// word, which comes first; signs after kinds; values and their colours after fields. Of
    /// several for one thing, the last counts.
    pub look: Lazy<Vec<(String, Vec<String>)>>,
    pub layouts: Lazy<Vec<Layout>>,
    /// How cards with the same name are told apart in deck lists.
    pub naming: Naming,
    /// The parts of cards of a kind that do not state their own.
    pub kind_faces: Vec<(KindId, FaceRecord)>,
    /// The decks that come with the game, which show what is played together.
    pub known_decks: Lazy<Vec<KnownDeck>>,
}

/// A deck that comes with a game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct KnownDeck {
    /// The name of its file.
    pub file: String,
    /// The file's text, in a format that names the game.
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

    /// The attribute with this id, name or alias.
    pub fn attribute(&self, word: &str) -> Option<AttributeId> {
        find_named(&self.attributes, word, |a| &a.named).map(|i| AttributeId(i as u16))
    }

    /// The attribute that shows the card's id under the game's own name for it (`matricule`).
    pub fn printed_id(&self) -> Option<AttributeId> {
        self.attributes
            .iter()
            .position(|a| a.from_id)
            .map(|i| AttributeId(i as u16))
    }

    /// The effect with this id, name or alias.
    pub fn effect(&self, word: &str) -> Option<EffectId> {
        find_named(&self.effects, word, |e| &e.named).map(|i| EffectId(i as u16))
    }

    /// The part of a card with this id, name or alias.
    pub fn face(&self, word: &str) -> Option<FaceId> {
        find_named(&self.faces, word, |f| &f.named).map(|i| FaceId(i as u8))
    }

    /// The kind of card with this id or name, singular or plural.
    pub fn kind(&self, word: &str) -> Option<KindId> {
        let mut kinds = self.kinds.iter();
        find_named(&self.kinds, word, |k| &k.named)
            .or_else(|| kinds.position(|k| k.plural.wordings().any(|w| fold::alike(w, word))))
            .map(|i| KindId(i as u8))
    }

    /// The set with this id, name, code or alias.
    pub fn set(&self, word: &str) -> Option<SetId> {
        find_named(&self.sets, word, |s| &s.named)
            .or_else(|| {
                self.sets
                    .iter()
                    .position(|s| s.code.as_deref() == Some(word))
            })
            .map(|i| SetId(i as u16))
    }

    /// The box with this id, name or alias.
    pub fn find_box(&self, word: &str) -> Option<BoxId> {
        find_named(&self.boxes, word, |b| b).map(|i| BoxId(i as u8))
    }

    /// The trigger with this id, name or alias.
    pub fn trigger(&self, word: &str) -> Option<TriggerId> {
        find_named(&self.triggers, word, |t| &t.named).map(|i| TriggerId(i as u8))
    }

    /// The source of a citation: `rulebook: page 3` cites `rulebook`.
    pub fn source(&self, citation: &str) -> Option<&Source> {
        let id = citation.split(':').next().unwrap_or(citation).trim();
        self.sources.iter().find(|s| s.named.id == id)
    }

    /// An attribute by its position; `None` for a position from another game.
    pub fn get_attribute(&self, id: AttributeId) -> Option<&Attribute> {
        self.attributes.get(id.index())
    }

    /// The halves of a part, as the game declares them.
    pub fn halves(&self, face: FaceId) -> impl Iterator<Item = FaceId> {
        let ids = (0u8..).zip(&self.faces);
        ids.filter(move |(_, def)| def.of == Some(face))
            .map(|(id, _)| FaceId(id))
    }
}

/// How card names in deck lists are read.
#[packed(Eq, Default)]
pub struct Naming {
    /// Steps that choose among cards with one name, in this order. Each step keeps the cards that
    /// fit it best. Without steps, a shared name stays ambiguous.
    pub prefer: Vec<Prefer>,
    /// Zones whose section of a list ends at the next heading, whatever it is.
    pub brief: Vec<String>,
    /// The zones of the last block, after a blank line, in a list without headings. `None`: a note
    /// asks whether it is one.
    pub last_block: Option<Vec<String>>,
    /// Abbreviations that players use, with the possible full words (`jp`, `jabba's palace`), most
    /// likely first.
    pub words: Lazy<Vec<(String, Vec<String>)>>,
    /// The attribute with the card number that other tools use.
    pub number: Option<String>,
    /// Patterns of further names: texts with attributes in braces, for their words (`{unit}
    /// {version}`).
    pub aliases: Vec<String>,
    /// Headings of posted lists, other than zones, kinds of card and values of fields.
    pub headings: Lazy<Vec<Heading>>,
    /// Cards that exist but are missing from the data, with a note on them.
    pub absent: Lazy<Vec<AbsentCards>>,
}

/// Cards missing from the data.
#[packed(Eq, Default)]
pub struct AbsentCards {
    /// The prefixes of their ids.
    pub ids: Vec<String>,
    pub names: Vec<String>,
    /// Endings, such as `(V)`, after the name of a card that the data has.
    pub endings: Vec<String>,
    /// What they are, and where they are used.
    pub text: Text,
}

impl Naming {
    /// The note on a card missing from the data, by its id, its name, or its name followed by the
    /// id in parentheses. `is_card` returns whether the data has a card with a name.
    pub fn find_absent(
        &self,
        id: Option<&str>,
        name: &str,
        is_card: impl Fn(&str) -> bool,
    ) -> Option<&Text> {
        let inner = name
            .strip_suffix(')')
            .and_then(|name| name.rsplit_once('('));
        let ids: Vec<&str> = id
            .into_iter()
            .chain([name])
            .chain(inner.map(|(_, id)| id))
            .collect();
        for absent in self.absent.iter() {
            let is_meant = absent.names.iter().any(|known| fold::alike(known, name))
                || absent
                    .ids
                    .iter()
                    .any(|start| ids.iter().any(|id| id.starts_with(&**start)))
                || absent.endings.iter().any(|ending| {
                    name.strip_suffix(&**ending)
                        .is_some_and(|bare| is_card(bare.trim_end()))
                });
            if is_meant {
                return Some(&absent.text);
            }
        }
        None
    }
}

/// Words for the heading of a section in posted lists.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Heading {
    /// As players write them, singular or plural.
    pub words: Vec<String>,
    /// The zone of the section's cards, if the heading implies one.
    pub zone: Option<String>,
    /// A filter for the section's cards: of several cards with one name, the matching ones are
    /// meant.
    pub cards: Option<String>,
}

/// One step in telling cards with one name apart.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum Prefer {
    /// Cards with the value of this attribute that most other cards of the deck have, or of the set
    /// ([`Prefer::SET`]) that most lines may mean.
    Same(String),
    /// In these zones, cards that match a filter.
    Cards {
        /// The zones; empty: every zone.
        zones: Vec<String>,
        filter: String,
    },
    /// Cards whose sets are of the first of these classes. Other classes come last.
    Classes(Vec<String>),
    /// The cards that were released first.
    Oldest,
}

impl Prefer {
    /// The word for the set in [`Prefer::Same`].
    pub const SET: &str = "set";
}

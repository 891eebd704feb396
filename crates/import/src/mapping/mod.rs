//! The mapping: how one community's card records become cards of a game.
//!
//! A mapping is a TOML file beside the game (`import.toml`). It names the fields of the records, the patterns that
//! turn printed values into typed ones, which records are printings of one card, and the patterns from which effects are derived.

mod messages;
mod reader;
mod sieve;
mod tables;
mod values;

pub use messages::MappingMessage;
pub(super) use sieve::{FoundWords, PatternSieve, SievedPattern};

use crate::path::RecordPath;
use crate::vocabulary::Vocabulary;
use globset::GlobSet;
use regex::Regex;
use sleeve_data::model::Number;
use sleeve_data::problem::Problem;
use std::collections::BTreeMap;
use std::ops::Range;

/// A mapping, checked: every pattern compiles, every set and attribute it needs is declared by the game.
#[derive(Debug)]
pub struct Mapping {
    pub(super) records: RecordsMapping,
    pub(super) joins: Vec<JoinMapping>,
    pub(super) header: String,
    pub(super) provenance: ProvenanceMapping,
    pub(super) name: Vec<Rewrite>,
    pub(super) variants: Vec<Rewrite>,
    /// Makes the id where no field of the record is the id.
    pub(super) id: Option<FieldMapping>,
    pub(super) set: Option<SetMapping>,
    pub(super) kind: FieldMapping,
    pub(super) fields: Vec<FieldMapping>,
    pub(super) numbers: Vec<NumberMapping>,
    pub(super) texts: Vec<TextMapping>,
    pub(super) lists: Vec<ListOfCardsMapping>,
    pub(super) rules: Vec<CardRuleMapping>,
    pub(super) clean: Vec<Rewrite>,
    pub(super) part: Option<FaceSplit>,
    pub(super) effects: Vec<EffectMapping>,
    /// The words that the patterns of effects need.
    pub(super) sieve: PatternSieve,
    /// Path of the text of most effects.
    pub(super) effects_from: Option<RecordPath>,
    pub(super) aliases: BTreeMap<String, Vec<String>>,
    /// Card → attribute → values given by hand.
    pub(super) tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    pub(super) vocabulary: Vocabulary,
    /// Whether words that the game lacks are collected to be declared, and no mistakes.
    pub(super) declares: bool,
    /// Every path of the mapping, beside its text.
    pub(super) named_paths: Vec<(String, RecordPath)>,
}

/// Provenance of the facts.
#[derive(Debug)]
pub(super) enum ProvenanceMapping {
    One(String),
    ByField(BTreeMap<String, String>),
}

/// `[records]`: the files and lists of records, and the parts of one record.
#[derive(Debug)]
pub(super) struct RecordsMapping {
    /// Files with cards; `None`: all that belong to no join.
    pub files: Option<GlobSet>,
    /// Files without cards, whatever `files` says.
    pub not_files: Option<GlobSet>,
    pub list: ListMapping,
    /// Conditions of records that become cards.
    pub conditions: RecordConditions,
    /// Field whose value is the id of the card.
    pub key: Option<RecordPath>,
    /// Whether records of one id are printings of one card, and no mistake.
    pub printings_of_one: bool,
    /// Field of the front; the record itself if it has no steps.
    pub front: RecordPath,
    pub back: Option<RecordPath>,
    /// Fields of a face, joined to its title.
    pub title: Vec<RecordPath>,
    pub title_join: String,
    /// Separator of the titles of two faces.
    pub title_separator: String,
    /// Mark behind the titles of two faces that belongs to both, such as ` (V)`.
    pub title_mark: String,
    pub nicknames: Vec<RecordPath>,
    /// Pattern whose first group is the code of the set in the id of a card.
    pub home_set: Option<Regex>,
    /// Path to the codes of all sets that printed the card.
    pub printings: Option<RecordPath>,
    /// Paths to the names and days of those sets.
    pub set_name: Option<RecordPath>,
    pub set_released: Option<RecordPath>,
    /// Paths that the mapping leaves out on purpose, and that no note names.
    pub ignore: Vec<Vec<String>>,
}

/// Path of the list of records in a source.
#[derive(Debug, Default)]
pub(super) struct ListMapping {
    /// The text of the path; empty where the mapping gives none.
    pub written: String,
    /// Names of fields; `*` is every value.
    pub steps: Vec<String>,
    /// Whether files without it have no records, and no mistake.
    pub is_optional: bool,
}

/// `[[join]]`: other files whose records belong to cards: those whose `key` is `on` of a card.
#[derive(Debug)]
pub(super) struct JoinMapping {
    pub name: String,
    pub files: GlobSet,
    /// Texts of the patterns of `files`.
    pub patterns: Vec<String>,
    pub list: ListMapping,
    pub key: RecordPath,
    pub on: RecordPath,
    /// Whether cards without a joined record are no reason for a note.
    pub optional: bool,
}

/// The form in which a field is written (`as`).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldForm {
    /// One declared word.
    Word,
    /// Several declared words.
    Words,
    /// Several declared words, each with its number of copies.
    Counted,
    /// A number, or one of the patterns of `[[number]]`.
    Number,
    /// The text; several values are joined.
    Text,
    /// Names of cards.
    Cards,
    /// True when any value is left.
    Flag,
    Date,
}

/// A search pattern and its replacement.
#[derive(Debug, Clone)]
pub(super) struct Rewrite {
    pub pattern: Regex,
    pub with: String,
}

/// The parts of a split that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SplitChoice {
    All,
    First,
    Last,
}

/// A term of a sum: a number, or a path to one beside its text.
#[derive(Debug, Clone)]
pub(super) enum NumberTerm {
    Number(Number),
    Path(RecordPath, String),
}

/// `[[field]]`: an attribute of the cards; or the id, the sets or the kind, which are computed alike. Its steps run in the
/// order of the fields from `split` to `join`.
#[derive(Debug, Clone)]
pub(super) struct FieldMapping {
    pub to: String,
    pub from: Vec<RecordPath>,
    /// Texts of the paths of `from`.
    pub written: Vec<String>,
    /// A constant in the place of a value of the record.
    pub value: Option<Vec<String>>,
    pub form: FieldForm,
    pub split: Option<Regex>,
    pub take: SplitChoice,
    pub keep: Option<Regex>,
    pub drop: Option<Regex>,
    pub rewrite: Vec<Rewrite>,
    pub find: Option<Regex>,
    pub map: BTreeMap<String, String>,
    pub join: Option<String>,
    /// Terms to add; those with `true` are subtracted.
    pub terms: Vec<(bool, NumberTerm)>,
    /// The value where the record has none.
    pub default: Option<Vec<String>>,
    /// Path to the names of its values, as a game declares them.
    pub name: Option<RecordPath>,
    /// Conditions of the attribute, all of which must hold.
    pub when: Vec<FieldCondition>,
    pub kinds: Vec<String>,
    pub not_kinds: Vec<String>,
    /// Place of the name in the mapping.
    pub place: Range<usize>,
    /// Places of `kinds`, then of `not_kinds`.
    pub kind_places: Vec<Range<usize>>,
}

/// `[set]`: the sets that printed a card, with their days.
#[derive(Debug)]
pub(super) struct SetMapping {
    pub field: FieldMapping,
    pub released: Option<RecordPath>,
}

/// A condition on another field of the record: one of its values matches the pattern.
#[derive(Debug, Clone)]
pub(super) struct FieldCondition {
    pub from: RecordPath,
    pub pattern: Regex,
}

/// Conditions of the records that are taken.
#[derive(Debug, Default)]
pub(super) struct RecordConditions {
    /// All must hold.
    pub when: Vec<FieldCondition>,
    /// None may hold.
    pub unless: Vec<FieldCondition>,
}

/// `[[list]]`: a list of cards of the game, from records of its own.
#[derive(Debug)]
pub(super) struct ListOfCardsMapping {
    pub files: GlobSet,
    /// Texts of the patterns of `files`.
    pub patterns: Vec<String>,
    pub list: ListMapping,
    pub id: FieldMapping,
    pub name: Option<RecordPath>,
    pub cards: Vec<RecordPath>,
    pub number: Option<RecordPath>,
    pub sets: Vec<RecordPath>,
    pub from: Option<RecordPath>,
    pub to: Option<RecordPath>,
    pub conditions: RecordConditions,
    pub cite: Option<String>,
    /// Paths that lead into records of the list, beside their texts.
    pub named_paths: Vec<(String, RecordPath)>,
}

/// `[[rule]]`: a rule of the cards whose records hold a list of objects, of which each becomes an allowance.
#[derive(Debug)]
pub(super) struct CardRuleMapping {
    /// Keys of the rule that are written as they stand.
    pub constants: Vec<(&'static str, String)>,
    /// Steps to the list of objects.
    pub each: Vec<String>,
    /// Parts of the filter. These paths, and all below, lead into an object.
    pub cards: Vec<Vec<TemplatePiece>>,
    pub up_to: Option<RecordPath>,
    pub except: Option<RecordPath>,
    pub conditions: RecordConditions,
}

/// A piece of a text that values are put into.
#[derive(Debug)]
pub(super) enum TemplatePiece {
    Text(String),
    Path(RecordPath),
}

/// `[part]`: how a text of both faces of a card is split.
#[derive(Debug, Clone)]
pub(super) struct FaceSplit {
    /// The text between the title of a face and its part.
    pub after: String,
    /// Rewrites of a printed title to the spelling of texts.
    pub title: Vec<Rewrite>,
}

/// `[[number]]`: printed values that are no plain numbers, and the templates of what they mean.
#[derive(Debug, Clone)]
pub(super) struct NumberMapping {
    pub pattern: Regex,
    pub fields: Vec<String>,
    pub value: Option<String>,
    pub choice: Vec<String>,
    pub min: Option<String>,
    pub print: bool,
}

/// `[[text]]`: a text that only a user's own overlay may hold.
#[derive(Debug, Clone)]
pub(super) struct TextMapping {
    pub to: String,
    pub from: RecordPath,
    pub place: Range<usize>,
}

/// An effect and the patterns that reveal it in texts.
#[derive(Debug, Clone)]
pub(super) struct EffectMapping {
    pub id: String,
    pub from: Vec<RecordPath>,
    pub patterns: Vec<SievedPattern>,
    pub unless: Vec<SievedPattern>,
    pub kinds: Vec<String>,
    /// Effects of every card that has this one, with their places.
    pub also: Vec<(String, Range<usize>)>,
    pub place: Range<usize>,
    pub kind_places: Vec<Range<usize>>,
}

impl Mapping {
    /// Parses a mapping (`import.toml`) for the game of this vocabulary. Mistakes call the file `name`.
    ///
    /// # Errors
    /// All mistakes in the mapping, and words that the game does not declare.
    pub fn parse(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        reader::read_mapping_file(name, text, vocabulary, false)
    }

    /// Like [`parse`](Mapping::parse), but words that the game does not declare are collected to be declared, in
    /// [`Imported::found`](crate::Imported::found).
    ///
    /// # Errors
    /// All mistakes in the mapping.
    pub fn parse_declaring(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        reader::read_mapping_file(name, text, vocabulary, true)
    }
}

impl FieldForm {
    pub(super) fn word(self) -> &'static str {
        match self {
            FieldForm::Word => "word",
            FieldForm::Words => "words",
            FieldForm::Counted => "counted",
            FieldForm::Number => "number",
            FieldForm::Text => "text",
            FieldForm::Cards => "cards",
            FieldForm::Flag => "flag",
            FieldForm::Date => "date",
        }
    }

    // The order is that of `keys::FORMS`.
    pub(super) const ALL: [FieldForm; 8] = [
        FieldForm::Word,
        FieldForm::Words,
        FieldForm::Counted,
        FieldForm::Number,
        FieldForm::Text,
        FieldForm::Cards,
        FieldForm::Flag,
        FieldForm::Date,
    ];
}

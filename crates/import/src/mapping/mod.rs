//! The mapping: how one community's card records become cards of a game.
//!
//! A mapping is a TOML file beside the game (`import.toml`). It names the fields of the records, the patterns that
//! turn printed values into typed ones, which records are printings of one card, and the patterns from which effects are derived.

mod messages;
mod reader;
mod tables;
mod values;

pub use messages::MappingMessage;

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
    /// How the id is made, where no field of the record is the id.
    pub(super) id: Option<FieldMapping>,
    pub(super) set: Option<SetMapping>,
    pub(super) kind: FieldMapping,
    pub(super) fields: Vec<FieldMapping>,
    pub(super) numbers: Vec<NumberMapping>,
    pub(super) texts: Vec<TextMapping>,
    pub(super) clean: Vec<Rewrite>,
    pub(super) part: Option<FaceSplit>,
    pub(super) effects: Vec<EffectMapping>,
    /// Where the text stands that most effects are derived from.
    pub(super) effects_from: Option<RecordPath>,
    pub(super) aliases: BTreeMap<String, Vec<String>>,
    /// Card → attribute → values given by hand.
    pub(super) tags: BTreeMap<String, BTreeMap<String, Vec<String>>>,
    pub(super) vocabulary: Vocabulary,
    /// Whether what the game does not declare is to be declared.
    pub(super) declares: bool,
    /// Every path that the mapping names, as it is written.
    pub(super) named_paths: Vec<(String, RecordPath)>,
}

/// Where facts are known from.
#[derive(Debug)]
pub(super) enum ProvenanceMapping {
    One(String),
    ByField(BTreeMap<String, String>),
}

/// Where records stand, and where the parts of one.
#[derive(Debug)]
pub(super) struct RecordsMapping {
    /// Which files hold cards; without it, all that no join has.
    pub files: Option<GlobSet>,
    pub list: ListMapping,
    /// Field whose value is the card's id.
    pub key: Option<RecordPath>,
    /// Whether records of one id are printings of one card.
    pub printings_of_one: bool,
    /// Field of the face every card has; the record itself where it has no steps.
    pub front: RecordPath,
    /// Field of the second face, where there is one.
    pub back: Option<RecordPath>,
    /// Fields of a face that hold its title.
    pub title: Vec<RecordPath>,
    /// What stands between them.
    pub title_join: String,
    /// What separates the titles of two faces.
    pub title_separator: String,
    /// What stands once behind the titles of two faces and belongs to both, such as ` (V)`.
    pub title_mark: String,
    /// Fields that hold nicknames.
    pub nicknames: Vec<RecordPath>,
    /// Pattern whose first group is the set's code in the card's id.
    pub home_set: Option<Regex>,
    /// Path to the codes of all sets that printed the card.
    pub printings: Option<RecordPath>,
    /// Paths that are left out on purpose.
    pub ignore: Vec<Vec<String>>,
}

/// Where a list of records stands in a source.
#[derive(Debug, Default)]
pub(super) struct ListMapping {
    /// The path as it is written; empty where nothing is.
    pub written: String,
    /// Names of fields; `*` is every value.
    pub steps: Vec<String>,
}

/// Other files whose records belong to the cards.
#[derive(Debug)]
pub(super) struct JoinMapping {
    pub name: String,
    pub files: GlobSet,
    /// The patterns as they are written.
    pub patterns: Vec<String>,
    pub list: ListMapping,
    pub key: RecordPath,
    pub on: RecordPath,
    /// Whether cards without a record of it are as they should be.
    pub optional: bool,
}

/// How a field is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FieldForm {
    /// One declared word.
    Word,
    /// Several declared words.
    Words,
    /// Several declared words, each with how often it is printed.
    Counted,
    /// A number, or one of the patterns of `[[number]]`.
    Number,
    /// Text as it stands; several values are joined.
    Text,
    /// True when any value is left.
    Flag,
    /// A day of the calendar.
    Date,
}

/// A search pattern and what replaces it.
#[derive(Debug, Clone)]
pub(super) struct Rewrite {
    pub pattern: Regex,
    pub with: String,
}

/// Which of the parts of a split is taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum SplitChoice {
    All,
    First,
    Last,
}

/// What is added to a number.
#[derive(Debug, Clone)]
pub(super) enum NumberTerm {
    Number(Number),
    Path(RecordPath, String),
}

/// One attribute of the cards, or another thing that is computed from a record.
#[derive(Debug, Clone)]
pub(super) struct FieldMapping {
    pub to: String,
    pub from: Vec<RecordPath>,
    /// The same as they are written.
    pub written: Vec<String>,
    /// A constant, in the place of what stands in the record.
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
    /// What is added, and with `true` taken away.
    pub terms: Vec<(bool, NumberTerm)>,
    /// The value where none is found.
    pub default: Option<Vec<String>>,
    /// The attribute is given only where all of these hold.
    pub when: Vec<FieldCondition>,
    pub kinds: Vec<String>,
    pub not_kinds: Vec<String>,
    /// Where the mapping names it.
    pub place: Range<usize>,
    /// Where it names the kinds of card.
    pub kind_places: Vec<Range<usize>>,
}

/// The sets that printed a card, and what is told of them.
#[derive(Debug)]
pub(super) struct SetMapping {
    pub field: FieldMapping,
    pub name: Option<RecordPath>,
    pub released: Option<RecordPath>,
}

/// A condition on another field of the record: one of its values fits the pattern.
#[derive(Debug, Clone)]
pub(super) struct FieldCondition {
    pub from: RecordPath,
    pub pattern: Regex,
}

/// How a text that holds both faces of a card is parted.
#[derive(Debug, Clone)]
pub(super) struct FaceSplit {
    /// What follows a face's title where its part begins.
    pub after: String,
    /// From a printed title to the title as texts spell it.
    pub title: Vec<Rewrite>,
}

/// A printed value that is not a plain number.
#[derive(Debug, Clone)]
pub(super) struct NumberMapping {
    pub pattern: Regex,
    pub fields: Vec<String>,
    pub value: Option<String>,
    pub choice: Vec<String>,
    pub min: Option<String>,
    pub print: bool,
}

/// A text that only a user's own overlay may hold.
#[derive(Debug, Clone)]
pub(super) struct TextMapping {
    pub to: String,
    pub from: RecordPath,
    pub place: Range<usize>,
}

/// An effect and the patterns that betray it.
#[derive(Debug, Clone)]
pub(super) struct EffectMapping {
    pub id: String,
    pub from: Vec<RecordPath>,
    pub patterns: Vec<Regex>,
    pub unless: Vec<Regex>,
    pub kinds: Vec<String>,
    /// Effects that whatever has this one has as well, with their places.
    pub also: Vec<(String, Range<usize>)>,
    pub place: Range<usize>,
    pub kind_places: Vec<Range<usize>>,
}

impl Mapping {
    /// Reads a mapping (`import.toml`) for the game of this vocabulary. `name` is what mistakes call the file.
    ///
    /// # Errors
    /// Everything that is wrong with the mapping itself, and what it uses that the game does not declare.
    pub fn parse(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        reader::read_mapping_file(name, text, vocabulary, false)
    }

    /// The same where what the game does not declare is to be declared: [`Imported::found`](crate::Imported::found).
    ///
    /// # Errors
    /// Everything that is wrong with the mapping itself.
    pub fn declaring(
        name: &str,
        text: &str,
        vocabulary: Vocabulary,
    ) -> Result<Mapping, Vec<Problem<MappingMessage>>> {
        reader::read_mapping_file(name, text, vocabulary, true)
    }
}

impl FieldForm {
    /// The word that says it.
    pub(super) fn word(self) -> &'static str {
        match self {
            FieldForm::Word => "word",
            FieldForm::Words => "words",
            FieldForm::Counted => "counted",
            FieldForm::Number => "number",
            FieldForm::Text => "text",
            FieldForm::Flag => "flag",
            FieldForm::Date => "date",
        }
    }

    /// Every form, in the order of the table of keys.
    pub(super) const ALL: [FieldForm; 7] = [
        FieldForm::Word,
        FieldForm::Words,
        FieldForm::Counted,
        FieldForm::Number,
        FieldForm::Text,
        FieldForm::Flag,
        FieldForm::Date,
    ];
}

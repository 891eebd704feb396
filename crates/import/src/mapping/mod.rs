//! The mapping: how one community's card records become cards of a game.
//!
//! A mapping is a TOML file beside the game (`import.toml`). It names the fields of the records, the patterns that
//! turn printed values into typed ones, which records are printings of one card, and the patterns from which effects are derived.

mod reader;
mod sieve;
mod tables;
mod values;

pub use crate::messages::MappingMessage;
pub(super) use sieve::{FoundWords, PatternSieve, SievedPattern};
pub(super) use tables::face;
pub(super) use values::{FilePatterns, MappingTable, NamedPath, TableEntries, ValueReader};

pub use crate::keys::Mapping;
pub(super) use crate::keys::{
    CardRuleMapping, EffectMapping, FieldCondition, FieldMapping, FixedAllowance, JoinMapping,
    ListOfCardsMapping, NumberMapping, RecordsMapping, Rewrite,
};

use crate::path::RecordPath;
use crate::vocabulary::Vocabulary;
use sleeve_data::model::Number;
use sleeve_data::problem::Problem;
use std::collections::BTreeMap;

/// Provenance of the facts.
#[derive(Debug)]
pub(super) enum ProvenanceMapping {
    One(String),
    ByField(BTreeMap<String, String>),
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

worded! {
    /// The form in which a field is written (`as`).
    #[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
    pub(super) enum FieldForm, word {
        /// One declared word.
        #[default]
        Word = "word",
        /// Several declared words.
        Words = "words",
        /// Several declared words, each with its number of copies.
        Counted = "counted",
        /// A number, or one of the patterns of `[[number]]`.
        Number = "number",
        /// The text; several values are joined.
        Text = "text",
        /// Names of cards.
        Cards = "cards",
        /// True when any value is left.
        Flag = "flag",
        Date = "date",
    }
}

/// The parts of a split that are taken.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) enum SplitChoice {
    #[default]
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

/// `[set]`: the sets that printed a card, with their days.
#[derive(Debug)]
pub(super) struct SetMapping {
    pub field: FieldMapping,
    pub released: Option<RecordPath>,
}

/// What stands for a value in the condition of a rule.
pub(super) const RULE_VALUE: &str = "{@value}";

/// A piece of a text that values are put into.
#[derive(Debug)]
pub(super) enum TemplatePiece {
    Text(String),
    Path(RecordPath),
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
    /// [`Imported::undeclared`](crate::Imported::undeclared).
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

impl Mapping {
    /// The effects that patterns reveal.
    pub(super) fn effects(&self) -> &[EffectMapping] {
        self.effects.as_ref().map_or(&[], |of| &of.effects)
    }
}

impl FieldMapping {
    /// Texts of the paths of `from`.
    pub(super) fn written(&self) -> Vec<String> {
        self.from.iter().map(|(text, _)| text.clone()).collect()
    }
}

impl FieldForm {
    /// Whether its values are words that a game declares.
    pub(super) fn has_words(self) -> bool {
        matches!(self, FieldForm::Word | FieldForm::Words | FieldForm::Counted)
    }
}

//! Why a deck cannot be checked.

use super::contents::ContentsError;
use super::messages::{RuleMessage, SetupProblem};
use sleeve_data::model::Catalog;
use sleeve_data::problem::{self, SourceText};
use sleeve_language::LanguageError;
use std::sync::Arc;
use thiserror::Error;

/// Why a deck cannot be checked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CheckError {
    /// The deck does not fit the format's roles, zones or parameters.
    #[error("the deck does not fit the format")]
    Setup(Vec<SetupProblem>),
    /// A rule of the format has a mistake.
    #[error("the rule `{rule}` has a mistake")]
    Rule {
        /// The rule's id.
        rule: String,
        /// Its file and line.
        origin: sleeve_data::model::format::Origin,
        /// The text with the mistake.
        text: String,
        /// The mistake.
        error: RuleError,
    },
}

/// A mistake in a rule.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RuleError {
    /// In its condition or filter.
    #[error("{0}")]
    Language(LanguageError),
    /// In its fixed list.
    #[error("{0}")]
    Contents(ContentsError),
    /// A field that the game does not declare.
    #[error("there is no field `{0}`")]
    NoField(String),
}

impl CheckError {
    /// What stands in the way of a check against a format of this game, where that is known.
    pub fn problems(self, catalog: Option<&Catalog>) -> Vec<problem::Problem> {
        let (rule, origin, text, error) = match self {
            CheckError::Setup(errors) => {
                return errors.into_iter().map(problem::Problem::into_any).collect();
            }
            CheckError::Rule { rule, origin, text, error } => (rule, origin, text, error),
        };
        let place = format!("{}:{} ({rule})", origin.file, origin.line);
        let language = |rule, text: String, error: LanguageError| {
            let (source, span) = (SourceText::new(place.clone(), text), error.span.clone());
            problem::Problem::from_source(
                &Arc::new(source),
                span,
                RuleMessage::Language { rule, error },
            )
        };
        let problem = match error {
            RuleError::Language(error) => language(rule, text, error),
            RuleError::Contents(ContentsError::Language { text, error }) => {
                language(rule, text, error)
            }
            RuleError::Contents(ContentsError::NoCard(name)) => {
                RuleMessage::NoCard { rule, place, name }.into()
            }
            RuleError::Contents(ContentsError::NotWhole(number)) => {
                RuleMessage::NotWhole { rule, place, number }.into()
            }
            RuleError::NoField(field) => {
                let attributes = catalog.into_iter().flat_map(|c| &c.game.attributes);
                let fields = attributes.map(|a| a.named.id.to_string()).collect();
                RuleMessage::NoField { rule, place, field, fields }.into()
            }
        };
        vec![problem.into_any()]
    }
}

pub(super) fn mistake(
    rule: &str,
    origin: &sleeve_data::model::format::Origin,
    text: &str,
    error: RuleError,
) -> CheckError {
    CheckError::Rule { rule: rule.to_owned(), origin: origin.clone(), text: text.to_owned(), error }
}

//! Errors that keep a deck from being checked against a format, with their messages in every
//! language.

use sleeve_data::{
    messages,
    model::{Catalog, Rule, Text, format::Origin},
    problem::{HelpOf, Joined, NearOrAll, Problem, Quoted, SourceText, TitleOf},
};
use sleeve_language::LanguageError;
use std::sync::Arc;
use thiserror::Error;

/// A mismatch between a deck and its format, with its place in the deck.
pub type SetupProblem = Problem<SetupMessage>;

messages! {
    /// A mismatch between a deck and its format.
    #[derive(Eq)]
    pub enum SetupMessage {
        /// `line` is the line that would set it in the file; empty if there is none.
        RoleNeeded { line: String, candidates: Vec<String> } => {
            let roles = Quoted(&candidates);
            when line.is_empty() => {
                title: "the deck does not say which role it plays",
                help: "use --role: one of {roles}",
                page: "choose its role: one of {roles}",
            }
            title: "the deck does not say which role it plays",
            help: "write `{line}` in the deck, or use --role: one of {roles}",
            page: "write `{line}` in the deck: one of {roles}",
        }
        UnknownRole { name: String, candidates: Vec<String> } => {
            title: "there is no role `{name}` in this format",
            help: NearOrAll(&name, &candidates),
        }
        UnknownZone { name: String, candidates: Vec<String> } => {
            title: "there is no zone `{name}` in this format",
            help: NearOrAll(&name, &candidates),
        }
        UnknownParameter { name: String, candidates: Vec<String> } => {
            title: "there is no parameter `{name}` in this format",
            help: NearOrAll(&name, &candidates),
        }
        /// A parameter without a default is not set; `choices` is empty if the format lists none.
        ParameterNeeded { name: String, choices: Vec<String> } => {
            when !choices.is_empty() => {
                let choices = Joined(&choices);
                title: "the parameter `{name}` needs a value",
                help: "write it under `[parameters]`, or use --set {name}=…: {choices}",
            }
            title: "the parameter `{name}` needs a value",
            help: "write it under `[parameters]`, or use --set {name}=…",
            page: "write it under `[parameters]`, or above the deck",
        }
        /// A parameter without a default is not set, and the cards imply none of its values.
        NoValueFits { name: String, choices: Vec<String>, nearest: String, reason: Text } => {
            let tried = Quoted(&choices);
            title: "the parameter `{name}` needs a value, and none of its values fits the cards ({tried})",
            help: "the closest is `{nearest}`: {reason}. Write the value under `[parameters]`, or use --set {name}={nearest}",
            page: "the closest is `{nearest}`: {reason}. Write the value under `[parameters]`, or above the deck",
        }
    }
}

impl SetupMessage {
    /// Whether the rules cannot be evaluated. After an unknown zone or parameter, the rest of the
    /// deck is still checked.
    pub(super) fn is_fatal(&self) -> bool {
        !matches!(self, SetupMessage::UnknownZone { .. } | SetupMessage::UnknownParameter { .. })
    }
}

messages! {
    /// A mistake in a rule of a format.
    pub enum RuleMessage {
        Language { rule: String, error: LanguageError } => {
            let title = TitleOf(&*error);
            title: "the rule `{rule}` has a mistake: {title}",
            help: HelpOf(&*error),
        }
        NoCard { rule: String, place: String, name: String } => {
            title: "the rule `{rule}` has a mistake: there is no card `{name}`",
            help: place,
        }
        NotWhole { rule: String, place: String, number: String } => {
            title: "the rule `{rule}` has a mistake: `{number}` is not a whole number of copies",
            help: place,
        }
        NoField { rule: String, place: String, field: String, fields: Vec<String> } => {
            let near = NearOrAll(&field, &fields);
            title: "the rule `{rule}` has a mistake: there is no field `{field}`",
            help: "{place}: {near}",
        }
    }
}

/// An error that keeps a deck from being checked.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CheckError {
    /// The deck does not fit the format's roles, zones or parameters.
    #[error("the deck does not fit the format")]
    Setup(Vec<SetupProblem>),
    /// A rule of the format has a mistake.
    #[error("the rule `{rule}` has a mistake")]
    Rule { rule: String, origin: Origin, text: String, error: RuleError },
}

/// A mistake in a rule.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum RuleError {
    #[error("{0}")]
    Language(LanguageError),
    #[error("{0}")]
    Contents(ContentsError),
    /// A field that the game does not declare.
    #[error("there is no field `{0}`")]
    NoField(String),
}

/// A mistake in a fixed list.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum ContentsError {
    #[error("{error}")]
    Language { text: String, error: LanguageError },
    /// No card of the game has this name.
    #[error("there is no card `{0}`")]
    NoCard(String),
    #[error("`{0}` is not a whole number of copies")]
    NotWhole(String),
}

impl CheckError {
    /// Makes problems of an error. The catalog, if known, offers the fields of the game for a
    /// misspelt one.
    pub fn problems(self, catalog: Option<&Catalog>) -> Vec<Problem> {
        let (rule, origin, text, error) = match self {
            CheckError::Setup(errors) => {
                return errors.into_iter().map(Problem::into_any).collect();
            }
            CheckError::Rule { rule, origin, text, error } => (rule, origin, text, error),
        };
        let place = format!("{}:{} ({rule})", origin.file, origin.line);
        let problem = match error {
            RuleError::Language(error) => {
                language_problem(rule, SourceText::new(place, text), error)
            }
            RuleError::Contents(ContentsError::Language { text, error }) => {
                language_problem(rule, SourceText::new(place, text), error)
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

fn language_problem(rule: String, text: SourceText, error: LanguageError) -> Problem<RuleMessage> {
    let span = error.span.clone();
    Problem::from_source(&Arc::new(text), span, RuleMessage::Language { rule, error })
}

/// The error that a text of a rule is not in the query language.
pub(super) fn language_error(rule: &Rule, text: &str, error: LanguageError) -> CheckError {
    rule_error(&rule.id, &rule.origin, text, RuleError::Language(error))
}

/// The error that the text of a rule, with the origin of the rule, has a mistake.
pub(super) fn rule_error(rule: &str, origin: &Origin, text: &str, error: RuleError) -> CheckError {
    CheckError::Rule { rule: rule.to_owned(), origin: origin.clone(), text: text.to_owned(), error }
}

//! Why a question has no answer.

use crate::RequestMessage;
use sleeve_check::{CheckedConfig, CheckedDeck, DescribeError, PortrayError};
use sleeve_data::{
    model::Catalog,
    problem::{Message, Problem},
};
use sleeve_event::{EventError, ResolveError};
use sleeve_language::LanguageError;
use sleeve_library::{CatalogError, project::ConfigError};
use sleeve_odds::{AskError, TableError, draw::OpeningsError};
use sleeve_report::{
    self as report, Diagnostic, Style, forms::report_items::config_diagnostic,
    stats::describe_error, text::diagnostic::language_diagnostic,
};
use sleeve_rules::{CheckError, SetAsideError, SetupProblem};
use std::{fmt, sync::Arc};

/// Why a question has no answer. A front end draws it or takes its words.
#[derive(Debug)]
pub enum Refusal {
    /// Mistakes in the request, or in the format that it asks for.
    Problems(Vec<Problem>),
    /// A mistake in a text of the query language. Messages show `name` as its file.
    Language { name: String, text: String, error: Box<LanguageError> },
    /// The data of a game has mistakes.
    Data(CatalogError),
    /// The deck cannot be used.
    Deck(Box<CheckedDeck>),
    /// Several decks cannot be used, each for its reason.
    Decks(Vec<Refusal>),
    /// Something asked of decks does not exist, such as a zone.
    Description(DescribeError),
    /// The deck cannot be set up on a table.
    Table(Box<TableError>),
    /// The question makes no sense at the table.
    Ask(Box<AskError>),
    /// No hand can be dealt.
    Openings(Box<OpeningsError>),
    /// Cards cannot be set aside.
    SetAside(Box<SetAsideError>),
    /// A file has problems.
    File { path: String, text: Arc<str>, problems: Vec<Problem> },
    /// The settings of a folder have problems.
    Settings(Box<CheckedConfig>),
    /// A text without more help.
    Text(String),
    /// What is wrong and what to do, in the language of the desk.
    Advice { title: String, help: String },
    /// Something that a question words itself.
    Drawn(Box<dyn DrawnRefusal>),
}

/// Why a question has no answer, in words of its own.
pub trait DrawnRefusal: fmt::Debug {
    /// Its diagnostics.
    fn diagnostics(&self, style: &Style) -> Vec<Diagnostic<'_>>;

    /// The refusal as a text, with excerpts.
    fn render(&self, style: &Style) -> String {
        render_all(&self.diagnostics(style), style)
    }
}

impl From<RequestMessage> for Refusal {
    fn from(message: RequestMessage) -> Refusal {
        Refusal::of_message(message)
    }
}

impl Refusal {
    /// The refusal that a message describes.
    pub fn of_message(message: impl Message + 'static) -> Refusal {
        Refusal::Problems(vec![Problem::from(message).into_any()])
    }

    /// The refusal that problems without a file describe.
    pub fn of_problems<M: Message + 'static>(problems: Vec<Problem<M>>) -> Refusal {
        Refusal::Problems(problems.into_iter().map(Problem::into_any).collect())
    }

    /// The deck cannot be set up for its format.
    pub fn of_setup(errors: Vec<SetupProblem>, catalog: &Catalog) -> Refusal {
        Refusal::Problems(CheckError::Setup(errors).problems(Some(catalog)))
    }

    /// A file has mistakes.
    pub fn of_file<M: Message + 'static>(
        path: String,
        text: impl Into<Arc<str>>,
        problems: Vec<Problem<M>>,
    ) -> Refusal {
        let any = problems.into_iter().map(Problem::into_any);
        Refusal::File { path, text: text.into(), problems: any.collect() }
    }

    /// A text of the query language has a mistake. Messages show `name` as its file.
    pub fn of_language(name: &str, text: &str, error: LanguageError) -> Refusal {
        let (name, text) = (name.to_owned(), text.to_owned());
        Refusal::Language { name, text, error: Box::new(error) }
    }

    /// Its diagnostics, for those that have some.
    pub fn diagnostics(&self, style: &Style) -> Vec<Diagnostic<'_>> {
        let lang = style.lang;
        match self {
            Refusal::Problems(problems) => problems
                .iter()
                .map(|problem| Diagnostic::from_problem(problem, None, lang))
                .collect(),
            Refusal::Language { name, text, error } => {
                vec![language_diagnostic(error, name, text, lang)]
            }
            Refusal::File { path, text, problems } => problems
                .iter()
                .map(|problem| Diagnostic::from_problem(problem, Some((path, text)), lang))
                .map(|diagnostic| diagnostic.in_file(path, lang))
                .collect(),
            Refusal::Settings(config) => config
                .findings
                .iter()
                .map(|problem| config_diagnostic(config, problem, lang))
                .collect(),
            Refusal::Description(error) => vec![describe_error(error, style)],
            Refusal::Table(error) => vec![report::odds::table_diagnostic(error, lang)],
            Refusal::Ask(error) => vec![report::odds::ask_diagnostic(error, lang)],
            Refusal::Openings(error) => vec![report::odds::openings_diagnostic(error, lang)],
            Refusal::SetAside(error) => {
                vec![report::cards::setup::set_aside_diagnostic(error, lang)]
            }
            Refusal::Advice { title, help } => {
                vec![Diagnostic::error(title.clone()).help(help.clone())]
            }
            Refusal::Data(_) | Refusal::Deck(_) | Refusal::Decks(_) | Refusal::Text(_) => {
                Vec::new()
            }
            Refusal::Drawn(drawn) => drawn.diagnostics(style),
        }
    }

    /// The refusal as a text, with excerpts.
    pub fn render(&self, style: &Style) -> String {
        match self {
            Refusal::Data(error) => report::game_data::draw_errors(error, style),
            Refusal::Deck(deck) => report::forms::human::describe_unusable(deck, style),
            Refusal::Decks(refusals) => {
                let drawn: Vec<String> = refusals.iter().map(|one| one.render(style)).collect();
                drawn.join("\n\n")
            }
            Refusal::Text(text) => text.clone(),
            Refusal::Drawn(drawn) => drawn.render(style),
            other => render_all(&other.diagnostics(style), style),
        }
    }
}

impl From<EventError> for Refusal {
    fn from(EventError { path, text, problems }: EventError) -> Refusal {
        Refusal::of_file(path, text, problems)
    }
}

impl From<ResolveError> for Refusal {
    fn from(error: ResolveError) -> Refusal {
        match error {
            ResolveError::Event(error) => error.into(),
            ResolveError::Data(error) => error.into(),
        }
    }
}

impl From<&ConfigError> for Refusal {
    fn from(error: &ConfigError) -> Refusal {
        Refusal::Settings(Box::new(CheckedConfig::unusable(error)))
    }
}

impl From<PortrayError> for Refusal {
    fn from(error: PortrayError) -> Refusal {
        match error {
            PortrayError::Describe(error) => error.into(),
            PortrayError::Language { text, error } => {
                Refusal::of_language("condition", &text, error)
            }
        }
    }
}

fn render_all(diagnostics: &[Diagnostic<'_>], style: &Style) -> String {
    let drawn: Vec<String> = diagnostics.iter().map(|one| one.render(style)).collect();
    drawn.join("\n\n")
}

/// Makes a refusal of each kind of error.
macro_rules! refusals {
    ($($error:ty => $refusal:expr,)*) => {
        $(impl From<$error> for Refusal {
            fn from(error: $error) -> Refusal {
                $refusal(error.into())
            }
        })*
    };
}

refusals! {
    CatalogError => Refusal::Data,
    DescribeError => Refusal::Description,
    TableError => Refusal::Table,
    AskError => Refusal::Ask,
    OpeningsError => Refusal::Openings,
    SetAsideError => Refusal::SetAside,
}

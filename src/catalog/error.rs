//! Why a game could not be opened.

use super::packed::PackError;
use super::source::DataProblem;
use thiserror::Error;

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CatalogError {
    /// There is no such game.
    #[error("unknown game `{name}`; there are {}", known.join(", "))]
    UnknownGame {
        /// What was asked for.
        name: String,
        /// Ids of the games there are.
        known: Vec<String>,
        /// Words for games that it may mean, best first.
        candidates: Vec<String>,
    },
    /// A packed game cannot be used.
    #[error(transparent)]
    Packed(#[from] PackError),
    /// The data has mistakes, all of them here.
    #[error("the data has mistakes ({}), the first: {}", .0.len(), first(.0))]
    Data(Vec<DataProblem>),
}

fn first(errors: &[DataProblem]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

//! Why a game could not be opened.

use super::messages::CatalogMessage;
use super::packed::PackError;
use super::source::DataProblem;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Message, Problem};
use thiserror::Error;

/// Why a game could not be opened.
#[derive(Clone, PartialEq, Debug, Error)]
pub enum CatalogError {
    /// There is no such game, or a packed one that cannot be used.
    #[error("{}", .0.title(Lang::En))]
    NotThere(CatalogMessage),
    /// The data has mistakes, all of them here.
    #[error("the data has mistakes ({}), the first: {}", .0.len(), first(.0))]
    Data(Vec<DataProblem>),
}

fn first(errors: &[DataProblem]) -> String {
    errors.first().map(ToString::to_string).unwrap_or_default()
}

impl From<CatalogMessage> for CatalogError {
    fn from(message: CatalogMessage) -> CatalogError {
        CatalogError::NotThere(message)
    }
}

impl From<PackError> for CatalogError {
    fn from(error: PackError) -> CatalogError {
        CatalogError::NotThere(CatalogMessage::Packed { error })
    }
}

impl CatalogError {
    /// Everything that is wrong.
    pub fn problems(&self) -> Vec<Problem> {
        match self {
            CatalogError::NotThere(message) => vec![Problem::from(message.clone()).into_any()],
            CatalogError::Data(problems) => {
                problems.iter().cloned().map(Problem::into_any).collect()
            }
        }
    }
}

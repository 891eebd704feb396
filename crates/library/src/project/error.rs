//! A `sleeve.toml` that cannot be used.

use super::messages::ConfigMessage;
use sleeve_data::problem::Problem;
use std::sync::Arc;

/// One thing that is wrong with a `sleeve.toml`, and where in it.
pub type ConfigProblem = Problem<ConfigMessage>;

/// A `sleeve.toml` that cannot be used, with everything that is wrong with it.
#[derive(Clone, PartialEq, Debug, thiserror::Error)]
#[error("{path}: {} mistakes", problems.len())]
pub struct ConfigError {
    /// Its path as messages show it.
    pub path: String,
    /// Its text; empty where it could not be read.
    pub text: Arc<str>,
    /// What is wrong, in the order of the file.
    pub problems: Vec<ConfigProblem>,
}

impl ConfigError {
    /// An error about the whole file.
    pub fn whole(path: &str, message: ConfigMessage) -> ConfigError {
        let problems = vec![message.into()];
        ConfigError { path: path.to_owned(), text: Arc::from(""), problems }
    }
}

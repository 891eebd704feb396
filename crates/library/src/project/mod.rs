//! The project of a deck: its `sleeve.toml`, found upwards as cargo finds its manifest, the games under that
//! file's overlays, and the game and format to check the deck against.
//!
//! The conditions of assertions stay texts here: only the check of a deck knows the game that gives their
//! words a meaning.

mod config;
mod keys;
mod messages;
mod projects;
mod read;
mod target;

pub use config::{
    Assertion, AssertionBody, Config, ConfigError, ConfigProblem, Globs, MAX_PATTERN, MAX_PATTERNS,
    RuleLevel, TextLiteral, UNKNOWN_KEY, UNKNOWN_RULE, UNUSED_ASSERTION,
};
pub use keys::{KEYS, PROJECT_KEYS, ProjectKey};
pub use messages::{ConfigMessage, TargetMessage};
pub use projects::{
    Configs, FILE_NAME, MAX_CONFIG_BYTES, OpenedLibrary, Project, ProjectError, Projects,
    canonical_folder,
};
pub use read::{MAX_ASSERTS, MAX_LEVELS, MAX_OVERLAYS};
pub use target::{
    TargetProblem, TargetRequest, find_target, unknown_format_problem, unknown_game_problem,
};

#[cfg(test)]
mod tests;

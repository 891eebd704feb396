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
    Assertion, AssertionBody, Config, ConfigError, ConfigProblem, Globs, LevelOf, MAX_PATTERN,
    MAX_PATTERNS, TextLiteral, UNKNOWN_KEY, UNKNOWN_RULE, UNUSED,
};
pub use keys::{KEYS, ProjectKey};
pub use messages::{ConfigMessage, TargetMessage};
pub use projects::{
    Configs, FILE_NAME, MAX_CONFIG_BYTES, OpenedLibrary, Project, ProjectError, Projects, plain,
};
pub use read::{MAX_ASSERTS, MAX_LEVELS, MAX_OVERLAYS};
pub use target::{DeckWishes, TargetProblem, target, unknown_format, unknown_game};

#[cfg(test)]
mod tests;

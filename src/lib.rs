//! `sleeve` builds, checks and test-draws decks for card games.
pub mod catalog;
pub mod commands;
pub mod config;
pub mod decks;
pub mod draw;
pub mod import;
pub mod language;
pub mod model;
pub mod odds;
pub mod report;
pub mod rules;
pub mod stats;

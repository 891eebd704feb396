//! The tests from outside, in one executable: a module for each thing a user can ask or write.

#![allow(dead_code, clippy::unwrap_used, clippy::panic, reason = "a test that fails may panic")]

mod cards;
mod catalog_errors;
mod catalog_overlays;
mod catalog_snapshot;
mod catalog_source;
mod check;
mod common;
mod config;
mod convert;
mod desk;
mod diff;
mod effects;
mod facts;
mod fields;
mod french;
mod golden_numbers;
mod golden_seeds;
mod guide;
mod habits;
mod hostile;
mod import;
mod import_command;
mod language;
mod league;
mod library;
mod limits;
mod lint;
mod mulligans;
mod net;
mod objectives;
mod odds_command;
mod odds_language;
mod odds_properties;
mod own_box;
mod pairs;
mod posted_forms;
mod posted_lists;
mod sample_decks;
mod show;
mod solve;
mod starting_cards;
mod stats;
mod suggestions;
mod verdicts;

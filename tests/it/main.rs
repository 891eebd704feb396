//! The tests from outside, in one executable: a module for each thing a user can ask or write.

#![allow(dead_code, unreachable_pub, reason = "a test shares helpers")]
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    reason = "a test that fails may panic"
)]

/// Two tests of one function: a few cases with every `cargo test`, many where CI runs optimised.
macro_rules! few_and_many {
    ($holds:ident, $few:expr, $many:expr) => {
        mod $holds {
            #[test]
            fn few() {
                super::$holds($few);
            }

            #[test]
            #[ignore = "takes long unoptimised: CI runs it optimised"]
            fn many() {
                super::$holds($many);
            }
        }
    };
}

mod action;
mod allowances;
mod card_rules;
mod cards;
mod catalog_errors;
mod catalog_overlays;
mod check;
mod choices;
mod common;
mod completing;
mod config;
mod console;
mod convert;
mod deck_files;
mod desk;
mod diff;
mod effects;
mod engine_parts;
mod events;
mod facts;
mod fairness;
mod fields;
mod files;
mod filtered_lists;
mod fmt;
mod forms;
mod french;
mod functions;
mod golden_numbers;
mod golden_seeds;
mod guide;
mod habits;
mod hostile;
mod house;
mod import_command;
mod import_properties;
mod import_shapes;
mod language;
mod legality;
mod library;
mod limits;
mod lint;
mod locks;
mod lsp;
mod mcp;
mod mulligan_policies;
mod mulligans;
mod names;
mod net;
mod new_game;
mod objectives;
mod odds_command;
mod odds_language;
mod odds_openings;
mod odds_parts;
mod odds_policy;
mod odds_properties;
mod other_games;
mod others;
mod own_box;
mod packs;
mod pairs;
mod peers;
mod plans;
mod posted_forms;
mod posted_lists;
mod posted_pasted;
mod readers;
mod readings;
mod records;
mod relations;
mod release;
mod report;
mod requests;
#[cfg(feature = "schemas")]
mod schema_types;
#[cfg(feature = "schemas")]
mod schemas;
mod sentences;
mod shipped_games;
mod show;
mod shrink;
mod solve;
mod starting_cards;
mod states;
mod stats;
mod stopping;
mod storing;
mod styles;
mod suggestions;
mod tables;
mod terms;
mod text_tables;
mod versions;

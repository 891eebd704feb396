//! The query language: filters of cards, measures of piles, conditions on piles.
//!
//! A text is [parsed](parse) into one untyped tree, resolved once against a game's vocabulary (a
//! [`Scope`]) into a [`Filter`], [`Measure`] or [`Condition`], and then evaluated in a [`World`],
//! explained, put into words, or bound to the cards that piles may contain.
//!
//! Unknown facts make answers three-valued: a filter or condition gives a [`Truth`], a measure a
//! [`Quantity`]. True and false are certain for all values of the unknown facts. An unknown fact
//! that is read twice has the same value both times: an answer that would be unknown is decided by
//! at most [`CASE_LIMIT`] cases.
//!
//! The crate reads no files and checks no decks: callers pass in cards, piles and parameters, and
//! answer through [`Legality`] whether a format allows a card.
//!
//! ```
//! use sleeve_data::packed;
//! use sleeve_language::{self as language, Scope, Truth, World};
//!
//! # fn main() -> Result<(), Box<dyn std::error::Error>> {
//! let game = sleeve_games::packed("star-realms").ok_or("it is not shipped")?;
//! let catalog = packed::unpack(game)?;
//! let scope = Scope::from_catalog(&catalog);
//! let filter = language::filter("genre:ship effect:draw cost<=3", &scope)?;
//! let world = World::from_catalog(&catalog);
//! let ships = catalog.cards.iter().filter(|card| {
//!     filter.test(&world, card.index(), None) == Truth::True
//! });
//! assert!(ships.count() > 0);
//! # Ok(())
//! # }
//! ```

#[macro_use(say, word, worded)]
extern crate sleeve_data;

mod alone;
pub mod ast;
pub mod bound;
mod cases;
mod condition;
pub mod docs;
mod explain;
mod facts;
pub mod field;
mod filter;
mod filter_cache;
mod help;
mod lexer;
mod messages;
mod operation;
mod parameters;
mod parser;
mod piles;
mod possible_values;
mod quantity;
mod rational;
mod resolve;
mod resolved_text;
mod scope;
pub mod tree;
mod truth;
mod walk;
mod words;
mod world;
mod zone_contents;
mod zone_reads;
mod zone_values;

pub use bound::{BoundCondition, BoundMeasure};
pub use cases::CASE_LIMIT;
pub use condition::{Condition, Measure, condition, measure};
pub use explain::{Cause, CauseGroup, Distance, Explanation, NamedTerm, NamedValue, ZoneConflict};
pub use field::{Field, FieldKind};
pub use filter::{CachedFilter, FieldValues, Filter, card_number, filter};
pub use filter_cache::FilterCache;
pub use help::{
    HelpSection, complete_in, complete_text, field_words, function_names, help_sections,
    value_words,
};
pub use messages::{ErrorKind, ExpectedToken, ExpressionKind, LanguageError, NameUse};
pub use operation::Operation;
pub use parameters::{ChoicePolicy, ParameterValue, Parameters};
pub use parser::{MAX_LENGTH, parse};
pub use piles::{PileView, Piles, Slot, SpreadPiles, Universe};
pub use quantity::{Presence, Quantity};
pub use rational::{Rational, common_denominator, gcd};
pub use resolve::field;
pub use resolved_text::{ResolvedText, TreeRoot};
pub use scope::{BOX, BOXES, ROLE, Scope};
pub use tree::{ZoneField, ZoneNumber};
pub use truth::Truth;
pub use walk::TreePart;
pub use world::{Legality, MissingFact, MissingKind, World};
pub use zone_contents::ZoneContents;
pub use zone_reads::ZoneReads;

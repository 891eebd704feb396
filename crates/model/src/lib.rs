//! The model: games, cards, formats, decks and the values printed on cards.
//!
//! The central type is [`Catalog`]. Its [`Game`] is the vocabulary: kinds, fields, effects, sets.
//! Its [`Cards`] are packed records, found by a [`CardIndex`]; each [`Card`] decodes only the facts
//! that are read. A [`Format`] has zones and rules. A [`Deck`] has cards in zones, and each of its
//! lines knows its place in the file. A [`Lens`] decides whether stand-ins count as known.
//!
//! ```
//! use sleeve_model::card::{CardRecord, Grade};
//! use sleeve_model::{CardsBuilder, Catalog, Game, KindId, Lang, Provenance, Text};
//!
//! let rulebook = Provenance::from_grade(Grade::Rulebook);
//! let star = CardRecord {
//!     id: "17".to_owned(),
//!     id_provenance: rulebook,
//!     name: Text { en: "The Star".into(), fr: "L’Étoile".into() },
//!     aliases: Vec::new(),
//!     kind: KindId(0),
//!     sets: Vec::new(),
//!     quantity: Vec::new(),
//!     quantity_provenance: rulebook,
//!     provenance: rulebook,
//!     faces: Vec::new(),
//! };
//! let mut cards = CardsBuilder::default();
//! let index = cards.push(&star);
//! let catalog = Catalog::new(Game::default(), cards.build());
//! assert_eq!(catalog.cards.find_by_name("etoile"), []);
//! assert_eq!(catalog.cards.find_by_name("l'etoile"), [index]);
//! assert_eq!(catalog.cards.card(index).name(Lang::Fr), "L’Étoile");
//! ```
//!
//! This crate reads no files and runs no commands: `sleeve-data` reads and packs the data. Rules
//! contain query-language conditions as plain text, which `sleeve-language` parses.

#[macro_use(say, word, worded)]
extern crate sleeve_text;

pub mod card;
pub mod card_rule;
pub mod cards;
pub mod catalog;
mod copy_state;
pub mod deck;
#[cfg(not(target_family = "wasm"))]
mod digest;
mod fingerprint;
pub mod format;
pub mod game;
mod ids;
pub mod language_text;
mod lazy;
pub mod mulligan;
pub mod name_index;
mod name_index_builder;
pub mod name_words;
pub mod number;
mod pack;
mod packed_types;
pub mod pattern;
pub mod reader;
mod record;
mod wire;

pub use card::{Card, Effect, Fact, Lens, Provenance, SetFact};
pub use card_rule::{SetOutPlaces, SetupPlace};
pub use cards::Cards;
pub use catalog::{CardList, Catalog, FilteredCards, ListedCards, Versions};
pub use copy_state::CopyState;
pub use deck::{Carried, Deck, Entry, HeadStyle, SideboardPlan, Spanned};
pub use fingerprint::{Fingerprint, NoFingerprint};
pub use format::{Format, Level, Opening, Rule, RuleBody, Setting};
pub use game::Game;
pub use ids::{AttributeId, CardIndex, EffectId, FRONT, FaceId, KindId, SetId, TriggerId, ValueId};
pub use lazy::Lazy;
pub use mulligan::{Exchange, Mulligan, MulliganKind, Returned};
pub use number::{Bounds, Date, Dates, Number, holds_on, share_a_day};
pub use pack::CardsBuilder;
pub use reader::DeckReader;
pub use sleeve_text::{Gender, Lang, Noun, Str, Text, find_named, word_rows};

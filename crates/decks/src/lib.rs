//! Reads and writes deck files, with one reader and one writer for each format, named after the
//! tool that writes it, and one resolver of names for all of them.
//!
//! [`find`] lists the files, [`load`] reads one, [`read`] turns it into a [`RawDeck`], a
//! [`DeckResolver`] turns that into a [`Deck`](sleeve_data::model::Deck), and [`inspect`] reports
//! what makes it unusable.

#![cfg_attr(
    target_family = "wasm",
    allow(
        dead_code,
        unused_imports,
        reason = "a browser has no folders, so their readers are left out"
    )
)]

#[macro_use(say, word)]
extern crate sleeve_data;

mod card_json;
mod columns;
mod convert;
pub mod copies;
mod copy_fields;
mod decode;
mod described;
mod edit;
mod find;
pub mod fingerprint;
mod form;
mod gemp;
mod holotable;
mod inspect;
mod limits;
mod line;
mod losses;
mod markup;
mod messages;
mod nearest;
mod plans;
mod raw;
mod readers;
mod resolve;
mod swccgdb;
mod text;
mod toml;
mod view;

pub use self::toml::{DECK_KEYS, is_game_data};
#[cfg(feature = "schemas")]
pub use card_json::schema as json_schema;
pub use convert::{Written, spell_new_card, write};
pub use copies::copies_of;
pub use decode::{RewriteError, rewrite_bytes};
pub use described::games_recognising;
pub use edit::{EditError, Move, Moves, Restatement, add_head, apply_moves, edit, state_format};
pub use find::{
    DeckFile, DeckSearch, FoundDecks, Input, Skipped, choose_decks, find, find_with_forms, is_deck,
    load, split_number,
};
pub use form::{DeckForm, DeckFormat};
pub use inspect::inspect;
pub use limits::{MAX_BYTES, MAX_COUNT};
pub use losses::Loss;
pub use messages::{DeckError, DeckMessage, DeckProblem, DeckTerm, WhySkipped};
pub use nearest::{nearest_cards, rank_names};
pub use plans::carry_out;
pub use raw::{CopyNotation, RawCard, RawDeck, RawField, RawItem, RawPlan, WrittenValue};
pub use readers::{Hints, read, read_all, reread};
pub use resolve::{DeckResolver, NamedDeck, name_and_id, sides_of};
pub use text::{head_at_end, may_name_sides};

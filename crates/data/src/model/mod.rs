//! What things are: games, cards, formats, decks and the values printed on cards.
//!
//! This room knows neither files nor commands. Everything else in the crate speaks in its types;
//! cards are indices into one [`Catalog`], names are looked up once.

pub mod card;
pub mod card_rule;
pub mod cards;
pub mod catalog;
mod copy_state;
pub mod deck;
pub mod fold;
pub mod format;
pub mod game;
pub mod hidden;
mod lazy;
pub mod mulligan;
pub mod naming;
pub mod noun;
pub mod number;
mod pack;
pub mod path;
pub mod pattern;
pub mod reader;
mod record;
pub mod set_out;
pub mod setting;
pub mod text;
mod versions;
mod wire;

pub use card::{Card, Effect, Fact, Lens, Provenance, SetFact};
pub use cards::{CardIndex, Cards};
pub use catalog::{CardList, Catalog};
pub use copy_state::CopyState;
pub use deck::{Carried, Deck, Entry, Spanned};
pub use format::{Format, Level, Opening, Rule, RuleBody};
pub use game::{
    AttributeId, EffectId, FACE_BACK_NAME, FRONT, FaceId, Game, KindId, SetId, TriggerId, ValueId,
};
pub(crate) use lazy::Lazy;
pub use mulligan::{Exchange, Mulligan, MulliganKind, Returned};
pub use noun::{Gender, Noun};
pub use number::{Bounds, Date, Dates, Number, holds_on, share_a_day};
pub use pack::CardsBuilder;
pub use reader::DeckReader;
pub use set_out::{Place, SetOut};
pub use setting::Setting;
pub use text::{Lang, Str, Text};
pub use versions::Versions;

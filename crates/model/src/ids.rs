//! The positions of cards and words in a game, by which everything packed refers to them.

use serde::{Deserialize, Serialize};

macro_rules! position_types {
    ($($(#[$doc:meta])* $name:ident($inner:ty);)+) => {
        $($(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
        pub struct $name(pub $inner);

        impl $name {
            /// The position as a `usize`.
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        })+
    };
}

position_types! {
    /// Position of an attribute in [`Game::attributes`](crate::Game::attributes).
    AttributeId(u16);
    /// Position of an effect in [`Game::effects`](crate::Game::effects).
    EffectId(u16);
    /// Position of a part of a card in [`Game::faces`](crate::Game::faces); [`FRONT`] is always 0.
    FaceId(u8);
    /// Position of a kind of card in [`Game::kinds`](crate::Game::kinds).
    KindId(u8);
    /// Position of a set in [`Game::sets`](crate::Game::sets).
    SetId(u16);
    /// Position of a box in [`Game::boxes`](crate::Game::boxes).
    BoxId(u8);
    /// Position of a trigger in [`Game::triggers`](crate::Game::triggers).
    TriggerId(u8);
    /// Position of a value of an enumeration or set in its attribute's list.
    ValueId(u16);
}

/// The front of a card, which fields refer to if no part is named.
pub const FRONT: FaceId = FaceId(0);

/// Position of a card in its game's pool.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct CardIndex(pub u32);

impl CardIndex {
    /// A line of a deck that could not be resolved: a card without known facts, so that sizes and
    /// limits neither lose it nor guess at it.
    pub const STRANGER: CardIndex = CardIndex(u32::MAX);

    /// The position as a `usize`.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

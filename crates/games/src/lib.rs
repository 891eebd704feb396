//! The games that `sleeve` ships, each packed by `build.rs` from its folder under `cards/`.
//!
//! Nothing is read here: a packed game is opened by `sleeve_data::packed`.

/// The packed form of a shipped game, by its id.
pub fn packed(game: &str) -> Option<&'static [u8]> {
    GAMES.iter().find(|(id, _)| *id == game).map(|(_, bytes)| *bytes)
}

/// The mapping by which a shipped game imports cards, if it has one.
pub fn mapping(game: &str) -> Option<&'static str> {
    MAPPINGS.iter().find(|(id, _)| *id == game).map(|(_, mapping)| *mapping)
}

include!(concat!(env!("OUT_DIR"), "/games.rs"));

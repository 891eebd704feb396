//! The games that `sleeve` ships. `build.rs` packs each of them from its folder below `cards/`.
//!
//! This crate does not read them: `sleeve_data::packed` opens a packed game.

/// The packed form of a shipped game, by id.
pub fn packed(game: &str) -> Option<&'static [u8]> {
    GAMES
        .iter()
        .find(|(id, _)| *id == game)
        .map(|(_, bytes)| *bytes)
}

/// The import mapping of a shipped game, if it has one.
pub fn mapping(game: &str) -> Option<&'static str> {
    MAPPINGS
        .iter()
        .find(|(id, _)| *id == game)
        .map(|(_, mapping)| *mapping)
}

include!(concat!(env!("OUT_DIR"), "/games.rs"));

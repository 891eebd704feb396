//! The games that `sleeve` ships, each packed by `build.rs` from its folder under `cards/`.
//!
//! Nothing is read here: a packed game is opened by `sleeve_data::packed`.

include!(concat!(env!("OUT_DIR"), "/games.rs"));

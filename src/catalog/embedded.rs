//! The shipped games, packed by `build.rs` into the binary.

include!(concat!(env!("OUT_DIR"), "/games.rs"));

//! The target for `cargo fuzz`: `SLEEVE_TARGET=decks cargo fuzz run target --features libfuzzer`.
#![no_main]

use sleeve_fuzz::{Target, target};
use std::sync::LazyLock;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    target(&std::env::var("SLEEVE_TARGET").expect("SLEEVE_TARGET names a target"))
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| TARGET.run(input));

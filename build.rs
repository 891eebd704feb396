//! How the program is linked.

use std::env::var;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let has =
        |name: &str, word: &str| var(name).is_ok_and(|value| value.split(',').any(|w| w == word));
    // A program that may lie anywhere has its 19,000 pointers to texts and functions written anew
    // at each start, which dirties 75 pages: a fifth of the time of a short command. What it
    // guards against, stray writes to memory, safe Rust does not do.
    let is_glibc = has("CARGO_CFG_TARGET_OS", "linux") && has("CARGO_CFG_TARGET_ENV", "gnu");
    if is_glibc && !has("CARGO_CFG_TARGET_FEATURE", "crt-static") {
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}

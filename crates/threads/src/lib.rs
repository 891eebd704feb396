//! Loops on all threads: `rayon`. In a browser there is one thread, and what this workspace calls of `rayon` runs on it, one after
//! another: its pool, its queues and a copy of them for each loop would be loaded for nothing.

#[cfg(not(target_family = "wasm"))]
pub use rayon::{current_num_threads, in_place_scope, prelude};

#[cfg(target_family = "wasm")]
pub use one_thread::{current_num_threads, in_place_scope, prelude};

#[cfg(target_family = "wasm")]
mod one_thread;

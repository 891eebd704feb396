//! Dealing and simulating: seeded hands, the same on every platform and for any number of threads.

mod rng;

pub use rng::{GENERATOR, Rng};

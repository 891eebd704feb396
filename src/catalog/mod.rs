//! From `cards/` to the model: reading the data files, laying overlays over the shipped data, and
//! the snapshot of the shipped data inside the binary.

pub mod source;

//! Results as text: one file for each form of output.

pub mod diagnostic;
pub mod escape;
pub mod style;

pub use diagnostic::{Diagnostic, Mark, Severity};
pub use style::Style;

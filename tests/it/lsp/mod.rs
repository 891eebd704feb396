//! The language server as editors meet it: over a real pipe.

mod answers;
mod editor;
mod edits;
mod equality;
mod outcomes;
mod session;

use editor::{Editor, at, uri};

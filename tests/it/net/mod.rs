//! What the program says, frozen: every finding of every illegal twin and every finding of the
//! linter in both languages, every form of output of every command. Whoever rebuilds a room sees
//! here whether a word or a field moved.

mod findings;
mod forms;

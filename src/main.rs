//! The `sleeve` command.

fn main() {}

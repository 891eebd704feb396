//! Hostile and unlucky input: pipes and devices, links in circles, files of nothing but mistakes,
//! data that speaks to terminals, readers that leave, places that are taken.

mod faults;
mod folders;
mod limits;
mod mistakes;
mod speaking;
mod table;
mod writing;

use crate::common::{Ran, Sleeve};
use std::path::Path;

/// A deck file of nothing that is wrong with it but its cards.
pub const HEAD: &str = "game = \"starfighter\"\nformat = \"guerre-totale\"\n";

/// Runs the program in a folder.
pub fn within(folder: &Path, args: &[&str]) -> Ran {
    Sleeve::new().folder(folder).run(args)
}

/// A named pipe, where the system has them.
#[cfg(unix)]
pub fn pipe(path: &Path) {
    let made = std::process::Command::new("mkfifo")
        .arg(path)
        .status()
        .unwrap();
    assert!(made.success(), "{}", path.display());
}

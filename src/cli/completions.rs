//! `sleeve completions`: completion scripts for shells.

use super::{Failure, Session, Status, words};
use clap::Args;
use clap_complete::Shell;

/// Print a completion script for a shell
#[derive(Args, Debug)]
pub struct Completions {
    /// The shell
    shell: Shell,
}

impl Completions {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let mut script = Vec::new();
        let mut command = words::command(session.style.lang);
        clap_complete::generate(self.shell, &mut command, "sleeve", &mut script);
        session.streams.out.write_all(&script)?;
        Ok(Status::Fine)
    }
}

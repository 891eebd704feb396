//! `sleeve completions`: what a shell has to be told once.

use super::shells;
use super::{Failure, RunStatus, Session};
use clap::Args;
use clap_complete::Shell;
use clap_complete::env::EnvCompleter;

/// Print a completion script for a shell
#[derive(Args, Debug)]
#[command(after_help = "Put it where the shell looks for it, such as:
  bash  sleeve completions bash > ~/.local/share/bash-completion/completions/sleeve
  zsh   sleeve completions zsh > ~/.zfunc/_sleeve
  fish  sleeve completions fish > ~/.config/fish/completions/sleeve.fish
The script asks the program itself, which knows the games, formats, fields, values and cards.")]
pub struct CompletionsCommand {
    /// The shell
    shell: Shell,
}

impl CompletionsCommand {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<RunStatus, Failure> {
        let name = self.shell.to_string();
        if let Some(shell) = shells::Shell::all().into_iter().find(|shell| shell.is(&name)) {
            let mut script = Vec::new();
            shell.write_registration("COMPLETE", "sleeve", "sleeve", "sleeve", &mut script)?;
            session.streams.out.write_all(&script)?;
        }
        Ok(RunStatus::Fine)
    }
}

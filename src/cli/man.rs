//! `sleeve man`: manual pages made from the command line's own definition.

use super::{Cli, Failure, Session, Status};
use clap::{Args, CommandFactory};
use std::path::PathBuf;

/// Print the manual page, or write one page per subcommand into a folder
#[derive(Args, Debug)]
pub struct Man {
    /// Write `sleeve.1` and one page per subcommand here
    #[arg(long, value_name = "DIR")]
    into: Option<PathBuf>,
}

impl Man {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        match &self.into {
            Some(folder) => {
                let folder = session.streams.folder.join(folder);
                std::fs::create_dir_all(&folder)?;
                clap_mangen::generate_to(Cli::command(), folder)?;
            }
            None => {
                let mut page = Vec::new();
                clap_mangen::Man::new(Cli::command()).render(&mut page)?;
                session.streams.out.write_all(&page)?;
            }
        }
        Ok(Status::Fine)
    }
}

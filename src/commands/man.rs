//! `sleeve man`: manual pages made from the command line's own definition.

use super::store::{Staged, StoreError};
use super::{Cli, Failure, Session, Status};
use clap::{Args, Command, CommandFactory};
use std::io;
use std::path::{Path, PathBuf};

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
                let mut staged = Staged::default();
                let staging = self::stage(&mut staged, &folder)?;
                let stored = staging.and_then(|()| staged.commit());
                stored.map_err(|error| session.not_stored(&error))?;
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

/// What every page of ours says of itself; a file that does not is left alone.
const OURS: &str = ".TH sleeve";

/// Writes the drafts of one page for the program and for each subcommand.
fn stage(staged: &mut Staged, folder: &Path) -> io::Result<Result<(), StoreError>> {
    let mut command = Cli::command().disable_help_subcommand(true);
    command.build();
    let mut pages = Vec::new();
    pages_of(&command, &mut pages)?;
    let is_ours = |old: &[u8]| String::from_utf8_lossy(old).contains(OURS);
    let add = |staged: &mut Staged| {
        staged.folder(folder)?;
        pages.iter().try_for_each(|(name, page)| staged.add(&folder.join(name), page, is_ours))
    };
    Ok(add(staged))
}

fn pages_of(command: &Command, pages: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    for inner in command.get_subcommands().filter(|c| !c.is_hide_set()) {
        pages_of(inner, pages)?;
    }
    let mut page = Vec::new();
    let man = clap_mangen::Man::new(command.clone());
    man.render(&mut page)?;
    pages.push((man.get_filename(), page));
    Ok(())
}

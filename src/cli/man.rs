//! `sleeve man`: manual pages made from the command line's own definition.

use super::store::{Staged, StoreError};
use super::{Failure, Session, Status, words};
use clap::{Args, Command};
use clap_mangen::Man as Page;
use sleeve_data::model::Lang;
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
        let lang = session.style.lang;
        let command = words::described(lang);
        match &self.into {
            Some(folder) => {
                let folder = session.streams.folder.join(folder);
                let mut staged = Staged::default();
                let staging = stage(&mut staged, &command, &folder, lang)?;
                let stored = staging.and_then(|()| staged.commit());
                stored.map_err(|error| session.not_stored(&error))?;
            }
            None => session.streams.out.write_all(page(command, lang)?.as_bytes())?,
        }
        Ok(Status::Fine)
    }
}

/// What every page of ours says of itself; a file that does not is left alone.
const OURS: &str = ".TH sleeve";

/// Writes the drafts of one page for the program and one for each subcommand.
fn stage(
    staged: &mut Staged,
    command: &Command,
    folder: &Path,
    lang: Lang,
) -> io::Result<Result<(), StoreError>> {
    let mut pages = vec![command.clone()];
    pages.extend(command.get_subcommands().filter(|c| !c.is_hide_set()).cloned().map(
        |subcommand| {
            let name = format!("{}-{}", command.get_name(), subcommand.get_name());
            subcommand.display_name(name)
        },
    ));
    let named = |command: Command| {
        let name = Page::new(command.clone()).get_filename();
        Ok((name, page(command, lang)?))
    };
    let pages = pages.into_iter().map(named).collect::<io::Result<Vec<_>>>()?;
    let is_ours = |old: &[u8]| String::from_utf8_lossy(old).contains(OURS);
    let add = |staged: &mut Staged| {
        staged.folder(folder)?;
        pages
            .iter()
            .try_for_each(|(name, page)| staged.add(&folder.join(name), page.as_bytes(), is_ours))
    };
    Ok(add(staged))
}

/// Headings of sections that differ in French.
const SECTIONS: [(&str, &str); 3] = [
    (".SH NAME", ".SH NOM"),
    (".SH SUBCOMMANDS", ".SH SOUS\\-COMMANDES"),
    (".SH EXTRA", ".SH COMPLÉMENTS"),
];

fn page(command: Command, lang: Lang) -> io::Result<String> {
    let mut page = Vec::new();
    Page::new(command).render(&mut page)?;
    let page = String::from_utf8_lossy(&page);
    if lang == Lang::En {
        return Ok(page.into_owned());
    }
    let section = |line: &str| {
        let known = SECTIONS.iter().find(|(en, _)| *en == line);
        known.map_or(line, |(_, fr)| fr).to_owned() + "\n"
    };
    Ok(page.lines().map(section).collect())
}

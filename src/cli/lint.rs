//! `sleeve lint`: checks card and format data.

use super::{Failure, Session, Status};
use crate::catalog::lint::{self, LintReport};
use crate::report;
use crate::report::documents::lint::LintDocument;
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Check card and format data
#[derive(Args, Debug)]
pub struct Lint {
    /// Folders and files of card data; default: `cards` where there is such a folder
    #[arg(value_name = "PATH")]
    paths: Vec<PathBuf>,
    /// Form of the output
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Output {
    /// Text for people
    Human,
    /// A document for scripts
    Json,
    /// GitHub annotations
    Github,
}

impl Lint {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let folder = session.streams.folder.clone();
        let mut paths = self.paths.clone();
        paths.extend(session.global.cards.iter().cloned());
        if paths.is_empty() && folder.join("cards").is_dir() {
            paths.push(PathBuf::from("cards"));
        }
        if paths.is_empty() {
            let (title, help) = match session.talk.lang {
                crate::model::Lang::En => {
                    ("there is nothing to check", "name a folder or a file of card data")
                }
                crate::model::Lang::Fr => {
                    ("il n'y a rien à vérifier", "nommez un dossier ou un fichier de données")
                }
            };
            return Err(session.refuse_with(title.to_owned(), help.to_owned()));
        }
        let paths: Vec<PathBuf> =
            paths.iter().map(|path| super::session::within(&folder, path)).collect();
        let report = lint::lint_paths(&paths);
        self.print(session, &report)?;
        Ok(if report.findings.is_empty() { Status::Fine } else { Status::No })
    }

    fn print(&self, session: &mut Session<'_, '_>, report: &LintReport) -> Result<(), Failure> {
        let style = session.style;
        let quiet = session.global.quiet;
        let out = &mut *session.streams.out;
        match self.output {
            Output::Human => report::lint::human(report, &style, quiet, out)?,
            Output::Json => report::json::write(&LintDocument::new(report), out)?,
            Output::Github => report::lint::github(report, style.lang, out)?,
        }
        Ok(())
    }
}

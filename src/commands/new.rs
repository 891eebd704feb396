//! `sleeve new`: a commented starter file.

use super::{Failure, Session, Status};
use crate::report::{self, Diagnostic};
use clap::Args;
use std::path::PathBuf;

/// Print a commented starter file for a deck or, with --config, for the settings of a folder; or write it
#[derive(Args, Debug)]
pub struct New {
    /// What the deck is for: `starfighter/guerre-totale`
    #[arg(value_name = "GAME/FORMAT", required_unless_present = "config")]
    what: Option<String>,
    /// Instead of a deck: settings and assertions for the decks of a folder, every key with its default
    #[arg(long, conflicts_with = "role")]
    config: bool,
    /// The role the deck is built for
    #[arg(long)]
    role: Option<String>,
    /// Write the file instead of printing it; an existing file is left alone
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
}

impl New {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        if self.config {
            // No deck is named, so that the first word is the file.
            let file = self.what.as_ref().map(PathBuf::from);
            let text = report::config_template::text(session.style.lang);
            return self.write(session, file.as_ref().or(self.file.as_ref()), &text);
        }
        let what = self.what.as_deref().unwrap_or_default();
        let (game, format) = match what.split_once('/') {
            Some((game, format)) => (game, Some(format)),
            None => (what, None),
        };
        let catalog = session.catalog(game)?;
        let format = match format {
            Some(word) => session.format(&catalog, word)?,
            None => return Err(session.format_needed(&catalog)),
        };
        let role = match &self.role {
            Some(word) => Some(self.role_id(session, format, word)?),
            None => None,
        };
        let text = report::starter::deck(&catalog, format, role.as_deref(), session.style.lang);
        self.write(session, self.file.as_ref(), &text)
    }

    fn write(
        &self,
        session: &mut Session<'_, '_>,
        file: Option<&PathBuf>,
        text: &str,
    ) -> Result<Status, Failure> {
        let Some(file) = file else {
            session.streams.out.write_all(text.as_bytes())?;
            return Ok(Status::Fine);
        };
        session.store(file, text)?;
        Ok(Status::Fine)
    }

    fn role_id(
        &self,
        session: &Session<'_, '_>,
        format: &crate::model::Format,
        word: &str,
    ) -> Result<String, Failure> {
        format.role(word).map(|r| r.named.id.to_string()).ok_or_else(|| {
            let title = format!("there is no role `{word}` in {}", format.named.id);
            let roles: Vec<String> =
                format.roles.iter().map(|r| format!("`{}`", r.named.id)).collect();
            let help = match roles.is_empty() {
                true => "every deck of this format is built alike: leave --role out".to_owned(),
                false => format!("its roles are {}", roles.join(", ")),
            };
            session.unusable(&Diagnostic::error(title).help(help))
        })
    }
}

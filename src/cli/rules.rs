//! `sleeve rules`: games, formats, parameters, and every rule in words with its citation.

use super::values::{Form, OutputArgs};
use super::{Failure, Session, Status};
use crate::report;
use crate::report::documents::rules::RulesDocument;
use clap::Args;

/// Games, formats, parameters, and every rule in words with its citation
#[derive(Args, Debug)]
pub struct Rules {
    /// A game, or GAME/FORMAT; without it: every game
    #[arg(value_name = "GAME[/FORMAT]")]
    what: Option<String>,
    #[command(flatten)]
    output: OutputArgs,
}

impl Rules {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let (game, format) = match self.what.as_deref() {
            Some(what) => match what.split_once('/') {
                Some((game, format)) => (Some(game), Some(format)),
                None => (Some(what), None),
            },
            None => (None, None),
        };
        let text = match self.output.form {
            Form::Human => human(session, game, format)?,
            Form::Json => document(session, game, format)?,
        };
        session.streams.out.write_all(text.as_bytes())?;
        Ok(Status::Fine)
    }
}

fn games(session: &Session<'_, '_>, game: Option<&str>) -> Vec<String> {
    match game {
        Some(game) => vec![game.to_owned()],
        None => session.library.game_ids(),
    }
}

fn human(
    session: &Session<'_, '_>,
    game: Option<&str>,
    format: Option<&str>,
) -> Result<String, Failure> {
    let mut out = String::new();
    for game in games(session, game) {
        let catalog = session.catalog(&game)?;
        if !out.is_empty() {
            out.push('\n');
        }
        out.push_str(&match format {
            Some(word) => {
                let format = session.format(&catalog, word)?;
                report::rules::format(&catalog, format, &session.style)
            }
            None => report::rules::formats(&catalog, &session.style),
        });
    }
    Ok(out)
}

fn document(
    session: &Session<'_, '_>,
    game: Option<&str>,
    format: Option<&str>,
) -> Result<String, Failure> {
    let mut catalogs = Vec::new();
    for game in games(session, game) {
        catalogs.push(session.catalog(&game)?);
    }
    let mut wanted = Vec::new();
    for catalog in &catalogs {
        let formats = match format {
            Some(word) => vec![session.format(catalog, word)?],
            None => catalog.formats().collect(),
        };
        wanted.push((&**catalog, formats));
    }
    let document = RulesDocument::new(wanted);
    let mut text = Vec::new();
    report::json::write(&document, &mut text)?;
    Ok(String::from_utf8_lossy(&text).into_owned())
}

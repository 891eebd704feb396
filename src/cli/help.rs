//! `sleeve help`: of a subcommand, or the reference of the pile language.

use super::{Failure, Session, Status, words};
use crate::model::Lang;
use crate::report::{self, Diagnostic};
use clap::Args;

/// The topic that is no subcommand.
const LANGUAGE: &str = "language";

/// Show help on a subcommand, or the reference of the pile language (`help language [GAME]`)
#[derive(Args, Debug)]
pub struct Help {
    /// A subcommand, or `language`
    topic: Option<String>,
    /// The game whose fields, values and effects `help language` lists
    game: Option<String>,
}

impl Help {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let lang = session.style.lang;
        let mut cli = words::described(lang);
        let text = match self.topic.as_deref() {
            None => words::rendered(&cli.render_help().to_string(), lang),
            Some(LANGUAGE) => {
                let catalog = self.game.as_deref().map(|game| session.catalog(game)).transpose()?;
                report::reference::language(catalog.as_deref(), &session.style)
            }
            Some(topic) => match cli.find_subcommand_mut(topic) {
                Some(command) => words::rendered(&command.render_long_help().to_string(), lang),
                None => {
                    let title = match session.talk.lang {
                        Lang::En => format!("there is no help on `{topic}`"),
                        Lang::Fr => format!("il n'y a pas d'aide sur « {topic} »"),
                    };
                    let mut topics: Vec<String> =
                        cli.get_subcommands().map(|c| c.get_name().to_owned()).collect();
                    topics.push(LANGUAGE.to_owned());
                    let help = report::words::near_or_all(topic, &topics, session.talk.lang);
                    return Err(session.unusable(&Diagnostic::error(title).help(help)));
                }
            },
        };
        session.streams.out.write_all(text.as_bytes())?;
        Ok(Status::Fine)
    }
}

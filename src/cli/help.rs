//! `sleeve help`: of a subcommand, or the reference of the pile language.

use super::{Failure, RunStatus, Session, words};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_report::{self as report};

/// The topic that is no subcommand.
pub(super) const LANGUAGE: &str = "language";

/// Show help on a subcommand, or the reference of the pile language (`help language [GAME]`)
#[derive(Args, Debug)]
pub struct HelpCommand {
    /// A subcommand, or `language`
    topic: Option<String>,
    /// The game whose fields, values and effects `help language` lists
    game: Option<String>,
}

impl HelpCommand {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<RunStatus, Failure> {
        let lang = session.style.lang;
        let mut cli = words::build_help_command(lang);
        let text = match self.topic.as_deref() {
            None => words::translate_help(&cli.render_help().to_string(), lang),
            Some(LANGUAGE) => {
                let catalog = self.game.as_deref().map(|game| session.catalog(game)).transpose()?;
                report::reference::language(catalog.as_deref(), &session.style)
            }
            Some(topic) => match cli.find_subcommand_mut(topic) {
                Some(command) => {
                    words::translate_help(&command.render_long_help().to_string(), lang)
                }
                None => {
                    let mut candidates: Vec<String> =
                        cli.get_subcommands().map(|c| c.get_name().to_owned()).collect();
                    candidates.push(LANGUAGE.to_owned());
                    let topic = topic.to_owned();
                    return Err(session.refusal(CliMessage::NoTopic { topic, candidates }));
                }
            },
        };
        session.streams.out.write_all(session.style.set(&text).as_bytes())?;
        Ok(RunStatus::Fine)
    }
}

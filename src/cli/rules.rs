//! `sleeve rules`: games, formats, parameters, and every rule in words with its citation.

use super::arguments::{FormArgument, OutputArgs, parse_date};
use super::{Failure, RunStatus, Session};
use clap::Args;
use sleeve_data::model::{Catalog, Date, Format};
use sleeve_report as report;
use sleeve_report::documents::rules::RulesDocument;
use std::io::Write;

/// Games, formats, parameters, and every rule in words with its citation
#[derive(Args, Debug)]
pub struct RulesCommand {
    /// A game, or GAME/FORMAT; without it: every game
    #[arg(value_name = "GAME[/FORMAT]")]
    what: Option<String>,
    /// Of what has several versions, only those that hold on this day
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    #[command(flatten)]
    output: OutputArgs,
}

impl RulesCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<RunStatus, Failure> {
        let (game, format) = match self.what.as_deref() {
            Some(what) => match what.split_once('/') {
                Some((game, format)) => (Some(game), Some(format)),
                None => (Some(what), None),
            },
            None => (None, None),
        };
        let (mut catalogs, mut wanted) = (Vec::new(), Vec::new());
        let games = game.map_or_else(|| session.library.game_ids(), |game| vec![game.to_owned()]);
        for game in games {
            catalogs.push(session.catalog_on(&game, self.on)?);
        }
        for catalog in &catalogs {
            let formats = match format {
                Some(word) => vec![session.format(catalog, word)?],
                None => catalog.formats().collect(),
            };
            let formats: Vec<&Format> =
                formats.into_iter().flat_map(|format| self.versions(catalog, format)).collect();
            wanted.push((&**catalog, formats));
        }
        match self.output.form {
            FormArgument::Human => {
                let style = &session.style;
                let text: Vec<String> = match format {
                    None => {
                        let games = wanted.iter().map(|(catalog, _)| *catalog);
                        games
                            .map(|c| report::rules::describe_game(c, game.is_some(), style))
                            .collect()
                    }
                    Some(_) => {
                        let formats =
                            wanted.iter().flat_map(|(c, all)| all.iter().map(|of| (*c, *of)));
                        formats
                            .map(|(c, of)| report::rules::describe_format(c, of, style))
                            .collect()
                    }
                };
                let text = style.set(&text.join("\n")).into_owned();
                session.folded_output().write_all(text.as_bytes())?;
            }
            FormArgument::Json => {
                report::json::write(&RulesDocument::new(wanted), session.streams.out)?
            }
        }
        Ok(RunStatus::Fine)
    }

    /// All versions of a format, or only the one in force on the day of `--on`.
    fn versions<'c>(&self, catalog: &'c Catalog, format: &'c Format) -> Vec<&'c Format> {
        match catalog.versions_of(format).filter(|_| self.on.is_none()) {
            Some(versions) => versions.all().collect(),
            None => vec![format],
        }
    }
}

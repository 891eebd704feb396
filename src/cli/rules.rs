//! `sleeve rules`: games, formats, parameters, and every rule in words with its citation.

use super::arguments::{OutputArgs, parse_date};
use super::{AnswerStatus, Failure, Session};
use clap::Args;
use sleeve_data::model::{Catalog, Date, Format};
use sleeve_report::documents::rules::RulesDocument;
use sleeve_report::text::lines::FoldingWriter;
use sleeve_report::{self as report, Style};
use std::io::Write;

/// List formats and their rules
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve rules
  sleeve rules swccg
  sleeve rules swccg/open")]
pub struct RulesCommand {
    /// Game or GAME/FORMAT (default: all games)
    #[arg(value_name = "GAME[/FORMAT]")]
    what: Option<String>,
    /// Show the versions in force on this day
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    on: Option<Date>,
    #[command(flatten)]
    output: OutputArgs,
}

impl RulesCommand {
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
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
        let describe = |(catalog, formats): &(&Catalog, Vec<&Format>), style: &Style| match format {
            None => vec![report::reference::describe_game(catalog, game.is_some(), style)],
            Some(_) => {
                let formats = formats.iter();
                formats
                    .map(|format| report::reference::describe_format(catalog, format, style))
                    .collect()
            }
        };
        let write = |out: &mut FoldingWriter<'_>, style: &Style, _| {
            let texts: Vec<String> = wanted.iter().flat_map(|of| describe(of, style)).collect();
            out.write_all(style.set(&texts.join("\n")).as_bytes())
        };
        session.print(self.output, write, || RulesDocument::new(wanted.clone()))?;
        Ok(AnswerStatus::Fine)
    }

    /// All versions of a format, or only the one in force on the day of `--on`.
    fn versions<'c>(&self, catalog: &'c Catalog, format: &'c Format) -> Vec<&'c Format> {
        match catalog.versions_of(format).filter(|_| self.on.is_none()) {
            Some(versions) => versions.all().collect(),
            None => vec![format],
        }
    }
}

//! Games, formats, parameters, and every rule in words with its citation.

use crate::{Answer, AnswerStatus, Desk, Refusal, TextValue, find_format, open_games};
use sleeve_data::model::{Catalog, Date, Format};
use sleeve_report::{
    Style,
    documents::rules::RulesDocument,
    forms,
    reference::{describe_format, describe_game},
};
use std::{
    io::{self, Write},
    sync::Arc,
};

fields! {
    /// Formats and their rules.
    RulesRequest -> RulesAnswer {
        /// Game or GAME/FORMAT (default: all games)
        #[arg(value_name = "GAME[/FORMAT]")]
        what: Option<String>,
        /// Show the versions in force on this day
        #[arg(long, value_name = "DATE")]
        on: Option<TextValue<Date>>,
    }
}

/// The games and formats that a request is about.
pub struct RulesAnswer {
    catalogs: Vec<Arc<Catalog>>,
    request: RulesRequest,
}

impl RulesRequest {
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<RulesAnswer, Refusal> {
        let library = desk.library();
        let (game, format) = self.split_what();
        let catalogs = open_games(library, game, self.on.as_ref().map(|day| day.0))?;
        if let (Some(word), [catalog]) = (format, catalogs.as_slice()) {
            find_format(library, catalog, word)?;
        }
        Ok(RulesAnswer { catalogs, request: self.clone() })
    }

    /// The game and the format.
    fn split_what(&self) -> (Option<&str>, Option<&str>) {
        let what = self.what.as_deref();
        match what.and_then(|what| what.split_once('/')) {
            Some((game, format)) => (Some(game), Some(format)),
            None => (what, None),
        }
    }
}

impl RulesAnswer {
    /// Lists the formats of a game: all versions, or only those in force on the day that is asked
    /// for.
    fn formats<'c>(&self, catalog: &'c Catalog) -> Vec<&'c Format> {
        let named: Vec<&Format> = match self.request.split_what() {
            (_, Some(word)) => catalog.format(word).into_iter().collect(),
            _ => catalog.formats().collect(),
        };
        if self.request.on.is_some() {
            return named;
        }
        let mut formats = Vec::new();
        for format in named {
            match catalog.versions_of(format) {
                Some(versions) => formats.extend(versions.all()),
                None => formats.push(format),
            }
        }
        formats
    }
}

impl Answer for RulesAnswer {
    fn status(&self) -> AnswerStatus {
        AnswerStatus::Fine
    }

    fn write(&self, out: &mut dyn Write, style: &Style, _quiet: bool) -> io::Result<()> {
        let (game, format) = self.request.split_what();
        let mut texts = Vec::new();
        for catalog in &self.catalogs {
            if format.is_none() {
                texts.push(describe_game(catalog, game.is_some(), style));
                continue;
            }
            let formats = self.formats(catalog).into_iter();
            texts.extend(formats.map(|format| describe_format(catalog, format, style)));
        }
        out.write_all(style.set(&texts.join("\n")).as_bytes())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        let games = self
            .catalogs
            .iter()
            .map(|catalog| (&**catalog, self.formats(catalog)));
        forms::json::write(&RulesDocument::new(games), out)
    }
}

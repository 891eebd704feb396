//! `sleeve check`: a verdict for each deck, with every problem at once.

use super::words::Refused;
use super::{Failure, Session, Status};
use crate::check::{Batch, CheckedConfig, CheckedDeck, Request};
use crate::language::Truth;
use crate::model::{Date, Lang, Level, Number};
use crate::report::documents::check::CheckDocument;
use crate::report::{self, Diagnostic};
use crate::rules::{self, CheckOptions, Overrides, Verdict};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Give a verdict on decks, with every problem at once
#[derive(Args, Debug)]
pub struct Check {
    /// Deck files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Check under this format (id, name, alias or GAME/FORMAT), or `all` formats of the deck's game
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    /// Game of decks that do not name one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Role of decks that do not name one
    #[arg(long, value_name = "ROLE")]
    role: Option<String>,
    /// Give a parameter of the format a value: `budget=42`
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    set: Vec<(String, Number)>,
    /// Treat stand-ins and inferred facts as unknown
    #[arg(long)]
    attested: bool,
    /// Judge as on this day: later sets and lists do not count
    #[arg(long, value_name = "DATE", value_parser = date)]
    on: Option<Date>,
    /// Format of the deck files, where it cannot be told from them
    #[arg(long, value_name = "READER")]
    from: Option<String>,
    /// What else makes the exit status 1
    #[arg(long, value_name = "WHAT", value_delimiter = ',')]
    deny: Vec<Deny>,
    /// Form of the output
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Deny {
    /// Broken rules of level warning
    Warnings,
    /// Verdicts that rest on stand-ins or inferred facts
    Provisional,
    /// Verdicts that depend on unpublished facts
    Undetermined,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Output {
    /// Text for people
    Human,
    /// The document for scripts
    Json,
    /// GitHub annotations
    Github,
    /// SARIF 2.1.0
    Sarif,
    /// JUnit XML
    Junit,
}

/// Reads `NAME=VALUE`.
pub(super) fn parameter(text: &str) -> Result<(String, Number), Refused> {
    let form = || {
        Refused::new(
            "write NAME=VALUE, such as budget=42",
            "écrivez NOM=VALEUR, par exemple budget=42",
        )
    };
    let (name, value) = text.split_once('=').ok_or_else(form)?;
    let value = Number::parse(value.trim());
    let number = || {
        Refused::new(
            "the value has to be a number, such as 42",
            "la valeur doit être un nombre, par exemple 42",
        )
    };
    Ok((name.trim().to_owned(), value.ok_or_else(number)?))
}

/// Reads a day.
pub(super) fn date(text: &str) -> Result<Date, Refused> {
    let wrong = || {
        Refused::new(
            "write a day of the calendar: 1998-11-30",
            "écrivez une date du calendrier : 1998-11-30",
        )
    };
    Date::parse(text).ok_or_else(wrong)
}

impl Check {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        if self.output == Output::Json {
            session.style.lang = Lang::En;
        }
        let request = Request {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: self.from.clone(),
            default_format: None,
            options: CheckOptions {
                attested: self.attested,
                overrides: Overrides { role: self.role.clone(), parameters: self.set.clone() },
                on: self.on,
                ..CheckOptions::default()
            },
        };
        let batch = session.check(&self.decks, &request);
        self.print(session, &batch, request.is_all())?;
        let configs = batch.configs.iter().map(|c| self.status_of_config(c)).max();
        Ok(self.status(&batch.decks, request.is_all()).max(configs.unwrap_or(Status::Fine)))
    }

    fn status_of_config(&self, config: &CheckedConfig) -> Status {
        let denied = config.has(Level::Warning) && self.deny.contains(&Deny::Warnings);
        match config.is_unusable() {
            true => Status::Unusable,
            false if denied || config.has(Level::Error) => Status::No,
            false => Status::Fine,
        }
    }

    fn print(
        &self,
        session: &mut Session<'_, '_>,
        batch: &Batch,
        all_formats: bool,
    ) -> Result<(), Failure> {
        let lang = session.style.lang;
        let style = session.style;
        let quiet = session.global.quiet;
        let out = &mut *session.streams.out;
        match self.output {
            Output::Human if all_formats => report::human::matrix(batch, &style, quiet, out)?,
            Output::Human => report::human::decks(batch, &style, quiet, out)?,
            Output::Json => report::json::write(&CheckDocument::new(batch), out)?,
            Output::Github => report::github::write(batch, lang, out)?,
            Output::Sarif => report::json::write(&report::sarif::document(batch, lang), out)?,
            Output::Junit => report::junit::write(batch, lang, out)?,
        }
        Ok(())
    }

    fn status(&self, decks: &[CheckedDeck], all_formats: bool) -> Status {
        if !all_formats {
            return decks.iter().map(|d| self.status_of(d)).max().unwrap_or(Status::Fine);
        }
        // Under all formats a deck is as good as its best format.
        let mut worst = Status::Fine;
        for rows in decks.chunk_by(|a, b| a.path == b.path) {
            let best = rows.iter().map(|d| self.status_of(d)).min();
            worst = worst.max(best.unwrap_or(Status::Fine));
        }
        worst
    }

    fn status_of(&self, deck: &CheckedDeck) -> Status {
        let denied = |what| self.deny.contains(&what);
        let broken = |f: &rules::Finding| f.status == rules::Status::Broken;
        let warned = deck.findings().iter().any(|f| f.level == Level::Warning && broken(f));
        let status = self.status_of_verdict(deck, denied, warned);
        match deck.asserted() {
            Truth::True => status,
            Truth::Unknown if denied(Deny::Undetermined) => status.max(Status::No),
            Truth::Unknown => status.max(Status::Undetermined),
            Truth::False => status.max(Status::No),
        }
    }

    fn status_of_verdict(
        &self,
        deck: &CheckedDeck,
        denied: impl Fn(Deny) -> bool,
        warned: bool,
    ) -> Status {
        match deck.verdict() {
            Verdict::Unusable => Status::Unusable,
            Verdict::Illegal => Status::No,
            _ if denied(Deny::Warnings) && warned => Status::No,
            Verdict::Undetermined if denied(Deny::Undetermined) => Status::No,
            Verdict::Undetermined if denied(Deny::Provisional) && deck.provisional() => Status::No,
            Verdict::Undetermined => Status::Undetermined,
            Verdict::Legal if denied(Deny::Provisional) && deck.provisional() => Status::No,
            Verdict::Legal => Status::Fine,
        }
    }
}

/// An error of input with a title and a hint.
pub(super) fn refuse(session: &Session<'_, '_>, title: String, help: String) -> Failure {
    session.unusable(&Diagnostic::error(title).help(help))
}

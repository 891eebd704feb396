//! `sleeve check`: a verdict for each deck, with every problem at once.

use super::checking::{self, Batch, Request};
use super::owning;
use super::words::Refused;
use super::{Failure, Session, Status};
use crate::language::Truth;
use crate::model::{Date, Lang, Level, Number};
use crate::report::checked::{CheckedDeck, Outcome};
use crate::report::collection::Wanting;
use crate::report::config::CheckedConfig;
use crate::report::{self, Diagnostic};
use crate::rules::{self, CheckOptions, Overrides};
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
    /// Say what of this collection is missing for the decks: a list in any deck format, or CSV
    #[arg(long, value_name = "FILE")]
    collection: Option<PathBuf>,
    /// All decks are to be had at the same time: each copy serves once
    #[arg(long, requires = "collection")]
    together: bool,
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
            options: CheckOptions {
                attested: self.attested,
                overrides: Overrides { role: self.role.clone(), parameters: self.set.clone() },
                on: self.on,
                ..CheckOptions::default()
            },
        };
        if self.collection.is_some() && !matches!(self.output, Output::Human | Output::Json) {
            let title = session.talk.say(
                "`--collection` is told with `-o human` and `-o json` only",
                "« --collection » ne se dit qu'avec « -o human » et « -o json »",
            );
            return Err(refuse(session, title.to_owned(), String::new()));
        }
        let batch = checking::check_all(session, &self.decks, &request);
        let wanting = match &self.collection {
            Some(path) => Some(owning::wanting(session, &batch.decks, path, self.together)?),
            None => None,
        };
        self.print(session, &batch, wanting.as_ref())?;
        let configs = batch.configs.iter().map(|c| self.status_of_config(c)).max();
        let lacks = wanting.is_some_and(|wanting| !wanting.is_empty());
        let owned = if lacks { Status::No } else { Status::Fine };
        Ok(self.status(&batch.decks).max(configs.unwrap_or(Status::Fine)).max(owned))
    }

    fn status_of_config(&self, config: &CheckedConfig) -> Status {
        let denied = config.has(Level::Warning) && self.deny.contains(&Deny::Warnings);
        match config.is_unusable() {
            true => Status::Unusable,
            false if denied || config.has(Level::Error) => Status::No,
            false => Status::Fine,
        }
    }

    fn all_formats(&self) -> bool {
        self.format.as_deref().is_some_and(checking::is_all)
    }

    fn print(
        &self,
        session: &mut Session<'_, '_>,
        batch: &Batch,
        wanting: Option<&Wanting>,
    ) -> Result<(), Failure> {
        let Batch { decks, configs, skipped } = batch;
        let lang = session.style.lang;
        let style = session.style;
        let quiet = session.global.quiet;
        let out = &mut *session.streams.out;
        match self.output {
            Output::Human if self.all_formats() => {
                report::human::matrix(decks, configs, skipped, &style, quiet, out)?
            }
            Output::Human => report::human::decks(decks, configs, skipped, &style, quiet, out)?,
            Output::Json => {
                let document = report::json::CheckDocument::new(decks, configs, skipped);
                let document = document.with_collection(wanting);
                report::json::write(&document, out)?;
            }
            Output::Github => report::github::write(decks, configs, skipped, lang, out)?,
            Output::Sarif => {
                report::json::write(&report::sarif::document(decks, configs, skipped, lang), out)?
            }
            Output::Junit => report::junit::write(decks, configs, skipped, lang, out)?,
        }
        if let (Some(wanting), Output::Human) = (wanting, self.output) {
            let paths: Vec<&str> = decks.iter().map(|deck| deck.path.as_str()).collect();
            report::collection::write(wanting, &paths, &style, out)?;
        }
        Ok(())
    }

    fn status(&self, decks: &[CheckedDeck]) -> Status {
        if !self.all_formats() {
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
        let warned = deck.checked.as_ref().is_some_and(|checked| {
            let broken = |f: &rules::Finding| f.status == rules::Status::Broken;
            checked.findings.iter().any(|f| f.level == Level::Warning && broken(f))
        });
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
        match deck.outcome() {
            Outcome::Unusable => Status::Unusable,
            Outcome::Illegal => Status::No,
            _ if denied(Deny::Warnings) && warned => Status::No,
            Outcome::Undetermined if denied(Deny::Undetermined) => Status::No,
            Outcome::Undetermined if denied(Deny::Provisional) && deck.provisional() => Status::No,
            Outcome::Undetermined => Status::Undetermined,
            Outcome::Legal if denied(Deny::Provisional) && deck.provisional() => Status::No,
            Outcome::Legal => Status::Fine,
        }
    }
}

/// An error of input with a title and a hint.
pub(super) fn refuse(session: &Session<'_, '_>, title: String, help: String) -> Failure {
    session.unusable(&Diagnostic::error(title).help(help))
}

//! `sleeve match`: may two decks meet at one table?

use super::check::{date, parameter};
use super::checking::{self, Request};
use super::{Failure, Session, Status};
use crate::language::Truth;
use crate::model::{Date, Deck, Format, Lang, Number};
use crate::report::checked::CheckedDeck;
use crate::report::{self, Style};
use crate::rules::{self, CheckOptions, Matched, Overrides};
use clap::{Args, ValueEnum};
use std::path::PathBuf;

/// Say whether two decks may meet: roles, shared boxes, starting locations
#[derive(Args, Debug)]
pub struct Match {
    /// The first deck
    #[arg(value_name = "DECK")]
    a: PathBuf,
    /// The second deck
    #[arg(value_name = "DECK")]
    b: PathBuf,
    /// How many boxes the two players share
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..=99))]
    boxes: Option<u32>,
    /// The format, whatever the decks say
    #[arg(long = "as", value_name = "FORMAT")]
    format: Option<String>,
    /// Game of decks that do not name one
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Give a parameter of the format a value: `budget=42`
    #[arg(long, value_name = "NAME=VALUE", value_parser = parameter)]
    set: Vec<(String, Number)>,
    /// Treat stand-ins and inferred facts as unknown
    #[arg(long)]
    attested: bool,
    /// Judge as on this day
    #[arg(long, value_name = "DATE", value_parser = date)]
    on: Option<Date>,
    /// Form of the output
    #[arg(long, short, value_name = "FORM", default_value = "human")]
    output: Output,
}

#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum Output {
    Human,
    Json,
}

impl Match {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let overrides = Overrides { role: None, parameters: self.set.clone() };
        let request = Request {
            game: self.game.clone(),
            format: self.format.clone(),
            reader: None,
            options: CheckOptions {
                attested: self.attested,
                overrides,
                on: self.on,
                ..CheckOptions::default()
            },
        };
        if self.output == Output::Json {
            session.style.lang = Lang::En;
            session.talk = Style { colour: false, ..session.style };
        }
        let (a, b) = match (one(session, &self.a, &request), one(session, &self.b, &request)) {
            (Ok(a), Ok(b)) => (a, b),
            (a, b) => return self.unusable(session, [a.err(), b.err()]),
        };
        let table = match table(&a, &b) {
            Ok(table) => table,
            Err(difference) => return self.different(session, &a, &b, difference),
        };
        let decks = (table.a, table.b);
        let options = &request.options;
        let matched = rules::matches(table.catalog, table.format, decks, self.boxes, options);
        let matched = matched.map_err(|error| {
            let problems =
                report::setup_errors::check_problems(&error, table.catalog, session.talk.lang);
            session.refuse(&problems)
        })?;
        let seats: Vec<rules::Seated> =
            [&a, &b].into_iter().filter_map(CheckedDeck::seated).collect();
        let matched = matched.seating(&seats);
        self.print(session, &a, &b, &matched)?;
        Ok(match matched.truth {
            Truth::True => Status::Fine,
            Truth::Unknown => Status::Undetermined,
            Truth::False => Status::No,
        })
    }

    fn print(
        &self,
        session: &mut Session<'_, '_>,
        a: &CheckedDeck,
        b: &CheckedDeck,
        matched: &Matched,
    ) -> Result<(), Failure> {
        let style = session.style;
        match self.output {
            Output::Human => {
                let quiet = session.global.quiet;
                report::matched::write(a, b, matched, &style, quiet, session.streams.out)?;
            }
            Output::Json => {
                let document = report::matched::document(a, b, matched, self.boxes);
                report::json::write(&document, session.streams.out)?;
            }
        }
        Ok(())
    }

    /// Decks that cannot be used: what is wrong with both, and a document where one is wanted.
    fn unusable(
        &self,
        session: &mut Session<'_, '_>,
        failures: [Option<Failure>; 2],
    ) -> Result<Status, Failure> {
        let mut texts = Vec::new();
        for failure in failures.into_iter().flatten() {
            match failure {
                Failure::Unusable(text) => texts.push(text),
                other => return Err(other),
            }
        }
        if self.output == Output::Json {
            let document = report::matched::unusable([&self.a, &self.b], &texts);
            report::json::write(&document, session.streams.out)?;
        }
        Err(Failure::Unusable(texts.join("\n\n")))
    }

    /// Decks of different games or formats never meet.
    fn different(
        &self,
        session: &mut Session<'_, '_>,
        a: &CheckedDeck,
        b: &CheckedDeck,
        difference: Difference,
    ) -> Result<Status, Failure> {
        let finding = report::matched::different(a, b, difference == Difference::Game);
        let roles = (None, None);
        let (truth, findings) = (Truth::False, vec![finding]);
        let matched = Matched { truth, findings, provisional: false, roles };
        self.print(session, a, b, &matched)?;
        Ok(Status::No)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Difference {
    Game,
    Format,
}

struct Table<'a> {
    catalog: &'a crate::model::Catalog,
    format: &'a Format,
    a: &'a Deck,
    b: &'a Deck,
}

fn table<'a>(a: &'a CheckedDeck, b: &'a CheckedDeck) -> Result<Table<'a>, Difference> {
    if a.game() != b.game() {
        return Err(Difference::Game);
    }
    let catalog = a.catalog.as_deref().ok_or(Difference::Game)?;
    if a.format != b.format {
        return Err(Difference::Format);
    }
    let format = a.format.as_deref().and_then(|f| catalog.format(f)).ok_or(Difference::Format)?;
    match (&a.deck, &b.deck) {
        (Some(first), Some(second)) => Ok(Table { catalog, format, a: first, b: second }),
        _ => Err(Difference::Format),
    }
}

/// One deck that can be used.
pub(super) fn one(
    session: &mut Session<'_, '_>,
    path: &PathBuf,
    request: &Request,
) -> Result<CheckedDeck, Failure> {
    let mut decks = checking::check(session, std::slice::from_ref(path), request)?;
    let deck = match decks.len() {
        1 => decks.remove(0),
        n => {
            let title = format!("`{}` holds {n} decks, and one is wanted", path.display());
            return Err(super::check::refuse(session, title, "name one file".to_owned()));
        }
    };
    if deck.outcome() == report::checked::Outcome::Unusable {
        return Err(Failure::Unusable(report::human::unusable(&deck, &session.talk)));
    }
    Ok(deck)
}

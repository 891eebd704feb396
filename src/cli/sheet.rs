//! `sleeve sheet`: registration sheets to print.

use super::deck_args::{self, DeckArgs};
use super::values::parse_date;
use super::{Failure, RunStatus, Session};
use clap::Args;
use sleeve_check::CheckedDeck;
use sleeve_data::model::Date;
use sleeve_report::human::verdict_word;
use sleeve_report::sheet::{Registered, SheetHeading, page};
use sleeve_rules::Overrides;
use std::path::PathBuf;

/// Write registration sheets to print, as one HTML page
#[derive(Args, Debug)]
pub struct SheetCommand {
    /// Deck files, folders of them, or `-` for standard input
    #[arg(required = true, value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Write this file instead of printing; an existing file is left alone
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// The event
    #[arg(long, value_name = "NAME")]
    event: Option<String>,
    /// The day of the event
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    day: Option<Date>,
    /// The player, where the deck does not name one
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    reading: DeckArgs,
}

impl SheetCommand {
    /// Runs the command: decks that cannot be used get no sheet, and are said.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<RunStatus, Failure> {
        let batch = session.check(&self.decks, &self.reading.request());
        let decks = session.take_decks(batch);
        let lang = session.style.lang;
        let registered: Vec<Registered<'_>> =
            decks.iter().filter_map(|d| registered(d, lang)).collect();
        let heading =
            SheetHeading { event: self.event.clone(), day: self.day, player: self.player.clone() };
        if !registered.is_empty() {
            let html = page(&registered, &heading, lang);
            match &self.into {
                Some(file) => session.write_file(file, &html)?,
                None => session.streams.out.write_all(html.as_bytes())?,
            }
        }
        let mut status = RunStatus::Fine;
        for deck in decks.iter().filter(|deck| registered_is_missing(deck)) {
            deck_args::say_unusable_deck(session, deck);
            status = RunStatus::Unusable;
        }
        Ok(status)
    }
}

fn registered_is_missing(deck: &CheckedDeck) -> bool {
    deck.read().is_none() || deck.format().is_none() || !deck.is_whole()
}

fn registered(deck: &CheckedDeck, lang: sleeve_data::model::Lang) -> Option<Registered<'_>> {
    if registered_is_missing(deck) {
        return None;
    }
    let (catalog, resolved) = deck.read()?;
    let verdict = verdict_word(deck.verdict(), lang);
    let provisional = match lang {
        sleeve_data::model::Lang::En => "provisional",
        sleeve_data::model::Lang::Fr => "provisoire",
    };
    Some(Registered {
        catalog,
        format: deck.format()?,
        deck: resolved,
        role: deck.role(),
        verdict: if deck.provisional() {
            format!("{verdict}, {provisional}")
        } else {
            verdict.to_owned()
        },
        fingerprint: deck.fingerprint(&Overrides::default()).map(|f| f.to_string()),
    })
}

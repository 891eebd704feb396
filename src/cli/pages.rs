//! Decks as HTML pages: `sleeve sheet` writes registration sheets to print, `sleeve report` a
//! report.

use super::arguments::{self, parse_date};
use super::event::OpenedEvent;
use super::{AnswerStatus, Failure, Session};
use crate::cli::messages::CliMessage;
use clap::Args;
use sleeve_check::{
    CheckedDeck, MAX_HANDS, MAX_QUESTIONS, MAX_TURNS, PortraitRequest, PortrayError,
    describe_field, portray,
};
use sleeve_data::model::{Date, Lang, Level};
use sleeve_event::EventEntries;
use sleeve_odds::draw::GENERATOR;
use sleeve_report::event::EventReport;
use sleeve_report::field::field_page;
use sleeve_report::forms::human;
use sleeve_report::picture::{DealSettings, picture};
use sleeve_report::sheet::{RegisteredDeck, SheetHeading, registration_page};
use sleeve_requests::DeckOptions;
use sleeve_rules::Overrides;
use std::path::{Path, PathBuf};

/// Write registration sheets
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve sheet deck.toml --player 'Ada' --into ada.html
  sleeve sheet --event event.toml > sheets.html")]
pub struct SheetCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required_unless_present = "event", value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// File to write (default: standard output)
    ///
    /// An existing file is never overwritten.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Event file (event.toml), or a name to print
    ///
    /// If you name no decks, all decks of the event get a sheet.
    #[arg(long, value_name = "FILE|NAME")]
    event: Option<String>,
    /// Day of the event
    #[arg(long, value_name = "DATE", value_parser = parse_date)]
    day: Option<Date>,
    /// Player, if the deck does not name one
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    #[command(flatten)]
    deck_args: DeckOptions,
}

impl SheetCommand {
    /// Writes the sheets. Unusable decks get none and are reported.
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        let mut request = self.deck_args.request();
        let opened = self.open_event(session)?;
        if let Some(opened) = &opened {
            opened.complete(&mut request);
        }
        let whole = opened.as_ref().filter(|_| self.decks.is_empty());
        let paths = whole.map_or(&*self.decks, |opened| std::slice::from_ref(&opened.folder));
        let mut decks = session.check_decks(paths, &request);
        if let Some(opened) = &opened {
            opened.name_players(session, &mut decks);
        }
        let lang = session.style.lang;
        let registered: Vec<RegisteredDeck<'_>> =
            decks.iter().filter_map(|d| registered(d, lang)).collect();
        let event = opened.map(|opened| opened.event);
        let heading = SheetHeading {
            day: self.day.or(event.as_ref().and_then(|event| event.day)),
            event: event.map(|event| event.name).or_else(|| self.event.clone()),
            player: self.player.clone(),
        };
        if !registered.is_empty() {
            let html = registration_page(&registered, &heading, lang);
            session.write_or_print(self.into.as_ref(), &html)?;
        }
        let unusable = decks.iter().filter(|deck| !has_page(deck));
        Ok(arguments::say_unusable_decks(session, unusable))
    }

    /// Opens the event if a file is named. `None` for a name to print: it comes with decks and is
    /// no file. A name that ends in `.toml` is one all the same.
    fn open_event(&self, session: &mut Session<'_>) -> Result<Option<OpenedEvent>, Failure> {
        let Some(path) = self.event.as_ref().map(Path::new) else { return Ok(None) };
        let is_named_so = path.extension().is_some_and(|ending| ending == "toml");
        if self.decks.is_empty() || is_named_so || session.streams.folder.join(path).is_file() {
            return OpenedEvent::open(session, path, None).map(Some);
        }
        Ok(None)
    }
}

/// Whether enough of a deck is known for a page on it.
fn has_page(deck: &CheckedDeck) -> bool {
    deck.catalog_and_deck().is_some() && deck.format().is_some() && deck.is_whole()
}

fn registered(deck: &CheckedDeck, lang: Lang) -> Option<RegisteredDeck<'_>> {
    if !has_page(deck) {
        return None;
    }
    let (catalog, resolved) = deck.catalog_and_deck()?;
    let broken = [Level::Error, Level::Warning].into_iter();
    let broken = broken.flat_map(|level| human::broken_rules(deck, level));
    Some(RegisteredDeck {
        catalog,
        format: deck.format()?,
        deck: resolved,
        role: deck.role(),
        verdict: human::verdict_with_warnings(deck, lang),
        broken: broken.map(|finding| human::finding_line(finding, catalog, lang)).collect(),
        fingerprint: deck.fingerprint(&Overrides::default()).map(|f| f.to_string()),
    })
}

/// Most decks of one page: it has this many colours for their lines.
pub const MAX_PICTURED: usize = 8;

/// Write an HTML report
#[derive(Args, Debug)]
#[command(after_help = "Examples:
  sleeve report deck.toml --into deck.html
  sleeve report dark.toml light.toml --odds 'any(kind:location)' > both.html
  sleeve report deck.toml --measure 'sum(destiny)' --hands 8 > deck.html

Without --odds and --measure the report is about the largest groups of cards. The page is one file
and runs no script.")]
pub struct ReportCommand {
    /// Deck files or folders, `-` for standard input
    #[arg(required_unless_present = "event", value_name = "DECK")]
    decks: Vec<PathBuf>,
    /// Show the field of an event (event.toml)
    ///
    /// Verdicts, roles, what is played, and the decks that stand out.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["decks", "format", "game", "role", "odds", "measure", "set_aside", "turns", "hands", "seed"])]
    event: Option<PathBuf>,
    /// File to write (default: standard output)
    ///
    /// An existing file is never overwritten.
    #[arg(long, value_name = "FILE")]
    into: Option<PathBuf>,
    /// Show the odds of a condition by turn
    #[arg(long, value_name = "CONDITION")]
    odds: Vec<String>,
    /// Show a measure of the deck and its hands
    #[arg(long, short, value_name = "MEASURE")]
    measure: Vec<String>,
    /// Set a card aside before play (starting card)
    ///
    /// For starting cards that the list does not mark.
    #[arg(long, value_name = "CARD")]
    set_aside: Vec<String>,
    /// Last turn (0: opening hand only)
    #[arg(long, value_name = "N", default_value_t = 6, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_TURNS)))]
    turns: u32,
    /// Opening hands to deal for each deck
    #[arg(long, value_name = "N", default_value_t = 4, value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_HANDS)))]
    hands: u32,
    /// Seed of the opening hands
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    #[command(flatten)]
    deck_args: DeckOptions,
}

impl ReportCommand {
    /// Writes the page. Unusable decks are left out and reported.
    pub fn run(&self, session: &mut Session<'_>) -> Result<AnswerStatus, Failure> {
        if let Some(path) = &self.event {
            return self.show_field(session, path);
        }
        let asked = [(word!("conditions"), &self.odds), (word!("measures"), &self.measure)];
        for (what, asked) in asked {
            if asked.len() > MAX_QUESTIONS {
                let (count, limit) = (asked.len(), MAX_QUESTIONS);
                return Err(session.refusal(CliMessage::TooManyPictured { count, what, limit }));
            }
        }
        let request = self.deck_args.request();
        let decks = session.check_decks(&self.decks, &request);
        let (usable, unusable): (Vec<CheckedDeck>, _) = decks.into_iter().partition(has_page);
        let status = arguments::say_unusable_decks(session, unusable.iter());
        if usable.len() > MAX_PICTURED {
            let (count, limit) = (usable.len(), MAX_PICTURED);
            let what = word!("decks");
            return Err(session.refusal(CliMessage::TooManyPictured { count, what, limit }));
        }
        let wish = PortraitRequest {
            conditions: self.odds.clone(),
            measures: self.measure.clone(),
            turns: self.turns,
            hands: self.hands,
            seed: self.seed,
            aside: self.set_aside.clone(),
            seat: 1,
            players: None,
            lens: self.deck_args.judge.lens(),
        };
        let portraits = portray(&usable, &wish, &request.options.overrides);
        let portraits = portraits.map_err(|error| match error {
            PortrayError::Describe(error) => arguments::description_failure(session, &error),
            PortrayError::Language { text, error } => {
                session.language_failure("condition", &text, &error)
            }
        })?;
        if portraits.is_empty() {
            return Ok(status);
        }
        let dealt = DealSettings { seed: self.seed, generator: GENERATOR, options: true };
        let html = picture(&portraits, dealt, session.style.lang);
        session.write_or_print(self.into.as_ref(), &html)?;
        Ok(status)
    }

    /// Writes the page of an event's field.
    fn show_field(&self, session: &mut Session<'_>, path: &Path) -> Result<AnswerStatus, Failure> {
        let opened = OpenedEvent::open(session, path, None)?;
        let mut request = self.deck_args.request();
        opened.complete(&mut request);
        let batch = opened.check_decks(session, &request)?;
        let base = session.streams.folder.clone();
        let places = (base.as_path(), opened.folder.as_path());
        let entries = EventEntries::new(&opened.event, &batch.decks, places, None);
        let shown =
            EventReport { event: &opened.event, entries: &entries, round: None, lock: None };
        let groups = describe_field(&batch.decks)
            .map_err(|error| arguments::description_failure(session, &error))?;
        let html = field_page(&shown, &batch, &groups, session.style.lang);
        session.write_or_print(self.into.as_ref(), &html)?;
        let remarks = human::remarks(&batch, &session.talk);
        remarks.iter().for_each(|remark| session.say(remark));
        let unusable = batch.decks.iter().filter(|deck| !has_page(deck));
        Ok(arguments::say_unusable_decks(session, unusable))
    }
}

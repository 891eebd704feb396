//! Decks as HTML pages: registration sheets to print, and reports.

use crate::{
    DeckOptions, Desk, Refusal, TextValue, deck::say_unusable_decks, file::FileAnswer,
    opened_event::OpenedEvent, values::within,
};
use sleeve_check::{
    CheckedDeck, MAX_HANDS, MAX_QUESTIONS, MAX_TURNS, PortraitRequest, describe_field, portray,
};
use sleeve_data::{messages, model::Date, problem::Phrase};
use sleeve_event::EventEntries;
use sleeve_odds::draw::GENERATOR;
use sleeve_report::{
    event::EventReport,
    field::field_page,
    forms::human,
    picture::{DealSettings, picture},
    sheet::{RegisteredDeck, SheetHeading, registration_page},
};
use sleeve_rules::Overrides;
use std::path::{Path, PathBuf};

/// Most decks of one page: it has this many colours for their lines.
pub const MAX_PICTURED: usize = 8;

messages! {
    /// Messages about pages.
    pub enum PageMessage {
        TooManyPictured { count: usize, what: Phrase, limit: usize } => {
            title: "{count} {what}: a page shows at most {limit}",
            help: "write several pages",
        }
    }
}

fields! {
    /// Registration sheets of decks.
    SheetRequest -> FileAnswer {
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
        #[arg(long, value_name = "DATE")]
        day: Option<TextValue<Date>>,
        /// Player, if the deck does not name one
        #[arg(long, value_name = "NAME")]
        player: Option<String>,
        ..deck: DeckOptions,
    }
}

impl SheetRequest {
    /// Unusable decks get no sheet; their problems are said.
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<FileAnswer, Refusal> {
        let mut request = self.deck.request();
        let opened = self.open_event(desk)?;
        if let Some(opened) = &opened {
            opened.complete(&mut request);
        }
        let whole = opened.as_ref().filter(|_| self.decks.is_empty());
        let paths = whole.map_or(&*self.decks, |opened| std::slice::from_ref(&opened.folder));
        let batch = desk.check(paths, &request);
        let mut decks = desk.take_decks(batch);
        if let Some(opened) = &opened {
            opened.name_players(desk, &mut decks);
        }
        let (lang, overrides) = (desk.talk().lang, Overrides::default());
        let registered: Vec<RegisteredDeck<'_>> = decks
            .iter()
            .filter_map(|deck| RegisteredDeck::new(deck, &overrides, lang))
            .collect();
        let mut html = String::new();
        if !registered.is_empty() {
            html = registration_page(&registered, &self.heading(opened), lang);
        }
        let mut answer = FileAnswer::place(desk, self.into.as_deref(), html)?;
        answer.status = say_unusable_decks(desk, decks.iter().filter(|deck| !has_page(deck)));
        Ok(answer)
    }

    /// Opens the event if a file is named. `None` for a name to print: it comes with decks and is
    /// no file. A name that ends in `.toml` is one all the same.
    fn open_event(&self, desk: &dyn Desk) -> Result<Option<OpenedEvent>, Refusal> {
        let Some(path) = self.event.as_ref().map(Path::new) else { return Ok(None) };
        let is_named_so = path.extension().is_some_and(|ending| ending == "toml");
        if self.decks.is_empty() || is_named_so || desk.folder().join(path).is_file() {
            return OpenedEvent::open(desk, path, None).map(Some);
        }
        Ok(None)
    }

    fn heading(&self, opened: Option<OpenedEvent>) -> SheetHeading {
        let day = self.day.as_ref().map(|TextValue(day)| *day);
        let event = opened.map(|opened| opened.event);
        SheetHeading {
            day: day.or(event.as_ref().and_then(|event| event.day)),
            event: event.map(|event| event.name).or_else(|| self.event.clone()),
            player: self.player.clone(),
            deck: None,
        }
    }
}

/// Whether enough of a deck is known for a page on it.
fn has_page(deck: &CheckedDeck) -> bool {
    deck.catalog_and_deck().is_some() && deck.format().is_some() && deck.is_whole()
}

fields! {
    /// A report on decks, or on the field of an event.
    ReportRequest -> FileAnswer {
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
        #[arg(long, value_name = "N", default_value = "6", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_TURNS)))]
        #[serde(deserialize_with = "within::<0, { MAX_TURNS as u64 }, _, _>")]
        turns: Option<u32>,
        /// Opening hands to deal for each deck
        #[arg(long, value_name = "N", default_value = "4", value_parser = clap::value_parser!(u32).range(0..=i64::from(MAX_HANDS)))]
        #[serde(deserialize_with = "within::<0, { MAX_HANDS as u64 }, _, _>")]
        hands: Option<u32>,
        /// Seed of the opening hands
        #[arg(long, value_name = "N", default_value = "1")]
        seed: Option<u64>,
        ..deck: DeckOptions,
    }
}

impl ReportRequest {
    /// Unusable decks are left out; their problems are said.
    fn find_answer(&self, desk: &mut dyn Desk) -> Result<FileAnswer, Refusal> {
        if let Some(path) = &self.event {
            return self.show_field(desk, path);
        }
        refuse_many(self.odds.len(), word!("conditions"), MAX_QUESTIONS)?;
        refuse_many(self.measure.len(), word!("measures"), MAX_QUESTIONS)?;
        let request = self.deck.request();
        let batch = desk.check(&self.decks, &request);
        let (usable, unusable): (Vec<CheckedDeck>, Vec<CheckedDeck>) =
            desk.take_decks(batch).into_iter().partition(has_page);
        let status = say_unusable_decks(desk, unusable.iter());
        refuse_many(usable.len(), word!("decks"), MAX_PICTURED)?;
        let seed = self.seed.unwrap_or(1);
        let portraits = portray(&usable, &self.portrait(seed), &request.options.overrides)?;
        if portraits.is_empty() {
            return Ok(FileAnswer::empty(status));
        }
        let dealt = DealSettings { seed, generator: GENERATOR, options: true };
        let html = picture(&portraits, dealt, desk.talk().lang);
        let answer = FileAnswer::place(desk, self.into.as_deref(), html)?;
        Ok(FileAnswer { status, ..answer })
    }

    fn portrait(&self, seed: u64) -> PortraitRequest {
        PortraitRequest {
            conditions: self.odds.clone(),
            measures: self.measure.clone(),
            turns: self.turns.unwrap_or(6).min(MAX_TURNS),
            hands: self.hands.unwrap_or(4).min(MAX_HANDS),
            seed,
            aside: self.set_aside.clone(),
            seat: 1,
            players: None,
            lens: self.deck.judge.lens(),
        }
    }

    /// The page of an event's field.
    fn show_field(&self, desk: &mut dyn Desk, path: &Path) -> Result<FileAnswer, Refusal> {
        let opened = OpenedEvent::open(desk, path, None)?;
        let mut request = self.deck.request();
        opened.complete(&mut request);
        let batch = opened.check_decks(desk, &request)?;
        let (event, folder) = (&opened.event, &opened.folder);
        let entries = EventEntries::new(event, &batch.decks, desk.folder(), folder, None);
        let shown =
            EventReport { event: &opened.event, entries: &entries, round: None, lock: None };
        let talk = desk.talk();
        let html = field_page(&shown, &batch, &describe_field(&batch.decks)?, talk.lang);
        let mut answer = FileAnswer::place(desk, self.into.as_deref(), html)?;
        human::remarks(&batch, &talk)
            .iter()
            .for_each(|remark| desk.say(remark));
        answer.status = say_unusable_decks(desk, batch.decks.iter().filter(|deck| !has_page(deck)));
        Ok(answer)
    }
}

fn refuse_many(count: usize, what: Phrase, limit: usize) -> Result<(), Refusal> {
    if count <= limit {
        return Ok(());
    }
    Err(Refusal::of_message(PageMessage::TooManyPictured { count, what, limit }))
}

//! The engine of the page: the library's functions for a browser. Each call takes and returns JSON.
//! Documents that the program prints for scripts are the same here.
//!
//! Put the files first, one by one ([`Desk::put`]); the next call uses them. A call without an
//! answer gives the reason under `refused`, in the language of the call.

#[macro_use(word)]
extern crate sleeve;

mod ask;
mod build;
mod card;
mod deal;
mod games;
mod papers;
mod repair;
mod search;
mod suggest;
mod table;
mod verdict;

use ask::{Ask, AskGroup, Refused};
use serde::Serialize;
use sleeve::{
    catalog::{GAMES, Library, Shelf},
    model::Date,
    project::Projects,
};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// The games, and the files for the next call.
#[wasm_bindgen]
pub struct Desk {
    projects: Projects,
    files: Files,
    /// Today's date, if the page gave it.
    today: Option<Date>,
    /// The forbidden cards of the last search.
    forbidden: RefCell<search::ForbiddenCards>,
}

/// The shipped games only.
fn shipped_library() -> Library {
    // Without overlays, a shelf has no mistakes.
    Library::from_shelf(Shelf::from_shipped(&GAMES))
}

impl Default for Desk {
    fn default() -> Desk {
        let projects = Projects::from_library(shipped_library());
        Desk { projects, files: Vec::new(), today: None, forbidden: RefCell::default() }
    }
}

#[wasm_bindgen]
impl Desk {
    /// Starts with the shipped games.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// Sets today's date, such as 1998-11-30. Call it before the games are used: data that is valid
    /// for some days only is read as of today. An invalid date is ignored.
    pub fn today(&mut self, day: &str) {
        self.today = Date::parse(day);
        self.projects = Projects::from_library(shipped_library().with_today(self.today));
    }

    /// Adds a file, with its path, for the next call.
    pub fn put(&mut self, path: &str, bytes: &[u8]) {
        self.files.push((path.to_owned(), Some(bytes.to_vec())));
    }

    /// Adds a file that is too large to be a deck. It is not read, and the next call reports it.
    pub fn put_too_large(&mut self, path: &str) {
        self.files.push((path.to_owned(), None));
    }

    /// The games with their formats.
    pub fn games(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::LANG, &[], games::games)
    }

    /// Loads the files on top of the shipped games. If they have mistakes, the games do not change.
    pub fn own(&mut self, ask: &str) -> String {
        let files = std::mem::take(&mut self.files);
        let ask = ask::read(ask, &AskGroup::LANG, &[]);
        ask::written(ask.and_then(|ask| games::lay(self, files, &ask)))
    }

    /// Verdicts on the files: the document of `sleeve check -o json`, and the same in the reader's
    /// language.
    pub fn check(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["mends"], verdict::check)
    }

    /// What changes for a deck if only attested facts count.
    pub fn attested(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], verdict::attested)
    }

    /// The fewest cards of a deck that have the finding of a rule, which the text names.
    pub fn shrink(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["text"], verdict::shrink)
    }

    /// The smallest repair of a deck, and the repaired text. Cards that match the text stay as they
    /// are.
    pub fn repair(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["milliseconds", "text"], repair::repair)
    }

    /// A deck's text with copies of a card added or removed.
    pub fn change(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["card", "state", "by", "zone"], build::change)
    }

    /// The cards that match a filter.
    pub fn search(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::CARDS, &["text", "limit", "forbidden"], search::search)
    }

    /// Cards that other decks play with the cards of the first file. Without other files, the
    /// game's own decks are used.
    pub fn suggest(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["limit"], suggest::suggest)
    }

    /// Words that complete a text of the query language.
    pub fn complete(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::WORDS, &["text"], search::complete)
    }

    /// A sample hand of a deck.
    pub fn deal(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::HAND, &[], deal::deal)
    }

    /// A deck's odds by turn, and the page of `sleeve report`.
    pub fn portray(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::TABLE, &["seed", "turns", "conditions"], papers::portray)
    }

    /// One card, and its numbers in a deck.
    pub fn card(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["card"], card::card)
    }

    /// A row for each deck.
    pub fn rows(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], table::rows)
    }

    /// The players of an event. Its file comes first.
    pub fn event(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], table::event)
    }

    /// The field report of an event.
    pub fn field(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], table::field)
    }

    /// The registration sheets of decks in one document. An event's file may come first.
    pub fn sheets(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["event", "player"], table::sheets)
    }

    /// The curves of a deck.
    pub fn curves(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], table::curves)
    }

    /// A comparison of two decks.
    pub fn compare(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &[], table::compare)
    }

    /// A deck in another file format.
    pub fn write(&mut self, ask: &str) -> String {
        self.answer(ask, &AskGroup::DECKS, &["to"], papers::write)
    }
}

impl Desk {
    /// Answers a call about the files that were put before it.
    fn answer<T: Serialize>(
        &mut self,
        ask: &str,
        group: &AskGroup,
        further: &[&'static str],
        call: impl FnOnce(&Desk, Files, &Ask) -> Result<T, Refused>,
    ) -> String {
        let files = std::mem::take(&mut self.files);
        ask::written(ask::read(ask, group, further).and_then(|ask| call(self, files, &ask)))
    }
}

/// The files of a call.
type Files = Vec<(String, Option<Vec<u8>>)>;

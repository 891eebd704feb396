//! The engine of the page: calls of the library for a browser. Every call takes what is asked as JSON and
//! answers with JSON; what a script gets from the program, the page gets as the same document.
//!
//! Files come first, one by one ([`Desk::put`]); the next call is about them. A call that cannot answer
//! says why under `refused`, in the language it was asked in.

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

use ask::{Ask, Refused, answered};
use serde::Serialize;
use sleeve::catalog::{GAMES, Library, Shelf};
use sleeve::model::Date;
use sleeve::project::Projects;
use wasm_bindgen::prelude::wasm_bindgen;

/// The games at hand, and the files that the next call is about.
#[wasm_bindgen]
pub struct Desk {
    projects: Projects,
    files: Files,
    /// The day it is, where the page said so.
    today: Option<Date>,
}

/// The shipped games alone.
fn shipped_library() -> Library {
    // Without overlays nothing can be wrong with a shelf.
    Library::from_shelf(Shelf::from_shipped(&GAMES))
}

impl Default for Desk {
    fn default() -> Desk {
        let projects = Projects::from_library(shipped_library());
        Desk { projects, files: Vec::new(), today: None }
    }
}

#[wasm_bindgen]
impl Desk {
    /// The shipped games.
    #[wasm_bindgen(constructor)]
    pub fn new() -> Desk {
        Desk::default()
    }

    /// The day it is, as 1998-11-30, said before games are asked: of what holds for some days, that of
    /// today is meant. What is no day is passed over.
    pub fn today(&mut self, day: &str) {
        self.today = Date::parse(day);
        self.projects = Projects::from_library(shipped_library().with_today(self.today));
    }

    /// A file for the next call, under the path it is known by.
    pub fn put(&mut self, path: &str, bytes: &[u8]) {
        self.files.push((path.to_owned(), Some(bytes.to_vec())));
    }

    /// A file that is larger than any deck: it is not read, and the next call says so.
    pub fn put_too_large(&mut self, path: &str) {
        self.files.push((path.to_owned(), None));
    }

    /// The games with their formats.
    pub fn games(&mut self, ask: &str) -> String {
        self.answer(ask, |desk, _, ask| games::games(desk, ask))
    }

    /// Lays the files over the shipped games; where they have mistakes, the games stay as they are.
    pub fn own(&mut self, ask: &str) -> String {
        let files = std::mem::take(&mut self.files);
        answered(ask, |ask| games::lay(self, files, &ask))
    }

    /// Verdicts on the files: the document of `sleeve check -o json`, and the same in the reader's language.
    pub fn check(&mut self, ask: &str) -> String {
        self.answer(ask, verdict::check)
    }

    /// What counting only attested facts makes of a deck.
    pub fn attested(&mut self, ask: &str) -> String {
        self.answer(ask, verdict::attested)
    }

    /// The smallest repair of a deck, and its text with it.
    pub fn repair(&mut self, ask: &str) -> String {
        self.answer(ask, repair::repair)
    }

    /// A deck's text with copies of a card more or fewer.
    pub fn change(&mut self, ask: &str) -> String {
        self.answer(ask, build::change)
    }

    /// The cards that a filter finds.
    pub fn search(&mut self, ask: &str) -> String {
        self.answer(ask, |desk, _, ask| search::search(desk, ask))
    }

    /// Cards that other decks play with those of a deck: the first file, or what the game ships where it is the only one.
    pub fn suggest(&mut self, ask: &str) -> String {
        self.answer(ask, suggest::suggest)
    }

    /// Words that a text of the pile language may go on with.
    pub fn complete(&mut self, ask: &str) -> String {
        self.answer(ask, |desk, _, ask| search::complete(desk, ask))
    }

    /// A hand of a deck.
    pub fn deal(&mut self, ask: &str) -> String {
        self.answer(ask, deal::deal)
    }

    /// A deck to look at: odds by turn, and the page of `sleeve report`.
    pub fn portray(&mut self, ask: &str) -> String {
        self.answer(ask, papers::portray)
    }

    /// What is known of a card, and what it is to a deck.
    pub fn card(&mut self, ask: &str) -> String {
        self.answer(ask, card::card)
    }

    /// A row for each deck.
    pub fn rows(&mut self, ask: &str) -> String {
        self.answer(ask, table::rows)
    }

    /// The players of an event, whose file comes first.
    pub fn event(&mut self, ask: &str) -> String {
        self.answer(ask, table::event)
    }

    /// The page of the field of an event.
    pub fn field(&mut self, ask: &str) -> String {
        self.answer(ask, table::field)
    }

    /// The registration sheets of decks in one document; the file of an event may come first.
    pub fn sheets(&mut self, ask: &str) -> String {
        self.answer(ask, table::sheets)
    }

    /// The curves of a deck.
    pub fn curves(&mut self, ask: &str) -> String {
        self.answer(ask, table::curves)
    }

    /// Two decks beside each other.
    pub fn compare(&mut self, ask: &str) -> String {
        self.answer(ask, table::compare)
    }

    /// A deck in another file format.
    pub fn write(&mut self, ask: &str) -> String {
        self.answer(ask, papers::write)
    }
}

impl Desk {
    /// Answers a call about the files that were put before it.
    fn answer<T: Serialize>(
        &mut self,
        ask: &str,
        call: impl FnOnce(&Desk, Files, &Ask) -> Result<T, Refused>,
    ) -> String {
        let files = std::mem::take(&mut self.files);
        answered(ask, |ask| call(self, files, &ask))
    }
}

/// The files of a call.
type Files = Vec<(String, Option<Vec<u8>>)>;

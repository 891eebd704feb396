//! The parts of a file that its form does not know: they are passed over, and a note names them.

use super::shorten;
use sleeve_data::messages;
use sleeve_data::model::deck::Note;
use sleeve_data::model::{Lang, Text};
use sleeve_data::problem::{Message, Words};
use std::collections::BTreeMap;
use std::fmt;
use std::ops::Range;

/// Unknown parts that are named one by one; the others are counted.
const MAX_UNREAD: usize = 20;

/// The parts that were passed over, by their path.
#[derive(Default)]
pub(super) struct UnreadItems {
    /// The span of the first part at a path, and how many there are.
    places: BTreeMap<String, (Range<usize>, usize)>,
    /// Parts beyond the first [`MAX_UNREAD`] paths.
    omitted: usize,
}

/// A part that was passed over: its path, its line from 1, how many more parts the path has.
#[derive(Debug)]
struct UnreadPlace {
    path: String,
    line: usize,
    others: usize,
}

impl Words for UnreadPlace {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let UnreadPlace { path, line, others } = self;
        f.write_str(&match *others {
            0 => say!(lang, "`{path}` (line {line})"),
            more => say!(lang, more, "`{path}` (line {line} and {more} more)"),
        })
    }
}

#[derive(Debug)]
struct UnreadPlaces(Vec<UnreadPlace>, usize);

impl Words for UnreadPlaces {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, place) in self.0.iter().enumerate() {
            f.write_str(if at == 0 { "" } else { ", " })?;
            place.write(lang, f)?;
        }
        match self.1 {
            0 => Ok(()),
            more => f.write_str(&say!(lang, " and {more} more")),
        }
    }
}

messages! {
    /// The note on parts that were passed over.
    #[derive(Debug)]
    enum UnreadReason {
        /// Things that the form does not know.
        NotRead {
            form: String,
            places: UnreadPlaces,
        } => "not of the form `{form}`, and read over: {places}",
    }
}

impl UnreadItems {
    pub(super) fn add(&mut self, path: String, span: Range<usize>) {
        let path = shorten(&path);
        let room = self.places.len() < MAX_UNREAD;
        match self.places.get_mut(&path) {
            Some((_, count)) => *count += 1,
            None if room => {
                self.places.insert(path, (span, 1));
            }
            None => self.omitted += 1,
        }
    }

    /// The note that names the parts; `None` if everything was read.
    pub(super) fn note(self, form: &str, text: &str) -> Option<Note> {
        let mut places: Vec<(String, (Range<usize>, usize))> = self.places.into_iter().collect();
        places.sort_by_key(|(_, (span, _))| span.start);
        let span = places.first()?.1.0.clone();
        let line = |at: usize| 1 + text.bytes().take(at).filter(|b| *b == b'\n').count();
        let place = |(path, (span, count)): (String, (Range<usize>, usize))| UnreadPlace {
            path,
            line: line(span.start),
            others: count - 1,
        };
        let places = UnreadPlaces(places.into_iter().map(place).collect(), self.omitted);
        let reason = UnreadReason::NotRead { form: form.to_owned(), places };
        Some(Note { message: Text::from_words(|lang| reason.title(lang)), span })
    }
}

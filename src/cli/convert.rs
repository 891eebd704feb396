//! `sleeve convert`: a deck in another file format, with what that format cannot hold said aloud.

use super::checking;
use super::reading::{self, Reading};
use super::{Failure, Session, Status};
use crate::decks::{self, Reader};
use crate::report::{Diagnostic, Severity, words};
use clap::Args;
use std::path::PathBuf;

/// Write a deck in another file format, and say what that format cannot hold
#[derive(Args, Debug)]
pub struct Convert {
    /// The deck, or `-` for standard input
    #[arg(value_name = "DECK")]
    deck: PathBuf,
    /// The file format to write: `toml`, `text` or one of another tool's
    #[arg(long, value_name = "READER")]
    to: String,
    /// Write this file instead of printing; an existing file is left alone
    #[arg(value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    reading: Reading,
}

impl Convert {
    /// Runs the command.
    pub fn run(&self, session: &mut Session<'_, '_>) -> Result<Status, Failure> {
        let Some(to) = Reader::named(&self.to) else { return Err(self.unknown(session)) };
        let request = self.reading.request();
        let checked = checking::check(session, std::slice::from_ref(&self.deck), &request)?;
        let [deck] = checked.as_slice() else { return Err(self.several(session, checked.len())) };
        let (Some(catalog), Some(resolved)) = (&deck.catalog, &deck.deck) else {
            reading::complain(session, deck);
            return Ok(Status::Unusable);
        };
        let lang = session.talk.lang;
        let written = decks::write(resolved, catalog, to, lang);
        match &self.file {
            Some(file) => session.store(file, &written.text)?,
            None => session.streams.out.write_all(written.text.as_bytes())?,
        }
        for loss in &written.losses {
            let note = Diagnostic::error(loss.in_words(lang)).severity(Severity::Note);
            let note = note.render(&session.talk);
            session.say(&note);
        }
        if reading::is_whole(deck) {
            return Ok(Status::Fine);
        }
        reading::complain(session, deck);
        Ok(Status::Unusable)
    }

    fn unknown(&self, session: &Session<'_, '_>) -> Failure {
        let names: Vec<String> = Reader::names().map(str::to_owned).collect();
        let title = match session.talk.lang {
            crate::model::Lang::En => format!("there is no file format `{}`", self.to),
            crate::model::Lang::Fr => format!("il n'y a pas de format de fichier « {} »", self.to),
        };
        let help = words::near_or_all(&self.to, &names, session.talk.lang);
        session.unusable(&Diagnostic::error(title).help(help))
    }

    fn several(&self, session: &Session<'_, '_>, count: usize) -> Failure {
        let path = self.deck.display();
        let title = match session.talk.lang {
            crate::model::Lang::En => format!("`{path}` means {count} decks, and one is wanted"),
            crate::model::Lang::Fr => format!("« {path} » désigne {count} decks, et il en faut un"),
        };
        session.unusable(
            &Diagnostic::error(title).help(session.talk.say("name one file", "nommez un fichier")),
        )
    }
}

//! Answers that are files: pages, decks in other formats.

use crate::{Answer, AnswerStatus, Desk, Refusal};
use sleeve_report::{Style, forms::json};
use std::{
    io::{self, Write},
    path::Path,
};

/// A file as an answer.
pub struct FileAnswer {
    /// Empty if it was written to the place that the request names, or if there is none.
    pub text: String,
    pub status: AnswerStatus,
}

impl FileAnswer {
    /// Nothing to write.
    pub(crate) fn empty(status: AnswerStatus) -> FileAnswer {
        FileAnswer { text: String::new(), status }
    }

    /// Writes a text to a place. Without a place, the answer has the text.
    pub(crate) fn place(
        desk: &mut dyn Desk,
        place: Option<&Path>,
        text: String,
    ) -> Result<FileAnswer, Refusal> {
        let status = AnswerStatus::Fine;
        let Some(place) = place else { return Ok(FileAnswer { text, status }) };
        desk.write_file(place, &text, false)?;
        Ok(FileAnswer::empty(status))
    }
}

impl Answer for FileAnswer {
    fn status(&self) -> AnswerStatus {
        self.status
    }

    fn write(&self, out: &mut dyn Write, _: &Style, _: bool) -> io::Result<()> {
        out.write_all(self.text.as_bytes())
    }

    fn write_json(&self, out: &mut dyn Write) -> io::Result<()> {
        if self.text.is_empty() { Ok(()) } else { json::write(&self.text, out) }
    }
}

//! The forms of output of `check`: a row for each, with its name and words.

pub mod csv;
pub mod event;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod line_forms;
pub mod overview;
pub mod report_items;
pub mod sarif;

use crate::{
    documents::check::{CheckDocument, EventDocument},
    event::EventReport,
    text::{Style, lines::FoldingWriter},
};
use sleeve_check::{Batch, CheckedDeck};
use sleeve_data::problem::Phrase;
use std::io::{self, Write};

/// How to write a form of output.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub style: Style,
    /// Leaves out the summary and hints.
    pub quiet: bool,
    /// Whether every deck was checked under all formats of its game.
    pub all_formats: bool,
}

/// Writes some of the decks; with `true`, they are the first.
pub type PartWriter = fn(&[CheckedDeck], bool, &mut dyn Write) -> io::Result<()>;

/// What a form of output shows of a deck.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum FormScope {
    /// Everything, repairs and cards missing from a collection too, for people.
    Text,
    /// The same for scripts.
    Document,
    Verdict,
}

/// A form of output of `check` and similar commands, as named by `-o`.
#[derive(Clone, Copy, Debug)]
pub struct OutputForm {
    /// The word for `-o`, as in `-o json`.
    pub name: &'static str,
    pub description: Phrase,
    /// Whether it can show things other than decks: files that were not read, mistakes in
    /// `sleeve.toml`.
    pub has_remarks: bool,
    pub scope: FormScope,
    pub write: fn(&Batch, &Look, &mut dyn Write) -> io::Result<()>,
    /// Writes very many decks in parts, as rows; `None` if it needs all at once.
    pub write_part: Option<PartWriter>,
    /// Writes the decks of an event, player by player.
    pub write_event: fn(&EventReport<'_>, &Batch, &Look, &mut dyn Write) -> io::Result<()>,
}

/// Every form of output of `check`, the default first.
pub const FORMS: &[OutputForm; 7] = &[
    OutputForm {
        name: "human",
        description: word!("Text for people"),
        has_remarks: true,
        scope: FormScope::Text,
        write: |batch, look, out| {
            let out = &mut FoldingWriter::new(out, &look.style);
            if look.all_formats {
                human::write_matrix(batch, &look.style, look.quiet, out)
            } else {
                human::write_decks(batch, &look.style, look.quiet, out)
            }
        },
        write_part: None,
        write_event: |shown, batch, look, out| {
            let out = &mut FoldingWriter::new(out, &look.style);
            crate::event::write(shown, batch, &look.style, look.quiet, out)
        },
    },
    OutputForm {
        name: "json",
        description: word!("The document for scripts"),
        has_remarks: true,
        scope: FormScope::Document,
        write: |batch, _, out| json::write(&CheckDocument::new(batch), out),
        write_part: None,
        write_event: |shown, batch, _, out| json::write(&EventDocument::new(shown, batch), out),
    },
    OutputForm {
        name: "github",
        description: word!("GitHub annotations"),
        has_remarks: true,
        scope: FormScope::Verdict,
        write: |batch, look, out| github::write(batch, look.style.lang, out),
        write_part: None,
        write_event: |shown, batch, look, out| {
            github::write(&event::with_troubles(shown, batch), look.style.lang, out)
        },
    },
    OutputForm {
        name: "sarif",
        description: word!("SARIF 2.1.0"),
        has_remarks: true,
        scope: FormScope::Verdict,
        write: |batch, look, out| json::write(&sarif::document(batch, look.style.lang), out),
        write_part: None,
        write_event: |shown, batch, look, out| {
            let batch = event::with_troubles(shown, batch);
            json::write(&sarif::document(&batch, look.style.lang), out)
        },
    },
    OutputForm {
        name: "junit",
        description: word!("JUnit XML"),
        has_remarks: true,
        scope: FormScope::Verdict,
        write: |batch, look, out| junit::write(batch, look.style.lang, out),
        write_part: None,
        write_event: |shown, batch, look, out| {
            junit::write(&event::with_troubles(shown, batch), look.style.lang, out)
        },
    },
    OutputForm {
        name: "csv",
        description: word!("A sheet with a row for each deck"),
        has_remarks: false,
        scope: FormScope::Verdict,
        write: |batch, _, out| overview::write_csv(&batch.decks, true, out),
        write_part: Some(overview::write_csv),
        write_event: |shown, _, _, out| event::write_csv(shown, out),
    },
    OutputForm {
        name: "ndjson",
        description: word!("A JSON object on a line for each deck"),
        has_remarks: false,
        scope: FormScope::Verdict,
        write: |batch, _, out| overview::write_ndjson(&batch.decks, out),
        write_part: Some(|decks, _, out| overview::write_ndjson(decks, out)),
        write_event: |shown, _, _, out| event::write_ndjson(shown, out),
    },
];

//! The forms of output of `check`: a row for each, with its name and words.

pub mod csv;
pub mod github;
pub mod human;
pub mod json;
pub mod junit;
pub mod overview;
pub mod report_items;
pub mod sarif;

use crate::documents::check::CheckDocument;
use crate::text::Style;
use crate::text::lines::Folding;
use sleeve_check::Batch;
use std::io::{self, Write};

/// The look of a form of output.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub style: Style,
    /// Leaves out summary and hints.
    pub quiet: bool,
    /// Whether every deck was checked under all formats of its game.
    pub all_formats: bool,
}

#[derive(Clone, Copy, Debug)]
pub struct OutputForm {
    /// The word that asks for the form, as in `-o json`.
    pub name: &'static str,
    /// Its description in English and in French.
    pub words: (&'static str, &'static str),
    /// Whether it has a place for things that are no decks: files that were not read, mistakes of `sleeve.toml`.
    pub whole: bool,
    /// Whether it shows all that is known of a deck: repairs, cards that are missing in a collection.
    pub full: bool,
    pub write: fn(&Batch, &Look, &mut dyn Write) -> io::Result<()>,
}

/// Every form of output of `check`, the default first.
pub const FORMS: &[OutputForm] = &[
    OutputForm {
        name: "human",
        words: ("Text for people", "du texte à lire"),
        whole: true,
        full: true,
        write: |batch, look, out| {
            let out = &mut Folding::new(out, &look.style);
            if look.all_formats {
                human::matrix(batch, &look.style, look.quiet, out)
            } else {
                human::decks(batch, &look.style, look.quiet, out)
            }
        },
    },
    OutputForm {
        name: "json",
        words: ("The document for scripts", "le document destiné aux scripts"),
        whole: true,
        full: true,
        write: |batch, _, out| json::write(&CheckDocument::new(batch), out),
    },
    OutputForm {
        name: "github",
        words: ("GitHub annotations", "des annotations GitHub"),
        whole: true,
        full: false,
        write: |batch, look, out| github::write(batch, look.style.lang, out),
    },
    OutputForm {
        name: "sarif",
        words: ("SARIF 2.1.0", "SARIF 2.1.0"),
        whole: true,
        full: false,
        write: |batch, look, out| json::write(&sarif::document(batch, look.style.lang), out),
    },
    OutputForm {
        name: "junit",
        words: ("JUnit XML", "JUnit XML"),
        whole: true,
        full: false,
        write: |batch, look, out| junit::write(batch, look.style.lang, out),
    },
    OutputForm {
        name: "csv",
        words: ("A sheet with a row for each deck", "une feuille de calcul, une ligne par deck"),
        whole: false,
        full: false,
        write: |batch, _, out| overview::write_csv(batch, out),
    },
    OutputForm {
        name: "ndjson",
        words: (
            "A JSON object on a line for each deck",
            "un objet JSON par ligne, un pour chaque deck",
        ),
        whole: false,
        full: false,
        write: |batch, _, out| overview::write_ndjson(batch, out),
    },
];

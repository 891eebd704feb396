//! What lies in a folder of decks and was not read, in words.

use super::escape::safe;
use super::style::Style;
use crate::check::SkippedFile;
use crate::decks::WhySkipped;
use crate::model::Lang;
use serde::Serialize;
use std::io::{self, Write};

/// So many are named for people; documents name all.
const SHOWN: usize = 20;

/// The word of documents for the reason.
pub fn reason(file: &SkippedFile) -> &'static str {
    match file.why {
        WhySkipped::NotRegular => "not-a-file",
        WhySkipped::LinkedFolder => "linked-folder",
        WhySkipped::Copy => "copy",
        WhySkipped::Binary => "not-text",
        WhySkipped::Unrecognised => "not-recognised",
        WhySkipped::Unreadable(_) => "unreadable",
        WhySkipped::Stopped => "stopped",
    }
}

/// Why it was not read.
pub fn message(file: &SkippedFile, lang: Lang) -> String {
    let (en, fr) = match &file.why {
        WhySkipped::NotRegular => {
            ("a pipe or a device, not a file", "un tube ou un périphérique, pas un fichier")
        }
        WhySkipped::LinkedFolder => (
            "a link to a folder: name the folder itself to read it",
            "un lien vers un dossier : nommez le dossier lui-même pour le lire",
        ),
        WhySkipped::Copy => (
            "the copy of a file, by its name: name it to read it",
            "la copie d'un fichier, d'après son nom : nommez-la pour la lire",
        ),
        WhySkipped::Binary => ("no text", "pas du texte"),
        WhySkipped::Unrecognised => (
            "no deck that a reader recognises: name it to read it all the same",
            "aucun deck qu'un lecteur reconnaisse : nommez-le pour le lire quand même",
        ),
        WhySkipped::Stopped => {
            ("the run was stopped before it", "l'exécution a été interrompue avant lui")
        }
        WhySkipped::Unreadable(reason) => {
            return match lang {
                Lang::En => format!("cannot be read: {reason}"),
                Lang::Fr => format!("lecture impossible : {reason}"),
            };
        }
    };
    if lang == Lang::Fr { fr.to_owned() } else { en.to_owned() }
}

/// For people, a line for each.
pub fn lines(skipped: &[SkippedFile], style: &Style) -> Vec<String> {
    let word = format!("{:12}", style.say("not read", "non lu"));
    let colon = style.say(":", " :");
    let is_left = |file: &&SkippedFile| file.why == WhySkipped::Stopped;
    let left = skipped.iter().filter(is_left).count();
    let others: Vec<&SkippedFile> = skipped.iter().filter(|file| !is_left(file)).collect();
    let mut lines: Vec<String> = others
        .iter()
        .take(SHOWN)
        .map(|file| {
            format!("{word} {}{colon} {}", safe(&file.path), safe(&message(file, style.lang)))
        })
        .collect();
    if let more @ 1.. = others.len().saturating_sub(SHOWN) {
        let rest = match (style.lang, more) {
            (Lang::En, 1) => "1 more, which `-o json` names".to_owned(),
            (Lang::En, n) => format!("{n} more, which `-o json` names"),
            (Lang::Fr, 1) => "1 autre, que `-o json` nomme".to_owned(),
            (Lang::Fr, n) => format!("{n} autres, que `-o json` nomme"),
        };
        lines.push(format!("{word} {rest}"));
    }
    if left > 0 {
        let rest = match (style.lang, left) {
            (Lang::En, 1) => "1 file: the run was stopped before it".to_owned(),
            (Lang::En, n) => format!("{n} files: the run was stopped before them"),
            (Lang::Fr, 1) => "1 fichier : l'exécution a été interrompue avant lui".to_owned(),
            (Lang::Fr, n) => format!("{n} fichiers : l'exécution a été interrompue avant eux"),
        };
        lines.push(format!("{word} {rest}"));
    }
    lines
}

/// The same on a stream, with a blank line behind it.
pub fn human(skipped: &[SkippedFile], style: &Style, out: &mut dyn Write) -> io::Result<()> {
    for line in lines(skipped, style) {
        writeln!(out, "{line}")?;
    }
    if skipped.is_empty() { Ok(()) } else { writeln!(out) }
}

/// For scripts.
#[derive(Serialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct SkippedRow<'a> {
    /// Path of what was not read.
    path: &'a str,
    /// Why.
    #[cfg_attr(test, schemars(extend("enum" = ["not-a-file", "linked-folder", "copy", "not-text", "not-recognised", "unreadable", "stopped"])))]
    reason: &'static str,
    /// The same, in English.
    message: String,
}

impl SkippedRow<'_> {
    /// A row.
    pub fn new(file: &SkippedFile) -> SkippedRow<'_> {
        SkippedRow { path: &file.path, reason: reason(file), message: message(file, Lang::En) }
    }
}

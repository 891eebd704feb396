//! What lies in a folder of decks and was not read, in words.

use super::escape::safe;
use super::style::Style;
use crate::decks::WhySkipped;
use crate::model::Lang;
use serde_json::{Value, json};
use std::io::{self, Write};

/// So many are named for people; documents name all.
const SHOWN: usize = 20;

/// Something in a folder that was not read.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct SkippedFile {
    /// Its path as the user would write it.
    pub path: String,
    /// Why it was not read.
    pub why: WhySkipped,
}

impl SkippedFile {
    /// The word of documents for the reason.
    pub fn reason(&self) -> &'static str {
        match self.why {
            WhySkipped::NotRegular => "not-a-file",
            WhySkipped::LinkedFolder => "linked-folder",
            WhySkipped::Copy => "copy",
            WhySkipped::Binary => "not-text",
            WhySkipped::Unrecognised => "not-recognised",
            WhySkipped::Unreadable(_) => "unreadable",
        }
    }

    /// Why it was not read.
    pub fn message(&self, lang: Lang) -> String {
        let (en, fr) = match &self.why {
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
            WhySkipped::Unreadable(reason) => {
                return match lang {
                    Lang::En => format!("cannot be read: {reason}"),
                    Lang::Fr => format!("lecture impossible : {reason}"),
                };
            }
        };
        if lang == Lang::Fr { fr.to_owned() } else { en.to_owned() }
    }
}

/// For people, a line for each.
pub fn lines(skipped: &[SkippedFile], style: &Style) -> Vec<String> {
    let word = format!("{:12}", style.say("not read", "non lu"));
    let colon = style.say(":", " :");
    let mut lines: Vec<String> = skipped
        .iter()
        .take(SHOWN)
        .map(|file| {
            format!("{word} {}{colon} {}", safe(&file.path), safe(&file.message(style.lang)))
        })
        .collect();
    if let more @ 1.. = skipped.len().saturating_sub(SHOWN) {
        let rest = match (style.lang, more) {
            (Lang::En, 1) => "1 more, which `-o json` names".to_owned(),
            (Lang::En, n) => format!("{n} more, which `-o json` names"),
            (Lang::Fr, 1) => "1 autre, que `-o json` nomme".to_owned(),
            (Lang::Fr, n) => format!("{n} autres, que `-o json` nomme"),
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
pub fn rows(skipped: &[SkippedFile]) -> Vec<Value> {
    let row = |file: &SkippedFile| json!({ "path": file.path, "reason": file.reason(), "message": file.message(Lang::En) });
    skipped.iter().map(row).collect()
}

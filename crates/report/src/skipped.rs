//! What lies in a folder of decks and was not read, in words.

use super::escape::safe;
use super::style::Style;
use serde::Serialize;
use sleeve_check::SkippedFile;
use sleeve_data::model::Lang;
use sleeve_data::problem::Message;
use sleeve_decks::WhySkipped;
use std::io::{self, Write};

/// So many are named for people; documents name all.
const SHOWN: usize = 20;

/// The word of documents for the reason.
pub fn reason(file: &SkippedFile) -> &str {
    file.why.id().unwrap_or_default()
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
            format!("{word} {}{colon} {}", safe(&file.path), safe(&file.why.title(style.lang)))
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
    let out = &mut style.setting(out);
    for line in lines(skipped, style) {
        writeln!(out, "{line}")?;
    }
    if skipped.is_empty() { Ok(()) } else { writeln!(out) }
}

/// For scripts.
#[derive(Serialize)]
#[cfg_attr(feature = "schemas", derive(schemars::JsonSchema))]
pub struct SkippedRow<'a> {
    /// Path of what was not read.
    path: &'a str,
    /// Why.
    #[cfg_attr(feature = "schemas", schemars(extend("enum" = ["not-a-file", "linked-folder", "copy", "card-data", "not-text", "not-recognised", "unreadable", "stopped"])))]
    reason: &'a str,
    /// The same, in English.
    message: String,
}

impl SkippedRow<'_> {
    /// A row.
    pub fn new(file: &SkippedFile) -> SkippedRow<'_> {
        SkippedRow { path: &file.path, reason: reason(file), message: file.why.title(Lang::En) }
    }
}

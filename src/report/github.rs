//! `check -o github`: annotations that GitHub shows beside the deck's lines.

use super::config;
use super::diagnostic::{Positions, position};
use super::escape::safe_lines;
use super::finding::Wording;
use super::problem::{self, Place};
use super::skipped;
use crate::check::{Batch, CheckedDeck};
use crate::model::Lang;
use crate::model::format::Level;
use crate::rules::Status;
use std::io::{self, Write};

/// Writes one annotation for each problem of each deck and `sleeve.toml`.
pub fn write(batch: &Batch, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let Batch { decks, configs, skipped: files } = batch;
    for deck in decks {
        for problem in &problem::problems(deck, lang) {
            let place = Place::of(deck, problem);
            let message = with_help(&problem.message, &problem.help);
            line(out, "error", place.path, place.start(), "unusable", &message)?;
        }
        unresolved(deck, lang, out)?;
        let Some(catalog) = deck.catalog() else { continue };
        for finding in deck.findings() {
            let wording = Wording::new(finding, catalog, lang);
            let level = match (finding.status, finding.level) {
                (Status::Broken, Level::Error) => "error",
                (Status::Note, _) => "notice",
                _ => "warning",
            };
            let place = finding.labels.first().map(|l| position(&deck.text, l.span.start));
            let message = with_help(&wording.title(), &wording.fix().unwrap_or_default());
            line(out, level, &deck.path, place, &finding.rule, &message)?;
        }
    }
    for config in configs {
        for finding in &config.findings {
            let level = super::rules::level_word(finding.level);
            let words = config::words(finding, lang);
            let message = with_help(&words.message, &words.help);
            let place = config::place(config, finding);
            line(out, level, &config.path, place, config::id(finding), &message)?;
        }
    }
    for file in files {
        line(out, "notice", &file.path, None, "not-read", &skipped::message(file, lang))?;
    }
    Ok(())
}

fn with_help(message: &str, help: &str) -> String {
    if help.is_empty() { message.to_owned() } else { format!("{message}\n{help}") }
}

fn unresolved(deck: &CheckedDeck, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let mut lines = deck.deck().into_iter().flat_map(|d| &d.unresolved).peekable();
    if lines.peek().is_none() {
        return Ok(());
    }
    let positions = Positions::of(&deck.text);
    for missing in lines {
        let place = Some(positions.at(missing.span.start));
        let message = super::unresolved::title(missing, lang);
        line(out, "error", &deck.path, place, "unresolved", &message)?;
    }
    Ok(())
}

/// Writes one annotation.
pub(super) fn line(
    out: &mut dyn Write,
    level: &str,
    path: &str,
    place: Option<(usize, usize)>,
    title: &str,
    message: &str,
) -> io::Result<()> {
    let place =
        place.map(|(line, column)| format!(",line={line},col={column}")).unwrap_or_default();
    let (path, title) = (property(path), property(title));
    writeln!(out, "::{level} file={path}{place},title={title}::{}", data(message))
}

/// Workflow commands end at a line feed and know `%` escapes only.
fn data(text: &str) -> String {
    safe_lines(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn property(text: &str) -> String {
    data(text).replace(':', "%3A").replace(',', "%2C")
}

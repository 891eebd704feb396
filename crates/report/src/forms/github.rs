//! `check -o github`: annotations that GitHub shows next to the deck's lines.

use crate::forms::report_items;
use crate::text::escape::safe_lines;
use sleeve_check::Batch;
use sleeve_data::model::Lang;
use sleeve_data::problem::{Message, Severity};
use std::io::{self, Write};

/// Writes an annotation for each report item of decks and `sleeve.toml` files, then one for each
/// file that was not read.
pub fn write(batch: &Batch, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let Batch { decks, configs, skipped: files } = batch;
    let decks = decks.iter().flat_map(|deck| report_items::deck_items(deck, lang));
    let configs = configs.iter().flat_map(|config| report_items::config_items(config, lang));
    for item in decks.chain(configs) {
        let level = match item.severity {
            Severity::Error => "error",
            Severity::Warning | Severity::Undetermined => "warning",
            Severity::Note => "notice",
        };
        let (path, start) = (item.place.path, item.place.range.map(|at| at.start));
        write_annotation(
            out,
            level,
            path,
            start,
            item.id,
            &report_items::message_with_help(&item, "\n", lang),
        )?;
    }
    for file in files {
        write_annotation(out, "notice", &file.path, None, "not-read", &file.why.title(lang))?;
    }
    Ok(())
}

/// Writes one workflow command; `place` is line and column, starting at 1.
pub(crate) fn write_annotation(
    out: &mut dyn Write,
    level: &str,
    path: &str,
    place: Option<(usize, usize)>,
    title: &str,
    message: &str,
) -> io::Result<()> {
    let place =
        place.map(|(line, column)| format!(",line={line},col={column}")).unwrap_or_default();
    let (path, title) = (escape_property(path), escape_property(title));
    writeln!(out, "::{level} file={path}{place},title={title}::{}", escape_message(message))
}

/// Escapes a message: workflow commands end at a line feed and only know `%` escapes.
fn escape_message(text: &str) -> String {
    // `%` first, because the other escapes begin with it.
    safe_lines(text).replace('%', "%25").replace('\r', "%0D").replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    // A comma ends a property, a colon ends the list.
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}

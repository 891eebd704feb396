//! `check -o github`: annotations that GitHub shows next to the deck's lines.

use crate::{forms::report_items, text::escape::safe_lines};
use sleeve_check::Batch;
use sleeve_data::{
    model::Lang,
    problem::{Message, Severity},
};
use std::io::{self, Write};

/// The most annotations of a level that GitHub shows of one step (GitHub's documentation, "Workflow
/// commands"); the others are only in the log.
pub const SHOWN_ANNOTATIONS: usize = 10;

/// Something that GitHub shows next to a line.
pub struct Annotation<'a> {
    /// `error`, `warning` or `notice`.
    pub level: &'static str,
    pub path: &'a str,
    /// Line and column, starting at 1.
    pub place: Option<(usize, usize)>,
    pub title: &'a str,
    pub message: String,
}

/// Writes an annotation for each report item of decks and `sleeve.toml` files, then one for each
/// file that was not read.
pub fn write(batch: &Batch, lang: Lang, out: &mut dyn Write) -> io::Result<()> {
    let Batch { decks, configs, skipped: files } = batch;
    let decks = decks
        .iter()
        .flat_map(|deck| report_items::deck_items(deck, lang));
    let configs = configs
        .iter()
        .flat_map(|config| report_items::config_items(config, lang));
    let items: Vec<_> = decks.chain(configs).collect();
    let mut annotations: Vec<Annotation<'_>> = items
        .iter()
        .map(|item| Annotation {
            level: level_word(item.severity),
            path: item.place.path,
            place: item.place.range.map(|at| at.start),
            title: item.id,
            message: report_items::message_with_help(item, "\n", lang),
        })
        .collect();
    annotations.extend(files.iter().map(|file| Annotation {
        level: "notice",
        path: &file.path,
        place: None,
        title: "not-read",
        message: file.why.title(lang),
    }));
    write_annotations(&annotations, lang, out)
}

fn level_word(severity: Severity) -> &'static str {
    match severity {
        Severity::Error => "error",
        Severity::Warning | Severity::Undetermined => "warning",
        Severity::Note => "notice",
    }
}

/// Writes the annotations. If GitHub will not show all of them, a notice before them says so.
pub fn write_annotations(
    annotations: &[Annotation<'_>],
    lang: Lang,
    out: &mut dyn Write,
) -> io::Result<()> {
    let hidden = count_hidden(annotations);
    if hidden > 0 {
        let all = annotations.len();
        let limit = SHOWN_ANNOTATIONS;
        let text = say!(
            lang,
            hidden,
            "GitHub shows at most {limit} errors, {limit} warnings and {limit} notices of a step: it hides 1 of {all}, which is only in the log",
            "GitHub shows at most {limit} errors, {limit} warnings and {limit} notices of a step: it hides {hidden} of {all}, which are only in the log"
        );
        writeln!(out, "::notice title=hidden-annotations::{}", escape_message(&text))?;
    }
    annotations
        .iter()
        .try_for_each(|annotation| annotation.write(out))
}

/// Counts the annotations that GitHub hides, if one more notice stands before them.
fn count_hidden(annotations: &[Annotation<'_>]) -> usize {
    let count = |level| annotations.iter().filter(|one| one.level == level).count();
    let [errors, warnings, notices] = ["error", "warning", "notice"].map(count);
    let beyond = |count: usize| count.saturating_sub(SHOWN_ANNOTATIONS);
    match beyond(errors) + beyond(warnings) + beyond(notices) {
        0 => 0,
        // The notice about hidden ones takes a place too.
        hidden => hidden + usize::from(notices >= SHOWN_ANNOTATIONS),
    }
}

impl Annotation<'_> {
    /// Writes it as a workflow command.
    fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        let place = self
            .place
            .map(|(line, column)| format!(",line={line},col={column}"));
        let place = place.unwrap_or_default();
        let (path, title) = (escape_property(self.path), escape_property(self.title));
        let message = escape_message(&self.message);
        writeln!(out, "::{} file={path}{place},title={title}::{message}", self.level)
    }
}

/// Escapes a message: workflow commands end at a line feed and only know `%` escapes.
fn escape_message(text: &str) -> String {
    // `%` first, because the other escapes begin with it.
    safe_lines(text)
        .replace('%', "%25")
        .replace('\r', "%0D")
        .replace('\n', "%0A")
}

fn escape_property(text: &str) -> String {
    // A comma ends a property, a colon ends the list.
    escape_message(text).replace(':', "%3A").replace(',', "%2C")
}

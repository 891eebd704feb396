//! A problem as text: what is wrong, where in the file, what to do. Errors of every crate take this
//! one shape, annotated like those of a compiler.

use crate::text::{
    Style,
    escape::{safe, safe_lines, visible},
};
use annotate_snippets::{
    AnnotationKind, Group, Level, Origin, Renderer, Snippet, renderer::DecorStyle,
};
pub use sleeve_data::problem::Severity;
use sleeve_data::{
    model::Lang,
    problem::{Message, MessagePart, Problem},
};
use sleeve_language::LanguageError;
use std::ops::Range;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Marked lines longer than this, in bytes, are not drawn: only their place is given.
const MAX_DRAWN: usize = 8 * 1024;

/// Approximate columns of `warning[]: ` and `   = note: `.
const TITLE_MARGIN: usize = 16;
const NOTE_MARGIN: usize = 14;
/// Columns between the number of a line and its text, plus one.
const NUMBER_MARGIN: usize = 4;
/// Least width of a drawing.
const LEAST_WIDTH: usize = 20;

/// A marked place in a source.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DiagnosticMark {
    pub span: Range<usize>,
    pub label: String,
    /// False for a place that explains the problem.
    pub primary: bool,
}

/// A text with marked places.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Excerpt<'a> {
    /// Path of the file, or another name of the text.
    pub path: String,
    pub text: &'a str,
    /// Starting at 1.
    pub first_line: usize,
    pub marks: Vec<DiagnosticMark>,
}

/// A problem in words, ready to be drawn.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagnostic<'a> {
    pub severity: Severity,
    /// Stable id of a rule or message.
    pub id: Option<String>,
    pub title: String,
    pub excerpts: Vec<Excerpt<'a>>,
    pub notes: Vec<String>,
    pub helps: Vec<String>,
    /// Help for a page, which has controls instead of options; empty if `helps` fit there too.
    pub helps_on_page: Vec<String>,
}

/// Returns the help of a message for a page; empty if it is the same as for the command line.
fn page_helps(message: &(impl Message + ?Sized), lang: Lang) -> Vec<String> {
    let help = message.part(MessagePart::OnPage, lang);
    if help.is_empty() {
        Vec::new()
    } else {
        [help, message.also(lang)]
            .into_iter()
            .filter(|help| !help.is_empty())
            .collect()
    }
}

impl<'a> Diagnostic<'a> {
    /// Creates an error with a title and nothing else.
    pub fn error(title: impl Into<String>) -> Diagnostic<'a> {
        Diagnostic {
            severity: Severity::Error,
            id: None,
            title: title.into(),
            excerpts: Vec::new(),
            notes: Vec::new(),
            helps: Vec::new(),
            helps_on_page: Vec::new(),
        }
    }

    /// Creates an error with the title and help of a message.
    pub fn from_message(message: &impl Message, lang: Lang) -> Diagnostic<'a> {
        let mut diagnostic = Diagnostic::error(message.title(lang));
        diagnostic.helps_on_page = page_helps(message, lang);
        diagnostic.help(message.help(lang)).help(message.also(lang))
    }

    /// Creates a diagnostic from a problem. `current_file` is the path and text of the file that
    /// was being read; marks without a source belong to it.
    pub fn from_problem<M: Message>(
        problem: &'a Problem<M>,
        current_file: Option<(&'a str, &'a str)>,
        lang: Lang,
    ) -> Diagnostic<'a> {
        let mut diagnostic = Diagnostic::error(problem.title(lang)).severity(problem.severity);
        diagnostic.id = problem.id().map(str::to_owned);
        for mark in &problem.marks {
            let marked_file = mark
                .source
                .as_ref()
                .map(|source| (source.path.as_str(), &*source.text));
            let Some((path, text)) = marked_file.or(current_file) else { continue };
            // An empty text has nothing to mark, so only its path is named.
            if text.is_empty() {
                diagnostic = diagnostic.note(path);
                continue;
            }
            let part = if mark.is_primary { MessagePart::Label } else { MessagePart::Other };
            let label = problem.message.part(part, lang);
            let mark = DiagnosticMark { span: mark.span.clone(), label, primary: mark.is_primary };
            // Marks of one file share an excerpt, so its lines are drawn once.
            match diagnostic
                .excerpts
                .last_mut()
                .filter(|last| last.path == path)
            {
                Some(last) => last.marks.push(mark),
                None => {
                    let (path, marks) = (path.to_owned(), vec![mark]);
                    diagnostic
                        .excerpts
                        .push(Excerpt { path, text, first_line: 1, marks });
                }
            }
        }
        diagnostic.helps_on_page = page_helps(&problem.message, lang);
        diagnostic
            .help(problem.help(lang))
            .help(problem.message.also(lang))
    }

    /// Changes the first word and its colour.
    pub fn severity(mut self, severity: Severity) -> Self {
        self.severity = severity;
        self
    }

    /// Adds an excerpt that marks one place.
    pub fn with_excerpt(
        mut self,
        path: impl Into<String>,
        text: &'a str,
        span: Range<usize>,
        label: impl Into<String>,
    ) -> Self {
        let mark = DiagnosticMark { span, label: label.into(), primary: true };
        self.excerpts
            .push(Excerpt { path: path.into(), text, first_line: 1, marks: vec![mark] });
        self
    }

    /// Adds help; an empty text adds nothing.
    pub fn help(mut self, help: impl Into<String>) -> Self {
        let text = help.into();
        self.helps.extend((!text.is_empty()).then_some(text));
        self
    }

    /// Puts the path of a file before the title, unless an excerpt names it.
    pub fn in_file(self, path: &str, lang: Lang) -> Self {
        if self.excerpts.is_empty() {
            Diagnostic { title: format!("`{path}`{}{}", lang.colon(), self.title), ..self }
        } else {
            self
        }
    }

    /// Adds a fact that explains the problem; an empty text adds nothing.
    pub fn note(mut self, note: impl Into<String>) -> Self {
        let text = note.into();
        self.notes.extend((!text.is_empty()).then_some(text));
        self
    }

    /// Draws the diagnostic, without a line feed at the end.
    pub fn render(&self, style: &Style) -> String {
        let id = self.id.as_ref().map_or(0, String::len);
        let title = break_lines(&safe(&self.title), TITLE_MARGIN + id, style);
        let title = self.level(style.lang).primary_title(title);
        let decor =
            if style.unicode && style.colour { DecorStyle::Unicode } else { DecorStyle::Ascii };
        let cut_mark = if decor == DecorStyle::Unicode { "…" } else { "..." };
        let mut group = Group::with_title(title);
        for excerpt in &self.excerpts {
            for part in excerpt.parts(style, cut_mark) {
                group = match part.window() {
                    Some(window) => group.element(part.snippet(window, style)),
                    None => group.element(part.origin()),
                };
            }
        }
        let lang = style.lang;
        for note in &self.notes {
            let level = name_level(Level::NOTE, "note", None, lang);
            group =
                group.element(level.message(break_lines(&safe_lines(note), NOTE_MARGIN, style)));
        }
        for help in &self.helps {
            let level = name_level(Level::HELP, word!(style.lang, "help"), None, lang);
            group =
                group.element(level.message(break_lines(&safe_lines(help), NOTE_MARGIN, style)));
        }
        let renderer = if style.colour { Renderer::styled() } else { Renderer::plain() };
        renderer
            .term_width(style.width.max(LEAST_WIDTH))
            .decor_style(decor)
            .render(&[group])
    }

    fn level(&self, lang: Lang) -> Level<'static> {
        let (level, name) = match self.severity {
            Severity::Error => (Level::ERROR, word!(lang, "error")),
            Severity::Warning => (Level::WARNING, word!(lang, "warning")),
            Severity::Undetermined => (Level::WARNING, word!(lang, "undetermined")),
            Severity::Note => (Level::NOTE, word!(lang, "note")),
        };
        name_level(level, name, self.id.as_deref(), lang)
    }
}

/// Breaks a sentence at the width of the terminal; the words before it take `beside` columns.
fn break_lines(text: &str, beside: usize, style: &Style) -> String {
    let text = style.set(text);
    if !style.wraps {
        return text.into_owned();
    }
    let width = style.width.saturating_sub(beside).max(LEAST_WIDTH / 2);
    let lines = text.split('\n').map(|line| textwrap::fill(line, width));
    lines.collect::<Vec<_>>().join("\n")
}

/// Gives a level its name and id. The renderer adds the colon, which has a space before it in
/// French.
fn name_level(level: Level<'static>, name: &str, id: Option<&str>, lang: Lang) -> Level<'static> {
    let id = id.map(|id| format!("[{id}]")).unwrap_or_default();
    let space = if lang.binds_signs() { "\u{a0}" } else { "" };
    level.with_name(format!("{name}{id}{space}"))
}

/// Cuts a text to a number of columns; `cut_mark` marks the cut.
fn truncate(text: &str, columns: usize, cut_mark: &str) -> String {
    if text.width() <= columns {
        return text.to_owned();
    }
    let mut used = cut_mark.width();
    let mut cut = String::new();
    for c in text.chars() {
        used += c.width().unwrap_or(0);
        if used > columns {
            break;
        }
        cut.push(c);
    }
    cut + cut_mark
}

impl<'a> Excerpt<'a> {
    /// Splits an excerpt into parts that fit the width. The renderer cuts text around the marks but
    /// not between them, so distant marks are drawn one after the other.
    fn parts(&self, style: &Style, cut_mark: &str) -> Vec<Excerpt<'a>> {
        if self.marks.is_empty() {
            return vec![self.clone()];
        }
        let lines = self.first_line + self.text.matches('\n').count();
        let width = style.width.max(LEAST_WIDTH);
        let room = width.saturating_sub(lines.to_string().len() + NUMBER_MARGIN);
        // Each part, with the columns of its marks and their labels.
        let mut parts: Vec<(Range<usize>, Excerpt<'a>)> = Vec::new();
        for mark in &self.marks {
            let span = clamp(self.text, &mark.span);
            let before = self.text.get(..span.start).unwrap_or_default();
            let start = before.rsplit('\n').next().unwrap_or_default().width();
            let rest = self
                .text
                .get(span.start..)
                .and_then(|text| text.lines().next());
            // The renderer does not cut a line that fits.
            let fits = style.wraps && start + rest.map_or(0, |rest| rest.width()) <= room;
            // The renderer leaves out the middle of a long mark.
            let marked = self
                .text
                .get(span)
                .unwrap_or_default()
                .lines()
                .next()
                .unwrap_or_default();
            let end = start + marked.width().clamp(1, room.div_ceil(2).max(1));
            let from = if fits { 0 } else { start };
            let label_room = (from + room).saturating_sub(end + 1).max(LEAST_WIDTH / 2);
            let label = if style.wraps {
                truncate(&mark.label, label_room, cut_mark)
            } else {
                mark.label.clone()
            };
            let columns = from..end + 1 + label.width();
            let mark = DiagnosticMark { label, ..mark.clone() };
            match parts
                .iter_mut()
                .find(|(at, _)| join_ranges(at, &columns).len() <= room)
            {
                Some((at, part)) => {
                    *at = join_ranges(at, &columns);
                    part.marks.push(mark);
                }
                None => {
                    let part = Excerpt { marks: vec![mark], path: self.path.clone(), ..*self };
                    parts.push((columns, part));
                }
            }
        }
        parts.into_iter().map(|(_, part)| part).collect()
    }

    /// Returns the bytes of the whole lines with marks; `None` if they are too long to draw. The
    /// renderer's work grows with its text, so it gets no more than these.
    fn window(&self) -> Option<Range<usize>> {
        let spans: Vec<Range<usize>> = self
            .marks
            .iter()
            .map(|mark| clamp(self.text, &mark.span))
            .collect();
        let first = spans.iter().map(|span| span.start).min()?;
        let last = spans.iter().map(|span| span.end).max()?;
        let start = self.text.get(..first)?.rfind('\n').map_or(0, |at| at + 1);
        let end = self
            .text
            .get(last..)?
            .find('\n')
            .map_or(self.text.len(), |at| last + at + 1);
        let lengths = spans.iter().map(|span| {
            let start = self
                .text
                .get(..span.start)
                .and_then(|t| t.rfind('\n'))
                .unwrap_or(0);
            let end = self.text.get(span.end..).and_then(|t| t.find('\n'));
            end.map_or(self.text.len(), |at| span.end + at) - start
        });
        (lengths.max()? <= MAX_DRAWN).then_some(start..end)
    }

    /// Returns path, line and column without the text.
    fn origin(&self) -> Origin<'a> {
        let origin = Origin::path(safe(&self.path).into_owned());
        let Some(mark) = self.marks.iter().find(|m| m.primary).or(self.marks.first()) else {
            return origin;
        };
        let (line, column) = position(self.text, mark.span.start);
        origin.line(line + self.first_line - 1).char_column(column)
    }

    fn snippet(
        &self,
        window: Range<usize>,
        style: &Style,
    ) -> Snippet<'a, annotate_snippets::Annotation<'a>> {
        let before = self
            .text
            .get(..window.start)
            .unwrap_or("")
            .matches('\n')
            .count();
        let text = self.text.get(window.clone()).unwrap_or(self.text);
        let mut snippet = Snippet::source(visible(text))
            .line_start(self.first_line + before)
            .path(safe(&self.path).into_owned());
        for mark in &self.marks {
            let kind = if mark.primary { AnnotationKind::Primary } else { AnnotationKind::Context };
            let span = clamp(self.text, &mark.span);
            let span =
                span.start.saturating_sub(window.start)..span.end.saturating_sub(window.start);
            let annotation = kind.span(span);
            let label =
                (!mark.label.is_empty()).then(|| style.set(&safe(&mark.label)).into_owned());
            snippet = snippet.annotation(annotation.label(label));
        }
        snippet
    }
}

/// Moves the ends of a span into the text and to character boundaries.
fn clamp(text: &str, span: &Range<usize>) -> Range<usize> {
    // Spans may end within a character, and slicing there would panic.
    let start = floor_boundary(text, span.start);
    start..floor_boundary(text, span.end).max(start)
}

fn floor_boundary(text: &str, at: usize) -> usize {
    let mut at = at.min(text.len());
    while !text.is_char_boundary(at) {
        at -= 1;
    }
    at
}

/// Returns the range from the start of the first to the end of the last.
fn join_ranges(a: &Range<usize>, b: &Range<usize>) -> Range<usize> {
    a.start.min(b.start)..a.end.max(b.end)
}

/// Returns line and column of a byte, both starting at 1; columns count characters.
pub fn position(text: &str, byte: usize) -> (usize, usize) {
    let before = text.get(..clamp(text, &(byte..byte)).start).unwrap_or(text);
    let line = before.matches('\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |at| at + 1);
    (line, before.get(start..).map_or(0, |s| s.chars().count()) + 1)
}

/// Line and column of many places in one text: the starts of lines are only looked up once.
pub struct Positions<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Positions<'t> {
    /// Looks up the starts of the lines of a text.
    pub fn new(text: &'t str) -> Positions<'t> {
        let starts = std::iter::once(0).chain(text.match_indices('\n').map(|(at, _)| at + 1));
        Positions { text, starts: starts.collect() }
    }

    /// Returns line and column of a byte, both starting at 1; columns count characters.
    pub fn line_and_column(&self, byte: usize) -> (usize, usize) {
        let byte = clamp(self.text, &(byte..byte)).start;
        let line = self.starts.partition_point(|start| *start <= byte).max(1);
        let start = self.starts.get(line - 1).copied().unwrap_or(0);
        (line, self.text.get(start..byte).map_or(0, |s| s.chars().count()) + 1)
    }
}

/// Marks a mistake in a text of the query language; `name` says which text it is (`filter`, a
/// rule's place).
pub fn language_diagnostic<'a>(
    error: &LanguageError,
    name: &str,
    text: &'a str,
    lang: Lang,
) -> Diagnostic<'a> {
    Diagnostic::error(error.title(lang))
        .with_excerpt(name, text, error.span.clone(), "")
        .help(error.help(lang))
}

//! Text for people: its look, and French typography: a no-break space (U+00A0) before `: ; ! ? %`
//! and inside « ».
//!
//! Our words and those of the data have a plain space there. It becomes a no-break space before a
//! text is broken into lines and before it is shown to people. Forms for programs, written files,
//! quoted lines of files and code between backticks keep their spaces.

pub mod diagnostic;
pub mod escape;
pub mod lines;
pub mod table;
pub mod words;

use maud::{DOCTYPE, Markup, PreEscaped, html};
use sleeve_data::model::Lang;
use std::{
    borrow::Cow,
    io::{self, Write},
};

/// The look of output: colour, width, characters, language.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    pub colour: bool,
    /// Columns of the terminal, or of the page without a terminal.
    pub width: usize,
    /// Whether sentences are broken at `width`, as on a terminal; otherwise lines stay whole.
    pub wraps: bool,
    /// Whether box-drawing and other non-ASCII characters may be used.
    pub unicode: bool,
    pub lang: Lang,
    /// Whether texts may name command line options; a page has controls instead.
    pub options: bool,
}

impl Style {
    /// The look of piped output: no colour, 80 columns.
    pub const PLAIN: Style = Style {
        colour: false,
        width: 80,
        wraps: false,
        unicode: true,
        lang: Lang::En,
        options: true,
    };

    /// Bold, if there is colour.
    pub fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// Green, if there is colour.
    pub fn good(&self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// Red, if there is colour.
    pub fn bad(&self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// Yellow, if there is colour.
    pub fn doubtful(&self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// Dim, if there is colour.
    pub fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// Replaces the decimal sign of a printed number with that of the language.
    pub fn number(&self, printed: String) -> String {
        self.lang.set_decimals(&printed)
    }

    /// Typesets a text for people: in French, no-break spaces keep signs with their words.
    pub fn set<'t>(&self, text: &'t str) -> Cow<'t, str> {
        if self.lang.binds_signs() { typeset_french(text) } else { Cow::Borrowed(text) }
    }

    /// Wraps a stream so that [`Style::set`] applies to each of its lines.
    pub fn typesetter<'o>(&self, out: &'o mut dyn Write) -> Typesetter<'o> {
        Typesetter::new(out, self.lang.binds_signs())
    }
}

/// U+00A0 for every sign: the narrow U+202F is as wide in a terminal, and fewer fonts have it.
const NO_BREAK: char = '\u{a0}';

/// Replaces the spaces before French signs with no-break ones; code between backticks keeps its
/// spaces.
pub fn typeset_french(text: &str) -> Cow<'_, str> {
    let mut output = String::new();
    let mut copied = 0;
    let mut is_code = false;
    for (at, byte) in text.bytes().enumerate() {
        is_code ^= byte == b'`';
        if byte != b' ' || is_code || !is_bound_space(text, at) {
            continue;
        }
        output.push_str(text.get(copied..at).unwrap_or_default());
        output.push(NO_BREAK);
        copied = at + 1;
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    output.push_str(text.get(copied..).unwrap_or_default());
    Cow::Owned(output)
}

/// Whether the space at byte `at` belongs to the sign next to it.
fn is_bound_space(text: &str, at: usize) -> bool {
    let before = text.get(..at).and_then(|text| text.chars().next_back());
    let mut after = text.get(at + 1..).unwrap_or_default().chars();
    let sign = after.next();
    let ends = |next: Option<char>| {
        next.is_none_or(|c| c.is_whitespace() || c.is_control() || ")]»\".,…".contains(c))
    };
    match sign {
        _ if before == Some('«') => true,
        Some('»') => true,
        Some(':' | ';' | '!' | '?') => ends(after.next()),
        Some('%') => before.is_some_and(|c| c.is_ascii_digit()) && ends(after.next()),
        _ => false,
    }
}

/// Applies [`typeset_french`] to the texts between HTML tags, except to code.
pub fn typeset_french_html(html: &str) -> String {
    // A no-break space is one byte longer than a space.
    let mut output = String::with_capacity(html.len() + html.len() / 32);
    let mut code = 0_usize;
    for piece in html.split_inclusive('>') {
        let (text, tag) = piece.split_at(piece.find('<').unwrap_or(piece.len()));
        let text = if code > 0 { Cow::Borrowed(text) } else { typeset_french(text) };
        output.push_str(&text);
        output.push_str(tag);
        let opens = |tag: &str, name| {
            tag.strip_prefix(name)
                .is_some_and(|t| t.starts_with([' ', '>']))
        };
        if opens(tag, "<code") || opens(tag, "<pre") {
            code += 1;
        } else if opens(tag, "</code") || opens(tag, "</pre") {
            code = code.saturating_sub(1);
        }
    }
    output
}

/// A stream that applies [`typeset_french`] to each line.
pub struct Typesetter<'o> {
    out: &'o mut dyn Write,
    line: Option<Vec<u8>>,
}

impl<'o> Typesetter<'o> {
    /// Wraps a stream; if `sets` is false, every byte passes unchanged.
    pub fn new(out: &'o mut dyn Write, sets: bool) -> Typesetter<'o> {
        Typesetter { out, line: sets.then(Vec::new) }
    }

    fn write_line(&mut self) -> io::Result<()> {
        let Some(line) = self.line.as_mut().filter(|line| !line.is_empty()) else { return Ok(()) };
        let written = match std::str::from_utf8(line) {
            Ok(text) if !is_quoted(text) => self.out.write_all(typeset_french(text).as_bytes()),
            _ => self.out.write_all(line),
        };
        line.clear();
        written
    }
}

impl Write for Typesetter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.line.is_none() {
            return self.out.write(bytes);
        }
        for piece in bytes.split_inclusive(|byte| *byte == b'\n') {
            self.line.get_or_insert_default().extend(piece);
            if piece.ends_with(b"\n") {
                self.write_line()?;
            }
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_line()?;
        self.out.flush()
    }
}

impl Drop for Typesetter<'_> {
    fn drop(&mut self) {
        // Texts for people end with a line feed, so bytes only remain if writing failed before.
        let _ = self.write_line();
    }
}

/// Whether a line quotes a file: ` 12 | text`. Labels next to the quotation are typeset before they
/// are drawn.
fn is_quoted(line: &str) -> bool {
    let mut rest = line;
    loop {
        rest = rest.trim_start_matches([' ', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9']);
        match rest
            .strip_prefix("\u{1b}[")
            .and_then(|code| code.split_once('m'))
        {
            Some((_, after)) => rest = after,
            None => return rest.starts_with(['|', '│']),
        }
    }
}

/// Converts a text for a page: code is between two backticks.
pub fn code_markup(text: &str) -> Markup {
    let is_paired = text.matches('`').count().is_multiple_of(2);
    html! {
        @if is_paired {
            @for (at, part) in text.split('`').enumerate() {
                @if at % 2 == 1 { code { (part) } } @else { (part) }
            }
        } @else { (text) }
    }
}

/// The frame of every page: one file that fetches nothing and runs nothing, with its own style
/// sheet. `maud` escapes the text of `body`.
pub fn html_page(title: &str, style: &'static str, lang: Lang, body: &Markup) -> String {
    let bound = lang
        .binds_signs()
        .then(|| (typeset_french(title), PreEscaped(typeset_french_html(&body.0))));
    let code = lang.code();
    let (title, body) = match &bound {
        None => (title, body),
        Some((title, body)) => (&**title, body),
    };
    html! {
        (DOCTYPE)
        html lang=(code) {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'";
                title { (title) }
                style { (PreEscaped(style)) }
            }
            body { (body) }
        }
    }
    .into_string()
}

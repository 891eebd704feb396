//! Lines of text, wrapped, padded and placed side by side by the width of their characters, and
//! made ready for print.

use crate::text::{Style, escape::safe_print};
use std::{
    borrow::Cow,
    io::{self, Write},
};
use textwrap::{Options, WordSeparator, WordSplitter, core::display_width};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Breaks a text into lines of at most `width` columns: at spaces other than no-break spaces, and
/// within words that are wider than a line.
pub fn wrap(text: &str, width: usize, style: &Style) -> Vec<String> {
    let width = width.max(1);
    let mut lines = vec![String::new()];
    let mut used = 0;
    let set = style.set(text);
    // A no-break space keeps a French sign with its word.
    let words = set.split(|c: char| c.is_whitespace() && c != '\u{a0}');
    for word in words.filter(|word| !word.is_empty()) {
        let room = word.width() + usize::from(used > 0);
        if used > 0 && used + room > width {
            lines.push(String::new());
            used = 0;
        }
        if used > 0 {
            push_text(&mut lines, " ");
            used += 1;
        }
        for c in word.chars() {
            let columns = c.width().unwrap_or(0);
            if used + columns > width && used > 0 {
                lines.push(String::new());
                used = 0;
            }
            push_text(&mut lines, c.encode_utf8(&mut [0; 4]));
            used += columns;
        }
    }
    lines
}

fn push_text(lines: &mut [String], text: &str) {
    if let Some(last) = lines.last_mut() {
        last.push_str(text);
    }
}

/// Pads a text with spaces to a width.
pub fn pad(text: &str, width: usize) -> String {
    format!("{text}{}", " ".repeat(width.saturating_sub(text.width())))
}

/// Wraps a text next to a heading; its lines begin `indent` columns from the left.
pub fn wrap_beside(heading: &str, text: &str, indent: usize, style: &Style) -> Vec<String> {
    let lines = wrap(text, style.width.saturating_sub(indent).max(20), style);
    let mut heading = heading;
    let mut rows = Vec::new();
    for line in lines {
        rows.push(
            format!("{}{line}", pad(heading, indent))
                .trim_end()
                .to_owned(),
        );
        // Only the first line is next to the heading.
        heading = "";
    }
    rows
}

/// Places texts on one line, each at its anchor (0: left, 1: right), at least two columns apart;
/// `None` if they do not fit.
pub fn place_texts(cells: &[(f64, &str)], width: usize) -> Option<String> {
    let widths: Vec<usize> = cells.iter().map(|(_, text)| text.width()).collect();
    if widths.iter().sum::<usize>() + 2 * cells.len().saturating_sub(1) > width {
        return None;
    }
    let mut starts: Vec<usize> = Vec::with_capacity(cells.len());
    let mut free = 0;
    for ((anchor, _), len) in cells.iter().zip(&widths) {
        let anchored_start = (anchor * width.saturating_sub(*len) as f64).round() as usize;
        starts.push(anchored_start.max(free));
        free = anchored_start.max(free) + len + 2;
    }
    // Texts that were pushed to the right move back until the last one fits.
    let mut end = width;
    for (start, len) in starts.iter_mut().zip(&widths).rev() {
        *start = (*start).min(end.saturating_sub(*len));
        end = start.saturating_sub(2);
    }
    let mut line = String::new();
    for ((_, text), start) in cells.iter().zip(starts) {
        line = pad(&line, start) + text;
    }
    Some(pad(&line, width))
}

/// Makes a text for people ready for print, as the last step before a terminal or log. Wide lines
/// are broken first, and then everything is escaped that would be obeyed there, because a break may
/// move `::error::` to the beginning of a line.
pub fn print_ready<'t>(text: &'t str, style: &Style) -> Cow<'t, str> {
    match fold_lines(text, style) {
        Cow::Borrowed(text) => safe_print(text, style),
        Cow::Owned(text) => Cow::Owned(safe_print(&text, style).into_owned()),
    }
}

/// Breaks lines wider than the terminal; the rest of each is indented two columns more than its
/// beginning.
fn fold_lines<'t>(text: &'t str, style: &Style) -> Cow<'t, str> {
    // `display_width` skips escape codes: colour has no width.
    if !style.wraps || text.lines().all(|line| display_width(line) <= style.width) {
        return Cow::Borrowed(text);
    }
    let mut lines = Vec::new();
    for line in text.split('\n') {
        if display_width(line) <= style.width {
            lines.push(line.to_owned());
            continue;
        }
        let blanks = line.len() - line.trim_start_matches(' ').len();
        // At most half the width, so that deeply indented lines have room for words.
        let indent = " ".repeat((blanks + 2).min(style.width / 2));
        let options = Options::new(style.width)
            .subsequent_indent(&indent)
            .word_separator(WordSeparator::AsciiSpace)
            .word_splitter(WordSplitter::NoHyphenation);
        lines.push(textwrap::fill(line, options));
    }
    Cow::Owned(lines.join("\n"))
}

/// The stream of all results for people: everything written is made [ready for print](print_ready),
/// line by line.
pub struct FoldingWriter<'o> {
    out: &'o mut dyn Write,
    style: Style,
    /// Bytes of an unfinished line.
    line: Vec<u8>,
}

impl<'o> FoldingWriter<'o> {
    /// Wraps a stream so that everything written to it is made ready for print in a style.
    pub fn new(out: &'o mut dyn Write, style: &Style) -> FoldingWriter<'o> {
        FoldingWriter { out, style: *style, line: Vec::new() }
    }

    /// Writes the finished lines, and with `all` also the last one.
    fn write_lines(&mut self, all: bool) -> io::Result<()> {
        let end = self
            .line
            .iter()
            .rposition(|byte| *byte == b'\n')
            .map_or(0, |at| at + 1);
        let rest = self.line.split_off(if all { self.line.len() } else { end });
        let whole = std::mem::replace(&mut self.line, rest);
        self.out
            .write_all(print_ready(&String::from_utf8_lossy(&whole), &self.style).as_bytes())
    }
}

impl Write for FoldingWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.line.extend_from_slice(bytes);
        if bytes.contains(&b'\n') {
            self.write_lines(false)?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.write_lines(true)?;
        self.out.flush()
    }
}

impl Drop for FoldingWriter<'_> {
    fn drop(&mut self) {
        // Texts for people end with a line feed, so bytes only remain if writing failed before.
        let _ = self.write_lines(true);
    }
}

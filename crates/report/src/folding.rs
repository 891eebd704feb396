//! Lines that end where the terminal does.

use super::style::Style;
use std::borrow::Cow;
use std::io::{self, Write};

use textwrap::core::display_width;
use textwrap::{Options, WordSeparator, WordSplitter};

/// A text whose lines are broken where the terminal ends, each under its own beginning.
pub fn folded<'t>(text: &'t str, style: &Style) -> Cow<'t, str> {
    let fits = |line: &str| display_width(line) <= style.width;
    if !style.wraps || text.lines().all(fits) {
        return Cow::Borrowed(text);
    }
    let fold = |line: &str| {
        let blanks = line.len() - line.trim_start_matches(' ').len();
        let indent = " ".repeat((blanks + 2).min(style.width / 2));
        textwrap::fill(
            line,
            Options::new(style.width)
                .subsequent_indent(&indent)
                .word_separator(WordSeparator::AsciiSpace)
                .word_splitter(WordSplitter::NoHyphenation),
        )
    };
    let lines = text.split('\n');
    let lines = lines.map(|line| if fits(line) { line.to_owned() } else { fold(line) });
    Cow::Owned(lines.collect::<Vec<_>>().join("\n"))
}

/// A stream for people: its lines are broken where the terminal ends.
pub struct Folding<'o> {
    out: &'o mut dyn Write,
    style: Style,
    /// What was written of a line that has no end yet.
    line: Vec<u8>,
}

impl<'o> Folding<'o> {
    /// Over a stream.
    pub fn new(out: &'o mut dyn Write, style: &Style) -> Folding<'o> {
        Folding { out, style: *style, line: Vec::new() }
    }

    /// Writes what there is up to the last line feed, or all of it.
    fn pass_on(&mut self, all: bool) -> io::Result<()> {
        let end = self.line.iter().rposition(|byte| *byte == b'\n').map_or(0, |at| at + 1);
        let rest = self.line.split_off(if all { self.line.len() } else { end });
        let whole = std::mem::replace(&mut self.line, rest);
        self.out.write_all(folded(&String::from_utf8_lossy(&whole), &self.style).as_bytes())
    }
}

impl Write for Folding<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.style.wraps {
            return self.out.write(bytes);
        }
        self.line.extend_from_slice(bytes);
        self.pass_on(false).map(|()| bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.pass_on(true)?;
        self.out.flush()
    }
}

impl Drop for Folding<'_> {
    fn drop(&mut self) {
        // Texts for people end with a line feed, so that nothing is left unless writing failed before.
        let _ = self.pass_on(true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_broken_under_their_own_beginning_and_colour_takes_no_room() {
        let style = Style { width: 20, wraps: true, ..Style::PLAIN };
        assert_eq!(
            folded("  one two three four five\nsix\n", &style),
            "  one two three four\n    five\nsix\n"
        );
        assert_eq!(folded("\u{1b}[1;31mtwenty columns wide!\u{1b}[0m", &style).lines().count(), 1);
        let whole = "as it is where nobody reads it on a terminal";
        assert_eq!(folded(whole, &Style::PLAIN), whole);
    }
}

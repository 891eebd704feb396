//! Patterns of lines: a line with placeholders, with one rule for reading and writing.
//!
//! A line is trimmed. A run of blanks in a pattern matches at least as many blanks in the line;
//! every other character matches itself. `{name}`, `{value}` and `{any}` are free: they take what
//! the rest of the pattern leaves. The pieces before the first free one are read from the left, and
//! those after the last one from the right; each placeholder takes all its allowed characters, up
//! to the sign that follows it in the pattern. Between two free ones there are two blanks, a tab, a
//! bracket or two signs, and the first place where that matches separates them.

use serde::{Deserialize, Serialize};
use std::ops::Range;

/// The longest pattern, in bytes.
pub const MAX_PATTERN_BYTES: usize = 200;

worded! {
    /// A placeholder in a pattern, which a text of the deck file fills.
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
    pub enum Placeholder, word {
        /// The number of copies: digits.
        Count = "count",
        /// A card's name: free.
        Name = "name",
        /// A card's id: a word without blanks and brackets.
        Id = "id",
        /// A set, by its id, code or name: anything without brackets.
        Set = "set",
        /// A set, by its code: a word without blanks and brackets.
        Code = "code",
        /// A card's number in its set: a word with a digit, without blanks and brackets.
        Number = "number",
        /// A word for a zone: one that the reader lists.
        Zone = "zone",
        /// The state of the copies: a value of a field, or a mark: anything without brackets.
        State = "state",
        /// A value of the deck, such as its name: free.
        Value = "value",
        /// A word without blanks and brackets, which is ignored.
        Word = "word",
        /// Any text, which is ignored: free.
        Any = "any",
    }
}

impl Placeholder {
    /// The word at `{zone}` in a sample line.
    pub const SAMPLE_ZONE: &str = "Zone";

    /// The placeholder as written in patterns: `{count}`.
    pub fn braced(self) -> String {
        format!("{{{}}}", self.word())
    }

    fn is_free(self) -> bool {
        matches!(self, Placeholder::Name | Placeholder::Value | Placeholder::Any)
    }

    fn accepts(self, c: char) -> bool {
        match self {
            Placeholder::Count => c.is_ascii_digit(),
            Placeholder::Id | Placeholder::Code | Placeholder::Number | Placeholder::Word => {
                !c.is_whitespace() && !is_bracket(c)
            }
            Placeholder::Set | Placeholder::State => !is_bracket(c),
            // Read as the given word.
            Placeholder::Zone => false,
            Placeholder::Name | Placeholder::Value | Placeholder::Any => true,
        }
    }

    /// Whether it may contain this text, whose characters are all allowed. Without the digit, every
    /// name of three words would end in a set and a number.
    fn holds(self, text: &str) -> bool {
        match self {
            Placeholder::Number => text.contains(|c: char| c.is_ascii_digit()),
            _ => !text.is_empty(),
        }
    }

    /// Its text in a sample line, which shows which pattern reads it.
    fn sample(self) -> &'static str {
        match self {
            Placeholder::Count => "2",
            Placeholder::Name => "Quick Fox",
            Placeholder::Id => "qf7",
            Placeholder::Set => "Zed Yard",
            Placeholder::Code => "ZY",
            Placeholder::Number => "42",
            Placeholder::Zone => Placeholder::SAMPLE_ZONE,
            Placeholder::State => "foil",
            Placeholder::Value => "Some Value",
            Placeholder::Word => "word",
            Placeholder::Any => "and more",
        }
    }
}

fn is_bracket(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '{' | '}' | '<' | '>')
}

/// Whether a character ends a placeholder before it: no letter, digit or blank.
fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !c.is_whitespace()
}

/// Whether a text can separate two free placeholders: it has a wide blank, a bracket or two signs
/// in a row, which names do not have.
fn parts_texts(text: &str) -> bool {
    let has_signs = || {
        text.chars()
            .zip(text.chars().skip(1))
            .any(|(a, b)| is_sign(a) && is_sign(b))
    };
    text.contains("  ") || text.contains(['\t', '(', '[', '{', '<']) || has_signs()
}

/// A piece of a pattern: fixed text or a placeholder.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub enum PatternPiece {
    Text(String),
    Hole(Placeholder),
}

impl PatternPiece {
    fn is_free(&self) -> bool {
        matches!(self, PatternPiece::Hole(hole) if hole.is_free())
    }
}

/// The form of a line: fixed texts with placeholders between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LinePattern {
    pieces: Vec<PatternPiece>,
}

/// The reason why a text is not a pattern, or reads lines in more than one way.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum PatternFault {
    Empty,
    /// Longer than [`MAX_PATTERN_BYTES`].
    TooLong,
    /// A brace without its partner.
    Brace,
    /// There is no placeholder with this name.
    Unknown(String),
    /// A placeholder used twice.
    Twice(Placeholder),
    /// Two adjacent placeholders.
    Touching(Placeholder, Placeholder),
    /// A placeholder that would also take the text after it.
    Endless(Placeholder, String),
    /// Two free placeholders with too little between them to separate them.
    Unparted(Placeholder, Placeholder),
    /// Three free placeholders.
    ThreeFree,
}

/// The texts of a line, by placeholder.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct FilledPattern<'l>(Vec<(Placeholder, &'l str)>);

impl<'l> FilledPattern<'l> {
    /// The text at a placeholder, without blanks around it.
    pub fn get(&self, hole: Placeholder) -> Option<&'l str> {
        self.0
            .iter()
            .find(|(other, _)| *other == hole)
            .map(|(_, text)| *text)
    }
}

impl LinePattern {
    /// Parses a pattern; `{{` and `}}` are literal braces.
    ///
    /// # Errors
    /// The text is not a pattern, or could read a line in two ways.
    pub fn parse(text: &str) -> Result<LinePattern, PatternFault> {
        let mut rest = text.trim();
        if rest.is_empty() {
            return Err(PatternFault::Empty);
        }
        if rest.len() > MAX_PATTERN_BYTES {
            return Err(PatternFault::TooLong);
        }
        let mut pieces: Vec<PatternPiece> = Vec::new();
        let mut literal = String::new();
        while let Some(c) = rest.chars().next() {
            let after = rest.get(c.len_utf8()..).unwrap_or("");
            let doubled = after.strip_prefix(c).filter(|_| matches!(c, '{' | '}'));
            if let Some(after) = doubled {
                literal.push(c);
                rest = after;
            } else if c == '{' {
                let (word, after) = after.split_once('}').ok_or(PatternFault::Brace)?;
                let known = Placeholder::ALL
                    .iter()
                    .copied()
                    .find(|hole| hole.word() == word);
                let hole = known.ok_or_else(|| PatternFault::Unknown(word.to_owned()))?;
                if !literal.is_empty() {
                    pieces.push(PatternPiece::Text(std::mem::take(&mut literal)));
                }
                pieces.push(PatternPiece::Hole(hole));
                rest = after;
            } else if c == '}' {
                return Err(PatternFault::Brace);
            } else {
                literal.push(c);
                rest = after;
            }
        }
        if !literal.is_empty() {
            pieces.push(PatternPiece::Text(literal));
        }
        let pattern = LinePattern { pieces };
        pattern.check()?;
        Ok(pattern)
    }

    /// The placeholders from left to right.
    pub fn holes(&self) -> impl Iterator<Item = Placeholder> {
        self.pieces.iter().filter_map(|piece| match piece {
            PatternPiece::Hole(hole) => Some(*hole),
            PatternPiece::Text(_) => None,
        })
    }

    /// Whether it contains a placeholder.
    pub fn has(&self, hole: Placeholder) -> bool {
        self.holes().any(|other| other == hole)
    }

    /// Whether it reads every line.
    pub fn reads_all(&self) -> bool {
        matches!(self.pieces.as_slice(), [PatternPiece::Hole(hole)] if hole.is_free())
    }

    /// The positions of its first and last free placeholder.
    fn free_positions(&self) -> Option<(usize, usize)> {
        let first = self.pieces.iter().position(PatternPiece::is_free)?;
        Some((first, self.pieces.iter().rposition(PatternPiece::is_free)?))
    }

    fn check(&self) -> Result<(), PatternFault> {
        let holes: Vec<Placeholder> = self.holes().collect();
        for (at, hole) in holes.iter().enumerate() {
            let is_kept = !matches!(hole, Placeholder::Any | Placeholder::Word);
            if is_kept && holes.iter().skip(at + 1).any(|other| other == hole) {
                return Err(PatternFault::Twice(*hole));
            }
        }
        if holes.iter().filter(|hole| hole.is_free()).count() > 2 {
            return Err(PatternFault::ThreeFree);
        }
        // The zone's word is fixed when a line is read, so it may touch anything that ends by
        // itself.
        for pair in self.pieces.windows(2) {
            if let [PatternPiece::Hole(first), PatternPiece::Hole(second)] = pair {
                return Err(PatternFault::Touching(*first, *second));
            }
        }
        let (first, last) = self
            .free_positions()
            .unwrap_or((self.pieces.len(), self.pieces.len()));
        for (at, piece) in self.pieces.iter().enumerate() {
            let PatternPiece::Hole(hole) = piece else { continue };
            if hole.is_free() || *hole == Placeholder::Zone {
                continue;
            }
            // A placeholder ends at the next sign, but not at a letter, a digit or a blank.
            let edge = if at < last { Edge::Front } else { Edge::Back };
            if let Some(text) = self.text_beside(at, edge)
                && edge
                    .outer_char(text)
                    .is_some_and(|c| hole.accepts(c) && !is_sign(c))
            {
                return Err(PatternFault::Endless(*hole, text.to_owned()));
            }
        }
        self.check_separator(first, last)
    }

    /// Checks that a text separates the free placeholders at these positions.
    fn check_separator(&self, first: usize, last: usize) -> Result<(), PatternFault> {
        let Some([PatternPiece::Hole(front), between @ .., PatternPiece::Hole(back)]) =
            self.pieces.get(first..=last)
        else {
            return Ok(());
        };
        let mut texts = between.iter();
        // Two ignored texts need no separator, because neither is kept.
        if (*front, *back) == (Placeholder::Any, Placeholder::Any)
            || texts.any(|piece| matches!(piece, PatternPiece::Text(text) if parts_texts(text)))
        {
            return Ok(());
        }
        Err(PatternFault::Unparted(*front, *back))
    }

    /// The text next to a piece, on the side where reading goes on.
    fn text_beside(&self, at: usize, edge: Edge) -> Option<&str> {
        let beside = match edge {
            Edge::Front => at + 1,
            Edge::Back => at.checked_sub(1)?,
        };
        match self.pieces.get(beside)? {
            PatternPiece::Text(text) => Some(text),
            PatternPiece::Hole(_) => None,
        }
    }

    /// Strips the piece at an index from one end of a line; `None` if it does not match there.
    fn strip_piece<'l>(
        &self,
        at: usize,
        edge: Edge,
        rest: &'l str,
        zone: &str,
        found: &mut FilledPattern<'l>,
    ) -> Option<&'l str> {
        let hole = match self.pieces.get(at)? {
            PatternPiece::Text(text) => return strip_text(edge, rest, text),
            PatternPiece::Hole(Placeholder::Zone) => return strip_text(edge, rest, zone),
            PatternPiece::Hole(hole) => *hole,
        };
        let beside = self
            .text_beside(at, edge)
            .and_then(|text| edge.outer_char(text));
        let end = beside.filter(|c| is_sign(*c));
        let (text, rest) = edge.split_run(rest, |c| hole.accepts(c) && Some(c) != end)?;
        found.0.push((hole, text.trim()));
        hole.holds(text.trim()).then_some(rest)
    }

    /// Reads a line, in which `{zone}` is this word; `None` if the line does not match.
    pub fn read<'l>(&self, line: &'l str, zone: &str) -> Option<FilledPattern<'l>> {
        let mut found = FilledPattern::default();
        let mut rest = line.trim();
        let Some((first, last)) = self.free_positions() else {
            for at in 0..self.pieces.len() {
                rest = self.strip_piece(at, Edge::Front, rest, zone, &mut found)?;
            }
            return rest.is_empty().then_some(found);
        };
        for at in 0..first {
            rest = self.strip_piece(at, Edge::Front, rest, zone, &mut found)?;
        }
        for at in (last + 1..self.pieces.len()).rev() {
            rest = self.strip_piece(at, Edge::Back, rest, zone, &mut found)?;
        }
        if first < last {
            let (before, between, behind) = self.split_between(first + 1..last, rest, zone)?;
            self.take_free(first, before, &mut found)?;
            found.0.extend(between.0);
            rest = behind;
        }
        self.take_free(last, rest, &mut found)?;
        Some(found)
    }

    /// Fills the free placeholder at an index; `None` if the text is blank.
    fn take_free<'l>(&self, at: usize, text: &'l str, found: &mut FilledPattern<'l>) -> Option<()> {
        let Some(PatternPiece::Hole(hole)) = self.pieces.get(at) else { return None };
        let trimmed = text.trim();
        found.0.push((*hole, trimmed));
        (!trimmed.is_empty()).then_some(())
    }

    /// Splits a line at the first place where these pieces match: the part before them, their
    /// texts, and the part behind them.
    fn split_between<'l>(
        &self,
        pieces: Range<usize>,
        line: &'l str,
        zone: &str,
    ) -> Option<(&'l str, FilledPattern<'l>, &'l str)> {
        let mut in_blanks = false;
        for (at, c) in line.char_indices() {
            // Inside a run of blanks that did not match, no later position matches.
            let again = c.is_whitespace() && in_blanks;
            in_blanks = c.is_whitespace();
            if at == 0 || again {
                continue;
            }
            let (before, rest) = line.split_at_checked(at)?;
            let mut found = FilledPattern::default();
            let behind = pieces.clone().try_fold(rest, |rest, at| {
                self.strip_piece(at, Edge::Front, rest, zone, &mut found)
            });
            if let Some(behind) = behind {
                return Some((before, found, behind));
            }
        }
        None
    }

    /// Writes the line with these texts at the placeholders; `None` if a placeholder has no text.
    pub fn write(&self, mut fill: impl FnMut(Placeholder) -> Option<String>) -> Option<String> {
        let mut line = String::new();
        for piece in &self.pieces {
            match piece {
                PatternPiece::Text(text) => line.push_str(text),
                PatternPiece::Hole(hole) => line.push_str(&fill(*hole)?),
            }
        }
        Some(line)
    }

    /// A sample line for the pattern; `zone` is the word at `{zone}`.
    pub fn sample(&self, zone: Option<&str>) -> String {
        let line = self.write(|hole| {
            let given = zone.filter(|_| hole == Placeholder::Zone);
            Some(given.unwrap_or_else(|| hole.sample()).to_owned())
        });
        line.unwrap_or_default()
    }
}

/// The side of a text that a placeholder touches.
#[derive(Clone, Copy)]
enum Edge {
    Front,
    Back,
}

impl Edge {
    fn outer_char(self, text: &str) -> Option<char> {
        match self {
            Edge::Front => text.chars().next(),
            Edge::Back => text.chars().next_back(),
        }
    }

    fn strip(self, text: &str, c: char) -> Option<&str> {
        match self {
            Edge::Front => text.strip_prefix(c),
            Edge::Back => text.strip_suffix(c),
        }
    }

    /// Splits off the longest run of accepted characters at this side: the run, then the rest.
    fn split_run(self, text: &str, takes: impl Fn(char) -> bool) -> Option<(&str, &str)> {
        match self {
            Edge::Front => text.split_at_checked(text.find(|c| !takes(c)).unwrap_or(text.len())),
            Edge::Back => {
                let (rest, run) = text.split_at_checked(text.trim_end_matches(takes).len())?;
                Some((run, rest))
            }
        }
    }
}

fn strip_text<'l>(edge: Edge, line: &'l str, text: &str) -> Option<&'l str> {
    let (mut rest, mut text) = (line, text);
    while let Some(c) = edge.outer_char(text) {
        if c.is_whitespace() {
            let (wanted, bare) = edge.split_run(text, char::is_whitespace)?;
            let (found, behind) = edge.split_run(rest, char::is_whitespace)?;
            if blank_width(found) < blank_width(wanted) {
                return None;
            }
            (text, rest) = (bare, behind);
        } else {
            rest = edge.strip(rest, c)?;
            text = edge.strip(text, c)?;
        }
    }
    Some(rest)
}

/// The width of blanks; a tab counts as two.
fn blank_width(blanks: &str) -> usize {
    blanks.chars().map(|c| if c == '\t' { 2 } else { 1 }).sum()
}

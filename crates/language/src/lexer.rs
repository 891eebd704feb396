//! Splits a text into tokens, one at a time. A `/` divides or opens a regular expression depending
//! on the token before it, so the parser decides and asks for each token.

use super::{
    ast::{Operator, Span},
    messages::{ErrorKind, LanguageError},
};
use sleeve_data::model::Number;
use std::borrow::Cow;
use unicode_normalization::char::is_combining_mark;

#[derive(Clone, PartialEq, Debug)]
pub(super) enum Token<'a> {
    Number(Number),
    Word(&'a str),
    Phrase(Cow<'a, str>),
    Parameter(&'a str),
    Operator(Operator),
    Pipe,
    Open,
    Close,
    OpenBracket,
    CloseBracket,
    Comma,
    Plus,
    Minus,
    Star,
    Slash,
    Percent,
    Question,
    End,
}

/// A token with its place and whether white space precedes it.
#[derive(Clone, Debug)]
pub(super) struct Lexeme<'a> {
    pub(super) token: Token<'a>,
    pub(super) span: Span,
    pub(super) spaced: bool,
}

/// Reads tokens from a position in the text, in bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Lexer<'a> {
    text: &'a str,
    position: usize,
}

pub(super) fn starts_word(c: char) -> bool {
    c.is_alphanumeric()
}

fn continues_word(c: char) -> bool {
    let joins = matches!(c, '_' | '.' | '\'' | '’' | '-');
    // A letter may come as a base and a combining accent: both are one word.
    c.is_alphanumeric() || joins || (!c.is_ascii() && is_combining_mark(c))
}

/// Whether a number is in its usual form. `03` and `1.50` stay words and keep their spelling,
/// because ids and names can look like that; if a number is needed, the resolver reads them as one.
fn is_usual(number: &str) -> bool {
    let (whole, decimals) = number.split_once('.').unwrap_or((number, "1"));
    (whole == "0" || !whole.starts_with('0')) && !decimals.ends_with('0')
}

fn closing_quote(open: char) -> Option<char> {
    match open {
        '"' => Some('"'),
        '“' => Some('”'),
        '«' => Some('»'),
        _ => None,
    }
}

impl<'a> Lexer<'a> {
    pub(super) fn new(text: &'a str) -> Lexer<'a> {
        Lexer { text, position: 0 }
    }

    pub(super) fn text(&self) -> &'a str {
        self.text
    }

    fn rest(&self) -> &'a str {
        self.text.get(self.position..).unwrap_or("")
    }

    /// Whether white space or the end of the text follows directly.
    pub(super) fn space_follows(&self) -> bool {
        self.rest().chars().next().is_none_or(char::is_whitespace)
    }

    pub(super) fn next(&mut self) -> Result<Lexeme<'a>, LanguageError> {
        let before = self.position;
        self.position += self.rest().len() - self.rest().trim_start().len();
        let (start, spaced) = (self.position, self.position > before);
        let Some(first) = self.rest().chars().next() else {
            return Ok(Lexeme { token: Token::End, span: start..start, spaced });
        };
        let token = if starts_word(first) {
            self.word()
        } else if closing_quote(first).is_some() {
            self.phrase(first)?
        } else if first == '$' {
            self.parameter()?
        } else {
            self.symbol(first)?
        };
        Ok(Lexeme { token, span: start..self.position, spaced })
    }

    fn take_word(&mut self) -> &'a str {
        let rest = self.rest();
        let length = rest.find(|c| !continues_word(c)).unwrap_or(rest.len());
        self.position += length;
        rest.get(..length).unwrap_or("")
    }

    fn word(&mut self) -> Token<'a> {
        let word = self.take_word();
        match Number::parse(word) {
            Some(number) if is_usual(word) => Token::Number(number),
            _ => Token::Word(word),
        }
    }

    fn parameter(&mut self) -> Result<Token<'a>, LanguageError> {
        let start = self.position;
        self.position += 1;
        if !self.rest().starts_with(starts_word) {
            return Err(LanguageError::new(start..self.position, ErrorKind::ParameterName));
        }
        Ok(Token::Parameter(self.take_word()))
    }

    fn phrase(&mut self, open: char) -> Result<Token<'a>, LanguageError> {
        let start = self.position;
        let close = closing_quote(open).unwrap_or(open);
        self.position += open.len_utf8();
        let body = self.rest();
        let mut escaped = false;
        for (offset, c) in body.char_indices() {
            if escaped {
                escaped = false;
            } else if c == '\\' {
                escaped = true;
            } else if c == close {
                self.position += offset + c.len_utf8();
                let inner = body.get(..offset).unwrap_or("");
                // French sets spaces inside its quotes.
                let inner = if open == '«' { inner.trim() } else { inner };
                return Ok(Token::Phrase(unescape(inner)));
            }
        }
        Err(LanguageError::new(start..self.text.len(), ErrorKind::UnclosedQuote))
    }

    fn symbol(&mut self, first: char) -> Result<Token<'a>, LanguageError> {
        let start = self.position;
        let rest = self.rest();
        let (token, length) = match first {
            '!' if rest.starts_with("!=") => (Token::Operator(Operator::NotEqual), 2),
            '<' if rest.starts_with("<=") => (Token::Operator(Operator::AtMost), 2),
            '>' if rest.starts_with(">=") => (Token::Operator(Operator::AtLeast), 2),
            // Spellings of other languages get an error that names ours.
            '<' if rest.starts_with("<>") => return Err(self.other_spelling(start, "<>", "!=")),
            '=' if rest.starts_with("==") => return Err(self.other_spelling(start, "==", "=")),
            '=' if rest.starts_with("=<") => return Err(self.other_spelling(start, "=<", "<=")),
            '=' if rest.starts_with("=>") => return Err(self.other_spelling(start, "=>", ">=")),
            '&' if rest.starts_with("&&") => return Err(self.other_spelling(start, "&&", "and")),
            '|' if rest.starts_with("||") => return Err(self.other_spelling(start, "||", "or")),
            '≤' => return Err(self.other_spelling(start, "≤", "<=")),
            '≥' => return Err(self.other_spelling(start, "≥", ">=")),
            '≠' => return Err(self.other_spelling(start, "≠", "!=")),
            '<' => (Token::Operator(Operator::Less), 1),
            '>' => (Token::Operator(Operator::Greater), 1),
            '=' => (Token::Operator(Operator::Equal), 1),
            ':' => (Token::Operator(Operator::Has), 1),
            '|' => (Token::Pipe, 1),
            '[' => (Token::OpenBracket, 1),
            ']' => (Token::CloseBracket, 1),
            '(' => (Token::Open, 1),
            ')' => (Token::Close, 1),
            ',' => (Token::Comma, 1),
            '+' => (Token::Plus, 1),
            '-' => (Token::Minus, 1),
            '*' => (Token::Star, 1),
            '/' => (Token::Slash, 1),
            '%' => (Token::Percent, 1),
            '?' => (Token::Question, 1),
            other => {
                let span = start..start + other.len_utf8();
                return Err(LanguageError::new(
                    span,
                    ErrorKind::UnexpectedCharacter { character: other },
                ));
            }
        };
        self.position += length;
        Ok(token)
    }

    fn other_spelling(
        &self,
        start: usize,
        written: &'static str,
        meant: &'static str,
    ) -> LanguageError {
        let span = start..start + written.len();
        LanguageError::new(span, ErrorKind::OtherSpelling { written, meant })
    }

    /// Whether the `/` that was just read can be closed.
    pub(super) fn regex_closes(&self) -> bool {
        regex_end(self.rest()).is_some()
    }

    /// The regular expression after the `/` that was just read.
    pub(super) fn regex(&mut self, open: &Span) -> Result<(&'a str, Span), LanguageError> {
        let body = self.rest();
        let Some(end) = regex_end(body) else {
            let span = open.start..self.text.len();
            return Err(LanguageError::new(span, ErrorKind::UnclosedRegex));
        };
        self.position += end + 1;
        Ok((body.get(..end).unwrap_or(""), open.start..self.position))
    }
}

fn regex_end(body: &str) -> Option<usize> {
    let mut escaped = false;
    for (offset, c) in body.char_indices() {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '/' => return Some(offset),
            _ => {}
        }
    }
    None
}

fn unescape(inner: &str) -> Cow<'_, str> {
    if !inner.contains('\\') {
        return Cow::Borrowed(inner);
    }
    let mut text = String::with_capacity(inner.len());
    let mut chars = inner.chars();
    while let Some(c) = chars.next() {
        text.push(if c == '\\' { chars.next().unwrap_or('\\') } else { c });
    }
    Cow::Owned(text)
}

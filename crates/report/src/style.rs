//! How output is to look: colour, width, characters, language.

use super::typeset::{Typesetter, french};
use sleeve_data::model::Lang;
use sleeve_language::french::comma;
use std::borrow::Cow;
use std::io::Write;

/// How output is to look.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Style {
    /// Whether to colour.
    pub colour: bool,
    /// Columns of the terminal, or of the page where there is none.
    pub width: usize,
    /// Whether sentences are broken at that width, as on a terminal; elsewhere lines are left whole.
    pub wraps: bool,
    /// Whether box-drawing and other characters beyond ASCII may be used.
    pub unicode: bool,
    /// Language of the words.
    pub lang: Lang,
    /// Whether they may name options of the command line; a page has controls instead.
    pub options: bool,
}

impl Style {
    /// Plain output as it is piped: no colour, 80 columns.
    pub const PLAIN: Style = Style {
        colour: false,
        width: 80,
        wraps: false,
        unicode: true,
        lang: Lang::En,
        options: true,
    };

    /// A text in bold, where there is colour.
    pub fn bold(&self, text: &str) -> String {
        self.paint("1", text)
    }

    /// A text in green, where there is colour.
    pub fn good(&self, text: &str) -> String {
        self.paint("1;32", text)
    }

    /// A text in red, where there is colour.
    pub fn bad(&self, text: &str) -> String {
        self.paint("1;31", text)
    }

    /// A text in yellow, where there is colour.
    pub fn doubtful(&self, text: &str) -> String {
        self.paint("1;33", text)
    }

    /// A dim text, where there is colour.
    pub fn dim(&self, text: &str) -> String {
        self.paint("2", text)
    }

    fn paint(&self, code: &str, text: &str) -> String {
        if self.colour { format!("\u{1b}[{code}m{text}\u{1b}[0m") } else { text.to_owned() }
    }

    /// A number as it is printed, with the decimal sign of the language.
    pub fn number(&self, printed: String) -> String {
        match self.lang {
            Lang::En => printed,
            Lang::Fr => comma(&printed),
        }
    }

    /// A text as it is set for people: in French signs are bound to their words.
    pub fn set<'t>(&self, text: &'t str) -> Cow<'t, str> {
        match self.lang {
            Lang::En => Cow::Borrowed(text),
            Lang::Fr => french(text),
        }
    }

    /// A stream on which everything is set so.
    pub fn setting<'o>(&self, out: &'o mut dyn Write) -> Typesetter<'o> {
        Typesetter::new(out, self.lang == Lang::Fr)
    }

    /// One of two wordings.
    pub fn say<'a>(&self, en: &'a str, fr: &'a str) -> &'a str {
        match self.lang {
            Lang::En => en,
            Lang::Fr => fr,
        }
    }
}

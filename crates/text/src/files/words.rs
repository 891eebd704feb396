//! The words that stand in messages about files: the value that a key takes, the value that stands there, and what
//! parsers and systems say, which is English.

use crate::Lang;
use crate::problem::Words;
use crate::terms;
use crate::text::word_rows;
use crate::{say, word, word_files};
use std::fmt;
use toml::de::DeValue;

terms! {
    /// The kind of value that a key takes.
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum ExpectedValue {
        Text => "a text in quotes";
        LocalText => "a text in quotes, or { en = \"…\", fr = \"…\" }";
        Texts => "a text in quotes, or a list of them";
        TextList => "a list of texts in brackets";
        Boolean => "true or false";
        Integer => "a whole number";
        Count => "a whole number from 0 to 4294967295";
        Number => "a number with at most six decimals";
        Setting => "a number, or a word in quotes";
        Date => "a day such as 1998-11-30";
        Array => "a list in brackets";
        Table => "a table";
        Tables => "a list of tables, with `[[…]]` above each";
        Measure => "a number, or a measure in quotes";
        Choice => "a list of two to four numbers";
        Values => "a list of values in brackets";
        /// A set with counts where its field has none.
        NoCounts => "a list of values in brackets (the field is not declared with `counts = true`)";
        Fact => "a value, \"?\", or a table of `value`, `min`, `max`, `choice` and `print`";
        Effect => "an effect: \"…\" or { effect = \"…\", amount = … }";
        Allowances => "a list of one allowance at least: { cards = \"…\", up-to = … }";
        /// A value that a mapping writes into a field of every card.
        Constant => "a text, a number, true, or a list of texts";
        /// The terms that a mapping adds to a number.
        Terms => "a number, a path, or a list of them";
        Zones => "a table of zones";
        Cards => "a list of card names, or a table of names and counts";
        Names => "a list of card names";
        Name => "the name or id of a card, in quotes";
        Copies => "a whole number of copies";
        /// The state of copies in a deck.
        State => "a table such as `{ count = 2, … }`";
        /// The value of a field that a deck states of copies.
        Said => "a number, a word or a list of words in quotes, true or false";
    }
}

/// Bytes of the longest value that is quoted; a longer one is told by its type.
const LONGEST_LITERAL: usize = 24;

/// The value that stands where another is expected.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum FoundValue {
    /// A number, a day, `true`, `false` or `null`, as it is written.
    Literal(String),
    /// A number that is too long to be told.
    LongNumber,
    Text,
    List,
    EmptyList,
    /// A table, or an object of JSON.
    Table,
    EmptyTable,
}

impl FoundValue {
    /// A value that is quoted where it is short enough.
    pub fn literal(text: impl Into<String>) -> FoundValue {
        let text = text.into();
        if text.len() > LONGEST_LITERAL {
            FoundValue::LongNumber
        } else {
            FoundValue::Literal(text)
        }
    }
}

impl From<&DeValue<'_>> for FoundValue {
    fn from(value: &DeValue<'_>) -> FoundValue {
        match value {
            DeValue::String(_) => FoundValue::Text,
            DeValue::Integer(n) => FoundValue::literal(n.to_string()),
            DeValue::Float(n) => FoundValue::literal(n.as_str()),
            DeValue::Boolean(flag) => FoundValue::literal(flag.to_string()),
            DeValue::Datetime(when) => FoundValue::literal(when.to_string()),
            DeValue::Array(list) if list.is_empty() => FoundValue::EmptyList,
            DeValue::Array(_) => FoundValue::List,
            DeValue::Table(table) if table.is_empty() => FoundValue::EmptyTable,
            DeValue::Table(_) => FoundValue::Table,
        }
    }
}

impl Words for FoundValue {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let both = match self {
            FoundValue::Literal(text) => return write!(f, "`{text}`"),
            FoundValue::LongNumber => {
                word!("a number of many digits")
            }
            FoundValue::Text => word!("a text"),
            FoundValue::List => word!("a list"),
            FoundValue::EmptyList => word!("an empty list"),
            FoundValue::Table => word!("a table"),
            FoundValue::EmptyTable => word!("an empty table"),
        };
        both.write(lang, f)
    }
}

/// A sentence of a parser or of the system: in French our own words where it is known, else quoted.
#[derive(Clone, Copy, Debug)]
pub struct ForeignSentence<'m>(pub &'m str);

impl Words for ForeignSentence<'_> {
    fn write(&self, lang: Lang, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if lang == Lang::En {
            return f.write_str(self.0);
        }
        let files = word_files!("foreign.txt");
        let known = files.into_iter().find(|(code, _)| *code == lang.code());
        let known = known.into_iter().flat_map(|(code, text)| word_rows(text, code));
        let ends_word = |rest: &str| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '-');
        let begins = |known: &str| self.0.strip_prefix(known).is_some_and(ends_word);
        // The longest fits best: "missing value" begins "missing value for key" too.
        match known.filter(|(en, _)| begins(en)).max_by_key(|(en, _)| en.len()) {
            Some((_, ours)) => f.write_str(ours),
            None => f.write_str(&say!(lang, "\"{sentence}\"", sentence = self.0)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::problem::Worded;

    #[test]
    fn known_sentences_have_french_ones_and_others_are_quoted() {
        let said = |text: &'static str| Worded::new(&ForeignSentence(text), Lang::Fr).to_string();
        assert_eq!(
            said("string values must be quoted, expected literal string"),
            "un texte se met entre guillemets"
        );
        assert_eq!(said("unclosed array table"), "le nom d'une table n'est pas fermé par `]]`");
        assert_eq!(said("extra comma in array"), "une virgule est de trop");
        assert_eq!(
            said("Permission denied (os error 13) at path \"/x\""),
            "le système en refuse l'accès"
        );
        assert_eq!(said("quota exceeded"), "« quota exceeded »");
        assert_eq!(
            Worded::new(&ForeignSentence("duplicate key"), Lang::En).to_string(),
            "duplicate key"
        );
    }

    #[test]
    fn every_sentence_of_the_parser_of_toml_has_a_french_one() {
        let texts = [
            "a = tru",
            "a = nann",
            "a = 1__2",
            "a = 01",
            "a = ++1",
            "a = 0X1",
            "a = -0x1",
            "a = 0x",
            "a = 1.e",
            "a = 2020-13-99",
            "a = \"\\u00\"",
            "a = \"\\z\"",
            "a = '\u{1}'",
            "a = '''\u{1}'''",
            "# \u{1}",
            "a = { , }",
            "a = { = 1 }",
            "a = [1 = 2]",
            "\"\"\"a\"\"\" = 1",
            "'''a''' = 1",
            "a = 1 ]",
            "a",
            "= 1",
            "]",
            "a = 1\na.b = 2",
            "a = {b = 1}\n[a.c]",
            "[a]\n[a]",
        ];
        for text in texts {
            let error = text.parse::<toml::Table>().expect_err(text);
            let message = error.message().replace('\n', ", ");
            let french = Worded::new(&ForeignSentence(&message), Lang::Fr).to_string();
            assert!(!french.starts_with('«'), "{text}: {message}");
        }
    }
}

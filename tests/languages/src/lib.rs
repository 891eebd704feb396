//! Twenty sentences in three languages. They show that the macros of words need neither the
//! languages nor the grammar of the program: a language is a folder of words and a grammar.

use std::fmt::Write as _;

/// Three languages, in the order of English and then the folders of words.
#[derive(Clone, Copy)]
pub enum Lang {
    En,
    Fr,
    Pl,
}

/// A word in all of them.
pub struct Phrase {
    pub en: &'static str,
    pub fr: &'static str,
    pub pl: &'static str,
}

impl Phrase {
    /// The word in a language.
    pub fn get(&self, lang: Lang) -> &'static str {
        match lang {
            Lang::En => self.en,
            Lang::Fr => self.fr,
            Lang::Pl => self.pl,
        }
    }
}

/// What the macros call.
pub mod grammar {
    use super::Lang;
    pub use sleeve_text::grammar::whole;
    use sleeve_text::grammar::{Filling, choose};
    use std::fmt::Display;

    /// Chooses the text of a language and a number.
    pub fn word(lang: Lang, count: i64, texts: &'static str) -> &'static str {
        let is_singular = count == 1 || count == 0 && matches!(lang, Lang::Fr);
        choose(lang as usize, is_singular, texts)
    }

    /// Fills in a sentence.
    pub fn say(lang: Lang, count: i64, texts: &'static str, values: &[&dyn Display]) -> String {
        let tie = |word: &str, after: &str| match (lang, word) {
            (Lang::Fr, "de") if after.starts_with(['A', 'E']) => format!("d'{after}"),
            (Lang::Fr, "que") if after.starts_with('i') => format!("qu'{after}"),
            _ => format!("{word} {after}"),
        };
        let mut text = String::new();
        let filling = Filling { text: word(lang, count, texts), tie: &tie };
        let _ = filling.write(&mut text, values);
        text
    }
}

macro_rules! say {
    ($($args:tt)*) => { sleeve_say::say!(crate $($args)*) };
}

macro_rules! word {
    ($($args:tt)*) => { sleeve_say::word!(crate $($args)*) };
}

/// All sentences in a language, a line each.
pub fn sentences(lang: Lang) -> String {
    let (owner, name, deck, width) = ("Ada", "Bob", "Espace", 5);
    let (first, second, clause) = ("A", "B", "it is over");
    let mut lines = Vec::new();
    for count in [0_usize, 1, 2] {
        lines.push(say!(lang, count, "{count} card", "{count} cards"));
        lines.push(say!(lang, count, "{count} zone of {deck}", "{count} zones of {deck}"));
    }
    let cards = say!(lang, 2, "{count} card", "{count} cards", count = 2);
    lines.push(say!(lang, "{cards} of {owner}"));
    lines.push(word!(lang, "no deck").to_owned());
    lines.push(word!(lang, "for", context = "a role").to_owned());
    lines.push(word!(lang, "for", context = "a purpose").to_owned());
    lines.push(say!(lang, "{share:.1} %", share = 12.34));
    lines.push(say!(lang, "[{name:>width$}]"));
    lines.push(say!(lang, "{{{name}}}"));
    lines.push(say!(lang, "if {clause}"));
    lines.push(say!(lang, "{first} before {second}"));
    lines.push(say!(lang, "{first} and {first}"));
    lines.push(word!("legal").get(lang).to_owned());
    lines.push(word!(lang, 2, "illegal").to_owned());
    lines.push(say!(lang, "player {name} plays {deck}"));
    lines.push(say!(lang, "nothing is missing"));
    lines.push(say!(lang, "{lines} lines", lines = lines.len()));
    lines.push(say!(lang, "write `{word}`", word = "{"));
    lines.push(say!(lang, "it is not true that {clause}"));
    lines.push(say!(lang, "turn {turn}", turn = 3));
    let mut text = String::new();
    for line in lines {
        let _ = writeln!(text, "{line}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_language_has_its_own_words_numbers_and_order() {
        for (lang, expected) in [
            (Lang::En, include_str!("../en.txt")),
            (Lang::Fr, include_str!("../fr.txt")),
            (Lang::Pl, include_str!("../pl.txt")),
        ] {
            assert_eq!(sentences(lang), expected);
        }
    }
}

//! Words that several reports need.

use crate::model::Lang;
use crate::problem::{NearOrAll, Worded};

/// The words in one language.
pub fn say(lang: Lang, en: String, fr: String) -> String {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

/// `a, b or c`: one list, its last two words joined by this one.
pub fn listed<T: AsRef<str>>(words: &[T], by: &str) -> String {
    let mut list = String::new();
    for (at, word) in words.iter().enumerate() {
        match at {
            0 => {}
            at if at + 1 == words.len() => {
                list.push(' ');
                list.push_str(by);
                list.push(' ');
            }
            _ => list.push_str(", "),
        }
        list.push_str(word.as_ref());
    }
    list
}

/// "did you mean", or everything there is where nothing is near.
pub fn near_or_all(name: &str, candidates: &[String], lang: Lang) -> String {
    Worded::new(&NearOrAll(name, candidates), lang).to_string()
}

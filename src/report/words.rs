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

/// "did you mean", or everything there is where nothing is near.
pub fn near_or_all(name: &str, candidates: &[String], lang: Lang) -> String {
    Worded::new(&NearOrAll(name, candidates), lang).to_string()
}

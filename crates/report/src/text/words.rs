//! Words for several reports: lists, percentages, names of zones, counts ("1 card", "2 cards"; "0
//! carte", "2 cartes").

use crate::text::escape::plain;
use sleeve_data::{
    model::{Format, Lang, Noun},
    problem::{NearOrAll, Worded},
};
use std::{borrow::Borrow, fmt::Display};

/// Returns the name of a zone in a language; its id if the format does not have it.
pub fn zone_name(format: Option<&Format>, id: &str, lang: Lang) -> String {
    plain(
        format
            .and_then(|format| format.zone(id))
            .map_or(id, |zone| zone.named.name.get(lang)),
    )
}

/// Joins words to a list, `a, b or c`; `by` goes before the last one.
pub fn join_words<T: AsRef<str>>(words: &[T], by: &str) -> String {
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

/// Joins names to a list of which `more` are left out: `a, b and 3 more`.
pub fn join_with_rest<T: Borrow<str>>(names: &[T], more: usize, lang: Lang) -> String {
    let names = names.join(", ");
    if more == 0 {
        return names;
    }
    say!(lang, more, "{names} and {more} more")
}

/// Returns "did you mean" for names close to the word, otherwise a list of all candidates.
pub fn near_or_all(name: &str, candidates: &[String], lang: Lang) -> String {
    Worded::new(&NearOrAll(name, candidates), lang).to_string()
}

/// Returns a share as a percentage with this many digits, without the sign; with more digits if it
/// would wrongly read as impossible or certain.
pub fn percentage(share: f64, digits: usize) -> String {
    let text = |digits: usize| format!("{:.*}", digits, share * 100.0);
    let shown = text(digits).parse::<f64>().unwrap_or_default();
    let small = share.min(1.0 - share);
    let is_seen = |digits: &usize| {
        // The last digit shows from one unit on; the tolerance is for rounding of floats.
        i32::try_from(*digits).is_ok_and(|digits| small * 10_f64.powi(digits + 2) > 0.999_999)
    };
    if small > 0.0 && (shown <= 0.0 || shown >= 100.0) {
        text((digits..=12).find(is_seen).unwrap_or(12))
    } else {
        text(digits)
    }
}

/// Returns the plural of a noun from the data: its own if the data has one, otherwise by rule.
pub fn pluralize(noun: &Noun, lang: Lang) -> String {
    noun.plural(lang)
        .map_or_else(|| lang.pluralize(noun.get(lang)), str::to_owned)
}

/// Returns a count with its noun: `3 cards`, `1 card`.
pub fn format_count<N>(count: N, noun: &str, lang: Lang) -> String
where
    N: Copy + Display + TryInto<i64>,
{
    if lang.takes_singular(count) {
        format!("{count} {noun}")
    } else {
        format!("{count} {}", lang.pluralize(noun))
    }
}

//! Words that several reports need.

use super::escape::plain;
use sleeve_data::model::{Format, Lang};
use sleeve_data::problem::{NearOrAll, Worded};

/// The words in one language.
pub fn say(lang: Lang, en: String, fr: String) -> String {
    match lang {
        Lang::En => en,
        Lang::Fr => fr,
    }
}

/// The name of a zone in a language; its id where the format does not know it.
pub fn zone_name(format: Option<&Format>, id: &str, lang: Lang) -> String {
    plain(format.and_then(|format| format.zone(id)).map_or(id, |zone| zone.named.name.get(lang)))
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

/// A share as a percentage with so many digits, without the sign; with more where it would read as
/// impossible or certain and is not.
pub fn percentage(share: f64, digits: usize) -> String {
    let text = |digits: usize| format!("{:.*}", digits, share * 100.0);
    let shown = text(digits).parse::<f64>().unwrap_or_default();
    let small = share.min(1.0 - share);
    let is_seen = |digits: &usize| {
        i32::try_from(*digits).is_ok_and(|digits| small * 10_f64.powi(digits + 2) > 0.999_999)
    };
    if small > 0.0 && (shown <= 0.0 || shown >= 100.0) {
        text((digits..=12).find(is_seen).unwrap_or(12))
    } else {
        text(digits)
    }
}

#[cfg(test)]
mod tests {
    #[test]
    fn what_is_not_certain_never_reads_as_if_it_were() {
        let shown = |share| super::percentage(share, 1);
        assert_eq!([shown(0.999_995), shown(0.000_004)], ["99.9995", "0.0004"]);
        assert_eq!([shown(1.0), shown(0.0), shown(0.1234)], ["100.0", "0.0", "12.3"]);
    }
}

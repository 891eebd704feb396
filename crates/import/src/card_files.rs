//! Cards as the text of files, a card on each line, with their values written as TOML.

use crate::card::{self, ImportedCard};
use crate::mapping::{Mapping, ProvenanceMapping};
use crate::{Imported, ImportedFile};
use sleeve_data::model::hidden::{quoted_toml, toml_key};
use sleeve_data::model::{Date, Number};
use sleeve_data::source::MAX_WIDTH;
use std::collections::BTreeMap;
use unicode_normalization::UnicodeNormalization;
use unicode_normalization::char::is_combining_mark;
use unicode_width::UnicodeWidthStr;

/// A larger file is continued in another: half of what the reader of card data admits leaves
/// room for the card that exceeds it.
const MAX_BYTES: usize = sleeve_data::source::FILE_LIMIT as usize / 2;
/// Name of the file of cards without a set.
const NO_SET_FILE: &str = "imported";
/// Remark at the top of files of texts.
const TEXTS_HEADER: &str =
    "Texts of cards for your own use: they belong to their owners, do not pass this file on.";

/// Writes the files of the cards: a file of facts and one of texts for each set.
pub(super) fn write_files(cards: Vec<ImportedCard>, mapping: &Mapping, out: &mut Imported) {
    let mut by_set: BTreeMap<(Option<String>, Option<String>), Vec<ImportedCard>> = BTreeMap::new();
    for card in cards {
        let set = card.set_code.as_ref().map(|code| card::set_id(code, mapping));
        // Several codes may mean one set: the code that the game declares names the file.
        let declared = mapping.vocabulary.sets.iter().find(|(_, id)| Some(*id) == set.as_ref());
        let code = declared.map(|(code, _)| code.clone()).or_else(|| set.clone());
        by_set.entry((code, set)).or_default().push(card);
    }
    for ((code, set), mut cards) in by_set {
        cards.sort_by_cached_key(|card| natural_order(&card.id));
        let name = match (&code, &set) {
            // The code stands before the id, unless it is the id or holds no letter or digit.
            (Some(code), Some(set)) if !["", set].contains(&slug(code).as_str()) => {
                format!("{}-{set}", slug(code))
            }
            (_, Some(set)) => set.clone(),
            (_, None) => NO_SET_FILE.to_owned(),
        };
        let texts: Vec<_> = cards
            .iter()
            .filter(|card| !card.texts.is_empty())
            .map(ImportedCard::text_entries)
            .collect();
        if !texts.is_empty() {
            write_parts(&mut out.texts, &name, &comment_header(TEXTS_HEADER), texts.iter());
        }
        let head = comment_header(&mapping.header) + &file_defaults(set.as_deref(), mapping);
        write_parts(&mut out.files, &name, &head, cards.iter().map(|card| &card.entries));
    }
}

/// The `file` table, which holds for all cards of a file.
fn file_defaults(set: Option<&str>, mapping: &Mapping) -> String {
    let provenance = match &mapping.provenance {
        ProvenanceMapping::One(word) => ForeignValue::text(word),
        ProvenanceMapping::ByField(fields) => ForeignValue::Table(
            fields.iter().map(|(field, of)| (toml_key(field), ForeignValue::text(of))).collect(),
        ),
    };
    let set = set.map(|set| ("set".to_owned(), ForeignValue::text(set)));
    let defaults: Vec<_> = set.into_iter().chain([("provenance".to_owned(), provenance)]).collect();
    let mut out = "file = ".to_owned();
    write_table(&defaults, &mut out);
    out + "\n"
}

/// A text as lines of comments, in which TOML allows no control characters but tabs.
pub(super) fn comment_header(text: &str) -> String {
    let text = text.trim().replace("\r\n", "\n").replace('\r', "\n");
    let text = text.replace(|char: char| char.is_control() && !"\n\t".contains(char), " ");
    text.lines().map(|line| format!("# {line}").trim_end().to_owned() + "\n").collect()
}

/// Writes a list of cards as files in the style of `sleeve fmt`: a card on each line, as TOML allows no line break
/// inside an inline table, or all on one line where they fit.
fn write_parts<'a>(
    files: &mut Vec<ImportedFile>,
    name: &str,
    head: &str,
    cards: impl Iterator<Item = &'a Vec<(String, ForeignValue)>>,
) {
    let mut part = 1;
    let mut finish = |cards: &mut String| {
        let path = match part {
            1 => format!("{name}.toml"),
            part => format!("{name}.{part}.toml"),
        };
        part += 1;
        let short = one_line(cards).filter(|line| line.width() <= MAX_WIDTH);
        let list = short.unwrap_or_else(|| format!("card = [\n{cards}]"));
        files.push(ImportedFile { path, text: format!("{head}{list}\n") });
        cards.clear();
    };
    let mut text = String::new();
    for entries in cards {
        // Checked before a card is added: no file is without a card.
        if text.len() > MAX_BYTES {
            finish(&mut text);
        }
        text.push_str("    ");
        write_table(entries, &mut text);
        text.push_str(",\n");
    }
    if !text.is_empty() {
        finish(&mut text);
    }
}

/// Joins cards to one line; `None` where they are surely too long, so that large files are not copied in vain. A character
/// has at most 4 bytes.
fn one_line(cards: &str) -> Option<String> {
    let lines = cards.lines().map(|line| line.trim().trim_end_matches(','));
    let fits = cards.len() <= 4 * MAX_WIDTH;
    fits.then(|| format!("card = [{}]", lines.collect::<Vec<_>>().join(", ")))
}

/// A sort key that puts `1_9` before `1_10`.
pub(super) fn natural_order(id: &str) -> Vec<(u64, String)> {
    id.split(['_', '-', '.'])
        .map(|part| {
            let rest = part.trim_start_matches(|c: char| c.is_ascii_digit());
            let digits = part.strip_suffix(rest).unwrap_or_default();
            // Behind every number stands a part without one.
            (digits.parse().unwrap_or(u64::MAX), rest.to_owned())
        })
        .collect()
}

#[derive(Debug, Clone, PartialEq)]
pub(super) enum ForeignValue {
    Text(String),
    Number(Number),
    Flag,
    Day(Date),
    List(Vec<ForeignValue>),
    Table(Vec<(String, ForeignValue)>),
}

impl ForeignValue {
    pub(super) fn text(text: impl Into<String>) -> Self {
        Self::Text(text.into())
    }

    /// Appends this value in TOML's inline form.
    pub(super) fn write(&self, out: &mut String) {
        match self {
            Self::Text(text) => out.push_str(&quoted_toml(text)),
            Self::Number(number) => out.push_str(&number.to_string()),
            Self::Day(day) => out.push_str(&day.to_string()),
            Self::Flag => out.push_str("true"),
            Self::List(list) => write_list(list, out),
            Self::Table(entries) => write_table(entries, out),
        }
    }
}

fn write_list(list: &[ForeignValue], out: &mut String) {
    out.push('[');
    for (index, value) in list.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        value.write(out);
    }
    out.push(']');
}

/// Appends an inline table; keys are written as they are, so that those that need quotes have them already.
pub(super) fn write_table(entries: &[(String, ForeignValue)], out: &mut String) {
    out.push_str("{ ");
    for (index, (key, value)) in entries.iter().enumerate() {
        if index > 0 {
            out.push_str(", ");
        }
        out.push_str(key);
        out.push_str(" = ");
        value.write(out);
    }
    out.push_str(" }");
}

/// Makes an id of a printed value: `Admiral's Order` becomes `admirals-order`. Empty where there is no ASCII letter or
/// digit, even without accents.
pub(super) fn slug(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut push = |c: char| {
        if c.is_ascii_alphanumeric() {
            out.push(c.to_ascii_lowercase());
        } else if !out.is_empty() && !out.ends_with('-') {
            out.push('-');
        }
    };
    for c in text.chars().filter(|c| !matches!(c, '\'' | '’')) {
        match ascii_letters(c) {
            Some(letters) => letters.chars().for_each(&mut push),
            None => push(c),
        }
    }
    out.truncate(out.trim_end_matches('-').len());
    out
}

/// The ASCII letters for a letter with an accent or a ligature; `None` for ASCII and for other scripts.
fn ascii_letters(c: char) -> Option<String> {
    // Decomposition (NFD) does not split these.
    let letters = match c {
        'œ' | 'Œ' => "oe",
        'æ' | 'Æ' => "ae",
        'ø' | 'Ø' => "o",
        'ß' => "ss",
        'ł' | 'Ł' => "l",
        _ => "",
    };
    if c.is_ascii() || !c.is_alphabetic() || !letters.is_empty() {
        return (!letters.is_empty()).then(|| letters.to_owned());
    }
    let plain: String = c.nfd().filter(|c| !is_combining_mark(*c)).collect();
    plain.is_ascii().then_some(plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn writes_whole_numbers_without_a_fraction_and_escapes_text() {
        let mut out = String::new();
        let list = vec![
            ForeignValue::Number(Number::from_millionths(6_000_000)),
            ForeignValue::Number(Number::from_millionths(500_000)),
            ForeignValue::text("a \"b\" \\ \u{7}"),
        ];
        ForeignValue::List(list).write(&mut out);
        assert_eq!(out, r#"[6, 0.5, "a \"b\" \\ \u0007"]"#);
    }

    #[test]
    fn words_are_kebab_case_without_accents_or_apostrophes() {
        assert_eq!(slug("Admiral's Order"), "admirals-order");
        assert_eq!(slug("Rebel (starship)"), "rebel-starship");
        assert_eq!(slug("Teräs Käsi"), "teras-kasi");
        assert_eq!(slug("Æther Œuvre, ÉTÉ"), "aether-oeuvre-ete");
        assert_eq!(slug("龍 ★"), "");
    }
}

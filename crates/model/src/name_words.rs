//! Words of names, as they are compared: both the index of names and typed names are split this
//! way.

use sleeve_text::fold;
use std::borrow::Cow;

/// The kinds of words in a printed name, which have different costs if a player leaves them out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Weight {
    /// *the*, *of*, *and* …
    Small,
    /// In parentheses.
    Parenthetical,
    /// A mark that tells a card apart from others with its name, such as `(V)`, or the second half
    /// of a double name.
    Mark,
    Full,
}

/// A word of a name.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct NameToken {
    pub text: String,
    pub weight: Weight,
    /// Whether a dot follows, which marks an abbreviation.
    pub dotted: bool,
}

/// Words that players leave out, in English and French.
const SMALL_WORDS: [&str; 14] =
    ["the", "of", "a", "an", "and", "in", "on", "with", "to", "at", "de", "du", "la", "le"];

/// A word of a folded name, with its surroundings.
pub(crate) struct RawWord<'n> {
    /// Its letters and digits.
    pub(crate) letters: Cow<'n, str>,
    in_parentheses: bool,
    in_second_half: bool,
    dotted: bool,
}

/// The words of a folded name, in order.
pub(crate) fn split_words(folded: &str) -> impl Iterator<Item = RawWord<'_>> {
    let (mut rest, mut depth, mut in_second_half) = (folded, 0usize, false);
    std::iter::from_fn(move || {
        // Byte by byte for ASCII, as nearly all names are: an index splits thousands.
        loop {
            match *rest.as_bytes().first()? {
                b if b.is_ascii_alphanumeric() => break,
                b'(' => depth += 1,
                b')' => depth = depth.saturating_sub(1),
                b'&' => in_second_half = true,
                b if b.is_ascii() => {}
                _ => {
                    let first = rest.chars().next()?;
                    if first.is_alphanumeric() {
                        break;
                    }
                    rest = rest.get(first.len_utf8()..)?;
                    continue;
                }
            }
            rest = rest.get(1..)?;
        }
        let (word, behind) = rest.split_at(word_length(rest));
        rest = behind;
        let letters = match word.find('\'') {
            Some(_) => Cow::Owned(word.replace('\'', "")),
            None => Cow::Borrowed(word),
        };
        let (in_parentheses, dotted) = (depth > 0, behind.starts_with('.'));
        Some(RawWord { letters, in_parentheses, in_second_half, dotted })
    })
}

/// The length of the letters, digits and apostrophes at the beginning of a text, in bytes.
fn word_length(text: &str) -> usize {
    let mut end = 0;
    while let Some(byte) = text.as_bytes().get(end) {
        if byte.is_ascii() {
            if !byte.is_ascii_alphanumeric() && *byte != b'\'' {
                break;
            }
            end += 1;
        } else {
            let letter = text.get(end..).and_then(|rest| rest.chars().next());
            let Some(letter) = letter.filter(|c| c.is_alphanumeric()) else { break };
            end += letter.len_utf8();
        }
    }
    end
}

impl<'n> RawWord<'n> {
    /// The word for comparisons: Roman numerals and small numbers in words become digits.
    pub(crate) fn text(&self) -> Cow<'n, str> {
        // In parentheses they may be marks, and `V` is a mark anywhere.
        let digits = match &*self.letters {
            _ if self.in_parentheses => return self.letters.clone(),
            "one" | "i" => "1",
            "two" | "ii" => "2",
            "three" | "iii" => "3",
            "iv" => "4",
            "vi" => "6",
            "vii" => "7",
            "viii" => "8",
            "ix" => "9",
            "x" => "10",
            _ => return self.letters.clone(),
        };
        Cow::Borrowed(digits)
    }

    fn weight(&self) -> Weight {
        match &*self.letters {
            _ if self.in_second_half => Weight::Mark,
            short if self.in_parentheses && short.len() <= 2 => Weight::Mark,
            "combo" => Weight::Mark,
            _ if self.in_parentheses => Weight::Parenthetical,
            small if SMALL_WORDS.contains(&small) => Weight::Small,
            _ => Weight::Full,
        }
    }
}

/// Splits a name into its words, in order.
pub fn split_tokens(name: &str) -> Vec<NameToken> {
    split_folded(&fold::fold(name))
}

/// Like [`split_tokens`], for a name that is already folded.
pub fn split_folded(folded: &str) -> Vec<NameToken> {
    let mut tokens = Vec::new();
    for word in split_words(folded) {
        let (weight, dotted) = (word.weight(), word.dotted);
        tokens.push(NameToken { text: word.text().into_owned(), weight, dotted });
    }
    tokens
}

/// The letters and digits of a key as bits. Letters with the same last six bits share a bit, so
/// different bits mean different letters, but not the reverse.
pub fn letter_bits(key: &str) -> u64 {
    key.bytes().fold(0, |bits, b| bits | 1u64 << (b & 63))
}

/// Keeps the folded letters and digits of a text.
pub fn squash(text: &str) -> String {
    keep_letters(&fold::fold(text))
}

/// Keeps the letters and digits of a folded text.
pub fn keep_letters(folded: &str) -> String {
    if !folded.is_ascii() {
        return folded.chars().filter(|c| c.is_alphanumeric()).collect();
    }
    let mut letters: Vec<u8> = Vec::with_capacity(folded.len());
    letters.extend(folded.bytes().filter(u8::is_ascii_alphanumeric));
    // INVARIANT: ASCII is UTF-8.
    String::from_utf8(letters).unwrap_or_default()
}

/// Whether a word has a digit.
pub fn has_digits(word: &str) -> bool {
    word.bytes().any(|b| b.is_ascii_digit())
}

/// Finds the marks of a name: short texts in parentheses, as in `(V)`, or a last word `V`, as
/// people write it.
pub fn find_marks(name: &str) -> String {
    if !name.contains('(') && !name.ends_with(['v', 'V']) {
        return String::new();
    }
    let mut marks = String::new();
    for (group, _) in name
        .split('(')
        .skip(1)
        .filter_map(|rest| rest.split_once(')'))
    {
        // A number is a number of copies.
        if group.len() <= 2 && !has_digits(group) {
            marks.push_str(&fold::key(group));
        }
    }
    match name.rsplit_once(' ') {
        Some((_, last @ ("V" | "v"))) if marks.is_empty() => fold::key(last),
        _ => marks,
    }
}

/// A name without the parentheses at its end; the whole name if nothing else would be left.
pub fn strip_parentheses(name: &str) -> &str {
    match name.strip_suffix(')').and_then(|n| n.rsplit_once('(')) {
        Some((bare, _)) if !bare.trim().is_empty() => bare,
        _ => name,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    proptest::proptest! {
        #[test]
        fn words_are_the_same_letter_by_letter(name in "[a-cé’'ñ (&).0-1ᴀ-ᴄ]{0,14}") {
            // Without parentheses and second halves, words are the parts between signs.
            let plain = name.split(|c: char| !c.is_alphanumeric() && c != '\'');
            let plain = plain.map(|word| word.trim_start_matches('\'').replace('\'', ""));
            let plain: Vec<String> = plain.filter(|word| !word.is_empty()).collect();
            let split: Vec<String> =
                split_words(&name).map(|word| word.letters.into_owned()).collect();
            proptest::prop_assert_eq!(split, plain);
        }
    }
}

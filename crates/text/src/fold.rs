//! Making spellings alike: case, accents, typographic quotes and dots never matter.

use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};

/// Marks of uniqueness in front of a title, and the byte order mark: comparisons pass over them.
const UNIQUENESS_MARKS: [char; 7] = ['•', '·', '●', '◊', '◇', '♦', '\u{feff}'];

/// Folds a text for *contains* and comparison: lower case, no accents, plain quotes and hyphens,
/// single spaces, none of the dots and diamonds that mark uniqueness in front of a title.
pub fn fold(text: &str) -> String {
    let unmarked = text.trim_start_matches(UNIQUENESS_MARKS);
    if unmarked.is_ascii() { fold_ascii(unmarked) } else { fold_unicode(unmarked) }
}

fn fold_unicode(text: &str) -> String {
    let mut folded = String::with_capacity(text.len());
    let mut push = |c: char| {
        if !(c.is_whitespace() && (folded.is_empty() || folded.ends_with(' '))) {
            folded.push(if c.is_whitespace() { ' ' } else { c });
        }
    };
    // A separate acute accent decomposes into a space and a mark that is dropped: made plain before
    // that.
    let decomposed = text
        .chars()
        .map(plain_punctuation)
        .nfkd()
        .filter(|c| !is_combining_mark(*c));
    for c in decomposed
        .flat_map(char::to_lowercase)
        .map(plain_punctuation)
    {
        match c {
            _ if UNIQUENESS_MARKS.contains(&c) => {}
            // Unicode decomposes none of these.
            'œ' => "oe".chars().for_each(&mut push),
            'æ' => "ae".chars().for_each(&mut push),
            'ø' => push('o'),
            'ß' => "ss".chars().for_each(&mut push),
            _ => push(c),
        }
    }
    while folded.ends_with(' ') {
        folded.pop();
    }
    folded
}

/// Replaces a typographic quote or hyphen by the one on keyboards.
fn plain_punctuation(c: char) -> char {
    match c {
        '’' | '‘' | '‛' | '´' | '`' | 'ʼ' | '′' => '\'',
        '“' | '”' | '„' | '«' | '»' | '″' => '"',
        '‐' | '‑' | '‒' | '–' | '—' | '−' => '-',
        _ => c,
    }
}

// Most names are ASCII, which needs no normalisation: a test compares both ways.
fn fold_ascii(text: &str) -> String {
    let mut folded = text.trim().to_ascii_lowercase();
    let has_gaps = folded
        .as_bytes()
        .windows(2)
        .any(|pair| matches!(pair, [b'\t'..=b'\r', _] | [_, b'\t'..=b'\r'] | [b' ', b' ']));
    if has_gaps {
        folded = folded.split_whitespace().collect::<Vec<_>>().join(" ");
    }
    if folded.contains('`') { folded.replace('`', "'") } else { folded }
}

/// Whether two texts fold to the same.
pub fn folds_equal(a: &str, b: &str) -> bool {
    a.eq_ignore_ascii_case(b) || (alike(a, b) && fold(a) == fold(b))
}

/// The key under which a name is looked up: the folded text with only letters and digits, and a `-`
/// between digits that were separated (so `1_168` and `11_68` stay apart).
pub fn key(text: &str) -> String {
    let unmarked = text.trim_start_matches(UNIQUENESS_MARKS);
    if unmarked.is_ascii() { ascii_key(unmarked) } else { key_chars(&fold(unmarked)).collect() }
}

/// The bytes of [`AsciiKey`] in one pass: keys are made of every name of a list.
fn ascii_key(text: &str) -> String {
    let mut key: Vec<u8> = Vec::with_capacity(text.len());
    let mut gap = false;
    for byte in text.bytes() {
        if !byte.is_ascii_alphanumeric() {
            gap = true;
            continue;
        }
        if gap && byte.is_ascii_digit() && key.last().is_some_and(u8::is_ascii_digit) {
            key.push(b'-');
        }
        gap = false;
        key.push(byte.to_ascii_lowercase());
    }
    // INVARIANT: ASCII is UTF-8.
    String::from_utf8(key).unwrap_or_default()
}

/// Whether two texts have the same [`key`].
pub fn alike(a: &str, b: &str) -> bool {
    // Most pairs differ in the first letter, which decides without a key.
    if let (Some(a), Some(b)) = (a.bytes().next(), b.bytes().next())
        && a.is_ascii_alphanumeric()
        && b.is_ascii_alphanumeric()
        && !a.eq_ignore_ascii_case(&b)
    {
        return false;
    }
    match (a.is_ascii(), b.is_ascii()) {
        (true, true) => AsciiKey::new(a).eq(AsciiKey::new(b)),
        (true, false) => has_key(a, &key(b)),
        (false, true) => has_key(b, &key(a)),
        (false, false) => key(a) == key(b),
    }
}

/// Whether a text that is folded already, or an id, has this key.
pub fn has_key(folded: &str, key: &str) -> bool {
    if folded.is_ascii() {
        AsciiKey::new(folded).eq(key.bytes())
    } else {
        key_chars(folded).eq(key.chars())
    }
}

/// The key of an ASCII text, byte by byte: look-ups compare it without allocating.
struct AsciiKey<'a> {
    rest: std::slice::Iter<'a, u8>,
    last: u8,
    pending: Option<u8>,
}

impl<'a> AsciiKey<'a> {
    fn new(text: &'a str) -> AsciiKey<'a> {
        AsciiKey { rest: text.as_bytes().iter(), last: b' ', pending: None }
    }
}

impl Iterator for AsciiKey<'_> {
    type Item = u8;

    fn next(&mut self) -> Option<u8> {
        if let Some(held) = self.pending.take() {
            return Some(held);
        }
        let mut gap = false;
        for byte in self.rest.by_ref() {
            if byte.is_ascii_alphanumeric() {
                let lower = byte.to_ascii_lowercase();
                let apart = gap && lower.is_ascii_digit() && self.last.is_ascii_digit();
                self.last = lower;
                if apart {
                    self.pending = Some(lower);
                    return Some(b'-');
                }
                return Some(lower);
            }
            gap = true;
        }
        None
    }
}

fn key_chars(folded: &str) -> impl Iterator<Item = char> {
    let (mut gap, mut last) = (false, ' ');
    folded.chars().flat_map(move |c| {
        if !c.is_alphanumeric() {
            gap = true;
            return [None, None].into_iter().flatten();
        }
        let apart = gap && c.is_ascii_digit() && last.is_ascii_digit();
        gap = false;
        last = c;
        [apart.then_some('-'), Some(c.to_ascii_lowercase())]
            .into_iter()
            .flatten()
    })
}

/// Whether the [`key`] of a folded text has a stroke, as between the numbers of an id.
pub fn has_stroke(folded: &str) -> bool {
    // Only digits can have a `-` between them, and most names have fewer than two.
    folded.bytes().filter(u8::is_ascii_digit).nth(1).is_some()
        && key_chars(folded).any(|c| c == '-')
}

/// The hash of a text, as packed games store it.
pub fn hash(text: &str) -> u64 {
    xxhash_rust::xxh3::xxh3_64(text.as_bytes())
}

/// The 32-bit hash of a [`key`], as the name index stores it: look-ups compare the names of equal
/// hashes.
pub fn key_hash(key: &str) -> u32 {
    hash(key) as u32
}

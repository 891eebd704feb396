//! Blanks out what surrounds names in typical lists: the marks of Markdown, HTML and mail, prices,
//! remarks after `//` or `--`.
//!
//! The result has the same length as the text, byte for byte, so that positions in it are positions
//! in the text.

use std::ops::Range;

/// The text without its markup, of the same length; `None` if it has none. In a table a name may
/// contain ` // `, and no remark ends a line.
pub(super) fn mask_markup(text: &str, is_table: bool) -> Option<String> {
    if !SIGNS.iter().any(|sign| text.contains(sign)) {
        return None;
    }
    let mut mask = Mask { bytes: text.as_bytes().to_vec(), has_masked: false };
    mask_tags(text, &mut mask);
    let mut start = 0;
    for line in text.split_inclusive('\n') {
        mask_line(line, start, &mut mask);
        if !is_table {
            mask_end(line, start, &mut mask);
        }
        start += line.len();
    }
    // INVARIANT: only whole characters are masked, so the bytes stay UTF-8.
    mask.has_masked
        .then(|| String::from_utf8(mask.bytes).ok())
        .flatten()
}

/// Texts of which all that is blanked out has one.
#[rustfmt::skip]
const SIGNS: [&str; 16] = [
    "<", ">", "`", "**", "__", "~~", "[ ] ", "[x] ", "[X] ", "](", "// ", "-- ", " — ", "$", "€", "£",
];

struct Mask {
    bytes: Vec<u8>,
    has_masked: bool,
}

impl Mask {
    /// Fills a range of whole characters with an ASCII character.
    fn fill(&mut self, range: Range<usize>, with: u8) {
        if let Some(bytes) = self.bytes.get_mut(range) {
            bytes.fill(with);
            self.has_masked = true;
        }
    }

    /// Blanks out a range of the line that starts at a byte.
    fn hide(&mut self, start: usize, range: Range<usize>) {
        self.fill(start + range.start..start + range.end, b' ');
    }
}

/// HTML tags that begin or end a line.
const LINE_TAGS: [&str; 9] = ["li", "br", "p", "div", "tr", "ul", "ol", "h2", "h3"];
/// The longest tag that is blanked out, in bytes. It limits the search after a lone `<`.
const MAX_TAG_BYTES: usize = 300;

fn mask_tags(text: &str, mask: &mut Mask) {
    for (at, _) in text.match_indices('<') {
        let rest = text.get(at + 1..).unwrap_or("");
        let closing = rest.strip_prefix('/').unwrap_or(rest);
        let name = closing
            .split(|c: char| !c.is_ascii_alphanumeric())
            .next()
            .unwrap_or("");
        let bracket = rest
            .bytes()
            .take(MAX_TAG_BYTES)
            .position(|b| matches!(b, b'>' | b'<'));
        let closed = bracket.filter(|end| rest.as_bytes().get(*end) == Some(&b'>'));
        let Some(end) = closed.filter(|_| name.starts_with(|c: char| c.is_ascii_alphabetic()))
        else {
            continue;
        };
        mask.fill(at..at + end + 2, b' ');
        if LINE_TAGS.contains(&name.to_ascii_lowercase().as_str()) {
            // The text after the tag is a new line.
            mask.fill(at..at + 1, b'\n');
        }
    }
}

fn mask_line(line: &str, start: usize, mask: &mut Mask) {
    // `> ` before each line of a quoted mail.
    let quoted = line.trim_start_matches(['>', ' ']);
    if line.trim_start().starts_with('>') {
        mask.hide(start, 0..line.len() - quoted.len());
    }
    // A grave accent replaces an apostrophe if it touches letters on both sides.
    for (at, _) in line.match_indices('`') {
        let before = line
            .get(..at)
            .is_some_and(|before| before.ends_with(char::is_alphanumeric));
        let after = line
            .get(at + 1..)
            .is_some_and(|after| after.starts_with(char::is_alphanumeric));
        if !(before && after) {
            mask.hide(start, at..at + 1);
        }
    }
    for (sign, mark) in [('*', "**"), ('_', "__"), ('~', "~~")] {
        // Searching for a single character is much cheaper than searching for a text, and few lines
        // contain it.
        if line.contains(sign) {
            for (at, mark) in line.match_indices(mark) {
                mask.hide(start, at..at + mark.len());
            }
        }
    }
    for check_box in ["[ ] ", "[x] ", "[X] "] {
        let bare = line.trim_start_matches(|c: char| c.is_whitespace() || "-*+>".contains(c));
        if bare.starts_with(check_box) {
            mask.hide(start, line.len() - bare.len()..line.len() - bare.len() + check_box.len());
        }
    }
    // `[Title](address)`
    let closed = if line.contains(']') { line } else { "" };
    for (at, _) in closed.match_indices("](") {
        let before = line.get(..at).and_then(|before| before.rfind('['));
        let after = line.get(at..).and_then(|rest| rest.find(')'));
        let address = after
            .and_then(|end| line.get(at + 2..at + end))
            .unwrap_or("");
        if let (Some(open), Some(end), true) = (before, after, address.contains(['/', '#', '.'])) {
            mask.hide(start, open..open + 1);
            mask.hide(start, at..at + end + 1);
        }
    }
}

/// Blanks out a remark after `//` or `--`, and a price.
fn mask_end(line: &str, start: usize, mask: &mut Mask) {
    let kept = line.trim_end();
    let mut end = kept.len();
    let strokes = [('/', " // "), ('/', "\t// "), ('-', " -- "), ('-', "\t-- "), ('—', " — ")];
    for (_, stroke) in strokes.into_iter().filter(|(sign, _)| kept.contains(*sign)) {
        if let Some(at) = kept.find(stroke).filter(|at| *at > 0 && *at < end) {
            let remark = kept.get(at + stroke.len()..).unwrap_or("");
            let is_count = remark.bytes().all(|b| b.is_ascii_digit() || b == b'x');
            end = if is_count { end } else { at };
        }
    }
    let bare = kept.get(..end).unwrap_or(kept);
    let last = bare.rsplit([' ', '\t']).next().unwrap_or("");
    let number = last.trim_matches(['$', '€', '£', '(', ')', ',']);
    let is_price = last.contains(['$', '€', '£'])
        && number.starts_with(|c: char| c.is_ascii_digit())
        && number
            .bytes()
            .all(|b| b.is_ascii_digit() || b == b'.' || b == b',');
    if is_price && last.len() < bare.len() {
        end = bare.len() - last.len();
    }
    if end < kept.len() && !kept.get(..end).unwrap_or("").trim().is_empty() {
        mask.fill(start + end..start + kept.len(), b' ');
    }
}

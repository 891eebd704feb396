//! Characters that programs obey or hide instead of showing them. No text of a file passes them on.
//! Terminals obey escape sequences, editors the overrides of the writing direction, and build
//! servers lines that begin like their commands. Invisible characters make two names look alike.

use std::borrow::Cow;

/// Whether a terminal would obey this character, or shows nothing of it.
pub fn is_hidden(c: char) -> bool {
    // First, since most are ASCII: every id of a game is checked when it is unpacked.
    if c.is_ascii() {
        return c.is_ascii_control();
    }
    c.is_control()
        || matches!(c, '\u{ad}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{180e}' | '\u{200b}')
        || matches!(c, '\u{200e}' | '\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2028}' | '\u{2029}')
        || matches!(c, '\u{2060}'..='\u{206f}' | '\u{3164}' | '\u{feff}' | '\u{ffa0}')
        || matches!(c, '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e0fff}')
}

/// These build servers recognise a command anywhere in a line.
const COMMAND_MARKS: [&str; 3] = ["##[", "##vso[", "##teamcity["];

/// The places where a line commands a build server: `::error::` at its beginning, blanks ignored,
/// and after a mark. Three colons, which messages draw before a second file, are not a command.
fn find_commands(line: &str) -> impl Iterator<Item = usize> {
    let begun = line.trim_start();
    let commands = begun.starts_with("::") && !begun.starts_with(":::");
    let at_once = commands.then_some(line.len() - begun.len());
    let marks = line.match_indices('#').map(|(at, _)| at).filter(|at| {
        let rest = line.get(*at..).unwrap_or_default();
        COMMAND_MARKS.iter().any(|mark| rest.starts_with(mark))
    });
    at_once.into_iter().chain(marks)
}

/// Writes the first character of each mark in strings of JSON or TOML as its number.
fn disarm_strings(text: String) -> String {
    COMMAND_MARKS
        .iter()
        .fold(text, |text, mark| text.replace(mark, &mark.replacen('#', "\\u0023", 1)))
}

fn escape_unless(text: &str, fine: impl Fn(char) -> bool) -> Cow<'_, str> {
    // A colon or `#` may begin a command of a build server.
    if text
        .bytes()
        .all(|b| matches!(b, b' '..=b'~') && b != b':' && b != b'#')
    {
        return Cow::Borrowed(text);
    }
    let tame = text
        .split('\n')
        .all(|line| find_commands(line).next().is_none());
    if tame && text.chars().all(&fine) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::with_capacity(text.len() + 8);
    for line in text.split_inclusive('\n') {
        let mut disarmed = find_commands(line).peekable();
        for (at, c) in line.char_indices() {
            let disarm = disarmed.next_if_eq(&at).is_some();
            match c {
                _ if !disarm && fine(c) => shown.push(c),
                '\t' => shown.push_str("\\t"),
                _ => shown.extend(c.escape_unicode()),
            }
        }
    }
    Cow::Owned(shown)
}

/// A text on one line: hidden characters are written as `\u{1b}`, a tab as `\t`.
pub fn escaped(text: &str) -> Cow<'_, str> {
    escape_unless(text, |c| !is_hidden(c))
}

/// Like [`escaped`] for a text of several lines: line feeds and tabs stay.
pub fn escaped_lines(text: &str) -> Cow<'_, str> {
    escape_unless(text, |c| matches!(c, '\n' | '\t') || !is_hidden(c))
}

/// JSON with hidden characters and the marks of build server commands escaped. Both appear only in
/// strings.
pub fn escaped_json(text: &str) -> Cow<'_, str> {
    let (mut shown, mut rest) = (String::new(), text);
    while let Some((plain, odd)) = find_odd_json(rest).and_then(|at| rest.split_at_checked(at)) {
        shown.push_str(plain);
        let mut chars = odd.chars();
        let Some(c) = chars.next() else { break };
        if is_hidden(c) || COMMAND_MARKS.iter().any(|mark| odd.starts_with(mark)) {
            // The escapes of JSON are code units of UTF-16.
            for unit in c.encode_utf16(&mut [0; 2]) {
                shown.push_str(&format!("\\u{unit:04x}"));
            }
        } else {
            shown.push(c);
        }
        rest = chars.as_str();
    }
    if shown.is_empty() {
        return Cow::Borrowed(text);
    }
    shown.push_str(rest);
    Cow::Owned(shown)
}

/// The place of the first byte of JSON that is not printable ASCII, or is `#`.
fn find_odd_json(text: &str) -> Option<usize> {
    text.bytes()
        .position(|byte| !matches!(byte, b'\n' | b' '..=b'"' | b'$'..=b'~'))
}

/// A text as a string of TOML, on one line.
pub fn quoted_toml(text: &str) -> String {
    let mut out = String::with_capacity(text.len() + 2);
    out.push('"');
    for c in text.chars() {
        match c {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            c if is_hidden(c) && c <= '\u{ffff}' => out.push_str(&format!("\\u{:04X}", c as u32)),
            c if is_hidden(c) => out.push_str(&format!("\\U{:08X}", c as u32)),
            c => out.push(c),
        }
    }
    out.push('"');
    disarm_strings(out)
}

/// A key of TOML, in quotes if it needs them: one with a dot would be two.
pub fn toml_key(name: &str) -> String {
    let mut chars = name.chars();
    let is_bare =
        !name.is_empty() && chars.all(|c| c.is_ascii_alphanumeric() || matches!(c, '-' | '_'));
    if is_bare { name.to_owned() } else { quoted_toml(name) }
}

/// Joins the lines of a text with blanks.
pub fn one_line(text: &str) -> Cow<'_, str> {
    const BREAKS: [char; 8] =
        ['\n', '\r', '\t', '\u{b}', '\u{c}', '\u{85}', '\u{2028}', '\u{2029}'];
    if !text.contains(BREAKS) {
        return Cow::Borrowed(text);
    }
    let parts = text
        .split(BREAKS)
        .map(str::trim)
        .filter(|part| !part.is_empty());
    Cow::Owned(parts.collect::<Vec<_>>().join(" "))
}

//! Parses one line of a list: the number of copies, the name, and the hints next to it.

use super::{limits::MAX_COUNT, raw::CopyNotation};

/// The parts of a line, all slices of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct DeckLine<'a> {
    pub(super) name: &'a str,
    pub(super) count: Result<u32, &'a str>,
    pub(super) notation: CopyNotation,
    /// The number of `4. Name` and `4) Name`: a list number, or a number of copies.
    pub(super) place: Option<u32>,
    pub(super) hint: Option<&'a str>,
    pub(super) remark: Option<&'a str>,
    /// The number and the word of `(1 starting)` after the count.
    pub(super) part: Option<(u32, &'a str)>,
    /// A text in parentheses that does not follow the name: `Name x3 (new)`, `(Tatooine) Name`.
    pub(super) aside: Option<&'a str>,
    /// The line without its remark and its bullet.
    pub(super) whole: &'a str,
    /// Whether its cell for the number of copies is empty.
    pub(super) lacks_count: bool,
}

/// The number of copies in digits, 0 for no copies; otherwise the digits.
pub(super) fn parse_count(digits: &str) -> Result<u32, &str> {
    parse_copies(digits).ok_or(digits)
}

/// Parses an allowed number of copies, in digits alone; 0 for a card with no copies.
pub(super) fn parse_copies(digits: &str) -> Option<u32> {
    let count = if are_digits(digits) { digits.parse().ok()? } else { return None };
    (count <= MAX_COUNT).then_some(count)
}

pub(super) fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// Whether a text has no other characters than digits.
pub(super) fn are_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

/// Whether a word looks like the ids that tools write after a name (`1_168`).
pub(super) fn looks_like_id(word: &str) -> bool {
    word.split_once('_').is_some_and(|(set, number)| {
        !set.is_empty() && !number.is_empty() && are_digits(set) && are_digits(number)
    })
}

fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×')
}

/// Parses a line; `None` if nothing in it could name a card.
pub(super) fn parse_line(line: &str) -> Option<DeckLine<'_>> {
    let (line, remark) = split_remark(line.trim());
    let whole = strip_bullet(line);
    if !whole.chars().any(char::is_alphanumeric) {
        return None;
    }
    let (before_hint, hint) = split_hint(whole);
    let (aside, name) = match split_aside_before(before_hint) {
        Some((aside, name)) => (Some(aside), name),
        None => (None, before_hint),
    };
    let (notation, place, part, lacks_count) = (CopyNotation::Absent, None, None, false);
    let count = Ok(1);
    let mut parts =
        DeckLine { name, count, notation, place, hint, remark, part, aside, whole, lacks_count };
    if let Some(written) = find_count(name) {
        parts = DeckLine {
            name: written.name,
            count: parse_count(written.digits),
            notation: written.notation,
            place: written.digits.parse().ok().filter(|_| written.is_listed),
            part: written.part,
            aside: written.aside.or(aside),
            ..parts
        };
    }
    if parts.hint.is_none() {
        (parts.name, parts.hint) = split_hint(parts.name);
    }
    Some(parts)
}

/// The number of copies next to a name.
#[derive(Default)]
struct WrittenCount<'a> {
    name: &'a str,
    digits: &'a str,
    notation: CopyNotation,
    /// Whether it may be a list number.
    is_listed: bool,
    part: Option<(u32, &'a str)>,
    aside: Option<&'a str>,
}

/// Finds the number of copies. One before the name wins: `3 Blizzard 2` is three copies.
fn find_count(line: &str) -> Option<WrittenCount<'_>> {
    let before = split_count_before(line);
    if let Some((digits, name)) = before.filter(|(digits, _)| digits.len() <= 2) {
        return Some(count_before(line, digits, name));
    }
    let (without_part, part) = split_part(line);
    let behind = split_count_behind(without_part);
    // `3720 to 1 x2`: a long number belongs to a name that a number of copies follows.
    if let Some((digits, name)) = before
        && !matches!(behind, Some((_, _, CopyNotation::After)))
    {
        return Some(count_before(line, digits, name));
    }
    if let Some((name, digits, notation)) = behind {
        return Some(WrittenCount { name, digits, notation, part, ..Default::default() });
    }
    if let Some((digits, name)) = split_dotted_number(line) {
        let (notation, is_listed) = (CopyNotation::Before, true);
        return Some(WrittenCount { name, digits, notation, is_listed, ..Default::default() });
    }
    let (before, aside) = split_aside(line)?;
    let (name, digits, notation) = split_count_behind(before)?;
    Some(WrittenCount { name, digits, notation, aside: Some(aside), ..Default::default() })
}

/// The digits at the beginning of a line as the number of copies of the name behind them.
fn count_before<'a>(line: &str, digits: &'a str, name: &'a str) -> WrittenCount<'a> {
    let is_listed = line
        .strip_prefix(digits)
        .is_some_and(|rest| rest.starts_with(')'));
    WrittenCount { name, digits, notation: CopyNotation::Before, is_listed, ..Default::default() }
}

/// Splits `Name # remark` into the line and the first word of the remark, which may be an id.
fn split_remark(line: &str) -> (&str, Option<&str>) {
    if !line.as_bytes().contains(&b'#') {
        return (line, None);
    }
    let at = line.match_indices('#').map(|(at, _)| at).find(|at| {
        let (before, after) = (line.get(..*at).unwrap_or(""), line.get(at + 1..).unwrap_or(""));
        before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace)
    });
    match at.and_then(|at| line.split_at_checked(at)) {
        Some((line, remark)) => (line.trim_end(), remark.split_whitespace().nth(1)),
        None => (line, None),
    }
}

/// Strips a bullet of any kind before a space. The dot of a title (`•Luke`) touches the name and
/// stays.
fn strip_bullet(line: &str) -> &str {
    let sign = line.strip_prefix(['*', '-', '+']);
    let bare = sign.unwrap_or_else(|| {
        line.trim_start_matches(|c: char| !c.is_ascii() && !c.is_alphanumeric())
    });
    match bare {
        rest if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// Splits `Name x3 (remark)`, `Name x3 (remark`.
fn split_aside(line: &str) -> Option<(&str, &str)> {
    let (before, aside) = line.strip_suffix(')').unwrap_or(line).rsplit_once('(')?;
    let (before, aside) = (before.trim_end(), aside.trim());
    (!before.is_empty() && aside.contains(char::is_alphabetic)).then_some((before, aside))
}

/// Splits `(remark) Name`.
fn split_aside_before(line: &str) -> Option<(&str, &str)> {
    let (aside, name) = line.strip_prefix('(')?.split_once(')')?;
    let (aside, name) = (aside.trim(), name.trim_start());
    let is_number = are_digits(aside.trim_matches(is_times));
    (!is_number && name.starts_with(char::is_alphanumeric)).then_some((aside, name))
}

/// Splits `Name [Set]`.
fn split_hint(line: &str) -> (&str, Option<&str>) {
    let inner = line.strip_suffix(']').and_then(|l| l.rsplit_once('['));
    match inner {
        Some((name, hint)) if !name.trim().is_empty() => (name.trim_end(), Some(hint.trim())),
        _ => (line, None),
    }
}

/// The number of `[2]`, `[x2]`, `[2x]` after a name, and whether it can only be a number of copies.
/// A bare number may be a set.
pub(super) fn parse_bracketed_count(hint: &str) -> Option<(Result<u32, &str>, bool)> {
    let marked = hint
        .strip_prefix(is_times)
        .or_else(|| hint.strip_suffix(is_times));
    let (digits, sure) = marked.map_or((hint, false), |digits| (digits.trim(), true));
    let is_number = !digits.is_empty() && are_digits(digits);
    is_number.then(|| (parse_count(digits), sure))
}

/// Splits the digits at the beginning from the rest.
fn leading_digits(text: &str) -> Option<(&str, &str)> {
    let end = text.find(|c| !is_digit(c))?;
    text.split_at_checked(end)
        .filter(|(digits, _)| !digits.is_empty())
}

/// `3x Name`, `3xName`, `3 x Name`, `3 Name`, `3 - Name`, `x3 Name`, `(3) Name`, `3) Name`,
/// `-1 Name`.
fn split_count_before(line: &str) -> Option<(&str, &str)> {
    if let Some((digits, rest)) = line.strip_prefix('(').and_then(leading_digits) {
        let name = rest
            .strip_prefix(is_times)
            .unwrap_or(rest)
            .strip_prefix(')')?;
        return Some((digits, split_off_name(name)?));
    }
    let unsigned = line.strip_prefix('-').unwrap_or(line);
    if let Some(rest) = unsigned.strip_prefix(is_times) {
        let (digits, name) = leading_digits(rest)?;
        return Some((digits, split_off_name(name)?));
    }
    let (number, rest) = leading_digits(unsigned)?;
    let digits = line.get(..line.len() - unsigned.len() + number.len())?;
    if let Some(name) = rest.strip_prefix(')') {
        return Some((digits, split_off_name(name)?));
    }
    let trimmed = rest.trim_start();
    let apart = trimmed.len() < rest.len();
    // `2xName`, but not `2X-7KPR`.
    let glued = rest.strip_prefix(is_times).filter(|name| {
        name.starts_with(char::is_uppercase)
            || rest.starts_with('x') && name.starts_with(char::is_alphabetic)
    });
    let times = trimmed
        .strip_prefix(is_times)
        .filter(|rest| starts_blank(rest))
        .or(glued);
    let dash = trimmed
        .strip_prefix(['-', '–'])
        .filter(|rest| apart && starts_blank(rest));
    let name = match times.or(dash) {
        Some(name) => name.trim_start(),
        None if apart => trimmed,
        None => return None,
    };
    (!name.is_empty()).then_some((digits, name))
}

fn starts_blank(text: &str) -> bool {
    text.starts_with(char::is_whitespace)
}

/// The name after a blank.
fn split_off_name(rest: &str) -> Option<&str> {
    let name = rest.trim_start();
    (starts_blank(rest) && !name.is_empty()).then_some(name)
}

/// `4. Name`.
fn split_dotted_number(line: &str) -> Option<(&str, &str)> {
    let (digits, rest) = leading_digits(line)?;
    Some((digits, split_off_name(rest.strip_prefix('.')?)?))
}

/// `Name x3`, `Name 3x`, `Name *3`, `Name (x3)`, `Name (3)`, `Name - 3`, `Name:3`, `Name ..... 3`.
fn split_count_behind(line: &str) -> Option<(&str, &str, CopyNotation)> {
    let (inner, closed) = match line.strip_suffix(')') {
        Some(inner) => (inner.trim_end(), true),
        None => (line, false),
    };
    let (inner, times_behind) = match inner.strip_suffix(is_times) {
        Some(inner) if inner.ends_with(is_digit) => (inner, true),
        _ => (inner, false),
    };
    let tight = inner.trim_end_matches(is_digit);
    let digits = inner.get(tight.len()..)?;
    if digits.is_empty() {
        return None;
    }
    let before = tight.trim_end();
    let is_apart = tight.len() > before.len();
    let (name, notation) = if times_behind {
        let name = if closed { before.strip_suffix('(')? } else { before };
        (Some(name).filter(|_| closed || is_apart)?, CopyNotation::After)
    } else if closed {
        match before.strip_suffix(is_times) {
            Some(name) => (name.strip_suffix('(')?, CopyNotation::After),
            None => (before.strip_suffix('(')?, CopyNotation::Loose),
        }
    } else {
        match before.strip_suffix(is_times) {
            Some(name) => (name, judge_times(name, is_apart)?),
            None => split_sign(before)?,
        }
    };
    let name = name.trim_end();
    (!name.is_empty()).then_some((name, digits, notation))
}

/// How certain a number after `x` is one of copies; `None` if it belongs to the name.
fn judge_times(name: &str, is_apart: bool) -> Option<CopyNotation> {
    // `Slave 1x3`: the number before it belongs to the name.
    let last = name.rsplit_once(' ').map_or("", |(_, last)| last);
    let is_numbered = !is_apart && !last.is_empty() && are_digits(last);
    if is_numbered || name.ends_with(|c: char| c.is_whitespace() || c == ')') {
        return Some(CopyNotation::After);
    }
    // `Namex3`, where all of it may be a name; the letter of `THX 1138` belongs to a name.
    (!is_apart && name.ends_with(char::is_alphabetic)).then_some(CopyNotation::Loose)
}

/// Splits the sign between a name and its number of copies: a star, dots, a dash or a colon.
fn split_sign(name: &str) -> Option<(&str, CopyNotation)> {
    let starred = name
        .strip_suffix('*')
        .filter(|name| name.ends_with(char::is_whitespace));
    if let Some(name) = starred.or_else(|| strip_leaders(name)) {
        return Some((name, CopyNotation::After));
    }
    let dashed = name
        .strip_suffix(['-', '–'])
        .filter(|name| name.ends_with(char::is_whitespace));
    let bare = dashed.or_else(|| name.strip_suffix(':'))?;
    Some((bare, CopyNotation::Loose))
}

/// Strips the dots that lead from a name to a number: `Name ..... 3`.
fn strip_leaders(name: &str) -> Option<&str> {
    let bare = name.trim_end_matches(['.', '…', '_', '·']);
    let dots = name.get(bare.len()..)?;
    let enough =
        dots.chars().count() >= 3 || (bare.ends_with(char::is_whitespace) && dots.len() >= 2);
    enough.then_some(bare)
}

/// Splits the text after a count: `Name x3 (1 starting)`, `Name x3 (5 total)`.
fn split_part(line: &str) -> (&str, Option<(u32, &str)>) {
    let inner = line.strip_suffix(')').and_then(|l| l.rsplit_once('('));
    let Some((before, inner)) = inner else { return (line, None) };
    let Some((digits, word)) = leading_digits(inner.trim()) else { return (line, None) };
    let apart =
        word.starts_with(char::is_whitespace) && word.trim().chars().all(|c| !c.is_ascii_digit());
    match digits.parse() {
        Ok(count) if apart && !word.trim().is_empty() => {
            (before.trim_end(), Some((count, word.trim())))
        }
        _ => (line, None),
    }
}

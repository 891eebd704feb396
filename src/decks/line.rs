//! One line of a list: how many copies of what, with the hints people write beside it.

use super::error::MAX_COUNT;
use super::raw::Counted;
use std::ops::Range;

/// A line taken apart. Everything borrows from the line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Line<'a> {
    pub(super) name: &'a str,
    pub(super) count: Result<u32, &'a str>,
    pub(super) counted: Counted,
    pub(super) hint: Option<&'a str>,
    pub(super) remark: Option<&'a str>,
    /// The line without its remark and its bullet.
    pub(super) whole: &'a str,
}

/// Where `part` stands in `whole`, of which it is a slice.
pub(super) fn place(whole: &str, part: &str) -> Range<usize> {
    let start = (part.as_ptr() as usize).saturating_sub(whole.as_ptr() as usize);
    start..start + part.len()
}

fn number(digits: &str) -> Result<u32, &str> {
    match digits.parse() {
        Ok(count) if (1..=MAX_COUNT).contains(&count) => Ok(count),
        _ => Err(digits),
    }
}

fn is_times(c: char) -> bool {
    matches!(c, 'x' | 'X' | '×')
}

/// Takes a line apart; `None` where nothing in it could name a card.
pub(super) fn take_apart(line: &str) -> Option<Line<'_>> {
    let (line, remark) = split_remark(line.trim());
    let whole = strip_bullet(line);
    if !whole.chars().any(char::is_alphanumeric) {
        return None;
    }
    let (rest, hint) = split_hint(whole);
    let mut taken = Line { name: rest, count: Ok(1), counted: Counted::Not, hint, remark, whole };
    if let Some((digits, name)) = before(rest) {
        taken = Line { name, count: number(digits), counted: Counted::Before, ..taken };
    } else if let Some((name, digits, counted)) = after(rest) {
        taken = Line { name, count: number(digits), counted, ..taken };
    }
    if taken.hint.is_none() {
        (taken.name, taken.hint) = split_hint(taken.name);
    }
    Some(taken)
}

/// `Name # remark`: the first word of the remark may be an id.
fn split_remark(line: &str) -> (&str, Option<&str>) {
    let at = line.match_indices('#').map(|(at, _)| at).find(|at| {
        let (before, after) = (line.get(..*at).unwrap_or(""), line.get(at + 1..).unwrap_or(""));
        before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace)
    });
    match at.and_then(|at| line.split_at_checked(at)) {
        Some((line, remark)) => (line.trim_end(), remark.split_whitespace().nth(1)),
        None => (line, None),
    }
}

/// A bullet before a blank; the dots of a title touch it.
fn strip_bullet(line: &str) -> &str {
    match line.strip_prefix(['*', '-', '•', '·', '+', '–']) {
        Some(rest) if rest.starts_with(char::is_whitespace) => rest.trim_start(),
        _ => line,
    }
}

/// `Name [Set]`.
fn split_hint(line: &str) -> (&str, Option<&str>) {
    let inner = line.strip_suffix(']').and_then(|l| l.rsplit_once('['));
    match inner {
        Some((name, hint)) if !name.trim().is_empty() => (name.trim_end(), Some(hint.trim())),
        _ => (line, None),
    }
}

/// `3x Name`, `3 x Name`, `3 Name`, `x3 Name`, `-1 Name`.
fn before(line: &str) -> Option<(&str, &str)> {
    let unsigned = line.strip_prefix('-').unwrap_or(line);
    if let Some(rest) = unsigned.strip_prefix(is_times) {
        let end = rest.find(|c: char| !c.is_ascii_digit())?;
        let (digits, name) = rest.split_at_checked(end)?;
        let fits = !digits.is_empty() && name.starts_with(char::is_whitespace);
        return fits.then(|| (digits, name.trim_start()));
    }
    let end = unsigned.find(|c: char| !c.is_ascii_digit())?;
    let digits = line.get(..line.len() - unsigned.len() + end)?;
    let rest = unsigned.get(end..)?;
    if end == 0 {
        return None;
    }
    let trimmed = rest.trim_start();
    let times = trimmed.strip_prefix(is_times).filter(|r| r.starts_with(char::is_whitespace));
    let name = match times {
        Some(name) => name.trim_start(),
        None if trimmed.len() < rest.len() => trimmed,
        None => return None,
    };
    (!name.is_empty()).then_some((digits, name))
}

/// `Name x3`, `Name (x3)`, `Name (3)`, `Name - 3`, and `Name x3 (5 total)`.
fn after(line: &str) -> Option<(&str, &str, Counted)> {
    let line = without_total(line);
    let (inner, closed) = match line.strip_suffix(')') {
        Some(inner) => (inner, true),
        None => (line, false),
    };
    let name = inner.trim_end_matches(|c: char| c.is_ascii_digit());
    let digits = inner.get(name.len()..)?;
    if digits.is_empty() {
        return None;
    }
    let name = name.trim_end();
    let (name, times) = match name.strip_suffix(is_times) {
        Some(name) => (name, true),
        None => (name, false),
    };
    if closed {
        let name = name.strip_suffix('(')?.trim_end();
        let counted = if times { Counted::After } else { Counted::Loosely };
        return (!name.is_empty()).then_some((name, digits, counted));
    }
    if times {
        let apart = name.ends_with(|c: char| c.is_whitespace() || c == ')');
        return (apart && !name.trim().is_empty()).then_some((
            name.trim_end(),
            digits,
            Counted::After,
        ));
    }
    let name = name.strip_suffix('-').filter(|n| n.ends_with(char::is_whitespace))?;
    Some((name.trim_end(), digits, Counted::Loosely)).filter(|(n, ..)| !n.is_empty())
}

fn without_total(line: &str) -> &str {
    let inner = line.strip_suffix(')').and_then(|l| l.rsplit_once('('));
    match inner {
        Some((line, remark)) if remark.trim_end().ends_with("total") => line.trim_end(),
        _ => line,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parts(line: &str) -> (&str, Result<u32, &str>, Counted) {
        let line = take_apart(line).unwrap();
        (line.name, line.count, line.counted)
    }

    #[test]
    fn counts_stand_before_or_after_or_nowhere() {
        for line in ["3x Erin Cho", "3 Erin Cho", "3 x Erin Cho", "x3 Erin Cho", "* 3× Erin Cho"] {
            assert_eq!(parts(line), ("Erin Cho", Ok(3), Counted::Before), "{line}");
        }
        for line in ["Erin Cho x3", "Erin Cho  X 3", "Erin Cho (x3)", "Erin Cho\tx3 (5 total)"] {
            assert_eq!(parts(line), ("Erin Cho", Ok(3), Counted::After), "{line}");
        }
        for line in ["Erin Cho (3)", "Erin Cho - 3", "Erin Cho(3)"] {
            assert_eq!(parts(line), ("Erin Cho", Ok(3), Counted::Loosely), "{line}");
        }
    }

    #[test]
    fn numbers_that_belong_to_a_name_are_left_alone() {
        for name in ["DS-61-2", "Blizzard 2", "3,720 To 1", "5D6-RA-7", "3-10", "4-LOM", "R2x2"] {
            assert_eq!(parts(name), (name, Ok(1), Counted::Not), "{name}");
        }
        assert_eq!(parts("2 X-wing"), ("X-wing", Ok(2), Counted::Before));
        assert_eq!(parts("•Luke Skywalker"), ("•Luke Skywalker", Ok(1), Counted::Not));
    }

    #[test]
    fn impossible_counts_are_kept_as_they_are_written() {
        for (line, digits) in [
            ("0 Erin Cho", "0"),
            ("-1 Erin Cho", "-1"),
            ("-1x Erin Cho", "-1"),
            ("1000000000x Erin Cho", "1000000000"),
            ("Erin Cho x18446744073709551616", "18446744073709551616"),
        ] {
            assert_eq!(parts(line), ("Erin Cho", Err(digits), parts(line).2), "{line}");
        }
    }

    #[test]
    fn hints_and_remarks_stand_behind() {
        let line = take_apart("2x Boba Fett [Cloud City]  # 5_91 Cloud City").unwrap();
        assert_eq!(
            (line.name, line.hint, line.remark),
            ("Boba Fett", Some("Cloud City"), Some("5_91"))
        );
        let line = take_apart("Boba Fett [5_91] x2").unwrap();
        assert_eq!((line.name, line.hint, line.count), ("Boba Fett", Some("5_91"), Ok(2)));
        assert_eq!(take_apart("-----"), None);
    }
}

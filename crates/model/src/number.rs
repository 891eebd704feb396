//! Numbers and dates as printed on cards: exact decimals, never floating point.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A printed number, exact to six decimals and stored in millionths (`2½` is 2 500 000).
///
/// Printed values are small; the range is that of `i64` millionths, about ±9.2 × 10¹².
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Number(i64);

impl Number {
    /// Units per whole: values are stored in millionths.
    pub const SCALE: i64 = 1_000_000;
    pub const ZERO: Number = Number(0);
    pub const ONE: Number = Number(Self::SCALE);

    /// A number from its millionths.
    pub const fn from_millionths(millionths: i64) -> Number {
        Number(millionths)
    }

    /// The number in millionths, its stored form.
    pub const fn millionths(self) -> i64 {
        self.0
    }

    /// A whole number, or `None` if it is out of range.
    pub fn from_integer(value: i64) -> Option<Number> {
        value.checked_mul(Self::SCALE).map(Number)
    }

    /// The value as a whole number, or `None` if it has decimals.
    pub fn to_integer(self) -> Option<i64> {
        (self.0 % Self::SCALE == 0).then_some(self.0 / Self::SCALE)
    }

    /// Reads `12`, `-3`, `4.5` (at most six decimals); `None` for anything else or out of range.
    pub fn parse(text: &str) -> Option<Number> {
        let (negative, digits) = match text.strip_prefix('-') {
            Some(rest) => (true, rest),
            None => (false, text),
        };
        let (whole, decimals) = digits.split_once('.').unwrap_or((digits, ""));
        // Millionths would lose a seventh decimal, so the number is rejected instead of rounded.
        if whole.is_empty() || !are_digits(whole) || !are_digits(decimals) || decimals.len() > 6 {
            return None;
        }
        if digits.ends_with('.') {
            return None;
        }
        let mut value = whole.parse::<i64>().ok()?.checked_mul(Self::SCALE)?;
        let mut unit = Self::SCALE;
        for digit in decimals.bytes() {
            unit /= 10;
            value = value.checked_add(i64::from(digit - b'0') * unit)?;
        }
        Some(Number(if negative { -value } else { value }))
    }

    /// The nearest number to a float from TOML or JSON; `None` unless finite and in range.
    pub fn from_f64(value: f64) -> Option<Number> {
        let scaled = (value * Self::SCALE as f64).round();
        // Within `i64`, whose largest value is about 9.22e18.
        (scaled.is_finite() && scaled.abs() < 9.0e18).then_some(Number(scaled as i64))
    }
}

fn are_digits(text: &str) -> bool {
    text.bytes().all(|b| b.is_ascii_digit())
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let magnitude = self.0.unsigned_abs();
        let scale = Self::SCALE.unsigned_abs();
        let sign = if self.0 < 0 { "-" } else { "" };
        let millionths = format!("{:06}", magnitude % scale);
        let decimals = millionths.trim_end_matches('0');
        let dot = if decimals.is_empty() { "" } else { "." };
        f.pad(&format!("{sign}{}{dot}{decimals}", magnitude / scale))
    }
}

/// An inclusive range that contains an unknown number. An end that is `None` is open.
#[derive(
    Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default, Serialize, Deserialize,
)]
pub struct Bounds {
    /// Smallest possible value, if one is known.
    pub min: Option<Number>,
    /// Largest possible value, if one is known.
    pub max: Option<Number>,
}

impl Bounds {
    /// The range of all numbers.
    pub const OPEN: Bounds = Bounds { min: None, max: None };
}

/// A calendar day, stored as days since 1970-01-01 (proleptic Gregorian).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
pub struct Date(i32);

/// The first and the last day in force; `None`: no beginning or no end.
pub type Dates = (Option<Date>, Option<Date>);

/// Whether a day is within a span of days.
pub fn holds_on((from, to): Dates, day: Date) -> bool {
    from.is_none_or(|from| from <= day) && to.is_none_or(|to| day <= to)
}

/// Whether two spans of days have a day in common.
pub fn share_a_day(a: Dates, b: Dates) -> bool {
    !ends_before(a, b) && !ends_before(b, a)
}

fn ends_before(earlier: Dates, later: Dates) -> bool {
    earlier
        .1
        .zip(later.0)
        .is_some_and(|(end, start)| end < start)
}

impl Date {
    /// A day from its number of days since 1970-01-01.
    pub const fn from_days(days: i32) -> Date {
        Date(days)
    }

    /// The day before.
    pub const fn previous_day(self) -> Date {
        Date(self.0.saturating_sub(1))
    }

    /// The day after.
    pub const fn next_day(self) -> Date {
        Date(self.0.saturating_add(1))
    }

    /// Days since 1970-01-01.
    pub const fn days(self) -> i32 {
        self.0
    }

    /// A date in the calendar, or `None` if there is no such day (years 1 to 9999).
    pub fn from_ymd(year: i32, month: u32, day: u32) -> Option<Date> {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let length = match month {
            1 | 3 | 5 | 7 | 8 | 10 | 12 => 31,
            4 | 6 | 9 | 11 => 30,
            2 if leap => 29,
            2 => 28,
            _ => return None,
        };
        if !(1..=9999).contains(&year) || day == 0 || day > length {
            return None;
        }
        // `days_from_civil` of https://howardhinnant.github.io/date_algorithms.html: years begin in
        // March, so that the leap day is their last.
        let (y, m) = if month > 2 { (year, month - 3) } else { (year - 1, month + 9) };
        let era = y.div_euclid(400);
        let year_of_era = y.rem_euclid(400);
        let day_of_year = (153 * m as i32 + 2) / 5 + day as i32 - 1;
        let day_of_era = year_of_era * 365 + year_of_era / 4 - year_of_era / 100 + day_of_year;
        Some(Date(era * 146_097 + day_of_era - 719_468))
    }

    /// Year, month (1–12) and day (1–31).
    pub fn ymd(self) -> (i32, u32, u32) {
        // `civil_from_days` of the same page, with its names: day of era, year of era, day of year,
        // month from March.
        let z = self.0 + 719_468;
        let era = z.div_euclid(146_097);
        let doe = z.rem_euclid(146_097);
        let yoe = (doe - doe / 1460 + doe / 36_524 - doe / 146_096) / 365;
        let doy = doe - (365 * yoe + yoe / 4 - yoe / 100);
        let mp = (5 * doy + 2) / 153;
        let day = doy - (153 * mp + 2) / 5 + 1;
        let month = if mp < 10 { mp + 3 } else { mp - 9 };
        (yoe + era * 400 + i32::from(month <= 2), month as u32, day as u32)
    }

    /// Parses `1998-11-30`; also `1998` or `1998-11`, as their first day.
    pub fn parse(text: &str) -> Option<Date> {
        let mut parts = text.split('-');
        let year = parts.next().filter(|y| y.len() == 4)?;
        let month = parts.next().unwrap_or("01");
        let day = parts.next().unwrap_or("01");
        if parts.next().is_some() || month.len() != 2 || day.len() != 2 {
            return None;
        }
        if ![year, month, day].into_iter().all(are_digits) {
            return None;
        }
        Date::from_ymd(year.parse().ok()?, month.parse().ok()?, day.parse().ok()?)
    }
}

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (year, month, day) = self.ymd();
        f.pad(&format!("{year:04}-{month:02}-{day:02}"))
    }
}

// In the form used in files, the same in both languages.
sleeve_text::words_by_display!(Number, Date);

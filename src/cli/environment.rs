//! What the environment says of whoever runs the program: the day, the language, and which signs may be drawn.

use chrono::{DateTime, Local};
use sleeve_data::model::{Date, Lang};
use sleeve_library::Clock;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// Today in the local time zone.
pub fn clock() -> Clock {
    Clock::new(|| Some(Date::from_days(days_since_1970(SystemTime::now()))))
}

/// The day in the local time zone; in that of Greenwich before 1970, which the library of time zones does not count, and where
/// the zone is none.
fn days_since_1970(now: SystemTime) -> i32 {
    let days = |duration: Duration| i32::try_from(duration.as_secs() / 86_400).unwrap_or(i32::MAX);
    match now.duration_since(UNIX_EPOCH) {
        Ok(_) if is_zone_readable(std::env::var_os("TZ").as_deref()) => {
            DateTime::<Local>::from(now).date_naive().to_epoch_days()
        }
        Ok(since) => days(since),
        // Rounded up, since the day of such a moment began before it.
        Err(before) => -days(before.duration() + Duration::from_secs(86_399)),
    }
}

/// Largest file of a time zone, in bytes: a hundred times the largest of all.
const MAX_ZONE_BYTES: u64 = 1 << 20;

/// Where the files of time zones lie, as the library of time zones looks for them.
const ZONE_FOLDERS: [&str; 4] =
    ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo", "/usr/share/lib/zoneinfo"];

/// Whether what `TZ` names can be read: a device would be read without an end.
pub(super) fn is_zone_readable(zone: Option<&OsStr>) -> bool {
    let Some(zone) = zone.filter(|zone| !zone.is_empty()) else { return true };
    let zone = zone.to_string_lossy();
    let named = zone.trim_start_matches(':');
    let is_small = |path: PathBuf| {
        // What is not there is not read.
        let kind = std::fs::metadata(path);
        kind.map_or(true, |its| its.is_file() && its.len() <= MAX_ZONE_BYTES || its.is_dir())
    };
    // An absolute path stands for itself in each folder.
    ZONE_FOLDERS.iter().all(|folder| is_small(Path::new(folder).join(named)))
}

/// The language that the environment asks for: that with whose code the locale begins, else English. `LC_ALL` overrides
/// `LC_MESSAGES`, and that `LANG`, as POSIX orders them; an empty variable counts as unset.
pub fn locale(variable: &dyn Fn(&str) -> Option<String>) -> Lang {
    let value = first_set_variable(variable, &["LC_ALL", "LC_MESSAGES", "LANG"]);
    let begins = |value: String| Lang::ALL.iter().find(|lang| value.starts_with(lang.code()));
    value.and_then(begins).copied().unwrap_or_default()
}

/// Whether signs beyond ASCII may be drawn: not in the locales `C` and `POSIX`.
pub(super) fn supports_unicode(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let value = first_set_variable(variable, &["LC_ALL", "LC_CTYPE", "LANG"]).unwrap_or_default();
    !matches!(value.as_str(), "C" | "POSIX")
}

fn first_set_variable(variable: &dyn Fn(&str) -> Option<String>, names: &[&str]) -> Option<String> {
    names.iter().filter_map(|name| variable(name)).find(|value| !value.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_before_1970_are_counted_too() {
        let day = Duration::from_secs(86_400);
        for (before, expected) in [(Duration::from_secs(1), -1), (day, -1), (day + day / 2, -2)] {
            assert_eq!(days_since_1970(UNIX_EPOCH - before), expected);
        }
    }

    #[test]
    fn a_zone_that_is_a_device_is_not_read() {
        let is_readable = |zone: &str| is_zone_readable(Some(OsStr::new(zone)));
        assert!(is_zone_readable(None) && is_readable("") && is_readable("Europe/Paris"));
        assert!(is_readable("CET-1CEST,M3.5.0,M10.5.0/3"));
        if cfg!(unix) {
            assert!(!is_readable("/dev/null") && !is_readable(":../../../dev/null"));
        }
    }
}

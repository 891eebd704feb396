//! Unit tests of `src/cli/environment.rs`.

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

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn the_variables_say_where_things_lie() {
    let of = |set: &'static [(&str, &str)]| {
        move |name: &str| {
            set.iter()
                .find(|(n, _)| *n == name)
                .map(|(_, value)| (*value).to_owned())
        }
    };
    assert_eq!(games_folder(&of(&[])), None);
    let home = of(&[("HOME", "/home/a")]);
    assert_eq!(games_folder(&home), Some("/home/a/.local/share/sleeve/games".into()));
    assert_eq!(cache_folder(&home), Some("/home/a/.cache/sleeve".into()));
    let said = of(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "/d"), ("XDG_CACHE_HOME", "c")]);
    assert_eq!(games_folder(&said), Some("/d/sleeve/games".into()));
    assert_eq!(cache_folder(&said), Some("/home/a/.cache/sleeve".into()));
    let ours = of(&[("HOME", "/home/a"), (GAMES_VARIABLE, "/g"), (CACHE_VARIABLE, "")]);
    assert_eq!((games_folder(&ours), cache_folder(&ours)), (Some("/g".into()), None));
}

#[cfg(all(unix, not(target_os = "macos")))]
#[test]
fn a_full_cache_loses_its_oldest_folders() {
    let folder = tempfile::tempdir().unwrap();
    for n in 0..MAX_CACHED_FOLDERS as u64 {
        let file = std::fs::File::create(folder.path().join(format!("{n:04}{ENDING}"))).unwrap();
        file.set_modified(UNIX_EPOCH + Duration::from_secs(n))
            .unwrap();
    }
    let cache = GameCache::new(folder.path().to_owned());
    let left = || std::fs::read_dir(folder.path()).unwrap().count();
    let oldest_stays = || {
        folder
            .path()
            .join(format!("{REMOVED_AT_ONCE:04}{ENDING}"))
            .exists()
    };
    cache.make_room();
    assert_eq!(left(), MAX_CACHED_FOLDERS - REMOVED_AT_ONCE);
    assert!(oldest_stays() && !folder.path().join(format!("0000{ENDING}")).exists());
    for _ in 1..REMOVED_AT_ONCE {
        cache.make_room();
    }
    assert!(oldest_stays(), "counted, not looked for");
    cache.make_room();
    assert_eq!(left(), MAX_CACHED_FOLDERS - REMOVED_AT_ONCE);
}

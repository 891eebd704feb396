//! Files are written completely or not at all, and only over those that are ours.

use crate::common::scratch;
use sleeve::cli::{StagedFiles, StoreError, write_file};
use std::{
    path::Path,
    time::{Duration, SystemTime},
};

fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<_> = entries
        .map(|e| e.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

#[test]
fn all_files_are_written_or_none() {
    let folder = scratch("stored");
    let at = |name: &str| folder.join(name);
    std::fs::write(at("b"), "not ours").unwrap();
    let mut staged = StagedFiles::default();
    staged.folder(&at("new/inner")).unwrap();
    staged.add(&at("a"), b"1", |_| true).unwrap();
    staged.add(&at("new/inner/c"), b"1", |_| true).unwrap();
    let error = staged
        .add(&at("b"), b"1", |old| old == b"ours")
        .unwrap_err();
    assert!(matches!(error, StoreError::Exists { .. }), "{error}");
    drop(staged);
    assert_eq!(names(&folder), ["b"], "no file, no draft and no folder is left");
    let mut staged = StagedFiles::default();
    staged.add(&at("a"), b"1", |_| false).unwrap();
    staged
        .add(&at("b"), b"2", |old| old == b"not ours")
        .unwrap();
    staged.commit().unwrap();
    assert_eq!(names(&folder), ["a", "b"]);
    assert_eq!(std::fs::read(at("b")).unwrap(), b"2");
    let mut staged = StagedFiles::default();
    staged.add(&at("c"), b"1", |_| false).unwrap();
    for name in ["gone", "a", "lost"] {
        staged.remove(at(name));
    }
    let error = staged.commit().unwrap_err();
    assert!(
        matches!(&error, StoreError::NotRemoved { path, .. } if *path == at("gone")),
        "{error}"
    );
    assert_eq!(names(&folder), ["b", "c"], "the others are removed all the same");
    std::fs::rename(at("c"), at("a")).unwrap();
    let long = std::fs::File::create(at("long")).unwrap();
    long.set_len(64 * 1024 * 1024 + 1).unwrap();
    let mut staged = StagedFiles::default();
    staged.add(&at("long"), b"1", <[u8]>::is_empty).unwrap();
    drop(staged);
    assert!(write_file(&at("a"), b"3", |_| false).is_err());
    assert!(write_file(&folder, b"3", |_| false).is_err());
}

#[cfg(unix)]
#[test]
fn links_are_not_followed_and_modes_are_those_of_new_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = scratch("stored-links");
    let at = |name: &str| folder.join(name);
    std::fs::write(at("target"), "kept").unwrap();
    std::os::unix::fs::symlink(at("target"), at("link")).unwrap();
    std::os::unix::fs::symlink(at("nowhere"), at("dangling")).unwrap();
    for link in ["link", "dangling"] {
        let mut staged = StagedFiles::default();
        let error = staged.add(&at(link), b"1", |_| true).unwrap_err();
        assert!(matches!(error, StoreError::NotRegular { .. }), "{error}");
    }
    assert_eq!(std::fs::read(at("target")).unwrap(), b"kept");
    let draft = at(".sleeve-aB3dE6");
    for (name, is_old) in
        [(".sleeve-aB3dE6", true), (".sleeve-aB3dE7", false), (".sleeve-rc", true)]
    {
        let file = std::fs::File::create(at(name)).unwrap();
        let age = Duration::from_secs(3660);
        file.set_modified(SystemTime::now() - if is_old { age } else { Duration::ZERO })
            .unwrap();
    }
    std::fs::write(at("one"), "kept").unwrap();
    std::fs::hard_link(at("one"), at("two")).unwrap();
    let mut staged = StagedFiles::default();
    let error = staged.add(&at("one"), b"1", |_| true).unwrap_err();
    assert!(matches!(error, StoreError::Shared { .. }), "{error}");
    assert!(!draft.exists() && at(".sleeve-aB3dE7").exists() && at(".sleeve-rc").exists());
    write_file(&at("new"), b"1", |_| false).unwrap();
    let mode = |name: &str| std::fs::metadata(at(name)).unwrap().permissions().mode() & 0o777;
    assert_eq!(mode("new"), mode("target"), "as the system makes files");
    std::fs::set_permissions(at("new"), std::fs::Permissions::from_mode(0o640)).unwrap();
    let mut staged = StagedFiles::default();
    staged.add(&at("new"), b"2", |_| true).unwrap();
    staged.commit().unwrap();
    assert_eq!(mode("new"), 0o640, "as the file had it");
}

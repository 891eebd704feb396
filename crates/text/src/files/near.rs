//! What a path that leads nowhere may have meant.

use crate::problem::Candidates;
use std::ffi::OsStr;
use std::path::Path;

/// So many entries of a folder are compared with a name that it does not hold.
pub const MAX_NEAR_ENTRIES: usize = 10_000;

/// Names near the first part of a path that is not there, among what lies in the folder before it: a
/// misspelt one, or one without its ending.
pub fn near(path: &Path) -> Candidates {
    let is_there = |path: &&Path| path.as_os_str().is_empty() || path.exists();
    let lacks = path.ancestors().take_while(|part| !is_there(part)).last();
    let Some((missing, name)) = lacks.and_then(|part| Some((part, part.file_name()?.to_str()?)))
    else {
        return Candidates::default();
    };
    let folder = missing.parent().filter(|folder| !folder.as_os_str().is_empty());
    let entries = std::fs::read_dir(folder.unwrap_or(Path::new("."))).into_iter().flatten();
    let names = entries.take(MAX_NEAR_ENTRIES).filter_map(|entry| {
        entry.ok()?.file_name().into_string().ok().filter(|other| is_offered(other, name))
    });
    let mut names: Vec<String> = names.collect();
    names.sort();
    let is_named = |other: &&String| Path::new(other).file_stem() == Some(OsStr::new(name));
    let whole: Vec<String> = names.iter().filter(is_named).take(OFFERED).cloned().collect();
    if whole.is_empty() {
        Candidates::nearest_only(name, names.iter().map(String::as_str))
    } else {
        Candidates::from_near(whole, std::iter::empty())
    }
}

/// So many files of one name with other endings are offered.
const OFFERED: usize = 3;

/// What is hidden is offered to those who asked for something hidden.
fn is_offered(other: &str, name: &str) -> bool {
    name.starts_with('.') || !other.starts_with('.')
}

#[cfg(test)]
mod tests {
    use super::near;

    #[test]
    fn a_misspelt_part_of_a_path_is_offered_as_it_is_spelt() {
        let folder = tempfile::tempdir().unwrap();
        let inner = folder.path().join("decks");
        std::fs::create_dir(&inner).unwrap();
        for name in ["profit.toml", "hunt-down.toml", "hunt-down.txt", ".profit.toml.swp"] {
            std::fs::write(inner.join(name), "").unwrap();
        }
        let offered = |path: &str| near(&folder.path().join(path)).as_ref().to_vec();
        assert_eq!(offered("decks/proft.toml"), ["profit.toml"]);
        assert_eq!(offered("decks/hunt-down"), ["hunt-down.toml", "hunt-down.txt"]);
        assert_eq!(offered("dekcs/profit.toml"), ["decks"]);
        assert!(offered("decks/nothing.like-it").is_empty());
        assert!(offered("decks/profit.toml").is_empty());
    }
}

//! Which decks are meant: patterns of paths.

#[cfg(not(target_family = "wasm"))]
use globset::{GlobBuilder, GlobSet, GlobSetBuilder};
use std::path::Path;

/// Largest number of patterns of one assertion.
pub const MAX_PATTERNS: usize = 256;
/// Longest pattern, in bytes.
pub const MAX_PATTERN: usize = 1_000;

/// Patterns of paths below a folder. Without a pattern every path is meant.
///
/// `*` stands within a name, `**` for folders; a pattern without `/` means the name in any folder, one
/// that ends with `/` everything below it. In a browser, which has no folders, no pattern is read.
#[derive(Clone, Debug, Default)]
pub struct Globs {
    patterns: Vec<String>,
    #[cfg(not(target_family = "wasm"))]
    set: GlobSet,
}

impl Globs {
    /// Compiles patterns.
    ///
    /// # Errors
    /// The position of the pattern that is none, and what is wrong with it.
    #[cfg(target_family = "wasm")]
    pub fn new(patterns: &[String]) -> Result<Globs, (usize, String)> {
        if patterns.is_empty() {
            Ok(Globs::default())
        } else {
            Err((0, "there are no folders here".to_owned()))
        }
    }

    /// Compiles patterns.
    ///
    /// # Errors
    /// The position of the pattern that is none, and what is wrong with it.
    #[cfg(not(target_family = "wasm"))]
    pub fn new(patterns: &[String]) -> Result<Globs, (usize, String)> {
        let mut set = GlobSetBuilder::new();
        for (at, pattern) in patterns.iter().enumerate() {
            if at == MAX_PATTERNS || pattern.len() > MAX_PATTERN {
                let most =
                    format!("{MAX_PATTERNS} patterns of {MAX_PATTERN} bytes are read at most");
                return Err((at, most));
            }
            let mut full = pattern.strip_prefix("./").unwrap_or(pattern).to_owned();
            if full.ends_with('/') {
                full.push_str("**");
            } else if !full.contains('/') {
                full.insert_str(0, "**/");
            }
            let glob = GlobBuilder::new(&full).literal_separator(true).build();
            set.add(glob.map_err(|error| (at, error.kind().to_string()))?);
        }
        let set = set.build().map_err(|error| (0, error.kind().to_string()))?;
        Ok(Globs { patterns: patterns.to_vec(), set })
    }

    /// The patterns as they are written.
    pub fn patterns(&self) -> &[String] {
        &self.patterns
    }

    /// Whether a path, relative to the folder of the patterns, is meant.
    #[cfg(target_family = "wasm")]
    pub fn matches(&self, _: &Path) -> bool {
        self.patterns.is_empty()
    }

    /// Whether a path, relative to the folder of the patterns, is meant.
    #[cfg(not(target_family = "wasm"))]
    pub fn matches(&self, path: &Path) -> bool {
        self.patterns.is_empty() || self.set.is_match(path)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_mean_names_folders_and_paths() {
        let means = |pattern: &str, path: &str| {
            Globs::new(&[pattern.to_owned()]).unwrap().matches(Path::new(path))
        };
        assert!(means("*.toml", "swccg/dark.toml"));
        assert!(means("swccg/", "swccg/old/dark.toml"));
        assert!(means("./swccg/*.toml", "swccg/dark.toml"));
        assert!(means("**/dark-*", "swccg/dark-1.toml"));
        assert!(!means("swccg/*.toml", "swccg/old/dark.toml"));
        assert!(!means("swccg/", "other/dark.toml"));
        assert!(Globs::default().matches(Path::new("any")));
        assert_eq!(Globs::new(&["ok".into(), "a[".into()]).unwrap_err().0, 1);
    }
}

//! Where the user's own things lie: the folder of games, and the cache of what was compiled.

use super::compiled::GameCache;
use sleeve_library::Surroundings;
use std::path::PathBuf;
use std::sync::Arc;

/// The variable that names the user's folder of games.
pub const GAMES: &str = "SLEEVE_GAMES";
/// The variable that names the cache; empty: there is none.
pub const CACHE: &str = "SLEEVE_CACHE";

/// What the variables say, each by its name.
type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// The user's folder of games, where the platform says where such a thing lies.
pub fn games(variable: Variable<'_>) -> Option<PathBuf> {
    chosen(variable, GAMES).unwrap_or_else(|| data(variable).map(|folder| folder.join("games")))
}

/// The user's cache, where the platform says where such a thing lies and it is not switched off.
pub fn cache(variable: Variable<'_>) -> Option<PathBuf> {
    chosen(variable, CACHE).unwrap_or_else(|| cached(variable))
}

/// Both.
pub fn surroundings(variable: Variable<'_>) -> Surroundings {
    Surroundings {
        games: games(variable),
        compiled: cache(variable).map(|folder| Arc::new(GameCache::new(folder)) as _),
    }
}

/// What a variable of ours says, where it is set: a folder, or none.
fn chosen(variable: Variable<'_>, name: &str) -> Option<Option<PathBuf>> {
    variable(name).map(|folder| Some(folder).filter(|f| !f.is_empty()).map(PathBuf::from))
}

fn folder(variable: Variable<'_>, name: &str) -> Option<PathBuf> {
    // A path that is not absolute is no place for everybody's games.
    variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn home(variable: Variable<'_>, below: &str) -> Option<PathBuf> {
    Some(folder(variable, "HOME")?.join(below))
}

fn data(variable: Variable<'_>) -> Option<PathBuf> {
    let base = match () {
        () if cfg!(windows) => folder(variable, "APPDATA"),
        () if cfg!(target_os = "macos") => home(variable, "Library/Application Support"),
        () => folder(variable, "XDG_DATA_HOME").or_else(|| home(variable, ".local/share")),
    };
    base.map(|base| base.join("sleeve"))
}

fn cached(variable: Variable<'_>) -> Option<PathBuf> {
    let base = match () {
        () if cfg!(windows) => folder(variable, "LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => home(variable, "Library/Caches"),
        () => folder(variable, "XDG_CACHE_HOME").or_else(|| home(variable, ".cache")),
    };
    base.map(|base| base.join("sleeve"))
}

#[cfg(all(test, unix, not(target_os = "macos")))]
mod tests {
    use super::*;

    #[test]
    fn the_variables_say_where_things_lie() {
        let of = |set: &'static [(&str, &str)]| {
            move |name: &str| {
                set.iter().find(|(n, _)| *n == name).map(|(_, value)| (*value).to_owned())
            }
        };
        assert_eq!(games(&of(&[])), None);
        let home = of(&[("HOME", "/home/a")]);
        assert_eq!(games(&home), Some("/home/a/.local/share/sleeve/games".into()));
        assert_eq!(cache(&home), Some("/home/a/.cache/sleeve".into()));
        let said = of(&[("HOME", "/home/a"), ("XDG_DATA_HOME", "/d"), ("XDG_CACHE_HOME", "c")]);
        assert_eq!(games(&said), Some("/d/sleeve/games".into()));
        assert_eq!(cache(&said), Some("/home/a/.cache/sleeve".into()));
        let ours = of(&[("HOME", "/home/a"), (GAMES, "/g"), (CACHE, "")]);
        assert_eq!((games(&ours), cache(&ours)), (Some("/g".into()), None));
    }
}

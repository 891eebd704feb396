//! Where the user's own things lie: the folder of games, and the cache of what was compiled.

use super::compiled::GameCache;
use sleeve_library::Surroundings;
use std::path::PathBuf;
use std::sync::Arc;

/// The variable that names the user's folder of games.
pub const GAMES_VARIABLE: &str = "SLEEVE_GAMES";
/// The variable that names the cache; empty: there is none.
pub const CACHE_VARIABLE: &str = "SLEEVE_CACHE";

/// What the variables say, each by its name.
type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// The user's folder of games, where the platform says where such a thing lies.
pub fn games_folder(variable: Variable<'_>) -> Option<PathBuf> {
    folder_from_variable(variable, GAMES_VARIABLE)
        .unwrap_or_else(|| platform_data_folder(variable).map(|folder| folder.join("games")))
}

/// The user's cache, where the platform says where such a thing lies and it is not switched off.
pub fn cache_folder(variable: Variable<'_>) -> Option<PathBuf> {
    folder_from_variable(variable, CACHE_VARIABLE)
        .unwrap_or_else(|| platform_cache_folder(variable))
}

/// Both.
pub fn surroundings(variable: Variable<'_>) -> Surroundings {
    Surroundings {
        games: games_folder(variable),
        compiled: cache_folder(variable).map(|folder| Arc::new(GameCache::new(folder)) as _),
    }
}

/// What a variable of ours says, where it is set: a folder, or none.
fn folder_from_variable(variable: Variable<'_>, name: &str) -> Option<Option<PathBuf>> {
    variable(name).map(|folder| Some(folder).filter(|f| !f.is_empty()).map(PathBuf::from))
}

fn absolute_folder(variable: Variable<'_>, name: &str) -> Option<PathBuf> {
    // A path that is not absolute is no place for everybody's games.
    variable(name).map(PathBuf::from).filter(|path| path.is_absolute())
}

fn folder_in_home(variable: Variable<'_>, below: &str) -> Option<PathBuf> {
    Some(absolute_folder(variable, "HOME")?.join(below))
}

fn platform_data_folder(variable: Variable<'_>) -> Option<PathBuf> {
    let base = match () {
        () if cfg!(windows) => absolute_folder(variable, "APPDATA"),
        () if cfg!(target_os = "macos") => folder_in_home(variable, "Library/Application Support"),
        () => absolute_folder(variable, "XDG_DATA_HOME")
            .or_else(|| folder_in_home(variable, ".local/share")),
    };
    base.map(|base| base.join("sleeve"))
}

fn platform_cache_folder(variable: Variable<'_>) -> Option<PathBuf> {
    let base = match () {
        () if cfg!(windows) => absolute_folder(variable, "LOCALAPPDATA"),
        () if cfg!(target_os = "macos") => folder_in_home(variable, "Library/Caches"),
        () => absolute_folder(variable, "XDG_CACHE_HOME")
            .or_else(|| folder_in_home(variable, ".cache")),
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
}

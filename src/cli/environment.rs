//! What the environment says about the user: the day, the language, the characters that can be
//! drawn, the folder of own games, and the cache.
//!
//! The cache keeps compiled folders of data. Their packed games are read from it as long as no file
//! of the folder has changed. You can delete it at any time; if it cannot be written, folders are
//! read again.

use super::store::StagedFiles;
use chrono::{DateTime, Local};
use serde::{Deserialize, Serialize};
use sleeve_data::{
    files::{self, Links},
    model::{Date, Lang},
};
use sleeve_library::{Clock, GameSources, PackStore, source};
use std::{
    ffi::OsStr,
    path::{Path, PathBuf},
    sync::{Arc, Mutex, OnceLock, PoisonError},
    time::{Duration, SystemTime, UNIX_EPOCH},
};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

/// Today in the local time zone.
pub fn clock() -> Clock {
    Clock::new(|| Some(Date::from_days(days_since_1970(SystemTime::now()))))
}

/// The day in the local time zone. In UTC before 1970, which the library of time zones does not
/// cover, and if the zone is unknown.
fn days_since_1970(now: SystemTime) -> i32 {
    match now.duration_since(UNIX_EPOCH) {
        Ok(_) if is_zone_readable(std::env::var_os("TZ").as_deref()) => {
            DateTime::<Local>::from(now).date_naive().to_epoch_days()
        }
        Ok(since) => whole_days(since),
        // Rounded up, since the day of such a moment began before it.
        Err(before) => -whole_days(before.duration() + Duration::from_secs(86_399)),
    }
}

fn whole_days(duration: Duration) -> i32 {
    i32::try_from(duration.as_secs() / 86_400).unwrap_or(i32::MAX)
}

/// Largest file of a time zone, in bytes: a hundred times the largest of all.
const MAX_ZONE_BYTES: u64 = 1 << 20;

/// The folders in which the library of time zones looks for files.
const ZONE_FOLDERS: [&str; 4] =
    ["/usr/share/zoneinfo", "/share/zoneinfo", "/etc/zoneinfo", "/usr/share/lib/zoneinfo"];

/// Whether what `TZ` names can be read: a device would be read without an end.
pub(super) fn is_zone_readable(zone: Option<&OsStr>) -> bool {
    let Some(zone) = zone.filter(|zone| !zone.is_empty()) else { return true };
    let written = zone.to_string_lossy();
    let named = written.trim_start_matches(':');
    for folder in ZONE_FOLDERS {
        // Joining an absolute path gives the path itself. A missing file is not read.
        let Ok(its) = std::fs::metadata(Path::new(folder).join(named)) else { continue };
        let is_small_file = its.is_file() && its.len() <= MAX_ZONE_BYTES;
        if !its.is_dir() && !is_small_file {
            return false;
        }
    }
    true
}

/// The language whose code the locale begins with, otherwise English. As in POSIX, `LC_ALL`
/// overrides `LC_MESSAGES`, which overrides `LANG`. An empty variable counts as unset.
pub fn locale(variable: &dyn Fn(&str) -> Option<String>) -> Lang {
    let value =
        first_set_variable(variable, &["LC_ALL", "LC_MESSAGES", "LANG"]).unwrap_or_default();
    let known = Lang::ALL.iter().find(|lang| value.starts_with(lang.code()));
    known.copied().unwrap_or_default()
}

/// Whether signs beyond ASCII may be drawn: not in the locales `C` and `POSIX`.
pub(super) fn supports_unicode(variable: &dyn Fn(&str) -> Option<String>) -> bool {
    let value = first_set_variable(variable, &["LC_ALL", "LC_CTYPE", "LANG"]).unwrap_or_default();
    !matches!(value.as_str(), "C" | "POSIX")
}

fn first_set_variable(variable: &dyn Fn(&str) -> Option<String>, names: &[&str]) -> Option<String> {
    names
        .iter()
        .filter_map(|name| variable(name))
        .find(|value| !value.is_empty())
}

/// The environment variable for the user's folder of games. Empty switches the folder off.
pub const GAMES_VARIABLE: &str = "SLEEVE_GAMES";
/// The environment variable for the cache. Empty switches the cache off.
pub const CACHE_VARIABLE: &str = "SLEEVE_CACHE";

/// Looks an environment variable up.
type Variable<'v> = &'v dyn Fn(&str) -> Option<String>;

/// The user's folder of games. `None` if it is switched off or the platform has no folder for data.
pub fn games_folder(variable: Variable<'_>) -> Option<PathBuf> {
    let xdg = ("XDG_DATA_HOME", ".local/share");
    folder_from_variable(variable, GAMES_VARIABLE).unwrap_or_else(|| {
        Some(
            platform_folder(variable, "APPDATA", "Library/Application Support", xdg)?.join("games"),
        )
    })
}

/// The folder of the cache. `None` if it is switched off or the platform has no folder for caches.
pub fn cache_folder(variable: Variable<'_>) -> Option<PathBuf> {
    let xdg = ("XDG_CACHE_HOME", ".cache");
    folder_from_variable(variable, CACHE_VARIABLE)
        .unwrap_or_else(|| platform_folder(variable, "LOCALAPPDATA", "Library/Caches", xdg))
}

/// The folder of games and the cache, for the library; links are not followed.
pub fn surroundings(variable: Variable<'_>) -> GameSources {
    GameSources {
        games: games_folder(variable),
        compiled: cache_folder(variable).map(|folder| Arc::new(GameCache::new(folder)) as _),
        links: Links::Inside,
    }
}

/// The folder that one of our variables names: `Some(None)` if it is empty, `None` if it is not
/// set.
fn folder_from_variable(variable: Variable<'_>, name: &str) -> Option<Option<PathBuf>> {
    variable(name).map(|folder| Some(folder).filter(|f| !f.is_empty()).map(PathBuf::from))
}

fn absolute_folder(variable: Variable<'_>, name: &str) -> Option<PathBuf> {
    // The XDG specification has relative paths ignored.
    variable(name)
        .map(PathBuf::from)
        .filter(|path| path.is_absolute())
}

fn folder_in_home(variable: Variable<'_>, below: &str) -> Option<PathBuf> {
    Some(absolute_folder(variable, "HOME")?.join(below))
}

/// The platform's folder for data or caches: from a variable on Windows, in the home folder on a
/// Mac, and as the XDG specification says elsewhere.
fn platform_folder(
    variable: Variable<'_>,
    windows: &str,
    mac: &str,
    xdg: (&str, &str),
) -> Option<PathBuf> {
    let base = match () {
        () if cfg!(windows) => absolute_folder(variable, windows),
        () if cfg!(target_os = "macos") => folder_in_home(variable, mac),
        () => absolute_folder(variable, xdg.0).or_else(|| folder_in_home(variable, xdg.1)),
    };
    base.map(|base| base.join("sleeve"))
}

/// Most cached folders; the oldest are removed first. It is more than anyone has games: a smaller
/// cache would be rewritten by every command.
pub const MAX_CACHED_FOLDERS: usize = 4096;

/// Number of folders to remove from a full cache. Removing several at once saves looking at every
/// file each time.
const REMOVED_AT_ONCE: usize = MAX_CACHED_FOLDERS / 16;

/// Largest file of the cache, in bytes.
pub const MAX_CACHED_BYTES: u64 = 256 * 1024 * 1024;

/// A file that changed this shortly before it was compiled may change again without a new time:
/// file systems round times, FAT to two seconds. Git calls such files racy.
const UNSAFE_AGE: Duration = Duration::from_secs(2);

/// Begins each file of the cache; the last byte is the version of the layout.
const MAGIC: [u8; 8] = *b"sleevec\x01";

/// Ends the names of files in the cache.
const ENDING: &str = ".compiled";

/// The cache of packed games.
#[derive(Debug)]
pub struct GameCache {
    folder: PathBuf,
    /// Version and build time of this program, because another one may read the same data
    /// differently. Set with the first folder.
    program: OnceLock<String>,
    /// How many folders it holds at most; counted before the first is written.
    count: Mutex<Option<usize>>,
}

/// The head of a file of the cache: which folder was compiled, in which state.
#[derive(Serialize, Deserialize)]
struct FolderIndex {
    program: String,
    folder: String,
    files: Vec<FileStat>,
    /// The hash of all names and contents.
    contents: u64,
    written: Timestamp,
    /// Lengths of the packed games, in their order.
    games: Vec<u64>,
}

/// Seconds and nanoseconds since 1970.
type Timestamp = (u64, u32);

/// Size and time of a file. If both are the same, the content counts as the same.
#[derive(Serialize, Deserialize, PartialEq, Eq, Clone)]
struct FileStat {
    path: String,
    bytes: u64,
    changed: Timestamp,
}

fn timestamp(time: SystemTime) -> Timestamp {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    (since.as_secs(), since.subsec_nanos())
}

impl GameCache {
    /// A cache in this folder, which need not exist yet.
    pub fn new(folder: PathBuf) -> GameCache {
        GameCache { folder, program: OnceLock::new(), count: Mutex::default() }
    }

    fn program(&self) -> &str {
        self.program.get_or_init(|| {
            let changed =
                std::env::current_exe().and_then(|program| program.metadata()?.modified());
            let built = changed.map(timestamp).unwrap_or_default();
            format!("{} {}.{}", env!("CARGO_PKG_VERSION"), built.0, built.1)
        })
    }

    /// The file of the cache for a folder. The path as the user wrote it is part of the key, since
    /// packed games name their files by it.
    fn entry_path(&self, folder: &Path) -> Option<PathBuf> {
        let whole = std::fs::canonicalize(folder).ok()?;
        let key = format!("{}\0{}\0{}", self.program(), whole.display(), folder.display());
        Some(
            self.folder
                .join(format!("{:016x}{ENDING}", xxh3_64(key.as_bytes()))),
        )
    }

    /// Reads a file of the cache: the index, then the packed games. `None` if it is missing or
    /// damaged.
    fn read(&self, place: &Path) -> Option<(FolderIndex, Vec<u8>)> {
        if !is_private(&self.folder) {
            return None;
        }
        let mut bytes = files::read_regular(place, MAX_CACHED_BYTES).ok()?;
        let (length, after_length) = bytes.strip_prefix(&MAGIC)?.split_first_chunk::<8>()?;
        let (hash, rest) = after_length.split_first_chunk::<8>()?;
        let packed = rest.get(..usize::try_from(u64::from_le_bytes(*length)).ok()?)?;
        if xxh3_64(packed) != u64::from_le_bytes(*hash) {
            return None;
        }
        let from = bytes.len() - rest.len() + packed.len();
        let index: FolderIndex = postcard::from_bytes(packed).ok()?;
        bytes.drain(..from);
        Some((index, bytes))
    }

    fn write(&self, place: &Path, index: &FolderIndex, games: &[u8]) -> Option<()> {
        let index = postcard::to_stdvec(index).ok()?;
        let mut bytes = MAGIC.to_vec();
        bytes.extend_from_slice(&(index.len() as u64).to_le_bytes());
        bytes.extend_from_slice(&xxh3_64(&index).to_le_bytes());
        bytes.extend_from_slice(&index);
        bytes.extend_from_slice(games);
        if bytes.len() as u64 > MAX_CACHED_BYTES {
            return None;
        }
        create_private_folder(&self.folder).ok()?;
        self.make_room();
        let mut staged = StagedFiles::for_cache();
        staged.add(place, &bytes, |_| true).ok()?;
        staged.move_into_place().ok()
    }

    /// Makes room for one more file.
    fn make_room(&self) {
        let mut count = self.count.lock().unwrap_or_else(PoisonError::into_inner);
        let known = count.filter(|known| *known < MAX_CACHED_FOLDERS);
        *count = known
            .or_else(|| self.remove_oldest())
            .map(|known| known + 1);
    }

    /// Removes the oldest files if there are too many for one more. Returns the number of the
    /// others.
    fn remove_oldest(&self) -> Option<usize> {
        let entries = std::fs::read_dir(&self.folder).ok()?.filter_map(Result::ok);
        let ours = entries.filter(|entry| entry.file_name().to_string_lossy().ends_with(ENDING));
        let dated =
            ours.filter_map(|entry| Some((entry.metadata().ok()?.modified().ok()?, entry.path())));
        let mut kept: Vec<(SystemTime, PathBuf)> = dated.collect();
        if kept.len() >= MAX_CACHED_FOLDERS {
            kept.sort();
            let surplus = kept.len() - MAX_CACHED_FOLDERS + REMOVED_AT_ONCE;
            for (_, path) in kept.drain(..surplus) {
                // Another process may have removed it first.
                let _ = std::fs::remove_file(path);
            }
        }
        Some(kept.len())
    }
}

impl PackStore for GameCache {
    fn games(
        &self,
        folder: &Path,
        compile: &mut dyn FnMut() -> Option<Vec<Vec<u8>>>,
    ) -> Option<Vec<Vec<u8>>> {
        let place = self.entry_path(folder)?;
        let files = file_stats(folder)?;
        // Taken before anything is compiled: the times of files that change in the meantime are too
        // recent to trust.
        let now = SystemTime::now();
        if let Some((index, bytes)) = self.read(&place).filter(|(index, _)| {
            index.program == self.program() && index.folder == folder.to_string_lossy()
        }) {
            let is_sure = files
                .iter()
                .all(|file| is_long_before(file.changed, index.written));
            if index.files == files && is_sure {
                return split_games(&index, bytes);
            }
            // Only times changed, as after a checkout: keep the games and store the new times.
            if index.contents == hash_contents(&files)? {
                let games = split_games(&index, bytes.clone())?;
                let index = FolderIndex { files, written: timestamp(now), ..index };
                self.write(&place, &index, &bytes);
                return Some(games);
            }
        }
        let games = compile()?;
        let index = FolderIndex {
            program: self.program().to_owned(),
            folder: folder.to_string_lossy().into_owned(),
            contents: hash_contents(&files)?,
            files,
            written: timestamp(now),
            games: games.iter().map(|game| game.len() as u64).collect(),
        };
        // Files that changed in the meantime may have been compiled in either state, so they are
        // not cached.
        if file_stats(folder).as_ref() == Some(&index.files) {
            self.write(&place, &index, &games.concat());
        }
        Some(games)
    }
}

/// Creates a folder that only the user can write to, and its parents, if it does not exist.
fn create_private_folder(folder: &Path) -> std::io::Result<()> {
    let mut builder = std::fs::DirBuilder::new();
    builder.recursive(true);
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder)
}

/// Whether a folder belongs to the user and only the user can write to it. Files of others are not
/// trusted.
#[cfg(unix)]
fn is_private(folder: &Path) -> bool {
    use std::os::unix::fs::MetadataExt;
    let user = rustix::process::geteuid().as_raw();
    std::fs::metadata(folder).is_ok_and(|its| its.uid() == user && its.mode() & 0o022 == 0)
}

/// Elsewhere the folders of users are closed to others from the beginning.
#[cfg(not(unix))]
fn is_private(_folder: &Path) -> bool {
    true
}

/// Whether a file changed so long before it was compiled that a later change has another time.
fn is_long_before(changed: Timestamp, written: Timestamp) -> bool {
    (changed.0.saturating_add(UNSAFE_AGE.as_secs()), changed.1) <= written
}

fn split_games(index: &FolderIndex, bytes: Vec<u8>) -> Option<Vec<Vec<u8>>> {
    // Most folders hold one game, which needs no copy of its bytes.
    if index.games == [bytes.len() as u64] {
        return Some(vec![bytes]);
    }
    let mut rest = bytes.as_slice();
    let mut games = Vec::new();
    for length in &index.games {
        let (game, others) = rest.split_at_checked(usize::try_from(*length).ok()?)?;
        games.push(game.to_vec());
        rest = others;
    }
    Some(games)
}

fn file_stats(folder: &Path) -> Option<Vec<FileStat>> {
    let mut stats = Vec::new();
    for file in source::find_data_files(folder, Links::Inside).ok()? {
        let metadata = file.metadata().ok()?;
        let changed = timestamp(metadata.modified().ok()?);
        let path = file.to_string_lossy().into_owned();
        stats.push(FileStat { path, bytes: metadata.len(), changed });
    }
    Some(stats)
}

fn hash_contents(files: &[FileStat]) -> Option<u64> {
    let mut hash = Xxh3::new();
    for file in files {
        let bytes = files::read_regular(Path::new(&file.path), source::FILE_LIMIT).ok()?;
        hash.update(file.path.as_bytes());
        // With the length: otherwise bytes could move from one file to the next without changing
        // the hash.
        hash.update(&(bytes.len() as u64).to_le_bytes());
        hash.update(&bytes);
    }
    Some(hash.digest())
}

#[cfg(test)]
#[path = "../../tests/unit/cli/environment.rs"]
mod tests;

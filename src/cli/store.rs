//! Writes files: each completely or not at all, all of them or none, with the modes of the user's
//! mask. Links are not followed, and a file is replaced only if the command accepts it as its own.
//! A run reports what it writes.

use super::{
    drafts::{DRAFT, DRAFT_LETTERS, WatchedDraft, watch_draft},
    messages::{CliMessage, Unwritten},
    progress,
    session::{Failure, Session},
    store,
};
use sleeve_data::files::{self, ReadRefusal};
use sleeve_report as report;
use sleeve_requests::{Refusal, SolveMessage};
use std::{
    collections::BTreeSet,
    fs::Metadata,
    io::{self, Write},
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
    time::{Duration, SystemTime},
};
use tempfile::TempPath;
use thiserror::Error;

/// Longest file that is read before it is replaced, in bytes.
pub const MAX_REPLACED_BYTES: u64 = 64 * 1024 * 1024;

/// The age from which a draft was left by a run that was killed.
const DRAFT_AGE: Duration = Duration::from_secs(3600);

/// Why a file was not written.
#[derive(Debug, Error)]
pub enum StoreError {
    /// The system refused to read or write.
    #[error("`{path}`: {error}", path = path.display())]
    Io { path: PathBuf, error: io::Error },
    /// The system refused to remove an obsolete file.
    #[error("`{path}` stays: {error}", path = path.display())]
    NotRemoved { path: PathBuf, error: io::Error },
    /// A file that is not ours already exists.
    #[error("`{path}` already exists", path = path.display())]
    Exists { path: PathBuf },
    /// The file is read-only: replacing it would be against its owner's wish.
    #[error("`{path}` is read-only", path = path.display())]
    ReadOnly { path: PathBuf },
    /// The file has other names, or another owner, and would lose them if it were written again.
    #[error("`{path}` has other names, or another owner", path = path.display())]
    Shared { path: PathBuf },
    /// A link, a folder, a pipe or a device is in the place.
    #[error("`{path}` is no regular file", path = path.display())]
    NotRegular { path: PathBuf },
}

fn io_error(path: &Path) -> impl Fn(io::Error) -> StoreError {
    move |error| StoreError::Io { path: path.to_owned(), error }
}

/// Files to be written. Their drafts are in the target folders, because a file moves in one step
/// only within a file system.
#[derive(Default)]
pub struct StagedFiles {
    drafts: Vec<DraftFile>,
    /// Files that are removed when the drafts are in their places.
    obsolete: Vec<PathBuf>,
    /// Folders that were made for them, outermost first.
    folders: Vec<PathBuf>,
    /// Places whose files have a group that their drafts cannot have.
    lost_groups: Vec<PathBuf>,
    /// Whether a file may be lost when the machine stops, which saves the wait for the disk.
    is_cache: bool,
}

struct DraftFile {
    file: TempPath,
    place: PathBuf,
    replaces: bool,
    _watched: WatchedDraft,
}

impl StagedFiles {
    /// Files whose readers look for damage, and do without them.
    pub fn for_cache() -> StagedFiles {
        let mut staged = StagedFiles::default();
        staged.is_cache = true;
        staged
    }

    /// Writes the draft of a file. An existing regular file is replaced if `is_ours` accepts it.
    /// `is_ours` sees a file that is too long as an empty one.
    ///
    /// # Errors
    /// The draft cannot be written, or something else is in its place.
    pub fn add(
        &mut self,
        place: &Path,
        contents: &[u8],
        is_ours: impl Fn(&[u8]) -> bool,
    ) -> Result<(), StoreError> {
        let fail = io_error(place);
        let existing = match std::fs::symlink_metadata(place) {
            Ok(metadata) if !metadata.is_file() => {
                return Err(StoreError::NotRegular { path: place.to_owned() });
            }
            Ok(metadata) => {
                let old = match files::read_regular(place, MAX_REPLACED_BYTES) {
                    Ok(old) => old,
                    Err(ReadRefusal::TooLarge { .. }) => Vec::new(),
                    Err(ReadRefusal::Io(error)) => return Err(fail(error)),
                    Err(_) => return Err(StoreError::NotRegular { path: place.to_owned() }),
                };
                if !is_ours(&old) {
                    return Err(StoreError::Exists { path: place.to_owned() });
                }
                if metadata.permissions().readonly() {
                    return Err(StoreError::ReadOnly { path: place.to_owned() });
                }
                Some(metadata)
            }
            Err(error) if error.kind() == io::ErrorKind::NotFound => None,
            Err(error) => return Err(fail(error)),
        };
        let folder = folder_of(place);
        remove_old_drafts(folder);
        // If this fails, locals are dropped in reverse order: the draft first, while it is still
        // watched.
        let (watched, mut draft) = watch_draft(folder, existing.as_ref()).map_err(&fail)?;
        match existing
            .as_ref()
            .map_or(Kept::All, |existing| keep_owner(draft.path(), existing))
        {
            Kept::All => (),
            Kept::OwnerOnly => self.lost_groups.push(place.to_owned()),
            Kept::Neither => return Err(StoreError::Shared { path: place.to_owned() }),
        }
        draft.write_all(contents).map_err(&fail)?;
        // The name must not reach the disk before the text: a power cut would leave an empty file.
        if !self.is_cache {
            draft.as_file().sync_data().map_err(&fail)?;
        }
        let replaces = existing.is_some();
        let file = draft.into_temp_path();
        self.drafts
            .push(DraftFile { file, place: place.to_owned(), replaces, _watched: watched });
        Ok(())
    }

    /// Creates a folder and its parents. They are removed again if nothing is written.
    ///
    /// # Errors
    /// The folder cannot be created.
    pub fn folder(&mut self, folder: &Path) -> Result<(), StoreError> {
        let missing: Vec<&Path> = folder.ancestors().take_while(|f| !f.exists()).collect();
        std::fs::create_dir_all(folder).map_err(io_error(folder))?;
        self.folders
            .extend(missing.into_iter().rev().map(Path::to_owned));
        Ok(())
    }

    /// Removes a file once every draft is in its place.
    pub fn remove(&mut self, place: PathBuf) {
        self.obsolete.push(place);
    }

    /// Puts every draft in its place, and gives the places whose files lost their group.
    ///
    /// # Errors
    /// When one cannot be put there; a new file is never put over another.
    pub fn commit(mut self) -> Result<Vec<PathBuf>, StoreError> {
        if !(self.drafts.is_empty() && self.obsolete.is_empty()) {
            progress::announce_writing();
        }
        let lost_groups = std::mem::take(&mut self.lost_groups);
        self.move_into_place().map(|()| lost_groups)
    }

    /// Like [`StagedFiles::commit`], for files that the user did not ask for, such as the cache:
    /// Ctrl-C need not wait for a report.
    pub(super) fn move_into_place(mut self) -> Result<(), StoreError> {
        for draft in std::mem::take(&mut self.drafts) {
            // A new file must not replace one that another program has written since then.
            let put = if draft.replaces {
                draft.file.persist(&draft.place)
            } else {
                draft.file.persist_noclobber(&draft.place)
            };
            put.map_err(|error| io_error(&draft.place)(error.error))?;
            // A file of ours is in place, so its folders stay even if a later file cannot be moved.
            self.folders.clear();
        }
        // Every file is tried, because each that stays would be in the way. The first error is
        // returned.
        let mut removed = Ok(());
        for path in std::mem::take(&mut self.obsolete) {
            if let Err(error) = std::fs::remove_file(&path) {
                removed = removed.and(Err(StoreError::NotRemoved { path, error }));
            }
        }
        removed
    }
}

impl Drop for StagedFiles {
    fn drop(&mut self) {
        // Drafts go first, because only an empty folder can be removed.
        self.drafts.clear();
        for folder in self.folders.iter().rev() {
            // A folder that is not empty stays: another program wrote into it.
            let _ = std::fs::remove_dir(folder);
        }
    }
}

/// Writes one file; an existing one is left alone unless `is_ours` takes its bytes for ours.
///
/// # Errors
/// As [`StagedFiles::add`].
pub fn write_file(
    place: &Path,
    contents: &[u8],
    is_ours: impl Fn(&[u8]) -> bool,
) -> Result<Vec<PathBuf>, StoreError> {
    let mut staged = StagedFiles::default();
    staged.add(place, contents, is_ours)?;
    staged.commit()
}

fn folder_of(place: &Path) -> &Path {
    place
        .parent()
        .filter(|f| !f.as_os_str().is_empty())
        .unwrap_or(Path::new("."))
}

/// Turns a limit on the size of files (`ulimit -f`) into a failed write with a message. Its signal
/// would end the program.
pub(super) fn heed_size_limit() {
    #[cfg(unix)]
    {
        use std::sync::{Arc, atomic::AtomicBool};
        // If this fails, the signal ends the program.
        let seen: Arc<AtomicBool> = Arc::default();
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, seen);
    }
}

/// What a draft keeps of the file that it replaces.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Kept {
    /// Its owner and its group.
    All,
    /// Its owner: a user may give files to no group but their own.
    OwnerOnly,
    /// Another owner, or the file has other names, which would keep the old text.
    Neither,
}

/// Gives a draft the owner and the group of the file that it replaces.
#[cfg(unix)]
fn keep_owner(draft: &Path, existing: &Metadata) -> Kept {
    use std::os::unix::fs::{MetadataExt, chown};
    let Ok(own) = std::fs::metadata(draft) else { return Kept::Neither };
    let is_same = (own.uid(), own.gid()) == (existing.uid(), existing.gid());
    if existing.nlink() > 1 {
        Kept::Neither
    } else if is_same || chown(draft, Some(existing.uid()), Some(existing.gid())).is_ok() {
        Kept::All
    } else if own.uid() == existing.uid() {
        Kept::OwnerOnly
    } else {
        Kept::Neither
    }
}

#[cfg(not(unix))]
fn keep_owner(_draft: &Path, _existing: &Metadata) -> Kept {
    Kept::All
}

/// Removes the drafts of killed runs in a folder, once a run. They are older than any run lasts.
fn remove_old_drafts(folder: &Path) {
    static TIDIED: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());
    if !TIDIED
        .lock()
        .unwrap_or_else(PoisonError::into_inner)
        .insert(folder.to_owned())
    {
        return;
    }
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .take(files::MAX_NEAR_ENTRIES);
    for entry in entries.filter_map(Result::ok) {
        let path = entry.path();
        if is_draft(&path) && is_old_file(&path).unwrap_or(false) {
            // Another run may have removed it first.
            let _ = std::fs::remove_file(path);
        }
    }
}

fn is_old_file(path: &Path) -> Option<bool> {
    let metadata = std::fs::symlink_metadata(path).ok()?;
    let age = SystemTime::now()
        .duration_since(metadata.modified().ok()?)
        .ok()?;
    Some(metadata.is_file() && age > DRAFT_AGE)
}

/// Whether the name is one of a draft, as they are made here: `.sleeve-rc` and the like are the
/// user's own.
fn is_draft(path: &Path) -> bool {
    let name = path
        .file_name()
        .and_then(|name| name.to_str())
        .unwrap_or_default();
    name.strip_prefix(DRAFT).is_some_and(|letters| {
        letters.len() == DRAFT_LETTERS && letters.bytes().all(|b| b.is_ascii_alphanumeric())
    })
}

/// Whether a folder contains anything but leftovers of a killed run that was writing these files:
/// some of the files, by their paths in the folder, and drafts.
pub(super) fn holds_something(folder: &Path, texts: &[(String, String)]) -> bool {
    let places: Vec<PathBuf> = texts.iter().map(|(path, _)| folder.join(path)).collect();
    if places.iter().all(|place| place.exists()) {
        return true;
    }
    let mut entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .filter_map(Result::ok);
    entries.any(|entry| {
        let entry = entry.path();
        !is_draft(&entry) && !places.iter().any(|place| place.starts_with(&entry))
    })
}

impl Session<'_> {
    /// Prints a text, or writes it into a new file as [`Session::write_file`] does.
    pub fn write_or_print(&mut self, file: Option<&PathBuf>, text: &str) -> Result<(), Failure> {
        match file {
            Some(file) => self.write_file(file, text),
            None => Ok(self.streams.out.write_all(text.as_bytes())?),
        }
    }

    /// Writes a new file, completely or not at all, and reports it. An existing file is left alone.
    ///
    /// # Errors
    /// It cannot be written, or the user stopped the run and it would be incomplete.
    pub fn write_file(&mut self, file: &Path, text: &str) -> Result<(), Failure> {
        self.write_file_bytes(file, text.as_bytes(), |_| false)
    }

    /// Like [`Session::write_file`], for binary files. Replaces a file if `is_replaced` accepts its
    /// bytes.
    pub fn write_file_bytes(
        &mut self,
        file: &Path,
        bytes: &[u8],
        is_replaced: impl Fn(&[u8]) -> bool,
    ) -> Result<(), Failure> {
        if self.stopped.is_some() {
            let path = files::path_text(file);
            return Err(Refusal::from(SolveMessage::NotWritten { path }).into());
        }
        let stored = store::write_file(&self.streams.folder.join(file), bytes, is_replaced);
        let lost_groups = stored.map_err(|error| self.store_failure(&error))?;
        self.note_lost_groups(lost_groups);
        self.say_written(file);
        Ok(())
    }

    /// Reports where something was written, unless `--quiet` is given.
    pub fn say_written(&mut self, place: &Path) {
        let said = format!("{} {}", word!(self.talk.lang, "wrote"), files::path_text(place));
        if !self.global.quiet {
            self.say(&report::text::escape::safe(&said));
        }
    }

    /// The failure to write a file; paths are shown from the current folder.
    pub fn store_failure(&self, error: &StoreError) -> Failure {
        let (path, why) = match error {
            StoreError::ReadOnly { path } => {
                return self.refusal(CliMessage::ReadOnly { path: self.inner_path(path) });
            }
            StoreError::NotRemoved { path, error } => {
                let (path, why) = (self.inner_path(path), error.to_string());
                return self.refusal(CliMessage::NotRemoved { path, why });
            }
            StoreError::Io { path, error } => (path, Unwritten::System(error.to_string())),
            StoreError::Exists { path } => (path, Unwritten::Exists),
            StoreError::NotRegular { path } => (path, Unwritten::NotRegular),
            StoreError::Shared { path } => (path, Unwritten::Shared),
        };
        self.refusal(CliMessage::CannotWrite { path: self.inner_path(path), why })
    }

    fn inner_path(&self, path: &Path) -> String {
        files::path_text(path.strip_prefix(&self.streams.folder).unwrap_or(path))
    }
}

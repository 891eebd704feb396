//! Drafts of files to be written, which Ctrl-C removes.

use super::progress;
use std::{
    collections::BTreeSet,
    fs::Metadata,
    io,
    path::{Path, PathBuf},
    sync::{Mutex, PoisonError},
};
use tempfile::NamedTempFile;

/// The beginning of the names of drafts, before random letters and digits.
pub(super) const DRAFT: &str = ".sleeve-";
pub(super) const DRAFT_LETTERS: usize = 6;

/// Drafts that exist now, for the handler of Ctrl-C.
static DRAFTS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A draft that is removed when the user interrupts the program.
pub(super) struct WatchedDraft(PathBuf);

/// Creates a draft that is removed when the user interrupts the program.
pub(super) fn watch_draft(
    folder: &Path,
    existing: Option<&Metadata>,
) -> io::Result<(WatchedDraft, NamedTempFile)> {
    progress::install_handler();
    // Removing drafts waits until this one is registered, so that a signal at any moment removes
    // it.
    let mut drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
    let draft = create_draft(folder, existing)?;
    drafts.insert(draft.path().to_owned());
    let watched = WatchedDraft(draft.path().to_owned());
    Ok((watched, draft))
}

/// Removes all drafts before the program ends. The lock stays closed, so no other draft can be
/// created.
pub(super) fn remove_drafts() {
    let drafts = DRAFTS.lock().unwrap_or_else(PoisonError::into_inner);
    for draft in drafts.iter() {
        let _ = std::fs::remove_file(draft);
    }
    std::mem::forget(drafts);
}

impl Drop for WatchedDraft {
    fn drop(&mut self) {
        DRAFTS
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .remove(&self.0);
    }
}

/// Creates a draft in the folder of its place, with the mode of the file that it replaces, or of
/// new files.
fn create_draft(folder: &Path, existing: Option<&Metadata>) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(DRAFT).rand_bytes(DRAFT_LETTERS);
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // The system takes the user's mask from these, as from those of every new file.
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let draft = builder.tempfile_in(folder)?;
    if let Some(metadata) = existing {
        draft.as_file().set_permissions(metadata.permissions())?;
    }
    Ok(draft)
}

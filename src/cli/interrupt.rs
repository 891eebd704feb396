//! Ctrl-C during a long run: the first time it stops the run and prints what is known, the second
//! time it ends the program. At any other time it ends the program at once, as everywhere else.

use super::store;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once, PoisonError};

static IS_STOPPED: AtomicBool = AtomicBool::new(false);
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
/// Whether files are being put in their places, or were: then the program says so before it ends.
static IS_WRITING: Mutex<bool> = Mutex::new(false);
static INSTALL: Once = Once::new();

/// What is set when the user wants the run to stop; from here on Ctrl-C does that.
pub(super) fn watch_interrupt() -> &'static AtomicBool {
    install_handler();
    IS_WATCHED.store(true, Ordering::Relaxed);
    &IS_STOPPED
}

/// From here on nobody asks whether to stop.
pub(super) fn unwatch_interrupt() {
    IS_WATCHED.store(false, Ordering::Relaxed);
}

/// From here on the first Ctrl-C no longer ends the program: it says what it wrote, and ends by itself.
pub(super) fn announce_writing() {
    *IS_WRITING.lock().unwrap_or_else(PoisonError::into_inner) = true;
}

/// From here on Ctrl-C takes away the drafts of files before it ends the program.
pub(super) fn install_handler() {
    INSTALL.call_once(|| {
        // Without a handler Ctrl-C ends the program at once and leaves a draft, and the place as it was.
        let _ = ctrlc::try_set_handler(|| {
            let is_first = !IS_STOPPED.swap(true, Ordering::Relaxed);
            let is_writing = IS_WRITING.lock().unwrap_or_else(PoisonError::into_inner);
            if !(is_first && (IS_WATCHED.load(Ordering::Relaxed) || *is_writing)) {
                store::remove_drafts();
                std::process::exit(130);
            }
        });
    });
}

//! Ctrl-C during a long run: the first time it stops the run and prints what is known, the second
//! time it ends the program. At any other time it ends the program at once, as everywhere else.

use super::store;
use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
static HANDLE: Once = Once::new();

/// What is set when the user wants the run to stop; from here on Ctrl-C does that.
pub(super) fn watch() -> &'static AtomicBool {
    handle();
    IS_WATCHED.store(true, Ordering::Relaxed);
    &STOP
}

/// From here on nobody asks whether to stop.
pub(super) fn unwatch() {
    IS_WATCHED.store(false, Ordering::Relaxed);
}

/// From here on Ctrl-C takes away the drafts of files before it ends the program.
pub(super) fn handle() {
    HANDLE.call_once(|| {
        // Without a handler Ctrl-C ends the program at once and leaves a draft, and the place as it was.
        let _ = ctrlc::try_set_handler(|| {
            let is_first = !STOP.swap(true, Ordering::Relaxed);
            if !(is_first && IS_WATCHED.load(Ordering::Relaxed)) {
                store::remove_drafts();
                std::process::exit(130);
            }
        });
    });
}

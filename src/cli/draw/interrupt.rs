//! Ctrl-C during a long run: the first time it stops the run and prints what is known, the second
//! time it ends the program.

use std::sync::Once;
use std::sync::atomic::{AtomicBool, Ordering};

static STOP: AtomicBool = AtomicBool::new(false);
static WATCH: Once = Once::new();

/// What is set when the user wants the run to stop; from here on Ctrl-C does that.
pub(in crate::cli) fn watch() -> &'static AtomicBool {
    WATCH.call_once(|| {
        // Without a handler Ctrl-C ends the program at once, as everywhere else.
        let _ = ctrlc::set_handler(|| {
            if STOP.swap(true, Ordering::Relaxed) {
                std::process::exit(130);
            }
        });
    });
    &STOP
}

//! How far a long run is: a line on a terminal that is written over, and gone at the end.

use std::io::Write;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// A run that takes no longer shows nothing.
const FIRST_DELAY: Duration = Duration::from_millis(500);
/// How often the line is written anew.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Does some work; meanwhile `line` says, from the time it has taken, how far it is. `err`: the terminal to
/// show it on, where there is one.
pub(super) fn run_with_progress<T: Send>(
    err: Option<&mut dyn Write>,
    line: impl Fn(Duration) -> Option<String>,
    work: impl FnOnce() -> T + Send,
) -> T {
    let Some(err) = err else { return work() };
    let (ready, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let done = work();
            drop(ready);
            done
        });
        show_progress(err, &finished, line);
        worker.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

fn show_progress(
    err: &mut dyn Write,
    finished: &mpsc::Receiver<()>,
    line: impl Fn(Duration) -> Option<String>,
) {
    let start = Instant::now();
    let mut longest = 0;
    let mut wait = FIRST_DELAY;
    while finished.recv_timeout(wait) == Err(RecvTimeoutError::Timeout) {
        wait = REDRAW_INTERVAL;
        if let Some(line) = line(start.elapsed()) {
            longest = longest.max(line.chars().count());
            // Progress that cannot be shown is no reason to stop.
            let _ = write!(err, "\r{line:longest$}");
            let _ = err.flush();
        }
    }
    if longest > 0 {
        let _ = write!(err, "\r{:longest$}\r", "");
        let _ = err.flush();
    }
}

//! Progress and Ctrl-C of long runs. A line on the terminal shows the progress and disappears at
//! the end.
//!
//! The first Ctrl-C stops a long run, which then prints its results so far. The second ends the
//! program. Outside long runs, Ctrl-C ends the program at once.

use super::drafts;
use sleeve_check::Watch;
use sleeve_data::model::Lang;
use std::{
    cell::Cell,
    io::Write,
    sync::{
        Mutex, Once, OnceLock, PoisonError,
        atomic::{AtomicBool, AtomicUsize, Ordering},
        mpsc::{self, RecvTimeoutError},
    },
    time::{Duration, Instant},
};

/// Shorter runs show no progress.
const FIRST_DELAY: Duration = Duration::from_millis(500);
/// Time between two drawings of the line.
const REDRAW_INTERVAL: Duration = Duration::from_millis(200);

/// Does some work while another thread draws `line` on a terminal. `line` gets the time taken so
/// far. Without a terminal, just does the work.
pub(super) fn run_with_progress<T: Send>(
    err: Option<&mut dyn Write>,
    line: impl Fn(Duration) -> Option<String>,
    work: impl FnOnce() -> T + Send,
) -> T {
    let Some(err) = err.filter(|_| can_start_thread()) else { return work() };
    let (ready, finished) = mpsc::channel::<()>();
    std::thread::scope(|scope| {
        let worker = scope.spawn(move || {
            let done = work();
            // The channel carries no message. Drawing ends when it closes, which it also does if
            // the work panics.
            drop(ready);
            done
        });
        show_progress(err, &finished, line);
        worker
            .join()
            .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
    })
}

/// Whether the system lets a thread start.
fn can_start_thread() -> bool {
    std::thread::Builder::new()
        .spawn(|| {})
        .is_ok_and(|thread| thread.join().is_ok())
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
            // A shorter line is padded to cover the end of a longer one.
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

/// Counts the deck files that are read, for the line of progress.
#[derive(Default)]
pub(super) struct ReadingProgress {
    files: AtomicUsize,
    done: AtomicUsize,
    stop: OnceLock<&'static AtomicBool>,
}

impl Watch for ReadingProgress {
    fn begins(&self, files: usize) {
        // Ctrl-C is watched before the first line of progress can be seen.
        self.stop.get_or_init(watch_interrupt);
        self.files.store(files, Ordering::Release);
    }

    fn goes_on(&self) -> bool {
        self.stop
            .get()
            .is_none_or(|stop| !stop.load(Ordering::Relaxed))
    }

    fn advances(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl ReadingProgress {
    fn counts(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.files.load(Ordering::Acquire))
    }

    /// The line of progress; `None` until the number of files is known.
    pub(super) fn progress_line(&self, taken: Duration, lang: Lang) -> Option<String> {
        let (done, files) = self.counts();
        let percent = (done * 100).checked_div(files)?;
        let seconds = taken.as_secs();
        Some(say!(lang, "{percent} %, {done} of {files} decks, {seconds} s "))
    }

    /// Ends the reading. If the user stopped it, returns the numbers of files read and of all
    /// files.
    pub(super) fn end(&self) -> Option<(usize, usize)> {
        self.stop.get()?;
        unwatch_interrupt();
        let (done, files) = self.counts();
        (done < files).then_some((done, files))
    }
}

thread_local! {
    /// What stops the runs of this thread instead of Ctrl-C.
    static OWN_STOP: Cell<Option<&'static AtomicBool>> = const { Cell::new(None) };
}

/// From here on, a flag of their own stops the runs of this thread.
pub(super) fn stop_this_thread_by(stop: &'static AtomicBool) {
    OWN_STOP.set(Some(stop));
}

static IS_STOPPED: AtomicBool = AtomicBool::new(false);
static IS_WATCHED: AtomicBool = AtomicBool::new(false);
/// Whether files are or were moved into place: then the program says so before it ends.
static IS_WRITING: Mutex<bool> = Mutex::new(false);
static INSTALL: Once = Once::new();

/// From here on the first Ctrl-C sets the flag that is returned, and does not end the program.
pub(super) fn watch_interrupt() -> &'static AtomicBool {
    if let Some(own) = OWN_STOP.get() {
        return own;
    }
    install_handler();
    IS_WATCHED.store(true, Ordering::Relaxed);
    &IS_STOPPED
}

/// From here on Ctrl-C ends the program again: the run that would stop is over.
pub(super) fn unwatch_interrupt() {
    IS_WATCHED.store(false, Ordering::Relaxed);
}

/// From here on, the first Ctrl-C does not end the program. The program reports what it wrote, then
/// ends.
pub(super) fn announce_writing() {
    *IS_WRITING.lock().unwrap_or_else(PoisonError::into_inner) = true;
}

/// From here on, signals are not watched: the host has its own handlers.
pub(super) fn leave_signals() {
    INSTALL.call_once(|| {});
}

/// Stops the run of a host, as the first Ctrl-C stops a long run. `false` allows later runs.
pub fn stop_hosted(stop: bool) {
    IS_STOPPED.store(stop, Ordering::Relaxed);
}

/// From here on Ctrl-C removes the drafts of files before it ends the program.
pub(super) fn install_handler() {
    INSTALL.call_once(|| {
        // Without a handler Ctrl-C ends the program at once and leaves a draft, and the place as it
        // was. Handlers wake a thread: without it they would swallow the signals.
        if !can_start_thread() {
            return;
        }
        if ctrlc::try_set_handler(heed_signal).is_err() {
            #[cfg(unix)]
            let _ = handle_unignored_signals();
        }
    });
}

/// Stops the run that is watched, or ends the program.
fn heed_signal() {
    let is_first = !IS_STOPPED.swap(true, Ordering::Relaxed);
    // Moving files waits for this lock, so that no file is moved while the program ends.
    let is_writing = IS_WRITING.lock().unwrap_or_else(PoisonError::into_inner);
    if !(is_first && (IS_WATCHED.load(Ordering::Relaxed) || *is_writing)) {
        drafts::remove_drafts();
        // 128 and the number of the signal, as shells report it.
        std::process::exit(130);
    }
}

/// Handles the signals that end the program, except those that the parent process ignores: `nohup`
/// ignores the loss of the terminal, and a script ignores Ctrl-C for background jobs. `ctrlc` takes
/// all three signals or none, so SIGTERM would leave a draft.
#[cfg(unix)]
fn handle_unignored_signals() -> std::io::Result<()> {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
    use std::{io::Read, os::unix::net::UnixStream};
    // Linux lists the ignored signals. On other systems, only the signal is handled that is not
    // usually ignored.
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let is_ignored =
        |signal: i32| mask.map_or(signal != SIGTERM, |mask| mask >> (signal - 1) & 1 == 1);
    let (mut wake, waker) = UnixStream::pair()?;
    for signal in [SIGHUP, SIGINT, SIGTERM]
        .into_iter()
        .filter(|signal| !is_ignored(*signal))
    {
        signal_hook::low_level::pipe::register(signal, waker.try_clone()?)?;
    }
    std::thread::Builder::new().spawn(move || {
        while wake.read_exact(&mut [0]).is_ok() {
            heed_signal();
        }
    })?;
    Ok(())
}

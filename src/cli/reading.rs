//! Many decks being read: how far that is, and whether the user has had enough.

use super::interrupt;
use sleeve_check::Watch;
use sleeve_data::model::Lang;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::Duration;

/// How far the reading of decks is.
#[derive(Default)]
pub(super) struct ReadingProgress {
    files: AtomicUsize,
    done: AtomicUsize,
    stop: OnceLock<&'static AtomicBool>,
}

impl Watch for ReadingProgress {
    fn begins(&self, files: usize) {
        // Who sees how far it is can already stop it.
        self.stop.get_or_init(interrupt::watch_interrupt);
        self.files.store(files, Ordering::Release);
    }

    fn goes_on(&self) -> bool {
        self.stop.get().is_none_or(|stop| !stop.load(Ordering::Relaxed))
    }

    fn advances(&self) {
        self.done.fetch_add(1, Ordering::Relaxed);
    }
}

impl ReadingProgress {
    fn counts(&self) -> (usize, usize) {
        (self.done.load(Ordering::Relaxed), self.files.load(Ordering::Acquire))
    }

    /// How far it is, once it is known how many files there are.
    pub(super) fn progress_line(&self, taken: Duration, lang: Lang) -> Option<String> {
        let (done, files) = self.counts();
        let percent = (done * 100).checked_div(files)?;
        let seconds = taken.as_secs();
        Some(match lang {
            Lang::En => format!("{percent} %, {done} of {files} decks, {seconds} s "),
            Lang::Fr => format!("{percent} %, {done} decks sur {files}, {seconds} s "),
        })
    }

    /// Ends it: how many files were read of how many, if the user stopped it before the last.
    pub(super) fn end(&self) -> Option<(usize, usize)> {
        self.stop.get()?;
        interrupt::unwatch_interrupt();
        let (done, files) = self.counts();
        (done < files).then_some((done, files))
    }
}

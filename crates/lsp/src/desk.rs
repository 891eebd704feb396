//! State shared by reader and worker: the open documents and the pending work.
//!
//! The reader only records messages, so the newest text is known while work goes on. Changed files
//! are read again before the next piece of work. Requests come first, in their order, each with the
//! document as it was then; documents with outdated diagnostics come after them.

use crate::document::OpenText;
use lsp_server::{Request, RequestId};
use std::{
    collections::{BTreeMap, VecDeque},
    path::PathBuf,
    sync::{
        Arc, Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

/// The most requests that wait.
pub const MAX_WAITING: usize = 1_000;
/// The most open documents.
pub const MAX_OPEN: usize = 10_000;
/// A pause after a keystroke, so that a request that follows it, such as completion, goes before
/// the work on the new text.
const PAUSE: Duration = Duration::from_millis(5);

/// A waiting request.
pub(crate) struct Waiting {
    pub request: Request,
    /// The document of the request, as it was then.
    pub document: Option<Arc<OpenText>>,
    /// Set if the editor cancelled the request.
    pub is_cancelled: Arc<AtomicBool>,
}

pub(crate) enum Job {
    Answer(Waiting),
    /// Files on disk changed, or a text that other documents depend on.
    Reopen,
    Diagnose(Arc<OpenText>),
    /// Drop the diagnostics of a closed document.
    Forget(String),
    End,
}

#[derive(Default)]
pub(crate) struct State {
    pub documents: BTreeMap<String, Arc<OpenText>>,
    pub roots: Vec<PathBuf>,
    waiting: VecDeque<Waiting>,
    running: Option<(RequestId, Arc<AtomicBool>)>,
    /// Documents with outdated diagnostics, and since when.
    old: BTreeMap<String, Instant>,
    closed: Vec<String>,
    reopens: bool,
    ends: bool,
}

#[derive(Default)]
pub(crate) struct WorkQueue {
    state: Mutex<State>,
    wake: Condvar,
}

impl WorkQueue {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Records something, and wakes the worker.
    pub(crate) fn note<T>(&self, note: impl FnOnce(&mut State) -> T) -> T {
        let noted = note(&mut self.lock());
        self.wake.notify_all();
        noted
    }

    pub(crate) fn documents(&self) -> Vec<Arc<OpenText>> {
        self.lock().documents.values().cloned().collect()
    }

    /// The open folders.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        self.lock().roots.clone()
    }

    /// Calls `send` if nothing waits and the documents are unchanged, before anything can change.
    /// Returns whether it did.
    pub(crate) fn send_if_current(&self, documents: &[Arc<OpenText>], send: impl FnOnce()) -> bool {
        let state = self.lock();
        let is_current = |document: &Arc<OpenText>| {
            let open = state.documents.get(&document.uri);
            // Compare the texts themselves, because version numbers may start again.
            open.is_none_or(|open| Arc::ptr_eq(open, document))
        };
        let are_current = documents.iter().all(is_current);
        if are_current {
            send();
        }
        are_current
    }

    /// Whether a document is unchanged and nothing more urgent came in.
    pub(crate) fn may_go_on(&self, document: &OpenText) -> bool {
        let state = self.lock();
        let open = state.documents.get(&document.uri);
        state.waiting.is_empty() && open.is_some_and(|open| std::ptr::eq(&**open, document))
    }

    pub(crate) fn next_job(&self) -> Job {
        let mut state = self.lock();
        state.running = None;
        loop {
            if std::mem::take(&mut state.reopens) {
                return Job::Reopen;
            }
            if let Some(waiting) = state.waiting.pop_front() {
                let running = (waiting.request.id.clone(), Arc::clone(&waiting.is_cancelled));
                state.running = Some(running);
                return Job::Answer(waiting);
            }
            if let Some(uri) = state.closed.pop() {
                return Job::Forget(uri);
            }
            let oldest = state.old.iter().min_by_key(|(_, since)| **since);
            let next = oldest.map(|(uri, since)| (uri.clone(), since.elapsed()));
            match next {
                Some((uri, age)) if age >= PAUSE || state.ends => {
                    state.old.remove(&uri);
                    if let Some(document) = state.documents.get(&uri) {
                        return Job::Diagnose(Arc::clone(document));
                    }
                }
                Some((_, age)) => {
                    let waited = self.wake.wait_timeout(state, PAUSE.saturating_sub(age));
                    state = waited.unwrap_or_else(PoisonError::into_inner).0;
                }
                None if state.ends => return Job::End,
                None => {
                    state = self
                        .wake
                        .wait(state)
                        .unwrap_or_else(PoisonError::into_inner)
                }
            }
        }
    }
}

impl State {
    /// Adds a request; returns false if too many wait.
    pub(crate) fn add(&mut self, request: Request, uri: &str) -> bool {
        if self.waiting.len() >= MAX_WAITING {
            return false;
        }
        let document = self.documents.get(uri).cloned();
        self.waiting
            .push_back(Waiting { request, document, is_cancelled: Arc::default() });
        true
    }

    /// Cancels a request. Returns whether it was still waiting, so that the caller answers it.
    pub(crate) fn cancel(&mut self, id: &RequestId) -> bool {
        if let Some((running, is_cancelled)) = &self.running
            && running == id
        {
            is_cancelled.store(true, Ordering::Relaxed);
        }
        let before = self.waiting.len();
        self.waiting.retain(|waiting| waiting.request.id != *id);
        self.waiting.len() < before
    }

    /// Drops all requests for a shutdown. Returns their ids, so that the caller answers them
    /// instead of the worker.
    pub(crate) fn drop_requests(&mut self) -> Vec<RequestId> {
        let running = self.running.take().map(|(id, is_cancelled)| {
            is_cancelled.store(true, Ordering::Relaxed);
            id
        });
        running
            .into_iter()
            .chain(self.waiting.drain(..).map(|of| of.request.id))
            .collect()
    }

    /// Whether the finished answer is still wanted: after a shutdown, the request was already
    /// answered.
    pub(crate) fn finish(&mut self) -> bool {
        self.running.take().is_some()
    }

    pub(crate) fn open(&mut self, document: OpenText) {
        if self.documents.len() < MAX_OPEN {
            self.mark_old(&document.uri);
            self.documents
                .insert(document.uri.clone(), Arc::new(document));
        }
    }

    pub(crate) fn change(&mut self, uri: &str, change: impl FnOnce(&mut OpenText)) {
        if let Some(document) = self.documents.get_mut(uri) {
            change(Arc::make_mut(document));
            self.mark_old(uri);
        }
    }

    pub(crate) fn close(&mut self, uri: &str) {
        if self.documents.remove(uri).is_some() {
            self.closed.push(uri.to_owned());
        }
    }

    /// Marks the diagnostics of a document as outdated.
    pub(crate) fn mark_old(&mut self, uri: &str) {
        self.old.insert(uri.to_owned(), Instant::now());
    }

    pub(crate) fn mark_all_old(&mut self) {
        let all: Vec<String> = self.documents.keys().cloned().collect();
        all.iter().for_each(|uri| self.mark_old(uri));
    }

    /// Records that files changed, so that games, projects and everything that depends on them are
    /// read again.
    pub(crate) fn reopen(&mut self) {
        self.reopens = true;
        self.mark_all_old();
    }

    /// Records the end of the messages.
    pub(crate) fn end(&mut self) {
        self.ends = true;
    }
}

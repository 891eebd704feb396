//! What reader and worker share: the documents that are open, and what is to be done.
//!
//! The reader only writes down what comes, so that the newest text is known while something is worked out. Files that changed are read
//! anew at once, for whatever is asked then. Requests go first, in their order, each with the document as it was when it was asked; then documents whose diagnostics are old.

use crate::document::OpenText;
use lsp_server::{Request, RequestId};
use std::collections::{BTreeMap, VecDeque};
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// More requests than this do not wait.
pub const MAX_WAITING: usize = 1_000;
/// More documents than this are not kept.
pub const MAX_OPEN: usize = 10_000;
/// A request that follows a key, as that for completions, comes before the work on the new text begins.
const PAUSE: Duration = Duration::from_millis(5);

/// A request that waits.
pub(crate) struct Waiting {
    pub request: Request,
    /// The document that it is about, as it was.
    pub document: Option<Arc<OpenText>>,
    /// Set where the editor no longer wants the answer.
    pub is_cancelled: Arc<AtomicBool>,
}

pub(crate) enum Job {
    Answer(Waiting),
    /// Files on the disk changed, or a text that other documents depend on.
    Reopen,
    Diagnose(Arc<OpenText>),
    /// The diagnostics of a document that was closed.
    Forget(String),
    End,
}

#[derive(Default)]
pub(crate) struct State {
    pub documents: BTreeMap<String, Arc<OpenText>>,
    pub roots: Vec<PathBuf>,
    waiting: VecDeque<Waiting>,
    running: Option<(RequestId, Arc<AtomicBool>)>,
    /// Documents whose diagnostics are old, since when.
    old: BTreeMap<String, Instant>,
    closed: Vec<String>,
    reopens: bool,
    ends: bool,
}

#[derive(Default)]
pub(crate) struct Desk {
    state: Mutex<State>,
    wake: Condvar,
}

impl Desk {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes something, and wakes the worker.
    pub(crate) fn note<T>(&self, note: impl FnOnce(&mut State) -> T) -> T {
        let noted = note(&mut self.lock());
        self.wake.notify_all();
        noted
    }

    pub(crate) fn documents(&self) -> Vec<Arc<OpenText>> {
        self.lock().documents.values().cloned().collect()
    }

    /// The folders that are open.
    pub(crate) fn roots(&self) -> Vec<PathBuf> {
        self.lock().roots.clone()
    }

    /// Whether nothing waits, and these documents are as they were: what was worked out may be sent, and `send` sends it before
    /// anything changes.
    pub(crate) fn send_if_current(&self, documents: &[Arc<OpenText>], send: impl FnOnce()) -> bool {
        let state = self.lock();
        let is_current = |document: &Arc<OpenText>| {
            let open = state.documents.get(&document.uri);
            // Versions may begin anew.
            open.is_none_or(|open| Arc::ptr_eq(open, document))
        };
        let are_current = documents.iter().all(is_current);
        if are_current {
            send();
        }
        are_current
    }

    /// Whether a document is as it was, and nothing more urgent came.
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
                None => state = self.wake.wait(state).unwrap_or_else(PoisonError::into_inner),
            }
        }
    }
}

impl State {
    /// Adds a request; false where too many wait.
    pub(crate) fn add(&mut self, request: Request, uri: &str) -> bool {
        if self.waiting.len() >= MAX_WAITING {
            return false;
        }
        let document = self.documents.get(uri).cloned();
        self.waiting.push_back(Waiting { request, document, is_cancelled: Arc::default() });
        true
    }

    /// Cancels a request: whether it was still waiting, so that nobody else answers it.
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

    /// Drops all requests, as a shutdown does: their ids, for whoever answers them instead of the
    /// worker.
    pub(crate) fn drop_requests(&mut self) -> Vec<RequestId> {
        let running = self.running.take().map(|(id, is_cancelled)| {
            is_cancelled.store(true, Ordering::Relaxed);
            id
        });
        running.into_iter().chain(self.waiting.drain(..).map(|of| of.request.id)).collect()
    }

    /// Whether the answer that was worked out is still wanted: a shutdown answers for the worker.
    pub(crate) fn finish(&mut self) -> bool {
        self.running.take().is_some()
    }

    pub(crate) fn open(&mut self, document: OpenText) {
        if self.documents.len() < MAX_OPEN {
            self.mark_old(&document.uri);
            self.documents.insert(document.uri.clone(), Arc::new(document));
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

    /// Marks the diagnostics of a document as old.
    pub(crate) fn mark_old(&mut self, uri: &str) {
        self.old.insert(uri.to_owned(), Instant::now());
    }

    pub(crate) fn mark_all_old(&mut self) {
        let all: Vec<String> = self.documents.keys().cloned().collect();
        all.iter().for_each(|uri| self.mark_old(uri));
    }

    /// Notes that files changed, so that games and projects are read anew, and everything that depends on them.
    pub(crate) fn reopen(&mut self) {
        self.reopens = true;
        self.mark_all_old();
    }

    /// Notes that no more messages come.
    pub(crate) fn end(&mut self) {
        self.ends = true;
    }
}

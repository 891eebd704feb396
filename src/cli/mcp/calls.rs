//! Calls that wait or run: two at once, the others in a bounded queue.

use super::{
    protocol::{RpcError, RpcRequest},
    tools::{self, Toolbox},
};
use crate::cli::progress;
use serde_json::Value;
use std::{
    collections::VecDeque,
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Condvar, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

/// The number of calls that run at once.
pub(super) const MAX_CALLS: usize = 2;
/// The most calls that wait.
const MAX_WAITING: usize = 64;

/// Each stops the run of one thread.
static STOPS: [AtomicBool; MAX_CALLS] = [const { AtomicBool::new(false) }; MAX_CALLS];

/// A call with the time at which it is late.
struct WaitingCall {
    request: RpcRequest,
    deadline: Instant,
}

/// A call whose work is over, and which still needs its answer.
pub(super) struct Ended {
    pub(super) request: RpcRequest,
    pub(super) result: Result<Value, RpcError>,
}

#[derive(Default)]
struct CallState {
    waiting: VecDeque<WaitingCall>,
    /// The call of each thread, and whether it still needs an answer.
    running: [Option<(WaitingCall, bool)>; MAX_CALLS],
    /// The number of ended calls whose answers are not written yet.
    unwritten: usize,
}

/// The calls of all threads.
#[derive(Default)]
pub(super) struct Calls {
    state: Mutex<CallState>,
    arrived: Condvar,
}

impl Calls {
    fn state(&self) -> MutexGuard<'_, CallState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Lets a call wait for a thread.
    ///
    /// # Errors
    /// The answer, if too many calls wait.
    pub(super) fn start(&self, request: RpcRequest, deadline: Instant) -> Result<(), Value> {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(request.refuse_busy(MAX_WAITING));
        }
        state.waiting.push_back(WaitingCall { request, deadline });
        self.arrived.notify_one();
        Ok(())
    }

    /// Answers calls on this thread for ever.
    pub(super) fn work(&self, worker: usize, toolbox: &Toolbox, ends: impl Fn(Ended)) {
        let Some(stop) = STOPS.get(worker) else { return };
        progress::stop_this_thread_by(stop);
        loop {
            let request = self.next(worker, stop);
            let result = catch_unwind(AssertUnwindSafe(|| tools::answer(toolbox, &request)))
                .unwrap_or_else(|_| Ok(tools::failed("this is a bug in sleeve")));
            if self.finish(worker) {
                ends(Ended { request, result });
            }
        }
    }

    /// Takes the next call, once there is one.
    fn next(&self, worker: usize, stop: &AtomicBool) -> RpcRequest {
        let mut state = self.state();
        loop {
            if let Some(call) = state.waiting.pop_front() {
                stop.store(false, Ordering::Relaxed);
                let request = call.request.clone();
                if let Some(place) = state.running.get_mut(worker) {
                    *place = Some((call, true));
                }
                return request;
            }
            state = self
                .arrived
                .wait(state)
                .unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Frees a thread; returns whether its call still needs an answer.
    fn finish(&self, worker: usize) -> bool {
        let mut state = self.state();
        let ended = state.running.get_mut(worker).and_then(Option::take);
        let needs_answer = ended.is_some_and(|(_, needs_answer)| needs_answer);
        state.unwritten += usize::from(needs_answer);
        needs_answer
    }

    /// Notes that the answer of an ended call is written.
    pub(super) fn note_written(&self) {
        self.state().unwritten -= 1;
    }

    /// Forgets a call. Its work stops soon, and it gets no answer.
    pub(super) fn cancel(&self, id: &Value) {
        let mut state = self.state();
        state.waiting.retain(|call| call.request.id != *id);
        for (place, stop) in state.running.iter_mut().zip(&STOPS) {
            if let Some((call, needs_answer)) = place
                && call.request.id == *id
            {
                *needs_answer = false;
                stop.store(true, Ordering::Relaxed);
            }
        }
    }

    /// The time at which the first call is late.
    pub(super) fn next_deadline(&self) -> Option<Instant> {
        let state = self.state();
        let running = state
            .running
            .iter()
            .flatten()
            .filter(|(_, needs_answer)| *needs_answer);
        let running = running.map(|(call, _)| call.deadline);
        running
            .chain(state.waiting.iter().map(|call| call.deadline))
            .min()
    }

    /// Takes the calls whose time is over, and stops their work.
    pub(super) fn take_late(&self, now: Instant) -> Vec<RpcRequest> {
        let mut state = self.state();
        let mut late = Vec::new();
        for (place, stop) in state.running.iter_mut().zip(&STOPS) {
            if let Some((call, needs_answer)) = place
                && *needs_answer
                && call.deadline <= now
            {
                *needs_answer = false;
                stop.store(true, Ordering::Relaxed);
                late.push(call.request.clone());
            }
        }
        let (over, waiting): (Vec<WaitingCall>, Vec<WaitingCall>) =
            std::mem::take(&mut state.waiting)
                .into_iter()
                .partition(|call| call.deadline <= now);
        state.waiting = waiting.into();
        late.extend(over.into_iter().map(|call| call.request));
        late
    }

    /// Whether no call waits for an answer.
    pub(super) fn is_idle(&self) -> bool {
        self.next_deadline().is_none() && self.state().unwritten == 0
    }
}

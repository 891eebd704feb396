//! The threads of a library: the interpreter's lock is released while they work, and Ctrl-C reaches them.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rayon::{ThreadPool, ThreadPoolBuilder};
use sleeve::check::{self, Batch, CheckCall, CheckRequest, Input};
use sleeve::project::Projects;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

/// How often a long call looks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);
/// The stack of a thread: that of the main thread of a program, on which commands run otherwise.
const STACK_BYTES: usize = 8 << 20;

/// So many threads; 0: one for each processor.
#[derive(Default)]
pub struct Workers {
    threads: usize,
    /// The threads with the process that started them: a process that was forked from it has none of them.
    pool: Mutex<Option<(u32, Arc<Pool>)>>,
}

/// The threads of one process.
struct Pool {
    threads: ThreadPool,
    /// Where calls for one deck wait for threads of their own, which keep what they looked up; started when the first comes.
    calls: OnceLock<Sender<CheckCall>>,
}

impl Pool {
    fn calls(&self) -> &Sender<CheckCall> {
        self.calls.get_or_init(|| {
            let (calls, waiting) = mpsc::channel();
            let waiting = Arc::new(Mutex::new(waiting));
            for _ in 0..self.threads.current_num_threads() {
                let waiting = Arc::clone(&waiting);
                let next =
                    move || waiting.lock().unwrap_or_else(PoisonError::into_inner).recv().ok();
                // After a panic, which is the answer to one call, the thread begins anew; it ends with its library.
                let work = move || {
                    while catch_unwind(AssertUnwindSafe(|| check::check_in_turn(&next))).is_err() {}
                };
                // Where no thread can be started, those before it do all the work, or calls are refused.
                let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
            }
            calls
        })
    }
}

impl Workers {
    /// Starts no thread yet.
    pub fn new(threads: usize) -> Workers {
        Workers { threads, pool: Mutex::default() }
    }

    fn pool(&self) -> PyResult<Arc<Pool>> {
        let process = std::process::id();
        let mut known = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((owner, pool)) = &*known {
            if *owner == process {
                return Ok(Arc::clone(pool));
            }
        }
        let builder = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK_BYTES);
        let threads =
            builder.build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let pool = Arc::new(Pool { threads, calls: OnceLock::new() });
        if let Some((_, foreign)) = known.replace((process, Arc::clone(&pool))) {
            // Its threads are in another process: to wait for their end would be to wait for ever.
            std::mem::forget(foreign);
        }
        Ok(pool)
    }

    /// Does some short work without the interpreter's lock.
    pub fn run<T: Send>(&self, py: Python<'_>, work: impl FnOnce() -> T + Send) -> PyResult<T> {
        let pool = self.pool()?;
        Ok(py.detach(|| pool.threads.install(work)))
    }

    /// Checks one deck without the interpreter's lock.
    pub fn check(
        &self,
        py: Python<'_>,
        projects: &Arc<Projects>,
        inputs: Vec<Input>,
        request: &CheckRequest,
    ) -> PyResult<Batch> {
        let pool = self.pool()?;
        let (done, batch) = mpsc::channel();
        // Whoever asks waits until it is there.
        let answer = Box::new(move |batch| drop(done.send(batch)));
        let (projects, request) = (Arc::clone(projects), request.clone());
        let call = CheckCall { projects, inputs, request, answer };
        let batch = py.detach(move || {
            pool.calls().send(call).ok()?;
            batch.recv().ok()
        });
        batch.ok_or_else(|| PyRuntimeError::new_err("the engine gave no answer"))
    }

    /// Like [`Workers::run`], for work that may take long: on Ctrl-C `stop` gets `true`, and `false` when the work has ended.
    pub fn run_long<T: Send>(
        &self,
        py: Python<'_>,
        stop: impl Fn(bool) + Sync,
        work: impl FnOnce() -> T + Send,
    ) -> PyResult<T> {
        let pool = self.pool()?;
        py.detach(|| {
            std::thread::scope(|scope| {
                let (ready, ended) = mpsc::channel::<()>();
                let worker = scope.spawn(move || {
                    let done = pool.threads.install(work);
                    // Nothing is ever sent: the channel closes here, or where the work panics.
                    drop(ready);
                    done
                });
                let mut interrupted = Ok(());
                while ended.recv_timeout(SIGNAL_INTERVAL) == Err(RecvTimeoutError::Timeout) {
                    if interrupted.is_ok() {
                        interrupted = Python::attach(|py| py.check_signals());
                        if interrupted.is_err() {
                            stop(true);
                        }
                    }
                }
                let done = worker.join();
                if interrupted.is_err() {
                    stop(false);
                }
                interrupted?;
                Ok(done.unwrap_or_else(|panic| std::panic::resume_unwind(panic)))
            })
        })
    }
}

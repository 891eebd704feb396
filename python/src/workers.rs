//! The threads of a library. The interpreter's lock is released while they work, and Ctrl-C still
//! reaches them.

use pyo3::{exceptions::PyRuntimeError, prelude::*};
use rayon::{ThreadPool, ThreadPoolBuilder};
use sleeve::{
    check::{self, Batch, CheckCall, CheckRequest, Input},
    project::Projects,
};
use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::{
        Arc, Mutex, OnceLock, PoisonError,
        mpsc::{self, RecvTimeoutError, Sender},
    },
    time::Duration,
};

/// How often a long call checks for signals.
const SIGNAL_INTERVAL: Duration = Duration::from_millis(50);
/// The stack size of a thread: that of a program's main thread, on which commands usually run.
const STACK_BYTES: usize = 8 << 20;

/// The number of threads; 0: one per processor.
#[derive(Default)]
pub struct Workers {
    threads: usize,
    /// The threads with their process: a forked process has none of them.
    pool: Mutex<Option<(u32, Arc<Pool>)>>,
}

/// The threads of one process.
struct Pool {
    threads: ThreadPool,
    /// A queue of calls for single decks. Its threads keep what they looked up, and start with the
    /// first call.
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
                // A panic is the answer to one call, and then the thread starts again. It ends with
                // its library.
                let work = move || {
                    while catch_unwind(AssertUnwindSafe(|| check::check_in_turn(&next))).is_err() {}
                };
                // If no thread can be started, the existing ones do all the work, or calls fail.
                let _ = std::thread::Builder::new().stack_size(STACK_BYTES).spawn(work);
            }
            calls
        })
    }
}

impl Workers {
    /// Starts no threads yet.
    pub fn new(threads: usize) -> Workers {
        Workers { threads, pool: Mutex::default() }
    }

    fn pool(&self) -> PyResult<Arc<Pool>> {
        let process = std::process::id();
        let mut known = self.pool.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((owner, pool)) = &*known
            && *owner == process
        {
            return Ok(Arc::clone(pool));
        }
        let builder = ThreadPoolBuilder::new().num_threads(self.threads).stack_size(STACK_BYTES);
        let threads =
            builder.build().map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let pool = Arc::new(Pool { threads, calls: OnceLock::new() });
        if let Some((_, foreign)) = known.replace((process, Arc::clone(&pool))) {
            // Its threads are in another process, so waiting for them would never end.
            std::mem::forget(foreign);
        }
        Ok(pool)
    }

    /// Does short work without the interpreter's lock.
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
        // The caller waits until this arrives.
        let answer = Box::new(move |batch| drop(done.send(batch)));
        let (projects, request) = (Arc::clone(projects), request.clone());
        let call = CheckCall { projects, inputs, request, answer };
        let batch = py.detach(move || {
            pool.calls().send(call).ok()?;
            batch.recv().ok()
        });
        batch.ok_or_else(|| PyRuntimeError::new_err("the engine gave no answer"))
    }

    /// Like [`Workers::run`], for long work: on Ctrl-C `stop` gets `true`, and `false` when the
    /// work has ended.
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
                    // Nothing is ever sent. The channel closes here, or when the work panics.
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

//! Parallel loops with `rayon`. If the system starts no threads, the loops run on the calling
//! thread. A browser has only one thread, so the parts of `rayon` that this workspace uses are
//! replaced by sequential ones: its thread pool and queues would only make the page larger.

#[cfg(not(target_family = "wasm"))]
pub use all_threads::{current_num_threads, in_place_scope, prelude};

#[cfg(target_family = "wasm")]
pub use one_thread::{current_num_threads, in_place_scope, prelude};

#[cfg(not(target_family = "wasm"))]
mod all_threads {
    use rayon::{Scope, ThreadBuilder, ThreadPoolBuilder};
    use std::{
        sync::{
            Arc, Mutex, OnceLock, PoisonError,
            mpsc::{self, Receiver},
        },
        thread::{Builder, available_parallelism},
    };

    /// The number of working threads.
    pub fn current_num_threads() -> usize {
        prepare();
        rayon::current_num_threads()
    }

    /// Runs a function in a scope that can spawn threads.
    pub fn in_place_scope<'scope, R>(work: impl FnOnce(&Scope<'scope>) -> R) -> R {
        prepare();
        rayon::in_place_scope(work)
    }

    /// The traits that a module with loops imports.
    pub mod prelude {
        pub use rayon::iter::{IndexedParallelIterator, ParallelIterator};

        /// The same as in `rayon`, but starts the threads first.
        pub trait BeginParallel: rayon::iter::IntoParallelIterator + Sized {
            fn into_par_iter(self) -> Self::Iter {
                super::prepare();
                rayon::iter::IntoParallelIterator::into_par_iter(self)
            }
        }

        impl<I: rayon::iter::IntoParallelIterator> BeginParallel for I {}

        /// The same as in `rayon`, but starts the threads first.
        pub trait BeginParallelRef<'d>: rayon::iter::IntoParallelRefIterator<'d> {
            fn par_iter(&'d self) -> Self::Iter {
                super::prepare();
                rayon::iter::IntoParallelRefIterator::par_iter(self)
            }
        }

        impl<'d, I: ?Sized + rayon::iter::IntoParallelRefIterator<'d>> BeginParallelRef<'d> for I {}
    }

    /// Starts the threads, or makes the calling thread do all the work.
    fn prepare() {
        static HAS_POOL: OnceLock<bool> = OnceLock::new();
        // A thread of a pool already has its pool.
        if rayon::current_thread_index().is_some() || *HAS_POOL.get_or_init(start_pool) {
            return;
        }
        let alone = ThreadPoolBuilder::new()
            .num_threads(1)
            .use_current_thread()
            .build();
        // Dropping it would wait for its only thread, which is this one.
        std::mem::forget(alone);
    }

    /// Starts as many threads as the system allows and registers them with `rayon`. Returns `false`
    /// if it allows none. `rayon` itself starts all the threads it wants, or panics.
    fn start_pool() -> bool {
        let (sender, receiver) = mpsc::channel::<ThreadBuilder>();
        let receiver = Arc::new(Mutex::new(receiver));
        let mut started = 0;
        let wanted = count_wanted();
        while started < wanted {
            let tasks = Arc::clone(&receiver);
            if Builder::new().spawn(move || work_on(&tasks)).is_err() {
                break;
            }
            started += 1;
        }
        let builder = ThreadPoolBuilder::new()
            .num_threads(started)
            .spawn_handler(|thread| {
                // The threads wait for this, so none of them has ended.
                let _ = sender.send(thread);
                Ok(())
            });
        started > 0 && builder.build_global().is_ok()
    }

    /// Waits for the task of a thread and runs it.
    fn work_on(tasks: &Mutex<Receiver<ThreadBuilder>>) {
        let task = tasks.lock().unwrap_or_else(PoisonError::into_inner).recv();
        if let Ok(task) = task {
            task.run();
        }
    }

    /// The number in `rayon`'s variable, else the number of processors.
    fn count_wanted() -> usize {
        match std::env::var("RAYON_NUM_THREADS").map(|text| text.parse()) {
            Ok(Ok(threads @ 1..)) => threads,
            _ => available_parallelism().map_or(1, usize::from),
        }
    }
}

#[cfg(target_family = "wasm")]
mod one_thread {
    /// The number of working threads.
    pub fn current_num_threads() -> usize {
        1
    }

    /// Runs a function in a scope that spawns no threads.
    pub fn in_place_scope<R>(work: impl FnOnce(&ThreadScope) -> R) -> R {
        work(&ThreadScope)
    }

    /// A scope that runs spawned work.
    pub struct ThreadScope;

    impl ThreadScope {
        /// Runs the work at once.
        pub fn spawn(&self, work: impl FnOnce(&ThreadScope)) {
            work(self);
        }
    }

    /// The traits that a module with loops imports.
    pub mod prelude {
        /// Sequential iterators with the interface of parallel ones.
        pub trait IntoParallelIterator: IntoIterator + Sized {
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }

        impl<I: IntoIterator> IntoParallelIterator for I {}

        /// Sequential iterators over references, with the interface of parallel ones.
        pub trait IntoParallelRefIterator<T> {
            fn par_iter(&self) -> std::slice::Iter<'_, T>;
        }

        impl<T> IntoParallelRefIterator<T> for [T] {
            fn par_iter(&self) -> std::slice::Iter<'_, T> {
                self.iter()
            }
        }

        /// The methods that only parallel iterators have.
        pub trait ParallelIterator: Iterator + Sized {
            fn with_min_len(self, _: usize) -> Self {
                self
            }

            fn map_init<S, R>(
                self,
                init: impl FnOnce() -> S,
                map: impl Fn(&mut S, Self::Item) -> R,
            ) -> impl Iterator<Item = R> {
                let mut state = init();
                self.map(move |item| map(&mut state, item))
            }

            fn flat_map_iter<I: IntoIterator>(
                self,
                map: impl Fn(Self::Item) -> I,
            ) -> impl Iterator<Item = I::Item> {
                self.flat_map(map)
            }
        }

        impl<I: Iterator> ParallelIterator for I {}
    }
}

//! Loops on all threads: `rayon`. Where the system lets no thread start, the loops run on the
//! thread that asks for them. In a browser there is one thread, and what this workspace calls of
//! `rayon` runs on it, one after another: its pool, its queues and a copy of them for each loop
//! would be loaded for nothing.

#[cfg(not(target_family = "wasm"))]
pub use all_threads::{current_num_threads, in_place_scope, prelude};

#[cfg(target_family = "wasm")]
pub use one_thread::{current_num_threads, in_place_scope, prelude};

#[cfg(not(target_family = "wasm"))]
mod all_threads {
    use rayon::{Scope, ThreadBuilder, ThreadPoolBuilder};
    use std::sync::{Arc, Mutex, OnceLock, PoisonError, mpsc};
    use std::thread::{Builder, available_parallelism};

    /// How many threads work.
    pub fn current_num_threads() -> usize {
        prepare();
        rayon::current_num_threads()
    }

    /// Runs what is given in a scope of which other threads are spawned.
    pub fn in_place_scope<'scope, R>(work: impl FnOnce(&Scope<'scope>) -> R) -> R {
        prepare();
        rayon::in_place_scope(work)
    }

    /// What a module of loops brings into scope.
    pub mod prelude {
        pub use rayon::iter::{IndexedParallelIterator, ParallelIterator};

        /// `rayon`'s, which begins where threads are ready.
        pub trait BeginParallel: rayon::iter::IntoParallelIterator + Sized {
            fn into_par_iter(self) -> Self::Iter {
                super::prepare();
                rayon::iter::IntoParallelIterator::into_par_iter(self)
            }
        }

        impl<I: rayon::iter::IntoParallelIterator> BeginParallel for I {}

        /// `rayon`'s, likewise.
        pub trait BeginParallelRef<'d>: rayon::iter::IntoParallelRefIterator<'d> {
            fn par_iter(&'d self) -> Self::Iter {
                super::prepare();
                rayon::iter::IntoParallelRefIterator::par_iter(self)
            }
        }

        impl<'d, I: ?Sized + rayon::iter::IntoParallelRefIterator<'d>> BeginParallelRef<'d> for I {}
    }

    /// Starts the threads, or makes the calling one do all the work.
    fn prepare() {
        static HAS_POOL: OnceLock<bool> = OnceLock::new();
        // A thread of a pool has others to work with, or none.
        if rayon::current_thread_index().is_some() || *HAS_POOL.get_or_init(start_pool) {
            return;
        }
        let alone = ThreadPoolBuilder::new().num_threads(1).use_current_thread().build();
        // Dropped, it would wait for its only thread, which is this one.
        std::mem::forget(alone);
    }

    /// Starts as many threads as the system allows, and makes them `rayon`'s; `false` where it
    /// allows none. `rayon` itself takes all that it wants or panics.
    fn start_pool() -> bool {
        let (sender, receiver) = mpsc::channel::<ThreadBuilder>();
        let receiver = Arc::new(Mutex::new(receiver));
        let start = |_: &usize| {
            let receiver = Arc::clone(&receiver);
            let work = move || {
                let task = receiver.lock().unwrap_or_else(PoisonError::into_inner).recv();
                task.map(ThreadBuilder::run)
            };
            Builder::new().spawn(work).is_ok()
        };
        let started = (0..count_wanted()).take_while(start).count();
        let builder = ThreadPoolBuilder::new().num_threads(started);
        let builder = builder.spawn_handler(|thread| {
            // The threads wait for it: none of them has ended.
            let _ = sender.send(thread);
            Ok(())
        });
        started > 0 && builder.build_global().is_ok()
    }

    /// The variable of `rayon`, else the number of processors.
    fn count_wanted() -> usize {
        let asked = std::env::var("RAYON_NUM_THREADS").ok().and_then(|text| text.parse().ok());
        let asked = asked.filter(|threads| *threads > 0);
        asked.unwrap_or_else(|| available_parallelism().map_or(1, usize::from))
    }
}

#[cfg(target_family = "wasm")]
mod one_thread {
    /// How many threads work.
    pub fn current_num_threads() -> usize {
        1
    }

    /// Runs what is given in a scope, of which no other thread is spawned.
    pub fn in_place_scope<R>(work: impl FnOnce(&ThreadScope) -> R) -> R {
        work(&ThreadScope)
    }

    /// A scope in which work is spawned.
    pub struct ThreadScope;

    impl ThreadScope {
        /// Runs the work at once.
        pub fn spawn(&self, work: impl FnOnce(&ThreadScope)) {
            work(self);
        }
    }

    /// What a module of loops brings into scope.
    pub mod prelude {
        /// Iterators in the place of parallel ones.
        pub trait IntoParallelIterator: IntoIterator + Sized {
            fn into_par_iter(self) -> Self::IntoIter {
                self.into_iter()
            }
        }

        impl<I: IntoIterator> IntoParallelIterator for I {}

        /// Iterators over references in the place of parallel ones.
        pub trait IntoParallelRefIterator<T> {
            fn par_iter(&self) -> std::slice::Iter<'_, T>;
        }

        impl<T> IntoParallelRefIterator<T> for [T] {
            fn par_iter(&self) -> std::slice::Iter<'_, T> {
                self.iter()
            }
        }

        /// What parallel iterators have beside the methods of others.
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

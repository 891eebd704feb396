//! Loops on all threads: `rayon`. In a browser there is one thread, and what this workspace calls of `rayon` runs on it, one after
//! another: its pool, its queues and a copy of them for each loop would be loaded for nothing.

#[cfg(not(target_family = "wasm"))]
pub use rayon::{current_num_threads, in_place_scope, prelude};

#[cfg(target_family = "wasm")]
pub use one_thread::{current_num_threads, in_place_scope, prelude};

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

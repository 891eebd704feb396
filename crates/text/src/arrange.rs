//! Sorting that is compiled once. The standard library compiles 4 KB of sorting for every type and
//! every comparison. For a few dozen things, these functions sort places through a pointer; they
//! make the engine of the page 30 KB smaller under brotli. Things that are sorted millions of times
//! use the standard library.

use std::cmp::Ordering;

/// Stable sorting in little code.
pub trait Arrange<T> {
    /// Like `sort`.
    fn arrange(&mut self)
    where
        T: Ord,
    {
        self.arrange_by(T::cmp);
    }

    /// Like `sort_by`.
    fn arrange_by(&mut self, compare: impl FnMut(&T, &T) -> Ordering);

    /// Like `sort_by_key`.
    fn arrange_by_key<K: Ord>(&mut self, mut key: impl FnMut(&T) -> K) {
        self.arrange_by(|a, b| key(a).cmp(&key(b)));
    }

    /// Like `sort_by_cached_key`.
    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K);
}

/// Collecting in little code: the standard library sorts before it collects into sets and maps, and
/// compiles that for every type.
pub trait Gather: Iterator + Sized {
    /// Like `collect` into a set or a map, one after the other.
    fn gather<C: Default + Extend<Self::Item>>(self) -> C {
        let mut all = C::default();
        all.extend(self);
        all
    }

    /// Each item once, in order of first appearance.
    fn each_once(self) -> Vec<Self::Item>
    where
        Self::Item: PartialEq,
    {
        let mut found = Vec::new();
        for item in self {
            if !found.contains(&item) {
                found.push(item);
            }
        }
        found
    }
}

impl<I: Iterator> Gather for I {}

impl<T> Arrange<T> for [T] {
    fn arrange_by(&mut self, mut compare: impl FnMut(&T, &T) -> Ordering) {
        let mut places = sort_places(self.len(), &mut |a, b| match (self.get(a), self.get(b)) {
            (Some(a), Some(b)) => compare(a, b),
            _ => Ordering::Equal,
        });
        move_to_places(&mut places, &mut |a, b| self.swap(a, b));
    }

    fn arrange_by_cached_key<K: Ord>(&mut self, key: impl FnMut(&T) -> K) {
        let keys: Vec<K> = self.iter().map(key).collect();
        let mut places = sort_places(self.len(), &mut |a, b| keys.get(a).cmp(&keys.get(b)));
        move_to_places(&mut places, &mut |a, b| self.swap(a, b));
    }
}

/// The places of `count` things in their sorted order.
fn sort_places(count: usize, compare: &mut dyn FnMut(usize, usize) -> Ordering) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    places.sort_by(|a, b| compare(*a, *b));
    places
}

/// Moves things to their new places: `places` gives the old place of the thing at each new place.
fn move_to_places(places: &mut [usize], swap: &mut dyn FnMut(usize, usize)) {
    for start in 0..places.len() {
        let mut at = start;
        // Along a circle of moves; a place that is done leads to itself.
        while let Some(place) = places.get_mut(at) {
            let from = std::mem::replace(place, at);
            if from == at || from == start {
                break;
            }
            swap(at, from);
            at = from;
        }
    }
}
